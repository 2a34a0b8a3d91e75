"""A hint: the ways to lay a figure, found little by little, and the piece that is laid by one."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tabletop.games.sevens.pieces.space import Zone
from tabletop.games.sevens.rules.picture import Picture, Piece
from tabletop.games.sevens.rules.pieces import (
    SYMMETRY,
    Corners,
    Kind,
    Point,
    Pose,
    centroid,
    corners_of,
    shifted,
)
from tabletop.games.sevens.rules.score import TOLERANCE
from tabletop.games.sevens.solver.hints import Hint, next_piece, pieces_agree
from tabletop.games.sevens.solver.outline import Outline
from tabletop.games.sevens.solver.search import search
from tabletop.games.sevens.view.piece_board import Mark, PieceBoard

STEPS_PER_UPDATE: Final = 16
"""Steps of the search in one update: some three milliseconds."""
MAX_SEARCH_STEPS: Final = 6000
"""Steps after which the ways found so far must do: about a second, more than most figures need."""
MAX_SOLUTIONS: Final = 400
"""Ways among which the nearest is chosen; a square has some hundreds."""
CORNER_TOLERANCE: Final = TOLERANCE + 1e-6
"""Units by which the corners of a right piece may be off."""
SHIFT_TOLERANCE: Final = 1e-3


class SolutionSearch:
    """The ways to lay a silhouette that are known so far. It grows as it works."""

    def __init__(self, figure: Picture) -> None:
        """`figure` is one of them, which is known without any search."""
        self.known: list[Picture] = [figure]
        self.done = False
        self._steps = 0
        self._search = _search(figure)

    def work(self, steps: int = STEPS_PER_UPDATE) -> None:
        """Searches on for a while."""
        for _ in range(0 if self.done else steps):
            try:
                way = next(self._search)
            except StopIteration:
                self.done = True
                return
            self._steps += 1
            if way is not None:
                self.known.append(way)
            self.done = self._steps >= MAX_SEARCH_STEPS or len(self.known) >= MAX_SOLUTIONS


def _search(figure: Picture) -> Iterator[Picture | None]:
    try:
        yield from search(Outline.of(figure), kinds=figure.kinds)
    except ValueError:
        # An outline that pieces laid by hand make a little too rough: its own way must do.
        return


HintStage: TypeAlias = Literal["show", "clear", "lay", "lit", "over"]

STAGE_SECONDS: Final[dict[HintStage, float]] = {
    "show": 0.9,
    "clear": 0.45,
    "lay": 0.6,
    "lit": 0.8,
    "over": 0.0,
}
"""Seconds that each stage of a hint takes."""
GLIDE_SECONDS: Final = 0.5


@dataclass(frozen=True, slots=True)
class HintMove:
    """What a hint does on a table, by the numbers of the pieces there."""

    piece: int
    """The piece that is laid."""
    poses: Mapping[int, Pose]
    """Where it is laid, and where the right ones lie that are not quite in their places."""
    aside: tuple[int, ...]
    """Pieces that are in the way and go back to the tray."""


def hint_move_for(
    surface: PieceBoard, ways: Sequence[Picture], room: Zone, *, anywhere: bool
) -> HintMove | None:
    """The move that lays the next piece of the nearest way; None if all seven lie right.

    The ways lie where the picture shall be built. With `anywhere` it may be built elsewhere too,
    as far as there is `room`.
    """
    table = surface.pieces
    lying = table.pieces
    out = [number for number in range(len(lying)) if not table.in_tray(number)]
    laid = [Piece(lying[number].kind, lying[number].corners) for number in out]
    hint = next_piece(ways, [(piece.kind, piece.corners) for piece in laid], anywhere=anywhere)
    if hint is None:
        return None
    taken = _taken(surface, hint, out)
    places = {out[number]: piece for number, piece in _places(ways, hint, laid).items()}
    places[taken] = hint.piece
    by = _inward([piece.corners for piece in places.values()], room) if anywhere else (0.0, 0.0)
    poses = {
        number: _turned_least(piece.kind, _moved(piece.pose, by), lying[number].pose)
        for number, piece in places.items()
    }
    aside = tuple(out[number] for number in hint.in_the_way if out[number] != taken)
    return HintMove(taken, poses, aside)


def _taken(surface: PieceBoard, hint: Hint, out: Sequence[int]) -> int:
    """The number of the piece that the hint lays: one that lies elsewhere, or of the tray."""
    if hint.taken is not None:
        return out[hint.taken]
    pieces = surface.pieces.pieces
    return next(p.number for p in pieces if p.kind == hint.piece.kind and p.number not in out)


def _places(ways: Sequence[Picture], hint: Hint, laid: Sequence[Piece]) -> dict[int, Piece]:
    """Where the pieces that are right belong exactly, beside the hint's own piece.

    Laid by eye they are a little off each; with them in their places the next one fits.
    """
    for way in ways:
        for start in way.pieces:
            by = _between(start, hint.piece)
            if by is None:
                continue
            free = [Piece(p.kind, shifted(p.corners, by)) for p in way.pieces if p is not start]
            places: dict[int, Piece] = {}
            for number in hint.right:
                place = next(
                    (p for p in free if pieces_agree(laid[number], p, CORNER_TOLERANCE)), None
                )
                if place is None:
                    break
                free.remove(place)
                places[number] = place
            else:
                return places
    return {}


def _between(start: Piece, end: Piece) -> Point | None:
    """The shift that brings one piece onto another; None if there is none."""
    (ax, ay), (bx, by) = centroid(start.corners), centroid(end.corners)
    shift = bx - ax, by - ay
    return (
        shift
        if pieces_agree(Piece(start.kind, shifted(start.corners, shift)), end, SHIFT_TOLERANCE)
        else None
    )


def _moved(pose: Pose, by: Point) -> Pose:
    return Pose(pose.x + by[0], pose.y + by[1], pose.turn, pose.flipped)


def _turned_least(kind: Kind, pose: Pose, before: Pose) -> Pose:
    """The same place, reached by the least turn: a square has four that look alike."""
    alike = SYMMETRY[kind]
    by = (pose.turn - before.turn + alike / 2) % alike - alike / 2
    return Pose(pose.x, pose.y, before.turn + by, pose.flipped)


def _inward(shapes: Sequence[Corners], room: Zone) -> Point:
    """The least shift that brings these shapes inside a room; none if they are inside."""
    xs, ys = ([at[k] for corners in shapes for at in corners] for k in (0, 1))
    return (
        max(0.0, room.left - min(xs)) - max(0.0, max(xs) - room.right),
        max(0.0, room.top - min(ys)) - max(0.0, max(ys) - room.bottom),
    )


class HintAnimation:
    """A hint as it is seen: the search, the place, what goes aside, the piece that glides there.

    It changes as time goes by. The surface does not listen to hands meanwhile.
    """

    def __init__(
        self,
        surface: PieceBoard,
        ways: SolutionSearch,
        find: Callable[[], HintMove | None],
        slow: float,
    ) -> None:
        """`find` gives the move once the ways are known; `slow`: seconds for one of motion."""
        self._surface, self._ways, self._find, self._slow = surface, ways, find, slow
        self.stage: HintStage | None = None
        """None while the search is on."""
        self.thought = 0.0
        """Seconds for which the search has been on."""
        self.move: HintMove | None = None
        self._left = 0.0
        surface.unselect()
        surface.enabled = False

    @property
    def over(self) -> bool:
        return self.stage == "over"

    def wakes_in(self) -> float:
        """Seconds until something is to be done."""
        return 0.0 if self.stage is None else self._left

    def update(self, dt: float) -> None:
        """Lets `dt` seconds go by."""
        if self.stage is None:
            self.thought += dt
            self._ways.work()
            if not self._ways.done:
                return
            # The pieces that were in hands come to rest before they are looked at.
            if not self._surface.pieces.asleep:
                return
            self.move = self._find()
            self._enter("show" if self.move else "over")
            return
        self._left -= dt
        while self._left <= 1e-9 and not self.over:
            self._enter(self._after(self.stage))

    def plan_anew(self) -> None:
        """The board is another: what is not laid yet is planned for it, the rest is done."""
        self._left = 0.0
        if self.stage in ("lay", "lit"):
            self._enter("over")
        elif self.stage is not None:
            self.stage = self.move = None
            self._surface.marks, self._surface.outlines = {}, ()

    def _after(self, stage: HintStage) -> HintStage:
        assert self.move is not None
        if stage == "show":
            return "clear" if self.move.aside else "lay"
        if stage == "clear":
            return "lay"
        return "lit" if stage == "lay" else "over"

    def _enter(self, stage: HintStage) -> None:
        self.stage = stage
        self._left = max(0.0, self._left) + STAGE_SECONDS[stage] * self._slow
        surface, move = self._surface, self.move
        if move is not None and stage != "over":
            self._do(stage, surface, move)
        if stage == "over":
            surface.marks, surface.outlines = {}, ()
            surface.enabled = True

    def _do(self, stage: HintStage, surface: PieceBoard, move: HintMove) -> None:
        table = surface.pieces
        marks: dict[int, Mark] = {}
        match stage:
            case "show":
                kind = table.pieces[move.piece].kind
                surface.outlines = (Piece(kind, corners_of(kind, move.poses[move.piece])),)
                marks = dict.fromkeys(move.aside, "overlap")
            case "clear":
                for number in move.aside:
                    table.send_home(number, GLIDE_SECONDS * self._slow)
            case "lay":
                table.lay(move.poses, GLIDE_SECONDS * self._slow)
            case "lit":
                surface.outlines = ()
                marks[move.piece] = "agrees"
            case "over":
                pass
        surface.marks = marks
