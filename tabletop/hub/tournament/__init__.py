"""Tournaments: events, what follows from them, pairings and standings. No database, no clock.

`replay` makes a tournament of its events, `check` says whether one more fits, `pair_next_round`
makes the event that pairs the next round, `standings` ranks the players.
"""

from tabletop.hub.tournament.events import (
    ByeCancelled,
    ByeRequested,
    Created,
    Entered,
    Event,
    Finished,
    PairingMade,
    PairingReplaced,
    Paused,
    Points,
    ResultCorrected,
    ResultGiven,
    Resumed,
    Returned,
    RoundPaired,
    RoundStarted,
    StartSet,
    TableAssigned,
    Undone,
    Withdrawn,
    event_from_json,
    event_to_json,
)
from tabletop.hub.tournament.pairing import pair_next_round
from tabletop.hub.tournament.replay import check, replay
from tabletop.hub.tournament.standings import Standing, standings
from tabletop.hub.tournament.state import (
    Entrant,
    GameResult,
    Pairing,
    Tournament,
    TournamentRound,
)

__all__ = [
    "ByeCancelled",
    "ByeRequested",
    "Created",
    "Entered",
    "Entrant",
    "Event",
    "Finished",
    "GameResult",
    "Pairing",
    "PairingMade",
    "PairingReplaced",
    "Paused",
    "Points",
    "ResultCorrected",
    "ResultGiven",
    "Resumed",
    "Returned",
    "RoundPaired",
    "RoundStarted",
    "Standing",
    "StartSet",
    "TableAssigned",
    "Tournament",
    "TournamentRound",
    "Undone",
    "Withdrawn",
    "check",
    "event_from_json",
    "event_to_json",
    "pair_next_round",
    "replay",
    "standings",
]
