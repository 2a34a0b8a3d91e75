"""A seat's plate beside a game that shows itself: its mark, its name, and what it owns."""

from typing import Final

from tabletop.engine import Text
from tabletop.scenes.attract_plan import HEAD, PAD
from tabletop.scenes.layout import Panel
from tabletop.scenes.seat_panel import plate
from tabletop.ui import art
from tabletop.ui.canvas import Box
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.lettering import least
from tabletop.ui.stones import stone
from tabletop.ui.theme import AMBER, DIM, NAME_SIZE, PANEL_LINE, TEXT, SeatLook

STONE: Final = 24.0
DOT: Final = 8.0
DOTS: Final = 3
DOTS_WIDE: Final = 92.0


def draw_seat(
    frame: Frame, panel: Panel, look: SeatLook, name: Text, *, active: bool, dots: int | None
) -> None:
    """Puts the plate without its tray. `dots`: how many are lit while its computer thinks."""
    canvas, box = frame.canvas, panel.box
    frame.put(plate(canvas, box, active), box.centre)
    y = box.y + PAD / 2 + HEAD / 2
    frame.put(stone(look, canvas.px(STONE)), (box.x + PAD + STONE + 4, y))
    left = box.x + PAD + 2 * STONE + 22
    # For a room names are large, and the lit edge alone says whose turn it is.
    aside = 0.0 if least() else DOTS_WIDE
    room = Box(left, y - HEAD / 2, box.right - PAD - aside - left, HEAD)
    Label(name, room, NAME_SIZE - 6, TEXT if active else DIM, bold=True, most=1).draw(frame)
    if dots is None or not aside:
        return
    for number in range(DOTS):
        ink = AMBER if number < dots else PANEL_LINE
        x = box.right - PAD - DOTS_WIDE + 26 + 28 * number
        frame.put(art.disc(canvas.px(DOT), ink), (x, y))
