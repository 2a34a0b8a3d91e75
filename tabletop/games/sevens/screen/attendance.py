"""Who of the two is there: what a match of Sevens tells of people who may have left the table."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from tabletop.ai import LEVELS
from tabletop.engine import Game, Seat, Text
from tabletop.games.sevens.game import GAME
from tabletop.games.sevens.phases.part import Part
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.screen.plan import pivot, turned_box
from tabletop.games.sevens.screen.players import changed
from tabletop.games.sevens.screen.sitting import Sitting
from tabletop.input.actions import Action, Down
from tabletop.ui.canvas import Box
from tabletop.ui.playing import Place

PATIENCE: Final[Mapping[Phase, float]] = {
    Phase.TOSS: 60.0,
    Phase.ARRANGE: 240.0,
    Phase.LOOK: 60.0,
    Phase.GUESS: 150.0,
    Phase.PEEK: 150.0,
}
"""Seconds for which people may look on without a touch: who builds thinks long, who looks, looks.
Everywhere else the game's own."""
ALONE: Final = frozenset({Phase.ARRANGE, Phase.READY, Phase.LOOK, Phase.GUESS, Phase.PEEK})
"""When the match waits for one seat alone."""
MINDER: Final[Text] = LEVELS[1]
"""The level at which a computer plays for people who have gone."""
BUTTON: Final = 460.0
"""The width of the button of return on a room's banner."""


class Attendance:
    """The people of one match. It changes as they come and go."""

    def __init__(self, desk: Desk, part: Callable[[], Part], follow: Callable[[], None]) -> None:
        """`part`: what is on the screen; `follow` hears when others play, and keeps the match."""
        self._desk = desk
        self._part = part
        self._follow = follow
        self.left = False

    @property
    def game(self) -> Game:
        """What is played."""
        return GAME

    @property
    def time_to_think(self) -> float:
        """Seconds for which people may well think now, without a touch."""
        return PATIENCE.get(self._desk.match.phase, GAME.patience)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._desk.match.phase is Phase.OVER

    @property
    def waits(self) -> bool:
        """Whether it waits for people: no computer is at work."""
        return not self.over and self._desk.level(self._part().seat) is None

    @property
    def awaited(self) -> Seat | None:
        """The seat whose people are to act, where it waits for one seat alone."""
        alone = self._desk.match.phase in ALONE and not self._part().for_anyone
        return self._part().seat if self.waits and alone else None

    @property
    def minded(self) -> frozenset[Seat]:
        """The people's seats at which a computer plays until they come back."""
        desk = self._desk
        return frozenset(seat for seat in desk.minded if desk.level(seat) is not None)

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that people play at, those among them that a computer minds."""
        minded, desk = self.minded, self._desk
        return tuple(seat for seat in (0, 1) if seat in minded or desk.level(seat) is None)

    @property
    def places(self) -> tuple[Place, ...]:
        """Where all the people sit: each at the own bar, and all at the banner for a room."""
        desk = self._desk
        if desk.plan.alone:
            banner = desk.plan.near
            strip = Box(banner.right - BUTTON, banner.y, BUTTON, banner.h)
            return (Place(self.people, banner, strip, 0, desk.window.box.centre),)
        return tuple(self._place(seat) for seat in self.people)

    def _place(self, seat: Seat) -> Place:
        desk, acting = self._desk, self._desk.acting
        bar = desk.plan.near if seat == acting else desk.plan.far
        really = turned_box(bar, desk.turns(acting), desk.about(acting))
        # A minded seat's words are for people who come back to their own edge.
        turns = desk.sides[seat] % 4
        about = pivot(desk.window, turns)
        box = turned_box(really, -turns, about)
        return Place((seat,), box, box, turns, about, desk.languages[seat], desk.sizes[seat])

    def whose(self, action: Action) -> Seat | None:
        """The seat whose hand did this; None if it can be anybody's."""
        if action.seat is not None or not isinstance(action, Down):
            return action.seat
        for place in self.places:
            minded = self.minded.intersection(place.seats)
            if minded and place.on_strip(action.at):
                return min(minded)
            if place.holds(action.at):
                return place.seats[0] if len(place.seats) == 1 else None
        return None

    def mind(self, seat: Seat) -> None:
        """A computer plays at a seat until its people come back."""
        self._desk.minded |= {seat}
        self._fill(seat, MINDER)

    def hand_back(self, seat: Seat) -> None:
        """The people of a seat are back, and go on from what lies there."""
        if seat in self.minded:
            self._desk.minded -= {seat}
            self._fill(seat, None)

    def _fill(self, seat: Seat, level: Text | None) -> None:
        sitting = Sitting.at(self._desk)
        replace(sitting, levels=changed(sitting.levels, seat, level)).seat(self._desk)
        self._follow()

    def put_down(self) -> str:
        """Keeps the match as it is; gives its name on the shelf, "" where nobody has begun it."""
        self._follow()
        begun = self._desk.match.phase not in (Phase.TOSS, Phase.OVER)
        return self._desk.match_id if begun else ""
