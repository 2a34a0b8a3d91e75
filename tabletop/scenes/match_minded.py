"""A match that people may walk away from: a computer minds a seat until they are back."""

from dataclasses import replace
from typing import Final

from tabletop.engine import Game, Match, Seat
from tabletop.input.actions import Action, Down
from tabletop.players.filler import PERSON, USUAL, Filler
from tabletop.scenes.match_wishes import WishingMatch
from tabletop.scenes.panels import MINDED_CHOICES, Panels
from tabletop.scenes.seat_panel import choice_boxes
from tabletop.scenes.setup import Setup
from tabletop.scenes.whose import zone
from tabletop.ui.canvas import Box
from tabletop.ui.playing import Place, Playing
from tabletop.ui.scene import Change, Pop
from tabletop.ui.table import Table

MINDER: Final = Filler(USUAL)
"""Who plays for people that have gone: kind enough that they find their game as it was."""


class MindedMatch(WishingMatch):
    """Adds what a match tells of its people, and the seats that are minded for them.

    On the shelf a minded seat is its people's: whoever takes the match up finds it so.
    """

    def __init__(self, table: Table, setup: Setup, match: Match, match_id: str) -> None:
        self._minded: frozenset[Seat] = frozenset()
        self.left = False
        super().__init__(table, setup, match, match_id)

    # -- what it tells --------------------------------------------------------------------------

    @property
    def on_table(self) -> Playing:
        return self

    @property
    def game(self) -> Game:
        """What is played."""
        return self._match.game

    @property
    def time_to_think(self) -> float:
        """Seconds for which people may well think now, without a touch."""
        return self._match.game.patience

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._match.outcome is not None

    @property
    def waits(self) -> bool:
        """Whether it waits for people: no computer thinks, and nothing is on its way."""
        return self._course.motion is None and self._computer is None and not self.over

    @property
    def awaited(self) -> Seat | None:
        """The seat whose people are to act."""
        seat = self._match.game.acting(self._match.state)
        return seat if self.waits and self._is_person(seat) else None

    @property
    def minded(self) -> frozenset[Seat]:
        """The people's seats at which a computer plays until they come back."""
        return frozenset(seat for seat in self._minded if not self._is_person(seat))

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that people play at, those among them that a computer minds."""
        return self._as_people_left.persons

    @property
    def places(self) -> tuple[Place, ...]:
        """Where all the people sit."""
        return tuple(self._place_of(seat) for seat in self.people)

    def _place_of(self, seat: Seat) -> Place:
        panel = self._layout.panels[seat]
        boxes = choice_boxes(
            panel, self._view.tray_height > 0, MINDED_CHOICES, call=self._calls.open
        )
        first, last = boxes[0], boxes[-1]
        strip = Box(first.x, first.y, last.right - first.x, last.bottom - first.y)
        turned = panel.turns, panel.about, panel.language, panel.percent
        return Place((seat,), panel.box, strip, *turned)

    def whose(self, action: Action) -> Seat | None:
        """The seat whose hand did this; None if it can be anybody's."""
        if action.seat is None and isinstance(action, Down):
            return zone(self._layout, action.at)
        return action.seat

    # -- what happens to it ---------------------------------------------------------------------

    def mind(self, seat: Seat) -> None:
        """A computer plays at a seat until its people come back."""
        self._minded |= {seat}
        self._fill(self._setup.filled(seat, MINDER.at_most(self._table.strongest)))

    def hand_back(self, seat: Seat) -> None:
        """The people of a seat are back: they play on, whatever the computer was about to do."""
        if seat in self.minded:
            self._fill(self._setup.filled(seat, PERSON))
        self._minded -= {seat}

    def put_down(self) -> str:
        """Keeps the match, all seats their people's; gives its name on the shelf."""
        self._save()
        return self._keeping.match_id if self._match.plies and not self.over else ""

    @property
    def _as_people_left(self) -> Setup:
        """Who sits where, with all that are minded."""
        setup = self._setup
        for seat in self.minded:
            setup = setup.filled(seat, PERSON)
        return setup

    def _ended(self) -> None:
        # The next game of the series is the people's again.
        self._setup, self._minded = self._as_people_left, frozenset()
        super()._ended()

    def _walk_away(self) -> Change:
        """People leave: among strangers they are told how they find their match again."""
        if not self._table.locked or not self.put_down():
            return Pop("menu")
        self.left = True
        return None

    # -- what is seen ---------------------------------------------------------------------------

    @property
    def panels(self) -> Panels:
        return replace(super().panels, minded=self.minded)
