"""The host's end of a simulated device's cable."""

import os
import select
import time

PATIENCE = 20.0
"""Seconds that a slow machine may take for what takes none."""


def read_until(descriptor: int, wanted: bytes, patience: float = PATIENCE) -> bytes:
    """Reads until these bytes have come."""
    data, end = b"", time.monotonic() + patience
    while wanted not in data:
        left = end - time.monotonic()
        assert left > 0, data
        if select.select([descriptor], [], [], left)[0]:
            data += os.read(descriptor, 65536)
    return data


def opened(path: str) -> int:
    return os.open(path, os.O_RDWR | os.O_NOCTTY)


def asked(descriptor: int) -> bytes:
    os.write(descriptor, b"?\n")
    return read_until(descriptor, b"\r\n")
