"""What a match of Sevens lets people hear besides what hands do: turns, the clock, the end."""

from typing import Final

from tabletop.engine import Seat
from tabletop.games.sevens.phases.arrange import ArrangePart
from tabletop.games.sevens.phases.part import Part
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.screen.clock_face import HURRY
from tabletop.games.sevens.screen.desk import Desk
from tabletop.ui.cues import beat
from tabletop.ui.sound_set import TURNS

CALLED: Final = (Phase.ARRANGE, Phase.READY, Phase.CARD)
"""What begins with the seat that is asked for being called."""


class Heard:
    """Watches a match and plays what is to be heard of it. It changes as the match goes on."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._phase = desk.match.phase
        self._seat: Seat | None = None
        self._beat = 0.0
        self._open = False

    def look(self, part: Part) -> None:
        """Plays what has come to be heard since it last looked."""
        phase = self._desk.match.phase
        if phase is not self._phase:
            self._changed(phase)
        self._phase = phase
        if phase in CALLED and part.seat != self._seat and self._desk.level(part.seat) is None:
            self._desk.table.play(TURNS[part.seat])
        self._seat = part.seat
        self._clock(part)
        self._curtain(part)

    def _changed(self, phase: Phase) -> None:
        """The match has come to another phase."""
        play, outcome = self._desk.table.play, self._desk.match.outcome
        if self._ran_out(phase):
            play("time_up")
        elif phase is Phase.SCORED:
            play("box")
        if phase is Phase.OVER and outcome is not None:
            play("won" if len(outcome.winners) == 1 else "draw")

    def _ran_out(self, phase: Phase) -> bool:
        """Whether this phase was come to because somebody's time was over."""
        events = self._desk.match.events
        last = events[-1].name if events else ""
        if phase is Phase.READY:
            return last == "drawn"
        return phase is Phase.SCORED and last != "done"

    def _clock(self, part: Part) -> None:
        if not part.clock_runs:
            self._beat = 0.0
            return
        clock = part.clock
        if not 0 < clock.left <= HURRY < clock.whole:
            self._beat = 0.0
            return
        now = beat(clock.left)
        if now != self._beat:
            self._desk.table.play("tick")
        self._beat = now

    def _curtain(self, part: Part) -> None:
        opened = isinstance(part, ArrangePart) and part.curtain.open and not part.curtain.lasts
        if opened != self._open and isinstance(part, ArrangePart):
            self._desk.table.play("curtain")
        self._open = opened
