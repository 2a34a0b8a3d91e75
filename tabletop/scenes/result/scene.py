"""The result of a match: who won and why, beside the final board, and what to do next.

Words and choices are shown at every edge at which people sit, upright for them; in projector mode
once, above and beside the board.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Final

import pygame

from tabletop.engine import Match, Outcome, Seat, Text, joined, say
from tabletop.input.actions import Action, Button, Press, Tap
from tabletop.scenes.destinations import ResultAnswer
from tabletop.scenes.match_setup import Setup, champion, length_words, won_words
from tabletop.scenes.play.board import result_head
from tabletop.scenes.play.persistence import feat_note
from tabletop.ui.board.projector import STONE_RADIUS, SeriesScore, put_series_score
from tabletop.ui.board.seat_panel import panel_plate
from tabletop.ui.board.table_layout import (
    MARGIN,
    PROJECTOR_GAP,
    PROJECTOR_PAD,
    TableLayout,
    match_layout,
    projector_layout,
    table_layout,
)
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.context import DEFAULT_CONTEXT, UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop, Scene
from tabletop.ui.core.tween import Timer
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import trophy
from tabletop.ui.draw.shapes import stone
from tabletop.ui.layout import CONTENT, column, item, padded, row, space
from tabletop.ui.speech.speech import Announcement, focus_announcement
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER,
    BODY_SIZE,
    DIM,
    PANEL,
    RESULT_SIZE,
    SMALL_SIZE,
    TEXT,
    SeatLook,
)
from tabletop.ui.widgets.buttons import ButtonGroup, PushButton
from tabletop.ui.widgets.page import as_confirmation

INPUT_GUARD_SECONDS: Final = 2.0
"""Seconds in which touches are ignored, because they were meant for the game."""


@dataclass(frozen=True, slots=True)
class ResultSummary:
    """What a result tells."""

    match: Match
    before: Setup
    after: Setup
    """The setup with the wins of this game counted."""
    head: Text
    why: str
    """The reason, and whether the game counts for the high scores."""
    reason: str
    winners: tuple[Seat, ...]
    champion: Seat | None
    """Who has won the series with this game."""

    @classmethod
    def of(cls, setup: Setup, match: Match) -> "ResultSummary":
        outcome = match.outcome or Outcome((), "")
        after = setup.scored(outcome.winners)
        first = champion(after)
        if first is None:
            head = result_head(match, outcome, setup)
        else:
            head = won_words(setup, match.game, first)
        why, also = outcome.reason, feat_note(match, setup)
        if also is not None:
            why = joined(" ", why, also)
        return cls(match, setup, after, head, why, outcome.reason, outcome.winners, first)

    @property
    def shown_seats(self) -> tuple[Seat, ...]:
        """The seats whose stones stand beside the headline; in a draw all."""
        return self.winners or tuple(range(self.match.seats))

    def series_score(self, separator: str) -> Text:
        """The wins of each player in the series, with their next level if it changes."""
        parts = [say("result.games_won", "Games won")]
        for seat in sorted(range(self.match.seats), key=self.after.player_number):
            player, name = self.before.player(seat), self.match.game.seat_names[seat]
            wins = self.after.wins(seat)
            if player.is_computer:
                words = "{who} ({seat}): {count}"
                parts.append(say("result.computer", words, who=player.name, count=wins, seat=name))
            else:
                words = "Player {number} ({seat}): {count}"
                number = self.after.player_number(seat) + 1
                parts.append(say("result.score", words, number=number, count=wins, seat=name))
            if self.after.player(seat) != player:
                parts.append(self.after.player(seat).words)
        return joined(separator, *parts)


# -- where it is shown --------------------------------------------------------------------------

PLACE_GAP: Final = 20.0


@dataclass(frozen=True, slots=True)
class ResultPlace:
    """The areas for words and choices at one edge, and how they are turned to it."""

    words: Box
    choices: Box
    turns: int = 0
    about: Point = (0.0, 0.0)
    language: str = ""

    def upright(self, buttons: Sequence[PushButton]) -> list[PushButton]:
        """The buttons turned to this edge."""
        return [
            replace(button, turns=self.turns, about=self.about, language=self.language)
            for button in buttons
        ]


def result_places(plan: TableLayout) -> tuple[ResultPlace, ...]:
    """The areas at every edge where people sit; one in projector mode."""
    canvas = plan.canvas
    if canvas.context.projector:
        room = projector_layout(canvas, 2, 0)
        side = room.panels[1].box
        return (ResultPlace(room.banner, side._replace(h=room.walk_tools.bottom - side.y)),)
    about, sides = canvas.box.centre, plan.sides
    if len(sides) == 1:
        return (ResultPlace(*_areas_for_all(canvas, sides[0]), sides[0], about),)
    return tuple(
        ResultPlace(*_areas_at_edge(plan, side), side, about, plan.language_at(side))
        for side in sides
    )


def _areas_at_edge(plan: TableLayout, side: int) -> tuple[Box, Box]:
    """The panels of the first two seats at an edge, or the halves of the only one."""
    first, *more = [panel for panel in plan.panels if panel.turns == side]
    if more:
        return first.box, more[0].box
    halves = (row if first.wide else column)("words", "choices", gap=PLACE_GAP).place(first.box)
    return halves["words"], halves["choices"]


def _areas_for_all(canvas: Canvas, side: int) -> tuple[Box, Box]:
    """All of the table but the board, where everybody reads from the same edge."""
    width, height = canvas.size
    seen = canvas if side % 2 == 0 else canvas.with_size((height, width))
    plan = table_layout(seen, (0, 0), tray=0)
    area = seen.box.inset(MARGIN)
    if seen.height > seen.width * 1.12:
        words = item("words", plan.board.y - 2 * MARGIN)
        boxes = column(words, plan.board.h + 2 * MARGIN, "choices").place(area)
        areas = boxes["words"], boxes["choices"]
    else:
        left, right = (panel.box._replace(y=area.y, h=area.h) for panel in plan.panels)
        areas = left, right
    (x, y), (own_x, own_y) = canvas.box.centre, seen.box.centre
    return areas[0].moved(x - own_x, y - own_y), areas[1].moved(x - own_x, y - own_y)


# -- the choices --------------------------------------------------------------------------------

CHOICE_GAP: Final = 20.0
LARGE_TEXT_FACTOR: Final = 1.3
"""From this factor of text size on, the choices of a wide area stand in two rows."""
MIN_LONG_NAME_WIDTH: Final = 700.0
"""In a narrower area the choice to enter a name has a short label."""
MIN_LABEL_WIDTH: Final = 150.0
"""Narrower buttons side by side have icons only."""
MIN_LABELLED_HEIGHT: Final = 330.0
"""In lower areas the choices below the main one have icons only."""
MAIN_CHOICE_SHARE: Final = 0.55
"""The main choice's share of the height where the others have icons only."""


def place_choices(
    context: UiContext, area: Box, *, ready: bool, fresh: bool = False, named: bool = False
) -> list[PushButton]:
    """The buttons in an area, the main one first; below it the others, in rows if it is wide.

    `ready`: they are enabled. `fresh`: a series is over, and another begins. `named`: a name can
    be entered in the high scores, which then is the main choice.
    """
    again = say("result.new_series", "New series") if fresh else say("result.again", "Play again")
    choices: list[tuple[str, Text, str]] = [
        ("again", again, "again"),
        ("review", say("result.review", "Review"), "chances"),
        ("look", say("result.look", "Look back"), "earlier"),
        ("seats", say("result.seats", "Change seats"), "swap"),
        ("menu", say("result.menu", "Menu"), "menu"),
    ]
    if named:
        words = say("result.name", "Your name in the high scores")
        if area.w < MIN_LONG_NAME_WIDTH:
            words = say("result.name_short", "Your name")
        choices.insert(0, ("name", words, "cup"))
    count = len(choices) - 1
    wide = area.w > area.h
    narrow = (area.w - (count - 1) * PLACE_GAP) / count < MIN_LABEL_WIDTH
    icons_only = narrow if wide else area.h < MIN_LABELLED_HEIGHT
    if icons_only:
        tree = column(
            item("choice", (area.h - PLACE_GAP) * MAIN_CHOICE_SHARE),
            PLACE_GAP,
            row(*["choice"] * count, gap=PLACE_GAP * 0.6),
        )
    else:
        if wide:
            large = context.scaled_length(1.0, BODY_SIZE) > LARGE_TEXT_FACTOR
            shares = (1, (count + 1) // 2, count // 2) if large else (1, count)
            rows = len(shares)
            height = min(130.0, (area.h - (rows - 1) * CHOICE_GAP) / rows)
            lines = [row(*["choice"] * share, gap=CHOICE_GAP, size=height) for share in shares]
        else:
            height = min(120.0, (area.h - count * CHOICE_GAP) / (count + 1.6))
            lines = [item("choice", 1.3 * height), *[item("choice", height)] * count]
        # In reach mode they stand at the lower end.
        tree = column(*lines, gap=CHOICE_GAP, justify="end" if context.reach else "centre")
    boxes = tree.place(area).all("choice")
    (key, label, icon), *others = choices
    return [
        PushButton(key, boxes[0], label, icon, "main", 56, ready),
        *(
            PushButton(key, box, "" if icons_only else label, icon, enabled=ready)
            for (key, label, icon), box in zip(others, boxes[1:], strict=True)
        ),
    ]


# -- the words ----------------------------------------------------------------------------------

PLATE_PADDING: Final = 26.0
STONES_SHARE: Final = 0.42
"""The share of a wide plate's width that stones beside the words may have."""
MAX_SERIES_SHARE: Final = 0.26
"""The greatest share of a plate's height for the series score while its text can shrink."""
MAX_SCORE_SHARE: Final = 0.42
"""At one of several places, a series score that takes more than this share is left out."""


def _draw_plate(
    frame: Frame, area: Box, summary: ResultSummary, looks: Sequence[SeatLook], *, only: bool
) -> None:
    """The plate with the winners' stones and the words; `only`: there is no other place."""
    canvas = frame.canvas
    frame.put(_plate(canvas.px(area.w), canvas.px(area.h), canvas.px(30)), area.centre)
    inside = area.inset(PLATE_PADDING)
    wide = _is_wide(area)
    if summary.champion is not None:
        radius = min(150.0, inside.w / 2, inside.h * 0.2)
        stones = [trophy(looks[summary.champion], canvas.px(2 * radius))]
    else:
        radius = _stone_radius(area, len(summary.shown_seats))
        stones = [stone(looks[seat], canvas.px(radius)) for seat in summary.shown_seats]
    x = inside.x + radius + 6
    for picture in stones:
        frame.put(picture, (x, inside.y + radius + 10))
        x += 2 * radius + min(18.0, 0.25 * radius)
    beside = row(x - radius + 10 - inside.x, "words")
    below = column(2 * radius + 36, "words")
    _draw_words(frame, (beside if wide else below).place(inside)["words"], summary, wide, only)


def _is_wide(area: Box) -> bool:
    """Whether the stones stand beside the words."""
    return area.w > area.h * 1.25


def _stone_radius(area: Box, count: int) -> float:
    """The radius of so many stones; above the words they may take the whole width."""
    inside = area.inset(PLATE_PADDING)
    across = inside.w * (STONES_SHARE if _is_wide(area) else 1.0)
    return min(84.0, across / (2.3 * count), inside.h * 0.16)


def _draw_words(frame: Frame, area: Box, summary: ResultSummary, wide: bool, only: bool) -> None:
    """The headline, the reason, and at the foot the series score."""
    canvas, context = frame.canvas, frame.context
    foot = 0.0
    if summary.after.best_of != 1:
        score = _score_block(frame, area, summary.series_score(" · " if wide else "\n"))
        height = score.get_height() / canvas.scale + 10
        if only or height <= MAX_SCORE_SHARE * area.h:
            foot = height
            width = score.get_width() / canvas.scale
            frame.put(score, (area.x + width / 2, area.bottom - foot / 2))
    width, height_left = canvas.px(area.w), canvas.px(area.h - foot)
    most = round(height_left * (0.62 if wide else 0.5))
    head = context.translate(summary.head)
    title = _largest_block(head, canvas.px(RESULT_SIZE), width, most, bold=True)
    why = context.translate(summary.why)
    size = canvas.px(context.scaled_size(BODY_SIZE))
    y = area.y + title.get_height() / canvas.scale + 14
    left = canvas.px(max(40.0, area.bottom - foot - y))
    reason = _largest_block(why, size, width, left, bold=False)
    for block, top in ((title, area.y), (reason, y)):
        w, h = (pixels / canvas.scale for pixels in block.get_size())
        frame.put(block, (area.x + w / 2, top + h / 2))


def _score_block(frame: Frame, area: Box, score: Text) -> pygame.Surface:
    canvas, context = frame.canvas, frame.context
    wide, high = canvas.px(area.w), canvas.px(MAX_SERIES_SHARE * area.h)
    full, small = canvas.px(context.scaled_size(SMALL_SIZE)), canvas.px(SMALL_SIZE)
    size = min(
        typesetting.fitting_size(line, full, wide, least=0.75, context=context)
        for line in context.translate(score).split("\n")
    )
    block = typesetting.block(score, size, wide, TEXT, context=context)
    while block.get_height() > high and size > small:
        size = max(small, round(0.93 * size))
        block = typesetting.block(score, size, wide, TEXT, context=context)
    return block


@surface_cache(most=32)
def _largest_block(
    text: str, pixels: int, width: int, height: int, *, bold: bool
) -> pygame.Surface:
    """A translated text as a block, in at most that size, as large as fits."""
    size, spacing, context = pixels, 1.1 if bold else 1.28, typesetting.NEUTRAL
    while size > 12:
        w, h = typesetting.block_size(text, size, width, bold, spacing, context=context)
        if w <= width and h <= height:
            break
        size -= max(1, size // 20)
    else:
        spacing = 1.28
    return typesetting.block(text, size, width, TEXT, bold, spacing=spacing, context=context)


@surface_cache(most=8)
def _plate(width: int, height: int, radius: int) -> pygame.Surface:
    plate = shapes.copy_surface(shapes.rounded(width, height, radius, PANEL, 235))
    plate.blit(shapes.outline(width, height, radius, max(2, radius // 7), AMBER, 200), (0, 0))
    return plate


# -- projector mode -----------------------------------------------------------------------------

HEAD_SIZE_PROJECTOR: Final = 90.0
REASON_SIZE: Final = 54.0
SERIES_LENGTH_SIZE: Final = 50.0
REASON_GAP: Final = 18.0
HEAD_SHARE: Final = 0.5
"""The headline's share of the banner's height, if a reason stands below."""


def _draw_in_projector_mode(
    frame: Frame, summary: ResultSummary, looks: Sequence[SeatLook]
) -> None:
    """The headline with the winners' stones, and beside the board the games won."""
    canvas = frame.canvas
    plan = projector_layout(canvas, 2, 0)
    _draw_banner(frame, plan.banner, summary, [looks[seat] for seat in summary.shown_seats])
    side = plan.panels[0].box
    area = side._replace(h=plan.menu_tools.bottom - side.y)
    cup = 0
    if summary.champion is not None:
        cup = canvas.px(min(area.w, area.h * 0.5))
    high = cup / canvas.scale
    boxes = column(item("cup", high), PROJECTOR_GAP if cup else 0, "scores").place(area)
    if summary.champion is not None:
        frame.put(trophy(looks[summary.champion], cup), boxes["cup"].centre)
    if summary.after.best_of != 1:
        _draw_series_scores(frame, boxes["scores"], summary.after, looks)


def _draw_banner(
    frame: Frame, banner: Box, summary: ResultSummary, marks: Sequence[SeatLook]
) -> None:
    canvas = frame.canvas
    frame.put(panel_plate(canvas, banner, True), banner.centre)
    radius = STONE_RADIUS if len(marks) < 3 else STONE_RADIUS * 0.62
    head = item("head", HEAD_SHARE * (banner.h - 24) if summary.why else None)
    words = column(12, head, *((REASON_GAP, "why") if summary.why else ()), 12)
    stones = row(*[item("mark", 2 * radius)] * len(marks), gap=14, size=CONTENT)
    boxes = row(PROJECTOR_PAD, stones, 28, words, PROJECTOR_PAD).place(banner)
    for look, box in zip(marks, boxes.all("mark"), strict=True):
        frame.put(stone(look, canvas.px(radius)), box.centre)
    Label(summary.head, boxes["head"], HEAD_SIZE_PROJECTOR, bold=True, most=1).draw(frame)
    if summary.why:
        why = Label(summary.why, boxes["why"], REASON_SIZE, DIM, stands="top")
        if not why.typeset(canvas).complete:
            why = replace(why, text=summary.reason)  # the reason alone must not be cut
        why.draw(frame)


def _draw_series_scores(frame: Frame, area: Box, setup: Setup, looks: Sequence[SeatLook]) -> None:
    """Each player's stone with the games won, and the length of the series."""
    below = 120.0 if setup.best_of > 1 else 0.0
    each = min(150.0, (area.h - below) / setup.seats)
    sides = (PROJECTOR_PAD, 0, PROJECTOR_PAD, 0)
    scores = [padded("score", sides, size=each)] * setup.seats
    length = padded("length", (PROJECTOR_PAD, 0, PROJECTOR_PAD, 10), size=below)
    plate = column(*scores, length, key="plate", size=each * setup.seats + below)
    boxes = column(plate, space()).place(area)
    frame.put(panel_plate(frame.canvas, boxes["plate"], False), boxes["plate"].centre)
    for seat, box in enumerate(boxes.all("score")):
        put_series_score(frame, box, SeriesScore(looks[seat], setup.wins(seat)))
    if below:
        words = length_words(setup.best_of)
        Label(words, boxes["length"], SERIES_LENGTH_SIZE, DIM).draw(frame)


# -- the scene ----------------------------------------------------------------------------------


class ResultScene(Scene):
    """Lies over the match, whose board stays visible. Pops with a `ResultAnswer`."""

    covers = False

    def __init__(
        self,
        setup: Setup,
        match: Match,
        looks: Sequence[SeatLook],
        *,
        named: bool = False,
        seen: bool = False,
    ) -> None:
        """`named`: the winner is in the high scores already.

        `seen`: it was shown before, so it takes touches at once.
        """
        self.summary = ResultSummary.of(setup, match)
        self._setup = setup
        self._offers_name = setup.feat.counts and not named
        self._looks = looks
        self._guard = Timer(0.0 if seen else INPUT_GUARD_SECONDS)
        self._buttons = ButtonGroup()
        self._places: tuple[ResultPlace, ...] = ()
        self._context = DEFAULT_CONTEXT
        self._asked_from = 0
        """The edge at which a choice was touched last, in quarter turns."""

    def fit(self, canvas: Canvas) -> None:
        self._context = canvas.context
        plan = match_layout(canvas, self._setup.around, 0)
        own = [self._setup.language(seat) for seat in range(self._setup.seats)]
        self._places = result_places(plan.with_languages(own))
        if len(self._places) > 1:
            self.language = ""  # each place has its own
        self._place_buttons()

    def _place_buttons(self) -> None:
        fresh, only = self.summary.champion is not None, len(self._places) == 1
        # The name is entered at the winner's own edge.
        sides = [self._setup.side(seat) for seat in self.summary.winners]
        buttons: list[PushButton] = []
        for place in self._places:
            named = self._offers_name and (only or place.turns in sides)
            choices = place_choices(
                self._context, place.choices, ready=self._guard.done, fresh=fresh, named=named
            )
            buttons += place.upright(choices)
        self._buttons.replace(buttons)

    def wakes_in(self) -> float:
        return inf if self._guard.done else self._guard.length - self._guard.spent

    def update(self, dt: float) -> Change:
        was = self._guard.done
        self._guard.run(dt)
        if self._guard.done and not was:
            self._place_buttons()
        return None

    def handle(self, action: Action) -> Change:
        if not self._guard.done:
            return None
        action = as_confirmation(action)
        if isinstance(action, Tap):
            touched = self._buttons.at(action.at)
            self._asked_from = touched.turns if touched is not None else 0
        key = self._buttons.press(action)
        if key is None:
            match action:
                case Press(button=Button.BACK | Button.EARLIER | Button.FIRST):
                    key = "look"
                case Press(button=Button.MENU):
                    key = "menu"
                case Press(button=Button.OK):
                    self._buttons.focus = "again"
                case _:
                    pass
        return None if key is None else Pop(ResultAnswer(key, self._asked_from))

    def sayings(self) -> tuple[Announcement, ...]:
        focus = focus_announcement(self._buttons.buttons, self._buttons.focus)
        summary = self.summary
        return (Announcement("head", summary.head), Announcement("why", summary.why), *focus)

    def draw(self, frame: Frame) -> None:
        if frame.context.projector:
            _draw_in_projector_mode(frame, self.summary, self._looks)
        else:
            only = len(self._places) == 1
            for place in self._places:
                context = frame.context.override(language=place.language)
                with frame.turned(place.turns, place.about), frame.in_context(context):
                    _draw_plate(frame, place.words, self.summary, self._looks, only=only)
        self._buttons.draw(frame)


def prewarm_result(plan: TableLayout, looks: Sequence[SeatLook]) -> None:
    """Renders the large pictures of any result into the caches."""
    canvas = plan.canvas
    for place in result_places(plan):
        area = place.words
        _plate(canvas.px(area.w), canvas.px(area.h), canvas.px(30))
        for look in looks:
            stone(look, canvas.px(_stone_radius(area, 1)))
        for ready in (False, True):
            choices = place_choices(canvas.context, place.choices, ready=ready)
            ButtonGroup(choices).draw(Frame(canvas))
