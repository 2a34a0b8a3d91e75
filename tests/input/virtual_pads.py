"""Pads simulated by SDL itself: everything from its events upward is real."""

import ctypes
from pathlib import Path

import pygame
import pytest

STANDARD, JOYSTICK = 1, 0
FULL = 32767


def sdl() -> ctypes.CDLL:
    """The library that pygame uses; skips the test if it cannot be reached."""
    try:
        maps = Path("/proc/self/maps").read_text("utf-8").splitlines()
    except OSError:
        pytest.skip("only where the loaded libraries are listed")
    found = [line.split()[-1] for line in maps if "libSDL2-2" in line]
    if not found:
        pytest.skip("pygame's SDL is not found")
    library = ctypes.CDLL(found[0])
    library.SDL_JoystickFromInstanceID.restype = ctypes.c_void_p
    return library


class VirtualPad:
    """One pad, plugged in when made. Changes are seen at the next poll of the queue."""

    def __init__(self, kind: int, axes: int = 6, buttons: int = 15, hats: int = 1) -> None:
        self._sdl = sdl()
        pygame.joystick.init()
        index = self._sdl.SDL_JoystickAttachVirtual(kind, axes, buttons, hats)
        assert index >= 0
        self.number = int(self._sdl.SDL_JoystickGetDeviceInstanceID(index))
        self.plugged = True

    def button(self, number: int, down: bool) -> None:
        self._sdl.SDL_JoystickSetVirtualButton(self._handle, number, int(down))

    def axis(self, number: int, value: float) -> None:
        self._sdl.SDL_JoystickSetVirtualAxis(
            self._handle, number, ctypes.c_int16(round(value * FULL))
        )

    def hat(self, number: int, mask: int) -> None:
        """Up is 1, right 2, down 4, left 8."""
        self._sdl.SDL_JoystickSetVirtualHat(self._handle, number, mask)

    def unplug(self) -> None:
        if not self.plugged:
            return
        self.plugged = False
        for index in range(pygame.joystick.get_count()):
            if self._sdl.SDL_JoystickGetDeviceInstanceID(index) == self.number:
                self._sdl.SDL_JoystickDetachVirtual(index)
                return

    @property
    def _handle(self) -> ctypes.c_void_p:
        return ctypes.c_void_p(self._sdl.SDL_JoystickFromInstanceID(self.number))
