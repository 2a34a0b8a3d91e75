"""A tournament at real tables, as the hub sees them: calls, results, and what referees do."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from sqlalchemy import Connection, select, update

from tabletop.engine.game import Outcome
from tabletop.event import messages as wire
from tabletop.hub import tournaments
from tabletop.hub.corrections import correct
from tabletop.hub.database import Database
from tabletop.hub.schema import action, tournament, tournament_event
from tabletop.hub.tournament import (
    ByeRequested,
    Created,
    Entered,
    Event,
    Paused,
    ResultCorrected,
    Resumed,
    RoundStarted,
    StartSet,
    Tournament,
    Withdrawn,
    standings,
)
from tabletop.hub.visitors import called_games
from tabletop.input.event import round_words
from tabletop.storage.outbox import MatchOfEvent, with_event
from tests.hub.table_client import TableClient, join_table, orders_of, record_text

NOW = 1000.0
PLAYERS = ("Ada", "Bo", "Cleo", "Dan")


def _begin(database: Database, **about: object) -> int:
    """A tournament with four players."""
    fields: dict[str, object] = {"game": "shoo", "format": "knockout", **about}
    first = Created(**tournaments.stamp(NOW), by="Tom", name="Shoo Cup", **fields)  # type: ignore[arg-type]
    number = database.do(lambda db: tournaments.create(db, first, NOW))
    entries = [
        Entered(**tournaments.stamp(NOW), by="Tom", player=name.upper(), name=name)
        for name in PLAYERS
    ]
    database.do(lambda db: tournaments.add(db, number, entries, NOW))
    return number


def _tables(database: Database, *names: str) -> list[TableClient]:
    found = [join_table(database, name) for name in names]
    for table in found:
        table.send(wire.Started("1.0", ("shoo", "shout7")))
    return found


def _state(database: Database, number: int) -> Tournament:
    return database.look(lambda db: tournaments.load(db, number))


def _start(database: Database, number: int) -> Tournament:
    return database.do(lambda db: tournaments.start_round(db, number, "Tom", NOW))


def _call(table: TableClient) -> wire.CallPlayers | None:
    """The match that a table is to show; None if it was called to none, or it was taken back."""
    called = None
    for order in orders_of(table.database, table.joined.table):
        match order:
            case wire.CallPlayers():
                called = order
            case wire.CancelCall(pairing) if called is not None and called.pairing == pairing:
                called = None
    return called


def _play(table: TableClient, winner: str, match: str = "") -> None:
    """Plays the match of the call; `winner` is a name, or empty for a draw."""
    call = _call(table)
    assert call is not None
    names = tuple(seat.name for seat in call.seats)
    outcome = Outcome((names.index(winner),) if winner else (), "played")
    match = match or call.pairing
    orders = table.orders()
    table.send(*(wire.Done(order.id) for order in orders))
    table.send(wire.MatchState(match, call.game, pairing=call.pairing), wire.Ready(call.pairing))
    table.send(
        wire.MatchResult(match, record_text(outcome, names), pairing=call.pairing),
        wire.MatchState(),
    )


def _seats(table: TableClient) -> set[str]:
    call = _call(table)
    assert call is not None
    return {seat.name for seat in call.seats}


def test_a_knockout_is_played_to_its_winner_by_the_tables_alone(database: Database) -> None:
    tables = _tables(database, "Oak", "Elm")
    cup = _begin(database)
    assert [_call(table) for table in tables] == [None, None]
    _start(database, cup)
    assert _seats(tables[0]) | _seats(tables[1]) == set(PLAYERS)
    winners = sorted(min(_seats(table)) for table in tables)
    for table in tables:
        _play(table, min(_seats(table)))
    state = _state(database, cup)
    assert [each.started for each in state.rounds] == [True, False]  # paired, and seen beforehand
    _start(database, cup)
    final = next(table for table in tables if _seats(table) == set(winners))
    call = _call(final)
    assert call is not None
    assert round_words(call.round).key == "event.final"  # the table translates it
    _play(final, winners[0], "the final")
    state = _state(database, cup)
    assert state.is_over
    assert standings(state)[0].name == winners[0]


def test_a_table_that_has_told_no_state_is_called_after_all_others(database: Database) -> None:
    silent, oak, elm = _tables(database, "Silent", "Oak", "Elm")
    cup = _begin(database)
    oak.send(wire.MatchState())
    elm.send(wire.MatchState())
    _start(database, cup)
    assert (_call(silent), _seats(oak) | _seats(elm)) == (None, set(PLAYERS))
    _start(database, _begin(database))
    assert _call(silent) is not None
    late = join_table(database, "Late", silent.now)
    late.send(wire.MatchState())
    assert _call(late) is not None  # the match that waited


def test_matches_wait_for_a_free_table(database: Database) -> None:
    (oak,) = _tables(database, "Oak")
    cup = _begin(database)
    oak.send(wire.MatchState("someone's", "shoo"))
    _start(database, cup)
    assert _call(oak) is None
    oak.send(wire.MatchState())
    first = _seats(oak)
    _play(oak, min(first))
    assert _seats(oak) == set(PLAYERS) - first  # the other match, at the same table


def test_a_table_that_still_shows_its_result_is_called_if_no_other_is_free(
    database: Database,
) -> None:
    oak, elm = _tables(database, "Oak", "Elm")
    cup = _begin(database)
    _start(database, cup)
    for table in (oak, elm):
        call = _call(table)
        assert call is not None
        names = tuple(seat.name for seat in call.seats)
        state = wire.MatchState(call.pairing, call.game, pairing=call.pairing)
        record = record_text(Outcome((0,), "played"), names)
        table.send(state, wire.Ready(call.pairing))
        table.send(wire.MatchResult(call.pairing, record, pairing=call.pairing), state)
    elm.send(wire.MatchState())
    before = _call(oak)
    finalists = {call.seats[0].name for call in map(_call, (oak, elm)) if call is not None}
    _start(database, cup)
    assert (_call(oak), _seats(elm)) == (before, finalists)
    other = _begin(database)
    _start(database, other)
    assert _call(oak) not in (before, None)


def test_a_match_that_waits_goes_to_a_table_as_soon_as_its_result_is_in(
    database: Database,
) -> None:
    (oak,) = _tables(database, "Oak")
    cup = _begin(database)
    friends = wire.MatchState("of friends", "shoo")
    oak.send(friends)
    _start(database, cup)
    assert _call(oak) is None
    oak.send(wire.MatchResult("of friends", record_text(Outcome((0,), "played"))), friends)
    assert _call(oak) is not None


def test_a_table_without_the_game_or_out_of_sight_is_not_called(database: Database) -> None:
    oak, elm = _tables(database, "Oak", "Elm")
    oak.send(wire.Started("1.0", ("sevens",)))
    cup = _begin(database)
    database.do(
        lambda db: tournaments.start_round(db, cup, "Tom", NOW + tournaments.SEEN_SECONDS + 1)
    )
    assert (_call(oak), _call(elm)) == (None, None)
    elm.now = NOW + tournaments.SEEN_SECONDS + 2
    elm.send(wire.MatchState("m", "shoo"))
    elm.send(wire.MatchState())
    assert (_call(oak) is None, _call(elm) is None) == (True, False)


def test_a_correction_of_the_table_counts_until_a_referee_has_corrected(database: Database) -> None:
    oak, _ = _tables(database, "Oak", "Elm")
    cup = _begin(database, format="swiss", rounds=2)
    _start(database, cup)
    call = _call(oak)
    assert call is not None
    names = tuple(seat.name for seat in call.seats)

    def say(winner: int) -> None:
        record = record_text(Outcome((winner,), "x"), names)
        oak.send(wire.MatchResult("m", record, pairing=call.pairing))

    def winner() -> str | None:
        state = _state(database, cup)
        found = state.pairing(call.pairing.rpartition("/")[0]).winner
        return state.entrant(found).name if found else None

    say(0)
    assert winner() == names[0]
    say(0)
    say(1)
    assert winner() == names[1]
    oak.send(wire.MatchReopened("m"))
    assert winner() is None
    say(0)
    assert winner() == names[0]
    pairing = call.pairing.rpartition("/")[0]
    corrected = ResultCorrected(
        **tournaments.stamp(NOW), by="Tom", pairing=pairing, scores=(0.5, 0.5)
    )
    database.do(lambda db: tournaments.add(db, cup, [corrected], NOW))
    say(1)
    assert winner() is None
    logged = database.look(lambda db: db.execute(select(action.c.words)).scalars().all())
    assert len(logged) == 1  # the referee reads that the table said something else


def test_a_round_that_has_not_started_is_paired_anew_when_players_come_and_go(
    database: Database,
) -> None:
    _tables(database, "Oak", "Elm")
    cup = _begin(database, format="swiss", rounds=3)
    database.do(lambda db: tournaments.pair(db, cup, "Tom", NOW))
    gone = Withdrawn(**tournaments.stamp(NOW), by="Tom", player="ADA")
    late = Entered(**tournaments.stamp(NOW), by="Tom", player="EVE", name="Eve", late=True)
    state = database.do(lambda db: tournaments.add(db, cup, [gone, late], NOW))
    paired = {player for pairing in state.rounds[-1].pairings for player in pairing.players}
    assert paired | set(state.rounds[-1].byes) == {"BO", "CLEO", "DAN", "EVE"}
    assert not state.rounds[-1].started


def test_a_match_moves_to_another_table_and_the_first_result_counts(database: Database) -> None:
    oak, elm = _tables(database, "Oak", "Elm")
    cup = _begin(database)
    _start(database, cup)
    ash = _tables(database, "Ash")[0]
    call = _call(oak)
    assert call is not None
    pairing = call.pairing.rpartition("/")[0]
    database.do(
        partial(
            tournaments.move,
            tournament_id=cup,
            pairing_id=pairing,
            table_id=ash.joined.table,
            by="Tom",
            now=NOW,
        )
    )
    assert _call(oak) is None
    moved = _call(ash)
    assert moved is not None
    assert moved.pairing == call.pairing
    assert moved.replays_draws
    cancelled = [order.command for order in oak.orders()]
    assert wire.CancelCall(call.pairing, "Ash") in cancelled
    _play(ash, call.seats[0].name, "here")
    lost = record_text(Outcome((1,), "x"), tuple(seat.name for seat in call.seats))
    oak.send(wire.MatchResult("there", lost, pairing=call.pairing))
    state = _state(database, cup)
    winner = state.pairing(pairing).winner
    assert winner is not None
    assert state.entrant(winner).name == call.seats[0].name
    assert _call(elm) is not None


def test_the_players_of_a_table_that_has_left_are_called_to_another_one(
    database: Database,
) -> None:
    oak, elm = _tables(database, "Oak", "Elm")
    cup = _begin(database, best_of=3)
    _start(database, cup)
    (ash,) = _tables(database, "Ash")
    first = _call(oak)
    assert first is not None
    _play(oak, first.seats[0].name, "one")
    second = _call(oak)
    assert second is not None
    assert second.pairing != first.pairing
    assert _call(ash) is None
    oak.send(wire.Left())
    assert _call(ash) == second
    _play(ash, first.seats[0].name, "two")
    assert _state(database, cup).pairing(first.pairing.rpartition("/")[0]).is_decided
    there = _call(elm)
    elm.send(wire.Left())
    assert _call(ash) == there


def test_the_last_step_can_be_taken_back_and_its_calls_with_it(database: Database) -> None:
    oak, elm = _tables(database, "Oak", "Elm")
    cup = _begin(database)
    state = _start(database, cup)
    step = tournaments.last_step(state)
    assert step is not None
    database.do(lambda db: tournaments.undo(db, cup, step.id, "Tom", NOW))
    assert (_call(oak), _call(elm)) == (None, None)
    _start(database, cup)
    _play(oak, min(_seats(oak)))
    _play(elm, min(_seats(elm)))
    state = _state(database, cup)
    given = tournaments.event_of(next(e.id for e in state.events if e.id.startswith("match "))[6:])
    database.do(lambda db: tournaments.undo(db, cup, given, "Tom", NOW))
    state = _state(database, cup)
    assert len(state.rounds) == 1  # the pairing that followed is taken back with it
    assert len(state.rounds[0].open_pairings) == 1


def test_the_first_move_goes_round_in_a_match_of_several_games(database: Database) -> None:
    oak, elm = _tables(database, "Oak", "Elm")
    cup = _begin(database, best_of=3)
    _start(database, cup)
    first = _call(oak)
    assert first is not None
    names = [seat.name for seat in first.seats]
    _play(oak, names[0])
    second = _call(oak)
    assert second is not None
    assert [seat.name for seat in second.seats] == names[::-1]
    assert second.pairing != first.pairing
    _play(oak, names[0])
    pairing = _state(database, cup).pairing(first.pairing.rpartition("/")[0])
    assert pairing.is_decided
    assert pairing.totals == (2.0, 0.0)
    assert _call(elm) is not None


def test_an_arena_pairs_whoever_is_free(database: Database) -> None:
    oak, elm = _tables(database, "Oak", "Elm")
    cup = _begin(database, format="arena")
    _start(database, cup)
    for n in range(6):
        table = (oak, elm)[n % 2]
        _play(table, min(_seats(table)), f"m{n}")
    state = _state(database, cup)
    assert sum(len(each.pairings) for each in state.rounds) == 8  # six are over, two are played
    games = {each.player: each.points for each in standings(state)}
    assert sum(games.values()) == 6


def test_pools_take_matches_of_three_and_four(database: Database) -> None:
    (oak,) = _tables(database, "Oak")
    cup = _begin(database, format="pools", game="shout7", seats=4, rounds=1)
    _start(database, cup)
    call = _call(oak)
    assert call is not None
    names = tuple(seat.name for seat in call.seats)
    result = Outcome((2,), "x", (3, 5, 7, 5))
    oak.send(wire.MatchResult("m", record_text(result, names, "shout7"), pairing=call.pairing))
    state = _state(database, cup)
    assert state.is_over
    places = {each.name: each.place for each in standings(state)}
    assert [places[name] for name in names] == [4, 2, 1, 2]


def test_an_event_that_does_not_fit_stores_nothing(database: Database) -> None:
    cup = _begin(database)
    before = len(_state(database, cup).events)
    again: list[Event] = [
        Withdrawn(**tournaments.stamp(NOW), by="Tom", player="ADA"),
        Withdrawn(**tournaments.stamp(NOW), by="Tom", player="ADA"),
    ]
    with pytest.raises(ValueError, match="Ada has withdrawn"):
        database.do(lambda db: tournaments.add(db, cup, again, NOW))
    assert len(_state(database, cup).events) == before


def test_a_name_is_erased_from_stored_events(database: Database) -> None:
    cup = _begin(database)
    for player in ("ADA", "BO"):
        database.do(partial(tournaments.rename, tournament_id=cup, player=player, name="Somebody"))
    state = _state(database, cup)
    names = [state.entrant(player).name for player in ("ADA", "BO", "CLEO")]
    assert names == ["Somebody", "Somebody 2", "Cleo"]


def test_a_referees_correction_of_a_result_reaches_the_tournament(database: Database) -> None:
    oak, _ = _tables(database, "Oak", "Elm")
    cup = _begin(database, format="swiss", rounds=2)
    _start(database, cup)
    call = _call(oak)
    assert call is not None
    first, second = (seat.name for seat in call.seats)
    _play(oak, first, "m")
    before = {each.name: each.points for each in standings(_state(database, cup))}
    database.do(lambda db: correct(db, "m", (2, 1), "as both say", "Rita", NOW))
    oak.send(wire.MatchResult("m", record_text(Outcome((0,), "x"), (first, second)), call.pairing))
    after = {each.name: each.points for each in standings(_state(database, cup))}
    assert (before[first], before[second]) == (1, 0)
    assert (after[first], after[second]) == (0, 1)


def test_a_table_decides_no_match_that_it_was_not_called_to(database: Database) -> None:
    oak, _ = _tables(database, "Oak", "Elm")
    cup = _begin(database)
    _start(database, cup)
    (ash,) = _tables(database, "Ash")
    call = _call(oak)
    assert call is not None
    pairing = call.pairing.rpartition("/")[0]
    names = tuple(seat.name for seat in call.seats)
    forged = record_text(Outcome((1,), "x"), names)
    ash.send(wire.Ready(call.pairing), wire.MatchResult("forged", forged, pairing=call.pairing))
    assert not _state(database, cup).pairing(pairing).is_decided
    assert [each.playing for each in database.look(called_games)] == [False, False]
    _play(oak, names[0], "m")
    ash.send(wire.MatchReopened("m"), wire.MatchResult("m", forged, pairing=call.pairing))
    state = _state(database, cup)
    winner = state.pairing(pairing).winner
    assert winner is not None
    assert state.entrant(winner).name == names[0]


def test_a_match_that_was_set_aside_is_decided_at_the_table_where_it_goes_on(
    database: Database,
) -> None:
    oak, _ = _tables(database, "Oak", "Elm")
    cup = _begin(database)
    _start(database, cup)
    (ash,) = _tables(database, "Ash")
    call = _call(oak)
    assert call is not None
    names = tuple(seat.name for seat in call.seats)
    text = record_text(Outcome((1,), "x"), names)
    kept = with_event(text, MatchOfEvent(call.pairing, ("", "")))
    oak.send(wire.MatchState("m", "shoo"), wire.Kept("m", "K7W2X", kept), wire.MatchState())
    ash.send(wire.Released("m", "K7W2X"), wire.MatchResult("m", text, pairing=call.pairing))
    state = _state(database, cup)
    winner = state.pairing(call.pairing.rpartition("/")[0]).winner
    assert winner is not None
    assert state.entrant(winner).name == names[1]


# -- rounds that start by themselves -------------------------------------------------------------


def _set_start(database: Database, number: int, round: int, **fields: object) -> None:
    event = StartSet(**tournaments.stamp(NOW), by="Tom", number=round, **fields)  # type: ignore[arg-type]
    database.do(lambda db: tournaments.add(db, number, [event], NOW))


def _tick(database: Database, now: float) -> None:
    asyncio.run(tournaments.start_due(database, now))


def _notes(database: Database) -> list[str]:
    return list(database.look(lambda db: db.execute(select(action.c.words)).scalars().all()))


def test_rounds_start_at_their_time_and_call_the_players(database: Database) -> None:
    oak, elm = _tables(database, "Oak", "Elm")
    cup = _begin(database)
    _set_start(database, cup, 1, time=NOW + 30)
    _tick(database, NOW + 29)
    assert _call(oak) is None
    _tick(database, NOW + 30)
    assert _seats(oak) | _seats(elm) == set(PLAYERS)
    _set_start(database, cup, 2, minutes=10)
    for table in (oak, elm):
        _play(table, min(_seats(table)))
    (at,) = [each.starts for each in [_state(database, cup)]]
    assert at is not None
    _tick(database, at - 1)
    assert not _state(database, cup).rounds[1].started
    _tick(database, at)
    assert _state(database, cup).rounds[1].started
    assert _notes(database) == []


def test_a_tournament_that_is_erased_at_its_time_keeps_no_other_from_starting(
    database: Database,
) -> None:
    gone = {"name": "Gone", "made": NOW, "starts": NOW, "can_start": True}
    database.do(lambda db: db.execute(tournament.insert().values(gone)))
    cup = _begin(database)
    _set_start(database, cup, 1, time=NOW + 30)
    _tick(database, NOW + 30)
    assert _state(database, cup).rounds[0].started


def test_a_tournament_with_a_fault_keeps_no_other_from_starting(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    cups = [_begin(database), _begin(database)]
    for cup in cups:
        _set_start(database, cup, 1, time=NOW + 30)
    damaged = {"tournament_id": cups[0], "number": 99, "body": "no event"}
    database.do(lambda db: db.execute(tournament_event.insert().values(damaged)))
    for _ in range(2):  # told once
        _tick(database, NOW + 30)
    assert _state(database, cups[1]).rounds[0].started
    assert [record.exc_info is not None for record in caplog.records] == [True]
    (note,) = _notes(database)
    assert "start it yourself" in note


@pytest.mark.parametrize("late", [5 * 60.0, 3600.0])
def test_a_hub_that_was_away_starts_a_round_late_but_not_an_hour_late(
    database: Database, late: float
) -> None:
    (oak,) = _tables(database, "Oak")
    cup = _begin(database)
    _set_start(database, cup, 1, time=NOW)
    oak.now = NOW + late
    oak.send(wire.MatchState())
    for _ in range(2):  # said once
        _tick(database, NOW + late)
    starts = late < 3600
    assert bool(_state(database, cup).rounds) is starts
    (note,) = _notes(database)
    assert ("did not start" in note) is not starts
    if not starts:
        _set_start(database, cup, 1, time=NOW + late + 60)
        _tick(database, NOW + late + 60)
        assert _state(database, cup).rounds[0].started


def test_a_round_waits_for_the_last_result_and_for_the_end_of_a_pause(database: Database) -> None:
    oak, elm = _tables(database, "Oak", "Elm")
    cup = _begin(database)
    _start(database, cup)
    _set_start(database, cup, 2, time=NOW + 60)
    _play(oak, min(_seats(oak)))
    _tick(database, NOW + 61)
    _play(elm, min(_seats(elm)))
    pause = Paused(**tournaments.stamp(NOW), by="Tom")
    database.do(lambda db: tournaments.add(db, cup, [pause], NOW))
    _tick(database, NOW + 62)
    assert not _state(database, cup).rounds[1].started
    state = _state(database, cup)
    assert tournaments.start_words(state, NOW + 62) == "Final starts when the pause is over"
    resume = Resumed(**tournaments.stamp(NOW), by="Tom")
    database.do(lambda db: tournaments.add(db, cup, [resume], NOW))
    _tick(database, NOW + 63)
    assert _state(database, cup).rounds[1].started


def test_a_start_that_a_referee_took_back_stays_taken_back(database: Database) -> None:
    (oak,) = _tables(database, "Oak")
    cup = _begin(database)
    _set_start(database, cup, 1, time=NOW)
    _tick(database, NOW)
    step = tournaments.last_step(_state(database, cup))
    assert isinstance(step, RoundStarted)
    database.do(lambda db: tournaments.undo(db, cup, step.id, "Tom", NOW))
    assert _call(oak) is None
    _tick(database, NOW + 1)
    assert not _state(database, cup).rounds[0].started


def test_a_round_that_cannot_be_paired_is_said_and_tried_again_when_players_come(
    database: Database,
) -> None:
    first = Created(**tournaments.stamp(NOW), by="Tom", name="Cup", game="shoo", format="knockout")
    cup = database.do(lambda db: tournaments.create(db, first, NOW))
    _set_start(database, cup, 1, time=NOW)
    for _ in range(2):
        _tick(database, NOW)
    (note,) = _notes(database)
    assert "not enough players" in note
    entries = [
        Entered(**tournaments.stamp(NOW), by="Tom", player=name, name=name) for name in PLAYERS
    ]
    database.do(lambda db: tournaments.add(db, cup, entries, NOW))
    _tick(database, NOW + 1)
    assert _state(database, cup).rounds[0].started


def test_of_several_hubs_one_starts_a_round(database_url: str) -> None:
    hubs = [Database(database_url) for _ in range(3)]
    try:
        cups = []
        for _ in range(4):
            cups.append(_begin(hubs[0]))
            _set_start(hubs[0], cups[-1], 1, time=NOW)
        with ThreadPoolExecutor(len(hubs)) as threads:
            for done in [threads.submit(_tick, hub, NOW) for hub in hubs]:
                done.result()
        for cup in cups:
            events = _state(hubs[0], cup).events
            assert sum(isinstance(event, RoundStarted) for event in events) == 1
    finally:
        for hub in hubs:
            hub.close()


def test_a_bye_for_a_round_that_is_paired_pairs_it_anew(database: Database) -> None:
    oak, elm = _tables(database, "Oak", "Elm")
    cup = _begin(database, format="swiss", rounds=4)
    _start(database, cup)
    for table in (oak, elm):
        _play(table, min(_seats(table)))
    asked = ByeRequested(**tournaments.stamp(NOW), by="Ada", player="ADA", number=2)
    database.do(lambda db: tournaments.add(db, cup, [asked], NOW))
    following = _state(database, cup).rounds[-1]
    assert following.requested == ("ADA",)
    assert "ADA" not in {player for each in following.pairings for player in each.players}
    later = ByeRequested(**tournaments.stamp(NOW), by="Bo", player="BO", number=3)
    database.do(lambda db: tournaments.add(db, cup, [later], NOW))
    assert _state(database, cup).rounds[-1] == following


# -- damaged tournaments -------------------------------------------------------------------------


def _damage(database: Database, number: int, how: str) -> None:
    """Changes what is stored of a tournament as a failing disk might."""
    of_this = tournament_event.c.tournament_id == number
    third = of_this & (tournament_event.c.number == 2)

    def work(db: Connection) -> None:
        match how:
            case "torn":
                body = db.execute(select(tournament_event.c.body).where(third)).scalar_one()
                db.execute(update(tournament_event).where(third).values(body=body[:-9]))
            case "misfits":
                first = of_this & (tournament_event.c.number == 1)
                body = db.execute(select(tournament_event.c.body).where(first)).scalar_one()
                db.execute(update(tournament_event).where(third).values(body=body))
            case "lost":
                db.execute(tournament_event.delete().where(third))
            case _:
                db.execute(tournament_event.delete().where(of_this))

    database.do(work)


@pytest.mark.parametrize("how", ["torn", "misfits", "lost", "all lost"])
def test_a_damaged_tournament_keeps_no_other_from_being_played(
    database: Database, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    cups = [_begin(database), _begin(database)]
    for cup in cups:
        _start(database, cup)  # all matches wait for a table
    _damage(database, cups[0], how)
    tables = _tables(database, "Oak", "Elm")
    for table in tables:
        table.send(wire.MatchState())
    for table in tables:
        _play(table, min(_seats(table)))
    assert _state(database, cups[1]).rounds[0].is_complete
    assert [record.levelname for record in caplog.records] == ["ERROR"]  # told once
    assert "Shoo Cup" in caplog.text
    (note,) = _notes(database)
    assert "damaged" in note


def test_a_table_plays_on_whose_match_is_of_a_damaged_tournament(database: Database) -> None:
    (oak,) = _tables(database, "Oak")
    cup = _begin(database)
    _start(database, cup)
    called = _call(oak)
    _damage(database, cup, "torn")
    assert called is not None
    _play(oak, called.seats[0].name, "m")
    with pytest.raises(ValueError, match="damaged"):
        database.do(lambda db: correct(db, "m", (2, 1), "as both say", "Rita", NOW))
    oak.send(wire.MatchState("m", "shoo", pairing=called.pairing))  # it plays on after all
    oak.send(wire.MatchState())
    other = _begin(database)
    _start(database, other)
    now = _call(oak)
    assert now is not None
    assert now.pairing != called.pairing


def test_a_name_is_erased_from_a_damaged_tournament_too(database: Database) -> None:
    cup = _begin(database)
    _damage(database, cup, "torn")  # the row of Bo
    for name in PLAYERS:
        database.do(
            partial(
                tournaments.rename,
                tournament_id=cup,
                player=name.upper(),
                name="Somebody",
                also=name,
            )
        )
    rows = database.look(lambda db: db.execute(select(tournament_event.c.body)).scalars().all())
    assert all(f'"{name}"' not in row for row in rows for name in PLAYERS)
