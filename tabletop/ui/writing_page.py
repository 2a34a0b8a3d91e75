"""What pages share on which a line is written: a field, keys below it, and the keyboard."""

from tabletop.engine import Text
from tabletop.input.actions import Action, Press
from tabletop.input.actions import Button as Key
from tabletop.ui.canvas import Box, Point
from tabletop.ui.label import Label
from tabletop.ui.letters import DONE, Letters
from tabletop.ui.scene import Change
from tabletop.ui.sheet import Overlay
from tabletop.ui.theme import DIM, HEAD_SIZE, NAME_SIZE, TEXT


class WritingPage(Overlay):
    """A line that is being written. Whoever makes one of it lays it out and says what Done does."""

    writes = True

    def __init__(self, text: str, longest: int, turns: int = 0, about: Point | None = None) -> None:
        """`longest`: how many signs the line takes at most; `turns`, `about` as in `Overlay`."""
        super().__init__(turns, about)
        self.letters = Letters(text, longest)
        self._shown = text

    def written(self, room: Box, hint: Text) -> Label:
        """What is written so far, or what it might be."""
        if not self.letters.text:
            return Label(hint, room, NAME_SIZE, DIM, most=1)
        return Label(f"{self.letters.text}|", room, HEAD_SIZE, TEXT, bold=True, most=1)

    def meant(self, actions: tuple[Action, ...]) -> Change:
        """Does what actions mean on this page, and shows what was written."""
        for action in actions:
            if self.finishes(action) and self.buttons.focus is None:
                return self.pressed(DONE)
            if (change := self.done(action)) is not None:
                return change
        if self.letters.text != self._shown:
            self.buttons.focus = None if not actions else self.buttons.focus
            self.changed()
        return None

    def finishes(self, action: Action) -> bool:
        """Whether it says that the line is written, where the keys stand on no button."""
        return isinstance(action, Press) and action.button is Key.OK

    def done(self, action: Action) -> Change:
        """Does what an action means to the page's buttons."""
        return super().handle(action)

    def changed(self) -> None:
        """Shows the line as it is now."""
        self.lay_out()
