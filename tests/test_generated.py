"""Generated files are what the schemas give, and the schema of the options tells everything that a form needs."""

from __future__ import annotations

import json
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from connector.bridge.connection_models import BridgeConnection
from connector.bridge.options import option_fields

ROOT = Path(__file__).resolve().parents[1]
GENERATE = "schema/generate.py"
OUTPUTS: list[str] = list(runpy.run_path(str(ROOT / GENERATE))["OUTPUTS"])
SCHEMA = json.loads((ROOT / "schema/bridgeConnection.json").read_text(encoding="utf-8"))
OPTIONS: dict[str, dict[str, Any]] = SCHEMA["properties"]


def generate(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the script of a project's copy as a person would."""
    command = [sys.executable, "-B", str(root / GENERATE), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def current(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the script needs, with all that it makes, made anew."""
    root = tmp_path_factory.mktemp("project")
    for name in (
        "pyproject.toml",
        GENERATE,
        "schema/bridge-api.yaml",
        "schema/bridgeConnection.json",
        *OUTPUTS,
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    done = generate(root)
    assert (done.returncode, done.stderr) == (0, "")
    return root


@pytest.fixture
def project(current: Path, tmp_path: Path) -> Path:
    """A copy of it to change."""
    return shutil.copytree(current, tmp_path / "project")


def stale_files(project: Path) -> list[str]:
    """Run the check, which has to fail, and list the files that it names."""
    done = generate(project, "--check")
    assert (done.returncode, done.stdout) == (1, "")
    return [line.split(" is stale: run `python schema/generate.py`")[0] for line in done.stderr.splitlines()]


def test_generated_files_are_up_to_date() -> None:
    """Whoever changes a schema runs the script."""
    done = generate(ROOT, "--check")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("target", OUTPUTS)
def test_a_stale_file_is_named_and_mended(project: Path, target: str) -> None:
    """The check writes nothing; the script without it puts back what the schema gives."""
    path = project / target
    fresh = path.read_bytes()
    stale = fresh.replace(b"requestTimeoutSeconds", b"timeout").replace(b"Opaque", b"Clear")
    assert stale != fresh
    path.write_bytes(stale)
    assert stale_files(project) == [target]
    assert path.read_bytes() == stale
    assert generate(project).returncode == 0
    assert path.read_bytes() == fresh
    assert generate(project, "--check").returncode == 0


@pytest.mark.parametrize("target", [name for name in OUTPUTS if name.endswith(".py")])
def test_a_missing_module_is_stale(project: Path, target: str) -> None:
    """A check of nothing does not pass."""
    (project / target).unlink()
    assert stale_files(project) == [target]


def test_a_changed_schema_makes_its_files_stale(project: Path) -> None:
    """A default, for example, stands in the model and in the table of options."""
    path = project / "schema/bridgeConnection.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"default": 60', '"default": 61'), encoding="utf-8")
    assert stale_files(project) == ["connector/bridge/connection_models.py", "README.md"]


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_has_title_and_description(name: str) -> None:
    """A form shows them: a short title, and sentences that end in a full stop."""
    option = OPTIONS[name]
    assert 0 < len(option["title"]) <= 40
    assert option["description"].endswith(".")
    assert option["description"][0].isupper()


def test_titles_are_distinct() -> None:
    """Two fields of a form can't be mixed up."""
    titles = [option["title"] for option in OPTIONS.values()]
    assert len(set(titles)) == len(titles)


def test_defaults_are_valid_and_those_of_the_model() -> None:
    """The model takes each one, and what an option is when nobody gives it is what the schema says."""
    defaults = {name: option["default"] for name, option in OPTIONS.items() if "default" in option}
    assert len(defaults) >= 5
    required = {"hostPort": "https://portal.example.com"}
    plain = BridgeConnection.model_validate(required)
    assert plain == BridgeConnection.model_validate({**required, **defaults})
    assert plain.model_dump(mode="json", by_alias=True, exclude_none=True) == {**required, **defaults}


def test_only_what_is_required_has_no_default() -> None:
    """The model asks for the same options as the schema."""
    assert [name for name, field in option_fields().items() if field.is_required()] == SCHEMA["required"]


def test_secrets_are_marked_and_hidden() -> None:
    """What the schema calls a password is a secret of the model."""
    secrets = [name for name, option in OPTIONS.items() if option.get("format") == "password"]
    assert secrets == ["token"]
    connection = BridgeConnection.model_validate({"hostPort": "https://h", "token": "s3cret"})
    assert isinstance(connection.token, SecretStr)
    assert "s3cret" not in repr(connection)
