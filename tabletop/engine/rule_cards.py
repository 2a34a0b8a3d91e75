"""Rule cards: the rules of a game as short sentences with a picture before and after, as data."""

from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from tabletop.engine.game import Game, OptionValue, Picker, Spot, Word
from tabletop.engine.match import Ply
from tabletop.engine.text import Text

MAX_CARD_WORDS: Final = 12
"""The most words of a card's English text."""

CardMoment: TypeAlias = Literal["before", "after"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleCard:
    """One rule: a title, one sentence or two, and a move that the engine plays.

    The picture before shows `position`, the one after what `move` makes of it. Without a move there
    is only the first. A live game, which has no positions, draws the picture `drawing` itself.
    """

    title: Text
    text: Text
    """At most `MAX_CARD_WORDS` words."""
    position: str = ""
    """The position text before."""
    move: str = ""
    """The ply that is played."""
    corners: Word = ()
    """Places that the pictures must show; empty: the whole board."""
    picked: Word = ()
    """What has been touched in the picture before."""
    lit: bool = False
    """Whether the picture before shows what may be touched next."""
    refused: tuple[Spot, ...] = ()
    """Places that may not be touched next, ringed in the picture before."""
    tray: Literal["", "before", "between"] = ""
    """Where the mover's tray (the dice, the stable) is shown: in place of the picture before, or
    between the pictures."""
    seats: int = 2
    options: tuple[tuple[str, OptionValue], ...] = ()
    drawing: str = ""
    """The key of a live game's picture."""
    both: bool = True
    """Whether a live game's picture has a second moment."""

    @property
    def moments(self) -> tuple[CardMoment, ...]:
        two = bool(self.move) or (bool(self.drawing) and self.both)
        return ("before", "after") if two else ("before",)

    def state(self, game: Game) -> Any:
        """The position before."""
        return game.read_state(self.position, self.seats, **dict(self.options))

    def ply(self, game: Game) -> Ply | None:
        """The move with the positions before and after; None if there is no move."""
        if not self.move:
            return None
        before = self.state(game)
        move = game.read_move(self.move)
        return Ply(game.acting(before), move, before, before.play(move))

    def open(self, game: Game) -> frozenset[Spot]:
        """The places that are lit in the picture before."""
        if not self.lit:
            return frozenset()
        state = self.state(game)
        picker = Picker(state.moves(), lambda move: game.spell(state, move))
        picker.go_to(self.picked)
        return picker.open
