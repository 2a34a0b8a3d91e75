"""The overlays of kiosk mode: operator unlock, closing time and idle watcher."""

from collections.abc import Iterable, Iterator
from math import inf
from pathlib import Path
from typing import Final

from tabletop.engine import Text, count, say
from tabletop.input.actions import (
    CONTACT_ACTIONS,
    OFF_SCREEN_SOURCES,
    Action,
    Button,
    Buzz,
    Cancel,
    Down,
    Drop,
    Hover,
    Nudge,
    Opening,
    Press,
    PressKey,
    Pull,
    Quit,
    Roll,
    Signal,
    Tap,
    TouchSpot,
    Twist,
    Typed,
    Walk,
    WriteText,
)
from tabletop.input.phones import PHONE_SOURCE
from tabletop.scenes.destinations import ShowMenu, ShowTitle
from tabletop.scenes.kiosk.idle_watcher import IdleWatcher
from tabletop.scenes.kiosk.operator_pages import (
    DAYS,
    ChoosePin,
    EnterPin,
    OperatorPage,
    PinPad,
    unlock_refused,
)
from tabletop.settings.weekly_hours import MINUTES_PER_DAY, clock_text
from tabletop.system.pin_lock import FILE_NAME, PinLock
from tabletop.system.process import shell_command
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import (
    Change,
    Pop,
    Push,
    Reset,
    Scene,
    SceneStack,
    SeatArea,
)
from tabletop.ui.display.blackout import TOP_LAYER
from tabletop.ui.draw import shapes
from tabletop.ui.layout import column, padded, row, stack
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    BODY_SIZE,
    PANEL,
    TEXT,
)
from tabletop.ui.widgets.page import Plate

WARNING_MINUTES: Final = (10, 5, 2, 1)
"""Minutes before closing at which people are told."""
GRACE_SECONDS: Final = 300.0
"""Seconds after closing time in which a match may end."""
RESULT_SECONDS: Final = 60.0
"""Of these, the seconds in which a result can be read."""
NOTICE_SECONDS: Final = 15.0
"""Seconds for which the notice is shown."""
SIGN_MOVE_SECONDS: Final = 60.0
"""Seconds after which the sign on the dark screen moves, against burn-in."""
PLATE_WIDTH: Final = 900.0
PLATE_HEIGHT: Final = 116.0
NOTICE_TEXT_SIZE: Final = 44.0
SCREEN_MARGIN: Final = 20.0
MIN_TEXT_SHARE: Final = 0.6
"""The least share of its size to which the notice shrinks in a panel."""
TALL_PANEL_RATIO: Final = 1.2
"""The ratio of height to width from which a panel stands beside the board."""


class ClosingTime:
    """Shows the notice and blacks the screen out as the source of opening hours reports."""

    def __init__(self, table: AppContext) -> None:
        self._table = table
        self._open = True
        self._left = 0
        """Minutes until it closes, as last reported; 0 for not soon."""
        self._again = Text("", "")
        self._grace = 0.0
        self._shown = inf
        """Seconds for which the notice has been shown."""
        self._sign_still = 0.0
        self._sign_step = 0
        self._places: tuple[SeatArea, ...] = ()
        """Where people sit, while nothing covers the board."""

    def heard(self, opening: Opening) -> None:
        if opening.open and opening.left and _passes_warning(self._left, opening.left):
            self._shown = 0.0
        if self._open and not opening.open:
            self._grace, self._shown = GRACE_SECONDS, 0.0
        self._open, self._left = opening.open, opening.left
        self._again = reopening_words(opening.again)

    # -- time -----------------------------------------------------------------------------------

    @property
    def rests(self) -> bool:
        """Whether the table is open, and nothing is shown or to be done."""
        closed = self._table.blackout.laid == "closed"
        return self._open and not closed and self._shown >= NOTICE_SECONDS

    def run(self, seconds: float, scenes: SceneStack) -> Iterable[Change]:
        self._shown += seconds
        if self._shown < NOTICE_SECONDS:
            match = scenes.top.on_table if scenes.running else None
            self._places = match.places if match is not None else ()
        blackout = self._table.blackout
        if self._open:
            if blackout.laid == "closed":
                blackout.lift()
                self._table.apply_volume()
            return
        most = GRACE_SECONDS if is_playing(scenes) else RESULT_SECONDS
        self._grace = max(0.0, min(most, self._grace - seconds)) if _has_match(scenes) else 0.0
        if self._grace > 0:
            return
        if blackout.laid == "closed":
            self._move_sign(seconds)
            if is_operator_in(scenes):
                blackout.lift()
        elif not is_operator_in(scenes):
            self._close_table()
            # Matches are saved; the next day starts with the title.
            yield Reset(ShowMenu())
            yield Push(ShowTitle())

    def wakes_in(self, scenes: SceneStack) -> float:
        """Seconds until `run` has something to do if nothing happens before."""
        wakes = NOTICE_SECONDS - self._shown if self._shown < NOTICE_SECONDS else inf
        closed = self._table.blackout.laid == "closed"
        if self._open:
            return 0.0 if closed else wakes
        if closed:
            return min(
                wakes,
                0.0 if is_operator_in(scenes) else max(0.001, SIGN_MOVE_SECONDS - self._sign_still),
            )
        if is_operator_in(scenes):
            return wakes
        return min(wakes, max(0.001, self._grace) if _has_match(scenes) else 0.0)

    def _close_table(self) -> None:
        """Blacks the screen out, stops sound and speech, and forgets the settings of guests."""
        self._table.blackout.close(self._again)
        self._table.met.clear()
        if self._table.locked:
            self._table.chosen.clear()
        self._table.reset_guest_settings()
        self._table.sounds.close()
        self._table.speech.hush()
        self._sign_still, self._shown = 0.0, inf

    def _move_sign(self, seconds: float) -> None:
        self._sign_still += seconds
        if self._sign_still >= SIGN_MOVE_SECONDS:
            self._sign_still = 0.0
            self._sign_step += 1
            self._table.blackout.move_sign(self._sign_step)

    # -- drawing --------------------------------------------------------------------------------

    @property
    def words(self) -> Text | None:
        """The current notice, if any."""
        if self._shown >= NOTICE_SECONDS or self._table.blackout.active:
            return None
        if not self._open:
            return say(
                "closing.now", "The table is closing. You have 5 minutes to finish your game."
            )
        one = "The table closes in 1 minute."
        many = "The table closes in {n} minutes."
        return count("closing.soon", one, many, n=self._left)

    def draw(self, frame: Frame) -> None:
        """Draws the notice above everything, in the seats' panels if these stand beside the board.

        Otherwise it is drawn at the near and the far edge.
        """
        words = self.words
        if words is None:
            return
        beside = [self._beside(frame.canvas, place, words) for place in self._places]
        aside = [each for each in beside if each is not None]
        if not aside or len(aside) < len(beside):
            self._draw_at_edges(frame, words)
            return
        with frame.layer(TOP_LAYER + 1):
            for place, (plate, label) in zip(self._places, aside, strict=True):
                with (
                    frame.in_context(frame.context.for_seat(place)),
                    frame.turned(place.turns, place.about),
                ):
                    Plate(plate, PANEL, 30, lined=True).draw(frame)
                    frame.touchable("closing", plate)
                    label.draw(frame)

    def _beside(self, canvas: Canvas, place: SeatArea, words: Text) -> tuple[Box, Label] | None:
        """The plate in a panel and its label; None if there is no room."""
        if place.words is None or place.box.h < TALL_PANEL_RATIO * place.box.w:
            return None
        canvas = canvas.with_context(canvas.context.for_seat(place))
        # Over all sentences of the panel: what is left of a covered one says nothing.
        plate = place.words._replace(x=place.words.x + 8, w=place.words.w - 16)
        label = Label(words, plate.inset(14), NOTICE_TEXT_SIZE, TEXT, True, "centre")
        return (
            (plate, label)
            if label.typeset(canvas).size >= MIN_TEXT_SHARE * canvas.px(NOTICE_TEXT_SIZE)
            else None
        )

    def _draw_at_edges(self, frame: Frame, words: Text) -> None:
        canvas = frame.canvas
        wide = min(
            frame.context.scaled_length(PLATE_WIDTH, BODY_SIZE), canvas.width - 2 * SCREEN_MARGIN
        )
        plate = stack(padded("words", (48, 8, 48, 8)), key="plate", size=wide)
        strip = row(plate, justify="centre", size=PLATE_HEIGHT)
        notice = column(strip, SCREEN_MARGIN, justify="end")
        with frame.layer(TOP_LAYER + 1):
            for turns in (0, 2):
                with frame.turned(turns, canvas.box.centre):
                    boxes = notice.place(canvas.box)
                    Plate(boxes["plate"], PANEL, PLATE_HEIGHT / 2, lined=True).draw(frame)
                    frame.touchable("closing", boxes["plate"])
                    room = boxes["words"]
                    Label(words, room, NOTICE_TEXT_SIZE, TEXT, True, "centre", most=2).draw(frame)


def _passes_warning(before: int, left: int) -> bool:
    """Whether people are told at so many minutes; `before`: as reported last, 0 for not soon."""
    return before == 0 or any(left <= each < before for each in WARNING_MINUTES)


def is_playing(scenes: SceneStack) -> bool:
    """Whether a match is being played."""
    matches = (scene.on_table for scene in scenes.scenes)
    return any(match is not None and not match.over for match in matches)


def _has_match(scenes: SceneStack) -> bool:
    """Whether a match is played, or people look at its result."""
    return any(scene.on_table is not None for scene in scenes.scenes)


def _has_left(scenes: SceneStack) -> bool:
    """Whether people have just left a match that they can go on with."""
    match = scenes.top.on_table if scenes.running else None
    return match is not None and match.left


def is_operator_in(scenes: SceneStack) -> bool:
    """Whether one of the operator's pages is open."""
    return any(scene.of_operator for scene in scenes.scenes)


def reopening_words(minute: int) -> Text:
    """When it opens again, by the minute of the week; empty if negative (unknown)."""
    if minute < 0:
        return Text("", "")
    day, time = divmod(minute, MINUTES_PER_DAY)
    return say("closing.again", "Open again {day} {time}", day=DAYS[day % 7], time=clock_text(time))


HOLD_SECONDS: Final = 3.0
"""Seconds for which two opposite corners must be held."""
FEEDBACK_DELAY_SECONDS: Final = 1.0
"""Seconds of these without feedback: hands rest on tables."""
CORNER_SIZE: Final = 130.0
"""The side of a corner's square."""
RING_STEPS: Final = 20
"""Sizes of the growing ring at a corner."""
RING_ALPHA: Final = 0.5
OPERATOR_TIMEOUT_SECONDS: Final = 60.0
"""Seconds untouched after which the operator pages close."""
USER_ACTIONS: Final = (
    *CONTACT_ACTIONS,
    Hover,
    Twist,
    Typed,
    Nudge,
    Walk,
    Press,
    Buzz,
    Roll,
    Signal,
    TouchSpot,
    PressKey,
    WriteText,
)

RECORDING_TEXT: Final = say(
    "pin.written",
    "This session is being recorded, and the PIN would be in the file. Start without --record.",
)


def pin_damaged_text(data_dir: Path) -> Text:
    command = shell_command(data_dir, "operator", "--set-pin")
    words = "The PIN’s file is damaged. Set a new PIN in a terminal: {command}"
    return say("pin.damaged", words, command=command)


def no_pin_text(data_dir: Path) -> Text:
    command = shell_command(data_dir, "operator", "--set-pin")
    words = "There is no PIN yet. Set one in a terminal: {command}"
    return say("pin.none", words, command=command)


class OperatorUnlock:
    """The gesture that asks for the PIN: two opposite corners are held.

    The scenes still get all actions, so that a match is not disturbed, until the PIN pad opens;
    from then on the two contacts are ignored.
    """

    def __init__(self, table: AppContext) -> None:
        self._table = table
        self.pin_lock = PinLock(table.data_dir / FILE_NAME)
        self._held: dict[int, tuple[int, Down]] = {}
        """The corner that each contact holds, and the action by which it came down."""
        self._spent = 0.0
        self._over: set[int] = set()
        """The contacts that opened the PIN pad: ignored until they lift."""
        self._asked = False
        self._untouched = 0.0
        if table.locked and not table.session_recorded and self.pin_lock.kind != "set":
            warn = pin_damaged_text if self.pin_lock.kind == "damaged" else no_pin_text
            table.warn_operator(warn(table.data_dir))

    def sift(self, action: Action, canvas: Canvas) -> Action | None:
        """The action for the scenes; None if it was consumed."""
        if isinstance(action, USER_ACTIONS):
            self._untouched = 0.0
        match action:
            case Press(button=Button.OPERATOR):
                self._asked = True
                self.pin_lock.reload()
                return None
            case Down(source=source, contact=contact, at=at) if source not in OFF_SCREEN_SOURCES:
                corner = corner_at(at, canvas)
                if corner is not None:
                    self._held[contact] = (corner, action)
            case Pull(contact=contact, at=at) if contact in self._held:
                if corner_at(at, canvas) != self._held[contact][0]:
                    del self._held[contact]
            case Tap(contact=contact) | Drop(contact=contact) | Cancel(contact=contact):
                self._held.pop(contact, None)
            case _:
                pass
        if isinstance(action, CONTACT_ACTIONS) and action.contact in self._over:
            if isinstance(action, Tap | Drop | Cancel):
                self._over.discard(action.contact)
            return None
        return action

    @property
    def pair(self) -> tuple[Down, ...]:
        """How the two contacts came down that hold opposite corners; empty if none do."""
        by_corner = dict(self._held.values())
        for corner in (0, 1):
            if corner in by_corner and corner + 2 in by_corner:
                return by_corner[corner], by_corner[corner + 2]
        return ()

    @property
    def rests(self) -> bool:
        """Whether nobody unlocks, nobody is unlocked, and no PIN has a wait to be saved."""
        begun = self._held or self._asked or self._spent
        return not begun and not self._table.operator and self.pin_lock.kind != "set"

    def run(self, seconds: float, scenes: SceneStack) -> Iterable[Change]:
        """Advances the time; gives the changes of the stack."""
        held = bool(self._held and self.pair)
        before, self._spent = self._spent, self._spent + seconds if held else 0.0
        if before < FEEDBACK_DELAY_SECONDS <= self._spent:
            # Reloads the PIN file before the page opens, for a PIN set on the command line.
            self.pin_lock.reload()
        if self._asked or self._spent >= HOLD_SECONDS:
            self._asked = False
            yield from self._open(scenes)
        if self._table.operator:
            # Reset, not only paused: afterwards there is a minute to read the result.
            holds = scenes.top.keeps_operator_unlocked
            self._untouched = 0.0 if holds else self._untouched + seconds
            if self._untouched >= OPERATOR_TIMEOUT_SECONDS:
                while any(isinstance(scene, OperatorPage) for scene in scenes.scenes):
                    yield Pop()
        if self.pin_lock.kind == "set":
            self.pin_lock.save_progress()

    def wakes_in(self) -> float:
        """Seconds until `run` has something to do if nothing happens before."""
        wakes = inf
        if self._asked:
            wakes = 0.0
        elif self._held and self.pair:
            wakes = max(0.0, FEEDBACK_DELAY_SECONDS - self._spent)
        if self._table.operator:
            wakes = min(wakes, max(0.001, OPERATOR_TIMEOUT_SECONDS - self._untouched))
        return wakes

    def _open(self, scenes: SceneStack) -> Iterator[Change]:
        fingers, self._spent = self.pair, 0.0
        self._held.clear()
        if is_operator_in(scenes):
            return
        for down in fingers:
            self._over.add(down.contact)
            scenes.handle(Cancel(source=down.source, contact=down.contact, at=down.at))
        self._table.blackout.lift()
        yield self._page()

    def _page(self) -> Push:
        why = self._why_shut
        if why is not None:
            self.pin_lock.reload()  # for the next time, if the disk was too slow for this one
            return Push(unlock_refused(why))
        task = EnterPin(self.pin_lock) if self.pin_lock.kind == "set" else ChoosePin(self.pin_lock)
        return Push(PinPad(task), self._entered)

    @property
    def _why_shut(self) -> Text | None:
        if self._table.session_recorded:
            return RECORDING_TEXT
        if self.pin_lock.kind == "damaged":
            return pin_damaged_text(self._table.data_dir)
        if self.pin_lock.kind == "none" and self._table.locked:
            return no_pin_text(self._table.data_dir)
        return None

    def _entered(self, right: object) -> Change:
        if right is not True:
            return None
        self._untouched = 0.0
        return Push(OperatorPage(self._table, self.pin_lock))

    def draw(self, frame: Frame) -> None:
        """Draws a growing ring at both held corners, above everything."""
        spent = self._spent - FEEDBACK_DELAY_SECONDS
        if spent < 0:
            return
        share = min(1.0, spent / (HOLD_SECONDS - FEEDBACK_DELAY_SECONDS))
        grown = int(RING_STEPS * share) + 1
        scale = frame.canvas.scale
        picture = shapes.ring(CORNER_SIZE * grown / RING_STEPS * scale, 7 * scale, TEXT)
        with frame.layer(TOP_LAYER + 1):
            for down in self.pair:
                corner = corner_at(down.at, frame.canvas)
                if corner is not None:
                    right, low = corner in (1, 2), corner in (2, 3)
                    at = (frame.canvas.width * right, frame.canvas.height * low)
                    frame.put(picture, at, RING_ALPHA)


def corner_at(at: Point, canvas: Canvas) -> int | None:
    """The number of the corner at a point, clockwise from the upper left; None for none."""
    left, right = at[0] <= CORNER_SIZE, at[0] >= canvas.width - CORNER_SIZE
    above, below = at[1] <= CORNER_SIZE, at[1] >= canvas.height - CORNER_SIZE
    if not (left or right) or not (above or below):
        return None
    return (0 if left else 1) if above else (3 if left else 2)


LOCKED_BUTTONS: Final = (Button.FULLSCREEN, Button.BLANK, Button.STILL)
"""The buttons that do nothing at a locked table."""


class KioskOverlays:
    """The overlays of kiosk mode: operator unlock, closing time and idle watcher.

    The main loop passes every action through `sift` before the scenes get it, and calls `run` in
    every turn. It reads no clock, because session replay depends on that.
    """

    def __init__(self, table: AppContext) -> None:
        self._table = table
        self.unlock = OperatorUnlock(table)
        self.closing = ClosingTime(table)
        self.idle_watcher = IdleWatcher(table)
        self._scenes: tuple[Scene, ...] = ()
        self._unlocking = False
        """Whether a page of the operator is open: the idle prompt is not shown meanwhile."""

    def sift(self, action: Action, scenes: SceneStack, canvas: Canvas) -> Action | None:
        """The action that is passed on to the scenes; None if it was consumed."""
        if isinstance(action, Opening):
            self.closing.heard(action)
            return None
        if self._table.locked and (
            isinstance(action, Quit)
            or (
                isinstance(action, Press)
                and action.button in LOCKED_BUTTONS
                and action.source != PHONE_SOURCE  # only the host's phone has them
            )
        ):
            return None
        left = self.unlock.sift(action, canvas)
        if left is None or self._unlocking or not self._watched:
            return left
        return self.idle_watcher.sift(left, scenes)

    def run(self, seconds: float, scenes: SceneStack) -> Iterable[Change]:
        """Advances the time; yields changes for the scenes, each to be applied before the next."""
        if not self.unlock.rests:
            yield from self.unlock.run(seconds, scenes)
        if not self.closing.rests:
            yield from self.closing.run(seconds, scenes)
        if scenes.scenes is not self._scenes:
            self._scenes, self._unlocking = scenes.scenes, is_operator_in(scenes)
        if self._notices or (self._table.event.on and _has_left(scenes)):
            for change in self.idle_watcher.run(seconds, scenes):
                if isinstance(change, Reset):  # the people have left
                    self._table.reset_guest_settings()
                yield change

    def wakes_in(self, scenes: SceneStack) -> float:
        """Seconds until `run` has something to do if nothing happens before."""
        idle = self.idle_watcher.wakes_in(scenes) if self._notices else inf
        if self._table.event.on and _has_left(scenes):
            idle = 0.0
        closing = inf if self.closing.rests else self.closing.wakes_in(scenes)
        unlock = inf if self.unlock.rests else self.unlock.wakes_in()
        return min(unlock, closing, idle)

    def draw(self, frame: Frame) -> None:
        """Draws the overlays above the scenes; the unlock feedback above the blackout too."""
        if self._notices:
            self.idle_watcher.draw(frame)
        if not self.closing.rests:
            self.closing.draw(frame)
        if not self.unlock.rests:
            self.unlock.draw(frame)

    @property
    def _notices(self) -> bool:
        """Whether the idle watcher is active: it is not during a blackout or for the operator."""
        halted = self._table.blackout.active or self._table.operator or self._unlocking
        return self._watched and not halted

    @property
    def _watched(self) -> bool:
        """Whether anything is or was watched; what the idle watcher has begun it also ends."""
        table = self._table
        return self.idle_watcher.in_use or table.locked or table.has("idle.on")
