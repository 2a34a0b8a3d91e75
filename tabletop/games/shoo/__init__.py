"""Shoo: nine travelers a side change corners, on foot and on horses that belong to nobody."""

from tabletop.engine.game import Game
from tabletop.games.shoo import messages
from tabletop.games.shoo.diagram import board_diagram
from tabletop.games.shoo.narration import move_reasons, nearly, progress, rule_notes, won_by
from tabletop.games.shoo.refusals import refuse, refuse_touch
from tabletop.games.shoo.rules import (
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
    key="shoo",
    folder=__name__,
    title=messages.TITLE,
    designer=messages.DESIGNER,
    order=5,
    blurb=messages.BLURB,
    goal=messages.GOAL,
    seats=(2,),
    seat_names=messages.SEAT_NAMES,
    options=messages.OPTIONS,
    rules=messages.RULES,
    notation_rule=messages.NOTATION_RULE,
    end_rule=messages.END_RULE,
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
    progress=progress,
    typical_plies=175,
    rule_notes=rule_notes,
    won_by=won_by,
    nearly=nearly,
    patience=150.0,
    diagram=board_diagram,
)
