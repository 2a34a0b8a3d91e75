"""The wooden board with its tray: its plan in units, the transform to the canvas, and its picture.

The middle of the picture has no alpha channel, so that redrawing under moving pieces is fast. The
module also has the curtain over a picture, and the round clock beside the board.
"""

from dataclasses import dataclass
from math import ceil, cos, inf, pi, sin
from typing import Final, Self, TypeAlias

import pygame

from tabletop.engine import Text, say
from tabletop.games.sevens.pieces.space import Zone
from tabletop.games.sevens.rules.pieces import Point
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.core.tween import ease_in_out
from tabletop.ui.draw import shapes, wood
from tabletop.ui.draw.icons import icon
from tabletop.ui.draw.shapes import (
    engraved,
    gradient,
    put_drop_shadow,
    put_face,
    put_outline,
    put_side,
)
from tabletop.ui.layout import column, item, padded, row
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Align, Label
from tabletop.ui.theme.theme import (
    BLACK,
    CORAL,
    CORAL_WORDS,
    CREAM,
    DIM,
    HEAD_SIZE,
    INK,
    PANEL,
    PANEL_LINE,
    SHADOW,
    SKY,
    SMALL_SIZE,
    TEXT,
    WHITE,
    Colour,
    mix,
)

BOARD_RIM: Final = 0.2
"""The width of the board's rim, in units."""
BOARD_THICKNESS: Final = 0.14
"""The thickness of the board, in units."""
MIN_TRAY_WIDTH: Final = 3.45
"""The least width of the tray, in units."""
WIDE_TRAY_WIDTH: Final = 3.65
"""The width of the tray where there is room to turn every piece in it."""
MIN_WORK_SIZE: Final = (8.6, 8.0)
"""The least work area beside the tray, in units: figures span up to 8."""


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """The size of a board and its tray, in units."""

    width: float
    height: float
    tray: Zone


def board_plan(ratio: float) -> BoardPlan:
    """The plan with the largest pieces for a box of this ratio of width to height.

    The tray is at the left, or at the bottom of a tall box.
    """
    work_w, work_h = MIN_WORK_SIZE
    beside = _unit(ratio, work_w + MIN_TRAY_WIDTH, work_h)
    below = _unit(ratio, work_w, work_h + MIN_TRAY_WIDTH)
    unit = max(beside, below)
    width, height = ratio / unit - 2 * BOARD_RIM, 1 / unit - 2 * BOARD_RIM - BOARD_THICKNESS
    if beside >= below:
        broad = min(WIDE_TRAY_WIDTH, max(MIN_TRAY_WIDTH, width - work_w))
        return BoardPlan(width, height, Zone(0.0, 0.0, broad, height))
    broad = min(WIDE_TRAY_WIDTH, max(MIN_TRAY_WIDTH, height - work_h))
    return BoardPlan(width, height, Zone(0.0, height - broad, width, broad))


def _unit(ratio: float, width: float, height: float) -> float:
    """The largest unit with which the board fits a box of that ratio and height 1."""
    return min(ratio / (width + 2 * BOARD_RIM), 1 / (height + 2 * BOARD_RIM + BOARD_THICKNESS))


@dataclass(frozen=True, slots=True)
class BoardTransform:
    """Maps units to the canvas and back."""

    start: Point
    """The canvas point of (0, 0), as the seat sees it."""
    unit: float
    """Canvas units per unit."""
    turns: int = 0
    """Quarter turns clockwise about `about`, to the edge of the seat."""
    about: Point = (0.0, 0.0)

    @classmethod
    def within(cls, box: Box, width: float, height: float, turns: int, about: Point) -> Self:
        """The largest board in a box that is given as the seat sees it."""
        unit = min(
            box.w / (width + 2 * BOARD_RIM), box.h / (height + 2 * BOARD_RIM + BOARD_THICKNESS)
        )
        x = box.centre[0] - width * unit / 2
        # The front of the board is at the far edge for the seat opposite.
        low = BOARD_THICKNESS * unit * (0.0, 0.5, 1.0, 0.5)[turns % 4]
        y = (
            box.y
            + (box.h - (height + 2 * BOARD_RIM + BOARD_THICKNESS) * unit) / 2
            + BOARD_RIM * unit
            + low
        )
        return cls((x, y), unit, turns % 4, about)

    def to_canvas(self, at: Point) -> Point:
        x, y = self.start[0] + at[0] * self.unit, self.start[1] + at[1] * self.unit
        return turn_point((x, y), self.turns, self.about)

    def to_units(self, at: Point) -> Point:
        x, y = turn_point(at, -self.turns, self.about)
        return (x - self.start[0]) / self.unit, (y - self.start[1]) / self.unit

    def to_box(self, zone: Zone) -> Box:
        """A zone as it lies on the canvas."""
        a, b = self.to_canvas((zone.left, zone.top)), self.to_canvas((zone.right, zone.bottom))
        return Box(min(a[0], b[0]), min(a[1], b[1]), abs(b[0] - a[0]), abs(b[1] - a[1]))

    def turn(self, degrees: float) -> float:
        """The angle at which a piece is drawn."""
        return degrees + 90 * self.turns


BOARD_COLOUR: Final[Colour] = (246, 229, 193)
TRAY_COLOUR: Final[Colour] = (226, 203, 157)
BOARD_EDGE_COLOUR: Final[Colour] = (176, 142, 88)
TRAY_LABEL_COLOUR: Final[Colour] = (96, 70, 36)
# NOTE for translators: engraved into the part of the board where pieces wait; short.
TRAY_LABEL: Final = say("sevens.tray", "Tray")

PlacedImage: TypeAlias = tuple[pygame.Surface, int, int]
"""A picture and its upper left corner, in pixels."""


def draw_board(
    frame: Frame,
    sight: BoardTransform,
    width: float,
    height: float,
    tray: Zone | None,
    *,
    named: bool = True,
) -> None:
    """Draws the board, with the name of its tray; the light stays whichever seat it faces."""
    canvas, scale = frame.canvas, frame.canvas.scale
    neutral = canvas.with_context(typesetting.NEUTRAL)
    whole = sight.to_box(Zone(0, 0, width, height))
    for picture, x, y in _parts(neutral, whole, sight.to_box(tray) if tray else None, sight.unit):
        across, down = picture.get_size()
        frame.put(picture, ((x + across / 2) / scale, (y + down / 2) / scale))
    if tray is None or not named or frame.context.projector:
        return  # too small for projector mode
    label = _label(frame.context.translate(TRAY_LABEL), canvas.px(0.32 * sight.unit), sight.turns)
    frame.put(label, sight.to_canvas((tray.left + tray.width / 2, tray.top + 0.22)))


@surface_cache(most=8)
def _label(text: str, pixels: int, turns: int) -> pygame.Surface:
    ink = engraved(
        typesetting.line(text, pixels, TRAY_LABEL_COLOUR, True, context=typesetting.NEUTRAL),
        max(1, pixels // 18),
    )
    return pygame.transform.rotate(ink, -90 * turns) if turns else ink


@surface_cache(most=4)
def _parts(canvas: Canvas, surface: Box, tray: Box | None, unit: float) -> tuple[PlacedImage, ...]:
    """The middle without alpha, and four strips around it."""
    whole = _pixels(canvas, surface.inset(-BOARD_RIM * unit))
    room = whole.inflate(2 * canvas.px(0.7 * unit), 2 * canvas.px(0.7 * unit))
    picture = shapes.blank(*room.size, SHADOW)
    face = whole.move(-room.x, -room.y)
    _draw_slab(picture, face, canvas, unit)
    if tray is not None:
        _draw_tray(picture, _pixels(canvas, tray).move(-room.x, -room.y), canvas, unit)
    corner = canvas.px(BOARD_CORNER_RADIUS * unit)
    inner = face.inflate(-2 * corner, -2 * corner)
    middle = pygame.Surface(inner.size, depth=24)
    middle.blit(picture, (0, 0), inner)
    cuts = (
        pygame.Rect(0, 0, room.w, inner.y),
        pygame.Rect(0, inner.bottom, room.w, room.h - inner.bottom),
        pygame.Rect(0, inner.y, inner.x, inner.h),
        pygame.Rect(inner.right, inner.y, room.w - inner.right, inner.h),
    )
    strips = [(picture.subsurface(cut).copy(), room.x + cut.x, room.y + cut.y) for cut in cuts]
    return ((middle.convert(), room.x + inner.x, room.y + inner.y), *strips)


BOARD_CORNER_RADIUS: Final = 0.3


def _pixels(canvas: Canvas, box: Box) -> pygame.Rect:
    left, top = canvas.to_pixels((box.x, box.y))
    right, bottom = canvas.to_pixels((box.right, box.bottom))
    return pygame.Rect(left, top, right - left, bottom - top)


def _draw_slab(target: pygame.Surface, box: pygame.Rect, canvas: Canvas, unit: float) -> None:
    def px(units: float) -> int:
        return canvas.px(units * unit)

    radius, thick = px(BOARD_CORNER_RADIUS), px(BOARD_THICKNESS)
    under = box.inflate(0, thick).move(0, thick // 2)
    put_drop_shadow(target, under.move(px(0.03), px(0.05)), radius, px(0.05), 150)
    put_drop_shadow(target, under.move(px(0.10), px(0.16)), radius, px(0.16), 130)
    put_side(target, box, radius, thick, BOARD_EDGE_COLOUR)
    put_face(target, _plank(box.size, BOARD_COLOUR, 0, unit * canvas.scale), box, radius)
    put_outline(target, box, radius, px(0.022), (255, 250, 235), 170)


def _draw_tray(target: pygame.Surface, box: pygame.Rect, canvas: Canvas, unit: float) -> None:
    """Draws the tray, shaded by its upper and left walls."""

    def px(units: float) -> int:
        return canvas.px(units * unit)

    radius, depth = px(0.2), px(0.13)
    put_face(target, _plank(box.size, TRAY_COLOUR, 5, unit * canvas.scale), box, radius)
    wall = (74, 48, 22)
    upper = gradient(box.w - 2 * radius, depth, wall, 74, 0)
    target.blit(upper, (box.x + radius, box.y))
    left = gradient(round(depth * 0.7), box.h - 2 * radius, wall, 56, 0)
    target.blit(left, (box.x, box.y + radius))
    line = px(0.016)
    put_outline(target, box.move(0, line), radius, line, WHITE, 110)
    put_outline(target, box, radius, line, mix(BOARD_EDGE_COLOUR, BLACK, 0.25), 190)


def _plank(size: tuple[int, int], tint: Colour, cut: int, unit_px: float) -> pygame.Surface:
    plank = wood.wood(*size, tint, cut, max(1.0, unit_px / 70))
    veil = pygame.Surface(size)
    veil.fill(tint)
    veil.set_alpha(190)
    plank.blit(veil, (0, 0))
    return plank


CLOTH_COLOUR: Final[Colour] = (132, 27, 38)
BRASS_COLOUR: Final[Colour] = (214, 165, 84)
CURTAIN_PICTURES: Final = 12
"""Pictures of the cloth between closed and open."""
FOLDS: Final = 9
"""Folds in each half."""
RAIL_THICKNESS: Final = 20.0
"""In canvas units."""
HEM: Final = ((44.0, 7.0), (31.0, 3.0))
"""Braids above the lower edge: distance and thickness."""
CLOTH_OVERHANG: Final = 8.0
"""How far the cloth hangs over the edge, so that nothing of the board shows."""

CURTAIN_SECONDS: Final = 0.25
"""Seconds for opening or closing."""
AUTO_CLOSE_SECONDS: Final = 90.0
"""Seconds without a touch after which it closes."""
COUNTDOWN_SECONDS: Final = 15
"""The last of these seconds are counted down."""


class Curtain:
    """A curtain that one button opens and closes; holding the button opens it for that long.

    It closes by itself when nothing is touched for `AUTO_CLOSE_SECONDS`, after a countdown.
    """

    def __init__(self) -> None:
        self.held = False
        """A finger holds it open."""
        self.stays = False
        """It was opened, and stays open without a finger."""
        self.lasts = False
        """It hides the picture from nobody, so it does not close by itself."""
        self.covered = False
        """A page lies above: the picture is hidden, but the curtain is open again afterwards."""
        self.waits = 0.0
        """Seconds of countdown before it opens, for others to look away."""
        self._waits_once = 0.0
        """The same for the next opening only."""
        self._rested = 0.0
        self._waited = 0.0
        self._way = 0.0
        """The progress of opening, linear in time."""

    @property
    def open(self) -> bool:
        """Whether it is open or opening."""
        return self.held or self.stays

    @property
    def drawn(self) -> float:
        """How far it is open, from 0 to 1."""
        return 0.0 if self.covered else ease_in_out(self._way)

    @property
    def closes_in(self) -> int | None:
        """The last seconds before it closes; None before them."""
        if self.lasts or self.covered:
            return None
        left = ceil(AUTO_CLOSE_SECONDS - self._rested - 1e-9)
        return left if self.stays and not self.held and left <= COUNTDOWN_SECONDS else None

    @property
    def opens_in(self) -> int | None:
        """Seconds until it begins to open; None otherwise."""
        left = ceil(max(self.waits, self._waits_once) - self._waited - 1e-9)
        return left if self.open and left > 0 and not self.covered else None

    def touched(self) -> None:
        self._rested = 0.0

    def close(self) -> None:
        self.held = self.stays = self.covered = False
        self._way = self._rested = self._waited = self._waits_once = 0.0

    def cover(self) -> None:
        """Hides the picture under a page; a finger that held it open no longer does."""
        self.held, self.covered = False, True

    def uncover(self, wait: float) -> None:
        """Shows the picture again if the curtain was open, after `wait` seconds."""
        self.covered = False
        self.touched()
        if not self.stays:
            self._way = 0.0
        elif wait:
            self._waits_once, self._waited, self._way = wait, 0.0, 0.0

    def update(self, dt: float, animation_scale: float, *, busy: bool = False) -> None:
        """Advances by `dt` seconds; `busy`: a hand is moving pieces."""
        counting = self.opens_in is not None
        if busy or self.lasts or counting:
            self.touched()
        elif self.stays and not self.held:
            self._rested += dt
            self.stays = self._rested < AUTO_CLOSE_SECONDS - 1e-9
        self._waited = self._waited + dt if self.open else 0.0
        if not self.open:
            self._waits_once = 0.0
        goal = 1.0 if self.open and self.opens_in is None else 0.0
        step = dt / (CURTAIN_SECONDS * animation_scale) if animation_scale else 1.0
        self._way = min(goal, self._way + step) if goal else max(goal, self._way - step)

    def wakes_in(self) -> float:
        if (seconds := self.opens_in) is not None:
            wait = max(self.waits, self._waits_once)
            return max(0.0, wait - self._waited - (seconds - 1))
        if self._way != (1.0 if self.open else 0.0):
            return 0.0
        if not self.stays or self.held or self.lasts:
            return inf
        left = AUTO_CLOSE_SECONDS - self._rested
        return left - (min(COUNTDOWN_SECONDS, ceil(left - 1e-9) - 1) if left > 1e-9 else 0.0)


PEEK_COLOUR: Final = SKY
PEEK_EDGE: Final = 16.0
"""The thickness of the frame around a peek."""
PEEK_RIBBON: Final = (560.0, 96.0)
"""The greatest size of the ribbon on that frame."""
RIBBON_PAD_SHARE: Final = 0.1
"""The share of its height that is kept free above and below its words, for descenders."""
PEEK_VEIL: Final = 0.3
"""The alpha of the shade over the board under a peek."""


def draw_peek_veil(frame: Frame, board: Box) -> None:
    """Draws the shade over an empty board on which a peek is shown."""
    px = frame.canvas.px
    frame.put(shapes.rounded(px(board.w), px(board.h), px(24), INK), board.centre, PEEK_VEIL)


def draw_peek_frame(frame: Frame, board: Box, said: Text) -> None:
    """Draws the frame and the ribbon that tell a peek from one's own board."""
    canvas, px = frame.canvas, frame.canvas.px
    around = board.inset(-PEEK_EDGE / 2)
    edge = shapes.outline(px(around.w), px(around.h), px(30), px(PEEK_EDGE), PEEK_COLOUR)
    frame.put(edge, around.centre)
    width, height = (min(most, share) for most, share in zip(
        PEEK_RIBBON, (board.w * 0.7, board.h * 0.14), strict=True
    ))  # fmt: skip
    boxes = column(
        item("ribbon", height, cross_size=width, align="centre"), padding=(0, 0, 0, 0)
    ).place(around)
    ribbon = boxes["ribbon"]
    draw_panel(frame, ribbon, PEEK_COLOUR, 22)
    words = padded("words", (0, height * RIBBON_PAD_SHARE, 0, height * RIBBON_PAD_SHARE))
    inner = row(20, item("eye", height * 0.6), 16, words, 20).place(ribbon)
    frame.put(icon("eye", canvas.px(height * 0.56), INK), inner["eye"].centre)
    Label(said, inner["words"], HEAD_SIZE, INK, True, "centre", most=1).draw(frame)


def draw_curtain(frame: Frame, box: Box, opened: float, label: str = "") -> None:
    """Draws the curtain over a box, open by a share from 0 to 1.

    The label is drawn on the closed curtain.
    """
    step = round(min(1.0, max(0.0, opened)) * CURTAIN_PICTURES)
    if step == CURTAIN_PICTURES:
        return
    canvas = frame.canvas
    hung = box.inset(-CLOTH_OVERHANG)
    wide = hung.w / 2 * (1 - step / CURTAIN_PICTURES)
    # One pixel more, so that the halves meet.
    cloth = _cloth(canvas.px(wide) + 1, canvas.px(hung.h), canvas.scale)
    y = hung.centre[1]
    frame.put(cloth, (hung.right - wide / 2, y))
    frame.put(cloth, (hung.x + wide / 2, y))
    thick, shade = canvas.px(RAIL_THICKNESS), mix(BRASS_COLOUR, BLACK, 0.5)
    rail = shapes.slab(canvas.px(hung.w), thick, thick / 2, BRASS_COLOUR, shade, max(1, thick // 5))
    frame.put(rail, (hung.centre[0], hung.y + RAIL_THICKNESS / 2))
    if label and step == 0:
        draw_curtain_words(frame, box, label)


def draw_curtain_words(frame: Frame, box: Box, label: str) -> None:
    room = Box.around(box.centre, box.w - 120, box.h * 0.44)
    Label(label, room, HEAD_SIZE, CREAM, bold=True, align="centre").draw(frame)


@surface_cache(most=2 * CURTAIN_PICTURES)
def _cloth(width: int, height: int, scale: float) -> pygame.Surface:
    """Half of the curtain; it has as many folds when it is narrow."""
    coarse = max(2, min(width, 420))
    dark, bright = mix(CLOTH_COLOUR, BLACK, 0.52), mix(CLOTH_COLOUR, WHITE, 0.12)
    woven, braid = pygame.Surface((coarse, 4)), pygame.Surface((coarse, 1))
    for x in range(coarse):
        share = (x + 0.5) / coarse
        for y in range(4):
            light = _light(share, y / 3)
            tone = mix(dark, CLOTH_COLOUR, light * 2)
            if light >= 0.5:
                tone = mix(CLOTH_COLOUR, bright, (light * 2 - 1) ** 1.6)
            woven.set_at((x, y), tone)
        braid.set_at((x, 0), mix(BRASS_COLOUR, BLACK, 0.55 * (1 - _light(share, 1.0))))
    cloth = pygame.transform.smoothscale(woven, (width, height))
    cloth.blit(pygame.transform.smoothscale(_falling(), (width, height)), (0, 0))
    for down, thick in HEM:
        line = pygame.transform.smoothscale(braid, (width, max(1, round(thick * scale))))
        cloth.blit(line, (0, round(height - down * scale)))
    return cloth.convert()


def _light(x: float, y: float) -> float:
    """The brightness at a point of the cloth, from its folds."""
    place = x + 0.012 * sin(2 * pi * (1.7 * x + 0.35 * y)) + 0.006 * y * sin(9 * x)
    turn = 2 * pi * FOLDS * place
    return 0.5 - 0.5 * cos(turn + 0.45 * sin(turn))


@surface_cache(most=1)
def _falling() -> pygame.Surface:
    """The shade below the rail and at the lower edge."""
    ramp = pygame.Surface((2, 24), pygame.SRCALPHA)
    for y in range(24):
        share = y / 23
        dark = 120 * max(0.0, 1 - share * 7) + 70 * max(0.0, share - 0.35)
        for x in (0, 1):
            ramp.set_at((x, y), (0, 0, 0, round(dark)))
    return ramp


def draw_panel(frame: Frame, box: Box, colour: Colour = PANEL, radius: float = 28.0) -> None:
    """Draws a plain panel; its corners are rounded to whole pixels."""
    px = frame.canvas.px
    frame.put(shapes.rounded(px(box.w), px(box.h), px(radius), colour), box.centre)


def draw_line(
    frame: Frame,
    text: str,
    pixels: int,
    colour: Colour,
    at: Point,
    *,
    bold: bool = False,
    align: Align = "centre",
) -> float:
    """Draws one line of text with its middle or that end at a point; gives its width."""
    return _put_aligned(
        frame, typesetting.line(text, pixels, colour, bold, context=frame.context), at, align
    )


def draw_number(
    frame: Frame,
    number: float | str,
    pixels: int,
    colour: Colour,
    at: Point,
    *,
    bold: bool = True,
    align: Align = "centre",
) -> float:
    """The same for digits, which all have the same width."""
    ink = typesetting.tabular_line(str(number), pixels, colour, bold, context=frame.context)
    return _put_aligned(frame, ink, at, align)


def _put_aligned(frame: Frame, ink: pygame.Surface, at: Point, align: Align) -> float:
    width = ink.get_width() / frame.canvas.scale
    right = {"left": width / 2, "centre": 0.0, "right": -width / 2}[align]
    frame.put(ink, (at[0] + right, at[1]))
    return width


CLOCK_TICKS: Final = 60
HURRY_SECONDS: Final = 10.0
"""Seconds before the end from which the clock is red, with a second ring."""
MAX_FIGURE_SIZE: Final = 130.0


def format_clock(seconds: float) -> str:
    """The time as 1:24; 0:00 only when none is left."""
    whole = ceil(max(0.0, seconds) - 1e-6)
    return f"{whole // 60}:{whole % 60:02d}"


def draw_clock(frame: Frame, box: Box, left: float, whole: float, note: Text | None = None) -> None:
    """Draws the clock with `left` of `whole` seconds, and a note below the digits."""
    canvas = frame.canvas
    radius = min(box.w, box.h) / 2 - 6
    hurried = left <= HURRY_SECONDS < whole
    colour = CORAL_WORDS if hurried else TEXT
    lit = ceil(CLOCK_TICKS * left / whole - 1e-9) if whole > 0 else 0
    long, thick = radius * 0.13, radius * 0.055
    x, y = box.centre
    for number in range(CLOCK_TICKS):
        angle = 2 * pi * (number + 0.5) / CLOCK_TICKS
        at = (x + (radius - long / 2) * sin(angle), y - (radius - long / 2) * cos(angle))
        # Ticks disappear clockwise from the top.
        shown = colour if number >= CLOCK_TICKS - lit else PANEL_LINE
        frame.put(tick_corners(number, canvas.scale * long, canvas.scale * thick, shown), at)
    if hurried:
        frame.put(shapes.ring(canvas.scale * radius * 0.8, canvas.px(4), CORAL), (x, y))
    inside = 1.42 * radius
    text = format_clock(left)
    size = typesetting.fitting_size(
        "0:00",
        canvas.px(MAX_FIGURE_SIZE),
        canvas.px(inside),
        True,
        least=0.2,
        context=frame.context,
    )
    note = note if not frame.context.projector else None  # projector mode shows the digits alone
    up = radius * 0.08 if note else 0.0
    # The minutes stay where they are; equal cells would set a 1 apart.
    wide = typesetting.width_of("0:00", size, True, context=frame.context) / canvas.scale
    draw_line(frame, text, size, colour, (x - wide / 2, y - up), bold=True, align="left")
    if note:
        small = typesetting.fitting_size(
            note,
            canvas.px(frame.context.scaled_size(SMALL_SIZE)),
            canvas.px(inside * 0.8),
            least=0.4,
            context=frame.context,
        )
        draw_line(frame, note, small, DIM, (x, y + radius * 0.42))


def total_time_note(seconds: float) -> Text:
    """The note with the whole time."""
    # NOTE for translators: small, below the time left on a round clock.
    return say("sevens.clock_of", "of {time}", time=format_clock(seconds))


def next_tick(left: float, whole: float) -> float:
    """Seconds until the clock looks different."""
    if left <= 0:
        return float("inf")
    step = whole / CLOCK_TICKS
    until_second = left - (ceil(left - 1e-6) - 1)
    until_tick = left - (ceil(left / step - 1e-9) - 1) * step
    return max(0.0, min(until_second, until_tick))


@surface_cache(most=4 * CLOCK_TICKS)
def tick_corners(number: int, long: float, thick: float, colour: Colour) -> pygame.Surface:
    side = ceil(long + thick + 2)
    angle = 2 * pi * (number + 0.5) / CLOCK_TICKS
    dx, dy = sin(angle) * (long - thick) / 2, -cos(angle) * (long - thick) / 2
    middle = side / 2
    ends = [(middle - dx, middle - dy), (middle + dx, middle + dy)]
    return shapes.stroke((side, side), ends, thick, colour)


@surface_cache(most=4)
def prewarm_clock(canvas: Canvas, box: Box) -> None:
    """Renders the clock's pictures in advance."""
    for left in (60.0, 0.0, 5.0):
        draw_clock(Frame(canvas), box, left, 60.0)
