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
from tabletop.ui.board.seat_panel import panel_plate, put_dots
from tabletop.ui.board.view import BoardPoints, BoardSnapshot
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.tween import Timer, ease_out
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.draw.shapes import Arrows, stone
from tabletop.ui.layout import Boxes, column, grid, item, padded, row
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
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
"""How far from its place the name starts, in canvas units."""
STONE_RADIUS: Final = 60.0
"""The radius of the large stone."""
PAD: Final = 22.0
BANNER_NAME_SIZE: Final = 84.0
NAME_SHARE: Final = 0.46
"""The height of a name above a line, as a share of the text's."""
NAME_GAP: Final = 40.0
"""Between a name and what is beside it."""
LINE_SIZE: Final = 54.0
EVENT_SIZE: Final = 78.0
SCORE_SIZE: Final = 84.0
MIN_SCORE_SIZE: Final = 45.0
DIGIT_WIDTH: Final = 0.6
"""In ems."""
NOTE_HEIGHT: Final = 57.0
EXTRA_HEIGHT: Final = 116.0
"""How far the banner grows over the board for a long text."""
SCORE_WIDTH: Final = 165.0
"""The width that each score of a series takes at the right end."""
WIDE_BANNER: Final = 1400.0
"""From this width on all scores are in one row, else in rows of two."""


class SeriesScore(NamedTuple):
    """What one player has won in a series so far."""

    look: SeatLook
    wins: int


@dataclass(frozen=True, slots=True)
class BannerText:
    """The content of the banner."""

    look: SeatLook
    """Of the seat that it is about."""
    who: str
    member: str = ""
    """The player to move, if several share a seat."""
    line: str = ""
    """What they are to do; or what was done, with the name in it."""
    warning: bool = False
    """The line says why something is refused."""
    lit: bool = False
    """Somebody is to act."""
    told: bool = False
    """The line is shown without the name: it says what happened."""
    computer: bool = False
    dots: int | None = None
    """The number of lit dots while a computer thinks; None if it does not."""
    points: tuple[SeriesScore, ...] = ()
    """The score of the series; empty if nobody has won anything."""
    series: str = ""
    """The length of the series, in words."""

    @property
    def about(self) -> tuple[str, bool]:
        """If it changes, the banner slides in again."""
        return self.who, self.told


class ProjectorBanner:
    """The banner with its animation: the name of another seat slides in."""

    def __init__(self) -> None:
        self._about: tuple[str, bool] | None = None
        self._coming = Timer(0.0)

    def follow(self, said: BannerText, animation_scale: float) -> None:
        """Starts the animation if `BannerText.about` has changed, but not for the first text."""
        if said.about != self._about:
            fresh = self._about is None
            self._about = said.about
            self._coming = Timer(0.0 if fresh else SLIDE_SECONDS * animation_scale)

    def run(self, dt: float) -> None:
        if not self._coming.done:
            self._coming.run(dt)

    def wakes_in(self) -> float:
        """Seconds until it looks different."""
        return inf if self._coming.done else 0.0

    def draw(self, frame: Frame, box: Box, said: BannerText) -> None:
        share = ease_out(self._coming.share)
        put_banner(frame, box, said, SLIDE_DISTANCE * (1 - share), share)


def put_banner(
    frame: Frame, box: Box, said: BannerText, aside: float = 0.0, seen: float = 1.0
) -> None:
    """Draws a banner; its stone and name are `aside` from their place, with the opacity `seen`."""
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
        score = _score_columns(box, said) * SCORE_WIDTH
        put_dots(frame, said.dots, (place.right - PAD - 130 - score, box.y + 42), 15, 50)
    if said.points:
        _put_score(frame, _areas(box, said)["score"], said, _score_columns(box, said))


def _areas(box: Box, said: BannerText) -> Boxes:
    """The areas of the text and of the score of the series."""
    score = padded("score", (20, 12, 0, 12), size=_score_columns(box, said) * SCORE_WIDTH)
    return row(
        2 * PAD + 2 * STONE_RADIUS + 18,
        padded("text", (0, 14, 0, 14)),
        score if said.points else None,
        PAD,
    ).place(box)


def _score_columns(box: Box, said: BannerText) -> int:
    count = len(said.points)
    return count if box.w >= WIDE_BANNER else min(2, count)


def _set(canvas: Canvas, box: Box, said: BannerText) -> tuple[Box, tuple[Label, ...]]:
    """The plate of the banner and its labels; it grows if they need it."""
    room = _areas(box, said)["text"]
    for grow in (0.0, EXTRA_HEIGHT):
        for labels in _ways(canvas, room._replace(h=room.h + grow), said):
            if all(label.typeset(canvas).complete for label in labels):
                return box._replace(h=box.h + grow), labels
    return box._replace(h=box.h + EXTRA_HEIGHT), labels


def _ways(canvas: Canvas, room: Box, said: BannerText) -> tuple[tuple[Label, ...], ...]:
    """How the text can be set, the best first: the name beside the line, above it, or no name."""
    indent = 34.0 if said.warning else 0.0
    alone = room._replace(x=room.x + indent, w=room.w - indent)
    whole = Label(said.line, alone, EVENT_SIZE if said.told else LINE_SIZE, TEXT, bold=said.told)
    if said.told or not said.who:
        return ((whole,),)
    if not said.line:
        return (_named(canvas, room, said),)
    high = min(BANNER_NAME_SIZE, NAME_SHARE * room.h)
    names = _named(canvas, room._replace(h=high), said)
    under = alone._replace(y=room.y + high + 12, h=room.h - high - 12)
    line = Label(said.line, under, LINE_SIZE, TEXT, stands="top")
    beside = _beside(canvas, room, said, indent)
    return (*beside, (*names, line), (whole,))


def _beside(
    canvas: Canvas, room: Box, said: BannerText, indent: float
) -> tuple[tuple[Label, ...], ...]:
    """The name and the line in one row, if both are large there."""
    names = _named(canvas, room, said)
    last = names[-1]
    taken = last.box.x - room.x + last.typeset(canvas).width / canvas.scale + NAME_GAP + indent
    line = Label(said.line, room._replace(x=room.x + taken, w=room.w - taken), LINE_SIZE, most=1)
    full = canvas.px(canvas.context.scaled_size(LINE_SIZE))
    fits = line.box.w > 0 and line.typeset(canvas).size >= full
    return ((*names, line),) if fits else ()


def _named(canvas: Canvas, room: Box, said: BannerText) -> tuple[Label, ...]:
    """The name, and behind it the player to move."""
    name = Label(said.who, room, BANNER_NAME_SIZE, TEXT, bold=True, most=1)
    if not said.member:
        return (name,)
    name = replace(name, box=room._replace(w=room.w * 0.6))
    taken = name.typeset(canvas).width / canvas.scale + 44
    member = room._replace(x=room.x + taken, w=room.w - taken)
    return name, Label(said.member, member, LINE_SIZE, AMBER_WORDS, bold=True, most=1)


# -- the score ----------------------------------------------------------------------------------


def _put_score(frame: Frame, box: Box, said: BannerText, columns: int) -> None:
    """Draws every player's stone and wins, and the length of the series."""
    boxes = column(
        grid(["score"] * len(said.points), columns=columns),
        item("series", NOTE_HEIGHT) if said.series else None,
    ).place(box)
    for place, point in zip(boxes.all("score"), said.points, strict=True):
        put_series_score(frame, place, point)
    if said.series:
        size = frame.context.unscaled_size(MIN_SCORE_SIZE)  # not larger than the sentence
        label = Label(said.series, boxes["series"], size, TEXT, align="left", most=1)
        label.draw(frame)


def put_series_score(frame: Frame, box: Box, point: SeriesScore) -> None:
    """Draws a player's stone and wins."""
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


@surface_cache(most=4)
def prewarm_banner(canvas: Canvas, box: Box, looks: tuple[SeatLook, ...]) -> None:
    """Fills the caches with the large surfaces of the banner."""
    for more in (0.0, EXTRA_HEIGHT):
        for lit in (False, True):
            panel_plate(canvas, box._replace(h=box.h + more), lit)
    for look in looks:
        picture: pygame.Surface = stone(look, canvas.px(STONE_RADIUS))
        del picture


SPOTLIGHT_SECONDS: Final = 1.2
"""Seconds for which the spotlight is on a ply."""
FADE_SECONDS: Final = 0.16
"""Seconds in which the board is dimmed, and brightened again."""
DIM_ALPHA: Final = 165
"""The opacity of the overlay, from 0 to 255."""
LANE_HALF_WIDTH: Final = 0.56
"""Half the width of the bright lane between two spots, in cells."""
ARROW_SCALE: Final = 1.7
"""The size of the arrows, relative to the usual ones."""
MAX_LARGE_ARROWS: Final = 2
"""With more arrows they keep their usual size, or they would hide each other."""
RING_RADIUS: Final = 0.47
"""Of the ring round a moved piece, in cells."""
RING_WIDTH: Final = 0.11
"""In cells."""
DIM_SCALE: Final = 1.06
"""The side of the overlay, in sides of the board."""
CORNER_RADIUS: Final = 0.035
"""Of the overlay, in sides of the board."""
DIM_PIXELS: Final = 260
"""The side of the surface in which the overlay is drawn before it is scaled up: it is quick, and
the edges are soft."""
BLUR_PIXELS: Final = 5
"""The blur of its edges, in pixels of that surface."""


class PiecePath(NamedTuple):
    """The way of one piece; of a piece that was placed start and end are the same."""

    start: Point
    end: Point


class Spotlight:
    """Dims the board for a moment, except for the spots that a ply touched."""

    def __init__(self, game: Game, view: BoardPoints) -> None:
        self._game = game
        self._view = view
        self.ply: Ply | None = None
        """The ply that it shows; None while it is off."""
        self._timer = Timer(0.0)

    @property
    def on(self) -> bool:
        return self.ply is not None

    def show(self, ply: Ply, animation_scale: float) -> None:
        """Starts it; not for a throw, which is seen in its tray, and not without animations."""
        if animation_scale and ply.seat != CHANCE:
            self.ply, self._timer = ply, Timer(max(0.7, SPOTLIGHT_SECONDS * animation_scale))

    def end(self) -> None:
        self.ply = None

    def run(self, dt: float) -> bool:
        """Advances its time by seconds; True when it has just ended."""
        if self.ply is None:
            return False
        self._timer.run(dt)
        if self._timer.done:
            self.ply = None
        return self.ply is None

    def wakes_in(self) -> float:
        """Seconds until it looks different; 0 while it fades."""
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
        """Draws the overlay with its bright lanes, and large arrows along them."""
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


def piece_paths(
    game: Game, view: BoardPoints, snapshot: BoardSnapshot, ply: Ply
) -> Iterator[PiecePath]:
    """The paths of all pieces that a ply moved on the board."""
    points = view.points(snapshot)
    for phase in game.effects(ply.before, ply.move):
        for step in phase:
            start, end = points.get(step.start or ""), points.get(step.end or "")
            if start is not None or end is not None:
                yield PiecePath(start or end or (0.0, 0.0), end or start or (0.0, 0.0))


def put_rings(frame: Frame, cell: float, lit: Sequence[PiecePath]) -> None:
    """Draws rings round the pieces that a ply moved, in place of the spotlight's animation."""
    canvas = frame.canvas
    radius, line = canvas.px(cell * RING_RADIUS), max(3.0, cell * RING_WIDTH * canvas.scale)
    for end in dict.fromkeys(way.end for way in lit):
        frame.put(shapes.ring(radius, round(line * 1.8, 1), CREAM), end)
        frame.put(shapes.ring(radius, round(line, 1), PETROL), end)


def dim_overlay(
    canvas: Canvas, board: Box, lit: Sequence[PiecePath], cell: float
) -> pygame.Surface:
    """The overlay over a board, with a hole for each path."""
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
