"""What Shout 7 says: its rules page, its names, and how a game ended."""

from functools import partial
from typing import Final

from tabletop.engine.saying import paragraph
from tabletop.engine.text import Text, say

TITLE: Final = say("shout7.title", "Shout 7")
BLURB: Final = (
    say("shout7.blurb.1", "Push two, lay two."),
    say("shout7.blurb.2", "Seven in a line wins."),
)
SEAT_NAMES: Final = (
    say("shout7.seat.black", "Black"),
    say("shout7.seat.white", "White"),
    say("shout7.seat.red", "Red"),
    say("shout7.seat.green", "Green"),
)

PITS_COUNT_LABEL: Final = say("shout7.option.pits_count", "Lines through the pits")
PITS_COUNT_NAMES: Final = (
    say("shout7.option.pits_count.no", "do not count"),
    say("shout7.option.pits_count.yes", "count"),
)


_rule = partial(paragraph, "shout7")


RULES: Final = (
    _rule(
        "1",
        "The table",
        "Shout 7 was invented by Colin Leamon (2007). Two, three or four sit down: Black, White, "
        "Red, Green, in that order. The board has 127 cells, and round its edge lie 42 pits. "
        "Everyone has a pot of pieces: 63 each for two players, 42 for three, 31 for four.",
    ),
    _rule(
        "2",
        "Setting up",
        "One after the other, everyone lays two pieces. Black's go on any two neighbouring cells. "
        "White's first goes next to a Black piece; Red's and Green's first next to any piece. "
        "The second piece of White, Red and Green goes next to their own first one and to some "
        "other piece as well. Pieces are laid on cells, never in pits.",
    ),
    _rule(
        "3",
        "Push two",
        "Then Black begins. On your turn push two pieces that stand next to each other, neither "
        "of them yours; with three or four players they may belong to two different opponents. "
        "Both go the same way, in any of the six directions. Pushed sideways, each goes one cell.",
    ),
    _rule(
        "4",
        "Convoys",
        "Pushed along their own line, one behind the other, the two are a convoy and each goes "
        "two cells. If the front piece stands on the rim, a convoy cannot leave the board there: "
        "two pieces cannot go into one pit. With one cell left before the pit, it can.",
    ),
    _rule(
        "5",
        "Room to land",
        "Both pieces need an empty place to land on, and a convoy needs the cell it crosses. "
        "A pit is such a place, but it holds one piece, and for good: pieces in pits "
        "are never pushed again, and a full pit is blocked.",
    ),
    _rule(
        "6",
        "Lay two",
        "When the push is done, two pieces from your pot go onto the two cells that were left. "
        "That is your whole turn.",
    ),
    _rule(
        "7",
        "White takes one off",
        "With two players Black's head start is evened out once: right after White's first move, "
        "White takes a Black piece of his choice off a cell. It goes back into Black's pot. "
        "With three or four players nothing is taken off.",
    ),
    _rule(
        "8",
        "Passing",
        "If you can do nothing, or have fewer than two pieces in your pot for a push, you pass. "
        "While you can do something, you may not pass.",
    ),
    _rule(
        "9",
        "Seven in a line",
        "Seven or more pieces of one colour in a straight line without a gap win, whoever made "
        "it. The lines of the others are looked for right after the push, starting with the "
        "player whose turn is next, and your own after your lay. The first line found wins "
        "on the spot; nothing more is laid.",
    ),
    _rule(
        "10",
        "When everyone passes",
        "If all players pass, one after the other, the game ends. Whoever has most pieces in the "
        "pits wins; equal numbers share the win. Without a piece on the board you are still in.",
    ),
    _rule(
        "11",
        "Lines through the pits",
        "As a rule a piece in a pit counts in no line. You can agree before the game that it "
        "does: then lines run over cells and pits alike, even wholly along the ring of pits. "
        "Pieces in pits still stay where they are.",
    ),
    _rule(
        "12",
        "How it is written",
        "Rows are a (bottom) to o (top), and each place has its number along the row; h8 is the "
        "middle. A lay is its cell: h8. A push is the two places, the lower row and then the "
        "smaller number first, and the way they go (e, w, ne, nw, se, sw): g7g8:ne. "
        "Taking a piece off is xh8, and a pass is pass.",
    ),
)

SETUP_RULE: Final = "2"
PUSH_RULE: Final = "3"
CONVOY_RULE: Final = "4"
ROOM_RULE: Final = "5"
REMOVAL_RULE: Final = "7"
PASS_RULE: Final = "8"
END_RULE: Final = "9"
NOTATION_RULE: Final = "12"

_NUMBERS: Final = ("seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen")


def _number(n: int) -> Text:
    return say(f"shout7.number.{n}", _NUMBERS[n - 7] if n - 7 < len(_NUMBERS) else str(n))


def line_reason(seat: int, length: int, first: str, last: str) -> Text:
    """How a line won."""
    return say(
        "shout7.end.line",
        "{who} has {number} in a line, from {first} to {last}.",
        who=SEAT_NAMES[seat],
        number=_number(length),
        first=first,
        last=last,
    )


def pits_reason(seats: tuple[int, ...], most: int) -> Text:
    """How the pits decided after everyone had passed."""
    who = _together(seats)
    if most == 0:
        return say("shout7.end.nobody", "Everyone passed, and no pit has a piece: a tie.", who=who)
    if len(seats) > 1 and most == 1:
        english = "Everyone passed. {who} share the win with one piece each in the pits."
        return say("shout7.end.shared.one", english, who=who)
    if len(seats) > 1:
        english = "Everyone passed. {who} share the win with {most} pieces each in the pits."
        return say("shout7.end.shared", english, who=who, most=most)
    if most == 1:
        english = "Everyone passed. {who} has the only piece in the pits."
        return say("shout7.end.pits.one", english, who=who)
    english = "Everyone passed. {who} has most pieces in the pits: {most}."
    return say("shout7.end.pits", english, who=who, most=most)


def _together(seats: tuple[int, ...]) -> Text:
    names = [SEAT_NAMES[seat] for seat in seats]
    if len(names) == 1:
        return names[0]
    *front, last = names
    comma = ", ".join(f"{{name{i}}}" for i in range(len(front)))
    args = {f"name{i}": name for i, name in enumerate(front)}
    return say(f"shout7.together.{len(names)}", comma + " and {last}", **args, last=last)
