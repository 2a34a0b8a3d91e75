"""Results and standings as CSV, JSON and records, written piece by piece."""

import csv
import io
import re
import time
import zipfile
from collections.abc import AsyncIterator, Iterable, Sequence
from functools import partial
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, select

from tabletop.hub.database import Database
from tabletop.hub.games import game_name
from tabletop.hub.schema import game_table, result, result_seat, visitor
from tabletop.hub.standings import PRACTICE_HEADER, Standings

CHUNK: Final = 250
"""Results that are read at once."""
BOM: Final = "\ufeff"
"""Tells spreadsheets that a file is UTF-8."""
MAX_SEATS: Final = 4
"""Seats with columns of their own; JSON has all."""

RESULT_COLUMNS: Final = (
    *("result", "match", "received", "day", "table", "game", "title", "counts", "practice"),
    *("outcome", "reason", "scores", "plies", "pairing", "corrected_by"),
    *(
        f"{name}_{seat}"
        for seat in range(1, MAX_SEATS + 1)
        for name in ("name", "visitor", "computer", "place")
    ),
)
STANDING_COLUMNS: Final = (
    *("game", "title", "place", "name", "rating", "games", "won", "drawn", "lost"),
    "against_level",
)
_FORMULA: Final = re.compile(r"^\s*[=+\-@\t\r]")


def guarded(value: object) -> object:
    """A cell that no spreadsheet takes for a formula: such texts begin with an apostrophe."""
    return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else value


def csv_lines(rows: Iterable[Sequence[object]]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerows([guarded(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8", "replace")


async def read_results(database: Database) -> AsyncIterator[list[dict[str, Any]]]:
    """All results, the oldest first, some at a time."""
    after = 0
    while rows := await database.read(partial(_read_chunk, after=after)):
        yield rows
        after = rows[-1]["result"]


def _read_chunk(db: Connection, after: int) -> list[dict[str, Any]]:
    practice = result.c.record.contains(PRACTICE_HEADER, autoescape=True).label("practice")
    results = (
        db.execute(
            select(result, game_table.c.name.label("table"), practice)
            .join(game_table, game_table.c.id == result.c.table_id)
            .where(result.c.id > after)
            .order_by(result.c.id)
            .limit(CHUNK)
        )
        .mappings()
        .all()
    )
    if not results:
        return []
    seats: dict[int, list[dict[str, Any]]] = {}
    rows = db.execute(
        select(result_seat, visitor.c.name.label("known"))
        .outerjoin(visitor, visitor.c.code == result_seat.c.visitor)
        .where(result_seat.c.result_id > after, result_seat.c.result_id <= results[-1]["id"])
        .order_by(result_seat.c.result_id, result_seat.c.seat)
    ).mappings()
    for row in rows:
        seats.setdefault(row["result_id"], []).append(
            {
                "name": row["known"] or row["name"],
                "visitor": bool(row["known"]),
                "computer": row["computer"],
                "place": row["place"],
            }
        )
    return [
        {
            "result": row["id"],
            "match": row["match"],
            "received": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(row["ended"])),
            "day": time.strftime("%Y-%m-%d", time.localtime(row["ended"])),
            "table": row["table"],
            "game": row["game"],
            "title": game_name(row["game"]),
            "counts": row["counts"],
            "practice": bool(row["practice"]),
            "outcome": row["outcome"],
            "reason": row["reason"],
            "scores": row["scores"],
            "plies": row["plies"],
            "pairing": row["pairing"],
            "corrected_by": row["by"],
            "seats": seats.get(row["id"], []),
        }
        for row in results
    ]


async def results_csv(database: Database) -> AsyncIterator[bytes]:
    yield BOM.encode() + csv_lines([RESULT_COLUMNS])
    async for rows in read_results(database):
        yield csv_lines(map(_flat, rows))


def _flat(row: dict[str, Any]) -> list[object]:
    cells = [_plain(row[name]) for name in RESULT_COLUMNS if name in row]
    for seat in row["seats"][:MAX_SEATS]:
        cells += map(_plain, seat.values())
    return cells + [""] * (len(RESULT_COLUMNS) - len(cells))


def _plain(value: object) -> object:
    return ("yes" if value else "no") if isinstance(value, bool) else value


async def results_json(database: Database) -> AsyncIterator[bytes]:
    """One array; each result is a line of its own."""
    comma = b"[\n"
    async for rows in read_results(database):
        yield comma + b",\n".join(map(msgspec.json.encode, rows))
        comma = b",\n"
    yield b"[]\n" if comma == b"[\n" else b"\n]\n"


def standings_csv(known: Standings) -> bytes:
    rows: list[Sequence[object]] = [STANDING_COLUMNS]
    for each in known.games:
        head = each.game, game_name(each.game)
        for row in each.people:
            counts = row.games, row.won, row.drawn, row.lost
            rows.append((*head, row.place, row.name, row.rating, *counts, ""))
        for solo in each.against_computer:
            rows.append((*head, "", solo.name, "", solo.games, solo.won, "", "", solo.level))
    return BOM.encode() + csv_lines(rows)


# -- records -------------------------------------------------------------------------------------


class _Pipe(io.RawIOBase):
    """A file that is written only; what was written is taken out again."""

    def __init__(self) -> None:
        self._written = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, content: Any) -> int:
        self._written += content
        return len(content)

    def take(self) -> bytes:
        taken = bytes(self._written)
        self._written.clear()
        return taken


async def records_zip(database: Database) -> AsyncIterator[bytes]:
    """The records of all results that count, as text files in a zip archive."""
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        after = 0
        while rows := await database.read(partial(_read_records, after=after)):
            for number, game, ended, record in rows:
                when = time.gmtime(ended)
                name = f"{time.strftime('%Y-%m-%d', when)}-{number:06}-{_file_part(game)}.txt"
                entry = zipfile.ZipInfo(name, when[:6])
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, record)
                after = number
            yield pipe.take()
    yield pipe.take()


def _read_records(db: Connection, after: int) -> list[tuple[int, str, float, str]]:
    rows = db.execute(
        select(result.c.id, result.c.game, result.c.ended, result.c.record)
        .where(result.c.id > after, result.c.counts)
        .order_by(result.c.id)
        .limit(CHUNK)
    )
    return [(row.id, row.game, row.ended, row.record) for row in rows]


def _file_part(game: str) -> str:
    return re.sub(r"\W+", "-", game, flags=re.ASCII)[:24] or "game"
