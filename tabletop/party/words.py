"""The texts of the phone pages, served in the phone's language as ``/words/LANG.json``.

What a page fills in is an arg that stands for itself: ``say(key, "{time} left", time="{time}")``.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from tabletop.engine.text import Text, say


def _by_key(texts: Iterable[Text]) -> Mapping[str, Text]:
    return {text.key: text for text in texts}


PHONE_TEXTS: Final = _by_key((say("phone.unreachable", "This phone can’t reach the table."),))
