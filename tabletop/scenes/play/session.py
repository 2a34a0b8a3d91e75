"""A match in progress: the engine's match, its seats, the timeline, the ply that is being entered.

The session is the model of a match scene. It draws nothing and opens no page. What changes it
queues an event; a scene drains the queue, refreshes once and saves what is to be saved.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeAlias

from tabletop.engine import CHANCE, IllegalMove, Match, Outcome, Ply, Seat, Text, say
from tabletop.engine.record import UNFINISHED_RESULT
from tabletop.input.actions import Button
from tabletop.players.player_spec import PERSON, PlayerSpec
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.play.move_input import MoveInput
from tabletop.scenes.play.timeline import MatchTimeline, PlyTiming


@dataclass(frozen=True, slots=True)
class Played:
    """A ply was played, and its animation begins."""

    ply: Ply


@dataclass(frozen=True, slots=True)
class Arrived:
    """The animation of a ply has run to its end."""

    ply: Ply


@dataclass(frozen=True, slots=True)
class TakenBack:
    """One or more plies were taken back."""


@dataclass(frozen=True, slots=True)
class SeatsChanged:
    """Somebody else plays, or a seat's language, text size or direction is another."""

    before: Setup


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over."""


@dataclass(frozen=True, slots=True)
class Begun:
    """Another match is played from now on."""


@dataclass(frozen=True, slots=True)
class Changed:
    """Something else that is seen has changed."""


MatchEvent: TypeAlias = Played | Arrived | TakenBack | SeatsChanged | Ended | Begun | Changed


class MatchKeeper(Protocol):
    """Saves one match and counts it for the host."""

    @property
    def match_id(self) -> str:
        """The name of the match in the store."""

    def run(self, dt: float) -> None:
        """Counts the seconds that people spend on the match."""

    def is_due(self, dt: float) -> bool:
        """Lets time pass; whether a running clock is to be saved again."""

    def save(self, setup: Setup) -> None:
        """Saves what has changed."""

    def leave(self) -> None:
        """The match is no longer the current one."""

    def close(self) -> None:
        """Counts a match that people have left."""

    def refused(self, reason: Text, rule: str) -> None:
        """Counts a refusal that people have read."""

    def hint(self) -> None:
        """Counts a hint."""


class MatchSession:
    """A match in progress. All changes go through its methods, and each queues an event."""

    def __init__(
        self,
        setup: Setup,
        match: Match,
        match_id: str,
        *,
        timing: PlyTiming,
        keep: Callable[[Setup, Match, str], MatchKeeper],
        speed: Callable[[MatchSession], float],
    ) -> None:
        """`timing` tells how long plies are shown, and `keep` makes what saves a match.

        `speed`: seconds that one second of animation takes; 0 for no animation.
        """
        self._timing = timing
        self._keep = keep
        self._speed = speed
        self._events: list[MatchEvent] = []
        self._minded: frozenset[Seat] = frozenset()
        self._take(setup, match, match_id)

    def _take(self, setup: Setup, match: Match, match_id: str = "") -> None:
        self.setup = setup
        self.match = match
        self.keeper = self._keep(setup, match, match_id)
        self.timeline = MatchTimeline(match, self._timing)
        self.hand = MoveInput(match.game, match.state)
        self.unwatched = False
        """No person plays any more, so the game may run fast."""
        self._unsaved = False

    # -- what it is -------------------------------------------------------------------------------

    @property
    def acting(self) -> Seat:
        """The seat that is to move, or to throw."""
        return self.match.game.acting(self.match.state)

    @property
    def filler(self) -> PlayerSpec:
        """Who plays at the acting seat."""
        return self.setup.filler(self.acting)

    @property
    def over(self) -> bool:
        return self.match.outcome is not None

    @property
    def speed(self) -> float:
        """Seconds that one second of animation takes; 0 for no animation."""
        return self._speed(self)

    @property
    def moving(self) -> bool:
        """A ply is being shown."""
        return self.timeline.motion is not None

    @property
    def looks_back(self) -> bool:
        """An earlier moment of the match is shown."""
        return self.timeline.at is not None

    @property
    def minded(self) -> frozenset[Seat]:
        """The people's seats at which a computer plays until they come back."""
        return frozenset(seat for seat in self._minded if not self.is_person(seat))

    @property
    def kept_setup(self) -> Setup:
        """Who plays where, as it is saved: minded seats belong to their people."""
        setup = self.setup
        for seat in self.minded:
            setup = setup.filled(seat, PERSON)
        return setup

    def is_person(self, seat: Seat) -> bool:
        return not self.setup.filler(seat).is_computer

    @property
    def last_person_ply(self) -> Ply | None:
        """The last ply that no computer played."""
        computers = self.setup.computers if self.setup.persons else ()
        return next((ply for ply in reversed(self.match.plies) if ply.seat not in computers), None)

    # -- events -----------------------------------------------------------------------------------

    @property
    def has_events(self) -> bool:
        return bool(self._events)

    def drain(self) -> tuple[MatchEvent, ...]:
        """The events since the last call, oldest first."""
        events, self._events = tuple(self._events), []
        return events

    def changed(self) -> None:
        """Something that is seen has changed and is not the session's own."""
        self._events.append(Changed())

    def save(self) -> None:
        """Saves the match if something has changed that is saved."""
        if self._unsaved:
            self._unsaved = False
            self.keeper.save(self.kept_setup)

    def mark_unsaved(self) -> None:
        self._unsaved = True

    # -- playing ----------------------------------------------------------------------------------

    def play(self, move: Any, source: str = "") -> Ply:
        """Plays a ply or its text; IllegalMove if the rules do not allow it."""
        ply = self.match.play(move, source)
        self.timeline.show(ply, self.speed)
        self.hand.reset(self.match.state)
        self._unsaved = True
        self._events.append(Played(ply))
        if self.match.outcome is not None:
            self.end()
        return ply

    def take_back(self, back: Ply | None = None) -> None:
        """Goes back to before the ply `back`, or else to before a person's last decision.

        IllegalMove says why that cannot be.
        """
        match, last = self.match, back or self.last_person_ply
        if last is None and match.plies:
            words = "Nobody but the computers has played yet"
            raise IllegalMove(say("refused.undo_computers", words))
        if last is not None and last.seat == CHANCE and match.plies[-1] is not last:
            raise IllegalMove(say("refused.undo_dice", "Dice that were thrown stay thrown"))
        while match.undo() is not last:
            pass
        self.timeline.reopen()
        self.hand.reset(match.state)
        self._unsaved = True
        self._events.append(TakenBack())

    def resign(self, seat: Seat) -> None:
        self.match.resign(seat)
        self.end()

    def agree(self) -> None:
        """Ends the match as a draw."""
        self.match.agree()
        self.end()

    def stop(self) -> None:
        """Ends the match without a result."""
        self.match.stop()
        self.end()

    def win_by_call(self, outcome: Outcome, laid: Any | None = None) -> None:
        """Ends the match by a true call; `laid` is the ply that can no longer be taken back."""
        before = self.match.outcome
        if laid is not None:
            self.match.play(laid)  # a full board must not end the match before the call does
        self.match.end(outcome)
        if self.match.outcome != before:
            self.timeline.stop()
            self.end()

    def end(self) -> None:
        """The match is over: by the rules, by the clock, by a call or from outside."""
        # The next game of the series is played by the people again.
        self.setup, self._minded = self.kept_setup, frozenset()
        self.hand.let_go()
        self.timeline.end()
        self._unsaved = True
        self._events.append(Ended())

    def begin(self, setup: Setup, match: Match) -> None:
        """Another match is played from now on, at the same table."""
        self._take(setup, match)
        self._events.append(Begun())

    def look(self, button: Button) -> None:
        """Steps through the plies of a running or finished match."""
        self.hand.let_go()
        self.timeline.look(button, self.speed)

    def rewind(self) -> None:
        """Shows the match from before its first ply, and does not save it as the current one."""
        self.timeline.at = 0
        self.timeline.seen = True
        self.keeper.leave()

    # -- seats ------------------------------------------------------------------------------------

    def reseat(self, setup: Setup, laid: Any | None = None) -> None:
        """Others play from now on, or seats have other settings of their own.

        `laid` is the ply that would only confirm what the acting seat cannot take back: it is
        played before a computer takes the seat.
        """
        setup = replace(setup, feat=self.setup.feat)
        if laid is not None and setup.filler(self.acting).is_computer:
            self.play(laid)
        before = self.setup
        if setup.persons != before.persons:
            self.hand.let_go()
            self.hand.reset(self.match.state)
            self.unwatched = bool(before.persons) and not setup.persons
        self.setup = setup
        self._unsaved = True
        self._events.append(SeatsChanged(before))

    def mind(self, seat: Seat, filler: PlayerSpec, laid: Any | None = None) -> None:
        """A computer plays at a seat until its people come back."""
        self._minded |= {seat}
        self.reseat(self.setup.filled(seat, filler), laid)

    def resume_seat(self, seat: Seat, laid: Any | None = None) -> None:
        """The people of a seat are back and play on."""
        if seat in self.minded:
            self.reseat(self.setup.filled(seat, PERSON), laid)
        self._minded -= {seat}

    # -- time -------------------------------------------------------------------------------------

    def run(self, dt: float, *, clock_runs: bool) -> None:
        """Lets time pass for the clock, the animation and the autosave."""
        # The clock stands still while something moves: nobody can think before they have seen it.
        if clock_runs and not self.moving and self.match.tick(dt) is not None:
            self.end()
        if self.keeper.is_due(dt):
            self._unsaved = True
        timeline = self.timeline
        motion, waits = timeline.motion, timeline.waits
        if timeline.run(dt, self.speed) and motion is not None:
            self._events.append(Arrived(motion.ply))
        elif timeline.waits != waits:
            self.changed()

    def leave(self) -> None:
        """People have left the match."""
        self.keeper.save(self.kept_setup)
        self.keeper.leave()
        self.keeper.close()


def fork_match(match: Match, count: int, seed: int, date: str) -> Match:
    """A match of its own that goes on after the first `count` plies of another.

    It keeps the throws so far and their sources; throws to come are new.
    """
    record, control = match.record(), match.clock.control
    throws = sum(ply.seat == CHANCE for ply in match.plies[:count])
    begun = replace(
        record,
        seed=seed,
        date=date,
        left=control.start(match.seats, match.clock.more).left if match.clock.ticking else (),
        result=UNFINISHED_RESULT,
        reason="",
        scores=(),
        sources=record.sources[:throws],
        plies=record.plies[:count],
    )
    return Match.replay(match.game, begun)
