"""The board of a match and the table under it, and how it turns to whoever is to move."""

from collections.abc import Iterable
from math import inf
from typing import Final

import pygame

from tabletop.scenes.backdrop import Backdrop
from tabletop.scenes.turned_board import TurnedBoard
from tabletop.ui import kept
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.frame import Frame, Screen
from tabletop.ui.tween import Timer, ease_both, ease_out
from tabletop.ui.view import Showing

FADE: Final = 0.35
"""Seconds in which the board as it lay fades into the board as it lies."""
MOST_FADED: Final = 1600
"""A larger board than so many pixels is turned at once: its fading would cost frames."""
AROUND: Final = 30.0
"""How much of the table round the board turns with it, in canvas units: there its shadow fades
into the table, whose light does not turn."""


class Turntable:
    """What lies under the pieces; it changes as the board turns and as the window does."""

    def __init__(self, board: TurnedBoard) -> None:
        self.board = board
        self._canvas = Canvas((1, 1))
        self._box = Box(0, 0, 1, 1)
        self._lying = Backdrop(self._canvas, board)
        """The table with the board as nobody has turned it."""
        self._ways: tuple[int, ...] = ()
        self._turned: dict[int, pygame.Surface] = {}
        self._was: pygame.Surface | None = None
        self._fade = Timer(FADE)

    def fit(self, canvas: Canvas, box: Box, ways: Iterable[int] = ()) -> None:
        """Has the board painted anew; the view has been fitted to the same canvas.

        `ways` are the turns that will be wanted: they are painted with the first picture, before
        anybody waits for them.
        """
        self._canvas, self._box = canvas, box
        self._lying = Backdrop(canvas, self.board)
        self._ways, self._turned = tuple(ways), {}
        self._was = None

    def turn(self, quarters: int, showing: Showing, *, slow: float) -> None:
        """Turns the board; without motion (`slow` is 0) at once, else by fading where it can."""
        if quarters == self.board.turns:
            return
        fades = slow and self._room.w <= MOST_FADED
        self._was = self._pictured(showing) if fades else None
        self._fade = Timer(FADE * slow)
        self.board.turn(quarters)

    def run(self, dt: float) -> None:
        """Lets time pass."""
        if self._was is not None:
            self._fade.run(dt)
            if self._fade.done:
                self._was = None

    def wakes_in(self) -> float:
        """Seconds until something here changes."""
        return inf if self._was is None else 0.0

    @property
    def backdrop(self) -> pygame.Surface:
        """The table and the board, without what changes."""
        for turns in self._ways:
            self._painted(turns)
        return self._painted(self.board.turns)

    def _painted(self, turns: int) -> pygame.Surface:
        table = self._lying.picture
        if turns == 0:
            return table
        if turns not in self._turned:
            picture, room = table.copy(), self._room
            part = pygame.transform.rotate(table.subsurface(room), -90 * turns)
            picture.blit(feathered(part, self._canvas.px(AROUND)), room)
            self._turned[turns] = picture
            kept.made()
        return self._turned[turns]

    def draw(self, frame: Frame) -> None:
        """Puts what is left of the board as it lay before it was turned."""
        if self._was is not None:
            frame.put(self._was, self._box.centre, 1 - ease_out(self._fade.share))

    @property
    def _room(self) -> pygame.Rect:
        """The square that turns, in real pixels, inside the window."""
        x, y = self._canvas.to_pixels(self._box.centre)
        reach = self._canvas.px(max(self._box.w, self._box.h) / 2 + AROUND)
        width, height = self._canvas.size
        reach = min(reach, x, y, width - x, height - y)
        return pygame.Rect(x - reach, y - reach, 2 * reach, 2 * reach)

    def _pictured(self, showing: Showing) -> pygame.Surface:
        """The board as it lies now, with all that is on it."""
        frame = Frame(self._canvas)
        frame.put(self.backdrop, self._canvas.box.centre)
        self.board.draw(frame, showing)
        whole = self._lying.picture.copy()
        Screen(whole).show(frame)
        return whole.subsurface(self._room).copy()


def feathered(picture: pygame.Surface, edge: int) -> pygame.Surface:
    """A square picture that fades away along its edges."""
    faded = picture.convert_alpha()
    side = faded.get_width()
    veil = pygame.Surface((side, side), pygame.SRCALPHA)
    for step in range(edge):
        lit = round(255 * ease_both((step + 1) / (edge + 1)))
        ring = pygame.Rect(step, step, side - 2 * step, side - 2 * step)
        pygame.draw.rect(veil, (255, 255, 255, lit), ring, 1)
    veil.fill((255, 255, 255, 255), (edge, edge, side - 2 * edge, side - 2 * edge))
    faded.blit(veil, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return faded
