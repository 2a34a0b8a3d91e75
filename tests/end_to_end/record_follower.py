"""Follows a running program by reading the files that it writes."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame

from tabletop.app.session_replay import SessionReplay
from tabletop.input.session import RecordedTurn, read_recording
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Scene
from tests.end_to_end.pointing import Pixel

PATIENCE = 60.0


class Follower:
    """The same evening in this process, up to the last turn that is on the disk."""

    def __init__(self, path: Path, data_dir: Path) -> None:
        """`path` is the program's file, which may not be there yet; `data_dir` is made."""
        self._path = path
        end = time.monotonic() + PATIENCE
        while not self._turns():
            assert time.monotonic() < end, "no evening is written down"
            time.sleep(0.05)
        data_dir.mkdir()
        pygame.font.init()
        self.playback = SessionReplay(read_recording(path.read_bytes().splitlines(True)), data_dir)
        self._lived = 0
        self.follow()

    @property
    def top(self) -> Scene:
        return self.playback.app.scenes.top

    @property
    def display(self) -> Any:
        """As a room has it."""
        return self.playback

    def follow(self) -> None:
        """Lives what has been written down since."""
        turns = self._turns()
        for turn in turns[self._lived :]:
            self.playback.live(turn, drawn=False)
        self._lived = len(turns)

    def until(self, what: str, seen: Callable[[], bool], meanwhile: Callable[[], None]) -> None:
        """Follows until something is so."""
        end = time.monotonic() + PATIENCE
        while not seen():
            if time.monotonic() > end:
                pygame.image.save(self.picture(), self._path.with_name("followed.png"))
                raise AssertionError(f"{what} does not come")
            meanwhile()
            self.follow()

    def hears(self, key: str) -> bool:
        """Whether the page on top has that button, and would do what it says."""
        top: Any = self.top
        enabled = [button.key for button in top.buttons.buttons if button.enabled]
        return key in enabled and not getattr(top, "ignores_touches", False)

    def button(self, key: str) -> Pixel:
        """Where a button of the page on top lies."""
        top: Any = self.top
        at = next(button.centre for button in top.buttons.buttons if button.key == key)
        return Canvas(self.playback.surface.get_size()).to_pixels(at)

    def picture(self) -> pygame.Surface:
        """What must be on the program's screen by now."""
        self.playback.live(RecordedTurn(0), drawn=True)
        return self.playback.surface

    def _turns(self) -> tuple[RecordedTurn, ...]:
        if not self._path.exists() or not (text := self._path.read_bytes()):
            return ()
        lines = text.splitlines(True)
        return read_recording(lines).turns if lines[0].endswith(b"\n") else ()
