"""A dice reader and button box that speaks TTL/1, without a port or a clock."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

from tools.simulated.line import Line, framed

BEAT_AFTER = 1.0
"""Seconds of silence after which the device says that it is there."""
REPEAT_AFTER = 0.3
"""Seconds after which a throw is said again."""
REPEATS = 6
"""How often it is said again at most."""
LONGEST = 80
"""Bytes of a host's line; a longer one is forgotten."""


@dataclass(slots=True)
class _Throw:
    """A throw that was not acknowledged yet."""

    seq: int
    line: bytes
    next_at: float
    repeats: int = 0


class SimulatedDevice:
    """A device at the other end of a line: `feed` it what the host writes, send what is `due`.

    Times are seconds of any clock that does not go back; the first is told by `power_on`.
    Buttons and lamps count from 0. Whatever happens is told to `notes`, in words.
    """

    def __init__(
        self,
        name: str = "simulated",
        *,
        buttons: int = 4,
        dice: int = 1,
        sides: int = 6,
        lamps: int = 1,
        seed: int | None = None,
        version: str = "ttl/1",
        acks: bool = True,
        sim: bool = True,
    ) -> None:
        """`dice` is how many are in one throw; 0 for a box without dice.

        `acks` is whether it says that it waits for acknowledgements, `sim` that it is simulated.
        """
        self.name = name
        self.buttons, self.dice, self.sides = buttons, dice, sides
        self.version = version
        """What it says it speaks; a change is said at the next HELLO."""
        self.acks, self.sim = acks, sim
        self.firmware = "1.0"
        self.powered = False
        self.boot = 0
        self.held = 0
        """The mask of buttons that are down now."""
        self.seq = 0
        """The number of the last event."""
        self.lamps = ["000000"] * lamps
        self.lose_acks = 0
        """How many of the next acknowledgements are not heard."""
        self.said: list[str] = []
        """The body of every new event since the beginning, without repeats, beats and faults."""
        self.acknowledged: list[int] = []
        """Every number that the host acknowledged, in order."""
        self.notes: Callable[[str], None] = lambda _: None
        self._rng = random.Random(seed)
        self.line = Line(self._rng)
        """The way out, where faults can be had (see `Line`)."""
        self._began = 0.0
        self._spoke = 0.0
        self._heard = bytearray()
        self._throws: list[_Throw] = []

    @property
    def caps(self) -> str:
        """What it can do, as HELLO says it."""
        told = (
            f"btn:{self.buttons}" if self.buttons else "",
            f"roll:{self.sides}" if self.dice else "",
            f"led:{len(self.lamps)}" if self.lamps else "",
            "ack" if self.acks else "",
            "sim" if self.sim else "",
        )
        return ",".join(cap for cap in told if cap) or "-"

    # -- what people do to it -----------------------------------------------------------------

    def power_on(self, now: float, deaf: float = 0.0) -> None:
        """Starts, or starts again: another boot, numbers from 1, all buttons up, then HELLO.

        For `deaf` seconds it neither hears nor speaks, as a board with a bootloader.
        """
        self.powered = True
        self.boot = (self.boot + self._rng.randrange(1, 65536)) % 65536
        self._began = now
        self.seq = self.held = 0
        self._throws.clear()
        self._heard.clear()
        self.line.clear()
        if deaf:
            self.line.silent_until = max(self.line.silent_until, now + deaf)
        self._hello(now)

    def power_off(self) -> None:
        """Forgets what was on its way; until `power_on` nothing that is done to it counts."""
        self.powered = False
        self._throws.clear()
        self._heard.clear()
        self.line.clear()

    def press(self, button: int, now: float) -> None:
        """A button goes down; nothing if it is down already."""
        self._edge(self.held | self._bit(button), now)

    def release(self, button: int, now: float) -> None:
        """A button goes up; nothing if it is up already."""
        self._edge(self.held & ~self._bit(button), now)

    def roll(self, values: Sequence[int] | None, now: float) -> tuple[int, ...]:
        """A throw settles, of its own chance unless the values are given; gives the values.

        Given values are said as they are, so that a faulty reader can be had too.
        """
        thrown = tuple(values or (self._rng.randint(1, self.sides) for _ in range(self.dice or 1)))
        if self.powered:
            number = "+".join(map(str, thrown))
            line = self._event(f"ROLL d{self.sides} {number} {self._ms(now)}", now)
            self._throws.append(_Throw(self.seq, line, now + REPEAT_AFTER))
        return thrown

    def err(self, text: str, now: float) -> None:
        """A fault in the device's own words."""
        if self.powered:
            self._event(f"ERR {text}", now)

    def say(self, body: str, now: float) -> None:
        """Any body at all with its right checksum, for what no decent device would say."""
        self._send(framed(body), now)

    def silence(self, seconds: float, now: float) -> None:
        """What it says for so long is lost; it hears and counts on."""
        self.line.silent_until = now + seconds

    # -- the line -----------------------------------------------------------------------------

    def feed(self, data: bytes, now: float) -> None:
        """Hears what the host writes, cut anywhere."""
        if not self.powered:
            return
        for byte in data:
            if byte not in b"\r\n":
                self._heard.append(byte)
                if len(self._heard) > LONGEST:
                    self._heard.clear()
                continue
            words = self._heard.decode("ascii", "replace").split()
            self._heard.clear()
            if words:
                self._obey(words, now)

    def due(self, now: float) -> bytes:
        """What is to be sent by now."""
        if self.powered:
            self._repeat(now)
            if now - self._spoke >= BEAT_AFTER:
                self._send(framed(f"{self.seq} BEAT {self.held:02X} {self._ms(now)}"), now)
        return self.line.take(now)

    def wakes_in(self, now: float) -> float:
        """Seconds until something is due; infinite while it has no power."""
        if not self.powered:
            return inf
        times = [self._spoke + BEAT_AFTER, *(throw.next_at for throw in self._throws)]
        return min(max(0.0, min(times) - now), self.line.wakes_in(now))

    # -- within -------------------------------------------------------------------------------

    def _obey(self, words: Sequence[str], now: float) -> None:
        match words:
            case ["?"]:
                self.notes("is asked who it is")
                self._hello(now)
            case ["A", seq] if seq.isdecimal():
                self._acknowledge(int(seq))
            case ["L", mask] if mask.isdecimal():
                for lamp in range(len(self.lamps)):
                    self._light(str(lamp), "ffffff" if int(mask) >> lamp & 1 else "000000")
            case ["L", lamp, colour]:
                self._light(lamp, colour)
            case _:
                self.notes(f"does not understand {' '.join(words)!r}")

    def _acknowledge(self, seq: int) -> None:
        if self.lose_acks:
            self.lose_acks -= 1
            self.notes(f"does not hear the acknowledgement of {seq}")
            return
        self.notes(f"hears that {seq} arrived")
        self.acknowledged.append(seq)
        self._throws = [throw for throw in self._throws if throw.seq != seq]

    def _light(self, lamp: str, colour: str) -> None:
        if lamp.isdecimal() and int(lamp) < len(self.lamps):
            self.lamps[int(lamp)] = colour
            self.notes(f"lamp {lamp} is {colour}")
        else:
            self.notes(f"has no lamp {lamp}")

    def _hello(self, now: float) -> None:
        words = f"0 HELLO {self.version} {self.name} {self.firmware} {self.boot:04x} {self.caps}"
        self._send(framed(words), now)

    def _edge(self, held: int, now: float) -> None:
        changed = held ^ self.held
        if changed and self.powered:
            self.held = held
            self._event(f"BTN {held:02X} {changed:02X} {self._ms(now)}", now)

    def _event(self, words: str, now: float) -> bytes:
        self.seq = self.seq % 65535 + 1
        body = f"{self.seq} {words}"
        self.said.append(body)
        self.notes(f"says {body}")
        line = framed(body)
        self._send(line, now)
        return line

    def _repeat(self, now: float) -> None:
        for throw in self._throws:
            if now >= throw.next_at:
                throw.repeats += 1
                throw.next_at = now + REPEAT_AFTER
                self._send(throw.line, now)
        self._throws = [throw for throw in self._throws if throw.repeats < REPEATS]

    def _send(self, line: bytes, now: float) -> None:
        self._spoke = now
        self.line.say(line, now)

    def _bit(self, button: int) -> int:
        if not 0 <= button < self.buttons:
            raise ValueError(f"There is no button {button}; there are {self.buttons}, from 0.")
        return 1 << button

    def _ms(self, now: float) -> int:
        return int((now - self._began) * 1000)
