"""A game to play and query in tests."""

from dataclasses import dataclass
from typing import Any

import pytest

from tabletop.engine import BadNotation, Game, Outcome


@dataclass(frozen=True, slots=True)
class Table:
    """Plays a game by texts, every ply checked, and gives complaints and refusals as texts."""

    game: Game

    def follow(self, state: Any, *plies: str) -> Any:
        """The position after some plies."""
        for ply in plies:
            move = self.game.read_move(ply)
            assert move in state.moves(), ply
            state = state.play(move)
        return state

    def refused(self, state: Any, ply: str) -> tuple[str, str]:
        """The rule that a ply breaks, and the reason."""
        refusal = self.game.why_not(state, ply)
        assert refusal is not None
        return refusal.rule, str(refusal.reason)

    def touched(self, state: Any, *spots: str) -> tuple[str, str]:
        """The rule that some touches break, and the reason."""
        refusal = self.game.why_touch(state, spots)
        assert refusal is not None
        return refusal.rule, str(refusal.reason)

    def complaint(self, position: str, seats: int = 2, **options: Any) -> str:
        """What is wrong with a text as a position."""
        with pytest.raises(BadNotation) as caught:
            self.game.read_state(position, seats, **options)
        return str(caught.value)

    def ply_complaint(self, ply: str) -> str:
        """What is wrong with a text as a ply."""
        with pytest.raises(BadNotation) as caught:
            self.game.read_move(ply)
        return str(caught.value)


def legal(state: Any) -> set[str]:
    """Every legal ply as text."""
    return {str(move) for move in state.moves()}


def ended(state: Any) -> Outcome:
    """How a game ended in which nothing can be played any more."""
    outcome: Outcome | None = state.outcome()
    assert outcome is not None
    assert not state.moves()
    return outcome


def is_ply_or_complaint(game: Game, scribble: str) -> None:
    """Any text is a ply that is written the same again, or gets a complaint."""
    try:
        move = game.read_move(scribble)
    except BadNotation:
        return
    assert str(move) == scribble


def is_position_or_complaint(game: Game, text: str, seats: int = 2, **options: Any) -> Any | None:
    """Any text is a position that is written the same again, or gets a complaint (None)."""
    try:
        state = game.read_state(text, seats, **options)
    except BadNotation:
        return None
    assert str(state) == text
    assert (state.outcome() is None) == bool(state.moves())
    return state
