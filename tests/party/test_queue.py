"""Who waits for the table is called in turn, and nobody blocks the others."""

from tabletop.party.messages import SEAT_KEPT_SECONDS
from tabletop.party.roster import CALLED_SECONDS, Roster, RosterPhone


def waiting(*names: str) -> tuple[Roster, list[RosterPhone]]:
    roster = Roster()
    phones = []
    for number, name in enumerate(names, 1):
        roster.arrived(number, f"secret {number}", "en")
        phone = roster.phones[number]
        roster.sit(phone, None, name, ())
        roster.wait_in_line(phone, on=True)
        phones.append(phone)
    return roster, phones


def places(roster: Roster, phones: list[RosterPhone]) -> list[int]:
    return [roster.place_in_line(phone) for phone in phones]


def test_they_wait_in_the_order_in_which_they_came_and_only_once() -> None:
    roster, phones = waiting("Ada", "Bo", "Cy")
    roster.wait_in_line(phones[0], on=True)
    assert places(roster, phones) == [1, 2, 3]
    roster.wait_in_line(phones[1], on=False)
    assert places(roster, phones) == [1, 0, 2]


def test_a_free_table_waits_for_the_first_and_then_for_the_next() -> None:
    roster, phones = waiting("Ada", "Bo")
    roster.call_next(1.0, free=True)
    assert roster.called > 0
    for _ in range(round(CALLED_SECONDS)):
        roster.call_next(1.0, free=True)
    assert places(roster, phones) == [0, 1]


def test_while_somebody_plays_nobody_is_called() -> None:
    roster, phones = waiting("Ada", "Bo")
    for _ in range(500):
        roster.call_next(1.0, free=False)
    assert places(roster, phones) == [1, 2]
    assert not roster.called


def test_the_time_begins_anew_when_the_table_was_in_use_again() -> None:
    roster, phones = waiting("Ada")
    roster.call_next(CALLED_SECONDS - 1, free=True)
    roster.call_next(1.0, free=False)
    roster.call_next(2.0, free=True)
    assert places(roster, phones) == [1]


def test_who_has_gone_or_sits_down_waits_no_longer() -> None:
    roster, phones = waiting("Ada", "Bo")
    roster.forget(1)
    phones[1].seat = 0
    roster.call_next(1.0, free=True)
    assert roster.queue == []


def test_who_stays_away_waits_no_longer() -> None:
    roster, phones = waiting("Ada", "Bo")
    roster.left(1)
    roster.run(60)
    roster.call_next(1.0, free=False)
    assert places(roster, phones) == [1, 2]  # its screen may be locked
    roster.run(SEAT_KEPT_SECONDS)
    roster.call_next(1.0, free=False)
    assert places(roster, phones) == [0, 1]


def test_who_plays_or_has_not_joined_cannot_queue() -> None:
    roster, phones = waiting("Ada")
    phones[0].seat = 1
    roster.wait_in_line(phones[0], on=False)
    roster.wait_in_line(phones[0], on=True)
    roster.arrived(9, "secret 9", "en")
    roster.wait_in_line(roster.phones[9], on=True)
    assert roster.queue == []
