"""One listing's body taken apart: each object, owner and tag is checked alone, so that a broken one costs itself only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from connector.bridge.errors import BridgeError, Code, SkippedListingError, SkippedObjectError
from connector.bridge.wire import models
from connector.bridge.wire.lenient import faults_in_text, validated
from connector.bridge.wire.objects import InvalidObjectError, Kind, read_identity, read_object, shown_path
from connector.bridge.wire.texts import named, shown

_SUPPORT = "Tell the owner of the listing or the people who run the Bridge."
_LISTS = ("owners", "tags", "tables", "views", "semanticModels", "unavailable")

M = TypeVar("M", bound=models.ObjectIdentity)


@dataclass(frozen=True)
class FailedObject:
    """An object that is listed but whose definition is not valid.

    Attributes:
        kind: What the listing calls it.
        identity: Where it lives.
    """

    kind: Kind
    identity: models.ObjectIdentity


@dataclass(frozen=True)
class ListingContent:
    """What one listing holds.

    Attributes:
        listing: Its head: texts, owners, tags. The lists of objects are empty here.
        tables: Valid tables.
        views: Valid views.
        semantic_models: Valid semantic models.
        unavailable: Objects that the Bridge lists but could not read.
        failed: Objects that are listed but not valid.
        problems: Failures, one for each thing that was lost.
        notes: Warnings: optional fields, owners and tags that were left out because they are wrong.
        lost: Names on the wire of head fields of which something was left out, so that an owner or a text that could not be read is
            not taken for one that is gone.
        complete: True when every object that the body lists is in one of the tuples, so nothing listed is unknown.
        readable: False when the body is not this listing at all; then there are no objects and one problem.
    """

    listing: models.Listing
    tables: tuple[models.ListedTable, ...] = ()
    views: tuple[models.ListedView, ...] = ()
    semantic_models: tuple[models.ListedSemanticModel, ...] = ()
    unavailable: tuple[models.UnavailableObject, ...] = ()
    failed: tuple[FailedObject, ...] = ()
    problems: tuple[BridgeError, ...] = ()
    notes: tuple[BridgeError, ...] = ()
    lost: frozenset[str] = frozenset()
    complete: bool = True
    readable: bool = True


@dataclass
class _Reading:
    """What is gathered while one body is read."""

    listing_id: str
    problems: list[BridgeError] = field(default_factory=list)
    notes: list[BridgeError] = field(default_factory=list)
    failed: list[FailedObject] = field(default_factory=list)
    lost: set[str] = field(default_factory=set)
    complete: bool = True

    def note(self, code: Code, what: str, problem: str) -> None:
        self.notes.append(BridgeError(code, f"{what} {named(self.listing_id)}", problem, _SUPPORT))


def _list_of(body: Mapping[str, Any], name: str) -> list[Any] | None:
    """Give a list of the body, empty when it is missing or null; None when something else stands there."""
    value = body.get(name)
    if value is None:
        return []
    return value if isinstance(value, list) else None


def read_listing(body: object, listing_id: str) -> ListingContent:
    """Read one listing; nothing that the body holds makes this raise.

    Args:
        body: The JSON value of the answer.
        listing_id: The id that was asked for.

    Returns:
        The content with all that is wrong in it, as data.
    """
    if not isinstance(body, Mapping):
        return _unreadable(listing_id, "the answer is no object")
    if body.get("id") != listing_id:
        return _unreadable(
            listing_id, "the answer is about another listing: field id is not the id that was asked for"
        )
    reading = _Reading(listing_id)
    head = _read_head(body, reading)
    tables = _read_objects(body, "tables", Kind.TABLE, models.ListedTable, reading)
    views = _read_objects(body, "views", Kind.VIEW, models.ListedView, reading)
    semantic = _read_objects(body, "semanticModels", Kind.SEMANTIC_MODEL, models.ListedSemanticModel, reading)
    unavailable = _read_unavailable(body, reading)
    return ListingContent(
        listing=head,
        tables=tables,
        views=views,
        semantic_models=semantic,
        unavailable=unavailable,
        failed=tuple(reading.failed),
        problems=tuple(reading.problems),
        notes=tuple(reading.notes),
        lost=frozenset(reading.lost),
        complete=reading.complete,
    )


def _unreadable(listing_id: str, problem: str) -> ListingContent:
    error = SkippedListingError(Code.LISTING_INVALID, named(listing_id), problem, _SUPPORT)
    # Not validated: the id was given by the caller and is all that is known.
    head = models.Listing.model_construct(id=listing_id)
    return ListingContent(listing=head, problems=(error,), complete=False, readable=False)


def _read_head(body: Mapping[str, Any], reading: _Reading) -> models.Listing:
    head, lost = validated(models.Listing, body, leave_out=_LISTS)
    if head is None:
        # The id was asked for as it is, but the contract does not allow it (more than 128 characters).
        head = models.Listing.model_construct(id=reading.listing_id)
        lost = (*lost, "id")
    reading.lost.update(lost)
    for name in lost:
        reading.note(Code.LISTING_NOTE, f"field {name} of", "it is not what it should be and was left out")
    return head.model_copy(update={"owners": _read_owners(body, reading), "tags": _read_tags(body, reading)})


def _read_owners(body: Mapping[str, Any], reading: _Reading) -> list[models.Owner]:
    raw = _list_of(body, "owners")
    if raw is None:
        reading.lost.add("owners")
        reading.note(Code.OWNER_INVALID, "owners of", "they are no list and were left out")
        return []
    owners: list[models.Owner] = []
    for index, one in enumerate(raw):
        owner, lost = validated(models.Owner, one)
        if owner is None:
            reading.lost.add("owners")
            reading.note(
                Code.OWNER_INVALID, f"owner {index} of", "it has no valid field team and was left out"
            )
            continue
        owners.append(owner)
        for name in lost:
            reading.note(
                Code.OWNER_INVALID,
                f"owner {shown(owner.team)} of",
                f"field {name} is not what it should be and was left out",
            )
    return owners


def _read_tags(body: Mapping[str, Any], reading: _Reading) -> list[str]:
    raw = _list_of(body, "tags")
    if raw is None:
        reading.lost.add("tags")
        reading.note(Code.LISTING_NOTE, "tags of", "they are no list and were left out")
        return []
    tags: list[str] = []
    for index, one in enumerate(raw):
        if isinstance(one, str) and one and faults_in_text(one) is None:
            tags.append(one)
        else:
            reading.lost.add("tags")
            reading.note(Code.LISTING_NOTE, f"tag {index} of", "it is no text and was left out")
    return tags


def _list_problem(name: str, reading: _Reading) -> None:
    reading.complete = False
    reading.problems.append(
        SkippedObjectError(
            Code.LISTING_INVALID,
            f"{name} of {named(reading.listing_id)}",
            "a list is expected and something else stands there, so it is unknown what is listed",
            _SUPPORT,
        )
    )


def _subject(kind: str, index: int, identity: models.ObjectIdentity | None, reading: _Reading) -> str:
    which = (
        str(index)
        if identity is None
        else shown(".".join([identity.catalog, *identity.namespace, identity.name]))
    )
    return f"{kind} {which} in {named(reading.listing_id)}"


def _read_objects(
    body: Mapping[str, Any], name: str, kind: Kind, model: type[M], reading: _Reading
) -> tuple[M, ...]:
    raw = _list_of(body, name)
    if raw is None:
        _list_problem(name, reading)
        return ()
    found: list[M] = []
    for index, one in enumerate(raw):
        identity = read_identity(one)
        subject = _subject(kind.label, index, identity, reading)
        try:
            item, dropped = read_object(one, model)
        except InvalidObjectError as fault:
            reading.problems.append(SkippedObjectError(Code.OBJECT_INVALID, subject, fault.problem, _SUPPORT))
            if identity is None:
                reading.complete = False
            else:
                reading.failed.append(FailedObject(kind, identity))
            continue
        found.append(item)
        reading.notes.extend(
            BridgeError(
                Code.OBJECT_NOTE,
                subject,
                f"{shown_path(path)} is not what it should be and was left out",
                _SUPPORT,
            )
            for path in dropped
        )
    return tuple(found)


def _read_unavailable(body: Mapping[str, Any], reading: _Reading) -> tuple[models.UnavailableObject, ...]:
    raw = _list_of(body, "unavailable")
    if raw is None:
        _list_problem("unavailable", reading)
        return ()
    found: list[models.UnavailableObject] = []
    for index, one in enumerate(raw):
        identity = read_identity(one)
        if identity is None:
            reading.complete = False
            subject = _subject("unavailable object", index, None, reading)
            problem = "it can't be told which object it is"
            reading.problems.append(SkippedObjectError(Code.OBJECT_INVALID, subject, problem, _SUPPORT))
            continue
        # Kind and code only say why; a wrong one must not hide that the object is listed.
        extra = {
            key: one[key]
            for key in ("kind", "code")
            if isinstance(one.get(key), str) and not faults_in_text(one[key])
        }
        found.append(models.UnavailableObject(**identity.model_dump(), **extra))
    return tuple(found)
