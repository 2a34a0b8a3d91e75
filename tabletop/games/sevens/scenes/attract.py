"""Attract mode: a match that two computer players play for passers-by.

It is a real match that nobody can touch, silent, and not saved.
"""

from collections.abc import Mapping
from dataclasses import replace
from math import inf
from random import Random
from typing import Final

from tabletop.ai import LEVELS
from tabletop.engine import RuleNote, SeatProfile, Text, say
from tabletop.games.sevens.messages import (
    AGREEING_RULE,
    ARRANGING_RULE,
    CARDS_RULE,
    END_RULE,
    GUESSING_RULE,
    LOOKING_RULE,
    LYING_RULE,
    PEEK_RULE,
    POINTS_RULE,
    SAME_SILHOUETTE_RULE,
    TOSS_RULE,
)
from tabletop.games.sevens.rules.events import FEWER_PIECES, Card
from tabletop.games.sevens.rules.match import GAME, PEEK_COST, ROUNDS, Phase, SevensMatch
from tabletop.games.sevens.scenes.context import NO_TEXT, MatchContext, Seating
from tabletop.games.sevens.scenes.phase_scene import (
    AutoPress,
    PhaseScene,
    draw_match_column,
    match_moment,
    phase_for,
    round_title,
)
from tabletop.games.sevens.scenes.phases.base import BasePhase
from tabletop.games.sevens.scenes.phases.computer import ComputerBuildPhase
from tabletop.input.actions import Action
from tabletop.ui.audio.sounds import Sounds
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change
from tabletop.ui.draw.wood import ground
from tabletop.ui.speech.speech import Announcement, Speech

ATTRACT_LEVELS: Final = LEVELS[2:5]
"""Levels that forget and make mistakes as people do."""
RESULT_SECONDS: Final = 7.0
"""Seconds for which the result is shown."""
ATTRACT_OPTIONS: Final = {"clock": "90-60-45", "look_seconds": 5}
"""The shortest times there are."""


class AttractMatchScene(PhaseScene):
    """Two computer players from the coin to the result."""

    def __init__(self, table: AppContext) -> None:
        seed = table.seed()
        luck = Random(f"{seed}:shown")
        first, second = luck.choice(ATTRACT_LEVELS), luck.choice(ATTRACT_LEVELS)
        context = MatchContext(
            replace(table, sounds=Sounds(), speech=Speech()),
            SevensMatch(seed, options=GAME.check_options(ATTRACT_OPTIONS), date=table.today()),
            Seating((SeatProfile(level=first), SeatProfile(level=second))),
            attract=True,
        )
        super().__init__(context, BasePhase(context))
        self._auto_press = AutoPress(context)
        self._stood = 0.0
        """Seconds for which the result has been shown."""

    @property
    def remark(self) -> RuleNote | None:
        return rule_note_for(self.context, self.phase)

    @property
    def done(self) -> bool:
        return self._stood >= RESULT_SECONDS

    @property
    def _over(self) -> bool:
        return self.context.match.phase is Phase.OVER

    # -- time ---------------------------------------------------------------------------------

    @property
    def moment(self) -> tuple[object, ...]:
        return match_moment(self.context)

    def next_phase(self) -> BasePhase:
        return phase_for(self.context, self.phase)

    def update(self, dt: float, /) -> Change:
        super().update(dt)
        self._auto_press.update(dt, self.phase)
        self.follow()
        if self._over:
            self._stood += dt
        return None

    def wakes_in(self) -> float:
        if self.moment != self.shown_moment:
            return 0.0
        left = max(0.0, RESULT_SECONDS - self._stood) if self._over and not self.done else inf
        return min(left, super().wakes_in(), self._auto_press.wakes_in(self.phase))

    # -- seen, not touched, not heard ---------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        """Does nothing: the scene around it answers touches."""
        del action
        return None

    def sayings(self) -> tuple[Announcement, ...]:
        return ()

    @property
    def head(self) -> Text:
        return (
            NO_TEXT if self.context.match.phase is Phase.TOSS else round_title(self.context.match)
        )

    def draw_column(self, frame: Frame) -> None:
        draw_match_column(frame, self.context, self.phase)

    def draw_stage(self, frame: Frame) -> None:
        phase = self.phase
        frame.put(ground(*frame.canvas.size), frame.canvas.box.centre)
        phase.draw_board_layer(frame)
        if phase.shows_column:
            self.draw_column(frame)
        phase.draw_words(frame)
        self.draw_head(frame)


EXPLAINED_PIECES: Final = 2
"""As long as this many pieces are laid, the note explains the phase."""


def rule_note_for(context: MatchContext, phase: BasePhase) -> RuleNote:
    """The rule that applies at this moment, in one sentence."""
    match context.match.phase:
        case Phase.TOSS:
            said = say("sevens.remark.toss", "A coin decides who builds first.")
            return RuleNote(TOSS_RULE, said)
        case Phase.ARRANGE:
            return _arranging(context, phase)
        case Phase.READY | Phase.LOOK:
            return _ready(context)
        case Phase.GUESS:
            return _guessing(context, phase)
        case Phase.PEEK:
            said = say(
                "sevens.remark.peek",
                "{who} peeks once more, for {cost} points.",
                who=context.name(context.match.guesser),
                cost=PEEK_COST,
            )
            return RuleNote(PEEK_RULE, said)
        case Phase.SCORED:
            return _scored(context, phase)
        case Phase.CARD:
            return _card(context, phase)
        case _:
            said = say("sevens.remark.sums", "The points of all three rounds decide.")
            return RuleNote(END_RULE, said)


def _arranging(context: MatchContext, phase: BasePhase) -> RuleNote:
    who, other = context.name(context.match.arranger), context.name(context.match.guesser)
    laid = phase.laid if isinstance(phase, ComputerBuildPhase) else 0
    fewer = context.match.piece_count == FEWER_PIECES
    if fewer and laid <= EXPLAINED_PIECES:
        said = say("sevens.remark.five", "That card: a round with only five pieces.")
        return RuleNote(CARDS_RULE, said)
    if laid <= EXPLAINED_PIECES:
        said = say(
            "sevens.remark.arranging", "{who} builds something from the real world.", who=who
        )
        return RuleNote(ARRANGING_RULE, said)
    if laid <= 2 * EXPLAINED_PIECES:
        said = say("sevens.remark.lying", "Pieces touch each other, but never overlap.")
        return RuleNote(LYING_RULE, said)
    said = say("sevens.remark.looking_away", "{other} must not look meanwhile.", other=other)
    return RuleNote(LOOKING_RULE, said)


def _ready(context: MatchContext) -> RuleNote:
    match = context.match
    who, seconds = context.name(match.guesser), round(match.look_seconds)
    if match.card_in_force == (match.guesser, Card.SECONDS):
        longer = say(
            "sevens.remark.longer",
            "The card gives {who} {seconds} seconds to look.",
            who=who,
            seconds=seconds,
        )
        return RuleNote(CARDS_RULE, longer)
    look = say(
        "sevens.remark.look",
        "{who} sees the picture for {seconds} seconds.",
        who=who,
        seconds=seconds,
    )
    return RuleNote(GUESSING_RULE, look)


def _guessing(context: MatchContext, phase: BasePhase) -> RuleNote:
    match, who = context.match, context.name(context.match.guesser)
    laid = 0 if phase.surface is None else len(phase.surface.picture())
    if match.unveiled is not None and laid <= EXPLAINED_PIECES:
        said = say(
            "sevens.remark.unveiled", "The card shows {who} the place of one piece.", who=who
        )
        return RuleNote(CARDS_RULE, said)
    if laid <= EXPLAINED_PIECES:
        said = say(
            "sevens.remark.memory", "Now {who} rebuilds it from memory, against the clock.", who=who
        )
        return RuleNote(GUESSING_RULE, said)
    said = say("sevens.remark.agrees", "A piece counts if it lies as in the picture.")
    return RuleNote(AGREEING_RULE, said)


def _scored(context: MatchContext, phase: BasePhase) -> RuleNote:
    match = context.match
    counted = any(button.key == "on" for button in phase.buttons.buttons)
    score = match.turns[-1].score
    if counted and score.same_silhouette and score.matched < score.points:
        same = say("sevens.remark.same", "The same shape counts in full, however it is laid.")
        return RuleNote(SAME_SILHOUETTE_RULE, same)
    loser = match.round_loser if match.turn_in_round else None
    if counted and loser is not None and match.round < ROUNDS - 1:
        lost = say(
            "sevens.remark.lost",
            "{who} has fewer points in this round: that brings a card.",
            who=context.name(loser),
        )
        return RuleNote(CARDS_RULE, lost)
    return RuleNote(
        POINTS_RULE, say("sevens.remark.points", "A point for each piece that lies right.")
    )


def _card(context: MatchContext, phase: BasePhase) -> RuleNote:
    match, card = context.match, context.match.card_on_table
    assert card is not None
    if phase.buttons.buttons and match.card_turned:
        return RuleNote(CARDS_RULE, CARD_EFFECT_NOTES[card[1]])
    draws = say("sevens.remark.draws", "{who} draws one of four cards.", who=context.name(card[0]))
    return RuleNote(CARDS_RULE, draws)


CARD_EFFECT_NOTES: Final[Mapping[Card, Text]] = {
    Card.UNVEIL: say("sevens.remark.card.unveil", "It will show the place of one piece."),
    Card.REGAIN: say("sevens.remark.card.regain", "It gives back what a peek has cost."),
    Card.SECONDS: say("sevens.remark.card.seconds", "It will make one look 5 seconds longer."),
    Card.FIVE: say("sevens.remark.card.five", "The next round has five pieces, for both."),
}
"""The effect of each card, in a few words."""
