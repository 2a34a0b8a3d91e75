"""TTL/1 with any bytes, compared with a second, plain implementation."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from hypothesis import given
from hypothesis import strategies as st

from tabletop.input.serial.protocols import (
    ButtonEdge,
    DeviceEvent,
    DiceEvent,
    Heartbeat,
    Ttl1Driver,
)
from tests.input.serial.spoken import HELLO, Host, line, met
from tests.lanes import examples

WORDS = st.one_of(
    st.sampled_from(
        [
            HELLO,
            HELLO.replace("ttl/1", "ttl/2"),
            "1 BTN 1 1 10",
            "1 ROLL d6 3 20",
            "2 ROLL d6 3+9 20",
            "2 BEAT 1 30",
            "3 ERR help me",
            "9 NOVELTY",
        ]
    ),
    st.text("0123456789 BTNROLEAHdf+/.", max_size=40),
)
PIECES = st.lists(
    st.one_of(
        WORDS.map(line),
        WORDS.map(lambda body: line(body, b"")),
        WORDS.map(lambda body: line(body)[:-5]),
        st.binary(max_size=40),
        st.sampled_from([b"$", b"*", b"\0", b"\r", b"\n", b"$" * 99]),
    ),
    max_size=25,
)


def heard(pieces: Sequence[bytes]) -> tuple[list[DeviceEvent], int, bytes]:
    driver = Ttl1Driver()
    driver.begin(5.0)
    events = [event for piece in pieces for event in driver.feed(piece, 6.0)]
    # After a device was refused, nothing is counted.
    return events, 0 if driver.refused else driver.errors, driver.due(6.0)


@given(PIECES, st.integers(1, 50))
def test_any_bytes_however_they_are_cut_give_the_same_events(
    pieces: list[bytes], size: int
) -> None:
    whole = b"".join(pieces) + b"\n"
    in_one = heard([whole])
    assert heard([whole[at : at + 1] for at in range(len(whole))]) == in_one
    assert heard([whole[at : at + size] for at in range(0, len(whole), size)]) == in_one


@dataclass
class Reading:
    """The plain implementation."""

    given: dict[str, float] = field(default_factory=dict)
    held: int = 0
    seq: int = -1
    ms: int = -1
    acked: list[int] = field(default_factory=list)

    def hear(self, body: str, now: float) -> bool:
        """Whether there is an event."""
        words = body.split(" ")
        seq = int(words[0])
        if words[1] == "ROLL":
            self.acked.append(seq)
        before = self.given.get(body, -100.0)
        self.given[body] = now
        if now - before <= 5:
            return False
        ms = int(words[-1])
        if self.seq >= 0:
            back = next((n for n in range(17) if on(seq, n) == self.seq), None)
            earlier = (self.ms - ms) % 2**32
            if words[1] == "ROLL" and back is not None and earlier <= 3000:
                return True
            ahead = (seq - self.seq) % 65535
            if ahead > 32767 or (ms - self.ms) % 2**32 >= 2**31:
                self.held = 0
        self.seq, self.ms = seq, ms
        if words[1] in ("BTN", "BEAT"):
            self.held = int(words[2], 16)
        return True


def on(seq: int, steps: int) -> int:
    """The number so many steps on."""
    for _ in range(steps):
        seq = 1 if seq == 65535 else seq + 1
    return seq


@st.composite
def evenings(draw: st.DrawFn) -> list[tuple[float, str]]:
    """Lines of a device with their times: in order, repeated, late, and after restarts."""
    seq, ms = draw(st.sampled_from([1, 65530])), draw(st.sampled_from([1, 2**32 - 4000]))
    said: list[tuple[float, str]] = []
    for _ in range(draw(st.integers(1, 30))):
        pause = draw(st.sampled_from([0.0, 0.1, 0.3, 1.0, 2.6, 4.9, 5.1]))
        step = draw(st.integers(0, 9))
        if step < 3 and said:
            said.append((pause, draw(st.sampled_from(said[-6:]))[1]))
            continue
        if step == 3:
            seq, ms = draw(st.integers(1, 65535)), draw(st.integers(0, 2**32 - 1))
        seq = on(seq, draw(st.sampled_from([1, 1, 1, 2, 20])))
        ms = (ms + draw(st.integers(0, 2000))) % 2**32
        at, when = seq, ms
        if step == 4:  # one whose first copy was lost, or a little too late for that
            at = (seq - 1 - draw(st.integers(0, 18))) % 65535 + 1
            when = (ms - draw(st.integers(0, 3100))) % 2**32
        mask = draw(st.integers(0, 15))
        words = [f"ROLL d6 {mask % 6 + 1}", f"BTN {mask:X} {mask:02x}", f"BEAT {mask:x}"]
        said.append((pause, f"{at} {draw(st.sampled_from(words))} {when}"))
    return said


@examples(300)
@given(evenings())
def test_every_event_comes_once_and_in_order_as_a_plain_reading_says(
    evening: list[tuple[float, str]],
) -> None:
    host, reading = met(), Reading()
    for pause, body in evening:
        expected = reading.hear(body, host.now + pause)
        events = host.hear(body, after=pause)
        assert len(events) == expected, body
        assert [spelled(event) for event in events] == [respelled(body)] * expected
        assert (host.driver.held, host.driver.last_seq, host.driver.last_ms) == (
            reading.held,
            reading.seq if reading.seq >= 0 else None,
            reading.ms if reading.ms >= 0 else None,
        )
    assert host.taken() == b"".join(b"A %d\n" % seq for seq in reading.acked)
    assert host.driver.errors == 0


def spelled(event: DeviceEvent) -> DeviceEvent:
    return replace(event, age=0.0) if isinstance(event, DiceEvent) else event


def respelled(body: str) -> DeviceEvent:
    seq, verb, *fields = body.split(" ")
    match verb:
        case "ROLL":
            return DiceEvent(6, (int(fields[1]),), int(seq), int(fields[2]))
        case "BTN":
            return ButtonEdge(int(fields[0], 16), int(fields[1], 16), int(seq), int(fields[2]))
    return Heartbeat(int(fields[0], 16), int(fields[1]))


@given(evenings())
def test_it_is_the_same_evening_before_the_hello(evening: list[tuple[float, str]]) -> None:
    after, before = met(), Host()
    bodies = [body for _, body in evening]
    expected = [spelled(event) for event in after.hear(*bodies)]
    assert before.hear(*bodies, after=0) == []
    assert [spelled(event) for event in before.hear(HELLO)][:-1] == expected
