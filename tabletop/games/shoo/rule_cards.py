"""The rules of Shoo as cards with pictures."""

from typing import Final

from tabletop.engine.rule_cards import RuleCard
from tabletop.engine.text import say
from tabletop.games.shoo.messages import GOAL


def _position(
    *,
    white: str = "",
    black: str = "",
    white_riders: str = "",
    black_riders: str = "",
    horses: str = "",
    stables: str = "3,4",
    reserved: str = "-",
    side: str = "w",
) -> str:
    """The position text of pieces that stand on these squares."""
    standing = {
        square: letter
        for letter, squares in (
            ("w", white),
            ("b", black),
            ("W", white_riders),
            ("B", black_riders),
            ("h", horses),
        )
        for square in squares.split()
    }
    rows = (
        "".join(standing.get(f"{file}{rank}", ".") for file in "abcdefghi")
        for rank in range(9, 0, -1)
    )
    return f"{'/'.join(rows)} {side} {stables} 0,0 {reserved} 20"


CARDS: Final = (
    RuleCard(
        title=say("shoo.card.goal", "The goal"),
        text=GOAL,
        position=_position(
            white="a9 b9 c9 a8 b8 c8 a7 b7 d6", black="g3 h3 i3 h2 f5 e3 g7 d2 h6", horses="e7"
        ),
        move="d6-c7",
    ),
    RuleCard(
        title=say("shoo.card.walk", "Walk"),
        text=say("shoo.card.walk.text", "One step in any direction, to an empty square."),
        position=_position(white="e5"),
        picked=("e5",),
        lit=True,
        move="e5-f6",
        corners=("d4", "f6"),
    ),
    RuleCard(
        title=say("shoo.card.drop", "Bring out a horse"),
        text=say(
            "shoo.card.drop.text", "From your stable, on any empty square outside the home bases."
        ),
        position=_position(white="e5", stables="4,5"),
        picked=("stable",),
        lit=True,
        move="+f5",
        corners=("d4", "f6"),
        tray="before",
    ),
    RuleCard(
        title=say("shoo.card.mount", "Mount"),
        text=say("shoo.card.mount.text", "A traveller next to a horse gets on. Ride next turn."),
        position=_position(white="e5", horses="f5"),
        picked=("e5",),
        lit=True,
        move="e5^f5",
        corners=("d4", "f6"),
    ),
    RuleCard(
        title=say("shoo.card.ride", "Ride"),
        text=say("shoo.card.ride.text", "Straight or diagonally, as far as the way is clear."),
        position=_position(white_riders="c3", black="e3 c6"),
        picked=("c3",),
        lit=True,
        move="c3~f6",
        corners=("c3", "f6"),
    ),
    RuleCard(
        title=say("shoo.card.dismount", "Dismount"),
        text=say("shoo.card.dismount.text", "Step off onto an empty square. The horse stays."),
        position=_position(white_riders="e5"),
        picked=("e5", "f6"),
        move="e5/f6",
        corners=("d4", "f6"),
    ),
    RuleCard(
        title=say("shoo.card.shoo", "Shoo!"),
        text=say("shoo.card.shoo.text", "Two of yours beside an enemy: it must move away first."),
        position=_position(white="d5 f4", black="e6"),
        picked=("f4",),
        move="f4-f5",
        corners=("d4", "f6"),
    ),
    RuleCard(
        title=say("shoo.card.closed", "Closed squares"),
        text=say(
            "shoo.card.closed.text", "You can’t step next to two enemies. Riding there is fine."
        ),
        position=_position(white="e4", black="d6 f6"),
        picked=("e4",),
        lit=True,
        refused=("e5",),
        corners=("d4", "f6"),
    ),
    RuleCard(
        title=say("shoo.card.capture", "Take a horse"),
        text=say(
            "shoo.card.capture.text",
            "Beside an enemy rider: set it on foot and take its horse.",
        ),
        position=_position(white="d5", black_riders="e5", stables="4,4"),
        picked=("d5", "e5"),
        lit=True,
        move="d5*e5@f6",
        corners=("d4", "f6"),
    ),
    RuleCard(
        title=say("shoo.card.move_horse", "Move a horse"),
        text=say("shoo.card.move_horse.text", "Any free horse slides as far as the way is clear."),
        position=_position(white="d4", horses="c3", stables="4,4"),
        picked=("c3",),
        lit=True,
        move="h:c3-c6",
        corners=("c3", "f6"),
    ),
    RuleCard(
        title=say("shoo.card.lock", "Lock a horse"),
        text=say(
            "shoo.card.lock.text",
            "Enemies can’t use a horse you just brought out, moved or locked.",
        ),
        position=_position(white="d4", black="f5", horses="e5", stables="4,4"),
        picked=("e5",),
        move="=e5",
        corners=("d4", "f6"),
    ),
    RuleCard(
        title=say("shoo.card.retire", "Remove a horse"),
        text=say(
            "shoo.card.retire.text",
            "You may remove a free horse beside your traveller from the game.",
        ),
        position=_position(white="d4", horses="e5", stables="4,4"),
        picked=("e5",),
        move="xe5",
        corners=("d4", "f6"),
    ),
    RuleCard(
        title=say("shoo.card.arrived", "Safe at last"),
        text=say("shoo.card.arrived.text", "In the far corner nobody shoos you. You stay there."),
        position=_position(white="c7", black="d8 d7 d6"),
        picked=("c7",),
        lit=True,
        move="c7-b8",
        corners=("a6", "d9"),
    ),
    RuleCard(
        title=say("shoo.card.keep_out", "Horses stay out"),
        text=say("shoo.card.keep_out.text", "Horses never enter or cross a home base. Walk in."),
        position=_position(white_riders="d6", stables="3,5"),
        picked=("d6",),
        lit=True,
        refused=("b8",),
        move="d6/c7",
        corners=("b5", "e8"),
    ),
    RuleCard(
        title=say("shoo.card.stuck", "No way out"),
        text=say("shoo.card.stuck.text", "Shooed and stuck? It starts again near your home base."),
        position=_position(
            white="e8",
            black="d9 e9 f9 d8 f8 d7 e7 f7",
        ),
        picked=("e8",),
        lit=True,
        move="e8!f4",
        corners=("c4", "h9"),
    ),
    RuleCard(
        title=say("shoo.card.draw", "Draw"),
        text=say("shoo.card.draw.text", "The same position three times, or too many turns."),
        position=_position(white="d4 e5", black="f7 e7", horses="g4"),
        picked=("d4",),
        move="d4-d5",
        corners=("d4", "g7"),
    ),
)
