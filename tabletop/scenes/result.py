"""The result: who won and why, beside the final board, and what to do next."""

from collections.abc import Sequence
from functools import lru_cache
from math import inf
from typing import Final

import pygame

from tabletop.engine import Match, Outcome, Text, joined, say
from tabletop.input.actions import Action, Button, Press
from tabletop.scenes.layout import MARGIN, layout
from tabletop.scenes.sayings import result_head
from tabletop.scenes.setup import Setup
from tabletop.ui import art, words
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.scene import Change, Pop, Scene
from tabletop.ui.sheet import confirming, row
from tabletop.ui.stones import stone
from tabletop.ui.theme import (
    AMBER,
    BODY_SIZE,
    PANEL,
    RESULT_SIZE,
    SMALL_SIZE,
    TEXT,
    Colour,
    SeatLook,
)
from tabletop.ui.tongue import spoken
from tabletop.ui.tween import Timer
from tabletop.ui.widgets import Buttons, PushButton

DEAF: Final = 2.0
"""Seconds in which touches are ignored: hands are still busy with the game."""
GAP: Final = 20.0


class ResultScene(Scene):
    """Lies over the match, whose board stays in sight. Pops with what was chosen.

    That is again, review, look, seats or menu.
    """

    covers = False

    def __init__(self, setup: Setup, match: Match, looks: Sequence[SeatLook]) -> None:
        self._setup = setup
        self._match = match
        self._looks = looks
        self._outcome = match.outcome or Outcome((), "")
        self._deaf = Timer(DEAF)
        self._buttons = Buttons()
        self._words: Box
        self._choices: Box

    def fit(self, canvas: Canvas) -> None:
        self._words, self._choices = _rooms(canvas)
        self._place_buttons()

    def listen(self) -> None:
        """It has been seen before: nobody's hands are busy with the game any more."""
        self._deaf = Timer(0.0)

    def wakes_in(self) -> float:
        return inf if self._deaf.done else self._deaf.length - self._deaf.spent

    def update(self, dt: float) -> Change:
        was = self._deaf.done
        self._deaf.run(dt)
        if self._deaf.done and not was:
            self._place_buttons()
        return None

    def handle(self, action: Action) -> Change:
        if not self._deaf.done:
            return None
        action = confirming(action)
        pressed = self._buttons.press(action)
        if pressed is not None:
            return Pop(pressed)
        match action:
            case Press(button=Button.BACK | Button.EARLIER | Button.FIRST):
                return Pop("look")
            case Press(button=Button.MENU):
                return Pop("menu")
            case Press(button=Button.OK):
                self._buttons.focus = "again"
            case _:
                pass
        return None

    def draw(self, frame: Frame) -> None:
        canvas = frame.canvas
        room = self._words
        frame.put(_plate(canvas.px(room.w), canvas.px(room.h), canvas.px(30)), room.centre)
        inside = room.inset(26)
        broad = room.w > room.h * 1.25
        winners = self._outcome.winners or tuple(range(self._match.seats))
        radius = min(84.0, inside.w / (2.3 * len(winners)), inside.h * 0.16)
        stones = [stone(self._looks[seat], canvas.px(radius)) for seat in winners]
        x = inside.x + radius + 6
        for picture in stones:
            frame.put(picture, (x, inside.y + radius + 10))
            x += 2 * radius + min(18.0, 0.25 * radius)
        top = inside.y + 2 * radius + 36
        text_box = Box(inside.x, top, inside.w, inside.bottom - top)
        if broad:
            left = x - radius + 10
            text_box = Box(left, inside.y, inside.right - left, inside.h)
        self._put_words(frame, text_box, broad=broad)
        self._buttons.draw(frame)

    def _put_words(self, frame: Frame, room: Box, *, broad: bool) -> None:
        canvas = frame.canvas
        score = self._score(" · " if broad else "\n")
        foot = 0.0
        if score:
            lines, wide = spoken(score).split("\n"), canvas.px(room.w)
            size = min(
                words.fitting(each, canvas.px(SMALL_SIZE), wide, least=0.75) for each in lines
            )
            block = words.block(score, size, wide, TEXT)
            foot = block.get_height() / canvas.scale + 10
            width = block.get_width() / canvas.scale
            frame.put(block, (room.x + width / 2, room.bottom - foot / 2))
        head = result_head(self._match, self._outcome)
        size = canvas.px(RESULT_SIZE)
        width, height = canvas.px(room.w), canvas.px(room.h - foot)
        title = _largest(head, size, width, round(height * (0.62 if broad else 0.5)), TEXT, True)
        y = room.y + title.get_height() / canvas.scale / 2
        frame.put(title, (room.x + title.get_width() / canvas.scale / 2, y))
        top = room.y + title.get_height() / canvas.scale + 14
        left = canvas.px(max(40.0, room.bottom - foot - top))
        why = _largest(self._outcome.reason, canvas.px(BODY_SIZE), width, left, TEXT, False)
        scale = canvas.scale
        at = (room.x + why.get_width() / scale / 2, top + why.get_height() / scale / 2)
        frame.put(why, at)

    def _score(self, between: str) -> Text:
        """The running score with this game in it, once there is something to tell."""
        after = self._setup.scored(self._outcome.winners)
        names = self._match.game.seat_names
        parts = [say("result.games_won", "Games won")]
        for seat in sorted(range(self._match.seats), key=after.who):
            filler, told = self._setup.filler(seat), {"seat": names[seat]}
            count = after.wins(seat)
            if filler.is_computer:
                words = "{who} ({seat}): {count}"
                parts.append(say("result.computer", words, who=filler.name, count=count, **told))
            else:
                words = "Player {number} ({seat}): {count}"
                number = after.who(seat) + 1
                parts.append(say("result.score", words, number=number, count=count, **told))
            if after.filler(seat) != filler:
                parts.append(after.filler(seat).words)
        return joined(between, *parts)

    def _place_buttons(self) -> None:
        self._buttons.replace(place_choices(self._choices, ready=self._deaf.done))


def place_choices(room: Box, *, ready: bool) -> list[PushButton]:
    """The main choice first; where the room is broad, the others stand side by side."""
    again = say("result.again", "Play again")
    rest = (
        ("review", say("result.review", "Review"), "chances"),
        ("look", say("result.look", "Look back"), "earlier"),
        ("seats", say("result.seats", "Change seats"), "swap"),
        ("menu", say("result.menu", "Menu"), "menu"),
    )
    if room.w > room.h:
        tall = min(130.0, (room.h - GAP) / 2)
        top = room.y + max(0.0, (room.h - 2 * tall - GAP) / 2)
        main = Box(room.x, top, room.w, tall)
        boxes = row(Box(room.x, top + tall + GAP, room.w, tall), len(rest), GAP)
    else:
        tall = min(120.0, (room.h - 4 * GAP) / 5.6)
        top = room.y + (room.h - 5.3 * tall - 4 * GAP) / 2
        main = Box(room.x, top, room.w, tall * 1.3)
        boxes = [
            Box(room.x, top + tall * 1.3 + GAP + i * (tall + GAP), room.w, tall)
            for i in range(len(rest))
        ]
    buttons = [PushButton("again", main, again, "again", "main", 56, ready)]
    for (key, label, icon), box in zip(rest, boxes, strict=True):
        buttons.append(PushButton(key, box, label, icon, enabled=ready))
    return buttons


def _rooms(canvas: Canvas) -> tuple[Box, Box]:
    """The room for the words, and the one for the choices, beside or above and below the board."""
    plan = layout(canvas, (0, 0), tray=0)
    if canvas.height > canvas.width * 1.12:
        board = plan.board
        inner = canvas.width - 2 * MARGIN
        below = board.bottom + MARGIN
        words_room = Box(MARGIN, MARGIN, inner, board.y - 2 * MARGIN)
        return words_room, Box(MARGIN, below, inner, canvas.height - below - MARGIN)
    left, right = (panel.box for panel in plan.panels)
    tall = canvas.height - 2 * MARGIN
    return Box(left.x, MARGIN, left.w, tall), Box(right.x, MARGIN, right.w, tall)


def warm_result(canvas: Canvas) -> None:
    """Makes the result's large pictures while nobody waits for them."""
    room, choices = _rooms(canvas)
    _plate(canvas.px(room.w), canvas.px(room.h), canvas.px(30))
    for enabled in (False, True):
        buttons = Buttons(place_choices(choices, ready=enabled))
        buttons.draw(Frame(canvas))


def _largest(
    text: str, pixels: int, width: int, height: int, colour: Colour, bold: bool
) -> pygame.Surface:
    """The text as a block, as large as it fits the room."""
    return _largest_block(spoken(text), pixels, width, height, colour, bold)


@lru_cache(maxsize=32)
def _largest_block(
    text: str, pixels: int, width: int, height: int, colour: Colour, bold: bool
) -> pygame.Surface:
    size = pixels
    while size > 12:
        block = words.block(text, size, width, colour, bold, spacing=1.1 if bold else 1.28)
        if block.get_width() <= width and block.get_height() <= height:
            return block
        size -= max(1, size // 20)
    return words.block(text, size, width, colour, bold)


@lru_cache(maxsize=8)
def _plate(width: int, height: int, radius: int) -> pygame.Surface:
    plate = art.copied(art.rounded(width, height, radius, PANEL, 235))
    plate.blit(art.outline(width, height, radius, max(2, radius // 7), AMBER, 200), (0, 0))
    return plate
