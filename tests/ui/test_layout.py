"""The layout kit: boxes inside their parents, weights, least sizes, no overlap, searches."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.layout import (
    CONTENT,
    Align,
    Node,
    aspect,
    best_fitting,
    column,
    grid,
    item,
    padded,
    row,
    space,
    stack,
    text,
)
from tabletop.ui.text.label import Label
from tests.lanes import examples

AREA = Box(40, 30, 1000, 600)
NEARLY = 1e-6

lengths = st.floats(0, 500)
areas = st.builds(Box, st.floats(-50, 50), st.floats(-50, 50), st.floats(0, 900), st.floats(0, 900))
ALIGNMENTS: tuple[Align, ...] = ("start", "centre", "end")
alignments = st.sampled_from(ALIGNMENTS)


@st.composite
def items(draw: st.DrawFn) -> Node:
    width, height = draw(lengths), draw(lengths)
    return item(
        "leaf",
        draw(st.one_of(st.none(), st.just(CONTENT), lengths)),
        weight=draw(st.floats(0.1, 5)),
        min_size=draw(st.one_of(st.just(0.0), st.floats(0, 200))),
        cross_size=draw(st.one_of(st.none(), lengths)),
        align=draw(alignments),
        content=lambda w, h: (min(w, width), min(h, height)),
    )


def containers(children: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    some = st.lists(children, max_size=4)
    gaps, padding = st.floats(0, 60), st.floats(0, 40)
    return st.one_of(
        st.builds(lambda c, g, p: row(*c, gap=g, padding=p, key="box"), some, gaps, padding),
        st.builds(lambda c, g, p: column(*c, gap=g, padding=p, key="box"), some, gaps, padding),
        st.builds(lambda c, g, n: grid(c, columns=n, gap=g), some, gaps, st.integers(1, 3)),
        st.builds(lambda c: stack(*c), some),
        st.builds(lambda c, r: aspect(c, r), children, st.floats(0.2, 5)),
        st.builds(lambda c, p: padded(c, (p, 0.0, 0.0, p)), children, padding),
    )


trees = st.recursive(items(), containers, max_leaves=12)


def inside(inner: Box, outer: Box) -> bool:
    return (
        inner.w >= 0
        and inner.h >= 0
        and inner.x >= outer.x - NEARLY
        and inner.y >= outer.y - NEARLY
        and inner.right <= outer.right + NEARLY
        and inner.bottom <= outer.bottom + NEARLY
    )


def overlap(one: Box, other: Box) -> bool:
    return (
        min(one.right, other.right) - max(one.x, other.x) > NEARLY
        and min(one.bottom, other.bottom) - max(one.y, other.y) > NEARLY
    )


@examples(60)
@given(trees, areas)
def test_every_box_lies_inside_its_area(tree: Node, area: Box) -> None:
    boxes = tree.place(area)
    assert all(inside(box, area) for key in boxes for box in boxes.all(key))


@examples(60)
@given(st.lists(items(), max_size=6), st.floats(0, 80), areas, st.sampled_from([row, column]))
def test_neighbours_do_not_overlap(
    children: Sequence[Node], gap: float, area: Box, line: Callable[..., Node]
) -> None:
    placed = line(*children, gap=gap).place(area).all("leaf")
    assert len(placed) == len(children)
    assert not any(overlap(one, other) for one, other in combinations(placed, 2))


@examples(60)
@given(st.integers(0, 9), st.integers(1, 4), st.floats(0, 80), areas, alignments)
def test_cells_of_a_grid_do_not_overlap(
    count: int, columns: int, gap: float, area: Box, last: Align
) -> None:
    placed = grid(["cell"] * count, columns=columns, gap=gap, last_row=last).place(area).all("cell")
    assert len(placed) == count
    assert all(inside(box, area) for box in placed)
    assert not any(overlap(one, other) for one, other in combinations(placed, 2))
    assert len({(round(box.w, 6), round(box.h, 6)) for box in placed}) <= 1


@examples(60)
@given(st.lists(st.floats(0.1, 9), min_size=1, max_size=6), areas)
def test_what_is_left_is_shared_by_weight(weights: Sequence[float], area: Box) -> None:
    boxes = row(*(item(str(n), weight=weight) for n, weight in enumerate(weights))).place(area)
    for number, weight in enumerate(weights):
        assert boxes[str(number)].w == pytest.approx(area.w * weight / sum(weights), abs=1e-6)


@examples(60)
@given(st.lists(items(), min_size=1, max_size=6), st.floats(0, 20), areas)
def test_least_sizes_hold_where_they_can(children: Sequence[Node], gap: float, area: Box) -> None:
    low = [
        min(child.size, child.min_size) if isinstance(child.size, float) else child.min_size
        for child in children
    ]
    placed = row(*children, gap=gap).place(area).all("leaf")
    if sum(low) + gap * (len(low) - 1) <= area.w:
        assert all(box.w >= least - NEARLY for box, least in zip(placed, low, strict=True))


@given(st.lists(lengths, max_size=6), st.floats(0, 20), st.floats(0, 20))
def test_nothing_shrinks_in_the_natural_size(
    sizes: Sequence[float], gap: float, pad: float
) -> None:
    tree = row(*(item("leaf", size) for size in sizes), gap=gap, padding=pad)
    area = Box(0, 0, *tree.measure())
    assert tree.fits(area)
    placed = tree.place(area).all("leaf")
    assert [box.w for box in placed] == pytest.approx(sizes)


def test_a_page() -> None:
    tree = column(
        row("title", 40, item("tools", 300), size=88),
        10,
        item("call", 58),
        32,
        grid(["card"] * 5, columns=3, gap=20, last_row="centre", padding=(0, 0, 0, 12)),
    )
    boxes = tree.place(AREA)
    assert boxes["title"] == Box(40, 30, 660, 88)
    assert boxes["tools"] == Box(740, 30, 300, 88)
    assert boxes["call"] == Box(40, 128, 1000, 58)
    cards = boxes.all("card")
    assert cards[0] == Box(40, 218, 320, 190)
    assert cards[3] == Box(210, 428, 320, 190)
    assert cards[4].bottom == AREA.bottom - 12
    assert boxes.all("nothing") == []


def test_a_box_may_lie_across_its_row() -> None:
    boxes = row(
        item("top", 100, cross_size=50),
        item("middle", 100, cross_size=50, align="centre"),
        item("end", 100, cross_size=50, align="end"),
        justify="end",
    ).place(AREA)
    assert [boxes[key].y for key in ("top", "middle", "end")] == [30, 305, 580]
    assert boxes["end"].right == AREA.right


def test_sizes_shrink_to_their_least_before_anything_is_cut() -> None:
    tree = row(item("firm", 300, min_size=300), item("soft", 200), gap=20)
    boxes = tree.place(Box(0, 0, 400, 10))
    assert (boxes["firm"].w, boxes["soft"].w) == (300, 80)
    assert not tree.fits(Box(0, 0, 400, 10))
    assert tree.fits(Box(0, 0, 520, 10))


def test_greatest_sizes_leave_the_rest_to_others() -> None:
    boxes = row(item("a", max_size=100), item("b", weight=2), item("c")).place(AREA)
    assert [boxes[key].w for key in "abc"] == [100, 600, 300]


def test_aspect_is_the_largest_that_fits() -> None:
    assert aspect("board").place(AREA)["board"] == Box(240, 30, 600, 600)
    assert aspect("board", 2, down="end").place(AREA)["board"] == Box(40, 130, 1000, 500)


def test_a_text_is_as_high_as_it_is_set() -> None:
    canvas = Canvas((1080, 1080))
    label = Label("Players", Box(0, 0, 1, 1), 40)
    boxes = column(text("words", label, canvas, extra=8), "rest").place(AREA)
    alone = replace(label, box=AREA).text_height(canvas)
    assert boxes["words"].h == alone + 8
    assert boxes["rest"].h == AREA.h - alone - 8
    narrow = text("words", replace(label, text="Who plays? " * 20), canvas).measure(300)
    assert narrow[0] <= 300
    assert narrow[1] > 3 * alone
    assert text("words", replace(label, text=""), canvas).measure() == (0.0, 0.0)


def test_spaces_share_what_is_left() -> None:
    boxes = row(space(), item("a", 100), space(weight=3)).place(AREA)
    assert boxes["a"].x == 40 + 225


def test_the_first_that_fits() -> None:
    tried = []

    def place(size: float) -> Node | None:
        tried.append(size)
        tree = row(item("a", size), item("b", size))
        return tree if tree.fits(Box(0, 0, 100, 10)) else None

    found = best_fitting((80.0, 60.0, 50.0, 40.0), place)
    assert found is not None
    assert found.measure()[0] == 100
    assert tried == [80, 60, 50]
    assert best_fitting((80.0,), place) is None


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))))
def test_the_best_is_found_with_bounds(offered: list[tuple[int, int, int]]) -> None:
    placed = []

    def place(parts: tuple[int, int, int]) -> tuple[int, int, int]:
        placed.append(parts)
        return parts

    found = best_fitting(
        offered,
        place,
        score=lambda parts: parts[0],
        bounds=(lambda parts: sum(parts), lambda parts: parts[0] + parts[1]),
    )
    best = max((parts[0] for parts in offered), default=None)
    assert (found[0] if found else None) == best
    if found is not None:
        first = next(n for n, parts in enumerate(placed) if parts == found)
        assert all(parts[0] + parts[1] >= found[0] for parts in placed[first:])


def test_rounding_errors_do_not_add_up() -> None:
    placed = row(*["a"] * 7, gap=0.1).place(Box(0, 0, 1, 1)).all("a")
    step = placed[1].x - placed[0].x
    assert all(
        after.x - before.x == pytest.approx(step, abs=1e-15) for before, after in pairwise(placed)
    )
    assert placed[-1].right == pytest.approx(1, abs=1e-15)


def test_an_offset_moves_a_node_after_layout() -> None:
    boxes = row(item("a", 100, offset=(5, -7)), "b").place(AREA)
    assert boxes["a"] == Box(45, 23, 100, 600)
    assert boxes["b"].x == 140
