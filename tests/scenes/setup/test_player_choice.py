"""Computers before a match: chosen by touch and by keys, remembered, and adapted to results."""

import pytest

from tabletop.ai import LEVELS
from tabletop.engine import Game
from tabletop.games import all_games, find_game
from tabletop.players.player_spec import ADAPTIVE, PERSON, PlayerSpec
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.result.scene import ResultSummary
from tabletop.scenes.setup.seat_dialogs import PACE_NAMES, PlayerDialog, PlayersDialog
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Pop, Push
from tests.scenes.match.computer_matches import KEEN, SHARP, begun
from tests.scenes.setups import make_setup, players
from tests.scenes.touches import SIZES, check_layout, tap

SHOO, SHOUT = find_game("shoo"), find_game("shout7")
BOARDS = [game for game in all_games() if game.kind == "board"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.key)
def test_the_pages_fit_every_window(table: AppContext, size: tuple[int, int], game: Game) -> None:
    count = max(game.seats)
    filled = (PlayerSpec(LEVELS[-1], adaptive=True),) * count
    setup = make_setup(game, count, game.check_options({}), fillers=filled)
    check_layout(PlayerDialog(table, setup, 1), size, least=60)
    check_layout(PlayerDialog(table, setup, 1, turns=2), size, least=60)
    check_layout(PlayersDialog(table, setup), size, least=60)


def test_the_page_of_all_seats_changes_them_and_the_pace(table: AppContext) -> None:
    scene = PlayersDialog(table, make_setup(SHOO, fillers=(PERSON, KEEN)))
    scene.fit(Canvas((1280, 800)))
    change = tap(scene, "seat:0")
    assert isinstance(change, Push)
    assert change.then is not None
    change.then(scene.setup.with_player(0, SHARP))
    change.then(scene.setup)
    seen = []
    for _ in PACE_NAMES:
        tap(scene, "pace")
        seen.append(table.settings["computer.pace"])
    assert sorted(seen) == sorted(PACE_NAMES)
    answer = tap(scene, "done")
    assert isinstance(answer, Pop)
    assert isinstance(answer.result, Setup)
    assert players(answer.result) == (SHARP, KEEN)


# -- the series -----------------------------------------------------------------------------


def test_computers_move_on_with_the_people(table: AppContext) -> None:
    setup = make_setup(SHOUT, 3, fillers=(PERSON, KEEN, SHARP)).scored((0,)).rotated()
    assert players(setup) == (KEEN, SHARP, PERSON)
    assert [setup.wins(seat) for seat in range(3)] == [0, 0, 1]
    assert players(setup.without_series) == (PERSON, KEEN, SHARP)


@pytest.mark.parametrize(
    ("winners", "step"), [((0,), 1), ((1,), -1), ((), 0), ((0, 1), 0)], ids=str
)
def test_an_adaptive_computer_follows_the_results(winners: tuple[int, ...], step: int) -> None:
    setup = make_setup(SHOO, fillers=(PERSON, ADAPTIVE)).scored(winners)
    assert LEVELS.index(setup.player(1).level) == LEVELS.index(ADAPTIVE.level) + step
    assert setup.player(0) == PERSON


def test_the_result_says_that_it_has_followed(table: AppContext) -> None:
    scene, _ = begun(table, PERSON, ADAPTIVE)
    scene.match.resign(1)
    score = ResultSummary.of(scene.setup, scene.match).series_score(" ")
    assert score == ADAPTIVE.moved(1).words
