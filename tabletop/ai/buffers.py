"""The buffers of a search, and what it tells of the plies at its root."""

from dataclasses import dataclass
from typing import Any, Final, Protocol

from tabletop.ai.binding import Bound
from tabletop.ai.weights import Weights
from tabletop.engine.kernel import Position

SEATS: Final = 8
"""Room for what belongs to every seat."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One ply at the root of a search."""

    code: int
    visits: int
    values: tuple[float, ...]
    """What it is worth to each seat, 0 to 1; empty while nothing is known."""
    proof: int
    """The result that is certain after it; 0 for none."""
    place: int
    """Where the search keeps what it knows of it."""
    rank: float
    """Of two plies of which nothing is certain the higher is the better one."""


class Search(Protocol):
    """A search from one root, in slices. Two there are: `Tree` and `Deepening`."""

    @property
    def bound(self) -> Bound: ...
    @property
    def weights(self) -> Weights: ...
    @property
    def position(self) -> Position: ...
    @property
    def proof(self) -> int:
        """The result that is certain; 0 for none."""
        ...

    @property
    def done(self) -> bool:
        """Whether looking on would change nothing."""
        ...

    @property
    def branches(self) -> list[Branch]:
        """The plies at the root (none before the first search)."""
        ...

    def plant(self, position: Position, x: int) -> None:
        """Begins anew at a position, with these random bits."""
        ...

    def go_on(self, position: Position, played: int) -> bool:
        """Makes a later position the root and keeps what is known of it; else False.

        `played` is the first ply that was played since, if that is known; else -1.
        """
        ...

    def search(self, sims: int) -> None:
        """Looks at so many more lines of play, or at fewer once it is done."""
        ...

    def prove(self, code: int, result: int) -> None:
        """Says that a ply at the root is certain to have a result (a repetition is a draw)."""
        ...

    def line(self, place: int, most: int = 6) -> list[int]:
        """The plies that are expected after a ply of the root, by its place."""
        ...


def ints(bound: Bound, n: int) -> Any:
    """A buffer of n zeros for a game's functions."""
    if not bound.compiled:
        return [0] * n
    import numpy as np

    return np.zeros(n, np.int64)


def floats(bound: Bound, n: int) -> Any:
    """A buffer of n float zeros for a game's functions."""
    if not bound.compiled:
        return [0.0] * n
    import numpy as np

    return np.zeros(n, np.float64)


def filled(buffer: Any, values: Any) -> Any:
    """The buffer with these values at its beginning."""
    buffer[: len(values)] = values
    return buffer


def cleared(buffer: Any) -> None:
    """Sets a buffer to zeros."""
    if isinstance(buffer, list):
        buffer[:] = [type(buffer[0])()] * len(buffer)
    else:
        buffer.fill(0)


def scratch_size(bound: Bound) -> int:
    """The scratch space that a game's functions need."""
    return max(int(bound.guide.SCRATCH), int(bound.kernel.SCRATCH), 1)
