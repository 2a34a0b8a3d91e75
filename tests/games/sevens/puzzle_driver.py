"""The puzzle scene with touches."""

from collections.abc import Iterator
from contextlib import contextmanager

from tabletop.games.sevens import figures
from tabletop.games.sevens.figures import Figure
from tabletop.games.sevens.rules.pieces import Picture, overlapping_pairs
from tabletop.games.sevens.scenes.puzzle import PuzzleScene, SolutionSearch
from tests.games.sevens.sample_pictures import SQUARE
from tests.games.sevens.single_player import (
    shown,
    table_for_one,
    tap,
    wait,
)

SHIFTED = Figure("Square", "Toys", 1, SQUARE)


CAT = next(figure for figure in figures.booklet() if figure.name == "Sitting cat")


@contextmanager
def puzzle_of(figure: Figure = CAT, *, speed: str = "off") -> Iterator[PuzzleScene]:
    with table_for_one(speed=speed) as table:
        scene = PuzzleScene(table)
        scene.puzzle.show(figure)
        shown(scene)
        yield scene


def placed(scene: PuzzleScene) -> Picture:
    """The figure in the middle of the board."""
    (x, y), (ax, ay) = scene.puzzle.surface.middle, scene.puzzle.target.middle
    return scene.puzzle.target.shifted((x - ax, y - ay))


def lay(scene: PuzzleScene, *numbers: int, by: tuple[float, float] = (0.0, 0.0)) -> None:
    """Puts some pieces where the figure has them."""
    picture = placed(scene).shifted(by)
    for number in numbers:
        scene.puzzle.surface.pieces.place(number, picture.pieces[number].pose)
    wait(scene, 0.5)


def hint(scene: PuzzleScene) -> None:
    """One hint, until it is over."""
    tap(scene, "hint")
    for _ in range(2000):
        scene.update(0.02)
        if scene.puzzle.helping is None:
            break
    else:
        raise AssertionError("the hint does not end")
    wait(scene, 0.5)


def laid(scene: PuzzleScene) -> Picture:
    return scene.puzzle.surface.picture()


def seconds(scene: PuzzleScene) -> float | None:
    """What the figure took; None while it is not laid."""
    return scene.puzzle.solved


def keyed(scene: PuzzleScene) -> int | None:
    """The piece that the keys hold."""
    return scene.puzzle.surface.taken


def held(scene: PuzzleScene) -> list[int]:
    """The pieces in hands."""
    return [piece.number for piece in scene.puzzle.surface.pieces.pieces if piece.held]


def fits_together(scene: PuzzleScene) -> bool:
    return not overlapping_pairs([piece.corners for piece in scene.puzzle.surface.pieces.pieces])


def _ways(picture: Picture) -> list[Picture]:
    ways = SolutionSearch(picture)
    while not ways.done:
        ways.work()
    return ways.known


def _alike(a: Picture, b: Picture) -> bool:
    return {frozenset(_rounded(p.corners)) for p in a.pieces} == {
        frozenset(_rounded(p.corners)) for p in b.pieces
    }


def _rounded(corners: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    return [(round(x, 3), round(y, 3)) for x, y in corners]


def _fits_the_board(figure: Figure) -> bool:
    left, top, right, bottom = figure.picture.span
    return right - left <= 8.6 and bottom - top <= 8.0
