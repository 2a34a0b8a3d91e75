"""The name of a button that shows only an icon, beside it while it is held or pointed at."""

from typing import Final

from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import shapes
from tabletop.ui.speech.speech import accessible_name
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE, CREAM, INK
from tabletop.ui.widgets.buttons import PushButton

HEIGHT: Final = 60.0
MAX_WIDTH: Final = 420.0
PAD: Final = 18.0
DISTANCE: Final = 14.0
"""From the button to the plate."""
NAME_LAYER: Final = 9


def put_button_name(frame: Frame, button: PushButton | None) -> None:
    """Names a button below it, or above it at the lower edge; None: none."""
    name = accessible_name(button) if button is not None else ""
    if button is None or not name:
        return
    canvas, context = frame.canvas, frame.context.for_seat(button)
    with (
        frame.layer(NAME_LAYER),
        frame.turned(button.turns, button.about),
        frame.in_context(context),
    ):
        high = context.scaled_length(HEIGHT, BODY_SIZE)
        room = Box.around((0.0, 0.0), context.scaled_length(MAX_WIDTH, BODY_SIZE), high)
        label = Label(name, room, BODY_SIZE, INK, bold=True, align="centre", most=1)
        wide = label.typeset(canvas).width / canvas.scale + 2 * PAD
        middle = canvas.box.centre
        across, down = (canvas.width, canvas.height)[:: 1 if button.turns % 2 == 0 else -1]
        seen = Box.around(middle, across, down)
        x, y = button.box.centre
        away = button.box.h / 2 + DISTANCE + high / 2
        y = y + away if y + away + high / 2 <= seen.bottom else y - away
        x = min(max(x, seen.x + wide / 2 + PAD), seen.right - wide / 2 - PAD)
        plate = shapes.rounded(canvas.px(wide), canvas.px(high), canvas.px(18), CREAM)
        frame.put(plate, (x, y))
        inner = Box.around((x, y), wide - PAD, high - 8)
        Label(name, inner, BODY_SIZE, INK, bold=True, align="centre", most=1).draw(frame)
