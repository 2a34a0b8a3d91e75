"""The hub of an event in the main loop: what the table tells it, and what it asks of the table.

Nothing of `tabletop.event` is loaded while the setting ``event.hub`` is empty and nobody joins.
"""

from __future__ import annotations

import json
import logging
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from importlib import import_module
from math import inf
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

from tabletop import __version__
from tabletop.app.event_orders import ORDER_NOTE, SETTINGS_NOTE, restore_settings
from tabletop.engine import BadNotation, say
from tabletop.input.actions import Action, HubOrder
from tabletop.input.event import (
    CALL_NOTE,
    CallHost,
    EventCommand,
    EventState,
    FindKept,
    FindVisitor,
    HelpAnswered,
    HelpState,
    HubAnswer,
    HubLink,
    HubQuestion,
    JoinHub,
    JoinState,
    LeaveHub,
    LookForHubs,
    OpenTournament,
    PairingDecided,
    ReportAbsence,
    ReportReady,
    SignUp,
    SignUpState,
    unanswered,
)
from tabletop.input.window import wake
from tabletop.scenes.catalogue import offered_games
from tabletop.storage.database import READ_ERRORS
from tabletop.storage.outbox import JOINED_NOTE, MATCH_CODE_NOTE_PREFIX, MATCH_NOTE_PREFIX
from tabletop.storage.repository import event_of_match
from tabletop.storage.tables import CURRENT_MATCH_NOTE
from tabletop.storage.writer import utc_now
from tabletop.system.health import Metrics, free_bytes
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.context import DEFAULT_CONTEXT
from tabletop.ui.core.scene import Scene, SceneStack

if TYPE_CHECKING:  # nothing of the event is loaded while no hub is joined
    from tabletop.app.event_facts import AlertKey
    from tabletop.event.client import HubClient
    from tabletop.event.joining import Discovery, HubLookup, JoinAttempt
    from tabletop.event.key_file import HubKey
    from tabletop.event.messages import Fact, MatchState
    from tabletop.event.sender import EventSender

log = logging.getLogger(__name__)

SOURCE: Final = "event"
ALERTS_NOTE: Final = "event alerts"
"""The note with the alerts that are on, so that they can be ended after a restart."""
STATE_SECONDS: Final = 0.5
"""The least seconds between two `MatchState`."""
BUSY_SECONDS: Final = 2.0
"""The least seconds between two turns that draw a frame and also tell the hub something."""
QUIET_SECONDS: Final = 0.1
"""Seconds after the last frame of an animation in which the hub is told."""
HEALTH_SECONDS: Final = 30.0
CHANGED_SECONDS: Final = 2.0
"""The least seconds between two `Health`, when something has changed."""
TROUBLE_SECONDS: Final = 3.0
"""Seconds for which a trouble lasts, or is over, before the staff are told: readers are plugged
in anew, and a disk may be slow once."""


LATE_MODULES: Final = ("tabletop.app.event_facts", "segno")
"""What is first needed in the middle of a match; it takes too long for a turn."""


def _import_late_modules() -> None:
    for name in LATE_MODULES:
        import_module(name)


@dataclass(slots=True)
class _Joined:
    """A hub that is joined, and what it was told."""

    key: HubKey
    client: HubClient
    sender: EventSender
    url: str
    published_at: float = -inf
    """When it was last looked for what to tell."""
    state_source: object = None
    """What the last `MatchState` was made of."""
    looked_at: float = -inf
    state: MatchState | None = None
    match_id: str = ""
    began: str = ""
    drawings: dict[str, bytes] | None = None
    """The drawings of the match on the table; None while they are made."""
    drawn_for: object = None
    sent_drawings: set[str] = field(default_factory=set)
    health_at: float = -inf
    health_source: object = None
    health_runs: bool = False
    troubles: dict[AlertKey, float] = field(default_factory=dict)
    """Since when a trouble differs from what the staff were told."""
    alerts: dict[AlertKey, str] = field(default_factory=dict)
    """The alerts that are on, with their words."""
    help_row: str = ""
    """The event of the call for help; empty: there is none, or it is of an earlier run."""
    removed_told: bool = False
    open: object = ()
    """What pages were told of open tournaments."""


class EventLink:
    """The hub as an input source, and what it is told after each turn of the main loop."""

    name = SOURCE

    def __init__(
        self,
        table: AppContext,
        *,
        metrics: Callable[[], Metrics | None] = lambda: None,
        restarts: Callable[[], int] = lambda: 0,
        now: Callable[[], float] = time.monotonic,
        first_pause: float | None = None,
    ) -> None:
        """`metrics` gives the last snapshot of health, `restarts` the crashes of the last hour.

        `first_pause`: seconds before the first new attempt; None: as usual.
        """
        self._table = table
        self._metrics, self._restarts = metrics, restarts
        self._now = now
        self._first_pause = first_pause
        self._joined: _Joined | None = None
        self._tried_address: str | None = None
        """The setting for which a key was looked for last."""
        self._attempt: JoinAttempt | None = None
        self._discovery: Discovery | None = None
        self._questions: dict[str, HubLookup] = {}
        """To the hub, by the field of `EventState` that gets the answer."""
        self._unanswered: tuple[SignUp, str] | None = None
        """The sign-up to which no answer has come, and its id."""
        self._due = inf
        self._free: int | None = None
        table.event.wake = wake
        table.event.on = bool(table.settings["event.hub"])

    # -- input --------------------------------------------------------------------------------

    def start(self) -> None:
        """Nothing: the threads start with the first poll that finds a hub in the settings."""

    def poll(self) -> Iterable[Action]:
        """The orders of the hub."""
        self._follow_settings()
        if self._table.event.asked:
            for command in self._table.event.take_commands():
                self._carry_out(command)
        if self._attempt or self._discovery or self._questions:
            self._follow_threads()
        joined = self._joined
        if joined is None:
            return ()
        self._report(joined)
        return [self._action(order) for order in joined.sender.orders()]

    def stop(self) -> None:
        """Ends all threads; what waits stays in the outbox."""
        if self._discovery is not None:
            self._discovery.close()
            self._discovery = None
        self._end()

    @property
    def unsent(self) -> int:
        """Events that wait to be sent."""
        return 0 if self._joined is None else self._joined.sender.unsent

    def _action(self, order: Any) -> HubOrder:
        from tabletop.event.messages import encode
        from tabletop.event.sender import BadOrder

        if isinstance(order, BadOrder):
            return HubOrder(source=SOURCE, order=order.id, command="", why=order.why[:200])
        return HubOrder(source=SOURCE, order=order.id, command=encode(order.command).decode())

    # -- joining ------------------------------------------------------------------------------

    def _follow_settings(self) -> None:
        """Begins or ends as the setting says."""
        address = self._table.settings["event.hub"]
        if address == self._tried_address:
            return
        self._tried_address = address
        self._end()
        if not address:
            self._forget_event()
            return
        from tabletop.event.key_file import HubKey, read_key

        key = read_key(self._table.data_dir)
        if key is None:
            words = "This table has no key for the hub {hub}. Join the event again."
            self._table.warn_operator(say("event.no_key", words, hub=address))
            return
        self._begin(HubKey(address, key.table, key.key, key.hub, key.tables))

    def _begin(self, key: HubKey) -> None:
        from tabletop.event.client import BadAddress, HubAddress, HubClient
        from tabletop.event.sender import FIRST_PAUSE_SECONDS, EventSender

        table = self._table
        try:
            address = HubAddress.read(key.address)
        except BadAddress:
            words = "{hub} is not a hub’s address. Join the event again."
            table.warn_operator(say("event.bad_address", words, hub=key.address))
            return
        if not table.store.get_note(JOINED_NOTE):
            table.store.set_note(JOINED_NOTE, secrets.token_hex(16))
        last = table.store.get_note(ORDER_NOTE)
        client = HubClient(address, key.table, key.key)
        sender = EventSender(
            table.store,
            client,
            last_order=int(last) if last.isdecimal() else 0,
            wake=wake,
            first_pause=self._first_pause or FIRST_PAUSE_SECONDS,
        )
        Thread(target=_import_late_modules, name="event modules", daemon=True).start()
        self._joined = joined = _Joined(key, client, sender, address.url)
        joined.alerts = self._open_alerts()
        sender.start()
        self._tell_started()
        self._report(joined)

    def _tell_started(self) -> None:
        from tabletop.event.messages import Started

        games = tuple(game.key for game in offered_games(self._table))
        self._tell(Started(__version__, games))

    def _end(self) -> None:
        joined, self._joined = self._joined, None
        self._questions.clear()
        self._unanswered = None
        if joined is not None:
            # A hub that hangs must not hold the program; the threads end by themselves.
            joined.sender.close(wait=0.2)
        event = self._table.event
        event.report(EventState(found=event.state.found, join=event.state.join))

    def _carry_out(self, command: EventCommand) -> None:
        match command:
            case LookForHubs(on):
                self._look_for_hubs(on=on)
            case JoinHub(name, address, code):
                from tabletop.event.joining import JoinAttempt

                if self._attempt is None:
                    self._attempt = JoinAttempt(address, code, name, __version__, wake)
                    self._change(join=self._attempt.state)
            case LeaveHub():
                self._leave()
            case CallHost(on, turns):
                self._call_host(on=on)
                self._change(help_turns=turns if on else None)
            case HelpAnswered(who):
                if self._joined is not None and self._table.event.state.help != "none":
                    self._change(helper=who)
            case FindKept() | FindVisitor() | SignUp():
                self._question(command)
            case ReportAbsence(pairing, words, on):
                self._set_alert("absent", pairing, words if on else None)
            case PairingDecided(pairing):
                self._set_alert("absent", pairing, None)
                self._set_alert("left", pairing, None)
            case ReportReady(pairing):
                from tabletop.event.messages import Ready

                self._set_alert("absent", pairing, None)
                self._tell(Ready(pairing))

    def _look_for_hubs(self, *, on: bool) -> None:
        if on and self._discovery is None:
            from tabletop.event.joining import Discovery

            self._discovery = Discovery(wake)
            self._change(join=JoinState())
        elif not on and self._discovery is not None:
            self._discovery.close()
            self._discovery = None
            self._change(found=())

    def _follow_threads(self) -> None:
        """Takes over what the threads beside the sender have found."""
        if self._discovery is not None and self._discovery.found != self._table.event.state.found:
            self._change(found=self._discovery.found)
        attempt = self._attempt
        if attempt is not None and attempt.state.phase != "asking":
            self._attempt = None
            self._joined_now(attempt)
        for name, question in tuple(self._questions.items()):
            if question.answer is not None:
                del self._questions[name]
                self._take_answer(name, question.answer)

    def _joined_now(self, attempt: JoinAttempt) -> None:
        table, key = self._table, attempt.key
        if key is None:
            self._change(join=attempt.state)
            return
        from tabletop.event.key_file import write_key

        try:
            write_key(table.data_dir, key)
        except OSError as problem:
            words = problem.strerror or str(problem)
            self._change(join=JoinState("refused", "disk", words))
            return
        self._forget_event()
        self._end()
        table.change("event.name", attempt.name)
        table.change("event.hub", key.address)
        self._tried_address = key.address
        self._begin(key)
        self._change(join=attempt.state)

    def _leave(self) -> None:
        from tabletop.event.client import HubClient
        from tabletop.event.joining import tell_leaving
        from tabletop.event.key_file import delete_key

        joined = self._joined
        self._end()
        if joined is not None:
            client = joined.client
            tell_leaving(HubClient(client.address, joined.key.table, joined.key.key), utc_now())
        self._table.change("event.hub", "")
        self._tried_address = ""
        try:
            delete_key(self._table.data_dir)
        except OSError as problem:
            words = "The file {name} could not be deleted: {why}"
            why = problem.strerror or str(problem)
            self._table.warn_operator(say("event.key_left", words, name="hub.key", why=why))
        self._forget_event()
        self._change(join=JoinState("left"))

    def _forget_event(self) -> None:
        """Deletes what belongs to an event that was joined before."""
        store = self._table.store
        restore_settings(self._table)
        names = (JOINED_NOTE, ORDER_NOTE, ALERTS_NOTE, CALL_NOTE, SETTINGS_NOTE)
        for name in (*names, *store.notes_with_prefix(MATCH_NOTE_PREFIX)):
            store.set_note(name, "")

    def _change(self, **changes: Any) -> None:
        event = self._table.event
        event.report(replace(event.state, **changes))

    def _report(self, joined: _Joined) -> None:
        """Tells pages how things stand, and the operator what has to be looked at."""
        sender, link = joined.sender, joined.sender.link
        state = self._table.event.state
        new = (link, sender.trouble if link != "online" else "", self._help_state(link))
        if sender.open is not joined.open:
            joined.open = sender.open
            told = ((each.id, each.name, each.game, each.players) for each in joined.open)
            self._change(open=tuple(OpenTournament(*each) for each in told))
        if (state.link, state.trouble, state.help) != new or state.hub != joined.key.hub:
            self._change(
                link=link,
                trouble=new[1],
                help=new[2],
                helper=state.helper if new[2] != "none" else "",
                hub=joined.key.hub,
                tables=joined.key.tables,
                url=joined.url,
            )
        while sender.refused:
            words = "The hub doesn’t take something that happened here: {why}."
            self._table.warn_operator(say("event.refused", words, why=sender.refused.popleft()))
        if link == "removed" and not joined.removed_told:
            joined.removed_told = True
            self._table.store.set_note(CALL_NOTE, "")
            words = "The hub doesn’t know this table any more. Join the event again."
            self._table.warn_operator(say("event.removed", words))

    # -- telling ------------------------------------------------------------------------------

    def _tell(self, fact: Fact, *, lasting: bool = True) -> str:
        from tabletop.event.messages import encode

        return self._table.store.tell_event(
            type(fact).__name__, encode(fact).decode(), lasting=lasting
        )

    @property
    def due_in(self) -> float:
        """Seconds until something is to be told; infinite while nothing is."""
        return max(0.0, self._due - self._now())

    def publish(self, scenes: SceneStack, *, drew: bool = False) -> None:
        """Tells the hub what has changed; called after each turn of the main loop.

        `drew`: the turn drew a frame, so this can wait a little, as it takes up to a millisecond.
        """
        self._due = inf
        joined, now = self._joined, self._now()
        if joined is None or not scenes.running:
            return
        if drew and now - joined.published_at < BUSY_SECONDS:
            self._wait_until(now + QUIET_SECONDS)
            return
        joined.published_at = now
        try:
            self._publish_state(joined, scenes)
            self._publish_health(joined)
            self._publish_alerts(joined)
        except Exception:  # a fault in what the hub is told must not end a match
            log.exception("the hub could not be told of %s", type(scenes.top).__name__)

    def _wait_until(self, when: float) -> None:
        self._due = min(self._due, when)

    def _publish_state(self, joined: _Joined, scenes: SceneStack) -> None:
        from tabletop.app.event_facts import match_scene, match_state
        from tabletop.event.messages import Drawing

        scene, now = match_scene(scenes.scenes), self._now()
        if now - joined.looked_at < STATE_SECONDS:
            self._wait_until(joined.looked_at + STATE_SECONDS)
            return
        source = (scene, None if scene is None else scene.phone_state(), self._table.settings)
        if source == joined.state_source:
            return
        if scene is not None and not self._has_drawings(joined, scene):
            self._wait_until(now + STATE_SECONDS)
            return
        joined.state_source, joined.looked_at = source, now
        match_id = self._table.store.get_note(CURRENT_MATCH_NOTE)
        if match_id != joined.match_id:
            joined.match_id, joined.began = match_id, utc_now() if match_id else ""
        state = match_state(self._table, scenes.scenes, joined.began)
        if state == joined.state:
            return
        self._follow_pairing(joined.state, state)
        joined.state = state
        if state.diagram and state.diagram not in joined.sent_drawings and joined.drawings:
            content = joined.drawings.get(state.diagram, b"").decode()
            if content:
                joined.sent_drawings.add(state.diagram)
                self._tell(Drawing(state.diagram, content), lasting=False)
        self._tell(state, lasting=False)

    def _follow_pairing(self, before: MatchState | None, now: MatchState) -> None:
        """Tells the referee of a match of a tournament that was left before its end."""
        if before is not None and before.pairing and before.match != now.match:
            try:
                record = self._table.store.find(before.match)
                open_ = record.ended() is None or record.abandoned
                words = "It can go on here, or at any table by its code"
                code = self._table.store.get_note(f"{MATCH_CODE_NOTE_PREFIX}{before.match}")
                words = f"{words} {code}." if code else "It can go on here."
            except (KeyError, BadNotation, *READ_ERRORS):
                open_, words = True, "Nothing was played: call its players again."
            if open_:
                of = event_of_match(self._table.store, before.match).round
                names = " – ".join(seat.name for seat in before.seats)
                self._set_alert("left", before.pairing, f"{of}, {names}: left. {words}"[:400])
        if now.pairing:
            self._set_alert("left", now.pairing, None)

    def _has_drawings(self, joined: _Joined, scene: Scene) -> bool:
        """Whether the drawings of a match are there; they are made in a thread."""
        match = scene.phone_match()
        subject = None if match is None else match.subject
        if match is None or subject is joined.drawn_for:
            return match is None or joined.drawings is not None
        joined.drawings, joined.drawn_for = None, subject

        def draw() -> None:
            try:
                joined.drawings = dict(match.files(DEFAULT_CONTEXT))
            except Exception:
                log.exception("a board cannot be drawn for the hub")
                joined.drawings = {}
            wake()

        Thread(target=draw, name="event drawing", daemon=True).start()
        return False

    def _publish_health(self, joined: _Joined) -> None:
        from tabletop.app.event_facts import devices_of, opens_again

        now, table = self._now(), self._table
        if now - joined.health_at < CHANGED_SECONDS:  # the hours are not read in every turn
            self._wait_until(joined.health_at + CHANGED_SECONDS)
            return
        closed = opens_again(table, datetime.now())
        source = table.devices.version, table.operator_warnings, closed
        since = now - joined.health_at
        changed = source != joined.health_source
        if since < (CHANGED_SECONDS if changed else HEALTH_SECONDS) or joined.health_runs:
            pause = CHANGED_SECONDS if changed else HEALTH_SECONDS
            self._wait_until(joined.health_at + pause if not joined.health_runs else now + 1)
            return
        joined.health_at, joined.health_source, joined.health_runs = now, source, True
        metrics, devices = self._metrics(), devices_of(table)
        warnings = tuple(map(DEFAULT_CONTEXT.plain, table.operator_warnings))[:32]
        self._wait_until(now + HEALTH_SECONDS)

        def measure() -> None:
            from tabletop.app.event_facts import health

            try:
                free = free_bytes(table.data_dir)
                told = health(metrics, devices, warnings, joined.sender.unsent, free, closed)
                self._free = free
                table.store.on_release(partial(self._tell, told, lasting=False))
            finally:
                joined.health_runs = False

        Thread(target=measure, name="event health", daemon=True).start()

    # -- alerts -------------------------------------------------------------------------------

    def _publish_alerts(self, joined: _Joined) -> None:
        """Tells of troubles that last, and of their end."""
        from tabletop.app.event_facts import lasting_troubles

        now = self._now()
        troubles = lasting_troubles(self._table, self._free, self._restarts())
        told = {key for key in joined.alerts if key.kind not in ("help", "absent", "left")}
        different = told ^ set(troubles)
        joined.troubles = {key: joined.troubles.get(key, now) for key in different}
        for key, since in joined.troubles.items():
            if now - since >= TROUBLE_SECONDS:
                self._set_alert(key.kind, key.about, troubles.get(key))
            else:
                self._wait_until(since + TROUBLE_SECONDS)

    def _call_host(self, *, on: bool) -> None:
        row = self._set_alert(
            "help", "", "Somebody at the table has called a host." if on else None
        )
        if self._joined is not None:
            self._joined.help_row = row if on else ""
            self._report(self._joined)

    def _set_alert(self, kind: Any, about: str, words: str | None) -> str:
        """Switches an alert on, or off without words; returns the id of the event."""
        from tabletop.app.event_facts import AlertKey
        from tabletop.event.messages import Alert

        joined, key = self._joined, AlertKey(kind, about[:64])
        if joined is None or words == joined.alerts.get(key):
            return ""
        if words is None:
            del joined.alerts[key]
        else:
            joined.alerts[key] = words
        row = self._tell(Alert(kind, key.about, words is not None, words or ""))
        on = [[each.kind, each.about, said] for each, said in joined.alerts.items()]
        self._table.store.set_note(ALERTS_NOTE, json.dumps(on) if on else "")
        return row

    def _open_alerts(self) -> dict[AlertKey, str]:
        """The alerts that were on when the program ended."""
        from tabletop.app.event_facts import AlertKey

        try:
            told = json.loads(self._table.store.get_note(ALERTS_NOTE) or "[]")
            return {AlertKey(kind, str(about)): str(words) for kind, about, words in told}
        except (ValueError, TypeError):
            return {}

    def _help_state(self, link: HubLink) -> HelpState:
        joined = self._joined
        called = joined is not None and any(key.kind == "help" for key in joined.alerts)
        if joined is None or not called or link == "removed":
            return "none"
        if joined.help_row:
            return "sent" if joined.sender.has_sent(joined.help_row) else "unsent"
        return "sent" if link == "online" and not joined.sender.unsent else "unsent"

    # -- questions ----------------------------------------------------------------------------

    def _question(self, command: HubQuestion) -> None:
        """Asks the hub in a thread; an earlier question of its kind is forgotten."""
        row_id = ""
        name, otherwise = unanswered(command)
        if self._joined is None:
            self._change(**{name: otherwise})
            return
        from tabletop.event.joining import HubLookup

        if isinstance(command, SignUp):
            # The same once more has the same id: the hub does it once.
            before = self._unanswered
            row_id = before[1] if before and before[0] == command else secrets.token_hex(16)
            self._unanswered = command, row_id
        client = self._joined.client
        self._questions[name] = HubLookup(client, command, row_id, otherwise, wake)

    def _take_answer(self, name: str, answer: HubAnswer) -> None:
        if isinstance(answer, SignUpState) and answer.phase != "away":
            self._unanswered = None
        self._change(**{name: answer})
