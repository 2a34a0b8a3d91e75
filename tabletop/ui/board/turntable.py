"""A view whose board can be turned by quarter turns, and the background below its pieces."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final, Protocol

import pygame

from tabletop.engine import Spot
from tabletop.ui.board.view import BoardSnapshot, Tray, View, ViewLayout
from tabletop.ui.core import cache
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame, Screen, turn_point
from tabletop.ui.core.tween import Timer, ease_in_out, ease_out
from tabletop.ui.draw.wood import ground


class BoardPainter(Protocol):
    """A view that paints its board on the background surface."""

    def draw_base(self, surface: pygame.Surface) -> None: ...


class Backdrop:
    """The background with a board on it; it is painted when it is first needed."""

    def __init__(self, canvas: Canvas, board: BoardPainter) -> None:
        """The board must be laid out for the same canvas."""
        self._canvas, self._board = canvas, board
        self._painted: pygame.Surface | None = None

    @property
    def picture(self) -> pygame.Surface:
        """As large as the canvas."""
        if self._painted is None:
            picture = ground(*self._canvas.size).copy()
            self._board.draw_base(picture)
            self._painted = picture
            cache.check_time_limit()
        return self._painted


class TurnedView:
    """Turns the board of a game's view about its middle, and touches back.

    Games know nothing of it. Trays do not turn with the board, so there are two views of the game,
    one for the board and one, `upright`, for the trays and for all that has no place on the board.
    The board must be in the middle of the table, about which the seats are turned.
    """

    def __init__(self, make: Callable[[], View]) -> None:
        self._make = make
        self.upright = self._board = make()
        self._places: ViewLayout | None = None
        self._middle: Point = (0.0, 0.0)
        """The centre of the board, in canvas units; set by `fit`."""
        self.looks = self.upright.looks
        self.cell = self.upright.cell
        self.turns = 0
        """Quarter turns of the board, clockwise."""

    def turn(self, quarters: int) -> None:
        """Sets the quarter turns of the board."""
        self.turns = quarters % 4
        if self._places is not None:
            self._lay(self._places)

    def fit(self, places: ViewLayout) -> None:
        self.upright.fit(places)
        self._places, self._middle = places, places.board.centre
        self._lay(places)

    def _lay(self, places: ViewLayout) -> None:
        if not self.turns:
            self._board = self.upright
        else:
            if self._board is self.upright:
                self._board = self._make()
            # Relative to the turned board the seats are turned back.
            trays = {
                seat: Tray(tray.box, tray.turns - self.turns, tray.about)
                for seat, tray in places.trays.items()
            }
            self._board.fit(replace(places, trays=trays))
        self.cell = self._board.cell

    def draw(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        if snapshot.held is not None and self.turns:
            spot, at = snapshot.held
            snapshot = replace(snapshot, held=(spot, turn_point(at, -self.turns, self._middle)))
        if snapshot.carried is not None and self.turns:
            carried = turn_point(snapshot.carried, -self.turns, self._middle)
            snapshot = replace(snapshot, carried=carried)
        with frame.turned(self.turns, self._middle):
            self._board.draw(frame, snapshot)

    def spot_at(self, snapshot: BoardSnapshot, at: Point) -> Spot | None:
        return self._board.spot_at(snapshot, turn_point(at, -self.turns, self._middle))

    def points(self, snapshot: BoardSnapshot) -> Mapping[Spot, Point]:
        points = self._board.points(snapshot)
        if not self.turns:
            return points
        return {spot: turn_point(at, self.turns, self._middle) for spot, at in points.items()}


FADE_SECONDS: Final = 0.35
"""The duration of the fade when the board turns."""
MAX_FADED_PIXELS: Final = 1600
"""A board that is wider than this turns at once: fading would drop frames."""
BOARD_SURROUND: Final = 30.0
"""The margin round the board that turns with it, in canvas units: there the board's shadow fades
into the background, whose light does not turn."""


class Turntable:
    """The background surface below the pieces of a `TurnedView`, with the fade when it turns."""

    def __init__(self, board: TurnedView) -> None:
        self.board = board
        self._canvas = Canvas((1, 1))
        self._box = Box(0, 0, 1, 1)
        self._lying = Backdrop(self._canvas, board.upright)
        """The background with the board before turning."""
        self._ways: tuple[int, ...] = ()
        self._pictures: dict[int, pygame.Surface] = {}
        """By quarter turns: the background with the board."""
        self.fading: pygame.Surface | None = None
        """The board as it was before it turned, while it fades."""
        self._fade = Timer(FADE_SECONDS)

    def fit(self, canvas: Canvas, box: Box, ways: Iterable[int] = ()) -> None:
        """Lays out for a canvas, for which the view must be laid out already.

        `ways`: the turns that will be needed; they are painted together with the first one.
        """
        self._canvas, self._box = canvas, box
        self._lying = Backdrop(canvas, self.board.upright)
        self._ways, self._pictures = tuple(ways), {}
        self.fading = None

    def turn(self, quarters: int, snapshot: BoardSnapshot, *, animation_scale: float) -> None:
        """Turns the board, with a fade unless `animation_scale` is 0 or the board is too large."""
        if quarters == self.board.turns:
            return
        fades = animation_scale and self._room.w <= MAX_FADED_PIXELS
        self.fading = self._snapshot_board(snapshot) if fades else None
        self._fade = Timer(FADE_SECONDS * animation_scale)
        self.board.turn(quarters)

    def run(self, dt: float) -> None:
        if self.fading is not None:
            self._fade.run(dt)
            if self._fade.done:
                self.fading = None

    @property
    def backdrop(self) -> pygame.Surface:
        """The background and the empty board."""
        for turns in (*self._ways, self.board.turns):
            if turns not in self._pictures:
                self._paint(turns)
        return self._pictures[self.board.turns]

    def _paint(self, turns: int) -> None:
        table = self._lying.picture
        if turns == 0:
            self._pictures[0] = table
            return
        picture, room = table.copy(), self._room
        part = pygame.transform.rotate(table.subsurface(room), -90 * turns)
        picture.blit(feathered(part, self._canvas.px(BOARD_SURROUND)), room)
        self._pictures[turns] = picture
        cache.check_time_limit()

    def draw(self, frame: Frame) -> None:
        """Draws the fading board before the turn."""
        if self.fading is not None:
            frame.put(self.fading, self._box.centre, 1 - ease_out(self._fade.share))

    @property
    def _room(self) -> pygame.Rect:
        """The square that turns, in real pixels."""
        x, y = self._canvas.to_pixels(self._box.centre)
        reach = self._canvas.px(max(self._box.w, self._box.h) / 2 + BOARD_SURROUND)
        width, height = self._canvas.size
        reach = min(reach, x, y, width - x, height - y)
        return pygame.Rect(x - reach, y - reach, 2 * reach, 2 * reach)

    def _snapshot_board(self, snapshot: BoardSnapshot) -> pygame.Surface:
        """The present board with all that is on it."""
        frame = Frame(self._canvas)
        frame.put(self.backdrop, self._canvas.box.centre)
        self.board.draw(frame, snapshot)
        whole = self._lying.picture.copy()
        Screen(whole).show(frame)
        return whole.subsurface(self._room).copy()


def feathered(picture: pygame.Surface, edge: int) -> pygame.Surface:
    """A square surface that becomes transparent towards its edges, `edge` pixels wide."""
    faded = picture.convert_alpha()
    side = faded.get_width()
    veil = pygame.Surface((side, side), pygame.SRCALPHA)
    for step in range(edge):
        lit = round(255 * ease_in_out((step + 1) / (edge + 1)))
        ring = pygame.Rect(step, step, side - 2 * step, side - 2 * step)
        pygame.draw.rect(veil, (255, 255, 255, lit), ring, 1)
    veil.fill((255, 255, 255, 255), (edge, edge, side - 2 * edge, side - 2 * edge))
    faded.blit(veil, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return faded
