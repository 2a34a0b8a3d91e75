"""The whole program under a simulated systemd: it runs, hangs, crashes and ends."""

import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop.__main__ import EXIT_REFUSED
from tabletop.engine import Match
from tabletop.games import find_game
from tabletop.storage import Store
from tabletop.system import crashes, logs
from tabletop.system.process import EXIT_CRASHED
from tests.system.real_program import Program

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no signals here")

HANGING_DISK = """
import os, threading
from tabletop.storage import database
hang = lambda *_: threading.Event().wait()
database.FileDatabase.writing = hang
from tabletop.system import crashes
write = crashes.write_history
def once(folder, told):
    write(folder, told)
    crashes.write_history = hang
crashes.write_history = once
"""
A_FAULT = """
from tabletop.app import main_loop
from tabletop.scenes.home.title_page import TitleScene
from tabletop.system import logs
logs.hide_names(["Ann"])
main_loop.MAX_CONSECUTIVE_FAULTS = 1
turns = []
update = TitleScene.update
def broken(scene, dt):
    turns.append(dt)
    if len(turns) > 3:
        raise RuntimeError("there is no chair for Ann")
    return update(scene, dt)
TitleScene.update = broken
"""


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    with Program(tmp_path) as made:
        yield made


def test_it_is_ready_lives_and_ends_in_order_when_it_is_told_to(program: Program) -> None:
    program.start()
    assert program.hear("READY=1")
    program.hush()
    assert program.hear("WATCHDOG=1")
    assert program.hear("WATCHDOG=1")
    assert crashes.read_history(program.data).running
    program.send(signal.SIGTERM)
    assert program.hear("STOPPING=1")
    code, said = program.end()
    assert (code, said) == (0, "")
    assert crashes.read_history(program.data) == crashes.CrashHistory()


@pytest.mark.slow
def test_a_locked_table_ends_all_the_same_when_it_is_told_to(program: Program) -> None:
    program.data.mkdir()
    (program.data / "settings.toml").write_text('[kiosk]\nlevel = "kiosk"\n')
    program.start()
    assert program.hear("READY=1")
    program.send(signal.SIGTERM)
    assert program.end()[0] == 0
    assert not crashes.read_history(program.data).running


@pytest.mark.skipif(
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN, reason="what is ignored stays ignored"
)
def test_ctrl_c_ends_it_in_order_with_the_code_that_shells_expect(program: Program) -> None:
    program.start()
    assert program.hear("READY=1")
    program.send(signal.SIGINT)
    assert program.end()[0] == 130
    assert not crashes.read_history(program.data).running


@pytest.mark.slow
def test_a_disk_that_hangs_does_not_keep_it_from_ending(program: Program) -> None:
    program.start("play", "trelawney", before=HANGING_DISK)
    assert program.hear("READY=1")
    assert program.hear("WATCHDOG=1"), "the main loop has waited for the disk"
    program.send(signal.SIGTERM)
    assert program.end()[0] == 1
    assert crashes.read_history(program.data).running, "it was not in order"


@pytest.mark.slow
def test_a_program_that_is_stopped_is_silent_and_what_the_watchdog_does_is_reported(
    program: Program,
) -> None:
    program.start()
    assert program.hear("READY=1")
    assert program.hear("WATCHDOG=1"), "and has loaded what is loaded after the first picture"
    program.send(signal.SIGSTOP)
    program.hush()
    assert not program.hear("WATCHDOG=1", patience=5.0), "somebody else feeds the watchdog"
    program.send(signal.SIGABRT)  # as systemd does
    program.send(signal.SIGCONT)
    assert program.end()[0] == -signal.SIGABRT
    program.start()
    assert program.hear("READY=1")
    (report,) = (program.data / crashes.CRASH_FOLDER).glob("2*.txt")
    text = report.read_text("utf-8")
    assert "Aborted" in text
    assert "main_loop.py" in text, "the stack of the main thread"
    assert '"said": "tabletop ' in text, "the last lines of the log"
    assert crashes.read_history(program.data).restarts == 1


def test_all_stacks_are_written_when_they_are_asked_for(program: Program) -> None:
    program.start()
    assert program.hear("READY=1")
    program.send(signal.SIGUSR1)
    program.hush()
    assert program.hear("WATCHDOG=1"), "it goes on"
    text = (program.data / logs.LOG_FOLDER / "stacks.txt").read_text("utf-8")
    assert "Current thread" in text
    assert "in _write\n" in text, "the threads too"


def test_an_error_that_nothing_caught_is_reported_without_names(program: Program) -> None:
    program.start(before=A_FAULT)
    code, said = program.end()
    assert code == EXIT_CRASHED
    assert "no chair for [somebody]" in said
    (report,) = (program.data / crashes.CRASH_FOLDER).glob("2*.txt")
    text = report.read_text("utf-8")
    assert "no chair for [somebody]" in text
    assert "Ann" not in text
    assert "kiosk.level = full" in text
    assert crashes.read_history(program.data).running, "a crash is no end in order"


@pytest.mark.slow
def test_three_deaths_with_one_match_set_it_aside_and_the_table_opens_without_it(
    program: Program,
) -> None:
    with Store.open(program.data) as store:
        match = Match(find_game("trelawney"))
        store.save(match.record(), "the-match")
        store.set_note("on table", "the-match")
    for _ in range(crashes.MAX_CRASHES_PER_MATCH):
        program.start()
        assert program.hear("READY=1")
        assert crashes.read_history(program.data).aside == ()
        program.kill()
    program.start()
    assert program.hear("READY=1")
    told = crashes.read_history(program.data)
    assert told.aside == ("the-match",)
    assert told.restarts == crashes.MAX_CRASHES_PER_MATCH
    program.send(signal.SIGTERM)
    program.end()
    with Store.open(program.data) as store:
        assert store.get_note("on table") == ""
        assert [kept.match_id for kept in store.unfinished()] == ["the-match"]


@pytest.mark.slow
def test_ten_deaths_in_an_hour_lead_to_safe_mode(program: Program) -> None:
    told = crashes.CrashHistory()
    for _ in range(crashes.SAFE_MODE_CRASHES):
        told = told.begun(time.time())
    program.data.mkdir()
    crashes.write_history(program.data, told)
    program.start()
    assert program.hear("in safe mode")
    assert crashes.read_history(program.data).restarts == crashes.SAFE_MODE_CRASHES


@pytest.mark.slow
def test_two_programs_on_one_folder_are_no_death(program: Program, tmp_path: Path) -> None:
    program.start()
    assert program.hear("READY=1")
    (tmp_path / "other").mkdir()
    with Program(tmp_path / "other") as other:
        other.data = program.data
        other.start()
        code, said = other.end()
        assert code == EXIT_REFUSED
        assert str(program.data) in said
        assert len(said.splitlines()) == 1
    told = crashes.read_history(program.data)
    assert (told.running, told.restarts) == (True, 0)
