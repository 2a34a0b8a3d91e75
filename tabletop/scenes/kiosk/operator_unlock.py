"""The operator's way in: two opposite corners are held, then a PIN is asked for."""

from collections.abc import Iterable, Iterator
from math import inf
from typing import Final

from tabletop.engine import Text, say
from tabletop.input.actions import (
    CONTACT_ACTIONS,
    Action,
    Button,
    Buzz,
    Cancel,
    Down,
    Drop,
    Hover,
    Nudge,
    Press,
    Pull,
    Roll,
    Signal,
    Tap,
    Twist,
    Typed,
    Walk,
)
from tabletop.input.window import SECONDARY_SOURCE
from tabletop.scenes.kiosk.operator_pages import OperatorPage
from tabletop.scenes.kiosk.pin_page import ChoosePin, EnterPin, PinPad, unlock_refused
from tabletop.system.pin_lock import FILE_NAME, PinLock
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop, Push, SceneStack
from tabletop.ui.display.blackout import TOP_LAYER
from tabletop.ui.draw import shapes
from tabletop.ui.theme.theme import TEXT

HOLD_SECONDS: Final = 3.0
"""Seconds for which two opposite corners are held."""
FEEDBACK_DELAY_SECONDS: Final = 1.0
"""Seconds of these without visible feedback, for hands rest on tables."""
CORNER_SIZE: Final = 130.0
"""The side of a corner, in canvas units."""
RING_STEPS: Final = 20
"""Pictures in which the ring at each corner grows."""
RING_ALPHA: Final = 0.5
OPERATOR_TIMEOUT_SECONDS: Final = 60.0
"""Seconds untouched after which the operator is out again."""
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
)

RECORDING_TEXT: Final = say(
    "pin.written",
    "This evening is written down, and a PIN would stand in that file. Start without --record.",
)
PIN_DAMAGED_TEXT: Final = say(
    "pin.damaged",
    "The file with the PIN is damaged. In a shell a new one is set: tabletop operator --set-pin",
)
NO_PIN_TEXT: Final = say(
    "pin.none", "There is no PIN yet. It is set in a shell: tabletop operator --set-pin"
)


class OperatorUnlock:
    """The gesture by which an operator comes in. It changes as fingers come and go.

    Actions go on to the scenes as if nobody held anything, so no game is disturbed by it, until the
    page with the PIN comes; then the two fingers mean nothing more.
    """

    def __init__(self, table: AppContext) -> None:
        self._table = table
        self.door = PinLock(table.data_dir / FILE_NAME)
        self._canvas = Canvas((1280, 800))
        self._held: dict[int, tuple[int, Down]] = {}
        """The corner that each contact holds, which came down there, and how."""
        self._spent = 0.0
        self._over: set[int] = set()
        """The contacts that have opened the page: they mean nothing to their end."""
        self._asked = False
        self._untouched = 0.0
        if table.locked and not table.session_recorded and self.door.kind != "set":
            table.tell(PIN_DAMAGED_TEXT if self.door.kind == "damaged" else NO_PIN_TEXT)

    # -- what people do -----------------------------------------------------------------------

    def sift(self, action: Action, scenes: SceneStack, canvas: Canvas) -> Action | None:
        """What of an action is left for the scenes; None where nothing is."""
        del scenes
        self._canvas = canvas
        if isinstance(action, USER_ACTIONS):
            self._untouched = 0.0
        match action:
            case Press(button=Button.OPERATOR):
                self._asked = True
                self.door.reload()
                return None
            case Down(source=source, contact=contact, at=at) if source != SECONDARY_SOURCE:
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
        """How the two fingers came down that hold opposite corners; empty where none do."""
        by_corner = dict(self._held.values())
        for corner in (0, 1):
            if corner in by_corner and corner + 2 in by_corner:
                return by_corner[corner], by_corner[corner + 2]
        return ()

    # -- time -----------------------------------------------------------------------------------

    def run(self, seconds: float, scenes: SceneStack) -> Iterable[Change]:
        """Lets time go by; gives what shall happen to the scenes."""
        held = bool(self._held and self.pair)
        before, self._spent = self._spent, self._spent + seconds if held else 0.0
        if before < FEEDBACK_DELAY_SECONDS <= self._spent:
            # Reloads the PIN file before the page opens, for a PIN set on the command line.
            self.door.reload()
        if self._asked or self._spent >= HOLD_SECONDS:
            self._asked = False
            yield from self._open(scenes)
        if self._table.operator:
            # Reset and not only waited for: when it is done there is a minute to read how it went.
            holds = scenes.top.keeps_operator_unlocked
            self._untouched = 0.0 if holds else self._untouched + seconds
            if self._untouched >= OPERATOR_TIMEOUT_SECONDS:
                yield from close_operator_pages(scenes)
        self.door.save_progress()

    def wakes_in(self, scenes: SceneStack) -> float:
        """Seconds until `run` has something to do if nothing happens before."""
        del scenes
        wakes = inf
        if self._asked:
            wakes = 0.0
        elif self._held and self.pair:
            wakes = (
                FEEDBACK_DELAY_SECONDS - self._spent
                if self._spent < FEEDBACK_DELAY_SECONDS
                else 0.0
            )
        if self._table.operator:
            wakes = min(wakes, max(0.001, OPERATOR_TIMEOUT_SECONDS - self._untouched))
        return wakes

    def _open(self, scenes: SceneStack) -> Iterator[Change]:
        """Asks for the PIN, whatever is to be seen."""
        fingers, self._spent = self.pair, 0.0
        self._held.clear()
        if self.is_open(scenes):
            return
        for down in fingers:
            self._over.add(down.contact)
            scenes.handle(Cancel(source=down.source, contact=down.contact, at=down.at))
        self._table.blackout.lift()
        yield self._page()

    def is_open(self, scenes: SceneStack) -> bool:
        """Whether a page of it lies on the table."""
        return any(scene.of_operator for scene in scenes.scenes)

    def _page(self) -> Push:
        why = self._why_shut
        if why is not None:
            self.door.reload()  # for the next time, if the disk was too slow for this one
            return Push(unlock_refused(why))
        task = EnterPin(self.door) if self.door.kind == "set" else ChoosePin(self.door)
        return Push(PinPad(task), self._entered)

    @property
    def _why_shut(self) -> Text | None:
        if self._table.session_recorded:
            return RECORDING_TEXT
        if self.door.kind == "damaged":
            return PIN_DAMAGED_TEXT
        return NO_PIN_TEXT if self.door.kind == "none" and self._table.locked else None

    def _entered(self, right: object) -> Change:
        if right is not True:
            return None
        self._untouched = 0.0
        return Push(OperatorPage(self._table, self.door))

    # -- drawing --------------------------------------------------------------------------------

    def draw(self, frame: Frame) -> None:
        """Shows at both corners that they are held, above all else."""
        if self._spent < FEEDBACK_DELAY_SECONDS:
            return
        grown = (
            int(
                RING_STEPS
                * min(
                    1.0,
                    (self._spent - FEEDBACK_DELAY_SECONDS)
                    / (HOLD_SECONDS - FEEDBACK_DELAY_SECONDS),
                )
            )
            + 1
        )
        scale = frame.canvas.scale
        picture = shapes.ring(CORNER_SIZE * grown / RING_STEPS * scale, 7 * scale, TEXT)
        with frame.layer(TOP_LAYER + 1):
            for down in self.pair:
                corner = corner_at(down.at, frame.canvas)
                if corner is not None:
                    frame.put(picture, corner_point(corner, frame.canvas), RING_ALPHA)


def close_operator_pages(scenes: SceneStack) -> Iterator[Change]:
    """Takes the operator's pages away, and whatever lies over them."""
    while any(isinstance(scene, OperatorPage) for scene in scenes.scenes):
        yield Pop()


def corner_at(at: Point, canvas: Canvas) -> int | None:
    """The corner in which a place lies, clockwise from the upper left; None for no corner."""
    left, right = at[0] <= CORNER_SIZE, at[0] >= canvas.width - CORNER_SIZE
    above, below = at[1] <= CORNER_SIZE, at[1] >= canvas.height - CORNER_SIZE
    if not (left or right) or not (above or below):
        return None
    return (0 if left else 1) if above else (3 if left else 2)


def corner_point(corner: int, canvas: Canvas) -> Point:
    """The very corner."""
    return (canvas.width if corner in (1, 2) else 0.0, canvas.height if corner in (2, 3) else 0.0)
