"""The board of high scores as a table that a spreadsheet opens."""

import csv
from collections.abc import Iterable
from io import StringIO
from typing import Final

from tabletop.store.scores import Entry

COLUMNS: Final = ("day", "event", "game", "level", "name", "turns", "points", "wins in a row")
_FORMULAS: Final = tuple("=+-@\t\r")


def scores_table(entries: Iterable[Entry]) -> str:
    """The table, one win a line."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for entry in entries:
        feat = entry.feat
        turns, points = (feat.number, "") if feat.way == "turns" else ("", feat.number)
        told = (_plain(entry.event), entry.game, feat.level, _plain(entry.name))
        writer.writerow((entry.day, *told, turns, points, feat.wins))
    return text.getvalue()


def _plain(text: str) -> str:
    """Words that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULAS) else text
