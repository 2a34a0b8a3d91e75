"""The supervisor in one process, with clocks that the test moves."""

import faulthandler
import logging
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from tabletop.settings import Settings, Value
from tabletop.system import crashes, logs
from tabletop.system.crashes import SAFE_MODE_CRASHES, SAFE_MODE_SECONDS, CrashHistory
from tabletop.system.health import TableStatus
from tabletop.system.process import EXIT_CRASHED, EXIT_RESTART, DataFolderInUse
from tabletop.system.supervisor import (
    RESTART_IDLE_SECONDS,
    SAFE_MODE_SETTINGS,
    SHUTDOWN_SIGNALS,
    ServiceNotifier,
    SupervisedProgram,
    Supervisor,
)

NOON = 1_800_000_000.0


class Listening(ServiceNotifier):
    """A notifier that keeps the messages."""

    def __init__(self) -> None:
        super().__init__("", None)
        self.said: list[str] = []

    @property
    def listened(self) -> bool:
        return True

    def ready(self, status: str) -> None:
        self.said.append(f"ready: {status}")

    def tell(self, status: str) -> None:
        self.said.append(status)

    def stopping(self) -> None:
        self.said.append("stopping")

    def alive(self) -> None:
        self.said.append("alive")


class House:
    """A supervisor, its clocks, and the program that it supervises."""

    def __init__(self, folder: Path, **settings: Value) -> None:
        self.folder = folder
        self.time, self.date = 50.0, NOON
        self.listening = Listening()
        self.standing, self.on_table = TableStatus(), False
        self.ended: list[int] = []
        self.settings = Settings().but({k.replace("_", ".", 1): v for k, v in settings.items()})

    def caretaker(self) -> Supervisor:
        return Supervisor(
            self.settings,
            self.folder,
            today=lambda: self.date,
            now=lambda: self.time,
            notifier=self.listening,
        )

    def open(self, caretaker: Supervisor) -> None:
        """The window opens, and the first picture is drawn."""
        caretaker.begin(
            SupervisedProgram(
                self.ended.append,
                lambda: self.standing,
                lambda: self.on_table,
            )
        )
        caretaker.frame_drawn(0.01)
        self.turn(caretaker, 0.0)

    def turn(self, caretaker: Supervisor, seconds: float, *, touched: bool = False) -> None:
        self.time += seconds
        caretaker.turn_ended(touched=touched, trouble=self.standing.trouble)

    def die(self, times: int) -> None:
        """Starts so often without an end."""
        told = crashes.read_history(self.folder)
        for _ in range(times):
            told = told.begun(self.date)
        crashes.write_history(self.folder, told)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """Restores what a supervisor changes in the process."""
    before = (
        [signal.getsignal(number) for number in SHUTDOWN_SIGNALS],
        list(logging.getLogger().handlers),
    )
    yield
    after = (
        [signal.getsignal(number) for number in SHUTDOWN_SIGNALS],
        list(logging.getLogger().handlers),
    )
    assert after == before


def test_nothing_is_said_before_the_first_picture_and_then_every_turn(house: House) -> None:
    with house.caretaker() as caretaker:
        caretaker.begin(SupervisedProgram(house.ended.append, TableStatus, lambda: False))
        house.turn(caretaker, 1.0)
        assert house.listening.said == []
        caretaker.frame_drawn(0.01)
        house.turn(caretaker, 1.0)
        house.turn(caretaker, 1.0)
    assert house.listening.said == ["ready: The table is open.", "alive", "alive"]


def test_a_trouble_of_the_shelf_is_told_while_it_lasts(house: House) -> None:
    with house.caretaker() as caretaker:
        house.open(caretaker)
        house.standing = TableStatus(trouble="The disk is full.")
        house.turn(caretaker, 2.0)
        house.turn(caretaker, 2.0)
        house.standing = TableStatus()
        house.turn(caretaker, 2.0)
    told = [said for said in house.listening.said if said != "alive"]
    assert told == ["ready: The table is open.", "The disk is full.", "The table is open."]


def test_an_end_in_order_gives_its_code_and_is_remembered(house: House) -> None:
    with house.caretaker() as caretaker:
        assert crashes.read_history(house.folder).running
        assert caretaker.run(lambda: 75) == 75
    assert crashes.read_history(house.folder) == CrashHistory()
    assert house.listening.said == ["stopping"]


def test_an_error_is_a_crash_and_an_answer_to_the_caller_is_none(house: House) -> None:
    def fail() -> int:
        raise ValueError("no")

    with house.caretaker() as caretaker, pytest.raises(ValueError, match="no"):
        caretaker.run(fail, polite=(ValueError,))
    assert not crashes.read_history(house.folder).running
    with house.caretaker() as caretaker:
        assert caretaker.run(fail) == EXIT_CRASHED
    assert crashes.read_history(house.folder).running
    (report,) = (house.folder / crashes.CRASH_FOLDER).glob("2*.txt")
    assert "ValueError: no" in report.read_text("utf-8")


def test_ctrl_c_twice_is_an_end_in_order(house: House) -> None:
    def leave() -> int:
        raise KeyboardInterrupt

    with house.caretaker() as caretaker, pytest.raises(KeyboardInterrupt):
        caretaker.run(leave)
    assert not crashes.read_history(house.folder).running


@pytest.fixture
def no_deadline(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The process is not ended a while after a signal."""
    opened: list[IO[str]] = []

    def later(_seconds: float, *, exit: bool, file: IO[str]) -> None:
        assert exit
        opened.append(file)

    monkeypatch.setattr(faulthandler, "dump_traceback_later", later)
    yield
    for file in opened:
        file.close()


@pytest.mark.skipif(
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN, reason="what is ignored stays ignored"
)
@pytest.mark.usefixtures("no_deadline")
def test_a_signal_asks_the_table_to_end_once_and_a_second_ctrl_c_insists(house: House) -> None:
    with house.caretaker() as caretaker:
        house.open(caretaker)
        signal.raise_signal(signal.SIGINT)
        assert house.ended == [130]
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        house.turn(caretaker, 1.0)
    assert "stopping" in house.listening.said


@pytest.mark.usefixtures("no_deadline")
def test_a_signal_before_the_table_opens_is_not_forgotten(house: House) -> None:
    with house.caretaker() as caretaker:
        signal.raise_signal(signal.SIGTERM)
        house.open(caretaker)
    assert house.ended == [0]


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there is no such signal here")
def test_a_signal_that_was_to_be_ignored_stays_so(house: House) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with house.caretaker() as caretaker:
            house.open(caretaker)
            signal.raise_signal(signal.SIGHUP)
        assert house.ended == []
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_match_of_which_the_program_dies_is_set_aside_and_told(house: House) -> None:
    for number in range(3):
        with house.caretaker() as caretaker:
            caretaker.record_last_match("match" if number else "")
            assert caretaker.avoid == frozenset()
            assert caretaker.problems == []
    with house.caretaker() as caretaker:
        caretaker.record_last_match("match")
        assert caretaker.avoid == {"match"}
        assert "three times with the same game" in caretaker.problems[0]
        caretaker.run(lambda: 0)
    with house.caretaker() as caretaker:
        caretaker.record_last_match("match")
        assert caretaker.avoid == {"match"}, "it stays so"
        assert caretaker.problems == [], "it was told"


def test_safe_mode_leaves_out_devices_and_ends_after_an_hour_with_nobody_at_play(
    house: House,
) -> None:
    house.settings = house.settings.but({"devices.serial": "auto", "input.tuio": "network"})
    house.die(SAFE_MODE_CRASHES - 1)
    with house.caretaker() as caretaker:
        assert not caretaker.safe, "nine deaths are not ten"
    with house.caretaker() as caretaker:
        assert caretaker.safe
        assert all(caretaker.settings[key] == value for key, value in SAFE_MODE_SETTINGS.items())  # type: ignore[call-overload]
        assert "Safe mode" in caretaker.problems[0]
        house.open(caretaker)
        assert "safe mode" in house.listening.said[0]
        house.on_table = True
        house.turn(caretaker, SAFE_MODE_SECONDS)
        assert house.ended == []
        house.on_table = False
        house.turn(caretaker, 1.0, touched=True)
        assert house.ended == [], "somebody has just touched it"
        house.turn(caretaker, RESTART_IDLE_SECONDS)
        assert house.ended == [EXIT_RESTART]
        house.date += SAFE_MODE_SECONDS + 1
        caretaker.run(lambda: EXIT_RESTART)
    with house.caretaker() as caretaker:
        assert not caretaker.safe
        assert caretaker.settings == house.settings


def test_where_nobody_starts_it_anew_safe_mode_does_not_end_the_program(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Listening, "listened", False)
    house.die(SAFE_MODE_CRASHES + 1)
    with house.caretaker() as caretaker:
        house.open(caretaker)
        house.turn(caretaker, 2 * SAFE_MODE_SECONDS)
    assert house.ended == []


def test_a_second_program_on_the_folder_does_not_start(house: House) -> None:
    with house.caretaker():
        house.die(SAFE_MODE_CRASHES)
        before = crashes.read_history(house.folder)
        with pytest.raises(DataFolderInUse, match=str(house.folder)), house.caretaker():
            raise AssertionError("it has started")
        assert crashes.read_history(house.folder) == before
    with house.caretaker() as next_one:
        assert next_one.run(lambda: 0) == 0


def test_a_folder_that_cannot_be_written_keeps_nobody_from_playing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    house = House(tmp_path / "file" / "data")
    with house.caretaker() as caretaker:
        house.open(caretaker)
        assert caretaker.run(lambda: 0) == 0
        assert caretaker.run(lambda: 1 // 0) == EXIT_CRASHED


def test_the_port_is_open_while_the_table_is_and_one_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = int(taken.getsockname()[1])
        house = House(tmp_path, kiosk_health_port=port)
        with house.caretaker() as caretaker:
            house.open(caretaker)
            assert caretaker.health is None
            assert f"port {port}" in caretaker.problems[0]
    with house.caretaker() as caretaker:
        house.open(caretaker)
        assert caretaker.health is not None
        socket.create_connection(("127.0.0.1", port), timeout=10).close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=10)


def test_the_log_is_as_heavy_as_the_settings_say(tmp_path: Path) -> None:
    house = House(tmp_path, kiosk_log="error")
    with house.caretaker() as caretaker:
        caretaker.run(lambda: 0)
    assert (tmp_path / logs.LOG_FOLDER / logs.LOG_FILE_NAME).read_text() == ""
