"""What becomes of one match, for the host's figures."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from tabletop.engine.text import Text
from tabletop.storage.repository import Store
from tabletop.storage.usage_metrics import MATCH_STAGES, MAX_PEOPLE, MatchStep, UsageMetric

WinnerKind: TypeAlias = Literal["people", "computer", "shared", "nobody"]
"""Who of the people and a computer has won."""


class MatchMetrics:
    """Counts one match from its first ply to its end, and never who plays it.

    It changes as the match goes on. Each step is told as often as one likes and counted once; a
    match that was left and taken up again has its old id, and begins no second time.
    """

    def __init__(self, store: Store, game: str, match_id: str, *, fresh: bool) -> None:
        """`fresh`: from here on all of it is seen, so its length is known in the end."""
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
        """Somebody has sat at it so much longer."""
        self._seconds += seconds

    def go_on(self, people: int, levels: Iterable[str] = (), languages: Iterable[str] = ()) -> None:
        """A ply was played: `people` sit there, with computers of these levels.

        What computers play among themselves is no match that anybody has begun. `levels` are
        keys, as ``easy``; `languages` are those that people read, one for each seat.
        """
        if self._step is not None or people < 1:
            return
        game = self._game
        found = [UsageMetric("begun", game)]
        found.append(UsageMetric("players", game, str(min(people, MAX_PEOPLE))))
        found += [UsageMetric("level", game, level) for level in levels]
        found += [figure for code in languages if (figure := _language_metric(code)) is not None]
        self._take("going", found)

    def end(self, levels: Iterable[str] = (), who: WinnerKind = "nobody") -> None:
        """It has ended; `levels`: of the computers that people played with, and who has won."""
        if self._step != "going":
            return
        found = [UsageMetric("finished", self._game)]
        if self._fresh:
            found.append(UsageMetric.length(self._game, self._seconds))
        found += [UsageMetric("won", self._game, f"{level} {who}") for level in levels]
        self._take("over", found)

    def leave(self, where: str) -> None:
        """People go before its end; `where` is a stage or a moment of the figures.

        Counted too where nobody has played since it was taken up after a power cut.
        """
        if self._step in (None, "going"):
            self._take("left", [UsageMetric("abandoned", self._game, where)])

    def refuse(self, reason: Text, rule: str = "") -> None:
        """Somebody has read why something was refused."""
        figure = UsageMetric.refused(self._game, reason, rule)
        if figure is not None:
            self._store.count(figure)

    def hint(self) -> None:
        """Somebody has asked for a hint."""
        self._store.count(UsageMetric("hint", self._game))

    def _take(self, step: MatchStep, figures: Iterable[UsageMetric]) -> None:
        self._step = step
        self._store.count_step(self._id, self._game, step, tuple(figures))


def match_stage(plies: int, usual: int) -> str:
    """The third of a game's usual length in which a match stands after so many plies."""
    return MATCH_STAGES[min(len(MATCH_STAGES) - 1, plies * len(MATCH_STAGES) // max(1, usual))]


def winner_kind(winners: Iterable[int], people: Iterable[int]) -> WinnerKind:
    """Who has won, by the seats that people play at."""
    won, seats = set(winners), set(people)
    if not won:
        return "nobody"
    return "people" if won <= seats else "shared" if won & seats else "computer"


def _language_metric(code: str) -> UsageMetric | None:
    """A language that somebody reads; None for one that has no code of the usual form."""
    try:
        return UsageMetric("language", what=code)
    except ValueError:
        return None
