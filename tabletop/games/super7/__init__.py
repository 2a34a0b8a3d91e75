"""Super Seven: noughts and crosses in nine boxes, steered by two dice."""

from tabletop.engine.game import Game
from tabletop.games.super7 import messages
from tabletop.games.super7.diagram import board_diagram
from tabletop.games.super7.narration import move_reasons, nearly, rule_notes, won_by
from tabletop.games.super7.refusals import refuse, refuse_touch
from tabletop.games.super7.rules import (
    actor,
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
    key="super7",
    folder=__name__,
    title=messages.TITLE,
    designer=messages.DESIGNER,
    order=2,
    blurb=messages.BLURB,
    goal=messages.GOAL,
    seats=(2,),
    seat_names=messages.SEAT_NAMES,
    options=messages.OPTIONS,
    rules=messages.RULES,
    notation_rule=messages.NOTATION_RULE,
    end_rule=messages.END_RULE,
    dice_rule=messages.BOARD_RULE,
    first=first_state,
    parse_move=read_move,
    parse_state=read_state,
    refuse=refuse,
    spell=spell,
    refuse_touch=refuse_touch,
    acting=actor,
    pieces=pieces,
    effects=effects,
    lines=lines,
    goal_marks=goal_marks,
    dice=(6, 6),
    move_reasons=move_reasons,
    typical_plies=105,
    draws=False,
    rule_notes=rule_notes,
    won_by=won_by,
    nearly=nearly,
    patience=75.0,
    diagram=board_diagram,
)
