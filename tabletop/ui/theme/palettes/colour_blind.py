"""Seats that nobody takes for each other: a lightness of its own for each, and blue or orange."""

from dataclasses import replace
from typing import Final

from tabletop.engine import say
from tabletop.ui.theme.palettes.dark import PALETTE as DARK
from tabletop.ui.theme.palettes.palette import Palette, SeatInks, rgb

PALETTE: Final[Palette] = replace(
    DARK,
    key="colour-blind",
    order=3,
    title=say("palette.colour_blind", "Colour-blind"),
    black=SeatInks(rgb("#14171C"), rgb("#F2D9A6"), rgb("#8D969D")),
    white=SeatInks(rgb("#FFFAF0"), rgb("#4A2C1A"), rgb("#7D6D4E")),
    red=SeatInks(rgb("#BF3A00"), rgb("#FFF3DE"), rgb("#571900")),
    green=SeatInks(rgb("#28A694"), rgb("#04231F"), rgb("#0B5148")),
    blue=SeatInks(rgb("#1C55A8"), rgb("#FFF3DE"), rgb("#08234D")),
    red_diamond=SeatInks(rgb("#C74A08"), rgb("#FFF8EC"), rgb("#571900")),
)
