"""The demo installation as it lies on disk."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess, run
from sys import executable
from typing import Any

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
INSTALLATION = EXAMPLES / "installation"
Object = dict[str, Any]


@pytest.fixture
def script() -> Callable[..., CompletedProcess[str]]:
    """The script that makes the installation, run as a person would run it."""

    def call(*arguments: str | Path) -> CompletedProcess[str]:
        command = [executable, "-B", EXAMPLES / "make_installation.py", *arguments]
        return run(command, capture_output=True, text=True, check=False)

    return call


@pytest.fixture(scope="session")
def installation_folder() -> Path:
    """The folder of the installation in the repository."""
    return INSTALLATION


@pytest.fixture(scope="session")
def listings() -> dict[str, Object]:
    """The listings by file name without extension."""
    files = sorted((INSTALLATION / "listings").glob("*.json"))
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in files}


@pytest.fixture(scope="session")
def tables(listings: dict[str, Object]) -> dict[str, Object]:
    """All shared tables by name, one of each."""
    return {table["name"]: table for listing in listings.values() for table in listing["tables"]}


@pytest.fixture(scope="session")
def views(listings: dict[str, Object]) -> dict[str, Object]:
    """All shared views by name, one of each."""
    return {view["name"]: view for listing in listings.values() for view in listing["views"]}
