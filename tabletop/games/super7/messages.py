"""What Super Seven says to the people at the table."""

from collections.abc import Sequence

from tabletop.engine.game import Option, Rule
from tabletop.engine.text import Text, listed, say

# NOTE for translators: a proper name; it stays as it is.
TITLE = say("super7.title", "Super Seven")
DESIGNER = say("super7.designer", "Published by nickthecoder, after Super 3 (1978)")
BLURB = (
    # NOTE for translators: one sentence on two short lines of the menu.
    say("super7.blurb.1", "Roll, win boxes,"),
    say("super7.blurb.2", "three of them in a line."),
)
# NOTE for translators: the goal of the game, told before anything else.
GOAL = say("super7.goal", "Line up three to win a box, and three boxes to win.")
# NOTE for translators: what a side is called: "Blue won box 7", "one of Blue's counters".
SEAT_NAMES = (say("super7.seat.0", "Blue"), say("super7.seat.1", "Red"))
# NOTE for translators: what lies on a square, read out by phones: "box 7, square 3, blue counter".
PIECE_NAMES = {
    "B": say("super7.piece_name.B", "blue counter"),
    "R": say("super7.piece_name.R", "red counter"),
}
OPTIONS = (
    Option(
        key="strict_middle",
        default=False,
        choices=(False, True),
        label=say("super7.option.strict_middle", "Star squares"),
        names=(
            # NOTE for translators: answers to "Middle squares for a 7 only".
            say("super7.option.strict_middle.false", "2, 7 or 12"),
            say("super7.option.strict_middle.true", "7 only"),
        ),
    ),
)

# The rules that refusals and plies refer to, by their numbers on the rules page.
(
    BOARD_RULE,
    NUMBER_RULE,
    SEVEN_RULE,
    TWO_RULE,
    TWELVE_RULE,
    THROW_AGAIN_RULE,
    MUST_PLAY_RULE,
    BOX_RULE,
    END_RULE,
    STRICT_RULE,
    NOTATION_RULE,
) = (str(number) for number in range(1, 12))


RULES: tuple[Rule, ...] = (
    Rule(
        BOARD_RULE,
        say("super7.rule.1.title", "The board"),
        say(
            "super7.rule.1.body",
            "Nine boxes, each with nine squares. Boxes and squares are numbered alike, "
            "row by row, from 3 at the top left to 11 at the bottom right. The middle "
            "square of a box, number 7, shows a star. Blue begins. On your turn, roll "
            "both dice and add them up: the sum says where your counter may go. Super "
            "Seven was published by nickthecoder, after the game Super 3 of 1978.",
        ),
    ),
    Rule(
        NUMBER_RULE,
        say("super7.rule.2.title", "3 to 6 and 8 to 11"),
        say(
            "super7.rule.2.body",
            "Fill an empty square with the number you rolled, in any box; or any empty "
            "square of the box with that number. Stars stay closed to these rolls.",
        ),
    ),
    Rule(
        SEVEN_RULE,
        say("super7.rule.3.title", "A seven"),
        say(
            "super7.rule.3.body",
            "Fill the empty star of any box, or any empty square of box 7.",
        ),
    ),
    Rule(
        TWO_RULE,
        say("super7.rule.4.title", "A two"),
        say(
            "super7.rule.4.body",
            "Fill any empty square you like, stars too.",
        ),
    ),
    Rule(
        TWELVE_RULE,
        say("super7.rule.5.title", "A twelve"),
        say(
            "super7.rule.5.body",
            "Replace any counter of the other side with your own, on a star too, in a "
            "box that nobody has won yet.",
        ),
    ),
    Rule(
        THROW_AGAIN_RULE,
        say("super7.rule.6.title", "A roll that doesn’t fit"),
        say(
            "super7.rule.6.body",
            "If no square fits your roll, roll again, and once more if need be. If the "
            "third roll doesn’t fit either, you pass.",
        ),
    ),
    Rule(
        MUST_PLAY_RULE,
        say("super7.rule.7.title", "A roll that fits"),
        say(
            "super7.rule.7.body",
            "If a square fits, your roll counts: you can’t roll again, and you can’t pass.",
        ),
    ),
    Rule(
        BOX_RULE,
        say("super7.rule.8.title", "Winning a box"),
        say(
            "super7.rule.8.body",
            "Three of your counters in a row, column or diagonal of a box win it, and so do five "
            "of them anywhere in it. All its nine squares become yours and the box is closed: "
            "nothing in it changes any more.",
        ),
    ),
    Rule(
        END_RULE,
        say("super7.rule.9.title", "Winning the game"),
        say(
            "super7.rule.9.body",
            "Three boxes in a row, column or diagonal win the game at once. So do any "
            "five boxes. There is no draw.",
        ),
    ),
    Rule(
        STRICT_RULE,
        say("super7.rule.10.title", "Option: stars for a 7 only"),
        say(
            "super7.rule.10.body",
            "If your table chooses this, only a 7 fits a star: a 2 can’t fill one and a "
            "12 can’t replace one. If only stars are left for such a roll, it doesn’t "
            "fit.",
        ),
    ),
    Rule(
        NOTATION_RULE,
        say("super7.rule.11.title", "How it is written"),
        say(
            "super7.rule.11.body",
            "4+3 is a roll, the dice as they were read. 7.3 is a counter put into box 7, "
            "square 3, on an empty square or in place of another. pass is a pass.",
        ),
    ),
)


def place_name(box: int, square: int) -> Text:
    # NOTE for translators: what a square is called when phones read it out.
    return say("super7.place", "box {box}, square {square}", box=box, square=square)


def boxes_in_words(boxes: Sequence[int]) -> Text:
    """Boxes (0-8) as their labels in a list: ``3, 7 and 11``."""
    return listed(str(box + 3) for box in boxes)


def a_throw(total: int) -> Text:
    """A sum with its article: ``a 7``, ``an 8``, ``an 11``."""
    if total in (8, 11):
        # NOTE for translators: as "super7.throw.a", but before 8 and 11, where English says "an".
        return say("super7.throw.an", "an {total}", total=total)
    # NOTE for translators: the sum of two dice, in "it wants a 7, not a 4".
    return say("super7.throw.a", "a {total}", total=total)


def a_throw_first(total: int) -> Text:
    """The same at the beginning of a sentence: ``A 7``, ``An 8``, ``An 11``."""
    if total in (8, 11):
        # NOTE for translators: as "super7.throw.first.a", but before 8 and 11.
        return say("super7.throw.first.an", "An {total}", total=total)
    # NOTE for translators: begins a sentence, as in "A 4: touch a lit square in box 4".
    return say("super7.throw.first.a", "A {total}", total=total)


# NOTE for translators: how many boxes, in "Blue has five boxes: 3, 4, 5, 7 and 9."
_COUNT_WORDS = {
    5: say("super7.boxes.5", "five"),
    6: say("super7.boxes.6", "six"),
    7: say("super7.boxes.7", "seven"),
    8: say("super7.boxes.8", "eight"),
    9: say("super7.boxes.9", "nine"),
}


def won_by_line(seat: int, boxes: Sequence[int]) -> Text:
    return say(
        "super7.end.line",
        "{who} has three boxes in a line: {boxes}.",
        who=SEAT_NAMES[seat],
        boxes=boxes_in_words(boxes),
    )


def won_by_five(seat: int, boxes: Sequence[int]) -> Text:
    """The end of a game by five boxes (a position that was set up may have more)."""
    return say(
        "super7.end.five",
        "{who} has {count} boxes: {boxes}.",
        who=SEAT_NAMES[seat],
        count=_COUNT_WORDS[len(boxes)],
        boxes=boxes_in_words(boxes),
    )
