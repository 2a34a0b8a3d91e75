"""The command line of the host's figures: ``tabletop figures``."""

import argparse
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tabletop.cli.words import Refused, reason

if TYPE_CHECKING:
    from tabletop.store.figures import Words
    from tabletop.store.tally import Tally

MOST: Final = 10
"""So many refusals are told."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--day", type=_day, metavar="DAY", help="only this day, as 2026-11-21; else all days"
    )
    parser.add_argument(
        "--csv", type=Path, metavar="FILE", help="write them as a table, for a spreadsheet"
    )


def run(arguments: argparse.Namespace, data_dir: Path) -> int:
    """Prints the figures, or writes them as a table. It only reads: a table may be running."""
    from tabletop.settings import write_atomically
    from tabletop.store import figures, figures_csv
    from tabletop.store.database import FILE_NAME
    from tabletop.store.tally import Tally

    path, day = data_dir / FILE_NAME, arguments.day
    since, until = (day, day) if day else ("", figures.LAST_DAY)
    if not path.exists():
        raise Refused(f"nothing is kept in {data_dir}")
    try:
        uri = f"{path.absolute().as_uri()}?mode=rw"
        with closing(sqlite3.connect(uri, uri=True)) as db:
            rows, words = figures.read(db, since, until), figures.read_words(db)
    except sqlite3.Error as problem:
        raise Refused(f"{path} has no figures that can be read: {reason(problem)}") from problem
    if arguments.csv is not None:
        try:
            write_atomically(arguments.csv, figures_csv.table(rows, words))
        except OSError as problem:
            raise Refused(reason(problem)) from problem
        return 0
    sys.stdout.writelines(f"{line}\n" for line in _lines(day or "all days", Tally.of(rows), words))
    return 0


def _lines(days: str, tally: "Tally", words: "dict[tuple[str, str], Words]") -> Iterator[str]:
    from tabletop.scenes.figures_words import misunderstood, tiles, title_of

    yield f"Figures of {days}"
    for value, name in tiles(tally):
        yield f"  {value}  {name}"
    for game in tally.games:
        told = f"{game.begun} begun, {game.finished} finished, {game.left} left"
        yield f"{title_of(game.game)}: {told}"
    for one in misunderstood(tally, words, MOST):
        yield f"{one.times} times: {one.said} ({one.rule})"
    for trouble, times in tally.troubles.items():
        yield f"trouble with devices, {trouble}: {times}"


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"a day is written 2026-11-21, not {text}") from None
