"""The codes under which games are kept that were left: to each its match, and when it was given.

They are notes (`Store.note`), so a code is known at once, whether the disk has it yet or not. None
is forgotten by the clock: a table without a battery for it may be set right by years, and would
forget codes of an hour ago.
"""

from typing import Final

from tabletop.kiosk.codes import new_code
from tabletop.store.store import Store

DAYS: Final = 30
"""So long a code is good, as people are told: `MOST` lasts longer than that at any table."""
MOST: Final = 2000
"""So many codes are kept, of the 98,784 that there are: guessed ones are not to hit."""
_CODE: Final = "code "
_MATCH: Final = "code of "
_GIVEN: Final = "codes given"
"""The note with the number of codes that were given, ever: by it they are told older and newer."""


def code_of(store: Store, match_id: str, seed: int, today: str) -> str:
    """The code of a match; a fresh one if it has none.

    `today` is a date as 2026-11-21, for whoever looks into the file; nothing is reckoned with it.
    """
    code = store.noted(f"{_MATCH}{match_id}")
    if not code:
        _clear(store)
        code = new_code(seed, lambda taken: bool(store.noted(f"{_CODE}{taken}")))
        store.note(f"{_MATCH}{match_id}", code)
    number = _number(store.noted(_GIVEN)) + 1
    store.note(_GIVEN, str(number))
    store.note(f"{_CODE}{code}", f"{match_id} {today} {number}")
    return code


def has_code(store: Store, match_id: str) -> bool:
    """Whether a match has been given a code that is still good."""
    return bool(store.noted(f"{_MATCH}{match_id}"))


def match_of(store: Store, code: str) -> str:
    """The match that was kept under a code; "" for none."""
    return store.noted(f"{_CODE}{code}").partition(" ")[0]


def forget_code(store: Store, code: str) -> None:
    """Nothing is kept under that code any more."""
    store.note(f"{_MATCH}{match_of(store, code)}", "")
    store.note(f"{_CODE}{code}", "")


def _clear(store: Store) -> None:
    """Forgets the oldest codes where there would be too many; one more is about to be given."""
    given = {
        name.removeprefix(_CODE): _number(text.rpartition(" ")[2])
        for name, text in store.all_noted(_CODE).items()
        if not name.startswith(_MATCH)
    }
    if len(given) >= MOST:
        for code in sorted(given, key=given.__getitem__)[: len(given) - MOST + 1]:
            forget_code(store, code)


def _number(text: str) -> int:
    """0 for codes that were given before they were counted."""
    return int(text) if text.isdecimal() else 0
