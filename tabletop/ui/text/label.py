"""A text in a box, set at its size or as much smaller as it must be to stay inside."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import annotations
from tabletop.ui.text import typesetting
from tabletop.ui.theme.theme import BODY_SIZE, TEXT, Colour

Align: TypeAlias = Literal["left", "centre", "right"]


def min_text_pixels(canvas: Canvas) -> int:
    """The em below which no text is set, in pixels; 0 for no limit."""
    return canvas.px(canvas.context.min_text_size) if canvas.context.projector else 0


@dataclass(frozen=True, slots=True)
class Label:
    """A text in a box on the canvas."""

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
    """A language code; "" for that of the canvas."""
    spare: bool = False
    """Dispensable: in projector mode it is left out if it would be cut."""

    def typeset(self, canvas: Canvas) -> typesetting.TextLayout:
        lines = typesetting.fit_text(self._text_box(canvas))
        return (
            typesetting.balance_lines(lines) if self.align == "centre" and lines.complete else lines
        )

    def max_text_size(self, canvas: Canvas) -> int:
        """An upper bound of its em in pixels; much faster than `typeset`."""
        box = self._text_box(canvas)
        return box.size_bound(box.size)

    def estimate_size(self, canvas: Canvas) -> tuple[int, bool]:
        """An estimate of its em in pixels, and whether nothing is cut.

        Much faster than `typeset` for a text that was not set in such a box before.
        """
        return typesetting.estimate_fit(self._text_box(canvas))

    def _text_box(self, canvas: Canvas) -> typesetting.TextBox:
        return typesetting.TextBox.of(
            self.text,
            canvas.px(canvas.context.scaled_size(self.size)),
            max(1, int(self.box.w * canvas.scale)),
            max(1, int(self.box.h * canvas.scale)),
            self.bold,
            self.most,
            min_text_pixels(canvas),
            context=canvas.context.override(language=self.language),
        )

    def text_height(self, canvas: Canvas) -> float:
        """The height of its lines in canvas units, at most that of the box."""
        return self.typeset(canvas).height / canvas.scale

    def draw(self, frame: Frame, alpha: float = 1.0) -> None:
        if not self.text:
            return
        canvas = frame.canvas
        lines = self.typeset(canvas)
        if self.spare and canvas.context.projector and not lines.complete:
            return
        picture = typesetting.block(
            "\n".join(lines.lines),
            lines.size,
            max(1, int(self.box.w * canvas.scale)),
            self.colour,
            self.bold,
            self.align,
            typesetting.LINE_SPACING,
            context=canvas.context,
        )
        if not lines.complete:
            annotations.mark_truncated(picture)
        # The centre of the surface is halfway between the capitals of the first and last line.
        ink = (
            len(lines.lines) - 1
        ) * typesetting.LINE_SPACING * lines.size + typesetting.CAPITAL_HEIGHT * lines.size
        half = ink / 2 / canvas.scale
        x, y = self.box.centre
        if self.stands == "top":
            y = self.box.y + half
        elif self.stands == "bottom":
            y = self.box.bottom - half - 0.2 * lines.size / canvas.scale
        frame.meant(self.box)
        frame.put(picture, (x, y), alpha)
