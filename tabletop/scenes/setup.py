"""What people chose before a match."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from tabletop.engine import Game, Match, Record, Seat, TimeControl
from tabletop.engine.game import OptionValue
from tabletop.languages import all_languages, has_language
from tabletop.players.filler import PERSON, Filler
from tabletop.ui.table import Table

FACING: Final = (0, 2, 2, 0)
"""The sides of two to four seats that face each other across the table."""


@dataclass(frozen=True, slots=True)
class Aid:
    """What makes a game easier for one seat; never a rule."""

    time: int = 0
    """Percent of the time to think that it has more than the others."""
    hints: bool = False
    """It may ask for hints where the table gives none."""
    help: bool = False
    """A computer shows it a good ply at each of its turns, unasked."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What people chose before a match."""

    game: Game
    seats: int = 2
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    clock: TimeControl = field(default_factory=TimeControl)
    sides: tuple[int, ...] = ()
    """At which edge each seat sits, by seat, in quarter turns clockwise from the near one: 1 is
    the left edge, 2 the far one, 3 the right one. Empty: all at the near one."""
    teams: tuple[int, ...] = ()
    """How many people share each seat, by seat; empty: one each."""
    people: tuple[int, ...] = ()
    """Which player (from 0) sits at each seat; empty: in order."""
    won: tuple[int, ...] = ()
    """Games won by player in this series; ties count for all who share them."""
    fillers: tuple[Filler, ...] = ()
    """Who fills each seat, by seat; empty: people."""
    languages: tuple[str, ...] = ()
    """In which language each seat is spoken to, by its code; empty: in the table's."""
    names: tuple[str, ...] = ()
    """What the people at each seat call themselves, by seat; "" for a seat without a name."""
    sizes: tuple[int, ...] = ()
    """How large the words for each seat are, in percent, by seat; 0 for the table's text size."""
    aids: tuple[Aid, ...] = ()
    """What each seat is helped by, by seat; empty: nobody by anything."""

    def side(self, seat: Seat) -> int:
        """The edge at which a seat sits, in quarter turns clockwise from the near one."""
        return self.sides[seat] if self.sides else 0

    @property
    def around(self) -> tuple[int, ...]:
        """The edge of every seat that plays, in order."""
        return tuple(self.side(seat) for seat in range(self.seats))

    @property
    def facing(self) -> bool:
        """Whether some words are turned, because not all sit at the near edge."""
        return any(self.sides[: self.seats])

    def who(self, seat: Seat) -> int:
        """The player at a seat, from 0."""
        return self.people[seat] if self.people else seat

    def team(self, seat: Seat) -> int:
        """How many people share a seat."""
        return self.teams[seat] if self.teams else 1

    def language(self, seat: Seat) -> str:
        """A seat's own language, by its code; empty where it is the table's."""
        return self.languages[seat] if self.languages else ""

    def speaking(self, seat: Seat, code: str) -> "Setup":
        """The same with another language at a seat."""
        languages = [self.language(number) for number in range(self.seats)]
        languages[seat] = code
        return replace(self, languages=tuple(languages))

    def speaking_next(self, seat: Seat, table: Table) -> "Setup":
        """The same with the next language at a seat; in the table's own it goes with the table."""
        codes = [language.code for language in all_languages()]
        now = self.language(seat) or table.language
        after = codes[(codes.index(now) + 1) % len(codes)] if now in codes else codes[0]
        return self.speaking(seat, "" if after == table.language else after)

    def filler(self, seat: Seat) -> Filler:
        """Who fills a seat."""
        return self.fillers[seat] if self.fillers else PERSON

    @property
    def computers(self) -> tuple[Seat, ...]:
        """The seats that computers play at."""
        return tuple(seat for seat in range(self.seats) if self.filler(seat).is_computer)

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats that people play at."""
        return tuple(seat for seat in range(self.seats) if not self.filler(seat).is_computer)

    @property
    def as_begun(self) -> tuple[Filler, ...]:
        """Who fills the seats, as if nobody had moved on since the series began."""
        seats = sorted(range(self.seats), key=self.who)
        return tuple(self.filler(seat) for seat in seats)

    def filled(self, seat: Seat, filler: Filler) -> "Setup":
        """The same with somebody else at a seat."""
        fillers = [self.filler(number) for number in range(self.seats)]
        fillers[seat] = filler
        return replace(self, fillers=tuple(fillers))

    def wins(self, seat: Seat) -> int:
        """Games that the player at this seat has won in the series."""
        return self.won[self.who(seat)] if self.won else 0

    def scored(self, winners: tuple[Seat, ...]) -> "Setup":
        """The series with one more win for each of the winners; adaptive levels have followed."""
        won = list(self.won or (0,) * self.seats)
        for seat in winners:
            won[self.who(seat)] += 1
        return replace(self, won=tuple(won), fillers=self._adapted(winners))

    def _adapted(self, winners: tuple[Seat, ...]) -> tuple[Filler, ...]:
        """Who fills the seats after such a result; a win shared with people changes nothing."""
        people_won = any(seat in winners for seat in self.persons)
        if not winners or not self.persons:
            return self.fillers
        return tuple(
            filler if people_won and seat in winners else filler.after(people_won=people_won)
            for seat, filler in enumerate(self.fillers)
        )

    def rotated(self) -> "Setup":
        """The next game of the series: everybody moves on, so that another begins."""
        people = self.people or tuple(range(self.seats))
        teams = self.teams or (1,) * self.seats
        fillers = (*self.fillers[1:], *self.fillers[:1])
        return replace(
            self,
            people=(*people[1:], people[0]),
            teams=(*teams[1:], teams[0]),
            fillers=fillers,
            languages=(*self.languages[1:], *self.languages[:1]),
        )

    def start(self, table: Table) -> Match:
        """A fresh match."""
        return Match(
            self.game,
            self.seats,
            self.options,
            table.seed(),
            clock=self.clock,
            date=table.today(),
        )

    def kept(self, record: Record) -> Record:
        """A match's record with the series noted in it."""
        noted: tuple[tuple[str, str], ...] = (
            ("Facing", "yes" if self.facing else "no"),
            ("Teams", ",".join(str(self.team(seat)) for seat in range(self.seats))),
            ("People", ",".join(str(self.who(seat)) for seat in range(self.seats))),
            ("Won", ",".join(map(str, self.won or (0,) * self.seats))),
        )
        if self.computers:
            fillers = (str(self.filler(seat)) for seat in range(self.seats))
            noted += (("Fillers", ",".join(fillers)),)
        if any(self.languages):
            noted += (("Languages", ",".join(self.languages)),)
        return replace(record, extra=noted)

    @classmethod
    def of(cls, game: Game, match: Match, record: Record) -> "Setup":
        """The setup that a kept record tells of; what it does not tell is as at first."""
        noted = dict(record.extra)
        return cls(
            game,
            match.seats,
            match.options,
            match.clock.control,
            FACING if noted.get("Facing") == "yes" else (),
            _numbers(noted.get("Teams", ""), match.seats, least=1, most=9),
            _people(noted.get("People", ""), match.seats),
            _numbers(noted.get("Won", ""), match.seats, least=0, most=9999),
            _fillers(noted.get("Fillers", ""), match.seats),
            _languages(noted.get("Languages", ""), match.seats),
        )


def _numbers(text: str, count: int, *, least: int, most: int) -> tuple[int, ...]:
    parts = text.split(",")
    if len(parts) != count or not all(part.isascii() and part.isdigit() for part in parts):
        return ()
    values = tuple(int(part[:5]) for part in parts)
    return values if all(least <= value <= most for value in values) else ()


def _people(text: str, count: int) -> tuple[int, ...]:
    values = _numbers(text, count, least=0, most=count - 1)
    return values if len(set(values)) == count else ()


def _languages(text: str, count: int) -> tuple[str, ...]:
    codes = text.split(",")
    if len(codes) != count or not any(codes):
        return ()
    return tuple(code if has_language(code) else "" for code in codes)


def _fillers(text: str, count: int) -> tuple[Filler, ...]:
    parts = text.split(",")
    return tuple(map(Filler.read, parts)) if len(parts) == count else ()
