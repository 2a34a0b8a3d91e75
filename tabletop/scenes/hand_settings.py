"""How hands count: whose hand may act, where dice are thrown, what the keys are."""

from collections.abc import Mapping
from typing import Any, Final

from tabletop.engine import Text, say
from tabletop.scenes.devices_layout import GAP, heading, leave_button, page_for
from tabletop.ui.canvas import Box
from tabletop.ui.choice import LABEL, Choice, ChoiceSheet
from tabletop.ui.label import Label
from tabletop.ui.scene import Change
from tabletop.ui.table import Table
from tabletop.ui.theme import DIM, SMALL_SIZE

WIDEST: Final = 1100.0
NOTE: Final = 40.0

_Names = tuple[tuple[Any, Text], ...]

CHOICES: Final[Mapping[str, tuple[Text, _Names, Text]]] = {
    "input.own_hands": (
        say("hands.own", "Who may act"),
        (
            (True, say("hands.own_yes", "Only the seat to move")),
            (False, say("hands.own_no", "Anybody for anybody")),
        ),
        say("hands.own_note", "What another seat's hand or buttons do is refused with a word."),
    ),
    "dice.source": (
        say("hands.dice", "Dice are thrown"),
        (
            ("auto", say("hands.dice_auto", "By a reader, if there is one")),
            ("screen", say("hands.dice_screen", "On the screen")),
            ("typed", say("hands.dice_typed", "By hand, and typed in")),
        ),
        say("hands.dice_note", "It can be changed at every throw."),
    ),
    "devices.keyboard": (
        say("hands.keys", "The keys are"),
        (
            ("plain", say("hands.keys_plain", "A plain keyboard's")),
            ("ipac", say("hands.keys_ipac", "An I-PAC's buttons")),
        ),
        say("hands.keys_note", "An I-PAC is a board that tells of buttons as if they were keys."),
    ),
    "input.tuio": (
        say("hands.tuio", "Touch frames that speak TUIO"),
        (
            ("off", say("hands.tuio_off", "Not heard")),
            ("loopback", say("hands.tuio_here", "On this machine")),
            ("network", say("hands.tuio_net", "From the network too")),
        ),
        say("hands.tuio_note", "Counts from the next start of the program."),
    ),
}
"""Each setting with its words, its values and what must be known about it."""


class HandSettings(ChoiceSheet):
    """The settings about hands. Each counts, and is kept, as soon as it is touched."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table

    @property
    def choices(self) -> dict[str, Choice]:
        """What can be chosen, by the setting's key."""
        values = self.table.settings.values
        return {
            key: Choice(
                key,
                label,
                tuple(name for _, name in names),
                tuple(value for value, _ in names),
                values[key],
            )
            for key, (label, names, _) in CHOICES.items()
        }

    def lay_out(self) -> None:
        page = page_for(self.canvas, 0)
        self.head = page.band
        body = page.body
        # In two columns where they fit, else one below the other.
        across = 2 if body.w > 1500 else 1
        down = -(-len(CHOICES) // across)
        high = min(280.0, (body.h - GAP * (down - 1)) / down)
        wide = min(WIDEST, (body.w - 72 * (across - 1)) / across)
        labels = [
            *heading(
                page,
                say("hands.title", "Hands and dice"),
                say("hands.below", "What you touch here counts at once."),
            )
        ]
        buttons, plates = [leave_button(page)], []
        for number, (key, choice) in enumerate(self.choices.items()):
            x = body.x + number % across * (wide + 72)
            y = body.y + number // across * (high + GAP)
            answers = min(104.0, high - LABEL - NOTE - 16)
            laid = choice.laid_out(self.canvas, Box(x, y, wide, LABEL + answers))
            note = Box(x, y + LABEL + answers + 10, wide, NOTE)
            labels += [*laid.labels, Label(CHOICES[key][2], note, SMALL_SIZE, DIM, most=1)]
            plates += laid.plates
            buttons += laid.buttons
        self.plates, self.labels = tuple(plates), tuple(labels)
        self.buttons.replace(buttons)

    def pressed(self, key: str, /) -> Change:
        if "=" not in key:
            return self.back()
        name, _, number = key.rpartition("=")
        self.table.change(name, self.choices[name].values[int(number)])
        self.lay_out()
        return None
