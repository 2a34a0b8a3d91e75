"""A board as a drawing: where its places lie and what its pieces look like, without any pixels.

Phone pages, the page to take home and the pages of an event draw boards as vectors from this; the
window draws its own pictures (`tabletop.ui.board`). Units are those of the diagram, y downward, as
seat 0 sees the board.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tabletop.engine.game import Seat, Spot
from tabletop.engine.text import Text

Point: TypeAlias = tuple[float, float]
Tone: TypeAlias = Literal["plain", "second", "dark", "light", "pit", "tray"]
"""The ground of a tile: two woods that alternate, the areas of the dark and the light side, holes,
and what lies beside the board."""
GlyphKind: TypeAlias = Literal["stone", "horse", "rider", "counter"]


@dataclass(frozen=True, slots=True)
class Tile:
    """One place of the board."""

    spot: Spot
    centre: Point
    corners: tuple[Point, ...] = ()
    """The outline; empty for a circle."""
    radius: float = 0.0
    """Of the circle, or of the largest circle inside the outline."""
    tone: Tone = "plain"
    label: str = ""
    """A number or sign engraved on it."""
    lock: bool = False
    """Whether it is engraved with the mark of places that need more (a star square)."""


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the board without a place of its own: a frame, a box round nine tiles."""

    corners: tuple[Point, ...]
    tone: Tone = "plain"
    heading: str = ""
    """A number above it."""
    spots: tuple[Spot, ...] = ()
    """The tiles in it, where pieces on all of them stand for one large piece."""


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
    seat: Seat | None
    """Whose colours and mark it has; None for nobody's."""
    name: Text
    """``a white stone``, for screen readers."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """The drawing of one game's board for one set of options."""

    width: float
    height: float
    tiles: tuple[Tile, ...]
    glyphs: tuple[Glyph, ...]
    areas: tuple[Area, ...] = ()
    """Drawn below the tiles, in this order."""
    signs: tuple[Sign, ...] = ()
    piece_radius: float = 0.4
    """Of a stone, in units of the diagram."""
    turns: tuple[int, ...] = ()
    """By seat, the quarter turns clockwise after which the board is upright for it; empty: none."""
