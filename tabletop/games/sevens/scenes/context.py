"""What all scenes and phases of a match share: the match, its time, the layout, who sits where.

`Seating` has the profiles of both seats, and reads and writes them in a record.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, TypeAlias
from urllib.parse import quote, unquote

from tabletop.ai import LEVELS
from tabletop.engine import Seat, SeatProfile, Text, joined, say
from tabletop.games.sevens.computer.memory import level_named
from tabletop.games.sevens.messages import SEAT_NAMES
from tabletop.games.sevens.rules.match import GAME, Phase, SevensMatch, TurnScore
from tabletop.games.sevens.rules.pieces import FULL_SET
from tabletop.games.sevens.view.layout import (
    MatchLayout,
    attract_layout,
    canvas_seen_from,
    layout_for,
    phone_board,
    pivot,
    rotated_box,
)
from tabletop.games.sevens.view.view import LOOKS
from tabletop.input.actions import Action
from tabletop.languages import has_language
from tabletop.storage.repository import MatchMetrics
from tabletop.storage.scores import NO_SCORE, ScoreEligibility
from tabletop.storage.usage_metrics import UsageMetric
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.context import MAX_TEXT_SCALE, UiContext
from tabletop.ui.core.frame import turn_point
from tabletop.ui.core.live_game import PageFactory
from tabletop.ui.theme.theme import SeatLook
from tabletop.ui.widgets.event_result import CLAIM_SIDE, ResultClaims
from tabletop.ui.widgets.text_entry import clean_name

SeatEdges: TypeAlias = tuple[int, int]
"""The edge of each seat, in quarter turns clockwise from the near one."""

TOGETHER: Final[SeatEdges] = (0, 0)
FACING: Final[SeatEdges] = (0, 2)
FACING_TAG: Final = "Facing"
EDGES_TAG: Final = "Sides"
PLAYERS_TAG: Final = "Players"
LANGUAGES_TAG: Final = "Languages"
NAMES_TAG: Final = "Names"
SIZES_TAG: Final = "Sizes"
"""The header lines of a record that hold the profiles, where they differ from the default."""
PERSON_MARK: Final = "-"
"""A person in the line of the players."""
SEATS: Final = 2
PHONE_CANVAS: Final = Canvas((900, 1600))
"""The canvas that a board is laid out for while it is built on a phone; nothing is drawn on it."""
# NOTE for translators: the name of the one person who plays.
YOU: Final = say("sevens.alone.you", "You")


@dataclass(frozen=True, slots=True)
class Seating:
    """The profiles of both seats."""

    seats: tuple[SeatProfile, SeatProfile] = (SeatProfile(), SeatProfile())

    @classmethod
    def at_edges(cls, edges: SeatEdges) -> "Seating":
        """Two people without choices of their own at these edges."""
        return cls((SeatProfile(edge=edges[0]), SeatProfile(edge=edges[1])))

    @classmethod
    def by_settings(cls, table: AppContext) -> "Seating":
        """Two people who have not chosen anything, by the settings of the table."""
        return cls.at_edges(FACING if table.settings["play.seating"] == "facing" else TOGETHER)

    def __getitem__(self, seat: Seat) -> SeatProfile:
        return self.seats[seat]

    @property
    def edges(self) -> SeatEdges:
        return self.seats[0].edge, self.seats[1].edge

    @property
    def facing(self) -> bool:
        """Whether anything is turned because a seat is not at the near edge."""
        return any(self.edges)

    @property
    def computers(self) -> int:
        return sum(profile.is_computer for profile in self.seats)

    @property
    def largest_text(self) -> int:
        """The larger of the two text sizes, in percent."""
        return max(profile.text_scale for profile in self.seats)

    def but(self, seat: Seat, **changes: Any) -> "Seating":
        """The same with changes to the profile of one seat."""
        first, second = self.seats
        if seat == 0:
            return Seating((replace(first, **changes), second))
        return Seating((first, replace(second, **changes)))

    @property
    def visitors(self) -> tuple[str, ...]:
        """The codes of an event's visitors at each seat; empty where nobody is known."""
        return tuple("" if each.is_computer else each.visitor for each in self.seats)

    @property
    def without_visitors(self) -> "Seating":
        """As after the visitors have gone, with their names."""
        first, second = self.seats
        return Seating((first.without_visitor, second.without_visitor))

    def moved(self, edges: SeatEdges) -> "Seating":
        """The same at other edges."""
        return self.but(0, edge=edges[0]).but(1, edge=edges[1])

    def at_most(self, strongest: str) -> "Seating":
        """The same with no computer player above a level."""
        most, found = LEVELS.index(strongest), self
        for seat, profile in enumerate(self.seats):
            if profile.level is not None:
                level = LEVELS[min(most, LEVELS.index(profile.level))]
                found = found.but(seat, level=level)
        return found

    def lines(self) -> tuple[tuple[str, str], ...]:
        """The header lines of a record; `from_lines` is the inverse."""
        seats = self.seats
        more = {
            EDGES_TAG: [str(each.edge) for each in seats] if self.facing else [],
            PLAYERS_TAG: [PERSON_MARK if each.level is None else str(each.level) for each in seats]
            if self.computers
            else [],
            LANGUAGES_TAG: [each.language for each in seats],
            NAMES_TAG: [quote(each.name) for each in seats],
            SIZES_TAG: [str(each.text_scale) for each in seats] if self.largest_text else [],
        }
        facing = (FACING_TAG, "yes" if self.facing else "no")
        return (facing, *((key, ",".join(parts)) for key, parts in more.items() if any(parts)))

    @classmethod
    def from_lines(cls, lines: Mapping[str, str]) -> "Seating":
        """The seating of a record; the default for what is missing or damaged."""
        old = FACING if lines.get(FACING_TAG) == "yes" else TOGETHER
        edges = _number_pair(lines.get(EDGES_TAG, ""), 3) or old
        sizes = _number_pair(lines.get(SIZES_TAG, ""), MAX_TEXT_SCALE) or (0, 0)
        levels = _pair(lines.get(PLAYERS_TAG, ""))
        languages = _pair(lines.get(LANGUAGES_TAG, ""))
        names = _pair(lines.get(NAMES_TAG, ""))
        first, second = (
            SeatProfile(
                name=clean_name(unquote(names[seat])),
                language=languages[seat] if has_language(languages[seat]) else "",
                text_scale=sizes[seat] if sizes[seat] >= 100 else 0,
                edge=edges[seat],
                level=level_named(levels[seat]),
            )
            for seat in range(SEATS)
        )
        return cls((first, second))


def _pair(text: str) -> Sequence[str]:
    """Two values with a comma between them; empty ones for anything else."""
    parts = text.split(",")
    return parts if len(parts) == SEATS else ("", "")


def _number_pair(text: str, most: int) -> tuple[int, int] | None:
    """Two numbers up to a maximum with a comma between them; None for anything else."""
    parts = text.split(",")
    if len(parts) != SEATS or not all(part.isascii() and part.isdigit() for part in parts):
        return None
    first, second = (int(part[:5]) for part in parts)
    return (first, second) if max(first, second) <= most else None


NO_TEXT: Final = joined("")


NO_CLAIMS: Final = ResultClaims((), ())
CLAIM_BAR_HEIGHT: Final = CLAIM_SIDE + 28.0
"""The height of a bar with a code."""
PHONE_BOARD_PHASES: Final = (Phase.ARRANGE, Phase.GUESS, Phase.PEEK)
"""Phases in which pieces are moved on the phone of the acting seat."""


class TouchPolicy(StrEnum):
    """Who may touch a phase."""

    PERSON = "person"
    """The person at the seat whose turn it is plays."""
    COMPUTER = "computer"
    """A computer player plays; people may only tell it to finish."""
    NOBODY = "nobody"
    """Attract mode: computer players play, and touches do nothing here."""


@dataclass(slots=True)
class MatchContext:
    """Handed to every phase of a match. Changes with the window and as time goes by."""

    table: AppContext
    match: SevensMatch
    seating: Seating = field(default_factory=Seating)
    rules: PageFactory | None = None
    """Makes the rules page."""
    sound: PageFactory | None = None
    """Makes the page of the volumes."""
    again: PageFactory | None = None
    """Makes the scene of another match like this one."""
    now: float = 0.0
    """Seconds of the match; stands still in the pause."""
    attract: bool = False
    """Attract mode: computer players play for passers-by, seen from all sides."""
    last_edges: SeatEdges = FACING
    """The edges before everything was turned to the near edge."""
    played: MatchMetrics | None = None
    """Counts the match for the host, if it is one that counts."""
    window: Canvas = field(default_factory=lambda: Canvas((1280, 800)))
    """The whole window, unturned."""
    apart: Canvas | None = None
    """What only the arranging player sees: a secondary display, or the canvas of a phone."""
    acting: Seat = 0
    """The seat that the layout is made for."""
    minded: frozenset[Seat] = frozenset()
    """Seats that a computer player plays for until their people come back."""
    phones: frozenset[Seat] = frozenset()
    """Seats whose people have taken them on a phone."""
    match_id: str = ""
    official: bool = False
    """It is a match of a tournament: no computer takes part, and it has a result."""
    """The identifier of the match in the store."""
    feat: ScoreEligibility = NO_SCORE
    """What of the match counts among the high scores."""
    claims: ResultClaims = NO_CLAIMS
    """The codes of the result, which stand in the bars."""
    named: str = ""
    """The name that the winner has put on the board of high scores."""
    turners: set[Seat] = field(default_factory=set)
    """The seats that have turned a piece: they know how."""
    laid: dict[tuple[int, Seat], tuple[int, ...]] = field(default_factory=dict)
    """The numbers in the set of the pieces that a seat laid in a round, so far as seen here."""

    # -- who plays ----------------------------------------------------------------------------

    def sit(self, seating: Seating) -> None:
        self.seating = seating
        if seating.facing:
            self.last_edges = seating.edges

    def profile(self, seat: Seat) -> SeatProfile:
        return self.seating[seat]

    def level(self, seat: Seat) -> str | None:
        """The level of the computer player at a seat; None where a person sits."""
        return self.seating[seat].level

    def policy(self, seat: Seat) -> TouchPolicy:
        """Who may touch while it is the turn of a seat."""
        if self.attract:
            return TouchPolicy.NOBODY
        return TouchPolicy.PERSON if self.level(seat) is None else TouchPolicy.COMPUTER

    @property
    def unattended(self) -> bool:
        """Whether computer players have both seats."""
        return self.seating.computers == len(self.seating.seats)

    def name(self, seat: Seat) -> Text:
        if self.attract:
            return SEAT_NAMES[seat]
        profile = self.seating[seat]
        own = profile.name if profile.level is None else ""
        return joined("", own) if own else SEAT_NAMES[seat]

    def label(self, seat: Seat) -> Text:
        """The name of a seat that stands alone: "You" for the one person without a name."""
        return YOU if seat == self.you and not self.seating[seat].name else self.name(seat)

    @property
    def you(self) -> Seat | None:
        """The seat of the one person who plays against a computer player; None otherwise."""
        if self.attract or self.seating.computers != 1:
            return None
        return 0 if self.seating[0].level is None else 1

    def laid_numbers(self, turn: TurnScore) -> tuple[int, ...]:
        """The numbers in the set of the pieces of a turn's guess; empty if they are not known."""
        numbers = self.laid.get((turn.round, turn.guesser), ())
        kinds = tuple(FULL_SET[number] for number in numbers)
        return numbers if kinds == turn.guess.kinds else ()

    def look(self, seat: Seat) -> SeatLook:
        return LOOKS[seat]

    def on_phone(self, seat: Seat) -> bool:
        """Whether the person at a seat plays on a phone."""
        return seat in self.phones and self.level(seat) is None

    def phone_away(self, seat: Seat) -> bool:
        """Whether the phone on which a seat is played is not connected now."""
        phone = self.table.phones.state.at_seat(seat)
        return self.on_phone(seat) and phone is not None and not phone.connected

    @property
    def people_seating(self) -> Seating:
        """The seating, with people at the seats that computer players only stand in for."""
        found = self.seating
        for seat in self.minded:
            found = found.but(seat, level=None)
        return found

    # -- where everything lies ----------------------------------------------------------------

    @property
    def facing(self) -> bool:
        """Whether anything is turned because a seat is not at the near edge."""
        return self.seating.facing

    @property
    def plan(self) -> MatchLayout:
        """The layout as the acting seat sees it."""
        plan = self._plan
        if self.on_phone(self.acting) and self.match.phase in PHONE_BOARD_PHASES:
            return replace(plan, board=phone_board(plan.board))
        return plan

    @property
    def _plan(self) -> MatchLayout:
        largest = self.seating.largest_text
        if self.attract:
            return attract_layout(self.canvas, self.acting, largest)
        other = self.turns(1 - self.acting) - self.turns(self.acting)
        swapped = self.you not in (None, self.acting)
        near, far = (
            CLAIM_BAR_HEIGHT if seat in self.claims.links else 0.0
            for seat in (abs(swapped - self.acting), abs(swapped - (1 - self.acting)))
        )
        plan = layout_for(
            self.canvas, other, reach=self.ui_context.reach, largest=largest, bars=(near, far)
        )
        if plan.alone or not swapped:
            return plan
        # The bar of the only person stays near.
        return replace(plan, near=plan.far, far=plan.near)

    @property
    def canvas(self) -> Canvas:
        """The display as the acting seat sees it."""
        return canvas_seen_from(self.display, self.turns(self.acting))

    @property
    def display(self) -> Canvas:
        """The display that the acting seat looks at."""
        return (self.apart or self.window).with_context(self.ui_context)

    @property
    def for_a_room(self) -> bool:
        """Whether a projector shows a match of two people, who hide pictures from each other."""
        return self.table.settings["look.projector"] and not self.seating.computers

    @property
    def exposed(self) -> bool:
        """Whether everybody sees what the arranging player sees."""
        return (
            self.for_a_room
            and self.table.secondary_display.canvas is None
            and not self.on_phone(self.match.arranger)
        )

    def turns(self, seat: Seat) -> int:
        """The quarter turns clockwise by which the words for a seat are turned.

        Words about a computer player are turned to the person at the other seat. Nothing is turned
        on a secondary display.
        """
        return 0 if self.apart else self.seating[self._reader(seat)].edge % 4

    def about(self, seat: Seat) -> Point:
        """The point of the display about which they are turned."""
        return pivot(self.display, self.turns(seat))

    def near(self, action: Action, seat: Seat) -> Action:
        """An action as a seat sees it from its own edge."""
        at = getattr(action, "at", None)
        if at is None or not self.turns(seat):
            return action
        turned = {"at": self.seen(at, seat)}
        if (began := getattr(action, "began", None)) is not None:
            turned["began"] = self.seen(began, seat)
        return replace(action, **turned)  # type: ignore[arg-type]

    def seen(self, at: Point, seat: Seat) -> Point:
        """Where a seat sees a point of the display."""
        return turn_point(at, -self.turns(seat), self.about(seat))

    def really(self, at: Point, seat: Seat) -> Point:
        """The point of the display that a seat sees there."""
        return turn_point(at, self.turns(seat), self.about(seat))

    def seen_by(self, box: Box, seat: Seat) -> Box:
        """A box of the layout (as the acting seat sees it) as another seat sees it."""
        real = rotated_box(box, self.turns(self.acting), self.about(self.acting))
        return rotated_box(real, -self.turns(seat), self.about(seat))

    # -- how the table speaks -----------------------------------------------------------------

    def context_for(self, seat: Seat, base: UiContext | None = None) -> UiContext:
        """The context in which the words for a seat are laid out and drawn.

        What the seat leaves open is as in `base`, or as in the window.
        """
        return (base or self.window.context).override(
            language=self.language(seat),
            text_scale=self.size(seat),
            projector=False if self.apart else None,
        )

    @property
    def ui_context(self) -> UiContext:
        return self.context_for(self.acting)

    def language(self, seat: Seat) -> str:
        """The language of words for a seat; of a computer player, that of the other seat."""
        return self.seating[self._reader(seat)].language or self.table.language

    def size(self, seat: Seat) -> int:
        """The text size of words for a seat, in percent; 0: the table's."""
        return self.seating[self._reader(seat)].text_scale

    def _reader(self, seat: Seat) -> Seat:
        """Who reads text for a seat: for a computer player the person opposite."""
        if self.seating[seat].level is None:
            return seat
        return 1 - seat if self.seating[1 - seat].level is None else 0


SOLO_SEAT_NAMES: Final = (YOU, say("sevens.alone.booklet", "Booklet"))


class SoloContext(MatchContext):
    """The context of one person who plays alone; the other seat is the booklet's."""

    def name(self, seat: Seat) -> Text:
        return SOLO_SEAT_NAMES[seat]

    def count_usage(self, what: str) -> None:
        """Counts what the person did, for the host, as ``puzzle begun``."""
        self.table.store.count(UsageMetric("alone", GAME.key, what))
