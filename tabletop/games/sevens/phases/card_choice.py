"""All serendipity cards face up, to say which one was drawn from a real deck."""

from typing import Final

from tabletop.engine import say
from tabletop.games.sevens.phases.card_art import RATIO, card_face
from tabletop.games.sevens.rules.cards import Card
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.words import CARD_NAMES
from tabletop.ui import art
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.sheet import row, stacked
from tabletop.ui.theme import AMBER, FOCUS, Colour
from tabletop.ui.widgets import Buttons, PushButton, draw_button

PICK: Final = "pick:"
BACK: Final = "back"
CHOSEN: Final = "chosen"
GAP: Final = 40.0
EDGE: Final = 14.0
"""How broad the frame about a card is that is chosen, or where the keys stand."""


class CardChoice:
    """The four cards beside each other; one is touched, and then it is said that it was that one.

    All four are always there: a card that was drawn goes back into the deck.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._boxes: dict[Card, Box] = {}
        self.chosen: Card | None = None
        """The card that was touched."""

    def lay_out(self, area: Box) -> None:
        """Lays the cards side by side, or by two where that makes them larger."""
        rows = 1 if area.w > 1.2 * area.h else 2
        across = len(Card) // rows
        room = Box(area.x, area.y, area.w - GAP * (across - 1), area.h - GAP * (rows - 1))
        room = room.inset(EDGE)
        high = min(room.h / rows, room.w / across / RATIO)
        wide = high * RATIO
        whole = Box.around(
            area.centre, across * wide + GAP * (across - 1), rows * high + GAP * (rows - 1)
        )
        lines = stacked(whole, [high] * rows, GAP)
        cells = [cell for line in lines for cell in row(line, across, GAP)]
        self._boxes = dict(zip(Card, cells, strict=True))
        for card in Card:
            # Made before they are seen: that takes longer than a frame.
            card_face(card, self._desk.canvas.px(high))

    def buttons(self, box: Box) -> list[PushButton]:
        """The cards, and below them the ways back and on."""
        back, on = row(box, 2, GAP / 2)
        this = say("sevens.card.this", "This one")
        return [
            *(
                PushButton(PICK + card, cell, CARD_NAMES[card])
                for card, cell in self._boxes.items()
            ),
            PushButton(BACK, back, icon="back"),
            PushButton(CHOSEN, on, this, style="main", size=44, enabled=self.chosen is not None),
        ]

    def choose(self, key: str) -> None:
        """A card was touched."""
        self.chosen = Card(key.removeprefix(PICK))

    def draw(self, frame: Frame, buttons: Buttons) -> None:
        """Draws the cards and the buttons."""
        held = buttons.held.values()
        for button in buttons.buttons:
            if button.key.startswith(PICK):
                card = Card(button.key.removeprefix(PICK))
                self._draw_card(frame, card, focused=button.key == buttons.focus)
            else:
                focused = button.key == buttons.focus
                draw_button(frame, button, pressed=button.key in held, focused=focused)

    def _draw_card(self, frame: Frame, card: Card, *, focused: bool) -> None:
        canvas, box = frame.canvas, self._boxes[card]
        rims: list[tuple[Colour, float]] = [(FOCUS, EDGE)] if focused else []
        if card is self.chosen:
            rims.append((AMBER, EDGE * 0.65))
        for colour, wide in rims:
            edge, radius = canvas.px(wide), canvas.px(box.h * 0.055)
            size = (canvas.px(box.w) + 2 * edge, canvas.px(box.h) + 2 * edge)
            frame.put(art.rounded(*size, radius + edge, colour), box.centre)
        frame.put(card_face(card, canvas.px(box.h)), box.centre)
