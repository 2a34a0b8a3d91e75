"""The dice of a match: how they are thrown, which throws are played, and the pages about it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import pygame

from tabletop.engine import CHANCE, Match, Seat, Text, count, joined, say
from tabletop.engine.match import (
    SOURCE_READER_PREFIX,
    SOURCE_REPLAYED,
    SOURCE_SCREEN,
    SOURCE_SIMULATED_PREFIX,
    SOURCE_TYPED,
)
from tabletop.input.actions import Action, Press, Roll, Typed
from tabletop.input.actions import Button as Key
from tabletop.input.devices import Device, reader_name, source_label
from tabletop.scenes.device_text import SIMULATED as NOT_REAL
from tabletop.scenes.play.features import Handled, MatchFeature, MatchParts
from tabletop.scenes.play.notices import DeviceNotices
from tabletop.scenes.play.panels import PAUSED_THROW
from tabletop.scenes.play.session import Begun, MatchEvent, MatchTimeline
from tabletop.ui.board.view import BoardSnapshot, DiceInput
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.draw import shapes
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import AMBER, CREAM, FOCUS, HEAD_SIZE, INK, PANEL, mix
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton
from tabletop.ui.widgets.page import PageScene, Plate, split_row
from tabletop.ui.widgets.question_dialog import Answers, QuestionDialog

MAX_LABEL_LENGTH: Final = 18
"""The most characters of a reader's name on a strip."""
ON_SCREEN_TEXT: Final = say("dice.screen", "on the screen")
TYPED_TEXT: Final = say("dice.typed", "typed in")
REPLAYED_TEXT: Final = say("dice.replayed", "REPLAYED")
THROW_REAL: Final = say("dice.throw_real", "Throw the real dice, or change here")
UNDO_DIE: Final = say("dice.undo", "A die that was thrown stays thrown")


def source_words(label: str) -> Text:
    """The source of a throw, as records call it, in words for people."""
    if "," in label:
        one, _, other = label.partition(",")
        both = {"one": source_words(one), "other": source_words(other)}
        return say("dice.both", "{one} and {other}", **both)
    if label.startswith(SOURCE_SIMULATED_PREFIX):
        return say("dice.simulated", "SIMULATED {name}", name=reader_name(label))
    if label.startswith(SOURCE_READER_PREFIX):
        return say("dice.reader", "reader {name}", name=reader_name(label))
    fixed = {
        SOURCE_SCREEN: ON_SCREEN_TEXT,
        SOURCE_TYPED: TYPED_TEXT,
        SOURCE_REPLAYED: REPLAYED_TEXT,
    }
    return fixed.get(label) or say("dice.other", "{name}", name=label)


def strip_words(label: str, *, broad: bool) -> Text:
    """How the dice of a tray are thrown; in two lines where it is not broad."""
    kind, colon, _ = label.partition(":")
    name = reader_name(label)
    short = (
        kind
        + colon
        + (name if len(name) <= MAX_LABEL_LENGTH else name[: MAX_LABEL_LENGTH - 1] + "…")
    )
    if broad or "," in label or not colon:
        return say("dice.strip", "Dice: {source}", source=source_words(short))
    if kind + colon == SOURCE_SIMULATED_PREFIX:
        return joined("\n", say("dice.strip_simulated", "SIMULATED dice"), short.partition(":")[2])
    return joined("\n", say("dice.strip_reader", "Dice reader"), short.partition(":")[2])


def projector_words(label: str) -> Text:
    """The same for a room: one large word."""
    kinds = {f"{kind}{colon}" for kind, colon, _ in (s.partition(":") for s in label.split(","))}
    if SOURCE_SIMULATED_PREFIX in kinds:
        return NOT_REAL
    if SOURCE_READER_PREFIX in kinds:
        return say("dice.room_reader", "Reader")
    if SOURCE_REPLAYED in kinds:
        return REPLAYED_TEXT
    # NOTE for translators: one word on a narrow button; by what the dice are thrown.
    screen, typed = say("dice.room_screen", "Screen"), say("dice.room_typed", "Typed in")
    return typed if SOURCE_TYPED in kinds else screen


def dice_words(values: Sequence[int]) -> str:
    """Dice as people read them out: ``4 + 3``."""
    return " + ".join(map(str, values))


def mark_simulated(words: Text, *, simulated: bool) -> Text:
    """The words, with the mark of a simulated device where it is one."""
    return say("dice.marked", "SIMULATED · {words}", words=words) if simulated else words


def reader_lost_words(now: str) -> Text:
    """A reader was lost, and the dice are thrown another way."""
    return say("dice.gone", "The dice are {now} now", now=source_words(now))


def reader_found_words(label: str) -> Text:
    """A reader was connected, and throws next."""
    return say("dice.there", "The next throw is by {reader}", reader=source_words(label))


DICE_KEY: Final = "dice:"
DICE_LABEL_SIZE: Final = 28.0
"""The size of the words at the foot of a tray."""
AUTO: Final = "auto"
"""The choice of whatever is there: a reader that works, else the screen."""


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
        """Values of the dice that came first in this throw; while `moving`, in the last throw."""
        return self._before if moving else tuple(die.value for die in self._lying)

    def on_screen(self) -> DiceThrow:
        """The screen throws what is missing."""
        values = tuple(int(value) for value in str(self._match.cast()).split("+"))
        return self._whole(values[len(self._lying) :], SOURCE_SCREEN)

    def typed(self, values: Sequence[int]) -> DiceThrow | None:
        """The typed values as a throw; None if the number of dice is wrong."""
        return self._whole(values, SOURCE_TYPED) if len(values) == self.missing else None

    def heard(
        self, roll: Roll, course: MatchTimeline, *, own_hands: bool
    ) -> DiceThrow | Text | None:
        """Takes a device's throw: a whole throw, why it is refused, or None for a part."""
        words = self.refused(roll, course, own_hands=own_hands)
        if words is not None:
            return mark_simulated(words, simulated=roll.simulated)
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

    # -- why a throw is none --------------------------------------------------------------------

    def refused(self, roll: Roll, course: MatchTimeline, *, own_hands: bool) -> Text | None:
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


MAX_READERS_OFFERED: Final = 2
"""How many readers are offered by name."""


def ask_dice_source(dice: Dice, turns: int = 0, about: Point | None = None) -> QuestionDialog:
    """Asks how dice are thrown. Pops with what `Dice.choose` takes, or None."""
    faces: list[tuple[str, Text]] = [
        (AUTO, say("dice.ask_auto", "A reader if there is one, else the screen")),
        (SOURCE_SCREEN, say("dice.ask_screen", "On the screen")),
        (SOURCE_TYPED, say("dice.ask_typed", "Real dice, typed in by hand")),
    ]
    for reader in dice.readers[:MAX_READERS_OFFERED]:
        words = say("dice.ask_reader", "Only {reader}", reader=source_words(reader.label))
        faces.append((reader.key, words))
    answers: Answers = tuple((key, words, _style(key == dice.chosen)) for key, words in faces)
    question = say("dice.ask", "How are the dice thrown?")
    detail = say("dice.ask_detail", "It can be changed at every throw.")
    return QuestionDialog(question, detail, answers, turns, about)


def _style(chosen: bool) -> ButtonStyle:
    return "chosen" if chosen else "plain"


WIDTH: Final = 980.0
PAD: Final = 40.0
GAP: Final = 18.0
HEAD: Final = 84.0
FACE_SIZE: Final = 140.0
BUTTON: Final = 104.0
FACE_KEY: Final = "die:"


class TypedDice(PageScene):
    """Pops with the values of all dice asked for, or with None."""

    covers = False

    def __init__(
        self,
        sides: tuple[int, ...],
        lying: tuple[int, ...] = (),
        turns: int = 0,
        about: Point | None = None,
    ) -> None:
        """`sides` of each die that is still to be thrown; `lying` are those before them."""
        super().__init__(turns, about)
        self.sides = sides
        self.lying = lying
        self.values: list[int] = [0] * len(sides)
        """What was chosen for each die; 0 for none yet."""

    @property
    def complete(self) -> bool:
        return all(self.values)

    def lay_out(self) -> None:
        across, down = self.room
        width, count = min(WIDTH, across), len(self.sides)
        face = min(FACE_SIZE, (width - 2 * PAD + GAP) / max(self.sides) - GAP)
        fixed = 2 * PAD + HEAD + BUTTON + (count + 1) * GAP
        face = min(face, (down - fixed) / count)
        plate = self.place(width, fixed + count * face)
        inner = plate.inset(PAD)
        self.plates = (Plate(plate, PANEL, 40, lined=True),)
        head = Box(inner.x, inner.y - 6, inner.w, HEAD)
        asked = say("typed.two", "What do the dice show?")
        if count == 1:
            asked = say("typed.one", "What does the die show?")
        self.labels = (Label(asked, head, HEAD_SIZE, bold=True, most=1),)
        buttons, y = [], inner.y + HEAD + GAP
        for die, sides in enumerate(self.sides):
            long = sides * face + (sides - 1) * GAP
            boxes = split_row(Box(inner.x + (inner.w - long) / 2, y, long, face), sides, GAP)
            buttons += [self._face(die, value + 1, box) for value, box in enumerate(boxes)]
            y += face + GAP
        buttons += self._answers(Box(inner.x, inner.bottom - BUTTON, inner.w, BUTTON))
        self.buttons.replace(buttons)

    def _face(self, die: int, value: int, box: Box) -> PushButton:
        style: ButtonStyle = "chosen" if self.values[die] == value else "plain"
        key = f"{FACE_KEY}{die}:{value}"
        return PushButton(key, box, str(value), "", style, turns=self.turns, about=self.middle)

    def _answers(self, box: Box) -> list[PushButton]:
        back, play = split_row(box, 2, GAP)
        shown = " + ".join(str(value or "…") for value in (*self.lying, *self.values))
        words = say("typed.play", "Play {dice}", dice=shown)
        turns, about = self.turns, self.middle
        return [
            PushButton("back", back, say("typed.back", "Back"), turns=turns, about=about),
            PushButton(
                "play", play, words, "", "main", enabled=self.complete, turns=turns, about=about
            ),
        ]

    # -- hands --------------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        match action:
            case Typed(sign=sign):
                if sign.isascii() and sign.isdigit():
                    self._type(int(sign))
                return None
            case Press(button=Key.UNDO):
                self._take_back()
                return None
            case Press(button=Key.OK) if self.complete and self.buttons.focus is None:
                return self._gone(Pop(tuple(self.values)))
        return super().handle(action)

    def _type(self, value: int) -> None:
        """A digit is the value of the first missing die; if none is missing, it begins again."""
        if self.complete:
            self.values = [0] * len(self.sides)
        die = self.values.index(0)
        if 1 <= value <= self.sides[die]:
            self.values[die] = value
        self.lay_out()

    def _take_back(self) -> None:
        given = [die for die, value in enumerate(self.values) if value]
        if given:
            self.values[given[-1]] = 0
        self.lay_out()

    def pressed(self, key: str, /) -> Change:
        if key == "back":
            return Pop(None)
        if key == "play":
            return Pop(tuple(self.values))
        die, value = key.removeprefix(FACE_KEY).split(":")
        self.values[int(die)] = int(value)
        self.lay_out()
        return None

    def back(self) -> Change:
        return Pop(None)

    # -- pictures -----------------------------------------------------------------------------

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        if not button.key.startswith(FACE_KEY):
            super().draw_one(frame, button)
            return
        canvas = frame.canvas
        chosen, held = button.style == "chosen", self.is_held(button)
        focused = button.key == self.buttons.focus
        picture = die_face(int(button.label), canvas.px(button.box.w), chosen=chosen or held)
        if focused:
            side = canvas.px(button.box.w) + canvas.px(14)
            frame.put(shapes.rounded(side, side, side * 0.2, FOCUS), button.box.centre)
        frame.put(picture, button.box.centre)


@surface_cache(most=64)
def die_face(value: int, side: int, *, chosen: bool) -> pygame.Surface:
    """The face of a die, lit if chosen; values above six as digits."""
    ground = AMBER if chosen else mix(CREAM, INK, 0.12)
    picture = shapes.copy_surface(shapes.rounded(side, side, side * 0.2, ground))
    for x, y in shapes.PIPS.get(value, ()):
        pip = shapes.disc(side * 0.085, INK)
        at = (
            round(side * (0.5 + 0.27 * x) - pip.get_width() / 2),
            round(side * (0.5 + 0.27 * y) - pip.get_height() / 2),
        )
        picture.blit(pip, at)
    return picture


class DiceThrows(MatchFeature):
    """Throws of the dice in a match: on the screen, by a reader, or typed in."""

    def __init__(self, parts: MatchParts, edge: DeviceNotices) -> None:
        super().__init__(parts)
        self._edge = edge
        self._chosen = ""
        """How people chose to throw in this series; empty: not yet."""
        self.dice = Dice(self._table, self._session.match)

    @property
    def _own_hands(self) -> bool:
        return self._table.settings["input.own_hands"]

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
        self._cast(self.dice.on_screen())

    def _cast(self, thrown: DiceThrow) -> None:
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
                self._cast(thrown)
        return None

    def _rolled(self, roll: Roll) -> None:
        """A device threw real dice. Nobody has to wait for what still moves."""
        session = self._session
        if session.moving and session.match.state.turn == CHANCE:
            session.timeline.hurry()
        heard = self.dice.heard(roll, session.timeline, own_hands=self._own_hands)
        if isinstance(heard, Text):
            self._notices.deny(heard)
        elif isinstance(heard, DiceThrow):
            self._cast(heard)
        else:
            self._notices.quiet()
            session.mark_unsaved()

    def rolled_under_page(self, roll: Roll) -> None:
        """A device threw while a page lies over the match: the throw is not played."""
        if self.dice.dice:
            why = self.dice.refused(roll, self._session.timeline, own_hands=self._own_hands)
            self._edge.tell(mark_simulated(why or PAUSED_THROW, simulated=roll.simulated))

    def ask_source(self, seat: Seat) -> Change:
        """A seat wants to throw by something else."""
        panel = self._board.layout.panels[seat]
        asked = ask_dice_source(self.dice, panel.turns)
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
        """At the foot of each tray: how the dice are thrown. Touching it changes that.

        While somebody looks back it says where the last dice came from.
        """
        if not self.dice.dice:
            return []
        label, timeline = self.dice.source.label, self._session.timeline
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
        ]

    # -- the feature ------------------------------------------------------------------------------

    def handle(self, action: Action, seat: Seat | None) -> Handled | None:
        if not isinstance(action, Roll):
            return None
        self._rolled(action)
        return Handled()

    def on_event(self, event: MatchEvent) -> None:
        if isinstance(event, Begun):
            self.dice = Dice(self._table, self._session.match, self._chosen)

    def decorate(self, board: BoardSnapshot) -> BoardSnapshot:
        if not self.dice.dice:
            return board
        lying = self.dice.lying(moving=board.motion is not None)
        return replace(board, lying=lying, throwing=self.dice.source.by)
