"""The guessing player's phases: ready to look, the look, and rebuilding with one peek.

Poses told to the match are relative to an anchor on the board, the middle of the arranger's
picture. So they mean the same in every window, and the outline of Piece Unveil stays in place.
"""

from collections.abc import Sequence
from math import ceil, inf
from typing import Final

from tabletop.engine import Seat, Text, count, say
from tabletop.games.sevens.figures import figure_label
from tabletop.games.sevens.pieces.table import PiecesSettled
from tabletop.games.sevens.rules.events import Card
from tabletop.games.sevens.rules.match import PEEK_COST, Phase
from tabletop.games.sevens.rules.pieces import FULL_SET, Picture
from tabletop.games.sevens.scenes.context import NO_TEXT, MatchContext, TouchPolicy
from tabletop.games.sevens.scenes.dialogs import seat_question
from tabletop.games.sevens.scenes.phases.base import (
    TURN_HINT,
    WARNING_SECONDS,
    BasePhase,
    ClockReading,
    LaidSteps,
    board_plan_for,
    common_origin,
    new_piece_board,
    pieces_outside_tray,
    tray_marks,
)
from tabletop.games.sevens.scenes.phases.computer import (
    SKIP_TO_END,
    ComputerGuess,
    finish_button,
)
from tabletop.games.sevens.view.board import CLOCK_TICKS, draw_curtain, draw_peek_frame, next_tick
from tabletop.games.sevens.view.piece_board import PieceBoard
from tabletop.input.actions import Action, Press
from tabletop.input.actions import Button as Key
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Push
from tabletop.ui.layout import item, row
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import CREAM, HEAD_SIZE, RESULT_SIZE
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton
from tabletop.ui.widgets.page import stack_boxes
from tabletop.ui.widgets.question_dialog import Answers

LOOK_DELAY_SECONDS: Final = 1.6
"""Seconds after which a computer player looks."""
LOOK_GAP: Final = 24.0
MIN_TWO_WORDS_WIDTH: Final = 300.0
"""Below this width, in projector mode, two words do not fit on a button."""


class ReadyPhase(BasePhase):
    """The picture is under the curtain; the guessing player starts the look."""

    def __init__(self, context: MatchContext) -> None:
        super().__init__(context)
        self._looks_in = inf if self.policy is TouchPolicy.PERSON else LOOK_DELAY_SECONDS
        """Seconds until a computer player looks."""
        self._stands = 0.0
        """Seconds for which the answer to a dispute is still shown."""

    @property
    def seat(self) -> Seat:
        return self.context.match.guesser

    @property
    def prompt(self) -> Text:
        seconds = round(self.context.match.look_seconds)
        if self.policy is not TouchPolicy.PERSON:
            return say(
                "sevens.computer.about",
                "{name} looks in a moment, for {seconds} seconds.",
                name=self.context.name(self.seat),
                seconds=seconds,
            )
        if self._stands > 0:
            name = self.context.name(self.context.match.arranger)
            return say(
                "sevens.dispute.stands",
                "{name} says it’s real, so it stays. Touch Look when you’re ready.",
                name=name,
            )
        if self.context.exposed and not self._drawn:
            return say(
                "sevens.ready.room",
                "Everyone may look again. {name}, touch Look to see it for {seconds} seconds.",
                name=self.context.name(self.seat),
                seconds=seconds,
            )
        if self._drawn:
            return say(
                "sevens.ready.drawn",
                "Time was up: the booklet chose. You see it for {seconds} seconds.",
                seconds=seconds,
            )
        return say(
            "sevens.ready",
            "Touch Look when you’re ready. You see it for {seconds} seconds.",
            seconds=seconds,
        )

    @property
    def other_prompt(self) -> Text:
        name = self.context.name(self.seat)
        if self.policy is TouchPolicy.COMPUTER:
            return NO_TEXT
        if self._drawn:
            return say(
                "sevens.ready.drawn.told",
                "Time was up: the booklet chose. {name} looks.",
                name=name,
            )
        return say("sevens.ready.told", "{name} looks, then rebuilds it.", name=name)

    @property
    def _drawn(self) -> bool:
        """Whether the arranging time ran out."""
        events = self.context.match.events
        return bool(events) and events[-1].name == "drawn"

    def lay_buttons(self) -> list[PushButton]:
        if self.policy is not TouchPolicy.PERSON:
            return []
        actions = self.context.plan.actions
        words = say("sevens.look", "Look")
        if self.context.level(self.context.match.arranger) is not None:
            # What a computer player builds is in the booklet.
            return [PushButton("look", actions, words, "eye", "main", HEAD_SIZE)]
        boxes = row(item("dispute", weight=0.4), item("look", weight=0.6), gap=LOOK_GAP)
        placed = boxes.place(actions)
        dispute, look = placed["dispute"], placed["look"]
        # NOTE for translators: a narrow button; keep it on two lines.
        odd = say("sevens.dispute", "Not a\nreal thing?")
        if self.context.ui_context.projector and actions.w < 2 * MIN_TWO_WORDS_WIDTH:
            # Side by side there would be no room for large text.
            dispute, look = stack_boxes(actions, [(actions.h - LOOK_GAP) / 2] * 2, LOOK_GAP)
            odd = say("sevens.dispute.broad", "Not a real thing?")
        return [
            PushButton(
                "dispute",
                dispute,
                odd,
                "unreal" if self.context.ui_context.projector else "",
                size=38,
            ),
            PushButton("look", look, words, "eye", "main", HEAD_SIZE),
        ]

    def pressed(self, key: str, /) -> Change:
        match = self.context.match
        if key == "look":
            match.look(self.context.now)
            return None
        name = self.context.name(match.arranger)
        question = say("sevens.dispute.ask", "Make another picture?")
        detail = say(
            "sevens.dispute.detail",
            "{name}, the other player says “{thing}” isn’t a real thing.",
            name=name,
            thing=figure_label(match.name),
        )
        yes = say("sevens.dispute.yes", "Agreed: another one")
        no = say("sevens.dispute.no", "No, it’s real")
        answers: Answers = (("yes", yes, "plain"), ("no", no, "main"))
        scene = seat_question(self.context, match.arranger, question, detail, answers)
        return Push(scene, self._disputed)

    def _disputed(self, answer: object) -> Change:
        if answer is not None:
            self.context.match.dispute(self.context.now, agreed=answer == "yes")
        if answer == "no":
            self._stands = WARNING_SECONDS
        return None

    def update(self, dt: float, /) -> Change:
        self._stands = max(0.0, self._stands - dt)
        change = super().update(dt)
        self._looks_in -= dt
        if self._looks_in <= 0 and self.context.match.phase is Phase.READY:
            self.context.match.look(self.context.now)
        return change

    def wakes_in(self) -> float:
        stands = self._stands if self._stands > 0 else inf
        return min(super().wakes_in(), stands, max(0.0, self._looks_in))

    def draw_board_layer(self, frame: Frame) -> None:
        self.empty_board.draw(frame)

    def draw_words(self, frame: Frame) -> None:
        board = self.context.plan.board
        draw_curtain(frame, board, 0.0)
        room = Box.around(board.centre, board.w - 120, 380)
        name = figure_label(self.context.match.name)
        Label(name, room, RESULT_SIZE, CREAM, True, "centre", most=2).draw(frame)


class LookPhase(BasePhase):
    """Shows the picture as long as the look lasts."""

    @property
    def seat(self) -> Seat:
        return self.context.match.guesser

    @property
    def prompt(self) -> Text:
        if self.policy is not TouchPolicy.PERSON:
            return say(
                "sevens.computer.looks",
                "{name} looks at “{thing}”.",
                name=self.context.name(self.seat),
                thing=figure_label(self.context.match.name),
            )
        return say(
            "sevens.looking",
            "“{name}”: remember where each piece goes.",
            name=figure_label(self.context.match.name),
        )

    @property
    def other_prompt(self) -> Text:
        if self.policy is TouchPolicy.COMPUTER:
            return NO_TEXT
        name = self.context.name(self.seat)
        return say("sevens.looking.told", "{name} looks at your picture.", name=name)

    @property
    def clock(self) -> ClockReading:
        match = self.context.match
        left = match.look_left or 0.0
        # NOTE for translators: small, below the seconds left on a round clock.
        seconds = say("sevens.looking.clock", "to look")
        return ClockReading(left, match.look_seconds, seconds)

    def lay_buttons(self) -> list[PushButton]:
        return [] if self.policy is TouchPolicy.PERSON else [finish_button(self.context)]

    def pressed(self, key: str, /) -> Change:
        """Skips the rest of a computer player's look."""
        del key
        context, match = self.context, self.context.match
        context.now += match.look_left or 0.0
        match.advance(context.now)
        return None

    def draw_board_layer(self, frame: Frame) -> None:
        match = self.context.match
        self.empty_board.draw(frame)
        if match.target is not None:
            self.empty_board.draw_picture(frame, match.target, seams=match.terms.seams)

    @property
    def clock_runs(self) -> bool:
        return True


GAP: Final = 24.0
CONFIRM_GUARD_SECONDS: Final = 0.7
"""Seconds for which Done is ignored after its warning: a double tap is no confirmation."""
SETTLING_STEPS: Final = 8
"""Steps of a quarter second in which every released piece settles."""
CONFIRM_DONE: Final = say(
    "sevens.done.sure", "The marked pieces score nothing. Touch “Done” again to stop here."
)


class GuessPhase(BasePhase):
    """Rebuilding the picture; during a peek the picture covers the pieces."""

    def __init__(self, context: MatchContext) -> None:
        super().__init__(context)
        match = context.match
        self.level = context.level(match.guesser)
        """The level of the computer player who guesses; None: a person."""
        kinds = [FULL_SET[number] for number in match.pieces]
        self._told = match.guess
        self._plan = board_plan_for(context)
        self._anchor = common_origin(self._plan, match.guess, self._whole)
        laid = match.guess.shifted(self._anchor)
        self.surface: PieceBoard = new_piece_board(context, kinds, match.pieces, laid)
        self._asked = inf
        """Seconds since the warning about pieces in the tray."""
        self._steps = LaidSteps(self.surface, context.table.animation_scale)
        self._computer: ComputerGuess | None = None
        if self.policy is not TouchPolicy.PERSON:
            self._computer = ComputerGuess(context, self.surface, self.tell)

    @property
    def seat(self) -> Seat:
        return self.context.match.guesser

    @property
    def peeking(self) -> bool:
        return self.context.match.phase is Phase.PEEK

    @property
    def counts(self) -> bool:
        return self.peeking

    @property
    def prompt(self) -> Text:
        match = self.context.match
        if self._computer is not None:
            return self._computer.prompt(self._left)
        if self.peeking:
            left = ceil((match.look_left or 0.0) - 1e-6)
            return say("sevens.peeking", "Peeking: {left} s left.", left=left)
        if self.taken_up is not None:
            return self.taken_up
        left = self._left
        if left and match.round == 0 and self.seat not in self.context.turners:
            return TURN_HINT
        if left == 0:
            return say(
                "sevens.rebuild.all",
                "{name}: all pieces are laid. Touch Done, or keep going.",
                name=figure_label(match.name),
            )
        return count(
            "sevens.rebuild",
            "Rebuild “{name}”. One piece to go.",
            "Rebuild “{name}”. {n} pieces to go.",
            n=left,
            name=figure_label(match.name),
        )

    @property
    def other_prompt(self) -> Text:
        if self._computer is not None:
            return NO_TEXT
        laid = len(self.surface.picture())
        name, thing = self.context.name(self.seat), figure_label(self.context.match.name)
        return say(
            "sevens.rebuild.told",
            "{name} rebuilds “{thing}”. Pieces laid: {laid}.",
            name=name,
            thing=thing,
            laid=laid,
        )

    @property
    def _whole(self) -> Picture:
        """The target around (0, 0) if Piece Unveil shows a piece of it, else empty."""
        match = self.context.match
        if match.unveiled is None or match.target is None:
            return Picture()
        x, y = match.target.middle
        return match.target.shifted((-x, -y))

    def fit(self) -> None:
        """On a board of another shape all laid pieces, and the outline, move together."""
        self.context.acting = self.seat
        plan, table = board_plan_for(self.context), self.surface.pieces
        if plan == self._plan:
            super().fit()
            return
        self.let_go()
        for _ in range(SETTLING_STEPS):
            table.step(0.25)
        numbers, laid = pieces_outside_tray(table), self._laid
        self._plan, self._anchor = plan, common_origin(plan, laid, self._whole)
        super().fit()
        placed = laid.shifted(self._anchor).pieces
        table.lay({n: piece.pose for n, piece in zip(numbers, placed, strict=True)})
        self._steps.fit()

    def lay_out(self) -> None:
        match = self.context.match
        self.surface.enabled = not self.peeking and self._computer is None
        if match.unveiled is not None:
            placed = self._whole.shifted(self._anchor)
            self.surface.outlines = (placed.pieces[match.unveiled],)

    @property
    def _laid(self) -> Picture:
        """The pieces outside the tray, relative to the anchor."""
        x, y = self._anchor
        return self.surface.picture().shifted((-x, -y))

    def lay_buttons(self) -> list[PushButton]:
        if self._computer is not None:
            return [finish_button(self.context, SKIP_TO_END)]
        match = self.context.match
        keys = ("undo", "peek", "done")
        boxes = row(
            *(item(key, weight=w) for key, w in zip(keys, (0.8, 1, 1), strict=True)), gap=GAP
        )
        undo, peek, done = (boxes.place(self.context.plan.actions)[key] for key in keys)
        # NOTE for translators: a narrow button; keep it on two lines.
        price = say("sevens.peek", "Peek\n\u2212{cost} points", cost=PEEK_COST)
        if self.context.ui_context.projector:
            # NOTE for translators: a peek and what it costs, for a room: short.
            price = say("sevens.peek.room", "Peek\n\u2212{cost}", cost=PEEK_COST)
        if match.card_in_force == (match.guesser, Card.REGAIN) and match.card_refund is None:
            price = say("sevens.peek.back", "Peek\n(points back)")
        if match.peek_used and not self.peeking:
            # NOTE for translators: a narrow button; keep it on two lines.
            price = say("sevens.peek.used", "Peek\nused")
        style: ButtonStyle = "plain" if self._left else "main"
        undo_said: Text | str = say("sevens.undo", "Take back")
        if undo.w <= MIN_TWO_WORDS_WIDTH:
            # NOTE for translators: a narrow button; keep it short, on one line or two.
            undo_said = say("sevens.undo.narrow", "Take\nback")
            if self.context.ui_context.projector:
                undo_said = ""  # the icon says it
        undoable = self._steps.undoable and not self.peeking
        return [
            PushButton("undo", undo, undo_said, "undo", enabled=undoable),
            PushButton("peek", peek, price, "eye", enabled=match.can_peek),
            PushButton(
                "done", done, say("sevens.done", "Done"), "check", style, HEAD_SIZE,
                enabled=not self.peeking,
            ),
        ]  # fmt: skip

    def handle(self, action: Action, /) -> Change:
        if isinstance(action, Press) and action.button is Key.UNDO:
            return self._press("undo") if self.surface.enabled else None
        return super().handle(action)

    def pressed(self, key: str, /) -> Change:
        match, now = self.context.match, self.context.now
        if self._computer is not None:
            self._computer.hurries = True
            return None
        self.tell()
        if key == "undo":
            self._steps.undo()
            self.tell()
        elif key == "peek":
            match.peek(now)
        elif self._left and self._asked >= WARNING_SECONDS:
            # A warning instead of a question: the clock keeps running.
            self.warn(CONFIRM_DONE)
            self._asked = 0.0
            self.surface.marks = tray_marks(self.surface.pieces)
        elif self._left and self._asked < CONFIRM_GUARD_SECONDS:
            self.warning = CONFIRM_DONE  # a double tap confirms nothing
        else:
            match.done(now)
        return None

    def update(self, dt: float, /) -> Change:
        self._asked += dt
        if self._asked >= WARNING_SECONDS:
            self.surface.marks = {}
        change = super().update(dt)
        if self._computer is None and not self.peeking:
            self._steps.note()
            self.buttons.replace(self.lay_buttons())
        if self._computer is not None and self.context.match.phase is Phase.GUESS:
            self._computer.update(dt, self._anchor)
        return change

    def wakes_in(self) -> float:
        left = self.context.match.look_left
        # The prompt counts whole seconds.
        tick = inf if left is None else next_tick(left, float(CLOCK_TICKS))
        thinks = inf
        if self._computer is not None and self.context.match.phase is Phase.GUESS:
            thinks = self._computer.wakes_in()
        return min(super().wakes_in(), tick, thinks)

    @property
    def _left(self) -> int:
        return len(self.context.match.pieces) - len(self.surface.picture())

    def happened(self, piece_events: Sequence[object], /) -> None:
        if self.surface.hands.has_turned:
            self.context.turners.add(self.seat)
        if piece_events:
            if any(not isinstance(each, PiecesSettled) for each in piece_events):
                self._asked = inf
                self.surface.marks = {}
            self.tell()

    def tell(self) -> None:
        guess = self._laid
        if guess != self._told and self.context.match.phase is Phase.GUESS:
            self._told = guess
            match = self.context.match
            numbers = self.surface.numbers
            self.context.laid[match.round, self.seat] = tuple(
                numbers[number] for number in pieces_outside_tray(self.surface.pieces)
            )
            match.told(self.context.now, guess)

    def draw_board_layer(self, frame: Frame) -> None:
        match = self.context.match
        if self.peeking and match.target is not None:
            self.empty_board.draw_for_peek(frame)
            self.empty_board.draw_picture(frame, match.target, seams=match.terms.seams)
        else:
            super().draw_board_layer(frame)
        if self._computer is not None and not self.peeking:
            self._computer.draw(frame)

    def draw_words(self, frame: Frame) -> None:
        if self.peeking:
            # NOTE for translators: on the ribbon over a picture that one may see again shortly.
            ribbon = say("sevens.peek.ribbon", "Peek")
            draw_peek_frame(frame, self.context.plan.board, ribbon)
