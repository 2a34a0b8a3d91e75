"""All turns of a match at a glance: each picture beside its guess, and the points."""

from typing import Final

from tabletop.engine import say
from tabletop.games.sevens.figure_names import called
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.tally import TurnScore
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.surface.board import BOARD, EDGE
from tabletop.games.sevens.surface.figure_art import figure_picture, fitting_unit
from tabletop.ui import art, words
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.icons import icon
from tabletop.ui.label import Label
from tabletop.ui.lettering import em, grown, least
from tabletop.ui.stones import stone
from tabletop.ui.theme import BODY_SIZE, SMALL_SIZE, WALNUT, mix

GAP: Final = 16.0
FOOT: Final = 62.0
"""The height of the words below the pictures."""
LARGEST: Final = 46.0
"""Canvas units of a unit, at most."""
EMPTY: Final = mix(BOARD, EDGE, 0.55)


def draw_trophies(frame: Frame, desk: Desk, box: Box) -> None:
    """Draws a column for each round that was played, player one's picture above the other's."""
    turns = {(turn.round, turn.arranger): turn for turn in desk.match.turns}
    first = desk.match.first or 0
    rounds = 1 + max(turn.round for turn in desk.match.turns)
    wide = min((box.w - GAP * (rounds - 1)) / rounds, box.w * 0.48)
    high = (box.h - GAP) / 2
    for number in range(rounds):
        for line, arranger in enumerate((first, 1 - first)):
            turn = turns.get((number, arranger))
            cell = Box(box.x + number * (wide + GAP), box.y + line * (high + GAP), wide, high)
            if turn is not None:
                _draw_turn(frame, desk, cell, turn)


def _draw_turn(frame: Frame, desk: Desk, box: Box, turn: TurnScore) -> None:
    canvas = frame.canvas
    thick = 10.0
    size = (canvas.px(box.w), canvas.px(box.h - thick))
    slab = art.slab(*size, canvas.px(22), BOARD, EDGE, canvas.px(thick))
    frame.put(slab, (box.centre[0], box.centre[1]))
    face = Box(box.x + 12, box.y + 8, box.w - 24, box.h - thick - 12)
    foot = min(grown(FOOT, BODY_SIZE), face.h * 0.42)
    shown = Box(face.x, face.y, face.w, face.h - foot)
    half = shown.w / 2
    rooms = [Box(shown.x + k * half, shown.y, half, shown.h) for k in (0, 1)]
    pictures = (turn.target, turn.guess)
    unit = min(_unit(picture, room) for picture, room in zip(pictures, rooms, strict=True))
    for picture, room in zip(pictures, rooms, strict=True):
        _draw_picture(frame, picture, unit, room)
    arrow = icon("later", canvas.px(26), mix(BOARD, WALNUT, 0.6))
    frame.put(arrow, shown.centre)
    _draw_foot(frame, desk, Box(face.x + 4, shown.bottom, face.w - 8, foot), turn)


def _unit(picture: Picture, room: Box) -> float:
    return min(fitting_unit(picture, room.w - 18, room.h), LARGEST) if picture.pieces else LARGEST


def _draw_picture(frame: Frame, picture: Picture, unit: float, room: Box) -> None:
    if picture.pieces:
        frame.put(figure_picture(picture, unit * frame.canvas.scale), room.centre)
    else:
        # NOTE for translators: in place of a picture: no piece was laid.
        none = say("sevens.over.nothing", "nothing")
        if not least():
            Label(none, room, SMALL_SIZE, EMPTY, align="centre", most=1).draw(frame)


def _draw_foot(frame: Frame, desk: Desk, box: Box, turn: TurnScore) -> None:
    """Whose guess it was, of what, and what it gave."""
    canvas = frame.canvas
    points = words.figures(str(turn.points), canvas.px(em(BODY_SIZE) * 1.25), WALNUT)
    wide = points.get_width() / canvas.scale
    y = box.centre[1]
    frame.put(points, (box.right - wide / 2 - 4, y))
    radius = 20.0
    x = box.right - wide - 18 - radius
    frame.put(stone(desk.look(turn.guesser), radius * canvas.scale), (x, y))
    if least():
        return  # for a room there is no place for names
    name = Box(box.x + 4, box.y, x - radius - 14 - box.x, box.h)
    Label(called(turn.name), name, BODY_SIZE - 4, WALNUT, True, most=2).draw(frame)
