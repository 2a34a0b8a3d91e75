"""A search tree with all its buffers: grown, asked, and moved on as the game goes on."""

from dataclasses import dataclass, field
from typing import Any, Final

from tabletop.ai.binding import Bound
from tabletop.ai.buffers import SEATS, Branch, cleared, filled, floats, ints, scratch_size
from tabletop.ai.growth import CHILD, COUNT, MOVE, NODE, PROOF, SUM, VALUE, VISITS
from tabletop.ai.rollouts import MARKS
from tabletop.ai.tree import DEEP
from tabletop.ai.weights import Weights
from tabletop.engine.kernel import PLY, TURN, Position
from tabletop.engine.kernel import SEATS as PLAYERS

FAR: Final = 4
"""Plies that a game may have gone on for a tree to be kept."""
TRIES: Final = 3000
"""Plies that are tried to find the way there."""


@dataclass(slots=True)
class Tree:
    """One search tree. It changes as it is searched."""

    bound: Bound
    weights: Weights
    position: Position
    x: int
    """The random bits that come next, 1 to 2147483646."""
    capacity: int = 400_000
    """Nodes at most."""
    size: int = 1
    _b: dict[str, Any] = field(default_factory=dict)
    _root: Any = None

    def __post_init__(self) -> None:
        bound = self.bound
        most = bound.kernel.MAX_MOVES
        self.capacity = max(self.capacity, 2 * most)
        w, how = self.weights.w(bound.guide.WEIGHTS), self.weights.how
        self._b = {  # in the order of `tree.search`
            "nodes": ints(bound, self.capacity * NODE),
            "sums": floats(bound, self.capacity * SUM),
            "totals": floats(bound, most * SEATS),
            "s": ints(bound, bound.kernel.STATE_SIZE),
            "moves": ints(bound, most),
            "scratch": ints(bound, scratch_size(bound)),
            "path": ints(bound, DEEP),
            "owners": ints(bound, DEEP),
            "marks": ints(bound, 1 + SEATS * MARKS),
            "leanings": floats(bound, most),
            "values": floats(bound, SEATS),
            "judged": floats(bound, SEATS),
            "how": filled(floats(bound, len(how)), how),
            "w": filled(floats(bound, len(w)), w),
        }
        self._root = ints(bound, bound.kernel.STATE_SIZE)
        self.plant(self.position, self.x)

    def plant(self, position: Position, x: int) -> None:
        b = self._b
        self.x = x
        self.position = position
        filled(self._root, position)
        self.size = self.bound.growth.plant(b["nodes"], b["sums"])
        cleared(b["totals"])
        cleared(b["marks"])

    def search(self, sims: int) -> None:
        x, size = self.bound.tree.search(
            self._root, sims, self.x, self.size, self.capacity, *self._b.values()
        )
        self.x, self.size = int(x), int(size)

    @property
    def visits(self) -> int:
        """How many lines of play were looked at from the root."""
        return int(self._b["nodes"][VISITS])

    @property
    def proof(self) -> int:
        return int(self._b["nodes"][PROOF])

    @property
    def done(self) -> bool:
        return self.proof != 0 or (self.position[PLAYERS] > 2 and self._split)

    @property
    def _split(self) -> bool:
        """Whether every ply is certain though the result is not: who has lost may choose."""
        children, nodes = self._children(0), self._b["nodes"]
        return len(children) > 0 and all(nodes[child * NODE + PROOF] for child in children)

    @property
    def branches(self) -> list[Branch]:
        nodes, totals = self._b["nodes"], self._b["totals"]
        first, found = int(nodes[CHILD]), []
        seats = self.position[PLAYERS]
        for i in range(int(nodes[COUNT])):
            node = first + i
            at = node * NODE
            visits = int(nodes[at + VISITS])
            sums = [float(totals[i * SEATS + seat]) for seat in range(seats)]
            values = self._shares(sums, node, visits)
            move, proof = int(nodes[at + MOVE]), int(nodes[at + PROOF])
            found.append(Branch(move, visits, values, proof, node, float(visits)))
        return found

    def _shares(self, sums: list[float], node: int, visits: int) -> tuple[float, ...]:
        """Each seat's mean.

        What an earlier root has seen is known for the mover alone; the others share the rest
        in the proportion of what was seen since.
        """
        if not visits:
            return ()
        mover = self.position[TURN]
        own = min(1.0, float(self._b["sums"][node * SUM + VALUE]) / visits)
        others = sum(sums) - sums[mover]
        if others <= 0.0:
            sums, others = [1.0] * len(sums), len(sums) - 1.0
        rest = (1.0 - own) / others
        return tuple(own if seat == mover else one * rest for seat, one in enumerate(sums))

    def way_to(self, position: Position, far: int, begin: int = -1) -> list[int] | None:
        """The plies in the tree that lead from its root to a position; None if none are found.

        `begin` is the first ply, where that is known. Gives up after `TRIES` plies.
        """
        nodes, kernel = self._b["nodes"], self.bound.kernel
        wanted, tries = list(position), TRIES
        ways: list[tuple[int, list[int], list[int]]] = [(0, [], list(self.position))]
        while ways and tries > 0:
            node, codes, before = ways.pop()
            for child in self._children(node):
                code = int(nodes[child * NODE + MOVE])
                if nodes[child * NODE + VISITS] == 0 or (not codes and begin not in (-1, code)):
                    continue
                s = filled(ints(self.bound, kernel.STATE_SIZE), before)
                kernel.apply(s, code)
                tries -= 1
                after = list(s) if isinstance(s, list) else s.tolist()
                if after == wanted:
                    return [*codes, code]
                if len(codes) + 1 < far:
                    ways.append((child, [*codes, code], after))
        return None

    def _children(self, node: int) -> range:
        nodes = self._b["nodes"]
        first = int(nodes[node * NODE + CHILD])
        return range(first, first + int(nodes[node * NODE + COUNT]))

    def prove(self, code: int, result: int) -> None:
        nodes = self._b["nodes"]
        for branch in self.branches:
            if branch.code == code:
                nodes[branch.place * NODE + PROOF] = result

    def line(self, place: int, most: int = 6) -> list[int]:
        node = place
        nodes, found = self._b["nodes"], list[int]()
        while len(found) < most and nodes[node * NODE + COUNT] > 0:
            node = max(self._children(node), key=lambda child: int(nodes[child * NODE + VISITS]))
            if nodes[node * NODE + VISITS] == 0:
                break
            found.append(int(nodes[node * NODE + MOVE]))
        return found

    def go_on(self, position: Position, played: int) -> bool:
        far = position[PLY] - self.position[PLY]
        if far == 0:
            return position == self.position
        if not 0 < far <= FAR:
            return False
        way = self.way_to(position, far, played)
        if way is None and far == 1:  # who pondered was wrong about what would be played
            way = self.way_to(position, far)
        return way is not None and self.follow(way, position)

    def follow(self, codes: list[int], position: Position) -> bool:
        """Makes the position after these plies the root and keeps what is known; else False."""
        nodes = self._b["nodes"]
        node = 0
        for code in codes:
            same = int(self.bound.guide.same_throw(code))
            here = self._children(node)
            found = [child for child in here if nodes[child * NODE + MOVE] in (code, same)]
            if not found:
                return False
            node = found[0]
        if nodes[node * NODE + VISITS] == 0 or nodes[node * NODE + PROOF]:
            return False
        to, to_sums = ints(self.bound, len(nodes)), floats(self.bound, len(self._b["sums"]))
        self.size = int(self.bound.growth.keep_below(node, nodes, self._b["sums"], to, to_sums))
        self._b["nodes"], self._b["sums"] = to, to_sums
        self.position = position
        filled(self._root, position)
        cleared(self._b["totals"])
        return True
