"""The booklet tool checks, solves, draws and prints two figures."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from tabletop.games.sevens.figures import Figure, read_figures
from tabletop.ui.theme.theme import Colour
from tools import booklet_check as booklet
from tools.environment import ROOT

TEXT = """House, 1
L1 0 a at 0,0
L2 180 a at 2,2
Q 0 a at 2,0
M 45 a at 2,-1
P 0 a at 0,2
S1 0 a at 2,1
S2 180 a at 3,2

Cabin, 4
L1 0 a at 0,0
L2 180 a at 2,2
Q 0 a at 2,0
M 45 a at 1,-1
P 0 a at 0,2
S1 0 a at 2,1
S2 180 a at 3,2
"""


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> tuple[Figure, ...]:
    """A booklet of two figures."""
    two = tuple(read_figures(TEXT, "Buildings"))
    monkeypatch.setattr(booklet, "booklet", lambda: two)
    return two


@pytest.mark.usefixtures("figures")
def test_a_booklet_that_is_too_small_is_at_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert booklet.main([]) == 1
    said = capsys.readouterr().out
    assert "Buildings      House                    *      ok" in said
    assert "the booklet: 2 figures, not 64" in said


def test_one_group_is_judged_by_its_figures_alone(
    figures: tuple[Figure, ...],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    other = Figure("Tower", "Towers", 2, figures[0].picture)
    monkeypatch.setattr(booklet, "booklet", lambda: (*figures, other))
    assert booklet.main(["check", "--group", "Buildings"]) == 0
    assert "2 figures, 0 faults" in capsys.readouterr().out


@pytest.mark.usefixtures("figures")
def test_an_unknown_group_is_answered_with_the_known(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert booklet.main(["--group", "Clouds"]) == 2
    assert "there is no group 'Clouds'; there are Buildings" in capsys.readouterr().err


@pytest.mark.usefixtures("figures")
def test_silhouettes_are_solved(capsys: pytest.CaptureFixture[str]) -> None:
    assert booklet.main(["--solve"]) == 0
    assert "2 silhouettes, 0 not laid" in capsys.readouterr().out


def test_a_silhouette_of_too_few_pieces_is_told(
    figures: tuple[Figure, ...],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    whole = figures[0].picture
    less = Figure("Shed", "Buildings", 1, type(whole)(whole.pieces[1:]))
    monkeypatch.setattr(booklet, "booklet", lambda: (less,))
    assert booklet.main(["--solve"]) == 1
    assert "The outline encloses 6.00 square units" in capsys.readouterr().out
    assert booklet.main(["check"]) == 1
    assert "made of L M S S Q P, not of all seven pieces" in capsys.readouterr().out


@pytest.mark.usefixtures("figures")
def test_the_sheet_shows_pieces_and_silhouettes(tmp_path: Path) -> None:
    from tabletop.games.sevens.view.pieces import PIECE_COLOURS
    from tabletop.ui.theme.theme import GROUND_EDGE
    from tools.booklet_sheet import CELL

    path = tmp_path / "sheet.png"
    assert booklet.main(["--sheet", str(path)]) == 0
    sheet = pygame.image.load(path)
    assert sheet.get_size() == (2 * CELL[0], CELL[1])
    for column in (0, 1):
        left = pygame.Rect(column * CELL[0], 0, CELL[0] // 2, CELL[1])
        right = left.move(CELL[0] // 2, 0)
        assert all(_shows(sheet, left, colour) for colour in PIECE_COLOURS)
        assert _shows(sheet, right, GROUND_EDGE)
        assert not any(_shows(sheet, right, colour) for colour in PIECE_COLOURS)


def _shows(sheet: pygame.Surface, part: pygame.Rect, colour: Colour) -> bool:
    mask = pygame.mask.from_threshold(sheet.subsurface(part), (*colour, 255), (6, 6, 6, 255))
    return mask.count() > 200


@pytest.mark.usefixtures("figures")
def test_the_pdf_has_a_cover_the_pieces_and_a_page_of_each_group(tmp_path: Path) -> None:
    pytest.importorskip("reportlab")
    bare, solved = tmp_path / "bare.pdf", tmp_path / "solved.pdf"
    assert booklet.main(["--pdf", str(bare)]) == 0
    assert booklet.main(["--pdf", str(solved), "--solutions"]) == 0
    for path in (bare, solved):
        assert path.read_bytes().startswith(b"%PDF")
        assert path.read_bytes().count(b"/Type /Page\n") == 3
    assert b"AtkinsonHyperlegible-Bold" in bare.read_bytes()
    assert bare.read_bytes() != solved.read_bytes()


def test_rows_and_pages_are_filled_evenly() -> None:
    pytest.importorskip("reportlab")
    from tools.booklet_pdf import _split

    (house,) = tuple(read_figures(TEXT, "Buildings"))[:1]
    for count in range(1, 30):
        for lots in range(1, 5):
            sizes = [len(lot) for lot in _split([house] * count, lots)]
            assert sum(sizes) == count
            assert max(sizes) - min(sizes) <= 1


def test_the_tool_runs_from_the_command_line() -> None:
    command = [sys.executable, str(ROOT / "tools" / "booklet.py"), "--group", "Clouds"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert "there is no group 'Clouds'" in done.stderr
