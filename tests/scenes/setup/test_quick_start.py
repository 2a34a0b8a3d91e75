"""The first page of a board game: who plays is chosen there, and remembered."""

from dataclasses import replace

import pytest

from tabletop.ai import LEVELS
from tabletop.app.navigation import build_page
from tabletop.engine import Game, Text, TimeControl
from tabletop.games import all_games, find_game
from tabletop.games.sevens.scenes.opening import OpeningPage
from tabletop.input.actions import Button
from tabletop.players.player_spec import ADAPTIVE, PERSON, PlayerSpec
from tabletop.scenes.destinations import ChangeSeats, OpenGame, OpenLesson, StartMatch
from tabletop.scenes.match_setup import Setup, usual_seconds
from tabletop.scenes.setup.quick_start import QuickStartPage
from tabletop.settings import Settings
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.widgets.list_dialog import ListDialog
from tabletop.ui.widgets.page import PageScene
from tests.scenes.setups import make_setup, players
from tests.scenes.touches import SIZES, check_layout, keys, nudge, press, tap

SHOO, SHOUT = find_game("shoo"), find_game("shout7")
SEVENS, TRELAWNEY = find_game("sevens"), find_game("trelawney")
BOARDS = [game for game in all_games() if game.kind == "board"]
EASY, MEDIUM = PlayerSpec(LEVELS[1]), PlayerSpec(LEVELS[2])
SMALL = ((640, 480), (480, 640))
MINUTES = "start.minutes"


def opened(table: AppContext, game: Game = SHOO) -> QuickStartPage:
    page = build_page(table, OpenGame(game))
    assert isinstance(page, QuickStartPage)
    page.fit(Canvas((1280, 800)))
    return page


def started(change: Change) -> Setup:
    assert isinstance(change, Push)
    assert isinstance(change.scene, StartMatch)
    return change.scene.setup


def restarted(table: AppContext) -> None:
    """Forgets everything but the settings."""
    table.chosen.clear()


def answer(page: QuickStartPage, key: str, chosen: str) -> None:
    """Chooses from the list that a button opens."""
    change = tap(page, key)
    assert isinstance(change, Push)
    assert isinstance(change.scene, ListDialog)
    change.scene.fit(Canvas((1280, 800)))
    popped = tap(change.scene, chosen)
    assert isinstance(popped, Pop)
    assert change.then is not None
    assert change.then(popped.result) is None


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.key)
def test_a_stranger_starts_against_an_easy_computer(table: AppContext, game: Game) -> None:
    setup = started(tap(opened(table, game), "start"))
    assert setup.seats == game.seats[0]
    assert players(setup) == (PERSON, *(EASY,) * (setup.seats - 1))


@pytest.mark.parametrize("size", [*SIZES, *SMALL], ids=str)
@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.key)
def test_it_fits_every_window(table: AppContext, size: tuple[int, int], game: Game) -> None:
    page = opened(table, game)
    check_layout(page, size, least=20.0, own_buttons=True)
    tap(page, "way:people")
    check_layout(page, size, least=20.0, own_buttons=True)


@pytest.mark.parametrize("projector", [False, True])
@pytest.mark.parametrize("reach", [False, True])
@pytest.mark.parametrize("size", [(1280, 800), (1080, 1920), (640, 480)], ids=str)
def test_all_buttons_are_in_the_window_in_every_room(
    table: AppContext, size: tuple[int, int], reach: bool, projector: bool
) -> None:
    page = opened(table, SHOUT)
    page.fit(Canvas(size, UiContext("de", 200, projector=projector, reach=reach)))
    for button in page.buttons.buttons:
        box = button.box
        assert min(box.w, box.h) > 0
        assert min(box.x, box.y) >= 0
        assert box.right <= page.canvas.width
        assert box.bottom <= page.canvas.height


def test_levels_are_one_touch_and_all_of_them_two(table: AppContext) -> None:
    page = opened(table)
    tap(page, "pick:steady")
    assert players(page.setup) == (PERSON, MEDIUM)
    assert page.content().more == "More levels"
    answer(page, "list:levels", "sharp")
    assert players(page.setup) == (PERSON, PlayerSpec(LEVELS[4]))
    assert page.content().more == PlayerSpec(LEVELS[4]).name, "no other button shows it"
    answer(page, "list:levels", "adaptive")
    assert page.content().more == "Adapts to you"
    assert players(started(tap(page, "start"))) == (PERSON, ADAPTIVE)


def test_beginner_is_one_touch_until_a_game_was_begun_with_another_level(
    table: AppContext,
) -> None:
    page = opened(table)
    assert [pick.key for pick in page.content().picks] == ["beginner", "easy", "steady"]
    assert players(page.setup) == (PERSON, PlayerSpec(LEVELS[1])), "as before"
    tap(page, "pick:beginner")
    assert players(started(tap(page, "start"))) == (PERSON, PlayerSpec(LEVELS[0]))
    page = opened(table)
    assert [pick.key for pick in page.content().picks] == ["beginner", "easy", "steady"]
    tap(page, "pick:steady")
    tap(page, "start")
    assert [pick.key for pick in opened(table).content().picks] == ["easy", "steady", "keen"]


def test_people_are_two_touches_and_as_many_as_the_game_takes(table: AppContext) -> None:
    page = opened(table, SHOUT)
    tap(page, "way:people")
    tap(page, "pick:3")
    setup = started(tap(page, "start"))
    assert players(setup) == (PERSON,) * 3


def test_the_level_comes_back_after_a_look_at_the_people(table: AppContext) -> None:
    page = opened(table)
    tap(page, "pick:steady")
    tap(page, "way:people")
    tap(page, "way:computer")
    assert players(page.setup) == (PERSON, MEDIUM)


def test_people_sit_as_the_settings_say(table: AppContext) -> None:
    table.settings = table.settings.but({"play.seating": "facing"})
    page = opened(table)
    assert not page.setup.facing
    tap(page, "way:people")
    assert page.setup.around == (0, 2)


# -- what is remembered ---------------------------------------------------------------------


def test_the_last_players_are_offered_again_after_a_restart(table: AppContext) -> None:
    page = opened(table)
    answer(page, "list:levels", "adaptive")
    tap(page, "start")
    other = opened(table, SHOUT)
    tap(other, "way:people")
    tap(other, "pick:4")
    tap(other, "start")
    restarted(table)
    assert players(opened(table).setup) == (PERSON, ADAPTIVE)
    assert players(opened(table, SHOUT).setup) == (PERSON,) * 4


@pytest.mark.parametrize(
    "value",
    ["", "shoo", "shoo=", "shoo=computer", "shoo=computer.2.grandmaster", "shoo=people.9", "=.=."],
)
def test_a_damaged_value_is_the_default(table: AppContext, value: str) -> None:
    table.settings = table.settings.but({"play.last_players": value})
    assert players(opened(table).setup) == (PERSON, EASY)


def test_each_visitor_of_a_kiosk_begins_with_the_default(table: AppContext) -> None:
    table.settings = table.settings.but(
        {"play.last_players": "shoo=people.2", "kiosk.level": "kiosk"}
    )
    page = opened(table)
    assert players(page.setup) == (PERSON, EASY)
    tap(page, "pick:steady")
    tap(page, "start")
    assert players(opened(table).setup) == (PERSON, MEDIUM)
    restarted(table)  # as when a visitor leaves
    assert players(opened(table).setup) == (PERSON, EASY)
    assert table.settings["play.last_players"] == "shoo=people.2"


@pytest.mark.parametrize("place", ["full", "kiosk"])
def test_a_game_without_a_choice_of_its_own_takes_the_level_of_the_last_match(
    table: AppContext, place: str
) -> None:
    """In a kiosk as long as the same people are there, elsewhere after a restart too."""
    table.settings = table.settings.but({"kiosk.level": place})
    beginner = PlayerSpec(LEVELS[0])
    assert chosen_pick(table) == "easy"
    page = opened(table, SHOUT)
    tap(page, "pick:steady")
    tap(page, "start")
    page = opened(table)
    assert players(page.setup) == (PERSON, MEDIUM), "a first guess"
    tap(page, "pick:beginner")
    tap(page, "start")
    assert players(opened(table, TRELAWNEY).setup) == (PERSON, beginner)
    assert players(opened(table, SHOUT).setup) == (PERSON, MEDIUM), "its own choice"
    assert chosen_pick(table) == "beginner"
    restarted(table)
    kept = place == "full"
    assert players(opened(table, TRELAWNEY).setup) == (PERSON, beginner if kept else EASY)
    assert chosen_pick(table) == ("beginner" if kept else "easy")
    page = opened(table, TRELAWNEY)
    tap(page, "way:people")
    tap(page, "start")
    restarted(table)
    page = opened(table, TRELAWNEY)
    assert page.setup.computers == (() if kept else (1,))
    tap(page, "way:computer")
    assert players(page.setup) == (PERSON, beginner if kept else EASY)


def chosen_pick(table: AppContext) -> str:
    """The level that the first page of Sevens has chosen."""
    page = build_page(table, OpenGame(SEVENS))
    assert isinstance(page, OpeningPage)
    page.fit(Canvas((1280, 800)))
    return page.content().pick


def test_the_setting_takes_what_is_written(table: AppContext) -> None:
    tap(opened(table), "start")
    value = table.settings["play.last_players"]
    assert value
    assert Settings().but({"play.last_players": value})["play.last_players"] == value


def test_no_level_above_the_strongest_is_offered_or_remembered(table: AppContext) -> None:
    table.settings = table.settings.but(
        {"play.last_players": "shoo=computer.2.full", "kiosk.strongest": "easy"}
    )
    page = opened(table)
    assert page.setup.player(1) == EASY
    assert [key for key in keys(page) if key.startswith("pick:")] == ["pick:easy"]


# -- ways on --------------------------------------------------------------------------------


def test_the_lesson_is_one_touch(table: AppContext) -> None:
    change = tap(opened(table), "learn")
    assert isinstance(change, Push)
    assert change.scene == OpenLesson(SHOO)


def test_the_match_leads_back_to_it_to_change_players(table: AppContext) -> None:
    page = opened(table)
    change = tap(page, "start")
    assert isinstance(change, Push)
    assert change.then is not None
    assert change.then("menu") == Pop()
    assert change.then(ChangeSeats(make_setup(SHOO, fillers=(PERSON, ADAPTIVE)), (0,))) is None
    assert players(page.setup) == (PERSON, ADAPTIVE.moved(1))


def test_keys_begin_at_start_and_reach_everything(table: AppContext) -> None:
    page = opened(table)
    nudge(page, 0, 1)
    assert page.buttons.focus == "start"
    seen = {page.buttons.focus}
    left = list(seen)
    while left:
        start = left.pop()
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            page.buttons.focus = start
            nudge(page, dx, dy)
            if page.buttons.focus not in seen:
                seen.add(page.buttons.focus)
                left.append(page.buttons.focus)
    assert seen == set(keys(page))
    page = opened(table)
    assert press(page, Button.OK) is None
    started(press(page, Button.OK))


# -- how long it takes --------------------------------------------------------------------------


def minutes(page: PageScene) -> int:
    """The number of minutes that the page tells."""
    texts = [label.text for label in page.labels if isinstance(label.text, Text)]
    (told,) = (text for text in texts if text.key == MINUTES)
    return int(told.args["n"])


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_it_says_how_long_a_game_takes(table: AppContext, game: Game) -> None:
    page = build_page(table, OpenGame(game))
    assert isinstance(page, PageScene)
    page.fit(Canvas((1280, 800)))
    alone = minutes(page)
    tap(page, "way:people")
    assert 5 <= alone <= minutes(page) <= 60, "a computer takes no longer than a person"


def test_a_longer_game_and_more_players_take_longer(table: AppContext) -> None:
    shoo, shout = opened(table, SHOO), opened(table, SHOUT)
    assert minutes(shoo) > minutes(shout)
    tap(shout, "way:people")
    two = minutes(shout)
    tap(shout, "pick:4")
    assert minutes(shout) > two


def test_no_game_is_said_to_take_longer_than_its_clocks(table: AppContext) -> None:
    blitz = replace(make_setup(SHOO), clock=TimeControl("sudden", 150))
    assert usual_seconds(blitz) == 2 * 150
    assert usual_seconds(replace(blitz, clock=TimeControl("move", 4))) < usual_seconds(
        make_setup(SHOO)
    )
