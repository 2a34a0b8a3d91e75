"""Doors on a machine whose clock is the test's, and hashes that take no time."""

from pathlib import Path

import pytest

from tabletop.kiosk.door import Answer, Door
from tabletop.kiosk.pin import DIGEST, SALT, Hashed

PIN, WRONG, ANOTHER = "1357", "2468", "8263"


class Machine:
    """Seconds since a machine's start, and the name of that start."""

    def __init__(self) -> None:
        self.time = 100.0
        self.boot = "first"

    def restart(self, uptime: float = 5.0) -> None:
        self.time, self.boot = uptime, self.boot + "+"

    def door(self, path: Path) -> Door:
        return Door(path, now=lambda: self.time, boot=lambda: self.boot)


def quick(pin: str, salt: bytes | None = None) -> Hashed:
    """A hash that takes no time, for tests of everything else."""
    salt = salt or b"s" * SALT
    return Hashed(salt, pin.encode().ljust(DIGEST, b"."))


def tried(door: Door, pin: str) -> Answer | None:
    door.attempt(pin)
    door.wait()
    return door.answer()


def chosen(machine: Machine, path: Path) -> Door:
    door = machine.door(path)
    assert door.kind == "none"
    door.choose(PIN)
    door.wait()
    assert door.answer() == "set"
    return door


def another_set(machine: Machine, path: Path) -> None:
    """Somebody sets another PIN in a shell."""
    shell = machine.door(path)
    shell.choose(ANOTHER)
    shell.wait()
    assert shell.answer() == "set"


def looked(door: Door) -> None:
    door.look_again()
    door.wait()


def waiting(machine: Machine, path: Path) -> Door:
    """The door of a table that waits for minutes after wrong PINs."""
    door = chosen(machine, path)
    for _ in range(8):
        machine.time += door.left
        tried(door, WRONG)
    assert door.left == pytest.approx(480.0)
    return door
