"""Spectators who guess the next move, or the name of a picture, and get points for it.

Nothing here touches a match: it only reads what the scene says can be guessed. It has no clock; the
time is handed in.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import ceil
from typing import Final, Literal

from tabletop.party.views import AudienceScore, GuessRound

MAX_WORTH: Final = 10
"""The points of a right guess at once."""
MIN_WORTH: Final = 2
"""Those of a right guess at the last moment."""
PART_SHARE: Final = 0.3
"""The share of the points for the right first place of a move that goes elsewhere."""
MOVE_SECONDS: Final = 20.0
READ_SECONDS: Final = 3.0
"""How long an answer is shown before the next question."""
NAME_SECONDS: Final = 15.0
"""How long spectators may guess."""


@dataclass(frozen=True, slots=True)
class Quiz:
    """Something that can be guessed."""

    key: str
    """What is asked in a match; the same key is the same question."""
    kind: Literal["move", "name"]
    question: str
    """What is asked: ``Where will White move?``"""
    answers: tuple[str, ...] = ()
    """For a name: the choices, in the order in which they are shown."""
    starts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For a move: the last places by first place.

    A piece that may stay where it is laid has its own place among them; none means that all moves
    from there are of a single place.
    """

    @property
    def seconds(self) -> float:
        return MOVE_SECONDS if self.kind == "move" else NAME_SECONDS

    def allows(self, answer: tuple[str, ...]) -> bool:
        """Whether an answer is one of those that can be given."""
        if self.kind == "name":
            return len(answer) == 1 and answer[0] in self.answers
        if not answer or answer[0] not in self.starts:
            return False
        ends = self.starts[answer[0]]
        return len(answer) <= 2 and (answer[-1] in ends or (answer[0] == answer[-1] and not ends))


@dataclass(slots=True)
class _Given:
    """A guess and what it is worth."""

    answer: tuple[str, ...]
    worth: int
    gained: int = 0


class Audience:
    """The open question, the guesses, and the points of all spectators."""

    def __init__(self) -> None:
        self._quiz: Quiz | None = None
        self._number = 0
        self._spent = 0.0
        self._truth: tuple[str, ...] = ()
        self._told = 0.0
        """Seconds since the answer is known."""
        self._given: dict[int, _Given] = {}
        self._points: dict[int, int] = {}

    @property
    def is_read(self) -> bool:
        """Whether the answer has just become known to those who have guessed."""
        return bool(self._truth and self._given) and self._told < READ_SECONDS

    @property
    def changes_by_itself(self) -> bool:
        """Whether the worth of a guess still falls, or an answer is being read."""
        quiz = self._quiz
        return self.is_read or (quiz is not None and not self._truth and self._spent < quiz.seconds)

    @property
    def key(self) -> str:
        """The key of the last question; "" before the first."""
        return "" if self._quiz is None else self._quiz.key

    def ask(self, quiz: Quiz | None) -> None:
        """Opens a question; the one before is over. None: nothing can be guessed now.

        A question that has just been answered stays to be read until the next one.
        """
        if quiz is None:
            if not self._truth:
                self._quiz = None
            return
        if self._quiz is not None and (quiz.key == self._quiz.key or self.is_read):
            return
        self._quiz, self._spent, self._truth = quiz, 0.0, ()
        self._given.clear()
        self._number += 1

    def run(self, seconds: float) -> None:
        """Lets time pass."""
        self._spent += seconds
        if self._truth:
            self._told += seconds

    @property
    def worth(self) -> int:
        """The points of a right guess now; 0 when the time is up."""
        quiz = self._quiz
        if quiz is None or self._truth or self._spent >= quiz.seconds:
            return 0
        left = 1 - self._spent / quiz.seconds
        return MIN_WORTH + ceil(left * (MAX_WORTH - MIN_WORTH))

    def guess(self, phone: int, number: int, answer: tuple[str, ...]) -> bool:
        """Takes a guess, in the words of the question, once for each spectator.

        False if it does not count.
        """
        quiz, worth = self._quiz, self.worth
        if quiz is None or not worth or number != self._number or phone in self._given:
            return False
        if not quiz.allows(answer):
            return False
        self._given[phone] = _Given(answer, worth)
        return True

    def reveal(self, key: str, truth: tuple[str, ...]) -> None:
        """The answer to the question of that key is known: gives the points, once."""
        if self._quiz is None or self._quiz.key != key or self._truth or not truth:
            return
        self._truth, self._told = truth, 0.0
        for phone, given in self._given.items():
            if given.answer[0] == truth[0] and given.answer[-1] == truth[-1]:
                given.gained = given.worth
            elif self._quiz.kind == "move" and given.answer[0] == truth[0]:
                given.gained = max(1, round(given.worth * PART_SHARE))
            self._points[phone] = self._points.get(phone, 0) + given.gained

    def forget(self, phone: int) -> None:
        """A phone has gone for good."""
        self._given.pop(phone, None)
        self._points.pop(phone, None)

    def round(self, phone: int, translate: Callable[[str], str] = str) -> GuessRound | None:
        """What the phone of a spectator shows, in its language; None if there is nothing."""
        quiz = self._quiz
        if quiz is None:
            return None
        given = self._given.get(phone)
        if given is None and not self._truth and not self.worth:
            return None  # too late to guess
        names = quiz.kind == "name"
        said = translate if names else str
        return GuessRound(
            number=self._number,
            kind=quiz.kind,
            seconds=0.0 if self._truth else max(0.0, quiz.seconds - self._spent),
            total=quiz.seconds,
            worth=given.worth if given is not None else self.worth,
            answers=tuple(said(answer) for answer in quiz.answers),
            starts={} if names or self._truth or given is not None else dict(quiz.starts),
            question=translate(quiz.question),
            given=() if given is None else tuple(said(part) for part in given.answer),
            truth=tuple(said(part) for part in self._truth),
            gained=0 if given is None else given.gained,
        )

    def in_own_words(
        self, answer: tuple[str, ...], translate: Callable[[str], str]
    ) -> tuple[str, ...]:
        """The answer that a phone gave in its language, as the question has it."""
        answers = self._quiz.answers if self._quiz is not None else ()
        named = {translate(known): known for known in answers}
        return tuple(named.get(part, part) for part in answer)

    def score(self, phone: int) -> AudienceScore | None:
        """The points of a spectator and their place; None before the first point of anybody."""
        if not any(self._points.values()):
            return None
        own = self._points.get(phone, 0)
        better = sum(points > own for points in self._points.values())
        return AudienceScore(own, better + 1, max(len(self._points), 1))

    def standings(self, names: Mapping[int, str]) -> tuple[tuple[str, int], ...]:
        """Names with points, the best first; only of those who are known by a name."""
        ranked = sorted(self._points.items(), key=lambda each: (-each[1], each[0]))
        return tuple(
            (names[phone], points) for phone, points in ranked if points and names.get(phone)
        )
