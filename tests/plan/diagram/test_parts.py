"""The parts of the layout, each for itself: columns, heights, tracks, paths."""

from __future__ import annotations

import random
from itertools import combinations, pairwise, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connector.bridge.plan.diagram.cards import card
from connector.bridge.plan.diagram.channels import channels
from connector.bridge.plan.diagram.graph import End, Link
from connector.bridge.plan.diagram.layered import Layered, layered
from connector.bridge.plan.diagram.layers import Shape, candidates
from connector.bridge.plan.diagram.model import Detail
from connector.bridge.plan.diagram.order import positions, untangle
from connector.bridge.plan.diagram.paths import bar, foot, head, line, tie
from connector.bridge.plan.diagram.place import LANE_GAP, LANES_GAP, TABLE_GAP, Wish, place, stack
from connector.bridge.plan.diagram.route import Spot
from connector.bridge.plan.diagram.tracks import NEAR, Net, count_tracks, crossings, overlays, tracks
from tests.plan.diagram.pictures import points
from tests.plan.diagram.samples import column, table
from tests.plan.samples import STEADY


def link(source: int, target: int, net: int) -> Link:
    """Make a link between the heads of two tables."""
    return Link((), End(source, 0, ()), End(target, 0, ()), False, net)


@STEADY
@given(st.integers(2, 12).flatmap(lambda count: st.tuples(st.just(count), st.integers(0, 2**30))))
def test_columns_have_no_gap_and_the_cheapest_choice_comes_first(drawn: tuple[int, int]) -> None:
    count, seed = drawn
    edges = tuple((number, (seed >> number) % number) for number in range(1, count))
    found = candidates(Shape((100,) * count, 180, edges), 5)

    assert 1 <= len(found) <= 5
    assert len(set(map(tuple, found))) == len(found)
    for columns in found:
        assert set(columns) == set(range(max(columns) + 1))


def test_a_long_chain_is_folded_into_the_page() -> None:
    chain = tuple((number, number + 1) for number in range(19))
    columns = candidates(Shape((100,) * 20, 180, chain), 1)[0]

    assert max(columns) <= 4
    assert all(abs(one - two) <= 1 for one, two in pairwise(columns))


def test_lines_of_a_net_share_their_lane() -> None:
    graph = layered([0, 0, 1, 2], [link(0, 3, 7), link(1, 3, 7), link(2, 3, 7)])

    assert len(graph.column) == 5
    assert graph.column[4] == 1
    assert [len(path) for path in graph.paths] == [2, 2, 1]
    assert {path[-1][0] for path in graph.paths} == {0}


def test_lines_of_different_nets_have_lanes_of_their_own() -> None:
    graph = layered([0, 0, 1, 2], [link(0, 3, 7), link(1, 3, 8), link(2, 3, 7)])

    assert len(graph.column) == 6


def test_order_undoes_a_twist() -> None:
    graph = layered([0, 0, 0, 1, 1, 1], [link(0, 5, 0), link(1, 4, 1), link(2, 3, 2)])
    untangle(graph, [1] * 6)
    left, right = graph.order

    assert [node + 3 for node in left] == [8 - node for node in right]


@pytest.mark.parametrize("seed", range(30))
def test_no_swap_of_neighbours_would_save_a_crossing(seed: int) -> None:
    chance = random.Random(seed)
    pairs = sorted(
        {
            (start + chance.randrange(7), start + 7 + chance.randrange(7))
            for start in (0, 7)
            for _ in range(12)
        }
    )
    graph = layered([0] * 7 + [1] * 7 + [2] * 7, [link(*pair, net=net) for net, pair in enumerate(pairs)])
    untangle(graph, [1] * 21)

    def count(order: list[list[int]]) -> int:
        spot = positions(order)
        return sum(
            one // 7 == two // 7 and (spot[one] - spot[two]) * (spot[end] - spot[other]) < 0
            for (one, end), (two, other) in combinations(pairs, 2)
        )

    least = count(graph.order)
    for number, upper in product(range(3), range(6)):
        order = list(graph.order)
        order[number] = swapped(order[number], upper)
        assert count(order) >= least


def swapped(nodes: list[int], upper: int) -> list[int]:
    """Give nodes with two neighbours swapped."""
    return [*nodes[:upper], nodes[upper + 1], nodes[upper], *nodes[upper + 2 :]]


def test_lines_that_no_order_of_tracks_keeps_apart_are_moved_apart() -> None:
    names = ["c0", "c1", "c2"]
    cards = [
        card(
            table(name, *(column(found, primary=True) for found in names)),
            Detail.FULL,
            set(),
            with_subtitle=False,
        )
        for name in ("a", "b")
    ]
    rows = [(1, 2), (2, 1), (3, 3)]
    links = [
        Link((), End(0, source, ()), End(1, target, ()), False, net)
        for net, (source, target) in enumerate(rows)
    ]
    graph = layered([0, 1], links)
    heights = place(graph, cards)
    top = list(heights.top)
    found = channels(graph, top)

    assert heights.top == (0, 0)
    assert top == [0, NEAR]
    assert all(overlays(channel.nets, channel.tracks) == [] for channel in found)


@pytest.mark.parametrize(("step", "straight"), [(0, True), (3, True), (-5, True), (6, False), (-30, False)])
def test_a_line_that_is_almost_straight_is_made_so(step: int, straight: bool) -> None:
    cards = [card(table(name), Detail.FULL, set(), with_subtitle=False) for name in ("a", "b")]
    graph = layered([0, 1], [link(0, 1, 0)])
    place(graph, cards)
    (net,) = channels(graph, [40, 40 + step])[1].nets

    assert (net.left == net.right) is straight


def test_a_line_is_not_made_straight_at_the_cost_of_its_neighbour() -> None:
    cards = [card(table(name), Detail.FULL, set(), with_subtitle=False) for name in ("a", "b", "c")]
    graph = layered([0, 1, 1], [link(0, 1, 0), link(0, 2, 1)])
    place(graph, cards)
    upper, lower = (port for port in graph.ports if port.node == 0)
    channels(graph, [40, 40 + upper.y - 15 + 4, 40 + upper.y - 15 + 200])

    assert lower.y - upper.y == 10


def stacked(sizes: list[int], lanes: list[bool], wishes: list[list[Wish]]) -> list[int]:
    """Stack nodes, of which some are lanes, and give their heights."""
    tables = [node for node, lane in enumerate(lanes) if not lane]
    number = {
        node: place for place, node in enumerate([*tables, *(n for n, lane in enumerate(lanes) if lane)])
    }
    nodes = [number[node] for node in range(len(sizes))]
    graph = Layered([0] * len(sizes), len(tables), [nodes], [], [], [])
    heights = [0] * len(sizes)
    by_number = [0] * len(sizes)
    for node, size in enumerate(sizes):
        by_number[number[node]] = size
    stack(graph, nodes, by_number, wishes, heights)
    return [heights[number[node]] for node in range(len(sizes))]


def test_gaps_depend_on_what_is_beside() -> None:
    tops = stacked([40, 30, 0, 0], [False, False, True, True], [[(0, 1)]] * 4)

    assert [lower - upper for upper, lower in pairwise(tops)] == [40 + TABLE_GAP, 30 + LANE_GAP, LANES_GAP]


@STEADY
@given(
    st.lists(
        st.tuples(
            st.integers(0, 12),
            st.lists(st.tuples(st.integers(-20, 20), st.integers(1, 5)), min_size=1, max_size=3),
        ),
        min_size=1,
        max_size=3,
    )
)
def test_heights_are_as_close_to_the_wishes_as_can_be(nodes: list[tuple[int, list[Wish]]]) -> None:
    sizes, wishes = [size for size, _ in nodes], [found for _, found in nodes]
    tops = stacked(sizes, [False] * len(nodes), wishes)
    gaps = [size + TABLE_GAP for size in sizes]

    def cost(heights: tuple[int, ...] | list[int]) -> int:
        return sum(
            abs(y - wish) * weight for y, found in zip(heights, wishes, strict=True) for wish, weight in found
        )

    def fits(heights: tuple[int, ...] | list[int]) -> bool:
        return all(lower - upper >= gap for (upper, lower), gap in zip(pairwise(heights), gaps, strict=False))

    # A best solution has every height at a wish, or at the gap from one that has.
    starts = {wish for found in wishes for wish, _ in found}
    offsets = {sum(gaps[one:two]) for one, two in product(range(len(gaps)), repeat=2) if one <= two}
    places = sorted({start + sign * offset for start in starts for offset in offsets for sign in (1, -1)})

    assert fits(tops)
    assert cost(tops) == min(cost(heights) for heights in product(places, repeat=len(nodes)) if fits(heights))


NETS = st.lists(
    st.tuples(
        st.lists(st.integers(0, 20).map(lambda y: 20 * y), max_size=3, unique=True),
        st.lists(st.integers(0, 20).map(lambda y: 20 * y + 7), max_size=3, unique=True),
    )
    .filter(lambda ends: len(ends[0]) + len(ends[1]) > 1)
    .map(lambda ends: Net.of(*ends)),
    max_size=6,
)


@STEADY
@given(NETS)
def test_nets_that_turn_at_one_height_have_tracks_of_their_own(nets: list[Net]) -> None:
    found = tracks(nets)

    assert max(found, default=-1) < max(count_tracks(nets, found), 1)
    for one, two in permutations(range(len(nets)), 2):
        if nets[one].top < nets[two].bottom and nets[two].top < nets[one].bottom:
            assert found[one] != found[two]


def test_tracks_are_ordered_to_avoid_crossings() -> None:
    nets = [Net.of([100], [0]), Net.of([120], [20]), Net.of([140], [40])]
    found = tracks(nets)

    assert found == [0, 1, 2]
    assert crossings(nets, found) == 0


def test_lines_are_kept_off_one_another_before_crossings_are_avoided() -> None:
    nets = [Net.of([100], [50]), Net.of([50], [200])]
    found = tracks(nets)

    assert found[1] < found[0]
    assert overlays(nets, found) == []


def test_a_circle_of_nets_is_reported() -> None:
    nets = [Net.of([0], [100]), Net.of([100 + NEAR - 1], [0])]

    assert len(overlays(nets, tracks(nets))) == 1


def test_a_line_straight_across_takes_no_track() -> None:
    nets = [Net.of([10], [10]), Net.of([30], [30])]

    assert count_tracks(nets, tracks(nets)) == 0


@pytest.mark.parametrize(
    ("polyline", "data"),
    [
        (((0, 0), (50, 0)), "M0 0h50"),
        (((0, 0), (20, 0), (20, 0), (50, 0)), "M0 0h50"),
        (((0, 0), (20, 0), (20, 40), (60, 40)), "M0 0h14q6 0 6 6v28q0 6 6 6h34"),
        (((60, 40), (20, 40), (20, 0), (0, 0)), "M60 40h-34q-6 0-6-6v-28q0-6-6-6h-14"),
        (((0, 0), (20, 0), (20, 4), (60, 4)), "M0 0h18q2 0 2 2q0 2 2 2h38"),
        (((0, 0), (20, 0), (20, 1), (60, 1)), "M0 0h20v1h40"),
        (((0, 0), (20, 0), (20, 40), (0, 40)), "M0 0h14q6 0 6 6v28q0 6-6 6h-14"),
    ],
)
def test_corners_are_rounded_as_far_as_there_is_room(
    polyline: tuple[tuple[int, int], ...], data: str
) -> None:
    assert line(polyline) == data


@STEADY
@given(st.lists(st.tuples(st.booleans(), st.integers(-40, 40)), min_size=1, max_size=8))
def test_a_line_starts_and_ends_where_it_should(steps: list[tuple[bool, int]]) -> None:
    x = y = 0
    polyline = [(x, y)]
    for level, distance in steps:
        x, y = (x + distance, y) if level else (x, y + distance)
        polyline.append((x, y))
    if len(set(polyline)) == 1:
        return
    (drawn,) = points(line(tuple(polyline)))

    assert drawn[0] == (0, 0)
    assert drawn[-1] == (x, y)


@pytest.mark.parametrize("left", [True, False])
def test_marks_point_away_from_the_table(left: bool) -> None:
    spot = Spot(100, 50, left)
    away = -1 if left else 1

    assert points(foot(spot)) == [[(100, 46), (100 + 11 * away, 50), (100, 54)]]
    assert points(bar(spot)) == [[(100 + 8 * away, 45), (100 + 8 * away, 55)]]


def test_a_bracket_has_an_arm_for_each_column() -> None:
    assert points(tie(10, [60, 20, 40], 4)) == [
        [(10, 20), (14, 20), (14, 60), (10, 60)],
        [(10, 40), (14, 40)],
    ]


def test_a_head_is_closed_round_above_and_straight_below() -> None:
    assert head(0, 0, 100, 30, 6) == "M0 30v-24q0-6 6-6h88q6 0 6 6v24z"
