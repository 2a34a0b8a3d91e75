"""Throws of dice, counted by where they came from: what the fairness page is made of."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from sqlite3 import Connection
from typing import Any, Final, Self

MOST_SIDES: Final = 1000
"""Dice with more sides than this are not counted."""

_READ: Final = "SELECT source, sides, dice, times FROM throw"
_ADD: Final = """
    INSERT INTO throw (source, sides, dice, times) VALUES (?, ?, ?, ?)
    ON CONFLICT (source, sides, dice) DO UPDATE SET times = times + excluded.times
"""


@dataclass(frozen=True, slots=True)
class Throw:
    """What one throw showed, and where it came from; equal throws are counted together."""

    source: str
    sides: int
    values: tuple[int, ...]

    @classmethod
    def of(cls, source: str, sides: int, values: Iterable[int]) -> tuple[Self, ...]:
        """The throw to be counted, or ValueError if no such dice could show it.

        Two dice from two sources, joined by a comma as in a record, are a throw of each.
        """
        shown = tuple(values)
        if not 2 <= sides <= MOST_SIDES or not shown:
            raise ValueError(f"{len(shown)} dice with {sides} sides are no throw")
        if not all(1 <= value <= sides for value in shown):
            raise ValueError(f"dice with {sides} sides cannot show {shown}")
        sources = source.split(",")
        if len(sources) == len(shown) > 1:
            pairs = zip(sources, shown, strict=True)
            return tuple(cls(_storable(one), sides, (value,)) for one, value in pairs)
        return (cls(_storable(source), sides, shown),)


@dataclass(frozen=True, slots=True)
class ThrowCount:
    """All throws of one source with one kind of dice."""

    source: str
    """As in a record: ``screen``, ``typed``, ``reader:NAME``, ``simulated:NAME``."""
    sides: int
    throws: int
    """How many throws there were, whether with one die or with several."""
    faces: tuple[int, ...]
    """How often a die showed 1, 2, and so on."""


def counted(throws: Mapping[Throw, int]) -> tuple[ThrowCount, ...]:
    """The counts of each source and kind of dice, the most used first."""
    numbers: Counter[tuple[str, int]] = Counter()
    faces: dict[tuple[str, int], list[int]] = {}
    for throw, times in throws.items():
        kind = throw.source, throw.sides
        numbers[kind] += times
        shown = faces.setdefault(kind, [0] * throw.sides)
        for value in throw.values:
            shown[value - 1] += times
    kinds = sorted(numbers, key=lambda kind: (-numbers[kind], kind))
    return tuple(
        ThrowCount(source, sides, numbers[source, sides], tuple(faces[source, sides]))
        for source, sides in kinds
    )


def read(db: Connection) -> Counter[Throw]:
    """All throws in the database; a row that makes no sense is passed over."""
    found: Counter[Throw] = Counter()
    for source, sides, dice, times in db.execute(_READ):
        throw = _read_one(source, sides, dice)
        if throw is not None and isinstance(times, int) and times > 0:
            found[throw] += times
    return found


def add(db: Connection, throws: Mapping[Throw, int]) -> None:
    """Adds to what was counted."""
    for throw, times in throws.items():
        dice = "+".join(map(str, throw.values))
        db.execute(_ADD, (throw.source, throw.sides, dice, times))


def _read_one(source: Any, sides: Any, dice: Any) -> Throw | None:
    try:
        shown = tuple(int(value) for value in dice.split("+"))
        Throw.of("", sides, shown)
        return Throw(str(source), sides, shown)
    except (AttributeError, TypeError, ValueError):
        return None


def _storable(source: str) -> str:
    # A lone surrogate cannot be stored, and is not worth a throw.
    return source.strip().encode("utf-8", "replace").decode() or "unknown"
