"""Names what is under a finger: the place that it rests on, and a tool that has only a picture."""

from dataclasses import dataclass, replace
from math import inf
from typing import Final

from tabletop.engine import Seat, Spot, Text
from tabletop.input.actions import Action, Cancel, Down, Drop, Hover, Pull, Tap
from tabletop.scenes.play.board import TOOL_KEY, MatchSnapshot, prompt_height
from tabletop.scenes.play.features import Handled, MatchFeature, MatchParts
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
MARGINS: Final = 2 * PAD + 12.0
"""By so much a plate is wider than its words."""
PLACE_DISTANCE: Final = 0.85
"""Cells between the middle of the place and the plate: a finger covers what is nearer."""
PLACE_LAYER: Final = 8
NAME_SECONDS: Final = 1.5
"""Seconds for which a name stays after the finger has lifted."""
TOOL_HEIGHT: Final = 60.0
MAX_TOOL_WIDTH: Final = 420.0
TOOL_PAD: Final = 18.0
TOOL_DISTANCE: Final = 14.0
"""From the tool to the plate."""
TOOL_LAYER: Final = 9


@dataclass(slots=True)
class _Rest:
    """A finger that rests on a place."""

    number: tuple[str, int]
    spot: Spot | None
    spent: float = 0.0


class FingerNames(MatchFeature):
    """Names the place that a finger rests on, beside it, and the tool under a finger or a pointer.

    Letting go plays as ever.
    """

    def __init__(self, parts: MatchParts) -> None:
        super().__init__(parts)
        self._rest: _Rest | None = None
        self._place: tuple[Spot, Text] | None = None
        """The place that is named."""
        self._told: tuple[str, int] | None = None
        """The finger that was told the name of a place where nothing can be played."""
        self._tool: PushButton | None = None
        """The tool that is named, as it was when it was touched."""
        self._tool_left = inf
        """Seconds for which it is still named."""

    @property
    def place(self) -> Text | None:
        """The name of a place that is shown."""
        return self._place[1] if self._place is not None else None

    @property
    def tool(self) -> str | None:
        """The name of a tool that is shown."""
        return accessible_name(self._tool) if self._tool is not None else None

    def forget_place(self) -> None:
        """Forgets the finger that lay on the board before a page lay over it."""
        self._rest = self._place = None

    def forget_tool(self) -> None:
        """Forgets the tool before a page lies over the match."""
        self._tool = None

    def notice(self, action: Action) -> None:
        match action:
            case Down(at=at) | Hover(at=at):
                hit = self._buttons.at(at) if at is not None else None
                named = hit is not None and not hit.label and accessible_name(hit)
                self._tool, self._tool_left = hit if named else None, inf
                if isinstance(action, Down):
                    self.forget_place()
                    if hit is None:
                        spot = self._board.view.spot_at(self._look(), action.at)
                        self._rest = _Rest((action.source, action.contact), spot)
            case Pull() | Tap() | Drop() | Cancel():
                if self._tool is not None and not isinstance(action, Pull):
                    self._tool_left = NAME_SECONDS
                number = action.source, action.contact
                if self._rest is not None and self._rest.number == number:
                    self._go_on(action, number, self._rest)
            case _:
                pass

    def _go_on(
        self, action: Pull | Tap | Drop | Cancel, number: tuple[str, int], rest: _Rest
    ) -> None:
        """The finger that rests has moved or lifted."""
        if isinstance(action, Pull):
            spot = self._board.view.spot_at(self._look(), action.at)
            if spot != rest.spot:
                self._rest, self._place = _Rest(number, spot), None
            return
        self._told = None
        if isinstance(action, Tap) and self._place is not None:
            board = self._look()
            playable = {*board.open, *board.picked, *board.hinted}
            self._told = number if self._place[0] not in playable else None
        self.forget_place()

    def handle(self, action: Action, seat: Seat | None) -> Handled | None:
        """Who held a place to learn its name has not touched a wrong place."""
        del seat
        if not isinstance(action, Tap) or self._told != (action.source, action.contact):
            return None
        self._session.hand.cancel(self._told)
        self._told = None
        return Handled()

    def update(self, dt: float) -> None:
        if self._tool is not None:
            self._tool_left -= dt
            if self._tool_left <= 0:
                self._tool = None
                self._session.changed()
        rest = self._rest
        if rest is None or rest.spot is None or self._session.timeline.busy:
            return
        before, rest.spent = rest.spent, rest.spent + dt
        if before < REST_SECONDS <= rest.spent:
            name = place_name(self._board.upright, self._look(), rest.spot)
            self._place = (rest.spot, name) if name is not None else None

    def wakes_in(self) -> float:
        wakes, rest = inf, self._rest
        if rest is not None and rest.spot is not None and rest.spent < REST_SECONDS:
            wakes = REST_SECONDS - rest.spent
        return min(wakes, self._tool_left + 0.001) if self._tool is not None else wakes

    def draw(self, frame: Frame, moment: MatchSnapshot) -> None:
        if self._place is not None and moment.board.motion is None:
            self._draw_place(frame, moment, *self._place)
        if self._tool is not None and not moment.covered:
            self._draw_tool(frame, self._tool)

    def _draw_place(self, frame: Frame, moment: MatchSnapshot, spot: Spot, name: Text) -> None:
        view, board = self._board.view, moment.board
        places = {**view.points(replace(board, picked=(), candidates=())), **view.points(board)}
        at = places.get(spot)
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
            self._put_place(frame, name, own, min(SIZE, most))

    def _put_place(self, frame: Frame, name: Text, at: Point, size: float) -> None:
        """Draws a name over a place, in a frame that is turned to the acting seat."""
        canvas, away = frame.canvas, self._board.view.cell * PLACE_DISTANCE
        room = self._board.layout.board  # a square about which the seats are turned
        width = min(canvas.context.scaled_length(PLACE_WIDTH, BODY_SIZE), room.w - MARGINS)
        height = canvas.context.scaled_length(PLACE_HEIGHT, BODY_SIZE)
        label = Label(name, Box(0, 0, width, height), size, INK, bold=True, align="centre", most=3)
        lines = label.typeset(canvas)
        wide = lines.width / canvas.scale + MARGINS
        high = lines.height / canvas.scale + 2 * PAD
        y = at[1] - away - high / 2
        if y - high / 2 < room.y:
            y = at[1] + away + high / 2
        side = max(0.0, room.w - wide) / 2
        x = min(max(at[0], room.centre[0] - side), room.centre[0] + side)
        plate = shapes.rounded(canvas.px(wide), canvas.px(high), canvas.px(18), CREAM, 245)
        box = Box.around((x, y), wide, high)
        frame.touchable("name", box)
        frame.put(plate, (x, y))
        Label(name, box.inset(PAD * 0.5), size, INK, bold=True, align="centre", most=3).draw(frame)

    def _draw_tool(self, frame: Frame, button: PushButton) -> None:
        context = frame.context.override(language=button.language, text_scale=button.text_scale)
        with (
            frame.layer(TOOL_LAYER),
            frame.turned(button.turns, button.about),
            frame.in_context(context),
        ):
            self._put_tool(frame, button, accessible_name(button))

    def _put_tool(self, frame: Frame, button: PushButton, name: str) -> None:
        """Draws a name beside the row of the tool, where no panel lies; else over the tool."""
        canvas, context = frame.canvas, frame.context
        least = context.scaled_length(TOOL_HEIGHT, SIZE)
        box = Box.around((0.0, 0.0), context.scaled_length(MAX_TOOL_WIDTH, SIZE), least)
        label = Label(name, box, SIZE, INK, bold=True, align="centre", most=1)
        wide = label.typeset(canvas).width / canvas.scale + 2 * TOOL_PAD
        middle, size = canvas.box.centre, (canvas.width, canvas.height)
        across, down = size if button.turns % 2 == 0 else size[::-1]
        seen = Box.around(middle, across, down)
        x, y = self._beside(button, wide)
        if not self._is_free(Box.around((x, y), wide, least), seen, button):
            x, y = button.box.centre
            away = button.box.h / 2 + TOOL_DISTANCE + least / 2
            y = y - away if y - away - least / 2 >= seen.y else y + away
            free = max(0.0, across - wide) / 2 - TOOL_DISTANCE
            x = min(max(x, middle[0] - free), middle[0] + free)
        plate = shapes.rounded(canvas.px(wide), canvas.px(least), canvas.px(18), CREAM)
        frame.put(plate, (x, y))
        inner = Box.around((x, y), wide - TOOL_PAD, least - 8)
        Label(name, inner, SIZE, INK, bold=True, align="centre", most=1).draw(frame)

    def _row_of(self, button: PushButton) -> list[PushButton]:
        """The tools beside one, and it."""
        tools = [b for b in self._buttons.buttons if b.key.startswith(TOOL_KEY)]
        level = [b for b in tools if b.turns == button.turns and b.box.y == button.box.y]
        middle = button.about[0]
        return [b for b in level if (b.box.centre[0] < middle) == (button.box.centre[0] < middle)]

    def _beside(self, button: PushButton, wide: float) -> Point:
        """The middle of a plate beside the row of a tool, towards the middle of the window."""
        row, y = self._row_of(button) or [button], button.box.centre[1]
        if button.box.centre[0] < button.about[0]:
            return max(b.box.right for b in row) + TOOL_DISTANCE + wide / 2, y
        return min(b.box.x for b in row) - TOOL_DISTANCE - wide / 2, y

    def _is_free(self, box: Box, seen: Box, button: PushButton) -> bool:
        """Whether a plate lies in the window and on no button of the same side."""
        others = [b.box for b in self._buttons.buttons if b.turns == button.turns]
        inside = seen.x <= box.x and box.right <= seen.right
        return inside and not any(
            box.x < other.right
            and other.x < box.right
            and box.y < other.bottom
            and other.y < box.bottom
            for other in others
        )
