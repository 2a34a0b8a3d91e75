"""Requests that others must agree to, their texts, and the pads with which people answer.

All seats that are asked must agree, except to a pause: there the agreement of one is enough, and
no pads are shown. Two people agree by holding their pads at once or by touching one after the
other. A person who sits alone at an edge of the table gets the question and the pads over their
panel, upright for them; where all sit at one edge, one plate shows the pads side by side.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import dist, inf
from typing import Final, Literal, TypeAlias

from tabletop.engine import CHANCE, Match, Ply, Seat, Text, count, joined, say
from tabletop.input.actions import Action, Buzz, Cancel, Down, Drop, Nudge, Press, Pull, Tap, Walk
from tabletop.input.actions import Button as Key
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.play.board import MatchSnapshot, PanelNotes
from tabletop.scenes.play.features import Handled, MatchFeature, MatchParts
from tabletop.scenes.play.session import (
    Ended,
    MatchEvent,
    Played,
    TakenBack,
)
from tabletop.ui.board.table_layout import Panel, TableLayout
from tabletop.ui.board.view import BoardSnapshot
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.core.scene import Change
from tabletop.ui.core.tween import Timer
from tabletop.ui.layout import best_fitting, column, item
from tabletop.ui.speech.speech import Announcement
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE, BUTTON_SIZE, DIM, NAME_SIZE, PANEL_ACTIVE, TEXT
from tabletop.ui.widgets.buttons import ButtonGroup, PushButton, in_one_size
from tabletop.ui.widgets.page import Plate, split_row, stack_boxes

RequestKind: TypeAlias = Literal["pause", "undo", "draw", "end", "seats"]

REQUEST_TIMEOUT_SECONDS: Final = 20.0
"""Seconds after which a request expires."""


@dataclass(frozen=True, slots=True)
class Request:
    """Something that one seat wants and that all others, or one other, must agree to."""

    kind: RequestKind
    asker: Seat | None
    """Who wants it; None if not known."""
    asked: frozenset[Seat]
    """The seats that are asked, without the asker: all must agree, or one if `one_is_enough`."""
    question: Text
    """What the seats that are asked read."""
    told: Text
    """What the asker reads while the request waits."""
    yes: Text
    back: Ply | None = None
    """The earliest ply to take back."""
    setup: Setup | None = None
    """The setup that is requested."""

    @property
    def one_is_enough(self) -> bool:
        """The agreement of one other seat is enough, and no pads are shown."""
        return self.kind == "pause"


class PendingRequest:
    """At most one request that waits for an answer, and who has agreed to it so far."""

    def __init__(self) -> None:
        self.request: Request | None = None
        self.agreed: set[Seat] = set()
        self._timer = Timer(REQUEST_TIMEOUT_SECONDS)

    @property
    def waits_for(self) -> frozenset[Seat]:
        """The seats that are asked and have not agreed yet."""
        return self.request.asked - self.agreed if self.request is not None else frozenset()

    def asks(self, request: Request) -> bool:
        """Somebody requests something; True if no further agreement is needed.

        To request what another seat has requested is to agree. To request it twice is not.
        """
        before = self.request
        if before is not None and before.kind == request.kind and request.asker in self.waits_for:
            return request.asker is not None and self.agrees(request.asker)
        if before == request and not request.one_is_enough:
            return False
        if not request.asked:
            self.drop()
            return True
        self.request, self._timer = request, Timer(REQUEST_TIMEOUT_SECONDS)
        self.agreed = set()
        return False

    def agrees(self, seat: Seat) -> bool:
        """A seat agrees; True if that was the last one needed, which removes the request."""
        if self.request is None or seat not in self.request.asked:
            return False
        self.agreed.add(seat)
        if self.waits_for and not self.request.one_is_enough:
            return False
        self.drop()
        return True

    def drop(self) -> None:
        """Removes the request."""
        self.request = None
        self.agreed = set()

    def words(self, seat: Seat) -> Text | None:
        """The text on a seat's panel about the request; None where the pads show it."""
        request = self.request
        if request is None:
            return None
        if seat == request.asker:
            return request.told
        return request.question if request.one_is_enough and seat in request.asked else None

    def wakes_in(self) -> float:
        """Seconds until the request expires."""
        return inf if self.request is None else self._timer.length - self._timer.spent

    def run(self, dt: float) -> None:
        """Lets time pass."""
        if self.request is not None:
            self._timer.run(dt)
            if self._timer.done:
                self.drop()


NO: Final = say("consent.no", "No")
AGREED: Final = say("consent.agreed", "Agreed")
HOW_TWO: Final = say("consent.how", "Both players: touch your name.")
HOW_MANY: Final = say("consent.how_many", "All players: touch your name.")
HOW_ALONE: Final = say("consent.how_alone", "Do you agree?")
DECLINED: Final = say("consent.declined", "Not agreed: the game goes on.")
DRAW_REPLAYED: Final = say("consent.draw_again", "A draw is played again in this round.")
PAUSE: Final = say("consent.pause", "Pause")
WAITING: Final = say("consent.waits", "Waiting for an answer.")


def how_text(yes: Text, people: int) -> Text:
    """How to agree where each seat that is asked has its own pad, labelled `yes`."""
    # NOTE: {yes} is what stands on the pads: Take it back, A draw, End it, Change it.
    if people == 2:
        words = "Both players: touch “{yes}”."
        return say("consent.how_own", words, yes=yes)
    words = "All players: touch “{yes}”."
    return say("consent.how_own_many", words, yes=yes)


def pause_request(setup: Setup, asker: Seat) -> Request:
    """A seat wants a pause: the agreement of one other seat is enough."""
    others = frozenset(seat for seat in setup.persons if seat != asker)
    words = "{who} asks for a pause. Press Pause too, or touch here."
    return Request(
        "pause",
        asker,
        others,
        say("consent.asks", words, who=setup.name(asker)),
        say("consent.asked", "You asked for a pause. One other player must agree."),
        PAUSE,
    )


def undo_request(
    setup: Setup, match: Match, back: Ply, asker: Seat | None, asked: Iterable[Seat]
) -> Request:
    """Somebody wants to go back to before the ply `back`, which may be another's."""
    since = next(n for n, ply in enumerate(reversed(match.plies), 1) if ply is back)
    moves = sum(ply.seat != CHANCE for ply in match.plies[-since:])
    if asker is None:
        one = "Take back the last move?"
        question = count("consent.undo_open", one, "Take back the last {n} moves?", moves)
    else:
        one = "{who} wants to take back the last move."
        many = "{who} wants to take back the last {n} moves."
        question = count("consent.undo", one, many, moves, who=setup.name(asker))
    return Request(
        "undo",
        asker,
        frozenset(asked) - {asker},
        question,
        say("consent.undo_told", "You want to take a move back. Waiting for an answer."),
        say("consent.undo_yes", "Take it back"),
        back=back,
    )


def draw_request(setup: Setup, asker: Seat | None) -> Request:
    """Somebody offers a draw."""
    question = say("consent.draw_open", "Agree on a draw?")
    if asker is not None:
        question = say("consent.draw", "{who} offers a draw.", who=setup.name(asker))
    if setup.of_event.replays_draws:
        question = joined(" ", question, DRAW_REPLAYED)
    return Request(
        "draw",
        asker,
        frozenset(setup.persons) - {asker},
        question,
        say("consent.draw_told", "You offered a draw. Waiting for an answer."),
        say("consent.draw_yes", "Draw"),
    )


def end_request(setup: Setup, asker: Seat | None) -> Request:
    """Somebody wants to end the game without a result."""
    question = say("consent.end_open", "End this game without a result?")
    if asker is not None:
        words = "{who} wants to end this game without a result."
        question = say("consent.end", words, who=setup.name(asker))
    return Request(
        "end",
        asker,
        frozenset(setup.persons) - {asker},
        question,
        say("consent.end_told", "You want to end this game. Waiting for an answer."),
        say("consent.end_yes", "End it"),
    )


def seats_request(setup: Setup, other: Setup) -> Request:
    """Somebody wants the players of `other`; the asker is not known."""
    changed = [s for s in range(setup.seats) if setup.player(s) != other.player(s)]
    one = "Change who plays at one seat?"
    question = count("consent.seats", one, "Change who plays at {n} seats?", len(changed))
    if len(changed) == 1:
        (seat,) = changed
        filler, who = other.player(seat), setup.name(seat)
        question = say("consent.seats_person", "Let a person play {who}?", who=who)
        if filler.is_computer:
            words = "Let the computer ({level}) play {who}?"
            question = say("consent.seats_computer", words, level=filler.name, who=who)
    return Request(
        "seats",
        None,
        frozenset(setup.persons),
        question,
        say("consent.seats_told", "You want to change who plays. Waiting for an answer."),
        say("consent.seats_yes", "Change it"),
        setup=other,
    )


HOLD_SECONDS: Final = 0.7
"""Seconds for which all hold their pads at once."""
SETTLE_SECONDS: Final = 0.3
"""Seconds after the pads appear in which touches are ignored."""
MAX_TAP_SECONDS: Final = 1.5
"""The most seconds of a tap; a longer contact gives no answer."""
PALM_DISTANCE: Final = 130.0
"""Fingers nearer to each other than this, in canvas units, are taken for a palm."""

AGREE_KEY: Final = "agree:"
REFUSE_KEY: Final = "refuse:"

ContactId: TypeAlias = tuple[str, int]
"""A contact, by its source and its number."""


@dataclass(frozen=True, slots=True)
class RequestPlate:
    """One plate with the question and its pads, laid out for a reader at the bottom edge."""

    plate: Box
    labels: tuple[Label, ...]
    buttons: tuple[PushButton, ...]
    turns: int
    about: Point
    language: str = ""
    size: int = 0
    """The text scale in percent; 0 means the scale of the table."""
    seat: Seat | None = None
    """The seat whose panel it covers; None for the plate that all share at one edge."""

    def holds(self, at: Point) -> bool:
        return self.plate.holds(turn_point(at, -self.turns, self.about))


@dataclass(slots=True)
class _Touch:
    """A finger on a plate; it changes as it moves."""

    key: str
    """The key of the pad under it; empty for none, or if the touch does not count."""
    at: Point
    since: float
    pulled: bool = False


@dataclass(slots=True)
class AgreementPads:
    """The pads of the request, and the fingers on them."""

    asked: tuple[RequestPlate, ...] = ()
    buttons: ButtonGroup = field(default_factory=ButtonGroup)
    age: float = 0.0
    """Seconds since the pads appeared."""
    _touches: dict[ContactId, _Touch] = field(default_factory=dict)

    def show(self, asked: Sequence[RequestPlate]) -> None:
        """Shows these plates; contacts on them are kept."""
        if not self.asked or not asked:
            self.age = 0.0
            for touch in self._touches.values():
                touch.key = ""  # it belongs to the pads before: it gives no answer to these
        self.asked = tuple(asked)
        self.buttons.replace([button for one in self.asked for button in one.buttons])

    def covers(self, at: Point) -> bool:
        """Whether a plate lies over this place."""
        return any(one.holds(at) for one in self.asked)

    @property
    def busy(self) -> bool:
        """Whether there are pads, or fingers that were on them."""
        return bool(self.asked or self._touches)

    # -- hands ----------------------------------------------------------------------------------

    def takes(self, action: Action) -> tuple[bool, str | None]:
        """Whether an action touches the pads, and the key of the pad that it presses, if any."""
        match action:
            case Down(source=source, contact=contact, at=at):
                return self._down((source, contact), at), None
            case Pull(source=source, contact=contact, at=at):
                touch = self._touches.get((source, contact))
                if touch is not None:
                    touch.at, touch.pulled = at, True
                    touch.key = touch.key if touch.key == self._pad(at) else ""
                    self._highlight()
                return touch is not None, None
            case Tap() | Drop() | Cancel():
                return self._up(action)
            case _:
                return False, None

    def _down(self, number: ContactId, at: Point) -> bool:
        if not self.covers(at):
            return False
        touch = _Touch(self._pad(at) if self.age >= SETTLE_SECONDS else "", at, self.age)
        for other in self._touches.values():
            # Fingers of two people may come near each other on pads that lie side by side.
            apart = bool(other.key and touch.key and other.key != touch.key)
            if dist(other.at, at) < (PALM_DISTANCE / 2 if apart else PALM_DISTANCE):
                other.key = touch.key = ""
        self._touches[number] = touch
        self._highlight()
        return True

    def _up(self, action: Tap | Drop | Cancel) -> tuple[bool, str | None]:
        touch = self._touches.pop((action.source, action.contact), None)
        if touch is None:
            return False, None
        self._highlight()
        tapped = isinstance(action, Tap) and not touch.pulled
        answers = tapped and self.age - touch.since <= MAX_TAP_SECONDS
        return True, touch.key or None if answers else None

    def keyed(self, action: Action) -> tuple[bool, str | None]:
        """As `takes`, for keys of no seat: they move the focus from pad to pad."""
        match action:
            case Press(button=Key.OK) if self.asked and self.buttons.focus is None:
                self.buttons.press(Nudge(source=action.source, dx=0, dy=0))
                return True, None
            case Press(button=Key.OK) | Walk() | Nudge() if self.asked:
                return True, self.buttons.press(action)
            case Press(button=Key.BACK) if self.asked:
                return True, REFUSE_KEY
            case _:
                return False, None

    def _pad(self, at: Point) -> str:
        button = self.buttons.at(at)
        return button.key if button is not None else ""

    def _highlight(self) -> None:
        """Marks the pads under contacts as pressed."""
        held = enumerate(touch.key for touch in self._touches.values())
        self.buttons.held = {number: key for number, key in held if key}

    # -- time -----------------------------------------------------------------------------------

    def _together(self, seats: Collection[Seat]) -> float:
        """The time since which all these seats hold their pads; infinite while one does not."""
        since = [
            min(
                (t.since for t in self._touches.values() if t.key == f"{AGREE_KEY}{seat}"),
                default=inf,
            )
            for seat in seats
        ]
        return max(since, default=inf)

    def run(self, dt: float, seats: Collection[Seat]) -> bool:
        """Lets time pass; True when all these seats have held their pads for long enough."""
        self.age += dt
        return bool(self.asked) and self.age - self._together(seats) >= HOLD_SECONDS

    def wakes_in(self, seats: Collection[Seat]) -> float:
        """Seconds until `run` returns True."""
        together = self._together(seats) if self.asked else inf
        return max(0.0, HOLD_SECONDS - (self.age - together)) + 0.001 if together < inf else inf

    # -- what is seen ---------------------------------------------------------------------------

    def draw(self, frame: Frame) -> None:
        """Draws the plates with their text and pads."""
        for one in self.asked:
            context = frame.context.override(language=one.language, text_scale=one.size)
            with frame.in_context(context):
                with frame.turned(one.turns, one.about):
                    Plate(one.plate, PANEL_ACTIVE, 30, lined=True).draw(frame)
                    for label in one.labels:
                        label.draw(frame)
                keys = {button.key for button in one.buttons}
                held = {n: key for n, key in self.buttons.held.items() if key in keys}
                ButtonGroup(one.buttons, held, self.buttons.focus).draw(frame)


PAD: Final = 22.0
GAP: Final = 16.0
PAD_HEIGHT: Final = 150.0
"""The height of a pad, where there is room."""
WIDE_PLATE: Final = 760.0
"""From this width on the pads are beside the text."""
WORDS_HEIGHT: Final = 136.0
"""The height of the words on the plate that all share at one edge."""
PAD_NAME_SIZE: Final = 38.0
"""The size of the names on its pads."""


def request_plates(
    layout: TableLayout, setup: Setup, request: Request, agreed: Collection[Seat]
) -> list[RequestPlate]:
    """The plates of a request: one at each seat that is asked, or one for all at one edge."""
    if len(layout.sides) == 1 and len(request.asked) > 1:
        return [_shared(layout, setup, request, agreed)]
    return [_own(layout, seat, request, agreed=seat in agreed) for seat in sorted(request.asked)]


def _own(layout: TableLayout, seat: Seat, request: Request, *, agreed: bool) -> RequestPlate:
    """The plate over a seat's own panel."""
    panel = layout.panels[seat]
    words, corner, other = _places(panel)
    people = len(request.asked)
    below = HOW_ALONE if people == 1 else how_text(request.yes, people)
    button = partial(
        PushButton,
        turns=panel.turns,
        about=panel.about,
        language=panel.language,
        text_scale=panel.text_scale,
        size=BUTTON_SIZE,
    )
    agree = button(f"{AGREE_KEY}{seat}", corner, request.yes, "check", "main")
    if agreed:
        agree = replace(agree, label=AGREED, style="chosen", enabled=False)
    canvas = layout.canvas.with_context(panel.context)
    return RequestPlate(
        panel.box,
        _words(canvas, words, request.question, WAITING if agreed else below),
        tuple(in_one_size(canvas, (agree, button(f"{REFUSE_KEY}{seat}", other, NO, "close")))),
        panel.turns,
        panel.about,
        panel.language,
        panel.text_scale,
        seat,
    )


def _places(panel: Panel) -> tuple[Box, Box, Box]:
    """The boxes of the text, of the agreeing pad in the table corner, and of the refusing pad."""
    inside = panel.box.inset(PAD)
    at_left = panel.box.centre[0] < panel.about[0]
    if panel.wide and inside.w >= WIDE_PLATE:
        width = min(260.0, inside.w * 0.24)
        taken = 2 * (width + GAP)
        first = Box(inside.x, inside.y, width, inside.h)
        last = first.moved(inside.w - width, 0)
        corner, by = (first, width + GAP) if at_left else (last, -width - GAP)
        words = Box(inside.x + taken * at_left, inside.y, inside.w - taken, inside.h)
        return words, corner, corner.moved(by, 0)
    high = min(PAD_HEIGHT, inside.h * (0.4 if panel.wide else 0.28))
    corner = Box(inside.x, inside.bottom - high, inside.w, high)
    if panel.wide:
        one, two = split_row(corner, 2, GAP)
        corner, other = (one, two) if at_left else (two, one)
    else:
        other = Box(inside.x, corner.y - GAP - high * 0.7, inside.w, high * 0.7)
    return Box(inside.x, inside.y, inside.w, other.y - GAP - inside.y), corner, other


def _words(canvas: Canvas, room: Box, question: Text, below: Text) -> tuple[Label, ...]:
    """The question, and below it how to agree; in projector mode only the question."""
    if canvas.context.projector:
        return (Label(question, room, NAME_SIZE, TEXT, bold=True),)

    def shared(part: float) -> tuple[Label, ...]:
        boxes = column(item("question", weight=part), 6, item("below", weight=1 - part)).place(room)
        return (
            Label(question, boxes["question"], NAME_SIZE, TEXT, bold=True),
            Label(below, boxes["below"], BODY_SIZE, DIM),
        )

    def fitting(part: float) -> tuple[Label, ...] | None:
        labels = shared(part)
        return labels if all(label.typeset(canvas).complete for label in labels) else None

    return best_fitting((0.66, 0.58, 0.5, 0.42), fitting) or shared(0.58)


def _shared(
    layout: TableLayout, setup: Setup, request: Request, agreed: Collection[Seat]
) -> RequestPlate:
    """The plate of all who sit at one edge, at the board's lower end as they see it."""
    board, about, (turns,) = layout.board, layout.canvas.box.centre, layout.sides
    spoken = {panel.language for panel in layout.panels}
    language = spoken.pop() if len(spoken) == 1 else ""
    count = len(request.asked)
    # Text for a room is large: more than two pads stand in two rows.
    across = count if count < 4 and not layout.canvas.context.projector else 2
    rows = -(-count // across)
    pads_high = rows * PAD_HEIGHT * 0.8 + (rows - 1) * GAP
    high = min(
        board.h * 0.7,
        layout.canvas.context.scaled_length(WORDS_HEIGHT, BODY_SIZE) + pads_high + 2 * PAD,
    )
    plate = Box(board.x + 12, board.bottom - high - 12, board.w - 24, high)
    inside = plate.inset(PAD)
    pads = Box(inside.x, inside.bottom - pads_high, inside.w, pads_high)
    words = Box(inside.x, inside.y, inside.w, pads.y - GAP - inside.y)
    first, *columns = split_row(pads, across + 1, GAP)
    lines = [stack_boxes(column, [PAD_HEIGHT * 0.8] * rows, GAP) for column in columns]
    boxes = [line[number] for number in range(rows) for line in lines]
    button = partial(PushButton, turns=turns, about=about, language=language, size=PAD_NAME_SIZE)
    buttons = [
        button(
            f"{AGREE_KEY}{seat}",
            box,
            # There is no room for long names beside each other.
            setup.game.seat_names[seat] if layout.canvas.context.projector else setup.name(seat),
            "check",
            "chosen" if seat in agreed else "main",
            enabled=seat not in agreed,
        )
        for seat, box in zip(sorted(request.asked), boxes, strict=False)
    ]
    refuse = button(REFUSE_KEY, first, NO, "close")
    canvas = layout.canvas.with_context(layout.canvas.context.override(language=language))
    below = _words(canvas, words, request.question, HOW_TWO if count == 2 else HOW_MANY)
    pads_of_all = tuple(in_one_size(layout.canvas, (*buttons, refuse)))
    return RequestPlate(plate, below, pads_of_all, turns, about, language)


PAD_GUARD_SECONDS: Final = 0.6
"""Seconds after the pads appear in which a button was pressed for something else."""
PAD_LAYER: Final = 8
"""The layer of the pads: over the buttons."""


class Agreements(MatchFeature):
    """Shows requests, takes the answers, and carries out what was agreed to."""

    def __init__(self, parts: MatchParts, *, grant: Callable[[Request], Change]) -> None:
        """`grant` does what a request is about, once it is agreed to."""
        super().__init__(parts)
        self._grant = grant
        self.pending = PendingRequest()
        self.corner_pads = AgreementPads()
        self._held = False
        """All pads have been held for long enough."""

    @property
    def needed(self) -> bool:
        """Whether there are others to ask, and the settings require it."""
        return self._table.settings["input.own_hands"] and len(self._session.setup.persons) > 1

    def propose(self, request: Request) -> Change:
        """Makes a request; it is granted at once if nobody else has to agree."""
        self._session.changed()
        if not request.one_is_enough:
            self._session.hand.let_go()
        if not self.needed or not request.asked or self.pending.asks(request):
            return self.granted(request)
        self.corner_pads.show(())  # fingers on the pads of another request do not count for this
        return None

    def granted(self, request: Request) -> Change:
        self.pending.drop()
        self.before_snapshot()
        return self._grant(request)

    def drop(self) -> None:
        self.pending.drop()

    # -- answers ----------------------------------------------------------------------------------

    def handle(self, action: Action, seat: Seat | None) -> Handled | None:
        """Takes touches of the pads, and keys and buttons that answer the request."""
        taken, key = self.corner_pads.takes(action)
        request = self.pending.request
        if taken or request is None or request.one_is_enough:
            return self._answered(key) if taken else None
        if action.seat is None:
            taken, key = self.corner_pads.keyed(action)
            return self._answered(key) if taken else None
        if action.seat not in self.pending.waits_for:
            return None
        match action:
            case Press(button=Key.BACK):
                self._decline(request)
            case Press(button=Key.OK | Key.MENU) | Buzz():
                if isinstance(action, Buzz) and self._calls.open:
                    return None
                if self.corner_pads.age >= PAD_GUARD_SECONDS:
                    return self.agree(action.seat)
            case _:
                return None
        return Handled()

    def answer(self, seat: Seat, *, yes: bool) -> Change:
        """A seat that is asked answers on a device that shows the question."""
        request = self.pending.request
        if request is None or seat not in self.pending.waits_for:
            return None
        if yes:
            return self.agree(seat).change
        self._decline(request)
        return None

    def _answered(self, key: str | None) -> Handled:
        """A pad was touched."""
        request = self.pending.request
        if key is None or request is None:
            return Handled()
        if not key.startswith(AGREE_KEY):
            self._decline(request)
        else:
            return self.agree(int(key.removeprefix(AGREE_KEY)))
        return Handled()

    def agree(self, seat: Seat) -> Handled:
        """A seat that is asked agrees; does what was requested if that was the last one needed."""
        request = self.pending.request
        if request is None or not self.pending.agrees(seat):
            return Handled()
        return Handled(self.granted(request))

    def _decline(self, request: Request) -> None:
        self.pending.drop()
        if request.asker is None:
            self._notices.tell(DECLINED)
        else:
            self._notices.deny_seat(request.asker, DECLINED)

    # -- the feature ------------------------------------------------------------------------------

    @property
    def active(self) -> bool:
        return self.pending.request is not None or self.corner_pads.busy

    def on_event(self, event: MatchEvent) -> None:
        match event:
            case Played(ply=ply):
                # Playing on is an answer: the request was about the position before.
                request, by_person = self.pending.request, ply.seat in self._session.setup.persons
                thrown = ply.seat == CHANCE and request is not None and request.kind == "undo"
                if request is not None and not request.one_is_enough and (by_person or thrown):
                    self.pending.drop()
            case TakenBack() | Ended():
                self.pending.drop()

    def begin(self) -> None:
        self.pending = PendingRequest()
        self.corner_pads.show(())

    def update(self, dt: float) -> None:
        before = self.pending.request
        if before is None:
            return
        self.pending.run(dt)
        if self.pending.request is None:
            self._session.changed()
        self._held = self.corner_pads.run(dt, self.pending.waits_for)

    def opens(self) -> Change:
        request = self.pending.request
        if not self._held or request is None:
            return None
        self._held = False
        self._session.changed()
        return self.granted(request)

    def wakes_in(self) -> float:
        if self.pending.request is None:
            return inf
        return min(self.pending.wakes_in(), self.corner_pads.wakes_in(self.pending.waits_for))

    def fit(self, canvas: Canvas) -> None:
        self.corner_pads.show(())

    def before_snapshot(self) -> None:
        """Shows the pads of the request, if it has any."""
        request = self.pending.request
        if request is None or request.one_is_enough:
            if self.corner_pads.asked:
                self.corner_pads.show(())
            return
        setup, layout = self._session.setup, self._board.layout
        asked = request_plates(layout, setup, request, self.pending.agreed)
        if tuple(asked) != self.corner_pads.asked:
            self.corner_pads.show(asked)

    def annotate(self, notes: PanelNotes, board: BoardSnapshot) -> PanelNotes:
        if self.pending.request is None:
            return notes
        seats = range(self._session.match.seats)
        own = {seat: words for seat in seats if (words := self.pending.words(seat))}
        asked = (one.seat for one in self.corner_pads.asked)
        return replace(
            notes,
            asides={**notes.asides, **own},
            asked=frozenset(seat for seat in asked if seat is not None),
        )

    def sayings(self) -> tuple[Announcement, ...]:
        """The questions beside the pads, once in each language."""
        asked = self.corner_pads.asked
        spoken = dict.fromkeys((one.labels[0].text, one.language) for one in asked)
        return tuple(Announcement(f"wish:{said}", said, language) for said, language in spoken)

    def draw(self, frame: Frame, moment: MatchSnapshot) -> None:
        if self.corner_pads.asked and not moment.covered:
            with frame.layer(PAD_LAYER):
                self.corner_pads.draw(frame)


class PauseByTouch(MatchFeature):
    """Agrees to a pause that another seat asks for: by pause, OK, or a touch beside all spots."""

    def __init__(self, parts: MatchParts, agreements: Agreements) -> None:
        super().__init__(parts)
        self._agreements = agreements

    def handle(self, action: Action, seat: Seat | None) -> Handled | None:
        request = self._agreements.pending.request
        if request is None or not request.one_is_enough or seat not in request.asked:
            return None
        acting = self._session.acting
        match action:
            case Press(button=Key.MENU):
                agrees = True
            case Press(button=Key.OK):
                agrees = seat != acting
            case Buzz(source=source) if source != "keyboard":
                agrees = self._calls.call is None and seat != acting
            case Tap(contact=contact, at=at):
                free = self._board.view.spot_at(self._look(), at) is None
                agrees = contact not in self._buttons.held and free
            case _:
                agrees = False
        return self._agreements.agree(seat) if agrees else None
