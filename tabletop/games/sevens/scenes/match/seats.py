"""The page of the two seats: who plays there, name, language, text size, and edge."""

from collections.abc import Callable
from typing import Any, Final

from tabletop.ai import LEVELS
from tabletop.engine import Seat, joined, say
from tabletop.games.sevens.messages import SEAT_NAMES
from tabletop.games.sevens.scenes.context import MatchContext
from tabletop.games.sevens.scenes.dialogs import PERSON_NAME, NamePage
from tabletop.games.sevens.scenes.seating import FACING, TOGETHER, SeatEdges, Seating
from tabletop.languages import ENGLISH, all_languages
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.scene import Change, Push
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE, CARD_SIZE, DIM, NAME_SIZE
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.choice import ChoiceField
from tabletop.ui.widgets.page import PageGuard, PageScene, split_row

PERSON: Final = say("sevens.person", "A person")
SEAT_KEY: Final = "seat:"
LANGUAGE_KEY: Final = "language:"
"""Prefixes of choice keys for one seat, before its number."""


def player_choice(seat: Seat, seating: Seating, strongest: str = LEVELS[-1]) -> ChoiceField:
    """Who plays at a seat: a person, or a computer up to the strongest level that is offered."""
    offered = LEVELS[: LEVELS.index(strongest) + 1]
    level = seating[seat].level
    chosen = level if level is None or level in offered else offered[-1]
    return ChoiceField(
        f"{SEAT_KEY}{seat}", SEAT_NAMES[seat], (PERSON, *offered), (None, *offered), chosen
    )


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
GAP: Final = 30.0
MARGIN: Final = 56.0
HEAD_HEIGHT: Final = 88.0
MAX_ROW_HEIGHT: Final = 168.0
"""The greatest height of one choice with its label."""
MAX_PAGE_WIDTH: Final = 1560.0
TEXT_SIZE_PERCENTS: Final = (0, 125, 150, 200)
"""The text scales that a seat can choose, in percent; 0: the table's."""
SEATING_CHOICES: Final[tuple[SeatEdges, ...]] = (TOGETHER, FACING, (0, 1), (0, 3))
"""The edges that two seats can choose."""


def seating_choice(sides: SeatEdges) -> ChoiceField:
    """The choice of the edges."""
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
    """The choice of a seat's text scale."""
    known = TEXT_SIZE_PERCENTS if size in TEXT_SIZE_PERCENTS else (*TEXT_SIZE_PERCENTS, size)
    names = tuple(
        say("sevens.size.percent", "{percent} %", percent=percent)
        if percent
        else say("sevens.size.table", "As the table")
        for percent in known
    )
    asked = say("sevens.size", "{seat}: size of the words", seat=SEAT_NAMES[seat])
    return ChoiceField(f"{SIZE_KEY}{seat}", asked, names, known, size)


class SeatsPage(PageScene):
    """The settings of both seats. Pops when it is left.

    It speaks the language of the seat that asked for it, also after that has changed.
    """

    head = 40 + HEAD_HEIGHT + 15

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
            room = Box(left, top, width, 1.3 * self.canvas.context.scaled_size(BODY_SIZE))
            self.labels = (*self.labels, Label(said, room, BODY_SIZE, DIM, most=1))
            top = room.bottom + GAP
        body = Box(left, top, width, canvas.height - 40 - top)
        self.buttons.replace([*buttons, *self._lay_body(body)])

    def _lay_body(self, body: Box) -> list[PushButton]:
        """The names, and below them the choices; the last row is for both seats."""
        lines = self._lines()
        step = min(
            self.canvas.context.scaled_length(MAX_ROW_HEIGHT, BODY_SIZE) + GAP,
            (body.h + GAP) / (len(lines) + 1),
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
        own = self.seating[seat].name
        said = say("sevens.own_name", "{seat}: enter a name", seat=SEAT_NAMES[seat])
        if own:
            # NOTE for translators: a side and who plays it: "Blue: Anna".
            said = say("sevens.own_name.is", "{seat}: {name}", seat=SEAT_NAMES[seat], name=own)
        person = not self.seating[seat].is_computer
        return PushButton(f"{NAME_KEY}{seat}", box, said, "pencil", size=NAME_SIZE, enabled=person)

    def pressed(self, key: str, /) -> Change:
        if key in ("back", "on"):
            return self.back()
        if key.startswith(NAME_KEY):
            return self._ask_name(int(key.removeprefix(NAME_KEY)))
        name, number = key.rsplit("=", 1)
        choice = next(choice for choice in self.choices if choice.key == name)
        self._change(
            seating_with_choice(self.table, self.seating, name, choice.values[int(number)])
        )
        return None

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
