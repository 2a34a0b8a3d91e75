"""What is people's own at their seats, and how a record notes it.

Everything is read tolerantly: what a record does not tell, or what is damaged, is as at first.

What people chose before a match.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar
from urllib.parse import quote, unquote

from tabletop.engine import Game, Match, Record, Seat, SeatProfile, Text, TimeControl, say
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


NO_AID: Final = SeatAid()
NEW_PROFILE: Final = SeatProfile()


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """What belongs to the people at one seat, and goes with them to another seat."""

    profile: SeatProfile = NEW_PROFILE
    team: int = 1
    """How many people share the seat."""
    player: PlayerSpec = PERSON
    aid: SeatAid = NO_AID


NEW_SEAT: Final = SeatSetup()
_Value = TypeVar("_Value")


def seat_setups(
    *,
    edges: Sequence[int] = (),
    teams: Sequence[int] = (),
    players: Sequence[PlayerSpec] = (),
    languages: Sequence[str] = (),
    names: Sequence[str] = (),
    text_scales: Sequence[int] = (),
    aids: Sequence[SeatAid] = (),
) -> tuple[SeatSetup, ...]:
    """The seats from one sequence for each field; what a sequence lacks has its default."""

    def value(values: Sequence[_Value], seat: Seat, default: _Value) -> _Value:
        return values[seat] if seat < len(values) else default

    columns: tuple[Sequence[object], ...] = (
        edges, teams, players, languages, names, text_scales, aids,
    )  # fmt: skip
    return tuple(
        SeatSetup(
            SeatProfile(
                value(names, seat, ""),
                value(languages, seat, ""),
                value(text_scales, seat, 0),
                value(edges, seat, 0),
            ),
            value(teams, seat, 1),
            value(players, seat, PERSON),
            value(aids, seat, NO_AID),
        )
        for seat in range(max(map(len, columns)))
    )


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
    seating = seat_setups(
        edges=numbers("Sides", 0, 3) or old,
        teams=numbers("Teams", 1, 9),
        players=tuple(map(PlayerSpec.read, _split_header(lines, "Fillers", seats))),
        languages=tuple(
            code if has_language(code) else "" for code in _split_header(lines, "Languages", seats)
        ),
        names=tuple(clean_name(unquote(name)) for name in _split_header(lines, "Names", seats)),
        text_scales=tuple(map(_text_size, numbers("Sizes", 0, LARGEST))),
        aids=tuple(map(SeatAid.read, _split_header(lines, "Aids", seats))),
    )
    return {
        "seating": seating,
        "one_way": lines.get("OneWay") == "yes",
        "people": people if len(set(people)) == seats else (),
        "won": won if any(won) else (),  # as before the first game
        "best_of": sum(_parse_numbers(lines.get("BestOf", ""), 1, least=0, most=MAX_SERIES_GAMES)),
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
    seating: tuple[SeatSetup, ...] = ()
    """What is people's own, by seat; seats after the last entry have the defaults."""
    people: tuple[int, ...] = ()
    """Which player (from 0) sits at each seat; empty: in order."""
    won: tuple[int, ...] = ()
    """Games won by player in this series; ties count for all who share them."""
    best_of: int = 0
    """Of so many games a series is the best (`series.py`); 0 for one without an end."""
    one_way: bool = False
    """All words stand upright for the near edge, wherever people sit."""
    feat: ScoreEligibility = NO_SCORE
    """What of this game counts among the high scores, and what was won in a row before it."""

    def __post_init__(self) -> None:
        seating = self.seating
        while seating and seating[-1] == NEW_SEAT:
            seating = seating[:-1]  # so that equal setups compare equal
        object.__setattr__(self, "seating", seating)
        log_redaction.hide_names([own.profile.name for own in seating])

    def seat(self, seat: Seat) -> SeatSetup:
        """What is the own of the people at a seat."""
        return self.seating[seat] if seat < len(self.seating) else NEW_SEAT

    def _with_seat(self, seat: Seat, own: SeatSetup) -> "Setup":
        count = max(len(self.seating), seat + 1)
        seating = [self.seat(number) for number in range(count)]
        seating[seat] = own
        return replace(self, seating=tuple(seating))

    def _with_profile(self, seat: Seat, profile: SeatProfile) -> "Setup":
        return self._with_seat(seat, replace(self.seat(seat), profile=profile))

    # -- where people sit -------------------------------------------------------------------

    def side(self, seat: Seat) -> int:
        """The edge to which a seat's text is turned: its own, unless all is upright."""
        return 0 if self.one_way else self.seat(seat).profile.edge

    @property
    def edges(self) -> tuple[int, ...]:
        """The edge at which each seat sits, in quarter turns clockwise from the near edge."""
        return tuple(self.seat(seat).profile.edge for seat in range(self.seats))

    def with_edges(self, edges: Sequence[int]) -> "Setup":
        """The same with seats at these edges; those after the last one at the near edge."""
        seating = []
        for seat in range(max(len(self.seating), len(edges))):
            own, edge = self.seat(seat), edges[seat] if seat < len(edges) else 0
            seating.append(replace(own, profile=replace(own.profile, edge=edge)))
        return replace(self, seating=tuple(seating))

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
        edges = list(self.edges)
        edges[seat] = side % 4
        return replace(self.with_edges(edges), one_way=False)

    def turned_round(self) -> "Setup":
        """All words one way, or again as people sit; face to face where nobody sat elsewhere."""
        if self.facing:
            return replace(self, one_way=True)
        sitting = self if any(self.edges) else self.with_edges(FACING_SIDES)
        return replace(sitting, one_way=False)

    def of_seats(self, count: int) -> "Setup":
        """The same for so many seats; who comes new is as anybody at first."""
        return replace(self, seats=count, seating=self.seating[:count])

    # -- who sits there ---------------------------------------------------------------------

    def who(self, seat: Seat) -> int:
        """The player at a seat, from 0."""
        return self.people[seat] if self.people else seat

    def team(self, seat: Seat) -> int:
        """How many people share a seat."""
        return self.seat(seat).team

    def with_team(self, seat: Seat, people: int) -> "Setup":
        """The same with so many people at a seat."""
        return self._with_seat(seat, replace(self.seat(seat), team=people))

    def own_name(self, seat: Seat) -> str:
        """What the people at a seat call themselves; "" where they have not said."""
        own = self.seat(seat)
        return "" if own.player.is_computer else own.profile.name

    def name(self, seat: Seat) -> Text:
        """How a seat is spoken of: by its colour, after the name of its people where it has one."""
        colour, own = self.game.seat_names[seat], self.own_name(seat)
        # NOTE: a person's name and the colour that they play, as in Anna (Red)
        return say("seat.named", "{name} ({seat})", name=own, seat=colour) if own else colour

    def named(self, seat: Seat, name: str) -> "Setup":
        """The same with another name of the people at a seat."""
        return self._with_profile(seat, replace(self.seat(seat).profile, name=name))

    def size(self, seat: Seat) -> int:
        """How large a seat's words are, in percent; 0 where they are as large as the table's."""
        return self.seat(seat).profile.text_scale

    def sized(self, seat: Seat, percent: int) -> "Setup":
        """The same with words of another size for a seat."""
        return self._with_profile(seat, replace(self.seat(seat).profile, text_scale=percent))

    def aid(self, seat: Seat) -> SeatAid:
        """What the people at a seat are helped by; computers are not."""
        own = self.seat(seat)
        return NO_AID if own.player.is_computer else own.aid

    @property
    def any_aid(self) -> bool:
        """Whether some seat is helped."""
        return any(self.aid(seat) != NO_AID for seat in range(self.seats))

    def aided(self, seat: Seat, aid: SeatAid) -> "Setup":
        """The same with other help for a seat."""
        return self._with_seat(seat, replace(self.seat(seat), aid=aid))

    def language(self, seat: Seat) -> str:
        """A seat's own language, by its code; empty where it is the table's."""
        return self.seat(seat).profile.language

    def speaking(self, seat: Seat, code: str) -> "Setup":
        """The same with another language at a seat."""
        return self._with_profile(seat, replace(self.seat(seat).profile, language=code))

    def with_next_language(self, seat: Seat, table: AppContext) -> "Setup":
        """The same with the next language at a seat; in the table's own it goes with the table."""
        codes = [language.code for language in all_languages()]
        now = self.language(seat) or table.language
        after = codes[(codes.index(now) + 1) % len(codes)] if now in codes else codes[0]
        return self.speaking(seat, "" if after == table.language else after)

    def filler(self, seat: Seat) -> PlayerSpec:
        """Who fills a seat."""
        return self.seat(seat).player

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
        return self._with_seat(seat, replace(self.seat(seat), player=filler))

    def with_players(self, players: Sequence[PlayerSpec]) -> "Setup":
        """The same with these players by seat; people at those after the last one."""
        seating = []
        for seat in range(max(len(self.seating), len(players))):
            player = players[seat] if seat < len(players) else PERSON
            seating.append(replace(self.seat(seat), player=player))
        return replace(self, seating=tuple(seating))

    def swapped(self, seat: Seat, other: Seat) -> "Setup":
        """The same with two seats' colours exchanged: all that is people's own goes with them."""
        order = list(range(self.seats))
        order[seat], order[other] = other, seat
        return self._in_order(order)

    def _in_order(self, order: list[Seat]) -> "Setup":
        """The same with the people of seat ``order[n]`` at each seat n, and all that is theirs."""
        return replace(
            self,
            people=tuple(self.who(seat) for seat in order),
            seating=tuple(self.seat(seat) for seat in order),
        )

    # -- the series -------------------------------------------------------------------------

    def at_most(self, strongest: str) -> "Setup":
        """The same with no computer stronger than that level."""
        return self.with_players([own.player.at_most(strongest) for own in self.seating])

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
        return replace(self._adapted(winners), won=tuple(won))

    def _adapted(self, winners: tuple[Seat, ...]) -> "Setup":
        """The same with adaptive levels after such a result; a win shared with people changes
        nothing.
        """
        people_won = any(seat in winners for seat in self.persons)
        if not winners or not self.persons:
            return self
        players = (own.player for own in self.seating)
        return self.with_players(
            [
                player if people_won and seat in winners else player.after(people_won=people_won)
                for seat, player in enumerate(players)
            ]
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
                sides=self.edges,
                teams=[self.team(seat) for seat in seats],
                people=[self.who(seat) for seat in seats],
                won=self.won or (0,) * self.seats,
                best_of=self.best_of,
                fillers=[self.filler(seat) for seat in seats] if self.computers else (),
                languages=[self.language(seat) for seat in seats],
                names=[self.seat(seat).profile.name for seat in seats],
                sizes=[self.size(seat) for seat in seats],
                aids=[self.seat(seat).aid for seat in seats],
                feat=self.feat,
            ),
        )

    @classmethod
    def of(cls, game: Game, match: Match, record: Record) -> "Setup":
        """The setup that a kept record tells of; what it does not tell is as at first."""
        own = parse_record_headers(dict(record.extra), match.seats, FACING_SIDES[: match.seats])
        return cls(game, match.seats, match.options, match.clock.control, **own)


def last_setup(table: AppContext, game: Game) -> Setup:
    """How the game was set up last while the program runs; at first, as the settings say."""
    last = table.chosen.get(game.key)
    if isinstance(last, Setup):
        return last
    settings = table.settings
    setup = Setup(
        game,
        game.seats[0],
        game.check_options({}),
        TimeControl.read(settings["play.clock"]),
        best_of=settings["play.best_of"],
    )
    return setup.with_edges(FACING_SIDES) if settings["play.seating"] == "facing" else setup
