"""Seatings of two, written as pairs."""

from tabletop.engine import SeatProfile
from tabletop.games.sevens.scenes.context import MatchContext, SeatEdges, Seating

Levels = tuple[str | None, str | None]


def seating(
    edges: SeatEdges = (0, 0),
    levels: Levels = (None, None),
    *,
    languages: tuple[str, str] = ("", ""),
    names: tuple[str, str] = ("", ""),
    sizes: tuple[int, int] = (0, 0),
) -> Seating:
    first, second = (
        SeatProfile(names[seat], languages[seat], sizes[seat], edges[seat], levels[seat])
        for seat in (0, 1)
    )
    return Seating((first, second))


def levels_of(seats: Seating) -> Levels:
    return seats[0].level, seats[1].level


def set_levels(context: MatchContext, levels: Levels) -> None:
    context.seating = context.seating.but(0, level=levels[0]).but(1, level=levels[1])
