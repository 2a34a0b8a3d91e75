"""Shout 7: push two pieces of the others, lay two of your own, and make seven in a line."""

from tabletop.engine.game import Game, Option
from tabletop.games.shout7.diagram import board_diagram
from tabletop.games.shout7.messages import (
    BLURB,
    END_RULE,
    GOAL,
    NOTATION_RULE,
    PITS_COUNT_LABEL,
    PITS_COUNT_NAMES,
    RULES,
    SEAT_NAMES,
    TITLE,
)
from tabletop.games.shout7.narration import move_reasons, nearly, rule_notes, won_by
from tabletop.games.shout7.refusals import refuse, refuse_touch
from tabletop.games.shout7.rules import (
    effects,
    first_state,
    goal_marks,
    lines,
    pieces,
    read_move,
    read_state,
    spell,
)

GAME = Game(
    key="shout7",
    folder=__name__,
    title=TITLE,
    designer="Colin Leamon",
    order=1,
    blurb=BLURB,
    goal=GOAL,
    seats=(2, 3, 4),
    seat_names=SEAT_NAMES,
    options=(Option("pits_count", False, (False, True), PITS_COUNT_LABEL, PITS_COUNT_NAMES),),
    rules=RULES,
    notation_rule=NOTATION_RULE,
    end_rule=END_RULE,
    first=first_state,
    parse_move=read_move,
    parse_state=read_state,
    refuse=refuse,
    spell=spell,
    refuse_touch=refuse_touch,
    pieces=pieces,
    effects=effects,
    lines=lines,
    goal_marks=goal_marks,
    move_reasons=move_reasons,
    typical_plies=40,
    rule_notes=rule_notes,
    won_by=won_by,
    nearly=nearly,
    patience=120.0,
    diagram=board_diagram,
)
