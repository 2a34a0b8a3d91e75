"""A second screen that one player alone looks at, as far as scenes know of it."""

from dataclasses import dataclass

from tabletop.ui.canvas import Canvas


@dataclass(slots=True)
class Aside:
    """A scene asks for the screen; the window brings it, if there is one. It changes as both do.

    It comes and goes by an action (`input.actions.Beside`), so that an evening that was written
    down has it again where there is none.
    """

    wanted: bool = False
    """A scene has something to show to one player alone."""
    canvas: Canvas | None = None
    """The screen, where it is there; None where everything has to be shown to all."""

    def release(self) -> None:
        """Nobody needs it any more."""
        self.wanted, self.canvas = False, None

    def become(self, size: tuple[int, int]) -> None:
        """It is there with so many pixels, or has gone (0, 0)."""
        self.canvas = Canvas(size) if min(size) > 0 and self.wanted else None
