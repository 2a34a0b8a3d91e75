"""Usage counts of one match."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Literal, TypeAlias

from tabletop.engine.text import Text
from tabletop.storage.repository import Store
from tabletop.storage.usage_metrics import MATCH_STAGES, MAX_PEOPLE, MatchStep, UsageMetric

WinnerKind: TypeAlias = Literal["people", "computer", "shared", "nobody"]
"""Who has won among people and computers."""


class MatchMetrics:
    """Counts one match from its first ply to its end, and never who plays it.

    Each step may be reported repeatedly and is counted once. A resumed match keeps its id.
    """

    def __init__(self, store: Store, game: str, match_id: str, *, fresh: bool) -> None:
        """`fresh`: the match begins now, so its length will be known."""
        self._store = store
        self._game = game
        self._id = match_id
        self._fresh = fresh
        self._seconds = 0.0
        self._step: MatchStep | None = None

    @property
    def going(self) -> bool:
        """Whether it was played on since this was made, and has not ended."""
        return self._step == "going"

    def run(self, seconds: float) -> None:
        """So many more seconds have passed at it."""
        self._seconds += seconds

    def go_on(self, people: int, levels: Iterable[str] = (), languages: Iterable[str] = ()) -> None:
        """A ply was played: `people` take part, with computers of these levels.

        Games among computers alone are not counted. `levels` are keys, as ``easy``; `languages` are
        those of people, one for each seat.
        """
        if self._step is not None or people < 1:
            return
        game = self._game
        found = [UsageMetric("begun", game)]
        found.append(UsageMetric("players", game, str(min(people, MAX_PEOPLE))))
        found += [UsageMetric("level", game, level) for level in levels]
        for code in languages:
            with suppress(ValueError):  # a code of another form than usual
                found.append(UsageMetric("language", what=code))
        self._take("going", found)

    def end(self, levels: Iterable[str] = (), who: WinnerKind = "nobody") -> None:
        """It has ended; `levels`: of the computers that people played with."""
        if self._step != "going":
            return
        found = [UsageMetric("finished", self._game)]
        if self._fresh:
            found.append(UsageMetric.length(self._game, self._seconds))
        found += [UsageMetric("won", self._game, f"{level} {who}") for level in levels]
        self._take("over", found)

    def leave(self, where: str) -> None:
        """People leave before its end; `where` is a stage or a moment.

        Counted even if nobody has played since it was resumed after a power cut.
        """
        if self._step in (None, "going"):
            self._take("left", [UsageMetric("abandoned", self._game, where)])

    def refuse(self, reason: Text, rule: str = "") -> None:
        """Somebody was shown a refusal."""
        figure = UsageMetric.refused(self._game, reason, rule)
        if figure is not None:
            self._store.count(figure)

    def hint(self) -> None:
        self._store.count(UsageMetric("hint", self._game))

    def _take(self, step: MatchStep, figures: Iterable[UsageMetric]) -> None:
        self._step = step
        self._store.count_step(self._id, self._game, step, tuple(figures))


def match_stage(plies: int, usual: int) -> str:
    """The third of a game's usual length in which a match is after so many plies."""
    return MATCH_STAGES[min(len(MATCH_STAGES) - 1, plies * len(MATCH_STAGES) // max(1, usual))]


def winner_kind(winners: Iterable[int], people: Iterable[int]) -> WinnerKind:
    won, seats = set(winners), set(people)
    if not won:
        return "nobody"
    return "people" if won <= seats else "shared" if won & seats else "computer"
