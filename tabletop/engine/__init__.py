"""Games, states, matches, records and clocks. No screen, no files, no random source of its own."""

from tabletop.engine.analysis import Analysis, AnalysisRequest, Candidate
from tabletop.engine.clock import Clock, TimeControl
from tabletop.engine.game import (
    CHANCE,
    BadNotation,
    Call,
    Game,
    IllegalMove,
    Move,
    Option,
    Options,
    Outcome,
    Refusal,
    Rule,
    RuleNote,
    Seat,
    Spot,
    State,
    Step,
    Word,
    WrongTouch,
    after_steps,
)
from tabletop.engine.match import STOPPED, Match, Ply
from tabletop.engine.picker import Picker
from tabletop.engine.record import Record
from tabletop.engine.seat_profile import SeatProfile
from tabletop.engine.text import Text, count, decimal, joined, listed, percent, say

__all__ = [
    "CHANCE",
    "STOPPED",
    "Analysis",
    "AnalysisRequest",
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
    "Record",
    "Refusal",
    "Rule",
    "RuleNote",
    "Seat",
    "SeatProfile",
    "Spot",
    "State",
    "Step",
    "Text",
    "TimeControl",
    "Word",
    "WrongTouch",
    "after_steps",
    "count",
    "decimal",
    "joined",
    "listed",
    "percent",
    "say",
]
