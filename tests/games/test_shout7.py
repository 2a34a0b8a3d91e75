"""Shout 7: the worked positions, the rulings, the option, and every refusal."""

import pickle
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tabletop.games.shout7 as folder
from tabletop.engine.game import Step
from tabletop.engine.state import BadNotation, Outcome
from tabletop.games.shout7 import GAME, kernel
from tabletop.games.shout7.places import NAMES, ROW_LENGTHS
from tabletop.games.shout7.rules import State
from tabletop.games.shout7.steps import effects, lines, pieces, spell

GOLDEN = Path(folder.__file__).parent / "golden"
EMPTY = (
    "......../........./........../.........../............/............./............../"
    ".............../............../............./............/.........../........../........."
    "/........"
)
COVER = (
    "......../........./..B.W...../..BBBW.W.../...BBWBW..../..WWBWWWWWWB./.WBBBBBWWWW.../"
    "..WWBWBBWW...../..BBWWWWWB..../.BBWWBWBB..../..BW.BB...../.B........./........../........./"
    "........"
)


def state_of(text: str, seats: int = 2, pits: bool = False) -> State:
    state: State = GAME.read_state(text, seats, pits_count=pits)
    return state


def text(
    stand: Mapping[str, str], ply: int, seats: int = 2, passes: int = 0, pots: str | None = None
) -> str:
    """A position text from ``{"B": "h8 i8"}``; the pots follow unless they are given."""
    on = {name: letter for letter, names in stand.items() for name in names.split()}
    letters = "".join(on.get(name, ".") for name in NAMES)
    rows = [letters[sum(ROW_LENGTHS[:i]) :][:length] for i, length in enumerate(ROW_LENGTHS)]
    left = [kernel.SUPPLY[seats] - letters.count(letter) for letter in "BWRG"[:seats]]
    side = "BWRG"[kernel.seat_of(ply, seats)]
    stage = ("lay", "push", "remove")[kernel.stage_of(ply, seats)]
    drawn = pots or ",".join(map(str, left))
    return f"{'/'.join(rows[::-1])} {side} {stage} {drawn} {passes} {ply}"


def position(ply: int, seats: int = 2, passes: int = 0, pits: bool = False, **stand: str) -> State:
    return state_of(text(stand, ply, seats, passes), seats, pits)


def follow(state: State, plies: str) -> State:
    """The position after some plies, each of them checked."""
    for ply in plies.split():
        move = GAME.read_move(ply)
        assert move in state.moves(), ply
        state = state.play(move)
    return state


def after(plies: str, seats: int = 2) -> State:
    return follow(GAME.start(seats), plies)


def legal(state: State) -> set[str]:
    return {str(move) for move in state.moves()}


def standing(state: State, letter: str) -> set[str]:
    return {place for place, piece in pieces(state).items() if piece == letter}


def ended(state: State) -> Outcome:
    outcome = state.outcome()
    assert outcome is not None
    assert state.moves() == []
    assert state_of(str(state), state.seats, bool(state.position[kernel.PITS_COUNT])) == state
    return outcome


def refused(state: State, ply: str) -> tuple[str, str]:
    refusal = GAME.why_not(state, ply)
    assert refusal is not None
    return refusal.rule, str(refusal.reason)


def touched(state: State, *spots: str) -> tuple[str, str]:
    refusal = GAME.why_touch(state, spots)
    assert refusal is not None
    return refusal.rule, str(refusal.reason)


def complaint(bad: str, seats: int = 2) -> str:
    with pytest.raises(BadNotation) as caught:
        GAME.read_state(bad, seats)
    return str(caught.value)


def ply_complaint(bad: str) -> str:
    with pytest.raises(BadNotation) as caught:
        GAME.read_move(bad)
    return str(caught.value)


def spread(count: int) -> str:
    """So many places, none of them in row m, and never three in a line."""
    free = [name for name in NAMES if name[0] != "m" and (ord(name[0]) + int(name[1:])) % 3]
    return " ".join(free[:count])


def leaves(state: State, depth: int) -> int:
    if depth == 1:
        return len(state.moves())
    return sum(leaves(state.play(move), depth - 1) for move in state.moves())


# Worked positions


def test_the_start_is_an_empty_board() -> None:
    assert str(GAME.start()) == EMPTY + " B lay 63,63 0 0"
    assert str(GAME.start(3)) == EMPTY + " B lay 42,42,42 0 0"
    assert str(GAME.start(4)) == EMPTY + " B lay 31,31,31,31 0 0"


@pytest.mark.parametrize("plies", ["h8 i8 h7 g7", "h8 i9 g7 g8", "h8 i8 g7 g8"])
def test_the_three_set_ups_of_the_sheet_are_legal(plies: str) -> None:
    assert str(after(plies)).endswith(" B push 61,61 0 4")


def test_black_pushes_sideways_and_lays_on_the_two_cells_left() -> None:
    state = after("h8 i8 h7 g7 g7h7:sw")
    assert standing(state, "B") == {"h8", "i8", "h7", "g7"}
    assert standing(state, "W") == {"g6", "f6"}


def test_a_convoy_goes_two_cells() -> None:
    state = after("h8 i8 h7 g7 g7h7:sw g7h8:ne")
    assert standing(state, "W") == {"g7", "h8", "g6", "f6"}
    assert standing(state, "B") == {"i8", "h7", "i9", "j10"}


def test_white_then_takes_a_black_piece_off_and_black_moves() -> None:
    state = after("h8 i8 h7 g7 g7h7:sw g7h8:ne")
    assert str(state).endswith(" W remove 59,59 0 6")
    assert legal(state) == {"xi8", "xh7", "xi9", "xj10"}
    state = follow(state, "xi9")
    assert str(state).endswith(" B push 60,59 0 7")
    assert len(state.moves()) == 11
    assert standing(state, "B") == {"i8", "h7", "j10"}


def test_three_players_may_push_pieces_of_two_opponents() -> None:
    state = after("i8 h7 h8 g7 i9 j9 h8i9:e", 3)
    assert standing(state, "W") == {"g7", "h9"}
    assert standing(state, "R") == {"j9", "i10"}
    assert standing(state, "B") == {"i8", "h7", "h8", "i9"}
    assert str(state).endswith(" W push 38,40,40 0 7")


def test_red_without_a_second_cell_must_pass() -> None:
    state = after("c2 c3 b3 c4 b2", 3)
    assert legal(state) == {"pass"}
    state = follow(state, "pass")
    assert str(state).endswith(" B push 40,40,41 1 6")


def test_the_cover_is_won_by_black_from_f3_to_l9() -> None:
    black, white = COVER.count("B"), COVER.count("W")
    for ply, side in ((99, "B"), (100, "W")):
        state = state_of(f"{COVER} {side} push {63 - black},{63 - white} 0 {ply}")
        assert ended(state) == Outcome((0,), "Black has seven in a line, from f3 to l9.")
        assert lines(state) == (("f3", "g4", "h5", "i6", "j7", "k8", "l9"),)


def perft_rows() -> list[tuple[int, bool, list[int]]]:
    found = []
    for row in (GOLDEN / "perft.txt").read_text("utf-8").splitlines():
        if not row.startswith("#"):
            head, counts = row.split(" : ")
            seats, option = head.split()
            found.append((int(seats), option != "-", [int(count) for count in counts.split()]))
    return found


@pytest.mark.parametrize(("seats", "pits", "counts"), perft_rows())
def test_the_first_plies_are_as_many_as_written(seats: int, pits: bool, counts: list[int]) -> None:
    start = GAME.start(seats, pits_count=pits)
    assert [leaves(start, depth) for depth in range(1, 4)] == counts[:3]


# Set-up


def test_white_lays_next_to_black_and_then_next_to_two_pieces() -> None:
    assert legal(after("h8 i8")) == {"h7", "h9", "g7", "g8", "i7", "i9", "j8", "j9"}
    assert legal(after("h8 i8 h7")) == {"g7", "i7"}


def test_red_lays_next_to_any_piece() -> None:
    state = after("h8 i8 h7 g7", 3)
    assert {"g6", "j9", "f6"} <= legal(state)
    assert "e6" not in legal(state)


def test_four_players_lay_two_pieces_each_and_black_begins() -> None:
    state = after("h8 i8 h7 g7 g6 f6 f7 e6", 4)
    assert str(state).endswith(" B push 29,29,29,29 0 8")
    assert kernel.STAGE_REMOVE not in {kernel.stage_of(ply, 4) for ply in range(40)}


def test_nothing_is_laid_in_a_pit() -> None:
    assert {"a1", "h1", "o15"}.isdisjoint(legal(GAME.start()))


# Pushes


def test_a_convoy_on_the_rim_cannot_leave_the_board() -> None:
    state = position(7, W="b4 c4", B="m12")
    assert "b4c4:se" not in legal(state)
    assert "b4c4:nw" in legal(state)


def test_a_convoy_with_one_cell_before_the_pit_can_go() -> None:
    state = follow(position(7, W="c4 d4", B="m12"), "c4d4:se")
    assert standing(state, "W") == {"a4", "b4"}
    assert standing(state, "B") == {"m12", "c4", "d4"}


def test_a_full_pit_blocks() -> None:
    state = position(7, W="b4 b5 a4", B="m12")
    assert legal(state).isdisjoint({"b4b5:se", "a4b4:nw"})
    assert "b4b5:ne" in legal(state)
    assert "b4b5:sw" not in legal(state)


def test_pieces_in_pits_are_never_pushed() -> None:
    assert legal(position(7, W="a3 a4 b4", B="m12")) == {"pass"}


def test_a_convoy_needs_both_cells_ahead() -> None:
    assert "h7h8:e" not in legal(position(7, W="h7 h8", B="h9"))
    assert "h7h8:e" not in legal(position(7, W="h7 h8", B="h10"))
    assert "h7h8:e" in legal(position(7, W="h7 h8", B="h11"))


def test_own_pieces_are_never_pushed() -> None:
    state = position(7, W="h7", B="h8 h9")
    assert legal(state) == {"pass"}


def test_a_player_without_pieces_plays_on() -> None:
    state = follow(position(7, W="h7 h8"), "h7h8:ne")
    assert standing(state, "B") == {"h7", "h8"}


# Seven in a line


def test_seven_made_by_the_lay_win() -> None:
    state = follow(position(7, B="h2 h3 h4 h5 h6", W="h7 h8"), "h7h8:ne")
    assert ended(state) == Outcome((0,), "Black has seven in a line, from h2 to h8.")
    assert state.turn == 1
    assert lines(state) == (tuple(f"h{n}" for n in range(2, 9)),)


def test_seven_pushed_into_win_before_the_lay() -> None:
    state = position(7, B="h2 h3 h4 h5 h6", W="g7 g8 i3 i4 i5 i6 i7")
    done = follow(state, "g7g8:nw")  # to h7 and h8: nothing yet
    assert done.outcome() is None
    done = follow(position(7, B="m12", W="g2 g3 g4 g5 g6 f6 f7"), "f6f7:ne")
    assert ended(done) == Outcome((1,), "White has seven in a line, from g2 to g8.")
    assert str(done).endswith(" W push 62,56 0 8")
    assert standing(done, "B") == {"m12"}


def test_a_push_that_gives_another_seven_beats_the_movers_lay() -> None:
    state = position(7, B="f1 f2 f3 f4 f5 f8", W="g2 g3 g4 g5 g6 f6 f7")
    assert ended(follow(state, "f6f7:ne")).winners == (1,)


@pytest.mark.parametrize(("ply", "left", "right"), [(6, "W", "R"), (7, "B", "R"), (8, "W", "B")])
def test_of_two_others_the_next_in_turn_wins(ply: int, left: str, right: str) -> None:
    stand = {left: "g7 i8 j8 k8 l8 m8 n8", right: "g8 i9 j9 k9 l9 m9 n9"}
    state = follow(state_of(text(stand, ply, 3), 3), "g7g8:ne")
    assert standing(state, left) >= {"h8"}
    assert standing(state, right) >= {"h9"}
    assert ended(state).winners == ((ply + 1) % 3,)


def test_eight_in_a_line_win_too() -> None:
    state = follow(position(7, B="h2 h3 h4 h5 h8 h9", W="h6 h7"), "h6h7:ne")
    assert ended(state).reason == "Black has eight in a line, from h2 to h9."


def test_six_in_a_line_and_seven_with_a_gap_do_not_win() -> None:
    assert position(7, B="h2 h3 h4 h5 h6 h7 h9").outcome() is None


def test_pieces_in_pits_count_in_lines_only_by_agreement() -> None:
    row = "h1 h2 h3 h4 h5 h6 h7"
    assert position(7, B=row).outcome() is None
    assert ended(position(7, pits=True, B=row)).winners == (0,)


def test_a_line_can_lie_wholly_in_the_ring() -> None:
    row = "a1 a2 a3 a4 a5 a6 a7"
    assert position(8, W=row).outcome() is None
    won = position(8, pits=True, W=row)
    assert ended(won).reason == "White has seven in a line, from a1 to a7."
    assert lines(won) == (tuple(row.split()),)


def test_a_push_into_a_pit_can_make_a_line_by_agreement() -> None:
    white = "a1 a2 a3 a4 a5 a6 b7 b8"
    state = position(7, pits=True, W=white)
    assert ended(follow(state, "b7b8:se")).winners == (1,)
    assert follow(position(7, W=white), "b7b8:se").outcome() is None


def test_where_several_have_a_line_the_others_come_before_the_last_mover() -> None:
    black, white, red = "h2 h3 h4 h5 h6 h7 h8", "i3 i4 i5 i6 i7 i8 i9", "j4 j5 j6 j7 j8 j9 j10"
    assert ended(position(7, B=black, W=white)).winners == (0,)  # White took off last
    assert ended(position(8, B=black, W=white)).winners == (1,)
    assert ended(position(6, B=black, W=white)).winners == (0,)  # White pushed last
    assert ended(position(6, 3, B=black, W=white, R=red)).winners == (0,)
    assert ended(position(7, 3, B=black, W=white, R=red)).winners == (1,)
    assert ended(position(8, 3, B=black, W=white, R=red)).winners == (2,)


# Passing


def test_a_pot_of_one_is_too_small_for_a_push() -> None:
    state = position(7, B=spread(62), W="m10 m11")
    assert state.pot(0) == 1
    assert legal(state) == {"pass"}


def test_everyone_passing_ends_the_game_and_most_pieces_in_pits_win() -> None:
    state = follow(position(7, B="h8 a1", W="a3 a4 d4"), "pass pass")
    assert ended(state) == Outcome(
        (1,), "Everyone passed. White has most pieces in the pits: 2.", (1, 2)
    )
    assert lines(state) == ()


def test_equal_pits_share_the_win() -> None:
    state = follow(position(6, 3, B="a1 a2", W="a4 h8", R="b4 a6 a7"), "pass pass pass")
    assert ended(state) == Outcome(
        (0, 2),
        "Everyone passed. Black and Red share the win with 2 pieces each in the pits.",
        (2, 1, 2),
    )


def test_nobody_in_the_pits_is_a_tie_of_all() -> None:
    state = follow(position(8, 4, B="h8"), "pass pass pass pass")
    assert ended(state) == Outcome(
        (0, 1, 2, 3), "Everyone passed, and no pit has a piece: a tie.", (0, 0, 0, 0)
    )


@pytest.mark.parametrize(
    ("stand", "reason"),
    [
        ({"B": "a1"}, "Everyone passed. Black has the only piece in the pits."),
        (
            {"B": "a1", "W": "a2", "R": "a3"},
            "Everyone passed. Black, White and Red share the win with one piece each in the pits.",
        ),
    ],
)
def test_the_reason_names_who_shares(stand: dict[str, str], reason: str) -> None:
    assert ended(state_of(text(stand, 9, 3, 3), 3)).reason == reason


def test_any_other_ply_sets_the_passes_to_none() -> None:
    state = position(8, passes=1, B="h7 h8", W="m12")
    assert str(follow(state, "h7h8:ne")).endswith(" B push 61,60 0 9")


# Text


def test_a_position_that_everyone_passed_reads_as_finished() -> None:
    assert ended(position(9, passes=2, B="a3", W="h8")).winners == (0,)


def test_the_text_begins_with_the_top_row() -> None:
    rows = str(after("b2 b3")).split(" ")[0].split("/")
    assert rows[0] == "." * 8
    assert rows[-2] == ".BB......"


def test_equal_states_are_equal_and_pickle() -> None:
    state = after("h8 i8 h7 g7")
    assert state == after("i8 h8 h7 g7")
    assert hash(state) == hash(after("i8 h8 h7 g7"))
    assert pickle.loads(pickle.dumps(state)) == state


@pytest.mark.parametrize(
    ("good", "bad", "words"),
    [
        (" 0 0", " 0", "A position has six parts with one blank between: "),
        (" 0 0", "  0 0", "A position has six parts with one blank between: "),
        (" 0 0", " 0 0\n", "The ply is a plain number, not '0\\n'"),
        ("......../", "", "The board has 15 rows, o to a, with / between, not 14"),
        ("/........./", "/......../", "Row n has 9 places, not 8"),
        ("......../", ".x....../", "o9: 'x' is no piece; a place is one of . B W R G"),
        ("......../", "...R..../", "o11: Red does not play in a game of 2"),
        (" B lay", " b lay", "The side to move is one of B, W, not b"),
        (" B lay", " BW lay", "The side to move is one of B, W, not BW"),
        (" B lay", " R lay", "The side to move is one of B, W, not R"),
        (" B lay", " B Lay", "The stage is lay, push or remove, not Lay"),
        ("63,63", "63", "There are 2 pots, with commas between, not 1"),
        ("63,63", "063,63", "The pot of Black is a plain number, not '063'"),
        ("63,63", "63,+63", "The pot of White is a plain number, not '+63'"),
        (" 0 0", " \u0660 0", "The number of passes is a plain number"),
        (" 0 0", " 0 " + "9" * 19, "The ply has more than 18 digits"),
        ("63,63", "62,63", "Black has 63 pieces, but 0 on the board and 62 in the pot"),
        (" 0 0", " 3 0", "After 2 passes the game is over; there cannot be 3"),
        (" 0 0", " 0 4", "At ply 4 the stage is push, not lay"),
        ("lay 63,63 0 0", "push 63,63 0 6", "At ply 6 the stage is remove, not push"),
        (" 0 0", " 0 2", "At ply 2 it is the turn of W, not of B"),
        ("lay 63,63 0 0", "push 63,63 0 8", "At ply 8 it is the turn of W, not of B"),
    ],
)
def test_a_damaged_position_is_refused_with_its_damage(good: str, bad: str, words: str) -> None:
    start = str(GAME.start())
    assert good in start
    assert complaint(start.replace(good, bad, 1)).startswith(words)


def test_the_removal_is_for_two_players_only() -> None:
    text_of_three = text({}, 6, 3).replace("push", "remove")
    assert complaint(text_of_three, 3) == "At ply 6 the stage is push, not remove"


@pytest.mark.parametrize("ply", ["h8", "a1", "o15", "g7g8:ne", "c10d10:sw", "xh8", "pass"])
def test_a_ply_reads_back_as_written(ply: str) -> None:
    assert str(GAME.read_move(ply)) == ply


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ("", "'' is no ply: write h8 to lay, g7g8:ne to push, xh8 to take off, or pass"),
        ("H8", "'H8' is no ply"),
        ("h8\n", "'h8\\n' is no ply"),
        ("a9", "There is no place a9: row a runs from a1 to a8"),
        ("xh08", "There is no place h08: row h runs from h1 to h15"),
        ("p3", "There is no row p: rows are a to o"),
        ("g8g7:ne", "Write g7 before g8: the lower row comes first, then the smaller number"),
        ("h8g8:ne", "Write g8 before h8: the lower row comes first, then the smaller number"),
        ("g7g7:ne", "A push takes two places, not g7 twice"),
        ("g7h9:ne", "g7 and h9 are not next to each other"),
        ("g7g8:n", "n is no direction: they are e, w, ne, nw, se, sw"),
        ("a9b9:e", "There is no place a9: row a runs from a1 to a8"),
        ("g7g8", "'g7g8' is no ply"),
        ("h\u0668", "'h\u0668' is no ply"),
    ],
)
def test_what_is_no_ply_is_refused_in_words(bad: str, words: str) -> None:
    assert ply_complaint(bad).startswith(words)
    assert refused(GAME.start(), bad)[0] == "12"


# Refusals

SETTING_UP = "h8 i8 h7"
PLAYING = "h8 i8 h7 g7 g7h7:sw"


@pytest.mark.parametrize(
    ("plies", "ply", "rule", "words"),
    [
        ("", "a1", "2", "a1 is a pit: pieces are laid on cells"),
        ("", "pass", "8", "There is a cell for your piece, so you may not pass"),
        ("", "h8i8:e", "2", "Everyone lays two pieces before the first push"),
        ("", "xh8", "2", "Nothing is taken off while pieces are laid"),
        ("h8", "h8", "2", "h8 is taken"),
        ("h8", "j8", "2", "j8 is not next to your first piece on h8"),
        ("h8 i8", "c4", "2", "c4 is not next to a Black piece"),
        (SETTING_UP, "h9", "2", "h9 is not next to your first piece on h7"),
        (
            SETTING_UP,
            "h6",
            "2",
            "h6 is next to your first piece, but it has to be next to one more piece too",
        ),
        (PLAYING, "c4", "3", "The pieces are laid out: now push two neighbours"),
        (PLAYING, "pass", "8", "There are two pieces you can push, so you may not pass"),
        (
            PLAYING,
            "xh8",
            "7",
            "White takes a piece off right after White's first move, not before",
        ),
        (
            PLAYING,
            "g6h7:e",
            "3",
            "The piece on g6 is your own; you push only the others' pieces",
        ),
        (PLAYING, "h8h9:e", "3", "h9 is empty: push two pieces that stand next to each other"),
        (PLAYING, "a1a2:e", "3", "a1 is an empty pit: push two pieces that stand on cells"),
        (PLAYING, "g7h8:sw", "5", "f6 is taken, so that way is blocked"),
        (PLAYING + " g7h8:ne", "g7h8:ne", "7", "First White takes a Black piece off a cell"),
        (PLAYING + " g7h8:ne", "h9", "7", "First White takes a Black piece off a cell"),
        (PLAYING + " g7h8:ne", "pass", "8", "There is a Black piece to take off: no passing"),
        (PLAYING + " g7h8:ne", "xc4", "7", "c4 is empty: take a Black piece"),
        (PLAYING + " g7h8:ne", "xg6", "7", "g6 is White: take a Black piece"),
        (
            PLAYING + " g7h8:ne xi9",
            "xh7",
            "7",
            "Only one piece is taken off in the whole game",
        ),
    ],
)
def test_a_ply_is_refused_with_its_reason(plies: str, ply: str, rule: str, words: str) -> None:
    assert refused(after(plies), ply) == (rule, words)


def test_refusals_round_the_rim() -> None:
    state = position(7, W="b4 c4 b5 a4 a5", B="m12")
    assert refused(state, "b4c4:se") == ("4", "Two pieces cannot go into one pit")
    assert refused(state, "b4b5:se") == ("5", "The pit a4 is full, so that way is blocked")
    words = "The piece on a4 lies in a pit, and pieces in pits are never pushed"
    assert refused(state, "a4b4:ne") == ("5", words)


def test_a_blocked_convoy_names_the_nearest_piece() -> None:
    state = position(7, W="h7 h8", B="h9 h10 h6 h5")
    assert refused(state, "h7h8:e") == ("5", "h9 is taken, so that way is blocked")
    assert refused(state, "h7h8:w") == ("5", "h6 is taken, so that way is blocked")


def test_refusals_of_set_ups_without_a_cell_or_a_piece() -> None:
    state = after("c2 c3 b3 c4 b2", 3)
    assert refused(state, "d4") == ("8", "No cell is left for your second piece, so you pass")
    assert refused(after("h8 i8 h7 g7", 3), "c4") == ("2", "c4 is not next to any piece")
    assert refused(after("i8 h7 h8 g7 i9 j9", 3), "xh8") == (
        "7",
        "Only in a game of two is a piece taken off",
    )


def test_refusals_with_a_small_pot() -> None:
    one = position(7, B=spread(62), W="m10 m11")
    assert refused(one, "m10m11:e") == (
        "8",
        "Your pot holds one piece and a push needs two: you pass",
    )
    none = position(7, B=spread(63), W="m10 m11")
    assert refused(none, "m10m11:e") == ("8", "Your pot is empty, so you pass")


def test_a_black_piece_in_a_pit_is_not_taken_off() -> None:
    state = position(6, B="a1 h8", W="i8")
    assert legal(state) == {"xh8"}
    assert refused(state, "xa1") == ("7", "The piece on a1 lies in a pit and stays there")
    assert legal(position(6, B="a1", W="i8")) == {"pass"}


def test_after_the_end_everything_is_refused_by_the_end() -> None:
    state = position(7, B="h2 h3 h4 h5 h6 h7 h8")
    words = "The game is over: Black has seven in a line, from h2 to h8."
    assert refused(state, "pass") == ("9", words)
    assert touched(state, "h8") == ("9", words)


@pytest.mark.parametrize(
    ("spots", "rule", "words"),
    [
        (("c4",), "3", "c4 is empty: push two pieces that stand next to each other"),
        (("g6",), "3", "The piece on g6 is your own; you push only the others' pieces"),
        (("ne",), "3", "First touch two neighbouring pieces, then the way"),
        (("pass",), "8", "There are two pieces you can push, so you may not pass"),
        (("g7", "g7"), "3", "g7 is picked already: touch a second piece next to it"),
        (("g7", "i8"), "3", "g7 and i8 are not next to each other"),
        (("g7", "g6"), "3", "The piece on g6 is your own; you push only the others' pieces"),
        (("g7", "g8"), "3", "g8 is empty: push two pieces that stand next to each other"),
        (("g7", "ne"), "3", "First touch two neighbouring pieces, then the way"),
        (("h8", "g7", "sw"), "5", "f6 is taken, so that way is blocked"),
        (("g7", "h8", "h9"), "3", "Two pieces are picked: now touch the way they go"),
        (("g7", "h8", "ne", "h9"), "3", "Everything for this ply has been touched already"),
    ],
)
def test_a_wrong_touch_is_explained(spots: tuple[str, ...], rule: str, words: str) -> None:
    assert touched(after(PLAYING), *spots) == (rule, words)


def test_a_wrong_touch_while_laying_or_taking_off_is_explained() -> None:
    assert touched(after("h8"), "c4") == ("2", "c4 is not next to your first piece on h8")
    assert touched(after("h8"), "ne") == ("2", "Touch the cell where your piece goes")
    state = after(PLAYING + " g7h8:ne")
    assert touched(state, "g6") == ("7", "g6 is White: take a Black piece")
    assert touched(state, "ne") == ("7", "Touch the Black piece that White takes off")


def test_a_piece_that_nothing_can_be_pushed_with_is_explained() -> None:
    lonely = position(7, W="c4 m10 m11", B="c5")
    words = "No piece that you may push stands next to c4, and a push takes two"
    assert touched(lonely, "c4") == ("3", words)
    blocked = position(7, W="m10 m11 b2 c2 d2", B="b3 c3 d3 c4 d4 e2 e3 f2 a1 c1 a2 b1 d1 e4")
    words = "The piece on b2 is blocked with every neighbour it could be pushed with"
    assert touched(blocked, "b2") == ("5", words)
    half = position(7, W="b2 c2 m12 m13 c3 c4 d3", B="b3 d2 a1 a2 b1 c1 d4 e3 e4")
    assert touched(half, "c2", "b2") == ("5", "c2 and b2 are blocked every way")


# What a view asks for


def test_a_push_is_spelled_either_way_round() -> None:
    state = after(PLAYING)
    move = GAME.read_move("g7h8:ne")
    assert spell(state, move) == (("g7", "h8", "ne"), ("h8", "g7", "ne"))
    assert spell(GAME.start(), GAME.read_move("h8")) == (("h8",),)
    assert spell(state, GAME.read_move("xi9")) == (("i9",),)
    assert spell(state, GAME.read_move("pass")) == (("pass",),)


def test_the_effects_of_a_push_are_the_travel_and_then_the_lay() -> None:
    assert effects(after(PLAYING), GAME.read_move("g7h8:ne")) == (
        (Step("B", "g7", "i9"), Step("B", "h8", "j10")),
        (Step("W", None, "g7"), Step("W", None, "h8")),
    )


def test_a_push_that_ends_the_game_has_no_lay_to_show() -> None:
    state = position(7, B="m12", W="g2 g3 g4 g5 g6 f6 f7")
    assert len(effects(state, GAME.read_move("f6f7:ne"))) == 1


def test_the_effects_of_the_other_plies() -> None:
    state = after(PLAYING + " g7h8:ne")
    assert effects(GAME.start(), GAME.read_move("h8")) == ((Step("B", None, "h8"),),)
    assert effects(state, GAME.read_move("xi9")) == ((Step("B", "i9", None),),)
    assert effects(state, GAME.read_move("pass")) == ()


def test_the_rules_are_numbered_and_named_by_the_game() -> None:
    numbers = [rule.number for rule in GAME.rules]
    assert numbers == [str(n) for n in range(1, 13)]
    assert GAME.notation_rule == numbers[-1]
    assert GAME.end_rule in numbers


# Any text


@given(st.text(max_size=12) | st.from_regex(r"x?[a-p]1?[0-9]([a-p]1?[0-9]:[nsew]{1,2})?"))
def test_any_text_is_a_ply_or_a_complaint(scribble: str) -> None:
    try:
        move = GAME.read_move(scribble)
    except BadNotation:
        return
    assert str(move) == scribble


@given(
    st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from("BWRGx")), max_size=30),
    st.integers(0, 40),
    st.integers(2, 4),
    st.sampled_from(["0", "1", "2", "4", "00", "", "\u00b2", "1" * 5000]),
    st.booleans(),
)
def test_any_text_is_a_position_or_a_complaint(
    stand: list[tuple[str, str]], ply: int, seats: int, passes: str, pits: bool
) -> None:
    on = dict(stand)
    by_letter = {
        letter: " ".join(name for name, piece in on.items() if piece == letter)
        for letter in "BWRGx"
    }
    front, _, back = text(by_letter, ply, seats).rpartition(" 0 ")
    drawn = f"{front} {passes} {back}"
    try:
        state = state_of(drawn, seats, pits)
    except BadNotation:
        return
    assert str(state) == drawn
    assert (state.outcome() is None) == bool(state.moves())


@given(st.text())
def test_no_text_at_all_breaks_the_reader(scribble: str) -> None:
    with pytest.raises(BadNotation):
        GAME.read_state(scribble)


# Golden play


@pytest.mark.parametrize(
    "name", sorted(path.stem for path in GOLDEN.glob("*.txt") if path.stem != "perft")
)
def test_a_golden_game_plays_as_written(name: str) -> None:
    head, *rows, last = (GOLDEN / f"{name}.txt").read_text("utf-8").splitlines()
    options = dict(pair.split("=") for pair in head.split())
    state = GAME.start(int(options["seats"]), pits_count=options["pits_count"] == "true")
    for row in rows:
        ply, drawn = row.split("\t")
        state = follow(state, ply)
        assert str(state) == drawn
    outcome = ended(state)
    assert last == f"= {','.join(map(str, outcome.winners))} {outcome.reason}"
