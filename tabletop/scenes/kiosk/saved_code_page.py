"""The page that shows, toward every edge, the code under which a match is saved."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Final

from tabletop.engine import say
from tabletop.storage.match_codes import (
    CODE_DAYS,
    qr_text,
)
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.core.scene import Change, Pop, SeatArea
from tabletop.ui.draw.images import qr_picture
from tabletop.ui.layout import Boxes, aspect, column, item, row
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER_WORDS,
    BODY_SIZE,
    BUTTON_SIZE,
    DIM,
    HEAD_SIZE,
    PANEL,
    TEXT,
)
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import PageScene, Plate

SHOWN_SECONDS: Final = 20.0
"""Seconds for which it is shown."""
PLAY_ON_ANSWER: Final = "on"
"""What it pops with where people play on at once."""
DONE_ANSWER: Final = "done"
MARGIN: Final = 24.0
PAD: Final = 40.0
GAP: Final = 24.0
HEAD_HEIGHT: Final = 84.0
BUTTON_HEIGHT: Final = 120.0
MAX_CODE_EM: Final = 300.0
"""The em of the code at most."""
SIDE_EDGE_SHARE: Final = 0.34
"""The share of the width that people at the left or the right edge have, where others sit too."""
CODE_SHARE: Final = 0.24
"""The share of the height that the code has where all lies one below the other."""
INSTRUCTIONS_HEADS: Final = 1.4
"""The height of what is said last there, in heights of the title."""
SLIM_PLATE_WIDTH: Final = 560.0
"""On a plate narrower than this the buttons lie one below the other."""
MIN_QR_PIXELS: Final = 110
"""A picture for machines of fewer pixels is left out: none could read it, and it took room."""
MAX_PLATE_WIDTH: Final = 1500.0
"""A plate is at most so broad, and so high."""
MAX_PLATE_HEIGHT: Final = 900.0

SAVED_TEXT: Final = say("code.kept", "Your game is kept under this code")
PLAY_ON_LABEL: Final = say("code.on", "Play on now")
DONE_LABEL: Final = say("code.done", "Done")


@dataclass(frozen=True, slots=True)
class CodePlate:
    """What is shown toward one edge, in the coordinates of a reader at the bottom."""

    turns: int
    plate: Box
    qr: Box | None
    """Where the picture for machines lies; None where it would be too small for them."""
    language: str
    text_scale: int
    labels: tuple[Label, ...]


class SavedCodePage(PageScene):
    """Pops with `ON` where people play on at once; with None when they have read it, or gone."""

    idle_timeout = inf

    def __init__(self, code: str, places: Sequence[SeatArea]) -> None:
        """`places`: where the people sit who are to read it."""
        super().__init__()
        self.code = code
        self._places = tuple(places)
        self._left = SHOWN_SECONDS
        self.sides: tuple[CodePlate, ...] = ()

    def lay_out(self) -> None:
        buttons: list[PushButton] = []
        sides = []
        for turns, room in plate_boxes(
            self.canvas, [place.turns for place in self._places]
        ).items():
            there = [place for place in self._places if place.turns == turns]
            languages = {place.language for place in there}
            language = languages.pop() if len(languages) == 1 else ""
            percent = max((place.text_scale for place in there), default=0)
            side, pair = self._side(turns, room, language, percent)
            sides.append(side)
            buttons += pair
        self.sides = tuple(sides)
        self.labels = tuple(label for side in sides for label in side.labels)
        self.buttons.replace(buttons)

    def _side(
        self, turns: int, plate: Box, language: str, percent: int
    ) -> tuple[CodePlate, list[PushButton]]:
        context = self.canvas.context.override(language=language, text_scale=percent)
        boxes = self._place_parts(plate, context)
        code = boxes["code"]
        sentence = (
            "To play on, touch “Go on with a code” at this table. It is good for {days} days."
        )
        how = say("code.how", sentence, days=CODE_DAYS)
        large = min(MAX_CODE_EM, 0.9 * code.h, code.w / len(self.code) * 1.4)
        label = partial(Label, align="centre", language=language)
        labels = (
            label(SAVED_TEXT, boxes["title"], HEAD_SIZE, TEXT, bold=True, most=3),
            label(self.code, code, context.unscaled_size(large), AMBER_WORDS, bold=True, most=1),
            label(how, boxes["how"], BODY_SIZE, DIM),
        )
        button = partial(
            PushButton,
            turns=turns,
            about=self.canvas.box.centre,
            language=language,
            text_scale=percent,
        )
        pair = [
            button(f"{PLAY_ON_ANSWER}:{turns}", boxes["on"], PLAY_ON_LABEL, "play", "main"),
            button(f"{DONE_ANSWER}:{turns}", boxes["done"], DONE_LABEL, "check"),
        ]
        return CodePlate(turns, plate, boxes.get("qr"), language, percent, labels), pair

    def _place_parts(self, plate: Box, context: UiContext) -> Boxes:
        """The code with a picture for machines beside or below it, and two buttons."""
        inside = plate.inset(PAD)
        slim = inside.w < SLIM_PLATE_WIDTH
        rows = 1 + slim
        high = min(
            rows * context.scaled_length(BUTTON_HEIGHT, BUTTON_SIZE),
            rows * inside.h * 0.2,
            inside.h * 0.3,
        )
        room_height = inside.h - high - GAP
        head = min(
            context.scaled_length(HEAD_HEIGHT * (1.7 if slim else 1.0), HEAD_SIZE),
            room_height * (0.3 if slim else 0.22),
        )
        title, alone = item("title", head), item("how", 1.6 * head)
        if inside.w > 1.25 * room_height:
            side = min(room_height, inside.w * 0.38)
            qr = item("qr", side, cross_size=side, align="centre")
            with_qr = row(column(title, "code", alone), 1.5 * GAP, qr)
        else:
            with_qr = column(
                title,
                item("code", room_height * CODE_SHARE),
                GAP,
                aspect("qr"),
                GAP,
                item("how", INSTRUCTIONS_HEADS * head),
            )

        buttons = (column if slim else row)("on", "done", gap=GAP, size=high)
        boxes = column(with_qr, GAP, buttons).place(inside)
        if self.canvas.px(boxes["qr"].w) < MIN_QR_PIXELS:
            boxes = column(column(title, "code", alone), GAP, buttons).place(inside)
        return boxes

    # -- what happens ---------------------------------------------------------------------------

    def pressed(self, key: str, /) -> Change:
        return Pop(PLAY_ON_ANSWER if key.startswith(PLAY_ON_ANSWER) else None)

    def back(self) -> Change:
        return Pop(None)

    def update(self, dt: float, /) -> Change:
        self._left -= dt
        return Pop(None) if self._left <= 0 else None

    def wakes_in(self) -> float:
        return max(0.001, self._left)

    # -- what is seen ---------------------------------------------------------------------------

    def draw_content(self, frame: Frame) -> None:
        for side in self.sides:
            with (
                frame.in_context(frame.context.for_seat(side)),
                frame.turned(side.turns, frame.canvas.box.centre),
            ):
                Plate(side.plate, PANEL, 40, lined=True).draw(frame)
                if side.qr is not None:
                    picture = qr_picture(qr_text(self.code), frame.canvas.px(side.qr.w))
                    frame.put(picture, side.qr.centre)
                for label in side.labels:
                    label.draw(frame)
        for button in self.buttons.buttons:
            with frame.turned(button.turns, button.about):
                frame.touchable(button.key, button.box)
                self.draw_one(frame, button)


def plate_boxes(canvas: Canvas, sides: Sequence[int]) -> dict[int, Box]:
    """The plate toward each edge, as it is seen from there: the whole table is shared out."""
    edges = set(sides) or {0}
    whole = canvas.box.inset(MARGIN)
    left, right = (1 in edges), (3 in edges)
    across = [turns for turns in (2, 0) if turns in edges]
    # Beside people above and below, those at the left and the right have narrow plates.
    share = SIDE_EDGE_SHARE if left and right else 1.25 * SIDE_EDGE_SHARE
    side = whole.w * share - GAP if across else None
    boxes = row(
        item("1", side) if left else None,
        column(*map(str, across), gap=GAP) if across else None,
        item("3", side) if right else None,
        gap=GAP,
    ).place(whole)
    found = {int(turns): box for turns, box in boxes.items()}
    about = canvas.box.centre
    return {
        turns: _seen_from_edge(_fit_plate(box, turns), turns, about) for turns, box in found.items()
    }


def _fit_plate(box: Box, turns: int) -> Box:
    """The part of a room that a plate takes: a slim one all of its height."""
    across = turns % 2 == 0
    broad, deep = (box.w, box.h) if across else (box.h, box.w)
    deep = min(deep, MAX_PLATE_WIDTH if broad - 2 * PAD < SLIM_PLATE_WIDTH else MAX_PLATE_HEIGHT)
    broad = min(broad, MAX_PLATE_WIDTH)
    return Box.around(box.centre, *((broad, deep) if across else (deep, broad)))


def _seen_from_edge(box: Box, turns: int, about: Point) -> Box:
    """A box of the table as it is seen from an edge."""
    size = (box.w, box.h) if turns % 2 == 0 else (box.h, box.w)
    return Box.around(turn_point(box.centre, -turns, about), *size)
