"""The tables of the hub's database. `tabletop/hub/migrations` makes them, step by step.

Times are seconds since 1970 of the hub's clock, unless a column says that it is the table's. The
word table means a game table here, so the database's is called `game_table`.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

metadata: Final = MetaData()

Number: Final = BigInteger().with_variant(Integer, "sqlite")
"""SQLite counts up only keys of the type INTEGER."""

setting = Table(
    "setting",
    metadata,
    Column("name", Text, primary_key=True),
    Column("text", Text, nullable=False),
)
"""What staff have set for the event: its name, the pairing code."""

game_table = Table(
    "game_table",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("joined", Double, nullable=False),
    Column("removed", Double),
    Column("events_time", BigInteger, nullable=False, server_default="0"),
    Column("orders_time", BigInteger, nullable=False, server_default="0"),
    Column("seen", Double, nullable=False),
    Column("change", BigInteger, nullable=False, server_default="0"),
    Column("version", Text, nullable=False, server_default=""),
    Column("games", Text, nullable=False, server_default=""),
    Column("state", Text, nullable=False, server_default=""),
    Column("state_since", Double),
    Column("health", Text, nullable=False, server_default=""),
    Column("health_at", Double),
    Column("location", Text, nullable=False, server_default=""),
)
"""`events_time`, `orders_time`: the times of the last signed requests. `change` counts everything
that pages show of the table. `games`: keys with blanks. `state` and `health` are the last facts as
JSON; `state_since` is when the match on the table was first seen here. `location`: where it stands,
as ``by the window``."""
Index(
    "game_table_name",
    game_table.c.name,
    unique=True,
    sqlite_where=game_table.c.removed.is_(None),
    postgresql_where=game_table.c.removed.is_(None),
)

event = Table(
    "event",
    metadata,
    Column("id", Number, primary_key=True),
    Column("uuid", Text, nullable=False, unique=True),
    Column("table_id", Integer, ForeignKey("game_table.id"), nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("at", Text, nullable=False),
    Column("received", Double, nullable=False),
    Column("kind", Text, nullable=False),
    Column("fact", Text, nullable=False),
)
"""All events that count, once each; `at` is the table's time. States and health replace each other
and are not among them; records are in `result` and `kept` only, where names can be erased."""
Index("event_of_table", event.c.table_id, event.c.id)

drawing = Table(
    "drawing",
    metadata,
    Column("key", Text, primary_key=True),
    Column("content", Text, nullable=False),
)

result = Table(
    "result",
    metadata,
    Column("id", Number, primary_key=True),
    Column("match", Text, nullable=False),
    Column("event_id", Number, ForeignKey("event.id"), nullable=False),
    Column("table_id", Integer, ForeignKey("game_table.id"), nullable=False),
    Column("counts", Boolean, nullable=False),
    Column("game", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("scores", Text, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("pairing", Text, nullable=False),
    Column("ended", Double, nullable=False),
    Column("record", Text, nullable=False),
    Column("by", Text, nullable=False, server_default=""),
)
"""One row for each result event. Of the rows of a match at most one counts; none if the match was
reopened. `outcome` is the Result line of the record: ``draw`` or ``0,2``. `by`: the referee who
made this row; the newest of these decides what counts, and no later row of the table does."""
Index("result_of_match", result.c.match)
Index("result_ended", result.c.ended)

result_seat = Table(
    "result_seat",
    metadata,
    Column("result_id", Number, ForeignKey("result.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("computer", Text, nullable=False),
    Column("visitor", Text, nullable=False),
    Column("claim", Text, nullable=False),
    Column("place", Integer, nullable=False),
)
"""`visitor` is ``-`` if the player has deleted everything. `place` is 1 for winners and for all in
a draw; places are shared (1, 1, 3)."""
Index("result_seat_visitor", result_seat.c.visitor)
Index("result_seat_claim", result_seat.c.claim)

kept = Table(
    "kept",
    metadata,
    Column("match", Text, primary_key=True),
    Column("code", Text, nullable=False),
    Column("table_id", Integer, ForeignKey("game_table.id"), nullable=False),
    Column("at", Double, nullable=False),
    Column("record", Text, nullable=False),
)
Index("kept_code", kept.c.code)

alert = Table(
    "alert",
    metadata,
    Column("id", Number, primary_key=True),
    Column("table_id", Integer, ForeignKey("game_table.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("began", Double, nullable=False),
    Column("ended", Double),
    Column("taken_by", Text, nullable=False, server_default=""),
    Column("taken", Double),
    Column("told", Boolean, nullable=False, server_default=false()),
)
"""`taken_by`: who of the staff has said "I'm going". `told`: by webhook or e-mail."""
Index("alert_open", alert.c.ended, alert.c.table_id)

order = Table(
    "table_order",
    metadata,
    Column("id", Number, primary_key=True),
    Column("table_id", Integer, ForeignKey("game_table.id"), nullable=False),
    Column("command", Text, nullable=False),
    Column("made", Double, nullable=False),
    Column("by", Text, nullable=False),
    Column("done", Double),
    Column("ok", Boolean),
    Column("words", Text, nullable=False, server_default=""),
)
Index("order_open", order.c.table_id, order.c.id)

staff = Table(
    "staff",
    metadata,
    Column("name", Text, primary_key=True),
    Column("role", Text, nullable=False),
    Column("password", Text, nullable=False),
    Column("made", Double, nullable=False),
)
"""`role` is ``staff`` or ``referee``. `password`: salt and scrypt digest in hexadecimal."""

login_failure = Table(
    "login_failure",
    metadata,
    Column("who", Text, primary_key=True),
    Column("failed", Integer, nullable=False),
    Column("until", Double, nullable=False),
)
"""Wrong passwords in a row, by user name and by address (``name Ada``, ``from 10.0.0.7``)."""

session = Table(
    "session",
    metadata,
    Column("token", Text, primary_key=True),
    Column("staff", Text, ForeignKey("staff.name", ondelete="CASCADE"), nullable=False),
    Column("form_token", Text, nullable=False),
    Column("ends", Double, nullable=False),
)
"""`token` is the SHA-256 of the cookie's value."""

action = Table(
    "action",
    metadata,
    Column("id", Number, primary_key=True),
    Column("at", Double, nullable=False),
    Column("by", Text, nullable=False),
    Column("table_id", Integer),
    Column("words", Text, nullable=False),
)
"""What staff did, and when."""

visitor = Table(
    "visitor",
    metadata,
    Column("code", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("made", Double, nullable=False),
    Column("taken", Boolean, nullable=False, server_default=true()),
)
"""`name` is empty after a visitor has deleted everything: what tables send later of this code has
no name. `taken` is false while only a referee has entered somebody, who has not seen the code."""

slide = Table(
    "slide",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("title", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("kind", Text, nullable=False, server_default=""),
    Column("picture", LargeBinary),
    Column("made", Double, nullable=False),
)
"""What the event shows on the projector: a picture with its type (``image/png``), or words."""

tournament = Table(
    "tournament",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("made", Double, nullable=False),
    Column("change", BigInteger, nullable=False, server_default="0"),
    Column("waiting", Boolean, nullable=False, server_default=false()),
    Column("starts", Double),
    Column("can_start", Boolean, nullable=False, server_default=false()),
)
"""`waiting`: matches of it wait for a free table. `starts`: when its next round starts by itself,
if it can (`can_start`: the round is paired, and the tournament is not paused)."""

tournament_event = Table(
    "tournament_event",
    metadata,
    Column("id", Number, primary_key=True),
    Column("tournament_id", Integer, ForeignKey("tournament.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("body", Text, nullable=False),
    UniqueConstraint("tournament_id", "number"),
)
"""The events of `tabletop.hub.tournament`, numbered from 0 in each tournament: of two that were
made at the same moment, one is refused and made again."""

tournament_call = Table(
    "tournament_call",
    metadata,
    Column("game", Text, primary_key=True),
    Column("tournament_id", Integer, ForeignKey("tournament.id"), nullable=False),
    Column("table_id", Integer, ForeignKey("game_table.id"), nullable=False),
    Column("made", Double, nullable=False),
    Column("ready", Double),
    Column("played", Boolean, nullable=False, server_default=false()),
    Column("ended", Double),
)
"""Which table was called for which game of a match (``PAIRING/0``). `ready`: since when it is
played; `played`: the table has sent a result."""
Index("tournament_call_open", tournament_call.c.ended, tournament_call.c.table_id)

absence = Table(
    "absence",
    metadata,
    Column("table_id", Integer, ForeignKey("game_table.id"), primary_key=True),
    Column("seen", Double, nullable=False),
    Column("taken_by", Text, nullable=False, server_default=""),
    Column("taken", Double),
    Column("closed", Boolean, nullable=False, server_default=false()),
    Column("told", Boolean, nullable=False, server_default=false()),
)
"""What staff did about a table that is not heard from. A row holds for one absence, the one that
began when the table was last `seen`. Who is away is not stored: it follows from the time."""

health_history = Table(
    "health_history",
    metadata,
    Column("table_id", Integer, ForeignKey("game_table.id"), primary_key=True),
    Column("minute", Integer, primary_key=True),
    Column("frame_p99", Double, nullable=False),
    Column("memory", BigInteger, nullable=False),
    Column("free", BigInteger, nullable=False),
    Column("unsent", BigInteger, nullable=False),
)
"""The first health of each minute since 1970, for some days."""
Index("health_history_minute", health_history.c.minute)

notice = Table(
    "notice",
    metadata,
    Column("id", Number, primary_key=True),
    Column("channel", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("made", Double, nullable=False),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("next_try", Double, nullable=False),
    Column("problem", Text, nullable=False, server_default=""),
)
"""Alerts that wait to be told by ``webhook`` or ``mail``; `body` is JSON."""
Index("notice_due", notice.c.next_try)
