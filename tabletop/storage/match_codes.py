"""Short codes for stored matches, as ``K7W2X``, kept as notes of the store.

Letters and digits alternate and there are no vowels, so that no code is a word, an abbreviation or
a two-digit number with a meaning. Characters that look alike are left out; a letter that people
read as a digit is accepted for it. Codes do not expire by the clock, because a machine without a
clock battery may be wrong by years.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from tabletop.storage.outbox import (
    CODE_NOTE_PREFIX,
    MATCH_CODE_NOTE_PREFIX,
    TAKEN_NOTE_PREFIX,
)
from tabletop.storage.repository import Store

CODE_LETTERS: Final = "CDFHJKMNPRTVWX"
CODE_DIGITS: Final = "256789"
CODE_LENGTH: Final = 5
"""Three letters with two digits between them."""
CODE_PREFIX: Final = "TABLETOP:"
"""Stands before a code for machine readers."""
SIMILAR_DIGITS: Final = {"S": "5", "Z": "2", "B": "8", "G": "6", "Q": "9"}
"""Letters that people read as digits; no code contains them."""


def new_code(seed: int, is_taken: Callable[[str], bool]) -> str:
    """An unused code; the first attempt nearly always succeeds."""
    luck = Random(seed)
    code = _random_code(luck)
    while is_taken(code):
        code = _random_code(luck)
    return code


def _random_code(luck: Random) -> str:
    # Not `choice`: only `random()` gives the same numbers in every Python version.
    signs = (characters_at(place) for place in range(CODE_LENGTH))
    return "".join(row[int(luck.random() * len(row))] for row in signs)


def characters_at(place: int) -> str:
    """The characters allowed at a position of a code; none behind its end."""
    if place >= CODE_LENGTH:
        return ""
    return CODE_DIGITS if place % 2 else CODE_LETTERS


def append_character(written: str, sign: str) -> str:
    """The typed part of a code with one more character, or unchanged if no code continues so.

    A colon starts again: machines that read the picture write the prefix first.
    """
    if sign == ":":
        return ""
    sign = sign.upper()
    open_signs = characters_at(len(written))
    if sign not in open_signs:
        sign = SIMILAR_DIGITS.get(sign, "")
    return written + sign if sign and sign in open_signs else written


def parse_code(text: str) -> str | None:
    """The code in a text, however it is written; None if there is none."""
    written = ""
    for sign in text:
        written = append_character(written, sign)
    return written if len(written) == CODE_LENGTH else None


def qr_text(code: str) -> str:
    """The content of a code's QR picture.

    Plain text and no address, because the table is on no network. All capitals keep the picture
    small.
    """
    return CODE_PREFIX + code


CODE_DAYS: Final = 30
"""How long a code is good, as people are told; `MAX_CODES` lasts longer at any table."""
MAX_CODES: Final = 2000
"""How many of the 98,784 codes are kept: guesses must not hit one."""
_COUNTER_NOTE: Final = "codes given"
"""The note with the number of codes ever given, which orders them by age."""


def code_of(store: Store, match_id: str, seed: int, today: str) -> str:
    """The code of a match; a new one if it has none.

    `today`, as 2026-11-21, is stored for information only.
    """
    code = store.get_note(f"{MATCH_CODE_NOTE_PREFIX}{match_id}")
    if not code:
        _drop_oldest(store)
        code = new_code(seed, lambda taken: bool(store.get_note(f"{CODE_NOTE_PREFIX}{taken}")))
        store.set_note(f"{MATCH_CODE_NOTE_PREFIX}{match_id}", code)
        store.set_note(f"{TAKEN_NOTE_PREFIX}{code}", "")
    number = _number(store.get_note(_COUNTER_NOTE)) + 1
    store.set_note(_COUNTER_NOTE, str(number))
    store.set_note(f"{CODE_NOTE_PREFIX}{code}", f"{match_id} {today} {number}")
    return code


def has_code(store: Store, match_id: str) -> bool:
    """Whether a match has a code that is still good."""
    return bool(store.get_note(f"{MATCH_CODE_NOTE_PREFIX}{match_id}"))


def match_of(store: Store, code: str) -> str:
    """The match of a code; "" for none."""
    return store.get_note(f"{CODE_NOTE_PREFIX}{code}").partition(" ")[0]


def code_date(store: Store, code: str) -> str:
    """The day on which a code was given last, as 2026-11-21; "" if that is not known."""
    parts = store.get_note(f"{CODE_NOTE_PREFIX}{code}").split(" ")
    return parts[1] if len(parts) > 1 else ""


def forget_code(store: Store, code: str) -> None:
    store.set_note(f"{MATCH_CODE_NOTE_PREFIX}{match_of(store, code)}", "")
    store.set_note(f"{CODE_NOTE_PREFIX}{code}", "")


def _drop_oldest(store: Store) -> None:
    """Deletes the oldest codes to make room for one more."""
    given = {
        name.removeprefix(CODE_NOTE_PREFIX): _number(text.rpartition(" ")[2])
        for name, text in store.notes_with_prefix(CODE_NOTE_PREFIX).items()
        if not name.startswith(MATCH_CODE_NOTE_PREFIX)
    }
    if len(given) >= MAX_CODES:
        for code in sorted(given, key=given.__getitem__)[: len(given) - MAX_CODES + 1]:
            forget_code(store, code)


def _number(text: str) -> int:
    """0 for codes from before they were numbered."""
    return int(text) if text.isdecimal() else 0
