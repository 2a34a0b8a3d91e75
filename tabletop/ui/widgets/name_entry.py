"""Entering a name, on keys that face the seat that writes."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from tabletop.engine import Text, say
from tabletop.input.actions import Action
from tabletop.system.name_filter import is_allowed_name
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.scene import Change, Pop
from tabletop.ui.layout import column, item, padded, row, stack
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    BODY_SIZE,
    CORAL_WORDS,
    DIM,
    HEAD_SIZE,
    NAME_SIZE,
    PANEL,
    TEXT,
    TRAY,
)
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import PageScene, Plate
from tabletop.ui.widgets.text_entry import (
    CHARACTER_KEY,
    DONE,
    GAP,
    SPACE,
    TextEntry,
    TextEntryInput,
)

MAX_NAME_LENGTH: Final = 12


def clean_name(text: str) -> str:
    """A name as it is stored: printable, single spaces, at most `MAX_NAME_LENGTH` characters.

    Empty if it has no letter or digit.
    """
    kept = "".join(sign if sign.isprintable() else " " for sign in text)
    name = " ".join(kept.split())[:MAX_NAME_LENGTH].rstrip()
    return name if any(sign.isalnum() for sign in name) else ""


MAX_ENTRY_WIDTH: Final = 1300.0
MAX_ENTRY_HEIGHT: Final = 860.0
PAD: Final = 36.0
HEAD_HEIGHT: Final = 92.0
FIELD_HEIGHT: Final = 104.0
MESSAGE_HEIGHT: Final = 52.0
ENTRY_GAP: Final = 18.0

NAME_HINT: Final = say("name.hint", "A name, or nothing for the colour alone")
NEEDS_LETTER_TEXT: Final = say("name.letterless", "A name needs a letter or a digit")


INITIALS_LENGTH: Final = 3
"""In kids mode names are initials, so that nobody can be identified."""
OTHER_NAME_TEXT: Final = say("scores.other", "Please choose another name")
"""The answer to a refused name; it does not tell the reason."""


class InitialsField(TextEntry):
    """Initials that are being typed; only letters are taken, as capitals."""

    def __init__(self, text: str) -> None:
        only = "".join(sign for sign in text if sign.isalpha())
        super().__init__(
            only[:INITIALS_LENGTH].upper() if len(only) <= INITIALS_LENGTH else "", INITIALS_LENGTH
        )

    def write(self, sign: str) -> None:
        capital = sign.upper()
        if sign.isalpha() and len(capital) == 1:
            super().write(capital)

    def keys(self, box: Box, context: UiContext) -> list[PushButton]:
        """The keyboard without digits and space."""
        lines = len({key.box.y for key in super().keys(box, context)})
        high = (box.h - GAP * (lines - 2)) / (lines - 1)  # without the row of digits
        tall = lines * high + GAP * (lines - 1)
        area = box._replace(y=box.bottom - tall, h=tall)  # the row of digits lies above the box
        keys = super().keys(area, context)
        letters = [key for key in keys if key.key.removeprefix(CHARACTER_KEY).isalpha()]
        return [
            replace(key, box=key.box._replace(x=box.x, w=box.w)) if key.key == DONE else key
            for key in letters
            if key.key != SPACE
        ]


def name_refusal(written: str) -> Text | None:
    """Why the name is refused; None if it is allowed or empty."""
    return NEEDS_LETTER_TEXT if written and not clean_name(written) else None


@dataclass(frozen=True, slots=True)
class NamePrompt:
    """What is asked, and what is taken."""

    question: Text
    hint: Text
    refusal: Callable[[str], Text | None] = name_refusal
    initials: bool = False

    @property
    def max_length(self) -> int:
        return INITIALS_LENGTH if self.initials else MAX_NAME_LENGTH


SEAT_NAME_PROMPT: Final = NamePrompt(say("name.question", "What are you called?"), NAME_HINT)


class NameEntry(PageScene):
    """A field and keys below it. Pops with None when it is left."""

    covers = False
    writes = True

    def __init__(
        self,
        name: str,
        turns: int = 0,
        about: Point | None = None,
        prompt: NamePrompt = SEAT_NAME_PROMPT,
        entered: Callable[[str], Change] = Pop,
    ) -> None:
        """`turns`: quarter turns to the seat that writes, `about` as in `PageScene`.

        `entered` is what follows the name, "" for none.
        """
        super().__init__(turns, about)
        self._prompt = prompt
        self._entered = entered
        self._refused: Text | None = None
        self.letters = InitialsField(name) if prompt.initials else TextEntry(name, MAX_NAME_LENGTH)
        self._input = TextEntryInput(
            self, self.letters, super().handle, self._changed, only_keyboard_finishes=True
        )

    def lay_out(self) -> None:
        across, down = self.room
        plate = self.place(min(MAX_ENTRY_WIDTH, across), min(MAX_ENTRY_HEIGHT, down))
        boxes = column(
            row(8, "title", 24, item("leave", HEAD_HEIGHT), size=HEAD_HEIGHT),
            ENTRY_GAP,
            stack("field", padded("written", (32, 8, 32, 12)), size=FIELD_HEIGHT),
            padded("message", (8, 6, 8, 6), size=MESSAGE_HEIGHT),
            "keys",
            padding=PAD,
        ).place(plate)
        self.plates = (Plate(plate, PANEL, 40, lined=True), Plate(boxes["field"], TRAY, 24))
        self.labels = (
            Label(self._prompt.question, boxes["title"], HEAD_SIZE, bold=True),
            self._written(boxes["written"]),
            Label(
                self._said,
                boxes["message"],
                BODY_SIZE,
                CORAL_WORDS if self._refused else DIM,
                most=1,
            ),
        )
        leave = PushButton("leave", boxes["leave"], icon="close")
        self.buttons.replace(
            [
                replace(key, turns=self.turns, about=self.middle, enabled=True)
                for key in (leave, *self.letters.keys(boxes["keys"], self.canvas.context))
            ]
        )

    def _written(self, box: Box) -> Label:
        if not self.letters.text:
            return Label(self._prompt.hint, box, NAME_SIZE, DIM, most=1)
        return Label(f"{self.letters.text}|", box, HEAD_SIZE, TEXT, bold=True, most=1)

    @property
    def _said(self) -> Text:
        if self._refused is not None:
            return self._refused
        used = len(self.letters.text)
        return say("name.used", "{used} of {most} letters", used=used, most=self._prompt.max_length)

    def handle(self, action: Action, /) -> Change:
        return self._input.handle(action)

    def update(self, dt: float, /) -> Change:
        super().update(dt)
        return self._input.settle()

    def wakes_in(self) -> float:
        return 0.0 if self.letters.waiting else super().wakes_in()

    def _changed(self) -> None:
        self._refused = None
        self.lay_out()

    def pressed(self, key: str, /) -> Change:
        if key == "leave":
            return Pop(None)
        if self.letters.pressed(key):
            return None
        written = self.letters.text.strip()
        self._refused = self._prompt.refusal(written)
        if self._refused is None:
            return self._entered(clean_name(written))
        self.lay_out()
        return None


def score_name_prompt(*, initials: bool) -> NamePrompt:
    """Asks for a name that everybody may read, or for three letters."""
    return NamePrompt(
        say("scores.question", "Your name in the high scores"),
        say("scores.initials", "Your initials: three letters")
        if initials
        else say("scores.hint", "A name that all may read"),
        refusal=_score_name_refusal,
        initials=initials,
    )


def _score_name_refusal(written: str) -> Text | None:
    if written and not is_allowed_name(clean_name(written)[:MAX_NAME_LENGTH]):
        return OTHER_NAME_TEXT
    return name_refusal(written)
