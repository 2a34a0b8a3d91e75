"""The fields of a palette: all colours that depend on it."""

from dataclasses import dataclass
from typing import TypeAlias

from tabletop.engine import Text

RGB: TypeAlias = tuple[int, int, int]


def rgb(code: str) -> RGB:
    """A colour from its code, as ``#1D3A49``."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


@dataclass(frozen=True, slots=True)
class SeatInks:
    """The colours of one seat's pieces."""

    face: RGB
    inlay: RGB
    """Of the mark on the face."""
    rim: RGB
    """The lighter or darker edge that separates the piece from any background."""


@dataclass(frozen=True, slots=True)
class Palette:
    """All colours of one palette. `theme` has a name for each."""

    key: str
    """Its value of the setting `look.palette`."""
    order: int
    """Its position in the list of palettes."""
    title: Text

    # The backgrounds, and what text is written on.
    ground: RGB
    ground_edge: RGB
    panel: RGB
    panel_active: RGB
    panel_line: RGB
    """Thin lines, and the unlit lamps of a row."""
    outline: RGB
    """The line round buttons and plates, where there is one (`edge`)."""
    tray: RGB
    """The background of a row of answers of which one is chosen."""
    text: RGB
    dim: RGB
    focus: RGB
    """The outline of the element with keyboard focus."""
    shadow: RGB
    veil: RGB
    """The overlay between a question and the page below it."""

    # What things mean, as faces and lines; on bright ones words are in `ink`.
    ink: RGB
    amber: RGB
    sky: RGB
    petrol: RGB
    coral: RGB
    coral_deep: RGB
    cream: RGB
    """Chosen elements, and paper."""

    # The same meanings as words and small signs on the ground and on panels.
    amber_words: RGB
    sky_words: RGB
    coral_words: RGB
    live_words: RGB

    # Light.
    halo: RGB
    lamp: RGB
    lamp_edge: RGB
    shine: RGB

    # Materials.
    frame_wood: RGB
    tile_wood: RGB
    field_wood: RGB
    dark_wood: RGB
    pale_wood: RGB
    walnut: RGB
    pit: RGB
    groove: RGB
    engraved: RGB
    steel: RGB
    ring_bed: RGB
    ring_cell: RGB

    # Seats. The games call them so in every palette: Red stays a red.
    black: SeatInks
    white: SeatInks
    red: SeatInks
    green: SeatInks
    blue: SeatInks
    red_diamond: SeatInks
    """The red that sits opposite blue."""

    cards: tuple[RGB, ...]
    """The menu's cards, with white words on them."""
    wood_light: RGB = (255, 255, 255)
    wood_share: float = 0.0
    """How far all wood is mixed towards `wood_light`."""
    rim: float = 0.06
    """The rims of stones, in radii."""
    edge: float = 0.0
    """The line round buttons and plates, in canvas units."""

    def card(self, number: int) -> RGB:
        """The colour of one of the menu's cards."""
        return self.cards[number]
