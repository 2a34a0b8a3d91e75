"""Text as pictures: one family, one scale, capitals as the measure of height."""

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

import pygame

from tabletop.engine import say
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.context import text_scale, translated
from tabletop.ui.draw import annotations, shapes
from tabletop.ui.theme.theme import Colour

FONTS: Final = Path(__file__).resolve().parents[3] / "assets" / "fonts"
FONT_FILES: Final = {
    False: "AtkinsonHyperlegible-Regular.ttf",
    True: "AtkinsonHyperlegible-Bold.ttf",
}
CAPITAL_HEIGHT: Final = 0.668
"""Height of capitals in ems."""

_UNDRAWABLE: Final = re.compile("[\0\ud800-\udfff]")
"""NUL, and halves of signs that belong to no sign."""
MEASURE_PIXELS: Final = 64
"""Pixels of an em at which words are measured to tell how wide they are about at others."""
MAX_WIDTH_RATIO: Final = 1.08
MIN_WIDTH_RATIO: Final = 0.9
"""Lines of another size are at most and at least so many times as wide: letters stand on whole
pixels."""
WIDTH_MARGIN_EMS: Final = 0.2
"""And by so many ems, where one word meets the next."""
ESTIMATE_RATIO: Final = 0.97
"""Most lines of words are no less wide than so many times what they are at the gauge."""
_WORDS: Final = re.compile("(?:\\S|\xa0)+(?: %(?:\\S|\xa0)*)*")
"""What is not broken: what no blank parts (a no-break space is none), a number with its percent."""

_untold: list[str] = []
_told: set[str] = set()


def take_problems() -> list[str]:
    """What could not be loaded, in words, each once; for the window to show."""
    taken = [words for words in _untold if words not in _told]
    _told.update(taken)
    _untold.clear()
    return taken


@lru_cache(maxsize=64)
def font(pixels: int, bold: bool) -> pygame.font.Font:
    """The table's font at a size; pygame's own where the file is missing, and it says so once."""
    pixels = max(4, pixels)
    try:
        return pygame.font.Font(FONTS / FONT_FILES[bold], pixels)
    except (OSError, pygame.error):
        words = "The font {name} is missing: letters look plainer than they should."
        _untold.append(say("words.font", words, name=FONT_FILES[bold]))
        return pygame.font.Font(None, pixels)


def width_of(text: str, pixels: int, bold: bool = False) -> int:
    return _width(translated(text), pixels, bold)


@lru_cache(maxsize=2048)
def _width(text: str, pixels: int, bold: bool) -> int:
    return font(pixels, bold).size(_drawable(text))[0]


def _drawable(text: str) -> str:
    """The text without the signs that pygame refuses: damaged records may be quoted with them."""
    if text.isascii():
        return text.replace("\0", "\ufffd") if "\0" in text else text
    return _UNDRAWABLE.sub("\ufffd", text)


def line(text: str, pixels: int, colour: Colour, bold: bool = False) -> pygame.Surface:
    """One line of text; the middle of the picture is the middle of its capitals."""
    return _line(translated(text), pixels, colour, bold)


def uncached_line(text: str, pixels: int, colour: Colour, bold: bool = False) -> pygame.Surface:
    """The same, but nothing is kept of it: for large words that hardly come again as they are."""
    return _line.__wrapped__(translated(text), pixels, colour, bold)


@surface_cache(most=512)
def _line(text: str, pixels: int, colour: Colour, bold: bool) -> pygame.Surface:
    ink, above, middle = _rendered(text, pixels, colour, bold)
    picture = shapes.blank(ink.get_width(), _line_height(ink.get_height(), pixels, bold), colour)
    picture.blit(ink, (0, above))
    written = annotations.TextLine(text, 0, middle, ink.get_width(), pixels, bold, colour=colour)
    annotations.annotate(picture, written)
    return picture


def _rendered(
    text: str, pixels: int, colour: Colour, bold: bool
) -> tuple[pygame.Surface, int, int]:
    """A line as the font gives it, how far below its picture's top, and that picture's middle."""
    face = font(pixels, bold)
    ink = face.render(_drawable(text), True, colour)
    middle = _middle(pixels, bold)
    half = max(middle, ink.get_height() - middle)
    return ink, round(half - middle), round(half)


def _middle(pixels: int, bold: bool) -> float:
    """How far below the top of a font's lines the middle of its capitals is."""
    return font(pixels, bold).get_ascent() - round(CAPITAL_HEIGHT * pixels) / 2


def _line_height(ink: int, pixels: int, bold: bool) -> int:
    """The height of a line's picture that has its capitals in its middle."""
    middle = _middle(pixels, bold)
    return round(2 * max(middle, ink - middle))


def tabular_line(text: str, pixels: int, colour: Colour, bold: bool = True) -> pygame.Surface:
    """A clock or a score: every digit takes the same room."""
    return _tabular_line(translated(text), pixels, colour, bold)


@surface_cache(most=256)
def _tabular_line(text: str, pixels: int, colour: Colour, bold: bool) -> pygame.Surface:
    cell = max(width_of(digit, pixels, bold) for digit in "0123456789")
    widths = [cell if sign.isdigit() else width_of(sign, pixels, bold) for sign in text]
    height = line("0", pixels, colour, bold).get_height()
    picture = shapes.blank(sum(widths), height, colour)
    x = 0
    for sign, width in zip(text, widths, strict=True):
        ink = line(sign, pixels, colour, bold)
        picture.blit(ink, (x + (width - ink.get_width()) // 2, (height - ink.get_height()) // 2))
        x += width
    annotations.annotate(
        picture, annotations.TextLine(text, 0, height // 2, x, pixels, bold, colour=colour)
    )
    return picture


def wrap_text(text: str, pixels: int, width: int, bold: bool = False) -> tuple[str, ...]:
    """The lines of a text at most `width` pixels wide; a single longer word stands alone.

    No line begins with a percent sign.
    """
    return _wrap_text(translated(text), pixels, width, bold)


@lru_cache(maxsize=512)
def _wrap_text(text: str, pixels: int, width: int, bold: bool) -> tuple[str, ...]:
    lines: list[str] = []
    for paragraph in text.split("\n"):
        current, ems = "", 0.0
        for word in _WORDS.findall(paragraph):
            longer, more = f"{current} {word}".strip(), width_in_ems(word, bold)
            if current and _too_long(
                longer, ems + width_in_ems(" ", bold) + more, pixels, width, bold
            ):
                lines.append(current)
                current, ems = word, more
            else:
                current, ems = longer, ems + (width_in_ems(" ", bold) if current else 0.0) + more
        lines.append(current)
    return tuple(lines)


def estimate_wrapped_widths(text: str, ems: float, bold: bool = False) -> tuple[float, ...]:
    """About how wide, in ems, the lines of a text are that is wrapped to so many.

    Rather less than more. Found without a font of any other size than that at which words are
    gauged: a new one takes half a millisecond for its first line.
    """
    lines: list[float] = []
    for paragraph in translated(text).split("\n"):
        current = 0.0
        for word in _WORDS.findall(paragraph):
            more = ESTIMATE_RATIO * width_in_ems(word, bold)
            longer = current + ESTIMATE_RATIO * width_in_ems(" ", bold) + more if current else more
            if current and longer > ems:
                lines.append(current)
                current = more
            else:
                current = longer
        lines.append(current)
    return tuple(lines)


@lru_cache(maxsize=4096)
def width_in_ems(word: str, bold: bool) -> float:
    """How wide a word is, in ems, at the size at which words are gauged."""
    return _width(word, MEASURE_PIXELS, bold) / MEASURE_PIXELS


def _too_long(text: str, ems: float, pixels: int, width: int, bold: bool) -> bool:
    """Whether a line is wider than that; it is measured only where its ems leave it open."""
    about = ems * pixels
    if about * MAX_WIDTH_RATIO + WIDTH_MARGIN_EMS * pixels <= width:
        return False
    return (
        about * MIN_WIDTH_RATIO - WIDTH_MARGIN_EMS * pixels > width
        or width_of(text, pixels, bold) > width
    )


def fitting_size(
    text: str, pixels: int, width: int, bold: bool = False, least: float = 0.55
) -> int:
    """The largest size up to `pixels` at which a line fits; never below `least` of it.

    Words that are set larger may become as small as those that are not.
    """
    full = max(1, width_of(text, pixels, bold))
    smallest = round(pixels * least * 100 / text_scale())
    return max(smallest, min(pixels, pixels * width // full))


def block(
    text: str,
    pixels: int,
    width: int,
    colour: Colour,
    bold: bool = False,
    align: str = "left",
    spacing: float = 1.28,
) -> pygame.Surface:
    """Several lines of text, `width` pixels wide."""
    return _block(translated(text), pixels, width, colour, bold, align, spacing)


@surface_cache(most=256)
def _block(
    text: str, pixels: int, width: int, colour: Colour, bold: bool, align: str, spacing: float
) -> pygame.Surface:
    lines = _wrap_text(text, pixels, width, bold)
    size = _block_size(text, pixels, width, bold, spacing)
    picture = shapes.blank(*size, colour)
    # Every line goes straight into the block: pictures of single lines would cost half as much
    # again, and new ones are made in the middle of a game.
    for number, words in enumerate(lines):
        ink, above, middle = _rendered(words, pixels, colour, bold)
        wide = ink.get_width()
        x = {"left": 0, "centre": (size[0] - wide) // 2, "right": size[0] - wide}[align]
        y = number * round(pixels * spacing)
        picture.blit(ink, (x, y + above))
        written = annotations.TextLine(words, x, y + middle, wide, pixels, bold, colour=colour)
        annotations.annotate(picture, written)
    return picture


def block_size(
    text: str, pixels: int, width: int, bold: bool = False, spacing: float = 1.28
) -> tuple[int, int]:
    """How wide and high a `block` is, without making it."""
    return _block_size(translated(text), pixels, width, bold, spacing)


def _block_size(text: str, pixels: int, width: int, bold: bool, spacing: float) -> tuple[int, int]:
    lines = _wrap_text(text, pixels, width, bold)
    high = _line_height(font(pixels, bold).size("X")[1], pixels, bold)
    widest = max([width, *(_width(words, pixels, bold) for words in lines)])
    return widest, high + round(pixels * spacing) * (len(lines) - 1)
