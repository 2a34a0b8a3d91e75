"""The board of Shoo, and the stables of the seats with their troughs.

Nine by nine wooden tiles in a frame, with two bases of other wood.
"""

from dataclasses import dataclass
from typing import Final

import pygame

from tabletop.engine import Ply, Seat, Spot, Text, say
from tabletop.games.shoo.kernel import DROP, HOMES, NAMES, SIDE, SQUARES
from tabletop.games.shoo.rules import (
    STABLE_SPOT,
    TRAVELERS_SPOT,
    Move,
    State,
    horses_in_stables,
    off_board,
)
from tabletop.games.shoo.view import pieces
from tabletop.games.shoo.view.pieces import INTO_SHOO_KINDS
from tabletop.ui.board.view import BoardSnapshot, ViewLayout
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import shapes
from tabletop.ui.draw.shapes import bevel, engraved, glow_tile, gradient
from tabletop.ui.draw.wood import wood, wood_slab
from tabletop.ui.text import typesetting
from tabletop.ui.theme.theme import (
    AMBER,
    DIM,
    ENGRAVED,
    GROOVE,
    HALO,
    SHADOW,
    SMALL_SIZE,
    TEXT,
    WALNUT,
    WHITE,
    Colour,
    Mark,
    SeatLook,
    mix,
)
from tabletop.ui.widgets.page import split_row


@surface_cache(most=8)
def tile_film(side: int, radius: int) -> pygame.Surface:
    """The overlay of a tile: bevelled edges, and corners in the groove's colour."""
    shape = shapes.rounded(side, side, radius, WHITE)
    film = shapes.blank(side, side, GROOVE)
    film.fill((*GROOVE, 255))
    film.blit(shape, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    corners = shapes.silhouette(film, GROOVE)
    corners.blit(bevel(shape, max(1.0, side * 0.04), 150, 150), (0, 0))
    return corners


def mitre(
    lying: pygame.Surface, standing: pygame.Surface, radius: int, right: bool, low: bool
) -> pygame.Surface:
    """A corner of the frame, where two planks meet at a slant, rounded on the outside."""
    side = lying.get_width()
    a, b = (0, 0), (side, side)
    part = [a, b, (0, side) if low else (side, 0)]
    if right != low:
        a, b = (side, 0), (0, side)
        part = [a, b, (side, side) if low else (0, 0)]
    corner = shapes.opaque(standing)
    corner.blit(shapes.masked(lying, shapes.polygon((side, side), part, WHITE)), (0, 0))
    corner.blit(shapes.stroke((side, side), [a, b], max(1.0, side / 44), GROOVE, alpha=120), (0, 0))
    ball = shapes.rounded(2 * side, 2 * side, radius, WHITE)
    cut = (side if right else 0, side if low else 0, side, side)
    corner.blit(ball, (0, 0), cut, special_flags=pygame.BLEND_RGBA_MULT)
    return corner


FRAME, THICK, ROUND, LABEL = 0.052, 0.013, 0.026, 0.042
"""Shares of the board's side: the frame's width, the board's thickness, its corners, letters."""
GAP: Final = 0.030
"""The groove between two tiles, in cells."""
MIN_LABEL_PIXELS: Final = 14
"""Smaller letters are left out, as in the menu's picture."""

TILE_TINT: Final = (214, 163, 102)
FRAME_TINT: Final = (226, 180, 122)
SKIRT: Final = (112, 76, 42)
HOME_WOODS: Final[tuple[Colour, Colour]] = ((238, 214, 168), (126, 80, 44))
"""White's base is of maple, Black's of smoked oak."""
STRINGING: Final[tuple[Colour, Colour]] = (92, 58, 28), (222, 186, 126)
"""The thin inlaid line round each base."""


@dataclass(frozen=True, slots=True)
class Board:
    """Where the board lies, in real pixels, so that every tile is as large as every other."""

    canvas: Canvas
    x: int
    y: int
    cell_px: int
    frame_px: int
    thick_px: int

    @classmethod
    def within(cls, canvas: Canvas, box: Box) -> "Board":
        """The largest board that fits into a box."""
        side = min(box.w, box.h) * canvas.scale
        thick = max(1, round(side * THICK))
        frame = max(2, round(side * FRAME))
        cell = max(4, int((side - thick - 2 * frame) / SIDE))
        whole = cell * SIDE + 2 * frame
        middle = box.centre[0] * canvas.scale, box.centre[1] * canvas.scale
        x, y = round(middle[0] - whole / 2), round(middle[1] - (whole + thick) / 2)
        return cls(canvas, x, y, cell, frame, thick)

    @property
    def side_px(self) -> int:
        """The frame's side."""
        return self.cell_px * SIDE + 2 * self.frame_px

    @property
    def cell(self) -> float:
        """The side of a square in canvas units."""
        return self.cell_px / self.canvas.scale

    def corner_px(self, square: int) -> tuple[int, int]:
        """The upper left pixel of a square, 0 (a1) to 80 (i9)."""
        rank, file = divmod(square, SIDE)
        left, top = self.x + self.frame_px, self.y + self.frame_px
        return left + file * self.cell_px, top + (SIDE - 1 - rank) * self.cell_px

    def middle(self, square: int) -> Point:
        """The middle of a square on the canvas."""
        x, y = self.corner_px(square)
        half, scale = self.cell_px / 2, self.canvas.scale
        return (x + half) / scale, (y + half) / scale

    def spots(self) -> dict[Spot, Point]:
        return {NAMES[square]: self.middle(square) for square in range(SQUARES)}

    # -- the wood -----------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface, marks: tuple[Mark, Mark]) -> None:
        """Draws the empty board; the bases bear their owners' marks."""
        self._draw_frame(surface)
        left, top = self.corner_px(SQUARES - SIDE)
        field = self.cell_px * SIDE
        lip = max(1, self.cell_px // 26)
        surface.fill(mix(FRAME_TINT, WHITE, 0.3), (left, top, field + lip, field + lip))
        surface.fill(GROOVE, (left - lip, top - lip, field + lip, field + lip))
        for square in range(SQUARES):
            self._draw_tile(surface, square)
        for seat in (0, 1):
            x, y = self.corner_px(max(HOMES[seat]) - 2)
            side, line = 3 * self.cell_px, max(1, round(self.cell_px * 0.022))
            pygame.draw.rect(surface, STRINGING[seat], (x, y, side, side), line)
            for square in HOMES[seat]:
                self._put(surface, home_mark(marks[seat], self.cell_px, seat), square)
        shade = max(2, self.cell_px // 8)
        surface.blit(gradient(field, shade, SHADOW, 120, 0), (left, top))
        surface.blit(gradient(shade, field, SHADOW, 90, 0), (left, top))
        if self.label_px >= MIN_LABEL_PIXELS:
            self._draw_labels(surface)

    @property
    def label_px(self) -> int:
        return round(self.side_px * LABEL)

    def _draw_frame(self, surface: pygame.Surface) -> None:
        side, wide, thick = self.side_px, self.frame_px, self.thick_px
        radius = max(2, round(side * ROUND))
        for blur, down, alpha in ((0.030, 0.030, 170), (0.007, 0.010, 190)):
            by = round(side * down)
            below = pygame.Rect(self.x + by // 2, self.y + by, side, side + thick)
            shapes.put_drop_shadow(surface, below, radius, max(2, round(side * blur)), alpha)
        box = pygame.Rect(self.x, self.y, side, side)
        shapes.put_side(surface, box, radius, thick, SKIRT)
        grain = max(1.0, self.cell_px / 98)
        lying = [wood(side, wide, FRAME_TINT, 8 + k, grain) for k in (0, 1)]
        standing = [wood(wide, side, FRAME_TINT, 5 + k, grain, upright=True) for k in (0, 1)]
        inner = side - 2 * wide
        for k, far in ((0, 0), (1, side - wide)):
            surface.blit(lying[k], (self.x + wide, self.y + far), (wide, 0, inner, wide))
            surface.blit(standing[k], (self.x + far, self.y + wide), (0, wide, wide, inner))
            for low, down in ((0, 0), (1, side - wide)):
                ends = lying[low].subsurface((far, 0, wide, wide))
                stile = standing[k].subsurface((0, down, wide, wide))
                corner = mitre(ends, stile, radius, bool(k), bool(low))
                surface.blit(corner, (self.x + far, self.y + down))
        shapes.put_bevel(surface, box, radius, max(1.0, side * 0.006), 190, 150)

    def _draw_tile(self, surface: pygame.Surface, square: int) -> None:
        seat = next((seat for seat in (0, 1) if square in HOMES[seat]), None)
        tint = TILE_TINT if seat is None else HOME_WOODS[seat]
        tint = mix(tint, (255, 226, 178), 0.04 + 0.03 * (square * 7 % 5))
        gap = max(1, round(self.cell_px * GAP))
        side = self.cell_px - gap
        x, y = self.corner_px(square)
        at = (x + gap // 2, y + gap // 2)
        plank = wood(side, side, tint, square * 5 + 1, max(0.6, side / 100))
        surface.blit(plank, at)
        surface.blit(tile_film(side, max(1, side // 18)), at)

    def _put(self, surface: pygame.Surface, picture: pygame.Surface, square: int) -> None:
        x, y = self.corner_px(square)
        width, height = picture.get_size()
        surface.blit(picture, (x + (self.cell_px - width) // 2, y + (self.cell_px - height) // 2))

    def _draw_labels(self, surface: pygame.Surface) -> None:
        """Letters and numbers on all sides; the far ones are turned to those who sit there."""
        half = self.frame_px / 2
        near, far = half * 0.98, self.side_px - half * 0.98
        for i in range(SIDE):
            along = self.frame_px + (i + 0.5) * self.cell_px
            letter, number = (
                _label("abcdefghi"[i], self.label_px),
                _label(str(9 - i), self.label_px),
            )
            for picture, x, y, turned in (
                (letter, along, far, False),
                (letter, along, near, True),
                (number, near, along, False),
                (number, far, along, True),
            ):
                shown = pygame.transform.rotate(picture, 180) if turned else picture
                width, height = shown.get_size()
                surface.blit(shown, (self.x + x - width / 2, self.y + y - height / 2))


@surface_cache(most=32)
def _label(text: str, pixels: int) -> pygame.Surface:
    ink = typesetting.line(text, pixels, ENGRAVED, True, context=typesetting.NEUTRAL)
    return engraved(ink, max(1, round(pixels / 22)))


@surface_cache(most=8)
def home_mark(mark: Mark, cell: int, seat: int) -> pygame.Surface:
    """The mark of a base's owner, engraved in outline."""
    side = 2 * round(cell * 0.26)
    line = max(1.0, cell * 0.035)
    ink = mix(HOME_WOODS[seat], ENGRAVED, 0.75) if seat == 0 else (44, 26, 12)
    points = shapes.mark_points(
        mark, cell * (0.19 if mark == "diamond" else 0.21), (side / 2, side / 2)
    )
    shape = shapes.stroke((side, side), points, line, ink, closed=True)
    return engraved(shape, max(1, round(cell / 70)))


PREFERRED_HEIGHT: Final = 164.0
"""The height in canvas units at which a stable looks best."""
TITLE_HEIGHT: Final = 40.0
TROUGH_GAP: Final = 14.0
FLOOR_COLOUR: Final = (136, 88, 48)

# NOTE for translators: the label of a tray.
STABLE_TITLE = say("shoo.view.stable", "Stable")
TRAVELERS_TITLE = say("shoo.view.travelers", "Travellers")


@dataclass(frozen=True, slots=True)
class Trough:
    """One place in a tray: what it is called, where it lies, what it holds."""

    spot: Spot
    title: Text
    box: Box

    def slots(self, count: int) -> tuple[list[Point], float]:
        """The centres of so many pieces and their radius; they overlap if needed."""
        radius = min(self.box.h * 0.35, max(self.box.h * 0.25, self.box.w / 12.4))
        radius = min(radius, self.box.w * 0.30)
        room = self.box.w - radius * 2.9
        step = min(radius * 2.25, room / max(1, count - 1))
        first = self.box.centre[0] - step * (count - 1) / 2
        y = self.box.centre[1]
        return [(first + i * step, y) for i in range(count)], radius


def troughs(box: Box, travelers: bool) -> tuple[Trough, ...]:
    """The troughs in a tray's box; a second one where travelers can be sent to the stable."""
    title = min(TITLE_HEIGHT, box.h * 0.26)
    height = min(box.h - title, 124.0)
    low = Box(box.x, box.y + title, box.w, height)
    if not travelers:
        return (Trough(STABLE_SPOT, STABLE_TITLE, low),)
    left, right = split_row(low, 2, TROUGH_GAP)
    return (
        Trough(STABLE_SPOT, STABLE_TITLE, left),
        Trough(TRAVELERS_SPOT, TRAVELERS_TITLE, right),
    )


def put_trough(
    frame: Frame, trough: Trough, count: int, look: SeatLook | None, *, lit: bool
) -> None:
    """Puts a trough with so many horses, or so many travelers of a look."""
    canvas, box = frame.canvas, trough.box
    at = box.centre
    frame.put(_trough_image(canvas.px(box.w), canvas.px(box.h), lit), at)
    if not frame.context.projector:  # the pieces show which trough it is
        size = typesetting.fitting_size(
            trough.title, title_px(canvas, box), canvas.px(box.w), context=frame.context
        )
        title = typesetting.line(trough.title, size, TEXT if lit else DIM, context=frame.context)
        left = box.x + 4 + title.get_width() / canvas.scale / 2
        frame.put(title, (left, box.y - title_px(canvas, box) / canvas.scale * 0.58))
    places, radius = trough.slots(count)
    crowded = count > 1 and places[1][0] - places[0][0] < radius * 0.62
    for place in places[:1] if crowded else places:
        frame.put(_trough_piece(canvas.px(radius * 2) / 2, look), place)
    if crowded:
        number = typesetting.tabular_line(
            f"x {count}",
            canvas.px(max(frame.context.min_text_size, box.h * 0.36)),
            TEXT,
            context=frame.context,
        )
        frame.put(number, (box.x + box.w * 0.66, at[1]))


def title_px(canvas: Canvas, box: Box) -> int:
    """The em size of a trough's name."""
    return canvas.px(min(SMALL_SIZE * 1.1, box.h * 0.30))


def prepare_trough(canvas: Canvas, trough: Trough, looks: tuple[SeatLook, ...]) -> None:
    for lit in (False, True):
        _trough_image(canvas.px(trough.box.w), canvas.px(trough.box.h), lit)
    radius = canvas.px(trough.slots(1)[1] * 2) / 2
    for look in looks if trough.spot == TRAVELERS_SPOT else (None,):
        _trough_piece(radius, look)


def _trough_piece(radius: float, look: SeatLook | None) -> pygame.Surface:
    return pieces.horse(radius) if look is None else shapes.stone(look, radius * 0.88)


@surface_cache(most=16)
def _trough_image(width: int, height: int, lit: bool) -> pygame.Surface:
    """A trough of walnut; its floor is lit where it may be touched."""
    unit = height / 124
    thick = max(1, round(6 * unit))
    slab = wood_slab(width, height - thick, 20 * unit, WALNUT, (30, 19, 11), thick, 4)
    rim = max(2, round(11 * unit))
    inner = (width - 2 * rim, height - thick - 2 * rim)
    shape = shapes.rounded(*inner, 11 * unit, FLOOR_COLOUR)
    floor = shapes.masked(wood(*inner, FLOOR_COLOUR, 7, max(0.6, height / 160)), shape)
    shade = max(2, round(15 * unit))
    for film in (
        gradient(inner[0], shade, SHADOW, 170, 0),
        gradient(shade, inner[1], SHADOW, 130, 0),
    ):
        floor.blit(film, (0, 0))
    tray = slab.copy()
    tray.blit(shapes.masked(floor, shape), (rim, rim))
    if not lit:
        return shapes.with_shadow(tray, 7 * unit)
    lamp = glow_tile(*inner, 11 * unit)
    edge = (lamp.get_width() - inner[0]) // 2, (lamp.get_height() - inner[1]) // 2
    tray.blit(lamp.subsurface((*edge, *inner)), (rim, rim))
    line = shapes.outline(width, height - thick, 20 * unit, 5 * unit, AMBER)
    tray.blit(line, (0, 0))
    halo = shapes.blurred(
        shapes.rounded(width, height, 20 * unit, HALO), HALO, 13 * unit, 200
    ).copy()
    halo.blit(tray, ((halo.get_width() - width) // 2, (halo.get_height() - height) // 2))
    return halo


TOUCH_MARGIN: Final = 14.0
"""Canvas units beyond a trough's edge that still count as a touch of it."""


@dataclass(frozen=True, slots=True)
class Stables:
    """The trays of all seats as stables."""

    places: ViewLayout
    looks: tuple[SeatLook, ...]

    def troughs(self, seat: Seat) -> tuple[Trough, ...]:
        """The places of a seat's tray, without its rotation."""
        tray = self.places.trays.get(seat)
        if tray is None:
            return ()
        return troughs(tray.box, self.places.options.get("hush") == "stable")

    def point(self, seat: Seat, spot: Spot) -> Point | None:
        """Where on the canvas a stable's place is."""
        for trough in self.troughs(seat):
            if trough.spot == spot:
                return self.places.trays[seat].on_canvas(trough.box.centre)
        return None

    def gate(self, ply: Ply[State, Move]) -> Point | None:
        """Where a ply's pieces leave or enter a stable."""
        return self.point(ply.seat, STABLE_SPOT if ply.move.kind == DROP else TRAVELERS_SPOT)

    def spot_at(self, seat: Seat, at: Point) -> Spot | None:
        """The place of a seat's stable under a point of the canvas."""
        for trough in self.troughs(seat):
            near = trough.box.inset(-TOUCH_MARGIN)
            a = self.places.trays[seat].on_canvas((near.x, near.y))
            b = self.places.trays[seat].on_canvas((near.right, near.bottom))
            across = min(a[0], b[0]) <= at[0] <= max(a[0], b[0])
            if across and min(a[1], b[1]) <= at[1] <= max(a[1], b[1]):
                return trough.spot
        return None

    def draw(self, frame: Frame, snapshot: BoardSnapshot[State, Move], seat: Seat) -> None:
        """Puts a seat's horses, and its travelers that were sent there, into their troughs."""
        mine = seat == snapshot.seat and snapshot.motion is None
        for trough in self.troughs(seat):
            horses = trough.spot == STABLE_SPOT
            count = (horses_in_stables if horses else off_board)(snapshot.state)[seat]
            held = mine and snapshot.held is not None and snapshot.held[0] == trough.spot
            if held or self._sent_now(snapshot, seat, trough.spot):
                count -= 1
            lit = mine and (trough.spot in snapshot.open or trough.spot in snapshot.picked)
            look = None if horses else self.looks[seat]
            put_trough(frame, trough, count, look, lit=lit)
            left = (snapshot.preview,) if snapshot.preview is not None else snapshot.candidates
            sent = bool(left) and all(move.kind in INTO_SHOO_KINDS for move in left)
            if mine and not horses and sent:
                # Where one more traveler would come to lie.
                places, radius = trough.slots(count + 1)
                ghost = shapes.ghost(self.looks[seat], frame.canvas.px(radius * 2) / 2 * 0.88)
                frame.put(ghost, places[-1])

    def prepare(self) -> None:
        for seat in self.places.trays:
            for trough in self.troughs(seat):
                prepare_trough(self.places.canvas, trough, self.looks)

    def _sent_now(self, snapshot: BoardSnapshot[State, Move], seat: Seat, spot: Spot) -> bool:
        """Whether the last of the travelers in a stable is still on its way there."""
        motion = snapshot.motion
        return (
            spot == TRAVELERS_SPOT
            and motion is not None
            and motion.ply.seat == seat
            and motion.ply.move.kind in INTO_SHOO_KINDS
        )
