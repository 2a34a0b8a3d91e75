"""Lines of TTL/1 among whatever else comes down the wire."""

import re
from typing import Final

from tabletop.input.serial.crc import crc8

_SIGN: Final = rb"[ -#%-)+-~]"
"""What a body may hold: printable ASCII without ``$`` and ``*``."""
# The sign after the checksum is looked at, not eaten: it may begin the next line. The possessive
# "+" keeps rubbish from being read more than once.
_FRAME: Final = re.compile(rb"\$(" + _SIGN + rb"{1,96}+)\*([0-9A-F]{2})(?=[\r\n$])")
_BEGINNING: Final = re.compile(
    rb"\$(?:" + _SIGN + rb"{0,96}+|" + _SIGN + rb"{1,96}+\*[0-9A-F]{0,2})\Z"
)


class Frames:
    """Changes with each piece of bytes. Keeps at most one unfinished line, of 100 bytes."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> tuple[list[bytes], int]:
        """The bodies of all lines that these bytes complete, and how many lines came to nothing.

        A line is resumed at each ``$``, so a cut one costs only itself. It ends with CR, LF or the
        next ``$``; anything else after the checksum makes it worthless.
        """
        data = self._rest + data
        bodies = []
        end = 0
        for frame in _FRAME.finditer(data):
            body, checksum = frame.groups()
            end = frame.end()
            if crc8(body) == int(checksum, 16):
                bodies.append(body)
        last = data.rfind(b"$", end)
        self._rest = data[last:] if last >= 0 and _BEGINNING.match(data, last) else b""
        return bodies, data.count(b"$") - len(bodies) - bool(self._rest)
