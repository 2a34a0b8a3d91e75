"""What Super Seven says to the people at the table."""

from collections.abc import Sequence
from functools import partial

from tabletop.engine.game import Option, Rule
from tabletop.engine.saying import paragraph
from tabletop.engine.text import Text, say

TITLE = say("super7.title", "Super Seven")
DESIGNER = "published by nickthecoder, after Super 3 (1978)"
BLURB = (
    say("super7.blurb.1", "Throw, fill the boxes,"),
    say("super7.blurb.2", "win three in a line."),
)
SEAT_NAMES = (say("super7.seat.0", "Blue"), say("super7.seat.1", "Red"))
OPTIONS = (
    Option(
        key="strict_middle",
        default=False,
        choices=(False, True),
        label=say("super7.option.strict_middle", "Middle squares for a 7 only"),
        names=(
            say("super7.option.strict_middle.false", "No: a 2 and a 12 reach them too"),
            say("super7.option.strict_middle.true", "Yes: nothing but a 7"),
        ),
    ),
)

# The rules that refusals and plies refer to, by their numbers on the rules page.
BOARD, NUMBER, SEVEN, TWO, TWELVE, AGAIN, MUST, BOX, GAME_WON, STRICT, WRITING = (
    str(number) for number in range(1, 12)
)


_rule = partial(paragraph, "super7")


RULES: tuple[Rule, ...] = (
    _rule(
        BOARD,
        "The board",
        "Nine boxes, each with nine squares. Boxes and squares are numbered alike, row by row, "
        "from 3 at the top left to 11 at the bottom right. The middle square of a box, number 7, "
        "shows a star. Blue begins. In your turn, throw both dice and add them up: the sum says "
        "where your counter may go. Super Seven was published by nickthecoder, after the game "
        "Super 3 of 1978.",
    ),
    _rule(
        NUMBER,
        "3 to 6 and 8 to 11",
        "Fill an empty square with the number you threw, in any box; or any empty square of the "
        "box with that number. Middle squares are not for these throws.",
    ),
    _rule(
        SEVEN,
        "A seven",
        "Fill the empty middle square of any box, or any empty square of box 7.",
    ),
    _rule(TWO, "A two", "Fill any empty square you like, middle squares too."),
    _rule(
        TWELVE,
        "A twelve",
        "Pick any counter of the other side in a box that nobody has won yet, a middle one if you "
        "like, and put your own in its place.",
    ),
    _rule(
        AGAIN,
        "A throw that fits nowhere",
        "If no square fits your throw, throw again, and once more if need be. When the third "
        "throw fits nowhere either, you pass.",
    ),
    _rule(
        MUST,
        "A throw that fits",
        "If a square fits, your throw counts: you may not throw again, and you may not pass.",
    ),
    _rule(
        BOX,
        "Winning a box",
        "Three of your counters in a row, column or diagonal of a box win it, and so do five of "
        "them anywhere in it. All its nine squares become yours and the box is closed: nothing "
        "in it changes any more.",
    ),
    _rule(
        GAME_WON,
        "Winning the game",
        "Three boxes in a row, column or diagonal win the game at once. So do any five boxes. "
        "Nobody can ever draw.",
    ),
    _rule(
        STRICT,
        "Choice: strict middles",
        "If your table chooses so, only a 7 reaches a middle square: a 2 cannot fill one and a 12 "
        "cannot replace one. When nothing but middles is left for such a throw, it fits nowhere.",
    ),
    _rule(
        WRITING,
        "How it is written",
        "4+3 is a throw, the dice as they were read. 7.3 is a counter put into box 7, square 3, "
        "on an empty square or in place of another. pass is a pass.",
    ),
)


def boxes_in_words(boxes: Sequence[int]) -> str:
    """Boxes (0-8) as their labels in a list: ``3, 7 and 11``."""
    labels = [str(box + 3) for box in boxes]
    return ", ".join(labels[:-1]) + " and " + labels[-1]


def won_by_line(seat: int, boxes: Sequence[int]) -> Text:
    """The end of a game by three boxes in a line."""
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
        count=("five", "six", "seven", "eight", "nine")[len(boxes) - 5],
        boxes=boxes_in_words(boxes),
    )
