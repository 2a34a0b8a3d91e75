"""The page beside the board of a puzzle: its silhouette, and the time that it took in the end."""

from typing import Final

from tabletop.engine import Text, count, say
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.screen.clock_face import clock_words
from tabletop.games.sevens.surface.board import BOARD
from tabletop.games.sevens.surface.figure_art import fitting_unit, silhouette_picture
from tabletop.ui import art
from tabletop.ui.canvas import Box
from tabletop.ui.choice import Choice
from tabletop.ui.frame import Frame
from tabletop.ui.icons import icon
from tabletop.ui.label import Label
from tabletop.ui.theme import NAME_SIZE, PETROL

UNLIKE: Final = 0.7
"""Units by which the spans of two pictures with the same silhouette cannot differ.

Pieces have no sharper corner than half a right one, so that the two ends of a span with no more
than the tolerated area reach this far.
"""


def about_as_large(a: Picture, b: Picture) -> bool:
    """Whether it is worth the time to compare two silhouettes."""
    return all(abs(one - other) <= UNLIKE for one, other in zip(_size(a), _size(b), strict=True))


def _size(picture: Picture) -> tuple[float, float]:
    left, top, right, bottom = picture.span
    return right - left, bottom - top


def solved_words(seconds: float, hints: int) -> Text:
    """What is said when the figure is done."""
    time = clock_words(seconds)
    if hints == 0:
        return say("sevens.puzzle.solved", "Solved in {time}, without a hint!", time=time)
    return count(
        "sevens.puzzle.hinted",
        "Solved in {time}, with one hint.",
        "Solved in {time}, with {n} hints.",
        n=hints,
        time=time,
    )


def place_choice(on_board: bool) -> Choice:
    """Where the shape is to be seen."""
    names = (say("sevens.puzzle.beside", "Here"), say("sevens.puzzle.on_board", "On the board"))
    # NOTE for translators: a question; its answers are "Here" (beside the board) and "On the
    # board".
    where = say("sevens.puzzle.where", "Show the shape")
    return Choice("board", where, names, (False, True), on_board)


def draw_page(frame: Frame, box: Box, figure: Picture, solved: float | None) -> None:
    """Draws the silhouette, and the seconds that it took once it is done."""
    canvas = frame.canvas
    frame.put(art.rounded(canvas.px(box.w), canvas.px(box.h), canvas.px(24), BOARD), box.centre)
    foot = 0.0
    if solved is not None:
        foot = min(120.0, box.h * 0.3)
        _draw_time(frame, Box(box.x, box.bottom - foot, box.w, foot), solved)
    room = Box(box.x, box.y, box.w, box.h - foot).inset(14)
    unit = fitting_unit(figure, room.w, room.h) * canvas.scale
    frame.put(silhouette_picture(figure, unit), room.centre)


def _draw_time(frame: Frame, box: Box, seconds: float) -> None:
    """A tick and the time that it took."""
    canvas, (x, y) = frame.canvas, box.centre
    room = Box(x - 20, box.y, box.w / 2, box.h - 14)
    size = min(NAME_SIZE * 1.4, box.h * 0.7)
    Label(clock_words(seconds), room, size, PETROL, bold=True, most=1).draw(frame)
    frame.put(icon("check", canvas.px(min(64.0, box.h * 0.6)), PETROL), (x - 60, y - 7))
