"""Prints the measured colours of the palettes as a table."""

import argparse
import os
from collections.abc import Sequence
from typing import Final

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame

from tabletop.settings.palettes import PALETTES
from tabletop.ui.theme import theme
from tools.colours_measured import Figure, pieces_on_boards, seats, words

SHOWN: Final = 6
"""So many of each kind are told, the least first."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the tables; gives 1 if a figure is less than it must be."""
    parser = argparse.ArgumentParser(
        prog="tools/colours.py", description="Measure the colours of the palettes."
    )
    parser.add_argument("palettes", nargs="*", metavar="PALETTE", help=", ".join(PALETTES))
    parser.add_argument("--all", action="store_true", help="print every figure")
    chosen = parser.parse_args(arguments)
    wrong = set(chosen.palettes) - set(PALETTES)
    if wrong:
        parser.error(f"there is no palette {', '.join(sorted(wrong))}")
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1, 1))
    failed = 0
    for key in chosen.palettes or PALETTES:
        theme.switch_palette(key)
        print(f"== {key}")
        kinds = {
            "contrast of words (WCAG 2.2)": list(words()),
            "seats from each other (CIEDE2000)": list(seats()),
            "pieces from their boards (CIEDE2000)": list(pieces_on_boards()),
        }
        for kind, figures in kinds.items():
            failed += _print(kind, figures, every=chosen.all)
    return 1 if failed else 0


def _print(kind: str, figures: Sequence[Figure], *, every: bool) -> int:
    """Prints one kind, and gives how many of it fail."""
    failed = [figure for figure in figures if not figure.holds]
    print(f"-- {kind}: {len(figures)} measured, {len(failed)} too small")
    ordered = sorted(figures, key=lambda figure: figure.value / figure.least)
    for figure in ordered if every else ordered[: max(SHOWN, len(failed))]:
        print(f"   {figure}")
    return len(failed)
