"""Bulk PUT and the removal of what a run no longer reports, with one result for each item."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from connector.bridge.demo.catalog.context import Context, Writer
from connector.bridge.demo.catalog.deletion import delete
from connector.bridge.demo.catalog.errors import ApiError, UnsupportedError, bad_request
from connector.bridge.demo.catalog.kinds import KINDS, Kind
from connector.bridge.demo.catalog.names import split_fqn
from connector.bridge.demo.catalog.reading import SCOPES
from connector.bridge.demo.catalog.requests import Draft, map_request
from connector.bridge.demo.catalog.store import Json, Record
from connector.bridge.demo.catalog.writing import put_draft

STALE_REQUEST = "metadata.generated.schema.type.bulkDeleteStaleRequest:BulkDeleteStaleRequest"


@dataclass
class BulkResult:
    """What became of each item of a bulk request, in the shape of the server's BulkOperationResult."""

    dry_run: bool = False
    passed: list[Json] = field(default_factory=list)
    failed: list[Json] = field(default_factory=list)

    def succeed(self, request: Any) -> None:
        """Note an item that went through."""
        self.passed.append({"request": request, "status": int(HTTPStatus.OK)})

    def fail(self, request: Any, status: int, message: str) -> None:
        """Note an item that was refused."""
        self.failed.append({"request": request, "status": status, "message": message})

    @property
    def all_failed(self) -> bool:
        """Whether there were items and none went through."""
        return bool(self.failed) and not self.passed

    def shown(self) -> Json:
        """The JSON body."""
        status = "failure" if self.all_failed else "partialSuccess" if self.failed else "success"
        return {
            "dryRun": self.dry_run,
            "status": status,
            "numberOfRowsProcessed": len(self.passed) + len(self.failed),
            "numberOfRowsPassed": len(self.passed),
            "numberOfRowsFailed": len(self.failed),
            "successRequest": self.passed,
            "failedRequest": self.failed,
        }


def put_all(context: Context, kind: Kind, bodies: Any, writer: Writer) -> BulkResult:
    """Create or update many entities, each for itself.

    Args:
        context: the catalog.
        kind: the kind to write.
        bodies: the array of Create requests.
        writer: who writes, and whether metadata set by people may be replaced.

    Returns:
        One result for each item. An item whose source hash equals the stored one is passed and nothing is written, unless the
        writer overrides, the entity is deleted or its name is in the request twice (OpenMetadata server,
        EntityBulkUpdateService). All items are checked before the first is stored, so a foreign key to a table that the same
        request creates is refused.

    Raises:
        ApiError: 400 when the body is no array.
    """
    if not isinstance(bodies, list):
        raise bad_request("A bulk request is an array of Create requests")
    result = BulkResult()
    drafts: list[Draft | None] = [_map(context, kind, body, result) for body in bodies]
    counts = Counter(draft.fqn for draft in drafts if draft is not None)
    for draft in drafts:
        if draft is None:
            continue
        try:
            if counts[draft.fqn] > 1 or not _is_unchanged(context, draft, writer):
                put_draft(context, draft, writer)
        except ApiError as error:
            result.fail(draft.fqn, int(error.status), error.message)
        else:
            result.succeed(draft.fqn)
    return result


def _map(context: Context, kind: Kind, body: Any, result: BulkResult) -> Draft | None:
    try:
        return map_request(context, kind, body)
    except UnsupportedError:
        # Not the item's fault but a gap of the stand-in, so it must not pass as one of many failed items.
        raise
    except ApiError as error:
        result.fail(body, int(error.status), error.message)
        return None


def _is_unchanged(context: Context, draft: Draft, writer: Writer) -> bool:
    sent = draft.attributes.get("sourceHash")
    record = context.store.find(draft.kind.name, draft.fqn)
    if record is None or record.deleted or not sent or writer.override:
        return False
    writer.actor.require("EditAll", draft.kind.name)
    return bool(record.source_hash == sent)


def delete_stale(context: Context, kind: Kind, body: Any, writer: Writer) -> BulkResult:
    """Delete what is in a scope and was not seen.

    Args:
        context: the catalog.
        kind: the kind to delete.
        body: the request: scope, names seen, and how to delete.
        writer: who deletes.

    Returns:
        One result for each entity deleted. Nothing is deleted when no name was seen or the scope does not exist
        (OpenMetadata server, EntityStaleDeletion).

    Raises:
        ApiError: 400 for a malformed request or a scope of another type, 403 without the right to delete.
    """
    context.check(STALE_REQUEST, body)
    request: Mapping[str, Any] = body
    writer.actor.require("Delete", kind.name)
    scope_kind = _scope_kind(kind, request)
    result = BulkResult(dry_run=bool(request.get("dryRun")))
    scope = context.store.find(scope_kind, request["scopeFqn"])
    # A name that can't be parsed is ignored, so its entity looks stale.
    seen = {fqn for fqn in request["seenFqns"] if split_fqn(fqn) is not None}
    if not seen or scope is None or scope.deleted:
        return result
    for record in context.store.sorted(kind.name, scope, "non-deleted"):
        if record.fqn not in seen:
            _delete_one(context, record, request, writer, result)
    return result


def _scope_kind(kind: Kind, request: Mapping[str, Any]) -> str:
    if not request["scopeFqn"]:
        raise bad_request("scopeFqn must not be empty")
    scope_kinds = SCOPES[kind.name]
    asked = request["scopeEntityType"]
    for parameter, scope_kind in scope_kinds.items():
        if asked in {parameter, scope_kind}:
            return scope_kind
    known = "an entity type" if asked in KINDS else "no entity type"
    raise bad_request(f"{asked} is {known}, but not a scope of {kind.collection}")


def _delete_one(
    context: Context, record: Record, request: Mapping[str, Any], writer: Writer, result: BulkResult
) -> None:
    recursive, hard = request.get("recursive") is not False, bool(request.get("hardDelete"))
    try:
        if not result.dry_run:
            delete(context, record, writer.actor, recursive=recursive, hard=hard)
    except ApiError as error:
        result.fail(record.fqn, int(HTTPStatus.INTERNAL_SERVER_ERROR), error.message)
    else:
        result.succeed(record.fqn)
