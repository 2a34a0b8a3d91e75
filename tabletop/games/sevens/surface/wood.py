"""The board of a match: empty under a picture that is looked at, or with pieces to move."""

from collections.abc import Sequence

from tabletop.games.sevens.loose.room import Zone
from tabletop.games.sevens.loose.snapping import Reach
from tabletop.games.sevens.loose.tray import tray_poses
from tabletop.games.sevens.rules.picture import Picture
from tabletop.games.sevens.rules.pieces import Kind, Point
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.surface.board import draw_board
from tabletop.games.sevens.surface.figure_art import figure_picture, fitting_unit
from tabletop.games.sevens.surface.hands import Hold
from tabletop.games.sevens.surface.sight import BoardPlan, Sight, board_plan
from tabletop.games.sevens.surface.surface import Surface
from tabletop.games.sevens.table import PieceTable
from tabletop.ui.frame import Frame
from tabletop.ui.table import Table


class Wood:
    """The bare board in the place of a match's plan, on which a whole picture can be shown."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._plan: BoardPlan = board_plan(1.5)
        self._sight = Sight((0.0, 0.0), 1.0)

    def fit(self, turns: int) -> None:
        """Fits the board to the desk's plan; see `Surface.fit`."""
        desk, box = self._desk, self._desk.plan.board
        self._plan = plan_of(desk)
        about = desk.about(desk.acting)
        self._sight = Sight.within(box, self._plan.width, self._plan.height, turns, about)

    def draw(self, frame: Frame) -> None:
        """Puts the empty board on the frame, unturned."""
        plan = self._plan
        draw_board(frame, self._sight, plan.width, plan.height, plan.tray)

    def draw_picture(self, frame: Frame, picture: Picture, *, seams: bool) -> None:
        """Lays a whole picture on the board, as large as its pieces are in the hand."""
        work, sight = work_room(self._plan), self._sight
        room = fitting_unit(picture, work.width * sight.unit, work.height * sight.unit)
        unit = min(sight.unit, room) * frame.canvas.scale
        drawn = figure_picture(picture, unit, seams=seams, turns=sight.turns)
        frame.put(drawn, sight.to_canvas(_middle(work)))


def plan_of(desk: Desk) -> BoardPlan:
    """The board in the place of a match's plan."""
    box = desk.plan.board
    return board_plan(box.w / box.h)


def work_room(plan: BoardPlan) -> Zone:
    """The part of a board beside its tray, in units."""
    tray = plan.tray
    if tray.height >= plan.height:
        return Zone(tray.right, 0.0, plan.width - tray.right, plan.height)
    return Zone(0.0, 0.0, plan.width, tray.top)


def centred(picture: Picture, plan: BoardPlan) -> Picture:
    """A picture moved to the middle of the work room of a board."""
    x, y = _middle(work_room(plan))
    at = picture.middle
    return picture.shifted((x - at[0], y - at[1]))


def anchor(plan: BoardPlan, laid: Picture, shown: Picture) -> Point:
    """Where the point (0, 0) of two pictures is to be, so that they lie in the work room.

    That is in its middle, or as near to it as they let it be. Where there is no room for both,
    `shown` is in the middle of the room; without one, what is laid is.
    """
    work = work_room(plan)
    middle = _middle(work)
    points = [at for piece in (*laid.pieces, *shown.pieces) for at in piece.corners]
    if not points:
        return middle
    room = work.inset(points)
    if shown.pieces and min(room.width, room.height) < 0:
        return middle
    return room.nearest(middle)


def fresh_surface(
    desk: Desk, kinds: Sequence[Kind], numbers: Sequence[int], laid: Picture | None = None
) -> Surface:
    """A board with these pieces in its tray; those of `laid` lie where they lay.

    `numbers` are the pieces' numbers in the set, which say their colours.
    """
    return surface_for(desk.table, plan_of(desk), kinds, numbers, laid or Picture())


def surface_for(
    table: Table, plan: BoardPlan, kinds: Sequence[Kind], numbers: Sequence[int], laid: Picture
) -> Surface:
    """A board of that plan, with the settings that the table has for loose pieces."""
    settings = table.settings
    step = float(settings["pieces.turn_step"])
    poses = tray_poses(kinds, plan.tray)
    free = list(range(len(kinds)))
    for piece in laid.pieces:
        number = next(n for n in free if kinds[n] == piece.kind)
        free.remove(number)
        poses[number] = piece.pose
    pieces = PieceTable(
        plan.width,
        plan.height,
        kinds,
        poses,
        reach=Reach(settings["pieces.snap_units"], settings["pieces.snap_degrees"]),
        step=step,
        tray=plan.tray,
    )
    pieces.still = table.still
    hold: Hold = "tap" if settings["pieces.hold"] == "tap" else "drag"
    return Surface(pieces, step=step, hold=hold, numbers=numbers)


def _middle(zone: Zone) -> Point:
    return zone.left + zone.width / 2, zone.top + zone.height / 2
