"""Asking the arranging player what the picture is, on keys that face that seat."""

from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Final, TypeAlias

from tabletop.engine import Text, say
from tabletop.games.sevens.figure_names import called
from tabletop.games.sevens.phases.page import Page
from tabletop.games.sevens.rules.match import LONGEST_NAME
from tabletop.input.actions import Action, Buzz
from tabletop.ui.canvas import Box
from tabletop.ui.label import Label
from tabletop.ui.letters import DONE
from tabletop.ui.scene import Change, Pop
from tabletop.ui.sheet import Plate
from tabletop.ui.theme import DIM, HEAD_SIZE, PANEL, SMALL_SIZE, TEXT, TRAY
from tabletop.ui.tongue import spoken
from tabletop.ui.widgets import PushButton
from tabletop.ui.writing_page import WritingPage

WIDEST: Final = 1500.0
TALLEST: Final = 860.0
PAD: Final = 36.0
HEAD: Final = 92.0
FIELD: Final = 116.0
GAP: Final = 24.0
Spend: TypeAlias = Callable[[float], float | None]
"""Lets seconds go by, and gives how many are left for naming (inf without a limit); None when it
is over."""


class NamingScene(Page, WritingPage):
    """A field and letters below it. Pops with the name, or with None when it is left."""

    question = say("sevens.naming", "What is your picture?")
    hint = say("sevens.naming.hint", "A house, a swan, a teapot ...")
    longest = LONGEST_NAME
    may_be_empty = False
    """Whether nothing is a name too: then it pops with an empty one."""

    def __init__(self, name: str = "", turns: int = 0, spend: Spend | None = None) -> None:
        """`turns`: quarter turns to the seat that writes."""
        self._given, self._begun = name, spoken(called(name))
        super().__init__(self._begun, self.longest, turns)
        self._spend = spend
        self._left: float | None = inf

    def lay_out(self) -> None:
        across, down = self.room
        plate = self.place(min(WIDEST, across), min(TALLEST, down))
        inner = plate.inset(PAD)
        head = Box(inner.x, inner.y, inner.w, HEAD)
        field = Box(inner.x, head.bottom + GAP, inner.w, FIELD)
        top = field.bottom + GAP
        keys = Box(inner.x, top, inner.w, inner.bottom - top)
        self._shown = self.letters.text
        self.plates = (Plate(plate, PANEL, 40, lined=True), Plate(field, TRAY, 24))
        title = Box(head.x + 8, head.y, head.w - HEAD - 32, HEAD)
        self.labels = (
            Label(self.question, title, HEAD_SIZE, TEXT, bold=True, most=1),
            self.written(Box(field.x + 32, field.y, field.w - 210, field.h), self.hint),
            Label(
                self._room_left, Box(field.right - 170, field.y, 140, field.h), SMALL_SIZE, DIM,
                align="right",
            ),
        )  # fmt: skip
        leave = PushButton("leave", Box(head.right - HEAD, head.y, HEAD, HEAD), icon="close")
        laid = [leave, *self.letters.keys(keys)]
        turned = {"turns": self.turns, "about": self.middle}
        if self.may_be_empty:
            laid = [replace(each, enabled=True) if each.key == DONE else each for each in laid]
        self.buttons.replace([replace(button, **turned) for button in laid])  # type: ignore[arg-type]

    @property
    def _room_left(self) -> Text:
        used = len(self.letters.text)
        return say("sevens.naming.used", "{used} of {most}", used=used, most=self.longest)

    def handle(self, action: Action, /) -> Change:
        # A key that calls for its seat is a digit here.
        if isinstance(action, Buzz) or self.ignores(action):
            return None
        return self.meant(self.letters.sift(action))

    def update(self, dt: float, /) -> Change:
        super().update(dt)
        if self._spend is not None:
            self._left = self._spend(dt)
            if self._left is None:
                return Pop(None)
        return self.meant(self.letters.settled())

    def wakes_in(self) -> float:
        return 0.0 if self.letters.waiting else self._left or 0.0

    def done(self, action: Action) -> Change:
        return Page.handle(self, action)

    def pressed(self, key: str, /) -> Change:
        if key == "leave":
            return Pop(None)
        name = self.letters.text.strip()
        if self.letters.pressed(key) or not (name or self.may_be_empty):
            return None
        return self.named(name)

    def named(self, name: str) -> Change:
        """What comes of a name that was written to its end."""
        # A figure of the booklet keeps its name, so that each seat reads it in its own language.
        return Pop(self._given if name == self._begun else name)
