"""Seven made at once: the plies that do it, found without trying all (see `guide`).

Nobody ever moves their own pieces, so who makes seven by a push had five or six of them before,
and stood by a push of whatever is in the way: a stretch that is full, all but one or two of it the
seat's own.
"""

from typing import Final

from tabletop.engine.kernel import PLY, SEATS, TURN, Buffer
from tabletop.games.shout7.bitboards import (
    DONE,
    FIVE,
    NEARLY,
    PASSES,
    PITS_COUNT,
    PLACES,
    PUSH,
    PUSHES,
    STRETCH,
    find_pushes,
    put,
    replace,
    take,
)
from tabletop.games.shout7.geometry import (
    FIRST_LANDS,
    IN_STRETCH,
    NEXT,
    OUTSIDE,
    PARTNER,
    PLACE_BIT,
    PLACE_WORD,
    SECOND_LANDS,
    SEVEN,
    STRETCH_COUNTS,
    WORDS,
)
from tabletop.games.shout7.kernel import (
    LAY,
    PASS,
    STAGE_LAY,
    STAGE_PUSH,
    list_lays,
    pieces_in_pits,
    stage_of,
    who_has_seven,
)

NO_PLY: Final = -1
"""No ply."""


def winning_ply(s: Buffer, scratch: Buffer) -> int:
    """A ply by which the seat to move wins at once; `NONE` if no ply does."""
    stage = stage_of(s[PLY], s[SEATS])
    if stage == STAGE_LAY:
        return winning_lay(s, scratch)
    if stage != STAGE_PUSH:
        return NO_PLY
    if s[PASSES] == s[SEATS] - 1 and find_pushes(s, scratch) == 0:
        return winning_pass(s)
    return winning_push(s, scratch)


def winning_pass(s: Buffer) -> int:
    """Rule 10: the last pass, where the mover alone has most pieces in the pits."""
    most = pieces_in_pits(s, s[TURN])
    for seat in range(s[SEATS]):
        if seat != s[TURN] and pieces_in_pits(s, seat) >= most:
            return NO_PLY
    return PASS


def winning_lay(s: Buffer, scratch: Buffer) -> int:
    """A lay that makes seven, in a position that somebody set up."""
    if near_complete_count(s, s[TURN]) == 0:
        return NO_PLY
    for i in range(list_lays(s, scratch)):
        place = scratch[i]
        put(s, place, s[TURN] + 1)
        wins = s[DONE] != 0
        take(s, place)
        if wins:
            return LAY + place
    return NO_PLY


def near_complete_count(s: Buffer, seat: int) -> int:
    """In how many stretches a seat has five pieces or more."""
    return s[NEARLY] >> 8 * seat & 255


def winning_push(s: Buffer, scratch: Buffer) -> int:
    """A push that makes seven for the seat to move; `NONE` if none does."""
    seat = s[TURN]
    if near_complete_count(s, seat) == 0:
        return NO_PLY
    asked = 0  # the pushes are found only once a stretch asks for one
    for i in range(STRETCH_COUNTS[s[PITS_COUNT]]):
        held = s[STRETCH + i]
        own = held >> 8 * seat & 255
        if own < FIVE or (held + (held >> 8) + (held >> 16) + (held >> 24) & 255) < SEVEN:
            continue
        if asked == 0:
            asked = 1
            if find_pushes(s, scratch) == 0:
                return NO_PLY
        push = push_filling(s, i, own, scratch)
        if push >= 0:
            return PUSH + push
    return NO_PLY


def push_filling(s: Buffer, i: int, own: int, scratch: Buffer) -> int:
    """A push that fills a full stretch with the mover's pieces, `own` of which are there."""
    at = SEVEN * i
    while s[PLACES + IN_STRETCH[at]] == s[TURN] + 1:
        at += 1
    place = IN_STRETCH[at]
    if own == SEVEN - 1:
        for axis in range(3):
            push = winning_way(s, 3 * place + axis, scratch)
            before = NEXT[6 * place + axis + 3]
            if push < 0 and before != OUTSIDE:
                push = winning_way(s, 3 * before + axis, scratch)
            if push >= 0:
                return push
        return NO_PLY
    beside = IN_STRETCH[at + 1]  # two are missing, and the second cannot be beyond the end
    if s[PLACES + beside] == s[TURN] + 1:
        return NO_PLY
    axis = 0
    while PARTNER[3 * place + axis] != beside:
        axis += 1
    return winning_way(s, 3 * place + axis, scratch)


def winning_way(s: Buffer, pair: int, scratch: Buffer) -> int:
    """A way of pushing a pair that wins; `find_pushes` has found which ways there are."""
    first = pair // 3
    for push in range(6 * pair, 6 * pair + 6):
        found = scratch[PUSHES + WORDS * (push % 18) + PLACE_WORD[first]]
        if found & PLACE_BIT[first] and winner_by(s, push) == s[TURN]:
            return push
    return NO_PLY


def winner_by(s: Buffer, push: int) -> int:
    """Who has seven after a push of the seat to move and its lay; -1 for nobody."""
    make_push(s, push)
    winner = who_has_seven(s)
    unmake_push(s, push)
    return winner


def make_push(s: Buffer, push: int) -> None:
    """Pushes and lays, for a look; nothing but the pieces changes."""
    own = s[TURN] + 1
    put(s, FIRST_LANDS[push], replace(s, push // 18, own))
    put(s, SECOND_LANDS[push], replace(s, PARTNER[push // 6], own))


def unmake_push(s: Buffer, push: int) -> None:
    """Undoes `shift`."""
    replace(s, PARTNER[push // 6], take(s, SECOND_LANDS[push]))
    replace(s, push // 18, take(s, FIRST_LANDS[push]))


def in_danger(s: Buffer, scratch: Buffer) -> bool:
    """Whether another seat would make seven at once if it were to push now."""
    seat = s[TURN]
    danger = False
    for k in range(1, s[SEATS]):
        s[TURN] = (seat + k) % s[SEATS]
        if not danger and winning_push(s, scratch) >= 0:
            danger = True
    s[TURN] = seat
    return danger
