"""Trelawney's Glory: the worked positions, the rulings, the options, and every refusal."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tabletop.games.trelawney as folder
from tabletop.engine.game import Step
from tabletop.engine.kernel import legal_codes
from tabletop.engine.state import BadNotation, Outcome, Refusal
from tabletop.games.trelawney import GAME, kernel
from tabletop.games.trelawney.rules import Move, State, effects, fives, lines, pieces, spell

GOLDEN = Path(folder.__file__).parent / "golden"
EMPTY = "/".join(["........"] * 8)
PHOTOGRAPH = "W.W.B..B/.BB.WBW./BWBBBWB./WBWWBBW./.WBWWB../..W.WBBW/.....B.B/......W. W 31"
PLAIN = "......../"  # a rank without stones

# White has four on rank 3; a stone shoved from f2 makes five.
TRAP = PLAIN * 4 + "..WWWW../......W./......../........ B 8"
# And the same shove makes five on rank 2 for Black.
BOTH = PLAIN * 4 + "..WWWW../..BBBBW./......../........ B 12"
# Black wins on f1, and f2 is a white neighbour.
READY = PLAIN * 5 + "......W./..BBBB../........ B 8"
# One square left, and no five anywhere.
LAST = ".......W/.WWBBWW./.BBWWBB./.WWBBWW./.BBWWBB./.WWBBWW./..BWWBB./........ B 36"


def position(text: str, intersections: bool = False, declare: bool = False) -> State:
    state: State = GAME.read_state(text, 2, intersections=intersections, declare=declare)
    return state


def after(*plies: str, intersections: bool = False) -> State:
    """The position after some plies from the start, each of them checked."""
    return follow(GAME.start(2, intersections=intersections), *plies)


def follow(state: State, *plies: str) -> State:
    for ply in plies:
        move = GAME.read_move(ply)
        assert move in state.moves(), ply
        state = state.play(move)
    return state


def legal(state: State) -> set[str]:
    return {str(move) for move in state.moves()}


def ended(state: State) -> Outcome:
    outcome = state.outcome()
    assert outcome
    assert not state.moves()
    return outcome


def told(refusal: Refusal | None, rule: str, sentence: str) -> bool:
    return bool(refusal and refusal.rule == rule and refusal.reason.startswith(sentence))


def perft(state: State, depth: int) -> int:
    if depth == 1:
        return len(legal_codes(kernel, state.position))
    return sum(perft(state.play(move), depth - 1) for move in state.moves())


# The worked positions


def test_the_first_position_is_written_as_the_page_says() -> None:
    assert str(GAME.start(2)) == f"{EMPTY} B 0"
    assert len(str(GAME.start(2, intersections=True)).split("/")) == 9


def test_plies_are_as_many_as_the_page_counts() -> None:
    for line in (GOLDEN / "perft.txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        setting, counts = line.split(" : ")
        state = GAME.start(
            2, intersections="intersections" in setting, declare="declare" in setting
        )
        for depth, count in enumerate(counts.split()[:3], 1):
            assert perft(state, depth) == int(count), line


def test_the_photograph_shows_a_black_diagonal_five_and_nine_stones_out() -> None:
    state = position(PHOTOGRAPH)
    assert ended(state) == Outcome((0,), "Five in a line, from b6 to f2.")
    assert lines(state) == (("b6", "c5", "d4", "e3", "f2"),)
    out = {place for place in pieces(state) if place.startswith("ring:")}
    assert len(out) == 9
    assert {"ring:0,7", "ring:7,7"} <= out
    assert str(state) == PHOTOGRAPH


def test_white_shoves_the_first_stone() -> None:
    state = after("c3", "d4>c3")
    assert pieces(state) == {"c3": "W", "d4": "W", "b2": "B"}
    assert state.turn == 0


def test_white_drags_the_first_stone() -> None:
    assert pieces(after("c3", "b3<c3")) == {"a3": "W", "c3": "W", "b3": "B"}


def test_a_stone_is_shoved_out_on_the_corner() -> None:
    state = after("a1", "b2>a1")
    assert pieces(state) == {"a1": "W", "b2": "W", "ring:0,0": "B"}
    assert str(state) == PLAIN * 5 + "..W...../.W....../B....... B 2"


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
    assert ended(follow(state, "f1")).reason == "Five in a line, from b1 to f1."


def test_shoving_the_enemy_into_a_five_loses_and_ends_the_ply() -> None:
    state = follow(position(TRAP), "f1>f2")
    assert str(state) == PLAIN * 4 + "..WWWWW./......B./......../........ W 9"
    assert ended(state) == Outcome(
        (1,), "Five in a line for White, from b3 to f3: Black moved the stones there."
    )
    assert lines(state) == (("b3", "c3", "d3", "e3", "f3"),)


def test_the_mover_wins_where_the_move_makes_a_five_for_both() -> None:
    state = follow(position(BOTH), "f1>f2")
    assert ended(state) == Outcome((0,), "Five in a line, from b2 to f2.")
    assert "f1" not in pieces(state)
    assert position(str(state)) == state


def test_the_second_lay_makes_a_five_after_a_shove() -> None:
    state = follow(position(PLAIN * 6 + "..BBB.W./........ B 8"), "e1>f1")
    assert ended(state).reason == "Five in a line, from b1 to f1."
    assert pieces(state)["ring:7,1"] == "W"


def test_the_second_lay_makes_a_five_after_a_drag() -> None:
    state = follow(position(PLAIN * 6 + "..BBBBW./........ B 8"), "f2<f1")
    assert ended(state).winners == (0,)
    assert str(state) == PLAIN * 4 + "......B./......W./..BBBBB./........ W 9"


def test_six_in_a_line_win_too() -> None:
    state = follow(position(PLAIN * 6 + ".BB.BBB./........ B 8"), "c1")
    assert ended(state).reason == "Six in a line, from a1 to f1."
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
    assert ended(state).reason == "Five in a line, from b2 to f6."


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
        (), "The board is full, and no five was called."
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


# Refusals


@pytest.mark.parametrize(
    ("text", "ply", "rule", "sentence"),
    [
        (f"{EMPTY} B 0", "g1", "1", "g1 is off the board: it ends at f6."),
        (f"{EMPTY} B 0", "a1>a2", "2", "The first stone is only laid: shoving and dragging begin"),
        (TRAP, "b3", "1", "b3 is taken: lay on an empty square."),
        (str(after("c3")), "e3", "2", "White's first stone goes next to the black stone on c3"),
        (str(after("c3")), "c4>d4", "5", "d4 is empty: there is no stone to shove or drag."),
        (BOTH, "f1>e2", "5", "The stone on e2 is your own: only enemy stones are shoved"),
        (TRAP, "f6>g7", "5", "g7 is off the board."),
        (BOTH, "a3>b3", "3", "b3 cannot be shoved: c3 behind it is taken."),
        (PLAIN * 4 + "...W.B../......../......../........ B 6", "d3<c3", "4", "To drag c3, your"),
        (PLAIN * 6 + "BW....../........ B 4", "b1>a1", "6", "a1 cannot be shoved off the board"),
        (
            PLAIN * 5 + "..W...../......../B....... B 4",
            "a1<b2",
            "6",
            "To drag b2, your stone on a1",
        ),
        (READY, "f1>f2", "7", "A stone on f1 makes five in a line and wins at once: just lay it."),
        (PHOTOGRAPH, "a1", "7", "The game is over: Five in a line, from b6 to f2."),
        (TRAP, "h9", "12", "'h9' is not a ply: write c3 to lay, c3>d4"),
        (TRAP, "a1>c3", "12", "a1>c3 is not a ply: c3 is not next to a1"),
    ],
)
def test_a_refused_ply_is_told_why(text: str, ply: str, rule: str, sentence: str) -> None:
    refusal = GAME.why_not(position(text), ply)
    assert told(refusal, rule, sentence)


def test_a_diagonal_shove_on_the_intersections_is_told_why() -> None:
    refusal = GAME.why_not(after("c3", intersections=True), "d4>c3")
    assert told(refusal, "10", "c3 is diagonal to d4: on the intersections nothing moves")


@pytest.mark.parametrize(
    ("text", "touched", "rule", "sentence"),
    [
        (TRAP, "ring:0,3", "1", "Stones are never laid off the board."),
        (TRAP, "shove", "1", "First touch the square where you lay your stone."),
        (TRAP, "b3", "1", "b3 is taken: lay on an empty square."),
        (f"{EMPTY} B 0", "c3 drag", "2", "The first stone is only laid"),
        (TRAP, "f1 shove", "5", "Touch the enemy stone next to f1 first, then shove."),
        (TRAP, "f1 f1", "1", "Your stone is on f1: touch lay to leave it there"),
        (TRAP, "f1 a1", "1", "Your stone is laid on f1 and stays there; a1 is empty."),
        (TRAP, "f1 ring:7,0", "6", "What lies off the board stays there"),
        (TRAP, "f1 e3", "5", "e3 is not next to f1: the stone just laid moves only a neighbour."),
        (BOTH, "f1 e2", "5", "The stone on e2 is your own"),
        (READY, "f1 f2", "7", "A stone on f1 makes five in a line and wins at once"),
        (PLAIN * 6 + "BW.W..../B....... B 6", "b1 a1", "5", "a1 can go neither way. a1 cannot"),
        (TRAP, "f1 f2 e1", "12", "Choose shove or drag for f2"),
        (BOTH, "a3 b3 shove", "3", "b3 cannot be shoved: c3 behind it is taken."),
        (TRAP, "f1 lay a1", "12", "This ply is already spelled out."),
    ],
)
def test_a_wrong_touch_is_told_why(text: str, touched: str, rule: str, sentence: str) -> None:
    refusal = GAME.why_touch(position(text), tuple(touched.split()))
    assert told(refusal, rule, sentence)


# Notation


@pytest.mark.parametrize("scribble", ["", "c", "c3>", "c3-d4", "C3", "c8", "c3>c3", "c3 ", "c3\n"])
def test_what_is_no_ply_is_not_read(scribble: str) -> None:
    with pytest.raises(BadNotation, match="is not a ply"):
        GAME.read_move(scribble)


@given(st.text(alphabet="abg1367<>h ", max_size=6))
def test_every_ply_that_is_read_is_written_the_same(scribble: str) -> None:
    try:
        move = GAME.read_move(scribble)
    except BadNotation:
        return
    assert isinstance(move, Move)
    assert str(move) == scribble


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "one blank between them"),
        (f"{EMPTY}  B 0", "one blank between them"),
        (f"{EMPTY}/........ B 0", "There are 9 rows; this board and its ring have 8"),
        (f"{EMPTY[:-1]} B 0", "Row 8 from the top has 7 places; it needs 8"),
        (f"{EMPTY[:9]}.b{EMPTY[11:]} B 2", "Row 2 from the top, place 2: 'b' is none of . B W"),
        (f"{EMPTY} b 0", "The side to move is B or W, not 'b'"),
        (f"{EMPTY} B 00", "The ply is a plain number like 0 or 12, not '00'"),
        (f"{EMPTY} B +2", "not '\\+2'"),
        (f"{EMPTY} B \u0662", "not '.u0662'"),
        (f"{EMPTY} B {'2' * 5000}", "The ply has 5000 digits; 18 are the most"),
        (f"{EMPTY} W 2", "On ply 2 it is B to move: Black on even plies, White on odd ones"),
        (f"B{EMPTY[1:]} B 0", "On ply 0 no stone has been laid yet"),
        (f"{EMPTY} W 1", "On ply 1 there is one black stone on the board"),
        (f"B{EMPTY[1:]} W 1", "On ply 1 there is one black stone on the board"),
    ],
)
def test_a_damaged_position_gets_its_complaint(text: str, complaint: str) -> None:
    with pytest.raises(BadNotation, match=complaint):
        position(text)


def test_any_number_of_stones_may_stand_after_the_first_two_plies() -> None:
    assert len(legal(position(f"{EMPTY} W 7"))) == 36


@given(
    st.lists(st.text(alphabet=".BW", min_size=8, max_size=8), min_size=8, max_size=8),
    st.sampled_from("BWx"),
    st.integers(-1, 60).map(str) | st.text(max_size=3),
)
def test_any_text_is_a_position_or_a_complaint(rows: list[str], side: str, ply: str) -> None:
    text = f"{'/'.join(rows)} {side} {ply}"
    try:
        state = position(text)
    except BadNotation:
        return
    assert str(state) == text
    assert (state.outcome() is None) == bool(state.moves())


# Golden play


@pytest.mark.parametrize("name", ["delay", "full", "six", "points", "called", "points_called"])
def test_a_golden_game_plays_as_written(name: str) -> None:
    head, *rows, last = (GOLDEN / f"{name}.txt").read_text("utf-8").splitlines()
    options = dict(pair.split("=") for pair in head.split())
    state = GAME.start(
        int(options["seats"]),
        intersections=options["intersections"] == "true",
        declare=options["declare"] == "true",
    )
    for row in rows:
        ply, text = row.split("\t")
        state = follow(state, ply)
        assert str(state) == text
    outcome = ended(state)
    assert last == f"= {' '.join(map(str, outcome.winners)) or '-'} {outcome.reason}"
