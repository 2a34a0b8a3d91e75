"""The record of a match and its text form, from which it can be replayed.

The text is a header of ``[Key "value"]`` lines, a blank line, and the plies separated by blanks.
The reader accepts ``{comments}``, ``; comments`` to the end of a line, any line ends and wrapping.
A ``;`` begins a comment only where a ply could begin.
"""

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from re import Pattern
from re import compile as pattern
from textwrap import wrap

from tabletop.engine.game import BadNotation, Outcome

UNFINISHED_RESULT = "*"
"""The result of an unfinished match."""
ABANDONED_REASONS = ("Game abandoned.", "You agreed to stop here.")
"""The reasons of matches that were ended without a result, which say ``draw`` too."""
NAMES_HEADER = "Names"
"""The header with the names by seat, quoted, with commas."""

_HEADER = pattern(r'\[([A-Za-z]\w*)\s+"((?:[^"\\]|\\.)*)"\]')
_ESCAPED = pattern(r"\\(.)")
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"})
_LINE_END = pattern(r"\r\n|\r|\n")
_NUMBER = pattern(r"[0-9]{1,18}")
_INTEGER = pattern(r"-?[0-9]{1,1000}")
_COMMENT = pattern(r"\{|(?<!\S);")


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A match as text."""

    game: str
    seats: int = 2
    seed: int = 0
    date: str = ""
    ruleset: int = 1
    options: tuple[tuple[str, str], ...] = ()
    """Option keys and values as text, in the game's order."""
    position: str = ""
    """The position text that the match began with; empty: the start."""
    clock: str = "none"
    left: tuple[float, ...] = ()
    """Seconds left by seat; empty without a clock."""
    more: tuple[int, ...] = ()
    """Extra time in percent by seat; empty: none."""
    result: str = UNFINISHED_RESULT
    """``*``, ``draw``, or the winning seats as ``0`` or ``0,2``."""
    reason: str = ""
    scores: tuple[int, ...] = ()
    sources: tuple[str, ...] = ()
    """The source of each throw, in order."""
    plies: tuple[str, ...] = ()
    extra: tuple[tuple[str, str], ...] = ()
    """Other header lines, kept unchanged."""

    def to_text(self) -> str:
        """The inverse of `from_text`."""
        lines = [f'[{key} "{value.translate(_ESCAPES)}"]' for key, value in self._headers()]
        lines += [
            "",
            *wrap(" ".join(self.plies), 88, break_long_words=False, break_on_hyphens=False),
        ]
        return "\n".join(lines) + "\n"

    @classmethod
    def from_text(cls, text: str) -> "Record":
        """Reads a record; BadNotation names the wrong line."""
        headers, plies = _parse(text)
        return _RecordReader(headers).record(tuple(plies))

    def without_names(self, seats: Container[int]) -> "Record":
        """The record without the names of some seats."""
        lines = dict(self.extra)
        names = lines.get(NAMES_HEADER, "").split(",")
        if len(names) != self.seats:
            return self
        left = ",".join("" if seat in seats else name for seat, name in enumerate(names))
        extra = ((key, left if key == NAMES_HEADER else value) for key, value in self.extra)
        return replace(self, extra=tuple(extra))

    def ended(self) -> Outcome | None:
        """The result as an outcome; None while the match goes on."""
        if self.result == UNFINISHED_RESULT:
            return None
        winners = () if self.result == "draw" else tuple(map(int, self.result.split(",")))
        return Outcome(winners, self.reason, self.scores)

    @property
    def abandoned(self) -> bool:
        """Whether people have ended it without a result."""
        return self.result == "draw" and self.reason in ABANDONED_REASONS

    def _headers(self) -> Iterator[tuple[str, str]]:
        yield "Game", self.game
        yield "Seats", str(self.seats)
        yield "Seed", str(self.seed)
        yield "Date", self.date
        yield "Ruleset", str(self.ruleset)
        for key, value in self.options:
            yield "Option", f"{key}={value}"
        if self.position:
            yield "Position", self.position
        if self.clock != "none":
            yield "Clock", self.clock
            yield "Left", " ".join(f"{left:.3f}" for left in self.left)
            if self.more:
                yield "MoreTime", " ".join(map(str, self.more))
        yield "Result", self.result
        yield "Reason", self.reason
        if self.scores:
            yield "Scores", ",".join(map(str, self.scores))
        if self.sources:
            runs = (f"{name}*{len(list(run))}" for name, run in groupby(self.sources))
            yield "DiceSources", " ".join(runs)
        yield from self.extra


def format_result(outcome: Outcome | None) -> str:
    """An outcome as the value of the Result header."""
    if outcome is None:
        return UNFINISHED_RESULT
    return ",".join(map(str, outcome.winners)) or "draw"


class _RecordReader:
    """Reads the header lines of a text into a record."""

    def __init__(self, headers: list[tuple[int, str, str]]) -> None:
        self._lines: dict[str, tuple[int, str]] = {}
        self._options: list[tuple[str, str]] = []
        self._extra: list[tuple[str, str]] = []
        for line, key, value in headers:
            if key == "Option":
                name, equals, text = value.partition("=")
                if not equals or name in dict(self._options):
                    raise BadNotation(f"line {line}: an Option is written key=value, once each")
                self._options.append((name, text))
            elif key not in _KEYS:
                self._extra.append((key, value))
            elif key in self._lines:
                raise BadNotation(f"line {line}: a second {key}")
            else:
                self._lines[key] = line, value

    def record(self, plies: tuple[str, ...]) -> Record:
        if "Game" not in self._lines:
            raise BadNotation('this is no record: it has no [Game "..."] line')
        return Record(
            game=self._text("Game"),
            seats=self._number("Seats", 2),
            seed=self._number("Seed", 0, _INTEGER),
            date=self._text("Date"),
            ruleset=self._number("Ruleset", 1),
            options=tuple(self._options),
            position=self._text("Position"),
            clock=self._text("Clock") or "none",
            left=self._left(),
            more=self._more(),
            result=self._result(),
            reason=self._text("Reason"),
            scores=tuple(self._scores()),
            sources=tuple(self._sources()),
            plies=plies,
            extra=tuple(self._extra),
        )

    def _text(self, key: str) -> str:
        return self._lines.get(key, (0, ""))[1]

    def _number(self, key: str, default: int, form: Pattern[str] = _NUMBER) -> int:
        line, value = self._lines.get(key, (0, str(default)))
        if not form.fullmatch(value):
            raise BadNotation(f"line {line}: {key} is to be a number, not {value!r}")
        return int(value)

    def _scores(self) -> Iterator[int]:
        line, value = self._lines.get("Scores", (0, ""))
        for part in value.split(",") if value else ():
            if not _INTEGER.fullmatch(part.strip()):
                raise BadNotation(f"line {line}: Scores are numbers with commas, not {value!r}")
            yield int(part)

    def _left(self) -> tuple[float, ...]:
        line, value = self._lines.get("Left", (0, ""))
        try:
            left = tuple(float(part) for part in value.split())
        except ValueError:
            raise BadNotation(f"line {line}: Left is seconds by seat, not {value!r}") from None
        if any(not 0 <= seconds < 1e9 for seconds in left):
            raise BadNotation(f"line {line}: Left is seconds by seat, not {value!r}")
        return left

    def _more(self) -> tuple[int, ...]:
        line, value = self._lines.get("MoreTime", (0, ""))
        if not all(_NUMBER.fullmatch(part) for part in value.split()):
            raise BadNotation(f"line {line}: MoreTime is percent by seat, not {value!r}")
        return tuple(map(int, value.split()))

    def _result(self) -> str:
        line, value = self._lines.get("Result", (0, UNFINISHED_RESULT))
        seats = value.split(",")
        known = all(seat in tuple("0123456789") for seat in seats)
        if value in (UNFINISHED_RESULT, "draw") or (known and len(set(seats)) == len(seats)):
            return value
        raise BadNotation(f"line {line}: a Result is *, draw or the winning seats, not {value!r}")

    def _sources(self) -> Iterator[str]:
        line, value = self._lines.get("DiceSources", (0, ""))
        for part in value.split():
            name, star, times = part.rpartition("*")
            if not star:
                yield part
            elif _NUMBER.fullmatch(times) and len(times) < 7:
                yield from [name] * int(times)
            else:
                raise BadNotation(f"line {line}: a dice source is name or name*times, not {part!r}")


_KEYS = frozenset(
    [
        "Game",
        "Seats",
        "Seed",
        "Date",
        "Ruleset",
        "Position",
        "Clock",
        "Left",
        "MoreTime",
        "Result",
        "Reason",
        "Scores",
        "DiceSources",
    ]
)


def _unescape(value: str) -> str:
    meant = {"n": "\n", "r": "\r"}
    return _ESCAPED.sub(lambda found: meant.get(found[1], found[1]), value)


def _parse(text: str) -> tuple[list[tuple[int, str, str]], list[str]]:
    headers: list[tuple[int, str, str]] = []
    plies: list[str] = []
    inside = 0  # the line where the open comment began
    for number, raw in enumerate(_LINE_END.split(text.lstrip("\ufeff")), start=1):
        line = raw.strip()
        if not inside and not plies and line.startswith("["):
            match = _HEADER.fullmatch(line)
            if match is None:
                raise BadNotation(f'line {number}: a header line is [Key "value"], not {line!r}')
            headers.append((number, match[1], _unescape(match[2])))
            continue
        while line:
            if inside:
                _, closed, line = line.partition("}")
                inside = 0 if closed else inside
                continue
            comment = _COMMENT.search(line)
            at = comment.start() if comment else len(line)
            plies += line[:at].split()
            inside, line = (number, line[at + 1 :]) if line[at : at + 1] == "{" else (0, "")
    if inside:
        raise BadNotation(f"line {inside}: a comment is opened and never closed")
    return headers, plies
