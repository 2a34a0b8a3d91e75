"""Super Seven: what is said for a counter."""

from random import Random

from tabletop.engine import Text
from tabletop.games.super7 import GAME
from tabletop.games.super7.narration import MAX_SENTENCES
from tabletop.games.super7.rules import State
from tests.games.super7.boards import BLUE, RED, position

NEARLY = {"box3": BLUE, "box4": BLUE, "box6": RED, "box7": RED}


def merits(state: State, ply: str) -> list[str]:
    move = GAME.read_move(ply)
    assert move in state.moves()
    return [str(merit) for merit in GAME.move_reasons(state, move)]


def test_winning_the_game_is_said_alone() -> None:
    state = position("B 4+1 1", **NEARLY, box5="BB. ... ...", box8="... RR. ...")
    assert merits(state, "5.5") == ["wins the game at once"]


def test_a_box_that_five_counters_win_is_told_apart_from_a_line() -> None:
    state = position("B 4+1 1", **NEARLY, box5="BBR R.. BBR")
    assert merits(state, "5.8") == ["wins box 5 with five counters", "wins the game at once"]


def test_stopping_the_game_comes_first() -> None:
    state = position("R 4+1 1", **NEARLY, box5="BB. ... ...")
    assert merits(state, "5.5") == [
        "cuts the rolls that win for Blue from 5 to 1 of 36",
        "blocks Blue from winning box 5",
    ]


def test_a_square_that_no_twelve_takes_back_stops_the_game() -> None:
    text = str(position("R 4+3 1", **NEARLY, box5="... B.B ..."))
    strict = GAME.read_state(text, strict_middle=True)
    assert merits(strict, "5.7")[0] == "stops Blue from winning with the next roll"
    assert merits(GAME.read_state(text), "5.7")[0] == (
        "cuts the rolls that win for Blue from 7 to 1 of 36"
    )
    assert merits(strict, "11.7") == ["takes a star, where four lines meet"]


def test_a_box_is_won() -> None:
    state = position("B 4+1 1", box5="BB. ... ...", box9="RR. ... ...")
    assert merits(state, "5.5") == ["wins box 5"]
    assert merits(state, "9.5") == ["blocks Red from winning box 9"]


def test_a_box_that_makes_a_winning_throw_possible_says_so() -> None:
    state = position("B 4+1 1", box3=BLUE, box4="B.B ... ...", box5="BB. ... ...")
    assert merits(state, "5.5") == [
        "wins box 5",
        "can win next turn, with 4 rolls in 36",
    ]


def test_a_box_is_made_ready() -> None:
    state = position("B 4+4 1", box5="B.. ... ...")
    assert merits(state, "5.8") == []
    state = position("B 2+2 1", box5="B.. ... ...")
    assert merits(state, "5.4") == ["brings box 5 within one counter of winning"]


def test_a_middle_is_said_to_be_one() -> None:
    assert merits(position("B 4+3 1"), "9.7") == ["takes a star, where four lines meet"]
    assert merits(position("B 4+3 1"), "7.3") == []


def test_a_twelve_takes_a_counter_away() -> None:
    state = position("B 6+6 1", box8="RR. ... ...")
    assert merits(state, "8.3") == ["replaces one of Red’s counters"]


def test_nothing_is_said_for_a_throw_or_a_pass() -> None:
    assert merits(GAME.start(), "4+3") == []
    assert merits(position("B 6+6 3"), "pass") == []


def test_every_counter_of_some_games_has_at_most_three_true_merits() -> None:
    luck = Random(11)
    for strict in (False, True):
        state = GAME.start(2, strict_middle=strict)
        while state.outcome() is None:
            move = luck.choice(state.moves())
            then, told = state.play(move), GAME.move_reasons(state, move)
            assert len(told) <= MAX_SENTENCES
            assert all(isinstance(merit, Text) for merit in told)
            keys = {merit.key for merit in told}
            ended = then.outcome() is not None
            assert ("super7.merit.wins" in keys) == ended
            if "super7.merit.box" in keys:
                assert then.owners[move.code // 9] == 1 + state.side
            if "super7.merit.stops" in keys:
                assert not any(
                    after.outcome()
                    for throw in then.moves()
                    for thrown in [then.play(throw)]
                    if thrown.turn >= 0
                    for after in map(thrown.play, thrown.moves())
                )
            state = then
