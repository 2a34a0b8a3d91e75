"""Letters to write with: keys on the glass and the keyboard's, for one line of text.

What pages share on which a line is written: a field, keys below it, and the keyboard.
"""

from typing import Final, TypeGuard

from tabletop.engine import Text, say
from tabletop.input.actions import Action, Press, Typed
from tabletop.input.actions import Button as Key
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.scene import Change
from tabletop.ui.layout import Node, column, item, row
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import DIM, HEAD_SIZE, NAME_SIZE, TEXT
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import PageScene

KEY_ROWS: Final = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm-'")
"""The place at the end of the last row is for the key that deletes."""
# NOTE for translators: add the letters that your language has besides a to z, small ones, ten at
# most, the most used first, as in "äöüß-'". They become keys of a keyboard on the screen.
EXTRA_LETTERS: Final = say("letters.more", "-'")
"""Signs of the language in force; those that the rows have not get a row of their own."""
KEYS_PER_ROW: Final = 10
"""Keys in the longest row."""
GAP: Final = 10.0
DELETE, SPACE, DONE = "delete", "space", "done"
CHARACTER_KEY: Final = "sign:"


class TextEntry:
    """A line of text that is being written; it changes letter by letter. The first is a capital."""

    def __init__(self, text: str, longest: int) -> None:
        self.text = text
        self.longest = longest
        self._waits: Press | None = None

    def keys(self, box: Box, context: UiContext) -> list[PushButton]:
        """The keys laid out in a box: digits, letters, one that deletes, the space and Done."""
        rows = _key_rows(context)
        lines = len(rows) + 1
        wide = (box.w - GAP * (KEYS_PER_ROW - 1)) / KEYS_PER_ROW
        high = (box.h - GAP * (lines - 1)) / lines
        boxes = column(
            *(_key_row(signs, wide) for signs in rows[:-1]),
            row(*[item("sign", wide)] * len(rows[-1]), "delete", gap=GAP),
            row("space", item("done", 3 * wide + 2 * GAP), gap=GAP),
            gap=GAP,
        ).place(box)
        keys = [
            PushButton(
                CHARACTER_KEY + sign, place, sign if self.text else _capital(sign), size=high * 0.5
            )
            for sign, place in zip("".join(rows), boxes.all("sign"), strict=True)
        ]
        return [
            *keys,
            PushButton(DELETE, boxes["delete"], icon="back"),
            # NOTE for translators: the space bar of a keyboard on the screen.
            PushButton(SPACE, boxes["space"], say("letters.space", "Space"), size=high * 0.4),
            PushButton(
                DONE, boxes["done"], say("letters.done", "Done"),
                "check", "main", high * 0.5, bool(self.text),
            ),
        ]  # fmt: skip

    def pressed(self, key: str) -> bool:
        """Writes what a key says; False if it is none of the writing ones, as Done."""
        if key == DELETE:
            self.text = self.text[:-1]
        elif key == SPACE:
            self.write(" ")
        elif key.startswith(CHARACTER_KEY):
            self.write(key.removeprefix(CHARACTER_KEY))
        else:
            return False
        return True

    def write(self, sign: str) -> None:
        """Adds a sign at the end; blanks never lead nor double, and a full line takes no more."""
        if not self.text:
            sign = _capital(sign)
        if sign == " " and (not self.text or self.text.endswith(" ")):
            return
        if sign.isprintable() and len(self.text) + len(sign) <= self.longest:
            self.text += sign

    # -- the keyboard -------------------------------------------------------------------------

    @property
    def waiting(self) -> bool:
        """Whether a key waits to be understood: call `settled` at the next update."""
        return self._waits is not None

    def sift(self, action: Action) -> tuple[Action, ...]:
        """What of an action is left for the page; signs of the keyboard are written.

        A key that also means something (``u`` takes back, the space bar presses) tells of that
        meaning first, and of its sign at once afterwards: so the meaning waits for a moment.
        """
        if isinstance(action, Typed):
            self._waits = None
            self.write(action.sign)
            return ()
        meant = self.settled()
        if _may_type_character(action):
            self._waits = action
            return meant
        return (*meant, action)

    def settled(self) -> tuple[Action, ...]:
        """What a key meant after which no sign came: OK is for the page, taking back deletes."""
        meant, self._waits = self._waits, None
        if meant is None:
            return ()
        if meant.button is Key.UNDO:
            self.pressed(DELETE)
        return (meant,) if meant.button is Key.OK else ()


def _key_rows(context: UiContext) -> tuple[str, ...]:
    """The rows of keys in the language in force."""
    known = "".join(KEY_ROWS)
    more = "".join(sign for sign in context.translate(EXTRA_LETTERS) if sign not in known)[
        :KEYS_PER_ROW
    ]
    return (*KEY_ROWS[:-1], more, KEY_ROWS[-1]) if more else KEY_ROWS


def _key_row(signs: str, width: float) -> Node:
    """A row of keys; a shorter one stands in the middle."""
    indent = (width + GAP) / 2 * (KEYS_PER_ROW - len(signs))
    return row(*[item("sign", width)] * len(signs), gap=GAP, padding=(indent, 0, indent, 0))


def _capital(sign: str) -> str:
    """A letter as a capital, if it has one of its own."""
    capital = sign.upper()
    return capital if len(capital) == 1 else sign


def _may_type_character(action: Action) -> TypeGuard[Press]:
    return (
        isinstance(action, Press) and action.source == "keyboard" and action.button is not Key.BACK
    )


class TextEntryDialog(PageScene):
    """A line that is being written. Whoever makes one of it lays it out and says what Done does."""

    covers = False
    writes = True

    def __init__(self, text: str, longest: int, turns: int = 0, about: Point | None = None) -> None:
        """`longest`: how many signs the line takes at most; `turns`, `about` as in `Overlay`."""
        super().__init__(turns, about)
        self.letters = TextEntry(text, longest)
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
