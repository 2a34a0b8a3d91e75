"""How a search tree is laid out in its buffers, and how it grows. In the subset of a kernel."""

from math import exp

from tabletop.ai.unbound import DECIDES, STATE_SIZE, legal_moves, prior, winning_move
from tabletop.engine.guide import Floats
from tabletop.engine.kernel import TURN, Buffer

# The search's own parameters, by their places in `how` (see `weights.py`).
PLAIN = 0  # 1: UCB1 and random play-outs
EXPLORE = 1  # how much rarely tried plies are tried
HEAT = 2  # leanings are divided by it: more is more even
RAVE = 3  # how long rapid estimates count; 0: not at all
FIRST = 4  # how much less than its siblings an untried ply is taken to be worth
PLIES = 5  # how long a play-out goes on before it is judged
JUDGE = 6  # how much the guide's evaluation of the leaf counts beside the play-out, 0 to 1
EXPAND = 7  # visits after which a node gets children
SEES = 8  # 1: a ply that wins at once is seen before anything is tried

# The ints of a node, in `nodes`.
CHILD = 0  # the first child's node
COUNT = 1
MOVE = 2
VISITS = 3
PROOF = 4  # the result that is certain; 0 for none
QUICK = 5  # visits of the rapid estimates
NODE = 6
# The floats of a node, in `sums`.
VALUE = 0  # the sum of what it was worth to the seat that moved there
LEAN = 1  # its share of the leanings at its parent
RAPID = 2  # the sum of the rapid estimates
SUM = 3


def copy_position(a: Buffer, b: Buffer) -> None:
    """Makes b the same position as a."""
    for i in range(STATE_SIZE):
        b[i] = a[i]


def plant(nodes: Buffer, sums: Floats) -> int:
    """Makes a tree of one node, and gives its size."""
    for i in range(NODE):
        nodes[i] = 0
    for i in range(SUM):
        sums[i] = 0.0
    return 1


def grow(
    s: Buffer,
    node: int,
    size: int,
    nodes: Buffer,
    sums: Floats,
    leanings: Floats,
    moves: Buffer,
    scratch: Buffer,
    how: Floats,
    w: Floats,
) -> int:
    """Gives a node its children, and gives the new size of the tree."""
    guided = how[PLAIN] == 0.0 and s[TURN] >= 0
    if guided and DECIDES and how[SEES] != 0.0:
        win = winning_move(s, scratch)
        if win >= 0:  # nobody need look at anything else
            moves[0] = win
            leanings[0] = 1.0
            return add_children(node, 1, size, nodes, sums, leanings, moves)
    n = legal_moves(s, moves, scratch)
    if guided:
        prior(s, moves, n, leanings, scratch, w)
        share_out(leanings, n, how[HEAT])
    else:
        for i in range(n):
            leanings[i] = 1.0 / n
    return add_children(node, n, size, nodes, sums, leanings, moves)


def add_children(
    node: int, n: int, size: int, nodes: Buffer, sums: Floats, leanings: Floats, moves: Buffer
) -> int:
    """Writes n children of a node, and gives the new size of the tree."""
    nodes[node * NODE + CHILD] = size
    nodes[node * NODE + COUNT] = n
    for i in range(n):
        at = size * NODE
        nodes[at + CHILD] = 0
        nodes[at + COUNT] = 0
        nodes[at + MOVE] = moves[i]
        nodes[at + VISITS] = 0
        nodes[at + PROOF] = 0
        nodes[at + QUICK] = 0
        at = size * SUM
        sums[at + VALUE] = 0.0
        sums[at + LEAN] = leanings[i]
        sums[at + RAPID] = 0.0
        size += 1
    return size


def share_out(leanings: Floats, n: int, heat: float) -> None:
    """Turns log-odds into shares that sum to 1."""
    most = leanings[0]
    for i in range(1, n):
        if leanings[i] > most:
            most = leanings[i]
    total = 0.0
    for i in range(n):
        leanings[i] = exp((leanings[i] - most) / heat)
        total += leanings[i]
    for i in range(n):
        leanings[i] /= total


def keep_below(node: int, nodes: Buffer, sums: Floats, to: Buffer, to_sums: Floats) -> int:
    """Copies the tree below a node so that it becomes the root; gives the new tree's size.

    Breadth first: a copied node stands in `to` with its old child until its turn comes.
    """
    copy_node(node, 0, nodes, sums, to, to_sums)
    size = 1
    done = 0
    while done < size:
        old = to[done * NODE + CHILD]
        n = to[done * NODE + COUNT]
        if n > 0:
            to[done * NODE + CHILD] = size
            for i in range(n):
                copy_node(old + i, size, nodes, sums, to, to_sums)
                size += 1
        done += 1
    return size


def copy_node(a: int, b: int, nodes: Buffer, sums: Floats, to: Buffer, to_sums: Floats) -> None:
    """Copies one node's numbers."""
    for i in range(NODE):
        to[b * NODE + i] = nodes[a * NODE + i]
    for i in range(SUM):
        to_sums[b * SUM + i] = sums[a * SUM + i]
