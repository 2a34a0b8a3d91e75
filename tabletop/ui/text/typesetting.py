"""Text as surfaces: fonts, measuring, wrapping, and fitting into boxes. Sizes are in pixels.

Functions that take a `UiContext` translate the text and call a cached twin that begins with `_`.
A line's surface has the middle of its capitals in its middle.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, Self

import pygame

from tabletop.engine import Text, say
from tabletop.system.resources import resource_folder
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.context import DEFAULT_CONTEXT, UiContext
from tabletop.ui.draw import annotations, shapes
from tabletop.ui.theme.theme import Colour

NEUTRAL: Final = DEFAULT_CONTEXT
"""The context of numerals, and of text that is translated already."""

FONTS: Final = resource_folder("assets") / "fonts"
FONT_FILES: Final = {
    False: "AtkinsonHyperlegible-Regular.ttf",
    True: "AtkinsonHyperlegible-Bold.ttf",
}
CAPITAL_HEIGHT: Final = 0.668
"""Height of capitals in ems."""

_UNDRAWABLE: Final = re.compile("[\0\ud800-\udfff]")
"""NUL, and lone surrogates: pygame refuses to render them."""
MEASURE_PIXELS: Final = 64
"""The size at which words are measured to estimate their width at other sizes."""
MAX_WIDTH_RATIO: Final = 1.08
MIN_WIDTH_RATIO: Final = 0.9
"""Bounds of the ratio of a line's width to that estimate: letters stand on whole pixels."""
WIDTH_MARGIN_EMS: Final = 0.2
"""An additional margin, for kerning between words."""
ESTIMATE_RATIO: Final = 0.97
"""The ratio that most lines of text are not below."""
_WORDS: Final = re.compile("(?:\\S|\xa0)+(?: %(?:\\S|\xa0)*)*")
"""What is not broken: a word (a no-break space is part of it), a number with its percent sign."""

MIN_SIZE_SHARE: Final = 0.34
"""The smallest share of its size that a text is set at; what still does not fit is cut."""
MIN_FIT_WIDTH_RATIO: Final = 0.92
"""The least ratio of a word's width to its estimate, above `COARSE_PIXELS`."""
COARSE_PIXELS: Final = 23
"""Up to this size the ratio may be lower."""
LINE_SPACING: Final = 1.26
"""From line to line, in ems."""


def font_problems() -> tuple[Text, ...]:
    """Messages about font files that cannot be loaded; needs `pygame.font`."""
    return tuple(
        say(
            "words.font",
            "The font {name} is missing: a plainer one is used.",
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
    """The program's font at a size; pygame's own if the file cannot be loaded."""
    pixels = max(4, pixels)
    return _loaded_font(FONT_FILES[bold], pixels) or pygame.font.Font(None, pixels)


def width_of(text: str, pixels: int, bold: bool = False, *, context: UiContext) -> int:
    return _width(context.translate(text), pixels, bold)


@lru_cache(maxsize=2048)
def _width(text: str, pixels: int, bold: bool) -> int:
    return font(pixels, bold).size(_drawable(text))[0]


def _drawable(text: str) -> str:
    """The text with U+FFFD for characters that pygame refuses; damaged records may have them."""
    if text.isascii():
        return text.replace("\0", "\ufffd") if "\0" in text else text
    return _UNDRAWABLE.sub("\ufffd", text)


def line(
    text: str, pixels: int, colour: Colour, bold: bool = False, *, context: UiContext
) -> pygame.Surface:
    return _line(context.translate(text), pixels, colour, bold)


def uncached_line(
    text: str, pixels: int, colour: Colour, bold: bool = False, *, context: UiContext
) -> pygame.Surface:
    """`line` without the cache, for large text that is hardly drawn twice."""
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
) -> tuple[pygame.Surface, int, float]:
    """A rendered line, its offset in the line's surface, and the middle of its capitals there."""
    face = font(pixels, bold)
    ink = face.render(_drawable(text), True, colour)
    middle = _middle(pixels, bold)
    half = max(middle, ink.get_height() - middle)
    above = round(half - middle)
    return ink, above, above + middle


def _middle(pixels: int, bold: bool) -> float:
    """The distance from the top of a font's line to the middle of its capitals."""
    return font(pixels, bold).get_ascent() - round(CAPITAL_HEIGHT * pixels) / 2


def _line_height(ink: int, pixels: int, bold: bool) -> int:
    middle = _middle(pixels, bold)
    return round(2 * max(middle, ink - middle))


def tabular_line(
    text: str, pixels: int, colour: Colour, bold: bool = True, *, context: UiContext
) -> pygame.Surface:
    """A line in which all digits have the same width, for clocks and scores."""
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
    """The lines of a text, at most `width` wide; a longer word has a line of its own."""
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


def estimate_wrapped_widths(text: str, ems: float, bold: bool = False) -> tuple[float, ...]:
    """Estimates of the widths of the lines of a text that is wrapped to a width, all in ems.

    Rather too small than too large. Needs only the font at `MEASURE_PIXELS`: another one takes half
    a millisecond for its first line.
    """
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
    """The width of a word in ems, measured at `MEASURE_PIXELS`."""
    return _width(word, MEASURE_PIXELS, bold) / MEASURE_PIXELS


def _too_long(text: str, ems: float, pixels: int, width: int, bold: bool) -> bool:
    """Whether a line is wider than that; it is measured only if its ems leave it open."""
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
    """The largest size up to `pixels` at which a line fits, at least the share `least` of it.

    The least size is that of text at 100 percent.
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
    """Text wrapped to a width."""
    return _block(context.translate(text), pixels, width, colour, bold, align, spacing)


@surface_cache(most=256)
def _block(
    text: str, pixels: int, width: int, colour: Colour, bold: bool, align: str, spacing: float
) -> pygame.Surface:
    lines = _wrap_text(text, pixels, width, bold)
    size = block_size(text, pixels, width, bold, spacing)
    picture = shapes.blank(*size, colour)
    # Lines are blitted directly: a surface for each would take 50 % longer.
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
    """The width and height of a `block` of a text that is translated already; renders nothing."""
    lines = _wrap_text(text, pixels, width, bold)
    high = _line_height(font(pixels, bold).size("X")[1], pixels, bold)
    widest = max([width, *(_width(words, pixels, bold) for words in lines)])
    return widest, high + round(pixels * spacing) * (len(lines) - 1)


@dataclass(frozen=True, slots=True)
class TextLayout:
    """A text that was broken into lines at a size."""

    size: int
    lines: tuple[str, ...]
    bold: bool
    complete: bool
    """False if text was left out."""

    @property
    def width(self) -> int:
        """Of the longest line."""
        return max(_width(text, self.size, self.bold) for text in self.lines)

    @property
    def height(self) -> int:
        """From the top of the first line's capitals to below those of the last."""
        return _height(self.size, len(self.lines))

    @property
    def rise(self) -> float:
        """How far letters of the first line, as an accented capital, reach above capitals."""
        metrics = font(self.size, self.bold).metrics(_drawable(self.lines[0]))
        highest = max((each[3] for each in metrics if each is not None), default=0)
        return max(0.0, highest - CAPITAL_HEIGHT * self.size)


def _height(size: int, lines: int) -> int:
    return round(size * ((lines - 1) * LINE_SPACING + 0.95))


class TextBox(NamedTuple):
    """A text and the pixels that it is to fit in. Use `TextBox.of`."""

    text: str
    """Translated already."""
    size: int
    """The em at which it is set if it fits."""
    width: int
    height: int
    bold: bool = False
    most: int = 0
    """The most lines; 0: as many as fit."""
    floor: int = 4
    """The smallest em. What does not fit at it is cut."""

    @classmethod
    def of(
        cls,
        text: str,
        size: int,
        width: int,
        height: int,
        bold: bool = False,
        most: int = 0,
        floor: int = 0,
        *,
        context: UiContext,
    ) -> Self:
        """The box with the text translated, and a floor that is as high as the context asks for."""
        # Larger text may be shrunk to the same size as text at 100 percent.
        least = round(size * MIN_SIZE_SHARE * 100 / context.text_scale)
        text = context.translate(text)
        return cls(text, size, width, height, bold, most, max(4, least, floor))

    def max_lines(self, size: int) -> int:
        room = max(1, int((self.height / size - 0.95) / LINE_SPACING + 1))
        return min(room, self.most) if self.most else room

    def size_bound(self, size: int) -> int:
        """An upper bound of the size that `fit_text` gives, not above this one.

        It measures no text and loads no font of that size.
        """
        longest, all_words, blanks, blank = _width_estimate(self.text, self.bold)
        while size > max(self.floor, COARSE_PIXELS):
            lines = self.max_lines(size)
            # No blank is seen where a line ends.
            whole = all_words + max(0, blanks - lines + 1) * blank
            if max(longest, whole / lines) * size <= self.width:
                break
            size = self.next_smaller(size)
        return size

    def next_smaller(self, size: int) -> int:
        """The next size to try."""
        return max(self.floor, min(size - 1, round(size * 0.95)))


@lru_cache(maxsize=512)
def fit_text(box: TextBox) -> TextLayout:
    """The layout of a text at the largest size that fits."""
    size, bold = box.size, box.bold
    while True:
        size = box.size_bound(size)
        most = box.max_lines(size)
        lines = _wrap_text(box.text, size, box.width, bold)
        fits = all(_width(line, size, bold) <= box.width for line in lines)
        fits = fits and _height(size, len(lines)) <= box.height
        if fits and len(lines) <= most:
            return TextLayout(size, lines, bold, complete=True)
        if size <= box.floor:
            return TextLayout(
                size, _truncated(lines, size, box.width, bold, most), bold, complete=False
            )
        size = box.next_smaller(size)


@lru_cache(maxsize=512)
def estimate_fit(box: TextBox) -> tuple[int, bool]:
    """An estimate of the size that `fit_text` gives, and whether nothing is cut; loads no font."""
    size = box.size
    while True:
        size = box.size_bound(size)
        lines = estimate_wrapped_widths(box.text, box.width / size, box.bold)
        fits = max(lines) * size <= box.width and _height(size, len(lines)) <= box.height
        if fits and len(lines) <= box.max_lines(size):
            return size, True
        if size <= box.floor:
            return size, False
        size = box.next_smaller(size)


@lru_cache(maxsize=512)
def _width_estimate(text: str, bold: bool) -> tuple[float, float, int, float]:
    """Lower bounds in ems: the longest word, all words; the number of blanks; the width of one.

    Sizes at which these are too wide need not be tried. That spares most of them: loading a font
    and measuring its letters for the first time are slow.
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
    """The same number of lines, broken so that they are about equally long."""
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
    """The first lines, each cut to the width, with dots where text is left out."""
    kept = list(lines[:allowed])
    for number, text in enumerate(kept):
        last = number == len(kept) - 1 and len(lines) > allowed
        short, end = text, "..." if last else ""
        while short and _width(short + end, size, bold) > width:
            short, end = short[:-1], "..."
        kept[number] = short.rstrip() + end
    return tuple(kept)
