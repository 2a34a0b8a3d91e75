"""Trelawney's Glory, a game by Colin Leamon."""

from tabletop.engine.game import Game
from tabletop.games.trelawney.calls import call
from tabletop.games.trelawney.merits import merits
from tabletop.games.trelawney.notation import read_move, read_state
from tabletop.games.trelawney.reasons import refuse, refuse_touch
from tabletop.games.trelawney.remarks import remarks
from tabletop.games.trelawney.rules import effects, first, lines, pieces, spell
from tabletop.games.trelawney.words import (
    BLURB,
    END_RULE,
    NOTATION_RULE,
    OPTIONS,
    RULES,
    SEAT_NAMES,
    TITLE,
)

GAME = Game(
    key="trelawney",
    folder=__name__,
    title=TITLE,
    designer="Colin Leamon",
    order=4,
    blurb=BLURB,
    seats=(2,),
    seat_names=SEAT_NAMES,
    options=OPTIONS,
    rules=RULES,
    notation_rule=NOTATION_RULE,
    end_rule=END_RULE,
    first=first,
    parse_move=read_move,
    parse_state=read_state,
    refuse=refuse,
    spell=spell,
    firm=1,  # rule: a laid stone stays; only shove and drag may be tried and dropped
    refuse_touch=refuse_touch,
    pieces=pieces,
    effects=effects,
    lines=lines,
    call=call,
    merits=merits,
    usual_plies=24,
    remarks=remarks,
)
