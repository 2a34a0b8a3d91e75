"""The page on which people choose how the table looks: its palette, and how things move."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pygame

from tabletop.engine import Text, say
from tabletop.scenes.devices_layout import GAP, heading, leave_button, page_for
from tabletop.scenes.ease_page import EasePage
from tabletop.ui import art, stones
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.choice import Choice, ChoiceSheet, label_height
from tabletop.ui.frame import Frame
from tabletop.ui.icons import icon
from tabletop.ui.inks import plain
from tabletop.ui.kept import kept
from tabletop.ui.label import Label
from tabletop.ui.lettering import grown, least
from tabletop.ui.palettes import PALETTES, Palette
from tabletop.ui.scene import Change, Push
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
ROOM_ANSWERS: Final = 124.0
"""The same for a room: a question may have two lines of words."""
ANSWER: Final = 170.0
"""The least width of one answer where several questions stand side by side."""
EASE_SIZE: Final = 34.0
HIGHEST: Final = 340.0
LOOKS: Final = (BLACK_LOOK, WHITE_LOOK, RED_LOOK, GREEN_LOOK, BLUE_LOOK, RED_DIAMOND_LOOK)

SPEEDS: Final = {
    "slow": say("speed.slow", "slow"),
    "normal": say("speed.normal", "normal"),
    "fast": say("speed.fast", "fast"),
    "off": say("speed.off", "off"),
}
"""The speeds, the slowest first."""
MOTIONS: Final = {
    "full": say("motion.full", "full"),
    "reduced": say("motion.reduced", "none"),
}
"""Whether anything moves at all."""
DRIFTS: Final = {
    False: say("drift.off", "no"),
    True: say("drift.on", "yes"),
}
"""Whether the picture wanders."""

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
    def choices(self) -> tuple[Choice, ...]:
        """What is chosen besides the colours."""
        return (
            self._asked("look.speed", say("look.speed", "How fast pieces move"), SPEEDS),
            self._asked("look.motion", say("look.motion", "Motion"), MOTIONS),
            self._asked("look.drift", say("look.drift", "Guard against burn-in"), DRIFTS),
        )

    def _asked(self, key: str, label: Text, answers: Mapping[Any, Text]) -> Choice:
        chosen = self.table.settings.values[key]
        return Choice(key, label, tuple(answers.values()), tuple(answers), chosen)

    def lay_out(self) -> None:
        page = page_for(self.canvas, 0)
        self.head = page.band
        body = page.body
        across = 2 if body.w >= 900 else 1
        rows = abreast(self.choices, max(4, int(body.w / ANSWER)))
        each = label_height() + (ROOM_ANSWERS if least() else ANSWERS)
        below = len(rows) * (each + GAP)
        down = -(-len(PALETTES) // across)
        high = min(grown(HIGHEST, NAME_SIZE), (body.h - below - GAP * (down - 1)) / down)
        lines = stacked(Box(body.x, body.y, body.w, 0), [high] * down, GAP)
        top = body.y + down * (high + GAP)
        asked = stacked(Box(body.x, top, body.w, 0), [each] * len(rows), GAP)
        boxes = [box for line in lines for box in row(line, across, GAP)]
        cards = [
            PushButton(f"{KEY}:{key}", box, palette.title)
            for (key, palette), box in zip(PALETTES.items(), boxes, strict=False)
        ]
        laid = [
            choice.laid_out(self.canvas, place)
            for asking, box in zip(rows, asked, strict=True)
            for choice, place in zip(asking, shared_out(box, asking), strict=True)
        ]
        head = heading(
            page,
            say("look.title", "How the table looks"),
            say("look.below", "What you touch here counts at once."),
            ease_width(page.head) + GAP,
        )
        labels = [label for card in cards for label in sample_labels(card.box, card.key)]
        self.plates = tuple(plate for part in laid for plate in part.plates)
        self.labels = (*head, *labels, *(label for part in laid for label in part.labels))
        answers = [button for part in laid for button in part.buttons]
        wide = ease_width(page.head)
        place = Box(page.head.right - wide, page.head.y, wide, 0.85 * page.head.h)
        words = say("look.ease", "Large words")
        ease = PushButton("ease", place, words, "person", "other", EASE_SIZE)
        self.buttons.replace([leave_button(page), *cards, *answers, ease])

    def pressed(self, key: str, /) -> Change:
        name, _, value = key.partition(":")
        if name == KEY:
            self.table.change(KEY, value)
        elif "=" in key:
            asked, _, number = key.rpartition("=")
            choice = next(choice for choice in self.choices if choice.key == asked)
            self.table.change(asked, choice.values[int(number)])
        elif key == "ease":
            return Push(EasePage(self.table))
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


def ease_width(head: Box) -> float:
    """The width of the button that leads to larger words and shorter ways."""
    return min(grown(420.0, EASE_SIZE), 0.34 * head.w)


def abreast(choices: Sequence[Choice], most: int) -> list[list[Choice]]:
    """The questions in rows of at most so many answers, in their order."""
    rows: list[list[Choice]] = []
    for choice in choices:
        taken = sum(len(other.values) for other in rows[-1]) if rows else most
        if taken + len(choice.values) > most:
            rows.append([])
        rows[-1].append(choice)
    return rows


def shared_out(box: Box, choices: Sequence[Choice]) -> list[Box]:
    """A row's box for each of its questions, wider where there is more to choose from."""
    gap = 2 * GAP
    shares = [1.0 + len(choice.values) for choice in choices]
    each = (box.w - gap * (len(choices) - 1)) / sum(shares)
    x, placed = box.x, []
    for share in shares:
        placed.append(Box(x, box.y, share * each, box.h))
        x += share * each + gap
    return placed


def sample_labels(box: Box, key: str) -> tuple[Label, ...]:
    """The words on a sample, in the inks of its palette."""
    name = key.partition(":")[2]
    palette = PALETTES[name]
    inner = box.inset(28)
    name_high, note_high = words_heights(inner.h)
    title = Box(inner.x, inner.y - 6, inner.w - 64, name_high)
    note = Box(inner.x, title.bottom + 2, inner.w, note_high)
    said = [Label(palette.title, title, NAME_SIZE, palette.text, bold=True, most=1)]
    if name in NOTES:
        said.append(Label(NOTES[name], note, SMALL_SIZE + 3, palette.dim, most=2, spare=True))
    return tuple(said)


def words_heights(room: float) -> tuple[float, float]:
    """The heights of a sample's name and of its note, as large as words are set now."""
    name = min(grown(62.0, NAME_SIZE), 0.4 * room)
    return name, min(grown(44.0, SMALL_SIZE), 0.26 * room)


def sample(palette: Palette, canvas: Canvas, width: int, height: int) -> pygame.Surface:
    """A piece of a palette's table, with a stone of every seat on a strip of its wood."""
    words = sum(words_heights(height / canvas.scale - 56))
    return _sample(palette, canvas, width, height, words)


@kept(most=8)
def _sample(
    palette: Palette, canvas: Canvas, width: int, height: int, words: float
) -> pygame.Surface:
    radius = ROUND * canvas.scale
    picture = art.copied(art.rounded(width, height, radius, palette.ground))
    pad = canvas.px(28)
    taken = canvas.px(28 + words + 6)
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
