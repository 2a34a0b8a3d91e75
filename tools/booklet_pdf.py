"""The booklet as a PDF to print on A4: a cover, the pieces to cut out, the figures by groups."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import ceil
from pathlib import Path
from typing import Final

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from tabletop.games.sevens.figures import MAX_DIFFICULTY, Figure
from tabletop.games.sevens.rules.pieces import SQRT2, Corners, Picture, Point
from tabletop.games.sevens.solver import Outline, solve
from tabletop.games.sevens.view.pieces import PIECE_COLOURS, piece_numbers
from tabletop.ui.theme.theme import AMBER, CREAM, DIM, GROUND, INK, PANEL_LINE, WHITE, Colour

FONTS: Final = Path(__file__).resolve().parent.parent / "assets" / "fonts"
PLAIN: Final = "Atkinson"
BOLD: Final = "Atkinson-Bold"

WIDTH, HEIGHT = A4
MARGIN: Final = 15 * mm
HEAD: Final = 32 * mm
PER_PAGE: Final = 9
COLUMNS: Final = 3
UNIT: Final = 13 * mm
"""Of a figure, where there is room for it."""
CUT: Final = 60 * mm
"""The unit of the pieces to cut out: the large square is then 170 mm wide."""


def write_pdf(figures: Sequence[Figure], path: Path, *, solutions: bool = False) -> None:
    """Writes the booklet; with `solutions` all seams are shown."""
    pdfmetrics.registerFont(TTFont(PLAIN, FONTS / "AtkinsonHyperlegible-Regular.ttf"))
    pdfmetrics.registerFont(TTFont(BOLD, FONTS / "AtkinsonHyperlegible-Bold.ttf"))
    # `invariant`: no date in the file, so the same booklet makes the same file.
    canvas = Canvas(str(path), pagesize=A4, invariant=1)
    canvas.setTitle("Sevens: the booklet" + (" with solutions" if solutions else ""))
    square = _square()
    _cover(canvas, figures, square, solutions)
    _cut_out(canvas, square)
    number = 3
    for group, members in groupby(figures, key=lambda figure: figure.group):
        inside = tuple(members)
        for chosen in _split(inside, ceil(len(inside) / PER_PAGE)):
            _page(canvas, group, chosen, number, solutions)
            number += 1
    canvas.save()


def _square() -> Picture:
    """The seven pieces as the large square that they are cut from."""
    side = 2 * SQRT2
    picture = solve(Outline.from_rings([[(0, 0), (side, 0), (side, side), (0, side)]]))
    assert picture is not None
    return picture


def _split(figures: Sequence[Figure], count: int) -> Iterator[Sequence[Figure]]:
    """The figures in so many lots, as even as can be, the larger ones first."""
    for lot in range(count):
        first, end = ceil(len(figures) * lot / count), ceil(len(figures) * (lot + 1) / count)
        yield figures[first:end]


def _cover(canvas: Canvas, figures: Sequence[Figure], square: Picture, solutions: bool) -> None:
    canvas.setFillColorRGB(*_rgb(GROUND))
    canvas.rect(0, 0, WIDTH, HEIGHT, stroke=0, fill=1)
    middle = WIDTH / 2
    _words(canvas, "Sevens", middle, HEIGHT - 62 * mm, 64, CREAM, bold=True)
    _words(canvas, "the tangram memory match", middle, HEIGHT - 76 * mm, 20, DIM)
    canvas.setLineWidth(1.6)
    canvas.setLineJoin(1)
    _in_colours(canvas, square, (middle, HEIGHT / 2 - 4 * mm), 36 * mm, CREAM)
    groups = len({figure.group for figure in figures})
    words = f"{len(figures)} figures of seven pieces, in {groups} groups"
    _words(canvas, words, middle, 52 * mm, 18, CREAM)
    if solutions:
        _words(canvas, "with solutions", middle, 42 * mm, 18, AMBER, bold=True)
    canvas.showPage()


def _cut_out(canvas: Canvas, square: Picture) -> None:
    _words(canvas, "The seven pieces", WIDTH / 2, HEIGHT - 30 * mm, 28, INK, bold=True)
    words = "Print this page on card and cut along the lines. Every figure uses all seven."
    _words(canvas, words, WIDTH / 2, HEIGHT - 41 * mm, 13, PANEL_LINE)
    canvas.setLineWidth(0.8)
    canvas.setLineJoin(1)
    _in_colours(canvas, square, (WIDTH / 2, HEIGHT / 2 - 12 * mm), CUT, INK)
    words = "Only the parallelogram changes when it is turned over."
    _words(canvas, words, WIDTH / 2, 30 * mm, 13, PANEL_LINE)
    canvas.showPage()


def _page(
    canvas: Canvas, group: str, figures: Sequence[Figure], number: int, solutions: bool
) -> None:
    _words(canvas, group, WIDTH / 2, HEIGHT - 22 * mm, 26, INK, bold=True)
    canvas.setStrokeColorRGB(*_rgb(AMBER))
    canvas.setLineWidth(2)
    canvas.line(WIDTH / 2 - 12 * mm, HEIGHT - 26 * mm, WIDTH / 2 + 12 * mm, HEIGHT - 26 * mm)
    rows = list(_split(figures, ceil(len(figures) / COLUMNS)))
    wide = (WIDTH - 2 * MARGIN) / COLUMNS
    high = (HEIGHT - HEAD - 20 * mm) / max(len(rows), 2)
    for row, chosen in enumerate(rows):
        for column, figure in enumerate(chosen):
            left = WIDTH / 2 + (column - len(chosen) / 2) * wide
            _figure(canvas, figure, (left, HEIGHT - HEAD - row * high), (wide, high), solutions)
    _words(canvas, f"Sevens · {number}", WIDTH / 2, 10 * mm, 10, PANEL_LINE)
    canvas.showPage()


def _figure(canvas: Canvas, figure: Figure, corner: Point, room: Point, solutions: bool) -> None:
    """A figure with its name and difficulty in a field given by its upper left corner."""
    left, top, right, bottom = figure.picture.span
    pad, caption = 5 * mm, 17 * mm
    wide, high = room[0] - 2 * pad, room[1] - caption - pad
    unit = min(UNIT, wide / (right - left), high / (bottom - top))
    middle = (corner[0] + room[0] / 2, corner[1] - pad - high / 2)
    _silhouette(canvas, figure.picture, middle, unit)
    if solutions:
        _seams(canvas, figure.picture, middle, unit)
    below = corner[1] - room[1] + caption
    _words(canvas, figure.name, middle[0], below - 6 * mm, 12, INK, bold=True)
    canvas.setStrokeColorRGB(*_rgb(INK))
    canvas.setFillColorRGB(*_rgb(INK))
    canvas.setLineWidth(0.6)
    for dot in range(MAX_DIFFICULTY):
        x = middle[0] + (dot - (MAX_DIFFICULTY - 1) / 2) * 3.4 * mm
        canvas.circle(x, below - 10.5 * mm, 1.1 * mm, stroke=1, fill=dot < figure.difficulty)


def _silhouette(canvas: Canvas, picture: Picture, middle: Point, unit: float) -> None:
    """One shape for the whole figure, so that no printer lets light through between pieces."""
    path = canvas.beginPath()
    for ring in Outline.of(picture).rings:
        _trace(path, _on_paper(ring, picture, middle, unit))
    canvas.setFillColorRGB(*_rgb(GROUND))
    canvas.drawPath(path, stroke=0, fill=1, fillMode=0)


def _seams(canvas: Canvas, picture: Picture, middle: Point, unit: float) -> None:
    canvas.setLineWidth(1.1)
    canvas.setLineJoin(1)
    canvas.setStrokeColorRGB(*_rgb(WHITE))
    for piece in picture.pieces:
        path = canvas.beginPath()
        _trace(path, _on_paper(piece.corners, picture, middle, unit))
        canvas.drawPath(path, stroke=1, fill=0)


def _in_colours(
    canvas: Canvas, picture: Picture, middle: Point, unit: float, lines: Colour
) -> None:
    canvas.setStrokeColorRGB(*_rgb(lines))
    for number, piece in zip(piece_numbers(picture.kinds), picture.pieces, strict=True):
        path = canvas.beginPath()
        _trace(path, _on_paper(piece.corners, picture, middle, unit))
        canvas.setFillColorRGB(*_rgb(PIECE_COLOURS[number]))
        canvas.drawPath(path, stroke=1, fill=1)


def _on_paper(corners: Corners, picture: Picture, middle: Point, unit: float) -> list[Point]:
    """Corners as points of the paper, whose y runs upward."""
    x0, y0 = picture.middle
    return [(middle[0] + (x - x0) * unit, middle[1] - (y - y0) * unit) for x, y in corners]


def _trace(path: PDFPathObject, corners: Sequence[Point]) -> None:
    path.moveTo(*corners[0])
    for at in corners[1:]:
        path.lineTo(*at)
    path.close()


def _words(
    canvas: Canvas,
    words: str,
    x: float,
    y: float,
    size: float,
    colour: Colour,
    *,
    bold: bool = False,
) -> None:
    """A line of words, its middle at x, its foot at y."""
    canvas.setFont(BOLD if bold else PLAIN, size)
    canvas.setFillColorRGB(*_rgb(colour))
    canvas.drawCentredString(x, y, words)


def _rgb(colour: Colour) -> tuple[float, float, float]:
    return colour[0] / 255, colour[1] / 255, colour[2] / 255
