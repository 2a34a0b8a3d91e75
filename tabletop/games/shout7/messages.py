"""What Shout 7 says: its rules page, its names, and how a game ended."""

from typing import Final

from tabletop.engine.game import Rule
from tabletop.engine.text import Text, count, listed, say

# NOTE for translators: a proper name; it stays as it is.
TITLE: Final = say("shout7.title", "Shout 7")
BLURB: Final = (
    # NOTE for translators: two short lines on the menu, one below the other.
    say("shout7.blurb.1", "Push two, lay two."),
    say("shout7.blurb.2", "Seven in a line wins."),
)
# NOTE for translators: the goal of the game in one sentence, told before anything else.
GOAL: Final = say("shout7.goal", "Push two enemy pieces, take their places. Seven in a line wins.")
SEAT_NAMES: Final = (
    # NOTE for translators: what the sides are called, after their pieces' colours: "Black wins".
    say("shout7.seat.black", "Black"),
    say("shout7.seat.white", "White"),
    say("shout7.seat.red", "Red"),
    say("shout7.seat.green", "Green"),
)
# NOTE for translators: what lies on a place, read out by phones: "h8, black piece".
PIECE_NAMES: Final = {
    "B": say("shout7.piece_name.B", "black piece"),
    "W": say("shout7.piece_name.W", "white piece"),
    "R": say("shout7.piece_name.R", "red piece"),
    "G": say("shout7.piece_name.G", "green piece"),
}

PITS_COUNT_LABEL: Final = say("shout7.option.pits_count", "Lines through the pits")
PITS_COUNT_NAMES: Final = (
    # NOTE for translators: answers to "Lines through the pits".
    say("shout7.option.pits_count.no", "Don’t count"),
    say("shout7.option.pits_count.yes", "Count"),
)


RULES: Final = (
    Rule(
        "1",
        say("shout7.rule.1.title", "The board"),
        say(
            "shout7.rule.1.body",
            "Shout 7 was invented by Colin Leamon (2007). Two, three or four play: "
            "Black, White, Red, Green, in that order. The board has 127 places, and 42 "
            "pits lie round its edge. Everyone has a pot of pieces: 63 each for two "
            "players, 42 for three, 31 for four.",
        ),
    ),
    Rule(
        "2",
        say("shout7.rule.2.title", "Setting up"),
        say(
            "shout7.rule.2.body",
            "One after the other, everyone lays two pieces. Black’s go on any two "
            "neighbouring places. White’s first goes next to a black piece; Red’s and "
            "Green’s first next to any piece. The second piece of White, Red and Green "
            "goes next to their own first one and to some other piece as well. Pieces "
            "are laid on the board, never in pits.",
        ),
    ),
    Rule(
        "3",
        say("shout7.rule.3.title", "Push two"),
        say(
            "shout7.rule.3.body",
            "Then Black begins. On your turn push two pieces that stand next to each "
            "other, neither of them yours; with three or four players they may belong to "
            "two different players. Both go the same way, in any of the six directions. "
            "Pushed sideways, each goes one place.",
        ),
    ),
    Rule(
        "4",
        say("shout7.rule.4.title", "Convoys"),
        say(
            "shout7.rule.4.body",
            "Pushed along their own line, one behind the other, the two are a convoy and "
            "each goes two places. If the front piece stands on the rim, a convoy can’t "
            "leave the board there: two pieces can’t go into one pit. With one place "
            "left before the pit, it can.",
        ),
    ),
    Rule(
        "5",
        say("shout7.rule.5.title", "Room to land"),
        say(
            "shout7.rule.5.body",
            "Both pieces need room to land, and a convoy needs the place it crosses "
            "empty too. A pit is room for one piece, for good: pieces in pits are never "
            "pushed again, and a full pit is blocked.",
        ),
    ),
    Rule(
        "6",
        say("shout7.rule.6.title", "Lay two"),
        say(
            "shout7.rule.6.body",
            "After the push, two pieces from your pot go onto the two places that were "
            "left. That is your whole turn.",
        ),
    ),
    Rule(
        "7",
        say("shout7.rule.7.title", "White takes one off"),
        say(
            "shout7.rule.7.body",
            "With two players, Black’s head start is evened out once: right after "
            "White’s first move, White takes a black piece of White’s choice off the "
            "board. It goes back into Black’s pot. With three or four players nothing is "
            "taken off.",
        ),
    ),
    Rule(
        "8",
        say("shout7.rule.8.title", "Passing"),
        say(
            "shout7.rule.8.body",
            "If you can do nothing, or have fewer than two pieces in your pot for a "
            "push, you pass. While you can do something, you can’t pass.",
        ),
    ),
    Rule(
        "9",
        say("shout7.rule.9.title", "Seven in a line"),
        say(
            "shout7.rule.9.body",
            "Seven or more pieces of one colour in a straight line without a gap win, whoever made "
            "it. The lines of the others are looked for right after the push, starting with the "
            "player whose turn is next, and your own after your lay. The first line found wins "
            "on the spot; nothing more is laid.",
        ),
    ),
    Rule(
        "10",
        say("shout7.rule.10.title", "When everyone passes"),
        say(
            "shout7.rule.10.body",
            "If all players pass, one after the other, the game ends. Whoever has the "
            "most pieces in the pits wins; equal numbers share the win. Without a piece "
            "on the board you are still in.",
        ),
    ),
    Rule(
        "11",
        say("shout7.rule.11.title", "Lines through the pits"),
        say(
            "shout7.rule.11.body",
            "As a rule a piece in a pit counts in no line. You can agree before the "
            "game that it does: then lines run over places and pits alike, even wholly "
            "along the ring of pits. Pieces in pits still stay where they are.",
        ),
    ),
    Rule(
        "12",
        say("shout7.rule.12.title", "How it is written"),
        say(
            "shout7.rule.12.body",
            "Rows are a (bottom) to o (top), and each place has its number along the "
            "row; h8 is the middle. A lay is its place: h8. A push is the two places, "
            "the lower row and then the smaller number first, and the way they go (e, w, "
            "ne, nw, se, sw): g7g8:ne. Taking a piece off is xh8, and a pass is pass.",
        ),
    ),
)

SETUP_RULE: Final = "2"
PUSH_RULE: Final = "3"
CONVOY_RULE: Final = "4"
ROOM_RULE: Final = "5"
LAYING_RULE: Final = "6"
REMOVAL_RULE: Final = "7"
PASS_RULE: Final = "8"
END_RULE: Final = "9"
PITS_RULE: Final = "10"
THROUGH_RULE: Final = "11"
NOTATION_RULE: Final = "12"

# NOTE for translators: the pieces in a line, in "Black has seven in a line."
_NUMBERS: Final = {
    7: say("shout7.number.7", "seven"),
    8: say("shout7.number.8", "eight"),
    9: say("shout7.number.9", "nine"),
    10: say("shout7.number.10", "ten"),
    11: say("shout7.number.11", "eleven"),
    12: say("shout7.number.12", "twelve"),
    13: say("shout7.number.13", "thirteen"),
    14: say("shout7.number.14", "fourteen"),
}


def pit_name(place: str) -> Text:
    # NOTE for translators: what a pit is called when phones read it out: "pit a3".
    return say("shout7.place.pit", "pit {place}", place=place)


def line_reason(seat: int, length: int) -> Text:
    """How a line won that its owner made."""
    return say(
        "shout7.end.line",
        "{who} has {number} in a line.",
        who=SEAT_NAMES[seat],
        number=_NUMBERS.get(length, length),
    )


def given_line_reason(seat: int, length: int, pusher: int) -> Text:
    """How a line won that another seat's push made."""
    return say(
        "shout7.end.given",
        "{who} has {number} in a line: {pusher} pushed the pieces there.",
        who=SEAT_NAMES[seat],
        number=_NUMBERS.get(length, length),
        pusher=SEAT_NAMES[pusher],
    )


def pits_reason(seats: tuple[int, ...], most: int) -> Text:
    """How the pits decided after everyone had passed."""
    who = listed(SEAT_NAMES[seat] for seat in seats)
    if most == 0:
        return say("shout7.end.nobody", "Everyone passed, and the pits are empty: a draw.")
    if len(seats) > 1:
        return count(
            "shout7.end.shared",
            "Everyone passed. {who} share the win with one piece each in the pits.",
            "Everyone passed. {who} share the win with {n} pieces each in the pits.",
            n=most,
            who=who,
        )
    return count(
        "shout7.end.pits",
        "Everyone passed. {who} has the only piece in the pits.",
        "Everyone passed. {who} has the most pieces in the pits: {n}.",
        n=most,
        who=who,
    )
