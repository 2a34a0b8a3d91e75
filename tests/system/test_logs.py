"""The log: JSON lines without names, in files of bounded size, written in a thread."""

import json
import logging
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tabletop.system import logs
from tabletop.system.logs import LOG_FILE_NAME, MAX_FILES, RECENT_LINES, Logs

log = logging.getLogger("tabletop.test")


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Logs]:
    made = Logs.open(tmp_path, "info")
    yield made
    made.close()


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / LOG_FILE_NAME).read_text("utf-8").splitlines()]


def test_a_line_is_one_json_object_with_its_time_in_greenwich(opened: Logs, tmp_path: Path) -> None:
    log.info("a die shows %d\nand rolls on: %s", 5, "café")
    log.debug("this is too light")
    opened.close()
    (told,) = lines(tmp_path)
    assert told.pop("time").endswith("+00:00")
    assert told == {
        "level": "info",
        "logger": "tabletop.test",
        "thread": "MainThread",
        "said": "a die shows 5\nand rolls on: café",
    }


def test_an_error_brings_its_trace(opened: Logs, tmp_path: Path) -> None:
    try:
        raise ZeroDivisionError("by hand")
    except ZeroDivisionError:
        log.exception("it went wrong")
    opened.close()
    (told,) = lines(tmp_path)
    assert told["trace"].startswith("Traceback")
    assert told["trace"].endswith("ZeroDivisionError: by hand")


def test_no_name_of_anybody_is_written_however_it_comes_in(opened: Logs, tmp_path: Path) -> None:
    logs.hide_names(["Ann", "Zoë Quick", "(Bob", "", "  "])
    log.warning("%s and Zoë Quick sit down; (Bob looks on; Annabel stays", "ann")
    try:
        raise ValueError("no seat for Ann")
    except ValueError:
        log.exception("Ann?")
    opened.close()
    text = (tmp_path / LOG_FILE_NAME).read_text("utf-8")
    assert "[somebody] and [somebody] sit down; [somebody] looks on; Annabel stays" in text
    for name in ('Ann"', "Ann?", "ann ", "Zoë", "Bob"):
        assert name not in text
    assert not any("Zoë" in line for line in opened.last)


def test_the_oldest_names_are_forgotten_first() -> None:
    logs.hide_names(f"name{number}" for number in range(logs.MAX_NAMES + 1))
    assert logs.redact("name0 name1 name500") == "name0 [somebody] [somebody]"


def test_files_are_turned_over_and_never_more_than_five(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "MAX_FILE_BYTES", 2000)
    opened = Logs.open(tmp_path, "info")
    for number in range(200):
        log.info("line %d %s", number, "x" * 50)
    opened.close()
    found = sorted(path.name for path in tmp_path.iterdir())
    assert found == [
        LOG_FILE_NAME,
        *(f"{LOG_FILE_NAME}.{number}" for number in range(1, MAX_FILES)),
    ]
    assert all(path.stat().st_size <= 2000 for path in tmp_path.iterdir())
    assert lines(tmp_path)[-1]["said"].startswith("line 199")


def test_a_disk_that_hangs_holds_up_nobody_and_what_is_lost_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free, reached = threading.Event(), threading.Event()

    def hang(*_: object) -> None:
        reached.set()
        free.wait()

    monkeypatch.setattr(logs, "MAX_QUEUED_LINES", 10)
    monkeypatch.setattr(logs, "CLOSE_SECONDS", 0.01)
    with monkeypatch.context() as patched:
        opened = Logs.open(tmp_path, "info")
        patched.setattr(logs._RotatingFiles, "emit", hang)
        log.info("the first")
        assert reached.wait(10)
        for number in range(50):
            log.info("line %d", number)
        opened.close()
        assert len(opened.last) == 51
    free.set()
    opened._thread.join(10)
    assert not opened._thread.is_alive()


def test_lost_lines_are_told_when_there_is_room_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free, reached = threading.Event(), threading.Event()
    emit = logs._RotatingFiles.emit

    def hang(files: logs._RotatingFiles, record: logging.LogRecord) -> None:
        reached.set()
        free.wait()
        emit(files, record)

    monkeypatch.setattr(logs, "MAX_QUEUED_LINES", 10)
    monkeypatch.setattr(logs._RotatingFiles, "emit", hang)
    opened = Logs.open(tmp_path, "info")
    log.info("the first")
    assert reached.wait(10)
    for number in range(30):
        log.info("line %d", number)
    free.set()
    opened.close()
    told = [told["said"] for told in lines(tmp_path)]
    assert told[-2:] == ["line 9", "20 lines of the log are lost"]


def test_the_last_lines_are_remembered(opened: Logs) -> None:
    for number in range(RECENT_LINES + 10):
        log.info("line %d", number)
    told = [json.loads(line)["said"] for line in opened.last]
    assert told == [f"line {number}" for number in range(10, RECENT_LINES + 10)]


def test_without_a_folder_warnings_and_all_else_go_to_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    opened = Logs.open(tmp_path / "file" / "logs", "info")
    log.info("here")
    opened.close()
    assert json.loads(capsys.readouterr().err)["said"] == "here"


def test_people_at_a_terminal_read_warnings_as_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = Logs.open(tmp_path, "info")
    log.info("this is not worth it")
    log.warning("the disk is %s", "full")
    opened.close()
    assert capsys.readouterr().err == "the disk is full\n"


def test_a_warning_is_read_though_libraries_are_silenced_while_it_is_written(
    tmp_path: Path,
) -> None:
    """In a process of its own, because standard error is pytest's in this one."""
    program = (
        "import logging, os, sys; from pathlib import Path\n"
        "from tabletop.system.logs import Logs\n"
        "from tabletop.system.logs import silence_libraries\n"
        "opened = Logs.open(Path(sys.argv[1]), 'info')\n"
        "with silence_libraries():\n"
        "    os.write(2, b'a library complains')\n"
        "    logging.getLogger('tabletop.x').warning('the disk is full')\n"
        "    opened.close()\n"
    )
    words = [sys.executable, "-c", program, str(tmp_path)]
    ran = subprocess.run(words, capture_output=True, text=True, check=True)
    assert ran.stderr == "the disk is full\n"


def test_words_that_do_not_fit_their_arguments_are_told_all_the_same(
    opened: Logs, tmp_path: Path
) -> None:
    record = logging.LogRecord(log.name, logging.INFO, "", 0, "%d of %d", ("one",), None)
    opened._queued.emit(record)
    opened.close()
    assert [told["said"] for told in lines(tmp_path)] == ["%d of %d"]


def test_libraries_are_heard_when_they_warn(opened: Logs, tmp_path: Path) -> None:
    logging.getLogger("library").info("nothing")
    logging.getLogger("library").warning("something")
    opened.close()
    assert [told["said"] for told in lines(tmp_path)] == ["something"]


def test_closed_it_leaves_nothing_behind(tmp_path: Path) -> None:
    root, ours = logging.getLogger(), logging.getLogger("tabletop")
    before = list(root.handlers), ours.level
    opened = Logs.open(tmp_path, "debug")
    assert ours.level == logging.DEBUG
    opened.close()
    assert (list(root.handlers), ours.level) == before
