"""How a table's stored columns and those of a PUT or PATCH become one list."""

from __future__ import annotations

from dataclasses import dataclass

from connector.bridge.demo.catalog.store import Json, Store
from connector.bridge.demo.catalog.taglabels import merge_labels

_COMPARED = (
    "constraint",
    "dataLength",
    "precision",
    "scale",
    "dataTypeDisplay",
    "ordinalPosition",
    "jsonSchema",
    "extension",
)
_Key = tuple[str, object, object]


@dataclass
class ColumnMerge:
    """How columns are merged, and what came of it.

    Attributes:
        bot: the writer is a bot, so what is described or named stays.
        override: a bulk write that may replace descriptions and tags.
        patch: a JSON Patch: the new columns are taken as they are.
        changed: whether anything differs.
        removed: whether a column went or changed its type, which makes a major version.
    """

    bot: bool
    override: bool = False
    patch: bool = False
    changed: bool = False
    removed: bool = False

    def merge(self, store: Store, stored: list[Json], sent: list[Json]) -> list[Json]:
        """The columns after the write.

        Args:
            store: the catalog, for tags.
            stored: columns as stored.
            sent: checked columns of the request; used for the result.

        Returns:
            The columns to store. Columns match by name without case, data type and array data type (OpenMetadata
            server, EntityColumnUpdates), so of two that differ in case only, both match the first one stored; another type is
            a removal and an addition that inherits description and tags.
        """
        by_key: dict[_Key, Json] = {}
        by_name: dict[str, Json] = {}
        for column in stored:
            by_key.setdefault(_key(column), column)
            by_name.setdefault(column["name"].lower(), column)
        for column in sent:
            old = by_key.get(_key(column))
            if old is not None:
                self._merge_one(store, old, column)
            else:
                self.changed = True
                _inherit(by_name.get(column["name"].lower()), column)
        if by_key.keys() - {_key(column) for column in sent}:
            self.changed = self.removed = True
        return sent

    def _merge_one(self, store: Store, old: Json, column: Json) -> None:
        if not self.patch:
            self._keep_text(old, column)
            self._merge_tags(store, old, column)
        compared = (*_COMPARED, "description", "displayName", "tags")
        if any(old.get(name) != column.get(name) for name in compared):
            self.changed = True
        column_children, old_children = column.get("children"), old.get("children")
        if column_children or old_children:
            column["children"] = self.merge(store, old_children or [], column_children or [])

    def _keep_text(self, old: Json, column: Json) -> None:
        if not self.bot:
            return
        if old.get("description") and not (self.override and column.get("description")):
            column["description"] = old["description"]
        if old.get("displayName"):
            column["displayName"] = old["displayName"]

    def _merge_tags(self, store: Store, old: Json, column: Json) -> None:
        sent = column.get("tags") or []
        if self.override and sent:
            return
        merged = merge_labels(store, old.get("tags") or [], sent)
        if merged:
            column["tags"] = merged


def _inherit(relative: Json | None, column: Json) -> None:
    for name in ("description", "tags"):
        if relative is not None and not column.get(name) and relative.get(name):
            column[name] = relative[name]


def _key(column: Json) -> _Key:
    return column["name"].lower(), column.get("dataType"), column.get("arrayDataType")
