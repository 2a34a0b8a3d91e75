"""The snapshot of a match, its panels and its bar of chances, and the seat an action belongs to.

Each seat has one panel, turned to it, with its tray. The bar at the board's edge shows each seat's
chances of winning.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from typing import Final, TypeVar

from tabletop.ai.match_analysis import POLL_SECONDS, WinChances, analysis_question, outcome_values
from tabletop.engine import CHANCE, Match, Seat, Spot, Text
from tabletop.engine.analysis import AnalysisService
from tabletop.input.actions import Action, Cancel, Down, Drop, Pull, Tap
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.play.controls import prewarm_tools
from tabletop.scenes.play.messages import panel_words
from tabletop.ui.board.marks import put_chance_bar
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
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.core.scene import Scene
from tabletop.ui.core.tween import Timer, ease_in_out
from tabletop.ui.theme.theme import SeatLook
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton, draw_button

OnTop = TypeVar("OnTop", bound=Scene)
TURN_KEY: Final = "turn"
"""The key of the button that turns a page to whoever sits at the next edge."""
TURN_ICON: Final = "swap"


def reading_sides(context: UiContext, setup: Setup) -> tuple[int, ...]:
    """The edges to which words are turned, each once, clockwise from the near one."""
    return tuple(sorted({_side(context, setup, seat) for seat in range(setup.seats)}))


def language_at_side(context: UiContext, setup: Setup, turns: int) -> str:
    """The language of the people at an edge, by its code; empty where they have several."""
    own = {setup.language(seat) for seat in setup.persons if _side(context, setup, seat) == turns}
    return own.pop() if len(own) == 1 else ""


def preferences_at_side(context: UiContext, setup: Setup, turns: int) -> tuple[str, int]:
    """The language and text scale of the people at an edge.

    They are the table's where these people have several languages; of text scales the largest.
    """
    there = (seat for seat in setup.persons if setup.side(seat) == turns)
    text_scale = max((setup.size(seat) for seat in there), default=0)
    return language_at_side(context, setup, turns), text_scale


def localised(scene: OnTop, context: UiContext, setup: Setup) -> OnTop:
    """The scene, in the language and text size of the people to whom it is turned."""
    scene.language, scene.text_scale = preferences_at_side(
        context, setup, getattr(scene, "turns", 0)
    )
    return scene


def _side(context: UiContext, setup: Setup, seat: Seat) -> int:
    """A room is at one side of the picture, wherever its seats are."""
    return 0 if context.projector else setup.side(seat)


def only_person(context: UiContext, setup: Setup, turns: int) -> Seat | None:
    """The seat of the only people at an edge; None where there are more, or none."""
    there = [seat for seat in setup.persons if _side(context, setup, seat) == turns]
    return there[0] if len(there) == 1 else None


def next_side(context: UiContext, setup: Setup, turns: int) -> int:
    """The next edge at which somebody sits, clockwise."""
    sides = reading_sides(context, setup)
    after = [side for side in sides if side > turns]
    return after[0] if after else sides[0]


def turn_button(
    context: UiContext, setup: Setup, box: Box, turns: int, about: Point
) -> tuple[PushButton, ...]:
    """The button that turns the page; none where all read it from the same edge."""
    if len(reading_sides(context, setup)) == 1:
        return ()
    return (PushButton(TURN_KEY, box, icon=TURN_ICON, turns=turns, about=about),)


def seat_zone(layout: TableLayout, at: Point) -> Seat | None:
    """The seat within whose reach a point lies; None on the board, which is everybody's."""
    for seat, panel in enumerate(layout.panels):
        if panel.box.holds(turn_point(at, -panel.turns, panel.about)):
            return seat
    return None


class InputOwner:
    """Remembers at which seat each finger came down; it stays that seat's wherever it goes."""

    def __init__(self) -> None:
        self._began: dict[tuple[str, int], Seat | None] = {}

    def of(self, action: Action, layout: TableLayout) -> Seat | None:
        """The seat that an action belongs to; None if nobody can know."""
        began: Seat | None = None
        match action:
            case Down(source=source, contact=contact, at=at):
                began = self._began[source, contact] = seat_zone(layout, at)
            case Pull(source=source, contact=contact):
                began = self._began.get((source, contact))
            case Tap(source=source, contact=contact) | Drop(source=source, contact=contact):
                began = self._began.pop((source, contact), None)
            case Cancel(source=source, contact=contact):
                began = self._began.pop((source, contact), None)
            case _:
                pass
        return began if action.seat is None else action.seat

    def forget(self) -> None:
        """Forgets fingers that ended on another page."""
        self._began.clear()


STYLES: Final[tuple[ButtonStyle, ...]] = ("main", "other", "plain")
"""The usual styles of choices, the likeliest first."""
MAX_CHOICES: Final = 3
STAND_IN_CHOICES: Final = 2
"""The height, in choices, of the text at a seat for which a computer plays meanwhile."""


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
    buttons: tuple[PushButton, ...]
    """Tools, choices, calls, and how the dice are thrown."""
    choices: int
    """How many of the buttons are the acting seat's choices."""
    notice: Text | None
    """What everybody is told."""
    cursor: Spot | None
    """Where the keys stand, on the board or on a button."""
    live: bool
    """False while an earlier moment is looked at."""
    covered: bool
    """The result lies over the panels."""
    arrived: "MatchSnapshot | None" = None
    """What is shown once the animation has ended, if one runs and nothing else changes."""

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


CHANCE_THINKING_SECONDS: Final = 0.3
"""How long a position is thought about."""
EASE_SECONDS: Final = 0.6
"""Seconds of the transition to another value."""
HEIGHT: Final = 25.0
BOARD_GAP: Final = 4.0
"""Canvas units between the bar and the board."""


class ChanceBar:
    """The chances of one match. They change as it is played and as analyses arrive."""

    def __init__(self, thinking: AnalysisService, match: Match) -> None:
        self._thinking = thinking
        self._match = match
        self._number: int | None = None
        self._plies = -1
        """The number of plies before the position that was asked about last, or is known."""
        self._from: WinChances | None = None
        self.values: WinChances | None = None
        """The chances by seat; None before the first analysis."""
        self._ease = Timer(0.0)

    @property
    def shown(self) -> WinChances | None:
        """What the bar shows at this moment."""
        if self.values is None or self._from is None:
            return self.values
        share = ease_in_out(self._ease.share)
        pairs = zip(self._from, self.values, strict=True)
        return tuple(a + (b - a) * share for a, b in pairs)

    def wakes_in(self, *, free: bool) -> float:
        """Seconds until something changes; `free`: nothing else is being analysed."""
        if not self._ease.done or (free and self._unknown):
            return 0.0
        return POLL_SECONDS if self._number is not None else inf

    def run(self, dt: float, *, free: bool, animation_scale: float) -> None:
        """Lets time pass, reads the analysis, and requests one for a new position if it may."""
        self._ease.run(dt if animation_scale else inf)
        outcome = self._match.outcome
        if outcome is not None:
            self.rest()
            self.take(outcome_values(outcome, self._match.seats))
            return
        if self._number is not None:
            self._listen(self._number)
        if free and self._unknown:
            self.rest()
            self._plies = len(self._match.plies)
            self._number = self._thinking.ask(
                analysis_question(self._match, CHANCE_THINKING_SECONDS)
            )

    def take(self, values: WinChances) -> None:
        """Takes over the chances of the present position, from whatever analysis."""
        self._plies = len(self._match.plies)
        if values == self.values:
            return
        self._from, self.values = self.shown, values
        self._ease = Timer(EASE_SECONDS if self._from is not None else 0.0)

    def rest(self) -> None:
        """Drops the analysis; it is requested again later."""
        if self._number is not None:
            self._thinking.drop(self._number)
            self._number, self._plies = None, -1

    @property
    def _unknown(self) -> bool:
        """Whether somebody is to decide in a position that was not analysed."""
        match = self._match
        waits = match.outcome is None and match.state.turn != CHANCE
        return waits and self._plies != len(match.plies)

    def _listen(self, number: int) -> None:
        progress = self._thinking.progress(number)
        if not progress.done:
            return
        self._thinking.drop(number)
        self._number = None
        thought = progress.thought
        if thought is not None and not thought.guessed and self._plies == len(self._match.plies):
            self.take(thought.values)

    def draw(self, frame: Frame, layout: TableLayout, looks: tuple[SeatLook, ...]) -> None:
        """Puts the bar above the board; where people sit round it, before each of them, turned."""
        shown, values = self.shown, self.values
        if shown is None or values is None:
            return
        board, seats = layout.board, looks[: self._match.seats]
        above = Box(board.x, board.y - BOARD_GAP - HEIGHT, board.w, HEIGHT)
        if layout.sides == (0,):
            put_chance_bar(frame, above, shown, values, seats)
            return
        below = Box(board.x, board.bottom + BOARD_GAP, board.w, HEIGHT)
        for turns in layout.sides:
            beside = board.y if turns % 2 == 0 else board.x
            if beside < BOARD_GAP + HEIGHT:
                continue  # the board reaches almost to that edge of the window
            side = frame.turned(turns, board.centre)
            with side, frame.in_context(frame.context.override(language=layout.language_at(turns))):
                put_chance_bar(frame, below, shown, values, seats)
