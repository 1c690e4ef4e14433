"""One listing read over HTTP: ids, entity tags, and listings that are not there."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from connector.bridge.demo.bridge import BridgeServer, Fault
from connector.bridge.errors import Code, SkippedListingError, StopRunError
from connector.bridge.wire.fetch import fetch_listings

from .conftest import Connect, Connected, Together
from .samples import listing

IDS = [
    "a/b",
    "/",
    "..",
    ".",
    "../a",
    "a%2Fb",
    "%",
    "a b",
    " ",
    "a?b#c",
    "a+b&c=d",
    "a;b,c:d@e",
    "größe",
    "日本/語",
    "😀",
    "a\\b",
    "a\nb",
    'a"b',
    "~tilde_-.",
    "é" * 128,
]


@pytest.mark.parametrize("listing_id", IDS)
def test_any_id_finds_its_listing(bridge: BridgeServer, connected: Connected, listing_id: str) -> None:
    bridge.installation.listings[listing_id] = listing(listing_id)
    assert connected.client.listing(listing_id).body == listing(listing_id)
    (entry,) = bridge.log.entries
    assert entry.path.count("/") == 2


def test_any_id_goes_through_the_summary_and_back(bridge: BridgeServer, connected: Connected) -> None:
    bridge.installation.listings.clear()
    bridge.installation.listings.update({one: listing(one) for one in IDS})
    ids = [entry.id for entry in connected.client.summary().listings]
    assert sorted(ids) == sorted(IDS)
    fetched = list(fetch_listings(connected.client, ids, threads=4))
    assert {one.listing_id: one.answer.body["id"] for one in fetched if one.answer and one.answer.body} == {
        one: one for one in IDS
    }


def test_an_unchanged_listing_has_no_body(bridge: BridgeServer, connected: Connected) -> None:
    first = connected.client.listing("a")
    second = connected.client.listing("a", first.etag)
    assert first.body == listing("a")
    assert (second.body, second.etag) == (None, first.etag)
    assert [entry.status for entry in bridge.log.entries] == [200, 304]


def test_a_changed_listing_comes_anew(bridge: BridgeServer, connected: Connected) -> None:
    first = connected.client.listing("a")
    bridge.installation.listings["a"] = listing("a", name="Renamed")
    second = connected.client.listing("a", first.etag)
    assert second.body is not None
    assert second.body["name"] == "Renamed"
    assert second.etag != first.etag


@pytest.mark.parametrize("etag", ["weak", "suffixed"])
def test_a_tag_that_a_proxy_changed_still_saves_the_body(
    bridge: BridgeServer, connected: Connected, etag: str
) -> None:
    bridge.faults.add(Fault("/a$", etag="weak" if etag == "weak" else "suffixed", times=None))
    first = connected.client.listing("a")
    assert first.etag is not None
    assert first.etag.startswith("W/") if etag == "weak" else first.etag.endswith('-gzip"')
    assert connected.client.listing("a", first.etag).body is None


def test_a_304_may_tell_the_tag_in_another_form_or_not_at_all(
    bridge: BridgeServer, connected: Connected
) -> None:
    bridge.faults.add(Fault(status=304, headers={"ETag": 'W/"7"'}))
    bridge.faults.add(Fault(status=304))
    assert connected.client.listing("a", '"7-gzip"').etag == 'W/"7"'
    assert connected.client.listing("a", '"7-gzip"').etag == '"7-gzip"'
    assert bridge.log.total == 2


def test_a_304_about_another_state_is_not_believed(bridge: BridgeServer, connected: Connected) -> None:
    bridge.faults.add(Fault(status=304, headers={"ETag": '"8"'}))
    answer = connected.client.listing("a", '"7"')
    assert answer.body == listing("a")
    first, second = bridge.log.entries
    assert first.headers["if-none-match"] == '"7"'
    assert "if-none-match" not in second.headers


def test_a_304_that_nobody_asked_for_is_an_error(bridge: BridgeServer, connected: Connected) -> None:
    bridge.faults.add(Fault(status=304, times=None))
    with pytest.raises(SkippedListingError) as caught:
        connected.client.listing("a")
    assert caught.value.code is Code.BAD_ANSWER


def test_a_wrong_or_missing_tag_only_costs_the_saving(bridge: BridgeServer, connected: Connected) -> None:
    bridge.faults.add(Fault(etag="wrong"))
    bridge.faults.add(Fault(etag="missing"))
    first = connected.client.listing("a")
    second = connected.client.listing("a", first.etag)
    assert first.etag == '"of-something-else"'
    assert (second.body, second.etag) == (listing("a"), None)


def test_a_listing_that_was_unlisted_is_gone(bridge: BridgeServer, connected: Connected) -> None:
    del bridge.installation.listings["b"]
    with pytest.raises(SkippedListingError) as caught:
        connected.client.listing("b")
    assert caught.value.code is Code.LISTING_GONE
    assert '"b"' in caught.value.subject
    assert [entry.path for entry in bridge.log.entries] == ["/listings/b", "/listings"]
    assert connected.slept == []


@pytest.mark.parametrize("status", [404, 410])
def test_a_listing_that_the_summary_still_names_cannot_be_read(
    bridge: BridgeServer, connected: Connected, status: int
) -> None:
    bridge.faults.add(Fault("/b$", status=status))
    with pytest.raises(SkippedListingError) as caught:
        connected.client.listing("b")
    assert caught.value.code is Code.LISTING_UNREADABLE
    assert "although the summary names it" in caught.value.problem


def test_the_summary_is_read_again_for_each_404(bridge: BridgeServer, connected: Connected) -> None:
    bridge.faults.add(Fault("/b$", status=404, times=2))
    with pytest.raises(SkippedListingError) as before:
        connected.client.listing("b")
    del bridge.installation.listings["b"]
    with pytest.raises(SkippedListingError) as after:
        connected.client.listing("b")
    assert before.value.code is Code.LISTING_UNREADABLE
    assert after.value.code is Code.LISTING_GONE


def test_a_listing_is_not_gone_when_the_summary_cannot_be_read(
    bridge: BridgeServer, connected: Connected
) -> None:
    del bridge.installation.listings["b"]
    bridge.faults.add(Fault("^/listings$", status=503, times=None))
    with pytest.raises(SkippedListingError) as caught:
        connected.client.listing("b")
    assert caught.value.code is Code.LISTING_UNREADABLE
    assert "the summary can't be read again" in caught.value.problem


def test_a_listing_is_not_gone_when_the_summary_has_broken_entries(
    bridge: BridgeServer, connected: Connected
) -> None:
    del bridge.installation.listings["b"]
    bridge.faults.add(Fault("^/listings$", body='{"listings": [{"id": "a"}, {"id": 7}]}'))
    with pytest.raises(SkippedListingError) as caught:
        connected.client.listing("b")
    assert caught.value.code is Code.LISTING_UNREADABLE


def test_a_token_refused_by_the_second_summary_stops_the_run(
    bridge: BridgeServer, connected: Connected
) -> None:
    bridge.faults.add(Fault("/b$", status=404))
    bridge.faults.add(Fault("^/listings$", status=403))
    with pytest.raises(StopRunError) as caught:
        connected.client.listing("b")
    assert caught.value.code is Code.TOKEN_REJECTED


def test_threads_share_the_second_summary(bridge: BridgeServer, connect: Connect) -> None:
    gone = [f"gone {number}" for number in range(8)]
    bridge.faults.add(Fault("^/listings/", status=404, times=8, hold=Together(8)))
    client = connect(bridge, pool_size=8).client
    fetched = list(fetch_listings(client, gone, threads=8))
    assert {one.error.code for one in fetched if one.error} == {Code.LISTING_GONE}
    assert len(fetched) == 8
    assert len(bridge.log.matching("^/listings$")) < 8


def test_ids_are_quoted_like_everyone_does(bridge: BridgeServer, connected: Connected) -> None:
    bridge.installation.listings["ä/b"] = listing("ä/b")
    connected.client.listing("ä/b")
    assert bridge.log.entries[0].path == f"/listings/{quote('ä/b', safe='')}" == "/listings/%C3%A4%2Fb"
