"""LRU caches of rendered surfaces with one byte budget, and the frame budget for cache misses.

`surface_cache` decorates a pure function that renders a surface. Each function keeps a number of
results, all functions together keep a number of bytes; the least recently used goes first.

`FrameBudget` spreads cache misses over several turns of the main loop: `time_limit` makes a cached
function raise `BudgetExceeded` when the time of a turn is used up.
"""

import time
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

BUDGET_WINDOWS: Final = 48
"""The byte budget, in surfaces of the window's size.

The prewarmed surfaces take 34 of them at 1280x800.
"""
MIN_WINDOW_PIXELS: Final = 1280 * 800
"""A smaller window counts as one of this size."""
BYTES_PER_PIXEL: Final = 4


@dataclass(slots=True, eq=False)
class _Entry(Generic[R]):
    """One cached result. `used` is the pool's counter at the last access, `size` is in bytes."""

    kind: "CachedFunction[..., R]"
    key: Hashable
    given: R
    size: int
    used: int
    number: int


class BudgetExceeded(BaseException):
    """A surface is missing and the time limit is over. Try again: what was made is cached.

    A BaseException, so that `except Exception` cannot swallow it.
    """


class CachedFunction(Generic[P, R]):
    """A function whose results are cached by its arguments. Only the main thread may call it.

    Its results must not be changed.
    """

    def __init__(self, make: Callable[P, R], most: int) -> None:
        update_wrapper(self, make)
        self.__wrapped__ = make
        self.made = 0
        """The number of cache misses."""
        self._most = most
        self._entries: dict[Hashable, _Entry[R]] = {}
        _pool.kinds.append(self)

    def __call__(self, *args: P.args, **more: P.kwargs) -> R:
        key = (args, *more.items()) if more else args
        entry = self._entries.get(key)
        if entry is not None:
            entry.used = next(_pool.clock)
            _pool.order.move_to_end(entry.number)
            return entry.given
        if _pool.made and thread_time() > _pool.until:
            raise BudgetExceeded
        given = self.__wrapped__(*args, **more)
        self.made += 1
        if (earlier := self._entries.pop(key, None)) is not None:  # made by a nested call
            _pool.drop(earlier)
        # The arguments live as long as the result does.
        size = surface_bytes(given) + surface_bytes(args)
        self._entries[key] = entry = _Entry(self, key, given, size, 0, next(_pool.clock))
        _pool.take(entry)
        if len(self._entries) > self._most:
            self.forget(min(self._entries.values(), key=_last_used))
        _pool.rest()
        return given

    def forget(self, entry: _Entry[R]) -> None:
        """Drops one result; not found after a change of palette, which drops all of them."""
        self._entries.pop(entry.key, None)
        _pool.drop(entry)

    def cache_clear(self) -> None:
        """Drops all results."""
        for entry in self._entries.values():
            _pool.drop(entry)
        self._entries.clear()

    def __len__(self) -> int:
        return len(self._entries)

    def __bool__(self) -> bool:
        return True


_last_used: Final = attrgetter("used")


class SurfacePool:
    """The byte budget, access order and time limit of all cached functions of the process.

    Like the caches of `functools`, it belongs to the process and not to an app: it holds results of
    pure functions, so nothing but speed and memory depends on it.
    """

    def __init__(self) -> None:
        self.kinds: list[CachedFunction[..., Any]] = []
        self.clock = count()
        self.bytes = 0
        self.most = BUDGET_WINDOWS * BYTES_PER_PIXEL * MIN_WINDOW_PIXELS
        self.until = inf
        """By `time.thread_time`; after it no surface is begun."""
        self.made = 0
        """Surfaces made since the limit was set; at least one is, so that each try gets further."""
        self.order: OrderedDict[int, _Entry[Any]] = OrderedDict()
        """By number, the least recently used first."""

    def rest(self) -> None:
        """Counts a surface that was made. Raises `BudgetExceeded` after the time limit."""
        self.made += 1
        if thread_time() > self.until:
            raise BudgetExceeded

    def take(self, entry: _Entry[Any]) -> None:
        """Adds an entry and drops others beyond the budget."""
        self.order[entry.number] = entry
        entry.used = entry.number
        self.bytes += entry.size
        self.make_room()

    def drop(self, entry: _Entry[Any]) -> None:
        """Removes an entry, if it is still there."""
        if self.order.pop(entry.number, None) is not None:
            self.bytes -= entry.size

    def make_room(self) -> None:
        """Drops the least recently used beyond the budget; the newest entry stays."""
        while self.bytes > self.most and len(self.order) > 1:
            oldest = next(iter(self.order.values()))
            oldest.kind.forget(oldest)


_pool: Final = SurfacePool()


def surface_cache(most: int) -> Callable[[Callable[P, R]], CachedFunction[P, R]]:
    """Caches at most `most` results of a function."""
    return lambda make: CachedFunction(make, most)


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises `BudgetExceeded` after this many seconds of CPU time and at least one surface."""
    before = _pool.until, _pool.made
    _pool.until, _pool.made = thread_time() + seconds, 0
    try:
        yield
    finally:
        _pool.until, _pool.made = before


def check_time_limit() -> None:
    """Call it after storing a large surface elsewhere than in a cached function.

    Raises `BudgetExceeded` after the time limit.
    """
    _pool.rest()


def set_window_size(size: tuple[int, int]) -> None:
    """Sets the byte budget by the size of the window, in pixels."""
    _pool.most = BUDGET_WINDOWS * BYTES_PER_PIXEL * max(MIN_WINDOW_PIXELS, size[0] * size[1])
    _pool.make_room()


def clear_all() -> None:
    """Drops every cached result."""
    for kind in _pool.kinds:
        kind.cache_clear()


def total_bytes() -> int:
    """The bytes of all cached surfaces; one that two functions return counts twice."""
    return _pool.bytes


def surface_bytes(given: object) -> int:
    """The bytes of all surfaces in a value."""
    if isinstance(given, (int, float, str)):  # most arguments
        return 0
    match given:
        case pygame.Surface():
            return given.get_width() * given.get_height() * given.get_bytesize()
        case tuple() | list():
            return sum(map(surface_bytes, given))
        case _ if is_dataclass(given):
            return sum(surface_bytes(getattr(given, field.name)) for field in fields(given))
        case _:
            return 0


T = TypeVar("T")

MAX_TRIES: Final = 16
"""Turns that a frame may take; after them each has more time, so that the frame is finished."""
SLICE_SECONDS: Final = 0.004
"""CPU seconds of one step; the last surface that it begins may exceed them."""
MAX_SLICES: Final = 250
"""Steps after which each has more time, so that the work is finished."""


class FrameBudget:
    """Spreads the cache misses of one frame over several turns of the main loop.

    A page that was just opened may need a hundred new surfaces. Until they are made the screen
    keeps its old picture, and the loop goes on reading input and feeding the watchdog. The very
    first frame is made at once.
    """

    def __init__(
        self,
        patience: float,
        now: Callable[[], float] = time.perf_counter,
        *,
        tries: int = MAX_TRIES,
        opened: bool = False,
    ) -> None:
        """`patience`: seconds of one turn; infinity makes everything at once.

        After `tries` turns each has more time. `opened`: the first frame was shown already.
        """
        self._patience, self._most = patience, tries
        self._now = now
        self._opened = opened
        self._waits = False
        self._tries = 0

    def over_budget(self, began: float) -> bool:
        """Whether a turn that began then has used its time."""
        return self._now() - began > self._patience

    def made(self, make: Callable[[], T], began: float | None = None) -> T | None:
        """The result of `make`, or None if the time was over: call it again in the next turn.

        The time is what is left of the turn that `began` then, or of one that begins now. If
        nothing is left, `make` is put off to the next turn, but never twice in a row.
        """
        late = self._opened and began is not None and self.over_budget(began)
        self._waits = late and not self._waits
        if self._waits:
            return None
        spent = 0.0 if began is None else self._now() - began
        patience = self._patience * max(1, self._tries - self._most) if self._opened else inf
        try:
            with time_limit(patience - spent):
                given = make()
        except BudgetExceeded:
            self._tries += 1
            return None
        self._tries = 0
        self._opened = True
        return given


def in_slices(make: Callable[[], object]) -> Iterator[None]:
    """Fills caches, a few surfaces in each step, until `make` runs to its end.

    `make` is called again in every step, so it must have no other effect.
    """
    haste = FrameBudget(SLICE_SECONDS, tries=MAX_SLICES, opened=True)
    while haste.made(lambda: (make(),)) is None:
        yield
    yield
