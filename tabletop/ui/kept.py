"""Pictures that are kept, because they cost more to make than to keep, within one budget of bytes.

As many are kept of each kind as its maker says, and of all together as many as the table has room
for: what was not seen for longest is given up first. So a table that is open for a weekend takes no
more memory on Sunday than it did on Friday, whatever people do at it.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from functools import update_wrapper
from itertools import count
from math import inf
from operator import attrgetter
from time import thread_time
from typing import Any, Final, Generic, ParamSpec, TypeVar

import pygame

P = ParamSpec("P")
R = TypeVar("R")

WINDOWS: Final = 48
"""All pictures together may take as many bytes as so many pictures of the whole window.

What is made ready in advance takes 34 of them at 1280x800.
"""
LEAST: Final = 1280 * 800
"""A smaller window counts as one of so many pixels."""
DEPTH: Final = 4
"""Bytes of a pixel."""


@dataclass(slots=True, eq=False)
class _Entry(Generic[R]):
    """What was given for some arguments, of how many bytes, and when it was asked for last."""

    kind: "Kept[..., R]"
    key: Hashable
    given: R
    size: int
    used: int
    number: int


class NotNow(BaseException):
    """A picture is wanted that nobody has made yet, and there is no time left to make it now.

    No error, so that nobody on the way takes it for one: whoever said how long it may last tries
    again, and finds what was made until then.
    """


class Kept(Generic[P, R]):
    """A function whose pictures are kept by its arguments. It is called as the function is.

    The main loop alone may call it. What it gives must not be changed.
    """

    def __init__(self, make: Callable[P, R], most: int) -> None:
        update_wrapper(self, make)
        self.__wrapped__ = make
        self.made = 0
        """How many pictures it had to make ever."""
        self._most = most
        self._entries: dict[Hashable, _Entry[R]] = {}
        _pool.kinds.append(self)

    def __call__(self, *args: P.args, **more: P.kwargs) -> R:
        key = (args, *more.items()) if more else args
        entry = self._entries.get(key)
        if entry is not None:
            _pool.seen(entry)
            return entry.given
        if _pool.made and thread_time() > _pool.until:
            raise NotNow
        given = self.__wrapped__(*args, **more)
        self.made += 1
        if (earlier := self._entries.pop(key, None)) is not None:  # made for a part of itself
            _pool.drop(earlier)
        size = size_of(given) + size_of(args)  # what it was made of lives as long as it does
        self._entries[key] = entry = _Entry(self, key, given, size, 0, next(_pool.clock))
        _pool.take(entry)
        if len(self._entries) > self._most:
            self.forget(min(self._entries.values(), key=_last_used))
        _pool.rest()
        return given

    def forget(self, entry: _Entry[R]) -> None:
        """Gives up one of its pictures."""
        # Once another palette is in force it is not found by its colours: then all are cleared.
        self._entries.pop(entry.key, None)
        _pool.drop(entry)

    def cache_clear(self) -> None:
        """Gives up all of them; named as `functools` names it."""
        for entry in self._entries.values():
            _pool.drop(entry)
        self._entries.clear()

    def __len__(self) -> int:
        return len(self._entries)

    def __bool__(self) -> bool:
        return True


_last_used: Final = attrgetter("used")


class _Pool:
    """What all of them share. It changes whenever a picture is asked for."""

    def __init__(self) -> None:
        self.kinds: list[Kept[..., Any]] = []
        self.clock = count()
        self.bytes = 0
        self.most = WINDOWS * DEPTH * LEAST
        self.until = inf
        """By `time.thread_time`; later no picture is begun."""
        self.made = 0
        """Pictures made since then was said; at least one is, so that each try goes further."""
        self._order: OrderedDict[int, _Entry[Any]] = OrderedDict()
        """By their numbers, those that were not asked for for longest first."""

    def rest(self) -> None:
        """Something was made and is kept: `NotNow` where the time is over."""
        self.made += 1
        if thread_time() > self.until:
            raise NotNow

    def seen(self, entry: _Entry[Any]) -> None:
        """That picture was asked for."""
        entry.used = next(self.clock)
        self._order.move_to_end(entry.number)

    def take(self, entry: _Entry[Any]) -> None:
        """A new picture, for which others make room."""
        self._order[entry.number] = entry
        entry.used = entry.number
        self.bytes += entry.size
        self.make_room()

    def drop(self, entry: _Entry[Any]) -> None:
        """That picture is given up, if it was not before."""
        if self._order.pop(entry.number, None) is not None:
            self.bytes -= entry.size

    def make_room(self) -> None:
        """Gives up the oldest while there is too much; the newest one stays, however large."""
        while self.bytes > self.most and len(self._order) > 1:
            oldest = next(iter(self._order.values()))
            oldest.kind.forget(oldest)


_pool: Final = _Pool()


def kept(most: int) -> Callable[[Callable[P, R]], Kept[P, R]]:
    """Keeps at most so many of the pictures that a function gives."""
    return lambda make: Kept(make, most)


@contextmanager
def hurried(seconds: float) -> Iterator[None]:
    """After so many seconds of work, and a picture, `NotNow` is raised: with the next, if any."""
    before = _pool.until, _pool.made
    _pool.until, _pool.made = thread_time() + seconds, 0
    try:
        yield
    finally:
        _pool.until, _pool.made = before


def made() -> None:
    """Said by whoever keeps a large picture in a place of its own, right after it did.

    Raises `NotNow` where there is no time left: next time it is there.
    """
    _pool.rest()


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
