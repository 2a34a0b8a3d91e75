"""How a match goes on: the phase to show, and what is pressed for computer players."""

from math import inf
from typing import Final

from tabletop.engine import Text, say
from tabletop.games.sevens.rules.match import Phase, SevensMatch
from tabletop.games.sevens.scenes.context import MatchContext, TouchPolicy
from tabletop.games.sevens.scenes.phases.arrange import ArrangePhase
from tabletop.games.sevens.scenes.phases.base import BasePhase
from tabletop.games.sevens.scenes.phases.card import CardPhase
from tabletop.games.sevens.scenes.phases.computer import ComputerBuildPhase, is_shortened
from tabletop.games.sevens.scenes.phases.guessing import GuessPhase, LookPhase, ReadyPhase
from tabletop.games.sevens.scenes.phases.result import ResultPhase
from tabletop.games.sevens.scenes.phases.scoring import ScorePhase
from tabletop.games.sevens.scenes.phases.toss import TossPhase
from tabletop.games.sevens.scenes.score_sheet import draw_score_strip
from tabletop.games.sevens.view.clock import draw_clock, prewarm_clock
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change

PHASE_TYPES: Final[dict[Phase, type[BasePhase]]] = {
    Phase.TOSS: TossPhase,
    Phase.ARRANGE: ArrangePhase,
    Phase.READY: ReadyPhase,
    Phase.LOOK: LookPhase,
    Phase.GUESS: GuessPhase,
    Phase.PEEK: GuessPhase,
    Phase.SCORED: ScorePhase,
    Phase.CARD: CardPhase,
    Phase.OVER: ResultPhase,
}


def phase_for(context: MatchContext, before: BasePhase | None = None) -> BasePhase:
    """What shows the phase of a match; a peek keeps what shows the guessing."""
    match = context.match
    arranging = match.phase is Phase.ARRANGE
    context.acting = match.arranger if arranging else match.guesser
    if arranging and context.policy(context.acting) is not TouchPolicy.PERSON:
        return ComputerBuildPhase(context)
    wanted = PHASE_TYPES[match.phase]
    if wanted is not GuessPhase or not isinstance(before, GuessPhase):
        return wanted(context)
    return before if before.level == context.level(context.acting) else wanted(context)


def match_moment(context: MatchContext) -> tuple[object, ...]:
    """What changes when another phase is to be shown: the turn, or who plays."""
    match = context.match
    turn = match.phase, match.round, match.turn_in_round, len(match.turns), match.arranger
    return *turn, *(profile.level for profile in context.seating.seats)


def round_title(match: SevensMatch) -> Text:
    """How far a match has come, in a few words."""
    if match.phase is Phase.TOSS:
        return say("sevens.title", "Sevens")
    if match.phase is Phase.OVER:
        return say("sevens.after", "After the match")
    return say("sevens.round_of", "Round {number} of 3", number=match.round + 1)


def draw_match_column(frame: Frame, context: MatchContext, phase: BasePhase) -> None:
    """Draws the clock and the score table beside the board."""
    plan, clock = context.plan, phase.clock
    prewarm_clock(frame.canvas, plan.clock)
    draw_clock(frame, plan.clock, clock.left, clock.whole, clock.note)
    draw_score_strip(frame, context, plan.sheet)


PRESS_DELAY_SECONDS: Final = 1.6
READING_SECONDS: Final = 4.0
"""Seconds before a button is pressed; the second where there is something to read first."""
SHORT_READING_SHARE: Final = 0.45
"""The share of the reading time in a turn that attract mode shortens."""
_COMPUTER_PRESSES: Final = {Phase.CARD: (("turn", PRESS_DELAY_SECONDS),)}
"""For each phase the buttons that a computer player presses, and after how many seconds."""
_UNATTENDED_PRESSES: Final = {
    Phase.TOSS: (("coin", PRESS_DELAY_SECONDS), ("on", PRESS_DELAY_SECONDS)),
    Phase.SCORED: (("on", READING_SECONDS),),
    Phase.CARD: (("turn", PRESS_DELAY_SECONDS), ("on", READING_SECONDS)),
}
"""The same where computer players have both seats."""


class AutoPress:
    """Presses the buttons that are a computer player's to press."""

    def __init__(self, context: MatchContext) -> None:
        self._context = context
        self._waits_for: tuple[object, str] | None = None
        self._waited = 0.0

    def update(self, dt: float, phase: BasePhase) -> Change:
        """Lets seconds go by, and presses a button when it is time."""
        wish = self._next(phase)
        if wish is None:
            self._waits_for = None
            return None
        key, after = wish
        if self._waits_for != (phase, key):
            self._waits_for, self._waited = (phase, key), 0.0
        self._waited += dt
        if self._waited < after:
            return None
        self._waits_for = None
        change = phase.pressed(key)
        phase.buttons.replace(phase.lay_buttons())
        return change

    def wakes_in(self, phase: BasePhase) -> float:
        """Seconds until it presses a button."""
        wish = self._next(phase)
        if wish is None:
            return inf
        waited = self._waited if self._waits_for == (phase, wish[0]) else 0.0
        return max(0.0, wish[1] - waited)

    def _next(self, phase: BasePhase) -> tuple[str, float] | None:
        """The button to press next, and after how many seconds."""
        context, waits_for = self._context, self._context.match.phase
        if context.unattended:
            wishes = _UNATTENDED_PRESSES.get(waits_for, ())
        elif context.level(phase.seat) is not None:
            wishes = _COMPUTER_PRESSES.get(waits_for, ())
        else:
            return None
        usable = {button.key for button in phase.buttons.buttons if button.enabled}
        wish = next((wish for wish in wishes if wish[0] in usable), None)
        if wish and context.attract and waits_for is Phase.SCORED and is_shortened(context.match):
            return wish[0], wish[1] * SHORT_READING_SHARE
        return wish
