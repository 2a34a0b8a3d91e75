"""Turns touches, drags and keys on a board into a ply, or into the reason of a refusal."""

from dataclasses import dataclass
from typing import Any

from tabletop.engine import CHANCE, Game, Picker, Refusal, Spot
from tabletop.ui.core.canvas import Point

ROLL = "roll"
"""The place that throws the dice, when it is their turn."""


@dataclass(frozen=True, slots=True)
class MoveEntered:
    """The touches spell this ply."""

    move: Any


@dataclass(frozen=True, slots=True)
class RollRequested:
    """The dice are to be thrown."""


@dataclass(frozen=True, slots=True)
class MoveRefused:
    """The touch is refused: why, and where."""

    refusal: Refusal
    spots: tuple[Spot, ...]


@dataclass(slots=True)
class _Contact:
    number: tuple[str, int]
    began: Spot | None
    fresh: bool
    """It picked the place where it came down."""


class MoveInput:
    """Spells one ply at a time. One contact spells; the others are ignored meanwhile."""

    def __init__(self, game: Game, state: Any) -> None:
        self._game = game
        self._contact: _Contact | None = None
        self.cursor: Spot | None = None
        self.preview: Any = None
        """The ply that letting go now would play."""
        self.held: tuple[Spot, Point] | None = None
        self.reset(state)

    def reset(self, state: Any) -> None:
        """Begins again, on another state."""
        self.state = state
        self.dice = state.turn == CHANCE and bool(state.moves())
        moves = () if state.turn == CHANCE else state.moves()
        self.picker = Picker(moves, lambda move: self._game.spell(state, move))
        self._contact = None
        self.preview = None
        self.held = None

    @property
    def open(self) -> frozenset[Spot]:
        return frozenset((ROLL,)) if self.dice else self.picker.open

    def let_go(self) -> None:
        """Forgets the contact and what it would have done; what was picked stays."""
        self._contact = None
        self.preview = None
        self.held = None

    @property
    def bound(self) -> bool:
        """Something was touched that the game does not let one take back."""
        return 0 < len(self.picker.picked) <= self._game.firm

    def back(self) -> bool:
        """Takes the last touch back; False if there was none, or it stays."""
        self.let_go()
        return not self.bound and self.picker.back()

    def _anew(self) -> None:
        """Takes back all touches that do not stay."""
        while not self.bound and self.picker.back():
            pass

    def _begins(self, spot: Spot) -> bool:
        """Whether a word can go on with this place once the touches are taken back."""
        kept = self.picker.picked[: self._game.firm]
        return self.picker.starts((*kept, spot))

    def down(self, number: tuple[str, int], spot: Spot | None) -> None:
        """A finger came down: an open place is picked at once."""
        if self._contact is not None and not self._rests(self._contact):
            return
        contact = _Contact(number, spot, fresh=False)
        self._contact = contact
        if spot is None or self.dice:
            return
        if spot in self.picker.open:
            self._answer(contact, spot)
        elif not self._is_last(spot) and self._begins(spot):
            # Another own piece: the word begins again with it.
            self._anew()
            self._answer(contact, spot)

    def pull(self, number: tuple[str, int], at: Point) -> bool:
        """The finger moved on: a piece it picked comes along. True if the finger spells."""
        contact = self._contact
        if contact is None or contact.number != number or self.dice:
            return False
        if contact.began is not None and (contact.fresh or self._is_last(contact.began)):
            self.held = (contact.began, at)
        return True

    def over(self, spot: Spot | None) -> None:
        """The finger that moves is over a place: shows what a drop would do there."""
        is_open = spot is not None and spot in self.picker.open
        self.preview = self.picker.completing(spot) if spot and is_open else None

    def tap(self, number: tuple[str, int]) -> MoveEntered | RollRequested | MoveRefused | None:
        """The finger went up where it came down."""
        contact = self._contact
        if contact is None or contact.number != number:
            return None
        self.let_go()
        return None if contact.fresh else self.touch(contact.began)

    def drop(
        self, number: tuple[str, int], spot: Spot | None
    ) -> MoveEntered | RollRequested | MoveRefused | None:
        """The finger went up elsewhere."""
        contact = self._contact
        if contact is None or contact.number != number:
            return None
        self.let_go()
        if self.dice:
            # A shake of the dice is as good as a tap on them.
            return self.touch(contact.began)
        if spot is None or spot == contact.began:
            if contact.fresh:
                self.picker.back()
            return None
        if contact.fresh or (contact.began is not None and self._is_last(contact.began)):
            return self.touch(spot)
        if spot in self.picker.open:
            return self.touch(spot)
        # A piece that may not be moved stays where it is: it was pulled at, so say why.
        standing = self._game.pieces(self.state)
        return self.touch(contact.began) if contact.began in standing else None

    def cancel(self, number: tuple[str, int]) -> None:
        """The contact was cancelled."""
        if self._contact is not None and self._contact.number == number:
            if self._contact.fresh:
                self.picker.back()
            self.let_go()

    def consider(self, spot: Spot | None) -> None:
        """A pointer or the cursor stands over a place: shows what touching it would play."""
        if self._contact is None and not self.dice:
            is_open = spot is not None and spot in self.picker.open
            self.preview = self.picker.completing(spot) if spot and is_open else None

    def touch(self, spot: Spot | None) -> MoveEntered | RollRequested | MoveRefused | None:
        """A place was touched by a tap, a key or a button."""
        if self.dice:
            return RollRequested() if spot == ROLL else None
        if spot is None:
            self._anew()
            return None
        if spot in self.picker.open:
            return self._pick(spot)
        if self._is_last(spot):
            self.back()
            return None
        if self.picker.picked and self._begins(spot):
            self._anew()
            return self._pick(spot)
        word = (*self.picker.picked, spot)
        refusal = self._game.why_touch(self.state, word)
        return MoveRefused(refusal, (spot,)) if refusal is not None else None

    def _pick(self, spot: Spot) -> MoveEntered | None:
        move = self.picker.pick(spot)
        if move is None:
            return None
        self.picker.clear()
        return MoveEntered(move)

    def _answer(self, contact: _Contact, spot: Spot) -> None:
        """Shows at once what a touch does; a ply is only played when the finger lifts."""
        move = self.picker.completing(spot)
        if move is not None:
            self.preview = move
        else:
            self.picker.pick(spot)
            contact.fresh = True

    def _rests(self, contact: _Contact) -> bool:
        """It lies where it does nothing, as a palm does: other contacts need not wait for it."""
        began = contact.began
        return began is None or not (contact.fresh or began in self.open or self._is_last(began))

    def _is_last(self, spot: Spot) -> bool:
        return bool(self.picker.picked) and self.picker.picked[-1] == spot
