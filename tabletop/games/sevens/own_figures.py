"""The figures that people of this table have added to the booklet, kept in a file of its own.

One line a figure: its name, percent-encoded, a tab, its difficulty, a tab, and its picture as
`str(Picture)` writes it. A line that cannot be read is left out and told; the others stand.
"""

from functools import lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

from tabletop.engine import IllegalMove, say
from tabletop.games.sevens.arrangement import why_not_arranged
from tabletop.games.sevens.figures import HARDEST, Figure
from tabletop.games.sevens.match import LONGEST_NAME
from tabletop.games.sevens.picture import Picture
from tabletop.games.sevens.pieces import FULL_SET
from tabletop.settings import write_atomically
from tabletop.ui.table import Table

FILE: Final = "figures.txt"
GROUP: Final = "This table"
MOST: Final = 200
MIDDLING: Final = 3
"""The difficulty of a figure of which nobody has said how hard it is."""


def own_figures(table: Table) -> tuple[Figure, ...]:
    """The figures of this table, as they were added; lines that cannot be read are told."""
    path = table.data_dir / FILE
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return ()
    except OSError as problem:
        table.tell(say("sevens.own.unread", "This table's figures: {why}", why=str(problem)))
        return ()
    figures, bad = _read(text)
    if bad:
        words = "In this table's figures, line {line} cannot be read and is left out: {why}"
        for line, why in bad:
            table.tell(say("sevens.own.bad", words, line=line, why=why))
    return figures


def keep_figure(table: Table, name: str, picture: Picture) -> None:
    """Adds a figure to this table's, or puts it in the place of the one with its name.

    IllegalMove where it cannot be one: too few pieces, or no room. OSError if it is not written.
    """
    why = why_not_arranged(picture, len(FULL_SET), loose=True)
    if why is not None or len(picture) != len(FULL_SET):
        words = "A figure of the booklet has all seven pieces"
        raise IllegalMove(why.reason if why else say("sevens.own.pieces", words), "2")
    kept = {figure.name: figure for figure in own_figures(table)}
    if name not in kept and len(kept) >= MOST:
        words = "There is no room: this table has {most} figures already"
        raise IllegalMove(say("sevens.own.full", words, most=MOST), "2")
    kept[name] = Figure(name, GROUP, MIDDLING, picture.rounded())
    _write(table.data_dir / FILE, tuple(kept.values()))


def _write(path: Path, figures: tuple[Figure, ...]) -> None:
    lines = (f"{quote(f.name, safe=' ')}\t{f.difficulty}\t{f.picture}\n" for f in figures)
    write_atomically(path, "".join(lines))


@lru_cache(maxsize=2)
def _read(text: str) -> tuple[tuple[Figure, ...], tuple[tuple[int, str], ...]]:
    """The figures of a file, the latest of a name, and the lines that are none, with the reason."""
    figures: dict[str, Figure] = {}
    bad = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            figure = _read_line(line)
        except ValueError as problem:
            bad.append((number, str(problem)))
        else:
            figures[figure.name] = figure
    return tuple(figures.values())[:MOST], tuple(bad)


def _read_line(line: str) -> Figure:
    """One figure; ValueError (or BadNotation, which is one) says what is wrong."""
    parts = line.split("\t")
    if len(parts) != 3:
        raise ValueError("a figure is a name, a difficulty and a picture, with tabs between")
    name = " ".join(unquote(parts[0]).split())
    if not name or not name.isprintable():
        raise ValueError(f"{parts[0][:40]!r} is no name")
    if len(name) > LONGEST_NAME:
        raise ValueError(f"its name is longer than {LONGEST_NAME} letters")
    if parts[1] not in map(str, range(1, HARDEST + 1)):
        raise ValueError(f"{parts[1][:40]!r} is no difficulty from 1 to {HARDEST}")
    picture = Picture.from_text(parts[2])
    why = why_not_arranged(picture, len(FULL_SET), loose=True)
    if why is not None:
        raise ValueError(why.reason)
    return Figure(name, GROUP, int(parts[1]), picture)
