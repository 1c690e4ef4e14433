"""The package as users get it: built, installed into an environment of its own, run away from the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--no-deps",
        "--quiet",
        "--wheel-dir",
        str(folder),
        str(ROOT),
    ]
    subprocess.run(command, check=True, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make an environment that holds the wheel, and sees this one's packages but not its editable install."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False, symlinks=True)
    interpreter = folder / "bin" / "python"
    purelib = _ask(interpreter, "import sysconfig; print(sysconfig.get_path('purelib'))")
    ours = _ask(Path(sys.executable), "import sysconfig; print(sysconfig.get_path('purelib'))")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(purelib)
    # A plain path entry: the .pth file of an editable install in that folder is not read this way.
    (Path(purelib) / "shared.pth").write_text(f"import sys; sys.path.append({ours!r})\n", encoding="utf-8")
    return interpreter


def _ask(interpreter: Path, code: str, folder: Path | None = None) -> str:
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(interpreter), "-c", code],
        check=True,
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment,
    )
    return done.stdout.strip()


def test_the_wheel_holds_the_package_and_the_demo_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.split("/")[0] for name in names}
    assert tops == {"connector", wheel.name.rsplit("-", 3)[0] + ".dist-info"}
    assert "connector/__init__.py" not in names
    assert "connector/bridge/demo/bridge.yaml" in names
    assert "connector/bridge/demo/installation/installation.json" in names
    assert sum(name.startswith("connector/bridge/demo/installation/listings/") for name in names) == 6


def test_the_class_is_found_in_the_installed_package(python: Path, tmp_path: Path) -> None:
    code = (
        "from metadata.utils.importer import import_from_module as find;"
        "source = find('connector.bridge.source.BridgeSource');"
        "import sys; print(sys.modules[source.__module__].__file__)"
    )
    found = Path(_ask(python, code, tmp_path))
    assert python.parents[1] in found.parents
    assert ROOT not in found.parents


def test_the_demo_runs_from_the_installed_package(python: Path, tmp_path: Path) -> None:
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(python), "-m", "connector.bridge.cli", "demo"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 service, 1 database, 2 schemas, 24 tables" in done.stdout
    assert "stand-in" in done.stdout
    assert "ERROR" not in done.stdout + done.stderr
