"""Codes on paper: slips for the players of a tournament, and the poster with the way to sign up."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.graphics.shapes import Drawing
from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer, Table, TableStyle

from tabletop.hub.pages.paper import TABLE_WIDTH, load_fonts, pdf, style, text

COLUMNS: Final = 2
SLIP_HEIGHT: Final = 48 * mm
SLIP_CODE: Final = 34 * mm
POSTER_CODE: Final = 130 * mm


@dataclass(frozen=True, slots=True)
class Slip:
    name: str
    code: str
    address: str
    """Of the visitor's page."""


def slips_pdf(title: str, event_name: str, slips: Sequence[Slip], fonts: Path) -> bytes:
    """A slip for each player, to be cut out: the name, the code, and the page as a QR code."""
    load_fonts(fonts)
    return pdf(title, f"{event_name} · {title} · Cut along the lines", _slips(title, slips))


def poster_pdf(event_name: str, address: str, fonts: Path) -> bytes:
    """A page to hang up, with the way to sign up."""
    load_fonts(fonts)
    return pdf(event_name, event_name, _poster(event_name, address))


def _slips(title: str, slips: Sequence[Slip]) -> Iterator[Flowable]:
    if not slips:
        yield text("No players yet.", style(12))
        return
    cells: list[Flowable | str] = [_slip(title, each) for each in slips]
    cells += [""] * (-len(cells) % COLUMNS)
    rows = [cells[start : start + COLUMNS] for start in range(0, len(cells), COLUMNS)]
    made = Table(rows, colWidths=TABLE_WIDTH / COLUMNS, rowHeights=SLIP_HEIGHT)
    made.setStyle(
        TableStyle(
            [
                ("GRID", (0, 0), (-1, -1), 0.5, colors.HexColor("#9aa8ae")),
                ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ]
        )
    )
    yield made


def _slip(title: str, slip: Slip) -> Flowable:
    grouped = " ".join(slip.code[start : start + 2] for start in (0, 2, 4))
    words = [
        text(slip.name, style(14, bold=True, after=1 * mm)),
        text(grouped, style(20, bold=True, after=1 * mm)),
        text(f"{title}. Scan this for your page: where you play next, and your games.", style(8)),
        text("Or type the code at a table, or at", style(8)),
        text(slip.address.partition("//")[2].partition("/")[0] + "/hello", style(8, bold=True)),
    ]
    wide = TABLE_WIDTH / COLUMNS - SLIP_CODE - 8 * mm
    made = Table([[words, _qr_code(slip.address, SLIP_CODE)]], colWidths=(wide, SLIP_CODE))
    made.setStyle(TableStyle([("VALIGN", (0, 0), (-1, -1), "MIDDLE")]))
    return made


def _qr_code(address: str, size: float) -> Drawing:
    code = QrCodeWidget(address, barWidth=size, barHeight=size)
    drawing = Drawing(size, size)
    drawing.add(code)
    return drawing


def _poster(event_name: str, address: str) -> Iterable[Flowable]:
    def line(words: str, size: float, *, bold: bool = False) -> Flowable:
        font = style(size, bold=bold).fontName
        name = f"{font} {size} centred"
        centred = ParagraphStyle(
            name, fontName=font, fontSize=size, leading=size * 1.25, alignment=TA_CENTER
        )
        return text(words, centred)

    code = _qr_code(address, POSTER_CODE)
    code.hAlign = "CENTER"
    return [
        line(event_name, 40, bold=True),
        Spacer(1, 8 * mm),
        line("Play along!", 32),
        Spacer(1, 6 * mm),
        code,
        Spacer(1, 6 * mm),
        line("Scan this with your phone for a page of your own:", 18),
        line("your games, your next match, your rating.", 18),
        Spacer(1, 4 * mm),
        line(address.partition("//")[2], 18, bold=True),
    ]
