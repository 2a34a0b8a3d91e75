"""The scene of a match of two: sounds, stand-ins for absent people, whose input counts, autosave.

With a secondary display the arranging player builds on it, and the room watches the primary one.
`MatchSetup` begins a match, and takes up a saved one.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from threading import Thread
from typing import TYPE_CHECKING, Final

from tabletop.ai import LEVELS, level_names
from tabletop.engine import Game, Options, Record, Seat, SeatProfile, Text, say
from tabletop.games.sevens.pieces.space import tray_poses
from tabletop.games.sevens.rules.match import GAME, NOW_TAG, Phase, SevensMatch
from tabletop.games.sevens.rules.pieces import FULL_SET
from tabletop.games.sevens.scenes.context import (
    PHONE_CANVAS,
    SEATS,
    TOGETHER,
    MatchContext,
    Seating,
)
from tabletop.games.sevens.scenes.dialogs import (
    consent_question,
    covering_question,
    is_secret,
    page_owner,
)
from tabletop.games.sevens.scenes.lesson import SevensLesson
from tabletop.games.sevens.scenes.pause import RESIGN, SAVE_AND_LEAVE, TURN_BACK, pause_trays
from tabletop.games.sevens.scenes.phase_scene import (
    MENU_KEY,
    AutoPress,
    PhaseScene,
    draw_banner,
    draw_match_column,
    match_moment,
    phase_for,
    round_title,
)
from tabletop.games.sevens.scenes.phases.arrange import ArrangePhase
from tabletop.games.sevens.scenes.phases.base import BasePhase, board_plan_for
from tabletop.games.sevens.scenes.phases.computer import seen_soon_text
from tabletop.games.sevens.scenes.phases.result import draw_score_strip, person_beat_computer
from tabletop.games.sevens.scenes.phones import (
    PhoneSeats,
    is_for_seat,
    phone_away_text,
    phone_state,
)
from tabletop.games.sevens.view.board import HURRY_SECONDS, draw_clock, draw_curtain
from tabletop.games.sevens.view.layout import layout_for, pivot, rotated_box
from tabletop.games.sevens.view.view import LOOKS
from tabletop.input.actions import (
    CONTACT_ACTIONS,
    Action,
    Buzz,
    Cancel,
    Down,
    Drop,
    Hover,
    LeaveSeat,
    Nudge,
    Press,
    Pull,
    TakeSeat,
    Tap,
    Twist,
    Walk,
)
from tabletop.input.actions import Button as Key
from tabletop.input.devices import Device, DeviceHealth
from tabletop.input.phones import PHONE_SOURCE
from tabletop.storage import Store, new_match_id, repository
from tabletop.storage.repository import MatchMetrics, winner_kind
from tabletop.storage.scores import ELIGIBILITY_TAG, NO_SCORE, ScoreEligibility, eligibility_of
from tabletop.ui.audio.sound_files import TURN_SOUNDS
from tabletop.ui.audio.sounds import clock_tick
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.live_game import OpenLiveSeats, OpenPhones, PageFactory
from tabletop.ui.core.phone_match import PhoneMatch
from tabletop.ui.core.scene import (
    ActiveMatch,
    Change,
    Pop,
    Push,
    Scene,
    SceneStack,
    SeatArea,
    Swap,
)
from tabletop.ui.draw.shapes import stone
from tabletop.ui.draw.wood import ground
from tabletop.ui.layout import column, item, row, space
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE, CREAM, HEAD_SIZE, NAME_SIZE, TEXT
from tabletop.ui.widgets.buttons import ButtonGroup, ButtonStyle, PushButton
from tabletop.ui.widgets.entry_trays import EntryTray
from tabletop.ui.widgets.page import Plate, draw_round_button

if TYPE_CHECKING:  # nothing of the phones is loaded while they are off
    from tabletop.party.views import SeatPlate, View


class MatchUsage:
    """Counts a match for the usage metrics."""

    def __init__(self, context: MatchContext) -> None:
        self._context = context
        self._events = len(context.match.events)
        """The number of events when people sat down."""
        self._closed = context.match.phase is Phase.OVER

    def run(self, dt: float) -> None:
        if self._context.played is not None:
            self._context.played.seconds += dt

    def look(self) -> None:
        """Counts what has happened since the last call."""
        context, played = self._context, self._context.played
        if played is None or self._closed:
            return
        seats = context.seating.seats
        levels = [level_names(each.level).key for each in seats if each.level is not None]
        people = [seat for seat, each in enumerate(seats) if each.level is None]
        if len(context.match.events) > self._events:
            played.go_on(len(people), levels, [context.language(seat) for seat in people])
        outcome = context.match.outcome
        if outcome is not None:
            self._closed = True
            played.end(levels, winner_kind(outcome.winners, people))

    def leave(self) -> None:
        """The match has left the table."""
        if self._context.played is not None and not self._closed:
            self._context.played.leave(self._context.match.phase.value)


class HighScoreTracker:
    """Tracks what of a match counts among the high scores."""

    def __init__(self, context: MatchContext) -> None:
        self._context = context
        self._levels = [profile.level for profile in context.seating.seats]

    def look(self) -> None:
        """Notes who plays, and what was won once the match is over."""
        context, match = self._context, self._context.match
        if not context.table.has("scores.on"):
            return
        levels = [profile.level for profile in context.seating.seats]
        if levels != self._levels:
            self._levels = levels
            if match.phase is not Phase.TOSS:
                context.feat = context.feat.spoiled("others")
        if (
            match.phase is not Phase.OVER
            or context.feat.counts
            or not person_beat_computer(context)
        ):
            return
        assert match.outcome is not None
        if any(match.options[option.key] != option.default for option in GAME.options):
            context.feat = context.feat.spoiled("options")
        person = match.outcome.winners[0]
        level = context.level(1 - person)
        points = match.outcome.scores[person] if match.outcome.scores else 0
        if level is not None and points > 0:
            key = level_names(level).key
            context.feat = context.feat.won(key, "points", points, context.match_id)


ROOM_STONE_RADIUS: Final = 110.0
"""The radius of the arranging player's stone on the primary display."""


class PrivateScreen:
    """The board on the secondary display or a phone, with the pages above it.

    Pages that everybody may see are handed on to the primary display.
    """

    def __init__(self, stage: "SevensScene", canvas: Canvas) -> None:
        self.canvas = canvas
        self._onward: Change = None
        # The arranging player sits close to that display.
        context = stage.context.window.context.override(projector=False)
        scene = _PrivateBoardScene(stage, self._keep_secret)
        self._stack = SceneStack(scene, canvas.with_context(context))

    def handle(self, action: Action) -> Change:
        """Handles an action there; gives a change for the primary display."""
        # On its own display every contact is a touch.
        self._stack.handle(replace(action, source="touch") if hasattr(action, "at") else action)
        return self._taken()

    def update(self, dt: float) -> Change:
        """Lets time go by for the match and the pages above it."""
        self._stack.update(dt)
        return self._taken()

    def wakes_in(self) -> float:
        return self._stack.wakes_in()

    def draw(self, frame: Frame) -> None:
        with frame.in_context(frame.context.override(projector=False)):
            self._stack.draw(frame)

    @property
    def writes(self) -> bool:
        """Whether keys are typing a name there."""
        return self._stack.running and self._stack.top.writes

    def close(self) -> None:
        self._stack.close()

    def _taken(self) -> Change:
        change, self._onward = self._onward, None
        return change

    def _keep_secret(self, change: Change) -> Change:
        """Keeps secret pages here, and hands on all others."""
        if isinstance(change, Push) and is_secret(change.scene):
            return change
        self._onward = change or self._onward
        return None


class _PrivateBoardScene(Scene):
    def __init__(self, stage: "SevensScene", sift: Callable[[Change], Change]) -> None:
        self._stage, self._sift = stage, sift

    def handle(self, action: Action, /) -> Change:
        return self._sift(self._stage.do(action))

    def update(self, dt: float, /) -> Change:
        return self._sift(self._stage.pass_time(dt))

    def wakes_in(self) -> float:
        return self._stage.rests()

    def draw(self, frame: Frame) -> None:
        self._stage.draw_board(frame)


def draw_for_room(frame: Frame, context: MatchContext, phase: BasePhase) -> None:
    """Draws who builds, the score, and the time if it is limited."""
    plan, match = layout_for(context.window), context.match
    board, ink = plan.board, TEXT
    name = context.name(match.arranger)
    said = say("sevens.apart.builds", "{name} builds a picture on another screen.", name=name)
    if context.on_phone(match.arranger):
        draw_curtain(frame, board, 0.0)
        said, ink = (
            say("sevens.phone.builds", "{name} builds a picture on a phone.", name=name),
            CREAM,
        )
    else:
        Plate(board, radius=40).draw(frame)
    radius = min(ROOM_STONE_RADIUS, board.h * 0.16) * frame.canvas.scale
    x, y = board.centre
    frame.put(stone(context.look(match.arranger), radius), (x, y - board.h * 0.2))
    boxes = column(
        space(weight=46),
        item("upper", weight=26),
        item("below", weight=18),
        space(weight=10),
        padding=(60, 0, 60, 0),
    ).place(board)
    Label(said, boxes["upper"], HEAD_SIZE, ink, True, "centre").draw(frame)
    soon = phone_away_text(context, match.arranger) or seen_soon_text(context)
    Label(soon, boxes["below"], BODY_SIZE, ink, False, "centre").draw(frame)
    if phase.clock_runs:
        clock = phase.clock
        draw_clock(frame, plan.clock, clock.left, clock.whole, clock.note)
    draw_score_strip(frame, context, plan.sheet)


def draw_idle_screen(frame: Frame) -> None:
    """Draws the secondary display while nothing is hidden."""
    canvas = frame.canvas
    said = say("sevens.apart.between", "Look at the big screen.")
    room = Box.around(canvas.box.centre, canvas.width - 160, canvas.height * 0.4)
    with frame.in_context(frame.context.override(projector=False)):
        Label(said, room, NAME_SIZE * 1.4, TEXT, True, "centre").draw(frame)


class TwoScreens:
    """Shows the board of a match on the primary display, or while somebody builds on another one.

    On the secondary display the arranging player builds; keys and touches there are theirs. On the
    primary display only the menu can be touched then. The secondary display is wanted as long as a
    projector shows the match; where it comes or goes meanwhile, the pieces stay as they lie. A
    player who has taken the seat on a phone builds there in the same way, before a room or not.
    """

    def __init__(self, board: "SevensScene") -> None:
        self._board = board
        self._apart: PrivateScreen | None = None
        self._menu = ButtonGroup()
        """The menu of the primary display, while the board is on the other one."""

    @property
    def apart(self) -> bool:
        """Whether the board is on the secondary display or a phone."""
        return self._apart is not None

    @property
    def on_phone(self) -> bool:
        """Whether the board is on a phone."""
        return self._board.context.apart is PHONE_CANVAS

    @property
    def writes(self) -> bool:
        """Whether keys write a name on the secondary display."""
        return self._apart is not None and self._apart.writes

    def follow(self) -> bool:
        """Asks for the secondary display and follows its coming and going; whether that changed."""
        context, aside = self._board.context, self._board.context.table.secondary_display
        all_on_phones = len(context.phones) == SEATS
        if context.for_a_room and context.match.phase is not Phase.OVER and not all_on_phones:
            aside.wanted = True
        elif aside.wanted:
            aside.release()
        canvas = self._canvas
        if canvas == context.apart:
            return False
        if self._apart is not None:
            self._apart.close()
        self._board.let_go()
        context.apart = canvas
        self._apart = PrivateScreen(self._board, canvas) if canvas is not None else None
        return True

    @property
    def _canvas(self) -> Canvas | None:
        """What the arranging player alone sees now: a phone, or a secondary display."""
        context = self._board.context
        if context.match.phase is not Phase.ARRANGE:
            return None
        if context.on_phone(context.match.arranger):
            return PHONE_CANVAS
        return context.table.secondary_display.canvas if context.for_a_room else None

    def lay_out(self) -> None:
        if self._apart is not None:
            context = self._board.context
            menu = PushButton(MENU_KEY, layout_for(context.window).menu, icon="menu")
            self._menu.replace([menu])

    def handle(self, action: Action) -> Change:
        """An action on the primary display, while the board is on the other one."""
        if isinstance(action, CONTACT_ACTIONS):
            return self._board.pause() if self._menu.press(action) == MENU_KEY else None
        if isinstance(action, Press) and action.button is Key.MENU:
            return self._board.pause()
        return None if isinstance(action, Hover | Twist) else self.handle_secondary(action)

    def handle_secondary(self, action: Action) -> Change:
        """An action on the secondary display."""
        return None if self._apart is None or self.on_phone else self._apart.handle(action)

    def handle_phone(self, action: Action) -> Change:
        """An action on the phone on which the board is."""
        return None if self._apart is None or not self.on_phone else self._apart.handle(action)

    def update(self, dt: float) -> Change:
        """Lets time go by, while the board is on the secondary display."""
        assert self._apart is not None
        change = self._apart.update(dt)
        self._board.follow()
        return change

    def wakes_in(self) -> float:
        if self._canvas != self._board.context.apart:
            return 0.0
        return self._board.rests() if self._apart is None else self._apart.wakes_in()

    def draw(self, frame: Frame) -> None:
        """Draws the primary display, while the board is on the other one."""
        context = self._board.context
        with frame.in_context(context.window.context):
            frame.put(ground(*frame.canvas.size), frame.canvas.box.centre)
            plan = layout_for(context.window)
            draw_for_room(frame, context, self._board.phase)
            draw_banner(frame, context, context.match.arranger, plan)
            for button in self._menu.buttons:
                pressed = button.key in self._menu.held.values()
                draw_round_button(frame, button, pressed=pressed, focused=False)
            head = Label(self._board.head, plan.head, NAME_SIZE, TEXT, bold=True, most=2)
            head.draw(frame)

    def draw_secondary(self, frame: Frame) -> None:
        if self._apart is None or self.on_phone:
            draw_idle_screen(frame)
        else:
            self._apart.draw(frame)


IDLE_SECONDS: Final[Mapping[Phase, float]] = {
    Phase.TOSS: 60.0,
    Phase.ARRANGE: 240.0,
    Phase.LOOK: 60.0,
    Phase.GUESS: 150.0,
    Phase.PEEK: 150.0,
}
"""Seconds without a touch before people are taken to have left, where it is not `GAME.patience`."""
SINGLE_SEAT_PHASES: Final = frozenset(
    {Phase.ARRANGE, Phase.READY, Phase.LOOK, Phase.GUESS, Phase.PEEK}
)
"""Phases in which the match waits for one seat."""
STAND_IN_LEVEL: Final = LEVELS[1]
"""The level of a computer player that stands in for people who have left."""
RETURN_BUTTON_WIDTH: Final = 460.0
"""The width of the button for coming back, on the banner."""


class SevensPresence:
    """The people of a match: who is there, and whom a computer player stands in for."""

    def __init__(
        self, context: MatchContext, phase: Callable[[], BasePhase], follow: Callable[[], object]
    ) -> None:
        """`phase` gives the phase shown; `follow` is called when others play."""
        self._context = context
        self._phase = phase
        self._follow = follow
        self.left = False

    @property
    def game(self) -> Game:
        return GAME

    @property
    def time_to_think(self) -> float:
        return IDLE_SECONDS.get(self._context.match.phase, GAME.patience)

    @property
    def over(self) -> bool:
        return self._context.match.phase is Phase.OVER

    @property
    def waits(self) -> bool:
        """Whether it waits for people, not for a computer player."""
        return not self.over and self._context.level(self._phase().seat) is None

    @property
    def awaited(self) -> Seat | None:
        """The seat that it waits for, if it is one alone."""
        alone = self._context.match.phase in SINGLE_SEAT_PHASES and not self._phase().for_anyone
        return self._phase().seat if self.waits and alone else None

    @property
    def minded(self) -> frozenset[Seat]:
        """People's seats that a computer player plays for until they come back."""
        context = self._context
        return frozenset(seat for seat in context.minded if context.level(seat) is not None)

    @property
    def people(self) -> tuple[Seat, ...]:
        minded, context = self.minded, self._context
        return tuple(seat for seat in (0, 1) if seat in minded or context.level(seat) is None)

    @property
    def places(self) -> tuple[SeatArea, ...]:
        """Where the people sit: each at its own bar, or all at the banner."""
        context = self._context
        if context.plan.alone:
            banner = context.plan.near
            strip = row(space(), item("strip", RETURN_BUTTON_WIDTH)).place(banner)["strip"]
            return (SeatArea(self.people, banner, strip, 0, context.window.box.centre),)
        return tuple(self._place(seat) for seat in self.people)

    def _place(self, seat: Seat) -> SeatArea:
        context, acting = self._context, self._context.acting
        bar = context.plan.near if seat == acting else context.plan.far
        really = rotated_box(bar, context.turns(acting), context.about(acting))
        # People who come back read it at their own edge.
        turns = context.profile(seat).edge % 4
        about = pivot(context.window, turns)
        box = rotated_box(really, -turns, about)
        profile = context.profile(seat)
        return SeatArea((seat,), box, box, turns, about, profile.language, profile.text_scale)

    def whose(self, action: Action) -> Seat | None:
        """The seat that did this; None if it could be either."""
        if action.seat is not None or not isinstance(action, Down):
            return action.seat
        for place in self.places:
            minded = self.minded.intersection(place.seats)
            if minded and place.on_strip(action.at):
                return min(minded)
            if place.holds(action.at):
                return place.seats[0] if len(place.seats) == 1 else None
        return None

    def mind(self, seat: Seat) -> None:
        """A computer player takes a seat over until its people come back."""
        if self._context.official:
            return  # nobody plays for somebody else
        self._context.minded |= {seat}
        self._fill(seat, STAND_IN_LEVEL)

    def resume_seat(self, seat: Seat) -> None:
        """Gives a seat back to its people, who continue from what lies there."""
        if seat in self.minded:
            self._context.minded -= {seat}
            self._fill(seat, None)

    def _fill(self, seat: Seat, level: str | None) -> None:
        self._context.sit(self._context.seating.but(seat, level=level))
        self._follow()

    def save_for_later(self) -> str:
        """Saves the match; gives its identifier, or "" if it has not begun."""
        self._follow()
        begun = self._context.match.phase not in (Phase.TOSS, Phase.OVER)
        return self._context.match_id if begun else ""


ANNOUNCED_PHASES: Final = (Phase.ARRANGE, Phase.READY, Phase.CARD)
"""Phases that begin with a sound for the acting seat."""


class SevensSounds:
    """Plays the sounds of a match that no touch causes: turns, the clock, the end."""

    def __init__(self, context: MatchContext) -> None:
        self._context = context
        self._phase = context.match.phase
        self._seat: Seat | None = None
        self._beat = 0.0
        self._open = False

    def look(self, phase: BasePhase) -> None:
        """Plays the sounds of what has happened since the last call."""
        match_phase = self._context.match.phase
        if match_phase is not self._phase:
            self._changed(match_phase)
        self._phase = match_phase
        if (
            match_phase in ANNOUNCED_PHASES
            and phase.seat != self._seat
            and self._context.level(phase.seat) is None
        ):
            self._context.table.play(TURN_SOUNDS[phase.seat])
        self._seat = phase.seat
        self._clock(phase)
        self._curtain(phase)

    def _changed(self, match_phase: Phase) -> None:
        play, match = self._context.table.play, self._context.match
        last = match.events[-1].name if match.events else ""
        scored = match_phase is Phase.SCORED
        if (scored and last != "done") or (match_phase is Phase.READY and last == "drawn"):
            play("time_up")
        elif scored:
            play("box")
        if match_phase is Phase.OVER and match.outcome is not None:
            play("won" if len(match.outcome.winners) == 1 else "draw")

    def _clock(self, phase: BasePhase) -> None:
        clock = phase.clock
        if not phase.clock_runs or not 0 < clock.left <= HURRY_SECONDS < clock.whole:
            self._beat = 0.0
            return
        now = clock_tick(clock.left)
        if now != self._beat:
            self._context.table.play("tick")
        self._beat = now

    def _curtain(self, phase: BasePhase) -> None:
        opened = isinstance(phase, ArrangePhase) and phase.curtain.open and not phase.curtain.lasts
        if opened != self._open and isinstance(phase, ArrangePhase):
            self._context.table.play("curtain")
        self._open = opened


KEY_ACTIONS: Final = (Walk, Nudge, Press, Buzz, Twist)
ALWAYS_ALLOWED_BUTTONS: Final = (Key.MENU, Key.FULLSCREEN)
"""Buttons that both seats may press at any time."""


class SeatInputFilter:
    """Decides whose input counts, and remembers contacts that were refused."""

    def __init__(self, context: MatchContext) -> None:
        self._context = context
        self._refused: set[int] = set()

    def refuses(self, action: Action, phase: BasePhase) -> bool:
        """Whether an action comes from the wrong seat; the phase has shown the refusal then."""
        if isinstance(action, CONTACT_ACTIONS):
            return self._refuses_finger(action, phase)
        if not isinstance(action, KEY_ACTIONS) or (
            isinstance(action, Press) and action.button in ALWAYS_ALLOWED_BUTTONS
        ):
            return False
        return self._strange(action.seat, phase)

    def _refuses_finger(self, action: Down | Pull | Tap | Drop | Cancel, phase: BasePhase) -> bool:
        number = action.contact
        if not isinstance(action, Down):
            refused = number in self._refused
            if not isinstance(action, Pull):
                self._refused.discard(number)
            return refused
        self._refused.discard(number)
        seat = action.seat
        if seat is None and self._context.plan.far.holds(self._context.seen(action.at, phase.seat)):
            seat = 1 - phase.seat  # on the other seat's bar
        if self._strange(seat, phase):
            self._refused.add(number)
            return True
        return False

    def _strange(self, seat: Seat | None, phase: BasePhase) -> bool:
        if seat in (None, phase.seat) or phase.for_anyone:
            return False
        if self._context.level(phase.seat) is not None:
            return False  # anybody may tell a computer player to finish
        if not self._context.table.settings["input.own_hands"]:
            return False
        phase.refuse()
        return True


class DeviceWatch:
    """Tells the seats when a device of theirs, or the phone of one, is lost or back."""

    def __init__(self, context: MatchContext) -> None:
        self._context = context
        devices = context.table.devices
        self._version = self._versions
        self._works = {device.key: not _is_lost(device) for device in devices.all}
        self._away = self._phones_away

    @property
    def _versions(self) -> tuple[int, int]:
        return self._context.table.devices.version, self._context.table.phones.version

    @property
    def _phones_away(self) -> frozenset[Seat]:
        return frozenset(seat for seat in range(SEATS) if self._context.phone_away(seat))

    @property
    def changed(self) -> bool:
        return self._versions != self._version

    def look(self, phase: BasePhase) -> None:
        """Tells of what has changed since the last call."""
        if not self.changed:
            return
        table = self._context.table
        self._version = self._versions
        away, self._away = self._away, self._phones_away
        for seat in away ^ self._away:
            words = phone_away_text(self._context, seat) or say(
                "sevens.phone.here",
                "{name}’s phone is connected again.",
                name=self._context.name(seat),
            )
            for other in (phase.seat, 1 - phase.seat):
                phase.notify(other, words)
        for device in table.devices.all:
            worked = self._works.get(device.key)
            lost = _is_lost(device)
            self._works[device.key] = not lost
            if worked is None or worked is not lost:
                continue
            words = say("sevens.device.back", "{name} is connected again.", name=device.name)
            if lost:
                words = say(
                    "sevens.device.lost",
                    "{name} is disconnected. Use the screen, or plug it in again.",
                    name=device.name,
                )
            own = table.devices.bindings.seat(device.key)
            for seat in (phase.seat, 1 - phase.seat) if own not in (0, 1) else (own,):
                if self._context.level(seat) is None:
                    phase.notify(seat, words)


def _is_lost(device: Device) -> bool:
    return device.health in (DeviceHealth.LOST, DeviceHealth.TOO_NEW)


AUTOSAVE_SECONDS: Final = 2.5
"""Seconds of a running clock that a power cut may lose."""
RESIGN_KEY: Final = "up:"
"""The prefix of the answer that a seat resigns, before its number."""


class SevensScene(PhaseScene):
    takes_phone_contacts = True

    def __init__(self, context: MatchContext, keep: Callable[[], None] = lambda: None) -> None:
        """`keep` saves the match; called when something has happened, and while a clock runs."""
        # The first phase is made once the size of the board is known.
        super().__init__(context, BasePhase(context))
        self._keep = keep
        self._screens = TwoScreens(self)
        self._sounds = SevensSounds(context)
        self._filter = SeatInputFilter(context)
        self._auto_press = AutoPress(context)
        self._presence = SevensPresence(context, lambda: self.phase, self._follow_people)
        self._usage = MatchUsage(context)
        self._devices = DeviceWatch(context)
        self._high_scores = HighScoreTracker(context)
        self._phones = PhoneSeats(self)
        self.left: Callable[[], None] | None = None
        """Called when people have left the match."""
        self._kept = -1
        """The number of events that were saved."""
        self._since = 0.0
        """Seconds since the match was saved."""
        self.waits = False
        """Begins with the pause, because a clock would run on."""

    @property
    def on_table(self) -> ActiveMatch:
        return self._presence

    def fit(self, canvas: Canvas) -> None:
        super().fit(canvas)
        # Computing the tray's layout takes longer than a frame.
        tray = board_plan_for(self.context).tray
        Thread(target=tray_poses, args=(FULL_SET, tray), daemon=True).start()

    def lay_out(self) -> None:
        super().lay_out()
        self._screens.lay_out()

    def refuses(self, action: Action, /) -> bool:
        return self._filter.refuses(action, self.phase)

    # -- what happens -------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        if action.source == PHONE_SOURCE and is_for_seat(action):
            return self.prepare_push(self._phones.handle(action))
        if not self._screens.apart:
            return self.do(action)
        change = self.prepare_push(self._screens.handle(action))
        self.writes = self._screens.writes
        return change

    def handle_secondary(self, action: Action, /) -> Change:
        change = self.prepare_push(self._screens.handle_secondary(action))
        self.writes = self._screens.writes
        return change

    def handle_covered(self, action: Action, /) -> None:
        match action:
            case TakeSeat():
                self._phones.take(action)
            case LeaveSeat(seat=seat):
                self._phones.leave(seat)
            case _:
                pass

    def act_on_board(self, action: Action, /) -> Change:
        """Handles what a phone does on the board of the acting seat."""
        return self._screens.handle_phone(action) if self._screens.on_phone else self.do(action)

    def seat_changed(self, seat: Seat) -> None:
        """Somebody has taken a seat on a phone, or given it up."""
        if seat == self.phase.seat:
            self.phase.let_go()
            self.phase.tell()
        self.follow()
        if seat == self.phase.seat or self.context.match.phase is not Phase.ARRANGE:
            self.lay_out()
        self._keep_now()

    def do(self, action: Action, /) -> Change:
        return super().handle(action)

    def update(self, dt: float, /) -> Change:
        if self.waits:
            self.waits = False
            return self.prepare_push(self.pause())
        if not self._screens.apart:
            return self.pass_time(dt)
        change = self._screens.update(dt)
        self.writes = self._screens.writes
        return self.prepare_push(change)

    def pass_time(self, dt: float, /) -> Change:
        change = super().update(dt) or self.prepare_push(self._auto_press.update(dt, self.phase))
        self.follow()
        self._devices.look(self.phase)
        self._since += dt
        self._usage.run(dt)
        if self.context.match.next_due is not None and self._since >= AUTOSAVE_SECONDS:
            self._keep_now()
        return change

    @property
    def moment(self) -> tuple[object, ...]:
        return match_moment(self.context)

    def next_phase(self) -> BasePhase:
        return phase_for(self.context, self.phase)

    def follow(self) -> None:
        """Shows the phase of the match, and saves what happened."""
        self._high_scores.look()  # before the result is shown
        moved, before = self._screens.follow(), self.shown_moment
        super().follow()
        if moved and before == self.shown_moment:
            self.lay_out()
        self._usage.look()  # before the match is saved
        if len(self.context.match.events) != self._kept:
            self._keep_now()
        self._sounds.look(self.phase)

    def _keep_now(self) -> None:
        self._kept, self._since = len(self.context.match.events), 0.0
        self._keep()

    def wakes_in(self) -> float:
        if self.waits or self._devices.changed or self.moment != self.shown_moment:
            return 0.0  # a question above was answered, and the match has moved on
        return self._screens.wakes_in()

    def rests(self) -> float:
        return min(super().wakes_in(), self._auto_press.wakes_in(self.phase))

    def leave(self) -> None:
        self.context.table.secondary_display.release()
        self.phase.tell()
        self._usage.look()
        self._keep_now()
        self._usage.leave()
        if self.left is not None:
            self.left()

    # -- the pause ----------------------------------------------------------------------------

    @property
    def pause_trays(self) -> tuple[EntryTray, ...]:
        phase = self.context.match.phase
        rules = () if self.context.rules is None else ("rules",)
        # Before the toss nothing is played yet; in a tournament it can be resigned all the same.
        ends = phase is not Phase.OVER and (phase is not Phase.TOSS or self.context.official)
        end = ("end",) if ends else ()
        return pause_trays((*rules, "learn"), (*end, "leave"), self.table_entries)

    @property
    def table_entries(self) -> tuple[str, ...]:
        fixed = self.context.match.phase is Phase.OVER or self.context.official
        players = () if fixed else ("players",)
        phones = ("phones",) if self.context.table.offers_phones else ()
        return (*super().table_entries, "facing", *players, *phones)

    @property
    def pause_labels(self) -> Mapping[str, tuple[Text, str]]:
        labels = {}
        if self.context.match.phase not in (Phase.TOSS, Phase.OVER):
            labels["leave"] = SAVE_AND_LEAVE
        if self.context.facing:
            labels["facing"] = TURN_BACK
        if self.context.official:
            labels["end"] = RESIGN  # a match of a tournament is not stopped
        return labels

    def opened(self, entry: str, /) -> Change:
        match entry:
            case "rules" if self.context.rules is not None:
                return Push(self.context.rules())
            case "learn":
                lesson = SevensLesson(self.context.table)
                lesson.playing = True
                return Push(lesson)
            case "facing":
                self._turn_round()
                return Swap(self.pause_page())
            case "players":
                seats = OpenLiveSeats(GAME, self.context.seating.seats)
                return Push(seats, self._seated)
            case "phones":
                return Push(OpenPhones(GAME.title, self.phone_seats, LOOKS))
            case "end":
                return Push(self._ask_end(), self._end_answered)
        return super().opened(entry)

    def answered(self, answer: str, /) -> Change:
        return self._ended(answer)

    def _end_answered(self, answer: object) -> Change:
        """Leaves the pause to end the match; else the pause goes on."""
        return None if answer in (None, "no") else Pop(answer)

    def _turn_round(self) -> None:
        """Turns all text to the near edge, or back to the seats."""
        context = self.context
        if context.facing:
            context.last_edges = context.seating.edges
            context.seating = context.seating.moved(TOGETHER)
        else:
            context.seating = context.seating.moved(context.last_edges)
        self.lay_out()

    def _seated(self, profiles: tuple[SeatProfile, SeatProfile]) -> Change:
        """Others may play now."""
        self.context.sit(Seating(profiles))
        self._follow_people()
        return None

    def _follow_people(self) -> None:
        """Others play now: tells the match how the pieces lie, and saves it."""
        self.phase.let_go()
        self.phase.tell()
        self.follow()
        self._keep_now()

    def _paused(self, answer: object) -> Change:
        shows_code = self.context.table.locked or self.context.official
        if answer == "leave" and shows_code and self._presence.save_for_later():
            self._presence.left = True  # guests are told how to find it again
            return None
        return super()._paused(answer)

    def _ask_end(self) -> Scene:
        seat = self.phase.seat
        question = say("sevens.end", "End this match?")
        detail = say("sevens.end.detail", "You can’t resume it.")
        answers: list[tuple[str, Text, ButtonStyle]] = [
            ("no", say("sevens.end.no", "Keep playing"), "main")
        ]
        for each in (seat, 1 - seat):
            if self.context.level(each) is not None and not self.context.unattended:
                continue  # people cannot resign for a computer player
            up = say("sevens.end.up", "{name} resigns", name=self.context.name(each))
            answers.append((f"{RESIGN_KEY}{each}", up, "plain"))
        if self.context.official:
            return covering_question(question, detail, tuple(answers), self.turns)
        answers.append(("both", say("sevens.end.both", "Stop without a winner"), "plain"))
        return covering_question(question, detail, tuple(answers), self.turns)

    def _ended(self, answer: object) -> Change:
        """Ends the match as answered, once the other seat has agreed where it has to."""
        seat, other = self.phase.seat, 1 - self.phase.seat
        if not isinstance(answer, str) or answer == "no":
            return None
        asked = page_owner(self.context, other) is not None and self.context.level(other) is None
        if answer == f"{RESIGN_KEY}{seat}" or not asked:
            return self._end(answer)
        name = self.context.name(other)
        question = say("sevens.end.asked", "{name}, end the match without a winner?", name=name)
        if answer.startswith(RESIGN_KEY):
            question = say("sevens.end.asked_up", "{name}, do you resign?", name=name)
        scene = consent_question(self.context, other, question)
        return Push(scene, lambda agreed: self._end(answer) if agreed == "yes" else None)

    def _end(self, answer: str) -> Change:
        match = self.context.match
        if match.phase is not Phase.OVER:
            if answer.startswith(RESIGN_KEY):
                match.resign(self.context.now, int(answer.removeprefix(RESIGN_KEY)))
            elif answer == "both":
                match.agree(self.context.now)
            self.follow()
        return None

    # -- phones -------------------------------------------------------------------------------

    def phone_state(self) -> object:
        return phone_state(self.context, self.phase, self._phones)

    def phone_seats(self, context: UiContext) -> "tuple[SeatPlate, ...]":
        from tabletop.games.sevens.scenes.phone_view import seat_plates

        return seat_plates(self.context, self.phase, context)

    def phone_view(self, seat: Seat | None, context: UiContext) -> "View | None":
        from tabletop.games.sevens.scenes.phone_view import match_view

        return match_view(self.context, self.phase, self._phones, seat, context)

    def phone_match(self) -> PhoneMatch:
        from tabletop.games.sevens.scenes.phone_match import SevensPhoneMatch

        return SevensPhoneMatch(self.context, self.phase)

    # -- drawing ------------------------------------------------------------------------------

    @property
    def head(self) -> Text:
        return round_title(self.context.match)

    def draw_column(self, frame: Frame) -> None:
        draw_match_column(frame, self.context, self.phase)

    def draw(self, frame: Frame) -> None:
        if self._screens.apart:
            self._screens.draw(frame)
        else:
            self.draw_board(frame)

    def draw_board(self, frame: Frame, /) -> None:
        super().draw(frame)

    def draw_secondary(self, frame: Frame) -> None:
        self._screens.draw_secondary(frame)


@dataclass(slots=True)
class MatchSetup:
    """The choices before a match; it begins matches with them."""

    table: AppContext
    rules: PageFactory
    options: Options
    seating: Seating = field(default_factory=Seating)
    sound: PageFactory | None = None
    """Makes the page of the volumes."""
    way: str = ""
    """The way to play alone that is chosen on the first page; empty: a match."""

    def match(self, feat: ScoreEligibility = NO_SCORE, match_id: str = "") -> SevensScene:
        """A new match; `feat` holds the wins in a row of the same people."""
        table = self.table
        self.seating = self.seating.at_most(table.strongest)
        match = SevensMatch(table.seed(), options=self.options, date=table.today())
        return self._scene(match, match_id or new_match_id(), feat)

    def taken_up(self, record: Record, match_id: str) -> SevensScene:
        """A saved match; BadNotation says why it cannot continue."""
        match = SevensMatch.replay(record)
        self.options = match.options
        self.seating = Seating.from_lines(dict(record.extra))
        for seat, code in enumerate(repository.visitors_of(self.table.store, match_id)):
            self.seating = self.seating.but(seat, visitor=code)
        return self._scene(match, match_id, eligibility_of(dict(record.extra)))

    def _scene(self, match: SevensMatch, match_id: str, feat: ScoreEligibility) -> SevensScene:
        played = MatchMetrics(self.table.store, GAME.key, match_id, fresh=not match.events)
        context = MatchContext(
            self.table,
            match,
            rules=self.rules,
            sound=self.sound,
            now=match.now,
            played=played,
            match_id=match_id,
            official=repository.event_of_match(self.table.store, match_id).official,
            feat=feat if self.table.has("scores.on") else NO_SCORE,
        )
        context.sit(self.seating)
        place = MatchAutosave(self.table.store, match_id, context)

        def follow() -> None:
            self.seating = context.people_seating

        def again() -> SevensScene:
            follow()
            return self.match(context.feat.next())

        def keep() -> None:
            follow()
            place.keep()

        context.again = again
        scene = SevensScene(context, keep)
        scene.left = place.leave
        return scene


class MatchAutosave:
    def __init__(self, store: Store, match_id: str, context: MatchContext) -> None:
        """`context` holds the match as it is saved, or before it has begun."""
        self._store, self._id, self._context = store, match_id, context
        self._kept = _record_to_keep(context)
        self._visitors = repository.visitors_of(store, match_id)
        self._tell_visitors()
        repository.set_current_match(store, match_id, _current_record(context))

    def keep(self) -> None:
        """Saves what has changed; a match that has not begun is not saved."""
        self._tell_visitors()
        worth = _record_to_keep(self._context)
        if self._context.match.events and worth != self._kept:
            self._kept = worth
            record = _current_record(self._context)
            self._store.save(record, self._id)
            repository.set_current_match(self._store, self._id, record)

    def _tell_visitors(self) -> None:
        """Notes who plays, before the result is stored."""
        visitors = self._context.people_seating.visitors
        if not self._context.table.event.state.joined or not any(visitors):
            visitors = ()
        if visitors != self._visitors:
            self._visitors = visitors
            repository.set_visitors(self._store, self._id, visitors)

    def leave(self) -> None:
        repository.clear_current_match(self._store, self._id)


def with_seating(record: Record, seating: Seating) -> Record:
    """A record with the seating in its header."""
    return replace(record, extra=(*record.extra, *seating.lines()))


def _current_record(context: MatchContext) -> Record:
    record, told = with_seating(context.match.record(), context.people_seating), str(context.feat)
    return replace(record, extra=(*record.extra, (ELIGIBILITY_TAG, told))) if told else record


def _record_to_keep(context: MatchContext) -> Record:
    """The part of the record that is worth saving: the time only while a clock runs."""
    record = _current_record(context)
    if context.match.next_due is not None:
        return record
    return replace(record, extra=tuple(line for line in record.extra if line[0] != NOW_TAG))
