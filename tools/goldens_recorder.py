"""Runs the program and writes a hash of each picture that it shows to a file, one a line.

``python3 tools/goldens_recorder.py PICTURES SECONDS ARGUMENT...``: ARGUMENTs are the program's.
SECONDS after the first picture the window is closed; 0 for never. A picture that is shown again is
not written again.
"""

from __future__ import annotations

import hashlib
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TextIO

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import pygame

from tabletop.__main__ import main as program


class Watcher:
    """Hashes what the window shows each time that it is updated."""

    def __init__(self, file: TextIO, seconds: float) -> None:
        """`seconds` after the first picture the window is closed; 0 for never."""
        self._file = file
        self._last = ""
        self._seconds = seconds

    def look(self) -> None:
        """Notes the picture, if it is another than before."""
        surface = pygame.display.get_surface()
        if surface is None:
            return
        pixels = pygame.image.tobytes(surface, "RGB")
        hashed = hashlib.blake2b(pixels, digest_size=8).hexdigest()
        if not self._last and self._seconds:
            close = pygame.event.Event(pygame.QUIT)
            timer = threading.Timer(self._seconds, pygame.event.post, (close,))
            timer.daemon = True
            timer.start()
        if hashed != self._last:
            self._last = hashed
            self._file.write(f"{surface.get_width()}x{surface.get_height()} {hashed}\n")

    def after(self, show: Callable[..., None]) -> Callable[..., None]:
        """The same function, after which the picture is noted."""

        def shown(*arguments: Any) -> None:
            show(*arguments)
            self.look()

        return shown


def main(arguments: Sequence[str]) -> int:
    """Runs the program; gives its exit code."""
    pictures, seconds, *own = arguments
    with Path(pictures).open("w", encoding="utf-8", newline="\n") as file:
        watcher = Watcher(file, float(seconds))
        pygame.display.update = watcher.after(pygame.display.update)
        pygame.display.flip = watcher.after(pygame.display.flip)
        return program(own)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
