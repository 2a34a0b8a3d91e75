"""Takes a silhouette from a file, has the solver lay it, and keeps it as a figure of a table.

The file has one ring of corners a line, ``x,y x,y x,y ...``, y downward; a ring inside another is a
hole. The scale does not matter: the silhouette is made as large as the seven pieces together.
"""

from math import inf, isfinite, sqrt
from pathlib import Path
from typing import Final

from tabletop.app.startup import open_app_context
from tabletop.engine import IllegalMove
from tabletop.games.sevens.rules.match import checked_name
from tabletop.games.sevens.rules.pieces import Picture, Point
from tabletop.games.sevens.scenes.booklet import save_figure
from tabletop.games.sevens.solver import Outline, SolverTimeout, solve
from tabletop.settings import Settings

WHOLE: Final = 8.0
"""Square units of the seven pieces."""
ROUGH: Final = 8.0
"""Units of the longer side of a silhouette before its true size is reckoned."""
LEAST: Final = 1e-2
"""Square units that it covers then, at least."""
SECONDS: Final = 60.0


class BadSilhouette(ValueError):
    """A silhouette that cannot be used, and why, in words."""


def read_silhouette(text: str) -> list[list[Point]]:
    """The rings of a file; BadSilhouette names the line that cannot be read."""
    rings = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            ring = [_corner(word) for word in line.split()]
        except ValueError as problem:
            raise BadSilhouette(f"line {number}: {problem}") from problem
        if len(ring) < 3:
            raise BadSilhouette(f"line {number}: a ring has at least three corners")
        rings.append(ring)
    if not rings:
        raise BadSilhouette("there is no ring of corners in it")
    return rings


def _corner(word: str) -> Point:
    x, comma, y = word.partition(",")
    try:
        at = float(x), float(y)
    except ValueError:
        at = (float("nan"), 0.0)
    if not comma or not all(map(isfinite, at)):
        raise ValueError(f"{word!r} is no corner: it should be x,y")
    return at


def _scaled(rings: list[list[Point]]) -> Outline:
    """The outline as large as the seven pieces together; ValueError in words if it cannot be."""
    xs, ys = ([at[k] for ring in rings for at in ring] for k in (0, 1))
    span = max(max(xs) - min(xs), max(ys) - min(ys))
    if not 0 < span < inf:
        raise BadSilhouette("its rings enclose nothing, or more than can be reckoned with")
    # Made large first: what is tiny in a file of tiny numbers is not tiny in the shape.
    left, top, times = min(xs), min(ys), ROUGH / span
    rough = Outline.from_rings(
        [[((x - left) * times, (y - top) * times) for x, y in ring] for ring in rings]
    )
    if rough.area <= LEAST:
        words = "its rings enclose nothing together: is one given twice, or a hole without a shape?"
        raise BadSilhouette(words)
    scale = sqrt(WHOLE / rough.area)
    return Outline.from_rings([[(x * scale, y * scale) for x, y in r] for r in rough.rings])


def lay_silhouette(rings: list[list[Point]], seconds: float = SECONDS) -> Picture | None:
    """A way to lay the seven pieces so that they make it; None if there is none."""
    try:
        return solve(_scaled(rings), seconds=seconds)
    except SolverTimeout as unfinished:
        raise BadSilhouette(f"no way was found in {seconds:g} seconds") from unfinished
    except ValueError as problem:
        raise BadSilhouette(str(problem)) from problem


def import_figure(file: Path, name: str, data_dir: Path) -> str:
    """Adds the file's silhouette to a table's own figures, and says in words what came of it.

    BadSilhouette where the file cannot be used, OSError from the disk.
    """
    try:
        name = checked_name(name)
    except IllegalMove as refused:
        raise BadSilhouette(str(refused.reason)) from refused
    picture = lay_silhouette(read_silhouette(file.read_text(encoding="utf-8", errors="replace")))
    if picture is None:
        return f"{file}: the seven pieces cannot be laid so"
    table = open_app_context(Settings(), data_dir)
    try:
        save_figure(table, name, picture)
    except IllegalMove as refused:
        raise BadSilhouette(str(refused.reason)) from refused
    finally:
        table.store.close()
    return f"{file}: kept as “{name}” in {data_dir}"
