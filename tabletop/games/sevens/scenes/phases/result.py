"""The result: who won and why, the score table, and every picture beside its guess.

The score table is drawn small beside the board, and large with a row for each round.
"""

from dataclasses import dataclass
from typing import Final

from tabletop.engine import Outcome, Seat, Text, joined, say
from tabletop.games.sevens.figures import figure_label
from tabletop.games.sevens.messages import SEAT_NAMES
from tabletop.games.sevens.rules.match import GAME, ROUNDS, TurnScore
from tabletop.games.sevens.rules.pieces import Picture
from tabletop.games.sevens.scenes.context import NO_TEXT, MatchContext, TouchPolicy
from tabletop.games.sevens.scenes.phases.base import BasePhase
from tabletop.games.sevens.view.board import BOARD_COLOUR, BOARD_EDGE_COLOUR
from tabletop.games.sevens.view.pieces import figure_picture, fitting_unit
from tabletop.input.actions import Action
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.live_game import EnterHighScore, eligibility_text
from tabletop.ui.core.scene import Change, Pop, Push, Swap
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.draw.shapes import stone
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label, min_text_pixels
from tabletop.ui.theme.theme import (
    BODY_SIZE,
    DIM,
    NAME_SIZE,
    PANEL,
    PANEL_ACTIVE,
    PANEL_LINE,
    SMALL_SIZE,
    TEXT,
    WALNUT,
    Colour,
    mix,
)
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import split_row

ROUND_COLUMNS: Final = 3
STRIP_PADDING: Final = 22.0
MIN_NAME_SCALE: Final = 0.75
"""A name is replaced by the seat's below this share of the usual size."""


def draw_score_strip(frame: Frame, context: MatchContext, box: Box) -> None:
    """Draws the small table; the present round is highlighted, player one has the upper row."""
    canvas, match = frame.canvas, context.match
    frame.put(shapes.rounded(canvas.px(box.w), canvas.px(box.h), canvas.px(28), PANEL), box.centre)
    inner = box.inset(STRIP_PADDING)
    names = inner.w * (0.2 if frame.context.projector else 0.42)
    cell = (inner.w - names) / 4.35
    lefts = [inner.x + names + cell * (n + 0.5) for n in range(ROUND_COLUMNS)]
    sum_x = inner.right - cell * 0.62
    rows = [inner.y + inner.h * share for share in (0.13, 0.48, 0.84)]
    now = match.round
    lit = shapes.rounded(canvas.px(cell * 0.86), canvas.px(box.h - 28), canvas.px(16), PANEL_ACTIVE)
    frame.put(lit, (lefts[now], box.centre[1]))
    room = frame.context.projector
    small = canvas.px(
        max(frame.context.min_text_size, min(frame.context.scaled_size(BODY_SIZE - 6), cell * 0.55))
    )
    head = say("sevens.round", "Round")
    title = typesetting.line(head, small, DIM, context=frame.context)
    if not room:
        frame.put(title, (inner.x + title.get_width() / canvas.scale / 2 + 4, rows[0]))
    for number, x in enumerate(lefts):
        ink = TEXT if number == now else DIM
        frame.put(
            typesetting.line(str(number + 1), small, ink, number == now, context=frame.context),
            (x, rows[0]),
        )
    if not room:  # in projector mode place and size say which the totals are
        frame.put(
            typesetting.line(say("sevens.sum", "Sum"), small, DIM, context=frame.context),
            (sum_x, rows[0]),
        )
    first = match.first or 0
    for row, seat in enumerate((first, 1 - first)):
        y = rows[row + 1]
        radius = min(26.0, inner.h * 0.13)
        frame.put(stone(context.look(seat), radius * canvas.scale), (inner.x + radius + 2, y))
        if not room:
            _put_name(frame, context, seat, (inner.x + 2 * radius + 16, y), names - 2 * radius - 26)
        big = canvas.px(
            max(
                frame.context.min_text_size,
                min(frame.context.scaled_size(NAME_SIZE - 4), cell * 0.8),
            )
        )
        for number, x in enumerate(lefts):
            points = match.points(number, seat)
            if points is None:
                frame.put(
                    shapes.rounded(canvas.px(20), canvas.px(4), canvas.px(2), PANEL_LINE), (x, y)
                )
            else:
                frame.put(
                    typesetting.tabular_line(str(points), big, TEXT, context=frame.context), (x, y)
                )
        frame.put(
            typesetting.tabular_line(str(match.totals[seat]), big, TEXT, context=frame.context),
            (sum_x, y),
        )
        if (back := match.regained(seat)) > 0:
            plus = typesetting.line(
                f"+{back}",
                max(min_text_pixels(canvas), round(big * 0.5)),
                TEXT,
                True,
                context=frame.context,
            )
            frame.put(plus, (sum_x - cell * 0.62, y - inner.h * 0.1))


def _put_name(frame: Frame, context: MatchContext, seat: Seat, at: Point, room: float) -> None:
    """Draws a seat's name beside its stone."""
    canvas = frame.canvas
    most = canvas.px(frame.context.scaled_size(NAME_SIZE - 8))
    text, size = fit_seat_name(context, seat, canvas.px(room), most, frame.context)
    name = typesetting.line(text, size, TEXT, True, context=frame.context)
    frame.put(name, (at[0] + name.get_width() / canvas.scale / 2, at[1]))


def fit_seat_name(
    context: MatchContext, seat: Seat, room: int, size: int, ui: UiContext
) -> tuple[Text, int]:
    """A seat's name, or its colour where the name would be too small, and its size in pixels."""
    names = (context.name(seat), SEAT_NAMES[seat])
    sizes = [typesetting.fitting_size(name, size, room, True, context=ui) for name in names]
    fits = typesetting.width_of(names[0], sizes[0], True, context=ui) <= room
    best = 0 if fits and sizes[0] >= MIN_NAME_SCALE * min(sizes[1], size) else 1
    return names[best], sizes[best]


SHEET_PADDING: Final = 28.0
COLUMN_SHARES: Final = (0.22, 0.28, 0.28, 0.22)
"""The widths of the columns: round, player 1, player 2, time."""
ROOM_COLUMN_SHARES: Final = (0.34, 0.33, 0.33)
"""The same in projector mode, without the time."""
MIN_TIMED_WIDTH: Final = 420.0
"""Below this width there is no column for the time."""
MIN_NAME_WIDTH: Final = 130.0
"""The least room for a name beside its stone."""
MIN_PLAYER_LABEL_SIZE: Final = 20.0
"""The least em of the text below a name."""
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
        head = say("sevens.sheet.back", "Peek back")
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
    canvas = frame.canvas
    frame.put(shapes.rounded(canvas.px(box.w), canvas.px(box.h), canvas.px(28), PANEL), box.centre)
    inner = box.inset(SHEET_PADDING * 0.7)
    shown = sheet_rows(context)
    head = min(inner.h * 0.24, 190.0)
    step = min(140.0, (inner.h - head) / len(shown))
    top = inner.y + (inner.h - head - step * len(shown)) / 2
    columns = _columns(inner, box.w >= MIN_TIMED_WIDTH, frame.context)
    _draw_head(frame, context, [Box(c.x, top, c.w, head) for c in columns])
    line = shapes.rounded(canvas.px(inner.w), canvas.px(3), canvas.px(1), PANEL_LINE)
    frame.put(line, (inner.centre[0], top + head))
    for number, row in enumerate(shown):
        y = top + head + number * step
        if number == lit and row.kind == "round":
            plate = shapes.rounded(
                canvas.px(inner.w), canvas.px(step - 10), canvas.px(22), PANEL_ACTIVE
            )
            frame.put(plate, (inner.centre[0], y + step / 2))
        if row.kind == "total":
            frame.put(line, (inner.centre[0], y))
        _draw_row(frame, row, [Box(c.x, y, c.w, step) for c in columns], number == lit)


def _columns(inner: Box, timed: bool, context: UiContext) -> list[Box]:
    """The columns; wider without the time."""
    shares = COLUMN_SHARES if timed else COLUMN_SHARES[:3]
    if context.projector:
        shares = ROOM_COLUMN_SHARES
    found, x = [], inner.x
    for share in shares:
        wide = inner.w * share / sum(shares)
        found.append(Box(x, inner.y, wide, inner.h))
        x += wide
    return found


def _draw_head(frame: Frame, context: MatchContext, cells: list[Box]) -> None:
    canvas = frame.canvas
    first = context.match.first or 0
    small = min(BODY_SIZE, max(SMALL_SIZE, cells[0].w * 0.2))
    titles = (say("sevens.round", "Round"), say("sevens.sheet.time", "Time (min.)"))
    for title, cell in zip(
        titles if not frame.context.projector else (), (cells[0], *cells[3:]), strict=False
    ):
        Label(title, cell.inset(2), small, DIM, align="centre", most=2).draw(frame)
    for number, (seat, cell) in enumerate(zip((first, 1 - first), cells[1:3], strict=True)):
        broad = cell.w > 2 * cell.h
        radius = min(cell.h * (0.34 if broad else 0.22), 40.0)
        beside = 2 * radius + 16 if broad else 0.0
        most = canvas.px(cell.w - beside - 10)
        low = cell.h * 0.5 if broad else (cell.h - 2 * radius - 8) * 0.55
        size = canvas.px(min(frame.context.scaled_size(NAME_SIZE - 8), low))
        name, pixels = fit_seat_name(context, seat, most, size, frame.context)
        if broad and not frame.context.projector:
            wide = max(
                MIN_NAME_WIDTH,
                typesetting.width_of(name, pixels, True, context=frame.context) / canvas.scale,
            )
            at = (cell.centre[0] - (beside + wide) / 2 + radius, cell.centre[1])
            room = Box(at[0] + radius + 16, cell.y, wide, cell.h)
        else:
            at = (cell.centre[0], cell.y + radius + 8)
            room = Box(cell.x, at[1] + radius, cell.w, cell.bottom - at[1] - radius)
        frame.put(stone(context.look(seat), radius * canvas.scale), at)
        if not frame.context.projector:  # in projector mode the stones are enough
            _draw_player(frame, name, number, room, pixels)


def _draw_player(frame: Frame, name: Text, number: int, room: Box, pixels: int) -> None:
    """Draws a name, and below it which player that is."""
    canvas = frame.canvas
    player = say("sevens.player", "Player {number}", number=number + 1)
    most = canvas.px(min(frame.context.scaled_size(SMALL_SIZE), room.h * 0.4))
    small = typesetting.fitting_size(player, most, canvas.px(room.w - 10), context=frame.context)
    x, y = room.centre
    if small < canvas.px(MIN_PLAYER_LABEL_SIZE):
        frame.put(typesetting.line(name, pixels, TEXT, True, context=frame.context), (x, y))
        return
    apart = (pixels * 0.55 + small * 0.62) / canvas.scale / 2
    frame.put(typesetting.line(name, pixels, TEXT, True, context=frame.context), (x, y - apart))
    frame.put(typesetting.line(player, small, DIM, context=frame.context), (x, y + apart))


def _draw_row(frame: Frame, row: SheetRow, cells: list[Box], lit: bool) -> None:
    canvas = frame.canvas
    high = cells[0].h
    big = canvas.px(min(84.0, high * 0.78, cells[1].w * 0.5))
    if row.kind == "back":
        big = max(round(big * 0.62), canvas.px(frame.context.min_text_size))
    quiet: Colour = TEXT if lit or row.kind != "round" else DIM
    head = cells[0].inset(2)
    size = SMALL_SIZE if row.kind == "back" else min(NAME_SIZE, high * 0.5)
    if frame.context.projector and row.kind == "back":  # too long for projector mode
        frame.put(icon("eye", big, quiet), head.centre)
    elif not (
        frame.context.projector and row.kind == "total"
    ):  # the underline says it in projector mode
        Label(row.head, head, size, quiet, row.kind == "total", "centre", most=2).draw(frame)
    for number, (text, cell) in enumerate(zip(row.cells, cells[1:3], strict=True)):
        if not text:
            continue
        colour = DIM if row.better == 1 - number else TEXT
        ink = typesetting.tabular_line(text, big, colour, context=frame.context)
        x, y = cell.centre
        frame.put(ink, (x, y))
        if row.kind == "total":
            # As on the printed sheet: totals are underlined, the higher one in bold.
            thick = 8 if row.better == number else 4
            wide = ink.get_width() + canvas.px(16)
            bar = shapes.rounded(wide, canvas.px(thick), canvas.px(thick / 2), colour)
            frame.put(bar, (x, y + big / canvas.scale * 0.47))
    if row.time and len(cells) > 3:
        x, y = cells[3].centre
        time = canvas.px(min(frame.context.scaled_size(NAME_SIZE), high * 0.5))
        frame.put(
            typesetting.tabular_line(row.time, time, quiet, False, context=frame.context), (x, y)
        )


def person_beat_computer(context: MatchContext) -> bool:
    """Whether a person has won against a computer player."""
    outcome = context.match.outcome
    people = tuple(seat for seat in (0, 1) if context.level(seat) is None)
    return outcome is not None and len(people) == 1 and outcome.winners == people


def offers_name(context: MatchContext) -> bool:
    """Whether the winner can enter a name."""
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
EMPTY_TROPHY_COLOUR: Final = mix(BOARD_COLOUR, BOARD_EDGE_COLOUR, 0.55)


def draw_trophies(frame: Frame, context: MatchContext, box: Box) -> None:
    """Draws a column for each round, player one's picture above the other's."""
    turns = {(turn.round, turn.arranger): turn for turn in context.match.turns}
    first = context.match.first or 0
    rounds = 1 + max(turn.round for turn in context.match.turns)
    wide = min((box.w - TROPHY_GAP * (rounds - 1)) / rounds, box.w * 0.48)
    high = (box.h - TROPHY_GAP) / 2
    for number in range(rounds):
        for line, arranger in enumerate((first, 1 - first)):
            turn = turns.get((number, arranger))
            cell = Box(
                box.x + number * (wide + TROPHY_GAP), box.y + line * (high + TROPHY_GAP), wide, high
            )
            if turn is not None:
                _draw_turn(frame, context, cell, turn)


def _draw_turn(frame: Frame, context: MatchContext, box: Box, turn: TurnScore) -> None:
    canvas = frame.canvas
    thick = 10.0
    size = (canvas.px(box.w), canvas.px(box.h - thick))
    slab = shapes.slab(*size, canvas.px(22), BOARD_COLOUR, BOARD_EDGE_COLOUR, canvas.px(thick))
    frame.put(slab, (box.centre[0], box.centre[1]))
    face = Box(box.x + 12, box.y + 8, box.w - 24, box.h - thick - 12)
    foot = min(frame.context.scaled_length(TROPHY_FOOT_HEIGHT, BODY_SIZE), face.h * 0.42)
    shown = Box(face.x, face.y, face.w, face.h - foot)
    half = shown.w / 2
    rooms = [Box(shown.x + k * half, shown.y, half, shown.h) for k in (0, 1)]
    pictures = (turn.target, turn.guess)
    unit = min(_unit(picture, room) for picture, room in zip(pictures, rooms, strict=True))
    for picture, room in zip(pictures, rooms, strict=True):
        _draw_picture(frame, picture, unit, room)
    arrow = icon("later", canvas.px(26), mix(BOARD_COLOUR, WALNUT, 0.6))
    frame.put(arrow, shown.centre)
    _draw_foot(frame, context, Box(face.x + 4, shown.bottom, face.w - 8, foot), turn)


def _unit(picture: Picture, room: Box) -> float:
    return (
        min(fitting_unit(picture, room.w - 18, room.h), MAX_TROPHY_UNIT)
        if picture.pieces
        else MAX_TROPHY_UNIT
    )


def _draw_picture(frame: Frame, picture: Picture, unit: float, room: Box) -> None:
    if picture.pieces:
        frame.put(figure_picture(picture, unit * frame.canvas.scale), room.centre)
    else:
        # NOTE for translators: in place of a picture: no piece was laid.
        none = say("sevens.over.nothing", "nothing")
        if not frame.context.projector:
            Label(none, room, SMALL_SIZE, EMPTY_TROPHY_COLOUR, align="centre", most=1).draw(frame)


def _draw_foot(frame: Frame, context: MatchContext, box: Box, turn: TurnScore) -> None:
    """Draws whose guess it was, of what, and its points."""
    canvas = frame.canvas
    points = typesetting.tabular_line(
        str(turn.points),
        canvas.px(frame.context.scaled_size(BODY_SIZE) * 1.25),
        WALNUT,
        context=frame.context,
    )
    wide = points.get_width() / canvas.scale
    y = box.centre[1]
    frame.put(points, (box.right - wide / 2 - 4, y))
    radius = 20.0
    x = box.right - wide - 18 - radius
    frame.put(stone(context.look(turn.guesser), radius * canvas.scale), (x, y))
    if frame.context.projector:
        return  # no room for names in projector mode
    name = Box(box.x + 4, box.y, x - radius - 14 - box.x, box.h)
    Label(figure_label(turn.name), name, BODY_SIZE - 4, WALNUT, True, most=2).draw(frame)


RESULT_GUARD_SECONDS: Final = 1.2
"""Seconds for which touches are ignored: a second tap was meant for what was there before."""
GAP: Final = 24.0
UPPER_SHARE: Final = 0.65
"""Attract mode: the share of the height that the headline and the score table have."""
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

    # -- what is said ---------------------------------------------------------------------------

    @property
    def _winner(self) -> Seat | None:
        winners = self._outcome.winners
        return winners[0] if len(winners) == 1 else None

    @property
    def headline(self) -> Text:
        if self._winner is not None:
            return say("sevens.over.wins", "{name} wins.", name=self.context.name(self._winner))
        if self._outcome.winners:
            return say("sevens.over.tie", "A tie.")
        return say("sevens.over.nobody", "Nobody wins.")

    @property
    def reason(self) -> Text:
        """Why it ended so."""
        said = self._outcome.reason
        if not isinstance(said, Text):
            return joined("", said)
        # The rules name the seats by colour; this names the players.
        called = {name: self.context.name(seat) for seat, name in enumerate(SEAT_NAMES)}
        return said.but(**{k: called.get(v, v) for k, v in said.args.items()})

    @property
    def _why(self) -> Text:
        """The reason, and what counts among the high scores."""
        also = eligibility_text(self.context.feat) if person_beat_computer(self.context) else None
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
        if self._winner == seat:
            return say("sevens.over.you_win", "You win. {why}", why=self.reason)
        if len(self._outcome.winners) > 1:
            return self.reason  # the reason says that it is a tie
        return joined(" ", self.headline, self.reason)

    # -- what is done ---------------------------------------------------------------------------

    def lay_buttons(self) -> list[PushButton]:
        if self._unattended:
            return []
        box = self.context.plan.actions
        menu = Box(box.x, box.y, (box.w - GAP) * 0.36, box.h)
        again = Box(menu.right + GAP, box.y, box.right - menu.right - GAP, box.h)
        ready, broad = self._deaf <= 0, menu.w > 260
        menu_said = say("sevens.over.menu", "Menu")
        sign = "menu" if broad or self.context.ui_context.projector else ""
        again_said = say("sevens.over.again", "Play again")
        if offers_name(self.context):
            menu, again, name = split_row(box, 3, GAP)
            name_said = say("sevens.over.name", "Your name")
            cup = "cup" if name.w > 260 or self.context.ui_context.projector else ""
            return [
                PushButton("menu", menu, menu_said, size=40, enabled=ready),
                PushButton("again", again, again_said, size=40, enabled=ready),
                PushButton("name", name, name_said, cup, "main", 44, enabled=ready),
            ]
        return [
            PushButton("menu", menu, menu_said, sign, size=40, enabled=ready),
            PushButton("again", again, again_said, "again", "main", 56, enabled=ready),
        ]

    def pressed(self, key: str, /) -> Change:
        if key == "name":
            return ask_name(self.context)
        again = self.context.again if key == "again" else None
        return Pop() if again is None else Swap(again())

    def handle(self, action: Action, /) -> Change:
        return None if self._deaf > 0 else super().handle(action)

    def update(self, dt: float, /) -> Change:
        if self._deaf > 0:
            self._deaf -= dt
            if self._deaf <= 0:
                self.buttons.replace(self.lay_buttons())
        return super().update(dt)

    def wakes_in(self) -> float:
        return min(super().wakes_in(), self._deaf if self._deaf > 0 else float("inf"))

    # -- what is seen ---------------------------------------------------------------------------

    def places(self) -> tuple[Box, Box, Box]:
        """The boxes of the headline, the score table and the pictures."""
        plan, match = self.context.plan, self.context.match
        if plan.portrait:
            stage = plan.stage
            top = Box(stage.x, stage.y, stage.w, min(310.0, stage.h * 0.25))
            sheet = Box(stage.x, top.bottom + GAP, stage.w, min(530.0, stage.h * 0.38))
            wall = Box(stage.x, sheet.bottom + GAP, stage.w, stage.bottom - sheet.bottom - GAP)
        else:
            board = plan.board
            high = board.h * 0.4
            alone = 0.0 if match.turns else (board.h - high) / 2
            top = Box(board.x, board.y + alone, board.w, high)
            wall = Box(board.x, top.bottom + GAP, board.w, board.bottom - top.bottom - GAP)
            upper = min(plan.clock.y, plan.sheet.y)
            sheet = Box(plan.clock.x, upper, plan.clock.w, plan.actions.y - GAP - upper)
            if self._unattended:
                return self._unattended_places(top, sheet)
        return top, sheet, wall

    def _unattended_places(self, top: Box, sheet: Box) -> tuple[Box, Box, Box]:
        """Attract mode on a wide display: the pictures have the whole lower edge.

        Where it is read from afar the score table has their place.
        """
        stage = self.context.plan.stage
        if self.context.ui_context.projector:
            whole = stage.bottom - sheet.y
            top = Box(top.x, stage.y, top.w, stage.h)
            return top, Box(sheet.x, sheet.y, sheet.w, whole), Box(stage.x, stage.bottom, 0, 0)
        lower = stage.y + stage.h * UPPER_SHARE
        top = Box(top.x, top.y, top.w, lower - GAP - top.y)
        sheet = Box(sheet.x, sheet.y, sheet.w, lower - GAP - sheet.y)
        return top, sheet, Box(stage.x, lower, stage.w, stage.bottom - lower)

    def draw_words(self, frame: Frame) -> None:
        top, sheet, wall = self.places()
        self._draw_headline(frame, top)
        draw_score_sheet(frame, self.context, sheet, None)
        if self.context.match.turns and wall.h:
            draw_trophies(frame, self.context, wall)

    def _draw_headline(self, frame: Frame, box: Box) -> None:
        winners = self._outcome.winners
        side = min(TILE_SIZE, box.h * 0.9, box.w * 0.22)
        room = Box(box.x + 12, box.y, box.w - 24, box.h)
        if winners:
            wide = side * (1 if len(winners) == 1 else 1.5)
            tile = Box(box.right - wide - 12, box.centre[1] - side / 2, wide, side)
            self._draw_tile(frame, tile, winners)
            room = Box(room.x, room.y, tile.x - 36 - room.x, room.h)
        upper = Box(room.x, room.y, room.w, room.h * 0.57)
        Label(self.headline, upper, HEADLINE_SIZE, TEXT, True, "left", "middle", most=2).draw(frame)
        top = room.y + room.h * 0.66
        lower = Box(room.x, top, room.w, room.bottom - top)
        Label(self._why, lower, NAME_SIZE, TEXT, False, "left", "top", most=2).draw(frame)

    def _draw_tile(self, frame: Frame, box: Box, winners: tuple[Seat, ...]) -> None:
        """Draws the winner's stone on a square of the board; both stones in a tie."""
        canvas = frame.canvas
        size = (canvas.px(box.w), canvas.px(box.h))
        plate = shapes.slab(*size, canvas.px(26), TILE_COLOUR, TILE_EDGE_COLOUR, canvas.px(14))
        frame.put(plate, (box.centre[0], box.centre[1] + 7))
        step = box.w / len(winners)
        radius = min(box.h * 0.37, step * 0.42)
        for number, seat in enumerate(winners):
            x = box.x + step * (number + 0.5)
            frame.put(stone(self.context.look(seat), radius * canvas.scale), (x, box.centre[1]))
