"""How a match stands: what a screen shows and what a player may know."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tabletop.engine import Outcome, Seat
from tabletop.engine.game import OptionValue
from tabletop.games.sevens.game import GAME
from tabletop.games.sevens.rules import tally
from tabletop.games.sevens.rules.cards import FEWER_PIECES, MORE_SECONDS, Card, Dealt
from tabletop.games.sevens.rules.events import Event, Thrown
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.pieces import FULL_SET
from tabletop.games.sevens.rules.tally import Regained, TurnScore
from tabletop.games.sevens.rules.terms import Terms

ROUNDS: Final = 3


class Phase(StrEnum):
    """What a match is waiting for."""

    TOSS = "toss"
    """The coin."""
    ARRANGE = "arrange"
    """The arranger's picture."""
    READY = "ready"
    """The guesser, to begin looking; or a dispute."""
    LOOK = "look"
    """The end of the look."""
    GUESS = "guess"
    """The guesser, or the end of the clock."""
    PEEK = "peek"
    """The end of the peek, or of the clock; hands are ignored."""
    SCORED = "scored"
    """Someone to go on, after the points of one turn."""
    CARD = "card"
    """Someone to turn the loser's card, and then to go on."""
    OVER = "over"
    """Nothing."""


@dataclass(frozen=True, slots=True)
class Report:
    """A report of looking (rule 8) that waits for an answer."""

    by: Seat
    against: Seat
    asked: Seat | None
    """Who is to answer: the seat it is against, or None, the host."""


class Standing:
    """A match between two doings. Its attributes are for reading; `SevensMatch` changes them."""

    def __init__(
        self, seed: int, options: Mapping[str, OptionValue] | None, date: str, host: bool
    ) -> None:
        """A match before its toss; ValueError names a wrong option."""
        if type(seed) is not int:
            raise ValueError(f"a seed is a whole number, not {seed!r}")
        self.seed = seed
        self.date = date
        self.host = host
        self.options = GAME.check_options(options or {})
        self.terms = Terms.of(self.options)
        self.phase = Phase.TOSS
        self.first: Seat | None = None
        """Who is player one, after the toss."""
        self.round = 0
        self.turn_in_round = 0
        self.target: Picture | None = None
        self.name = ""
        """What the target is."""
        self.unveiled: int | None = None
        """Which of the target's pieces the guesser is shown by Piece Unveil."""
        self.guess = Picture()
        """The pieces as they were last told to lie."""
        self.peek_used = False
        self.pending: Report | None = None
        self.cards: tuple[Dealt | None, ...] = ()
        """The card that lies or was dealt after each round; None after equal points."""
        self.card_turned = True
        """False while the card on the table lies face down."""
        self.turns: tuple[TurnScore, ...] = ()
        self.outcome: Outcome | None = None
        self.events: tuple[Event, ...] = ()
        # Milliseconds, so that a record's times are exactly the match's.
        self._now = 0
        self._due: int | None = None
        self._clock_end = 0
        self._arranging_held = 0

    @property
    def now(self) -> float:
        return self._now / 1000

    @property
    def milliseconds(self) -> int:
        """The present moment as the record has it."""
        return self._now

    @property
    def next_due(self) -> float | None:
        """When something changes by itself: a look, peek, clock or arranging time ends."""
        return None if self._due is None else self._due / 1000

    @property
    def arranger(self) -> Seat:
        return ((self.first or 0) + self.turn_in_round) % 2

    @property
    def guesser(self) -> Seat:
        return 1 - self.arranger

    @property
    def piece_count(self) -> int:
        """How many pieces this round is played with."""
        card = self.card_in_force
        return FEWER_PIECES if card and card[1] is Card.FIVE else len(FULL_SET)

    @property
    def pieces(self) -> tuple[int, ...]:
        """The pieces of the target, by their numbers in the set; all seven before there is one."""
        if self.target is None:
            return tuple(range(len(FULL_SET)))
        numbers: list[int] = []
        for kind in self.target.kinds:
            numbers.append(
                next(i for i, k in enumerate(FULL_SET) if k == kind and i not in numbers)
            )
        return tuple(numbers)

    @property
    def card_in_force(self) -> Dealt | None:
        """The card that matters in this round, and its holder."""
        return self.cards[self.round - 1] if self.round else None

    @property
    def card_on_table(self) -> Dealt | None:
        """The card that lies there to be turned or read; show what it is if `card_turned`."""
        return self.cards[-1] if self.phase is Phase.CARD else None

    def source_of(self, doing: str) -> str:
        """Where the coin (`toss`) or the last card (`card`) was thrown; "" before it was."""
        last = next((event for event in reversed(self.events) if event.name == doing), None)
        return "" if last is None else Thrown.read(last.carried).source

    @property
    def must_unveil(self) -> bool:
        """Whether the arranger is to choose a piece that the guesser is shown."""
        holds = self.card_in_force == (self.guesser, Card.UNVEIL)
        return holds and self.phase is Phase.ARRANGE

    @property
    def can_peek(self) -> bool:
        return self.phase is Phase.GUESS and not self.peek_used

    @property
    def round_seconds(self) -> float:
        """The whole of the round's clock."""
        return self.terms.clocks[self.round] / 1000

    @property
    def look_seconds(self) -> float:
        """The whole of this turn's look, five more for the holder of that card."""
        more = self.card_in_force == (self.guesser, Card.SECONDS)
        return self.terms.look / 1000 + (MORE_SECONDS if more else 0)

    @property
    def clock_left(self) -> float | None:
        if self.phase in (Phase.GUESS, Phase.PEEK):
            return (self._clock_end - self._now) / 1000
        return None

    @property
    def look_left(self) -> float | None:
        """Of the look or of the peek."""
        if self._due is not None and self.phase in (Phase.LOOK, Phase.PEEK):
            return (self._due - self._now) / 1000
        return None

    @property
    def arrange_left(self) -> float | None:
        """None without a limit. Stands still while a report waits."""
        if self.phase is not Phase.ARRANGE or self.terms.arrange is None:
            return None
        left = self._arranging_held if self._due is None else self._due - self._now
        return left / 1000

    def points(self, round_: int, seat: Seat) -> int | None:
        """What a seat got in a round, a peek paid for; None before it is scored."""
        return tally.points(self.turns, round_, seat)

    @property
    def regains(self) -> tuple[Regained, ...]:
        """What came back by cards that have been turned, each a line of the score table."""
        turned = self.cards if self.card_turned else self.cards[:-1]
        return tally.regained(self.turns, turned)

    def regained(self, seat: Seat) -> int:
        """The sum of what came back to a seat."""
        return sum(line.points for line in self.regains if line.seat == seat)

    @property
    def totals(self) -> tuple[int, int]:
        return tally.totals(self.turns, self.regains)
