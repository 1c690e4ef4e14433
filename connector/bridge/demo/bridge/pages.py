"""The summary page by page, with tokens that only this server can make and read."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import secrets
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

from connector.bridge.demo.bridge.installation import Offer, summary_entry

_MAC_BYTES = 12


@dataclass(frozen=True)
class Place:
    """Where a page begins.

    Attributes:
        after: Id of the listing before it; empty for the first.
        turn: How often the pages were led round; above zero only where a fault does that.
    """

    after: str = ""
    turn: int = 0


class PageTokens:
    """Makes opaque tokens of places and reads them again; holds no state, so that a server can run for ever."""

    def __init__(self) -> None:
        """Take a key of its own, so that tokens of another server are unknown here."""
        self._key = secrets.token_bytes(16)

    def issue(self, place: Place) -> str:
        """Make the token of a place.

        Args:
            place: The place.

        Returns:
            The token.
        """
        payload = json.dumps([place.after, place.turn]).encode()
        return base64.urlsafe_b64encode(self._mac(payload) + payload).decode()

    def read(self, token: str) -> Place | None:
        """Read a token.

        Args:
            token: What a client sent.

        Returns:
            The place, None when this server never made the token.
        """
        try:
            data = base64.b64decode(token, altchars=b"-_", validate=True)
        except (ValueError, binascii.Error):
            return None
        mac, payload = data[:_MAC_BYTES], data[_MAC_BYTES:]
        if not hmac.compare_digest(mac, self._mac(payload)):
            return None
        after, turn = json.loads(payload)
        return Place(after, turn)

    def _mac(self, payload: bytes) -> bytes:
        return hmac.new(self._key, payload, hashlib.sha256).digest()[:_MAC_BYTES]


def summary_page(
    offer: Offer,
    tokens: PageTokens,
    place: Place,
    size: int,
    paging: Literal["repeat", "endless"] | None = None,
) -> dict[str, Any]:
    """Make one page of the summary.

    Listings are in the order of their ids, and a page begins after an id, so that what is added or taken away between two pages
    hides nothing else.

    Args:
        offer: What is served.
        tokens: Makes the next page's token.
        place: Where the page begins.
        size: Most listings on it.
        paging: Whether to lead the reader round instead of on.

    Returns:
        The page's object; `nextPageToken` is null on the last.
    """
    ids = sorted(offer.listings)
    rest = (one for one in ids if one > place.after)
    on_page = list(islice(rest, size))
    more = next(rest, None) is not None
    following = Place(on_page[-1]) if more else None
    if paging is not None:
        following = Place(turn=1 if paging == "repeat" else place.turn + 1)
    return {
        "installation": dict(offer.info),
        "listings": [summary_entry(offer, one) for one in on_page if one in offer.listings],
        "nextPageToken": None if following is None else tokens.issue(following),
    }
