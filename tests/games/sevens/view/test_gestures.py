"""Fingers that do more to a piece than tap it: what was done stays when they lift."""

import pytest

from tabletop.games.sevens.pieces.table import PieceTable
from tabletop.games.sevens.rules.pieces import Pose
from tabletop.games.sevens.view.piece_board import MAX_TAP_SECONDS, HoldMode, PieceInput
from tabletop.input.actions import Button

L, P = 0, 1
AT, BESIDE = (6.0, 4.0), (6.0, 4.4)
WOOD = (6.0, 7.5)


def hands_on(hold: HoldMode = "drag") -> PieceInput:
    """A large triangle and a parallelogram, far from each other."""
    return PieceInput(PieceTable(12.0, 8.0, ("L", "P"), (Pose(*AT), Pose(1.0, 6.0))), 45.0, hold)


def rest(hands: PieceInput, seconds: float = 1.0) -> None:
    for _ in range(round(60 * seconds)):
        hands.update(1 / 60)
        hands.table.step(1 / 60)


def turn(hands: PieceInput, number: int = L) -> float:
    """How far the piece is turned."""
    return hands.table.pieces[number].pose.turn % 360


def lies(hands: PieceInput, number: int = L) -> bool:
    return not hands.table.pieces[number].held


@pytest.mark.parametrize("first", [1, 2])
def test_a_finger_that_rested_while_another_turned_the_piece_leaves_it_so(first: int) -> None:
    hands = hands_on()
    hands.down(1, AT)
    hands.down(2, (AT[0] + 0.5, AT[1]))
    hands.pull(2, (AT[0], AT[1] + 0.5))
    rest(hands, 0.3)
    for contact in (first, 3 - first):
        if contact == 1:
            hands.tap(1)
        else:
            hands.drop(2, (AT[0], AT[1] + 0.5))
    rest(hands)
    assert turn(hands) == pytest.approx(90)
    assert lies(hands)


def test_a_second_finger_that_touches_a_piece_makes_no_tap_of_the_first() -> None:
    hands = hands_on()
    hands.down(1, AT)
    hands.down(2, BESIDE)
    hands.tap(1)
    assert not lies(hands)
    hands.tap(2)
    rest(hands)
    assert turn(hands) == 0
    assert lies(hands)


def test_steps_of_the_wheel_on_a_piece_under_a_pressed_mouse_are_kept() -> None:
    hands = hands_on()
    hands.down(1, AT)
    for _ in range(3):
        assert hands.twist(AT, 1)
    rest(hands, 0.3)
    hands.tap(1)
    rest(hands)
    assert turn(hands) == pytest.approx(135)


def test_a_piece_turned_over_while_it_is_pressed_stays_turned_over() -> None:
    hands = hands_on()
    before = hands.table.pieces[P].pose
    hands.down(1, before.at)
    assert hands.press(Button.FLIP)
    rest(hands, 0.3)
    hands.tap(1)
    rest(hands)
    assert hands.table.pieces[P].pose.flipped
    assert turn(hands, P) == pytest.approx(before.turn)


def test_what_is_done_to_one_piece_takes_no_tap_from_another() -> None:
    hands = hands_on()
    hands.down(1, AT)
    hands.down(2, hands.table.pieces[P].pose.at)
    assert hands.press(Button.FLIP)
    hands.tap(1)
    rest(hands)
    assert turn(hands) == pytest.approx(45)


def test_a_touch_that_lasts_only_holds_the_piece() -> None:
    hands = hands_on()
    hands.down(1, AT)
    rest(hands, MAX_TAP_SECONDS - 0.1)
    hands.tap(1)
    rest(hands)
    assert turn(hands) == pytest.approx(45)
    hands.down(1, AT)
    rest(hands, MAX_TAP_SECONDS + 0.1)
    hands.tap(1)
    rest(hands)
    assert turn(hands) == pytest.approx(45)
    assert lies(hands)


def test_without_dragging_a_tap_may_last_as_long_as_it_likes() -> None:
    hands = hands_on("tap")
    for _ in range(2):
        hands.down(1, AT)
        rest(hands, 2 * MAX_TAP_SECONDS)
        hands.tap(1)
    rest(hands)
    assert turn(hands) == pytest.approx(45)


def test_without_dragging_too_the_wheel_under_a_pressed_mouse_is_all_that_turns() -> None:
    hands = hands_on("tap")
    hands.down(1, AT)
    hands.tap(1)
    hands.down(1, AT)
    assert hands.twist(AT, 1)
    rest(hands, 0.3)
    hands.tap(1)
    hands.down(1, WOOD)
    hands.tap(1)
    rest(hands)
    assert turn(hands) == pytest.approx(45)
