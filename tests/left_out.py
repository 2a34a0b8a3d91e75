"""Tests that need a program which this machine lacks: they are left out, by name.

A test is marked with what it needs (`pytest.mark.chromium`). Pytest names those that it left out at
its end, and writes them to the file that ``TABLETOP_LEFT_OUT`` names, for `tools/check.py`.
"""

import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import pytest

from tools.simulated.postgres import server_programs

LIST: Final = "TABLETOP_LEFT_OUT"
AXE: Final = "TABLETOP_AXE"
"""The path of ``axe.min.js`` of the npm package axe-core."""

NEEDS: Final[Mapping[str, tuple[Callable[[], bool], str]]] = {
    "chromium": (lambda: shutil.which("chromium") is not None, "the browser Chromium"),
    "firefox": (lambda: shutil.which("firefox-esr") is not None, "the browser Firefox ESR"),
    "postgres": (lambda: server_programs() is not None, "PostgreSQL"),
    "axe": (lambda: Path(os.environ.get(AXE, "-")).is_file(), f"axe-core, with its path in {AXE}"),
}
"""By marker: whether it is here, and what it is."""


def leave_out(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Takes tests out of `items` whose programs are not here."""
    lacking = {marker: what for marker, (is_here, what) in NEEDS.items() if not is_here()}
    left_out = {
        item: lacking[marker]
        for item in items
        for marker in lacking
        if item.get_closest_marker(marker) is not None
    }
    if not left_out:
        return
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=list(left_out))
    lines = [f"{item.nodeid} needs {what}" for item, what in left_out.items()]
    config.stash[_LINES] = lines
    if path := os.environ.get(LIST):
        with Path(path).open("a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)


_LINES: Final = pytest.StashKey[list[str]]()


def lines_of(config: pytest.Config) -> Sequence[str]:
    """The tests that were left out, one a line, each with what it needs."""
    return config.stash.get(_LINES, [])
