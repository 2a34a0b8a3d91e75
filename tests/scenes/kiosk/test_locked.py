"""A locked table: what strangers and children do not find, and what they keep."""

from typing import Final

import pytest

from tabletop.ai import LEVELS, level_names
from tabletop.app.opening import page_builder
from tabletop.games import all_games, find_game, live_of
from tabletop.games.sevens.scenes.context import Seating
from tabletop.input.actions import Button, Press, Quit
from tabletop.players.player_spec import ADAPTIVE, PlayerSpec
from tabletop.scenes.catalogue import live_game, offered_games, offered_players
from tabletop.scenes.destinations import ShowTitle
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.home.title_page import TitleScene
from tabletop.scenes.kiosk.overlays import KioskOverlays
from tabletop.scenes.match.pause import PauseScene
from tabletop.scenes.match_setup import last_setup
from tabletop.scenes.setup.quick_start import QuickStartPage
from tabletop.scenes.setup.seat_dialogs import PlayerDialog, SeatDialog
from tabletop.scenes.setup.seats_page import SeatsScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.live_game import OpenLiveSeats
from tabletop.ui.core.scene import Push, SceneStack
from tabletop.ui.widgets.page import PageScene
from tests.scenes.kiosk.locked_table import CANVAS, Listening, change
from tests.scenes.setups import make_setup, players
from tests.scenes.touches import SIZES, check_layout, keys, press

OUT: Final = {"close", "devices", "look", "blank", "still"}
LOCKED = pytest.mark.parametrize("level", ["kiosk", "kid"])


def fitted(scene: PageScene) -> PageScene:
    scene.fit(CANVAS)
    return scene


def pause(table: AppContext, **more: int) -> PauseScene:
    setup = make_setup(find_game("shoo"), best_of=more.get("best_of", 0))
    scene = PauseScene(table, setup, setup.start(table))
    scene.fit(CANVAS)
    return scene


@LOCKED
def test_nothing_on_the_menu_and_in_the_pause_leads_out_or_to_settings(
    table: AppContext, level: str
) -> None:
    assert set(keys(fitted(MenuScene(table)))) >= {"close", "devices", "look"}
    change(table, kiosk_level=level, look_projector=True)
    for page in (fitted(MenuScene(table)), pause(table)):
        assert not OUT & set(keys(page))
    assert "language" in keys(fitted(MenuScene(table)))


@LOCKED
def test_the_key_for_going_back_leads_from_the_menu_to_the_title(
    table: AppContext, level: str
) -> None:
    change(table, kiosk_level=level)
    back = press(fitted(MenuScene(table)), Button.BACK)
    assert back == Push(ShowTitle())


@LOCKED
def test_no_key_and_no_window_ends_darkens_or_shrinks_it(table: AppContext, level: str) -> None:
    change(table, kiosk_level=level)
    overlays, scenes = KioskOverlays(table), SceneStack(Listening(), CANVAS)
    for action in (
        Quit(source="window"),
        Press(source="keyboard", button=Button.FULLSCREEN),
        Press(source="keyboard", button=Button.BLANK),
        Press(source="pad", button=Button.STILL),
    ):
        assert overlays.sift(action, scenes, CANVAS) is None
        table.operator = True
        assert overlays.sift(action, scenes, CANVAS) is action
        table.operator = False


def test_a_stranger_cannot_throw_away_somebody_elses_game(table: AppContext) -> None:
    setup = make_setup(find_game("shoo"))
    match = setup.start(table)
    match.play(match.state.moves()[0])
    table.store.save(match.record(), "m")
    assert "forget:m" in keys(fitted(MenuScene(table)))
    change(table, kiosk_level="kiosk")
    assert "forget:m" not in keys(fitted(MenuScene(table)))


def test_games_that_are_off_are_on_no_page(table: AppContext) -> None:
    change(table, kiosk_games_off="shoo sevens nonsense")
    offered = {game.key for game in offered_games(table)}
    assert offered == {game.key for game in all_games()} - {"shoo", "sevens"}
    for page in (MenuScene(table), TitleScene(table)):
        found = {key.removeprefix("game:") for key in keys(fitted(page)) if key[:5] == "game:"}
        assert found == offered


@pytest.mark.parametrize("off", range(len(all_games())))
@pytest.mark.parametrize("size", SIZES[:5])
def test_any_number_of_games_fits_the_title_and_the_menu(
    table: AppContext, off: int, size: tuple[int, int]
) -> None:
    change(table, kiosk_games_off=" ".join(game.key for game in all_games()[:off]))
    check_layout(MenuScene(table), size)
    title = TitleScene(table)
    title.fit(Canvas(size))
    assert len([key for key in keys(title) if key.startswith("game:")]) == len(all_games()) - off


@pytest.mark.parametrize("number", range(len(LEVELS)))
def test_no_computer_is_stronger_than_the_strongest_that_is_offered(
    table: AppContext, number: int
) -> None:
    change(table, kiosk_strongest=level_names(LEVELS[number]).key)
    assert table.strongest == LEVELS[number]
    offered = offered_players(table)
    assert [each.level for each in offered[1:-1]] == list(LEVELS[: number + 1])
    setup = make_setup(find_game("shoo"), fillers=(ADAPTIVE, PlayerSpec(LEVELS[-1]))).at_most(
        table.strongest
    )
    assert all(LEVELS.index(each.level) <= number for each in players(setup))
    who = PlayerDialog(table, setup, 1)
    who.fit(CANVAS)
    assert len([key for key in keys(who) if key.startswith("who:")]) == len(offered)


def test_a_strong_seat_from_before_is_weaker_on_the_next_page(table: AppContext) -> None:
    setup = make_setup(find_game("shoo"), fillers=(PlayerSpec(), PlayerSpec(LEVELS[-1])))
    change(table, kiosk_strongest="easy")
    page = SeatsScene(table, setup)
    page.fit(CANVAS)
    assert page.setup.player(1).level == LEVELS[1]
    assert [key for key in keys(page) if key.startswith("level:")] == ["level:1:easy"]


def test_children_are_offered_gentle_levels_and_plain_pages(table: AppContext) -> None:
    change(table, kiosk_level="kid")
    assert table.strongest == LEVELS[2]
    game = find_game("shout7")
    first = QuickStartPage(table, last_setup(table, game))
    first.fit(CANVAS)
    assert "options" not in keys(first)
    sheet = SeatDialog(table, make_setup(game), 0)
    sheet.fit(CANVAS)
    assert "name" not in keys(sheet)
    assert set(keys(pause(table))) == {"on", "rules", "undo", "hint", "language", "leave"}


def test_children_write_nothing_before_a_match_of_sevens(table: AppContext) -> None:
    game = next(game for game in all_games() if game.kind == "live")
    assert live_of(game)
    page = live_game(game).opening(table)
    assert isinstance(page, PageScene)
    page.fit(CANVAS)
    assert "options" in keys(page)
    change(table, kiosk_level="kid")
    page.fit(CANVAS)
    assert "options" not in keys(page)
    seats = page_builder(table)(OpenLiveSeats(game, Seating.by_settings(table).seats))
    assert isinstance(seats, SeatsScene)
    seats.fit(CANVAS)
    assert not [
        button
        for button in seats.buttons.buttons
        if button.key.startswith("name") and button.enabled
    ]


@pytest.mark.parametrize("size", SIZES)
@LOCKED
def test_the_pages_of_a_locked_table_fit_every_window(
    table: AppContext, level: str, size: tuple[int, int]
) -> None:
    change(table, kiosk_level=level)
    check_layout(MenuScene(table), size)
    check_layout(pause(table), size)
    check_layout(SeatsScene(table, last_setup(table, find_game("shout7"))), size, least=16.0)
    first = QuickStartPage(table, last_setup(table, find_game("shout7")))
    check_layout(first, size, least=20.0, own_buttons=True)
