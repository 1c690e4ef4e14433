"""The dependency rule of the architecture, kept by test: who may import whom."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "connector" / "bridge"
CORE = ("wire", "plan")

# Imports every module of a folder with OpenMetadata out of reach, and prints what else of ours came with it.
SCRIPT = """
import importlib, json, sys
from importlib.abc import MetaPathFinder

class Blocked(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "metadata":
            raise ImportError(f"{name} is out of reach")
        return None

sys.meta_path.insert(0, Blocked())
try:
    import metadata
except ImportError:
    pass
else:
    sys.exit("metadata could be imported")
for name in json.loads(sys.argv[1]):
    importlib.import_module(name)
print(json.dumps(sorted(name for name in sys.modules if name.startswith("connector."))))
"""


def modules(folder: Path) -> dict[str, Path]:
    """List the modules in a folder by dotted name."""
    found = {}
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(source: str, module: str, *, is_package: bool = False) -> Iterator[str]:
    """List what a module imports, anywhere in it: dotted names, as far down as the statement names them."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = module.split(".")
            keep = len(parents) - node.level + is_package
            base = (
                ".".join([*parents[:keep], *([node.module] if node.module else [])])
                if node.level
                else node.module
            )
            yield from (f"{base}.{alias.name}" for alias in node.names)


def imports_of(module: str, path: Path) -> set[str]:
    """List what a module of ours imports."""
    return set(imports(path.read_text(encoding="utf-8"), module, is_package=path.name == "__init__.py"))


def within(name: str, package: str) -> bool:
    """Tell whether a dotted name is a package or in it."""
    return name == package or name.startswith(f"{package}.")


ALL = modules(PACKAGE)


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("import connector.bridge.demo.server", {"connector.bridge.demo.server"}),
        ("from connector.bridge import demo", {"connector.bridge.demo"}),
        ("from . import demo", {"connector.bridge.demo"}),
        ("from .demo import server as s", {"connector.bridge.demo.server"}),
        ("from ..bridge.demo import x", {"connector.bridge.demo.x"}),
        ("def f():\n    from metadata.utils import fqn", {"metadata.utils.fqn"}),
        ("if True:\n    import metadata, json", {"metadata", "json"}),
    ],
)
def test_imports_are_found_in_every_form(statement: str, expected: set[str]) -> None:
    """Or else the tests below would see nothing."""
    assert set(imports(statement, "connector.bridge.cli")) == expected
    inside = statement.replace("from ..bridge", "from ...bridge").replace("from .demo", "from ..demo")
    inside = inside.replace("from . ", "from .. ")
    assert set(imports(inside, "connector.bridge.wire", is_package=True)) == expected


@pytest.mark.parametrize("layer", CORE)
def test_the_core_works_without_openmetadata(layer: str) -> None:
    """Every module of the layer is imported in a process that can't import `metadata`; the layer above stays out."""
    names = list(modules(PACKAGE / layer))
    assert len(names) > 5
    command = [sys.executable, "-c", SCRIPT, json.dumps(names)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    loaded = json.loads(done.stdout)
    assert set(names) <= set(loaded)
    above = {"wire": ("plan", "publish", "demo"), "plan": ("publish", "demo")}[layer]
    assert [name for name in loaded for other in above if within(name, f"connector.bridge.{other}")] == []


@pytest.mark.parametrize(
    ("layer", "allowed"),
    [
        (
            "wire",
            {
                "connector.bridge.wire",
                "connector.bridge.errors",
                "connector.bridge.connection_models",
                "connector.bridge.__version__",
            },
        ),
        ("plan", {"connector.bridge.plan", "connector.bridge.wire", "connector.bridge.errors"}),
    ],
)
def test_a_layer_knows_only_what_is_below_it(layer: str, allowed: set[str]) -> None:
    """The wire knows the connection it is given; neither knows how options are read, the commands or the door."""
    for module, path in modules(PACKAGE / layer).items():
        ours = {name for name in imports_of(module, path) if within(name, "connector")}
        foreign = {name for name in ours if not any(within(name, one) for one in allowed)}
        assert not foreign, module


def test_only_publishing_and_the_door_import_openmetadata() -> None:
    """A change of the framework touches one layer."""
    users = {
        module
        for module, path in ALL.items()
        if any(within(name, "metadata") for name in imports_of(module, path))
    }
    inside = {module for module in users if within(module, "connector.bridge.publish")}
    assert inside
    assert users - inside <= {"connector.bridge.source"}


def test_only_the_commands_use_the_demo() -> None:
    """What pretends to be a Bridge or a catalog is no part of the connector."""
    demo = "connector.bridge.demo"
    users = {
        module
        for module, path in ALL.items()
        if not within(module, demo) and any(within(name, demo) for name in imports_of(module, path))
    }
    assert users <= {"connector.bridge.cli"}


def test_publishing_is_used_by_the_door_only() -> None:
    """Whoever wants the mapping does not have to have a catalog."""
    publish = "connector.bridge.publish"
    users = {
        module
        for module, path in ALL.items()
        if not within(module, publish) and any(within(name, publish) for name in imports_of(module, path))
    }
    assert users <= {"connector.bridge.source", "connector.bridge.cli"}


def test_the_namespace_folder_stays_open() -> None:
    """`connector` has no `__init__.py`, so that other connectors can live beside this one; every folder below has one."""
    assert not (ROOT / "connector" / "__init__.py").exists()
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    assert [folder for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []
