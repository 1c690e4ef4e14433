"""The run's reading: from the Bridge into the working set, listing by listing, and how whole it was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from connector.bridge.errors import BridgeError, Code, SkippedListingError, unexpected
from connector.bridge.plan.catalog import WorkingSet
from connector.bridge.plan.intake import take_in
from connector.bridge.plan.model import Note, ObjectKey
from connector.bridge.wire.client import BridgeClient
from connector.bridge.wire.fetch import Fetched, fetch_listings
from connector.bridge.wire.reader import read_listing
from connector.bridge.wire.summary import Summary
from connector.bridge.wire.texts import named


@dataclass(frozen=True, slots=True)
class ListingOutcome:
    """What came of one listing.

    Attributes:
        listing_id: Its id.
        failures: What could not be read or mapped: the listing itself, or objects of it.
        notes: What could not be carried.
        unavailable: Objects that the Bridge could not read this time; they are listed all the same.
        unlisted: Whether it was unlisted between the summary and the reading, which is no failure.
        known: Whether all that it lists is known by name, and so is who owns it.
        whole: Whether all of that could be read and mapped, too.
    """

    listing_id: str
    failures: tuple[BridgeError, ...] = ()
    notes: tuple[Note, ...] = ()
    unavailable: tuple[ObjectKey, ...] = ()
    unlisted: bool = False
    known: bool = True
    whole: bool = True


def read_listings(
    client: BridgeClient, summary: Summary, working_set: WorkingSet, *, threads: int
) -> Iterator[ListingOutcome]:
    """Read all listings of a summary into the working set, while the next ones are on their way.

    Args:
        client: The Bridge.
        summary: What is listed.
        working_set: Takes the objects.
        threads: How many listings are asked for at the same time.

    Yields:
        The outcome of each listing, as they come.

    Raises:
        StopRunError: The token was refused, TLS failed, or the reading was cancelled.
        ConfigurationError: There is no token.
    """
    ids = [entry.id for entry in summary.listings]
    for fetched in fetch_listings(client, ids, threads=threads):
        try:
            outcome = _outcome(fetched, working_set)
        except Exception as error:
            failure = unexpected(named(fetched.listing_id), error)
            outcome = ListingOutcome(fetched.listing_id, failures=(failure,), known=False, whole=False)
        yield outcome


def _outcome(fetched: Fetched, working_set: WorkingSet) -> ListingOutcome:
    error = fetched.error
    if error is not None:
        if error.code is Code.LISTING_GONE:
            return ListingOutcome(fetched.listing_id, unlisted=True)
        return ListingOutcome(fetched.listing_id, failures=(error,), known=False, whole=False)
    if fetched.answer is None or fetched.answer.body is None:
        empty = SkippedListingError(
            Code.LISTING_UNREADABLE,
            named(fetched.listing_id),
            "the Bridge gave no content",
            "Tell the people who run the Bridge.",
        )
        return ListingOutcome(fetched.listing_id, failures=(empty,), known=False, whole=False)
    content = read_listing(fetched.answer.body, fetched.listing_id)
    if not content.readable:
        return ListingOutcome(fetched.listing_id, failures=tuple(content.problems), known=False, whole=False)
    intake = take_in(working_set, content)
    notes = [Note(note.code, note.subject, note.problem) for note in content.notes]
    return ListingOutcome(
        fetched.listing_id,
        failures=tuple(intake.failures),
        notes=(*notes, *intake.notes),
        unavailable=tuple(intake.unavailable),
        known=content.complete and "owners" not in content.lost,
        whole=content.complete and not intake.failures and not intake.unavailable,
    )
