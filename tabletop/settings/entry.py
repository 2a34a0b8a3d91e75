"""What one setting is: its key, what it can be, and how a file spells it."""

import json
from dataclasses import dataclass
from re import fullmatch
from typing import TypeAlias

Value: TypeAlias = bool | int | float | str


class SettingsError(ValueError):
    """A setting or a settings file that cannot be used. Says where, and what is allowed."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing that can be set."""

    key: str
    """``section.name``."""
    default: Value
    help: str
    choices: tuple[str, ...] = ()
    span: tuple[float, float] = (0, 0)
    """The least and the greatest number."""
    form: str = ""
    """The pattern of a text that is free within it."""
    example: str = ""
    """What such a text can be, in words."""

    @property
    def section(self) -> str:
        """The heading that it stands under in a file."""
        return self.key.partition(".")[0]

    @property
    def name(self) -> str:
        """What it is called under that heading."""
        return self.key.partition(".")[2]

    @property
    def allowed(self) -> str:
        """What it can be, in words."""
        if isinstance(self.default, bool):
            return "true or false"
        if isinstance(self.default, int):
            return f"a whole number from {self.span[0]} to {self.span[1]}"
        if isinstance(self.default, float):
            return f"a number from {self.span[0]:g} to {self.span[1]:g}"
        *first, last = [write_value(choice) for choice in self.choices] or [self.example]
        return f"{', '.join(first)} or {last}" if first else last

    def check(self, value: object) -> Value:
        """The value itself if it is allowed, else SettingsError."""
        match value, self.default:
            case bool(flag), bool():
                return flag
            case int(number), int() if not isinstance(value, bool):
                if self.span[0] <= number <= self.span[1]:
                    return number
            case int(number) | float(number), float() if not isinstance(value, bool):
                if self.span[0] <= number <= self.span[1]:  # never true of nan
                    return float(number)
            case str(words), str():
                if words in self.choices or (self.form and fullmatch(self.form, words)):
                    return words
        raise SettingsError(f"{self.key} cannot be {told_value(value)}; it can be {self.allowed}")


def told_value(value: object) -> str:
    """A value as `write_value` has it, short enough for a sentence."""
    match value:
        case str() if len(value) >= 60:
            return write_value(value[:57] + "...")
    return write_value(value)


def write_value(value: object) -> str:
    """A value as a settings file spells it; what can be no setting, in words."""
    match value:
        case bool():
            return str(value).lower()
        case int():
            # Longer ones are nobody's meaning, and Python refuses to write the longest.
            return str(value) if abs(value) < 10**12 else "so great a number"
        case float():
            return str(value)
        case str():
            # A JSON string is a TOML string, but for DEL, which TOML does not take as it is.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", r"\u007f")
        case list():
            return "a list"
        case dict():
            return "a section"
    return "a date"
