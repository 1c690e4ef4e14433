"""What the README says is so."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml
from metadata.generated.schema.metadataIngestion.workflow import OpenMetadataWorkflowConfig

from connector.bridge.errors import Code
from connector.bridge.options import option_fields, parse_options

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def workflows() -> list[dict[str, Any]]:
    """Read the workflows that users are told to write."""
    blocks = re.findall(r"```yaml\n(.*?)```", README, re.DOTALL)
    texts = [*blocks, (ROOT / "examples" / "bridge.yaml").read_text(encoding="utf-8")]
    return [
        yaml.safe_load(text.replace("${BRIDGE_URL}", "https://x").replace("${OM_URL}", "https://y/api"))
        for text in texts
    ]


def test_every_code_is_explained_and_no_other() -> None:
    told = set(re.findall(r"`((?:BRIDGE|CATALOG|CONNECTOR)_[A-Z_]+)`", README))
    assert told == {code.value for code in Code}


def test_every_option_is_in_the_table() -> None:
    table = README[README.index("<!-- options") : README.index("<!-- end of options")]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(option_fields())


def test_the_workflows_are_valid_for_the_framework_and_the_connector() -> None:
    assert len(workflows()) == 2
    for workflow in workflows():
        config: Any = OpenMetadataWorkflowConfig.model_validate(workflow)
        assert config.workflowConfig.successThreshold == 100
        connection = config.source.serviceConnection.root.config
        assert connection.sourcePythonClass == "connector.bridge.source.BridgeSource"
        parse_options(connection.connectionOptions.root, config.source.serviceName)


def test_the_commands_are_those_of_ci() -> None:
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert ".venv/bin/pip install -e '.[dev]' && .venv/bin/pytest\n" in README
    assert "pip install --quiet -e '.[dev]'\n" in ci
    assert "\npytest\n" in ci
