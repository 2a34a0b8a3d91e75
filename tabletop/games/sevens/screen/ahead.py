"""The pages that the first one leads to, made ready while people still look at that."""

from collections.abc import Iterator
from dataclasses import replace

from tabletop.games.sevens import figures
from tabletop.games.sevens.alone.puzzle import PuzzleScene
from tabletop.games.sevens.alone.solo import SoloScene
from tabletop.games.sevens.rules.match import SevensMatch
from tabletop.games.sevens.screen.begin import Start
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.screen.scene import SevensScene
from tabletop.games.sevens.shelf.browse import BrowseScene
from tabletop.ui.canvas import Canvas
from tabletop.ui.preparing import rehearsed


def pages_ahead(start: Start, canvas: Canvas) -> Iterator[None]:
    """Steps after which a match, the puzzles and the booklet open at once. Nothing is begun."""
    figures.booklet()
    yield
    # With a seed of its own: what people play does not depend on what was made ready.
    table = replace(start.table, seed=lambda: 0)
    desk = Desk(table, SevensMatch(options=start.options), rules=start.rules, sound=start.sound)
    start.sitting.seat(desk)
    match = SevensScene(desk, _kept_nowhere)
    yield
    yield from rehearsed(match, canvas)
    puzzle = PuzzleScene(table, sound=start.sound)
    yield
    yield from rehearsed(puzzle, canvas)
    yield from rehearsed(BrowseScene(table), canvas)
    yield from rehearsed(SoloScene(table, start.options, sound=start.sound), canvas)


def _kept_nowhere(match: SevensMatch) -> None:
    del match
