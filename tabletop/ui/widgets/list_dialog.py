"""A dialog with a list of answers, one below the other, each with a line about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tabletop.engine import Text
from tabletop.ui.core.canvas import Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.layout import column, grid, item, padded, row
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    BODY_SIZE,
    BUTTON_SIZE,
    CREAM,
    DIM,
    FOCUS,
    HEAD_SIZE,
    INK,
    PANEL,
    PANEL_ACTIVE,
    TEXT,
    WHITE,
    mix,
)
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import PageScene, Plate, draw_round_button

WIDTH: Final = 1240.0
NARROW_WIDTH: Final = 720.0
"""Of a list without notes."""
PAD: Final = 40.0
ROW_HEIGHT: Final = 100.0
GAP: Final = 12.0
HEAD_HEIGHT: Final = 84.0
LABEL_WIDTH: Final = 340.0
ROOM_LABEL_GROWTH: Final = 1.5
"""How much wider a label is in projector mode."""
NOTE_SIZE: Final = 34.0
MIN_NOTE_WIDTH: Final = 420.0
"""Where a note would be narrower, it stands below its answer."""


@dataclass(frozen=True, slots=True)
class ListAnswer:
    key: str
    label: Text | str
    note: Text | None = None
    icon: str = ""
    chosen: bool = False
    language: str = ""
    """Of the label; empty: the page's."""


class ListDialog(PageScene):
    """Pops with the key of the chosen answer, or None if it was left."""

    covers = False

    def __init__(
        self,
        title: Text,
        answers: Sequence[ListAnswer],
        turns: int = 0,
        about: Point | None = None,
    ) -> None:
        super().__init__(turns, about)
        self.title = title
        self.answers = tuple(answers)
        self.first_focus = next((each.key for each in self.answers if each.chosen), "")

    def lay_out(self) -> None:
        across, down = self.room
        context, count = self.canvas.context, len(self.answers)
        noted = any(answer.note is not None for answer in self.answers)
        wanted = WIDTH if noted else NARROW_WIDTH
        width = min(context.scaled_length(wanted, BODY_SIZE), across)
        head = min(HEAD_HEIGHT, 0.14 * down)
        high = min(1.6 * ROW_HEIGHT, context.scaled_length(ROW_HEIGHT, BODY_SIZE))
        # Two columns where one would make the rows lower than a finger.
        free = down - 2 * PAD - head - GAP
        columns = 1 if noted or count * (0.8 * ROW_HEIGHT + GAP) <= free else 2
        rows = -(-count // columns)
        high = min(high, (free - (rows - 1) * GAP) / rows)
        height = 2 * PAD + head + GAP + rows * high + (rows - 1) * GAP
        plate = self.place(width if columns == 1 else min(2 * width, across), height)
        boxes = column(
            row(item("back", head), 24, "title", size=head),
            GAP,
            grid(["answer"] * count, columns=columns, gap=GAP),
            padding=PAD,
        ).place(plate)
        self.plates = (Plate(plate, PANEL, 40, lined=True),)
        self.labels = (Label(self.title, boxes["title"], HEAD_SIZE, bold=True, most=1),)
        self.buttons.replace(
            [
                *(
                    PushButton(
                        answer.key,
                        box,
                        answer.label,
                        turns=self.turns,
                        about=self.middle,
                        language=answer.language,
                    )
                    for answer, box in zip(self.answers, boxes.all("answer"), strict=True)
                ),
                PushButton("back", boxes["back"], "", "back", turns=self.turns, about=self.middle),
            ]
        )

    def pressed(self, key: str, /) -> Change:
        return self.back() if key == "back" else Pop(key)

    def back(self) -> Change:
        return Pop(None)

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        pressed, focused = self.is_held(button), button.key == self.buttons.focus
        if button.key == "back":
            draw_round_button(frame, button, pressed=pressed, focused=focused)
            return
        answer = next(each for each in self.answers if each.key == button.key)
        canvas, box = frame.canvas, button.box
        if focused:
            ring = box.inset(-6.0)
            size = canvas.px(ring.w), canvas.px(ring.h)
            frame.put(shapes.rounded(*size, 26 * canvas.scale, FOCUS), ring.centre)
        face = CREAM if answer.chosen else PANEL_ACTIVE
        Plate(box, mix(face, WHITE, 0.2) if pressed else face, 22).draw(frame)
        ink, dim = (INK, INK) if answer.chosen else (TEXT, DIM)
        sign = (item("sign", 44), 16) if answer.icon else ()
        noted = answer.note is not None
        if noted and box.w - LABEL_WIDTH - 100 >= MIN_NOTE_WIDTH:
            wide = LABEL_WIDTH * (ROOM_LABEL_GROWTH if canvas.context.projector else 1.0)
            share = canvas.context.scaled_length(wide, BUTTON_SIZE)
            words = row(item("label", min(share, 0.4 * box.w)), 20, padded("note", (0, 6, 0, 6)))
        elif noted:
            words = column("label", item("note", 0.46 * box.h), padding=(0, 0, 0, 6))
        else:
            words = row("label")
        boxes = row(28, *sign, words, 12, item("tick", 44), 14).place(box)
        Label(
            answer.label, boxes["label"], BUTTON_SIZE, ink, True, most=1, language=answer.language
        ).draw(frame)
        if answer.note is not None:
            Label(answer.note, boxes["note"], NOTE_SIZE, dim, most=2, spare=True).draw(frame)
        if answer.icon:
            frame.put(icon(answer.icon, canvas.px(44), ink), boxes["sign"].centre)
        if answer.chosen:
            frame.put(icon("check", canvas.px(40), INK), boxes["tick"].centre)
