"""The parts of every turn-based game: a state, the plies it allows, and how it ends.

All of them are values. Playing a ply never changes a state; it gives the next one.

One game, as the menu, the match and the store need to know it.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, Final, Literal, Protocol, Self, TypeAlias

from tabletop.engine.text import Text, say

Seat: TypeAlias = int
"""A place at the table, counted from 0 in order of play."""

CHANCE: Final[Seat] = -1
"""The seat of the dice."""

Move: TypeAlias = Hashable
"""One ply of one game: a frozen value whose `str` is its notation."""


class State(Protocol):
    """One moment of a game: frozen, hashable, picklable. Equal states are the same position."""

    @property
    def turn(self) -> Seat:
        """Who decides next; `CHANCE` when the dice do."""
        ...

    def moves(self) -> Sequence[Move]:
        """Every legal ply once, always in the same order; none once the game is over.

        When `turn` is `CHANCE` they are equally likely.
        """
        ...

    def play(self, move: Move, /) -> Self:
        """The state after a ply from `moves()`. Anything else gives nonsense, unchecked."""
        ...

    def outcome(self) -> "Outcome | None":
        """How the game ended, or None while it goes on."""
        ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. A tie has several winners, a draw none."""

    winners: tuple[Seat, ...]
    reason: str
    """Why, as a sentence for the players: a `Text` where it comes from a game."""

    scores: tuple[int, ...] = ()
    """Points by seat, in games that count them."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is not allowed."""

    reason: Text
    rule: str
    """The number of the rule it breaks, in the game's own rules page."""


class IllegalMove(ValueError):
    """A ply (or an undo) that is refused here. The match is unchanged."""

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule

    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]:
        return type(self), (self.reason, self.rule)


class BadNotation(ValueError):
    """Text that spells no ply, position or record of this game. Says what is wrong, and where."""

    @property
    def reason(self) -> Text:
        """The complaint as a sentence for the players."""
        words = self.args[0] if self.args else ""
        if isinstance(words, Text):
            return words
        return say("notation.bad", "{complaint}", complaint=words)


OptionValue: TypeAlias = bool | int | float | str
Options: TypeAlias = Mapping[str, OptionValue]
"""A value for every option of a game."""

Spot: TypeAlias = str
"""The name of a place that can be touched: ``e4``, ``stable``, ``shove``."""

Word: TypeAlias = tuple[Spot, ...]
"""The places that one touches, in order, to make a ply."""


@dataclass(frozen=True, slots=True)
class Option:
    """One way in which a game can be played differently."""

    key: str
    default: OptionValue
    choices: tuple[OptionValue, ...]
    label: Text
    names: tuple[Text, ...] = ()
    """What the menu calls each choice; empty: yes and no, or the number."""

    def check(self, value: object) -> OptionValue:
        """The value itself, if it is a choice of the right type; else ValueError."""
        for choice in self.choices:
            if type(value) is type(choice) and value == choice:
                return choice
        known = ", ".join(format_option_value(choice) for choice in self.choices)
        raise ValueError(f"option {self.key} cannot be {value!r}; it can be {known}")

    def read(self, text: str) -> OptionValue:
        """The value that `write_value` wrote, or ValueError."""
        for choice in self.choices:
            if format_option_value(choice) == text.strip().lower():
                return choice
        return self.check(text)


def format_option_value(value: OptionValue) -> str:
    """An option's value as text: ``true``, ``7``, ``lose-move``."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class Step:
    """One piece on its way, so that a view can show what a ply does.

    A phase of steps is simultaneous: all `start` places are emptied first, then all `end`
    places are filled, whatever stood there. No `start`: it comes from the hand or the pot; no
    `end`: it leaves the table.
    """

    piece: str
    """Its letter in the position text, while it travels."""
    start: Spot | None
    end: Spot | None
    becomes: str = ""
    """Its letter on arrival, where that is another (a traveler who mounts)."""


def after_steps(pieces: Mapping[Spot, str], phases: Iterable[tuple[Step, ...]]) -> dict[Spot, str]:
    """What stands where once these phases of a ply are over."""
    standing = dict(pieces)
    for phase in phases:
        for step in phase:
            if step.start is not None:
                standing.pop(step.start, None)
        for step in phase:
            if step.end is not None:
                standing[step.end] = step.becomes or step.piece
    return standing


@dataclass(frozen=True, slots=True)
class Call:
    """Something that any seat may call out at any time, and wins with if it is true."""

    word: Text
    """What one calls: the words of its button."""
    wait: Text
    """What the table says while it waits for a call."""
    true: Callable[[Mapping[Spot, str], Seat], bool]
    """Whether a seat's call is true, by the pieces that stand at that moment."""
    won: Callable[[Seat], Text]
    """The reason of a match that a seat won by calling."""
    wrong: Callable[[Seat], Text]
    """What a seat is told that called for nothing."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered paragraph of a game's rules page."""

    number: str
    title: Text
    body: Text


@dataclass(frozen=True, slots=True)
class RuleNote:
    """What a rule has just done, as a short sentence: ``A stone that is pushed out falls off``."""

    rule: str
    """The number of the rule on the game's rules page."""
    said: Text


# A game is itself and no other: comparing and hashing all its words would cost at every frame.
@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game:
    """A game of the house. Each folder of `tabletop.games` makes one and calls it `GAME`.

    Outsiders call `start`, `read_move`, `read_state`, `why_not` and `why_touch`; the fields
    below them are what the folder supplies.
    """

    key: str
    """The folder's name. Records and settings use it, so it never changes."""
    title: Text
    designer: str
    """Who made it: a name, which "By" stands before, or as a `Text` a sentence of its own."""
    order: int
    """Its place in the menu."""
    blurb: tuple[Text, ...]
    """Two short lines for the menu: what one does, and what wins."""
    seats: tuple[int, ...]
    """How many can play."""
    seat_names: tuple[Text, ...]
    """What the sides are called, in turn order."""
    options: tuple[Option, ...] = ()
    ruleset: int = 1
    """Goes up when the same plies would no longer mean the same match."""
    kind: Literal["board", "live"] = "board"
    rules: tuple[Rule, ...] = ()
    notation_rule: str = ""
    """The rule that a text which is no ply at all is refused by."""
    end_rule: str = ""
    """The rule that ends the game."""

    first: Callable[[int, Options], Any] | None = None
    """The first state, for checked seats and options."""
    parse_move: Callable[[str], Any] | None = None
    """The inverse of `str(move)`, or BadNotation."""
    parse_state: Callable[[str, int, Options], Any] | None = None
    """The inverse of `str(state)`, or BadNotation."""
    refuse: Callable[[Any, Any], Refusal | None] | None = None
    """Why a well-spelled ply is not legal in a running game."""
    spell: Callable[[Any, Any], tuple[Word, ...]] | None = None
    """All ways to touch a legal ply, the plainest first. No word may start another ply's word."""
    refuse_touch: Callable[[Any, Word], Refusal | None] | None = None
    """Why no legal ply starts with these touches (the last of them is the wrong one)."""
    firm: int = 0
    """How many first touches of a word cannot be taken back (a stone that is laid stays)."""
    actor: Callable[[Any], Seat] | None = None
    """The seat that acts in a state, the throwing one when the dice decide."""
    pieces: Callable[[Any], Mapping[Spot, str]] | None = None
    """What stands where, as letters of the position text; empty places are left out."""
    effects: Callable[[Any, Any], tuple[tuple[Step, ...], ...]] | None = None
    """What a legal ply does to `pieces`, in phases, one after the other."""
    lines: Callable[[Any], tuple[Word, ...]] | None = None
    """The places that decided a finished game (winning rows, filled goals), to be drawn."""
    dice: tuple[int, ...] = ()
    """The sides of each die that a chance ply throws; such a ply is spelled by the values with a
    plus between, as ``4+3``, in the order of the dice."""
    call: Callable[[Options], Call | None] | None = None
    """What the seats may call out under some options; nothing in most games."""
    folder: str = ""
    """The package in which a search finds `kernel`, `guide` and `weights.json`."""
    merits: Callable[[Any, Any], tuple[Text, ...]] | None = None
    """What speaks for a legal ply, the most telling first, each as the end of a sentence that
    begins with the ply: ``makes four in a row``, ``stops the shoo``. Empty where nothing does."""

    remarks: Callable[[Any, Any], tuple[RuleNote, ...]] | None = None
    """What the rules did in a legal ply, for people who see the game for the first time, the most
    telling first, at most three."""
    typical_plies: int = 60
    """How many plies a game between players of middling strength has, throws counted."""

    patience: float = 90.0
    """Seconds that people may well think about a turn without touching anything: after that a table
    that nobody watches asks whether they are still there."""

    def start(self, seats: int | None = None, /, **options: Any) -> Any:
        """The first state, as ``start(seats=2, ...)``; ValueError names what is wrong."""
        named = options.pop("seats", seats)
        players = 2 if named is None else named
        return self._board(self.first)(self.check_seats(players), self.check_options(options))

    def read_move(self, text: str) -> Any:
        """The ply that some notation spells, legal somewhere or not; else BadNotation."""
        return self._board(self.parse_move)(text)

    def read_state(self, text: str, seats: int = 2, **options: Any) -> Any:
        """The position that a text describes; else BadNotation."""
        read = self._board(self.parse_state)
        return read(text, self.check_seats(seats), self.check_options(options))

    def why_not(self, state: Any, text: object) -> Refusal | None:
        """Why a ply (or the text of one) is refused here; None if it is legal."""
        refuse = self._board(self.refuse)
        try:
            move = self.read_move(str(text))
        except BadNotation as problem:
            return Refusal(problem.reason, self.notation_rule)
        if move in state.moves():
            return None
        return self._over(state) or refuse(state, move) or self._plain_refusal()

    def why_touch(self, state: Any, touched: Word) -> Refusal | None:
        """Why no legal ply is spelled with these touches; None if one is."""
        spell, refuse = self._board(self.spell), self._board(self.refuse_touch)
        n = len(touched)
        if any(word[:n] == touched for move in state.moves() for word in spell(state, move)):
            return None
        return self._over(state) or refuse(state, touched) or self._plain_refusal()

    def acting(self, state: Any) -> Seat:
        """The seat whose hands are asked for: the one to move, or to throw."""
        seat: Seat = self.actor(state) if self.actor else state.turn
        return seat

    def check_seats(self, seats: object) -> int:
        """The number of players, or ValueError."""
        if type(seats) is int and seats in self.seats:
            return seats
        known = ", ".join(str(number) for number in self.seats)
        raise ValueError(f"{self.title} is played by {known}, not by {seats!r}")

    def check_options(self, given: Mapping[str, object]) -> Options:
        """A value for every option, defaults filled in; ValueError for a wrong key or value."""
        known = {option.key: option for option in self.options}
        for key in given:
            if key not in known:
                near = get_close_matches(key, known, 1)
                hint = f"; did you mean {near[0]}?" if near else ""
                listed = ", ".join(known) or "none"
                raise ValueError(f"{self.title} has no option {key!r}{hint} (it has: {listed})")
        return MappingProxyType(
            {k: o.check(given[k]) if k in given else o.default for k, o in known.items()}
        )

    def _board(self, part: Callable[..., Any] | None) -> Callable[..., Any]:
        if part is None:
            raise ValueError(f"{self.title} is played live and has no listed moves")
        return part

    def _over(self, state: Any) -> Refusal | None:
        outcome = state.outcome()
        if outcome is None:
            return None
        words = say("refused.over", "The game is over: {reason}", reason=outcome.reason)
        return Refusal(words, self.end_rule)

    def _plain_refusal(self) -> Refusal:
        return Refusal(say("refused.plain", "That is not possible here"), self.notation_rule)
