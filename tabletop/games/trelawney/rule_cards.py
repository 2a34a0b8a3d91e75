"""The rules of Trelawney's Glory as cards with pictures."""

from typing import Final

from tabletop.engine.rule_cards import RuleCard
from tabletop.engine.text import say
from tabletop.games.trelawney.messages import GOAL


def _position(black: str = "", white: str = "", ply: int = 8) -> str:
    """The position text of stones on these squares."""
    standing = dict.fromkeys(black.split(), "B") | dict.fromkeys(white.split(), "W")
    rows = (
        "." + "".join(standing.get(f"{file}{rank}", ".") for file in "abcdef") + "."
        for rank in range(6, 0, -1)
    )
    return f"......../{'/'.join(rows)}/........ {'BW'[ply % 2]} {ply}"


CARDS: Final = (
    RuleCard(
        title=say("trelawney.card.goal", "The goal"),
        text=GOAL,
        position=_position("b2 c3 e5 f6 e2", "b5 c4 d2 e3 a4"),
        move="d4",
        corners=("a1", "f6"),
    ),
    RuleCard(
        title=say("trelawney.card.lay", "Lay a stone"),
        text=say("trelawney.card.lay.text", "Each turn, on any empty square."),
        position=_position("b3 d2", "c4 e3"),
        lit=True,
        move="d4",
        corners=("b2", "e5"),
    ),
    RuleCard(
        title=say("trelawney.card.first", "The second stone"),
        text=say("trelawney.card.first.text", "White’s first stone goes next to Black’s."),
        position=_position("c3", "", 1),
        lit=True,
        move="d4",
        corners=("b2", "d4"),
    ),
    RuleCard(
        title=say("trelawney.card.shove", "Shove"),
        text=say(
            "trelawney.card.shove.text",
            "Push an enemy stone beside yours. A second stone fills the gap.",
        ),
        position=_position("", "c3"),
        picked=("b3",),
        lit=True,
        move="b3>c3",
        corners=("a2", "d4"),
    ),
    RuleCard(
        title=say("trelawney.card.drag", "Drag"),
        text=say(
            "trelawney.card.drag.text", "Or step back and pull it. A second stone fills the gap."
        ),
        position=_position("", "c3"),
        picked=("b3",),
        lit=True,
        move="b3<c3",
        corners=("a2", "d4"),
    ),
    RuleCard(
        title=say("trelawney.card.any", "In any direction"),
        text=say(
            "trelawney.card.any.text", "Straight or diagonally. Or just leave your stone there."
        ),
        position=_position("", "d4 b4"),
        picked=("c3",),
        lit=True,
        move="c3>d4",
        corners=("b2", "e5"),
    ),
    RuleCard(
        title=say("trelawney.card.out", "Over the edge"),
        text=say("trelawney.card.out.text", "Pushed off the board, a stone is out for good."),
        position=_position("", "f4"),
        picked=("e4",),
        lit=True,
        move="e4>f4",
        corners=("c3", "f5", "ring:7,4"),
    ),
    RuleCard(
        title=say("trelawney.card.own_out", "Yours too"),
        text=say("trelawney.card.own_out.text", "Dragging from the edge takes your own stone off."),
        position=_position("", "e4"),
        picked=("f4",),
        lit=True,
        move="f4<e4",
        corners=("c3", "f5", "ring:7,4"),
    ),
    RuleCard(
        title=say("trelawney.card.blocked", "Blocked"),
        text=say(
            "trelawney.card.blocked.text", "No empty place behind it: it can’t be moved that way."
        ),
        position=_position("b3 e3", "d3 a4"),
        picked=("c3",),
        lit=True,
        refused=("d3",),
        corners=("b2", "e5"),
    ),
    RuleCard(
        title=say("trelawney.card.careful", "Careful"),
        text=say(
            "trelawney.card.careful.text",
            "Complete the enemy’s five and they win, before your second stone.",
        ),
        position=_position("e2", "b3 c3 e3 f3 d4"),
        picked=("d5", "d4"),
        move="d5>d4",
        corners=("a1", "f6"),
    ),
    RuleCard(
        title=say("trelawney.card.draw", "Draw"),
        text=say("trelawney.card.draw.text", "The board is full and nobody has five."),
        position=_position(
            "a1 b1 e1 f1 c2 d2 a3 b3 e3 f3 c4 d4 a5 b5 e5 f5 c6 d6",
            "c1 d1 a2 b2 e2 f2 c3 d3 a4 b4 e4 f4 c5 d5 a6 b6 e6",
            35,
        ),
        move="f6",
        corners=("a1", "f6"),
    ),
)
