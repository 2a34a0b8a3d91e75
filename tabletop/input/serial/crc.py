"""The checksum of TTL/1: CRC-8 with the polynomial 0x07."""

from typing import Final


def _remainder(byte: int) -> int:
    for _ in range(8):
        byte = (byte << 1) ^ 0x107 if byte & 0x80 else byte << 1
    return byte


_TABLE: Final = tuple(_remainder(byte) for byte in range(256))


def crc8(data: bytes) -> int:
    """The CRC-8 of `data`: begins at 0, nothing reflected, nothing added at the end."""
    crc = 0
    table = _TABLE
    for byte in data:
        crc = table[crc ^ byte]
    return crc


def framed(body: str) -> bytes:
    """A body as the line that carries it."""
    data = body.encode("ascii")
    return b"$%s*%02X\r\n" % (data, crc8(data))
