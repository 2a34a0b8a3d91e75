"""The questions and name pages of Sevens, each turned to the seat that is asked."""

from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Final, TypeAlias

from tabletop.engine import Seat, Text, count, joined, say
from tabletop.games.sevens.figures import Figure, figure_label
from tabletop.games.sevens.rules.match import LONGEST_NAME
from tabletop.games.sevens.scenes.context import (
    MatchContext,
)
from tabletop.input.actions import Action, Buzz
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.scene import Change, Pop
from tabletop.ui.layout import column, item, padded, row
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    DIM,
    HEAD_SIZE,
    NAME_SIZE,
    PANEL,
    SMALL_SIZE,
    TEXT,
    TRAY,
)
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import PageGuard, PageScene, Plate
from tabletop.ui.widgets.question_dialog import Answers, QuestionDialog
from tabletop.ui.widgets.text_entry import TextEntry, TextEntryInput

SpendSeconds: TypeAlias = Callable[[float], float | None]
"""Lets seconds go by, and gives how many are left (inf without a limit); None when time is up."""
CONSENT_SECONDS: Final = 20.0
"""Seconds in which the other seat can agree."""


def page_owner(context: MatchContext, seat: Seat | None) -> Seat | None:
    """The seat that a page is for, where this table distinguishes whose hand it is."""
    own = context.table.settings["input.own_hands"] or seat in context.phones
    return seat if own else None


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
        ("no", say("sevens.consent.no", "No, keep playing"), "main"),
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


def model_question(figure: Figure, turns: int, spend: SpendSeconds, pieces: int) -> QuestionDialog:
    """Asks what to do with a figure of the booklet; pops with "lay", "build", "back" or None.

    `spend` lets the time to build go by meanwhile. `pieces`: how many the round is played with; a
    figure has more than a round of five, so it cannot be laid there.
    """
    answers: Answers = (("build", say("sevens.model.build", "I’ll build it"), "plain"),)
    detail = say(
        "sevens.model",
        "It will be called {name}. You can still change the picture and the name.",
        name=figure_label(figure.name),
    )
    if len(figure.picture) <= pieces:
        answers = (("lay", say("sevens.model.lay", "Build it for me"), "main"), *answers)
    else:
        detail = say(
            "sevens.model.some",
            "This round has {count} pieces, this figure {all}. Build it your own way.",
            count=pieces,
            all=len(figure.picture),
        )
        answers = (("back", say("sevens.model.back", "Back"), "main"), *answers)
    dialog = QuestionDialog(joined("", figure_label(figure.name)), detail, answers, turns)
    dialog.guard = PageGuard()
    dialog.spend = spend
    return dialog


def ask_about_looking(context: MatchContext) -> QuestionDialog:
    """Asks the reported seat, or the host, whether it looked; pops with "yes" or "no"."""
    match = context.match
    name, other = context.name(match.arranger), context.name(match.guesser)
    question = say(
        "sevens.looked", "{name} says {other} looked. Is that true?", name=name, other=other
    )
    detail = say("sevens.looked.detail", "If so, {other} loses the match.", other=other)
    no = say("sevens.looked.no", "No, I didn’t look")
    yes = say("sevens.looked.yes", "Yes, I looked")
    host = match.pending is not None and match.pending.asked is None
    if host:
        no = say("sevens.looked.host_no", "Host: no, keep playing")
        yes = say("sevens.looked.host_yes", "Host: yes, match lost")
    answers: Answers = (("no", no, "main"), ("yes", yes, "plain"))
    dialog = seat_question(context, match.guesser, question, detail, answers)
    if host:
        dialog.guard, dialog.on_phones, dialog.answered_at_table = PageGuard(), False, True
    return dialog


def answer_about_looking(context: MatchContext, answer: object) -> None:
    """Tells the match what was answered; with None the question stays open."""
    if context.match.pending is None or answer is None:
        return
    if answer == "yes":
        context.match.confirm(context.now)
    else:
        context.match.deny(context.now)


STAY_KEY: Final = "stay"


def closing_warning(area: Box, left: int) -> tuple[Plate, Label, PushButton]:
    """A large warning that what nobody touches closes soon, with a button to keep it open."""
    plate = Box.around(area.centre, min(1000.0, area.w * 0.86), min(380.0, area.h * 0.7))
    boxes = column("said", item("stay", 130), gap=24, padding=36).place(plate)
    said = count("sevens.closes", "It closes in 1 second.", "It closes in {n} seconds.", n=left)
    stay = say("sevens.closes.stay", "Keep it open")
    return (
        Plate(plate, PANEL, 40, lined=True),
        Label(said, boxes["said"], HEAD_SIZE, TEXT, True, "centre", most=2),
        PushButton(STAY_KEY, boxes["stay"], stay, "eye", "main", HEAD_SIZE),
    )


# -- names --------------------------------------------------------------------------------------

MAX_PAGE_WIDTH: Final = 1500.0
MAX_PAGE_HEIGHT: Final = 860.0
PAD: Final = 36.0
HEAD_HEIGHT: Final = 92.0
FIELD_HEIGHT: Final = 116.0
GAP: Final = 24.0


class NamePage(PageScene):
    """A field and letters below it. Pops with the name, or with None when it is left."""

    covers = False
    writes = True

    def __init__(
        self,
        name: str = "",
        turns: int = 0,
        spend: SpendSeconds | None = None,
        context: UiContext | None = None,
    ) -> None:
        """`turns`: quarter turns to the seat that writes. `spend` lets the time to build go by.

        `context`: the one in which the name is written.
        """
        shown = (context or UiContext()).translate(figure_label(name))
        self._given, self._begun = name, shown
        super().__init__(turns)
        self.letters = TextEntry(self._begun, LONGEST_NAME)
        self._input = TextEntryInput(self, self.letters, super().handle, self.lay_out)
        self.guard: PageGuard = PageGuard()
        self._spend = spend
        self._left: float | None = inf

    def lay_out(self) -> None:
        across, down = self.room
        plate = self.place(min(MAX_PAGE_WIDTH, across), min(MAX_PAGE_HEIGHT, down))
        written = padded("name", (0, 8, 0, 12))  # the cursor reaches below the letters
        boxes = column(
            row(8, "title", 24, item("leave", HEAD_HEIGHT), size=HEAD_HEIGHT),
            row(32, written, 8, item("count", 140), 30, size=FIELD_HEIGHT, key="field"),
            "keys",
            gap=GAP,
            padding=PAD,
        ).place(plate)
        self.plates = (Plate(plate, PANEL, 40, lined=True), Plate(boxes["field"], TRAY, 24))
        question = say("sevens.naming", "What is your picture?")
        hint = say("sevens.naming.hint", "A house, a swan, a teapot…")
        used = say(
            "sevens.naming.used",
            "{used} of {most}",
            used=len(self.letters.text),
            most=LONGEST_NAME,
        )
        name = Label(hint, boxes["name"], NAME_SIZE, DIM, most=1)
        if self.letters.text:
            name = Label(f"{self.letters.text}|", boxes["name"], HEAD_SIZE, TEXT, bold=True, most=1)
        self.labels = (
            Label(question, boxes["title"], HEAD_SIZE, TEXT, bold=True, most=1),
            name,
            Label(used, boxes["count"], SMALL_SIZE, DIM, align="right"),
        )
        leave = PushButton("leave", boxes["leave"], icon="close")
        laid = [leave, *self.letters.keys(boxes["keys"], self.canvas.context)]
        self.buttons.replace(
            [replace(button, turns=self.turns, about=self.middle) for button in laid]
        )

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
        if self.letters.pressed(key) or not name:
            return None
        # A figure of the booklet keeps its name, so that each seat reads it in its own language.
        return Pop(self._given if name == self._begun else name)
