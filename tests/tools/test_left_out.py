"""Tests that need a program which is not here are left out by name, and the checks say so."""

import os
import subprocess
import sys
from pathlib import Path

from tests.left_out import LIST
from tools.check import left_out_lines
from tools.environment import ROOT

PAGES = "tests/party/test_phone_pages.py"


def test_without_browsers_their_tests_are_named_once_and_the_others_stay(tmp_path: Path) -> None:
    named = tmp_path / "left_out"
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-n", "0", PAGES]
    environment = {**os.environ, "PATH": str(tmp_path), LIST: str(named)}
    for _ in range(2):  # as several processes of pytest do
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout
    lines = left_out_lines(named)
    assert len(lines) == len(set(lines))
    assert f"{PAGES}::test_the_same_in_firefox needs the browser Firefox ESR" in lines
    kept = [line for line in done.stdout.splitlines() if line.startswith(f"{PAGES}::")]
    assert len(kept) == 1
    assert not any(line.startswith(f"{kept[0]} ") for line in lines)


def test_nothing_is_said_where_nothing_was_left_out(tmp_path: Path) -> None:
    assert left_out_lines(tmp_path / "nothing") == []
