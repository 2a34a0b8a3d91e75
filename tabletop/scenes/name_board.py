"""Asking what somebody at a seat is called, on keys that face that seat."""

from dataclasses import replace
from typing import Final

from tabletop.engine import Text, say
from tabletop.input.actions import Action, Buzz
from tabletop.scenes.seat_notes import LONGEST_NAME, clean_name
from tabletop.ui.canvas import Box, Point
from tabletop.ui.label import Label
from tabletop.ui.scene import Change, Pop
from tabletop.ui.sheet import Plate
from tabletop.ui.theme import BODY_SIZE, CORAL_WORDS, DIM, HEAD_SIZE, PANEL, TRAY
from tabletop.ui.widgets import PushButton
from tabletop.ui.writing_page import WritingPage

WIDEST: Final = 1300.0
TALLEST: Final = 860.0
PAD: Final = 36.0
HEAD: Final = 92.0
FIELD: Final = 104.0
SAID: Final = 52.0
GAP: Final = 18.0

HINT: Final = say("name.hint", "A name, or nothing for the colour alone")
LETTERLESS: Final = say("name.letterless", "A name needs a letter or a digit")


class NameBoard(WritingPage):
    """A field and keys below it. Pops with the name, "" for none; with None when it is left."""

    question: Text = say("name.question", "What are you called?")
    hint: Text = HINT
    longest: int = LONGEST_NAME

    def __init__(self, name: str, turns: int = 0, about: Point | None = None) -> None:
        """`turns`: quarter turns to the seat that writes, `about` as in `Overlay`."""
        super().__init__(name, LONGEST_NAME, turns, about)
        self._refused: Text | None = None

    def lay_out(self) -> None:
        across, down = self.room
        plate = self.place(min(WIDEST, across), min(TALLEST, down))
        inner = plate.inset(PAD)
        head = Box(inner.x, inner.y, inner.w, HEAD)
        field = Box(inner.x, head.bottom + GAP, inner.w, FIELD)
        said = Box(inner.x + 8, field.bottom + 6, inner.w - 16, SAID - 12)
        keys = Box(inner.x, field.bottom + SAID, inner.w, inner.bottom - field.bottom - SAID)
        self._shown = self.letters.text
        self.plates = (Plate(plate, PANEL, 40, lined=True), Plate(field, TRAY, 24))
        title = Box(head.x + 8, head.y, head.w - HEAD - 32, HEAD)
        self.labels = (
            Label(self.question, title, HEAD_SIZE, bold=True),
            self.written(Box(field.x + 32, field.y + 8, field.w - 64, field.h - 20), self.hint),
            Label(self._said, said, BODY_SIZE, CORAL_WORDS if self._refused else DIM, most=1),
        )
        leave = PushButton("leave", Box(head.right - HEAD, head.y, HEAD, HEAD), icon="close")
        self.buttons.replace(
            [
                replace(key, turns=self.turns, about=self.middle, enabled=True)
                for key in (leave, *self.letters.keys(keys))
            ]
        )

    @property
    def _said(self) -> Text:
        if self._refused is not None:
            return self._refused
        used = len(self.letters.text)
        return say("name.used", "{used} of {most} letters", used=used, most=self.longest)

    def refusal(self, written: str) -> Text | None:
        """Why nobody can be called so; None where somebody can, or wants no name."""
        return LETTERLESS if written and not clean_name(written) else None

    def handle(self, action: Action, /) -> Change:
        # A key that calls for its seat is a digit here.
        if isinstance(action, Buzz) and action.source == "keyboard":
            return None
        return self.meant(self.letters.sift(action))

    def update(self, dt: float, /) -> Change:
        super().update(dt)
        return self.meant(self.letters.settled())

    def wakes_in(self) -> float:
        return 0.0 if self.letters.waiting else super().wakes_in()

    def finishes(self, action: Action) -> bool:
        return action.source == "keyboard" and super().finishes(action)

    def changed(self) -> None:
        self._refused = None
        super().changed()

    def pressed(self, key: str, /) -> Change:
        if key == "leave":
            return Pop(None)
        if self.letters.pressed(key):
            return None
        written = self.letters.text.strip()
        self._refused = self.refusal(written)
        if self._refused is None:
            return Pop(clean_name(written))
        self.lay_out()
        return None
