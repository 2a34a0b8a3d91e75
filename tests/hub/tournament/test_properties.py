"""Random sequences of events: no prefix fails, undoing restores, each sequence can end."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.hub.tournament import (
    ByeCancelled,
    ByeRequested,
    Created,
    Event,
    PairingMade,
    PairingReplaced,
    Paused,
    Points,
    Resumed,
    RoundStarted,
    StartSet,
    TableAssigned,
    Tournament,
    Undone,
    check,
    event_from_json,
    event_to_json,
    replay,
    standings,
)
from tests.hub.tournament.referee import Referee

FORMATS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("swiss", {"rounds": 4}),
    ("swiss", {"rounds": 9, "points": Points(win=3.0, draw=1.0, missed_round=1.0)}),
    ("round_robin", {}),
    ("round_robin", {"cycles": 2}),
    ("knockout", {"third_place": True}),
    ("knockout", {"best_of": 3}),
    ("arena", {}),
    ("pools", {"rounds": 3, "seats": 4, "game": "shout7"}),
    ("pools", {"rounds": 3, "seats": 3, "game": "shout7"}),
)


def _someone(referee: Referee, random: Random) -> str:
    return random.choice([*referee.state.entrants, "nobody"])


def _some_match(referee: Referee, random: Random) -> str:
    return random.choice(
        [pairing.id for each in referee.state.rounds for pairing in each.pairings] or ["none"]
    )


def _score(referee: Referee, random: Random, match: str) -> tuple[float, ...]:
    try:
        count = len(referee.state.pairing(match).players)
    except ValueError:
        count = 2
    return tuple(float(random.randrange(3)) for _ in range(count))


def _enter(referee: Referee, random: Random) -> None:
    referee.enter(f"n{len(referee.events)}", late=random.random() < 0.8, rating=None)


def _leave(referee: Referee, random: Random) -> None:
    referee.withdraw(_someone(referee, random))


def _return(referee: Referee, random: Random) -> None:
    referee.bring_back(_someone(referee, random))


def _pair(referee: Referee, random: Random) -> None:
    referee.pair()


def _start(referee: Referee, random: Random) -> None:
    referee.tell(RoundStarted, number=len(referee.state.rounds))


def _give(referee: Referee, random: Random) -> None:
    matches = referee.open_pairings()
    match = random.choice(matches).id if matches else "none"
    how = random.choice(["table", "table", "referee", "no_show"])
    referee.give(match, *_score(referee, random, match), how=how)


def _correct(referee: Referee, random: Random) -> None:
    match = _some_match(referee, random)
    how = random.choice(["referee", "no_show"])
    referee.correct(match, *_score(referee, random, match), how=how)


def _assign(referee: Referee, random: Random) -> None:
    referee.tell(TableAssigned, pairing=_some_match(referee, random), table="Oak")


def _swap(referee: Referee, random: Random) -> None:
    """Two players of the last round change places."""
    if not referee.state.rounds:
        return
    last = referee.state.rounds[-1]
    a, b = (random.choice(last.pairings) for _ in range(2))
    one, other = random.choice(a.players), random.choice(b.players)
    change = {one: other, other: one}
    referee.tell(
        PairingReplaced,
        number=last.number,
        pairings=tuple(
            PairingMade(each.id, tuple(change.get(player, player) for player in each.players))
            for each in {a.id: a, b.id: b}.values()
        ),
    )


def _pause(referee: Referee, random: Random) -> None:
    if random.random() < 0.5:
        referee.tell(Paused)
    else:
        referee.tell(Resumed)


def _bye(referee: Referee, random: Random) -> None:
    about = {
        "player": _someone(referee, random),
        "number": len(referee.state.rounds) + random.randrange(3),
    }
    if random.random() < 0.7:
        referee.tell(ByeRequested, **about)
    else:
        referee.tell(ByeCancelled, **about)


def _when(referee: Referee, random: Random) -> None:
    choices: list[dict[str, float]] = [{"time": 1e9}, {"minutes": 5}, {}]
    how = random.choice(choices)
    referee.tell(StartSet, number=len(referee.state.rounds) + random.randrange(2), **how)


def _finish(referee: Referee, random: Random) -> None:
    if random.random() < 0.2:
        referee.finish()


def _undo(referee: Referee, random: Random) -> None:
    recent = referee.events[-4:]
    referee.undo(random.choice(recent).id)


ACTIONS: tuple[Callable[[Referee, Random], None], ...] = (
    *(_enter, _leave, _return, _pair, _start, _assign, _swap, _pause, _finish, _undo, _correct),
    *(_enter, _pair, _start, _give, _give, _give, _give, _bye, _when),
)


def _play(format: int, seed: int, steps: list[int]) -> Referee:
    """A tournament after some steps; what is refused changes nothing."""
    name, settings = FORMATS[format]
    referee = Referee(name, seed=seed, **settings)
    random = Random(seed)
    referee.enter_many(random.randint(0, 9))
    for step in steps:
        before = referee.state
        try:
            ACTIONS[step](referee, random)
        except ValueError as refusal:
            if not str(refusal).endswith(".") or referee.state is not before:
                raise AssertionError("A refusal is a sentence and changes nothing.") from refusal
    return referee


tournaments = st.builds(
    _play,
    st.integers(0, len(FORMATS) - 1),
    st.integers(0, 10_000),
    st.lists(st.integers(0, len(ACTIONS) - 1), min_size=15, max_size=60),
)


def _shown(tournament: Tournament) -> tuple[Any, ...]:
    """All of a tournament but its events."""
    state = tournament
    return state.entrants, state.rounds, state.requested, state.status, standings(state)


@given(tournaments)
def test_each_prefix_can_be_replayed(referee: Referee) -> None:
    events = referee.events
    for end in range(1, len(events) + 1):
        state = replay(events[:end])
        assert len(standings(state)) == len(state.entrants)
    assert replay(events) == referee.state


@given(tournaments)
def test_events_survive_json(referee: Referee) -> None:
    read = tuple(event_from_json(event_to_json(event)) for event in referee.events)
    assert read == referee.events
    assert _shown(replay(read)) == _shown(referee.state)


@given(tournaments, st.randoms(use_true_random=False))
def test_undoing_the_last_step_restores_what_was(referee: Referee, random: Random) -> None:
    events = referee.events
    last = events[-1]
    if isinstance(last, Created):
        return
    before = _shown(replay(events[:-1]))
    after = _shown(referee.state)
    undone = referee.undo(last)
    assert _shown(referee.state) == before
    referee.undo(undone)
    assert _shown(referee.state) == after


@given(tournaments)
def test_undoing_an_undo_restores_what_was(referee: Referee) -> None:
    after = _shown(referee.state)
    for event in referee.events[1:]:
        if event.id in referee.state.undone:
            continue
        try:
            undone = check(referee.state, Undone(id="u1", at="", by="", event=event.id))
        except ValueError:
            continue  # a later step needs it
        again = check(undone, Undone(id="u2", at="", by="", event="u1"))
        assert _shown(again) == after


@given(tournaments, st.integers(0, 10_000))
def test_each_tournament_can_be_brought_to_its_end(referee: Referee, seed: int) -> None:
    random = Random(seed)
    if referee.state.status == "finished":
        return
    if referee.state.status == "paused":
        referee.tell(Resumed)
    for _ in range(30):
        last = referee.state.rounds[-1] if referee.state.rounds else None
        if last is not None and not last.started:
            referee.tell(RoundStarted, number=last.number)
        referee.play(random, no_shows=0.1)
        if referee.state.is_over:
            break
        try:
            referee.pair()
        except ValueError:
            break  # not enough players are left
    if referee.state.rounds and not referee.state.rounds[-1].started:
        referee.tell(RoundStarted, number=referee.state.rounds[-1].number)
    referee.play(random)
    referee.finish()
    lines = standings(referee.state)
    assert {each.player for each in lines} == set(referee.state.entrants)


def _state_after(events: tuple[Event, ...]) -> Tournament:
    state = None
    for event in events:
        state = check(state, event)
    assert state is not None
    return state


@pytest.mark.parametrize("format", range(len(FORMATS)))
def test_checking_one_by_one_gives_what_replaying_gives(format: int) -> None:
    steps = [number % len(ACTIONS) for number in range(40)]
    referee = _play(format, 7, steps)
    assert _state_after(referee.events) == replay(referee.events)
