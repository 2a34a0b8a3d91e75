"""Loose pieces on a table."""

from tabletop.games.sevens.pieces.space import Zone
from tabletop.games.sevens.pieces.table import PieceEvent, PieceTable
from tabletop.games.sevens.rules.pieces import Kind, Pose

FRAME = 1 / 60


Q_AT = Pose(5.5, 5.5)


FIGURES = """\
Row, 1
L1 0 a at 0,0
L2 0 a on L1.b
M 0 a on L2.b
S1 0 a on M.b
S2 0 a on S1.b
Q 0 a on S2.b
P 0 a on Q.b

Square, 1
L1 180 a at 0,0
L2 270 a at 0,0
M 225 a at 0,2
S1 90 a at -1,0
S2 0 a at 0,0
Q 0 b at 0,0
P flipped 0 a at 2,0

Heap, 4
L1 0 a at 0,0
M 180 bc on L1.c
S1 270 a on L1.ab
P flipped 45 bc on M.ab
Q 225 b on S1.bc
S2 45 b on L1.ab
L2 135 b on S1.bc

Knot, 5
L2 315 a at 0,0
L1 45 ab on L2.a
M 0 c on L1.ab
Q 225 d on L1.a
P 225 ab on L1.a
S2 270 a on L2.bc
S1 135 c on L2.bc
"""


"""Touching by corners only, flush all over, and by half edges."""


def of(*laid: tuple[Kind, Pose], tray: Zone | None = None) -> PieceTable:
    return PieceTable(12, 12, [k for k, _ in laid], [p for _, p in laid], tray=tray)


def run(table: PieceTable, seconds: float) -> list[PieceEvent]:
    return [each for _ in range(round(seconds / FRAME)) for each in table.step(FRAME)]


def pose(table: PieceTable, number: int) -> Pose:
    return table.pieces[number].pose


def carry(table: PieceTable, number: int, x: float, y: float, finger: int = 1) -> None:
    """A finger takes a piece by its middle there."""
    assert table.lift(finger, pose(table, number).at) == number
    table.drag(finger, (x, y))
    run(table, 0.4)
