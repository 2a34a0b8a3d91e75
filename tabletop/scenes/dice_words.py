"""What the table says about where throws of the dice come from."""

from collections.abc import Sequence
from typing import Final

from tabletop.engine import Text, joined, say
from tabletop.engine.match import READER, REPLAYED, SCREEN, SIMULATED, TYPED
from tabletop.input.labels import reader_name
from tabletop.scenes.device_words import SIMULATED as NOT_REAL

LONGEST: Final = 18
"""The signs of a reader's name that a strip has room for."""
ON_SCREEN: Final = say("dice.screen", "on the screen")
BY_HAND: Final = say("dice.typed", "typed in")
FROM_RECORD: Final = say("dice.replayed", "REPLAYED")
THROW_REAL: Final = say("dice.throw_real", "Throw the real dice, or change here")
UNDO_DIE: Final = say("dice.undo", "A die that was thrown stays thrown")


def source_words(label: str) -> Text:
    """The source of a throw, as records call it, in words for people."""
    if "," in label:
        one, _, other = label.partition(",")
        both = {"one": source_words(one), "other": source_words(other)}
        return say("dice.both", "{one} and {other}", **both)
    if label.startswith(SIMULATED):
        return say("dice.simulated", "SIMULATED {name}", name=reader_name(label))
    if label.startswith(READER):
        return say("dice.reader", "reader {name}", name=reader_name(label))
    fixed = {SCREEN: ON_SCREEN, TYPED: BY_HAND, REPLAYED: FROM_RECORD}
    return fixed.get(label) or say("dice.other", "{name}", name=label)


def strip_words(label: str, *, broad: bool) -> Text:
    """What stands at a tray: by what its dice are thrown; in two lines where it is not broad."""
    kind, colon, _ = label.partition(":")
    name = reader_name(label)
    short = kind + colon + (name if len(name) <= LONGEST else name[: LONGEST - 1] + "…")
    if broad or "," in label or not colon:
        return say("dice.strip", "Dice: {source}", source=source_words(short))
    if kind + colon == SIMULATED:
        return joined("\n", say("dice.strip_simulated", "SIMULATED dice"), short.partition(":")[2])
    return joined("\n", say("dice.strip_reader", "Dice reader"), short.partition(":")[2])


def room_words(label: str) -> Text:
    """The same for a room: one large word."""
    kinds = {f"{kind}{colon}" for kind, colon, _ in (s.partition(":") for s in label.split(","))}
    if SIMULATED in kinds:
        return NOT_REAL
    if READER in kinds:
        return say("dice.room_reader", "Reader")
    if REPLAYED in kinds:
        return FROM_RECORD
    # NOTE for translators: one word on a narrow button; by what the dice are thrown.
    screen, typed = say("dice.room_screen", "Screen"), say("dice.room_typed", "Typed in")
    return typed if TYPED in kinds else screen


def dice_words(values: Sequence[int]) -> str:
    """Dice as people read them out: ``4 + 3``."""
    return " + ".join(map(str, values))


def marked(words: Text, *, simulated: bool) -> Text:
    """The words, with the mark of a simulated device where it is one."""
    return say("dice.marked", "SIMULATED · {words}", words=words) if simulated else words


def gone(now: str) -> Text:
    """A reader has died, and the dice are thrown by something else at once."""
    return say("dice.gone", "The dice are {now} now", now=source_words(now))


def there(label: str) -> Text:
    """A reader has come, and the next throw is its own."""
    return say("dice.there", "The next throw is by {reader}", reader=source_words(label))
