"""The dice of a match: the feature that throws them, and which throws are played.

The words of the sources of throws, and the pages that ask for dice, are in `dice_pages`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tabletop.engine import CHANCE, Match, Seat, Text, say
from tabletop.engine.match import (
    SOURCE_REPLAYED,
    SOURCE_SCREEN,
    SOURCE_TYPED,
)
from tabletop.input.actions import Action, Roll
from tabletop.input.devices import Device, source_label
from tabletop.scenes.match.dice_pages import (
    AUTO,
    TypedDice,
    ask_dice_source,
    mark_simulated,
    projector_words,
    reader_found_words,
    reader_lost_words,
    source_words,
    strip_words,
)
from tabletop.scenes.play.features import Handled, MatchFeature, MatchParts
from tabletop.scenes.play.notices import DeviceNotices
from tabletop.scenes.play.refusals import PAUSED_THROW, why_roll
from tabletop.ui.board.view import BoardSnapshot, DiceInput
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Change, Push
from tabletop.ui.widgets.buttons import PushButton

DICE_KEY: Final = "dice:"
DICE_LABEL_SIZE: Final = 28.0
"""The size of the words at the foot of a tray."""
THROW_REAL: Final = say("dice.throw_real", "Roll the real dice, or change it here.")


class DiceThrows(MatchFeature):
    """Throws of the dice in a match: on the screen, by a reader, or typed in."""

    def __init__(self, parts: MatchParts, edge: DeviceNotices) -> None:
        super().__init__(parts)
        self._edge = edge
        self._chosen = ""
        """How people chose to throw in this series; empty: not yet."""
        self.dice = Dice(self._table, self._session.match)

    def throw(self) -> Change:
        """Somebody touches the dice, or the button that throws them."""
        match self.dice.source.by:
            case "screen":
                self.throw_on_screen()
            case "reader":
                self._notices.tell(THROW_REAL)
            case "typed":
                return self._ask_values()
        return None

    def throw_on_screen(self) -> None:
        thrown = self.dice.on_screen()
        self._session.play(thrown.ply, thrown.source)

    def _ask_values(self) -> Change:
        seat = self._session.acting
        sides = self.dice.dice[-self.dice.missing :]
        lying = self.dice.lying(moving=False)
        about = self._board.layout.canvas.box.centre
        asked = TypedDice(sides, lying, self._board.layout.panels[seat].turns, about)
        asked.language = self._session.setup.language(seat)
        return Push(asked, self._typed)

    def _typed(self, values: object) -> Change:
        if isinstance(values, tuple) and self._session.match.state.turn == CHANCE:
            thrown = self.dice.typed(values)
            if thrown is not None:
                self._session.play(thrown.ply, thrown.source)
        return None

    def _rolled(self, roll: Roll) -> None:
        """A device threw real dice. An animation that still runs is skipped."""
        session = self._session
        if session.timeline.motion is not None and session.match.state.turn == CHANCE:
            session.timeline.hurry()
        refusal = self._refusal(roll)
        if refusal is not None:
            self._notices.deny(refusal)
            return
        thrown = self.dice.take(roll)
        if thrown is not None:
            session.play(thrown.ply, thrown.source)
        else:
            self._notices.quiet()
            session.mark_unsaved()

    def _refusal(self, roll: Roll) -> Text | None:
        own_hands = self._table.settings["input.own_hands"]
        looks_back = self._session.timeline.at is not None
        return self.dice.refusal(roll, looks_back=looks_back, own_hands=own_hands)

    def rolled_under_page(self, roll: Roll) -> None:
        """A device threw while a page lies over the match: the throw is not played."""
        if self.dice.dice:
            paused = mark_simulated(PAUSED_THROW, simulated=roll.simulated)
            self._edge.tell(self._refusal(roll) or paused)

    def ask_source(self, seat: Seat) -> Change:
        """A seat wants to throw by something else."""
        panel = self._board.layout.panels[seat]
        asked = ask_dice_source(self.dice.chosen, self.dice.readers, panel.turns)
        asked.language, asked.text_scale = panel.language, panel.text_scale
        return Push(asked, self._choose)

    def _choose(self, chosen: object) -> Change:
        if isinstance(chosen, str):
            self._chosen = chosen
            self.dice.choose(chosen)
        return None

    def watch(self) -> None:
        """Tells what has changed about the readers."""
        words = self.dice.watch()
        if words is not None:
            self._edge.tell(words, "dice")

    def buttons(self) -> list[PushButton]:
        """At the foot of each person's tray: how the dice are thrown. Touching it changes that.

        While somebody looks back it says where the last dice came from, if they were real.
        """
        label, timeline = self.dice.source.label, self._session.timeline
        persons = self._session.setup.persons
        if timeline.at is not None:
            thrown = [ply for ply in timeline.match.plies[: timeline.at] if ply.seat == CHANCE]
            label = thrown[-1].source if thrown else label
        return [
            PushButton(
                self.dice.key(seat),
                panel.as_tray().foot,
                projector_words(label)
                if panel.context.projector
                else strip_words(label, broad=panel.wide),
                "dice",
                size=DICE_LABEL_SIZE,
                turns=panel.turns,
                about=panel.about,
                language=panel.language,
                text_scale=panel.text_scale,
            )
            for seat, panel in enumerate(self._board.layout.panels)
            if seat in persons
        ]

    # -- the feature ------------------------------------------------------------------------------

    def handle(self, action: Action, seat: Seat | None) -> Handled | None:
        if not isinstance(action, Roll):
            return None
        self._rolled(action)
        return Handled()

    def begin(self) -> None:
        self.dice = Dice(self._table, self._session.match, self._chosen)

    def decorate(self, board: BoardSnapshot) -> BoardSnapshot:
        if not self.dice.dice:
            return board
        lying = self.dice.lying(moving=board.motion is not None)
        return replace(board, lying=lying, throwing=self.dice.source.by)


@dataclass(frozen=True, slots=True)
class DiceSource:
    """How the next dice are thrown."""

    by: DiceInput
    label: str
    """As records call it."""
    device: str = ""


SCREEN_SOURCE: Final = DiceSource("screen", SOURCE_SCREEN)
TYPED_SOURCE: Final = DiceSource("typed", SOURCE_TYPED)


@dataclass(frozen=True, slots=True)
class DiceThrow:
    """A whole throw: the ply that it spells, and where its dice came from."""

    ply: str
    source: str


@dataclass(frozen=True, slots=True)
class _Die:
    value: int
    label: str


class Dice:
    """The dice of one match: how they are thrown, and the part of a throw that is known."""

    def __init__(self, table: AppContext, match: Match, chosen: str = "") -> None:
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

    # -- where dice come from ------------------------------------------------------------------

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
    def source(self) -> DiceSource:
        """How the next throw is made, as long as nothing changes."""
        if self.chosen == SOURCE_SCREEN:
            return SCREEN_SOURCE
        if self.chosen == SOURCE_TYPED:
            return TYPED_SOURCE
        reader = self._reader()
        if reader is not None:
            return DiceSource("reader", reader.label, reader.key)
        return DiceSource("reader", SOURCE_REPLAYED) if self._replayed else SCREEN_SOURCE

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
        """Changes how dice are thrown; dice that were thrown stay."""
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
            return reader_lost_words(now.label)
        if now.device in here - before and now != was:
            return reader_found_words(now.label)
        return None

    def _keys(self) -> frozenset[str]:
        return frozenset(reader.key for reader in self.readers)

    def key(self, seat: Seat) -> str:
        """The key of the button at a seat's tray that shows and changes where dice come from."""
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
        """Values of the dice that came first in this throw; while `moving`, in the last throw."""
        return self._before if moving else tuple(die.value for die in self._lying)

    def on_screen(self) -> DiceThrow:
        """The screen throws what is missing."""
        values = tuple(int(value) for value in str(self._match.next_throw()).split("+"))
        return self._whole(values[len(self._lying) :], SOURCE_SCREEN)

    def typed(self, values: Sequence[int]) -> DiceThrow | None:
        """The typed values as a throw; None if the number of dice is wrong."""
        return self._whole(values, SOURCE_TYPED) if len(values) == self.missing else None

    def take(self, roll: Roll) -> DiceThrow | None:
        """Takes a device's throw that is not refused: a whole throw, or None for a part."""
        label = source_label(roll)
        self._replayed = self._replayed or label == SOURCE_REPLAYED
        if len(roll.values) == self.missing:
            return self._whole(roll.values, label)
        self._lying += [_Die(value, label) for value in roll.values]
        return None

    def _whole(self, values: Iterable[int], label: str) -> DiceThrow:
        """Completes the throw."""
        self._before = tuple(die.value for die in self._lying)
        thrown = [*self._lying, *(_Die(value, label) for value in values)]
        self._lying = []
        for source in dict.fromkeys(die.label for die in thrown):
            shown = tuple(die.value for die in thrown if die.label == source)
            self._table.store.note_throw(source, self.dice[0], shown)
        labels = dict.fromkeys(die.label for die in thrown)
        return DiceThrow("+".join(str(die.value) for die in thrown), ",".join(labels))

    def refusal(self, roll: Roll, *, looks_back: bool, own_hands: bool) -> Text | None:
        """Why a device's throw is not played; None if it is."""
        seat, here = self._match.game.acting(self._match.state), self.chosen in (AUTO, roll.device)
        words = why_roll(
            roll,
            self._match,
            self.dice[len(self._lying) :],
            looks_back=looks_back,
            belongs=not own_hands or self._belongs(roll, seat),
            elsewhere=None if here else source_words(self.source.label),
        )
        return words and mark_simulated(words, simulated=roll.simulated)

    def _belongs(self, roll: Roll, seat: Seat) -> bool:
        if roll.seat is None or roll.seat == seat or self.chosen == roll.device:
            return True
        return not self._has_dice(seat)
