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
from typing import Final, TypeVar

from tabletop.engine.text import Text, say
from tabletop.settings import write_atomically
from tabletop.store import figures, figures_csv, scores
from tabletop.store.database import explain
from tabletop.store.figures_csv import FOLDER
from tabletop.store.files import sync_folder
from tabletop.store.scores import Scope
from tabletop.store.scores_csv import scores_table
from tabletop.store.store import Store

log = logging.getLogger("tabletop.operator")

FIGURES: Final = "figures.csv"
SCORES: Final = "scores.csv"
"""The one file with the names that people have put on the board."""
STICKS: Final = (Path("/media"), Path("/run/media"), Path("/mnt/usb"))
"""Below these a memory stick is found, one or two folders deep."""

_MATCHES: Final = "SELECT id, record FROM match"
"""In no order: for one all would have to be read before the first, and a damaged one hides all."""

T = TypeVar("T")


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
        ended: Callable[[Text], None] = lambda _: None,
    ) -> None:
        """`places` are where sticks are looked for; `ended` is told the end, in its thread."""
        self._store, self._data_dir = store, data_dir
        self._places, self._now = places, now
        self._ended = ended
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
            said = self._exported()
        except Exception as fault:
            if not isinstance(fault, OSError | sqlite3.Error):
                log.exception("the export failed")
            self.failed = True
            words = "It could not all be written: {why}."
            said = say("export.failed", words, why=explain(fault))
        self.said = said
        self._ended(said)

    def _exported(self) -> Text:
        home = next(iter(sticks(self._places)), self._data_dir / FOLDER)
        folder = home / f"tabletop-{self._now():%Y-%m-%d-%H%M%S}"
        # Each by itself: what is damaged in one is not to take the others away.
        matches: list[tuple[str, str]] = []
        whole = self._asked(lambda db: _fill(matches, db))
        counted, words = self._asked(figures.read), self._asked(figures.read_words)
        board = self._asked(lambda db: scores.read(db, Scope()))
        self.failed = None in (whole, counted, words, board)
        (folder / "matches").mkdir(parents=True, exist_ok=True)  # twice in a second
        for match_id, record in matches:
            name = re.sub(r"\W", "", match_id)  # a row of a damaged file may hold anything
            (folder / "matches" / f"{name}.txt").write_text(record, "utf-8", newline="\n")
        _settle(folder / "matches")
        if counted is not None:
            write_atomically(folder / FIGURES, figures_csv.table(counted, words or {}))
        if board:
            write_atomically(folder / SCORES, scores_table(board))
        log.info("exported %d matches to %s", len(matches), folder)
        if self.failed:
            told = "Not all of it could be read. What could be read is in {folder}"
            return say("export.unread", told, folder=str(folder))
        told = "{matches} matches and the figures are in {folder}"
        return say("export.done", told, matches=len(matches), folder=str(folder))

    def _asked(self, ask: Callable[[sqlite3.Connection], T]) -> T | None:
        """What the database says; None where it cannot be read."""
        nothing: T | None = None
        return self._store.read(ask, nothing)


def _fill(matches: list[tuple[str, str]], db: sqlite3.Connection) -> bool:
    """Adds every match by its name; those before one that cannot be read are there too."""
    for match_id, record in db.execute(_MATCHES):
        matches.append((str(match_id), str(record)))
    return True


def _settle(folder: Path) -> None:
    """Waits until all that was written has come to the disk, even if the stick is pulled out then.

    All at once: synced one by one, a slow stick takes minutes for the matches of an event.
    """
    if hasattr(os, "sync"):
        os.sync()
    sync_folder(folder)
