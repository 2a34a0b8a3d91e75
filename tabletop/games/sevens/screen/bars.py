"""The two bars: whose seat it is, what it is to do, and what the other is told meanwhile."""

from typing import Final

import pygame

from tabletop.engine import Seat, say
from tabletop.games.sevens.phases.card_art import TINTS
from tabletop.games.sevens.phases.part import Part
from tabletop.games.sevens.rules.cards import Card
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.screen.clock_face import clock_words
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.words import CARD_NAMES
from tabletop.ui import art, words
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.frame import Frame
from tabletop.ui.icons import icon
from tabletop.ui.kept import kept
from tabletop.ui.label import Label
from tabletop.ui.lettering import em, least
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

PAD: Final = 22.0
NAMED: Final = 0.3
NAMED_SHORT: Final = 0.22
"""The share of a bar that a name takes at most; less where the time and the sums are in it too."""
CHIP_BESIDE: Final = (600.0, 780.0)
"""In less width the card leaves the room to what is said; the second for large letters."""
NARROW: Final = 480.0
"""In less width what is said may take a third line."""
WIDEST: Final = 48.0
"""The radius of a stone at most."""
STONE: Final = 17.0
"""The radius of the stones beside the sums."""
LINE: Final = 1.26
"""From line to line of what is said, in ems."""


def draw_bars(frame: Frame, desk: Desk, part: Part, told: str) -> None:
    """Draws the acting seat's bar at its edge and the other's, which says `told`, at its own.

    Each is turned to its own seat. A warning takes the place of the prompt. Before a room there is
    one bar for all.
    """
    plan, seat = desk.plan, part.seat
    warning = bool(part.warning)
    with frame.turned(desk.turns(seat), desk.about(seat)), desk.manner_of(seat):
        said = part.warning or part.prompt
        if plan.alone and part.rebuff:
            said, warning = part.rebuff, True
        _draw(frame, desk, seat, plan.near, said, active=True, warning=warning)
    if plan.alone:
        return
    other = 1 - seat
    computer = desk.level(other) is not None
    both = part.for_both and not computer
    # What a computer player is told would only be read by those whom it concerns.
    told, rebuffed = part.rebuff or ("" if computer else told), bool(part.rebuff)
    with frame.turned(desk.turns(other), desk.about(other)), desk.manner_of(other):
        # As the other seat sees it, its own bar lies at its own lower edge.
        far = desk.seen_by(plan.far, other)
        right = far.right - PAD
        if desk.turns(other) != desk.turns(seat):
            right = _draw_standing(frame, desk, part, other, far) - 20
        _draw(frame, desk, other, far, told, active=both, warning=rebuffed, right=right)


def draw_banner(frame: Frame, desk: Desk, seat: Seat, box: Box) -> None:
    """Draws a seat's bar for all, with what it does while it builds."""
    said = say("sevens.apart.banner", "Builds a picture. Nobody has to look away.")
    _draw(frame, desk, seat, box, said, active=True, warning=False)


def _draw(
    frame: Frame,
    desk: Desk,
    seat: Seat,
    box: Box,
    said: str,
    *,
    active: bool,
    warning: bool,
    right: float | None = None,
) -> None:
    """Draws a bar; `right` is up to where there is room for words."""
    canvas = frame.canvas
    wide = right is None
    if right is None:
        frame.put(_plate(canvas, box.w, box.h, active), box.centre)
        right = box.right - PAD
    radius = min(box.h * 0.31, WIDEST)
    x, y = box.x + PAD + radius, box.centre[1]
    frame.put(stone(desk.look(seat), radius * canvas.scale), (x, y))
    if desk.level(seat) is not None:
        badge = (x + 0.75 * radius, y + 0.7 * radius)
        frame.put(art.disc(canvas.px(0.56 * radius), PANEL_LINE), badge)
        frame.put(icon("computer", canvas.px(0.73 * radius), TEXT), badge)
    most = box.w * (NAMED if wide else NAMED_SHORT)
    size = words.fitting(desk.name(seat), canvas.px(em(NAME_SIZE)), canvas.px(most), True)
    name = words.line(desk.name(seat), size, TEXT, True)
    left = x + radius + 20
    width = name.get_width() / canvas.scale
    frame.put(name, (left + width / 2, y))
    left += width + 32
    card = desk.match.card_in_force
    crowded = bool(said) and right - left < CHIP_BESIDE[least() > 0]
    holds = card is not None and card[0] == seat and desk.match.phase is not Phase.OVER
    if card is not None and holds and not crowded:
        right = _chip(frame, card[1], box, right) - 18
    if warning:
        bar = art.rounded(canvas.px(8), canvas.px(box.h * 0.5), canvas.px(4), CORAL)
        frame.put(bar, (left + 4, y))
        left += 26
    room = Box(left, box.y + 12, right - left, box.h - 24)
    most = max(2, int(room.h / (LINE * em(BODY_SIZE)))) if least() else 2
    if room.w < NARROW:
        most = 3
    Label(said, room, BODY_SIZE, TEXT if active else DIM, most=most).draw(frame)


def _draw_standing(frame: Frame, desk: Desk, part: Part, seat: Seat, box: Box) -> float:
    """Draws a bar and at its right what the column says to the other seat: the time and the sums.

    Gives how far left that reaches.
    """
    canvas, match = frame.canvas, desk.match
    frame.put(_plate(canvas, box.w, box.h, part.for_both), box.centre)
    size, left, y = canvas.px(em(BODY_SIZE)), box.right - PAD, box.centre[1]
    for each in (1 - seat, seat):
        figure = words.figures(str(match.totals[each]), size, TEXT)
        wide = figure.get_width() / canvas.scale
        frame.put(figure, (left - wide / 2, y))
        frame.put(stone(desk.look(each), STONE * canvas.scale), (left - wide - 12 - STONE, y))
        left -= wide + 2 * STONE + 36
    if not part.clock_runs:
        return left
    time = words.figures(clock_words(part.clock.left), size, TEXT)
    wide = time.get_width() / canvas.scale
    frame.put(time, (left - wide / 2, y))
    return left - wide - 12


def _chip(frame: Frame, card: Card, box: Box, right: float) -> float:
    """Draws the card that its holder has in this round; gives how far left it reaches."""
    canvas = frame.canvas
    text = words.line(CARD_NAMES[card], canvas.px(em(SMALL_SIZE)), WHITE, True)
    width, height = text.get_width() / canvas.scale + 36, min(box.h * 0.6, 90.0)
    at = (right - width / 2, box.centre[1])
    face = art.rounded(canvas.px(width), canvas.px(height), canvas.px(14), TINTS[card])
    frame.put(face, at)
    frame.put(text, at)
    return right - width


@kept(most=8)
def _plate(canvas: Canvas, width: float, height: float, active: bool) -> pygame.Surface:
    w, h, radius = canvas.px(width), canvas.px(height), canvas.px(28)
    plate = art.copied(art.rounded(w, h, radius, PANEL_ACTIVE if active else PANEL))
    if active:
        # The seat to act has the only lit edge.
        plate.blit(art.outline(w, h, radius, canvas.px(5), AMBER), (0, 0))
    elif now().edge:
        plate.blit(art.outline(w, h, radius, canvas.px(now().edge), OUTLINE), (0, 0))
    return plate
