"""What the demo Bridge offers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from connector.bridge.demo.bridge.installation import Installation, summary_entry

from .conftest import listing

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "installation"


def write(folder: Path, files: Mapping[str, Any]) -> Path:
    """Write files; text as it is, all else as JSON."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return folder


def test_a_folder_is_read_by_the_ids_in_it(tmp_path: Path) -> None:
    files = {
        "installation.json": {"id": "acme"},
        "listings/1.json": listing("b/ä"),
        "listings/2.json": listing("a"),
        "listings/notes.txt": "no listing",
    }
    installation = Installation.from_folder(write(tmp_path, files))
    assert installation.info == {"id": "acme"}
    assert installation.listings == {"b/ä": listing("b/ä"), "a": listing("a")}


@pytest.mark.parametrize(
    ("files", "part"),
    [
        ({"listings/1.json": "{"}, "1.json"),
        ({"listings/1.json": []}, "an object is expected"),
        ({"listings/1.json": {"name": "x"}}, "field id is missing"),
        ({"listings/1.json": {"id": ""}}, "field id is missing"),
        ({"listings/1.json": {"id": "a"}, "listings/2.json": {"id": "a"}}, "2.json: there is another"),
        ({"installation.json": "[]"}, "an object is expected"),
    ],
)
def test_a_folder_with_faults_is_refused(tmp_path: Path, files: dict[str, Any], part: str) -> None:
    folder = write(tmp_path, {"installation.json": {}, **files})
    with pytest.raises(ValueError, match=part):
        Installation.from_folder(folder)


def test_a_folder_without_an_installation_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Installation.from_folder(tmp_path)


def test_the_example_is_an_installation() -> None:
    installation = Installation.from_folder(EXAMPLE)
    files = list((EXAMPLE / "listings").glob("*.json"))
    assert len(installation.listings) == len(files) > 1
    assert installation.info["name"]


def test_an_entry_of_the_summary_has_what_the_listing_has() -> None:
    offer = Installation(
        {},
        {
            "a": {
                "id": "other",
                "version": "7",
                "name": None,
                "updatedAt": "2026-11-30T08:15:00Z",
                "tags": [],
            },
            "b": b'{"id": "b", "version": "8"}',
            "c": ["no", "object"],
        },
    )
    assert summary_entry(offer, "a") == {
        "id": "a",
        "version": "7",
        "name": None,
        "updatedAt": "2026-11-30T08:15:00Z",
    }
    assert summary_entry(offer, "b") == {"id": "b", "version": "8"}
    assert summary_entry(offer, "c") == {"id": "c"}


def test_an_offer_may_know_its_summary_without_making_bodies() -> None:
    class Large(Mapping[str, Any]):
        """Bodies that must not be made."""

        def __getitem__(self, key: str) -> Any:
            raise AssertionError(f"the body of {key} was made")

        def __iter__(self) -> Any:
            return iter(["a"])

        def __len__(self) -> int:
            return 1

    class Offer:
        """An installation made up on demand."""

        def __init__(self) -> None:
            self.info: dict[str, Any] = {}
            self.listings = Large()
            self.summaries = {"a": {"id": "a", "version": "1"}}

    assert summary_entry(Offer(), "a") == {"id": "a", "version": "1"}
