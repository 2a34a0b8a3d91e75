"""Phones at a match: who plays on one, and what is done there.

A phone shows the board itself (`phone_view`), in units of the board. What is done on it becomes
what hands at the table do: contacts on the canvas of the board, presses of the phase's buttons.
"""

from dataclasses import dataclass, replace
from typing import Final, Protocol, TypeVar

from tabletop.engine import Seat, SeatProfile, Text, say
from tabletop.games.sevens.figures import Figure, booklet, figure_label
from tabletop.games.sevens.pieces.table import PieceTable
from tabletop.games.sevens.rules.match import LONGEST_NAME, Phase
from tabletop.games.sevens.rules.pieces import Point, edges, length, nearest_on
from tabletop.games.sevens.scenes.context import NO_TEXT, SEATS, MatchContext
from tabletop.games.sevens.scenes.phases.arrange import ArrangePhase
from tabletop.games.sevens.scenes.phases.base import BasePhase
from tabletop.games.sevens.scenes.phases.result import TURN_KEY
from tabletop.games.sevens.scenes.phases.scoring import ScorePhase
from tabletop.games.sevens.view.piece_board import PieceBoard
from tabletop.input.actions import (
    Action,
    Cancel,
    Down,
    Drop,
    LeaveSeat,
    Press,
    PressKey,
    Pull,
    TakeSeat,
    Tap,
    Twist,
    WriteText,
)
from tabletop.input.actions import Button as Key
from tabletop.languages import has_language
from tabletop.ui.core.scene import Change
from tabletop.ui.widgets.text_entry import clean_name

_T = TypeVar("_T")

PAUSE_KEY: Final = "pause"
BOOKLET_KEY: Final = "booklet"
"""The button that opens the booklet on a phone; with a colon, the prefix of its other keys."""
GROUP_PREFIX: Final = "booklet:group:"
FIGURE_PREFIX: Final = "booklet:figure:"
BUILD_KEY: Final = "booklet:build"
MODEL_KEY: Final = "booklet:model"
CLOSE_KEY: Final = "booklet:close"

TABLE_KEYS: Final = frozenset({"name", "booklet", "keep", "curtain", "stay", "real", "own"})
"""Buttons that only the table has: they open pages there, or a phone has something else instead."""
PHONE_TOUCH_MARGIN: Final = 0.5
"""Units beside a piece where a touch still means it: pieces are small on a phone."""


def is_for_seat(action: Action) -> bool:
    """Whether an action is that of a phone with a seat; others are those of a remote control.

    The contacts of a phone that is gone end without its seat.
    """
    return action.seat is not None or isinstance(action, Cancel)


def is_offered(key: str) -> bool:
    """Whether phones have a button of a phase, too."""
    return key not in TABLE_KEYS and not key.startswith(TURN_KEY)


@dataclass(frozen=True, slots=True)
class Browsing:
    """What a phone shows of the booklet: its groups, the figures of one, or one figure."""

    group: str = ""
    figure: Figure | None = None

    @property
    def groups(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(figure.group for figure in booklet()))

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures of the open group."""
        return tuple(figure for figure in booklet() if figure.group == self.group)

    def press(self, key: str) -> "Browsing | None":
        """What is shown after a button; None: the booklet is closed."""
        if key.startswith(GROUP_PREFIX):
            return Browsing(_chosen(self.groups, key, GROUP_PREFIX) or "")
        if key.startswith(FIGURE_PREFIX):
            return replace(self, figure=_chosen(self.figures, key, FIGURE_PREFIX))
        if self.figure is not None:
            return replace(self, figure=None)
        return Browsing() if self.group else None


def _chosen(offered: tuple[_T, ...], key: str, prefix: str) -> _T | None:
    number = key.removeprefix(prefix)
    if not (number.isascii() and number.isdigit()) or int(number) >= len(offered):
        return None
    return offered[int(number)]


class PhoneHost(Protocol):
    """The scene of the match, as its phones need it."""

    @property
    def context(self) -> MatchContext: ...

    @property
    def phase(self) -> BasePhase: ...

    def act_on_board(self, action: Action, /) -> Change:
        """Handles an action on the board of the acting seat, wherever that is."""

    def pause(self) -> Change: ...

    def seat_changed(self, seat: Seat) -> None:
        """Others play at a seat now, or on another device."""


class PhoneSeats:
    """The seats that people have taken on phones, and what they do there."""

    def __init__(self, host: PhoneHost) -> None:
        self._host = host
        self._before: dict[Seat, SeatProfile] = {}
        """The profiles of the seats before they were taken."""
        self._offsets: dict[int, Point] = {}
        """How far each contact is moved, so that it lies on the piece that was meant."""
        self._open: tuple[BasePhase, Browsing] | None = None
        """The booklet that is open on the arranging player's phone, and in which phase."""

    @property
    def browsing(self) -> Browsing | None:
        """What the arranging player's phone shows of the booklet, if it is open."""
        if self._open is None or self._open[0] is not self._host.phase:
            return None
        return self._open[1]

    # -- seats ----------------------------------------------------------------------------------

    def take(self, action: TakeSeat) -> None:
        context, seat = self._host.context, action.seat
        if not 0 <= seat < SEATS:
            return
        profile = context.profile(seat)
        self._before.setdefault(seat, profile)
        name = profile.name if context.official else clean_name(action.name) or profile.name
        language = action.language if has_language(action.language) else profile.language
        visitor = profile.named(name).visitor
        changes = {"name": name, "visitor": visitor, "language": language, "level": None}
        context.sit(context.seating.but(seat, **changes))
        context.minded -= {seat}
        context.phones |= {seat}
        self._host.seat_changed(seat)

    def leave(self, seat: Seat) -> None:
        """The people at the table play the seat again."""
        context = self._host.context
        if seat not in context.phones:
            return
        before = self._before.pop(seat, context.profile(seat))
        context.phones -= {seat}
        own = {"name": before.name, "visitor": before.visitor, "language": before.language}
        context.sit(context.seating.but(seat, **own))
        self._open = None
        self._host.seat_changed(seat)

    # -- what is done ---------------------------------------------------------------------------

    def handle(self, action: Action) -> Change:
        """Handles an action of a phone; what it may not do now is ignored."""
        seat = action.seat
        match action:
            case TakeSeat():
                self.take(action)
            case LeaveSeat():
                self.leave(action.seat)
            case Cancel(contact=contact):
                self._offsets.pop(contact, None)
                return self._host.act_on_board(action)
            case _ if seat is None or seat not in self._host.context.phones:
                pass
            case PressKey(key=key):
                return self._press(seat, key, action)
            case WriteText(text=text) if seat == self._host.phase.seat:
                self._write(text)
            case _ if seat == self._host.phase.seat:
                return self._move(action)
            case _:
                pass
        return None

    def may_press(self, seat: Seat) -> bool:
        """Whether the buttons of the phase are for a seat."""
        phase = self._host.phase
        # Anybody may tell a computer player to finish.
        computer = self._host.context.level(phase.seat) is not None
        return seat == phase.seat or phase.for_anyone or computer

    def _press(self, seat: Seat, key: str, action: PressKey) -> Change:
        if key == PAUSE_KEY:
            return self._host.pause()
        if key.startswith(BOOKLET_KEY):
            if seat == self._host.phase.seat:
                self._browse(key)
            return None
        return self._host.act_on_board(action) if self.may_press(seat) and is_offered(key) else None

    def _browse(self, key: str) -> None:
        phase, shown = self._host.phase, self.browsing
        if not isinstance(phase, ArrangePhase) or phase.unveiling:
            return
        if shown is None:
            self._open = (phase, Browsing()) if key == BOOKLET_KEY else None
            return
        figure = shown.figure
        if key not in (BUILD_KEY, MODEL_KEY):
            now = shown.press(key)
            self._open = None if now is None else (phase, now)
        elif figure is not None and self.fits(figure, build=key == BUILD_KEY):
            self._open = None
            phase.use_figure(figure, build=key == BUILD_KEY)

    def fits(self, figure: Figure, *, build: bool) -> bool:
        """Whether a figure can be taken: not built in a round of fewer pieces."""
        return not build or len(figure.picture) <= self._host.context.match.piece_count

    def _write(self, text: str) -> None:
        """Names the picture. A figure of the booklet keeps its name in every language."""
        phase, context = self._host.phase, self._host.context
        if not isinstance(phase, ArrangePhase):
            return
        shown = context.context_for(phase.seat).translate(figure_label(phase.name))
        kept = "".join(sign if sign.isprintable() else " " for sign in text)
        name = " ".join(kept.split())[:LONGEST_NAME].rstrip()
        if name != shown:
            phase.call_it(name)

    def _move(self, action: Action) -> Change:
        """Moves pieces on the board of the acting seat."""
        surface = self._host.phase.surface
        if surface is None:
            return None
        match action:
            case Twist(by=by):
                change: Change = None
                button = Key.LATER if by > 0 else Key.EARLIER
                turn = Press(source=action.source, seat=action.seat, button=button)
                for _ in range(abs(by)):
                    change = self._host.act_on_board(turn) or change
                return change
            case Press(button=Key.FLIP | Key.UNDO):
                return self._host.act_on_board(action)
            case Down() | Pull() | Tap() | Drop():
                return self._touch(surface, action)
            case _:
                return None

    def _touch(self, surface: PieceBoard, action: Down | Pull | Tap | Drop) -> Change:
        """Handles a contact in units of the board."""
        contact = action.contact
        if isinstance(action, Down):
            if not surface.pieces.walls.keeps((action.at,)):
                return None
            self._offsets[contact] = _offset(surface.pieces, action.at)
        if contact not in self._offsets:
            return None
        dx, dy = self._offsets[contact]

        def placed(at: Point) -> Point:
            return surface.sight.to_canvas((at[0] + dx, at[1] + dy))

        moved = replace(action, at=placed(action.at))
        if isinstance(moved, Pull | Drop):
            moved = replace(moved, began=placed(moved.began))
        if not isinstance(action, Down | Pull):
            del self._offsets[contact]
        return self._host.act_on_board(moved)


def phone_away_text(context: MatchContext, seat: Seat) -> Text:
    """What the table is told while the phone of a seat is not connected; empty otherwise."""
    if not context.phone_away(seat):
        return NO_TEXT
    name, match = context.name(seat), context.match
    if match.phase is Phase.ARRANGE and seat == match.arranger:
        return say(
            "sevens.phone.away.builds",
            "{name}’s phone is disconnected. The picture waits for it, unseen.",
            name=name,
        )
    return say("sevens.phone.away", "{name}’s phone is disconnected.", name=name)


def _offset(table: PieceTable, at: Point) -> Point:
    """From a touch to the piece that it means."""
    number = table.piece_at(at)
    if number is not None:
        return 0.0, 0.0
    number = table.piece_at(at, PHONE_TOUCH_MARGIN)
    if number is None:
        return 0.0, 0.0
    corners = table.pieces[number].corners
    near = (nearest_on(start, end, at) for start, end in edges(corners))
    x, y = min(near, key=lambda point: length(point, at))
    return x - at[0], y - at[1]


def phone_state(context: MatchContext, phase: BasePhase, phones: PhoneSeats) -> object:
    """What the views of a match depend on: cheap, and equal while they need not be made anew."""
    match, surface = context.match, phase.surface
    pieces: object = None
    if surface is not None:
        table = surface.pieces
        lying = table.pieces
        pieces = (
            table.places,
            tuple(piece.held for piece in lying),
            tuple(table.snap_preview(piece.number) for piece in lying if piece.held),
            surface.selected,
            dict(surface.marks),
            surface.outlines,
        )
    buttons = tuple(
        (each.key, each.label, each.style, each.enabled) for each in phase.buttons.buttons
    )
    arranging = (
        (phase.name, phase.model, phase.unveiling) if isinstance(phase, ArrangePhase) else ()
    )
    told = (phase.prompt, phase.other_prompt, phase.warning, phase.refusal_note)
    revealed = phase.revealed if isinstance(phase, ScorePhase) else ()
    when = (match.phase, match.round, match.totals, phase.clock_runs, phase.seat)
    away = tuple(context.phone_away(seat) for seat in range(SEATS))
    who = (context.seating, context.phones, away, phones.browsing)
    return id(phase), when, who, told, buttons, pieces, arranging, revealed
