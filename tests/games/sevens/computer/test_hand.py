"""The hand of a computer player at the pieces."""

from dataclasses import replace

import pytest

from tabletop.games.sevens.computer.memory import SKILLS
from tabletop.games.sevens.computer.player import (
    DoneStep,
    GuessSituation,
    LayStep,
    PeekStep,
    PlanStep,
    plan_turn,
)
from tabletop.games.sevens.figures import booklet
from tabletop.games.sevens.pieces.space import tray_poses
from tabletop.games.sevens.pieces.table import PieceTable
from tabletop.games.sevens.rules.pieces import FULL_SET, Picture, Pose, length
from tabletop.games.sevens.rules.score import score
from tabletop.games.sevens.scenes.phases.computer import ComputerHand
from tabletop.games.sevens.view.board import board_plan
from tests.lanes import slow_except
from tools.sevens_simulation import picture_at, run_to_end

PLAN = board_plan(1.5)
ANCHOR = (8.2, 4.1)
FRAME = 1 / 60


def fresh() -> PieceTable:
    poses = tray_poses(FULL_SET, PLAN.tray)
    return PieceTable(PLAN.width, PLAN.height, FULL_SET, poses, tray=PLAN.tray)


def situation(seed: int, level: int = 3) -> GuessSituation:
    picture = booklet()[seed * 7].picture
    x, y = picture.middle
    seen = picture.shifted((-x, -y))
    return GuessSituation(seen, SKILLS[level], seed, 0, 10.0, 5.0, 180.0)


def run(
    table: PieceTable, hand: ComputerHand, seconds: float, frame: float = FRAME
) -> list[PlanStep]:
    asked: list[PlanStep] = []
    for _ in range(round(seconds / frame)):
        table.step(frame)
        step = hand.update(frame, ANCHOR)
        asked += [step] if step else []
    return asked


def planned_picture(now: GuessSituation, steps: tuple[PlanStep, ...]) -> Picture:
    return picture_at(steps, now.peek, 1e9, now.seen)


def lies_as(table: PieceTable, picture: Picture) -> bool:
    """Whether all pieces lie exactly as in a picture, about the anchor."""
    found = score(picture.shifted(ANCHOR), table.picture(), tolerance=0.03)
    return found.matched == len(picture)


@pytest.mark.parametrize("seed", slow_except(range(5), 0, 1))
@pytest.mark.parametrize("frame", [1 / 60, 1 / 11])
def test_the_pieces_come_to_lie_as_they_were_planned(seed: int, frame: float) -> None:
    now = situation(seed)
    steps = run_to_end(plan_turn(now))
    table = fresh()
    hand = ComputerHand(table, steps)
    asked = run(table, hand, 200, frame)
    assert [type(step) for step in asked if isinstance(step, DoneStep)] == [DoneStep]
    assert lies_as(table, planned_picture(now, steps))
    assert hand.left == ()


def test_it_moves_one_piece_at_a_time_along_a_smooth_way() -> None:
    now = situation(2)
    table = fresh()
    hand = ComputerHand(table, run_to_end(plan_turn(now)))
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
        steps = run_to_end(plan_turn(situation(3, level)))
        spent.append(sum(step.seconds for step in steps if isinstance(step, LayStep)))
    assert spent[1] < spent[0] * 0.8


def test_a_piece_that_fell_out_of_the_hand_is_taken_up_again() -> None:
    now = situation(1)
    steps = run_to_end(plan_turn(now))
    table = fresh()
    hand = ComputerHand(table, steps)
    while not hand.holds:
        run(table, hand, 0.1)
    run(table, hand, 0.4)
    table.let_go()
    assert not any(piece.held for piece in table.pieces)
    run(table, hand, 200)
    assert lies_as(table, planned_picture(now, steps))


def test_what_lies_right_already_is_left_where_it_is() -> None:
    now = situation(1)
    steps = run_to_end(plan_turn(now))
    table = fresh()
    run(table, ComputerHand(table, steps), 200)
    before = [piece.pose for piece in table.pieces]
    hand = ComputerHand(table, steps)
    lifted = False
    for _ in range(120):
        run(table, hand, 0.1)
        lifted |= any(piece.held for piece in table.pieces)
    assert not lifted
    assert [piece.pose for piece in table.pieces] == before


def test_other_pieces_in_the_way_give_way() -> None:
    now = situation(1)
    steps = run_to_end(plan_turn(now))
    table = fresh()
    for number in range(7):
        table.place(number, Pose(7.0 + number % 3, 3.0 + number // 3, 45.0 * number))
    run(table, ComputerHand(table, steps), 200)
    table.step(1.0)
    assert lies_as(table, planned_picture(now, steps))


def test_all_that_is_left_can_be_laid_at_once() -> None:
    now = situation(4)
    steps = run_to_end(plan_turn(now))
    table = fresh()
    hand = ComputerHand(table, steps)
    run(table, hand, 20)
    poses = {
        number: pose
        for step in hand.left
        if isinstance(step, LayStep)
        for number, pose in step.poses.items()
    }
    hand.lay_now(poses, ANCHOR)
    run(table, hand, 0.5)
    assert lies_as(table, planned_picture(now, steps))


def test_it_asks_for_its_peek_when_it_comes_to_that() -> None:
    now = replace(situation(2), price=0, skill=replace(SKILLS[2], recall=0.3, outline=0.0))
    steps = run_to_end(plan_turn(now))
    asked = run(fresh_table := fresh(), ComputerHand(fresh_table, steps), 300)
    assert [type(step) for step in asked] == [PeekStep, DoneStep]


def test_by_leaps_the_pieces_come_to_the_same_places() -> None:
    now = situation(3)
    steps = run_to_end(plan_turn(now))
    table = fresh()
    hand = ComputerHand(table, steps)
    for _ in range(2000):
        table.step(0.1)
        hand.update(0.1, ANCHOR, still=True)
        assert not any(piece.held for piece in table.pieces)
    assert lies_as(table, planned_picture(now, steps))
