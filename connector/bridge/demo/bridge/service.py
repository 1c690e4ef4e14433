"""What the Bridge answers to a request, with no connection in sight."""

from __future__ import annotations

import re

from connector.bridge.demo.bridge.answers import Answer, encoded, etag_of, failed, ok
from connector.bridge.demo.bridge.contract import SUMMARY_PATH, Request, authorized, page_size
from connector.bridge.demo.bridge.faults import SUFFIX, Fault
from connector.bridge.demo.bridge.installation import Offer
from connector.bridge.demo.bridge.pages import PageTokens, Place, summary_page

UNKNOWN_TOKEN = "pageToken was not issued by this server"

_TAG = re.compile(r'(?:W/)?("[^"]*")')
_NO_FAULT = Fault()


class Service:
    """Answers requests from an offer."""

    def __init__(self, offer: Offer, *, token: str, largest_page: int) -> None:
        """Make a service.

        Args:
            offer: What is served.
            token: The bearer token that requests have to carry; may be set anew, as when it is rotated.
            largest_page: Most listings on a page, whatever is asked for.
        """
        self.offer = offer
        self.token = token
        self._largest_page = largest_page
        self._tokens = PageTokens()

    def answer(self, request: Request, fault: Fault | None = None) -> Answer:
        """Answer a request.

        Args:
            request: The request.
            fault: The fault that befalls it; of it only the paging and what a proxy did to the tag matter here.

        Returns:
            The answer.
        """
        if not authorized(request, self.token):
            return failed(401, "The token is missing or not valid.", {"WWW-Authenticate": "Bearer"})
        if request.method != "GET":
            return failed(405, headers={"Allow": "GET"})
        if request.path == SUMMARY_PATH:
            return self._summary(request, fault or _NO_FAULT)
        return self._listing(request, fault or _NO_FAULT)

    def knows_token(self, request: Request) -> bool:
        """Tell whether the page token of a request is one that this server made.

        Args:
            request: The request.

        Returns:
            True when it is, or there is none.
        """
        token = dict(request.query).get("pageToken")
        return token is None or self._tokens.read(token) is not None

    def _summary(self, request: Request, fault: Fault) -> Answer:
        query = dict(request.query)
        size = page_size(query.get("pageSize", str(self._largest_page)))
        if size is None:
            return failed(400, "pageSize has to be a whole number from 1.")
        place = self._tokens.read(query["pageToken"]) if "pageToken" in query else Place()
        if place is None:
            return failed(400, UNKNOWN_TOKEN)
        size = min(size, self._largest_page)
        return ok(summary_page(self.offer, self._tokens, place, size, fault.paging))

    def _listing(self, request: Request, fault: Fault) -> Answer:
        listing_id = request.listing_id
        if listing_id is None or listing_id not in self.offer.listings:
            return failed(404, "There is no such listing.")
        body = encoded(self.offer.listings[listing_id])
        etag = etag_of(body)
        condition = request.headers.get("if-none-match", "")
        if fault.etag == "suffixed":
            # The proxy that put the suffix on the tag takes it off again on the way back.
            condition = condition.replace(f'{SUFFIX}"', '"')
        if condition.strip() == "*" or etag in _TAG.findall(condition):
            return Answer(304, headers={"ETag": etag})
        return ok(body, etag)
