"""The four corners of the picture are pulled to where the wall has them."""

from dataclasses import replace
from math import inf
from typing import Final

from tabletop.engine import Text, say
from tabletop.input.actions import CONTACTS, Action, Cancel, Down, Drop, Nudge, Point, Press, Tap
from tabletop.input.actions import Button as Key
from tabletop.input.keystone import Keystone
from tabletop.scenes.keep_this import KeepScene
from tabletop.ui import art
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.icons import icon
from tabletop.ui.label import Align, Label
from tabletop.ui.scene import Change, Pop, Push
from tabletop.ui.sheet import Plate, Sheet, confirming, row, stacked
from tabletop.ui.table import Table
from tabletop.ui.theme import (
    AMBER,
    BODY_SIZE,
    CORAL_WORDS,
    FOCUS,
    INK,
    PANEL,
    PANEL_ACTIVE,
    SMALL_SIZE,
    TEXT,
    WHITE,
    mix,
)
from tabletop.ui.trial_picture import NAME, plan, trial_picture
from tabletop.ui.widgets import PushButton

CORNERS: Final = (
    say("keystone.top_left", "Top left"),
    say("keystone.top_right", "Top right"),
    say("keystone.bottom_right", "Bottom right"),
    say("keystone.bottom_left", "Bottom left"),
)
"""Clockwise, as those who look at the picture see them."""
STEPS: Final = (10, 1)
"""Pixels of the window that one arrow moves a corner; one or the other holds."""
WINDS: Final = {"west": (-1, 0), "north": (0, -1), "south": (0, 1), "east": (1, 0)}
PAD: Final = 30.0
GAP: Final = 18.0
BUTTON: Final = 84.0
TALLEST: Final = 584.0
STEP: Final = 196.0
"""The width of the button that says how far an arrow moves a corner."""
HANDLE: Final = 112.0
"""What is seen of a handle."""


class KeystoneScene(Sheet):
    """Over a trial picture, corners are pulled, or moved by arrows; only what is kept remains."""

    patience = 120.0

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.picked = 0
        """The corner that the arrows move."""
        self.step = STEPS[0]
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
        glass = self.table.glass
        x, y = (min(1.0, max(0.0, each)) for each in to)
        try:
            found = glass.now.pulled(self.picked, (x, y))
        except ValueError as wrong:
            self.refusal = wrong.args[0]
            self.lay_out()
            return
        self._mount(found, way)

    def _mount(self, found: Keystone | None, way: object) -> None:
        self.refusal = None
        glass = self.table.glass
        if found != glass.mounting.keystone:
            if way is None or way != self._last:
                self._past.append(glass.mounting.keystone)
            self._last = way
            glass.try_out(replace(glass.mounting, keystone=found))
        self.lay_out()

    def _nudge(self, dx: int, dy: int) -> None:
        """Moves the picked corner by a step, in a direction as people see it."""
        glass = self.table.glass.now
        (x, y), (u, v) = glass.flat(dx * self.step, dy * self.step), glass.flat(0, 0)
        at, (width, height) = glass.corners[self.picked], glass.window
        to = (at[0] + (x - u) / width, at[1] + (y - v) / height)
        self._pull(to, ("nudged", self.picked))

    def _take_back(self) -> None:
        if self._past:
            before = self._past.pop()
            self._last = self.refusal = None
            self.table.glass.try_out(replace(self.table.glass.mounting, keystone=before))
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
        action = confirming(action)
        if isinstance(action, CONTACTS) and self._feel(action):
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
        glass = self.table.glass
        if isinstance(action, Down):
            hit = self.buttons.at(action.at)
            if hit is None or not hit.key.startswith("corner:"):
                return False
            if self._held is None:
                self._pick(int(hit.key.partition(":")[2]))
                (x, y), (u, v) = glass.now.corners[self.picked], glass.share(action.at)
                self._held = action.contact, (x - u, y - v)
            return True
        if not isinstance(action, CONTACTS) or self._held is None:
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
        elif name in WINDS:
            self._nudge(*WINDS[name])
        elif name == "next":
            self._pick((self.picked + 1) % len(CORNERS))
        elif name == "step":
            self.step = STEPS[(STEPS.index(self.step) + 1) % len(STEPS)]
            self.lay_out()
        elif name == "straight":
            self._mount(None, None)
        elif name == "undo":
            self._take_back()
        else:
            if name == "keep":
                self.table.keep_glass()
            return Pop(key)
        return None

    def back(self) -> Change:
        """Whoever leaves by a key is asked what shall hold."""
        if self.table.glass.mounting == self.table.glass.kept:
            return Pop()
        return Push(KeepScene(self.table), then=Pop)

    def leave(self) -> None:
        # However it went, and be it by a fault: what nobody kept is as it was.
        glass = self.table.glass
        glass.raw = glass.following = False
        glass.go_back()

    # -- how it looks -------------------------------------------------------------------------

    def lay_out(self) -> None:
        self._stand()
        where = plan(self.canvas)
        panel = Box.around(where.panel.centre, where.panel.w, min(TALLEST, where.panel.h))
        inner = panel.inset(PAD)
        high = min(BUTTON, (inner.h - 3 * GAP) / 4.2)
        words = inner.h - 3 * (high + GAP)
        told, moves, changes, answers = stacked(inner, [words, high, high, high], GAP)
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
        glass = self.table.glass
        stands = (glass.key, glass.now.window)
        if stands != self._stood:
            self._stood = stands
            self._past, self._last, self._held, self._wanted = [], None, None, None
            glass.raw = glass.following = True

    def _row(self, box: Box) -> list[PushButton]:
        step = say("keystone.step", "{number} px", number=self.step)
        pixels = Box(box.right - STEP, box.y, STEP, box.h)
        next_corner, *winds = row(Box(box.x, box.y, box.w - STEP - 12, box.h), 5, 12)
        icons = {"west": "earlier", "north": "north", "south": "south", "east": "later"}
        return [
            PushButton("next", next_corner, icon="again"),
            *(
                PushButton(wind, place, icon=icons[wind])
                for wind, place in zip(WINDS, winds, strict=True)
            ),
            PushButton("step", pixels, step),
        ]

    def _changes(self, upper: Box, lower: Box) -> list[PushButton]:
        undo, straight = row(upper, 2, GAP)
        keep, back = row(lower, 2, GAP)
        kept = self.table.glass.mounting == self.table.glass.kept
        pulled = self.table.glass.mounting.keystone is not None
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
        told = say("keystone.told", words, corner=CORNERS[self.picked])
        return Label(told, box, BODY_SIZE, TEXT, align="centre", most=4)

    def _smallest(self, box: Box) -> Label:
        told = say("keystone.smallest", "Can this be read at the back?")
        return Label(told, box.inset(8), SMALL_SIZE, TEXT, align="centre", most=2)

    def _named(self, number: int, box: Box) -> Label:
        align: Align = "left" if number in (0, 3) else "right"
        return Label(CORNERS[number], box.inset(6), SMALL_SIZE, TEXT, True, align, most=1)

    def _behind(self, label: Label) -> Plate:
        """The plate behind a corner's name, as wide as that."""
        wide = label.set_on(self.canvas).width / self.canvas.scale + 32
        left = label.box.x - 16 if label.align == "left" else label.box.right + 16 - wide
        return Plate(Box(left, label.box.centre[1] - NAME / 2, wide, NAME), PANEL, 16)

    def draw(self, frame: Frame) -> None:
        frame.put(trial_picture(self.canvas.size), self.canvas.box.centre)
        self.draw_content(frame)

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        name, _, number = button.key.partition(":")
        if name != "corner":
            super().draw_one(frame, button)
            return
        canvas, at = frame.canvas, button.box.centre
        radius, picked = HANDLE / 2 * canvas.scale, int(number) == self.picked
        if button.key == self.buttons.focus:
            frame.put(art.disc(radius + canvas.px(10), FOCUS), at)
        face = AMBER if picked else PANEL_ACTIVE
        held = picked and self._held is not None
        frame.put(art.disc(radius, mix(face, WHITE, 0.4) if held else face), at)
        frame.put(art.ring(radius, canvas.px(9 if picked else 4), WHITE if picked else TEXT), at)
        side = HANDLE * (0.6 if picked else 0.42)
        frame.put(icon("move", canvas.px(side), INK if picked else TEXT), at)
