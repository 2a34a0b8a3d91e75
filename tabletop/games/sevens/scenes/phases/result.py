"""The result: who won and why, the score table, and every picture beside its guess."""

from typing import Final

from tabletop.engine import Outcome, Seat, Text, joined, say
from tabletop.games.sevens.figures import figure_label
from tabletop.games.sevens.messages import SEAT_NAMES
from tabletop.games.sevens.rules.match import TurnScore
from tabletop.games.sevens.rules.pieces import Picture
from tabletop.games.sevens.scenes.context import NO_TEXT, MatchContext, TouchPolicy
from tabletop.games.sevens.scenes.phases.base import BasePhase
from tabletop.games.sevens.scenes.score_sheet import draw_score_sheet
from tabletop.games.sevens.scenes.statistics import (
    ask_name,
    offers_name,
    person_beat_computer,
)
from tabletop.games.sevens.view.board import BOARD_COLOUR, BOARD_EDGE_COLOUR
from tabletop.games.sevens.view.pieces import figure_picture, fitting_unit
from tabletop.input.actions import Action
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.live_game import eligibility_text
from tabletop.ui.core.scene import Change, Pop, Swap
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.draw.shapes import stone
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE, NAME_SIZE, SMALL_SIZE, TEXT, WALNUT, mix
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import split_row

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
