"""A hint for whoever is to move: asked for, thought about, and then shown place by place."""

from dataclasses import dataclass
from math import inf
from typing import Any, Final

from tabletop.engine import CHANCE, Game, Match, Seat, Text, Word
from tabletop.engine.thought import Candidate, Thinking, Thought
from tabletop.scenes.asked import LOOKS, question
from tabletop.scenes.hand import Hand
from tabletop.scenes.hint_ending import Ending
from tabletop.scenes.hint_words import (
    FINISH,
    NOT_YET,
    THROW,
    hint_words,
    thinking_words,
    why,
)
from tabletop.scenes.turning import fitting, is_clear

SECONDS: Final = 1.0
"""How long a hint is thought about at most."""
ENOUGH: Final = 0.3
"""After so long an answer that is clear will do."""
DOTS: Final = 0.3
"""Seconds between two pictures of the dots that say that it thinks."""
STEP: Final = 0.55
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


def advised(game: Game, state: Any, best: Candidate) -> Advice:
    """What a candidate comes to, in places and words."""
    move = game.read_move(best.move)
    words = tuple(game.spell(state, move)) if game.spell else ()
    reason = why(game, state, best, state.turn)
    return Advice(move, words, reason, hint_words(reason))


class Hint:
    """The hint of one match; it changes as it is asked for, thought about, shown and taken."""

    def __init__(self, thinking: Thinking, match: Match) -> None:
        self._thinking = thinking
        self._match = match
        self._number: int | None = None
        self._ending: Ending | None = None
        """What is thought about in place of a whole turn, once a part of it cannot be undone."""
        self._spent = 0.0
        self._plies = 0
        """After how many plies it was asked for."""
        self.advice: Advice | None = None
        self.values: tuple[float, ...] = ()
        """The seats' chances, as the thought behind the advice saw them."""
        self.told: Text | None = None
        """What is said in place of an advice."""

    @property
    def thinks(self) -> bool:
        return self._number is not None or self._ending is not None

    @property
    def words(self) -> Text | None:
        """What the panel of the seat that asked says now."""
        if self.thinks:
            return thinking_words(int(self._spent / DOTS))
        return self.advice.sentence if self.advice is not None else self.told

    def lit(self, slow: float) -> int:
        """How many places of the word are lit by now."""
        return int(self._spent / STEP) + 1 if slow else 99

    def shows_all(self, picked: Word, slow: float) -> bool:
        """Whether the whole word has been lit, so that its effect may be seen too."""
        word = self.advice.word(picked) if self.advice is not None else None
        return word is not None and self.lit(slow) > len(word)

    def wakes_in(self, slow: float) -> float:
        """Seconds until there may be something new."""
        if self.thinks:
            return LOOKS
        if self.advice is None or not slow:
            return inf
        longest = max(map(len, self.advice.words), default=0)
        return STEP - self._spent % STEP if self.lit(slow) <= longest else inf

    def ask(self, hand: Hand) -> None:
        """Begins to think, or ends thinking with what is known by now."""
        if self._number is not None:
            self._thinking.stop(self._number)
            return
        if self._ending is not None:
            self._ending.stop()
            return
        self.drop()
        self._plies = len(self._match.plies)
        if self._match.state.turn == CHANCE:
            self.told = THROW
        elif len(self._match.state.moves()) == 1:
            self._advise(Candidate(str(self._match.state.moves()[0]), 1, ()))
        elif hand.bound:
            self._ending = Ending(self._thinking, self._match, hand.picker.candidates)
        else:
            self._number = self._thinking.ask(question(self._match, SECONDS))

    def drop(self) -> None:
        """Nothing is thought about or shown any more."""
        if self._number is not None:
            self._thinking.drop(self._number)
        if self._ending is not None:
            self._ending.stop()
        self._number = self._ending = self.advice = self.told = None
        self._spent, self.values = 0.0, ()

    def run(self, dt: float, hand: Hand) -> bool:
        """Lets time pass; True when the thought has ended."""
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
                self._heard(thought, hand)
            return True
        clear = thought is not None and is_clear(thought, self._seat)
        if clear and self._spent >= ENOUGH:
            self._thinking.stop(self._number)
        return False

    def _end(self, ending: Ending, hand: Hand) -> bool:
        """The ways to end a turn are thought about; True when they all have been."""
        ending.run()
        if not ending.done:
            return False
        best = ending.best(self._seat, hand.picker.candidates)
        self._ending, self._spent = None, 0.0
        if best is None:
            self.told = NOT_YET
        else:
            self.values = best.values
            self._advise(best)
        return True

    def follow(self, hand: Hand) -> None:
        """Goes as soon as people pick something else, or play."""
        gone = self._plies != len(self._match.plies) or self._match.outcome is not None
        other = self.advice is not None and self.advice.word(hand.picker.picked) is None
        if gone or other:
            self.drop()

    @property
    def _seat(self) -> Seat:
        seat: Seat = self._match.state.turn
        return seat

    def _heard(self, thought: Thought, hand: Hand) -> None:
        self.values = thought.values
        best = fitting(thought, self._match.state.moves())
        if best is None:
            self.told = NOT_YET
            return
        if fitting(thought, hand.picker.candidates) != best:
            hand.touch(None)  # what can be taken back makes room for the better ply
            best = fitting(thought, hand.picker.candidates)
        if best is None:
            self.told = FINISH
        else:
            self._advise(best)

    def _advise(self, best: Candidate) -> None:
        self.advice = advised(self._match.game, self._match.state, best)
