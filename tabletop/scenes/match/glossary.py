"""Explains what stands at a place of the board, and what its marks mean, when asked."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

from tabletop.engine import Seat, Spot, joined, say
from tabletop.input.actions import Action, Button, Buzz, Cancel, Down, Drop, Press, Pull, Tap
from tabletop.scenes.play.board import GOAL_TOOL, SPOT_KEY, TOOL_KEY
from tabletop.scenes.play.features import Handled, MatchFeature, MatchParts
from tabletop.ui.board.marks import SpotNote, meanings
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.draw import shapes
from tabletop.ui.speech.speech import accessible_name
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER,
    BODY_SIZE,
    BUTTON_SIZE,
    CORAL,
    CREAM,
    DIM,
    NAME_SIZE,
    PANEL,
    PETROL,
    TEXT,
    SeatLook,
)
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import PageScene, Plate

WIDTH: Final = 820.0
PAD: Final = 44.0
GAP: Final = 22.0
PLATE_DISTANCE: Final = 24.0
"""From the place to the plate."""
BUTTON: Final = 92.0
SIGN_WIDTH: Final = 76.0
"""The width of a sentence's sign, before its text."""
MAX_SENTENCE_HEIGHT: Final = 170.0
"""The most height of one sentence."""
TEXT_SCALES: Final = (1.0, 0.92, 0.85, 0.78, 0.72, 0.66, 0.6, 0.55, 0.5)
"""Shares of the text size that are tried, the first that fits."""


@dataclass(frozen=True, slots=True)
class GlossaryTarget:
    """The place that is explained: its point and size."""

    at: Point
    radius: float


class GlossaryScene(PageScene):
    """Sentences with their signs. The next touch anywhere closes it."""

    covers = False

    def __init__(
        self,
        said: Sequence[SpotNote],
        looks: Sequence[SeatLook],
        place: GlossaryTarget,
        turns: int = 0,
        language: str = "",
    ) -> None:
        super().__init__(turns)
        self.said = tuple(said)
        self.looks = looks
        self.place_asked = place
        self.language = language
        self._down: tuple[str, int] | None = None
        self._share = 1.0

    def lay_out(self) -> None:
        across, down = self.room
        width = min(self.canvas.context.scaled_length(WIDTH, BODY_SIZE), across)
        inner = width - 2 * PAD - SIGN_WIDTH
        low = min(self.canvas.context.scaled_length(BUTTON, BUTTON_SIZE), max(BUTTON, 0.14 * down))
        for self._share in TEXT_SCALES:
            heights = self._heights(inner)
            height = 2 * PAD + sum(heights) + GAP * len(heights) + low
            if height <= down:
                break
        height = min(down, height)
        self.wanted = self._beside(width, height)
        plate = self.place(width, height)
        self.plates = (Plate(plate, PANEL, 40, lined=True),)
        placed, y = [], plate.y + PAD
        for number, high in enumerate(heights):
            placed.append(self._label(number, Box(plate.x + PAD + SIGN_WIDTH, y, inner, high)))
            y += high + GAP
        self.labels = tuple(placed)
        box = Box(plate.x + PAD, plate.bottom - PAD - low + 12, plate.w - 2 * PAD, low - 12)
        words = say("glossary.close", "Got it")
        close = PushButton("close", box, words, "check", turns=self.turns, about=self.middle)
        self.buttons.replace([close])

    def _heights(self, width: float) -> list[float]:
        """How high each sentence is in a column of that width."""
        box = Box(
            0,
            0,
            width,
            self.canvas.context.scaled_length(MAX_SENTENCE_HEIGHT, BODY_SIZE) * self._share,
        )
        labels = [self._label(number, box) for number in range(len(self.said))]
        return [max(52.0, label.text_height(self.canvas) + 10) for label in labels]

    def _beside(self, width: float, height: float) -> Point:
        """Where the plate's middle can lie so that it does not cover what was asked about."""
        (x, y), away = self.place_asked.at, self.place_asked.radius + PLATE_DISTANCE
        across, down = (width, height) if self.turns % 2 == 0 else (height, width)
        free = {
            (x, y - away - down / 2): y - away - down,
            (x, y + away + down / 2): self.canvas.height - y - away - down,
            (x - away - across / 2, y): x - away - across,
            (x + away + across / 2, y): self.canvas.width - x - away - across,
        }
        return max(free, key=lambda at: free[at])

    def _label(self, number: int, box: Box) -> Label:
        words = self.said[number].words
        if number == 0:
            return Label(words, box, NAME_SIZE * 0.9 * self._share, TEXT, bold=True)
        ink = DIM if self.said[number].sign == "note" else TEXT
        return Label(words, box, BODY_SIZE * self._share, ink)

    def handle(self, action: Action, /) -> Change:
        match action:
            case Down(source=source, contact=contact):
                self._down = source, contact  # the finger that opened it may lift in peace
            case Tap(source=source, contact=contact) if (source, contact) == self._down:
                return Pop()
            case Press() | Buzz():
                return Pop()
            case _:
                pass
        return None

    def pressed(self, key: str, /) -> Change:
        del key  # there is one button, and any touch is as good
        return Pop()

    def draw(self, frame: Frame) -> None:
        super().draw(frame)
        canvas, place = frame.canvas, self.place_asked
        if not any(plate.box.holds(place.at) for plate in self.plates):  # in a small window it may
            ring = shapes.ring(canvas.px(place.radius), float(canvas.px(7)), CREAM)
            frame.put(ring, place.at)

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        for meaning, label in zip(self.said, self.labels, strict=True):
            self._put_sign(frame, meaning, (label.box.x - SIGN_WIDTH / 2 - 8, label.box.centre[1]))

    def _put_sign(self, frame: Frame, meaning: SpotNote, at: Point) -> None:
        canvas = frame.canvas
        radius, line = canvas.px(22), float(canvas.px(7))
        match meaning.sign:
            case "piece" if meaning.seat is not None:
                frame.put(shapes.stone(self.looks[meaning.seat], canvas.px(26)), at)
            case "light":
                frame.put(shapes.disc(radius, AMBER), at)
            case "last":
                frame.put(shapes.ring(radius, line * 1.8, CREAM), at)
                frame.put(shapes.ring(radius, line, PETROL), at)
            case "why":
                frame.put(shapes.ring(radius, line, CORAL), at)
            case _:
                frame.put(shapes.disc(canvas.px(7), DIM), at)


class Glossary(MatchFeature):
    """Explains the next place of the board that is touched, once it is asked to."""

    def __init__(self, parts: MatchParts, *, others: Callable[[], Collection[Spot]]) -> None:
        """`others` gives the keys of buttons that are no places of the board."""
        super().__init__(parts)
        self._others = others
        self._asks = False
        """The next place that is touched is explained."""
        self._used: tuple[str, int] | None = None
        """The finger that asked: it means nothing else until it comes down again."""

    def ask_next(self, asks: bool) -> None:
        """Whether the next place that is touched is explained instead of played."""
        self._asks = asks

    def forget(self) -> None:
        """Forgets the finger that lay on the board before a page lay over it."""
        self._used = None

    @property
    def active(self) -> bool:
        return self._asks or self._used is not None

    def handle(self, action: Action, seat: Seat | None) -> Handled | None:
        match action:
            case Down(source=source, contact=contact, at=at):
                return self._down((source, contact), at)
            case Pull() | Tap() | Drop() | Cancel():
                return Handled() if (action.source, action.contact) == self._used else None
            case Press(button=Button.OK) if self._asks and self._session.hand.cursor is not None:
                return self._ask_by_key(self._session.hand.cursor)
            case Press(button=Button.BACK) if self._asks:
                self._asks = False
                return Handled()
            case _:
                return None

    def _down(self, number: tuple[str, int], at: Point) -> Handled | None:
        self._used = None
        if not self._asks:
            return None
        button, place = self._buttons.at(at), self._board.view.spot_at(self._look(), at)
        if button is not None and self._explains_tool(button):
            self._asks, self._used = False, number
            return Handled(
                self._show((SpotNote("note", joined("", accessible_name(button))),), button.centre)
            )
        if button is not None and not button.key.startswith(SPOT_KEY):
            self._asks = False
            return None
        self._asks = False
        self._used = number
        spot = place if button is None else button.key.removeprefix(SPOT_KEY)
        return Handled(self._explain(spot, at))

    def _ask_by_key(self, cursor: Spot) -> Handled | None:
        """The OK key explains the place under the cursor, and presses a button as ever."""
        self._asks = False
        if cursor in self._others():
            return None
        centres = {button.key: button.centre for button in self._buttons.buttons}
        middle = self._board.layout.board.centre
        return Handled(self._explain(cursor, centres.get(f"{SPOT_KEY}{cursor}", middle)))

    def _explain(self, spot: Spot | None, at: Point) -> Change:
        """The plate with what is to be said of a place, turned to whoever acts."""
        shown = self._look()
        spot = spot or self._tray_at(at)
        said = meanings(self._board.upright, shown, spot) if spot is not None else ()
        places = self._board.view.points(shown)
        return self._show(said, places.get(spot or "", at)) if said else None

    def _explains_tool(self, button: PushButton) -> bool:
        """Whether a button is a tool without a word, other than the one that asks."""
        asks = button.key.startswith(TOOL_KEY + GOAL_TOOL)
        return button.key.startswith(TOOL_KEY) and not asks and not button.label

    def _tray_at(self, at: Point) -> Spot | None:
        for seat, panel in enumerate(self._board.layout.panels):
            if panel.tray.holds(turn_point(at, -panel.turns, panel.about)):
                return f"tray:{seat}"
        return None

    def _show(self, said: tuple[SpotNote, ...], where: Point) -> Change:
        view = self._board.view
        panel = self._board.layout.panels[self._look().seat]
        target = GlossaryTarget(where, view.cell * 0.55)
        scene = GlossaryScene(said, view.looks, target, panel.turns, panel.language)
        scene.text_scale = panel.text_scale
        return Push(scene)
