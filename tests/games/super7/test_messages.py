"""Super Seven: plies and positions as texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.engine.game import BadNotation
from tabletop.games.super7 import GAME
from tests.games.played_game import is_ply_or_complaint, legal
from tests.games.super7.boards import BLUE, EMPTY, RED, complaint, ply_complaint, text


@pytest.mark.parametrize("ply", ["1+1", "6+6", "4+3", "3.3", "7.7", "11.11", "3.10", "pass"])
def test_a_ply_reads_back_as_it_was_written(ply: str) -> None:
    assert str(GAME.read_move(ply)) == ply


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ("", "“” is no ply"),
        ("e4", "“e4” is no ply: write a roll as 4+3"),
        ("Pass", "“Pass” is no ply"),
        ("7+1", "“7+1” is no roll"),
        ("0+1", "“0+1” is no roll"),
        ("4+3\n", "is no roll"),
        ("4 + 3", "“4 + 3” is no roll"),
        ("\u0664+3", "is no roll"),
        ("2.3", "before the point stands “2”"),
        ("12.3", "before the point stands “12”"),
        ("7.03", "after the point stands “03”"),
        ("7.12", "after the point stands “12”"),
        ("7.", "after the point stands “”"),
        ("7.3 ", "after the point stands “3 ”"),
        ("7.\u0663", "after the point stands"),
        ("7.3.3", "after the point stands “3.3”"),
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
        (EMPTY + " B - 0", "nine boxes with slashes between them; here are 1"),
        (EMPTY + "/" + text("B - 0"), "here are 10"),
        (text("B - 0", box6="... ..b ..."), "Box 6, square 8: “b” is neither"),
        (text("G - 0"), "The side to move is B or R, not “G”"),
        (text("BR - 0"), "The side to move is B or R, not “BR”"),
        (text("B 7+1 1"), "not “7+1”"),
        (text("B \u0664+3 1"), "The dice are “-” before a roll"),
        (text("B  1"), "The dice are “-” before a roll"),
        (text("B - 4"), "number of rolls, 0 to 3, not “4”"),
        (text("B - 00"), "number of rolls, 0 to 3, not “00”"),
        (text("B - +1"), "number of rolls, 0 to 3, not “+1”"),
        (text("B - \u0661"), "number of rolls, 0 to 3"),
        (text("B - 0\n"), "number of rolls, 0 to 3"),
        (text("B - 3"), "After three rolls the dice stay on the table"),
        (text("B 4+3 0"), "so there were one to three rolls, not 0"),
        (text("B 6+6 1"), "The dice 6+6 fit no square, so after roll 1"),
        (text("B 6+6 2"), "The dice 6+6 fit no square, so after roll 2"),
        (text("B - 0", box3="BBB ... ..."), "Box 3 has a line of three B"),
        (text("B - 0", box9="R.. .R. BBR"), "Box 9 has a line of three R"),
        (text("B - 0", box8="BB. ..B BB."), "Box 8 has five or more B"),
        (text("B - 0", box8="BBR RRB BBR"), "Box 8 has five or more B"),
        (
            text("B - 0", box3=BLUE, box4=BLUE, box5=BLUE, box6=RED, box7=RED, box8=RED),
            "Blue and Red have both won",
        ),
        (text("B - 0" * 50), "four parts"),
        (text("X" * 50 + " - 0"), "not “" + "X" * 20 + "...”"),
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
    is_ply_or_complaint(GAME, scribble)


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
