"""The first page of Sevens: a match, playing alone, the booklet, the lesson; and all options."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from tabletop.ai import LEVELS
from tabletop.engine import Options, Text, say
from tabletop.games.sevens import figures
from tabletop.games.sevens.rules.match import GAME, SevensMatch
from tabletop.games.sevens.scenes.booklet import BookletPage
from tabletop.games.sevens.scenes.context import SEATS, TOGETHER, MatchContext, Seating
from tabletop.games.sevens.scenes.dialogs import (
    SeatsPage,
    is_seat_choice,
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
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE, CARD_SIZE, DIM, HEAD_SIZE, NAME_SIZE
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.choice import ChoiceField, option_choice
from tabletop.ui.widgets.lesson_page import COMPUTER, FRIEND
from tabletop.ui.widgets.page import PageGuard, PageScene, split_row


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
    match = SevensScene(context, _keep_nothing)
    yield
    yield from prewarm(match, canvas)
    puzzle = PuzzleScene(table, sound=start.sound)
    yield
    yield from prewarm(puzzle, canvas)
    yield from prewarm(BookletPage(table), canvas)
    yield from prewarm(SoloScene(table, start.options, sound=start.sound), canvas)


def _keep_nothing(match: SevensMatch) -> None:
    del match


MARGIN: Final = 56.0
HEAD_HEIGHT: Final = 88.0
GAP: Final = 26.0
COLUMN_GAP: Final = 72.0
MAX_PAGE_WIDTH: Final = 1760.0
PLAIN_OPTIONS: Final = ("clock", "look_seconds", "arrange_seconds")
"""Options on the first page; the others are on the page of all options."""
OPTION_ROW_HEIGHT: Final = 138.0
"""The height of one choice with its label."""


class OpeningPage(PageScene):
    """The page that the menu opens."""

    head = 40 + HEAD_HEIGHT + 17

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
        width = min(canvas.width - 2 * MARGIN, MAX_PAGE_WIDTH)
        top = 40 + HEAD_HEIGHT + 34
        body = Box((canvas.width - width) / 2, top, width, canvas.height - top - 48)
        title = Box(
            body.x + HEAD_HEIGHT + 36, 40, body.w - HEAD_HEIGHT - 36 - 280 - 272, HEAD_HEIGHT
        )
        self.labels = (Label(GAME.title, title, CARD_SIZE, bold=True, most=1),)
        frame_buttons = [
            PushButton("back", Box(body.x, 40, HEAD_HEIGHT + 8, HEAD_HEIGHT), icon="back"),
            PushButton(
                "rules",
                Box(body.right - 240, 40, 240, HEAD_HEIGHT),
                say("sevens.rules", "Rules"),
                "book",
            ),
            self._learn(Box(body.right - 240 - 32 - 240, 40, 240, HEAD_HEIGHT)),
        ]
        if canvas.portrait:
            ways = Box(body.x, body.y, body.w, min(760.0, body.h * 0.5))
            asked = Box(body.x, ways.bottom + 40, body.w, body.bottom - ways.bottom - 40)
        else:
            half = (body.w - COLUMN_GAP) / 2
            ways = Box(body.x, body.y, half, min(body.h, 820.0))
            asked = Box(body.right - half, body.y, half, body.h)
        buttons = self._lay_ways(ways)
        self.plates = ()
        buttons += self._lay_choices(asked)
        self.buttons.replace([*frame_buttons, *buttons])

    def _learn(self, box: Box) -> PushButton:
        """The lesson; highlighted where the game has never been taught or played here."""
        new = GAME.key not in self.table.taught
        words = say("sevens.learn", "Learn")
        return PushButton("learn", box, words, "finger", "other" if new else "plain")

    def _lay_ways(self, box: Box) -> list[PushButton]:
        """The buttons of the ways to play and of the booklet."""
        told = (
            ("two", self._two, "play", "main", HEAD_SIZE),
            ("solo", say("sevens.open.solo", "Alone, from memory"), "eye", "plain", NAME_SIZE),
            ("puzzle", say("sevens.open.puzzle", "Alone, a puzzle"), "puzzle", "plain", NAME_SIZE),
            ("booklet", say("sevens.open.booklet", "The booklet"), "book", "plain", NAME_SIZE),
        )
        share = (1.5, 1.0, 1.0, 1.0)
        unit = (box.h - 3 * GAP) / sum(share)
        buttons, y = [], box.y
        for (key, label, icon, style, size), part in zip(told, share, strict=True):
            place = Box(box.x, y, box.w, unit * part)
            buttons.append(PushButton(key, place, label, icon, style, size))  # type: ignore[arg-type]
            y = place.bottom + GAP
        return buttons

    @property
    def _two(self) -> Text:
        """The label of a match, by who plays it."""
        computers = self.start.seating.computers
        if computers == 0:
            return say("sevens.open.two", "Two at the table")
        if computers == 1:
            return say("sevens.open.one", "Against the computer")
        return say("sevens.open.none", "Watch two computers")

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
        players, others = choices[:SEATS], choices[SEATS:]
        lines = 1 + len(others)
        wanted = self.canvas.context.scaled_length(OPTION_ROW_HEIGHT, BODY_SIZE)
        gap = min(30.0, (box.h - more - wanted * lines) / (lines + 0.5))
        high = wanted if gap >= 12 else (box.h - more - 12 * (lines + 1)) / lines
        gap = max(12.0, gap)
        buttons, y = [], box.y
        for asked in (players, *((choice,) for choice in others)):
            for choice, place in zip(
                asked, split_row(Box(box.x, y, box.w, high), len(asked), GAP), strict=True
            ):
                laid = choice.laid_out(self.canvas, place)
                self.plates = (*self.plates, *laid.plates)
                self.labels = (*self.labels, *laid.labels)
                buttons += laid.buttons
            y += high + gap
        if self.table.kids_mode:  # children write no names, and get simple choices only
            return buttons
        seats, options = split_row(Box(box.x, y + 4, box.w, more), 2, GAP)
        names = say("sevens.seats", "Names and seats")
        words = say("sevens.more", "More options")
        return [
            *buttons,
            PushButton("seats", seats, names, "pencil", size=BODY_SIZE),
            PushButton("more", options, words, "plus", size=BODY_SIZE),
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
                self._choose(*key.rsplit("=", 1))
        self.lay_out()
        return None

    def _learned(self, wanted: object) -> Change:
        """Begins a match after the lesson, against a computer player or a friend."""
        if wanted not in (COMPUTER, FRIEND):
            return None
        level = LEVELS[0] if wanted == COMPUTER else None
        seating = self.start.seating.but(0, level=None).but(1, level=level)
        self.start.seating = seating if wanted == FRIEND else seating.moved(TOGETHER)
        self.lay_out()
        return self.pressed("two")

    def _seated(self, seating: Seating) -> None:
        self.start.seating = seating

    def _choose(self, key: str, number: str) -> None:
        choice = next(choice for choice in self.choices if choice.key == key)
        set_choice(self.start, key, choice.values[int(number)])


def set_choice(start: MatchSetup, key: str, value: Any) -> None:
    """Stores a choice: who plays, where they sit, or an option."""
    if is_seat_choice(key):
        start.seating = seating_with_choice(start.table, start.seating, key, value)
    else:
        options = {**start.options, key.removeprefix("option:"): value}
        start.options = GAME.check_options(options)


class OptionsPage(PageScene):
    """The page of all options, and of how pieces are moved."""

    head = 40 + HEAD_HEIGHT + 17

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
        canvas = self.canvas
        width = min(canvas.width - 2 * MARGIN, MAX_PAGE_WIDTH)
        left = (canvas.width - width) / 2
        title = Box(left + HEAD_HEIGHT + 36, 40, width - HEAD_HEIGHT - 36, HEAD_HEIGHT)
        words = say("sevens.options", "Options")
        self.labels = (Label(words, title, CARD_SIZE, DIM, bold=True, most=1),)
        self.plates = ()
        buttons = [PushButton("back", Box(left, 40, HEAD_HEIGHT + 8, HEAD_HEIGHT), icon="back")]
        choices = self.choices
        columns = 1 if canvas.portrait else 2
        rows = -(-len(choices) // columns)
        top = 40 + HEAD_HEIGHT + 34
        step = min(
            self.canvas.context.scaled_length(OPTION_ROW_HEIGHT, BODY_SIZE) + 34,
            (canvas.height - top - 40) / rows,
        )
        each = (width - COLUMN_GAP * (columns - 1)) / columns
        for number, choice in enumerate(choices):
            column, line = divmod(number, rows)
            x = left + column * (each + COLUMN_GAP)
            place = Box(x, top + line * step, each, step - min(34.0, step * 0.16))
            laid = choice.laid_out(canvas, place)
            self.plates = (*self.plates, *laid.plates)
            self.labels = (*self.labels, *laid.labels)
            buttons += laid.buttons
        self.buttons.replace(buttons)

    def pressed(self, key: str, /) -> Change:
        if key == "back":
            return self.back()
        name, number = key.rsplit("=", 1)
        choice = next(choice for choice in self.choices if choice.key == name)
        value = choice.values[int(number)]
        if name.startswith("set:"):
            self.table.change(name.removeprefix("set:"), value)
        else:
            set_choice(self.start, name, value)
        self.lay_out()
        return None
