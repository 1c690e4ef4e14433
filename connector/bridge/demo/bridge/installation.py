"""What the demo Bridge offers: an installation and its listings, in memory or read from files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

_IN_SUMMARY = ("version", "name", "updatedAt")


class Offer(Protocol):
    """What the demo Bridge needs to serve; the mapping may make its bodies when they are asked for."""

    @property
    def info(self) -> Mapping[str, Any]:
        """The installation's object, as the summary carries it."""

    @property
    def listings(self) -> Mapping[str, Any]:
        """Bodies by listing id: JSON values, or bytes that are sent as they are."""


@runtime_checkable
class Summarised(Protocol):
    """An offer that knows its summary without making the bodies."""

    @property
    def summaries(self) -> Mapping[str, Mapping[str, Any]]:
        """Entries of the summary by listing id, each with its `id`."""


@dataclass
class Installation:
    """An installation in memory. It may be edited while it is served; each answer is made from what is there then.

    Attributes:
        info: The installation's object, as the summary carries it.
        listings: Bodies by listing id. Normally objects; any JSON value, or bytes, to serve what a Bridge should not.
    """

    info: dict[str, Any] = field(default_factory=dict)
    listings: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def from_folder(cls, folder: str | Path) -> Installation:
        """Read an installation from `installation.json` and `listings/*.json`.

        Args:
            folder: The folder that holds both.

        Returns:
            The installation; the listings by their `id`, whatever their files are called.

        Raises:
            OSError: A file can't be read.
            ValueError: A file holds no JSON object, a listing has no id, or two have the same.
        """
        root = Path(folder)
        info = _read(root / "installation.json")
        listings: dict[str, Any] = {}
        for path in sorted((root / "listings").glob("*.json")):
            body = _read(path)
            listing_id = body.get("id")
            if not isinstance(listing_id, str) or not listing_id:
                raise ValueError(f"{path}: field id is missing")
            if listing_id in listings:
                raise ValueError(f"{path}: there is another listing with the id {listing_id!r}")
            listings[listing_id] = body
        return cls(info, listings)


def _read(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_bytes())
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error
    if not isinstance(value, dict):
        raise ValueError(f"{path}: an object is expected")
    return value


def summary_entry(offer: Offer, listing_id: str) -> dict[str, Any]:
    """Make the entry of the summary for a listing.

    Args:
        offer: What is served.
        listing_id: The listing.

    Returns:
        Its id, and of version, name and time of update those that it has.

    Raises:
        KeyError: There is no such listing (any more).
    """
    if isinstance(offer, Summarised):
        return dict(offer.summaries[listing_id])
    body = offer.listings[listing_id]
    if isinstance(body, bytes):
        body = json.loads(body)
    known = body if isinstance(body, Mapping) else {}
    return {"id": listing_id, **{name: known[name] for name in _IN_SUMMARY if name in known}}
