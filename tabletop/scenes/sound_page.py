"""The page on which people choose how loud everything is; each touch is heard at once."""

from collections.abc import Mapping
from math import inf
from typing import Final, Literal, NamedTuple

from tabletop.engine import Text, say
from tabletop.scenes.devices_layout import GAP, heading, leave_button, page_for
from tabletop.ui.canvas import Box
from tabletop.ui.choice import LABEL, Choice, ChoiceSheet
from tabletop.ui.scene import Change
from tabletop.ui.sound_set import Name
from tabletop.ui.table import Table

WIDEST: Final = 1100.0
BETWEEN: Final = 72.0
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


class SoundPage(ChoiceSheet):
    """The volumes. Each counts, is kept and can be heard as soon as it is touched."""

    clicks = False

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self._works: bool | None = None

    @property
    def choices(self) -> dict[str, Choice]:
        """What can be chosen, by the setting's key; a volume of the files stands at its nearest."""
        settings = self.table.settings
        return {
            key: Choice(
                key, row.label, NAMES, STEPS, min(STEPS, key=lambda v: abs(v - settings[key]))
            )
            for key, row in ROWS.items()
        }

    def lay_out(self) -> None:
        page = page_for(self.canvas, 0)
        body = page.body
        across = 2 if body.w > 1500 else 1
        down = -(-len(ROWS) // across)
        high = min(240.0, (body.h - GAP * (down - 1)) / down)
        wide = min(WIDEST, (body.w - BETWEEN * (across - 1)) / across)
        self._works = self.table.sounds.works
        labels = [*heading(page, say("sound.title", "Sound"), self._below)]
        buttons, plates = [leave_button(page)], []
        for number, choice in enumerate(self.choices.values()):
            # Column by column: the pieces stand below what counts for all.
            x = body.x + number // down * (wide + BETWEEN)
            y = body.y + number % down * (high + GAP)
            box = Box(x, y, wide, LABEL + min(ANSWERS, high - LABEL))
            laid = choice.laid_out(self.canvas, box)
            labels += laid.labels
            plates += laid.plates
            buttons += laid.buttons
        self.plates, self.labels = tuple(plates), tuple(labels)
        self.buttons.replace(buttons)

    @property
    def _below(self) -> Text:
        if self._works is False:
            return say("sound.none", "No sound device answers: the table is quiet.")
        return say("sound.below", "What you touch here is heard at once.")

    def pressed(self, key: str, /) -> Change:
        name, _, number = key.rpartition("=")
        row = next((row for known, row in ROWS.items() if known == name), None)
        if row is None:
            self.table.play("touch")
            return self.back()
        self.table.change(name, STEPS[int(number)])
        if row.sample is not None:
            self.table.play(row.sample)
        self.lay_out()
        return None

    def update(self, dt: float, /) -> Change:
        del dt
        if self.table.sounds.works is not self._works:
            self.lay_out()
        return None

    def wakes_in(self) -> float:
        return inf if self._works else LISTENING
