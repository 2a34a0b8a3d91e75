"""The searches as objects: Monte-Carlo tree search and alpha-beta, with their buffers."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Final, TypeAlias

from tabletop.ai.alphabeta import (
    DESK_BEST_PLY,
    DESK_DONE,
    DESK_ROOT_PLIES,
    DESK_SIZE,
    EDGES_SIZE,
    ENTRY_SIZE,
    HISTORY_SIZE,
    MAX_FRAMES,
    MAX_PLIES,
    PLAYED_POSITIONS_SIZE,
    PV_SIZE,
    ROOT_CODE,
    ROOT_EXACT,
    ROOT_KNOWN_RESULT,
    ROOT_PV_LENGTH,
    ROOT_SIZE,
    ROOT_VISITS,
)
from tabletop.ai.mcts import (
    MAX_PATH_LENGTH,
    NODE_CHILD_COUNT,
    NODE_FIRST_CHILD,
    NODE_MOVE,
    NODE_PROOF,
    NODE_SIZE,
    NODE_VISITS,
    RAVE_MARKS,
    SUM_VALUE,
    SUMS_SIZE,
)
from tabletop.ai.weights import Weights, load_weights, plain_uct_weights
from tabletop.engine import Game
from tabletop.engine.kernel import PLY, TURN, Position
from tabletop.engine.kernel import SEATS as PLAYERS


@dataclass(frozen=True, slots=True)
class LinkedGame:
    """The functions of one game and of the searches, linked by `compilation.py`."""

    key: str
    kernel: ModuleType
    guide: ModuleType
    mcts: ModuleType
    alphabeta: ModuleType
    compiled: bool = False


MAX_SEATS: Final = 8
"""The most seats of a game."""


@dataclass(frozen=True, slots=True)
class RootMove:
    """One ply at the root of a search."""

    code: int
    visits: int
    values: tuple[float, ...]
    """Its value for each seat, 0 to 1; empty while unknown."""
    proof: int
    """The proved result after it; 0 for none."""
    place: int
    """Its index in the buffers of the search."""
    rank: float
    """The higher the better, among plies without a proof."""


def int_buffer(bound: LinkedGame, n: int) -> Any:
    if not bound.compiled:
        return [0] * n
    import numpy as np

    return np.zeros(n, np.int64)


def float_buffer(bound: LinkedGame, n: int) -> Any:
    if not bound.compiled:
        return [0.0] * n
    import numpy as np

    return np.zeros(n, np.float64)


def fill_buffer(buffer: Any, values: Any) -> Any:
    """Copies values to the beginning of a buffer."""
    buffer[: len(values)] = values
    return buffer


def clear_buffer(buffer: Any) -> None:
    if isinstance(buffer, list):
        buffer[:] = [type(buffer[0])()] * len(buffer)
    else:
        buffer.fill(0)


def scratch_size(bound: LinkedGame) -> int:
    return max(int(bound.guide.SCRATCH), int(bound.kernel.SCRATCH), 1)


def priors(
    bound: LinkedGame, weights: Weights, position: Position, codes: list[int]
) -> list[float]:
    """What the game's guide says of plies of a position before any search."""
    found, w = float_buffer(bound, len(codes)), weights.w(bound.guide.WEIGHTS)
    bound.guide.prior(
        fill_buffer(int_buffer(bound, len(position)), position),
        fill_buffer(int_buffer(bound, len(codes)), codes),
        len(codes),
        found,
        int_buffer(bound, scratch_size(bound)),
        fill_buffer(float_buffer(bound, len(w)), w),
    )
    return [float(one) for one in found]


MAX_PLIES_TO_FOLLOW: Final = 4
"""The most plies after which a tree is still reused."""
MAX_PATH_TRIES: Final = 3000
"""The most plies tried to find the way to a later position."""


@dataclass(slots=True)
class MctsSearch:
    """A Monte-Carlo tree search; see `mcts.py`."""

    bound: LinkedGame
    weights: Weights
    position: Position
    x: int
    """The state of the random number generator, 1 to 2147483646."""
    capacity: int = 400_000
    """The most nodes."""
    size: int = 1
    buffers: dict[str, Any] = field(init=False)
    _root: Any = field(init=False)

    def __post_init__(self) -> None:
        bound = self.bound
        most = bound.kernel.MAX_MOVES
        self.capacity = max(self.capacity, 2 * most)
        w, how = self.weights.w(bound.guide.WEIGHTS), self.weights.how
        self.buffers = {  # in the order of the parameters of `mcts.search`
            "nodes": int_buffer(bound, self.capacity * NODE_SIZE),
            "sums": float_buffer(bound, self.capacity * SUMS_SIZE),
            "totals": float_buffer(bound, most * MAX_SEATS),
            "s": int_buffer(bound, bound.kernel.STATE_SIZE),
            "moves": int_buffer(bound, most),
            "scratch": int_buffer(bound, scratch_size(bound)),
            "path": int_buffer(bound, MAX_PATH_LENGTH),
            "owners": int_buffer(bound, MAX_PATH_LENGTH),
            "marks": int_buffer(bound, 1 + MAX_SEATS * RAVE_MARKS),
            "priors": float_buffer(bound, most),
            "values": float_buffer(bound, MAX_SEATS),
            "judged": float_buffer(bound, MAX_SEATS),
            "how": fill_buffer(float_buffer(bound, len(how)), how),
            "w": fill_buffer(float_buffer(bound, len(w)), w),
        }
        self._root = int_buffer(bound, bound.kernel.STATE_SIZE)
        self.plant(self.position, self.x)

    def plant(self, position: Position, x: int) -> None:
        """Starts again at a position, with a random seed."""
        b = self.buffers
        self.x = x
        self.position = position
        fill_buffer(self._root, position)
        self.size = self.bound.mcts.plant(b["nodes"], b["sums"])
        clear_buffer(b["totals"])
        clear_buffer(b["marks"])

    def search(self, sims: int) -> None:
        """Runs so many more simulations, or fewer once it is done."""
        x, size = self.bound.mcts.search(
            self._root, sims, self.x, self.size, self.capacity, *self.buffers.values()
        )
        self.x, self.size = int(x), int(size)

    @property
    def visits(self) -> int:
        """The number of simulations from the root."""
        return int(self.buffers["nodes"][NODE_VISITS])

    @property
    def proof(self) -> int:
        """The proved result; 0 for none."""
        return int(self.buffers["nodes"][NODE_PROOF])

    @property
    def done(self) -> bool:
        """Whether more search would change nothing."""
        if self.proof != 0:
            return True
        # Every ply may be proved though the result is not: a seat that has lost may choose.
        children, nodes = self.children(0), self.buffers["nodes"]
        return (
            self.position[PLAYERS] > 2
            and len(children) > 0
            and all(nodes[child * NODE_SIZE + NODE_PROOF] for child in children)
        )

    @property
    def branches(self) -> list[RootMove]:
        """The plies at the root; none before the first search."""
        nodes, totals = self.buffers["nodes"], self.buffers["totals"]
        first, found = int(nodes[NODE_FIRST_CHILD]), []
        seats = self.position[PLAYERS]
        for i in range(int(nodes[NODE_CHILD_COUNT])):
            node = first + i
            at = node * NODE_SIZE
            visits = int(nodes[at + NODE_VISITS])
            sums = [float(totals[i * MAX_SEATS + seat]) for seat in range(seats)]
            values = self._shares(sums, node, visits)
            move, proof = int(nodes[at + NODE_MOVE]), int(nodes[at + NODE_PROOF])
            found.append(RootMove(move, visits, values, proof, node, float(visits)))
        return found

    def _shares(self, sums: list[float], node: int, visits: int) -> tuple[float, ...]:
        """Each seat's mean value.

        Simulations of an earlier root are known for the mover only; the other seats share the rest
        in the proportion of their values since.
        """
        if not visits:
            return ()
        mover = self.position[TURN]
        own = min(1.0, float(self.buffers["sums"][node * SUMS_SIZE + SUM_VALUE]) / visits)
        others = sum(sums) - sums[mover]
        if others <= 0.0:
            sums, others = [1.0] * len(sums), len(sums) - 1.0
        rest = (1.0 - own) / others
        return tuple(own if seat == mover else one * rest for seat, one in enumerate(sums))

    def way_to(self, position: Position, far: int, begin: int = -1) -> list[int] | None:
        """The plies in the tree from its root to a position; None if not found.

        `begin` is the first ply, if known. Gives up after `MAX_PATH_TRIES` plies.
        """
        nodes, kernel = self.buffers["nodes"], self.bound.kernel
        wanted, tries = list(position), MAX_PATH_TRIES
        ways: list[tuple[int, list[int], list[int]]] = [(0, [], list(self.position))]
        while ways and tries > 0:
            node, codes, before = ways.pop()
            for child in self.children(node):
                code = int(nodes[child * NODE_SIZE + NODE_MOVE])
                if nodes[child * NODE_SIZE + NODE_VISITS] == 0 or (
                    not codes and begin not in (-1, code)
                ):
                    continue
                s = fill_buffer(int_buffer(self.bound, kernel.STATE_SIZE), before)
                kernel.apply(s, code)
                tries -= 1
                after = list(s) if isinstance(s, list) else s.tolist()
                if after == wanted:
                    return [*codes, code]
                if len(codes) + 1 < far:
                    ways.append((child, [*codes, code], after))
        return None

    def children(self, node: int) -> range:
        nodes = self.buffers["nodes"]
        first = int(nodes[node * NODE_SIZE + NODE_FIRST_CHILD])
        return range(first, first + int(nodes[node * NODE_SIZE + NODE_CHILD_COUNT]))

    def prove(self, code: int, result: int) -> None:
        """Marks the result after a ply at the root as certain (a draw by repetition)."""
        nodes = self.buffers["nodes"]
        for branch in self.branches:
            if branch.code == code:
                nodes[branch.place * NODE_SIZE + NODE_PROOF] = result

    def line(self, place: int, most: int = 6) -> list[int]:
        """The principal variation after a ply of the root, by its place."""
        node = place
        nodes, found = self.buffers["nodes"], list[int]()
        while len(found) < most and nodes[node * NODE_SIZE + NODE_CHILD_COUNT] > 0:
            node = max(
                self.children(node), key=lambda child: int(nodes[child * NODE_SIZE + NODE_VISITS])
            )
            if nodes[node * NODE_SIZE + NODE_VISITS] == 0:
                break
            found.append(int(nodes[node * NODE_SIZE + NODE_MOVE]))
        return found

    def go_on(self, position: Position, played: int) -> bool:
        """Makes a later position the root and keeps its subtree; False if it is not found.

        `played` is the first ply since then, or -1 if unknown.
        """
        far = position[PLY] - self.position[PLY]
        if far == 0:
            return position == self.position
        if not 0 < far <= MAX_PLIES_TO_FOLLOW:
            return False
        way = self.way_to(position, far, played)
        if way is None and far == 1:  # another ply than the pondered one was played
            way = self.way_to(position, far)
        return way is not None and self.follow(way, position)

    def follow(self, codes: list[int], position: Position) -> bool:
        """Makes the position after these plies the root and keeps its subtree; else False."""
        nodes = self.buffers["nodes"]
        node = 0
        for code in codes:
            same = int(self.bound.guide.same_throw(code))
            here = self.children(node)
            found = [
                child for child in here if nodes[child * NODE_SIZE + NODE_MOVE] in (code, same)
            ]
            if not found:
                return False
            node = found[0]
        if nodes[node * NODE_SIZE + NODE_VISITS] == 0 or nodes[node * NODE_SIZE + NODE_PROOF]:
            return False
        to, to_sums = (
            int_buffer(self.bound, len(nodes)),
            float_buffer(self.bound, len(self.buffers["sums"])),
        )
        self.size = int(self.bound.mcts.keep_below(node, nodes, self.buffers["sums"], to, to_sums))
        self.buffers["nodes"], self.buffers["sums"] = to, to_sums
        self.position = position
        fill_buffer(self._root, position)
        clear_buffer(self.buffers["totals"])
        return True


@dataclass(slots=True)
class AlphaBetaSearch:
    """An alpha-beta search; see `alphabeta.py`. Its transposition table serves later roots too."""

    bound: LinkedGame
    weights: Weights
    position: Position
    capacity: int = 1 << 17
    """The size of the transposition table, a power of two."""
    spread: int = 1
    """How many plies of the root get exact values; levels that err need several."""
    buffers: dict[str, Any] = field(init=False)
    _root: Any = field(init=False)

    def __post_init__(self) -> None:
        bound, most = self.bound, self.bound.kernel.MAX_MOVES
        size = bound.kernel.STATE_SIZE
        how = self.weights.steps(self.spread)
        w = self.weights.w(bound.guide.WEIGHTS)
        self.buffers = {  # in the order of the parameters of `alphabeta.search`
            "s": int_buffer(bound, size),
            "moves": int_buffer(bound, most),
            "scratch": int_buffer(bound, scratch_size(bound)),
            "priors": float_buffer(bound, most),
            "values": float_buffer(bound, MAX_SEATS),
            "desk": int_buffer(bound, DESK_SIZE),
            "edges": float_buffer(bound, EDGES_SIZE),
            "stack": int_buffer(bound, MAX_FRAMES * size),
            "plies": int_buffer(bound, MAX_PLIES),
            "order": float_buffer(bound, MAX_PLIES),
            "table": int_buffer(bound, self.capacity * ENTRY_SIZE),
            "table_values": float_buffer(bound, self.capacity),
            "history": float_buffer(bound, 2 * HISTORY_SIZE),
            "root_stats": int_buffer(bound, most * ROOT_SIZE),
            "root_values": float_buffer(bound, most),
            "lines": int_buffer(bound, PV_SIZE),
            "root_lines": int_buffer(bound, most * ROOT_PV_LENGTH),
            "past": int_buffer(bound, PLAYED_POSITIONS_SIZE),
            "how": fill_buffer(float_buffer(bound, len(how)), how),
            "w": fill_buffer(float_buffer(bound, len(w)), w),
        }
        self._root = int_buffer(bound, size)
        self._go_to(self.position)

    def plant(self, position: Position, x: int) -> None:
        """Starts again; the search is deterministic, so the seed is not used."""
        for name in ("table", "history"):
            clear_buffer(self.buffers[name])
        self._go_to(position)

    def go_on(self, position: Position, played: int) -> bool:
        self._go_to(position)
        return True

    def _go_to(self, position: Position) -> None:
        self.position = position
        fill_buffer(self._root, position)
        clear_buffer(self.buffers["root_stats"])
        self.bound.alphabeta.plant(self.buffers["desk"])

    def remember(self, earlier: Iterable[Position]) -> None:
        """Sets the earlier positions of the game: a repetition counts as no progress."""
        clear_buffer(self.buffers["past"])
        for position in earlier:
            self.bound.alphabeta.note(fill_buffer(self._root, position), self.buffers["past"])
        fill_buffer(self._root, self.position)

    def search(self, sims: int) -> None:
        self.bound.alphabeta.search(self._root, sims, self.capacity, *self.buffers.values())

    @property
    def done(self) -> bool:
        return bool(self.buffers["desk"][DESK_DONE])

    @property
    def proof(self) -> int:
        best = max(self.branches, key=lambda one: one.rank, default=None)
        if best is None or not best.proof:
            return 0
        won = 1 + (1 << self.position[TURN])
        return best.proof if self.done or best.proof == won else 0

    @property
    def branches(self) -> list[RootMove]:
        desk, root_stats, root_values = (
            self.buffers["desk"],
            self.buffers["root_stats"],
            self.buffers["root_values"],
        )
        seat, answer, found = self.position[TURN], int(desk[DESK_BEST_PLY]), []
        for i in range(int(desk[DESK_ROOT_PLIES])):
            at = i * ROOT_SIZE
            code, visits = int(root_stats[at + ROOT_CODE]), int(root_stats[at + ROOT_VISITS])
            promise, true = float(root_values[i]), bool(root_stats[at + ROOT_EXACT])
            proof = int(root_stats[at + ROOT_KNOWN_RESULT])
            if not proof and abs(promise) > 1.0 and (true or promise < -1.0) and visits:
                proof = 1 + (1 << (seat if promise > 0 else 1 - seat))
            own = min(1.0, max(0.0, (promise + 1.0) / 2.0))
            values = tuple(own if one == seat else 1.0 - own for one in range(2))
            rank = 20.0 if code == answer else (10.0 if true else 0.0) + promise
            found.append(RootMove(code, visits, values if visits else (), proof, i, rank))
        return found

    def prove(self, code: int, result: int) -> None:
        root_stats = self.buffers["root_stats"]
        for branch in self.branches:
            if branch.code == code:
                root_stats[branch.place * ROOT_SIZE + ROOT_KNOWN_RESULT] = result

    def line(self, place: int, most: int = 6) -> list[int]:
        root_lines, found = self.buffers["root_lines"], list[int]()
        for i in range(min(most, ROOT_PV_LENGTH)):
            ply = int(root_lines[place * ROOT_PV_LENGTH + i])
            if ply < 0:
                break
            found.append(ply)
        return found


Search: TypeAlias = MctsSearch | AlphaBetaSearch
"""A search from one root that runs in slices."""


def warm_up(bound: LinkedGame, game: Game) -> None:
    """Runs a short search of each kind that a computer player of this game uses.

    It calls every function of a search, so that numba compiles or loads them.
    """
    weights = load_weights(game, bound.guide.WEIGHTS)
    position = game.start(game.seats[0]).position
    searches: list[Search] = []
    for how in (weights, plain_uct_weights(weights)):
        if how.method == "tree":
            searches.append(MctsSearch(bound, how, position, 1, 1000))
        else:
            searches.append(AlphaBetaSearch(bound, how, position, 1 << 10))
    for search in searches:
        search.search(20)
        best = max(search.branches, key=lambda one: one.rank)
        bound.guide.same_throw(best.code)
        if isinstance(search, AlphaBetaSearch):
            search.remember([position])
        if isinstance(search, MctsSearch):
            way = search.way_to(search.position, 1, best.code) or [best.code]
            search.follow(way, position)
