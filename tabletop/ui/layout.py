"""The layout kit: rows, columns, grids and stacks that give boxes.

A page writes its arrangement as a tree of nodes and asks for boxes by their keys::

    tree = column(
        row("title", 40, item("tools", 300), size=88),
        10,
        item("call", 58),
        32,
        grid(["card"] * 5, columns=3, gap=28),
    )
    boxes = tree.place(area)
    boxes["title"], boxes["call"], boxes.all("card")

* A number in a row or column is a space, a string an item that takes what is left.
* `size` is a length along the direction of the row or column that the node stands in. Without a
  size a node shares what is left by its `weight`; with `CONTENT` it is as long as its content.
* `min_size` and `max_size` bound it; `cross_size` and `align` are for the other direction, which a
  node fills otherwise.
* Where room is short, sizes shrink to `min_size`, and below it only if even that is too long. So a
  box always lies inside its parent's, and neighbours in a row, column or grid never overlap; but
  for `offset`, which moves a node that was placed.

Layout has two passes: `measure` gives the natural width and height of a node, `place` the boxes of
all items. Lengths are in canvas units. Texts are measured by `text`, which takes a label; all else
is independent of fonts, language and text size.

`best_fitting` is the search for the arrangement to use: the first that fits, or the best.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from math import inf
from typing import Final, Literal, TypeAlias, TypedDict, TypeVar, Unpack

from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.text.label import Label

Extent: TypeAlias = tuple[float, float]
"""Width and height."""
Measure: TypeAlias = Callable[[float, float], Extent]
"""The extent that a content takes in at most that width and height."""
Align: TypeAlias = Literal["start", "centre", "end"]
Size: TypeAlias = float | Literal["content"] | None
Padding: TypeAlias = float | tuple[float, float, float, float]
"""On all sides, or left, top, right and bottom."""

CONTENT: Final = "content"
"""The size of a node that is as long as its content."""

_Candidate = TypeVar("_Candidate")
_Placed = TypeVar("_Placed")


class Boxes(Mapping[str, Box]):
    """The boxes of a placed tree by key; a key may have several, in the order of the tree."""

    def __init__(self, placed: Iterable[tuple[str, Box]]) -> None:
        self._boxes: dict[str, list[Box]] = {}
        for key, box in placed:
            self._boxes.setdefault(key, []).append(box)

    def __getitem__(self, key: str) -> Box:
        """The only or first box of that key."""
        return self._boxes[key][0]

    def __iter__(self) -> Iterator[str]:
        return iter(self._boxes)

    def __len__(self) -> int:
        return len(self._boxes)

    def all(self, key: str) -> list[Box]:
        """All boxes of that key, none if there is no such."""
        return list(self._boxes.get(key, ()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A part of a layout. Made by `item`, `row`, `column` and the other functions below."""

    key: str = ""
    """The key of its own box; empty: it is not asked for."""
    size: Size = None
    weight: float = 1.0
    min_size: float = 0.0
    max_size: float = inf
    cross_size: float | None = None
    align: Align = "start"
    """Its position in the other direction if it has a `cross_size`."""
    padding: Padding = 0.0
    offset: Extent = (0.0, 0.0)
    """Moves it to the right and down once it is placed, for optical corrections."""

    def measure(self, width: float = inf, height: float = inf) -> Extent:
        """The natural width and height, in at most that room."""
        left, top, right, bottom = self._padding
        w, h = self._measure(max(0.0, width - left - right), max(0.0, height - top - bottom))
        return w + left + right, h + top + bottom

    def place(self, area: Box) -> Boxes:
        """The boxes of all that has a key."""
        return Boxes(self._placed(area))

    def fits(self, area: Box, tolerance: float = 0.001) -> bool:
        """Whether nothing has to shrink in an area."""
        w, h = self.measure(area.w, area.h)
        return w <= area.w + tolerance and h <= area.h + tolerance

    def _placed(self, area: Box) -> Iterator[tuple[str, Box]]:
        if self.offset != (0.0, 0.0):
            area = area.moved(*self.offset)
        if self.key:
            yield self.key, area
        if self.padding:
            left, top, right, bottom = self._padding
            across, down = _scale(area.w, left + right), _scale(area.h, top + bottom)
            area = Box(
                area.x + left * across,
                area.y + top * down,
                max(0.0, area.w - (left + right) * across),
                max(0.0, area.h - (top + bottom) * down),
            )
        yield from self._arrange(area)

    @property
    def _padding(self) -> tuple[float, float, float, float]:
        return self.padding if isinstance(self.padding, tuple) else (self.padding,) * 4

    def _measure(self, width: float, height: float) -> Extent:
        del width, height
        return 0.0, 0.0

    def _arrange(self, area: Box) -> Iterator[tuple[str, Box]]:
        del area
        return iter(())


Child: TypeAlias = Node | str | float | None
"""A node, the key of an item, a space, or nothing."""


class NodeOptions(TypedDict, total=False):
    """The fields of `Node` that every function takes by keyword."""

    key: str
    size: Size
    weight: float
    min_size: float
    max_size: float
    cross_size: float | None
    align: Align
    padding: Padding
    offset: Extent


class _ItemOptions(TypedDict, total=False):
    weight: float
    min_size: float
    max_size: float
    cross_size: float | None
    align: Align
    padding: Padding
    offset: Extent


class _PaddedOptions(TypedDict, total=False):
    size: Size
    weight: float
    min_size: float
    max_size: float
    cross_size: float | None
    align: Align
    offset: Extent


@dataclass(frozen=True, slots=True, kw_only=True)
class _Item(Node):
    content: Measure | None = None

    def _measure(self, width: float, height: float) -> Extent:
        return self.content(width, height) if self.content is not None else (0.0, 0.0)


def item(
    key: str,
    size: Size = None,
    *,
    content: Measure | None = None,
    **options: Unpack[_ItemOptions],
) -> Node:
    """A box with a key. `content` measures what is to lie in it."""
    return _Item(key=key, size=size, content=content, **options)


def space(size: float | None = None, weight: float = 1.0) -> Node:
    """Empty room: of a length, or a share of what is left."""
    return _Item(size=size, weight=weight)


def text(
    key: str,
    label: Label,
    canvas: Canvas,
    *,
    size: Size = CONTENT,
    extra: float = 0.0,
    **options: Unpack[_ItemOptions],
) -> Node:
    """The size of a label's text as it is typeset, with `extra` height; 0 for an empty text."""
    longest = options.get("max_size", inf)

    def content(width: float, height: float) -> Extent:
        if not label.text:
            return 0.0, 0.0
        room = Box(0.0, 0.0, min(width, canvas.width), min(height, longest, canvas.height))
        found = replace(label, box=room).typeset(canvas)
        return found.width / canvas.scale, found.height / canvas.scale + extra

    return _Item(key=key, size=size, content=content, **options)


def _node(child: Node | str | float) -> Node:
    if isinstance(child, Node):
        return child
    return item(child) if isinstance(child, str) else space(child)


# -- rows and columns ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line(Node):
    """A row, or a column if `down`."""

    children: tuple[Node, ...] = ()
    gap: float = 0.0
    justify: Align = "start"
    down: bool = False

    def _extent(self, along: float, across: float) -> Extent:
        return (across, along) if self.down else (along, across)

    def _measure(self, width: float, height: float) -> Extent:
        along, across = (height, width) if self.down else (width, height)
        natural = [self._natural(child, along, across) for child in self.children]
        total = sum(natural) + self.gap * max(0, len(natural) - 1)
        lengths = natural if along == inf else self._shared(along)[1]
        widest = 0.0
        for child, length in zip(self.children, lengths, strict=True):
            if child.cross_size is not None:
                widest = max(widest, child.cross_size)
                continue
            w, h = child.measure(*self._extent(length, across))
            widest = max(widest, w if self.down else h)
        return self._extent(total, widest)

    def _natural(self, child: Node, along: float, across: float) -> float:
        """The length that a child would have if there were room enough."""
        if isinstance(child.size, (int, float)):
            return child.size
        if child.cross_size is not None:
            across = min(across, child.cross_size)
        w, h = child.measure(*self._extent(along, across))
        return min(child.max_size, max(child.min_size, h if self.down else w))

    def _shared(self, along: float, across: float = inf) -> tuple[float, list[float]]:
        """The gap, and the length of each child."""
        fixed = [
            None if child.size is None else self._natural(child, along, across)
            for child in self.children
        ]
        gap = self.gap
        free = along - gap * max(0, len(fixed) - 1)
        for length in fixed:
            free -= length or 0.0
        weighted = [at for at, length in enumerate(fixed) if length is None]
        shares = self._weighted(weighted, free)
        lengths = [shares[at] if length is None else length for at, length in enumerate(fixed)]
        over = sum(lengths) + gap * max(0, len(lengths) - 1) - along
        if over > 1e-6 and lengths:
            gap, lengths = self._shrunk(gap, lengths, along, over)
        return gap, lengths

    def _weighted(self, places: Sequence[int], free: float) -> dict[int, float]:
        """The free length shared by weight, within the least and greatest sizes."""
        found: dict[int, float] = {}
        open_ = list(places)
        while open_:
            weights = sum(self.children[at].weight for at in open_)
            part = {
                at: free * self.children[at].weight / weights if weights else 0.0 for at in open_
            }
            bounded = {
                at: min(self.children[at].max_size, max(self.children[at].min_size, 0.0, length))
                for at, length in part.items()
            }
            excess = sum(bounded.values()) - sum(part.values())
            # Nodes at a bound on the side of the excess keep it; the others share again.
            caught = [
                at
                for at in open_
                if (bounded[at] > part[at] if excess > 0 else bounded[at] < part[at])
            ]
            if not caught:
                return found | bounded
            for at in caught:
                found[at] = bounded[at]
                free -= bounded[at]
                open_.remove(at)
        return found

    def _shrunk(
        self, gap: float, lengths: list[float], along: float, over: float
    ) -> tuple[float, list[float]]:
        """Lengths that fit: shrunk to the least sizes, then all of them and the gaps in ratio."""
        least = [
            min(length, child.min_size)
            for length, child in zip(lengths, self.children, strict=True)
        ]
        spare = sum(lengths) - sum(least)
        if over <= spare:
            part = over / spare
            return gap, [
                length - (length - low) * part for length, low in zip(lengths, least, strict=True)
            ]
        taken = sum(least) + gap * (len(least) - 1)
        ratio = max(0.0, along) / taken if taken else 0.0
        return gap * ratio, [low * ratio for low in least]

    def _arrange(self, area: Box) -> Iterator[tuple[str, Box]]:
        if not self.children:
            return
        along, across = (area.h, area.w) if self.down else (area.w, area.h)
        gap, lengths = self._shared(along, across)
        start = area.y if self.down else area.x
        for child, (at, length) in zip(
            self.children, self._positions(start, along, gap, lengths), strict=True
        ):
            if not child.key and isinstance(child, _Item):
                continue  # a space
            cross, width = (area.x if self.down else area.y), across
            if child.cross_size is not None:
                width = min(across, child.cross_size)
                cross += _offset(child.align, across - width)
            x, y = (cross, at) if self.down else (at, cross)
            yield from child._placed(Box(x, y, *self._extent(length, width)))

    def _positions(
        self, start: float, along: float, gap: float, lengths: list[float]
    ) -> Iterator[tuple[float, float]]:
        """The start and length of each child.

        Children after the only one that fills are placed from the end, and equal lengths in
        multiples of one step, so that rounding errors do not add up.
        """
        filling = [at for at, child in enumerate(self.children) if child.size is None]
        if len(filling) == 1 and self.children[filling[0]].max_size == inf:
            yield from self._about(filling[0], start, along, gap, lengths)
            return
        used = sum(lengths) + gap * (len(lengths) - 1)
        start += _offset(self.justify, max(0.0, along - used)) if along > used else 0.0
        if len(set(lengths)) == 1:
            step = lengths[0] + gap
            for number, length in enumerate(lengths):
                yield start + number * step, length
            return
        for length in lengths:
            yield start, length
            start += length + gap

    def _about(
        self, middle: int, start: float, along: float, gap: float, lengths: list[float]
    ) -> Iterator[tuple[float, float]]:
        end = start + along
        for length in lengths[:middle]:
            yield start, length
            start += length + gap
        after: list[tuple[float, float]] = []
        for length in reversed(lengths[middle + 1 :]):
            end -= length
            after.append((end, length))
            end -= gap
        yield start, max(0.0, end - start)
        yield from reversed(after)


def _offset(align: Align, free: float) -> float:
    match align:
        case "centre":
            return free / 2
        case "end":
            return free
    return 0.0


def _scale(length: float, taken: float) -> float:
    """The factor by which a padding shrinks that is longer than its box."""
    return 1.0 if taken <= length else max(0.0, length) / taken


def row(
    *children: Child, gap: float = 0.0, justify: Align = "start", **options: Unpack[NodeOptions]
) -> Node:
    """Children side by side, from left to right."""
    return _Line(children=_nodes(children), gap=gap, justify=justify, **options)


def column(
    *children: Child, gap: float = 0.0, justify: Align = "start", **options: Unpack[NodeOptions]
) -> Node:
    """Children one below the other, from the top."""
    return _Line(children=_nodes(children), gap=gap, justify=justify, down=True, **options)


def _nodes(children: Iterable[Child]) -> tuple[Node, ...]:
    return tuple(_node(child) for child in children if child is not None)


# -- grids, stacks, aspects ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Grid(Node):
    """Equal cells, row by row."""

    children: tuple[Node, ...] = ()
    columns: int = 1
    gap: Extent = (0.0, 0.0)
    row_height: float | None = None
    last_row: Align = "start"

    @property
    def _rows(self) -> int:
        return -(-len(self.children) // self.columns)

    def _measure(self, width: float, height: float) -> Extent:
        if not self.children:
            return 0.0, 0.0
        across, down = self.gap
        free = inf if width == inf else max(0.0, width - across * (self.columns - 1))
        cells = [child.measure(free / self.columns, height) for child in self.children]
        w = max(w for w, _ in cells)
        h = max(h for _, h in cells) if self.row_height is None else self.row_height
        return (
            w * self.columns + across * (self.columns - 1),
            h * self._rows + down * (self._rows - 1),
        )

    def _arrange(self, area: Box) -> Iterator[tuple[str, Box]]:
        columns, rows = self.columns, self._rows
        if not rows:
            return
        across, width = _cells(area.w, columns, self.gap[0], None)
        down, height = _cells(area.h, rows, self.gap[1], self.row_height)
        full = len(self.children) // columns * columns
        missing = (rows * columns - len(self.children)) * (width + across)
        for number, child in enumerate(self.children):
            indent = _offset(self.last_row, missing) if number >= full else 0.0
            yield from child._placed(
                Box(
                    area.x + number % columns * (width + across) + indent,
                    area.y + number // columns * (height + down),
                    width,
                    height,
                )
            )


def _cells(length: float, count: int, gap: float, wanted: float | None) -> tuple[float, float]:
    """The gap between cells and their length, smaller than wanted where room is short."""
    gap = min(gap, length / (count - 1)) if count > 1 else gap
    most = (length - gap * (count - 1)) / count
    if wanted is not None and wanted <= most + 1e-6:  # tolerates rounding errors
        return gap, wanted
    return gap, max(0.0, most)


def grid(
    children: Iterable[Node | str],
    *,
    columns: int,
    gap: float | Extent = 0.0,
    row_height: float | None = None,
    last_row: Align = "start",
    **options: Unpack[NodeOptions],
) -> Node:
    """Children in equal cells. `gap` may differ across and down.

    Without `row_height` the rows fill the height. `last_row` says where a last row that is not
    full stands.
    """
    both = gap if isinstance(gap, tuple) else (gap, gap)
    return _Grid(
        children=_nodes(children),
        columns=max(1, columns),
        gap=both,
        row_height=row_height,
        last_row=last_row,
        **options,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stack(Node):
    """Children over each other."""

    children: tuple[Node, ...] = ()

    def _measure(self, width: float, height: float) -> Extent:
        extents = [child.measure(width, height) for child in self.children]
        return max((w for w, _ in extents), default=0.0), max((h for _, h in extents), default=0.0)

    def _arrange(self, area: Box) -> Iterator[tuple[str, Box]]:
        for child in self.children:
            yield from child._placed(area)


def stack(*children: Child, **options: Unpack[NodeOptions]) -> Node:
    """Children over each other, each in the whole box."""
    return _Stack(children=_nodes(children), **options)


def padded(child: Node | str, padding: Padding, **options: Unpack[_PaddedOptions]) -> Node:
    return _Stack(children=_nodes([child]), padding=padding, **options)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Aspect(Node):
    """A child in a fixed ratio of width to height."""

    child: Node
    ratio: float = 1.0
    across: Align = "centre"
    down: Align = "centre"

    def _measure(self, width: float, height: float) -> Extent:
        if width == inf and height == inf:
            width, height = self.child.measure()
        width = min(width, height * self.ratio)
        return width, width / self.ratio

    def _arrange(self, area: Box) -> Iterator[tuple[str, Box]]:
        width = min(area.w, area.h * self.ratio)
        height = min(area.h, width / self.ratio)
        x = area.x + _offset(self.across, area.w - width)
        y = area.y + _offset(self.down, area.h - height)
        yield from self.child._placed(Box(x, y, width, height))


def aspect(
    child: Node | str,
    ratio: float = 1.0,
    *,
    across: Align = "centre",
    down: Align = "centre",
    **options: Unpack[NodeOptions],
) -> Node:
    """The largest box of a ratio of width to height, by default a square in the middle."""
    return _Aspect(child=_node(child), ratio=ratio, across=across, down=down, **options)


# -- searches -----------------------------------------------------------------------------------


def best_fitting(
    candidates: Iterable[_Candidate],
    place: Callable[[_Candidate], _Placed | None],
    *,
    score: Callable[[_Placed], float] | None = None,
    bounds: Sequence[Callable[[_Candidate], float]] = (),
) -> _Placed | None:
    """The best arrangement among candidates; None if none of them fits.

    `place` arranges a candidate, or gives None if it does not fit. Without `score` the candidates
    stand in the order of preference, and the first that fits is the best: sizes from the largest
    to the smallest. With `score` it is the one of the highest score, among equals the first.

    `bounds` are for arrangements that are slow to place: upper bounds of a candidate's score, from
    the quickest to compute to the closest, -inf for a candidate that cannot fit. A candidate is
    placed only if its last bound is above the score of all that were placed before.
    """
    if score is None:
        found = (place(candidate) for candidate in candidates)
        return next((placed for placed in found if placed is not None), None)
    offered = list(candidates)
    # The most promising candidate first: its negative bound, its place, how many bounds are known.
    queue = [(-inf if not bounds else -bounds[0](offer), at, 1) for at, offer in enumerate(offered)]
    heapify(queue)
    best: tuple[float, _Placed] | None = None
    while queue:
        bound, at, known = heappop(queue)
        if bound == inf or (best is not None and best[0] >= -bound):
            break
        if known < len(bounds):
            heappush(queue, (-bounds[known](offered[at]), at, known + 1))
            continue
        placed = place(offered[at])
        if placed is not None and (best is None or score(placed) > best[0]):
            best = score(placed), placed
    return None if best is None else best[1]
