"""The canvas: one logical size that follows the window's shape, drawn at its real pixels."""

from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, Self, TypeAlias

from tabletop.ui.core.context import DEFAULT_CONTEXT, UiContext

SHORT_SIDE: Final = 1080
"""Canvas units on the window's shorter side."""

Point: TypeAlias = tuple[float, float]


class Box(NamedTuple):
    """A rectangle in canvas units, y downward."""

    x: float
    y: float
    w: float
    h: float

    @property
    def centre(self) -> Point:
        return self.x + self.w / 2, self.y + self.h / 2

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    def holds(self, at: Point) -> bool:
        return self.x <= at[0] < self.right and self.y <= at[1] < self.bottom

    def inset(self, by: float) -> "Box":
        return Box(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def moved(self, dx: float, dy: float) -> "Box":
        return Box(self.x + dx, self.y + dy, self.w, self.h)

    @classmethod
    def around(cls, centre: Point, w: float, h: float) -> Self:
        """The box of that size about a point."""
        return cls(centre[0] - w / 2, centre[1] - h / 2, w, h)


@dataclass(frozen=True, slots=True)
class Canvas:
    """A picture of `size` pixels, measured in canvas units, with the context it is laid out in."""

    size: tuple[int, int]
    context: UiContext = DEFAULT_CONTEXT
    # Derived from the size.
    scale: float = field(init=False, compare=False, repr=False)
    """Real pixels in a canvas unit."""
    width: float = field(init=False, compare=False, repr=False)
    height: float = field(init=False, compare=False, repr=False)
    box: Box = field(init=False, compare=False, repr=False)
    """The whole canvas."""

    def __post_init__(self) -> None:
        scale = max(1, min(self.size)) / SHORT_SIDE
        width, height = self.size[0] / scale, self.size[1] / scale
        derived = {
            "scale": scale,
            "width": width,
            "height": height,
            "box": Box(0, 0, width, height),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def with_context(self, context: UiContext) -> "Canvas":
        return self if context == self.context else replace(self, context=context)

    def with_size(self, size: tuple[int, int]) -> "Canvas":
        return replace(self, size=size)

    @property
    def portrait(self) -> bool:
        return self.size[1] > self.size[0]

    def px(self, length: float) -> int:
        """A length in real pixels, at least one."""
        return max(1, round(length * self.scale))

    def to_pixels(self, at: Point) -> tuple[int, int]:
        return round(at[0] * self.scale), round(at[1] * self.scale)

    def to_canvas(self, x: float, y: float) -> Point | None:
        """The canvas point of a pixel; None outside the window."""
        if not (0 <= x <= self.size[0] and 0 <= y <= self.size[1]):
            return None
        return x / self.scale, y / self.scale
