"""Leading a piece by left, right and OK alone, where there are no arrows.

The piece goes through stages, and OK leads on from each: it is moved across, then up and down, the
parallelogram can be turned over, and it is turned. After the last stage it is laid down.
"""

from typing import Final, Literal, TypeAlias

Stage: TypeAlias = Literal["across", "along", "over", "turn"]
"""What left and right do now."""

STAGES: Final[tuple[Stage, ...]] = ("across", "along", "turn")
STAGES_OVER: Final[tuple[Stage, ...]] = ("across", "along", "over", "turn")
"""Of the parallelogram, which has two sides."""
STRIDE: Final = 0.25
LONGEST: Final = 1.0
"""Units of one step: the shortest, and the longest of many quick ones."""
QUICK: Final = 0.45
"""Seconds within which a step that follows another the same way is longer than it."""


class Leading:
    """How far the leading of a piece has come. It changes as buttons are pressed."""

    def __init__(self) -> None:
        self._stages: tuple[Stage, ...] = ()
        self._stride = 0.0
        """Of the last step; negative for one to the left."""
        self._rested = 0.0
        self._led = False

    @property
    def stage(self) -> Stage | None:
        """What left and right do; None while no piece is led."""
        return self._stages[0] if self._stages else None

    def begin(self, *, over: bool) -> None:
        """A key took a piece up. `over`: it has two sides."""
        self._stages = STAGES_OVER if over else STAGES
        self._stride, self._led = 0.0, False

    def end(self) -> None:
        """The piece is moved in another way now: OK lays it down."""
        self._stages = ()

    def turned(self) -> None:
        """A key of its own turned the piece: who has such keys has arrows, too."""
        if not self._led:
            self.end()

    def go_on(self) -> bool:
        """OK: on to the next stage; False after the last, or if no piece is led."""
        self._stages = self._stages[1:]
        self._stride, self._led = 0.0, True
        return bool(self._stages)

    def stride(self, by: int) -> float:
        """How far a press moves the piece: further and further while they follow quickly."""
        quick = self._stride * by > 0 and self._rested <= QUICK
        grown = min(LONGEST, abs(self._stride) * 1.5) if quick else STRIDE
        self._stride, self._rested, self._led = grown * by, 0.0, True
        return self._stride

    def update(self, dt: float) -> None:
        """Lets `dt` seconds go by."""
        self._rested += dt
