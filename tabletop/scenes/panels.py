"""All seats' panels, each turned to its seat, with what the seat owns."""

from collections.abc import Callable

from tabletop.engine import Seat
from tabletop.scenes.layout import Layout
from tabletop.scenes.seat_panel import PanelWords, draw_panel
from tabletop.ui.frame import Frame
from tabletop.ui.view import Showing, View


def draw_panels(
    frame: Frame,
    layout: Layout,
    view: View,
    showing: Showing,
    *,
    choices: int,
    said: Callable[[Seat], PanelWords],
) -> None:
    """Puts every panel and its tray; `choices` is how many buttons the acting seat has."""
    has_tray = view.tray_height > 0
    for seat, panel in enumerate(layout.panels):
        count = choices if seat == showing.seat else 0
        with frame.turned(panel.turns, panel.about):
            draw_panel(frame, panel, said(seat), has_tray=has_tray, choices=count)
            if has_tray:
                with frame.layer(1):
                    view.draw_tray(frame, showing, seat)
