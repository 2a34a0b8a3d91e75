"""The page on which people choose how the table looks: its palette, and how fast things move."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import pygame

from tabletop.engine import Text, say
from tabletop.scenes.devices_layout import GAP, heading, leave_button, page_for
from tabletop.ui import art, stones
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.choice import LABEL, Choice, ChoiceSheet
from tabletop.ui.frame import Frame
from tabletop.ui.icons import icon
from tabletop.ui.inks import plain
from tabletop.ui.label import Label
from tabletop.ui.palettes import PALETTES, Palette
from tabletop.ui.scene import Change
from tabletop.ui.sheet import row, stacked
from tabletop.ui.table import Table
from tabletop.ui.theme import (
    AMBER,
    BLACK_LOOK,
    BLUE_LOOK,
    FOCUS,
    GREEN_LOOK,
    NAME_SIZE,
    OUTLINE,
    RED_DIAMOND_LOOK,
    RED_LOOK,
    SMALL_SIZE,
    WHITE_LOOK,
    SeatLook,
)
from tabletop.ui.widgets import PushButton

KEY: Final = "look.palette"
ROUND: Final = 28.0
ANSWERS: Final = 96.0
"""The height of the answers to one question."""
HIGHEST: Final = 340.0
LOOKS: Final = (BLACK_LOOK, WHITE_LOOK, RED_LOOK, GREEN_LOOK, BLUE_LOOK, RED_DIAMOND_LOOK)

SPEEDS: Final = {
    "slow": say("speed.slow", "slow"),
    "normal": say("speed.normal", "normal"),
    "fast": say("speed.fast", "fast"),
    "off": say("speed.off", "off"),
}
"""The speeds, the slowest first."""

NOTES: Final[Mapping[str, Text]] = {
    "dark": say("look.dark", "For rooms that are not too bright."),
    "light": say("look.light", "For bright rooms and daylight."),
    "colour-blind": say("look.colour_blind", "Seats that nobody takes for each other."),
    "contrast": say("look.contrast", "For weak eyes and weak projectors."),
}
"""What each palette is for; one that has no note shows only its name."""


class LookPage(ChoiceSheet):
    """Palettes to be touched, each as a sample of itself. What is touched counts at once."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table

    @property
    def speed(self) -> Choice:
        """How fast things move."""
        label = say("look.speed", "How fast pieces move")
        values = tuple(SPEEDS)
        chosen = self.table.settings["look.speed"]
        return Choice("look.speed", label, tuple(SPEEDS.values()), values, chosen)

    def lay_out(self) -> None:
        page = page_for(self.canvas, 0)
        body = page.body
        below = LABEL + ANSWERS
        across = 2 if body.w >= 900 else 1
        down = -(-len(PALETTES) // across)
        high = min(HIGHEST, (body.h - below - GAP * down) / down)
        lines = stacked(Box(body.x, body.y, body.w, 0), [high] * down, GAP)
        speed = Box(body.x, body.y + down * (high + GAP), body.w, below)
        boxes = [box for line in lines for box in row(line, across, GAP)]
        cards = [
            PushButton(f"{KEY}:{key}", box, palette.title)
            for (key, palette), box in zip(PALETTES.items(), boxes, strict=False)
        ]
        laid = self.speed.laid_out(self.canvas, speed)
        head = heading(
            page,
            say("look.title", "How the table looks"),
            say("look.below", "What you touch here counts at once."),
        )
        labels = [label for card in cards for label in sample_labels(card.box, card.key)]
        self.plates = tuple(laid.plates)
        self.labels = (*head, *labels, *laid.labels)
        self.buttons.replace([leave_button(page), *cards, *laid.buttons])

    def pressed(self, key: str, /) -> Change:
        name, _, value = key.partition(":")
        if name == KEY:
            self.table.change(KEY, value)
        elif "=" in key:
            self.table.change("look.speed", self.speed.values[int(key.partition("=")[2])])
        else:
            return self.back()
        self.lay_out()
        return None

    # -- drawing --------------------------------------------------------------------------------

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        if not button.key.startswith(KEY):
            super().draw_one(frame, button)
            return
        canvas, box = frame.canvas, button.box
        key = button.key.partition(":")[2]
        width, height = canvas.px(box.w), canvas.px(box.h)
        chosen = self.table.settings[KEY] == key
        focused = self.buttons.focus == button.key
        edge = canvas.px(9 if focused or chosen else 3)
        colour = FOCUS if focused else AMBER if chosen else OUTLINE
        around = (width + 2 * edge, height + 2 * edge, ROUND * canvas.scale + edge, colour)
        frame.put(art.rounded(*around), box.centre)
        frame.put(sample(PALETTES[key], canvas, width, height), box.centre)
        if self.is_held(button):
            veil = PALETTES[key].text
            frame.put(art.rounded(width, height, ROUND * canvas.scale, veil, 30), box.centre)
        if chosen:
            side = 40.0
            mark = icon("check", canvas.px(side), PALETTES[key].amber_words)
            frame.put(mark, (box.right - 24 - side / 2, box.y + 24 + side / 2))


def sample_labels(box: Box, key: str) -> tuple[Label, ...]:
    """The words on a sample, in the inks of its palette."""
    name = key.partition(":")[2]
    palette = PALETTES[name]
    inner = box.inset(28)
    title = Box(inner.x, inner.y - 6, inner.w - 64, min(62.0, inner.h * 0.4))
    note = Box(inner.x, title.bottom + 2, inner.w, min(44.0, inner.h * 0.26))
    said = [Label(palette.title, title, NAME_SIZE, palette.text, bold=True, most=1)]
    if name in NOTES:
        said.append(Label(NOTES[name], note, SMALL_SIZE + 3, palette.dim, most=1))
    return tuple(said)


@lru_cache(maxsize=8)
def sample(palette: Palette, canvas: Canvas, width: int, height: int) -> pygame.Surface:
    """A piece of a palette's table, with a stone of every seat on a strip of its wood."""
    radius = ROUND * canvas.scale
    picture = art.copied(art.rounded(width, height, radius, palette.ground))
    pad = canvas.px(28)
    taken = canvas.px(28 + min(62.0, height / canvas.scale * 0.36) + 50)
    room = height - taken - pad
    wide = width - 2 * pad
    if room < canvas.px(24):
        return picture
    strip = art.rounded(wide, room, radius * 0.6, palette.field_wood)
    picture.blit(strip, (pad, taken))
    step = min(wide / len(LOOKS), room * 1.5)
    size = min(room * 0.36, step * 0.42)
    for number, look in enumerate(LOOKS):
        stone = stones.stone(under(look, palette), size, shadow=False, rim=palette.rim)
        x = pad + wide / 2 + (number - (len(LOOKS) - 1) / 2) * step
        y = taken + room / 2
        picture.blit(stone, (round(x - stone.get_width() / 2), round(y - stone.get_height() / 2)))
    return picture


def under(look: SeatLook, palette: Palette) -> SeatLook:
    """A seat's look as a palette has it, whichever is in force."""
    face, inlay, rim = (plain(ink, palette) for ink in (look.face, look.inlay, look.rim))
    return SeatLook(face, inlay, look.mark, rim)
