"""Boards as SVG: the empty board as a picture of its own, which browsers keep, and what lies on it.

Drawn from the `tabletop.engine.diagram.Diagram` that the table has sent, as phones draw it
(``assets/phone/board.js``), with less detail.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Annotated, Final, TypeAlias

import msgspec
from markupsafe import Markup
from msgspec import Meta

from tabletop.hub.games import SeatColours

CELL: Final = 20
"""Units of the picture for a cell of the diagram."""

_Length: TypeAlias = Annotated[float, Meta(ge=-1000, le=1000)]
_Point: TypeAlias = tuple[_Length, _Length]


class _Tile(msgspec.Struct):
    spot: str
    centre: _Point
    corners: tuple[_Point, ...] = ()
    radius: _Length = 0.5
    tone: str = "plain"
    piece_radius: _Length = 0.0


class _Area(msgspec.Struct):
    corners: tuple[_Point, ...]
    tone: str = "frame"
    rounding: _Length = 0.0
    heading: str = ""
    spots: tuple[str, ...] = ()


class _Sign(msgspec.Struct):
    text: str
    at: _Point


class _Glyph(msgspec.Struct):
    letter: str
    kind: str = "stone"
    seat: int | None = None


class BoardShape(msgspec.Struct):
    """What is drawn of a diagram."""

    width: Annotated[float, Meta(gt=0, le=200)]
    height: Annotated[float, Meta(gt=0, le=200)]
    tiles: tuple[_Tile, ...]
    glyphs: tuple[_Glyph, ...] = ()
    areas: tuple[_Area, ...] = ()
    lines: tuple[tuple[_Point, _Point], ...] = ()
    dots: tuple[_Point, ...] = ()
    signs: tuple[_Sign, ...] = ()
    sign_size: _Length = 0.34
    piece_radius: _Length = 0.40


_decode: Final = msgspec.json.Decoder(BoardShape).decode


@lru_cache(maxsize=64)
def read_board(content: str) -> BoardShape | None:
    """The drawing of a diagram in JSON; None if it is none."""
    try:
        return _decode(content)
    except msgspec.MsgspecError:
        return None


# -- the empty board -----------------------------------------------------------------------------

_AREA_FILLS: Final = {
    "frame": "#d3ac76",
    "field": "#a87c4c",
    "groove": "#6b4526",
    "tray": "#2e4b53",
    "slab": "#f3e3c0",
}
_AREA_SIDES: Final = {"frame": "#74522b", "tray": "#122429", "slab": "#a8824f"}
_TILE_FILLS: Final = {
    "plain": "#cca06b",
    "second": "#e0c28d",
    "pale": "#f6e7c6",
    "light": "#e9d1a1",
    "dark": "#895834",
    "hollow": "#906640",
    "pit": "#2a1a0e",
    "tray": "#2e4b53",
    "bay": "#3d606a",
}
_ENGRAVED: Final = "#4a2e18"


def board_svg(drawing: BoardShape) -> str:
    """The empty board as an SVG file."""
    width, height = _units(drawing.width), _units(drawing.height)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
        *map(_area, drawing.areas),
    ]
    if drawing.lines:
        path = "".join(f"M{_pair(start)}L{_pair(end)}" for start, end in drawing.lines)
        parts.append(f'<path d="{path}" stroke="{_ENGRAVED}" stroke-width="1"/>')
    for dot in drawing.dots:
        x, y = map(_units, dot)
        parts.append(f'<circle cx="{x}" cy="{y}" r="2" fill="{_ENGRAVED}"/>')
    parts += map(_tile, drawing.tiles)
    painted = any(area.tone == "tray" for area in drawing.areas)
    ink = "#d8e6e8" if painted else "#3e2614"
    parts += [_words(sign.text, sign.at, drawing.sign_size, ink) for sign in drawing.signs]
    for area in drawing.areas:
        if area.heading and area.corners:
            x = (min(c[0] for c in area.corners) + max(c[0] for c in area.corners)) / 2
            y = min(c[1] for c in area.corners) - drawing.sign_size * 0.52
            parts.append(_words(area.heading, (x, y), drawing.sign_size, ink))
    parts.append("</svg>")
    return "".join(parts)


def _area(area: _Area) -> str:
    path = _outline(area.corners, area.rounding)
    side = _AREA_SIDES.get(area.tone)
    below = f'<path d="{path}" fill="{side}" transform="translate(0 2)"/>' if side else ""
    return f'{below}<path d="{path}" fill="{_AREA_FILLS.get(area.tone, "#6b4526")}"/>'


def _tile(tile: _Tile) -> str:
    if tile.tone == "bare":
        return ""
    fill = _TILE_FILLS.get(tile.tone, _TILE_FILLS["plain"])
    if tile.corners:
        return f'<path d="{_outline(tile.corners)}" fill="{fill}"/>'
    x, y = map(_units, tile.centre)
    return f'<circle cx="{x}" cy="{y}" r="{_units(tile.radius)}" fill="{fill}"/>'


def _words(text: str, at: _Point, size: float, ink: str) -> str:
    return (
        f'<text x="{_units(at[0])}" y="{_units(at[1] + size * 0.36)}" fill="{ink}" '
        f'text-anchor="middle" font-family="sans-serif" font-size="{_units(size)}">'
        f"{escape(text)}</text>"
    )


# -- what lies on it -----------------------------------------------------------------------------


def board_picture(
    drawing: BoardShape, empty: str, pieces: Mapping[str, str], looks: Sequence[SeatColours]
) -> Markup:
    """The board of a match as an SVG element; `empty` is the address of the empty board."""
    width, height = _units(drawing.width), _units(drawing.height)
    parts = [
        f'<svg class="board" viewBox="0 0 {width} {height + 2}" aria-hidden="true">'
        f'<image href="{escape(empty)}" width="{width}" height="{height}"/>'
    ]
    glyphs = {glyph.letter: glyph for glyph in drawing.glyphs}
    covered: set[str] = set()
    for area in drawing.areas:
        letter = pieces.get(area.spots[0]) if area.spots else None
        glyph = glyphs.get(letter) if letter else None
        if glyph is None or glyph.seat is None or not area.corners:
            continue
        if all(pieces.get(spot) == letter for spot in area.spots):
            covered.update(area.spots)
            parts.append(_slab(area, looks[glyph.seat % len(looks)]))
    for letter, glyph in glyphs.items():
        lying = [
            (tile.centre, tile.piece_radius or drawing.piece_radius)
            for tile in drawing.tiles
            if pieces.get(tile.spot) == letter and tile.spot not in covered
        ]
        if lying:
            look = None if glyph.seat is None else looks[glyph.seat % len(looks)]
            parts.append(_stones(lying, glyph.kind, look))
    parts.append("</svg>")
    return Markup("".join(parts))


def _stones(lying: Sequence[tuple[_Point, float]], kind: str, look: SeatColours | None) -> str:
    """All pieces of a kind in few paths."""
    parts = []
    if kind in ("horse", "rider") or look is None:
        for colour, wide in (("#1b2b38", 0.42), ("#7e99ae", 0.26)):
            path = "".join(_horseshoe(at, radius) for at, radius in lying)
            thick = _units(lying[0][1] * wide)
            parts.append(
                f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{thick}" '
                'stroke-linecap="round"/>'
            )
    if kind != "horse" and look is not None:
        part = 0.66 if kind == "rider" else 1.0
        discs = "".join(_circle(at, radius * part) for at, radius in lying)
        marks = "".join(_mark(look.mark, at, radius * part * 0.5) for at, radius in lying)
        parts.append(
            f'<path d="{discs}" fill="{look.face}" stroke="{look.rim}" stroke-width="1.2"/>'
            f'<path d="{marks}" fill="{look.inlay}"/>'
        )
    return "".join(parts)


def _slab(area: _Area, look: SeatColours) -> str:
    xs, ys = zip(*area.corners, strict=True)
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    mark = _mark(look.mark, middle, (max(xs) - min(xs)) * 0.28)
    return (
        f'<path d="{_outline(area.corners, area.rounding)}" fill="{look.face}" '
        f'stroke="{look.rim}" stroke-width="1.6"/><path d="{mark}" fill="{look.inlay}"/>'
    )


_MARKS: Final[Mapping[str, Sequence[_Point]]] = {
    "diamond": ((0, -1), (1, 0), (0, 1), (-1, 0)),
    "triangle": ((0, -1), (1, 0.72), (-1, 0.72)),
    "square": ((-0.76, -0.76), (0.76, -0.76), (0.76, 0.76), (-0.76, 0.76)),
}


def _mark(mark: str, at: _Point, radius: float) -> str:
    corners = _MARKS.get(mark)
    if corners is None:
        return _circle(at, radius * 0.82)
    return _outline([(at[0] + x * radius, at[1] + y * radius) for x, y in corners])


@lru_cache(maxsize=64)
def seat_mark(look: SeatColours) -> Markup:
    """A seat's stone beside a name."""
    mark = _mark(look.mark, (0.5, 0.5), 0.24)
    return Markup(
        '<svg class="mark" viewBox="0 0 20 20" aria-hidden="true">'
        f'<circle cx="10" cy="10" r="9" fill="{look.face}" stroke="{look.rim}" stroke-width="1.5"/>'
        f'<path d="{mark}" fill="{look.inlay}"/></svg>'
    )


# -- paths ---------------------------------------------------------------------------------------


def _units(length: float) -> float | int:
    rounded = round(length * CELL, 1)
    return int(rounded) if rounded == int(rounded) else rounded


def _pair(point: _Point) -> str:
    return f"{_units(point[0])} {_units(point[1])}"


def _circle(at: _Point, radius: float) -> str:
    r = _units(radius)
    return f"M{_units(at[0] - radius)} {_units(at[1])}a{r} {r} 0 1 0 {_units(2 * radius)} 0a{r} {r} 0 1 0 {_units(-2 * radius)} 0z"  # noqa: E501


def _horseshoe(at: _Point, radius: float) -> str:
    def points(*near: tuple[float, float]) -> str:
        return " ".join(_pair((at[0] + x * radius, at[1] + y * radius)) for x, y in near)

    first = points((-1.25, 0.1), (-0.95, -0.8), (0, -0.8))
    second = points((0.95, -0.8), (1.25, 0.1), (0.48, 0.8))
    return f"M{points((-0.48, 0.8))}C{first}C{second}"


def _outline(corners: Sequence[_Point], rounding: float = 0.0) -> str:
    if not corners:
        return ""
    if not rounding:
        return f"M{'L'.join(map(_pair, corners))}z"
    path = []
    for number, corner in enumerate(corners):
        before, after = corners[number - 1], corners[(number + 1) % len(corners)]
        start, end = _toward(corner, before, rounding), _toward(corner, after, rounding)
        path.append(f"{'L' if number else 'M'}{_pair(start)}Q{_pair(corner)} {_pair(end)}")
    return f"{''.join(path)}z"


def _toward(start: _Point, end: _Point, length: float) -> _Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    whole = (dx * dx + dy * dy) ** 0.5 or 1.0
    part = min(length, whole / 2) / whole
    return start[0] + dx * part, start[1] + dy * part
