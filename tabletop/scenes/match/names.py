"""Names what is under a finger: the place that it rests on, and a tool that has only a picture."""

from dataclasses import dataclass
from math import inf
from typing import Final

from tabletop.engine import Spot, Text
from tabletop.input.actions import Action, Cancel, Down, Drop, Hover, Pull, Tap
from tabletop.scenes.play.board import MatchSnapshot, prompt_height
from tabletop.scenes.play.features import MatchFeature, MatchParts
from tabletop.ui.board.marks import place_name
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.draw import shapes
from tabletop.ui.speech.speech import accessible_name
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE, CREAM, INK
from tabletop.ui.widgets.buttons import PushButton

REST_SECONDS: Final = 0.5
"""Seconds after which a finger that stays on a place is told its name."""
SIZE: Final = 34.0
PLACE_WIDTH: Final = 620.0
PLACE_HEIGHT: Final = 150.0
"""The most that a name takes."""
PAD: Final = 16.0
PLACE_DISTANCE: Final = 0.85
"""Cells between the middle of the place and the plate: a finger covers what is nearer."""
PLACE_LAYER: Final = 8


@dataclass(slots=True)
class _Rest:
    """A finger that rests on a place."""

    number: tuple[str, int]
    spot: Spot | None
    spent: float = 0.0


class PlaceNames(MatchFeature):
    """The name of the place that a finger rests on, beside it; letting go plays as ever."""

    def __init__(self, parts: MatchParts) -> None:
        super().__init__(parts)
        self._rest: _Rest | None = None
        self._shown: tuple[Spot, Text] | None = None

    @property
    def shown(self) -> Text | None:
        """The name that is shown."""
        return self._shown[1] if self._shown is not None else None

    def forget(self) -> None:
        """Forgets the finger that lay on the board before a page lay over it."""
        self._rest = self._shown = None

    def notice(self, action: Action) -> None:
        match action:
            case Down(source=source, contact=contact, at=at):
                self.forget()
                if self._buttons.at(at) is None:
                    self._rest = _Rest((source, contact), self._spot(at))
            case Pull(source=source, contact=contact, at=at) if self._is_resting(source, contact):
                spot = self._spot(at)
                if self._rest is not None and spot != self._rest.spot:
                    self._rest, self._shown = _Rest((source, contact), spot), None
            case Tap() | Drop() | Cancel() if self._is_resting(action.source, action.contact):
                self.forget()
            case _:
                pass

    def update(self, dt: float) -> None:
        rest = self._rest
        if rest is None or rest.spot is None or self._session.timeline.still:
            return
        before, rest.spent = rest.spent, rest.spent + dt
        if before < REST_SECONDS <= rest.spent:
            name = place_name(self._board.upright, self._look(), rest.spot)
            self._shown = (rest.spot, name) if name is not None else None

    def wakes_in(self) -> float:
        rest = self._rest
        if rest is None or rest.spot is None or rest.spent >= REST_SECONDS:
            return inf
        return REST_SECONDS - rest.spent

    def draw(self, frame: Frame, moment: MatchSnapshot) -> None:
        if self._shown is None or moment.board.motion is not None:
            return
        spot, name = self._shown
        at = self._board.view.points(moment.board).get(spot)
        if at is None:
            return
        layout = self._board.layout
        panel = layout.panels[moment.board.seat]
        most = prompt_height(layout, moment, has_tray=self._board.has_tray)
        with (
            frame.layer(PLACE_LAYER),
            frame.turned(panel.turns, panel.about),
            frame.in_context(panel.context),
        ):
            own = turn_point(at, -panel.turns, panel.about)
            self._put(frame, name, own, min(SIZE, most))

    def _put(self, frame: Frame, name: Text, at: Point, size: float) -> None:
        """Draws a name over a place, in a frame that is turned to the acting seat."""
        canvas, away = frame.canvas, self._board.view.cell * PLACE_DISTANCE
        width = canvas.context.scaled_length(PLACE_WIDTH, BODY_SIZE)
        height = canvas.context.scaled_length(PLACE_HEIGHT, BODY_SIZE)
        label = Label(name, Box(0, 0, width, height), size, INK, bold=True, align="centre", most=3)
        lines = label.typeset(canvas)
        wide = lines.width / canvas.scale + 2 * PAD + 12
        high = lines.height / canvas.scale + 2 * PAD
        room = self._board.layout.board  # a square about which the seats are turned
        y = at[1] - away - high / 2
        if y - high / 2 < room.y:
            y = at[1] + away + high / 2
        side = max(0.0, room.w - wide) / 2
        x = min(max(at[0], room.centre[0] - side), room.centre[0] + side)
        plate = shapes.rounded(canvas.px(wide), canvas.px(high), canvas.px(18), CREAM, 245)
        frame.put(plate, (x, y))
        box = Box.around((x, y), wide, high)
        frame.touchable("name", box)
        Label(name, box.inset(PAD * 0.5), size, INK, bold=True, align="centre", most=3).draw(frame)

    def _is_resting(self, source: str, contact: int) -> bool:
        return self._rest is not None and self._rest.number == (source, contact)

    def _spot(self, at: Point) -> Spot | None:
        return self._board.view.spot_at(self._look(), at)


NAME_SECONDS: Final = 1.5
"""Seconds for which a name stays after the finger has lifted."""
TOOL_HEIGHT: Final = 60.0
MAX_TOOL_WIDTH: Final = 420.0
TOOL_PAD: Final = 18.0
TOOL_DISTANCE: Final = 14.0
"""From the tool to the plate."""
TOOL_LAYER: Final = 9


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

    def forget(self) -> None:
        """Forgets the tool before a page lies over the match."""
        self._named = None

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
            frame.layer(TOOL_LAYER),
            frame.turned(button.turns, button.about),
            frame.in_context(context),
        ):
            self._put(frame, button, accessible_name(button))

    def _put(self, frame: Frame, button: PushButton, name: str) -> None:
        """Draws a name over a tool, or below one at the far edge, inside the window."""
        canvas, context = frame.canvas, frame.context
        least = context.scaled_length(TOOL_HEIGHT, SIZE)
        box = Box.around((0.0, 0.0), context.scaled_length(MAX_TOOL_WIDTH, SIZE), least)
        label = Label(name, box, SIZE, INK, bold=True, align="centre", most=1)
        wide = label.typeset(canvas).width / canvas.scale + 2 * TOOL_PAD
        middle, size = canvas.box.centre, (canvas.width, canvas.height)
        across, down = size if button.turns % 2 == 0 else size[::-1]
        seen = Box.around(middle, across, down)
        x, y = button.box.centre
        away = button.box.h / 2 + TOOL_DISTANCE + least / 2
        y = y - away if y - away - least / 2 >= seen.y else y + away
        free = max(0.0, across - wide) / 2 - TOOL_DISTANCE
        x = min(max(x, middle[0] - free), middle[0] + free)
        plate = shapes.rounded(canvas.px(wide), canvas.px(least), canvas.px(18), CREAM)
        frame.put(plate, (x, y))
        inner = Box.around((x, y), wide - TOOL_PAD, least - 8)
        Label(name, inner, SIZE, INK, bold=True, align="centre", most=1).draw(frame)
