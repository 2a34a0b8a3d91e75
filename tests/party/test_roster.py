"""The laws of the roster, whatever phones do and however long they stay away."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from msgspec.structs import replace

from tabletop.input.actions import Action, AskForSeat, LeaveSeat, TakeSeat
from tabletop.input.phones import AnswerResume
from tabletop.party.messages import SEAT_KEPT_SECONDS
from tabletop.party.roster import ASK_AGAIN_SECONDS, Roster, RosterPhone, known_language
from tabletop.party.views import FoundGame, SeatPlate
from tests.lanes import example_count

SEATS = 4
PHONES = st.integers(1, 6)
ANY_SEAT = st.integers(0, SEATS - 1)
NAMES = st.sampled_from(["", "Ada", "Ben", "Cleo", "Ada "])


def plates(names: tuple[str, ...] = ("",) * SEATS, *, free: bool = True) -> tuple[SeatPlate, ...]:
    return tuple(
        SeatPlate(number, "Red", name, "#000000", "#ffffff", "#ffffff", "disc", free=free)
        for number, name in enumerate(names)
    )


def joined(roster: Roster, number: int, seat: int | None, name: str) -> RosterPhone:
    roster.arrived(number, f"s{number}", "en")
    roster.sit(roster.phones[number], seat, name, plates())
    return roster.phones[number]


@dataclass(frozen=True)
class Found:
    """A saved match as the roster knows it."""

    code: str

    def files(self, language: str) -> Mapping[str, bytes]:
        del language
        return {}

    def shown(self, language: str, number: int, *, ready: bool, asked: bool) -> FoundGame:
        del language, asked
        return FoundGame(number, code=self.code, ready=ready)


class RosterMachine(RuleBasedStateMachine):
    """Phones that come, go, sit and are asked about; a scene that believes what it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.roster = Roster()
        self.scene: dict[int, str] = {}
        """The seats of phones as a scene knows them."""
        self.away: dict[int, tuple[int, float]] = {}
        """Seats that are kept: the phone, and for how long it has been away."""

    def tell(self, actions: list[Action]) -> None:
        for action in actions:
            match action:
                case TakeSeat(seat=seat, name=name):
                    self.scene[seat] = name
                case LeaveSeat(seat=seat):
                    self.scene.pop(seat, None)

    def seat_of(self, number: int) -> int | None:
        phone = self.roster.phones.get(number)
        return None if phone is None else phone.seat

    @rule(number=PHONES)
    def arrive(self, number: int) -> None:
        before = self.seat_of(number)
        self.roster.arrived(number, f"s{number}", "de")
        assert self.seat_of(number) == before

    @rule(number=PHONES)
    def leave(self, number: int) -> None:
        before = self.seat_of(number)
        self.roster.left(number)
        assert self.seat_of(number) == before

    @rule(number=PHONES, seat=st.none() | ANY_SEAT, name=NAMES, free=st.booleans())
    def sit(self, number: int, seat: int | None, name: str, free: bool) -> None:
        phone = self.roster.phones.get(number)
        if phone is None or not phone.connected:
            return
        holder = None if seat is None else self.roster.holder(seat)
        before = phone.seat
        actions = self.roster.sit(phone, seat, name, plates(free=free))
        self.tell(actions)
        if holder is not None and holder is not phone:
            assert holder.seat == seat  # a kept seat is kept
            assert phone.seat == before
        elif seat is not None and (free or holder is phone):
            assert phone.seat == seat
        elif seat is not None:
            assert phone.seat == before
            asked = [action for action in actions if isinstance(action, AskForSeat)]
            assert len(asked) <= 1

    @precondition(lambda self: isinstance(self.asked, int))
    @rule(yes=st.booleans())
    def answer(self, yes: bool) -> None:
        phone = next(each for each in self.roster.phones.values() if each.asks is not None)
        seat = phone.asks
        assert isinstance(seat, int)
        before = phone.seat
        self.tell(self.roster.answer(phone.number, seat, yes=yes))
        assert phone.seat == (seat if yes else before)

    @property
    def asked(self) -> int | str | None:
        """For what the table is being asked: a seat, or a saved match."""
        asks = (each.asks for each in self.roster.phones.values())
        return next((each for each in asks if each is not None), None)

    @rule(number=PHONES, code=st.sampled_from(["", "K7W2X"]))
    def look_up(self, number: int, code: str) -> None:
        if (phone := self.roster.phones.get(number)) is not None:
            self.roster.found(phone, Found(code))
            assert phone.asks is None

    @rule(number=PHONES, seat=st.none() | ANY_SEAT, free=st.booleans())
    def ask_to_resume(self, number: int, seat: int | None, free: bool) -> None:
        phone, before = self.roster.phones.get(number), self.asked
        if phone is None or not phone.connected:
            return
        asked = self.roster.ask_to_resume(phone, seat, free=free)
        assert len(asked) <= 1
        if before is not None or not free or phone.found is None or not phone.found.code:
            assert not asked
            assert self.asked == before

    @precondition(lambda self: isinstance(self.asked, str))
    @rule(answer=st.sampled_from(["yes", "no", "busy"]), free=st.booleans())
    def answer_resume(self, answer: Literal["yes", "no", "busy"], free: bool) -> None:
        phone = next(each for each in self.roster.phones.values() if each.asks is not None)
        before, wanted = phone.seat, phone.wants
        holder = None if wanted is None else self.roster.holder(wanted)
        self.roster.answer_resume(AnswerResume(phone.number, "K7W2X", answer))
        assert phone.asks is None
        self.tell(self.roster.seat_resumed(plates(free=free)))
        if answer == "yes" and wanted is not None and free and holder is None:
            assert phone.seat == wanted
        else:
            assert phone.seat == before
        assert answer == "yes" or phone.refused

    @rule(number=PHONES, seat=ANY_SEAT)
    def move(self, number: int, seat: int) -> None:
        if (phone := self.roster.phones.get(number)) is not None:
            self.tell(self.roster.move(phone, seat))
            assert phone.seat == seat

    @rule(number=PHONES)
    def put_out(self, number: int) -> None:
        self.tell(self.roster.forget(number))
        assert number not in self.roster.phones

    @rule(seconds=st.floats(0.1, 400))
    def wait(self, seconds: float) -> None:
        before = {number: (each.seat, each.away) for number, each in self.roster.phones.items()}
        self.tell(self.roster.run(seconds))
        for number, phone in self.roster.phones.items():
            seat, away = before[number]
            kept = phone.connected or away + seconds < SEAT_KEPT_SECONDS
            assert phone.seat == (seat if kept else None)

    @rule(order=st.permutations(range(SEATS)), count=st.integers(2, SEATS))
    def next_match(self, order: list[int], count: int) -> None:
        names = [self.scene.get(seat, "") for seat in order][:count]
        self.scene.clear()
        self.tell(self.roster.follow(plates(tuple(names))))

    @rule()
    def covered_and_back(self) -> None:
        before = dict(self.scene)
        self.tell(self.roster.repeat())
        assert self.scene == before

    @invariant()
    def no_two_phones_on_one_seat(self) -> None:
        seats = [each.seat for each in self.roster.phones.values() if each.seat is not None]
        assert len(seats) == len({*seats})

    @invariant()
    def the_scene_knows_all_seats(self) -> None:
        held = {each.seat for each in self.roster.phones.values() if each.seat is not None}
        assert held == self.scene.keys()

    @invariant()
    def names_tell_phones_apart(self) -> None:
        names = [each.name for each in self.roster.phones.values() if each.name]
        assert len(names) == len({*names})

    @invariant()
    def one_question_at_a_time(self) -> None:
        assert sum(each.asks is not None for each in self.roster.phones.values()) <= 1


TestRoster = RosterMachine.TestCase
TestRoster.settings = settings(
    max_examples=example_count(60), stateful_step_count=30, deadline=None
)


def test_a_seat_is_kept_for_ten_minutes_and_then_given_up() -> None:
    roster = Roster()
    joined(roster, 1, 2, "Ada")
    roster.left(1)
    assert roster.run(SEAT_KEPT_SECONDS - 1) == []
    assert roster.holder(2) is roster.phones[1]
    assert roster.run(1) == [LeaveSeat(source="phone", seat=2)]
    assert roster.holder(2) is None
    roster.arrived(1, "s1", "en")
    assert roster.phones[1].name == "Ada"


def test_who_was_refused_a_seat_asks_again_only_after_a_while() -> None:
    roster = Roster()
    joined(roster, 1, 0, "Ada")
    ben = joined(roster, 2, None, "Ben")
    assert [type(each) for each in roster.sit(ben, 0, "", plates())] == [AskForSeat]
    roster.answer(2, 0, yes=False)
    assert roster.sit(ben, 0, "", plates()) == []
    assert ben.refused
    roster.run(ASK_AGAIN_SECONDS + 1)
    (asked,) = roster.sit(ben, 0, "", plates())
    assert asked == AskForSeat(source="phone", seat=0, phone=2, name="Ben", holder="Ada")


def test_a_seat_has_the_new_name_of_its_phone_while_that_asks_for_another() -> None:
    roster = Roster()
    joined(roster, 1, 0, "Ada")
    ben = joined(roster, 2, 1, "Ben")
    taken, asked = roster.sit(ben, 0, "Bo", plates())
    assert taken == TakeSeat(source="phone", seat=1, name="Bo")
    assert isinstance(asked, AskForSeat)


def test_one_stranger_after_another_does_not_keep_the_table_answering() -> None:
    roster = Roster()
    joined(roster, 1, 0, "Ada")
    asked = 0
    for number in range(2, 302):  # each comes as somebody new, asks, and goes before the answer
        phone = joined(roster, number, None, "Eve")
        asked += len(roster.sit(phone, 0, "Eve", plates()))
        if number % 2:
            roster.answer(number, 0, yes=False)
        roster.left(number)
        roster.run(2)
    assert 1 <= asked <= 6


def test_after_a_yes_others_may_ask_at_once() -> None:
    roster = Roster()
    joined(roster, 1, 0, "Ada")
    ben, cleo = joined(roster, 2, None, "Ben"), joined(roster, 3, None, "Cleo")
    roster.sit(ben, 0, "", plates())
    roster.answer(2, 0, yes=False)
    roster.run(ASK_AGAIN_SECONDS)
    roster.sit(ben, 0, "", plates())
    roster.answer(2, 0, yes=True)
    assert len(roster.sit(cleo, 0, "", plates())) == 1


def test_a_name_gives_nobody_a_seat_that_has_to_be_asked_for() -> None:
    roster = Roster()
    eve = joined(roster, 1, 1, "Ada")
    secret = replace(plates(("Ada",))[0], free=False)
    assert roster.follow((secret, plates(("Ada", "Ben"))[1])) == []
    assert eve.seat is None
    (asked,) = roster.sit(eve, 0, "", (secret,))
    assert isinstance(asked, AskForSeat)


def test_a_phone_keeps_its_seat_on_a_page_that_knows_of_it() -> None:
    roster = Roster()
    ada = joined(roster, 1, 0, "Ada")
    own = replace(plates(("Ada",))[0], free=False, taken="phone")
    assert len(roster.follow((own,))) == 1
    assert ada.seat == 0


def test_a_question_that_nobody_answers_is_a_no() -> None:
    roster = Roster()
    joined(roster, 1, 0, "Ada")
    ben = joined(roster, 2, None, "Ben")
    roster.sit(ben, 0, "", plates())
    told = roster.version
    roster.run(60)
    assert ben.asks is None
    assert ben.refused
    assert roster.version > told
    assert roster.answer(2, 0, yes=True) == []
    assert roster.sit(ben, 0, "", plates()) == []


def test_a_phone_is_told_a_no_from_a_question_that_nobody_answers() -> None:
    told = {}
    for yes in (False, None):
        roster = Roster()
        joined(roster, 1, 0, "Ada")
        ben = joined(roster, 2, None, "Ben")
        roster.sit(ben, 0, "", plates())
        roster.answer(2, 0, yes=yes)
        told[yes] = ben.refused
    assert told[False]
    assert told[None]
    assert told[False] != told[None]


def test_who_asks_while_another_one_does_is_told_to_try_again() -> None:
    roster = Roster()
    joined(roster, 1, 0, "Ada")
    ben, cleo = joined(roster, 2, None, "Ben"), joined(roster, 3, None, "Cleo")
    roster.sit(ben, 0, "", plates())
    asked = ben.refused
    assert roster.sit(cleo, 0, "", plates()) == []
    assert cleo.refused
    assert cleo.refused != asked, "no question of hers is on the table"
    roster.sit(ben, 0, "", plates())
    assert ben.refused == asked


def test_a_seat_that_is_not_there_is_refused_in_words() -> None:
    roster = Roster()
    phone = joined(roster, 1, None, "Ada")
    assert roster.sit(phone, 3, "Ada", plates(("", ""))) == []
    assert phone.seat is None
    assert phone.refused


@pytest.mark.parametrize(
    ("code", "language"),
    [("de", "de"), ("de-AT", "de"), ("es_MX", "es"), ("pt-BR", "en"), ("", "en"), ("../x", "en")],
)
def test_a_phone_speaks_the_nearest_language(code: str, language: str) -> None:
    assert known_language(code) == language


def test_strangers_that_are_gone_are_forgotten_and_seats_never() -> None:
    roster = Roster()
    joined(roster, 1, 0, "Ada")
    roster.left(1)
    for number in range(2, 1000):
        roster.arrived(number, "s", "en")
        roster.left(number)
        roster.run(0.01)
    assert len(roster.phones) < 300
    assert roster.phones[1].seat == 0
    assert 999 in roster.phones
