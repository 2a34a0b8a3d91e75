"""Monte-Carlo tree search for every board game, in the subset of a kernel.

It works for any number of seats, each maximising its own result; throws of dice are chance nodes. A
node whose result is certain is proved (MCTS-Solver by Winands, extended to several seats). Plies
are selected by UCB1 with random rollouts (`plain`), or by PUCT with the guide's priors, RAVE (Gelly
and Silver 2011) and rollouts that are cut off and evaluated.

All buffers belong to the caller (`search.py`), so a search can run in slices.
"""

from math import exp, log, sqrt

from tabletop.ai.stubs import (
    DECIDES,
    STATE_SIZE,
    apply,
    evaluate,
    legal_moves,
    prior,
    random_move,
    rollout_move,
    same_throw,
    winning_move,
)
from tabletop.engine.kernel import PLY, RESULT, SEATS, TURN, Buffer, Floats

# The parameters of the search, by index in `how` (see `weights.py`).
PARAM_PLAIN = 0  # 1: UCB1 and random rollouts
PARAM_EXPLORE = 1  # exploration constant
PARAM_HEAT = 2  # temperature of the priors
PARAM_RAVE = 3  # visits up to which RAVE counts; 0: off
PARAM_FIRST = 4  # first play urgency: reduction of the value of unvisited plies
PARAM_PLIES = 5  # length of a rollout before it is evaluated
PARAM_JUDGE = 6  # weight of the leaf's evaluation against the rollout, 0 to 1
PARAM_EXPAND = 7  # visits after which a node is expanded
PARAM_SEES = 8  # 1: a winning ply is found before anything is tried

# The ints of a node, in `nodes`.
NODE_FIRST_CHILD = 0  # index of the first child
NODE_CHILD_COUNT = 1
NODE_MOVE = 2
NODE_VISITS = 3
NODE_PROOF = 4  # the proved result; 0 for none
NODE_RAVE_VISITS = 5  # RAVE visits
NODE_SIZE = 6
# The floats of a node, in `sums`.
SUM_VALUE = 0  # the sum of its values for the seat that moved there
SUM_PRIOR = 1  # its prior
SUM_RAVE_VALUE = 2  # the sum of its RAVE values
SUMS_SIZE = 3


def copy_position(a: Buffer, b: Buffer) -> None:
    for i in range(STATE_SIZE):
        b[i] = a[i]


def plant(nodes: Buffer, sums: Floats) -> int:
    """Makes a tree of one node; gives its size."""
    for i in range(NODE_SIZE):
        nodes[i] = 0
    for i in range(SUMS_SIZE):
        sums[i] = 0.0
    return 1


def expand_node(
    s: Buffer,
    node: int,
    size: int,
    nodes: Buffer,
    sums: Floats,
    priors: Floats,
    moves: Buffer,
    scratch: Buffer,
    how: Floats,
    w: Floats,
) -> int:
    """Creates the children of a node; gives the new size of the tree."""
    guided = how[PARAM_PLAIN] == 0.0 and s[TURN] >= 0
    if guided and DECIDES and how[PARAM_SEES] != 0.0:
        win = winning_move(s, scratch)
        if win >= 0:  # no other ply matters
            moves[0] = win
            priors[0] = 1.0
            return add_children(node, 1, size, nodes, sums, priors, moves)
    n = legal_moves(s, moves, scratch)
    if guided:
        prior(s, moves, n, priors, scratch, w)
        softmax(priors, n, how[PARAM_HEAT])
    else:
        for i in range(n):
            priors[i] = 1.0 / n
    return add_children(node, n, size, nodes, sums, priors, moves)


def add_children(
    node: int, n: int, size: int, nodes: Buffer, sums: Floats, priors: Floats, moves: Buffer
) -> int:
    """Writes n children of a node; gives the new size of the tree."""
    nodes[node * NODE_SIZE + NODE_FIRST_CHILD] = size
    nodes[node * NODE_SIZE + NODE_CHILD_COUNT] = n
    for i in range(n):
        at = size * NODE_SIZE
        nodes[at + NODE_FIRST_CHILD] = 0
        nodes[at + NODE_CHILD_COUNT] = 0
        nodes[at + NODE_MOVE] = moves[i]
        nodes[at + NODE_VISITS] = 0
        nodes[at + NODE_PROOF] = 0
        nodes[at + NODE_RAVE_VISITS] = 0
        at = size * SUMS_SIZE
        sums[at + SUM_VALUE] = 0.0
        sums[at + SUM_PRIOR] = priors[i]
        sums[at + SUM_RAVE_VALUE] = 0.0
        size += 1
    return size


def softmax(priors: Floats, n: int, heat: float) -> None:
    """Turns log-odds into probabilities."""
    most = priors[0]
    for i in range(1, n):
        if priors[i] > most:
            most = priors[i]
    total = 0.0
    for i in range(n):
        priors[i] = exp((priors[i] - most) / heat)
        total += priors[i]
    for i in range(n):
        priors[i] /= total


def keep_below(node: int, nodes: Buffer, sums: Floats, to: Buffer, to_sums: Floats) -> int:
    """Copies the subtree of a node so that it becomes the root; gives the new tree's size.

    Breadth first: a copied node keeps its old child index until its turn comes.
    """
    copy_node(node, 0, nodes, sums, to, to_sums)
    size = 1
    done = 0
    while done < size:
        old = to[done * NODE_SIZE + NODE_FIRST_CHILD]
        n = to[done * NODE_SIZE + NODE_CHILD_COUNT]
        if n > 0:
            to[done * NODE_SIZE + NODE_FIRST_CHILD] = size
            for i in range(n):
                copy_node(old + i, size, nodes, sums, to, to_sums)
                size += 1
        done += 1
    return size


def copy_node(a: int, b: int, nodes: Buffer, sums: Floats, to: Buffer, to_sums: Floats) -> None:
    for i in range(NODE_SIZE):
        to[b * NODE_SIZE + i] = nodes[a * NODE_SIZE + i]
    for i in range(SUMS_SIZE):
        to_sums[b * SUMS_SIZE + i] = sums[a * SUMS_SIZE + i]


MAX_ROLLOUT_PLIES = 1000
"""Plies after which an unfinished rollout counts as a draw."""
RAVE_MARKS = 4096
"""The entries of one seat in `marks`; the index of a ply is its low bits, folded."""


def next_random(x: int) -> int:
    """The next 31-bit random number (Park and Miller's generator, a=48271)."""
    return x * 48271 % 2147483647


def rave_mark(move: int) -> int:
    """The index of a ply in `marks`."""
    return (move ^ move >> 12 ^ move >> 24) & RAVE_MARKS - 1


def result_value(result: int, seat: int, seats: int) -> float:
    """The value of a result for a seat: 1 for winning alone, less for sharing, 0 for losing.

    In a draw all seats share.
    """
    bits = result - 1
    if bits == 0:
        return 1.0 / seats
    if bits >> seat & 1 == 0:
        return 0.0
    count = 0
    while bits:
        count += 1
        bits &= bits - 1
    return 1.0 / count


def set_result_values(result: int, seats: int, values: Floats) -> None:
    """Sets values[seat] for every seat from a result."""
    for seat in range(seats):
        values[seat] = result_value(result, seat, seats)


def random_rollout(s: Buffer, x: int, values: Floats, scratch: Buffer) -> int:
    """Plays random plies to the end; sets each seat's value and gives the next random number."""
    end = s[PLY] + MAX_ROLLOUT_PLIES
    while s[RESULT] == 0 and s[PLY] < end:
        x = next_random(x)
        move = random_move(s, x, scratch)
        if move >= 0:
            apply(s, move)
    set_result_values(max(1, s[RESULT]), s[SEATS], values)
    return x


def guided_rollout(
    s: Buffer, x: int, plies: int, values: Floats, marks: Buffer, scratch: Buffer, w: Floats
) -> int:
    """Plays at most `plies` plies of the guide's policy, then evaluates the position.

    marks[0] is the number of this rollout, from 1; 1 + seat * RAVE_MARKS + index holds for each ply
    of a seat the number of the last rollout in which it was played, times 1024, plus its depth.
    """
    end = s[PLY] + plies
    while s[RESULT] == 0 and s[PLY] < end:
        x = next_random(x)
        seat = s[TURN]
        if seat < 0:
            move = random_move(s, x, scratch)
        else:
            move = rollout_move(s, x, scratch, w)
        if move >= 0:
            if seat >= 0 and marks[0] > 0:
                marks[1 + seat * RAVE_MARKS + rave_mark(move)] = marks[0] * 1024 + (s[PLY] & 1023)
            apply(s, move)
    if s[RESULT]:
        set_result_values(s[RESULT], s[SEATS], values)
    else:
        evaluate(s, values, scratch, w)
    return x


MAX_PATH_LENGTH = 512
"""The longest path in the tree."""


def select_throw(node: int, x: int, nodes: Buffer) -> int:
    """The child of a random throw; equivalent throws share one."""
    child = nodes[node * NODE_SIZE + NODE_FIRST_CHILD]
    shown = child + (x * nodes[node * NODE_SIZE + NODE_CHILD_COUNT] >> 31)
    move = same_throw(nodes[shown * NODE_SIZE + NODE_MOVE])
    while nodes[child * NODE_SIZE + NODE_MOVE] != move:
        child += 1
    return child


def select_ucb1(node: int, x: int, nodes: Buffer, sums: Floats, how: Floats) -> int:
    """The child with the highest UCB1 value; unvisited ones first, from a random start."""
    first = nodes[node * NODE_SIZE + NODE_FIRST_CHILD]
    n = nodes[node * NODE_SIZE + NODE_CHILD_COUNT]
    if nodes[node * NODE_SIZE + NODE_VISITS] <= n:
        offset = x * n >> 31
        for i in range(n):
            child = first + (i + offset) % n
            if nodes[child * NODE_SIZE + NODE_VISITS] == 0:
                return child
    about = (
        how[PARAM_EXPLORE] * how[PARAM_EXPLORE] * log(nodes[node * NODE_SIZE + NODE_VISITS] + 1.0)
    )
    best = first
    most = -1.0
    for child in range(first, first + n):
        visits = nodes[child * NODE_SIZE + NODE_VISITS]
        if visits == 0:  # its parent was visited before there was room for children
            return child
        bound = sums[child * SUMS_SIZE + SUM_VALUE] / visits + sqrt(about / visits)
        if bound > most:
            most = bound
            best = child
    return best


def select_puct(s: Buffer, node: int, nodes: Buffer, sums: Floats, how: Floats) -> int:
    """The child with the highest PUCT value, without proved losses."""
    first = nodes[node * NODE_SIZE + NODE_FIRST_CHILD]
    after = first + nodes[node * NODE_SIZE + NODE_CHILD_COUNT]
    visits = 0
    value = 0.0
    for child in range(first, after):
        visits += nodes[child * NODE_SIZE + NODE_VISITS]
        value += sums[child * SUMS_SIZE + SUM_VALUE]
    fresh = 1.0 / s[SEATS]
    if visits > 0:
        fresh = value / visits
    fresh -= how[PARAM_FIRST]
    about = how[PARAM_EXPLORE] * sqrt(visits + 1.0)
    rave = how[PARAM_RAVE]
    best = first
    most = -1000.0
    for child in range(first, after):
        at = child * NODE_SIZE
        n = nodes[at + NODE_VISITS]
        proof = nodes[at + NODE_PROOF]
        if proof:
            mean = result_value(proof, s[TURN], s[SEATS])
            if mean == 0.0:
                if most == -1000.0 and n < nodes[best * NODE_SIZE + NODE_VISITS]:
                    best = child  # if all are lost, in turn
                continue
        elif n > 0:
            mean = sums[child * SUMS_SIZE + SUM_VALUE] / n
        else:
            mean = fresh
        quick = nodes[at + NODE_RAVE_VISITS]
        if rave > 0.0 and quick > 0 and proof == 0:
            share = sqrt(rave / (3.0 * n + rave))
            mean += share * (sums[child * SUMS_SIZE + SUM_RAVE_VALUE] / quick - mean)
        score = mean + about * sums[child * SUMS_SIZE + SUM_PRIOR] / (1.0 + n)
        if score > most:
            most = score
            best = child
    return best


def proved_result(node: int, seat: int, seats: int, nodes: Buffer) -> int:
    """The proved result of a node where a seat (or the dice, -1) decides; 0 for none.

    If a seat that has lost can choose which of several others wins, nothing is proved.
    """
    first = nodes[node * NODE_SIZE + NODE_FIRST_CHILD]
    best = 0
    most = -1.0
    open_ones = 0
    split = False
    for child in range(first, first + nodes[node * NODE_SIZE + NODE_CHILD_COUNT]):
        proof = nodes[child * NODE_SIZE + NODE_PROOF]
        if seat < 0:
            if (
                same_throw(nodes[child * NODE_SIZE + NODE_MOVE])
                == nodes[child * NODE_SIZE + NODE_MOVE]
            ):
                if proof == 0 or (best != 0 and proof != best):
                    return 0
                best = proof
        elif proof == 0:
            open_ones += 1
        else:
            value = result_value(proof, seat, seats)
            if value > most:
                most = value
                best = proof
                split = False
            elif value == most and proof != best:
                split = seats > 2
    if seat >= 0 and (split or (open_ones > 0 and most < 1.0)):
        return 0
    return best


def back_up(
    depth: int,
    seats: int,
    nodes: Buffer,
    sums: Floats,
    values: Floats,
    path: Buffer,
    owners: Buffer,
) -> None:
    """Adds a simulation's values along its path, and propagates proofs."""
    proving = nodes[path[depth] * NODE_SIZE + NODE_PROOF] != 0
    for d in range(depth, -1, -1):
        node = path[d]
        nodes[node * NODE_SIZE + NODE_VISITS] += 1
        if owners[d] >= 0:
            sums[node * SUMS_SIZE + SUM_VALUE] += values[owners[d]]
        if proving and d < depth:
            if nodes[node * NODE_SIZE + NODE_PROOF] == 0:
                nodes[node * NODE_SIZE + NODE_PROOF] = proved_result(
                    node, owners[d + 1], seats, nodes
                )
            proving = nodes[node * NODE_SIZE + NODE_PROOF] != 0


def back_up_rave(
    depth: int,
    ply: int,
    nodes: Buffer,
    sums: Floats,
    values: Floats,
    path: Buffer,
    owners: Buffer,
    marks: Buffer,
) -> None:
    """Adds RAVE values to each child whose ply its seat played later in this simulation."""
    for d in range(depth):
        seat = owners[d + 1]
        if seat < 0:
            continue
        least = marks[0] * 1024 + (ply + d & 1023)
        node = path[d]
        first = nodes[node * NODE_SIZE + NODE_FIRST_CHILD]
        for child in range(first, first + nodes[node * NODE_SIZE + NODE_CHILD_COUNT]):
            if (
                marks[1 + seat * RAVE_MARKS + rave_mark(nodes[child * NODE_SIZE + NODE_MOVE])]
                >= least
            ):
                nodes[child * NODE_SIZE + NODE_RAVE_VISITS] += 1
                sums[child * SUMS_SIZE + SUM_RAVE_VALUE] += values[seat]


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
    priors: Floats,
    values: Floats,
    judged: Floats,
    how: Floats,
    w: Floats,
) -> tuple[int, int]:
    """Runs `sims` more simulations; gives the next random number and the tree's new size.

    `totals` sums up, for each child of the root, the values of its simulations for every seat
    (eight floats per child). Stops early when the root is proved.
    """
    plain = how[PARAM_PLAIN] != 0.0
    seats = root[SEATS]
    for _ in range(sims):
        if nodes[NODE_PROOF] != 0:
            break
        copy_position(root, s)
        if how[PARAM_RAVE] > 0.0:
            marks[0] += 1
        node = 0
        depth = 0
        path[0] = 0
        owners[0] = -1
        while nodes[node * NODE_SIZE + NODE_PROOF] == 0:
            if nodes[node * NODE_SIZE + NODE_CHILD_COUNT] == 0:
                if node != 0 and nodes[node * NODE_SIZE + NODE_VISITS] < how[PARAM_EXPAND]:
                    break
                if size + len(moves) > capacity or depth >= MAX_PATH_LENGTH - 1:
                    break
                size = expand_node(s, node, size, nodes, sums, priors, moves, scratch, how, w)
            x = next_random(x)
            seat = s[TURN]
            if seat < 0:
                node = select_throw(node, x, nodes)
            elif plain:
                node = select_ucb1(node, x, nodes, sums, how)
            else:
                node = select_puct(s, node, nodes, sums, how)
            depth += 1
            path[depth] = node
            owners[depth] = seat
            move = nodes[node * NODE_SIZE + NODE_MOVE]
            if seat >= 0 and marks[0] > 0:
                marks[1 + seat * RAVE_MARKS + rave_mark(move)] = marks[0] * 1024 + (s[PLY] & 1023)
            if nodes[node * NODE_SIZE + NODE_PROOF] == 0:
                apply(s, move)
                if s[RESULT] != 0:
                    nodes[node * NODE_SIZE + NODE_PROOF] = s[RESULT]
        x = evaluate_leaf(
            s,
            nodes[node * NODE_SIZE + NODE_PROOF],
            x,
            seats,
            values,
            judged,
            marks,
            scratch,
            how,
            w,
        )
        if depth > 0:
            at = (path[1] - nodes[NODE_FIRST_CHILD]) * 8
            for seat in range(seats):
                totals[at + seat] += values[seat]
        back_up(depth, seats, nodes, sums, values, path, owners)
        if marks[0] > 0:
            back_up_rave(depth, root[PLY], nodes, sums, values, path, owners, marks)
    return x, size


def evaluate_leaf(
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
    """Sets the values of a leaf for each seat; gives the next random number."""
    if proof:
        set_result_values(proof, seats, values)
        return x
    if how[PARAM_PLAIN] != 0.0:
        return random_rollout(s, x, values, scratch)
    share = how[PARAM_JUDGE]
    if share > 0.0:
        evaluate(s, judged, scratch, w)
    if share < 1.0:
        x = guided_rollout(s, x, int(how[PARAM_PLIES]), values, marks, scratch, w)
        for seat in range(seats):
            values[seat] += share * (judged[seat] - values[seat])
    else:
        for seat in range(seats):
            values[seat] = judged[seat]
    return x
