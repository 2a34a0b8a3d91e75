"""A match: a game with its plies, each one checked, and the chess clocks of its seats.

Clocks are values: they are told how much time has passed and never read the time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil, inf
from random import Random
from re import fullmatch
from typing import Final, Generic, Literal, TypeAlias

from tabletop.engine.game import (
    CHANCE,
    BadNotation,
    Game,
    IllegalMove,
    M,
    OptionValue,
    Outcome,
    S,
    Seat,
    format_option_value,
)
from tabletop.engine.record import Record, format_result
from tabletop.engine.text import Text, decimal, say

TimeControlKind: TypeAlias = Literal["none", "move", "sudden", "increment"]

TENTHS_BELOW_SECONDS: Final = 10.0
"""Seconds left from which a clock shows tenths."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time a seat has, as text: none, move 60, sudden 600, increment 300+5."""

    kind: TimeControlKind = "none"
    seconds: float = inf
    """Per move (`move`), or for the whole match."""
    added: float = 0.0
    """Seconds given back after each move (`increment`)."""

    @classmethod
    def read(cls, text: str) -> "TimeControl":
        """The inverse of `str`; ValueError names the possible forms."""
        if text == "none":
            return cls()
        simple = fullmatch(r"(move|sudden) ([0-9]{1,6})", text)
        if simple and int(simple[2]):
            kind: TimeControlKind = "move" if simple[1] == "move" else "sudden"
            return cls(kind, float(simple[2]))
        both = fullmatch(r"increment ([0-9]{1,6})\+([0-9]{1,4})", text)
        if both and int(both[1]):
            return cls("increment", float(both[1]), float(both[2]))
        raise ValueError(
            f"no clock is called {text!r}; it can be none, move 60 (seconds a move), "
            "sudden 600 (seconds in all) or increment 300+5 (in all, and added a move)"
        )

    def __str__(self) -> str:
        if self.kind == "none":
            return "none"
        if self.kind == "increment":
            return f"increment {self.seconds:.0f}+{self.added:.0f}"
        return f"{self.kind} {self.seconds:.0f}"

    def start(self, seats: int, more: tuple[int, ...] = ()) -> "Clock":
        """A fresh clock for that many seats; `more` is as in `Clock`."""
        clock = Clock(self, (self.seconds,) * seats, more)
        return replace(clock, left=tuple(self.seconds * clock.share(seat) for seat in range(seats)))


@dataclass(frozen=True, slots=True)
class Clock:
    """The time every seat has left, in seconds; infinite without a time control."""

    control: TimeControl
    left: tuple[float, ...]
    more: tuple[int, ...] = ()
    """Extra time in percent, by seat; empty: none."""

    def share(self, seat: Seat) -> float:
        """The factor of a seat's time: 1.5 with 50 % extra time."""
        return 1 + (self.more[seat] if self.more else 0) / 100

    @property
    def ticking(self) -> bool:
        return self.control.kind != "none"

    def run(self, seat: Seat, seconds: float) -> "Clock":
        """The clock after `seat` has used that many seconds; never below 0."""
        if not self.ticking:
            return self
        return self._with(seat, max(0.0, self.left[seat] - seconds))

    def moved(self, seat: Seat) -> "Clock":
        """The clock after `seat` has made its move."""
        if self.control.kind == "move":
            return self._with(seat, self.control.seconds * self.share(seat))
        if self.control.kind == "increment":
            return self._with(seat, self.left[seat] + self.control.added * self.share(seat))
        return self

    def taken_back(self, seat: Seat) -> "Clock":
        """The clock after the last move of `seat` was taken back; used time stays used."""
        if self.control.kind == "move":
            return self.control.start(len(self.left), self.more)
        if self.control.kind == "increment":
            left, added = self.left[seat], self.control.added * self.share(seat)
            return self._with(seat, max(left - added, min(left, added)))
        return self

    def fallen(self) -> Seat | None:
        """The seat that is out of time, if any."""
        return next((seat for seat, left in enumerate(self.left) if left <= 0), None)

    def _with(self, seat: Seat, left: float) -> "Clock":
        return replace(self, left=(*self.left[:seat], left, *self.left[seat + 1 :]))


def clock_text(left: float) -> str:
    """Seconds left as ``4:12``, the last ten with tenths; empty without a clock."""
    if left == inf:
        return ""
    if left < TENTHS_BELOW_SECONDS:
        # NOTE: the last seconds of a clock, as 0:09.5
        return say("clock.tenths", "0:0{seconds}", seconds=decimal(min(99, int(left * 10)) / 10))
    whole = ceil(left)
    return f"{whole // 60}:{whole % 60:02d}"


SOURCE_SCREEN: Final = "screen"
"""The source of a throw by the program."""
SOURCE_TYPED: Final = "typed"
"""The source of a typed-in throw of real dice."""
SOURCE_REPLAYED: Final = "replayed"
"""The source of a throw from a session recording."""
SOURCE_READER_PREFIX: Final = "reader:"
"""Prefix of the source of a throw read by a dice reader; the reader's name follows."""
SOURCE_SIMULATED_PREFIX: Final = "simulated:"
"""The same for a simulated reader."""
THROWS_STAY: Final = say("refused.undo_dice", "Rolls can’t be taken back.")
NOTHING_TO_TAKE_BACK: Final = say("refused.undo_none", "There’s nothing to take back.")
STOPPED: Final = say("end.stopped", "Game abandoned.")
"""The reason when all have agreed to stop."""
MAX_EXTRA_TIME_PERCENT: Final = 900


@dataclass(frozen=True, slots=True)
class Ply(Generic[S, M]):
    """A played ply, with the states before and after it."""

    seat: Seat
    """Who played it; `CHANCE` for a throw."""
    move: M
    before: S
    after: S
    source: str = ""
    """The source of a throw; two dice from two sources have both, separated by a comma."""


class Match(Generic[S, M]):
    """A match in progress. Every ply goes through `play`, which checks it."""

    def __init__(
        self,
        game: Game[S, M],
        seats: int = 2,
        options: Mapping[str, OptionValue] | None = None,
        seed: int = 0,
        *,
        position: str = "",
        clock: TimeControl | None = None,
        more: Sequence[int] = (),
        date: str = "",
    ) -> None:
        """A match from the start or from a position text; ValueError names what is wrong.

        `more` is extra time in percent by seat; empty: none.
        """
        self.game = game
        self.seats = game.check_seats(seats)
        self.options = game.check_options(options or {})
        if type(seed) is not int:
            raise ValueError(f"a seed is a whole number, not {seed!r}")
        self.seed = seed
        self.date = date
        self.position = position
        if more and (
            len(more) != seats or not all(0 <= each <= MAX_EXTRA_TIME_PERCENT for each in more)
        ):
            raise ValueError(
                f"more time is a percentage for each seat up to {MAX_EXTRA_TIME_PERCENT}"
            )
        self.clock = (clock or TimeControl()).start(seats, tuple(more))
        if position:
            self.first = game.read_state(position, seats, **self.options)
        else:
            self.first = game.start(seats, **self.options)
        self.plies: Sequence[Ply[S, M]] = ()
        self.state = self.first
        """The state after the last ply."""
        self.outcome: Outcome | None = self.first.outcome()
        """How the match ended, by the rules or by `end`; None while it goes on."""
        self._ended: Outcome | None = None
        """How it ended by `end`."""

    @property
    def awaits_call(self) -> bool:
        """Whether a call can still win: the match goes on, or nobody won by the last ply.

        The last stone on a full board may have made a line.
        """
        if self._ended is not None or self.game.call(self.options) is None:
            return False
        shown = self.state.outcome()
        return shown is None or not shown.winners

    def play(self, move: M | str, source: str = "") -> Ply[S, M]:
        """Plays a ply or its text; IllegalMove with the reason, and the match unchanged.

        ValueError for a source that a record could not hold.
        """
        if not source.isprintable() or " " in source or "*" in source:
            raise ValueError(f"the source of a throw is one word without a star, not {source!r}")
        if self._ended is not None:
            raise IllegalMove(self.over_words, self.game.end_rule)
        before = self.state
        refusal = self.game.why_not(before, move)
        if refusal is not None:
            raise IllegalMove(refusal.reason, refusal.rule)
        ply_move = self.game.read_move(str(move))
        if before.turn == CHANCE:
            source = source or SOURCE_SCREEN
        ply = Ply(before.turn, ply_move, before, before.play(ply_move), source)
        self.plies, self.state = (*self.plies, ply), ply.after
        self.outcome = ply.after.outcome()
        if ply.seat != CHANCE:
            self.clock = self.clock.moved(ply.seat)
        return ply

    def roll(self) -> Ply[S, M]:
        """Throws the dice from the match's seed; IllegalMove when it is not the dice's turn."""
        return self.play(self.next_throw(), SOURCE_SCREEN)

    def next_throw(self) -> M:
        """The throw that `roll` would play now, without playing it."""
        state = self.state
        if self.outcome is not None or state.turn != CHANCE:
            raise IllegalMove(say("refused.no_throw", "There’s nothing to roll."))
        # Seeded by the number of the ply, so that a replayed match continues with the same throws.
        luck = Random(f"{self.seed}:{len(self.plies)}")
        plies: Sequence[M] = state.moves()
        return plies[int(luck.random() * len(plies))]

    def turns_until(self, count: int, seat: Seat | None = None) -> int:
        """How many turns people count in the first `count` plies, of all seats or of one.

        A turn is all that a seat does until another acts. A throw belongs to what follows.
        """
        plies = self.plies[:count]
        seats = [ply.seat for ply in plies if ply.seat != CHANCE]
        if plies and plies[-1].seat == CHANCE:
            seats.append(self.game.acting(plies[-1].after))
        turns = [seat for seat, _ in groupby(seats)]
        return len(turns) if seat is None else turns.count(seat)

    def can_undo(self) -> bool:
        return self._why_no_undo() is None

    def undo(self, *, throws: bool = False) -> Ply[S, M]:
        """Takes the last ply back; IllegalMove where there is none, or where dice were thrown.

        `throws`: a throw by the program is taken back too. It falls again as it fell.
        """
        why = self._why_no_undo(throws)
        if why is not None:
            raise IllegalMove(why)
        ply = self.plies[-1]
        self.plies, self.state, self.outcome = self.plies[:-1], ply.before, None
        if ply.seat != CHANCE:
            self.clock = self.clock.taken_back(ply.seat)
        return ply

    def end(self, outcome: Outcome) -> None:
        """Ends the match from outside the rules: resigned, agreed, out of time, disqualified."""
        if self.outcome is not None and not (outcome.winners and self.awaits_call):
            raise IllegalMove(self.over_words, self.game.end_rule)
        if any(seat not in range(self.seats) for seat in outcome.winners):
            raise ValueError(f"no such seat among the winners {outcome.winners}")
        self.outcome = self._ended = outcome

    def tick(self, seconds: float) -> Outcome | None:
        """Lets time pass for the acting seat; gives the outcome if that ends the match."""
        if self.outcome is not None or not self.clock.ticking:
            return None
        self.clock = self.clock.run(self.game.acting(self.state), seconds)
        seat = self.clock.fallen()
        if seat is None:
            return None
        who = self.game.seat_names[seat]
        others = tuple(other for other in range(self.seats) if other != seat)
        self.end(Outcome(others, say("end.time", "{who} ran out of time.", who=who)))
        return self.outcome

    def resign(self, seat: Seat) -> Outcome:
        """Ends the match: all other seats win."""
        who = self.game.seat_names[seat]
        others = tuple(other for other in range(self.seats) if other != seat)
        outcome = Outcome(others, say("end.resigned", "{who} resigned.", who=who))
        self.end(outcome)
        return outcome

    def agree(self) -> Outcome:
        """Ends the match as a draw by agreement."""
        outcome = Outcome((), say("end.agreed", "Draw agreed."))
        self.end(outcome)
        return outcome

    def stop(self) -> Outcome:
        """Ends the match without a result, because all have agreed to."""
        outcome = Outcome((), STOPPED)
        self.end(outcome)
        return outcome

    def record(self) -> Record:
        """The record of this match, from which it can be replayed."""
        outcome = self.outcome
        return Record(
            game=self.game.key,
            seats=self.seats,
            seed=self.seed,
            date=self.date,
            ruleset=self.game.ruleset,
            options=tuple((key, format_option_value(value)) for key, value in self.options.items()),
            position=self.position,
            clock=str(self.clock.control),
            left=tuple(round(left, 3) for left in self.clock.left) if self.clock.ticking else (),
            more=self.clock.more if self.clock.ticking else (),
            result=format_result(outcome),
            reason=str(outcome.reason) if outcome else "",
            scores=outcome.scores if outcome else (),
            sources=tuple(ply.source for ply in self.plies if ply.seat == CHANCE),
            plies=tuple(str(ply.move) for ply in self.plies),
        )

    @classmethod
    def replay(cls, game: Game[S, M], record: Record) -> "Match[S, M]":
        """The match of a record; BadNotation says which part of it is impossible."""
        match = cls._opened(game, record)
        sources = iter(record.sources)
        for number, text in enumerate(record.plies):
            source = next(sources, "") if match.state.turn == CHANCE else ""
            try:
                match.play(text, source)
            except IllegalMove as refused:
                words = f"ply {number} of the record, {text!r}, is refused: {refused.reason}"
                raise BadNotation(words) from refused
            except ValueError as problem:
                raise BadNotation(f"the record cannot be played: {problem}") from problem
        match._finish(record)
        return match

    @classmethod
    def _opened(cls, game: Game[S, M], record: Record) -> "Match[S, M]":
        if record.game != game.key:
            raise BadNotation(f"this is a record of {record.game!r}, not of {game.key!r}")
        if record.ruleset != game.ruleset:
            raise BadNotation(
                f"the record follows ruleset {record.ruleset} of {game.title}, "
                f"this program knows ruleset {game.ruleset}"
            )
        known = {option.key: option for option in game.options}
        try:
            options = {k: known[k].read(v) if k in known else v for k, v in record.options}
            clock = TimeControl.read(record.clock)
            match = cls(
                game,
                record.seats,
                options,
                record.seed,
                position=record.position,
                clock=clock,
                more=record.more,
                date=record.date,
            )
        except ValueError as problem:
            raise BadNotation(f"the record cannot be played: {problem}") from problem
        return match

    def _finish(self, record: Record) -> None:
        recorded, reached = record.ended(), self.state.outcome()
        if reached is not None and recorded is not None and recorded.winners and self.awaits_call:
            reached = None  # a line on the full board was called
        if reached is not None:
            if recorded is not None and (
                (recorded.winners, recorded.scores) != (reached.winners, reached.scores)
            ):
                raise BadNotation(
                    f"the record says the result is {record.result}, its plies say "
                    f"{format_result(reached)}"
                )
        elif recorded is not None:
            try:
                self.end(recorded)
            except ValueError as problem:
                raise BadNotation(f"the record's result cannot be: {problem}") from problem
        if record.left and self.clock.ticking:
            if len(record.left) != self.seats:
                raise BadNotation(
                    f"the record has {len(record.left)} clocks for {self.seats} seats"
                )
            self.clock = replace(self.clock, left=record.left)

    @property
    def over_words(self) -> Text:
        """That the game is over, and why."""
        reason = self.outcome.reason if self.outcome else ""
        return say("refused.over", "The game is over: {reason}", reason=reason)

    def _why_no_undo(self, throws: bool = False) -> str | None:
        if self._ended is not None:
            return self.over_words
        if not self.plies:
            return NOTHING_TO_TAKE_BACK
        last = self.plies[-1]
        if last.seat == CHANCE and not (throws and last.source == SOURCE_SCREEN):
            return THROWS_STAY
        return None
