"""Shout 7: push two pieces of the others, lay two of your own, and make seven in a line."""

from tabletop.engine.game import Game, Option
from tabletop.games.shout7.merits import merits
from tabletop.games.shout7.notation import read_move, read_state
from tabletop.games.shout7.reasons import refuse, refuse_touch
from tabletop.games.shout7.remarks import remarks
from tabletop.games.shout7.rules import first_state
from tabletop.games.shout7.steps import effects, lines, pieces, spell
from tabletop.games.shout7.words import (
    BLURB,
    END_RULE,
    NOTATION_RULE,
    PITS_COUNT_LABEL,
    PITS_COUNT_NAMES,
    RULES,
    SEAT_NAMES,
    TITLE,
)

GAME = Game(
    key="shout7",
    folder=__name__,
    title=TITLE,
    designer="Colin Leamon",
    order=1,
    blurb=BLURB,
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
    merits=merits,
    usual_plies=40,
    remarks=remarks,
    patience=120.0,
)
