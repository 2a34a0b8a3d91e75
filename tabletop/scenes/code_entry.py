"""The page on which people give the code of a game that they want to go on with."""

import sqlite3
from collections.abc import Callable
from math import ceil
from typing import Any, Final

from tabletop.engine import BadNotation, Text, count, joined, say
from tabletop.engine.record import RUNNING
from tabletop.input.actions import Action, Buzz
from tabletop.kiosk.codes import DIGITS, LENGTH, LETTERS, added, read_code, signs_at
from tabletop.scenes.resumed import resumed
from tabletop.scenes.unfinished import going_of
from tabletop.store.codes import match_of
from tabletop.ui.canvas import Box
from tabletop.ui.label import Label
from tabletop.ui.letters import DELETE, DONE, SIGN, Letters
from tabletop.ui.scene import Change, Pop, Scene, Swap
from tabletop.ui.sheet import Plate, row
from tabletop.ui.table import Table
from tabletop.ui.theme import AMBER, BODY_SIZE, CORAL_WORDS, DIM, HEAD_SIZE, PANEL, TEXT, TRAY
from tabletop.ui.widgets import PushButton
from tabletop.ui.writing_page import WritingPage

WIDEST: Final = 1180.0
TALLEST: Final = 960.0
PAD: Final = 36.0
GAP: Final = 16.0
HEAD: Final = 84.0
SAID: Final = 96.0
ACROSS: Final = 7
"""Keys in a row."""
LINE: Final = 8.0
"""The line under the sign that is written next."""

ASKED: Final = say("code.asked", "Which code was on the table when you left?")


class CodeLetters(Letters):
    """A code that is being written: only what can stand in one is taken."""

    def __init__(self) -> None:
        super().__init__("", LENGTH)

    def write(self, sign: str) -> None:
        self.text = added(self.text, sign)


class CodeEntry(WritingPage):
    """A field for each sign, and the keys of all that a code can have. Swaps to the match."""

    def __init__(self, table: Table) -> None:
        super().__init__("", LENGTH)
        self.table = table
        self.letters = CodeLetters()
        self._refused: Text | None = None
        self._told = 0
        """The seconds of the pause that are shown."""

    # -- laying out -----------------------------------------------------------------------------

    def lay_out(self) -> None:
        across, down = self.room
        plate = self.place(min(WIDEST, across), min(TALLEST, down))
        inner = plate.inset(PAD)
        head = Box(inner.x, inner.y, inner.w, HEAD)
        title = Box(head.x + 8, head.y, head.w - HEAD - 32, HEAD)
        rows = 4
        high = (inner.h - HEAD - SAID - (rows + 2) * GAP) / (rows + 1)
        field = Box(inner.x, head.bottom + GAP, inner.w, high)
        said = Box(inner.x + 8, field.bottom + GAP, inner.w - 16, SAID)
        keys = Box(inner.x, said.bottom + GAP, inner.w, inner.bottom - said.bottom - GAP)
        cells = row(Box.around(field.centre, min(field.w, 1.25 * LENGTH * high), high), LENGTH, GAP)
        under = cells[min(len(self.letters.text), LENGTH - 1)]
        line = Box(under.x + 24, under.bottom - 20, under.w - 48, LINE)
        whole = len(self.letters.text) == LENGTH
        self.plates = (
            Plate(plate, PANEL, 40, lined=True),
            *(Plate(cell, TRAY, 20) for cell in cells),
            *([] if whole else [Plate(line, AMBER, LINE / 2)]),
        )
        words, refused = self._said
        asked = say("code.title", "Go on with a code")
        self.labels = (
            Label(asked, title, HEAD_SIZE, TEXT, bold=True, most=1),
            Label(words, said, BODY_SIZE, CORAL_WORDS if refused else DIM, most=2),
            *(
                Label(sign, cell.inset(10), 0.7 * high, TEXT, True, "centre", most=1)
                for sign, cell in zip(self.letters.text, cells, strict=False)
            ),
        )
        leave = PushButton("leave", Box(head.right - HEAD, head.y, HEAD, HEAD), icon="close")
        self.buttons.replace([leave, *self._keys(keys, rows)])

    def _keys(self, box: Box, rows: int) -> list[PushButton]:
        """All letters, all digits, one that deletes, and the one that opens the game.

        Only those are lit that can stand at the next place.
        """
        high = (box.h - (rows - 1) * GAP) / rows
        lines = [Box(box.x, box.y + n * (high + GAP), box.w, high) for n in range(rows)]
        half = (len(LETTERS) + 1) // 2
        open_signs = "" if self._waits else signs_at(len(self.letters.text))
        keys = []
        for line, signs in zip(lines, (LETTERS[:half], LETTERS[half:], DIGITS), strict=False):
            for sign, place in zip(signs, row(line, ACROSS, GAP), strict=False):
                lit = sign in open_signs
                keys.append(PushButton(SIGN + sign, place, sign, size=high * 0.56, enabled=lit))
        last = row(lines[2], ACROSS, GAP)[-1]
        keys.append(PushButton(DELETE, last, icon="back", enabled=bool(self.letters.text)))
        words = say("code.go", "Go on")
        ready = len(self.letters.text) == LENGTH and not self._waits
        size = high * 0.5
        return [*keys, PushButton(DONE, lines[3], words, "play", "main", size, enabled=ready)]

    @property
    def _said(self) -> tuple[Text, bool]:
        """What is said below the field, and whether it is a refusal."""
        if self._waits:
            self._told = ceil(self._waits)
            one = "Too many wrong codes: please wait a second"
            many = "Too many wrong codes: please wait {n} seconds"
            return count("code.wait", one, many, self._told), True
        return (ASKED, False) if self._refused is None else (self._refused, True)

    @property
    def _waits(self) -> float:
        """Seconds until another code is listened to."""
        return self.table.tries.waits

    # -- what happens ---------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        # A key that calls for its seat is a sign here.
        if isinstance(action, Buzz) and action.source == "keyboard":
            return None
        return self.meant(self.letters.sift(action))

    def update(self, dt: float, /) -> Change:
        super().update(dt)
        if self._waits:
            self.table.tries.run(dt)
            if ceil(self._waits) != self._told:
                self.lay_out()
        return self.meant(self.letters.settled())

    def wakes_in(self) -> float:
        if self.letters.waiting:
            return 0.0
        if self._waits:
            return self._waits - (ceil(self._waits) - 1) + 0.001
        return super().wakes_in()

    def changed(self) -> None:
        self._refused, self._shown = None, self.letters.text
        super().changed()

    def pressed(self, key: str, /) -> Change:
        if key == "leave":
            return self.back()
        if key == DONE:
            return self._open()
        self.letters.pressed(key)
        return None

    def back(self) -> Change:
        return Pop(None)

    def _open(self) -> Change:
        """Opens the game, or says why not."""
        code = read_code(self.letters.text)
        if code is None or self._waits:
            return None
        try:
            scene, then = self._found(code)
        except NoGame as refused:
            self._refused = refused.reason
            self.letters.text = self._shown = ""
            self.buttons.focus = None
            self.table.play("refused")
            self.lay_out()
            return None
        self.table.tries.succeeded()
        return Swap(scene, then)

    def _found(self, code: str) -> tuple[Scene, Callable[[Any], Change]]:
        match_id = match_of(self.table.store, code)
        if not match_id:
            self.table.tries.failed()
            raise NoGame(say("code.none", "No game is kept under {code}", code=code))
        try:
            record = self.table.store.find(match_id)
            if record.result != RUNNING:
                raise NoGame(say("code.over", "That game has been played to its end"))
            return resumed(self.table, going_of(match_id, record))
        except KeyError:
            raise NoGame(say("code.gone", "That game is not kept any more")) from None
        except BadNotation as problem:
            raise NoGame(joined("", problem.reason)) from problem
        except sqlite3.Error as problem:
            words = "The game cannot be read now: try again in a moment"
            raise NoGame(say("code.unread", words)) from problem


class NoGame(Exception):
    """There is no game to go on with under a code; `reason` says why, in words."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason)
        self.reason = reason
