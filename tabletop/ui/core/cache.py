"""Pictures that are kept, because they cost more to make than to keep, within one budget of bytes.

As many are kept of each kind as its maker says, and of all together as many as the table has room
for: what was not seen for longest is given up first. So a table that is open for a weekend takes no
more memory on Sunday than it did on Friday, whatever people do at it.

When a picture is shown whose making takes long: as soon as can be, and nothing waits for it.
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
"""All pictures together may take as many bytes as so many pictures of the whole window.

What is made ready in advance takes 34 of them at 1280x800.
"""
MIN_WINDOW_PIXELS: Final = 1280 * 800
"""A smaller window counts as one of so many pixels."""
BYTES_PER_PIXEL: Final = 4
"""Bytes of a pixel."""


@dataclass(slots=True, eq=False)
class _Entry(Generic[R]):
    """What was given for some arguments, of how many bytes, and when it was asked for last."""

    kind: "CachedFunction[..., R]"
    key: Hashable
    given: R
    size: int
    used: int
    number: int


class BudgetExceeded(BaseException):
    """A picture is wanted that nobody has made yet, and there is no time left to make it now.

    No error, so that nobody on the way takes it for one: whoever said how long it may last tries
    again, and finds what was made until then.
    """


class CachedFunction(Generic[P, R]):
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
            raise BudgetExceeded
        given = self.__wrapped__(*args, **more)
        self.made += 1
        if (earlier := self._entries.pop(key, None)) is not None:  # made for a part of itself
            _pool.drop(earlier)
        size = surface_bytes(given) + surface_bytes(
            args
        )  # what it was made of lives as long as it does
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
        self.kinds: list[CachedFunction[..., Any]] = []
        self.clock = count()
        self.bytes = 0
        self.most = BUDGET_WINDOWS * BYTES_PER_PIXEL * MIN_WINDOW_PIXELS
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
            raise BudgetExceeded

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


def surface_cache(most: int) -> Callable[[Callable[P, R]], CachedFunction[P, R]]:
    """Keeps at most so many of the pictures that a function gives."""
    return lambda make: CachedFunction(make, most)


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """After so many seconds of work, and a picture, `NotNow` is raised: with the next, if any."""
    before = _pool.until, _pool.made
    _pool.until, _pool.made = thread_time() + seconds, 0
    try:
        yield
    finally:
        _pool.until, _pool.made = before


def check_time_limit() -> None:
    """Said by whoever keeps a large picture in a place of its own, right after it did.

    Raises `NotNow` where there is no time left: next time it is there.
    """
    _pool.rest()


def set_window_size(size: tuple[int, int]) -> None:
    """Sets the budget by the size of the window, in pixels."""
    _pool.most = BUDGET_WINDOWS * BYTES_PER_PIXEL * max(MIN_WINDOW_PIXELS, size[0] * size[1])
    _pool.make_room()


def clear_all() -> None:
    """Gives up every picture that is kept."""
    for kind in _pool.kinds:
        kind.cache_clear()


def total_bytes() -> int:
    """The bytes that all kept pictures take; one that two functions give counts twice."""
    return _pool.bytes


def surface_bytes(given: object) -> int:
    """The bytes of all pictures in what a function gives."""
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
"""So many turns a picture may take to be made; then each has more time, so that it comes at all."""
SLICE_SECONDS: Final = 0.02
"""Seconds of work of a step that makes pictures; the last it begins may make it longer."""
MAX_SLICES: Final = 50
"""After so many of them each has more time, so that all is done in the end."""


class FrameBudget:
    """Shares a picture's making out over turns of the loop. It changes with every turn that draws.

    What people opened may need a hundred pictures that nobody has made yet. Until they are there
    the screen shows what it showed, and the loop goes on turning: fingers, dice and the watchdog
    are heard meanwhile. The very first picture is made at once: there is nothing to be touched yet.
    """

    def __init__(
        self,
        patience: float,
        now: Callable[[], float] = time.perf_counter,
        *,
        tries: int = MAX_TRIES,
        opened: bool = False,
    ) -> None:
        """`patience` is in seconds of one turn; at infinity all is made at once.

        After so many `tries` each has more time. `opened`: the first picture was shown already.
        """
        self._patience, self._most = patience, tries
        self._now = now
        self._opened = opened
        self._waits = False
        self._tries = 0

    def over_budget(self, began: float) -> bool:
        """Whether a turn that began then has worked enough."""
        return self._now() - began > self._patience

    def waits(self, began: float) -> bool:
        """Whether it is the next turn that draws; the one after such a turn draws in any case."""
        self._waits = self._opened and not self._waits and self.over_budget(began)
        return self._waits

    def made(self, make: Callable[[], T], began: float | None = None) -> T | None:
        """What `make` gives, or None where there is more to be made first: it is called again.

        It is given what is left of the turn that `began` then, or of one that begins now.
        """
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
    """Makes pictures that are kept, a few in each step, until `make` gets through in one of them.

    It is called anew in every step, so it must change nothing else.
    """
    haste = FrameBudget(SLICE_SECONDS, tries=MAX_SLICES, opened=True)
    while haste.made(lambda: (make(),)) is None:
        yield
    yield
