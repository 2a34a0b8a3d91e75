"""Colours, sizes and marks: the one place that says what the table looks like.

Colours are inks: they read as the palette in force has them (`tabletop/ui/palettes`), and are not
to be kept as keys, for their hash changes with it. Literal colours elsewhere are those of materials
and light, which no palette changes but by the wood's (`wood.py`).

Sizes are in canvas units (1080 on the short side). Meanings of colours: amber is *you may act
here*, petrol is *this happened*, coral is *this is why*.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tabletop.ui import kept
from tabletop.ui.inks import Colour as Colour
from tabletop.ui.inks import Ink, palette_now, put_in_force
from tabletop.ui.inks import mix as mix
from tabletop.ui.inks import plain as plain
from tabletop.ui.palettes import PALETTES, Palette

Mark: TypeAlias = Literal["disc", "diamond", "triangle", "square"]

BLACK: Final = (0, 0, 0)
WHITE: Final = (255, 255, 255)

GROUND: Final = Ink("ground")
GROUND_EDGE: Final = Ink("ground_edge")
PANEL: Final = Ink("panel")
PANEL_ACTIVE: Final = Ink("panel_active")
PANEL_LINE: Final = Ink("panel_line")
OUTLINE: Final = Ink("outline")
TRAY: Final = Ink("tray")
TEXT: Final = Ink("text")
DIM: Final = Ink("dim")
SOFT: Final = mix(TEXT, DIM, 0.45)
"""Words of a long text, quieter than its headings."""
OFF: Final = mix(PANEL, DIM, 0.65)
"""Words of what cannot be done now."""
FOCUS: Final = Ink("focus")
INK: Final = Ink("ink")
AMBER: Final = Ink("amber")
CHOSEN: Final = mix(AMBER, WHITE, 0.15)
"""The face of a button that stands for what is chosen."""
SKY: Final = Ink("sky")
PETROL: Final = Ink("petrol")
CORAL: Final = Ink("coral")
CORAL_DEEP: Final = Ink("coral_deep")
AMBER_WORDS: Final = Ink("amber_words")
SKY_WORDS: Final = Ink("sky_words")
CORAL_WORDS: Final = Ink("coral_words")
LIVE_WORDS: Final = Ink("live_words")
SHADOW: Final = Ink("shadow")
VEIL: Final = Ink("veil")
HALO: Final = Ink("halo")
LAMP: Final = Ink("lamp")
LAMP_EDGE: Final = Ink("lamp_edge")
CREAM: Final = Ink("cream")

FRAME_WOOD: Final = Ink("frame_wood")
TILE_WOOD: Final = Ink("tile_wood")
FIELD_WOOD: Final = Ink("field_wood")
DARK_WOOD: Final = Ink("dark_wood")
PALE_WOOD: Final = Ink("pale_wood")
WALNUT: Final = Ink("walnut")
PIT: Final = Ink("pit")
GROOVE: Final = Ink("groove")
ENGRAVED: Final = Ink("engraved")
SHINE: Final = Ink("shine")
STEEL: Final = Ink("steel")
RING_BED: Final = Ink("ring_bed")
RING_CELL: Final = Ink("ring_cell")


@dataclass(frozen=True, slots=True)
class SeatLook:
    """How a seat's pieces, pads and words look: a colour and a mark, never a colour alone."""

    face: Colour
    inlay: Colour
    mark: Mark
    rim: Colour
    """The lighter or darker edge that keeps the piece apart from any ground."""


def _look(seat: str, mark: Mark) -> SeatLook:
    return SeatLook(Ink(f"{seat}.face"), Ink(f"{seat}.inlay"), mark, Ink(f"{seat}.rim"))


BLACK_LOOK: Final = _look("black", "disc")
WHITE_LOOK: Final = _look("white", "diamond")
RED_LOOK: Final = _look("red", "triangle")
GREEN_LOOK: Final = _look("green", "square")
BLUE_LOOK: Final = _look("blue", "disc")
RED_DIAMOND_LOOK: Final = _look("red_diamond", "diamond")


def use(key: str) -> bool:
    """Has the table drawn in another palette from now on; False if it is in force already.

    Forgets every kept picture. Scenes must be fitted anew, and the screen drawn whole.
    """
    if palette_now().key == key:
        return False
    put_in_force(PALETTES[key])
    kept.forget_all()
    return True


def now() -> Palette:
    """The palette in force."""
    return palette_now()


RESULT_SIZE: Final = 150
TITLE_SIZE: Final = 92
CARD_SIZE: Final = 72
HEAD_SIZE: Final = 64
NAME_SIZE: Final = 50
BUTTON_SIZE: Final = 44
BODY_SIZE: Final = 38
SMALL_SIZE: Final = 29
"""The scale of type: em sizes; capitals are two thirds of them."""
