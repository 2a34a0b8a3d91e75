"""Words that can be said in another language later."""

from collections.abc import Iterable, Mapping
from typing import Any, Self


class Text(str):
    """An English sentence that also carries `key` and `args`, so that a catalogue can say it anew.

    It is equal to the plain string it reads as. `args` may hold other texts (a seat's name),
    which a catalogue translates in turn. What makes a plain string of it (an f-string, `+`,
    `str()`, `"".join`, `.upper()`) makes it English for ever: use the makers below.
    """

    key: str
    english: str
    plural: str
    """The English for other numbers than one; empty where nothing is counted."""
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

    Key and English are written out where `say` is called, or the catalogues will not have them.
    An arg that is a word is a Text, or it stays English.
    """
    return Text(key, english, args)


def count(key: str, one: str, many: str, /, n: int, **args: Any) -> Text:
    """A sentence about `n` things, which it may name as ``{n}``: `one` for 1, else `many`.

    Other languages have other forms, and not always two. It counts one thing; where a sentence
    counts two, the other is an arg of its own made by `count`.
    """
    return Text(key, one, {"n": n, **args}, many)


def joined(between: str, *parts: str) -> Text:
    """Texts side by side with a sign between them (a line break, a dot), each said anew later.

    For parts that stand each for itself. What makes a sentence together is one `say`.
    """
    names = [f"part{number}" for number in range(len(parts))]
    english = "{between}".join(f"{{{name}}}" for name in names)
    return Text("", english, {"between": between, **dict(zip(names, parts, strict=True))})


def listed(parts: Iterable[str]) -> Text:
    """An enumeration: "a", "a and b", "a, b and c"; of nothing it is empty."""
    *before, last = list(parts) or [""]
    if not before:
        return joined("", last)
    said = say("list.last", "{first} and {last}", first=before.pop(), last=last)
    for part in reversed(before):
        said = say("list.more", "{first}, {rest}", first=part, rest=said)
    return said


def decimal(number: float, places: int = 1) -> Text:
    """A number with so many places behind the point: "1.5", which others write "1,5"."""
    whole, _, part = f"{number:.{places}f}".partition(".")
    if not part:
        return joined("", whole)
    return say("number.decimal", "{whole}.{part}", whole=whole, part=part)


def percent(number: int | str) -> Text:
    """So many in a hundred: "85 %"."""
    return say("number.percent", "{n} %", n=number)
