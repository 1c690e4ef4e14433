"""Serve a synthetic installation until told to stop: `python -m tests.benchmarks.bridge --tables 1000`."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import threading
from collections.abc import Sequence

from connector.bridge.demo.bridge import BridgeServer
from tests.benchmarks.synthetic import Shape, SyntheticOffer


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the installation, print one line of JSON with url and token, and serve until SIGTERM or SIGINT.

    Args:
        arguments: Command line, by default the process's own.

    Returns:
        Exit code 0.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bridge", description=__doc__)
    parser.add_argument("--tables", type=int, required=True, help="distinct tables and views")
    parser.add_argument("--columns", type=int, default=30, help="columns of each")
    parser.add_argument("--special", action="store_true", help="characters in descriptions that need a patch")
    parser.add_argument(
        "--latency-seconds", type=float, default=0.0, help="how long each answer takes at least"
    )
    options = parser.parse_args(arguments)
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    offer = SyntheticOffer(Shape(options.tables, options.columns, options.special))
    with BridgeServer(offer, latency_seconds=options.latency_seconds) as server:
        print(json.dumps({"url": server.url, "token": server.token}), flush=True)
        stop.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
