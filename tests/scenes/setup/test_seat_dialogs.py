"""The dialog of a seat during a match, and names written on the screen."""

import pytest

from tabletop.games import find_game
from tabletop.input.actions import Button, Press, Typed
from tabletop.scenes.match_setup import last_setup
from tabletop.scenes.setup.seat_dialogs import SEAT_TEXT_SIZES, SeatDialog
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Pop, Push
from tabletop.ui.widgets.list_dialog import ListDialog
from tabletop.ui.widgets.text_entry import NEEDS_LETTER_TEXT, NameEntry
from tests.scenes.setups import make_setup
from tests.scenes.touches import SIZES, check_layout, press, tap

SHOO, SHOUT = find_game("shoo"), find_game("shout7")


def sheet(table: AppContext, side: int = 0) -> tuple[SeatDialog, None]:
    """The dialog of the first seat, during a match."""
    page = SeatDialog(table, make_setup(SHOUT).with_edge(0, side), 0, playing=True)
    page.fit(Canvas((1280, 800)))
    return page, None


def test_what_is_ones_own_can_be_changed_during_a_match(table: AppContext) -> None:
    page, _ = sheet(table, 3)
    assert page.turns == 3
    for key in ("size", "hints", "help", "elsewhere"):
        tap(page, key)
    setup = page.setup
    assert page.turns == 0
    assert setup.text_scale(0) == SEAT_TEXT_SIZES[1]
    assert setup.aids[0].help
    assert setup.aids[0].hints is not None
    assert setup.around == (0, 0)
    assert tap(page, "done") == Pop(setup)


def test_a_language_is_chosen_from_a_list(table: AppContext) -> None:
    page, _ = sheet(table)
    change = tap(page, "speaks")
    assert isinstance(change, Push)
    assert isinstance(change.scene, ListDialog)
    assert page.setup.language(0) == ""
    change.scene.fit(page.canvas)
    answer = tap(change.scene, "fr")
    assert isinstance(answer, Pop)
    assert change.then is not None
    change.then(answer.result)
    assert page.setup.language(0) == "fr"


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("side", range(4))
def test_the_sheet_fits_every_window_at_every_edge(
    table: AppContext, size: tuple[int, int], side: int
) -> None:
    setup = make_setup(SHOUT, 4, clock=last_setup(table, SHOUT).clock).with_edge(1, side)
    check_layout(SeatDialog(table, setup, 1), size, least=44)
    check_layout(NameEntry("Anna", side), size, least=40)


# -- names ----------------------------------------------------------------------------------


def board(page: SeatDialog) -> tuple[NameEntry, Push]:
    change = tap(page, "name")
    assert isinstance(change, Push)
    assert isinstance(change.scene, NameEntry)
    change.scene.fit(page.canvas)
    return change.scene, change


def test_a_name_is_written_on_keys_that_face_the_seat(table: AppContext) -> None:
    page, _ = sheet(table, 1)
    letters, change = board(page)
    assert {key.turns for key in letters.buttons.buttons} == {1}
    for sign in "anna":
        tap(letters, f"sign:{sign}")
    answer = tap(letters, "done")
    assert answer == Pop("Anna")
    assert change.then is not None
    change.then("Anna")
    assert page.setup.own_names[0] == "Anna"
    assert page.labels[0].text.startswith("Anna (")


def test_a_keyboard_writes_too_and_enter_ends_it(table: AppContext) -> None:
    page, _ = sheet(table)
    letters, _ = board(page)
    for sign in "Bo":
        letters.handle(Typed(source="keyboard", sign=sign))
    assert letters.handle(Press(source="keyboard", button=Button.OK)) is None
    assert letters.update(0.1) == Pop("Bo")


def test_signs_alone_are_refused_in_words(table: AppContext) -> None:
    page, _ = sheet(table)
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
