"""What a scene tells of its match to whoever looks whether people are still there."""

from dataclasses import dataclass
from typing import Protocol

from tabletop.engine import Game, Seat
from tabletop.input.actions import Action
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.frame import turn_point


@dataclass(frozen=True, slots=True)
class SeatArea:
    """The room before people at the table, as if they sat at the bottom, and how it is turned."""

    seats: tuple[Seat, ...]
    """The seats that people play at here: one, or all that share an edge without rooms of their
    own."""
    box: Box
    strip: Box
    """The part of it in which a button leaves everything else to be seen."""
    turns: int
    about: Point
    language: str = ""
    """In which they are spoken to; empty: in the table's."""
    text_scale: int = 0
    """How large the words for them are; 0: as large as the table's."""

    def holds(self, at: Point) -> bool:
        """Whether a point of the table lies in it."""
        return self.box.holds(turn_point(at, -self.turns, self.about))

    def on_strip(self, at: Point) -> bool:
        """Whether it lies on the button's part of it."""
        return self.strip.holds(turn_point(at, -self.turns, self.about))


class ActiveMatch(Protocol):
    """A match that people may walk away from."""

    left: bool
    """They have said that they leave: they shall be told how they find it again."""

    @property
    def game(self) -> Game:
        """What is played."""

    @property
    def time_to_think(self) -> float:
        """Seconds for which people may well think now, without a touch."""

    @property
    def over(self) -> bool:
        """Whether the match has ended."""

    @property
    def waits(self) -> bool:
        """Whether it waits for people: no computer thinks, and nothing is on its way."""

    @property
    def awaited(self) -> Seat | None:
        """The seat whose people are to act, where it waits for one seat alone."""

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that people play at, those among them that a computer minds."""

    @property
    def minded(self) -> frozenset[Seat]:
        """The people's seats at which a computer plays until they come back."""

    @property
    def places(self) -> tuple[SeatArea, ...]:
        """Where all the people sit."""

    def whose(self, action: Action) -> Seat | None:
        """The seat whose hand did this; None if it can be anybody's."""

    def mind(self, seat: Seat) -> None:
        """A computer plays at a seat until its people come back."""

    def resume_seat(self, seat: Seat) -> None:
        """The people of a seat are back: they play on, whatever the computer was about to do."""

    def save_for_later(self) -> str:
        """Keeps the match as it is, all seats their people's; gives its name on the shelf.

        Empty where there is nothing to go on with.
        """
