"""The first page of Sevens: a match, playing alone, the booklet, the lesson; and all options."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from tabletop.ai import LEVELS
from tabletop.engine import Options, say
from tabletop.games.sevens import figures
from tabletop.games.sevens.rules.match import GAME, SevensMatch
from tabletop.games.sevens.scenes.booklet import BookletPage
from tabletop.games.sevens.scenes.context import SEATS, TOGETHER, MatchContext, Seating
from tabletop.games.sevens.scenes.dialogs import (
    PAGE_HEAD_HEIGHT,
    PAGE_TOP,
    SeatsPage,
    chosen_answer,
    is_seat_choice,
    lay_choices,
    page_area,
    page_head,
    player_choice,
    seating_choice,
    seating_with_choice,
)
from tabletop.games.sevens.scenes.lesson import SevensLesson
from tabletop.games.sevens.scenes.match import MatchSetup, SevensScene
from tabletop.games.sevens.scenes.puzzle import PuzzleScene
from tabletop.games.sevens.scenes.solo import SoloScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.live_game import PageFactory
from tabletop.ui.core.prewarm import prewarm
from tabletop.ui.core.scene import Change, Push
from tabletop.ui.layout import column, item, row
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE, CARD_SIZE, DIM, HEAD_SIZE, NAME_SIZE
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton
from tabletop.ui.widgets.choice import ChoiceField, option_choice
from tabletop.ui.widgets.lesson_page import COMPUTER, FRIEND
from tabletop.ui.widgets.page import PageGuard, PageScene


def prewarm_pages(start: MatchSetup, canvas: Canvas) -> Iterator[None]:
    """Prepares the pages that this one opens, step by step, so that they open at once."""
    figures.booklet()
    yield
    # With its own seed, so that real matches do not depend on what was prepared.
    table = replace(start.table, seed=lambda: 0)
    context = MatchContext(
        table, SevensMatch(options=start.options), rules=start.rules, sound=start.sound
    )
    context.sit(start.seating)
    match = SevensScene(context)
    yield
    yield from prewarm(match, canvas)
    puzzle = PuzzleScene(table, sound=start.sound)
    yield
    yield from prewarm(puzzle, canvas)
    yield from prewarm(BookletPage(table), canvas)
    yield from prewarm(SoloScene(table, start.options, sound=start.sound), canvas)


GAP: Final = 26.0
COLUMN_GAP: Final = 72.0
MAX_PAGE_WIDTH: Final = 1760.0
PLAIN_OPTIONS: Final = ("clock", "look_seconds", "arrange_seconds")
"""Options on the first page; the others are on the page of all options."""
OPTION_ROW_HEIGHT: Final = 138.0
"""The height of one choice with its label."""


class OpeningPage(PageScene):
    """The page that the menu opens."""

    head = PAGE_TOP + PAGE_HEAD_HEIGHT + 17

    def __init__(
        self,
        table: AppContext,
        rules: PageFactory,
        sound: PageFactory | None = None,
        match_rules: PageFactory | None = None,
    ) -> None:
        """`rules`, `sound` and `match_rules` give the pages of the rules and the volumes.

        `match_rules` are the rules shown over a match; None: the same.
        """
        super().__init__()
        self.guard = PageGuard()
        self.table = table
        self._rules = rules
        options, seating = GAME.check_options({}), Seating.by_settings(table)
        self.start = MatchSetup(table, match_rules or rules, options, seating, sound=sound)
        before = table.chosen.get(GAME.key)
        if isinstance(before, MatchSetup):
            self.start.options, self.start.seating = before.options, before.seating
        table.chosen[GAME.key] = self.start

    def lay_out(self) -> None:
        canvas = self.canvas
        self.plates = ()
        head = page_head(40, item("learn", 240), 32, item("rules", 240))
        if canvas.portrait:
            high = canvas.height - PAGE_TOP - PAGE_HEAD_HEIGHT - 34 - 48
            body = column(item("ways", min(760.0, high * 0.5)), 40, "choices")
        else:
            body = row(item("ways", cross_size=820.0), COLUMN_GAP, "choices")
        boxes = column(head, 34, body, padding=(0, PAGE_TOP, 0, 48)).place(
            page_area(canvas, MAX_PAGE_WIDTH)
        )
        self.labels = (Label(GAME.title, boxes["title"], CARD_SIZE, bold=True, most=1),)
        # The lesson is highlighted where the game has never been taught or played here.
        style: ButtonStyle = "plain" if GAME.key in self.table.taught else "other"
        self.buttons.replace(
            [
                PushButton("back", boxes["back"], icon="back"),
                PushButton("rules", boxes["rules"], say("sevens.rules", "Rules"), "book"),
                PushButton("learn", boxes["learn"], say("sevens.learn", "Learn"), "finger", style),
                *self._lay_ways(boxes["ways"]),
                *self._lay_choices(boxes["choices"]),
            ]
        )

    def _lay_ways(self, box: Box) -> list[PushButton]:
        computers = self.start.seating.computers
        match_label = (
            say("sevens.open.two", "Two at the table"),
            say("sevens.open.one", "Against the computer"),
            say("sevens.open.none", "Watch two computers"),
        )[computers]
        ways = column(item("two", weight=1.5), "solo", "puzzle", "booklet", gap=GAP).place(box)
        others = (
            ("solo", say("sevens.open.solo", "Alone, from memory"), "eye"),
            ("puzzle", say("sevens.open.puzzle", "Alone, a puzzle"), "puzzle"),
            ("booklet", say("sevens.open.booklet", "The booklet"), "book"),
        )
        return [
            PushButton("two", ways["two"], match_label, "play", "main", HEAD_SIZE),
            *(
                PushButton(key, ways[key], label, icon, size=NAME_SIZE)
                for key, label, icon in others
            ),
        ]

    @property
    def choices(self) -> tuple[ChoiceField, ...]:
        seating, strongest = self.start.seating, self.table.strongest
        players = [player_choice(seat, seating, strongest) for seat in range(SEATS)]
        if self.table.kids_mode:
            return tuple(players)
        known = {option.key: option for option in GAME.options}
        options = [option_choice(known[key], self.start.options[key]) for key in PLAIN_OPTIONS]
        return (*players, seating_choice(seating.edges), *options)

    def _lay_choices(self, box: Box) -> list[PushButton]:
        choices = self.choices
        more = 96.0
        lines = 1 + len(choices[SEATS:])
        wanted = self.canvas.context.scaled_length(OPTION_ROW_HEIGHT, BODY_SIZE)
        gap = min(30.0, (box.h - more - wanted * lines) / (lines + 0.5))
        high = wanted if gap >= 12 else (box.h - more - 12 * (lines + 1)) / lines
        boxes = column(
            row(*["choice"] * SEATS, gap=GAP, size=high),
            *[item("choice", high)] * (lines - 1),
            row("seats", "more", gap=GAP, size=more, offset=(0, 4)),
            gap=max(12.0, gap),
        ).place(box)
        buttons = lay_choices(self, choices, boxes.all("choice"))
        if self.table.kids_mode:  # children write no names, and get simple choices only
            return buttons
        names = say("sevens.seats", "Names and seats")
        words = say("sevens.more", "More options")
        return [
            *buttons,
            PushButton("seats", boxes["seats"], names, "pencil", size=BODY_SIZE),
            PushButton("more", boxes["more"], words, "plus", size=BODY_SIZE),
        ]

    def preparing(self) -> Iterator[object]:
        yield from prewarm_pages(self.start, self.canvas)

    def pressed(self, key: str, /) -> Change:
        match key:
            case "back":
                return self.back()
            case "rules":
                return Push(self._rules(), self._learned)
            case "learn":
                return Push(SevensLesson(self.table), self._learned)
            case "two":
                self.table.teach(GAME.key)
                return Push(self.start.match())
            case "solo":
                return Push(SoloScene(self.table, self.start.options, sound=self.start.sound))
            case "puzzle":
                return Push(PuzzleScene(self.table, sound=self.start.sound))
            case "booklet":
                return Push(BookletPage(self.table))
            case "seats":
                return Push(SeatsPage(self.table, self.start.seating, self._seated))
            case "more":
                return Push(OptionsPage(self.table, self.start))
            case _:
                set_choice(self.start, *chosen_answer(self.choices, key))
        self.lay_out()
        return None

    def _seated(self, seating: Seating) -> None:
        self.start.seating = seating

    def _learned(self, wanted: object) -> Change:
        """Begins a match after the lesson, against a computer player or a friend."""
        if wanted not in (COMPUTER, FRIEND):
            return None
        level = LEVELS[0] if wanted == COMPUTER else None
        seating = self.start.seating.but(0, level=None).but(1, level=level)
        self.start.seating = seating if wanted == FRIEND else seating.moved(TOGETHER)
        self.lay_out()
        return self.pressed("two")


def set_choice(start: MatchSetup, key: str, value: Any) -> None:
    """Stores a choice: who plays, where they sit, or an option."""
    if is_seat_choice(key):
        start.seating = seating_with_choice(start.table, start.seating, key, value)
    else:
        options = {**start.options, key.removeprefix("option:"): value}
        start.options = GAME.check_options(options)


class OptionsPage(PageScene):
    """The page of all options, and of how pieces are moved."""

    head = PAGE_TOP + PAGE_HEAD_HEIGHT + 17

    def __init__(self, table: AppContext, start: MatchSetup) -> None:
        super().__init__()
        self.guard = PageGuard()
        self.table = table
        self.start = start

    @property
    def choices(self) -> tuple[ChoiceField, ...]:
        """Every option, then the settings for loose pieces."""
        options: Options = self.start.options
        settings = self.table.settings
        return (
            *(option_choice(option, options[option.key]) for option in GAME.options),
            ChoiceField(
                "set:pieces.hold",
                # NOTE for translators: a question; its answers are "By dragging" and "By two taps".
                say("sevens.hold", "Pieces are moved"),
                (say("sevens.hold.drag", "By dragging"), say("sevens.hold.tap", "By two taps")),
                ("drag", "tap"),
                settings["pieces.hold"],
            ),
            ChoiceField(
                "set:pieces.turn_step",
                # NOTE for translators: a question; its answers are "45 degrees" and "15 degrees".
                say("sevens.step", "A tap turns a piece by"),
                (say("sevens.step.45", "45 degrees"), say("sevens.step.15", "15 degrees")),
                ("45", "15"),
                settings["pieces.turn_step"],
            ),
        )

    def lay_out(self) -> None:
        canvas, choices = self.canvas, self.choices
        self.plates = ()
        columns = 1 if canvas.portrait else 2
        rows = -(-len(choices) // columns)
        step = min(
            canvas.context.scaled_length(OPTION_ROW_HEIGHT, BODY_SIZE) + 34,
            (canvas.height - PAGE_TOP - PAGE_HEAD_HEIGHT - 34 - 40) / rows,
        )
        gap = min(34.0, step * 0.16)
        each = column(*[item("choice", step - gap)] * rows, gap=gap)
        boxes = column(
            page_head(), 34, row(*[each] * columns, gap=COLUMN_GAP), padding=(0, PAGE_TOP, 0, 0)
        ).place(page_area(canvas, MAX_PAGE_WIDTH))
        words = say("sevens.options", "Options")
        self.labels = (Label(words, boxes["title"], CARD_SIZE, DIM, bold=True, most=1),)
        back = PushButton("back", boxes["back"], icon="back")
        places = boxes.all("choice")[: len(choices)]
        self.buttons.replace([back, *lay_choices(self, choices, places)])

    def pressed(self, key: str, /) -> Change:
        if key == "back":
            return self.back()
        name, value = chosen_answer(self.choices, key)
        if name.startswith("set:"):
            self.table.change(name.removeprefix("set:"), value)
        else:
            set_choice(self.start, name, value)
        self.lay_out()
        return None
