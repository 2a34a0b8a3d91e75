"""What Shoo says to the people at the table."""

from tabletop.engine.game import Option, Rule, Seat
from tabletop.engine.text import Text, say

# NOTE for translators: a proper name; it stays as it is.
TITLE = say("shoo.title", "Shoo")
DESIGNER = say("shoo.designer", "By David Andrew, Justin Kalef and Chris Kidd, 1999")
BLURB = (
    # NOTE for translators: one sentence on two short lines of the menu.
    say("shoo.blurb.1", "Walk, ride, shoo rivals,"),
    say("shoo.blurb.2", "fill the far corner."),
)
# NOTE for translators: the goal of the game in one sentence, told before anything else.
GOAL = say("shoo.goal", "Get all nine travellers to the far corner first.")
# NOTE for translators: what a side is called: "White rode to c3", "the rider of White".
SEAT_NAMES = (say("shoo.seat.0", "White"), say("shoo.seat.1", "Black"))
# NOTE for translators: what stands on a square, read out by phones: "c3, white traveller".
PIECE_NAMES = {
    "w": say("shoo.piece_name.w", "white traveller"),
    "b": say("shoo.piece_name.b", "black traveller"),
    "W": say("shoo.piece_name.W", "white rider"),
    "B": say("shoo.piece_name.B", "black rider"),
    "h": say("shoo.piece_name.h", "free horse"),
}

HUSHES = ("refuse", "lose-move", "stable")
"""The choices of the option `hush`, in the order of the kernel's numbers."""

OPTIONS = (
    Option(
        key="horses",
        default=9,
        choices=(9, 7),
        label=say("shoo.option.horses", "Horses"),
        names=(
            say("shoo.option.horses.9", "9: four and five"),
            say("shoo.option.horses.7", "7: three and four"),
        ),
    ),
    Option(
        key="ply_limit",
        default=400,
        choices=(200, 400, 800),
        label=say("shoo.option.ply_limit", "Draw after (turns)"),
    ),
    Option(
        key="hush",
        default="refuse",
        choices=HUSHES,
        label=say("shoo.option.hush", "Stepping next to two enemies"),
        names=(
            say("shoo.option.hush.refuse", "Not allowed"),
            say("shoo.option.hush.lose-move", "Costs the turn"),
            say("shoo.option.hush.stable", "Sends the traveller to the stable"),
        ),
    ),
    Option(
        key="leave_home",
        default=False,
        choices=(False, True),
        label=say("shoo.option.leave_home", "Travellers may leave the goal"),
        names=(
            say("shoo.option.leave_home.false", "No, they stay"),
            say("shoo.option.leave_home.true", "Yes"),
        ),
    ),
)

# The rules that refusals refer to, by their numbers on the rules page.
(
    BOARD_RULE,
    END_RULE,
    TURN_RULE,
    WALKING_RULE,
    RIDING_RULE,
    HORSES_RULE,
    CAPTURING_RULE,
    SHOOING_RULE,
    DEALING_RULE,
    HUSH_RULE,
    LEAVING_RULE,
    NOTATION_RULE,
) = (str(number) for number in range(1, 13))


RULES: tuple[Rule, ...] = (
    Rule(
        BOARD_RULE,
        say("shoo.rule.1.title", "The board"),
        say(
            "shoo.rule.1.body",
            "Nine by nine squares. White’s nine travelers start in their home base, the "
            "lower right corner, Black’s in theirs, the upper left one. Horses belong to "
            "nobody: four wait in White’s stable, five in Black’s (three and four, if "
            "you choose to play with seven). White begins. Adjacent means the eight "
            "squares around. Shoo is by David Andrew, Justin Kalef and Chris Kidd, 1999.",
        ),
    ),
    Rule(
        END_RULE,
        say("shoo.rule.2.title", "The goal"),
        say(
            "shoo.rule.2.body",
            "Your goal is the other side’s home base. Fill all nine of its squares with "
            "your travelers and you win, whoever has just moved. If the same position "
            "comes up for the third time, or the agreed number of turns is played, the "
            "game is a draw.",
        ),
    ),
    Rule(
        TURN_RULE,
        say("shoo.rule.3.title", "One action per turn"),
        say(
            "shoo.rule.3.body",
            "Step, mount, ride, dismount, capture, or do something with a horse: one of these. If "
            "a traveler of yours is shooed, you deal with that instead. Pass only when nothing "
            "else is possible; then you must.",
        ),
    ),
    Rule(
        WALKING_RULE,
        say("shoo.rule.4.title", "On foot"),
        say(
            "shoo.rule.4.body",
            "A traveler on foot steps to an adjacent square that is empty and not "
            "shooed. Once inside the goal it stays there: it may step about within, but "
            "not out, nor mount or capture.",
        ),
    ),
    Rule(
        RIDING_RULE,
        say("shoo.rule.5.title", "On horseback"),
        say(
            "shoo.rule.5.body",
            "Step onto an adjacent free horse to mount it; that is your turn. A rider "
            "slides over empty squares, as far as you like, along a row, a column or a "
            "diagonal. No horse ever goes into or across a home base. To dismount, step "
            "to an adjacent square that is empty and not shooed; the horse stays behind, "
            "free at once.",
        ),
    ),
    Rule(
        HORSES_RULE,
        say("shoo.rule.6.title", "Free horses"),
        say(
            "shoo.rule.6.body",
            "A horse without a rider is free. Drop one from your stable onto an empty "
            "square outside both bases; or move a free horse, which slides like a rider; "
            "or hold it, and leave it where it is. A horse you dropped, moved or held is "
            "reserved for you: in the next turn the other side can’t use it. A free "
            "horse with one of your travelers beside it can also be retired: it is gone "
            "for good.",
        ),
    ),
    Rule(
        CAPTURING_RULE,
        say("shoo.rule.7.title", "Capturing a horse"),
        say(
            "shoo.rule.7.body",
            "A traveler on foot beside an enemy rider takes its horse: put the rider on "
            "any empty square beside the horse, and mount. You may ride on at once. "
            "Without an empty square there is no capture, and riders can’t capture.",
        ),
    ),
    Rule(
        SHOOING_RULE,
        say("shoo.rule.8.title", "Shooing"),
        say(
            "shoo.rule.8.body",
            "A square with two or more enemy travelers beside it, on foot or mounted, is "
            "shooed: you can’t step or dismount there, and a traveler on foot who stands "
            "there is shooed. Riders never are, nor is anyone inside the goal.",
        ),
    ),
    Rule(
        DEALING_RULE,
        say("shoo.rule.9.title", "When you are shooed"),
        say(
            "shoo.rule.9.body",
            "Pick one of your shooed travelers, and step, mount or capture with it. If it can do "
            "none of these, take it up and put it down on an empty square that is not shooed, in "
            "the nearest ring around your home base that has one; the bases do not count. Further "
            "shooed travelers wait for your next turns.",
        ),
    ),
    Rule(
        HUSH_RULE,
        say("shoo.rule.10.title", "Option: stepping onto a shooed square"),
        say(
            "shoo.rule.10.body",
            "Your table may allow a step or a dismount onto a shooed square, though "
            "not while you are shooed. Either it costs you the turn and nothing moves, "
            "or the traveler goes to your stable. It comes back from there as a turn "
            "of its own, to a square as in rule 9.",
        ),
    ),
    Rule(
        LEAVING_RULE,
        say("shoo.rule.11.title", "Option: leaving the goal"),
        say(
            "shoo.rule.11.body",
            "Your table may allow travelers to leave the goal again, and to mount and capture from "
            "inside it. Whoever is inside is still safe.",
        ),
    ),
    Rule(
        NOTATION_RULE,
        say("shoo.rule.12.title", "How it is written"),
        say(
            "shoo.rule.12.body",
            "c4-d4 step, c4^d4 mount, i7~d7 ride, i7/h8 dismount; +d4 drop, h:d4-d9 move a horse, "
            "=d4 hold, xd4 retire; d5*e5@f6 capture with the rider put on f6, d5*e5@f6~c5 and ride "
            "on; c7!d9 taken up and put down; t+d9 back from the stable; c4-d4? and i7/h8? into a "
            "shoo; pass.",
        ),
    ),
)


def won_by(seat: Seat) -> Text:
    return say(
        "shoo.end.goal",
        "{who} fills the goal: all nine have arrived.",
        who=SEAT_NAMES[seat],
    )


def drawn_by_limit(limit: int) -> Text:
    """The end of a game that went on for too long."""
    return say("shoo.end.limit", "The limit of {limit} turns is reached.", limit=limit)


def drawn_by_repetition() -> Text:
    """The end of a game that goes round in circles."""
    return say("shoo.end.repetition", "This position has come up three times.")
