"""Colours, sizes and marks: the one place that says what the table looks like.

Sizes are in canvas units (1080 on the short side). Meanings of colours: amber is *you may act
here*, petrol is *this happened*, coral is *this is why*.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Colour: TypeAlias = tuple[int, int, int]
Mark: TypeAlias = Literal["disc", "diamond", "triangle", "square"]


def _hex(code: str) -> Colour:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def mix(a: Colour, b: Colour, t: float) -> Colour:
    """The colour a share `t` of the way from `a` to `b`."""
    return (
        round(a[0] + (b[0] - a[0]) * t),
        round(a[1] + (b[1] - a[1]) * t),
        round(a[2] + (b[2] - a[2]) * t),
    )


BLACK: Final = (0, 0, 0)
WHITE: Final = (255, 255, 255)

GROUND: Final = _hex("#1D3A49")
GROUND_EDGE: Final = _hex("#081118")
PANEL: Final = _hex("#16303D")
PANEL_ACTIVE: Final = _hex("#1F4150")
PANEL_LINE: Final = _hex("#355766")
TEXT: Final = _hex("#F6F1E6")
DIM: Final = _hex("#A9BEC4")
INK: Final = _hex("#0D1B24")
AMBER: Final = _hex("#FFB938")
SKY: Final = _hex("#6CC8FF")
PETROL: Final = _hex("#0C5660")
CORAL: Final = _hex("#FF6B4A")
CORAL_DEEP: Final = _hex("#C9270F")
SHADOW: Final = _hex("#040A10")
HALO: Final = _hex("#FFBE4D")
LAMP: Final = _hex("#FFF5D6")
LAMP_EDGE: Final = _hex("#FFD27A")
CREAM: Final = _hex("#F7EFDC")

FRAME_WOOD: Final = _hex("#D4AC77")
TILE_WOOD: Final = _hex("#C89B64")
FIELD_WOOD: Final = _hex("#B58450")
DARK_WOOD: Final = _hex("#8D5F37")
PALE_WOOD: Final = _hex("#E8CD9C")
WALNUT: Final = _hex("#4E3421")
PIT: Final = _hex("#2A190E")
GROOVE: Final = _hex("#4A2F1A")
ENGRAVED: Final = _hex("#3E2614")
SHINE: Final = _hex("#FFE9C4")
STEEL: Final = _hex("#5F7A8C")
RING_BED: Final = _hex("#2B464D")
RING_CELL: Final = _hex("#476A72")


@dataclass(frozen=True, slots=True)
class SeatLook:
    """How a seat's pieces, pads and words look: a colour and a mark, never a colour alone."""

    face: Colour
    inlay: Colour
    mark: Mark
    rim: Colour
    """The lighter or darker edge that keeps the piece apart from any ground."""


BLACK_LOOK: Final = SeatLook(_hex("#1B1E23"), _hex("#F2D9A6"), "disc", _hex("#7C858C"))
WHITE_LOOK: Final = SeatLook(_hex("#FBF5E8"), _hex("#4A2C1A"), "diamond", _hex("#8F7F60"))
RED_LOOK: Final = SeatLook(_hex("#C8351F"), _hex("#FFF3DE"), "triangle", _hex("#6A160A"))
GREEN_LOOK: Final = SeatLook(_hex("#35BE95"), _hex("#06251C"), "square", _hex("#0E5C45"))
BLUE_LOOK: Final = SeatLook(_hex("#2461B8"), _hex("#FFF3DE"), "disc", _hex("#0C2B5C"))
RED_DIAMOND_LOOK: Final = SeatLook(_hex("#C02E1C"), _hex("#FFF3DE"), "diamond", _hex("#5E1208"))

RESULT_SIZE: Final = 150
TITLE_SIZE: Final = 92
CARD_SIZE: Final = 72
HEAD_SIZE: Final = 64
NAME_SIZE: Final = 50
BUTTON_SIZE: Final = 44
BODY_SIZE: Final = 38
SMALL_SIZE: Final = 29
"""The scale of type: em sizes; capitals are two thirds of them."""
