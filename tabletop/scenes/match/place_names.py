"""Names the place that a finger rests on; letting go plays as ever."""

from dataclasses import dataclass
from math import inf
from typing import Final

from tabletop.engine import Spot, Text
from tabletop.input.actions import Action, Cancel, Down, Drop, Pull, Tap
from tabletop.scenes.play.board import MatchSnapshot, prompt_height
from tabletop.scenes.play.features import MatchFeature, MatchParts
from tabletop.ui.board.marks import place_name
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.draw import shapes
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE, CREAM, INK

REST_SECONDS: Final = 0.5
"""Seconds after which a finger that stays on a place is told its name."""
SIZE: Final = 34.0
WIDTH: Final = 620.0
HEIGHT: Final = 150.0
"""The most that a name takes."""
PAD: Final = 16.0
DISTANCE: Final = 0.85
"""Cells between the middle of the place and the plate: a finger covers what is nearer."""
LAYER: Final = 8


@dataclass(slots=True)
class _Rest:
    """A finger that rests on a place."""

    number: tuple[str, int]
    spot: Spot | None
    spent: float = 0.0


class PlaceNames(MatchFeature):
    """The name of the place under a finger, beside it."""

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
            frame.layer(LAYER),
            frame.turned(panel.turns, panel.about),
            frame.in_context(panel.context),
        ):
            own = turn_point(at, -panel.turns, panel.about)
            self._put(frame, name, own, min(SIZE, most))

    def _put(self, frame: Frame, name: Text, at: Point, size: float) -> None:
        """Draws a name over a place, in a frame that is turned to the acting seat."""
        canvas, away = frame.canvas, self._board.view.cell * DISTANCE
        width = canvas.context.scaled_length(WIDTH, BODY_SIZE)
        height = canvas.context.scaled_length(HEIGHT, BODY_SIZE)
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
