"""The points of a turn: the guess slides over the picture, and each piece is judged.

After a round the score table follows. Positions are canvas units as the acting seat sees them;
pieces are drawn unturned.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, inf
from typing import Final, Literal, Self, TypeAlias

import pygame

from tabletop.engine import Seat, Text, count, say
from tabletop.games.sevens.figures import figure_label
from tabletop.games.sevens.rules.match import ROUNDS, TurnScore
from tabletop.games.sevens.rules.pieces import Kind, Picture, Point
from tabletop.games.sevens.scenes.context import MatchContext, TouchPolicy
from tabletop.games.sevens.scenes.phases.base import BasePhase
from tabletop.games.sevens.scenes.phases.comparison import (
    YOUR_GUESS,
    YOUR_PICTURE,
    Comparison,
    compare,
    sign_picture,
)
from tabletop.games.sevens.scenes.phases.result import RESULT_GUARD_SECONDS, draw_score_sheet
from tabletop.games.sevens.view.board import (
    BOARD_COLOUR,
    BoardTransform,
    board_plan,
    draw_board,
    draw_line,
    draw_number,
    draw_panel,
)
from tabletop.games.sevens.view.cards import CARD_RATIO, card_back
from tabletop.games.sevens.view.pieces import (
    PieceImage,
    PieceImageLayer,
    SubpixelPhase,
    figure_picture,
    fitting_unit,
    outline_picture,
    piece_numbers,
    piece_picture,
    pixel_at,
    shadow_picture,
    silhouette_picture,
)
from tabletop.input.actions import Action, Down, Press
from tabletop.input.actions import Button as Key
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change
from tabletop.ui.core.tween import ease_in_out, ease_out, lerp
from tabletop.ui.draw.icons import icon
from tabletop.ui.draw.shapes import stone
from tabletop.ui.layout import column, item, padded, row, space, text
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    BLACK,
    BODY_SIZE,
    CORAL_DEEP,
    CORAL_WORDS,
    DIM,
    HEAD_SIZE,
    INK,
    NAME_SIZE,
    PANEL_ACTIVE,
    PETROL,
    TEXT,
    WALNUT,
    WHITE,
    Colour,
    mix,
)
from tabletop.ui.widgets.buttons import PushButton

CAPTION_HEIGHT: Final = 84.0
"""The height of a caption at the usual text scale."""
ROOM_CAPTION_HEIGHT: Final = 106.0
"""The same in projector mode: two lines."""
SLIDE_EDGE: Final = 34.0
MAX_UNIT: Final = 140.0
"""The largest unit, in canvas units."""


@dataclass(frozen=True, slots=True)
class SlideLayout:
    """Where the two pictures lie, in canvas units as the acting seat sees them."""

    units: tuple[float, float]
    """Canvas units per unit: side by side, and on top of each other."""
    captions: tuple[Box, ...]
    """The captions of target and guess while they are side by side."""
    head: Box
    """The caption of both together."""
    foot: Box
    apart: tuple[Point, Point]
    """The middles of target and guess."""
    together: tuple[Point, Point]

    @classmethod
    def within(cls, box: Box, shown: Comparison, context: UiContext) -> Self:
        """The largest layout in a box: side by side, or one above the other."""
        inner, high = box.inset(SLIDE_EDGE), caption_height(context)
        half = column(padded("caption", (8, 0, 8, 0), size=high), "room")
        rooms = max(
            (row(half, half).place(inner), column(half, half).place(inner)),
            key=lambda boxes: _unit(shown, boxes.all("room")),
        )
        ends = column(padded("head", (8, 0, 8, 0), size=high), space(), item("foot", high))
        left, top, right, bottom = shown.span
        x, y = inner.centre
        middle = ((left + right) / 2, (top + bottom) / 2)
        unit = min(
            inner.w / (right - left + 1), (inner.h - 2 * high) / (bottom - top + 1), MAX_UNIT
        )

        def placed(at: Point) -> Point:
            return x + (at[0] - middle[0]) * unit, y + (at[1] - middle[1]) * unit

        target, guess = rooms.all("room")
        return cls(
            (_unit(shown, (target, guess)), unit),
            tuple(rooms.all("caption")),
            ends.place(inner)["head"],
            ends.place(inner)["foot"],
            (target.centre, guess.centre),
            (placed(shown.target.middle), placed(shown.guess.middle)),
        )


def caption_height(context: UiContext) -> float:
    return (
        ROOM_CAPTION_HEIGHT
        if context.projector
        else min(1.5 * CAPTION_HEIGHT, context.scaled_length(CAPTION_HEIGHT, BODY_SIZE))
    )


def _unit(shown: Comparison, rooms: Sequence[Box]) -> float:
    """The largest unit with which target and guess fit their rooms."""
    pictures = (picture for picture in (shown.target, shown.guess) if picture.pieces)
    fitting = (
        fitting_unit(each, room.w, room.h) for each, room in zip(pictures, rooms, strict=False)
    )
    return min(MAX_UNIT, *fitting)


RevealKind: TypeAlias = Literal["slide", "agrees", "astray", "same", "peek", "end"]

SIDE_BY_SIDE_SECONDS: Final = 1.3
"""Seconds for which the pictures are shown side by side."""
SLIDE_SECONDS: Final = 0.6
POP_SECONDS: Final = 0.16
"""Seconds in which a sign appears."""
STEP_INTERVALS_SECONDS: Final[dict[RevealKind, float]] = {
    "slide": 1.2,
    "agrees": 0.34,
    "astray": 0.22,
    "same": 1.5,
    "peek": 0.9,
    "end": 0.0,
}
"""Seconds from the start of a step to the next."""
STEP_SECONDS: Final[dict[RevealKind, float]] = {
    "slide": SLIDE_SECONDS,
    "agrees": POP_SECONDS,
    "astray": POP_SECONDS,
    "same": 0.5,
    "peek": POP_SECONDS,
    "end": 0.0,
}
"""Seconds of motion in a step."""
MAX_REVEAL_STEP_SECONDS: Final = max(STEP_SECONDS.values())


@dataclass(frozen=True, slots=True)
class RevealStep:
    """One step of the reveal, and when it begins."""

    kind: RevealKind
    start: float
    number: int = 0
    """The index among the comparison's agreeing or other pieces."""

    def share(self, now: float) -> float:
        """The progress, from 0 before it to 1 after it."""
        gone, length = now - self.start, STEP_SECONDS[self.kind]
        if gone < 0:
            return 0.0
        return min(1.0, gone / length) if length else 1.0


@dataclass(frozen=True, slots=True)
class RevealState:
    """The state of the reveal at a moment; shares run from 0 to 1."""

    slid: float
    agrees: tuple[float, ...]
    """For each agreeing piece how far its sign has appeared."""
    astray: tuple[float, ...]
    same: float
    """How far the common silhouette is filled."""
    paid: bool
    """Whether the peek has been paid."""
    points: int
    """The points counted so far."""
    over: bool


@dataclass(frozen=True, slots=True)
class ScoreReveal:
    """The steps of revealing the points of a turn, in seconds."""

    turn: TurnScore
    steps: tuple[RevealStep, ...]

    @property
    def length(self) -> float:
        return self.steps[-1].start

    def at(self, now: float) -> RevealState:

        def shares(kind: RevealKind) -> tuple[float, ...]:
            return tuple(step.share(now) for step in self.steps if step.kind == kind)

        def any_of(kind: RevealKind) -> float:
            return max(shares(kind), default=0.0)

        agrees, score = shares("agrees"), self.turn.score
        points = sum(share > 0 for share in agrees)
        same, paid = any_of("same"), any_of("peek") > 0
        if same > 0:
            points = score.points
        if paid:
            points -= self.turn.cost
        slid = any_of("slide")
        return RevealState(slid, agrees, shares("astray"), same, paid, points, now >= self.length)

    def changes_in(self, now: float) -> float:
        """Seconds until something changes; 0 while anything moves, inf after the end."""
        if any(step.start <= now < step.start + STEP_SECONDS[step.kind] for step in self.steps):
            return 0.0
        return min((step.start - now for step in self.steps if step.start > now), default=inf)


def score_reveal(turn: TurnScore, comparison: Comparison) -> ScoreReveal:
    """The steps for a turn: both pictures, the slide, each piece, the silhouette, the peek."""
    kinds: list[tuple[RevealKind, int]] = [("slide", 0)]
    kinds += [("agrees", number) for number in range(len(comparison.agreed))]
    kinds += [("astray", number) for number in range(len(comparison.astray))]
    if comparison.covering is not None:
        kinds.append(("same", 0))
    if turn.peeked:
        kinds.append(("peek", 0))
    kinds.append(("end", 0))
    steps, start = [], SIDE_BY_SIDE_SECONDS
    for kind, number in kinds:
        if kind in ("same", "peek"):
            start += 0.5  # a pause before the next kind of points
        steps.append(RevealStep(kind, start, number))
        start += STEP_INTERVALS_SECONDS[kind]
    return ScoreReveal(turn, tuple(steps))


SIGN_RADIUS: Final = 31.0
"""The radius of the sign on a piece, in canvas units; smaller on small pieces."""
SIGN_COLOUR: Final[Colour] = (24, 58, 78)
GROWTH_STEPS: Final = 14
"""Sizes between a picture apart and together."""
PALE_COLOUR_SHARE: Final = 0.42
"""The share of its contrast that a pale piece keeps."""


@dataclass(frozen=True, slots=True)
class ScoreRevealDrawing:
    context: MatchContext
    slide: SlideLayout
    shown: Comparison
    moment: RevealState
    seat: Seat
    """The acting seat."""

    def draw(self, frame: Frame) -> None:
        """Draws the pictures and the signs, on a frame that is not turned."""
        if self.moment.slid < 1:
            self._put_sliding(frame, ease_in_out(self.moment.slid))
        elif self.moment.same > 0:
            self._put_silhouette(frame, self._unit * frame.canvas.scale)
        else:
            self._put_outlines(frame)
            self._put_pieces(frame)
            self._put_astray(frame)
            self._put_signs(frame)

    @property
    def _unit(self) -> float:
        """Canvas units per unit when the pictures are together."""
        return self.slide.units[1]

    def _put_sliding(self, frame: Frame, slid: float) -> None:
        """Draws both pictures on their way; the target fades into its outlines."""
        slide = self.slide
        for number, picture in enumerate((self.shown.target, self.shown.guess)):
            if not picture.pieces:
                continue
            at = lerp(slide.apart[number], slide.together[number], slid)
            drawn = _grown(
                picture,
                slide.units[0] * frame.canvas.scale,
                slide.units[1] * frame.canvas.scale,
                round(GROWTH_STEPS * slid),
                self._turns,
                self.shown.numbers if number else (),
            )
            frame.put(drawn, self._real(at), 1 - 0.8 * slid if number == 0 else 1.0)

    def _put_silhouette(self, frame: Frame, unit: float) -> None:
        """Draws the common silhouette over the pieces."""
        share, slide, shown = ease_out(self.moment.same), self.slide, self.shown
        dx, dy = shown.covering or (0.0, 0.0)
        x, y = slide.together[1]
        guess = (x + dx * share * self._unit, y + dy * share * self._unit)
        drawn = figure_picture(shown.guess, unit, turns=self._turns, numbers=shown.numbers)
        frame.put(drawn, self._real(guess))
        filled = silhouette_picture(shown.target, unit, PETROL, turns=self._turns)
        target = self._real(slide.together[0])
        frame.put(filled, target, 0.9 * share)
        frame.put(
            sign_picture("agrees", 3 * SIGN_RADIUS * frame.canvas.scale, self._turns), target, share
        )

    @property
    def _turns(self) -> int:
        return self.context.turns(self.seat)

    def _real(self, at: Point) -> Point:
        return self.context.really(at, self.seat)

    def _turn(self, degrees: float) -> float:
        return degrees + 90 * self._turns

    def _place(self, at: Point) -> Point:
        """The canvas point of a point of the pictures, when they are together."""
        x, y = self.slide.together[0]
        mx, my = self.shown.target.middle
        return self._real((x + (at[0] - mx) * self._unit, y + (at[1] - my) * self._unit))

    def _put_outlines(self, frame: Frame) -> None:
        """Draws the outlines of target pieces that have not been judged yet."""
        judged = (*self.shown.agreed, *self.shown.astray)
        shares = (*self.moment.agrees, *self.moment.astray)
        for (place, _), share in zip(judged, shares, strict=True):
            if share <= 0:
                self._put_outline(frame, place, SIGN_COLOUR, 0.05, 18, 1.0)

    def _put_pieces(self, frame: Frame) -> None:
        """Draws the guess, with misplaced pieces pale."""
        unit = self._unit * frame.canvas.scale
        guess = self.shown.guess
        numbers = self.shown.numbers or piece_numbers(guess.kinds)
        pale = {
            guessed
            for (_, guessed), share in zip(self.shown.astray, self.moment.astray, strict=True)
            if share > 0
        }
        for piece in guess.pieces:
            pose = piece.pose
            cast = shadow_picture(piece.kind, self._turn(pose.turn), pose.flipped, unit)
            cast.put(frame, self._place(pose.at))
        parts: tuple[PieceImageLayer, ...] = ("side", "face")
        for part in parts:
            for place, (number, piece) in enumerate(zip(numbers, guess.pieces, strict=True)):
                pose = piece.pose
                at, phase = pixel_at(frame.canvas, self._place(pose.at))
                picture = pale_picture if place in pale else piece_picture
                turn = self._turn(pose.turn)
                picture(number, piece.kind, turn, pose.flipped, unit, part=part, phase=phase).put(
                    frame, at
                )

    def _put_astray(self, frame: Frame) -> None:
        """Draws where misplaced pieces belong."""
        for (place, _), share in zip(self.shown.astray, self.moment.astray, strict=True):
            if share > 0:
                self._put_outline(frame, place, CORAL_DEEP, 0.06, 26, share)

    def _put_outline(
        self, frame: Frame, place: int, colour: Colour, width: float, fill: int, alpha: float
    ) -> None:
        piece = self.shown.target.pieces[place]
        pose, unit = piece.pose, self._unit * frame.canvas.scale
        drawn = outline_picture(
            piece.kind, self._turn(pose.turn), pose.flipped, unit, colour, width=width, fill=fill
        )
        drawn.put(frame, self._place(pose.at), alpha)

    def _put_signs(self, frame: Frame) -> None:
        shown, moment = self.shown, self.moment
        for (_, lies), share in zip(shown.agreed, moment.agrees, strict=True):
            self._put_sign(frame, "agrees", shown.guess.pieces[lies].pose.at, share)
        for (place, guessed), share in zip(shown.astray, moment.astray, strict=True):
            piece = shown.target.pieces[place] if guessed is None else shown.guess.pieces[guessed]
            self._put_sign(frame, "astray", piece.pose.at, share)

    def _put_sign(
        self, frame: Frame, said: Literal["agrees", "astray"], at: Point, share: float
    ) -> None:
        if share <= 0:
            return
        full = min(SIGN_RADIUS, self._unit * 0.36) * frame.canvas.scale
        # Eight sizes are enough for a sixth of a second.
        size = (0.4 + 0.6 * ceil(share * 8) / 8) * full
        frame.put(sign_picture(said, size, self._turns), self._place(at), min(1.0, 2 * share))


@surface_cache(most=2)
def _grown(
    picture: Picture, small: float, large: float, step: int, turns: int, numbers: tuple[int, ...]
) -> pygame.Surface:
    """A picture scaled between two sizes, in pixels per unit: `step` from 0 to GROWTH_STEPS."""
    if step == 0:
        return figure_picture(picture, small, turns=turns, numbers=numbers)
    whole = figure_picture(picture, large, turns=turns, numbers=numbers)
    if step == GROWTH_STEPS:
        return whole
    share = (small + (large - small) * step / GROWTH_STEPS) / large
    width, height = whole.get_size()
    return pygame.transform.smoothscale(whole, (round(width * share), round(height * share)))


@surface_cache(most=64)
def pale_picture(
    number: int,
    kind: Kind,
    turn: float,
    flipped: bool,
    unit_px: float,
    *,
    part: PieceImageLayer,
    phase: SubpixelPhase,
) -> PieceImage:
    """A piece with less colour and contrast."""
    full = piece_picture(number, kind, turn, flipped, unit_px, part=part, phase=phase)
    picture = pygame.transform.grayscale(full.picture)
    picture.fill((*mix(BLACK, WHITE, PALE_COLOUR_SHARE), 255), special_flags=pygame.BLEND_RGBA_MULT)
    tone = mix(BLACK, BOARD_COLOUR, 0.86 * (1 - PALE_COLOUR_SHARE))
    picture.fill((*tone, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return PieceImage(picture, full.dx, full.dy)


TURN_SCORE_PADDING: Final = 26.0
LINE_ROW_HEIGHT: Final = 84.0
MIN_LINE_SIZE: Final = 20.0
"""The least size of the words of a line."""
MINUS: Final = "\N{MINUS SIGN}"
MAX_COUNT_SIZE: Final = 380.0
"""The em of the count."""


@dataclass(frozen=True, slots=True)
class TurnScoreLine:
    """One line of the points of a turn."""

    icon: str
    words: Text
    amount: str
    colour: Colour = TEXT


def turn_score_lines(turn: TurnScore, moment: RevealState) -> tuple[TurnScoreLine, ...]:
    """What the points consist of, as far as it has been revealed."""
    found: list[TurnScoreLine] = []
    if moment.slid >= 1:
        count = sum(share > 0 for share in moment.agrees)
        agree = say("sevens.reckoning.agree", "Pieces matched")
        found.append(TurnScoreLine("check", agree, f"{count}/{len(turn.target)}"))
    if moment.same > 0:
        same = say("sevens.reckoning.same", "Same shape")
        found.append(TurnScoreLine("star", same, str(turn.score.points)))
    if moment.paid:
        peek = say("sevens.reckoning.peek", "Peek")
        found.append(
            TurnScoreLine("eye", peek, f"{MINUS}{turn.cost}" if turn.cost else "0", CORAL_WORDS)
        )
    return tuple(found)


def _row(context: UiContext) -> float:
    """The height of a line; two lines of text in projector mode."""
    if context.projector:
        return 1.4 * LINE_ROW_HEIGHT
    return context.scaled_length(LINE_ROW_HEIGHT, BODY_SIZE)


def draw_turn_score(
    frame: Frame, context: MatchContext, box: Box, turn: TurnScore, moment: RevealState, steps: int
) -> None:
    """Draws the points of a turn; there is room for `steps` lines."""
    draw_panel(frame, box)
    inner = box.inset(TURN_SCORE_PADDING)
    if box.w > 1.3 * box.h:
        notes = column("who", item("note", weight=0.8), space(weight=0.2), size=inner.w * 0.26)
        tree = row(item("figure", inner.w * 0.24), 10, notes, TURN_SCORE_PADDING, "listed")
    else:
        high = steps * _row(frame.context)
        tree = column(item("who", 76), "figure", item("note", 64), 20, item("listed", high))
    boxes = tree.place(inner)
    _draw_name(frame, context, boxes["who"], turn)
    _draw_count(frame, boxes["figure"], boxes["note"], turn, moment)
    _draw_lines(frame, boxes["listed"], turn_score_lines(turn, moment), steps)


def _draw_name(frame: Frame, context: MatchContext, box: Box, turn: TurnScore) -> None:
    canvas, ui, radius = frame.canvas, frame.context, 30.0
    room = canvas.px(box.w - 2 * radius - 20)
    name, most = context.label(turn.guesser), canvas.px(ui.scaled_size(NAME_SIZE))
    size = typesetting.fitting_size(name, most, room, True, context=ui)
    wide = 2 * radius + 16 + typesetting.width_of(name, size, True, context=ui) / canvas.scale
    x, y = box.centre[0] - wide / 2, box.centre[1]
    frame.put(stone(context.look(turn.guesser), radius * canvas.scale), (x + radius, y))
    draw_line(frame, name, size, TEXT, (x + wide, y), bold=True, align="right")


def _draw_count(frame: Frame, box: Box, note: Box, turn: TurnScore, moment: RevealState) -> None:
    """Draws the points so far, and of how many."""
    # Capitals and digits are two thirds of an em high, and narrower.
    size = min(MAX_COUNT_SIZE, box.h / typesetting.CAPITAL_HEIGHT * 0.86, box.w * 1.3)
    draw_number(frame, moment.points, frame.canvas.px(size), TEXT, box.centre)
    most = len(turn.target)
    said = (
        # NOTE for translators: below a large figure: "5", "of 7 points".
        say("sevens.reckoning.of", "of {most} points", most=most)
        if moment.over or moment.paid or moment.same
        else say("sevens.reckoning.pieces", "of {most} pieces", most=most)
    )
    Label(said, note, BODY_SIZE, DIM, align="centre", most=1).draw(frame)


def _draw_lines(frame: Frame, box: Box, shown: tuple[TurnScoreLine, ...], steps: int) -> None:
    canvas = frame.canvas
    high = min(_row(frame.context), box.h / max(1, steps))
    plate = padded(item("plate"), (0, 4, 0, 4), size=high)
    plates = column(*[plate] * steps, justify="centre").place(box).all("plate")
    for place, line in zip(plates, shown, strict=False):
        draw_panel(frame, place, PANEL_ACTIVE, 18)
        mark, y = min(38.0, place.h * 0.55), place.centre[1]
        frame.put(icon(line.icon, canvas.px(mark), line.colour), (place.x + 18 + mark / 2, y))
        size = canvas.px(min(frame.context.scaled_size(NAME_SIZE), place.h * 0.7))
        at = (place.right - 20, y)
        wide = draw_line(frame, line.amount, size, line.colour, at, bold=True, align="right")
        room = padded("words", (mark + 34, 4, wide + 36, 4)).place(place)["words"]
        words = Label(line.words, room, BODY_SIZE, line.colour, most=2)
        set_words = words.typeset(canvas)
        if set_words.complete and set_words.size >= canvas.px(MIN_LINE_SIZE):
            words.draw(frame)  # where there is no room, the icon says it


ROUND_END_PADDING: Final = 28.0
HEADLINE_GAP: Final = 26.0
"""The gap between the headline and the sentence below it."""


def draw_round_end(frame: Frame, context: MatchContext, box: Box) -> None:
    """Draws who gets a card for the next round: whoever scored less."""
    canvas, match = frame.canvas, context.match
    draw_panel(frame, box)
    inner = box.inset(ROUND_END_PADDING)
    loser = match.round_loser
    if loser is None:
        head = say("sevens.round_end.even", "Equal points")
        body = say("sevens.round_end.none", "Nobody gets a card.")
        _draw_words(frame, inner, head, body)
        return
    head = say("sevens.round_end.gets_card", "{name} gets a lucky card", name=context.name(loser))
    if loser == context.you:
        head = say("sevens.round_end.gets_card.you", "You get a lucky card")
    body = say("sevens.round_end.gets", "It goes to whoever scored less.")
    broad = box.w > 1.3 * box.h
    high = min(inner.h if broad else inner.h * 0.5, 330.0)
    wide = high * CARD_RATIO
    tree = (
        row(item("card", wide), 40, "words") if broad else column(item("card", high), 60, "words")
    )
    boxes = tree.place(inner)
    x, y = boxes["card"].centre
    frame.put(card_back(canvas.px(high)), (x, y))
    mark = stone(context.look(loser), high * 0.15 * canvas.scale)
    frame.put(mark, (x + wide * 0.42, y + high * 0.42))
    _draw_words(frame, boxes["words"], head, body)


def _draw_words(frame: Frame, room: Box, head: Text, body: Text) -> None:
    size = HEAD_SIZE if room.w > 500 else NAME_SIZE
    if frame.context.projector:  # in projector mode the bar says the rest
        Label(head, room, size, TEXT, True, "centre", most=3).draw(frame)
        return
    title = Label(head, room, size, TEXT, True, "centre", "top", most=3)
    under = Label(body, room, BODY_SIZE, DIM, False, "centre", "top")
    boxes = column(
        text("title", title, frame.canvas, max_size=room.h * 0.5),
        text("under", under, frame.canvas, max_size=room.h * 0.4),
        gap=HEADLINE_GAP,
        justify="centre",
    ).place(room)
    replace(title, box=boxes["title"]).draw(frame)
    replace(under, box=boxes["under"]).draw(frame)


SKIP_GUARD_SECONDS: Final = 0.7
"""Seconds at first in which touches do not skip the reveal."""
PREPARE_INTERVAL_SECONDS: Final = 0.03
"""Seconds between two pictures that are rendered in advance."""
AFTER_REVEAL_SECONDS: Final = 1e6
"""A time after every reveal."""


class ScorePhase(BasePhase):
    """Reveals the points of a turn, then the round's score table."""

    shows_column = False

    def __init__(self, context: MatchContext) -> None:
        super().__init__(context)
        match = context.match
        self._turn = match.turns[-1]
        numbers = context.laid_numbers(self._turn)
        self._shown = compare(self._turn, match.terms.tolerance, numbers)
        self._telling = score_reveal(self._turn, self._shown)
        self._spent = 0.0
        """Seconds since the phase began, at the speed of the settings."""
        self._deaf = SKIP_GUARD_SECONDS
        if context.table.animation_scale == 0:
            self._spent, self._deaf = AFTER_REVEAL_SECONDS, 0.0
            self.ignore_touches(RESULT_GUARD_SECONDS)
        self._page: Literal["points", "round"] = "points"
        self._slide = SlideLayout.within(context.plan.board, self._shown, context.ui_context)
        self._ahead: list[float] = []
        """Moments whose pictures are still to be rendered in advance."""

    # -- what is said ---------------------------------------------------------------------------

    @property
    def seat(self) -> Seat:
        return self._turn.guesser

    @property
    def for_reader(self) -> bool:
        return True

    @property
    def _moment(self) -> RevealState:
        return self._telling.at(self._spent)

    @property
    def _ends_round(self) -> bool:
        return self.context.match.turn_in_round == 1

    @property
    def _last(self) -> bool:
        return self.context.match.round == ROUNDS - 1

    @property
    def prompt(self) -> Text:
        if self._page == "round":
            return self._round_said
        if not self._moment.over:
            if self.context.match.events[-1].name != "done":  # the clock ended the turn
                return say("sevens.scoring.late", "Time is up. How many match?")
            return say("sevens.scoring", "How many match?")
        return self._points_said

    @property
    def other_prompt(self) -> Text:
        return self.prompt

    @property
    def _points_said(self) -> Text:
        turn, most = self._turn, len(self._turn.target)
        name = self.context.label(turn.guesser)
        if self._shown.covering is not None and not turn.peeked:
            return say(
                "sevens.scoring.same",
                "The pieces lie differently, but the shape is the same: {points} points.",
                points=turn.points,
            )
        if turn.cost:
            return say(
                "sevens.scoring.paid",
                "{name}: {found} − {cost} for the peek = {points}.",
                name=name,
                points=turn.points,
                found=turn.score.points,
                cost=turn.cost,
            )
        if turn.points == most:
            return say(
                "sevens.scoring.all",
                "Perfect! All {most} pieces: {points} points.",
                most=most,
                points=turn.points,
            )
        if turn.guesser == self.context.you:
            return count("sevens.turn.points", "1 point.", "{n} points.", n=turn.points)
        return count(
            "sevens.scoring.points",
            "{name}: 1 point.",
            "{name}: {n} points.",
            n=turn.points,
            name=name,
        )

    @property
    def _round_said(self) -> Text:
        match = self.context.match
        loser = match.round_loser
        if loser is None:
            return say("sevens.round_end.equal", "Equal points: nobody gets a card.")
        if loser == self.context.you:
            return say("sevens.round_end.card.you", "You scored less and get a lucky card.")
        winner = 1 - loser
        if winner == self.context.you:
            return say("sevens.round_end.won.you", "You win the round!")
        return say("sevens.round_end.won", "{name} wins the round.", name=self.context.name(winner))

    @property
    def comparison(self) -> Comparison | None:
        """The picture and the guess; None once the round's table is shown instead."""
        return self._shown if self._page == "points" else None

    @property
    def revealed(self) -> tuple[int, int]:
        """How many of the comparison's agreeing and of its other pieces have been judged."""
        moment = self._moment
        return sum(share > 0 for share in moment.agrees), sum(share > 0 for share in moment.astray)

    # -- what is done -----------------------------------------------------------------------------

    def lay_out(self) -> None:
        self._slide = SlideLayout.within(
            self.context.plan.board, self._shown, self.context.ui_context
        )
        starts = [step.start + MAX_REVEAL_STEP_SECONDS for step in self._telling.steps]
        self._ahead = [start for start in starts if start > self._spent]

    def lay_buttons(self) -> list[PushButton]:
        box = self.context.plan.actions
        if self._page == "points" and not self._moment.over:
            return [PushButton("skip", box, say("sevens.scoring.skip", "Skip"), "last", "plain")]
        return [PushButton("on", box, self._next_label, "play", "main", HEAD_SIZE)]

    @property
    def _next_label(self) -> Text:
        if self._last and self._ends_round:
            return say("sevens.to_result", "Result")
        return say("sevens.on", "Continue")

    def handle(self, action: Action, /) -> Change:
        """A touch anywhere, or OK, skips the reveal."""
        near = self.context.near(action, self.seat)
        skips = isinstance(near, Press) and near.button is Key.OK
        if isinstance(near, Down):
            skips = not self.context.plan.menu.holds(near.at)
        if self._moment.over or not skips:
            return super().handle(action)
        if self._deaf <= 0:
            self._skip()
        return None

    def _skip(self) -> None:
        """Shows the points at once. Whoever goes on touching must not leave them unseen."""
        self._finish()
        self.ignore_touches(RESULT_GUARD_SECONDS)

    def _finish(self) -> None:
        self._spent = AFTER_REVEAL_SECONDS
        self._ahead.clear()
        self.buttons.replace(self.lay_buttons())

    def pressed(self, key: str, /) -> Change:
        if key == "skip":
            self._skip()
        elif self._page == "points" and self._ends_round and not self._last:
            self._page = "round"
            self.ignore_touches()
        else:
            self.context.match.go_on(self.context.now)
        return None

    def update(self, dt: float, /) -> Change:
        self._deaf = max(0.0, self._deaf - dt)
        if self._ahead:
            self._drawing(self._telling.at(self._ahead.pop(0))).draw(Frame(self.context.display))
        animation_scale = self.context.table.animation_scale
        if self._spent < self._telling.length:
            self._spent = (
                self._spent + dt / animation_scale if animation_scale else AFTER_REVEAL_SECONDS
            )
            if self._spent >= self._telling.length:
                self._finish()
        return super().update(dt)

    def wakes_in(self) -> float:
        if self._moment.over:
            return super().wakes_in()
        wait = self._telling.changes_in(self._spent) * self.context.table.animation_scale
        return min(wait, PREPARE_INTERVAL_SECONDS if self._ahead else inf, super().wakes_in())

    # -- what is seen -----------------------------------------------------------------------------

    @property
    def _column(self) -> Box:
        plan = self.context.plan
        top, left = min(plan.clock.y, plan.sheet.y), min(plan.clock.x, plan.sheet.x)
        right = max(plan.clock.right, plan.sheet.right)
        return Box(left, top, right - left, max(plan.clock.bottom, plan.sheet.bottom) - top)

    def draw_board_layer(self, frame: Frame) -> None:
        if self._page == "round":
            return
        box = self.context.plan.board
        plan = board_plan(box.w / box.h)
        about = self.context.about(self.seat)
        sight = BoardTransform.within(box, plan.width, plan.height, self.turns, about)
        draw_board(frame, sight, plan.width, plan.height, None)
        self._drawing(self._moment).draw(frame)

    def _drawing(self, moment: RevealState) -> ScoreRevealDrawing:
        return ScoreRevealDrawing(self.context, self._slide, self._shown, moment, self.seat)

    def draw_words(self, frame: Frame) -> None:
        context, match = self.context, self.context.match
        if self._page == "round":
            draw_score_sheet(frame, context, context.plan.board, match.round)
            draw_round_end(frame, context, self._column)
            return
        moment = self._moment
        steps = 1 + self._turn.peeked + (self._shown.covering is not None)
        draw_turn_score(frame, context, self._column, self._turn, moment, steps)
        if moment.slid <= 0:
            for said, box in zip(self.captions, self._slide.captions, strict=True):
                Label(said, box, NAME_SIZE, WALNUT, True, "centre", most=1).draw(frame)
        elif moment.slid >= 1:
            self._draw_notes(frame, moment)

    @property
    def captions(self) -> tuple[Text, Text]:
        """The captions of the pictures while they are side by side."""
        turn, context = self._turn, self.context
        if self.policy is TouchPolicy.NOBODY and self.context.ui_context.projector:
            # NOTE for translators: above the picture that was to be rebuilt, and above what was
            # laid.
            return say("sevens.shown.picture", "Picture"), say("sevens.shown.guess", "Version")
        target = say(
            "sevens.scoring.target",
            "{name}\N{RIGHT SINGLE QUOTATION MARK}s picture",
            name=context.name(turn.arranger),
        )
        if turn.arranger == context.you:
            target = YOUR_PICTURE
        if not turn.guess.pieces:
            return target, say("sevens.turn.nothing", "No piece was placed.")
        if turn.guesser == context.you:
            return target, YOUR_GUESS
        guess = say(
            "sevens.scoring.guess",
            "{name}’s version",
            name=context.name(turn.guesser),
        )
        return target, guess

    def _draw_notes(self, frame: Frame, moment: RevealState) -> None:
        name = figure_label(self._turn.name)
        Label(name, self._slide.head, NAME_SIZE, WALNUT, True, "centre", most=1).draw(frame)
        said = None
        if moment.same > 0:
            said = say("sevens.scoring.shape", "The pieces lie differently, the shape is the same.")
        elif any(share > 0 for share in moment.astray):
            said = count(
                "sevens.scoring.dashed",
                "The dashed outline shows where it belongs.",
                "The dashed outlines show where they belong.",
                n=sum(share > 0 for share in moment.astray),
            )
        if said is not None:
            most, foot = 2 if frame.context.projector else 1, self._slide.foot
            Label(said, foot, BODY_SIZE, INK, align="centre", most=most, spare=True).draw(frame)
