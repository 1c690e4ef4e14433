"""How a table's stored columns and those of a PUT or PATCH become one list."""

from __future__ import annotations

from dataclasses import dataclass, field

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
    names: list[str] = field(default_factory=list)

    def merge(self, store: Store, stored: list[Json], sent: list[Json]) -> list[Json]:
        """The columns after the write.

        Args:
            store: the catalog, for tags.
            stored: columns as stored.
            sent: checked columns of the request; used for the result.

        Returns:
            The columns to store. Columns match by name without case, data type and array data type (OpenMetadata
            server, EntityColumnUpdates); another type is a removal and an addition that inherits description and tags.
        """
        by_key = {_key(column): column for column in stored}
        by_name = {column["name"].lower(): column for column in stored}
        for column in sent:
            old = by_key.pop(_key(column), None)
            if old is not None:
                self._merge_one(store, old, column)
                continue
            self._note(column["name"])
            relative = by_name.get(column["name"].lower())
            if relative is not None:
                for name in ("description", "tags"):
                    if not column.get(name) and relative.get(name):
                        column[name] = relative[name]
        if by_key:
            self.removed = True
            for column in by_key.values():
                self._note(column["name"])
        return sent

    def _merge_one(self, store: Store, old: Json, column: Json) -> None:
        if not self.patch:
            self._keep_text(old, column)
            self._merge_tags(store, old, column)
        compared = (*_COMPARED, "description", "displayName", "tags")
        if any(old.get(name) != column.get(name) for name in compared):
            self._note(column["name"])
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

    def _note(self, name: str) -> None:
        self.changed = True
        self.names.append(name)


def _key(column: Json) -> tuple[str, object, object]:
    return column["name"].lower(), column.get("dataType"), column.get("arrayDataType")
