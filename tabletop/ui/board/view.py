"""How one game looks: the view protocol, the snapshot that it draws, and a base class for boards.

`BoardView` has what the board views share: moving pieces, lights, ghosts, the mark of the last ply.
A game's view says where its spots are and how its pieces look; the rest follows from `Game.pieces`,
`Game.effects` and `Game.lines`, so no view knows a rule.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import dist
from typing import Any, Final, Generic, Literal, Protocol, TypeAlias

import pygame

from tabletop.engine import CHANCE, Game, Options, Ply, Seat, Spot, Step, Text, Word, say
from tabletop.engine.game import M, S
from tabletop.ui.audio.sounds import Cue, leaves_table, phase_cues
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.core.tween import ease_out, point_on_path
from tabletop.ui.draw import shapes
from tabletop.ui.draw.shapes import Arrows, glow_disc
from tabletop.ui.theme.theme import AMBER, CORAL_DEEP, CREAM, INK, PETROL, WHITE, Colour, SeatLook
from tabletop.ui.widgets.buttons import ButtonStyle

TRAY_FOOTER_HEIGHT: Final = 72.0
"""The height of the strip at the foot of a tray with the source of the dice."""

DiceInput: TypeAlias = Literal["screen", "reader", "typed"]
"""The source of the next dice."""


@dataclass(frozen=True, slots=True)
class PlyAnimation(Generic[S, M]):
    """A ply that has been played and is still being animated."""

    ply: Ply[S, M]
    spent: float
    """Seconds since it began."""


@dataclass(frozen=True, slots=True)
class Tray:
    """The area at a seat for what that seat owns: a pot, a stable, dice."""

    box: Box
    """As if the seat sat at the bottom; what is drawn in it is turned with the seat."""
    turns: int = 0
    about: Point = (0.0, 0.0)

    @property
    def foot(self) -> Box:
        """The strip at its lower edge with the source of the dice."""
        height = min(TRAY_FOOTER_HEIGHT, self.box.h * 0.2)
        return self.box._replace(y=self.box.bottom - height, h=height)

    @property
    def above_foot(self) -> Box:
        """The tray without that strip."""
        return self.box._replace(h=self.box.h - self.foot.h)

    def on_canvas(self, at: Point) -> Point:
        """The canvas point of a point of the tray."""
        return turn_point(at, self.turns, self.about)

    def holds(self, at: Point) -> bool:
        return self.box.holds(turn_point(at, -self.turns, self.about))


@dataclass(frozen=True, slots=True)
class BoardSnapshot(Generic[S, M]):
    """All that a view needs to draw a moment of a match."""

    game: Game[S, M]
    state: S
    seat: Seat
    """The seat that is to act."""
    last: Ply[S, M] | None = None
    """The ply that led here, marked with an arrow (a throw counts as one)."""
    picked: Word = ()
    open: frozenset[Spot] = frozenset()
    """The spots that may be touched next; none during an animation or a look back."""
    candidates: tuple[M, ...] = ()
    """The plies that begin with `picked`."""
    preview: M | None = None
    """The ply that would be played by letting go now; its whole effect is shown."""
    motion: PlyAnimation[S, M] | None = None
    cursor: Spot | None = None
    """The spot with the keyboard focus."""
    held: tuple[Spot, Point] | None = None
    """The spot of the piece that is dragged, and where the piece is."""
    refused: tuple[Spot, ...] = ()
    """The spots that were just refused."""
    reasons: tuple[Spot, ...] = ()
    """The spots that are the reason for it, most important first."""
    hinted: tuple[Spot, ...] = ()
    """The spots of the hint that is shown."""
    finish: float | None = None
    """The progress of drawing the winning line, from 0 to 1; None while the game goes on."""
    animation_scale: float = 1.0
    """Real seconds that one second of animation takes; 0 means no animation."""
    lying: tuple[int, ...] = ()
    """The dice of an unfinished throw that have been thrown already."""
    throwing: DiceInput = "screen"
    marked: Ply[S, M] | None = None
    """The last ply of a computer player; it stays marked until the next ply is played."""
    chosen: Word = ()
    """The touches of the ply whose card is chosen; it is played once it is confirmed."""
    tells_wins: bool = True
    """A card says if its ply wins."""
    carried: Point | None = None
    """Where a finger carries a new piece to the board."""


@dataclass(frozen=True, slots=True)
class SpotButton:
    """An open spot that is not on the board: a button at the acting seat, such as pass."""

    spot: Spot
    label: Text
    style: ButtonStyle = "plain"
    icon: str = ""


@dataclass(frozen=True, slots=True)
class ChoiceCard:
    """A card at the acting seat that shows what a ply does. Touching it chooses the ply."""

    word: Word
    """All touches of the ply."""
    confirm: Text
    """The label of the button that plays it."""


@dataclass(frozen=True, slots=True)
class ViewLayout:
    """The areas in which a view draws: the board's square and a tray by seat."""

    canvas: Canvas
    board: Box
    trays: Mapping[Seat, Tray] = field(default_factory=dict)
    options: Options = field(default_factory=dict)
    seats: int = 2


class View(Protocol):
    """How a board game looks and where it is touched; made by `make_view` in `view/view.py`.

    A view depends on the canvas and the snapshot only, never on the match.
    """

    looks: tuple[SeatLook, ...]
    """Of the seats, in turn order."""
    tray_height: float
    """The wanted height of a tray, in canvas units at a width of 300; 0 for no trays."""
    cell: float
    """The distance of neighbouring spots, in canvas units."""

    def fit(self, places: ViewLayout) -> None:
        """Lays out the board."""

    def preparing(self) -> Iterator[None]:
        """Prewarms the caches for a match, in steps of less than a tenth of a second."""
        ...

    def draw_base(self, surface: pygame.Surface) -> None:
        """Draws the empty board on the background of the scene, in real pixels."""

    def draw(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        """Draws everything on the board that changes."""

    def draw_tray(self, frame: Frame, snapshot: BoardSnapshot, seat: Seat) -> None:
        """Draws the content of a seat's tray, in a frame that is turned already."""

    def spot_at(self, snapshot: BoardSnapshot, at: Point) -> Spot | None:
        """The spot at a canvas point; open spots are preferred."""

    def points(self, snapshot: BoardSnapshot) -> Mapping[Spot, Point]:
        """The canvas points of all spots that the keyboard focus can reach."""
        ...

    def choices(self, snapshot: BoardSnapshot) -> tuple[SpotButton, ...]:
        """The open spots that are not on the board, as buttons, the likeliest first."""
        ...

    max_cards: int
    """The most cards that there can be at once."""

    def cards(self, snapshot: BoardSnapshot) -> tuple[ChoiceCard, ...]:
        """The plies to choose from by their pictures, in place of `choices`; none by default."""
        ...

    def draw_card(
        self, frame: Frame, snapshot: BoardSnapshot, card: ChoiceCard, box: Box, turns: int
    ) -> None:
        """Draws what a card shows, in a frame that is turned already.

        `turns`: quarter turns of the board, clockwise, as whoever reads the card sees it.
        """

    def score(self, snapshot: BoardSnapshot, seat: Seat) -> Text | None:
        """How far a seat has come, as a note in its panel; None by default."""
        ...

    notices_in_panels: bool
    """Notices to everybody are in the panels: on the board they would cover what has to be read."""

    def prompt(self, snapshot: BoardSnapshot) -> Text:
        """What the acting seat can do now, in at most about ten words."""
        ...

    def describe_ply(self, ply: Ply) -> Text:
        """What a ply did, for the other side, in at most two short sentences."""
        ...

    def describe_turn(self, plies: Sequence[Ply]) -> Text:
        """What a seat did in its turn, one ply after the other; by default its last one."""
        ...

    def seconds(self, ply: Ply) -> float:
        """The duration of a ply's animation."""
        ...

    def rests(self, ply: Ply) -> tuple[float, ...]:
        """When each phase of a ply has come to rest, in seconds of its animation."""
        ...

    def cues(self, ply: Ply) -> tuple[Cue, ...]:
        """The sounds of a ply's animation, in the order of time."""
        ...


class BoardPoints(Protocol):
    """Where the places of a board lie: a `View`, or one that is turned."""

    cell: float

    def points(self, snapshot: BoardSnapshot) -> Mapping[Spot, Point]: ...


PHASE_SECONDS: Final = 0.28
"""The duration of a phase of a ply."""
PHASE_PAUSE_SECONDS: Final = 0.06
"""Between two phases, so that they can be told apart."""
CARRY_HEIGHT: Final = 0.55
"""The height of a carried piece above the board, in cells."""
MAX_SHARED_PLIES: Final = 80
"""With more candidates their shared phases are not looked for."""

# Layers, from the board upward.
LIGHT, MARKS, PIECES, MOVING, SIGNS, TOP = 1, 2, 3, 4, 5, 6


class BoardView(ABC):
    """A board of spots with pieces on them. Subclasses override the first group of methods."""

    looks: tuple[SeatLook, ...] = ()
    letters: str = ""
    """The pieces' letters in the position text, by seat (`BW`)."""
    tray_height: float = 0.0
    notices_in_panels: bool = False

    def __init__(self, game: Game) -> None:
        self.game = game
        self.piece_looks = dict(zip(self.letters, self.looks, strict=False))
        """The looks of pieces by their letters."""
        self.places: ViewLayout
        self.px: Callable[[float], int]
        """A length in real pixels, at least one."""
        self.spots: dict[Spot, Point] = {}
        self.cell = 1.0

    # -- what a game fills in ---------------------------------------------------------------

    @abstractmethod
    def lay_out(self, board: Box) -> None:
        """Sets `spots` (the canvas points of all spots) and `cell` (the distance of neighbours)."""

    @abstractmethod
    def draw_base(self, surface: pygame.Surface) -> None: ...

    def preparing(self) -> Iterator[None]:
        return iter(())

    def picture(self, letter: str, spot: Spot) -> pygame.Surface:
        """A piece on a spot."""
        del spot
        return shapes.stone(self.piece_looks[letter], self.px(self.piece_radius))

    def ghost(self, letter: str, spot: Spot) -> pygame.Surface:
        """The preview of a piece on a spot."""
        del spot
        return shapes.ghost(self.piece_looks[letter], self.px(self.piece_radius))

    def light(self, spot: Spot, snapshot: BoardSnapshot) -> pygame.Surface | None:
        """The light of a spot that may be touched next; None if it is drawn in another way."""
        del spot, snapshot
        return glow_disc(self.px(self.cell * 0.40))

    def origin(self, step: Step, ply: Ply) -> Point | None:
        """Where a piece comes from that was not on the board; None: it fades in on its spot."""
        del step
        tray = self.places.trays.get(self._mover(ply))
        return tray.on_canvas(tray.box.centre) if tray and self.tray_height else None

    def exit(self, step: Step, ply: Ply) -> Point | None:
        """Where a piece goes that leaves the board; None: it fades out on its spot."""
        del step, ply
        return None

    def is_lost(self, step: Step) -> bool:
        """Whether a step sounds like the loss of a piece."""
        return leaves_table(step)

    def draw_tray(self, frame: Frame, snapshot: BoardSnapshot, seat: Seat) -> None:
        """Nothing by default."""
        del frame, snapshot, seat

    def draw_extra(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        """Draws the game's own marks on the board (shoos, arrows of a push, dice)."""
        del frame, snapshot

    def prompt(self, snapshot: BoardSnapshot) -> Text:
        del snapshot
        return say("view.prompt", "Touch a lit place.")

    def describe_ply(self, ply: Ply) -> Text:
        return say("view.told", "{ply}", ply=str(ply.move))

    def describe_turn(self, plies: Sequence[Ply]) -> Text:
        return self.describe_ply(plies[-1])

    def choices(self, snapshot: BoardSnapshot) -> tuple[SpotButton, ...]:
        if "pass" in snapshot.open:
            return (SpotButton("pass", say("view.pass", "Pass"), "main"),)
        return ()

    max_cards = 0

    def cards(self, snapshot: BoardSnapshot) -> tuple[ChoiceCard, ...]:
        del snapshot
        return ()

    def draw_card(
        self, frame: Frame, snapshot: BoardSnapshot, card: ChoiceCard, box: Box, turns: int
    ) -> None:
        """Nothing by default."""
        del frame, snapshot, card, box, turns

    def score(self, snapshot: BoardSnapshot, seat: Seat) -> Text | None:
        """Nothing by default."""
        del snapshot, seat
        return None

    @property
    def piece_radius(self) -> float:
        """Canvas units."""
        return self.cell * 0.40

    # -- what follows -----------------------------------------------------------------------

    def fit(self, places: ViewLayout) -> None:
        self.places, self.px = places, places.canvas.px
        self.lay_out(places.board)

    def seconds(self, ply: Ply) -> float:
        effects = self.effects(ply)
        return len(effects) * (PHASE_SECONDS + PHASE_PAUSE_SECONDS)

    def rests(self, ply: Ply) -> tuple[float, ...]:
        each = PHASE_SECONDS + PHASE_PAUSE_SECONDS
        return tuple([number * each + PHASE_SECONDS for number in range(len(self.effects(ply)))])

    def cues(self, ply: Ply) -> tuple[Cue, ...]:
        """By default the sounds of its phases."""
        found: list[Cue] = []
        for phase, rest in zip(self.effects(ply), self.rests(ply), strict=True):
            found += phase_cues(phase, rest - PHASE_SECONDS, rest, self.is_lost)
        return tuple(found)

    def spot_at(self, snapshot: BoardSnapshot, at: Point) -> Spot | None:
        best, least = None, self.cell * 0.62
        for spot, point in self.spots.items():
            away = dist(at, point) * (0.8 if spot in snapshot.open else 1.0)
            if away < least:
                best, least = spot, away
        return best

    def points(self, snapshot: BoardSnapshot) -> Mapping[Spot, Point]:
        del snapshot
        return self.spots

    def draw(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        with frame.layer(LIGHT):
            self._draw_lights(frame, snapshot)
            if snapshot.reasons:
                self._draw_reasons(frame, snapshot)
        marked = None if snapshot.picked else snapshot.marked or snapshot.last
        if snapshot.motion is None and marked is not None and self._is_clear(snapshot, marked):
            self.draw_last(frame, marked)
        self._draw_pieces(frame, snapshot)
        with frame.layer(SIGNS):
            if snapshot.picked:
                self._draw_picked(frame, snapshot)
            self.draw_extra(frame, snapshot)
        if snapshot.preview is not None:
            self.draw_preview(frame, snapshot, snapshot.preview)
        elif len(snapshot.picked) > 1:
            self._draw_shared(frame, snapshot)
        with frame.layer(TOP):
            if snapshot.cursor is not None:
                self._draw_cursor(frame, snapshot, snapshot.cursor)
            if snapshot.refused or snapshot.reasons:
                self._draw_refused(frame, snapshot)
        if snapshot.finish is not None:
            self.draw_finish(frame, snapshot)

    def _is_clear(self, snapshot: BoardSnapshot, ply: Ply) -> bool:
        """Whether a ply's mark lies on no other: of a preview, a hint or a refusal."""
        others = {*snapshot.hinted, *snapshot.refused, *snapshot.reasons}
        if snapshot.preview is not None:
            shown = Ply(snapshot.seat, snapshot.preview, snapshot.state, snapshot.state)
            others |= self._spots_of(shown)
        return not others or not others & self._spots_of(ply)

    def _spots_of(self, ply: Ply) -> set[Spot]:
        """The spots that a ply changes."""
        steps = (step for phase in self.effects(ply) for step in phase)
        return {spot for step in steps for spot in (step.start, step.end) if spot}

    def draw_last(self, frame: Frame, ply: Ply) -> None:
        """Marks what just happened: an arrow for each piece that travelled, a ring where laid."""
        for step in (step for phase in self.effects(ply) for step in phase):
            if step.end not in self.spots:
                continue
            end = self.spots[step.end]
            if step.start in self.spots and step.start != step.end:
                with frame.layer(MARKS):
                    self.put_arrow(frame, self.spots[step.start], end, PETROL, CREAM)
            with frame.layer(SIGNS):
                radius = self.piece_radius + self.cell * 0.045
                self.put_ring(frame, end, radius, PETROL, CREAM, 0.055)

    def draw_preview(self, frame: Frame, snapshot: BoardSnapshot, move: Any) -> None:
        """Shows the whole effect of a ply before it is played."""
        ply = Ply(snapshot.seat, move, snapshot.state, snapshot.state)
        for phase in self.effects(ply):
            self.draw_phase_ghosts(frame, phase)

    def draw_phase_ghosts(self, frame: Frame, phase: tuple[Step, ...]) -> None:
        """Ghosts at the ends of one phase, with arrows from where the pieces are."""
        for step in phase:
            if step.end not in self.spots:
                continue
            end = self.spots[step.end]
            with frame.layer(SIGNS):
                frame.put(self.ghost(step.becomes or step.piece, step.end), end)
            if step.start in self.spots and step.start != step.end:
                with frame.layer(TOP):
                    self.put_arrow(frame, self.spots[step.start], end, AMBER, INK)

    def draw_finish(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        """Draws the line that won, piece by piece."""
        lines = snapshot.game.lines(snapshot.state)
        for line in lines:
            at = [self.spots[spot] for spot in line if spot in self.spots]
            count = round((snapshot.finish or 0.0) * len(at))
            with frame.layer(TOP):
                for point in at[:count]:
                    radius = self.piece_radius + self.cell * 0.06
                    self.put_ring(frame, point, radius, AMBER, INK, 0.10)

    def put_ring(
        self,
        frame: Frame,
        at: Point,
        radius: float,
        colour: Colour,
        rim: Colour,
        width: float,
    ) -> None:
        """A ring with a rim that keeps it apart from any ground; `width` in cells."""
        line = max(2.0, width * self.cell * frame.canvas.scale)
        frame.put(shapes.ring(self.px(radius), round(line * 1.8, 1), rim), at)
        frame.put(shapes.ring(self.px(radius), round(line, 1), colour), at)

    def put_arrow(
        self, frame: Frame, start: Point, end: Point, colour: Colour, rim: Colour
    ) -> None:
        """An arrow that leaves the middle of a place and ends just inside another."""
        cut = min(0.30, dist(start, end) / self.cell * 0.25)
        Arrows(self.cell, round(self.px(self.cell))).put(frame, start, end, (colour, rim), cut, cut)

    # -- inside -----------------------------------------------------------------------------

    def _mover(self, ply: Ply) -> Seat:
        return ply.seat if ply.seat != CHANCE else 0

    def effects(self, ply: Ply) -> tuple[tuple[Step, ...], ...]:
        """The phases of a ply, from the game's own rules."""
        return _effects(self.game, ply.before, ply.move)

    def _draw_lights(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        for spot in sorted(snapshot.open):
            if spot in self.spots:
                picture = self.light(spot, snapshot)
                if picture is not None:
                    frame.put(picture, self.spots[spot])

    def _draw_pieces(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        game = snapshot.game
        motion = snapshot.motion
        if motion is None:
            pieces = dict(game.pieces(snapshot.state))
            if snapshot.held is not None and snapshot.held[0] in pieces:
                letter = pieces.pop(snapshot.held[0])
                with frame.layer(MOVING):
                    frame.put(self.picture(letter, snapshot.held[0]), snapshot.held[1])
            self._put_pieces(frame, pieces)
            return
        pieces = dict(game.pieces(motion.ply.before))
        spent = motion.spent
        for phase in self.effects(motion.ply):
            share = spent / PHASE_SECONDS
            for step in phase:
                if step.start is not None:
                    pieces.pop(step.start, None)
            if share < 1:
                for step in phase:
                    self._put_travelling(frame, step, motion.ply, max(0.0, share), pieces)
                break
            for step in phase:
                if step.end is not None:
                    pieces[step.end] = step.becomes or step.piece
            spent -= PHASE_SECONDS + PHASE_PAUSE_SECONDS
            if spent < 0:
                break
        self._put_pieces(frame, pieces)

    def _put_pieces(
        self,
        frame: Frame,
        pieces: Mapping[Spot, str],
        kept: Collection[Spot] = (),
        faded: float = 1.0,
    ) -> None:
        """Puts pieces at their places; with some to be `kept` the others have an alpha."""
        with frame.layer(PIECES):
            for spot, letter in pieces.items():
                if spot in self.spots:
                    alpha = faded if kept and spot not in kept else 1.0
                    frame.put(self.picture(letter, spot), self.spots[spot], alpha)

    def _put_travelling(
        self, frame: Frame, step: Step, ply: Ply, share: float, pieces: dict[Spot, str]
    ) -> None:
        """One piece in the middle of its way; `pieces` are the others, where they stand."""
        del pieces
        start = self.spots.get(step.start or "") or self.origin(step, ply)
        end = self.spots.get(step.end or "") or self.exit(step, ply)
        look = self.picture(step.piece, step.end or step.start or "")
        if start is not None and end is not None:
            pushed = step.start in self.spots and step.end in self.spots
            with frame.layer(MOVING):
                frame.put(
                    look,
                    point_on_path(start, end, share, 0.0 if pushed else CARRY_HEIGHT * self.cell),
                )
        elif end is not None:
            with frame.layer(PIECES):
                frame.put(look, end, ease_out(share))
        elif start is not None:
            with frame.layer(PIECES):
                frame.put(look, start, 1 - ease_out(share))

    def _draw_picked(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        for spot in snapshot.picked:
            if spot in self.spots:
                radius = self.piece_radius + self.cell * 0.05
                self.put_ring(frame, self.spots[spot], radius, AMBER, INK, 0.08)

    def _draw_shared(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        """Draws ghosts for the first phases that all candidates have in common."""
        for phase in shared_phases(snapshot):
            self.draw_phase_ghosts(frame, phase)

    def _draw_cursor(self, frame: Frame, snapshot: BoardSnapshot, cursor: Spot) -> None:
        del snapshot
        if cursor in self.spots:
            radius = self.cell * 0.50
            width = 0.17 if frame.context.projector else 0.07  # a room sees it from far
            self.put_ring(frame, self.spots[cursor], radius, WHITE, INK, width)

    def _draw_refused(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        """A thin ring on what was touched, a strong one on what is the reason."""
        for spot in dict.fromkeys((*snapshot.refused, *snapshot.reasons)):
            if spot in self.spots:
                why = spot in snapshot.reasons or not snapshot.reasons
                radius = self.piece_radius + self.cell * 0.05
                width = 0.08 if why else 0.04
                self.put_ring(frame, self.spots[spot], radius, CORAL_DEEP, CREAM, width)

    def _draw_reasons(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        """Lights up the reason for a refusal, below the pieces."""
        for spot in snapshot.reasons:
            if spot in self.spots:
                glow = shapes.disc(self.px(self.cell * 0.49), CORAL_DEEP)
                frame.put(glow, self.spots[spot], 0.6)


def shared_phases(snapshot: BoardSnapshot) -> Iterator[tuple[Step, ...]]:
    """The first phases that all candidates have in common; none if there are too many of them."""
    if not 1 <= len(snapshot.candidates) <= MAX_SHARED_PLIES:
        return
    plies = [_effects(snapshot.game, snapshot.state, move) for move in snapshot.candidates]
    for phases in zip(*plies, strict=False):
        if any(phase != phases[0] for phase in phases):
            return
        yield phases[0]


@lru_cache(maxsize=512)
def _effects(game: Game, state: Any, move: Any) -> tuple[tuple[Step, ...], ...]:
    return game.effects(state, move)


def square_grid(board: Box, columns: int, rows: int) -> tuple[list[list[Point]], float]:
    """The centres of the cells of a grid by row, and the size of a cell."""
    cell = min(board.w / columns, board.h / rows)
    left = board.x + (board.w - cell * columns) / 2
    top = board.y + (board.h - cell * rows) / 2
    rows_of_points = [
        [(left + (x + 0.5) * cell, top + (y + 0.5) * cell) for x in range(columns)]
        for y in range(rows)
    ]
    return rows_of_points, cell
