"""How a match goes: the rules as a machine that is told the time and what hands do."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import takewhile
from typing import Final

from tabletop.engine import BadNotation, Outcome, Seat
from tabletop.engine.game import OptionValue
from tabletop.engine.match import SCREEN
from tabletop.engine.saying import refusal
from tabletop.games.sevens import words
from tabletop.games.sevens.rules import luck, reasons, tally
from tabletop.games.sevens.rules.arrangement import why_not_arranged
from tabletop.games.sevens.rules.cards import Card
from tabletop.games.sevens.rules.events import Arrangement, Event, Thrown
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.reasons import refused
from tabletop.games.sevens.rules.score import score
from tabletop.games.sevens.rules.standing import ROUNDS, Phase, Report, Standing
from tabletop.games.sevens.rules.tally import TurnScore
from tabletop.games.sevens.words import PEEK

LONGEST_NAME: Final = 40
"""Letters in the name of a picture."""

PEEKING: Final = refusal(PEEK, "sevens.refused.peeking", "The peek is not over yet")

ONE_MOTION: Final = 500
"""Milliseconds within which a guess that follows another replaces it in the record."""


class Course(Standing):
    """A match under way. It changes as time goes by and hands act.

    Every doing takes the time in seconds from the match's own zero (ValueError for nonsense),
    lets it go by until then (an earlier time is the present one), and raises IllegalMove where it
    is not possible, having changed nothing else.
    """

    def __init__(
        self,
        seed: int = 0,
        *,
        options: Mapping[str, OptionValue] | None = None,
        date: str = "",
        host: bool = False,
    ) -> None:
        """A match before its toss. `host`: someone is there who decides disputes."""
        super().__init__(seed, options, date, host)
        self._figure: Arrangement | None = None  # what a record says that the booklet gave

    # The time.

    def advance(self, now: float) -> None:
        """Lets time go by: looks, peeks, clocks and arranging times end."""
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
        """Lets time go by, then refuses a doing outside its phases."""
        self.advance(now)
        if self.outcome is not None:
            raise refused(reasons.over(self.outcome))
        if self.phase not in phases:
            raise refused(reasons.NOT_NOW[doing])

    def _note(self, name: str, carried: str = "") -> None:
        self.events += (Event(name, self._now, carried),)

    # The toss and the arranging player.

    def toss(self, now: float, first: Seat | None = None, source: str = SCREEN) -> None:
        """Says who is player one: by a coin on the table, or else by the match's seed.

        `source` is where that coin was thrown (see `Thrown`).
        """
        self._enter("toss", now, Phase.TOSS)
        if first not in (None, 0, 1):
            raise refused(reasons.NO_COIN)
        seat = luck.toss(self.seed) if first is None else int(first)
        thrown = Thrown(str(seat), source)
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
        """The arranger's picture is made; `unveil` says which of its pieces the guesser sees.

        `unveil` is asked for where the guesser holds Piece Unveil (`must_unveil`), only there.
        """
        self._enter("arranged", now, Phase.ARRANGE)
        if self.pending is not None:
            raise refused(reasons.PENDING)
        self._show("arranged", self._checked(Arrangement(name, picture, unveil)))

    def _checked(self, given: Arrangement) -> Arrangement:
        """An arrangement as the record keeps it, or IllegalMove."""
        name = checked_name(given.name)
        picture = _taken_in(given.picture)
        why = why_not_arranged(picture, self.piece_count, loose=self.terms.loose)
        if why is not None:
            raise refused(why)
        if not self.must_unveil and given.unveil is not None:
            raise refused(reasons.NO_UNVEIL)
        if self.must_unveil and given.unveil not in range(len(picture)):
            raise refused(reasons.CHOOSE_UNVEIL)
        return replace(given, name=name, picture=picture)

    def _draw(self) -> Arrangement:
        # Numbered by the events, so that a disputed figure is followed by another draw.
        number = len(self.events)
        return luck.figure(self.seed, number, self.piece_count, unveil=self.must_unveil)

    def _show(self, how: str, made: Arrangement) -> None:
        self._note(how, str(made))
        self.name, self.target, self.unveiled = made.name, made.picture, made.unveil
        self._wait(Phase.READY)

    def dispute(self, now: float, agreed: bool) -> None:
        """Someone says that this is not a real thing; `agreed`: by both, or the host says so."""
        self._enter("dispute", now, Phase.READY)
        if agreed:
            self._note("disputed")
            self._begin_arranging()

    # A report of looking (rule 8).

    def report(self, now: float) -> None:
        """The arranger says that the guesser looked. The arranging time stands still meanwhile."""
        self._enter("report", now, Phase.ARRANGE)
        if self.pending is not None:
            raise refused(reasons.PENDING)
        self._note("report")
        self.pending = Report(self.arranger, self.guesser, self.guesser)
        if self._due is not None:
            self._arranging_held = self._due - self._now
            self._due = None

    def confirm(self, now: float) -> None:
        """Who is asked says that it is true: the match is lost."""
        report = self._answered(now)
        self._note("confirm")
        self._finish((report.by,), words.looked(report.against))

    def deny(self, now: float) -> None:
        """Who is asked says that it is not true: then the host is asked, if there is one."""
        report = self._answered(now)
        self._note("deny")
        if self.host and report.asked is not None:
            self.pending = replace(report, asked=None)
            return
        self.pending = None
        if self.terms.arrange is not None:
            self._due = self._now + self._arranging_held

    def _answered(self, now: float) -> Report:
        self._enter("answer", now, Phase.ARRANGE)
        if self.pending is None:
            raise refused(reasons.NOT_NOW["answer"])
        return self.pending

    # The guessing player.

    def look(self, now: float) -> None:
        """The guesser begins to look."""
        self._enter("look", now, Phase.READY)
        self._note("look")
        self._wait(Phase.LOOK, self._now + round(self.look_seconds * 1000))

    def told(self, now: float, guess: Picture) -> None:
        """The pieces outside the tray as they lie now, held ones included.

        Ignored during a peek and after the turn's end.
        """
        self._enter("told", now, Phase.GUESS, Phase.PEEK, Phase.SCORED)
        if self.phase is not Phase.GUESS:
            return
        guess = _taken_in(guess)
        if not _within(guess, self.target):
            raise refused(reasons.NOT_YOURS)
        if guess == self.guess:
            return
        self.guess = guess
        last = self.events[-1]
        if last.name == "guess" and self._now - last.at < ONE_MOTION:
            self.events = self.events[:-1]
        if str(guess) != self._noted_guess():
            self._note("guess", str(guess))

    def _noted_guess(self) -> str:
        """Where the pieces of this turn lie by the events so far."""
        of_turn = takewhile(lambda event: event.name != "look", reversed(self.events))
        return next((event.carried for event in of_turn if event.name == "guess"), "")

    def peek(self, now: float) -> None:
        """The guesser looks once more, for its price; it ends with the clock at the latest."""
        self._enter("peek", now, Phase.GUESS, Phase.PEEK)
        if not self.can_peek:
            raise refused(reasons.PEEKED)
        self._note("peek")
        self.peek_used = True
        self._wait(Phase.PEEK, min(self._now + self.terms.peek, self._clock_end))

    def done(self, now: float) -> None:
        """The guesser says that the picture is rebuilt."""
        self._enter("done", now, Phase.GUESS, Phase.PEEK)
        if self.phase is Phase.PEEK:
            raise refused(PEEKING)
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
        self.turns += (
            TurnScore(
                self.round,
                self.guesser,
                self.target,
                self.name,
                self.guess,
                result,
                self.peek_used,
            ),
        )
        self._wait(Phase.SCORED)

    # Between the turns.

    def go_on(self, now: float) -> None:
        """The points, or the card, have been seen: the next turn, card or result."""
        self._enter("go_on", now, Phase.SCORED, Phase.CARD)
        if not self.card_turned:
            raise refused(reasons.FACE_DOWN)
        self._note("on")
        if self.phase is Phase.CARD:
            self._begin_turn(self.round + 1, 0)
        elif self.turn_in_round == 0:
            self._begin_turn(self.round, 1)
        elif self.round == ROUNDS - 1:
            self._finish_by_points()
        else:
            self._deal()

    def _deal(self) -> None:
        loser = tally.loser(self.turns, self.round)
        if loser is None:
            self.cards += (None,)
            self._begin_turn(self.round + 1, 0)
        else:
            self.cards += ((loser, luck.card(self.seed, self.round)),)
            self.card_turned = False
            self._wait(Phase.CARD)

    def turn_card(self, now: float, drawn: Card | None = None, source: str = SCREEN) -> None:
        """The loser's card is turned over.

        `drawn`: it is this one, from a printed deck, and `source` says who saw it; ValueError for
        a drawn card without a source, which no record could tell from the seed's.
        """
        self._enter("turn_card", now, Phase.CARD)
        lies = self.card_on_table
        if lies is None or self.card_turned:
            raise refused(reasons.NOT_NOW["turn_card"])
        if drawn is not None and source == SCREEN:
            raise ValueError("a card that was drawn at the table needs a source")
        card = lies[1] if drawn is None else Card(drawn)
        thrown = Thrown(card, source)
        self.cards = (*self.cards[:-1], (lies[0], card))
        self.card_turned = True
        self._note("card", str(thrown))

    # The end.

    def resign(self, now: float, seat: Seat) -> None:
        """A seat gives up; the other one wins."""
        self._enter("", now, *Phase)
        if seat not in (0, 1):
            raise refused(reasons.NO_SEAT)
        self._note("resign", str(int(seat)))
        self._finish((1 - seat,), words.gave_up(seat))

    def agree(self, now: float) -> None:
        """Both leave the match as it is: nobody wins."""
        self._enter("", now, *Phase)
        self._note("agreed")
        self._finish((), words.STOPPED)

    def _finish_by_points(self) -> None:
        one, other = self.totals
        if one == other:
            self._finish((0, 1), words.tied(one))
        else:
            winner = int(other > one)
            self._finish((winner,), words.won(winner, self.totals))

    def _finish(self, winners: tuple[Seat, ...], reason: str) -> None:
        self.outcome, self.pending = Outcome(winners, reason, self.totals), None
        self._wait(Phase.OVER)


def checked_name(given: str) -> str:
    """A name of a picture with single blanks, as it is kept; IllegalMove if it cannot be one."""
    name = " ".join(given.split())
    if not name:
        raise refused(reasons.NO_NAME)
    if not name.isprintable():
        raise refused(reasons.ODD_NAME)
    if len(name) > LONGEST_NAME:
        raise refused(reasons.long_name(LONGEST_NAME))
    return name


def _taken_in(picture: Picture) -> Picture:
    """A picture as the record keeps it, so that it is replayed exactly; or IllegalMove."""
    try:
        return picture.rounded()
    except BadNotation as problem:
        raise refused(reasons.unreadable(problem.reason)) from problem


def _within(guess: Picture, target: Picture | None) -> bool:
    return target is not None and Counter(guess.kinds) <= Counter(target.kinds)
