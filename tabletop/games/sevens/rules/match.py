"""Sevens as a `Game`, and its match as a state machine with options, score table and record.

The plies of the record are the events of the match (see `events`). Further header lines: ``Now``
has the milliseconds when the record was written, so that a match resumes at that time (without it:
at the last event); ``Host`` is there if the match has a host.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import takewhile
from typing import Final

from tabletop.engine import (
    BadNotation,
    Game,
    IllegalMove,
    Options,
    Outcome,
    Record,
    Refusal,
    Seat,
    say,
)
from tabletop.engine.game import OptionValue, format_option_value
from tabletop.engine.match import SOURCE_SCREEN
from tabletop.engine.notation import complaint, message_of, refusal
from tabletop.engine.record import format_result
from tabletop.games.sevens import messages
from tabletop.games.sevens.messages import (
    ARRANGING_RULE,
    CARDS_RULE,
    END_RULE,
    GUESSING_RULE,
    LOOKING_RULE,
    LYING_RULE,
    NO_LIMIT,
    PEEK_RULE,
    TOSS_RULE,
)
from tabletop.games.sevens.rules import events
from tabletop.games.sevens.rules.events import (
    FEWER_PIECES,
    MORE_SECONDS,
    Arrangement,
    Card,
    DealtCard,
    Event,
    ThrowResult,
    read_seat,
)
from tabletop.games.sevens.rules.pieces import FULL_SET, Picture, why_not_arranged
from tabletop.games.sevens.rules.score import Score, score

GAME: Final = Game(
    key="sevens",
    title=messages.TITLE,
    designer=messages.DESIGNER,
    kind="live",
    order=3,
    blurb=messages.BLURB,
    goal=messages.GOAL,
    seats=(2,),
    seat_names=messages.SEAT_NAMES,
    options=messages.OPTIONS,
    rules=messages.RULES,
    notation_rule=messages.NOTATION_RULE,
    end_rule=messages.END_RULE,
)


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """The options of a match. Times are milliseconds."""

    tolerance: float
    silhouette_tolerance: float
    loose: bool
    seams: bool
    arrange: int | None
    look: int
    peek: int
    clocks: tuple[int, ...]
    """The guesser's clock in each round."""

    @classmethod
    def of(cls, options: Options) -> "MatchOptions":
        limit = options["arrange_seconds"]
        return cls(
            tolerance=float(options["tolerance"]),
            silhouette_tolerance=float(options["silhouette_tolerance"]),
            loose=bool(options["loose"]),
            seams=bool(options["seams"]),
            arrange=None if limit == NO_LIMIT else int(limit) * 1000,
            look=int(options["look_seconds"]) * 1000,
            peek=int(options["peek_seconds"]) * 1000,
            clocks=tuple(int(part) * 1000 for part in str(options["clock"]).split("-")),
        )


PEEK_COST: Final = 2
"""Points that a peek costs, if the turn has as many (rule 4)."""


@dataclass(frozen=True, slots=True)
class TurnScore:
    """A finished turn."""

    round: int
    guesser: Seat
    target: Picture
    name: str
    guess: Picture
    score: Score
    """Before the peek is paid."""
    peeked: bool

    @property
    def arranger(self) -> Seat:
        return 1 - self.guesser

    @property
    def cost(self) -> int:
        """What the peek cost: never more points than the turn had."""
        return min(PEEK_COST, self.score.points) if self.peeked else 0

    @property
    def points(self) -> int:
        return self.score.points - self.cost


@dataclass(frozen=True, slots=True)
class PeekRefund:
    """The refund of a peek."""

    seat: Seat
    round: int
    """The round of the peek."""
    points: int


def peek_refunds(
    turns: Sequence[TurnScore], cards: Sequence[DealtCard | None]
) -> tuple[PeekRefund, ...]:
    """The refunds by `Card.REGAIN`, in order; `cards[n]` was dealt after round n.

    Each refunds the holder's latest peek so far, else the one of the next round, else nothing. No
    peek is refunded twice.
    """
    lines: list[PeekRefund] = []
    for dealt_after, dealt in enumerate(cards):
        if dealt is None or dealt[1] is not Card.REGAIN:
            continue
        seat, back = dealt[0], {(line.seat, line.round) for line in lines}
        peeks = [
            PeekRefund(seat, turn.round, turn.cost)
            for turn in turns
            if turn.guesser == seat and turn.peeked and (seat, turn.round) not in back
        ]
        paid = [peek for peek in peeks if peek.round <= dealt_after]
        coming = [peek for peek in peeks if peek.round == dealt_after + 1]
        lines += paid[-1:] or coming
    return tuple(lines)


NOT_NOW: Final[Mapping[str, Refusal]] = {
    "toss": refusal(TOSS_RULE, "sevens.refused.toss", "The coin has already been tossed."),
    "arranged": refusal(
        ARRANGING_RULE, "sevens.refused.arranged", "Nobody is building a picture right now."
    ),
    "dispute": refusal(
        ARRANGING_RULE,
        "sevens.refused.dispute",
        "You can only dispute a picture before you look at it.",
    ),
    "report": refusal(
        LOOKING_RULE,
        "sevens.refused.report",
        "You can only report a look while a picture is being built.",
    ),
    "answer": refusal(LOOKING_RULE, "sevens.refused.answer", "Nobody has been reported."),
    "look": refusal(GUESSING_RULE, "sevens.refused.look", "There’s no picture to look at."),
    "told": refusal(
        GUESSING_RULE, "sevens.refused.told", "Nobody is rebuilding a picture right now."
    ),
    "peek": refusal(PEEK_RULE, "sevens.refused.peek", "You can peek while your clock runs."),
    "done": refusal(GUESSING_RULE, "sevens.refused.done", "Your clock isn’t running."),
    "go_on": refusal(GUESSING_RULE, "sevens.refused.go_on", "This turn isn’t over yet."),
    "turn_card": refusal(CARDS_RULE, "sevens.refused.turn_card", "There’s no card to turn over."),
}

PENDING: Final = refusal(
    LOOKING_RULE, "sevens.refused.pending", "Somebody was reported for looking. Answer that first."
)
PEEKED: Final = refusal(PEEK_RULE, "sevens.refused.peeked", "You’ve already peeked this turn.")
FACE_DOWN: Final = refusal(CARDS_RULE, "sevens.refused.face_down", "Turn the card over first.")
NO_NAME: Final = refusal(ARRANGING_RULE, "sevens.refused.no_name", "Say what the picture is.")
ODD_NAME: Final = refusal(
    ARRANGING_RULE, "sevens.refused.odd_name", "Use only plain letters and signs in a name."
)
NO_UNVEIL: Final = refusal(
    CARDS_RULE, "sevens.refused.no_unveil", "Nobody has Piece Unveil this turn."
)
CHOOSE_UNVEIL: Final = refusal(CARDS_RULE, "sevens.refused.unveil", "Choose a piece to reveal.")
NOT_YOURS: Final = refusal(
    CARDS_RULE, "sevens.refused.not_yours", "That isn’t a piece of this picture."
)
NO_COIN: Final = refusal(TOSS_RULE, "sevens.refused.coin", "The coin shows one of the two seats.")
NO_SEAT: Final = refusal(END_RULE, "sevens.refused.seat", "This table has no such seat.")


def long_name(most: int) -> Refusal:
    return refusal(
        ARRANGING_RULE, "sevens.refused.long_name", "A name has at most {most} letters.", most=most
    )


def unreadable(why: str) -> Refusal:
    """The refusal of something that is not a picture."""
    return refusal(LYING_RULE, "sevens.refused.picture", "That is no picture: {why}", why=why)


def over(outcome: Outcome) -> Refusal:
    return refusal(
        END_RULE, "sevens.refused.over", "The match is over: {reason}", reason=outcome.reason
    )


def refused(why: Refusal) -> IllegalMove:
    return IllegalMove(why.reason, why.rule)


ROUNDS: Final = 3


class Phase(StrEnum):
    """What a match is waiting for."""

    TOSS = "toss"
    """The toss."""
    ARRANGE = "arrange"
    """The arranger's picture."""
    READY = "ready"
    """The guesser to start the look; or a dispute."""
    LOOK = "look"
    """The end of the look."""
    GUESS = "guess"
    """The guesser, or the end of the clock."""
    PEEK = "peek"
    """The end of the peek or of the clock; players are ignored."""
    SCORED = "scored"
    """Somebody to go on, after the points of a turn."""
    CARD = "card"
    """Somebody to turn the loser's card, and then to go on."""
    OVER = "over"
    """Nothing: the match has ended."""


@dataclass(frozen=True, slots=True)
class LookingReport:
    """A report that the guesser looked (rule 8), waiting for an answer."""

    by: Seat
    against: Seat
    asked: Seat | None
    """The seat that has to answer: the reported one; None: the host."""


LONGEST_NAME: Final = 40
"""Characters of the name of a picture."""

PEEK_RUNNING: Final = refusal(PEEK_RULE, "sevens.refused.peeking", "The peek isn’t over yet.")

GUESS_MERGE_MILLISECONDS: Final = 500
"""Milliseconds within which a guess that follows another replaces it in the record."""
NOW_TAG: Final = "Now"
HOST_TAG: Final = "Host"


class SevensMatch:
    """The match machine: a state machine that is told the time and what the players do.

    It never reads a clock. Every action takes the time in seconds since the match began
    (ValueError if it is not a finite number in range), advances the match to that time (an earlier
    time counts as the present), and raises IllegalMove if the action is not allowed now; nothing
    else has changed then. Attributes are for reading.
    """

    def __init__(
        self,
        seed: int = 0,
        *,
        options: Mapping[str, OptionValue] | None = None,
        date: str = "",
        host: bool = False,
    ) -> None:
        """A match before its toss. `host`: a host decides disputed reports.

        ValueError names a wrong option.
        """
        if type(seed) is not int:
            raise ValueError(f"a seed is a whole number, not {seed!r}")
        self.seed = seed
        self.date = date
        self.host = host
        self.options = GAME.check_options(options or {})
        self.terms = MatchOptions.of(self.options)
        self.phase = Phase.TOSS
        self.first: Seat | None = None
        """Player one, after the toss."""
        self.round = 0
        self.turn_in_round = 0
        self.target: Picture | None = None
        self.name = ""
        """The target's name."""
        self.unveiled: int | None = None
        """Which of the target's pieces Piece Unveil shows."""
        self.guess = Picture()
        """The pieces as the match was last told."""
        self.peek_used = False
        self.pending: LookingReport | None = None
        self.cards: tuple[DealtCard | None, ...] = ()
        """The card dealt after each round; None after equal points."""
        self.card_turned = True
        """False while the card lies face down."""
        self.turns: tuple[TurnScore, ...] = ()
        self.outcome: Outcome | None = None
        self.events: tuple[Event, ...] = ()
        # Milliseconds, so that times in the record are exact.
        self._now = 0
        self._due: int | None = None
        self._clock_end = 0
        self._arranging_held = 0
        self._figure: Arrangement | None = None  # the figure drawn in a record being replayed

    @property
    def now(self) -> float:
        return self._now / 1000

    @property
    def milliseconds(self) -> int:
        """The present time in the unit of the record."""
        return self._now

    @property
    def next_due(self) -> float | None:
        """The end of the running look, peek, clock or arranging time; None if nothing runs."""
        return None if self._due is None else self._due / 1000

    @property
    def arranger(self) -> Seat:
        return ((self.first or 0) + self.turn_in_round) % 2

    @property
    def guesser(self) -> Seat:
        return 1 - self.arranger

    @property
    def piece_count(self) -> int:
        card = self.card_in_force
        return FEWER_PIECES if card and card[1] is Card.FIVE else len(FULL_SET)

    @property
    def pieces(self) -> tuple[int, ...]:
        """The numbers in the set of the target's pieces; all seven before there is one."""
        if self.target is None:
            return tuple(range(len(FULL_SET)))
        numbers: list[int] = []
        for kind in self.target.kinds:
            numbers.append(
                next(i for i, k in enumerate(FULL_SET) if k == kind and i not in numbers)
            )
        return tuple(numbers)

    @property
    def card_in_force(self) -> DealtCard | None:
        """The holder of the card that applies in this round, and the card."""
        return self.cards[self.round - 1] if self.round else None

    @property
    def card_on_table(self) -> DealtCard | None:
        """The dealt card, to be turned or read; its face may be shown if `card_turned`."""
        return self.cards[-1] if self.phase is Phase.CARD else None

    def source_of(self, doing: str) -> str:
        """Where the coin (`toss`) or the last card (`card`) was drawn; "" before that."""
        last = next((event for event in reversed(self.events) if event.name == doing), None)
        return "" if last is None else ThrowResult.read(last.carried).source

    @property
    def must_unveil(self) -> bool:
        """Whether the arranger has to choose a piece to be shown."""
        holds = self.card_in_force == (self.guesser, Card.UNVEIL)
        return holds and self.phase is Phase.ARRANGE

    @property
    def can_peek(self) -> bool:
        return self.phase is Phase.GUESS and not self.peek_used

    @property
    def round_seconds(self) -> float:
        return self.terms.clocks[self.round] / 1000

    @property
    def look_seconds(self) -> float:
        """The whole look of this turn, longer for the holder of that card."""
        more = self.card_in_force == (self.guesser, Card.SECONDS)
        return self.terms.look / 1000 + (MORE_SECONDS if more else 0)

    @property
    def clock_left(self) -> float | None:
        if self.phase in (Phase.GUESS, Phase.PEEK):
            return (self._clock_end - self._now) / 1000
        return None

    @property
    def look_left(self) -> float | None:
        """Seconds left of the look or the peek."""
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
        """A seat's points in a round, less a peek; None before it is scored."""
        turns = (turn for turn in self.turns if (turn.round, turn.guesser) == (round_, seat))
        return next((turn.points for turn in turns), None)

    @property
    def round_loser(self) -> Seat | None:
        """The seat with fewer points in the present round, which is finished; None if equal."""
        one, other = self.points(self.round, 0) or 0, self.points(self.round, 1) or 0
        return None if one == other else int(one > other)

    @property
    def regains(self) -> tuple[PeekRefund, ...]:
        """Refunds by cards that have been turned."""
        turned = self.cards if self.card_turned else self.cards[:-1]
        return peek_refunds(self.turns, turned)

    @property
    def card_refund(self) -> PeekRefund | None:
        """What the card in force, or the one on the table, has refunded; None: nothing so far."""
        dealt = len(self.cards) if self.phase is Phase.CARD else self.round
        if not dealt or not (self.card_turned or dealt < len(self.cards)):
            return None
        before = peek_refunds(self.turns, self.cards[: dealt - 1])
        after = peek_refunds(self.turns, self.cards[:dealt])
        return after[-1] if len(after) > len(before) else None

    def regained(self, seat: Seat) -> int:
        return sum(line.points for line in self.regains if line.seat == seat)

    @property
    def totals(self) -> tuple[int, int]:
        one, other = (
            sum(turn.points for turn in self.turns if turn.guesser == seat) + self.regained(seat)
            for seat in (0, 1)
        )
        return one, other

    # Time

    def advance(self, now: float) -> None:
        """Advances to a time; looks, peeks, clocks and arranging times end on the way."""
        if not -1e9 < now < 1e9:
            raise ValueError(f"a time is seconds since the match began, not {now!r}")
        to = max(self._now, round(now * 1000))
        while self._due is not None and self._due <= to:
            self._now = self._due
            self._fall_due()
        self._now = to

    def _fall_due(self) -> None:
        if self.phase is Phase.ARRANGE:
            self._show("drawn", self._figure or self._draw())
        elif self.phase is Phase.LOOK:
            self._clock_end = self._now + self.terms.clocks[self.round]
            self._wait(Phase.GUESS, self._clock_end)
        elif self._now < self._clock_end:
            self._wait(Phase.GUESS, self._clock_end)
        else:
            self._score()

    def _wait(self, phase: Phase, due: int | None = None) -> None:
        self.phase, self._due = phase, due

    def _enter(self, doing: str, now: float, *phases: Phase) -> None:
        """Advances to the time, then refuses an action in the wrong phase."""
        self.advance(now)
        if self.outcome is not None:
            raise refused(over(self.outcome))
        if self.phase not in phases:
            raise refused(NOT_NOW[doing])

    def _note(self, name: str, carried: str = "") -> None:
        self.events += (Event(name, self._now, carried),)

    # The toss and the arranging player

    def toss(self, now: float, first: Seat | None = None, source: str = SOURCE_SCREEN) -> None:
        """Decides who is player one: by a real coin, or by the seed.

        `source` is where the coin was tossed (see `ThrowResult`).
        """
        self._enter("toss", now, Phase.TOSS)
        if first not in (None, 0, 1):
            raise refused(NO_COIN)
        seat = events.toss_coin(self.seed) if first is None else int(first)
        thrown = ThrowResult(str(seat), source)
        self.first = seat
        self._note("toss", str(thrown))
        self._begin_turn(0, 0)

    def _begin_turn(self, round_: int, turn: int) -> None:
        self.round, self.turn_in_round = round_, turn
        self.peek_used = False
        self._begin_arranging()

    def _begin_arranging(self) -> None:
        self.target, self.name, self.unveiled, self.guess = None, "", None, Picture()
        limit = self.terms.arrange
        self._wait(Phase.ARRANGE, None if limit is None else self._now + limit)

    def arranged(self, now: float, name: str, picture: Picture, unveil: int | None = None) -> None:
        """The picture is ready; `unveil` is the index of the piece that the guesser sees.

        `unveil` is required if the guesser holds Piece Unveil (`must_unveil`), and refused
        otherwise.
        """
        self._enter("arranged", now, Phase.ARRANGE)
        if self.pending is not None:
            raise refused(PENDING)
        self._show("arranged", self._checked(Arrangement(name, picture, unveil)))

    def _checked(self, given: Arrangement) -> Arrangement:
        """An arrangement as the record keeps it, or IllegalMove."""
        name = checked_name(given.name)
        picture = _rounded_or_refused(given.picture)
        why = why_not_arranged(picture, self.piece_count, loose=self.terms.loose)
        if why is not None:
            raise refused(why)
        if not self.must_unveil and given.unveil is not None:
            raise refused(NO_UNVEIL)
        if self.must_unveil and given.unveil not in range(len(picture)):
            raise refused(CHOOSE_UNVEIL)
        return replace(given, name=name, picture=picture)

    def _draw(self) -> Arrangement:
        # Numbered by events, so that a disputed figure is followed by another one.
        number = len(self.events)
        return events.draw_figure(self.seed, number, self.piece_count, unveil=self.must_unveil)

    def _show(self, how: str, made: Arrangement) -> None:
        self._note(how, str(made))
        self.name, self.target, self.unveiled = made.name, made.picture, made.unveil
        self._wait(Phase.READY)

    def dispute(self, now: float, agreed: bool) -> None:
        """Disputes that the picture is a real thing; `agreed`: by both players, or by the host."""
        self._enter("dispute", now, Phase.READY)
        if agreed:
            self._note("disputed")
            self._begin_arranging()

    # A report of looking (rule 8)

    def report(self, now: float) -> None:
        """The arranger reports that the guesser looked; the arranging time stops meanwhile."""
        self._enter("report", now, Phase.ARRANGE)
        if self.pending is not None:
            raise refused(PENDING)
        self._note("report")
        self.pending = LookingReport(self.arranger, self.guesser, self.guesser)
        if self._due is not None:
            self._arranging_held = self._due - self._now
            self._due = None

    def confirm(self, now: float) -> None:
        """The asked one confirms the report; the reported player loses the match."""
        report = self._answered(now)
        self._note("confirm")
        self._finish((report.by,), messages.looked(report.against))

    def deny(self, now: float) -> None:
        """The asked one denies the report; then the host is asked, if there is one."""
        report = self._answered(now)
        self._note("deny")
        if self.host and report.asked is not None:
            self.pending = replace(report, asked=None)
            return
        self.pending = None
        if self.terms.arrange is not None:
            self._due = self._now + self._arranging_held

    def _answered(self, now: float) -> LookingReport:
        self._enter("answer", now, Phase.ARRANGE)
        if self.pending is None:
            raise refused(NOT_NOW["answer"])
        return self.pending

    # The guessing player

    def look(self, now: float) -> None:
        self._enter("look", now, Phase.READY)
        self._note("look")
        self._wait(Phase.LOOK, self._now + round(self.look_seconds * 1000))

    def told(self, now: float, guess: Picture) -> None:
        """The present pieces outside the tray, including held ones.

        Ignored during a peek and after the turn.
        """
        self._enter("told", now, Phase.GUESS, Phase.PEEK, Phase.SCORED)
        if self.phase is not Phase.GUESS:
            return
        guess = _rounded_or_refused(guess)
        if self.target is None or not Counter(guess.kinds) <= Counter(self.target.kinds):
            raise refused(NOT_YOURS)
        if guess == self.guess:
            return
        self.guess = guess
        last = self.events[-1]
        if last.name == "guess" and self._now - last.at < GUESS_MERGE_MILLISECONDS:
            self.events = self.events[:-1]
        of_turn = takewhile(lambda event: event.name != "look", reversed(self.events))
        noted = next((event.carried for event in of_turn if event.name == "guess"), "")
        if str(guess) != noted:
            self._note("guess", str(guess))

    def peek(self, now: float) -> None:
        """The guesser peeks; the peek ends with the clock at the latest."""
        self._enter("peek", now, Phase.GUESS, Phase.PEEK)
        if not self.can_peek:
            raise refused(PEEKED)
        self._note("peek")
        self.peek_used = True
        self._wait(Phase.PEEK, min(self._now + self.terms.peek, self._clock_end))

    def done(self, now: float) -> None:
        self._enter("done", now, Phase.GUESS, Phase.PEEK)
        if self.phase is Phase.PEEK:
            raise refused(PEEK_RUNNING)
        self._note("done")
        self._score()

    def _score(self) -> None:
        assert self.target is not None
        result = score(
            self.target,
            self.guess,
            tolerance=self.terms.tolerance,
            silhouette_tolerance=self.terms.silhouette_tolerance,
        )
        laid = self.target, self.name, self.guess
        self.turns += (TurnScore(self.round, self.guesser, *laid, result, self.peek_used),)
        self._wait(Phase.SCORED)

    # Between turns

    def go_on(self, now: float) -> None:
        """Goes from the points or the card to the next turn, card or result."""
        self._enter("go_on", now, Phase.SCORED, Phase.CARD)
        if not self.card_turned:
            raise refused(FACE_DOWN)
        self._note("on")
        if self.phase is Phase.CARD:
            self._begin_turn(self.round + 1, 0)
        elif self.turn_in_round == 0:
            self._begin_turn(self.round, 1)
        elif self.round < ROUNDS - 1:
            self._deal()
        else:
            one, other = self.totals
            winner = int(other > one)
            if one == other:
                self._finish((0, 1), messages.tied(one))
            else:
                self._finish((winner,), messages.won(winner, self.totals))

    def _deal(self) -> None:
        loser = self.round_loser
        if loser is None:
            self.cards += (None,)
            self._begin_turn(self.round + 1, 0)
        else:
            self.cards += ((loser, events.draw_card(self.seed, self.round)),)
            self.card_turned = False
            self._wait(Phase.CARD)

    def turn_card(self, now: float, drawn: Card | None = None, source: str = SOURCE_SCREEN) -> None:
        """Turns the loser's card over.

        `drawn`: the card from a printed deck, and `source` says who saw it; ValueError for a drawn
        card without a source.
        """
        self._enter("turn_card", now, Phase.CARD)
        lies = self.card_on_table
        if lies is None or self.card_turned:
            raise refused(NOT_NOW["turn_card"])
        if drawn is not None and source == SOURCE_SCREEN:
            raise ValueError("a card that was drawn at the table needs a source")
        card = lies[1] if drawn is None else Card(drawn)
        thrown = ThrowResult(card, source)
        self.cards = (*self.cards[:-1], (lies[0], card))
        self.card_turned = True
        self._note("card", str(thrown))

    # The end

    def resign(self, now: float, seat: Seat) -> None:
        self._enter("", now, *Phase)
        if seat not in (0, 1):
            raise refused(NO_SEAT)
        self._note("resign", str(int(seat)))
        self._finish((1 - seat,), messages.gave_up(seat))

    def agree(self, now: float) -> None:
        """Both end the match; nobody wins."""
        self._enter("", now, *Phase)
        self._note("agreed")
        self._finish((), messages.STOPPED)

    def _finish(self, winners: tuple[Seat, ...], reason: str) -> None:
        self.outcome, self.pending = Outcome(winners, reason, self.totals), None
        self._wait(Phase.OVER)

    # The record

    def record(self) -> Record:
        """Everything needed to replay the match, or to resume it."""
        outcome = self.outcome
        host = ((HOST_TAG, "true"),) if self.host else ()
        return Record(
            game=GAME.key,
            seed=self.seed,
            date=self.date,
            ruleset=GAME.ruleset,
            options=tuple((key, format_option_value(value)) for key, value in self.options.items()),
            result=format_result(outcome),
            reason=str(outcome.reason) if outcome else "",
            scores=outcome.scores if outcome else (),
            plies=tuple(str(event) for event in self.events),
            extra=(*host, (NOW_TAG, str(self.milliseconds))),
        )

    @classmethod
    def replay(cls, record: Record) -> "SevensMatch":
        """The match of a record, at its last moment; BadNotation says what is wrong."""
        match = cls._before_toss(record)
        for number, text in enumerate(record.plies):
            match._replay_event(number, text)
        match.advance(_record_end(record))
        told, shown = record.ended(), match.outcome
        if told is None:
            return match
        if shown is None or (told.winners, told.scores) != (shown.winners, shown.scores):
            raise complaint(
                "sevens.record.result",
                "the record says the result is {told}, its events say {shown}",
                told=record.result,
                shown=format_result(shown),
            )
        return match

    @classmethod
    def _before_toss(cls, record: Record) -> "SevensMatch":
        if record.game != GAME.key:
            raise complaint(
                "sevens.record.game",
                "this is a record of {game}, not of {own}",
                game=repr(record.game),
                own=repr(GAME.key),
            )
        if record.ruleset != GAME.ruleset:
            raise complaint(
                "sevens.record.ruleset",
                "the record follows ruleset {theirs} of {game}, this program knows ruleset {own}",
                theirs=record.ruleset,
                game=GAME.title,
                own=GAME.ruleset,
            )
        known = {option.key: option for option in GAME.options}
        try:
            GAME.check_seats(record.seats)
            options = {k: known[k].read(v) if k in known else v for k, v in record.options}
            host = dict(record.extra).get(HOST_TAG) == "true"
            return cls(record.seed, options=options, date=record.date, host=host)
        except ValueError as problem:
            raise complaint(
                "sevens.record.unplayable",
                "the record cannot be played: {why}",
                why=message_of(problem),
            ) from problem

    def _replay_event(self, number: int, text: str) -> None:
        """Replays a recorded event; it must produce exactly the same event."""
        event = Event.read(text)
        before = self.events
        try:
            self._apply(event, event.at / 1000)
        except BadNotation:
            raise
        except IllegalMove as problem:
            raise _impossible(number, event, problem.reason) from problem
        except ValueError as problem:
            raise _impossible(number, event, message_of(problem)) from problem
        if self.events != (*before, event):
            why = say("sevens.record.then", "it cannot have happened then")
            raise _impossible(number, event, why)

    def _apply(self, event: Event, at: float) -> None:
        carried = event.carried
        match event.name:
            case "toss":
                thrown = ThrowResult.read(carried)
                self.toss(at, read_seat(thrown.result), thrown.source)
            case "card":
                thrown = ThrowResult.read(carried)
                # On the screen the seed drew it; replaying checks that it is this one.
                drawn = None if thrown.source == SOURCE_SCREEN else Card(thrown.result)
                self.turn_card(at, drawn, thrown.source)
            case "arranged":
                made = Arrangement.read(carried)
                self.arranged(at, made.name, made.picture, made.unveil)
            case "drawn":
                self._figure = self._checked(Arrangement.read(carried))
                self.advance(at)
                self._figure = None
            case "disputed":
                self.dispute(at, agreed=True)
            case "guess":
                self.told(at, Picture.from_text(carried))
            case "resign":
                self.resign(at, read_seat(carried))
            case "report" | "confirm" | "deny" | "look" | "peek" | "done":
                getattr(self, event.name)(at)
            case "on":
                self.go_on(at)
            case "agreed":
                self.agree(at)
            case _:
                raise complaint(
                    "sevens.record.event",
                    "{event} is nothing that happens in a match of Sevens",
                    event=repr(event.name),
                )


def checked_name(given: str) -> str:
    """A name of a picture with single blanks; IllegalMove if it cannot be one."""
    name = " ".join(given.split())
    if not name:
        raise refused(NO_NAME)
    if not name.isprintable():
        raise refused(ODD_NAME)
    if len(name) > LONGEST_NAME:
        raise refused(long_name(LONGEST_NAME))
    return name


def _rounded_or_refused(picture: Picture) -> Picture:
    """A picture as the record keeps it; IllegalMove if it cannot be kept."""
    try:
        return picture.rounded()
    except BadNotation as problem:
        raise refused(unreadable(problem.reason)) from problem


def _record_end(record: Record) -> float:
    """The time when a record was written, in seconds; 0 if it is not given."""
    text = dict(record.extra).get(NOW_TAG, "0")
    if not (text.isascii() and text.isdigit() and len(text) <= 12):
        raise complaint(
            "sevens.record.now",
            "{line} is milliseconds since the match began, not {text}",
            line=NOW_TAG,
            text=repr(text),
        )
    return int(text) / 1000


def _impossible(number: int, event: Event, why: str) -> BadNotation:
    text = str(event)
    shown = text if len(text) <= 60 else text[:57] + "..."
    return complaint(
        "sevens.record.refused",
        "event {number} of the record, {event}, is refused: {why}",
        number=number,
        event=repr(shown),
        why=why,
    )
