"""The rules of Sevens as cards; `view/rule_pictures.py` draws their pictures."""

from typing import Final

from tabletop.engine.rule_cards import RuleCard
from tabletop.engine.text import say
from tabletop.games.sevens.messages import CARD_NAMES, GOAL
from tabletop.games.sevens.rules.events import Card

CARDS: Final = (
    RuleCard(title=say("sevens.rules.goal", "The goal"), text=GOAL, drawing="goal"),
    RuleCard(
        title=say("sevens.rules.toss", "Toss a coin"),
        text=say("sevens.rules.toss.text", "It decides who builds first in every round."),
        drawing="toss",
        both=False,
    ),
    RuleCard(
        title=say("sevens.rules.build", "Build"),
        text=say("sevens.rules.build.text", "Out of sight, make something real. Give it a name."),
        drawing="build",
    ),
    RuleCard(
        title=say("sevens.rules.lie", "In one piece"),
        text=say(
            "sevens.rules.lie.text",
            "Every piece touches another, if only at a corner. None overlap.",
        ),
        drawing="lie",
    ),
    RuleCard(
        title=say("sevens.rules.look", "Look"),
        text=say("sevens.rules.look.text", "You see the picture for 10 seconds. Memorise it."),
        drawing="look",
    ),
    RuleCard(
        title=say("sevens.rules.rebuild", "Rebuild"),
        text=say("sevens.rules.rebuild.text", "You have 3 minutes; in later rounds 2, then 1."),
        drawing="rebuild",
    ),
    RuleCard(
        title=say("sevens.rules.points", "Points"),
        text=say("sevens.rules.points.text", "One for each piece that lies as your rival laid it."),
        drawing="points",
    ),
    RuleCard(
        title=say("sevens.rules.outline", "Same outline"),
        text=say("sevens.rules.outline.text", "All 7 points, even if some pieces lie differently."),
        drawing="outline",
    ),
    RuleCard(
        title=say("sevens.rules.peek", "Peek"),
        text=say("sevens.rules.peek.text", "Once a turn, 5 more seconds. It costs 2 points."),
        drawing="peek",
    ),
    RuleCard(
        title=say("sevens.rules.cards", "Lucky cards"),
        text=say("sevens.rules.cards.text", "The lower score draws one for the next round."),
        drawing="cards",
        both=False,
    ),
    RuleCard(
        title=CARD_NAMES[Card.UNVEIL],
        text=say("sevens.rules.unveil.text", "While you rebuild, you see where one piece goes."),
        drawing="unveil",
        both=False,
    ),
    RuleCard(
        title=CARD_NAMES[Card.REGAIN],
        text=say("sevens.rules.regain.text", "You get back what your last peek cost."),
        drawing="regain",
        both=False,
    ),
    RuleCard(
        title=CARD_NAMES[Card.SECONDS],
        text=say("sevens.rules.seconds.text", "Your next look lasts 5 seconds longer."),
        drawing="seconds",
        both=False,
    ),
    RuleCard(
        title=CARD_NAMES[Card.FIVE],
        text=say("sevens.rules.five.text", "Next round, both play with five pieces for 5 points."),
        drawing="five",
        both=False,
    ),
    RuleCard(
        title=say("sevens.rules.looking", "No looking"),
        text=say("sevens.rules.looking.text", "Look behind the curtain and you lose the match."),
        drawing="looking",
    ),
    RuleCard(
        title=say("sevens.rules.end", "The end"),
        text=say(
            "sevens.rules.end.text",
            "After three rounds the higher total wins. Equal totals: a draw.",
        ),
        drawing="end",
        both=False,
    ),
)
