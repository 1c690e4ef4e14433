"""The Bridge side stands alone: it needs neither the catalog's framework nor any other layer."""

from __future__ import annotations

import pkgutil
import subprocess
import sys

import pytest

from connector.bridge import wire

MODULES = sorted(module.name for module in pkgutil.iter_modules(wire.__path__))

SCRIPT = """
import importlib, sys
sys.modules["metadata"] = None
importlib.import_module("connector.bridge.wire." + sys.argv[1])
layers = ("connector.bridge.plan", "connector.bridge.publish", "connector.bridge.demo", "connector.bridge.source")
print(*[name for name in sys.modules if name.startswith(layers)])
"""


@pytest.mark.parametrize("module", MODULES)
def test_a_module_can_be_imported_alone(module: str) -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT, module], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.strip() == ""
