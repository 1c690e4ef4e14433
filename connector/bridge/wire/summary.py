"""The summary of listings, put together from its pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from connector.bridge.errors import BridgeError, Code, SkippedListingError, StopRunError
from connector.bridge.wire.answers import SUMMARY
from connector.bridge.wire.lenient import faults_in_text, validated
from connector.bridge.wire.models import Installation, ListingSummary
from connector.bridge.wire.texts import named

MAX_PAGES_WITHOUT_NEWS = 1000
"""So many pages in a row without a listing that was not there before are taken for a loop."""

_SUPPORT = "Tell the people who run the Bridge."


@dataclass(frozen=True)
class Summary:
    """What an installation offers.

    Attributes:
        installation: The installation, None when no page names it.
        listings: Its listings in the order of the pages, each id once.
        problems: Entries that name no listing that could be read: failures, since the set of what is listed is not complete.
        notes: Optional fields that were left out because they are wrong: warnings.
    """

    installation: Installation | None
    listings: tuple[ListingSummary, ...]
    problems: tuple[BridgeError, ...]
    notes: tuple[BridgeError, ...]


def _stop(code: Code, problem: str) -> StopRunError:
    return StopRunError(code, SUMMARY.subject, problem, _SUPPORT)


class SummaryBuilder:
    """Takes the pages of a summary one after the other."""

    def __init__(self) -> None:
        """Start with no page."""
        self._installation: Installation | None = None
        self._listings: dict[str, ListingSummary] = {}
        self._problems: list[BridgeError] = []
        self._notes: list[BridgeError] = []
        self._tokens: set[str] = set()
        self._without_news = 0
        self._entries = 0

    def add(self, page: Mapping[str, Any]) -> str | None:
        """Take a page.

        Args:
            page: The page's object.

        Returns:
            The token of the next page, None after the last.

        Raises:
            StopRunError: The page is not one, or the pages don't come to an end.
        """
        entries = page.get("listings")
        if not isinstance(entries, list):
            raise _stop(Code.BAD_ANSWER, "a page has no list of listings")
        if self._installation is None:
            self._take_installation(page.get("installation"))
        before = len(self._listings)
        for entry in entries:
            self._take_entry(entry)
        self._without_news = 0 if len(self._listings) > before else self._without_news + 1
        return self._next_token(page.get("nextPageToken"))

    def summary(self) -> Summary:
        """Give what the pages hold together.

        Returns:
            The summary.
        """
        return Summary(
            self._installation, tuple(self._listings.values()), tuple(self._problems), tuple(self._notes)
        )

    def _next_token(self, token: object) -> str | None:
        if token is None or token == "":
            return None
        if not isinstance(token, str) or faults_in_text(token) is not None:
            raise _stop(Code.BAD_ANSWER, "the token of the next page is no text that could be sent")
        if token in self._tokens:
            raise _stop(
                Code.PAGE_LOOP, f"the token of the next page came twice, after {len(self._tokens)} pages"
            )
        if self._without_news >= MAX_PAGES_WITHOUT_NEWS:
            raise _stop(
                Code.BAD_ANSWER,
                f"{self._without_news} pages in a row name no new listing, and still there is a next one",
            )
        self._tokens.add(token)
        return token

    def _take_installation(self, raw: object) -> None:
        if raw is None:
            return
        found, lost = validated(Installation, raw)
        self._installation = found
        if found is None:
            lost = ("installation",)
        self._notes.extend(
            BridgeError(
                Code.LISTING_NOTE, "the installation", f"field {field} is not what it should be", _SUPPORT
            )
            for field in lost
        )

    def _take_entry(self, raw: object) -> None:
        self._entries += 1
        entry, lost = validated(ListingSummary, raw)
        if entry is None:
            where = f"entry {self._entries} of {SUMMARY.subject}"
            self._problems.append(
                SkippedListingError(
                    Code.SUMMARY_ENTRY_INVALID, where, "it has no valid id, so it names no listing", _SUPPORT
                )
            )
            return
        if entry.id in self._listings:
            return
        self._listings[entry.id] = entry
        self._notes.extend(
            BridgeError(
                Code.LISTING_NOTE,
                f"{named(entry.id)} in {SUMMARY.subject}",
                f"field {field} is not what it should be",
                _SUPPORT,
            )
            for field in lost
        )
