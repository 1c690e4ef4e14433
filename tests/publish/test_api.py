"""The catalog's API as the connector uses it: patience, pages, conflicts, and errors that give nothing away."""

from __future__ import annotations

import json
from typing import Any

import pytest
from metadata.generated.schema.api.domains.createDomain import CreateDomainRequest

from connector.bridge.demo.catalog import CatalogServer, Fault
from connector.bridge.errors import Code, StopRunError
from connector.bridge.publish.api import CatalogApi, make_patient
from connector.bridge.publish.standing import DOMAINS
from tests.publish.conftest import Client


def make_domain(client: Client, name: str) -> None:
    """Make a domain by the framework's client."""
    client.create_or_update(
        CreateDomainRequest.model_validate({"name": name, "description": name, "domainType": "Aggregate"})
    )


def test_what_is_not_there_is_none_and_what_has_to_be_there_is_an_error(api: CatalogApi) -> None:
    assert api.by_name(DOMAINS, "nothing") is None
    with pytest.raises(StopRunError) as caught:
        api.required(DOMAINS, "nothing")
    assert caught.value.code is Code.LOST


def test_all_pages_are_read(api: CatalogApi, client: Client) -> None:
    names = [f"domain {number}/x" for number in range(7)]
    for name in names:
        make_domain(client, name)
    pages = list(api.pages(DOMAINS, {}, (), page_size=3))
    assert [len(page) for page in pages] == [3, 3, 1]
    assert sorted(item["name"] for page in pages for item in page) == names


def test_a_patch_sets_a_value_once_and_notices_an_edit_in_between(api: CatalogApi, client: Client) -> None:
    make_domain(client, "retail")
    read = api.required(DOMAINS, "retail")
    answer = api.patch(DOMAINS, read, [{"op": "add", "path": "/description", "value": "It's new"}])
    assert answer is not None
    assert answer["description"] == "It's new"
    assert api.patch(DOMAINS, read, [{"op": "add", "path": "/description", "value": "late"}]) is None
    assert api.required(DOMAINS, "retail")["description"] == "It's new"


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH"])
def test_a_busy_catalog_is_asked_again(
    api: CatalogApi, client: Client, catalog: CatalogServer, method: str, status: int
) -> None:
    make_domain(client, "retail")
    read = api.required(DOMAINS, "retail")
    catalog.faults.add(Fault(method=method, path="domains", status=status, times=2))
    catalog.log.reset()
    if method == "GET":
        assert api.by_name(DOMAINS, "retail") == read
    elif method == "PUT":
        make_domain(client, "wholesale")
    else:
        assert api.patch(DOMAINS, read, [{"op": "add", "path": "/description", "value": "x"}]) is not None
    assert catalog.log.total == 3


def test_a_connection_dropped_after_the_effect_does_no_harm(
    api: CatalogApi, client: Client, catalog: CatalogServer
) -> None:
    make_domain(client, "retail")
    read = api.required(DOMAINS, "retail")
    catalog.faults.add(Fault(method="PATCH", path="domains", drop="after", times=1))
    # The repetition finds the version changed by the first try, which is a conflict to the caller and no loss.
    assert api.patch(DOMAINS, read, [{"op": "add", "path": "/description", "value": "x"}]) is None
    assert api.required(DOMAINS, "retail")["description"] == "x"


def test_one_busy_answer_does_not_lock_the_path(client: Client, catalog: CatalogServer) -> None:
    make_patient(client, retries=1)
    api = CatalogApi(client)
    refused = Fault(method="GET", path="domains", status=429, times=100, headers={"Retry-After": "0"})
    catalog.faults.add(refused)
    with pytest.raises(StopRunError):
        api.by_name(DOMAINS, "retail")
    catalog.faults.clear()
    assert api.by_name(DOMAINS, "retail") is None


def refusals() -> dict[str, dict[str, Any]]:
    """List faults that don't pass, each with what would be dangerous to repeat."""
    secret = "s3cr3t-in-the-answer"
    return {
        "refused": {"status": 403},
        "an error page": {"status": 400, "body": f"<html>{secret}</html>"},
        "a page instead of JSON": {"status": 200, "body": f"<html>{secret}</html>"},
        "a list": {"status": 200, "body": json.dumps([secret])},
        "nothing": {"status": 200, "body": ""},
    }


@pytest.mark.parametrize("fault", refusals().values(), ids=refusals())
def test_every_other_answer_is_one_error_that_gives_nothing_away(
    api: CatalogApi, catalog: CatalogServer, fault: dict[str, Any]
) -> None:
    catalog.faults.add(Fault(method="GET", path="domains", times=100, **fault))
    with pytest.raises(StopRunError) as caught:
        api.by_name(DOMAINS, "retail", ("owners",))
    assert caught.value.code is Code.CATALOG_FAILED
    assert caught.value.subject == "retail"
    text = str(caught.value)
    for secret in ("s3cr3t", catalog.bot_token, "fields=", "http://"):
        assert secret not in text
