"""The program with a chosen seed: the coin falls and cards come as a test needs them.

Its first argument is the seed, the others are those of the program.
"""

import random
import sys
from collections.abc import Sequence

from tabletop.__main__ import main

SEED_BITS = 48
"""The bits of a seed of a match; secrets of phones have others."""


def run(seed: int, arguments: Sequence[str]) -> int:
    class Chance(random.SystemRandom):
        def getrandbits(self, k: int, /) -> int:
            return seed if k == SEED_BITS else super().getrandbits(k)

    random.SystemRandom = Chance  # type: ignore[misc]
    return main(arguments)


if __name__ == "__main__":
    sys.exit(run(int(sys.argv[1]), sys.argv[2:]))
