"""Patches beside other people's edits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from metadata.generated.schema.entity.domains.domain import Domain

from connector.bridge.demo.catalog import CatalogServer
from connector.bridge.errors import Code, StopRunError
from connector.bridge.publish.api import CatalogApi
from connector.bridge.publish.patcher import Patcher
from connector.bridge.publish.standing import DOMAINS
from tests.publish.conftest import Client, connect
from tests.publish.test_api import make_domain

Operations = list[dict[str, str]]


def set_text(text: str) -> Operations:
    """Set a description."""
    return [{"op": "add", "path": "/description", "value": text}]


def test_an_edit_between_reading_and_patching_stays(api: CatalogApi, client: Client) -> None:
    make_domain(client, "retail")
    entity = api.required(DOMAINS, "retail")
    seen: list[Any] = []

    def compute(current: Mapping[str, Any], _: bool) -> Operations:
        seen.append(current.get("style"))
        if len(seen) == 1:
            fresh = api.required(DOMAINS, "retail")
            api.patch(DOMAINS, fresh, [{"op": "add", "path": "/style", "value": {"color": "#0000ff"}}])
        return set_text("ours")

    assert Patcher(api).apply(DOMAINS, entity, (), compute)
    assert seen == [None, {"color": "#0000ff"}]
    after = api.required(DOMAINS, "retail")
    assert (after["description"], after["style"]) == ("ours", {"color": "#0000ff"})


def test_nothing_is_written_when_the_edit_in_between_made_it_needless(
    api: CatalogApi, client: Client
) -> None:
    make_domain(client, "retail")
    entity = api.required(DOMAINS, "retail")

    def compute(current: Mapping[str, Any], _: bool) -> Operations:
        if current["description"] == "ours":
            return []
        api.patch(DOMAINS, current, set_text("ours"))
        return set_text("ours")

    assert not Patcher(api).apply(DOMAINS, entity, (), compute)


def test_an_entity_that_never_stands_still_is_an_error(api: CatalogApi, client: Client) -> None:
    make_domain(client, "retail")
    entity = api.required(DOMAINS, "retail")

    def compute(current: Mapping[str, Any], _: bool) -> Operations:
        api.patch(DOMAINS, current, set_text(f"{current['description']}!"))
        return set_text("ours")

    with pytest.raises(StopRunError, match="changed by others 3 times"):
        Patcher(api).apply(DOMAINS, entity, (), compute)


def test_an_entity_that_is_gone_is_a_loss(api: CatalogApi, client: Client) -> None:
    make_domain(client, "retail")
    entity = api.required(DOMAINS, "retail")

    def compute(current: Mapping[str, Any], _: bool) -> Operations:
        api.patch(DOMAINS, current, set_text("x"))
        client.delete(Domain, current["id"])
        return set_text("ours")

    with pytest.raises(StopRunError, match="somebody deleted it") as caught:
        Patcher(api).apply(DOMAINS, entity, (), compute)
    assert caught.value.code is Code.LOST


def test_the_first_answer_tells_whether_texts_are_rewritten(api: CatalogApi, client: Client) -> None:
    make_domain(client, "retail")
    patcher = Patcher(api)
    assert patcher.exact
    patcher.apply(DOMAINS, api.required(DOMAINS, "retail"), (), lambda *_: set_text("it's"))
    assert patcher.exact


def test_a_server_that_rewrites_patches_is_recognised() -> None:
    with CatalogServer(sanitize_on_patch=True) as server:
        client = connect(server)
        make_domain(client, "retail")
        api = CatalogApi(client)
        patcher = Patcher(api)
        patcher.apply(DOMAINS, api.required(DOMAINS, "retail"), (), lambda *_: set_text("it's"))
        assert not patcher.exact
