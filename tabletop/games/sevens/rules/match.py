"""A match of Sevens with its record: written down at any moment, and played again from it.

The record's plies are the match's events (see `events`). Further header lines: ``Now`` has the
milliseconds when it was written, so that a match that is taken up stands where it was left (without
it: where the last event left it), and ``Host`` is there if the match had one.
"""

from collections.abc import Callable, Mapping
from typing import Final

from tabletop.engine import BadNotation, IllegalMove, Record, say
from tabletop.engine.game import write_value
from tabletop.engine.match import SCREEN
from tabletop.engine.record import write_result
from tabletop.engine.saying import complaint, said_by
from tabletop.games.sevens.game import GAME
from tabletop.games.sevens.rules.cards import Card
from tabletop.games.sevens.rules.course import LONGEST_NAME, Course
from tabletop.games.sevens.rules.events import Arrangement, Event, Thrown, read_seat
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.standing import Phase, Report

__all__ = ["LONGEST_NAME", "Phase", "Report", "SevensMatch"]

NOW: Final = "Now"
HOST: Final = "Host"


class SevensMatch(Course):
    """A match of Sevens, told the time and what hands do; it never reads a clock itself."""

    def record(self) -> Record:
        """All that is needed to play this match again, or to go on with it."""
        outcome = self.outcome
        host = ((HOST, "true"),) if self.host else ()
        return Record(
            game=GAME.key,
            seed=self.seed,
            date=self.date,
            ruleset=GAME.ruleset,
            options=tuple((key, write_value(value)) for key, value in self.options.items()),
            result=write_result(outcome),
            reason=str(outcome.reason) if outcome else "",
            scores=outcome.scores if outcome else (),
            plies=tuple(str(event) for event in self.events),
            extra=(*host, (NOW, str(self.milliseconds))),
        )

    @classmethod
    def replay(cls, record: Record) -> "SevensMatch":
        """The match that a record tells of, at its last moment; BadNotation says what cannot be."""
        match = cls._opened(record)
        for number, text in enumerate(record.plies):
            match._again(number, text)
        match.advance(_until(record))
        match._check_result(record)
        return match

    @classmethod
    def _opened(cls, record: Record) -> "SevensMatch":
        """The match before its toss."""
        if record.game != GAME.key:
            raise complaint(
                "sevens.record.game",
                "this is a record of {game}, not of {own}",
                game=repr(record.game),
                own=repr(GAME.key),
            )
        if record.ruleset != GAME.ruleset:
            raise complaint(
                "sevens.record.ruleset",
                "the record follows ruleset {theirs} of {game}, this program knows ruleset {own}",
                theirs=record.ruleset,
                game=GAME.title,
                own=GAME.ruleset,
            )
        known = {option.key: option for option in GAME.options}
        try:
            GAME.check_seats(record.seats)
            options = {k: known[k].read(v) if k in known else v for k, v in record.options}
            host = dict(record.extra).get(HOST) == "true"
            return cls(record.seed, options=options, date=record.date, host=host)
        except ValueError as problem:
            raise complaint(
                "sevens.record.unplayable",
                "the record cannot be played: {why}",
                why=said_by(problem),
            ) from problem

    def _again(self, number: int, text: str) -> None:
        """Lets a recorded event happen; it must leave itself in the record, and nothing else."""
        event = Event.read(text)
        before = self.events
        try:
            self._repeat(event, event.at / 1000)
        except BadNotation:
            raise
        except IllegalMove as problem:
            raise _impossible(number, event, problem.reason) from problem
        except ValueError as problem:
            raise _impossible(number, event, said_by(problem)) from problem
        if self.events != (*before, event):
            why = say("sevens.record.then", "it cannot have happened then")
            raise _impossible(number, event, why)

    def _repeat(self, event: Event, at: float) -> None:
        carried = event.carried
        match event.name:
            case "toss":
                thrown = Thrown.read(carried)
                self.toss(at, read_seat(thrown.result), thrown.source)
            case "card":
                thrown = Thrown.read(carried)
                # On the screen the seed drew it, and must have drawn this one.
                drawn = None if thrown.source == SCREEN else Card(thrown.result)
                self.turn_card(at, drawn, thrown.source)
            case "arranged":
                made = Arrangement.read(carried)
                self.arranged(at, made.name, made.picture, made.unveil)
            case "drawn":
                self._figure = self._checked(Arrangement.read(carried))
                self.advance(at)
                self._figure = None
            case "disputed":
                self.dispute(at, agreed=True)
            case "guess":
                self.told(at, Picture.from_text(carried))
            case "resign":
                self.resign(at, read_seat(carried))
            case name if name in self._plain:
                self._plain[name](at)
            case _:
                raise complaint(
                    "sevens.record.event",
                    "{event} is nothing that happens in a match of Sevens",
                    event=repr(event.name),
                )

    @property
    def _plain(self) -> Mapping[str, Callable[[float], None]]:
        """The doings whose events carry nothing that is not known from the match."""
        return {
            "report": self.report,
            "confirm": self.confirm,
            "deny": self.deny,
            "look": self.look,
            "peek": self.peek,
            "done": self.done,
            "on": self.go_on,
            "agreed": self.agree,
        }

    def _check_result(self, record: Record) -> None:
        told, shown = record.ended(), self.outcome
        if told is None:
            return
        if shown is None or (told.winners, told.scores) != (shown.winners, shown.scores):
            raise complaint(
                "sevens.record.result",
                "the record says the result is {told}, its events say {shown}",
                told=record.result,
                shown=write_result(shown),
            )


def _until(record: Record) -> float:
    """The moment when a record was written, in seconds; 0 if it does not say."""
    text = dict(record.extra).get(NOW, "0")
    if not (text.isascii() and text.isdigit() and len(text) <= 12):
        raise complaint(
            "sevens.record.now",
            "{line} is milliseconds since the match began, not {text}",
            line=NOW,
            text=repr(text),
        )
    return int(text) / 1000


def _impossible(number: int, event: Event, why: str) -> BadNotation:
    text = str(event)
    shown = text if len(text) <= 60 else text[:57] + "..."
    return complaint(
        "sevens.record.refused",
        "event {number} of the record, {event}, is refused: {why}",
        number=number,
        event=repr(shown),
        why=why,
    )
