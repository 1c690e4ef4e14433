"""Names: every rule of the mapping, and that two originals never share one."""

from __future__ import annotations

import hashlib
import re
import string
import unicodedata
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st
from metadata.generated.schema.api.data.createDatabaseSchema import CreateDatabaseSchemaRequest
from metadata.generated.schema.api.data.createTable import CreateTableRequest
from metadata.generated.schema.entity.data.database import Database
from metadata.generated.schema.entity.data.databaseSchema import DatabaseSchema
from metadata.generated.schema.entity.data.table import Column, ColumnName, DataType, Table
from metadata.generated.schema.type.basic import EntityName, FullyQualifiedEntityName
from metadata.ingestion.models import custom_basemodel_validation
from metadata.utils import fqn

from connector.bridge.plan import names
from tests.plan.samples import STEADY, hard_names

SERVER_NAME = re.compile(r"(?:(?!::)[^\n\r\x85\u2028\u2029])+")
"""The server's pattern for names with what a dot means to Java, which reads it."""


def sha(*originals: str) -> str:
    """Hash as the mapping says: SHA-256 of the NUL-joined originals, ten hex digits."""
    return hashlib.sha256("\0".join(originals).encode()).hexdigest()[:10]


def framework_encodes(name: str) -> str:
    """Encode as the framework does."""
    return str(custom_basemodel_validation.replace_separators(name))  # type: ignore[no-untyped-call]


def framework_decodes(name: str) -> str:
    """Decode as the framework does."""
    return str(custom_basemodel_validation.revert_separators(name))  # type: ignore[no-untyped-call]


def units(name: str) -> int:
    """Count as Java counts: a character beyond the basic plane is two."""
    return sum(2 if ord(char) > 0xFFFF else 1 for char in name)


# --- databases, schemas, tables, columns ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("original", "expected"),
    [
        ("store_sales", "store_sales"),
        ("sales.eu", "sales.eu"),
        ("Straße (alt) / 漢字 🎉 'x' `y`", "Straße (alt) / 漢字 🎉 'x' `y`"),
        ("a:b", "a:b"),
        ("a::b", "a__reserved__colon__b"),
        ('or"ders>2024', "or__reserved__quote__ders__reserved__arrow__2024"),
        ("a\nb\rc\td", "a__reserved__newline__b__reserved__carriage_return__c__reserved__tab__d"),
        ("__reserved__for_later", "__reserved__for_later"),
        ("x" * 256, "x" * 256),
        ("x" * 257, "x" * 244 + "__" + sha("x" * 257)),
        ("a\0b", "a_b__" + sha("a\0b")),
        ("a\u2028b", "a_b__" + sha("a\u2028b")),
        ("a__reserved__arrow__b", "a_reserved_arrow__b__" + sha("a__reserved__arrow__b")),
        ("::" + "x" * 300, "__reserved__colon__" + "x" * 225 + "__" + sha("::" + "x" * 300)),
        ("🎉" * 128, "🎉" * 128),
        ("🎉" * 129, "🎉" * 122 + "__" + sha("🎉" * 129)),
        ("é" * 256, "é" * 256),
    ],
)
def test_entity_name(original: str, expected: str) -> None:
    """A name stays what it is whenever the catalog can take it."""
    assert names.entity_name(original) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("__reserved__colon::", "::reserved__colon__"),
        ("a>b", "a__reserved__arrow__b"),
        ("a\x01b", "a\x02b"),
        ("a\x01b", "a_b"),
        ("x" * 300 + "a", "x" * 300 + "b"),
        (">" * 50, "__reserved__arrow__" * 50),
    ],
)
def test_names_that_look_alike_when_encoded_stay_apart(one: str, other: str) -> None:
    """The reserved words may be part of a name, and a cut name may be the start of another."""
    assert names.entity_name(one) != names.entity_name(other)


@STEADY
@given(hard_names, hard_names)
def test_different_originals_have_different_names(one: str, other: str) -> None:
    """No two originals ever share a name."""
    assert (names.entity_name(one) == names.entity_name(other)) == (one == other)


@STEADY
@given(hard_names)
def test_every_name_is_one_that_the_server_takes(original: str) -> None:
    """At most 256 of the server's units, nothing in it that is refused, and stable."""
    name = names.entity_name(original)
    assert SERVER_NAME.fullmatch(name)
    assert not set(name) & {">", '"'}
    assert not [char for char in name if unicodedata.category(char) == "Cc"]
    assert 1 <= units(name) <= 256
    assert names.entity_name(original) == name


@STEADY
@given(hard_names)
def test_the_framework_finds_nothing_left_to_encode(original: str) -> None:
    """It decodes and encodes on its own in most requests and answers: what is encoded already must stay."""
    name = names.entity_name(original)
    assert framework_encodes(name) == name
    assert framework_encodes(framework_decodes(name)) == name


@STEADY
@given(hard_names)
def test_a_name_without_hash_is_decoded_to_its_original(original: str) -> None:
    """The framework's own reading shows the original; where it could not, the name carries the hash."""
    name = names.entity_name(original)
    assert framework_decodes(name) == original or name.endswith(f"__{sha(original)}")


@STEADY
@given(hard_names)
def test_requests_of_the_framework_keep_the_names(original: str) -> None:
    """Its models take every name and change none: case 9."""
    name = names.entity_name(original)
    table = CreateTableRequest(
        name=EntityName(name),
        columns=[Column(name=ColumnName(name), dataType=DataType.INT)],
        databaseSchema=FullyQualifiedEntityName("s.d.x"),
    )
    namespace = CreateDatabaseSchemaRequest(name=EntityName(name), database=FullyQualifiedEntityName("s.d"))
    assert (table.name.root, table.columns[0].name.root, namespace.name.root) == (name, name, name)


@pytest.mark.parametrize(
    ("original", "shown"),
    [
        ("plain", None),
        ("a::b", "a::b"),
        ("x" * 300, "x" * 300),
        ("a\nb\x07c\u2028d", "a b c d"),
    ],
)
def test_display_name_says_what_the_name_does_not(original: str, shown: str | None) -> None:
    """In full, and on one line."""
    assert names.display_name(original, names.entity_name(original)) == shown


# --- namespaces -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("levels", "expected"),
    [
        (["tpcds"], "tpcds"),
        (["tpcds", "marts"], "tpcds.marts"),
        (["a.b"], "a%2Eb"),
        (["a%2Eb"], "a%252Eb"),
        (["100%", "b"], "100%25.b"),
        (["a::b", "c"], "a__reserved__colon__b.c"),
        (["x" * 200, "y" * 200], f"{'x' * 200}.{'y' * 43}__{sha('x' * 200 + '.' + 'y' * 200)}"),
    ],
)
def test_schema_name(levels: list[str], expected: str) -> None:
    """Dots part the levels, and only they do."""
    assert names.schema_name(levels) == expected


@STEADY
@given(st.lists(hard_names, min_size=1, max_size=3), st.lists(hard_names, min_size=1, max_size=3))
def test_different_namespaces_have_different_schema_names(one: list[str], other: list[str]) -> None:
    """`["a.b"]` and `["a", "b"]` are two schemas, and so on."""
    assert (names.schema_name(one) == names.schema_name(other)) == (one == other)


# --- global names -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "originals", "expected"),
    [
        (["retail-sales"], None, "acme__retail-sales"),
        (["retail_sales-2"], None, "acme__retail_sales-2"),
        (["lake", "tpcds", "model", "revenue"], None, "acme__lake__tpcds__model__revenue"),
        (["Retail data"], None, "acme__retail_data__" + sha("Retail data")),
        (["a__b"], None, "acme__a_b__" + sha("a__b")),
        (["_a"], None, "acme__a__" + sha("_a")),
        (["a_"], None, "acme__a__" + sha("a_")),
        (["漢字"], None, "acme__" + sha("漢字")),
        (["Größe", "b"], None, "acme__gr_e__b__" + sha("Größe", "b")),
        (
            ["lake", "tpcds.marts", "m", "x"],
            ["lake", "tpcds", "marts", "m", "x"],
            "acme__lake__tpcds_marts__m__x__" + sha("lake", "tpcds", "marts", "m", "x"),
        ),
        (["lake", "m"], ["lake", "m"], "acme__lake__m__" + sha("lake", "m")),
        (["x" * 250], None, "acme__" + "x" * 250),
        (["x" * 251], None, ("acme__" + "x" * 251)[:244] + "__" + sha("x" * 251)),
    ],
)
def test_global_name(parts: list[str], originals: list[str] | None, expected: str) -> None:
    """Safe parts as they are; anything else made safe, with the hash of the originals without the prefix."""
    assert names.global_name("acme", parts, originals=originals) == expected


prefixes = st.from_regex(r"[a-z0-9]{1,4}(-[a-z0-9]{1,4}){0,2}", fullmatch=True)
parts_of_two = st.lists(hard_names | st.text("ab_-A", min_size=1, max_size=6), min_size=2, max_size=2)


@STEADY
@given(prefixes, parts_of_two, parts_of_two)
def test_global_names_are_distinct_and_plain(prefix: str, one: list[str], other: list[str]) -> None:
    """Different things of one kind have different names of at most 256 plain characters."""
    name = names.global_name(prefix, one)
    assert re.fullmatch(r"[a-z0-9_-]{1,256}", name)
    assert (name == names.global_name(prefix, other)) == (one == other)


@STEADY
@given(prefixes, prefixes, parts_of_two)
def test_installations_never_see_each_others_names(mine: str, other: str, parts: list[str]) -> None:
    """What begins with a prefix and two underscores is of that installation: `acme` is not `acme-eu`."""
    assert names.global_name(other, parts).startswith(f"{mine}__") == (mine == other)


# --- the prefix -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("service", "expected"),
    [
        ("bridge", "bridge"),
        ("bridge-prod-2", "bridge-prod-2"),
        ("a" * 40, "a" * 40),
        ("bridge.prod", "bridge-prod-" + sha("bridge.prod")[:8]),
        ("Bridge Prod!", "bridge-prod-" + sha("Bridge Prod!")[:8]),
        ("bridge--prod", "bridge-prod-" + sha("bridge--prod")[:8]),
        ("漢字", sha("漢字")[:8]),
        ("a" * 41, "a" * 31 + "-" + sha("a" * 41)[:8]),
        ("a" * 30 + "-bcd.", "a" * 30 + "-" + sha("a" * 30 + "-bcd.")[:8]),
    ],
)
def test_default_prefix(service: str, expected: str) -> None:
    """The service name itself where it can be the prefix."""
    assert names.default_prefix(service) == expected


@STEADY
@given(hard_names, hard_names)
def test_default_prefixes_are_valid_distinct_and_settled(one: str, other: str) -> None:
    """Two services never share a prefix, and a prefix made is a prefix kept."""
    prefix = names.default_prefix(one)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", prefix)
    assert len(prefix) <= 40
    assert names.default_prefix(prefix) == prefix
    assert (prefix == names.default_prefix(other)) == (one == other)


# --- case twins -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given_names", "expected"),
    [
        ([], []),
        (["a", "b"], ["a", "b"]),
        (["a", "a", "a"], ["a", "a_2", "a_3"]),
        (["id", "ID", "id_2"], ["id", "ID_3", "id_2"]),
        (["ID_2", "id", "Id", "iD"], ["ID_2", "id", "Id_3", "iD_4"]),
        (["ılık", "ilik"], ["ılık", "ilik_2"]),
        (["x" * 256, "X" * 256], ["x" * 256, "X" * 254 + "_2"]),
        (["🎉" * 128, "🎉" * 128], ["🎉" * 128, "🎉" * 127 + "_2"]),
    ],
)
def test_distinct_names(given_names: list[str], expected: list[str]) -> None:
    """The first of a kind keeps its name; a twin takes the next free number."""
    assert names.distinct_names(given_names) == expected


def java_letter(char: str) -> str:
    """Reduce one letter as Java's equalsIgnoreCase does: to upper case and from there to lower case, letter by letter."""
    upper = char.upper()
    return (upper if len(upper) == 1 else char).lower()[0]


def test_no_two_letters_that_java_takes_for_one_stay_alike() -> None:
    """Every letter of the basic plane: what the server takes for the same column gets names of its own."""
    groups = defaultdict(list)
    for code in (*range(0x20, 0xD800), *range(0xE000, 0x10000)):
        groups[java_letter(chr(code))].append(chr(code))
    twins = [group for group in groups.values() if len(group) > 1]
    assert len(twins) > 1_000
    for group in twins:
        first, *rest = names.distinct_names(group)
        assert first == group[0]
        assert rest == [f"{char}_{number}" for number, char in enumerate(group[1:], start=2)]


@STEADY
@given(st.lists(hard_names, max_size=12))
def test_distinct_names_are_distinct_and_fit(originals: list[str]) -> None:
    """As many names as given, none equal to another but for case, none longer than the server takes."""
    result = names.distinct_names(names.entity_name(name) for name in originals)
    assert len(result) == len(originals)
    assert len({name.lower() for name in result}) == len(result)
    assert all(units(name) <= 256 for name in result)


@STEADY
@given(st.lists(st.text("aAb_23", min_size=1, max_size=4), max_size=12))
def test_distinct_names_change_only_later_twins(given_names: list[str]) -> None:
    """The first of a kind keeps its name, whatever numbers its twins take."""
    result = names.distinct_names(given_names)
    assert len({name.lower() for name in result}) == len(given_names)
    for index, (before, after) in enumerate(zip(given_names, result, strict=True)):
        is_first = before.lower() not in {name.lower() for name in given_names[:index]}
        assert (after == before) == is_first


# --- fully qualified names --------------------------------------------------------------------------------------


@STEADY
@given(st.lists(hard_names, min_size=5, max_size=5))
def test_fqns_are_those_of_the_framework(originals: list[str]) -> None:
    """Built from encoded names, they equal what the framework's helpers build, so every look-up finds what was written."""
    service, database, namespace, table, column = (names.entity_name(one) for one in originals)
    in_database = {"service_name": service, "database_name": database}
    in_schema = {**in_database, "schema_name": namespace}
    whole = {**in_schema, "table_name": table}
    assert names.fqn(service, database) == fqn.build(None, Database, **in_database)
    assert names.fqn(service, database, namespace) == fqn.build(None, DatabaseSchema, **in_schema)
    assert names.fqn(service, database, namespace, table) == fqn.build(
        None, Table, **whole, skip_es_search=True
    )
    assert names.fqn(service, database, namespace, table, column) == fqn.build(
        None, Column, **whole, column_name=column
    )


@STEADY
@given(hard_names)
def test_quoted_parts_are_those_of_the_framework(original: str) -> None:
    """A dot is what calls for quotes."""
    name = names.entity_name(original)
    assert names.quote(name) == fqn.quote_name(name)


@pytest.mark.parametrize("name", ["plain", "sales.eu", "a b-c (d) %2E", "é漢🎉", "__reserved__quote__x"])
def test_an_fqn_can_be_split_again(name: str) -> None:
    """The framework takes an FQN apart at the places where it was joined."""
    assert fqn.split(names.fqn("bridge.prod", name, "x")) == ['"bridge.prod"', names.quote(name), "x"]


def test_only_plain_characters_need_no_hash_in_a_global_name() -> None:
    """Each single character: lower-case letters, digits and the dash are safe, nothing else is."""
    safe = {char for char in string.printable if names.global_name("p", [char]) == f"p__{char}"}
    assert safe == set(string.ascii_lowercase + string.digits + "-")


def test_a_part_that_looks_like_a_hash_is_not_taken_for_one() -> None:
    """A team `é` and a team named by its hash stay apart."""
    hashed = names.global_name("acme", ["é"])
    digits = hashed.removeprefix("acme__")
    assert names.global_name("acme", [digits]) == f"acme__{digits}__{sha(digits)}"
    assert names.global_name("acme", [digits, "x"]) == f"acme__{digits}__x"
