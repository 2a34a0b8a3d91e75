"""A process that floods a serial line.

``python -m tools.bench.flood_process FD SECONDS BYTES PRESSES``

Among so many bytes of rubbish a second it presses so many buttons a second, always another one, and
none that means anything in a match. It prints how many it pressed, and how many bytes it wrote.
"""

import os
import random
import select
import sys
import time
from typing import Final

from tabletop.input.serial.protocols import frame_body

PIECE: Final = 0.01
"""Seconds between two pieces of rubbish."""
HELLO: Final = frame_body("0 HELLO ttl/1 mad 1.0 0001 btn:32")
FIRST, LAST = 6, 31
"""The buttons that it presses: those to which no box gives a meaning of their own."""


def button(number: int) -> int:
    """Which button the press of that number is of, counted from 0."""
    return FIRST + number % (LAST - FIRST + 1)


def main(descriptor: int, seconds: float, rate: float, presses: float) -> None:
    """Writes for so long, as fast as told, or as fast as it is read."""
    chance = random.Random(1)
    size = int(rate * PIECE)
    rubbish = [_rubbish(chance, size) for _ in range(16)]
    written = number = piece = 0
    began = time.monotonic()
    while (spent := time.monotonic() - began) < seconds:
        piece += 1
        data = rubbish[piece % 16]
        if number < spent * presses:
            number += 1
            data += b"\n" + _press(number, int(spent * 1000))
        written += _write(descriptor, data)
        time.sleep(max(0.0, began + piece * PIECE - time.monotonic()))
    print(number, written, flush=True)


def _press(number: int, ms: int) -> bytes:
    """One button down, and the one before it up."""
    held, before = 1 << button(number), 1 << button(number - 1)
    return frame_body(f"{number} BTN {held:X} {held | before:X} {ms}")


def _rubbish(chance: random.Random, size: int) -> bytes:
    """Noise, NULs, and all that looks nearly like a line."""
    piece = bytearray()
    while len(piece) < size:
        piece += chance.choice(
            (
                chance.randbytes(2000),
                bytes(500),
                b"$" * 200,
                b"$1 BTN 1 1 10*00\r\n",
                b"$" + b"x" * 999,
            )
        )
    return bytes(piece[:size])


def _write(descriptor: int, data: bytes) -> int:
    left = data
    while left:
        select.select((), [descriptor], ())
        left = left[os.write(descriptor, left) :]
    return len(data)


if __name__ == "__main__":
    main(int(sys.argv[1]), *map(float, sys.argv[2:5]))
