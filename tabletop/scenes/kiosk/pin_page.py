"""Entering and choosing the operator's PIN. Digits are never shown, spoken or recorded."""

from math import ceil, inf
from typing import Final

from tabletop.engine import Text, count, say
from tabletop.engine.match import clock_text
from tabletop.input.actions import Action, Button, Buzz, Press, Typed
from tabletop.system.pin_lock import (
    MAX_PIN_DIGITS,
    MIN_PIN_DIGITS,
    PinAnswer,
    PinLock,
    pin_fault,
    tries_left,
)
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop
from tabletop.ui.draw import shapes
from tabletop.ui.layout import column, grid, item, row
from tabletop.ui.speech.speech import Announcement
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import AMBER, BODY_SIZE, DIM, HEAD_SIZE, OUTLINE, PANEL, TRAY
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton
from tabletop.ui.widgets.page import PageScene, Plate
from tabletop.ui.widgets.question_dialog import Answers, QuestionDialog, seconds_to_next_figure

TIMEOUT_SECONDS: Final = 20.0
"""Seconds untouched after which it goes."""
POLL_SECONDS: Final = 0.05
"""Seconds between two looks for the answer."""
MAX_WIDTH: Final = 760.0
MAX_HEIGHT: Final = 1000.0
PAD: Final = 40.0
HEAD_HEIGHT: Final = 92.0
NOTE_HEIGHT: Final = 96.0
FIELD_HEIGHT: Final = 84.0
GAP: Final = 16.0
DOT_RADIUS: Final = 15.0
DIGIT_TEXT_SIZE: Final = 62.0
KEYS: Final = (*"123456789", "less", "0", "done")
DIGITS: Final = frozenset("0123456789")

PIN_QUESTION: Final = say("pin.title", "The operator's PIN")
CHECKING_TEXT: Final = say("pin.checking", "One moment ...")
CHOOSE_TEXT: Final = say("pin.choose", "Choose the operator's PIN")
REPEAT_TEXT: Final = say("pin.again", "The same PIN once more")
LENGTH_TEXT: Final = say(
    "pin.long", "{least} to {most} digits", least=MIN_PIN_DIGITS, most=MAX_PIN_DIGITS
)
MISMATCH_TEXT: Final = say("pin.differs", "These were two different ones. Begin again.")
NOT_SAVED_TEXT: Final = say("pin.unkept", "The PIN could not be kept on the disk.")


class PinTask:
    """What digits are asked for, and what follows them."""

    title: Text = PIN_QUESTION

    def __init__(self, lock: PinLock) -> None:
        self.lock = lock

    @property
    def note(self) -> Text:
        """What is said below the title."""
        return LENGTH_TEXT

    @property
    def open(self) -> bool:
        """Whether digits can be entered."""
        return not self.lock.busy

    def entered(self, pin: str) -> bool:
        """All digits are there; whether the lock will answer."""
        raise NotImplementedError

    def answered(self, answer: PinAnswer) -> Change:
        """The lock has an answer."""
        raise NotImplementedError

    def wakes_in(self) -> float:
        """Seconds until the note changes by itself."""
        return inf

    def leave(self) -> None:
        """Forgets all digits."""


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
            time = clock_text(ceil(self.lock.left))
            return say("pin.wait", "Too many wrong PINs. Wait {time}.", time=time)
        left = tries_left(self.lock.failed)
        if self._was_wrong:
            words = "That is not the PIN. One try, then one has to wait."
            many = "That is not the PIN. {n} tries are left."
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
    """Has a PIN chosen, twice. The page pops with True when it is the operator's."""

    title = CHOOSE_TEXT

    def __init__(self, lock: PinLock) -> None:
        super().__init__(lock)
        self._first = ""
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

    def leave(self) -> None:
        self._first = ""


class PinPad(PageScene):
    """Dots and ten digits. Pops with None when it is left, also when nobody touches it."""

    covers = False
    writes = True
    of_operator = True
    idle_timeout = inf  # it goes by itself

    def __init__(self, task: PinTask) -> None:
        super().__init__()
        self.task = task
        self._typed = ""
        self._untouched = 0.0
        self.expects = False
        """Whether an answer is still to be looked for; the door may have it already."""
        self._field = Box(0, 0, 1, 1)
        self._shown: tuple[object, ...] = ()

    # -- layout -----------------------------------------------------------------------------

    def lay_out(self) -> None:
        across, down = self.room
        plate = self.place(min(MAX_WIDTH, across), min(MAX_HEIGHT, down))
        boxes = column(
            row(8, "title", 16, item("leave", HEAD_HEIGHT), size=HEAD_HEIGHT),
            GAP,
            row(8, "note", 8, size=NOTE_HEIGHT - GAP),
            GAP,
            item("field", FIELD_HEIGHT),
            GAP,
            grid(["key"] * 12, columns=3, gap=GAP),
            padding=PAD,
        ).place(plate)
        self._field = boxes["field"]
        self._shown = self._facts
        self.plates = (Plate(plate, PANEL, 40, lined=True), Plate(self._field, TRAY, 24))
        self.labels = (
            Label(self.task.title, boxes["title"], HEAD_SIZE, bold=True),
            Label(self.task.note, boxes["note"], BODY_SIZE, DIM, most=2),
        )
        keys = (self._key(*key) for key in zip(KEYS, boxes.all("key"), strict=True))
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
        """What is to be seen; never the digits themselves."""
        return self.task.title, self.task.note, self.task.open, len(self._typed)

    # -- what happens -----------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        self._untouched = 0.0
        match action:
            case Typed(sign=sign) if sign in DIGITS:
                return self.pressed(f"digit:{sign}")
            case Buzz() | Typed():
                return None  # a key that calls for its seat is a digit here
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
        if self._untouched >= TIMEOUT_SECONDS:
            return Pop(None)
        if self._facts != self._shown:
            self.lay_out()
        return None

    def wakes_in(self) -> float:
        if self._facts != self._shown:
            return 0.0  # the door has found out something, and it is to be seen at once
        waits = 0.0 if self.expects else TIMEOUT_SECONDS - self._untouched
        return min(max(POLL_SECONDS, waits), self.task.wakes_in())

    def leave(self) -> None:
        self._typed = ""
        self.task.leave()

    # -- what is seen and heard ---------------------------------------------------------------

    def sayings(self) -> tuple[Announcement, ...]:
        """Its words; where the keys stand is not said, for that would be a digit."""
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
                frame.put(shapes.disc(DOT_RADIUS * scale, AMBER), at)
            elif number < MIN_PIN_DIGITS:
                frame.put(shapes.ring(DOT_RADIUS * scale, 3 * scale, OUTLINE), at)
            else:
                frame.put(shapes.disc(0.3 * DOT_RADIUS * scale, OUTLINE), at)


def unlock_refused(why: Text) -> QuestionDialog:
    """Says why nobody can unlock the operator's pages at the table."""
    leave: Answers = (("leave", say("pin.leave", "Back"), "main"),)
    title = say("pin.shut", "The operator cannot come in here")
    dialog = QuestionDialog(title, why, leave, timeout=TIMEOUT_SECONDS)
    dialog.of_operator = True
    return dialog
