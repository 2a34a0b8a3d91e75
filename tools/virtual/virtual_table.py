"""The program on a simulated clock: at rest it jumps to the next event."""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Final, Self

import pygame

from tabletop.app.main_loop import HEARTBEAT_SECONDS, App
from tabletop.app.startup import open_app_context
from tabletop.input.gamepad import Gamepads
from tabletop.input.hub import TURN_BUDGET_SECONDS, InputSource
from tabletop.input.window import set_sdl_hints
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.home.title_page import TitleScene
from tabletop.settings import Settings, Value
from tabletop.system import process
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Push, Scene
from tabletop.ui.display.window import Display
from tools.virtual.instant_engine import AtOnce

BEGIN: Final = 10_000.0
"""The second at which the clock begins."""
STEP: Final = 0.1
"""Seconds from picture to picture while something moves: ten of them show every state."""
TICK: Final = 0.001
"""Seconds by which it is sure to be late enough for what is due."""
REST: Final = 1.0
"""In so many seconds a table has made what it makes at rest."""
LATEST: Final = 600
"""Log lines of the program that are kept to be shown."""


class _Log(logging.Handler):
    """Keeps what the program logs as a fault."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.faults: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if len(self.faults) < LATEST:
            self.faults.append(logging.Formatter().format(record))


class VirtualApp(App):
    """The main loop, with a clock of its own and an account of what its turns cost."""

    def __init__(
        self, display: Display, table: AppContext, first: Scene, sources: Sequence[InputSource] = ()
    ) -> None:
        self.time = BEGIN
        self.frames = 0
        self.turns = 0
        self.heeds: Callable[[float], None] | None = None
        """Is told the seconds of work of every frame drawn."""
        self.display = display
        self.table = table
        super().__init__(
            display,
            table,
            first,
            now=lambda: self.time,
            on_frame=self._drawn,
            pads=Gamepads(table.devices, lambda: self.time),
            sources=sources,
            patience=TURN_BUDGET_SECONDS,
        )

    def _drawn(self, seconds: float, _: Sequence[pygame.Rect]) -> None:
        self.frames += 1
        if self.heeds is not None:
            self.heeds(seconds)

    def go(self, seconds: float = STEP) -> float:
        """Lets so much time go by at most and turns; gives the seconds of work in its longest turn.

        What is due earlier ends it. What a busy machine leaves for the next turn, and what is made
        at rest, is done in the same moment of this clock, or a day would go otherwise every time
        it is lived through.
        """
        rest = self.wakes_in()
        slept = (
            seconds
            if rest <= 0
            else min(seconds, HEARTBEAT_SECONDS, self._last + rest - self.time + TICK)
        )
        self.time += max(slept, 0.0)
        longest = self._turn()
        while self.actions.waiting and self.scenes.running:
            longest = max(longest, self._turn())
        return max(longest, self.rest()) if seconds >= REST else longest

    def rest(self) -> float:
        """Makes what can be made while nothing moves; gives the seconds of the longest turn."""
        longest = 0.0
        while self.preparing.more and self.scenes.running and self.wakes_in() > 0:
            longest = max(longest, self._turn())
        return longest

    def _turn(self) -> float:
        began = self._worked()
        self.turns += 1
        # Without the pause after a touch: these hands touch ten times a second, and while `rest`
        # goes on the clock stands still.
        self._prewarms_at = self.time
        self.turn()
        return self._worked() - began

    def _worked(self) -> float:
        """The loop's own seconds of processor: without those of who thinks in its place here."""
        thinking = self.table.analysis
        return time.thread_time() - (thinking.spent if isinstance(thinking, AtOnce) else 0.0)


class VirtualTable:
    """A program that runs in a window that nobody sees."""

    def __init__(
        self,
        folder: Path,
        size: tuple[int, int],
        seed: object,
        changes: Mapping[str, Value],
        sources: Callable[[AppContext], Sequence[InputSource]] = lambda _: (),
    ) -> None:
        """`changes` are settings by their keys, `seed` decides every throw of the dice."""
        given: dict[str, Value] = {
            "window.fullscreen": False,
            "window.width": size[0],
            "window.height": size[1],
            "window.framebuffer": "software",
            "window.second": "off",
        }
        settings = Settings().but(given | dict(changes))
        self.log = _Log()
        logging.getLogger("tabletop").addHandler(self.log)
        process.disable_gc()  # as the program does while it opens
        set_sdl_hints()
        pygame.font.init()
        self.display = Display(settings, folder)
        self.table = open_app_context(settings, folder)
        luck = Random(str(seed))
        self.table.seed = lambda: luck.getrandbits(40)
        self.table.analysis = self.thinking = AtOnce()
        self.app = VirtualApp(self.display, self.table, MenuScene(self.table), sources(self.table))
        self.app.scenes.apply(Push(TitleScene(self.table)))
        pygame.event.clear()
        self.app.turn()
        process.freeze_startup_objects()
        self.laid_out_for = ""
        """The size of the window, as WxH, for which pictures were made in advance."""
        self.get_ready()

    def get_ready(self) -> None:
        """Lets the table make its pictures, as it does in the first seconds in a new window."""
        self.laid_out_for = self.size
        while self.app.preparing.more and self.app.scenes.running:
            self.app.go()
            self.app.rest()

    @property
    def size(self) -> str:
        """The window's size in pixels, as WxH."""
        return "{}x{}".format(*self.display.surface.get_size())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def top(self) -> Scene:
        """The scene on top."""
        return self.app.scenes.top

    @property
    def seen(self) -> str:
        """The scenes by their names, the lowest first."""
        return " > ".join(type(scene).__name__ for scene in self.app.scenes.scenes)

    def close(self) -> None:
        """Ends the program and lets the window go."""
        logging.getLogger("tabletop").removeHandler(self.log)
        self.app.end()
        self.app.close()
        self.table.store.close()
        pygame.event.clear()
        self.display.close()
        process.unfreeze_objects()
