"""The last ply held up for a room: the board goes dim but for the places that it touched."""

from collections.abc import Iterator, Sequence
from math import dist, inf
from typing import Final, NamedTuple

import pygame

from tabletop.engine import CHANCE, Game, Ply
from tabletop.ui.board.view import BoardSnapshot, View
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.tween import Timer, ease_out
from tabletop.ui.draw import shapes
from tabletop.ui.draw.arrows import Arrows
from tabletop.ui.theme.theme import CREAM, PETROL, VEIL

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

    def show(self, ply: Ply, slow: float) -> None:
        """Holds a ply up; not a throw, which is seen in its tray, and not without motion."""
        if slow and ply.seat != CHANCE:
            self.ply, self._timer = ply, Timer(max(0.7, SPOTLIGHT_SECONDS * slow))

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
