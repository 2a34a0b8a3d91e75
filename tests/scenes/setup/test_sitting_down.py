"""Before a match people sit down by touching an edge, and say what is their own."""

import pytest

from tabletop.engine import Game
from tabletop.games import find_game
from tabletop.input.actions import Button, Press, Typed
from tabletop.scenes.destinations import StartMatch
from tabletop.scenes.match_setup import Setup, last_setup
from tabletop.scenes.setup.seat_dialogs import EXTRA_TIME_PERCENTS, SeatDialog
from tabletop.scenes.setup.seat_dialogs import SEAT_TEXT_SIZES as WORD_SIZES
from tabletop.scenes.setup.seats_page import SeatsScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Pop, Push
from tabletop.ui.widgets.text_entry import NEEDS_LETTER_TEXT, NameEntry
from tests.scenes.match.computer_matches import KEEN
from tests.scenes.setups import make_setup
from tests.scenes.touches import SIZES, button, check_layout, draw, keys, press, tap

SHOO, SHOUT = find_game("shoo"), find_game("shout7")


def opened(
    table: AppContext, game: Game = SHOUT, size: tuple[int, int] = (1280, 800)
) -> SeatsScene:
    scene = SeatsScene(table, last_setup(table, game))
    scene.fit(Canvas(size))
    return scene


def sheet(scene: SeatsScene, key: str) -> tuple[SeatDialog, Push]:
    change = tap(scene, key)
    assert isinstance(change, Push)
    assert isinstance(change.scene, SeatDialog)
    change.scene.fit(scene.canvas)
    return change.scene, change


def closed(page: SeatDialog, change: Push, key: str = "done") -> Setup:
    answer = tap(page, key)
    assert isinstance(answer, Pop)
    assert isinstance(answer.result, Setup)
    assert change.then is not None
    assert change.then(answer.result) is None
    return answer.result


# -- sitting down ---------------------------------------------------------------------------


def test_two_people_sit_down_where_they_stand(table: AppContext) -> None:
    scene = opened(table, SHOO)
    tap(scene, "sit:1")
    tap(scene, "sit:0")
    assert scene.setup.around == (1, 0)
    tap(scene, "sit:3")  # somebody goes round the table once more
    assert scene.setup.around == (3, 0)


def test_who_comes_later_gets_a_seat_where_the_game_has_one(table: AppContext) -> None:
    scene = opened(table)
    for side in range(4):
        tap(scene, f"sit:{side}")
    assert scene.setup.seats == 4
    assert scene.setup.around == (0, 1, 2, 3)
    tap(scene, "sit:2")
    assert scene.setup.around == (2, 1, 2, 3)


def test_a_corner_is_a_place_at_its_emptier_edge(table: AppContext) -> None:
    scene = opened(table, SHOO)
    tap(scene, "corner:2")
    assert scene.setup.around == (2, 0)
    tap(scene, "corner:2")
    assert scene.setup.around == (2, 3)


def test_computers_need_no_edge(table: AppContext) -> None:
    scene = opened(table, SHOO)
    scene.setup = scene.setup.with_player(0, KEEN)
    tap(scene, "sit:2")
    assert scene.setup.around == (0, 2)


def test_each_strip_stands_upright_for_its_edge_and_shows_who_sits_there(table: AppContext) -> None:
    scene = opened(table)
    for side in (1, 3):
        tap(scene, f"sit:{side}")
    assert [button(scene, f"sit:{side}").turns for side in range(4)] == [0, 1, 2, 3]
    assert [button(scene, f"mine:{seat}").turns for seat in range(2)] == [1, 3]
    centre, left = scene.canvas.box.centre, button(scene, "sit:1").centre
    assert left[0] < centre[0] / 4
    assert button(scene, "sit:2").centre[1] < centre[1] / 4


def test_the_usual_ways_to_sit_are_one_touch(table: AppContext) -> None:
    scene = opened(table, SHOO)
    tap(scene, "sitting=1")
    assert scene.setup.around == (0, 2)
    tap(scene, "sit:1")
    assert next(c for c in scene.choices if c.key == "sitting").chosen == (1, 2)
    tap(scene, "sitting=0")
    assert scene.setup.around == (0, 0)
    scene = opened(table)
    tap(scene, "count=2")
    tap(scene, "sitting=2")
    assert scene.setup.around == (0, 1, 2, 3)


def test_alone_one_stays_at_ones_edge(table: AppContext) -> None:
    scene = opened(table)
    tap(scene, "sit:1")
    change = tap(scene, "alone")
    assert isinstance(change, Push)
    assert isinstance(change.scene, StartMatch)
    assert change.scene.setup.around == (1, 1)


def test_a_projector_has_no_edges_to_sit_at(table: AppContext) -> None:
    table.settings = table.settings.but({"look.projector": True})
    assert not [key for key in keys(opened(table)) if key.startswith(("sit:", "corner:"))]


# -- what is one's own ----------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("side", range(4))
def test_the_sheet_fits_every_window_at_every_edge(
    table: AppContext, size: tuple[int, int], side: int
) -> None:
    setup = make_setup(SHOUT, 4, clock=last_setup(table, SHOUT).clock).with_edge(1, side)
    check_layout(SeatDialog(table, setup, 1), size, least=44)
    check_layout(NameEntry("Anna", side), size, least=40)


def test_everything_can_be_chosen_and_comes_back(table: AppContext) -> None:
    scene = opened(table)
    tap(scene, "clock=1")
    page, change = sheet(scene, "own:1")
    for key in ("size", "time", "hints", "help", "elsewhere"):
        tap(page, key)
    setup = closed(page, change)
    assert scene.setup == setup
    assert setup.text_scale(1) == WORD_SIZES[1]
    assert (setup.aid(1).time, setup.aid(1).hints, setup.aid(1).help) == (
        EXTRA_TIME_PERCENTS[1],
        True,
        True,
    )
    assert setup.around == (0, 1)
    assert "helped in 3 ways" in [label.text for label in scene.labels]


def test_touching_goes_through_all_values_and_round(table: AppContext) -> None:
    page, _ = sheet(opened(table), "mine:0")
    found = []
    for _ in WORD_SIZES:
        found.append(page.setup.text_scale(0))
        tap(page, "size")
    assert tuple(found) == WORD_SIZES
    assert page.setup.text_scale(0) == 0


def test_the_sheet_turns_with_its_seat(table: AppContext) -> None:
    scene = opened(table)
    tap(scene, "sit:3")
    page, _ = sheet(scene, "mine:0")
    assert page.turns == 3
    tap(page, "elsewhere")
    assert page.turns == 0


def test_changing_colours_takes_everything_along(table: AppContext) -> None:
    scene = opened(table)
    tap(scene, "sit:3")
    page, change = sheet(scene, "mine:0")
    page.setup = page.setup.with_name(0, "Anna")
    tap(page, "colour")
    setup = closed(page, change)
    assert setup.own_name(1) == "Anna"
    assert setup.around == (0, 3)
    assert setup.people == ()


def test_who_stands_up_leaves_the_others_where_they_sit(table: AppContext) -> None:
    scene = opened(table)
    for side in (0, 1, 2):
        tap(scene, f"sit:{side}")
    page, change = sheet(scene, "mine:0")
    setup = closed(page, change, "up")
    assert (setup.seats, setup.around) == (2, (1, 2))
    page, _ = sheet(scene, "mine:0")
    assert "up" not in keys(page)


# -- names ----------------------------------------------------------------------------------


def board(page: SeatDialog) -> tuple[NameEntry, Push]:
    change = tap(page, "name")
    assert isinstance(change, Push)
    assert isinstance(change.scene, NameEntry)
    change.scene.fit(page.canvas)
    return change.scene, change


def test_a_name_is_written_on_keys_that_face_the_seat(table: AppContext) -> None:
    scene = opened(table)
    tap(scene, "sit:1")
    page, _ = sheet(scene, "mine:0")
    letters, change = board(page)
    assert {key.turns for key in letters.buttons.buttons} == {1}
    for sign in "anna":
        tap(letters, f"sign:{sign}")
    answer = tap(letters, "done")
    assert answer == Pop("Anna")
    assert change.then is not None
    change.then("Anna")
    assert page.setup.own_name(0) == "Anna"
    assert page.labels[0].text.startswith("Anna (")


def test_a_keyboard_writes_too_and_enter_ends_it(table: AppContext) -> None:
    page, _ = sheet(opened(table), "mine:0")
    letters, _ = board(page)
    for sign in "Bo":
        letters.handle(Typed(source="keyboard", sign=sign))
    assert letters.handle(Press(source="keyboard", button=Button.OK)) is None
    assert letters.update(0.1) == Pop("Bo")


def test_signs_alone_are_refused_in_words(table: AppContext) -> None:
    page, _ = sheet(opened(table), "mine:0")
    letters, _ = board(page)
    tap(letters, "sign:-")
    assert tap(letters, "done") is None
    assert NEEDS_LETTER_TEXT in [label.text for label in letters.labels]
    tap(letters, "sign:a")
    assert NEEDS_LETTER_TEXT not in [label.text for label in letters.labels]


def test_a_name_can_be_taken_away_or_left_as_it_was(table: AppContext) -> None:
    letters = NameEntry("A")
    letters.fit(Canvas((1280, 800)))
    tap(letters, "delete")
    assert tap(letters, "done") == Pop("")
    assert press(letters, Button.BACK) == Pop(None)


def test_a_name_takes_no_more_signs_than_there_is_room_for(table: AppContext) -> None:
    letters = NameEntry("")
    letters.fit(Canvas((1280, 800)))
    for _ in range(20):
        tap(letters, "sign:w")
    assert tap(letters, "done") == Pop("W" + "w" * 11)


def test_the_strips_say_the_names(table: AppContext) -> None:
    scene = opened(table)
    scene.setup = scene.setup.with_name(0, "Anna")
    scene.lay_out()
    assert button(scene, "mine:0").label == "Anna"
    draw(scene)
