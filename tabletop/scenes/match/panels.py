"""All seats' panels, each turned to its seat, with what the seat owns."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from tabletop.engine import Seat, Text
from tabletop.scenes.match.calls import Calls
from tabletop.scenes.match.controls import prewarm_tools
from tabletop.scenes.match.messages import panel_words
from tabletop.scenes.match.timeline import MatchTimeline
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.result.scene import prewarm_result
from tabletop.ui.board.seat_panel import (
    PanelText,
    choice_boxes,
    draw_panel,
    draw_projector_panel,
    panel_plate,
)
from tabletop.ui.board.table_layout import Panel, ProjectorLayout, TableLayout
from tabletop.ui.board.view import BoardSnapshot, View
from tabletop.ui.core.cache import in_slices
from tabletop.ui.core.frame import Frame
from tabletop.ui.theme.theme import SeatLook
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton, draw_button

STYLES: Final[tuple[ButtonStyle, ...]] = ("main", "other", "plain")
"""How choices look as a rule, the likeliest first."""
MAX_CHOICES: Final = 3
STAND_IN_CHOICES: Final = 2
"""A seat that is minded has the room of so many choices for the word that says so."""


@dataclass(frozen=True, slots=True)
class Panels:
    """What the panels of a match are about."""

    layout: TableLayout
    view: View
    setup: Setup
    course: MatchTimeline
    calls: Calls
    refusal: Text | None
    """Why the acting seat's last touch cannot be."""
    asides: Mapping[Seat, Text] = field(default_factory=dict)
    """What some seats are told that nobody else needs to hear."""
    hinted: Text | None = None
    """What the acting seat is advised."""
    doing: Text | None = None
    """What the computer that is to act does, where one is."""
    dots: int | None = None
    """How many of its dots are lit while it thinks."""
    asked: frozenset[Seat] = frozenset()
    """Seats over whose panels a question lies."""
    minded: frozenset[Seat] = frozenset()
    """Seats that a computer plays for people who have gone; the button of their return is there."""

    def words(self, snapshot: BoardSnapshot, seat: Seat) -> PanelText:
        """What one of them says."""
        course, calls = self.course, self.calls
        waits = calls.open and course.waits
        said = panel_words(
            self.setup,
            course.match,
            self.view,
            snapshot,
            seat,
            self.refusal,
            live=course.at is None,
            wait=calls.call.wait if waits and calls.call else None,
            aside=self.asides.get(seat),
            doing=self.doing,
            hinted=self.hinted,
        )
        thinks = said.active and snapshot.motion is None
        return replace(said, dots=self.dots if thinks else None)


def draw_panels(frame: Frame, panels: Panels, snapshot: BoardSnapshot, *, choices: int) -> None:
    """Puts every panel and its tray; `choices` is how many buttons the acting seat has."""
    view, call = panels.view, panels.calls.open
    has_tray = view.tray_height > 0
    for seat, panel in enumerate(panels.layout.panels):
        if seat in panels.asked:
            continue
        count = choices if seat == snapshot.seat else 0
        count = STAND_IN_CHOICES if seat in panels.minded else count
        with (
            frame.turned(panel.turns, panel.about),
            frame.in_context(panel.context),
        ):
            said = panels.words(snapshot, seat)
            if isinstance(panels.layout, ProjectorLayout):
                draw_projector_panel(frame, panel, said, has_tray=has_tray, buttons=count + call)
            else:
                draw_panel(frame, panel, said, has_tray=has_tray, choices=count, call=call)
            if has_tray:
                frame.touchable(f"tray:{seat}", panel.tray)
                with frame.layer(1):
                    view.draw_tray(frame, snapshot, seat)


def _prewarm_panel(layout: TableLayout, panel: Panel, has_tray: bool) -> None:
    frame = Frame(layout.canvas)
    with frame.turned(panel.turns, panel.about):  # a far seat's are turned once, now
        for active in (False, True):
            frame.put(panel_plate(layout.canvas, panel.box, active), panel.box.centre)
        for count in range(1, MAX_CHOICES + 1):
            for number, box in enumerate(choice_boxes(panel, has_tray, count)):
                style: ButtonStyle = STYLES[min(number, len(STYLES) - 1)]
                button = PushButton("", box, style=style)
                draw_button(frame, button, pressed=False, focused=False)


def prewarm_panels(
    layout: TableLayout, looks: Sequence[SeatLook], *, has_tray: bool
) -> Iterator[None]:
    """Makes the large pictures of panels and choices before anybody waits for them, step by step.

    The result's, too, whoever wins.
    """
    for panel in layout.panels:
        yield from in_slices(partial(_prewarm_panel, layout, panel, has_tray))
    yield from in_slices(partial(prewarm_tools, layout))
    yield from in_slices(partial(prewarm_result, layout, looks[: len(layout.panels)]))
