"""The page on which people give the code of a game that they want to go on with.

The page that shows toward every edge under which code a game is kept.
"""

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil, inf
from typing import Any, Final

from tabletop.engine import BadNotation, Text, count, joined, say
from tabletop.engine.record import UNFINISHED_RESULT
from tabletop.input.actions import Action, Buzz
from tabletop.scenes.home.resume import resumable_match, resume_match
from tabletop.storage.match_codes import (
    CODE_DAYS,
    CODE_DIGITS,
    CODE_LENGTH,
    CODE_LETTERS,
    append_character,
    characters_at,
    match_of,
    parse_code,
    qr_text,
)
from tabletop.ui.core.active_match import SeatArea
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.context import scaled_length, unscaled_size, use_language, use_text_scale
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.core.scene import Change, Pop, Scene, Swap
from tabletop.ui.draw.images import qr_picture
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER,
    AMBER_WORDS,
    BODY_SIZE,
    BUTTON_SIZE,
    CORAL_WORDS,
    DIM,
    HEAD_SIZE,
    PANEL,
    TEXT,
    TRAY,
)
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import PageScene, Plate, split_row, stack_boxes
from tabletop.ui.widgets.text_entry import CHARACTER_KEY, DELETE, DONE, TextEntry, TextEntryDialog

MAX_ENTRY_WIDTH: Final = 1180.0
MAX_ENTRY_HEIGHT: Final = 960.0
ENTRY_PADDING: Final = 36.0
ENTRY_GAP: Final = 16.0
ENTRY_HEAD_HEIGHT: Final = 84.0
MESSAGE_HEIGHT: Final = 96.0
KEYS_PER_ROW: Final = 7
"""Keys in a row."""
CURSOR_HEIGHT: Final = 8.0
"""The line under the sign that is written next."""

CODE_QUESTION: Final = say("code.asked", "Which code was on the table when you left?")


class CodeLetters(TextEntry):
    """A code that is being written: only what can stand in one is taken."""

    def __init__(self) -> None:
        super().__init__("", CODE_LENGTH)

    def write(self, sign: str) -> None:
        self.text = append_character(self.text, sign)


class CodeEntryPage(TextEntryDialog):
    """A field for each sign, and the keys of all that a code can have. Swaps to the match."""

    def __init__(self, table: AppContext) -> None:
        super().__init__("", CODE_LENGTH)
        self.table = table
        self.letters = CodeLetters()
        self._refused: Text | None = None
        self._told = 0
        """The seconds of the pause that are shown."""

    # -- laying out -----------------------------------------------------------------------------

    def lay_out(self) -> None:
        across, down = self.room
        plate = self.place(min(MAX_ENTRY_WIDTH, across), min(MAX_ENTRY_HEIGHT, down))
        inner = plate.inset(ENTRY_PADDING)
        head = Box(inner.x, inner.y, inner.w, ENTRY_HEAD_HEIGHT)
        title = Box(head.x + 8, head.y, head.w - ENTRY_HEAD_HEIGHT - 32, ENTRY_HEAD_HEIGHT)
        rows = 4
        high = (inner.h - ENTRY_HEAD_HEIGHT - MESSAGE_HEIGHT - (rows + 2) * ENTRY_GAP) / (rows + 1)
        field = Box(inner.x, head.bottom + ENTRY_GAP, inner.w, high)
        said = Box(inner.x + 8, field.bottom + ENTRY_GAP, inner.w - 16, MESSAGE_HEIGHT)
        keys = Box(
            inner.x, said.bottom + ENTRY_GAP, inner.w, inner.bottom - said.bottom - ENTRY_GAP
        )
        cells = split_row(
            Box.around(field.centre, min(field.w, 1.25 * CODE_LENGTH * high), high),
            CODE_LENGTH,
            ENTRY_GAP,
        )
        under = cells[min(len(self.letters.text), CODE_LENGTH - 1)]
        line = Box(under.x + 24, under.bottom - 20, under.w - 48, CURSOR_HEIGHT)
        whole = len(self.letters.text) == CODE_LENGTH
        self.plates = (
            Plate(plate, PANEL, 40, lined=True),
            *(Plate(cell, TRAY, 20) for cell in cells),
            *([] if whole else [Plate(line, AMBER, CURSOR_HEIGHT / 2)]),
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
        leave = PushButton(
            "leave",
            Box(head.right - ENTRY_HEAD_HEIGHT, head.y, ENTRY_HEAD_HEIGHT, ENTRY_HEAD_HEIGHT),
            icon="close",
        )
        self.buttons.replace([leave, *self._keys(keys, rows)])

    def _keys(self, box: Box, rows: int) -> list[PushButton]:
        """All letters, all digits, one that deletes, and the one that opens the game.

        Only those are lit that can stand at the next place.
        """
        high = (box.h - (rows - 1) * ENTRY_GAP) / rows
        lines = [Box(box.x, box.y + n * (high + ENTRY_GAP), box.w, high) for n in range(rows)]
        half = (len(CODE_LETTERS) + 1) // 2
        open_signs = "" if self._waits else characters_at(len(self.letters.text))
        keys = []
        for line, signs in zip(
            lines, (CODE_LETTERS[:half], CODE_LETTERS[half:], CODE_DIGITS), strict=False
        ):
            for sign, place in zip(signs, split_row(line, KEYS_PER_ROW, ENTRY_GAP), strict=False):
                lit = sign in open_signs
                keys.append(
                    PushButton(CHARACTER_KEY + sign, place, sign, size=high * 0.56, enabled=lit)
                )
        last = split_row(lines[2], KEYS_PER_ROW, ENTRY_GAP)[-1]
        keys.append(PushButton(DELETE, last, icon="back", enabled=bool(self.letters.text)))
        words = say("code.go", "Go on")
        ready = len(self.letters.text) == CODE_LENGTH and not self._waits
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
        return (CODE_QUESTION, False) if self._refused is None else (self._refused, True)

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
        code = parse_code(self.letters.text)
        if code is None or self._waits:
            return None
        try:
            scene, then = self._found(code)
        except NoSavedGame as refused:
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
            raise NoSavedGame(say("code.none", "No game is kept under {code}", code=code))
        try:
            record = self.table.store.find(match_id)
            if record.result != UNFINISHED_RESULT:
                raise NoSavedGame(say("code.over", "That game has been played to its end"))
            return resume_match(self.table, resumable_match(match_id, record))
        except KeyError:
            raise NoSavedGame(say("code.gone", "That game is not kept any more")) from None
        except BadNotation as problem:
            raise NoSavedGame(joined("", problem.reason)) from problem
        except sqlite3.Error as problem:
            words = "The game cannot be read now: try again in a moment"
            raise NoSavedGame(say("code.unread", words)) from problem


class NoSavedGame(Exception):
    """There is no game to go on with under a code; `reason` says why, in words."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason)
        self.reason = reason


SHOWN_SECONDS: Final = 20.0
"""Seconds for which it is shown."""
PLAY_ON_ANSWER: Final = "on"
"""What it pops with where people play on at once."""
DONE_ANSWER: Final = "done"
MARGIN: Final = 24.0
PAD: Final = 40.0
GAP: Final = 24.0
HEAD_HEIGHT: Final = 84.0
BUTTON_HEIGHT: Final = 120.0
MAX_CODE_EM: Final = 300.0
"""The em of the code at most."""
SIDE_EDGE_SHARE: Final = 0.34
"""The share of the width that people at the left or the right edge have, where others sit too."""
CODE_SHARE: Final = 0.24
"""The share of the height that the code has where all lies one below the other."""
INSTRUCTIONS_HEADS: Final = 1.4
"""The height of what is said last there, in heights of the title."""
SLIM_PLATE_WIDTH: Final = 560.0
"""On a plate narrower than this the buttons lie one below the other."""
MIN_QR_PIXELS: Final = 110
"""A picture for machines of fewer pixels is left out: none could read it, and it took room."""
MAX_PLATE_WIDTH: Final = 1500.0
"""A plate is at most so broad, and so high."""
MAX_PLATE_HEIGHT: Final = 900.0

SAVED_TEXT: Final = say("code.kept", "Your game is kept under this code")
PLAY_ON_LABEL: Final = say("code.on", "Play on now")
DONE_LABEL: Final = say("code.done", "Done")


@dataclass(frozen=True, slots=True)
class CodePlate:
    """What is shown toward one edge, as if whoever reads it sat at the bottom."""

    turns: int
    plate: Box
    qr: Box | None
    """Where the picture for machines lies; None where it would be too small for them."""
    language: str
    text_scale: int
    labels: tuple[Label, ...]


class CodePage(PageScene):
    """Pops with `ON` where people play on at once; with None when they have read it, or gone."""

    patience = inf

    def __init__(self, code: str, places: Sequence[SeatArea]) -> None:
        """`places`: where the people sit who are to read it."""
        super().__init__()
        self.code = code
        self._places = tuple(places)
        self._left = SHOWN_SECONDS
        self.sides: tuple[CodePlate, ...] = ()

    def lay_out(self) -> None:
        buttons: list[PushButton] = []
        sides = []
        for turns, room in plate_boxes(
            self.canvas, [place.turns for place in self._places]
        ).items():
            there = [place for place in self._places if place.turns == turns]
            languages = {place.language for place in there}
            language = languages.pop() if len(languages) == 1 else ""
            percent = max((place.text_scale for place in there), default=0)
            with use_language(language), use_text_scale(percent):
                side, pair = self._side(turns, room, language, percent)
            sides.append(side)
            buttons += pair
        self.sides = tuple(sides)
        self.labels = tuple(label for side in sides for label in side.labels)
        self.buttons.replace(buttons)

    def _side(
        self, turns: int, plate: Box, language: str, percent: int
    ) -> tuple[CodePlate, list[PushButton]]:
        inside = plate.inset(PAD)
        slim = inside.w < SLIM_PLATE_WIDTH
        rows = 1 + slim
        high = min(
            rows * scaled_length(BUTTON_HEIGHT, BUTTON_SIZE), rows * inside.h * 0.2, inside.h * 0.3
        )
        below = Box(inside.x, inside.bottom - high, inside.w, high)
        room = Box(inside.x, inside.y, inside.w, inside.h - high - GAP)
        head = min(
            scaled_length(HEAD_HEIGHT * (1.7 if slim else 1.0), HEAD_SIZE),
            room.h * (0.3 if slim else 0.22),
        )
        broad = room.w > 1.25 * room.h
        qr = self._beside(room) if broad else self._below(room, head)
        if broad or qr is None:
            right = room.right if qr is None else qr.x - 1.5 * GAP
            words = Box(room.x, room.y, right - room.x, room.h)
            code = Box(words.x, words.y + head, words.w, words.h - head - 1.6 * head)
            said = Box(words.x, code.bottom, words.w, 1.6 * head)
        else:
            words = room
            code = Box(room.x, room.y + head, room.w, room.h * CODE_SHARE)
            said = Box(
                room.x, room.bottom - INSTRUCTIONS_HEADS * head, room.w, INSTRUCTIONS_HEADS * head
            )
        title = Box(words.x, words.y, words.w, head)
        sentence = (
            "To play on, touch “Go on with a code” at this table. It is good for {days} days."
        )
        how = say("code.how", sentence, days=CODE_DAYS)
        large = unscaled_size(min(MAX_CODE_EM, 0.9 * code.h, code.w / len(self.code) * 1.4))
        labels = (
            Label(SAVED_TEXT, title, HEAD_SIZE, TEXT, True, "centre", most=3, language=language),
            Label(self.code, code, large, AMBER_WORDS, True, "centre", most=1, language=language),
            Label(how, said, BODY_SIZE, DIM, align="centre", language=language),
        )
        about = self.canvas.box.centre
        on, done = (
            stack_boxes(below, [(high - GAP) / 2] * 2, GAP) if slim else split_row(below, 2, GAP)
        )
        button = partial(
            PushButton, turns=turns, about=about, language=language, text_scale=percent
        )
        pair = [
            button(f"{PLAY_ON_ANSWER}:{turns}", on, PLAY_ON_LABEL, "play", "main"),
            button(f"{DONE_ANSWER}:{turns}", done, DONE_LABEL, "check"),
        ]
        return CodePlate(turns, plate, qr, language, percent, labels), pair

    def _beside(self, room: Box) -> Box | None:
        side = min(room.h, room.w * 0.38)
        return self._legible(Box(room.right - side, room.y + (room.h - side) / 2, side, side))

    def _below(self, room: Box, head: float) -> Box | None:
        """Between the code and how it is used."""
        top = room.y + head + room.h * CODE_SHARE + GAP
        free = room.bottom - INSTRUCTIONS_HEADS * head - GAP - top
        side = min(free, room.w)
        return self._legible(Box.around((room.centre[0], top + free / 2), side, side))

    def _legible(self, qr: Box) -> Box | None:
        return qr if self.canvas.px(qr.w) >= MIN_QR_PIXELS else None

    # -- what happens ---------------------------------------------------------------------------

    def pressed(self, key: str, /) -> Change:
        return Pop(PLAY_ON_ANSWER if key.startswith(PLAY_ON_ANSWER) else None)

    def back(self) -> Change:
        return Pop(None)

    def update(self, dt: float, /) -> Change:
        self._left -= dt
        return Pop(None) if self._left <= 0 else None

    def wakes_in(self) -> float:
        return max(0.001, self._left)

    # -- what is seen ---------------------------------------------------------------------------

    def draw_content(self, frame: Frame) -> None:
        for side in self.sides:
            with (
                use_language(side.language),
                use_text_scale(side.text_scale),
                frame.turned(side.turns, frame.canvas.box.centre),
            ):
                Plate(side.plate, PANEL, 40, lined=True).draw(frame)
                if side.qr is not None:
                    picture = qr_picture(qr_text(self.code), frame.canvas.px(side.qr.w))
                    frame.put(picture, side.qr.centre)
                for label in side.labels:
                    label.draw(frame)
        for button in self.buttons.buttons:
            with frame.turned(button.turns, button.about):
                frame.touchable(button.key, button.box)
                self.draw_one(frame, button)


def plate_boxes(canvas: Canvas, sides: Sequence[int]) -> dict[int, Box]:
    """The plate toward each edge, as it is seen from there: the whole table is shared out."""
    edges = set(sides) or {0}
    whole = canvas.box.inset(MARGIN)
    left, right = (1 in edges), (3 in edges)
    across = [turns for turns in (2, 0) if turns in edges]
    found: dict[int, Box] = {}
    if left and right and not across:
        found[1], found[3] = split_row(whole, 2, GAP)
    elif left + right and across:
        share = SIDE_EDGE_SHARE if left and right else 1.25 * SIDE_EDGE_SHARE
        wide = whole.w * share - GAP
        if left:
            found[1] = Box(whole.x, whole.y, wide, whole.h)
        if right:
            found[3] = Box(whole.right - wide, whole.y, wide, whole.h)
        x = whole.x + left * (wide + GAP)
        whole = Box(x, whole.y, whole.w - (left + right) * (wide + GAP), whole.h)
    elif left + right:
        found[1 if left else 3] = whole
    high = (whole.h - GAP * (len(across) - 1)) / max(1, len(across))
    for number, turns in enumerate(across):
        found[turns] = Box(whole.x, whole.y + number * (high + GAP), whole.w, high)
    about = canvas.box.centre
    return {
        turns: _seen_from_edge(_fit_plate(box, turns), turns, about) for turns, box in found.items()
    }


def _fit_plate(box: Box, turns: int) -> Box:
    """The part of a room that a plate takes: a slim one all of its height."""
    across = turns % 2 == 0
    broad, deep = (box.w, box.h) if across else (box.h, box.w)
    deep = min(deep, MAX_PLATE_WIDTH if broad - 2 * PAD < SLIM_PLATE_WIDTH else MAX_PLATE_HEIGHT)
    broad = min(broad, MAX_PLATE_WIDTH)
    return Box.around(box.centre, *((broad, deep) if across else (deep, broad)))


def _seen_from_edge(box: Box, turns: int, about: Point) -> Box:
    """A box of the table as it is seen from an edge."""
    size = (box.w, box.h) if turns % 2 == 0 else (box.h, box.w)
    return Box.around(turn_point(box.centre, -turns, about), *size)
