"""Draws the program's icon in all its sizes into assets/icon (needs pygame-ce; run by hand).

``python3 tools/make_icons.py [DIR]``
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import pygame

from tabletop.ui.draw.images import FOLDER, SIDES, app_icon, icon_file_name


def main(arguments: Sequence[str]) -> int:
    """Draws them; gives 0."""
    folder = Path(arguments[0]) if arguments else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    for side in SIDES:
        pygame.image.save(app_icon(side), folder / icon_file_name(side))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
