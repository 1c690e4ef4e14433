"""The demo Bridge as a program."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from connector.bridge.demo.bridge.__main__ import main

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "installation"
COMMAND = [sys.executable, "-m", "connector.bridge.demo.bridge"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_until_it_is_told_to_stop(number: signal.Signals) -> None:
    environment = {**os.environ, "BRIDGE_DEMO_TOKEN": "given-token"}
    command = [*COMMAND, str(EXAMPLE), "--page-size", "2", "--token-env", "BRIDGE_DEMO_TOKEN"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        assert told["token"] == "given-token"
        connection = http.client.HTTPConnection(urlsplit(told["url"]).netloc, timeout=30)
        connection.request("GET", "/bridge/v1/listings", headers={"Authorization": f"Bearer {told['token']}"})
        page = json.load(connection.getresponse())
        connection.close()
        process.send_signal(number)
        rest, errors = process.communicate(timeout=30)
    assert len(page["listings"]) == 2
    assert page["nextPageToken"]
    assert (process.returncode, rest, errors) == (0, "", "")


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["/nowhere"], "installation.json"),
        ([str(EXAMPLE), "--token-env", "BRIDGE_DEMO_TOKEN_THAT_IS_NOT_SET"], "is not set"),
    ],
)
def test_it_says_why_it_cannot_serve(
    arguments: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert part in printed.err
