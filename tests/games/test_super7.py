"""Super Seven: the worked positions, the rulings, the option, and every refusal."""

import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tabletop.games.super7 as folder
from tabletop.engine.kernel import PLY
from tabletop.engine.state import CHANCE, BadNotation
from tabletop.games.super7 import GAME, kernel
from tabletop.games.super7.rules import State
from tabletop.games.super7.spelling import effects, lines, pieces, spell

EMPTY = "." * 9
BLUE = "B" * 9
RED = "R" * 9
GOLDEN = Path(folder.__file__).parent / "golden"


def text(rest: str, **boxes: str) -> str:
    """A position text from the boxes that are not empty: ``box7="B.. ... ..R"``."""
    drawn = [boxes.get(f"box{label}", EMPTY).replace(" ", "") for label in range(3, 12)]
    return "/".join(drawn) + " " + rest


def position(rest: str, **boxes: str) -> State:
    state: State = GAME.read_state(text(rest, **boxes))
    return state


def strict_position(rest: str, **boxes: str) -> State:
    state: State = GAME.read_state(text(rest, **boxes), 2, strict_middle=True)
    return state


def after(*plies: str, strict: bool = False) -> State:
    """The position after some plies from the start, each of them checked."""
    return follow(GAME.start(2, strict_middle=strict), *plies)


def follow(state: State, *plies: str) -> State:
    for ply in plies:
        move = GAME.read_move(ply)
        assert move in state.moves(), ply
        state = state.play(move)
    return state


def legal(state: State) -> set[str]:
    return {str(move) for move in state.moves()}


def middles(*labels: int) -> set[str]:
    return {f"{label}.7" for label in labels or range(3, 12)}


def refused(state: State, ply: str) -> tuple[str, str]:
    refusal = GAME.why_not(state, ply)
    assert refusal is not None
    return refusal.rule, str(refusal.reason)


def touched(state: State, *spots: str) -> tuple[str, str]:
    refusal = GAME.why_touch(state, spots)
    assert refusal is not None
    return refusal.rule, str(refusal.reason)


def complaint(bad: str) -> str:
    with pytest.raises(BadNotation) as caught:
        GAME.read_state(bad)
    return str(caught.value)


def ply_complaint(bad: str) -> str:
    with pytest.raises(BadNotation) as caught:
        GAME.read_move(bad)
    return str(caught.value)


# The start and the throw


def test_the_start_reads_as_on_the_rules_page() -> None:
    assert str(GAME.start()) == text("B - 0")


def test_the_dice_decide_before_each_throw_in_36_ways_in_order() -> None:
    start = GAME.start()
    assert start.turn == CHANCE
    assert GAME.acting(start) == 0
    assert [str(move) for move in start.moves()] == [
        f"{first}+{second}" for first in range(1, 7) for second in range(1, 7)
    ]


def test_the_same_sum_the_other_way_round_is_another_ply() -> None:
    assert str(after("4+3")) == text("B 4+3 1")
    assert str(after("3+4")) == text("B 3+4 1")
    assert after("4+3") != after("3+4")


def test_a_three_has_16_squares_on_the_empty_board() -> None:
    assert legal(after("1+2")) == {f"{box}.3" for box in range(3, 12)} | {
        f"3.{square}" for square in (3, 4, 5, 6, 8, 9, 10, 11)
    }


def test_a_seven_has_17_squares_on_the_empty_board() -> None:
    seven = after("3+4")
    assert len(seven.moves()) == 17
    assert legal(seven) == middles() | {f"7.{square}" for square in range(3, 12)}


def test_a_two_has_all_81_squares_on_the_empty_board() -> None:
    assert len(after("1+1").moves()) == 81


def test_a_twelve_on_the_empty_board_fits_nowhere_and_is_thrown_again() -> None:
    again = after("6+6")
    assert str(again) == text("B - 1")
    assert again.turn == CHANCE
    assert GAME.acting(again) == 0


def test_the_squares_come_in_reading_order() -> None:
    assert [str(move) for move in after("2+2").moves()][:4] == ["3.4", "4.3", "4.4", "4.5"]


@pytest.mark.parametrize(
    ("strict", "counts"), [(False, (36, 667, 23383)), (True, (36, 658, 23050))]
)
def test_plies_one_two_and_three_deep(strict: bool, counts: tuple[int, ...]) -> None:
    level = [GAME.start(2, strict_middle=strict)]
    for count in counts[:-1]:
        level = [state.play(move) for state in level for move in state.moves()]
        assert len(level) == count
    assert sum(len(state.moves()) for state in level) == counts[-1]


# No square for the throw


def test_three_throws_without_a_square_leave_only_the_pass() -> None:
    stuck = after("6+6", "6+6", "6+6")
    assert str(stuck) == text("B 6+6 3")
    assert stuck.turn == 0
    assert legal(stuck) == {"pass"}
    assert str(follow(stuck, "pass")) == text("R - 0")


def test_a_second_or_third_throw_with_a_square_counts() -> None:
    assert str(after("6+6", "3+4")) == text("B 3+4 2")
    third = after("6+6", "6+6", "3+4")
    assert str(third) == text("B 3+4 3")
    assert len(third.moves()) == 17
    assert str(follow(third, "7.7")) == text("R - 0", box7="... .B. ...")


def test_an_ordinary_number_can_run_out_of_squares() -> None:
    full = {f"box{label}": "BB. ... ..." for label in range(4, 12)}
    at_hand = position("R - 0", box3=BLUE, **full)
    assert str(follow(at_hand, "1+2")) == text("R - 1", box3=BLUE, **full)


def test_a_seven_with_all_middles_and_box_7_taken_is_thrown_again() -> None:
    filled = {f"box{label}": "... .R. ..." for label in (3, 4, 5, 6, 8, 9, 10, 11)}
    at_hand = position("B - 0", box7=RED, **filled)
    assert str(follow(at_hand, "6+1")) == text("B - 1", box7=RED, **filled)


# Two and twelve


def test_a_two_fills_middles_too() -> None:
    assert "5.7" in legal(after("1+1"))


def test_a_twelve_replaces_enemy_counters_in_open_boxes_only() -> None:
    state = position("B 6+6 1", box3=RED, box4="R.. .R. ..B")
    assert legal(state) == {"4.3", "4.7"}
    assert str(follow(state, "4.3")) == text("R - 0", box3=RED, box4="B.. .R. ..B")


def test_a_twelve_can_win_a_box_by_a_line() -> None:
    state = position("B 6+6 1", box4="BRB B.. .R.")
    assert str(follow(state, "4.4")) == text("R - 0", box4=BLUE)


def test_a_twelve_can_win_a_box_by_five_and_with_it_the_game() -> None:
    state = position("R 6+6 2", box3=RED, box4="RRB BBR R.B", box5=RED)
    won = follow(state, "4.7")
    assert str(won) == text("B - 0", box3=RED, box4=RED, box5=RED)
    outcome = won.outcome()
    assert outcome is not None
    assert outcome.winners == (1,)


def test_with_strict_middles_a_two_and_a_twelve_leave_middles_alone() -> None:
    two = after("1+1", strict=True)
    assert len(two.moves()) == 72
    assert not legal(two) & middles()
    twelve = strict_position("R 6+6 1", box3="B.. .B. ...")
    assert legal(twelve) == {"3.3"}


def test_with_strict_middles_a_seven_still_fills_them() -> None:
    assert len(after("5+2", strict=True).moves()) == 17


def test_with_strict_middles_only_middles_left_means_no_square() -> None:
    boxes = {"box8": "... .B. ..."}
    assert str(follow(strict_position("R - 2", **boxes), "6+6")) == text("R 6+6 3", **boxes)
    assert legal(strict_position("R 6+6 3", **boxes)) == {"pass"}
    ring = {f"box{label}": BLUE if label in (3, 4, 8, 9) else RED for label in range(3, 11)}
    almost = {**ring, "box11": "BRB R.R BRB"}
    assert str(follow(strict_position("B - 0", **almost), "1+1")) == text("B - 1", **almost)
    assert legal(follow(position("B - 0", **almost), "1+1")) == {"11.7"}


# Boxes


@pytest.mark.parametrize(
    ("box", "square"),
    [
        ("BB. ... ...", 5),
        ("... B.B ...", 7),
        ("... ... .BB", 9),
        ("B.. B.. ...", 9),
        (".B. ... .B.", 7),
        ("... ..B ..B", 5),
        ("B.. .B. ...", 11),
        ("..B .B. ...", 9),
    ],
)
def test_each_line_of_three_wins_a_box(box: str, square: int) -> None:
    throw = "3+4" if square == 7 else "1+1"
    won = follow(position("B - 0", box7=box, box3="R.. ... ..."), throw, f"7.{square}")
    assert str(won) == text("R - 0", box7=BLUE, box3="R.. ... ...")


def test_five_counters_without_a_line_win_a_box() -> None:
    state = position("B 1+1 1", box9="BB. RRB B..")
    assert str(follow(state, "9.11")) == text("R - 0", box9=BLUE)


def test_four_counters_without_a_line_do_not_win_a_box() -> None:
    state = position("B 1+1 1", box9="BB. RRB ...")
    assert str(follow(state, "9.9")) == text("R - 0", box9="BB. RRB B..")


def test_nothing_is_placed_or_replaced_in_a_closed_box() -> None:
    for throw in ("1+1", "6+6", "3+4", "1+2"):
        state = position("R - 0", box3=BLUE, box7=BLUE, box4="B.. ... ...")
        assert not any(ply.startswith(("3.", "7.")) for ply in legal(follow(state, throw)))


# The end


def test_three_boxes_in_a_line_win_and_the_turn_passes() -> None:
    state = position("B 1+1 1", box3=BLUE, box7=BLUE, box11="BB. RR. ...", box4=RED)
    won = follow(state, "11.5")
    assert str(won) == text("R - 0", box3=BLUE, box7=BLUE, box11=BLUE, box4=RED)
    outcome = won.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)
    assert outcome.reason == "Blue has three boxes in a line: 3, 7 and 11."
    assert won.moves() == []
    assert len(lines(won)) == 1
    assert lines(won)[0] == tuple(
        f"{box}.{square}" for box in (3, 7, 11) for square in range(3, 12)
    )


def test_five_boxes_win_without_a_line() -> None:
    state = position(
        "R 5+6 1", box3=RED, box4=RED, box8=RED, box9=RED, box5=BLUE, box11="... ... RR."
    )
    won = follow(state, "11.11")
    outcome = won.outcome()
    assert outcome is not None
    assert outcome.winners == (1,)
    assert outcome.reason == "Red has five boxes: 3, 4, 8, 9 and 11."
    assert len(lines(won)) == 1
    assert len(lines(won)[0]) == 45


def test_two_lines_at_once_are_both_shown() -> None:
    won = position("R - 0", box3=BLUE, box4=BLUE, box5=BLUE, box6=BLUE, box9=BLUE)
    assert [len(line) for line in lines(won)] == [27, 27]


def test_a_text_that_is_already_decided_has_its_outcome() -> None:
    for rest in ("B - 0", "R - 2", "R 1+1 1", "B 6+6 3"):
        won = position(rest, box3=RED, box4=RED, box5=RED)
        outcome = won.outcome()
        assert outcome is not None
        assert outcome.winners == (1,)
        assert won.moves() == []


def test_more_than_five_boxes_in_a_text_are_counted() -> None:
    six = {f"box{label}": RED for label in (4, 5, 6, 8, 9, 10)}
    outcome = position("B - 0", **six).outcome()
    assert outcome is not None
    assert outcome.reason == "Red has six boxes: 4, 5, 6, 8, 9 and 10."


def test_a_running_game_has_no_outcome_and_no_lines() -> None:
    state = position("B - 0", box3=BLUE, box4=BLUE, box8=BLUE, box10=BLUE, box5=RED)
    assert state.outcome() is None
    assert lines(state) == ()


# States as values


def test_the_number_of_plies_played_makes_no_other_position() -> None:
    played = after("6+6", "6+6", "6+6", "pass")
    read = position("R - 0")
    assert played.position[PLY] == 4
    assert played == read
    assert hash(played) == hash(read)
    assert played != strict_position("R - 0")
    assert played != str(played)


def test_playing_changes_nothing_behind_ones_back() -> None:
    state = after("1+1")
    state.play(state.moves()[0])
    assert state == after("1+1")
    assert pickle.loads(pickle.dumps(state)) == state


def test_a_random_ply_comes_from_the_legal_ones_at_both_ends_of_the_dice() -> None:
    scratch = [0] * kernel.SCRATCH
    for state in (GAME.start(), after("3+4"), after("6+6", "6+6", "6+6")):
        codes = [move.code for move in state.moves()]
        drawn = [kernel.random_move(list(state.position), x, scratch) for x in (0, 2**31 - 1)]
        assert drawn == [codes[0], codes[-1]]


# Refusals


def test_a_counter_before_the_throw_is_refused() -> None:
    words = "Throw the dice first: they say whether 7.3 is open to you"
    assert refused(GAME.start(), "7.3") == ("1", words)


def test_a_pass_before_the_throw_is_refused() -> None:
    words = "Throw the dice first: you pass only when a third throw fits no square"
    assert refused(GAME.start(), "pass") == ("6", words)


def test_a_second_throw_is_refused_while_the_first_fits() -> None:
    words = "The dice are thrown: 4+3 makes 7, and 3.7 fits, so this throw counts"
    assert refused(after("4+3"), "1+1") == ("7", words)


def test_a_pass_is_refused_while_a_square_fits() -> None:
    words = "You cannot pass: 4+3 fits a square, 3.7 for one"
    assert refused(after("4+3"), "pass") == ("7", words)


def test_after_three_throws_only_the_pass_is_left() -> None:
    stuck = after("6+6", "6+6", "6+6")
    words = "That was your third throw, and there is no fourth: all you can do is pass"
    assert refused(stuck, "1+1") == ("6", words)
    rule, words = refused(stuck, "7.3")
    assert rule == "6"
    assert words.startswith("6+6 fits no square, not even 7.3")


def test_a_closed_box_is_named_with_its_owner() -> None:
    state = position("B 1+2 1", box3=RED)
    assert refused(state, "3.3") == ("8", "Box 3 is closed: Red has won it")


@pytest.mark.parametrize(("throw", "rule"), [("1+1", "4"), ("1+2", "2"), ("3+4", "3")])
def test_a_taken_square_is_refused_by_the_rule_of_the_throw(throw: str, rule: str) -> None:
    state = follow(position("R - 0", box7="B.. ... ..."), throw)
    assert refused(state, "7.3") == (rule, "7.3 is taken: a counter of Blue lies there")


def test_a_wrong_number_is_refused() -> None:
    words = "An 8 fills a square numbered 8 or a square of box 8, and 3.4 is neither"
    assert refused(after("4+4"), "3.4") == ("2", words)


def test_a_middle_square_on_an_ordinary_number_is_refused() -> None:
    words = "3.7 is a middle square: it wants a 7 or a 2, not a 3"
    assert refused(after("1+2"), "3.7") == ("2", words)
    words = "3.7 is a middle square: it wants a 7, not a 3"
    assert refused(after("1+2", strict=True), "3.7") == ("2", words)


def test_a_seven_outside_middles_and_box_7_is_refused() -> None:
    words = "A 7 fills a middle square or a square of box 7, and 3.4 is neither"
    assert refused(after("4+3"), "3.4") == ("3", words)


def test_a_twelve_on_an_empty_square_is_refused() -> None:
    state = position("B 6+6 1", box3="R.. ... ...")
    words = "A 12 replaces one of Red's counters, and 3.4 is empty"
    assert refused(state, "3.4") == ("5", words)


def test_a_twelve_on_an_own_counter_is_refused() -> None:
    state = position("B 6+6 1", box3="RB. ... ...")
    words = "The counter on 3.4 is your own: a 12 replaces one of Red's"
    assert refused(state, "3.4") == ("5", words)


def test_strict_middles_are_refused_on_a_two_and_a_twelve() -> None:
    words = "3.7 is a middle square, and at this table only a 7 reaches those, not a "
    assert refused(after("1+1", strict=True), "3.7") == ("10", words + "2")
    state = strict_position("B 6+6 1", box3="R.. .R. ...")
    assert refused(state, "3.7") == ("10", words + "12")


def test_every_ply_is_refused_once_the_game_is_over() -> None:
    won = position("R - 0", box3=BLUE, box4=BLUE, box5=BLUE)
    words = "The game is over: Blue has three boxes in a line: 3, 4 and 5."
    assert refused(won, "1+1") == ("9", words)
    assert touched(won, "die:1") == ("9", words)


def test_what_is_no_ply_is_refused_by_the_rule_of_writing() -> None:
    assert refused(GAME.start(), "e4")[0] == "11"


def test_every_refusal_names_a_rule_of_the_page() -> None:
    assert [rule.number for rule in GAME.rules] == [str(n) for n in range(1, 12)]
    assert {GAME.notation_rule, GAME.end_rule} <= {rule.number for rule in GAME.rules}


# Touches


def test_a_throw_is_spelled_die_by_die() -> None:
    start = GAME.start()
    assert spell(start, GAME.read_move("4+3")) == (("die:4", "die:3"),)
    assert GAME.why_touch(start, ("die:4",)) is None


def test_a_counter_is_spelled_by_its_square_and_a_pass_by_the_word() -> None:
    assert spell(after("4+3"), GAME.read_move("7.3")) == (("7.3",),)
    stuck = after("6+6", "6+6", "6+6")
    assert spell(stuck, GAME.read_move("pass")) == (("pass",),)


def test_a_wrong_touch_is_explained() -> None:
    start, seven = GAME.start(), after("4+3")
    assert touched(start, "7.3") == refused(start, "7.3")
    assert touched(start, "pass") == refused(start, "pass")
    words = "Give the second die first: both dice are thrown"
    assert touched(start, "die:4", "7.3") == ("1", words)
    assert touched(seven, "3.4") == refused(seven, "3.4")
    assert touched(seven, "die:2") == refused(seven, "1+1")
    assert touched(seven, "pass") == refused(seven, "pass")
    words = "That is neither a square, nor a die, nor the pass"
    assert touched(seven, "stable") == ("11", words)
    assert touched(seven, "3.4", "7.3") == refused(seven, "3.4")
    words = "That was a whole ply already, before the last touch"
    assert touched(seven, "7.3", "7.4") == ("11", words)


# What one sees


def seen(state: State, ply: str) -> list[list[str]]:
    """The phases of a ply, each step as ``B:-:7.3`` (letter, from, to, new letter if any)."""
    return [
        [
            f"{step.piece}:{step.start or '-'}:{step.end or '-'}"
            + (f":{step.becomes}" if step.becomes else "")
            for step in phase
        ]
        for phase in effects(state, GAME.read_move(ply))
    ]


def test_pieces_are_letters_by_square() -> None:
    state = position("B - 0", box3="B.. ... ..R")
    assert dict(pieces(state)) == {"3.3": "B", "3.11": "R"}


def test_a_throw_and_a_pass_move_nothing() -> None:
    assert seen(GAME.start(), "4+3") == []
    assert seen(after("6+6", "6+6", "6+6"), "pass") == []


def test_a_counter_is_placed() -> None:
    assert seen(after("4+3"), "7.3") == [["B:-:7.3"]]


def test_a_replaced_counter_leaves_first() -> None:
    state = position("B 6+6 1", box3="R.. ... ...")
    assert seen(state, "3.3") == [["R:3.3:-"], ["B:-:3.3"]]


def test_a_won_box_turns_to_its_owner_last() -> None:
    state = position("B 6+6 1", box3="RBB R.. ...")
    assert seen(state, "3.3") == [
        ["R:3.3:-"],
        ["B:-:3.3"],
        ["R:3.6:3.6:B", "B:-:3.7", "B:-:3.8", "B:-:3.9", "B:-:3.10", "B:-:3.11"],
    ]


# Notation


@pytest.mark.parametrize("ply", ["1+1", "6+6", "4+3", "3.3", "7.7", "11.11", "3.10", "pass"])
def test_a_ply_reads_back_as_it_was_written(ply: str) -> None:
    assert str(GAME.read_move(ply)) == ply


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ("", "'' is no ply"),
        ("e4", "'e4' is no ply: write a throw as 4+3"),
        ("Pass", "'Pass' is no ply"),
        ("7+1", "'7+1' is no throw"),
        ("0+1", "'0+1' is no throw"),
        ("4+3\n", "is no throw"),
        ("4 + 3", "'4 + 3' is no throw"),
        ("\u0664+3", "is no throw"),
        ("2.3", "before the point stands '2'"),
        ("12.3", "before the point stands '12'"),
        ("7.03", "after the point stands '03'"),
        ("7.12", "after the point stands '12'"),
        ("7.", "after the point stands ''"),
        ("7.3 ", "after the point stands '3 '"),
        ("7.\u0663", "after the point stands"),
        ("7.3.3", "after the point stands '3.3'"),
    ],
)
def test_what_is_no_ply_is_complained_about(bad: str, words: str) -> None:
    assert words in ply_complaint(bad)


@pytest.mark.parametrize(
    "good",
    [
        text("B - 2"),
        text("R 1+1 3"),
        text("B 6+6 3"),
        text("B 6+6 1", box5="R.. ... ..."),
        text("R - 0", box3="BRB R.R BRB"),
        text("R 4+3 1", box3=BLUE, box4=BLUE, box5=BLUE, box6=RED),
    ],
)
def test_a_position_reads_back_as_it_was_written(good: str) -> None:
    assert str(GAME.read_state(good)) == good


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ("", "four parts with one blank between them"),
        (text("B - 0 "), "here are 5"),
        (text("B  - 0"), "here are 5"),
        (text("B -"), "here are 3"),
        (text("B - 0")[1:], "Box 3 has nine squares; here are 8"),
        (text("B - 0", box11="." * 10), "Box 11 has nine squares; here are 10"),
        (EMPTY + " B - 0", "nine boxes with strokes between them; here are 1"),
        (EMPTY + "/" + text("B - 0"), "here are 10"),
        (text("B - 0", box6="... ..b ..."), "Box 6, square 8: 'b' is neither"),
        (text("G - 0"), "The side to move is B or R, not 'G'"),
        (text("BR - 0"), "The side to move is B or R, not 'BR'"),
        (text("B 7+1 1"), "not '7+1'"),
        (text("B \u0664+3 1"), "The dice are '-' before a throw"),
        (text("B  1"), "The dice are '-' before a throw"),
        (text("B - 4"), "number of throws, 0 to 3, not '4'"),
        (text("B - 00"), "number of throws, 0 to 3, not '00'"),
        (text("B - +1"), "number of throws, 0 to 3, not '+1'"),
        (text("B - \u0661"), "number of throws, 0 to 3"),
        (text("B - 0\n"), "number of throws, 0 to 3"),
        (text("B - 3"), "After three throws the dice stay on the table"),
        (text("B 4+3 0"), "so there were one to three throws, not 0"),
        (text("B 6+6 1"), "The dice 6+6 fit no square, so after throw 1"),
        (text("B 6+6 2"), "The dice 6+6 fit no square, so after throw 2"),
        (text("B - 0", box3="BBB ... ..."), "Box 3 has a line of three B"),
        (text("B - 0", box9="R.. .R. BBR"), "Box 9 has a line of three R"),
        (text("B - 0", box8="BB. ..B BB."), "Box 8 has five or more B"),
        (text("B - 0", box8="BBR RRB BBR"), "Box 8 has five or more B"),
        (
            text("B - 0", box3=BLUE, box4=BLUE, box5=BLUE, box6=RED, box7=RED, box8=RED),
            "Blue and Red have both won",
        ),
        (text("B - 0" * 50), "four parts"),
        (text("X" * 50 + " - 0"), "not '" + "X" * 20 + "...'"),
    ],
)
def test_a_damaged_position_is_complained_about(bad: str, words: str) -> None:
    assert words in complaint(bad)


def test_with_strict_middles_dice_may_fit_nowhere_that_fit_otherwise() -> None:
    drawn = text("R 6+6 1", box3="... .B. ...")
    assert legal(GAME.read_state(drawn)) == {"3.7"}
    with pytest.raises(BadNotation, match="fit no square"):
        GAME.read_state(drawn, 2, strict_middle=True)


@given(st.text(alphabet="0123456789+.pas- \n\u0664", max_size=8))
def test_any_text_is_a_ply_or_a_complaint(scribble: str) -> None:
    try:
        move = GAME.read_move(scribble)
    except BadNotation:
        return
    assert str(move) == scribble


@given(
    st.lists(st.sampled_from([EMPTY, BLUE, RED, "BR.......", "....R....", "B.x"]), max_size=10),
    st.sampled_from(["B", "R", "", "b"]),
    st.sampled_from(["-", "4+3", "6+6", "1+1", "4+", "\u0661+1"]),
    st.sampled_from(["0", "1", "2", "3", "4", "", "\u00b2"]),
)
def test_any_text_is_a_position_or_a_complaint(
    boxes: list[str], side: str, dice: str, throws: str
) -> None:
    drawn = f"{'/'.join(boxes)} {side} {dice} {throws}"
    try:
        state = GAME.read_state(drawn)
    except BadNotation:
        return
    assert str(state) == drawn


# Golden play


@pytest.mark.parametrize("name", ["line", "five_boxes", "strict_middle"])
def test_a_golden_game_plays_as_written(name: str) -> None:
    head, *rows, last = (GOLDEN / f"{name}.txt").read_text("utf-8").splitlines()
    options = dict(pair.split("=") for pair in head.split())
    state = GAME.start(
        int(options["seats"]), strict_middle=options.get("strict_middle", "false") == "true"
    )
    for row in rows:
        ply, drawn = row.split("\t")
        state = follow(state, ply)
        assert str(state) == drawn
    outcome = state.outcome()
    assert outcome is not None
    assert last == f"= {outcome.winners[0]} {outcome.reason}"
