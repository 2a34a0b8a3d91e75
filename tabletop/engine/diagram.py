"""A board as a drawing: where its places lie and what its pieces look like, without any pixels.

Phone pages and the page to take home draw boards as vectors from this; the window draws its own
pictures (`tabletop.ui.board`). Lengths are in cells, the distance of neighbouring places, with y
downward, as the window shows the board.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tabletop.engine.text import Text

Point: TypeAlias = tuple[float, float]
Corners: TypeAlias = tuple[Point, ...]
"""A convex outline."""

Tone: TypeAlias = Literal[
    "plain",
    "second",
    "pale",
    "light",
    "dark",
    "hollow",
    "pit",
    "bay",
    "bare",
    "frame",
    "field",
    "groove",
    "tray",
    "slab",
]
"""The material of a tile or an area.

Tiles: squares of ``plain`` wood, or of ``pale`` wood with ``second`` for every other one; the
``light`` and the ``dark`` side's squares; a round ``hollow`` and a deep ``pit``; a ``bay`` of the
tray; ``bare`` for a place that is only a point of some lines. Areas: the ``frame`` of a board, the
sunk ``field`` in it, the ``groove`` between tiles, a ``tray`` of painted wood, and the ``slab`` of
pale wood on it.
"""

GlyphKind: TypeAlias = Literal["stone", "horse", "rider", "counter"]


@dataclass(frozen=True, slots=True)
class Tile:
    """One place of the board."""

    spot: str
    centre: Point
    corners: Corners = ()
    """The outline; empty for a circle."""
    radius: float = 0.5
    """Of the circle, or of the largest circle inside the outline."""
    tone: Tone = "plain"
    label: str = ""
    """A number engraved on it."""
    star: bool = False
    """Whether a star is engraved on it."""
    owner: int | None = None
    """The seat whose mark is engraved on it."""
    piece_radius: float = 0.0
    """Of a stone that lies here; 0: as everywhere."""
    name: Text | None = None
    """What it is called aloud; None: as the spot."""


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the board without a place of its own: a frame, a box round nine tiles."""

    corners: Corners
    tone: Tone
    rounding: float = 0.0
    """The radius of its corners."""
    heading: str = ""
    """A number that stands above it."""
    spots: tuple[str, ...] = ()
    """The tiles in it, if equal pieces on all of them are drawn as a single large one."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A letter or number at the board's edge. It stays upright when the board is turned."""

    text: str
    at: Point


@dataclass(frozen=True, slots=True)
class Glyph:
    """What a letter of the position text looks like."""

    letter: str
    kind: GlyphKind
    seat: int | None
    """Whose colours and mark it has; None for nobody's."""
    name: Text
    """``white stone``, for screen readers."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """The drawing of one game's board for one number of seats and set of options."""

    width: float
    height: float
    tiles: tuple[Tile, ...]
    glyphs: tuple[Glyph, ...]
    areas: tuple[Area, ...] = ()
    """Drawn below the tiles, in this order."""
    lines: tuple[tuple[Point, Point], ...] = ()
    """Engraved lines, drawn above the areas."""
    dots: tuple[Point, ...] = ()
    """Engraved dots that help to find a point."""
    signs: tuple[Sign, ...] = ()
    sign_size: float = 0.34
    """The height of signs and headings."""
    piece_radius: float = 0.40
    """Of a stone."""
    beside: tuple[tuple[str, Text], ...] = ()
    """What is touched beside the board (a stable), and the label of its button."""
    turns: tuple[int, ...] = ()
    """By seat, the quarter turns clockwise after which the board is upright for it; empty: none."""


def rectangle(x: float, y: float, width: float, height: float) -> Corners:
    """The corners of an upright rectangle, from the upper left one clockwise."""
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def square_tile(
    spot: str,
    centre: Point,
    side: float,
    tone: Tone = "plain",
    *,
    label: str = "",
    star: bool = False,
    owner: int | None = None,
    piece_radius: float = 0.0,
    name: Text | None = None,
) -> Tile:
    """A square about its centre."""
    corners = rectangle(centre[0] - side / 2, centre[1] - side / 2, side, side)
    return Tile(spot, centre, corners, side / 2, tone, label, star, owner, piece_radius, name)


FILES: Final = "abcdefghi"


def edge_signs(count: int, start: Point, files_y: float, ranks_x: float) -> Iterator[Sign]:
    """Letters below and numbers beside a square board; `start` is the centre of a1."""
    for n in range(count):
        yield Sign(FILES[n], (start[0] + n, files_y))
        yield Sign(str(n + 1), (ranks_x, start[1] - n))
