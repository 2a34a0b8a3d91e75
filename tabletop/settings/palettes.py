"""The colour palettes: the values of the setting `look.palette`, and the colours of each.

To add a palette, write it below as `replace(DEFAULT, ...)`, or in full as `DEFAULT` is, and list it
in `PALETTES`. The setting, its help and the page on which palettes are chosen are made from that;
``tabletop settings --default`` prints `config/default.toml`. `ui/theme/theme.py` names the colours.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, TypeAlias

from tabletop.engine import Text, say

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
    title: Text
    note: Text
    """What it is for; shown below its title."""
    purpose: str
    """The same after its key in the help text of the setting, in English; may be empty."""

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


DEFAULT: Final = Palette(
    key="dark",
    title=say("palette.dark", "Dark"),
    note=say("look.dark", "For rooms that are not too bright."),
    purpose="",
    ground=rgb("#1D3A49"),
    ground_edge=rgb("#081118"),
    panel=rgb("#16303D"),
    panel_active=rgb("#1F4150"),
    panel_line=rgb("#355766"),
    outline=rgb("#355766"),
    tray=rgb("#0C1921"),
    text=rgb("#F6F1E6"),
    dim=rgb("#A9BEC4"),
    focus=rgb("#FFFFFF"),
    shadow=rgb("#040A10"),
    veil=rgb("#040A10"),
    ink=rgb("#0D1B24"),
    amber=rgb("#FFB938"),
    sky=rgb("#6CC8FF"),
    petrol=rgb("#0C5660"),
    coral=rgb("#FF6B4A"),
    coral_deep=rgb("#C9270F"),
    cream=rgb("#F7EFDC"),
    amber_words=rgb("#FFB938"),
    sky_words=rgb("#6CC8FF"),
    coral_words=rgb("#FF8C72"),
    live_words=rgb("#7AD696"),
    halo=rgb("#FFBE4D"),
    lamp=rgb("#FFF5D6"),
    shine=rgb("#FFE9C4"),
    frame_wood=rgb("#D4AC77"),
    tile_wood=rgb("#C89B64"),
    field_wood=rgb("#B58450"),
    dark_wood=rgb("#8D5F37"),
    pale_wood=rgb("#E8CD9C"),
    walnut=rgb("#4E3421"),
    pit=rgb("#2A190E"),
    groove=rgb("#4A2F1A"),
    engraved=rgb("#3E2614"),
    steel=rgb("#5F7A8C"),
    ring_bed=rgb("#2B464D"),
    ring_cell=rgb("#476A72"),
    black=SeatInks(rgb("#1B1E23"), rgb("#F2D9A6"), rgb("#7C858C")),
    white=SeatInks(rgb("#FBF5E8"), rgb("#4A2C1A"), rgb("#8F7F60")),
    red=SeatInks(rgb("#BE3019"), rgb("#FFF3DE"), rgb("#6A160A")),
    green=SeatInks(rgb("#2AAE86"), rgb("#06251C"), rgb("#0A4636")),
    blue=SeatInks(rgb("#2461B8"), rgb("#FFF3DE"), rgb("#0C2B5C")),
    red_diamond=SeatInks(rgb("#C02E1C"), rgb("#FFF3DE"), rgb("#5E1208")),
    cards=(
        rgb("#B5361F"),
        rgb("#245CCC"),
        rgb("#8A5806"),
        rgb("#0B6F66"),
        rgb("#6C42B6"),
        rgb("#B03470"),
        rgb("#3E6E2C"),
        rgb("#2C6280"),
    ),
)

_LIGHT: Final = replace(
    DEFAULT,
    key="light",
    title=say("palette.light", "Light"),
    note=say("look.light", "For bright rooms and daylight."),
    purpose="for bright rooms",
    ground=rgb("#EFE5D2"),
    ground_edge=rgb("#D3C2A4"),
    panel=rgb("#FAF4E8"),
    panel_active=rgb("#E9DBC1"),
    panel_line=rgb("#BFA981"),
    outline=rgb("#BFA981"),
    tray=rgb("#D2BF9E"),
    text=rgb("#241C14"),
    dim=rgb("#54483A"),
    focus=rgb("#10384A"),
    shadow=rgb("#4A3A26"),
    veil=rgb("#3A2E20"),
    ink=rgb("#14110D"),
    amber=rgb("#F5A81C"),
    sky=rgb("#5FBDF5"),
    coral=rgb("#D9432B"),
    cream=rgb("#FFFBF2"),
    amber_words=rgb("#703D00"),
    sky_words=rgb("#0B4F7D"),
    coral_words=rgb("#951905"),
    live_words=rgb("#175B31"),
    frame_wood=rgb("#DDB987"),
    tile_wood=rgb("#D2A874"),
    field_wood=rgb("#BF9059"),
    dark_wood=rgb("#99693F"),
    pale_wood=rgb("#EFD8AC"),
    walnut=rgb("#5A3D28"),
    steel=rgb("#4F6878"),
    black=SeatInks(rgb("#1B1E23"), rgb("#F2D9A6"), rgb("#6C757C")),
    white=SeatInks(rgb("#FFFAF0"), rgb("#4A2C1A"), rgb("#86754F")),
    wood_light=rgb("#FFF4DC"),
    wood_share=0.10,
)
"""Linen and warm paper, dark text, paler wood."""


_COLOUR_BLIND: Final = replace(
    DEFAULT,
    key="colour-blind",
    title=say("palette.colour_blind", "Colour-blind"),
    note=say("look.colour_blind", "Colours that are easy to tell apart."),
    purpose="with seats that nobody takes for each other",
    black=SeatInks(rgb("#14171C"), rgb("#F2D9A6"), rgb("#8D969D")),
    white=SeatInks(rgb("#FFFAF0"), rgb("#4A2C1A"), rgb("#7D6D4E")),
    red=SeatInks(rgb("#BF3A00"), rgb("#FFF3DE"), rgb("#571900")),
    green=SeatInks(rgb("#28A694"), rgb("#04231F"), rgb("#0B5148")),
    blue=SeatInks(rgb("#1C55A8"), rgb("#FFF3DE"), rgb("#08234D")),
    red_diamond=SeatInks(rgb("#C74A08"), rgb("#FFF8EC"), rgb("#571900")),
)
"""Seats differ in lightness, and are blue or orange."""

_CONTRAST: Final = replace(
    DEFAULT,
    key="contrast",
    title=say("palette.contrast", "High contrast"),
    note=say("look.contrast", "For weak eyesight and weak projectors."),
    purpose="for weak eyes and weak projectors",
    ground=rgb("#000000"),
    ground_edge=rgb("#000000"),
    panel=rgb("#0A0A0A"),
    panel_active=rgb("#1C1C1C"),
    panel_line=rgb("#565656"),
    outline=rgb("#C9C9C9"),
    tray=rgb("#121212"),
    text=rgb("#FFFFFF"),
    dim=rgb("#E4E4E4"),
    shadow=rgb("#000000"),
    veil=rgb("#000000"),
    ink=rgb("#000000"),
    amber=rgb("#FFC400"),
    sky=rgb("#7FD6FF"),
    petrol=rgb("#00424C"),
    coral=rgb("#FF7A5C"),
    coral_deep=rgb("#B01800"),
    cream=rgb("#FFFFFF"),
    amber_words=rgb("#FFD23D"),
    sky_words=rgb("#8ADAFF"),
    coral_words=rgb("#FF9D86"),
    live_words=rgb("#8CF0AC"),
    halo=rgb("#FFC400"),
    lamp=rgb("#FFF8E0"),
    dark_wood=rgb("#7A4F2B"),
    pale_wood=rgb("#F0DAB0"),
    walnut=rgb("#24160C"),
    pit=rgb("#140A04"),
    groove=rgb("#24140A"),
    engraved=rgb("#1E0F06"),
    steel=rgb("#4A6374"),
    ring_bed=rgb("#12282D"),
    ring_cell=rgb("#2E4E55"),
    black=SeatInks(rgb("#000000"), rgb("#FFFFFF"), rgb("#FFFFFF")),
    white=SeatInks(rgb("#FFFFFF"), rgb("#000000"), rgb("#1A1208")),
    red=SeatInks(rgb("#C40000"), rgb("#FFFFFF"), rgb("#330000")),
    green=SeatInks(rgb("#00B388"), rgb("#00120D"), rgb("#00231A")),
    blue=SeatInks(rgb("#0047C2"), rgb("#FFFFFF"), rgb("#00113A")),
    red_diamond=SeatInks(rgb("#C40000"), rgb("#FFFFFF"), rgb("#330000")),
    cards=(
        rgb("#A32A14"),
        rgb("#1A48A8"),
        rgb("#704600"),
        rgb("#006058"),
        rgb("#56309C"),
        rgb("#8F2258"),
        rgb("#2E5A1E"),
        rgb("#1E4E68"),
    ),
    rim=0.13,
    edge=3.0,
)
"""Black ground, white text, outlined controls, pieces with thick rims."""


PALETTES: Final[Mapping[str, Palette]] = MappingProxyType(
    {palette.key: palette for palette in (DEFAULT, _LIGHT, _COLOUR_BLIND, _CONTRAST)}
)
"""All palettes by key, in the order in which they are offered."""
