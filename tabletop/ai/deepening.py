"""An alpha-beta search with all its buffers; see `alphabeta.py`."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tabletop.ai.binding import Bound
from tabletop.ai.buffers import SEATS, Branch, cleared, filled, floats, ints, scratch_size
from tabletop.ai.frames import (
    ANSWER,
    CODE,
    DEEP,
    DESK,
    DONE,
    EDGES,
    KNOWN,
    LINES,
    PLIES,
    ROOTS,
    TALLY,
    TRUE,
    VISITS,
)
from tabletop.ai.memory import ENTRY, HABITS, PAST
from tabletop.ai.roots import REPLIES
from tabletop.ai.weights import Weights
from tabletop.engine.kernel import TURN, Position


@dataclass(slots=True)
class Deepening:
    """One alpha-beta search. It changes as it looks; what it remembers serves later roots too."""

    bound: Bound
    weights: Weights
    position: Position
    capacity: int = 1 << 17
    """Positions remembered at most, a power of two."""
    spread: int = 1
    """How many plies of the root are told exactly; who errs has to know of several."""
    _b: dict[str, Any] = field(default_factory=dict)
    _root: Any = None

    def __post_init__(self) -> None:
        bound, most = self.bound, self.bound.kernel.MAX_MOVES
        size = bound.kernel.STATE_SIZE
        how = self.weights.steps(self.spread)
        w = self.weights.w(bound.guide.WEIGHTS)
        self._b = {  # in the order of `alphabeta.search`
            "s": ints(bound, size),
            "moves": ints(bound, most),
            "scratch": ints(bound, scratch_size(bound)),
            "leanings": floats(bound, most),
            "values": floats(bound, SEATS),
            "desk": ints(bound, DESK),
            "edges": floats(bound, EDGES),
            "stack": ints(bound, DEEP * size),
            "plies": ints(bound, PLIES),
            "order": floats(bound, PLIES),
            "table": ints(bound, self.capacity * ENTRY),
            "worths": floats(bound, self.capacity),
            "habits": floats(bound, 2 * HABITS),
            "tallies": ints(bound, most * TALLY),
            "promises": floats(bound, most),
            "lines": ints(bound, LINES),
            "replies": ints(bound, most * REPLIES),
            "past": ints(bound, PAST),
            "how": filled(floats(bound, len(how)), how),
            "w": filled(floats(bound, len(w)), w),
        }
        self._root = ints(bound, size)
        self._go_to(self.position)

    def plant(self, position: Position, x: int) -> None:
        """Begins anew; no dice are thrown here, so the random bits are not used."""
        for name in ("table", "habits"):
            cleared(self._b[name])
        self._go_to(position)

    def go_on(self, position: Position, played: int) -> bool:
        self._go_to(position)
        return True

    def _go_to(self, position: Position) -> None:
        self.position = position
        filled(self._root, position)
        cleared(self._b["tallies"])
        self.bound.alphabeta.plant(self._b["desk"])

    def remember(self, earlier: Iterable[Position]) -> None:
        """Says what the game has been through: to come there again is no progress."""
        cleared(self._b["past"])
        for position in earlier:
            self.bound.alphabeta.note(filled(self._root, position), self._b["past"])
        filled(self._root, self.position)

    def search(self, sims: int) -> None:
        self.bound.alphabeta.search(self._root, sims, self.capacity, *self._b.values())

    @property
    def done(self) -> bool:
        return bool(self._b["desk"][DONE])

    @property
    def proof(self) -> int:
        best = max(self.branches, key=lambda one: one.rank, default=None)
        if best is None or not best.proof:
            return 0
        return best.proof if self.done or best.proof == self._won else 0

    @property
    def _won(self) -> int:
        """The result that is best for the seat to move."""
        return 1 + (1 << self.position[TURN])

    @property
    def branches(self) -> list[Branch]:
        desk, tallies, promises = self._b["desk"], self._b["tallies"], self._b["promises"]
        seat, answer, found = self.position[TURN], int(desk[ANSWER]), []
        for i in range(int(desk[ROOTS])):
            at = i * TALLY
            code, visits = int(tallies[at + CODE]), int(tallies[at + VISITS])
            promise, true = float(promises[i]), bool(tallies[at + TRUE])
            proof = int(tallies[at + KNOWN])
            if not proof and abs(promise) > 1.0 and (true or promise < -1.0) and visits:
                proof = 1 + (1 << (seat if promise > 0 else 1 - seat))
            own = min(1.0, max(0.0, (promise + 1.0) / 2.0))
            values = tuple(own if one == seat else 1.0 - own for one in range(2))
            rank = 20.0 if code == answer else (10.0 if true else 0.0) + promise
            found.append(Branch(code, visits, values if visits else (), proof, i, rank))
        return found

    def prove(self, code: int, result: int) -> None:
        tallies = self._b["tallies"]
        for branch in self.branches:
            if branch.code == code:
                tallies[branch.place * TALLY + KNOWN] = result

    def line(self, place: int, most: int = 6) -> list[int]:
        replies, found = self._b["replies"], list[int]()
        for i in range(min(most, REPLIES)):
            ply = int(replies[place * REPLIES + i])
            if ply < 0:
                break
            found.append(ply)
        return found
