"""The perspective warp of the picture for a keystone, by OpenCV."""

from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import Any, Final, TypeAlias

import pygame

from tabletop.engine import Text, say
from tabletop.input.viewport import Homography, Viewport, homography_between, inverse_homography

WindowRect: TypeAlias = tuple[int, int, int, int]
"""x, y, width and height in the window."""

BYTES_PER_PIXEL: Final = 4


def opencv_installed() -> bool:
    """Whether OpenCV is installed; does not load it."""
    return find_spec("cv2") is not None


@lru_cache(maxsize=1)
def trouble() -> Text | None:
    """Why OpenCV cannot be loaded; None if it can. The first call loads it, which is slow."""
    try:
        import cv2  # noqa: F401
    except ImportError as problem:
        words = "The picture can’t be corrected: OpenCV can’t be loaded ({why})."
        return say("warp.missing", words, why=str(problem))
    return None


class Warp:
    """Draws the picture on the window as a viewport with a keystone shows it."""

    def __init__(self, viewport: Viewport) -> None:
        """Raises ImportError without OpenCV: ask `trouble` first."""
        import cv2
        import numpy

        self._cv2, self._numpy = cv2, numpy
        cv2.setNumThreads(1)  # two are not faster, and the other cores belong to computer players
        ends = viewport.picture_corners
        a, b, c, d = (viewport.to_window(*at) for at in ends)
        self._back: Homography = inverse_homography(homography_between(ends, (a, b, c, d)))
        """From the window to the picture; a pixel's position is that of its corner."""

    def bring(
        self, picture: pygame.Surface, window: pygame.Surface, places: Sequence[WindowRect]
    ) -> None:
        """Redraws rectangles of the window, black outside of the picture."""
        cv2, source, target = self._cv2, self._pixels(picture), self._pixels(window)
        for x, y, width, height in places:
            if not width or not height:
                continue
            cv2.warpPerspective(
                source,
                self._from(x, y),
                (width, height),
                dst=target[y : y + height, x : x + width],
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_CONSTANT,
                borderValue=0,
            )

    def _from(self, x: int, y: int) -> Any:
        """The matrix for a part of the window that begins at (x, y).

        For OpenCV whole numbers are the centres of pixels, for viewports their corners.
        """
        a, b, c, d, e, f, g, h, i = self._back
        u, v = x + 0.5, y + 0.5
        far = g * u + h * v + i
        shifted = (
            (a - g / 2, b - h / 2, a * u + b * v + c - far / 2),
            (d - g / 2, e - h / 2, d * u + e * v + f - far / 2),
            (g, h, far),
        )
        return self._numpy.array(shifted)

    def _pixels(self, surface: pygame.Surface) -> Any:
        """The pixels of a surface as an array; the surface is locked while the array exists."""
        width, height = surface.get_size()
        held: Any = surface.get_buffer()
        flat = self._numpy.frombuffer(held, self._numpy.uint8)
        rows = flat.reshape(height, surface.get_pitch())[:, : BYTES_PER_PIXEL * width]
        return rows.reshape(height, width, BYTES_PER_PIXEL)
