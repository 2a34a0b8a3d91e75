"""Pages to take home from whole matches, for tests."""

from collections.abc import Sequence
from functools import cache
from random import Random

from tabletop.ai.match_analysis import TurningPoint
from tabletop.engine import CHANCE, Game, Match
from tabletop.games.sevens.rules.match import SevensMatch
from tabletop.games.sevens.view.take_home import home_page as sevens_page
from tabletop.party.take_home import TakeHome, take_home_page
from tabletop.party.views import SeatPlate
from tabletop.scenes.play.take_home import home_page
from tabletop.ui.core.context import DEFAULT_CONTEXT
from tests.scenes.setups import make_setup

NAMES = ("Ada", "Ben", "Cleo", "Dan")


@cache
def random_match(game: Game) -> Match:
    """A whole match, to be left as it is."""
    match, luck = Match(game, game.seats[0], {}, 1), Random(1)
    while match.outcome is None:
        match.play(luck.choice(list(match.state.moves())))
    return match


def turning_points(match: Match) -> list[TurningPoint]:
    """Three of them, at about equal distances."""
    count = len(match.plies)
    decided = [n for n in range(count - 1) if match.plies[n].seat != CHANCE]
    return [
        TurningPoint(n, match.plies[n].seat, "", "", 0.62, 0.31)
        for n in decided[len(decided) // 4 :: len(decided) // 4 or 1][:3]
    ]


def page_of(
    match: Match,
    *,
    names: Sequence[str] = NAMES,
    language: str = "en",
    points: Sequence[TurningPoint] = (),
) -> str:
    setup = make_setup(match.game, match.seats, names=names[: match.seats])
    context = DEFAULT_CONTEXT.override(language=language)
    return take_home_page(home_page(match, setup, context, points), language, context.plain)


PLATES = tuple(
    SeatPlate(seat, side, name, face, "#fff3de", "#0c2b5c", mark)
    for seat, (side, name, face, mark) in enumerate(
        [("Blue", "Ada", "#2461b8", "disc"), ("Red", "", "#c02e1c", "diamond")]
    )
)


def sevens_home(match: SevensMatch) -> TakeHome:
    return sevens_page(match, PLATES)
