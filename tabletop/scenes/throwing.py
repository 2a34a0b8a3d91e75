"""The dice of a match as a seat of their own: by what they are thrown, what becomes of a throw."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from tabletop.engine import CHANCE, Match, Seat, Text, count, say
from tabletop.engine.match import REPLAYED, SCREEN, TYPED
from tabletop.input.actions import Roll
from tabletop.input.devices import Device
from tabletop.input.labels import label_of
from tabletop.scenes.course import Course
from tabletop.scenes.dice_words import dice_words, gone, marked, source_words, there
from tabletop.ui.table import Table
from tabletop.ui.view import Throwing

DICE_KEY: Final = "dice:"
AUTO: Final = "auto"
"""The choice of whatever is there: a reader that works, else the screen."""


@dataclass(frozen=True, slots=True)
class Source:
    """By what the next dice are thrown."""

    by: Throwing
    label: str
    """As records call it."""
    device: str = ""


ON_SCREEN: Final = Source("screen", SCREEN)
BY_HAND: Final = Source("typed", TYPED)


@dataclass(frozen=True, slots=True)
class Cast:
    """A whole throw: the ply that it spells, and where its dice came from."""

    ply: str
    source: str


@dataclass(frozen=True, slots=True)
class _Die:
    value: int
    label: str


class Dice:
    """The dice of one match. It changes as readers come and go, and as dice come to lie."""

    def __init__(self, table: Table, match: Match, chosen: str = "") -> None:
        """`chosen` is what people chose before in this series; empty: nothing."""
        self._table = table
        self._match = match
        self.dice: tuple[int, ...] = match.game.dice
        self._by_hand = chosen
        self._lying: list[_Die] = []
        self._before: tuple[int, ...] = ()
        self._replayed = False
        self._was = self.source
        self._readers = self._keys()

    # -- by what ------------------------------------------------------------------------------

    @property
    def chosen(self) -> str:
        """`AUTO`, ``screen``, ``typed``, or the key of a reader; as the settings say at first."""
        return self._by_hand or self._table.settings["dice.source"]

    @property
    def readers(self) -> tuple[Device, ...]:
        """The readers that could throw here, in the order in which they came."""
        found = self._table.devices.readers
        return tuple(device for device in found if device.sides in self.dice)

    @property
    def source(self) -> Source:
        """By what the next throw is made, as long as nothing changes."""
        if self.chosen == SCREEN:
            return ON_SCREEN
        if self.chosen == TYPED:
            return BY_HAND
        reader = self._reader()
        if reader is not None:
            return Source("reader", reader.label, reader.key)
        return Source("reader", REPLAYED) if self._replayed else ON_SCREEN

    def _reader(self) -> Device | None:
        if self.chosen != AUTO:
            return next((reader for reader in self.readers if reader.key == self.chosen), None)
        seat = self._match.game.acting(self._match.state)
        owner = self._table.devices.bindings.seat
        own = [reader for reader in self.readers if owner(reader.key) == seat]
        anybody = [reader for reader in self.readers if owner(reader.key) is None]
        shared = [] if self._has_dice(seat) else list(self.readers)
        return next(iter(own + anybody + shared), None)

    def _has_dice(self, seat: Seat) -> bool:
        """Whether a seat has a reader to throw with, its own or everybody's.

        Where it has none, that of another seat stands for all: people put it in the middle. One
        of its own that is lost counts, or a neighbour would throw for it.
        """
        owner = self._table.devices.bindings.seat
        fit = [device for device in self._table.devices.all if device.sides in self.dice]
        return any(
            owner(reader.key) == seat or (owner(reader.key) is None and reader.works)
            for reader in fit
        )

    def choose(self, chosen: str) -> None:
        """People say by what they throw from now on; a die that lies stays."""
        self._by_hand = chosen
        self._replayed = False
        self._was = self.source

    def watch(self) -> Text | None:
        """What people should know about readers that have come or gone since it was last asked."""
        was, now = self._was, self.source
        before, here = self._readers, self._keys()
        self._was, self._readers = now, here
        if not self.dice or self._match.outcome is not None:
            return None
        if was.device in before - here and now != was:
            return gone(now.label)
        if now.device in here - before and now != was:
            return there(now.label)
        return None

    def _keys(self) -> frozenset[str]:
        return frozenset(reader.key for reader in self.readers)

    def key(self, seat: Seat) -> str:
        """The key of the button at a seat's tray that says by what, and changes it."""
        return f"{DICE_KEY}{seat}"

    # -- the dice -----------------------------------------------------------------------------

    @property
    def lies(self) -> bool:
        """Whether a part of a throw lies in the tray."""
        return bool(self._lying)

    @property
    def missing(self) -> int:
        """How many dice are still to be thrown."""
        return len(self.dice) - len(self._lying)

    def lying(self, *, moving: bool) -> tuple[int, ...]:
        """The dice of this throw that lay before the others; while `moving`, of the last one."""
        return self._before if moving else tuple(die.value for die in self._lying)

    def on_screen(self) -> Cast:
        """The screen throws what is missing."""
        values = tuple(int(value) for value in str(self._match.cast()).split("+"))
        return self._whole(values[len(self._lying) :], SCREEN)

    def typed(self, values: Sequence[int]) -> Cast | None:
        """Somebody has typed in what is missing; None if it is not that many dice."""
        return self._whole(values, TYPED) if len(values) == self.missing else None

    def heard(self, roll: Roll, course: Course, *, own_hands: bool) -> Cast | Text | None:
        """What a device's throw comes to: a whole throw; words, if it is none; None: go on."""
        words = self.refused(roll, course, own_hands=own_hands)
        if words is not None:
            return marked(words, simulated=roll.simulated)
        label = label_of(roll)
        self._replayed = self._replayed or label == REPLAYED
        if len(roll.values) == self.missing:
            return self._whole(roll.values, label)
        self._lying += [_Die(value, label) for value in roll.values]
        return None

    def _whole(self, values: Iterable[int], label: str) -> Cast:
        """Puts the last dice to those that lie."""
        self._before = tuple(die.value for die in self._lying)
        thrown = [*self._lying, *(_Die(value, label) for value in values)]
        self._lying = []
        for source in dict.fromkeys(die.label for die in thrown):
            shown = tuple(die.value for die in thrown if die.label == source)
            self._table.store.note_throw(source, self.dice[0], shown)
        labels = dict.fromkeys(die.label for die in thrown)
        return Cast("+".join(str(die.value) for die in thrown), ",".join(labels))

    # -- why a throw is none --------------------------------------------------------------------

    def refused(self, roll: Roll, course: Course, *, own_hands: bool) -> Text | None:
        """Why a device's throw is not played; None if it is."""
        match, thrown = self._match, dice_words(roll.values)
        if not self.dice:
            return say("dice.none", "{dice} was thrown: there are no dice here", dice=thrown)
        if roll.late:
            return say("dice.late", "{dice} came too late, and is not played", dice=thrown)
        if match.outcome is not None:
            return say("dice.over", "The match is over: {dice} is not played", dice=thrown)
        if course.at is not None:
            return say("dice.looking", "You are looking back: {dice} is not played", dice=thrown)
        seat = match.game.acting(match.state)
        who = match.game.seat_names[seat]
        if match.state.turn != CHANCE:
            words = "Not your throw ({dice}): {who} is to move"
            return say("dice.not_now", words, dice=thrown, who=who)
        if own_hands and not self._belongs(roll, seat):
            words = "Not your throw ({dice}): {who} throws"
            return say("dice.not_yours", words, dice=thrown, who=who)
        return self._unfit(roll) or self._elsewhere(roll)

    def _belongs(self, roll: Roll, seat: Seat) -> bool:
        if roll.seat is None or roll.seat == seat or self.chosen == roll.device:
            return True
        return not self._has_dice(seat)

    def _unfit(self, roll: Roll) -> Text | None:
        """Why these are not the dice that are missing."""
        thrown, sides = len(roll.values), self.dice[len(self._lying)]
        if roll.sides != sides:
            words = "A die with {sides} sides: here it has {needed}"
            return say("dice.sides", words, sides=roll.sides, needed=sides)
        if not 0 < thrown <= self.missing:
            one = "{thrown} dice were thrown: one is needed"
            many = "{thrown} dice were thrown: {n} are needed"
            return count("dice.count", one, many, self.missing, thrown=thrown)
        if not all(1 <= value <= sides for value in roll.values):
            return say("dice.value", "{dice} is no throw", dice=dice_words(roll.values))
        return None

    def _elsewhere(self, roll: Roll) -> Text | None:
        """Why it is not this device that throws."""
        if self.chosen in (AUTO, roll.device):
            return None
        where = source_words(self.source.label)
        words = "{dice} is not played: the dice are {where}"
        return say("dice.elsewhere", words, dice=dice_words(roll.values), where=where)
