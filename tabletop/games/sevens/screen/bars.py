"""The two bars: whose seat it is, what it is to do, and what the other is told meanwhile."""

from functools import lru_cache
from typing import Final

import pygame

from tabletop.engine import Seat
from tabletop.games.sevens.phases.card_art import TINTS
from tabletop.games.sevens.phases.part import Part
from tabletop.games.sevens.rules.cards import Card
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.words import CARD_NAMES
from tabletop.ui import art, words
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.icons import icon
from tabletop.ui.label import Label
from tabletop.ui.stones import stone
from tabletop.ui.theme import (
    AMBER,
    BODY_SIZE,
    CORAL,
    DIM,
    NAME_SIZE,
    OUTLINE,
    PANEL,
    PANEL_ACTIVE,
    PANEL_LINE,
    SMALL_SIZE,
    TEXT,
    WHITE,
    now,
)
from tabletop.ui.tongue import speaking

PAD: Final = 22.0


def draw_bars(frame: Frame, desk: Desk, part: Part, told: str) -> None:
    """Draws the acting seat's bar at its edge and the other's, which says `told`, opposite.

    Face to face, each is turned to its own seat. A warning takes the place of the prompt.
    """
    plan, middle, seat = desk.plan, desk.canvas.box.centre, part.seat
    warning = bool(part.warning)
    with frame.turned(2 if desk.turned(seat) else 0, middle), speaking(desk.language(seat)):
        said = part.warning or part.prompt
        _draw(frame, desk, seat, plan.near, said, active=True, warning=warning)
    other = 1 - seat
    computer = desk.level(other) is not None
    both = part.for_both and not computer
    # What a computer player is told would only be read by those whom it concerns.
    told, rebuffed = part.rebuff or ("" if computer else told), bool(part.rebuff)
    if desk.turned(seat) != desk.turned(other):
        # As the other seat sees it, its own bar lies at its own lower edge.
        turned = frame.turned(2 if desk.turned(other) else 0, middle)
        with turned, speaking(desk.language(other)):
            far = desk.across(plan.far)
            _draw(frame, desk, other, far, told, active=both, warning=rebuffed)
    else:
        turned = frame.turned(2 if desk.turned(seat) else 0, middle)
        with turned, speaking(desk.language(other)):
            _draw(frame, desk, other, plan.far, told, active=both, warning=rebuffed)


def _draw(
    frame: Frame, desk: Desk, seat: Seat, box: Box, said: str, *, active: bool, warning: bool
) -> None:
    canvas = frame.canvas
    frame.put(_plate(canvas, box.w, box.h, active), box.centre)
    radius = box.h * 0.31
    x, y = box.x + PAD + radius, box.centre[1]
    frame.put(stone(desk.look(seat), radius * canvas.scale), (x, y))
    if desk.level(seat) is not None:
        badge = (x + 0.75 * radius, y + 0.7 * radius)
        frame.put(art.disc(canvas.px(0.56 * radius), PANEL_LINE), badge)
        frame.put(icon("computer", canvas.px(0.73 * radius), TEXT), badge)
    name = words.line(desk.name(seat), canvas.px(NAME_SIZE), TEXT, True)
    left = x + radius + 20
    width = name.get_width() / canvas.scale
    frame.put(name, (left + width / 2, y))
    left += width + 32
    right = box.right - PAD
    card = desk.match.card_in_force
    if card is not None and card[0] == seat and desk.match.phase is not Phase.OVER:
        right = _chip(frame, card[1], box, right) - 18
    if warning:
        bar = art.rounded(canvas.px(8), canvas.px(box.h * 0.5), canvas.px(4), CORAL)
        frame.put(bar, (left + 4, y))
        left += 26
    room = Box(left, box.y + 12, right - left, box.h - 24)
    Label(said, room, BODY_SIZE, TEXT if active else DIM, most=2).draw(frame)


def _chip(frame: Frame, card: Card, box: Box, right: float) -> float:
    """Draws the card that its holder has in this round; gives how far left it reaches."""
    canvas = frame.canvas
    text = words.line(CARD_NAMES[card], canvas.px(SMALL_SIZE), WHITE, True)
    width, height = text.get_width() / canvas.scale + 36, box.h * 0.6
    at = (right - width / 2, box.centre[1])
    face = art.rounded(canvas.px(width), canvas.px(height), canvas.px(14), TINTS[card])
    frame.put(face, at)
    frame.put(text, at)
    return right - width


@lru_cache(maxsize=8)
def _plate(canvas: Canvas, width: float, height: float, active: bool) -> pygame.Surface:
    w, h, radius = canvas.px(width), canvas.px(height), canvas.px(28)
    plate = art.copied(art.rounded(w, h, radius, PANEL_ACTIVE if active else PANEL))
    if active:
        # The seat to act has the only lit edge.
        plate.blit(art.outline(w, h, radius, canvas.px(5), AMBER), (0, 0))
    elif now().edge:
        plate.blit(art.outline(w, h, radius, canvas.px(now().edge), OUTLINE), (0, 0))
    return plate
