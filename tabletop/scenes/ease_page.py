"""The page on which people make the table easier: large words, short ways, speech."""

from collections.abc import Mapping
from math import inf
from typing import Any, Final, NamedTuple

from tabletop.engine import Text, percent, say
from tabletop.scenes.devices_layout import GAP, heading, leave_button, page_for
from tabletop.ui.canvas import Box
from tabletop.ui.choice import SIZE, Choice, ChoiceSheet, label_height
from tabletop.ui.label import Label
from tabletop.ui.lettering import grown
from tabletop.ui.scene import Change
from tabletop.ui.table import Table
from tabletop.ui.theme import DIM, SMALL_SIZE
from tabletop.ui.voices import names_of

WIDEST: Final = 1300.0
ANSWERS: Final = 110.0
NOTE: Final = 76.0
"""The height of the sentence below a question."""
LISTENING: Final = 0.5
"""Seconds after which the page looks again whether there is a speech program."""

SIZES: Final = (100, 125, 150, 175, 200)
"""The text sizes to choose from, in percent."""
OFF, ON = say("ease.off", "Off"), say("ease.on", "On")


class _Row(NamedTuple):
    label: Text
    names: tuple[Text, ...]
    values: tuple[Any, ...]
    note: Text


ROWS: Final[Mapping[str, _Row]] = {
    "look.text_size": _Row(
        say("ease.size", "How large words are"),
        tuple(percent(size) for size in SIZES),
        SIZES,
        say("ease.size_note", "Each seat can have its own. Boards give way where they can."),
    ),
    "look.reach": _Row(
        say("ease.reach", "Short arms"),
        (OFF, ON),
        (False, True),
        say("ease.reach_note", "All that is touched comes to the edge of whoever is to move."),
    ),
    "speech.prompts": _Row(
        say("ease.speech", "Spoken words"),
        (OFF, ON),
        (False, True),
        say("ease.speech_note", "A voice says whose turn it is, what to do, and where keys stand."),
    ),
}


class EasePage(ChoiceSheet):
    """Three questions. What is touched counts, and is seen, at once."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self._speaks: bool | None = None

    @property
    def choices(self) -> dict[str, Choice]:
        """What can be chosen, by the setting's key; a size of the files stands at its nearest."""
        values = self.table.settings.values
        return {
            key: Choice(key, row.label, row.names, row.values, _nearest(row.values, values[key]))
            for key, row in ROWS.items()
        }

    def lay_out(self) -> None:
        page = page_for(self.canvas, 0)
        body = page.body
        self.head = page.band
        self._speaks = self.table.speech.works
        wide = min(grown(WIDEST, SIZE), body.w)
        high = (body.h - GAP * (len(ROWS) - 1)) / len(ROWS)
        head, note = label_height(), min(grown(NOTE, SMALL_SIZE), 0.3 * high)
        answers = min(grown(ANSWERS, SIZE), high - head - note - GAP)
        each = head + answers + note
        labels = [
            *heading(
                page,
                say("ease.title", "Easier to read and to reach"),
                say("ease.below", "What you touch here counts at once."),
            )
        ]
        buttons, plates = [leave_button(page)], []
        for number, (key, choice) in enumerate(self.choices.items()):
            y = body.y + number * min(high + GAP, each + 3 * GAP)
            laid = choice.laid_out(self.canvas, Box(body.x, y, wide, head + answers))
            below = Box(body.x, y + head + answers + 8, wide, note - 8)
            labels += [*laid.labels, Label(self._note(key), below, SMALL_SIZE + 3, DIM, most=2)]
            plates += laid.plates
            buttons += laid.buttons
        self.plates, self.labels = tuple(plates), tuple(labels)
        self.buttons.replace(buttons)

    def _note(self, key: str) -> Text:
        settings, missing = self.table.settings, self.table.speech.works is False
        if key == "speech.prompts" and settings["speech.prompts"] and missing:
            words = "No speech program speaks here: it would be {names}."
            return say("speech.none", words, names=" / ".join(names_of()))
        if key == "speech.prompts" and settings["speech.prompts"] and not settings["sound.volume"]:
            return say("speech.quiet", "All sounds are off on the sound page, speech too.")
        return ROWS[key].note

    def pressed(self, key: str, /) -> Change:
        name, _, number = key.rpartition("=")
        if name not in ROWS:
            return self.back()
        self.table.change(name, ROWS[name].values[int(number)])
        self.lay_out()
        return None

    def update(self, dt: float, /) -> Change:
        del dt
        if self.table.speech.works is not self._speaks:
            self.lay_out()
        return None

    def wakes_in(self) -> float:
        waits = self.table.settings["speech.prompts"] and self.table.speech.works is None
        return LISTENING if waits else inf


def _nearest(values: tuple[Any, ...], now: Any) -> Any:
    return min(values, key=lambda value: abs(int(value) - int(now)))
