"""The operator's PIN: how it is kept, which are too easy, and how long a wrong one costs."""

import secrets
from dataclasses import dataclass
from hashlib import scrypt
from hmac import compare_digest
from itertools import pairwise
from math import inf
from typing import Final

from tabletop.engine import Text, say

LEAST: Final = 4
MOST: Final = 8
"""How many digits a PIN has."""
FREE: Final = 5
"""So many wrong PINs cost nothing but the last of them."""
FIRST_WAIT: Final = 60.0
LONGEST_WAIT: Final = 5 * 3600.0
"""Seconds to wait after the last of these; every wrong one after it doubles them, up to the most.
Ten thousand guesses then take more than five years."""

SALT: Final = 16
COST: Final = 2**15
BLOCK: Final = 8
"""What scrypt takes (RFC 7914): 32 MB and some 100 ms on a desktop, more on a small board."""
ROOM: Final = 128 * COST * BLOCK * 2
DIGEST: Final = 32


@dataclass(frozen=True, slots=True)
class Hashed:
    """A PIN that nobody can read: by it one can only tell whether another is the same."""

    salt: bytes
    digest: bytes

    def __post_init__(self) -> None:
        if len(self.salt) != SALT or len(self.digest) != DIGEST:
            raise ValueError("not the hash of a PIN")

    @classmethod
    def of(cls, pin: str, salt: bytes | None = None) -> "Hashed":
        """The hash of a PIN; it takes a tenth of a second and more, so never in the main loop."""
        salt = secrets.token_bytes(SALT) if salt is None else salt
        digest = scrypt(
            pin.encode("ascii"), salt=salt, n=COST, r=BLOCK, p=1, maxmem=ROOM, dklen=DIGEST
        )
        return cls(salt, digest)

    def fits(self, pin: str) -> bool:
        """Whether it is this PIN; as slow as `of`, and as slow for a wrong one."""
        return compare_digest(Hashed.of(pin, self.salt).digest, self.digest)


def wait_after(failed: int) -> float:
    """Seconds that nothing can be tried after so many wrong PINs in a row."""
    if failed < FREE:
        return 0.0
    doublings = min(failed - FREE, 60)  # more would be more than a float's worth of years
    return min(LONGEST_WAIT, FIRST_WAIT * 2.0**doublings)


def tries_left(failed: int) -> int:
    """How many wrong PINs there can be until one costs a wait."""
    return max(1, FREE - failed)


def is_pin(text: str) -> bool:
    """Whether it is digits, and as many as a PIN has."""
    return LEAST <= len(text) <= MOST and text.isascii() and text.isdigit()


def why_not(pin: str) -> Text | None:
    """Why that cannot be the operator's PIN; None if it can."""
    if not is_pin(pin):
        return say("pin.length", "A PIN has {least} to {most} digits", least=LEAST, most=MOST)
    steps = {int(b) - int(a) for a, b in pairwise(pin)}
    if len(steps) == 1 and steps <= {-1, 0, 1}:
        return say("pin.easy", "That is what everybody tries first. Take another.")
    return None


def seconds_of_guessing(guesses: int) -> float:
    """Seconds that so many wrong guesses take at least, one after the other."""
    return inf if guesses < 0 else sum(wait_after(failed) for failed in range(1, guesses))
