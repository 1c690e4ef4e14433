"""Where the demo's files are: inside an installed package, or in the examples of a checkout."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent
_EXAMPLES = _HERE.parents[2] / "examples"


def installation_folder() -> Path:
    """Find the demo installation.

    Returns:
        The folder with `installation.json` and `listings`.

    Raises:
        FileNotFoundError: The package was built without it.
    """
    return _find("installation")


def workflow_file() -> Path:
    """Find the example workflow.

    Returns:
        The path of `bridge.yaml`.

    Raises:
        FileNotFoundError: The package was built without it.
    """
    return _find("bridge.yaml")


def _find(name: str) -> Path:
    for folder in (_HERE, _EXAMPLES):
        if (folder / name).exists():
            return folder / name
    raise FileNotFoundError(f"{name} is neither beside {_HERE} nor in {_EXAMPLES}")
