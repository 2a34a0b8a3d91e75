"""What is people's own at their seats, and how a record notes it.

Everything is read tolerantly: what a record does not tell, or what is damaged, is as at first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote, unquote

from tabletop.engine.match import MOST_MORE
from tabletop.languages import has_language
from tabletop.players.filler import Filler
from tabletop.store.feats import FEAT, Feat, feat_of
from tabletop.ui.lettering import MOST as LARGEST

LONGEST_NAME: Final = 12
"""Signs of a person's name."""
MOST_GAMES: Final = 99
"""Of no more games a series is the best."""
_HINTS, _HELP = "hints", "help"


@dataclass(frozen=True, slots=True)
class Aid:
    """What makes a game easier for one seat; never a rule."""

    time: int = 0
    """Percent of the time to think that it has more than the others."""
    hints: bool = False
    """It may ask for hints where the table gives none."""
    help: bool = False
    """A computer shows it a good ply at each of its turns, unasked."""

    def __str__(self) -> str:
        """As records have it: ``50+hints``, ``0+help``."""
        parts = (str(self.time), *[_HINTS] * self.hints, *[_HELP] * self.help)
        return "+".join(parts)

    @classmethod
    def read(cls, text: str) -> "Aid":
        """The inverse of `str`; no help at all where it is damaged."""
        time, *more = text.split("+")
        good = time.isascii() and time.isdigit() and int(time[:5]) <= MOST_MORE
        if not good or not {_HINTS, _HELP}.issuperset(more):
            return cls()
        return cls(int(time[:5]), _HINTS in more, _HELP in more)


def clean_name(text: str) -> str:
    """A name as it is kept: printable signs, single blanks, at most `LONGEST_NAME` of them.

    Empty where there is no letter or digit in it: nobody can be called that.
    """
    kept = "".join(sign if sign.isprintable() else " " for sign in text)
    name = " ".join(kept.split())[:LONGEST_NAME].rstrip()
    return name if any(sign.isalnum() for sign in name) else ""


def noted(
    *,
    facing: bool,
    one_way: bool,
    sides: Sequence[int],
    teams: Sequence[int],
    people: Sequence[int],
    won: Sequence[int],
    best_of: int,
    fillers: Sequence[Filler],
    languages: Sequence[str],
    names: Sequence[str],
    sizes: Sequence[int],
    aids: Sequence[Aid],
    feat: Feat,
) -> tuple[tuple[str, str], ...]:
    """The header lines of a record that tell all this."""
    lines = [
        ("Facing", "yes" if facing else "no"),
        ("Teams", _row(teams)),
        ("People", _row(people)),
        ("Won", _row(won)),
    ]
    more = {
        "Sides": _row(sides) if any(sides) else "",
        "OneWay": "yes" if one_way else "",
        "BestOf": str(best_of) if best_of else "",
        "Fillers": _row(fillers),
        "Languages": _row(languages) if any(languages) else "",
        "Names": _row([quote(name) for name in names]) if any(names) else "",
        "Sizes": _row(sizes) if any(sizes) else "",
        "Aids": _row(aids) if any(aid != Aid() for aid in aids) else "",
        FEAT: str(feat),
    }
    return (*lines, *((key, value) for key, value in more.items() if value))


def own_things(lines: Mapping[str, str], seats: int, facing: tuple[int, ...]) -> dict[str, Any]:
    """What those lines tell, by the names of `Setup`; `facing` are the sides of an old record."""

    def numbers(key: str, least: int, most: int) -> tuple[int, ...]:
        return _numbers(lines.get(key, ""), seats, least=least, most=most)

    people = numbers("People", 0, seats - 1)
    won = numbers("Won", 0, 9999)
    old = facing if lines.get("Facing") == "yes" else ()
    return {
        "sides": numbers("Sides", 0, 3) or old,
        "one_way": lines.get("OneWay") == "yes",
        "teams": numbers("Teams", 1, 9),
        "people": people if len(set(people)) == seats else (),
        "won": won if any(won) else (),  # nobody's: as before the first game, without a word
        "best_of": sum(_numbers(lines.get("BestOf", ""), 1, least=0, most=MOST_GAMES)),
        "fillers": tuple(map(Filler.read, _parts(lines, "Fillers", seats))),
        "languages": tuple(
            code if has_language(code) else "" for code in _parts(lines, "Languages", seats)
        ),
        "names": tuple(clean_name(unquote(name)) for name in _parts(lines, "Names", seats)),
        "sizes": tuple(map(_size, numbers("Sizes", 0, LARGEST))),
        "aids": tuple(map(Aid.read, _parts(lines, "Aids", seats))),
        "feat": feat_of(lines),
    }


def _size(percent: int) -> int:
    return percent if percent >= 100 else 0


def _row(values: Sequence[object]) -> str:
    return ",".join(map(str, values))


def _parts(lines: Mapping[str, str], key: str, count: int) -> list[str]:
    """The parts of a line with commas; none where they are not as many as seats."""
    parts = lines.get(key, "").split(",")
    return parts if len(parts) == count and any(parts) else []


def _numbers(text: str, count: int, *, least: int, most: int) -> tuple[int, ...]:
    parts = text.split(",")
    if len(parts) != count or not all(part.isascii() and part.isdigit() for part in parts):
        return ()
    values = tuple(int(part[:5]) for part in parts)
    return values if all(least <= value <= most for value in values) else ()
