"""A device gone mad, as a process of its own: ``python -m tools.bench.flood FD SECONDS BYTES``.

Among so many bytes of rubbish a second it presses a button a hundred times a second. It prints how
many presses and bytes it wrote.
"""

import os
import random
import select
import sys
import time
from typing import Final

from tabletop.input.serial.crc import framed

PIECE: Final = 0.01
"""Seconds between two presses."""


def main(descriptor: int, seconds: float, rate: float) -> None:
    """Writes for so long, as fast as told, or as fast as it is read."""
    chance = random.Random(1)
    size = int(rate * PIECE)
    rubbish = [_rubbish(chance, size) for _ in range(16)]
    written = number = 0
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        number += 1
        press = framed(f"{number} BTN {number % 2} 1 {int((time.monotonic() - began) * 1000)}")
        written += _write(descriptor, rubbish[number % 16] + b"\n" + press)
        time.sleep(max(0.0, began + number * PIECE - time.monotonic()))
    print(number, written, flush=True)


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
    main(int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3]))
