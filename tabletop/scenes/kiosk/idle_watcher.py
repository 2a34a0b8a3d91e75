"""Detects that people have left the table, asks whether they still play, suspends their match.

The prompt appears at the seats that have not acted for long, upright over their panels; the board
stays visible. `KioskOverlays` also lets the operator in at a locked table.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import ceil, cos, dist, inf, pi, sin
from typing import Final, TypeAlias

from tabletop.engine import Seat, say
from tabletop.input.actions import (
    CONTACT_ACTIONS,
    Action,
    Beside,
    Button,
    Cancel,
    Down,
    Drop,
    Exposed,
    Focus,
    Hover,
    Lost,
    Opening,
    Point,
    Press,
    Pull,
    Quit,
    Resized,
    Roll,
    Tap,
)
from tabletop.input.window import SECONDARY_SOURCE
from tabletop.scenes.destinations import ShowAttract, ShowMenu, ShowTitle
from tabletop.scenes.kiosk.closing import ClosingTime
from tabletop.scenes.kiosk.operator_unlock import OperatorUnlock
from tabletop.scenes.kiosk.saved_code_page import PLAY_ON_ANSWER, SavedCodePage
from tabletop.storage.match_codes import code_of
from tabletop.storage.usage_metrics import UsageMetric
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import (
    ActiveMatch,
    Change,
    Destination,
    Push,
    Reset,
    Scene,
    SceneStack,
    SeatArea,
)
from tabletop.ui.draw import shapes
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Align, Label
from tabletop.ui.theme.theme import (
    AMBER,
    BODY_SIZE,
    BUTTON_SIZE,
    HEAD_SIZE,
    INK,
    PANEL_ACTIVE,
    PANEL_LINE,
    TEXT,
)
from tabletop.ui.widgets.buttons import PushButton, draw_button
from tabletop.ui.widgets.page import Plate

ContactId: TypeAlias = tuple[str, int]
"""A contact, by its source and its number."""

PASSIVE_ACTIONS: Final = (Hover, Cancel, Resized, Beside, Exposed, Focus, Quit, Lost)
"""What happens without anybody: a mouse moves by itself where a table trembles."""
MIN_MOVE_DISTANCE: Final = 40.0
"""The least movement of a contact that counts; resting fingers and water move less."""


class IdleInputTracker:
    """Whose each finger is. It changes as fingers come and go."""

    def __init__(self) -> None:
        self._fingers: dict[ContactId, tuple[Seat | None, Point]] = {}
        """The seat of each, and where it was when it was last counted."""
        self._used: set[ContactId] = set()
        """Those that have answered something: they mean nothing else until they are gone."""

    def forget(self) -> None:
        """Forgets all contacts: what they touched is no longer shown."""
        self._fingers.clear()
        self._used.clear()

    def whose(self, action: Action, match: ActiveMatch | None) -> Seat | None:
        """The seat that an action belongs to; of a contact, the one where it began."""
        if isinstance(action, CONTACT_ACTIONS) and not isinstance(action, Down):
            seat, _ = self._fingers.get(_number(action), (None, action.at))
            return seat
        seat = None
        # On the second window places are others, and it is nobody's own.
        if match is not None and action.source != SECONDARY_SOURCE:
            seat = match.whose(action)
            seat = seat if seat in match.people else None
        if isinstance(action, Down):
            self._fingers[_number(action)] = seat, action.at
        return seat

    def count(self, action: Action) -> bool:
        """Whether it shows that a person is there."""
        if not isinstance(action, CONTACT_ACTIONS):
            return not isinstance(action, PASSIVE_ACTIONS)
        number = _number(action)
        seat, counted = self._fingers.get(number, (None, action.at))
        if isinstance(action, Tap | Drop | Cancel):
            self._fingers.pop(number, None)
            return not isinstance(action, Cancel)
        if isinstance(action, Pull):
            if dist(counted, action.at) < MIN_MOVE_DISTANCE:
                return False
            self._fingers[number] = seat, action.at
        return True

    def is_used(self, action: Action) -> bool:
        """Whether a finger did it that has answered already."""
        if not isinstance(action, CONTACT_ACTIONS):
            return False
        used = _number(action) in self._used and not isinstance(action, Down)
        if not isinstance(action, Pull):
            self._used.discard(_number(action))
        if used and not isinstance(action, Pull):
            self._fingers.pop(_number(action), None)
        return used

    def use(self, action: Action) -> Action | None:
        """What is left of an action that has answered; a throw of real dice stays one."""
        if isinstance(action, Roll):
            return action
        if not isinstance(action, CONTACT_ACTIONS):
            return None
        if isinstance(action, Down | Pull):
            self._used.add(_number(action))
        if isinstance(action, Down):
            return None
        # It lay there before it had anything to answer: whatever it holds is let go.
        return Cancel(source=action.source, contact=action.contact, at=action.at)


def _number(action: Down | Pull | Tap | Drop | Cancel) -> ContactId:
    return action.source, action.contact


PAD: Final = 22.0
GAP: Final = 16.0
BUTTON: Final = 120.0
HEAD: Final = 136.0
"""The height of two lines of the question."""
RING_DOTS: Final = 20
"""Dots of the ring, which go out one after the other."""
DOT_RADIUS_SHARE: Final = 0.075
"""The radius of a dot, as a share of the ring's."""
MAX_RING_RADIUS: Final = 130.0
"""The largest radius of the ring."""
ROW_RATIO: Final = 4.5
"""One that is so many times as wide has everything in a row."""
WIDE_RATIO: Final = 1.25
"""A room so many times as wide as it is high has its words beside the ring."""

QUESTION: Final = say("idle.question", "Still playing?")
YES: Final = say("idle.yes", "Yes")
STAND_IN_TEXT: Final = say("idle.minded", "A computer plays for you: touch here to play on")

STAND_IN_TEXT_PROJECTOR: Final = say("idle.minded.room", "Play on")


@dataclass(frozen=True, slots=True)
class StillPlayingPrompt:
    """The state of the prompt."""

    seats: frozenset[Seat]
    """Who is asked."""
    left: float
    """Seconds in which they can answer."""
    whole: float
    """Seconds that they had."""

    def after(self, seconds: float) -> "StillPlayingPrompt":
        """The same, later."""
        return replace(self, left=self.left - seconds)

    def only(self, seats: frozenset[Seat]) -> "StillPlayingPrompt":
        """The same, with fewer who are asked."""
        return replace(self, seats=seats)

    def asks(self, place: SeatArea) -> bool:
        """Whether somebody who sits there is asked."""
        return not self.seats.isdisjoint(place.seats)

    @property
    def figure(self) -> int:
        """The whole seconds that are shown, at least 1."""
        return max(1, ceil(self.left - 1e-6))

    @property
    def changes_in(self) -> float:
        """Seconds until the number changes or the time is over."""
        return max(0.0, self.left - (self.figure - 1)) + 0.001

    def draw(self, frame: Frame, place: SeatArea) -> None:
        """Draws the prompt for the people of a place, in their language."""
        with (
            frame.in_context(frame.context.for_seat(place)),
            frame.turned(place.turns, place.about),
        ):
            ring, said, yes = _parts(frame.context, place.box)
            frame.touchable("idle:plate", place.box)
            Plate(place.box, PANEL_ACTIVE, 30, lined=True).draw(frame)
            self._draw_ring(frame, ring)
            align: Align = "left" if said.x > ring.centre[0] else "centre"
            Label(QUESTION, said, HEAD_SIZE, TEXT, bold=True, align=align, most=2).draw(frame)
            # It looks like the button that one expects; a touch anywhere is a yes.
            button = PushButton("idle:yes", yes, YES, "check", "main", BUTTON_SIZE)
            frame.touchable(button.key, yes)
            draw_button(frame, button, pressed=False, focused=False)

    def _draw_ring(self, frame: Frame, box: Box) -> None:
        canvas, (x, y) = frame.canvas, box.centre
        radius = min(box.w, box.h) / 2
        size = radius * DOT_RADIUS_SHARE
        lit = ceil(RING_DOTS * self.figure / self.whole - 1e-9)
        for number in range(RING_DOTS):
            angle = 2 * pi * (number + 0.5) / RING_DOTS
            at = (x + (radius - size) * sin(angle), y - (radius - size) * cos(angle))
            # They go out clockwise from the top.
            ink = AMBER if number >= RING_DOTS - lit else PANEL_LINE
            frame.put(shapes.disc(canvas.scale * size, ink), at)
        text = str(self.figure)
        wide = canvas.px(radius * 1.3)
        pixels = typesetting.fitting_size(
            "000"[: max(2, len(text))], canvas.px(radius), wide, True, 0.2, context=frame.context
        )
        frame.put(typesetting.tabular_line(text, pixels, TEXT, context=frame.context), (x, y))


def _parts(context: UiContext, box: Box) -> tuple[Box, Box, Box]:
    """Where the ring, the words and the button lie on a plate."""
    inside = box.inset(min(PAD, 0.1 * box.h))
    if inside.w >= ROW_RATIO * inside.h:
        high = inside.h
        ring = Box(inside.x + GAP, inside.y, high, high)
        yes = Box(inside.right - 0.28 * inside.w, inside.y, 0.28 * inside.w, high * 0.94)
        x = ring.right + 2 * GAP
        return ring, Box(x, inside.y, yes.x - GAP - x, high), yes
    if inside.w >= WIDE_RATIO * inside.h:
        side = min(inside.h, 2 * MAX_RING_RADIUS, inside.w * 0.34)
        ring = Box(inside.x, inside.centre[1] - side / 2, side, side)
        x = ring.right + 1.5 * GAP
        room = Box(x, inside.y, inside.right - x, inside.h)
        high = min(context.scaled_length(BUTTON, BUTTON_SIZE), room.h * 0.5)
        yes = Box(room.x, room.bottom - high, room.w, high)
        return ring, Box(room.x, room.y, room.w, room.h - high - GAP), yes
    high = min(context.scaled_length(BUTTON, BUTTON_SIZE), inside.h * 0.24)
    yes = Box(inside.x, inside.bottom - high, inside.w, high)
    head = min(context.scaled_length(HEAD, HEAD_SIZE), inside.h * 0.34)
    middle = Box(inside.x, inside.y + head + GAP, inside.w, yes.y - inside.y - head - 2 * GAP)
    side = min(middle.w, middle.h, 2 * MAX_RING_RADIUS)
    ring = Box.around(middle.centre, side, side)
    return ring, Box(inside.x, inside.y, inside.w, head), yes


def draw_stand_in_sign(frame: Frame, place: SeatArea) -> None:
    """Draws the sign at a seat that a computer plays while its people are away."""
    with (
        frame.in_context(frame.context.for_seat(place)),
        frame.turned(place.turns, place.about),
    ):
        button = PushButton("idle:back", place.strip, style="main")
        Plate(place.strip, PANEL_ACTIVE, 30).draw(frame)  # hides whatever is said there else
        frame.touchable(button.key, place.strip)
        draw_button(frame, button, pressed=False, focused=False)
        room = place.strip.inset(min(8.0, 0.1 * place.strip.h))
        said = (
            STAND_IN_TEXT_PROJECTOR if frame.context.projector else STAND_IN_TEXT
        )  # a room reads that a computer plays
        Label(said, room, BODY_SIZE, INK, bold=True, align="centre").draw(frame)


def place_asked_at(
    question: StillPlayingPrompt, places: tuple[SeatArea, ...], at: Point
) -> SeatArea | None:
    """The plate of the question that lies at a point."""
    return next((place for place in places if question.asks(place) and place.holds(at)), None)


OVERLAY_LAYER: Final = 9_000
"""The layer of the question; only the host's cover and the operator's words lie higher."""


class IdleWatcher:
    """Counts how long nobody has touched the table.

    Time counts only while the table waits for people: not while a computer thinks or something
    moves. A seat has been idle alone if the match has waited for it all that time, and others were
    there meanwhile.
    """

    def __init__(self, table: AppContext) -> None:
        self._table = table
        self._hands = IdleInputTracker()
        self._untouched = 0.0
        self._awaited_seat: Seat | None = None
        self._waited = 0.0
        """Seconds that the match has waited for that seat, without a hand of its people."""
        self._scene: Scene | None = None
        """The scene of the match."""
        self._on_top = False
        """Whether no other scene lies over it."""
        self._question: StillPlayingPrompt | None = None
        self._pending_change: Change = None
        """What follows after the reset to the menu."""

    @property
    def question(self) -> StillPlayingPrompt | None:
        """The prompt that is shown, if any."""
        return self._question

    # -- what people do -------------------------------------------------------------------------

    def sift(self, action: Action, scenes: SceneStack) -> Action | None:
        """What is left of an action for the scenes; answering or coming back is no move."""
        if self._table.blackout.active or not scenes.running:
            return action
        scene = _active_match_scene(scenes)
        match = scene.on_table if scene is not None else None
        if not self._on and (match is None or not match.minded):
            return action
        if self._hands.is_used(action):
            return None
        seat = self._hands.whose(action, match)
        if not self._hands.count(action):
            return action
        if match is None or match.over:
            self._seen(None)
            return action
        own_device = not isinstance(action, CONTACT_ACTIONS)
        if seat in match.minded and (own_device or scenes.top is scene):
            match.resume_seat(seat)
            self._seen(None)
            return self._hands.use(action)
        return self._answered(action, match, seat)

    def _answered(self, action: Action, match: ActiveMatch, seat: Seat | None) -> Action | None:
        """The same while the prompt may be shown."""
        question, everybody = self._question, _present_seats(match)
        self._seen(seat)
        if question is None:
            return action
        answer = question.seats & {*_seats_at_question(action, question, match), seat}
        if answer:
            if self._awaited_seat in answer:
                self._waited = 0.0
            others = self._awaited_seat in question.seats - answer
            self._question = (
                question.only(question.seats & {self._awaited_seat}) if others else None
            )
            return self._hands.use(action)
        # Asked alone, whoever touches the board plays on; with all asked, one has only answered.
        alone = question.seats != everybody
        return action if alone or seat is not None else self._hands.use(action)

    def _seen(self, seat: Seat | None) -> None:
        """Somebody at that seat is there; None: somebody at any seat."""
        self._untouched = 0.0
        if seat is None or seat == self._awaited_seat:
            self._waited = 0.0
        if seat is None:
            self._question = None

    # -- time -----------------------------------------------------------------------------------

    def run(self, seconds: float, scenes: SceneStack) -> Iterable[Change]:
        """Lets time go by; gives the changes of the stack, each applied before the next."""
        if not scenes.running:
            return
        if self._pending_change is not None:
            change, self._pending_change = self._pending_change, None
            yield change
            return
        scene = _active_match_scene(scenes)
        match = scene.on_table if scene is not None else None
        if scene is not self._scene:
            self._begin(scene)
        self._on_top = scenes.top is scene
        if match is not None and match.left:
            match.left = False
            yield from self._suspend_match(match, None)
        elif not self._on:
            self._begin(scene)
        elif match is None or match.over:
            yield from self._wait_on_page(seconds, scenes.top)
        else:
            yield from self._wait_in_match(seconds, scenes.top, match)

    @property
    def _on(self) -> bool:
        return self._table.has("idle.on") and not self._table.operator

    def _begin(self, scene: Scene | None) -> None:
        """Starts to count for another match, or for none."""
        self._scene, self._question = scene, None
        self._untouched = self._waited = 0.0
        self._awaited_seat = None
        self._hands.forget()

    def _wait_on_page(self, seconds: float, top: Scene) -> Iterable[Change]:
        self._question = None
        self._untouched += seconds
        if self._untouched >= self._page_timeout(top):
            self._untouched = 0.0
            yield self._reset_to_menu()
            yield Push(self._rest_page if top.at_rest else ShowTitle())

    def _page_timeout(self, top: Scene) -> float:
        """Seconds untouched for which a page stays that is no match."""
        own = top.idle_timeout
        return self._table.settings["idle.page"] if own is None else own

    def _reset_to_menu(self) -> Reset:
        """The menu; in kiosk mode guests' names, setups and settings are forgotten."""
        if self._table.locked:
            self._table.chosen.clear()
            self._table.reset_guest_settings()
        return Reset(ShowMenu())

    @property
    def _rest_page(self) -> Destination:
        """What the table shows while nobody is there."""
        return ShowAttract() if self._table.has("attract.on") else ShowTitle()

    def _wait_in_match(self, seconds: float, top: Scene, match: ActiveMatch) -> Iterable[Change]:
        if match.waits or not self._on_top:
            self._untouched += seconds
        if not _present_seats(match):  # only computers play
            if self._untouched >= self._match_timeout(top, match):
                yield from self._suspend_match(match, self._rest_page)
            return
        awaited = match.awaited if self._on_top else None
        if awaited != self._awaited_seat:
            self._awaited_seat, self._waited = awaited, 0.0
            if self._question is not None and self._question.seats != _present_seats(match):
                self._question = None  # the match went on without an answer
        elif awaited is not None:
            self._waited += seconds
        if self._question is None:
            self._ask(match, self._match_timeout(top, match))
            return
        question = self._question = self._question.after(seconds)
        if question.left > 0:
            return
        self._question, everybody = None, _present_seats(match)
        if question.seats == everybody:
            yield from self._suspend_match(match, self._rest_page)
            return
        for seat in question.seats:
            match.mind(seat)
            self._table.store.count(UsageMetric("taken over", match.game.key))

    def _ask(self, match: ActiveMatch, patience: float) -> None:
        """Shows the prompt to those who have not acted for long."""
        whole = float(self._table.settings["idle.countdown"])
        if self._untouched >= patience:
            self._question = StillPlayingPrompt(_present_seats(match), whole, whole)
        elif self._awaited_seat is not None and self._waited >= patience:
            self._question = StillPlayingPrompt(frozenset({self._awaited_seat}), whole, whole)
        else:
            return
        self._table.play("hint")

    def _match_timeout(self, top: Scene, match: ActiveMatch) -> float:
        """Seconds untouched until people are asked; longer on a page with an `idle_timeout`."""
        own = _timeouts_by_game(self._table.settings["idle.times"]).get(
            match.game.key, match.time_to_think
        )
        return own if self._on_top else max(own, top.idle_timeout or 0.0)

    def _suspend_match(self, match: ActiveMatch, then: Destination | None) -> Iterable[Change]:
        """Saves the match and shows its code; then the menu, with `then` over it."""
        table = self._table
        match_id = match.save_for_later()

        def after(answer: object) -> Change:
            self._seen(None)
            if answer == PLAY_ON_ANSWER:
                return None
            self._pending_change = Push(then) if then is not None else None
            return self._reset_to_menu()

        if match_id:
            code = code_of(table.store, match_id, table.seed(), table.today())
            yield Push(SavedCodePage(code, match.places), after)
            return
        yield self._reset_to_menu()
        if then is not None:
            yield Push(then)

    def wakes_in(self, scenes: SceneStack) -> float:
        """Seconds until `run` has something to do if nothing happens before."""
        if self._pending_change is not None or not scenes.running:
            return 0.0
        scene = _active_match_scene(scenes)
        match = scene.on_table if scene is not None else None
        if match is not None and match.left:
            return 0.0
        if not self._on:
            return inf
        if match is None or match.over:
            return max(0.0, self._page_timeout(scenes.top) - self._untouched)
        if self._question is not None:
            return self._question.changes_in
        on_top = scenes.top is scene
        if not match.waits and on_top:
            return inf
        return max(0.0, self._match_timeout(scenes.top, match) - max(self._untouched, self._waited))

    # -- what is seen ---------------------------------------------------------------------------

    def draw(self, frame: Frame) -> None:
        """Draws the prompt and the signs of stand-ins above the scenes."""
        match = self._scene.on_table if self._scene is not None else None
        if match is None or match.over or not (self._question is not None or match.minded):
            return
        with frame.layer(OVERLAY_LAYER):
            for place in match.places:
                if self._question is not None and self._question.asks(place):
                    self._question.draw(frame, place)
                elif self._on_top and not match.minded.isdisjoint(place.seats):
                    draw_stand_in_sign(frame, place)


def _active_match_scene(scenes: SceneStack) -> Scene | None:
    """The scene with the active match; None if there is none."""
    for scene in scenes.scenes:
        if scene.on_table is not None:
            return scene
    return None


def _seats_at_question(
    action: Action, question: StillPlayingPrompt, match: ActiveMatch
) -> tuple[Seat, ...]:
    """The seats that a touch of the prompt answers for."""
    if not isinstance(action, Down) or action.source == SECONDARY_SOURCE:
        return ()
    plate = place_asked_at(question, match.places, action.at)
    return plate.seats if plate is not None else ()


def _present_seats(match: ActiveMatch) -> frozenset[Seat]:
    """The seats whose people have not left."""
    return frozenset(match.people) - match.minded


def _timeouts_by_game(text: str) -> dict[str, float]:
    """The seconds for each game, of ``shoo=120 sevens=180``."""
    pairs = (part.partition("=") for part in text.split())
    return {game: float(seconds) for game, _, seconds in pairs}


class KioskOverlays:
    """The overlays of kiosk mode: operator unlock, closing time and idle watcher.

    The main loop passes every action through `sift` before the scenes get it, and calls `run` in
    every turn. It reads no clock, because session replay depends on that.
    """

    def __init__(self, table: AppContext) -> None:
        self._table = table
        self.way_in = OperatorUnlock(table)
        self.closing = ClosingTime(table)
        self.idleness = IdleWatcher(table)
        self._unlocking = False
        """Whether the operator is unlocking: the idle prompt is not shown meanwhile."""

    def sift(self, action: Action, scenes: SceneStack, canvas: Canvas) -> Action | None:
        """The action that is passed on to the scenes; None if it was consumed."""
        if isinstance(action, Opening):
            self.closing.heard(action)
            return None
        if self._table.locked and _would_leave(action):
            return None
        left = self.way_in.sift(action, scenes, canvas)
        return left if left is None or self._unlocking else self.idleness.sift(left, scenes)

    def run(self, seconds: float, scenes: SceneStack) -> Iterable[Change]:
        """Advances the time; yields changes for the scenes, each to be applied before the next."""
        yield from self.way_in.run(seconds, scenes)
        yield from self.closing.run(seconds, scenes)
        self._unlocking = self.way_in.is_open(scenes)
        if self._notices:
            for change in self.idleness.run(seconds, scenes):
                if isinstance(change, Reset):  # nobody is here any more
                    self._table.reset_guest_settings()
                yield change

    def wakes_in(self, scenes: SceneStack) -> float:
        """Seconds until `run` has something to do if nothing happens before."""
        idle = self.idleness.wakes_in(scenes) if self._notices else inf
        return min(self.way_in.wakes_in(scenes), self.closing.wakes_in(scenes), idle)

    def draw(self, frame: Frame) -> None:
        """Draws the overlays above the scenes; the unlock feedback above the blackout too."""
        if self._notices:
            self.idleness.draw(frame)
        self.closing.draw(frame)
        self.way_in.draw(frame)

    @property
    def _notices(self) -> bool:
        """Whether the idle watcher is active: it is not during a blackout or for the operator."""
        return not (self._table.blackout.active or self._table.operator or self._unlocking)


def _would_leave(action: Action) -> bool:
    """Whether an action would end the program or shrink its window."""
    if isinstance(action, Press):
        return action.button in (Button.FULLSCREEN, Button.BLANK, Button.STILL)
    return isinstance(action, Quit)
