"""Bit sets of up to 63 members, in the subset of Python that kernels and guides are written in."""


def popcount(b: int) -> int:
    """How many bits are set, counted in all bytes at once.

    Works with CPython's ints and with 64-bit ints, unlike `int.bit_count`.
    """
    b -= b >> 1 & 0x5555555555555555
    b = (b & 0x3333333333333333) + (b >> 2 & 0x3333333333333333)
    b = b + (b >> 4) & 0x0F0F0F0F0F0F0F0F
    return b * 0x0101010101010101 >> 56 & 0x7F


def lowest_bit(b: int) -> int:
    """The index of the lowest bit of a non-empty set."""
    return popcount((b & -b) - 1)
