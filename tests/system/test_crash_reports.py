"""Crash reports: their content, what is left out, and their number."""

import os
import subprocess
import sys
from pathlib import Path

from tabletop import __version__
from tabletop.system import logs
from tabletop.system.crashes import MAX_REPORTS, CrashReports

ROOT = Path(__file__).parents[2]


def fault(words: str) -> ValueError:
    try:
        raise ValueError(words)
    except ValueError as raised:
        return raised


def test_a_report_tells_the_trace_the_versions_the_settings_and_the_last_lines(
    tmp_path: Path,
) -> None:
    report = CrashReports(tmp_path).report(fault("by hand"), ["one", "two"], {"look.speed": "fast"})
    assert report is not None
    text = report.read_text("utf-8")
    assert "ValueError: by hand" in text
    assert f"tabletop {__version__}" in text
    assert "pygame-ce" in text
    assert "look.speed = fast" in text
    assert text.endswith("one\ntwo\n")


def test_a_report_holds_no_name_and_no_password(tmp_path: Path) -> None:
    logs.hide_names(["Ann"])
    urls = "socket://me:secret@10.0.0.7:5000 /dev/ttyUSB0"
    report = CrashReports(tmp_path).report(fault("Ann left"), [], {"devices.urls": urls})
    assert report is not None
    text = report.read_text("utf-8")
    assert "Ann left" not in text
    assert "[somebody] left" in text
    assert "secret" not in text
    assert "socket://10.0.0.7:5000 /dev/ttyUSB0" in text


def test_the_newest_twenty_are_kept(tmp_path: Path) -> None:
    crashes = CrashReports(tmp_path)
    for number in range(MAX_REPORTS + 5):
        report = crashes.report(fault(f"number {number}"), [], {})
        assert report is not None
        os.utime(report, (number, number))
    kept = [path.read_text("utf-8") for path in tmp_path.glob("*.txt")]
    assert len(kept) == MAX_REPORTS
    assert sum("number 4\n" in text for text in kept) == 0
    assert sum(f"number {MAX_REPORTS + 4}\n" in text for text in kept) == 1


def test_a_report_that_cannot_be_written_is_no_second_fault(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    crashes = CrashReports(tmp_path / "file" / "crashes")
    crashes.watch()
    assert crashes.report(fault("x"), [], {}) is None
    assert crashes.report_fatal_signal(tmp_path / "file" / "log") is None
    crashes.close()


def test_a_fatal_signal_leaves_its_stacks_and_the_next_start_makes_a_report_of_them(
    tmp_path: Path,
) -> None:
    program = (
        "import os, signal, sys, threading, time\n"
        "from pathlib import Path\n"
        "from tabletop.system.crashes import CrashReports\n"
        "CrashReports(Path(sys.argv[1])).watch()\n"
        "threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"
        "def where_it_hangs(): os.kill(os.getpid(), signal.SIGABRT)\n"
        "where_it_hangs()\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path)], cwd=ROOT, check=False)
    assert done.returncode != 0
    log = tmp_path / "log"
    log.write_text("".join(f"line {number}\n" for number in range(300)))
    crashes = CrashReports(tmp_path)
    report = crashes.report_fatal_signal(log)
    assert report is not None
    text = report.read_text("utf-8")
    assert "Aborted" in text
    assert "where_it_hangs" in text
    assert "line 100\n" in text
    assert "line 99\n" not in text
    assert crashes.report_fatal_signal(log) is None, "one death, one report"
