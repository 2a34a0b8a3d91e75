"""Computer players for every board game: searches, levels, and `Computer`.

Importing the package is cheap: the searches are imported with `Computer`, numba when it is needed.
"""

from typing import TYPE_CHECKING, Any

from tabletop.ai.weights import LEVELS, LevelNames, level_names, level_of_key, level_title

if TYPE_CHECKING:
    from tabletop.ai.computer import Computer

__all__ = ["LEVELS", "Computer", "LevelNames", "level_names", "level_of_key", "level_title"]


def __getattr__(name: str) -> Any:
    if name == "Computer":
        from tabletop.ai.computer import Computer

        return Computer
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
