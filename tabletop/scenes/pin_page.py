"""The page that asks the operator for the PIN, and the one on which a PIN is chosen.

Digits are never shown, spoken or written down: the page has dots for them.
"""

from math import ceil, inf
from typing import Final

from tabletop.engine import Text, count, say
from tabletop.input.actions import Action, Button, Buzz, Press, Typed
from tabletop.kiosk.door import Answer, Door
from tabletop.kiosk.pin import LEAST, MOST, tries_left, why_not
from tabletop.scenes.keep_this import to_next_second
from tabletop.scenes.sayings import clock_words
from tabletop.ui import art
from tabletop.ui.ask import AskScene
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.saying import Saying
from tabletop.ui.scene import Change, Pop
from tabletop.ui.sheet import Overlay, Plate, row, stacked
from tabletop.ui.theme import AMBER, BODY_SIZE, DIM, HEAD_SIZE, OUTLINE, PANEL, TRAY
from tabletop.ui.widgets import PushButton, Style

PATIENCE: Final = 20.0
"""Seconds untouched after which it goes."""
SOON: Final = 0.05
"""Seconds between two looks for the answer."""
WIDEST: Final = 760.0
TALLEST: Final = 1000.0
PAD: Final = 40.0
HEAD: Final = 92.0
NOTE: Final = 96.0
FIELD: Final = 84.0
GAP: Final = 16.0
DOT: Final = 15.0
DIGIT: Final = 62.0
ROWS: Final = (("1", "2", "3"), ("4", "5", "6"), ("7", "8", "9"), ("less", "0", "done"))
DIGITS: Final = frozenset("0123456789")

ASKED: Final = say("pin.title", "The operator's PIN")
CHECKING: Final = say("pin.checking", "One moment ...")
CHOOSE: Final = say("pin.choose", "Choose the operator's PIN")
AGAIN: Final = say("pin.again", "The same PIN once more")
LONG: Final = say("pin.long", "{least} to {most} digits", least=LEAST, most=MOST)
DIFFERS: Final = say("pin.differs", "These were two different ones. Begin again.")
UNKEPT: Final = say("pin.unkept", "The PIN could not be kept on the disk.")


class PinPad(Overlay):
    """Dots and ten digits. Pops with None when it is left, also when nobody touches it."""

    writes = True
    patience = inf  # it goes by itself
    title: Text = ASKED

    def __init__(self, door: Door) -> None:
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
        return LONG

    @property
    def open(self) -> bool:
        """Whether digits can be touched."""
        return not self.door.busy

    def entered(self, pin: str) -> bool:
        """All digits are there; whether the door will answer."""
        raise NotImplementedError

    def answered(self, answer: Answer) -> Change:
        """The door has an answer."""
        raise NotImplementedError

    # -- layout -----------------------------------------------------------------------------

    def lay_out(self) -> None:
        across, down = self.room
        plate = self.place(min(WIDEST, across), min(TALLEST, down))
        inner = plate.inset(PAD)
        room = inner.h - HEAD - NOTE - FIELD - GAP * 5
        head, note, field, *lines = stacked(
            inner, [HEAD, NOTE - GAP, FIELD, *[room / len(ROWS)] * len(ROWS)], GAP
        )
        self._field = field
        self._shown = self._facts
        self.plates = (Plate(plate, PANEL, 40, lined=True), Plate(field, TRAY, 24))
        title = Box(head.x + 8, head.y, head.w - HEAD - 24, HEAD)
        self.labels = (
            Label(self.title, title, HEAD_SIZE, bold=True),
            Label(self.note, Box(note.x + 8, note.y, note.w - 16, note.h), BODY_SIZE, DIM, most=2),
        )
        leave = PushButton("leave", Box(head.right - HEAD, head.y, HEAD, HEAD), icon="close")
        keys = [
            self._key(name, box)
            for names, line in zip(ROWS, lines, strict=True)
            for name, box in zip(names, row(line, len(names), GAP), strict=True)
        ]
        self.buttons.replace([leave, *keys])

    def _key(self, name: str, box: Box) -> PushButton:
        many = len(self._typed)
        enabled = self.open and (many < MOST if name in DIGITS else many > 0)
        if name in DIGITS:
            return PushButton(f"digit:{name}", box, name, size=DIGIT, enabled=enabled)
        style: Style = "main" if name == "done" and many >= LEAST else "plain"
        ready = enabled and (name == "less" or many >= LEAST)
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
        elif key == "done" and len(self._typed) >= LEAST:
            pin, self._typed = self._typed, ""
            self.expects = self.entered(pin)
        elif key.startswith("digit:") and len(self._typed) < MOST:
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
        if self._untouched >= PATIENCE:
            return Pop(None)
        if self._facts != self._shown:
            self.lay_out()
        return None

    def wakes_in(self) -> float:
        if self._facts != self._shown:
            return 0.0  # the door has found out something, and it is to be seen at once
        return SOON if self.expects else max(SOON, PATIENCE - self._untouched)

    def leave(self) -> None:
        self._typed = ""

    # -- what is seen and heard ---------------------------------------------------------------

    def sayings(self) -> tuple[Saying, ...]:
        """Its words; where the keys stand is not said, for that would be a digit."""
        return tuple(Saying(f"words:{n}", label.text) for n, label in enumerate(self.labels[:1]))

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        scale, (x, y) = self.canvas.scale, self._field.centre
        step = min(64.0, (self._field.w - 60) / MOST)
        for number in range(MOST):
            at = (x + (number - (MOST - 1) / 2) * step, y)
            if number < len(self._typed):
                frame.put(art.disc(DOT * scale, AMBER), at)
            elif number < LEAST:
                frame.put(art.ring(DOT * scale, 3 * scale, OUTLINE), at)
            else:
                frame.put(art.disc(0.3 * DOT * scale, OUTLINE), at)


class PinScene(PinPad):
    """Asks for the PIN. Pops with True if it was right."""

    def __init__(self, door: Door) -> None:
        super().__init__(door)
        self._was_wrong = False
        door.look_again()

    @property
    def note(self) -> Text:
        if self.door.busy:
            return CHECKING
        if self.door.left > 0:
            time = clock_words(ceil(self.door.left))
            return say("pin.wait", "Too many wrong PINs. Wait {time}.", time=time)
        left = tries_left(self.door.failed)
        if self._was_wrong:
            words = "That is not the PIN. One try, then one has to wait."
            many = "That is not the PIN. {n} tries are left."
            return count("pin.wrong", words, many, n=left)
        return LONG

    @property
    def open(self) -> bool:
        return super().open and self.door.left <= 0

    def entered(self, pin: str) -> bool:
        return self.door.attempt(pin)

    def answered(self, answer: Answer) -> Change:
        self._was_wrong = answer == "wrong"
        return Pop(True) if answer == "right" else None

    def wakes_in(self) -> float:
        left = self.door.left
        return super().wakes_in() if left <= 0 else min(super().wakes_in(), to_next_second(left))


class ChooseScene(PinPad):
    """Has a PIN chosen, twice. Pops with True when it is the operator's."""

    title = CHOOSE

    def __init__(self, door: Door) -> None:
        super().__init__(door)
        self._first = ""
        self._said: Text | None = None

    @property
    def note(self) -> Text:
        return CHECKING if self.door.busy else self._said or LONG

    def entered(self, pin: str) -> bool:
        if self._first:
            same, self._first, self.title = pin == self._first, "", CHOOSE
            self._said = None if same else DIFFERS
            return same and self.door.choose(pin)
        self._said = why_not(pin)
        if self._said is None:
            self._first, self.title = pin, AGAIN
        return False

    def answered(self, answer: Answer) -> Change:
        if answer == "unkept":
            self._said = UNKEPT
        return Pop(True) if answer == "set" else None

    def leave(self) -> None:
        super().leave()
        self._first = ""


class ShutScene(AskScene):
    """Says why nobody can come in at the table."""

    patience = inf  # it goes by itself

    def __init__(self, why: Text) -> None:
        answers = (("leave", say("pin.leave", "Back"), "main"),)
        super().__init__(say("pin.shut", "The operator cannot come in here"), why, answers)  # type: ignore[arg-type]
        self._left = PATIENCE

    def handle(self, action: Action, /) -> Change:
        self._left = PATIENCE
        return super().handle(action)

    def update(self, dt: float, /) -> Change:
        self._left -= dt
        return Pop(None) if self._left <= 0 else None

    def wakes_in(self) -> float:
        return max(SOON, self._left)
