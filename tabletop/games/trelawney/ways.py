"""What a turn that has begun may still become: which stone, which way, and what then lies where."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from tabletop.engine import Game, Spot, Step, Word
from tabletop.games.trelawney.prompts import kind
from tabletop.games.trelawney.rules import Move, State
from tabletop.games.trelawney.squares import name
from tabletop.ui.theme import AMBER, SKY, Colour
from tabletop.ui.view import Showing


@dataclass(frozen=True, slots=True)
class Way:
    """One shove or drag of one enemy stone."""

    kind: Spot
    """`shove` or `drag`: the touch that chooses it."""
    here: Spot
    """Where the stone was laid."""
    target: Spot
    """The enemy stone."""
    leader: Step
    """The stone that goes on to the vacant place; the other one follows it."""
    follower: Step
    second: Step | None
    """The second lay; none where a line in the delay ends the turn."""

    @property
    def ghost(self) -> Spot:
        """The vacant place that the way leads to."""
        return self.leader.end or ""

    @property
    def colour(self) -> Colour:
        return AMBER if self.kind == "shove" else SKY

    @property
    def after(self) -> dict[Spot, str]:
        """What lies on the places of the way in the end."""
        steps = (self.leader, self.follower, self.second)
        return {step.end: step.piece for step in steps if step is not None and step.end}


def way_of(game: Game, state: State, move: Move) -> Way | None:
    """The way that a ply goes; None if it only lays."""
    if move.target is None or game.effects is None:
        return None
    phases = game.effects(state, move)
    leader, follower = phases[1]
    second = phases[2][0] if len(phases) > 2 else None
    return Way(kind(move), name(move.square), name(move.target), leader, follower, second)


def ways(showing: Showing) -> tuple[Way, ...]:
    """The ways that are still open once a stone is laid; none before."""
    if not showing.picked:
        return ()
    found = (way_of(showing.game, showing.state, move) for move in showing.candidates)
    return tuple(way for way in found if way is not None)


@lru_cache(maxsize=64)
def endings(game: Game, state: State, move: Move) -> tuple[tuple[bool, Word], ...]:
    """The lines that would end the game after a ply, and whether each is the mover's own."""
    after = state.play(move)
    outcome = after.outcome()
    if outcome is None or game.lines is None:
        return ()
    return tuple((state.turn in outcome.winners, line) for line in game.lines(after))


def by_target(found: Iterable[Way]) -> dict[Spot, list[Way]]:
    """The ways by the enemy stone that they move."""
    groups: dict[Spot, list[Way]] = {}
    for way in found:
        groups.setdefault(way.target, []).append(way)
    return groups
