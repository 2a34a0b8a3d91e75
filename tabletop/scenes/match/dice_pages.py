"""The names of the sources of throws, and the pages that ask for source or dice."""

from collections.abc import Sequence
from typing import Final

import pygame

from tabletop.engine import Text, joined, say
from tabletop.engine.match import (
    SOURCE_READER_PREFIX,
    SOURCE_REPLAYED,
    SOURCE_SCREEN,
    SOURCE_SIMULATED_PREFIX,
    SOURCE_TYPED,
)
from tabletop.input.actions import Action, Press, Typed
from tabletop.input.actions import Button as Key
from tabletop.input.devices import Device, reader_name
from tabletop.scenes.device_text import SIMULATED as NOT_REAL
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop
from tabletop.ui.draw import shapes
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import AMBER, CREAM, FOCUS, HEAD_SIZE, INK, PANEL, mix
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton
from tabletop.ui.widgets.list_dialog import ListAnswer, ListDialog
from tabletop.ui.widgets.page import PageScene, Plate, split_row

AUTO: Final = "auto"
"""The choice of whatever is there: a reader that works, else the screen."""
MAX_LABEL_LENGTH: Final = 18
"""The most characters of a reader's name on a strip."""
ON_SCREEN_TEXT: Final = say("dice.screen", "on screen")
TYPED_TEXT: Final = say("dice.typed", "entered by hand")
REPLAYED_TEXT: Final = say("dice.replayed", "REPLAYED")


def source_words(label: str) -> Text:
    """The source of a throw, as records call it, in words for people."""
    if "," in label:
        one, _, other = label.partition(",")
        both = {"one": source_words(one), "other": source_words(other)}
        return say("dice.both", "{one} and {other}", **both)
    if label.startswith(SOURCE_SIMULATED_PREFIX):
        return say("dice.simulated", "SIMULATED {name}", name=reader_name(label))
    if label.startswith(SOURCE_READER_PREFIX):
        return say("dice.reader", "reader {name}", name=reader_name(label))
    fixed = {
        SOURCE_SCREEN: ON_SCREEN_TEXT,
        SOURCE_TYPED: TYPED_TEXT,
        SOURCE_REPLAYED: REPLAYED_TEXT,
    }
    return fixed.get(label) or say("dice.other", "{name}", name=label)


def strip_words(label: str, *, broad: bool) -> Text:
    """How the dice of a tray are thrown; in two lines where it is not broad.

    Dice on the screen need no words: there the button offers real ones.
    """
    kind, colon, _ = label.partition(":")
    name = reader_name(label)
    short = (
        kind
        + colon
        + (name if len(name) <= MAX_LABEL_LENGTH else name[: MAX_LABEL_LENGTH - 1] + "…")
    )
    if label == SOURCE_SCREEN:
        # NOTE for translators: a button at a seat; it asks how the dice are rolled.
        return say("dice.strip_screen", "Use real dice")
    if broad or "," in label or not colon:
        return say("dice.strip", "Dice: {source}", source=source_words(short))
    if kind + colon == SOURCE_SIMULATED_PREFIX:
        return joined("\n", say("dice.strip_simulated", "SIMULATED dice"), short.partition(":")[2])
    return joined("\n", say("dice.strip_reader", "Dice reader"), short.partition(":")[2])


def projector_words(label: str) -> Text:
    """The source in one large word, for projector mode."""
    kinds = {f"{kind}{colon}" for kind, colon, _ in (s.partition(":") for s in label.split(","))}
    if SOURCE_SIMULATED_PREFIX in kinds:
        return NOT_REAL
    if SOURCE_READER_PREFIX in kinds:
        return say("dice.room_reader", "Reader")
    if SOURCE_REPLAYED in kinds:
        return REPLAYED_TEXT
    # NOTE for translators: one word on a narrow button; by what the dice are thrown.
    screen, typed = say("dice.room_screen", "Screen"), say("dice.room_typed", "By hand")
    return typed if SOURCE_TYPED in kinds else screen


def mark_simulated(words: Text, *, simulated: bool) -> Text:
    """The words, with the mark of a simulated device where it is one."""
    return say("dice.marked", "SIMULATED · {words}", words=words) if simulated else words


def reader_lost_words(now: str) -> Text:
    """A reader was lost, and the dice are thrown another way."""
    return say("dice.gone", "Dice now: {now}.", now=source_words(now))


def reader_found_words(label: str) -> Text:
    """A reader was connected, and throws next."""
    return say("dice.there", "Next roll: {reader}.", reader=source_words(label))


MAX_READERS_OFFERED: Final = 2
"""How many readers are offered by name."""


def ask_dice_source(chosen: str, readers: Sequence[Device], turns: int) -> ListDialog:
    """Asks how dice are thrown. Pops with `AUTO`, a source or the key of a reader, or None if it
    stays as it is.
    """
    faces: list[tuple[str, Text]] = [
        (AUTO, say("dice.ask_auto", "Dice reader, or on screen")),
        (SOURCE_SCREEN, say("dice.ask_screen", "On screen")),
        (SOURCE_TYPED, say("dice.ask_typed", "Real dice, entered by hand")),
    ]
    for reader in readers[:MAX_READERS_OFFERED]:
        words = say("dice.ask_reader", "Only {reader}", reader=source_words(reader.label))
        faces.append((reader.key, words))
    answers = [ListAnswer(key, words, chosen=key == chosen) for key, words in faces]
    return ListDialog(say("dice.ask", "How are the dice rolled?"), answers, turns)


WIDTH: Final = 980.0
PAD: Final = 40.0
GAP: Final = 18.0
HEAD: Final = 84.0
FACE_SIZE: Final = 140.0
BUTTON: Final = 104.0
FACE_KEY: Final = "die:"


class TypedDice(PageScene):
    """Pops with the values of all dice asked for, or with None."""

    covers = False

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
        face = min(FACE_SIZE, (width - 2 * PAD + GAP) / max(self.sides) - GAP)
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
            boxes = split_row(Box(inner.x + (inner.w - long) / 2, y, long, face), sides, GAP)
            buttons += [self._face(die, value + 1, box) for value, box in enumerate(boxes)]
            y += face + GAP
        buttons += self._answers(Box(inner.x, inner.bottom - BUTTON, inner.w, BUTTON))
        self.buttons.replace(buttons)

    def _face(self, die: int, value: int, box: Box) -> PushButton:
        style: ButtonStyle = "chosen" if self.values[die] == value else "plain"
        key = f"{FACE_KEY}{die}:{value}"
        return PushButton(key, box, str(value), "", style, turns=self.turns, about=self.middle)

    def _answers(self, box: Box) -> list[PushButton]:
        back, play = split_row(box, 2, GAP)
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
        """A digit is the value of the first missing die; if none is missing, it begins again."""
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
        picture = die_face(int(button.label), canvas.px(button.box.w), chosen=chosen or held)
        if focused:
            side = canvas.px(button.box.w) + canvas.px(14)
            frame.put(shapes.rounded(side, side, side * 0.2, FOCUS), button.box.centre)
        frame.put(picture, button.box.centre)


@surface_cache(most=64)
def die_face(value: int, side: int, *, chosen: bool) -> pygame.Surface:
    """The face of a die, lit if chosen; values above six as digits."""
    ground = AMBER if chosen else mix(CREAM, INK, 0.12)
    picture = shapes.copy_surface(shapes.rounded(side, side, side * 0.2, ground))
    for x, y in shapes.PIPS.get(value, ()):
        pip = shapes.disc(side * 0.085, INK)
        at = (
            round(side * (0.5 + 0.27 * x) - pip.get_width() / 2),
            round(side * (0.5 + 0.27 * y) - pip.get_height() / 2),
        )
        picture.blit(pip, at)
    return picture
