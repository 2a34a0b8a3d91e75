"""Explains, when asked, what stands at a place of the board, its marks, a seat or a button."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tabletop.engine import Seat, Spot, Text, joined, say
from tabletop.input.actions import Action, Button, Buzz, Cancel, Down, Drop, Press, Pull, Tap
from tabletop.scenes.play.board import CONFIRM_KEY, GOAL_TOOL, SEAT_MARK, SPOT_KEY, TOOL_KEY
from tabletop.scenes.play.features import Handled, MatchFeature, MatchParts
from tabletop.scenes.play.hints import PLAY_HINT
from tabletop.ui.board.marks import FINISH_NOTE, SpotNote, meanings, owner_text
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


GOAL_KEYS: Final = ("goal:", TOOL_KEY + GOAL_TOOL)
"""What the keys of buttons begin with that end the explaining."""
BUTTON_NOTES: Final[Mapping[str, Text]] = {
    f"{TOOL_KEY}menu": say("glossary.menu", "Pauses the game. Here you can save, leave or adjust."),
    f"{TOOL_KEY}undo": say("glossary.undo", "Takes back the last move."),
    f"{TOOL_KEY}hint": say("glossary.hint", "Shows you a good move."),
    f"{TOOL_KEY}result": say("glossary.result", "Shows who won, and how."),
    f"{TOOL_KEY}first": say("glossary.first", "Shows the game from its start."),
    f"{TOOL_KEY}earlier": say("glossary.earlier", "Shows the game one move earlier."),
    f"{TOOL_KEY}later": say("glossary.later", "Shows the next move."),
    f"{TOOL_KEY}last": say("glossary.latest", "Shows the game as it stands."),
    "dice": say("glossary.dice", "Chooses who rolls: this screen, or you with real dice."),
    "call": say("glossary.call", "Touch it as soon as you have a winning line."),
    CONFIRM_KEY: FINISH_NOTE,
    "card": say("glossary.card", "One way to make this move. Touch it to see what happens."),
    f"{SPOT_KEY}{PLAY_HINT}": say("glossary.play_hint", "Makes the move that the hint shows."),
}
"""What the buttons of a match do, by their keys or what those begin with."""


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
    """Explains the next thing that is touched, once it is asked to."""

    def __init__(self, parts: MatchParts) -> None:
        super().__init__(parts)
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
        self._asks = False
        button = next((one for one in reversed(self._buttons.buttons) if one.holds(at)), None)
        if button is not None and button.key.startswith(GOAL_KEYS):
            return None
        self._used = number
        if button is not None:
            return Handled(self._explain_button(button))
        return Handled(self._explain(self._board.view.spot_at(self._look(), at), at))

    def _ask_by_key(self, cursor: Spot) -> Handled | None:
        """The OK key explains the place or button under the cursor."""
        self._asks = False
        if cursor.startswith(GOAL_KEYS):
            return None
        keys = cursor, f"{SPOT_KEY}{cursor}"
        button = next((one for one in self._buttons.buttons if one.key in keys), None)
        if button is not None:
            return Handled(self._explain_button(button))
        return Handled(self._explain(cursor, self._board.layout.board.centre))

    def _explain(self, spot: Spot | None, at: Point) -> Change:
        """The plate with what is to be said of a place, turned to whoever acts."""
        shown = self._look()
        said = meanings(self._board.upright, shown, spot) if spot is not None else ()
        places = self._board.view.points(shown)
        if not said:
            said = self._explain_seat(at)
        return self._show(said, places.get(spot or "", at)) if said else None

    def _explain_button(self, button: PushButton) -> Change:
        """The plate with what a button is called and does; choices of a ply are places."""
        key = button.key.partition(SEAT_MARK)[0]
        words = BUTTON_NOTES.get(key) or BUTTON_NOTES.get(key.partition(":")[0])
        if words is None:
            return self._explain(key.removeprefix(SPOT_KEY), button.centre)
        name = accessible_name(button)
        if name:
            words = say("glossary.named", "{name}: {what}", name=name, what=words)
        return self._show((SpotNote("note", words),), button.centre)

    def _explain_seat(self, at: Point) -> tuple[SpotNote, ...]:
        """What is to be said of a seat's tray, or else of its panel: whose it is and its score."""
        view, shown = self._board.upright, self._look()
        for seat, panel in enumerate(self._board.layout.panels):
            here = turn_point(at, -panel.turns, panel.about)
            if panel.tray.holds(here) and (found := meanings(view, shown, f"tray:{seat}")):
                return found
            if panel.box.holds(here):
                who, score = self._session.setup.name(seat), view.score(shown, seat)
                name = SpotNote("piece", joined("", who), seat)
                notes = (owner_text(shown, view, seat), *((score,) if score else ()))
                return (name, *(SpotNote("note", words) for words in notes))
        return ()

    def _show(self, said: tuple[SpotNote, ...], where: Point) -> Change:
        view = self._board.view
        panel = self._board.layout.panels[self._look().seat]
        target = GlossaryTarget(where, view.cell * 0.55)
        scene = GlossaryScene(said, view.looks, target, panel.turns, panel.language)
        scene.text_scale = panel.text_scale
        return Push(scene)
