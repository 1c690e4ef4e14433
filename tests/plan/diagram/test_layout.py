"""The layout: nothing on top of anything else, every line there, and shapes that read well."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connector.bridge.plan.diagram import Detail, ErModel
from connector.bridge.plan.diagram.graph import Graph, graph
from connector.bridge.plan.diagram.layers import PAGE_WIDTH
from connector.bridge.plan.diagram.layout import Layout, arrange
from tests.plan.diagram import golden
from tests.plan.diagram.geometry import crossings, faults
from tests.plan.diagram.samples import column, keyed, model, models, relation, scattered, table
from tests.plan.samples import STEADY

FEW = settings(STEADY, max_examples=40)


def laid_out(content: ErModel, detail: Detail = Detail.FULL) -> tuple[Graph, Layout]:
    """Lay out a model."""
    found = graph(content, detail)
    return found, arrange(found)


def left_sides(layout: Layout) -> list[int]:
    """Give the left side of each table, by its index."""
    return [box.x for box in sorted(layout.boxes, key=lambda box: box.card)]


@pytest.mark.parametrize("name", golden.NAMES)
@pytest.mark.parametrize("detail", Detail)
def test_golden_layouts_have_no_fault(name: str, detail: Detail) -> None:
    assert faults(*laid_out(golden.model(name), detail)) == []


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("detail", Detail)
def test_sixty_tables_have_no_fault(seed: int, detail: Detail) -> None:
    assert faults(*laid_out(scattered(seed, 60, 12 * seed), detail)) == []


@FEW
@given(models(most_tables=60, most_relations=60), st.sampled_from(Detail))
def test_any_graph_has_no_fault(content: ErModel, detail: Detail) -> None:
    assert faults(*laid_out(content, detail)) == []


@FEW
@given(models(most_tables=5, most_relations=30), st.sampled_from(Detail))
def test_many_relations_between_few_tables_have_no_fault(content: ErModel, detail: Detail) -> None:
    assert faults(*laid_out(content, detail)) == []


@pytest.mark.parametrize("count", [2, 3, 12, 60])
def test_a_chain_has_no_crossing_and_fits_the_page(count: int) -> None:
    parts, layout = laid_out(keyed(count, [(number, number + 1) for number in range(count - 1)]))

    assert crossings(parts, layout) == 0
    assert layout.width <= PAGE_WIDTH


@pytest.mark.parametrize("count", [3, 8, 20])
def test_a_fact_table_stands_between_its_dimensions_without_crossings(count: int) -> None:
    parts, layout = laid_out(keyed(count + 1, [(0, number) for number in range(1, count + 1)]))
    hub, *others = left_sides(layout)

    assert crossings(parts, layout) == 0
    assert any(x < hub for x in others)
    assert any(x > hub for x in others)


@pytest.mark.parametrize("depth", [2, 3, 4])
def test_a_tree_has_no_crossing(depth: int) -> None:
    count = 2**depth - 1
    parts, layout = laid_out(keyed(count, [(node, (node - 1) // 2) for node in range(1, count)]))

    assert crossings(parts, layout) == 0


def test_the_order_of_tables_is_turned_to_avoid_crossings() -> None:
    parts, layout = laid_out(keyed(8, [(0, 7), (1, 6), (2, 5), (3, 4), (0, 6), (1, 5), (2, 4)]))

    assert crossings(parts, layout) == 0


def test_relations_between_the_same_tables_have_ends_of_their_own() -> None:
    columns = [column("id", primary=True), *(column(f"r{number}", foreign=True) for number in range(3))]
    content = model(
        [table("airport", column("id", primary=True)), table("flight", *columns)],
        [relation("flight", "airport", [f"r{number}"], ["id"]) for number in range(3)],
    )
    _, layout = laid_out(content)

    assert len({(wire.source.x, wire.source.y) for wire in layout.wires}) == 3
    assert len({(wire.target.x, wire.target.y) for wire in layout.wires}) == 3


def test_relations_from_several_tables_to_one_key_run_together() -> None:
    content = keyed(5, [(1, 0), (2, 0), (3, 0), (4, 0)])
    _, layout = laid_out(content)

    assert {wire.target.y for wire in layout.wires} == {layout.wires[0].target.y}
    assert sum(wire.leads for wire in layout.wires) == len({wire.target.x for wire in layout.wires})


def test_hundreds_of_relations_between_two_tables_all_arrive() -> None:
    names = [f"c{number:03}" for number in range(200)]
    tables = [table(name, *(column(found, primary=True) for found in names)) for name in ("a", "b")]
    parts, layout = laid_out(model(tables, [relation("b", "a", [name], [name]) for name in names]))

    assert len(layout.wires) == 200
    assert [fault for fault in faults(parts, layout) if "run on one another" not in fault] == []


def test_a_self_relation_is_a_loop_on_one_side() -> None:
    content = model(
        [table("employee", column("id", primary=True), column("manager_id", foreign=True))],
        [relation("employee", "employee", ["manager_id"], ["id"])],
    )
    _, layout = laid_out(content)
    (wire,) = layout.wires
    (line,) = wire.lines

    assert wire.source.x == wire.target.x
    assert wire.source.y > wire.target.y
    assert max(x for x, _ in line) > wire.source.x


def test_groups_of_tables_are_packed_and_single_ones_stand_in_a_grid_below() -> None:
    content = keyed(13, [(0, 1), (2, 3)])
    _, layout = laid_out(content)
    boxes = {box.card: box for box in layout.boxes}
    singles = [boxes[number] for number in range(4, 13)]

    assert boxes[0].y == boxes[2].y
    assert min(box.y for box in singles) > max(boxes[number].y + boxes[number].height for number in range(4))
    assert len({box.width for box in singles}) == 1
    assert len({box.x for box in singles}) * len({box.y for box in singles}) >= len(singles)


def test_the_tables_of_a_column_are_equally_wide() -> None:
    _, layout = laid_out(golden.model("tpcds"))
    widths: dict[int, set[int]] = {}
    for box in layout.boxes:
        widths.setdefault(box.x, set()).add(box.width)

    assert len(widths) == 3
    assert all(len(found) == 1 for found in widths.values())
