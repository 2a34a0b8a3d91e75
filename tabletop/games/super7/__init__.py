"""Super Seven: noughts and crosses in nine boxes, steered by two dice."""

from tabletop.engine.game import Game
from tabletop.games.super7 import words
from tabletop.games.super7.merits import merits
from tabletop.games.super7.notation import read_move, read_state
from tabletop.games.super7.reasons import refuse
from tabletop.games.super7.remarks import remarks
from tabletop.games.super7.rules import actor, first_state
from tabletop.games.super7.spelling import effects, lines, pieces, refuse_touch, spell

GAME = Game(
    key="super7",
    folder=__name__,
    title=words.TITLE,
    designer=words.DESIGNER,
    order=2,
    blurb=words.BLURB,
    seats=(2,),
    seat_names=words.SEAT_NAMES,
    options=words.OPTIONS,
    rules=words.RULES,
    notation_rule=words.WRITING,
    end_rule=words.GAME_WON,
    first=first_state,
    parse_move=read_move,
    parse_state=read_state,
    refuse=refuse,
    spell=spell,
    refuse_touch=refuse_touch,
    actor=actor,
    pieces=pieces,
    effects=effects,
    lines=lines,
    dice=(6, 6),
    merits=merits,
    usual_plies=105,
    remarks=remarks,
    patience=75.0,
)
