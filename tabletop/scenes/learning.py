"""Pages that learn from what is pressed on a device."""

from typing import Final

from tabletop.engine import Text, say
from tabletop.input.actions import Action, Press, Signal
from tabletop.input.actions import Button as Key
from tabletop.scenes.device_words import name_words
from tabletop.ui.canvas import Box
from tabletop.ui.choice import ChoiceSheet
from tabletop.ui.label import Label
from tabletop.ui.scene import Change
from tabletop.ui.sheet import Plate
from tabletop.ui.table import Table
from tabletop.ui.theme import AMBER, CREAM, INK, NAME_SIZE, PANEL_ACTIVE, TEXT

FLASH: Final = 2.0
"""Seconds for which what was learnt flashes."""
BLINK: Final = 0.25
PATIENCE: Final = 30.0
"""Seconds without a press after which it waits no more: a box that is meant may be broken, and
those who have only another one must be able to go on."""


class LearningSheet(ChoiceSheet):
    """A page that can wait for a press on a device, and says in large words what it waits for.

    Only while it waits do devices tell of their controls, so that on the page itself they work
    as everywhere; whoever touches the page or goes back ends the waiting, and so
    does time.
    """

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.message: Text | str = ""
        self._flash = 0.0
        self._left = PATIENCE

    @property
    def listening(self) -> bool:
        """Whether it waits for a press."""
        return self.table.devices.bindings.learning

    def listen(self, message: Text) -> None:
        """Waits for a press from now on."""
        self.table.devices.bindings.learning = True
        self._flash, self._left = 0.0, PATIENCE
        self.message = message

    def settle(self, message: Text | str, *, flash: bool = False) -> None:
        """Waits no more, and says what came of it."""
        self.table.devices.bindings.learning = False
        self._flash = FLASH if flash else 0.0
        self.message = message
        bindings = self.table.devices.bindings
        if bindings.problem:
            self.table.tell(bindings.problem)
            self.message, bindings.problem = bindings.problem, ""

    def learn(self, device: str, control: str) -> None:
        """A control was pressed while the page waited, or dice were thrown (`DICE`)."""
        raise NotImplementedError

    def waited(self) -> Text | str:
        """What is said when the waiting was broken off."""
        raise NotImplementedError

    def name_of(self, key: str) -> Text:
        """What a device is called."""
        device = self.table.devices.find(key)
        return say("devices.unknown", "a device") if device is None else name_words(device)

    # -- what happens ---------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        if self.listening:
            match action:
                case Signal(device=device, control=control):
                    self._left = PATIENCE
                    self.learn(device, control)
                    self.lay_out()
                    return None
                case Press(button=Key.BACK):
                    self.settle(self.waited())
                    self.lay_out()
                    return None
        return super().handle(action)

    def update(self, dt: float, /) -> Change:
        if self.listening:
            self._left -= dt
            if self._left <= 0:
                self.settle(say("learning.nobody", "Nothing was pressed, so nothing has changed."))
                self.lay_out()
        if self._flash > 0:
            bright = self.bright
            self._flash = max(0.0, self._flash - dt)
            if self.bright != bright:
                self.lay_out()
        return None

    def wakes_in(self) -> float:
        if self.listening:
            return max(0.01, self._left)
        return max(0.01, self._flash % BLINK) if self._flash > 0 else super().wakes_in()

    def leave(self) -> None:
        self.table.devices.bindings.learning = False

    # -- what it looks like -----------------------------------------------------------------------

    @property
    def bright(self) -> bool:
        """Whether what was learnt shines at this moment; without motion it shines all the while."""
        return self._flash > 0 if self.table.still else int(self._flash / BLINK) % 2 == 1

    def message_on(self, box: Box) -> tuple[tuple[Plate, ...], tuple[Label, ...]]:
        """The words in a plate: amber while it waits, flashing when something was learnt."""
        if not self.message:
            return (), ()
        waits = self.listening
        face = AMBER if waits else CREAM if self.bright else PANEL_ACTIVE
        ink = INK if waits or self.bright else TEXT
        words = Label(self.message, box.inset(28), NAME_SIZE, ink, bold=True, align="centre")
        return (Plate(box, face),), (words,)
