"""The rules of a game with pictures: a page of cards, and one card alone with its move played."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import Final

import pygame

from tabletop.engine import Game, Text, joined, say
from tabletop.engine.rule_cards import CardMoment, RuleCard
from tabletop.games import rule_cards_of
from tabletop.input.actions import Action, Nudge, Press
from tabletop.input.actions import Button as Key
from tabletop.scenes.destinations import OpenLesson
from tabletop.scenes.lesson.exact_rules_page import ExactRulesScene
from tabletop.scenes.lesson.rule_pictures import RuleBoard, card_picture, tray_picture
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.cache import in_slices, surface_cache
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop, Push, Scene, Swap
from tabletop.ui.draw import shapes
from tabletop.ui.layout import Boxes, Node, column, grid, item, padded, row
from tabletop.ui.speech.speech import Announcement
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    BLACK,
    BODY_SIZE,
    CARD_SIZE,
    DIM,
    FOCUS,
    PANEL,
    SOFT,
    TEXT,
    WHITE,
    Colour,
    game_colour,
    mix,
)
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import PageScene

CARD_KEY: Final = "card:"
MARGIN: Final = 48.0
GAP: Final = 28.0
CARD_THICKNESS: Final = 12.0
CARD_PADDING: Final = 22.0
CARD_RADIUS: Final = 36.0
BADGE_SIZE: Final = 56.0
BADGE_GAP: Final = 18.0
CARD_TITLE_SIZE: Final = 46.0
CARD_TEXT_SIZE: Final = 35.0
NUMBER_SIZE: Final = 36.0
ARROW_WIDTH: Final = 68.0
"""Between the picture before and the picture after."""
TRAY_ARROW_WIDTH: Final = 108.0
"""The same where a tray stands above the arrow."""
HEAD_BUTTON_SIZE: Final = 40.0
HEAD_HEIGHT: Final = 92.0
MIN_TITLE_SHRINK: Final = 0.8
"""The least share of its size to which a title shrinks before it takes two lines."""
MIN_PICTURE: Final = 165.0
"""The least side of a picture, in canvas units; with less there are fewer cards on a page."""
GRIDS: Final = ((3, 2), (2, 2), (3, 1), (2, 1), (1, 2), (1, 1))
TALL_GRIDS: Final = ((1, 5), (1, 4), (1, 3), (2, 3), (1, 2), (1, 1))
"""Columns and rows of cards, the most cards first; the tall ones for windows that are not wide."""


def rules_page(table: AppContext, game: Game, *, playing: bool = False) -> Scene:
    """The rules of a game: with pictures where it has them, else the exact text.

    `playing`: the page lies over a match.
    """
    if rule_cards_of(game):
        return RulesScene(table, game, playing=playing)
    return ExactRulesScene(table, game, playing=playing)


@dataclass(frozen=True, slots=True)
class CardForm:
    """How all cards of a game are arranged: the grid, and the parts of each card."""

    columns: int
    rows: int
    beside: bool
    """The text stands beside the pictures."""
    title: float
    """The height of the title."""
    text: float
    """The height of the text, or its width beside the pictures."""
    side: float
    """Of a picture."""

    @property
    def count(self) -> int:
        return self.columns * self.rows

    def grid(self) -> Node:
        return grid(
            [padded("card", (0, 0, 0, CARD_THICKNESS))] * self.count,
            columns=self.columns,
            gap=GAP,
        )

    def parts(self, canvas: Canvas) -> Node:
        badge = canvas.context.scaled_length(BADGE_SIZE, CARD_TITLE_SIZE)
        head = row(
            item("badge", badge, cross_size=badge, align="centre"), BADGE_GAP, "title",
            size=self.title,
        )  # fmt: skip
        if self.beside:
            below: tuple[Node | str | float, ...] = (row("pictures", GAP, item("text", self.text)),)
        else:
            below = (padded("pictures", (0, 4, 0, 4)), item("text", self.text))
        return column(head, 6, *below, padding=(CARD_PADDING, 14, CARD_PADDING, 16))


class RulesScene(PageScene):
    """The rules as cards, page by page. A touch shows a card large and plays its move."""

    idle_timeout = 180.0
    turns_pages = True

    def __init__(self, table: AppContext, game: Game, *, playing: bool = False) -> None:
        """`playing`: the page lies over a match."""
        super().__init__()
        self.table = table
        self.game = game
        self.playing = playing
        self.cards = rule_cards_of(game)
        self.page = 0
        self.form = CardForm(3, 2, False, 60, 80, 200)
        self._parts: list[Boxes] = []
        self._drawn = 0
        """How many cards of the page show their pictures; one more in each turn of the loop."""

    @property
    def pages(self) -> int:
        return -(-len(self.cards) // self.form.count)

    @property
    def shown(self) -> range:
        """The numbers of the cards on this page, from 0."""
        first = self.page * self.form.count
        return range(first, min(len(self.cards), first + self.form.count))

    # -- layout -------------------------------------------------------------------------------

    def lay_out(self) -> None:
        boxes = self._frame()
        first = self.page * self.form.count
        self.form = best_form(self.canvas, self.cards, boxes["body"])
        self.page = min(first // self.form.count, self.pages - 1)
        self.head = boxes["head"].bottom + 10
        self._show(boxes)

    def _frame(self) -> Boxes:
        """The head with its buttons in one or two rows, and the body."""
        canvas, context = self.canvas, self.canvas.context
        large = context.scaled_length(1.0, HEAD_BUTTON_SIZE) > 1.2
        wide = canvas.width >= (1850 if context.projector else 1600) and not large
        high = min(context.scaled_length(HEAD_HEIGHT, HEAD_BUTTON_SIZE), max(HEAD_HEIGHT, 120.0))
        words = column("title", item("page", max(0.36 * high, context.min_text_size)))
        head = row(item("leave", 92, cross_size=92, align="centre"), 24, words, size=high)
        tools: list[Node | float] = [
            item("more", weight=0.62),
            16,
            item("learn", weight=1.3),
            16,
            item("earlier", 92),
            16,
            item("later", weight=0.8),
        ]
        if wide:
            whole = row(replace(head, size=None), 24, row(*tools, size=1010), size=high, key="head")
        else:
            whole = column(head, 14, row(*tools, size=high), size=2 * high + 14, key="head")
        page = column(36, whole, 22, "body", 30)
        return row(MARGIN, page, MARGIN).place(canvas.box)

    def _show(self, boxes: Boxes) -> None:
        title = say("rules.title", "Rules of {game}", game=self.game.title)
        labels = [Label(title, boxes["title"], CARD_SIZE, bold=True, most=2)]
        buttons = [
            PushButton("leave", boxes["leave"], icon="back"),
            PushButton("more", boxes["more"], say("rules.more", "More"), "book"),
            PushButton("learn", boxes["learn"], say("rules.learn", "Learn by playing"), "finger"),
        ]
        if self.pages > 1:
            here, last = self.page + 1, self.pages
            which = say("rules.page", "{page} of {pages}", page=here, pages=last)
            labels.append(Label(which, boxes["page"], BODY_SIZE - 4, DIM, most=1))
            later = PushButton("later", boxes["later"], say("rules.later", "Next"), "later", "main")
            buttons += [
                PushButton("earlier", boxes["earlier"], icon="earlier", enabled=here > 1),
                replace(
                    later, enabled=here < last, style="main" if here < last else "plain"
                ),
            ]  # fmt: skip
        buttons = [replace(button, size=HEAD_BUTTON_SIZE) for button in buttons]
        self._parts = []
        places = self.form.grid().place(boxes["body"]).all("card")
        for number, place in zip(self.shown, places, strict=False):
            card = self.cards[number]
            parts = self.form.parts(self.canvas).place(place)
            self._parts.append(parts)
            said = joined(". ", card.title, card.text)
            buttons.append(PushButton(f"{CARD_KEY}{number}", place, said))
            labels += card_labels(card, number, parts, centred=not self.form.beside)
        self.labels = tuple(labels)
        self.buttons.replace(buttons)
        self._drawn = 0

    # -- input --------------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        match action:
            case Nudge(dx=dx, dy=0) if dx:
                focus = self.buttons.focus
                change = super().handle(action)
                if focus is not None and self.buttons.focus == focus:
                    self._turn_to(self.page + dx)  # nothing lies further on in that direction
                return change
            case Press(button=Key.FIRST):
                return self._turn_to(0)
            case Press(button=Key.LAST):
                return self._turn_to(self.pages - 1)
        return super().handle(action)

    def pressed(self, key: str, /) -> Change:
        match key:
            case "earlier":
                return self._turn_to(self.page - 1)
            case "later":
                return self._turn_to(self.page + 1)
            case "learn":
                return Swap(OpenLesson(self.game, self.playing))
            case "more":
                exact = ExactRulesScene(self.table, self.game, playing=self.playing)
                return Push(exact).for_seat(self.language, self.text_scale)
            case _ if key.startswith(CARD_KEY):
                number = int(key.removeprefix(CARD_KEY))
                card = RuleCardScene(self.table, self.game, number)
                return Push(card, self._looked).for_seat(self.language, self.text_scale)
        return self.back()

    def _looked(self, number: object) -> Change:
        """Shows the page of the card that was looked at last."""
        if isinstance(number, int):
            self._turn_to(number // self.form.count)
        return None

    def _turn_to(self, page: int) -> Change:
        page = min(max(page, 0), self.pages - 1)
        if page != self.page:
            self.page = page
            self._show(self._frame())
        return None

    # -- drawing ------------------------------------------------------------------------------

    def update(self, dt: float, /) -> Change:
        self._drawn = min(self._drawn + 1, len(self.shown))
        return super().update(dt)

    def wakes_in(self) -> float:
        return 0.0 if self._drawn < len(self.shown) else inf

    def preparing(self) -> Iterator[object]:
        """Makes the pictures of the other pages, then those of the cards alone."""
        canvas = self.canvas
        area = self.form.grid().place(self._frame()["body"])["card"]
        area = self.form.parts(canvas).place(area)["pictures"]
        for card in self.cards:
            yield from in_slices(partial(draw_pictures, Frame(canvas), self.game, card, area))
        for number in range(len(self.cards)):
            alone = RuleCardScene(self.table, self.game, number)
            alone.fit(canvas)
            yield from in_slices(alone.make_pictures)

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        for number, parts in zip(self.shown[: self._drawn], self._parts, strict=False):
            draw_pictures(frame, self.game, self.cards[number], parts["pictures"])

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        if not button.key.startswith(CARD_KEY):
            super().draw_one(frame, button)
            return
        focused = button.key == self.buttons.focus
        draw_card(frame, button.box, focused=focused, pressed=self.is_held(button))
        number = int(button.key.removeprefix(CARD_KEY))
        draw_badge(frame, self._parts[number - self.shown.start]["badge"], game_colour(self.game))


def card_labels(card: RuleCard, number: int, parts: Boxes, *, centred: bool) -> list[Label]:
    """The number, the title and the text of a card."""
    return [
        Label(str(number + 1), parts["badge"].inset(5), NUMBER_SIZE, WHITE, True, "centre", most=1),
        Label(card.title, parts["title"], CARD_TITLE_SIZE, TEXT, True, most=2),
        Label(
            card.text, parts["text"], CARD_TEXT_SIZE, SOFT, align="centre" if centred else "left"
        ),
    ]


def best_form(canvas: Canvas, cards: Sequence[RuleCard], body: Box) -> CardForm:
    """The form with the most cards whose texts have their full size and pictures are large enough.

    Where there is none, the one with the largest pictures.
    """
    grids = GRIDS if body.w > 1.1 * body.h else TALL_GRIDS
    best: CardForm | None = None
    for columns, rows in grids:
        forms = [
            form
            for beside in (False, True)
            if (form := card_form(canvas, cards, body, columns, rows, beside=beside)) is not None
        ]
        for form in forms:
            if best is None or form.side > best.side:
                best = form
        if best is not None and best.count == columns * rows and best.side >= MIN_PICTURE:
            return best
    return best or CardForm(1, 1, False, 0.2 * body.h, 0.3 * body.h, 0.3 * body.h)


def card_form(
    canvas: Canvas, cards: Sequence[RuleCard], body: Box, columns: int, rows: int, *, beside: bool
) -> CardForm | None:
    """The form of cards in that grid; None if the texts do not fit."""
    cells = CardForm(columns, rows, beside, 0, 0, 0).grid().place(body)
    inner = cells["card"].w - 2 * CARD_PADDING
    badge = canvas.context.scaled_length(BADGE_SIZE, CARD_TITLE_SIZE)
    title = max(title_height(canvas, cards, inner - badge - BADGE_GAP) + 8, badge)
    between = arrow_width(cards)
    left = cells["card"].h - 30 - 6 - title
    texts = [card.text for card in cards]
    if not beside:
        text = text_height(canvas, texts, inner, CARD_TEXT_SIZE) + 10
        side = min((inner - between) / 2, left - text - 8)
        return CardForm(columns, rows, beside, title, text, side) if side >= 60 else None
    for part in (0.66, 0.6, 0.54, 0.48, 0.42, 0.36, 0.3):
        width = inner * (1 - part) - 2 * GAP
        if text_height(canvas, texts, width, CARD_TEXT_SIZE) + 10 <= left:
            side = min((inner * part - between) / 2, left)
            width = inner - 2 * side - between - 2 * GAP
            return CardForm(columns, rows, beside, title, width, side) if side >= 60 else None
    return None


def title_height(canvas: Canvas, cards: Sequence[RuleCard], width: float) -> float:
    """The height of a title: one line if all fit when they shrink a little, else two."""
    # For a room, words do not shrink.
    narrow = width if canvas.context.projector else width / MIN_TITLE_SHRINK
    height = text_height(canvas, [card.title for card in cards], narrow, CARD_TITLE_SIZE, bold=True)
    line = canvas.context.scaled_length(1.2 * CARD_TITLE_SIZE, CARD_TITLE_SIZE)
    return height if height == inf else line if height <= line else 2 * line


def text_height(
    canvas: Canvas, texts: Sequence[Text], width: float, size: float, *, bold: bool = False
) -> float:
    """The height of the longest of texts in their full size; infinite if a word is too wide."""
    most = 0.0
    for text in texts:
        label = Label(text, Box(0, 0, width, 1000), size, TEXT, bold)
        lines = label.typeset(canvas)
        if not lines.complete or lines.size < canvas.px(canvas.context.scaled_size(size)):
            return inf
        most = max(most, lines.height / canvas.scale)
    return most


def arrow_width(cards: Sequence[RuleCard]) -> float:
    """The width between the two pictures of these cards."""
    trays = any(card.tray == "between" for card in cards)
    return TRAY_ARROW_WIDTH if trays else ARROW_WIDTH


def picture_boxes(area: Box, card: RuleCard) -> tuple[list[Box], Box]:
    """The places of one or two square pictures, and of the arrow between them."""
    between = arrow_width([card])
    side = min(area.h, (area.w - between) / 2)
    if len(card.moments) == 1:
        return [row(item("one", side), justify="centre").place(area)["one"]], Box(0, 0, 0, 0)
    both = row(
        item("one", side), item("arrow", between), item("one", side), justify="centre"
    ).place(area)
    return both.all("one"), both["arrow"]


def draw_pictures(frame: Frame, game: Game, card: RuleCard, area: Box) -> None:
    """The picture before, an arrow, and the picture after; a tray above the arrow."""
    canvas = frame.canvas
    places, between = picture_boxes(area, card)
    for moment, place in zip(card.moments, places, strict=True):
        side = canvas.px(min(place.w, place.h))
        if card.tray == "before" and moment == "before":
            picture = tray_picture(game, card, side, canvas.context)
        else:
            picture = card_picture(game, card, moment, side, side, canvas)
        frame.put(picture, place.centre)
    if len(places) < 2:
        return
    parts = column("tray", item("arrow", 46), "rest").place(between)
    frame.put(arrow(canvas.px(42), TEXT), parts["arrow"].centre)
    if card.tray == "between":
        width = canvas.px(between.w)
        frame.put(tray_picture(game, card, width, canvas.context), parts["tray"].centre)


@surface_cache(most=4)
def arrow(side: int, colour: Colour) -> pygame.Surface:
    """A broad arrow to the right."""
    ends = ((0.08, 0.36), (0.5, 0.36), (0.5, 0.12), (0.95, 0.5))
    back = ((0.5, 0.88), (0.5, 0.64), (0.08, 0.64))
    corners = [(x * side, y * side) for x, y in (*ends, *back)]
    return shapes.polygon((side, side), corners, colour)


def draw_card(frame: Frame, box: Box, *, focused: bool, pressed: bool) -> None:
    """A solid plate; its thickness lies below the box."""
    canvas = frame.canvas
    width, height, thick = canvas.px(box.w), canvas.px(box.h), canvas.px(CARD_THICKNESS)
    radius = CARD_RADIUS * canvas.scale
    x, y = box.centre
    middle = (x, y + CARD_THICKNESS / 2)
    if focused:
        edge = canvas.px(8)
        around = (width + 2 * edge, height + thick + 2 * edge, radius + edge)
        frame.put(shapes.rounded(*around, FOCUS), middle)
    face = mix(PANEL, WHITE, 0.12 if pressed else 0.03)
    frame.put(shapes.rounded(width, height + thick, radius, mix(PANEL, BLACK, 0.45)), middle)
    frame.put(card_face(width, height, radius, face), (x, y))


@surface_cache(most=8)
def card_face(width: int, height: int, radius: float, colour: Colour) -> pygame.Surface:
    return shapes.lit_plate(width, height, radius, colour)


def draw_badge(frame: Frame, box: Box, colour: Colour) -> None:
    """The disc behind a card's number."""
    disc = shapes.disc(frame.canvas.px(box.w) / 2, mix(colour, WHITE, 0.12))
    frame.put(disc, box.centre)


LEAD_SECONDS: Final = 1.0
"""The time for which a card alone shows the picture before."""


class RuleCardScene(PageScene):
    """One card in the whole window; its move is played. Result: the number of the last card."""

    idle_timeout = 180.0
    turns_pages = True

    def __init__(self, table: AppContext, game: Game, number: int) -> None:
        super().__init__()
        self.table = table
        self.game = game
        self.number = number
        self.cards = rule_cards_of(game)
        self._area = Box(0, 0, 1, 1)
        self._tray: Box | None = None
        self._board: RuleBoard | None = None
        self._spent = 0.0

    @property
    def card(self) -> RuleCard:
        return self.cards[self.number]

    def lay_out(self) -> None:
        canvas, context = self.canvas, self.canvas.context
        card = self.card
        high = min(context.scaled_length(HEAD_HEIGHT, HEAD_BUTTON_SIZE), 130.0)
        width = canvas.width - 2 * MARGIN
        badge = context.scaled_length(BADGE_SIZE, CARD_TITLE_SIZE)
        text = text_height(canvas, [card.text], 0.9 * width, 1.25 * CARD_TEXT_SIZE)
        text = min(text + 24, 0.3 * canvas.height)
        head = row(
            item("leave", 92, cross_size=92, align="centre"),
            24,
            item("badge", badge, cross_size=badge, align="centre"),
            BADGE_GAP,
            "title",
            size=high,
            key="head",
        )
        page = column(
            36,
            head,
            18,
            "body",
            14,
            item("text", text),
            14,
            row(
                "earlier", 20, item("again", weight=1.2), 20, "later", size=high
            ),
            36,
        )  # fmt: skip
        boxes = row(MARGIN, page, MARGIN).place(canvas.box)
        self.head = boxes["head"].bottom + 8
        body = boxes["body"]
        self._tray = None
        if card.tray:
            split = row(item("tray", min(0.26 * body.w, 0.6 * body.h)), GAP, "body").place(body)
            self._tray, body = split["tray"], split["body"]
        self._area = body
        place = boxes["text"]
        last = len(self.cards) - 1
        self.labels = (
            Label(card.title, boxes["title"], CARD_SIZE, TEXT, True, most=1),
            Label(card.text, place, 1.25 * CARD_TEXT_SIZE, SOFT, align="centre"),
            Label(
                str(self.number + 1), boxes["badge"].inset(5), NUMBER_SIZE, WHITE, True, "centre"
            ),
        )
        self._badge = boxes["badge"]
        buttons = [
            PushButton("leave", boxes["leave"], icon="back"),
            PushButton(
                "earlier", boxes["earlier"], say("rules.earlier", "Back"), "earlier",
                enabled=self.number > 0,
            ),
            PushButton(
                "later", boxes["later"], say("rules.later", "Next"), "later",
                "main" if self.number < last else "plain", enabled=self.number < last,
            ),
        ]  # fmt: skip
        if len(card.moments) > 1:
            again = say("rules.again", "Again")
            buttons.insert(2, PushButton("again", boxes["again"], again, "again"))
        self.buttons.replace([replace(button, size=HEAD_BUTTON_SIZE) for button in buttons])
        size = canvas.px(body.w), canvas.px(body.h)
        self._board = None if card.drawing else RuleBoard(self.game, card, *size, canvas)

    def handle(self, action: Action, /) -> Change:
        if isinstance(action, Press) and action.button in (Key.FIRST, Key.LAST):
            self._go(0 if action.button is Key.FIRST else len(self.cards) - 1)
            return None
        return super().handle(action)

    def pressed(self, key: str, /) -> Change:
        match key:
            case "earlier":
                self._go(self.number - 1)
            case "later":
                self._go(self.number + 1)
            case "again":
                self._spent = 0.0
            case _:
                return self.back()
        return None

    def back(self) -> Change:
        return Pop(self.number)

    def _go(self, number: int) -> None:
        number = min(max(number, 0), len(self.cards) - 1)
        if number != self.number:
            self.number, self._spent = number, 0.0
            self.lay_out()

    # -- the move -----------------------------------------------------------------------------

    @property
    def _scale(self) -> float:
        return self.table.animation_scale

    @property
    def _end(self) -> float:
        moving = 0.0 if self._board is None else self._board.seconds * self._scale
        return LEAD_SECONDS + moving if len(self.card.moments) > 1 else 0.0

    def update(self, dt: float, /) -> Change:
        self._spent = min(self._end, self._spent + dt)
        return super().update(dt)

    def wakes_in(self) -> float:
        # Not the rest of the lead: the loop then counts a turn in which pictures are made as a
        # short one, so that the picture before is seen.
        return 0.0 if self._spent < self._end else inf

    def sayings(self) -> tuple[Announcement, ...]:
        text = Announcement("text", self.labels[1].text)
        first, *rest = super().sayings()
        return first, text, *rest

    def draw_content(self, frame: Frame) -> None:
        draw_badge(frame, self._badge, game_colour(self.game))
        super().draw_content(frame)
        frame.put(self._picture(), self._area.centre)
        if self._tray is not None:
            width = frame.canvas.px(self._tray.w)
            picture = tray_picture(self.game, self.card, width, frame.context)
            frame.put(picture, self._tray.centre)

    def make_pictures(self) -> None:
        """Fills the cache with the pictures before and after."""
        width, height = self.canvas.px(self._area.w), self.canvas.px(self._area.h)
        for moment in self.card.moments:
            card_picture(self.game, self.card, moment, width, height, self.canvas)

    def _picture(self) -> pygame.Surface:
        card, canvas = self.card, self.canvas
        moving = self._spent - LEAD_SECONDS
        if self._board is not None and moving >= 0 and self._spent < self._end:
            return self._board.render(self._board.moving(moving / self._scale))
        done = self._spent >= self._end and len(card.moments) > 1
        moment: CardMoment = "after" if done else "before"
        width, height = canvas.px(self._area.w), canvas.px(self._area.h)
        return card_picture(self.game, card, moment, width, height, canvas)
