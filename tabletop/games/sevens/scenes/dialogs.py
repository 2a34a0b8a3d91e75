"""The questions and name pages of Sevens, each turned to the seat that is asked."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from typing import Final, TypeAlias

from tabletop.engine import Seat, Text, joined, say
from tabletop.games.sevens.figures import Figure, figure_label
from tabletop.games.sevens.rules.match import LONGEST_NAME
from tabletop.games.sevens.scenes.context import NO_TEXT, MatchContext
from tabletop.games.sevens.scenes.seating import MAX_PERSON_NAME_LENGTH, clean_name
from tabletop.input.actions import Action, Buzz
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.scene import Change, Pop
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import DIM, HEAD_SIZE, NAME_SIZE, PANEL, SMALL_SIZE, TEXT, TRAY
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import PageGuard, PageScene, Plate
from tabletop.ui.widgets.question_dialog import Answers, QuestionDialog
from tabletop.ui.widgets.text_entry import DONE, TextEntry, TextEntryInput

SpendSeconds: TypeAlias = Callable[[float], float | None]
"""Lets seconds go by, and gives how many are left (inf without a limit); None when time is up."""
CONSENT_SECONDS: Final = 20.0
"""Seconds in which the other seat can agree."""


def page_owner(context: MatchContext, seat: Seat | None) -> Seat | None:
    """The seat that a page is for, where this table distinguishes whose hand it is."""
    return seat if context.table.settings["input.own_hands"] else None


def is_secret(scene: object) -> bool:
    """Whether a page shows something of the picture that is being made."""
    return isinstance(scene, PageScene) and scene.guard is not None and scene.guard.secret


# -- questions ----------------------------------------------------------------------------------


def covering_question(question: Text, detail: Text, answers: Answers, turns: int) -> QuestionDialog:
    """A question that covers the board, so that nobody studies it while the clock stands."""
    dialog = QuestionDialog(question, detail, answers, turns)
    dialog.covers = True
    return dialog


def seat_question(
    context: MatchContext, seat: Seat, question: Text, detail: Text, answers: Answers
) -> QuestionDialog:
    """A question for one seat to answer; the hands of the other seat are told so."""
    dialog = QuestionDialog(question, detail, answers, context.turns(seat))
    dialog.guard = PageGuard(page_owner(context, seat))
    dialog.language, dialog.text_scale = context.language(seat), context.size(seat)
    name = context.name(seat)
    dialog.other_seat_note = say("sevens.asked", "This is for {name} to answer.", name=name)
    return dialog


def consent_question(context: MatchContext, seat: Seat, question: Text) -> QuestionDialog:
    """Asks a seat to agree to what the other one wishes; silence is a no.

    Pops with "yes" or "no", or with None when nobody has answered in time.
    """
    detail = say(
        "sevens.consent",
        "Nothing happens unless you agree within {n} s.",
        n=round(CONSENT_SECONDS),
    )
    answers: Answers = (
        ("no", say("sevens.consent.no", "No, play on"), "main"),
        ("yes", say("sevens.consent.yes", "Agreed"), "plain"),
    )
    dialog = seat_question(context, seat, question, detail, answers)
    dialog.covers = True
    left = CONSENT_SECONDS

    def spend(dt: float) -> float | None:
        nonlocal left
        left -= dt
        return left if left > 0 else None

    dialog.spend = spend
    return dialog


def model_question(figure: Figure, turns: int, spend: SpendSeconds) -> QuestionDialog:
    """Asks what to do with a figure of the booklet; pops with "lay", "build" or None.

    `spend` lets the time to build go by meanwhile.
    """
    detail = say("sevens.model", "The name is taken over too. You can change both.")
    answers: Answers = (
        ("lay", say("sevens.model.lay", "Lay it for me"), "main"),
        ("build", say("sevens.model.build", "I build it myself"), "plain"),
    )
    dialog = QuestionDialog(joined("", figure_label(figure.name)), detail, answers, turns)
    dialog.guard = PageGuard()
    dialog.spend = spend
    return dialog


def ask_about_looking(context: MatchContext) -> QuestionDialog:
    """Asks the reported seat, or the host, whether it looked; pops with "yes" or "no"."""
    match = context.match
    name, other = context.name(match.arranger), context.name(match.guesser)
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
    dialog = seat_question(context, match.guesser, question, detail, answers)
    if host:
        dialog.guard = PageGuard()
    return dialog


def answer_about_looking(context: MatchContext, answer: object) -> None:
    """Tells the match what was answered; with None the question stays open."""
    if context.match.pending is None or answer is None:
        return
    if answer == "yes":
        context.match.confirm(context.now)
    else:
        context.match.deny(context.now)


# -- names --------------------------------------------------------------------------------------

MAX_PAGE_WIDTH: Final = 1500.0
MAX_PAGE_HEIGHT: Final = 860.0
PAD: Final = 36.0
HEAD_HEIGHT: Final = 92.0
FIELD_HEIGHT: Final = 116.0
GAP: Final = 24.0


@dataclass(frozen=True, slots=True)
class NameQuestion:
    """What a page asks the name of."""

    question: Text
    hint: Text
    longest: int
    """The most characters."""
    may_be_empty: bool = False
    clean: Callable[[str], str] = str
    """The name as it is kept; empty where it cannot be one."""
    refusal: Text = NO_TEXT


PICTURE_NAME: Final = NameQuestion(
    say("sevens.naming", "What is your picture?"),
    say("sevens.naming.hint", "A house, a swan, a teapot ..."),
    LONGEST_NAME,
)
PERSON_NAME: Final = NameQuestion(
    say("sevens.person.name", "What are you called?"),
    say("sevens.person.hint", "Your name"),
    MAX_PERSON_NAME_LENGTH,
    may_be_empty=True,
    clean=clean_name,
    # NOTE for translators: the refusal of a name such as "--".
    refusal=say("sevens.person.refused", "A name needs a letter or a digit."),
)


class NamePage(PageScene):
    """A field and letters below it. Pops with the name, or with None when it is left."""

    covers = False
    writes = True

    def __init__(
        self,
        name: str = "",
        turns: int = 0,
        spend: SpendSeconds | None = None,
        asks: NameQuestion = PICTURE_NAME,
        context: UiContext | None = None,
    ) -> None:
        """`turns`: quarter turns to the seat that writes. `spend` lets the time to build go by.

        `context`: the one in which the name is written.
        """
        self.asks, self.question = asks, asks.question
        shown = (context or UiContext()).translate(figure_label(name))
        self._given, self._begun = name, shown
        super().__init__(turns)
        self.letters = TextEntry(self._begun, asks.longest)
        self._input = TextEntryInput(self, self.letters, super().handle, self.lay_out)
        self.guard: PageGuard = PageGuard()
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
        self.plates = (Plate(plate, PANEL, 40, lined=True), Plate(field, TRAY, 24))
        title = Box(head.x + 8, head.y, head.w - HEAD_HEIGHT - 32, HEAD_HEIGHT)
        used = say(
            "sevens.naming.used",
            "{used} of {most}",
            used=len(self.letters.text),
            most=self.asks.longest,
        )
        count = Box(field.right - 170, field.y, 140, field.h)
        self.labels = (
            Label(self.question, title, HEAD_SIZE, TEXT, bold=True, most=1),
            self._text_label(Box(field.x + 32, field.y, field.w - 210, field.h)),
            Label(used, count, SMALL_SIZE, DIM, align="right"),
        )
        leave = PushButton(
            "leave", Box(head.right - HEAD_HEIGHT, head.y, HEAD_HEIGHT, HEAD_HEIGHT), icon="close"
        )
        laid = [leave, *self.letters.keys(keys, self.canvas.context)]
        if self.asks.may_be_empty:
            laid = [replace(each, enabled=True) if each.key == DONE else each for each in laid]
        self.buttons.replace(
            [replace(button, turns=self.turns, about=self.middle) for button in laid]
        )

    def _text_label(self, box: Box) -> Label:
        if not self.letters.text:
            return Label(self.asks.hint, box, NAME_SIZE, DIM, most=1)
        return Label(f"{self.letters.text}|", box, HEAD_SIZE, TEXT, bold=True, most=1)

    def handle(self, action: Action, /) -> Change:
        # A key that calls for its seat is a digit here.
        if isinstance(action, Buzz) or self.guard.ignores(action):
            return None
        return self._input.handle(action)

    def update(self, dt: float, /) -> Change:
        super().update(dt)
        if self._spend is not None:
            self._left = self._spend(dt)
            if self._left is None:
                return Pop(None)
        return self._input.settle()

    def wakes_in(self) -> float:
        return 0.0 if self.letters.waiting else self._left or 0.0

    def pressed(self, key: str, /) -> Change:
        if key == "leave":
            return Pop(None)
        name = self.letters.text.strip()
        if self.letters.pressed(key) or not (name or self.asks.may_be_empty):
            return None
        cleaned = self.asks.clean(name)
        if name and not cleaned:
            self.question = self.asks.refusal
            self.lay_out()
            return None
        # A figure of the booklet keeps its name, so that each seat reads it in its own language.
        return Pop(self._given if cleaned == self._begun else cleaned)
