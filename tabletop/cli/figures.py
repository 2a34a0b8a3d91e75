"""``tabletop figures``: the usage counts for the host."""

import argparse
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tabletop.cli.arguments import CommandError, error_text

if TYPE_CHECKING:
    from tabletop.storage.usage_metrics import RefusalText, UsageReport

MAX_REFUSALS: Final = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--day", type=_day, metavar="DAY", help="only this day, as 2026-11-21; else all days"
    )
    parser.add_argument(
        "--csv", type=Path, metavar="FILE", help="write them as a table, for a spreadsheet"
    )


def run(arguments: argparse.Namespace, data_dir: Path) -> int:
    """Prints the counts, or writes them as a table. Read-only: the program may be running."""
    from tabletop.settings import write_atomically
    from tabletop.storage import export, usage_metrics
    from tabletop.storage.database import FILE_NAME
    from tabletop.storage.usage_metrics import UsageReport

    path, day = data_dir / FILE_NAME, arguments.day
    since, until = (day, day) if day else ("", usage_metrics.LAST_DAY)
    if not path.exists():
        raise CommandError(f"nothing is kept in {data_dir}")
    try:
        uri = f"{path.absolute().as_uri()}?mode=rw"
        with closing(sqlite3.connect(uri, uri=True)) as db:
            rows, words = (
                usage_metrics.read_metrics(db, since, until),
                usage_metrics.read_refusal_texts(db),
            )
    except sqlite3.Error as problem:
        raise CommandError(
            f"{path} has no figures that can be read: {error_text(problem)}"
        ) from problem
    if arguments.csv is not None:
        try:
            write_atomically(arguments.csv, export.usage_table(rows, words))
        except OSError as problem:
            raise CommandError(error_text(problem)) from problem
        return 0
    sys.stdout.writelines(
        f"{line}\n" for line in _lines(day or "all days", UsageReport.of(rows), words)
    )
    return 0


def _lines(
    days: str, tally: "UsageReport", words: "dict[tuple[str, str], RefusalText]"
) -> Iterator[str]:
    from tabletop.scenes.stats.usage_text import frequent_refusals, game_title, summary_tiles

    yield f"Figures of {days}"
    for value, name in summary_tiles(tally):
        yield f"  {value}  {name}"
    for game in tally.games:
        told = f"{game.begun} begun, {game.finished} finished, {game.left} left"
        yield f"{game_title(game.game)}: {told}"
    for one in frequent_refusals(tally, words, MAX_REFUSALS):
        yield f"{one.times} times: {one.said} ({one.rule})"
    for trouble, times in tally.troubles.items():
        yield f"trouble with devices, {trouble}: {times}"


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"a day is written 2026-11-21, not {text}") from None
