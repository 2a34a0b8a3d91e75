"""Whose hand it is: by the device that belongs to a seat, else by where a finger came down."""

from tabletop.engine import Seat
from tabletop.input.actions import Action, Cancel, Down, Drop, Pull, Tap
from tabletop.scenes.layout import Layout
from tabletop.ui.canvas import Point
from tabletop.ui.frame import turn_point


def zone(layout: Layout, at: Point) -> Seat | None:
    """The seat within whose reach a point lies; None on the board, which is everybody's."""
    for seat, panel in enumerate(layout.panels):
        if panel.box.holds(turn_point(at, -panel.turns, panel.about)):
            return seat
    return None


class Whose:
    """Remembers where each finger came down, for it stays that seat's wherever it goes."""

    def __init__(self) -> None:
        self._began: dict[tuple[str, int], Seat | None] = {}

    def of(self, action: Action, layout: Layout) -> Seat | None:
        """The seat whose hand did this; None if it can be anybody's."""
        began: Seat | None = None
        match action:
            case Down(source=source, contact=contact, at=at):
                began = self._began[source, contact] = zone(layout, at)
            case Pull(source=source, contact=contact):
                began = self._began.get((source, contact))
            case Tap(source=source, contact=contact) | Drop(source=source, contact=contact):
                began = self._began.pop((source, contact), None)
            case Cancel(source=source, contact=contact):
                began = self._began.pop((source, contact), None)
            case _:
                pass
        return began if action.seat is None else action.seat

    def forget(self) -> None:
        """Fingers that ended on another page are forgotten."""
        self._began.clear()
