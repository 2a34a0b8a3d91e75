"""All seats' panels, each turned to its seat, with what the seat owns."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from tabletop.engine import Seat, Text
from tabletop.scenes.calls import Calls
from tabletop.scenes.course import Course
from tabletop.scenes.layout import Layout, Panel
from tabletop.scenes.match_tools import warm_tools
from tabletop.scenes.projector_layout import RoomLayout
from tabletop.scenes.projector_panel import draw_room_panel
from tabletop.scenes.result import warm_result
from tabletop.scenes.sayings import panel_words
from tabletop.scenes.seat_panel import PanelWords, choice_boxes, draw_panel, plate
from tabletop.scenes.setup import Setup
from tabletop.ui.frame import Frame
from tabletop.ui.haste import by_and_by
from tabletop.ui.lettering import lettering
from tabletop.ui.theme import SeatLook
from tabletop.ui.tongue import speaking
from tabletop.ui.view import Showing, View
from tabletop.ui.widgets import PushButton, Style, draw_button

STYLES: Final[tuple[Style, ...]] = ("main", "other", "plain")
"""How choices look as a rule, the likeliest first."""
MOST_CHOICES: Final = 3
MINDED_CHOICES: Final = 2
"""A seat that is minded has the room of so many choices for the word that says so."""


@dataclass(frozen=True, slots=True)
class Panels:
    """What the panels of a match are about."""

    layout: Layout
    view: View
    setup: Setup
    course: Course
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

    def words(self, showing: Showing, seat: Seat) -> PanelWords:
        """What one of them says."""
        course, calls = self.course, self.calls
        waits = calls.open and course.waits
        said = panel_words(
            self.setup,
            course.match,
            self.view,
            showing,
            seat,
            self.refusal,
            live=course.at is None,
            wait=calls.call.wait if waits and calls.call else None,
            aside=self.asides.get(seat),
            doing=self.doing,
            hinted=self.hinted,
        )
        thinks = said.active and showing.motion is None
        return replace(said, dots=self.dots if thinks else None)


def draw_panels(frame: Frame, panels: Panels, showing: Showing, *, choices: int) -> None:
    """Puts every panel and its tray; `choices` is how many buttons the acting seat has."""
    view, call = panels.view, panels.calls.open
    has_tray = view.tray_height > 0
    for seat, panel in enumerate(panels.layout.panels):
        if seat in panels.asked:
            continue
        count = choices if seat == showing.seat else 0
        count = MINDED_CHOICES if seat in panels.minded else count
        with (
            frame.turned(panel.turns, panel.about),
            speaking(panel.language),
            lettering(panel.percent),
        ):
            said = panels.words(showing, seat)
            if isinstance(panels.layout, RoomLayout):
                draw_room_panel(frame, panel, said, has_tray=has_tray, buttons=count + call)
            else:
                draw_panel(frame, panel, said, has_tray=has_tray, choices=count, call=call)
            if has_tray:
                frame.touchable(f"tray:{seat}", panel.tray)
                with frame.layer(1):
                    view.draw_tray(frame, showing, seat)


def _warm_panel(layout: Layout, panel: Panel, has_tray: bool) -> None:
    frame = Frame(layout.canvas)
    with frame.turned(panel.turns, panel.about):  # a far seat's are turned once, now
        for active in (False, True):
            frame.put(plate(layout.canvas, panel.box, active), panel.box.centre)
        for count in range(1, MOST_CHOICES + 1):
            for number, box in enumerate(choice_boxes(panel, has_tray, count)):
                style: Style = STYLES[min(number, len(STYLES) - 1)]
                button = PushButton("", box, style=style)
                draw_button(frame, button, pressed=False, focused=False)


def warming(layout: Layout, looks: Sequence[SeatLook], *, has_tray: bool) -> Iterator[None]:
    """Makes the large pictures of panels and choices before anybody waits for them, step by step.

    The result's, too, whoever wins.
    """
    for panel in layout.panels:
        yield from by_and_by(partial(_warm_panel, layout, panel, has_tray))
    yield from by_and_by(partial(warm_tools, layout))
    yield from by_and_by(partial(warm_result, layout, looks[: len(layout.panels)]))
