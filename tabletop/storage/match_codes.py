"""The short codes under which games are kept: ``K7W2X``.

Letters and digits take turns, and no vowel is among them: so no word and no abbreviation can come
of it, in no language, nor one of the pairs of digits that mean something to some. What looks like
something else is left out as well; what people take for a digit all the same is read as that digit.

The codes under which games are kept that were left: to each its match, and when it was given.

They are notes (`Store.note`), so a code is known at once, whether the disk has it yet or not. None
is forgotten by the clock: a table without a battery for it may be set right by years, and would
forget codes of an hour ago.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from tabletop.storage.repository import Store

CODE_LETTERS: Final = "CDFHJKMNPRTVWX"
CODE_DIGITS: Final = "256789"
CODE_LENGTH: Final = 5
"""Signs of a code: three letters with two digits between them."""
CODE_PREFIX: Final = "TABLETOP:"
"""Stands before a code where a machine is to read it."""
SIMILAR_DIGITS: Final = {"S": "5", "Z": "2", "B": "8", "G": "6", "Q": "9"}
"""Letters that people read where a digit stands, and which none of the codes has."""


def new_code(seed: int, is_taken: Callable[[str], bool]) -> str:
    """A code that nobody has; of so few taken ones the first try is almost always free."""
    luck = Random(seed)
    code = _random_code(luck)
    while is_taken(code):
        code = _random_code(luck)
    return code


def _random_code(luck: Random) -> str:
    # Not `choice`: only `random()` is promised to give the same numbers in every Python.
    signs = (characters_at(place) for place in range(CODE_LENGTH))
    return "".join(row[int(luck.random() * len(row))] for row in signs)


def characters_at(place: int) -> str:
    """The signs that can stand at a place of a code, from 0; none behind its end."""
    if place >= CODE_LENGTH:
        return ""
    return CODE_DIGITS if place % 2 else CODE_LETTERS


def append_character(written: str, sign: str) -> str:
    """What is written of a code with one more sign; as it was where no code goes on like that.

    A colon begins anew: machines that read a code from its picture write what stands before it.
    """
    if sign == ":":
        return ""
    sign = sign.upper()
    open_signs = characters_at(len(written))
    if sign not in open_signs:
        sign = SIMILAR_DIGITS.get(sign, "")
    return written + sign if sign and sign in open_signs else written


def parse_code(text: str) -> str | None:
    """The code in a text, however it is written; None where there is none."""
    written = ""
    for sign in text:
        written = append_character(written, sign)
    return written if len(written) == CODE_LENGTH else None


def qr_text(code: str) -> str:
    """A code as a picture of squares holds it (`PREFIX`).

    It is plain text and no address: the table stands on no network, and a phone that reads it shows
    the code, which is all that its owner needs. All capitals, so that the picture stays small.
    """
    return CODE_PREFIX + code


CODE_DAYS: Final = 30
"""So long a code is good, as people are told: `MOST` lasts longer than that at any table."""
MAX_CODES: Final = 2000
"""So many codes are kept, of the 98,784 that there are: guessed ones are not to hit."""
_CODE_NOTE: Final = "code "
_MATCH_NOTE: Final = "code of "
_COUNTER_NOTE: Final = "codes given"
"""The note with the number of codes that were given, ever: by it they are told older and newer."""


def code_of(store: Store, match_id: str, seed: int, today: str) -> str:
    """The code of a match; a fresh one if it has none.

    `today` is a date as 2026-11-21, for whoever looks into the file; nothing is reckoned with it.
    """
    code = store.noted(f"{_MATCH_NOTE}{match_id}")
    if not code:
        _drop_oldest(store)
        code = new_code(seed, lambda taken: bool(store.noted(f"{_CODE_NOTE}{taken}")))
        store.note(f"{_MATCH_NOTE}{match_id}", code)
    number = _number(store.noted(_COUNTER_NOTE)) + 1
    store.note(_COUNTER_NOTE, str(number))
    store.note(f"{_CODE_NOTE}{code}", f"{match_id} {today} {number}")
    return code


def has_code(store: Store, match_id: str) -> bool:
    """Whether a match has been given a code that is still good."""
    return bool(store.noted(f"{_MATCH_NOTE}{match_id}"))


def match_of(store: Store, code: str) -> str:
    """The match that was kept under a code; "" for none."""
    return store.noted(f"{_CODE_NOTE}{code}").partition(" ")[0]


def forget_code(store: Store, code: str) -> None:
    """Nothing is kept under that code any more."""
    store.note(f"{_MATCH_NOTE}{match_of(store, code)}", "")
    store.note(f"{_CODE_NOTE}{code}", "")


def _drop_oldest(store: Store) -> None:
    """Forgets the oldest codes where there would be too many; one more is about to be given."""
    given = {
        name.removeprefix(_CODE_NOTE): _number(text.rpartition(" ")[2])
        for name, text in store.notes_with_prefix(_CODE_NOTE).items()
        if not name.startswith(_MATCH_NOTE)
    }
    if len(given) >= MAX_CODES:
        for code in sorted(given, key=given.__getitem__)[: len(given) - MAX_CODES + 1]:
            forget_code(store, code)


def _number(text: str) -> int:
    """0 for codes that were given before they were counted."""
    return int(text) if text.isdecimal() else 0
