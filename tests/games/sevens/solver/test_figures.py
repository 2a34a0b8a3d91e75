"""Every figure of the booklet is exact, whole and the only one that looks so; texts are read."""

from collections import Counter

import pytest

from tabletop.games.sevens.figures import BadFigure, Figure, booklet, read_figures
from tabletop.games.sevens.rules.pieces import SQRT2, Picture, why_not_arranged
from tabletop.games.sevens.solver import Outline, solve
from tools.booklet_check import faults_of, faults_together

HOUSE = """# a comment
House, 3
L1 0 a at 0,0
L2 180 a at 2,2
Q 0 a at 2,0
M 45 a at 2,-1
P flipped 0 b on L1.c + 0.25r,1.5-1.5
S1 0 a on Q.d
S2 180 b on S1.c
"""


def figures() -> list[object]:
    return [pytest.param(figure, id=figure.name) for figure in booklet()]


@pytest.mark.parametrize("figure", figures())
def test_a_figure_is_exact_and_whole(figure: Figure) -> None:
    assert list(faults_of(figure)) == []
    assert why_not_arranged(figure.picture, 7, loose=False) is None


@pytest.mark.parametrize("figure", figures())
def test_a_figure_is_laid_by_the_solver(figure: Figure) -> None:
    outline = Outline.of(figure.picture)
    assert outline.area == pytest.approx(8, abs=1e-9)
    assert solve(outline) is not None


@pytest.mark.parametrize("figure", figures())
def test_a_record_keeps_a_figure(figure: Figure) -> None:
    assert Picture.from_text(str(figure.picture)).kinds == figure.picture.kinds


def test_the_booklet_is_rich_and_no_two_figures_look_the_same() -> None:
    assert list(faults_together(booklet())) == []


def test_names_are_short_and_begin_with_a_capital() -> None:
    for figure in booklet():
        assert figure.name[0].isupper()
        assert len(figure.name) <= 24


def test_a_text_is_read_exactly() -> None:
    (house,) = read_figures(HOUSE, "Buildings")
    assert (house.name, house.group, house.difficulty) == ("House", "Buildings", 3)
    assert house.picture.kinds == ("L", "L", "M", "S", "S", "Q", "P")
    p = house.picture.pieces[6].corners
    assert p[1] == pytest.approx((SQRT2 / 4, 2))
    q = house.picture.pieces[5].corners
    assert [round(v, 9) for at in q for v in at] == [2, 0, 3, 0, 3, 1, 2, 1]


def test_several_figures_stand_in_one_text() -> None:
    two = HOUSE.replace("# a comment\n", "") + "\n\n" + HOUSE.replace("House", "Cabin")
    assert [figure.name for figure in read_figures(two, "Buildings")] == ["House", "Cabin"]


@pytest.mark.parametrize(
    ("was", "now", "words"),
    [
        ("House, 3", "House", "no name with a difficulty from 1 to 5"),
        ("House, 3", "House, 6", "no name with a difficulty from 1 to 5"),
        ("S2 180 b on S1.c\n", "", "House: S2 missing"),
        ("Q 0 a at 2,0", "Q 0 a on Q.b", "Q does not lie there yet"),
        ("L2 180 a at 2,2", "L1 180 a at 2,2", "L1 lies there already"),
        ("L2 180 a at 2,2", "L3 180 a at 2,2", "not a piece, a turn and a place"),
        ("L2 180 a at 2,2", "L2 180 d at 2,2", "no point 'd' on a piece with 3 corners"),
        ("L2 180 a at 2,2", "L2 180 a at", "at which place"),
        ("L2 180 a at 2,2", "L2 180 a at 2,2.", "no sum of numbers and multiples of r"),
        ("L2 180 a at 2,2", "L2 180 a at 2,", "not a piece, a turn and a place"),
    ],
)
def test_what_is_wrong_in_a_text_is_said(was: str, now: str, words: str) -> None:
    assert was in HOUSE
    with pytest.raises(BadFigure, match=words):
        list(read_figures(HOUSE.replace(was, now), "Buildings"))


def test_faults_of_a_figure_are_told() -> None:
    astray = HOUSE.replace("L2 180 a at 2,2", "L2 180 a at 2.001,2.001")
    (figure,) = read_figures(astray, "Buildings")
    assert any("L1 and L2 miss each other by 0.001" in fault for fault in faults_of(figure))
    (figure,) = read_figures(HOUSE.replace("M 45 a at 2,-1", "M 45 a at 2,-0.5"), "Buildings")
    assert any("L1 and M overlap by" in fault for fault in faults_of(figure))
    (figure,) = read_figures(HOUSE.replace("M 45 a at 2,-1", "M 45 a at 2,-9"), "Buildings")
    assert "in 2 parts" in list(faults_of(figure))


def test_faults_of_a_booklet_are_told() -> None:
    (house,) = read_figures(HOUSE, "Buildings")
    moved = Figure("Cabin", "Buildings", 1, house.picture.shifted((3.5, -1.25)))
    faults = list(faults_together([house, moved, house]))
    assert "Cabin has the same silhouette as House" in faults
    assert "2 figures are called house" in faults
    assert "3 figures, not 64" in faults
    assert "1 groups, not 8" in faults
    assert "only 0 figures of difficulty 2" in faults


def test_difficulties_are_spread() -> None:
    assert set(Counter(figure.difficulty for figure in booklet())) == {1, 2, 3, 4, 5}
