"""The line of a simulated device: what it sends, and the faults on the way."""

import random
from math import inf

BLOCK = 65536
"""The most rubbish that is made at once, whatever the rate."""


def checksum(body: bytes) -> int:
    """CRC-8 of a body (polynomial 0x07, starts at 0, nothing reflected)."""
    crc = 0
    for byte in body:
        crc ^= byte
        for _ in range(8):
            crc = crc << 1 ^ (0x07 if crc & 0x80 else 0)
        crc &= 0xFF
    return crc


def framed(body: str) -> bytes:
    """A body as a line of TTL/1, checksum and line end included."""
    raw = body.encode("ascii")
    return b"$%s*%02X\r\n" % (raw, checksum(raw))


class Line:
    """Holds what is to be sent until it is taken; faults that were asked for happen to it here."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._waiting = bytearray()
        self._rubbish = b""
        self._flooded_until = -inf
        self._flooded_to = 0.0
        self._rate = 0.0
        self._next_drip = 0.0
        self.cut = 0
        """How many of the next lines break off in the middle."""
        self.merge = 0
        """How many of the next lines lack their line end, so that two arrive as one."""
        self.twice = 0
        """How many of the next lines are sent twice."""
        self.drip = 0.0
        """Seconds between two bytes; 0: as many as there are go at once."""
        self.silent_until = -inf
        """What is said before this second is lost."""

    def say(self, line: bytes, now: float) -> None:
        """Puts a whole line on its way, with whatever is to happen to it."""
        if now < self.silent_until:
            return
        if self.cut:
            self.cut -= 1
            line = line[: self._rng.randrange(1, len(line) - 4)]
        elif self.merge:
            self.merge -= 1
            line = line.rstrip(b"\r\n")
        if self.twice:
            self.twice -= 1
            line += line
        self._waiting += line

    def noise(self, count: int) -> None:
        """So many bytes of anything, as from a bad cable."""
        self._waiting += self._rng.randbytes(count)

    def nul(self, count: int) -> None:
        """So many NULs, as from a chip that is powered up."""
        self._waiting += bytes(count)

    def flood(self, seconds: float, rate: float, now: float) -> None:
        """Rubbish from now on, so many bytes a second, between the lines and never within one."""
        self._rate = rate
        self._flooded_to, self._flooded_until = now, now + seconds

    def clear(self) -> None:
        """Loses what was on its way, as a pulled plug does."""
        self._waiting.clear()

    def take(self, now: float) -> bytes:
        """What goes out now. Made to measure: a flood is as fast as it is taken, and no faster."""
        if len(self._waiting) < BLOCK:
            self._waiting += self._flood(now)
        if not self.drip:
            taken = bytes(self._waiting)
            self._waiting.clear()
            return taken
        if not self._waiting or now < self._next_drip:
            return b""
        self._next_drip = now + self.drip
        taken = bytes(self._waiting[:1])
        del self._waiting[:1]
        return taken

    def wakes_in(self, now: float) -> float:
        """Seconds until `take` has something; infinite while nothing is on its way."""
        if self._waiting:
            return max(0.0, self._next_drip - now) if self.drip else 0.0
        return 0.001 if self._flooded_to < self._flooded_until else inf

    def _flood(self, now: float) -> bytes:
        until = min(now, self._flooded_until)
        if until <= self._flooded_to:
            return b""
        count = min(BLOCK, int((until - self._flooded_to) * self._rate))
        if not count and until < self._flooded_until:
            return b""
        self._flooded_to = until
        if not self._rubbish:
            self._rubbish = self._rng.randbytes(BLOCK)
        start = self._rng.randrange(BLOCK)
        return (self._rubbish[start:] + self._rubbish[:start])[:count]
