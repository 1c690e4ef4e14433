"""From one listing as it was read to the working set: each object is mapped alone and fails alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from connector.bridge.errors import BridgeError, Code, SkippedObjectError, unexpected
from connector.bridge.plan.catalog import OwnerEntry, WorkingSet
from connector.bridge.plan.model import Definition, Kind, Note, ObjectKey
from connector.bridge.plan.objects import object_key, table_definition, view_definition
from connector.bridge.plan.texts import readable, web_page
from connector.bridge.wire import models
from connector.bridge.wire.reader import ListingContent
from connector.bridge.wire.texts import named


@dataclass(slots=True)
class Intake:
    """What came of one listing."""

    failures: list[BridgeError] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    unavailable: list[ObjectKey] = field(default_factory=list)


def take_in(working_set: WorkingSet, content: ListingContent) -> Intake:
    """Add one listing to the working set.

    Args:
        working_set: The run's working set.
        content: The listing, its objects already checked one by one.

    Returns:
        Failures of single objects, notes on what could not be carried, and the objects the Bridge could not read.
    """
    intake = Intake(failures=list(content.problems))
    listing = content.listing
    with working_set.writing():
        page = web_page(listing.portal_url)
        if listing.portal_url and page is None:
            text = "its portal page is no web address and is left out"
            intake.notes.append(Note(Code.LISTING_NOTE, named(listing.id), text))
        working_set.add_listing(listing.id, page, _owners(listing))
        for key, definition in _definitions(content, intake):
            if working_set.add_definition(listing.id, key, definition):
                text = "one listing names it more than once, and the newest definition counts"
                intake.notes.append(Note(Code.OBJECT_NOTE, str(key), text))
        for kind, identity, description in _listed(content):
            working_set.add_listed(listing.id, kind, object_key(identity), description)
    intake.unavailable = [object_key(item) for item in content.unavailable]
    return intake


def _owners(listing: models.Listing) -> list[OwnerEntry]:
    return [
        OwnerEntry(
            owner.team, readable(owner.display_name), readable(owner.email), readable(owner.description)
        )
        for owner in listing.owners or []
    ]


def _definitions(content: ListingContent, intake: Intake) -> Iterator[tuple[ObjectKey, Definition]]:
    """Map tables and views; what can't be mapped becomes a failure of its own."""
    items: tuple[models.ListedTable | models.ListedView, ...] = (*content.tables, *content.views)
    for item in items:
        try:
            if isinstance(item, models.ListedTable):
                definition, notes = table_definition(item)
            else:
                definition, notes = view_definition(item)
        except SkippedObjectError as error:
            intake.failures.append(error)
            continue
        except Exception as error:
            intake.failures.append(unexpected(str(object_key(item)), error))
            continue
        intake.notes.extend(notes)
        yield object_key(item), definition


def _listed(content: ListingContent) -> Iterator[tuple[Kind, models.ObjectIdentity, str | None]]:
    """Name everything that the listing names, readable or not."""
    for table in content.tables:
        yield Kind.TABLE, table, table.description
    for view in content.views:
        yield Kind.VIEW, view, view.description
    for model in content.semantic_models:
        yield Kind.SEMANTIC_MODEL, model, None
    for item in content.failed:
        yield Kind(item.kind), item.identity, None
    for unavailable in content.unavailable:
        # Which kind it is may be missing or new to us; then it counts as all of them, so that nothing of that name looks unlisted.
        for kind in [item for item in Kind if item.value == unavailable.kind] or Kind:
            yield kind, unavailable, None


def clash(key: ObjectKey) -> SkippedObjectError:
    """Say that an object is listed as a table and as a view.

    Args:
        key: The object.

    Returns:
        The failure; the newer of the two is published.
    """
    return SkippedObjectError(
        Code.OBJECT_INVALID,
        str(key),
        "a table and a view of this name are listed, and OpenMetadata has one place for them: the newer one is published",
        "Rename one of them, or take it off the listing.",
    )
