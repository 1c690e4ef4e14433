"""The stand-in as a process of its own."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

import pytest
import requests

MODULE = "connector.bridge.demo.catalog"


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
def test_it_prints_where_it_is_and_serves_until_told_to_stop(end: signal.Signals) -> None:
    command = [sys.executable, "-W", "ignore", "-m", MODULE, "--port", "0", "--no-checks"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = json.loads(process.stdout.readline())
        assert set(found) == {"url", "botToken", "adminToken"}
        headers = {"Authorization": f"Bearer {found['botToken']}"}
        answer = requests.get(f"{found['url']}/v1/teams", headers=headers, timeout=30)
        assert [team["name"] for team in answer.json()["data"]] == ["Organization"]
        process.send_signal(end)
        assert process.wait(60) == 0
        assert process.stdout.read() == ""


def test_a_bad_option() -> None:
    done = subprocess.run(
        [sys.executable, "-m", MODULE, "--colour"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, "--colour" in done.stderr) == (2, True)


def test_validators_are_made_ahead_of_the_first_client() -> None:
    from connector.bridge.demo.catalog.__main__ import warm_up
    from connector.bridge.demo.catalog.kinds import KINDS
    from connector.bridge.demo.catalog.models import validator_of

    validator_of.cache_clear()
    warm_up()
    assert validator_of.cache_info().currsize == len(KINDS)
