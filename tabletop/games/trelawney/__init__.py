"""Trelawney's Glory, a game by Colin Leamon."""

from tabletop.engine.game import Game
from tabletop.games.trelawney.diagram import board_diagram
from tabletop.games.trelawney.messages import (
    BLURB,
    END_RULE,
    GOAL,
    NOTATION_RULE,
    OPTIONS,
    RULES,
    SEAT_NAMES,
    TITLE,
)
from tabletop.games.trelawney.narration import move_reasons, nearly, rule_notes, won_by
from tabletop.games.trelawney.refusals import refuse, refuse_touch
from tabletop.games.trelawney.rules import (
    available_call,
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
    key="trelawney",
    folder=__name__,
    title=TITLE,
    designer="Colin Leamon",
    order=4,
    blurb=BLURB,
    goal=GOAL,
    seats=(2,),
    seat_names=SEAT_NAMES,
    options=OPTIONS,
    rules=RULES,
    notation_rule=NOTATION_RULE,
    end_rule=END_RULE,
    first=first_state,
    parse_move=read_move,
    parse_state=read_state,
    refuse=refuse,
    spell=spell,
    firm=1,  # rule: a laid stone stays; only shove and drag may be tried and dropped
    refuse_touch=refuse_touch,
    pieces=pieces,
    effects=effects,
    lines=lines,
    goal_marks=goal_marks,
    call=available_call,
    move_reasons=move_reasons,
    typical_plies=24,
    rule_notes=rule_notes,
    won_by=won_by,
    nearly=nearly,
    diagram=board_diagram,
)
