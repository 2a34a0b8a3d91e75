"""``tabletop operator`` and ``tabletop figures``: the PIN, and the usage counts for the host."""

import argparse
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from getpass import getpass
from pathlib import Path
from typing import Final

from tabletop.cli.arguments import CommandError, command_errors, counted
from tabletop.scenes.stats.usage_text import frequent_refusals, game_title, summary_tiles
from tabletop.settings import write_atomically
from tabletop.storage import export, usage_metrics
from tabletop.storage.database import FILE_NAME as DATABASE_NAME
from tabletop.storage.usage_metrics import RefusalText, UsageReport
from tabletop.system.pin_lock import FILE_NAME, PinLock, pin_fault
from tabletop.system.process import shell_command

PIN_STATE_TEXTS: Final = {
    "none": "No PIN is set. Set one: {command}",
    "damaged": "The PIN’s file is damaged or belongs to another user. Set a new PIN: {command}",
    "set": "A PIN is set.",
}
MAX_REFUSALS: Final = 10


def run_operator(arguments: argparse.Namespace, data_dir: Path) -> int:
    """Executes the command, or prints the state of the PIN; CommandError if it fails."""
    lock = PinLock(data_dir / FILE_NAME)
    state_text = PIN_STATE_TEXTS[lock.kind].format(
        command=shell_command(data_dir, "operator", "--set-pin")
    )
    if arguments.set_pin:
        lock.set_pin(_read_pin())
        lock.wait()
        if lock.answer() != "set":
            raise CommandError(f"{data_dir / FILE_NAME} cannot be written")
        print("The PIN is set. A running table uses it from the next unlock on.")
        return 0
    if arguments.unlock:
        if lock.kind == "damaged":
            raise CommandError(state_text)
        if not lock.unlock():
            raise CommandError(f"{data_dir / FILE_NAME} cannot be written")
        print("Lockout cleared. A running table accepts the PIN again at once.")
        return 0
    print(state_text)
    if lock.failed:
        print(f"Wrong PINs in a row: {lock.failed}; locked for another {round(lock.left)} s")
    return 0


def _read_pin() -> str:
    """The PIN, typed twice at a terminal, or read from standard input."""
    if not sys.stdin.isatty():
        pin = sys.stdin.readline().strip()
    else:
        pin = getpass("New PIN: ")
        if getpass("The same PIN again: ") != pin:
            raise CommandError("the two PINs differ; nothing was changed")
    why = pin_fault(pin)
    if why is not None:
        raise CommandError(str(why))
    return pin


def print_figures(arguments: argparse.Namespace, data_dir: Path) -> int:
    """Prints the counts, or writes them as a table. Read-only: the program may be running."""
    path, day = data_dir / DATABASE_NAME, arguments.day
    since, until = (day, day) if day else ("", usage_metrics.LAST_DAY)
    if not path.exists():
        raise CommandError(f"nothing is kept in {data_dir}")
    uri = f"{path.absolute().as_uri()}?mode=rw"
    with (
        command_errors(sqlite3.Error, where=f"{path} has no figures that can be read: "),
        closing(sqlite3.connect(uri, uri=True)) as db,
    ):
        rows = usage_metrics.read_metrics(db, since, until)
        words = usage_metrics.read_refusal_texts(db)
    if arguments.csv is not None:
        with command_errors(OSError):
            write_atomically(arguments.csv, export.usage_table(rows, words))
        return 0
    sys.stdout.writelines(
        f"{line}\n" for line in _figure_lines(day or "all days", UsageReport.of(rows), words)
    )
    return 0


def _figure_lines(
    days: str, tally: UsageReport, words: Mapping[tuple[str, str], RefusalText]
) -> Iterator[str]:
    yield f"Figures of {days}"
    for value, name in summary_tiles(tally):
        yield f"  {value}  {name}"
    for game in tally.games:
        counts = f"{game.begun} begun, {game.finished} finished, {game.left} left"
        yield f"{game_title(game.game)}: {counts}"
    for one in frequent_refusals(tally, words, MAX_REFUSALS):
        yield f"{counted(one.times, 'time')}: {one.said} ({one.rule})"
    for trouble, times in tally.troubles.items():
        yield f"trouble with devices, {trouble}: {times}"
