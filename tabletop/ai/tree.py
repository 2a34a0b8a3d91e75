"""Monte-Carlo tree search for every board game, in the subset of a kernel.

Any number of seats, each after its own result; dice are nodes of their own. A node whose result
is certain is *proved*: a seat that has a proved win ahead takes it, one that has only proved
losses has lost, and so on upwards (Winands' MCTS-solver, for several seats). Two ways to choose:
UCB1 over random play-outs (`plain`), and PUCT with a guide's leanings, rapid value estimates
(RAVE, Gelly and Silver 2011) and play-outs that are cut off and judged.

All buffers belong to the caller (`forest.py`), so a search can be run in slices.
"""

from math import log, sqrt

from tabletop.ai.growth import (
    CHILD,
    COUNT,
    EXPAND,
    EXPLORE,
    FIRST,
    JUDGE,
    LEAN,
    MOVE,
    NODE,
    PLAIN,
    PLIES,
    PROOF,
    QUICK,
    RAPID,
    RAVE,
    SUM,
    VALUE,
    VISITS,
    copy_position,
    grow,
)
from tabletop.ai.rollouts import (
    MARKS,
    guided_play_out,
    mark_of,
    play_out,
    random_bits,
    set_worths,
    worth,
)
from tabletop.ai.unbound import apply, evaluate, same_throw
from tabletop.engine.guide import Floats
from tabletop.engine.kernel import PLY, RESULT, SEATS, TURN, Buffer

DEEP = 512
"""Plies below the root that a path may hold."""


def thrown(node: int, x: int, nodes: Buffer) -> int:
    """The child of the throw that the dice show; equal throws share one."""
    child = nodes[node * NODE + CHILD]
    shown = child + (x * nodes[node * NODE + COUNT] >> 31)
    move = same_throw(nodes[shown * NODE + MOVE])
    while nodes[child * NODE + MOVE] != move:
        child += 1
    return child


def plain_choice(node: int, x: int, nodes: Buffer, sums: Floats, how: Floats) -> int:
    """The child with the highest upper bound (UCB1); untried ones first, from anywhere."""
    first = nodes[node * NODE + CHILD]
    n = nodes[node * NODE + COUNT]
    if nodes[node * NODE + VISITS] <= n:
        offset = x * n >> 31
        for i in range(n):
            child = first + (i + offset) % n
            if nodes[child * NODE + VISITS] == 0:
                return child
    about = how[EXPLORE] * how[EXPLORE] * log(nodes[node * NODE + VISITS] + 1.0)
    best = first
    most = -1.0
    for child in range(first, first + n):
        visits = nodes[child * NODE + VISITS]
        if visits == 0:  # its parent was looked at often before there was room for children
            return child
        bound = sums[child * SUM + VALUE] / visits + sqrt(about / visits)
        if bound > most:
            most = bound
            best = child
    return best


def guided_choice(s: Buffer, node: int, nodes: Buffer, sums: Floats, how: Floats) -> int:
    """The child to look at next by PUCT, leaving out what is proved to lose."""
    first = nodes[node * NODE + CHILD]
    after = first + nodes[node * NODE + COUNT]
    visits = 0
    value = 0.0
    for child in range(first, after):
        visits += nodes[child * NODE + VISITS]
        value += sums[child * SUM + VALUE]
    fresh = 1.0 / s[SEATS]
    if visits > 0:
        fresh = value / visits
    fresh -= how[FIRST]
    about = how[EXPLORE] * sqrt(visits + 1.0)
    rave = how[RAVE]
    best = first
    most = -1000.0
    for child in range(first, after):
        at = child * NODE
        n = nodes[at + VISITS]
        proof = nodes[at + PROOF]
        if proof:
            mean = worth(proof, s[TURN], s[SEATS])
            if mean == 0.0:
                if most == -1000.0 and n < nodes[best * NODE + VISITS]:
                    best = child  # where all are lost each has its turn
                continue
        elif n > 0:
            mean = sums[child * SUM + VALUE] / n
        else:
            mean = fresh
        quick = nodes[at + QUICK]
        if rave > 0.0 and quick > 0 and proof == 0:
            share = sqrt(rave / (3.0 * n + rave))
            mean += share * (sums[child * SUM + RAPID] / quick - mean)
        score = mean + about * sums[child * SUM + LEAN] / (1.0 + n)
        if score > most:
            most = score
            best = child
    return best


def proved(node: int, seat: int, seats: int, nodes: Buffer) -> int:
    """The result that is certain at a node where a seat (or the dice, -1) decides; 0 for none.

    A seat that has lost in any case may still choose which of several others wins: then nothing
    is certain.
    """
    first = nodes[node * NODE + CHILD]
    best = 0
    most = -1.0
    open_ones = 0
    split = False
    for child in range(first, first + nodes[node * NODE + COUNT]):
        proof = nodes[child * NODE + PROOF]
        if seat < 0:
            if same_throw(nodes[child * NODE + MOVE]) == nodes[child * NODE + MOVE]:
                if proof == 0 or (best != 0 and proof != best):
                    return 0
                best = proof
        elif proof == 0:
            open_ones += 1
        else:
            value = worth(proof, seat, seats)
            if value > most:
                most = value
                best = proof
                split = False
            elif value == most and proof != best:
                split = seats > 2
    if seat >= 0 and (split or (open_ones > 0 and most < 1.0)):
        return 0
    return best


def give_back(
    depth: int,
    seats: int,
    nodes: Buffer,
    sums: Floats,
    values: Floats,
    path: Buffer,
    owners: Buffer,
) -> None:
    """Adds a simulation's values along its path, and proves what its end proves."""
    proving = nodes[path[depth] * NODE + PROOF] != 0
    for d in range(depth, -1, -1):
        node = path[d]
        nodes[node * NODE + VISITS] += 1
        if owners[d] >= 0:
            sums[node * SUM + VALUE] += values[owners[d]]
        if proving and d < depth:
            if nodes[node * NODE + PROOF] == 0:
                nodes[node * NODE + PROOF] = proved(node, owners[d + 1], seats, nodes)
            proving = nodes[node * NODE + PROOF] != 0


def give_rapid(
    depth: int,
    ply: int,
    nodes: Buffer,
    sums: Floats,
    values: Floats,
    path: Buffer,
    owners: Buffer,
    marks: Buffer,
) -> None:
    """Credits every child on the way whose ply its seat played later in this simulation."""
    for d in range(depth):
        seat = owners[d + 1]
        if seat < 0:
            continue
        least = marks[0] * 1024 + (ply + d & 1023)
        node = path[d]
        first = nodes[node * NODE + CHILD]
        for child in range(first, first + nodes[node * NODE + COUNT]):
            if marks[1 + seat * MARKS + mark_of(nodes[child * NODE + MOVE])] >= least:
                nodes[child * NODE + QUICK] += 1
                sums[child * SUM + RAPID] += values[seat]


def search(
    root: Buffer,
    sims: int,
    x: int,
    size: int,
    capacity: int,
    nodes: Buffer,
    sums: Floats,
    totals: Floats,
    s: Buffer,
    moves: Buffer,
    scratch: Buffer,
    path: Buffer,
    owners: Buffer,
    marks: Buffer,
    leanings: Floats,
    values: Floats,
    judged: Floats,
    how: Floats,
    w: Floats,
) -> tuple[int, int]:
    """Runs `sims` more simulations; gives the next random bits and the tree's new size.

    `totals` gathers, for each child of the root, the worth of its simulations to every seat
    (eight floats a child). Stops early where the root is proved.
    """
    plain = how[PLAIN] != 0.0
    seats = root[SEATS]
    for _ in range(sims):
        if nodes[PROOF] != 0:
            break
        copy_position(root, s)
        if how[RAVE] > 0.0:
            marks[0] += 1
        node = 0
        depth = 0
        path[0] = 0
        owners[0] = -1
        while nodes[node * NODE + PROOF] == 0:
            if nodes[node * NODE + COUNT] == 0:
                if node != 0 and nodes[node * NODE + VISITS] < how[EXPAND]:
                    break
                if size + len(moves) > capacity or depth >= DEEP - 1:
                    break
                size = grow(s, node, size, nodes, sums, leanings, moves, scratch, how, w)
            x = random_bits(x)
            seat = s[TURN]
            if seat < 0:
                node = thrown(node, x, nodes)
            elif plain:
                node = plain_choice(node, x, nodes, sums, how)
            else:
                node = guided_choice(s, node, nodes, sums, how)
            depth += 1
            path[depth] = node
            owners[depth] = seat
            move = nodes[node * NODE + MOVE]
            if seat >= 0 and marks[0] > 0:
                marks[1 + seat * MARKS + mark_of(move)] = marks[0] * 1024 + (s[PLY] & 1023)
            if nodes[node * NODE + PROOF] == 0:
                apply(s, move)
                if s[RESULT] != 0:
                    nodes[node * NODE + PROOF] = s[RESULT]
        x = look(s, nodes[node * NODE + PROOF], x, seats, values, judged, marks, scratch, how, w)
        if depth > 0:
            at = (path[1] - nodes[CHILD]) * 8
            for seat in range(seats):
                totals[at + seat] += values[seat]
        give_back(depth, seats, nodes, sums, values, path, owners)
        if marks[0] > 0:
            give_rapid(depth, root[PLY], nodes, sums, values, path, owners, marks)
    return x, size


def look(
    s: Buffer,
    proof: int,
    x: int,
    seats: int,
    values: Floats,
    judged: Floats,
    marks: Buffer,
    scratch: Buffer,
    how: Floats,
    w: Floats,
) -> int:
    """Sets what a leaf is worth to each seat; gives the next random bits."""
    if proof:
        set_worths(proof, seats, values)
        return x
    if how[PLAIN] != 0.0:
        return play_out(s, x, values, scratch)
    share = how[JUDGE]
    if share > 0.0:
        evaluate(s, judged, scratch, w)
    if share < 1.0:
        x = guided_play_out(s, x, int(how[PLIES]), values, marks, scratch, w)
        for seat in range(seats):
            values[seat] += share * (judged[seat] - values[seat])
    else:
        for seat in range(seats):
            values[seat] = judged[seat]
    return x
