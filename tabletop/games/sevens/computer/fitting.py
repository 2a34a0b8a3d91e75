"""Forgotten pieces fitted into the silhouette that is remembered, in small slices."""

from collections.abc import Generator, Sequence
from dataclasses import replace

from tabletop.games.sevens.computer.memory import Memory, Trace
from tabletop.games.sevens.rules.picture import Picture, Piece
from tabletop.games.sevens.rules.pieces import length
from tabletop.games.sevens.solving.outline import Outline
from tabletop.games.sevens.solving.solver import search


def fitted(memory: Memory, seen: Picture, patience: int) -> Generator[None, None, Memory]:
    """The memory with every piece in a place that fits; as it was, if none is found in time.

    Of the picture that was `seen` only the outline is looked at. It works for about a millisecond
    between two yields.
    """
    if not memory.silhouette or not memory.unsure or not patience:
        return memory
    known = [trace for trace in memory.traces if trace.sure]
    placed = Picture.from_poses((trace.kind, trace.pose) for trace in known)
    try:
        ways = search(Outline.of(seen), kinds=seen.kinds, placed=placed)
        for _ in range(patience):
            yield
            way = next(ways, placed)
            if way is not None:
                return _with(memory, _rest(way, known)) if way is not placed else memory
    except ValueError:
        # A shape that runs twice along a line, or that the pieces known cannot be in.
        pass
    return memory


def _rest(way: Picture, known: Sequence[Trace]) -> list[Piece]:
    """The pieces of a way but those that were known."""
    rest = list(way.pieces)
    for trace in known:
        alike = [piece for piece in rest if piece.kind == trace.kind]
        rest.remove(min(alike, key=lambda piece: length(piece.pose.at, trace.pose.at)))
    return rest


def _with(memory: Memory, found: list[Piece]) -> Memory:
    """The memory with these pieces in place of what was not known."""
    traces = []
    for trace in memory.traces:
        if not trace.sure:
            alike = [piece for piece in found if piece.kind == trace.kind]
            piece = min(alike, key=lambda piece: length(piece.pose.at, trace.pose.at))
            found.remove(piece)
            trace = replace(trace, pose=piece.pose, place=True, turn=True, side=True)
        traces.append(trace)
    return replace(memory, traces=tuple(traces))
