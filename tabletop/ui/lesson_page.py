"""What every lesson shows beside its board: the step, what to do, what came of it, the way on."""

from dataclasses import replace
from typing import Final, Literal, TypeAlias

from tabletop.engine import Text, say
from tabletop.store.figures import Figure
from tabletop.ui import art
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.icons import icon
from tabletop.ui.label import Label
from tabletop.ui.lesson_plan import GAP, LessonPlan, lesson_plan
from tabletop.ui.saying import Saying, focus_saying
from tabletop.ui.scene import Change, Pop, Scene
from tabletop.ui.sheet import Plate, round_button, row
from tabletop.ui.table import Table
from tabletop.ui.theme import (
    AMBER,
    BODY_SIZE,
    CORAL,
    CREAM,
    DIM,
    HEAD_SIZE,
    NAME_SIZE,
    PANEL,
    PANEL_LINE,
    PETROL,
    TEXT,
)
from tabletop.ui.widgets import Buttons, PushButton, draw_button
from tabletop.ui.wood import ground

Tone: TypeAlias = Literal["", "why", "done"]
"""How the answer to the last touch is meant: nothing was touched, it was wrong, it was right."""

NOTHING: Final = say("nothing", "")
COMPUTER, FRIEND = "computer", "friend"
"""What a lesson pops with when its learner wants to play now; else it pops with None."""
NAV: Final = ("leave", "swap", "earlier", "skip", "next", COMPUTER, FRIEND)
PAD: Final = 34.0
LARGE: Final = NAME_SIZE * 1.16
"""What to do, while nothing else is said."""
BAR: Final = 12.0
ANSWER: Final = 0.56
"""The share of the words' room that an answer may take."""


class LessonPage(Scene):
    """A lesson of several steps. It pops with `COMPUTER` or `FRIEND`, or with nothing."""

    patience = 150.0

    def __init__(self, table: Table, title: Text, count: int) -> None:
        self.table = table
        self.title = title
        self.count = count
        self.index = 0
        self.solved = False
        """The step has been done."""
        self.over = False
        """All steps have been done: what is left is to play."""
        self.answer: Text = NOTHING
        self.tone: Tone = ""
        self._counted = ""
        self.rehearsed = False
        """It is only drawn in advance, and nobody learns."""
        self.playing = False
        """A match waits: at the end one goes back to it."""
        self.turns = 0
        """Quarter turns of all words, for a learner on the other side."""
        self.canvas = Canvas((1280, 800))
        self.plan: LessonPlan = lesson_plan(self.canvas, 0, 0.0, choices=False)
        self.buttons = Buttons()

    # -- what a lesson fills in -----------------------------------------------------------------

    @property
    def words(self) -> Text:
        """What to do now."""
        raise NotImplementedError

    @property
    def farewell(self) -> Text:
        """What is said at the end."""
        raise NotImplementedError

    @property
    def tray(self) -> float:
        """The height wanted for what the learner owns."""
        return 0.0

    def choices(self) -> tuple[PushButton, ...]:
        """What can be chosen at this moment, in a row; their boxes are set here."""
        return ()

    @property
    def lies(self) -> bool:
        """Whether something lies that stays, so that one can only begin the step anew."""
        return False

    def begin(self, index: int) -> None:
        """Sets the board for a step that was not reached by playing."""
        raise NotImplementedError

    def go_on(self, *, solved: bool) -> None:
        """Begins the step that follows one that was solved, or skipped.

        What the other side does may be seen first.
        """
        raise NotImplementedError

    def placed(self) -> None:
        """Fits the board to `plan`."""

    # -- what follows ---------------------------------------------------------------------------

    def fit(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self._plan()
        self.placed()
        self.refresh()
        if not self._counted and not self.rehearsed:
            self._tell_host("begun")

    def leave(self) -> None:
        if self._counted != "finished":
            self._tell_host(f"left {self.index + 1}")

    def _tell_host(self, what: str) -> None:
        """Counts for the host how far people come."""
        self._counted = what
        self.table.store.count(Figure("lesson", self.key, what))

    def resume(self) -> None:
        self.refresh()

    def _plan(self) -> None:
        self.plan = lesson_plan(self.canvas, self.turns, self.tray, choices=bool(self.choices()))

    def say_why(self, why: Text) -> None:
        """Answers a touch that was not what is asked for."""
        self.answer, self.tone = why, "why"

    def say_done(self, words: Text) -> None:
        """Answers the touch that did it."""
        self.answer, self.tone, self.solved = words, "done", True

    def pressed(self, key: str, /) -> Change:
        """What one of the lesson's own buttons does."""
        match key:
            case "leave" | "away":
                return Pop()
            case "computer" | "friend":
                return Pop(key)
            case "swap":
                self.turns = 2 - self.turns
                self._plan()
                self.placed()
            case "earlier":
                if self.over or self.solved or self.lies:
                    self._reset(self.index)
                elif self.index:
                    self._reset(self.index - 1)
            case "skip" | "next":
                self._onward()
            case _:
                pass
        self.refresh()
        return None

    def _reset(self, index: int) -> None:
        self.index, self.over = index, False
        self._clear()
        self.begin(index)

    def _clear(self) -> None:
        self.solved = False
        self.answer, self.tone = NOTHING, ""

    def _onward(self) -> None:
        if self.index + 1 == self.count:
            self.over = True
            if self._counted != "finished":
                self._tell_host("finished")
            self._clear()
            self.table.teach(self.key)
            return
        solved = self.solved
        self.index += 1
        self._clear()
        self.go_on(solved=solved)

    @property
    def main(self) -> str:
        """The button that leads on, once the step or the lesson is done."""
        if not self.over:
            return "next"
        return "leave" if self.playing else COMPUTER

    @property
    def key(self) -> str:
        """The game's."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Brings the plan and the buttons up to date with the moment."""
        focus = self.buttons.focus
        self._plan()
        plan = self.plan
        own = self.choices()
        boxes = row(plan.choices, len(own), GAP)
        self.buttons.replace(
            [
                self._turned(button, box)
                for button, box in (*zip(own, boxes, strict=True), *self._ways())
            ]
        )
        keys = [button.key for button in self.buttons.buttons if button.enabled]
        self.buttons.focus = focus if focus in keys else None

    def _turned(self, button: PushButton, box: Box) -> PushButton:
        return replace(button, box=box, turns=self.turns, about=self.plan.about)

    def _ways(self) -> list[tuple[PushButton, Box]]:
        """The buttons that lead about, each with its box."""
        plan, none = self.plan, Box(0, 0, 1, 1)
        leave = "away" if self.over and self.playing else "leave"
        found = [
            (PushButton(leave, none, icon="close"), plan.leave),
            (PushButton("swap", none, icon="swap"), plan.swap),
        ]
        if self.over:
            if self.playing:
                words = say("lesson.on", "Play on")
                return [*found, (PushButton("leave", none, words, "play", "main"), plan.foot)]
            first, second = row(plan.foot, 2, GAP)
            words = say("lesson.computer", "Play a\nBeginner")
            found.append((PushButton(COMPUTER, none, words, "computer", "main", 36), first))
            words = say("lesson.friend", "Play a\nfriend")
            found.append((PushButton(FRIEND, none, words, "person", "other", 36), second))
            return found
        back, on = row(plan.foot, 2, GAP)
        anew = self.solved or self.lies
        may = self.index > 0 or anew
        again = say("lesson.again", "Again") if anew else say("lesson.back", "Back")
        sign = "again" if anew else "earlier"
        found.append((PushButton("earlier", none, again, sign, enabled=may), back))
        if self.solved:
            found.append((PushButton("next", none, say("lesson.next", "Next"), "", "main"), on))
        else:
            found.append((PushButton("skip", none, say("lesson.skip", "Skip"), "later"), on))
        return found

    # -- what is seen ---------------------------------------------------------------------------

    def draw(self, frame: Frame) -> None:
        frame.put(ground(*self.canvas.size), self.canvas.box.centre)
        frame.touchable("board", self.plan.board)
        self.draw_board(frame)
        with frame.turned(self.turns, self.plan.about), frame.layer(8):
            self._draw_words(frame)
        with frame.layer(9):
            self._draw_buttons(frame)

    def draw_board(self, frame: Frame) -> None:
        """Puts the board and what lies on it."""

    def _draw_buttons(self, frame: Frame) -> None:
        for button in self.buttons.buttons:
            pressed = button.key in self.buttons.held.values()
            draw = draw_button if button.label else round_button
            with frame.turned(button.turns, button.about):
                frame.touchable(button.key, button.box)
                draw(frame, button, pressed=pressed, focused=button.key == self.buttons.focus)

    def sayings(self) -> tuple[Saying, ...]:
        """What to do, or what came of it; and where the keys stand."""
        words = self.farewell if self.over else self.words
        asked = Saying("task", NOTHING if self.solved else words)
        focus = focus_saying(self.buttons.buttons, self.buttons.focus)
        return (Saying("answer", self.answer), asked, *focus)

    def labels(self) -> tuple[Label, ...]:
        """All words of the column but those on buttons, as the seat sees them."""
        plan = self.plan
        head = say("lesson.title", "Learn {game}", game=self.title)
        found = [Label(head, plan.title, HEAD_SIZE * 0.78, DIM, bold=True, most=3)]
        inside = plan.words.inset(PAD)
        words = self.farewell if self.over else self.words
        if not self.tone:
            return (*found, Label(words, inside, LARGE, TEXT, bold=True, stands="top"))
        upper = Box(inside.x, inside.y, inside.w, inside.h * (1 - ANSWER) - GAP)
        asks = self.tone == "why"
        small = NAME_SIZE * 0.86 if asks else BODY_SIZE
        task = Label(words, upper, small, TEXT if asks else DIM, bold=asks, stands="top")
        top = inside.y + task.height_on(self.canvas) + 2 * GAP
        lower = Box(inside.x + 40, top, inside.w - 40, inside.bottom - top)
        large = BODY_SIZE if asks else NAME_SIZE * 0.9
        answer = Label(self.answer, lower, large, TEXT, bold=not asks, stands="top")
        return (*found, task, answer)

    def _draw_words(self, frame: Frame) -> None:
        plan, canvas = self.plan, self.canvas
        Plate(plan.words, PANEL).draw(frame)
        labels = self.labels()
        if self.tone:
            answer = labels[-1]
            high = max(40.0, answer.height_on(canvas))
            colour = CORAL if self.tone == "why" else PETROL
            at = (plan.words.x + PAD + BAR, answer.box.y + high / 2)
            if self.tone == "done":
                at = (at[0], answer.box.y + 18)
                frame.put(art.disc(canvas.px(22), colour), at)
                frame.put(icon("check", canvas.px(28), CREAM), at)
            else:
                bar = art.rounded(canvas.px(BAR), canvas.px(high), canvas.px(BAR / 2), colour)
                frame.put(bar, at)
        for label in labels:
            label.draw(frame)
        self._draw_dots(frame)

    def _draw_dots(self, frame: Frame) -> None:
        """A dot for each step: full where it is done, large and amber where one is."""
        plan, canvas = self.plan, self.canvas
        step = min(64.0, plan.dots.w / self.count)
        y = plan.dots.centre[1]
        for number in range(self.count):
            x = plan.dots.x + step * (number + 0.5)
            here = number == self.index and not self.over
            done = self.over or number < self.index
            if here:
                frame.put(art.disc(canvas.px(15), AMBER), (x, y))
            elif done:
                frame.put(art.disc(canvas.px(12), TEXT), (x, y))
                frame.put(icon("check", canvas.px(15), PANEL), (x, y))
            else:
                frame.put(art.ring(canvas.px(11), float(canvas.px(3)), PANEL_LINE), (x, y))
