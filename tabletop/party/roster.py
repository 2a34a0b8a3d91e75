"""The phones that the table knows: who they are, which seat each holds, and for how long.

It has no clock and no random source: the time is handed in. What it decides is told as actions and
as `PhonesState`, which the session recording holds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from tabletop.engine import say
from tabletop.input.actions import Action, AskForSeat, AskToResume, LeaveSeat, TakeSeat
from tabletop.input.phones import PHONE_SOURCE, AnswerResume, Phone, ShowCode
from tabletop.languages import ENGLISH, has_language
from tabletop.party.messages import SEAT_KEPT_SECONDS, RosterEntry
from tabletop.party.views import FoundGame, SeatPlate
from tabletop.system.names import MAX_NAME_GRAPHEMES

ASK_AGAIN_SECONDS: Final = 30.0
"""Seconds after a no in which no phone can ask for a seat; each further no doubles them.

They hold for all phones: who was told no could come back as another.
"""
MAX_ASK_AGAIN_SECONDS: Final = 600.0
FORGIVEN_SECONDS: Final = 1200.0
"""Seconds after a no, after which the next one counts as the first."""
ANSWER_SECONDS: Final = 45.0
"""Seconds after which a question that nobody has answered counts as a no."""
MAX_KNOWN: Final = 256
"""Phones without a seat that are gone are forgotten beyond this number, the longest gone first."""

CALLED_SECONDS: Final = 120.0
"""Seconds for which a free table waits for the first in the queue."""

SEAT_IS_GONE: Final = say("phones.seat_gone", "That seat isn’t there any more.")
TABLE_IS_ASKED: Final = say(
    "phones.asked", "Someone else holds that seat. The table is being asked."
)
TABLE_SAID_NO: Final = say("phones.said_no", "The table said no. Choose another seat, or watch.")
NOBODY_ANSWERED: Final = say(
    "phones.no_answer", "Nobody at the table answered. Choose another seat, or ask again later."
)
ANOTHER_ASKS: Final = say(
    "phones.another_asks", "Someone else is asking the table right now. Try again in a moment."
)
SEAT_TAKEN_OVER: Final = say("phones.taken_over", "Someone else plays at your seat now.")
PIN_REFUSED: Final = say("phones.pin_refused", "That PIN wasn’t accepted.")
ASK_LATER: Final = say("phones.ask_later", "The table was asked a moment ago. Ask again later.")
NOT_RESUMED: Final = say("phones.not_resumed", "The table said no. Ask again later.")
TABLE_IS_IN_USE: Final = say("phones.in_use", "The table is in use. Ask again when it’s free.")


class FoundMatch(Protocol):
    """The answer to a phone that has looked up a saved match."""

    @property
    def code(self) -> str:
        """Under which it is saved; "" if none was found."""

    def files(self, language: str) -> Mapping[str, bytes]:
        """The diagram by its key."""

    def shown(self, language: str, number: int, *, ready: bool, asked: bool) -> FoundGame:
        """The answer in a phone's language; see `FoundGame`.

        `ready`: the table would ask now whether to resume it; `asked`: it does.
        """


@dataclass(slots=True)
class RosterPhone:
    """A phone, as long as the table knows it."""

    number: int
    secret: str
    language: str = ENGLISH
    connected: bool = True
    name: str = ""
    seat: int | None = None
    joined: bool = False
    host: bool = False
    away: float = 0.0
    """Seconds since its connection ended."""
    asks: int | str | None = None
    """The seat, or the code of the saved match, for which the table is being asked."""
    asked: float = 0.0
    """Seconds since it was."""
    reacted: float = 0.0
    """Seconds in which it cannot react again."""
    refused: str = ""
    """Why its last wish was not granted."""
    saved: ShowCode | None = None
    """The match that it played and that was saved last."""
    found: FoundMatch | None = None
    """The saved match that it has looked up."""
    finds: int = 0
    """How many it has looked up."""
    wants: int | None = None
    """The seat that it wants in that match."""


@dataclass(slots=True)
class Roster:
    """All phones by their numbers. Never two phones on one seat."""

    phones: dict[int, RosterPhone] = field(default_factory=dict)
    version: int = 0
    """Changes with everything that phones or pages show."""
    queue: list[int] = field(default_factory=list)
    """The spectators who wait for the table, the first in front."""
    resumed: int = 0
    """The phone whose saved match opens now; 0 for none."""
    called: float = 0.0
    """Seconds since the table is free for the first of them; 0 while it is not."""
    _noes: int = 0
    """How often in a row the table has said no."""
    _since_no: float = FORGIVEN_SECONDS
    """Seconds since it did."""
    _given: set[int] = field(default_factory=set)
    """The seats that the present scene was told of."""

    # -- what the server reports --------------------------------------------------------------

    def arrived(self, number: int, secret: str, language: str) -> tuple[int, ...]:
        """A phone connected, for the first time or again; gives the phones forgotten for it."""
        known = self.phones.get(number)
        forgotten: tuple[int, ...] = ()
        if known is None:
            known = self.phones[number] = RosterPhone(number, secret)
            forgotten = self._forget_strangers()
        known.secret = secret
        known.connected, known.away = True, 0.0
        self._speak(known, language)
        self.version += 1
        return forgotten

    def left(self, number: int) -> None:
        """A phone's connection ended; it keeps its seat."""
        phone = self.phones.get(number)
        if phone is not None and phone.connected:
            phone.connected, phone.away = False, 0.0
            self._withdraw(phone)
            self.version += 1

    def all_left(self) -> None:
        """The server process has ended: all phones will connect again."""
        for number in self.phones:
            self.left(number)

    @property
    def entries(self) -> tuple[RosterEntry, ...]:
        """What a new server process has to know."""
        return tuple(
            RosterEntry(each.number, each.secret, each.language, seated=each.seat is not None)
            for each in self.phones.values()
        )

    # -- seats --------------------------------------------------------------------------------

    def holder(self, seat: int) -> RosterPhone | None:
        return next((each for each in self.phones.values() if each.seat == seat), None)

    def sit(
        self, phone: RosterPhone, seat: int | None, name: str, plates: Sequence[SeatPlate]
    ) -> list[Action]:
        """A phone takes a seat under a name, or watches (`seat` None)."""
        before, phone.name = phone.name, self._unused(name.strip() or phone.name, phone)
        phone.joined, phone.refused = True, ""
        self.version += 1
        if seat is None:
            self._withdraw(phone)
            return self.leave_seat(phone)
        plate = next((each for each in plates if each.number == seat), None)
        renamed: list[Action] = []
        if phone.seat is not None and phone.name != before:
            renamed.append(self._takes(phone, phone.seat))
        if plate is None:
            phone.refused = SEAT_IS_GONE
            return renamed
        holder = self.holder(seat)
        if holder is phone or (holder is None and plate.free):
            self._withdraw(phone)
            return self._seat(phone, seat)
        asked = self._ask(phone, seat, holder.name if holder is not None else plate.name)
        return [*renamed, *asked]

    def _ask(self, phone: RosterPhone, seat: int, holder: str) -> list[Action]:
        if self._since_no < self._pause:
            phone.refused = ASK_LATER
            return []
        asking = next((each for each in self.phones.values() if each.asks is not None), None)
        if asking is not None:  # one question at a time
            phone.refused = TABLE_IS_ASKED if asking is phone else ANOTHER_ASKS
            return []
        phone.refused = TABLE_IS_ASKED
        phone.asks, phone.asked = seat, 0.0
        return [
            AskForSeat(
                source=PHONE_SOURCE, seat=seat, phone=phone.number, name=phone.name, holder=holder
            )
        ]

    @property
    def _pause(self) -> float:
        """Seconds after the last no in which nobody can ask."""
        doubled = ASK_AGAIN_SECONDS * 2.0 ** min(self._noes - 1, 10)
        return min(doubled, MAX_ASK_AGAIN_SECONDS) if self._noes else 0.0

    def _said_no(self) -> None:
        self._noes = self._noes + 1 if self._since_no < FORGIVEN_SECONDS else 1
        self._since_no = 0.0

    def _withdraw(self, phone: RosterPhone) -> None:
        """A phone no longer asks. It counts as a no: the question may still be on the screen."""
        if phone.asks is not None:
            phone.asks = None
            self._said_no()

    def answer(self, number: int, seat: int, *, yes: bool | None) -> list[Action]:
        """The table's answer to `AskForSeat`; None: nobody has answered, which counts as a no."""
        phone = self.phones.get(number)
        if phone is None or phone.asks != seat:
            return []
        phone.asks = None
        self.version += 1
        if not yes:
            phone.refused = NOBODY_ANSWERED if yes is None else TABLE_SAID_NO
            self._said_no()
            return []
        self._noes = 0
        return self.move(phone, seat)

    def move(self, phone: RosterPhone, seat: int) -> list[Action]:
        """Seats a phone as the host or the table says; who held the seat watches from now on."""
        holder = self.holder(seat)
        if holder is not None and holder is not phone:
            holder.seat = None
            holder.refused = SEAT_TAKEN_OVER
        phone.joined, phone.refused = True, ""
        self.version += 1
        return self._seat(phone, seat)

    def _seat(self, phone: RosterPhone, seat: int) -> list[Action]:
        left = self.leave_seat(phone) if phone.seat != seat else []
        phone.seat, phone.asks = seat, None
        return [*left, self._takes(phone, seat)]

    def _takes(self, phone: RosterPhone, seat: int) -> TakeSeat:
        self._given.add(seat)
        # The table's panel of the seat keeps its own language: the phone's is for the phone alone.
        return TakeSeat(source=PHONE_SOURCE, seat=seat, name=phone.name)

    def leave_seat(self, phone: RosterPhone) -> list[Action]:
        """The people at the table play the phone's seat again."""
        if phone.seat is None:
            return []
        seat, phone.seat = phone.seat, None
        self.version += 1
        return [LeaveSeat(source=PHONE_SOURCE, seat=seat)]

    # -- saved matches ------------------------------------------------------------------------

    def show_code(self, saved: ShowCode) -> None:
        """Tells the phones that play the code of their match."""
        for phone in self.phones.values():
            if phone.seat is not None:
                phone.saved = saved
        self.version += 1

    def found(self, phone: RosterPhone, match: FoundMatch) -> None:
        """The answer to a phone that has looked up a saved match."""
        self._withdraw(phone)
        phone.found, phone.finds, phone.refused = match, phone.finds + 1, ""
        self.version += 1

    def ask_to_resume(
        self, phone: RosterPhone, seat: int | None, *, free: bool
    ) -> list[AskToResume]:
        """A phone wants to resume what it has found; `free`: nobody plays at the table."""
        if phone.found is None or not phone.found.code or phone.asks == phone.found.code:
            return []
        self.version += 1
        others = any(each.asks is not None for each in self.phones.values())
        if not free or self._since_no < self._pause or others:
            phone.refused = ASK_LATER if free and not others else TABLE_IS_IN_USE
            return []
        code = phone.found.code
        phone.asks, phone.asked, phone.wants, phone.refused = code, 0.0, seat, ""
        return [AskToResume(source=PHONE_SOURCE, phone=phone.number, name=phone.name, code=code)]

    def answer_resume(self, answered: AnswerResume) -> None:
        """The table's answer to `AskToResume`; after a yes the match opens in this turn."""
        phone = self.phones.get(answered.phone)
        if phone is None or phone.asks != answered.code:
            return
        phone.asks, phone.refused = None, ""
        self.version += 1
        if answered.answer == "yes":
            self._noes = 0
            phone.found, self.resumed = None, phone.number
        elif answered.answer == "no":
            phone.refused = NOT_RESUMED
            self._said_no()
        else:
            phone.refused = TABLE_IS_IN_USE

    def seat_resumed(self, plates: Sequence[SeatPlate]) -> list[Action]:
        """Seats the phone whose match was resumed where it wants, if a match has opened."""
        phone, self.resumed = self.phones.get(self.resumed), 0
        if phone is None or phone.wants is None or not plates:
            return []
        return self.sit(phone, phone.wants, phone.name, plates)

    # -- the queue ----------------------------------------------------------------------------

    def wait_in_line(self, phone: RosterPhone, *, on: bool) -> None:
        """A spectator queues for the table, or leaves the queue."""
        if on and phone.joined and phone.seat is None and phone.number not in self.queue:
            self.queue.append(phone.number)
            self.version += 1
        elif not on and phone.number in self.queue:
            self._drop_from_queue(phone.number)

    def place_in_line(self, phone: RosterPhone) -> int:
        """From 1; 0 for who does not wait."""
        return self.queue.index(phone.number) + 1 if phone.number in self.queue else 0

    def call_next(self, seconds: float, *, free: bool) -> None:
        """Time passes for the queue while the table is `free`, or in use."""
        for number in [each for each in self.queue if not self._waits(each)]:
            self._drop_from_queue(number)
        if not free or not self.queue:
            self.called = 0.0
            return
        if not self.called:
            self.version += 1  # the first is told
        self.called += seconds or 0.001
        if self.called >= CALLED_SECONDS:
            self._drop_from_queue(self.queue[0])

    def _waits(self, number: int) -> bool:
        phone = self.phones.get(number)
        return phone is not None and phone.seat is None and phone.away < SEAT_KEPT_SECONDS

    def _drop_from_queue(self, number: int) -> None:
        if self.queue[0] == number:
            self.called = 0.0
        self.queue.remove(number)
        self.version += 1

    def forget(self, number: int) -> list[Action]:
        """A phone was put out."""
        phone = self.phones.pop(number, None)
        if phone is None:
            return []
        self._withdraw(phone)
        self.version += 1
        return self.leave_seat(phone)

    def follow(self, plates: Sequence[SeatPlate]) -> list[Action]:
        """Brings the phones to the seats of another match or page.

        Who finds the own name at one seat only plays there, as when seats change between games.
        Others keep the number of their seat, unless somebody else is named there, or it is gone.
        Nobody gets a seat that has to be asked for: a name proves nothing.
        """
        if not plates:
            return []
        plates = [plate for plate in plates if plate.free or plate.taken]
        named: dict[str, list[int]] = {}
        for plate in plates:
            if plate.name and plate.taken != "computer":
                named.setdefault(_shown_name(plate.name), []).append(plate.number)
        by_number = {plate.number: plate for plate in plates}
        self._given.clear()
        actions: list[Action] = []
        taken: set[int] = set()
        for phone, seat in self._wanted(named, by_number):
            if seat is None or seat in taken:
                phone.seat = None
                self.version += 1
                continue
            taken.add(seat)
            if phone.seat != seat:
                phone.seat = seat
                self.version += 1
            actions.append(self._takes(phone, seat))
        return actions

    def repeat(self) -> list[Action]:
        """What a scene has to know that was covered by a page meanwhile."""
        held = {each.seat: each for each in self.phones.values() if each.seat is not None}
        gone = sorted(self._given - held.keys())
        self._given.clear()
        return [
            *(LeaveSeat(source=PHONE_SOURCE, seat=seat) for seat in gone),
            *(self._takes(phone, seat) for seat, phone in held.items()),
        ]

    def _wanted(
        self, named: Mapping[str, Sequence[int]], plates: Mapping[int, SeatPlate]
    ) -> list[tuple[RosterPhone, int | None]]:
        """The seat of each phone that holds one, those who are named there first."""
        own: list[tuple[RosterPhone, int | None]] = []
        others: list[tuple[RosterPhone, int | None]] = []
        for phone in self.phones.values():
            if phone.seat is None:
                continue
            seats = named.get(_shown_name(phone.name), ())
            plate = plates.get(phone.seat)
            if phone.seat in seats:
                own.append((phone, phone.seat))
            elif len(seats) == 1:
                own.append((phone, seats[0]))
            elif plate is not None and (not plate.name or plate.taken == "computer"):
                others.append((phone, phone.seat))
            else:
                others.append((phone, None))
        return own + others

    # -- the rest -----------------------------------------------------------------------------

    def speak(self, phone: RosterPhone, language: str) -> None:
        """A phone's language, if there is such."""
        if self._speak(phone, language):
            self.version += 1

    def _speak(self, phone: RosterPhone, language: str) -> bool:
        before, phone.language = phone.language, known_language(language)
        return phone.language != before

    def run(self, seconds: float) -> list[Action]:
        """Time passes: seats of phones that stay away are given up."""
        actions: list[Action] = []
        self._since_no += seconds
        for phone in list(self.phones.values()):
            phone.reacted = max(0.0, phone.reacted - seconds)
            phone.asked += seconds
            if phone.asks is not None and phone.asked > ANSWER_SECONDS:
                phone.refused = NOT_RESUMED if isinstance(phone.asks, str) else NOBODY_ANSWERED
                self._withdraw(phone)
                self.version += 1
            if phone.connected:
                continue
            phone.away += seconds
            if phone.away >= SEAT_KEPT_SECONDS and phone.seat is not None:
                actions += self.leave_seat(phone)
        return actions

    def shown(self, phone: RosterPhone) -> Phone:
        return Phone(
            phone.number, phone.name, phone.seat, phone.connected, phone.joined, phone.host
        )

    def _unused(self, name: str, phone: RosterPhone) -> str:
        """The name, with a number if another phone has it: seats are followed by names."""
        taken = {each.name for each in self.phones.values() if each is not phone and each.name}
        if not name or name not in taken:
            return name
        return next(
            better
            for number in range(2, len(taken) + 3)
            if (better := f"{name} {number}") not in taken
        )

    def _forget_strangers(self) -> tuple[int, ...]:
        gone = [
            each
            for each in self.phones.values()
            if each.seat is None and not each.connected and not each.host
        ]
        if len(gone) <= MAX_KNOWN:
            return ()
        longest = max(gone, key=lambda each: each.away).number
        del self.phones[longest]
        return (longest,)


def _shown_name(name: str) -> str:
    """A name as scenes keep it at most: they may cut it by letters, not by graphemes."""
    return name[:MAX_NAME_GRAPHEMES].strip()


def known_language(code: str) -> str:
    """A language of the table for a phone's code, as in ``de-AT``; English for any other."""
    code = code.replace("-", "_")
    if has_language(code):
        return code
    short = code.partition("_")[0].lower()
    return short if has_language(short) else ENGLISH
