"""Every five squares of the board that lie in a straight line, as tables made at import.

On the 6 x 6 squares there are 32 such windows, on the 7 x 7 points 60: rows, columns, then both
diagonals. A window is a set of squares; whoever fills one has won.
"""

from typing import Final

from tabletop.games.trelawney.squares import BOARD, DELTA, squares

LONG: Final = 5
"""Squares in a window."""


def _windows(board: int) -> tuple[tuple[int, int], ...]:
    """Each window of a board, with its upward direction."""
    return tuple(
        (window, k)
        for k in (0, 2, 4, 6)
        for square in squares(board)
        if (window := sum(1 << square + i * DELTA[k] for i in range(LONG))) & BOARD[board] == window
    )


_BOTH: Final = _windows(0) + _windows(1)

WINDOW: Final = tuple(window for window, _ in _BOTH)
"""The windows of the 6 x 6 squares, then those of the 7 x 7 points, as sets."""

LINED: Final = tuple(square for window in WINDOW for square in range(64) if window >> square & 1)
"""The squares of window i, at i * 5 and the four after it."""

ALONG: Final = tuple(k for _, k in _BOTH)
"""The direction upwards along each window."""

FIRST: Final = (0, len(_windows(0)))
"""Where the windows of each board begin."""

LAST: Final = (len(_windows(0)), len(_BOTH))
"""Where the windows of each board end; this one is not among them."""
