"""What staff see of tables: who needs a person, what is played, what is free."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias

import msgspec
from markupsafe import Markup
from sqlalchemy import Connection, RowMapping, select

from tabletop.event import messages as wire
from tabletop.hub.games import GAMES, USUAL_LOOKS, SeatColours, game_name, seat_look
from tabletop.hub.pages.board_picture import BoardShape, board_picture, read_board, seat_mark
from tabletop.hub.schema import (
    absence,
    alert,
    drawing,
    game_table,
    order,
    result,
)
from tabletop.hub.visitors import Called, called_games

MAX_BOARDS: Final = 40
"""With more tables, those that are fine are rows without boards."""

Show: TypeAlias = Literal["all", "need", "playing", "free"]


@dataclass(frozen=True, slots=True)
class AlertKind:
    """What staff read of a kind of alerts."""

    title: str
    """``{about}``: the device."""
    meanwhile: str
    """What the table does until somebody comes."""
    cause: str
    """The usual one."""
    remedy: str
    """What staff do, in a sentence."""
    icon: str
    person: bool = False
    """Whether somebody is waiting."""


NEXT_DAY: Final = timedelta(hours=20)
"""So far ahead, a time needs its day."""
LITTLE_ROOM_BYTES: Final = 2 << 30
"""Four times what a table needs to raise the alert."""

KINDS: Final[Mapping[str, AlertKind]] = {
    "help": AlertKind(
        "Called for help",
        "Somebody waits for you.",
        "A question about the rules.",
        "Go there and ask.",
        "bell",
        True,
    ),
    "absent": AlertKind(
        "Somebody is missing",
        "The others wait at the table.",
        "The player has not seen the call.",
        "Call the player out; a referee decides the match at its tournament.",
        "people",
        True,
    ),
    "left": AlertKind(
        "Match was left",
        "It waits for its players or for a referee.",
        "They had to go, or the table was closed.",
        "Let them go on at any table with the code that they were shown, or decide the match.",
        "people",
        True,
    ),
    "device": AlertKind(
        "{about} lost",
        "The match goes on without it.",
        "A plug, or an empty battery.",
        "Plug it in again, or change its battery; the table finds it by itself.",
        "plug",
    ),
    "offline": AlertKind(
        "Offline",
        "Plays on. Results wait at the table.",
        "The network, or the table is switched off.",
        "Look whether the table is on, then check its cable or Wi-Fi.",
        "offline",
    ),
    "disk": AlertKind(
        "Disk almost full",
        "Plays on.",
        "Old pictures and recordings.",
        "Delete old recordings, pictures and exports from its disk; copy what you need first.",
        "disk",
    ),
    "storage": AlertKind(
        "Games cannot be saved",
        "Plays on, but nothing outlives a restart.",
        "A full or broken disk.",
        "Make room on its disk, and see that its data folder can be written; it tries each minute.",
        "disk",
    ),
    "restarts": AlertKind(
        "Restarts again and again",
        "It runs with as little as possible.",
        "A faulty device or a broken file.",
        "Unplug its readers and button boxes and restart it; if it goes on, use another table.",
        "restart",
    ),
}


@dataclass(frozen=True, slots=True)
class AlertView:
    table_id: int
    kind: str
    title: str
    words: str
    cause: str
    remedy: str
    icon: str
    person: bool
    began: float
    taken_by: str
    address: str
    """Its forms are below this path."""
    match: str = ""
    """Where a referee decides the match that it is about; empty for none."""


@dataclass(frozen=True, slots=True)
class SeatView:
    name: str
    mark: Markup
    to_act: bool


@dataclass(frozen=True, slots=True)
class BoardPieces:
    """What lies on the board."""

    shape: BoardShape
    key: str
    """Of the drawing."""
    lying: Mapping[str, str]
    looks: Sequence[SeatColours]


@dataclass(frozen=True, slots=True)
class TableView:
    id: int
    name: str
    location: str
    """Where it stands; empty if it is not told."""
    version: str
    seen: float
    online: bool
    joined: float
    games: Sequence[str]
    """The keys of the games that it offers."""
    game: str
    """The name of the game of the match on the table; empty without one."""
    over: bool
    """The result of that match is in, and people still look at it."""
    words: str
    round: str
    """Of the tournament that the match belongs to."""
    since: float
    seats: Sequence[SeatView]
    pieces: BoardPieces | None
    """None for a game without a board."""
    health: wire.Health | None
    health_at: float
    alerts: Sequence[AlertView]
    call: Called | None = None
    """The match whose players it calls, until all have come."""
    closed_until: int = 0
    """When its opening hours open it again, in seconds since 1970; 0 while it is open."""

    @property
    def board(self) -> Markup:
        """A picture of the board, drawn anew each time; empty for a game without one."""
        at = self.pieces
        if at is None:
            return Markup()
        return board_picture(at.shape, f"/boards/{at.key}.svg", at.lying, at.looks)

    @property
    def is_playing(self) -> bool:
        return bool(self.game) and not self.over

    @property
    def closed(self) -> str:
        """``Closed until 14:00``; empty while it is open."""
        if not self.closed_until:
            return ""
        if self.closed_until >= wire.NEVER_OPEN:
            return "Closed"
        again = datetime.fromtimestamp(self.closed_until)
        away = again - datetime.now()
        if away < timedelta():
            return ""  # it is away, and told this before
        return f"Closed until {again:{'%H:%M' if away < NEXT_DAY else '%a %H:%M'}}"

    @property
    def state_words(self) -> str:
        """Of a table on which no match is: ``Free``."""
        if self.call:
            return f"Calls {self.call.players}"
        return self.closed or "Free"

    @property
    def is_free(self) -> bool:
        return not (self.is_playing or self.closed or self.call)

    @property
    def free_disk(self) -> str:
        """``3.2 GB`` or ``480 MB``; empty if the table did not tell."""
        free = self.health.free if self.health else 0
        if free < 1 << 30:
            return f"{free >> 20} MB" if free else ""
        return f"{free / (1 << 30):.1f} GB"

    @property
    def has_little_room(self) -> bool:
        """Whether its disk fills up: long before the alert."""
        return self.health is not None and 0 < self.health.free < LITTLE_ROOM_BYTES

    @property
    def state(self) -> Show:
        if self.alerts:
            return "need"
        return "playing" if self.is_playing else "free"

    @property
    def players(self) -> str:
        """``Ada and Bo``."""
        names = [seat.name for seat in self.seats]
        return (
            " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
        )


@dataclass(frozen=True, slots=True)
class Overview:
    """All tables; those of `alerts` first people who wait, then machines, each oldest first."""

    tables: Sequence[TableView]
    alerts: Sequence[tuple[AlertView, TableView]]

    def counts(self) -> dict[Show, int]:
        need = sum(1 for table in self.tables if table.alerts)
        playing = sum(table.is_playing for table in self.tables)
        free = sum(table.is_free for table in self.tables)
        return {"all": len(self.tables), "need": need, "playing": playing, "free": free}

    @property
    def headline(self) -> str:
        if not self.tables:
            return "No tables yet"
        need = self.counts()["need"]
        if not need:
            return "Nothing needs you"
        return f"{need} table{'s need' if need > 1 else ' needs'} you"

    def chosen(self, show: Show, words: str) -> "Overview":
        """The tables of a filter whose names, games or players contain some words."""
        tables = [table for table in self.tables if _is_shown(table, show, words.casefold())]
        ids = {table.id for table in tables}
        return Overview(tables, [pair for pair in self.alerts if pair[1].id in ids])

    @property
    def fine(self) -> Sequence[TableView]:
        return [table for table in self.tables if not table.alerts]


def _is_shown(table: TableView, show: Show, words: str) -> bool:
    if show == "need" and not table.alerts:
        return False
    if (show == "playing" and not table.is_playing) or (show == "free" and not table.is_free):
        return False
    called = table.call.players if table.call else ""
    told = (table.name, table.game, table.round, called, *(seat.name for seat in table.seats))
    return not words or any(words in text.casefold() for text in told)


# -- reading -------------------------------------------------------------------------------------


def read_overview(db: Connection, offline: frozenset[int]) -> Overview:
    """All tables by name. `offline`: those that are not heard from."""
    rows = db.execute(
        select(game_table)
        .where(game_table.c.removed.is_(None))
        .order_by(game_table.c.name, game_table.c.id)
    ).mappings()
    tables = _table_views(db, rows.all(), offline)
    tables.sort(key=lambda table: [_number_or_word(part) for part in table.name.split()])
    alerts = [(each, table) for table in tables for each in table.alerts]
    alerts.sort(key=lambda pair: (not pair[0].person, pair[0].began))
    return Overview(tables, alerts)


def _number_or_word(part: str) -> tuple[int, str]:
    """So that Table 10 comes after Table 9."""
    return (int(part), "") if part.isascii() and part.isdigit() else (-1, part.casefold())


def read_table(db: Connection, table_id: int, offline: frozenset[int]) -> TableView | None:
    """One table; None for none, or one that was removed."""
    rows = db.execute(
        select(game_table).where(game_table.c.id == table_id, game_table.c.removed.is_(None))
    ).mappings()
    views = _table_views(db, rows.all(), offline)
    return views[0] if views else None


def _table_views(
    db: Connection, rows: Sequence[RowMapping], offline: frozenset[int]
) -> list[TableView]:
    ids = [row["id"] for row in rows]
    states = {row["id"]: _read_state(row["state"]) for row in rows}
    keys = {state.diagram for state in states.values() if state.diagram}
    drawings = db.execute(select(drawing).where(drawing.c.key.in_(keys))).mappings()
    contents = {row["key"]: row["content"] for row in drawings}
    in_tournament = [number for number, state in states.items() if state.pairing]
    rounds = _rounds(db, in_tournament)
    alerts = _alerts(db, ids)
    cares = _absences(db, offline)
    calls = {each.table_id: each for each in called_games(db) if not each.playing}
    over = _matches_with_results(db, [state.match for state in states.values() if state.match])
    views = []
    for row in rows:
        state = states[row["id"]]
        call = calls.get(row["id"])
        own = [
            replace(each, match=call.address) if call and each.kind == "absent" else each
            for each in alerts.get(row["id"], ())
        ]
        if row["id"] in offline:
            own += _offline_alert(row, cares.get(row["id"]))
        round_name = rounds.get((row["id"], state.pairing), "Tournament") if state.pairing else ""
        is_over, away = state.match in over, row["id"] in offline
        table = _table_view(row, state, own, contents, round_name, is_over, away)
        views.append(replace(table, call=call))
    return views


def _matches_with_results(db: Connection, matches: Sequence[str]) -> set[str]:
    found = select(result.c.match).where(result.c.match.in_(matches), result.c.counts)
    return set(db.execute(found).scalars())


def _table_view(
    row: RowMapping,
    state: wire.MatchState,
    alerts: Sequence[AlertView],
    contents: Mapping[str, str],
    round_name: str,
    over: bool,
    away: bool,
) -> TableView:
    has_match = bool(state.match)
    health = _read_health(row["health"])
    return TableView(
        id=row["id"],
        name=row["name"],
        location=row["location"],
        version=row["version"],
        seen=row["seen"],
        online=not away,
        joined=row["joined"],
        games=row["games"].split(),
        game=game_name(state.game) if has_match else "",
        over=over,
        words=state.words,
        round=round_name,
        since=row["state_since"] or row["joined"],
        seats=[_seat_view(state, seat) for seat in range(len(state.seats))] if has_match else (),
        pieces=_pieces(state, contents) if has_match else None,
        health=health,
        closed_until=health.closed_until if health else 0,
        health_at=row["health_at"] or row["joined"],
        alerts=alerts,
    )


_NO_MATCH: Final = wire.MatchState()
_state_of: Final = msgspec.json.Decoder(wire.MatchState).decode
_health_of: Final = msgspec.json.Decoder(wire.Health).decode
_command_of: Final = msgspec.json.Decoder(wire.Command).decode


def _read_state(text: str) -> wire.MatchState:
    try:
        return _state_of(text) if text else _NO_MATCH
    except msgspec.MsgspecError:  # of an older version of the hub
        return _NO_MATCH


def _read_health(text: str) -> wire.Health | None:
    try:
        return _health_of(text) if text else None
    except msgspec.MsgspecError:
        return None


def _seat_view(state: wire.MatchState, number: int) -> SeatView:
    seat = state.seats[number]
    name = seat.name or ("Computer" if seat.computer else seat.side or f"Seat {number + 1}")
    return SeatView(name, seat_mark(seat_look(state.game, number)), state.turn == number)


def _pieces(state: wire.MatchState, contents: Mapping[str, str]) -> BoardPieces | None:
    shape = read_board(contents.get(state.diagram, ""))
    if shape is None:
        return None
    known = GAMES.get(state.game)
    looks = known.looks if known else USUAL_LOOKS
    return BoardPieces(shape, state.diagram, state.pieces, looks)


def _rounds(db: Connection, table_ids: Sequence[int]) -> dict[tuple[int, str], str]:
    """By table and pairing, the round as the call to the table named it."""
    if not table_ids:
        return {}
    calls = db.execute(
        select(order.c.table_id, order.c.command)
        .where(order.c.table_id.in_(table_ids), order.c.command.startswith('{"type":"CallPlayers"'))
        .order_by(order.c.id)
    )
    found = {}
    for table_id, text in calls:
        call = _command_of(text)
        assert isinstance(call, wire.CallPlayers)
        found[table_id, call.pairing] = call.round
    return found


def _alerts(db: Connection, table_ids: Iterable[int]) -> dict[int, list[AlertView]]:
    rows = db.execute(select(alert).where(alert.c.ended.is_(None)).order_by(alert.c.id)).mappings()
    wanted = set(table_ids)
    found: dict[int, list[AlertView]] = {}
    for row in rows:
        if row["table_id"] in wanted:
            view = _alert_view(
                row["table_id"],
                row["kind"],
                row["about"],
                row["words"],
                row["began"],
                row["taken_by"],
                f"/alerts/{row['id']}",
            )
            found.setdefault(row["table_id"], []).append(view)
    return found


def _alert_view(
    table_id: int, kind: str, about: str, words: str, began: float, taken_by: str, address: str
) -> AlertView:
    known = KINDS[kind]
    return AlertView(
        table_id,
        kind,
        alert_title(kind, about),
        words or known.meanwhile,
        known.cause,
        known.remedy,
        known.icon,
        known.person,
        began,
        taken_by,
        address,
    )


def alert_title(kind: str, about: str) -> str:
    title = KINDS[kind].title.format(about=about or "a device")
    return title[:1].upper() + title[1:]


def _absences(db: Connection, offline: frozenset[int]) -> dict[int, RowMapping]:
    if not offline:
        return {}
    rows = db.execute(select(absence).where(absence.c.table_id.in_(offline))).mappings()
    return {row["table_id"]: row for row in rows}


def _offline_alert(row: RowMapping, care: RowMapping | None) -> list[AlertView]:
    """The alert that a table is not heard from; none if staff have said that it is all right."""
    if care is not None and care["seen"] != row["seen"]:
        care = None  # of an earlier absence
    if care is not None and care["closed"]:
        return []
    taken_by = care["taken_by"] if care else ""
    address = f"/tables/{row['id']}/offline"
    return [_alert_view(row["id"], "offline", "", "", row["seen"], taken_by, address)]
