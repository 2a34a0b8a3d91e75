"""Alone, from memory: a run of seven figures that the booklet arranges, each looked at and rebuilt.

The turns go by the rules of a match, and the points as well; only who arranges is another.
"""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Final

from tabletop.engine import Outcome, say
from tabletop.engine.game import OptionValue
from tabletop.games.sevens import figures
from tabletop.games.sevens.figures import MAX_DIFFICULTY, Figure
from tabletop.games.sevens.game import MatchOptions
from tabletop.games.sevens.rules.match import Phase, SevensMatch
from tabletop.games.sevens.rules.pieces import FULL_SET

FIGURES: Final = 7
"""How many figures a run has."""
MAX_RUN_POINTS: Final = FIGURES * len(FULL_SET)
"""The points of a perfect run."""
DIFFICULTY_STEPS: Final = (0, 1, 0, 1, 1, 1)
"""How much harder each figure is than the one before, if that went neither well nor badly."""
GOOD_POINTS: Final = 5
"""Points from which on the next figure is harder in any case."""
POOR_POINTS: Final = 2
"""Points up to which the next figure is easier."""


class Solitaire(SevensMatch):
    """A run of one person against the booklet: `begin`, then seven turns of a match.

    Seat 0 guesses, seat 1 is the booklet. `round` counts the figures. It is for one sitting: its
    record is not that of a match, and cannot be played again.
    """

    def __init__(
        self,
        seed: int = 0,
        *,
        options: Mapping[str, OptionValue] | None = None,
        date: str = "",
        host: bool = False,
    ) -> None:
        """A run before its first figure; `begin` starts it."""
        super().__init__(seed, options=options, date=date, host=host)
        self.terms = _terms(self.terms)
        self.first = 1
        self.began_with = 1
        """The difficulty of the first figure."""
        self.difficulty = 1
        """Of the present figure, as asked for."""
        self.named = True
        """The name of a figure is told before it is rebuilt; else only with the points."""
        self.figure: Figure | None = None
        self.shown: tuple[Figure, ...] = ()
        """The figures so far, the present one last, those sent back too."""

    @property
    def sum(self) -> int:
        """The points so far."""
        return self.totals[0]

    def begin(self, now: float, difficulty: int = 1, *, named: bool = True) -> None:
        """The first figure is drawn; ValueError for a difficulty that no figure has."""
        if difficulty not in range(1, MAX_DIFFICULTY + 1):
            raise ValueError(f"a difficulty is 1 to {MAX_DIFFICULTY}, not {difficulty!r}")
        self._enter("toss", now, Phase.TOSS)
        self.began_with = self.difficulty = difficulty
        self.named = named
        self._begin_turn(0, 0)

    def _begin_arranging(self) -> None:
        """The booklet takes no time to arrange."""
        super()._begin_arranging()
        self.figure = _figure(self.seed, self.difficulty, self.shown)
        self.shown += (self.figure,)
        unnamed = say("sevens.solo.unnamed", "Figure {number}", number=self.round + 1)
        self.name = self.figure.name if self.named else unnamed
        self.target = self.figure.picture.rounded()
        self._wait(Phase.READY)

    def _score(self) -> None:
        if self.figure is not None:
            self.name = self.figure.name
        super()._score()

    def go_on(self, now: float) -> None:
        """The points have been seen: the next figure, or the end of the run."""
        self._enter("go_on", now, Phase.SCORED)
        self._note("on")
        if self.round == FIGURES - 1:
            self._finish(
                (0,),
                say(
                    "sevens.solo.sum",
                    "{points} of {most} points",
                    points=self.sum,
                    most=MAX_RUN_POINTS,
                ),
            )
            return
        self.difficulty = next_difficulty(self.difficulty, self.round, self.turns[-1].points)
        self.cards += (None,)
        self._begin_turn(self.round + 1, 0)

    def stop(self, now: float) -> None:
        """The run ends before its time; what it gave so far stays."""
        self._enter("", now, *Phase)
        self.outcome = Outcome((), say("sevens.solo.stopped", "The run was stopped"), self.totals)
        self._wait(Phase.OVER)


def next_difficulty(difficulty: int, number: int, points: int) -> int:
    """How hard the figure after the one with this number (from 0) is, given that one's points."""
    if points <= POOR_POINTS:
        step = -1
    elif points >= GOOD_POINTS:
        step = 1
    else:
        step = DIFFICULTY_STEPS[number]
    return min(MAX_DIFFICULTY, max(1, difficulty + step))


def _terms(terms: MatchOptions) -> MatchOptions:
    """The clocks of the three rounds spread over a run, the longest first; no time to arrange."""
    spread = tuple(terms.clocks[number * len(terms.clocks) // FIGURES] for number in range(FIGURES))
    return replace(terms, clocks=spread, arrange=None)


def _figure(seed: int, difficulty: int, shown: tuple[Figure, ...]) -> Figure:
    """A figure as hard as asked, or nearly, that was not there before, if there is one."""
    booklet = figures.booklet()
    fresh = [figure for figure in booklet if figure not in shown] or list(booklet)
    least = min(abs(figure.difficulty - difficulty) for figure in fresh)
    fitting = [figure for figure in fresh if abs(figure.difficulty - difficulty) == least]
    throw = Random(f"{seed}:solo:{len(shown)}").random()
    return fitting[int(throw * len(fitting))]
