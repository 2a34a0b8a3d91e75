"""The icons of learning and asking."""

from collections.abc import Mapping
from typing import Final

from tabletop.ui.icon_shapes import Fills, Shape, Strokes, arc, square


def _ask() -> tuple[Strokes, Fills]:
    """A question mark."""
    bow = [(x, y - 0.42) for x, y in arc(0.44, 180, 410)]
    hook = [*bow, (0.0, 0.1), (0.0, 0.34)]
    return [(hook, 0.26)], [square(0.0, 0.78, 0.17)]


SHAPES: Final[Mapping[str, Shape]] = {"ask": _ask}
