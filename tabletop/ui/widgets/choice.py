"""A question with a few answers: all side by side, or one button that cycles through them."""

from dataclasses import dataclass, field, replace
from typing import Any, Final

from tabletop.engine import Text
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.layout import Boxes, column, padded, row, stack
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    DIM,
    INK,
    TEXT,
    TRAY,
)
from tabletop.ui.widgets.buttons import TRAY_RADIUS, ButtonStyle, PushButton
from tabletop.ui.widgets.page import Plate

LABEL_HEIGHT: Final = 44.0
"""The height of the label at 100 percent."""
LABEL_SIZE: Final = 32.0
MAX_LABEL_SHARE: Final = 0.4
"""The greatest share of the height for the label."""
PROJECTOR_MAX_LABEL_SHARE: Final = 0.6
"""The same in projector mode, where the label may have two lines."""
ANSWER_SIZE: Final = 36.0
MIN_ANSWER_SIZE: Final = 26.0
"""If answers had to be smaller, one button cycles through them."""


@dataclass(slots=True)
class ChoiceWidgets:
    """The laid out parts of a question."""

    plates: list[Plate] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    buttons: list[PushButton] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """A question, its answers, and the chosen value."""

    key: str
    label: Text
    names: tuple[Text, ...]
    values: tuple[Any, ...]
    chosen: Any

    @property
    def at(self) -> int:
        """The index of the chosen value."""
        return self.values.index(self.chosen)

    def laid_out(self, canvas: Canvas, box: Box) -> ChoiceWidgets:
        """The label above the answers, in a box; the keys of buttons are ``key=index``."""
        head = min(label_height(canvas.context), MAX_LABEL_SHARE * box.h)
        boxes = self._arranged(box, head, gap=8)
        above = Label(self.label, boxes["label"], LABEL_SIZE, DIM, most=1)
        if canvas.context.projector and not above.typeset(canvas).complete:
            # In projector mode no text may be small.
            head = min(2 * label_height(canvas.context), PROJECTOR_MAX_LABEL_SHARE * box.h)
            boxes = self._arranged(box, head, gap=4)
            above = replace(above, box=boxes["label"], most=2)
        area = boxes["tray"]
        named = [
            Label(name, words, ANSWER_SIZE, TEXT, True, "centre")
            for name, words in zip(self.names, boxes.all("words"), strict=True)
        ]
        if any(not is_readable(canvas, label) for label in named):
            return self._one(above, area)
        # Answers have about the same size, limited by the longest.
        sizes = [
            canvas.context.unscaled_size(label.typeset(canvas).size / canvas.scale)
            for label in named
        ]
        named = [
            replace(label, size=min(size, 1.2 * min(sizes)))
            for label, size in zip(named, sizes, strict=True)
        ]
        laid = ChoiceWidgets([Plate(area, TRAY, TRAY_RADIUS)], [above])
        for number, (label, part) in enumerate(zip(named, boxes.all("answer"), strict=True)):
            chosen = number == self.at
            style: ButtonStyle = "chosen" if chosen else "plain"
            button = PushButton(f"{self.key}={number}", part, label.text, style=style)
            laid.buttons.append(button)
            laid.labels.append(replace(label, colour=INK) if chosen else label)
        return laid

    def _arranged(self, box: Box, head: float, gap: float) -> Boxes:
        """The label above a tray with an answer for each value."""
        answer = stack("answer", padded("words", (12, 6, 12, 12)))
        return column(
            padded("label", (0, 0, 0, gap), size=head),
            row(*[answer] * len(self.values), gap=4, padding=4, key="tray"),
        ).place(box)

    def extra_height(self, canvas: Canvas, width: float) -> float:
        """The extra height that it needs in projector mode."""
        if not canvas.context.projector:
            return 0.0
        line = label_height(canvas.context)
        above = Label(self.label, Box(0, 0, width, line), LABEL_SIZE, most=1)
        answers = [
            Label(name, Box(0, 0, width - 2 * line, line), ANSWER_SIZE, bold=True, most=1)
            for name in self.names
        ]
        long = not all(label.typeset(canvas).complete for label in answers)
        return line * (long + (not above.typeset(canvas).complete))

    def _one(self, above: Label, area: Box) -> ChoiceWidgets:
        name = self.names[self.at]
        button = PushButton(f"{self.key}={(self.at + 1) % len(self.values)}", area, name, "later")
        room = padded("name", (24, 8, area.h * 0.8, 8)).place(area)["name"]
        return ChoiceWidgets([], [above, Label(name, room, ANSWER_SIZE, TEXT, bold=True)], [button])


def label_height(context: UiContext) -> float:
    """The height of the label above a tray."""
    return context.scaled_length(LABEL_HEIGHT, LABEL_SIZE)


def is_readable(canvas: Canvas, label: Label) -> bool:
    """Whether the text is complete and large enough."""
    lines = label.typeset(canvas)
    return lines.complete and lines.size >= int(
        canvas.context.scaled_size(MIN_ANSWER_SIZE) * canvas.scale
    )
