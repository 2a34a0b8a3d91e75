"""Playing alone from memory: a run of seven figures of the booklet.

Turns and points follow the rules of a match; the booklet arranges.
"""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Final

from tabletop.engine import Outcome, say
from tabletop.engine.game import OptionValue
from tabletop.games.sevens import figures
from tabletop.games.sevens.figures import MAX_DIFFICULTY, Figure
from tabletop.games.sevens.rules.match import Phase, SevensMatch
from tabletop.games.sevens.rules.pieces import FULL_SET

FIGURES: Final = 7
"""Figures in a run."""
MAX_RUN_POINTS: Final = FIGURES * len(FULL_SET)
"""The points of a perfect run."""
DIFFICULTY_STEPS: Final = (0, 1, 0, 1, 1, 1)
"""The increase in difficulty after a figure that went neither well nor badly."""
GOOD_POINTS: Final = 5
"""From this many points on the next figure is harder."""
POOR_POINTS: Final = 2
"""Up to this many points the next figure is easier."""


class Solitaire(SevensMatch):
    """A run of one person against the booklet: `begin`, then seven turns.

    Seat 0 guesses, seat 1 is the booklet. `round` counts the figures. The record cannot be
    replayed.
    """

    def __init__(
        self,
        seed: int = 0,
        *,
        options: Mapping[str, OptionValue] | None = None,
        date: str = "",
        host: bool = False,
    ) -> None:
        super().__init__(seed, options=options, date=date, host=host)
        # The clocks of the three rounds spread over a run, the longest first.
        clocks = self.terms.clocks
        spread = tuple(clocks[number * len(clocks) // FIGURES] for number in range(FIGURES))
        self.terms = replace(self.terms, clocks=spread, arrange=None)
        self.first = 1
        self.began_with = 1
        """The difficulty of the first figure."""
        self.difficulty = 1
        """The wanted difficulty of the present figure."""
        self.named = True
        """Whether the name is told before the figure is rebuilt."""
        self.figure: Figure | None = None
        self.shown: tuple[Figure, ...] = ()
        """The figures so far, the present one last, including rejected ones."""

    @property
    def sum(self) -> int:
        return self.totals[0]

    def begin(self, now: float, difficulty: int = 1, *, named: bool = True) -> None:
        """Draws the first figure; ValueError for a difficulty out of range."""
        if difficulty not in range(1, MAX_DIFFICULTY + 1):
            raise ValueError(f"a difficulty is 1 to {MAX_DIFFICULTY}, not {difficulty!r}")
        self._enter("toss", now, Phase.TOSS)
        self.began_with = self.difficulty = difficulty
        self.named = named
        self._begin_turn(0, 0)

    def _begin_arranging(self) -> None:
        """The booklet arranges at once."""
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
        """Goes to the next figure, or ends the run."""
        self._enter("go_on", now, Phase.SCORED)
        self._note("on")
        if self.round == FIGURES - 1:
            points, most = self.sum, MAX_RUN_POINTS
            said = say("sevens.solo.sum", "{points} of {most} points", points=points, most=most)
            self._finish((0,), said)
            return
        self.difficulty = next_difficulty(self.difficulty, self.round, self.turns[-1].points)
        self.cards += (None,)
        self._begin_turn(self.round + 1, 0)

    def stop(self, now: float) -> None:
        """Ends the run early; its points stay."""
        self._enter("", now, *Phase)
        self.outcome = Outcome((), say("sevens.solo.stopped", "The run was stopped."), self.totals)
        self._wait(Phase.OVER)


def next_difficulty(difficulty: int, number: int, points: int) -> int:
    """The difficulty after figure `number` (from 0) with these points."""
    if points <= POOR_POINTS:
        step = -1
    elif points >= GOOD_POINTS:
        step = 1
    else:
        step = DIFFICULTY_STEPS[number]
    return min(MAX_DIFFICULTY, max(1, difficulty + step))


def _figure(seed: int, difficulty: int, shown: tuple[Figure, ...]) -> Figure:
    """A new figure of about the wanted difficulty, if there is one."""
    booklet = figures.booklet()
    fresh = [figure for figure in booklet if figure not in shown] or list(booklet)
    least = min(abs(figure.difficulty - difficulty) for figure in fresh)
    fitting = [figure for figure in fresh if abs(figure.difficulty - difficulty) == least]
    throw = Random(f"{seed}:solo:{len(shown)}").random()
    return fitting[int(throw * len(fitting))]
