"""One line of text that is typed on an on-screen keyboard or a real one."""

from collections.abc import Callable
from typing import Final, TypeGuard

from tabletop.engine import say
from tabletop.input.actions import Action, Buzz, Press, Typed
from tabletop.input.actions import Button as Key
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.scene import Change
from tabletop.ui.layout import Node, column, item, row
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import PageScene

KEY_ROWS: Final = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm-'")
"""The last row has room for the delete key at its end."""
# NOTE for translators: add the letters that your language has besides a to z, small ones, ten at
# most, the most used first, as in "äöüß-'". They become keys of a keyboard on the screen.
EXTRA_LETTERS: Final = say("letters.more", "-'")
"""Characters of the language; those missing in the rows above get a row of their own."""
KEYS_PER_ROW: Final = 10
GAP: Final = 10.0
DELETE, SPACE, DONE = "delete", "space", "done"
CHARACTER_KEY: Final = "sign:"


class TextEntry:
    """A line of text that is being typed. It begins with a capital."""

    def __init__(self, text: str, longest: int) -> None:
        self.text = text
        self.longest = longest
        self._waits: Press | None = None

    def keys(self, box: Box, context: UiContext) -> list[PushButton]:
        """The on-screen keyboard in a box: digits, letters, delete, space and done."""
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
        """Types an on-screen key; False if the key does not edit the text."""
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
        """Appends a character; leading and double spaces and those beyond the limit are ignored."""
        if not self.text:
            sign = _capital(sign)
        if sign == " " and (not self.text or self.text.endswith(" ")):
            return
        if sign.isprintable() and len(self.text) + len(sign) <= self.longest:
            self.text += sign

    # -- the keyboard -------------------------------------------------------------------------

    @property
    def waiting(self) -> bool:
        """Whether a key press is pending: call `settled` at the next update."""
        return self._waits is not None

    def sift(self, action: Action) -> tuple[Action, ...]:
        """The actions left for the page; typed characters are taken.

        A key that is also a command (``u`` for undo, the space bar for OK) sends the command
        first and its character right after it, so the command is held back until `settled`.
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
        """The pending command if no character came: OK goes to the page, undo deletes."""
        meant, self._waits = self._waits, None
        if meant is None:
            return ()
        if meant.button is Key.UNDO:
            self.pressed(DELETE)
        return (meant,) if meant.button is Key.OK else ()


def _key_rows(context: UiContext) -> tuple[str, ...]:
    """The rows of keys for a language."""
    known = "".join(KEY_ROWS)
    more = "".join(sign for sign in context.translate(EXTRA_LETTERS) if sign not in known)[
        :KEYS_PER_ROW
    ]
    return (*KEY_ROWS[:-1], more, KEY_ROWS[-1]) if more else KEY_ROWS


def _key_row(signs: str, width: float) -> Node:
    """A row of keys; a short one is centred."""
    indent = (width + GAP) / 2 * (KEYS_PER_ROW - len(signs))
    return row(*[item("sign", width)] * len(signs), gap=GAP, padding=(indent, 0, indent, 0))


def _capital(sign: str) -> str:
    """The capital of a letter, if it is a single character."""
    capital = sign.upper()
    return capital if len(capital) == 1 else sign


def _may_type_character(action: Action) -> TypeGuard[Press]:
    return (
        isinstance(action, Press) and action.source == "keyboard" and action.button is not Key.BACK
    )


class TextEntryInput:
    """Hands the actions of a page to its text entry, and those that are left to the page."""

    def __init__(
        self,
        page: PageScene,
        letters: TextEntry,
        handle: Callable[[Action], Change],
        changed: Callable[[], None],
        *,
        only_keyboard_finishes: bool = False,
    ) -> None:
        """`handle` takes the actions that are left; `changed` shows a changed text.

        OK means Done while no button has the focus: of any device, or of the keyboard alone.
        """
        self._page = page
        self._letters = letters
        self._handle = handle
        self._changed = changed
        self._only_keyboard_finishes = only_keyboard_finishes
        self._shown = letters.text

    def handle(self, action: Action) -> Change:
        # A key that calls for its seat types its character here.
        if isinstance(action, Buzz) and action.source == "keyboard":
            return None
        return self._apply(self._letters.sift(action))

    def settle(self) -> Change:
        """Handles a pending command whose character did not come; call it at each update."""
        return self._apply(self._letters.settled())

    def clear(self) -> None:
        """Empties the text, which is not a change by whoever types."""
        self._letters.text = self._shown = ""

    def _apply(self, actions: tuple[Action, ...]) -> Change:
        buttons = self._page.buttons
        for action in actions:
            if self._finishes(action) and buttons.focus is None:
                return self._page.pressed(DONE)
            if (change := self._handle(action)) is not None:
                return change
        if self._letters.text != self._shown:
            self._shown = self._letters.text
            if not actions:  # it was typed
                buttons.focus = None
            self._changed()
        return None

    def _finishes(self, action: Action) -> bool:
        return (
            isinstance(action, Press)
            and action.button is Key.OK
            and (action.source == "keyboard" or not self._only_keyboard_finishes)
        )
