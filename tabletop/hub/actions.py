"""What staff do to tables: each writes who did it into the log."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, RowMapping, select, update

from tabletop.event import messages as wire
from tabletop.hub import orders
from tabletop.hub.auth import FIRST_USER
from tabletop.hub.database import put
from tabletop.hub.intake import remove_table
from tabletop.hub.orders import count_change
from tabletop.hub.overview import alert_title
from tabletop.hub.schema import absence, action, alert, game_table
from tabletop.system.names import MAX_TEXT_CHARACTERS, clean_text

MAX_MESSAGE: Final = 200
MAX_NAME: Final = 24
MAX_LOCATION: Final = 60
TO_ALL: Final = "All tables: "
"""Begins the log of what was asked of all tables."""


class NotDone(Exception):
    """Why something that staff asked for is not done, in words."""


def log_action(
    db: Connection, by: str, words: str, now: float, table_id: int | None = None
) -> None:
    db.execute(action.insert().values(at=now, by=by, table_id=table_id, words=words))


def find_table(db: Connection, table_id: int) -> RowMapping:
    """A table that was not removed; NotDone for none."""
    row = (
        db.execute(
            select(game_table).where(game_table.c.id == table_id, game_table.c.removed.is_(None))
        )
        .mappings()
        .first()
    )
    if row is None:
        raise NotDone("This table is no longer there.")
    return row


def shown_staff(name: str) -> str:
    """Who comes, as people at a table read it: the first login is the name of a job."""
    return "A host" if name.casefold() == FIRST_USER else name


# -- alerts --------------------------------------------------------------------------------------


def _open_alert(db: Connection, number: int) -> RowMapping:
    row = db.execute(select(alert).where(alert.c.id == number)).mappings().first()
    if row is None:
        raise NotDone("There is no such alert.")
    if row["ended"] is not None:
        raise NotDone("This is over already.")
    return row


def take_alert(db: Connection, number: int, by: str, now: float) -> None:
    """Somebody is on the way; the table is told so."""
    row = _open_alert(db, number)
    if row["taken_by"] == by:
        return
    taken = update(alert).where(alert.c.id == number).values(taken_by=by, taken=now)
    db.execute(taken)
    told = wire.AlertAnswered(row["kind"], row["about"], shown_staff(by))
    orders.add(db, row["table_id"], told, by, now)
    log_action(db, by, f"Goes: {alert_title(row['kind'], row['about'])}", now, row["table_id"])


def close_alert(db: Connection, number: int, by: str, now: float) -> None:
    row = _open_alert(db, number)
    db.execute(update(alert).where(alert.c.id == number).values(ended=now))
    goes = shown_staff(row["taken_by"] or by)
    told = wire.AlertAnswered(row["kind"], row["about"], goes, over=True)
    orders.add(db, row["table_id"], told, by, now)
    log_action(db, by, f"Done: {alert_title(row['kind'], row['about'])}", now, row["table_id"])


def take_absence(db: Connection, table_id: int, by: str, now: float) -> None:
    """Somebody goes to a table that is not heard from."""
    _care(db, table_id, by, now, closed=False)
    log_action(db, by, "Goes: offline", now, table_id)


def close_absence(db: Connection, table_id: int, by: str, now: float) -> None:
    """It is all right that the table is not heard from, until it is back."""
    _care(db, table_id, by, now, closed=True)
    log_action(db, by, "Done: offline", now, table_id)


def _care(db: Connection, table_id: int, by: str, now: float, *, closed: bool) -> None:
    row = find_table(db, table_id)
    care = {"taken_by": by, "taken": now, "closed": closed}
    known = db.execute(
        update(absence)
        .where(absence.c.table_id == table_id, absence.c.seen == row["seen"])
        .values(care)
    )
    if not known.rowcount:
        new = {"table_id": table_id, "seen": row["seen"], "told": False, **care}
        put(db, absence, "table_id", new)
    count_change(db, table_id)


# -- orders --------------------------------------------------------------------------------------


def send_message(
    db: Connection, table_ids: Sequence[int] | None, text: str, by: str, now: float
) -> int:
    """Shows a message on some tables, or on all for None; on how many."""
    text = " ".join(text.split())
    if not text:
        raise NotDone("Write what the message says.")
    if len(text) > MAX_MESSAGE:
        raise NotDone(f"A message has at most {MAX_MESSAGE} characters; this one has {len(text)}.")
    return give_order(db, table_ids, wire.Say(text), f"Message: {text}", by, now)


def give_order(
    db: Connection,
    table_ids: Sequence[int] | None,
    command: wire.Command,
    words: str,
    by: str,
    now: float,
) -> int:
    """Orders something of some tables, or of all for None; of how many."""
    if table_ids is None:
        log_action(db, by, f"{TO_ALL}{words}", now)
        return orders.add_for_all(db, command, by, now)
    for table_id in table_ids:
        find_table(db, table_id)
        orders.add(db, table_id, command, by, now)
        log_action(db, by, words, now, table_id)
    return len(table_ids)


def restart_after_match(db: Connection, table_id: int, by: str, now: float) -> None:
    give_order(db, [table_id], wire.Restart(wait=True), "Restart after the match", by, now)


def restart_now(db: Connection, table_id: int, by: str, now: float) -> None:
    give_order(db, [table_id], wire.Restart(wait=False), "Restart now", by, now)


def wipe_down(db: Connection, table_id: int, by: str, now: float) -> None:
    give_order(db, [table_id], wire.WipeDown(), "Wipe-down", by, now)


def rename(db: Connection, table_id: int, name: str, by: str, now: float) -> None:
    """The new name holds here at once, and at the table as soon as it hears of it."""
    name = clean_text(name[:200], MAX_TEXT_CHARACTERS)
    if not 1 <= len(name) <= MAX_NAME:
        raise NotDone(f"A name has 1 to {MAX_NAME} characters.")
    row = find_table(db, table_id)
    others = db.execute(
        select(game_table.c.name).where(game_table.c.removed.is_(None), game_table.c.id != table_id)
    ).scalars()
    if name.casefold() in map(str.casefold, others):
        raise NotDone("Another table has that name.")
    db.execute(update(game_table).where(game_table.c.id == table_id).values(name=name))
    words = f"Renamed from {row['name']} to {name}"
    give_order(db, [table_id], wire.Rename(name), words, by, now)


def set_location(db: Connection, table_id: int, text: str, by: str, now: float) -> None:
    """Where a table stands; empty: it is not told."""
    text = clean_text(text[:200], MAX_TEXT_CHARACTERS)
    if len(text) > MAX_LOCATION:
        raise NotDone(f"At most {MAX_LOCATION} characters say where a table stands.")
    find_table(db, table_id)
    db.execute(update(game_table).where(game_table.c.id == table_id).values(location=text))
    count_change(db, table_id)
    log_action(db, by, f"Stands {text}" if text else "No place is told", now, table_id)


def remove(db: Connection, table_id: int, by: str, now: float) -> None:
    """The table's key is no longer good. Its results stay."""
    row = find_table(db, table_id)
    remove_table(db, table_id, now)
    log_action(db, by, f"Removed the table {row['name']}", now, table_id)
