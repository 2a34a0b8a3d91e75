"""The text of a scene, in a small German and French catalogue."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pygame

from tabletop import languages
from tabletop.ui.core.canvas import Canvas, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Scene
from tabletop.ui.draw import annotations
from tests.languages.catalogues import FRENCH, GERMAN, write

SIZE: Final = (1280, 800)


@contextmanager
def tiny_languages(path: Path) -> Iterator[None]:
    """Has a German and a French of a few words in place of the program's own."""
    folder = path / "languages"
    folder.mkdir()
    write(folder, "de", GERMAN)
    write(folder, "fr", FRENCH)
    languages.use_folders(folder)
    try:
        yield
    finally:
        languages.use_folders()


class Read(Frame):
    """A frame that reads the words put on it, with the quarter turns of their side."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self.words: list[tuple[str, int]] = []

    def put(self, picture: pygame.Surface, at: Point, alpha: float = 1.0) -> None:
        found = (
            trace
            for trace in annotations.annotations_of(picture)
            if isinstance(trace, annotations.TextLine)
        )
        self.words += [(ink.text, self._turn[0]) for ink in found]
        super().put(picture, at, alpha)


def read(scene: Scene, language: str = "en", size: tuple[int, int] = SIZE) -> list[tuple[str, int]]:
    """The words on a scene with the quarter turns of each, where the table speaks a language."""
    canvas = Canvas(size)
    canvas = canvas.with_context(canvas.context.override(language=scene.language or language))
    frame = Read(canvas)
    scene.fit(canvas)
    scene.draw(frame)
    return frame.words
