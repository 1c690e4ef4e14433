"""Reading entities: one by id or name, pages of a list, and earlier versions."""

from __future__ import annotations

import base64
import binascii
import json
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from connector.bridge.demo.catalog.context import Context
from connector.bridge.demo.catalog.errors import bad_request, not_found
from connector.bridge.demo.catalog.kinds import KINDS, Kind
from connector.bridge.demo.catalog.render import parse_fields, show
from connector.bridge.demo.catalog.store import Json, PastVersion, Record

DEFAULT_LIMIT = 10
MAX_LIMIT = 1_000_000
INCLUDES = ("non-deleted", "deleted", "all")
SCOPES: Mapping[str, Mapping[str, str]] = {
    "database": {"service": "databaseService"},
    "databaseSchema": {"service": "databaseService", "database": "database"},
    "table": {"service": "databaseService", "database": "database", "databaseSchema": "databaseSchema"},
    "ingestionPipeline": {"service": "databaseService"},
    "tag": {"parent": "classification"},
    "domain": {"parent": "domain"},
}
"""Filters by a containing entity, given by its FQN: parameter to kind, by the kind that is listed."""


@dataclass(frozen=True)
class Page:
    """Which part of a list is wanted: at most ``limit`` entities after or before a cursor."""

    limit: int
    after: str | None = None
    before: str | None = None


def parse_include(text: str | None) -> str:
    """The value of ``include``, ``non-deleted`` without one.

    Raises:
        ApiError: 400 for another word than the three known ones.
    """
    if text is None:
        return "non-deleted"
    if text not in INCLUDES:
        raise bad_request(f"include must be one of {', '.join(INCLUDES)}, not {text}")
    return text


def parse_limit(text: str | None) -> int:
    """The value of ``limit``, 10 without one.

    Raises:
        ApiError: 400 outside 0 to 1,000,000.
    """
    if text is None:
        return DEFAULT_LIMIT
    if not text.isdecimal() or int(text) > MAX_LIMIT:
        raise bad_request(f"[query param limit must be between 0 and {MAX_LIMIT}]")
    return int(text)


def find_by_id(context: Context, kind: str, entity_id: str, include: str = "non-deleted") -> Record:
    """An entity by id.

    Raises:
        ApiError: 404 when there is none, or ``include`` leaves it out.
    """
    record = context.store.by_id.get(entity_id)
    if record is None or record.kind != kind or not _included(record, include):
        raise not_found(kind, entity_id)
    return record


def find_by_name(context: Context, kind: str, fqn: str, include: str = "non-deleted") -> Record:
    """An entity by fully qualified name.

    Raises:
        ApiError: 404 when there is none, or ``include`` leaves it out.
    """
    record = context.store.find(kind, fqn)
    if record is None or not _included(record, include):
        raise not_found(kind, fqn)
    return record


def _included(record: Record, include: str) -> bool:
    return include == "all" or record.deleted == (include == "deleted")


def list_page(context: Context, kind: Kind, query: Mapping[str, str], page: Page) -> Json:
    """One page of a list, ordered by name and id.

    Args:
        context: the catalog.
        kind: the kind to list.
        query: parameters of the request: filters, ``include`` and ``fields``.
        page: which part.

    Returns:
        ``{"data": [...], "paging": {"total": ..., "after": ..., "before": ...}}``.

    Raises:
        ApiError: 400 for a bad parameter, 404 for a domain that does not exist.
    """
    fields = parse_fields(kind, query.get("fields"))
    records = _filtered(context, kind, query)
    first, last = _window(records, page)
    paging: Json = {"total": len(records)}
    if first > 0 and page.limit:
        paging["before"] = _cursor(records[first])
    if last < len(records) and page.limit:
        paging["after"] = _cursor(records[last - 1])
    return {"data": [show(context.store, record, fields) for record in records[first:last]], "paging": paging}


def _filtered(context: Context, kind: Kind, query: Mapping[str, str]) -> list[Record]:
    include = parse_include(query.get("include"))
    scope: Record | None = None
    for parameter, scope_kind in SCOPES.get(kind.name, {}).items():
        if parameter in query:
            scope = context.store.find(scope_kind, query[parameter])
            if scope is None:
                # The filter is a prefix of names, so a missing container lists nothing (OpenMetadata server, ListFilter).
                return []
    records = context.store.sorted(kind.name, scope, include)
    if "domain" in query:
        # Only what is stored counts, not what is inherited (OpenMetadata server, ListFilter.getDomainCondition).
        domain = find_by_name(context, "domain", query["domain"])
        records = [record for record in records if domain.id in record.links.get("domains", ())]
    return records


def _window(records: list[Record], page: Page) -> tuple[int, int]:
    if page.after is not None:
        first = bisect_right(records, _read_cursor(page.after), key=_sort_key)
        return first, min(first + page.limit, len(records))
    if page.before is not None:
        last = bisect_left(records, _read_cursor(page.before), key=_sort_key)
        return max(last - page.limit, 0), last
    return 0, min(page.limit, len(records))


def _sort_key(record: Record) -> tuple[str, str]:
    return record.name, record.id


def _cursor(record: Record) -> str:
    text = json.dumps({"name": record.name, "id": record.id})
    return base64.urlsafe_b64encode(text.encode()).decode()


def _read_cursor(text: str) -> tuple[str, str]:
    try:
        found: Any = json.loads(base64.urlsafe_b64decode(text))
        return str(found["name"]), str(found["id"])
    except (binascii.Error, ValueError, KeyError, TypeError) as error:
        raise bad_request("Not a cursor of this list") from error


def list_versions(context: Context, record: Record) -> Json:
    """The version history of an entity, newest first, each version as JSON text."""
    versions = [json.dumps(show(context.store, record, ()))]
    versions += [json.dumps(_past(record, past)) for past in reversed(record.history)]
    return {"entityType": record.kind, "versions": versions}


def version_of(context: Context, record: Record, version: str) -> Json:
    """One version of an entity.

    Raises:
        ApiError: 404 when it never had it.
    """
    if version == str(record.shown_version):
        return show(context.store, record, ())
    for past in record.history:
        if version == str(past.version):
            return _past(record, past)
    raise not_found(f"{record.kind} version", version)


def _past(record: Record, past: PastVersion) -> Json:
    document: Json = {"id": record.id, "name": record.name, "fullyQualifiedName": record.fqn}
    document.update(json.loads(past.body))
    document.update(version=past.version, updatedAt=past.updated_at, updatedBy=past.updated_by)
    if KINDS[record.kind].soft_delete:
        document["deleted"] = past.deleted
    return document
