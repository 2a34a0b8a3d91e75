"""The health of tables over days: stored once a minute, drawn as small plots over one time axis."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup
from sqlalchemy import Connection, Row, select

from tabletop.event import messages as wire
from tabletop.hub.database import insert_once
from tabletop.hub.schema import health_history
from tabletop.system.health import LOW_FREE_MB

KEPT_MINUTES: Final = 3 * 24 * 60
GAP_MINUTES: Final = 3
"""Without health for longer, the table was not heard from."""
POINTS: Final = 360
"""Of a plot; of more minutes the worst in each step is shown."""
WIDTH: Final = 720
HEIGHT: Final = 44
TOP: Final = 5
LATE_FRAME_MS: Final = 33.0
"""Two frames of a screen of 60 Hz: people see that."""
MEGABYTE: Final = 1 << 20
GIGABYTE: Final = 1 << 30


def note(db: Connection, table_id: int, health: wire.Health, now: float) -> None:
    """Stores the first health of each minute."""
    row = {
        "table_id": table_id,
        "minute": int(now // 60),
        "frame_p99": health.frame_p99,
        "memory": health.memory,
        "free": health.free,
        "unsent": health.unsent,
    }
    insert_once(db, health_history, row)


def prune(db: Connection, now: float) -> None:
    """Removes what is older than `KEPT_MINUTES`."""
    oldest = int(now // 60) - KEPT_MINUTES
    db.execute(health_history.delete().where(health_history.c.minute < oldest))


@dataclass(frozen=True, slots=True)
class Plot:
    name: str
    picture: Markup
    value: str
    """The newest."""
    limit: str


@dataclass(frozen=True, slots=True)
class Plots:
    """Plots over one time axis."""

    rows: Sequence[Plot]
    axis: Markup


def plots(
    db: Connection, table_id: int, hours: int, incidents: Sequence[float], now: float
) -> Plots:
    """The last hours of a table; `incidents` are drawn as lines through all plots."""
    end, minutes = int(now // 60), hours * 60
    rows = db.execute(
        select(health_history)
        .where(health_history.c.table_id == table_id, health_history.c.minute > end - minutes)
        .order_by(health_history.c.minute)
    ).all()
    frame = _Frame(end - minutes, minutes, incidents)
    made = [
        Plot("Heard from", frame.heard(rows), f"{len(rows)} min", f"of {minutes}"),
        frame.plot(
            "Frames p99",
            rows,
            lambda row: row.frame_p99,
            lambda value: f"{value:.0f} ms",
            limit=LATE_FRAME_MS,
        ),
        frame.plot(
            "Memory", rows, lambda row: row.memory / MEGABYTE, lambda value: f"{value:.0f} MB"
        ),
        frame.plot(
            "Free disk",
            rows,
            lambda row: row.free / GIGABYTE,
            lambda value: f"{value:.1f} GB",
            limit=LOW_FREE_MB / 1024,
            worst=min,
        ),
        frame.plot("To send", rows, lambda row: float(row.unsent), lambda value: f"{value:.0f}"),
    ]
    return Plots(made, _axis(end - minutes, minutes))


Value = Callable[[Row[tuple[float, ...]]], float]


@dataclass(frozen=True, slots=True)
class _Frame:
    """The time axis of all plots."""

    begin: int
    minutes: int
    incidents: Sequence[float]

    def _x(self, minute: float) -> float:
        return round((minute - self.begin) / self.minutes * WIDTH, 1)

    def _svg(self, name: str, inside: str) -> Markup:
        lines = "".join(
            f'<path class="incident" d="M{self._x(at / 60)} 0v{HEIGHT}"/>'
            for at in self.incidents
            if at / 60 > self.begin
        )
        return Markup(
            f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" '
            f'role="img" aria-label="{name}">{inside}{lines}</svg>'
        )

    def heard(self, rows: Sequence[Row[tuple[float, ...]]]) -> Markup:
        """A bar where the table was heard from."""
        bars = "".join(
            f'<rect class="heard" x="{self._x(run[0].minute - 1)}" y="12" height="20" '
            f'width="{max(2.0, round(self._x(run[-1].minute) - self._x(run[0].minute - 1), 1))}"/>'
            for run in _runs(rows)
        )
        return self._svg("Heard from", bars)

    def plot(
        self,
        name: str,
        rows: Sequence[Row[tuple[float, ...]]],
        value: Value,
        words: Callable[[float], str],
        *,
        limit: float = 0.0,
        worst: Callable[[Sequence[float]], float] = max,
    ) -> Plot:
        """A line, broken where the table was not heard from."""
        top = max([value(row) for row in rows] + [limit], default=0.0) * 1.1 or 1.0

        def y(height: float) -> float:
            return round(HEIGHT - 2 - height / top * (HEIGHT - TOP), 1)

        step = max(1, self.minutes // POINTS)
        inside = f'<path class="limit" d="M0 {y(limit)}h{WIDTH}"/>' if limit else ""
        for run in _runs(rows):
            points = [
                (self._x(part[-1].minute), y(worst([value(row) for row in part])))
                for part in (run[at : at + step] for at in range(0, len(run), step))
            ]
            line = "L".join(f"{x} {height}" for x, height in points)
            area = f"M{points[0][0]} {HEIGHT}L{line}L{points[-1][0]} {HEIGHT}z"
            inside += f'<path class="area" d="{area}"/><path class="line" d="M{line}"/>'
        newest = words(value(rows[-1])) if rows else ""
        return Plot(name, self._svg(name, inside), newest, f"limit {words(limit)}" if limit else "")


def _runs(rows: Sequence[Row[tuple[float, ...]]]) -> list[list[Row[tuple[float, ...]]]]:
    """The rows, cut where the table was not heard from."""
    runs: list[list[Row[tuple[float, ...]]]] = []
    for row in rows:
        if runs and row.minute - runs[-1][-1].minute <= GAP_MINUTES:
            runs[-1].append(row)
        else:
            runs.append([row])
    return runs


def _axis(begin: int, minutes: int) -> Markup:
    """Times below the plots; their places are in percent, so that they are never stretched."""
    step = next((each for each in (60, 240, 720) if minutes / each <= 6), 720)
    offset = -time.localtime(begin * 60).tm_gmtoff // 60
    first = -(-(begin - offset) // step) * step + offset
    signs = "".join(
        f'<text x="{(at - begin) / minutes * 100:.1f}%" y="14">'
        f"{time.strftime('%H:%M', time.localtime(at * 60))}</text>"
        for at in range(first, begin + minutes, step)
        if 0.04 < (at - begin) / minutes < 0.96
    )
    return Markup(f'<svg class="axis" aria-hidden="true">{signs}</svg>')
