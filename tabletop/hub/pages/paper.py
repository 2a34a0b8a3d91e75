"""What all papers of the hub share: A4 pages as PDF, in the project's own font."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from reportlab.lib import colors
from reportlab.lib.enums import TA_LEFT, TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Table, TableStyle

REGULAR: Final = "Atkinson"
BOLD: Final = "Atkinson-Bold"
_FILES: Final = {
    REGULAR: "AtkinsonHyperlegible-Regular.ttf",
    BOLD: "AtkinsonHyperlegible-Bold.ttf",
}
MARGIN: Final = 15 * mm
TABLE_WIDTH: Final = A4[0] - 2 * MARGIN


@lru_cache(2)
def load_fonts(fonts: Path) -> None:
    """Needed before anything else of this module; `fonts` is the program's folder of fonts."""
    for name, file in _FILES.items():
        pdfmetrics.registerFont(TTFont(name, fonts / file))


def pdf(title: str, foot: str, story: Iterable[Flowable]) -> bytes:
    """A document, with `foot` and the page number at the foot of each page."""
    made = BytesIO()

    def draw_foot(canvas: Any, document: Any) -> None:
        canvas.setFont(REGULAR, 9)
        canvas.drawString(MARGIN, 10 * mm, printable(foot))
        canvas.drawRightString(A4[0] - MARGIN, 10 * mm, f"Page {document.page}")

    document = SimpleDocTemplate(
        made,
        pagesize=A4,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=MARGIN,
        bottomMargin=20 * mm,
        title=title,
        lang="en",
    )
    document.build(list(story), onFirstPage=draw_foot, onLaterPages=draw_foot)
    return made.getvalue()


def style(
    size: float, *, bold: bool = False, right: bool = False, after: float = 0.0
) -> ParagraphStyle:
    font = BOLD if bold else REGULAR
    return ParagraphStyle(
        f"{font} {size}",
        fontName=font,
        fontSize=size,
        leading=size * 1.25,
        alignment=TA_RIGHT if right else TA_LEFT,
        spaceAfter=after,
    )


def text(words: str, look: ParagraphStyle) -> Paragraph:
    return Paragraph(escape(printable(words), quote=False), look)


def table(
    head: Sequence[str | Paragraph], rows: Iterable[Sequence[Any]], widths: Sequence[float]
) -> Table:
    """Rows with a place, a name and numbers; the head stands on each page."""
    name = style(11, bold=True)
    cells = [[str(row[0]), text(row[1], name), *map(str, row[2:])] for row in rows]
    made = Table([list(head), *cells], colWidths=widths, repeatRows=1, spaceAfter=8 * mm)
    made.setStyle(
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
    return made


def printable(words: str) -> str:
    """Letters that the font lacks become ``?``: black boxes would look like an error."""
    font: Any = pdfmetrics.getFont(REGULAR)
    return "".join(sign if ord(sign) in font.face.charToGlyph else "?" for sign in words)
