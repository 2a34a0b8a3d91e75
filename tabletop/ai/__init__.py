"""Computer players for every board game: searches, levels, and `Computer`, who plays.

Importing it is cheap: who only wants the names of the levels gets no more, and numba comes in when
something is thought about.
"""

from typing import TYPE_CHECKING, Any

from tabletop.ai.levels import LEVEL_NAMES as LEVELS

if TYPE_CHECKING:
    from tabletop.ai.computer import Computer

__all__ = ["LEVELS", "Computer"]


def __getattr__(name: str) -> Any:
    if name == "Computer":
        from tabletop.ai.computer import Computer

        return Computer
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
