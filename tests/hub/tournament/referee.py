"""A referee for tests: tells a tournament its events, each checked before it is stored."""

from collections.abc import Iterable
from random import Random
from typing import Any, TypeVar

from tabletop.hub.tournament import (
    Created,
    Entered,
    Event,
    Finished,
    Pairing,
    ResultCorrected,
    ResultGiven,
    Returned,
    RoundPaired,
    RoundStarted,
    Tournament,
    Undone,
    Withdrawn,
    check,
    pair_next_round,
    standings,
)

E = TypeVar("E", bound=Event)


class Referee:
    """Keeps the events of one tournament."""

    def __init__(self, format: Any, **settings: Any) -> None:
        settings = {"game": "shoo", "name": "Cup", "rounds": 7, **settings}
        self.state: Tournament = check(
            None, Created(id="e0", at="2026-11-27T10:00:00Z", by="tom", format=format, **settings)
        )

    @property
    def events(self) -> tuple[Event, ...]:
        return self.state.events

    def tell(self, kind: type[E], **fields: Any) -> E:
        """Stores one event."""
        event = kind(id=f"e{len(self.events)}", at=self._time(), by="tom", **fields)
        self.state = check(self.state, event)
        return event

    def enter(self, *players: str, **fields: Any) -> None:
        for player in players:
            self.tell(Entered, player=player, name=player.title(), **fields)

    def enter_many(self, count: int, rated: bool = True) -> list[str]:
        """Players p1 to p`count`, the strongest first."""
        players = [f"p{number}" for number in range(1, count + 1)]
        for number, player in enumerate(players):
            self.enter(player, rating=3000.0 - number if rated else None)
        return players

    def pair(self) -> RoundPaired:
        made = pair_next_round(self.state, id=f"e{len(self.events)}", at=self._time(), by="tom")
        self.state = check(self.state, made)
        return made

    def start(self) -> RoundPaired:
        """Pairs the next round and starts it."""
        made = self.pair()
        if self.state.created.format != "arena":
            self.tell(RoundStarted, number=made.number)
        return made

    def give(self, pairing: Pairing | str, *scores: float, how: Any = "table") -> ResultGiven:
        id = pairing if isinstance(pairing, str) else pairing.id
        return self.tell(ResultGiven, pairing=id, scores=scores, how=how)

    def correct(self, pairing: Pairing | str, *scores: float, how: Any = "referee") -> None:
        id = pairing if isinstance(pairing, str) else pairing.id
        self.tell(ResultCorrected, pairing=id, scores=scores, how=how)

    def withdraw(self, player: str) -> Withdrawn:
        return self.tell(Withdrawn, player=player)

    def bring_back(self, player: str) -> Returned:
        return self.tell(Returned, player=player)

    def undo(self, event: Event | str) -> Undone:
        return self.tell(Undone, event=event if isinstance(event, str) else event.id)

    def finish(self) -> None:
        self.tell(Finished)

    def open_pairings(self) -> list[Pairing]:
        return [pairing for each in self.state.rounds for pairing in each.open_pairings]

    def results(self, *winners: str) -> None:
        """Gives the open matches of two to these players; draws to all others."""
        for pairing in self.open_pairings():
            scores = [float(player in winners) for player in pairing.players]
            self.give(pairing, *(scores if sum(scores) == 1 else [0.5] * len(scores)))

    def play(self, random: Random, no_shows: float = 0.0) -> None:
        """Ends all open matches; of two, the one with the smaller number wins more often."""
        while pairings := self.open_pairings():
            for pairing in pairings:
                count = len(pairing.players)
                if random.random() < no_shows:
                    absent = random.randrange(count)
                    scores = [float(seat != absent) for seat in range(count)]
                    self.give(pairing, *scores, how="no_show")
                elif count > 2:
                    self.give(pairing, *(float(random.randrange(1, 8)) for _ in range(count)))
                else:
                    self.give(pairing, *random.choice([(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)]))

    def places(self) -> list[tuple[int, str]]:
        return [(each.place, each.player) for each in standings(self.state)]

    def _time(self) -> str:
        return f"2026-11-27T10:{len(self.events) // 60 % 60:02}:{len(self.events) % 60:02}Z"


def ids(pairings: Iterable[Any]) -> list[tuple[str, ...]]:
    """Who plays whom."""
    return [pairing.players for pairing in pairings]
