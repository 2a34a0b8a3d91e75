"""The page on which people choose how loud everything is; each touch is heard at once."""

from collections.abc import Mapping
from math import inf
from typing import Final, Literal, NamedTuple

from tabletop.engine import Text, say
from tabletop.scenes.devices_layout import GAP, heading, leave_button, page_for
from tabletop.ui.canvas import Box
from tabletop.ui.choice import SIZE, Choice, ChoiceSheet, label_height
from tabletop.ui.lettering import grown
from tabletop.ui.scene import Change
from tabletop.ui.sound_set import Name
from tabletop.ui.table import Table
from tabletop.ui.voices import names_of

WIDEST: Final = 1100.0
BETWEEN: Final = 72.0
LEAST: Final = 120.0
"""Where a question would be lower than this, all stand in two columns."""
ANSWERS: Final = 110.0
LISTENING: Final = 0.5
"""Seconds after which the page looks again whether there is a sound device."""

Volume = Literal[
    "sound.volume", "sound.pieces", "sound.dice", "sound.turns", "sound.alerts", "sound.music"
]
STEPS: Final = (0, 30, 60, 100)
NAMES: Final = (
    say("sound.off", "Off"),
    say("sound.soft", "Soft"),
    say("sound.middle", "Middle"),
    say("sound.loud", "Loud"),
)


class _Row(NamedTuple):
    label: Text
    sample: Name | None
    """What is heard when it is changed; nothing but itself for the music."""


ROWS: Final[Mapping[Volume, _Row]] = {
    "sound.volume": _Row(say("sound.all", "All sounds"), "placed"),
    "sound.pieces": _Row(say("sound.pieces", "Pieces"), "placed"),
    "sound.dice": _Row(say("sound.dice", "Dice and the coin"), "landed"),
    "sound.turns": _Row(say("sound.turns", "Your turn, and who has won"), "turn_1"),
    "sound.alerts": _Row(say("sound.alerts", "Refusals, hints and the clock"), "hint"),
    "sound.music": _Row(say("sound.music", "Music"), None),
}


PROMPTS: Final = "speech.prompts"
SPOKEN: Final = (say("speech.off", "Off"), say("speech.on", "Spoken"))


class SoundPage(ChoiceSheet):
    """The volumes. Each counts, is kept and can be heard as soon as it is touched."""

    clicks = False

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self._works: tuple[bool | None, bool | None] | None = None

    @property
    def choices(self) -> dict[str, Choice]:
        """What can be chosen, by the setting's key; a volume of the files stands at its nearest."""
        settings = self.table.settings
        steps = self.steps
        prompts = say("speech.prompts", "What to do, for all who do not see it")
        spoken = Choice(PROMPTS, prompts, SPOKEN, (False, True), settings["speech.prompts"])
        volumes: dict[str, Choice] = {
            key: Choice(
                key,
                row.label,
                NAMES[: len(steps)],
                steps,
                min(steps, key=lambda v: abs(v - settings[key])),
            )
            for key, row in ROWS.items()
            # How sounds are mixed is the operator's.
            if key == "sound.volume" or not self.table.locked
        }
        return {**volumes, PROMPTS: spoken}

    @property
    def steps(self) -> tuple[int, ...]:
        """The volumes to choose from: as loud as may be, and quieter."""
        loudest = self.table.settings["kiosk.loudest"] if self.table.locked else STEPS[-1]
        return tuple(dict.fromkeys(min(step, loudest) for step in STEPS))

    def lay_out(self) -> None:
        page = page_for(self.canvas, 0)
        self.head = page.band
        body = page.body
        choices = self.choices
        alone = (body.h - GAP * (len(choices) - 1)) / len(choices)
        across = 2 if body.w > 1500 or alone < LEAST else 1
        down = -(-len(choices) // across)
        high = min(grown(240.0, SIZE), (body.h - GAP * (down - 1)) / down)
        wide = min(WIDEST, (body.w - BETWEEN * (across - 1)) / across)
        self._works = self._devices
        labels = [*heading(page, say("sound.title", "Sound"), self._below)]
        buttons, plates = [leave_button(page)], []
        head = label_height()
        for number, choice in enumerate(choices.values()):
            # Column by column: the pieces stand below what counts for all.
            x = body.x + number // down * (wide + BETWEEN)
            y = body.y + number % down * (high + GAP)
            box = Box(x, y, wide, head + min(grown(ANSWERS, SIZE), high - head))
            laid = choice.laid_out(self.canvas, box)
            labels += laid.labels
            plates += laid.plates
            buttons += laid.buttons
        self.plates, self.labels = tuple(plates), tuple(labels)
        self.buttons.replace(buttons)

    @property
    def _devices(self) -> tuple[bool | None, bool | None]:
        """Whether there is a sound device, and whether a speech program."""
        return self.table.sounds.works, self.table.speech.works

    @property
    def _below(self) -> Text:
        if self.table.sounds.works is False:
            return say("sound.none", "No sound device answers: the table is quiet.")
        if self.table.settings["speech.prompts"] and self.table.speech.works is False:
            words = "No speech program speaks here: it would be {names}."
            return say("speech.none", words, names=" / ".join(names_of()))
        return say("sound.below", "What you touch here is heard at once.")

    def pressed(self, key: str, /) -> Change:
        name, _, number = key.rpartition("=")
        if name == PROMPTS:
            self.table.play("touch")
            self.table.change(PROMPTS, bool(int(number)))
            self.lay_out()
            return None
        row = next((row for known, row in ROWS.items() if known == name), None)
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
        return inf if self.table.sounds.works and speaks else LISTENING
