"""What a finished round means: who lost it, and that a card lies there for that seat."""

from dataclasses import replace
from typing import Final

from tabletop.engine import Text, say
from tabletop.games.sevens.phases.card_art import card_back
from tabletop.games.sevens.rules import tally
from tabletop.games.sevens.screen.desk import Desk
from tabletop.ui import art
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.lettering import least
from tabletop.ui.stones import stone
from tabletop.ui.theme import BODY_SIZE, DIM, HEAD_SIZE, NAME_SIZE, PANEL, TEXT

PAD: Final = 28.0
AIR: Final = 26.0
"""Between the headline and the sentence below it."""


def draw_round_end(frame: Frame, desk: Desk, box: Box) -> None:
    """Draws it in a box, high or broad."""
    canvas, match = frame.canvas, desk.match
    frame.put(art.rounded(canvas.px(box.w), canvas.px(box.h), canvas.px(28), PANEL), box.centre)
    inner = box.inset(PAD)
    loser = tally.loser(match.turns, match.round)
    broad = box.w > 1.3 * box.h
    if loser is None:
        _draw_words(
            frame,
            inner,
            say("sevens.round_end.even", "Equal!"),
            say("sevens.round_end.none", "Nobody gets a card."),
        )
        return
    name = desk.name(loser)
    head = say("sevens.round_end.lost", "{name} lost the round", name=name)
    # NOTE for translators: goes on from the headline "Blue lost the round".
    body = say("sevens.round_end.gets", "and gets a serendipity card for the next one.")
    side = inner.h if broad else inner.h * 0.5
    card_h = min(side, 330.0)
    card = card_back(canvas.px(card_h))
    wide = card_h * 5 / 7
    if broad:
        at = (inner.x + wide / 2, inner.centre[1])
        room = Box(inner.x + wide + 40, inner.y, inner.w - wide - 40, inner.h)
    else:
        at = (inner.centre[0], inner.y + card_h / 2)
        room = Box(inner.x, inner.y + card_h + 60, inner.w, inner.h - card_h - 60)
    frame.put(card, at)
    radius = card_h * 0.15
    frame.put(
        stone(desk.look(loser), radius * canvas.scale), (at[0] + wide * 0.42, at[1] + card_h * 0.42)
    )
    _draw_words(frame, room, head, body)


def _draw_words(frame: Frame, room: Box, head: Text, body: Text) -> None:
    canvas = frame.canvas
    size = HEAD_SIZE if room.w > 500 else NAME_SIZE
    title = Label(head, Box(0, 0, room.w, room.h * 0.5), size, TEXT, True, "centre", "top", most=3)
    if least():  # the bar says the rest to a room
        Label(head, room, size, TEXT, True, "centre", most=3).draw(frame)
        return
    under = Label(body, Box(0, 0, room.w, room.h * 0.4), BODY_SIZE, DIM, False, "centre", "top")
    high = title.height_on(canvas) + under.height_on(canvas) + AIR
    top = room.y + max(0.0, (room.h - high) / 2)
    replace(title, box=Box(room.x, top, room.w, title.height_on(canvas))).draw(frame)
    top += title.height_on(canvas) + AIR
    replace(under, box=Box(room.x, top, room.w, under.height_on(canvas))).draw(frame)
