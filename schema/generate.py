"""Make the generated models from the schemas, or check that they are up to date.

python schema/generate.py            writes the files
python schema/generate.py --check    exits with 1 and names each stale file
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

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
    subprocess.run([sys.executable, "-m", *command], check=True, cwd=ROOT)


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


def stale(model: Generated) -> bool:
    """Tell whether a generated module differs from what its schema gives now.

    Args:
        model: The module.

    Returns:
        True when the file is missing or differs.
    """
    current = ROOT / model.target
    return not current.is_file() or current.read_bytes() != generate(model)


def main() -> int:
    """Write or check all generated modules.

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
        for model in MODELS:
            (ROOT / model.target).write_bytes(generate(model))
        return 0
    found = [model.target for model in MODELS if stale(model)]
    for target in found:
        print(f"{target} is stale: run `python schema/generate.py`", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
