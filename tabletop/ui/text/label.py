"""Words in a box: set as large as they may be and as small as they must be to stay inside."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

import pygame

from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import (
    min_text_size,
    scaled_size,
    text_scale,
    translated,
    use_language,
)
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import annotations
from tabletop.ui.text import typesetting
from tabletop.ui.theme.theme import BODY_SIZE, TEXT, Colour

Align: TypeAlias = Literal["left", "centre", "right"]

MIN_SIZE_SHARE: Final = 0.34
"""The smallest share of its size that a text is set at; what still does not fit is cut."""
MIN_WIDTH_RATIO: Final = 0.92
"""Letters of another size are at least this wide for it: they stand on whole pixels."""
COARSE_PIXELS: Final = 23
"""At up to so many pixels they may be narrower."""
LINE_SPACING: Final = 1.26
"""From line to line, in ems."""


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
        return max(typesetting.width_of(text, self.size, self.bold) for text in self.lines)

    @property
    def height(self) -> int:
        """Pixels from the first line's capitals to below the last line's."""
        return _height(self.size, len(self.lines))


def _height(size: int, lines: int) -> int:
    return round(size * ((lines - 1) * LINE_SPACING + 0.95))


def fit_text(
    text: str, size: int, width: int, height: int, bold: bool, most: int, floor: int = 0
) -> TextLayout:
    """The largest way to set a text in so many pixels, in at most `most` lines (0: any).

    Whatever does not fit at `floor` pixels is cut.
    """
    return _fit_text(translated(text), size, width, height, bold, most, _smallest(size, floor))


def fit_size_bound(
    text: str, size: int, width: int, height: int, bold: bool, most: int, floor: int = 0
) -> int:
    """The size that `set_text` gives, or more; found without a font of that size."""
    return _worth_trying(translated(text), size, width, height, bold, most, _smallest(size, floor))


def estimate_fit(
    text: str, size: int, width: int, height: int, bold: bool, most: int, floor: int = 0
) -> tuple[int, bool]:
    """About the size that `set_text` gives, and whether nothing is cut; without fonts of it."""
    return _estimate_fit(translated(text), size, width, height, bold, most, _smallest(size, floor))


def _smallest(size: int, floor: int) -> int:
    # Words that are set larger may become as small as those that are not.
    return max(4, round(size * MIN_SIZE_SHARE * 100 / text_scale()), floor)


@lru_cache(maxsize=512)
def _fit_text(
    text: str, size: int, width: int, height: int, bold: bool, most: int, least: int
) -> TextLayout:
    while True:
        size = _worth_trying(text, size, width, height, bold, most, least)
        allowed = _allowed(size, height, most)
        lines = typesetting.wrap_text(text, size, width, bold)
        fits = all(typesetting.width_of(line, size, bold) <= width for line in lines)
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
        lines = typesetting.estimate_wrapped_widths(text, width / size, bold)
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
    widths = [typesetting.width_in_ems(word, bold) for word in text.split()]
    blank = typesetting.width_in_ems(" ", bold)
    blanks = max(0, len(widths) - 1)
    return (
        MIN_WIDTH_RATIO * max(widths, default=0.0),
        MIN_WIDTH_RATIO * sum(widths),
        blanks,
        MIN_WIDTH_RATIO * blank,
    )


@lru_cache(maxsize=256)
def balance_lines(found: TextLayout) -> TextLayout:
    """As many lines, broken so that they are about equally long."""
    text, best = " ".join(found.lines), found
    for width in range(found.width, 0, -max(1, found.size // 4)):
        lines = typesetting.wrap_text(text, found.size, width, found.bold)
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
        while short and typesetting.width_of(short + end, size, bold) > width:
            short, end = short[:-1], "..."
        kept[number] = short.rstrip() + end
    return tuple(kept)


def min_text_pixels(canvas: Canvas) -> int:
    """The pixels of an em below which no word is set now; 0 where words may be small."""
    return canvas.px(min_text_size()) if min_text_size() else 0


@dataclass(frozen=True, slots=True)
class Label:
    """Words in a box on the canvas."""

    text: str
    box: Box
    size: float = BODY_SIZE
    colour: Colour = TEXT
    bold: bool = False
    align: Align = "left"
    stands: Literal["top", "middle", "bottom"] = "middle"
    most: int = 0
    """The most lines; 0: as many as the box holds."""
    language: str = ""
    """In which it is said: that of the seat it is for; empty: the page's."""
    spare: bool = False
    """It only adds to what is said: where it would be cut for a room, it is left out."""

    def typeset(self, canvas: Canvas) -> TextLayout:
        """How it is set on a canvas."""
        with use_language(self.language):
            lines = fit_text(*self._asked(canvas))
        return balance_lines(lines) if self.align == "centre" and lines.complete else lines

    def max_text_size(self, canvas: Canvas) -> int:
        """Pixels of an em that it is set at or below: found without measuring, so much quicker."""
        with use_language(self.language):
            return fit_size_bound(*self._asked(canvas))

    def estimate_size(self, canvas: Canvas) -> tuple[int, bool]:
        """About how many pixels of an em it is set at, and whether nothing is cut.

        Much quicker than `set_on` where a text was never set in such a room.
        """
        with use_language(self.language):
            return estimate_fit(*self._asked(canvas))

    def _asked(self, canvas: Canvas) -> tuple[str, int, int, int, bool, int, int]:
        """What `set_text` is asked for."""
        size, floor = canvas.px(scaled_size(self.size)), min_text_pixels(canvas)
        width, height = int(self.box.w * canvas.scale), int(self.box.h * canvas.scale)
        return self.text, size, max(1, width), max(1, height), self.bold, self.most, floor

    def text_height(self, canvas: Canvas) -> float:
        """How much of its box's height it takes, in canvas units."""
        return self.typeset(canvas).height / canvas.scale

    def picture(self, canvas: Canvas) -> pygame.Surface:
        """The words, in a picture as wide as the box."""
        lines = self.typeset(canvas)
        width = max(1, int(self.box.w * canvas.scale))
        picture = typesetting.block(
            "\n".join(lines.lines),
            lines.size,
            width,
            self.colour,
            self.bold,
            self.align,
            LINE_SPACING,
        )
        if not lines.complete:
            annotations.mark_truncated(picture)
        return picture

    def draw(self, frame: Frame) -> None:
        """Puts the words on the frame."""
        if not self.text:
            return
        canvas = frame.canvas
        if self.spare and min_text_size() and not self.typeset(canvas).complete:
            return
        lines, picture = self.typeset(canvas), self.picture(canvas)
        # The picture's middle is the middle between the first capitals and the last.
        ink = (
            len(lines.lines) - 1
        ) * LINE_SPACING * lines.size + typesetting.CAPITAL_HEIGHT * lines.size
        half = ink / 2 / canvas.scale
        x, y = self.box.centre
        if self.stands == "top":
            y = self.box.y + half
        elif self.stands == "bottom":
            y = self.box.bottom - half - 0.2 * lines.size / canvas.scale
        frame.meant(self.box)
        frame.put(picture, (x, y))
