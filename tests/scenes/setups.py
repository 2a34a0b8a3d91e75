"""Setups that are given as one sequence for each thing that belongs to seats."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from tabletop.engine import Game, TimeControl
from tabletop.engine.game import OptionValue
from tabletop.players.player_spec import PlayerSpec
from tabletop.scenes.match_setup import SeatAid, Setup, seat_setups

NO_CLOCK: Final = TimeControl()


def make_setup(
    game: Game,
    seats: int = 2,
    options: Mapping[str, OptionValue] | None = None,
    clock: TimeControl = NO_CLOCK,
    sides: Sequence[int] = (),
    *,
    teams: Sequence[int] = (),
    fillers: Sequence[PlayerSpec] = (),
    languages: Sequence[str] = (),
    names: Sequence[str] = (),
    sizes: Sequence[int] = (),
    aids: Sequence[SeatAid] = (),
    **more: Any,
) -> Setup:
    seating = seat_setups(
        edges=sides,
        teams=teams,
        players=fillers,
        languages=languages,
        names=names,
        text_scales=sizes,
        aids=aids,
    )
    return Setup(game, seats, options or {}, clock, seating, **more)


def change_setup(setup: Setup, **changed: Any) -> Setup:
    """The setup with other sequences of `make_setup`, or other fields."""
    seats = range(max(setup.seats, len(setup.seating)))
    before = {
        "sides": [setup.seat(seat).profile.edge for seat in seats],
        "teams": [setup.seat(seat).team for seat in seats],
        "fillers": players(setup),
        "languages": seat_languages(setup),
        "names": names(setup),
        "sizes": [setup.seat(seat).profile.text_scale for seat in seats],
        "aids": [setup.seat(seat).aid for seat in seats],
    }
    columns = {key: changed.pop(key, value) for key, value in before.items()}
    seating = make_setup(setup.game, setup.seats, **columns).seating
    return replace(setup, seating=seating, **changed)


def players(setup: Setup) -> tuple[PlayerSpec, ...]:
    return tuple(setup.seat(seat).player for seat in range(setup.seats))


def seat_languages(setup: Setup) -> tuple[str, ...]:
    return tuple(setup.seat(seat).profile.language for seat in range(setup.seats))


def names(setup: Setup) -> tuple[str, ...]:
    return tuple(setup.seat(seat).profile.name for seat in range(setup.seats))


def teams(setup: Setup) -> tuple[int, ...]:
    return tuple(setup.seat(seat).team for seat in range(setup.seats))


def text_scales(setup: Setup) -> tuple[int, ...]:
    return tuple(setup.seat(seat).profile.text_scale for seat in range(setup.seats))


def aids(setup: Setup) -> tuple[SeatAid, ...]:
    return tuple(setup.seat(seat).aid for seat in range(setup.seats))
