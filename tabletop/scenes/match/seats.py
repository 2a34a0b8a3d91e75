"""Changes of who plays at a seat, and the computer that plays for somebody who has left."""

from collections.abc import Callable
from typing import Final

from tabletop.engine import Game, Seat
from tabletop.input.actions import Action, Down, Tap
from tabletop.players.player_spec import DEFAULT_LEVEL, PlayerSpec
from tabletop.scenes.destinations import OpenPlayer
from tabletop.scenes.match.agreements import Agreements, seats_request
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.play.board import STAND_IN_CHOICES, seat_zone
from tabletop.scenes.play.computers import Computers
from tabletop.scenes.play.features import Handled, MatchFeature, MatchParts
from tabletop.ui.board.seat_panel import choice_boxes, head_box, words_box
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import turn_point
from tabletop.ui.core.scene import Change, Pop, Push, SeatArea


class SeatChanges(MatchFeature):
    """Changes the players, by a touch of the stone or name in a panel, or from the pause."""

    def __init__(self, parts: MatchParts, agreements: Agreements) -> None:
        super().__init__(parts)
        self._agreements = agreements

    def handle(self, action: Action, seat: Seat | None) -> Handled | None:
        """A touch of the stone or name in a panel asks who plays at that seat."""
        if self._session.over or not isinstance(action, Down | Tap):
            return None
        if self._session.setup.official:
            return None
        if self._buttons.at(action.at) is not None:
            return None
        for touched, panel in enumerate(self._board.layout.panels):
            head = head_box(panel, self._board.has_tray)
            if head.holds(turn_point(action.at, -panel.turns, panel.about)):
                return Handled(self.ask_who(touched) if isinstance(action, Tap) else None)
        return None

    def ask_who(self, seat: Seat) -> Change:
        """Asks who plays at one seat."""
        about = self._board.layout.canvas.box.centre

        def then(answer: object) -> Change:
            if not isinstance(answer, Setup) or answer == self._session.setup:
                return None
            return self.hand_over(answer)

        self._session.hand.let_go()
        turns = self._board.layout.panels[seat].turns
        return Push(OpenPlayer(self._session.setup, seat, turns, about), then)

    def hand_over(self, setup: Setup) -> Change:
        """Changes the players; the others are asked first, unless only a language changes."""
        before = self._session.setup
        fillers = [setup.player(seat) for seat in range(setup.seats)]
        same = fillers == [before.player(seat) for seat in range(setup.seats)]
        if not same and before.official:
            return None
        if not same and not self._session.over:
            return self._agreements.propose(seats_request(before, setup))
        self.apply(setup)
        return None

    def hand_over_at_once(self, setup: Setup) -> bool:
        """Changes the players if nobody else has to agree; else asks them and gives False."""
        self.hand_over(setup)
        return self._agreements.pending.request is None

    def apply(self, setup: Setup) -> None:
        """Others play from now on."""
        self._session.reseat(setup, self._calls.laid)


STAND_IN: Final = PlayerSpec(DEFAULT_LEVEL)
"""Who plays for people that have gone."""


class StandIns(MatchFeature):
    """What a match tells of its people (`ActiveMatch`), and the seats that are minded for them.

    A saved match has its people at the minded seats: whoever resumes it finds it so.
    """

    def __init__(
        self, parts: MatchParts, computers: Computers, *, refresh: Callable[[], None]
    ) -> None:
        """`refresh` brings the scene up to date after what is done from outside."""
        super().__init__(parts)
        self._computers = computers
        self._refresh = refresh
        self.left = False

    @property
    def game(self) -> Game:
        return self._session.match.game

    @property
    def time_to_think(self) -> float:
        return self.game.patience

    @property
    def over(self) -> bool:
        return self._session.over

    @property
    def waits(self) -> bool:
        return (
            self._session.timeline.motion is None and self._computers.seat is None and not self.over
        )

    @property
    def awaited(self) -> Seat | None:
        seat = self._session.acting
        return seat if self.waits and self._session.is_person(seat) else None

    @property
    def minded(self) -> frozenset[Seat]:
        return self._session.minded

    @property
    def people(self) -> tuple[Seat, ...]:
        return self._session.kept_setup.persons

    @property
    def places(self) -> tuple[SeatArea, ...]:
        return tuple(self._place_of(seat) for seat in self.people)

    def _place_of(self, seat: Seat) -> SeatArea:
        panel, has_tray = self._board.layout.panels[seat], self._board.has_tray
        boxes = choice_boxes(panel, has_tray, STAND_IN_CHOICES, self._calls.open)
        first, last = boxes[0], boxes[-1]
        strip = Box(first.x, first.y, last.right - first.x, last.bottom - first.y)
        turned = panel.turns, panel.about, panel.language, panel.text_scale
        return SeatArea((seat,), panel.box, strip, *turned, self._words_of(seat, strip))

    def _words_of(self, seat: Seat, strip: Box) -> Box:
        """The part of a panel below its name that has sentences now."""
        panel, has_tray = self._board.layout.panels[seat], self._board.has_tray
        top, bottom = head_box(panel, has_tray).bottom + 6, words_box(panel, has_tray).bottom
        tops = [strip.y - 8] if seat in self.minded else []
        tops += [
            button.box.y - 8
            for button in self._buttons.buttons
            if (button.turns, button.about) == (panel.turns, panel.about)
            and panel.box.holds(button.box.centre)
        ]
        return panel.box._replace(y=top, h=max(1.0, min((bottom, *tops)) - top))

    def whose(self, action: Action) -> Seat | None:
        if action.seat is None and isinstance(action, Down):
            return seat_zone(self._board.layout, action.at)
        return action.seat

    def mind(self, seat: Seat) -> None:
        if self._session.setup.official:
            return  # nobody plays for somebody else
        filler = STAND_IN.at_most(self._table.strongest)
        self._session.mind(seat, filler, self._calls.laid)
        self._refresh()

    def resume_seat(self, seat: Seat) -> None:
        self._session.resume_seat(seat, self._calls.laid)
        self._refresh()

    def save_for_later(self) -> str:
        session = self._session
        session.mark_unsaved()
        session.save()
        return session.keeper.match_id if session.match.plies and not self.over else ""

    def walk_away(self) -> Change:
        """People leave; among strangers they are told first how they find their match again."""
        shows_code = self._table.locked or self._session.setup.official
        if not shows_code or not self.save_for_later():
            return Pop("menu")
        self.left = True
        return None
