"""Colours, type sizes and marks of the whole program.

A `ThemeColor` is a name; pygame reads it as the three numbers that the active palette has for it
(`tabletop/settings/palettes.py`). One palette is active in the process; the main loop follows
`UiContext.palette` with `switch_palette`. The hash of a `ThemeColor` depends on the active palette,
so that a cache keyed by it gives no picture in the colours of another palette.

Literal colours elsewhere are those of materials and light. Sizes are in canvas units (1080 on the
short side). Meanings of colours: amber is *you may act here*, petrol is *this happened*, coral is
*this is why*.

The module also lists all pairs of text colour and background. The contrast checks measure them,
and a test draws the scenes and finds every pair that is really drawn in the list. It is a list and
not a mapping, because the hash of a colour changes with the palette.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import attrgetter
from typing import Final, Literal, TypeAlias, overload

from tabletop.engine import Game
from tabletop.settings.palettes import DEFAULT, PALETTES, RGB, Palette
from tabletop.ui.core import cache


class ThemeColor:
    """A named colour: a sequence of three numbers, those of the active palette.

    Colours of the same name are equal.
    """

    __slots__ = ("_of", "_read", "_rgb", "name")

    def __init__(self, name: str, of: Callable[[Palette], RGB] | None = None) -> None:
        self.name = name
        self._of: Callable[[Palette], RGB] = of or attrgetter(name)
        self._read: Palette | None = None
        self._rgb: RGB = (0, 0, 0)

    @property
    def rgb(self) -> RGB:
        """Its value in the active palette."""
        palette = _selection.palette
        if self._read is not palette:
            self._rgb, self._read = self._of(palette), palette
        return self._rgb

    def under(self, palette: Palette) -> RGB:
        """Its value in a palette."""
        return self._of(palette)

    def __len__(self) -> int:
        return 3

    def __getitem__(self, index: int) -> int:
        return self.rgb[index]

    def __iter__(self) -> Iterator[int]:
        return iter(self.rgb)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ThemeColor) and self.name == other.name

    def __hash__(self) -> int:
        return hash((self.name, _selection.palette.key))

    def __repr__(self) -> str:
        return f"ThemeColor({self.name!r})"


Colour: TypeAlias = RGB | ThemeColor


class _PaletteSelection:
    """Which palette is active."""

    def __init__(self) -> None:
        self.palette = DEFAULT


_selection: Final = _PaletteSelection()


def active_palette() -> Palette:
    return _selection.palette


def switch_palette(key: str) -> bool:
    """Activates a palette and drops all cached surfaces; False if it is active already.

    Scenes must be laid out again and the screen drawn whole.
    """
    palette = PALETTES[key] if key else DEFAULT
    if palette is _selection.palette:
        return False
    _selection.palette = palette
    cache.clear_all()
    return True


@overload
def mix(a: RGB, b: RGB, t: float) -> RGB: ...
@overload
def mix(a: Colour, b: Colour, t: float) -> Colour: ...
def mix(a: Colour, b: Colour, t: float) -> Colour:
    """The colour a share `t` of the way from `a` to `b`; a `ThemeColor` if one of them is."""
    if isinstance(a, ThemeColor) or isinstance(b, ThemeColor):
        return _mixed(a, b, t)
    return _between(a, b, t)


@lru_cache(maxsize=1024)
def _mixed(a: Colour, b: Colour, t: float) -> ThemeColor:
    def of(palette: Palette) -> RGB:
        return _between(plain(a, palette), plain(b, palette), t)

    return ThemeColor(f"{_name(a)} {t:.4g} {_name(b)}", of)


def _between(a: RGB, b: RGB, t: float) -> RGB:
    return (
        round(a[0] + (b[0] - a[0]) * t),
        round(a[1] + (b[1] - a[1]) * t),
        round(a[2] + (b[2] - a[2]) * t),
    )


def plain(colour: Colour, palette: Palette | None = None) -> RGB:
    """The three numbers of a colour, in the active or a given palette: for work pixel by pixel."""
    if isinstance(colour, ThemeColor):
        return colour.rgb if palette is None else colour.under(palette)
    return colour


def _name(colour: Colour) -> str:
    return f"({colour.name})" if isinstance(colour, ThemeColor) else str(colour)


Mark: TypeAlias = Literal["disc", "diamond", "triangle", "square"]

BLACK: Final = (0, 0, 0)
WHITE: Final = (255, 255, 255)

GROUND: Final = ThemeColor("ground")
GROUND_EDGE: Final = ThemeColor("ground_edge")
PANEL: Final = ThemeColor("panel")
PANEL_ACTIVE: Final = ThemeColor("panel_active")
PANEL_LINE: Final = ThemeColor("panel_line")
OUTLINE: Final = ThemeColor("outline")
TRAY: Final = ThemeColor("tray")
TEXT: Final = ThemeColor("text")
DIM: Final = ThemeColor("dim")
SOFT: Final = mix(TEXT, DIM, 0.45)
"""Long texts, less bright than their headings."""
OFF: Final = mix(PANEL, DIM, 0.65)
"""Text of disabled controls."""
FOCUS: Final = ThemeColor("focus")
INK: Final = ThemeColor("ink")
AMBER: Final = ThemeColor("amber")
CHOSEN: Final = mix(AMBER, WHITE, 0.15)
"""The face of a selected button."""
SKY: Final = ThemeColor("sky")
PETROL: Final = ThemeColor("petrol")
CORAL: Final = ThemeColor("coral")
CORAL_DEEP: Final = ThemeColor("coral_deep")
AMBER_WORDS: Final = ThemeColor("amber_words")
SKY_WORDS: Final = ThemeColor("sky_words")
CORAL_WORDS: Final = ThemeColor("coral_words")
LIVE_WORDS: Final = ThemeColor("live_words")
SHADOW: Final = ThemeColor("shadow")
VEIL: Final = ThemeColor("veil")
HALO: Final = ThemeColor("halo")
LAMP: Final = ThemeColor("lamp")
CREAM: Final = ThemeColor("cream")

FRAME_WOOD: Final = ThemeColor("frame_wood")
TILE_WOOD: Final = ThemeColor("tile_wood")
FIELD_WOOD: Final = ThemeColor("field_wood")
DARK_WOOD: Final = ThemeColor("dark_wood")
PALE_WOOD: Final = ThemeColor("pale_wood")
WALNUT: Final = ThemeColor("walnut")
PIT: Final = ThemeColor("pit")
GROOVE: Final = ThemeColor("groove")
ENGRAVED: Final = ThemeColor("engraved")
SHINE: Final = ThemeColor("shine")
STEEL: Final = ThemeColor("steel")
RING_BED: Final = ThemeColor("ring_bed")
RING_CELL: Final = ThemeColor("ring_cell")


@dataclass(frozen=True, slots=True)
class SeatLook:
    """The colours and the mark of a seat's pieces, controls and texts; never a colour alone."""

    face: Colour
    inlay: Colour
    mark: Mark
    rim: Colour
    """The lighter or darker edge, visible on every background."""


def hex_colour(colour: Colour) -> str:
    """A colour of the active palette as ``#rrggbb``."""
    return f"#{colour[0]:02x}{colour[1]:02x}{colour[2]:02x}"


def _look(seat: str, mark: Mark) -> SeatLook:
    return SeatLook(
        ThemeColor(f"{seat}.face"), ThemeColor(f"{seat}.inlay"), mark, ThemeColor(f"{seat}.rim")
    )


BLACK_LOOK: Final = _look("black", "disc")
WHITE_LOOK: Final = _look("white", "diamond")
RED_LOOK: Final = _look("red", "triangle")
GREEN_LOOK: Final = _look("green", "square")
BLUE_LOOK: Final = _look("blue", "disc")
RED_DIAMOND_LOOK: Final = _look("red_diamond", "diamond")


RESULT_SIZE: Final = 150
TITLE_SIZE: Final = 92
CARD_SIZE: Final = 72
HEAD_SIZE: Final = 64
NAME_SIZE: Final = 50
BUTTON_SIZE: Final = 44
BODY_SIZE: Final = 38
SMALL_SIZE: Final = 29
"""Type sizes (em); capitals are two thirds of them."""

SEAT_LOOKS: Final = (BLACK_LOOK, WHITE_LOOK, RED_LOOK, GREEN_LOOK, BLUE_LOOK, RED_DIAMOND_LOOK)
"""All looks of seats."""

ContrastPairs: TypeAlias = tuple[tuple[Colour, tuple[Colour, ...]], ...]

STREAK: Final = mix(AMBER, BLACK, 0.68)
"""The chip that tells how many games in a row were won."""
CURTAIN: Final = (132, 27, 38)
"""Red cloth, the same in every palette."""
CURTAIN_FOLD: Final = (72, 13, 20)
"""The shadow in its folds."""
MAPLE: Final = (232, 216, 183)
"""Boards and plates of pale wood."""
_BACKGROUNDS: Final = (GROUND, GROUND_EDGE, PANEL, PANEL_ACTIVE, TRAY)

CONTRAST_PAIRS: Final[ContrastPairs] = (
    (TEXT, (*_BACKGROUNDS, PANEL_LINE)),
    (DIM, _BACKGROUNDS),
    (SOFT, (GROUND, GROUND_EDGE, PANEL)),
    (AMBER_WORDS, _BACKGROUNDS),
    (SKY_WORDS, _BACKGROUNDS),
    (CORAL_WORDS, _BACKGROUNDS),
    (LIVE_WORDS, _BACKGROUNDS),
    (INK, (AMBER, CHOSEN, SKY, CREAM, PALE_WOOD, MAPLE, LAMP)),
    (CREAM, (PETROL, CORAL_DEEP, CURTAIN, CURTAIN_FOLD, BLACK, STREAK)),
    (ENGRAVED, (FRAME_WOOD, TILE_WOOD, PALE_WOOD)),
    (WALNUT, (PALE_WOOD, MAPLE, CREAM)),
    *((look.inlay, (look.face,)) for look in SEAT_LOOKS),
)
DISABLED_PAIRS: Final[ContrastPairs] = ((OFF, (PANEL,)),)
"""Text of disabled controls. WCAG 2.2 (1.4.3) requires no contrast for it; we require 3:1."""


CARD_COLOURS: Final = tuple(
    ThemeColor(f"card {number + 1}", partial(Palette.card, number=number))
    for number in range(len(DEFAULT.cards))
)
"""The colours of the games in menu order; with more games than colours they repeat."""


def game_colour(game: Game) -> Colour:
    """The colour of a game's card in the menu and on its first page."""
    return CARD_COLOURS[(game.order - 1) % len(CARD_COLOURS)]
