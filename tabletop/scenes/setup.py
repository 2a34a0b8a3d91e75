"""What people chose before a match."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from tabletop.engine import Game, Match, Record, Seat, Text, TimeControl, say
from tabletop.engine.game import OptionValue
from tabletop.languages import all_languages
from tabletop.players.filler import PERSON, Filler
from tabletop.scenes.seat_notes import Aid as Aid
from tabletop.scenes.seat_notes import noted, own_things
from tabletop.store.feats import NO_FEAT, Feat
from tabletop.supervision import discretion
from tabletop.ui.table import Table

FACING: Final = (0, 2, 2, 0)
"""The sides of two to four seats that face each other across the table."""


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
    best_of: int = 0
    """Of so many games a series is the best (`series.py`); 0 for one without an end."""
    one_way: bool = False
    """All words stand upright for the near edge, wherever people sit."""
    feat: Feat = NO_FEAT
    """What of this game counts among the high scores, and what was won in a row before it."""

    def __post_init__(self) -> None:
        discretion.hide(self.names)

    # -- where people sit -------------------------------------------------------------------

    def side(self, seat: Seat) -> int:
        """The edge to which a seat's words are turned: its own, unless all stand one way."""
        return self.sides[seat] if self.sides and not self.one_way else 0

    @property
    def around(self) -> tuple[int, ...]:
        """The edge of every seat that plays, in order."""
        return tuple(self.side(seat) for seat in range(self.seats))

    @property
    def facing(self) -> bool:
        """Whether some words are turned, because not all sit at the near edge."""
        return any(self.around)

    def seated(self, seat: Seat, side: int) -> "Setup":
        """The same with a seat at another edge."""
        sides = list(self.sides[: self.seats]) or [0] * self.seats
        sides[seat] = side % 4
        return replace(self, sides=tuple(sides) if any(sides) else (), one_way=False)

    def turned_round(self) -> "Setup":
        """All words one way, or again as people sit; face to face where nobody sat elsewhere."""
        if self.facing:
            return replace(self, one_way=True)
        sides = self.sides if any(self.sides[: self.seats]) else FACING
        return replace(self, sides=sides, one_way=False)

    def of_seats(self, count: int) -> "Setup":
        """The same for so many seats; who comes new is as anybody at first."""
        own: dict[str, Any] = {
            name: _of_length(getattr(self, name), count, new) for name, new in OWN.items()
        }
        return replace(self, seats=count, **own)

    # -- who sits there ---------------------------------------------------------------------

    def who(self, seat: Seat) -> int:
        """The player at a seat, from 0."""
        return self.people[seat] if self.people else seat

    def team(self, seat: Seat) -> int:
        """How many people share a seat."""
        return self.teams[seat] if self.teams else 1

    def own_name(self, seat: Seat) -> str:
        """What the people at a seat call themselves; "" where they have not said."""
        return self.names[seat] if self.names and not self.filler(seat).is_computer else ""

    def name(self, seat: Seat) -> Text:
        """How a seat is spoken of: by its colour, after the name of its people where it has one."""
        colour, own = self.game.seat_names[seat], self.own_name(seat)
        # NOTE: a person's name and the colour that they play, as in Anna (Red)
        return say("seat.named", "{name} ({seat})", name=own, seat=colour) if own else colour

    def named(self, seat: Seat, name: str) -> "Setup":
        """The same with another name of the people at a seat."""
        return self._with("names", seat, name)

    def size(self, seat: Seat) -> int:
        """How large a seat's words are, in percent; 0 where they are as large as the table's."""
        return self.sizes[seat] if self.sizes else 0

    def sized(self, seat: Seat, percent: int) -> "Setup":
        """The same with words of another size for a seat."""
        return self._with("sizes", seat, percent)

    def aid(self, seat: Seat) -> Aid:
        """What the people at a seat are helped by; computers are not."""
        helped = self.aids and not self.filler(seat).is_computer
        return self.aids[seat] if helped else Aid()

    def aided(self, seat: Seat, aid: Aid) -> "Setup":
        """The same with other help for a seat."""
        return self._with("aids", seat, aid)

    def language(self, seat: Seat) -> str:
        """A seat's own language, by its code; empty where it is the table's."""
        return self.languages[seat] if self.languages else ""

    def speaking(self, seat: Seat, code: str) -> "Setup":
        """The same with another language at a seat."""
        return self._with("languages", seat, code)

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

    def filled(self, seat: Seat, filler: Filler) -> "Setup":
        """The same with somebody else at a seat."""
        return self._with("fillers", seat, filler)

    def swapped(self, seat: Seat, other: Seat) -> "Setup":
        """The same with two seats' colours exchanged: all that is people's own goes with them."""
        order = list(range(self.seats))
        order[seat], order[other] = other, seat
        return self._in_order(order)

    def _with(self, name: str, seat: Seat, value: object) -> "Setup":
        values = list(_of_length(getattr(self, name), self.seats, OWN[name], whole=True))
        values[seat] = value
        changed: dict[str, Any] = {name: tuple(values)}
        return replace(self, **changed)

    def _in_order(self, order: list[Seat]) -> "Setup":
        """The same with the people of seat ``order[n]`` at each seat n, and all that is theirs."""
        full = replace(self, people=self.people or tuple(range(self.seats))).of_seats(self.seats)
        moved: dict[str, Any] = {}
        for name in (*OWN, "people"):
            values = getattr(full, name)
            moved[name] = tuple(values[seat] for seat in order) if values else ()
        return replace(full, **moved)

    # -- the series -------------------------------------------------------------------------

    def at_most(self, strongest: str) -> "Setup":
        """The same with no computer stronger than that level."""
        return replace(self, fillers=tuple(each.at_most(strongest) for each in self.fillers))

    def next_person(self, acting: Seat) -> Seat:
        """The seat of the person who acts, or acts next; `acting` itself where nobody plays."""
        persons = self.persons
        later = (seat for seat in persons if seat >= acting)
        return next(later, persons[0] if persons else acting)

    @property
    def as_begun(self) -> "Setup":
        """The same as if nobody had moved on since the series began, and nobody had won."""
        begun = self._in_order(sorted(range(self.seats), key=self.who))
        return replace(begun, people=(), won=(), feat=NO_FEAT)

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
        """The next game of the series: the colours move on, so that another begins.

        People stay at their edge of the table, with all that is theirs.
        """
        return self._in_order([*range(1, self.seats), 0])

    def start(self, table: Table) -> Match:
        """A fresh match."""
        more = tuple(self.aid(seat).time for seat in range(self.seats))
        return Match(
            self.game,
            self.seats,
            self.options,
            table.seed(),
            clock=self.clock,
            more=more if any(more) else (),
            date=table.today(),
        )

    def kept(self, record: Record) -> Record:
        """A match's record with the series noted in it, and what is people's own."""
        seats = range(self.seats)
        return replace(
            record,
            extra=noted(
                facing=self.facing,
                one_way=self.one_way,
                sides=self.sides[: self.seats],
                teams=[self.team(seat) for seat in seats],
                people=[self.who(seat) for seat in seats],
                won=self.won or (0,) * self.seats,
                best_of=self.best_of,
                fillers=[self.filler(seat) for seat in seats] if self.computers else (),
                languages=self.languages,
                names=self.names,
                sizes=self.sizes,
                aids=self.aids,
                feat=self.feat,
            ),
        )

    @classmethod
    def of(cls, game: Game, match: Match, record: Record) -> "Setup":
        """The setup that a kept record tells of; what it does not tell is as at first."""
        own = own_things(dict(record.extra), match.seats, FACING[: match.seats])
        return cls(game, match.seats, match.options, match.clock.control, **own)


OWN: Final[Mapping[str, object]] = {
    "sides": 0,
    "teams": 1,
    "fillers": PERSON,
    "languages": "",
    "names": "",
    "sizes": 0,
    "aids": Aid(),
}
"""What goes with the people from seat to seat, by its name in `Setup`, and what it is at first."""


def _of_length(
    values: tuple[object, ...], count: int, new: object, *, whole: bool = False
) -> tuple[object, ...]:
    """The first so many, with new ones added; nothing stays nothing unless it is to be `whole`."""
    if not values and not whole:
        return ()
    return (*values, *(new,) * count)[:count]
