"""Computer players for every board game: searches, levels, and `Computer`, who plays.

Importing it is cheap: numba comes in only when something is thought about.
"""

from tabletop.ai.computer import Computer
from tabletop.ai.levels import NAMES as LEVELS

__all__ = ["LEVELS", "Computer"]
