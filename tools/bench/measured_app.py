"""The main loop, opened to be measured."""

import gc
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pygame

from tabletop.app.event import EventLink
from tabletop.app.main_loop import FRAME_RATE, App
from tabletop.app.phones import PhoneLink
from tabletop.app.startup import open_app_context
from tabletop.input.gamepad import Gamepads
from tabletop.input.hub import TURN_BUDGET_SECONDS, InputSource
from tabletop.input.window import set_sdl_hints
from tabletop.settings import Settings, Value
from tabletop.system import process
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Scene
from tabletop.ui.display.window import Display

WAITS: Final = Path("/proc/thread-self/schedstat")
"""Where Linux tells how long a thread computed, how long it waited for a core, and how often."""
MACHINE: Final = Path("/proc/stat")
"""Where Linux tells what its cores did; the eighth figure is the time that the host took away."""
TICK: Final = 0.01
"""Seconds of one count there."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """One frame: how long its turn of the loop worked, and on what."""

    seconds: float
    cpu: float
    """The seconds of these that the loop itself computed; the others went to the X server, or to
    whoever else had the core."""
    ended: float
    """When it was on the screen, by `time.perf_counter`."""
    rects: int
    area: float
    """The share of the window that changed."""
    doing: str
    queued: float = 0.0
    """The seconds of these in which it was ready to compute but other processes had the cores."""
    served: float = 0.0
    """The seconds of these in which the X server was so; it draws what the loop sends."""
    stolen: float = 0.0
    """The seconds of these, of all cores together, that the host of a guest had for itself."""
    stages: dict[str, float] = field(default_factory=dict)
    """Seconds by stage; `collecting` is Python's garbage, wherever it fell."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One whole turn of the loop that has drawn: also what it does after the frame is shown."""

    seconds: float
    cpu: float
    waited: float
    """As `Drawn.queued` and `Drawn.served`, together."""
    frame_cpu: float
    """Computed until the frame was shown."""


class WatchedApp(App):
    """The main loop, which notes every turn and frame."""

    def __init__(
        self, display: Display, table: AppContext, first: Scene, sources: Sequence[InputSource] = ()
    ) -> None:
        pads = Gamepads(table.devices)
        super().__init__(
            display,
            table,
            first,
            on_frame=self._note,
            pads=pads,
            sources=sources,
            phones=PhoneLink(table),
            event=EventLink(table),
            patience=TURN_BUDGET_SECONDS,
        )
        self.display = display
        self.table = table
        self.turns = 0
        self.frames: list[Drawn] = []
        self.drawing_turns: list[Turn] = []
        self.doing = ""
        """What people are at; notes of frames carry it."""
        self._stages: dict[str, float] = {}
        self._cpu = 0.0
        self._waited = (0.0, 0.0, 0.0)
        self._server = _server()
        self._size = display.surface.get_size()

    def turn(self) -> None:
        """One turn of the loop, counted."""
        self.turns += 1
        self._stages.clear()
        self._cpu, self._waited = time.thread_time(), self._waits()
        began, drawn = time.perf_counter(), len(self.frames)
        super().turn()
        self.table.store.release()
        if len(self.frames) > drawn:
            seconds, cpu = time.perf_counter() - began, time.thread_time() - self._cpu
            waited = sum(self._waits()[:2]) - sum(self._waited[:2])
            self.drawing_turns.append(Turn(seconds, cpu, waited, self.frames[-1].cpu))

    def step(self) -> None:
        """Turns the loop once; it sleeps no longer before than it does while something moves."""
        if self.wakes_in() > 0:
            time.sleep(1 / FRAME_RATE)
        else:
            self._sleep()
        self.turn()

    def sleep_and_turn(self) -> None:
        """Turns the loop once after it slept as long as it wants to."""
        self._sleep()
        self.turn()

    def turn_until(self, done: Callable[[], bool], patience: float) -> bool:
        """Turns the loop until it is so; False if it is not after so many seconds."""
        end = time.perf_counter() + patience
        while not done():
            self.step()
            if time.perf_counter() > end:
                return False
        return True

    @contextmanager
    def stages_timed(self) -> Iterator[None]:
        """Notes meanwhile the seconds that each stage of a turn takes."""
        watched = (
            (self.scenes, "handle", "handle"),
            (self.scenes, "update", "update"),
            (self.scenes, "draw", "list"),
            (self.screen, "show", "paint"),
            (self.display, "through", "turn"),
            (pygame.display, "update", "to the screen"),
        )
        plain = [getattr(owner, name) for owner, name, _ in watched]
        for (owner, name, stage), function in zip(watched, plain, strict=True):
            setattr(owner, name, self._timed(stage, function))
        gc.callbacks.append(self._collecting)
        try:
            yield
        finally:
            gc.callbacks.remove(self._collecting)
            for (owner, name, _), function in zip(watched, plain, strict=True):
                setattr(owner, name, function)

    def _timed(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*arguments: Any) -> Any:
            began = time.perf_counter()
            try:
                return function(*arguments)
            finally:
                self._spend(stage, time.perf_counter() - began)

        return timed

    def _collecting(self, phase: str, _: dict[str, int]) -> None:
        now = time.perf_counter()
        self._spend("collecting", now if phase == "stop" else -now)

    def _spend(self, stage: str, seconds: float) -> None:
        self._stages[stage] = self._stages.get(stage, 0.0) + seconds

    def _note(self, seconds: float, rects: Sequence[pygame.Rect]) -> None:
        ended, cpu = time.perf_counter(), time.thread_time() - self._cpu
        queued, served, stolen = (
            now - then for now, then in zip(self._waits(), self._waited, strict=True)
        )
        area = sum(rect.w * rect.h for rect in rects) / (self._size[0] * self._size[1])
        stages = dict(self._stages)
        self.frames.append(
            Drawn(seconds, cpu, ended, len(rects), area, self.doing, queued, served, stolen, stages)
        )
        process.freeze_startup_objects()

    def _waits(self) -> tuple[float, float, float]:
        """Seconds ever waited for a core, by this thread and by the X server, and stolen ones."""
        return _waited(WAITS), _waited(self._server), _stolen()


def _waited(schedstat: Path) -> float:
    """The seconds that a thread has ever waited for a core; 0 where the system does not tell."""
    try:
        return int(schedstat.read_bytes().split()[1]) / 1e9
    except OSError:
        return 0.0


def _stolen() -> float:
    try:
        with MACHINE.open("rb") as told:
            return int(told.readline().split()[8]) * TICK
    except (OSError, IndexError):
        return 0.0


def _server() -> Path:
    """Where the system tells of the X server that shows the window; nowhere if there is none."""
    number = os.environ.get("DISPLAY", "").partition(":")[2].partition(".")[0]
    try:
        process = int(Path(f"/tmp/.X{number}-lock").read_bytes())  # its number, by custom
    except (OSError, ValueError):
        return Path(os.devnull, "schedstat")
    return Path("/proc", str(process), "schedstat")


@contextmanager
def opened(
    folder: Path,
    make: Callable[[AppContext], Scene],
    sources: Callable[[AppContext], Sequence[InputSource]] = lambda _: (),
    /,
    **changes: Value,
) -> Iterator[WatchedApp]:
    """A running table with a window, whose first scene `make` gives, and devices if there are any.

    `changes` are settings with `__` for the dot; the software way of drawing is taken unless they
    say otherwise.
    """
    given = {key.replace("__", "."): value for key, value in changes.items()}
    settings = Settings().but({"window.framebuffer": "software", **given})
    set_sdl_hints()
    process.disable_gc()  # as the program does while it opens
    pygame.font.init()
    display = Display(settings, folder)
    table = open_app_context(settings, folder)
    table.store.hold_writes()  # as the program does
    display.before = table.store.write_journal
    try:
        app = WatchedApp(display, table, make(table), sources(table))
        yield app
        app.close()
    finally:
        table.store.close()
        display.close()
        process.unfreeze_objects()


def window_facts(app: WatchedApp) -> dict[str, Any]:
    """What figures of a window depend on."""
    return {
        "size": "{}x{}".format(*app.display.surface.get_size()),
        "turn": 90 * app.table.display_transform.now.turns,
        "mirror": app.table.display_transform.now.mirror,
        "driver": pygame.display.get_driver(),
        "framebuffer": app.display.way,
    }
