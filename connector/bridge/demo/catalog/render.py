"""What a reader sees of a stored entity: chosen fields, references, and what is inherited from above."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from connector.bridge.demo.catalog.errors import bad_request
from connector.bridge.demo.catalog.kinds import KINDS, Kind
from connector.bridge.demo.catalog.names import quote_name
from connector.bridge.demo.catalog.references import reference
from connector.bridge.demo.catalog.store import Json, Record, Store

_SINGLE_LINKS = frozenset({"ingestionRunner"})


def parse_fields(kind: Kind, text: str | None) -> frozenset[str]:
    """The extra fields a reader asks for.

    Args:
        kind: the kind read.
        text: value of ``fields=``, comma separated; ``*`` means all.

    Raises:
        ApiError: 400 for a field the kind does not have.
    """
    asked = {part.strip() for part in (text or "").split(",") if part.strip()}
    if "*" in asked:
        return kind.fields
    for name in sorted(asked - kind.fields):
        if name not in kind.attributes and name not in kind.state_attributes:
            raise bad_request(f"Invalid field name {name}")
    return frozenset(asked)


def heirs_of(store: Store, record: Record) -> Iterator[Record]:
    """The entities a record inherits from, nearest first: its containers, for a data product its first domain."""
    if record.kind == "dataProduct":
        for domain_id in record.links.get("domains", ())[:1]:
            domain = store.by_id[domain_id]
            yield domain
            yield from heirs_of(store, domain)
        return
    parent = store.parent_of(record)
    while parent is not None:
        yield parent
        parent = store.parent_of(parent)


def effective_links(store: Store, record: Record, name: str) -> tuple[list[Record], bool]:
    """The targets of a relationship as a reader sees them.

    Returns:
        The entities, and whether they are inherited (an own value stops inheritance).
    """
    own = [store.by_id[item] for item in record.links.get(name, ())]
    if own:
        return own, False
    above = inherited_links(store, record, name)
    return above, bool(above)


def inherited_links(store: Store, record: Record, name: str) -> list[Record]:
    """The entities of a relationship that come from the nearest entity above that has any."""
    if name not in KINDS[record.kind].inherits:
        return []
    for above in heirs_of(store, record):
        found = above.links.get(name)
        if found:
            return [store.by_id[item] for item in found]
    return []


def place_columns(columns: list[Json], parent_fqn: str, with_tags: bool, store: Store) -> None:
    """Give columns their fully qualified names, in place, and show or hide their tags."""
    for column in columns:
        fqn = f"{parent_fqn}.{quote_name(column['name'])}"
        column["fullyQualifiedName"] = fqn
        if with_tags:
            column["tags"] = [show_tag(store, label) for label in column.get("tags") or ()]
        else:
            column.pop("tags", None)
        children = column.get("children")
        if children:
            place_columns(children, fqn, with_tags, store)


def show_tag(store: Store, label: Json) -> Json:
    """A stored tag label with what the tag itself says."""
    shown = dict(label)
    tag = store.find("tag", label["tagFQN"])
    if tag is not None:
        document = tag.load()
        shown["name"] = tag.name
        for name in ("displayName", "description", "style"):
            if document.get(name):
                shown[name] = document[name]
    return shown


def _containers(store: Store, record: Record, kind: Kind) -> Json:
    shown: Json = {}
    parent = store.parent_of(record)
    if parent is None or kind.parent_field is None:
        return shown
    shown[kind.parent_field] = reference(parent)
    if record.kind == "tag" and parent.kind == "tag":
        shown["parent"] = reference(parent)
        classification = store.ancestor(record, "classification")
        if classification is not None:
            shown["classification"] = reference(classification)
    if record.kind in {"table", "databaseSchema"}:
        for field_name, above in (("database", "database"), ("service", "databaseService")):
            container = store.ancestor(record, above)
            if container is not None:
                shown[field_name] = reference(container)
    if record.kind in {"table", "databaseSchema", "database"}:
        service = store.ancestor(record, "databaseService")
        if service is not None:
            shown["serviceType"] = service.load().get("serviceType")
    return shown


def _derived(store: Store, record: Record, asked: frozenset[str]) -> Json:
    """Fields that exist only as the reverse of something stored."""
    shown: Json = {}
    children_fields = {
        "database": ("databaseSchemas", "databaseSchema"),
        "databaseSchema": ("tables", "table"),
        "databaseService": ("pipelines", "ingestionPipeline"),
        "domain": ("children", "domain"),
        "tag": ("children", "tag"),
    }
    if record.kind in children_fields:
        field_name, child_kind = children_fields[record.kind]
        if field_name in asked:
            children = [store.by_id[item] for item in record.children]
            shown[field_name] = [
                reference(child) for child in children if child.kind == child_kind and not child.deleted
            ]
    if record.kind == "team":
        if "children" in asked:
            shown["children"] = [reference(team) for team in store.linked_to(record.id, "parents")]
        if "owns" in asked:
            shown["owns"] = [reference(owned) for owned in store.linked_to(record.id, "owners")]
    if record.kind == "user" and "teams" in asked:
        shown["teams"] = [reference(team) for team in store.linked_to(record.id, "users")]
    if "childrenCount" in asked and record.kind == "domain":
        shown["childrenCount"] = sum(1 for item in record.children if store.by_id[item].kind == "domain")
    if "profile" in asked and store.profiles.get(record.id):
        profiles = store.profiles[record.id]
        shown["profile"] = profiles[max(profiles)]
    return shown


def _attributes(store: Store, record: Record, kind: Kind, asked: frozenset[str]) -> Json:
    document = record.load()
    for name in kind.hidden - asked:
        if name != "tags":
            document.pop(name, None)
    tags = document.pop("tags", None)
    if "tags" in asked:
        document["tags"] = [show_tag(store, label) for label in tags or ()]
    columns: list[Json] | None = document.get("columns")
    if columns is not None:
        place_columns(columns, record.fqn, "tags" in asked, store)
    if "retentionPeriod" in kind.inherits and "retentionPeriod" not in document:
        for above in heirs_of(store, record):
            value = above.load().get("retentionPeriod")
            if value:
                document["retentionPeriod"] = value
                break
    return document


def show(store: Store, record: Record, asked: Iterable[str] = ()) -> Json:
    """The document of an entity as an answer carries it.

    Args:
        store: the catalog.
        record: the entity.
        asked: relationship and hidden fields to show.

    Returns:
        A fresh document without null values.
    """
    wanted = frozenset(asked)
    kind = KINDS[record.kind]
    document: Json = {"id": record.id, "name": record.name, "fullyQualifiedName": record.fqn}
    document.update(_attributes(store, record, kind, wanted))
    document["version"] = record.shown_version
    document["updatedAt"] = record.updated_at
    document["updatedBy"] = record.updated_by
    if kind.soft_delete:
        document["deleted"] = record.deleted
    document.update(_containers(store, record, kind))
    for name in kind.links:
        if name not in wanted:
            continue
        targets, inherited = effective_links(store, record, name)
        references: Any = [reference(target, inherited=inherited) for target in targets]
        document[name] = (references[0] if references else None) if name in _SINGLE_LINKS else references
    document.update(_derived(store, record, wanted))
    return {key: value for key, value in document.items() if value is not None}


def show_all(store: Store, record: Record) -> Json:
    """The document with every field, as answers to writes and the patch operation see it."""
    return show(
        store,
        record,
        KINDS[record.kind].fields - {"databaseSchemas", "tables", "pipelines", "children", "owns"},
    )
