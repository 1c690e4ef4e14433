"""``python -m connector.bridge.demo.catalog``: run the stand-in until it is told to stop."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import threading
from collections.abc import Sequence
from types import FrameType

from connector.bridge.demo.catalog.kinds import KINDS
from connector.bridge.demo.catalog.models import validator_of
from connector.bridge.demo.catalog.server import CatalogServer


def warm_up() -> None:
    """Make the validators of all Create requests before the first client waits for them."""
    for kind in KINDS.values():
        validator_of(kind.create_model)


def main(arguments: Sequence[str] | None = None) -> int:
    """Start, print one line of JSON with the address and the tokens, and serve until SIGTERM or SIGINT.

    Args:
        arguments: command line without the program; None takes the process's own.

    Returns:
        Exit code 0.
    """
    parser = argparse.ArgumentParser(prog="python -m connector.bridge.demo.catalog", description=__doc__)
    parser.add_argument(
        "--port", type=int, default=0, help="TCP port on 127.0.0.1; 0 (default) takes a free one"
    )
    parser.add_argument(
        "--no-checks", action="store_true", help="do not check bodies against the generated models"
    )
    options = parser.parse_args(arguments)
    ended = threading.Event()

    def end(_: int, __: FrameType | None) -> None:
        ended.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    if not options.no_checks:
        warm_up()
    with CatalogServer(options.port, checks=not options.no_checks) as server:
        found = {"url": server.url, "botToken": server.bot_token, "adminToken": server.admin_token}
        sys.stdout.write(json.dumps(found) + "\n")
        sys.stdout.flush()
        ended.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
