"""How long the pairing of a round takes, in tournaments of random results."""

from random import Random
from time import perf_counter, process_time
from typing import Any, Final

from msgspec.structs import replace

from tabletop.hub.tournament import (
    Created,
    Entered,
    Event,
    ResultGiven,
    RoundStarted,
    Tournament,
    Withdrawn,
    pair_next_round,
    replay,
    standings,
)
from tabletop.hub.tournament.events import Format

ROUNDS: Final = 7
BAR: Final = 2.0
"""Seconds of one core for a round."""
LEAVE: Final = 0.02
"""The share of players that leaves between two rounds."""
KINDS: Final[tuple[tuple[Format, int, int], ...]] = (
    ("swiss", 2, 8),
    ("swiss", 2, 24),
    ("swiss", 2, 48),
    ("swiss", 2, 49),
    ("swiss", 2, 100),
    ("swiss", 2, 200),
    ("arena", 2, 200),
    ("pools", 4, 200),
)
"""Formats, seats of a match, numbers of players."""


def run() -> dict[str, Any]:
    return {"runs": [_measure(*kind) for kind in KINDS]}


def _measure(format: Format, seats: int, count: int) -> dict[str, Any]:
    random = Random(count)
    events: list[Event] = [
        Created(
            id="0", at="", by="", name="Cup", game="", format=format, seats=seats, rounds=ROUNDS
        )
    ]
    for number in range(count):
        entry = Entered(id="", at="", by="", player=f"p{number}", name=f"P{number}")
        _add(events, entry)
    times, cpu = [], []
    for number in range(1, ROUNDS + 1):
        state = replay(events)
        for entrant in state.entrants.values():
            if number > 1 and entrant.here and random.random() < LEAVE:
                _add(events, Withdrawn(id="", at="", by="", player=entrant.id))
        state = replay(events)
        began, cpu_began = perf_counter(), process_time()
        made = pair_next_round(state, id=f"round {number}", at="", by="")
        cpu.append(process_time() - cpu_began)
        times.append(perf_counter() - began)
        events.append(made)
        if format != "arena":
            _add(events, RoundStarted(id="", at="", by="", number=number))
        for pairing in made.pairings:
            scores = tuple(float(random.randrange(3)) for _ in pairing.players)
            _add(events, ResultGiven(id="", at="", by="", pairing=pairing.id, scores=scores))
    state = replay(events)
    return {
        "format": format,
        "players": count,
        "pairing_s": [round(each, 3) for each in times],
        "pairing_cpu_s": [round(each, 3) for each in cpu],
        "events": len(events),
        "replay_ms": round(1000 * _time_of(replay, events), 1),
        "standings_ms": round(1000 * _time_of(standings, state), 1),
        "bar_s": BAR,
        "met": max(cpu) <= BAR,
    }


def _add(events: list[Event], event: Event) -> None:
    events.append(replace(event, id=str(len(events))))


def _time_of(work: Any, given: list[Event] | Tournament) -> float:
    began = process_time()
    work(given)
    return process_time() - began
