"""Four crosses are touched, and touches count where they look."""

from dataclasses import replace
from math import ceil
from typing import Final, Literal, TypeAlias

import pygame

from tabletop.engine import Text, say
from tabletop.input.actions import Action, Cancel, Down, Drop, Hover, Point, Pull, Tap
from tabletop.input.viewport import CALIBRATION_TARGETS, Calibration
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop
from tabletop.ui.draw import shapes
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER,
    BODY_SIZE,
    CORAL,
    DIM,
    FOCUS,
    NAME_SIZE,
    PANEL_LINE,
    PETROL,
    TEXT,
    Colour,
)
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import PageScene, stack_boxes
from tabletop.ui.widgets.question_dialog import seconds_to_next_figure

CalibrationPhase: TypeAlias = Literal["crosses", "refused", "trial"]

TIMEOUT_SECONDS: Final = 20.0
"""Seconds without a touch or an answer after which all is as it was."""
CROSS_ARM: Final = 84.0
CROSS_THICKNESS: Final = 12.0
DOT_RADIUS: Final = 26.0
BUTTON_HEIGHT: Final = 96.0
GAP: Final = 18.0
COUNTDOWN_TEXT_SIZE: Final = 44.0
CROSS_NAMES: Final = (
    say("calibrate.top_left", "at the top left"),
    say("calibrate.top_right", "at the top right"),
    say("calibrate.bottom_right", "at the bottom right"),
    say("calibrate.bottom_left", "at the bottom left"),
)
MOUSE_CONTACT: Final = -1
"""Stands for the mouse among the contacts while its button is up."""


class TouchCalibrationScene(PageScene):
    """Asks for four crosses, then for a trial; only what is kept there outlives the scene."""

    idle_timeout = 120.0

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table
        self.phase: CalibrationPhase = "crosses"
        self.left = TIMEOUT_SECONDS
        self.refusal: Text | None = None
        """Why the four touches cannot be used."""
        self.found: Calibration | None = None
        """What the four touches come to."""
        self.by_mouse = False
        """Whether the mouse touched a cross: what it says need not be true of fingers."""
        self.dots: dict[int, Point] = {}
        """Where each contact was felt, or counts now that touches are corrected."""
        self._drawn: list[Point] = []
        self._felt: list[Point] = []
        self._contact: int | None = None
        self._stood: tuple[str, tuple[int, int]] | None = None
        """The screen and the window's size for which it began."""

    @property
    def crosses(self) -> list[Point]:
        """Where the crosses are on the canvas."""
        box = self.canvas.box
        return [(x * box.w, y * box.h) for x, y in CALIBRATION_TARGETS]

    @property
    def number(self) -> int:
        """How many crosses have been touched."""
        return len(self._felt)

    # -- from phase to phase ------------------------------------------------------------------

    def _begin(self) -> None:
        """Touches are felt as the device has them until the fourth cross was touched."""
        self.phase, self.left = "crosses", TIMEOUT_SECONDS
        self.refusal = self.found = self._contact = None
        self.by_mouse = False
        self._drawn, self._felt = [], []
        self.dots.clear()
        glass = self.table.display_transform
        glass.raw = True
        glass.try_out(replace(glass.kept, calibration=None))

    def _touched(self, at: Point, source: str) -> None:
        """One more cross was touched, and felt there."""
        glass = self.table.display_transform
        self._drawn.append(glass.share(self.crosses[self.number]))
        self._felt.append(glass.share(at))
        self.by_mouse = self.by_mouse or source == "mouse"
        self.left = TIMEOUT_SECONDS
        if self.number == len(CALIBRATION_TARGETS):
            self._judge()
        self.lay_out()

    def _judge(self) -> None:
        """All crosses were touched: to the trial, or to a word why not."""
        glass = self.table.display_transform
        glass.raw = False
        self.dots.clear()
        a, b, c, d = self._drawn
        e, f, g, h = self._felt
        try:
            self.found = Calibration.from_touches((a, b, c, d), (e, f, g, h))
        except ValueError as wrong:
            self.phase, self.refusal = "refused", wrong.args[0]
            glass.go_back()
            return
        self.phase = "trial"
        if self.by_mouse:
            glass.go_back()
        else:
            glass.try_out(replace(glass.kept, calibration=self.found))

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
        # However it went, and be it by a fault: what nobody kept is as it was.
        self.table.display_transform.raw = False
        self.table.display_transform.go_back()

    # -- what people do -----------------------------------------------------------------------

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
        """The mouse is where it looks; a finger may be felt anywhere, on the button as well."""
        if action.source != "mouse":
            return False
        pressed = action.contact in self.buttons.held
        return pressed or (isinstance(action, Down) and self.buttons.at(action.at) is not None)

    def _feel(self, action: Down | Pull | Tap | Drop | Cancel) -> None:
        """One contact at a time touches a cross, when it lifts."""
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
        """A dot goes with every finger, and with the mouse where it has touched the crosses."""
        match action:
            case Down(contact=contact, at=at) | Pull(contact=contact, at=at):
                self.dots[contact] = self._counts(at, action.source)
            case Tap(contact=contact) | Drop(contact=contact) | Cancel(contact=contact):
                self.dots.pop(contact, None)
            case Hover(at=None):
                self.dots.pop(MOUSE_CONTACT, None)
            case Hover(at=at) if self.by_mouse and at is not None:
                self.dots[MOUSE_CONTACT] = self._counts(at, action.source)
            case _:
                pass

    def _counts(self, at: Point, source: str) -> Point:
        """Where a touch counts: the mouse tries out what only touches will have."""
        if source != "mouse" or not self.by_mouse or self.found is None:
            return at
        return self.table.display_transform.seen(
            self.found.touched(self.table.display_transform.share(at))
        )

    def pressed(self, key: str, /) -> Change:
        glass = self.table.display_transform
        match key:
            case "again":
                self._begin()
                self.lay_out()
                return None
            case "keep":
                glass.try_out(replace(glass.kept, calibration=self.found))
                self.table.save_display_profile()
        return Pop(key)

    # -- how it looks -------------------------------------------------------------------------

    def lay_out(self) -> None:
        stands = (self.table.display_transform.key, self.table.display_transform.now.window)
        if stands != self._stood:  # what was felt in another window says nothing about this one
            self._stood = stands
            self._begin()
        canvas = self.canvas
        area = Box.around(canvas.box.centre, min(900.0, canvas.width * 0.56), canvas.height * 0.6)
        answers = self._answers
        height = len(answers) * (BUTTON_HEIGHT + GAP) - GAP
        places = stack_boxes(
            Box(area.x, area.bottom - height, area.w, height), [BUTTON_HEIGHT] * len(answers), GAP
        )
        self.buttons.replace(
            [replace(button, box=box) for button, box in zip(answers, places, strict=True)]
        )
        words = Box(area.x, area.y, area.w, area.h - height - COUNTDOWN_TEXT_SIZE - 2 * GAP)
        told, more = self._words
        head = words.h * 0.5
        below = Box(words.x, words.y + head + GAP, words.w, words.h - head - GAP)
        countdown = Box(area.x, words.bottom + GAP, area.w, COUNTDOWN_TEXT_SIZE)
        self.labels = (
            Label(told, Box(*words[:3], head), NAME_SIZE, TEXT, True, "centre", "bottom"),
            Label(more, below, BODY_SIZE, DIM, align="centre", stands="top"),
            Label(self._countdown, countdown, 30.0, DIM, align="centre", most=1),
        )

    @property
    def _answers(self) -> list[PushButton]:
        nowhere = Box(0, 0, 0, 0)
        as_it_was = say("calibrate.back", "As it was")
        again = PushButton("again", nowhere, say("calibrate.again", "Again"), "again")
        if self.phase == "crosses":
            return [PushButton("back", nowhere, as_it_was, "undo")]
        if self.phase == "refused":
            back = PushButton("back", nowhere, as_it_was, "undo")
            return [replace(again, style="main"), back]
        if self.by_mouse:
            use = say("calibrate.use", "Use it for touches")
            back = PushButton("back", nowhere, as_it_was, "undo", "main")
            return [back, again, PushButton("keep", nowhere, use, "check")]
        keep = PushButton("keep", nowhere, say("calibrate.keep", "Keep it"), "check", "main")
        return [keep, again, PushButton("back", nowhere, as_it_was, "undo")]

    @property
    def _words(self) -> tuple[Text, Text]:
        """What is to be done, and what there is to know about it."""
        if self.phase == "crosses":
            return (
                say(
                    "calibrate.touch",
                    "Touch the middle of the bright cross {where}",
                    where=CROSS_NAMES[self.number],
                ),
                say(
                    "calibrate.number",
                    "Cross {number} of 4. It counts when the finger lifts.",
                    number=self.number + 1,
                ),
            )
        if self.phase == "refused":
            more = say("calibrate.nothing", "Nothing has changed. Touch each cross in its middle.")
            return self.refusal or Text("", ""), more
        if self.by_mouse:
            more = say(
                "calibrate.mouse",
                "The mouse needs no correction. The dot shows where a touch would count that is "
                "felt under the pointer.",
            )
            return say("calibrate.mouse_trial", "A trial with the mouse"), more
        more = say("calibrate.try", "The dot must lie under the finger, wherever that is.")
        return say("calibrate.trial", "Now touch about"), more

    @property
    def _countdown(self) -> Text:
        words = "As it was in {seconds} s"
        return say("calibrate.countdown", words, seconds=ceil(self.left))

    def draw_content(self, frame: Frame) -> None:
        canvas = frame.canvas
        for number, at in enumerate(self.crosses):
            frame.put(
                cross_picture(
                    canvas.px(CROSS_ARM), canvas.px(CROSS_THICKNESS), self._colour(number)
                ),
                at,
            )
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
    """Two crossing lines, each as long as two arms, with a ring about their middle."""
    side, middle = 2 * arm + 2 * thick, float(arm + thick)
    picture = shapes.blank(side, side, colour)
    for along in ((1, 0), (0, 1)):
        ends = [(middle + way * arm * along[0], middle + way * arm * along[1]) for way in (-1, 1)]
        picture.blit(shapes.stroke((side, side), ends, thick, colour), (0, 0))
    ring = shapes.ring(arm * 0.45, thick * 0.8, colour)
    picture.blit(ring, ring.get_rect(center=(side // 2, side // 2)))
    return picture
