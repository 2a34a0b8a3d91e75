"""The result of a match: who won and how, and what to do next.

Where everybody reads from one edge it is a page of its own, with the final board: what won glows,
and a person who lost to a computer sees what they nearly had. Where people sit round the table it
lies over the match, with words and choices at every edge at which people sit.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import pygame

from tabletop.ai import LEVELS
from tabletop.ai.match_analysis import POLL_SECONDS, ReviewAnalysis
from tabletop.engine import Match, NearWin, Outcome, Seat, Text, count, joined, say
from tabletop.engine.match import STOPPED
from tabletop.games import view_of
from tabletop.input.actions import Action, Button, Press, PressKey, Tap
from tabletop.scenes.destinations import ResultAnswer
from tabletop.scenes.match_setup import (
    PRACTICE,
    Setup,
    champion,
    length_words,
    next_game,
    player_name,
    shows_wins,
    won_words,
)
from tabletop.scenes.play.board import people_sides, result_head
from tabletop.scenes.play.notices import DeviceNotices, put_strip
from tabletop.scenes.play.persistence import feat_note
from tabletop.ui.board.table_layout import TableLayout, match_layout
from tabletop.ui.board.turntable import Backdrop
from tabletop.ui.board.view import BoardSnapshot, BoardView, View, ViewLayout
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.core.phone_match import PhoneMatch
from tabletop.ui.core.scene import Change, Pop, Scene
from tabletop.ui.core.tween import Timer
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import trophy
from tabletop.ui.draw.wood import ground
from tabletop.ui.layout import Boxes, Node, column, item, row, space
from tabletop.ui.speech.speech import Announcement, focus_announcement
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER,
    BODY_SIZE,
    CREAM,
    DIM,
    HEAD_SIZE,
    INK,
    PANEL,
    SMALL_SIZE,
    SeatLook,
)
from tabletop.ui.widgets.buttons import ButtonGroup, ButtonStyle, PushButton, draw_button_with_note
from tabletop.ui.widgets.celebration import Celebration, draw_solid_words, draw_streak
from tabletop.ui.widgets.event_result import (
    CLAIM_SIDE,
    DONE,
    FollowingEvent,
    ResultClaims,
)
from tabletop.ui.widgets.page import as_confirmation

if TYPE_CHECKING:  # nothing of the phones is loaded while they are off
    from tabletop.party.views import SeatPlate
    from tabletop.party.views import View as PhoneView

INPUT_GUARD_SECONDS: Final = 2.0
"""Seconds in which touches are ignored, because they were meant for the game."""
MIN_STREAK: Final = 2
"""From so many wins in a row on they are told."""

CUT_SHORT: Final = ("end.resigned", "end.time")
"""The reasons of outcomes that the board does not tell."""

ResultKind: TypeAlias = Literal["won", "lost", "other"]
"""Of the only person against computers, or of anybody else."""


@dataclass(frozen=True, slots=True)
class ResultSummary:
    """What a result tells."""

    match: Match
    before: Setup
    after: Setup
    """The setup with the wins of this game counted."""
    following: Setup
    """The setup of the next game."""
    kind: ResultKind
    head: Text
    line: Text
    """What decided it."""
    note: Text | None
    """Whether it counts, where that needs a word."""
    near: NearWin | None
    """What the only person nearly had."""
    winners: tuple[Seat, ...]
    champion: Seat | None
    """Who has won the series with this game."""

    @classmethod
    def of(cls, setup: Setup, match: Match, following: Setup | None = None) -> "ResultSummary":
        outcome = match.outcome or Outcome((), "")
        after, lone, winners = setup.scored(outcome.winners), setup.lone, outcome.winners
        first = champion(after) if setup.after_practice is None else None
        kind: ResultKind = "other"
        near: NearWin | None = None
        if lone is not None and winners:
            kind = "won" if lone in winners else "lost"
        if kind == "lost" and lone is not None and match.state.outcome() is not None:
            near = match.game.nearly(match.state, lone)
        head = _head(setup, match, outcome, kind, near, first)
        note = None if setup.feat.counts else feat_note(match, setup)
        if setup.after_practice is not None:
            note = PRACTICE
        line = _deciding_line(setup, match, outcome, kind, near)
        following = following or next_game(after, winners)
        return cls(match, setup, after, following, kind, head, line, note, near, winners, first)

    @property
    def decided_on_board(self) -> bool:
        """Whether the board tells who won: nobody resigned, and no clock ran out."""
        reason = self.match.outcome.reason if self.match.outcome is not None else ""
        return not isinstance(reason, Text) or reason.key not in CUT_SHORT

    @property
    def shown_seats(self) -> tuple[Seat, ...]:
        """The seats whose stones stand beside the headline; in a draw all."""
        return self.winners or tuple(range(self.match.seats))

    def series_score(self, separator: str) -> Text | None:
        """The wins of each player in the series, and the level of computers that adapt."""
        before, seats = self.before, range(self.match.seats)
        if before.after_practice is not None:
            return None
        adapted = [seat for seat in seats if self.after.player(seat) != before.player(seat)]
        parts = [self.after.player(seat).words for seat in adapted]
        if not shows_wins(before):
            return joined(separator, *parts) if parts else None
        if before.best_of > 1:
            parts.append(length_words(before.best_of))
        for seat in sorted(seats, key=self.after.player_number):
            who, n = self._who(before, seat), self.after.wins(seat)
            parts.append(say("result.wins", "{who}: {n}", who=who, n=n))
        return joined(separator, *parts)

    def _who(self, setup: Setup, seat: Seat) -> Text:
        """What the player at a seat is called, whatever colour they play."""
        if setup.own_names[seat]:
            return player_name(setup, self.match.game, seat)
        if setup.player(seat).is_computer and len(setup.computers) == 1:
            return say("result.computer", "Computer")
        if setup.player(seat).is_computer:
            return setup.player(seat).name
        if setup.lone is not None:
            return say("result.you", "You")
        return say("result.player", "Player\u00a0{number}", number=setup.player_number(seat) + 1)

    def who_plays_what(self, seat: Seat | None = None) -> Text:
        """Who plays which colour in the next game; `seat`: told to the people of that seat."""
        seat = self.before.lone if seat is None else seat
        names, after = self.match.game.seat_names, self.following
        if seat is None:
            parts = [
                say("result.plays", "{who}: {colour}", who=self._who(after, n), colour=names[n])
                for n in sorted(range(after.seats), key=after.player_number)
            ]
            return joined("\u00a0· ", *parts)
        number = self.before.player_number(seat)
        then = next(n for n in range(after.seats) if after.player_number(n) == number)
        colour = names[then]
        if then == seat:
            if then == 0:
                return say("result.same_first", "You start as {colour} again", colour=colour)
            return say("result.same", "You play {colour} again", colour=colour)
        if then == 0:
            return say("result.now_first", "You start as {colour}", colour=colour)
        return say("result.now", "You play {colour} now", colour=colour)


def _head(
    setup: Setup,
    match: Match,
    outcome: Outcome,
    kind: ResultKind,
    near: NearWin | None,
    first: Seat | None,
) -> Text:
    if first is not None and first == setup.lone:
        return say("result.you_series", "You win the series!")
    if first is not None:
        return won_words(setup, match.game, first)
    if kind == "won":
        return say("result.you_win", "You win!")
    if kind == "lost":
        if near is None:
            return say("result.not_this_time", "Not this time")
        if near.close:
            return say("result.so_close", "So close!")
        return say("result.well_fought", "Well fought!")
    return result_head(match, outcome, setup)


def _deciding_line(
    setup: Setup, match: Match, outcome: Outcome, kind: ResultKind, near: NearWin | None
) -> Text:
    if outcome.reason == STOPPED:
        return joined("")
    reason = joined("", outcome.reason)
    how = match.game.won_by(match.state) if match.state.outcome() is not None else None
    # All players' turns, as the review counts them.
    turns = count("result.turns", "1 turn", "{n} turns", n=match.turns_until(len(match.plies)))
    if kind == "lost" and isinstance(outcome.reason, Text):
        if outcome.reason.key == "end.resigned":
            said = say("result.you_resigned", "You resigned after {turns}.", turns=turns)
            if len(outcome.winners) > 1:
                return said
            who = setup.name(outcome.winners[0])
            return joined(" ", said, say("result.other_won", "{who} wins.", who=who))
        if outcome.reason.key == "end.time":
            return say("result.you_time", "You ran out of time.")
    if kind == "lost":
        return reason if near is None else joined(" ", near.said, reason)
    if how is None or len(outcome.winners) != 1:
        return reason
    if match.plies and match.plies[-1].seat not in outcome.winners:
        return reason  # it says that the other side's own move made the line
    # NOTE: as "7 in a line, in 23 turns."
    return say("result.how", "{how}, in {turns}.", how=how, turns=turns)


# -- the choices --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choice:
    """What can be done next."""

    key: str
    label: Text
    icon: str = ""
    style: ButtonStyle = "plain"


def choice_lines(
    summary: ResultSummary,
    *,
    named: bool,
    strongest: str,
    apart: bool = False,
    analysed: bool = False,
    turning: bool = False,
    take_home: bool = False,
    ends_here: bool = False,
) -> tuple[tuple[Choice, ...], ...]:
    """The choices in lines, the main one first.

    `named`: a name can be entered in the high scores. `apart`: it is one of several places.
    `analysed`: the turn in which the only person lost most is looked for. `turning`: it is known.
    `take_home`: phones can fetch a page of the match. `ends_here`: no other match of the same
    people is offered.
    """
    again = say("result.again", "Rematch")
    if summary.champion is not None:
        again = say("result.new_series", "New series")
    elif summary.before.after_practice is not None:
        again = say("result.real", "New game")
    elif summary.kind == "lost":
        again = say("result.try_again", "Try again")
    main = Choice("again", again, "again", "main")
    if ends_here:
        main = Choice("menu", DONE, "check", "main")
    lines: list[tuple[Choice, ...]] = [(main,)]
    if named:
        words = say("result.name", "Your name in the high scores")
        if apart:
            words = say("result.name_short", "Your name")
        lines.append((Choice("name", words, "cup", "other"),))
    others = (*_other_level(summary, strongest), *_same_colour(summary))
    if others and not ends_here:
        lines.append(others)
    review = Choice("review", say("result.review", "Review"), "eye")
    seats = Choice("seats", say("result.seats", "Players"), "person")
    menu = Choice("menu", say("result.menu", "Menu"), "menu")
    if ends_here:
        lines.append((review,))
    elif apart:
        lines.append((review, menu))
    elif analysed:
        # In a line of its own from the start, so that no button moves when the turn is found.
        words = say("result.turning", "See the turning point") if turning else review.label
        lines += [(replace(review, label=words),), (seats, menu)]
    else:
        lines.append((review, seats, menu))
    if take_home and not apart:
        lines.append((Choice("home", say("result.home", "Take it home by phone"), "phone"),))
    return tuple(lines)


def _other_level(summary: ResultSummary, strongest: str) -> Iterator[Choice]:
    """An easier computer after a loss, a stronger one after a win."""
    following = summary.following
    if following.lone is None or not following.computers:
        return
    if summary.kind == "lost":
        easier = following.other_level(-1, strongest)
        if easier is not None:
            level = easier.player(easier.computers[0]).name
            yield Choice("easier", say("result.easier", "Easier: {level}", level=level), "south")
    elif summary.kind == "won":
        harder = following.other_level(1, strongest)
        if harder is not None:
            level = harder.player(harder.computers[0]).name
            yield Choice("harder", say("result.harder", "Level up: {level}", level=level), "north")


def _same_colour(summary: ResultSummary) -> Iterator[Choice]:
    """Keeping the colour that the only person has just played, where colours would change."""
    seat = summary.before.lone
    changes = summary.following.lone not in (None, seat)
    if seat is not None and changes and summary.match.seats == 2:
        colour = summary.match.game.seat_names[seat]
        yield Choice("keep", say("result.keep", "Play {colour} again", colour=colour), "person")


def place_choices(
    area: Box,
    lines: Sequence[Sequence[Choice]],
    *,
    ready: bool,
    grown: float = 1.0,
    low: bool = False,
    most: float = 1.0,
) -> list[PushButton]:
    """The buttons of the lines in an area, in its middle, or with `low` at its lower end.

    The main button is up to `most` times as high as usual.
    """
    other = min(1.4, grown) * CHOICE_HEIGHT
    rest = area.h - (len(lines) - 1) * (other + CHOICE_GAP)
    main = min(1.3, grown) * MAIN_HEIGHT
    main = max(main, min(most * main, rest))
    tree = column(
        *[
            row(*["choice"] * len(line), gap=CHOICE_GAP, size=other if number else main)
            for number, line in enumerate(lines)
        ],
        gap=CHOICE_GAP,
        justify="end" if low else "centre",
    )
    choices = [choice for line in lines for choice in line]
    return [
        PushButton(
            choice.key,
            box,
            choice.label,
            choice.icon,
            choice.style,
            MAIN_SIZE if choice.style == "main" else OTHER_SIZE,
            ready,
        )
        for choice, box in zip(choices, tree.place(area).all("choice"), strict=True)
    ]


MAIN_HEIGHT: Final = 160.0
MAX_MAIN_GROWTH: Final = 1.7
"""How much higher the main button is at one of several edges, where it is narrow."""
NOTE_GROWTH: Final = 0.45
"""The same in projector mode, for a second line of the note and for each player from the third."""
CHOICE_HEIGHT: Final = 104.0
CHOICE_GAP: Final = 26.0
MAIN_SIZE: Final = 64.0
OTHER_SIZE: Final = 42.0


# -- a page of its own --------------------------------------------------------------------------

PAGE_MARGIN: Final = 56.0
PAGE_GAP: Final = 22.0
HEAD_TEXT_SIZE: Final = 150.0
LINE_SIZE: Final = 44.0
NOTICE_HEIGHT: Final = 110.0
PORTRAIT_RATIO: Final = 1.12


class ResultPage:
    """The final board, the words, and the choices, for one edge of the table."""

    def __init__(
        self, summary: ResultSummary, looks: Sequence[SeatLook], claims: ResultClaims
    ) -> None:
        self._summary = summary
        self._claims = claims
        self._looks = looks
        self._view: View = view_of(summary.match.game)
        self.celebration = Celebration([looks[seat] for seat in summary.shown_seats])
        self.turning = joined("")
        """What the analysis has found to be the turning point."""
        self._boxes: Boxes
        self._backdrop: Backdrop
        self._turns = 0
        self._scattered = False

    @property
    def celebrates(self) -> bool:
        """Whether somebody is to be congratulated."""
        summary = self._summary
        people = summary.before.persons
        return bool(summary.winners) and (
            not people or any(seat in summary.winners for seat in people)
        )

    def fit(self, canvas: Canvas, turns: int, lines: int) -> None:
        self._turns = turns
        self._boxes = self._tree(canvas, lines).place(_as_seen(canvas, turns))
        board = self._boxes["board"]
        side = min(board.w, board.h)
        middle = turn_point(board.centre, turns, canvas.box.centre)
        match = self._summary.match
        places = ViewLayout(canvas, Box.around(middle, side, side), {}, match.options, match.seats)
        self._view.fit(places)
        self._backdrop = Backdrop(canvas, self._view)
        self._scattered = not self.celebrates

    def _scatter(self, canvas: Canvas) -> None:
        """Places what celebrates where neither the board nor a word nor a button lies."""
        bare, painted = ground(*canvas.size), self._backdrop.picture
        width, height = painted.get_size()

        def is_free(at: Point) -> bool:
            x, y = round(at[0] * canvas.scale), round(at[1] * canvas.scale)
            if not (0 <= x < width and 0 <= y < height):
                return True
            return painted.get_at((x, y)) == bare.get_at((x, y))

        keys = ("head", "line", "chip", "note", "score", "trophy", "claims", "choices")
        taken = [box for key in keys for box in self._boxes.all(key)]
        self.celebration.fit(
            canvas, [_turned_box(box, self._turns, canvas.box.centre) for box in taken], is_free
        )

    def main_growth(self, context: UiContext) -> float:
        """How much higher the main button is, for its note."""
        summary = self._summary
        told = 2 if summary.before.lone is not None else summary.match.seats
        return 1 + NOTE_GROWTH * (told - 1) * context.projector

    @property
    def choices(self) -> Box:
        """The area of the choices."""
        return self._boxes["choices"]

    def _tree(self, canvas: Canvas, lines: int) -> Node:
        context, summary = canvas.context, self._summary
        seen = _as_seen(canvas, self._turns)
        grown = context.scaled_length(1.0, BODY_SIZE)
        portrait = seen.h > seen.w * PORTRAIT_RATIO
        text = min(1.5, grown)
        cup = [item("trophy", (0.10 if portrait else 0.19) * seen.h)] if self._has_cup else []
        streak = summary.after.streak
        chip = [item("chip", 84 * min(1.3, grown))] if streak >= MIN_STREAK else []
        note = [item("note", 84 * text)] if summary.note else []
        low = 116.0 if context.projector else 54.0
        score = [item("score", low * text)] if summary.series_score(" · ") else []
        claims = [item("claims", CLAIM_SIDE, min_size=0.8 * CLAIM_SIDE)] * bool(self._claims.links)
        main = self.main_growth(context) * MAIN_HEIGHT
        high = min(1.3, grown) * main + (lines - 1) * (min(1.4, grown) * CHOICE_HEIGHT + CHOICE_GAP)
        line = item("line", (150 if summary.kind == "lost" else 110) * text)
        head = item("head", 0.09 * seen.h if portrait else 0.15 * seen.h)
        if portrait:
            side = min(seen.w - 2 * PAGE_MARGIN, 0.44 * seen.h)
            return column(
                *cup,
                head,
                line,
                *chip,
                row(space(), item("board", side), space(), size=side, min_size=0.4 * side),
                *score,
                *note,
                space(),
                *claims,
                item("choices", high, min_size=0.8 * high),
                gap=PAGE_GAP,
                padding=PAGE_MARGIN,
            )
        share = 0.52 if grown < 1.3 else 0.4
        side = min(seen.h - 2 * PAGE_MARGIN, share * seen.w)
        beside = column(
            *cup,
            head,
            line,
            *chip,
            *score,
            *note,
            space(),
            *claims,
            item("choices", high, min_size=0.75 * high),
            gap=PAGE_GAP,
        )
        board = item("board", side, cross_size=side, align="centre")
        return row(board, PAGE_MARGIN, beside, padding=(PAGE_MARGIN, 40, PAGE_MARGIN, 46))

    @property
    def _has_cup(self) -> bool:
        return self._summary.kind == "won" or self._summary.champion is not None

    @property
    def snapshot(self) -> BoardSnapshot:
        """The final board."""
        match = self._summary.match
        called = match.game.call(match.options) is not None and bool(self._summary.winners)
        over = match.state.outcome() is not None or (called and self._summary.decided_on_board)
        return BoardSnapshot(
            game=match.game,
            state=match.state,
            seat=match.game.acting(match.state),
            last=None if over or not match.plies else match.plies[-1],
            finish=1.0 if over else None,
        )

    def draw(self, frame: Frame) -> None:
        canvas, boxes, summary = frame.canvas, self._boxes, self._summary
        frame.put(self._backdrop.picture, canvas.box.centre)
        if not self._scattered:
            self._scatter(canvas)  # reads where the painted board lies
            self._scattered = True
        with frame.layer(1):
            snapshot = self.snapshot
            self._view.draw(frame, snapshot)
            if summary.near is not None:
                self._draw_near(frame, summary.near, snapshot)
            self.celebration.draw(frame)
        with frame.turned(self._turns, canvas.box.centre), frame.layer(2):
            self._draw_words(frame, boxes)

    def draw_notice(self, frame: Frame, words: Text) -> None:
        """Puts a notice on the lower end of the board: it covers neither words nor choices."""
        height = frame.context.scaled_length(NOTICE_HEIGHT, BODY_SIZE)
        strip = column(space(), item("notice", height)).place(self._boxes["board"])["notice"]
        with frame.turned(self._turns, frame.canvas.box.centre):
            put_strip(frame, words, strip)

    def _draw_near(self, frame: Frame, near: NearWin, snapshot: BoardSnapshot) -> None:
        """Rings what was nearly won; pieces in it are drawn unfaded."""
        view, canvas = self._view, frame.canvas
        points = view.points(snapshot)
        standing = snapshot.game.pieces(snapshot.state)
        width = max(2.0, 0.07 * view.cell * canvas.scale)
        radius = near.radius * view.cell * canvas.scale
        with frame.layer(8):
            for spot in near.places:
                if spot not in points:
                    continue
                if isinstance(view, BoardView) and spot in standing and near.radius <= 0.5:
                    frame.put(view.picture(standing[spot], spot), points[spot])
                frame.put(shapes.ring(radius, round(1.9 * width, 1), INK), points[spot])
                frame.put(shapes.ring(radius, round(width, 1), CREAM), points[spot])

    def _draw_words(self, frame: Frame, boxes: Boxes) -> None:
        canvas, context, summary = frame.canvas, frame.context, self._summary
        if "trophy" in boxes:
            box = boxes["trophy"]
            seat = summary.champion if summary.champion is not None else summary.winners[0]
            frame.put(trophy(self._looks[seat], canvas.px(min(box.w, box.h))), box.centre)
        draw_solid_words(frame, context.translate(summary.head), boxes["head"], HEAD_TEXT_SIZE)
        line = summary.line
        if self.turning:
            line = joined(" ", line, self.turning)
        Label(line, boxes["line"], LINE_SIZE, align="centre").draw(frame)
        if "chip" in boxes:
            n = summary.after.streak
            words = say("result.streak", "{n} in a row", n=n)
            draw_streak(frame, context.translate(words), n, boxes["chip"])
        if "score" in boxes:
            score = summary.series_score(" · ")
            Label(score or "", boxes["score"], BODY_SIZE, DIM, align="centre").draw(frame)
        if "claims" in boxes:
            self._claims.draw(frame, boxes["claims"])
        if "note" in boxes:
            Label(summary.note or "", boxes["note"], BODY_SIZE, DIM, align="centre").draw(frame)


def _as_seen(canvas: Canvas, turns: int) -> Box:
    """The canvas as seen from an edge."""
    width, height = canvas.width, canvas.height
    if turns % 2:
        width, height = height, width
    return Box.around(canvas.box.centre, width, height)


def _turned_box(box: Box, turns: int, about: Point) -> Box:
    """Where a box lies that is seen from an edge."""
    width, height = (box.w, box.h) if turns % 2 == 0 else (box.h, box.w)
    return Box.around(turn_point(box.centre, turns, about), width, height)


# -- at several edges ---------------------------------------------------------------------------

PLACE_GAP: Final = 20.0
PLATE_PADDING: Final = 24.0


@dataclass(frozen=True, slots=True)
class ResultPlace:
    """The areas for words and choices at one edge, and how they are turned to it."""

    words: Box
    choices: Box
    turns: int = 0
    about: Point = (0.0, 0.0)
    language: str = ""
    seats: tuple[Seat, ...] = ()
    """The people who sit there."""

    def upright(self, buttons: Sequence[PushButton]) -> list[PushButton]:
        """The buttons turned to this edge."""
        return [
            replace(button, turns=self.turns, about=self.about, language=self.language)
            for button in buttons
        ]


def result_places(plan: TableLayout, setup: Setup) -> tuple[ResultPlace, ...]:
    """The areas at every edge where people sit; none if all read from one."""
    sides = people_sides(plan.canvas.context, setup)
    if len(sides) == 1:
        return ()
    return tuple(
        ResultPlace(
            *_areas_at_edge(plan, side),
            side,
            plan.canvas.box.centre,
            plan.language_at(side),
            tuple(seat for seat in setup.persons if setup.side(seat) == side),
        )
        for side in sides
    )


def _areas_at_edge(plan: TableLayout, side: int) -> tuple[Box, Box]:
    """The panels of the first two seats at an edge, or the halves of the only one."""
    first, *more = [panel for panel in plan.panels if panel.turns == side]
    if more:
        return first.box, more[0].box
    halves = (row if first.wide else column)("words", "choices", gap=PLACE_GAP).place(first.box)
    return halves["words"], halves["choices"]


def _draw_plate(
    frame: Frame,
    place: ResultPlace,
    summary: ResultSummary,
    looks: Sequence[SeatLook],
    claims: ResultClaims,
) -> None:
    """The plate with the winners' stones and the words, and the codes of the people there."""
    canvas, area = frame.canvas, place.words
    frame.put(_plate(canvas.px(area.w), canvas.px(area.h), canvas.px(30)), area.centre)
    inside = area.inset(PLATE_PADDING)
    own = claims.of(place.seats)
    if own.links:
        across = inside.w > 1.5 * inside.h
        size = 0.4 * inside.w if across else 0.44 * inside.h
        split = (row if across else column)("words", item("claims", size), gap=PLATE_PADDING)
        parts = split.place(inside)
        inside = parts["words"]
        own.draw(frame, parts["claims"])
    score = summary.series_score(" · ")
    foot = [item("score", 0.2 * inside.h)] if score is not None and inside.h > 330 else []
    seats = summary.shown_seats
    high = min(0.3 * inside.h, 150.0, inside.w / (1.15 * len(seats)))
    stones = row(*[item("stone", high)] * len(seats), gap=0.12 * high, justify="centre", size=high)
    # Where there are codes the words alone say who has won.
    above = () if own.links else (stones, 14)
    head = item("head", weight=0.62 if own.links else 0.42)
    boxes = column(*above, head, 10, item("line", weight=0.38), *foot).place(inside)
    for seat, box in zip(seats, boxes.all("stone"), strict=False):
        picture = shapes.stone(looks[seat], canvas.px(0.45 * high))
        if summary.champion == seat:
            picture = trophy(looks[seat], canvas.px(high))
        frame.put(picture, box.centre)
    head_label = Label(
        summary.head, boxes["head"], 1.6 * HEAD_SIZE, bold=True, align="centre", most=3
    )
    head_label.draw(frame)
    Label(summary.line, boxes["line"], BODY_SIZE + 4, align="centre").draw(frame)
    if foot:
        Label(score or "", boxes["score"], SMALL_SIZE, DIM, align="centre").draw(frame)


@surface_cache(most=8)
def _plate(width: int, height: int, radius: int) -> pygame.Surface:
    plate = shapes.copy_surface(shapes.rounded(width, height, radius, PANEL, 235))
    plate.blit(shapes.outline(width, height, radius, max(2, radius // 7), AMBER, 200), (0, 0))
    return plate


# -- the scene ----------------------------------------------------------------------------------


class ResultScene(Scene):
    """Pops with a `ResultAnswer`."""

    covers = False

    def __init__(
        self,
        setup: Setup,
        match: Match,
        looks: Sequence[SeatLook],
        *,
        named: bool = False,
        seen: bool = False,
        following: Setup | None = None,
        analysis: ReviewAnalysis | None = None,
        strongest: str = LEVELS[-1],
        device_notices: DeviceNotices | None = None,
        take_home: bool = False,
        claims: Sequence[str] = (),
        following_event: FollowingEvent | None = None,
    ) -> None:
        """`named`: the winner is in the high scores already.

        `seen`: it was shown before, so it takes touches at once. `analysis` goes on while it is
        shown. `strongest` is the strongest level that is offered. `device_notices` are shown
        where the result covers the match. `take_home`: phones can fetch a page of the match.
        `claims`: by seat, the address with which its person keeps the result; "" for none.
        `following_event`: what comes next at this table, if it has joined an event.
        """
        self.summary = ResultSummary.of(setup, match, following)
        self.places: tuple[ResultPlace, ...] = ()
        """The edges at which it stands; none where it is a page for one edge."""
        names = [player_name(setup, setup.game, seat) for seat in range(setup.seats)]
        self._claims = ResultClaims(claims, names)
        self.page = ResultPage(self.summary, looks, self._claims)
        self._setup = setup
        self._offers_name = setup.feat.counts and not named
        self._looks = looks
        self._guard = Timer(0.0 if seen else INPUT_GUARD_SECONDS)
        self._buttons = ButtonGroup()
        self._canvas: Canvas | None = None
        self._device_notices = device_notices
        self._asked_from = 0
        """The edge at which a choice was touched last, in quarter turns."""
        self._analysis = analysis
        self._strongest = strongest
        self._take_home = take_home
        self._following_event = following_event
        if seen:
            self.page.celebration.run(inf)
        self._tell_turning_point()

    @property
    def buttons(self) -> ButtonGroup:
        return self._buttons

    def fit(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._lay_out()

    def _lay_out(self) -> None:
        canvas, setup = self._canvas, self._setup
        if canvas is None:
            return
        plan = match_layout(canvas, setup.around, 0)
        own = [setup.language(seat) for seat in range(setup.seats)]
        self.places = result_places(plan.with_languages(own), setup)
        self.covers = not self.places
        if self.places:
            self.language = ""  # each place has its own
        else:
            turns = people_sides(canvas.context, setup)[0]
            self.page.fit(canvas, turns, len(self._lines(named=self._offers_name)))
        self._place_buttons(canvas)

    def _lines(self, *, named: bool, apart: bool = False) -> tuple[tuple[Choice, ...], ...]:
        return choice_lines(
            self.summary,
            named=named,
            strongest=self._strongest,
            apart=apart,
            analysed=self._analysis is not None and self._setup.lone is not None,
            turning=bool(self.page.turning),
            take_home=self._take_home,
            ends_here=self.ends_here,
        )

    @property
    def ends_here(self) -> bool:
        """Whether the event needs the table, so that no other match is offered."""
        return self._following_event is not None and self._following_event.ends_here

    def _place_buttons(self, canvas: Canvas) -> None:
        context, ready = canvas.context, self._guard.done
        grown = context.scaled_length(1.0, BODY_SIZE)
        if not self.places:
            lines = self._lines(named=self._offers_name)
            most = self.page.main_growth(context)
            area = self.page.choices
            found = place_choices(area, lines, ready=ready, grown=grown, low=True, most=most)
            turns = people_sides(context, self._setup)[0]
            about = canvas.box.centre
            self._buttons.replace([replace(each, turns=turns, about=about) for each in found])
            return
        # The name is entered at the winner's own edge.
        winners = [self._setup.side(seat) for seat in self.summary.winners]
        buttons: list[PushButton] = []
        for place in self.places:
            named = self._offers_name and place.turns in winners
            lines = self._lines(named=named, apart=True)
            choices = place_choices(
                place.choices,
                lines,
                ready=ready,
                grown=grown,
                low=context.reach,
                most=MAX_MAIN_GROWTH,
            )
            buttons += place.upright(choices)
        self._buttons.replace(buttons)

    # -- time -------------------------------------------------------------------------------------

    @property
    def _analyses(self) -> bool:
        return self._analysis is not None and not self._analysis.done

    def wakes_in(self) -> float:
        event = self._following_event
        if self._moves or (event is not None and event.is_outdated):
            return 0.0
        soonest = POLL_SECONDS if self._analyses else inf
        if self.covers and self._device_notices is not None:
            soonest = min(soonest, self._device_notices.wakes_in())
        return soonest if self._guard.done else min(soonest, self._guard.length - self._guard.spent)

    @property
    def _moves(self) -> bool:
        canvas = self._canvas
        still = canvas is None or canvas.context.reduced_motion or bool(self.places)
        return not still and self.page.celebration.moving

    def update(self, dt: float) -> Change:
        was = self._guard.done
        self._guard.run(dt)
        if self._moves:
            self.page.celebration.run(dt)
        if self.covers and self._device_notices is not None:
            self._device_notices.run(dt)
        if self._guard.done and not was and self._canvas is not None:
            self._place_buttons(self._canvas)
        if self._following_event is not None and self._following_event.is_outdated:
            self._following_event.look()
            self._lay_out()
        if self._analysis is not None and self._analyses and self._analysis.run():
            self._tell_turning_point()
        return None

    def _tell_turning_point(self) -> None:
        """Once the analysis is done, says where the only person lost most.

        Not of a game that was cut short: nobody knows how it would have ended.
        """
        analysis, lone = self._analysis, self._setup.lone
        if analysis is None or lone is None or not analysis.done:
            return
        if not self.summary.decided_on_board:
            return
        own = analysis.turns(lone)
        if own:
            ply = max(own, key=lambda turn: turn.drop).ply
            number = self.summary.match.turns_until(ply + 1)
            words = "The turning point was turn {n}."
            self.page.turning = say("result.turning_point", words, n=number)
            if self._canvas is not None:
                self._place_buttons(self._canvas)

    def leave(self) -> None:
        if self._analysis is not None:
            self._analysis.rest()

    @property
    def ignores_touches(self) -> bool:
        """Whether touches may still be meant for the game."""
        return not self._guard.done

    # -- what is touched --------------------------------------------------------------------------

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
                case PressKey(key=pressed) if pressed in PHONE_KEYS:
                    key = self._buttons.named(pressed)
                case Press(button=Button.BACK | Button.EARLIER | Button.FIRST):
                    key = "look"
                case Press(button=Button.MENU):
                    key = "menu"
                case Press(button=Button.OK):
                    self._buttons.focus = "menu" if self.ends_here else "again"
                case _:
                    pass
        return None if key is None else Pop(ResultAnswer(key, self._asked_from))

    def phone_state(self) -> object:
        return self._buttons.buttons, self.page.turning

    def phone_seats(self, context: UiContext) -> "tuple[SeatPlate, ...]":
        from tabletop.scenes.play.phone_view import seat_plates

        return seat_plates(self._setup, self._looks, None, context)

    def phone_match(self) -> PhoneMatch:
        from tabletop.scenes.play.phone_match import BoardPhoneMatch

        turns = self._analysis.turns() if self._analysis is not None else ()
        return BoardPhoneMatch(self._setup, self.summary.match, turning_points=turns)

    def phone_view(self, seat: Seat | None, context: UiContext) -> "PhoneView | None":
        from tabletop.scenes.play.phone_view import result_view

        summary, shown = self.summary, PHONE_KEYS if seat is not None else ()
        buttons = [button for button in self._buttons.buttons if button.key in shown]
        turning = (self.page.turning,) if seat is not None and self.page.turning else ()
        line = joined(" ", summary.line, *turning)
        return result_view(self._setup, summary.match, summary.head, line, buttons, seat, context)

    def sayings(self) -> tuple[Announcement, ...]:
        focus = focus_announcement(self._buttons.buttons, self._buttons.focus)
        summary = self.summary
        return (Announcement("head", summary.head), Announcement("why", summary.line), *focus)

    # -- drawing ----------------------------------------------------------------------------------

    def draw(self, frame: Frame) -> None:
        if not self.places:
            self.page.draw(frame)
            if self._device_notices is not None and self._device_notices.words:
                with frame.layer(4):
                    self.page.draw_notice(frame, self._device_notices.words)
        for place in self.places:
            context = frame.context.override(language=place.language)
            with frame.turned(place.turns, place.about), frame.in_context(context):
                _draw_plate(frame, place, self.summary, self._looks, self._claims)
        with frame.layer(3):
            for button in self._buttons.buttons:
                with frame.turned(button.turns, button.about):
                    frame.touchable(button.key, button.box)
                    draw_button_with_note(
                        frame,
                        button,
                        self._note(button) if button.style == "main" else joined(""),
                        pressed=button.key in self._buttons.held.values(),
                        focused=button.key == self._buttons.focus,
                    )

    def _note(self, button: PushButton) -> Text:
        """What comes next, to whoever reads that button: who plays what, or here."""
        if self._following_event is not None and self.ends_here:
            return self._following_event.words
        if self.summary.before.lone is None and not self.summary.before.persons:
            return joined("")
        here = next((place for place in self.places if place.turns == button.turns), None)
        only = here.seats[0] if here is not None and len(here.seats) == 1 else None
        return self.summary.who_plays_what(only)


PHONE_KEYS: Final = frozenset(("again", "easier", "harder", "keep", "menu"))
"""The choices that phones show; the others open pages that only the table can leave."""


def prewarm_result(plan: TableLayout, looks: Sequence[SeatLook]) -> None:
    """Renders the large pictures of a result into the caches."""
    canvas, sides = plan.canvas, plan.sides
    for side in sides if len(sides) > 1 else ():
        words, _ = _areas_at_edge(plan, side)
        _plate(canvas.px(words.w), canvas.px(words.h), canvas.px(30))
    for look in looks:
        shapes.stone(look, canvas.px(0.45 * 150.0))
