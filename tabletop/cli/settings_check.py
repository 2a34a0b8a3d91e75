"""What is wrong with values of settings that have the right form: names that nothing has."""

from collections.abc import Iterable
from difflib import get_close_matches

from tabletop.engine.notation import message_of
from tabletop.settings import Value


def mistake_in(key: str, value: Value) -> str:
    """What is wrong with the value of a setting, in English; "" for nothing."""
    # Imported where they are needed: most tables have none of these settings.
    text = str(value)
    match key:
        case "kiosk.hours" | "kiosk.plan" if text:
            from tabletop.settings.weekly_hours import BadHours, parse_hours

            try:
                parse_hours(text)
            except BadHours as problem:
                return f"{problem}; the table is always open until this is corrected"
        case "kiosk.games_off" if text:
            return _unknown("game", text.split(), _game_keys())
        case "idle.times" if text:
            return _unknown("game", (pair.partition("=")[0] for pair in text.split()), _game_keys())
        case "kiosk.strongest":
            from tabletop.ai import LEVELS, level_names

            return _unknown("level", [text], [level_names(level).key for level in LEVELS])
        case "devices.urls":
            return _bad_devices(text.split())
        case "look.language" if text != "auto":
            from tabletop.languages import has_language

            if not has_language(text):
                return f"there is no language {text}; the table speaks English"
    return ""


def _game_keys() -> list[str]:
    from tabletop.games import all_games

    return [game.key for game in all_games()]


def _unknown(kind: str, named: Iterable[str], known: list[str]) -> str:
    for name in named:
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
            return f"there is no {kind} {name}; {hint}"
    return ""


def _bad_devices(named: list[str]) -> str:
    if named:
        from tabletop.input.serial.source import NamedDevice

        for text in named:
            try:
                NamedDevice.read(text)
            except ValueError as problem:
                return message_of(problem)
    return ""
