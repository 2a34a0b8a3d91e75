"""A device's lines, and a host that reads them without a port."""

from collections.abc import Sequence

from tabletop.input.serial.protocols import DeviceEvent, RepeatFilter, Ttl1Driver, crc8

HELLO = "0 HELLO ttl/1 box 1.0 c899 btn:4,roll:6,led:2,ack"


def line(body: str, end: bytes = b"\r\n") -> bytes:
    data = body.encode("latin-1")
    return b"$" + data + b"*%02X" % crc8(data) + end


def lines(*bodies: str) -> bytes:
    return b"".join(map(line, bodies))


class Host:
    """The test moves the time; what the driver writes is kept."""

    def __init__(self, repeats: RepeatFilter | None = None, now: float = 100.0) -> None:
        self.driver = Ttl1Driver(repeats)
        self.now = now
        self.written = b""
        self.driver.begin(now)

    def hear(self, *bodies: str, after: float = 0.01) -> Sequence[DeviceEvent]:
        return self.hear_bytes(lines(*bodies), after=after)

    def hear_bytes(self, data: bytes, after: float = 0.01) -> Sequence[DeviceEvent]:
        self.now += after
        events = self.driver.feed(data, self.now)
        self.written += self.driver.due(self.now)
        return events

    def taken(self) -> bytes:
        """What was written since the last call."""
        written, self.written = self.written, b""
        return written


def met(repeats: RepeatFilter | None = None) -> Host:
    """A host to which the device has identified itself."""
    host = Host(repeats)
    host.hear(HELLO)
    host.taken()
    return host
