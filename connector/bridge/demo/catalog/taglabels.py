"""Tag labels on entities and columns: checked, stored small, merged."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from connector.bridge.demo.catalog.errors import bad_request, not_found
from connector.bridge.demo.catalog.store import Json, Store, encode

_CERTIFICATION = "Certification"


def check_labels(store: Store, labels: Iterable[Any]) -> list[Json]:
    """Check tag labels of a request and reduce them to what is stored.

    Args:
        store: the catalog.
        labels: label objects; a certification among them is dropped, as the server does.

    Returns:
        Labels with tagFQN, source, labelType and state, each tag once, sorted by name.

    Raises:
        ApiError: 404 for a tag that does not exist, 400 for two tags that exclude each other.
    """
    result: dict[str, Json] = {}
    for label in labels:
        fqn = str(label["tagFQN"])
        if fqn.split(".", maxsplit=1)[0] == _CERTIFICATION:
            continue
        tag = store.find("tag", fqn)
        if tag is None or tag.deleted:
            raise not_found("tag", fqn)
        result[fqn] = {
            "tagFQN": fqn,
            "source": label.get("source") or "Classification",
            "labelType": label.get("labelType") or "Manual",
            "state": label.get("state") or "Confirmed",
        }
    found = [result[fqn] for fqn in sorted(result)]
    check_exclusive(store, found)
    return found


def check_exclusive(store: Store, labels: Iterable[Json]) -> None:
    """Refuse two tags below one mutually exclusive classification or tag (400)."""
    holders: dict[str, str] = {}
    for label in labels:
        tag = store.find("tag", label["tagFQN"])
        parent = store.parent_of(tag) if tag else None
        if parent is None or not parent.load().get("mutuallyExclusive"):
            continue
        other = holders.setdefault(parent.fqn, label["tagFQN"])
        if other != label["tagFQN"]:
            raise bad_request(
                f"Tag labels {other} and {label['tagFQN']} are mutually exclusive and can't be assigned"
            )


def merge_labels(store: Store, stored: list[Json], sent: list[Json]) -> list[Json]:
    """The labels after a PUT: those stored and those sent, since a PUT never removes one."""
    merged = {label["tagFQN"]: label for label in sent} | {label["tagFQN"]: label for label in stored}
    result = [merged[fqn] for fqn in sorted(merged)]
    if len(result) > len(stored):
        check_exclusive(store, result)
    return result


def drop_label(store: Store, fqn: str) -> None:
    """Take a tag that is deleted for good off every entity and column."""
    needle = encode(fqn)
    for record in store.by_id.values():
        if needle in record.body:
            document = record.load()
            if _drop_from(document, fqn):
                record.save(document)


def _drop_from(document: Json, fqn: str) -> bool:
    labels = document.get("tags") or []
    kept = [label for label in labels if label["tagFQN"] != fqn]
    dropped = len(kept) < len(labels)
    if dropped:
        document["tags"] = kept or None
    below = (document.get("columns") or []) + (document.get("children") or [])
    return any([dropped, *(_drop_from(column, fqn) for column in below)])
