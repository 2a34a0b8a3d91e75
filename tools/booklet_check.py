"""Checks and solves the figures of the booklet of Sevens."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final, TypeAlias

from tabletop.games.sevens.figures import MAX_DIFFICULTY, Figure, booklet
from tabletop.games.sevens.rules.pieces import FULL_SET, area, connected_groups, gap, overlap_area
from tabletop.games.sevens.solver import Outline, search
from tabletop.games.sevens.view.board import MIN_WORK_SIZE

EXACT: Final = 1e-9
"""Square units that a figure's area may be off, or two of its pieces share; units of a gap."""
WHOLE: Final = 8.0
FIGURES: Final = 64
GROUPS: Final = 8
SHARE: Final = 0.05
"""The least part of the booklet that each difficulty has."""

Look: TypeAlias = frozenset[tuple[float, float]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Does what the arguments ask for; 1 if the booklet is at fault."""
    given = _given(arguments)
    figures = booklet()
    if given.group:
        figures = tuple(figure for figure in figures if figure.group == given.group)
        if not figures:
            groups = ", ".join(dict.fromkeys(figure.group for figure in booklet()))
            print(f"there is no group {given.group!r}; there are {groups}", file=sys.stderr)
            return 2
    if given.sheet:
        from tools.booklet_sheet import write_sheet

        write_sheet(figures, given.sheet)
    if given.pdf:
        from tools.booklet_pdf import write_pdf

        write_pdf(figures, given.pdf, solutions=given.solutions)
    if given.silhouette:
        return _import(given)
    if given.solve:
        return _solve(figures)
    if given.check or not (given.sheet or given.pdf):
        return _check(figures)
    return 0


def _given(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The arguments; what does not go together ends the program, in words."""
    parser = _parser()
    given = parser.parse_args(arguments)
    doings = {"check": given.check, "--solve": given.solve, "--silhouette": given.silhouette}
    asked = [name for name, value in doings.items() if value]
    if len(asked) > 1:
        parser.error(f"{' and '.join(asked)} do not go together: ask for one at a time")
    if given.solutions and not given.pdf:
        parser.error("--solutions says how the PDF is drawn: give --pdf too")
    if not given.silhouette:
        for name, value in (("--name", given.name), ("--data-dir", given.data_dir)):
            if value is not None:
                parser.error(f"{name} is for a silhouette: give --silhouette too")
    return given


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tools/booklet.py",
        description="The booklet of Sevens: check it (the default), draw it, print it, solve it.",
    )
    parser.add_argument("check", nargs="?", choices=["check"], help="check it (the default)")
    parser.add_argument("--group", metavar="G", help="only the figures of this group")
    parser.add_argument("--solve", action="store_true", help="lay each silhouette; print times")
    parser.add_argument("--sheet", type=Path, metavar="OUT.png", help="draw a contact sheet")
    parser.add_argument("--pdf", type=Path, metavar="OUT.pdf", help="print it on A4")
    parser.add_argument("--solutions", action="store_true", help="show the seams in the PDF")
    parser.add_argument("--silhouette", type=Path, metavar="FILE", help="take a figure from a file")
    parser.add_argument("--name", metavar="NAME", help="what that figure is (Imported)")
    parser.add_argument("--data-dir", type=Path, metavar="DIR", help="the table that keeps it")
    return parser


def _import(given: argparse.Namespace) -> int:
    """Takes a silhouette from a file into the figures of a table."""
    from platformdirs import user_data_path

    from tools.booklet_import import BadSilhouette, import_figure

    name = "Imported" if given.name is None else given.name
    folder = given.data_dir or user_data_path("tabletop", appauthor=False)
    try:
        print(import_figure(given.silhouette, name, folder))
    except (BadSilhouette, OSError) as problem:
        print(f"{given.silhouette}: {problem}", file=sys.stderr)
        return 1
    return 0


def faults_of(figure: Figure) -> Iterator[str]:
    """What is wrong with a figure taken by itself."""
    pieces = [piece.corners for piece in figure.picture.pieces]
    if figure.picture.kinds != FULL_SET:
        yield f"made of {' '.join(figure.picture.kinds)}, not of all seven pieces"
    total = sum(area(corners) for corners in pieces)
    if abs(total - WHOLE) > EXACT:
        yield f"its pieces cover {total:g}, not {WHOLE:g}"
    for (i, a), (j, b) in combinations(enumerate(pieces), 2):
        shared = overlap_area(a, b)
        if shared > EXACT:
            yield f"{_named(i)} and {_named(j)} overlap by {shared:.6f}"
        elif EXACT < (apart := gap(a, b)) < 0.02:
            yield f"{_named(i)} and {_named(j)} miss each other by {apart:.6f}"
    if len(connected_groups(pieces)) > 1:
        yield f"in {len(connected_groups(pieces))} parts"
    left, top, right, bottom = figure.picture.span
    if right - left > MIN_WORK_SIZE[0] or bottom - top > MIN_WORK_SIZE[1]:
        size, room = (
            f"{right - left:.2f} by {bottom - top:.2f}",
            f"{MIN_WORK_SIZE[0]:g} by {MIN_WORK_SIZE[1]:g}",
        )
        yield f"it is {size} units, and a small board has room for {room}"


def _named(number: int) -> str:
    """What the texts of figures call a piece."""
    kind = FULL_SET[number]
    if FULL_SET.count(kind) == 1:
        return kind
    return f"{kind}{FULL_SET[: number + 1].count(kind)}"


def faults_together(figures: Sequence[Figure]) -> Iterator[str]:
    """What is wrong with the booklet as a whole."""
    groups = Counter(figure.group for figure in figures)
    if len(figures) < FIGURES:
        yield f"{len(figures)} figures, not {FIGURES}"
    if len(groups) < GROUPS:
        yield f"{len(groups)} groups, not {GROUPS}"
    names = Counter(figure.name.casefold() for figure in figures)
    yield from (f"{count} figures are called {name}" for name, count in names.items() if count > 1)
    spread = Counter(figure.difficulty for figure in figures)
    for difficulty in range(1, MAX_DIFFICULTY + 1):
        if spread[difficulty] < SHARE * len(figures):
            yield f"only {spread[difficulty]} figures of difficulty {difficulty}"
    looks: dict[Look, Figure] = {}
    for figure in figures:
        first = looks.setdefault(look(figure), figure)
        if first is not figure:
            yield f"{figure.name} has the same silhouette as {first.name}"


def look(figure: Figure) -> Look:
    """The corners of a figure's silhouette from its upper left: the same for the same shape."""
    corners = [at for ring in Outline.of(figure.picture).rings for at in ring]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    return frozenset((round(x - left, 3) + 0.0, round(y - top, 3) + 0.0) for x, y in corners)


def _check(figures: Sequence[Figure]) -> int:
    count = 0
    for figure in figures:
        faults = list(faults_of(figure))
        count += len(faults)
        stars = "*" * figure.difficulty
        print(f"{figure.group:14} {figure.name:24} {stars:5}  {'; '.join(faults) or 'ok'}")
    together = list(faults_together(figures)) if figures == booklet() else []
    for fault in together:
        print(f"the booklet: {fault}")
    groups = Counter(figure.group for figure in figures)
    spread = Counter(figure.difficulty for figure in figures)
    print(", ".join(f"{group} {n}" for group, n in groups.items()))
    print(", ".join(f"{n} of difficulty {d}" for d, n in sorted(spread.items())))
    print(f"{len(figures)} figures, {count + len(together)} faults")
    return 1 if count or together else 0


def _solve(figures: Sequence[Figure]) -> int:
    """Lays each silhouette in all ways; 1 if one has none, or cannot be laid by seven pieces."""
    times: list[tuple[float, float]] = []
    unsolved = 0
    for figure in figures:
        try:
            ways, first, whole = _timed(Outline.of(figure.picture))
        except ValueError as problem:
            print(f"{figure.group:14} {figure.name:24} {problem}")
            unsolved += 1
            continue
        print(f"{figure.group:14} {figure.name:24} {ways:4} ways {first:8.1f} {whole:8.1f} ms")
        unsolved += not ways
        times.append((first, whole))
    for words, column in (("the first way", 0), ("all ways", 1)):
        chosen = [row[column] for row in times] or [0.0]
        print(f"{words}: median {median(chosen):.1f} ms, worst {max(chosen):.1f} ms")
    print(f"{len(figures)} silhouettes, {unsolved} not laid")
    return 1 if unsolved else 0


def _timed(outline: Outline) -> tuple[int, float, float]:
    """How many ways there are, and the milliseconds to the first and to the end."""
    begin = perf_counter()
    found = [perf_counter() - begin for way in search(outline) if way is not None]
    whole = perf_counter() - begin
    return len(found), 1000 * min(found, default=whole), 1000 * whole
