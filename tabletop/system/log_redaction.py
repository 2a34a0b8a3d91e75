"""Removes players' names from what is logged and from crash reports.

Like the logging module itself, one redactor serves the whole process.
"""

import re
from collections.abc import Iterable
from typing import Final

REDACTED: Final = "[somebody]"
"""Replaces a name."""
MAX_NAMES: Final = 500
"""How many names are known at once; the oldest are dropped first."""


class NameRedactor:
    def __init__(self) -> None:
        self._names: dict[str, None] = {}
        self._pattern: re.Pattern[str] | None = None

    def hide_names(self, names: Iterable[str]) -> None:
        """Removes these names from all text that is redacted from now on."""
        stripped = (name.strip() for name in names)
        new = [name for name in stripped if name and name not in self._names]
        if not new:
            return
        self._names.update(dict.fromkeys(new))
        for oldest in list(self._names)[:-MAX_NAMES]:
            del self._names[oldest]
        longest_first = sorted(self._names, key=len, reverse=True)
        alternatives = "|".join(re.escape(name) for name in longest_first)
        self._pattern = re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)", re.IGNORECASE)

    def redact(self, text: str) -> str:
        return text if self._pattern is None else self._pattern.sub(REDACTED, text)

    def forget_names(self) -> None:
        self._names.clear()
        self._pattern = None


_redactor: Final = NameRedactor()
hide_names: Final = _redactor.hide_names
redact: Final = _redactor.redact
forget_names: Final = _redactor.forget_names
