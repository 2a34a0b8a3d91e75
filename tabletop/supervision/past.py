"""How the program has fared: whether it ended in order each time, and what was on the table else.

Written down at every start and every end. A start that finds no end before it follows a death,
whatever it was: an error, a watchdog, a pulled plug.
"""

import json
import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any, Final, Self

from tabletop.settings import write_atomically

log = logging.getLogger(__name__)

FILE_NAME: Final = "supervision.json"
SAME_MATCH: Final = 3
"""After so many deaths with the same match on the table it is not opened by itself any more,"""
SOON: Final = 300.0
"""if they came within so many seconds."""
MANY: Final = 10
"""After so many deaths the program begins in safe mode,"""
HOUR: Final = 3600.0
"""if they came within so many seconds."""
REMEMBERED: Final = 50
"""How many deaths and matches are remembered."""


@dataclass(frozen=True, slots=True)
class Death:
    """An end that was not in order."""

    at: float
    """The second since 1970 at which the next start noticed it."""
    match: str = ""
    """The match that was on the table; "" for none."""


@dataclass(frozen=True, slots=True)
class Past:
    """What is remembered between starts."""

    running: bool = False
    """Whether the last start has not ended, as far as is known."""
    restarts: int = 0
    """How many deaths there were ever."""
    deaths: tuple[Death, ...] = ()
    aside: tuple[str, ...] = ()
    """The matches that are kept but are not opened, because the program died of them."""

    def begun(self, now: float) -> "Past":
        """After another start, which may have noticed a death."""
        if not self.running:
            return replace(self, running=True)
        deaths = (*self.deaths, Death(now))[-REMEMBERED:]
        return replace(self, restarts=self.restarts + 1, deaths=deaths)

    def blamed(self, match: str, now: float) -> "Past":
        """After it is known which match was on the table when the program died last."""
        if not self.deaths or not match:
            return self
        deaths = (*self.deaths[:-1], replace(self.deaths[-1], match=match))
        dead = [each for each in deaths if each.match == match and _near(each.at, now, SOON)]
        aside = self.aside
        if len(dead) >= SAME_MATCH and match not in aside:
            aside = (*aside, match)[-REMEMBERED:]
        return replace(self, deaths=deaths, aside=aside)

    def ended(self) -> "Past":
        """After an end in order."""
        return replace(self, running=False)

    def recent(self, now: float) -> int:
        """How many deaths the last hour has seen."""
        return sum(_near(death.at, now, HOUR) for death in self.deaths)

    def is_unsafe(self, now: float) -> bool:
        """Whether the program dies so often that it had better do less."""
        return self.recent(now) >= MANY

    def to_text(self) -> str:
        return json.dumps(
            {
                "running": self.running,
                "restarts": self.restarts,
                "deaths": [{"at": death.at, "match": death.match} for death in self.deaths],
                "aside": list(self.aside),
            },
            indent=1,
        )

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The inverse of `to_text`; ValueError for anything else."""
        try:
            told: Any = json.loads(text)
            deaths = tuple(
                Death(float(_is(each["at"], int, float)), _is(each["match"], str))
                for each in _is(told["deaths"], list)
            )
            return cls(
                running=_is(told["running"], bool),
                restarts=max(0, _is(told["restarts"], int)),
                deaths=deaths[-REMEMBERED:],
                aside=tuple(_is(each, str) for each in _is(told["aside"], list))[-REMEMBERED:],
            )
        except (KeyError, TypeError, RecursionError, OverflowError) as problem:
            raise ValueError("no past of this program") from problem


def read(folder: Path) -> Past:
    """What is remembered in a folder. A damaged file is set aside, and nothing is remembered."""
    path = folder / FILE_NAME
    try:
        return Past.from_text(path.read_bytes().decode())
    except FileNotFoundError:
        pass
    except OSError as problem:
        log.warning("%s cannot be read: %s", path.name, problem)
    except ValueError:
        aside = next(
            aside
            for number in count(1)
            if not (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists()
        )
        log.warning("%s was damaged and was set aside as %s", path.name, aside.name)
        with suppress(OSError):
            path.rename(aside)
    return Past()


def write(folder: Path, past: Past) -> None:
    """Remembers it. Where that cannot be done, it is as if nothing had happened."""
    try:
        write_atomically(folder / FILE_NAME, past.to_text())
    except OSError as problem:
        log.warning("how the program fares cannot be remembered: %s", problem)


def _near(at: float, now: float, span: float) -> bool:
    # Both ways: a clock that is set right when the network comes may go back as well.
    return abs(now - at) <= span


def _is(value: Any, *kinds: type) -> Any:
    """The value, if it is of one of these kinds; TypeError else. True is no number here."""
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise TypeError(value)
    return value
