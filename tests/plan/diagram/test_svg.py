"""The picture: well-formed, complete in itself, safe, and all that the model has is in it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings

from connector.bridge.plan.diagram import Detail, Drawing, ErModel, ErRelation, draw
from connector.bridge.plan.diagram.cards import PADDING
from connector.bridge.plan.diagram.text import clean, width
from tests.plan.diagram import golden
from tests.plan.diagram.pictures import SVG, Element, parse, points
from tests.plan.diagram.samples import TEXTS, column, model, models, relation, table
from tests.plan.samples import STEADY

TAGS = {"svg", "title", "desc", "style", "rect", "g", "path", "text"}
ATTRIBUTES = {
    *("xmlns", "width", "height", "viewBox", "role", "aria-labelledby", "id", "class", "transform", "d"),
    *("x", "y", "rx", "fill", "stroke", "stroke-width", "stroke-dasharray", "text-anchor"),
    *("font-family", "font-size", "font-weight"),
}
FOOT = re.compile(r"l-?11 4 ?-?11 4")
BAR = re.compile(r"M\d+ \d+v10(?=M|$)")
LINES = ("l", "l1", "l2", "l3", "l4", "l5")


def picture(content: ErModel, max_bytes: int = 60_000) -> tuple[Drawing, Element]:
    """Draw a model and parse the picture."""
    drawing = draw(content, max_bytes=max_bytes)
    assert drawing is not None
    return drawing, parse(drawing.svg)


def relation_paths(root: Element) -> list[Element]:
    """Give the lines of the diagram, without those of the legend."""
    diagram = next(child for child in root.children if child.tag == "g")
    return [path for name in LINES for path in diagram.group(name)]


def assert_complete_in_itself(root: Element) -> None:
    """Check that a picture has only what it may have, and names nothing outside."""
    elements = list(root.walk())
    assert {element.tag for element in elements} <= TAGS
    assert {name for element in elements for name in element.attributes} <= ATTRIBUTES
    values = [value for element in elements for name, value in element.attributes.items() if name != "xmlns"]
    (style,) = root.walk("style")
    assert not re.search(r"url|import|http|javascript|data:|@(?!media)", " ".join(values) + style.text)


@pytest.mark.parametrize("name", golden.NAMES)
def test_golden_pictures_are_complete_in_themselves(name: str) -> None:
    drawing = golden.drawn(name)
    root = parse(drawing.svg)

    assert_complete_in_itself(root)
    assert root.attributes["xmlns"] == SVG
    assert root.attributes["width"] == str(drawing.width)
    assert root.attributes["height"] == str(drawing.height)
    assert root.attributes["viewBox"] == f"0 0 {drawing.width} {drawing.height}"


@pytest.mark.parametrize("name", golden.NAMES)
def test_screen_readers_get_a_title_and_a_description(name: str) -> None:
    drawing = golden.drawn(name)
    root = parse(drawing.svg)
    named = {element.attributes["id"]: element.text for element in root.walk() if "id" in element.attributes}

    assert root.attributes["role"] == "img"
    assert root.attributes["aria-labelledby"].split() == list(named)
    assert all(named.values())
    assert drawing.alt.startswith(named["t"])
    assert "\n" not in drawing.alt


def test_the_alt_text_sums_up() -> None:
    assert golden.drawn("star").alt == (
        "Entity-relationship diagram of Store sales: 13 tables, 29 relationships."
        " Most related: store_returns, store_sales, customer."
    )
    assert "5 tables (1 not in this listing), 5 relationships." in golden.drawn("outside").alt


def test_the_description_says_what_refers_to_what() -> None:
    root = parse(golden.drawn("self_and_mutual").svg)
    (description,) = root.walk("desc")

    assert description.text == (
        "2 tables, 5 relationships. department refers to department, employee. employee refers to department, employee."
    )


@pytest.mark.parametrize("name", golden.NAMES)
def test_every_table_is_drawn(name: str) -> None:
    content = golden.model(name)
    texts = list(parse(golden.drawn(name).svg).walk("text"))
    shown = [title for text in texts for title in (text.titles() or [text.text])]

    for found in content.tables:
        assert clean(found.title) in shown


@pytest.mark.parametrize(
    "name", [name for name in golden.NAMES if golden.drawn(name).detail is not Detail.NAMES]
)
def test_every_relation_is_drawn_with_the_marks_of_its_cardinality(name: str) -> None:
    content = golden.model(name)
    titles = {found.id: clean(found.title) for found in content.tables}
    expected = {tooltip(found, titles): found.one_to_one for found in content.relations}
    paths = {path.titles()[0]: path.attributes["d"] for path in relation_paths(parse(golden.drawn(name).svg))}

    assert paths.keys() == expected.keys()
    assert len(expected) == len(content.relations)
    for title, data in paths.items():
        one_to_one = expected[title]
        # The bar at the target is drawn with one of the lines that arrive there.
        assert len(FOOT.findall(data)) == (0 if one_to_one else 1)
        assert len(BAR.findall(data)) - one_to_one in {0, 1}


def tooltip(found: ErRelation, titles: dict[str, str]) -> str:
    """Say in words what a line shows."""
    ends = ((found.from_table, found.from_columns), (found.to_table, found.to_columns))
    joined = (f"{titles.get(name, name)} ({', '.join(map(clean, columns))})" for name, columns in ends)
    return f"{found.name}: {' → '.join(joined)}"


def test_the_marks_stand_at_the_ends_of_the_line() -> None:
    content = model(
        [table("a", column("id", primary=True)), table("b", column("a_id", foreign=True))],
        [relation("b", "a", ["a_id"], ["id"])],
    )
    _, root = picture(content)
    (path,) = relation_paths(root)
    line, foot, bar = points(path.attributes["d"])

    assert [foot[0][1], foot[2][1]] == [line[0][1] - 4, line[0][1] + 4]
    assert foot[0][0] == foot[2][0] == line[0][0]
    assert min(line[0][0], line[-1][0]) < foot[1][0] < max(line[0][0], line[-1][0])
    assert (bar[0][1] + bar[1][1]) // 2 == line[-1][1]
    assert abs(bar[0][0] - line[-1][0]) == 8


def test_a_one_to_one_relation_has_bars_at_both_ends() -> None:
    content = model(
        [table("a", column("id", primary=True)), table("b", column("id", primary=True))],
        [relation("b", "a", ["id"], ["id"], one_to_one=True)],
    )
    _, root = picture(content)
    (path,) = relation_paths(root)

    assert len(BAR.findall(path.attributes["d"])) == 2
    assert not FOOT.search(path.attributes["d"])


def test_tables_outside_the_listing_are_dashed_and_explained() -> None:
    root = parse(golden.drawn("outside").svg)
    dashed = [group for group in root.walk("g") if "stroke-dasharray" in group.attributes]

    assert [len([child for child in group.children if child.tag == "rect"]) for group in dashed] == [1, 1]
    assert "not in this listing" in [text.text for text in root.walk("text")]


def test_a_table_that_only_a_relation_names_is_drawn_as_one_outside() -> None:
    drawing, root = picture(model([table("a")], [relation("a", "elsewhere")]))

    assert "elsewhere" in [text.text for text in root.walk("text")]
    assert "2 tables (1 not in this listing), 1 relationship." in drawing.alt


def test_a_composite_key_is_tied_together() -> None:
    pair = (column("x", primary=True), column("y", primary=True))
    ends = [relation("b", "a", ["x", "y"], ["x", "y"])]
    single = [relation("b", "a", ["x"], ["x"])]

    assert len(picture(model([table("a", *pair), table("b", *pair)], ends))[1].group("s")) == 2
    assert picture(model([table("a", *pair), table("b", *pair)], single))[1].group("s") == []


def test_one_schema_is_named_once_and_several_in_each_table() -> None:
    one = picture(model([table("a", schema="sales"), table("b", schema="sales")]))[1]
    two = picture(model([table("a", schema="sales"), table("b", schema="crm")]))[1]

    assert [text.text for text in one.walk("text") if "sales" in text.text] == ["Schema sales"]
    assert sorted(text.text for text in two.walk("text")) == ["a", "b", "crm", "sales"]


def test_a_shortened_text_has_the_full_one_as_tooltip() -> None:
    name = "customer_relationship_management_interaction_history_snapshot"
    _, root = picture(model([table(name, column(f"{name}_sk", primary=True))]))
    titles = [text for text in root.walk("text") if text.titles()]

    assert [text.titles() for text in titles] == [[name], [f"{name}_sk"]]
    assert all("…" in text.text and len(text.text) < len(name) for text in titles)


def test_lines_of_a_crowded_diagram_share_the_colour_of_their_table() -> None:
    root = parse(golden.drawn("tpcds").svg)
    coloured = {name: root.group(name) for name in LINES[1:]}

    for paths in coloured.values():
        targets = {path.titles()[0].partition(" → ")[2].partition(" ")[0] for path in paths}
        assert len(targets) == 1
        assert len(paths) >= 4
    assert "Lines of one colour lead to one table" in [text.text for text in root.walk("text")]


def test_lines_of_a_small_diagram_have_one_colour() -> None:
    root = parse(golden.drawn("outside").svg)

    assert all(root.group(name) == [] for name in LINES[1:])


@pytest.mark.parametrize("name", golden.NAMES)
def test_texts_stay_in_their_boxes(name: str) -> None:
    root = parse(golden.drawn(name).svg)
    diagram = next(child for child in root.children if child.tag == "g")
    boxes = [
        [int(rect.attributes[side]) for side in ("x", "y", "width", "height")]
        for rect in diagram.walk("rect")
    ]
    for group in diagram.children:
        size = int(group.attributes.get("font-size", "12"))
        bold = group.attributes.get("font-weight", "400") >= "600"
        for text in group.walk("text"):
            x, y = int(text.attributes["x"]), int(text.attributes["y"])
            long = width(text.text, size, bold=bold)
            left = x - long if group.attributes.get("text-anchor") == "end" else x
            assert any(
                box_x + PADDING <= left
                and left + long <= box_x + wide - PADDING
                and top + size <= y + 5 <= top + high
                for box_x, top, wide, high in boxes
            ), text.text


@settings(STEADY, max_examples=40)
@given(models(most_tables=12, most_relations=12))
def test_hostile_texts_do_no_harm(content: ErModel) -> None:
    drawing, root = picture(content, max_bytes=400_000)

    assert drawing.detail is Detail.FULL
    assert_complete_in_itself(root)
    shown = [title for text in root.walk("text") for title in (text.titles() or [text.text])]
    assert all(clean(found.title) in shown for found in content.tables)
    assert clean(content.title) in root.children[0].text


@settings(STEADY, max_examples=60)
@given(TEXTS, TEXTS)
def test_the_alt_text_is_one_line_without_control_characters(title: str, name: str) -> None:
    drawing, _ = picture(
        model([table("a"), table("b"), table(name or "c")], [relation("a", "b")], title=title)
    )

    assert re.fullmatch(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+", drawing.alt)
