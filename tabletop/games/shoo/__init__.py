"""Shoo: nine travelers a side change corners, on foot and on horses that belong to nobody."""

from tabletop.engine.game import Game
from tabletop.games.shoo import words
from tabletop.games.shoo.merits import merits
from tabletop.games.shoo.notation import parse_ply
from tabletop.games.shoo.position import read_state
from tabletop.games.shoo.reasons import refuse
from tabletop.games.shoo.remarks import remarks
from tabletop.games.shoo.rules import first_state, lines, pieces
from tabletop.games.shoo.spelling import spell
from tabletop.games.shoo.steps import effects
from tabletop.games.shoo.touches import refuse_touch

GAME = Game(
    key="shoo",
    folder=__name__,
    title=words.TITLE,
    designer=words.DESIGNER,
    order=5,
    blurb=words.BLURB,
    seats=(2,),
    seat_names=words.SEAT_NAMES,
    options=words.OPTIONS,
    rules=words.RULES,
    notation_rule=words.WRITING,
    end_rule=words.WINNING,
    first=first_state,
    parse_move=parse_ply,
    parse_state=read_state,
    refuse=refuse,
    spell=spell,
    refuse_touch=refuse_touch,
    pieces=pieces,
    effects=effects,
    lines=lines,
    merits=merits,
    usual_plies=175,
    remarks=remarks,
    patience=150.0,
)
