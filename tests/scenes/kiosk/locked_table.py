"""A locked table with an overlays and a PIN lock that takes no time, for tests of both."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from unittest.mock import patch

from tabletop.app.opening import page_builder
from tabletop.input.actions import Action, Cancel, Down, Tap
from tabletop.scenes.kiosk.overlays import KioskOverlays
from tabletop.settings import Value
from tabletop.system.pin_lock import (
    DIGEST_BYTES,
    FILE_NAME,
    SALT_BYTES,
    HashedPin,
    PinLock,
    PinLockState,
)
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas, Point
from tabletop.ui.core.scene import Push, Scene, SceneStack

PIN, WRONG = "1357", "2468"
CANVAS = Canvas((1280, 800))
LEFT_TOP: Point = (10.0, 10.0)
RIGHT_TOP: Point = (CANVAS.width - 10, 10.0)
RIGHT_BOTTOM: Point = (CANVAS.width - 10, CANVAS.height - 10)
LEFT_BOTTOM: Point = (10.0, CANVAS.height - 10)
TURN = 0.1


def quick(pin: str, salt: bytes | None = None) -> HashedPin:
    """A hash that takes no time."""
    return HashedPin(salt or b"s" * SALT_BYTES, pin.encode().ljust(DIGEST_BYTES, b"."))


@contextmanager
def quick_hashes() -> Iterator[None]:
    """Meanwhile no PIN costs a tenth of a second."""
    with patch.object(HashedPin, "of", staticmethod(quick)):
        yield


def set_pin(table: AppContext, failed: int = 0, left: float = 0.0) -> None:
    """The operator has a PIN."""
    state = PinLockState(quick(PIN), failed, left)
    (table.data_dir / FILE_NAME).write_text(state.as_text(), "utf-8")


def change(table: AppContext, **settings: Value) -> None:
    """Changes settings as a file does, ``kiosk_level="kid"`` for `kiosk.level`."""
    changed = {key.replace("_", ".", 1): value for key, value in settings.items()}
    table.settings = table.settings.but(changed)


class Watched:
    """A stack of scenes with its overlays, as the main loop has them."""

    def __init__(self, table: AppContext, first: Scene, *, over: Sequence[Scene] = ()) -> None:
        self.table = table
        table.blackout.lift()
        self.scenes = SceneStack(first, CANVAS, page_builder(table))
        for scene in over:
            self.scenes.apply(Push(scene))
        self.kiosk_overlays = KioskOverlays(table)

    @property
    def top(self) -> Scene:
        return self.scenes.top

    @property
    def kind(self) -> type[Scene]:
        """What kind of scene is on top."""
        return type(self.top)

    @property
    def door(self) -> PinLock:
        return self.kiosk_overlays.unlock.pin_lock

    def do(self, *actions: Action) -> None:
        """People do something; what is left of it reaches the scenes."""
        for action in actions:
            left = self.kiosk_overlays.sift(action, self.scenes, CANVAS)
            if left is not None:
                left = self.table.blackout.sift(left, CANVAS)
            if left is not None:
                self.scenes.handle(left)

    def turn(self, seconds: float = TURN) -> None:
        """Time goes by, and the loop turns once."""
        self.table.blackout.begin_turn()
        if not self.table.blackout.active:
            self.scenes.update(seconds)
        for change in self.kiosk_overlays.run(seconds, self.scenes):
            self.scenes.apply(change)
        self.door.wait()

    def go(self, seconds: float) -> None:
        """Time goes by in many turns."""
        for _ in range(round(seconds / TURN)):
            self.turn()

    def down(self, *places: Point) -> None:
        """Fingers come down, numbered from 1."""
        for contact, at in enumerate(places, 1):
            self.do(Down(source="touch", contact=contact, at=at))

    def up(self, *places: Point) -> None:
        """The same fingers lift."""
        for contact, at in enumerate(places, 1):
            self.do(Tap(source="touch", contact=contact, at=at))

    def hold(self, *places: Point) -> None:
        """Corners are held for long enough, and let go."""
        self.down(*places)
        self.go(3.2)
        self.up(*places)

    def press(self, key: str) -> None:
        """Touches a button of the scene on top."""
        buttons = self.top.buttons.buttons  # type: ignore[attr-defined]
        at = next(button.centre for button in buttons if button.key == key)
        self.do(
            Down(source="touch", contact=9, at=at),
            Tap(source="touch", contact=9, at=at),
        )
        self.turn(0.0)

    def enter(self, pin: str) -> None:
        """Touches the digits of a PIN, and the tick."""
        for digit in pin:
            self.press(f"digit:{digit}")
        self.press("done")
        self.turn(0.0)
        self.turn(0.0)


class Listening(Scene):
    """A scene that remembers what it heard."""

    def __init__(self) -> None:
        self.heard: list[Action] = []
        self.seconds = 0.0

    def handle(self, action: Action, /) -> None:
        self.heard.append(action)

    def update(self, dt: float, /) -> None:
        self.seconds += dt

    @property
    def cancelled(self) -> list[int]:
        return [action.contact for action in self.heard if isinstance(action, Cancel)]
