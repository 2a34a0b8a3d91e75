"""The desk of a match that computer players play for passers-by: no buttons, and no sounds.

The parts of a match that computer players play for passers-by: nothing in them is touched.

Which rule of Sevens is at work in a match that is shown, in one short sentence.

A match that Sevens plays by itself for passers-by: real, untouchable, silent and not kept.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import inf
from random import Random
from typing import Final

from tabletop.ai import LEVELS
from tabletop.engine import RuleNote, Seat, Text, say
from tabletop.games.sevens.computer.levels import Skill, skill_of
from tabletop.games.sevens.computer.planning import (
    NEIGHBOUR_DISTANCE,
    THINKING_SHARE,
    DoneStep,
    LayStep,
    PlanStep,
)
from tabletop.games.sevens.computer.player import arrangement_for
from tabletop.games.sevens.game import GAME
from tabletop.games.sevens.messages import (
    AGREEING_RULE,
    ARRANGING_RULE,
    CARD_NAMES,
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
from tabletop.games.sevens.rules import score_table
from tabletop.games.sevens.rules.chance import FEWER_PIECES, Card
from tabletop.games.sevens.rules.events import Arrangement
from tabletop.games.sevens.rules.match import ROUNDS, Phase, SevensMatch
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.pieces import AREA, gap
from tabletop.games.sevens.rules.score_table import PEEK_COST
from tabletop.games.sevens.scenes.board import board_plan_for, common_origin, new_piece_board
from tabletop.games.sevens.scenes.context import DEFAULT_SEAT_NAMES, NO_TEXT, MatchContext
from tabletop.games.sevens.scenes.match.scene import AutoPress, SevensScene, phase_for
from tabletop.games.sevens.scenes.phases.base import BasePhase
from tabletop.games.sevens.scenes.phases.card import CardPhase
from tabletop.games.sevens.scenes.phases.computer import (
    HAND_RADIUS,
    ComputerBuildPhase,
    ComputerGuessPhase,
    ComputerHand,
    hand_mark,
    recent_figures,
)
from tabletop.games.sevens.scenes.phases.result import ResultPhase
from tabletop.games.sevens.scenes.phases.scoring import ScorePhase
from tabletop.games.sevens.scenes.phases.toss import TossPhase
from tabletop.games.sevens.view.cards import CARD_RATIO, card_face
from tabletop.games.sevens.view.layout import GAP, MARGIN, MatchLayout, layout_for
from tabletop.games.sevens.view.pieces import piece_numbers
from tabletop.input.actions import Action
from tabletop.ui.audio.sounds import Sounds
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.context import min_text_size
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change
from tabletop.ui.draw.wood import ground
from tabletop.ui.speech.announcements import Announcement
from tabletop.ui.speech.speech import Speech
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import NAME_SIZE, TEXT
from tabletop.ui.widgets.buttons import PushButton

REBUILD_PACES_SECONDS: Final = (2.2, 0.5)
"""Seconds from piece to piece of a turn that is shown in full, and of one that is shortened."""
BUILD_PACES_SECONDS: Final = (1.0, 0.25)
MAX_FITTING_STEPS: Final = 200
"""Steps of fitting at most: passers-by do not wait for a good idea."""


@dataclass(slots=True)
class AttractContext(MatchContext):
    """A desk that people look at from all sides. It has the players' colours for names."""

    @property
    def plan(self) -> MatchLayout:
        """The board and the clock are larger: nothing here is touched."""
        return attract_match_layout(layout_for(self.canvas, largest=max(self.sizes)), self.acting)

    def name(self, seat: Seat) -> Text:
        return DEFAULT_SEAT_NAMES[seat]

    @property
    def shortened(self) -> bool:
        """Whether the present turn goes by quickly: two of the six say all that there is to say.

        That is the first one, and the first of the second round whose guessing player has a card.
        """
        match = self.match
        card = match.card_in_force
        if match.round == 1 and card is not None and card[1] is not Card.FIVE:
            return card[0] != match.guesser
        return match.round == ROUNDS - 1 or match.turn_in_round == 1

    def skill(self, seat: Seat) -> Skill:
        """What a computer player here is able to; it works faster than opposite a person."""
        level = self.levels[seat]
        assert level is not None
        skill = skill_of(level)
        patience = min(MAX_FITTING_STEPS, skill.patience)
        return replace(skill, seconds=REBUILD_PACES_SECONDS[self.shortened], patience=patience)

    @property
    def build_seconds(self) -> float:
        """Seconds from piece to piece of a picture that is made."""
        return BUILD_PACES_SECONDS[self.shortened]


def attract_context(
    table: AppContext, match: SevensMatch, levels: tuple[Text, Text]
) -> AttractContext:
    """The desk of such a match at a table, of which nothing is heard."""
    silent = replace(table, sounds=Sounds(), speech=Speech())
    return AttractContext(silent, match, levels=levels)


def attract_match_layout(plan: MatchLayout, acting: Seat) -> MatchLayout:
    """A plan without room for hands; each seat's bar stays in its place, whoever acts."""
    plan = _tall_layout(plan) if plan.portrait else _broad_layout(plan)
    if plan.alone or acting == 0:
        return plan
    return replace(plan, near=plan.far, far=plan.near)


def _broad_layout(plan: MatchLayout) -> MatchLayout:
    column, bottom = plan.sheet, plan.actions.bottom
    upper, near = plan.head.y, plan.near
    if plan.alone:
        near = Box(near.x, near.y, column.right - near.x, near.h)
        upper = plan.board.y
    head = Box(column.x, upper, column.w, plan.head.h)
    none = Box(column.x, bottom, column.w, 0.0)
    sheet = Box(column.x, bottom - column.h, column.w, column.h)
    clock = Box(column.x, head.bottom + GAP, column.w, sheet.y - head.bottom - 2 * GAP)
    laid = replace(plan, near=near, head=head, clock=clock, sheet=sheet, actions=none, menu=none)
    if plan.alone:
        return laid
    far, near = near, near.moved(0.0, -near.h - GAP / 2)
    top = MARGIN - 4
    board = Box(plan.board.x, top, plan.board.w, near.y - GAP - top)
    return replace(laid, near=near, far=far, board=board)


def _tall_layout(plan: MatchLayout) -> MatchLayout:
    bottom = plan.actions.bottom
    none = Box(plan.actions.x, bottom, plan.actions.w, 0.0)
    wide = plan.menu.right - plan.head.x
    if plan.alone:
        head = Box(plan.head.x, plan.head.y, wide, plan.head.h)
        board = Box(plan.board.x, plan.board.y, plan.board.w, bottom - plan.board.y)
        return replace(plan, head=head, board=board, actions=none, menu=none)
    bar = plan.near
    far = Box(bar.x, bottom - bar.h, bar.w, bar.h)
    near = far.moved(0.0, -bar.h - GAP / 2)
    up = MARGIN - 4 - plan.head.y
    head = Box(plan.head.x, MARGIN - 4, wide, plan.head.h)
    clock, sheet = plan.clock.moved(0.0, up), plan.sheet.moved(0.0, up)
    top = sheet.bottom + GAP
    board = Box(plan.board.x, top, plan.board.w, near.y - GAP - top)
    return replace(
        plan, head=head, clock=clock, sheet=sheet, board=board, near=near, far=far,
        actions=none, menu=none,
    )  # fmt: skip


ATTRACT_GAP: Final = 24.0
RESULT_UPPER_SHARE: Final = 0.65
"""The share of a result's height that the headline and the score table have."""
MIN_TALL_CARD_RATIO: Final = 1.3
"""From so much height over its width on, a card has its words below it."""
ROOM_CARD_SHARE: Final = 0.52
"""The share of the board's width that a card has before a room."""
FINISHED_PICTURE_SECONDS: Final = 1.6
"""Seconds for which a picture that is made is seen before anybody looks at it."""


class AttractTossPhase(TossPhase):
    """The coin, which nobody needs to touch."""

    def __init__(self, desk: AttractContext) -> None:
        super().__init__(desk)
        self._asks = False

    @property
    def _by_readers(self) -> bool:
        return False

    @property
    def prompt(self) -> Text:
        if self._flight is None:
            return say("sevens.shown.toss", "A coin says who begins.")
        return super().prompt


class AttractCardPhase(CardPhase):
    """The card, which turns over by itself."""

    @property
    def prompt(self) -> Text:
        if self._flip is None:
            name = self.desk.name(self.seat)
            return say("sevens.shown.card", "{name} draws a serendipity card.", name=name)
        return super().prompt

    def lay_out(self) -> None:
        """There is less room below the card than where people play, and the head is beside it."""
        super().lay_out()
        plan, stage = self.desk.plan, self.desk.plan.stage
        if not plan.portrait:
            if min_text_size():  # a room can read the name on it only where it is broad
                wide = min(
                    (plan.board.h - ATTRACT_GAP) * CARD_RATIO, plan.board.w * ROOM_CARD_SHARE
                )
                x, y = self._box.x - ATTRACT_GAP, self._box.centre[1]
                self._box = Box(x, y - wide / CARD_RATIO / 2, wide, wide / CARD_RATIO)
                card_face(self._card, self.desk.canvas.px(self._box.h))
            top = max(self._words.y, plan.head.bottom + ATTRACT_GAP)
            self._words = Box(self._words.x, top, self._words.w, self._words.bottom - top)
        elif stage.h < MIN_TALL_CARD_RATIO * stage.w:
            high = min(stage.h - 2 * ATTRACT_GAP, stage.w * 0.42 / CARD_RATIO)
            wide = high * CARD_RATIO
            self._box = Box(stage.x + ATTRACT_GAP, stage.centre[1] - high / 2, wide, high)
            left = self._box.right + 2 * ATTRACT_GAP
            self._words = Box(left, stage.y, stage.right - left, stage.h)
            card_face(self._card, self.desk.canvas.px(high))

    def _draw_effect(self, frame: Frame) -> None:
        """Before a room the remark alone says what the card does."""
        if min_text_size():
            self._draw_text(frame, self._words, CARD_NAMES[self._card], NO_TEXT)
        else:
            super()._draw_effect(frame)


class AttractScorePhase(ScorePhase):
    """The points; before a room there is no place for names above the pictures."""

    @property
    def captions(self) -> tuple[Text, Text]:
        if not min_text_size():
            return super().captions
        # NOTE for translators: above the picture that was to be rebuilt, and above what was laid.
        return say("sevens.shown.picture", "Picture"), say("sevens.shown.guess", "Guess")


class AttractResultPhase(ResultPhase):
    """The result; the pictures have all of the lower edge. A room sees no pictures: the table
    has their place, or nobody could read it.
    """

    @property
    def prompt(self) -> Text:
        return self.reason

    @property
    def told(self) -> Text:
        return NO_TEXT

    def lay_buttons(self) -> list[PushButton]:
        return []

    def places(self) -> tuple[Box, Box, Box]:
        plan = self.desk.plan
        top, sheet, wall = super().places()
        if plan.portrait:
            return top, sheet, wall
        stage = plan.stage
        if min_text_size():
            whole = stage.bottom - sheet.y
            top = Box(top.x, stage.y, top.w, stage.h)
            return top, Box(sheet.x, sheet.y, sheet.w, whole), Box(stage.x, stage.bottom, 0, 0)
        lower = stage.y + stage.h * RESULT_UPPER_SHARE
        top = Box(top.x, top.y, top.w, lower - ATTRACT_GAP - top.y)
        sheet = Box(sheet.x, sheet.y, sheet.w, lower - ATTRACT_GAP - sheet.y)
        return top, sheet, Box(stage.x, lower, stage.w, stage.bottom - lower)


class AttractBuildPhase(ComputerBuildPhase):
    """A computer player arranges before everybody's eyes: who guesses it has none."""

    def __init__(self, desk: AttractContext) -> None:
        super().__init__(desk)
        self._left = inf
        self._pace = desk.build_seconds
        self.made: Arrangement = arrangement_for(
            desk.match, desk.skill(self.seat), recent_figures(desk.table)
        )
        self._plan = board_plan_for(desk)
        self._anchor: Point = (0.0, 0.0)
        self._begin()

    def _begin(self) -> None:
        """All pieces lie in the tray, and the hand has done nothing yet."""
        picture = self.made.picture
        x, y = picture.middle
        middle = picture.shifted((-x, -y))
        numbers = piece_numbers(picture.kinds)
        self._plan = board_plan_for(self.desk)
        self._anchor = common_origin(self._plan, Picture(), middle)
        surface = new_piece_board(self.desk, picture.kinds, numbers)
        surface.enabled = False
        self._hand = ComputerHand(surface.pieces, building_order(middle, self._pace))
        self.surface = surface

    @property
    def laid(self) -> int:
        """How many pieces the picture has so far."""
        return len(self.made.picture) - sum(isinstance(step, LayStep) for step in self._hand.left)

    def fit(self) -> None:
        """On a board of another shape it begins anew."""
        self.desk.acting = self.seat
        if board_plan_for(self.desk) != self._plan:
            self._begin()
        super().fit()

    def update(self, dt: float, /) -> Change:
        change = super().update(dt)
        if self.desk.match.phase is Phase.ARRANGE:
            step = self._hand.update(dt, self._anchor, still=self.desk.table.slow == 0)
            if isinstance(step, DoneStep):
                self.give(self.made)
        return change

    def wakes_in(self) -> float:
        return min(super().wakes_in(), self._hand.wakes_in())

    def draw_board_layer(self, frame: Frame) -> None:
        assert self.surface is not None
        self.surface.draw(frame)
        mark = hand_mark(self.desk.look(self.seat), HAND_RADIUS * frame.canvas.scale)
        frame.put(mark, self.surface.sight.to_canvas(self._hand.at))

    def draw_words(self, frame: Frame) -> None:
        """No curtain hides it."""


class AttractGuessPhase(ComputerGuessPhase):
    """A computer player rebuilds it, at a pace that one likes to watch."""

    @property
    def skill(self) -> Skill:
        assert isinstance(self.desk, AttractContext)
        return self.desk.skill(self.seat)


def building_order(picture: Picture, pace: float) -> tuple[PlanStep, ...]:
    """A picture piece by piece, a large one first, each beside one that lies."""
    pieces = picture.pieces
    left = sorted(range(len(pieces)), key=lambda number: -AREA[pieces[number].kind])
    order: list[int] = []
    while left:
        beside = (
            number
            for number in left
            if any(
                gap(pieces[number].corners, pieces[n].corners) <= NEIGHBOUR_DISTANCE for n in order
            )
        )
        order.append(next(beside, left[0]))
        left.remove(order[-1])
    lays = (
        LayStep(
            number,
            pace * THINKING_SHARE,
            pace * (1 - THINKING_SHARE),
            {number: pieces[number].pose},
        )
        for number in order
    )
    return (*lays, DoneStep(FINISHED_PICTURE_SECONDS))


def attract_phase_for(desk: AttractContext, before: BasePhase) -> BasePhase:
    """The part for the match's phase, as `parts.part_for` gives it where people play."""
    match desk.match.phase:
        case Phase.TOSS:
            return AttractTossPhase(desk)
        case Phase.SCORED:
            return AttractScorePhase(desk)
        case Phase.CARD:
            return AttractCardPhase(desk)
        case Phase.OVER:
            return AttractResultPhase(desk)
        case Phase.ARRANGE:
            desk.acting = desk.match.arranger
            return AttractBuildPhase(desk)
        case Phase.GUESS | Phase.PEEK:
            desk.acting = desk.match.guesser
            return before if isinstance(before, AttractGuessPhase) else AttractGuessPhase(desk)
        case _:
            return phase_for(desk, before)


EXPLAINED_PIECES: Final = 2
"""Pieces that are laid while it is still told what is done at all."""


def rule_note_for(desk: MatchContext, part: BasePhase) -> RuleNote:
    """What the rules do at this moment."""
    return _RULE_NOTES[desk.match.phase](desk, part)


def _toss(desk: MatchContext, part: BasePhase) -> RuleNote:
    del desk, part
    return RuleNote(TOSS_RULE, say("sevens.remark.toss", "A coin says who is player one."))


# -- a picture is made ----------------------------------------------------------------------------


def _arranging(desk: MatchContext, part: BasePhase) -> RuleNote:
    who, other = desk.name(desk.match.arranger), desk.name(desk.match.guesser)
    laid = part.laid if isinstance(part, AttractBuildPhase) else 0
    fewer = desk.match.piece_count == FEWER_PIECES
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


def _ready(desk: MatchContext, part: BasePhase) -> RuleNote:
    del part
    match = desk.match
    who, seconds = desk.name(match.guesser), round(match.look_seconds)
    if match.card_in_force == (match.guesser, Card.SECONDS):
        longer = say(
            "sevens.remark.longer",
            "By the card {who} has {seconds} seconds to look.",
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


# -- it is rebuilt --------------------------------------------------------------------------------


def _guessing(desk: MatchContext, part: BasePhase) -> RuleNote:
    match, who = desk.match, desk.name(desk.match.guesser)
    laid = 0 if part.surface is None else len(part.surface.picture())
    if match.unveiled is not None and laid <= EXPLAINED_PIECES:
        said = say(
            "sevens.remark.unveiled", "By the card {who} sees the place of one piece.", who=who
        )
        return RuleNote(CARDS_RULE, said)
    if laid <= EXPLAINED_PIECES:
        said = say(
            "sevens.remark.memory", "Now {who} rebuilds it from memory, against the clock.", who=who
        )
        return RuleNote(GUESSING_RULE, said)
    said = say("sevens.remark.agrees", "A piece counts if it lies as in the picture.")
    return RuleNote(AGREEING_RULE, said)


def _peeking(desk: MatchContext, part: BasePhase) -> RuleNote:
    del part
    said = say(
        "sevens.remark.peek",
        "{who} peeks once more, for {cost} points.",
        who=desk.name(desk.match.guesser),
        cost=PEEK_COST,
    )
    return RuleNote(PEEK_RULE, said)


# -- the points -----------------------------------------------------------------------------------


def _scored(desk: MatchContext, part: BasePhase) -> RuleNote:
    match = desk.match
    counted = any(button.key == "on" for button in part.buttons.buttons)
    score = match.turns[-1].score
    if counted and score.same_silhouette and score.matched < score.points:
        same = say("sevens.remark.same", "The same shape counts in full, however it is laid.")
        return RuleNote(SAME_SILHOUETTE_RULE, same)
    loser = score_table.loser(match.turns, match.round) if match.turn_in_round else None
    if counted and loser is not None and match.round < ROUNDS - 1:
        lost = say(
            "sevens.remark.lost",
            "{who} has fewer points in this round: that brings a card.",
            who=desk.name(loser),
        )
        return RuleNote(CARDS_RULE, lost)
    return RuleNote(
        POINTS_RULE, say("sevens.remark.points", "A point for each piece that lies right.")
    )


def _card(desk: MatchContext, part: BasePhase) -> RuleNote:
    match, card = desk.match, desk.match.card_on_table
    assert card is not None
    if part.buttons.buttons and match.card_turned:
        return RuleNote(CARDS_RULE, CARD_EFFECT_NOTES[card[1]])
    draws = say("sevens.remark.draws", "{who} draws one of four cards.", who=desk.name(card[0]))
    return RuleNote(CARDS_RULE, draws)


def _over(desk: MatchContext, part: BasePhase) -> RuleNote:
    del desk, part
    return RuleNote(END_RULE, say("sevens.remark.sums", "The points of all three rounds decide."))


CARD_EFFECT_NOTES: Final[Mapping[Card, Text]] = {
    Card.UNVEIL: say("sevens.remark.card.unveil", "It will show the place of one piece."),
    Card.REGAIN: say("sevens.remark.card.regain", "It gives back what a peek has cost."),
    Card.SECONDS: say("sevens.remark.card.seconds", "It will make one look 5 seconds longer."),
    Card.FIVE: say("sevens.remark.card.five", "The next round has five pieces, for both."),
}
"""What each card does, in a few words."""

_RULE_NOTES: Final[Mapping[Phase, Callable[[MatchContext, BasePhase], RuleNote]]] = {
    Phase.TOSS: _toss,
    Phase.ARRANGE: _arranging,
    Phase.READY: _ready,
    Phase.LOOK: _ready,
    Phase.GUESS: _guessing,
    Phase.PEEK: _peeking,
    Phase.SCORED: _scored,
    Phase.CARD: _card,
    Phase.OVER: _over,
}

ATTRACT_LEVELS: Final = LEVELS[2:5]
"""They forget and slip as people do."""
SHORT_READING_SHARE: Final = 0.45
"""The share of the usual time for which something is read in a turn that is shortened."""
RESULT_SECONDS: Final = 7.0
"""Seconds that the result stands."""
ATTRACT_OPTIONS: Final = {"clock": "90-60-45", "look_seconds": 5}
"""The shortest times there are."""


class QuickAutoPress(AutoPress):
    """Reads the points of a turn that is shortened only for a moment."""

    def __init__(self, desk: AttractContext) -> None:
        super().__init__(desk)
        self._shown = desk

    def wish(self, part: BasePhase) -> tuple[str, float] | None:
        wish = super().wish(part)
        desk = self._shown
        if wish is None or not desk.shortened or desk.match.phase is not Phase.SCORED:
            return wish
        return wish[0], wish[1] * SHORT_READING_SHARE


class AttractMatchScene(SevensScene):
    """Two computer players from the coin to the result."""

    def __init__(self, table: AppContext) -> None:
        seed = table.seed()
        luck = Random(f"{seed}:shown")
        levels = luck.choice(ATTRACT_LEVELS), luck.choice(ATTRACT_LEVELS)
        match = SevensMatch(seed, options=GAME.check_options(ATTRACT_OPTIONS), date=table.today())
        self._own = attract_context(table, match, levels)
        super().__init__(self._own, _keep_nothing)
        self._attending = QuickAutoPress(self._own)
        self._stood = 0.0
        """Seconds for which the result has been seen."""

    # -- what it says of itself -----------------------------------------------------------------

    @property
    def remark(self) -> RuleNote | None:
        """The rule that is at work now."""
        return rule_note_for(self._own, self.part)

    @property
    def done(self) -> bool:
        """Whether the result has been seen long enough."""
        return self._stood >= RESULT_SECONDS

    # -- time -----------------------------------------------------------------------------------

    def next_part(self) -> BasePhase:
        return attract_phase_for(self._own, self.part)

    def update(self, dt: float, /) -> Change:
        super().update(dt)
        if self._over:
            self._stood += dt
        return None

    def wakes_in(self) -> float:
        left = max(0.0, RESULT_SECONDS - self._stood) if self._over and not self.done else inf
        return min(left, super().wakes_in())

    @property
    def _over(self) -> bool:
        return self._own.match.phase is Phase.OVER

    # -- seen, not touched, not heard -------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        """Does nothing: whoever touches it is asked by the scene round it."""
        del action
        return None

    def handle_secondary(self, action: Action, /) -> Change:
        del action
        return None

    def sayings(self) -> tuple[Announcement, ...]:
        return ()

    @property
    def head(self) -> Text:
        return NO_TEXT if self._own.match.phase is Phase.TOSS else super().head

    def _draw(self, frame: Frame) -> None:
        part, plan = self.part, self.desk.plan
        frame.put(ground(*frame.canvas.size), frame.canvas.box.centre)
        part.draw_board_layer(frame)
        if part.shows_column:
            self.draw_column(frame)
        part.draw_words(frame)
        if self.head:
            lines = 2 if plan.alone else 1
            Label(self.head, plan.head, NAME_SIZE, TEXT, bold=True, most=lines).draw(frame)


def _keep_nothing(match: SevensMatch) -> None:
    """Nothing is kept of a match that is only shown."""
    del match
