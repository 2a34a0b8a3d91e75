"""In which language each of the two reads: what is chosen, and how a record has it."""

from typing import Final

from tabletop.engine import Seat, joined, say
from tabletop.games.sevens.screen.desk import NAMES, Languages
from tabletop.languages import ENGLISH, all_languages, has_language
from tabletop.ui.choice import Choice
from tabletop.ui.table import Table

TONGUE: Final = "language:"
"""Begins the keys of the choices, before the seat's number."""
LINE: Final = "Languages"
"""The line of a kept record that says it, where a seat has a language of its own."""
NONE: Final[Languages] = ("", "")


def language_choices(table: Table, languages: Languages) -> tuple[Choice, ...]:
    """In which language each seat reads; nothing to choose where the table speaks one only."""
    known = all_languages()
    if len(known) < 2:
        return ()
    names = tuple(joined("", each.name) for each in known)
    codes = tuple(each.code for each in known)
    return tuple(
        Choice(
            f"{TONGUE}{seat}",
            # NOTE for translators: a question; its answers are languages by their own names.
            say("sevens.language", "{seat} reads", seat=NAMES[seat]),
            names,
            codes,
            code if code in codes else ENGLISH,
        )
        for seat, code in enumerate(own or table.language for own in languages)
    )


def with_language(languages: Languages, seat: Seat, code: str, table: Table) -> Languages:
    """The same, but one seat reads another language; in the table's own it goes with the table."""
    own = "" if code == table.language else code
    return (own, languages[1]) if seat == 0 else (languages[0], own)


def written(languages: Languages) -> str:
    """The languages as a record has them: ``de,`` where the second seat reads the table's."""
    return ",".join(languages)


def read(text: str) -> Languages:
    """The inverse of `written`; what this table does not speak is read in its own language."""
    codes = [code if has_language(code) else "" for code in text.split(",")]
    return (codes[0], codes[1]) if len(codes) == len(NONE) else NONE
