"""All seats' panels, each turned to its seat, with what the seat owns."""

from dataclasses import dataclass

from tabletop.engine import Seat, Text
from tabletop.scenes.calls import Calls
from tabletop.scenes.course import Course
from tabletop.scenes.layout import Layout
from tabletop.scenes.sayings import panel_words
from tabletop.scenes.seat_panel import PanelWords, draw_panel
from tabletop.scenes.table import Setup
from tabletop.ui.frame import Frame
from tabletop.ui.view import Showing, View


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

    def words(self, showing: Showing, seat: Seat) -> PanelWords:
        """What one of them says."""
        course, calls = self.course, self.calls
        waits = calls.open and course.waits
        return panel_words(
            self.setup,
            course.match,
            self.view,
            showing,
            seat,
            self.refusal,
            live=course.at is None,
            wait=calls.call.wait if waits and calls.call else None,
        )


def draw_panels(frame: Frame, panels: Panels, showing: Showing, *, choices: int) -> None:
    """Puts every panel and its tray; `choices` is how many buttons the acting seat has."""
    view, call = panels.view, panels.calls.open
    has_tray = view.tray_height > 0
    for seat, panel in enumerate(panels.layout.panels):
        count = choices if seat == showing.seat else 0
        with frame.turned(panel.turns, panel.about):
            said = panels.words(showing, seat)
            draw_panel(frame, panel, said, has_tray=has_tray, choices=count, call=call)
            if has_tray:
                with frame.layer(1):
                    view.draw_tray(frame, showing, seat)
