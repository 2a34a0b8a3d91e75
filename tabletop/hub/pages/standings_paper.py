"""Standings on paper: A4 pages as PDF, in the project's own font."""

import time
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Flowable, PageBreak, Paragraph, SimpleDocTemplate, Table, TableStyle

from tabletop.hub.games import game_name
from tabletop.hub.standings import GameStandings, Standings
from tabletop.hub.visitors import shown_name

REGULAR: Final = "Atkinson"
BOLD: Final = "Atkinson-Bold"
_FILES: Final = {
    REGULAR: "AtkinsonHyperlegible-Regular.ttf",
    BOLD: "AtkinsonHyperlegible-Bold.ttf",
}
WIDTHS: Final = (16 * mm, 80 * mm, 24 * mm, 20 * mm, 20 * mm, 20 * mm)


def standings_pdf(known: Standings, event_name: str, day: str, now: float, fonts: Path) -> bytes:
    """The standings of all games, each on a page of its own."""
    _load_fonts(fonts)
    made = BytesIO()
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(now))

    def foot(canvas: Any, document: Any) -> None:
        canvas.setFont(REGULAR, 9)
        canvas.drawString(15 * mm, 10 * mm, f"{_printable(event_name)} · {when}")
        canvas.drawRightString(195 * mm, 10 * mm, f"Page {document.page}")

    document = SimpleDocTemplate(
        made,
        pagesize=A4,
        leftMargin=15 * mm,
        rightMargin=15 * mm,
        topMargin=15 * mm,
        bottomMargin=20 * mm,
        title=f"{event_name}: standings",
        lang="en",
    )
    document.build(list(_story(known, event_name, day)), onFirstPage=foot, onLaterPages=foot)
    return made.getvalue()


@lru_cache(2)
def _load_fonts(fonts: Path) -> None:
    for name, file in _FILES.items():
        pdfmetrics.registerFont(TTFont(name, fonts / file))


def _style(size: float, *, bold: bool = False, after: float = 0.0) -> ParagraphStyle:
    font = BOLD if bold else REGULAR
    return ParagraphStyle(
        f"{font} {size}", fontName=font, fontSize=size, leading=size * 1.25, spaceAfter=after
    )


def _story(known: Standings, event_name: str, day: str) -> Iterator[Flowable]:
    head = f"{event_name}, {day}" if day else event_name
    if not known.games:
        yield _text(head, _style(20, bold=True, after=4 * mm))
        yield _text("No results yet.", _style(12))
    for number, each in enumerate(known.games):
        if number:
            yield PageBreak()
        yield _text(head, _style(12, after=1 * mm))
        yield _text(game_name(each.game), _style(24, bold=True, after=2 * mm))
        yield _text(f"{each.matches} games, {each.rated} of them rated", _style(11, after=4 * mm))
        yield from _tables(each)


def _tables(each: GameStandings) -> Iterator[Flowable]:
    if each.people:
        rows = [
            (row.place, shown_name(row.name), row.rating, row.won, row.drawn, row.lost)
            for row in each.people
        ]
        yield _table(("", "Name", "Rating", "Won", "Drawn", "Lost"), rows)
    if each.against_computer:
        yield _text("Against the computer", _style(15, bold=True, after=3 * mm))
        solo = [
            ("", shown_name(row.name), row.level, row.games, row.won, "")
            for row in each.against_computer
        ]
        yield _table(("", "Name", "Level", "Games", "Won", ""), solo)


def _table(head: tuple[str, ...], rows: list[tuple[Any, ...]]) -> Table:
    name = _style(11, bold=True)
    cells = [[str(row[0]), _text(row[1], name), *map(str, row[2:])] for row in rows]
    table = Table([list(head), *cells], colWidths=WIDTHS, repeatRows=1, spaceAfter=8 * mm)
    table.setStyle(
        TableStyle(
            [
                ("FONT", (0, 0), (-1, -1), REGULAR, 11),
                ("TEXTCOLOR", (0, 0), (-1, 0), colors.HexColor("#51646c")),
                ("ALIGN", (2, 0), (-1, -1), "RIGHT"),
                ("ALIGN", (0, 0), (0, -1), "RIGHT"),
                ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
                ("LINEBELOW", (0, 0), (-1, -1), 0.5, colors.HexColor("#c8d2d6")),
            ]
        )
    )
    return table


def _text(words: str, style: ParagraphStyle) -> Paragraph:
    return Paragraph(escape(_printable(words), quote=False), style)


def _printable(words: str) -> str:
    """Letters that the font lacks become ``?``: black boxes would look like an error."""
    font: Any = pdfmetrics.getFont(REGULAR)
    return "".join(sign if ord(sign) in font.face.charToGlyph else "?" for sign in words)
