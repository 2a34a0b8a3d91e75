"""What happens to a tournament, as frozen events that are stored in order and never changed."""

from typing import Final, Literal, TypeAlias

import msgspec

Format: TypeAlias = Literal["swiss", "round_robin", "knockout", "arena", "pools"]
TieBreak: TypeAlias = Literal["buchholz", "buchholz_cut_1", "sonneborn_berger", "direct", "wins"]
Waived: TypeAlias = Literal["colours", "rematch", "bye"]
"""A rule of Swiss pairings: who may move first, no rematch, one bye a player."""
How: TypeAlias = Literal["table", "referee", "no_show", "arena"]
"""Where a result comes from. `no_show`: somebody did not come; if at most one did, nothing was
played."""

MAX_ROUNDS: Final = 99
MAX_START_MINUTES: Final = 600


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a match is worth."""

    win: float = 1.0
    draw: float = 0.5
    loss: float = 0.0
    bye: float | None = None
    """For a bye given by the pairing; without it as for a win."""
    missed_round: float = 0.0
    """To late entries, for each round before their first."""

    @property
    def of_bye(self) -> float:
        return self.win if self.bye is None else self.bye


class PairingMade(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One match of a round, before it is played."""

    id: str
    players: tuple[str, ...]
    """By seat: the first one moves first. A single player goes on without a match (knockout)."""
    slot: int = 0
    """In a knockout: the place in the round, from the top of the bracket."""
    absent: tuple[int, ...] = ()
    """Seats of players who are known to be gone: the match is decided at once, unplayed."""


class _Event(msgspec.Struct, frozen=True, kw_only=True, tag=True, forbid_unknown_fields=True):
    """Written with the name of its class."""

    id: str
    at: str
    """When, as ISO 8601, by the clock of the one who tells it. Only the order of events counts."""
    by: str


class Created(_Event, frozen=True, kw_only=True):
    """The first event of each tournament."""

    name: str
    game: str
    """The key of the game."""
    format: Format
    options: tuple[tuple[str, str], ...] = ()
    clock: str = "none"
    seats: int = 2
    """Seats of a match. In pools four means matches of four and three."""
    rounds: int = 0
    """Of a Swiss tournament or pools; the other formats know their own number."""
    cycles: int = 1
    """Round robin: 2 lets all meet twice, with the first move changed."""
    best_of: int = 1
    """Knockout: games of a match, an odd number."""
    third_place: bool = False
    seed: int = 0
    """Draws all lots of the tournament."""
    points: Points = Points()
    tie_breaks: tuple[TieBreak, ...] | None = None
    """In order of weight. None: as usual for the format."""
    max_byes: int = 1
    """Byes that a player may ask for (Swiss and pools)."""
    last_bye_round: int = 0
    """The last round for which they may; 0: the one before the last."""

    @property
    def bye_rounds(self) -> range:
        """The rounds for which a bye can be asked."""
        if self.format not in ("swiss", "pools") or not self.max_byes:
            return range(0)
        return range(1, (self.last_bye_round or self.rounds - 1) + 1)


class Entered(_Event, frozen=True, kw_only=True):
    player: str
    name: str
    rating: float | None = None
    late: bool = False
    """Whether the tournament may have begun."""


class Withdrawn(_Event, frozen=True, kw_only=True):
    player: str


class Returned(_Event, frozen=True, kw_only=True):
    """Somebody who withdrew plays again from the next round on."""

    player: str


class ByeRequested(_Event, frozen=True, kw_only=True):
    """A player does not play in a coming round, for the points of a draw."""

    player: str
    number: int


class ByeCancelled(_Event, frozen=True, kw_only=True):
    """A player who asked for a bye plays in that round after all."""

    player: str
    number: int


class RoundPaired(_Event, frozen=True, kw_only=True):
    """The pairing as it was computed, so that a later program does not change it."""

    number: int
    pairings: tuple[PairingMade, ...]
    byes: tuple[str, ...] = ()
    waived: tuple[Waived, ...] = ()
    """Rules that no pairing could keep."""


class PairingReplaced(_Event, frozen=True, kw_only=True):
    """A referee changes who plays whom, before the round starts."""

    number: int
    pairings: tuple[PairingMade, ...]
    """The changed ones, by their ids; the others stay."""
    byes: tuple[str, ...] | None = None
    """All byes of the round; None: as before."""


class RoundStarted(_Event, frozen=True, kw_only=True):
    number: int


class StartSet(_Event, frozen=True, kw_only=True):
    """When the next round starts by itself; with neither `time` nor `minutes` by hand."""

    number: int
    time: float | None = None
    """In seconds since 1970."""
    minutes: int | None = None
    """After the last result of the round before, in this and all later rounds."""


class TableAssigned(_Event, frozen=True, kw_only=True):
    pairing: str
    table: str
    """Empty: no table."""


class ResultGiven(_Event, frozen=True, kw_only=True):
    """One game of a match is over."""

    pairing: str
    scores: tuple[float, ...]
    """In the order of the pairing's players; the higher, the better. With `no_show` a score of 0
    means that this player did not come."""
    how: How = "table"


class ResultCorrected(_Event, frozen=True, kw_only=True):
    pairing: str
    scores: tuple[float, ...]
    how: How = "referee"
    game: int = -1
    """Which game of the match, from 0; the last one by default."""


class Paused(_Event, frozen=True, kw_only=True):
    """No round starts before `Resumed`. Matches in progress go on."""


class Resumed(_Event, frozen=True, kw_only=True):
    """The end of a pause."""


class Finished(_Event, frozen=True, kw_only=True):
    """The standings are final, apart from corrections."""


class Undone(_Event, frozen=True, kw_only=True):
    """Another event counts as if it had not happened. It can be undone in turn."""

    event: str


Event: TypeAlias = (
    Created
    | Entered
    | Withdrawn
    | Returned
    | ByeRequested
    | ByeCancelled
    | RoundPaired
    | PairingReplaced
    | RoundStarted
    | StartSet
    | TableAssigned
    | ResultGiven
    | ResultCorrected
    | Paused
    | Resumed
    | Finished
    | Undone
)

_DECODER: Final[msgspec.json.Decoder[Event]] = msgspec.json.Decoder(Event)


def event_to_json(event: Event) -> bytes:
    return msgspec.json.encode(event)


def event_from_json(data: bytes | str) -> Event:
    """The event of a line of JSON.

    ValueError: it is none.
    """
    try:
        return _DECODER.decode(data)
    except (msgspec.DecodeError, RecursionError) as problem:
        raise ValueError(f"This is no event of a tournament: {problem}.") from None
