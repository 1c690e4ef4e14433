"""Serve an installation from a folder: `python -m connector.bridge.demo.bridge FOLDER --port 8080`."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import threading
from collections.abc import Sequence

from connector.bridge.demo.bridge.server import BridgeServer


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m connector.bridge.demo.bridge",
        description="Serve an installation from a folder until SIGTERM or SIGINT. One line of JSON tells url and token.",
    )
    parser.add_argument("folder", help="holds installation.json and listings/*.json")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=0, help="port to listen on, 0 for any that is free")
    parser.add_argument("--page-size", type=int, default=100, help="most listings on a page of the summary")
    parser.add_argument(
        "--latency-seconds", type=float, default=0.0, help="how long each answer takes at least"
    )
    parser.add_argument("--token-env", metavar="NAME", help="environment variable with the token to ask for")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until told to stop.

    Args:
        arguments: Command line, by default the process's own.

    Returns:
        Exit code: 0 after a stop by signal, 2 when there is nothing to serve or no port.
    """
    options = _arguments(arguments)
    token = os.environ.get(options.token_env) if options.token_env else None
    if options.token_env and not token:
        print(f"the environment variable {options.token_env} is not set", file=sys.stderr)
        return 2
    try:
        server = BridgeServer(
            options.folder,
            host=options.host,
            port=options.port,
            page_size=options.page_size,
            token=token,
            latency_seconds=options.latency_seconds,
        )
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    with server:
        print(json.dumps({"url": server.url, "token": server.token}), flush=True)
        stop.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
