"""Names of people, which no log and no report of a crash may hold."""

import re
from collections.abc import Iterable
from typing import Final

REDACTED: Final = "[somebody]"
"""What stands in place of a name."""
MAX_NAMES: Final = 500
"""How many names are known at once; the oldest are forgotten first."""

_names: dict[str, None] = {}
_pattern: re.Pattern[str] | None = None


def hide_names(names: Iterable[str]) -> None:
    """Has these names left out of whatever is written from now on."""
    global _pattern
    fresh = [name for name in (name.strip() for name in names) if name and name not in _names]
    if not fresh:
        return
    _names.update(dict.fromkeys(fresh))
    for oldest in list(_names)[:-MAX_NAMES]:
        del _names[oldest]
    longest_first = sorted(_names, key=len, reverse=True)
    spelled = "|".join(re.escape(name) for name in longest_first)
    _pattern = re.compile(rf"(?<!\w)(?:{spelled})(?!\w)", re.IGNORECASE)


def redact(text: str) -> str:
    """The same words without anybody's name."""
    return text if _pattern is None else _pattern.sub(REDACTED, text)


def forget_names() -> None:
    """Nobody's name is known any more."""
    global _pattern
    _names.clear()
    _pattern = None
