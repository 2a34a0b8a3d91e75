"""From events to a tournament. What does not fit is refused in words for the referee."""

import math
from collections.abc import Iterable, Sequence
from datetime import datetime

from msgspec.structs import replace

from tabletop.hub.tournament.events import (
    MAX_ROUNDS,
    MAX_START_MINUTES,
    ByeCancelled,
    ByeRequested,
    Created,
    Entered,
    Event,
    Finished,
    PairingMade,
    PairingReplaced,
    Paused,
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
)
from tabletop.hub.tournament.state import (
    Entrant,
    GameResult,
    Pairing,
    Status,
    Tournament,
    TournamentRound,
)

LATE_FORMATS = frozenset({"swiss", "arena", "pools"})


def replay(events: Iterable[Event]) -> Tournament:
    """The tournament after these events, the first of which is `Created`.

    ValueError: an event does not fit; the sentence says why.
    """
    stored = tuple(events)
    if not stored or not isinstance(stored[0], Created):
        raise ValueError("There is no tournament yet.")
    undone = _undone(stored)
    desk = _Desk(stored[0])
    for event in stored[1:]:
        if event.id not in undone:
            desk.apply(event)
        elif isinstance(event, RoundStarted):
            desk.take_back_start(event.number)
    return desk.tournament(stored, undone)


def check(tournament: Tournament | None, event: Event) -> Tournament:
    """The tournament with one more event.

    ValueError: the event does not fit, and must not be stored; the sentence says why.
    """
    if tournament is None:
        return replay((event,))
    if isinstance(event, Undone) and event.event not in tournament.undone:
        try:
            return replay((*tournament.events, event))
        except _Misfit as problem:
            raise ValueError(
                f"A later step depends on this one. Undo that first. {problem}"
            ) from None
    return replay((*tournament.events, event))


class _Misfit(ValueError):
    """An event does not fit the ones before it."""


def _undone(events: Sequence[Event]) -> frozenset[str]:
    """The ids of all events that are undone. Undoing an `Undone` brings back what it undid."""
    known: dict[str, Event] = {}
    dead: set[str] = set()
    for event in events:
        if not event.id:
            raise ValueError("An event needs an id.")
        if event.id in known:
            raise ValueError("This event is stored already.")
        if isinstance(event, Undone):
            target = known.get(event.event)
            if target is None:
                raise ValueError("There is no such step to undo.")
            if isinstance(target, Created):
                raise ValueError("The tournament itself can’t be undone. Finish it instead.")
            if target.id in dead:
                raise ValueError("This step is undone already.")
            dead.add(target.id)
            while isinstance(target, Undone):
                target = known[target.event]
                if target.id in dead:
                    dead.remove(target.id)
                else:
                    dead.add(target.id)
        known[event.id] = event
    return frozenset(dead)


class _Desk:
    """A tournament while its events are applied, in mutable lists."""

    def __init__(self, created: Created) -> None:
        _check_created(created)
        self._created = created
        self._entrants: dict[str, Entrant] = {}
        self._names: set[str] = set()
        """As they are compared."""
        self._rounds: list[TournamentRound] = []
        self._pairings: list[dict[str, Pairing]] = []
        """By round and id, with the results; `_rounds` has the pairings as they were made."""
        self._round_of: dict[str, int] = {}
        self._requested: dict[int, tuple[str, ...]] = {}
        self._times: dict[int, float | None] = {}
        """When rounds start by themselves; None: by hand, whatever `_minutes` says."""
        self._minutes: int | None = None
        self._completed: float | None = None
        """When the last result of the newest round came."""
        self._paused = False
        self._finished = False

    def tournament(self, events: tuple[Event, ...], undone: frozenset[str]) -> Tournament:
        status: Status = "running" if self._rounds else "open"
        if self._finished:
            status = "finished"
        elif self._paused:
            status = "paused"
        starts, minutes = self._next_start()
        return Tournament(
            created=self._created,
            entrants=dict(self._entrants),
            rounds=tuple(
                replace(each, pairings=tuple(pairings.values()))
                for each, pairings in zip(self._rounds, self._pairings, strict=True)
            ),
            status=status,
            events=events,
            undone=undone,
            requested=dict(self._requested),
            starts=starts,
            start_minutes=minutes,
        )

    def take_back_start(self, number: int) -> None:
        """A round whose start was undone starts by hand, unless a time is set anew."""
        self._times[number] = None

    def _next_number(self) -> int:
        started = not self._rounds or self._rounds[-1].started
        return len(self._rounds) + started

    def _next_start(self) -> tuple[float | None, int | None]:
        """When the next round starts, or how many minutes after a last result that is not there."""
        number = self._next_number()
        if self._finished or number in self._times:
            return None if self._finished else self._times[number], None
        if self._minutes is None or not self._rounds or self._created.format == "arena":
            return None, None
        if self._completed is None:
            return None, self._minutes
        return self._completed + 60 * self._minutes, self._minutes

    def apply(self, event: Event) -> None:
        if self._finished and not isinstance(event, ResultCorrected | Undone):
            raise _Misfit("The tournament is finished. Undo that first.")
        match event:
            case Created():
                raise _Misfit("The tournament exists already.")
            case Entered():
                self._enter(event)
            case Withdrawn():
                entrant = self._entrant(event.player)
                if not entrant.here:
                    raise _Misfit(f"{entrant.name} has withdrawn already.")
                self._entrants[entrant.id] = replace(entrant, here=False)
            case Returned():
                entrant = self._entrant(event.player)
                if entrant.here:
                    raise _Misfit(f"{entrant.name} is playing already.")
                self._entrants[entrant.id] = replace(entrant, here=True)
            case RoundPaired():
                self._pair(event)
            case PairingReplaced():
                self._replace(event)
            case RoundStarted():
                self._start(event.number)
                self._note_completion(event)
            case StartSet():
                self._set_start(event)
            case ByeRequested():
                self._request_bye(event)
            case ByeCancelled():
                asked = self._requested.get(event.number, ())
                if event.player not in asked:
                    raise _Misfit(f"{self._entrant(event.player).name} has no such bye.")
                self._check_coming(event.number)
                kept = tuple(player for player in asked if player != event.player)
                self._requested[event.number] = kept
            case TableAssigned():
                number, pairing = self._find(event.pairing)
                if pairing.is_decided:
                    raise _Misfit("This match is over and needs no table.")
                self._pairings[number][pairing.id] = replace(pairing, table=event.table)
            case ResultGiven():
                self._give(event)
                self._note_completion(event)
            case ResultCorrected():
                self._correct(event)
            case Paused():
                if self._paused:
                    raise _Misfit("The tournament is paused already.")
                self._paused = True
            case Resumed():
                if not self._paused:
                    raise _Misfit("The tournament is not paused.")
                self._paused = False
            case Finished():
                self._finish()
            case Undone():
                pass

    def _name(self, player: str) -> str:
        return self._entrants[player].name

    def _entrant(self, player: str) -> Entrant:
        if player not in self._entrants:
            raise _Misfit("This player is not in the tournament.")
        return self._entrants[player]

    def _find(self, id: str) -> tuple[int, Pairing]:
        if id not in self._round_of:
            raise _Misfit("This match is not in the tournament. Perhaps the round was paired anew.")
        number = self._round_of[id]
        return number, self._pairings[number][id]

    def _enter(self, event: Entered) -> None:
        name = event.name.strip()
        if not event.player or not name:
            raise _Misfit("A player needs a name.")
        if event.player in self._entrants:
            raise _Misfit(f"{name} is in the tournament already.")
        if name.casefold() in self._names:
            raise _Misfit(f"There is a player called {name} already. Choose another name.")
        if event.rating is not None and not math.isfinite(event.rating):
            raise _Misfit("The rating is not a number.")
        if self._rounds:
            if self._created.format not in LATE_FORMATS:
                raise _Misfit("The tournament has begun, and this format has no late entries.")
            if not event.late:
                raise _Misfit(f"The tournament has begun. Let {name} in as a late entry.")
            last = self._created.rounds
            if self._created.format != "arena" and len(self._rounds) >= last:
                raise _Misfit("The last round is paired already.")
        self._names.add(name.casefold())
        self._entrants[event.player] = Entrant(
            event.player, name, event.rating, len(self._rounds) + 1
        )

    def _note_completion(self, event: ResultGiven | RoundStarted) -> None:
        self._completed = None
        if self._is_complete(-1):
            try:
                self._completed = datetime.fromisoformat(event.at).timestamp()
            except ValueError:
                return

    def _set_start(self, event: StartSet) -> None:
        if event.number != self._next_number():
            raise _Misfit(f"Round {event.number} is not the next round.")
        if self._created.format in ("swiss", "pools") and event.number > self._created.rounds:
            raise _Misfit("All rounds are played.")
        if self._rounds and self._created.format == "arena":
            raise _Misfit("An arena starts only once.")
        if event.time is not None and not 0 < event.time < 1e11:
            raise _Misfit("This is no time.")
        if event.minutes is not None:
            if not self._rounds:
                raise _Misfit("The first round has no results before it. Set a time.")
            if not 0 <= event.minutes <= MAX_START_MINUTES:
                raise _Misfit(f"Choose up to {MAX_START_MINUTES} minutes.")
        self._times.pop(event.number, None)
        if event.time is not None:
            self._times[event.number] = event.time
        else:
            self._minutes = event.minutes

    def _check_coming(self, number: int) -> None:
        if number < self._next_number():
            raise _Misfit(f"Round {number} has started already.")

    def _request_bye(self, event: ByeRequested) -> None:
        created, entrant = self._created, self._entrant(event.player)
        if not created.bye_rounds:
            raise _Misfit("This tournament has no byes on request.")
        if event.number not in created.bye_rounds:
            raise _Misfit(f"A bye can be asked for up to round {created.bye_rounds[-1]}.")
        self._check_coming(event.number)
        if not entrant.here:
            raise _Misfit(f"{entrant.name} has withdrawn.")
        if event.number < entrant.first_round:
            raise _Misfit(f"{entrant.name} plays from round {entrant.first_round} on.")
        asked = self._requested.get(event.number, ())
        if entrant.id in asked:
            raise _Misfit(f"{entrant.name} has a bye in round {event.number} already.")
        if sum(entrant.id in byes for byes in self._requested.values()) >= created.max_byes:
            byes = "One bye" if created.max_byes == 1 else f"{created.max_byes} byes"
            raise _Misfit(f"{byes} on request is the most, and {entrant.name} has had it.")
        self._requested[event.number] = (*asked, entrant.id)

    def _requested_in(self, number: int) -> tuple[str, ...]:
        """Who has a bye on request in a round: those who are still here."""
        asked = self._requested.get(number, ())
        return tuple(player for player in asked if self._entrants[player].here)

    def _pair(self, event: RoundPaired) -> None:
        arena = self._created.format == "arena"
        if event.number != len(self._rounds) + 1:
            raise _Misfit(f"The next round is round {len(self._rounds) + 1}.")
        if not arena and self._rounds and not self._is_complete(-1):
            raise _Misfit(f"Round {len(self._rounds)} is not over yet.")
        if self._created.format in ("swiss", "pools") and event.number > self._created.rounds:
            raise _Misfit("All rounds are played.")
        if not event.pairings:
            raise _Misfit("A round needs at least one match.")
        self._check_field(event.number, event.pairings, event.byes)
        made = {}
        for pairing in event.pairings:
            if pairing.id in self._round_of or pairing.id in made or not pairing.id:
                raise _Misfit("Each match needs an id of its own.")
            made[pairing.id] = self._make(pairing)
        self._round_of.update(dict.fromkeys(made, len(self._rounds)))
        self._pairings.append(made)
        self._rounds.append(
            TournamentRound(
                event.number,
                (),
                event.byes,
                event.waived,
                arena,
                event.id,
                self._requested_in(event.number),
            )
        )

    def _make(self, pairing: PairingMade) -> Pairing:
        knockout = self._created.format == "knockout"
        return Pairing(
            id=pairing.id,
            players=pairing.players,
            slot=pairing.slot,
            known_absent=tuple(sorted(set(pairing.absent))),
            best_of=self._created.best_of if knockout else 1,
            must_win=knockout,
        )

    def _check_field(
        self, number: int, pairings: Iterable[PairingMade | Pairing], byes: Sequence[str]
    ) -> None:
        """Refuses a round in which somebody plays twice, is missing, or has left."""
        created = self._created
        knockout = created.format == "knockout"
        busy = set()
        if created.format == "arena":
            busy = {
                player
                for made in self._pairings
                for pairing in made.values()
                if not pairing.is_decided
                for player in pairing.players
            }
        seen: set[str] = set()
        for pairing in pairings:
            absent = pairing.absent if isinstance(pairing, PairingMade) else pairing.known_absent
            sizes = (3, 4) if created.format == "pools" else (1, 2) if knockout else (2,)
            if len(pairing.players) not in sizes or len(pairing.players) > created.seats:
                raise _Misfit("A match has the wrong number of players.")
            if any(seat not in range(len(pairing.players)) for seat in absent):
                raise _Misfit("A match has no such seat.")
            for seat, player in enumerate(pairing.players):
                entrant = self._entrant(player)
                if player in seen:
                    raise _Misfit(f"{entrant.name} is paired twice.")
                if player in busy:
                    raise _Misfit(f"{entrant.name} is still playing.")
                if not entrant.here and seat not in absent and number > len(self._rounds):
                    raise _Misfit(f"{entrant.name} has withdrawn.")
                seen.add(player)
        for player in byes:
            name = self._entrant(player).name
            if player in seen:
                raise _Misfit(f"{name} is paired and has a bye.")
            seen.add(player)
        for player in self._requested_in(number):
            name = self._entrant(player).name
            if player in seen:
                raise _Misfit(f"{name} has asked for a bye in this round.")
            seen.add(player)
        if created.format in ("swiss", "pools") or (knockout and number == 1):
            for entrant in self._entrants.values():
                if entrant.here and entrant.first_round <= number and entrant.id not in seen:
                    raise _Misfit(f"{entrant.name} is neither paired nor has a bye.")

    def _replace(self, event: PairingReplaced) -> None:
        created = self._created
        if created.format in ("arena", "round_robin"):
            raise _Misfit("In this format the pairing can’t be changed.")
        if not self._rounds or event.number != len(self._rounds):
            raise _Misfit("Only the pairing of the next round can be changed.")
        if self._rounds[-1].started:
            raise _Misfit(f"Round {event.number} has started. Its pairing stays.")
        if created.format == "knockout" and event.number > 1:
            raise _Misfit("The winners decide who meets whom in this round.")
        made = dict(self._pairings[-1])
        before = self._field(made.values(), self._rounds[-1].byes)
        for pairing in event.pairings:
            if pairing.id not in made:
                raise _Misfit("This match is not in the round.")
            slot = made[pairing.id].slot
            made[pairing.id] = replace(self._make(pairing), slot=slot, table=made[pairing.id].table)
        byes = self._rounds[-1].byes if event.byes is None else event.byes
        self._check_field(event.number, made.values(), byes)
        missing = before - self._field(made.values(), byes)
        if missing:
            raise _Misfit(f"{self._name(min(missing))} is neither paired nor has a bye.")
        self._pairings[-1] = made
        self._rounds[-1] = replace(self._rounds[-1], byes=byes)

    @staticmethod
    def _field(pairings: Iterable[Pairing], byes: Iterable[str]) -> set[str]:
        return {player for pairing in pairings for player in pairing.players} | set(byes)

    def _start(self, number: int) -> None:
        if self._paused:
            raise _Misfit("The tournament is paused. Resume it first.")
        if not self._rounds or number != len(self._rounds):
            raise _Misfit(f"Round {number} is not the next round, or is not paired yet.")
        if self._rounds[-1].started:
            raise _Misfit(f"Round {number} has started already.")
        self._rounds[-1] = replace(self._rounds[-1], started=True)

    def _give(self, event: ResultGiven) -> None:
        number, pairing = self._find(event.pairing)
        if not self._rounds[number].started:
            raise _Misfit(f"Round {number + 1} has not started yet.")
        if pairing.is_decided:
            raise _Misfit(f"{self._match(pairing)} has a result already. Correct it instead.")
        result = GameResult(
            _scores(event.scores, pairing),
            event.how,
            _absent(event.scores, event.how),
            event.id,
            first_scores=event.scores,
        )
        if event.how == "no_show" and not result.absent:
            raise _Misfit("Say who did not come: that player’s score is 0.")
        self._pairings[number][pairing.id] = replace(pairing, games=(*pairing.games, result))

    def _correct(self, event: ResultCorrected) -> None:
        number, pairing = self._find(event.pairing)
        if not pairing.games:
            raise _Misfit(f"{self._match(pairing)} has no result yet.")
        if not -len(pairing.games) <= event.game < len(pairing.games):
            raise _Misfit("This game was not played.")
        games = list(pairing.games)
        games[event.game] = replace(
            games[event.game],
            scores=_scores(event.scores, pairing),
            how=event.how,
            absent=_absent(event.scores, event.how),
            event=event.id,
            corrected=True,
        )
        if event.how == "no_show" and not games[event.game].absent:
            raise _Misfit("Say who did not come: that player’s score is 0.")
        after = replace(pairing, games=tuple(games))
        later = number + 1 < len(self._rounds)
        if self._created.format == "knockout" and later and after.winner != pairing.winner:
            raise _Misfit(
                f"This changes who plays in round {number + 2}. Undo the pairing of that round"
                " first."
            )
        self._pairings[number][pairing.id] = after

    def _finish(self) -> None:
        if self._rounds and not self._rounds[-1].started:
            raise _Misfit(f"Round {len(self._rounds)} is paired. Start it, or undo its pairing.")
        missing = sum(
            not pairing.is_decided for made in self._pairings for pairing in made.values()
        )
        if missing == 1:
            raise _Misfit("One result is missing.")
        if missing:
            raise _Misfit(f"{missing} results are missing.")
        self._finished = True

    def _is_complete(self, number: int) -> bool:
        return self._rounds[number].started and all(
            pairing.is_decided for pairing in self._pairings[number].values()
        )

    def _match(self, pairing: Pairing) -> str:
        return " – ".join(self._name(player) for player in pairing.players)


def _scores(scores: tuple[float, ...], pairing: Pairing) -> tuple[float, ...]:
    if len(scores) != len(pairing.players):
        raise _Misfit("A result needs one score for each player.")
    if not all(math.isfinite(score) and score >= 0 for score in scores):
        raise _Misfit("A score is a number from 0.")
    return tuple(float(score) for score in scores)


def _absent(scores: tuple[float, ...], how: str) -> tuple[int, ...]:
    if how != "no_show":
        return ()
    return tuple(seat for seat, score in enumerate(scores) if score == 0)


def _check_created(created: Created) -> None:
    pools = created.format == "pools"
    points = created.points
    if not created.name.strip():
        raise ValueError("A tournament needs a name.")
    if pools and created.seats not in (3, 4):
        raise ValueError("Pools are for matches of three or four players.")
    if not pools and created.seats != 2:
        raise ValueError("This format is for matches of two players.")
    if created.format in ("swiss", "pools") and not 1 <= created.rounds <= MAX_ROUNDS:
        raise ValueError(f"Choose a number of rounds from 1 to {MAX_ROUNDS}.")
    if not 0 <= created.max_byes <= MAX_ROUNDS:
        raise ValueError(f"Choose up to {MAX_ROUNDS} byes for a player.")
    if created.format in ("swiss", "pools") and not 0 <= created.last_bye_round <= created.rounds:
        raise ValueError("The last round for byes is one of the rounds of the tournament.")
    if created.cycles not in (1, 2):
        raise ValueError("In a round robin all meet once or twice.")
    if created.best_of not in range(1, 16, 2):
        raise ValueError("The number of games of a match is odd, up to 15.")
    given = (points.win, points.draw, points.loss, points.of_bye, points.missed_round)
    if not all(math.isfinite(each) and each >= 0 for each in given):
        raise ValueError("Points are numbers from 0.")
    if not points.loss <= points.draw <= points.win or points.win <= 0:
        raise ValueError("A win is worth more than nothing, and a draw lies between loss and win.")
    if created.tie_breaks is not None and len(set(created.tie_breaks)) < len(created.tie_breaks):
        raise ValueError("Each tie-break counts once.")
