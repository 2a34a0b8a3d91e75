"""The pages on which people change settings: appearance, accessibility, language, sound."""

from collections.abc import Mapping, Sequence
from itertools import chain
from math import inf
from typing import Any, Final, Literal, NamedTuple

import pygame

from tabletop.engine import Text, percent, say
from tabletop.languages import all_languages
from tabletop.settings.palettes import PALETTES, Palette
from tabletop.ui.audio.sound_files import SoundName
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.layout import column, grid, item, padded, row
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER,
    BLACK_LOOK,
    BLUE_LOOK,
    CARD_SIZE,
    DIM,
    FOCUS,
    GREEN_LOOK,
    NAME_SIZE,
    OUTLINE,
    RED_DIAMOND_LOOK,
    RED_LOOK,
    SMALL_SIZE,
    TEXT,
    WHITE_LOOK,
    SeatLook,
    plain,
)
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton
from tabletop.ui.widgets.choice import (
    ANSWER_SIZE,
    SPEED_NAMES,
    ChoiceField,
    label_height,
    lay_out_choices,
)
from tabletop.ui.widgets.page import (
    PAGE_GAP,
    PAGE_MARGIN,
    PageScene,
    back_button,
    layout_page,
    page_heading,
)

MAX_ACCESSIBILITY_WIDTH: Final = 1300.0
ACCESSIBILITY_ANSWERS_HEIGHT: Final = 110.0
NOTE_HEIGHT: Final = 76.0
"""The height of the note below a question."""
SPEECH_POLL_SECONDS: Final = 0.5
"""Seconds between checks whether a speech program works."""

TEXT_SIZES: Final = (100, 125, 150, 175, 200)
"""The text scales on offer, in percent."""
OFF_LABEL, ON_LABEL = say("ease.off", "Off"), say("ease.on", "On")


class _AccessibilityRow(NamedTuple):
    label: Text
    names: tuple[Text, ...]
    values: tuple[Any, ...]
    note: Text


ACCESSIBILITY_ROWS: Final[Mapping[str, _AccessibilityRow]] = {
    "look.text_size": _AccessibilityRow(
        say("ease.size", "Text size"),
        tuple(percent(size) for size in TEXT_SIZES),
        TEXT_SIZES,
        say("ease.size_note", "Each player can choose their own. Boards shrink if they must."),
    ),
    "look.reach": _AccessibilityRow(
        say("ease.reach", "Easy reach"),
        (OFF_LABEL, ON_LABEL),
        (False, True),
        say("ease.reach_note", "Controls move to the edge of the current player."),
    ),
    "speech.prompts": _AccessibilityRow(
        say("ease.speech", "Spoken instructions"),
        (OFF_LABEL, ON_LABEL),
        (False, True),
        say(
            "ease.speech_note", "A voice says whose turn it is, what to do and where the cursor is."
        ),
    ),
}


PROMPTS_SETTING: Final = "speech.prompts"
NO_SPEECH_TEXT: Final = say("speech.none", "This computer can’t speak.")


class AccessibilityPage(PageScene):
    """Text scale, reach mode and speech. Changes apply at once."""

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table
        self._speaks: bool | None = None
        find_speech(table)

    @property
    def choices(self) -> dict[str, ChoiceField]:
        """The choices by setting key; a value from a settings file shows as the nearest one."""
        table, values = self.table, self.table.settings.values
        return {
            key: ChoiceField(
                key, asked.label, asked.names, asked.values, _nearest(asked.values, values[key])
            )
            for key, asked in ACCESSIBILITY_ROWS.items()
            if key != PROMPTS_SETTING or offers_speech(table)
        }

    def lay_out(self) -> None:
        page = layout_page(self.canvas, 0)
        body = page.body
        self.head = page.band
        self._speaks = self.table.speech.works
        context, count = self.canvas.context, len(self.choices)
        wide = min(context.scaled_length(MAX_ACCESSIBILITY_WIDTH, ANSWER_SIZE), body.w)
        high = (body.h - PAGE_GAP * (count - 1)) / count
        head = label_height(context)
        note = min(context.scaled_length(NOTE_HEIGHT, SMALL_SIZE), 0.3 * high)
        answers = min(
            context.scaled_length(ACCESSIBILITY_ANSWERS_HEIGHT, ANSWER_SIZE),
            high - head - note - PAGE_GAP,
        )
        each = head + answers + note
        entry = column(
            item("choice", head + answers), padded("note", (0, 8, 0, 0), size=note), size=each
        )
        step = min(high + PAGE_GAP, each + 3 * PAGE_GAP)
        boxes = row(column(*[entry] * count, gap=step - each, size=wide)).place(body)
        heading = page_heading(
            page,
            say("ease.title", "Easier to read and reach"),
            say("ease.below", "Changes apply immediately"),
        )
        laid = lay_out_choices(self.canvas, self.choices.values(), boxes.all("choice"))
        notes = [
            Label(self._note(key), box, SMALL_SIZE + 3, DIM, most=2)
            for key, box in zip(self.choices, boxes.all("note"), strict=True)
        ]
        self.plates, self.labels = tuple(laid.plates), (*heading, *laid.labels, *notes)
        self.buttons.replace([back_button(page), *laid.buttons])

    def _note(self, key: str) -> Text:
        settings, missing = self.table.settings, self.table.speech.works is False
        if key == "speech.prompts" and settings["speech.prompts"] and missing:
            return NO_SPEECH_TEXT
        if key == "speech.prompts" and settings["speech.prompts"] and not settings["sound.volume"]:
            return say("speech.quiet", "The sound is off, so nothing is spoken.")
        return ACCESSIBILITY_ROWS[key].note

    def pressed(self, key: str, /) -> Change:
        name, _, number = key.rpartition("=")
        if name not in ACCESSIBILITY_ROWS:
            return self.back()
        self.table.change(name, ACCESSIBILITY_ROWS[name].values[int(number)])
        self.lay_out()
        return None

    def update(self, dt: float, /) -> Change:
        del dt
        if self.table.speech.works is not self._speaks:
            self.lay_out()
        return None

    def wakes_in(self) -> float:
        return SPEECH_POLL_SECONDS if self.table.speech.works is None else inf


def find_speech(table: AppContext) -> None:
    """Has the speech programs of the machine looked for, if nobody has yet."""
    if table.speech.works is None:
        table.speech.prepare()


def offers_speech(table: AppContext) -> bool:
    """Whether spoken instructions are offered: a program can speak, or they can be turned off."""
    return bool(table.speech.works) or (table.settings["speech.prompts"] and not table.locked)


def _nearest(values: tuple[Any, ...], now: Any) -> Any:
    return min(values, key=lambda value: abs(int(value) - int(now)))


PALETTE_SETTING: Final = "look.palette"
SAMPLE_CORNER_RADIUS: Final = 28.0
ANSWERS_HEIGHT: Final = 96.0
"""The height of the answers to one question."""
ROOM_MODE_ANSWERS_HEIGHT: Final = 124.0
"""The same in projector mode: a question may have two lines."""
MIN_ANSWER_WIDTH: Final = 170.0
"""The least width of an answer where questions stand side by side."""
ACCESSIBILITY_TEXT_SIZE: Final = 34.0
MAX_SAMPLE_HEIGHT: Final = 340.0
SAMPLE_STONES: Final = (BLACK_LOOK, WHITE_LOOK, RED_LOOK, GREEN_LOOK, BLUE_LOOK, RED_DIAMOND_LOOK)

MOTION_NAMES: Final = {
    "full": say("motion.full", "On"),
    "reduced": say("motion.reduced", "Off"),
}
PIXEL_SHIFT_NAMES: Final = {
    False: say("drift.off", "Off"),
    True: say("drift.on", "On"),
}


class AppearancePage(PageScene):
    """A sample of each palette, and the other choices. Changes apply at once."""

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table

    @property
    def choices(self) -> tuple[ChoiceField, ...]:
        """The choices besides the palette."""
        return (
            self._asked("look.speed", say("look.speed", "Animation speed"), SPEED_NAMES),
            self._asked("look.motion", say("look.motion", "Motion"), MOTION_NAMES),
            self._asked(
                "look.drift", say("look.drift", "Guard against burn-in"), PIXEL_SHIFT_NAMES
            ),
        )

    def _asked(self, key: str, label: Text, answers: Mapping[Any, Text]) -> ChoiceField:
        chosen = self.table.settings.values[key]
        return ChoiceField(key, label, tuple(answers.values()), tuple(answers), chosen)

    def lay_out(self) -> None:
        page = layout_page(self.canvas, 0)
        self.head = page.band
        body = page.body
        across = 2 if body.w >= 900 else 1
        rows = choice_rows(self.choices, max(4, int(body.w / MIN_ANSWER_WIDTH)))
        context = self.canvas.context
        each = label_height(context) + (
            ROOM_MODE_ANSWERS_HEIGHT if context.projector else ANSWERS_HEIGHT
        )
        below = len(rows) * (each + PAGE_GAP)
        down = -(-len(PALETTES) // across)
        high = min(
            context.scaled_length(MAX_SAMPLE_HEIGHT, NAME_SIZE),
            (body.h - below - PAGE_GAP * (down - 1)) / down,
        )
        samples = grid(
            ["sample"] * len(PALETTES),
            columns=across,
            gap=PAGE_GAP,
            row_height=high,
            size=down * (high + PAGE_GAP) - PAGE_GAP,
        )
        # The widths of questions side by side follow their numbers of answers.
        asked = (
            row(
                *(item("choice", weight=1.0 + len(choice.values)) for choice in asking),
                gap=2 * PAGE_GAP,
                size=each,
            )
            for asking in rows
        )
        boxes = column(samples, *asked, gap=PAGE_GAP).place(body)
        cards = [
            PushButton(f"{PALETTE_SETTING}:{key}", box, palette.title)
            for (key, palette), box in zip(PALETTES.items(), boxes.all("sample"), strict=True)
        ]
        laid = lay_out_choices(self.canvas, chain.from_iterable(rows), boxes.all("choice"))
        wide = min(context.scaled_length(420.0, ACCESSIBILITY_TEXT_SIZE), 0.34 * page.head.w)
        head = page_heading(
            page,
            say("look.title", "Colours and motion"),
            say("look.below", "Changes apply immediately"),
            wide + PAGE_GAP,
        )
        labels = [label for card in cards for label in sample_labels(card.box, card.key, context)]
        self.plates, self.labels = tuple(laid.plates), (*head, *labels, *laid.labels)
        larger = row(item("ease", wide, cross_size=0.85 * page.head.h), justify="end")
        place = larger.place(page.head)["ease"]
        words = say("look.ease", "Text size")
        ease = PushButton("ease", place, words, "person", "other", ACCESSIBILITY_TEXT_SIZE)
        self.buttons.replace([back_button(page), *cards, *laid.buttons, ease])

    def pressed(self, key: str, /) -> Change:
        name, _, value = key.partition(":")
        if name == PALETTE_SETTING:
            self.table.change(PALETTE_SETTING, value)
        elif "=" in key:
            asked, _, number = key.rpartition("=")
            choice = next(choice for choice in self.choices if choice.key == asked)
            self.table.change(asked, choice.values[int(number)])
        elif key == "ease":
            return Push(AccessibilityPage(self.table))
        else:
            return self.back()
        self.lay_out()
        return None

    # -- drawing --------------------------------------------------------------------------------

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        if not button.key.startswith(PALETTE_SETTING):
            super().draw_one(frame, button)
            return
        canvas, box = frame.canvas, button.box
        key = button.key.partition(":")[2]
        width, height = canvas.px(box.w), canvas.px(box.h)
        chosen = self.table.settings[PALETTE_SETTING] == key
        focused = self.buttons.focus == button.key
        edge = canvas.px(9 if focused or chosen else 3)
        colour = FOCUS if focused else AMBER if chosen else OUTLINE
        around = (
            width + 2 * edge,
            height + 2 * edge,
            SAMPLE_CORNER_RADIUS * canvas.scale + edge,
            colour,
        )
        frame.put(shapes.rounded(*around), box.centre)
        frame.put(palette_sample(PALETTES[key], canvas, width, height), box.centre)
        if self.is_held(button):
            veil = PALETTES[key].text
            frame.put(
                shapes.rounded(width, height, SAMPLE_CORNER_RADIUS * canvas.scale, veil, 30),
                box.centre,
            )
        if chosen:
            side = 40.0
            mark = icon("check", canvas.px(side), PALETTES[key].amber_words)
            frame.put(mark, (box.right - 24 - side / 2, box.y + 24 + side / 2))


def choice_rows(choices: Sequence[ChoiceField], most: int) -> list[list[ChoiceField]]:
    """The questions in order, in rows of at most `most` answers."""
    rows: list[list[ChoiceField]] = []
    for choice in choices:
        taken = sum(len(other.values) for other in rows[-1]) if rows else most
        if taken + len(choice.values) > most:
            rows.append([])
        rows[-1].append(choice)
    return rows


def sample_labels(box: Box, key: str, context: UiContext) -> tuple[Label, ...]:
    """The labels on a sample, in the colours of its palette."""
    palette = PALETTES[key.partition(":")[2]]
    name_high, note_high = sample_text_heights(box.h - 2 * 28, context)
    boxes = column(
        row("title", 64, size=name_high), 2, item("note", note_high), padding=(28, 22, 28, 28)
    ).place(box)
    return (
        Label(palette.title, boxes["title"], NAME_SIZE, palette.text, bold=True, most=1),
        Label(palette.note, boxes["note"], SMALL_SIZE + 3, palette.dim, most=2, spare=True),
    )


def sample_text_heights(room: float, context: UiContext) -> tuple[float, float]:
    """The heights of a sample's name and of its note."""
    name = min(context.scaled_length(62.0, NAME_SIZE), 0.4 * room)
    return name, min(context.scaled_length(44.0, SMALL_SIZE), 0.26 * room)


def palette_sample(palette: Palette, canvas: Canvas, width: int, height: int) -> pygame.Surface:
    """A sample of a palette: stones on a strip of its wood."""
    words = sum(sample_text_heights(height / canvas.scale - 56, canvas.context))
    return _render_sample(palette, canvas, width, height, words)


@surface_cache(most=8)
def _render_sample(
    palette: Palette, canvas: Canvas, width: int, height: int, words: float
) -> pygame.Surface:
    radius = SAMPLE_CORNER_RADIUS * canvas.scale
    picture = shapes.copy_surface(shapes.rounded(width, height, radius, palette.ground))
    pad = canvas.px(28)
    taken = canvas.px(28 + words + 6)
    room = height - taken - pad
    wide = width - 2 * pad
    if room < canvas.px(24):
        return picture
    strip = shapes.rounded(wide, room, radius * 0.6, palette.field_wood)
    picture.blit(strip, (pad, taken))
    step = min(wide / len(SAMPLE_STONES), room * 1.5)
    size = min(room * 0.36, step * 0.42)
    for number, look in enumerate(SAMPLE_STONES):
        stone = shapes.stone(look_in_palette(look, palette), size, shadow=False, rim=palette.rim)
        x = pad + wide / 2 + (number - (len(SAMPLE_STONES) - 1) / 2) * step
        y = taken + room / 2
        picture.blit(stone, (round(x - stone.get_width() / 2), round(y - stone.get_height() / 2)))
    return picture


def look_in_palette(look: SeatLook, palette: Palette) -> SeatLook:
    """A seat's look in a palette, whichever is active."""
    face, inlay, rim = (plain(ink, palette) for ink in (look.face, look.inlay, look.rim))
    return SeatLook(face, inlay, look.mark, rim)


LANGUAGE_SETTING: Final = "look.language"
LANGUAGE_BUTTON_HEIGHT: Final = 150.0
MAX_LANGUAGE_WIDTH: Final = 760.0
GLOBE_SIZE: Final = 88.0


class LanguagePage(PageScene):
    """A button for each language. A touch applies it and closes the page, with its code.

    The globe shows those who cannot read the present language what the page is for.
    """

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table

    def lay_out(self) -> None:
        page = layout_page(self.canvas, 0)
        self.head = page.band
        body, known = page.body, all_languages()
        across = 2 if body.w >= 1.1 * MAX_LANGUAGE_WIDTH else 1
        down = -(-len(known) // across)
        high = min(LANGUAGE_BUTTON_HEIGHT, (body.h - PAGE_GAP * (down - 1)) / down)
        width = min(body.w, across * MAX_LANGUAGE_WIDTH + (across - 1) * PAGE_GAP)
        names = grid(
            ["name"] * len(known), columns=across, gap=PAGE_GAP, row_height=high, size=width
        )
        places = row(names).place(body).all("name")
        self.labels = page_heading(
            page,
            say("language.title", "Language"),
            say("language.below", "For the whole table. Each player can choose their own."),
            GLOBE_SIZE + 24,
        )
        buttons = [back_button(page)]
        for language, box in zip(known, places, strict=True):
            key = f"{LANGUAGE_SETTING}:{language.code}"
            now = language.code == self.canvas.context.language
            style: ButtonStyle = "chosen" if now else "plain"
            buttons.append(PushButton(key, box, language.name, "", style, CARD_SIZE))
        self.buttons.replace(buttons)

    def pressed(self, key: str, /) -> Change:
        name, _, code = key.partition(":")
        if name != LANGUAGE_SETTING:
            return self.back()
        if code != self.table.language:
            self.table.change(LANGUAGE_SETTING, code)
        return Pop(code)

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        at = (self.canvas.width - PAGE_MARGIN - GLOBE_SIZE / 2, 40 + GLOBE_SIZE / 2)
        frame.put(icon("globe", self.canvas.px(GLOBE_SIZE * 0.8), TEXT), at)


MAX_SOUND_WIDTH: Final = 1100.0
SOUND_COLUMN_GAP: Final = 72.0
MIN_QUESTION_HEIGHT: Final = 120.0
MIN_ROOM_QUESTION_HEIGHT: Final = 170.0
"""If questions would be lower, they stand in two columns; the second in projector mode."""
SOUND_ANSWERS_HEIGHT: Final = 110.0
DEVICE_POLL_SECONDS: Final = 0.5
"""Seconds between checks whether a sound device works."""

VolumeSetting = Literal[
    "sound.volume", "sound.pieces", "sound.dice", "sound.turns", "sound.alerts", "sound.music"
]
VOLUME_STEPS: Final = (0, 30, 60, 100)
VOLUME_NAMES: Final = (
    say("sound.off", "Off"),
    say("sound.soft", "Soft"),
    say("sound.middle", "Medium"),
    say("sound.loud", "Loud"),
)


class _VolumeRow(NamedTuple):
    label: Text
    sample: SoundName | None
    """The sound played after a change; None for the music, which is heard itself."""


VOLUME_ROWS: Final[Mapping[VolumeSetting, _VolumeRow]] = {
    "sound.volume": _VolumeRow(say("sound.all", "All sounds"), "placed"),
    "sound.pieces": _VolumeRow(say("sound.pieces", "Pieces"), "placed"),
    "sound.dice": _VolumeRow(say("sound.dice", "Dice and the coin"), "landed"),
    "sound.turns": _VolumeRow(say("sound.turns", "Your turn, and who has won"), "turn_1"),
    "sound.alerts": _VolumeRow(say("sound.alerts", "Refusals, hints and the clock"), "hint"),
    "sound.music": _VolumeRow(say("sound.music", "Music"), None),
}


PROMPT_NAMES: Final = (say("speech.off", "Off"), say("speech.on", "On"))


class SoundPage(PageScene):
    """The volumes. A change applies, is saved and can be heard at once."""

    clicks = False

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table
        self._works: tuple[bool | None, bool | None] | None = None
        find_speech(table)

    @property
    def choices(self) -> dict[str, ChoiceField]:
        """The choices by setting key; a volume from a settings file shows as the nearest step."""
        settings = self.table.settings
        steps = self.steps
        prompts = say("speech.prompts", "Spoken instructions")
        spoken = ChoiceField(
            PROMPTS_SETTING, prompts, PROMPT_NAMES, (False, True), settings["speech.prompts"]
        )
        volumes: dict[str, ChoiceField] = {
            key: ChoiceField(
                key,
                row.label,
                VOLUME_NAMES[: len(steps)],
                steps,
                min(steps, key=lambda v: abs(v - settings[key])),
            )
            for key, row in VOLUME_ROWS.items()
            # In locked mode only the operator changes single volumes.
            if key == "sound.volume" or not self.table.locked
        }
        return {**volumes, PROMPTS_SETTING: spoken} if offers_speech(self.table) else volumes

    @property
    def steps(self) -> tuple[int, ...]:
        """The volumes on offer, up to the loudest that is allowed."""
        loudest = self.table.settings["kiosk.loudest"] if self.table.locked else VOLUME_STEPS[-1]
        return tuple(dict.fromkeys(min(step, loudest) for step in VOLUME_STEPS))

    def lay_out(self) -> None:
        page = layout_page(self.canvas, 0)
        self.head = page.band
        body = page.body
        choices = self.choices
        alone = (body.h - PAGE_GAP * (len(choices) - 1)) / len(choices)
        context = self.canvas.context
        least = MIN_ROOM_QUESTION_HEIGHT if context.projector else MIN_QUESTION_HEIGHT
        across = 2 if body.w > 1500 or alone < least else 1
        down = -(-len(choices) // across)
        high = min(
            context.scaled_length(240.0, ANSWER_SIZE), (body.h - PAGE_GAP * (down - 1)) / down
        )
        wide = min(MAX_SOUND_WIDTH, (body.w - SOUND_COLUMN_GAP * (across - 1)) / across)
        head = label_height(context)
        answers = min(context.scaled_length(SOUND_ANSWERS_HEIGHT, ANSWER_SIZE), high - head)
        # In column order: the volume of the pieces stands below that of all sounds.
        entry = column(item("choice", head + answers), size=high)
        columns = [
            column(*[entry] * min(down, len(choices) - first), gap=PAGE_GAP, size=wide)
            for first in range(0, len(choices), down)
        ]
        boxes = row(*columns, gap=SOUND_COLUMN_GAP).place(body).all("choice")
        self._works = self._devices
        laid = lay_out_choices(self.canvas, choices.values(), boxes)
        heading = page_heading(page, say("sound.title", "Sound"), self._below)
        self.plates, self.labels = tuple(laid.plates), (*heading, *laid.labels)
        self.buttons.replace([back_button(page), *laid.buttons])

    @property
    def _devices(self) -> tuple[bool | None, bool | None]:
        """Whether a sound device and a speech program work; None: not known yet."""
        return self.table.sounds.works, self.table.speech.works

    @property
    def _below(self) -> Text:
        if self.table.sounds.works is False:
            return say("sound.none", "No sound device is working.")
        if self.table.settings["speech.prompts"] and self.table.speech.works is False:
            return NO_SPEECH_TEXT
        return say("sound.below", "Changes apply immediately")

    def pressed(self, key: str, /) -> Change:
        name, _, number = key.rpartition("=")
        if name == PROMPTS_SETTING:
            self.table.play("touch")
            self.table.change(PROMPTS_SETTING, bool(int(number)))
            self.lay_out()
            return None
        row = next((row for known, row in VOLUME_ROWS.items() if known == name), None)
        if row is None:
            self.table.play("touch")
            return self.back()
        self.table.change(name, self.steps[int(number)])
        if row.sample is not None:
            self.table.play(row.sample)
        self.lay_out()
        return None

    def update(self, dt: float, /) -> Change:
        del dt
        if self._devices != self._works:
            self.lay_out()
        return None

    def wakes_in(self) -> float:
        known = self.table.speech.works is not None
        return inf if self.table.sounds.works and known else DEVICE_POLL_SECONDS
