"""Limits against floods and guessing; the callers pass the time in seconds."""

import logging
from collections import OrderedDict, deque
from pathlib import Path
from types import TracebackType
from typing import Final, TypeAlias

MINUTE: Final = 60.0
MAX_ADDRESSES: Final = 1024
"""The addresses of which `RatesByAddress` keeps a rate."""
MAX_LOG_LINES: Final = 20
"""Lines of the log a minute."""
MAX_LOG_CHARACTERS: Final = 400
"""Characters of one line."""


class Rate:
    """A token bucket: so many events a second, and `burst` of them at once."""

    __slots__ = ("_at", "_burst", "_left", "_per_second")

    def __init__(self, per_second: float, burst: float, now: float) -> None:
        self._per_second = per_second
        self._burst = burst
        self._left = burst
        self._at = now

    def allows(self, now: float) -> bool:
        """Counts an event, unless it is one too many."""
        grown = max(0.0, now - self._at) * self._per_second
        self._left, self._at = min(self._burst, self._left + grown), now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True


class RatesByAddress:
    """A rate for each address; of many addresses the one that was quiet longest is forgotten."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second = per_second
        self._burst = burst
        self._rates: OrderedDict[str, Rate] = OrderedDict()

    def allows(self, address: str, now: float) -> bool:
        """Counts an event of an address, unless it is one too many."""
        rate = self._rates.get(address)
        if rate is None:
            rate = self._rates[address] = Rate(self._per_second, self._burst, now)
            if len(self._rates) > MAX_ADDRESSES:
                self._rates.popitem(last=False)
        self._rates.move_to_end(address)
        return rate.allows(now)


class CodeTries:
    """The tries of the last minute at codes of one kind."""

    def __init__(self, per_address: int, in_all: int) -> None:
        self._per_address = per_address
        self._in_all = in_all
        self._tries: deque[tuple[float, str]] = deque(maxlen=in_all)

    def too_many(self, address: str, now: float) -> bool:
        """Whether no code of this address may be looked at now, not even the right one."""
        while self._tries and now - self._tries[0][0] >= MINUTE:
            self._tries.popleft()
        own = sum(address == each for _, each in self._tries)
        return len(self._tries) >= self._in_all or own >= self._per_address

    def add(self, address: str, now: float) -> None:
        self._tries.append((now, address))


class LogLimit(logging.Filter):
    """Lets through some lines a minute and says how many were left out."""

    def __init__(self, lines: int = MAX_LOG_LINES) -> None:
        super().__init__()
        self._lines = lines
        self._began = 0.0
        self._passed = self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        if not 0 <= record.created - self._began < MINUTE:
            self._began, self._passed = record.created, 0
        if self._passed >= self._lines:
            self._left_out += 1
            return False
        self._passed += 1
        if self._left_out:
            record.msg = f"({self._left_out} lines were left out) {record.msg}"
            self._left_out = 0
        return True


_ExcInfo: TypeAlias = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)


class ShortFormatter(logging.Formatter):
    """One short line a record. Of an exception only its kind and place: its text may hold bytes
    of a request, and so names and tokens.
    """

    def format(self, record: logging.LogRecord) -> str:
        record.exc_text = None
        return " | ".join(super().format(record).splitlines())[:MAX_LOG_CHARACTERS]

    def formatException(self, ei: _ExcInfo) -> str:  # noqa: N802 - a method of logging
        kind, _, trace = ei
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        place = ""
        if trace is not None:
            file = Path(trace.tb_frame.f_code.co_filename).name
            place = f" in {file}:{trace.tb_lineno}"
        return f"{kind.__name__ if kind else 'nothing'}{place}"
