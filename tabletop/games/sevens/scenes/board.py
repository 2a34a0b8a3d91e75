"""The board of a match: empty, or with pieces to move."""

from collections.abc import Sequence

from tabletop.games.sevens.pieces.placement import SnapReach
from tabletop.games.sevens.pieces.space import Zone, tray_poses
from tabletop.games.sevens.pieces.table import PieceTable
from tabletop.games.sevens.rules.pieces import Kind, Picture, Point, connected_groups
from tabletop.games.sevens.scenes.context import MatchContext
from tabletop.games.sevens.view.board import BoardPlan, BoardTransform, board_plan, draw_board
from tabletop.games.sevens.view.piece_board import PieceBoard
from tabletop.games.sevens.view.piece_input import HoldMode
from tabletop.games.sevens.view.pieces import figure_picture, fitting_unit, piece_numbers
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.frame import Frame


class BareBoard:
    """An empty board on which a picture can be shown."""

    def __init__(self, context: MatchContext) -> None:
        self._context = context
        self._plan: BoardPlan = board_plan(1.5)
        self._sight = BoardTransform((0.0, 0.0), 1.0)

    def fit(self, turns: int) -> None:
        """Fits the board to the layout; see `PieceBoard.fit`."""
        context, box = self._context, self._context.plan.board
        self._plan = board_plan_for(context)
        about = context.about(context.acting)
        self._sight = BoardTransform.within(box, self._plan.width, self._plan.height, turns, about)

    def draw(self, frame: Frame) -> None:
        """Draws the empty board, unturned."""
        plan = self._plan
        draw_board(frame, self._sight, plan.width, plan.height, plan.tray)

    def draw_picture(self, frame: Frame, picture: Picture, *, seams: bool) -> None:
        """Draws a picture on the board, at the size of loose pieces."""
        work, sight = work_area(self._plan), self._sight
        room = fitting_unit(picture, work.width * sight.unit, work.height * sight.unit)
        unit = min(sight.unit, room) * frame.canvas.scale
        drawn = figure_picture(picture, unit, seams=seams, turns=sight.turns)
        frame.put(drawn, sight.to_canvas(_middle(work)))


def board_plan_for(context: MatchContext) -> BoardPlan:
    """The plan of the board in a layout."""
    box = context.plan.board
    return board_plan(box.w / box.h)


def work_area(plan: BoardPlan) -> Zone:
    """The part of a board beside its tray, in units."""
    tray = plan.tray
    if tray.height >= plan.height:
        return Zone(tray.right, 0.0, plan.width - tray.right, plan.height)
    return Zone(0.0, 0.0, plan.width, tray.top)


def centred(picture: Picture, plan: BoardPlan) -> Picture:
    """A picture moved to the middle of the work area."""
    x, y = _middle(work_area(plan))
    at = picture.middle
    return picture.shifted((x - at[0], y - at[1]))


def common_origin(plan: BoardPlan, laid: Picture, shown: Picture) -> Point:
    """Where to put the origin of two pictures so that both lie in the work area.

    The middle if possible, else the nearest point. Where there is no room for both, `shown` is
    centred, or what is laid where `shown` is empty.
    """
    work = work_area(plan)
    middle = _middle(work)
    points = [at for piece in (*laid.pieces, *shown.pieces) for at in piece.corners]
    if not points:
        return middle
    room = work.inset(points)
    if shown.pieces and min(room.width, room.height) < 0:
        return middle
    return room.nearest(middle)


def new_piece_board(
    context: MatchContext,
    kinds: Sequence[Kind],
    numbers: Sequence[int],
    laid: Picture | None = None,
) -> PieceBoard:
    """A board with these pieces in its tray, or where `laid` has them.

    `numbers` are their numbers in the set, which give the colours.
    """
    return piece_board_for(
        context.table, board_plan_for(context), kinds, numbers, laid or Picture()
    )


def piece_board_for(
    table: AppContext, plan: BoardPlan, kinds: Sequence[Kind], numbers: Sequence[int], laid: Picture
) -> PieceBoard:
    """A board of that plan, with the table's settings for loose pieces."""
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
        reach=SnapReach(settings["pieces.snap_units"], settings["pieces.snap_degrees"]),
        step=step,
        tray=plan.tray,
    )
    pieces.still = table.still
    hold: HoldMode = "tap" if settings["pieces.hold"] == "tap" else "drag"
    return PieceBoard(pieces, step=step, hold=hold, numbers=numbers)


def _middle(zone: Zone) -> Point:
    return zone.left + zone.width / 2, zone.top + zone.height / 2


def lay_picture(surface: PieceBoard, picture: Picture, seconds: float) -> None:
    """Lays a picture in the middle of the work area; the set must be complete."""
    table = surface.pieces
    walls, tray = table.walls, table.tray
    assert tray is not None
    placed = centred(picture, BoardPlan(walls.width, walls.height, tray))
    numbers = piece_numbers(placed.kinds)
    surface.unselect()
    table.lay({n: p.pose for n, p in zip(numbers, placed.pieces, strict=True)}, seconds)


def pieces_outside_tray(table: PieceTable) -> list[int]:
    """The numbers of the pieces outside the tray, in the order of `table.picture()`."""
    return [piece.number for piece in table.pieces if not table.in_tray(piece.number)]


def detached_pieces(table: PieceTable) -> list[int]:
    """The numbers of the pieces that are not connected to the largest group."""
    out = pieces_outside_tray(table)
    groups = connected_groups([piece.corners for piece in table.picture().pieces])
    largest = max(groups, key=len, default=frozenset())
    return [number for place, number in enumerate(out) if place not in largest]
