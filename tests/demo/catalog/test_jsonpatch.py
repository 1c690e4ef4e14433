"""JSON Patch: the examples of RFC 6902, appendix A, and pointers of RFC 6901."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from connector.bridge.demo.catalog.errors import ApiError
from connector.bridge.demo.catalog.jsonpatch import apply_patch, touched_paths

GOOD: list[tuple[str, Any, list[dict[str, Any]], Any]] = [
    ("whole added", {"a": 1}, [{"op": "add", "path": "", "value": [1]}], [1]),
    (
        "deep test",
        {"a": [{"b": 1}]},
        [{"op": "test", "path": "", "value": {"a": [{"b": 1.0}]}}],
        {"a": [{"b": 1}]},
    ),
    ("A.1", {"foo": "bar"}, [{"op": "add", "path": "/baz", "value": "qux"}], {"baz": "qux", "foo": "bar"}),
    (
        "A.2",
        {"foo": ["bar", "baz"]},
        [{"op": "add", "path": "/foo/1", "value": "qux"}],
        {"foo": ["bar", "qux", "baz"]},
    ),
    ("A.3", {"baz": "qux", "foo": "bar"}, [{"op": "remove", "path": "/baz"}], {"foo": "bar"}),
    ("A.4", {"foo": ["bar", "qux", "baz"]}, [{"op": "remove", "path": "/foo/1"}], {"foo": ["bar", "baz"]}),
    ("A.5", {"baz": "qux"}, [{"op": "replace", "path": "/baz", "value": "boo"}], {"baz": "boo"}),
    (
        "A.6",
        {"foo": {"bar": "baz", "waldo": "fred"}, "qux": {"corge": "grault"}},
        [{"op": "move", "from": "/foo/waldo", "path": "/qux/thud"}],
        {"foo": {"bar": "baz"}, "qux": {"corge": "grault", "thud": "fred"}},
    ),
    (
        "A.7",
        {"foo": ["all", "grass", "cows", "eat"]},
        [{"op": "move", "from": "/foo/1", "path": "/foo/3"}],
        {"foo": ["all", "cows", "eat", "grass"]},
    ),
    (
        "A.8",
        {"baz": "qux", "foo": ["a", 2, "c"]},
        [{"op": "test", "path": "/baz", "value": "qux"}, {"op": "test", "path": "/foo/1", "value": 2}],
        {"baz": "qux", "foo": ["a", 2, "c"]},
    ),
    (
        "A.10",
        {"foo": "bar"},
        [{"op": "add", "path": "/child", "value": {"grandchild": {}}}],
        {"foo": "bar", "child": {"grandchild": {}}},
    ),
    (
        "A.11",
        {"foo": "bar"},
        [{"op": "add", "path": "/baz", "value": "qux", "xyz": 123}],
        {"foo": "bar", "baz": "qux"},
    ),
    ("A.14", {"/": 9, "~1": 10}, [{"op": "test", "path": "/~01", "value": 10}], {"/": 9, "~1": 10}),
    (
        "A.16",
        {"foo": ["bar"]},
        [{"op": "add", "path": "/foo/-", "value": ["abc"]}],
        {"foo": ["bar", ["abc"]]},
    ),
    ("copy", {"a": [1]}, [{"op": "copy", "from": "/a", "path": "/b"}], {"a": [1], "b": [1]}),
    ("whole", {"a": 1}, [{"op": "replace", "path": "", "value": {"b": 2}}], {"b": 2}),
    ("slash", {"a/b": 1}, [{"op": "replace", "path": "/a~1b", "value": 2}], {"a/b": 2}),
    ("add over", {"a": 1}, [{"op": "add", "path": "/a", "value": None}], {"a": None}),
    (
        "in order",
        {},
        [{"op": "add", "path": "/a", "value": []}, {"op": "add", "path": "/a/0", "value": 1}],
        {"a": [1]},
    ),
]
BAD: list[tuple[str, Any, Any]] = [
    ("A.9 test fails", {"baz": "qux"}, [{"op": "test", "path": "/baz", "value": "bar"}]),
    ("A.12 parent missing", {"foo": "bar"}, [{"op": "add", "path": "/baz/bat", "value": "qux"}]),
    ("A.15 text is no number", {"/": 9, "~1": 10}, [{"op": "test", "path": "/~01", "value": "10"}]),
    ("true is no 1", {"a": True}, [{"op": "test", "path": "/a", "value": 1}]),
    ("deep test fails", {"a": [{"b": 1}]}, [{"op": "test", "path": "", "value": {"a": [{"b": 2}]}}]),
    ("test of another size", {"a": [1]}, [{"op": "test", "path": "/a", "value": [1, 2]}]),
    ("remove nothing", {}, [{"op": "remove", "path": "/a"}]),
    ("replace nothing", {}, [{"op": "replace", "path": "/a", "value": 1}]),
    ("index too big", {"a": []}, [{"op": "add", "path": "/a/1", "value": 1}]),
    ("index with zeros", {"a": [1, 2]}, [{"op": "replace", "path": "/a/01", "value": 1}]),
    ("no element after the last", {"a": [1]}, [{"op": "replace", "path": "/a/-", "value": 1}]),
    ("no slash", {"a": 1}, [{"op": "replace", "path": "a", "value": 1}]),
    ("into a scalar", {"a": 1}, [{"op": "add", "path": "/a/b", "value": 1}]),
    ("into itself", {"a": {}}, [{"op": "move", "from": "/a", "path": "/a/b"}]),
    ("whole removed", {"a": 1}, [{"op": "remove", "path": ""}]),
    ("unknown op", {}, [{"op": "merge", "path": "/a", "value": 1}]),
    ("no value", {}, [{"op": "add", "path": "/a"}]),
    ("no path", {}, [{"op": "add", "value": 1}]),
    ("no from", {}, [{"op": "copy", "path": "/a"}]),
    ("no array", {}, {"op": "add", "path": "/a", "value": 1}),
    ("no object", {}, ["add"]),
]


@pytest.mark.parametrize(
    ("document", "operations", "result"), [case[1:] for case in GOOD], ids=[c[0] for c in GOOD]
)
def test_what_applies(document: Any, operations: list[dict[str, Any]], result: Any) -> None:
    before = copy.deepcopy(document)
    assert apply_patch(document, operations) == result
    assert document == before


@pytest.mark.parametrize(
    ("document", "operations"), [case[1:] for case in BAD], ids=[case[0] for case in BAD]
)
def test_what_is_refused(document: Any, operations: Any) -> None:
    with pytest.raises(ApiError) as caught:
        apply_patch(document, operations)
    assert caught.value.status == 400


def test_the_result_shares_nothing_with_the_patch() -> None:
    value: dict[str, Any] = {"b": []}
    result = apply_patch({}, [{"op": "add", "path": "/a", "value": value}])
    result["a"]["b"].append(1)
    assert value == {"b": []}


def test_touched_paths() -> None:
    operations: list[dict[str, Any]] = [
        {"op": "test", "path": "/a", "value": 1},
        {"op": "add", "path": "/b", "value": 1},
        {"op": "move", "path": "/c", "from": "/d"},
    ]
    assert touched_paths(operations) == ["/b", "/c", "/d"]
