"""Base of the lessons: a board, and beside it the step, the task, the feedback and navigation."""

from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from tabletop.engine import Text, say
from tabletop.storage.usage_metrics import UsageMetric
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.core.scene import Change, Pop, Scene
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.draw.wood import ground
from tabletop.ui.layout import CONTENT, Node, column, item, padded, row
from tabletop.ui.speech.speech import Announcement, focus_announcement
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER,
    BODY_SIZE,
    BUTTON_SIZE,
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
from tabletop.ui.widgets.buttons import ButtonGroup, PushButton, draw_button
from tabletop.ui.widgets.page import Plate, draw_round_button, split_row

MARGIN: Final = 32.0
GAP: Final = 20.0
ROUND_BUTTON_SIZE: Final = 92.0
"""The diameter of the round buttons in the head."""
PROGRESS_HEIGHT: Final = 30.0
FOOTER_HEIGHT: Final = 112.0
"""The height of the navigation buttons."""
CHOICES_HEIGHT: Final = 100.0
BUTTON_LINE_GAP: Final = 26.0
MIN_BOARD_SIDE: Final = 420.0
MIN_COLUMN_WIDTH: Final = 470.0
MIN_TEXT_HEIGHT: Final = 250.0
MAX_FOOTER_SHARE: Final = 0.115
"""The greatest share of the height for navigation buttons with large text."""
MAX_TRAY_SHARES: Final = (0.30, 0.22)
"""The greatest share of the column for the tray: usually, and at least with large text."""
PORTRAIT_RATIO: Final = 1.12
"""From this ratio of height to width on, the text is above the board."""


@dataclass(frozen=True, slots=True)
class LessonLayout:
    """The boxes of a lesson as its seat sees them; `turns`: quarter turns to that seat."""

    canvas: Canvas
    turns: int
    leave: Box
    title: Box
    swap: Box
    dots: Box
    words: Box
    choices: Box
    """A row for the choices of a turn."""
    tray: Box
    """The area of the learner's own pieces; empty in games without a tray."""
    foot: Box
    near: Box
    """The board as the seat sees it."""

    @property
    def about(self) -> Point:
        return self.canvas.box.centre

    @property
    def board(self) -> Box:
        """The board on the canvas; it is not turned."""
        return Box.around(turn_point(self.near.centre, self.turns, self.about), *self.near[2:])


def lesson_layout(
    canvas: Canvas, turns: int, tray: float, *, choices: bool, over: bool = False
) -> LessonLayout:
    """The layout for a canvas; `tray` is the wanted height of the tray, 0 for none.

    `over`: beside the board the ways on take the place of the tray, one below the other.
    """
    tall = canvas.height > canvas.width * PORTRAIT_RATIO
    tree = _portrait(canvas, tray, choices) if tall else _landscape(canvas, tray, choices, over)
    return LessonLayout(canvas, turns, **tree.place(canvas.box))


def _landscape(canvas: Canvas, tray: float, choices: bool, over: bool) -> Node:
    """The board at the right, the text in a column at its left."""
    context = canvas.context
    column_wide = context.scaled_length(MIN_COLUMN_WIDTH, NAME_SIZE)
    side = min(
        canvas.height - 2 * MARGIN,
        max(MIN_BOARD_SIDE, canvas.width - 3 * MARGIN - column_wide),
    )
    high = 0.0
    if tray and not over:
        usual, least = MAX_TRAY_SHARES
        share = max(least, usual / context.scaled_length(1.0, NAME_SIZE))
        high = min(tray, (canvas.height - 2 * MARGIN) * share)
    chosen = _button_height(canvas, CHOICES_HEIGHT) if choices else 0.0
    words = column(
        *_above_words(context),
        "words",
        GAP if choices else None,
        padded("choices", (0, 0, 0, 12 if choices else 0), size=chosen),
        GAP if high else None,
        item("tray", high),
        GAP,
        *_below_words(canvas, over=over),
        padding=(0, MARGIN, 0, MARGIN),
    )
    board = item("near", side, cross_size=side, align="centre")
    return row(MARGIN, words, MARGIN, board, MARGIN)


def _portrait(canvas: Canvas, tray: float, choices: bool) -> Node:
    """The text above the board; below it always room for choices."""
    del choices
    chosen = _button_height(canvas, CHOICES_HEIGHT)
    own = max(min(tray, 210.0), chosen)
    head, foot = ROUND_BUTTON_SIZE + GAP + PROGRESS_HEIGHT, _button_height(canvas, FOOTER_HEIGHT)
    free = canvas.height - 2 * MARGIN - head - foot - 4 * GAP - own
    side = min(
        canvas.width - 2 * GAP,
        max(MIN_BOARD_SIDE, free - canvas.context.scaled_length(MIN_TEXT_HEIGHT, NAME_SIZE)),
    )
    chooser = column(padded("choices", (0, 0, 0, 12), size=chosen), justify="centre")
    sides = (MARGIN, 0, MARGIN, 0)
    return column(
        MARGIN,
        column(*_above_words(canvas.context), "words", padding=sides),
        GAP,
        item("near", side, cross_size=side, align="centre"),
        GAP,
        column(
            row(*(("tray", GAP) if tray else (item("tray", 0),)), chooser, size=own),
            GAP,
            *_below_words(canvas),
            padding=sides,
            size=CONTENT,
        ),
        MARGIN,
    )


def _lesson_head() -> Node:
    leave, swap = item("leave", ROUND_BUTTON_SIZE), item("swap", ROUND_BUTTON_SIZE)
    return row(leave, GAP, "title", GAP, swap, size=ROUND_BUTTON_SIZE)


def _above_words(context: UiContext) -> tuple[Node | float, ...]:
    """The head and the progress; in reach mode the head's buttons stand at the bottom."""
    progress = item("dots", PROGRESS_HEIGHT)
    return (progress, GAP) if context.reach else (_lesson_head(), GAP, progress, GAP)


def _below_words(canvas: Canvas, *, over: bool = False) -> tuple[Node | float, ...]:
    """The navigation buttons, in two lines at the end of a lesson, and in reach mode the head."""
    each = _button_height(canvas, FOOTER_HEIGHT) - 12
    foot = item("foot", 2 * each + BUTTON_LINE_GAP if over else each)
    return (foot, GAP, _lesson_head(), 12) if canvas.context.reach else (foot, 12)


def _button_height(canvas: Canvas, usual: float) -> float:
    """The height of a row of buttons at the text scale."""
    return min(
        canvas.context.scaled_length(usual, BUTTON_SIZE),
        max(usual, MAX_FOOTER_SHARE * canvas.height),
    )


AnswerTone: TypeAlias = Literal["", "why", "done"]
"""The feedback on the last touch: none, wrong, right."""

NO_TEXT: Final = say("nothing", "")
GOAL_STEP: Final = -1
"""The index of the first step of a lesson, which only shows the goal."""
COMPUTER, FRIEND = "computer", "friend"
"""Results of a lesson whose learner wants to play; else None."""
PAD: Final = 34.0
TASK_SIZE: Final = NAME_SIZE * 1.16
"""The text size of the task without feedback."""
BAR_WIDTH: Final = 12.0
MAX_ANSWER_SHARE: Final = 0.56
"""The greatest share of the text area for feedback."""


class LessonPage(Scene):
    """A lesson of several steps. Pops with `COMPUTER`, `FRIEND` or None."""

    idle_timeout = 150.0

    def __init__(self, table: AppContext, title: Text, goal: Text, count: int) -> None:
        self.table = table
        self.title = title
        self.goal = goal
        self.count = count
        """The number of steps after the goal."""
        self.index = GOAL_STEP
        self.solved = False
        """The step is solved."""
        self._passed: set[int] = set()
        """The steps that were solved, not skipped."""
        self.over = False
        """All steps are done."""
        self.answer: Text = NO_TEXT
        self.tone: AnswerTone = ""
        self._counted = ""
        self.rehearsed = False
        """It is only rendered in advance."""
        self.playing = False
        """It was opened from a match and returns to it."""
        self.turns = 0
        """Quarter turns of the text, for a learner at another edge."""
        self.canvas = Canvas((1280, 800))
        self.plan: LessonLayout = lesson_layout(self.canvas, 0, 0.0, choices=False)
        self.buttons = ButtonGroup()

    # -- what a lesson fills in -----------------------------------------------------------------

    @property
    def words(self) -> Text:
        """The task."""
        raise NotImplementedError

    @property
    def farewell(self) -> Text:
        """The text at the end."""
        raise NotImplementedError

    @property
    def tray(self) -> float:
        """The wanted height of the tray."""
        return 0.0

    def choices(self) -> tuple[PushButton, ...]:
        """The buttons for the present choices; `refresh` sets their boxes."""
        return ()

    @property
    def lies(self) -> bool:
        """Whether the step cannot be undone, only restarted."""
        return False

    def begin(self, index: int) -> None:
        """Sets up a step."""
        raise NotImplementedError

    def go_on(self, *, solved: bool) -> None:
        """Begins the next step after one that was solved or skipped.

        The opponent's reply may be shown first.
        """
        raise NotImplementedError

    def placed(self) -> None:
        """Fits the board to the new `plan`."""

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
            self._tell_host(f"left {self.index + 2}")

    def _tell_host(self, what: str) -> None:
        """Counts a usage metric: how far learners come."""
        self._counted = what
        self.table.store.count(UsageMetric("lesson", self.key, what))

    def resume(self) -> None:
        self.refresh()

    def _plan(self) -> None:
        choices, two_ways = bool(self.choices()), self.over and not self.playing
        self.plan = lesson_layout(
            self.canvas, self.turns, self.tray, choices=choices, over=two_ways
        )

    def show_refusal(self, why: Text) -> None:
        """Shows why a touch was wrong."""
        self.answer, self.tone = why, "why"

    def show_success(self, words: Text) -> None:
        """Shows that the step is solved."""
        self.answer, self.tone, self.solved = words, "done", True
        self._passed.add(self.index)

    def pressed(self, key: str, /) -> Change:
        """Handles a navigation button."""
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
                elif not self.shows_goal:
                    self._reset(self.index - 1)
            case "skip" | "next":
                self._onward()
            case _:
                pass
        self.refresh()
        return None

    @property
    def shows_goal(self) -> bool:
        """Whether the first step is shown, in which nothing is to be done."""
        return self.index == GOAL_STEP

    def _reset(self, index: int) -> None:
        was_over = self.over
        self.index, self.over = index, False
        self._clear()
        self.begin(max(0, index))
        if was_over:
            self._plan()
            self.placed()

    def _clear(self) -> None:
        self.solved = False
        self.clear_refusal()

    def clear_refusal(self) -> None:
        """Removes the feedback: the last touch was right."""
        self.answer, self.tone = NO_TEXT, ""

    def _onward(self) -> None:
        if self.shows_goal:
            self._reset(0)
            return
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
        """The key of the button that leads on once a step or the lesson is done."""
        if not self.over:
            return "next"
        return "leave" if self.playing else COMPUTER

    @property
    def key(self) -> str:
        """The game's key."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Updates layout and buttons."""
        focus = self.buttons.focus
        self._plan()
        plan = self.plan
        own = self.choices()
        boxes = split_row(plan.choices, len(own), GAP)
        chosen = [replace(button, box=box) for button, box in zip(own, boxes, strict=True)]
        self.buttons.replace(
            [
                replace(button, turns=self.turns, about=plan.about)
                for button in (*chosen, *self._ways())
            ]
        )
        keys = [button.key for button in self.buttons.buttons if button.enabled]
        self.buttons.focus = focus if focus in keys else None

    def _ways(self) -> list[PushButton]:
        """The navigation buttons."""
        plan = self.plan
        leave = "away" if self.over and self.playing else "leave"
        found = [
            PushButton(leave, plan.leave, icon="close"),
            PushButton("swap", plan.swap, icon="swap"),
        ]
        if self.over and self.playing:
            words = say("lesson.on", "Continue")
            return [*found, PushButton("leave", plan.foot, words, "play", "main")]
        left, right = split_row(plan.foot, 2, GAP)
        if self.over:
            if plan.foot.h > FOOTER_HEIGHT * 1.5:
                lines = column("way", "way", gap=BUTTON_LINE_GAP).place(plan.foot)
                left, right = lines.all("way")
            words = say("lesson.computer", "Play the computer\n(Beginner)")
            found.append(PushButton(COMPUTER, left, words, "computer", "main", 36))
            words = say("lesson.friend", "Play with a friend")
            found.append(PushButton(FRIEND, right, words, "person", "other", 36))
            return found
        anew = self.solved or self.lies
        again = say("lesson.again", "Again") if anew else say("lesson.back", "Back")
        sign = "again" if anew else "earlier"
        found.append(PushButton("earlier", left, again, sign, enabled=not self.shows_goal))
        if self.solved or self.shows_goal:
            found.append(PushButton("next", right, say("lesson.next", "Next"), "", "main"))
        else:
            found.append(PushButton("skip", right, say("lesson.skip", "Skip"), "later"))
        return found

    # -- what is seen ---------------------------------------------------------------------------

    def draw(self, frame: Frame) -> None:
        frame.put(ground(*self.canvas.size), self.canvas.box.centre)
        frame.touchable("board", self.plan.board)
        self.draw_board(frame)
        with frame.turned(self.turns, self.plan.about), frame.layer(8):
            self._draw_words(frame)
        with frame.layer(9):
            for button in self.buttons.buttons:
                pressed, focused = (
                    button.key in self.buttons.held.values(),
                    button.key == self.buttons.focus,
                )
                draw = draw_button if button.label else draw_round_button
                with frame.turned(button.turns, button.about):
                    frame.touchable(button.key, button.box)
                    draw(frame, button, pressed=pressed, focused=focused)

    def draw_board(self, frame: Frame) -> None:
        """Draws the board and its pieces."""

    def sayings(self) -> tuple[Announcement, ...]:
        """The feedback, the task and the focused button."""
        asked = Announcement("task", NO_TEXT if self.solved else self._task_text)
        focus = focus_announcement(self.buttons.buttons, self.buttons.focus)
        return (Announcement("answer", self.answer), asked, *focus)

    @property
    def _task_text(self) -> Text:
        if self.shows_goal:
            return self.goal
        return self.farewell if self.over else self.words

    def labels(self) -> tuple[Label, ...]:
        """The title, the task and the feedback."""
        plan = self.plan
        head = say("lesson.title", "Learn {game}", game=self.title)
        found = [Label(head, plan.title, HEAD_SIZE * 0.78, DIM, bold=True, most=3)]
        inside = plan.words.inset(PAD)
        words = self._task_text
        if not self.tone:
            return (*found, Label(words, inside, TASK_SIZE, TEXT, bold=True, stands="top"))
        high = inside.h * (1 - MAX_ANSWER_SHARE) - GAP
        upper = column(item("task", high)).place(inside)["task"]
        asks = self.tone == "why"
        small = NAME_SIZE * 0.86 if asks else BODY_SIZE
        task = Label(words, upper, small, TEXT if asks else DIM, bold=asks, stands="top")
        above = task.text_height(self.canvas) + 2 * GAP
        lower = padded("answer", (40, above, 0, 0)).place(inside)["answer"]
        large = BODY_SIZE if asks else NAME_SIZE * 0.9
        answer = Label(self.answer, lower, large, TEXT, bold=not asks, stands="top")
        return (*found, task, answer)

    def _draw_words(self, frame: Frame) -> None:
        plan, canvas = self.plan, self.canvas
        Plate(plan.words, PANEL).draw(frame)
        labels = self.labels()
        if self.tone:
            answer = labels[-1]
            high = max(40.0, answer.text_height(canvas))
            colour = CORAL if self.tone == "why" else PETROL
            at = (plan.words.x + PAD + BAR_WIDTH, answer.box.y + high / 2)
            if self.tone == "done":
                at = (at[0], answer.box.y + 18)
                frame.put(shapes.disc(canvas.px(22), colour), at)
                frame.put(icon("check", canvas.px(28), CREAM), at)
            else:
                bar = shapes.rounded(
                    canvas.px(BAR_WIDTH), canvas.px(high), canvas.px(BAR_WIDTH / 2), colour
                )
                frame.put(bar, at)
        for label in labels:
            label.draw(frame)
        self._draw_dots(frame)

    def _draw_dots(self, frame: Frame) -> None:
        """A dot for each step: ticked if solved, large and amber for the current one."""
        plan, canvas = self.plan, self.canvas
        step = min(64.0, plan.dots.w / (self.count + 1))
        y = plan.dots.centre[1]
        for number in range(GOAL_STEP, self.count):
            x = plan.dots.x + step * (number - GOAL_STEP + 0.5)
            here = number == self.index and not self.over
            passed = number in self._passed or GOAL_STEP == number < self.index
            if here:
                frame.put(shapes.disc(canvas.px(15), AMBER), (x, y))
            elif passed:
                frame.put(shapes.disc(canvas.px(12), TEXT), (x, y))
                frame.put(icon("check", canvas.px(15), PANEL), (x, y))
            else:
                frame.put(shapes.ring(canvas.px(11), float(canvas.px(3)), PANEL_LINE), (x, y))
