"""Where the keys go on a board: to open places in reading order, or on in a direction."""

from collections.abc import Collection, Iterable, Mapping

from tabletop.engine import Spot
from tabletop.input.actions import Nudge, Walk
from tabletop.scenes.match_tools import SPOT
from tabletop.ui.canvas import Point
from tabletop.ui.widgets import PushButton, nearest_towards


def reachable(points: Mapping[Spot, Point], buttons: Iterable[PushButton]) -> dict[Spot, Point]:
    """All places where the keys can go, the choices' buttons among them."""
    found = dict(points)
    for button in buttons:
        if button.key.startswith(SPOT):
            found[button.key.removeprefix(SPOT)] = button.centre
    return found


def stepped(
    action: Nudge | Walk,
    points: Mapping[Spot, Point],
    open_spots: Collection[Spot],
    here: Spot | None,
    others: Mapping[Spot, Point] | None = None,
) -> Spot | None:
    """Where a key takes the cursor; `others` are buttons that are no places: a call, the dice."""
    others = others or {}
    if isinstance(action, Walk):
        return walked(points, open_spots, here, action.by, tuple(others))
    step = (action.dx, action.dy)
    if here is None or here not in {**points, **others}:
        return walked(points, open_spots, None, 1, tuple(others))
    return moved({**points, **others}, here, step)


def walked(
    points: Mapping[Spot, Point],
    open_spots: Collection[Spot],
    here: Spot | None,
    by: int,
    others: Iterable[Spot] = (),
) -> Spot | None:
    """The next (`by` 1) or previous (-1) open place in reading order, then the `others`.

    `here` if there is none.
    """
    order = sorted(
        (spot for spot in open_spots if spot in points),
        key=lambda spot: (round(points[spot][1]), points[spot][0]),
    )
    order += others
    if not order:
        return here
    at = order.index(here) + by if here in order else (0 if by > 0 else -1)
    return order[at % len(order)]


def moved(points: Mapping[Spot, Point], here: Spot, step: tuple[int, int]) -> Spot:
    """The place that lies nearest in a direction; `here` if there is none."""
    return nearest_towards(points[here], points, *step) or here
