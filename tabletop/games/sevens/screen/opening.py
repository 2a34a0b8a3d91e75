"""The first page of Sevens: two at the table, or one alone; the booklet; how it is played."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from tabletop.ai import LEVELS
from tabletop.engine import Options, Text, say
from tabletop.games.sevens.alone.puzzle import PuzzleScene
from tabletop.games.sevens.alone.solo import SoloScene
from tabletop.games.sevens.game import GAME
from tabletop.games.sevens.learning.scene import SevensLesson
from tabletop.games.sevens.phases.page import Page
from tabletop.games.sevens.screen.ahead import pages_ahead
from tabletop.games.sevens.screen.begin import Start
from tabletop.games.sevens.screen.desk import NAMES, TOGETHER
from tabletop.games.sevens.screen.players import player_choice
from tabletop.games.sevens.screen.seats_page import SeatsPage, chosen, is_of_seats, sitting_choice
from tabletop.games.sevens.screen.sitting import Sitting, usual_sitting
from tabletop.games.sevens.shelf.browse import BrowseScene
from tabletop.ui.canvas import Box
from tabletop.ui.choice import Choice, ChoiceSheet
from tabletop.ui.label import Label
from tabletop.ui.lesson_page import COMPUTER, FRIEND
from tabletop.ui.lettering import grown
from tabletop.ui.live import NewPage
from tabletop.ui.scene import Change, Push
from tabletop.ui.setup_choices import option_choice
from tabletop.ui.sheet import row
from tabletop.ui.table import Table
from tabletop.ui.theme import BODY_SIZE, CARD_SIZE, DIM, HEAD_SIZE, NAME_SIZE
from tabletop.ui.widgets import PushButton

MARGIN: Final = 56.0
HEAD: Final = 88.0
GAP: Final = 26.0
BETWEEN: Final = 72.0
WIDEST: Final = 1760.0
PLAIN_OPTIONS: Final = ("clock", "look_seconds", "arrange_seconds")
"""What most tables want to choose; the rest stands on a page of its own."""
ROW: Final = 138.0
"""The height of one choice with its words."""


class Opening(Page, ChoiceSheet):
    """What the menu opens: how many play, and how."""

    head = 40 + HEAD + 17

    def __init__(
        self,
        table: Table,
        rules: NewPage,
        sound: NewPage | None = None,
        match_rules: NewPage | None = None,
    ) -> None:
        """`rules` makes the page of the rules, `sound` the one of the volumes.

        `match_rules` makes the rules that lie over a match; None: the same.
        """
        super().__init__()
        self.table = table
        self._rules = rules
        options, sitting = GAME.check_options({}), usual_sitting(table)
        self.start = Start(table, match_rules or rules, options, sitting, sound=sound)
        before = table.chosen.get(GAME.key)
        if isinstance(before, Start):
            self.start.options, self.start.sitting = before.options, before.sitting
        table.chosen[GAME.key] = self.start

    def lay_out(self) -> None:
        canvas = self.canvas
        width = min(canvas.width - 2 * MARGIN, WIDEST)
        top = 40 + HEAD + 34
        body = Box((canvas.width - width) / 2, top, width, canvas.height - top - 48)
        title = Box(body.x + HEAD + 36, 40, body.w - HEAD - 36 - 280 - 272, HEAD)
        self.labels = (Label(GAME.title, title, CARD_SIZE, bold=True, most=1),)
        frame_buttons = [
            PushButton("back", Box(body.x, 40, HEAD + 8, HEAD), icon="back"),
            PushButton(
                "rules", Box(body.right - 240, 40, 240, HEAD), say("sevens.rules", "Rules"), "book"
            ),
            self._learn(Box(body.right - 240 - 32 - 240, 40, 240, HEAD)),
        ]
        if canvas.portrait:
            ways = Box(body.x, body.y, body.w, min(760.0, body.h * 0.5))
            asked = Box(body.x, ways.bottom + 40, body.w, body.bottom - ways.bottom - 40)
        else:
            half = (body.w - BETWEEN) / 2
            ways = Box(body.x, body.y, half, min(body.h, 820.0))
            asked = Box(body.right - half, body.y, half, body.h)
        buttons = self._lay_ways(ways)
        self.plates = ()
        buttons += self._lay_choices(asked)
        self.buttons.replace([*frame_buttons, *buttons])

    def _learn(self, box: Box) -> PushButton:
        """The lesson: offered in colour where this table has neither taught nor played the game."""
        new = GAME.key not in self.table.taught
        words = say("sevens.learn", "Learn")
        return PushButton("learn", box, words, "finger", "other" if new else "plain")

    def _lay_ways(self, box: Box) -> list[PushButton]:
        """The three ways to play, and the booklet; each with a line that says what it is."""
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
        """What a match is called, by who plays it."""
        computers = sum(level is not None for level in self.start.sitting.levels)
        if computers == 0:
            return say("sevens.open.two", "Two at the table")
        if computers == 1:
            return say("sevens.open.one", "Against the computer")
        return say("sevens.open.none", "Watch two computers")

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What can be chosen on this page."""
        levels, strongest = self.start.sitting.levels, self.table.strongest
        players = [player_choice(seat, levels, strongest) for seat in range(len(NAMES))]
        if self.table.for_kids:
            return tuple(players)
        known = {option.key: option for option in GAME.options}
        options = [option_choice(known[key], self.start.options[key]) for key in PLAIN_OPTIONS]
        return (*players, sitting_choice(self.start.sitting.sides), *options)

    def _lay_choices(self, box: Box) -> list[PushButton]:
        choices = self.choices
        more = 96.0
        players, others = choices[: len(NAMES)], choices[len(NAMES) :]
        lines = 1 + len(others)
        wanted = grown(ROW, BODY_SIZE)
        gap = min(30.0, (box.h - more - wanted * lines) / (lines + 0.5))
        high = wanted if gap >= 12 else (box.h - more - 12 * (lines + 1)) / lines
        gap = max(12.0, gap)
        buttons, y = [], box.y
        for asked in (players, *((choice,) for choice in others)):
            for choice, place in zip(
                asked, row(Box(box.x, y, box.w, high), len(asked), GAP), strict=True
            ):
                laid = choice.laid_out(self.canvas, place)
                self.plates = (*self.plates, *laid.plates)
                self.labels = (*self.labels, *laid.labels)
                buttons += laid.buttons
            y += high + gap
        if self.table.for_kids:  # they write no names, and choose nothing that is hard to explain
            return buttons
        seats, options = row(Box(box.x, y + 4, box.w, more), 2, GAP)
        names = say("sevens.seats", "Names and seats")
        words = say("sevens.more", "More options")
        return [
            *buttons,
            PushButton("seats", seats, names, "pencil", size=BODY_SIZE),
            PushButton("more", options, words, "plus", size=BODY_SIZE),
        ]

    def preparing(self) -> Iterator[object]:
        yield from pages_ahead(self.start, self.canvas)

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
                return Push(BrowseScene(self.table))
            case "seats":
                return Push(SeatsPage(self.table, self.start.sitting, self._seated))
            case "more":
                return Push(OptionsPage(self.table, self.start))
            case _:
                self._choose(*key.rsplit("=", 1))
        self.lay_out()
        return None

    def _learned(self, wanted: object) -> Change:
        """Who has learned the game plays at once, a beginner of a computer or a friend."""
        if wanted not in (COMPUTER, FRIEND):
            return None
        levels = (None, LEVELS[0] if wanted == COMPUTER else None)
        sides = self.start.sitting.sides if wanted == FRIEND else TOGETHER
        self.start.sitting = replace(self.start.sitting, levels=levels, sides=sides)
        self.lay_out()
        return self.pressed("two")

    def _seated(self, sitting: Sitting) -> None:
        self.start.sitting = sitting

    def _choose(self, key: str, number: str) -> None:
        choice = next(choice for choice in self.choices if choice.key == key)
        choose(self.start, key, choice.values[int(number)])


def choose(start: Start, key: str, value: Any) -> None:
    """Sets what was chosen: who plays, how people sit, or one of the options."""
    if is_of_seats(key):
        start.sitting = chosen(start.table, start.sitting, key, value)
    else:
        options = {**start.options, key.removeprefix("option:"): value}
        start.options = GAME.check_options(options)


class OptionsPage(Page, ChoiceSheet):
    """All options of the match, and how pieces are moved on this table."""

    head = 40 + HEAD + 17

    def __init__(self, table: Table, start: Start) -> None:
        super().__init__()
        self.table = table
        self.start = start

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Every option, then the table's own settings for loose pieces."""
        options: Options = self.start.options
        settings = self.table.settings
        return (
            *(option_choice(option, options[option.key]) for option in GAME.options),
            Choice(
                "set:pieces.hold",
                # NOTE for translators: a question; its answers are "By dragging" and "By two taps".
                say("sevens.hold", "Pieces are moved"),
                (say("sevens.hold.drag", "By dragging"), say("sevens.hold.tap", "By two taps")),
                ("drag", "tap"),
                settings["pieces.hold"],
            ),
            Choice(
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
        width = min(canvas.width - 2 * MARGIN, WIDEST)
        left = (canvas.width - width) / 2
        title = Box(left + HEAD + 36, 40, width - HEAD - 36, HEAD)
        words = say("sevens.options", "Options")
        self.labels = (Label(words, title, CARD_SIZE, DIM, bold=True, most=1),)
        self.plates = ()
        buttons = [PushButton("back", Box(left, 40, HEAD + 8, HEAD), icon="back")]
        choices = self.choices
        columns = 1 if canvas.portrait else 2
        rows = -(-len(choices) // columns)
        top = 40 + HEAD + 34
        step = min(grown(ROW, BODY_SIZE) + 34, (canvas.height - top - 40) / rows)
        each = (width - BETWEEN * (columns - 1)) / columns
        for number, choice in enumerate(choices):
            column, line = divmod(number, rows)
            x = left + column * (each + BETWEEN)
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
            choose(self.start, name, value)
        self.lay_out()
        return None
