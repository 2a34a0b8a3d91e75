"""What the hub of an event asks of this table, carried out in the main loop."""

import json
import logging
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from re import fullmatch
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeAlias

from tabletop.engine import BadNotation, Game, TimeControl
from tabletop.engine.notation import message_of
from tabletop.games import all_games, find_game
from tabletop.input.actions import HubOrder
from tabletop.input.event import (
    CALL_NOTE,
    CalledSeat,
    CallHost,
    HelpAnswered,
    PairingDecided,
    PlayerCall,
)
from tabletop.scenes.kiosk.operator_pages import ScreenCleaningScene
from tabletop.scenes.kiosk.overlays import is_playing
from tabletop.settings import SettingsError, Value
from tabletop.settings.weekly_hours import BadHours, parse_hours
from tabletop.storage.database import READ_ERRORS
from tabletop.storage.match_codes import forget_code, match_of
from tabletop.storage.outbox import TAKEN_NOTE_PREFIX
from tabletop.storage.repository import Store, event_of_match
from tabletop.storage.tables import CURRENT_MATCH_NOTE
from tabletop.system.process import EXIT_RESTART
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Change, Push, SceneStack

if TYPE_CHECKING:  # nothing of the event is loaded while no hub is joined
    from tabletop.event.messages import CallPlayers, Command, EraseNames

log = logging.getLogger(__name__)

ORDER_NOTE: Final = "event order"
"""The note with the number of the last order that was carried out."""
ERASE_NOTE: Final = "event later erasures"
"""The note with what is erased of the match on the table once more when it is over, a line each:
until then the match is stored again with its names. It must not begin as
`outbox.ERASE_NOTE_PREFIX`, whose notes are carried out and not kept."""


SettingOfEvent: TypeAlias = Literal["kiosk.plan", "kiosk.games_off"]
SETTINGS_NOTE: Final = "event settings"
"""The note with the settings that the event has changed: what they were before, and are now."""


class OrderRefused(Exception):
    """An order cannot be carried out; says why, in English for the staff."""


class OrderPages(Protocol):
    """What the orders need of `EventPages`."""

    restart_when_free: bool

    def show_message(self, text: str) -> None: ...

    def show_moved(self, to: str) -> None: ...


def carry_out_order(
    table: AppContext, order: HubOrder, scenes: SceneStack, pages: OrderPages
) -> Iterable[Change]:
    """Carries an order out, once, and answers it; gives the changes of the stack."""
    last = table.store.get_note(ORDER_NOTE)
    if last.isdecimal() and order.order <= int(last):
        return ()
    # Before it is carried out: one that ends the program must not end it again.
    table.store.set_note(ORDER_NOTE, str(order.order))
    changes: tuple[Change, ...] = ()
    words = ""
    try:
        changes = _carry_out(table, order, scenes, pages)
    except OrderRefused as problem:
        words = str(problem)
        log.warning("the order %d is refused: %s", order.order, words)
    told = {"type": "Done", "order": order.order, "ok": not words, "words": words[:400]}
    table.store.tell_event("Done", json.dumps(told))
    return changes


def _carry_out(
    table: AppContext, order: HubOrder, scenes: SceneStack, pages: OrderPages
) -> tuple[Change, ...]:
    from tabletop.event import messages as wire

    match _read(order):
        case wire.Say(text):
            pages.show_message(text)
        case wire.SetHours(plan):
            try:
                parse_hours(plan)
            except BadHours as problem:
                raise OrderRefused(f"These are no opening hours: {message_of(problem)}") from None
            _set_for_event(table, "kiosk.plan", plan)
        case wire.SetGames(off):
            _set_games(table, off)
        case wire.Restart(wait):
            if wait and is_playing(scenes):
                pages.restart_when_free = True
            else:
                table.exit_code = EXIT_RESTART
        case wire.WipeDown():
            if any(isinstance(scene, ScreenCleaningScene) for scene in scenes.scenes):
                raise OrderRefused("The page for cleaning is open already.")
            return (Push(ScreenCleaningScene()),)
        case wire.Rename(name):
            _set(table, "event.name", name)
        case wire.CallPlayers() as called:
            call = read_call(called)
            table.store.set_note(CALL_NOTE, call.to_text())
        case wire.CancelCall(pairing, moved_to):
            table.event.ask(PairingDecided(pairing))
            if moved_to:
                pages.show_moved(moved_to)
            call_now = current_call(table)
            if call_now is not None and call_now.pairing == pairing:
                table.store.set_note(CALL_NOTE, "")
        case wire.AlertAnswered(kind, _, who, over):
            if kind == "help":
                table.event.ask(CallHost(on=False) if over else HelpAnswered(who))
        case wire.TakenUp(match, code, at):
            _give_up_kept(table, scenes, match, code, at)
        case wire.EraseNames(_, visitor, everybody) as asked:
            _erase_from_call(table, visitor, everybody=everybody)
            table.store.erase_names(order.command)
            _erase_later(table.store, asked)
    return ()


def _read(order: HubOrder) -> "Command":
    import msgspec

    from tabletop.event.messages import Command

    if not order.command:
        raise OrderRefused(f"This version of the program does not know it: {order.why}")
    try:
        command: Command = msgspec.json.decode(order.command, type=Command)
    except msgspec.DecodeError as problem:
        raise OrderRefused(f"This version of the program does not know it: {problem}") from None
    return command


def _set(table: AppContext, key: str, value: Value) -> None:
    """Changes a setting as the staff, who stand above the people at the table."""
    before, table.operator = table.operator, True
    try:
        table.change(key, value)
    except SettingsError as problem:
        raise OrderRefused(str(problem)) from None
    finally:
        table.operator = before


def _set_for_event(table: AppContext, key: SettingOfEvent, value: str) -> None:
    """Changes a setting until the event is left."""
    before = _settings_of_event(table)
    was = before[key][0] if key in before else table.settings[key]
    _set(table, key, value)
    table.store.set_note(SETTINGS_NOTE, json.dumps({**before, key: [was, value]}))


def restore_settings(table: AppContext) -> None:
    """The event is left: what it has set is as before, unless it was changed here since."""
    for key, (was, now) in _settings_of_event(table).items():
        if table.settings[key] == now:
            try:
                _set(table, key, was)
            except OrderRefused as problem:
                log.warning("%s stays as the event has set it: %s", key, problem)
    table.store.set_note(SETTINGS_NOTE, "")


def _settings_of_event(table: AppContext) -> dict[SettingOfEvent, tuple[str, str]]:
    keys: tuple[SettingOfEvent, ...] = ("kiosk.plan", "kiosk.games_off")
    try:
        told = json.loads(table.store.get_note(SETTINGS_NOTE) or "{}")
        found = {key: told[key] for key in keys if key in told}
        return {key: (str(was), str(now)) for key, (was, now) in found.items()}
    except (ValueError, TypeError):
        return {}


def _set_games(table: AppContext, off: Iterable[str]) -> None:
    known = [game.key for game in all_games()]
    unknown = sorted(set(off).difference(known))
    if unknown:
        raise OrderRefused(f"There is no game {', '.join(unknown)} here.")
    if set(known) <= set(off):
        raise OrderRefused("One game at least must be offered.")
    _set_for_event(table, "kiosk.games_off", " ".join(key for key in known if key in set(off)))


def _give_up_kept(table: AppContext, scenes: SceneStack, match: str, code: str, at: str) -> None:
    """A match that was kept here goes on at another table: its code says so from now on."""
    store = table.store
    if is_playing(scenes) and store.get_note(CURRENT_MATCH_NOTE) == match:
        raise OrderRefused("It goes on at this table already.")
    if match_of(store, code) not in ("", match):
        return  # a newer match has that code here
    with suppress(KeyError, BadNotation, *READ_ERRORS):
        record = store.find(match)
        if record.ended() is not None and not record.abandoned:
            raise OrderRefused("It has a result at this table.")
    store.set_note(f"{TAKEN_NOTE_PREFIX}{code}", f"{match} {at}")
    if pairing := event_of_match(store, match).pairing:
        table.event.ask(PairingDecided(pairing))
    forget_code(store, code)
    store.forget(match)


def _erase_later(store: Store, asked: "EraseNames") -> None:
    """Notes what of it is about the match on the table."""
    from tabletop.event.messages import EraseNames, encode

    match = store.get_note(CURRENT_MATCH_NOTE)
    own = EraseNames(
        tuple(seat for seat in asked.seats if seat.match == match),
        asked.visitor if asked.visitor in event_of_match(store, match).visitors else "",
        asked.everybody,
    )
    lines = store.get_note(ERASE_NOTE).splitlines()
    line = encode(own).decode()
    if match and own != EraseNames() and line not in lines:
        store.set_note(ERASE_NOTE, "\n".join([*lines, line]))


def erase_what_waits(table: AppContext, scenes: SceneStack) -> None:
    """Erases what had to wait for the end of a match."""
    waiting = table.store.get_note(ERASE_NOTE)
    if waiting and not any(scene.on_table is not None for scene in scenes.scenes):
        for asked in waiting.splitlines():
            table.store.erase_names(asked)
        table.store.set_note(ERASE_NOTE, "")


def _erase_from_call(table: AppContext, visitor: str, *, everybody: bool) -> None:
    """Takes names out of the call that is shown."""
    call = current_call(table)
    if call is not None:
        seats = tuple(
            replace(seat, name="") if everybody or (visitor and seat.visitor == visitor) else seat
            for seat in call.seats
        )
        table.store.set_note(CALL_NOTE, replace(call, seats=seats).to_text())


# -- calls ---------------------------------------------------------------------------------------


def current_call(table: AppContext) -> PlayerCall | None:
    """The match that this table is to call the players of."""
    return PlayerCall.read(table.store.get_note(CALL_NOTE))


def read_call(called: "CallPlayers") -> PlayerCall:
    """A call that can be played here; OrderRefused says why it cannot."""
    try:
        game = find_game(called.game)
    except KeyError:
        raise OrderRefused(f"There is no game {called.game} here.") from None
    try:
        game.check_seats(len(called.seats))
        options = _options(game, called.options)
        clock = read_clock(called.clock)
    except (ValueError, TypeError) as problem:
        raise OrderRefused(message_of(problem)) from None
    return PlayerCall(
        called.pairing,
        called.tournament,
        called.round,
        game.key,
        tuple(CalledSeat(seat.name, seat.visitor) for seat in called.seats),
        options,
        str(clock),
        float(called.wait),
        called.replays_draws,
    )


def _options(game: Game, given: dict[str, str]) -> dict[str, Any]:
    """Values of options, which come as text as in records."""
    known = {option.key: option for option in game.options}
    read = {key: known[key].read(text) if key in known else text for key, text in given.items()}
    return {key: value for key, value in game.check_options(read).items() if key in read}


def read_clock(text: str) -> TimeControl:
    """A clock as in records, or ``5+3``: minutes in all, and seconds added each move."""
    short = fullmatch(r"([0-9]{1,3})\+([0-9]{1,3})", text)
    if short is not None:
        return TimeControl.read(f"increment {60 * int(short[1])}+{short[2]}")
    return TimeControl.read(text)
