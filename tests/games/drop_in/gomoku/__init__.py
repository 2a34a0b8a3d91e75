"""Five in a row: a whole game in one folder, to see that a game needs nothing else."""

from tabletop.engine.game import Game, Rule
from tabletop.engine.text import say
from tests.games.drop_in.gomoku import rules

GAME = Game(
    key="gomoku",
    folder=__name__,
    title=say("gomoku.title", "Five in a Row"),
    designer=say("gomoku.designer", "Traditional"),
    order=6,
    blurb=(say("gomoku.do", "Lay stones in turn."), say("gomoku.win", "Five in a row win.")),
    goal=say("gomoku.goal", "Get five of your stones in a line."),
    seats=(2,),
    seat_names=rules.SIDES,
    rules=(
        Rule("1", say("gomoku.1", "Play"), say("gomoku.1.body", "Lay a stone on an empty square.")),
        Rule("2", say("gomoku.2", "End"), say("gomoku.2.body", "Five or more in a row win.")),
    ),
    notation_rule="1",
    end_rule="2",
    first=rules.first,
    parse_move=rules.read_move,
    parse_state=rules.read_state,
    refuse=rules.refuse,
    spell=rules.spell,
    refuse_touch=rules.refuse_touch,
    pieces=rules.pieces,
    effects=rules.effects,
    lines=rules.lines,
)
