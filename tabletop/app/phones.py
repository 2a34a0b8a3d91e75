"""Phones in the main loop: their input source, what they may reach, and the views they are shown.

Nothing of `tabletop.party` is loaded while the setting ``party.on`` is off.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Final, TypeAlias

from tabletop.app.home_pages import HomePages
from tabletop.app.saved_games import SavedMatchFinder, may_resume
from tabletop.engine import Text, count, say
from tabletop.input.actions import (
    CONTACT_ACTIONS,
    Action,
    AskForSeat,
    HostCommand,
    LeaveSeat,
    PressKey,
    TakeSeat,
    Twist,
)
from tabletop.input.devices import Device, DeviceHealth
from tabletop.input.phones import PHONE_SOURCE, SOMEONE, AnswerRequest
from tabletop.input.window import wake
from tabletop.scenes.catalogue import offered_games
from tabletop.scenes.destinations import OpenGame, ShowMenu
from tabletop.system.pin_lock import FILE_NAME as PIN_FILE
from tabletop.system.pin_lock import RemotePinCheck
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.context import MIN_TEXT_SCALE, UiContext
from tabletop.ui.core.scene import Change, Push, Reset, Scene, SceneStack
from tabletop.ui.theme.theme import game_colour, hex_colour
from tabletop.ui.widgets.question_dialog import QuestionDialog

if TYPE_CHECKING:  # nothing of the phones is loaded while they are off
    from tabletop.party.messages import You
    from tabletop.party.roster import RosterPhone
    from tabletop.party.server_client import ServerConnection
    from tabletop.party.table import PartyTable
    from tabletop.party.views import HostPanel, SeatPlate, View

log = logging.getLogger(__name__)

Connect: TypeAlias = Callable[[Callable[[], None]], "ServerConnection"]
"""Starts a server; it gets what wakes the main loop."""

GUESS_SECONDS: Final = 0.5
"""The most seconds between two looks at what a guess is worth, while spectators can guess."""
SHOW_SECONDS: Final = 0.002
"""Seconds of work in one turn after which the other phones wait for the next turn."""
PUBLISH_SECONDS: Final = 0.1
"""The least seconds between two views for the same phone."""
ANSWER_SECONDS: Final = 30.0
"""Seconds for which the table is asked whether a phone may take another one's seat."""

DEVICE_KEY: Final = "phones"
"""See `Device.key`."""

PHONES: Final = say("devices.phones_name", "Phones")
TABLETOP: Final = say("phones.table", "Tabletop")
WAIT_TITLE: Final = say("phones.wait", "Look at the screen")
WAIT_TEXT: Final = say("phones.wait_text", "Your board appears here when a game begins.")
BACK_KEY: Final = "back"
BACK_TO_GAME: Final = say("phones.back_to_game", "Back to the game")
QUEUE: Final = say("phones.queue", "Queue for the table")
LEAVE_QUEUE: Final = say("phones.unqueue", "Leave the queue")
CALLED_TITLE: Final = say("phones.called", "Your table is free")
CALLED_TEXT: Final = say("phones.called_text", "Come and play. It waits for you for two minutes.")
NO_AUDIENCE_TITLE: Final = say("phones.players_only", "Players only")
NO_AUDIENCE_TEXT: Final = say("phones.players_only_text", "Take a seat to join the game.")


def reaches_scene(action: Action, scenes: SceneStack) -> bool:
    """Whether the scene on top may get an action of a phone."""
    if isinstance(action, TakeSeat | LeaveSeat) or not scenes.running:
        return True
    if any(scene.of_operator for scene in scenes.scenes):
        return False
    if isinstance(action, (*CONTACT_ACTIONS, Twist)):
        # Their places are those of the phone's view, which mean something else elsewhere.
        return scenes.top.takes_phone_contacts
    if isinstance(action, PressKey) and action.seat is not None:
        return not scenes.top.answered_at_table
    return True


def seat_question(table: AppContext, asked: AskForSeat) -> Push:
    """Asks the people at the table whether a phone may take a seat that is another's."""
    name = asked.name or SOMEONE
    if asked.holder:
        words = "Let {name} play in place of {holder}?"
        question = say("phones.seat_question", words, name=name, holder=asked.holder)
    else:
        question = say("phones.seat_question_free", "Let {name} play here?", name=name)

    def answered(key: object) -> Change:
        yes = None if key is None else key == "yes"
        table.phones.ask(AnswerRequest(asked.phone, asked.seat, yes))
        return None

    dialog = QuestionDialog(
        question,
        say("phones.seat_detail", "Asked by phone. The game goes on as it is."),
        (
            ("no", say("phones.seat_no", "No"), "plain"),
            ("yes", say("phones.seat_yes", "Let them play"), "main"),
        ),
        timeout=ANSWER_SECONDS,
    )
    dialog.answered_at_table = True
    return Push(dialog, answered)


def carry_out(table: AppContext, command: HostCommand) -> tuple[Change, ...]:
    """Does what the host's phone asks of the table; gives the changes of the stack."""
    match command.command:
        case "volume":
            table.change("sound.volume", max(0, min(100, command.number)))
        case "reactions":
            table.change("party.reactions", command.text != "off")
        case "next":
            games = {game.key: game for game in offered_games(table)}
            game = games.get(command.text)
            if game is not None:
                return (Reset(ShowMenu()), Push(OpenGame(game)))
    return ()


class PhoneLink:
    """The phones as an input source, and what they are shown after each turn of the main loop."""

    name = PHONE_SOURCE

    def __init__(
        self,
        table: AppContext,
        *,
        now: Callable[[], float] = time.monotonic,
        connect: Connect | None = None,
        allowed: bool = True,
    ) -> None:
        """`connect` starts the server; None: its process. `allowed` is False in safe mode."""
        self._table = table
        self._now = now
        self._connect = connect
        self._allowed = allowed
        self._party: PartyTable | None = None
        self._scenes: SceneStack | None = None
        self._top: Scene | None = None
        self._owner: Scene | None = None
        """The scene whose seats the phones were brought to last."""
        self._published: object = None
        self._published_at = -inf
        self._waiting: list[tuple[int | None, str]] = []
        """The seats (None: spectators) and languages that have not been shown what is new."""
        self._due = inf
        self._device: tuple[str, str, str] | None = None
        """What the page of devices says of phones."""
        self._strangers = False
        """Whether the phones are among strangers, in kiosk mode."""
        self._homes = HomePages(self._context, wake)
        self._finder = SavedMatchFinder(table.store, self._context, wake)
        table.phones.wake = wake

    # -- input --------------------------------------------------------------------------------

    def start(self) -> None:
        """Nothing: the process starts with the first poll that finds phones on."""

    def poll(self) -> Iterable[Action]:
        """What phones have done."""
        settings = self._table.settings
        wanted = self._allowed and settings["party.on"] and self._table.offers_phones
        strangers = settings["kiosk.level"] != "full"
        # Who was the host's phone at home is not among strangers.
        if self._party is not None and (not wanted or strangers != self._strangers):
            self._end(self._party)
        self._strangers = strangers
        if not wanted:
            return ()
        if self._party is None:
            self._party = self._begin()
        actions = self._party.poll(self._now())
        for phone, found in self._finder.finished():
            self._party.found(phone, found)
        self._serve_home(self._party)
        self._report_device()
        return [*actions, *self._follow(self._party)]

    def _end(self, party: PartyTable) -> None:
        """Ends the process and forgets all phones."""
        party.stop()
        self._party = self._owner = self._published = None
        self._device = None
        self._table.devices.forget(DEVICE_KEY)
        self._due = inf

    def stop(self) -> None:
        """Ends the process. The roster stays, should the source be started again."""
        if self._party is not None:
            self._party.stop()

    def _report_device(self) -> None:
        """The line of the phones on the page of devices."""
        state = self._table.phones.state
        if (state.status, state.trouble, state.address) == self._device:
            return
        self._device = (state.status, state.trouble, state.address)
        health = {
            "starting": DeviceHealth.TRYING,
            "open": DeviceHealth.LIVE,
        }.get(state.status, DeviceHealth.LOST)
        name = self._table.ui_context.plain(PHONES)
        self._table.devices.report(
            Device(DEVICE_KEY, "phones", name, state.address, health=health, why=state.trouble)
        )

    def _begin(self) -> PartyTable:
        from tabletop.party.server_client import ServerClient, ServerProcess
        from tabletop.party.table import PartyRules, PartyTable

        table, settings = self._table, self._table.settings
        # Answers to phones of before would reach others, whose numbers begin anew.
        self._finder = SavedMatchFinder(table.store, self._context, wake)
        connect: Connect = self._connect or ServerProcess
        return PartyTable(
            table.phones,
            ServerClient(lambda: connect(wake)),
            PartyRules(
                port=settings["party.port"],
                host=settings["party.host"],
                language=table.language,
                reactions=lambda: table.settings["party.reactions"],
                strangers=self._strangers,
            ),
            RemotePinCheck(table.data_dir / PIN_FILE),
            seats=lambda: self._seats(table.ui_context),
            translate=lambda language: self._context(language).plain,
            is_free=self._is_free,
            may_resume=lambda: may_resume(table, self._scenes),
            find=self._finder.find,
        )

    def _follow(self, party: PartyTable) -> list[Action]:
        """Brings the phones to the seats of a page that has just opened."""
        scenes = self._scenes
        if scenes is None or not scenes.running or scenes.top is self._top:
            return []
        self._top = scenes.top
        for scene in reversed(scenes.scenes):
            plates = scene.phone_seats(self._table.ui_context)
            if not plates:
                continue
            if scene is not self._owner:
                self._owner = scene
                return [*party.roster.follow(plates), *party.roster.seat_resumed(plates)]
            return party.roster.repeat() if scene is scenes.top else []
        return party.roster.seat_resumed(())

    def _is_free(self) -> bool:
        """Whether nobody is at the table: the title or the menu is shown."""
        scenes = self._scenes
        return scenes is not None and scenes.running and scenes.top.at_rest

    @property
    def _scenes_now(self) -> tuple[Scene, ...]:
        return () if self._scenes is None else self._scenes.scenes

    def _seats(self, context: UiContext) -> tuple[SeatPlate, ...]:
        """The seats of the topmost scene that has any."""
        scenes = self._scenes_now
        found = (scene.phone_seats(context) for scene in reversed(scenes))
        return next((plates for plates in found if plates), ())

    # -- what phones show ---------------------------------------------------------------------

    @property
    def due_in(self) -> float:
        """Seconds until something waits to be shown to phones; infinite while nothing does."""
        return max(0.0, self._due - self._now())

    def publish(self, scenes: SceneStack) -> None:
        """Shows phones what has changed; called after each turn of the main loop."""
        self._scenes = scenes
        party = self._party
        if party is None or not scenes.running or not party.roster.phones:
            return
        try:
            self._publish(party, scenes)
        except Exception:  # a fault in what phones show must not end a match
            log.exception("phones could not be shown %s", type(scenes.top).__name__)

    def _publish(self, party: PartyTable, scenes: SceneStack) -> None:
        top, now = scenes.top, self._now()
        shown = (top, top.phone_state(), self._table.ui_context, self._table.settings)
        guesses = (party.guesses, party.audience.worth, party.audience.is_read)
        versions = (party.roster.version, self._table.phones.version)
        state = (shown, guesses, versions, self._table.blackout.laid)
        waits = party.audience.changes_by_itself and self._table.phones.state.watching
        self._due = now + GUESS_SECONDS if waits else inf
        if state == self._published:
            self._show_some(party, top)
            return
        if now - self._published_at < PUBLISH_SECONDS:
            self._due = self._published_at + PUBLISH_SECONDS
            self._show_some(party, top)
            return
        self._published, self._published_at = state, now
        self._ask_audience(party, scenes)
        self._follow_home(party, top)
        groups = {
            (each.seat, each.language): None
            for each in party.roster.phones.values()
            if each.connected
        }
        self._waiting = sorted(groups, key=lambda group: (group[0] is None, group))
        self._show_some(party, top)

    def _ask_audience(self, party: PartyTable, scenes: SceneStack) -> None:
        """Tells spectators what they can guess, and what the answer was."""
        audience = party.audience
        if not self._table.settings["party.audience"] or not self._table.phones.state.watching:
            return
        if audience.key:
            matches = [match for scene in scenes.scenes if (match := scene.phone_match())]
            found = (match.answer(audience.key) for match in reversed(matches))
            audience.reveal(audience.key, next((answer for answer in found if answer), ()))
        playing = scenes.top.phone_match()
        audience.ask(None if playing is None else playing.quiz())

    def _follow_home(self, party: PartyTable, top: Scene) -> None:
        """Has the pages to take home made of a match that has ended."""
        speaks = {each.language for each in party.roster.phones.values() if each.connected}
        languages = {*speaks, self._table.language}
        self._homes.follow(top.phone_match(), top.phone_state(), languages)

    def _serve_home(self, party: PartyTable) -> None:
        """Has the pages served that are ready."""
        pages = self._homes.finished()
        for page in pages:
            party.serve(page)
        if pages:
            self._published = None  # results lead to their pages
            self._table.phones.show_home(self._homes.path(self._table.language))

    def _show_some(self, party: PartyTable, top: Scene) -> None:
        """Shows the waiting groups what is new, until the time of a turn is up."""
        began = time.perf_counter()
        while self._waiting:
            self._show(party, top, *self._waiting.pop(0))
            if time.perf_counter() - began > SHOW_SECONDS:
                break
        if self._waiting:
            self._due = self._now()

    def _show(self, party: PartyTable, top: Scene, seat: int | None, language: str) -> None:
        """Shows the phones of a seat, or spectators, in one language what is new."""
        import msgspec

        from tabletop.party.messages import to_json

        group = [
            phone
            for phone in party.roster.phones.values()
            if phone.connected and (phone.seat, phone.language) == (seat, language)
        ]
        if not group:
            return
        context = self._context(language)
        self._serve_files(party, top, context)
        plates = party.marked(self._seats(context))
        view = self._view(party, top, seat, context)
        head = getattr(view, "head", "")
        title = view.title if hasattr(view, "game") else self._title(context)
        doing = f"{view.title}: {head}" if head else view.title
        for phone in group:
            if phone.found is not None:
                _serve_diagrams(party, phone.found.files(language))
            party.tell(phone, self._you(phone, title, plates, doing, context))
        for own, phones in self._personal(party, view, group, context):
            party.show(phones, msgspec.Raw(to_json(own)))

    def _personal(
        self, party: PartyTable, view: View, group: Sequence[RosterPhone], context: UiContext
    ) -> Iterable[tuple[View, list[RosterPhone]]]:
        """The view of a group, for spectators with what each has guessed and gained."""
        from msgspec.structs import replace as changed

        from tabletop.party.views import MatchView, PiecesView, ResultView

        joined = [phone for phone in group if phone.joined]
        if not joined:
            return
        if joined[0].seat is not None:
            yield view, joined
            return
        playing = isinstance(view, MatchView | PiecesView)
        audience = party.audience
        parts: dict[object, tuple[dict[str, object], list[RosterPhone]]] = {}
        for phone in joined:
            own = self._in_line(party, view, phone, context)
            key: tuple[object, ...] = (repr(own),)
            if playing or isinstance(view, ResultView):
                own["score"] = score = audience.score(phone.number)
                key = (*key, score)
            if playing:
                own["guess"] = guess = audience.round(phone.number, context.plain)
                key = (*key, guess and (guess.given, guess.worth, guess.gained))
            parts.setdefault(key, (own, []))[1].append(phone)
        for own, phones in parts.values():
            yield changed(view, **own), phones

    def _in_line(
        self, party: PartyTable, view: View, phone: RosterPhone, context: UiContext
    ) -> dict[str, object]:
        """What a spectator's view says of the queue for the table; nothing to the host."""
        from tabletop.party.views import PhoneButton, WaitView

        place, say_ = party.roster.place_in_line(phone), context.plain
        wait = PhoneButton("queue", say_(QUEUE), icon="clock")
        leave = PhoneButton("unqueue", say_(LEAVE_QUEUE))
        if phone.host:
            return {}
        if not isinstance(view, WaitView):
            return {"tools": (wait if not place else leave,)} if hasattr(view, "tools") else {}
        if not self._is_free():
            return {"choices": (wait if not place else leave,)}
        if place == 1:
            return {
                "title": say_(CALLED_TITLE),
                "text": say_(CALLED_TEXT),
                "choices": (leave,),
            }
        if place:
            told = count("phones.in_line", "You are next.", "You are number {n} in line.", n=place)
            return {"text": say_(told), "choices": (leave,)}
        return {"choices": (wait,)} if party.roster.queue else {}

    def _serve_files(self, party: PartyTable, top: Scene, context: UiContext) -> None:
        match = top.phone_match()
        if match is not None:
            _serve_diagrams(party, match.files(context))

    def _you(
        self,
        phone: RosterPhone,
        title: str,
        plates: tuple[SeatPlate, ...],
        doing: str,
        context: UiContext,
    ) -> You:
        from tabletop.party.messages import You
        from tabletop.party.views import SavedGame

        ready, saved, found = may_resume(self._table, self._scenes), phone.saved, phone.found
        return You(
            seat=phone.seat,
            name=phone.name,
            title=title,
            seats=plates,
            joined=phone.joined,
            host=phone.host,
            refused=context.plain(phone.refused),
            panel=self._host_panel(doing, context) if phone.host else None,
            resumes=self._table.resumes_by_code,
            saved=None
            if saved is None
            else SavedGame(saved.code, context.plain(saved.title), saved.date),
            found=None
            if found is None
            else found.shown(
                phone.language, phone.finds, ready=ready, asked=phone.asks == found.code
            ),
        )

    def _host_panel(self, doing: str, context: UiContext) -> HostPanel:
        from tabletop.party.views import Guest, HostGame, HostPanel

        table, state = self._table, self._table.phones.state
        scenes = self._scenes_now
        matches = [scene.on_table for scene in scenes]
        playing = any(match is not None and not match.over for match in matches)
        roster = {} if self._party is None else self._party.roster.phones
        return HostPanel(
            text=doing,
            paused=playing and matches[-1] is None,
            blanked=table.blackout.laid == "dark",
            volume=table.settings["sound.volume"],
            games=tuple(
                HostGame(game.key, context.plain(game.title), hex_colour(game_colour(game)))
                for game in offered_games(table)
            ),
            guests=tuple(
                Guest(
                    each.number,
                    each.name,
                    each.seat,
                    -1.0 if each.connected else round(each.away),
                )
                for each in roster.values()
                if each.joined
            ),
            reactions=table.settings["party.reactions"],
            joining=state.joining,
        )

    def _view(self, party: PartyTable, top: Scene, seat: int | None, context: UiContext) -> View:
        from msgspec.structs import replace as changed

        from tabletop.party.views import MatchView, PiecesView, ResultView, WaitView

        def wait(title: Text, text: Text) -> View:
            return WaitView(context.plain(title), context.plain(text))

        if seat is None and not self._table.settings["party.audience"]:
            return wait(NO_AUDIENCE_TITLE, NO_AUDIENCE_TEXT)
        operated = any(scene.of_operator for scene in self._scenes_now)
        view = None if operated else top.phone_view(seat, context)
        if view is None:
            waiting = wait(WAIT_TITLE, WAIT_TEXT)
            return waiting if operated else self._elsewhere(waiting, seat, context)
        if isinstance(view, MatchView | ResultView | PiecesView):
            view = changed(view, seats=party.marked(view.seats))
        if isinstance(view, ResultView):
            view = changed(view, take_home=self._homes.path(context.language))
        return view

    def _elsewhere(self, view: View, seat: int | None, context: UiContext) -> View:
        """The view while a page lies over a match: whoever plays can lead back to it."""
        from msgspec.structs import replace as changed

        from tabletop.party.views import PhoneButton

        if seat is None or not any(scene.on_table for scene in self._scenes_now[:-1]):
            return view
        back = PhoneButton(BACK_KEY, context.plain(BACK_TO_GAME), "main")
        return changed(view, choices=(back,))

    def _context(self, language: str) -> UiContext:
        """How a phone presents things: in its own language, otherwise as the table does."""
        context = self._table.ui_context
        return replace(
            context, language=language, text_scale=MIN_TEXT_SCALE, projector=False, reach=False
        )

    def _title(self, context: UiContext) -> str:
        return self._table.settings["kiosk.event"] or context.plain(TABLETOP)


def _serve_diagrams(party: PartyTable, files: Mapping[str, bytes]) -> None:
    """Has diagrams served that are not yet."""
    import msgspec

    from tabletop.party.messages import DiagramFile

    for key, content in files.items():
        if not party.serves(key):
            party.serve(DiagramFile(key, msgspec.Raw(content)))
