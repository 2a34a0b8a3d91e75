"""The hand of a computer player at the pieces."""

from dataclasses import replace

import pytest

from tabletop.games.sevens.computer.levels import TALENTS
from tabletop.games.sevens.computer.planning import (
    Done,
    Lay,
    Peek,
    Situation,
    Step,
    finished,
    picture_at,
    planned,
)
from tabletop.games.sevens.figures import booklet
from tabletop.games.sevens.loose.tray import tray_poses
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.pieces import FULL_SET, Pose, length
from tabletop.games.sevens.rules.score import score
from tabletop.games.sevens.surface.led_hand import LedHand
from tabletop.games.sevens.surface.sight import board_plan
from tabletop.games.sevens.table import PieceTable

PLAN = board_plan(1.5)
ANCHOR = (8.2, 4.1)
FRAME = 1 / 60


def fresh() -> PieceTable:
    poses = tray_poses(FULL_SET, PLAN.tray)
    return PieceTable(PLAN.width, PLAN.height, FULL_SET, poses, tray=PLAN.tray)


def situation(seed: int, level: int = 3) -> Situation:
    picture = booklet()[seed * 7].picture
    x, y = picture.middle
    seen = picture.shifted((-x, -y))
    return Situation(seen, TALENTS[level], seed, 0, 10.0, 5.0, 180.0)


def run(table: PieceTable, hand: LedHand, seconds: float, frame: float = FRAME) -> list[Step]:
    asked: list[Step] = []
    for _ in range(round(seconds / frame)):
        table.step(frame)
        step = hand.update(frame, ANCHOR)
        asked += [step] if step else []
    return asked


def planned_picture(now: Situation, steps: tuple[Step, ...]) -> Picture:
    return picture_at(steps, now.peek, 1e9, now.seen)


def lies_as(table: PieceTable, picture: Picture) -> bool:
    """Whether all pieces lie exactly as in a picture, about the anchor."""
    found = score(picture.shifted(ANCHOR), table.picture(), tolerance=0.03)
    return found.matched == len(picture)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("frame", [1 / 60, 1 / 11])
def test_the_pieces_come_to_lie_as_they_were_planned(seed: int, frame: float) -> None:
    now = situation(seed)
    steps = finished(planned(now))
    table = fresh()
    hand = LedHand(table, steps)
    asked = run(table, hand, 200, frame)
    assert [type(step) for step in asked if isinstance(step, Done)] == [Done]
    assert lies_as(table, planned_picture(now, steps))
    assert hand.left == ()


def test_it_moves_one_piece_at_a_time_along_a_smooth_way() -> None:
    now = situation(2)
    table = fresh()
    hand = LedHand(table, finished(planned(now)))
    before, fastest = hand.at, 0.0
    for _ in range(60 * 60):
        table.step(FRAME)
        hand.update(FRAME, ANCHOR)
        assert sum(piece.held for piece in table.pieces) <= 1
        fastest = max(fastest, length(before, hand.at) / FRAME)
        before = hand.at
    assert 1 < fastest < 25  # units in a second; a leap would be hundreds


def test_a_higher_level_needs_less_time() -> None:
    spent = []
    for level in (0, 5):
        steps = finished(planned(situation(3, level)))
        spent.append(sum(step.seconds for step in steps if isinstance(step, Lay)))
    assert spent[1] < spent[0] * 0.8


def test_a_piece_that_fell_out_of_the_hand_is_taken_up_again() -> None:
    now = situation(1)
    steps = finished(planned(now))
    table = fresh()
    hand = LedHand(table, steps)
    while not hand.holds:
        run(table, hand, 0.1)
    run(table, hand, 0.4)
    table.let_go()
    assert not any(piece.held for piece in table.pieces)
    run(table, hand, 200)
    assert lies_as(table, planned_picture(now, steps))


def test_what_lies_right_already_is_left_where_it_is() -> None:
    now = situation(1)
    steps = finished(planned(now))
    table = fresh()
    run(table, LedHand(table, steps), 200)
    before = [piece.pose for piece in table.pieces]
    hand = LedHand(table, steps)
    lifted = False
    for _ in range(120):
        run(table, hand, 0.1)
        lifted |= any(piece.held for piece in table.pieces)
    assert not lifted
    assert [piece.pose for piece in table.pieces] == before


def test_other_pieces_in_the_way_give_way() -> None:
    now = situation(1)
    steps = finished(planned(now))
    table = fresh()
    for number in range(7):
        table.place(number, Pose(7.0 + number % 3, 3.0 + number // 3, 45.0 * number))
    run(table, LedHand(table, steps), 200)
    table.step(1.0)
    assert lies_as(table, planned_picture(now, steps))


def test_all_that_is_left_can_be_laid_at_once() -> None:
    now = situation(4)
    steps = finished(planned(now))
    table = fresh()
    hand = LedHand(table, steps)
    run(table, hand, 20)
    poses = {
        number: pose
        for step in hand.left
        if isinstance(step, Lay)
        for number, pose in step.poses.items()
    }
    hand.lay_now(poses, ANCHOR)
    run(table, hand, 0.5)
    assert lies_as(table, planned_picture(now, steps))


def test_it_asks_for_its_peek_when_it_comes_to_that() -> None:
    now = replace(situation(2), price=0, talent=replace(TALENTS[2], recall=0.3, outline=0.0))
    steps = finished(planned(now))
    asked = run(fresh_table := fresh(), LedHand(fresh_table, steps), 300)
    assert [type(step) for step in asked] == [Peek, Done]


def test_by_leaps_the_pieces_come_to_the_same_places() -> None:
    now = situation(3)
    steps = finished(planned(now))
    table = fresh()
    hand = LedHand(table, steps)
    for _ in range(2000):
        table.step(0.1)
        hand.update(0.1, ANCHOR, still=True)
        assert not any(piece.held for piece in table.pieces)
    assert lies_as(table, planned_picture(now, steps))
