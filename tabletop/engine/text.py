"""Translatable texts."""

from collections.abc import Iterable, Mapping
from typing import Any, Self


class Text(str):
    """An English string with `key` and `args`, so that a catalogue can translate it later.

    It equals the plain string. `args` may hold other texts (a seat's name), which are translated
    too. Whatever makes a plain string of it (an f-string, `+`, `str()`, `"".join`, `.upper()`)
    loses the translation: use the functions below.
    """

    key: str
    english: str
    plural: str
    """The English plural; empty where nothing is counted."""
    args: Mapping[str, Any]

    def __new__(
        cls, key: str, english: str, args: Mapping[str, Any] | None = None, plural: str = ""
    ) -> Self:
        words = plural if plural and args and args["n"] != 1 else english
        self = super().__new__(cls, words.format_map(args) if args else words)
        self.key = key
        self.english = english
        self.plural = plural
        self.args = dict(args or {})
        return self

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.key, self.english, dict(self.args), self.plural

    def but(self, **args: Any) -> "Text":
        """The same sentence with some of its args changed."""
        return Text(self.key, self.english, {**self.args, **args}, self.plural)


def say(key: str, english: str, /, **args: Any) -> Text:
    """The sentence `english` with its ``{names}`` filled in from `args`.

    Key and English must be literals at the call, or the catalogues will not have them. An arg
    that is a word must be a Text, or it stays English.
    """
    return Text(key, english, args)


def count(key: str, one: str, many: str, /, n: int, **args: Any) -> Text:
    """A sentence about `n` things, which it may name as ``{n}``: `one` for 1, else `many`.

    It counts one thing; where a sentence counts two, the other is an arg made by `count`.
    """
    return Text(key, one, {"n": n, **args}, many)


def joined(between: str, *parts: str) -> Text:
    """Independent texts joined by a separator (a line break, a dot), each translated on its own.

    Parts of one sentence belong into one `say`.
    """
    english, args = "", {"between": between}
    for number, part in enumerate(parts):
        english += f"{{between}}{{part{number}}}" if number else "{part0}"
        args[f"part{number}"] = part
    return Text("", english, args)


def listed(parts: Iterable[str]) -> Text:
    """A list: "a", "a and b", "a, b and c"; empty for no parts."""
    *before, last = list(parts) or [""]
    if not before:
        return joined("", last)
    said = say("list.last", "{first} and {last}", first=before.pop(), last=last)
    for part in reversed(before):
        said = say("list.more", "{first}, {rest}", first=part, rest=said)
    return said


def decimal(number: float, places: int = 1) -> Text:
    """A number with a fixed number of decimals: "1.5", in other languages "1,5"."""
    whole, _, part = f"{number:.{places}f}".partition(".")
    if not part:
        return joined("", whole)
    return say("number.decimal", "{whole}.{part}", whole=whole, part=part)


def percent(number: int | str) -> Text:
    """A percentage: "85%"."""
    return say("number.percent", "{n}%", n=number)
