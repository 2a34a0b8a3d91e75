"""Trelawney's Glory: the rulings, the options, what plies do."""

from tabletop.engine.game import Outcome, Step
from tabletop.games.trelawney import GAME
from tabletop.games.trelawney.rules import effects, fives, lines, pieces, spell
from tests.games.played_game import ended, legal
from tests.games.trelawney.boards import BOTH, LAST, PLAIN, READY, TRAP, after, follow, position

# The rulings


def test_white_begins_next_to_the_black_stone() -> None:
    state = after("a1")
    assert {ply for ply in legal(state) if len(ply) == 2} == {"a2", "b1", "b2"}
    assert len({ply for ply in legal(after("c3", "c4")) if len(ply) == 2}) == 34


def test_a_dragging_stone_may_go_out_itself() -> None:
    state = after("a2", "a1<a2")
    assert pieces(state) == {"ring:1,0": "W", "a1": "B", "a2": "W"}


def test_a_stone_that_is_out_blocks_its_place_and_never_moves_again() -> None:
    state = position(PLAIN * 5 + "......../B.W...../W....... B 4")
    assert {"c1<b1", "c1>b1"} <= legal(state)
    blocked = position(PLAIN * 5 + "......../BW....../W....... B 4")
    assert legal(blocked) & {"b1>a1", "b2>a1", "b2<a1"} == {"b2<a1"}


def test_stones_off_the_board_count_in_no_line() -> None:
    state = position(PLAIN * 6 + "BBBBB.../........ B 8")
    assert state.outcome() is None


def test_a_five_by_the_lay_wins_at_once_so_nothing_is_shoved_from_there() -> None:
    state = position(READY)
    assert {ply for ply in legal(state) if ply.startswith("f1")} == {"f1"}
    assert ended(follow(state, "f1")).reason == "Five in a line for Black."


def test_shoving_the_enemy_into_a_five_loses_and_ends_the_ply() -> None:
    state = follow(position(TRAP), "f1>f2")
    assert str(state) == PLAIN * 4 + "..WWWWW./......B./......../........ W 9"
    assert ended(state) == Outcome((1,), "Five in a line for White: Black moved the stones there.")
    assert lines(state) == (("b3", "c3", "d3", "e3", "f3"),)


def test_the_mover_wins_where_the_move_makes_a_five_for_both() -> None:
    state = follow(position(BOTH), "f1>f2")
    assert ended(state) == Outcome((0,), "Five in a line for Black.")
    assert "f1" not in pieces(state)
    assert position(str(state)) == state


def test_the_second_lay_makes_a_five_after_a_shove() -> None:
    state = follow(position(PLAIN * 6 + "..BBB.W./........ B 8"), "e1>f1")
    assert ended(state).reason == "Five in a line for Black."
    assert pieces(state)["ring:7,1"] == "W"


def test_the_second_lay_makes_a_five_after_a_drag() -> None:
    state = follow(position(PLAIN * 6 + "..BBBBW./........ B 8"), "f2<f1")
    assert ended(state).winners == (0,)
    assert str(state) == PLAIN * 4 + "......B./......W./..BBBBB./........ W 9"


def test_six_in_a_line_win_too() -> None:
    state = follow(position(PLAIN * 6 + ".BB.BBB./........ B 8"), "c1")
    assert ended(state).reason == "Six in a line for Black."
    assert lines(state) == (("a1", "b1", "c1", "d1", "e1", "f1"),)


def test_a_full_board_is_a_draw_whatever_lies_on_the_ring() -> None:
    state = follow(position(LAST), "a1")
    assert ended(state) == Outcome((), "The board is full, and nobody has five in a line.")
    assert lines(state) == ()
    assert position(str(state)) == state


def test_only_the_stone_just_laid_moves_and_only_an_enemy() -> None:
    assert legal(after("c3", "c4")) >= {"b4>c4", "d5<c4"}
    assert not any(ply.endswith("c3") and len(ply) > 2 for ply in legal(after("c3", "c4")))


# The options


def test_on_the_intersections_nothing_moves_diagonally() -> None:
    state = after("c3", intersections=True)
    assert len(state.moves()) == 8 + 4 * 2
    assert legal(state) & {"d4", "d4>c3"} == {"d4"}
    assert "g7" in legal(after("c3", "d4", intersections=True))


def test_on_the_intersections_diagonal_fives_count() -> None:
    rows = ["........."] * 9
    rows[2:6] = ["......W..", ".....W...", "....W....", "...W....."]
    state = follow(position("/".join(rows) + " W 9", intersections=True), "b2")
    assert ended(state).reason == "Five in a line for White."


def test_with_called_fives_a_line_ends_nothing_and_may_shove_on() -> None:
    state = position(READY, declare=True)
    assert {"f1", "f1>f2", "f1<f2"} <= legal(state)
    state = follow(state, "f1")
    assert state.outcome() is None
    assert fives(pieces(state), "B") == (("b1", "c1", "d1", "e1", "f1"),)
    assert lines(state) == ()


def test_with_called_fives_the_second_stone_is_laid_after_the_delay() -> None:
    state = position(TRAP, declare=True)
    phases = effects(state, GAME.read_move("f1>f2"))
    assert len(phases) == 3
    assert pieces(follow(state, "f1>f2"))["f1"] == "B"


def test_with_called_fives_a_full_board_is_a_draw_even_with_a_five() -> None:
    full = ("......../" + ".BBBBBB./.WWWWWW./" * 3 + "........") + " W 41"
    assert ended(position(full, declare=True)) == Outcome(
        (), "The board is full, and nobody called a five."
    )
    assert ended(position(full)).winners == (0,)


# Touches and what they do


def test_plies_are_spelled_by_their_squares_and_what_is_done() -> None:
    state = after("c3")
    words = [spell(state, GAME.read_move(ply)) for ply in ("d4", "d4>c3", "d4<c3")]
    assert words == [(("d4", "lay"),), (("d4", "c3", "shove"),), (("d4", "c3", "drag"),)]


def test_a_shove_shows_the_lay_then_the_pair_then_the_second_lay() -> None:
    state = after("a1")
    assert effects(state, GAME.read_move("b2>a1")) == (
        (Step("W", None, "b2"),),
        (Step("B", "a1", "ring:0,0"), Step("W", "b2", "a1")),
        (Step("W", None, "b2"),),
    )


def test_a_five_in_the_delay_shows_no_second_lay() -> None:
    phases = effects(position(TRAP), GAME.read_move("f1>f2"))
    assert phases[1:] == ((Step("W", "f2", "f3"), Step("B", "f1", "f2")),)
