"""What a ply of Shoo would lead to, worked out for the view: ghosts, and who would be shooed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from tabletop.engine import Spot, Step
from tabletop.games.shoo.hindrances import piece_at
from tabletop.games.shoo.kernel import DISMOUNT, RIDER, STEP
from tabletop.games.shoo.notation import NAMES, SQUARE_OF, Move, ply
from tabletop.games.shoo.reach import near
from tabletop.games.shoo.reasons import refuse
from tabletop.games.shoo.rules import State, shooed, shooers
from tabletop.games.shoo.steps import LOOSE
from tabletop.games.shoo.words import HUSH, SHOOING

Phases = Iterable[tuple[Step, ...]]


@dataclass(slots=True)
class Outlook:
    """What stands, what is about to leave, and what would come, while a ply is only thought of."""

    solid: dict[Spot, str]
    leaving: dict[Spot, str] = field(default_factory=dict)
    coming: dict[Spot, str] = field(default_factory=dict)


def outlook(pieces: Mapping[Spot, str], phases: Phases) -> Outlook:
    """The pieces as they would lie after some phases."""
    seen = Outlook(dict(pieces))
    for phase in phases:
        left = {step.start for step in phase if step.start is not None}
        for spot in left:
            seen.coming.pop(spot, None)
            if spot in seen.solid:
                seen.leaving[spot] = seen.solid.pop(spot)
        for step in phase:
            if step.end is None:
                continue
            if step.piece == LOOSE and step.start is None and step.end in left:
                # A rider goes, its horse stays.
                seen.leaving.pop(step.end, None)
                seen.solid[step.end] = LOOSE
            else:
                seen.coming[step.end] = step.becomes or step.piece
    for spot in seen.coming:
        seen.leaving.pop(spot, None)
    return seen


@lru_cache(maxsize=64)
def dangers(state: State) -> tuple[tuple[Spot, tuple[Spot, ...]], ...]:
    """The shooed travelers of the side to move, each with those that shoo it."""
    return tuple((spot, shooers(state, spot)) for spot in shooed(state))


@lru_cache(maxsize=64)
def threats(state: State, move: Move) -> tuple[tuple[Spot, tuple[Spot, ...]], ...]:
    """The travelers of the other side that a ply would shoo, each with those that would do it."""
    after = state.play(move)
    return () if after.outcome() else dangers(after)


@lru_cache(maxsize=64)
def closed_by_shoo(state: State, spot: Spot) -> frozenset[Spot]:
    """The near squares to which a traveler could walk, were they not shooed."""
    start = SQUARE_OF[spot]
    kind = DISMOUNT if piece_at(state, start) >= RIDER else STEP
    closed = set()
    for to in near(start):
        if not shooers(state, NAMES[to]):
            continue
        refusal = refuse(state, ply(kind, start, to))
        if refusal is not None and refusal.rule in (SHOOING, HUSH):
            closed.add(NAMES[to])
    return frozenset(closed)


def shared_phases(plies: list[tuple[tuple[Step, ...], ...]]) -> list[tuple[Step, ...]]:
    """The first phases that all of some plies have in common."""
    shared = []
    for phases in zip(*plies, strict=False):
        if any(phase != phases[0] for phase in phases):
            break
        shared.append(phases[0])
    return shared
