"""The result: who won and why, the score table, and every picture beside its guess.

The score table is drawn small beside the board, and large with a row for each round.
"""

from dataclasses import dataclass, replace
from math import inf
from typing import Final

from tabletop.ai import LEVELS, level_names
from tabletop.engine import Outcome, Record, Seat, Text, count, joined, say
from tabletop.games.sevens.figures import figure_label
from tabletop.games.sevens.messages import SEAT_NAMES, gave_up
from tabletop.games.sevens.rules.match import GAME, ROUNDS, TurnScore
from tabletop.games.sevens.scenes.context import NO_TEXT, MatchContext, TouchPolicy
from tabletop.games.sevens.scenes.phases.base import BasePhase
from tabletop.games.sevens.scenes.phases.comparison import TurnPage
from tabletop.games.sevens.view.board import (
    BOARD_COLOUR,
    BOARD_EDGE_COLOUR,
    draw_line,
    draw_number,
    draw_panel,
)
from tabletop.games.sevens.view.pieces import figure_picture, fitting_unit
from tabletop.input.actions import Action
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.live_game import EnterHighScore, eligibility_text
from tabletop.ui.core.scene import Change, Pop, Push, Swap
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.draw.shapes import stone
from tabletop.ui.layout import Boxes, Node, aspect, column, item, padded, row, space
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label, min_text_pixels
from tabletop.ui.theme.theme import (
    BODY_SIZE,
    DIM,
    FOCUS,
    NAME_SIZE,
    PANEL_ACTIVE,
    PANEL_LINE,
    SMALL_SIZE,
    TEXT,
    WALNUT,
    Colour,
    mix,
)
from tabletop.ui.widgets.buttons import PushButton, draw_button_with_note, in_one_size
from tabletop.ui.widgets.celebration import Celebration
from tabletop.ui.widgets.event_result import DONE, FollowingEvent, ResultClaims, claim_links
from tabletop.ui.widgets.page import split_row

ROUND: Final = say("sevens.round", "Round")
ROUND_COLUMNS: Final = 3
STRIP_PADDING: Final = 22.0
MIN_NAME_SCALE: Final = 0.75
"""A name is replaced by the seat's below this share of the usual size."""


def draw_score_strip(frame: Frame, context: MatchContext, box: Box) -> None:
    """Draws the small table; the present round is highlighted, player one has the upper row."""
    canvas, match, ui = frame.canvas, context.match, frame.context
    draw_panel(frame, box)
    inner = box.inset(STRIP_PADDING)
    names = inner.w * (0.2 if ui.projector else 0.42)
    cell = (inner.w - names) / 4.35
    lefts = [inner.x + names + cell * (n + 0.5) for n in range(ROUND_COLUMNS)]
    sum_x = inner.right - cell * 0.62
    top, *rows = (inner.y + inner.h * share for share in (0.13, 0.48, 0.84))
    lit = Box.around((lefts[match.round], box.centre[1]), cell * 0.86, box.h - 28)
    draw_panel(frame, lit, PANEL_ACTIVE, 16)

    def pixels(size: float, share: float) -> int:
        return canvas.px(max(ui.min_text_size, min(ui.scaled_size(size), cell * share)))

    small, big = pixels(BODY_SIZE - 6, 0.55), pixels(NAME_SIZE - 4, 0.8)
    if not ui.projector:  # in projector mode place and size say which the totals are
        draw_line(frame, ROUND, small, DIM, (inner.x + 4, top), align="left")
        total = say("sevens.sheet.total", "Total")
        fits = typesetting.fitting_size(total, small, canvas.px(1.2 * cell), context=ui)
        draw_line(frame, total, fits, DIM, (sum_x, top))
    for number, x in enumerate(lefts):
        now = number == match.round
        draw_line(frame, str(number + 1), small, TEXT if now else DIM, (x, top), bold=now)
    radius = min(26.0, inner.h * 0.13)
    first = match.first or 0
    for y, seat in zip(rows, (first, 1 - first), strict=True):
        frame.put(stone(context.look(seat), radius * canvas.scale), (inner.x + radius + 2, y))
        if not ui.projector:
            room = canvas.px(names - 2 * radius - 26)
            most = canvas.px(ui.scaled_size(NAME_SIZE - 8))
            name, size = fit_seat_name(context, seat, room, most, ui)
            at = (inner.x + 2 * radius + 16, y)
            draw_line(frame, name, size, TEXT, at, bold=True, align="left")
        for number, x in enumerate(lefts):
            points = match.points(number, seat)
            if points is None:
                draw_panel(frame, Box.around((x, y), 20, 4), PANEL_LINE, 2)
            else:
                draw_number(frame, points, big, TEXT, (x, y))
        draw_number(frame, match.totals[seat], big, TEXT, (sum_x, y))
        for refund in match.regains:
            if refund.seat == seat and refund.points:
                plus = max(min_text_pixels(canvas), round(big * 0.5))
                at = (lefts[refund.round] + cell * 0.34, y - inner.h * 0.1)
                draw_line(frame, f"+{refund.points}", plus, TEXT, at, bold=True)


def fit_seat_name(
    context: MatchContext, seat: Seat, room: int, size: int, ui: UiContext
) -> tuple[Text, int]:
    """A seat's name, or its colour where the name would be too small, and its size in pixels."""
    names = (context.label(seat), SEAT_NAMES[seat])
    sizes = [typesetting.fitting_size(name, size, room, True, context=ui) for name in names]
    fits = typesetting.width_of(names[0], sizes[0], True, context=ui) <= room
    best = 0 if fits and sizes[0] >= MIN_NAME_SCALE * min(sizes[1], size) else 1
    return names[best], sizes[best]


SHEET_PADDING: Final = 28.0
COLUMN_SHARES: Final = (0.22, 0.28, 0.28, 0.22)
"""The widths of the columns: round, player 1, player 2, time."""
UNTIMED_COLUMN_SHARES: Final = (0.36, 0.32, 0.32)
"""The same without the time: in projector mode, and where there is no room for it."""
MIN_TIMED_WIDTH: Final = 540.0
"""Below this width there is no column for the time."""
MIN_NAME_WIDTH: Final = 130.0
"""The least room for a name beside its stone."""
NO_POINTS: Final = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row: the text at the left, both players, and the time."""

    head: Text
    cells: tuple[str, str]
    time: str
    better: int | None = None
    """The column with more points."""
    kind: str = "round"


def sheet_rows(context: MatchContext) -> tuple[SheetRow, ...]:
    """The rows below the head; refunds of a card have a row of their own."""
    match = context.match
    first = match.first or 0
    order = (first, 1 - first)
    made = []
    for number in range(ROUNDS):
        points = [match.points(number, seat) for seat in order]
        cells = tuple(NO_POINTS if p is None else str(p) for p in points)
        time = format_minutes(match.terms.clocks[number] / 1000)
        head = joined("", str(number + 1))
        made.append(SheetRow(head, (cells[0], cells[1]), time, _better(points)))
    back = [match.regained(seat) for seat in order]
    if any(back):
        plus = tuple(f"+{points}" if points else "" for points in back)
        # NOTE for translators: the points of a peek that came back by a card.
        head = say("sevens.sheet.back", "Refund")
        made.append(SheetRow(head, (plus[0], plus[1]), "", None, "back"))
    sums = [match.totals[seat] for seat in order]
    total = say("sevens.sheet.total", "Total")
    made.append(SheetRow(total, (str(sums[0]), str(sums[1])), "", _better(sums), "total"))
    return tuple(made)


def _better(points: list[int | None] | list[int]) -> int | None:
    one, other = points
    if one is None or other is None or one == other:
        return None
    return int(other > one)


def format_minutes(seconds: float) -> str:
    """A round's time in minutes: 3, 1:30, 0:45."""
    whole, rest = divmod(round(seconds), 60)
    return f"{whole}:{rest:02d}" if rest else str(whole)


def draw_score_sheet(frame: Frame, context: MatchContext, box: Box, lit: int | None) -> None:
    """Draws the table in a box; the row of round `lit`, from 0, is highlighted."""
    draw_panel(frame, box)
    inner = box.inset(SHEET_PADDING * 0.7)
    shown = sheet_rows(context)
    head = min(inner.h * 0.24, 190.0)
    step = min(140.0, (inner.h - head) / len(shown))
    # Wider columns without the time.
    timed = box.w >= MIN_TIMED_WIDTH and not frame.context.projector
    shares = COLUMN_SHARES if timed else UNTIMED_COLUMN_SHARES

    def line(key: str, size: float) -> Node:
        return row(*(item(f"{key} cell", weight=share) for share in shares), size=size, key=key)

    lines = column(
        line("head", head), *(line(str(n), step) for n in range(len(shown))), justify="centre"
    ).place(inner)
    _draw_head(frame, context, lines.all("head cell"))
    rule = Box.around((inner.centre[0], lines["head"].bottom), inner.w, 3)
    draw_panel(frame, rule, PANEL_LINE, 1)
    for number, each in enumerate(shown):
        at = lines[str(number)]
        if number == lit and each.kind == "round":
            draw_panel(frame, Box.around(at.centre, at.w, step - 10), PANEL_ACTIVE, 22)
        if each.kind == "total":
            draw_panel(frame, Box.around((inner.centre[0], at.y), inner.w, 3), PANEL_LINE, 1)
        _draw_row(frame, each, lines.all(f"{number} cell"), number == lit)


def _draw_head(frame: Frame, context: MatchContext, cells: list[Box]) -> None:
    canvas, ui = frame.canvas, frame.context
    if not ui.projector:
        small = min(BODY_SIZE, max(SMALL_SIZE, cells[0].w * 0.2))
        titles = (ROUND, say("sevens.sheet.time", "Minutes"))
        for title, cell in zip(titles, (cells[0], *cells[3:]), strict=False):
            Label(title, cell.inset(2), small, DIM, align="centre", most=2).draw(frame)
    first = context.match.first or 0
    for seat, cell in zip((first, 1 - first), cells[1:3], strict=True):
        broad = cell.w > 2 * cell.h
        radius = min(cell.h * (0.34 if broad else 0.22), 40.0)
        beside = 2 * radius + 16 if broad else 0.0
        most = canvas.px(cell.w - beside - 10)
        low = cell.h * 0.5 if broad else (cell.h - 2 * radius - 8) * 0.55
        size = canvas.px(min(ui.scaled_size(NAME_SIZE - 8), low))
        name, pixels = fit_seat_name(context, seat, most, size, ui)
        if broad and not ui.projector:
            ink = typesetting.width_of(name, pixels, True, context=ui) / canvas.scale
            wide = max(MIN_NAME_WIDTH, ink)
            at = (cell.centre[0] - (beside + wide) / 2 + radius, cell.centre[1])
            room = Box(at[0] + radius + 16, cell.y, wide, cell.h)
        else:
            at = (cell.centre[0], cell.y + radius + 8)
            room = padded("name", (0, 2 * radius + 8, 0, 0)).place(cell)["name"]
        frame.put(stone(context.look(seat), radius * canvas.scale), at)
        if not ui.projector:  # in projector mode the stones are enough
            draw_line(frame, name, pixels, TEXT, room.centre, bold=True)


def _draw_row(frame: Frame, row: SheetRow, cells: list[Box], lit: bool) -> None:
    canvas, projector = frame.canvas, frame.context.projector
    high, total = cells[0].h, row.kind == "total"
    big = canvas.px(min(84.0, high * 0.78, cells[1].w * 0.5))
    if row.kind == "back":
        big = max(round(big * 0.62), canvas.px(frame.context.min_text_size))
    quiet: Colour = TEXT if lit or row.kind != "round" else DIM
    head = cells[0].inset(2)
    size = SMALL_SIZE if row.kind == "back" else min(NAME_SIZE, high * 0.5)
    if projector and row.kind == "back":  # too long for projector mode
        frame.put(icon("eye", big, quiet), head.centre)
    elif not (projector and total):  # the underline says it in projector mode
        Label(row.head, head, size, quiet, total, "centre", most=2).draw(frame)
    for number, (text, cell) in enumerate(zip(row.cells, cells[1:3], strict=True)):
        if not text:
            continue
        colour = DIM if row.better == 1 - number else TEXT
        wide = draw_number(frame, text, big, colour, cell.centre)
        if total:
            # As on the printed sheet: totals are underlined, the higher one in bold.
            thick = 8 if row.better == number else 4
            at = (cell.centre[0], cell.centre[1] + big / canvas.scale * 0.47)
            draw_panel(frame, Box.around(at, wide + 16, thick), colour, thick / 2)
    if row.time and len(cells) > 3:
        time = canvas.px(min(frame.context.scaled_size(NAME_SIZE), high * 0.5))
        draw_number(frame, row.time, time, quiet, cells[3].centre, bold=False)


def person_beat_computer(context: MatchContext) -> bool:
    """Whether a person has won against a computer player."""
    outcome = context.match.outcome
    return outcome is not None and context.you is not None and outcome.winners == (context.you,)


def offers_name(context: MatchContext) -> bool:
    return context.feat.counts and not context.named


def ask_name(context: MatchContext) -> Change:
    """Asks the winner for a name, at the own seat."""
    outcome = context.match.outcome
    if outcome is None:
        return None
    seat = outcome.winners[0]

    def then(name: object) -> Change:
        if isinstance(name, str):
            context.named = context.named or name
        return None

    profile = context.profile(seat)
    asks = EnterHighScore(GAME.key, context.match_id, profile.name, profile.edge % 4)
    return Push(asks, then, profile.language, profile.text_scale)


TROPHY_GAP: Final = 16.0
TROPHY_FOOT_HEIGHT: Final = 62.0
"""The height of the text below the pictures."""
MAX_TROPHY_UNIT: Final = 46.0
"""The largest unit, in canvas units."""
MAX_FOOT_SHARE: Final = 1.1
"""The greatest size of the points, in heights of the foot."""
EMPTY_TROPHY_COLOUR: Final = mix(BOARD_COLOUR, BOARD_EDGE_COLOUR, 0.55)


def draw_trophies(frame: Frame, context: MatchContext, box: Box) -> None:
    """Draws a column for each round, player one's picture above the other's."""
    for turn, place in zip(context.match.turns, trophy_boxes(context, box), strict=True):
        _draw_turn(frame, context, place, turn)


def trophy_boxes(context: MatchContext, box: Box) -> list[Box]:
    """The boxes of all turns: a column for each round, player one's picture above the other's."""
    turns = context.match.turns
    first = context.match.first or 0
    rounds = 1 + max(turn.round for turn in turns)
    wide = min((box.w - TROPHY_GAP * (rounds - 1)) / rounds, box.w * 0.48)
    columns = row(
        *(
            column(f"{n} {first}", f"{n} {1 - first}", gap=TROPHY_GAP, size=wide)
            for n in range(rounds)
        ),
        gap=TROPHY_GAP,
    ).place(box)
    return [columns[f"{turn.round} {turn.arranger}"] for turn in turns]


def _draw_turn(frame: Frame, context: MatchContext, box: Box, turn: TurnScore) -> None:
    canvas, thick = frame.canvas, 10.0
    size = (canvas.px(box.w), canvas.px(box.h - thick))
    slab = shapes.slab(*size, canvas.px(22), BOARD_COLOUR, BOARD_EDGE_COLOUR, canvas.px(thick))
    frame.put(slab, box.centre)
    high = box.h - thick - 12
    foot = min(frame.context.scaled_length(TROPHY_FOOT_HEIGHT, BODY_SIZE), high * 0.42)
    boxes = column(
        row("target", "guess", key="pictures", size=high - foot),
        padded("foot", (4, 0, 4, 0), size=foot),
        padding=(12, 8, 12, thick + 4),
    ).place(box)
    pictures = ((turn.target, boxes["target"]), (turn.guess, boxes["guess"]))
    unit = MAX_TROPHY_UNIT
    for picture, room in pictures:
        if picture.pieces:
            unit = min(unit, fitting_unit(picture, room.w - 18, room.h))
    numbers = ((), context.laid_numbers(turn))
    for (picture, room), known in zip(pictures, numbers, strict=True):
        if picture.pieces:
            drawn = figure_picture(picture, unit * canvas.scale, numbers=known)
            frame.put(drawn, room.centre)
        elif not frame.context.projector:
            # NOTE for translators: in place of a picture: no piece was laid.
            none = say("sevens.over.nothing", "nothing")
            Label(none, room, SMALL_SIZE, EMPTY_TROPHY_COLOUR, align="centre", most=1).draw(frame)
    arrow = icon("later", canvas.px(26), mix(BOARD_COLOUR, WALNUT, 0.6))
    frame.put(arrow, boxes["pictures"].centre)
    _draw_foot(frame, context, boxes["foot"], turn)


def _draw_foot(frame: Frame, context: MatchContext, box: Box, turn: TurnScore) -> None:
    """Draws whose guess it was, of what, and its points."""
    canvas, radius = frame.canvas, 20.0
    size = canvas.px(min(frame.context.scaled_size(BODY_SIZE) * 1.25, MAX_FOOT_SHARE * box.h))
    y = box.centre[1]
    wide = draw_number(frame, turn.points, size, WALNUT, (box.right - 4, y), align="right")
    x = box.right - wide - 18 - radius
    frame.put(stone(context.look(turn.guesser), radius * canvas.scale), (x, y))
    if frame.context.projector:
        return  # no room for names in projector mode
    name = padded("name", (4, 0, box.right - x + radius + 10, 0)).place(box)["name"]
    Label(figure_label(turn.name), name, BODY_SIZE - 4, WALNUT, True, most=2).draw(frame)


CLOSE_POINTS: Final = 3
"""Up to so many points behind the winner it was close."""
TURN_KEY: Final = "turn:"
"""The prefix of the keys of the turns, before their numbers."""
RESULT_GUARD_SECONDS: Final = 1.2
"""Seconds for which touches are ignored: a second tap was meant for what was there before."""
GAP: Final = 24.0
UPPER_SHARE: Final = 0.65
"""Attract mode: the share of the height that the headline and the score table have."""
QUIET_HEIGHT: Final = 92.0
"""The height of the two quieter buttons beside a board."""
MIN_ICON_WIDTH: Final = 200.0
"""Below this width a button has its words alone."""
HEADLINE_SIZE: Final = 200.0
"""The em of the headline."""
TILE_SIZE: Final = 210.0
"""The side of the tile with the winner's stone."""
TILE_COLOUR: Final = (237, 221, 189)
TILE_EDGE_COLOUR: Final = (176, 142, 88)


class ResultPhase(BasePhase):
    """The result, with buttons for another match and for the menu."""

    shows_column = False

    def __init__(self, context: MatchContext) -> None:
        super().__init__(context)
        self._outcome = context.match.outcome or Outcome((), NO_TEXT)
        self._deaf = RESULT_GUARD_SECONDS if context.table.animation_scale else 0.0
        self._following_event = FollowingEvent(context.table, context.match_id)
        self._celebration: Celebration | None = None
        if self.winner is not None and context.level(self.winner) is None and not context.attract:
            self._celebration = Celebration([context.look(self.winner)])
        if not context.attract and context.match.events:
            extra = context.people_seating.lines()
            record = Record(game=GAME.key, seats=len(SEAT_NAMES), extra=extra)
            links = claim_links(context.table, context.match_id, record)
            names = [context.label(seat) for seat in range(len(SEAT_NAMES))]
            context.claims = ResultClaims(links, names)

    # -- what is said ---------------------------------------------------------------------------

    @property
    def winner(self) -> Seat | None:
        winners = self._outcome.winners
        return winners[0] if len(winners) == 1 else None

    @property
    def headline(self) -> Text:
        if self.winner is not None:
            name = self.context.name(self.winner)
            if self.winner == self.context.you:
                return say("sevens.over.you", "You win!")
            if self.context.you is not None:
                return say("sevens.over.lost", "{name} wins this time", name=name)
            return say("sevens.over.wins", "{name} wins!", name=name)
        if self._outcome.winners:
            return say("sevens.over.tie", "A draw")
        return say("sevens.over.nobody", "Nobody wins")

    def _consolation(self, seat: Seat) -> Text:
        """A kind and exact word to the loser; empty where there is none."""
        scores, played = self._outcome.scores, len(self.context.match.turns)
        if self.winner is None or not scores or played < 2 * ROUNDS:
            return NO_TEXT  # nobody won by points
        short = int(scores[self.winner] - scores[seat])
        if 0 < short <= CLOSE_POINTS:
            return count(
                "sevens.over.close", "So close: 1 point short.", "So close: {n} points short.",
                n=short,
            )  # fmt: skip
        own = [turn for turn in self.context.match.turns if turn.guesser == seat]
        best = max(own, key=lambda turn: turn.score.matched, default=None)
        if best is None or not best.score.matched:
            return NO_TEXT
        return say(
            "sevens.over.best",
            "Your best: “{thing}”, {matched} of {most} pieces.",
            thing=figure_label(best.name),
            matched=best.score.matched,
            most=len(best.target),
        )

    @property
    def reason(self) -> Text:
        """Why it ended so."""
        said = self._outcome.reason
        if not isinstance(said, Text):
            return joined("", said)
        if said.key == gave_up(0).key and self.context.you is not None:
            return say("sevens.end.resigned.you", "You resigned.")
        # The rules name the seats by colour; this names the players.
        called = {name: self.context.label(seat) for seat, name in enumerate(SEAT_NAMES)}
        return said.but(**{k: called.get(v, v) for k, v in said.args.items()})

    @property
    def _why(self) -> Text:
        """The reason, and what counts among the high scores."""
        also = eligibility_text(self.context.feat) if person_beat_computer(self.context) else None
        if self.context.you is not None and self.winner == 1 - self.context.you:
            also = self._consolation(self.context.you) or None
        return self.reason if also is None else joined(" ", self.reason, also)

    @property
    def for_anyone(self) -> bool:
        return True

    @property
    def prompt(self) -> Text:
        return self.reason if self._unattended else self._said_to(0)

    @property
    def other_prompt(self) -> Text:
        return NO_TEXT if self._unattended else self._said_to(1)

    @property
    def _unattended(self) -> bool:
        return self.policy is TouchPolicy.NOBODY

    def _said_to(self, seat: Seat) -> Text:
        if self.context.you is not None and self.context.match.turns:
            yours = self.winner == self.context.you
            return joined(
                " ",
                self.headline if yours else joined("", self.headline, "."),
                say("sevens.over.cards", "Touch a card to see what matched."),
            )
        if self.winner == seat:
            return say("sevens.over.you_win", "You win! {why}", why=self.reason)
        if self.winner is None:
            return self.reason
        won = say("sevens.over.wins", "{name} wins!", name=self.context.name(self.winner))
        crowded = self.context.plan.alone and self.context.claims.links
        kind = NO_TEXT if crowded else self._consolation(seat)
        return joined(" ", won, self.reason, *((kind,) if kind else ()))

    # -- what is done ---------------------------------------------------------------------------

    @property
    def _other_level(self) -> str | None:
        """The harder level after a win against a computer, the easier one after a loss."""
        if self.context.you is None or self.winner is None or self.context.again is None:
            return None
        level = self.context.level(1 - self.context.you)
        if level not in LEVELS:
            return None
        step = 1 if self.winner == self.context.you else -1
        number = LEVELS.index(level) + step
        highest = LEVELS.index(self.context.table.strongest)
        return LEVELS[number] if 0 <= number <= highest else None

    def lay_out(self) -> None:
        if self._celebration is None:
            return
        plan, canvas = self.context.plan, self.context.canvas
        top, sheet, wall = self.places()
        boxes = self._headline_boxes(top)

        def inked(box: Box, words: Text, size: float) -> Box:
            """The part of a box that a line at its left may fill."""
            wide = typesetting.width_of(words, canvas.px(size), True, context=canvas.context)
            return box._replace(w=min(box.w, wide / canvas.scale + 2 * GAP))

        line = inked(boxes["headline"], self.headline, HEADLINE_SIZE)
        why = inked(boxes["why"], self._why, canvas.context.scaled_size(NAME_SIZE))
        far = plan.far
        if self.context.you is not None:  # nothing is said to a computer player
            far = far._replace(w=0.4 * far.w)
        taken = (line, why, boxes["tile"], sheet, wall, plan.near, far, plan.head)
        self._celebration.fit(canvas, (*taken, plan.menu, self._actions), lambda _: True)

    def lay_buttons(self) -> list[PushButton]:
        if self._unattended:
            return []
        return [*self._lay_actions(), *self._lay_cards()]

    def _lay_cards(self) -> list[PushButton]:
        """The result of every turn can be opened."""
        wall, turns = self.places()[2], self.context.match.turns
        if not turns or not wall.h:
            return []
        boxes = trophy_boxes(self.context, wall)
        return [
            PushButton(f"{TURN_KEY}{number}", box, enabled=self._deaf <= 0)
            for number, box in enumerate(boxes)
        ]

    def _lay_actions(self) -> list[PushButton]:
        named, other = offers_name(self.context), self._other_level
        if self._following_event.ends_here:
            return self._lay_last_actions(named=named)
        ready, projector = self._deaf <= 0, self.context.ui_context.projector
        main = self._actions
        if not named and other is None:
            boxes = row(item("menu", weight=0.32), item("main", weight=0.68), gap=GAP).place(main)
        elif self.context.plan.portrait:
            second = item("second", weight=1.2)
            boxes = row("menu", second, item("main", weight=1.4), gap=GAP).place(main)
        else:
            narrow, wide = item("menu", weight=0.4), item("second", weight=0.6)
            quiet = row(narrow, wide, gap=0.6 * GAP, size=QUIET_HEIGHT)
            boxes = column(quiet, GAP, "main").place(main)
        menu_said = say("sevens.over.menu", "Menu")
        again_said = say("sevens.over.again", "Rematch")
        menu = PushButton("menu", boxes["menu"], menu_said, "menu", size=40, enabled=ready)
        again = PushButton("again", boxes["main"], again_said, "again", "main", 56, enabled=ready)
        if boxes["menu"].w <= MIN_ICON_WIDTH and not projector:
            menu = replace(menu, icon="")
        if named:
            said = say("sevens.over.name", "Your name")
            again = replace(again, box=boxes["second"], style="plain", size=40)
            name = PushButton("name", boxes["main"], said, "cup", "main", 44, enabled=ready)
            return [menu, again, name]
        if other is None:
            return in_one_size(self.context.canvas, (menu, again))
        level = level_names(other).title
        words, sign = say("sevens.over.easier", "Easier: {level}", level=level), "south"
        if self.winner == self.context.you:
            words, sign = say("sevens.over.harder", "Level up: {level}", level=level), "north"
        return [
            menu,
            PushButton("level", boxes["second"], words, sign, size=40, enabled=ready),
            again,
        ]

    def _lay_last_actions(self, *, named: bool) -> list[PushButton]:
        """Without another match, because the event needs the table."""
        ready, box = self._deaf <= 0, self._actions
        if not named:
            return [PushButton("menu", box, DONE, "check", "main", 56, enabled=ready)]
        boxes = (row if self.context.plan.portrait else column)("name", "menu", gap=GAP).place(box)
        said = say("sevens.over.name", "Your name")
        return [
            PushButton("name", boxes["name"], said, "cup", size=40, enabled=ready),
            PushButton("menu", boxes["menu"], DONE, "check", "main", 56, enabled=ready),
        ]

    @property
    def _actions(self) -> Box:
        """The box of all buttons: higher where three stand in two rows."""
        plan = self.context.plan
        other = self._other_level is not None and not self._following_event.ends_here
        three = offers_name(self.context) or other
        if plan.portrait or not three:
            return plan.actions
        return padded("actions", (0, -QUIET_HEIGHT - GAP, 0, 0)).place(plan.actions)["actions"]

    def pressed(self, key: str, /) -> Change:
        if key == "name":
            return ask_name(self.context)
        if key.startswith(TURN_KEY):
            number = int(key.removeprefix(TURN_KEY))
            return Push(TurnPage(self.context, number, self.turns))
        if key == "level" and self.context.you is not None:
            seating = self.context.seating.but(1 - self.context.you, level=self._other_level)
            self.context.sit(seating)
            key = "again"
        again = self.context.again if key == "again" else None
        return Pop() if again is None else Swap(again())

    def handle(self, action: Action, /) -> Change:
        return None if self._deaf > 0 else super().handle(action)

    def update(self, dt: float, /) -> Change:
        if self._deaf > 0:
            self._deaf -= dt
            if self._deaf <= 0:
                self.buttons.replace(self.lay_buttons())
        if self._following_event.is_outdated:
            self._following_event.look()
            self.buttons.replace(self.lay_buttons())
        if self._celebration is not None:
            self._celebration.run(dt if self.context.table.animation_scale else inf)
        return super().update(dt)

    def wakes_in(self) -> float:
        moves = self._celebration is not None and self._celebration.moving
        if moves or self._following_event.is_outdated:
            return 0.0
        return min(super().wakes_in(), self._deaf if self._deaf > 0 else inf)

    # -- what is seen ---------------------------------------------------------------------------

    def draw_buttons(self, frame: Frame) -> None:
        held, focus = self.buttons.held.values(), self.buttons.focus
        for button in self.buttons.buttons:
            if not button.key.startswith(TURN_KEY):
                draw_button_with_note(
                    frame,
                    button,
                    self._following_event.words if button.style == "main" else NO_TEXT,
                    pressed=button.key in held,
                    focused=button.key == focus,
                )
            elif button.key == focus or button.key in held:
                canvas, box = frame.canvas, button.box
                edge = shapes.outline(
                    canvas.px(box.w), canvas.px(box.h), canvas.px(22), canvas.px(8), FOCUS
                )
                frame.put(edge, box.centre)

    def places(self) -> tuple[Box, Box, Box]:
        """The boxes of the headline, the score table and the pictures."""
        plan, stage, board = self.context.plan, self.context.plan.stage, self.context.plan.board
        if plan.portrait:
            boxes = column(
                item("top", min(310.0, stage.h * 0.25)),
                item("sheet", min(530.0, stage.h * 0.38)),
                "wall",
                gap=GAP,
            ).place(stage)
            return boxes["top"], boxes["sheet"], boxes["wall"]
        upper = min(plan.clock.y, plan.sheet.y)
        side = padded("sheet", (plan.sheet.x - stage.x, upper - stage.y, 0, 0)).place(stage)[
            "sheet"
        ]
        if not self._unattended:
            high = board.h * 0.4
            alone = None if self.context.match.turns else (board.h - high) / 2
            boxes = column(alone, item("top", high), GAP, "wall").place(board)
            above = padded("sheet", (0, 0, 0, stage.bottom - self._actions.y + GAP)).place(side)
            return boxes["top"], above["sheet"], boxes["wall"]
        if self.context.ui_context.projector:
            # Read from afar: the score table has the place of the pictures.
            top = padded("top", (0, 0, stage.right - board.right, 0)).place(stage)["top"]
            return top, side, Box.around(stage.centre, 0, 0)
        # On a wide display the pictures have the whole lower edge.
        high = stage.h * UPPER_SHARE - GAP
        boxes = column(row(item("top", board.w), size=high), GAP, "wall").place(stage)
        above = padded("sheet", (0, 0, 0, boxes["wall"].h + GAP)).place(side)
        return boxes["top"], above["sheet"], boxes["wall"]

    def draw_words(self, frame: Frame) -> None:
        top, sheet, wall = self.places()
        if self._celebration is not None:
            self._celebration.draw(frame)
        self._draw_headline(frame, top)
        draw_score_sheet(frame, self.context, sheet, None)
        if self.context.match.turns and wall.h:
            draw_trophies(frame, self.context, wall)

    def _headline_boxes(self, box: Box) -> Boxes:
        winners = self._outcome.winners
        side = min(TILE_SIZE, box.h * 0.9, box.w * 0.22)
        wide = side * (1 if len(winners) == 1 else 1.5)
        words = column(item("headline", weight=0.57), space(weight=0.09), item("why", weight=0.34))
        tile = (36, aspect("tile", wide / side, size=wide)) if winners else ()
        return row(words, *tile, padding=(12, 0, 12, 0)).place(box)

    def _draw_headline(self, frame: Frame, box: Box) -> None:
        winners, boxes = self._outcome.winners, self._headline_boxes(box)
        if winners:
            self._draw_tile(frame, boxes["tile"], winners)
        headline = Label(self.headline, boxes["headline"], HEADLINE_SIZE, TEXT, True, most=2)
        headline.draw(frame)
        Label(self._why, boxes["why"], NAME_SIZE, TEXT, stands="top", most=2).draw(frame)

    def _draw_tile(self, frame: Frame, box: Box, winners: tuple[Seat, ...]) -> None:
        """Draws the winner's stone on a square of the board; both stones in a tie."""
        canvas = frame.canvas
        size = (canvas.px(box.w), canvas.px(box.h))
        plate = shapes.slab(*size, canvas.px(26), TILE_COLOUR, TILE_EDGE_COLOUR, canvas.px(14))
        frame.put(plate, (box.centre[0], box.centre[1] + 7))
        places = split_row(box, len(winners), 0.0)
        radius = min(box.h * 0.37, places[0].w * 0.42)
        for seat, place in zip(winners, places, strict=True):
            frame.put(stone(self.context.look(seat), radius * canvas.scale), place.centre)
