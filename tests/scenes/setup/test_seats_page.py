"""Before a match: everything that can be chosen is chosen by touching it, and remembered."""

from typing import Any

import pytest

from tabletop.app.navigation import build_page
from tabletop.engine import Game, TimeControl
from tabletop.games import all_games, find_game
from tabletop.input.actions import Button
from tabletop.scenes.destinations import ChangeSeats, StartMatch
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import Setup, last_setup
from tabletop.scenes.setup.seats_page import SeatsScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.live_game import OpenRules
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.widgets.choice import clock_text
from tests.scenes.setups import make_setup, teams
from tests.scenes.touches import (
    SIZES,
    button,
    check_layout,
    down,
    draw,
    keys,
    nudge,
    press,
    tap,
    up,
)

SHOO, SHOUT = find_game("shoo"), find_game("shout7")
BOARDS = [game for game in all_games() if game.kind == "board"]
GAMES = [(game, count) for game in BOARDS for count in game.seats]


def opened(table: AppContext, game: Game = SHOO, size: tuple[int, int] = (1280, 800)) -> SeatsScene:
    scene = SeatsScene(table, last_setup(table, game))
    scene.fit(Canvas(size))
    return scene


def begun(change: Change) -> Setup:
    assert isinstance(change, Push)
    assert isinstance(change.scene, StartMatch)
    return change.scene.setup


def words(scene: SeatsScene) -> list[str]:
    return [label.text for label in scene.labels]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("game", "count"), GAMES, ids=lambda part: getattr(part, "key", part))
def test_it_fits_every_window(
    table: AppContext, size: tuple[int, int], game: Game, count: int
) -> None:
    setup = make_setup(game, count, clock=TimeControl("increment", 90, 15), teams=(4,) * count)
    check_layout(SeatsScene(table, setup), size)


@pytest.mark.parametrize("size", [(640, 480), (480, 640), (320, 240)])
@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
@pytest.mark.parametrize(("game", "count"), GAMES, ids=lambda part: getattr(part, "key", part))
def test_in_the_smallest_window_the_largest_words_leave_nothing_out(
    table: AppContext, size: tuple[int, int], language: str, game: Game, count: int
) -> None:
    scene = SeatsScene(table, make_setup(game, count))
    scene.fit(Canvas(size, UiContext(language, 200, projector=True)))
    parts = [*(card.plate.box for card in scene.seat_cards), *(plate.box for plate in scene.plates)]
    assert len(scene.seat_cards) == count
    assert all(0 < box.w <= scene.canvas.width and box.h > 0 for box in parts)
    assert all(box.y >= 0 and box.bottom <= scene.canvas.height for box in parts)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [2, 3, 4])
def test_children_see_all_seats_one_below_the_other(
    table: AppContext, size: tuple[int, int], count: int
) -> None:
    table.settings = table.settings.but({"kiosk.level": "kid"})
    scene = SeatsScene(table, make_setup(find_game("shout7"), count))
    scene.fit(Canvas(size))
    assert len({card.box.x for card in scene.seat_cards}) == 1
    check_layout(scene, size)


def test_start_begins_what_was_chosen(table: AppContext) -> None:
    scene = opened(table, SHOUT)
    tap(scene, "count=1")
    tap(scene, "more:2")
    tap(scene, "sitting=1")
    tap(scene, "clock=1")
    tap(scene, "option:pits_count=1")
    started = begun(tap(scene, "start"))
    assert started.seats == 3
    assert started.options == {"pits_count": True}
    assert str(started.clock) == "move 60"
    assert started.facing
    assert teams(started) == (1, 1, 2)
    page = build_page(table, StartMatch(started))
    assert isinstance(page, MatchScene)
    assert (page.match.seed, page.match.date) == (7, "2030-01-01")


def test_every_option_of_every_game_can_be_set_to_every_value(table: AppContext) -> None:
    for game in BOARDS:
        for option in game.options:
            for number, value in enumerate(option.choices):
                # The narrow window has one button that goes through the answers.
                for size in ((1280, 800), (300, 300)):
                    scene = opened(table, game, size)
                    _choose(scene, f"option:{option.key}", number)
                    assert scene.setup.options[option.key] == value


def _choose(scene: SeatsScene, key: str, number: int) -> None:
    choice = next(choice for choice in scene.choices if choice.key == key)
    for _ in choice.values:
        if f"{key}={number}" in keys(scene):
            tap(scene, f"{key}={number}")
            return
        tap(scene, next(name for name in keys(scene) if name.startswith(f"{key}=")))
    raise AssertionError(f"{key}={number} cannot be reached")


def test_people_share_a_seat_up_to_four(table: AppContext) -> None:
    scene = opened(table)
    assert words(scene).count("one person") == 2
    assert not button(scene, "fewer:0").enabled
    for _ in range(3):
        tap(scene, "more:0")
    assert "shared by 4" in words(scene)
    assert not button(scene, "more:0").enabled
    tap(scene, "fewer:0")
    assert teams(scene.setup) == (3, 1)


def test_two_fingers_on_two_steppers_both_count(table: AppContext) -> None:
    scene = opened(table)
    down(scene, "more:0", contact=1)
    down(scene, "more:1", contact=2)
    up(scene, "more:0", contact=1)
    up(scene, "more:1", contact=2)
    assert teams(scene.setup) == (2, 2)


def test_two_fingers_on_one_stepper_do_not_go_too_far(table: AppContext) -> None:
    scene = opened(table)
    for _ in range(2):
        tap(scene, "more:0")
    down(scene, "more:0", contact=1)
    down(scene, "more:0", contact=2)
    up(scene, "more:0", contact=1)
    up(scene, "more:0", contact=2)
    assert teams(scene.setup) == (4, 1)


def test_the_number_of_players_is_asked_only_where_it_varies(table: AppContext) -> None:
    assert "count=0" not in keys(opened(table, SHOO))
    scene = opened(table, SHOUT)
    tap(scene, "count=2")
    assert [card.name for card in scene.seat_cards] == ["Black", "White", "Red", "Green"]
    tap(scene, "count=0")
    assert len(scene.seat_cards) == 2


def test_the_last_way_a_game_was_played_is_offered_again(table: AppContext) -> None:
    scene = opened(table)
    tap(scene, "option:horses=1")
    tap(scene, "sitting=1")
    tap(scene, "more:1")
    tap(scene, "start")
    again = opened(table)
    assert again.setup.options["horses"] == 7
    assert again.setup.facing
    assert teams(again.setup) == (1, 2)
    assert opened(table, SHOUT).setup.facing is False
    assert table.settings["play.last_game"] == "shoo"


def test_the_settings_say_what_is_offered_first(table: AppContext) -> None:
    table.settings = table.settings.but({"play.clock": "sudden 90", "play.seating": "facing"})
    scene = opened(table)
    assert scene.setup.facing
    assert str(scene.setup.clock) == "sudden 90"
    assert len(next(c for c in scene.choices if c.key == "clock").values) == 5


def test_a_new_series_begins_without_wins(table: AppContext) -> None:
    old = make_setup(SHOO, people=(1, 0), won=(2, 3), teams=(2, 1))
    scene = SeatsScene(table, old)
    assert (scene.setup.people, scene.setup.won, teams(scene.setup)) == ((), (), (2, 1))


@pytest.mark.parametrize(
    ("wanted", "then"), [(ChangeSeats(make_setup(SHOO)), None), ("menu", Pop()), (None, Pop())]
)
def test_after_the_match_one_is_where_one_wants_to_be(
    table: AppContext, wanted: object, then: Change
) -> None:
    change = tap(opened(table), "start")
    assert isinstance(change, Push)
    assert change.then is not None
    assert change.then(wanted) == then


def test_rules_and_back(table: AppContext) -> None:
    change = tap(opened(table), "rules")
    assert isinstance(change, Push)
    assert change.scene == OpenRules(SHOO)
    assert tap(opened(table), "back") == Pop()
    assert press(opened(table), Button.BACK) == Pop()


def test_keys_alone_can_start(table: AppContext) -> None:
    scene = opened(table)
    nudge(scene, 0, 1)
    assert scene.buttons.focus == "start"
    begun(press(scene, Button.OK))


def test_nothing_stays_pressed_when_the_page_is_left(table: AppContext) -> None:
    scene = opened(table)
    down(scene, "more:0", contact=2)
    tap(scene, "rules")
    scene.resume()
    assert scene.buttons.held == {}


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        ("none", "None"),
        ("move 60", "1 minute a move"),
        ("sudden 600", "10 minutes each"),
        ("increment 300+5", "5 minutes + 5 s"),
        ("move 45", "45 s a move"),
    ],
)
def test_clocks_are_said_in_words(clock: str, words: str) -> None:
    assert clock_text(TimeControl.read(clock)) == words


def test_it_shows_the_chosen_answer_and_rests(table: AppContext) -> None:
    scene = opened(table)
    before: set[Any] = set(draw(scene).blits)
    assert before == set(draw(scene).blits)
    tap(scene, "option:horses=1")
    assert before != set(draw(scene).blits)
    assert scene.wakes_in() == float("inf")
