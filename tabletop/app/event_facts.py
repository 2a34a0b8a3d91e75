"""What a table tells the hub of itself, made of what scenes, devices and health already know.

Loaded only while a hub is joined.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from math import isfinite
from typing import Final, Literal

from tabletop.event.messages import (
    NEVER_OPEN,
    DeviceReport,
    Health,
    MatchState,
    SeatState,
)
from tabletop.input.opening_hours import closed_until
from tabletop.party.views import MatchView, PiecesView, ResultView, SeatPlate
from tabletop.storage.outbox import MATCH_NOTE_PREFIX, MatchOfEvent
from tabletop.storage.tables import CURRENT_MATCH_NOTE
from tabletop.system.health import LOW_FREE_MB, Metrics, ProcessMetrics, quantile
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.context import DEFAULT_CONTEXT
from tabletop.ui.core.scene import Scene

MAX_REPORTS: Final = 32
"""Devices and warnings in one `Health`."""
MAX_LINE: Final = 400
MANY_RESTARTS: Final = 3
"""Crashes in an hour from which the staff are alerted."""

AlertKind = Literal["help", "absent", "left", "device", "disk", "storage", "restarts"]


@dataclass(frozen=True, slots=True)
class AlertKey:
    """Tells one alert of a table from another."""

    kind: AlertKind
    about: str = ""


def match_scene(scenes: Iterable[Scene]) -> Scene | None:
    """The scene of the match that is on the table."""
    return next((scene for scene in scenes if scene.on_table is not None), None)


def match_state(table: AppContext, scenes: tuple[Scene, ...], began: str) -> MatchState:
    """The match on the table as the staff see it, in English."""
    scene = match_scene(scenes)
    if scene is None or scene.on_table is None:
        return MatchState()
    match_id = table.store.get_note(CURRENT_MATCH_NOTE)
    own = MatchOfEvent.read(table.store.get_note(f"{MATCH_NOTE_PREFIX}{match_id}"))
    plates = scene.phone_seats(DEFAULT_CONTEXT)
    view = scene.phone_view(None, DEFAULT_CONTEXT)
    active = [plate.number for plate in plates if plate.active]
    diagram, pieces, words = "", dict[str, str](), ""
    match view:
        case MatchView(board=board) | ResultView(board=board) if board is not None:
            diagram, pieces = board.diagram, dict(board.pieces)
        case PiecesView(title=title, head=head):
            words = f"{title}: {head}" if head else title
        case None:
            pass
        case _:
            words = view.title
    plies = getattr(getattr(scene.phone_match(), "subject", None), "plies", ())
    return MatchState(
        match=match_id[:64],
        game=scene.on_table.game.key,
        seats=tuple(_seat_state(plate, own) for plate in plates[:8]),
        turn=active[0] if len(active) == 1 and not scene.on_table.over else None,
        plies=len(plies),
        began=began,
        pairing=own.pairing,
        diagram=diagram,
        pieces=pieces,
        words=words[:MAX_LINE],
    )


def _seat_state(plate: SeatPlate, own: MatchOfEvent) -> SeatState:
    computer = plate.taken == "computer"
    visitor = own.visitors[plate.number] if plate.number < len(own.visitors) else ""
    return SeatState(
        name="" if computer else plate.name[:64],
        visitor=visitor,
        computer=plate.name[:64] if computer else "",
        side=plate.side[:64],
    )


def devices_of(table: AppContext) -> tuple[DeviceReport, ...]:
    return tuple(
        DeviceReport(device.kind, device.name[:64], device.health.value)
        for device in table.devices.all[:MAX_REPORTS]
    )


def health(
    metrics: Metrics | None,
    devices: tuple[DeviceReport, ...],
    warnings: tuple[str, ...],
    unsent: int,
    free: int | None,
    closed: int,
) -> Health:
    """How the table is doing. Not in the main loop: it sorts, and asks the system."""
    memory, told = (
        ProcessMetrics.now().memory or 0,
        tuple(str(each)[:MAX_LINE] for each in warnings),
    )
    if metrics is None:
        return Health(
            memory=memory,
            free=free or 0,
            unsent=unsent,
            devices=devices,
            warnings=told,
            closed_until=closed,
        )
    slow = quantile(metrics.frame_work, 0.99)
    return Health(
        uptime=max(0, int(metrics.last_turn - metrics.started)),
        frame_p99=round(1000 * slow, 1) if isfinite(slow) else 0.0,
        late_frames=metrics.late_frames,
        memory=memory,
        free=free or 0,
        unsent=unsent,
        restarts=metrics.status.restarts_lately,
        safe_mode=metrics.status.safe_mode,
        idle=max(0, int(metrics.last_turn - metrics.last_input)),
        devices=devices,
        warnings=told,
        closed_until=closed,
    )


def opens_again(table: AppContext, now: datetime) -> int:
    """When a closed table opens again, as in `Health.closed_until`."""
    hours = table.settings["kiosk.plan"] or table.settings["kiosk.hours"]
    until = closed_until(hours, table.settings["kiosk.today"], now)
    if until is None:
        return 0
    return NEVER_OPEN if until == datetime.max else int(until.timestamp())


def lasting_troubles(table: AppContext, free: int | None, restarts: int) -> dict[AlertKey, str]:
    """What now needs a person, with words for the staff."""
    found = {
        AlertKey("device", device.name[:64]): f"{device.name} is lost."[:MAX_LINE]
        for device in table.devices.all
        if device.kind in ("serial", "pad") and device.health.value == "lost"
    }
    if table.store.trouble:
        found[AlertKey("storage")] = str(table.store.trouble)[:MAX_LINE]
    if free is not None and free < LOW_FREE_MB << 20:
        found[AlertKey("disk")] = f"Only {free >> 20} MB are free on the disk."
    if restarts >= MANY_RESTARTS:
        found[AlertKey("restarts")] = f"The program has crashed {restarts} times in an hour."
    return found
