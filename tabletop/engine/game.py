"""A turn-based game: states, plies, outcome, options, rules, lesson, and the `Game` of them all.

States and plies are immutable values: playing a ply gives a new state. A ply is spelled by the
places that a player touches to make it, ``("c3", "d4", "shove")``, on every input device; `Picker`
turns touches into a ply.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, NoReturn, Protocol, Self, TypeAlias

from tabletop.engine.diagram import Diagram
from tabletop.engine.text import Text, say

Seat: TypeAlias = int
"""A player's number, from 0 in order of play."""

CHANCE: Final[Seat] = -1
"""The seat of the dice."""

Move: TypeAlias = Hashable
"""One ply of any game: a frozen value whose `str` is its notation."""

# The `GAME` of a folder has the types of its own states and plies. `Game` alone means any game.
# Type variables with defaults are in `typing` from Python 3.13 on.
if TYPE_CHECKING:
    from typing_extensions import TypeVar

    M = TypeVar("M", bound=Hashable, default=Any)
    S = TypeVar("S", bound="State[Any]", default=Any)
else:
    from typing import TypeVar

    M = TypeVar("M")
    S = TypeVar("S")


class State(Protocol[M]):
    """One position of a game: frozen, hashable, picklable. Equal states are the same position."""

    @property
    def turn(self) -> Seat:
        """Who decides next; `CHANCE` when the dice do."""
        ...

    def moves(self) -> Sequence[M]:
        """Every legal ply once, always in the same order; none once the game is over.

        When `turn` is `CHANCE` they are equally likely.
        """
        ...

    def play(self, move: M, /) -> Self:
        """The state after a ply from `moves()`; any other ply gives an undefined state."""
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
    """Points by seat, in games with points."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is not allowed."""

    reason: Text
    rule: str
    """The number of the rule it breaks, in the game's own rules page."""
    places: tuple["Spot", ...] = ()
    """The places that are the reason, most important first, to be pointed at on the board."""


class IllegalMove(ValueError):
    """A refused ply or undo. The match is unchanged."""

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule

    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]:
        return type(self), (self.reason, self.rule)


class BadNotation(ValueError):
    """A text that is no ply, position or record of this game; says what is wrong, and where."""

    @property
    def reason(self) -> Text:
        """The message as a sentence for the players."""
        words = self.args[0] if self.args else ""
        if isinstance(words, Text):
            return words
        return say("notation.bad", "{complaint}", complaint=words)


OptionValue: TypeAlias = bool | int | float | str
Options: TypeAlias = Mapping[str, OptionValue]
"""A value for every option of a game."""

Spot: TypeAlias = str
"""The name of a place that can be touched: ``e4``, ``stable``, ``shove``."""

ROLL: Final[Spot] = "roll"
"""The place that throws the dice, when it is their turn."""

Word: TypeAlias = tuple[Spot, ...]
"""The places to touch, in order, to make a ply."""


@dataclass(frozen=True, slots=True)
class WrongTouch:
    """The first of some touches that no legal ply goes on with."""

    begun: Word
    """The touches before it: the longest beginning of a legal ply."""
    spot: Spot
    complete: bool = False
    """Whether `begun` spells a whole ply already."""


def wrong_touch(legal: Iterable[Word], touched: Word) -> WrongTouch | None:
    """The first wrong one of some touches; None if a legal ply begins with them."""
    words = list(legal)
    for n, spot in enumerate(touched):
        begun = touched[:n]
        longer = [word for word in words if word[n : n + 1] == (spot,)]
        if not longer:
            return WrongTouch(begun, spot, begun in words)
        words = longer
    return None


@dataclass(frozen=True, slots=True)
class Option:
    """A variant of a game."""

    key: str
    default: OptionValue
    choices: tuple[OptionValue, ...]
    label: Text
    names: tuple[Text, ...] = ()
    """The names of the choices on the menu; empty: yes and no, or the number."""

    def check(self, value: object) -> OptionValue:
        """The value itself, if it is a choice of the right type; else ValueError."""
        for choice in self.choices:
            if type(value) is type(choice) and value == choice:
                return choice
        known = ", ".join(format_option_value(choice) for choice in self.choices)
        raise ValueError(f"option {self.key} cannot be {value!r}; it can be {known}")

    def read(self, text: str) -> OptionValue:
        """The value that `format_option_value` wrote, or ValueError."""
        for choice in self.choices:
            if format_option_value(choice) == text.strip().lower():
                return choice
        return self.check(text)


def format_option_value(value: OptionValue) -> str:
    """An option's value as text: ``true``, ``7``, ``lose-move``."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class Step:
    """One moving piece, so that a view can show what a ply does.

    The steps of a phase are simultaneous: all `start` places are emptied first, then all `end`
    places are filled, whatever stood there. Without a `start` the piece comes from the supply,
    without an `end` it leaves the table.
    """

    piece: str
    """Its letter in the position text, while it travels."""
    start: Spot | None
    end: Spot | None
    becomes: str = ""
    """Its letter on arrival, if that differs (a traveler who mounts)."""


def after_steps(pieces: Mapping[Spot, str], phases: Iterable[tuple[Step, ...]]) -> dict[Spot, str]:
    """The pieces by place after these phases of a ply."""
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
    """The label of its button."""
    wait: Text
    """The prompt while the table waits for a call."""
    true: Callable[[Mapping[Spot, str], Seat], bool]
    """Whether a seat's call is true, by the pieces that stand at that moment."""
    won: Callable[[Seat], Text]
    """The reason of the result when a seat won by calling."""
    wrong: Callable[[Seat], Text]
    """The answer to a wrong call."""
    possible: Callable[[Mapping[Spot, str]], bool] = lambda _: True
    """Whether any call could be true by the number of the pieces; else the table does not wait."""


@dataclass(frozen=True, slots=True)
class NearWin:
    """What a seat that has lost nearly had."""

    said: Text
    """A sentence to that seat: ``You had four in a line.``"""
    places: tuple[Spot, ...]
    """The places of it, to be ringed on the board."""
    radius: float = 0.5
    """Of the rings, as a share of the distance of neighbouring places."""
    close: bool = False
    """Only one step was missing."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered paragraph of a game's rules page."""

    number: str
    title: Text
    body: Text


@dataclass(frozen=True, slots=True)
class RuleNote:
    """What a rule did in a ply, as a short sentence: ``A stone that is pushed out falls off``."""

    rule: str
    """The number of the rule on the game's rules page."""
    said: Text
    places: tuple[Spot, ...] = ()
    """The places that the sentence is about, to be pointed at on the board."""


@dataclass(frozen=True, slots=True)
class GoalMarks:
    """What a board marks to show a player the goal of the game."""

    areas: tuple[Word, ...] = ()
    """Groups of places to be outlined: what is to be filled or won."""
    lines: tuple[Word, ...] = ()
    """Example lines of empty or own places, each from end to end: what is to be made."""
    pieces: Word = ()
    """The places of the pieces that have to get to the first area."""


def _played_live(*_: object) -> NoReturn:
    raise ValueError("a live game has no listed moves")


def _nothing(*_: object) -> tuple[()]:
    return ()


# Compared and hashed by identity: comparing all fields in every frame would be slow.
@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game(Generic[S, M]):
    """The description of a game. Each folder of `tabletop.games` makes one and calls it `GAME`.

    A board game fills in at least `first`, `parse_move`, `parse_state`, `refuse`, `spell` and
    `refuse_touch`; a live game none of them. Callers use the methods `start`, `read_move`,
    `read_state`, `why_not` and `why_touch`, which check their arguments.
    """

    key: str
    """The folder's name. Records and settings use it, so it never changes."""
    title: Text
    designer: str
    """A name, shown after "By"; or a `Text`, shown as it is."""
    order: int
    """Its place in the menu."""
    blurb: tuple[Text, ...]
    """Two short lines for the menu: what players do, and what wins."""
    goal: Text
    """What wins, in one sentence to a player who meets the game: the first thing that is told."""
    seats: tuple[int, ...]
    """The numbers of players."""
    seat_names: tuple[Text, ...]
    """What the sides are called, in turn order."""
    options: tuple[Option, ...] = ()
    ruleset: int = 1
    """Goes up when the same plies no longer mean the same match."""
    kind: Literal["board", "live"] = "board"
    rules: tuple[Rule, ...] = ()
    notation_rule: str = ""
    """The number of the rule that refuses a text which is no ply."""
    end_rule: str = ""
    """The number of the rule that ends the game."""
    dice_rule: str = ""
    """The number of the rule that has the dice thrown."""
    folder: str = ""
    """The package in which a search finds `kernel`, `guide` and `weights.json`."""
    dice: tuple[int, ...] = ()
    """The sides of each die that a chance ply throws. Such a ply is written as the values with a
    plus between, as ``4+3``, in the order of the dice."""
    firm: int = 0
    """How many first touches of a word cannot be taken back (a laid stone stays)."""
    typical_plies: int = 60
    """How many plies a match between two average players has, throws counted."""
    draws: bool = True
    """Whether a match can end in a draw, so that people may agree on one."""
    patience: float = 90.0
    """Seconds without a touch after which an unwatched table asks whether the players are there."""

    first: Callable[[int, Options], S] = _played_live
    """The first state, for checked seats and options."""
    parse_move: Callable[[str], M] = _played_live
    """The inverse of `str(move)`, or BadNotation."""
    parse_state: Callable[[str, int, Options], S] = _played_live
    """The inverse of `str(state)`, or BadNotation."""
    refuse: Callable[[S, M], Refusal | None] = _played_live
    """Why a well-formed ply is not legal in a running game."""
    spell: Callable[[S, M], tuple[Word, ...]] = _played_live
    """All ways to touch a legal ply, the simplest first. No word is the beginning of the word of
    another ply."""
    refuse_touch: Callable[[S, WrongTouch], Refusal | None] = _played_live
    """Why no legal ply goes on with this touch."""
    acting: Callable[[S], Seat] = attrgetter("turn")
    """The seat that acts in a state: the one to move, or to throw when the dice decide."""
    pieces: Callable[[S], Mapping[Spot, str]] = lambda _: {}
    """What stands where, as letters of the position text; empty places are left out."""
    effects: Callable[[S, M], tuple[tuple[Step, ...], ...]] = _nothing
    """What a legal ply does to `pieces`, in phases, one after the other."""
    lines: Callable[[S], tuple[Word, ...]] = _nothing
    """The places that decided a finished game (winning rows, filled goals), to be drawn."""
    goal_marks: Callable[[S, Seat], GoalMarks] = lambda *_: GoalMarks()
    """What to mark on the board in a position to show a seat its goal."""
    call: Callable[[Options], Call | None] = lambda _: None
    """What the seats may call out under some options."""
    move_reasons: Callable[[S, M], tuple[Text, ...]] = _nothing
    """What speaks for a legal ply, the most important first, each as the end of a sentence that
    begins with the ply: ``makes four in a row``."""
    progress: Callable[[S], tuple[M, ...]] = _nothing
    """The legal plies that bring a seat nearer to winning, the best first, late in a game in which
    nothing else counts as much; hints prefer them to others that are about as good."""
    rule_notes: Callable[[S, M], tuple[RuleNote, ...]] = _nothing
    """What the rules did in a legal ply, for beginners, the most important first, at most three."""

    won_by: Callable[[S], Text | None] = lambda _: None
    """What won a finished game, as the beginning of a sentence: ``7 in a line``."""
    nearly: Callable[[S, Seat], NearWin | None] = lambda *_: None
    """What a seat that has lost nearly had."""

    diagram: Callable[[int, Options], Diagram] | None = None
    """The board as a drawing, for checked seats and options; None: it is made of the view's spots
    (`tabletop.ui.board.diagram`)."""

    def start(self, seats: int | None = None, /, **options: Any) -> S:
        """The first state, as ``start(seats=2, ...)``; ValueError names what is wrong."""
        named = options.pop("seats", seats)
        players = 2 if named is None else named
        self._check_board()
        return self.first(self.check_seats(players), self.check_options(options))

    def read_move(self, text: str) -> M:
        """The ply that a text spells, legal or not; else BadNotation."""
        self._check_board()
        return self.parse_move(text)

    def read_state(self, text: str, seats: int = 2, **options: Any) -> S:
        """The position that a text describes; else BadNotation."""
        self._check_board()
        return self.parse_state(text, self.check_seats(seats), self.check_options(options))

    def why_not(self, state: S, text: object) -> Refusal | None:
        """Why a ply (or the text of one) is refused here; None if it is legal."""
        try:
            move = self.read_move(str(text))
        except BadNotation as problem:
            return Refusal(problem.reason, self.notation_rule)
        if move in state.moves():
            return None
        return self._over(state) or self.refuse(state, move) or self._plain_refusal()

    def why_touch(self, state: S, touched: Word) -> Refusal | None:
        """Why no legal ply is spelled with these touches; None if one is."""
        self._check_board()
        wrong = wrong_touch((w for m in state.moves() for w in self.spell(state, m)), touched)
        if wrong is None:
            return None if touched else self._over(state)
        return self._over(state) or self.refuse_touch(state, wrong) or self._plain_refusal()

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

    def _check_board(self) -> None:
        if self.kind != "board":
            raise ValueError(f"{self.title} is played live and has no listed moves")

    def _over(self, state: S) -> Refusal | None:
        outcome = state.outcome()
        if outcome is None:
            return None
        words = say("refused.over", "The game is over: {reason}", reason=outcome.reason)
        return Refusal(words, self.end_rule)

    def _plain_refusal(self) -> Refusal:
        return Refusal(say("refused.plain", "You can’t do that here."), self.notation_rule)


class Picker(Generic[M]):
    """The spelling of one ply, from its first place to its last."""

    def __init__(self, moves: Sequence[M], spell: Callable[[M], Sequence[Word]]) -> None:
        self._plies: dict[Word, M] = {}
        """By the words that spell them, in the order of the legal plies."""
        for move in moves:
            self._plies.update(dict.fromkeys(spell(move), move))
        self.picked: Word
        """The places touched so far."""
        self.open: frozenset[Spot]
        """The places that may be touched next; the view lights them up."""
        self.candidates: tuple[M, ...]
        """The plies that can still be spelled, in the order of the legal plies."""
        self.go_to(())

    def go_to(self, word: Word) -> None:
        """Goes on from these touches, as if they had been picked one by one."""
        n = len(word)
        begun = [known for known in self._plies if known[:n] == word]
        self.picked = word
        self.open = frozenset([known[n] for known in begun if len(known) > n])
        self.candidates = tuple(dict.fromkeys([self._plies[known] for known in begun]))

    def starts(self, word: Word) -> bool:
        """Whether some legal ply begins with these touches."""
        return any(known[: len(word)] == word for known in self._plies)

    def completing(self, spot: Spot) -> M | None:
        """The ply that touching `spot` next would play at once, if it would."""
        # No word is the beginning of the word of another ply.
        return self._plies.get((*self.picked, spot))

    def spelled(self, word: Word) -> M | None:
        """The ply that these touches spell, from the first to the last."""
        return self._plies.get(word)

    def pick(self, spot: Spot) -> M | None:
        """Adds a place; gives the ply once it is spelled. ValueError for one that is not open."""
        word = (*self.picked, spot)
        if spot not in self.open:
            raise ValueError(f"no ply is spelled {' '.join(word)}")
        move = self.completing(spot)
        self.go_to(word)
        return move

    def back(self) -> bool:
        """Takes back the last touch; False if there was none."""
        if not self.picked:
            return False
        self.go_to(self.picked[:-1])
        return True


@dataclass(frozen=True, slots=True)
class SeatProfile:
    """Who plays at a seat, and how the table speaks to them."""

    name: str = ""
    """What the people call themselves; empty: the seat's own name."""
    language: str = ""
    """The code of the language they read; empty: the table's."""
    text_scale: int = 0
    """The text scale for them, in percent; 0: the table's."""
    edge: int = 0
    """The edge they sit at, in quarter turns clockwise from the near edge."""
    level: str | None = None
    """The level of the computer player at the seat; None: people play."""
    visitor: str = ""
    """The code of a visitor of an event; empty: nobody known. It is in no record."""

    def named(self, name: str) -> "SeatProfile":
        """Under another name it is somebody else, and no visitor."""
        return self if name == self.name else replace(self, name=name, visitor="")

    @property
    def without_visitor(self) -> "SeatProfile":
        """As after a visitor has gone, with the name."""
        return replace(self, name="", visitor="") if self.visitor else self

    @property
    def is_computer(self) -> bool:
        return self.level is not None


MAX_TASK_WORDS: Final = 18
"""The most words of a task."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task(Generic[S, M]):
    """One step of a lesson: what to do, what counts, and what is said about it."""

    words: Text
    """What to do, in at most `MAX_TASK_WORDS` words."""
    done: Text
    """The answer to a solution."""
    other: Text
    """The answer to a legal ply that is no solution."""
    lies: Text | None = None
    """The answer to a touch on a piece that has to stay; None: `other`."""
    position: str = ""
    """The position text that it starts from; empty: the position reached before."""
    plies: tuple[str, ...] = ()
    """The solutions; for a throw the one that the lesson's dice show."""
    suits: Callable[[S, M], bool] | None = None
    """Whether a legal ply is a solution, where they are not listed: ``suits(state, move)``."""
    lit: tuple[Spot, ...] = ()
    """Places to highlight, besides those to be touched."""
    then: tuple[str, ...] = ()
    """Plies and throws that follow before the next task."""
    replies: tuple[Word, ...] = ()
    """The other side's plies between the learner's, in the first moves of a real game.

    Each is a list of plies in the order of preference; the first legal one is played, or else the
    first legal ply there is. The task is done when all are played and it is the other side's turn
    again.
    """

    def counts(self, state: S, move: M) -> bool:
        """Whether a legal ply solves it."""
        if state.turn == CHANCE or self.suits is None:
            return str(move) in self.plies
        return self.suits(state, move)

    def solutions(self, state: S) -> tuple[M, ...]:
        return tuple(move for move in state.moves() if self.counts(state, move))


@dataclass(frozen=True, slots=True)
class Lesson:
    """An introduction to a game of about a minute."""

    tasks: tuple[Task, ...]
    farewell: Text
    """The last sentence."""


def refuse_in_lesson(game: Game[S, M], task: Task[S, M], state: S, touched: Word) -> Refusal:
    """Why no solution begins with these touches: the game's refusal, or the task's own answer."""
    refused = game.why_touch(state, touched)
    stays = touched[:-1][: game.firm]
    if refused is not None and game.why_touch(state, (*stays, *touched[-1:])) is None:
        refused = None  # the touch begins another legal ply
    if refused is None or not refused.reason:
        return Refusal(task.other, "")
    return refused
