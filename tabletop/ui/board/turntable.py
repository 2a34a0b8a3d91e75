"""The board of a match and the table under it, and how the board turns to whoever is to move.

A view whose board can be turned by quarter turns is drawn through the `Turntable`. The table and
the empty board are one background surface.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from math import inf
from typing import Final, Protocol

import pygame

from tabletop.engine import Ply, Seat, Spot, Text
from tabletop.ui.audio.sounds import Cue
from tabletop.ui.board.marks import DescribesSpots, SpotContents
from tabletop.ui.board.view import BoardSnapshot, SpotButton, Tray, View, ViewLayout
from tabletop.ui.core import cache
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame, Screen, turn_point
from tabletop.ui.core.tween import Timer, ease_in_out, ease_out
from tabletop.ui.draw.wood import ground


class BoardPainter(Protocol):
    """A view that paints its board on the background surface."""

    def draw_base(self, surface: pygame.Surface) -> None:
        """Paints it."""


class Backdrop:
    """The table with a board on it, which is not painted while its page is only laid out."""

    def __init__(self, canvas: Canvas, board: BoardPainter) -> None:
        """The board has been fitted to the same canvas."""
        self._canvas, self._board = canvas, board
        self._painted: pygame.Surface | None = None

    @property
    def picture(self) -> pygame.Surface:
        """As large as the window."""
        if self._painted is None:
            picture = ground(*self._canvas.size).copy()
            self._board.draw_base(picture)
            self._painted = picture
            cache.check_time_limit()
        return self._painted


class TurnedView:
    """A view like any other (`View`); it changes as its board is turned.

    All that its game draws on the board is turned about the board's middle, and all that is touched
    is turned back before the game hears of it; no game knows. What lies in the trays is turned by
    the seats alone: so two views of the game work here, one for the board and one for the trays.
    The board has to lie in the middle of the table, about which the seats are turned.
    """

    def __init__(self, make: Callable[[], View]) -> None:
        self._make = make
        self._trays = self._board = make()
        self._places: ViewLayout | None = None
        self.looks = self._trays.looks
        self.tray_height = self._trays.tray_height
        self.cell = self._trays.cell
        self.turns = 0
        """How far the board is turned, in quarter turns clockwise."""

    def turn(self, quarters: int) -> None:
        """Lays the board so from now on."""
        self.turns = quarters % 4
        if self._places is not None:
            self._lay(self._places)

    @property
    def _middle(self) -> Point:
        assert self._places is not None, "a view is fitted before it is asked"
        return self._places.board.centre

    def _in(self, at: Point) -> Point:
        """A point of the table as the turned board's own view knows it."""
        return turn_point(at, -self.turns, self._middle)

    def _out(self, at: Point) -> Point:
        return turn_point(at, self.turns, self._middle)

    def fit(self, places: ViewLayout) -> None:
        """Takes its places; its board stays turned as it was."""
        self._trays.fit(places)
        self._places = places
        self._lay(places)

    def _lay(self, places: ViewLayout) -> None:
        if not self.turns:
            self._board = self._trays
        else:
            if self._board is self._trays:
                self._board = self._make()
            # Seen from the turned board the seats sit so many edges further back.
            trays = {
                seat: Tray(tray.box, tray.turns - self.turns, tray.about)
                for seat, tray in places.trays.items()
            }
            self._board.fit(replace(places, trays=trays))
        self.cell = self._board.cell

    def preparing(self) -> Iterator[None]:
        """Makes what the board is made of, step by step."""
        return self._trays.preparing()

    def draw_base(self, surface: pygame.Surface) -> None:
        """Draws the board as nobody has turned it; whoever shows it turns the picture."""
        self._trays.draw_base(surface)

    def draw(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        """Puts everything on the board that changes."""
        if snapshot.held is not None and self.turns:
            spot, at = snapshot.held
            snapshot = replace(snapshot, held=(spot, self._in(at)))
        with frame.turned(self.turns, self._middle):
            self._board.draw(frame, snapshot)

    def draw_tray(self, frame: Frame, snapshot: BoardSnapshot, seat: Seat) -> None:
        """Puts what a seat owns into its tray; the frame is turned already."""
        self._trays.draw_tray(frame, snapshot, seat)

    def spot_at(self, snapshot: BoardSnapshot, at: Point) -> Spot | None:
        """The place under a point of the canvas."""
        return self._board.spot_at(snapshot, self._in(at))

    def points(self, snapshot: BoardSnapshot) -> Mapping[Spot, Point]:
        """Where the keys can go, as it is seen."""
        points = self._board.points(snapshot)
        if not self.turns:
            return points
        return {spot: self._out(at) for spot, at in points.items()}

    def choices(self, snapshot: BoardSnapshot) -> tuple[SpotButton, ...]:
        """The open places that are no places on the board."""
        return self._board.choices(snapshot)

    def prompt(self, snapshot: BoardSnapshot) -> Text:
        """What the acting seat can do now."""
        return self._board.prompt(snapshot)

    def describe_ply(self, ply: Ply) -> Text:
        """What a ply did."""
        return self._board.describe_ply(ply)

    def seconds(self, ply: Ply) -> float:
        """How long showing a ply takes."""
        return self._board.seconds(ply)

    def rests(self, ply: Ply) -> tuple[float, ...]:
        """When each phase of a ply lies still."""
        return self._board.rests(ply)

    def cues(self, ply: Ply) -> tuple[Cue, ...]:
        """What is heard of a ply."""
        return self._board.cues(ply)

    def named(self, snapshot: BoardSnapshot, spot: Spot) -> SpotContents | None:
        """The contents of a place, if the game's view has `DescribesSpots`."""
        return (
            self._board.named(snapshot, spot) if isinstance(self._board, DescribesSpots) else None
        )


FADE_SECONDS: Final = 0.35
"""Seconds in which the board as it lay fades into the board as it lies."""
MAX_FADED_PIXELS: Final = 1600
"""A larger board than so many pixels is turned at once: its fading would cost frames."""
BOARD_SURROUND: Final = 30.0
"""How much of the table round the board turns with it, in canvas units: there its shadow fades
into the table, whose light does not turn."""


class Turntable:
    """What lies under the pieces; it changes as the board turns and as the window does."""

    def __init__(self, board: TurnedView) -> None:
        self.board = board
        self._canvas = Canvas((1, 1))
        self._box = Box(0, 0, 1, 1)
        self._lying = Backdrop(self._canvas, board)
        """The table with the board as nobody has turned it."""
        self._ways: tuple[int, ...] = ()
        self._turned: dict[int, pygame.Surface] = {}
        self._was: pygame.Surface | None = None
        self._fade = Timer(FADE_SECONDS)

    def fit(self, canvas: Canvas, box: Box, ways: Iterable[int] = ()) -> None:
        """Has the board painted anew; the view has been fitted to the same canvas.

        `ways` are the turns that will be wanted: they are painted with the first picture, before
        anybody waits for them.
        """
        self._canvas, self._box = canvas, box
        self._lying = Backdrop(canvas, self.board)
        self._ways, self._turned = tuple(ways), {}
        self._was = None

    def turn(self, quarters: int, snapshot: BoardSnapshot, *, animation_scale: float) -> None:
        """Turns the board: at once if `animation_scale` is 0, else by fading if it can."""
        if quarters == self.board.turns:
            return
        fades = animation_scale and self._room.w <= MAX_FADED_PIXELS
        self._was = self._snapshot_board(snapshot) if fades else None
        self._fade = Timer(FADE_SECONDS * animation_scale)
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
            picture.blit(feathered(part, self._canvas.px(BOARD_SURROUND)), room)
            self._turned[turns] = picture
            cache.check_time_limit()
        return self._turned[turns]

    def draw(self, frame: Frame) -> None:
        """Puts what is left of the board as it lay before it was turned."""
        if self._was is not None:
            frame.put(self._was, self._box.centre, 1 - ease_out(self._fade.share))

    @property
    def _room(self) -> pygame.Rect:
        """The square that turns, in real pixels, inside the window."""
        x, y = self._canvas.to_pixels(self._box.centre)
        reach = self._canvas.px(max(self._box.w, self._box.h) / 2 + BOARD_SURROUND)
        width, height = self._canvas.size
        reach = min(reach, x, y, width - x, height - y)
        return pygame.Rect(x - reach, y - reach, 2 * reach, 2 * reach)

    def _snapshot_board(self, snapshot: BoardSnapshot) -> pygame.Surface:
        """The board as it lies now, with all that is on it."""
        frame = Frame(self._canvas)
        frame.put(self.backdrop, self._canvas.box.centre)
        self.board.draw(frame, snapshot)
        whole = self._lying.picture.copy()
        Screen(whole).show(frame)
        return whole.subsurface(self._room).copy()


def feathered(picture: pygame.Surface, edge: int) -> pygame.Surface:
    """A square picture that fades away along its edges."""
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
