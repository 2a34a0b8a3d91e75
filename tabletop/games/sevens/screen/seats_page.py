"""The two seats: who plays there, under what name, in which language, how large, at which edge."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from tabletop.engine import Seat, say
from tabletop.games.sevens.phases.naming import NamingScene
from tabletop.games.sevens.phases.page import Page
from tabletop.games.sevens.screen.desk import FACING, NAMES, TOGETHER, Desk, Sides
from tabletop.games.sevens.screen.players import SEAT, changed, player_choice
from tabletop.games.sevens.screen.sitting import LONGEST_NAME, Sitting, clean_name
from tabletop.games.sevens.screen.tongues import TONGUE, language_choices, with_language
from tabletop.ui.canvas import Box
from tabletop.ui.choice import Choice, ChoiceSheet
from tabletop.ui.label import Label
from tabletop.ui.lettering import em, grown
from tabletop.ui.scene import Change, Push
from tabletop.ui.sheet import row
from tabletop.ui.table import Table
from tabletop.ui.theme import BODY_SIZE, CARD_SIZE, DIM, NAME_SIZE
from tabletop.ui.tongue import speaking
from tabletop.ui.widgets import PushButton

NAME: Final = "name:"
SIZE: Final = "size:"
"""These begin the keys of what is a seat's own, before its number."""
SITTING: Final = "sitting"
GAP: Final = 30.0
MARGIN: Final = 56.0
HEAD: Final = 88.0
ROW: Final = 168.0
"""The most that one choice with its words is high."""
WIDEST: Final = 1560.0
PERCENTS: Final = (0, 125, 150, 200)
"""The sizes that a seat's words can have; 0: the table's."""
CORNERS: Final[tuple[Sides, ...]] = (TOGETHER, FACING, (0, 1), (0, 3))
"""How two can sit."""


def sitting_choice(sides: Sides) -> Choice:
    """At which edges the two sit."""
    known = CORNERS if sides in CORNERS else (*CORNERS, sides)
    names = (
        say("sevens.sit.together", "Side by side"),
        say("sevens.sit.facing", "Face to face"),
        # NOTE for translators: where the second player sits: round the corner, at the left.
        say("sevens.sit.left", "Corner, left"),
        say("sevens.sit.right", "Corner, right"),
        say("sevens.sit.other", "Otherwise"),
    )
    return Choice(SITTING, say("sevens.sit", "You sit"), names[: len(known)], known, sides)


def size_choice(seat: Seat, size: int) -> Choice:
    """How large a seat's words are."""
    known = PERCENTS if size in PERCENTS else (*PERCENTS, size)
    names = tuple(
        say("sevens.size.percent", "{percent} %", percent=percent)
        if percent
        else say("sevens.size.table", "As the table")
        for percent in known
    )
    asked = say("sevens.size", "{seat}: size of the words", seat=NAMES[seat])
    return Choice(f"{SIZE}{seat}", asked, names, known, size)


class SeatsPage(Page, ChoiceSheet):
    """Everything that is a seat's own, of both seats. It pops when it is left.

    It speaks to the seat that asked for it, also when that gets another language on it.
    """

    head = 40 + HEAD + 15

    def __init__(
        self,
        table: Table,
        sitting: Sitting,
        tell: Callable[[Sitting], None],
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
    def choices(self) -> tuple[Choice, ...]:
        """All that can be chosen."""
        return tuple(choice for line in self._lines() for choice in line)

    def _lines(self) -> list[tuple[Choice, ...]]:
        """What can be chosen, line by line: beside each other what fits there."""
        sitting = self.sitting
        strongest = self.table.strongest
        players = [player_choice(seat, sitting.levels, strongest) for seat in (0, 1)]
        tongues = language_choices(self.table, sitting.languages)
        sizes = tuple(size_choice(seat, sitting.sizes[seat]) for seat in (0, 1))
        pairs = [pair for pair in (tongues, sizes) if pair]
        if self.canvas.portrait:
            pairs = [(choice,) for pair in pairs for choice in pair]
        last = (sitting_choice(sitting.sides),)
        return [*((player,) for player in players), *pairs, last]

    def lay_out(self) -> None:
        canvas = self.canvas
        width = min(canvas.width - 2 * MARGIN, WIDEST)
        left = (canvas.width - width) / 2
        title = Box(left + HEAD + 36, 40, width - HEAD - 36, HEAD)
        words = say("sevens.players", "Who plays")
        self.plates = ()
        self.labels = (Label(words, title, CARD_SIZE, DIM, bold=True, most=1),)
        buttons = [PushButton("back", Box(left, 40, HEAD + 8, HEAD), icon="back")]
        top = title.bottom + GAP
        if self._on:
            said = say(
                "sevens.players.said", "Hand a seat over, or take it back: the match goes on."
            )
            room = Box(left, top, width, 1.3 * em(BODY_SIZE))
            self.labels = (*self.labels, Label(said, room, BODY_SIZE, DIM, most=1))
            top = room.bottom + GAP
        body = Box(left, top, width, canvas.height - 40 - top)
        self.buttons.replace([*buttons, *self._lay_body(body)])

    def _lay_body(self, body: Box) -> list[PushButton]:
        """The names, and below them the choices; the last line is for both seats."""
        lines = self._lines()
        step = min(grown(ROW, BODY_SIZE) + GAP, (body.h + GAP) / (len(lines) + 1))
        high = step - min(GAP, step * 0.16)
        names = row(Box(body.x, body.y, body.w, high), 2, 2 * GAP)
        buttons = [self._name_button(seat, box) for seat, box in enumerate(names)]
        y = body.y
        for line in lines:
            y += step
            whole = Box(body.x, y, body.w, high)
            waits = self._on and line is lines[-1]
            for choice, box in zip(line, row(whole, len(line) + waits, 2 * GAP), strict=False):
                buttons += self._laid(choice, box)
            if waits:
                on = say("sevens.pause.on", "Play on")
                place = row(whole, 2, 2 * GAP)[1]
                buttons.append(PushButton("on", place, on, "play", "main", NAME_SIZE))
        return buttons

    def _laid(self, choice: Choice, box: Box) -> list[PushButton]:
        laid = choice.laid_out(self.canvas, box)
        self.plates = (*self.plates, *laid.plates)
        self.labels = (*self.labels, *laid.labels)
        return laid.buttons

    def _name_button(self, seat: Seat, box: Box) -> PushButton:
        own = self.sitting.names[seat]
        said = say("sevens.own_name", "{seat}: enter a name", seat=NAMES[seat])
        if own:
            # NOTE for translators: a side and who plays it: "Blue: Anna".
            said = say("sevens.own_name.is", "{seat}: {name}", seat=NAMES[seat], name=own)
        person = self.sitting.levels[seat] is None
        return PushButton(f"{NAME}{seat}", box, said, "pencil", size=NAME_SIZE, enabled=person)

    def pressed(self, key: str, /) -> Change:
        if key in ("back", "on"):
            return self.back()
        if key.startswith(NAME):
            return self._ask_name(int(key.removeprefix(NAME)))
        name, number = key.rsplit("=", 1)
        choice = next(choice for choice in self.choices if choice.key == name)
        self._change(chosen(self.table, self.sitting, name, choice.values[int(number)]))
        return None

    def _ask_name(self, seat: Seat) -> Change:
        scene = PersonNaming(self.sitting.names[seat], self.sitting.sides[seat])
        scene.language = self.sitting.languages[seat]

        def named(name: object) -> Change:
            if isinstance(name, str):
                self._change(self.sitting.named(seat, name))
            return None

        return Push(scene, named)

    def _change(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self._tell(sitting)
        self.language = self._speaks()
        with speaking(self.language):
            self.lay_out()


def seats_of(desk: Desk, seat: Seat) -> SeatsPage:
    """The page of the two in a match, in the language of the seat that asked for it."""

    def tell(sitting: Sitting) -> None:
        sitting.seat(desk)

    return SeatsPage(
        desk.table, Sitting.at(desk), tell, language=lambda: desk.language(seat), on=True
    )


class PersonNaming(NamingScene):
    """Asks somebody for their name, on keys that face their seat; an empty one is none."""

    question = say("sevens.person.name", "What are you called?")
    hint = say("sevens.person.hint", "Your name")
    longest = LONGEST_NAME
    may_be_empty = True

    def named(self, name: str) -> Change:
        if name and not clean_name(name):
            # NOTE for translators: the refusal of a name such as "--".
            self.question = say("sevens.person.refused", "A name needs a letter or a digit.")
            self.lay_out()
            return None
        return super().named(clean_name(name))


def chosen(table: Table, sitting: Sitting, key: str, value: Any) -> Sitting:
    """The two at the table, with what was chosen of one of them or of both."""
    if key == SITTING:
        return replace(sitting, sides=value)
    seat = int(key.rpartition(":")[2])
    if key.startswith(SEAT):
        return replace(sitting, levels=changed(sitting.levels, seat, value))
    if key.startswith(TONGUE):
        return replace(sitting, languages=with_language(sitting.languages, seat, value, table))
    return sitting.sized(seat, value)


def is_of_seats(key: str) -> bool:
    """Whether a choice is one of those that `chosen` knows."""
    return key == SITTING or key.startswith((SEAT, TONGUE, SIZE))
