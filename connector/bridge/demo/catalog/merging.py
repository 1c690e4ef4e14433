"""What a PUT or a PATCH makes of a stored entity, field by field.

Rules: OpenMetadata server, EntityRepository.EntityUpdater and its parts (EntityValueUpdates, EntityOwnershipUpdates,
TableUpdater), as of 2.0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from connector.bridge.demo.catalog.columns import ColumnMerge
from connector.bridge.demo.catalog.context import Context, Writer
from connector.bridge.demo.catalog.errors import bad_request
from connector.bridge.demo.catalog.kinds import Kind, LinkRule, Rule
from connector.bridge.demo.catalog.render import effective_links, inherited_links
from connector.bridge.demo.catalog.store import Json, Record
from connector.bridge.demo.catalog.tables import constraint_key
from connector.bridge.demo.catalog.taglabels import merge_labels


@dataclass
class Merge:
    """A stored entity on its way to its next state.

    Attributes:
        context: the catalog.
        kind: the kind of the entity.
        record: the entity as stored; not changed.
        writer: who writes.
        patch: a JSON Patch, where what is sent counts and nothing is kept for people.
        stored: the plain fields as stored.
        document: the plain fields as they will be.
        links: the relationships as they will be, only those that change.
        changed: fields whose change makes a new version.
        silent: fields that are stored without a new version.
        major: the change is not backward compatible.
    """

    context: Context
    kind: Kind
    record: Record
    writer: Writer
    patch: bool = False
    stored: Json = field(default_factory=dict)
    document: Json = field(default_factory=dict)
    links: dict[str, list[str]] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)
    silent: set[str] = field(default_factory=set)
    major: bool = False

    def __post_init__(self) -> None:
        self.stored = self.record.load()
        self.document = dict(self.stored)

    @property
    def writes(self) -> bool:
        """Whether anything has to be stored."""
        return bool(self.changed or self.silent)

    def apply(self, attributes: Mapping[str, Any], links: Mapping[str, list[str]]) -> None:
        """Apply what is sent.

        Args:
            attributes: checked plain fields; one that is missing counts as null.
            links: ids by relationship; one that is missing counts as empty.
        """
        for name, link in self.kind.links.items():
            self._apply_link(name, link.rule, links.get(name, []))
        only_along: dict[str, Any] = {}
        for name, rule in self.kind.attributes.items():
            value = attributes.get(name)
            if self.patch and rule in _PLAIN_IN_PATCH:
                self.put(name, value)
            elif rule is Rule.UNDIFFED or (rule is Rule.CONNECTION and value is None):
                only_along[name] = value
            else:
                _APPLY[rule](self, name, value)
        if "certification" in self.stored and not self.patch and not self.writer.bot:
            # No Create request carries it, so that a person's PUT always deletes it (OpenMetadata server,
            # EntityUpdater.updateCertification).
            self.put("certification", None)
        if self.writes:
            self.document.update(only_along)

    def put(self, name: str, value: Any) -> None:
        """Set a field and note the change when it differs; null removes it."""
        if self.stored.get(name) != value:
            self.document[name] = value
            self.changed.add(name)

    def _apply_link(self, name: str, rule: LinkRule, wanted: list[str]) -> None:
        stored = self.record.links.get(name, [])
        if not self.patch:
            wanted = self._allowed_links(name, rule, stored, wanted)
        if set(wanted) != set(stored):
            self.links[name] = wanted
            self.changed.add(name)

    def _allowed_links(self, name: str, rule: LinkRule, stored: list[str], wanted: list[str]) -> list[str]:
        if rule is LinkRule.OWNERS:
            return stored if not wanted or (stored and self._owners_kept()) else wanted
        if rule is LinkRule.DOMAINS:
            blocked = self.writer.bot and effective_links(self.context.store, self.record, name)[0]
            return stored if not wanted or blocked else wanted
        if rule is LinkRule.DATA_PRODUCTS:
            return stored if stored and self.writer.bot else wanted
        return wanted

    def _owners_kept(self) -> bool:
        if self.writer.override or not self.writer.bot:
            return False
        return self.context.options.bot_keeps_owners or self.writer.actor.denies("EditOwners", self.kind.name)


def check_products(merge: Merge) -> None:
    """Refuse data products on an entity that ends up without a domain of its own or from above (400)."""
    products, domains = (
        merge.links.get(name, merge.record.links.get(name)) for name in ("dataProducts", "domains")
    )
    if products and not domains and not inherited_links(merge.context.store, merge.record, "domains"):
        raise bad_request("Domain cannot be empty when data products are provided.")


def _replace(merge: Merge, name: str, value: Any) -> None:
    merge.put(name, value if value is not None else merge.kind.defaults.get(name))


def _keep(merge: Merge, name: str, value: Any) -> None:
    if value is not None:
        merge.put(name, value)


def _fixed(_: Merge, __: str, ___: Any) -> None:
    """The creator decided."""


def _description(merge: Merge, name: str, value: Any) -> None:
    kept = merge.writer.bot and merge.stored.get(name) and not (merge.writer.override and value)
    if not kept:
        merge.put(name, value)


def _display_name(merge: Merge, name: str, value: Any) -> None:
    writer = merge.writer
    denied = writer.bot and writer.actor.denies("EditDisplayName", merge.kind.name)
    if not (denied and merge.stored.get(name) and not writer.override):
        merge.put(name, value)


def _extension(merge: Merge, name: str, value: Any) -> None:
    if value is not None and not merge.writer.bot:
        merge.put(name, value)


def _life_cycle(merge: Merge, name: str, value: Any) -> None:
    stored = merge.stored.get(name) or {}
    merged = dict(stored)
    for step, entry in (value or {}).items():
        if step not in stored or entry.get("timestamp", 0) > stored[step].get("timestamp", 0):
            merged[step] = entry
    if merge.patch:
        merged = value or {}
    if merged != stored:
        merge.document[name] = merged or None
        merge.silent.add(name)


def _tags(merge: Merge, name: str, value: Any) -> None:
    sent = value or []
    if not (merge.patch or (merge.writer.override and sent)):
        sent = merge_labels(merge.context.store, merge.stored.get(name) or [], sent)
    merge.put(name, sent or None)


def _columns(merge: Merge, name: str, value: Any) -> None:
    columns = ColumnMerge(merge.writer.bot, override=merge.writer.override, patch=merge.patch)
    stored = merge.stored.get(name) or []
    merge.document[name] = columns.merge(merge.context.store, stored, value or [])
    merge.major = merge.major or columns.removed
    if columns.changed:
        merge.changed.add(name)


def _constraints(merge: Merge, name: str, value: Any) -> None:
    stored = merge.stored.get(name) or []
    sent = value or []
    if not sent and merge.writer.bot and not merge.patch and merge.context.options.bot_keeps_constraints:
        left = {column["name"] for column in merge.document.get("columns") or ()}
        sent = [item for item in stored if left.issuperset(item.get("columns") or ())]
    # A relationship type alone is not seen as a change (OpenMetadata server, TableUpdater.updateConstraints).
    if {constraint_key(item) for item in sent} != {constraint_key(item) for item in stored}:
        merge.put(name, sent or None)


def _hash(merge: Merge, name: str, value: Any) -> None:
    if merge.stored.get(name) != value:
        merge.document[name] = value
        merge.silent.add(name)


_APPLY: Mapping[Rule, Callable[[Merge, str, Any], None]] = {
    Rule.REPLACE: _replace,
    Rule.KEEP: _keep,
    Rule.FIXED: _fixed,
    Rule.DESCRIPTION: _description,
    Rule.DISPLAY_NAME: _display_name,
    Rule.EXTENSION: _extension,
    Rule.LIFE_CYCLE: _life_cycle,
    Rule.TAGS: _tags,
    Rule.COLUMNS: _columns,
    Rule.CONSTRAINTS: _constraints,
    Rule.CONNECTION: _keep,
    Rule.HASH: _hash,
}
_PLAIN_IN_PATCH = frozenset(
    {
        Rule.REPLACE,
        Rule.KEEP,
        Rule.DESCRIPTION,
        Rule.DISPLAY_NAME,
        Rule.EXTENSION,
        Rule.CONNECTION,
        Rule.UNDIFFED,
    }
)
