"""Text as pictures: one family, one scale, capitals as the measure of height."""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import pygame

from tabletop.engine import Text, say
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.context import DEFAULT_CONTEXT, UiContext
from tabletop.ui.draw import annotations, shapes
from tabletop.ui.theme.theme import Colour

NEUTRAL: Final = DEFAULT_CONTEXT
"""The context of numerals, and of text that is translated already."""

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

MIN_SIZE_SHARE: Final = 0.34
"""The smallest share of its size that a text is set at; what still does not fit is cut."""
MIN_FIT_WIDTH_RATIO: Final = 0.92
"""Letters of another size are at least this wide for it: they stand on whole pixels."""
COARSE_PIXELS: Final = 23
"""At up to so many pixels they may be narrower."""
LINE_SPACING: Final = 1.26
"""From line to line, in ems."""


def font_problems() -> tuple[Text, ...]:
    """What to tell about font files that cannot be loaded; needs `pygame.font`."""
    return tuple(
        say(
            "words.font",
            "The font {name} is missing: letters look plainer than they should.",
            name=name,
        )
        for name in FONT_FILES.values()
        if _loaded_font(name, MEASURE_PIXELS) is None
    )


def _loaded_font(name: str, pixels: int) -> pygame.font.Font | None:
    try:
        return pygame.font.Font(FONTS / name, pixels)
    except (OSError, pygame.error):
        return None


@lru_cache(maxsize=64)
def font(pixels: int, bold: bool) -> pygame.font.Font:
    """The program's font at a size; pygame's own where the file cannot be loaded."""
    pixels = max(4, pixels)
    return _loaded_font(FONT_FILES[bold], pixels) or pygame.font.Font(None, pixels)


def width_of(text: str, pixels: int, bold: bool = False, *, context: UiContext) -> int:
    return _width(context.translate(text), pixels, bold)


@lru_cache(maxsize=2048)
def _width(text: str, pixels: int, bold: bool) -> int:
    return font(pixels, bold).size(_drawable(text))[0]


def _drawable(text: str) -> str:
    """The text without the signs that pygame refuses: damaged records may be quoted with them."""
    if text.isascii():
        return text.replace("\0", "\ufffd") if "\0" in text else text
    return _UNDRAWABLE.sub("\ufffd", text)


def line(
    text: str, pixels: int, colour: Colour, bold: bool = False, *, context: UiContext
) -> pygame.Surface:
    """One line of text; the middle of the picture is the middle of its capitals."""
    return _line(context.translate(text), pixels, colour, bold)


def uncached_line(
    text: str, pixels: int, colour: Colour, bold: bool = False, *, context: UiContext
) -> pygame.Surface:
    """The same, but nothing is kept of it: for large words that hardly come again as they are."""
    return _line.__wrapped__(context.translate(text), pixels, colour, bold)


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


def tabular_line(
    text: str, pixels: int, colour: Colour, bold: bool = True, *, context: UiContext
) -> pygame.Surface:
    """A clock or a score: every digit takes the same room."""
    return _tabular_line(context.translate(text), pixels, colour, bold)


@surface_cache(most=256)
def _tabular_line(text: str, pixels: int, colour: Colour, bold: bool) -> pygame.Surface:
    cell = max(_width(digit, pixels, bold) for digit in "0123456789")
    widths = [cell if sign.isdigit() else _width(sign, pixels, bold) for sign in text]
    height = _line("0", pixels, colour, bold).get_height()
    picture = shapes.blank(sum(widths), height, colour)
    x = 0
    for sign, width in zip(text, widths, strict=True):
        ink = _line(sign, pixels, colour, bold)
        picture.blit(ink, (x + (width - ink.get_width()) // 2, (height - ink.get_height()) // 2))
        x += width
    annotations.annotate(
        picture, annotations.TextLine(text, 0, height // 2, x, pixels, bold, colour=colour)
    )
    return picture


def wrap_text(
    text: str, pixels: int, width: int, bold: bool = False, *, context: UiContext
) -> tuple[str, ...]:
    """The lines of a text at most `width` pixels wide; a single longer word stands alone.

    No line begins with a percent sign.
    """
    return _wrap_text(context.translate(text), pixels, width, bold)


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


def estimate_wrapped_widths(
    text: str, ems: float, bold: bool = False, *, context: UiContext
) -> tuple[float, ...]:
    """About how wide, in ems, the lines of a text are that is wrapped to so many.

    Rather less than more. Found without a font of any other size than that at which words are
    gauged: a new one takes half a millisecond for its first line.
    """
    return _estimate_wrapped_widths(context.translate(text), ems, bold)


def _estimate_wrapped_widths(text: str, ems: float, bold: bool) -> tuple[float, ...]:
    lines: list[float] = []
    for paragraph in text.split("\n"):
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
        or _width(text, pixels, bold) > width
    )


def fitting_size(
    text: str,
    pixels: int,
    width: int,
    bold: bool = False,
    least: float = 0.55,
    *,
    context: UiContext,
) -> int:
    """The largest size up to `pixels` at which a line fits; never below `least` of it.

    Words that are set larger may become as small as those that are not.
    """
    full = max(1, width_of(text, pixels, bold, context=context))
    smallest = round(pixels * least * 100 / context.text_scale)
    return max(smallest, min(pixels, pixels * width // full))


def block(
    text: str,
    pixels: int,
    width: int,
    colour: Colour,
    bold: bool = False,
    align: str = "left",
    spacing: float = 1.28,
    *,
    context: UiContext,
) -> pygame.Surface:
    """Several lines of text, `width` pixels wide."""
    return _block(context.translate(text), pixels, width, colour, bold, align, spacing)


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
    text: str,
    pixels: int,
    width: int,
    bold: bool = False,
    spacing: float = 1.28,
    *,
    context: UiContext,
) -> tuple[int, int]:
    """How wide and high a `block` is, without making it."""
    return _block_size(context.translate(text), pixels, width, bold, spacing)


def _block_size(text: str, pixels: int, width: int, bold: bool, spacing: float) -> tuple[int, int]:
    lines = _wrap_text(text, pixels, width, bold)
    high = _line_height(font(pixels, bold).size("X")[1], pixels, bold)
    widest = max([width, *(_width(words, pixels, bold) for words in lines)])
    return widest, high + round(pixels * spacing) * (len(lines) - 1)


@dataclass(frozen=True, slots=True)
class TextLayout:
    """A text as it was set: its size in pixels and its lines."""

    size: int
    lines: tuple[str, ...]
    bold: bool
    complete: bool
    """False if words had to be left out."""

    @property
    def width(self) -> int:
        """Pixels of the longest line."""
        return max(_width(text, self.size, self.bold) for text in self.lines)

    @property
    def height(self) -> int:
        """Pixels from the first line's capitals to below the last line's."""
        return _height(self.size, len(self.lines))


def _height(size: int, lines: int) -> int:
    return round(size * ((lines - 1) * LINE_SPACING + 0.95))


def fit_text(
    text: str,
    size: int,
    width: int,
    height: int,
    bold: bool,
    most: int,
    floor: int = 0,
    *,
    context: UiContext,
) -> TextLayout:
    """The largest way to set a text in so many pixels, in at most `most` lines (0: any).

    Whatever does not fit at `floor` pixels is cut.
    """
    return _fit_text(
        context.translate(text), size, width, height, bold, most, _smallest(size, floor, context)
    )


def fit_size_bound(
    text: str,
    size: int,
    width: int,
    height: int,
    bold: bool,
    most: int,
    floor: int = 0,
    *,
    context: UiContext,
) -> int:
    """An upper bound of the size that `fit_text` gives; loads no font of that size."""
    return _worth_trying(
        context.translate(text), size, width, height, bold, most, _smallest(size, floor, context)
    )


def estimate_fit(
    text: str,
    size: int,
    width: int,
    height: int,
    bold: bool,
    most: int,
    floor: int = 0,
    *,
    context: UiContext,
) -> tuple[int, bool]:
    """An estimate of the size that `fit_text` gives, and whether nothing is cut; loads no font."""
    return _estimate_fit(
        context.translate(text), size, width, height, bold, most, _smallest(size, floor, context)
    )


def _smallest(size: int, floor: int, context: UiContext) -> int:
    # Words that are set larger may become as small as those that are not.
    return max(4, round(size * MIN_SIZE_SHARE * 100 / context.text_scale), floor)


@lru_cache(maxsize=512)
def _fit_text(
    text: str, size: int, width: int, height: int, bold: bool, most: int, least: int
) -> TextLayout:
    while True:
        size = _worth_trying(text, size, width, height, bold, most, least)
        allowed = _allowed(size, height, most)
        lines = _wrap_text(text, size, width, bold)
        fits = all(_width(line, size, bold) <= width for line in lines)
        fits = fits and _height(size, len(lines)) <= height
        if fits and len(lines) <= allowed:
            return TextLayout(size, lines, bold, complete=True)
        if size <= least:
            return TextLayout(
                size, _truncated(lines, size, width, bold, allowed), bold, complete=False
            )
        size = _smaller(size, least)


@lru_cache(maxsize=512)
def _estimate_fit(
    text: str, size: int, width: int, height: int, bold: bool, most: int, least: int
) -> tuple[int, bool]:
    while True:
        size = _worth_trying(text, size, width, height, bold, most, least)
        lines = _estimate_wrapped_widths(text, width / size, bold)
        fits = max(lines) * size <= width and _height(size, len(lines)) <= height
        if fits and len(lines) <= _allowed(size, height, most):
            return size, True
        if size <= least:
            return size, False
        size = _smaller(size, least)


def _allowed(size: int, height: int, most: int) -> int:
    """How many lines there may be at a size."""
    room = max(1, int((height / size - 0.95) / LINE_SPACING + 1))
    return min(room, most) if most else room


def _worth_trying(
    text: str, size: int, width: int, height: int, bold: bool, most: int, least: int
) -> int:
    """The first size from this one on at which the words may fit, without measuring them."""
    longest, all_words, blanks, blank = _width_estimate(text, bold)
    while size > max(least, COARSE_PIXELS):
        lines = _allowed(size, height, most)
        # Where a line ends no blank is seen.
        whole = all_words + max(0, blanks - lines + 1) * blank
        if max(longest, whole / lines) * size <= width:
            break
        size = _smaller(size, least)
    return size


def _smaller(size: int, least: int) -> int:
    """The next size to try."""
    return max(least, min(size - 1, round(size * 0.95)))


@lru_cache(maxsize=512)
def _width_estimate(text: str, bold: bool) -> tuple[float, float, int, float]:
    """In ems: less than the longest word of a text takes, all without blanks, how many, and one.

    A size at which they are wider than their room need not be tried, and that spares most sizes:
    a font is slow to load at one, and its letters are slow to measure the first time.
    """
    widths = [width_in_ems(word, bold) for word in text.split()]
    blank = width_in_ems(" ", bold)
    blanks = max(0, len(widths) - 1)
    return (
        MIN_FIT_WIDTH_RATIO * max(widths, default=0.0),
        MIN_FIT_WIDTH_RATIO * sum(widths),
        blanks,
        MIN_FIT_WIDTH_RATIO * blank,
    )


@lru_cache(maxsize=256)
def balance_lines(found: TextLayout) -> TextLayout:
    """As many lines, broken so that they are about equally long."""
    text, best = " ".join(found.lines), found
    for width in range(found.width, 0, -max(1, found.size // 4)):
        lines = _wrap_text(text, found.size, width, found.bold)
        if (
            len(lines) != len(found.lines)
            or TextLayout(found.size, lines, found.bold, True).width > width
        ):
            return best
        best = TextLayout(found.size, lines, found.bold, complete=True)
    return best


def _truncated(
    lines: tuple[str, ...], size: int, width: int, bold: bool, allowed: int
) -> tuple[str, ...]:
    """As many lines as are allowed, each inside the width, dots where words were left out."""
    kept = list(lines[:allowed])
    for number, text in enumerate(kept):
        last = number == len(kept) - 1 and len(lines) > allowed
        short, end = text, "..." if last else ""
        while short and _width(short + end, size, bold) > width:
            short, end = short[:-1], "..."
        kept[number] = short.rstrip() + end
    return tuple(kept)
