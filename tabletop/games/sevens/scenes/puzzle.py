"""The puzzle: lay the seven pieces so that they make a silhouette.

The module has the search for solutions, hints, the board with a hollow for the silhouette, the
phase and the scene.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, inf
from random import Random
from typing import Final, Literal, TypeAlias

import pygame

from tabletop.engine import Text, count, say
from tabletop.games.sevens import figures
from tabletop.games.sevens.figures import MAX_DIFFICULTY, Figure, figure_label
from tabletop.games.sevens.pieces.space import Zone
from tabletop.games.sevens.pieces.table import (
    MAX_STEP_SECONDS,
    PieceLaid,
    PieceSlid,
    PieceSnapped,
    PiecesSettled,
)
from tabletop.games.sevens.rules.match import SevensMatch
from tabletop.games.sevens.rules.pieces import (
    FULL_SET,
    SYMMETRY,
    Corners,
    Kind,
    Picture,
    Piece,
    Point,
    Pose,
    centroid,
    corners_of,
    shifted,
)
from tabletop.games.sevens.rules.score import TOLERANCE, same_silhouette
from tabletop.games.sevens.scenes.booklet import BookletPage
from tabletop.games.sevens.scenes.context import NO_TEXT, SoloContext
from tabletop.games.sevens.scenes.pause import pause_trays
from tabletop.games.sevens.scenes.phase_scene import SOLO_PATIENCE_SECONDS, PhaseScene
from tabletop.games.sevens.scenes.phases.base import (
    BasePhase,
    ClockReading,
    laid_out,
    new_piece_board,
    pieces_outside_tray,
    smallest_turn,
    work_area,
)
from tabletop.games.sevens.solver import (
    Boundary,
    Hint,
    Outline,
    complex_corners,
    next_piece,
    no_edge_crosses,
    pieces_agree,
    region_holds,
    search,
)
from tabletop.games.sevens.view.board import (
    BOARD_COLOUR,
    BoardPlan,
    draw_board,
    draw_panel,
    format_clock,
)
from tabletop.games.sevens.view.piece_board import PieceBoard, draw_board_pieces
from tabletop.games.sevens.view.pieces import fitting_unit, outline_picture, silhouette_picture
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.live_game import PageFactory
from tabletop.ui.core.scene import Change, Push
from tabletop.ui.core.tween import Timer
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.layout import column, item, padded
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    BODY_SIZE,
    DIM,
    HEAD_SIZE,
    NAME_SIZE,
    PETROL,
    TEXT,
    WHITE,
    Colour,
)
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.choice import ChoiceField, ChoiceWidgets
from tabletop.ui.widgets.entry_trays import EntryTray
from tabletop.ui.widgets.page import split_row

STEPS_PER_UPDATE: Final = 16
"""Search steps in one update: about three milliseconds."""
MAX_SEARCH_STEPS: Final = 6000
"""The most search steps: about a second, more than most figures need."""
MAX_SOLUTIONS: Final = 400
"""The most solutions among which the nearest is chosen."""
CORNER_TOLERANCE: Final = TOLERANCE + 1e-6
"""Units by which corners of a correct piece may be off."""
SHIFT_TOLERANCE: Final = 1e-3


class SolutionSearch:
    """The known solutions of a silhouette; more are found step by step."""

    def __init__(self, figure: Picture) -> None:
        """`figure` is the first known solution."""
        self.known: list[Picture] = [figure]
        self.done = False
        self._steps = 0
        self._search = _search(figure)

    def work(self, steps: int = STEPS_PER_UPDATE) -> None:
        """Searches for some steps."""
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
        # An outline of pieces laid by hand may be too rough: the known solution remains.
        return


HintStage: TypeAlias = Literal["show", "clear", "lay", "lit", "over"]

STAGE_SECONDS: Final[dict[HintStage, float]] = {
    "show": 0.9,
    "clear": 0.45,
    "lay": 0.6,
    "lit": 0.8,
    "over": 0.0,
}
"""Seconds of each stage of a hint."""
GLIDE_SECONDS: Final = 0.5


@dataclass(frozen=True, slots=True)
class HintMove:
    """What a hint does; pieces by their numbers on the board."""

    piece: int
    poses: Mapping[int, Pose]
    """The pose of the piece, and of correct pieces that are slightly off."""
    aside: tuple[int, ...]
    """Pieces in the way, which go back to the tray."""


def hint_move_for(
    surface: PieceBoard, ways: Sequence[Picture], room: Zone, *, anywhere: bool
) -> HintMove | None:
    """The move that lays the next piece of the nearest solution; None if all seven are right.

    Solutions lie where the picture is to be built; with `anywhere` it may be built elsewhere in
    `room`.
    """
    table = surface.pieces
    lying = table.pieces
    out = pieces_outside_tray(table)
    laid = [Piece(lying[number].kind, lying[number].corners) for number in out]
    hint = next_piece(ways, [(piece.kind, piece.corners) for piece in laid], anywhere=anywhere)
    if hint is None:
        return None
    if hint.taken is not None:  # a piece that lies elsewhere, else one of the tray
        taken = out[hint.taken]
    else:
        taken = next(p.number for p in lying if p.kind == hint.piece.kind and p.number not in out)
    places = {out[number]: piece for number, piece in _places(ways, hint, laid).items()}
    places[taken] = hint.piece
    dx, dy = _inward([piece.corners for piece in places.values()], room) if anywhere else (0.0, 0.0)
    poses = {}
    for number, piece in places.items():
        pose, before = piece.pose, lying[number].pose.turn
        turn = before + smallest_turn(before, pose.turn, SYMMETRY[piece.kind])
        poses[number] = Pose(pose.x + dx, pose.y + dy, turn, pose.flipped)
    aside = tuple(out[number] for number in hint.in_the_way if out[number] != taken)
    return HintMove(taken, poses, aside)


def _places(ways: Sequence[Picture], hint: Hint, laid: Sequence[Piece]) -> dict[int, Piece]:
    """The exact poses of correct pieces around the hint's own.

    Pieces laid by eye are slightly off; corrected, the next one fits.
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
    """The shift from one piece to another; None if they are not equal."""
    (ax, ay), (bx, by) = centroid(start.corners), centroid(end.corners)
    shift = bx - ax, by - ay
    moved = Piece(start.kind, shifted(start.corners, shift))
    return shift if pieces_agree(moved, end, SHIFT_TOLERANCE) else None


def _inward(shapes: Sequence[Corners], room: Zone) -> Point:
    """The smallest shift that moves shapes into a zone."""
    xs, ys = ([at[k] for corners in shapes for at in corners] for k in (0, 1))
    return (
        max(0.0, room.left - min(xs)) - max(0.0, max(xs) - room.right),
        max(0.0, room.top - min(ys)) - max(0.0, max(ys) - room.bottom),
    )


class HintAnimation:
    """The animation of a hint: search, outline, pieces aside, the piece gliding to its place.

    The board ignores hands meanwhile.
    """

    def __init__(
        self,
        surface: PieceBoard,
        ways: SolutionSearch,
        find: Callable[[], HintMove | None],
        animation_scale: float,
    ) -> None:
        """`find` gives the move once the solutions are known."""
        self._surface, self._ways, self._find = surface, ways, find
        self._animation_scale = animation_scale
        self.stage: HintStage | None = None
        """None during the search."""
        self.thought = 0.0
        """Seconds of searching."""
        self.move: HintMove | None = None
        self._left = 0.0
        surface.unselect()
        surface.enabled = False

    @property
    def over(self) -> bool:
        return self.stage == "over"

    def wakes_in(self) -> float:
        return 0.0 if self.stage is None else self._left

    def update(self, dt: float) -> None:
        if self.stage is None:
            self.thought += dt
            self._ways.work()
            if not self._ways.done:
                return
            # Pieces that were held settle first.
            if not self._surface.pieces.asleep:
                return
            self.move = self._find()
            self._enter("show" if self.move else "over")
            return
        self._left -= dt
        while self._left <= 1e-9 and not self.over:
            self._enter(self._after(self.stage))

    def plan_anew(self) -> None:
        """On another board: plans again what has not been laid."""
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
        self._left = max(0.0, self._left) + STAGE_SECONDS[stage] * self._animation_scale
        surface, move, seconds = self._surface, self.move, GLIDE_SECONDS * self._animation_scale
        table = surface.pieces
        surface.marks = {}
        if stage == "over" or move is None:
            surface.outlines = ()
            surface.enabled = True
        elif stage == "show":
            kind = table.pieces[move.piece].kind
            surface.outlines = (Piece(kind, corners_of(kind, move.poses[move.piece])),)
            surface.marks = dict.fromkeys(move.aside, "overlap")
        elif stage == "clear":
            for number in move.aside:
                table.send_home(number, seconds)
        elif stage == "lay":
            table.lay(move.poses, seconds)
        else:
            surface.outlines = ()
            surface.marks = {move.piece: "agrees"}


FLOOR_COLOUR: Final[Colour] = (196, 163, 108)
WALL_COLOUR: Final[Colour] = (132, 98, 54)
SHADE_DEPTH: Final = (0.045, 0.085)
"""The offset of the shade on the floor, in units."""
HOLLOW_PADDING: Final = 0.1
HOLLOW_TOLERANCE: Final = 0.02
"""Units by which a piece may reach over the edge of the hollow."""


class PuzzleBoard(PieceBoard):
    """A board that can have a hollow under its pieces."""

    hollow: Picture | None = None
    """The figure whose silhouette is the hollow, where it lies on the board."""

    @property
    def room(self) -> Zone:
        """The part of the board beside its tray, in units."""
        walls, tray = self.pieces.walls, self.pieces.tray
        return walls if tray is None else work_area(BoardPlan(walls.width, walls.height, tray))

    @property
    def middle(self) -> Point:
        """The middle of that part."""
        room = self.room
        return room.left + room.width / 2, room.top + room.height / 2

    def draw(self, frame: Frame) -> None:
        if self.hollow is None:
            super().draw(frame)
            return
        sight, walls = self.sight, self.pieces.walls
        draw_board(frame, sight, walls.width, walls.height, self.pieces.tray)
        picture = _hollow_picture(self.hollow, sight.unit * frame.canvas.scale)
        frame.put(picture, sight.to_canvas(self.hollow.middle))
        draw_board_pieces(frame, sight, self.pieces, self._still)


@surface_cache(most=2)
def _hollow_picture(figure: Picture, unit_px: float) -> pygame.Surface:
    """A silhouette sunk into the wood, its span centred."""
    left, top, right, bottom = figure.span
    size = (
        2 * ceil(((right - left) / 2 + HOLLOW_PADDING) * unit_px),
        2 * ceil(((bottom - top) / 2 + HOLLOW_PADDING) * unit_px),
    )
    over = 3 if max(size) <= 700 else 2
    unit = unit_px * over
    x0, y0 = figure.middle
    large = (size[0] * over, size[1] * over)

    def cut(by: Point, colour: Colour) -> pygame.Surface:
        sheet = shapes.blank(*large, colour)
        for piece in figure.pieces:
            placed = [
                (large[0] / 2 + (x - x0 + by[0]) * unit, large[1] / 2 + (y - y0 + by[1]) * unit)
                for x, y in piece.corners
            ]
            pygame.draw.polygon(sheet, (*colour, 255), placed)
            # Slightly larger, so that no seam shows.
            pygame.draw.polygon(sheet, (*colour, 255), placed, width=3)
        return sheet

    whole = cut((0.0, 0.0), WALL_COLOUR)
    floor = cut(SHADE_DEPTH, FLOOR_COLOUR)
    # The floor shows only inside the walls.
    floor.blit(cut((0.0, 0.0), (255, 255, 255)), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    whole.blit(floor, (0, 0))
    return pygame.transform.smoothscale(whole, size)


class Hollow:
    """The edges of a silhouette that released pieces snap to."""

    def __init__(self, figure: Picture) -> None:
        rings: Sequence[Sequence[Point]] = ()
        self._edges: Boundary = frozenset()
        try:
            outline = Outline.of(figure)
            rings, self._edges = outline.rings, outline.boundary(HOLLOW_TOLERANCE / 2)
        except ValueError:
            # Pieces that overlap too much have no clean edge: nothing snaps.
            rings = ()
        self._corners = [at for ring in rings for at in complex_corners(ring)]

    def place(self, kind: Kind, pose: Pose, reach: float) -> Pose | None:
        """The pose flush inside, at most `reach` units away; None if there is none.

        Corner in corner is tried first, then edge along edge.
        """
        own = complex_corners(corners_of(kind, pose))
        corners = (there - here for there in self._corners for here in own)
        shifts = sorted((by for by in corners if abs(by) <= reach), key=abs)
        for by in (*shifts, *sorted(self._flush(own, reach), key=abs)):
            moved = [at + by for at in own]
            if self.keeps(moved):
                return replace(pose, x=pose.x + by.real, y=pose.y + by.imag)
        return None

    def keeps(self, shape: Sequence[complex]) -> bool:
        """Whether a piece with these corners lies inside."""
        if not self._edges:
            return False
        ring = shape if _area(shape) > 0 else list(reversed(shape))
        return no_edge_crosses(self._edges, ring, HOLLOW_TOLERANCE) and region_holds(
            self._edges, sum(shape) / len(shape)
        )

    def _flush(self, own: Sequence[complex], reach: float) -> Iterator[complex]:
        """The perpendicular shifts that bring a corner onto an edge."""
        for a, b in self._edges:
            along = (b - a) / abs(b - a)
            for at in own:
                rest = (at - a) / along
                if -reach <= rest.real <= abs(b - a) + reach and abs(rest.imag) <= reach:
                    yield -1j * rest.imag * along


def _area(shape: Sequence[complex]) -> float:
    pairs = zip(shape, (*shape[1:], shape[0]), strict=True)
    return sum(a.real * b.imag - a.imag * b.real for a, b in pairs) / 2


GLOW_INTERVAL_SECONDS: Final = 0.16
"""Seconds between the glows of two pieces."""
GLOW_SECONDS: Final = 0.45
"""Seconds for which a piece glows."""
GLOW_ALPHA: Final = 165
"""The alpha of a glow at first."""


class SolvedGlow:
    """A glow over one piece after the other."""

    def __init__(self, animation_scale: float) -> None:
        """`animation_scale` scales the motion; 0 means no glow."""
        self._animation_scale = animation_scale
        self._timer = Timer(
            (GLOW_INTERVAL_SECONDS * (len(FULL_SET) - 1) + GLOW_SECONDS) * animation_scale
        )

    @property
    def done(self) -> bool:
        return self._timer.done

    def update(self, dt: float) -> None:
        self._timer.run(dt)

    def draw(self, frame: Frame, surface: PieceBoard) -> None:
        if self.done:
            return
        sight = surface.sight
        unit = sight.unit * frame.canvas.scale
        for place, piece in enumerate(surface.pieces.pieces):
            gone = (
                self._timer.spent / self._animation_scale - GLOW_INTERVAL_SECONDS * place
            ) / GLOW_SECONDS
            if 0 <= gone < 1:
                pose = piece.pose
                drawn = outline_picture(
                    piece.kind, pose.turn, pose.flipped, unit, WHITE, dashed=False, fill=GLOW_ALPHA
                )
                drawn.put(frame, sight.to_canvas(pose.at), 1 - gone)


MAX_SPAN_DIFFERENCE: Final = 0.7
"""Units by which the spans of two equal silhouettes can differ.

No corner is sharper than 45 degrees, so the tolerated area reaches this far at most.
"""


def similar_size(a: Picture, b: Picture) -> bool:
    """Whether two silhouettes are similar enough to be compared."""
    return all(
        abs((a.span[k + 2] - a.span[k]) - (b.span[k + 2] - b.span[k])) <= MAX_SPAN_DIFFERENCE
        for k in (0, 1)
    )


def solved_text(seconds: float, hints: int) -> Text:
    """The text for a solved figure."""
    time = format_clock(seconds)
    if hints == 0:
        return say("sevens.puzzle.solved", "Solved in {time}, without a hint!", time=time)
    return count(
        "sevens.puzzle.hinted",
        "Solved in {time}, with one hint.",
        "Solved in {time}, with {n} hints.",
        n=hints,
        time=time,
    )


def draw_silhouette_page(frame: Frame, box: Box, figure: Picture, solved: float | None) -> None:
    """Draws the silhouette, and the seconds that it took once it is solved."""
    draw_panel(frame, box, BOARD_COLOUR, 24)
    foot = 0.0 if solved is None else min(120.0, box.h * 0.3)
    boxes = column(padded("figure", 14), item("time", foot)).place(box)
    if solved is not None:
        _draw_time(frame, boxes["time"], solved)
    room = boxes["figure"]
    unit = fitting_unit(figure, room.w, room.h) * frame.canvas.scale
    frame.put(silhouette_picture(figure, unit), room.centre)


def _draw_time(frame: Frame, box: Box, seconds: float) -> None:
    x, y = box.centre
    room = padded("time", (box.w / 2 - 20, 0, 20, 14)).place(box)["time"]
    size = min(NAME_SIZE * 1.4, box.h * 0.7)
    Label(format_clock(seconds), room, size, PETROL, bold=True, most=1).draw(frame)
    tick = frame.canvas.px(min(64.0, box.h * 0.6))
    frame.put(icon("check", tick, PETROL), (x - 60, y - 7))


GAP: Final = 24.0
SILENT_THINKING_SECONDS: Final = 0.3
"""Seconds of searching after which the prompt says so."""
EDGE_REACH_FACTOR: Final = 1.4
"""The snapping reach of the hollow, relative to that of pieces."""
SETTLING_STEPS: Final = 10
"""Steps of the table in which every piece settles."""


class PuzzlePhase(BasePhase):
    """One figure: beside the board, and on request as a hollow in it.

    `show` starts another figure.
    """

    def __init__(
        self,
        context: SoloContext,
        figure: Figure,
        following: Callable[[], Figure],
        browse: Callable[[], Change],
    ) -> None:
        """`following` gives the next figure, `browse` opens the booklet."""
        super().__init__(context)
        self._following, self._browse = following, browse
        self.on_board = False
        self._choice_shown = ChoiceWidgets()
        self.show(figure)

    def show(self, figure: Figure) -> None:
        """Starts a figure, with all pieces in the tray."""
        self.figure = figure
        self.target = figure.picture.rounded()
        plain = new_piece_board(self.context, FULL_SET, range(len(FULL_SET)))
        hands = plain.hands
        self.surface: PuzzleBoard = PuzzleBoard(
            plain.pieces, step=hands.step, hold=hands.hold, numbers=plain.numbers
        )
        self.ways = SolutionSearch(self.target)
        self.hollow = Hollow(self.target)
        self.hints = self._hinted = 0
        self.solved: float | None = None
        """Seconds that it took; None until it is solved."""
        self.helping: HintAnimation | None = None
        self._began = self.context.now
        self._compared = Picture()
        self._glow = SolvedGlow(0.0)

    # -- what is said -------------------------------------------------------------------------

    @property
    def prompt(self) -> Text:
        if self.solved is not None:
            return solved_text(self.solved, self.hints)
        helping = self.helping
        if helping is not None and (
            helping.stage is not None or helping.thought > SILENT_THINKING_SECONDS
        ):
            if helping.stage is None:
                return say("sevens.puzzle.thinking", "Thinking…")
            if helping.move is not None and helping.move.aside and helping.stage != "lit":
                return say("sevens.puzzle.aside", "This one is in the way: it goes back.")
            return say("sevens.puzzle.belongs", "This piece belongs here.")
        left = len(FULL_SET) - len(self.surface.picture())
        if left == 0:
            return say("sevens.puzzle.not_yet", "All pieces are laid, but the shape is different.")
        if left == len(FULL_SET):
            return say("sevens.puzzle.make", "Make this shape with all seven pieces.")
        return count("sevens.puzzle.left", "One piece to go.", "{n} pieces to go.", n=left)

    @property
    def clock(self) -> ClockReading:
        return ClockReading(0.0, 0.0, NO_TEXT)

    @property
    def clock_runs(self) -> bool:
        return False

    # -- what is done -------------------------------------------------------------------------

    @property
    def choice(self) -> ChoiceField:
        """Where the silhouette is shown."""
        names = (say("sevens.puzzle.beside", "Here"), say("sevens.puzzle.on_board", "On the board"))
        # NOTE for translators: a question; its answers are "Here" (beside the board) and "On the
        # board".
        where = say("sevens.puzzle.where", "Show the shape")
        return ChoiceField("board", where, names, (False, True), self.on_board)

    def lay_buttons(self) -> list[PushButton]:
        plan, free = self.context.plan, self.helping is None
        asked = item("choice", min(138.0, plan.sheet.h * 0.55))
        boxes = column(asked, GAP * 0.7, "booklet").place(plan.sheet)
        laid = laid_out(self.context, (self.choice,), (boxes["choice"],))
        if not free:
            laid.labels = [
                replace(label, colour=DIM) if label.colour == TEXT else label
                for label in laid.labels
            ]
        self._choice_shown = laid
        booklet = say("sevens.puzzle.booklet", "Booklet")
        following = say("sevens.puzzle.next", "Next")
        buttons = [
            *(replace(button, enabled=free) for button in laid.buttons),
            PushButton("booklet", boxes["booklet"], booklet, "book", size=BODY_SIZE),
        ]
        hint, other = split_row(plan.actions, 2, GAP)
        if self.solved is not None:
            # Not where the hint was: a second touch there must not leave the solved picture.
            return [*buttons, PushButton("next", other, following, "play", "main", HEAD_SIZE)]
        words = say("sevens.puzzle.hint", "Hint")
        return [
            *buttons,
            PushButton("hint", hint, words, "bulb", "other", NAME_SIZE, enabled=free),
            PushButton("next", other, following, "later", size=NAME_SIZE, enabled=free),
        ]

    def pressed(self, key: str, /) -> Change:
        match key:
            case "hint":
                animation_scale = self.context.table.animation_scale
                self._hinted = self.hints + 1
                self.helping = HintAnimation(self.surface, self.ways, self._move, animation_scale)
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
        """Puts all pieces back; hints and time stay."""
        self._stop_helping()
        for number in range(len(FULL_SET)):
            self.surface.pieces.send_home(number, 0.0)

    def _move(self) -> HintMove | None:
        (x, y), (ax, ay) = self.surface.middle, self.target.middle
        ways = [way.shifted((x - ax, y - ay)) for way in self.ways.known]
        move = hint_move_for(self.surface, ways, self.surface.room, anywhere=not self.on_board)
        if move is not None:
            # A hint that is planned again counts once.
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
        """Pieces in the hollow move with it, and so does a hint."""
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
        """Releases all pieces and lets them settle."""
        self.surface.hands.let_go()
        for _ in range(SETTLING_STEPS):
            if not self.surface.pieces.asleep:
                self.happened(self.surface.update(MAX_STEP_SECONDS))

    def lay_out(self) -> None:
        (x, y), (ax, ay) = self.surface.middle, self.target.middle
        self.surface.hollow = self.target.shifted((x - ax, y - ay)) if self.on_board else None

    def happened(self, piece_events: Sequence[object], /) -> None:
        for each in piece_events:
            if isinstance(each, PieceSnapped | PieceSlid | PieceLaid):
                self._find_place(each.number, snapped=isinstance(each, PieceSnapped))
        if any(isinstance(each, PiecesSettled) for each in piece_events):
            self._compare()

    def _find_place(self, number: int, *, snapped: bool) -> None:
        """Lays a released piece flush in the hollow."""
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
        reach = table.reach.distance * EDGE_REACH_FACTOR
        found = self.hollow.place(piece.kind, own, reach)
        if found is None:
            return
        there = Pose(found.x - ax + x, found.y - ay + y, pose.turn, pose.flipped)
        moved = abs(there.x - pose.x) + abs(there.y - pose.y) > 1e-6
        if moved and table.free(number, there):
            table.send(number, there, 0.1 * self.context.table.animation_scale)

    def _compare(self) -> None:
        picture = self.surface.picture()
        held = any(piece.held for piece in self.surface.pieces.pieces)
        if self.solved is not None or held or len(picture) < len(FULL_SET):
            return
        if picture != self._compared:
            self._compared = picture
            if similar_size(self.target, picture) and same_silhouette(self.target, picture):
                self._celebrate()

    def _celebrate(self) -> None:
        self.solved = self.context.now - self._began
        self._stop_helping()
        self.surface.unselect()
        self.surface.enabled = False
        self._glow = SolvedGlow(self.context.table.animation_scale)
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

    def draw_board_layer(self, frame: Frame) -> None:
        super().draw_board_layer(frame)
        self._glow.draw(frame, self.surface)

    def draw_column(self, frame: Frame) -> None:
        """Draws the silhouette beside the board."""
        draw_silhouette_page(frame, self.context.plan.clock, self.target, self.solved)
        for plate in self._choice_shown.plates:
            plate.draw(frame)

    def draw_answers(self, frame: Frame) -> None:
        for label in self._choice_shown.labels:
            label.draw(frame)


MAX_FIRST_DIFFICULTY: Final = 2
"""The greatest difficulty of the first figure."""


class FigureSequence:
    """The order of figures: as hard as the last, or harder after one solved without a hint.

    A figure comes again only when all have been shown.
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(f"{seed}:puzzle")
        self._seen: list[Figure] = []

    def first(self) -> Figure:
        return self._drawn([f for f in figures.booklet() if f.difficulty <= MAX_FIRST_DIFFICULTY])

    def after(self, figure: Figure, *, harder: bool) -> Figure:
        self._seen.append(figure)
        wanted = min(MAX_DIFFICULTY, figure.difficulty + harder)
        fresh = [f for f in figures.booklet() if f not in self._seen]
        if not fresh:
            self._seen = [figure]
            fresh = [f for f in figures.booklet() if f != figure]
        least = min(abs(f.difficulty - wanted) for f in fresh)
        return self._drawn([f for f in fresh if abs(f.difficulty - wanted) == least])

    def _drawn(self, some: list[Figure]) -> Figure:
        return some[int(self._random.random() * len(some))]


class PuzzleScene(PhaseScene):
    """A silhouette to lay, without a clock; then the next one."""

    idle_timeout = SOLO_PATIENCE_SECONDS
    context: SoloContext

    def __init__(
        self,
        table: AppContext,
        figure: Figure | None = None,
        *,
        sound: PageFactory | None = None,
    ) -> None:
        """`figure` is the first one; None: an easy one."""
        self.table = table
        self.succession = FigureSequence(table.seed())
        # Phases need a context with a match; this one never begins.
        context = SoloContext(table, SevensMatch(), sound=sound)
        self.puzzle = PuzzlePhase(
            context, figure or self.succession.first(), self._following, self._browse
        )
        super().__init__(context, self.puzzle)
        self._counted: tuple[Figure | None, str] = (None, "")

    def update(self, dt: float, /) -> Change:
        change = super().update(dt)
        self._count()
        return change

    def _count(self) -> None:
        """Counts each figure begun and solved, for the usage metrics."""
        puzzle, pieces = self.puzzle, self.puzzle.surface.pieces
        figure, step = self._counted
        step = step if figure is puzzle.figure else ""
        if not step and any(not pieces.in_tray(piece.number) for piece in pieces.pieces):
            step = "begun"
            self.context.count_usage("puzzle begun")
        if step == "begun" and puzzle.solved is not None:
            step = "finished"
            self.context.count_usage("puzzle finished")
        self._counted = puzzle.figure, step

    def _following(self) -> Figure:
        puzzle = self.puzzle
        harder = puzzle.solved is not None and puzzle.hints == 0
        return self.succession.after(puzzle.figure, harder=harder)

    def _browse(self) -> Change:
        hint = say("sevens.puzzle.choose", "Touch a figure to build")
        return Push(BookletPage(self.table, hint=hint, at_once=True), self._picked)

    def _picked(self, figure: object) -> Change:
        if isinstance(figure, Figure):
            self.puzzle.show(figure)
            self.lay_out()
        return None

    @property
    def head(self) -> Text:
        return say("sevens.puzzle.title", "Puzzle")

    @property
    def other_prompt(self) -> Text:
        figure = self.puzzle.figure
        return say(
            "sevens.puzzle.figure",
            "{name}. Difficulty {level} of {most}.",
            name=figure_label(figure.name),
            level=figure.difficulty,
            most=MAX_DIFFICULTY,
        )

    @property
    def still(self) -> Text:
        return say("sevens.puzzle.still", "Take your time: there is no clock.")

    @property
    def pause_trays(self) -> tuple[EntryTray, ...]:
        game = () if self.puzzle.solved is not None else ("anew",)
        return pause_trays(game, ("leave",), self.table_entries)

    def answered(self, answer: str, /) -> Change:
        if answer == "anew":
            self.puzzle.anew()
        return None

    def draw_column(self, frame: Frame) -> None:
        self.puzzle.draw_column(frame)

    def draw_answers(self, frame: Frame) -> None:
        self.puzzle.draw_answers(frame)
