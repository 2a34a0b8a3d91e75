"""A line of text that is typed on an on-screen keyboard or a real one, and the page for names."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Protocol

from tabletop.engine import Text, say
from tabletop.input.actions import Action, Buzz, Press, Typed
from tabletop.input.actions import Button as Key
from tabletop.system.name_filter import is_allowed_name
from tabletop.system.names import VISITOR_CODE_LENGTH, VISITOR_CODE_SIGNS
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.scene import Change, Pop
from tabletop.ui.layout import Node, column, item, padded, row, stack
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    BODY_SIZE,
    CORAL_WORDS,
    DIM,
    HEAD_SIZE,
    NAME_SIZE,
    PANEL,
    TEXT,
    TRAY,
)
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import PageScene, Plate

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

    def __init__(self, text: str, longest: int, signs: str = "", only: str = "") -> None:
        """`signs` have keys in place of the letters of the language beyond a to z.

        `only`: all that can be typed, in capitals; empty: anything.
        """
        self.text = text
        self.longest = longest
        self._signs = signs
        self._only = only
        self._waits: Press | None = None

    def keys(self, box: Box, context: UiContext) -> list[PushButton]:
        """The on-screen keyboard in a box: digits, letters, delete, space and done."""
        rows = _key_rows(context, self._signs)
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
                CHARACTER_KEY + sign,
                place,
                _capital(sign) if self._only or not self.text else sign,
                size=high * 0.5,
                enabled=not self._only or _capital(sign) in self._only,
            )
            for sign, place in zip("".join(rows), boxes.all("sign"), strict=True)
        ]
        return [
            *keys,
            PushButton(DELETE, boxes["delete"], icon="back"),
            # NOTE for translators: the space bar of a keyboard on the screen.
            PushButton(
                SPACE, boxes["space"], say("letters.space", "Space"), size=high * 0.4,
                enabled=not self._only,
            ),
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
        if self._only or not self.text:
            sign = _capital(sign)
        if self._only and sign not in self._only:
            return
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
        match action:
            case Press(source="keyboard", button=button) if button is not Key.BACK:
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


def _key_rows(context: UiContext, signs: str) -> tuple[str, ...]:
    """The rows of keys for a language, or with these signs."""
    known = "".join(KEY_ROWS)
    wanted = signs or context.translate(EXTRA_LETTERS)
    more = "".join(sign for sign in wanted if sign not in known)[:KEYS_PER_ROW]
    return (*KEY_ROWS[:-1], more, KEY_ROWS[-1]) if more else KEY_ROWS


def _key_row(signs: str, width: float) -> Node:
    """A row of keys; a short one is centred."""
    indent = (width + GAP) / 2 * (KEYS_PER_ROW - len(signs))
    return row(*[item("sign", width)] * len(signs), gap=GAP, padding=(indent, 0, indent, 0))


def _capital(sign: str) -> str:
    """The capital of a letter, if it is a single character."""
    capital = sign.upper()
    return capital if len(capital) == 1 else sign


class TextEntryInput:
    """Passes the actions of a page to its text entry, and the remaining ones to the page."""

    def __init__(
        self,
        page: PageScene,
        letters: TextEntry,
        handle: Callable[[Action], Change],
        changed: Callable[[], None],
        *,
        only_keyboard_finishes: bool = False,
    ) -> None:
        """`handle` takes the remaining actions; `changed` is called after a change of the text.

        While no button has the focus, OK means Done: of any device, or only of the keyboard.
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
        """Empties the text without reporting a change."""
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


MAX_NAME_LENGTH: Final = 12


def clean_name(text: str) -> str:
    """A name as it is stored: printable, single spaces, at most `MAX_NAME_LENGTH` characters.

    Empty if it has no letter or digit.
    """
    kept = "".join(sign if sign.isprintable() else " " for sign in text)
    name = " ".join(kept.split())[:MAX_NAME_LENGTH].rstrip()
    return name if any(sign.isalnum() for sign in name) else ""


MAX_ENTRY_WIDTH: Final = 1300.0
MAX_ENTRY_HEIGHT: Final = 860.0
PAD: Final = 36.0
HEAD_HEIGHT: Final = 92.0
FIELD_HEIGHT: Final = 104.0
MESSAGE_HEIGHT: Final = 52.0
ENTRY_GAP: Final = 18.0

ASKING_SECONDS: Final = 0.1
"""Between two looks for the answer to an inquiry."""

NAME_HINT: Final = say("name.hint", "Your name (optional)")
NEEDS_LETTER_TEXT: Final = say("name.letterless", "A name needs a letter or a digit.")


INITIALS_LENGTH: Final = 3
"""In kids mode names are initials, for privacy."""
OTHER_NAME_TEXT: Final = say("scores.other", "Choose another name.")
"""The answer to a refused name; it does not tell the reason."""


class InitialsField(TextEntry):
    """Initials that are being typed: capital letters only."""

    def __init__(self, text: str) -> None:
        only = "".join(sign for sign in text if sign.isalpha())
        super().__init__(
            only[:INITIALS_LENGTH].upper() if len(only) <= INITIALS_LENGTH else "", INITIALS_LENGTH
        )

    def write(self, sign: str) -> None:
        capital = sign.upper()
        if sign.isalpha() and len(capital) == 1:
            super().write(capital)

    def keys(self, box: Box, context: UiContext) -> list[PushButton]:
        """The on-screen keyboard without digits and space."""
        lines = len({key.box.y for key in super().keys(box, context)})
        high = (box.h - GAP * (lines - 2)) / (lines - 1)  # without the row of digits
        tall = lines * high + GAP * (lines - 1)
        area = box._replace(y=box.bottom - tall, h=tall)  # the row of digits is above the box
        keys = super().keys(area, context)
        letters = [key for key in keys if key.key.removeprefix(CHARACTER_KEY).isalpha()]
        return [
            replace(key, box=key.box._replace(x=box.x, w=box.w)) if key.key == DONE else key
            for key in letters
            if key.key != SPACE
        ]


def name_refusal(written: str) -> Text | None:
    """Why the name is refused; None if it is allowed or empty."""
    return NEEDS_LETTER_TEXT if written and not clean_name(written) else None


class Inquiry(Protocol):
    """Somebody who is asked about what was typed, and may need some time."""

    said: Text
    """Shown until the answer is there."""

    def ask(self, written: str) -> None: ...

    def answer(self, seconds: float) -> Text | Change:
        """What follows, or the words of a refusal; None as long as there is no answer."""


@dataclass(frozen=True, slots=True)
class NamePrompt:
    """The texts of a name entry, and the names that it refuses."""

    question: Text
    hint: Text
    refusal: Callable[[str], Text | None] = name_refusal
    initials: bool = False
    longest: int = MAX_NAME_LENGTH
    clean: Callable[[str], str] = clean_name
    """Makes what is stored of what was typed."""
    signs: str = ""
    """Characters that have keys in place of letters of the language."""
    only: str = ""
    """All that can be typed, in capitals; empty: anything."""
    inquiry: Inquiry | None = None

    @property
    def max_length(self) -> int:
        return INITIALS_LENGTH if self.initials else self.longest


SEAT_NAME_PROMPT: Final = NamePrompt(say("name.question", "What’s your name?"), NAME_HINT)


def _refuse_code(written: str) -> Text | None:
    signs = written.upper()
    if len(signs) == VISITOR_CODE_LENGTH and set(signs) <= set(VISITOR_CODE_SIGNS):
        words = "That’s a code of the event, which others shouldn’t see. Type a name."
        return say("name.is_code", words)
    return name_refusal(written)


EVENT_NAME_PROMPT: Final = replace(SEAT_NAME_PROMPT, refusal=_refuse_code)
"""At an event, where a visitor may take it for the place to type a code."""


def seat_name_prompt(table: AppContext) -> NamePrompt:
    """Asks for the name of people at a seat."""
    return EVENT_NAME_PROMPT if table.event.state.joined else SEAT_NAME_PROMPT


class NameEntry(PageScene):
    """A text field above an on-screen keyboard. Pops with None when it is left."""

    covers = False
    writes = True

    def __init__(
        self,
        name: str,
        turns: int = 0,
        about: Point | None = None,
        prompt: NamePrompt = SEAT_NAME_PROMPT,
        entered: Callable[[str], Change] = Pop,
    ) -> None:
        """`turns`, `about`: as in `PageScene`. `entered` gives what follows a name, "" for none."""
        super().__init__(turns, about)
        self._prompt = prompt
        self._entered = entered
        self._refused: Text | None = None
        self._asking = False
        """The inquiry has no answer yet."""
        typed = TextEntry(name, prompt.max_length, prompt.signs, prompt.only)
        self.letters = InitialsField(name) if prompt.initials else typed
        self._input = TextEntryInput(
            self, self.letters, super().handle, self._changed, only_keyboard_finishes=True
        )

    def lay_out(self) -> None:
        across, down = self.room
        plate = self.place(min(MAX_ENTRY_WIDTH, across), min(MAX_ENTRY_HEIGHT, down))
        boxes = column(
            row(8, "title", 24, item("leave", HEAD_HEIGHT), size=HEAD_HEIGHT),
            ENTRY_GAP,
            stack("field", padded("written", (32, 8, 32, 12)), size=FIELD_HEIGHT),
            padded("message", (8, 6, 8, 6), size=MESSAGE_HEIGHT),
            "keys",
            padding=PAD,
        ).place(plate)
        self.plates = (Plate(plate, PANEL, 40, lined=True), Plate(boxes["field"], TRAY, 24))
        self.labels = (
            Label(self._prompt.question, boxes["title"], HEAD_SIZE, bold=True),
            self._written(boxes["written"]),
            Label(
                self._said,
                boxes["message"],
                BODY_SIZE,
                CORAL_WORDS if self._refused else DIM,
                most=1,
            ),
        )
        leave = PushButton("leave", boxes["leave"], icon="close")
        keys = self.letters.keys(boxes["keys"], self.canvas.context)
        self.buttons.replace(
            [
                replace(
                    key,
                    turns=self.turns,
                    about=self.middle,
                    enabled=key.enabled or (key.key == DONE and not self._prompt.only),
                )
                for key in (leave, *keys)
            ]
        )

    def _written(self, box: Box) -> Label:
        if not self.letters.text:
            return Label(self._prompt.hint, box, NAME_SIZE, DIM, most=1)
        return Label(f"{self.letters.text}|", box, HEAD_SIZE, TEXT, bold=True, most=1)

    @property
    def _said(self) -> Text:
        if self._refused is not None:
            return self._refused
        if self._asking and self._prompt.inquiry is not None:
            return self._prompt.inquiry.said
        used = len(self.letters.text)
        return say("name.used", "{used} of {most} letters", used=used, most=self._prompt.max_length)

    def handle(self, action: Action, /) -> Change:
        return self._input.handle(action)

    def update(self, dt: float, /) -> Change:
        super().update(dt)
        if self._asking and self._prompt.inquiry is not None:
            answer = self._prompt.inquiry.answer(dt)
            if isinstance(answer, Text):
                self._asking, self._refused = False, answer
                self.lay_out()
            elif answer is not None:
                return answer
        return self._input.settle()

    def wakes_in(self) -> float:
        if self._asking:
            return ASKING_SECONDS
        return 0.0 if self.letters.waiting else super().wakes_in()

    def _changed(self) -> None:
        self._refused, self._asking = None, False
        self.lay_out()

    def pressed(self, key: str, /) -> Change:
        if key == "leave":
            return Pop(None)
        if self.letters.pressed(key):
            return None
        written = self.letters.text.strip()
        self._refused = self._prompt.refusal(written)
        if self._refused is None and self._prompt.inquiry is not None:
            if not self._asking:
                self._asking = True
                self._prompt.inquiry.ask(self._prompt.clean(written))
        elif self._refused is None:
            return self._entered(self._prompt.clean(written))
        self.lay_out()
        return None


def score_name_prompt(*, initials: bool) -> NamePrompt:
    """The prompt for a name or initials in the high scores."""
    return NamePrompt(
        say("scores.question", "Your name in the high scores"),
        say("scores.initials", "Your initials: three letters")
        if initials
        else say("scores.hint", "Everyone can see it"),
        refusal=_score_name_refusal,
        initials=initials,
    )


def _score_name_refusal(written: str) -> Text | None:
    if written and not is_allowed_name(clean_name(written)[:MAX_NAME_LENGTH]):
        return OTHER_NAME_TEXT
    return name_refusal(written)
