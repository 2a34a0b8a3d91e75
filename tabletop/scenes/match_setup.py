"""The setup of a match: game, seats, options, clock and series, and its headers in a record."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar
from urllib.parse import quote, unquote

from tabletop.ai import level_of_key
from tabletop.engine import Game, Match, Record, Seat, SeatProfile, Text, TimeControl, joined, say
from tabletop.engine.game import OptionValue
from tabletop.engine.match import MAX_EXTRA_TIME_PERCENT
from tabletop.engine.record import NAMES_HEADER
from tabletop.languages import has_language
from tabletop.players.player_spec import ADAPTIVE, PERSON, PlayerSpec
from tabletop.storage.outbox import MatchOfEvent
from tabletop.storage.scores import ELIGIBILITY_TAG, NO_SCORE, ScoreEligibility, eligibility_of
from tabletop.system import logs
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.context import MAX_TEXT_SCALE
from tabletop.ui.core.last_players import (
    ADAPTIVE_KEY,
    COMPUTER,
    PEOPLE,
    LastPlayers,
    last_players,
)
from tabletop.ui.widgets.text_entry import clean_name

MAX_SERIES_GAMES: Final = 99
"""The largest "best of" number of a series."""
_HINTS, _NO_HINTS, _HELP = "hints", "nohints", "help"


PRACTICE: Final = say("result.practice", "Practice: this game doesn’t count.")


@dataclass(frozen=True, slots=True)
class SeatAid:
    """Help for one seat that changes no rule."""

    time: int = 0
    """Extra time to think, in percent."""
    hints: bool | None = None
    """Whether hints are allowed, whatever the settings say; None: as they say."""
    help: bool = False
    """A good ply is shown at each of its turns."""

    def __str__(self) -> str:
        """The form in records: ``50+hints``, ``0+nohints``, ``0+help``."""
        hints = () if self.hints is None else (_HINTS if self.hints else _NO_HINTS,)
        return "+".join((str(self.time), *hints, *[_HELP] * self.help))

    @property
    def given(self) -> bool:
        """Whether it helps the seat at all."""
        return bool(self.time or self.hints or self.help)

    def may_ask(self, default: bool) -> bool:
        """Whether the seat may ask for hints; `default` is the table's setting."""
        return default if self.hints is None else self.hints

    @classmethod
    def read(cls, text: str) -> "SeatAid":
        """The inverse of `str`; no help if the text is damaged."""
        time, *more = text.split("+")
        good = time.isascii() and time.isdigit() and int(time[:5]) <= MAX_EXTRA_TIME_PERCENT
        if not good or not {_HINTS, _NO_HINTS, _HELP}.issuperset(more):
            return cls()
        hints = _HINTS in more if {_HINTS, _NO_HINTS} & {*more} else None
        return cls(int(time[:5]), hints, _HELP in more)


NO_AID: Final = SeatAid()
NO_EVENT: Final = MatchOfEvent()
NEW_PROFILE: Final = SeatProfile()


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """What belongs to the people at one seat and moves with them."""

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
    """The seats from one sequence for each field; shorter sequences end with defaults."""

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


FACING_SIDES: Final = (0, 2, 2, 0)
"""The edges of two to four seats that face each other."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that is chosen before a match."""

    game: Game
    seats: int = 2
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    clock: TimeControl = field(default_factory=TimeControl)
    seating: tuple[SeatSetup, ...] = ()
    """What belongs to each seat; seats after the last entry have the defaults."""
    people: tuple[int, ...] = ()
    """The number of the player (from 0) at each seat; empty: in order."""
    won: tuple[int, ...] = ()
    """Games won in the series, by player; a tie counts for all who share it."""
    best_of: int = 0
    """The series is the best of this number of games; 0: it has no end."""
    one_way: bool = False
    """All text is upright for the near edge, wherever people sit."""
    feat: ScoreEligibility = NO_SCORE
    """Whether the match counts for the high scores, and the streak before it."""
    streak: int = 0
    """Games in a row that the only person has won against computers."""
    of_event: MatchOfEvent = NO_EVENT
    """What an event has to do with the match; for a match of a tournament its rules hold."""
    after_practice: ScoreEligibility | None = None
    """The match is practice: it counts for nothing. What the next game begins with; else None."""

    # Derived from the fields above.
    own: tuple[SeatSetup, ...] = field(init=False, compare=False, repr=False)
    """What belongs to each seat, with the defaults."""
    own_names: tuple[str, ...] = field(init=False, compare=False, repr=False)
    """The names of the people at each seat; empty if they gave none or a computer plays."""
    visitors: tuple[str, ...] = field(init=False, compare=False, repr=False)
    """The codes of an event's visitors at each seat; empty where nobody is known."""
    edges: tuple[int, ...] = field(init=False, compare=False, repr=False)
    """The edge at which each seat sits, in quarter turns clockwise from the near edge."""
    around: tuple[int, ...] = field(init=False, compare=False, repr=False)
    """The edge to which each seat's text is turned."""
    facing: bool = field(init=False, compare=False, repr=False)
    """Some text is turned."""
    computers: tuple[Seat, ...] = field(init=False, compare=False, repr=False)
    persons: tuple[Seat, ...] = field(init=False, compare=False, repr=False)
    levels: tuple[str, ...] = field(init=False, compare=False, repr=False)
    """The levels of the computers, by their keys."""
    aids: tuple[SeatAid, ...] = field(init=False, compare=False, repr=False)
    """The help for each seat; none for computers."""
    any_aid: bool = field(init=False, compare=False, repr=False)
    """Some seat has help."""
    official: bool = field(init=False, compare=False, repr=False)
    """A match of a tournament: no hints, moves stay, and no computer takes part."""

    def __post_init__(self) -> None:
        seating = self.seating
        while seating and seating[-1] == NEW_SEAT:
            seating = seating[:-1]  # so that equal setups compare equal
        own = (*seating, *[NEW_SEAT] * (self.seats - len(seating)))[: self.seats]
        edges = tuple([each.profile.edge for each in own])
        around = (0,) * self.seats if self.one_way else edges
        computers = tuple([seat for seat, each in enumerate(own) if each.player.is_computer])
        aids = tuple([NO_AID if each.player.is_computer else each.aid for each in own])
        derived = {
            "seating": seating,
            "own": own,
            "own_names": tuple(
                ["" if each.player.is_computer else each.profile.name for each in own]
            ),
            "visitors": tuple(
                ["" if each.player.is_computer else each.profile.visitor for each in own]
            ),
            "edges": edges,
            "around": around,
            "facing": any(around),
            "computers": computers,
            "levels": tuple([own[seat].player.level_key for seat in computers]),
            "persons": tuple([seat for seat in range(self.seats) if seat not in computers]),
            "aids": aids,
            "any_aid": any(aid.given for aid in aids),
            "official": bool(self.of_event.pairing),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)
        logs.hide_names([own.profile.name for own in seating])

    def seat(self, seat: Seat) -> SeatSetup:
        """What belongs to a seat."""
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
        """The edge to which a seat's text is turned."""
        return 0 if self.one_way else self.seat(seat).profile.edge

    def with_edges(self, edges: Sequence[int]) -> "Setup":
        """The setup with seats at these edges, others at the near edge."""
        seating = []
        for seat in range(max(len(self.seating), len(edges))):
            own, edge = self.seat(seat), edges[seat] if seat < len(edges) else 0
            seating.append(replace(own, profile=replace(own.profile, edge=edge)))
        return replace(self, seating=tuple(seating))

    def with_edge(self, seat: Seat, side: int) -> "Setup":
        """The setup with a seat at another edge."""
        edges = list(self.edges)
        edges[seat] = side % 4
        return replace(self.with_edges(edges), one_way=False)

    def turned_round(self) -> "Setup":
        """All text upright, or turned to the edges again; face to face if all sit at one edge."""
        if self.facing:
            return replace(self, one_way=True)
        sitting = self if any(self.edges) else self.with_edges(FACING_SIDES)
        return replace(sitting, one_way=False)

    def of_seats(self, count: int) -> "Setup":
        """The setup with that many seats; new ones have the defaults."""
        return replace(self, seats=count, seating=self.seating[:count])

    # -- who sits there ---------------------------------------------------------------------

    def player_number(self, seat: Seat) -> int:
        """The number of the player at a seat, from 0."""
        return self.people[seat] if self.people else seat

    def team(self, seat: Seat) -> int:
        """The number of people who share a seat."""
        return self.seat(seat).team

    def with_team(self, seat: Seat, people: int) -> "Setup":
        """The setup with that many people at a seat."""
        return self._with_seat(seat, replace(self.seat(seat), team=people))

    def name(self, seat: Seat) -> Text:
        """The display name of a seat: its colour, after the people's name if they gave one."""
        colour, own = self.game.seat_names[seat], self.own_names[seat]
        # NOTE: a person's name and the colour that they play, as in Anna (Red)
        return say("seat.named", "{name} ({seat})", name=own, seat=colour) if own else colour

    def with_name(self, seat: Seat, name: str) -> "Setup":
        return self._with_profile(seat, self.seat(seat).profile.named(name))

    def with_visitor(self, seat: Seat, code: str, name: str) -> "Setup":
        """The setup with a known visitor of the event at a seat."""
        return self._with_profile(seat, replace(self.seat(seat).profile, name=name, visitor=code))

    def with_visitors(self, visitors: Sequence[str]) -> "Setup":
        """The setup with the codes of these visitors, who have the names already."""
        setup = self
        for seat, code in enumerate(visitors[: self.seats]):
            profile = replace(setup.seat(seat).profile, visitor=code)
            setup = setup._with_profile(seat, profile)
        return setup

    @property
    def without_visitors(self) -> "Setup":
        """As after the visitors have gone, with their names."""
        seating = (replace(own, profile=own.profile.without_visitor) for own in self.seating)
        return replace(self, seating=tuple(seating))

    def text_scale(self, seat: Seat) -> int:
        """A seat's text scale in percent; 0: the table's."""
        return self.seat(seat).profile.text_scale

    def with_text_scale(self, seat: Seat, percent: int) -> "Setup":
        return self._with_profile(seat, replace(self.seat(seat).profile, text_scale=percent))

    def with_aid(self, seat: Seat, aid: SeatAid) -> "Setup":
        return self._with_seat(seat, replace(self.seat(seat), aid=aid))

    def language(self, seat: Seat) -> str:
        """A seat's language code; empty: the table's."""
        return self.seat(seat).profile.language

    def following_table(self, seat: Seat, *, language: bool = False, size: bool = False) -> "Setup":
        """The setup in which a seat has the table's language or text size."""
        profile = self.seat(seat).profile
        if language:
            profile = replace(profile, language="")
        if size:
            profile = replace(profile, text_scale=0)
        return self._with_profile(seat, profile)

    def with_language(self, seat: Seat, code: str) -> "Setup":
        return self._with_profile(seat, replace(self.seat(seat).profile, language=code))

    def player(self, seat: Seat) -> PlayerSpec:
        """Who plays at a seat."""
        return self.seat(seat).player

    def with_player(self, seat: Seat, filler: PlayerSpec) -> "Setup":
        return self._with_seat(seat, replace(self.seat(seat), player=filler))

    def with_players(self, players: Sequence[PlayerSpec]) -> "Setup":
        """The setup with these players by seat, people at the others."""
        seating = []
        for seat in range(max(len(self.seating), len(players))):
            player = players[seat] if seat < len(players) else PERSON
            seating.append(replace(self.seat(seat), player=player))
        return replace(self, seating=tuple(seating))

    def swapped(self, seat: Seat, other: Seat) -> "Setup":
        """The setup with the people of two seats exchanged."""
        order = list(range(self.seats))
        order[seat], order[other] = other, seat
        return self._in_order(order)

    def _in_order(self, order: list[Seat]) -> "Setup":
        """The setup with the people of seat ``order[n]`` at seat n."""
        return replace(
            self,
            people=tuple(self.player_number(seat) for seat in order),
            seating=tuple(self.seat(seat) for seat in order),
        )

    def at_most(self, strongest: str) -> "Setup":
        """The setup with no computer stronger than a level."""
        return self.with_players([own.player.at_most(strongest) for own in self.seating])

    def next_person(self, acting: Seat) -> Seat:
        """The next seat, from `acting` on, that a person plays; `acting` if there is none."""
        persons = self.persons
        for seat in persons:
            if seat >= acting:
                return seat
        return persons[0] if persons else acting

    # -- the series -------------------------------------------------------------------------

    @property
    def without_series(self) -> "Setup":
        """The setup as it was when the series began."""
        begun = self._in_order(sorted(range(self.seats), key=self.player_number))
        return replace(begun, people=(), won=(), feat=NO_SCORE, streak=0, after_practice=None)

    def wins(self, seat: Seat) -> int:
        """The games of the series that the player at a seat has won."""
        return self.won[self.player_number(seat)] if self.won else 0

    def scored(self, winners: tuple[Seat, ...]) -> "Setup":
        """The setup after a game: wins counted, adaptive levels adjusted; practice is not."""
        if self.after_practice is not None:
            return self
        streak = self.streak + 1 if self.lone is not None and winners == (self.lone,) else 0
        won = list(self.won or (0,) * self.seats)
        for seat in winners:
            won[self.player_number(seat)] += 1
        return replace(self._adapted(winners), won=tuple(won), streak=streak)

    def practised(self, winners: tuple[Seat, ...], feat: ScoreEligibility) -> "Setup":
        """The setup for playing on from a position of a finished game, which is counted first."""
        if self.after_practice is not None:
            return replace(self, feat=feat)
        return replace(self.scored(winners), feat=feat, after_practice=self.feat.next())

    @property
    def lone(self) -> Seat | None:
        """The seat of the only person, who plays against computers; else None."""
        return self.persons[0] if len(self.persons) == 1 and self.computers else None

    def other_level(self, by: int, strongest: str) -> "Setup | None":
        """The setup with computers so many levels stronger; None if they cannot be, or adapt.

        Wins against the computers before are not counted any more.
        """
        players = [self.player(seat) for seat in range(self.seats)]
        if any(player.adaptive for player in players):
            return None
        changed = [
            player.moved(by).at_most(strongest) if player.is_computer else player
            for player in players
        ]
        return replace(self.with_players(changed), won=()) if changed != players else None

    def _adapted(self, winners: tuple[Seat, ...]) -> "Setup":
        """The setup with adjusted adaptive levels; a win shared with people changes nothing."""
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
        """The setup of the next game: colours rotate, people stay at their edges."""
        return self._in_order([*range(1, self.seats), 0])

    def rotated_to(self, seat: Seat) -> "Setup":
        """The setup in which the only person plays at a seat; without one it is the same."""
        setup = self
        while setup.lone not in (None, seat):
            setup = setup.rotated()
        return setup

    def start(self, table: AppContext) -> Match:
        more = tuple(self.aids[seat].time for seat in range(self.seats))
        return Match(
            self.game,
            self.seats,
            self.options,
            table.seed(),
            clock=self.clock,
            more=more if any(more) else (),
            date=table.today(),
        )

    def headers(self) -> tuple[tuple[str, str], ...]:
        """The headers of a record of a match; most are left out while all are the default."""
        own = [self.seat(seat) for seat in range(self.seats)]
        profiles = [each.profile for each in own]
        headers = {
            "Facing": "yes" if self.facing else "no",
            "Teams": _comma_separated(each.team for each in own),
            "People": _comma_separated(map(self.player_number, range(self.seats))),
            "Won": _comma_separated(self.won or (0,) * self.seats),
            "Sides": _comma_separated(self.edges, default=0),
            "OneWay": "yes" if self.one_way else "",
            "BestOf": str(self.best_of or ""),
            "Fillers": _comma_separated((each.player for each in own), default=PERSON),
            "Languages": _comma_separated((each.language for each in profiles), default=""),
            NAMES_HEADER: _comma_separated((quote(each.name) for each in profiles), default=""),
            "Sizes": _comma_separated((each.text_scale for each in profiles), default=0),
            "Aids": _comma_separated((each.aid for each in own), default=NO_AID),
            "Practice": "yes" if self.after_practice is not None else "",
            ELIGIBILITY_TAG: str(self.feat),
        }
        return tuple(line for line in headers.items() if line[1])

    def with_headers(self, record: Record) -> Record:
        """A record with the headers of this setup."""
        return replace(record, extra=self.headers())

    @classmethod
    def of(cls, game: Game, match: Match, record: Record) -> "Setup":
        """The setup from a record; missing and damaged headers give the defaults."""
        lines, seats = dict(record.extra), match.seats

        def values(key: str) -> list[str]:
            """The values by seat; none if their number is wrong."""
            parts = lines.get(key, "").split(",")
            return parts if len(parts) == seats and any(parts) else []

        def numbers(key: str, least: int, most: int, count: int = seats) -> tuple[int, ...]:
            """The numbers of a line; none if any is out of range."""
            parts = lines.get(key, "").split(",")
            if len(parts) != count or not all(part.isascii() and part.isdigit() for part in parts):
                return ()
            found = tuple(int(part[:5]) for part in parts)
            return found if all(least <= number <= most for number in found) else ()

        people, won = numbers("People", 0, seats - 1), numbers("Won", 0, 9999)
        # Old records have no line for the edges.
        facing = FACING_SIDES[:seats] if lines.get("Facing") == "yes" else ()
        return cls(
            game,
            seats,
            match.options,
            match.clock.control,
            seating=seat_setups(
                edges=numbers("Sides", 0, 3) or facing,
                teams=numbers("Teams", 1, 9),
                players=[PlayerSpec.read(text) for text in values("Fillers")],
                languages=[code if has_language(code) else "" for code in values("Languages")],
                names=[clean_name(unquote(name)) for name in values(NAMES_HEADER)],
                text_scales=[
                    percent if percent >= 100 else 0
                    for percent in numbers("Sizes", 0, MAX_TEXT_SCALE)
                ],
                aids=[SeatAid.read(text) for text in values("Aids")],
            ),
            one_way=lines.get("OneWay") == "yes",
            people=people if len(set(people)) == seats else (),
            won=won if any(won) else (),  # as before the first game
            best_of=sum(numbers("BestOf", 0, MAX_SERIES_GAMES, count=1)),
            feat=eligibility_of(lines),
            after_practice=NO_SCORE if lines.get("Practice") == "yes" else None,
        )


def _comma_separated(values: Iterable[object], *, default: object = None) -> str:
    """The values of a header line; empty if all are the default."""
    known = list(values)
    return "" if all(value == default for value in known) else ",".join(map(str, known))


def setup_of_profiles(game: Game, profiles: Sequence[SeatProfile]) -> Setup:
    """The seats of a game with scenes of its own, for the page of seats."""
    own = (
        SeatSetup(replace(profile, level=None), player=PlayerSpec(profile.level or ""))
        for profile in profiles
    )
    return Setup(game, len(profiles), seating=tuple(own))


def profiles_of(setup: Setup) -> tuple[SeatProfile, ...]:
    """The inverse of `setup_of_profiles`."""
    own = (setup.seat(seat) for seat in range(setup.seats))
    return tuple(replace(each.profile, level=each.player.level or None) for each in own)


def last_setup(table: AppContext, game: Game) -> Setup:
    """The last setup of a game since the start; the first time from the settings."""
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
    return with_last_players(table, setup, last_players(table, game))


def with_last_players(table: AppContext, setup: Setup, last: LastPlayers) -> Setup:
    """The setup with the players of the last match, before anything else was chosen."""
    setup = setup.of_seats(last.seats)
    if last.way == COMPUTER:
        return against_computers(setup, usual_computer(last))
    return setup.with_edges(usual_edges(table))


def usual_computer(last: LastPlayers) -> PlayerSpec:
    """The computer that is offered where nobody has chosen another."""
    level = level_of_key(last.level)
    return ADAPTIVE if level is None else PlayerSpec(level)


def usual_edges(table: AppContext) -> tuple[int, ...]:
    """The edges of people who did not choose any, by the settings."""
    return FACING_SIDES if table.settings["play.seating"] == "facing" else ()


def players_of(setup: Setup) -> LastPlayers | None:
    """What is remembered of the players of a setup; None for a mixture that is not."""
    if not setup.computers:
        return LastPlayers(PEOPLE, setup.seats)
    players = {setup.player(seat) for seat in setup.computers}
    if len(players) != 1 or setup.persons != (0,):
        return None
    player = players.pop()
    return LastPlayers(COMPUTER, setup.seats, ADAPTIVE_KEY if player.adaptive else player.level_key)


def against_computers(setup: Setup, player: PlayerSpec) -> Setup:
    """The setup with a person at the first seat and this player at all others."""
    others = (player,) * (setup.seats - 1)
    return setup.with_players((PERSON, *others)).with_edges(setup.edges[:1] * setup.seats)


PERSON_SECONDS: Final = 10.0
COMPUTER_SECONDS: Final = 2.5
THROW_SECONDS: Final = 3.0
"""How long a person, a computer and the dice usually take for a ply, animation included."""
MORE_SEATS_PLIES: Final = 1.6
"""By what factor a match of three or four seats has more plies than one of two."""


def usual_seconds(setup: Setup) -> float:
    """How long a match of such players usually takes; no longer than its clocks allow."""
    game, clock = setup.game, setup.clock
    plies = game.typical_plies / (2 if game.dice else 1)  # each ply of a player follows a throw
    plies *= MORE_SEATS_PLIES if setup.seats > 2 else 1.0
    person = min(PERSON_SECONDS, clock.seconds) if clock.kind == "move" else PERSON_SECONDS
    shared = (len(setup.persons) * person + len(setup.computers) * COMPUTER_SECONDS) / setup.seats
    seconds = plies * (shared + (THROW_SECONDS if game.dice else 0.0))
    return min(seconds, setup.seats * clock.seconds) if clock.kind == "sudden" else seconds


SERIES_LENGTHS: Final = (0, 1, 3, 5, 7)
"""Of how many games a series can be the best; 0 for one without an end."""


def wins_needed(best_of: int) -> int:
    """How many games one has to win; 0 where a series is none, or has no end."""
    return best_of // 2 + 1 if best_of > 1 else 0


def champion(setup: Setup) -> Seat | None:
    """The seat of the player who has won the series; None while it goes on.

    Shared wins can bring several there at once: then it goes on until one of them is ahead.
    """
    least = wins_needed(setup.best_of)
    wins = [setup.wins(seat) for seat in range(setup.seats)]
    most = max(wins)
    if not least or most < least or wins.count(most) > 1:
        return None
    return wins.index(most)


def next_game(scored: Setup, winners: tuple[Seat, ...] = ()) -> Setup:
    """The setup of the game after one whose winners are counted already.

    After a series that was won, and after a game that stands alone, nobody has won anything.
    Colours rotate, but after practice, and for a person who tries again after losing to a
    computer; in a series of a given length they always do.
    """
    if scored.best_of == 1 or champion(scored) is not None:
        scored = replace(scored, won=())
    practice = scored.after_practice
    if practice is not None:
        return replace(scored, feat=practice, after_practice=None)
    scored = replace(scored, feat=scored.feat.next())
    tries_again = scored.lone is not None and bool(winners) and scored.lone not in winners
    return scored if tries_again and scored.best_of < 2 else scored.rotated()


def shows_wins(setup: Setup) -> bool:
    """Whether games that were won are shown: from the second on, or where they lead to an end."""
    return setup.best_of != 1 and (bool(setup.won) or setup.best_of > 1)


def length_words(best_of: int) -> Text:
    """How long a series is, as an answer that can be chosen."""
    if best_of == 0:
        return say("series.open", "Keep playing")
    if best_of == 1:
        return say("series.single", "One game")
    return say("series.best_of", "Best of {count}", count=best_of)


def player_name(setup: Setup, game: Game, seat: Seat) -> Text:
    """What the people at a seat are called: by their own name, else by their colour."""
    own = setup.own_names[seat]
    return joined("", own) if own else game.seat_names[seat]


def won_words(setup: Setup, game: Game, seat: Seat) -> Text:
    """The headline after the game with which a seat has won the series."""
    # NOTE: {who} is a colour (Black, White, Red, Green, Blue) or a person's own name.
    return say("series.won", "{who} wins the series!", who=player_name(setup, game, seat))
