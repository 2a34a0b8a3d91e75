"""The title: the program's name, its boards, and nothing to decide."""

from dataclasses import replace
from math import cos, inf, pi
from typing import Final

from tabletop.engine import Game, say
from tabletop.input.actions import (
    Action,
    Buzz,
    Cancel,
    Down,
    Drop,
    Nudge,
    Press,
    Roll,
    Tap,
    Typed,
    Walk,
)
from tabletop.scenes import title_art
from tabletop.scenes.emblem import board_picture
from tabletop.scenes.headline import headline
from tabletop.scenes.languages import LanguagesScene
from tabletop.scenes.offered import offered_games
from tabletop.scenes.title_layout import Place, TitlePlan, title_plan
from tabletop.scenes.touched import page_of
from tabletop.ui import art
from tabletop.ui.canvas import Box
from tabletop.ui.display import TITLE as NAME
from tabletop.ui.frame import Frame
from tabletop.ui.icons import icon
from tabletop.ui.label import Label
from tabletop.ui.lettering import em, least, nominal
from tabletop.ui.scene import Change, Pop, Push, Swap
from tabletop.ui.sheet import Sheet, round_button
from tabletop.ui.stones import stone
from tabletop.ui.table import Table
from tabletop.ui.theme import (
    AMBER_WORDS,
    BLACK_LOOK,
    BODY_SIZE,
    CARD_SIZE,
    DIM,
    GREEN_LOOK,
    NAME_SIZE,
    RED_LOOK,
    TEXT,
    WHITE,
    WHITE_LOOK,
)
from tabletop.ui.widgets import PushButton
from tabletop.ui.words import width_of

PULSE: Final = 3.0
"""Seconds from one brightest moment of the call to the next."""
STEPS: Final = 20
"""Pictures of one pulse: some seven a second, of two or three words."""
DIMMEST: Final = 0.75
"""The call's least brightness: large words still have 3:1 then in every palette."""
TITLE: Final = 40.0
"""The em of the games' titles."""
STONES: Final = ((BLACK_LOOK, -2), (WHITE_LOOK, -1), (RED_LOOK, 1), (GREEN_LOOK, 2))
"""The seats' marks beside the line below the name, outward from its ends."""
STONE: Final = 19.0
FINGER: Final = 62.0


class TitleScene(Sheet):
    """What the table shows before anybody has come.

    It lies over the menu. A touch of a board goes to that game, any other touch, key or button to
    the menu: nobody has to find a place.
    """

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.games = offered_games(table)
        self.plan: TitlePlan
        self._call: Label
        self._spent = 0.0
        self._down: set[int] = set()
        """Fingers that came down here: one that lifts from the page before is no touch."""

    def lay_out(self) -> None:
        self.games = offered_games(self.table)
        plan = self.plan = title_plan(self.canvas, len(self.games))
        self._call = self._set_call()
        boards = [
            PushButton(f"game:{game.key}", place.box, game.title)
            for game, place in zip(self.games, plan.boards, strict=True)
        ]
        words = say("title.below", "Play with friends, or alone against the computer.")
        self.labels = (
            self._tagline,
            *self._titles,
            Label(words, plan.below, BODY_SIZE, DIM, align="centre", most=1, spare=True),
        )
        self.buttons.replace([*boards, PushButton("language", plan.corner, icon="globe")])

    @property
    def _tagline(self) -> Label:
        stones = 7 * STONE
        room = Box(
            self.plan.tagline.x + stones,
            self.plan.tagline.y,
            self.plan.tagline.w - 2 * stones,
            self.plan.tagline.h,
        )
        return Label(headline(len(self.games)), room, NAME_SIZE, TEXT, align="centre", most=1)

    @property
    def _titles(self) -> list[Label]:
        """The games' titles, all in the size of the one with least room."""
        titles = [
            # For a room all words are large, and bold ones would be too broad.
            Label(game.title, place.title, TITLE, TEXT, not least(), "centre", "top", most=2)
            for game, place in zip(self.games, self.plan.boards, strict=True)
        ]
        sizes = [label.set_on(self.canvas).size for label in titles]
        size = nominal(min(sizes, default=1) / self.canvas.scale)
        return [replace(label, size=min(TITLE, size)) for label in titles]

    def _set_call(self) -> Label:
        """The call to touch, with the finger at its left; no wider than it is: it is put often."""
        words = say("title.call", "Touch to play")
        box, side = self.plan.call, self._finger
        room = Box.around(box.centre, box.w - 3 * side, box.h)
        label = Label(words, room, CARD_SIZE, AMBER_WORDS, True, "centre", most=1)
        lines = label.set_on(self.canvas)
        wide = min(room.w, (lines.width + 4) / self.canvas.scale)
        tight = Box.around((room.centre[0] + side * 0.6, room.centre[1]), wide, room.h)
        return replace(label, box=tight, size=nominal(lines.size / self.canvas.scale))

    @property
    def _finger(self) -> float:
        """The side of the finger beside the call."""
        return min(FINGER, em(CARD_SIZE) * 0.86)

    # -- what happens ---------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        match action:
            case Press() | Nudge() | Walk() | Buzz() | Roll() | Typed():
                return self._gone(self.back())
            case Down(contact=contact):
                self._down.add(contact)
            case Cancel(contact=contact):
                self._down.discard(contact)
            case _:
                pass
        change = super().handle(action)
        if change is None and isinstance(action, Tap | Drop) and action.contact in self._down:
            self.presses += 1
            change = self._gone(self.back())
        return change

    def pressed(self, key: str, /) -> Change:
        kind, _, name = key.partition(":")
        if kind == "language":
            return Push(LanguagesScene(self.table))
        return Swap(page_of(self.table, next(game for game in self.games if game.key == name)))

    def back(self) -> Change:
        return Pop()

    def _gone(self, change: Change) -> Change:
        if change is not None:
            self._down.clear()
        return super()._gone(change)

    # -- time -----------------------------------------------------------------------------------

    @property
    def glow(self) -> float:
        """How bright the call is now, up to 1; it stands bright where nothing may pulse."""
        if not self.table.slow:
            return 1.0
        step = int(self._spent / PULSE * STEPS) % STEPS
        return 1 - (1 - DIMMEST) * (1 - cos(2 * pi * step / STEPS)) / 2

    def update(self, dt: float, /) -> Change:
        self._spent += dt
        return None

    def wakes_in(self) -> float:
        step = PULSE / STEPS
        return step - self._spent % step + 0.001 if self.table.slow else inf

    # -- drawing --------------------------------------------------------------------------------

    @property
    def name_width(self) -> float:
        """How wide the name is, in canvas units."""
        return width_of(NAME, self.canvas.px(self.plan.em), bold=True) / self.canvas.scale

    def draw_content(self, frame: Frame) -> None:
        name = title_art.name_picture(NAME, self.canvas.px(self.plan.em))
        frame.put(name, self.plan.name)
        super().draw_content(frame)
        self._draw_stones(frame)
        self._draw_call(frame)

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        pressed = self.is_held(button)
        if button.key == "language":
            round_button(frame, button, pressed=pressed, focused=False)
            return
        boards = zip(self.games, self.plan.boards, strict=True)
        for game, place in boards:
            if button.key == f"game:{game.key}":
                draw_board(frame, game, place, pressed=pressed)

    def _draw_stones(self, frame: Frame) -> None:
        """Two seats' stones at either end of the line below the name."""
        label = self._tagline
        half = label.set_on(self.canvas).width / self.canvas.scale / 2
        x, y = label.box.centre
        for look, place in STONES:
            away = half + (2.6 * abs(place) - 0.2) * STONE
            at = (x + (away if place > 0 else -away), y)
            frame.put(stone(look, STONE * self.canvas.scale), at)

    def _draw_call(self, frame: Frame) -> None:
        label, side, glow = self._call, self._finger, self.glow
        frame.meant(label.box)
        frame.put(label.picture(self.canvas), label.box.centre, glow)
        sign = icon("finger", self.canvas.px(side), AMBER_WORDS)
        frame.put(sign, (label.box.x - side * 0.75, label.box.centre[1]), glow)


def draw_board(frame: Frame, game: Game, place: Place, *, pressed: bool) -> None:
    """Puts a game's board on its round ground; pressed both sink."""
    canvas = frame.canvas
    radius = canvas.px(place.radius)
    thick = title_art.thick_of(radius) / canvas.scale
    x, y = place.centre
    frame.put(title_art.ground_shadow(radius), (x, y + thick / 2))
    down = thick * 0.6 if pressed else 0.0
    frame.put(title_art.round_ground(radius, title_art.colour_of(game)), (x, y + down))
    picture = board_picture(game, title_art.board_side(canvas, place.radius))
    if picture is not None:
        frame.put(picture, (x, y + down))
    if pressed:
        frame.put(art.disc(radius, WHITE, 34), (x, y + down))
