"""The snapshot of a match, and its panels: one for each seat, turned to it, with its tray."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from tabletop.engine import Match, Seat, Spot, Text
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.play.controls import prewarm_tools
from tabletop.scenes.play.messages import panel_words
from tabletop.ui.board.seat_panel import (
    PanelText,
    choice_boxes,
    draw_panel,
    draw_projector_panel,
    panel_plate,
)
from tabletop.ui.board.table_layout import Panel, ProjectorLayout, TableLayout
from tabletop.ui.board.view import BoardSnapshot, PlyAnimation, View
from tabletop.ui.core.cache import in_slices
from tabletop.ui.core.frame import Frame
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton, draw_button

STYLES: Final[tuple[ButtonStyle, ...]] = ("main", "other", "plain")
"""The usual styles of choices, the likeliest first."""
MAX_CHOICES: Final = 3
STAND_IN_CHOICES: Final = 2
"""A minded seat has the room of so many choices for the text that says so."""


@dataclass(frozen=True, slots=True)
class PanelNotes:
    """What the features of a match add to the panels."""

    refusal: Text | None = None
    """Why the acting seat's last touch was refused."""
    asides: Mapping[Seat, Text] = field(default_factory=dict)
    """What some seats are told that nobody else needs to read."""
    hinted: Text | None = None
    """What the acting seat is advised."""
    doing: Text | None = None
    """What the computer that is to act does, if one is."""
    dots: int | None = None
    """How many of its dots are lit while it thinks."""
    call: bool = False
    """Seats may call at this moment."""
    wait: Text | None = None
    """What is said while the animation waits for a call."""
    asked: frozenset[Seat] = frozenset()
    """Seats over whose panels a question lies."""
    minded: frozenset[Seat] = frozenset()
    """Seats that a computer plays for people who have gone."""


@dataclass(frozen=True, slots=True)
class MatchSnapshot:
    """One moment of a match: all that drawing and speech read of it."""

    board: BoardSnapshot
    panels: tuple[PanelText, ...]
    """What each seat's panel says."""
    notes: PanelNotes
    choices: int
    """How many buttons the acting seat has for its choices."""
    notice: Text | None
    """What everybody is told."""
    cursor: Spot | None
    """Where the keys stand, on the board or on a button."""
    live: bool
    """False while an earlier moment is looked at."""
    covered: bool
    """The result lies over the panels."""

    def animated(self, motion: PlyAnimation | None, finish: float | None) -> "MatchSnapshot":
        """The same, so far on in its animation."""
        return replace(self, board=replace(self.board, motion=motion, finish=finish))


def panel_texts(
    setup: Setup, match: Match, view: View, board: BoardSnapshot, notes: PanelNotes, *, live: bool
) -> tuple[PanelText, ...]:
    """What the panels of all seats say; `live` is false while somebody looks back."""
    return tuple(
        _panel_text(setup, match, view, board, notes, seat, live=live)
        for seat in range(match.seats)
    )


def _panel_text(
    setup: Setup,
    match: Match,
    view: View,
    board: BoardSnapshot,
    notes: PanelNotes,
    seat: Seat,
    *,
    live: bool,
) -> PanelText:
    said = panel_words(
        setup,
        match,
        view,
        board,
        seat,
        notes.refusal,
        live=live,
        wait=notes.wait,
        aside=notes.asides.get(seat),
        doing=notes.doing,
        hinted=notes.hinted,
    )
    thinks = said.active and board.motion is None
    return replace(said, dots=notes.dots if thinks else None)


def draw_panels(frame: Frame, layout: TableLayout, view: View, moment: MatchSnapshot) -> None:
    """Draws every panel and its tray."""
    board, notes = moment.board, moment.notes
    has_tray = view.tray_height > 0
    for seat, panel in enumerate(layout.panels):
        if seat in notes.asked:
            continue
        count = moment.choices if seat == board.seat else 0
        count = STAND_IN_CHOICES if seat in notes.minded else count
        said, call = moment.panels[seat], notes.call
        with (
            frame.turned(panel.turns, panel.about),
            frame.in_context(panel.context),
        ):
            if isinstance(layout, ProjectorLayout):
                draw_projector_panel(frame, panel, said, has_tray=has_tray, buttons=count + call)
            else:
                draw_panel(frame, panel, said, has_tray=has_tray, choices=count, call=call)
            if has_tray:
                frame.touchable(f"tray:{seat}", panel.tray)
                with frame.layer(1):
                    view.draw_tray(frame, board, seat)


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


def prewarm_panels(layout: TableLayout, *, has_tray: bool) -> Iterator[None]:
    """Renders the large pictures of panels and choices in advance, step by step."""
    for panel in layout.panels:
        yield from in_slices(partial(_prewarm_panel, layout, panel, has_tray))
    yield from in_slices(partial(prewarm_tools, layout))
