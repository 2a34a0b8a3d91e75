"""Pictures that are kept, because they cost more to make than to keep, within one budget of bytes.

As many are kept of each kind as its maker says, and of all together as many as the table has room
for: what was not seen for longest is given up first. So a table that is open for a weekend takes no
more memory on Sunday than it did on Friday, whatever people do at it.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields, is_dataclass
from functools import update_wrapper
from itertools import count
from typing import Any, Final, Generic, ParamSpec, TypeVar

import pygame

P = ParamSpec("P")
R = TypeVar("R")

WINDOWS: Final = 40
"""All pictures together may take as many bytes as so many pictures of the whole window."""
LEAST: Final = 1280 * 800
"""A smaller window counts as one of so many pixels."""
DEPTH: Final = 4
"""Bytes of a pixel."""


@dataclass(slots=True)
class _Entry(Generic[R]):
    given: R
    size: int
    used: int
    """When it was asked for last, by the count of all questions."""


class Kept(Generic[P, R]):
    """A function whose pictures are kept by its arguments. It is called as the function is.

    The main loop alone may call it. What it gives must not be changed.
    """

    def __init__(self, make: Callable[P, R], most: int) -> None:
        update_wrapper(self, make)
        self.__wrapped__ = make
        self._most = most
        self._entries: OrderedDict[Hashable, _Entry[R]] = OrderedDict()
        self._bytes = 0
        self.made = 0
        """How many pictures it had to make ever."""
        _pool.kinds.append(self)

    def __call__(self, *args: P.args, **more: P.kwargs) -> R:
        key = (args, *more.items()) if more else args
        entry = self._entries.get(key)
        if entry is not None:
            self._entries.move_to_end(key)
            entry.used = next(_pool.clock)
            return entry.given
        given = self.__wrapped__(*args, **more)
        self.made += 1
        if key in self._entries:  # made meanwhile, for a part of itself
            self._weighs(-self._entries.pop(key).size)
        # What it was made of lives as long as it does.
        self._take(key, _Entry(given, size_of(given) + size_of(args), next(_pool.clock)))
        return given

    def _take(self, key: Hashable, entry: _Entry[R]) -> None:
        self._entries[key] = entry
        self._weighs(entry.size)
        if len(self._entries) > self._most:
            self.forget_oldest()
        _pool.make_room()

    def _weighs(self, more: int) -> None:
        self._bytes += more
        _pool.bytes += more

    @property
    def last_used(self) -> int:
        """When the oldest of its pictures was asked for last; only where there is one."""
        return next(iter(self._entries.values())).used

    def forget_oldest(self) -> None:
        """Gives up the picture that was not asked for for longest."""
        _, entry = self._entries.popitem(last=False)
        self._weighs(-entry.size)

    def cache_clear(self) -> None:
        """Gives up all of them; named as `functools` names it."""
        # Not one by one: once another palette is in force, none would be found by its colours.
        self._entries.clear()
        self._weighs(-self._bytes)

    def __len__(self) -> int:
        return len(self._entries)

    def __bool__(self) -> bool:
        return True


class _Pool:
    """What all of them share. It changes whenever a picture is made or given up."""

    def __init__(self) -> None:
        self.kinds: list[Kept[..., Any]] = []
        self.clock = count()
        self.bytes = 0
        self.most = WINDOWS * DEPTH * LEAST

    def make_room(self) -> None:
        """Gives up the oldest while there is too much; the newest one stays, however large."""
        while self.bytes > self.most and sum(map(len, self.kinds)) > 1:
            some = (kind for kind in self.kinds if len(kind))
            kind = min(some, key=lambda kind: kind.last_used)
            kind.forget_oldest()


_pool: Final = _Pool()


def kept(most: int) -> Callable[[Callable[P, R]], Kept[P, R]]:
    """Keeps at most so many of the pictures that a function gives."""
    return lambda make: Kept(make, most)


def fit(size: tuple[int, int]) -> None:
    """Sets the budget by the size of the window, in pixels."""
    _pool.most = WINDOWS * DEPTH * max(LEAST, size[0] * size[1])
    _pool.make_room()


def forget_all() -> None:
    """Gives up every picture that is kept."""
    for kind in _pool.kinds:
        kind.cache_clear()


def weight() -> int:
    """The bytes that all kept pictures take; one that two functions give counts twice."""
    return _pool.bytes


def size_of(given: object) -> int:
    """The bytes of all pictures in what a function gives."""
    match given:
        case pygame.Surface():
            return given.get_width() * given.get_height() * given.get_bytesize()
        case tuple() | list():
            return sum(map(size_of, given))
        case _ if is_dataclass(given):
            return sum(size_of(getattr(given, field.name)) for field in fields(given))
        case _:
            return 0
