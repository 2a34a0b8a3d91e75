"""To which edge of the table a page is turned, and which seat an action belongs to."""

from typing import Final, TypeVar

from tabletop.engine import Seat
from tabletop.input.actions import Action, Cancel, Down, Drop, Pull, Tap
from tabletop.scenes.match_setup import Setup
from tabletop.ui.board.table_layout import TableLayout
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import turn_point
from tabletop.ui.core.scene import Scene
from tabletop.ui.widgets.buttons import PushButton

OnTop = TypeVar("OnTop", bound=Scene)
TURN_KEY: Final = "turn"
"""The key of the button that turns a page to whoever sits at the next edge."""
TURN_ICON: Final = "swap"


def reading_sides(context: UiContext, setup: Setup) -> tuple[int, ...]:
    """The edges to which words are turned, each once, clockwise from the near one."""
    return tuple(sorted({_side(context, setup, seat) for seat in range(setup.seats)}))


def language_at_side(context: UiContext, setup: Setup, turns: int) -> str:
    """The language of the people at an edge, by its code; empty where they have several."""
    own = {setup.language(seat) for seat in setup.persons if _side(context, setup, seat) == turns}
    return own.pop() if len(own) == 1 else ""


def preferences_at_side(context: UiContext, setup: Setup, turns: int) -> tuple[str, int]:
    """The language and text scale of the people at an edge.

    They are the table's where these people have several languages; of text scales the largest.
    """
    there = (seat for seat in setup.persons if setup.side(seat) == turns)
    text_scale = max((setup.size(seat) for seat in there), default=0)
    return language_at_side(context, setup, turns), text_scale


def localised(scene: OnTop, context: UiContext, setup: Setup) -> OnTop:
    """The scene, in the language and text size of the people to whom it is turned."""
    scene.language, scene.text_scale = preferences_at_side(
        context, setup, getattr(scene, "turns", 0)
    )
    return scene


def _side(context: UiContext, setup: Setup, seat: Seat) -> int:
    """A room is at one side of the picture, wherever its seats are."""
    return 0 if context.projector else setup.side(seat)


def only_person(context: UiContext, setup: Setup, turns: int) -> Seat | None:
    """The seat of the only people at an edge; None where there are more, or none."""
    there = [seat for seat in setup.persons if _side(context, setup, seat) == turns]
    return there[0] if len(there) == 1 else None


def next_side(context: UiContext, setup: Setup, turns: int) -> int:
    """The next edge at which somebody sits, clockwise."""
    sides = reading_sides(context, setup)
    after = [side for side in sides if side > turns]
    return after[0] if after else sides[0]


def turn_button(
    context: UiContext, setup: Setup, box: Box, turns: int, about: Point
) -> tuple[PushButton, ...]:
    """The button that turns the page; none where all read it from the same edge."""
    if len(reading_sides(context, setup)) == 1:
        return ()
    return (PushButton(TURN_KEY, box, icon=TURN_ICON, turns=turns, about=about),)


def seat_zone(layout: TableLayout, at: Point) -> Seat | None:
    """The seat within whose reach a point lies; None on the board, which is everybody's."""
    for seat, panel in enumerate(layout.panels):
        if panel.box.holds(turn_point(at, -panel.turns, panel.about)):
            return seat
    return None


class InputOwner:
    """Remembers at which seat each finger came down; it stays that seat's wherever it goes."""

    def __init__(self) -> None:
        self._began: dict[tuple[str, int], Seat | None] = {}

    def of(self, action: Action, layout: TableLayout) -> Seat | None:
        """The seat that an action belongs to; None if nobody can know."""
        began: Seat | None = None
        match action:
            case Down(source=source, contact=contact, at=at):
                began = self._began[source, contact] = seat_zone(layout, at)
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
        """Forgets fingers that ended on another page."""
        self._began.clear()
