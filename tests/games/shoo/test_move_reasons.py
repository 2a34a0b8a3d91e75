"""Shoo: what is said for a ply."""

from random import Random

from tabletop.engine import Text
from tabletop.games.shoo import GAME
from tabletop.games.shoo.narration import MAX_SENTENCES
from tabletop.games.shoo.rules import State
from tests.games.shoo.boards import board, busy


def merits(state: State, ply: str) -> list[str]:
    move = GAME.read_move(ply)
    assert move in state.moves(), ply
    return [str(merit) for merit in GAME.move_reasons(state, move)]


def test_filling_the_goal_is_said_alone() -> None:
    state = board("www...... ww....... wwww..... ......... .....b...")
    assert merits(state, "d7-c8") == ["fills the goal and wins at once"]


def test_a_win_of_the_other_side_that_is_stopped_comes_first() -> None:
    drawn = (
        "www...... www...... ww....... ......... ....w.... .....B... .......bb ......bbb ......bbb"
    )
    state = board(drawn)
    assert merits(state, "e5*f4@e4~d6") == [
        "stops Black from filling its goal",
        "takes a horse from Black",
        "rides up to the goal",
    ]
    assert merits(state, "e5-d6") == []  # Black wins at once
    assert merits(state, "e5*f4@g4~d6") == []


def test_shoos_are_counted_and_those_who_must_start_again_are_told() -> None:
    open_field = board("......... ......... ......... ..b...... .w....... ....w.... .........")
    assert merits(open_field, "e4-d5")[0] == "shoos a traveller"
    assert not any("shoos" in one for one in merits(open_field, "e4-d4"))
    two = board("......... ......... ......... ..b...... .W....... ..b...... ......... ...W.....")
    assert merits(two, "d2~d5")[0] == "shoos 2 travellers"


def test_a_shoo_is_praised_only_if_who_starts_again_loses_ground() -> None:
    corner = board(f"{'......... ' * 7} .w....... b.w......")
    assert not any("shoos" in one for one in merits(corner, "c1-b1"))  # it would gain ground
    near_goal = board("......... ......... .......w. .......w. ........b ......w.. .......w.")
    assert merits(near_goal, "g4-h4")[0] == (
        "shoos a traveller that can’t walk away and must start again"
    )


def test_a_shooed_traveler_is_brought_to_safety() -> None:
    state = board("......... ......... ......... ......... ...w..... ..b.b.... .........")
    assert merits(state, "d5-d6")[0] == "brings a shooed traveller to safety"
    assert "brings a traveller one step nearer to the goal" in merits(state, "d5-d6")


def test_arriving_is_counted_and_room_is_made() -> None:
    state = board("......... .ww...... ww.w..... ......... ......... .......b.")
    assert merits(state, "d7-c7") == ["brings a traveller into the goal: 5 of nine are there"]
    assert merits(state, "c8-b9") == ["makes room at the edge of the goal"]
    rider = board("......... .ww...... ww.W..... ......... ......... .......b.")
    assert merits(rider, "d7/c7")[0] == "brings a traveller into the goal: 5 of nine are there"


def test_horses_are_told_of() -> None:
    state = board("......... ......... ......... ......... .......b. .....wh..", "w 1,0 0,0 - 8")
    assert merits(state, "f4^g4") == [
        "mounts a horse that is one ride from the goal",
        "gets to that horse before Black",
    ]
    assert merits(state, "=g4") == ["keeps Black from mounting that horse"]
    assert merits(state, "xg4") == ["keeps Black from mounting that horse"]
    assert merits(state, "+e4") == [
        "brings a traveller a horse that is locked: Black can’t use it next turn"
    ]
    assert merits(state, "+a1") == []
    rider = board("......... ......... ......... ......... ......... .....W... .......b.")
    assert merits(rider, "f4~d6") == ["rides up to the goal"]
    assert merits(rider, "f4~e5") == ["brings a traveller one step nearer to the goal"]
    assert merits(rider, "f4~g4") == []
    far = board("......... ......... ......... ......... ......... .......W.")
    assert merits(far, "h4~e4") == ["brings a traveller 2 steps nearer to the goal"]


def test_at_most_three_are_told_and_each_is_a_text() -> None:
    for options in ({}, {"hush": "stable"}, {"hush": "lose-move", "leave_home": True}):
        luck, state = Random(4), busy(**options)
        for _ in range(12):
            for move in luck.sample(state.moves(), min(12, len(state.moves()))):
                told = GAME.move_reasons(state, move)
                assert len(told) <= MAX_SENTENCES
                assert len(set(told)) == len(told)
                for merit in told:
                    assert isinstance(merit, Text)
                    assert merit.key.startswith("shoo.merit.")
            state = state.play(luck.choice(state.moves()))
