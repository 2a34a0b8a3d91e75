"""A silhouette from a file becomes a figure if seven pieces can form it."""

from pathlib import Path

import pytest

from tabletop.games.sevens.rules.score import score
from tabletop.games.sevens.scenes.booklet import own_figures
from tabletop.settings import Settings
from tabletop.storage import Store
from tabletop.ui.core.app_context import AppContext
from tools.booklet_check import main
from tools.booklet_import import BadSilhouette, lay_silhouette, read_silhouette

SQUARE = "0,0 300,0 300,300 0,300\n"
BAR = "0,0 800,0 800,1 0,1\n"
"""Of the right area once it is scaled, but far too thin."""


def kept(folder: Path) -> list[str]:
    with Store.open(folder) as store:
        table = AppContext(Settings(), store, folder, lambda: "2030-01-01", lambda: 7)
        return [figure.name for figure in own_figures(table)]


def test_a_square_of_any_size_is_laid_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "square.txt"
    file.write_text(f"# a square\n\n{SQUARE}", "utf-8")
    folder = str(tmp_path / "data")
    asked = ["--silhouette", str(file), "--name", "Our square", "--data-dir", folder]
    assert main(asked) == 0
    assert "Our square" in capsys.readouterr().out
    assert kept(tmp_path / "data") == ["Our square"]


def test_a_shape_that_the_pieces_cannot_make_is_told_and_not_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bar.txt"
    file.write_text(BAR, "utf-8")
    main(["--silhouette", str(file), "--data-dir", str(tmp_path / "data")])
    assert "cannot be laid" in capsys.readouterr().out
    assert kept(tmp_path / "data") == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no ring"),
        ("0,0 1,1\n", "line 1: a ring has at least three corners"),
        ("# x\n0,0 1,1 a,b\n", "line 2: 'a,b' is no corner"),
        ("0,0 1,1 nan,2\n", "'nan,2' is no corner"),
        ("0,0 1,1 2\n", "'2' is no corner"),
    ],
)
def test_a_damaged_file_is_refused_with_its_line(text: str, why: str) -> None:
    with pytest.raises(BadSilhouette, match=why):
        read_silhouette(text)


def test_a_file_that_is_not_there_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--silhouette", str(tmp_path / "none.txt")]) == 1
    assert "none.txt" in capsys.readouterr().err


def test_a_ring_that_encloses_nothing_is_refused() -> None:
    with pytest.raises(BadSilhouette):
        lay_silhouette([[(0, 0), (1, 1), (2, 2)]])


def test_what_was_laid_is_the_shape_of_the_file() -> None:
    square = lay_silhouette(read_silhouette(SQUARE))
    assert square is not None
    left, top, right, bottom = square.span
    assert (right - left, bottom - top) == pytest.approx((8**0.5, 8**0.5))
    assert score(square, square).points == 7


@pytest.mark.parametrize("scale", [1e-6, 1e200])
def test_the_scale_of_a_file_does_not_matter(scale: float) -> None:
    square = lay_silhouette([[(x * scale, y * scale) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]])
    assert square is not None
    assert len(square) == 7


RING = [(0.0, 0.0), (3.0, 0.0), (3.0, 3.0), (0.0, 3.0)]
HOLE = [(1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0)]


@pytest.mark.parametrize(
    ("rings", "why"),
    [
        ([RING, RING], "given twice"),
        ([RING, HOLE, HOLE], "twice along the same line"),
        ([[(5.0, 5.0)] * 3], "enclose nothing"),
        ([[(-1e308, 0.0), (1e308, 0.0), (0.0, 1e308)]], "more than can be reckoned with"),
    ],
)
def test_rings_that_make_no_shape_are_refused_in_words(
    rings: list[list[tuple[float, float]]], why: str
) -> None:
    with pytest.raises(BadSilhouette, match=why):
        lay_silhouette(rings)


@pytest.mark.parametrize(
    ("name", "why"),
    [("", "Say what"), ("x" * 60, "at most 40 letters"), ("Sq\x07uare", "plain letters")],
)
def test_a_bad_name_is_told_before_anything_is_laid(
    name: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "square.txt"
    file.write_text(SQUARE, "utf-8")
    folder = tmp_path / "data"
    assert main(["--silhouette", str(file), "--name", name, "--data-dir", str(folder)]) == 1
    assert why in capsys.readouterr().err
    assert not folder.exists()


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (["check", "--solve"], "check and --solve do not go together"),
        (["check", "--silhouette", "a.txt"], "check and --silhouette do not go together"),
        (["--solve", "--silhouette", "a.txt"], "--solve and --silhouette do not go together"),
        (["--solutions"], "give --pdf too"),
        (["--name", "Kite"], "--name is for a silhouette"),
        (["--data-dir", "x"], "--data-dir is for a silhouette"),
    ],
)
def test_what_does_not_go_together_is_said(
    asked: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(asked)
    assert why in capsys.readouterr().err
