"""Sets of up to 63 members as the bits of an int, for kernels and guides (their subset)."""


def popcount(b: int) -> int:
    """How many bits are set, counted in all bytes at once.

    The arithmetic serves CPython and 64-bit ints alike; `int.bit_count` is CPython's only.
    """
    b -= b >> 1 & 0x5555555555555555
    b = (b & 0x3333333333333333) + (b >> 2 & 0x3333333333333333)
    b = b + (b >> 4) & 0x0F0F0F0F0F0F0F0F
    return b * 0x0101010101010101 >> 56 & 0x7F


def lowest_bit(b: int) -> int:
    """The number of the lowest bit of a set that is not empty."""
    return popcount((b & -b) - 1)
