"""What Trelawney's Glory says: its rules page, its seats and its options."""

from typing import Final

from tabletop.engine.game import Option, Rule
from tabletop.engine.text import Text, say

# NOTE for translators: a proper name; it stays as it is.
TITLE: Final = say("trelawney.title", "Trelawney’s Glory")
BLURB: Final = (
    # NOTE for translators: two short lines on the menu, one below the other.
    say("trelawney.blurb.do", "Lay, shove and drag."),
    say("trelawney.blurb.win", "Five in a line wins."),
)
# NOTE for translators: the goal of the game in one sentence, told before anything else.
GOAL: Final = say("trelawney.goal", "Lay, shove and drag. Be the first with five in a line.")
# NOTE for translators: what a side is called: "Black laid on c3".
SEAT_NAMES: Final = (say("trelawney.seat.black", "Black"), say("trelawney.seat.white", "White"))
# NOTE for translators: what lies on a square, read out by phones: "c3, black stone".
PIECE_NAMES: Final = {
    "B": say("trelawney.piece_name.B", "black stone"),
    "W": say("trelawney.piece_name.W", "white stone"),
}

OPTIONS: Final = (
    Option(
        "intersections",
        default=False,
        choices=(False, True),
        label=say("trelawney.option.intersections", "Board"),
        names=(
            say("trelawney.option.squares", "6 × 6 squares"),
            say("trelawney.option.points", "7 × 7 points"),
        ),
    ),
    Option(
        "declare",
        default=False,
        choices=(False, True),
        label=say("trelawney.option.declare", "Five wins"),
        names=(
            # NOTE for translators: answers to "A five wins".
            say("trelawney.option.seen", "Immediately"),
            say("trelawney.option.called", "When called"),
        ),
    ),
)

LAY_RULE: Final = "1"
FIRST_RULE: Final = "2"
SHOVE_RULE: Final = "3"
DRAG_RULE: Final = "4"
WHOM_RULE: Final = "5"
OUT_RULE: Final = "6"
END_RULE: Final = "7"
DELAY_RULE: Final = "8"
FULL_RULE: Final = "9"
POINTS_RULE: Final = "10"
CALL_RULE: Final = "11"
NOTATION_RULE: Final = "12"


RULES: Final[tuple[Rule, ...]] = (
    Rule(
        "1",
        say("trelawney.rule.1.title", "Laying"),
        say(
            "trelawney.rule.1.body",
            "Black begins. In turn, lay one stone of your colour on an empty square of the "
            "board, never off it. Stones never run out. Once laid, a stone only moves by a shove "
            "or a drag.",
        ),
    ),
    Rule(
        "2",
        say("trelawney.rule.2.title", "The first two stones"),
        say(
            "trelawney.rule.2.body",
            "Black’s first stone goes anywhere. White’s first stone goes next to it, in "
            "any of the eight directions, and may already shove or drag it.",
        ),
    ),
    Rule(
        "3",
        say("trelawney.rule.3.title", "Shove"),
        say(
            "trelawney.rule.3.body",
            "The stone just laid may push an enemy stone next to it. Both move one square straight "
            "on, the enemy stone into a vacant place and yours into the square it left. Then lay a "
            "second stone where your first one was laid.",
        ),
    ),
    Rule(
        "4",
        say("trelawney.rule.4.title", "Drag"),
        say(
            "trelawney.rule.4.body",
            "Or it may pull that enemy stone. Yours takes one step straight back into a vacant "
            "place, and the enemy stone follows into the square where yours was laid. Then lay a "
            "second stone on the square that the enemy stone left.",
        ),
    ),
    Rule(
        "5",
        say("trelawney.rule.5.title", "Who moves whom"),
        say(
            "trelawney.rule.5.body",
            "Only the stone just laid shoves or drags, only once, and only an enemy "
            "stone next to it, never one of your own. You don’t have to. You can look at "
            "both ways before you choose one, or neither.",
        ),
    ),
    Rule(
        "6",
        say("trelawney.rule.6.title", "Off the board"),
        say(
            "trelawney.rule.6.body",
            "A stone may be shoved or dragged over the edge, yours included. It comes to lie just "
            "outside and is out: it never moves again, counts in no line, and blocks its place for "
            "any other stone.",
        ),
    ),
    Rule(
        "7",
        say("trelawney.rule.7.title", "Five in a line wins"),
        say(
            "trelawney.rule.7.body",
            "Five or more of your stones on the board in one unbroken straight line, in a row, a "
            "column or a diagonal, win. If the first stone of your turn makes the line, you win at "
            "once and nothing moves any more.",
        ),
    ),
    Rule(
        "8",
        say("trelawney.rule.8.title", "The delay"),
        say(
            "trelawney.rule.8.body",
            "Lines are looked for again when two stones have moved and the second is "
            "not yet laid. A line of either side ends the game at that moment, so "
            "beware of shoving the enemy into a five. If both sides have one, yours "
            "wins.",
        ),
    ),
    Rule(
        "9",
        say("trelawney.rule.9.title", "A full board"),
        say(
            "trelawney.rule.9.body",
            "If every square is taken at the end of a turn and nobody has won, the game is a draw. "
            "Stones off the board do not matter for this.",
        ),
    ),
    Rule(
        "10",
        say("trelawney.rule.10.title", "Option: on the intersections"),
        say(
            "trelawney.rule.10.body",
            "Play on seven by seven points. Stones are shoved and dragged along the "
            "lines of the board, never diagonally. Diagonal fives still win, and White’s "
            "first stone may still be diagonal to Black’s.",
        ),
    ),
    Rule(
        "11",
        say("trelawney.rule.11.title", "Option: called fives"),
        say(
            "trelawney.rule.11.body",
            "A line wins only when its owner calls it, with the button, while it stands. The "
            "table waits a moment after the first stone, after the move and after the second "
            "stone. A wrong call costs nothing, the earlier of two right ones wins, and a full "
            "board is a draw.",
        ),
    ),
    Rule(
        "12",
        say("trelawney.rule.12.title", "Writing and touching a turn"),
        say(
            "trelawney.rule.12.body",
            "c3 lays on c3; c3>d4 lays on c3 and shoves the stone on d4; c3<d4 lays on c3 and "
            "drags it. On the table touch c3, then lay; or c3, d4, then shove or drag.",
        ),
    ),
)


def out_name(square: str) -> Text:
    # NOTE for translators: what a place beside the board is called when phones read it out.
    return say("trelawney.place.out", "off the board, by {square}", square=square)


def line_reason(many: int, winner: int) -> Text:
    """The sentence for a line that its maker wins with."""
    return say(
        "trelawney.end.five",
        "{many} in a line for {winner}.",
        many=_LONG[many],
        winner=SEAT_NAMES[winner],
    )


def given_line_reason(many: int, winner: int) -> Text:
    """The sentence for a line that the other side's move made."""
    return say(
        "trelawney.end.given",
        "{many} in a line for {winner}: {loser} moved the stones there.",
        many=_LONG[many],
        winner=SEAT_NAMES[winner],
        loser=SEAT_NAMES[1 - winner],
    )


FULL: Final = say("trelawney.end.full", "The board is full, and nobody has five in a line.")
UNCALLED: Final = say("trelawney.end.uncalled", "The board is full, and nobody called a five.")

_LONG: Final = {
    # NOTE for translators: begins a sentence: "Five in a line for Black."
    5: say("trelawney.five", "Five"),
    6: say("trelawney.six", "Six"),
    7: say("trelawney.seven", "Seven"),
}
