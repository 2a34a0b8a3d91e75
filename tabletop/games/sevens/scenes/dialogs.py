"""Pages of Sevens: deaf for a moment when they come, and to the seat that is not asked.

Asking the arranging player what the picture is, on keys that face that seat.

A figure that was taken from the booklet: it is laid for the arranger, or built after.

The question that a report of looking puts to the one who is to answer it.
"""

from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Final, TypeAlias

from tabletop.engine import Seat, Text, joined, say
from tabletop.games.sevens.figures import Figure, figure_label
from tabletop.games.sevens.rules.match import LONGEST_NAME
from tabletop.games.sevens.scenes.context import TAP_GUARD_SECONDS, MatchContext
from tabletop.input.actions import Action, Buzz, Down
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.context import translated
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop
from tabletop.ui.draw.wood import ground
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import DIM, HEAD_SIZE, PANEL, SMALL_SIZE, TEXT, TRAY
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import PageScene, Plate
from tabletop.ui.widgets.question_dialog import Answers, QuestionDialog
from tabletop.ui.widgets.text_entry import DONE, TextEntryDialog


class GuardedPage(PageScene):
    """A sheet on which the second tap of a double one, meant for what was there before, is lost."""

    asked: Seat | None = None
    """The seat whose page it is: buttons of the other one's box do nothing. None: anybody's."""
    secret = False
    """It tells of the picture that is being made: where the arranging player has a screen of their
    own, it is shown there."""
    _hushed = TAP_GUARD_SECONDS

    @property
    def deaf(self) -> bool:
        return self._hushed > 0

    def hush(self) -> None:
        """Something else is to be seen now: fingers are not heard for a moment."""
        self._hushed = TAP_GUARD_SECONDS

    def resume(self) -> None:
        super().resume()
        self.hush()

    def ignores(self, action: Action) -> bool:
        """Whether an action does nothing here: it came too soon, or from the wrong seat."""
        if isinstance(action, Down) and self.deaf:
            return True
        return self.asked is not None and action.seat not in (None, self.asked)

    def handle(self, action: Action, /) -> Change:
        return None if self.ignores(action) else super().handle(action)

    def update(self, dt: float, /) -> Change:
        self._hushed = max(0.0, self._hushed - dt)
        return super().update(dt)


def page_owner(desk: MatchContext, seat: Seat | None) -> Seat | None:
    """The seat that a page is for, where this table goes by whose hand it is."""
    return seat if desk.table.settings["input.own_hands"] else None


CONSENT_SECONDS: Final = 20.0
"""Seconds in which the other seat can agree."""


class SeatQuestionDialog(GuardedPage, QuestionDialog):
    """A question that one seat is to answer; the other one's buttons are told so."""

    def __init__(
        self, desk: MatchContext, seat: Seat, question: Text, detail: Text, answers: Answers
    ) -> None:
        super().__init__(question, detail, answers, desk.turns(seat))
        self.asked = page_owner(desk, seat)
        self.language, self.text_scale = desk.language(seat), desk.size(seat)
        self._name = desk.name(seat)

    def handle(self, action: Action, /) -> Change:
        if self.asked is not None and action.seat not in (None, self.asked):
            self.detail = say("sevens.asked", "This is for {name} to answer.", name=self._name)
            self.lay_out()
            return None
        return super().handle(action)


class ConsentDialog(SeatQuestionDialog):
    """What one seat wishes and the other has to agree to; silence for `CONSENT` seconds is a no.

    Pops with "yes" or "no", or with None.
    """

    covers = True

    def __init__(self, desk: MatchContext, seat: Seat, question: Text) -> None:
        """`seat` is the one that has to agree."""
        detail = say(
            "sevens.consent",
            "Nothing happens unless you agree within {n} s.",
            n=round(CONSENT_SECONDS),
        )
        answers: Answers = (
            ("no", say("sevens.consent.no", "No, play on"), "main"),
            ("yes", say("sevens.consent.yes", "Agreed"), "plain"),
        )
        super().__init__(desk, seat, question, detail, answers)
        self._left = CONSENT_SECONDS

    def update(self, dt: float, /) -> Change:
        self._left -= dt
        return Pop() if self._left <= 0 else super().update(dt)

    def wakes_in(self) -> float:
        return max(0.0, min(self._left, super().wakes_in()))

    def draw(self, frame: Frame) -> None:
        frame.put(ground(*self.canvas.size), self.canvas.box.centre)
        with frame.turned(self.turns, self.middle):
            self.draw_content(frame)


MAX_PAGE_WIDTH: Final = 1500.0
MAX_PAGE_HEIGHT: Final = 860.0
PAD: Final = 36.0
HEAD_HEIGHT: Final = 92.0
FIELD_HEIGHT: Final = 116.0
GAP: Final = 24.0
SpendSeconds: TypeAlias = Callable[[float], float | None]
"""Lets seconds go by, and gives how many are left for naming (inf without a limit); None when it
is over."""


class NamePage(GuardedPage, TextEntryDialog):
    """A field and letters below it. Pops with the name, or with None when it is left."""

    question = say("sevens.naming", "What is your picture?")
    hint = say("sevens.naming.hint", "A house, a swan, a teapot ...")
    longest = LONGEST_NAME
    may_be_empty = False
    """Whether nothing is a name too: then it pops with an empty one."""

    def __init__(self, name: str = "", turns: int = 0, spend: SpendSeconds | None = None) -> None:
        """`turns`: quarter turns to the seat that writes."""
        self._given, self._begun = name, translated(figure_label(name))
        super().__init__(self._begun, self.longest, turns)
        self._spend = spend
        self._left: float | None = inf

    def lay_out(self) -> None:
        across, down = self.room
        plate = self.place(min(MAX_PAGE_WIDTH, across), min(MAX_PAGE_HEIGHT, down))
        inner = plate.inset(PAD)
        head = Box(inner.x, inner.y, inner.w, HEAD_HEIGHT)
        field = Box(inner.x, head.bottom + GAP, inner.w, FIELD_HEIGHT)
        top = field.bottom + GAP
        keys = Box(inner.x, top, inner.w, inner.bottom - top)
        self._shown = self.letters.text
        self.plates = (Plate(plate, PANEL, 40, lined=True), Plate(field, TRAY, 24))
        title = Box(head.x + 8, head.y, head.w - HEAD_HEIGHT - 32, HEAD_HEIGHT)
        self.labels = (
            Label(self.question, title, HEAD_SIZE, TEXT, bold=True, most=1),
            self.written(Box(field.x + 32, field.y, field.w - 210, field.h), self.hint),
            Label(
                self._room_left, Box(field.right - 170, field.y, 140, field.h), SMALL_SIZE, DIM,
                align="right",
            ),
        )  # fmt: skip
        leave = PushButton(
            "leave", Box(head.right - HEAD_HEIGHT, head.y, HEAD_HEIGHT, HEAD_HEIGHT), icon="close"
        )
        laid = [leave, *self.letters.keys(keys, self.canvas.context)]
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
        return GuardedPage.handle(self, action)

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


class ModelDialog(GuardedPage, QuestionDialog):
    """Asks what shall be done with a figure; pops with "lay", "build" or None."""

    def __init__(self, figure: Figure, turns: int, spend: SpendSeconds) -> None:
        """`spend` lets the time to build in go by meanwhile."""
        detail = say("sevens.model", "The name is taken over too. You can change both.")
        answers: Answers = (
            ("lay", say("sevens.model.lay", "Lay it for me"), "main"),
            ("build", say("sevens.model.build", "I build it myself"), "plain"),
        )
        super().__init__(joined("", figure_label(figure.name)), detail, answers, turns)
        self._spend = spend
        self._left: float | None = inf

    def update(self, dt: float, /) -> Change:
        super().update(dt)
        self._left = self._spend(dt)
        return Pop() if self._left is None else None

    def wakes_in(self) -> float:
        return self._left or 0.0


def ask_about_looking(desk: MatchContext) -> SeatQuestionDialog:
    """The question, turned to the reported seat, or for the host; pops with "yes" or "no"."""
    match = desk.match
    name, other = desk.name(match.arranger), desk.name(match.guesser)
    question = say(
        "sevens.looked", "{name} says that {other} looked. Is that so?", name=name, other=other
    )
    detail = say("sevens.looked.detail", "If so, {other} has lost the match.", other=other)
    no = say("sevens.looked.no", "No, I did not look")
    yes = say("sevens.looked.yes", "Yes, the match is lost")
    host = match.pending is not None and match.pending.asked is None
    if host:
        no = say("sevens.looked.host_no", "Host: no, go on")
        yes = say("sevens.looked.host_yes", "Host: yes, it is lost")
    answers: Answers = (("no", no, "main"), ("yes", yes, "plain"))
    scene = SeatQuestionDialog(desk, match.guesser, question, detail, answers)
    if host:
        scene.asked = None
    return scene


def answer_about_looking(desk: MatchContext, answer: object) -> None:
    """Tells the match what was answered; with None the question stays open."""
    if desk.match.pending is None or answer is None:
        return
    if answer == "yes":
        desk.match.confirm(desk.now)
    else:
        desk.match.deny(desk.now)
