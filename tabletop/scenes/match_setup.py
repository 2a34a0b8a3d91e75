"""What is people's own at their seats, and how a record notes it.

Everything is read tolerantly: what a record does not tell, or what is damaged, is as at first.

What people chose before a match.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final
from urllib.parse import quote, unquote

from tabletop.engine import Game, Match, Record, Seat, Text, TimeControl, say
from tabletop.engine.game import OptionValue
from tabletop.engine.match import MAX_EXTRA_TIME_PERCENT
from tabletop.languages import all_languages, has_language
from tabletop.players.player_spec import PERSON, PlayerSpec
from tabletop.storage.scores import ELIGIBILITY_TAG, NO_SCORE, ScoreEligibility, eligibility_of
from tabletop.system import log_redaction
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.context import MAX_TEXT_SCALE as LARGEST
from tabletop.ui.widgets.name_entry import clean_name

"""Signs of a person's name."""
MAX_SERIES_GAMES: Final = 99
"""Of no more games a series is the best."""
_HINTS, _HELP = "hints", "help"


@dataclass(frozen=True, slots=True)
class SeatAid:
    """What makes a game easier for one seat; never a rule."""

    time: int = 0
    """Percent of the time to think that it has more than the others."""
    hints: bool = False
    """It may ask for hints where the table gives none."""
    help: bool = False
    """A computer shows it a good ply at each of its turns, unasked."""

    def __str__(self) -> str:
        """As records have it: ``50+hints``, ``0+help``."""
        parts = (str(self.time), *[_HINTS] * self.hints, *[_HELP] * self.help)
        return "+".join(parts)

    @classmethod
    def read(cls, text: str) -> "SeatAid":
        """The inverse of `str`; no help at all where it is damaged."""
        time, *more = text.split("+")
        good = time.isascii() and time.isdigit() and int(time[:5]) <= MAX_EXTRA_TIME_PERCENT
        if not good or not {_HINTS, _HELP}.issuperset(more):
            return cls()
        return cls(int(time[:5]), _HINTS in more, _HELP in more)


def record_headers(
    *,
    facing: bool,
    one_way: bool,
    sides: Sequence[int],
    teams: Sequence[int],
    people: Sequence[int],
    won: Sequence[int],
    best_of: int,
    fillers: Sequence[PlayerSpec],
    languages: Sequence[str],
    names: Sequence[str],
    sizes: Sequence[int],
    aids: Sequence[SeatAid],
    feat: ScoreEligibility,
) -> tuple[tuple[str, str], ...]:
    """The header lines of a record that tell all this."""
    lines = [
        ("Facing", "yes" if facing else "no"),
        ("Teams", _comma_separated(teams)),
        ("People", _comma_separated(people)),
        ("Won", _comma_separated(won)),
    ]
    more = {
        "Sides": _comma_separated(sides) if any(sides) else "",
        "OneWay": "yes" if one_way else "",
        "BestOf": str(best_of) if best_of else "",
        "Fillers": _comma_separated(fillers),
        "Languages": _comma_separated(languages) if any(languages) else "",
        "Names": _comma_separated([quote(name) for name in names]) if any(names) else "",
        "Sizes": _comma_separated(sizes) if any(sizes) else "",
        "Aids": _comma_separated(aids) if any(aid != SeatAid() for aid in aids) else "",
        ELIGIBILITY_TAG: str(feat),
    }
    return (*lines, *((key, value) for key, value in more.items() if value))


def parse_record_headers(
    lines: Mapping[str, str], seats: int, facing: tuple[int, ...]
) -> dict[str, Any]:
    """What those lines tell, by the names of `Setup`; `facing` are the sides of an old record."""

    def numbers(key: str, least: int, most: int) -> tuple[int, ...]:
        return _parse_numbers(lines.get(key, ""), seats, least=least, most=most)

    people = numbers("People", 0, seats - 1)
    won = numbers("Won", 0, 9999)
    old = facing if lines.get("Facing") == "yes" else ()
    return {
        "sides": numbers("Sides", 0, 3) or old,
        "one_way": lines.get("OneWay") == "yes",
        "teams": numbers("Teams", 1, 9),
        "people": people if len(set(people)) == seats else (),
        "won": won if any(won) else (),  # nobody's: as before the first game, without a word
        "best_of": sum(_parse_numbers(lines.get("BestOf", ""), 1, least=0, most=MAX_SERIES_GAMES)),
        "fillers": tuple(map(PlayerSpec.read, _split_header(lines, "Fillers", seats))),
        "languages": tuple(
            code if has_language(code) else "" for code in _split_header(lines, "Languages", seats)
        ),
        "names": tuple(clean_name(unquote(name)) for name in _split_header(lines, "Names", seats)),
        "sizes": tuple(map(_text_size, numbers("Sizes", 0, LARGEST))),
        "aids": tuple(map(SeatAid.read, _split_header(lines, "Aids", seats))),
        "feat": eligibility_of(lines),
    }


def _text_size(percent: int) -> int:
    return percent if percent >= 100 else 0


def _comma_separated(values: Sequence[object]) -> str:
    return ",".join(map(str, values))


def _split_header(lines: Mapping[str, str], key: str, count: int) -> list[str]:
    """The parts of a line with commas; none where they are not as many as seats."""
    parts = lines.get(key, "").split(",")
    return parts if len(parts) == count and any(parts) else []


def _parse_numbers(text: str, count: int, *, least: int, most: int) -> tuple[int, ...]:
    parts = text.split(",")
    if len(parts) != count or not all(part.isascii() and part.isdigit() for part in parts):
        return ()
    values = tuple(int(part[:5]) for part in parts)
    return values if all(least <= value <= most for value in values) else ()


FACING_SIDES: Final = (0, 2, 2, 0)
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
    fillers: tuple[PlayerSpec, ...] = ()
    """Who fills each seat, by seat; empty: people."""
    languages: tuple[str, ...] = ()
    """In which language each seat is spoken to, by its code; empty: in the table's."""
    names: tuple[str, ...] = ()
    """What the people at each seat call themselves, by seat; "" for a seat without a name."""
    sizes: tuple[int, ...] = ()
    """How large the words for each seat are, in percent, by seat; 0 for the table's text size."""
    aids: tuple[SeatAid, ...] = ()
    """What each seat is helped by, by seat; empty: nobody by anything."""
    best_of: int = 0
    """Of so many games a series is the best (`series.py`); 0 for one without an end."""
    one_way: bool = False
    """All words stand upright for the near edge, wherever people sit."""
    feat: ScoreEligibility = NO_SCORE
    """What of this game counts among the high scores, and what was won in a row before it."""

    def __post_init__(self) -> None:
        log_redaction.hide_names(self.names)

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
        sides = self.sides if any(self.sides[: self.seats]) else FACING_SIDES
        return replace(self, sides=sides, one_way=False)

    def of_seats(self, count: int) -> "Setup":
        """The same for so many seats; who comes new is as anybody at first."""
        own: dict[str, Any] = {
            name: _resized(getattr(self, name), count, new)
            for name, new in SEAT_FIELD_DEFAULTS.items()
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

    def aid(self, seat: Seat) -> SeatAid:
        """What the people at a seat are helped by; computers are not."""
        helped = self.aids and not self.filler(seat).is_computer
        return self.aids[seat] if helped else SeatAid()

    def aided(self, seat: Seat, aid: SeatAid) -> "Setup":
        """The same with other help for a seat."""
        return self._with("aids", seat, aid)

    def language(self, seat: Seat) -> str:
        """A seat's own language, by its code; empty where it is the table's."""
        return self.languages[seat] if self.languages else ""

    def speaking(self, seat: Seat, code: str) -> "Setup":
        """The same with another language at a seat."""
        return self._with("languages", seat, code)

    def with_next_language(self, seat: Seat, table: AppContext) -> "Setup":
        """The same with the next language at a seat; in the table's own it goes with the table."""
        codes = [language.code for language in all_languages()]
        now = self.language(seat) or table.language
        after = codes[(codes.index(now) + 1) % len(codes)] if now in codes else codes[0]
        return self.speaking(seat, "" if after == table.language else after)

    def filler(self, seat: Seat) -> PlayerSpec:
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

    def filled(self, seat: Seat, filler: PlayerSpec) -> "Setup":
        """The same with somebody else at a seat."""
        return self._with("fillers", seat, filler)

    def swapped(self, seat: Seat, other: Seat) -> "Setup":
        """The same with two seats' colours exchanged: all that is people's own goes with them."""
        order = list(range(self.seats))
        order[seat], order[other] = other, seat
        return self._in_order(order)

    def _with(self, name: str, seat: Seat, value: object) -> "Setup":
        values = list(
            _resized(getattr(self, name), self.seats, SEAT_FIELD_DEFAULTS[name], whole=True)
        )
        values[seat] = value
        changed: dict[str, Any] = {name: tuple(values)}
        return replace(self, **changed)

    def _in_order(self, order: list[Seat]) -> "Setup":
        """The same with the people of seat ``order[n]`` at each seat n, and all that is theirs."""
        full = replace(self, people=self.people or tuple(range(self.seats))).of_seats(self.seats)
        moved: dict[str, Any] = {}
        for name in (*SEAT_FIELD_DEFAULTS, "people"):
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
    def without_series(self) -> "Setup":
        """The same as if nobody had moved on since the series began, and nobody had won."""
        begun = self._in_order(sorted(range(self.seats), key=self.who))
        return replace(begun, people=(), won=(), feat=NO_SCORE)

    def wins(self, seat: Seat) -> int:
        """Games that the player at this seat has won in the series."""
        return self.won[self.who(seat)] if self.won else 0

    def scored(self, winners: tuple[Seat, ...]) -> "Setup":
        """The series with one more win for each of the winners; adaptive levels have followed."""
        won = list(self.won or (0,) * self.seats)
        for seat in winners:
            won[self.who(seat)] += 1
        return replace(self, won=tuple(won), fillers=self._adapted(winners))

    def _adapted(self, winners: tuple[Seat, ...]) -> tuple[PlayerSpec, ...]:
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

    def start(self, table: AppContext) -> Match:
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
            extra=record_headers(
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
        own = parse_record_headers(dict(record.extra), match.seats, FACING_SIDES[: match.seats])
        return cls(game, match.seats, match.options, match.clock.control, **own)


SEAT_FIELD_DEFAULTS: Final[Mapping[str, object]] = {
    "sides": 0,
    "teams": 1,
    "fillers": PERSON,
    "languages": "",
    "names": "",
    "sizes": 0,
    "aids": SeatAid(),
}
"""What goes with the people from seat to seat, by its name in `Setup`, and what it is at first."""


def last_setup(table: AppContext, game: Game) -> Setup:
    """How the game was set up last while the program runs; at first, as the settings say."""
    last = table.chosen.get(game.key)
    if isinstance(last, Setup):
        return last
    settings = table.settings
    return Setup(
        game,
        game.seats[0],
        game.check_options({}),
        TimeControl.read(settings["play.clock"]),
        FACING_SIDES if settings["play.seating"] == "facing" else (),
        best_of=settings["play.best_of"],
    )


def _resized(
    values: tuple[object, ...], count: int, new: object, *, whole: bool = False
) -> tuple[object, ...]:
    """The first so many, with new ones added; nothing stays nothing unless it is to be `whole`."""
    if not values and not whole:
        return ()
    return (*values, *(new,) * count)[:count]
