"""The review of a finished match: where it turned, what was better, and playing on from there.

Here are the scene, its layout, its texts, and the chart of the chances along the match, which has a
band for every seat, patterned with the seat's mark.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf
from typing import Any, Final, TypeAlias

import pygame

from tabletop.ai.match_analysis import (
    MIN_DROP,
    POLL_SECONDS,
    TurningPoint,
    WinChances,
    best_candidate,
    percents,
    smoothed,
)
from tabletop.engine import Match, Seat, Text, joined, say
from tabletop.games import view_of
from tabletop.input.actions import Action, Button, Press, Tap
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.play.hints import HINT_STEP_SECONDS, Advice, make_advice
from tabletop.scenes.play.messages import looking_back
from tabletop.scenes.play.panels import language_at_side, next_side, turn_button
from tabletop.scenes.play.review_analysis import ReviewAnalysis
from tabletop.ui.board import view
from tabletop.ui.board.marks import HintMark, badge, marks_of_word, put_marks, tiled
from tabletop.ui.board.turntable import Backdrop
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.core.scene import Change, Pop
from tabletop.ui.draw import shapes
from tabletop.ui.speech.announcements import Announcement, focus_announcement
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER,
    BODY_SIZE,
    BUTTON_SIZE,
    CREAM,
    DIM,
    HEAD_SIZE,
    INK,
    PANEL,
    TEXT,
    TRAY,
    Colour,
    SeatLook,
)
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton
from tabletop.ui.widgets.page import PageScene, Plate, split_row, stack_boxes

LEGEND: Final = 56.0
"""The room for the seats' stones beside the bands."""
PATTERN_STEP: Final = 30.0
"""From mark to mark in the pattern, in canvas units."""
LINE: Final = 3.5
BADGE: Final = 19.0
SUPERSAMPLING: Final = 2
"""The bands are drawn so much larger, and then made small: their edges get smooth."""
MAX_SUPERSAMPLED_WIDTH: Final = 900
"""From so many pixels of width on they are drawn as they are: nobody sees single ones then."""

ChanceRow: TypeAlias = tuple[WinChances | None, ...]


def bands_box(box: Box) -> Box:
    """The part of a chart that the bands fill."""
    return Box(box.x + LEGEND, box.y, box.w - LEGEND, box.h)


def ply_at(box: Box, at: Point, count: int) -> int | None:
    """After how many of `count` plies the moment is that lies under a point of the bands."""
    bands = bands_box(box)
    if not bands.inset(-8).holds(at):
        return None
    share = (at[0] - bands.x) / max(1.0, bands.w)
    return round(min(1.0, max(0.0, share)) * count)


def put_chart(
    frame: Frame,
    box: Box,
    row: ChanceRow,
    looks: Sequence[SeatLook],
    turns: Sequence[TurningPoint],
    at: int,
) -> None:
    """Puts the bands with the seats' stones beside them, the turning points, and where one is."""
    canvas, bands = frame.canvas, bands_box(box)
    size = (canvas.px(bands.w), canvas.px(bands.h))
    picture = _bands(row, tuple(looks), size, canvas.px(PATTERN_STEP), canvas.px(LINE))
    frame.put(picture, bands.centre)
    tall = bands.h / len(looks)
    radius = min(LEGEND * 0.36, tall * 0.4)
    for seat, look in enumerate(looks):
        stone = shapes.stone(look, canvas.px(radius))
        frame.put(stone, (box.x + LEGEND * 0.42, bands.bottom - (seat + 0.5) * tall))
    here = _across(bands, at, len(row))
    line = shapes.rounded(canvas.px(7), size[1], 2, INK)
    frame.put(line, (here, bands.centre[1]))
    frame.put(shapes.rounded(canvas.px(3), size[1], 1, AMBER), (here, bands.centre[1]))
    for number, turn in enumerate(turns, start=1):
        x = _across(bands, turn.ply, len(row))
        # Neighbours would cover each other in a long match: they take turns, high and low.
        y = bands.y + BADGE + 5 if number % 2 else bands.bottom - BADGE - 5
        frame.put(badge(number, canvas.px(BADGE)), (x, y))


def _across(bands: Box, ply: int, length: int) -> float:
    return bands.x + bands.w * ply / max(1, length - 1)


@surface_cache(most=4)
def _bands(
    row: ChanceRow, looks: tuple[SeatLook, ...], size: tuple[int, int], step: int, line: int
) -> pygame.Surface:
    """The bands, the first seat's below; what is not known yet stays bare."""
    fine = SUPERSAMPLING if size[0] < MAX_SUPERSAMPLED_WIDTH else 1
    width, height = (length * fine for length in size)
    picture = pygame.Surface((width, height)).convert()
    picture.fill(TRAY)
    layers = [tiled(look, width, height, step * fine) for look in looks]
    columns = [_between(row, x / max(1, width - 1) * (len(row) - 1)) for x in range(width)]
    for x, values in enumerate(columns):
        if values is None:
            continue
        lows = [round(height * (1 - sum(values[:seat]))) for seat in range(len(looks))]
        for seat, layer in enumerate(layers):
            top = 0 if seat == len(layers) - 1 else lows[seat + 1]
            picture.blit(layer, (x, top), (x, top, 1, lows[seat] - top))
    for radius, colour in ((line * fine * 0.8, INK), (line * fine * 0.45, CREAM)):
        for seat in range(1, len(looks)):
            _draw_edge(picture, row, seat, radius, colour)
    return picture if fine == 1 else pygame.transform.smoothscale(picture, size)


def _draw_edge(
    picture: pygame.Surface, row: ChanceRow, seat: Seat, radius: float, colour: Colour
) -> None:
    """The line below a seat's band, with round corners; where nothing is known it breaks off."""
    width, height = picture.get_size()
    step = (width - 1) / max(1, len(row) - 1)
    for number, (a, b) in enumerate(pairwise(row)):
        if a is not None and b is not None:
            start = (number * step, height * (1 - sum(a[:seat])))
            end = (number * step + step, height * (1 - sum(b[:seat])))
            pygame.draw.line(picture, colour, start, end, max(1, round(radius * 2)))
            pygame.draw.circle(picture, colour, start, radius)
            pygame.draw.circle(picture, colour, end, radius)


def _between(row: ChanceRow, place: float) -> WinChances | None:
    """The values at a place between two plies."""
    first = min(int(place), len(row) - 1)
    second = min(first + 1, len(row) - 1)
    a, b = row[first], row[second]
    if a is None or (b is None and place > first):
        return None
    share = place - first
    return a if b is None else tuple(x + (y - x) * share for x, y in zip(a, b, strict=True))


MARGIN: Final = 32.0
MIN_COLUMN: Final = 540.0
"""What is said wants at least that much, where the window is broad."""
GAP: Final = 16.0
HEAD: Final = 58.0
CHIPS: Final = 104.0
MAX_COLUMN_SHARE: Final = 0.55
"""The most of the width that larger words take from the board."""
BUTTON: Final = 92.0


@dataclass(frozen=True, slots=True)
class ReviewLayout:
    """The boxes of a review."""

    board: Box
    head: Box
    chart: Box
    chips: Box
    """The turning points; before they are known, how far the walk has come."""
    said: Box
    sides: tuple[Box, ...]
    """The better ply, and what was played."""
    steps: tuple[Box, ...]
    """A ply back, a ply on, and playing on from here."""
    back: Box


def review_layout(canvas: Canvas) -> ReviewLayout:
    """The places for a window."""
    width, height = canvas.width, canvas.height
    if height > width * 1.12:
        side = min(width - 2 * MARGIN, height * (0.53 if _usual(canvas.context) else 0.44))
        board = Box.around((width / 2, MARGIN + side / 2), side, side)
        top = board.bottom + GAP * 2
        return _column(
            canvas.context, board, Box(MARGIN, top, width - 2 * MARGIN, height - top - MARGIN)
        )
    column = min(canvas.context.scaled_length(MIN_COLUMN, BODY_SIZE), MAX_COLUMN_SHARE * width)
    side = min(height - 2 * MARGIN, width - max(MIN_COLUMN, column) - 3 * MARGIN)
    board = Box(MARGIN, (height - side) / 2, side, side)
    left = board.right + MARGIN
    return _column(
        canvas.context, board, Box(left, MARGIN, width - left - MARGIN, height - 2 * MARGIN)
    )


def _usual(context: UiContext) -> bool:
    """Whether words are as large as usual, or almost."""
    return context.scaled_length(1.0, BODY_SIZE) < 1.3


def review_layout_for(canvas: Canvas, turns: int) -> ReviewLayout:
    """The same for whoever sits at another edge, as seen from there about the canvas' middle."""
    if turns % 2 == 0:
        return review_layout(canvas)
    width, height = canvas.size
    seen = canvas.with_size((height, width))
    (x, y), (own_x, own_y) = canvas.box.centre, seen.box.centre
    plan, by = review_layout(seen), (x - own_x, y - own_y)
    return ReviewLayout(
        plan.board.moved(*by),
        plan.head.moved(*by),
        plan.chart.moved(*by),
        plan.chips.moved(*by),
        plan.said.moved(*by),
        tuple(box.moved(*by) for box in plan.sides),
        tuple(box.moved(*by) for box in plan.steps),
        plan.back.moved(*by),
    )


def _column(context: UiContext, board: Box, room: Box) -> ReviewLayout:
    """Everything that is no board, one below the other; chart and words share what is left."""
    button = min(
        context.scaled_length(BUTTON, BUTTON_SIZE), room.h * (0.12 if _usual(context) else 0.1)
    )
    chips = min(
        context.scaled_length(CHIPS, BUTTON_SIZE), room.h * (0.13 if _usual(context) else 0.11)
    )
    title = min(context.scaled_length(HEAD, BODY_SIZE), room.h * 0.08)
    fixed = title + chips + 3 * button + 6 * GAP
    free = max(120.0, room.h - fixed)
    # What is said grows at the cost of the chart.
    chart = min(300.0, free * (0.5 if _usual(context) else 0.22))
    head, band, chip, said, sides, steps, back = stack_boxes(
        room, (title, chart, chips, free - chart, button, button, button), GAP
    )
    arrow = min(button * 1.2, room.w * 0.2)
    on = Box(steps.x + 2 * (arrow + GAP), steps.y, steps.w - 2 * (arrow + GAP), steps.h)
    arrows = [Box(steps.x + n * (arrow + GAP), steps.y, arrow, steps.h) for n in (0, 1)]
    return ReviewLayout(
        board,
        head,
        band,
        chip,
        said,
        tuple(split_row(sides, 2, GAP)),
        (*arrows, on),
        back,
    )


TITLE: Final = say("review.title", "Review")
NO_TURNING_POINTS: Final = say(
    "review.none",
    "No move cost its player {least} % or more. Well played.",
    least=round(100 * MIN_DROP),
)
ANALYSING: Final = say(
    "review.looking", "Every position gets a short look, to find the moves that turned the game."
)


def walking_words(walk: ReviewAnalysis) -> Text:
    """How far the walk has come."""
    words = "Looking at move {at} of {count}"
    return say("review.walking", words, at=walk.here + 1, count=len(walk.match.plies))


def moment_words(at: int, count: int, values: WinChances | None, match: Match) -> Text:
    """Where one is, and how everybody fares there."""
    where = looking_back(at, count)
    if values is None:
        return where
    names = match.game.seat_names
    parts = [
        say("review.chance", "{who} {percent} %", who=names[seat], percent=percent)
        for seat, percent in enumerate(percents(values))
    ]
    return say("review.moment", "{where}. {chances}.", where=where, chances=joined(", ", *parts))


def played_words(match: Match, turn: TurningPoint, told: Text) -> Text:
    """What was played, and what it cost; `told` is how the game's view tells of that ply."""
    # NOTE: {told} is a sentence, as "White shoved d4 to d5." or "White stepped to d4".
    return say(
        "review.played",
        "Move {number}: {who}'s chance fell from {before} % to {after} %. {told}",
        number=turn.ply + 1,
        who=match.game.seat_names[turn.seat],
        before=round(100 * turn.before),
        after=round(100 * turn.after),
        told=told,
    )


def better_words(advice: Advice, *, shown: bool) -> Text:
    """Why another ply would have been better; which one, the board shows, if it is `shown`."""
    if shown:
        return say("review.better", "Better is what the board shows: it {why}.", why=advice.why)
    return say("review.better_hidden", "Something else was better: it {why}.", why=advice.why)


def better_advice(walk: ReviewAnalysis, turn: TurningPoint) -> Advice:
    """The better ply of a turning point as a hint."""
    match, thought = walk.match, walk.thoughts[turn.ply]
    return make_advice(match.game, match.plies[turn.ply].before, best_candidate(thought))


TURN_KEY: Final = "turn:"
HINT_MARKS_LAYER: Final = 20
"""The layer of a hint's marks: over everything on the board."""
CHIP_SIZE: Final = 40.0


class ReviewScene(PageScene):
    """Looks at a match ply by ply. Pops with the number of plies to play on from, or with None."""

    idle_timeout = 120.0

    def __init__(
        self,
        table: AppContext,
        match: Match,
        walk: ReviewAnalysis,
        setup: Setup | None = None,
        upright: int = 0,
    ) -> None:
        """`setup` tells who sits where; the page is `upright` for whoever sits at that edge."""
        super().__init__()
        self.setup = setup
        self.upright = upright
        self.table = table
        self.match = match
        self.walk = walk
        self.at = len(match.plies) if walk.done else walk.here
        """After how many plies the moment is that is shown."""
        self.turn: TurningPoint | None = None
        """The turning point that is looked at."""
        self.better = True
        """Whether its better ply is shown, or what was played."""
        self.advice: Advice | None = None
        self._follows = not walk.done  # the board walks along, until somebody steps
        self._spent = 0.0
        self._view: view.View = view_of(match.game)
        self._marks: tuple[HintMark, ...] = ()
        self.turning_points: tuple[TurningPoint, ...] = ()

    # -- what is there ----------------------------------------------------------------------------

    @property
    def _plan(self) -> ReviewLayout:
        """The places as whoever reads the page sees them."""
        return review_layout_for(self.canvas, self.upright)

    def fit(self, canvas: Canvas) -> None:
        plan = review_layout_for(canvas, self.upright)
        middle = turn_point(plan.board.centre, self.upright, canvas.box.centre)
        board = Box.around(middle, plan.board.w, plan.board.h)
        self._view.fit(view.ViewLayout(canvas, board, {}, self.match.options, self.match.seats))
        self._backdrop = Backdrop(canvas, self._view)
        if self.walk.done and not self.turning_points:
            self._found()
        super().fit(canvas)

    def lay_out(self) -> None:
        plan = self._plan
        self.plates = (Plate(plan.said.inset(-4), PANEL, 24),)
        self.labels = (
            Label(TITLE, plan.head, HEAD_SIZE, TEXT, bold=True, most=1),
            Label(self._said(), plan.said.inset(16), BODY_SIZE, TEXT, stands="top"),
        )
        if not self.walk.done:
            words = Label(walking_words(self.walk), plan.chips, BODY_SIZE, DIM, most=1)
            self.labels = (*self.labels, words)
        self.buttons.replace(self._buttons())
        self._marks = self._hinted()

    def _said(self) -> str:
        if self.walk.problem is not None:
            return self.walk.problem
        if self.turn is not None and self.advice is not None:
            told = self._view.describe_ply(self.match.plies[self.turn.ply])
            played = played_words(self.match, self.turn, told)
            return joined("\n", played, better_words(self.advice, shown=self.better))
        if self._follows:
            return ANALYSING
        now = moment_words(self.at, len(self.match.plies), self._values(), self.match)
        return (
            joined("\n", NO_TURNING_POINTS, now)
            if self.walk.done and not self.turning_points
            else now
        )

    def _values(self) -> tuple[float, ...] | None:
        return self.walk.chances[self.at]

    def _buttons(self) -> list[PushButton]:
        plan = self._plan
        count = len(self.match.plies)
        found = []
        for number, box in enumerate(split_row(plan.chips, max(3, len(self.turning_points)), 12.0)):
            if number < len(self.turning_points):
                turn = self.turning_points[number]
                lost = say("review.lost", "-{n} %", n=round(100 * turn.drop))
                label = joined("\n", str(number + 1), lost)
                style: ButtonStyle = "chosen" if turn is self.turn else "plain"
                found.append(PushButton(f"{TURN_KEY}{number}", box, label, "", style, CHIP_SIZE))
        if self.turn is not None:
            sides = (
                ("better", say("review.show_better", "What was better"), self.better),
                ("played", say("review.show_played", "What was played"), not self.better),
            )
            for (key, words, shown), box in zip(sides, plan.sides, strict=True):
                found.append(
                    PushButton(key, box, words, style="chosen" if shown else "plain", size=36)
                )
        elif not self.walk.done:
            enough = say("review.enough", "That is enough")
            found.append(PushButton("enough", plan.sides[0], enough, "check", size=36))
        earlier, later, on = plan.steps
        found.append(PushButton("earlier", earlier, "", "earlier", enabled=self.at > 0))
        found.append(PushButton("later", later, "", "later", enabled=self.at < count))
        words = say("review.on", "Play on from here")
        found.append(PushButton("on", on, words, "play", "main", enabled=self._can_play_on))
        back = plan.back
        others: tuple[PushButton, ...] = ()
        if self.setup is not None:
            end = Box(back.right - back.h * 1.2, back.y, back.h * 1.2, back.h)
            others = turn_button(self.canvas.context, self.setup, end, 0, (0, 0))
            back = Box(back.x, back.y, back.w - len(others) * (end.w + GAP), back.h)
        found += [PushButton("back", back, say("review.back", "Back"), "back"), *others]
        about = self.canvas.box.centre
        return [replace(button, turns=self.upright, about=about) for button in found]

    @property
    def _can_play_on(self) -> bool:
        """Whether the game is not over at the moment that is shown."""
        return self._state_at(self.at).outcome() is None

    def _state_at(self, count: int) -> Any:
        plies = self.match.plies
        return plies[count - 1].after if count else self.match.first

    # -- what happens -----------------------------------------------------------------------------

    def wakes_in(self) -> float:
        if not self.walk.done:
            return POLL_SECONDS
        lighting = self.table.animation_scale and self._lit() <= len(self._marks)
        return HINT_STEP_SECONDS - self._spent % HINT_STEP_SECONDS if lighting else inf

    def update(self, dt: float, /) -> Change:
        self._spent += dt
        if not self.walk.done and self.walk.run():
            self._follow()
        return None

    def sayings(self) -> tuple[Announcement, ...]:
        focus = focus_announcement(self.buttons.buttons, self.buttons.focus)
        return (Announcement("title", TITLE), Announcement("said", self._said()), *focus)

    def leave(self) -> None:
        self.walk.rest()

    def handle(self, action: Action, /) -> Change:
        match action:
            case Press(button=Button.EARLIER | Button.LATER | Button.FIRST | Button.LAST as way):
                self._step(way)
                return None
            case Tap(contact=contact, at=at) if contact not in self.buttons.held:
                seen = turn_point(at, -self.upright, self.canvas.box.centre)
                count = ply_at(self._plan.chart, seen, len(self.match.plies))
                if count is not None:
                    self._go(count)
        return super().handle(action)

    def pressed(self, key: str, /) -> Change:
        kind, _, number = key.partition(":")
        match kind:
            case "back":
                return self.back()
            case "turn" if not number and self.setup is not None:
                self.upright = next_side(self.canvas.context, self.setup, self.upright)
                self.language = language_at_side(self.canvas.context, self.setup, self.upright)
                self.fit(self.canvas.with_context(self.table.ui_context.for_seat(self)))
            case "on":
                return Pop(self.at)
            case "turn":
                self._look_at(self.turning_points[int(number)])
            case "better" | "played":
                self._show(better=kind == "better")
            case "earlier" | "later":
                self._step(Button[kind.upper()])
            case "enough":
                self.walk.finish()
                self._follow()
        return None

    def _follow(self) -> None:
        """Follows the analysis as it goes on or ends."""
        if self.walk.done:
            self._found()
        elif self._follows:
            self.at = self.walk.here
        self.lay_out()

    def _found(self) -> None:
        """The analysis is done: shows the first turning point, unless somebody looks elsewhere."""
        self.turning_points = self.walk.turns
        if self._follows:
            self.at = len(self.match.plies)
            if self.turning_points:
                self._choose(self.turning_points[0])
        self._follows = False

    def _look_at(self, turn: TurningPoint) -> None:
        self._choose(turn)
        self.lay_out()

    def _choose(self, turn: TurningPoint) -> None:
        self._follows = False
        self.turn, self.at = turn, turn.ply
        self.advice = better_advice(self.walk, turn)
        self.better, self._spent = True, 0.0

    def _show(self, *, better: bool) -> None:
        """The better ply of the turning point, or the one that was played."""
        if self.turn is not None:
            self.at = self.turn.ply if better else self.turn.ply + 1
            self.better, self._spent = better, 0.0
            self.lay_out()

    def _step(self, way: Button) -> None:
        count = len(self.match.plies)
        ends = {Button.EARLIER: self.at - 1, Button.LATER: self.at + 1, Button.FIRST: 0}
        self._go(min(count, max(0, ends.get(way, count))))

    def _go(self, at: int) -> None:
        """Looks at any moment, which is no turning point then."""
        self._follows = False
        self.turn = self.advice = None
        self.at = at
        self.lay_out()

    # -- what is seen -----------------------------------------------------------------------------

    @property
    def snapshot(self) -> view.BoardSnapshot:
        """The moment on the board."""
        plies, at, state = self.match.plies, self.at, self._state_at(self.at)
        over = at == len(plies) and self.match.state.outcome() is not None
        shown = self._advised is not None and self._lit() > len(self._marks)
        return view.BoardSnapshot(
            game=self.match.game,
            state=state,
            seat=self.match.game.acting(state),
            last=plies[at - 1] if at else None,
            preview=self._advised.move if self._advised is not None and shown else None,
            finish=1.0 if over else None,
        )

    @property
    def _advised(self) -> Advice | None:
        return self.advice if self.better else None

    def _lit(self) -> int:
        return (
            int(self._spent / HINT_STEP_SECONDS) + 1
            if self.table.animation_scale
            else len(self._marks) + 1
        )

    def _hinted(self) -> tuple[HintMark, ...]:
        advice = self._advised
        if advice is None or not advice.words:
            return ()
        moment = replace(self.snapshot, preview=None)
        return marks_of_word(self._view, moment, advice.words[0])

    def draw(self, frame: Frame) -> None:
        frame.put(self._backdrop.picture, self.canvas.box.centre)
        snapshot = self.snapshot
        with frame.layer(1):
            self._view.draw(frame, snapshot)
        with frame.layer(HINT_MARKS_LAYER):
            row_lit, ringed = self._marks[: self._lit()], snapshot.preview is None
            put_marks(frame, self._view.cell, row_lit, self.upright, ringed=ringed)
        with frame.turned(self.upright, self.canvas.box.centre):
            self.draw_content(frame)
            chart, looks = self._plan.chart, self._view.looks[: self.match.seats]
            put_chart(
                frame, chart, smoothed(self.walk.chances), looks, self.turning_points, self.at
            )
            if not self.walk.done:
                self._draw_progress(frame)

    def _draw_progress(self, frame: Frame) -> None:
        """The progress bar below the text."""
        box, canvas = self._plan.chips, frame.canvas
        height = canvas.px(8)
        y = box.bottom - 8
        frame.put(shapes.rounded(canvas.px(box.w), height, height / 2, PANEL), (box.centre[0], y))
        width = max(canvas.px(12), canvas.px(box.w * self.walk.share))
        x = box.x + width / canvas.scale / 2
        frame.put(shapes.rounded(width, height, height / 2, AMBER), (x, y))

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        super().draw_one(frame, button)
        if button.key.startswith(TURN_KEY):
            seat = self.turning_points[int(button.key.removeprefix(TURN_KEY))].seat
            radius = min(button.box.h, button.box.w) * 0.15
            at = (button.box.x + radius * 1.5, button.box.y + radius * 1.5)
            frame.put(shapes.stone(self._view.looks[seat], frame.canvas.px(radius)), at)
