"""Names the tools of a match, which show only a picture, while they are touched or pointed at."""

from math import inf
from typing import Final

from tabletop.input.actions import Action, Cancel, Down, Drop, Hover, Tap
from tabletop.scenes.play.board import MatchSnapshot
from tabletop.scenes.play.features import MatchFeature, MatchParts
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import shapes
from tabletop.ui.speech.speech import accessible_name
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import CREAM, INK
from tabletop.ui.widgets.buttons import PushButton

NAME_SECONDS: Final = 1.5
"""Seconds for which a name stays after the finger has lifted."""
SIZE: Final = 34.0
HEIGHT: Final = 60.0
MAX_WIDTH: Final = 420.0
PAD: Final = 18.0
DISTANCE: Final = 14.0
"""From the tool to the plate."""
LAYER: Final = 9


class ToolNames(MatchFeature):
    """The name of the tool under a finger or a pointer, beside it."""

    def __init__(self, parts: MatchParts) -> None:
        super().__init__(parts)
        self._named: PushButton | None = None
        """The tool that is named, as it was when it was touched."""
        self._left = inf

    @property
    def shown(self) -> str | None:
        """The name that is shown."""
        return accessible_name(self._named) if self._named is not None else None

    def notice(self, action: Action) -> None:
        match action:
            case Down(at=at) | Hover(at=at) if at is not None:
                hit = self._buttons.at(at)
                named = hit is not None and not hit.label and accessible_name(hit)
                self._named, self._left = hit if named else None, inf
            case Hover():
                self._named = None
            case Tap() | Drop() | Cancel() if self._named is not None:
                self._left = NAME_SECONDS
            case _:
                pass

    def update(self, dt: float) -> None:
        if self._named is None or self._left == inf:
            return
        self._left -= dt
        if self._left <= 0:
            self._named = None
            self._session.changed()

    def wakes_in(self) -> float:
        return self._left + 0.001 if self._named is not None else inf

    def draw(self, frame: Frame, moment: MatchSnapshot) -> None:
        button = self._named
        if button is None or moment.covered:
            return
        context = frame.context.override(language=button.language, text_scale=button.text_scale)
        with (
            frame.layer(LAYER),
            frame.turned(button.turns, button.about),
            frame.in_context(context),
        ):
            self._put(frame, button, accessible_name(button))

    def _put(self, frame: Frame, button: PushButton, name: str) -> None:
        """Draws a name over a tool, or below one at the far edge, inside the window."""
        canvas, context = frame.canvas, frame.context
        least = context.scaled_length(HEIGHT, SIZE)
        box = Box.around((0.0, 0.0), context.scaled_length(MAX_WIDTH, SIZE), least)
        label = Label(name, box, SIZE, INK, bold=True, align="centre", most=1)
        wide = label.typeset(canvas).width / canvas.scale + 2 * PAD
        middle, size = canvas.box.centre, (canvas.width, canvas.height)
        across, down = size if button.turns % 2 == 0 else size[::-1]
        seen = Box.around(middle, across, down)
        x, y = button.box.centre
        away = button.box.h / 2 + DISTANCE + least / 2
        y = y - away if y - away - least / 2 >= seen.y else y + away
        free = max(0.0, across - wide) / 2 - DISTANCE
        x = min(max(x, middle[0] - free), middle[0] + free)
        plate = shapes.rounded(canvas.px(wide), canvas.px(least), canvas.px(18), CREAM)
        frame.put(plate, (x, y))
        inner = Box.around((x, y), wide - PAD, least - 8)
        Label(name, inner, SIZE, INK, bold=True, align="centre", most=1).draw(frame)
