"""PIN locks on a machine whose clock is the test's, with hashes that take no time."""

from pathlib import Path

import pytest

from tabletop.system.pin_lock import DIGEST_BYTES, SALT_BYTES, HashedPin, PinAnswer, PinLock

PIN, WRONG, ANOTHER = "1357", "2468", "8263"


class Machine:
    """Seconds since a machine's start, and its boot id."""

    def __init__(self) -> None:
        self.time = 100.0
        self.boot = "first"

    def restart(self, uptime: float = 5.0) -> None:
        self.time, self.boot = uptime, self.boot + "+"

    def door(self, path: Path) -> PinLock:
        return PinLock(path, now=lambda: self.time, boot=lambda: self.boot)


def quick(pin: str, salt: bytes | None = None) -> HashedPin:
    """A hash that takes no time."""
    salt = salt or b"s" * SALT_BYTES
    return HashedPin(salt, pin.encode().ljust(DIGEST_BYTES, b"."))


def tried(door: PinLock, pin: str) -> PinAnswer | None:
    door.try_pin(pin)
    door.wait()
    return door.answer()


def chosen(machine: Machine, path: Path) -> PinLock:
    door = machine.door(path)
    assert door.kind == "none"
    door.set_pin(PIN)
    door.wait()
    assert door.answer() == "set"
    return door


def another_set(machine: Machine, path: Path) -> None:
    """Another PIN is set in a shell."""
    shell = machine.door(path)
    shell.set_pin(ANOTHER)
    shell.wait()
    assert shell.answer() == "set"


def looked(door: PinLock) -> None:
    door.reload()
    door.wait()


def waiting(machine: Machine, path: Path) -> PinLock:
    """A lock that waits for minutes after wrong PINs."""
    door = chosen(machine, path)
    for _ in range(8):
        machine.time += door.left
        tried(door, WRONG)
    assert door.left == pytest.approx(480.0)
    return door
