"""The classic puzzle: a silhouette is in sight, and the seven pieces are to make it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from typing import Final

from tabletop.engine import Text, count, say
from tabletop.games.sevens.alone.hinting import Helping, Move, Ways, move_for
from tabletop.games.sevens.alone.lone import LoneDesk
from tabletop.games.sevens.alone.puzzle_board import Hollow, PuzzleBoard, fresh_board
from tabletop.games.sevens.alone.puzzle_glow import Glow
from tabletop.games.sevens.alone.puzzle_page import (
    about_as_large,
    draw_page,
    place_choice,
    solved_words,
)
from tabletop.games.sevens.figures import Figure
from tabletop.games.sevens.loose.moving import Laid, Settled, Slid, Snapped
from tabletop.games.sevens.phases.part import NOTHING, Clock, Part
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.pieces import FULL_SET, Pose
from tabletop.games.sevens.rules.silhouette import same_silhouette
from tabletop.games.sevens.table import LONGEST
from tabletop.ui.canvas import Box
from tabletop.ui.choice import Choice
from tabletop.ui.frame import Frame
from tabletop.ui.label import Label
from tabletop.ui.scene import Change
from tabletop.ui.sheet import Plate, row
from tabletop.ui.theme import (
    BODY_SIZE,
    DIM,
    HEAD_SIZE,
    NAME_SIZE,
    TEXT,
)
from tabletop.ui.widgets import PushButton

GAP: Final = 24.0
QUIET: Final = 0.3
"""Seconds of thinking that need no words."""
REACH: Final = 1.4
"""The reach of the hollow's edges, as a multiple of the pieces' own."""
SETTLING: Final = 10
"""Steps of the table in which whatever moves comes to rest."""


class PuzzlePart(Part):
    """One figure on the table: as a page beside the board, and on wish as a hollow in it.

    `on_board` and `hints` may be read at any time; `show` puts another figure there.
    """

    def __init__(
        self,
        desk: LoneDesk,
        figure: Figure,
        following: Callable[[], Figure],
        browse: Callable[[], Change],
    ) -> None:
        """`following` gives the next figure, `browse` opens the booklet."""
        super().__init__(desk)
        self._following, self._browse = following, browse
        self.on_board = False
        self._plates: tuple[Plate, ...] = ()
        self._labels: tuple[Label, ...] = ()
        self.show(figure)

    def show(self, figure: Figure) -> None:
        """Puts a figure on the table, and all pieces into the tray."""
        self.figure = figure
        self.target = figure.picture.rounded()
        self.surface: PuzzleBoard = fresh_board(self.desk)
        self.ways = Ways(self.target)
        self.hollow = Hollow(self.target)
        self.hints = self._hinted = 0
        self.solved: float | None = None
        """Seconds that it took, once it is done."""
        self.helping: Helping | None = None
        self._began = self.desk.now
        self._compared = Picture()
        self._glow = Glow(0.0)

    # -- what is said -------------------------------------------------------------------------

    @property
    def prompt(self) -> Text:
        if self.solved is not None:
            return solved_words(self.solved, self.hints)
        helping = self.helping
        if helping is not None and (helping.stage is not None or helping.thought > QUIET):
            if helping.stage is None:
                return say("sevens.puzzle.thinking", "Thinking...")
            if helping.move is not None and helping.move.aside and helping.stage != "lit":
                return say("sevens.puzzle.aside", "This one is in the way: it goes back.")
            return say("sevens.puzzle.belongs", "This piece belongs here.")
        left = len(FULL_SET) - len(self.surface.picture())
        if left == 0:
            return say("sevens.puzzle.not_yet", "All pieces are laid, but the shape is another.")
        if left == len(FULL_SET):
            return say("sevens.puzzle.make", "Lay all seven pieces so that they make this shape.")
        return count("sevens.puzzle.left", "One piece to go.", "{n} pieces to go.", n=left)

    @property
    def clock(self) -> Clock:
        return Clock(0.0, 0.0, NOTHING)

    @property
    def clock_runs(self) -> bool:
        return False

    # -- what is done -------------------------------------------------------------------------

    @property
    def choice(self) -> Choice:
        """Where the shape is to be seen."""
        return place_choice(self.on_board)

    def lay_buttons(self) -> list[PushButton]:
        plan = self.desk.plan
        asked = min(138.0, plan.sheet.h * 0.55)
        box = Box(plan.sheet.x, plan.sheet.y, plan.sheet.w, asked)
        laid = self.choice.laid_out(self.desk.canvas, box)
        free = self.helping is None
        places = [replace(button, enabled=free) for button in laid.buttons]
        self._plates = tuple(laid.plates)
        self._labels = tuple(
            label if free or label.colour != TEXT else replace(label, colour=DIM)
            for label in laid.labels
        )
        rest = Box(box.x, box.bottom + GAP * 0.7, box.w, plan.sheet.h - asked - GAP * 0.7)
        booklet = say("sevens.puzzle.booklet", "Booklet")
        buttons = [*places, PushButton("booklet", rest, booklet, "book", size=BODY_SIZE)]
        following = say("sevens.puzzle.next", "Next")
        if self.solved is not None:
            return [
                *buttons,
                PushButton("next", plan.actions, following, "play", "main", HEAD_SIZE),
            ]
        hint, other = row(plan.actions, 2, GAP)
        words = say("sevens.puzzle.hint", "Hint")
        return [
            *buttons,
            PushButton("hint", hint, words, "bulb", "other", NAME_SIZE, enabled=free),
            PushButton("next", other, following, "later", size=NAME_SIZE, enabled=free),
        ]

    def pressed(self, key: str, /) -> Change:
        match key:
            case "hint":
                self._help()
            case "next":
                self.show(self._following())
                self.fit()
            case "booklet":
                return self._browse()
            case _:
                self.on_board = bool(self.choice.values[int(key.rsplit("=", 1)[1])])
                self.lay_out()
        return None

    def anew(self) -> None:
        """All pieces go back to the tray; hints and time stay."""
        self._stop_helping()
        for number in range(len(FULL_SET)):
            self.surface.pieces.send_home(number, 0.0)

    def _help(self) -> None:
        slow = self.desk.table.slow
        self._hinted = self.hints + 1
        self.helping = Helping(self.surface, self.ways, self._move, slow)
        self.buttons.replace(self.lay_buttons())

    def _move(self) -> Move | None:
        (x, y), (ax, ay) = self.surface.middle, self.target.middle
        ways = [way.shifted((x - ax, y - ay)) for way in self.ways.known]
        move = move_for(self.surface, ways, self.surface.room, anywhere=not self.on_board)
        if move is not None:
            # A hint that is planned anew is the same hint.
            self.hints = self._hinted
        return move

    def _stop_helping(self) -> None:
        if self.helping is not None:
            self.helping = None
            self.surface.marks, self.surface.outlines = {}, ()
            self.surface.enabled = self.solved is None
            self.buttons.replace(self.lay_buttons())

    # -- what follows -------------------------------------------------------------------------

    def fit(self) -> None:
        """The pieces in the hollow stay in it, wherever it is now; so does a hint."""
        self._settle()
        table, before = self.surface.pieces, self.surface.middle
        board = table.walls, table.tray
        poses = {p.number: p.pose for p in table.pieces if not table.in_tray(p.number)}
        super().fit()
        x, y = self.surface.middle[0] - before[0], self.surface.middle[1] - before[1]
        if self.on_board and (x, y) != (0.0, 0.0):
            table.lay({n: Pose(p.x + x, p.y + y, p.turn, p.flipped) for n, p in poses.items()})
        if self.helping is not None and board != (table.walls, table.tray):
            self.helping.plan_anew()

    def _settle(self) -> None:
        """All hands let go, and what is on its way arrives: only then is it known what lies."""
        self.surface.hands.let_go()
        for _ in range(SETTLING):
            if not self.surface.pieces.asleep:
                self.happened(self.surface.update(LONGEST))

    def lay_out(self) -> None:
        (x, y), (ax, ay) = self.surface.middle, self.target.middle
        self.surface.hollow = self.target.shifted((x - ax, y - ay)) if self.on_board else None

    def happened(self, happenings: Sequence[object], /) -> None:
        for each in happenings:
            if isinstance(each, Snapped | Slid | Laid):
                self._find_place(each.number, snapped=isinstance(each, Snapped))
        if any(isinstance(each, Settled) for each in happenings):
            self._compare()

    def _find_place(self, number: int, *, snapped: bool) -> None:
        """A piece let go at the edge of the hollow comes to lie flush in it."""
        table = self.surface.pieces
        if not self.on_board or self.helping is not None or table.in_tray(number):
            return
        piece = table.pieces[number]
        if piece.held:
            return
        pose, (x, y), (ax, ay) = piece.pose, self.surface.middle, self.target.middle
        own = Pose(pose.x - x + ax, pose.y - y + ay, pose.turn, pose.flipped)
        inside = [complex(cx - x + ax, cy - y + ay) for cx, cy in piece.corners]
        if snapped and self.hollow.keeps(inside):
            return
        reach = table.reach.distance * REACH
        found = self.hollow.place(piece.kind, own, reach)
        if found is None:
            return
        there = Pose(found.x - ax + x, found.y - ay + y, pose.turn, pose.flipped)
        moved = abs(there.x - pose.x) + abs(there.y - pose.y) > 1e-6
        if moved and table.free(number, there):
            table.send(number, there, 0.1 * self.desk.table.slow)

    def _compare(self) -> None:
        """Notices that the figure is done."""
        picture = self.surface.picture()
        held = any(piece.held for piece in self.surface.pieces.pieces)
        if self.solved is not None or held or len(picture) < len(FULL_SET):
            return
        if picture != self._compared:
            self._compared = picture
            if about_as_large(self.target, picture) and same_silhouette(self.target, picture):
                self._celebrate()

    def _celebrate(self) -> None:
        self.solved = self.desk.now - self._began
        self._stop_helping()
        self.surface.unselect()
        self.surface.enabled = False
        self._glow = Glow(self.desk.table.slow)
        self.buttons.replace(self.lay_buttons())

    def update(self, dt: float, /) -> Change:
        change = super().update(dt)
        helping = self.helping
        if helping is not None:
            helping.update(dt)
            if helping.over:
                self._stop_helping()
                self._compare()
        self._glow.update(dt)
        return change

    def wakes_in(self) -> float:
        if not self._glow.done:
            return 0.0
        helping = inf if self.helping is None else self.helping.wakes_in()
        return min(helping, super().wakes_in())

    # -- what is seen -------------------------------------------------------------------------

    def draw_wood(self, frame: Frame) -> None:
        super().draw_wood(frame)
        self._glow.draw(frame, self.surface)

    def draw_column(self, frame: Frame) -> None:
        """Puts the page with the silhouette beside the board."""
        draw_page(frame, self.desk.plan.clock, self.target, self.solved)
        for plate in self._plates:
            plate.draw(frame)

    def draw_answers(self, frame: Frame) -> None:
        """Puts the words of the choice on its buttons."""
        for label in self._labels:
            label.draw(frame)
