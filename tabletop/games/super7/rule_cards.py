"""The rules of Super Seven as cards with pictures."""

from collections.abc import Mapping
from typing import Final

from tabletop.engine.rule_cards import RuleCard
from tabletop.engine.text import say
from tabletop.games.super7.messages import GOAL

BLUE, RED = "B" * 9, "R" * 9
"""Boxes that are won."""


def _position(boxes: Mapping[int, str], dice: str, throws: int = 1) -> str:
    """The position text of boxes by number, Blue to move; the others are empty."""
    row = "/".join(boxes.get(number, "." * 9) for number in range(3, 12))
    return f"{row} B {dice} {throws}"


SOME: Final = {3: "B..R.....", 4: ".R...B...", 6: "...B..R..", 7: "R...B...."}

CARDS: Final = (
    RuleCard(
        title=say("super7.card.goal", "The goal"),
        text=GOAL,
        position=_position({3: BLUE, 7: BLUE, 11: "BB.R....R", 5: RED, 9: ".R..B...."}, "3+2"),
        lit=True,
        move="11.5",
    ),
    RuleCard(
        title=say("super7.card.number", "3 to 6, 8 to 11"),
        text=say("super7.card.number.text", "A 4: any square 4, or box 4. Stars stay closed."),
        position=_position({3: "..BR.....", 7: "R..B....."}, "3+1"),
        lit=True,
        move="3.4",
        corners=("3.3", "7.11"),
        tray="between",
    ),
    RuleCard(
        title=say("super7.card.seven", "A seven"),
        text=say("super7.card.seven.text", "Any star, or any square of box 7."),
        position=_position(SOME, "3+4"),
        lit=True,
        move="4.7",
        corners=("3.3", "7.11"),
        tray="between",
    ),
    RuleCard(
        title=say("super7.card.two", "A two"),
        text=say("super7.card.two.text", "Any empty square you like."),
        position=_position(SOME, "1+1"),
        lit=True,
        move="7.5",
        corners=("3.3", "7.11"),
        tray="between",
    ),
    RuleCard(
        title=say("super7.card.twelve", "A twelve"),
        text=say("super7.card.twelve.text", "Replace any enemy counter in an open box."),
        position=_position(SOME, "6+6"),
        lit=True,
        move="3.6",
        corners=("3.3", "7.11"),
        tray="between",
    ),
    RuleCard(
        title=say("super7.card.line", "Win a box"),
        text=say("super7.card.line.text", "Three in a line wins the whole box. Then it’s closed."),
        position=_position({7: "B..RB...."}, "6+5"),
        lit=True,
        move="7.11",
        corners=("7.3", "7.11"),
        tray="between",
    ),
    RuleCard(
        title=say("super7.card.five", "Or five in it"),
        text=say("super7.card.five.text", "Five counters anywhere in a box win it, too."),
        position=_position({7: "BBRRRBB.."}, "6+4"),
        lit=True,
        move="7.10",
        corners=("7.3", "7.11"),
        tray="between",
    ),
    RuleCard(
        title=say("super7.card.nowhere", "No room"),
        text=say("super7.card.nowhere.text", "Roll again, twice at most. Then you pass."),
        position=_position({3: "B...B...."}, "6+6", 3),
        move="pass",
        corners=("3.3", "7.11"),
        tray="between",
    ),
    RuleCard(
        title=say("super7.card.must", "Room: use it"),
        text=say("super7.card.must.text", "If a square fits, you must take it. No second roll."),
        position=_position({3: "B..R....."}, "4+5"),
        lit=True,
        move="3.9",
        corners=("3.3", "7.11"),
        tray="between",
    ),
    RuleCard(
        title=say("super7.card.five_boxes", "Five boxes"),
        text=say("super7.card.five_boxes.text", "Any five boxes win the game, too."),
        position=_position(
            {3: BLUE, 4: BLUE, 5: RED, 6: RED, 8: BLUE, 10: BLUE, 9: "BB.R....R", 11: RED}, "3+2"
        ),
        lit=True,
        move="9.5",
    ),
)
