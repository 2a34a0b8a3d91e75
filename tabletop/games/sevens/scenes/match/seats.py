"""Who plays: for each seat a person, or a computer player of some level.

In which language each of the two reads: what is chosen, and how a record has it.

Who sits where and how each is spoken to: what people choose of it, and how a record has it.

The two seats: who plays there, under what name, in which language, how large, at which edge.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import quote, unquote

from tabletop.ai import LEVELS
from tabletop.engine import Seat, Text, joined, say
from tabletop.games.sevens.computer.levels import level_named
from tabletop.games.sevens.scenes.context import (
    DEFAULT_SEAT_NAMES,
    FACING,
    TOGETHER,
    MatchContext,
    PlayerNames,
    SeatLanguages,
    SeatLevels,
    SeatSides,
    SeatTextSizes,
)
from tabletop.games.sevens.scenes.dialogs import GuardedPage, NamePage
from tabletop.languages import ENGLISH, all_languages, has_language
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.context import MAX_TEXT_SCALE, scaled_length, scaled_size, use_language
from tabletop.ui.core.scene import Change, Push
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE, CARD_SIZE, DIM, NAME_SIZE
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.choice import ChoiceField, ChoicePage
from tabletop.ui.widgets.page import split_row

PERSON: Final = say("sevens.person", "A person")
SEAT_KEY: Final = "seat:"
"""Begins the keys of the choices, before the seat's number."""
_PERSON: Final = "-"


def player_choice(seat: Seat, levels: SeatLevels, strongest: str = LEVELS[-1]) -> ChoiceField:
    """Who plays at a seat: a person, or a computer up to the strongest level that is offered."""
    offered = LEVELS[: LEVELS.index(strongest) + 1]
    level = levels[seat]
    chosen = level if level is None or level in offered else offered[-1]
    return ChoiceField(
        f"{SEAT_KEY}{seat}", DEFAULT_SEAT_NAMES[seat], (PERSON, *offered), (None, *offered), chosen
    )


def capped_levels(levels: SeatLevels, strongest: str) -> SeatLevels:
    """The same players, none of them stronger than that level."""
    most = LEVELS.index(strongest)
    kept = [level if level is None else LEVELS[min(most, LEVELS.index(level))] for level in levels]
    return kept[0], kept[1]


def with_level(levels: SeatLevels, seat: Seat, level: Text | None) -> SeatLevels:
    """The same players, but for one seat."""
    return (level, levels[1]) if seat == 0 else (levels[0], level)


def format_levels(levels: SeatLevels) -> str:
    """The players as a record has them: ``-,Keen``."""
    return ",".join(_PERSON if level is None else str(level) for level in levels)


def parse_levels(text: str) -> SeatLevels:
    """The inverse of `written`; whom it does not know is a person, for a match must go on."""
    names = text.split(",")
    if len(names) != len(DEFAULT_SEAT_NAMES):
        return None, None
    return level_named(names[0]), level_named(names[1])


LANGUAGE_KEY: Final = "language:"
"""Begins the keys of the choices, before the seat's number."""
LANGUAGES_TAG: Final = "Languages"
"""The line of a kept record that says it, where a seat has a language of its own."""
TABLE_LANGUAGES: Final[SeatLanguages] = ("", "")


def language_choices(table: AppContext, languages: SeatLanguages) -> tuple[ChoiceField, ...]:
    """In which language each seat reads; nothing to choose where the table speaks one only."""
    known = all_languages()
    if len(known) < 2:
        return ()
    names = tuple(joined("", each.name) for each in known)
    codes = tuple(each.code for each in known)
    return tuple(
        ChoiceField(
            f"{LANGUAGE_KEY}{seat}",
            # NOTE for translators: a question; its answers are languages by their own names.
            say("sevens.language", "{seat} reads", seat=DEFAULT_SEAT_NAMES[seat]),
            names,
            codes,
            code if code in codes else ENGLISH,
        )
        for seat, code in enumerate(own or table.language for own in languages)
    )


def with_language(
    languages: SeatLanguages, seat: Seat, code: str, table: AppContext
) -> SeatLanguages:
    """The same, but one seat reads another language; in the table's own it goes with the table."""
    own = "" if code == table.language else code
    return (own, languages[1]) if seat == 0 else (languages[0], own)


def format_languages(languages: SeatLanguages) -> str:
    """The languages as a record has them: ``de,`` where the second seat reads the table's."""
    return ",".join(languages)


def parse_languages(text: str) -> SeatLanguages:
    """The inverse of `written`; what this table does not speak is read in its own language."""
    codes = [code if has_language(code) else "" for code in text.split(",")]
    return (codes[0], codes[1]) if len(codes) == len(TABLE_LANGUAGES) else TABLE_LANGUAGES


MAX_PERSON_NAME_LENGTH: Final = 12
"""Signs of a person's name."""
PLAYERS_TAG: Final = "Players"
"""The line of a kept record that says who plays, if not two people."""
_SEATS: Final = 2


@dataclass(frozen=True, slots=True)
class Seating:
    """The two at the table, as they sit down."""

    sides: SeatSides = TOGETHER
    levels: SeatLevels = (None, None)
    """For each seat the level of the computer player in it; None for a person."""
    languages: SeatLanguages = TABLE_LANGUAGES
    """In which language each seat reads, by its code; empty: in the table's."""
    names: PlayerNames = ("", "")
    sizes: SeatTextSizes = (0, 0)

    @property
    def facing(self) -> bool:
        """Whether something is turned, because not both sit at the near edge."""
        return any(self.sides)

    def at_most(self, strongest: str) -> "Seating":
        """The same with no computer stronger than that level."""
        return replace(self, levels=capped_levels(self.levels, strongest))

    def seat(self, desk: MatchContext) -> None:
        """Has them sit at a desk."""
        desk.sides, desk.levels, desk.languages = self.sides, self.levels, self.languages
        desk.names, desk.sizes = self.names, self.sizes
        if self.facing:
            desk.sat = self.sides

    @classmethod
    def at(cls, desk: MatchContext) -> "Seating":
        """As they sit at a desk."""
        return cls(desk.sides, desk.levels, desk.languages, desk.names, desk.sizes)

    @classmethod
    def of_people_at(cls, desk: MatchContext) -> "Seating":
        """The same, with those people whose seats are only minded for them."""
        first, second = (None if n in desk.minded else desk.levels[n] for n in range(_SEATS))
        return replace(cls.at(desk), levels=(first, second))

    def moved(self, seat: Seat, side: int) -> "Seating":
        """The same with a seat at another edge."""
        first, second = self.sides
        return replace(self, sides=(side, second) if seat == 0 else (first, side))

    def named(self, seat: Seat, name: str) -> "Seating":
        """The same with another name of the person at a seat."""
        first, second = self.names
        return replace(self, names=(name, second) if seat == 0 else (first, name))

    def sized(self, seat: Seat, percent: int) -> "Seating":
        """The same with words of another size for a seat."""
        first, second = self.sizes
        return replace(self, sizes=(percent, second) if seat == 0 else (first, percent))

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """The lines of a record that tell all this."""
        more = {
            "Sides": _comma_joined(self.sides) if any(self.sides) else "",
            PLAYERS_TAG: format_levels(self.levels) if any(self.levels) else "",
            LANGUAGES_TAG: format_languages(self.languages) if any(self.languages) else "",
            "Names": _comma_joined([quote(name) for name in self.names]) if any(self.names) else "",
            "Sizes": _comma_joined(self.sizes) if any(self.sizes) else "",
        }
        facing = ("Facing", "yes" if self.facing else "no")
        return (facing, *((key, value) for key, value in more.items() if value))

    @classmethod
    def told(cls, lines: Mapping[str, str]) -> "Seating":
        """What the lines of a record tell; what they do not, or what is damaged, is as at first."""
        old = FACING if lines.get("Facing") == "yes" else TOGETHER
        sides = _parse_pair(lines.get("Sides", ""), 3)
        sizes = _parse_pair(lines.get("Sizes", ""), MAX_TEXT_SCALE) or (0, 0)
        names = [clean_name(unquote(part)) for part in lines.get("Names", "").split(",")]
        return cls(
            sides or old,
            parse_levels(lines.get(PLAYERS_TAG, "")),
            parse_languages(lines.get(LANGUAGES_TAG, "")),
            (names[0], names[1]) if len(names) == _SEATS else ("", ""),
            (_size(sizes[0]), _size(sizes[1])),
        )


def default_seating(table: AppContext) -> Seating:
    """How people sit down who have not said anything, by the table's settings."""
    return Seating(FACING if table.settings["play.seating"] == "facing" else TOGETHER)


def clean_name(text: str) -> str:
    """A name as it is kept: printable signs and single blanks, at most `LONGEST_NAME` of them.

    Empty where there is no letter or digit in it: nobody can be called that.
    """
    kept = "".join(sign if sign.isprintable() else " " for sign in text)
    name = " ".join(kept.split())[:MAX_PERSON_NAME_LENGTH].rstrip()
    return name if any(sign.isalnum() for sign in name) else ""


def _size(percent: int) -> int:
    return percent if percent >= 100 else 0


def _comma_joined(values: Sequence[object]) -> str:
    return ",".join(map(str, values))


def _parse_pair(text: str, most: int) -> tuple[int, int] | None:
    """Two numbers up to that, with a comma between them; None for anything else."""
    parts = text.split(",")
    if len(parts) != _SEATS or not all(part.isascii() and part.isdigit() for part in parts):
        return None
    first, second = (int(part[:5]) for part in parts)
    return (first, second) if max(first, second) <= most else None


NAME_KEY: Final = "name:"
SIZE_KEY: Final = "size:"
"""These begin the keys of what is a seat's own, before its number."""
SEATING_KEY: Final = "sitting"
GAP: Final = 30.0
MARGIN: Final = 56.0
HEAD_HEIGHT: Final = 88.0
MAX_ROW_HEIGHT: Final = 168.0
"""The most that one choice with its words is high."""
MAX_PAGE_WIDTH: Final = 1560.0
TEXT_SIZE_PERCENTS: Final = (0, 125, 150, 200)
"""The sizes that a seat's words can have; 0: the table's."""
SEATING_CHOICES: Final[tuple[SeatSides, ...]] = (TOGETHER, FACING, (0, 1), (0, 3))
"""How two can sit."""


def seating_choice(sides: SeatSides) -> ChoiceField:
    """At which edges the two sit."""
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
    """How large a seat's words are."""
    known = TEXT_SIZE_PERCENTS if size in TEXT_SIZE_PERCENTS else (*TEXT_SIZE_PERCENTS, size)
    names = tuple(
        say("sevens.size.percent", "{percent} %", percent=percent)
        if percent
        else say("sevens.size.table", "As the table")
        for percent in known
    )
    asked = say("sevens.size", "{seat}: size of the words", seat=DEFAULT_SEAT_NAMES[seat])
    return ChoiceField(f"{SIZE_KEY}{seat}", asked, names, known, size)


class SeatsPage(GuardedPage, ChoicePage):
    """Everything that is a seat's own, of both seats. It pops when it is left.

    It speaks to the seat that asked for it, also when that gets another language on it.
    """

    head = 40 + HEAD_HEIGHT + 15

    def __init__(
        self,
        table: AppContext,
        sitting: Seating,
        tell: Callable[[Seating], None],
        *,
        language: Callable[[], str] = str,
        on: bool = False,
    ) -> None:
        """`tell` hears of every change; `language` is that of the seat that reads the page.

        `on`: a match waits, and the page says so.
        """
        super().__init__()
        self.table, self.sitting, self._tell = table, sitting, tell
        self._speaks, self._on = language, on
        self.language = language()

    @property
    def choices(self) -> tuple[ChoiceField, ...]:
        """All that can be chosen."""
        return tuple(choice for line in self._lines() for choice in line)

    def _lines(self) -> list[tuple[ChoiceField, ...]]:
        """What can be chosen, line by line: beside each other what fits there."""
        sitting = self.sitting
        strongest = self.table.strongest
        players = [player_choice(seat, sitting.levels, strongest) for seat in (0, 1)]
        tongues = language_choices(self.table, sitting.languages)
        sizes = tuple(size_choice(seat, sitting.sizes[seat]) for seat in (0, 1))
        pairs = [pair for pair in (tongues, sizes) if pair]
        if self.canvas.portrait:
            pairs = [(choice,) for pair in pairs for choice in pair]
        last = (seating_choice(sitting.sides),)
        return [*((player,) for player in players), *pairs, last]

    def lay_out(self) -> None:
        canvas = self.canvas
        width = min(canvas.width - 2 * MARGIN, MAX_PAGE_WIDTH)
        left = (canvas.width - width) / 2
        title = Box(left + HEAD_HEIGHT + 36, 40, width - HEAD_HEIGHT - 36, HEAD_HEIGHT)
        words = say("sevens.players", "Who plays")
        self.plates = ()
        self.labels = (Label(words, title, CARD_SIZE, DIM, bold=True, most=1),)
        buttons = [PushButton("back", Box(left, 40, HEAD_HEIGHT + 8, HEAD_HEIGHT), icon="back")]
        top = title.bottom + GAP
        if self._on:
            said = say(
                "sevens.players.said", "Hand a seat over, or take it back: the match goes on."
            )
            room = Box(left, top, width, 1.3 * scaled_size(BODY_SIZE))
            self.labels = (*self.labels, Label(said, room, BODY_SIZE, DIM, most=1))
            top = room.bottom + GAP
        body = Box(left, top, width, canvas.height - 40 - top)
        self.buttons.replace([*buttons, *self._lay_body(body)])

    def _lay_body(self, body: Box) -> list[PushButton]:
        """The names, and below them the choices; the last line is for both seats."""
        lines = self._lines()
        step = min(
            scaled_length(MAX_ROW_HEIGHT, BODY_SIZE) + GAP, (body.h + GAP) / (len(lines) + 1)
        )
        high = step - min(GAP, step * 0.16)
        names = split_row(Box(body.x, body.y, body.w, high), 2, 2 * GAP)
        buttons = [self._name_button(seat, box) for seat, box in enumerate(names)]
        y = body.y
        for line in lines:
            y += step
            whole = Box(body.x, y, body.w, high)
            waits = self._on and line is lines[-1]
            for choice, box in zip(
                line, split_row(whole, len(line) + waits, 2 * GAP), strict=False
            ):
                buttons += self._laid(choice, box)
            if waits:
                on = say("sevens.pause.on", "Play on")
                place = split_row(whole, 2, 2 * GAP)[1]
                buttons.append(PushButton("on", place, on, "play", "main", NAME_SIZE))
        return buttons

    def _laid(self, choice: ChoiceField, box: Box) -> list[PushButton]:
        laid = choice.laid_out(self.canvas, box)
        self.plates = (*self.plates, *laid.plates)
        self.labels = (*self.labels, *laid.labels)
        return laid.buttons

    def _name_button(self, seat: Seat, box: Box) -> PushButton:
        own = self.sitting.names[seat]
        said = say("sevens.own_name", "{seat}: enter a name", seat=DEFAULT_SEAT_NAMES[seat])
        if own:
            # NOTE for translators: a side and who plays it: "Blue: Anna".
            said = say(
                "sevens.own_name.is", "{seat}: {name}", seat=DEFAULT_SEAT_NAMES[seat], name=own
            )
        person = self.sitting.levels[seat] is None
        return PushButton(f"{NAME_KEY}{seat}", box, said, "pencil", size=NAME_SIZE, enabled=person)

    def pressed(self, key: str, /) -> Change:
        if key in ("back", "on"):
            return self.back()
        if key.startswith(NAME_KEY):
            return self._ask_name(int(key.removeprefix(NAME_KEY)))
        name, number = key.rsplit("=", 1)
        choice = next(choice for choice in self.choices if choice.key == name)
        self._change(
            seating_with_choice(self.table, self.sitting, name, choice.values[int(number)])
        )
        return None

    def _ask_name(self, seat: Seat) -> Change:
        scene = PersonNamePage(self.sitting.names[seat], self.sitting.sides[seat])
        scene.language = self.sitting.languages[seat]

        def named(name: object) -> Change:
            if isinstance(name, str):
                self._change(self.sitting.named(seat, name))
            return None

        return Push(scene, named)

    def _change(self, sitting: Seating) -> None:
        self.sitting = sitting
        self._tell(sitting)
        self.language = self._speaks()
        with use_language(self.language):
            self.lay_out()


def seats_page_for(desk: MatchContext, seat: Seat) -> SeatsPage:
    """The page of the two in a match, in the language of the seat that asked for it."""

    def tell(sitting: Seating) -> None:
        sitting.seat(desk)

    return SeatsPage(
        desk.table, Seating.at(desk), tell, language=lambda: desk.language(seat), on=True
    )


class PersonNamePage(NamePage):
    """Asks somebody for their name, on keys that face their seat; an empty one is none."""

    question = say("sevens.person.name", "What are you called?")
    hint = say("sevens.person.hint", "Your name")
    longest = MAX_PERSON_NAME_LENGTH
    may_be_empty = True

    def named(self, name: str) -> Change:
        if name and not clean_name(name):
            # NOTE for translators: the refusal of a name such as "--".
            self.question = say("sevens.person.refused", "A name needs a letter or a digit.")
            self.lay_out()
            return None
        return super().named(clean_name(name))


def seating_with_choice(table: AppContext, sitting: Seating, key: str, value: Any) -> Seating:
    """The two at the table, with what was chosen of one of them or of both."""
    if key == SEATING_KEY:
        return replace(sitting, sides=value)
    seat = int(key.rpartition(":")[2])
    if key.startswith(SEAT_KEY):
        return replace(sitting, levels=with_level(sitting.levels, seat, value))
    if key.startswith(LANGUAGE_KEY):
        return replace(sitting, languages=with_language(sitting.languages, seat, value, table))
    return sitting.sized(seat, value)


def is_seat_choice(key: str) -> bool:
    """Whether a choice is one of those that `chosen` knows."""
    return key == SEATING_KEY or key.startswith((SEAT_KEY, LANGUAGE_KEY, SIZE_KEY))
