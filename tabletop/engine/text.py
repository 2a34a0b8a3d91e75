"""Words that can be said in another language later."""

from collections.abc import Mapping
from typing import Any, Self


class Text(str):
    """An English sentence that also carries `key` and `args`, so that a catalogue can say it anew.

    It is equal to the plain string it reads as. `args` may hold other texts (a seat's name),
    which a catalogue translates in turn.
    """

    key: str
    english: str
    args: Mapping[str, Any]

    def __new__(cls, key: str, english: str, args: Mapping[str, Any] | None = None) -> Self:
        self = super().__new__(cls, english.format_map(args) if args else english)
        self.key = key
        self.english = english
        self.args = dict(args or {})
        return self

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.key, self.english, dict(self.args)


def say(key: str, english: str, /, **args: Any) -> Text:
    """The sentence `english` with its ``{names}`` filled in from `args`."""
    return Text(key, english, args)
