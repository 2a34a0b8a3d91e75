"""The serendipity card: the loser of a round turns it over, or says which real card was drawn."""

from dataclasses import replace
from math import ceil, cos, pi
from typing import Final

import pygame

from tabletop.engine import Seat, Text, say
from tabletop.engine.match import SOURCE_SCREEN, SOURCE_TYPED
from tabletop.games.sevens.messages import CARD_EFFECTS, CARD_NAMES
from tabletop.games.sevens.rules.events import Card
from tabletop.games.sevens.scenes.context import NO_TEXT, MatchContext, TouchPolicy
from tabletop.games.sevens.scenes.phases import toss
from tabletop.games.sevens.scenes.phases.base import BasePhase
from tabletop.games.sevens.view.cards import CARD_RATIO, card_back, card_face
from tabletop.input.actions import Action, Down, Press
from tabletop.input.actions import Button as Key
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change
from tabletop.ui.core.tween import Timer, ease_in_out
from tabletop.ui.draw import shapes
from tabletop.ui.draw.shapes import stone
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER,
    BODY_SIZE,
    DIM,
    FOCUS,
    HEAD_SIZE,
    NAME_SIZE,
    TEXT,
    TITLE_SIZE,
    Colour,
)
from tabletop.ui.widgets.buttons import ButtonGroup, PushButton, draw_button
from tabletop.ui.widgets.page import split_row, stack_boxes

PICK_KEY: Final = "pick:"
BACK_KEY: Final = "back"
CHOSEN_KEY: Final = "chosen"
CARD_CHOICE_GAP: Final = 40.0
FRAME_WIDTH: Final = 14.0
"""The width of the frame around the chosen or focused card."""


class CardChoice:
    """All four cards face up, to say which one was drawn from a real deck.

    A drawn card goes back into the deck, so all four are always offered.
    """

    def __init__(self, context: MatchContext) -> None:
        self._context = context
        self._boxes: dict[Card, Box] = {}
        self.chosen: Card | None = None
        """The card that was touched."""

    def lay_out(self, area: Box) -> None:
        """Lays the cards in one row, or in two where that makes them larger."""
        rows = 1 if area.w > 1.2 * area.h else 2
        across = len(Card) // rows
        room = Box(
            area.x,
            area.y,
            area.w - CARD_CHOICE_GAP * (across - 1),
            area.h - CARD_CHOICE_GAP * (rows - 1),
        )
        room = room.inset(FRAME_WIDTH)
        high = min(room.h / rows, room.w / across / CARD_RATIO)
        wide = high * CARD_RATIO
        whole = Box.around(
            area.centre,
            across * wide + CARD_CHOICE_GAP * (across - 1),
            rows * high + CARD_CHOICE_GAP * (rows - 1),
        )
        lines = stack_boxes(whole, [high] * rows, CARD_CHOICE_GAP)
        cells = [cell for line in lines for cell in split_row(line, across, CARD_CHOICE_GAP)]
        self._boxes = dict(zip(Card, cells, strict=True))
        for card in Card:
            # Rendered in advance: it takes longer than a frame.
            card_face(card, self._context.canvas.px(high), self._context.ui_context)

    def buttons(self, box: Box) -> list[PushButton]:
        """The cards, and below them a button back and one to confirm."""
        back, on = split_row(box, 2, CARD_CHOICE_GAP / 2)
        this = say("sevens.card.this", "This one")
        return [
            *(
                PushButton(PICK_KEY + card, cell, CARD_NAMES[card])
                for card, cell in self._boxes.items()
            ),
            PushButton(BACK_KEY, back, icon="back"),
            PushButton(
                CHOSEN_KEY, on, this, style="main", size=44, enabled=self.chosen is not None
            ),
        ]

    def choose(self, key: str) -> None:
        self.chosen = Card(key.removeprefix(PICK_KEY))

    def draw(self, frame: Frame, buttons: ButtonGroup) -> None:
        held = buttons.held.values()
        for button in buttons.buttons:
            if button.key.startswith(PICK_KEY):
                card = Card(button.key.removeprefix(PICK_KEY))
                self._draw_card(frame, card, focused=button.key == buttons.focus)
            else:
                focused = button.key == buttons.focus
                draw_button(frame, button, pressed=button.key in held, focused=focused)

    def _draw_card(self, frame: Frame, card: Card, *, focused: bool) -> None:
        canvas, box = frame.canvas, self._boxes[card]
        rims: list[tuple[Colour, float]] = [(FOCUS, FRAME_WIDTH)] if focused else []
        if card is self.chosen:
            rims.append((AMBER, FRAME_WIDTH * 0.65))
        for colour, wide in rims:
            edge, radius = canvas.px(wide), canvas.px(box.h * 0.055)
            size = (canvas.px(box.w) + 2 * edge, canvas.px(box.h) + 2 * edge)
            frame.put(shapes.rounded(*size, radius + edge, colour), box.centre)
        frame.put(card_face(card, canvas.px(box.h), frame.context), box.centre)


CARD_FLIP_SECONDS: Final = 0.5
"""Seconds for turning the card over."""
FLIP_PICTURES: Final = 10
"""Steps between a card lying flat and one on edge."""
GAP: Final = 24.0
HOLDER_STONE_RADIUS: Final = 42.0
TEXT_LINE_GAP: Final = 44.0
"""The gap between lines of text."""
TOUCH_SLACK: Final = 1.12
"""The size of the card's touch area, relative to the card."""


ATTRACT_GAP: Final = 24.0
MIN_TALL_CARD_RATIO: Final = 1.3
"""Attract mode: from this height over its width on, a stage has the words below the card."""
ROOM_CARD_SHARE: Final = 0.52
"""Attract mode: the share of the board's width that a card has where it is read from afar."""
MIN_TEXT_HEIGHT: Final = 430.0
"""The least height of the text beside or below the card."""
REAL_CARD_BUTTON_HEIGHT: Final = 96.0
"""The height of the button for players with a real deck."""


class CardPhase(BasePhase):
    """The card lies face down until it is touched; then its effect is shown."""

    shows_column = False

    def __init__(self, context: MatchContext) -> None:
        super().__init__(context)
        dealt = context.match.card_on_table
        assert dealt is not None
        self._holder, self._card = dealt
        self._flip: Timer | None = Timer(0.0) if context.match.card_turned else None
        self._choice: CardChoice | None = None
        """The cards to choose from, while a real card is asked for."""
        self._box = Box(0, 0, 1, 1)
        self._words = Box(0, 0, 1, 1)

    # -- what is said ---------------------------------------------------------------------------

    @property
    def seat(self) -> Seat:
        return self._holder

    @property
    def _open(self) -> bool:
        return self._flip is not None and self._flip.done

    @property
    def prompt(self) -> Text:
        if self._open:
            return CARD_NAMES[self._card]
        if self._flip is not None:
            return say("sevens.card.turning", "Which one is it?")
        if self.policy is TouchPolicy.NOBODY:
            name = self.context.name(self.seat)
            return say("sevens.shown.card", "{name} draws a serendipity card.", name=name)
        if self._choice is not None:
            return say("sevens.card.which", "Which card did you draw? Touch it.")
        return say("sevens.card.touch", "Touch your card to turn it over.")

    @property
    def other_prompt(self) -> Text:
        name = self.context.name(self._holder)
        if not self._open:
            return say("sevens.card.draws", "{name} draws a serendipity card.", name=name)
        number, card = self.context.match.round + 2, CARD_NAMES[self._card]
        return say(
            "sevens.card.has",
            "{name} has this card for round {number}: {card}.",
            name=name,
            number=number,
            card=card,
        )

    # -- what is done ---------------------------------------------------------------------------

    def lay_out(self) -> None:
        plan = self.context.plan
        stage = plan.stage
        if plan.portrait:
            high = min(
                stage.h * 0.6,
                stage.w * 0.8 / CARD_RATIO,
                max(stage.h * 0.3, stage.h - MIN_TEXT_HEIGHT),
            )
            self._box = Box.around(
                (stage.centre[0], stage.y + 20 + high / 2), high * CARD_RATIO, high
            )
            top = self._box.bottom + 50
            self._words = Box(stage.x + 30, top, stage.w - 60, stage.bottom - top)
        else:
            high = min(plan.board.h - 20, plan.board.w * 0.46 / CARD_RATIO)
            wide = high * CARD_RATIO
            self._box = Box(plan.board.x + 60, plan.board.centre[1] - high / 2, wide, high)
            left = self._box.right + 80
            bottom = min(stage.bottom, plan.actions.y - GAP)
            self._words = Box(left, stage.y, stage.right - left, bottom - stage.y)
        if self._choice is not None:
            bottom = min(stage.bottom, plan.actions.y - GAP)
            self._choice.lay_out(Box(stage.x, stage.y, stage.w, bottom - stage.y))
        if self.policy is TouchPolicy.NOBODY:
            self._lay_out_unattended()
        # Rendered in advance: it takes longer than a frame.
        height = self.context.canvas.px(self._box.h)
        card_face(self._card, height, self.context.ui_context, turns=self.turns)

    def _lay_out_unattended(self) -> None:
        """Attract mode: no buttons below the card, and the round beside it."""
        plan, stage = self.context.plan, self.context.plan.stage
        if not plan.portrait:
            if (
                self.context.ui_context.projector
            ):  # From afar the name can be read only on a wide card.
                wide = min(
                    (plan.board.h - ATTRACT_GAP) * CARD_RATIO, plan.board.w * ROOM_CARD_SHARE
                )
                x, y = self._box.x - ATTRACT_GAP, self._box.centre[1]
                self._box = Box(x, y - wide / CARD_RATIO / 2, wide, wide / CARD_RATIO)
            top = max(self._words.y, plan.head.bottom + ATTRACT_GAP)
            self._words = Box(self._words.x, top, self._words.w, self._words.bottom - top)
        elif stage.h < MIN_TALL_CARD_RATIO * stage.w:
            high = min(stage.h - 2 * ATTRACT_GAP, stage.w * 0.42 / CARD_RATIO)
            wide = high * CARD_RATIO
            self._box = Box(stage.x + ATTRACT_GAP, stage.centre[1] - high / 2, wide, high)
            left = self._box.right + 2 * ATTRACT_GAP
            self._words = Box(left, stage.y, stage.right - left, stage.h)

    def lay_buttons(self) -> list[PushButton]:
        box = self.context.plan.actions
        if self._open:
            return [PushButton("on", box, say("sevens.on", "Go on"), "play", "main", HEAD_SIZE)]
        if self._flip is not None:
            return []
        if self._choice is not None:
            return self._choice.buttons(box)
        turn = PushButton("turn", box, say("sevens.card.turn", "Turn over"), "flip", "main", 56)
        words = self._words
        quiet = Box(
            words.x,
            words.bottom - REAL_CARD_BUTTON_HEIGHT,
            min(words.w, 640.0),
            REAL_CARD_BUTTON_HEIGHT,
        )
        own = say("sevens.card.own", "We drew a real card")
        return [turn, PushButton("own", quiet, own, "finger", size=40)]

    def handle(self, action: Action, /) -> Change:
        """A touch of the card, or OK, turns it over."""
        near = self.context.near(action, self.seat)
        match near:
            case Down(at=at) if self._lies and self._on_card(at):
                self._turn_over()
                return None
            case Press(button=Key.OK) if self._lies and self.buttons.focus is None:
                self._turn_over()
                return None
            case _:
                return super().handle(action)

    @property
    def _lies(self) -> bool:
        """Whether the card lies face down and can be turned."""
        return self._flip is None and self._choice is None

    def _on_card(self, at: Point) -> bool:
        box = self._box
        return Box.around(box.centre, box.w * TOUCH_SLACK, box.h * TOUCH_SLACK).holds(at)

    def _turn_over(self, drawn: Card | None = None) -> None:
        """Turns the card over; `drawn` is the card from a real deck."""
        source = SOURCE_SCREEN if drawn is None else SOURCE_TYPED
        self.context.match.turn_card(self.context.now, drawn, source)
        self._card, self._choice = drawn or self._card, None
        self._flip = Timer(CARD_FLIP_SECONDS * self.context.table.animation_scale)
        self.context.table.play("card")
        self.buttons.replace(self.lay_buttons())

    def pressed(self, key: str, /) -> Change:
        choice = self._choice
        if key == "turn":
            self._turn_over()
        elif key == "own":
            self._choice = CardChoice(self.context)
            self.fit()
            self.ignore_touches()
        elif key == BACK_KEY:
            self.step_back()
        elif choice is not None and key == CHOSEN_KEY:
            self._turn_over(choice.chosen)
        elif choice is not None:
            choice.choose(key)
        else:
            self.context.match.go_on(self.context.now)
        return None

    def step_back(self) -> bool:
        if self._choice is None:
            return False
        self._choice = None
        self.fit()
        self.ignore_touches()
        return True

    def update(self, dt: float, /) -> Change:
        flip = self._flip
        if flip is not None and flip.share < 1:
            flip.run(dt)
            if flip.done:
                self.buttons.replace(self.lay_buttons())
        return super().update(dt)

    def wakes_in(self) -> float:
        moving = self._flip is not None and not self._flip.done
        return 0.0 if moving else super().wakes_in()

    # -- what is seen ---------------------------------------------------------------------------

    def draw_board_layer(self, frame: Frame) -> None:
        if self._choice is not None:
            return
        canvas, box = frame.canvas, self._box
        at = self.context.really(box.centre, self.seat)
        share = 0.0 if self._flip is None else ease_in_out(self._flip.share)
        slant = cos(pi * share)
        if self._flip is None:
            # An amber frame marks what can be touched.
            edge = canvas.px(12)
            size = (canvas.px(box.w) + 2 * edge, canvas.px(box.h) + 2 * edge)
            size = size if self.turns % 2 == 0 else size[::-1]
            radius = canvas.px(box.h * 0.055) + edge
            frame.put(shapes.rounded(*size, radius, AMBER), (at[0], at[1] + 4))
        step = max(1, ceil(FLIP_PICTURES * abs(slant)))
        shown = self._card if slant < 0 else None
        frame.put(_tipped(shown, canvas.px(box.h), step, self.turns, frame.context), at)

    def draw_words(self, frame: Frame) -> None:
        if self._open:
            self._draw_effect(frame)
        elif self._lies:
            self._draw_lying(frame)

    def draw_buttons(self, frame: Frame) -> None:
        if self._choice is not None:
            self._choice.draw(frame, self.buttons)
        else:
            super().draw_buttons(frame)

    def _draw_lying(self, frame: Frame) -> None:
        head = say("sevens.card.lies", "Serendipity card")
        body = say(
            "sevens.card.consoles", "Who has fewer points gets some luck for the next round."
        )
        whole = self._words
        room = Box(whole.x, whole.y, whole.w, whole.h - REAL_CARD_BUTTON_HEIGHT - GAP)
        self._draw_text(frame, room, head, body)

    def _draw_effect(self, frame: Frame) -> None:
        if self.policy is TouchPolicy.NOBODY and frame.context.projector:
            # From afar the rule note alone says what the card does.
            self._draw_text(frame, self._words, CARD_NAMES[self._card], NO_TEXT)
            return
        words, high = self._words, frame.context.scaled_length(56.0, BODY_SIZE)
        room = Box(words.x, words.y, words.w, words.h - high)
        self._draw_text(frame, room, CARD_NAMES[self._card], CARD_EFFECTS[self._card])
        own = self.context.match.source_of("card") != SOURCE_SCREEN
        said = toss.OWN_CARD if own else toss.SCREEN_CARD
        foot = Box(words.x, room.bottom, words.w, high)
        Label(said, foot, BODY_SIZE, DIM, most=1).draw(frame)

    def _draw_text(self, frame: Frame, room: Box, head: Text, body: Text) -> None:
        """Draws the holder, a headline and a sentence below each other, centred."""
        canvas = frame.canvas
        rest = max(1.0, room.h - 2 * HOLDER_STONE_RADIUS - 2 * TEXT_LINE_GAP)
        title = Label(head, Box(0, 0, room.w, rest * 0.4), TITLE_SIZE, TEXT, True, most=2)
        effect = Label(body, Box(0, 0, room.w, rest * 0.6), NAME_SIZE, TEXT)
        high = (
            2 * HOLDER_STONE_RADIUS
            + title.text_height(canvas)
            + effect.text_height(canvas)
            + TEXT_LINE_GAP * 2
        )
        top = room.y + max(0.0, (room.h - high) / 2)
        self._draw_holder(frame, Box(room.x, top, room.w, 2 * HOLDER_STONE_RADIUS))
        for label in (title, effect):
            top += TEXT_LINE_GAP + (
                2 * HOLDER_STONE_RADIUS if label is title else title.text_height(canvas)
            )
            box = Box(room.x, top, room.w, label.text_height(canvas))
            replace(label, box=box, stands="top").draw(frame)

    def _draw_holder(self, frame: Frame, box: Box) -> None:
        context = self.context
        at = (box.x + HOLDER_STONE_RADIUS, box.centre[1])
        frame.put(stone(context.look(self._holder), HOLDER_STONE_RADIUS * frame.canvas.scale), at)
        name, number = context.name(self._holder), context.match.round + 2
        said = say("sevens.card.whose", "{name}: for round {number}", name=name, number=number)
        left = box.x + 2 * HOLDER_STONE_RADIUS + 24
        room = Box(left, box.y, box.right - left, box.h)
        Label(said, room, NAME_SIZE, DIM, True, most=1, spare=True).draw(frame)


@surface_cache(most=4 * FLIP_PICTURES)
def _tipped(
    card: Card | None, height: int, step: int, turns: int, context: UiContext
) -> pygame.Surface:
    """A card seen at an angle: `step` from 1 (nearly on edge) to FLIP_PICTURES (flat).

    None stands for its back.
    """
    if card is None:
        flat = card_back(height, turns=turns)
    else:
        flat = card_face(card, height, context, turns=turns)
    if step == FLIP_PICTURES:
        return flat
    width, height = flat.get_size()
    if turns % 2:
        return pygame.transform.smoothscale(
            flat, (width, max(2, round(height * step / FLIP_PICTURES)))
        )
    return pygame.transform.smoothscale(flat, (max(2, round(width * step / FLIP_PICTURES)), height))
