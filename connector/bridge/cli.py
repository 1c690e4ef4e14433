"""The command `bridge-connector`."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from connector.bridge import __version__

NOTICE = """\
This was a demo: the catalog above is a stand-in for OpenMetadata inside this process, and it is gone when this command ends.
To publish into a real OpenMetadata, set BRIDGE_URL, BRIDGE_TOKEN, OM_URL (such as https://openmetadata.example.com/api) and
OM_JWT_TOKEN (of a bot), and run

    metadata ingest -c {workflow}
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Args:
        arguments: The command line without the program's name; the process's own when None.

    Returns:
        The exit status: 0 when all went well.
    """
    parser = argparse.ArgumentParser(
        prog="bridge-connector", description="OpenMetadata connector for the Bridge."
    )
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    demo = commands.add_parser("demo", help="publish a demo installation into a stand-in for OpenMetadata")
    demo.add_argument(
        "--keep", action="store_true", help="go on serving both stand-ins afterwards, until interrupted"
    )
    demo.set_defaults(run=_demo)
    diagram = commands.add_parser("diagram", help="write the ER diagram of one listing to an SVG file")
    diagram.add_argument(
        "-c", "--config", type=Path, required=True, help="the workflow of `metadata ingest -c`"
    )
    diagram.add_argument("-l", "--listing", required=True, help="id of the listing")
    diagram.add_argument("-o", "--output", type=Path, required=True, help="the SVG file to write")
    diagram.set_defaults(run=_diagram)
    options = parser.parse_args(arguments)
    status: int = options.run(options)
    return status


def _demo(options: argparse.Namespace) -> int:
    """Run the real `metadata ingest` between the two stand-ins and show what came of it."""
    # Only this command needs them, and nothing else of the package may.
    from connector.bridge.demo import files, tree
    from connector.bridge.demo.bridge import BridgeServer
    from connector.bridge.demo.catalog import CatalogServer

    workflow = files.workflow_file()
    with BridgeServer(files.installation_folder()) as bridge, CatalogServer() as catalog:
        addresses = {
            "BRIDGE_URL": bridge.url,
            "BRIDGE_TOKEN": bridge.token,
            "OM_URL": catalog.url,
            "OM_JWT_TOKEN": catalog.bot_token,
        }
        _say(f"Demo Bridge at {bridge.url}, stand-in for OpenMetadata at {catalog.url}", "")
        status = _ingest(workflow, addresses)
        _say("", "What stands in the stand-in catalog now:", "", *tree.lines(catalog.catalog), "")
        _say(NOTICE.format(workflow=workflow))
        if options.keep:
            _say("Both stand-ins go on until interrupted. Their addresses and tokens of this run:", "")
            _say(*(f"export {name}={value}" for name, value in addresses.items()))
            _wait()
    return status


def _diagram(options: argparse.Namespace) -> int:
    """Draw one listing; what is not in the picture is told, and makes the exit status 1."""
    from connector.bridge.errors import BridgeError
    from connector.bridge.pictures import connection_of, picture

    try:
        made = picture(connection_of(options.config), options.listing)
    except BridgeError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    options.output.write_text(made.drawing.svg, encoding="utf-8")
    _say(made.drawing.alt)
    for note in made.notes:
        sys.stderr.write(f"[{note.code.value}] {note.subject}: {note.text}\n")
    for failure in made.failures:
        sys.stderr.write(f"{failure}\n")
    return 1 if made.failures else 0


def _ingest(workflow: Path, environment: Mapping[str, str]) -> int:
    """Run the framework's command with the demo's addresses."""
    direct = ",".join(filter(None, (os.environ.get("NO_PROXY"), "127.0.0.1", "localhost")))
    done = subprocess.run(
        [sys.executable, "-m", "metadata", "ingest", "-c", str(workflow)],
        env={**os.environ, **environment, "NO_PROXY": direct, "no_proxy": direct},
        check=False,
    )
    return done.returncode


def _wait() -> None:
    """Wait for an interrupt from the keyboard."""
    import threading

    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        return


def _say(*lines: str) -> None:
    for line in lines:
        sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
