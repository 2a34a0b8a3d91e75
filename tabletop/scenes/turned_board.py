"""A game's view whose board is turned by quarter turns, as it lies before one of the seats."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import pygame

from tabletop.engine import Ply, Seat, Spot, Text
from tabletop.ui.canvas import Point
from tabletop.ui.cues import Cue
from tabletop.ui.frame import Frame, turn_point
from tabletop.ui.glossary import Named, Names
from tabletop.ui.view import Choice, Places, Showing, Tray, View


class TurnedBoard:
    """A view like any other (`View`); it changes as its board is turned.

    All that its game draws on the board is turned about the board's middle, and all that is touched
    is turned back before the game hears of it; no game knows. What lies in the trays is turned by
    the seats alone: so two views of the game work here, one for the board and one for the trays.
    The board has to lie in the middle of the table, about which the seats are turned.
    """

    def __init__(self, make: Callable[[], View]) -> None:
        self._make = make
        self._trays = self._board = make()
        self._places: Places | None = None
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

    def fit(self, places: Places) -> None:
        """Takes its places; its board stays turned as it was."""
        self._trays.fit(places)
        self._places = places
        self._lay(places)

    def _lay(self, places: Places) -> None:
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

    def draw(self, frame: Frame, showing: Showing) -> None:
        """Puts everything on the board that changes."""
        if showing.held is not None and self.turns:
            spot, at = showing.held
            showing = replace(showing, held=(spot, self._in(at)))
        with frame.turned(self.turns, self._middle):
            self._board.draw(frame, showing)

    def draw_tray(self, frame: Frame, showing: Showing, seat: Seat) -> None:
        """Puts what a seat owns into its tray; the frame is turned already."""
        self._trays.draw_tray(frame, showing, seat)

    def spot_at(self, showing: Showing, at: Point) -> Spot | None:
        """The place under a point of the canvas."""
        return self._board.spot_at(showing, self._in(at))

    def points(self, showing: Showing) -> Mapping[Spot, Point]:
        """Where the keys can go, as it is seen."""
        points = self._board.points(showing)
        if not self.turns:
            return points
        return {spot: self._out(at) for spot, at in points.items()}

    def choices(self, showing: Showing) -> tuple[Choice, ...]:
        """The open places that are no places on the board."""
        return self._board.choices(showing)

    def prompt(self, showing: Showing) -> Text:
        """What the acting seat can do now."""
        return self._board.prompt(showing)

    def told(self, ply: Ply) -> Text:
        """What a ply did."""
        return self._board.told(ply)

    def seconds(self, ply: Ply) -> float:
        """How long showing a ply takes."""
        return self._board.seconds(ply)

    def rests(self, ply: Ply) -> tuple[float, ...]:
        """When each phase of a ply lies still."""
        return self._board.rests(ply)

    def cues(self, ply: Ply) -> tuple[Cue, ...]:
        """What is heard of a ply."""
        return self._board.cues(ply)

    def named(self, showing: Showing, spot: Spot) -> Named | None:
        """What stands at a place, where the game says so (`Names`)."""
        return self._board.named(showing, spot) if isinstance(self._board, Names) else None
