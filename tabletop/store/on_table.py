"""Which match lies on the table now: after any death of the program it lies there again."""

from collections.abc import Callable

from tabletop.engine.record import Record
from tabletop.engine.state import BadNotation
from tabletop.store.database import UNREADABLE
from tabletop.store.notes import BEGUN, ON_TABLE
from tabletop.store.store import Store


def lay(store: Store, match_id: str, record: Record) -> None:
    """A match lies on the table from now on; one without a ply is kept here alone."""
    store.note(BEGUN, "" if record.plies else f"{match_id}\n{record.to_text()}")
    store.note(ON_TABLE, match_id)


def take_away(store: Store, match_id: str) -> None:
    """People have left a match; another may lie there by now."""
    if store.noted(ON_TABLE) == match_id:
        store.note(ON_TABLE, "")
        store.note(BEGUN, "")


def staying(store: Store, end: Callable[[], None]) -> None:
    """Has every scene leave, by `end`. People do not: the match is there at the next start."""
    before = {name: store.noted(name) for name in (ON_TABLE, BEGUN)}
    try:
        end()
    finally:
        for name, text in before.items():
            store.note(name, text)


def left(store: Store) -> tuple[str, Record] | None:
    """The match that was on the table when the program died, and its name; None for none.

    One that cannot be read stays on the shelf, and is told when the shelf is looked through.
    """
    match_id = store.noted(ON_TABLE)
    if not match_id:
        return None
    try:
        return match_id, store.find(match_id)
    except (KeyError, BadNotation, *UNREADABLE):
        of, _, text = store.noted(BEGUN).partition("\n")
    try:
        return (match_id, Record.from_text(text)) if of == match_id else None
    except BadNotation:
        return None
