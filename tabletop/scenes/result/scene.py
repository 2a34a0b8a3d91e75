"""The result as a room sees it: who won in the largest words, the board, and how it stands.

Where the result is said: at every edge at which somebody sits, upright for them.

The result: who won and why, beside the final board, and what to do next.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Final

import pygame

from tabletop.engine import Match, Outcome, Seat, Text, joined, say
from tabletop.input.actions import Action, Button, Press, Tap
from tabletop.scenes.destinations import ResultAnswer
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.play.messages import result_head
from tabletop.scenes.play.persistence import feat_note
from tabletop.scenes.series import champion, length_words, won_words
from tabletop.ui.board.projector import STONE_RADIUS, SeriesScore, put_series_score
from tabletop.ui.board.seat_panel import panel_plate
from tabletop.ui.board.table_layout import (
    MARGIN,
    PROJECTOR_GAP,
    PROJECTOR_PAD,
    Panel,
    TableLayout,
    match_layout,
    projector_layout,
    table_layout,
)
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.context import (
    UiContext,
)
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop, Scene
from tabletop.ui.core.tween import Timer
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import trophy
from tabletop.ui.draw.shapes import stone
from tabletop.ui.speech.announcements import Announcement, focus_announcement
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
    Colour,
    SeatLook,
)
from tabletop.ui.widgets.buttons import ButtonGroup, PushButton
from tabletop.ui.widgets.page import as_confirmation, split_row, stack_boxes

HEAD_SIZE_PROJECTOR: Final = 90.0
REASON_SIZE: Final = 54.0
SERIES_LENGTH_SIZE: Final = 50.0
COLUMN_GAP: Final = 18.0
HEAD_SHARE: Final = 0.5
"""Of the banner's height for the headline; the reason has the rest."""


def projector_result_rooms(canvas: Canvas) -> tuple[Box, Box]:
    """The room for the words, and the one for the choices, right of the board."""
    plan = projector_layout(canvas, 2, 0)
    side = plan.panels[1].box
    return plan.banner, Box(side.x, side.y, side.w, plan.walk_tools.bottom - side.y)


def put_projector_result(
    frame: Frame,
    setup: Setup,
    match: Match,
    looks: Sequence[SeatLook],
    head: Text,
    why: str,
    winner: Seat | None,
) -> None:
    """Puts the headline with the winners' marks, and the games won beside the board.

    `setup` has this game's winners counted; `winner` is who has won the series, if somebody has.
    """
    canvas = frame.canvas
    plan = projector_layout(canvas, 2, 0)
    outcome = match.outcome or Outcome((), "")
    marks = [looks[seat] for seat in _shown(match, outcome)]
    _put_head(frame, plan.banner, marks, head, why, outcome.reason)
    side = plan.panels[0].box
    column = Box(side.x, side.y, side.w, plan.menu_tools.bottom - side.y)
    if winner is not None:
        pixels = canvas.px(min(column.w, column.h * 0.5))
        high = pixels / canvas.scale
        frame.put(trophy(looks[winner], pixels), (column.centre[0], column.y + high / 2))
        column = Box(
            column.x, column.y + high + PROJECTOR_GAP, column.w, column.h - high - PROJECTOR_GAP
        )
    if setup.best_of != 1:
        _put_tally(frame, column, setup, looks)


def _shown(match: Match, outcome: Outcome) -> tuple[Seat, ...]:
    """The seats whose marks stand beside the headline: in a draw all."""
    return outcome.winners or tuple(range(match.seats))


def _put_head(
    frame: Frame, box: Box, marks: Sequence[SeatLook], head: Text, why: str, reason: str
) -> None:
    canvas = frame.canvas
    frame.put(panel_plate(canvas, box, True), box.centre)
    radius = STONE_RADIUS if len(marks) < 3 else STONE_RADIUS * 0.62
    x = box.x + PROJECTOR_PAD + radius
    for look in marks:
        frame.put(stone(look, canvas.px(radius)), (x, box.centre[1]))
        x += 2 * radius + 14
    left = x - radius + 14
    room = Box(left, box.y + 12, box.right - PROJECTOR_PAD - left, box.h - 24)
    high = room.h * (HEAD_SHARE if why else 1.0)
    Label(head, Box(room.x, room.y, room.w, high), HEAD_SIZE_PROJECTOR, bold=True, most=1).draw(
        frame
    )
    if why:
        below = Box(room.x, room.y + high + COLUMN_GAP, room.w, room.h - high - COLUMN_GAP)
        told = Label(why, below, REASON_SIZE, DIM, stands="top")
        if not told.typeset(canvas).complete:
            told = replace(told, text=reason)  # a reason is never cut for what only adds to it
        told.draw(frame)


def _put_tally(frame: Frame, column: Box, setup: Setup, looks: Sequence[SeatLook]) -> None:
    """Every player's mark with the games won, and of how many it is the best."""
    below = 120.0 if setup.best_of > 1 else 0.0
    each = min(150.0, (column.h - below) / setup.seats)
    frame.put(
        panel_plate(frame.canvas, Box(*column[:3], each * setup.seats + below), False),
        (column.centre[0], column.y + (each * setup.seats + below) / 2),
    )
    for seat in range(setup.seats):
        row = Box(
            column.x + PROJECTOR_PAD, column.y + seat * each, column.w - 2 * PROJECTOR_PAD, each
        )
        put_series_score(frame, row, SeriesScore(looks[seat], setup.wins(seat)))
    if below:
        foot = Box(
            column.x + PROJECTOR_PAD,
            column.y + setup.seats * each,
            column.w - 2 * PROJECTOR_PAD,
            below - 10,
        )
        Label(length_words(setup.best_of), foot, SERIES_LENGTH_SIZE, DIM, align="left").draw(frame)


PLACE_GAP: Final = 20.0
WORDS_SHARE: Final = 0.5
"""The share of a seat's room for the words; the choices have the rest."""
MIN_LABEL_WIDTH: Final = 150.0
"""In a narrower button of several side by side there is only its sign."""
MIN_LABELLED_HEIGHT: Final = 330.0
"""In lower rooms than this there are only signs below the main choice."""
MAIN_CHOICE_SHARE: Final = 0.55
"""Its share of such a room's height."""


@dataclass(frozen=True, slots=True)
class ResultPlace:
    """The rooms at one edge, as if whoever reads it sat at the bottom, and how they are turned."""

    words: Box
    choices: Box
    turns: int = 0
    about: Point = (0.0, 0.0)
    language: str = ""

    def upright(self, buttons: Sequence[PushButton]) -> list[PushButton]:
        """The choices for whoever sits there."""
        return [
            replace(button, turns=self.turns, about=self.about, language=self.language)
            for button in buttons
        ]


def result_places(plan: TableLayout) -> tuple[ResultPlace, ...]:
    """The rooms for words and choices at every edge where people sit."""
    if plan.canvas.context.projector:
        return (ResultPlace(*projector_result_rooms(plan.canvas)),)
    about, sides = plan.canvas.box.centre, plan.sides
    if len(sides) == 1:
        return (ResultPlace(*_whole(plan.canvas, sides[0]), sides[0], about),)
    return tuple(
        ResultPlace(*_rooms(plan, side), side, about, plan.language_at(side)) for side in sides
    )


def _rooms(plan: TableLayout, side: int) -> tuple[Box, Box]:
    """In the place of one seat's panel both, one beside or below the other; or each in its own."""
    first, *more = [panel for panel in plan.panels if panel.turns == side]
    return (first.box, more[0].box) if more else _shared(first)


def _shared(panel: Panel) -> tuple[Box, Box]:
    box = panel.box
    if panel.wide:
        width = (box.w - PLACE_GAP) * WORDS_SHARE
        return (
            Box(box.x, box.y, width, box.h),
            Box(box.x + width + PLACE_GAP, box.y, box.w - width - PLACE_GAP, box.h),
        )
    height = (box.h - PLACE_GAP) * WORDS_SHARE
    return (
        Box(box.x, box.y, box.w, height),
        Box(box.x, box.y + height + PLACE_GAP, box.w, box.h - height - PLACE_GAP),
    )


def _whole(canvas: Canvas, side: int) -> tuple[Box, Box]:
    """All that is beside or above and below the board, where all read it from the same edge."""
    width, height = canvas.size
    seen = canvas if side % 2 == 0 else canvas.with_size((height, width))
    (x, y), (own_x, own_y) = canvas.box.centre, seen.box.centre
    said, choices = _beside(seen)
    return said.moved(x - own_x, y - own_y), choices.moved(x - own_x, y - own_y)


def _beside(canvas: Canvas) -> tuple[Box, Box]:
    plan = table_layout(canvas, (0, 0), tray=0)
    if canvas.height > canvas.width * 1.12:
        board = plan.board
        inner = canvas.width - 2 * MARGIN
        below = board.bottom + MARGIN
        said = Box(MARGIN, MARGIN, inner, board.y - 2 * MARGIN)
        return said, Box(MARGIN, below, inner, canvas.height - below - MARGIN)
    left, right = (panel.box for panel in plan.panels)
    tall = canvas.height - 2 * MARGIN
    return Box(left.x, MARGIN, left.w, tall), Box(right.x, MARGIN, right.w, tall)


def compact_choices(room: Box, buttons: Sequence[PushButton]) -> list[PushButton]:
    """The choices in a small room: the main one in words, of the others the signs."""
    broad = room.w > room.h
    count = len(buttons) - 1
    narrow = (room.w - (count - 1) * PLACE_GAP) / count < MIN_LABEL_WIDTH
    if not (broad and narrow) and (broad or room.h >= MIN_LABELLED_HEIGHT):
        return list(buttons)
    main, *rest = buttons
    high = (room.h - PLACE_GAP) * MAIN_CHOICE_SHARE
    main = replace(main, box=Box(room.x, room.y, room.w, high))
    below = Box(room.x, room.y + high + PLACE_GAP, room.w, room.h - high - PLACE_GAP)
    signs = split_row(below, len(rest), PLACE_GAP * 0.6)
    return [
        main,
        *(replace(b, box=box, label="") for b, box in zip(rest, signs, strict=True)),
    ]


INPUT_GUARD_SECONDS: Final = 2.0
"""Seconds in which touches are ignored, because they were meant for the game."""
CHOICE_GAP: Final = 20.0
STONES_SHARE: Final = 0.42
"""The share of a broad plate that stones beside the words may have."""
MAX_SCORE_SHARE: Final = 0.42
"""A score that takes more of a small room than this is not told in it."""
LARGE_TEXT_FACTOR: Final = 1.3
"""From so many times the usual size on, the choices stand in pairs."""
MIN_LONG_NAME_WIDTH: Final = 700.0
"""In a narrower room the board is not named beside the name that can be put there."""
MAX_SERIES_SHARE: Final = 0.26
"""The most of a plate's height that a series takes in large words."""


class ResultScene(Scene):
    """Lies over the match, whose board stays in sight. Pops with what was chosen.

    That is again, name, review, look, seats or menu.
    """

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
        """`named`: whoever has won is in the high scores already.

        `seen`: it was shown before, and nobody's hands are busy with the game any more.
        """
        self._offers = setup.feat.counts and not named
        self._setup = setup
        self._match = match
        self._looks = looks
        self._outcome = match.outcome or Outcome((), "")
        self._deaf = Timer(0.0 if seen else INPUT_GUARD_SECONDS)
        self._buttons = ButtonGroup()
        self._places: tuple[ResultPlace, ...] = ()
        self._context = UiContext()
        self._asked_from = 0
        """At which edge a choice was touched last."""

    def fit(self, canvas: Canvas) -> None:
        self._context = canvas.context
        plan = match_layout(canvas, self._setup.around, 0)
        own = [self._setup.language(seat) for seat in range(self._setup.seats)]
        self._places = result_places(plan.with_languages(own))
        if len(self._places) > 1:
            self.language = ""  # each edge has its own
        self._place_buttons()

    def _answer(self, key: str) -> Change:
        return Pop(ResultAnswer(key, self._asked_from))

    def wakes_in(self) -> float:
        return inf if self._deaf.done else self._deaf.length - self._deaf.spent

    def update(self, dt: float) -> Change:
        was = self._deaf.done
        self._deaf.run(dt)
        if self._deaf.done and not was:
            self._place_buttons()
        return None

    def handle(self, action: Action) -> Change:
        if not self._deaf.done:
            return None
        action = as_confirmation(action)
        if isinstance(action, Tap):
            touched = self._buttons.at(action.at)
            self._asked_from = touched.turns if touched is not None else 0
        pressed = self._buttons.press(action)
        if pressed is not None:
            return self._answer(pressed)
        match action:
            case Press(button=Button.BACK | Button.EARLIER | Button.FIRST):
                return self._answer("look")
            case Press(button=Button.MENU):
                return self._answer("menu")
            case Press(button=Button.OK):
                self._buttons.focus = "again"
            case _:
                pass
        return None

    def sayings(self) -> tuple[Announcement, ...]:
        head, why = self._head, self._why
        focus = focus_announcement(self._buttons.buttons, self._buttons.focus)
        return (Announcement("head", head), Announcement("why", why), *focus)

    def draw(self, frame: Frame) -> None:
        if frame.context.projector:
            put_projector_result(
                frame, self._after, self._match, self._looks, self._head, self._why, self._champion
            )
            self._buttons.draw(frame)
            return
        for place in self._places:
            context = frame.context.override(language=place.language)
            with frame.turned(place.turns, place.about), frame.in_context(context):
                self._put_plate(frame, place.words)
        self._buttons.draw(frame)

    def _put_plate(self, frame: Frame, room: Box) -> None:
        """The plate with the winners' stones and the words."""
        canvas = frame.canvas
        frame.put(_plate(canvas.px(room.w), canvas.px(room.h), canvas.px(30)), room.centre)
        inside = room.inset(26)
        broad = room.w > room.h * 1.25
        winners = self._outcome.winners or tuple(range(self._match.seats))
        radius = _stone_radius(room, len(winners))
        if self._champion is not None:
            radius = min(150.0, inside.w / 2, inside.h * 0.2)
            cup = trophy(self._looks[self._champion], canvas.px(2 * radius))
            winners, stones = (self._champion,), [cup]
        else:
            stones = [stone(self._looks[seat], canvas.px(radius)) for seat in winners]
        x = inside.x + radius + 6
        for picture in stones:
            frame.put(picture, (x, inside.y + radius + 10))
            x += 2 * radius + min(18.0, 0.25 * radius)
        top = inside.y + 2 * radius + 36
        text_box = Box(inside.x, top, inside.w, inside.bottom - top)
        if broad:
            left = x - radius + 10
            text_box = Box(left, inside.y, inside.right - left, inside.h)
        self._put_words(frame, text_box, broad=broad)

    def _put_words(self, frame: Frame, room: Box, *, broad: bool) -> None:
        canvas = frame.canvas
        score: str = ""
        if self._setup.best_of != 1:
            score = self._score(" · " if broad else "\n")
        foot = 0.0
        if score:
            lines, wide = frame.context.translate(score).split("\n"), canvas.px(room.w)
            size = min(
                typesetting.fitting_size(
                    each,
                    canvas.px(frame.context.scaled_size(SMALL_SIZE)),
                    wide,
                    least=0.75,
                    context=frame.context,
                )
                for each in lines
            )
            high, small = canvas.px(MAX_SERIES_SHARE * room.h), canvas.px(SMALL_SIZE)
            block = typesetting.block(score, size, wide, TEXT, context=frame.context)
            while block.get_height() > high and size > small:  # who has won is worth more
                size = max(small, round(0.93 * size))
                block = typesetting.block(score, size, wide, TEXT, context=frame.context)
            foot = block.get_height() / canvas.scale + 10
            width = block.get_width() / canvas.scale
            if len(self._places) > 1 and foot > MAX_SCORE_SHARE * room.h:
                foot = 0.0  # at a small place of one's own it would leave no room for who has won
            else:
                frame.put(block, (room.x + width / 2, room.bottom - foot / 2))
        head = self._head
        size = canvas.px(RESULT_SIZE)
        width, height = canvas.px(room.w), canvas.px(room.h - foot)
        title = _largest(
            frame.context, head, size, width, round(height * (0.62 if broad else 0.5)), TEXT, True
        )
        y = room.y + title.get_height() / canvas.scale / 2
        frame.put(title, (room.x + title.get_width() / canvas.scale / 2, y))
        top = room.y + title.get_height() / canvas.scale + 14
        left = canvas.px(max(40.0, room.bottom - foot - top))
        why = _largest(
            frame.context,
            self._why,
            canvas.px(frame.context.scaled_size(BODY_SIZE)),
            width,
            left,
            TEXT,
            False,
        )
        scale = canvas.scale
        at = (room.x + why.get_width() / scale / 2, top + why.get_height() / scale / 2)
        frame.put(why, at)

    @property
    def _after(self) -> Setup:
        """The series with this game in it."""
        return self._setup.scored(self._outcome.winners)

    @property
    def _champion(self) -> Seat | None:
        """Who has won the series with this game."""
        return champion(self._after)

    @property
    def _why(self) -> str:
        """The reason, and what of the game counts among the high scores, or why it does not."""
        also = feat_note(self._match, self._setup)
        return self._outcome.reason if also is None else joined(" ", self._outcome.reason, also)

    @property
    def _head(self) -> Text:
        """Who won: this game, or the series with it."""
        if self._champion is not None:
            return won_words(self._setup, self._match.game, self._champion)
        return result_head(self._match, self._outcome, self._setup)

    def _score(self, between: str) -> Text:
        """The running score with this game in it, once there is something to tell."""
        after = self._after
        names = self._match.game.seat_names
        parts = [say("result.games_won", "Games won")]
        for seat in sorted(range(self._match.seats), key=after.who):
            filler, told = self._setup.filler(seat), {"seat": names[seat]}
            count = after.wins(seat)
            if filler.is_computer:
                words = "{who} ({seat}): {count}"
                parts.append(say("result.computer", words, who=filler.name, count=count, **told))
            else:
                words = "Player {number} ({seat}): {count}"
                number = after.who(seat) + 1
                parts.append(say("result.score", words, number=number, count=count, **told))
            if after.filler(seat) != filler:
                parts.append(after.filler(seat).words)
        return joined(between, *parts)

    @property
    def _winners_sides(self) -> tuple[int, ...]:
        if len(self._places) == 1:
            return (self._places[0].turns,)
        return tuple(self._setup.side(seat) for seat in self._outcome.winners)

    def _place_buttons(self) -> None:
        fresh = self._champion is not None
        ready, buttons = self._deaf.done, []
        for place in self._places:
            # The name is written at the winner's own seat, and asked for there.
            named = self._offers and place.turns in self._winners_sides
            choices = place_choices(
                self._context, place.choices, ready=ready, fresh=fresh, named=named
            )
            buttons += place.upright(choices)
        self._buttons.replace(buttons)


def place_choices(
    context: UiContext, room: Box, *, ready: bool, fresh: bool = False, named: bool = False
) -> list[PushButton]:
    """The main choice first; where the room is broad, the others stand side by side.

    `fresh`: a series is over, and another begins. `named`: a name can be put on the board, which
    then is the main choice.
    """
    again = say("result.again", "Play again")
    if fresh:
        again = say("result.new_series", "New series")
    rest: list[tuple[str, Text, str]] = [
        ("review", say("result.review", "Review"), "chances"),
        ("look", say("result.look", "Look back"), "earlier"),
        ("seats", say("result.seats", "Change seats"), "swap"),
        ("menu", say("result.menu", "Menu"), "menu"),
    ]
    first = ("again", again, "again")
    if named:
        rest.insert(0, first)
        words = say("result.name", "Your name in the high scores")
        if room.w < MIN_LONG_NAME_WIDTH:
            words = say("result.name_short", "Your name")
        first = ("name", words, "cup")
    if room.w > room.h:
        rows = (
            2 if context.scaled_length(1.0, BODY_SIZE) > LARGE_TEXT_FACTOR else 1
        )  # of the others
        tall = min(130.0, (room.h - rows * CHOICE_GAP) / (rows + 1))
        free = max(0.0, room.h - (rows + 1) * tall - rows * CHOICE_GAP)
        top = room.y + free * (1.0 if context.reach else 0.5)
        main = Box(room.x, top, room.w, tall)
        lines = stack_boxes(
            Box(room.x, main.bottom + CHOICE_GAP, room.w, 0), [tall] * rows, CHOICE_GAP
        )
        across = -(-len(rest) // rows)
        shares = [across, len(rest) - across][:rows]
        boxes = [
            box
            for line, share in zip(lines, shares, strict=True)
            for box in split_row(line, share, CHOICE_GAP)
        ]
    else:
        count = len(rest)
        tall = min(120.0, (room.h - count * CHOICE_GAP) / (count + 1.6))
        # In reach mode they stand at the lower end of the column.
        free = room.h - (count + 1.3) * tall - count * CHOICE_GAP
        top = room.y + free * (1.0 if context.reach else 0.5)
        main = Box(room.x, top, room.w, tall * 1.3)
        boxes = [
            Box(room.x, top + tall * 1.3 + CHOICE_GAP + i * (tall + CHOICE_GAP), room.w, tall)
            for i in range(len(rest))
        ]
    key, label, icon = first
    buttons = [PushButton(key, main, label, icon, "main", 56, ready)]
    for (key, label, icon), box in zip(rest, boxes, strict=True):
        buttons.append(PushButton(key, box, label, icon, enabled=ready))
    return compact_choices(room, buttons)


def _stone_radius(room: Box, count: int) -> float:
    """How large the stones of so many winners are."""
    inside = room.inset(26)
    # Beside the words the stones leave them room; above them they may have all of it.
    across = inside.w * STONES_SHARE if room.w > room.h * 1.25 else inside.w
    return min(84.0, across / (2.3 * count), inside.h * 0.16)


def prewarm_result(plan: TableLayout, looks: Sequence[SeatLook]) -> None:
    """Renders the large pictures of any result into the cache."""
    canvas = plan.canvas
    for place in result_places(plan):
        room = place.words
        _plate(canvas.px(room.w), canvas.px(room.h), canvas.px(30))
        for look in looks:
            stone(look, canvas.px(_stone_radius(room, 1)))
        for enabled in (False, True):
            ButtonGroup(place_choices(canvas.context, place.choices, ready=enabled)).draw(
                Frame(canvas)
            )


def _largest(
    context: UiContext, text: str, pixels: int, width: int, height: int, colour: Colour, bold: bool
) -> pygame.Surface:
    """The text as a block, as large as it fits the room."""
    return _largest_block(context.translate(text), pixels, width, height, colour, bold)


@surface_cache(most=32)
def _largest_block(
    text: str, pixels: int, width: int, height: int, colour: Colour, bold: bool
) -> pygame.Surface:
    size, spacing = pixels, 1.1 if bold else 1.28
    while size > 12:
        wide, high = typesetting.block_size(
            text, size, width, bold, spacing, context=typesetting.NEUTRAL
        )
        if wide <= width and high <= height:
            return typesetting.block(
                text, size, width, colour, bold, spacing=spacing, context=typesetting.NEUTRAL
            )
        size -= max(1, size // 20)
    return typesetting.block(text, size, width, colour, bold, context=typesetting.NEUTRAL)


@surface_cache(most=8)
def _plate(width: int, height: int, radius: int) -> pygame.Surface:
    plate = shapes.copy_surface(shapes.rounded(width, height, radius, PANEL, 235))
    plate.blit(shapes.outline(width, height, radius, max(2, radius // 7), AMBER, 200), (0, 0))
    return plate
