"""The end of a match: who won and why, the score table, and all that was built."""

from typing import Final

from tabletop.engine import Outcome, Seat, Text, joined, say
from tabletop.games.sevens.phases.part import NOTHING, Part
from tabletop.games.sevens.phases.score_sheet import draw_sheet
from tabletop.games.sevens.phases.trophies import draw_trophies
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.screen.scored import ask_name, offers_name, won_alone
from tabletop.games.sevens.words import SEAT_NAMES
from tabletop.input.actions import Action
from tabletop.ui import art
from tabletop.ui.canvas import Box
from tabletop.ui.feat_words import feat_words
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.lettering import least
from tabletop.ui.scene import Change, Pop, Swap
from tabletop.ui.sheet import row
from tabletop.ui.stones import stone
from tabletop.ui.theme import NAME_SIZE, TEXT
from tabletop.ui.widgets import PushButton

DEAF: Final = 1.2
"""Seconds in which touches are ignored: a second tap on what came before must not go on."""
GAP: Final = 24.0
HEADLINE: Final = 200.0
"""The em of the words that say who won."""
TILE: Final = 210.0
"""The side of the tile with the winner's stone."""
WOOD: Final = (237, 221, 189)
WOOD_EDGE: Final = (176, 142, 88)


class OverPart(Part):
    """The result. Its buttons begin another match or leave this one."""

    shows_column = False

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._outcome = desk.match.outcome or Outcome((), NOTHING)
        self._deaf = DEAF if desk.table.slow else 0.0

    # -- what is said ---------------------------------------------------------------------------

    @property
    def _winner(self) -> Seat | None:
        winners = self._outcome.winners
        return winners[0] if len(winners) == 1 else None

    @property
    def headline(self) -> Text:
        """Who won, in two words."""
        if self._winner is not None:
            return say("sevens.over.wins", "{name} wins.", name=self.desk.name(self._winner))
        if self._outcome.winners:
            return say("sevens.over.tie", "A tie.")
        return say("sevens.over.nobody", "Nobody wins.")

    @property
    def reason(self) -> Text:
        """Why."""
        said = self._outcome.reason
        if not isinstance(said, Text):
            return joined("", said)
        # The rules call the seats by their colours; here they are called by who plays.
        called = {name: self.desk.name(seat) for seat, name in enumerate(SEAT_NAMES)}
        return said.but(**{k: called.get(v, v) for k, v in said.args.items()})

    @property
    def _why(self) -> Text:
        """The reason, and what counts among the high scores, or why nothing does."""
        also = feat_words(self.desk.feat) if won_alone(self.desk) else None
        return self.reason if also is None else joined(" ", self.reason, also)

    @property
    def for_anyone(self) -> bool:
        return True

    @property
    def prompt(self) -> Text:
        return self._said_to(0)

    @property
    def told(self) -> Text:
        return self._said_to(1)

    def _said_to(self, seat: Seat) -> Text:
        if self._winner == seat:
            return say("sevens.over.you_win", "You win. {why}", why=self.reason)
        if len(self._outcome.winners) > 1:
            return self.reason  # it says that it is a tie
        return joined(" ", self.headline, self.reason)

    # -- what is done ---------------------------------------------------------------------------

    def lay_buttons(self) -> list[PushButton]:
        box = self.desk.plan.actions
        menu = Box(box.x, box.y, (box.w - GAP) * 0.36, box.h)
        again = Box(menu.right + GAP, box.y, box.right - menu.right - GAP, box.h)
        ready, broad = self._deaf <= 0, menu.w > 260
        menu_said = say("sevens.over.menu", "Menu")
        sign = "menu" if broad or least() else ""
        again_said = say("sevens.over.again", "Play again")
        if offers_name(self.desk):
            menu, again, name = row(box, 3, GAP)
            name_said = say("sevens.over.name", "Your name")
            cup = "cup" if name.w > 260 or least() else ""
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
            return ask_name(self.desk)
        again = self.desk.again if key == "again" else None
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
        """Where the headline, the score table and the pictures are."""
        plan, match = self.desk.plan, self.desk.match
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
        return top, sheet, wall

    def draw_words(self, frame: Frame) -> None:
        top, sheet, wall = self.places()
        self._draw_headline(frame, top)
        draw_sheet(frame, self.desk, sheet, None)
        if self.desk.match.turns and wall.h:
            draw_trophies(frame, self.desk, wall)

    def _draw_headline(self, frame: Frame, box: Box) -> None:
        winners = self._outcome.winners
        side = min(TILE, box.h * 0.9, box.w * 0.22)
        room = Box(box.x + 12, box.y, box.w - 24, box.h)
        if winners:
            wide = side * (1 if len(winners) == 1 else 1.5)
            tile = Box(box.right - wide - 12, box.centre[1] - side / 2, wide, side)
            self._draw_tile(frame, tile, winners)
            room = Box(room.x, room.y, tile.x - 36 - room.x, room.h)
        upper = Box(room.x, room.y, room.w, room.h * 0.57)
        Label(self.headline, upper, HEADLINE, TEXT, True, "left", "middle", most=2).draw(frame)
        top = room.y + room.h * 0.66
        lower = Box(room.x, top, room.w, room.bottom - top)
        Label(self._why, lower, NAME_SIZE, TEXT, False, "left", "top", most=2).draw(frame)

    def _draw_tile(self, frame: Frame, box: Box, winners: tuple[Seat, ...]) -> None:
        """The winner's stone on a square of the board; both in a tie."""
        canvas = frame.canvas
        size = (canvas.px(box.w), canvas.px(box.h))
        plate = art.slab(*size, canvas.px(26), WOOD, WOOD_EDGE, canvas.px(14))
        frame.put(plate, (box.centre[0], box.centre[1] + 7))
        step = box.w / len(winners)
        radius = min(box.h * 0.37, step * 0.42)
        for number, seat in enumerate(winners):
            x = box.x + step * (number + 0.5)
            frame.put(stone(self.desk.look(seat), radius * canvas.scale), (x, box.centre[1]))
