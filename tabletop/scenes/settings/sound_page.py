"""The page for volumes and spoken prompts; each change can be heard at once."""

from collections.abc import Mapping
from math import inf
from typing import Final, Literal, NamedTuple

from tabletop.engine import Text, say
from tabletop.ui.audio.sound_files import SoundName
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Change
from tabletop.ui.layout import column, item, row
from tabletop.ui.speech.speech import program_names
from tabletop.ui.widgets.choice import ANSWER_SIZE, ChoiceField, label_height
from tabletop.ui.widgets.page import PAGE_GAP, PageScene, back_button, layout_page, page_heading

MAX_WIDTH: Final = 1100.0
COLUMN_GAP: Final = 72.0
MIN_QUESTION_HEIGHT: Final = 120.0
"""If questions would be lower than this, they stand in two columns."""
ANSWERS_HEIGHT: Final = 110.0
DEVICE_POLL_SECONDS: Final = 0.5
"""Seconds between checks whether a sound device works."""

VolumeSetting = Literal[
    "sound.volume", "sound.pieces", "sound.dice", "sound.turns", "sound.alerts", "sound.music"
]
VOLUME_STEPS: Final = (0, 30, 60, 100)
VOLUME_NAMES: Final = (
    say("sound.off", "Off"),
    say("sound.soft", "Soft"),
    say("sound.middle", "Middle"),
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


PROMPTS_SETTING: Final = "speech.prompts"
PROMPT_NAMES: Final = (say("speech.off", "Off"), say("speech.on", "Spoken"))


class SoundPage(PageScene):
    """The volumes. A change applies, is saved and can be heard at once."""

    clicks = False

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table
        self._works: tuple[bool | None, bool | None] | None = None

    @property
    def choices(self) -> dict[str, ChoiceField]:
        """The choices by setting key; a volume from a settings file shows as the nearest step."""
        settings = self.table.settings
        steps = self.steps
        prompts = say("speech.prompts", "What to do, for all who do not see it")
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
        return {**volumes, PROMPTS_SETTING: spoken}

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
        across = 2 if body.w > 1500 or alone < MIN_QUESTION_HEIGHT else 1
        down = -(-len(choices) // across)
        context = self.canvas.context
        high = min(
            context.scaled_length(240.0, ANSWER_SIZE), (body.h - PAGE_GAP * (down - 1)) / down
        )
        wide = min(MAX_WIDTH, (body.w - COLUMN_GAP * (across - 1)) / across)
        head = label_height(context)
        answers = min(context.scaled_length(ANSWERS_HEIGHT, ANSWER_SIZE), high - head)
        # In column order: the volume of the pieces stands below that of all sounds.
        entry = column(item("choice", head + answers), size=high)
        columns = [
            column(*[entry] * min(down, len(choices) - first), gap=PAGE_GAP, size=wide)
            for first in range(0, len(choices), down)
        ]
        boxes = row(*columns, gap=COLUMN_GAP).place(body).all("choice")
        self._works = self._devices
        laid = [
            choice.laid_out(self.canvas, box)
            for choice, box in zip(choices.values(), boxes, strict=True)
        ]
        heading = page_heading(page, say("sound.title", "Sound"), self._below)
        self.plates = tuple(plate for part in laid for plate in part.plates)
        self.labels = (*heading, *(label for part in laid for label in part.labels))
        answer_buttons = [button for part in laid for button in part.buttons]
        self.buttons.replace([back_button(page), *answer_buttons])

    @property
    def _devices(self) -> tuple[bool | None, bool | None]:
        """Whether a sound device and a speech program work; None: not known yet."""
        return self.table.sounds.works, self.table.speech.works

    @property
    def _below(self) -> Text:
        if self.table.sounds.works is False:
            return say("sound.none", "No sound device answers: the table is quiet.")
        if self.table.settings["speech.prompts"] and self.table.speech.works is False:
            words = "No speech program speaks here: it would be {names}."
            return say("speech.none", words, names=" / ".join(program_names()))
        return say("sound.below", "What you touch here is heard at once.")

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
        speaks = self.table.speech.works or not self.table.settings["speech.prompts"]
        return inf if self.table.sounds.works and speaks else DEVICE_POLL_SECONDS
