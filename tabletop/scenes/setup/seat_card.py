"""The card of one seat on the seats page: its stone, its name, and who plays there."""

from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Final

from tabletop.ai import LEVELS
from tabletop.engine import Seat, Text, count, joined, percent, say
from tabletop.players.player_spec import PERSON, PlayerSpec
from tabletop.scenes.match_setup import SeatAid
from tabletop.scenes.setup.seat_dialogs import player_icon
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.layout import Boxes, column, item, padded, row, stack
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    DIM,
    FOCUS,
    NAME_SIZE,
    PANEL,
    PANEL_ACTIVE,
    PANEL_LINE,
    SMALL_SIZE,
    TEXT,
    SeatLook,
)
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import Plate

OWN_KEY: Final = "own:"
"""The prefix of the key of a seat's stone and name."""
NO_AID: Final = SeatAid()
MAX_SHARING: Final = 4
BUTTON_COUNT: Final = 3
"""Square buttons at the right end of a card."""
LANGUAGE_BUTTON_RATIO: Final = 1.5
"""The width of the button with the language's name, in heights."""
MIN_BUTTON: Final = 62.0
MIN_NAME_WIDTH: Final = 200.0
"""The least width for the seat's name beside the button for its language."""


def sharing_words(people: int) -> Text:
    """The number of people who share a seat, in words."""
    return count("seats.sharing", "one person", "shared by {n}", people)


def times_words(people: int) -> Text:
    """The same in short, for projector mode: ``x 3``, empty for one person."""
    return joined("", f"x {people}" if people > 1 else "")


@dataclass(frozen=True)
class SeatCard:
    """The contents of a seat's card, and its buttons."""

    seat: Seat
    name: str
    look: SeatLook
    people: int
    box: Box
    context: UiContext
    filler: PlayerSpec = PERSON
    language: str = ""
    """Its language code; empty: the table's language."""
    own_name: str = ""
    """The language's name in itself, on the button that changes it; empty: no button."""
    aid: SeatAid = NO_AID
    """The help that the seat gets."""
    strongest: str = LEVELS[-1]
    """The strongest level on offer."""

    @property
    def plate(self) -> Plate:
        return Plate(self.box, PANEL, 24)

    @property
    def _button(self) -> float:
        """The side of the square buttons."""
        side = min(
            80.0 if self.context.projector else 92.0, self.box.h - 20, max(64.0, self.box.w * 0.15)
        )
        return min(side, self._beside_language) if self._has_language else side

    @property
    def _beside_language(self) -> float:
        """The side at which the language's button and the seat's name have room too."""
        free = self.box.right - self._left - MIN_NAME_WIDTH - 16 - 14 - 12 * BUTTON_COUNT
        return free / (BUTTON_COUNT + LANGUAGE_BUTTON_RATIO)

    @property
    def _has_language(self) -> bool:
        """Whether it has a button for the seat's language; not where buttons would be too small."""
        return (
            bool(self.own_name and not self.context.projector)
            and not self.filler.is_computer
            and self._beside_language >= MIN_BUTTON
        )

    @property
    def _left(self) -> float:
        """The left edge of the text, beside the stone."""
        return self.box.x + 2 * self._radius + 48

    @property
    def _radius(self) -> float:
        return min(self.box.h * 0.29, self.box.w * 0.06)

    @cached_property
    def _boxes(self) -> Boxes:
        """The text beside the stone, the button over both, and the square buttons."""
        side, half = self._button, self.box.h / 2
        square = partial(item, size=side, cross_size=side, align="centre")
        language = item("language", LANGUAGE_BUTTON_RATIO * side, cross_size=side, align="centre")
        words = column(
            half * 0.28, item("name", half * 0.72), half * 0.04, item("player", half * 0.6)
        )
        return row(
            stack(
                row(6, padded("own", (0, 6, 0, 6)), 10),
                row(self._left - self.box.x, words, 16),
            ),
            *((language, 12) if self._has_language else ()),
            *(square("who"), 12, square("fewer"), 12, square("more"), 14),
        ).place(self.box)

    @property
    def own(self) -> PushButton:
        """The button over stone and name, which opens the seat's dialog."""
        return PushButton(f"{OWN_KEY}{self.seat}", self._boxes["own"])

    @property
    def buttons(self) -> tuple[PushButton, ...]:
        """The language, the player, and fewer or more people or a weaker or stronger level."""
        boxes, seat, level = self._boxes, self.seat, self.filler.level
        fewer, more = boxes["fewer"], boxes["more"]
        asked = PushButton(f"who:{seat}", boxes["who"], icon=player_icon(self.filler))
        if level:
            weaker = PushButton(f"weaker:{seat}", fewer, icon="minus", enabled=level != LEVELS[0])
            stronger = PushButton(f"stronger:{seat}", more, icon="plus")
            return (asked, weaker, replace(stronger, enabled=level != self.strongest))
        buttons = (
            asked,
            PushButton(f"fewer:{seat}", fewer, icon="minus", enabled=self.people > 1),
            PushButton(f"more:{seat}", more, icon="plus", enabled=self.people < MAX_SHARING),
        )
        if not self._has_language:
            return buttons
        size = SMALL_SIZE + 3
        return (
            PushButton(f"speaks:{seat}", boxes["language"], self.own_name, size=size),
            *buttons,
        )

    @property
    def labels(self) -> tuple[Label, Label]:
        """The name, and below it who plays."""
        boxes = self._boxes
        who = self.filler.words if self.filler.is_computer else sharing_words(self.people)
        aids = aid_words(self.aid)
        if aids:  # one person alone need not be told then
            who = joined(" · ", *([who] if self.people > 1 else []), *aids)
        if self.context.projector:
            who = self.filler.name if self.filler.is_computer else times_words(self.people)
        own = self.language
        return (
            Label(self.name, boxes["name"], NAME_SIZE, bold=True, most=1, language=own),
            Label(who, boxes["player"], SMALL_SIZE + 3, DIM, most=1, language=own),
        )

    def draw(self, frame: Frame) -> None:
        """Draws the stone; the page draws the plate, the labels and the buttons."""
        radius, canvas = self._radius, frame.canvas
        x, y = self.box.x + radius + 24, self.box.centre[1]
        frame.put(shapes.stone(self.look, radius * canvas.scale), (x, y))
        if not self.filler.is_computer:
            sign = (x + 0.8 * radius, y + 0.7 * radius)
            frame.put(shapes.disc(canvas.px(0.5 * radius), PANEL_LINE), sign)
            frame.put(icon("pencil", canvas.px(0.62 * radius), TEXT), sign)


def draw_own(frame: Frame, button: PushButton, *, pressed: bool, focused: bool) -> None:
    """The highlight of the button over stone and name while it is pressed or focused."""
    canvas, box = frame.canvas, button.box
    size = canvas.px(box.w), canvas.px(box.h)
    if pressed:
        frame.put(shapes.rounded(*size, canvas.px(18), PANEL_ACTIVE), box.centre)
    if focused:
        frame.put(shapes.outline(*size, canvas.px(18), canvas.px(6), FOCUS), box.centre)


def aid_words(aid: SeatAid) -> tuple[Text, ...]:
    """A seat's help in a few words; only the number if there are several kinds."""
    time = say("aid.time", "{percent} more time", percent=percent(aid.time))
    told = (
        (aid.time, time),
        (aid.hints, say("aid.hints", "may ask for hints")),
        (aid.help, say("aid.help", "is shown good moves")),
    )
    given = tuple(words for helps, words in told if helps)
    several = count("aid.ways", "helped in {n} way", "helped in {n} ways", len(given))
    return given if len(given) < 2 else (several,)
