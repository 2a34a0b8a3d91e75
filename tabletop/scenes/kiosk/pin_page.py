"""The page that asks the operator for the PIN, and the one on which a PIN is chosen.

Digits are never shown, spoken or written down: the page has dots for them.
"""

from math import ceil, inf
from typing import Final

from tabletop.engine import Text, count, say
from tabletop.engine.clock import clock_text
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
from tabletop.ui.speech.announcements import Announcement
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import AMBER, BODY_SIZE, DIM, HEAD_SIZE, OUTLINE, PANEL, TRAY
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton
from tabletop.ui.widgets.confirm_change import seconds_to_next_figure
from tabletop.ui.widgets.page import PageScene, Plate, split_row, stack_boxes
from tabletop.ui.widgets.question_dialog import QuestionDialog

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
KEY_ROWS: Final = (("1", "2", "3"), ("4", "5", "6"), ("7", "8", "9"), ("less", "0", "done"))
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


class PinPad(PageScene):
    """Dots and ten digits. Pops with None when it is left, also when nobody touches it."""

    covers = False
    writes = True
    idle_timeout = inf  # it goes by itself
    title: Text = PIN_QUESTION

    def __init__(self, door: PinLock) -> None:
        super().__init__()
        self.door = door
        self._typed = ""
        self._untouched = 0.0
        self.expects = False
        """Whether an answer is still to be looked for; the door may have it already."""
        self._field = Box(0, 0, 1, 1)
        self._shown: tuple[object, ...] = ()

    # -- what a page fills in ---------------------------------------------------------------

    @property
    def note(self) -> Text:
        """What is said below the title."""
        return LENGTH_TEXT

    @property
    def open(self) -> bool:
        """Whether digits can be touched."""
        return not self.door.busy

    def entered(self, pin: str) -> bool:
        """All digits are there; whether the door will answer."""
        raise NotImplementedError

    def answered(self, answer: PinAnswer) -> Change:
        """The door has an answer."""
        raise NotImplementedError

    # -- layout -----------------------------------------------------------------------------

    def lay_out(self) -> None:
        across, down = self.room
        plate = self.place(min(MAX_WIDTH, across), min(MAX_HEIGHT, down))
        inner = plate.inset(PAD)
        room = inner.h - HEAD_HEIGHT - NOTE_HEIGHT - FIELD_HEIGHT - GAP * 5
        head, note, field, *lines = stack_boxes(
            inner,
            [HEAD_HEIGHT, NOTE_HEIGHT - GAP, FIELD_HEIGHT, *[room / len(KEY_ROWS)] * len(KEY_ROWS)],
            GAP,
        )
        self._field = field
        self._shown = self._facts
        self.plates = (Plate(plate, PANEL, 40, lined=True), Plate(field, TRAY, 24))
        title = Box(head.x + 8, head.y, head.w - HEAD_HEIGHT - 24, HEAD_HEIGHT)
        self.labels = (
            Label(self.title, title, HEAD_SIZE, bold=True),
            Label(self.note, Box(note.x + 8, note.y, note.w - 16, note.h), BODY_SIZE, DIM, most=2),
        )
        leave = PushButton(
            "leave", Box(head.right - HEAD_HEIGHT, head.y, HEAD_HEIGHT, HEAD_HEIGHT), icon="close"
        )
        keys = [
            self._key(name, box)
            for names, line in zip(KEY_ROWS, lines, strict=True)
            for name, box in zip(names, split_row(line, len(names), GAP), strict=True)
        ]
        self.buttons.replace([leave, *keys])

    def _key(self, name: str, box: Box) -> PushButton:
        many = len(self._typed)
        enabled = self.open and (many < MAX_PIN_DIGITS if name in DIGITS else many > 0)
        if name in DIGITS:
            return PushButton(f"digit:{name}", box, name, size=DIGIT_TEXT_SIZE, enabled=enabled)
        style: ButtonStyle = "main" if name == "done" and many >= MIN_PIN_DIGITS else "plain"
        ready = enabled and (name == "less" or many >= MIN_PIN_DIGITS)
        return PushButton(name, box, "", "check" if name == "done" else "undo", style, 40, ready)

    @property
    def _facts(self) -> tuple[object, ...]:
        """What is to be seen; never the digits themselves."""
        return self.title, self.note, self.open, len(self._typed)

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
        if not self.open:
            return None
        if key == "less":
            self._typed = self._typed[:-1]
        elif key == "done" and len(self._typed) >= MIN_PIN_DIGITS:
            pin, self._typed = self._typed, ""
            self.expects = self.entered(pin)
        elif key.startswith("digit:") and len(self._typed) < MAX_PIN_DIGITS:
            self._typed += key.removeprefix("digit:")
        self.lay_out()
        return None

    def back(self) -> Change:
        return Pop(None)

    def update(self, dt: float, /) -> Change:
        answer = self.door.answer()
        if answer is not None:
            self.expects = False
            change = self.answered(answer)
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
        return (
            POLL_SECONDS if self.expects else max(POLL_SECONDS, TIMEOUT_SECONDS - self._untouched)
        )

    def leave(self) -> None:
        self._typed = ""

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


class PinScene(PinPad):
    """Asks for the PIN. Pops with True if it was right."""

    def __init__(self, door: PinLock) -> None:
        super().__init__(door)
        self._was_wrong = False
        door.reload()

    @property
    def note(self) -> Text:
        if self.door.busy:
            return CHECKING_TEXT
        if self.door.left > 0:
            time = clock_text(ceil(self.door.left))
            return say("pin.wait", "Too many wrong PINs. Wait {time}.", time=time)
        left = tries_left(self.door.failed)
        if self._was_wrong:
            words = "That is not the PIN. One try, then one has to wait."
            many = "That is not the PIN. {n} tries are left."
            return count("pin.wrong", words, many, n=left)
        return LENGTH_TEXT

    @property
    def open(self) -> bool:
        return super().open and self.door.left <= 0

    def entered(self, pin: str) -> bool:
        return self.door.try_pin(pin)

    def answered(self, answer: PinAnswer) -> Change:
        self._was_wrong = answer == "wrong"
        return Pop(True) if answer == "right" else None

    def wakes_in(self) -> float:
        left = self.door.left
        return (
            super().wakes_in()
            if left <= 0
            else min(super().wakes_in(), seconds_to_next_figure(left))
        )


class ChoosePinScene(PinPad):
    """Has a PIN chosen, twice. Pops with True when it is the operator's."""

    title = CHOOSE_TEXT

    def __init__(self, door: PinLock) -> None:
        super().__init__(door)
        self._first = ""
        self._said: Text | None = None

    @property
    def note(self) -> Text:
        return CHECKING_TEXT if self.door.busy else self._said or LENGTH_TEXT

    def entered(self, pin: str) -> bool:
        if self._first:
            same, self._first, self.title = pin == self._first, "", CHOOSE_TEXT
            self._said = None if same else MISMATCH_TEXT
            return same and self.door.set_pin(pin)
        self._said = pin_fault(pin)
        if self._said is None:
            self._first, self.title = pin, REPEAT_TEXT
        return False

    def answered(self, answer: PinAnswer) -> Change:
        if answer == "unkept":
            self._said = NOT_SAVED_TEXT
        return Pop(True) if answer == "set" else None

    def leave(self) -> None:
        super().leave()
        self._first = ""


class UnlockRefusedScene(QuestionDialog):
    """Says why nobody can come in at the table."""

    idle_timeout = inf  # it goes by itself

    def __init__(self, why: Text) -> None:
        answers = (("leave", say("pin.leave", "Back"), "main"),)
        super().__init__(say("pin.shut", "The operator cannot come in here"), why, answers)  # type: ignore[arg-type]
        self._left = TIMEOUT_SECONDS

    def handle(self, action: Action, /) -> Change:
        self._left = TIMEOUT_SECONDS
        return super().handle(action)

    def update(self, dt: float, /) -> Change:
        self._left -= dt
        return Pop(None) if self._left <= 0 else None

    def wakes_in(self) -> float:
        return max(POLL_SECONDS, self._left)
