"""JSON Patch (RFC 6902) on decoded JSON, with pointers as in RFC 6901."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from connector.bridge.demo.catalog.errors import bad_request

_INDEX = re.compile(r"0|[1-9][0-9]*")
_HAS_VALUE = frozenset({"add", "replace", "test"})
_HAS_FROM = frozenset({"move", "copy"})


def apply_patch(document: Any, operations: Any) -> Any:
    """Apply a patch.

    Args:
        document: decoded JSON; not changed.
        operations: the operations as sent.

    Returns:
        The patched copy.

    Raises:
        ApiError: 400 for a malformed operation, a path that does not exist, or a test that fails. Nothing is applied then.
    """
    result = copy.deepcopy(document)
    for operation in check_operations(operations):
        result = _OPERATIONS[operation["op"]](result, operation)
    return result


def check_operations(operations: Any) -> Sequence[Mapping[str, Any]]:
    """Check the form of a patch.

    Raises:
        ApiError: 400.
    """
    if not isinstance(operations, list):
        raise bad_request("A JSON Patch is an array of operations")
    for operation in operations:
        if not isinstance(operation, dict) or operation.get("op") not in _OPERATIONS:
            raise bad_request(f"Not an operation of JSON Patch: {str(operation)[:100]}")
        if not isinstance(operation.get("path"), str):
            raise bad_request(f"Operation {operation['op']} needs a path")
        if operation["op"] in _HAS_VALUE and "value" not in operation:
            raise bad_request(f"Operation {operation['op']} needs a value")
        if operation["op"] in _HAS_FROM and not isinstance(operation.get("from"), str):
            raise bad_request(f"Operation {operation['op']} needs a from")
    return operations


def touched_paths(operations: Sequence[Mapping[str, Any]]) -> list[str]:
    """The pointers that a checked patch writes to; a test writes nothing."""
    paths: list[str] = []
    for operation in operations:
        if operation["op"] == "test":
            continue
        paths.append(operation["path"])
        if operation["op"] == "move":
            paths.append(operation["from"])
    return paths


def split_pointer(pointer: str) -> list[str]:
    """The unescaped steps of a JSON Pointer.

    Raises:
        ApiError: 400 when it is not empty and does not start with a slash.
    """
    if pointer and not pointer.startswith("/"):
        raise bad_request(f"Not a JSON Pointer: {pointer}")
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def _find(document: Any, steps: Sequence[str], pointer: str) -> Any:
    current = document
    for step in steps:
        if isinstance(current, dict) and step in current:
            current = current[step]
        elif isinstance(current, list):
            current = current[_index(current, step, pointer, len(current) - 1)]
        else:
            raise bad_request(f"Non-existing name or value in the JSON Pointer {pointer}")
    return current


def _index(target: Sequence[Any], step: str, pointer: str, last: int) -> int:
    if not _INDEX.fullmatch(step) or int(step) > last:
        raise bad_request(f"Array index out of range in the JSON Pointer {pointer} (size {len(target)})")
    return int(step)


def _parent(document: Any, pointer: str) -> tuple[Any, str]:
    steps = split_pointer(pointer)
    parent = _find(document, steps[:-1], pointer)
    if not isinstance(parent, (dict, list)):
        raise bad_request(f"Non-existing name or value in the JSON Pointer {pointer}")
    return parent, steps[-1]


def _add_at(document: Any, pointer: str, value: Any) -> Any:
    if pointer == "":
        return value
    parent, step = _parent(document, pointer)
    if isinstance(parent, dict):
        parent[step] = value
    elif step == "-":
        parent.append(value)
    else:
        parent.insert(_index(parent, step, pointer, len(parent)), value)
    return document


def _remove_at(document: Any, pointer: str) -> Any:
    _find(document, split_pointer(pointer), pointer)
    if pointer == "":
        raise bad_request("The whole document can't be removed")
    parent, step = _parent(document, pointer)
    del parent[step if isinstance(parent, dict) else int(step)]
    return document


def _add(document: Any, operation: Mapping[str, Any]) -> Any:
    return _add_at(document, operation["path"], copy.deepcopy(operation["value"]))


def _remove(document: Any, operation: Mapping[str, Any]) -> Any:
    return _remove_at(document, operation["path"])


def _replace(document: Any, operation: Mapping[str, Any]) -> Any:
    pointer = operation["path"]
    _find(document, split_pointer(pointer), pointer)
    value = copy.deepcopy(operation["value"])
    if pointer == "":
        return value
    parent, step = _parent(document, pointer)
    parent[step if isinstance(parent, dict) else int(step)] = value
    return document


def _test(document: Any, operation: Mapping[str, Any]) -> Any:
    found = _find(document, split_pointer(operation["path"]), operation["path"])
    if not _same(found, operation["value"]):
        raise bad_request(f"The JSON Patch operation 'test' failed for path {operation['path']}")
    return document


def _same(one: Any, other: Any) -> bool:
    # Python holds True == 1; JSON does not.
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(one == other)


def _move(document: Any, operation: Mapping[str, Any]) -> Any:
    source, target = operation["from"], operation["path"]
    if target.startswith(source + "/"):
        raise bad_request(f"Can't move {source} into itself")
    value = _find(document, split_pointer(source), source)
    return _add_at(_remove_at(document, source), target, value)


def _copy(document: Any, operation: Mapping[str, Any]) -> Any:
    value = _find(document, split_pointer(operation["from"]), operation["from"])
    return _add_at(document, operation["path"], copy.deepcopy(value))


_OPERATIONS: Mapping[str, Callable[[Any, Mapping[str, Any]], Any]] = {
    "add": _add,
    "remove": _remove,
    "replace": _replace,
    "test": _test,
    "move": _move,
    "copy": _copy,
}
