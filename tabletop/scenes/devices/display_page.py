"""The four corners of the picture are pulled to where the wall has them.

How the picture lies on its screen: turned, mirrored, inset, pulled straight, and touched.
"""

from dataclasses import replace
from math import inf
from typing import Any, Final

import pygame

from tabletop.engine import Text, decimal, say
from tabletop.input.actions import (
    CONTACT_ACTIONS,
    Action,
    Cancel,
    Down,
    Drop,
    Nudge,
    Point,
    Press,
    Tap,
)
from tabletop.input.actions import Button as Key
from tabletop.input.viewport import MAX_MARGIN, Keystone, Margins, Viewport
from tabletop.scenes.devices.touch_calibration import TouchCalibrationScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.display import warp
from tabletop.ui.display.display_transform import WINDOWED_KEY
from tabletop.ui.display.test_pattern import NAME_HEIGHT, draw_test_pattern, pattern_layout
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.text.label import Align, Label
from tabletop.ui.theme.theme import (
    AMBER,
    BODY_SIZE,
    CARD_SIZE,
    CORAL_WORDS,
    DIM,
    FOCUS,
    INK,
    PANEL,
    PANEL_ACTIVE,
    SMALL_SIZE,
    TEXT,
    TRAY,
    WHITE,
    Colour,
    mix,
)
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.choice import LABEL_HEIGHT, ChoiceField
from tabletop.ui.widgets.page import PageScene, Plate, as_confirmation, split_row, stack_boxes
from tabletop.ui.widgets.question_dialog import confirm_change

CORNER_NAMES: Final = (
    say("keystone.top_left", "Top left"),
    say("keystone.top_right", "Top right"),
    say("keystone.bottom_right", "Bottom right"),
    say("keystone.bottom_left", "Bottom left"),
)
"""Clockwise, as those who look at the picture see them."""
NUDGE_PIXELS: Final = (10, 1)
"""Pixels of the window that one arrow moves a corner; one or the other holds."""
NUDGE_DIRECTIONS: Final = {"west": (-1, 0), "north": (0, -1), "south": (0, 1), "east": (1, 0)}
PANEL_PADDING: Final = 30.0
PANEL_GAP: Final = 18.0
PANEL_BUTTON_HEIGHT: Final = 84.0
MAX_PANEL_HEIGHT: Final = 584.0
STEP_BUTTON_WIDTH: Final = 196.0
"""The width of the button that says how far an arrow moves a corner."""
HANDLE_SIZE: Final = 112.0
"""What is seen of a handle."""


class KeystoneScene(PageScene):
    """Moves the corners of a test pattern by touch or arrows; applied only when confirmed."""

    idle_timeout = 120.0

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table
        self.picked = 0
        """The corner that the arrows move."""
        self.step = NUDGE_PIXELS[0]
        self.refusal: Text | None = None
        """Why a corner was not moved where somebody wanted it."""
        self._held: tuple[int, Point] | None = None
        """The contact that pulls the picked corner, and how far from it that came down."""
        self._wanted: Point | None = None
        """Where the held corner is to lie; the picture follows at the next turn of the loop.

        Not at once: what else came in this turn was felt through the glass as it is now.
        """
        self._past: list[Keystone | None] = []
        self._last: object = None
        """By what the last change was made: what goes on in the same way is taken back with it."""
        self._stood: tuple[str, tuple[int, int]] | None = None
        """The screen and the window's size for which it began."""

    # -- what is changed ----------------------------------------------------------------------

    def _pull(self, to: Point, way: object) -> None:
        """Moves the picked corner to a place of the window, as a share; or says why not."""
        glass = self.table.display_transform
        x, y = (min(1.0, max(0.0, each)) for each in to)
        try:
            found = glass.now.with_corner(self.picked, (x, y))
        except ValueError as wrong:
            self.refusal = wrong.args[0]
            self.lay_out()
            return
        self._mount(found, way)

    def _mount(self, found: Keystone | None, way: object) -> None:
        self.refusal = None
        glass = self.table.display_transform
        if found != glass.mounting.keystone:
            if way is None or way != self._last:
                self._past.append(glass.mounting.keystone)
            self._last = way
            glass.try_out(replace(glass.mounting, keystone=found))
        self.lay_out()

    def _nudge(self, dx: int, dy: int) -> None:
        """Moves the picked corner by a step, in a direction as people see it."""
        glass = self.table.display_transform.now
        (x, y), (u, v) = glass.flat(dx * self.step, dy * self.step), glass.flat(0, 0)
        at, (width, height) = glass.corners[self.picked], glass.window
        to = (at[0] + (x - u) / width, at[1] + (y - v) / height)
        self._pull(to, ("nudged", self.picked))

    def _take_back(self) -> None:
        if self._past:
            before = self._past.pop()
            self._last = self.refusal = None
            self.table.display_transform.try_out(
                replace(self.table.display_transform.mounting, keystone=before)
            )
        self.lay_out()

    # -- what people do -----------------------------------------------------------------------

    def update(self, _dt: float, /) -> Change:
        if self._wanted is not None:
            to, self._wanted = self._wanted, None
            self._pull(to, self._held)
        return None

    def wakes_in(self) -> float:
        return inf if self._wanted is None else 0.0

    def handle(self, action: Action, /) -> Change:
        action = as_confirmation(action)
        if isinstance(action, CONTACT_ACTIONS) and self._feel(action):
            return None
        match action:
            case Nudge(dx=dx, dy=dy):
                self._nudge(dx, dy)
                return None
            case Press(button=Key.UNDO):
                return self.pressed("undo")
            case Press(button=Key.OK) if self.buttons.focus is None:
                return self.pressed("next")
            case _:
                return super().handle(action)

    def _feel(self, action: Action) -> bool:
        """Whether a contact is at a corner, which it picks and pulls along."""
        glass = self.table.display_transform
        if isinstance(action, Down):
            hit = self.buttons.at(action.at)
            if hit is None or not hit.key.startswith("corner:"):
                return False
            if self._held is None:
                self._pick(int(hit.key.partition(":")[2]))
                (x, y), (u, v) = glass.now.corners[self.picked], glass.share(action.at)
                self._held = action.contact, (x - u, y - v)
            return True
        if not isinstance(action, CONTACT_ACTIONS) or self._held is None:
            return False
        contact, (across, down) = self._held
        if action.contact != contact:
            return False
        x, y = glass.share(action.at)
        self._wanted = None if isinstance(action, Tap | Cancel) else (x + across, y + down)
        if isinstance(action, Tap | Drop | Cancel):
            self.update(0.0)  # as long as it is known who pulled
            self._held = None
            self.lay_out()
        return True

    def _pick(self, number: int) -> None:
        self.picked, self.refusal = number, None
        self.lay_out()

    def pressed(self, key: str, /) -> Change:
        name, _, number = key.partition(":")
        if name == "corner":
            self._pick(int(number))
        elif name in NUDGE_DIRECTIONS:
            self._nudge(*NUDGE_DIRECTIONS[name])
        elif name == "next":
            self._pick((self.picked + 1) % len(CORNER_NAMES))
        elif name == "step":
            self.step = NUDGE_PIXELS[(NUDGE_PIXELS.index(self.step) + 1) % len(NUDGE_PIXELS)]
            self.lay_out()
        elif name == "straight":
            self._mount(None, None)
        elif name == "undo":
            self._take_back()
        else:
            if name == "keep":
                self.table.save_display_profile()
            return Pop(key)
        return None

    def back(self) -> Change:
        """Whoever leaves by a key is asked what shall hold."""
        if self.table.display_transform.mounting == self.table.display_transform.kept:
            return Pop()
        return Push(confirm_change(self.table), then=Pop)

    def leave(self) -> None:
        # Also after a fault: reverts what was not confirmed.
        glass = self.table.display_transform
        glass.raw = glass.following = False
        glass.go_back()

    # -- how it looks -------------------------------------------------------------------------

    def lay_out(self) -> None:
        self._stand()
        where = pattern_layout(self.canvas)
        panel = Box.around(where.panel.centre, where.panel.w, min(MAX_PANEL_HEIGHT, where.panel.h))
        inner = panel.inset(PANEL_PADDING)
        high = min(PANEL_BUTTON_HEIGHT, (inner.h - 3 * PANEL_GAP) / 4.2)
        words = inner.h - 3 * (high + PANEL_GAP)
        told, moves, changes, answers = stack_boxes(inner, [words, high, high, high], PANEL_GAP)
        handles = [PushButton(f"corner:{number}", box) for number, box in enumerate(where.handles)]
        self.buttons.replace([*self._row(moves), *self._changes(changes, answers), *handles])
        names = [self._named(number, box) for number, box in enumerate(where.names)]
        self.plates = (
            Plate(panel, PANEL, 36, lined=True),
            Plate(where.words, PANEL, 0),
            *(self._behind(label) for label in names),
        )
        self.labels = (self._told(told), self._smallest(where.words), *names)

    def _stand(self) -> None:
        """Begins anew on another screen: what was done there says nothing about this one."""
        glass = self.table.display_transform
        stands = (glass.key, glass.now.window)
        if stands != self._stood:
            self._stood = stands
            self._past, self._last, self._held, self._wanted = [], None, None, None
            glass.raw = glass.following = True

    def _row(self, box: Box) -> list[PushButton]:
        step = say("keystone.step", "{number} px", number=self.step)
        pixels = Box(box.right - STEP_BUTTON_WIDTH, box.y, STEP_BUTTON_WIDTH, box.h)
        next_corner, *winds = split_row(
            Box(box.x, box.y, box.w - STEP_BUTTON_WIDTH - 12, box.h), 5, 12
        )
        icons = {"west": "earlier", "north": "north", "south": "south", "east": "later"}
        return [
            PushButton("next", next_corner, icon="again"),
            *(
                PushButton(wind, place, icon=icons[wind])
                for wind, place in zip(NUDGE_DIRECTIONS, winds, strict=True)
            ),
            PushButton("step", pixels, step),
        ]

    def _changes(self, upper: Box, lower: Box) -> list[PushButton]:
        undo, straight = split_row(upper, 2, PANEL_GAP)
        keep, back = split_row(lower, 2, PANEL_GAP)
        kept = self.table.display_transform.mounting == self.table.display_transform.kept
        pulled = self.table.display_transform.mounting.keystone is not None
        as_it_was = say("keystone.back", "As it was")
        reset = say("keystone.straight", "All straight")
        undone = say("keystone.undo", "Take back")
        return [
            PushButton("undo", undo, undone, "undo", enabled=bool(self._past)),
            PushButton("straight", straight, reset, "screen", enabled=pulled),
            PushButton("keep", keep, say("keystone.keep", "Keep it"), "check", "main"),
            PushButton("back", back, as_it_was, "back" if kept else "close"),
        ]

    def _told(self, box: Box) -> Label:
        if self.refusal is not None:
            return Label(self.refusal, box, BODY_SIZE, CORAL_WORDS, True, "centre", most=4)
        words = "{corner}: pull it until the picture is straight, or move it by the arrows."
        told = say("keystone.told", words, corner=CORNER_NAMES[self.picked])
        return Label(told, box, BODY_SIZE, TEXT, align="centre", most=4)

    def _smallest(self, box: Box) -> Label:
        told = say("keystone.smallest", "Can this be read at the back?")
        return Label(told, box.inset(8), SMALL_SIZE, TEXT, align="centre", most=2)

    def _named(self, number: int, box: Box) -> Label:
        align: Align = "left" if number in (0, 3) else "right"
        return Label(CORNER_NAMES[number], box.inset(6), SMALL_SIZE, TEXT, True, align, most=1)

    def _behind(self, label: Label) -> Plate:
        """The plate behind a corner's name, as wide as that."""
        wide = label.typeset(self.canvas).width / self.canvas.scale + 32
        left = label.box.x - 16 if label.align == "left" else label.box.right + 16 - wide
        return Plate(Box(left, label.box.centre[1] - NAME_HEIGHT / 2, wide, NAME_HEIGHT), PANEL, 16)

    def draw(self, frame: Frame) -> None:
        frame.put(draw_test_pattern(self.canvas.size), self.canvas.box.centre)
        self.draw_content(frame)

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        name, _, number = button.key.partition(":")
        if name != "corner":
            super().draw_one(frame, button)
            return
        canvas, at = frame.canvas, button.box.centre
        radius, picked = HANDLE_SIZE / 2 * canvas.scale, int(number) == self.picked
        if button.key == self.buttons.focus:
            frame.put(shapes.disc(radius + canvas.px(10), FOCUS), at)
        face = AMBER if picked else PANEL_ACTIVE
        held = picked and self._held is not None
        frame.put(shapes.disc(radius, mix(face, WHITE, 0.4) if held else face), at)
        frame.put(shapes.ring(radius, canvas.px(9 if picked else 4), WHITE if picked else TEXT), at)
        side = HANDLE_SIZE * (0.6 if picked else 0.42)
        frame.put(icon("move", canvas.px(side), INK if picked else TEXT), at)


MARGIN_STEP: Final = 0.005
"""How much of the window one touch adds to a margin."""
PAGE_MARGIN: Final = 56.0
HEAD_HEIGHT: Final = 88.0
COLUMN_GAP: Final = 56.0
MAX_COLUMN_WIDTH: Final = 900.0
ANSWER_HEIGHT: Final = 84.0
RESET_HEIGHT: Final = 68.0
QUESTION_GAP: Final = 12.0
STEPPER_HEIGHT: Final = 76.0
BORDER_WIDTH: Final = 6.0
SECTION_HEIGHT: Final = LABEL_HEIGHT + ANSWER_HEIGHT + QUESTION_GAP + RESET_HEIGHT
MARGINS_HEIGHT: Final = LABEL_HEIGHT + 4 * STEPPER_HEIGHT + 4 * QUESTION_GAP + RESET_HEIGHT
ONE_COLUMN_ASPECT: Final = 1.5
"""A page so much higher than it is wide has room for all in one column."""
SIDE_NAMES: Final = (
    say("screen.left", "Left"),
    say("screen.top", "Top"),
    say("screen.right", "Right"),
    say("screen.bottom", "Bottom"),
)
"""The picture's sides, clockwise, as those who look at it see them."""
FROM_SETTINGS_FILE_TEXT: Final = say("screen.as_set", "As in the settings file")
RESET_KEYSTONE_TEXT: Final = say("screen.straight", "Straight again")


def window_edge(glass: Viewport, side: int) -> int:
    """The window's edge at which a side of the picture lies; both count clockwise from the left."""
    edge = (side + glass.turns) % 4
    return 2 - edge if glass.mirror and edge % 2 == 0 else edge


class DisplayPage(PageScene):
    """The settings of the screen; changes apply at once and can be reverted."""

    idle_timeout = 120.0

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table

    @property
    def choices(self) -> tuple[ChoiceField, ChoiceField]:
        """How the picture is turned, and whether it is mirrored."""
        glass = self.table.display_transform.now
        degrees = tuple(say("screen.degrees", "{number}°", number=n) for n in (0, 90, 180, 270))
        mirrors = (say("screen.plain", "As it is"), say("screen.mirrored", "Mirrored"))
        return (
            ChoiceField(
                "turn",
                say("screen.turn", "Turned clockwise by"),
                degrees,
                (0, 1, 2, 3),
                glass.turns,
            ),
            ChoiceField(
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
        turn, mirror, touch, margins, corners = _section_boxes(body)
        laid = [
            choice.laid_out(self.canvas, Box(*box[:3], LABEL_HEIGHT + ANSWER_HEIGHT))
            for choice, box in zip(self.choices, (turn, mirror), strict=True)
        ]
        mounting = self.table.display_transform.mounting
        buttons = [PushButton("back", Box(body.x, 40, HEAD_HEIGHT + 8, HEAD_HEIGHT), icon="back")]
        buttons += [button for part in laid for button in part.buttons]
        buttons += self._touch_buttons(touch)
        buttons += self._steppers(margins)
        area = Box(corners.x, corners.y + LABEL_HEIGHT, corners.w, ANSWER_HEIGHT)
        pull, able = say("screen.corners", "Pull the corners"), warp.opencv_installed()
        buttons.append(PushButton("corners", area, pull, "keystone", enabled=able))
        for key, box, chosen, words in (
            ("file:turns", turn, mounting.turns, FROM_SETTINGS_FILE_TEXT),
            ("file:mirror", mirror, mounting.mirror, FROM_SETTINGS_FILE_TEXT),
            ("file:margins", margins, mounting.margins, FROM_SETTINGS_FILE_TEXT),
            ("file:keystone", corners, mounting.keystone, RESET_KEYSTONE_TEXT),
        ):
            if chosen is not None:
                buttons.append(PushButton(key, _reset_box(box), words, "undo"))
        self.buttons.replace(buttons)
        self.plates = (
            *(plate for part in laid for plate in part.plates),
            *(Plate(_margin_label_box(row), TRAY, 20) for row in _margin_rows(margins)),
        )
        self.labels = (
            *self._titles(body),
            *(label for part in laid for label in part.labels),
            Label(
                self._touches, Box(touch.x, touch.y, touch.w, LABEL_HEIGHT - 8), 32.0, DIM, most=1
            ),
            Label(self._pulled, Box(*corners[:3], LABEL_HEIGHT - 8), 32.0, DIM, most=1),
            *self._margin_words(margins),
        )

    def _body(self) -> Box:
        canvas = self.canvas
        width = min(canvas.width - 2 * PAGE_MARGIN, 2 * MAX_COLUMN_WIDTH + COLUMN_GAP)
        top = 40 + HEAD_HEIGHT + 32
        return Box((canvas.width - width) / 2, top, width, canvas.height - top - 48)

    def _titles(self, body: Box) -> tuple[Label, Label]:
        left = body.x + HEAD_HEIGHT + 36
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
        glass = self.table.display_transform
        width, height = glass.now.window
        if glass.key == WINDOWED_KEY:
            words = "This window, {width} x {height}. What is chosen here is kept for windows."
            return say("screen.window", words, width=width, height=height)
        number = int(glass.key.split()[1]) + 1
        words = "Screen {number}, {width} x {height}. What is chosen here is kept for this screen."
        return say("screen.screen", words, number=number, width=width, height=height)

    @property
    def _touches(self) -> Text:
        glass = self.table.display_transform.now
        if glass.calibration is None and glass.mirror:
            # A device before the picture has its left where people have theirs.
            words = "If touches land on the wrong side, touch the crosses"
            return say("screen.mirrored_touch", words)
        if glass.calibration is None:
            return say("screen.trusted", "Touches count where the device feels them")
        return say("screen.corrected", "Touches are corrected by four crosses")

    @property
    def _pulled(self) -> Text:
        if not warp.opencv_installed():
            words = "Without OpenCV, which is missing, the picture stays straight"
            return say("screen.no_warp", words)
        if self.table.display_transform.mounting.keystone is None:
            return say("screen.unpulled", "For a projector that stands askew")
        return say("screen.pulled", "The picture is pulled by its corners")

    def _touch_buttons(self, box: Box) -> list[PushButton]:
        area = Box(box.x, box.y + LABEL_HEIGHT, box.w, ANSWER_HEIGHT)
        buttons = [PushButton("crosses", area, say("screen.crosses", "Touch the crosses"), "plus")]
        if self.table.display_transform.now.calibration is not None:
            words = say("screen.trust", "Trust the device again")
            buttons.append(PushButton("file:calibration", _reset_box(box), words, "undo"))
        return buttons

    def _steppers(self, box: Box) -> list[PushButton]:
        buttons = []
        for side, row in enumerate(_margin_rows(box)):
            share = self._share(side)
            less = Box(row.x, row.y, STEPPER_HEIGHT * 1.3, row.h)
            more = less.moved(row.w - less.w, 0)
            buttons += [
                PushButton(f"less:{side}", less, icon="minus", enabled=share > 0),
                PushButton(f"more:{side}", more, icon="plus", enabled=share < MAX_MARGIN),
            ]
        return buttons

    def _margin_words(self, box: Box) -> list[Label]:
        words = say("screen.margins", "Dark margins; the bright line must be seen all round")
        found = [Label(words, Box(box.x, box.y, box.w, LABEL_HEIGHT - 8), 32.0, DIM, most=1)]
        for side, row in enumerate(_margin_rows(box)):
            share = decimal(100 * self._share(side))
            told = say("screen.margin", "{side}  {share} %", side=SIDE_NAMES[side], share=share)
            room = _margin_label_box(row).inset(8)
            found.append(Label(told, room, BODY_SIZE, TEXT, True, "centre", most=1))
        return found

    def _share(self, side: int) -> float:
        """How much of the window is dark at a side of the picture."""
        glass = self.table.display_transform.now
        return glass.margins[window_edge(glass, side)]

    # -- what is chosen ---------------------------------------------------------------------

    def pressed(self, key: str, /) -> Change:
        match key.partition(":")[0], key.partition(":")[2]:
            case "back", _:
                return self.back()
            case "crosses", _:
                return Push(TouchCalibrationScene(self.table))
            case "corners", _:
                return Push(KeystoneScene(self.table))
            case "less", side:
                self._widen(int(side), -MARGIN_STEP)
            case "more", side:
                self._widen(int(side), MARGIN_STEP)
            case "file", ("margins" | "calibration" | "keystone") as part:
                self._mount(**{part: None})
                self.table.save_display_profile()
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
        before = self.table.display_transform.now
        self._mount(**changes)
        if self.table.display_transform.now == before:
            self.table.save_display_profile()
            self.lay_out()
            return None
        return Push(confirm_change(self.table))

    def _mount(self, **changes: Any) -> None:
        glass = self.table.display_transform
        glass.try_out(replace(glass.mounting, **changes))

    def _widen(self, side: int, by: float) -> None:
        glass = self.table.display_transform.now
        shares = list(glass.margins)
        edge = window_edge(glass, side)
        shares[edge] = min(
            MAX_MARGIN, max(0.0, round(shares[edge] / MARGIN_STEP) * MARGIN_STEP + by)
        )
        shares[edge] = round(shares[edge], 4)
        self._mount(margins=Margins(*shares))
        self.table.save_display_profile()

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        draw_border(frame)


def draw_border(frame: Frame) -> None:
    """A bright line along the picture's very edge: what of it is not seen, the screen cuts off."""
    canvas, thick = frame.canvas, frame.canvas.px(BORDER_WIDTH)
    width, height = canvas.size
    for x, y, across, down in (
        (0, 0, width, thick),
        (0, height - thick, width, thick),
        (0, 0, thick, height),
        (width - thick, 0, thick, height),
    ):
        middle = ((x + across / 2) / canvas.scale, (y + down / 2) / canvas.scale)
        frame.put(_line(across, down, AMBER), middle)


@surface_cache(most=8)
def _line(width: int, height: int, colour: Colour) -> pygame.Surface:
    picture = pygame.Surface((width, height)).convert()
    picture.fill(colour)
    return picture


def _section_boxes(body: Box) -> tuple[Box, Box, Box, Box, Box]:
    """Where turn, mirror, touch, margins and corners lie: in one column, or in two."""
    sections, others = (
        [SECTION_HEIGHT, SECTION_HEIGHT, SECTION_HEIGHT],
        [MARGINS_HEIGHT, SECTION_HEIGHT],
    )
    if body.h >= ONE_COLUMN_ASPECT * body.w:
        a, b, c, d, e = stack_boxes(body, [*sections, *others], 32)
        return a, b, c, d, e
    width = (body.w - COLUMN_GAP) / 2
    a, b, c = stack_boxes(Box(body.x, body.y, width, body.h), sections, 32)
    d, e = stack_boxes(Box(body.right - width, body.y, width, body.h), others, 32)
    return a, b, c, d, e


def _reset_box(box: Box) -> Box:
    """The button below a question that gives it back to the settings file."""
    return Box(box.x, box.bottom - RESET_HEIGHT, box.w, RESET_HEIGHT)


def _margin_rows(box: Box) -> list[Box]:
    """A row for each side's margin."""
    return stack_boxes(
        Box(box.x, box.y + LABEL_HEIGHT, box.w, box.h), [STEPPER_HEIGHT] * 4, QUESTION_GAP
    )


def _margin_label_box(row: Box) -> Box:
    return Box(
        row.x + STEPPER_HEIGHT * 1.3 + QUESTION_GAP,
        row.y,
        row.w - 2 * (STEPPER_HEIGHT * 1.3 + QUESTION_GAP),
        row.h,
    )
