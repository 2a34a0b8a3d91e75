"""The questions and name pages of Sevens, each turned to the seat that is asked.

Also the page of the two seats: who plays there, name, language, text size, and edge.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Final, TypeAlias

from tabletop.ai import LEVELS, level_of_key
from tabletop.engine import Seat, Text, joined, say
from tabletop.games.sevens.figures import Figure, figure_label
from tabletop.games.sevens.messages import SEAT_NAMES
from tabletop.games.sevens.rules.match import LONGEST_NAME
from tabletop.games.sevens.scenes.context import (
    FACING,
    MAX_PERSON_NAME_LENGTH,
    NO_TEXT,
    TOGETHER,
    MatchContext,
    SeatEdges,
    Seating,
    clean_name,
)
from tabletop.input.actions import Action, Buzz
from tabletop.languages import ENGLISH, all_languages
from tabletop.players.player_spec import PlayerSpec
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.layout import Child, Node, column, item, row
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    BODY_SIZE,
    CARD_SIZE,
    DIM,
    HEAD_SIZE,
    NAME_SIZE,
    PANEL,
    SMALL_SIZE,
    TEXT,
    TRAY,
)
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.choice import ChoiceField
from tabletop.ui.widgets.page import PageGuard, PageScene, Plate
from tabletop.ui.widgets.player_lists import QUICK_LEVELS, level_dialog
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


def model_question(figure: Figure, turns: int, spend: SpendSeconds, pieces: int) -> QuestionDialog:
    """Asks what to do with a figure of the booklet; pops with "lay", "build" or None.

    `spend` lets the time to build go by meanwhile. `pieces`: how many the round is played with; a
    figure has more than a round of five, so it cannot be laid there.
    """
    answers: Answers = (("build", say("sevens.model.build", "I’ll build it"), "plain"),)
    detail = say("sevens.model", "Its name is used too. You can change both, or take it back.")
    if len(figure.picture) <= pieces:
        answers = (("lay", say("sevens.model.lay", "Build it for me"), "main"), *answers)
    else:
        detail = say(
            "sevens.model.some",
            "This round has {count} pieces, this figure {all}. Build it your own way.",
            count=pieces,
            all=len(figure.picture),
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
        boxes = column(
            row(8, "title", 24, item("leave", HEAD_HEIGHT), size=HEAD_HEIGHT),
            row(32, "name", 8, item("count", 140), 30, size=FIELD_HEIGHT, key="field"),
            "keys",
            gap=GAP,
            padding=PAD,
        ).place(plate)
        self.plates = (Plate(plate, PANEL, 40, lined=True), Plate(boxes["field"], TRAY, 24))
        used = say(
            "sevens.naming.used",
            "{used} of {most}",
            used=len(self.letters.text),
            most=self.asks.longest,
        )
        name = Label(self.asks.hint, boxes["name"], NAME_SIZE, DIM, most=1)
        if self.letters.text:
            name = Label(f"{self.letters.text}|", boxes["name"], HEAD_SIZE, TEXT, bold=True, most=1)
        self.labels = (
            Label(self.question, boxes["title"], HEAD_SIZE, TEXT, bold=True, most=1),
            name,
            Label(used, boxes["count"], SMALL_SIZE, DIM, align="right"),
        )
        leave = PushButton("leave", boxes["leave"], icon="close")
        laid = [leave, *self.letters.keys(boxes["keys"], self.canvas.context)]
        if self.asks.may_be_empty:
            laid = [replace(each, enabled=True) if each.key == DONE else each for each in laid]
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
        if self.letters.pressed(key) or not (name or self.asks.may_be_empty):
            return None
        cleaned = self.asks.clean(name)
        if name and not cleaned:
            self.question = self.asks.refusal
            self.lay_out()
            return None
        # A figure of the booklet keeps its name, so that each seat reads it in its own language.
        return Pop(self._given if cleaned == self._begun else cleaned)


PERSON: Final = say("sevens.person", "A person")
SEAT_KEY: Final = "seat:"
LANGUAGE_KEY: Final = "language:"
"""Prefixes of choice keys for one seat, before its number."""


def player_choice(seat: Seat, seating: Seating, strongest: str = LEVELS[-1]) -> ChoiceField:
    """Who plays at a seat: a person, or a computer of the level that it has or begins with."""
    level = seating[seat].level
    known = level or QUICK_LEVELS[0]
    offered = min(known, strongest, key=LEVELS.index)
    answers = (PERSON, PlayerSpec(offered).words)
    chosen = None if level is None else offered
    return ChoiceField(f"{SEAT_KEY}{seat}", SEAT_NAMES[seat], answers, (None, offered), chosen)


def language_choices(table: AppContext, seating: Seating) -> tuple[ChoiceField, ...]:
    """In which language each seat reads; no choice where the table has one language only."""
    known = all_languages()
    if len(known) < 2:
        return ()
    names = tuple(joined("", each.name) for each in known)
    codes = tuple(each.code for each in known)
    return tuple(
        ChoiceField(
            f"{LANGUAGE_KEY}{seat}",
            # NOTE for translators: a question; its answers are languages by their own names.
            say("sevens.language", "{seat} reads", seat=SEAT_NAMES[seat]),
            names,
            codes,
            code if code in codes else ENGLISH,
        )
        for seat, code in enumerate(each.language or table.language for each in seating.seats)
    )


NAME_KEY: Final = "name:"
SIZE_KEY: Final = "size:"
"""Prefixes of keys for one seat, before its number."""
SEATING_KEY: Final = "sitting"
SEATS_GAP: Final = 30.0
MAX_ROW_HEIGHT: Final = 168.0
"""The greatest height of one choice with its label."""
MAX_SEATS_WIDTH: Final = 1560.0
TEXT_SIZE_PERCENTS: Final = (0, 125, 150, 200)
"""The text scales that a seat can choose, in percent; 0: the table's."""
SEATING_CHOICES: Final[tuple[SeatEdges, ...]] = (TOGETHER, FACING, (0, 1), (0, 3))
"""The edges that two seats can choose."""


def seating_choice(sides: SeatEdges) -> ChoiceField:
    known = SEATING_CHOICES if sides in SEATING_CHOICES else (*SEATING_CHOICES, sides)
    names = (
        say("sevens.sit.together", "Side by side"),
        say("sevens.sit.facing", "Face to face"),
        # NOTE for translators: where the second player sits: round the corner, at the left.
        say("sevens.sit.left", "Corner, left"),
        say("sevens.sit.right", "Corner, right"),
        say("sevens.sit.other", "Otherwise"),
    )
    return ChoiceField(SEATING_KEY, say("sevens.sit", "You sit"), names[: len(known)], known, sides)


def size_choice(seat: Seat, size: int) -> ChoiceField:
    known = TEXT_SIZE_PERCENTS if size in TEXT_SIZE_PERCENTS else (*TEXT_SIZE_PERCENTS, size)
    names = tuple(
        say("sevens.size.percent", "{percent} %", percent=percent)
        if percent
        else say("sevens.size.table", "As the table")
        for percent in known
    )
    asked = say("sevens.size", "{seat}: size of the words", seat=SEAT_NAMES[seat])
    return ChoiceField(f"{SIZE_KEY}{seat}", asked, names, known, size)


PAGE_TOP: Final = 40.0
PAGE_HEAD_HEIGHT: Final = 88.0
PAGE_MARGIN: Final = 56.0


def page_area(canvas: Canvas, widest: float) -> Box:
    """The part of the canvas for a page of choices."""
    width = min(canvas.width - 2 * PAGE_MARGIN, widest)
    return Box.around(canvas.box.centre, width, canvas.height)


def page_head(*more: Child) -> Node:
    """The head of a page of choices: the button back, the title, and what is beside it."""
    return row(item("back", PAGE_HEAD_HEIGHT + 8), 28, "title", *more, size=PAGE_HEAD_HEIGHT)


def lay_choices(
    page: PageScene, choices: Iterable[ChoiceField], boxes: Iterable[Box]
) -> list[PushButton]:
    """Adds choices to the plates and labels of a page; gives their buttons."""
    buttons: list[PushButton] = []
    for choice, box in zip(choices, boxes, strict=True):
        laid = choice.laid_out(page.canvas, box)
        page.plates = (*page.plates, *laid.plates)
        page.labels = (*page.labels, *laid.labels)
        buttons += laid.buttons
    return buttons


def chosen_answer(choices: Iterable[ChoiceField], key: str) -> tuple[str, Any]:
    """The key of a choice and the chosen value, by the key of the button of an answer."""
    name, number = key.rsplit("=", 1)
    choice = next(choice for choice in choices if choice.key == name)
    return name, choice.values[int(number)]


class SeatsPage(PageScene):
    """The settings of both seats. Pops with "on" where the match shall go on, else with None.

    It speaks the language of the seat that asked for it, also after that has changed.
    """

    head = PAGE_TOP + PAGE_HEAD_HEIGHT + 15

    def __init__(
        self,
        table: AppContext,
        seating: Seating,
        tell: Callable[[Seating], None],
        *,
        language: Callable[[], str] = str,
        on: bool = False,
    ) -> None:
        """`tell` hears of every change; `language` gives the language of the page.

        `on`: a match is waiting, and the page says so.
        """
        super().__init__()
        self.guard = PageGuard()
        self.table, self.seating, self._tell = table, seating, tell
        self._speaks, self._on = language, on
        self.language = language()

    @property
    def choices(self) -> tuple[ChoiceField, ...]:
        return tuple(choice for line in self._lines() for choice in line)

    def _lines(self) -> list[tuple[ChoiceField, ...]]:
        """The choices by rows: side by side where they fit."""
        seating = self.seating
        strongest = self.table.strongest
        players = [player_choice(seat, seating, strongest) for seat in (0, 1)]
        languages = language_choices(self.table, seating)
        sizes = tuple(size_choice(seat, seating[seat].text_scale) for seat in (0, 1))
        pairs = [pair for pair in (languages, sizes) if pair]
        if self.canvas.portrait:
            pairs = [(choice,) for pair in pairs for choice in pair]
        last = (seating_choice(seating.edges),)
        return [*((player,) for player in players), *pairs, last]

    def lay_out(self) -> None:
        self.plates = ()
        note = 1.3 * self.canvas.context.scaled_size(BODY_SIZE)
        boxes = column(
            page_head(),
            *((item("note", note),) if self._on else ()),
            "body",
            gap=SEATS_GAP,
            padding=(0, PAGE_TOP, 0, 40 - SEATS_GAP),  # the last row has a gap below it
        ).place(page_area(self.canvas, MAX_SEATS_WIDTH))
        words = say("sevens.players", "Who plays")
        labels = [Label(words, boxes["title"], CARD_SIZE, DIM, bold=True, most=1)]
        if self._on:
            said = say(
                "sevens.players.said", "Hand a seat over, or take it back: the match goes on."
            )
            labels.append(Label(said, boxes["note"], BODY_SIZE, DIM, most=1))
        self.labels = tuple(labels)
        back = PushButton("back", boxes["back"], icon="back")
        self.buttons.replace([back, *self._lay_body(boxes["body"])])

    def _lay_body(self, body: Box) -> list[PushButton]:
        """The names, and below them the choices; the last row is for both seats."""
        lines = self._lines()
        step = min(
            self.canvas.context.scaled_length(MAX_ROW_HEIGHT, BODY_SIZE) + SEATS_GAP,
            body.h / (len(lines) + 1),
        )
        high = step - min(SEATS_GAP, step * 0.16)
        keys = [["name", "name"], *(["choice"] * len(line) for line in lines)]
        if self._on:
            keys[-1].append("on")
        boxes = column(
            *(row(*line, gap=2 * SEATS_GAP, size=high) for line in keys), gap=step - high
        ).place(body)
        buttons = [self._name_button(seat, box) for seat, box in enumerate(boxes.all("name"))]
        buttons += lay_choices(self, self.choices, boxes.all("choice"))
        if self._on:
            on = say("sevens.pause.on", "Resume")
            buttons.append(PushButton("on", boxes["on"], on, "play", "main", NAME_SIZE))
        return buttons

    def _name_button(self, seat: Seat, box: Box) -> PushButton:
        own = self.seating[seat].name
        said = say("sevens.own_name", "{seat}: enter a name", seat=SEAT_NAMES[seat])
        if own:
            # NOTE for translators: a side and who plays it: "Blue: Anna".
            said = say("sevens.own_name.is", "{seat}: {name}", seat=SEAT_NAMES[seat], name=own)
        person = not self.seating[seat].is_computer
        return PushButton(f"{NAME_KEY}{seat}", box, said, "pencil", size=NAME_SIZE, enabled=person)

    def pressed(self, key: str, /) -> Change:
        if key == "back":
            return self.back()
        if key == "on":
            return Pop(key)
        if key.startswith(NAME_KEY):
            return self._ask_name(int(key.removeprefix(NAME_KEY)))
        name, value = chosen_answer(self.choices, key)
        if name.startswith(SEAT_KEY) and value is not None:
            return self._ask_level(int(name.removeprefix(SEAT_KEY)))
        self._change(seating_with_choice(self.table, self.seating, name, value))
        return None

    def _ask_level(self, seat: Seat) -> Change:
        """All levels for the computer at a seat."""

        def then(key: object) -> Change:
            level = level_of_key(key) if isinstance(key, str) else None
            if level is not None:
                self._change(self.seating.but(seat, level=level))
            return None

        now = self.seating[seat].level or ""
        asked = level_dialog(self.table.strongest, now, adaptive=None)
        asked.language = self.language
        return Push(asked, then)

    def _ask_name(self, seat: Seat) -> Change:
        profile = self.seating[seat]
        scene = NamePage(profile.name, profile.edge, asks=PERSON_NAME)
        scene.language = profile.language

        def named(name: object) -> Change:
            if isinstance(name, str):
                self._change(self.seating.but(seat, name=name))
            return None

        return Push(scene, named)

    def _change(self, seating: Seating) -> None:
        self.seating = seating
        self._tell(seating)
        self.language = self._speaks()
        context = self.canvas.context.override(language=self.language)
        self.canvas = self.canvas.with_context(context)
        self.lay_out()


def seats_page_for(context: MatchContext, seat: Seat) -> SeatsPage:
    """The page during a match, in the language of the seat that asked for it."""
    return SeatsPage(
        context.table,
        context.seating,
        context.sit,
        language=lambda: context.language(seat),
        on=True,
    )


def seating_with_choice(table: AppContext, seating: Seating, key: str, value: Any) -> Seating:
    """The seating with what was chosen for one seat or for both."""
    if key == SEATING_KEY:
        return seating.moved(value)
    seat = int(key.rpartition(":")[2])
    if key.startswith(SEAT_KEY):
        return seating.but(seat, level=value)
    if key.startswith(LANGUAGE_KEY):
        # The table's own language follows the settings.
        return seating.but(seat, language="" if value == table.language else value)
    return seating.but(seat, text_scale=value)


def is_seat_choice(key: str) -> bool:
    """Whether `seating_with_choice` knows a choice."""
    return key == SEATING_KEY or key.startswith((SEAT_KEY, LANGUAGE_KEY, SIZE_KEY))
