"""The operator's pages: PIN pad, settings, export, log, cleaning the screen, ending the program.

PINs are never shown, spoken or recorded.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from math import ceil, inf
from typing import Any, Final, NamedTuple

from tabletop.ai.weights import LEVEL_NAMES
from tabletop.engine import Text, count, joined, percent, say
from tabletop.engine.match import clock_text as duration_text
from tabletop.games import all_games
from tabletop.input.actions import Action, Button, Buzz, Press, Typed
from tabletop.input.opening_hours import Override
from tabletop.scenes.destinations import (
    OpenAppearance,
    OpenDevices,
    OpenDisplay,
    OpenEvent,
    OpenLanguage,
    OpenScores,
    OpenUsage,
)
from tabletop.scenes.kiosk.self_test import SelfTestScene
from tabletop.settings.weekly_hours import DAYS as DAY_WORDS
from tabletop.settings.weekly_hours import (
    MINUTES_PER_DAY,
    MINUTES_PER_WEEK,
    BadHours,
    WeeklyHours,
    clock_text,
    minute_of_week,
    parse_hours,
)
from tabletop.storage.export import DataExport
from tabletop.system.pin_lock import (
    MAX_PIN_DIGITS,
    MIN_PIN_DIGITS,
    PinAnswer,
    PinLock,
    pin_fault,
    tries_left,
)
from tabletop.system.process import EXIT_CLOSED, EXIT_RESTART
from tabletop.ui.core.app_context import OPERATOR_LOG_NOTE, AppContext
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.live_game import OpenSound
from tabletop.ui.core.scene import Change, Destination, Pop, Push, Scene, Swap
from tabletop.ui.draw import shapes
from tabletop.ui.draw.wood import ground
from tabletop.ui.layout import column, grid, item, row
from tabletop.ui.speech.speech import Announcement
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER,
    AMBER_WORDS,
    BODY_SIZE,
    DIM,
    HEAD_SIZE,
    OUTLINE,
    PANEL,
    SMALL_SIZE,
    TEXT,
    TRAY,
)
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton
from tabletop.ui.widgets.choice import ANSWER_SIZE, ChoiceField, label_height, lay_out_choices
from tabletop.ui.widgets.page import (
    PAGE_GAP,
    PAGER_WIDTH,
    PageScene,
    Plate,
    back_button,
    layout_page,
    page_heading,
    pager,
    paginate,
)
from tabletop.ui.widgets.question_dialog import Answers, QuestionDialog, seconds_to_next_figure

PIN_TIMEOUT_SECONDS: Final = 20.0
"""Seconds untouched after which the PIN pad closes."""
PIN_POLL_SECONDS: Final = 0.05
PIN_MAX_WIDTH: Final = 760.0
PIN_MAX_HEIGHT: Final = 1000.0
PIN_PAD: Final = 40.0
PIN_HEAD_HEIGHT: Final = 92.0
PIN_NOTE_HEIGHT: Final = 96.0
PIN_FIELD_HEIGHT: Final = 84.0
PIN_GAP: Final = 16.0
PIN_DOT_RADIUS: Final = 15.0
DIGIT_TEXT_SIZE: Final = 62.0
PIN_KEYS: Final = (*"123456789", "less", "0", "done")
DIGITS: Final = frozenset("0123456789")

PIN_QUESTION: Final = say("pin.title", "Operator PIN")
CHECKING_TEXT: Final = say("pin.checking", "One moment…")
CHOOSE_TEXT: Final = say("pin.choose", "Choose an operator PIN")
REPEAT_TEXT: Final = say("pin.again", "The same PIN again")
LENGTH_TEXT: Final = say(
    "pin.long", "{least} to {most} digits", least=MIN_PIN_DIGITS, most=MAX_PIN_DIGITS
)
MISMATCH_TEXT: Final = say("pin.differs", "The two PINs differ. Start again.")
NOT_SAVED_TEXT: Final = say("pin.unkept", "The PIN could not be saved on the disk.")


class PinTask(ABC):
    """What a PIN pad asks for, and what it does with the digits."""

    title: Text = PIN_QUESTION

    def __init__(self, lock: PinLock) -> None:
        self.lock = lock
        self._first = ""
        """The PIN of a first entry that has to be repeated."""

    @property
    def note(self) -> Text:
        return LENGTH_TEXT

    @property
    def open(self) -> bool:
        """Whether digits can be entered."""
        return not self.lock.busy

    @abstractmethod
    def entered(self, pin: str) -> bool:
        """Takes a whole PIN; whether the lock will answer."""

    @abstractmethod
    def answered(self, answer: PinAnswer) -> Change:
        """Takes the answer of the lock."""

    def wakes_in(self) -> float:
        """Seconds until the note changes by itself."""
        return inf

    def leave(self) -> None:
        """Forgets all digits."""
        self._first = ""


class EnterPin(PinTask):
    """Asks for the PIN. The page pops with True if it was right."""

    def __init__(self, lock: PinLock) -> None:
        super().__init__(lock)
        self._was_wrong = False
        lock.reload()

    @property
    def note(self) -> Text:
        if self.lock.busy:
            return CHECKING_TEXT
        if self.lock.left > 0:
            time = duration_text(ceil(self.lock.left))
            return say("pin.wait", "Too many wrong PINs. Wait {time}.", time=time)
        left = tries_left(self.lock.failed)
        if self._was_wrong:
            words = "Wrong PIN. 1 try left, then you have to wait."
            many = "Wrong PIN. {n} tries left."
            return count("pin.wrong", words, many, n=left)
        return LENGTH_TEXT

    @property
    def open(self) -> bool:
        return super().open and self.lock.left <= 0

    def entered(self, pin: str) -> bool:
        return self.lock.try_pin(pin)

    def answered(self, answer: PinAnswer) -> Change:
        self._was_wrong = answer == "wrong"
        return Pop(True) if answer == "right" else None

    def wakes_in(self) -> float:
        left = self.lock.left
        return inf if left <= 0 else seconds_to_next_figure(left)


class ChoosePin(PinTask):
    """Asks for a new PIN twice. The page pops with True once it is set."""

    title = CHOOSE_TEXT

    def __init__(self, lock: PinLock) -> None:
        super().__init__(lock)
        self._said: Text | None = None

    @property
    def note(self) -> Text:
        return CHECKING_TEXT if self.lock.busy else self._said or LENGTH_TEXT

    def entered(self, pin: str) -> bool:
        if self._first:
            same, self._first, self.title = pin == self._first, "", CHOOSE_TEXT
            self._said = None if same else MISMATCH_TEXT
            return same and self.lock.set_pin(pin)
        self._said = pin_fault(pin)
        if self._said is None:
            self._first, self.title = pin, REPEAT_TEXT
        return False

    def answered(self, answer: PinAnswer) -> Change:
        if answer == "unkept":
            self._said = NOT_SAVED_TEXT
        return Pop(True) if answer == "set" else None


class PinPad(PageScene):
    """Dots and ten digits. Pops with None when it is left, also when nobody touches it."""

    covers = False
    writes = True
    of_operator = True
    idle_timeout = inf  # it closes by itself

    def __init__(self, task: PinTask) -> None:
        super().__init__()
        self.task = task
        self._typed = ""
        self._untouched = 0.0
        self.expects = False
        """Whether the lock has still to answer."""
        self._field = self.canvas.box
        self._shown: tuple[object, ...] = ()

    def lay_out(self) -> None:
        across, down = self.room
        plate = self.place(min(PIN_MAX_WIDTH, across), min(PIN_MAX_HEIGHT, down))
        boxes = column(
            row(8, "title", 16, item("leave", PIN_HEAD_HEIGHT), size=PIN_HEAD_HEIGHT),
            PIN_GAP,
            row(8, "note", 8, size=PIN_NOTE_HEIGHT - PIN_GAP),
            PIN_GAP,
            item("field", PIN_FIELD_HEIGHT),
            PIN_GAP,
            grid(["key"] * 12, columns=3, gap=PIN_GAP),
            padding=PIN_PAD,
        ).place(plate)
        self._field = boxes["field"]
        self._shown = self._facts
        self.plates = (Plate(plate, PANEL, 40, lined=True), Plate(self._field, TRAY, 24))
        self.labels = (
            Label(self.task.title, boxes["title"], HEAD_SIZE, bold=True),
            Label(self.task.note, boxes["note"], BODY_SIZE, DIM, most=2),
        )
        keys = (self._key(*key) for key in zip(PIN_KEYS, boxes.all("key"), strict=True))
        self.buttons.replace([PushButton("leave", boxes["leave"], icon="close"), *keys])

    def _key(self, name: str, box: Box) -> PushButton:
        many = len(self._typed)
        enabled = self.task.open and (many < MAX_PIN_DIGITS if name in DIGITS else many > 0)
        if name in DIGITS:
            return PushButton(f"digit:{name}", box, name, size=DIGIT_TEXT_SIZE, enabled=enabled)
        style: ButtonStyle = "main" if name == "done" and many >= MIN_PIN_DIGITS else "plain"
        ready = enabled and (name == "less" or many >= MIN_PIN_DIGITS)
        return PushButton(name, box, "", "check" if name == "done" else "undo", style, 40, ready)

    @property
    def _facts(self) -> tuple[object, ...]:
        """What is shown; never the digits themselves."""
        return self.task.title, self.task.note, self.task.open, len(self._typed)

    def handle(self, action: Action, /) -> Change:
        self._untouched = 0.0
        match action:
            case Typed(sign=sign) if sign in DIGITS:
                return self.pressed(f"digit:{sign}")
            case Buzz() | Typed():
                return None  # keys that call for a seat are digits here
            case Press(button=Button.UNDO):
                return self.pressed("less")
            case Press(button=Button.OK) if self.buttons.focus is None:
                return self.pressed("done")
        return super().handle(action)

    def pressed(self, key: str, /) -> Change:
        if key == "leave":
            return self.back()
        if not self.task.open:
            return None
        if key == "less":
            self._typed = self._typed[:-1]
        elif key == "done" and len(self._typed) >= MIN_PIN_DIGITS:
            pin, self._typed = self._typed, ""
            self.expects = self.task.entered(pin)
        elif key.startswith("digit:") and len(self._typed) < MAX_PIN_DIGITS:
            self._typed += key.removeprefix("digit:")
        self.lay_out()
        return None

    def back(self) -> Change:
        return Pop(None)

    def update(self, dt: float, /) -> Change:
        answer = self.task.lock.answer()
        if answer is not None:
            self.expects = False
            change = self.task.answered(answer)
            if change is not None:
                return change
        self._untouched = 0.0 if self.expects else self._untouched + dt
        if self._untouched >= PIN_TIMEOUT_SECONDS:
            return Pop(None)
        if self._facts != self._shown:
            self.lay_out()
        return None

    def wakes_in(self) -> float:
        if self._facts != self._shown:
            return 0.0  # the lock's state has changed
        waits = 0.0 if self.expects else PIN_TIMEOUT_SECONDS - self._untouched
        return min(max(PIN_POLL_SECONDS, waits), self.task.wakes_in())

    def leave(self) -> None:
        self._typed = ""
        self.task.leave()

    def sayings(self) -> tuple[Announcement, ...]:
        """The title, but not the focused button: that would tell a digit."""
        return tuple(
            Announcement(f"words:{n}", label.text) for n, label in enumerate(self.labels[:1])
        )

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        scale, (x, y) = self.canvas.scale, self._field.centre
        step = min(64.0, (self._field.w - 60) / MAX_PIN_DIGITS)
        for number in range(MAX_PIN_DIGITS):
            at = (x + (number - (MAX_PIN_DIGITS - 1) / 2) * step, y)
            if number < len(self._typed):
                frame.put(shapes.disc(PIN_DOT_RADIUS * scale, AMBER), at)
            elif number < MIN_PIN_DIGITS:
                frame.put(shapes.ring(PIN_DOT_RADIUS * scale, 3 * scale, OUTLINE), at)
            else:
                frame.put(shapes.disc(0.3 * PIN_DOT_RADIUS * scale, OUTLINE), at)


def unlock_refused(why: Text) -> QuestionDialog:
    """Says why the operator's pages cannot be unlocked at the table."""
    leave: Answers = (("leave", say("pin.leave", "Back"), "main"),)
    title = say("pin.shut", "Operator access is not set up")
    dialog = QuestionDialog(title, why, leave, timeout=PIN_TIMEOUT_SECONDS)
    dialog.of_operator = True
    return dialog


EXPORT_POLL_SECONDS: Final = 0.2
MAX_EXPORT_SECONDS: Final = 600.0
"""The most seconds for which an export keeps the operator unlocked: a USB stick may hang."""
SCORES_KEY: Final = "scores"
EXPORT_RUNNING_TEXT: Final = say("export.writing", "Exporting…")


def export_dialog(table: AppContext) -> QuestionDialog:
    """Starts the export of the data and shows its result."""
    progress = _ExportProgress(table)

    def chosen(key: str) -> Change:
        return Push(OpenScores()) if key == SCORES_KEY else Pop(key)

    answers: Answers = (("done", say("export.close", "Done"), "main"),)
    title = say("export.title", "Export data")
    dialog = QuestionDialog(title, EXPORT_RUNNING_TEXT, answers, chosen=chosen)
    dialog.keeps_operator_unlocked = True
    dialog.spend = lambda seconds: progress.run(dialog, seconds)
    dialog.update(0.0)
    return dialog


class _ExportProgress:
    """Shows an export in a dialog. Its end is logged even after the dialog was closed."""

    def __init__(self, table: AppContext) -> None:
        self._table = table
        self._export = DataExport(table.store, table.data_dir, ended=self._log)
        self._told: Text | None = None
        self._spent = 0.0

    def run(self, dialog: QuestionDialog, seconds: float) -> float:
        """Advances the time; gives the seconds until the next call."""
        self._spent += seconds
        said = self._export.said
        if said is not None and said is not self._told:
            self._told = dialog.detail = said
            if self._table.has("scores.on") and not self._export.failed:
                # After the export the names of an event may be deleted there.
                names = say("export.scores", "High scores and names")
                dialog.answers = (*dialog.answers, (SCORES_KEY, names, "plain"))
            dialog.lay_out()
        dialog.keeps_operator_unlocked = self._told is None and self._spent < MAX_EXPORT_SECONDS
        return EXPORT_POLL_SECONDS if self._told is None else inf

    def _log(self, said: Text) -> None:
        """Called in the thread of the export, perhaps after the page was closed."""
        table = self._table
        table.store.on_release(lambda: table.log_operator_action(f"took the data along: {said}"))


CLEANING_SECONDS: Final = 30.0
"""Seconds without touches."""
COUNTDOWN_RADIUS: Final = 260.0
CLEANING_TEXT_WIDTH: Final = 1100.0


class ScreenCleaningScene(Scene):
    """Counts down, and ignores all input.

    It lies over the operator's pages, so a cloth on two corners does not open the PIN pad.
    """

    idle_timeout = inf

    def __init__(self) -> None:
        self.left = CLEANING_SECONDS
        self.canvas = Canvas((1280, 800))

    def fit(self, canvas: Canvas) -> None:
        self.canvas = canvas

    def handle(self, action: Action, /) -> Change:
        del action
        return None

    def update(self, dt: float, /) -> Change:
        self.left -= dt
        return Pop() if self.left <= 0 else None

    def wakes_in(self) -> float:
        return seconds_to_next_figure(self.left)

    def draw(self, frame: Frame) -> None:
        canvas = self.canvas
        x, y = canvas.box.centre
        frame.put(ground(*canvas.size), (x, y))
        radius = min(COUNTDOWN_RADIUS, 0.3 * min(canvas.width, canvas.height))
        middle = (x, y - 0.12 * canvas.height)
        frame.put(shapes.disc(radius * canvas.scale, PANEL), middle)
        frame.put(shapes.ring(radius * canvas.scale, 10 * canvas.scale, AMBER), middle)
        number = typesetting.tabular_line(
            str(max(0, ceil(self.left))),
            canvas.px(1.1 * radius),
            AMBER_WORDS,
            context=frame.context,
        )
        frame.put(number, middle)
        room = Box.around(
            (x, middle[1] + radius + 120), min(CLEANING_TEXT_WIDTH, canvas.width - 96), 160
        )
        told = say("wipe.told", "Wipe the screen now. Touches are ignored.")
        Label(told, room, HEAD_SIZE, TEXT, True, "centre", most=2).draw(frame)


LOG_LINE_HEIGHT: Final = 52.0
LOG_PADDING: Final = 24.0
MAX_LOG_LINE: Final = 160
MAX_WARNING_LINES: Final = 3


LOG_TITLES: Final = {
    "warnings": say("log.warnings", "Warnings"),
    "operators": say("log.done", "Operator actions"),
    "all": say("log.title", "Program log"),
}
"""What the log page shows, by the keys of its buttons."""
LOG_ICONS: Final = {"warnings": "call", "operators": "lock", "all": "book"}


class LogScene(PageScene):
    """Warnings, operator actions or the program's log, in pages, the newest lines first.

    The logs are always English, for remote support.
    """

    turns_pages = True

    def __init__(self, table: AppContext, shows: str = "operators") -> None:
        super().__init__()
        self.table = table
        self.page = 0
        self.shows = shows
        """A key of LOG_TITLES."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines, the newest first; of warnings the most urgent first."""
        if self.shows == "warnings":
            return self.table.operator_warnings
        if self.shows == "operators":
            return tuple(reversed(self.table.store.get_note(OPERATOR_LOG_NOTE).splitlines()))
        return tuple(format_log_line(line) for line in reversed(self.table.log_lines()))

    def lay_out(self) -> None:
        others = [key for key in LOG_TITLES if key != self.shows]
        page = layout_page(self.canvas, len(others))
        self.head = page.band
        # A warning is read at the table, and may take three lines; of a log one line is enough.
        most = MAX_WARNING_LINES if self.shows == "warnings" else 1
        lines = self.lines
        high = most * self.canvas.context.scaled_length(LOG_LINE_HEIGHT, SMALL_SIZE)
        inner = page.body.inset(LOG_PADDING)
        each = max(1, int(inner.h / high))
        self.page, pages, here = paginate(len(lines), self.page, each)
        turn, turned = pager(page, self.page, pages)
        below = say("log.below", "Newest first")
        if self.shows == "warnings":
            below = say("log.urgent", "What the operator should look at")
        if not lines:
            below = say("log.none", "Nothing yet")
        head = page_heading(page, LOG_TITLES[self.shows], below, PAGER_WIDTH if turn else 0.0)
        places = column(*(item("line", high) for _ in range(each))).place(inner).all("line")
        words = [
            Label(joined("", lines[number]), box, SMALL_SIZE, most=most)
            for number, box in zip(here, places, strict=False)
        ]
        self.plates = (Plate(page.body, PANEL),)
        self.labels = (*head, *turned, *words)
        switches = [
            PushButton(key, box, LOG_TITLES[key], LOG_ICONS[key])
            for key, box in zip(others, page.foot, strict=True)
        ]
        self.buttons.replace([back_button(page), *turn, *switches])

    def pressed(self, key: str, /) -> Change:
        match key:
            case "earlier" | "later":
                self.page += 1 if key == "later" else -1
            case "warnings" | "operators" | "all":
                self.shows, self.page = key, 0
            case _:
                return self.back()
        self.lay_out()
        return None


def format_log_line(line: str) -> str:
    """A line of the log for people: local time, level and message."""
    try:
        words = json.loads(line)
        text = f"{words['time'][5:19]} {words['level']} {words['said']}"
    except (ValueError, TypeError, KeyError):
        text = line
    text = " ".join(text.split())
    return text if len(text) <= MAX_LOG_LINE else text[: MAX_LOG_LINE - 3] + "..."


MAX_WIDTH: Final = 1300.0
TWO_COLUMN_WIDTH: Final = 1500.0
"""The width of the body from which there are two columns."""
COLUMN_GAP: Final = 48.0
ANSWERS_HEIGHT: Final = 104.0
MIN_QUESTION_HEIGHT: Final = 116.0
"""If questions would be lower than this, they stand in two columns where these fit."""
OFF_LABEL, ON_LABEL = say("operator.off", "Off"), say("operator.on", "On")
GAME_KEY: Final = "game:"
IDLE_KEY: Final = "idle:"

ACCESS_LEVEL_NAMES: Final = {
    "full": say("operator.full", "Friends"),
    "kiosk": say("operator.kiosk", "Strangers"),
    "kid": say("operator.kid", "Children"),
}
WHEN_NAMES: Final = {
    "never": say("operator.never", "Never"),
    "kiosk": say("operator.in_kiosk", "In kiosk mode"),
    "always": say("operator.always", "Always"),
}
TIMEOUT_CHOICES: Final = (30, 60, 120, 300)
COUNTDOWN_CHOICES: Final = (10, 20, 30, 60)
GAME_TIMEOUT_CHOICES: Final = (0, 60, 120, 300, 600)
"""Seconds that a match may be untouched; 0: the game's own value."""
LOUDNESS_CHOICES: Final = (0, 25, 50, 75, 100)


def seconds_text(seconds: int) -> Text:
    if seconds % 60:
        return say("operator.seconds", "{seconds} s", seconds=seconds)
    return say("operator.minutes", "{minutes} min", minutes=seconds // 60)


class Questions(ABC):
    """The questions of one page of settings. Each answer is applied at once."""

    title: Text
    wide = False
    """Whether its questions have many answers: they stand in one column where there is room."""

    def __init__(self, table: AppContext) -> None:
        self.table = table

    @property
    def below(self) -> Text:
        """The line below the title."""
        return say("operator.page_below", "Changes apply immediately")

    @property
    @abstractmethod
    def choices(self) -> tuple[ChoiceField, ...]:
        """The questions with the present answers."""

    @property
    def more(self) -> tuple[tuple[str, Text, str], ...]:
        """Buttons in the foot: key, label and icon of each."""
        return ()

    def choose(self, key: str, value: Any) -> None:
        self.table.change(key, value)

    def other(self, key: str) -> Change:
        """Handles a button that is no answer."""
        del key
        return Pop()

    def named(self, key: str, label: Text, names: Mapping[str, Text]) -> ChoiceField:
        """A question about a setting with a name for each value."""
        return ChoiceField(
            key, label, tuple(names.values()), tuple(names), self.table.settings.values[key]
        )

    def seconds(self, key: str, label: Text, usual: Sequence[int]) -> ChoiceField:
        """A question about a setting in seconds; its present value is offered too."""
        now = int(self.table.settings.values[key])
        return seconds_choice(key, label, usual, now)


class QuestionsPage(PageScene):
    """Questions one below the other, in two columns where there is room."""

    def __init__(self, questions: Questions) -> None:
        super().__init__()
        self.questions = questions

    def lay_out(self) -> None:
        questions, context = self.questions, self.canvas.context
        page = layout_page(self.canvas, len(questions.more))
        self.head = page.band
        body, choices = page.body, questions.choices
        alone = (body.h - PAGE_GAP * (len(choices) - 1)) / len(choices)
        two = body.w > TWO_COLUMN_WIDTH and len(choices) > 3 and not questions.wide
        across = 2 if two or (alone < MIN_QUESTION_HEIGHT and body.w > 1000) else 1
        down = -(-len(choices) // across)
        high = (body.h - PAGE_GAP * (down - 1)) / down
        each = min(high, label_height(context) + context.scaled_length(ANSWERS_HEIGHT, ANSWER_SIZE))
        gap = min(high - each, PAGE_GAP) + PAGE_GAP
        columns = [
            column(*["choice"] * count, gap=gap, size=count * (each + gap) - gap)
            for count in (min(down, len(choices) - at) for at in range(0, len(choices), down))
        ]
        widest = inf if questions.wide else context.scaled_length(MAX_WIDTH, ANSWER_SIZE)
        tree = row(*(column(one, max_size=widest) for one in columns), gap=COLUMN_GAP)
        laid = lay_out_choices(self.canvas, choices, tree.place(body).all("choice"))
        more = [
            PushButton(key, box, words, icon)
            for (key, words, icon), box in zip(questions.more, page.foot, strict=True)
        ]
        self.plates = tuple(laid.plates)
        self.labels = (*page_heading(page, questions.title, questions.below), *laid.labels)
        self.buttons.replace([back_button(page), *laid.buttons, *more])

    def pressed(self, key: str, /) -> Change:
        name, _, number = key.rpartition("=")
        questions = self.questions
        asked = next((choice for choice in questions.choices if choice.key == name), None)
        if asked is None:
            return self.back() if key == "leave" else questions.other(key)
        questions.choose(name, asked.values[int(number)])
        self.lay_out()
        return None


def seconds_choice(key: str, label: Text, usual: Sequence[int], now: int) -> ChoiceField:
    """A question about a time: the usual ones, and the present one."""
    values = tuple(sorted({*usual, now}))
    own = say("operator.own_time", "Default")
    names = tuple(seconds_text(value) if value else own for value in values)
    return ChoiceField(key, label, names, values, now)


class AccessQuestions(Questions):
    """The access level, and when attract mode, idle watcher and high scores are on."""

    title = say("operator.access", "Who plays here")

    @property
    def choices(self) -> tuple[ChoiceField, ...]:
        asked = say("operator.level", "Players are")
        shows = say("operator.attracts", "Demo games while nobody is here")
        leaves = say("operator.notices", "Ask whether people are still playing")
        scores = say("operator.scores", "High scores")
        phones = say("operator.phones", "Guests may play by phone")
        return (
            self.named("kiosk.level", asked, ACCESS_LEVEL_NAMES),
            self.named("attract.on", shows, WHEN_NAMES),
            self.named("idle.on", leaves, WHEN_NAMES),
            self.named("scores.on", scores, WHEN_NAMES),
            ChoiceField(
                "party.kiosk",
                phones,
                (say("operator.phones_no", "No"), say("operator.phones_yes", "Yes")),
                (False, True),
                self.table.settings["party.kiosk"],
            ),
        )


DAYS: Final = (
    # NOTE: days of the week on a small sign, as in "Open again Sat 10:00".
    say("day.mon", "Mon"),
    say("day.tue", "Tue"),
    say("day.wed", "Wed"),
    say("day.thu", "Thu"),
    say("day.fri", "Fri"),
    say("day.sat", "Sat"),
    say("day.sun", "Sun"),
)
NOW_KEY: Final = "hours.now"
DAY_KEY: Final = "hours.day"
OPENS_KEY: Final = "hours.opens"
CLOSES_KEY: Final = "hours.closes"
EVERY_DAY: Final = -1
SHUT: Final = -1
"""The answer to when it opens on a day on which it does not."""
OPENS_CHOICES: Final = tuple(60 * hour for hour in (8, 9, 10, 11, 12, 14))
CLOSES_CHOICES: Final = tuple(60 * hour for hour in (16, 17, 18, 20, 22, 24))
"""Minutes of a day."""
LATER_HOURS: Final = (1, 2, 3)
"""Hours from now until which the table may be kept open, rounded to half an hour."""


class HoursQuestions(Questions):
    """The opening hours of the week, and whether the table is open now against them."""

    title = say("operator.hours_title", "Opening hours")
    wide = True

    def __init__(self, table: AppContext) -> None:
        super().__init__(table)
        self._day = table.clock().weekday()

    @property
    def plan(self) -> WeeklyHours:
        """The plan in force; always open if it cannot be read."""
        settings = self.table.settings
        try:
            return parse_hours(settings["kiosk.plan"] or settings["kiosk.hours"])
        except BadHours:
            return WeeklyHours()

    @property
    def below(self) -> Text:
        """The plan, or what is in force in its place."""
        now = self.table.clock()
        override = Override.read(self.table.settings["kiosk.today"])
        if override is not None and override.holds(now):
            until = override.until
            if until is None:
                return say("hours.shut", "Closed until you reopen it here")
            time = f"{until:%H:%M}"
            if override.open:
                return say("hours.until", "Open until {time}, then as planned", time=time)
            day = DAYS[until.weekday()]
            return say("hours.shut_until", "Closed until {day} {time}", day=day, time=time)
        return say("operator.hours", "Open: {hours}", hours=_plan_text(self.plan))

    @property
    def choices(self) -> tuple[ChoiceField, ...]:
        opens, closes = self._times
        opening = tuple(sorted({SHUT, *OPENS_CHOICES, opens}))
        closing = tuple(sorted({*CLOSES_CHOICES, closes}))
        shut = say("hours.never", "Closed")
        every = say("hours.every", "All")
        days = (EVERY_DAY, *range(len(DAYS)))
        return (
            self._now,
            ChoiceField(DAY_KEY, say("hours.day", "Plan for"), (every, *DAYS), days, self._day),
            ChoiceField(
                OPENS_KEY,
                say("hours.opens", "Opens"),
                tuple(shut if each == SHUT else _time_of_day(each) for each in opening),
                opening,
                opens,
            ),
            ChoiceField(
                CLOSES_KEY,
                say("hours.closes", "Closes"),
                tuple(map(_time_of_day, closing)),
                closing,
                closes,
            ),
        )

    @property
    def _now(self) -> ChoiceField:
        """Open or closed now: as planned, or until a time."""
        now, plan = self.table.clock(), self.plan
        chosen = str(self.table.settings["kiosk.today"])
        override = Override.read(chosen)
        if override is None or not override.holds(now):
            chosen, override = "", None
        names = {"": say("hours.planned", "As planned")}
        if not plan.always:
            later = [_half_hour(now + timedelta(hours=hours)) for hours in LATER_HOURS]
            if override is not None and override.open and override.until is not None:
                later.append(override.until)
            for until in sorted(later):
                time = f"{until:%H:%M}"
                names[str(Override(True, until))] = say(
                    "hours.open_until", "Until {time}", time=time
                )
        shut = str(Override(False, _next_opening(plan, now)))
        if override is not None and not override.open:
            shut = chosen
        names[shut] = say("hours.close", "Close now")
        label = say("hours.now", "Today")
        return ChoiceField(NOW_KEY, label, tuple(names.values()), tuple(names), chosen)

    @property
    def _times(self) -> tuple[int, int]:
        """When it opens and closes on the chosen day, in minutes; SHUT if it does not open."""
        day = max(self._day, 0)
        begin, end = day * MINUTES_PER_DAY, (day + 1) * MINUTES_PER_DAY
        spans = self.plan.spans or ((0, MINUTES_PER_WEEK),)
        there = [span for span in spans if span[0] < end and span[1] > begin]
        if not there:
            return SHUT, CLOSES_CHOICES[2]
        return max(there[0][0], begin) - begin, min(there[-1][1], end) - begin

    @property
    def more(self) -> tuple[tuple[str, Text, str], ...]:
        if not self.table.settings["kiosk.plan"]:
            return ()
        return (("file", say("hours.file", "Back to the settings file"), "undo"),)

    def choose(self, key: str, value: Any) -> None:
        opens, closes = self._times
        match key:
            case "hours.now":
                self.table.change("kiosk.today", value)
            case "hours.day":
                self._day = value
            case "hours.opens":
                self._set_times(value, max(closes, value + 60))
            case _:
                self._set_times(
                    min(OPENS_CHOICES[2] if opens == SHUT else opens, value - 60), value
                )

    def _set_times(self, opens: int, closes: int) -> None:
        """Sets one span for the chosen day or for every day; a week without any is refused."""
        days = range(len(DAYS)) if self._day == EVERY_DAY else (self._day,)
        parts = []
        for number, name in enumerate(DAY_WORDS):
            begin, end = number * MINUTES_PER_DAY, (number + 1) * MINUTES_PER_DAY
            spans = [
                (max(first, begin) - begin, min(last, end) - begin)
                for first, last in self.plan.spans or ((0, MINUTES_PER_WEEK),)
                if first < end and last > begin
            ]
            if number in days:
                spans = [] if opens == SHUT else [(opens, min(closes, MINUTES_PER_DAY))]
            times = " ".join(f"{clock_text(first)}-{clock_text(last)}" for first, last in spans)
            parts += [f"{name} {times}"] if spans else []
        if parts:
            self.table.change("kiosk.plan", " ".join(parts))

    def other(self, key: str) -> Change:
        if key == "file":
            self.table.change("kiosk.plan", "")
            return Swap(QuestionsPage(self))
        return Pop()


def _plan_text(plan: WeeklyHours) -> Text:
    """The hours of a week; neighbouring days with the same hours are one range."""
    if plan.always:
        return say("operator.day_and_night", "always")
    times = []
    for day in range(len(DAYS)):
        begin, end = day * MINUTES_PER_DAY, (day + 1) * MINUTES_PER_DAY
        spans = [span for span in plan.spans if span[0] < end and span[1] > begin]
        edges = [(max(first, begin) - begin, min(last, end) - begin) for first, last in spans]
        times.append(" ".join(f"{clock_text(first)}–{clock_text(last)}" for first, last in edges))
    parts, day = [], 0
    for same, group in groupby(times):
        last = day + len(list(group)) - 1
        days = DAYS[day] if last == day else joined("–", DAYS[day], DAYS[last])
        parts += [joined(" ", days, same)] if same else []
        day = last + 1
    return joined(" · ", *parts)


def _time_of_day(minute: int) -> Text:
    return joined("", clock_text(minute))


def _half_hour(at: datetime) -> datetime:
    """The last full or half hour."""
    return at.replace(minute=at.minute // 30 * 30, second=0, microsecond=0)


def _next_opening(plan: WeeklyHours, now: datetime) -> datetime | None:
    """When a table that is closed now opens by its plan; None if it has no plan."""
    if plan.always:
        return None
    at = now.replace(second=0, microsecond=0)
    while plan.is_open(minute_of_week(at)):
        at += timedelta(minutes=plan.until_change(minute_of_week(at)) or 1)
    return at + timedelta(minutes=plan.until_change(minute_of_week(at)) or 1)


class GamesQuestions(Questions):
    """The games on offer, and the strongest computer level."""

    title = say("operator.games", "Games and levels")

    @property
    def choices(self) -> tuple[ChoiceField, ...]:
        off = self.off
        games = tuple(
            ChoiceField(
                f"{GAME_KEY}{game.key}",
                game.title,
                (OFF_LABEL, ON_LABEL),
                (False, True),
                game.key not in off,
            )
            for game in all_games()
        )
        label = say("operator.strongest", "Strongest computer level")
        keys = tuple(level.key for level in LEVEL_NAMES)
        titles = tuple(level.title for level in LEVEL_NAMES)
        now = self.table.settings["kiosk.strongest"]
        chosen = now if now in keys else keys[-1]
        return (*games, ChoiceField("kiosk.strongest", label, titles, keys, chosen))

    @property
    def off(self) -> tuple[str, ...]:
        """The keys of games that are not offered."""
        return tuple(self.table.settings["kiosk.games_off"].split())

    def choose(self, key: str, value: Any) -> None:
        if not key.startswith(GAME_KEY):
            super().choose(key, value)
            return
        game = key.removeprefix(GAME_KEY)
        off = [*(each for each in self.off if each != game), *([] if value else [game])]
        self.table.change("kiosk.games_off", " ".join(off))


class TimesQuestions(Questions):
    """The timeouts of the idle watcher and attract mode."""

    title = say("operator.times", "Timeouts")

    @property
    def choices(self) -> tuple[ChoiceField, ...]:
        games = tuple(
            seconds_choice(
                f"{IDLE_KEY}{game.key}",
                say("operator.patience", "{game}: idle after", game=game.title),
                GAME_TIMEOUT_CHOICES,
                self.game_timeouts.get(game.key, 0),
            )
            for game in all_games()
        )
        page = say("operator.idle_page", "Other pages: idle after")
        title = say("operator.attract_after", "Demo games start after")
        countdown = say("operator.countdown", "Time to answer “Still playing?”")
        return (
            *games,
            self.seconds("idle.page", page, TIMEOUT_CHOICES),
            self.seconds("attract.after", title, TIMEOUT_CHOICES),
            self.seconds("idle.countdown", countdown, COUNTDOWN_CHOICES),
        )

    @property
    def game_timeouts(self) -> dict[str, int]:
        """The timeouts of single games, in seconds."""
        pairs = (each.partition("=") for each in self.table.settings["idle.times"].split())
        return {game: int(seconds) for game, _, seconds in pairs}

    def choose(self, key: str, value: Any) -> None:
        if not key.startswith(IDLE_KEY):
            super().choose(key, value)
            return
        times = {**self.game_timeouts, key.removeprefix(IDLE_KEY): int(value)}
        said = " ".join(f"{game}={seconds}" for game, seconds in times.items() if seconds)
        self.table.change("idle.times", said)


class LoudnessQuestions(Questions):
    """The volume, and the greatest volume that people may choose."""

    title = say("operator.loud", "Volume")

    @property
    def choices(self) -> tuple[ChoiceField, ...]:
        found = []
        for key, label in (
            ("sound.volume", say("operator.volume", "Volume now")),
            ("kiosk.loudest", say("operator.loudest", "Maximum volume")),
        ):
            now = int(self.table.settings.values[key])
            values = tuple(sorted({*LOUDNESS_CHOICES, now}))
            names = tuple(percent(value) for value in values)
            found.append(ChoiceField(key, label, names, values, now))
        return tuple(found)

    @property
    def more(self) -> tuple[tuple[str, Text, str], ...]:
        return (("mixer", say("operator.mixer", "Sound mixer"), "switches"),)

    def choose(self, key: str, value: Any) -> None:
        super().choose(key, value)
        self.table.play("placed")

    def other(self, key: str, /) -> Change:
        return Push(OpenSound()) if key == "mixer" else Pop()


MAX_TILE_HEIGHT: Final = 210.0
"""At 100 percent text size."""
MIN_TILE_WIDTH: Final = 300.0
TILES_PER_ROW: Final = (4, 2)
"""Tiles in a row; both divide their number."""


class OperatorTile(NamedTuple):
    words: Text
    icon: str


OPERATOR_TILES: Final[Mapping[str, OperatorTile]] = {
    "warnings": OperatorTile(say("operator.warnings", "Warnings"), "call"),
    "access": OperatorTile(say("operator.access", "Who plays here"), "lock"),
    "hours": OperatorTile(say("operator.hours_title", "Opening hours"), "hourglass"),
    "games": OperatorTile(say("operator.games", "Games and levels"), "puzzle"),
    "times": OperatorTile(say("operator.times", "Timeouts"), "again"),
    "loud": OperatorTile(say("operator.loud", "Volume"), "call"),
    "look": OperatorTile(say("operator.look", "Colours"), "look"),
    "language": OperatorTile(say("operator.language", "Language"), "globe"),
    "screen": OperatorTile(say("operator.screen", "Screen and margins"), "screen"),
    "devices": OperatorTile(say("operator.devices", "Devices"), "plug"),
    "event": OperatorTile(say("operator.event", "Join an event"), "globe"),
    "test": OperatorTile(say("operator.test", "Self-test"), "check"),
    "figures": OperatorTile(say("operator.figures", "Usage today"), "bars"),
    "scores": OperatorTile(say("operator.best", "High scores"), "puzzle"),
    "export": OperatorTile(say("operator.export", "Export data"), "out"),
    "log": OperatorTile(say("operator.log", "Log"), "book"),
    "pin": OperatorTile(say("operator.pin", "Change PIN"), "pencil"),
    "wipe": OperatorTile(say("operator.wipe", "Clean the screen"), "finger"),
    "restart": OperatorTile(say("operator.restart", "Restart"), "again"),
    "quit": OperatorTile(say("operator.quit", "Exit or switch off"), "stop"),
}


SAVED_GAMES_TEXT: Final = say("operator.end_detail", "Unfinished games are saved.")


class OperatorPage(PageScene):
    """Unlocks the table while it is open. `OperatorUnlock` closes it after a timeout."""

    idle_timeout = inf
    of_operator = True

    def __init__(self, table: AppContext, pin_lock: PinLock) -> None:
        super().__init__()
        self.table = table
        self.pin_lock = pin_lock
        table.operator = True
        table.log_operator_action("came in")
        self._opens: Mapping[str, Callable[[], Scene | Destination]] = {
            "access": lambda: QuestionsPage(AccessQuestions(table)),
            "games": lambda: QuestionsPage(GamesQuestions(table)),
            "times": lambda: QuestionsPage(TimesQuestions(table)),
            "loud": lambda: QuestionsPage(LoudnessQuestions(table)),
            "look": OpenAppearance,
            "language": OpenLanguage,
            "screen": OpenDisplay,
            "devices": OpenDevices,
            "event": OpenEvent,
            "test": lambda: SelfTestScene(table),
            "figures": OpenUsage,
            "export": lambda: export_dialog(table),
            "log": lambda: LogScene(table),
            "warnings": lambda: LogScene(table, "warnings"),
            "hours": lambda: QuestionsPage(HoursQuestions(table)),
            "scores": OpenScores,
        }

    def lay_out(self) -> None:
        page = layout_page(self.canvas, 0)
        self.head = page.band
        body = page.body
        self.labels = page_heading(
            page,
            say("operator.title", "Operator"),
            say("operator.below", "Locks after one minute without a touch"),
        )
        least = self.canvas.context.scaled_length(MIN_TILE_WIDTH, BODY_SIZE)
        room = int((body.w + PAGE_GAP) / (least + PAGE_GAP))
        across = next((each for each in TILES_PER_ROW if each <= room), 1)
        down = -(-len(OPERATOR_TILES) // across)
        high = min(
            self.canvas.context.scaled_length(MAX_TILE_HEIGHT, BODY_SIZE),
            (body.h - PAGE_GAP * (down - 1)) / down,
        )
        places = grid(
            ["tile"] * len(OPERATOR_TILES), columns=across, gap=PAGE_GAP, row_height=high
        ).place(body)
        tiles = [
            PushButton(
                key,
                box,
                self._warnings_label if key == "warnings" else tile.words,
                tile.icon,
                "main" if key == "warnings" and self.table.operator_warnings else "plain",
                size=BODY_SIZE,
            )
            for (key, tile), box in zip(OPERATOR_TILES.items(), places.all("tile"), strict=True)
        ]
        self.buttons.replace([back_button(page), *tiles])

    @property
    def _warnings_label(self) -> Text:
        number = len(self.table.operator_warnings)
        if not number:
            return say("operator.no_warnings", "No warnings")
        return count("operator.some_warnings", "1 warning", "{n} warnings", n=number)

    def pressed(self, key: str, /) -> Change:
        if key in self._opens:
            self.table.log_operator_action(f"opened {key}")
            return Push(self._opens[key]())
        match key:
            case "pin":
                return Push(PinPad(ChoosePin(self.pin_lock)), self._chosen)
            case "wipe":
                self.table.log_operator_action("wipes the glass")
                return Push(ScreenCleaningScene())
            case "restart":
                question = say("operator.restart_question", "Restart the program?")
                yes = say("operator.restart_yes", "Restart")
                return self._ask_end(EXIT_RESTART, question, yes, "started the program anew")
            case "quit":
                # With this exit code a service manager does not restart the program.
                question = say("operator.quit_question", "Exit the program?")
                yes = say("operator.quit_yes", "Exit")
                words = (
                    "Every move is saved. You can also just switch the machine off. After it "
                    "is switched on, the table opens again by its opening hours."
                )
                detail = say("operator.quit_detail", words)
                return self._ask_end(EXIT_CLOSED, question, yes, "ended the program", detail)
        return self.back()

    def _chosen(self, done: object) -> Change:
        if done is True:
            self.table.log_operator_action("set another PIN")
        return None

    def _ask_end(
        self, code: int, question: Text, yes: Text, done: str, detail: Text = SAVED_GAMES_TEXT
    ) -> Change:
        """Asks before the program ends with that exit code; `done` is for the log."""
        stay = say("operator.end_no", "Cancel")
        answers: Answers = (("stay", stay, "main"), ("end", yes, "plain"))

        def then(answer: object) -> Change:
            if answer == "end":
                self.table.log_operator_action(done)
                self.table.exit_code = code
            return None

        return Push(QuestionDialog(question, detail, answers), then)

    def leave(self) -> None:
        # Locks the table again, also after a fault.
        self.table.log_operator_action("left")
        self.table.operator = False
