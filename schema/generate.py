"""Make the generated models and the README's table of options from the schemas, or check that they are up to date.

python schema/generate.py            writes the files
python schema/generate.py --check    exits with 1 and names each stale file
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]

BEGIN = "<!-- options: made by schema/generate.py -->"
END = "<!-- end of options -->"

COMMON = (
    "--output-model-type=pydantic_v2.BaseModel",
    "--target-python-version=3.10",
    "--formatters=builtin",
    "--use-standard-collections",
    "--use-union-operator",
    "--use-annotated",
    "--field-constraints",
    "--collapse-root-models",
    "--set-default-enum-member",
    "--capitalise-enum-members",
    "--enable-faux-immutability",
    "--snake-case-field",
    "--use-schema-description",
    "--use-field-description",
    "--strict-nullable",
    "--allow-population-by-field-name",
    "--disable-timestamp",
)


@dataclass(frozen=True)
class Generated:
    """One generated module: where it comes from, where it goes, and the options of its own."""

    source: str
    target: str
    kind: str
    options: tuple[str, ...] = ()


MODELS = (
    Generated(
        "schema/bridge-api.yaml", "connector/bridge/wire/models.py", "openapi", ("--extra-fields=ignore",)
    ),
    Generated("schema/bridgeConnection.json", "connector/bridge/connection_models.py", "jsonschema"),
)


def run(*command: str) -> None:
    """Run one tool of the development environment.

    Args:
        command: Module name and arguments, run with this interpreter.

    Raises:
        subprocess.CalledProcessError: The tool failed; its output is shown.
    """
    # The generator announces on Python 3.10 that a later one of its versions will ask for 3.11; the version here is pinned.
    quiet = ("-W", "ignore::FutureWarning")
    subprocess.run([sys.executable, *quiet, "-m", *command], check=True, cwd=ROOT)


def generate(model: Generated) -> bytes:
    """Generate one module and format it as the project's own code is.

    It is made in an empty folder of its own, since the generator's line breaks depend on the folder it writes to.

    Args:
        model: What to generate.

    Returns:
        The module's text.
    """
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / Path(model.target).name
        run(
            "datamodel_code_generator",
            f"--input={model.source}",
            f"--input-file-type={model.kind}",
            f"--output={target}",
            f'--custom-file-header="""Generated from {model.source} by schema/generate.py; change the schema."""',
            *COMMON,
            *model.options,
        )
        config = f"--config={ROOT / 'pyproject.toml'}"
        run("ruff", "check", "--quiet", "--fix", config, str(target))
        run("ruff", "format", "--quiet", config, str(target))
        return target.read_bytes()


def option_table(schema: Mapping[str, Any]) -> str:
    """Write the table.

    Args:
        schema: The JSON Schema of the connection.

    Returns:
        A Markdown table, one row an option, in the schema's order.
    """
    required = set(schema.get("required", ()))
    rows = ["| Option | Value | Default | Meaning |", "|---|---|---|---|"]
    for name, option in schema["properties"].items():
        default = f"`{option['default']}`" if "default" in option else ""
        if name in required:
            default = "required"
        cells = (f"`{name}`", _value(option), default, option["description"])
        rows.append("| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(rows)


def with_table(text: str, table: str) -> str:
    """Replace the table in a text.

    Args:
        text: A Markdown text with both marks in it.
        table: The table.

    Returns:
        The text with the table between its marks.

    Raises:
        ValueError: A mark is missing.
    """
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the marks {BEGIN} and {END} are not both in the text")
    return f"{before}{BEGIN}\n{table}\n{END}{after}"


def _value(option: Mapping[str, Any]) -> str:
    """Say in a few words what may stand there."""
    if "enum" in option:
        return ", ".join(f"`{item}`" for item in option["enum"])
    if option["type"] == "integer":
        return f"{option['minimum']} to {option['maximum']}"
    return "text"


def readme() -> bytes:
    """Put the table of options into the README as it is.

    Returns:
        The README with the table that the schema gives.
    """
    schema = json.loads((ROOT / "schema/bridgeConnection.json").read_text(encoding="utf-8"))
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return with_table(text, option_table(schema)).encode()


OUTPUTS: Mapping[str, Callable[[], bytes]] = {
    **{model.target: partial(generate, model) for model in MODELS},
    "README.md": readme,
}
"""What is made, by its path in the project."""


def stale(target: str) -> bool:
    """Tell whether a generated file differs from what its schema gives now.

    Args:
        target: Path of the file in the project.

    Returns:
        True when the file is missing or differs.
    """
    path = ROOT / target
    return not path.is_file() or path.read_bytes() != OUTPUTS[target]()


def main() -> int:
    """Write or check all generated files.

    Returns:
        The exit code: 0, or 1 when a check found a stale file.
    """
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit with 1 when a file is stale"
    )
    if not parser.parse_args().check:
        for target, make in OUTPUTS.items():
            (ROOT / target).write_bytes(make())
        return 0
    found = [target for target in OUTPUTS if stale(target)]
    for target in found:
        print(f"{target} is stale: run `python schema/generate.py`", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
