"""A computer player of a board game."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random
from time import perf_counter
from typing import Any, Final
from zlib import crc32

from tabletop.ai.compilation import (
    CompilationCache,
    can_compile,
    compilation_cache,
    link_game,
)
from tabletop.ai.mcts import result_value
from tabletop.ai.search import AlphaBetaSearch, LinkedGame, MctsSearch, RootMove, Search, priors
from tabletop.ai.weights import (
    LEVELS,
    Level,
    LevelCandidate,
    Weights,
    choose_candidate,
    level_index,
    load_weights,
    plain_uct_weights,
)
from tabletop.engine import CHANCE, Analysis, Candidate, Game
from tabletop.engine.kernel import RESULT, result_of
from tabletop.engine.notation import KernelState

SLICE_SECONDS: Final = 0.015
"""Seconds between two checks whether to stop."""
REPORT_SECONDS: Final = 0.2
"""Seconds between two progress reports."""
MAX_NODES_UNCOMPILED: Final = 60_000
"""The most nodes of an uncompiled search, unless the number of rollouts is given."""
MAX_NODES: Final = 1_200_000
"""The most nodes of a search (72 bytes each)."""
TRANSPOSITION_TABLE_SIZE: Final = 1 << 18
"""The number of entries."""
UNLIMITED_SIMS: Final = 10**12

StopCheck = Callable[[], bool]
ReportCallback = Callable[[Analysis], None]


class Computer:
    """A player of one game at one level. It keeps the search tree of its last analysis.

    The compiled search is used as soon as it can be loaded; until then, and without numba, the
    same search runs uncompiled. With `wait` it is compiled at once instead.
    """

    def __init__(
        self,
        game: Game,
        level: str | int = LEVELS[-1],
        seed: int = 0,
        cores: int = 1,
        *,
        weights: Mapping[str, float] | None = None,
        uct: bool = False,
        wait: bool = False,
        cache: CompilationCache | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        """ValueError for a live game, an unknown level or weight.

        `weights` overrides some of the game's own; `uct` plays plain UCT instead.
        """
        if game.kind != "board" or not game.folder:
            raise ValueError(f"{game.title} is played live; its computer player is its own")
        self.game = game
        self.level = level_index(level)
        self.seed = seed
        self._cores = max(1, cores)
        self._changed = dict(weights or {})
        self._uct = uct
        self._wait = wait
        self._cache = cache or compilation_cache()
        self._clock = clock
        self._bound: LinkedGame | None = None
        self.searches: list[Search] = []
        """The searches of the last analysis, one for each core."""
        self._played = -1
        """The ply of the last analysis, which has probably been played."""

    @property
    def compiled(self) -> bool:
        """Whether the last analysis was compiled."""
        return self._bound is not None and self._bound.compiled

    def choose(self, state: Any, seconds: float | None = None, playouts: int | None = None) -> Any:
        """The ply that it plays, one of `state.moves()`; a throw when the dice decide.

        Without a budget the level's own is used. With `playouts` it searches one fresh tree, and
        the same seed gives the same ply. ValueError once the game is over.
        """
        text = self.think(state, seconds, playouts).move
        return next(move for move in state.moves() if str(move) == text)

    def think(
        self,
        state: Any,
        seconds: float | None = None,
        playouts: int | None = None,
        stop: StopCheck | None = None,
        report: ReportCallback | None = None,
    ) -> Analysis:
        """Analyses a position. `stop` is asked often; `report` is called with progress reports."""
        moves = list(state.moves())
        if not moves:
            raise ValueError("the game is over; there is nothing to think about")
        luck = f"{self.seed}/{self.level}/{state}"
        if state.turn == CHANCE:
            seats = state.seats
            even = tuple(1.0 / seats for _ in range(seats))
            return Analysis(str(Random(luck).choice(moves)), even)
        weights, functions = self.weights(), self._bound
        assert functions is not None  # loaded by `weights`
        if state.seats > 2:
            weights = replace(weights, method="tree")  # alpha-beta is for two players
        level = weights.levels[self.level]
        started = self._clock()
        trees = self._searches_at(functions, state, weights, playouts)
        _mark_repetitions(state, trees)
        own = seconds is None and playouts is None
        if playouts is not None:
            sims, until = playouts, float("inf")
        elif seconds is not None:
            sims, until = int(min(level.sims, UNLIMITED_SIMS)), started + seconds
        else:
            sims, until = int(min(level.sims, UNLIMITED_SIMS)), started + level.seconds
            if len(moves) == 1:
                sims = 1
        done, size, next_report = 0, 8, started + REPORT_SECONDS
        while done < sims and not any(tree.done for tree in trees):
            now = self._clock()
            if (done and now >= until) or (stop is not None and stop()):
                break
            size = max(1, min(size, -(-(sims - done) // len(trees))))
            self._run(trees, size)
            done += size * len(trees)
            spent = self._clock() - now
            left = max(0.0, until - now - spent)
            size = min(size * 2, 1 + int(size * min(SLICE_SECONDS, left) / max(spent, 1e-6)))
            if report is not None and now >= next_report:
                report(self._analysis(state, trees, level, luck, done, now - started))
                next_report = now + REPORT_SECONDS
            if own and weights.method == "tree":
                visits = sorted((one.visits for one in _merge_root_moves(trees)), reverse=True)
                if len(visits) > 1 and visits[0] - visits[1] > sims - done:
                    break  # the rest cannot change the ply
        thought = self._analysis(state, trees, level, luck, done, self._clock() - started)
        self._played = next(move.code for move in moves if str(move) == thought.move)
        return thought

    def weights(self) -> Weights:
        guide = self._functions().guide
        own = load_weights(self.game, guide.WEIGHTS)
        return (plain_uct_weights(own) if self._uct else own).but(self._changed)

    # -- the search -------------------------------------------------------------------------

    def _functions(self) -> LinkedGame:
        """The compiled functions if they are ready, else the uncompiled ones."""
        if self._bound is not None and self._bound.compiled:
            return self._bound
        found = self._cache.load_verified(self.game) if self._cache.is_ready(self.game) else None
        if found is None and self._wait and can_compile():
            found = self._cache.load(self.game)
        if found is not None:
            self.searches = []
        elif can_compile():
            self._cache.start_build(self.game)
        self._bound = found or self._bound or link_game(self.game)
        return self._bound

    def _searches_at(
        self, functions: LinkedGame, state: Any, weights: Weights, playouts: int | None
    ) -> list[Search]:
        """Searches with this position as root; the earlier tree is reused where allowed."""
        fresh = playouts is not None
        count = 1 if fresh or weights.method == "alphabeta" else self._cores
        if playouts is not None:  # the same compiled or not
            room = int(min(MAX_NODES, (playouts + 2) * functions.kernel.MAX_MOVES))
        else:
            room = MAX_NODES // count if functions.compiled else MAX_NODES_UNCOMPILED
        old = self.searches
        if (
            len(old) != count
            or old[0].weights != weights
            or (isinstance(old[0], MctsSearch) and old[0].capacity < room)
        ):
            self.searches = [self._search(functions, state, weights, i, room) for i in range(count)]
            return self.searches
        for i, tree in enumerate(self.searches):
            if fresh or not tree.go_on(state.position, self._played):
                tree.plant(state.position, self._random_seed(state, i))
        return self.searches

    def _search(
        self, functions: LinkedGame, state: Any, weights: Weights, i: int, room: int
    ) -> Search:
        if weights.method == "alphabeta":
            level = weights.levels[self.level]
            spread = int(level.width) if level.heat or level.misses else 1
            return AlphaBetaSearch(
                functions, weights, state.position, TRANSPOSITION_TABLE_SIZE, spread
            )
        return MctsSearch(functions, weights, state.position, self._random_seed(state, i), room)

    def _random_seed(self, state: Any, i: int) -> int:
        return 1 + crc32(f"{self.seed}/{i}/{state}".encode()) % 2147483646

    def _run(self, trees: list[Search], sims: int) -> None:
        if len(trees) == 1:
            trees[0].search(sims)
            return
        with ThreadPoolExecutor(len(trees)) as pool:  # compiled code releases the GIL
            list(pool.map(lambda tree: tree.search(sims), trees))

    # -- the answer -------------------------------------------------------------------------

    def _analysis(
        self, state: Any, trees: list[Search], level: Level, luck: str, done: int, seconds: float
    ) -> Analysis:
        branches = _merge_root_moves(trees)
        seat, seats = state.turn, state.seats
        proof = next((tree.proof for tree in trees if tree.proof), 0)
        ranked = sorted(branches, key=lambda one: _rank_key(one, seat, seats), reverse=True)
        gains: dict[int, float] = {}
        considered = ranked
        if level.drive:
            ply = type(state).move
            considered = [one for one in ranked if not state.goes_back(ply(one.code))] or ranked
            codes = [one.code for one in considered]
            found = priors(trees[0].bound, trees[0].weights, state.position, codes)
            gains = dict(zip(codes, found, strict=True))
        choices = [
            LevelCandidate(
                one.code,
                one.visits,
                _values(one, seats)[seat] if one.visits or one.proof else 0.0,
                bool(one.proof),
                max(-1.0, min(1.0, gains.get(one.code, 0.0))),
            )
            for one in considered
        ]
        pick = choose_candidate(level, choices, Random(luck))
        known = {move.code: str(move) for move in state.moves()}
        candidates = tuple(
            Candidate(
                known[one.code],
                one.visits,
                _values(one, seats),
                bool(one.proof),
                tuple(str(type(state).move(code)) for code in trees[0].line(one.place)),
            )
            for one in ranked[:8]
        )
        values = tuple(result_value(proof, one, seats) for one in range(seats)) if proof else ()
        return Analysis(
            known[pick.code],
            values or _mean(branches, seats),
            candidates,
            done,
            seconds,
            self.compiled,
            bool(proof),
        )


def _mark_repetitions(state: Any, trees: list[Search]) -> None:
    """Tells the searches which plies end the game by repetition, which no kernel knows."""
    for tree in trees:
        if isinstance(tree, AlphaBetaSearch):
            tree.remember(state.earlier)
        tree.search(1)
    if type(state).outcome is KernelState.outcome:
        return
    for move in state.moves():
        after = state.play(move)
        outcome = after.outcome()
        if outcome is not None and not after.position[RESULT]:
            for tree in trees:
                tree.prove(move.code, result_of(outcome.winners))


def _merge_root_moves(trees: list[Search]) -> list[RootMove]:
    """The plies at the root, with the results of all trees."""
    if len(trees) == 1:
        return trees[0].branches
    found: dict[int, RootMove] = {}
    for tree in trees:
        for one in tree.branches:
            other = found.get(one.code)
            found[one.code] = one if other is None else _add_root_moves(other, one)
    return list(found.values())


def _add_root_moves(a: RootMove, b: RootMove) -> RootMove:
    both = a.visits + b.visits
    if not a.values or not b.values:
        values = a.values or b.values
    else:
        pairs = zip(a.values, b.values, strict=True)
        values = tuple((x * a.visits + y * b.visits) / max(1, both) for x, y in pairs)
    return RootMove(a.code, both, values, a.proof or b.proof, a.place, a.rank + b.rank)


def _rank_key(one: RootMove, seat: int, seats: int) -> tuple[float, float, float]:
    """The sort key of a ply: proofs first, then the search's rank."""
    value = _values(one, seats)[seat]
    if one.proof and value in (0.0, 1.0):
        return (2.0 * value, one.rank, value)
    return (1.0, one.rank, value)


def _values(one: RootMove, seats: int) -> tuple[float, ...]:
    if one.proof:
        return tuple(result_value(one.proof, seat, seats) for seat in range(seats))
    return one.values or tuple(1.0 / seats for _ in range(seats))


def _mean(branches: list[RootMove], seats: int) -> tuple[float, ...]:
    """Each seat's chance of winning, averaged over all simulations."""
    total = sum(one.visits for one in branches if one.values)
    if not total:
        return tuple(1.0 / seats for _ in range(seats))
    return tuple(
        sum(one.visits * one.values[seat] for one in branches if one.values) / total
        for seat in range(seats)
    )
