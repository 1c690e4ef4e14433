"""Iceberg types to columns (table spec, "Schemas and Data Types", formats 1 to 3)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from connector.bridge.errors import Code
from connector.bridge.plan import names
from connector.bridge.plan.model import ColumnPlan, Note
from connector.bridge.plan.texts import readable

PRIMITIVES: Mapping[str, str] = {
    "boolean": "BOOLEAN",
    "int": "INT",
    "long": "BIGINT",
    "float": "FLOAT",
    "double": "DOUBLE",
    "date": "DATE",
    "time": "TIME",
    "timestamp": "TIMESTAMP",
    "timestamp_ns": "TIMESTAMP",
    "timestamptz": "TIMESTAMPZ",
    "timestamptz_ns": "TIMESTAMPZ",
    "string": "STRING",
    "uuid": "UUID",
    "binary": "BYTES",
    "variant": "VARIANT",
    "geometry": "GEOMETRY",
    "geography": "GEOGRAPHY",
    "unknown": "UNKNOWN",
}
"""Types without parameters, and those whose parameters the catalog has no place for, by their text up to a bracket."""

UNKNOWN = "UNKNOWN"
MAX_DEPTH = 50
MAX_TEXT = 2_000

_DECIMAL = re.compile(r"decimal\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)")
_FIXED = re.compile(r"fixed\[\s*(\d{1,9})\s*\]")
_GEO = re.compile(r"(geometry|geography)\s*(\(.*\))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """A field of a struct as Iceberg has it."""

    name: str
    type: str | Mapping[str, Any]
    required: bool
    doc: str | None


@dataclass(frozen=True, slots=True)
class _Shape:
    """A type in the catalog's terms, without the column that has it."""

    data_type: str
    text: str
    array_data_type: str | None = None
    precision: int | None = None
    scale: int | None = None
    children: tuple[ColumnPlan, ...] | None = None


@dataclass(slots=True)
class TypeMapper:
    """Maps the columns of one object and notes what the catalog has no type for."""

    subject: str
    notes: list[Note] = field(default_factory=list)

    def columns(self, fields: Sequence[FieldSpec], path: str = "", depth: int = 0) -> tuple[ColumnPlan, ...]:
        """Map the fields of a schema or struct.

        Args:
            fields: The fields in their order.
            path: Dotted path of the struct they are in, empty at the top.
            depth: How many types they are nested in.

        Returns:
            As many columns, with names of their own and ordinal positions from 1.
        """
        encoded = [names.entity_name(item.name) for item in fields]
        distinct = names.distinct_names(encoded)
        columns = []
        for ordinal, (item, wanted, name) in enumerate(zip(fields, encoded, distinct, strict=True), start=1):
            here = f"{path}.{item.name}" if path else item.name
            if name != wanted:
                self._note(
                    f"column `{here}` is published as `{name}`, since the catalog takes it for an earlier column"
                )
            shape = self._shape(item.type, here, depth)
            columns.append(_column(name, item, ordinal, shape))
        return tuple(columns)

    def _shape(self, type_: object, path: str, depth: int) -> _Shape:
        if isinstance(type_, str):
            return self._primitive(type_.strip(), path)
        kind = type_.get("type") if isinstance(type_, Mapping) else None
        if not isinstance(type_, Mapping) or not isinstance(kind, str):
            return self._unknown("", path)
        if depth >= MAX_DEPTH:
            return self._unknown(f"{kind}<...>", path)
        builders = {"struct": self._struct, "list": self._list, "map": self._map}
        builder = builders.get(kind)
        shape = builder(type_, path, depth + 1) if builder else None
        return shape or self._unknown(kind, path)

    def _primitive(self, text: str, path: str) -> _Shape:
        if text in PRIMITIVES:
            return _Shape(PRIMITIVES[text], text)
        if match := _DECIMAL.fullmatch(text):
            precision, scale = int(match[1]), int(match[2])
            # Writers differ in white space; the catalog shows one form, or two writers would make it look changed.
            text = f"decimal({precision},{scale})"
            if scale <= precision:
                return _Shape("DECIMAL", text, precision=precision, scale=scale)
            self._note(f"column `{path}` has type `{text}`, whose scale exceeds its precision")
            return _Shape("DECIMAL", text)
        if match := _FIXED.fullmatch(text):
            return _Shape("FIXED", f"fixed[{int(match[1])}]")
        if match := _GEO.fullmatch(text):
            return _Shape(PRIMITIVES[match[1]], text)
        return self._unknown(text, path)

    def _struct(self, type_: Mapping[str, Any], path: str, depth: int) -> _Shape | None:
        fields = struct_fields(type_.get("fields"))
        if fields is None:
            return None
        children = self.columns(fields, path, depth)
        inner = ",".join(
            f"{item.name}:{child.data_type_display}" for item, child in zip(fields, children, strict=True)
        )
        return _Shape("STRUCT", f"struct<{inner}>", children=children)

    def _list(self, type_: Mapping[str, Any], path: str, depth: int) -> _Shape | None:
        if "element" not in type_:
            return None
        element = self._shape(type_["element"], f"{path}.element", depth)
        text = f"list<{element.text}>"
        children: tuple[ColumnPlan, ...] | None = None
        if element.data_type == "STRUCT":
            children = element.children
        elif element.data_type in ("ARRAY", "MAP"):
            spec = FieldSpec("element", type_["element"], type_.get("element-required") is True, None)
            children = (_column("element", spec, 1, element),)
        return _Shape("ARRAY", text, array_data_type=element.data_type, children=children)

    def _map(self, type_: Mapping[str, Any], path: str, depth: int) -> _Shape | None:
        if "key" not in type_ or "value" not in type_:
            return None
        key = self._shape(type_["key"], f"{path}.key", depth)
        value = self._shape(type_["value"], f"{path}.value", depth)
        key_spec = FieldSpec("key", type_["key"], False, None)
        value_spec = FieldSpec("value", type_["value"], type_.get("value-required") is True, None)
        children = (_column("key", key_spec, 1, key), _column("value", value_spec, 2, value))
        return _Shape("MAP", f"map<{key.text},{value.text}>", children=children)

    def _unknown(self, text: str, path: str) -> _Shape:
        what = f"type `{text[:80]}`, which" if text else "no readable type, so it"
        self._note(f"column `{path}` has {what} is published as {UNKNOWN}")
        return _Shape(UNKNOWN, text or "unknown")

    def _note(self, text: str) -> None:
        self.notes.append(Note(Code.OBJECT_NOTE, self.subject, text))


def struct_fields(raw: object) -> list[FieldSpec] | None:
    """Read the fields of a nested struct, which the wire models leave as they came.

    Args:
        raw: The value of `fields`.

    Returns:
        The fields, or None when they are not what the spec says.
    """
    if not isinstance(raw, Sequence) or isinstance(raw, str):
        return None
    fields = []
    for item in raw:
        if not isinstance(item, Mapping) or not isinstance(item.get("name"), str) or not item["name"]:
            return None
        doc = item.get("doc")
        fields.append(
            FieldSpec(
                name=item["name"],
                type=item.get("type", ""),
                required=item.get("required") is True,
                doc=doc if isinstance(doc, str) else None,
            )
        )
    return fields


def _column(name: str, item: FieldSpec, ordinal: int, shape: _Shape) -> ColumnPlan:
    """Put a field and its type together."""
    return ColumnPlan(
        name=name,
        display_name=names.display_name(item.name, name),
        data_type=shape.data_type,
        data_type_display=(readable(shape.text) or "unknown")[:MAX_TEXT],
        ordinal=ordinal,
        description=readable(item.doc),
        required=item.required,
        array_data_type=shape.array_data_type,
        precision=shape.precision,
        scale=shape.scale,
        children=shape.children,
    )
