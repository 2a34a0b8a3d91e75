"""The banner across the top of a projected picture, and the spotlight on the last ply.

The banner says whose turn it is, what happened and what the score is. The spotlight dims the board
except for the spots that the last ply touched.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import dist, inf
from typing import Final, NamedTuple

import pygame

from tabletop.engine import CHANCE, Game, Ply
from tabletop.ui.board.seat_panel import panel_plate
from tabletop.ui.board.view import BoardSnapshot, View
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.tween import Timer, ease_out
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.draw.shapes import Arrows, stone
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER,
    AMBER_WORDS,
    CORAL,
    CREAM,
    PANEL_LINE,
    PETROL,
    TEXT,
    VEIL,
    SeatLook,
)

SLIDE_SECONDS: Final = 0.28
"""Seconds in which another seat's name comes in."""
SLIDE_DISTANCE: Final = 70.0
"""How far from its place it begins."""
STONE_RADIUS: Final = 78.0
"""The radius of the large stone."""
PAD: Final = 22.0
BANNER_NAME_SIZE: Final = 84.0
LINE_SIZE: Final = 54.0
EVENT_SIZE: Final = 78.0
SCORE_SIZE: Final = 84.0
MIN_SCORE_SIZE: Final = 45.0
DIGIT_WIDTH: Final = 0.6
"""How broad a digit is, in ems."""
NOTE_HEIGHT: Final = 57.0
EXTRA_HEIGHT: Final = 116.0
"""By so much the banner grows over the board while it has more to say than usual."""


class SeriesScore(NamedTuple):
    """What one player has won in a series so far."""

    look: SeatLook
    wins: int


@dataclass(frozen=True, slots=True)
class BannerText:
    """What the banner says in one moment."""

    look: SeatLook
    """Of the seat that it is about."""
    who: str
    member: str = ""
    """Whose hand it is, where several share a seat."""
    line: str = ""
    """What they are to do; or what was done, where the name is part of it."""
    warning: bool = False
    """The line says why something cannot be."""
    lit: bool = False
    """Somebody is to act."""
    told: bool = False
    """The line stands alone, for it says what happened."""
    computer: bool = False
    dots: int | None = None
    """How many of the dots are lit that show that a computer thinks; None where it does not."""
    points: tuple[SeriesScore, ...] = ()
    """How the series stands; empty where nobody has won anything."""
    series: str = ""
    """How long the series is."""

    @property
    def about(self) -> tuple[str, bool]:
        """What makes it another banner, that comes in anew."""
        return self.who, self.told


class ProjectorBanner:
    """What the room was told last, and how far it has come in; it changes as time goes by."""

    def __init__(self) -> None:
        self._about: tuple[str, bool] | None = None
        self._coming = Timer(0.0)

    def follow(self, said: BannerText, animation_scale: float) -> None:
        """Lets what it is about come in anew, if that is something else than before."""
        if said.about != self._about:
            fresh = self._about is None
            self._about = said.about
            self._coming = Timer(0.0 if fresh else SLIDE_SECONDS * animation_scale)

    def run(self, dt: float) -> None:
        """Lets time pass."""
        if not self._coming.done:
            self._coming.run(dt)

    def wakes_in(self) -> float:
        """Seconds until it looks different."""
        return float("inf") if self._coming.done else 0.0

    def draw(self, frame: Frame, box: Box, said: BannerText) -> None:
        """Puts it."""
        share = ease_out(self._coming.share)
        put_banner(frame, box, said, SLIDE_DISTANCE * (1 - share), share)


def put_banner(
    frame: Frame, box: Box, said: BannerText, aside: float = 0.0, seen: float = 1.0
) -> None:
    """Puts a banner whose mark and name are still `aside` from their place, and `seen` so far."""
    canvas = frame.canvas
    place, labels = _set(canvas, box, said)
    frame.put(panel_plate(canvas, place, said.lit), place.centre)
    middle = box.y + box.h / 2
    at = (box.x + PAD + STONE_RADIUS - aside, middle)
    frame.put(stone(said.look, canvas.px(STONE_RADIUS)), at, seen)
    if said.computer:
        corner = (at[0] + STONE_RADIUS * 0.72, at[1] + STONE_RADIUS * 0.66)
        frame.put(shapes.disc(canvas.px(34), PANEL_LINE), corner, seen)
        frame.put(icon("computer", canvas.px(44), TEXT), corner, seen)
    for label in labels:
        replace(label, box=label.box.moved(-aside, 0)).draw(frame)
    if said.warning and labels:
        last = labels[-1].box
        bar = shapes.rounded(canvas.px(12), canvas.px(last.h - 16), canvas.px(6), CORAL)
        frame.put(bar, (last.x - 20, last.centre[1]))
    if said.dots is not None:
        _put_dots(frame, said.dots, (place.right - PAD - 130 - _score_width(said), box.y + 58))
    if said.points:
        _put_score(frame, _score_box(box, said), said)


def _set(canvas: Canvas, box: Box, said: BannerText) -> tuple[Box, tuple[Label, ...]]:
    """The banner's plate and its words; it grows where they need it."""
    left = box.x + 2 * PAD + 2 * STONE_RADIUS + 18
    right = box.right - PAD - _score_width(said)
    room = Box(left, box.y + 14, right - left, box.h - 28)
    for grow in (0.0, EXTRA_HEIGHT):
        for labels in _ways(canvas, _higher(room, grow), said):
            if all(label.typeset(canvas).complete for label in labels):
                return Box(box.x, box.y, box.w, box.h + grow), labels
    return Box(box.x, box.y, box.w, box.h + EXTRA_HEIGHT), labels


def _higher(room: Box, more: float) -> Box:
    """The same room, so much higher."""
    return Box(room.x, room.y, room.w, room.h + more)


def _ways(canvas: Canvas, room: Box, said: BannerText) -> tuple[tuple[Label, ...], ...]:
    """How the words can be set, the best first: the name above the line, or the line alone."""
    indent = 34.0 if said.warning else 0.0
    alone = Box(room.x + indent, room.y, room.w - indent, room.h)
    whole = Label(said.line, alone, EVENT_SIZE if said.told else LINE_SIZE, TEXT, bold=said.told)
    if said.told or not said.who:
        return ((whole,),)
    if not said.line:
        return (_named(canvas, room, said),)
    names = _named(canvas, Box(room.x, room.y, room.w, 84.0), said)
    under = Box(alone.x, room.y + 94, alone.w, room.h - 94)
    line = Label(said.line, under, LINE_SIZE, TEXT, stands="top")
    return (*names, line), (whole,)


def _name(room: Box, said: BannerText) -> Label:
    return Label(said.who, room, BANNER_NAME_SIZE, TEXT, bold=True, most=1)


def _named(canvas: Canvas, room: Box, said: BannerText) -> tuple[Label, ...]:
    """The name, and behind it whose hand it is."""
    if not said.member:
        return (_name(room, said),)
    name = _name(Box(room.x, room.y, room.w * 0.6, room.h), said)
    taken = name.typeset(canvas).width / canvas.scale + 44
    member = Box(room.x + taken, room.y, room.w - taken, room.h)
    return name, Label(said.member, member, LINE_SIZE, AMBER_WORDS, bold=True, most=1)


# -- the score ----------------------------------------------------------------------------------


def _score_width(said: BannerText) -> float:
    """The room at the right end for how the series stands."""
    return 330.0 if said.points else 0.0


def _score_box(box: Box, said: BannerText) -> Box:
    width = _score_width(said)
    return Box(box.right - PAD - width + 20, box.y + 12, width - 20, box.h - 24)


def _put_score(frame: Frame, box: Box, said: BannerText) -> None:
    """Every player's mark with what they have won, in one row or two, and how long it goes."""
    below = NOTE_HEIGHT if said.series else 0.0
    rows = 1 if len(said.points) == 2 else 2
    height = (box.h - below) / rows
    for number, point in enumerate(said.points):
        row, column = divmod(number, 2)
        x = box.x + column * box.w / 2
        put_series_score(frame, Box(x, box.y + row * height, box.w / 2, height), point)
    if said.series:
        foot = Box(box.x, box.bottom - below, box.w, below)
        Label(said.series, foot, MIN_SCORE_SIZE, TEXT, align="left", most=1).draw(frame)


def put_series_score(frame: Frame, box: Box, point: SeriesScore) -> None:
    """Puts a player's mark with what they have won."""
    canvas = frame.canvas
    radius = min(38.0, box.h * 0.42)
    y = box.centre[1]
    frame.put(stone(point.look, canvas.px(radius), shadow=False), (box.x + radius, y))
    figure = str(point.wins)
    broad = (box.w - 2 * radius - 18) / (DIGIT_WIDTH * len(figure))
    size = canvas.px(max(MIN_SCORE_SIZE, min(SCORE_SIZE, box.h * 0.92, broad)))
    picture = typesetting.tabular_line(figure, size, TEXT, context=frame.context)
    width = picture.get_width() / canvas.scale
    frame.put(picture, (box.x + 2 * radius + 12 + width / 2, y))


def _put_dots(frame: Frame, lit: int, at: tuple[float, float]) -> None:
    """Three large dots, one after the other lit, while a computer thinks."""
    canvas, (x, y) = frame.canvas, at
    for number in range(3):
        ink = AMBER if number < lit else PANEL_LINE
        frame.put(shapes.disc(canvas.px(15), ink), (x + 50 * number, y))


@surface_cache(most=4)
def prewarm_banner(canvas: Canvas, box: Box, looks: tuple[SeatLook, ...]) -> None:
    """Makes its large pictures before anybody waits for them."""
    for more in (0.0, EXTRA_HEIGHT):
        for lit in (False, True):
            panel_plate(canvas, _higher(box, more), lit)
    for look in looks:
        picture: pygame.Surface = stone(look, canvas.px(STONE_RADIUS))
        del picture


SPOTLIGHT_SECONDS: Final = 1.2
"""Seconds that a ply is held up."""
FADE_SECONDS: Final = 0.16
"""Seconds in which the board goes dim, and bright again."""
DIM_ALPHA: Final = 165
"""How dim, from 0 to 255."""
LANE_HALF_WIDTH: Final = 0.56
"""Half of how broad the lit way between two places is, in cells."""
ARROW_SCALE: Final = 1.7
"""How much larger its arrows are than those of every ply."""
MAX_LARGE_ARROWS: Final = 2
"""Where more pieces went, large arrows would hide each other."""
RING_RADIUS: Final = 0.47
RING_WIDTH: Final = 0.11
"""The ring round where a piece came to lie, and how broad it is, in cells."""
DIM_SCALE: Final = 1.06
"""How much larger than the board it is, in sides of the board."""
BLUR_PIXELS: Final = 5
"""How softly it ends, in pixels of the smaller picture."""
CORNER_RADIUS: Final = 0.035
"""How round the dim's corners are, in sides of the board."""
DIM_PIXELS: Final = 260
"""The dim is made in a picture of so many pixels and blown up: its edges are soft, and it is quick.
"""


class PiecePath(NamedTuple):
    """Where one piece went; a piece that was laid has gone nowhere."""

    start: Point
    end: Point


class Spotlight:
    """Which ply is held up, and for how long it has been; it changes as time goes by."""

    def __init__(self, game: Game, view: View) -> None:
        self._game = game
        self._view = view
        self.ply: Ply | None = None
        """The ply that is held up; None for none."""
        self._timer = Timer(0.0)

    @property
    def on(self) -> bool:
        """Whether a ply is held up at this moment."""
        return self.ply is not None

    def show(self, ply: Ply, animation_scale: float) -> None:
        """Holds a ply up; not a throw, which is seen in its tray, and not without motion."""
        if animation_scale and ply.seat != CHANCE:
            self.ply, self._timer = ply, Timer(max(0.7, SPOTLIGHT_SECONDS * animation_scale))

    def end(self) -> None:
        """Nobody has to wait for it."""
        self.ply = None

    def run(self, dt: float) -> bool:
        """Lets time pass; True when it has just ended."""
        if self.ply is None:
            return False
        self._timer.run(dt)
        if self._timer.done:
            self.ply = None
        return self.ply is None

    def wakes_in(self) -> float:
        """Seconds until it looks different: at once while it fades."""
        if self.ply is None:
            return inf
        spent, left = self._timer.spent, self._timer.length - self._timer.spent
        return 0.0 if spent < FADE_SECONDS or left <= FADE_SECONDS else left - FADE_SECONDS

    @property
    def _share(self) -> float:
        spent, left = self._timer.spent, self._timer.length - self._timer.spent
        return (
            ease_out(min(1.0, spent / FADE_SECONDS))
            if spent < left
            else min(1.0, max(0.0, left / FADE_SECONDS))
        )

    def draw(self, frame: Frame, board: Box, snapshot: BoardSnapshot) -> None:
        """Puts the dim with its lit ways, and large arrows along them."""
        if self.ply is None:
            return
        cell = self._view.cell
        lit = tuple(piece_paths(self._game, self._view, snapshot, self.ply))
        if not lit:
            return
        canvas = frame.canvas
        wide = Box.around(board.centre, board.w * DIM_SCALE, board.h * DIM_SCALE)
        frame.put(dim_overlay(canvas, wide, lit, cell), board.centre, self._share)
        large = cell * (ARROW_SCALE if len(lit) <= MAX_LARGE_ARROWS else 1.0)
        arrows = Arrows(large, round(canvas.px(large)))
        for way in lit:
            if dist(way.start, way.end) > cell * 0.8:
                arrows.put(frame, way.start, way.end, (PETROL, CREAM), 0.12, 0.12)


def piece_paths(game: Game, view: View, snapshot: BoardSnapshot, ply: Ply) -> Iterator[PiecePath]:
    """The ways of all pieces that a ply moved on the board, as the game's rules tell them."""
    points = view.points(snapshot)
    for phase in game.effects(ply.before, ply.move):
        for step in phase:
            start, end = points.get(step.start or ""), points.get(step.end or "")
            if start is not None or end is not None:
                yield PiecePath(start or end or (0.0, 0.0), end or start or (0.0, 0.0))


def put_rings(frame: Frame, cell: float, lit: Sequence[PiecePath]) -> None:
    """Strong rings round where the pieces of a ply came to lie: seen from far, without motion."""
    canvas = frame.canvas
    radius, line = canvas.px(cell * RING_RADIUS), max(3.0, cell * RING_WIDTH * canvas.scale)
    for end in dict.fromkeys(way.end for way in lit):
        frame.put(shapes.ring(radius, round(line * 1.8, 1), CREAM), end)
        frame.put(shapes.ring(radius, round(line, 1), PETROL), end)


def dim_overlay(
    canvas: Canvas, board: Box, lit: Sequence[PiecePath], cell: float
) -> pygame.Surface:
    """The dim over a board, with a hole for each way."""
    share = DIM_PIXELS / board.w
    holes = tuple(
        tuple(
            round((along - edge) * share, 1)
            for at in way
            for along, edge in zip(at, board[:2], strict=True)
        )
        for way in lit
    )
    return _dim_overlay(canvas.px(board.w), holes, round(cell * LANE_HALF_WIDTH * share, 1))


@surface_cache(most=2)
def _dim_overlay(side: int, holes: tuple[tuple[float, ...], ...], reach: float) -> pygame.Surface:
    """The same in pixels; boards are squares."""
    bright = (*VEIL, 0)
    small = pygame.Surface((DIM_PIXELS, DIM_PIXELS), pygame.SRCALPHA)
    small.fill(bright)
    inside = small.get_rect().inflate(-2 * BLUR_PIXELS, -2 * BLUR_PIXELS)
    pygame.draw.rect(
        small, (*VEIL, DIM_ALPHA), inside, border_radius=round(DIM_PIXELS * CORNER_RADIUS)
    )
    small = pygame.transform.box_blur(small, BLUR_PIXELS)
    for x0, y0, x1, y1 in holes:
        steps = max(1, round(dist((x0, y0), (x1, y1)) / max(1.0, reach * 0.3)))
        for step in range(steps + 1):
            at = (x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps)
            pygame.draw.circle(small, bright, at, reach)
    small = pygame.transform.box_blur(small, 1)
    return pygame.transform.smoothscale(small, (side, side))
