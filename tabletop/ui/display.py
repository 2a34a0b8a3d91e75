"""The window: opened at the desktop's size, drawn to by the quicker of SDL's two ways."""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any, Final

import pygame

from tabletop.settings import Settings, write_atomically
from tabletop.ui.silence import libraries_silenced

HINT: Final = "SDL_FRAMEBUFFER_ACCELERATION"
QUICK: Final = 0.008
"""Seconds for a full picture below which no other way is tried."""
FLIPS: Final = 5
MEMORY: Final = "display.json"
ICON_SIZE: Final = 64


class NoDisplay(Exception):
    """There is no screen to open a window on."""


class Display:
    """The window and its size. It is opened once, and again when it fills the screen or not."""

    def __init__(self, settings: Settings, data_dir: Path) -> None:
        """Opens the window; NoDisplay where there is none."""
        self._size = settings["window.width"], settings["window.height"]
        self._screen = settings["window.display"]
        self.fullscreen = settings["window.fullscreen"]
        self._memory = data_dir / MEMORY
        self.way = choose_way(settings["window.framebuffer"], self._memory)
        os.environ[HINT] = "0" if self.way == "software" else "1"
        try:
            with libraries_silenced():
                pygame.display.init()
            self._check_driver()
            pygame.display.set_caption("tabletop")
            self._open()
        except pygame.error as problem:
            raise NoDisplay(str(problem)) from problem
        if settings["window.framebuffer"] == "auto":
            self._measure()

    @property
    def surface(self) -> pygame.Surface:
        surface = pygame.display.get_surface()
        if surface is None:
            raise NoDisplay("the window is gone")
        return surface

    def toggle(self) -> None:
        """Fills the screen, or goes back to a window."""
        self.fullscreen = not self.fullscreen
        self._open()

    def close(self) -> None:
        pygame.display.quit()

    def _open(self) -> None:
        count = pygame.display.get_num_displays()
        screen = self._screen if self._screen < count else 0
        if self.fullscreen:
            size = pygame.display.get_desktop_sizes()[screen]
            pygame.display.set_mode(size, pygame.FULLSCREEN, display=screen)
        else:
            pygame.display.set_mode(self._size, pygame.RESIZABLE, display=screen)

    def _check_driver(self) -> None:
        # Without a screen SDL silently takes a driver that shows nothing.
        driver = pygame.display.get_driver()
        if driver in ("dummy", "offscreen") and "SDL_VIDEODRIVER" not in os.environ:
            raise NoDisplay("SDL found no screen")

    def _measure(self) -> None:
        """Times full pictures this way and keeps the figure for the next start's choice."""
        surface = self.surface
        spent = []
        for _ in range(FLIPS):
            began = time.perf_counter()
            pygame.display.update(surface.get_rect())
            spent.append(time.perf_counter() - began)
        known = read_memory(self._memory)
        key = place()
        known.setdefault(key, {})[self.way] = round(sorted(spent)[FLIPS // 2], 5)
        try:
            write_atomically(self._memory, json.dumps(known, indent=1) + "\n")
        except OSError:
            return  # not kept: the next start measures again


def place() -> str:
    """What a measurement holds for: the platform and SDL's driver, where it is known."""
    return f"{sys.platform} {os.environ.get('SDL_VIDEODRIVER', '')}".strip()


def choose_way(setting: str, memory: Path) -> str:
    """The way to draw, "software" or "accelerated": as set, or the quicker one measured.

    SDL's own variable in the environment wins over `auto`.
    """
    if setting != "auto":
        return setting
    if HINT in os.environ:
        return "software" if os.environ[HINT] == "0" else "accelerated"
    known = read_memory(memory).get(place(), {})
    software, accelerated = known.get("software"), known.get("accelerated")
    if software is None or software <= QUICK:
        return "software"
    if accelerated is None:
        return "accelerated"
    return "software" if software <= accelerated else "accelerated"


def read_memory(memory: Path) -> dict[str, dict[str, float]]:
    """The figures kept from earlier starts; none where the file is missing or damaged."""
    try:
        known: Any = json.loads(memory.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(known, dict):
        return {}
    return {
        str(key): {way: ms for way, ms in ways.items() if isinstance(ms, int | float)}
        for key, ways in known.items()
        if isinstance(ways, dict)
    }
