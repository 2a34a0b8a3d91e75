"""The example sketch compiles for an Uno and speaks TTL/1."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from tabletop.input.serial.protocols import (
    ButtonEdge,
    DeviceEvent,
    DiceEvent,
    Heartbeat,
    Hello,
    Ttl1Driver,
)
from tools.environment import Trouble
from tools.firmware import compile as firmware
from tools.simulated.line import checksum

FOLDER = firmware.SKETCH.parent.parent
BOARD = Path(__file__).parent / "board"
BUTTONS, FACES, LAMP = (2, 3, 4, 5), (14, 15, 16, 17, 18, 19), 13

needs_avr = pytest.mark.skipif(bool(firmware.missing()), reason=firmware.missing())
needs_compiler = pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++")


def test_the_sketch_is_short_and_ascii() -> None:
    lines = firmware.SKETCH.read_text(encoding="ascii").splitlines()
    assert len(lines) < 60
    assert max(map(len, lines)) <= 100


@needs_avr
def test_the_sketch_compiles_for_an_uno_and_fits(tmp_path: Path) -> None:
    size = firmware.compile_sketch(firmware.SKETCH, tmp_path)
    print(size)
    assert 1000 < size.flash < firmware.FLASH // 2
    assert 200 < size.ram < firmware.RAM // 2
    assert (tmp_path / "buttonbox_and_dice.hex").stat().st_size > size.flash


@needs_avr
def test_a_sketch_with_a_slip_is_refused_with_the_compilers_words(tmp_path: Path) -> None:
    slip = tmp_path / "slip.ino"
    slip.write_text("void setup() { int unused; }\nvoid loop() {}\n")
    with pytest.raises(Trouble, match="unused"):
        firmware.compile_sketch(slip, tmp_path)


class Board:
    """The sketch on a board whose time and pins we move."""

    def __init__(self, program: Path, closed: int = 0) -> None:
        """`closed` is a pin whose switch is closed from the beginning."""
        self._running = subprocess.Popen(
            [program, str(closed)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.first = self._answer()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._running.communicate()

    def tell(self, words: str) -> list[str]:
        """Gives a command, and what the board said to it."""
        assert self._running.stdin is not None
        self._running.stdin.write(f"{words}\n")
        self._running.stdin.flush()
        return self._answer()

    def run(self, ms: int) -> list[str]:
        return self.tell(f"run {ms}")

    def close(self, pin: int) -> list[str]:
        return self.tell(f"pin {pin} 0")

    def open(self, pin: int) -> list[str]:
        return self.tell(f"pin {pin} 1")

    def _answer(self) -> list[str]:
        assert self._running.stdout is not None
        return [line.rstrip("\r\n") for line in iter(self._running.stdout.readline, ".\n")]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("board") / "board"
    sources = ("-x", "c++", str(firmware.SKETCH), str(BOARD / "board.cpp"))
    flags = ("-std=c++17", "-O1", "-Wall", "-Wextra", "-I", str(BOARD), "-include", "Arduino.h")
    subprocess.run(["g++", *flags, *sources, "-o", made], check=True)
    return made


@pytest.fixture
def board(program: Path) -> Iterator[Board]:
    with Board(program) as board:
        yield board


def bodies(lines: list[str]) -> list[str]:
    """What the lines carry; each must be framed and summed rightly."""
    found = []
    for line in lines:
        framed = re.fullmatch(r"\$([^$*]{1,96})\*([0-9A-F]{2})", line)
        assert framed is not None, line
        assert checksum(framed[1].encode()) == int(framed[2], 16), line
        found.append(framed[1])
    return found


def understood(lines: list[str]) -> list[DeviceEvent]:
    """What the table makes of the lines; none may be wrong."""
    driver = Ttl1Driver()
    driver.begin(0.0)
    events = driver.feed("".join(f"{line}\r\n" for line in lines).encode(), 1.0)
    assert driver.errors == 0
    return list(events)


def throw(board: Board, face: int) -> list[str]:
    """Lifts the die off every switch, and sets it down on one."""
    said = [line for pin in FACES for line in board.open(pin)]
    said += board.run(200) + board.close(FACES[face])
    return said + board.run(450)


@needs_compiler
def test_it_says_who_it_is_at_the_start_and_when_asked(board: Board) -> None:
    (said,) = bodies(board.first)
    assert re.fullmatch(r"0 HELLO ttl/1 buttonbox 1\.0 [0-9a-f]{4} btn:4,roll:6,led:1,ack", said)
    assert board.tell("host ?") == board.first
    (hello,) = understood(board.first)
    assert isinstance(hello, Hello)
    assert (hello.caps.buttons, hello.caps.sides, hello.caps.lamps) == (4, 6, 1)
    assert hello.caps.acks


@needs_compiler
def test_an_edge_is_said_at_once_and_its_bouncing_is_not(board: Board) -> None:
    board.run(100)
    assert bodies(board.close(BUTTONS[1])) == ["1 BTN 02 02 100"]
    for _ in range(2):
        board.run(2)
        assert board.open(BUTTONS[1]) == []
        board.run(2)
        assert board.close(BUTTONS[1]) == []
    assert board.run(50) == []
    assert bodies(board.open(BUTTONS[1])) == ["2 BTN 00 02 158"]


@needs_compiler
def test_a_bounce_that_ends_open_is_healed(board: Board) -> None:
    board.run(100)
    board.close(BUTTONS[0])
    board.run(3)
    assert board.open(BUTTONS[0]) == []
    assert bodies(board.run(20)) == ["2 BTN 00 01 110"]


@needs_compiler
def test_buttons_held_together_are_said_together(board: Board) -> None:
    board.run(50)
    lines = board.first + [line for pin in BUTTONS for line in board.close(pin)]
    held = [event.held for event in understood(lines) if isinstance(event, ButtonEdge)]
    assert held == [1, 3, 7, 15]


@needs_compiler
def test_it_beats_when_it_has_been_silent_for_a_second(board: Board) -> None:
    lines = board.first + board.run(100) + board.close(BUTTONS[3]) + board.run(3500)
    beats = [event for event in understood(lines) if isinstance(event, Heartbeat)]
    assert [(beat.held, beat.ms) for beat in beats] == [(8, 1100), (8, 2100), (8, 3100)]
    assert bodies(lines)[-1] == "1 BEAT 08 3100"


@needs_compiler
@pytest.mark.parametrize("face", range(6))
def test_each_face_is_thrown(board: Board, face: int) -> None:
    thrown = [e for e in understood(board.first + throw(board, face)) if isinstance(e, DiceEvent)]
    assert [(event.sides, event.values, event.seq) for event in thrown] == [(6, (face + 1,), 1)]


@needs_compiler
def test_a_throw_is_said_again_six_times_and_no_more(board: Board) -> None:
    said = [body for body in bodies(throw(board, 2) + board.run(6000)) if "ROLL" in body]
    assert said == [said[0]] * 7


@needs_compiler
def test_an_acknowledged_throw_is_not_said_again(board: Board) -> None:
    throw(board, 2)
    assert board.tell("host A 7") == []  # of another one
    assert len(board.run(310)) == 1
    board.tell("host A 1")
    assert all("BEAT" in line for line in board.run(3000))


@needs_compiler
def test_a_die_that_is_tilted_or_rolls_on_is_not_read(board: Board) -> None:
    board.run(300)
    board.close(FACES[0])
    board.close(FACES[1])
    assert not any("ROLL" in line for line in board.run(2000))
    board.open(FACES[0])
    board.run(399)
    board.open(FACES[1])
    board.close(FACES[4])
    said = bodies(board.run(500))
    assert [body.split()[:4] for body in said if "ROLL" in body] == [["1", "ROLL", "d6", "5"]]


@needs_compiler
def test_a_die_that_lies_there_at_the_start_is_not_thrown(program: Path) -> None:
    with Board(program, closed=FACES[3]) as board:
        assert not any("ROLL" in line for line in board.run(3000))
        assert not any("ROLL" in line for line in board.open(FACES[3]) + board.run(50))
        board.close(FACES[3])  # only jolted
        assert not any("ROLL" in line for line in board.run(3000))


@needs_compiler
def test_the_lamp_does_what_the_host_says(board: Board) -> None:
    for said, lit in (("L 1", 1), ("L 0", 0), ("L 0 ff8800", 1), ("L 0 000000", 0), ("L", 0)):
        assert board.tell(f"host {said}") == [f"pin {LAMP} {lit}"]


@needs_compiler
def test_nonsense_from_the_host_is_borne(board: Board) -> None:
    for said in ("", "A", "A x", "hello", "L 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5", "\x7f" * 190):
        board.tell(f"host {said}")
    assert board.tell("host ?") == board.first


@needs_compiler
def test_numbers_go_on_at_one_after_65535(board: Board) -> None:
    said = bodies(board.tell(f"mash {BUTTONS[0]} 65537"))
    numbers = [int(body.split()[0]) for body in said]
    assert numbers[:2] == [1, 2]
    assert numbers[-3:] == [65535, 1, 2]


def test_the_rules_for_udev_have_the_right_shape() -> None:
    rule = re.compile(r'(?:[A-Z_]+(?:\{[\w./]+\})?(?:==|!=|\+=|:=|=)"[^"]*")(?:, |$)')
    text = (FOLDER / "60-tabletop.rules").read_text(encoding="ascii").replace("\\\n", "")
    rules = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert len(rules) > 8
    for line in rules:
        assert rule.sub("", line) == "", line
        assert re.search(r"[A-Z}]\+?:?=\"", line), f"nothing is set: {line}"
    for chip in ("1a86", "0403", "10c4", "2341", "2e8a"):
        assert any(f'ATTRS{{idVendor}}=="{chip}"' in line for line in rules), chip
    jumps = set(re.findall(r'GOTO="(\w+)"', text))
    assert jumps == set(re.findall(r'LABEL="(\w+)"', text))
    for word in ("uaccess", "dialout", "ID_MM_DEVICE_IGNORE", "brltty", "tabletop/"):
        assert word in text
