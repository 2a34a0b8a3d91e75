"""The pages on which the picture is fitted to its screen, and touches to the picture.

`DisplayPage` has the settings, `KeystoneScene` the corners, `TouchCalibrationScene` the touches.
"""

from dataclasses import replace
from math import ceil, inf
from typing import Any, Final, Literal, TypeAlias

import pygame

from tabletop.engine import Text, decimal, say
from tabletop.input.actions import (
    CONTACT_ACTIONS,
    Action,
    Cancel,
    Down,
    Drop,
    Hover,
    Nudge,
    Point,
    Press,
    Pull,
    Tap,
)
from tabletop.input.actions import Button as Key
from tabletop.input.viewport import (
    CALIBRATION_TARGETS,
    MAX_MARGIN,
    Calibration,
    Keystone,
    Margins,
    Viewport,
)
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
from tabletop.ui.layout import CONTENT, Boxes, Node, column, item, padded, row
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER,
    BODY_SIZE,
    CARD_SIZE,
    CORAL,
    CORAL_WORDS,
    DIM,
    FOCUS,
    INK,
    NAME_SIZE,
    PANEL,
    PANEL_ACTIVE,
    PANEL_LINE,
    PETROL,
    SMALL_SIZE,
    TEXT,
    TRAY,
    WHITE,
    Colour,
    mix,
)
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton
from tabletop.ui.widgets.choice import LABEL_HEIGHT, LABEL_SIZE, ChoiceField, lay_out_choices
from tabletop.ui.widgets.page import PageScene, Plate, as_confirmation
from tabletop.ui.widgets.question_dialog import confirm_change, seconds_to_next_figure

# -- keystone -----------------------------------------------------------------------------------

CORNER_NAMES: Final = (
    say("keystone.top_left", "Top left"),
    say("keystone.top_right", "Top right"),
    say("keystone.bottom_right", "Bottom right"),
    say("keystone.bottom_left", "Bottom left"),
)
"""Clockwise, as people see them."""
NUDGE_PIXELS: Final = (10, 1)
"""Pixels of the window by which an arrow moves a corner; a button switches between them."""
NUDGE_DIRECTIONS: Final = {"west": (-1, 0), "north": (0, -1), "south": (0, 1), "east": (1, 0)}
NUDGE_ICONS: Final = {"west": "earlier", "north": "north", "south": "south", "east": "later"}
PANEL_PADDING: Final = 30.0
PANEL_GAP: Final = 18.0
PANEL_BUTTON_HEIGHT: Final = 84.0
MAX_PANEL_HEIGHT: Final = 584.0
STEP_BUTTON_WIDTH: Final = 196.0
HANDLE_SIZE: Final = 112.0
"""The diameter of a drawn handle."""


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
        """Why a corner could not be moved."""
        self._held: tuple[int, Point] | None = None
        """The contact that pulls the picked corner, and its distance from the corner."""
        self._wanted: Point | None = None
        """Where the held corner is to lie. Applied in `update`, not at once: the other actions of
        this turn of the loop used the old viewport.
        """
        self._past: list[Keystone | None] = []
        self._last: object = None
        """What made the last change: further changes by the same are undone together with it."""
        self._for: tuple[str, tuple[int, int]] | None = None
        """The screen and the window's size that the history is for."""

    # -- changes --------------------------------------------------------------------------------

    def _pull(self, to: Point, way: object) -> None:
        """Moves the picked corner to a place of the window, as a share of it."""
        x, y = (min(1.0, max(0.0, each)) for each in to)
        try:
            found = self.table.display_transform.now.with_corner(self.picked, (x, y))
        except ValueError as wrong:
            self.refusal = wrong.args[0]
            self.lay_out()
            return
        self._apply(found, way)

    def _apply(self, found: Keystone | None, way: object) -> None:
        self.refusal = None
        display = self.table.display_transform
        if found != display.mounting.keystone:
            if way is None or way != self._last:
                self._past.append(display.mounting.keystone)
            self._last = way
            display.try_out(replace(display.mounting, keystone=found))
        self.lay_out()

    def _nudge(self, dx: int, dy: int) -> None:
        """Moves the picked corner by a step, in a direction as people see it."""
        viewport = self.table.display_transform.now
        (x, y), (u, v) = viewport.flat(dx * self.step, dy * self.step), viewport.flat(0, 0)
        at, (width, height) = viewport.corners[self.picked], viewport.window
        to = (at[0] + (x - u) / width, at[1] + (y - v) / height)
        self._pull(to, ("nudged", self.picked))

    def _undo(self) -> None:
        if self._past:
            display = self.table.display_transform
            self._last = self.refusal = None
            display.try_out(replace(display.mounting, keystone=self._past.pop()))
        self.lay_out()

    # -- input ----------------------------------------------------------------------------------

    def update(self, _dt: float, /) -> Change:
        if self._wanted is not None:
            to, self._wanted = self._wanted, None
            self._pull(to, self._held)
        return None

    def wakes_in(self) -> float:
        return inf if self._wanted is None else 0.0

    def handle(self, action: Action, /) -> Change:
        action = as_confirmation(action)
        if isinstance(action, CONTACT_ACTIONS) and self._drag(action):
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

    def _drag(self, action: Down | Pull | Tap | Drop | Cancel) -> bool:
        """Whether a contact picks or pulls a corner."""
        display = self.table.display_transform
        if isinstance(action, Down):
            hit = self.buttons.at(action.at)
            if hit is None or not hit.key.startswith("corner:"):
                return False
            if self._held is None:
                self._pick(int(hit.key.partition(":")[2]))
                (x, y), (u, v) = display.now.corners[self.picked], display.share(action.at)
                self._held = action.contact, (x - u, y - v)
            return True
        if self._held is None or action.contact != self._held[0]:
            return False
        across, down = self._held[1]
        x, y = display.share(action.at)
        self._wanted = None if isinstance(action, Tap | Cancel) else (x + across, y + down)
        if not isinstance(action, Pull):
            self.update(0.0)  # while `_held` is still known
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
            self._apply(None, None)
        elif name == "undo":
            self._undo()
        else:
            if name == "keep":
                self.table.save_display_profile()
            return Pop(key)
        return None

    def back(self) -> Change:
        """The back key asks whether an unsaved change is kept."""
        if self.table.display_transform.mounting == self.table.display_transform.kept:
            return Pop()
        return Push(confirm_change(self.table), then=Pop)

    def leave(self) -> None:
        # Also after a fault: reverts what was not confirmed.
        display = self.table.display_transform
        display.raw = display.following = False
        display.go_back()

    # -- layout and drawing ---------------------------------------------------------------------

    def lay_out(self) -> None:
        display = self.table.display_transform
        if (display.key, display.now.window) != self._for:
            # The history is void on another screen.
            self._for = display.key, display.now.window
            self._past, self._last, self._held, self._wanted = [], None, None, None
            display.raw = display.following = True
        pattern = pattern_layout(self.canvas)
        height = min(MAX_PANEL_HEIGHT, pattern.panel.h)
        panel = Box.around(pattern.panel.centre, pattern.panel.w, height)
        high = min(PANEL_BUTTON_HEIGHT, (panel.h - 2 * PANEL_PADDING - 3 * PANEL_GAP) / 4.2)
        arrows = row("next", *NUDGE_DIRECTIONS, gap=12)
        boxes = column(
            "told",
            row(arrows, item("step", STEP_BUTTON_WIDTH), gap=12, size=high),
            row("undo", "straight", gap=PANEL_GAP, size=high),
            row("keep", "back", gap=PANEL_GAP, size=high),
            gap=PANEL_GAP,
            padding=PANEL_PADDING,
        ).place(panel)
        handles = [
            PushButton(f"corner:{number}", box) for number, box in enumerate(pattern.handles)
        ]
        self.buttons.replace([*self._panel_buttons(boxes), *handles])
        names = [
            Label(
                name,
                box.inset(6),
                SMALL_SIZE,
                TEXT,
                True,
                "left" if number in (0, 3) else "right",
                most=1,
            )
            for number, (name, box) in enumerate(zip(CORNER_NAMES, pattern.names, strict=True))
        ]
        legible = say("keystone.smallest", "Can you read this at the back?")
        words = pattern.words.inset(8)
        self.plates = (
            Plate(panel, PANEL, 36, lined=True),
            Plate(pattern.words, PANEL, 0),
            *(self._name_plate(label) for label in names),
        )
        self.labels = (
            self._instructions(boxes["told"]),
            Label(legible, words, SMALL_SIZE, TEXT, align="centre", most=2),
            *names,
        )

    def _panel_buttons(self, boxes: Boxes) -> list[PushButton]:
        display = self.table.display_transform
        kept, pulled = display.mounting == display.kept, display.mounting.keystone is not None
        step = say("keystone.step", "{number} px", number=self.step)
        as_it_was = say("keystone.back", "Revert")
        reset = say("keystone.straight", "No correction")
        undone = say("keystone.undo", "Take back")
        return [
            PushButton("next", boxes["next"], icon="again"),
            *(PushButton(way, boxes[way], icon=NUDGE_ICONS[way]) for way in NUDGE_DIRECTIONS),
            PushButton("step", boxes["step"], step),
            PushButton("undo", boxes["undo"], undone, "undo", enabled=bool(self._past)),
            PushButton("straight", boxes["straight"], reset, "screen", enabled=pulled),
            PushButton("keep", boxes["keep"], say("keystone.keep", "Keep it"), "check", "main"),
            PushButton("back", boxes["back"], as_it_was, "back" if kept else "close"),
        ]

    def _instructions(self, box: Box) -> Label:
        if self.refusal is not None:
            return Label(self.refusal, box, BODY_SIZE, CORAL_WORDS, True, "centre", most=4)
        words = "{corner}: drag it until the picture is straight, or use the arrows."
        told = say("keystone.told", words, corner=CORNER_NAMES[self.picked])
        return Label(told, box, BODY_SIZE, TEXT, align="centre", most=4)

    def _name_plate(self, label: Label) -> Plate:
        wide = label.typeset(self.canvas).width / self.canvas.scale + 32
        left = label.align == "left"
        x = label.box.x - 16 + wide / 2 if left else label.box.right + 16 - wide / 2
        return Plate(Box.around((x, label.box.centre[1]), wide, NAME_HEIGHT), PANEL, 16)

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


# -- touch calibration --------------------------------------------------------------------------

CalibrationPhase: TypeAlias = Literal["crosses", "refused", "trial"]

TIMEOUT_SECONDS: Final = 20.0
"""Seconds without a touch or an answer after which nothing is changed."""
CROSS_ARM: Final = 84.0
CROSS_THICKNESS: Final = 12.0
DOT_RADIUS: Final = 26.0
ANSWER_BUTTON_HEIGHT: Final = 96.0
CALIBRATION_GAP: Final = 18.0
COUNTDOWN_TEXT_SIZE: Final = 44.0
CROSS_NAMES: Final = (
    say("calibrate.top_left", "at the top left"),
    say("calibrate.top_right", "at the top right"),
    say("calibrate.bottom_right", "at the bottom right"),
    say("calibrate.bottom_left", "at the bottom left"),
)
MOUSE_CONTACT: Final = -1
"""The key of the mouse pointer in `dots` while no button is down."""


class TouchCalibrationScene(PageScene):
    """Asks for touches of four crosses, then for a trial; applied only when confirmed there."""

    idle_timeout = 120.0

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table
        self.phase: CalibrationPhase = "crosses"
        self.left = TIMEOUT_SECONDS
        self.refusal: Text | None = None
        """Why the touches cannot be used."""
        self.found: Calibration | None = None
        """The result of the four touches."""
        self.by_mouse = False
        """Whether the mouse touched a cross: its result need not hold for fingers."""
        self.dots: dict[int, Point] = {}
        """Where each contact is, after the correction if there is one."""
        self._drawn: list[Point] = []
        self._felt: list[Point] = []
        self._contact: int | None = None
        self._for: tuple[str, tuple[int, int]] | None = None
        """The screen and the window's size that the touches are for."""

    @property
    def crosses(self) -> list[Point]:
        box = self.canvas.box
        return [(x * box.w, y * box.h) for x, y in CALIBRATION_TARGETS]

    @property
    def number(self) -> int:
        """The number of crosses that have been touched."""
        return len(self._felt)

    # -- phases ---------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Starts with the first cross; until the fourth, touches are not corrected."""
        self.phase, self.left = "crosses", TIMEOUT_SECONDS
        self.refusal = self.found = self._contact = None
        self.by_mouse = False
        self._drawn, self._felt = [], []
        self.dots.clear()
        display = self.table.display_transform
        display.raw = True
        display.try_out(replace(display.kept, calibration=None))

    def _touched(self, at: Point, source: str) -> None:
        display = self.table.display_transform
        self._drawn.append(display.share(self.crosses[self.number]))
        self._felt.append(display.share(at))
        self.by_mouse = self.by_mouse or source == "mouse"
        self.left = TIMEOUT_SECONDS
        if self.number == len(CALIBRATION_TARGETS):
            self._judge()
        self.lay_out()

    def _judge(self) -> None:
        """Goes on to the trial, or refuses the touches."""
        display = self.table.display_transform
        display.raw = False
        self.dots.clear()
        a, b, c, d = self._drawn
        e, f, g, h = self._felt
        try:
            self.found = Calibration.from_touches((a, b, c, d), (e, f, g, h))
        except ValueError as wrong:
            self.phase, self.refusal = "refused", wrong.args[0]
            display.go_back()
            return
        self.phase = "trial"
        if self.by_mouse:
            display.go_back()
        else:
            display.try_out(replace(display.kept, calibration=self.found))

    def update(self, dt: float, /) -> Change:
        before = ceil(self.left)
        self.left -= dt
        if self.left <= 0:
            return Pop(None)
        if ceil(self.left) != before:
            self.lay_out()
        return None

    def wakes_in(self) -> float:
        return seconds_to_next_figure(self.left)

    def leave(self) -> None:
        # Also after a fault: reverts what was not confirmed.
        self.table.display_transform.raw = False
        self.table.display_transform.go_back()

    # -- input ----------------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        if self.phase != "crosses":
            self._follow(action)
            return super().handle(action)
        match action:
            case Down() | Pull() | Tap() | Drop() | Cancel() if not self._is_for_button(action):
                self._feel(action)
                return None
            case _:
                return super().handle(action)

    def _is_for_button(self, action: Down | Pull | Tap | Drop | Cancel) -> bool:
        """Only for the mouse: a finger on a cross may be reported anywhere, also on a button."""
        if action.source != "mouse":
            return False
        pressed = action.contact in self.buttons.held
        return pressed or (isinstance(action, Down) and self.buttons.at(action.at) is not None)

    def _feel(self, action: Down | Pull | Tap | Drop | Cancel) -> None:
        """The first contact touches a cross, when it lifts."""
        if isinstance(action, Down) and self._contact is None:
            self._contact = action.contact
            self.dots.clear()
        if action.contact != self._contact:
            return
        self.dots[0] = action.at
        if isinstance(action, Tap | Drop):
            self._contact = None
            self._touched(action.at, action.source)
        elif isinstance(action, Cancel):
            self._contact = None
            self.dots.clear()

    def _follow(self, action: Action) -> None:
        """A dot follows every finger, and the mouse if it has touched the crosses."""
        match action:
            case Down(contact=contact, at=at) | Pull(contact=contact, at=at):
                self.dots[contact] = self._corrected(at, action.source)
            case Tap(contact=contact) | Drop(contact=contact) | Cancel(contact=contact):
                self.dots.pop(contact, None)
            case Hover(at=None):
                self.dots.pop(MOUSE_CONTACT, None)
            case Hover(at=at) if self.by_mouse and at is not None:
                self.dots[MOUSE_CONTACT] = self._corrected(at, action.source)
            case _:
                pass

    def _corrected(self, at: Point, source: str) -> Point:
        """Where a contact is shown: the mouse simulates the correction of touches."""
        if source != "mouse" or not self.by_mouse or self.found is None:
            return at
        display = self.table.display_transform
        return display.seen(self.found.touched(display.share(at)))

    def pressed(self, key: str, /) -> Change:
        display = self.table.display_transform
        match key:
            case "again":
                self._begin()
                self.lay_out()
                return None
            case "keep":
                display.try_out(replace(display.kept, calibration=self.found))
                self.table.save_display_profile()
        return Pop(key)

    # -- layout and drawing ---------------------------------------------------------------------

    def lay_out(self) -> None:
        display = self.table.display_transform
        if (display.key, display.now.window) != self._for:
            # Touches in another window are void.
            self._for = display.key, display.now.window
            self._begin()
        canvas, answers = self.canvas, self._answers
        area = Box.around(canvas.box.centre, min(900.0, canvas.width * 0.56), canvas.height * 0.6)
        boxes = column(
            "told",
            padded("more", (0, CALIBRATION_GAP, 0, 0)),
            CALIBRATION_GAP,
            item("countdown", COUNTDOWN_TEXT_SIZE),
            CALIBRATION_GAP,
            column(
                *[item("answer", ANSWER_BUTTON_HEIGHT)] * len(answers),
                gap=CALIBRATION_GAP,
                size=len(answers) * (ANSWER_BUTTON_HEIGHT + CALIBRATION_GAP) - CALIBRATION_GAP,
            ),
        ).place(area)
        self.buttons.replace(
            [
                PushButton(key, box, words, picture, style)
                for (key, words, picture, style), box in zip(
                    answers, boxes.all("answer"), strict=True
                )
            ]
        )
        told, more = self._words
        left = say("calibrate.countdown", "Revert in {seconds} s", seconds=ceil(self.left))
        self.labels = (
            Label(told, boxes["told"], NAME_SIZE, TEXT, True, "centre", "bottom"),
            Label(more, boxes["more"], BODY_SIZE, DIM, align="centre", stands="top"),
            Label(left, boxes["countdown"], 30.0, DIM, align="centre", most=1),
        )

    @property
    def _answers(self) -> list[tuple[str, Text, str, ButtonStyle]]:
        """The key, label, icon and style of each button."""
        back = say("calibrate.back", "Revert")
        again = say("calibrate.again", "Again")
        if self.phase == "crosses":
            return [("back", back, "undo", "plain")]
        if self.phase == "refused":
            return [("again", again, "again", "main"), ("back", back, "undo", "plain")]
        if self.by_mouse:
            use = say("calibrate.use", "Use this")
            return [
                ("back", back, "undo", "main"),
                ("again", again, "again", "plain"),
                ("keep", use, "check", "plain"),
            ]
        return [
            ("keep", say("calibrate.keep", "Keep it"), "check", "main"),
            ("again", again, "again", "plain"),
            ("back", back, "undo", "plain"),
        ]

    @property
    def _words(self) -> tuple[Text, Text]:
        """The instruction, and a remark."""
        if self.phase == "crosses":
            return (
                say(
                    "calibrate.touch",
                    "Touch the middle of the bright cross {where}",
                    where=CROSS_NAMES[self.number],
                ),
                say(
                    "calibrate.number",
                    "Cross {number} of 4. It counts when you lift your finger.",
                    number=self.number + 1,
                ),
            )
        if self.phase == "refused":
            more = say("calibrate.nothing", "Nothing has changed. Touch each cross in its middle.")
            return self.refusal or Text("", ""), more
        if self.by_mouse:
            more = say(
                "calibrate.mouse",
                "The mouse needs no correction. The dot shows where a touch under the "
                "pointer would count.",
            )
            return say("calibrate.mouse_trial", "Mouse test"), more
        more = say("calibrate.try", "The dot must lie under your finger, wherever you touch.")
        return say("calibrate.trial", "Try it: touch anywhere"), more

    def draw_content(self, frame: Frame) -> None:
        canvas = frame.canvas
        for number, at in enumerate(self.crosses):
            arm, thick = canvas.px(CROSS_ARM), canvas.px(CROSS_THICKNESS)
            frame.put(cross_picture(arm, thick, self._colour(number)), at)
        super().draw_content(frame)
        for at in self.dots.values():
            frame.put(shapes.disc(DOT_RADIUS * canvas.scale, CORAL), at)
            frame.put(
                shapes.ring(2 * DOT_RADIUS * canvas.scale, max(1.0, 5 * canvas.scale), FOCUS), at
            )

    def _colour(self, number: int) -> Colour:
        if self.phase != "crosses":
            return PANEL_LINE
        if number == self.number:
            return AMBER
        return PETROL if number < self.number else PANEL_LINE


@surface_cache(most=8)
def cross_picture(arm: int, thick: int, colour: Colour) -> pygame.Surface:
    """A cross with a ring about its middle."""
    side, middle = 2 * arm + 2 * thick, float(arm + thick)
    picture = shapes.blank(side, side, colour)
    for along in ((1, 0), (0, 1)):
        ends = [(middle + way * arm * along[0], middle + way * arm * along[1]) for way in (-1, 1)]
        picture.blit(shapes.stroke((side, side), ends, thick, colour), (0, 0))
    ring = shapes.ring(arm * 0.45, thick * 0.8, colour)
    picture.blit(ring, ring.get_rect(center=(side // 2, side // 2)))
    return picture


# -- the page -----------------------------------------------------------------------------------

MARGIN_STEP: Final = 0.005
"""The share of the window by which one touch changes a margin."""
PAGE_MARGIN: Final = 56.0
HEAD_HEIGHT: Final = 88.0
BODY_TOP: Final = 160.0
BODY_BOTTOM: Final = 48.0
COLUMN_GAP: Final = 56.0
MAX_COLUMN_WIDTH: Final = 900.0
SECTION_GAP: Final = 32.0
ANSWER_HEIGHT: Final = 84.0
RESET_HEIGHT: Final = 68.0
ROW_GAP: Final = 12.0
STEPPER_HEIGHT: Final = 76.0
STEPPER_WIDTH: Final = 1.3 * STEPPER_HEIGHT
BORDER_WIDTH: Final = 6.0
ONE_COLUMN_ASPECT: Final = 1.5
"""The ratio of height to width from which all sections stand in one column."""
SIDE_NAMES: Final = (
    say("screen.left", "Left"),
    say("screen.top", "Top"),
    say("screen.right", "Right"),
    say("screen.bottom", "Bottom"),
)
"""The sides of the picture, clockwise, as people see them."""
FROM_SETTINGS_FILE_TEXT: Final = say("screen.as_set", "As in the settings file")
RESET_TEXTS: Final = {
    "turns": FROM_SETTINGS_FILE_TEXT,
    "mirror": FROM_SETTINGS_FILE_TEXT,
    "calibration": say("screen.trust", "Remove calibration"),
    "margins": FROM_SETTINGS_FILE_TEXT,
    "keystone": say("screen.straight", "Remove correction"),
}
"""The labels of the buttons that reset a part of the profile."""


def window_edge(viewport: Viewport, side: int) -> int:
    """The window's edge at which a side of the picture lies; both count clockwise from the left."""
    edge = (side + viewport.turns) % 4
    return 2 - edge if viewport.mirror and edge % 2 == 0 else edge


class DisplayPage(PageScene):
    """The settings of the screen; changes apply at once and can be reverted."""

    idle_timeout = 120.0

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table

    @property
    def choices(self) -> tuple[ChoiceField, ChoiceField]:
        """The rotation and the mirroring of the picture."""
        viewport = self.table.display_transform.now
        degrees = tuple(say("screen.degrees", "{number}°", number=n) for n in (0, 90, 180, 270))
        turn = say("screen.turn", "Rotation (clockwise)")
        mirror = say("screen.mirror", "Rear projection")
        mirrors = (say("screen.plain", "Normal"), say("screen.mirrored", "Mirrored"))
        return (
            ChoiceField("turn", turn, degrees, (0, 1, 2, 3), viewport.turns),
            ChoiceField("mirror", mirror, mirrors, (False, True), viewport.mirror),
        )

    # -- layout ---------------------------------------------------------------------------------

    def lay_out(self) -> None:
        canvas, mounting = self.canvas, self.table.display_transform.mounting
        boxes = self._place()
        laid = lay_out_choices(canvas, self.choices, boxes.all("choice"))
        resets = {
            part: PushButton(f"file:{part}", boxes[f"reset:{part}"], words, "undo")
            for part, words in RESET_TEXTS.items()
            if getattr(mounting, part) is not None
        }
        trust = resets.pop("calibration", None)
        crosses = say("screen.crosses", "Calibrate touch")
        buttons = [
            PushButton("back", boxes["back"], icon="back"),
            *laid.buttons,
            PushButton("crosses", boxes["calibration"], crosses, "plus"),
            *((trust,) if trust is not None else ()),
        ]
        shares = []
        for side, (less, more, place) in enumerate(
            zip(boxes.all("less"), boxes.all("more"), boxes.all("share"), strict=True)
        ):
            viewport = self.table.display_transform.now
            share = viewport.margins[window_edge(viewport, side)]
            buttons += [
                PushButton(f"less:{side}", less, icon="minus", enabled=share > 0),
                PushButton(f"more:{side}", more, icon="plus", enabled=share < MAX_MARGIN),
            ]
            told = say(
                "screen.margin",
                "{side}  {share}%",
                side=SIDE_NAMES[side],
                share=decimal(100 * share),
            )
            shares.append(Label(told, place.inset(8), BODY_SIZE, TEXT, True, "centre", most=1))
        pull, able = say("screen.corners", "Adjust corners"), warp.opencv_installed()
        corners = PushButton("corners", boxes["keystone"], pull, "keystone", enabled=able)
        self.buttons.replace([*buttons, corners, *resets.values()])
        self.plates = (*laid.plates, *(Plate(box, TRAY, 20) for box in boxes.all("share")))
        title = say("screen.title", "The screen")
        margins = say("screen.margins", "Dark margins: the bright line must be visible all round")
        self.labels = (
            Label(title, boxes["title"], CARD_SIZE * 0.8, bold=True, most=1),
            Label(self._which, boxes["which"], SMALL_SIZE, DIM, most=1),
            *laid.labels,
            *(
                Label(words, boxes[f"label:{part}"], LABEL_SIZE, DIM, most=1)
                for part, words in (
                    ("calibration", self._touch_text),
                    ("keystone", self._keystone_text),
                    ("margins", margins),
                )
            ),
            *shares,
        )

    def _place(self) -> Boxes:
        canvas = self.canvas
        width = min(canvas.width - 2 * PAGE_MARGIN, 2 * MAX_COLUMN_WIDTH + COLUMN_GAP)
        height = canvas.height - BODY_TOP - BODY_BOTTOM
        choice = item("choice", LABEL_HEIGHT + ANSWER_HEIGHT)
        margin = row(
            item("less", STEPPER_WIDTH),
            "share",
            item("more", STEPPER_WIDTH),
            gap=ROW_GAP,
            size=STEPPER_HEIGHT,
        )
        first = (
            _section("turns", choice),
            _section("mirror", choice),
            _section("calibration", *_labelled("calibration", item("calibration", ANSWER_HEIGHT))),
        )
        second = (
            _section("margins", *_labelled("margins", *[margin] * 4)),
            _section("keystone", *_labelled("keystone", item("keystone", ANSWER_HEIGHT))),
        )
        if height >= ONE_COLUMN_ASPECT * width:
            body = column(*first, *second, gap=SECTION_GAP)
        else:
            body = row(
                column(*first, gap=SECTION_GAP), column(*second, gap=SECTION_GAP), gap=COLUMN_GAP
            )
        head = row(
            item("back", HEAD_HEIGHT + 8, cross_size=HEAD_HEIGHT, offset=(0, 6)),
            28,
            column(item("title", 64), item("which", 36)),
            size=100,
        )
        page = column(34, head, BODY_TOP - 134, body, BODY_BOTTOM, size=width)
        return row(page, justify="centre").place(canvas.box)

    @property
    def _which(self) -> Text:
        display = self.table.display_transform
        width, height = display.now.window
        if display.key == WINDOWED_KEY:
            words = "This window, {width} × {height}. These settings are saved for windows."
            return say("screen.window", words, width=width, height=height)
        number = int(display.key.split()[1]) + 1
        words = "Screen {number}, {width} × {height}. These settings are saved for this screen."
        return say("screen.screen", words, number=number, width=width, height=height)

    @property
    def _touch_text(self) -> Text:
        viewport = self.table.display_transform.now
        if viewport.calibration is not None:
            return say("screen.corrected", "The touch screen is calibrated")
        if viewport.mirror:
            # A touch device in front of the picture is not mirrored with it.
            words = "If touches land on the wrong side, calibrate"
            return say("screen.mirrored_touch", words)
        return say("screen.trusted", "The touch screen is not calibrated")

    @property
    def _keystone_text(self) -> Text:
        if not warp.opencv_installed():
            words = "OpenCV is missing: the picture can’t be corrected"
            return say("screen.no_warp", words)
        if self.table.display_transform.mounting.keystone is None:
            return say("screen.unpulled", "For a projector that stands at an angle")
        return say("screen.pulled", "The picture is corrected at its corners")

    # -- changes --------------------------------------------------------------------------------

    def pressed(self, key: str, /) -> Change:
        match key.partition(":")[0], key.partition(":")[2]:
            case "back", _:
                return self.back()
            case "crosses", _:
                return Push(TouchCalibrationScene(self.table))
            case "corners", _:
                return Push(KeystoneScene(self.table))
            case "less", side:
                self._change_margin(int(side), -MARGIN_STEP)
            case "more", side:
                self._change_margin(int(side), MARGIN_STEP)
            case "file", ("margins" | "calibration" | "keystone") as part:
                self._apply(**{part: None})
                self.table.save_display_profile()
            case "file", part:
                return self._try(**{part: None})
            case _:
                name, _, number = key.partition("=")
                if name == "turn":
                    return self._try(turns=int(number))
                return self._try(mirror=bool(int(number)))
        self.lay_out()
        return None

    def _try(self, **changes: Any) -> Change:
        """Applies a change that is reverted unless people confirm it: it may lock them out."""
        before = self.table.display_transform.now
        self._apply(**changes)
        if self.table.display_transform.now == before:
            self.table.save_display_profile()
            self.lay_out()
            return None
        return Push(confirm_change(self.table))

    def _apply(self, **changes: Any) -> None:
        display = self.table.display_transform
        display.try_out(replace(display.mounting, **changes))

    def _change_margin(self, side: int, by: float) -> None:
        viewport = self.table.display_transform.now
        shares = list(viewport.margins)
        edge = window_edge(viewport, side)
        changed = round(shares[edge] / MARGIN_STEP) * MARGIN_STEP + by
        shares[edge] = round(min(MAX_MARGIN, max(0.0, changed)), 4)
        self._apply(margins=Margins(*shares))
        self.table.save_display_profile()

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        draw_border(frame)


def _section(part: str, *children: Node | float) -> Node:
    """A part of the profile, and below it the button that resets it."""
    return column(*children, ROW_GAP, item(f"reset:{part}", RESET_HEIGHT), size=CONTENT)


def _labelled(part: str, *rows: Node) -> tuple[Node, ...]:
    label = padded(f"label:{part}", (0, 0, 0, 8), size=LABEL_HEIGHT)
    return label, column(*rows, gap=ROW_GAP, size=CONTENT)


def draw_border(frame: Frame) -> None:
    """Draws a bright line along the edge of the picture: where it is not seen, the screen cuts."""
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
