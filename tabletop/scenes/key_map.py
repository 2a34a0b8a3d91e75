"""What the keys of a keyboard mean on this table, line by line."""

from collections.abc import Iterable, Mapping
from typing import Final

from tabletop.engine import Text, joined, say
from tabletop.input.actions import Action, Button, Buzz, Nudge, Press, Walk
from tabletop.input.bindings import Meaning
from tabletop.input.encoders import ENCODERS, KEYBOARD
from tabletop.input.keyboard import KEYS
from tabletop.scenes.device_words import control_words, key_name, meaning_words, seat_words
from tabletop.ui.table import Table

MAPS: Final[Mapping[str, Text]] = {
    "plain": say("keys.plain", "of a plain keyboard"),
    "ipac": say("keys.ipac", "of an I-PAC button encoder, for seats 1 and 2"),
}

PRESSES: Final = {
    Button.OK: say("keys.ok", "confirm"),
    Button.BACK: say("keys.back", "go back"),
    Button.UNDO: say("keys.undo", "take back"),
    Button.MENU: say("keys.menu", "pause"),
    Button.FLIP: say("keys.flip", "flip"),
    Button.HINT: say("keys.hint", "ask for a hint"),
    Button.BLANK: say("keys.blank", "dark picture"),
    Button.STILL: say("keys.still", "picture stands still"),
}
"""The meanings that a person may want to look up."""


def map_words(table: Table) -> Text:
    """Which map is in force."""
    words = "keys {map}"
    return say("keys.in_force", words, map=MAPS[table.settings["devices.keyboard"]])


def key_rows(table: Table) -> list[tuple[Text, Text | str]]:
    """The map in force, and what was taught on top of it."""
    encoder = table.settings["devices.keyboard"]
    rows: list[tuple[Text, Text | str]] = [(say("keys.map", "Keys"), MAPS[encoder])]
    if ENCODERS.get(encoder):
        rows += [(seat_words(seat), _seat_keys(encoder, seat)) for seat in _seats(encoder)]
    else:
        rows += _plain()
    taught = table.devices.bindings.controls(KEYBOARD)
    if taught:
        rows.append((say("keys.taught", "Taught"), _taught(taught)))
    return rows


def _plain() -> list[tuple[Text, Text | str]]:
    rows: list[tuple[Text, Text | str]] = [
        (say("keys.cursor", "Arrows"), say("keys.moves", "move the cursor")),
        (say("keys.tab", "Tab"), say("keys.walk", "walks on, with Shift back")),
        (say("keys.digits", "1 2 3 4"), say("keys.calls", "call out, each for its seat")),
    ]
    for button, words in PRESSES.items():
        found = [key for binding in KEYS if _is(binding.does, button) for key in binding.keys]
        rows.append((_names(found[:1]), words))
    return rows


def _is(does: Action, button: Button) -> bool:
    return isinstance(does, Press) and does.button is button


def _seats(encoder: str) -> list[int]:
    return sorted({meaning.seat or 0 for meaning in ENCODERS[encoder].values()})


def _seat_keys(encoder: str, seat: int) -> Text:
    keys = [
        say("keys.one", "{key}: {does}", key=key_name(key), does=_short(meaning))
        for key, meaning in ENCODERS[encoder].items()
        if (meaning.seat or 0) == seat and not isinstance(meaning.action(""), Nudge | Walk | None)
    ]
    return _list(keys)


def _short(meaning: Meaning) -> Text:
    does = meaning.action("")
    if isinstance(does, Press):
        return PRESSES[does.button]
    return say("keys.call", "call") if isinstance(does, Buzz) else meaning_words(meaning)


def _taught(controls: Mapping[str, Meaning]) -> Text:
    return _list(
        say("keys.one", "{key}: {does}", key=control_words(control), does=meaning_words(meaning))
        for control, meaning in controls.items()
    )


def _names(keys: Iterable[int]) -> Text:
    return joined(", ", *(key_name(key) for key in keys))


def _list(parts: Iterable[Text]) -> Text:
    return joined(", ", *parts)
