"""The codes under which games are kept that were left: to each its match, and the day it was given.

They are notes (`Store.note`), so a code is known at once, whether the disk has it yet or not.
"""

from datetime import date
from typing import Final

from tabletop.kiosk.codes import new_code
from tabletop.store import notes
from tabletop.store.store import Store

DAYS: Final = 30
"""So long a code is good."""
_CODE: Final = "code "
_MATCH: Final = "code of "


def code_of(store: Store, match_id: str, seed: int, today: str) -> str:
    """The code of a match; a fresh one if it has none. `today` is a date as 2026-11-21."""
    code = store.noted(f"{_MATCH}{match_id}")
    if not code:
        _clear(store, today)
        code = new_code(seed, lambda taken: bool(store.noted(f"{_CODE}{taken}")))
        store.note(f"{_MATCH}{match_id}", code)
    store.note(f"{_CODE}{code}", f"{match_id} {today}")
    return code


def match_of(store: Store, code: str) -> str:
    """The match that was kept under a code; "" for none."""
    return store.noted(f"{_CODE}{code}").partition(" ")[0]


def forget_code(store: Store, code: str) -> None:
    """Nothing is kept under that code any more."""
    store.note(f"{_MATCH}{match_of(store, code)}", "")
    store.note(f"{_CODE}{code}", "")


def _clear(store: Store, today: str) -> None:
    """Forgets the codes that are too old."""
    nothing: dict[str, str] = {}
    for name, text in store.read(notes.read, nothing).items():
        if name.startswith(_CODE) and not name.startswith(_MATCH):
            given = text.partition(" ")[2]
            if _days(given, today) > DAYS:
                forget_code(store, name.removeprefix(_CODE))


def _days(since: str, today: str) -> int:
    """The days from one date to another; 0 where one of them is none."""
    try:
        return (date.fromisoformat(today) - date.fromisoformat(since)).days
    except ValueError:
        return 0
