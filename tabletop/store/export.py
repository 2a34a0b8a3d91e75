"""What an operator takes along: every match as a text file, and the figures as a table.

It goes to a memory stick where one is plugged in, else into the data folder. A stick may be slow,
so it has a thread of its own: neither the picture nor the writing of plies waits for it.
"""

import logging
import os
import re
import sqlite3
import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from tabletop.engine.text import Text, say
from tabletop.settings import write_atomically
from tabletop.store import figures, figures_csv, scores
from tabletop.store.database import explain
from tabletop.store.figures_csv import FOLDER
from tabletop.store.scores import Entry, Scope
from tabletop.store.scores_csv import scores_table
from tabletop.store.store import Store

log = logging.getLogger("tabletop.operator")

FIGURES: Final = "figures.csv"
SCORES: Final = "scores.csv"
"""The one file with the names that people have put on the board."""
STICKS: Final = (Path("/media"), Path("/run/media"), Path("/mnt/usb"))
"""Below these a memory stick is found, one or two folders deep."""

_MATCHES: Final = "SELECT id, record FROM match ORDER BY serial"


def sticks(places: Sequence[Path] = STICKS) -> tuple[Path, ...]:
    """The folders of the memory sticks that can be written to."""
    found: list[Path] = []
    for place in places:
        try:
            below = [place, *place.glob("*"), *place.glob("*/*")]
            found += [each for each in below if each.is_mount() and os.access(each, os.W_OK)]
        except OSError:
            continue
    return tuple(dict.fromkeys(found))


class Export:
    """One export. It begins at once, and `said` tells when it has ended, and how."""

    def __init__(
        self,
        store: Store,
        data_dir: Path,
        *,
        places: Sequence[Path] = STICKS,
        now: Callable[[], datetime] = datetime.now,
    ) -> None:
        """`places` are where sticks are looked for."""
        self._store, self._data_dir = store, data_dir
        self._places, self._now = places, now
        self.said: Text | None = None
        """How it has ended; None while it goes on."""
        self.failed = False
        self._thread = threading.Thread(target=self._run, name="export", daemon=True)
        self._thread.start()

    def wait(self, timeout: float | None = None) -> None:
        """Waits for its end; never in the main loop."""
        self._thread.join(timeout)

    def _run(self) -> None:
        try:
            self.said = self._exported()
        except (OSError, sqlite3.Error) as problem:
            self.failed = True
            words = "It could not all be written: {why}."
            self.said = say("export.failed", words, why=explain(problem))
        except Exception as fault:
            log.exception("the export failed")
            self.failed = True
            words = "It could not all be written: {why}."
            self.said = say("export.failed", words, why=str(fault))

    def _exported(self) -> Text:
        home = next(iter(sticks(self._places)), self._data_dir / FOLDER)
        folder = home / f"tabletop-{self._now():%Y-%m-%d-%H%M%S}"
        nothing: tuple[list[tuple[str, str]], str] = ([], "")
        matches, table = self._store.read(_asked, nothing)
        (folder / "matches").mkdir(parents=True)
        for match_id, record in matches:
            name = re.sub(r"\W", "", match_id)  # a row of a damaged file may hold anything
            write_atomically(folder / "matches" / f"{name}.txt", record)
        write_atomically(folder / FIGURES, table)
        nobody: tuple[Entry, ...] = ()
        board = self._store.read(lambda db: scores.read(db, Scope()), nobody)
        if board:
            write_atomically(folder / SCORES, scores_table(board))
        log.info("exported %d matches to %s", len(matches), folder)
        words = "{matches} matches and the figures are in {folder}"
        return say("export.done", words, matches=len(matches), folder=str(folder))


def _asked(db: sqlite3.Connection) -> tuple[list[tuple[str, str]], str]:
    """Every match by its name, and the table of figures."""
    rows = [(str(match_id), str(record)) for match_id, record in db.execute(_MATCHES)]
    return rows, figures_csv.table(figures.read(db), figures.read_words(db))
