"""Who plays: for each seat a person, or a computer player of some level."""

from typing import Final

from tabletop.ai import LEVELS
from tabletop.engine import Seat, Text, say
from tabletop.games.sevens.computer.levels import level_named
from tabletop.games.sevens.phases.page import Page
from tabletop.games.sevens.screen.desk import NAMES, Desk, Levels
from tabletop.games.sevens.screen.tongues import TONGUE, language_choices, with_language
from tabletop.ui.canvas import Box
from tabletop.ui.choice import Choice, ChoiceSheet
from tabletop.ui.label import Label
from tabletop.ui.scene import Change
from tabletop.ui.sheet import row
from tabletop.ui.theme import BODY_SIZE, CARD_SIZE, DIM, HEAD_SIZE
from tabletop.ui.tongue import speaking
from tabletop.ui.widgets import PushButton

PERSON: Final = say("sevens.person", "A person")
SEAT: Final = "seat:"
"""Begins the keys of the choices, before the seat's number."""
GAP: Final = 36.0
MARGIN: Final = 56.0
HEAD: Final = 88.0
ROW: Final = 170.0
WIDEST: Final = 1200.0
_PERSON: Final = "-"


def player_choice(seat: Seat, levels: Levels) -> Choice:
    """Who plays at a seat."""
    values = (None, *LEVELS)
    return Choice(f"{SEAT}{seat}", NAMES[seat], (PERSON, *LEVELS), values, levels[seat])


def changed(levels: Levels, seat: Seat, level: Text | None) -> Levels:
    """The same players, but for one seat."""
    return (level, levels[1]) if seat == 0 else (levels[0], level)


def written(levels: Levels) -> str:
    """The players as a record has them: ``-,Keen``."""
    return ",".join(_PERSON if level is None else str(level) for level in levels)


def read(text: str) -> Levels:
    """The inverse of `written`; whom it does not know is a person, for a match must go on."""
    names = text.split(",")
    if len(names) != len(NAMES):
        return None, None
    return level_named(names[0]), level_named(names[1])


class PlayersPage(Page, ChoiceSheet):
    """The players of a running match: a seat is handed over, taken back, or gets another level.

    It speaks to the seat that asked for it, also when that gets another language on it.
    """

    def __init__(self, desk: Desk, seat: Seat) -> None:
        super().__init__()
        self.desk = desk
        self.seat = seat
        self.language = desk.language(seat)

    @property
    def choices(self) -> tuple[Choice, ...]:
        players = (player_choice(seat, self.desk.levels) for seat in range(len(NAMES)))
        return *players, *language_choices(self.desk.table, self.desk.languages)

    def lay_out(self) -> None:
        canvas = self.canvas
        width = min(canvas.width - 2 * MARGIN, WIDEST)
        left = (canvas.width - width) / 2
        title = Box(left + HEAD + 36, 40, width - HEAD - 36, HEAD)
        head = say("sevens.players", "Who plays")
        said = say("sevens.players.said", "Hand a seat over, or take it back: the match goes on.")
        self.labels = (
            Label(head, title, CARD_SIZE, DIM, bold=True, most=1),
            Label(said, Box(left, title.bottom + GAP, width, 60), BODY_SIZE, DIM, most=1),
        )
        self.plates = ()
        buttons = [PushButton("back", Box(left, 40, HEAD + 8, HEAD), icon="back")]
        top = title.bottom + 60 + 2 * GAP
        choices = self.choices
        players, languages = choices[: len(NAMES)], choices[len(NAMES) :]
        for asked in (*((choice,) for choice in players), languages):
            if not asked:
                continue
            across = row(Box(left, top, width, ROW), len(asked), GAP)
            for choice, place in zip(asked, across, strict=True):
                laid = choice.laid_out(canvas, place)
                self.plates = (*self.plates, *laid.plates)
                self.labels = (*self.labels, *laid.labels)
                buttons += laid.buttons
            top += ROW + GAP
        on = say("sevens.pause.on", "Play on")
        place = Box(left, top + GAP, width, 130)
        buttons.append(PushButton("on", place, on, "play", "main", HEAD_SIZE))
        self.buttons.replace(buttons)

    def pressed(self, key: str, /) -> Change:
        if key in ("back", "on"):
            return self.back()
        name, number = key.rsplit("=", 1)
        choice = next(choice for choice in self.choices if choice.key == name)
        value, seat = choice.values[int(number)], int(name.rpartition(":")[2])
        if name.startswith(TONGUE):
            table, languages = self.desk.table, self.desk.languages
            self.desk.languages = with_language(languages, seat, value, table)
        else:
            self.desk.levels = changed(self.desk.levels, seat, value)
        self.language = self.desk.language(self.seat)
        with speaking(self.language):
            self.lay_out()
        return None
