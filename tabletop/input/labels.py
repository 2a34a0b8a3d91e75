"""What records call the source of a throw: one word, such as ``reader:DR-1#A50285BI``."""

from tabletop.engine.match import READER, REPLAYED, SIMULATED
from tabletop.input.actions import Roll


def one_word(name: str) -> str:
    """A name fit for a record's header: letters, digits and a few signs, at most 40."""
    kept = "".join(sign if sign.isalnum() or sign in "-_.#" else "-" for sign in name)
    return kept[:40].strip("-") or "nameless"


def label_of(roll: Roll) -> str:
    """What a record calls the source of a throw, whatever the device calls itself."""
    if roll.source == "replay" or roll.label == REPLAYED:
        return REPLAYED
    name = roll.label.partition(":")[2] or roll.label or roll.device
    simulated = roll.simulated or roll.label.startswith(SIMULATED)
    return (SIMULATED if simulated else READER) + one_word(name)


def reader_name(label: str) -> str:
    """A reader's name as people know it, without what tells it from its twins in records."""
    return label.partition(":")[2].partition("#")[0]
