"""The table's side of the phones: what they do becomes actions, and they are told who they are.

`PartyTable` owns the phone server's process and the roster. It is made only while phones are on;
the main loop polls it as an input source and hands it views to show (`tabletop.app.phones`).
"""

import logging
import secrets
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

import msgspec

from tabletop.engine import ROLL
from tabletop.input.actions import (
    Action,
    Button,
    Cancel,
    Down,
    Drop,
    HostCommand,
    Nudge,
    Point,
    Press,
    PressKey,
    Pull,
    Reaction,
    Tap,
    TouchSpot,
    Twist,
    WriteText,
)
from tabletop.input.phones import (
    PHONE_SOURCE,
    AnswerRequest,
    AnswerResume,
    FreeSeats,
    LetIn,
    MakeHost,
    Phones,
    PhonesCommand,
    PhonesState,
    PutOut,
    ShowCode,
)
from tabletop.party.audience import Audience
from tabletop.party.messages import (
    CODE_ALPHABET,
    CODE_LENGTH,
    MAX_HOME_PAGES,
    MAX_SOCKETS,
    Act,
    Acted,
    Beat,
    Choose,
    Consider,
    Contact,
    DiagramFile,
    Dismiss,
    Failed,
    FindGame,
    GuessMove,
    HomePage,
    Host,
    Joining,
    Open,
    Opened,
    PhoneArrived,
    PhoneLeft,
    React,
    Remote,
    ResumeGame,
    Show,
    Sit,
    Speak,
    Tell,
    Throw,
    Touch,
    Turn,
    Write,
    You,
)
from tabletop.party.roster import PIN_REFUSED, FoundMatch, Roster, RosterPhone
from tabletop.party.server_client import ServerClient, ServerEvent
from tabletop.party.views import SeatPlate
from tabletop.system.child_process import ProcessEnded
from tabletop.system.pin_lock import RemotePinCheck

log = logging.getLogger(__name__)

TOKEN_BYTES: Final = 16
"""128 bits."""
FIRST_CONTACT: Final = 1_000_000
"""The contacts of phones are numbered from here: windows and frames count from 1."""
CONTACTS_PER_PHONE: Final = 16
REACTION_SECONDS: Final = 2.0
"""The least seconds between two reactions of a phone."""
TAP_DRIFT: Final = 0.2
"""Units of a view with pieces within which a finger taps; about 10 px on a phone."""
MAX_RUN_SECONDS: Final = 6.0
"""The most seconds between two polls that count: the machine may have slept."""

_NUDGES: Final = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_PRESSES: Final = {"ok": Button.OK, "back": Button.BACK, "menu": Button.MENU}


@dataclass(frozen=True, slots=True)
class PartyRules:
    """What the settings say of phones."""

    port: int = 0
    host: str = ""
    language: str = "en"
    reactions: Callable[[], bool] = lambda: True
    """Whether reactions of spectators are shown."""
    strangers: bool = False
    """Kiosk mode: names are filtered, and only the operator's PIN makes a host."""


class PartyTable:
    """The phones of this table, while they are on. All methods belong to the main loop's thread."""

    def __init__(
        self,
        phones: Phones,
        server: ServerClient,
        rules: PartyRules,
        pin: RemotePinCheck,
        *,
        seats: Callable[[], Sequence[SeatPlate]] = tuple,
        translate: Callable[[str], Callable[[str], str]] = lambda _: str,
        is_free: Callable[[], bool] = lambda: False,
        may_resume: Callable[[], bool] = lambda: False,
        find: Callable[[int, str], None] = lambda _phone, _code: None,
        token: Callable[[], str] = lambda: secrets.token_urlsafe(TOKEN_BYTES),
        code: Callable[[], str] = lambda: "".join(
            secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH)
        ),
    ) -> None:
        """`phones` is what pages see. `seats` gives those of the scene on top, in any language.

        `translate` gives what translates into a language. `is_free` tells whether nobody is at the
        table, `may_resume` whether a saved match may be resumed now. `find` looks one up for a
        phone by its code (empty: there were too many tries); the answer comes by `found`.
        """
        self.roster = Roster()
        self.audience = Audience()
        self.guesses = 0
        """Changes with every guess that counts."""
        self._phones = phones
        self._server = server
        self._rules = rules
        self._pin = pin
        self._claimant = 0
        """The phone whose PIN is being checked."""
        self._gone: deque[str] = deque(maxlen=MAX_SOCKETS)
        """Secrets of the phones that were put out last."""
        self._claims: dict[int, None] = {}
        """Phones that ask the table to be the host's."""
        self._seats = seats
        self._translate = translate
        self._is_free = is_free
        self._may_resume = may_resume
        self._find = find
        self._new_token, self._new_code = token, code
        self._token, self._code = token(), code()
        self._port = rules.port
        self._joining = True
        self._opened: Opened | None = None
        self._failed = ""
        self._refused = 0
        self._polled: float | None = None
        self._contacts: dict[int, tuple[Point, bool]] = {}
        """Where each finger on a phone came down, and whether it has moved."""
        self._reported: object = None
        self._pointed: dict[int, Point] = {}
        """Where each phone last touched its pieces."""
        self._shown: dict[int, msgspec.Raw] = {}
        self._told: dict[int, You] = {}
        self._files: dict[str, DiagramFile | HomePage] = {}

    # -- input --------------------------------------------------------------------------------

    def poll(self, now: float) -> list[Action]:
        """What people have done on their phones since the last call."""
        actions: list[Action] = []
        passed = 0.0 if self._polled is None else min(max(0.0, now - self._polled), MAX_RUN_SECONDS)
        self._polled = now
        actions += self.roster.run(passed)
        self.roster.call_next(passed, free=self._is_free())
        self.audience.run(passed)
        if self._server.start_if_due(now):
            self._open()
        for command in self._phones.take_commands():
            actions += self._obey(command)
        for event in self._server.events(now):
            actions += self._take(event)
        for phone in self.roster.phones.values() if self._contacts else ():
            if phone.seat is None:  # it has lost its seat with a finger down
                actions += self._lift(phone.number)
        self._take_pin()
        self._report()
        return actions

    def _open(self) -> None:
        """Tells a new process everything that the last one knew."""
        self._opened, self._failed = None, ""
        self._shown.clear()
        self._told.clear()
        rules = self._rules
        self._server.say(
            Open(
                port=self._port,
                host=rules.host,
                token=self._token,
                code=self._code,
                language=rules.language,
                roster=self.roster.entries,
                joining=self._joining,
                filtered=rules.strangers,
            )
        )
        for file in self._files.values():
            self._server.say(file)

    def _take(self, event: ServerEvent) -> list[Action]:
        match event:
            case Opened():
                self._opened = event
            case Failed(why):
                self._failed = why
                self._port = 0  # the port may be another program's: any free one will do
            case PhoneArrived(phone, secret, _, _) if secret in self._gone:
                # It came back while it was put out: the server knew of that only later.
                self._server.say(Dismiss(phone, "put_out"))
            case PhoneArrived(phone, secret, language, _):
                for forgotten in self.roster.arrived(phone, secret, language):
                    self._forget(forgotten)
                self._forget_shown(phone)
            case PhoneLeft(phone):
                self.roster.left(phone)
                return self._lift(phone)
            case Acted(phone, act):
                known = self.roster.phones.get(phone)
                return [] if known is None else self._act(known, act)
            case Beat(_, refused):
                self._refused = refused
            case ProcessEnded():
                self._opened = None
                self.roster.all_left()
                return [each for phone in self.roster.phones for each in self._lift(phone)]
        return []

    def _act(self, phone: RosterPhone, act: Act) -> list[Action]:
        match act:
            case Sit(seat, name):
                return self.roster.sit(phone, seat, name, self._seats())
            case Speak(language):
                self.roster.speak(phone, language)
            case Remote(key) if phone.host:
                return [self._remote(key)]
            case Host():
                return self._host(phone, act)
            case Choose("queue" | "unqueue" as key) if phone.seat is None:
                self.roster.wait_in_line(phone, on=key == "queue")
            case React(kind) if self._may_react(phone):
                return [Reaction(source=PHONE_SOURCE, kind=kind)]
            case GuessMove(number, answer) if phone.seat is None and phone.joined:
                answer = self.audience.in_own_words(answer, self._translate(phone.language))
                self.guesses += self.audience.guess(phone.number, number, answer)
            case FindGame(code):
                self._find(phone.number, code)
            case ResumeGame(seat):
                return list(self.roster.ask_to_resume(phone, seat, free=self._may_resume()))
            case _ if phone.seat is not None:
                return self._play(phone, phone.seat, act)
        return []

    def found(self, number: int, match: FoundMatch) -> None:
        """What a phone has looked up was found, or not."""
        phone = self.roster.phones.get(number)
        if phone is not None:
            self.roster.found(phone, match)

    def _may_react(self, phone: RosterPhone) -> bool:
        """Whether a spectator's reaction is shown: one in `REACTION_SECONDS`."""
        if not self._rules.reactions() or not phone.joined or phone.seat is not None:
            return False
        if phone.reacted > 0:
            return False
        phone.reacted = REACTION_SECONDS
        return True

    def _play(self, phone: RosterPhone, seat: int, act: Act) -> list[Action]:
        """What the phone of a seat does in a match."""
        match act:
            case Touch(spot, plies):
                return [TouchSpot(source=PHONE_SOURCE, seat=seat, spot=spot, plies=plies)]
            case Consider(spot):
                return [TouchSpot(source=PHONE_SOURCE, seat=seat, spot=spot, over=True)]
            case Choose(key, plies):
                return [PressKey(source=PHONE_SOURCE, seat=seat, key=key, plies=plies)]
            case Throw():
                return [TouchSpot(source=PHONE_SOURCE, seat=seat, spot=ROLL)]
            case Write(text):
                return [WriteText(source=PHONE_SOURCE, seat=seat, text=text)]
            case Contact():
                return self._contact(phone.number, seat, act)
            case Turn(by, flip):
                actions: list[Action] = []
                at = self._pointed.get(phone.number, (0.0, 0.0))
                if by:
                    actions.append(Twist(source=PHONE_SOURCE, seat=seat, at=at, by=by))
                if flip:
                    actions.append(Press(source=PHONE_SOURCE, seat=seat, button=Button.FLIP))
                return actions
            case _:
                return []

    def _contact(self, phone: int, seat: int, act: Contact) -> list[Action]:
        """A finger on a view with pieces, in the view's units."""
        number = FIRST_CONTACT + phone * CONTACTS_PER_PHONE + act.number
        at = (act.x, act.y)
        known = self._contacts.get(number)
        self._pointed[phone] = at
        if act.kind == "down" or (known is None and act.kind == "move"):
            if known is not None:
                return []
            self._contacts[number] = (at, False)
            return [Down(source=PHONE_SOURCE, seat=seat, contact=number, at=at)]
        if known is None:
            return []
        began, pulled = known
        pulled = pulled or hypot(at[0] - began[0], at[1] - began[1]) > TAP_DRIFT
        if act.kind == "move":
            self._contacts[number] = (began, pulled)
            if not pulled:
                return []
            return [Pull(source=PHONE_SOURCE, seat=seat, contact=number, at=at, began=began)]
        del self._contacts[number]
        if act.kind == "cancel":
            return [Cancel(source=PHONE_SOURCE, seat=seat, contact=number, at=at)]
        if pulled:
            return [Drop(source=PHONE_SOURCE, seat=seat, contact=number, at=at, began=began)]
        return [Tap(source=PHONE_SOURCE, seat=seat, contact=number, at=began)]

    def _lift(self, phone: int) -> list[Action]:
        """Ends the contacts of a phone that is gone."""
        first = FIRST_CONTACT + phone * CONTACTS_PER_PHONE
        ended = [each for each in self._contacts if first <= each < first + CONTACTS_PER_PHONE]
        return [
            Cancel(source=PHONE_SOURCE, contact=each, at=self._contacts.pop(each)[0])
            for each in ended
        ]

    # -- the host -----------------------------------------------------------------------------

    def _remote(self, key: str) -> Action:
        if key in _NUDGES:
            dx, dy = _NUDGES[key]
            return Nudge(source=PHONE_SOURCE, dx=dx, dy=dy)
        return Press(source=PHONE_SOURCE, button=_PRESSES[key])

    def _host(self, phone: RosterPhone, act: Host) -> list[Action]:
        if act.command == "claim":
            self._claim(phone, act.text)
            return []
        if not phone.host:
            return []
        match act:
            case Host("pause"):
                return [Press(source=PHONE_SOURCE, button=Button.MENU)]
            case Host("resume"):
                return [PressKey(source=PHONE_SOURCE, key="on")]
            case Host("blank"):
                return [Press(source=PHONE_SOURCE, button=Button.BLANK)]
            case Host("volume"):
                return [
                    HostCommand(source=PHONE_SOURCE, command="volume", number=min(100, act.number))
                ]
            case Host("next"):
                return [HostCommand(source=PHONE_SOURCE, command="next", text=act.text)]
            case Host("reactions"):
                return [HostCommand(source=PHONE_SOURCE, command="reactions", text=act.text)]
            case Host("joining"):
                self._let_in(on=act.text != "off")
            case Host("put_out"):
                return self._put_out(act.number)
            case Host("move"):
                moved = self.roster.phones.get(act.number)
                there = any(plate.number == act.seat for plate in self._seats())
                if moved is not None and act.seat is None:
                    return self.roster.leave_seat(moved)
                if moved is not None and act.seat is not None and there:
                    return self.roster.move(moved, act.seat)
        return []

    def _claim(self, phone: RosterPhone, pin: str) -> None:
        """A phone wants to be the host's: by the PIN, or by the table's yes where there is none."""
        if phone.host:
            return
        if pin or self._rules.strangers or self._pin.pin_exists:
            if self._pin.try_pin(pin):
                self._claimant = phone.number
            else:
                self._refuse(phone)
            return
        self._claims[phone.number] = None

    def _take_pin(self) -> None:
        if not self._claimant or (right := self._pin.answer()) is None:
            return
        phone, self._claimant = self.roster.phones.get(self._claimant), 0
        if phone is not None and right:
            self._make_host(phone)
        elif phone is not None:
            self._refuse(phone)

    def _refuse(self, phone: RosterPhone) -> None:
        phone.refused = PIN_REFUSED
        self.roster.version += 1

    def _make_host(self, phone: RosterPhone) -> None:
        phone.host = True
        self._claims.clear()
        self.roster.version += 1

    def _let_in(self, *, on: bool) -> None:
        self._joining = on
        self._server.say(Joining(on=on, token=self._token, code=self._code))

    def _put_out(self, number: int) -> list[Action]:
        if (phone := self.roster.phones.get(number)) is None:
            return []
        self._gone.append(phone.secret)
        self._server.say(Dismiss(number, "put_out"))
        self._forget(number)
        # It would be back at once, as another phone, by the code that it has scanned.
        self._token, self._code = self._new_token(), self._new_code()
        self._let_in(on=self._joining)
        return [*self._lift(number), *self.roster.forget(number)]

    def _forget(self, number: int) -> None:
        """Drops what was kept of a phone besides its place in the roster."""
        self._claims.pop(number, None)
        self.audience.forget(number)
        self._pointed.pop(number, None)
        self._forget_shown(number)

    def _obey(self, command: PhonesCommand) -> list[Action]:
        """What a page of the table wants."""
        match command:
            case LetIn(on):
                self._let_in(on=on)
            case PutOut(number):
                return self._put_out(number)
            case MakeHost(number, yes):
                phone = self.roster.phones.get(number)
                self._claims.pop(number, None)
                if phone is not None and yes:
                    self._make_host(phone)
            case AnswerRequest(number, seat, yes):
                return self.roster.answer(number, seat, yes=yes)
            case AnswerResume(number, code, answer):
                phone = self.roster.phones.get(number)
                asked = phone is not None and phone.asks == code
                self.roster.answer_resume(command)
                if phone is not None and asked and answer == "gone":
                    self._find(number, code)
            case ShowCode():
                self.roster.show_code(command)
            case FreeSeats():
                phones = list(self.roster.phones.values())
                return [action for phone in phones for action in self.roster.leave_seat(phone)]
        return []

    # -- output -------------------------------------------------------------------------------

    def _report(self) -> None:
        """Shows pages the present state."""
        opened, trouble = self._opened, self._failed or self._server.trouble
        claims = tuple(number for number in self._claims if number in self.roster.phones)
        names = {each.number: each.name for each in self.roster.phones.values()}
        standings = self.audience.standings(names)
        now = (
            self.roster.version,
            opened,
            trouble,
            self._joining,
            self._token,
            self._refused,
            claims,
            standings,
        )
        if now == self._reported:
            return
        self._reported = now
        self._phones.token = self._token
        self._phones.report(
            PhonesState(
                status="open" if opened is not None else "failed" if trouble else "starting",
                trouble=trouble if opened is None else "",
                addresses=() if opened is None else opened.addresses,
                port=0 if opened is None else opened.port,
                code=self._code,
                joining=self._joining,
                phones=tuple(map(self.roster.shown, self.roster.phones.values())),
                refused=self._refused,
                standings=standings,
                claims=claims,
            )
        )

    def marked(self, plates: Sequence[SeatPlate]) -> tuple[SeatPlate, ...]:
        """The seats with who has a phone, and whether a phone may take them without asking."""
        found = []
        for plate in plates:
            holder = self.roster.holder(plate.number)
            if holder is not None:
                plate = msgspec.structs.replace(
                    plate,
                    name=holder.name or plate.name,
                    taken="phone" if holder.connected else "away",
                    free=False,
                )
            found.append(plate)
        return tuple(found)

    def tell(self, phone: RosterPhone, you: You) -> None:
        """Tells a phone who it is, if it does not know."""
        if self._opened is not None and self._told.get(phone.number) != you:
            self._told[phone.number] = you
            self._server.say(Tell(phone.number, you))

    def show(self, phones: Sequence[RosterPhone], view: msgspec.Raw) -> None:
        """Shows phones a view, as JSON; those that show it already are left out."""
        new = tuple(each.number for each in phones if self._shown.get(each.number) != view)
        if new and self._opened is not None:
            self._shown.update(dict.fromkeys(new, view))
            self._server.say(Show(new, view))

    def serve(self, file: DiagramFile | HomePage) -> None:
        """Has a file served under its key, for as long as phones are on.

        Of pages to take home only as many are kept as the server has, for its next start.
        """
        if self._files.get(file.key) == file:
            return
        self._files[file.key] = file
        self._server.say(file)
        pages = [key for key, each in self._files.items() if isinstance(each, HomePage)]
        for key in pages[:-MAX_HOME_PAGES]:
            del self._files[key]

    def serves(self, key: str) -> bool:
        return key in self._files

    def _forget_shown(self, phone: int) -> None:
        self._shown.pop(phone, None)
        self._told.pop(phone, None)

    def stop(self) -> None:
        """Phones are switched off: the port closes soon."""
        self._server.stop()
        self._phones.without()

    def close(self) -> None:
        """The program ends."""
        self._server.close()
        self._phones.without()
