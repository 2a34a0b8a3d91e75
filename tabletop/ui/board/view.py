"""How one game looks: what a view must offer, and the moment of a match that it is shown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Generic, Literal, Protocol, TypeAlias

import pygame

from tabletop.engine import Game, Options, Ply, Seat, Spot, Text, Word
from tabletop.engine.game import M, S
from tabletop.ui.audio.sounds import Cue
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.theme.theme import SeatLook
from tabletop.ui.widgets.buttons import ButtonStyle

TRAY_FOOTER_HEIGHT: Final = 72.0
"""The height of the strip at the foot of a tray that says by what dice are thrown."""

DiceInput: TypeAlias = Literal["screen", "reader", "typed"]
"""By what the next dice are thrown."""


@dataclass(frozen=True, slots=True)
class PlyAnimation(Generic[S, M]):
    """A ply on its way: it has been played, and is still being shown."""

    ply: Ply[S, M]
    spent: float
    """Seconds since it began."""


@dataclass(frozen=True, slots=True)
class Tray:
    """The room at a seat for what that seat owns: a pot, a stable, dice."""

    box: Box
    """As if the seat sat at the bottom; what is drawn in it is turned with the seat."""
    turns: int = 0
    about: Point = (0.0, 0.0)

    @property
    def foot(self) -> Box:
        """The strip at its lower edge; where dice are thrown it is left free, to say by what."""
        height = min(TRAY_FOOTER_HEIGHT, self.box.h * 0.2)
        return Box(self.box.x, self.box.bottom - height, self.box.w, height)

    @property
    def above_foot(self) -> Box:
        """The tray without that strip."""
        return Box(self.box.x, self.box.y, self.box.w, self.box.h - self.foot.h)

    def on_canvas(self, at: Point) -> Point:
        """Where a point of the tray is really seen."""
        return turn_point(at, self.turns, self.about)

    def holds(self, at: Point) -> bool:
        return self.box.holds(turn_point(at, -self.turns, self.about))


@dataclass(frozen=True, slots=True)
class BoardSnapshot(Generic[S, M]):
    """One moment of a match, as a view is to show it."""

    game: Game[S, M]
    state: S
    seat: Seat
    """Whose hands are asked for."""
    last: Ply[S, M] | None = None
    """The ply that led here, marked with an arrow (a throw counts as one)."""
    picked: Word = ()
    open: frozenset[Spot] = frozenset()
    """The places that may be touched next; none while something moves or is looked back at."""
    candidates: tuple[M, ...] = ()
    """The plies that can still be spelled."""
    preview: M | None = None
    """The ply that letting go now would play: its whole effect is to be seen."""
    motion: PlyAnimation[S, M] | None = None
    cursor: Spot | None = None
    """Where the keys stand."""
    held: tuple[Spot, Point] | None = None
    """The piece that a finger drags, by its place, and where it is."""
    refused: tuple[Spot, ...] = ()
    """The places that were just refused."""
    finish: float | None = None
    """How far the winning line has been drawn, from 0 to 1; None while the game goes on."""
    animation_scale: float = 1.0
    """Real seconds that one second of animation takes; 0 means no animation."""
    lying: tuple[int, ...] = ()
    """The dice that lie already, of a throw whose others are still to be thrown."""
    throwing: DiceInput = "screen"
    marked: Ply[S, M] | None = None
    """What a computer player did last; it stays marked until the next ply is played."""


@dataclass(frozen=True, slots=True)
class SpotButton:
    """An open place that is a word, shown as a button at the acting seat: shove, drag, pass."""

    spot: Spot
    label: Text
    style: ButtonStyle = "plain"
    icon: str = ""


@dataclass(frozen=True, slots=True)
class ViewLayout:
    """Where a view draws: the board's square and a tray by seat."""

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
    """How the seats look, in turn order."""
    tray_height: float
    """The room wanted at each seat, in canvas units at a width of 300; 0 for none."""
    cell: float
    """How far neighbouring places lie apart, in canvas units."""

    def fit(self, places: ViewLayout) -> None:
        """Takes its places, and makes its pictures at the real size."""
        ...

    def preparing(self) -> Iterator[None]:
        """Makes what a match will show, in steps of less than a tenth of a second."""
        ...

    def draw_base(self, surface: pygame.Surface) -> None:
        """Draws what never changes (the board itself) on the scene's backdrop, in real pixels."""
        ...

    def draw(self, frame: Frame, snapshot: BoardSnapshot) -> None:
        """Puts everything on the board that changes."""
        ...

    def draw_tray(self, frame: Frame, snapshot: BoardSnapshot, seat: Seat) -> None:
        """Puts what a seat owns into its tray; the frame is turned already."""
        ...

    def spot_at(self, snapshot: BoardSnapshot, at: Point) -> Spot | None:
        """The place under a point of the canvas, the open one if several are near."""
        ...

    def points(self, snapshot: BoardSnapshot) -> Mapping[Spot, Point]:
        """Where the keys can go: open places (and the board's others) with their points."""
        ...

    def choices(self, snapshot: BoardSnapshot) -> tuple[SpotButton, ...]:
        """The open places that are no places on the board, as buttons, the likeliest first."""
        ...

    def prompt(self, snapshot: BoardSnapshot) -> Text:
        """What the acting seat can do now, in at most about ten words."""
        ...

    def describe_ply(self, ply: Ply) -> Text:
        """What a ply did, for the other side, in at most about eight words."""
        ...

    def seconds(self, ply: Ply) -> float:
        """How long showing a ply takes."""
        ...

    def rests(self, ply: Ply) -> tuple[float, ...]:
        """When each phase of a ply lies still, in seconds of its motion."""
        ...

    def cues(self, ply: Ply) -> tuple[Cue, ...]:
        """What is heard of a ply while it is shown, in the order of time."""
        ...
