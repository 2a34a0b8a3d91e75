"""What staff ask of tables: stored until the table has fetched it and told how it went."""

from collections.abc import Iterable

import msgspec
from sqlalchemy import Connection, Row, select, update

from tabletop.event import messages as wire
from tabletop.hub.schema import game_table, order

_read_command = msgspec.json.Decoder(wire.Command).decode


def count_change(db: Connection, table_id: int) -> None:
    """Pages that show a table are to be drawn anew."""
    db.execute(
        update(game_table).where(game_table.c.id == table_id).values(change=game_table.c.change + 1)
    )


def add(db: Connection, table_id: int, command: wire.Command, by: str, now: float) -> int:
    """Queues an order; gives its number. `by` is the user name of who asked; "" for the hub."""
    # Locks the row of the table, so the numbers of its orders rise as they become visible.
    count_change(db, table_id)
    text = wire.encode(command).decode()
    made = db.execute(
        order.insert().values(table_id=table_id, command=text, made=now, by=by)
    ).inserted_primary_key
    assert made is not None
    return int(made[0])


def add_for_all(db: Connection, command: wire.Command, by: str, now: float) -> int:
    """Queues an order for each table; gives their number."""
    tables = db.execute(select(game_table.c.id).where(game_table.c.removed.is_(None))).scalars()
    return sum(1 for table_id in list(tables) if add(db, table_id, command, by, now))


def after(db: Connection, table_id: int, number: int) -> wire.Orders:
    """The orders of a table with higher numbers, oldest first, that are not done."""
    rows = db.execute(
        select(order.c.id, order.c.command)
        .where(order.c.table_id == table_id, order.c.id > number, order.c.done.is_(None))
        .order_by(order.c.id)
        .limit(wire.MAX_EVENTS)
    )
    return wire.Orders(tuple(_orders(rows)))


def _orders(rows: Iterable[Row[int, str]]) -> Iterable[wire.Order]:
    for number, text in rows:
        yield wire.Order(number, _read_command(text))
