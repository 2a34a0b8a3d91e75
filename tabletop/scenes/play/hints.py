"""Hints: a good ply for whoever is to move, shown place by place, with one sentence why.

A turn that cannot be taken back as a whole is searched by the ways that are left to end it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from math import inf
from typing import Any, Final

from tabletop.ai.match_analysis import (
    POLL_SECONDS,
    WinChances,
    analysis_question,
    best_allowed,
    is_clear,
    outcome_values,
)
from tabletop.engine import CHANCE, Game, Match, Seat, Spot, Text, Word, say
from tabletop.engine.analysis import Analysis, AnalysisService, Candidate
from tabletop.scenes.play.board import (
    CARD_KEY,
    SPOT_KEY,
    MatchSnapshot,
    PanelNotes,
)
from tabletop.scenes.play.features import MatchFeature, MatchParts
from tabletop.scenes.play.refusals import LOOKING_TOUCH, not_to_move
from tabletop.scenes.play.session import MoveInput
from tabletop.ui.board.marks import HintMark, marks_of_word, put_badge, put_chance_bar, put_marks
from tabletop.ui.board.table_layout import TableLayout
from tabletop.ui.board.view import BoardSnapshot, SpotButton
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.tween import Timer, ease_in_out
from tabletop.ui.theme.theme import SeatLook
from tabletop.ui.widgets.buttons import PushButton

THROW_DICE: Final = say("hint.throw", "Roll the dice.")
NOT_YET: Final = say("hint.not_yet", "The computer isn’t ready: no hint this time.")
FINISH_TURN: Final = say("hint.finish", "Finish your turn first.")
HINTS_OFF: Final = say("hint.off", "Hints are off at this table.")
HINTS_OFF_TOURNAMENT: Final = say("hint.off_tournament", "There are no hints in a tournament.")
HINTS_OFF_SEAT: Final = say("hint.off_seat", "Hints are off for this player.")
PLAY_HINT: Final = "play-hint"
"""The name of the choice that plays the hint."""
PLAY_IT: Final = say("hint.play", "Play it")
COMPUTER_TO_MOVE: Final = say("hint.computer", "It’s the computer’s turn.")

MAX_REASONS: Final = 2
"""The most reasons in one sentence."""
MAX_COMPARED: Final = 16
"""The most other plies with which a reason is compared."""
MAX_SHARED: Final = 0.5
"""The greatest share of the other plies of which a reason may be true too."""
SURE_WIN: Final = 0.99
SURE_LOSS: Final = 0.01
AHEAD: Final = 1.15
"""From this multiple of an equal share of the chances on, a seat is ahead."""
BEHIND: Final = 0.85
"""Below this multiple it is behind."""
CLEARLY: Final = 0.15
"""The lead in chances of a ply that is clearly the best."""
MIN_VISITS: Final = 20
"""Plies that were searched less are not compared."""
ABOUT_EQUAL: Final = 0.03
"""Plies whose chances differ by less are about equally good."""
ABOUT_EQUAL_UNSEARCHED: Final = 0.15
"""The same after a search that was too short to tell them apart."""


def reason_for(
    game: Game, state: Any, best: Candidate, seat: Seat, others: Sequence[Candidate] = ()
) -> Text:
    """What speaks for a ply, as the end of a sentence that begins with it.

    A reason that is true of many other plies says nothing, and is left out. `others` are other
    plies that were searched.
    """
    moves = state.moves()
    if len(moves) == 1:
        # NOTE: goes on from "This ..." (a move) and "The board shows a better move: it ...".
        # No capital, no stop.
        return say("hint.only", "is the only move")
    reasons = special_reasons(game, state, best.move, moves)[:MAX_REASONS]
    if len(reasons) > 1:
        # NOTE: two reasons for a move, as "makes four in a row" and "wins a box".
        return say("hint.two", "{one}. It also {other}", one=reasons[0], other=reasons[1])
    if reasons:
        return reasons[0]
    if winning_move(state, (game.read_move(best.move),)) is not None:
        # NOTE: goes on from "This ..." (a move) and "The board shows a better move: it ...".
        # No capital, no stop.
        return say("hint.wins_now", "wins the game at once")
    return chance_words(best, seat, others)


def winning_move(state: Any, moves: Sequence[Any]) -> Any | None:
    """The first of some plies that wins at once for whoever is to move."""
    for move in moves:
        outcome = state.play(move).outcome()
        if outcome is not None and outcome.winners == (state.turn,):
            return move
    return None


def plainest(
    game: Game, state: Any, best: Candidate, seat: Seat, others: Sequence[Candidate]
) -> Candidate:
    """The best of the plies that are about as good as `best` and have a reason, or `best`."""
    if best.proven or not others:
        return best
    searched = best.visits >= MIN_VISITS
    least = best.values[seat] - (ABOUT_EQUAL if searched else ABOUT_EQUAL_UNSEARCHED)
    equal = [
        other
        for other in others
        if other.values[seat] >= least and (other.visits >= MIN_VISITS or not searched)
    ]
    equal.sort(key=lambda other: (other.move != best.move, -other.values[seat]))
    moves = state.moves()
    reasoned = (one for one in equal if special_reasons(game, state, one.move, moves))
    return next(reasoned, best)


def special_reasons(game: Game, state: Any, move: str, moves: Sequence[Any]) -> tuple[Text, ...]:
    """The game's reasons for a ply that are not as true of most other plies."""
    reasons = move_reasons(game, state, move)
    rest = [str(other) for other in moves if str(other) != move]
    step = max(1, -(-len(rest) // MAX_COMPARED))
    compared = [move_reasons(game, state, other) for other in rest[::step]] if reasons else []
    most = MAX_SHARED * len(compared)
    return tuple(reason for reason in reasons if sum(reason in told for told in compared) <= most)


def chance_words(best: Candidate, seat: Seat, others: Sequence[Candidate] = ()) -> Text:
    """What the search says of a ply for which the game has no reasons."""
    share = best.values[seat]
    if best.proven and share > SURE_WIN:
        # NOTE: goes on from "This ..." (a move) and "The board shows a better move: it ...".
        # No capital, no stop.
        return say("hint.wins", "wins, whatever the answer")
    if best.proven and share < SURE_LOSS:
        # NOTE: goes on from "This ..." (a move) and "The board shows a better move: it ...".
        # No capital, no stop.
        return say("hint.lost", "is as good as any other")
    rest = [
        other.values[seat]
        for other in others
        if other.move != best.move and other.visits >= MIN_VISITS
    ]
    if rest and share - max(rest) >= CLEARLY:
        # NOTE: goes on from "This ..." (a move) and "The board shows a better move: it ...".
        # No capital, no stop.
        return say("hint.clearly", "is clearly the best move")
    fair = share * len(best.values)
    if fair >= AHEAD:
        # NOTE: goes on from "This ..." (a move) and "The board shows a better move: it ...".
        # No capital, no stop.
        return say("hint.ahead", "is the safest way to stay ahead")
    if fair >= BEHIND:
        # NOTE: goes on from "This ..." (a move) and "The board shows a better move: it ...".
        # No capital, no stop.
        return say("hint.even", "keeps the game level")
    # NOTE: goes on from "This ..." (a move) and "The board shows a better move: it ...".
    # No capital, no stop.
    return say("hint.behind", "is the best way to catch up")


def move_reasons(game: Game, state: Any, move: str) -> tuple[Text, ...]:
    """The game's own reasons for a ply; empty where it has none."""
    return game.move_reasons(state, game.read_move(move))


def hint_words(reason: Text) -> Text:
    """The whole sentence, as ``This makes four in a row.``; the board shows what is meant."""
    # NOTE: "This" is a move that is lit on the board; {why} is as "makes four in a row".
    return say("hint.why", "This {why}.", why=reason)


def thinking_words(dots: int) -> Text:
    """Says that a hint is being searched; the dots move."""
    # Middle dots: full stops after a space would look like an error.
    return say("hint.thinking", "Looking for a good move {dots}", dots="·" * (1 + dots % 3))


ALL_DOTS: Final = thinking_words(2)
"""The same where dots do not move."""

MAX_ENDING_SECONDS: Final = 1.2
"""The most seconds for all ways together."""
MAX_SECONDS_PER_WAY: Final = 0.15
"""The most seconds for one way."""
MAX_PROGRESS: Final = 4
"""The most plies that bring a seat nearer to winning and are compared with the best one."""


class TurnEndSearch:
    """Searches some plies of a position, one after the other: the ways that end a turn, or those
    that are compared for a hint.
    """

    def __init__(self, thinking: AnalysisService, match: Match, moves: Sequence[Any]) -> None:
        self._thinking = thinking
        self._match = match
        self._left = list(moves)
        self._seconds = min(MAX_SECONDS_PER_WAY, MAX_ENDING_SECONDS / max(1, len(moves)))
        self._number: int | None = None
        self._known: list[Candidate] = []

    @property
    def done(self) -> bool:
        return not self._left

    def run(self) -> None:
        """Reads the analysis of one way, and requests the next."""
        if self.done:
            return
        if self._number is None:
            self._begin(self._left[0])
            return
        progress = self._thinking.progress(self._number)
        if not progress.done:
            return
        self._thinking.drop(self._number)
        self._number = None
        thought = progress.thought
        if thought is not None and not thought.guessed:
            self._note(thought.values, proven=thought.proven)
        else:
            self._left.pop(0)

    def _begin(self, move: Any) -> None:
        after = self._match.state.play(move)
        ended = after.outcome()
        if ended is not None:
            self._note(outcome_values(ended, self._match.seats), proven=True)
        elif after.turn == CHANCE:
            self._note((1 / self._match.seats,) * self._match.seats)
        else:
            asked = analysis_question(self._match, self._seconds, more=(str(move),))
            self._number = self._thinking.ask(asked)

    def _note(self, values: WinChances, *, proven: bool = False) -> None:
        self._known.append(Candidate(str(self._left.pop(0)), 1, values, proven))

    def known(self, moves: Sequence[Any]) -> list[Candidate]:
        """The ways known so far, of those that are still open."""
        open_now = {str(move) for move in moves}
        return [candidate for candidate in self._known if candidate.move in open_now]

    def best(self, seat: Seat, moves: Sequence[Any]) -> Candidate | None:
        """The best way known so far, of those that are still open; None if none is known."""
        known = self.known(moves)
        return max(known, key=lambda candidate: candidate.values[seat], default=None)

    def stop(self) -> None:
        """Stops with what is known."""
        if self._number is not None:
            self._thinking.drop(self._number)
        self._number = None
        self._left.clear()


MAX_HINT_SECONDS: Final = 1.0
"""The most seconds of thinking about a hint."""
MIN_HINT_SECONDS: Final = 0.3
"""Seconds after which a clear answer is enough."""
DOT_SECONDS: Final = 0.3
"""Seconds between two steps of the moving dots."""
HINT_STEP_SECONDS: Final = 0.55
"""Seconds between two places that are lit."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A ply that somebody is advised to play."""

    move: Any
    words: tuple[Word, ...]
    """All ways to touch it, the plainest first."""
    why: Text
    """What speaks for it, as the end of a sentence."""
    sentence: Text

    def word(self, picked: Word) -> Word | None:
        """The way to touch it that goes on with what is picked; None if none does."""
        n = len(picked)
        return next((word for word in self.words if word[:n] == picked), None)


def make_advice(
    game: Game, state: Any, best: Candidate, others: Sequence[Candidate] = ()
) -> Advice:
    """The advice for a candidate; `others` are other plies that were searched."""
    move = game.read_move(best.move)
    words = game.spell(state, move)
    reason = reason_for(game, state, best, state.turn, others)
    return Advice(move, words, reason, hint_words(reason))


@dataclass(frozen=True, slots=True)
class _Found:
    """What a search has found for a hint."""

    best: Candidate
    others: tuple[Candidate, ...]
    values: WinChances


class Hint:
    """The hint of one match: requested, searched, shown place by place."""

    def __init__(self, thinking: AnalysisService, match: Match) -> None:
        self._thinking = thinking
        self._match = match
        self._number: int | None = None
        self._ending: TurnEndSearch | None = None
        """The search of the remaining ways, once a part of the turn cannot be taken back."""
        self._compared: tuple[Candidate, tuple[Candidate, ...]] | None = None
        """The best ply and others, while `_ending` compares it with those that make progress."""
        self._remembered: dict[tuple[int, Any], _Found] = {}
        """What was found, by the number of plies and the position: a hint does not change."""
        self._spent = 0.0
        self._plies = 0
        """After how many plies it was asked for."""
        self.advice: Advice | None = None
        self.values: tuple[float, ...] = ()
        """The seats' chances by the analysis behind the advice."""
        self.told: Text | None = None
        """What is said in place of an advice."""

    @property
    def idle(self) -> bool:
        """Nothing is searched or shown."""
        return not (self.thinks or self.advice is not None or self.told is not None)

    @property
    def thinks(self) -> bool:
        return self._number is not None or self._ending is not None

    @property
    def words(self) -> Text | None:
        """What the panel of the seat that asked says now."""
        if self.thinks:
            return thinking_words(int(self._spent / DOT_SECONDS))
        return self.advice.sentence if self.advice is not None else self.told

    def lit(self, animation_scale: float) -> int:
        """How many places of the word are lit by now."""
        return int(self._spent / HINT_STEP_SECONDS) + 1 if animation_scale else 99

    def shows_all(self, picked: Word, animation_scale: float) -> bool:
        """Whether the whole word has been lit, so that its effect may be seen too."""
        word = self.advice.word(picked) if self.advice is not None else None
        return word is not None and self.lit(animation_scale) > len(word)

    def wakes_in(self, animation_scale: float) -> float:
        """Seconds until there may be something new."""
        if self.thinks:
            return POLL_SECONDS
        if self.advice is None or not animation_scale:
            return inf
        longest = max(map(len, self.advice.words), default=0)
        return (
            HINT_STEP_SECONDS - self._spent % HINT_STEP_SECONDS
            if self.lit(animation_scale) <= longest
            else inf
        )

    def ask(self, hand: MoveInput) -> None:
        """Begins the search, or ends it with what is known."""
        if self._number is not None:
            self._thinking.stop(self._number)
            return
        if self._ending is not None:
            self._ending.stop()
            return
        self.drop()
        self._plies = len(self._match.plies)
        if self._match.state.turn == CHANCE:
            self.told = THROW_DICE
        elif len(self._match.state.moves()) == 1:
            self._advise(Candidate(str(self._match.state.moves()[0]), 1, ()))
        elif (wins := self._winning_move(hand)) is not None:
            if wins not in hand.picker.candidates:
                hand.touch(None)
            self._advise(Candidate(str(wins), 1, ()))
        elif (found := self._remembered.get(self._key)) is not None and (
            self._reaches(hand, found.best)
        ):
            self.values = found.values
            self._advise(found.best, found.others)
        elif hand.bound:
            self._ending = TurnEndSearch(self._thinking, self._match, hand.picker.candidates)
        else:
            self._number = self._thinking.ask(analysis_question(self._match, MAX_HINT_SECONDS))

    @property
    def _key(self) -> tuple[int, Any]:
        return len(self._match.plies), self._match.state

    def _reaches(self, hand: MoveInput, best: Candidate) -> bool:
        """Whether a ply can be played; what can be taken back makes room for it."""
        if best.move not in map(str, hand.picker.candidates) and not hand.bound:
            hand.touch(None)
        return best.move in map(str, hand.picker.candidates)

    def _winning_move(self, hand: MoveInput) -> Any | None:
        """A ply that wins at once and can still be played in this turn."""
        state = self._match.state
        return winning_move(state, hand.picker.candidates if hand.bound else state.moves())

    def drop(self) -> None:
        """Drops the search and the hint that is shown."""
        if self._number is not None:
            self._thinking.drop(self._number)
        if self._ending is not None:
            self._ending.stop()
        self._number = self._ending = self._compared = self.advice = self.told = None
        self._spent, self.values = 0.0, ()

    def run(self, dt: float, hand: MoveInput) -> bool:
        """Lets time pass; True when the search has ended."""
        self._spent += dt
        if self._ending is not None:
            return self._end(self._ending, hand)
        if self._number is None:
            return False
        progress = self._thinking.progress(self._number)
        thought = progress.thought
        if progress.done:
            self._thinking.drop(self._number)
            self._number, self._spent = None, 0.0
            if thought is None or thought.guessed:
                self.told = NOT_YET
            else:
                self._take(thought, hand)
            return True
        clear = thought is not None and is_clear(thought, self._seat)
        if clear and self._spent >= MIN_HINT_SECONDS:
            self._thinking.stop(self._number)
        return False

    def _end(self, ending: TurnEndSearch, hand: MoveInput) -> bool:
        """Goes on with the ways to end a turn; True when all are known."""
        ending.run()
        if not ending.done:
            return False
        self._ending, self._spent = None, 0.0
        if self._compared is not None:
            self._prefer_progress(ending.known(hand.picker.candidates), *self._compared)
            self._compared = None
            return True
        best = ending.best(self._seat, hand.picker.candidates)
        if best is None:
            self.told = NOT_YET
        else:
            self.values = best.values
            self._found(best)
        return True

    def _prefer_progress(
        self,
        known: Sequence[Candidate],
        best: Candidate,
        others: tuple[Candidate, ...],
    ) -> None:
        """Advises the first ply that makes progress and is about as good as the best."""
        seat = self._seat
        values = {one.move: one.values[seat] for one in known}
        least = values.get(best.move, best.values[seat]) - ABOUT_EQUAL
        steps = (one for one in known if one.move != best.move and one.values[seat] >= least)
        self._found(next(steps, best), others)

    def follow(self, hand: MoveInput) -> None:
        """Drops the hint if people have picked something else, or played."""
        gone = self._plies != len(self._match.plies) or self._match.outcome is not None
        other = self.advice is not None and self.advice.word(hand.picker.picked) is None
        if gone or other:
            self.drop()

    @property
    def _seat(self) -> Seat:
        seat: Seat = self._match.state.turn
        return seat

    def _take(self, thought: Analysis, hand: MoveInput) -> None:
        self.values = thought.values
        match = self._match
        best = best_allowed(thought, match.state.moves())
        if best is None:
            self.told = NOT_YET
            return
        if best_allowed(thought, hand.picker.candidates) != best:
            hand.touch(None)  # what can be taken back makes room for the better ply
            best = best_allowed(thought, hand.picker.candidates)
        if best is None:
            self.told = FINISH_TURN
            return
        chosen = best.move
        steps = () if best.proven else match.game.progress(match.state)
        open_now = set(map(str, hand.picker.candidates))
        before = takewhile(lambda move: str(move) != chosen, steps)
        compared = tuple(move for move in before if str(move) in open_now)[:MAX_PROGRESS]
        if chosen not in map(str, steps):
            equal = [one for one in thought.candidates if one.move in open_now]
            best = plainest(match.game, match.state, best, self._seat, equal)
        if compared:
            moves = (match.game.read_move(best.move), *compared)
            self._compared = best, thought.candidates
            self._ending = TurnEndSearch(self._thinking, match, moves)
        else:
            self._found(best, thought.candidates)

    def _found(self, best: Candidate, others: tuple[Candidate, ...] = ()) -> None:
        """Advises what a search has found, and remembers it for the next touch."""
        self._remembered[self._key] = _Found(best, others, self.values)
        self._advise(best, others)

    def _advise(self, best: Candidate, others: Sequence[Candidate] = ()) -> None:
        self.advice = make_advice(self._match.game, self._match.state, best, others)


CHANCE_THINKING_SECONDS: Final = 0.3
"""Seconds of analysis for one position."""
EASE_SECONDS: Final = 0.6
"""Seconds of the transition to another value."""
CHANCE_BAR_HEIGHT: Final = 25.0
BOARD_GAP: Final = 4.0
"""Canvas units between the bar and the board."""


class ChanceBar:
    """The chances of one match. They change as it is played and as analyses arrive."""

    def __init__(self, thinking: AnalysisService, match: Match) -> None:
        self._thinking = thinking
        self._match = match
        self._number: int | None = None
        self._plies = -1
        """The number of plies before the position that was asked about last, or is known."""
        self._from: WinChances | None = None
        self.values: WinChances | None = None
        """The chances by seat; None before the first analysis."""
        self._ease = Timer(0.0)

    @property
    def shown(self) -> WinChances | None:
        """What the bar shows at this moment."""
        if self.values is None or self._from is None:
            return self.values
        share = ease_in_out(self._ease.share)
        pairs = zip(self._from, self.values, strict=True)
        return tuple(a + (b - a) * share for a, b in pairs)

    def wakes_in(self, *, free: bool) -> float:
        """Seconds until something changes; `free`: nothing else is being analysed."""
        if not self._ease.done or (free and self._unknown):
            return 0.0
        return POLL_SECONDS if self._number is not None else inf

    def run(self, dt: float, *, free: bool, animation_scale: float) -> None:
        """Lets time pass, reads the analysis, and requests one for a new position if it may."""
        self._ease.run(dt if animation_scale else inf)
        outcome = self._match.outcome
        if outcome is not None:
            self.rest()
            self.take(outcome_values(outcome, self._match.seats))
            return
        if self._number is not None:
            self._listen(self._number)
        if free and self._unknown:
            self.rest()
            self._plies = len(self._match.plies)
            self._number = self._thinking.ask(
                analysis_question(self._match, CHANCE_THINKING_SECONDS)
            )

    def take(self, values: WinChances) -> None:
        """Sets the chances of the present position."""
        self._plies = len(self._match.plies)
        if values == self.values:
            return
        self._from, self.values = self.shown, values
        self._ease = Timer(EASE_SECONDS if self._from is not None else 0.0)

    def rest(self) -> None:
        """Drops the analysis; it is requested again later."""
        if self._number is not None:
            self._thinking.drop(self._number)
            self._number, self._plies = None, -1

    @property
    def _unknown(self) -> bool:
        """Whether somebody is to decide in a position that was not analysed."""
        match = self._match
        waits = match.outcome is None and match.state.turn != CHANCE
        return waits and self._plies != len(match.plies)

    def _listen(self, number: int) -> None:
        progress = self._thinking.progress(number)
        if not progress.done:
            return
        self._thinking.drop(number)
        self._number = None
        thought = progress.thought
        if thought is not None and not thought.guessed and self._plies == len(self._match.plies):
            self.take(thought.values)

    def draw(self, frame: Frame, layout: TableLayout, looks: tuple[SeatLook, ...]) -> None:
        """Puts the bar above the board; where people sit round it, before each of them, turned."""
        shown, values = self.shown, self.values
        if shown is None or values is None:
            return
        board, seats = layout.board, looks[: self._match.seats]
        above = Box(board.x, board.y - BOARD_GAP - CHANCE_BAR_HEIGHT, board.w, CHANCE_BAR_HEIGHT)
        if layout.sides == (0,):
            put_chance_bar(frame, above, shown, values, seats)
            return
        below = Box(board.x, board.bottom + BOARD_GAP, board.w, CHANCE_BAR_HEIGHT)
        for turns in layout.sides:
            beside = board.y if turns % 2 == 0 else board.x
            if beside < BOARD_GAP + CHANCE_BAR_HEIGHT:
                continue  # the board reaches almost to that edge of the window
            side = frame.turned(turns, board.centre)
            with side, frame.in_context(frame.context.override(language=layout.language_at(turns))):
                put_chance_bar(frame, below, shown, values, seats)


HINT_LAYER: Final = 7
"""The layer of a hint's marks: over everything on the board, under buttons and words."""
BUTTON_BADGE_LAYER: Final = 8
"""The layer of the buttons, on one of which a number may lie."""
BADGE_INSET: Final = 16.0
"""Canvas units from the upper right corner of an advised choice to the middle of its lamp."""


class Hints(MatchFeature):
    """Hints that are asked for, help that some seats get unasked, and the bar of chances."""

    def __init__(self, parts: MatchParts) -> None:
        super().__init__(parts)
        self._take_up()

    def begin(self) -> None:
        self.stop()
        self._take_up()

    def _take_up(self) -> None:
        match = self._session.match
        self.hint = Hint(self._table.analysis, match)
        self.chances = ChanceBar(self._table.analysis, match)
        self.unasked = False
        """What is thought about or shown was not asked for."""
        self._helped_at: int | None = None
        """After how many plies a seat was last shown a ply unasked."""
        self._marked: tuple[Advice, Canvas, tuple[HintMark, ...]] | None = None

    # -- who may have one -------------------------------------------------------------------------

    @property
    def offered(self) -> bool:
        """Whether whoever is to act may ask: all may at this table, or this seat alone."""
        if self._session.setup.official:
            return False
        aid = self._session.setup.aids[self._session.acting]
        return aid.help or aid.may_ask(self._table.settings["computer.hints"])

    @property
    def _idle(self) -> bool:
        """Whether nobody else is thinking, so that the chances may be asked for."""
        session = self._session
        return not (session.timeline.busy or self.hint.thinks or session.filler.is_computer)

    @property
    def _help_is_due(self) -> bool:
        """Whether a seat that is helped is to act, and has not been shown a ply this turn."""
        session, match = self._session, self._session.match
        if not session.setup.any_aid or match.outcome is not None or match.state.turn == CHANCE:
            return False
        if self._helped_at == len(match.plies) or session.hand.picker.picked:
            return False
        return session.setup.aids[session.acting].help and self._idle

    def ask(self, seat: Seat | None) -> None:
        """Asks for a hint; while one is thought about, ends the thinking.

        `seat` is whose own device asks, if that is known.
        """
        session, acting = self._session, self._session.acting
        if session.setup.official:
            self._notices.tell(HINTS_OFF_TOURNAMENT)
        elif not self.offered:
            own = self._table.settings["computer.hints"]
            self._notices.tell(HINTS_OFF_SEAT if own else HINTS_OFF)
        elif session.over:
            return
        elif session.timeline.at is not None:
            self._notices.tell(LOOKING_TOUCH)
        elif session.filler.is_computer:
            self._notices.tell(COMPUTER_TO_MOVE)
        elif seat not in (None, acting) and self._table.settings["input.own_hands"]:
            self._notices.deny_seat(seat, not_to_move(session.setup.name(acting)))
        else:
            session.timeline.hurry()
            self._notices.quiet()
            self.chances.rest()
            self.unasked = False
            session.keeper.count_hint()
            session.changed()
            self.hint.ask(session.hand)

    def stop(self) -> None:
        """Stops all searches and drops the hint that is shown."""
        self.hint.drop()
        self.chances.rest()

    # -- what is shown ----------------------------------------------------------------------------

    def lit(self, board: BoardSnapshot) -> tuple[HintMark, ...]:
        """The marks of the hint that are lit by now."""
        advice, picked = self.hint.advice, self._session.hand.picker.picked
        word = advice.word(picked) if advice is not None else None
        if advice is None or word is None or self._session.timeline.busy or board.refused:
            return ()
        canvas = self._board.layout.canvas
        if self._marked is None or self._marked[:2] != (advice, canvas):
            turns = self._board.layout.panels[board.seat].turns
            self._marked = advice, canvas, marks_of_word(self._board.view, board, word, turns)
        lit = max(self.hint.lit(self._table.animation_scale), len(picked) + 1)
        left = [mark for mark in self._marked[2] if max(1, mark.number) > len(picked)]
        if picked and len(word) == len(picked) + 1:
            left = [replace(mark, number=0) for mark in left]  # nothing else is to be touched
        return tuple(mark for mark in left if mark.number <= lit)

    @property
    def _plays(self) -> bool:
        """Whether there is a hint that one touch may play."""
        advice, picked = self.hint.advice, self._session.hand.picker.picked
        return not (advice is None or advice.word(picked) is None or self._session.timeline.busy)

    def choices(self) -> tuple[SpotButton, ...]:
        """The choice of a seat that has no others: it plays the hint."""
        # Beside a refusal the marks are gone too.
        offers = self._plays and self._notices.refused is None
        return (SpotButton(PLAY_HINT, PLAY_IT, "main"),) if offers else ()

    def move_at(self, spot: Spot) -> Any | None:
        """The advised ply, if touching a place or the choice plays it at once."""
        advice = self.hint.advice
        if advice is None or not self._plays:
            return None
        if spot == PLAY_HINT:
            return advice.move
        # Before all its places have been lit, a touch of a later one may still be a mistake.
        whole = self.hint.shows_all((), self._table.animation_scale)
        word = advice.word(self._session.hand.picker.picked) or ()
        return advice.move if whole and spot in word else None

    @property
    def advised_button(self) -> PushButton | None:
        """The choice that the hint says to touch next; None where that is a place or nothing."""
        advice, picked = self.hint.advice, self._session.hand.picker.picked
        word = advice.word(picked) if advice is not None else None
        if word is None or len(word) == len(picked) or self._session.timeline.busy:
            return None
        keys = f"{SPOT_KEY}{word[len(picked)]}", f"{CARD_KEY}{' '.join(word)}"
        return next((button for button in self._buttons.buttons if button.key in keys), None)

    @property
    def _bar(self) -> bool:
        return self._table.settings["computer.chance_bar"] and not self._session.setup.official

    @property
    def _shown(self) -> tuple[object, ...]:
        """What the snapshot shows of the hint; it changes with time."""
        hint, scale = self.hint, self._table.animation_scale
        if hint.idle:
            return ()
        return hint.words, hint.thinks, hint.advice, hint.shows_all((), scale)

    # -- the feature ------------------------------------------------------------------------------

    @property
    def active(self) -> bool:
        """Whether there is a hint, a bar, or a seat that is helped."""
        return not self.hint.idle or self._bar or self._session.setup.any_aid

    def update(self, dt: float) -> None:
        before, hint, hand = self._shown, self.hint, self._session.hand
        if before:
            hint.run(dt, hand)
        now = len(self._session.match.plies)
        if self.unasked and hint.told is not None:
            hint.drop()  # nobody has asked why there is no help
        if self._helped_at != now:
            self._helped_at = None  # after an undo the same turn is helped again
        if self._help_is_due:
            self._helped_at, self.unasked = now, True
            self.chances.rest()
            hint.ask(hand)
        if self._shown != before:
            self._session.changed()
        if hint.values:
            self.chances.take(hint.values)
        if self._bar:
            self.chances.run(dt, free=self._idle, animation_scale=self._table.animation_scale)

    def wakes_in(self) -> float:
        own = inf if self.hint.idle else self.hint.wakes_in(self._table.animation_scale)
        own = 0.0 if self._help_is_due else own
        return min(own, self.chances.wakes_in(free=self._idle)) if self._bar else own

    def fit(self, canvas: Canvas) -> None:
        unseen = Frame(canvas)  # renders the marks into the cache before anybody waits for them
        marks = [HintMark(number, (0.0, 0.0)) for number in range(4)]
        put_marks(unseen, self._board.view.cell, marks)

    def before_snapshot(self) -> None:
        if not self.hint.idle:
            self.hint.follow(self._session.hand)

    def decorate(self, board: BoardSnapshot) -> BoardSnapshot:
        """A hint whose places have all been lit shows what it would do."""
        advice = self.hint.advice
        if advice is None or self._session.timeline.busy or board.refused:
            return board
        board = replace(board, hinted=advice.word(board.picked) or ())
        if board.preview is not None:
            return board
        if not board.picked and self.hint.shows_all((), self._table.animation_scale):
            return replace(board, preview=advice.move)
        return board

    def annotate(self, notes: PanelNotes, board: BoardSnapshot) -> PanelNotes:
        advice = self.hint.advice
        if self.hint.idle or self._session.timeline.busy:
            return notes
        if advice is not None and board.preview not in (None, advice.move):
            return notes  # its "this" would be about what a hand or the keys show now
        still = self.hint.thinks and self._table.still
        return replace(notes, hinted=ALL_DOTS if still else self.hint.words)

    def tools(self) -> Mapping[str, str]:
        """The tool that asks for a hint, with its icon, where hints are offered."""
        stops = not self.unasked and self.hint.thinks
        return {"hint": "close" if stops else "hint"} if self.offered else {}

    def draw(self, frame: Frame, moment: MatchSnapshot) -> None:
        if self.hint.advice is not None and moment.notes.goal is None:
            self._draw_advice(frame, moment.board)  # else the goal lies over some of its places
        if self._bar:
            self.chances.draw(frame, self._board.layout, self._board.view.looks)

    def _draw_advice(self, frame: Frame, board: BoardSnapshot) -> None:
        cell, marks, button = self._board.view.cell, self.lit(board), self.advised_button
        if marks:
            turns = self._board.layout.panels[board.seat].turns
            with frame.layer(HINT_LAYER):
                put_marks(frame, cell, marks, turns, ringed=board.preview is None)
        if button is not None:
            with frame.layer(BUTTON_BADGE_LAYER), frame.turned(button.turns, button.about):
                corner = (button.box.right - BADGE_INSET, button.box.y + BADGE_INSET)
                put_badge(frame, cell, corner, 0, 0)

    def leave(self) -> None:
        self.stop()
