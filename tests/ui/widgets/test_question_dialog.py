"""A question is answered with a finger, a key, or not at all."""

import pytest

from tabletop.engine import say
from tabletop.input.actions import Button, Down, Pull, Tap
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Pop
from tabletop.ui.widgets.question_dialog import Answers, QuestionDialog
from tests.scenes.touches import SIZES, button, check_layout, down, draw, nudge, press, tap, up

TWO: Answers = (
    ("no", say("test.no", "Keep it"), "main"),
    ("yes", say("test.yes", "Forget it"), "plain"),
)
MANY: Answers = (
    ("a", say("test.a", "Black and White and Red"), "main"),
    ("b", say("test.b", "Only one of them"), "plain"),
    ("c", say("test.c", "Nobody at all, we think"), "other"),
    ("d", say("test.d", "Who knows"), "plain"),
)
MENU: Answers = (
    ("e", say("test.e", "Play on"), "main"),
    *MANY,
    ("f", say("test.f", "Who plays"), "plain"),
    ("g", say("test.g", "End the match now"), "plain"),
    ("h", say("test.h", "Leave (the match is kept)"), "plain"),
)
LONG = say("test.long", "Shall this game be forgotten although nobody has won it so far?")
DETAIL = say(
    "test.detail",
    "Shoo, ply 23. What is forgotten cannot be brought back, neither by you nor by anybody else "
    "who comes to this table later in the evening.",
)


def scene(
    answers: Answers = TWO, turns: int = 0, size: tuple[int, int] = (1280, 800)
) -> QuestionDialog:
    asked = QuestionDialog(LONG, DETAIL, answers, turns)
    asked.fit(Canvas(size))
    return asked


def test_the_answer_touched_is_the_result() -> None:
    assert tap(scene(), "yes") == Pop("yes")
    assert tap(scene(turns=2), "no") == Pop("no")
    assert tap(scene(turns=1), "yes") == Pop("yes")


def test_going_back_answers_nothing() -> None:
    assert press(scene(), Button.BACK) == Pop(None)


def test_a_finger_beside_the_plate_does_nothing() -> None:
    asked = scene()
    assert asked.handle(Down(source="touch", contact=1, at=(5, 5))) is None
    assert asked.handle(Tap(source="touch", contact=1, at=(5, 5))) is None


def test_a_finger_that_leaves_its_button_has_not_pressed_it() -> None:
    asked = scene()
    down(asked, "yes")
    away = button(asked, "no").centre
    asked.handle(Pull(source="touch", contact=1, at=away, began=button(asked, "yes").centre))
    assert up(asked, "no") is None


def test_each_finger_presses_its_own_button() -> None:
    asked = scene()
    down(asked, "yes", contact=1)
    down(asked, "no", contact=2)
    assert up(asked, "no", contact=2) == Pop("no")


def test_the_first_ok_only_shows_what_a_second_one_does() -> None:
    asked = scene()
    assert press(asked, Button.OK) is None
    assert asked.buttons.focus == "no"
    assert press(asked, Button.OK) == Pop("no")


def test_arrows_reach_the_other_answer() -> None:
    asked = scene()
    nudge(asked, 1, 0)
    nudge(asked, 1, 0)
    assert press(asked, Button.OK) == Pop("yes")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("answers", [TWO, MANY, MENU[2:], MENU[1:], MENU])
def test_it_fits_every_window(size: tuple[int, int], turns: int, answers: Answers) -> None:
    asked = QuestionDialog(LONG, DETAIL, answers, turns)
    check_layout(asked, size, least=80)


def test_it_lies_at_the_wanted_place_as_far_as_the_window_allows() -> None:
    asked = QuestionDialog(LONG, DETAIL, TWO, about=(0.0, 0.0))
    check_layout(asked, (1280, 800))
    assert asked.plates[0].box.x == pytest.approx(24)
    assert asked.plates[0].box.y == pytest.approx(24)


def test_it_shows_the_same_until_somebody_touches_it() -> None:
    asked = scene()
    assert draw(asked).blits == draw(asked).blits
    before = set(draw(asked).blits)
    down(asked, "yes")
    assert set(draw(asked).blits) != before
    assert asked.wakes_in() == float("inf")


def test_answers_that_would_stand_too_high_stand_in_pairs_between_the_first_and_the_last() -> None:
    asked = scene(MENU[1:])
    boxes = [button.box for button in asked.buttons.buttons]
    lines = [[box.y for box in boxes].count(y) for y in sorted({box.y for box in boxes})]
    assert lines == [1, 2, 2, 1, 1]
