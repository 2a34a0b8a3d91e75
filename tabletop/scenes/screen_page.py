"""How the picture lies on its screen: turned, mirrored, inset, pulled straight, and touched."""

from dataclasses import replace
from typing import Any, Final

import pygame

from tabletop.engine import Text, decimal, say
from tabletop.input.glass import MOST_MARGIN, Glass, Margins
from tabletop.scenes.calibrate import CalibrateScene
from tabletop.scenes.keep_this import KeepScene
from tabletop.scenes.keystone import KeystoneScene
from tabletop.ui import warp
from tabletop.ui.canvas import Box
from tabletop.ui.choice import LABEL, Choice, ChoiceSheet
from tabletop.ui.frame import Frame
from tabletop.ui.kept import kept
from tabletop.ui.label import Label
from tabletop.ui.mounting import WINDOW
from tabletop.ui.scene import Change, Push
from tabletop.ui.sheet import Plate, stacked
from tabletop.ui.table import Table
from tabletop.ui.theme import AMBER, BODY_SIZE, CARD_SIZE, DIM, SMALL_SIZE, TEXT, TRAY, Colour
from tabletop.ui.widgets import PushButton

STEP: Final = 0.005
"""How much of the window one touch adds to a margin."""
MARGIN: Final = 56.0
HEAD: Final = 88.0
BETWEEN: Final = 56.0
WIDEST: Final = 900.0
ANSWER: Final = 84.0
UNDO: Final = 68.0
GAP: Final = 12.0
STEPPER: Final = 76.0
BORDER: Final = 6.0
SECTION: Final = LABEL + ANSWER + GAP + UNDO
MARGINS: Final = LABEL + 4 * STEPPER + 4 * GAP + UNDO
ONE_COLUMN: Final = 1.5
"""A page so much higher than it is wide has room for all in one column."""
SIDES: Final = (
    say("screen.left", "Left"),
    say("screen.top", "Top"),
    say("screen.right", "Right"),
    say("screen.bottom", "Bottom"),
)
"""The picture's sides, clockwise, as those who look at it see them."""
AS_SET: Final = say("screen.as_set", "As in the settings file")
STRAIGHT: Final = say("screen.straight", "Straight again")


def edge_of(glass: Glass, side: int) -> int:
    """The window's edge at which a side of the picture lies; both count clockwise from the left."""
    edge = (side + glass.turns) % 4
    return 2 - edge if glass.mirror and edge % 2 == 0 else edge


class ScreenPage(ChoiceSheet):
    """What can be said about the screen; every change is seen at once and can be taken back."""

    patience = 120.0

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table

    @property
    def choices(self) -> tuple[Choice, Choice]:
        """How the picture is turned, and whether it is mirrored."""
        glass = self.table.glass.now
        degrees = tuple(say("screen.degrees", "{number}°", number=n) for n in (0, 90, 180, 270))
        mirrors = (say("screen.plain", "As it is"), say("screen.mirrored", "Mirrored"))
        return (
            Choice(
                "turn",
                say("screen.turn", "Turned clockwise by"),
                degrees,
                (0, 1, 2, 3),
                glass.turns,
            ),
            Choice(
                "mirror",
                say("screen.mirror", "For a projector behind the table"),
                mirrors,
                (False, True),
                glass.mirror,
            ),
        )

    # -- layout -----------------------------------------------------------------------------

    def lay_out(self) -> None:
        body = self._body()
        turn, mirror, touch, margins, corners = _places(body)
        laid = [
            choice.laid_out(self.canvas, Box(*box[:3], LABEL + ANSWER))
            for choice, box in zip(self.choices, (turn, mirror), strict=True)
        ]
        mounting = self.table.glass.mounting
        buttons = [PushButton("back", Box(body.x, 40, HEAD + 8, HEAD), icon="back")]
        buttons += [button for part in laid for button in part.buttons]
        buttons += self._touch_buttons(touch)
        buttons += self._steppers(margins)
        area = Box(corners.x, corners.y + LABEL, corners.w, ANSWER)
        pull, able = say("screen.corners", "Pull the corners"), warp.found()
        buttons.append(PushButton("corners", area, pull, "keystone", enabled=able))
        for key, box, chosen, words in (
            ("file:turns", turn, mounting.turns, AS_SET),
            ("file:mirror", mirror, mounting.mirror, AS_SET),
            ("file:margins", margins, mounting.margins, AS_SET),
            ("file:keystone", corners, mounting.keystone, STRAIGHT),
        ):
            if chosen is not None:
                buttons.append(PushButton(key, _foot(box), words, "undo"))
        self.buttons.replace(buttons)
        self.plates = (
            *(plate for part in laid for plate in part.plates),
            *(Plate(_words_of(row), TRAY, 20) for row in _rows(margins)),
        )
        self.labels = (
            *self._titles(body),
            *(label for part in laid for label in part.labels),
            Label(self._touches, Box(touch.x, touch.y, touch.w, LABEL - 8), 32.0, DIM, most=1),
            Label(self._pulled, Box(*corners[:3], LABEL - 8), 32.0, DIM, most=1),
            *self._margin_words(margins),
        )

    def _body(self) -> Box:
        canvas = self.canvas
        width = min(canvas.width - 2 * MARGIN, 2 * WIDEST + BETWEEN)
        top = 40 + HEAD + 32
        return Box((canvas.width - width) / 2, top, width, canvas.height - top - 48)

    def _titles(self, body: Box) -> tuple[Label, Label]:
        left = body.x + HEAD + 36
        return (
            Label(
                say("screen.title", "The screen"),
                Box(left, 34, body.right - left, 64),
                CARD_SIZE * 0.8,
                bold=True,
                most=1,
            ),
            Label(self._which, Box(left, 98, body.right - left, 36), SMALL_SIZE, DIM, most=1),
        )

    @property
    def _which(self) -> Text:
        glass = self.table.glass
        width, height = glass.now.window
        if glass.key == WINDOW:
            words = "This window, {width} x {height}. What is chosen here is kept for windows."
            return say("screen.window", words, width=width, height=height)
        number = int(glass.key.split()[1]) + 1
        words = "Screen {number}, {width} x {height}. What is chosen here is kept for this screen."
        return say("screen.screen", words, number=number, width=width, height=height)

    @property
    def _touches(self) -> Text:
        glass = self.table.glass.now
        if glass.calibration is None and glass.mirror:
            # A device before the picture has its left where people have theirs.
            words = "If touches land on the wrong side, touch the crosses"
            return say("screen.mirrored_touch", words)
        if glass.calibration is None:
            return say("screen.trusted", "Touches count where the device feels them")
        return say("screen.corrected", "Touches are corrected by four crosses")

    @property
    def _pulled(self) -> Text:
        if not warp.found():
            words = "Without OpenCV, which is missing, the picture stays straight"
            return say("screen.no_warp", words)
        if self.table.glass.mounting.keystone is None:
            return say("screen.unpulled", "For a projector that stands askew")
        return say("screen.pulled", "The picture is pulled by its corners")

    def _touch_buttons(self, box: Box) -> list[PushButton]:
        area = Box(box.x, box.y + LABEL, box.w, ANSWER)
        buttons = [PushButton("crosses", area, say("screen.crosses", "Touch the crosses"), "plus")]
        if self.table.glass.now.calibration is not None:
            words = say("screen.trust", "Trust the device again")
            buttons.append(PushButton("file:calibration", _foot(box), words, "undo"))
        return buttons

    def _steppers(self, box: Box) -> list[PushButton]:
        buttons = []
        for side, row in enumerate(_rows(box)):
            share = self._share(side)
            less = Box(row.x, row.y, STEPPER * 1.3, row.h)
            more = less.moved(row.w - less.w, 0)
            buttons += [
                PushButton(f"less:{side}", less, icon="minus", enabled=share > 0),
                PushButton(f"more:{side}", more, icon="plus", enabled=share < MOST_MARGIN),
            ]
        return buttons

    def _margin_words(self, box: Box) -> list[Label]:
        words = say("screen.margins", "Dark margins; the bright line must be seen all round")
        found = [Label(words, Box(box.x, box.y, box.w, LABEL - 8), 32.0, DIM, most=1)]
        for side, row in enumerate(_rows(box)):
            share = decimal(100 * self._share(side))
            told = say("screen.margin", "{side}  {share} %", side=SIDES[side], share=share)
            room = _words_of(row).inset(8)
            found.append(Label(told, room, BODY_SIZE, TEXT, True, "centre", most=1))
        return found

    def _share(self, side: int) -> float:
        """How much of the window is dark at a side of the picture."""
        glass = self.table.glass.now
        return glass.margins[edge_of(glass, side)]

    # -- what is chosen ---------------------------------------------------------------------

    def pressed(self, key: str, /) -> Change:
        match key.partition(":")[0], key.partition(":")[2]:
            case "back", _:
                return self.back()
            case "crosses", _:
                return Push(CalibrateScene(self.table))
            case "corners", _:
                return Push(KeystoneScene(self.table))
            case "less", side:
                self._widen(int(side), -STEP)
            case "more", side:
                self._widen(int(side), STEP)
            case "file", ("margins" | "calibration" | "keystone") as part:
                self._mount(**{part: None})
                self.table.keep_glass()
            case "file", part:
                return self._tried(**{part: None})
            case _:
                name, _, number = key.partition("=")
                if name == "turn":
                    return self._tried(turns=int(number))
                return self._tried(mirror=bool(int(number)))
        self.lay_out()
        return None

    def _tried(self, **changes: Any) -> Change:
        """A change that may lock people out holds only if they keep it."""
        before = self.table.glass.now
        self._mount(**changes)
        if self.table.glass.now == before:
            self.table.keep_glass()
            self.lay_out()
            return None
        return Push(KeepScene(self.table))

    def _mount(self, **changes: Any) -> None:
        glass = self.table.glass
        glass.try_out(replace(glass.mounting, **changes))

    def _widen(self, side: int, by: float) -> None:
        glass = self.table.glass.now
        shares = list(glass.margins)
        edge = edge_of(glass, side)
        shares[edge] = min(MOST_MARGIN, max(0.0, round(shares[edge] / STEP) * STEP + by))
        shares[edge] = round(shares[edge], 4)
        self._mount(margins=Margins(*shares))
        self.table.keep_glass()

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        draw_border(frame)


def draw_border(frame: Frame) -> None:
    """A bright line along the picture's very edge: what of it is not seen, the screen cuts off."""
    canvas, thick = frame.canvas, frame.canvas.px(BORDER)
    width, height = canvas.size
    for x, y, across, down in (
        (0, 0, width, thick),
        (0, height - thick, width, thick),
        (0, 0, thick, height),
        (width - thick, 0, thick, height),
    ):
        middle = ((x + across / 2) / canvas.scale, (y + down / 2) / canvas.scale)
        frame.put(_line(across, down, AMBER), middle)


@kept(most=8)
def _line(width: int, height: int, colour: Colour) -> pygame.Surface:
    picture = pygame.Surface((width, height)).convert()
    picture.fill(colour)
    return picture


def _places(body: Box) -> tuple[Box, Box, Box, Box, Box]:
    """Where turn, mirror, touch, margins and corners lie: in one column, or in two."""
    sections, others = [SECTION, SECTION, SECTION], [MARGINS, SECTION]
    if body.h >= ONE_COLUMN * body.w:
        a, b, c, d, e = stacked(body, [*sections, *others], 32)
        return a, b, c, d, e
    width = (body.w - BETWEEN) / 2
    a, b, c = stacked(Box(body.x, body.y, width, body.h), sections, 32)
    d, e = stacked(Box(body.right - width, body.y, width, body.h), others, 32)
    return a, b, c, d, e


def _foot(box: Box) -> Box:
    """The button below a question that gives it back to the settings file."""
    return Box(box.x, box.bottom - UNDO, box.w, UNDO)


def _rows(box: Box) -> list[Box]:
    """A row for each side's margin."""
    return stacked(Box(box.x, box.y + LABEL, box.w, box.h), [STEPPER] * 4, GAP)


def _words_of(row: Box) -> Box:
    return Box(row.x + STEPPER * 1.3 + GAP, row.y, row.w - 2 * (STEPPER * 1.3 + GAP), row.h)
