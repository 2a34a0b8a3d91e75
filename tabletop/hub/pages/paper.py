"""Tables on paper: standings and pairings as PDF, on A4."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

REGULAR: Final = "Atkinson"
BOLD: Final = "Atkinson-Bold"
_FILES: Final = {REGULAR: "AtkinsonHyperlegible-Regular.ttf", BOLD: "AtkinsonHyperlegible-Bold.ttf"}
MARGIN: Final = 16 * mm


def table_pdf(
    fonts: Path,
    title: str,
    subtitle: str,
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    wide: int = 1,
) -> bytes:
    """One table with a title, on as many pages as it needs.

    `fonts` is the folder of the program's fonts; column `wide` takes the room that is left, all
    columns after it are numbers.
    """
    for name, file in _FILES.items():
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, fonts / file))
    text = ParagraphStyle("text", fontName=REGULAR, fontSize=11, leading=14)
    big = ParagraphStyle("title", fontName=BOLD, fontSize=22, leading=28)
    cells = [[*row[:wide], Paragraph(escape(row[wide]), text), *row[wide + 1 :]] for row in rows]
    others = len(head) - 1
    width = A4[0] - 2 * MARGIN
    narrow = min(26 * mm, width * 0.6 / max(others, 1))
    widths = [narrow] * len(head)
    widths[wide] = width - narrow * others
    table = Table([list(head), *cells], colWidths=widths, repeatRows=1)
    table.setStyle(
        TableStyle(
            [
                ("FONT", (0, 0), (-1, 0), BOLD, 10),
                ("FONT", (0, 1), (-1, -1), REGULAR, 11),
                ("LINEBELOW", (0, 0), (-1, 0), 1, colors.black),
                ("LINEBELOW", (0, 1), (-1, -1), 0.25, colors.grey),
                ("ALIGN", (wide + 1, 0), (-1, -1), "RIGHT"),
                ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ]
        )
    )
    out = BytesIO()
    document = SimpleDocTemplate(
        out,
        pagesize=A4,
        title=title,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=MARGIN,
        bottomMargin=MARGIN,
    )
    document.build(
        [Paragraph(escape(title), big), Paragraph(escape(subtitle), text), Spacer(1, 6 * mm), table]
    )
    return out.getvalue()
