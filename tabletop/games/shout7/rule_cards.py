"""The rules of Shout 7 as cards with pictures."""

from typing import Final

from tabletop.engine.rule_cards import RuleCard
from tabletop.engine.text import say
from tabletop.games.shout7.kernel import NAMES, ROW_LENGTHS, seat_of, stage_of
from tabletop.games.shout7.messages import GOAL
from tabletop.games.shout7.rules import LETTERS, STAGES

SUPPLY: Final = {2: 63, 3: 42}
"""The pieces of a player, by the number of players."""


def _position(
    black: str = "",
    white: str = "",
    red: str = "",
    *,
    ply: int = 7,
    seats: int = 2,
    passes: int = 0,
) -> str:
    """The position text of pieces on these places."""
    groups = (black.split(), white.split(), red.split())
    standing = {place: LETTERS[seat + 1] for seat in range(seats) for place in groups[seat]}
    letters = "".join(standing.get(name, ".") for name in NAMES)
    rows = []
    for length in ROW_LENGTHS:
        rows.append(letters[-length:])
        letters = letters[:-length]
    pots = ",".join(str(SUPPLY[seats] - len(group)) for group in groups[:seats])
    side, stage = LETTERS[seat_of(ply, seats) + 1], STAGES[stage_of(ply, seats)]
    return f"{'/'.join(rows)} {side} {stage} {pots} {passes} {ply}"


CARDS: Final = (
    RuleCard(
        title=say("shout7.card.goal", "The goal"),
        text=GOAL,
        position=_position("h4 h5 h6 h7 h8 f6", "h9 h10 g7 j8 j9 f7"),
        move="h9h10:ne",
        corners=("h3", "h11", "k9", "e7"),
    ),
    RuleCard(
        title=say("shout7.card.setup", "Set up"),
        text=say("shout7.card.setup.text", "First each player lays two pieces, all side by side."),
        position=_position("h8 i8", "h7", ply=3),
        lit=True,
        move="g7",
        corners=("h5", "h9", "j9", "f6"),
    ),
    RuleCard(
        title=say("shout7.card.push", "Push two, lay two"),
        text=say(
            "shout7.card.push.text", "Push two neighbours, never yours. Yours take their places."
        ),
        position=_position("h8 i8", "h7 g7", ply=4),
        picked=("g7", "h7"),
        lit=True,
        move="g7h7:sw",
        corners=("h5", "h9", "j9", "f6"),
    ),
    RuleCard(
        title=say("shout7.card.convoy", "Convoy"),
        text=say("shout7.card.convoy.text", "A pair pushed along its own line goes two places."),
        position=_position("h8 i8 h7 g7", "g6 f6", ply=5),
        picked=("g7", "h8"),
        lit=True,
        move="g7h8:ne",
        corners=("h6", "h10", "j9", "f6"),
    ),
    RuleCard(
        title=say("shout7.card.pits", "Pits"),
        text=say("shout7.card.pits.text", "A pit keeps one piece for good. It counts in no line."),
        position=_position("g12 i12", "h14 i14"),
        picked=("h14", "i14"),
        move="h14i14:e",
        corners=("h11", "h15", "j15", "f12"),
    ),
    RuleCard(
        title=say("shout7.card.room", "Room to land"),
        text=say(
            "shout7.card.room.text", "Both need an empty place. Otherwise that way is closed."
        ),
        position=_position("h8 f6 i9", "g7 g8"),
        picked=("g7", "g8"),
        lit=True,
        refused=("h8", "f6"),
        corners=("h6", "h10", "i9", "e6"),
    ),
    RuleCard(
        title=say("shout7.card.one_pit", "One pit, one piece"),
        text=say("shout7.card.one_pit.text", "Two in a line can’t leave through the same pit."),
        position=_position("g12 i12", "h13 h14"),
        picked=("h13", "h14"),
        lit=True,
        refused=("h15",),
        corners=("h11", "h15", "j15", "f12"),
    ),
    RuleCard(
        title=say("shout7.card.remove", "White’s bonus"),
        text=say(
            "shout7.card.remove.text",
            "Two players: after its first move, White removes a black piece.",
        ),
        position=_position("i8 h7 i9 j10", "g7 h8 g6 f6", ply=6),
        lit=True,
        move="xi9",
        corners=("h6", "h10", "j9", "f6"),
    ),
    RuleCard(
        title=say("shout7.card.careful", "Careful"),
        text=say(
            "shout7.card.careful.text",
            "If your push gives another player seven in a line, they win.",
        ),
        position=_position("f8 j8 j9 i6", "h4 h5 h6 h9 h10 g6 g7"),
        move="g6g7:ne",
        corners=("h3", "h11", "k9", "e7"),
    ),
    RuleCard(
        title=say("shout7.card.more", "Three or four play"),
        text=say("shout7.card.more.text", "The two you push may belong to different players."),
        position=_position("i8 h7", "h8 g7", "i9 j9", ply=6, seats=3),
        picked=("h8", "i9"),
        lit=True,
        move="h8i9:e",
        corners=("h6", "h10", "j9", "f6"),
        seats=3,
    ),
    RuleCard(
        title=say("shout7.card.end", "Nobody can move"),
        text=say(
            "shout7.card.end.text", "If everyone passes, whoever has most pieces in pits wins."
        ),
        position=_position("i15 g14 h12", "h15 i13 g11", passes=1),
        move="pass",
        corners=("h11", "h15", "j15", "f12"),
    ),
)
