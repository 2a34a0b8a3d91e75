"""Real dice typed in by hand: big faces to touch or to type, correctable until confirmed."""

from typing import Final

import pygame

from tabletop.engine import say
from tabletop.input.actions import Action, Press, Typed
from tabletop.input.actions import Button as Key
from tabletop.ui import art
from tabletop.ui.canvas import Box, Point
from tabletop.ui.frame import Frame
from tabletop.ui.kept import kept
from tabletop.ui.label import Label
from tabletop.ui.scene import Change, Pop
from tabletop.ui.sheet import Overlay, Plate, row
from tabletop.ui.theme import AMBER, CREAM, FOCUS, HEAD_SIZE, INK, PANEL, mix
from tabletop.ui.widgets import PushButton, Style

WIDTH: Final = 980.0
PAD: Final = 40.0
GAP: Final = 18.0
HEAD: Final = 84.0
FACE: Final = 140.0
BUTTON: Final = 104.0
FACE_KEY: Final = "die:"

_PIPS: Final[dict[int, tuple[Point, ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


class TypedDice(Overlay):
    """Pops with the values of all dice asked for, or with None."""

    def __init__(
        self,
        sides: tuple[int, ...],
        lying: tuple[int, ...] = (),
        turns: int = 0,
        about: Point | None = None,
    ) -> None:
        """`sides` of each die that is still to be thrown; `lying` are those before them."""
        super().__init__(turns, about)
        self.sides = sides
        self.lying = lying
        self.values: list[int] = [0] * len(sides)
        """What was chosen for each die; 0 for none yet."""

    @property
    def complete(self) -> bool:
        return all(self.values)

    def lay_out(self) -> None:
        across, down = self.room
        width, count = min(WIDTH, across), len(self.sides)
        face = min(FACE, (width - 2 * PAD + GAP) / max(self.sides) - GAP)
        fixed = 2 * PAD + HEAD + BUTTON + (count + 1) * GAP
        face = min(face, (down - fixed) / count)
        plate = self.place(width, fixed + count * face)
        inner = plate.inset(PAD)
        self.plates = (Plate(plate, PANEL, 40, lined=True),)
        head = Box(inner.x, inner.y - 6, inner.w, HEAD)
        asked = say("typed.two", "What do the dice show?")
        if count == 1:
            asked = say("typed.one", "What does the die show?")
        self.labels = (Label(asked, head, HEAD_SIZE, bold=True, most=1),)
        buttons, y = [], inner.y + HEAD + GAP
        for die, sides in enumerate(self.sides):
            long = sides * face + (sides - 1) * GAP
            boxes = row(Box(inner.x + (inner.w - long) / 2, y, long, face), sides, GAP)
            buttons += [self._face(die, value + 1, box) for value, box in enumerate(boxes)]
            y += face + GAP
        buttons += self._answers(Box(inner.x, inner.bottom - BUTTON, inner.w, BUTTON))
        self.buttons.replace(buttons)

    def _face(self, die: int, value: int, box: Box) -> PushButton:
        style: Style = "chosen" if self.values[die] == value else "plain"
        key = f"{FACE_KEY}{die}:{value}"
        return PushButton(key, box, str(value), "", style, turns=self.turns, about=self.middle)

    def _answers(self, box: Box) -> list[PushButton]:
        back, play = row(box, 2, GAP)
        shown = " + ".join(str(value or "…") for value in (*self.lying, *self.values))
        words = say("typed.play", "Play {dice}", dice=shown)
        turns, about = self.turns, self.middle
        return [
            PushButton("back", back, say("typed.back", "Back"), turns=turns, about=about),
            PushButton(
                "play", play, words, "", "main", enabled=self.complete, turns=turns, about=about
            ),
        ]

    # -- hands --------------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        match action:
            case Typed(sign=sign):
                if sign.isascii() and sign.isdigit():
                    self._type(int(sign))
                return None
            case Press(button=Key.UNDO):
                self._take_back()
                return None
            case Press(button=Key.OK) if self.complete and self.buttons.focus is None:
                return self._gone(Pop(tuple(self.values)))
        return super().handle(action)

    def _type(self, value: int) -> None:
        """A digit is the first die that is missing; when none is, it begins anew."""
        if self.complete:
            self.values = [0] * len(self.sides)
        die = self.values.index(0)
        if 1 <= value <= self.sides[die]:
            self.values[die] = value
        self.lay_out()

    def _take_back(self) -> None:
        given = [die for die, value in enumerate(self.values) if value]
        if given:
            self.values[given[-1]] = 0
        self.lay_out()

    def pressed(self, key: str, /) -> Change:
        if key == "back":
            return Pop(None)
        if key == "play":
            return Pop(tuple(self.values))
        die, value = key.removeprefix(FACE_KEY).split(":")
        self.values[int(die)] = int(value)
        self.lay_out()
        return None

    def back(self) -> Change:
        return Pop(None)

    # -- pictures -----------------------------------------------------------------------------

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        if not button.key.startswith(FACE_KEY):
            super().draw_one(frame, button)
            return
        canvas = frame.canvas
        chosen, held = button.style == "chosen", self.is_held(button)
        focused = button.key == self.buttons.focus
        picture = face(int(button.label), canvas.px(button.box.w), chosen=chosen or held)
        if focused:
            side = canvas.px(button.box.w) + canvas.px(14)
            frame.put(art.rounded(side, side, side * 0.2, FOCUS), button.box.centre)
        frame.put(picture, button.box.centre)


@kept(most=64)
def face(value: int, side: int, *, chosen: bool) -> pygame.Surface:
    """A face of a die as seen from above; one that was chosen is lit. A figure beyond six."""
    ground = AMBER if chosen else mix(CREAM, INK, 0.12)
    picture = art.copied(art.rounded(side, side, side * 0.2, ground))
    for x, y in _PIPS.get(value, ()):
        pip = art.disc(side * 0.085, INK)
        at = (
            round(side * (0.5 + 0.27 * x) - pip.get_width() / 2),
            round(side * (0.5 + 0.27 * y) - pip.get_height() / 2),
        )
        picture.blit(pip, at)
    return picture
