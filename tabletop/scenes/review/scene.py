"""The review of a finished match: where it turned, what was better, and playing on from there.

Here are the scene, its layout, its texts, and the chart of the chances along the match, which has a
band for every seat, patterned with the seat's mark.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import inf
from typing import Any, Final, TypeAlias

import pygame

from tabletop.ai.match_analysis import (
    POLL_SECONDS,
    ReviewAnalysis,
    TurningPoint,
    WinChances,
    best_candidate,
    percents,
)
from tabletop.engine import CHANCE, Match, Seat, Text, joined, percent, say
from tabletop.games import view_of
from tabletop.input.actions import Action, Button, Press, Tap
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.play.board import (
    TURN_ICON,
    language_at_side,
    looking_back,
    next_side,
    reading_sides,
)
from tabletop.scenes.play.board import TURN_KEY as TURN_PAGE_KEY
from tabletop.scenes.play.hints import HINT_STEP_SECONDS, Advice, make_advice
from tabletop.ui.board import view
from tabletop.ui.board.marks import HintMark, marks_of_word, put_marks, tiled
from tabletop.ui.board.turntable import Backdrop
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.core.scene import Change, Pop
from tabletop.ui.draw import shapes
from tabletop.ui.layout import Boxes, Node, column, item, row, space
from tabletop.ui.speech.speech import Announcement, focus_announcement
from tabletop.ui.text import typesetting
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
    SMALL_SIZE,
    TEXT,
    TRAY,
    Colour,
    SeatLook,
)
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton, in_one_size
from tabletop.ui.widgets.page import PageScene, Plate

LEGEND_WIDTH: Final = 56.0
"""The width of the area for the seats' stones beside the bands."""
PATTERN_STEP: Final = 30.0
"""The distance of the marks in a band's pattern."""
LINE_WIDTH: Final = 3.5
MARKER_RADIUS: Final = 17.0
MARKER_NUMBER_SIZE: Final = 1.5
"""The size of the number, in radii."""
SCALE_WIDTH: Final = 72.0
"""The width of the scale of percentages beside the chart."""
SUPERSAMPLING: Final = 2
"""The factor by which small charts are drawn larger, for smooth edges."""
MAX_SUPERSAMPLED_WIDTH: Final = 900
"""In pixels; wider charts are drawn as they are."""

ChanceRow: TypeAlias = tuple[WinChances | None, ...]


def ply_at(bands: Box, at: Point, count: int) -> int | None:
    """The moment under a point of the bands, as a number of plies up to `count`."""
    if not bands.inset(-8).holds(at):
        return None
    share = (at[0] - bands.x) / max(1.0, bands.w)
    return round(min(1.0, max(0.0, share)) * count)


def put_chart(
    frame: Frame,
    chart: Box,
    bands: Box,
    row: ChanceRow,
    looks: Sequence[SeatLook],
    turns: Sequence[tuple[int, TurningPoint]],
    at: int,
    chosen: int | None,
) -> None:
    """Puts the bands with the seats' stones beside them, the turning points, and the moment.

    `turns` are the turning points with the numbers of their moves, which lie on the edge of their
    seats' bands.
    """
    canvas = frame.canvas
    size = (canvas.px(bands.w), canvas.px(bands.h))
    picture = _bands(row, tuple(looks), size, canvas.px(PATTERN_STEP), canvas.px(LINE_WIDTH))
    frame.put(picture, bands.centre)
    tall = bands.h / len(looks)
    radius = min(LEGEND_WIDTH * 0.36, tall * 0.4)
    for seat, look in enumerate(looks):
        stone = shapes.stone(look, canvas.px(radius))
        frame.put(stone, (chart.x + LEGEND_WIDTH * 0.42, bands.bottom - (seat + 0.5) * tall))
    here = _across(bands, at, len(row))
    line = shapes.rounded(canvas.px(7), size[1], 2, INK)
    frame.put(line, (here, bands.centre[1]))
    frame.put(shapes.rounded(canvas.px(3), size[1], 1, AMBER), (here, bands.centre[1]))
    radius = max(MARKER_RADIUS, frame.context.min_text_size / MARKER_NUMBER_SIZE)
    placed: list[Point] = []
    for number, turn in turns:
        values = row[turn.ply] or (1 / len(looks),) * len(looks)
        edge = sum(values[: turn.seat + 1]) if turn.seat < len(looks) - 1 else 1 - values[-1]
        x, y = _across(bands, turn.ply, len(row)), bands.y + bands.h * (1 - edge)
        y = min(max(y, bands.y + radius), bands.bottom - radius)
        step = 2.3 * radius if y < bands.centre[1] else -2.3 * radius
        while any(abs(x - u) < 3.2 * radius and abs(y - v) < 2.2 * radius for u, v in placed):
            y += step
        placed.append((x, y))
        frame.put(_marker(number, canvas.px(radius), turn.ply == chosen), (x, y))


@surface_cache(most=16)
def _marker(number: int, radius: int, chosen: bool) -> pygame.Surface:
    """A plate with the number of a move; it has another form than the marks of a hint."""
    height = round(radius * MARKER_NUMBER_SIZE)
    sign = typesetting.line(str(number), height, INK, True, context=typesetting.NEUTRAL)
    width, rim = max(2 * radius, sign.get_width() + radius), max(2, radius // 6)
    colour = AMBER if chosen else CREAM
    picture = shapes.rounded(width + 2 * rim, 2 * radius + 2 * rim, radius * 0.4, INK)
    picture = shapes.copy_surface(picture)
    plate = shapes.rounded(width, 2 * radius, radius * 0.3, colour)
    for part in (plate, sign):
        picture.blit(part, part.get_rect(center=picture.get_rect().center))
    return picture


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
MIN_COLUMN_WIDTH: Final = 540.0
"""The least width of the column beside the board, for text of the usual size."""
MAX_COLUMN_SHARE: Final = 0.55
"""The greatest share of the width that large text takes from the board."""
GAP: Final = 16.0
HEAD_HEIGHT: Final = 58.0
CHIP_HEIGHT: Final = 104.0
BUTTON_HEIGHT: Final = 92.0
MIN_BACK_WIDTH: Final = 200.0
"""The way back shows its icon alone on a narrower button."""
MIN_CHIPS: Final = 3
"""Fewer turning points have buttons of the same width."""


def layout_review(
    canvas: Canvas, turns: int = 0, *, chips: int = 0, turnable: bool = False
) -> Boxes:
    """The boxes of the page, as seen from the edge that it is turned to.

    `chips` is the number of turning points; a `turnable` page has a button that turns it. Keys:
    board, title, scale_title, chart, bands, scale, chips, chip, said, side, earlier, later, on,
    back, turn.
    """
    width, height = (canvas.height, canvas.width) if turns % 2 else (canvas.width, canvas.height)
    context, portrait = canvas.context, height > width * 1.12
    usual = context.scaled_length(1.0, BODY_SIZE) < 1.3
    if portrait:
        side = min(width - 2 * MARGIN, height * (0.53 if usual else 0.44))
        w, h = width - 2 * MARGIN, height - 2 * MARGIN - side - 2 * GAP
    else:
        text = min(context.scaled_length(MIN_COLUMN_WIDTH, BODY_SIZE), MAX_COLUMN_SHARE * width)
        side = min(height - 2 * MARGIN, width - max(MIN_COLUMN_WIDTH, text) - 3 * MARGIN)
        w, h = width - side - 3 * MARGIN, height - 2 * MARGIN
    button = min(context.scaled_length(BUTTON_HEIGHT, BUTTON_SIZE), h * (0.12 if usual else 0.1))
    chip = min(context.scaled_length(CHIP_HEIGHT, BUTTON_SIZE), h * (0.13 if usual else 0.11))
    title = min(context.scaled_length(HEAD_HEIGHT, BODY_SIZE), h * 0.08)
    small = context.scaled_length(1.3 * SMALL_SIZE, SMALL_SIZE)
    arrow = min(button * 1.2, w * 0.2)
    turn = (item("turn", button * 1.2),) if turnable else ()
    foot: tuple[Node, ...] = (row("back", *turn, gap=GAP, size=button),)
    heads = (item("title", title), item("scale_title", small))
    if not usual:
        # Large text has more room at the cost of the chart, of the way back, and of a line.
        back = item("back", arrow)
        title, foot = max(title, button), ()
        heads = (row(back, "title", *turn, gap=GAP, size=title), heads[1])
    lines = len(foot) + 2
    free = max(120.0, h - title - small - chip - lines * button - (4 + lines) * GAP)
    chart = min(300.0, free * (0.5 if usual else 0.22))
    beside = column(
        *heads,
        row(
            LEGEND_WIDTH,
            "bands",
            8,
            item("scale", context.scaled_length(SCALE_WIDTH, SMALL_SIZE)),
            key="chart",
            size=chart,
        ),
        row(*["chip"] * max(MIN_CHIPS, chips), gap=12, key="chips", size=chip),
        item("said", free - chart),
        row("side", "side", gap=GAP, size=button),
        row(item("earlier", arrow), item("later", arrow), "on", gap=GAP, size=button),
        *foot,
        gap=GAP,
    )
    if portrait:
        board = row(item("board", side), justify="centre", size=side)
        page = column(board, 2 * GAP, beside, padding=MARGIN)
    else:
        board = item("board", side, cross_size=side, align="centre")
        page = row(board, MARGIN, beside, padding=MARGIN)
    return page.place(Box.around(canvas.box.centre, width, height))


TITLE: Final = say("review.title", "Review")
NO_TURNING_POINTS: Final = say(
    "review.none",
    "No big mistakes. Well played!",
)
FEWEST_MOVES: Final = 6
"""A game of fewer moves is not praised."""
CHANCE_OF_WINNING: Final = say("review.scale", "Chance of winning")


def analysing(share: float) -> Text:
    """Says that the match is analysed, and how much of it is done."""
    return say("review.looking", "Analysing the game: {share}", share=percent(round(100 * share)))


def moment_words(at: int, values: WinChances | None, match: Match) -> Text:
    """The shown moment, and the chances of everybody there."""
    where = looking_back(match, at)
    if values is None:
        return where
    names = match.game.seat_names
    parts = [
        say("review.chance", "{who} {percent}", who=names[seat], percent=percent(share))
        for seat, share in enumerate(percents(values))
    ]
    # NOTE: {chances} is as "Black 60%, White 40%".
    words = "{where}. Chance of winning: {chances}."
    return say("review.moment", words, where=where, chances=joined(", ", *parts))


def ended(sentence: str) -> str:
    """A translated sentence with a full stop, if it has none."""
    return sentence if sentence.endswith((".", "!", "?", "…")) else f"{sentence}."


def played_words(match: Match, turn: TurningPoint, told: str, lone: Seat | None = None) -> Text:
    """What was played, and what it cost; `told` is the view's description of that ply.

    `lone` is the seat of the only person.
    """
    number = match.turns_until(turn.ply + 1)
    before, after = map(percent, turn.percents)
    if turn.seat == lone:
        # NOTE: {told} is a sentence, as "White pushed two pieces."
        words = "Turn {number}: {told} Your chance fell from {before} to {after}."
        return say("review.played_you", words, number=number, told=told, before=before, after=after)
    # NOTE: {told} is a sentence, as "White pushed two pieces."
    return say(
        "review.played",
        "Turn {number}: {told} {who}’s chance fell from {before} to {after}.",
        number=number,
        who=match.game.seat_names[turn.seat],
        before=before,
        after=after,
        told=told,
    )


def better_words(advice: Advice, *, shown: bool) -> Text:
    """Why another ply would have been better; `shown`: the board shows which."""
    if shown:
        return say("review.better", "The board shows a better move: it {why}.", why=advice.why)
    return say("review.better_hidden", "A better move: it {why}.", why=advice.why)


TURN_KEY: Final = "turn:"
HINT_MARKS_LAYER: Final = 20
"""The layer of hint marks, above the board."""
CHIP_SIZE: Final = 40.0
SIDE_TEXT_SIZE: Final = 36.0


class ReviewScene(PageScene):
    """Shows a match ply by ply. Pops with the number of plies to play on from, or with None."""

    idle_timeout = 120.0

    def __init__(
        self,
        table: AppContext,
        match: Match,
        analysis: ReviewAnalysis,
        setup: Setup | None = None,
        upright: int = 0,
        *,
        seat: Seat | None = None,
        practises: bool = True,
    ) -> None:
        """`setup` tells who sits where; the page is turned to the edge `upright`.

        The worst ply of `seat` is shown first, and only its turning points are listed if it has
        any; None: those of all, the first one first. `practises`: people may play on from here.
        """
        super().__init__()
        self._seat = seat
        self._practises = practises
        self.setup = setup
        self.upright = upright
        self.table = table
        self.match = match
        self.analysis = analysis
        self.at = len(match.plies) if analysis.done else analysis.here
        """The number of plies before the moment that is shown."""
        self.turn: TurningPoint | None = None
        """The turning point that is shown."""
        self.better = True
        """Whether its better ply is shown, or what was played."""
        self.advice: Advice | None = None
        self._follows = True  # shows the analysed position until people step
        self._spent = 0.0
        self._view: view.View = view_of(match.game)
        self._marks: tuple[HintMark, ...] = ()
        self.turning_points: tuple[TurningPoint, ...] = ()

    # -- layout -----------------------------------------------------------------------------------

    def fit(self, canvas: Canvas) -> None:
        board = layout_review(canvas, self.upright)["board"]
        middle = turn_point(board.centre, self.upright, canvas.box.centre)
        board = Box.around(middle, board.w, board.h)
        self._view.fit(view.ViewLayout(canvas, board, {}, self.match.options, self.match.seats))
        self._backdrop = Backdrop(canvas, self._view)
        if self.analysis.done and not self.turning_points:
            self._finish_analysis()
        super().fit(canvas)

    def lay_out(self) -> None:
        context, setup = self.canvas.context, self.setup
        boxes = self._boxes = layout_review(
            self.canvas,
            self.upright,
            chips=len(self.turning_points),
            turnable=setup is not None and len(reading_sides(context, setup)) > 1,
        )
        self.plates = (Plate(boxes["said"].inset(-4), PANEL, 24),)
        labels = [
            Label(TITLE, boxes["title"], HEAD_SIZE, TEXT, bold=True, most=1),
            Label(self._said(), boxes["said"].inset(16), BODY_SIZE, TEXT, stands="top"),
            Label(CHANCE_OF_WINNING, boxes["scale_title"], SMALL_SIZE, DIM, most=1),
            *self._scale_labels(boxes["scale"]),
        ]
        if not self.analysis.done:
            progress = say(
                "review.walking",
                "Analysing: turn {at} of {count}",
                at=self.match.turns_until(self.analysis.here + 1),
                count=self.match.turns_until(len(self.match.plies)),
            )
            labels.append(Label(progress, boxes["chips"], BODY_SIZE, DIM, most=1))
        self.labels = tuple(labels)
        about = self.canvas.box.centre
        self.buttons.replace(
            [replace(button, turns=self.upright, about=about) for button in self._buttons(boxes)]
        )
        self._marks = self._hint_marks()

    def _scale_labels(self, scale: Box) -> Iterator[Label]:
        """100 %, 50 % and 0 % beside the chart."""
        high = scale.h / 4
        tree = column(item("all", high), space(), item("half", high), space(), item("none", high))
        boxes = tree.place(scale)
        yield Label(percent(100), boxes["all"], SMALL_SIZE, DIM, stands="top", most=1)
        yield Label(percent(50), boxes["half"], SMALL_SIZE, DIM, most=1)
        yield Label(percent(0), boxes["none"], SMALL_SIZE, DIM, stands="bottom", most=1)

    def _said(self) -> str:
        if self.analysis.problem is not None:
            return self.analysis.problem
        if self.turn is not None and self.advice is not None:
            told = " ".join((*self._roll_words(self.turn.ply), self._described(self.turn.ply)))
            played = played_words(self.match, self.turn, told, self._seat)
            return joined("\n", played, better_words(self.advice, shown=self.better))
        if self._follows:
            return analysing(self.analysis.share)
        chances = self.analysis.chances[self.at]
        now = moment_words(self.at, chances, self.match)
        now = joined("\n", *self._roll_words(self.at - 1), now)
        long_enough = len(self.analysis.chances) > FEWEST_MOVES
        none_found = long_enough and self.analysis.done and not self.turning_points
        return joined("\n", NO_TURNING_POINTS, now) if none_found else now

    def _described(self, number: int) -> str:
        """What a ply did, as a sentence."""
        ply = self.match.plies[number]
        return ended(self.canvas.context.translate(self._view.describe_ply(ply)))

    def _roll_words(self, number: int) -> tuple[str, ...]:
        """The roll that a ply is, or was played with; empty in a game without dice."""
        for rolled in (number, number - 1):
            if rolled >= 0 and self.match.plies[rolled].seat == CHANCE:
                return (self._described(rolled),)
        return ()

    def _buttons(self, boxes: Boxes) -> Iterator[PushButton]:
        for number, (turn, box) in enumerate(
            zip(self.turning_points, boxes.all("chip"), strict=False)
        ):
            words = "Turn {n}\n−{percent}"
            before, after = turn.percents
            lost = percent(before - after)
            n = self.match.turns_until(turn.ply + 1)
            label = say("review.mistake", words, n=n, percent=lost)
            style: ButtonStyle = "chosen" if turn is self.turn else "plain"
            stone = self._view.looks[turn.seat]
            key = f"{TURN_KEY}{number}"
            yield PushButton(key, box, label, style=style, size=CHIP_SIZE, stone=stone)
        sides = boxes.all("side")
        if self.turn is not None:
            shown: tuple[ButtonStyle, ButtonStyle] = ("chosen", "plain")
            better, played = shown if self.better else shown[::-1]
            words = say("review.show_better", "Better move")
            first = PushButton("better", sides[0], words, style=better, size=SIDE_TEXT_SIZE)
            words = say("review.show_played", "Move played")
            second = PushButton("played", sides[1], words, style=played, size=SIDE_TEXT_SIZE)
            yield from in_one_size(self.canvas, (first, second))
        elif not self.analysis.done:
            enough = say("review.enough", "Stop")
            yield PushButton("enough", sides[0], enough, "stop", size=SIDE_TEXT_SIZE)
        last = len(self.match.plies)
        yield PushButton("earlier", boxes["earlier"], "", "earlier", enabled=self.at > 0)
        yield PushButton("later", boxes["later"], "", "later", enabled=self.at < last)
        if self._practises:
            words, going = say("review.on", "Practise here"), self._state.outcome() is None
            yield PushButton("on", boxes["on"], words, "play", "main", enabled=going)
        back, box = say("review.back", "Back"), boxes["back"]
        yield PushButton("back", box, back if box.w > MIN_BACK_WIDTH else "", "back")
        if "turn" in boxes:
            yield PushButton(TURN_PAGE_KEY, boxes["turn"], icon=TURN_ICON)

    @property
    def _state(self) -> Any:
        """The state of the game at the moment that is shown."""
        return self.match.plies[self.at - 1].after if self.at else self.match.first

    # -- what happens -----------------------------------------------------------------------------

    def wakes_in(self) -> float:
        if not self.analysis.done:
            return POLL_SECONDS
        lighting = self.table.animation_scale and self._lit_marks <= len(self._marks)
        return HINT_STEP_SECONDS - self._spent % HINT_STEP_SECONDS if lighting else inf

    def update(self, dt: float, /) -> Change:
        self._spent += dt
        if not self.analysis.done and self.analysis.run():
            self._follow()
        return None

    def sayings(self) -> tuple[Announcement, ...]:
        focus = focus_announcement(self.buttons.buttons, self.buttons.focus)
        return (Announcement("title", TITLE), Announcement("said", self._said()), *focus)

    def leave(self) -> None:
        self.analysis.rest()

    def handle(self, action: Action, /) -> Change:
        match action:
            case Press(button=Button.EARLIER | Button.LATER | Button.FIRST | Button.LAST as way):
                self._step(way)
                return None
            case Tap(contact=contact, at=at) if contact not in self.buttons.held:
                seen = turn_point(at, -self.upright, self.canvas.box.centre)
                count = ply_at(self._boxes["bands"], seen, len(self.match.plies))
                if count is not None:
                    self._go_to(count)
        return super().handle(action)

    def pressed(self, key: str, /) -> Change:
        kind, _, number = key.partition(":")
        match kind:
            case "back":
                return self.back()
            case "on":
                return Pop(self.at)
            case "turn" if number:
                self._choose(self.turning_points[int(number)])
                self.lay_out()
            case "turn" if self.setup is not None:
                self.upright = next_side(self.canvas.context, self.setup, self.upright)
                self.language = language_at_side(self.canvas.context, self.setup, self.upright)
                self.fit(self.canvas.with_context(self.table.ui_context.for_seat(self)))
            case "better" | "played" if self.turn is not None:
                self.better, self._spent = kind == "better", 0.0
                self.at = self.turn.ply + (not self.better)
                self.lay_out()
            case "earlier" | "later":
                self._step(Button[kind.upper()])
            case "enough":
                self.analysis.finish()
                self._follow()
        return None

    def _follow(self) -> None:
        """Shows the progress or the end of the analysis."""
        if self.analysis.done:
            self._finish_analysis()
        elif self._follows:
            self.at = self.analysis.here
        self.lay_out()

    def _finish_analysis(self) -> None:
        """Shows the first turning point, unless people look at another moment already."""
        own = self.analysis.turns(self._seat) if self._seat is not None else ()
        self.turning_points = own or self.analysis.turns()
        if self._follows:
            self.at = len(self.match.plies)
            if own:
                self._choose(max(own, key=lambda turn: turn.drop))
            elif self.turning_points:
                self._choose(self.turning_points[0])
        self._follows = False

    def _choose(self, turn: TurningPoint) -> None:
        self._follows = False
        self.turn, self.at = turn, turn.ply
        match, thought = self.match, self.analysis.thoughts[turn.ply]
        before, best = match.plies[turn.ply].before, best_candidate(thought)
        self.advice = make_advice(match.game, before, best, thought.candidates)
        self.better, self._spent = True, 0.0

    def _step(self, way: Button) -> None:
        count = len(self.match.plies)
        ends = {Button.EARLIER: self.at - 1, Button.LATER: self.at + 1, Button.FIRST: 0}
        self._go_to(min(count, max(0, ends.get(way, count))))

    def _go_to(self, at: int) -> None:
        """Shows a moment that is not chosen as a turning point."""
        self._follows = False
        self.turn = self.advice = None
        self.at = at
        self.lay_out()

    # -- drawing ----------------------------------------------------------------------------------

    @property
    def snapshot(self) -> view.BoardSnapshot:
        """The moment on the board."""
        game, at, state, advice = self.match.game, self.at, self._state, self._shown_advice
        over = at == len(self.match.plies) and self.match.state.outcome() is not None
        shown = advice is not None and self._lit_marks > len(self._marks)
        return view.BoardSnapshot(
            game=game,
            state=state,
            seat=game.acting(state),
            last=self.match.plies[at - 1] if at and advice is None else None,
            preview=advice.move if advice is not None and shown else None,
            hinted=advice.words[0] if advice is not None and advice.words else (),
            finish=1.0 if over else None,
        )

    @property
    def _shown_advice(self) -> Advice | None:
        return self.advice if self.better else None

    @property
    def _lit_marks(self) -> int:
        """The number of hint marks shown so far, one more than there are when all are."""
        if not self.table.animation_scale:
            return len(self._marks) + 1
        return int(self._spent / HINT_STEP_SECONDS) + 1

    def _hint_marks(self) -> tuple[HintMark, ...]:
        advice = self._shown_advice
        if advice is None or not advice.words:
            return ()
        snapshot = replace(self.snapshot, preview=None)
        return marks_of_word(self._view, snapshot, advice.words[0], self.upright)

    def draw(self, frame: Frame) -> None:
        middle, boxes = self.canvas.box.centre, self._boxes
        frame.put(self._backdrop.picture, middle)
        snapshot = self.snapshot
        with frame.layer(1):
            self._view.draw(frame, snapshot)
        with frame.layer(HINT_MARKS_LAYER):
            lit, ringed = self._marks[: self._lit_marks], snapshot.preview is None
            put_marks(frame, self._view.cell, lit, self.upright, ringed=ringed)
        with frame.turned(self.upright, middle):
            self.draw_content(frame)
            looks = self._view.looks[: self.match.seats]
            chances, number = self.analysis.chances, self.match.turns_until
            turns = [(number(turn.ply + 1), turn) for turn in self.turning_points]
            chosen = self.turn.ply if self.turn is not None else None
            put_chart(frame, boxes["chart"], boxes["bands"], chances, looks, turns, self.at, chosen)
            if not self.analysis.done:
                _draw_progress(frame, boxes["chips"], self.analysis.share)


def _draw_progress(frame: Frame, area: Box, share: float) -> None:
    """The progress bar at the lower end of an area."""
    canvas = frame.canvas
    height, y = canvas.px(8), area.bottom - 8
    line = shapes.rounded(canvas.px(area.w), height, height / 2, PANEL)
    frame.put(line, (area.centre[0], y))
    width = max(canvas.px(12), canvas.px(area.w * share))
    line = shapes.rounded(width, height, height / 2, AMBER)
    frame.put(line, (area.x + width / canvas.scale / 2, y))
