"""Texts and icons for devices, their controls and the seats that they belong to."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import pygame

from tabletop.engine import Text, count, joined, say
from tabletop.games import all_games
from tabletop.input.devices import (
    CONTROL_FUNCTIONS,
    MAX_NAME_LENGTH,
    Bindings,
    ControlBinding,
    ControlFunction,
    Device,
    DeviceHealth,
    default_function,
    printable_text,
)
from tabletop.ui.theme.theme import AMBER_WORDS, CORAL_WORDS, DIM, LIVE_WORDS, SKY_WORDS, Colour

MAX_DEVICE_SEATS: Final = 4
"""Seats that a device can belong to; no game has more."""

SIMULATED: Final = say("devices.simulated", "SIMULATED")

HEALTH_ICONS: Final[Mapping[DeviceHealth, tuple[str, Colour]]] = {
    DeviceHealth.TRYING: ("dots", SKY_WORDS),
    DeviceHealth.LIVE: ("check", LIVE_WORDS),
    DeviceHealth.STALE: ("hourglass", AMBER_WORDS),
    DeviceHealth.LOST: ("close", CORAL_WORDS),
    DeviceHealth.TOO_NEW: ("newer", CORAL_WORDS),
    DeviceHealth.STRANGE: ("question", DIM),
}
"""The icons can be told apart without their colours."""

HEALTH_NAMES: Final[Mapping[DeviceHealth, Text]] = {
    DeviceHealth.TRYING: say("devices.trying", "Connecting"),
    DeviceHealth.LIVE: say("devices.live", "Live"),
    DeviceHealth.STALE: say("devices.stale", "Silent"),
    DeviceHealth.LOST: say("devices.lost", "Lost"),
    DeviceHealth.TOO_NEW: say("devices.too_new", "Too new"),
    DeviceHealth.STRANGE: say("devices.strange", "Not understood"),
}

KIND_NAMES: Final[Mapping[str, Text]] = {
    "serial": say("devices.kind.serial", "serial line"),
    "pad": say("devices.kind.pad", "game pad"),
    "keyboard": say("devices.kind.keyboard", "keyboard"),
    "touch": say("devices.kind.touch", "touch screen"),
    "phones": say("devices.kind.phones", "phones that join by a code"),
}

FUNCTION_LABELS: Final[Mapping[ControlFunction, tuple[str, Text]]] = {
    "ok": ("check", say("does.ok", "Confirm")),
    "back": ("back", say("does.back", "Back")),
    "left": ("earlier", say("does.left", "Previous")),
    "right": ("later", say("does.right", "Next")),
    "call": ("call", say("does.call", "Call")),
    "pause": ("pause", say("does.pause", "Pause")),
    "undo": ("undo", say("does.undo", "Take back")),
    "flip": ("flip", say("does.flip", "Flip")),
    "north": ("north", say("does.north", "Cursor up")),
    "south": ("south", say("does.south", "Cursor down")),
    "west": ("earlier", say("does.west", "Cursor left")),
    "east": ("later", say("does.east", "Cursor right")),
    "blank": ("moon", say("does.blank", "Blank screen")),
    "still": ("still", say("does.still", "Freeze screen")),
}
assert set(FUNCTION_LABELS) == set(CONTROL_FUNCTIONS)


KEY_NAMES: Final[Mapping[int, Text]] = {
    pygame.K_RETURN: say("key.return", "Enter"),
    pygame.K_KP_ENTER: say("key.enter", "Enter on the number pad"),
    pygame.K_ESCAPE: say("key.escape", "Esc"),
    pygame.K_BACKSPACE: say("key.backspace", "Backspace"),
    pygame.K_SPACE: say("key.space", "Space"),
    pygame.K_TAB: say("key.tab", "Tab"),
    pygame.K_LEFT: say("key.left", "Arrow left"),
    pygame.K_RIGHT: say("key.right", "Arrow right"),
    pygame.K_UP: say("key.up", "Arrow up"),
    pygame.K_DOWN: say("key.down", "Arrow down"),
    pygame.K_HOME: say("key.home", "Home"),
    pygame.K_END: say("key.end", "End"),
    pygame.K_PAGEUP: say("key.page_up", "Page up"),
    pygame.K_PAGEDOWN: say("key.page_down", "Page down"),
    pygame.K_DELETE: say("key.delete", "Delete"),
}
"""Other keys have the names that pygame gives them."""

DIRECTION_NAMES: Final = {
    "up": say("control.up", "up"),
    "down": say("control.down", "down"),
    "left": say("control.left", "left"),
    "right": say("control.right", "right"),
}


def device_name(device: Device, most: int = MAX_NAME_LENGTH) -> Text:
    """The name of a device in at most so many characters, and a mark if it is simulated."""
    name = printable_text(device.name, most)
    if device.simulated:
        return say("devices.marked", "{name} ({mark})", name=name, mark=SIMULATED)
    return say("devices.name", "{name}", name=name)


def health_text(device: Device) -> Text:
    """The health of a device, and the reason."""
    state = HEALTH_NAMES[device.health]
    why = break_long_words(device.why)
    if why and device.health is not DeviceHealth.LIVE:
        return say("devices.state", "{state}: {why}", state=state, why=why)
    return state


def seat_text(seat: int | None) -> Text:
    """A seat by its number; None: whoever is to move."""
    if seat is None:
        return say("devices.anybody", "The player to move")
    return say("devices.seat", "Seat {number}", number=seat + 1)


@lru_cache(maxsize=MAX_DEVICE_SEATS)
def game_names_of_seat(seat: int) -> Text:
    """The names that the games give a seat."""
    names = [game.seat_names[seat] for game in all_games() if len(game.seat_names) > seat]
    return joined(", ", *dict.fromkeys(names))


def capabilities_text(device: Device) -> Text:
    """The capabilities of a device, with commas."""
    parts: list[Text] = []
    if device.buttons:
        parts.append(count("devices.buttons", "{n} button", "{n} buttons", device.buttons))
    if device.reads_dice:
        parts.append(say("devices.dice", "reads dice with {sides} sides", sides=device.sides))
    if device.lamps:
        parts.append(count("devices.lamps", "{n} lamp", "{n} lamps", device.lamps))
    return joined(", ", *parts)


def elapsed_text(seconds: float) -> Text:
    """How long ago something was, in coarser units the longer it is."""
    if seconds < 2:
        return say("ago.now", "just now")
    if seconds < 60:
        shown = int(seconds) if seconds < 10 else int(seconds // 10 * 10)
        return say("ago.seconds", "{count} s ago", count=shown)
    if seconds < 3600:
        return say("ago.minutes", "{count} min ago", count=int(seconds // 60))
    return say("ago.hours", "{count} h ago", count=int(seconds // 3600))


def elapsed_text_changes_in(seconds: float) -> float:
    """Seconds until the text of the elapsed time changes."""
    if seconds < 2:
        return 2 - seconds
    step = 1 if seconds < 10 else 10 if seconds < 60 else 60 if seconds < 3600 else 3600
    return step - seconds % step


def errors_text(errors: int) -> Text:
    """The number of lines that could not be understood."""
    if errors == 0:
        return say("devices.errors_none", "no errors")
    return count("devices.errors", "{n} error", "{n} errors", errors)


def seat_phrase(seat: int | None) -> Text:
    """A seat in the middle of a sentence."""
    if seat is None:
        # NOTE: stands for a seat in "belongs to {owner}" and "for {seat}".
        return say("devices.anybody_in_sentence", "the player to move")
    return say("devices.seat_in_sentence", "seat {number}", number=seat + 1)


def break_long_words(text: str, most: int = 120, longest: int = 34) -> str:
    """What a device says, without words that are too long for a line."""
    words = printable_text(text, most).split(" ")
    whole = " ".join(printable_text(word, longest) for word in words)
    return text if whole == text else whole


def control_text(control: str, *, heading: bool = False) -> Text:
    """One control of a device: ``button:2`` is its third button. A heading begins a sentence."""
    kind, _, rest = control.partition(":")
    number, _, direction = rest.partition(":")
    match kind:
        case "button" if rest.isdigit():
            at = int(rest) + 1
            if heading:
                return say("control.first.button", "Button {number}", number=at)
            return say("control.button", "button {number}", number=at)
        case "axis" if rest[:-1].isdigit() and rest[-1] in "+-":
            at, sign = int(rest[:-1]) + 1, rest[-1]
            if heading:
                return say("control.first.axis", "Stick {number} {sign}", number=at, sign=sign)
            return say("control.axis", "stick {number} {sign}", number=at, sign=sign)
        case "hat" if number.isdigit():
            way = DIRECTION_NAMES.get(direction, direction)
            if heading:
                return say("control.first.hat", "Cross {way}", way=way)
            return say("control.hat", "cross {way}", way=way)
        case "key" if rest.isdigit():
            name = key_name(int(rest))
            if heading:
                return say("control.first.key", "Key {name}", name=name)
            return say("control.key", "key {name}", name=name)
    return say("control.other", "{control}", control=control)


def key_name(key: int) -> str:
    """The label of a key, by its pygame code."""
    if key in KEY_NAMES:
        return KEY_NAMES[key]
    name = pygame.key.name(key) if pygame.display.get_init() else ""
    return (name if len(name) > 1 else name.upper()) or str(key)


def control_meanings(device: Device, bindings: Bindings) -> dict[str, ControlBinding]:
    """The bindings of a device's controls that are known before they are used."""
    found: dict[str, ControlBinding] = {}
    if device.kind == "serial":
        for number in range(device.buttons):
            control = f"button:{number}"
            meaning = bindings.binding_of(
                device.key, control, default_function(control, device.buttons)
            )
            if meaning is not None:
                found[control] = meaning
    return found | dict(bindings.controls(device.key))


def meaning_text(meaning: ControlBinding) -> Text:
    """The function of a control, and the seat it acts for."""
    does = FUNCTION_LABELS[meaning.function][1]
    if meaning.seat is None:
        return does
    return say("does.for", "{does} ({seat})", does=does, seat=seat_text(meaning.seat))
