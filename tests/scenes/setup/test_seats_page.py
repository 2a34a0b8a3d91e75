"""Seats and names: players are moved round the table, named, and replaced by computers."""

from typing import Any

import pytest

from tabletop.ai import LEVELS
from tabletop.engine import Game, TimeControl
from tabletop.games import all_games, find_game
from tabletop.input.actions import Button, Down, Drop, Pull
from tabletop.languages import all_languages
from tabletop.players.player_spec import ADAPTIVE, PERSON, PlayerSpec
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.setup.options_page import OptionsPage
from tabletop.scenes.setup.seat_dialogs import EXTRA_TIME_PERCENTS, SeatDialog
from tabletop.scenes.setup.seats_page import SeatsScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.widgets.choice import clock_text
from tabletop.ui.widgets.list_dialog import ListDialog
from tabletop.ui.widgets.page import PageScene
from tabletop.ui.widgets.text_entry import NameEntry
from tests.scenes.match.computer_matches import KEEN
from tests.scenes.setups import make_setup, names, players, teams
from tests.scenes.touches import SIZES, button, check_layout, draw, keys, nudge, press, tap
from tools.album.notes import NotingFrame

SHOO, SHOUT = find_game("shoo"), find_game("shout7")
BOARDS = [game for game in all_games() if game.kind == "board"]
GAMES = [(game, count) for game in BOARDS for count in game.seats]
CANVAS = Canvas((1280, 800))


def opened(table: AppContext, setup: Setup | None = None) -> SeatsScene:
    page = SeatsScene(table, setup or make_setup(SHOUT))
    page.fit(CANVAS)
    return page


def then(page: PageScene, change: Change, key: str) -> None:
    """Presses a button of the dialog that was opened, and tells the page its result."""
    assert isinstance(change, Push)
    assert isinstance(change.scene, PageScene)
    change.scene.fit(page.canvas)
    answer = tap(change.scene, key)
    assert isinstance(answer, Pop)
    assert change.then is not None
    assert change.then(answer.result) is None


def drag(page: SeatsScene, key: str, to: Point) -> None:
    at = button(page, key).centre
    assert page.handle(Down(source="touch", contact=1, at=at)) is None
    for place in (at, to):
        page.handle(Pull(source="touch", contact=1, at=place, began=at))
        draw(page)
    assert page.handle(Drop(source="touch", contact=1, at=to, began=at)) is None


# -- layout ---------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(("game", "count"), GAMES, ids=lambda part: getattr(part, "key", part))
def test_it_fits_every_window(
    table: AppContext, size: tuple[int, int], game: Game, count: int
) -> None:
    setup = make_setup(game, count, fillers=(PERSON, KEEN), sides=(0, 0, 2, 1))
    page = SeatsScene(table, setup)
    check_layout(page, size, least=16.0)
    tap(page, "stone:0")
    check_layout(page, size, least=8.0)


@pytest.mark.parametrize("size", [(640, 480), (480, 640), (1920, 1080)], ids=str)
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("projector", [False, True])
@pytest.mark.parametrize("reach", [False, True])
def test_the_largest_words_leave_nothing_out(
    table: AppContext, size: tuple[int, int], language: str, projector: bool, reach: bool
) -> None:
    page = SeatsScene(table, make_setup(SHOUT, 4, fillers=(PERSON, KEEN)))
    page.fit(Canvas(size, UiContext(language, 200, projector=projector, reach=reach)))
    draw(page)
    for each in page.buttons.buttons:
        assert min(each.box.w, each.box.h) > 0
        assert max(each.box.right, each.box.w) <= page.canvas.width + 0.01
        assert max(each.box.bottom, each.box.h) <= page.canvas.height + 0.01
    assert {f"person:{seat}" for seat in range(4)} <= set(keys(page))


# -- the table ------------------------------------------------------------------------------


def test_a_touch_of_a_player_and_of_an_edge_moves_it(table: AppContext) -> None:
    page = opened(table)
    assert not [key for key in keys(page) if key.startswith("sit:")]
    tap(page, "chip:0")
    assert {key for key in keys(page) if key.startswith("sit:")} == {"sit:1", "sit:2", "sit:3"}
    tap(page, "sit:1")
    assert page.setup.around == (1, 0)
    assert not [key for key in keys(page) if key.startswith("sit:")]
    assert button(page, "chip:0").turns == 1
    tap(page, "stone:1")
    tap(page, "sit:1")
    assert page.setup.around == (1, 1)


def test_a_second_touch_lets_the_player_stay(table: AppContext) -> None:
    page = opened(table)
    tap(page, "chip:0")
    tap(page, "chip:0")
    assert not [key for key in keys(page) if key.startswith("sit:")]


@pytest.mark.parametrize("side", [1, 2, 3])
def test_a_player_is_dragged_to_an_edge(table: AppContext, side: int) -> None:
    page = opened(table)
    tap(page, "chip:0")
    to = button(page, f"sit:{side}").centre
    tap(page, "chip:0")
    drag(page, "chip:0", to)
    assert page.setup.around == (side, 0)


def test_a_player_that_is_dropped_elsewhere_stays(table: AppContext) -> None:
    page = opened(table)
    drag(page, "chip:0", (page.canvas.width - 20, 400))
    assert page.setup.around == (0, 0)
    drag(page, "chip:0", (10, page.canvas.height - 10))
    assert page.setup.around == (0, 0)


def test_left_and_far_are_where_people_sit(table: AppContext) -> None:
    page = opened(table, make_setup(SHOUT, 4, sides=(0, 1, 2, 3)))
    near, left, far, right = (button(page, f"chip:{seat}").centre for seat in range(4))
    assert left[0] < near[0] < right[0]
    assert far[1] < left[1] < near[1]


def test_a_projector_has_no_edges_to_sit_at(table: AppContext) -> None:
    page = opened(table)
    page.fit(Canvas((1280, 800), UiContext(projector=True)))
    assert not [key for key in keys(page) if key.startswith(("chip:", "sit:"))]


# -- the cards ------------------------------------------------------------------------------


def test_a_seat_gets_a_name(table: AppContext) -> None:
    page = opened(table)
    change = tap(page, "name:1")
    assert isinstance(change, Push)
    assert isinstance(change.scene, NameEntry)
    assert change.then is not None
    change.then("Ada")
    assert names(page.setup) == ("", "Ada")
    assert button(page, "chip:1").label == "Ada"


def test_a_seat_becomes_a_computer_of_any_level_and_a_person_again(table: AppContext) -> None:
    page = opened(table)
    tap(page, "computer:1")
    assert players(page.setup) == (PERSON, PlayerSpec(LEVELS[1]))
    assert "language:1" not in keys(page)
    tap(page, "level:1:keen")
    assert page.setup.player(1) == PlayerSpec(LEVELS[3])
    then(page, tap(page, "levels:1"), "full")
    assert page.setup.player(1) == PlayerSpec(LEVELS[5])
    then(page, tap(page, "levels:1"), "adaptive")
    assert page.setup.player(1) == ADAPTIVE
    tap(page, "person:1")
    assert players(page.setup) == (PERSON, PERSON)


def test_one_touch_never_changes_a_language(table: AppContext) -> None:
    page = opened(table)
    change = tap(page, "language:0")
    assert isinstance(change, Push)
    assert isinstance(change.scene, ListDialog)
    change.scene.fit(CANVAS)
    assert {language.code for language in all_languages()} <= set(keys(change.scene))
    assert page.setup.language(0) == ""
    assert change.then is not None
    change.then(None)
    assert page.setup.language(0) == ""
    change.then("de")
    assert page.setup.language(0) == "de"
    change.then(table.language)
    assert page.setup.language(0) == ""


def test_a_seat_has_its_own_text_size(table: AppContext) -> None:
    page = opened(table)
    tap(page, "size:1:150")
    assert [page.setup.text_scale(seat) for seat in range(2)] == [0, 150]
    tap(page, "size:1:0")
    assert page.setup.text_scale(1) == 0


@pytest.mark.parametrize("percent", [100, 200])
def test_the_letter_of_the_tables_text_size_is_as_large_as_that(
    table: AppContext, percent: int
) -> None:
    page = SeatsScene(table, make_setup(SHOUT, 2))
    page.fit(CANVAS.with_context(UiContext("en", percent)))
    frame = NotingFrame(page.canvas)
    page.draw(frame)
    letters = [text for text in frame.written if text.text == "A"][:4]
    usual, larger, _, double = (text.size for text in letters)
    if percent == 200:
        assert usual == double > larger
    else:
        assert usual < larger < double


def test_words_of_equal_rank_have_one_size(table: AppContext) -> None:
    page = SeatsScene(table, make_setup(SHOUT, 2))
    page.fit(CANVAS.with_context(UiContext("de", 200)))
    frame = NotingFrame(page.canvas)
    page.draw(frame)
    for alike in ({"Schwarz", "Weiß"}, {"Mensch", "Computer"}):
        assert len({text.size for text in frame.written if text.text in alike}) == 1


def test_more_and_fewer_players(table: AppContext) -> None:
    page = opened(table, make_setup(SHOUT, 2, names=("Ada", "Bo")))
    tap(page, "count=2")
    assert page.setup.seats == 4
    assert {f"name:{seat}" for seat in range(4)} <= set(keys(page))
    tap(page, "count=0")
    assert names(page.setup) == ("Ada", "Bo")
    assert not [key for key in keys(opened(table, make_setup(SHOO))) if key.startswith("count")]


def test_help_and_teams_are_one_touch_further(table: AppContext) -> None:
    page = opened(table, make_setup(SHOUT, 3, clock=TimeControl("move", 60)))
    change = tap(page, "help:1")
    assert isinstance(change, Push)
    sheet = change.scene
    assert isinstance(sheet, SeatDialog)
    sheet.fit(CANVAS)
    for key in ("team", "time", "hints", "help"):
        tap(sheet, key)
    then(page, change, "done")
    aid = page.setup.aids[1]
    assert teams(page.setup) == (1, 2, 1)
    assert (aid.time, aid.help) == (EXTRA_TIME_PERCENTS[1], True)
    assert aid.hints is not None
    draw(page)


def test_who_stands_up_leaves_the_others_where_they_sit(table: AppContext) -> None:
    page = opened(table, make_setup(SHOUT, 3, sides=(0, 1, 2)))
    then(page, tap(page, "help:0"), "up")
    assert (page.setup.seats, page.setup.around) == (2, (1, 2))


def test_changing_colours_takes_everything_along(table: AppContext) -> None:
    page = opened(table, make_setup(SHOUT, 2, names=("Ada", ""), sides=(3, 0)))
    change = tap(page, "help:0")
    assert isinstance(change, Push)
    assert isinstance(change.scene, SeatDialog)
    change.scene.fit(CANVAS)
    tap(change.scene, "colour")
    then(page, change, "done")
    assert names(page.setup) == ("", "Ada")
    assert page.setup.around == (0, 3)


def test_children_choose_who_plays_and_nothing_else(table: AppContext) -> None:
    table.settings = table.settings.but({"kiosk.level": "kid"})
    page = opened(table)
    found = {key.partition(":")[0] for key in keys(page)}
    assert found.isdisjoint({"language", "size", "help"})
    assert not button(page, "name:0").enabled
    tap(page, "computer:1")
    assert page.setup.player(1) == PlayerSpec(LEVELS[1])


@pytest.mark.parametrize("key", ["done", "back"])
def test_it_gives_the_changed_setup(table: AppContext, key: str) -> None:
    page = opened(table)
    tap(page, "computer:1")
    assert tap(page, key) == Pop(page.setup)


def test_keys_alone_move_a_player(table: AppContext) -> None:
    page = opened(table)
    nudge(page, 0, 1)
    assert page.buttons.focus == "done"
    page.buttons.focus = "chip:0"
    assert press(page, Button.OK) is None
    for _ in range(20):
        if page.buttons.focus == "sit:1":
            break
        nudge(page, -1, -1)
    assert page.buttons.focus == "sit:1"
    assert press(page, Button.OK) is None
    assert page.setup.around == (1, 0)


def test_it_rests_while_nothing_happens(table: AppContext) -> None:
    page = opened(table)
    before: set[Any] = set(draw(page).blits)
    assert before == set(draw(page).blits)
    assert page.wakes_in() == float("inf")


# -- options --------------------------------------------------------------------------------


def test_every_option_of_every_game_can_be_set_to_every_value(table: AppContext) -> None:
    for game in BOARDS:
        for option in game.options:
            for number, value in enumerate(option.choices):
                # The narrow window has one button that goes through the answers.
                for size in ((1280, 800), (300, 300)):
                    page = OptionsPage(table, make_setup(game, options=game.check_options({})))
                    page.fit(Canvas(size))
                    _choose(page, f"option:{option.key}", number)
                    assert page.setup.options[option.key] == value


def _choose(page: OptionsPage, key: str, number: int) -> None:
    choice = next(choice for choice in page.choices if choice.key == key)
    for _ in choice.values:
        if f"{key}={number}" in keys(page):
            tap(page, f"{key}={number}")
            return
        tap(page, next(name for name in keys(page) if name.startswith(f"{key}=")))
    raise AssertionError(f"{key}={number} cannot be reached")


def test_clock_series_and_sitting_are_options(table: AppContext) -> None:
    page = OptionsPage(table, make_setup(SHOO, options=SHOO.check_options({})))
    page.fit(CANVAS)
    for key, number in (("clock", 1), ("series", 2), ("sitting", 1)):
        _choose(page, key, number)
    answer = tap(page, "done")
    assert isinstance(answer, Pop)
    setup = answer.result
    assert isinstance(setup, Setup)
    assert (str(setup.clock), setup.best_of, setup.around) == ("move 60", 3, (0, 2))


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        ("none", "None"),
        ("move 60", "1 minute per move"),
        ("sudden 600", "10 minutes each"),
        ("increment 300+5", "5 minutes + 5 s"),
        ("move 45", "45 s per move"),
    ],
)
def test_clocks_are_said_in_words(clock: str, words: str) -> None:
    assert clock_text(TimeControl.read(clock)) == words
