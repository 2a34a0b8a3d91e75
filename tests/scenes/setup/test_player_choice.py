"""Computers before a match: chosen by touch and by keys, remembered, and adapted to results."""

import pytest

from tabletop.ai import LEVELS
from tabletop.app.navigation import build_page
from tabletop.engine import Game
from tabletop.games import all_games, find_game
from tabletop.input.actions import Button, Walk
from tabletop.players.player_spec import ADAPTIVE, PERSON, PLAYER_CHOICES, PlayerSpec
from tabletop.scenes.destinations import ChangeSeats, StartMatch
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import Setup, last_setup
from tabletop.scenes.result.scene import ResultSummary
from tabletop.scenes.setup.seat_dialogs import PACE_NAMES, PlayerDialog, PlayersDialog
from tabletop.scenes.setup.seats_page import SeatsScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Change, Pop, Push
from tests.scenes.match.computer_matches import KEEN, SHARP, begun
from tests.scenes.setups import make_setup, players
from tests.scenes.touches import SIZES, button, check_layout, keys, nudge, press, tap

SHOO, SHOUT = find_game("shoo"), find_game("shout7")
BOARDS = [game for game in all_games() if game.kind == "board"]


def opened(table: AppContext, game: Game = SHOO) -> SeatsScene:
    scene = SeatsScene(table, last_setup(table, game))
    scene.fit(Canvas((1280, 800)))
    return scene


def who(scene: SeatsScene, seat: int) -> tuple[PlayerDialog, Push]:
    change = tap(scene, f"who:{seat}")
    assert isinstance(change, Push)
    assert isinstance(change.scene, PlayerDialog)
    change.scene.fit(Canvas((1280, 800)))
    return change.scene, change


def choose(scene: SeatsScene, seat: int, filler: PlayerSpec) -> None:
    page, change = who(scene, seat)
    answer = tap(page, f"who:{PLAYER_CHOICES.index(filler)}")
    assert isinstance(answer, Pop)
    assert change.then is not None
    assert change.then(answer.result) is None


def match_of(table: AppContext, change: Change) -> MatchScene:
    assert isinstance(change, Push)
    assert isinstance(change.scene, StartMatch)
    page = build_page(table, change.scene)
    assert isinstance(page, MatchScene)
    return page


def words(scene: SeatsScene) -> list[str]:
    return [label.text for label in scene.labels]


@pytest.mark.parametrize("filler", PLAYER_CHOICES, ids=str)
def test_any_seat_can_be_filled_by_anybody(table: AppContext, filler: PlayerSpec) -> None:
    for seat in range(2):
        scene = opened(table)
        choose(scene, seat, filler)
        assert scene.setup.player(seat) == filler
        assert scene.setup.player(1 - seat) == PERSON


def test_its_pad_says_who_plays(table: AppContext) -> None:
    scene = opened(table)
    choose(scene, 1, KEEN)
    assert KEEN.words in words(scene)
    assert words(scene).count("one person") == 1
    choose(scene, 1, ADAPTIVE)
    assert ADAPTIVE.words in words(scene)


def test_a_computer_is_made_stronger_and_weaker_at_its_pad(table: AppContext) -> None:
    scene = opened(table)
    choose(scene, 1, PlayerSpec(LEVELS[0]))
    assert not button(scene, "weaker:1").enabled
    for level in LEVELS[1:]:
        tap(scene, "stronger:1")
        assert scene.setup.player(1).level == level
    assert not button(scene, "stronger:1").enabled
    tap(scene, "weaker:1")
    assert scene.setup.player(1).level == LEVELS[-2]


def test_one_touch_begins_against_the_computer(table: AppContext) -> None:
    scene = opened(table, SHOUT)
    tap(scene, "count=2")
    match = match_of(table, tap(scene, "alone"))
    assert players(match.setup) == (PERSON, ADAPTIVE, ADAPTIVE, ADAPTIVE)


def test_where_computers_play_already_start_is_enough(table: AppContext) -> None:
    scene = opened(table)
    choose(scene, 1, KEEN)
    assert "alone" not in keys(scene)
    assert players(match_of(table, tap(scene, "start")).setup) == (PERSON, KEEN)


def test_who_played_is_offered_again(table: AppContext) -> None:
    scene = opened(table)
    choose(scene, 0, SHARP)
    tap(scene, "start")
    assert players(opened(table).setup) == (SHARP, PERSON)
    assert not opened(table, SHOUT).setup.computers


def test_more_and_fewer_players_keep_the_computers_that_stay(table: AppContext) -> None:
    scene = opened(table, SHOUT)
    choose(scene, 1, KEEN)
    tap(scene, "count=2")
    assert [scene.setup.player(seat) for seat in range(4)] == [PERSON, KEEN, PERSON, PERSON]
    tap(scene, "count=0")
    assert players(scene.setup) == (PERSON, KEEN)


def test_keys_alone_choose_a_computer(table: AppContext) -> None:
    scene = opened(table)
    while scene.buttons.focus != "who:1":
        scene.handle(Walk(source="serial", by=1))
    change = press(scene, Button.OK)
    assert isinstance(change, Push)
    page = change.scene
    assert isinstance(page, PlayerDialog)
    page.fit(Canvas((1280, 800)))
    nudge(page, 0, 1)
    nudge(page, 0, 1)
    answer = press(page, Button.OK)
    assert isinstance(answer, Pop)
    assert isinstance(answer.result, Setup)
    assert answer.result.player(1).is_computer


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.key)
def test_the_pages_fit_every_window(table: AppContext, size: tuple[int, int], game: Game) -> None:
    count = max(game.seats)
    filled = (PlayerSpec(LEVELS[-1], adaptive=True),) * count
    setup = make_setup(game, count, game.check_options({}), fillers=filled)
    check_layout(SeatsScene(table, setup), size)
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
    assert ADAPTIVE.moved(1).words in score
    assert f"{ADAPTIVE.name} (White): 0" in score


def test_who_changes_seats_after_a_series_finds_the_level_that_was_reached(
    table: AppContext,
) -> None:
    scene = opened(table)
    change = tap(scene, "alone")
    match = match_of(table, change)
    match.match.resign(1)
    assert isinstance(change, Push)
    assert change.then is not None
    assert change.then(ChangeSeats(match.setup, (0,))) is None
    assert players(scene.setup) == (PERSON, ADAPTIVE.moved(1))
