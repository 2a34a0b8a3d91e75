"""On what each ink is written: all pairs of words and grounds, which the checks of colours measure.

A test draws the scenes and finds every pair that is really drawn in this list. It is no mapping:
an ink's hash changes with the palette.
"""

from typing import Final, TypeAlias

from tabletop.ui.theme.theme import (
    AMBER,
    AMBER_WORDS,
    BLACK,
    BLACK_LOOK,
    BLUE_LOOK,
    CHOSEN,
    CORAL_DEEP,
    CORAL_WORDS,
    CREAM,
    DIM,
    ENGRAVED,
    FRAME_WOOD,
    GREEN_LOOK,
    GROUND,
    GROUND_EDGE,
    INK,
    LAMP,
    LIVE_WORDS,
    OFF,
    PALE_WOOD,
    PANEL,
    PANEL_ACTIVE,
    PANEL_LINE,
    PETROL,
    RED_DIAMOND_LOOK,
    RED_LOOK,
    SKY,
    SKY_WORDS,
    SOFT,
    TEXT,
    TILE_WOOD,
    TRAY,
    WALNUT,
    WHITE_LOOK,
    Colour,
)

SEAT_LOOKS: Final = (BLACK_LOOK, WHITE_LOOK, RED_LOOK, GREEN_LOOK, BLUE_LOOK, RED_DIAMOND_LOOK)
"""A seat's figures stand on its own colour."""

ContrastPairs: TypeAlias = tuple[tuple[Colour, tuple[Colour, ...]], ...]

CURTAIN: Final = (132, 27, 38)
"""Red cloth, the same in every palette."""
CURTAIN_FOLD: Final = (72, 13, 20)
"""Where its folds lie in shadow."""
MAPLE: Final = (232, 216, 183)
"""Boards and plates of pale wood, the same in every palette but for a little light."""
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
    (CREAM, (PETROL, CORAL_DEEP, CURTAIN, CURTAIN_FOLD, BLACK)),
    (ENGRAVED, (FRAME_WOOD, TILE_WOOD, PALE_WOOD)),
    (WALNUT, (PALE_WOOD, MAPLE, CREAM)),
    *((look.inlay, (look.face,)) for look in SEAT_LOOKS),
)
DISABLED_PAIRS: Final[ContrastPairs] = ((OFF, (PANEL,)),)
"""Words of what cannot be done now. WCAG 2.2 (1.4.3) asks nothing of them; we ask 3."""
