"""Buttons, and the group that handles their presses and focus and draws them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import inf
from typing import Final, Literal, NamedTuple, TypeAlias

import pygame

from tabletop.engine import Text
from tabletop.input.actions import Action, Cancel, Down, Drop, Hover, Nudge, Press, Pull, Tap, Walk
from tabletop.input.actions import Button as Key
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.draw import annotations, shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.layout import column, item, row
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label, min_text_pixels
from tabletop.ui.text.typesetting import TextBox, fit_text
from tabletop.ui.theme.theme import (
    AMBER,
    BLACK,
    BUTTON_SIZE,
    CHOSEN,
    CREAM,
    DIM,
    FOCUS,
    INK,
    OFF,
    OUTLINE,
    PANEL,
    PANEL_ACTIVE,
    SKY,
    TEXT,
    WHITE,
    Colour,
    SeatLook,
    active_palette,
    mix,
)

ButtonStyle: TypeAlias = Literal["main", "other", "plain", "chosen"]

TRAY_RADIUS: Final = 24.0
"""The corner radius of the tray of answers."""
LINE_SPACING: Final = 1.15
"""Of a label, in ems."""
LINE_REACH: Final = 1.2
"""The height of one line whose capitals stand in the middle, in ems."""
MAX_LABEL_SHARE: Final = 0.8
"""The greatest share of a button's height for its label."""
PROJECTOR_MAX_LABEL_SHARE: Final = 0.94
"""The same in projector mode."""
LABEL_SHARE_TOLERANCE: Final = 1.05
"""The factor by which the lines of a label with line breaks may exceed that share."""
WRAP_BELOW_SCALE: Final = 0.85
"""A label that would shrink below this factor may be broken in two lines."""
ICON_ONLY_SHARE: Final = 0.46
"""The size of an icon without a label, as a share of its button's shorter side."""
NOTE_SIZE: Final = 33.0
"""Of the note below a label."""
MIN_WRAP_GAIN: Final = 1.08
"""Two lines must be larger than one by this factor."""

_FACES: dict[ButtonStyle, tuple[Colour, Colour]] = {
    "main": (AMBER, INK),
    "other": (SKY, INK),
    "plain": (PANEL_ACTIVE, TEXT),
    "chosen": (CHOSEN, INK),
}


@dataclass(frozen=True, slots=True)
class PushButton:
    key: str
    """What `ButtonGroup` returns when it is pressed."""
    box: Box
    label: str = ""
    icon: str = ""
    style: ButtonStyle = "plain"
    size: float = BUTTON_SIZE
    enabled: bool = True
    turns: int = 0
    """Quarter turns about `about`, for a seat on another side."""
    about: Point = (0.0, 0.0)
    language: str = ""
    """A language code; "" for that of the page."""
    text_scale: int = 0
    """In percent; 0 for that of the page."""
    stone: SeatLook | None = None
    """A seat's stone in the place of the icon, beside the label."""

    def holds(self, at: Point) -> bool:
        return self.box.holds(turn_point(at, -self.turns, self.about))

    @property
    def centre(self) -> Point:
        return turn_point(self.box.centre, self.turns, self.about)


@dataclass(slots=True)
class ButtonGroup:
    """Buttons of a page: which are held down, and which has the focus."""

    buttons: Sequence[PushButton] = ()
    held: dict[int, str] = field(default_factory=dict)
    """The button of each contact that went down on one."""
    focus: str | None = None
    """The button with the keyboard focus."""
    pointed: str | None = None
    """The button below a mouse pointer that does not press."""

    def replace(self, buttons: Sequence[PushButton]) -> None:
        """Sets the buttons; held ones and the focus are kept if their keys still exist."""
        self.buttons = tuple(buttons)
        if not self.held and self.focus is None:
            return
        keys = {button.key for button in buttons}
        self.held = {contact: key for contact, key in self.held.items() if key in keys}
        if self.focus not in keys:
            self.focus = None

    def at(self, point: Point) -> PushButton | None:
        for button in reversed(self.buttons):
            if button.enabled and button.holds(point):
                return button
        return None

    def named(self, key: str) -> str | None:
        """The key itself, if an enabled button has it."""
        return key if any(button.key == key and button.enabled for button in self.buttons) else None

    def press(self, action: Action) -> str | None:
        """The key of the button that an action pressed, if any."""
        match action:
            case Down(contact=contact, at=at):
                hit = self.at(at)
                if hit is not None:
                    self.held[contact] = hit.key
                self.focus = None
            case Pull(contact=contact, at=at) if contact in self.held:
                hit = self.at(at)
                if hit is None or hit.key != self.held[contact]:
                    del self.held[contact]
            case Tap(contact=contact) | Drop(contact=contact):
                return self.held.pop(contact, None)
            case Cancel(contact=contact):
                self.held.pop(contact, None)
            case Hover(at=at):
                self.focus = None
                hit = self.at(at) if at is not None else None
                self.pointed = hit.key if hit is not None else None
            case Nudge(dx=dx, dy=dy):
                self._go(dx, dy)
            case Walk(by=by):
                self._walk(by)
            case Press(button=Key.OK):
                return self.focus
            case _:
                pass
        return None

    @property
    def unlabelled(self) -> PushButton | None:
        """The button that is held or pointed at, if it shows only an icon: it is to be named."""
        meant = (self.pointed, *self.held.values())
        found = (b for b in self.buttons if b.key in meant and b.icon and not b.label)
        return next(found, None)

    def draw(self, frame: Frame) -> None:
        for button in self.buttons:
            pressed = button.key in self.held.values()
            with frame.turned(button.turns, button.about):
                frame.touchable(button.key, button.box)
                draw_button(frame, button, pressed=pressed, focused=button.key == self.focus)

    def _walk(self, by: int) -> None:
        keys = [button.key for button in self.buttons if button.enabled]
        if not keys:
            return
        here = keys.index(self.focus) if self.focus in keys else (-1 if by > 0 else 0)
        self.focus = keys[(here + by) % len(keys)]

    def _go(self, dx: int, dy: int) -> None:
        usable = [button for button in self.buttons if button.enabled]
        here = next((b for b in usable if b.key == self.focus), None)
        if here is None:
            main = next((b for b in usable if b.style in ("main", "chosen")), None)
            first = main or (usable[0] if usable else None)
            self.focus = first.key if first else None
            return
        nearest = nearest_towards(here.centre, {b.key: b.centre for b in usable}, dx, dy)
        self.focus = nearest or self.focus


def nearest_towards(here: Point, places: Mapping[str, Point], dx: int, dy: int) -> str | None:
    """The key of the nearest place in a direction; sideways distance counts double."""
    best, least = None, inf
    for key, (x, y) in places.items():
        along = (x - here[0]) * dx + (y - here[1]) * dy
        across = abs((x - here[0]) * dy - (y - here[1]) * dx)
        if dx and dy:
            along, across = along / 2**0.5, across / 2**0.5
        if along > 1 and across <= along * 2.5 and along + 2 * across < least:
            best, least = key, along + 2 * across
    return best


def draw_button(frame: Frame, button: PushButton, *, pressed: bool, focused: bool) -> None:
    """Draws a button with its icon and label.

    A key ``question=number`` means an answer of a `ChoiceField`, which draws its text itself.
    """
    draw = _draw_answer if "=" in button.key else _draw_push_button
    draw(frame, button, pressed=pressed, focused=focused)


def draw_button_with_note(
    frame: Frame, button: PushButton, note: Text, *, pressed: bool, focused: bool
) -> None:
    """A button with a note below its label, if there is one."""
    if not note:
        draw_button(frame, button, pressed=pressed, focused=focused)
        return
    plain = replace(button, label="", icon="")
    draw_button(frame, plain, pressed=pressed, focused=focused)
    context = frame.context.for_seat(button)
    with frame.in_context(context):
        canvas = frame.canvas
        ink = INK if button.enabled else DIM
        inside = button.box.inset(min(14.0, 0.1 * button.box.h))
        wide = inside.w > 2.2 * inside.h and not context.projector
        share = 0.6 if wide else 0.36 if context.projector else 0.45
        gap = 0.06 * inside.h
        tree = column(item("words", weight=share), gap, item("note", weight=1 - share))
        boxes = tree.place(inside)
        words = Label(button.label, boxes["words"], button.size, ink, True, most=1)
        sign = min(64.0, boxes["words"].h * 0.8, 0.16 * inside.w)
        room = boxes["words"]
        width = min(words.typeset(canvas).width / canvas.scale + 4, room.w - sign - 22)
        line = row(item("sign", sign), 22, item("words", width), size=sign + 22 + width)
        placed = row(line, justify="centre").place(room)
        frame.put(icon(button.icon, canvas.px(sign), ink), placed["sign"].centre)
        replace(words, box=placed["words"]).draw(frame)
        most = 1 if wide else 4
        Label(note, boxes["note"], NOTE_SIZE, ink, align="centre", most=most).draw(frame)


def _draw_answer(frame: Frame, button: PushButton, *, pressed: bool, focused: bool) -> None:
    """Draws an answer without its text: a bright plate if it is chosen."""
    canvas, box = frame.canvas, button.box
    if button.icon:
        _draw_push_button(
            frame, replace(button, label="", icon=""), pressed=pressed, focused=focused
        )
        side = box.h * 0.36
        at = (box.right - box.h * 0.45, box.centre[1])
        frame.put(icon(button.icon, canvas.px(side), TEXT), at)
        return
    thick = canvas.px(8)
    width, height = canvas.px(box.w), canvas.px(box.h)
    radius = (TRAY_RADIUS - 4) * canvas.scale
    if button.style == "chosen":
        face = WHITE if pressed else CREAM
        plate = shapes.slab(width, height - thick, radius, face, mix(CREAM, BLACK, 0.45), thick)
        frame.put(plate, box.centre)
    elif pressed:
        frame.put(shapes.rounded(width, height, radius, mix(PANEL_ACTIVE, WHITE, 0.2)), box.centre)
    if focused:
        edge = canvas.px(6)
        around = (width + 2 * edge, height + 2 * edge, radius + edge, edge, FOCUS)
        frame.put(shapes.outline(*around), box.centre)


def _draw_push_button(frame: Frame, button: PushButton, *, pressed: bool, focused: bool) -> None:
    """Draws a solid plate with an icon and a label; if pressed it is lower and brighter."""
    canvas = frame.canvas
    face, ink = _FACES[button.style]
    if not button.enabled:
        face, ink = PANEL, OFF
    if pressed:
        face = mix(face, WHITE, 0.25)
    width, height = canvas.px(button.box.w), canvas.px(button.box.h)
    thick = canvas.px(min(12.0, button.box.h * 0.09))
    radius = min(button.box.h * 0.28, 40.0) * canvas.scale
    if focused:
        wide = canvas.px(32 if frame.context.projector else 16)  # seen from far
        around = shapes.rounded(width + wide, height + wide + thick, radius * 1.2, FOCUS)
        frame.put(around, _down(button.box.centre, thick / 2 / canvas.scale))
    elif active_palette().edge and button.style == "plain":
        edge = canvas.px(active_palette().edge)
        line = shapes.rounded(width + 2 * edge, height + thick + 2 * edge, radius + edge, OUTLINE)
        frame.put(line, _down(button.box.centre, thick / 2 / canvas.scale))
    x, y = button.box.centre
    if pressed:
        flat = shapes.rounded(width, height, radius, face)
        frame.put(flat, _down((x, y), thick * 0.7 / canvas.scale))
        y += thick * 0.7 / canvas.scale
    else:
        frame.put(_raised(width, height, radius, face, thick), (x, y))
    with frame.in_context(frame.context.for_seat(button)):
        _draw_label(frame, button, (x, y), ink)


def _down(at: Point, by: float) -> Point:
    return at[0], at[1] + by


@surface_cache(most=128)
def _raised(width: int, height: int, radius: float, face: Colour, thick: int) -> pygame.Surface:
    """A slab with its face in the middle of the surface."""
    if width > (narrow := shapes.narrowest(radius)):
        return shapes.widened(_raised(narrow, height, radius, face, thick), width)
    slab = shapes.slab(width, height, radius, face, mix(face, BLACK, 0.45), thick)
    larger = shapes.blank(slab.get_width(), slab.get_height() + thick)
    larger.blit(slab, (0, thick))
    return larger


class _Lines(NamedTuple):
    """The lines of a label, and sizes in pixels."""

    lines: tuple[str, ...]
    size: int
    width: int
    """Of the longest line."""
    fits: bool


@lru_cache(maxsize=256)
def _label_lines(
    text: str, size: int, width: int, height: int, floor: int, context: UiContext
) -> _Lines:
    """The lines of a label: one that would become small is broken in two if the button is high
    enough. With a `floor`, as many as needed, none of them smaller.
    """
    if floor:
        size = min(size, max(floor, int(height / LINE_REACH)))
        box = TextBox.of(text, size, width, height, bold=True, floor=floor, context=context)
        fitted = fit_text(box)
        return _Lines(fitted.lines, fitted.size, fitted.width, fitted.complete)
    lines = tuple(text.split("\n"))
    size = min(size, round(height * LABEL_SHARE_TOLERANCE / ((len(lines) - 1) * LINE_SPACING + 1)))
    best = min(typesetting.fitting_size(line, size, width, True, context=context) for line in lines)
    found = lines
    if len(lines) == 1 and best < size * WRAP_BELOW_SCALE and " " in text:
        two = _in_two(text, size, context)
        each = min(
            round(height / LINE_SPACING / 2),
            *(typesetting.fitting_size(line, size, width, True, context=context) for line in two),
        )
        if each > best * MIN_WRAP_GAIN:
            best, found = each, two
    widest = max(typesetting.width_of(line, best, True, context=context) for line in found)
    return _Lines(found, best, widest, widest <= width)


def _in_two(text: str, size: int, context: UiContext) -> tuple[str, str]:
    """A text in two lines, of which the longer one is as short as can be."""
    parts, best = text.split(" "), (inf, text, "")
    for cut in range(1, len(parts)):
        first, second = " ".join(parts[:cut]), " ".join(parts[cut:])
        longer = max(
            typesetting.width_of(first, size, True, context=context),
            typesetting.width_of(second, size, True, context=context),
        )
        best = min(best, (longer, first, second))
    return best[1:]


class _SetLabel(NamedTuple):
    """A label as it is set beside its icon."""

    words: _Lines | None
    """None if the icon stands alone."""
    mark: float
    """The side of the icon."""
    gap: float
    """From the left of the icon to the words; 0 without an icon."""


def _set_label(canvas: Canvas, button: PushButton) -> _SetLabel:
    """Sets a label in the canvas's context. An icon is left out if the words need its room."""
    box, context = button.box, canvas.context
    mark = min(box.h * 0.42, box.w * 0.17) if button.label else min(box.w, box.h) * ICON_ONLY_SHARE
    if button.icon and not button.label:
        return _SetLabel(None, mark, 0.0)
    gap = mark * 1.35 if button.icon or button.stone else 0.0
    free = box.w - min(box.h * 0.4, box.w * 0.15)
    high = canvas.px(box.h * (PROJECTOR_MAX_LABEL_SHARE if context.projector else MAX_LABEL_SHARE))
    text, wanted = context.translate(button.label), canvas.px(context.scaled_size(button.size))
    floor = min_text_pixels(canvas)
    words = _label_lines(text, wanted, canvas.px(free - gap), high, floor, context)
    if gap and not words.fits:
        gap = 0.0  # drop the icon
        words = _label_lines(text, wanted, canvas.px(free), high, floor, context)
        if context.projector and not words.fits:  # show the icon instead of a cut label
            return _SetLabel(None, min(box.w, box.h) * ICON_ONLY_SHARE, 0.0)
    return _SetLabel(words, mark, gap)


def in_one_size(canvas: Canvas, buttons: Iterable[PushButton]) -> list[PushButton]:
    """The buttons with labels of one size: the largest at which all of them fit."""
    found = list(buttons)
    while True:
        sizes = []
        for button in found:
            own = canvas.with_context(canvas.context.for_seat(button))
            words = _set_label(own, button).words
            if words is not None:
                sizes.append(own.context.unscaled_size(words.size / canvas.scale))
        size = min(sizes, default=0.0)
        if all(button.size <= size for button in found if button.label) or not size:
            return found
        # A label that was in two lines may be in one at a smaller size, and smaller still.
        found = [replace(button, size=min(button.size, size)) for button in found]


def _draw_label(frame: Frame, button: PushButton, at: Point, ink: Colour) -> None:
    x, y = at
    canvas = frame.canvas
    words, mark, gap = _set_label(canvas, button)
    if words is None:
        if button.icon:
            frame.put(icon(button.icon, canvas.px(mark), ink), (x, y))
        return
    longest = words.width / canvas.scale
    left = x - (longest + gap) / 2
    if gap and button.stone is not None:
        frame.put(shapes.stone(button.stone, canvas.px(mark / 2)), (left + mark / 2, y))
    elif gap:
        frame.put(icon(button.icon, canvas.px(mark), ink), (left + mark / 2, y))
    step = words.size * LINE_SPACING / canvas.scale
    for number, text in enumerate(words.lines):
        down = (number - (len(words.lines) - 1) / 2) * step
        picture = typesetting.line(text, words.size, ink, True, context=frame.context)
        if not words.fits and frame.context.projector and text.endswith("..."):
            annotations.mark_truncated(picture)
        frame.put(picture, (left + gap + longest / 2, y + down))
