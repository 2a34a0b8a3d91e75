"""The figures that people of this table have added to the booklet, kept in a file of its own.

One line a figure: its name, percent-encoded, a tab, its difficulty, a tab, and its picture as
`str(Picture)` writes it. A line that cannot be read is left out and told, and stays in the file;
so do figures beyond the most that are shown.
"""

from functools import lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

from tabletop.engine import IllegalMove, decimal, say
from tabletop.engine.saying import said_by
from tabletop.games.sevens.figures import HARDEST, Figure
from tabletop.games.sevens.rules.arrangement import why_not_arranged
from tabletop.games.sevens.rules.course import checked_name
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.pieces import FULL_SET
from tabletop.games.sevens.surface.sight import WORK
from tabletop.store import Store
from tabletop.ui.table import Table

FILE: Final = "figures.txt"
GROUP: Final = say("sevens.group.own", "This table")
MOST: Final = 200
MIDDLING: Final = 3
"""The difficulty of a figure of which nobody has said how hard it is."""


def own_figures(table: Table) -> tuple[Figure, ...]:
    """The figures of this table, as they were added; lines that cannot be read are told."""
    path = table.data_dir / FILE
    try:
        text = table.store.file_text(path)
    except UnicodeDecodeError:
        text = path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return ()
    except OSError as problem:
        table.tell(say("sevens.own.unread", "This table's figures: {why}", why=str(problem)))
        return ()
    figures, bad = _read(text)
    if bad:
        for line, why in bad:
            table.tell(
                say(
                    "sevens.own.bad",
                    "In this table's figures, line {line} cannot be read and is left out: {why}",
                    line=line,
                    why=why,
                )
            )
    return figures


def keep_figure(table: Table, name: str, picture: Picture) -> Figure:
    """Adds a figure to this table's, or puts it in the place of the one with its name.

    IllegalMove where it cannot be one: a bad name, too few pieces, too large, or no room. OSError
    if the others cannot be read. All other lines stay as they are.
    """
    why = why_not_arranged(picture, len(FULL_SET), loose=True)
    if why is not None or len(picture) != len(FULL_SET):
        raise IllegalMove(
            why.reason
            if why
            else say("sevens.own.pieces", "A figure of the booklet has all seven pieces"),
            "2",
        )
    _check_span(picture)
    figure = Figure(checked_name(name), GROUP, MIDDLING, picture.rounded())
    path = table.data_dir / FILE
    table.store.keep_file(path, "".join(_with(figure, _lines(table.store, path))))
    return figure


def _check_span(picture: Picture) -> None:
    left, top, right, bottom = picture.span
    if right - left > WORK[0] or bottom - top > WORK[1]:
        raise IllegalMove(
            say(
                "sevens.own.large",
                "It is {width} by {height} units: a small board has room for {across} by {down}",
                width=decimal(right - left),
                height=decimal(bottom - top),
                across=decimal(WORK[0]),
                down=decimal(WORK[1], 0),
            ),
            "2",
        )


def _lines(store: Store, path: Path) -> list[str]:
    """The file as it is, each line with its end; nothing if there is none."""
    try:
        text = store.file_text(path)
    except FileNotFoundError:
        return []
    except UnicodeDecodeError as problem:
        raise IllegalMove(
            say(
                "sevens.own.bytes",
                "{file} has letters that are not UTF-8: mend it first, or nothing can be added",
                file=str(path),
            )
        ) from problem
    lines = text.splitlines(keepends=True)
    return [line if line.endswith("\n") else f"{line}\n" for line in lines]


def _with(figure: Figure, lines: list[str]) -> list[str]:
    """The lines with a figure's own in the place of those of its name, or else at the end."""
    own = f"{quote(figure.name, safe=' ')}\t{figure.difficulty}\t{figure.picture}\n"
    names = [_name_in(line) for line in lines]
    if figure.name not in names:
        if len(set(names) - {None}) >= MOST:
            raise IllegalMove(
                say(
                    "sevens.own.full",
                    "There is no room: this table has {most} figures already",
                    most=MOST,
                ),
                "2",
            )
        return [*lines, own]
    place = names.index(figure.name)
    kept = [line for line, name in zip(lines, names, strict=True) if name != figure.name]
    return [*kept[:place], own, *kept[place:]]


def _name_in(line: str) -> str | None:
    """The name of the figure that a line tells of; None if it tells of none."""
    try:
        return _read_line(line.rstrip()).name
    except ValueError:
        return None


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
            bad.append((number, said_by(problem)))
        else:
            figures[figure.name] = figure
    return tuple(figures.values())[:MOST], tuple(bad)


def _read_line(line: str) -> Figure:
    """One figure; ValueError (or BadNotation, which is one) says what is wrong."""
    parts = line.split("\t")
    if len(parts) != 3:
        raise ValueError(
            say(
                "sevens.own.parts",
                "a figure is a name, a difficulty and a picture, with tabs between",
            )
        )
    name = checked_name(unquote(parts[0]))
    if parts[1] not in map(str, range(1, HARDEST + 1)):
        raise ValueError(
            say(
                "sevens.own.difficulty",
                "{text} is no difficulty from 1 to {most}",
                text=repr(parts[1][:40]),
                most=HARDEST,
            )
        )
    picture = Picture.from_text(parts[2])
    why = why_not_arranged(picture, len(FULL_SET), loose=True)
    if why is not None:
        raise ValueError(why.reason)
    return Figure(name, GROUP, int(parts[1]), picture)
