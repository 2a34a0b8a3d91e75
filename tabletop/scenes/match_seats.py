"""A match in which seats are handed over, and ended by people who play against computers."""

from dataclasses import replace
from typing import Final

from tabletop.engine import Seat, say
from tabletop.input.actions import Action, Down, Tap
from tabletop.players.filler import Filler
from tabletop.scenes.match_questions import ask_end
from tabletop.scenes.projector_match import RoomMatch
from tabletop.scenes.seat_panel import head_box
from tabletop.scenes.setup import Setup
from tabletop.scenes.upright import language_towards
from tabletop.scenes.who_plays import PlayersScene, WhoScene
from tabletop.ui.frame import turn_point
from tabletop.ui.scene import Change, Push

CONTENT: Final = 0.9
"""A computer agrees to a draw where its chance is at most that much of a fair share."""


class SharedMatch(RoomMatch):
    """Adds who plays at which seat: it can be changed at any time."""

    def _stone_at(self, action: Action) -> Seat | None:
        """The seat whose stone or name in its panel is touched."""
        if self._match.outcome is not None or not isinstance(action, Down | Tap):
            return None
        if self.buttons.at(action.at) is not None:
            return None
        for seat, panel in enumerate(self._layout.panels):
            if head_box(panel, self._view.tray_height > 0).holds(
                turn_point(action.at, -panel.turns, panel.about)
            ):
                return seat
        return None

    def _ask_who(self, seat: Seat) -> Change:
        panel = self._layout.panels[seat]
        about = self._layout.canvas.box.centre

        def then(answer: object) -> Change:
            setup = asked.setup
            if isinstance(answer, Filler):
                return self._hand_over(setup.filled(seat, answer))
            return self._hand_over(setup) if setup != self._setup else None

        self._hand.let_go()
        asked = WhoScene(self._table, self._setup, seat, panel.turns, about, to_seat=True)
        return Push(asked, then)

    def _ask_players(self) -> Change:
        def then(answer: object) -> Change:
            return self._hand_over(answer) if isinstance(answer, Setup) else None

        return Push(self._spoken_to(PlayersScene(self._table, self._setup)), then)

    def _hand_over(self, setup: Setup) -> Change:
        """Somebody else is to play at a seat."""
        self._fill(setup)
        return None

    def _fill(self, setup: Setup) -> None:
        """Others play from now on; what must stay of a turn that was begun is played."""
        acting = self._match.game.acting(self._match.state)
        laid = self._calls.laid(self._hand)
        if laid is not None and setup.filler(acting).is_computer:
            self._send(self._match.play(laid))
        if setup.persons != self._setup.persons:
            self._hand.let_go()
            self._hand.reset(self._match.state)
            self._quick = bool(self._setup.persons) and not setup.persons
        looks_anew = replace(setup, fillers=()) != replace(self._setup, fillers=())
        self._setup = setup
        self.notices.quiet()
        self._save()
        if looks_anew:
            self.fit(self._layout.canvas)
        self._refresh()

    def _ask_end(self, how: str, asker: Seat | None = None) -> Change:
        """Somebody wants a draw, to give up, or to end it without a result.

        `asker` is whose own device has asked, where that is known.
        """
        match, persons = self._match, self._setup.persons
        # Nobody gives up for a computer: it is the next person who asks.
        seat = self._setup.next_person(match.game.acting(match.state))
        seat = asker if asker in persons else seat
        panel = self._layout.panels[seat]
        asked = ask_end(
            match,
            how,
            self._ended,
            own_hands=self._own_hands,
            seat=seat,
            names=self._setup.name,
            computers=bool(self._setup.computers),
            agreed=self._agreed,
            turns=panel.turns,
        )
        own, all_there = panel.language, language_towards(self._setup, panel.turns)
        asked.scene.language = own if how == "resign" else all_there
        return asked

    def _agreed(self) -> bool:
        """Whether all computers agree to a draw; it is said if one does not."""
        fair = 1 / self._match.seats
        for seat in self._setup.computers:
            chance = self._thinker.chances.get(seat)
            if chance is None:
                words = "The computer declines the draw: it is too early to say"
                self.notices.tell(say("computer.draw_early", words))
                return False
            if chance > CONTENT * fair:
                words = "The computer declines the draw: it hopes to win"
                self.notices.tell(say("computer.draw_declined", words))
                return False
        return True
