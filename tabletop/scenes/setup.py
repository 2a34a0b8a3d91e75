"""What people chose before a match."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tabletop.engine import Game, Match, Record, Seat, TimeControl
from tabletop.engine.game import OptionValue
from tabletop.languages import all_languages, has_language
from tabletop.players.filler import PERSON, Filler
from tabletop.ui.table import Table


@dataclass(frozen=True, slots=True)
class Setup:
    """What people chose before a match."""

    game: Game
    seats: int = 2
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    clock: TimeControl = field(default_factory=TimeControl)
    facing: bool = False
    """The words of the far seats are turned to face them."""
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
            noted.get("Facing") == "yes",
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
