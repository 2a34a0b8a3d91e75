"""What a game is: states, the match, its record, its clocks. No screen, no disk, no luck."""

from tabletop.engine.clock import Clock, TimeControl
from tabletop.engine.game import (
    Call,
    Game,
    Option,
    Options,
    Remark,
    Rule,
    Spot,
    Step,
    Word,
    after_steps,
)
from tabletop.engine.match import STOPPED, Match, Ply
from tabletop.engine.picker import Picker
from tabletop.engine.record import Record
from tabletop.engine.state import (
    CHANCE,
    BadNotation,
    IllegalMove,
    Move,
    Outcome,
    Refusal,
    Seat,
    State,
)
from tabletop.engine.text import Text, count, decimal, joined, listed, percent, say
from tabletop.engine.thought import Candidate, Question, Thought

__all__ = [
    "CHANCE",
    "STOPPED",
    "BadNotation",
    "Call",
    "Candidate",
    "Clock",
    "Game",
    "IllegalMove",
    "Match",
    "Move",
    "Option",
    "Options",
    "Outcome",
    "Picker",
    "Ply",
    "Question",
    "Record",
    "Refusal",
    "Remark",
    "Rule",
    "Seat",
    "Spot",
    "State",
    "Step",
    "Text",
    "Thought",
    "TimeControl",
    "Word",
    "after_steps",
    "count",
    "decimal",
    "joined",
    "listed",
    "percent",
    "say",
]
