"""Whole games of all five on phones: the real program on a display, Chromium against Firefox."""

import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pygame
import pytest
from playwright.sync_api import Browser

from tabletop.engine import Outcome
from tabletop.games.sevens.rules.events import FEWER_PIECES, Card
from tabletop.games.sevens.rules.match import PEEK_COST, SevensMatch
from tabletop.games.sevens.rules.pieces import FULL_SET
from tabletop.settings import FILE_NAME
from tests.end_to_end.real_phones import SETTLE_SECONDS, Hands, has, reached_code, start
from tests.end_to_end.real_window import Desk
from tests.end_to_end.scripted_players import PLAYERS
from tests.end_to_end.tangram_phones import Person, Plan
from tests.games.sevens.scripted_match import seed_of
from tests.party.browsers import (
    ChromiumPhone,
    FirefoxPhone,
    Loop,
    Phone,
    chromium,
    firefox,
    see,
    sit,
    until,
)

pytestmark = pytest.mark.slow

NAMES = ("Ada", "Ben")
REOPENED = (3, 7)
"""The numbers of plies after which the phone of the second seat is closed and opened again."""
MAX_PLIES = 400
START_SECONDS = 60.0
"""Seconds within which the program and its server of phones start, on a busy machine too."""
MAX_REPEATED = 5
"""The most touches of a game that may be lost: a throw within 0.7 s of one's own throw is."""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with Desk(tmp_path) as opened:
        opened.data.mkdir()
        yield opened


@pytest.fixture(scope="module")
def loop() -> Iterator[Loop]:
    loop = Loop()
    yield loop
    loop.stop()


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def fox(loop: Loop) -> Iterator[Callable[[], Phone]]:
    with firefox(loop) as session:
        yield lambda: FirefoxPhone(session)


def answers(port: int) -> bool:
    """Whether something listens there."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1.0):
        return True
    return False


def opened(desk: Desk, key: str) -> str:
    """Starts the program, and gives the address in the code on the first page of a game."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    (desk.data / FILE_NAME).write_text(
        f'[look]\nspeed = "off"\n[play]\nlast_game = "{key}"\ntaught = "{key}"\n'
        f'[party]\non = true\nport = {port}\nhost = "127.0.0.1"\n'
    )
    desk.start()
    dark = (0, 0, 0)
    desk.wait(
        "the title",
        lambda: pygame.transform.average_color(desk.picture())[:3] != dark,
        START_SECONDS,
    )
    desk.wait("the server", lambda: answers(port), START_SECONDS)
    return reached_code(desk)


@pytest.mark.parametrize("key", PLAYERS)
def test_a_whole_game_is_played_in_two_browsers(
    desk: Desk, chrome: Browser, fox: Callable[[], Phone], key: str
) -> None:
    address = opened(desk, key)
    one = ChromiumPhone(chrome, width=390, height=844, language="en")
    two = fox()
    try:
        for seat, phone in enumerate((one, two)):
            sit(phone, address, NAMES[seat], seat)
        hands = Hands(desk, (one, two), key)
        start(desk, one)
        match = hands.match
        while match.outcome is None and len(match.plies) < MAX_PLIES:
            hands.play(match, PLAYERS[key])
            match = hands.match
            if len(match.plies) in REOPENED:
                two.open("about:blank")
                two.open(address)
                see(two, ".plate .who", NAMES[1])
        assert match.outcome is not None
        assert hands.repeated <= MAX_REPEATED
        for phone in (one, two):
            until("the result", partial(has, phone, "a.btn[href^='/home/']"))
        assert not one.errors
    finally:
        one.close()
        two.close()


SEVENS_SECONDS = 400.0
"""Seconds within which a match of Sevens ends, on a busy machine too."""
LOSER = 1
"""The seat that lays fewer pieces in each of the first rounds, and so gets the cards."""
PLANS = (
    Plan(laid=(4, 7, 2), by_hand=(True, False, False), adds="!", tosses=True),
    Plan(
        laid=(3, 3, 3),
        by_hand=(False, True, False),
        peeks=(True, False, False),
        reopens=(("guess", 0, 1), ("build", 1, 2)),
    ),
)
"""What the people do, by seat."""


@pytest.mark.parametrize(
    "cards", [(Card.FIVE, Card.UNVEIL), (Card.REGAIN, Card.SECONDS)], ids="-".join
)
def test_a_whole_match_of_sevens_is_played_on_two_phones(
    tmp_path: Path, chrome: Browser, fox: Callable[[], Phone], cards: tuple[Card, Card]
) -> None:
    program = (sys.executable, "-m", "tests.end_to_end.seeded_program", str(seed_of(*cards)))
    one = ChromiumPhone(chrome, width=390, height=844, language="en")
    two = fox()
    phones: tuple[Phone, ...] = (one, two)

    def reopen() -> None:
        two.open("about:blank")
        two.open(address)
        see(two, ".plate .who", NAMES[1])

    with Desk(tmp_path, program) as desk:
        desk.data.mkdir()
        address = opened(desk, "sevens")
        for seat, phone in enumerate(phones):
            sit(phone, address, NAMES[seat], seat)
        people = [Person(phone, plan, reopen) for phone, plan in zip(phones, PLANS, strict=True)]
        begin_sevens(desk, one)
        ends = time.monotonic() + SEVENS_SECONDS
        while not all(has(phone, "a.btn[href^='/home/']") for phone in phones):
            assert time.monotonic() < ends, [person.look() for person in people]
            for person in people:
                person.act()
            check_secrets(*people)
        desk.wait("the result in the record", lambda: outcome_of(desk) is not None)
        record = desk.record()
    assert record is not None
    match = SevensMatch.replay(record)
    assert match.cards == tuple((LOSER, card) for card in cards)
    for turn in match.turns:
        meant = min(PLANS[turn.guesser].laid[turn.round], len(turn.target))
        assert turn.score.points == meant, turn
        assert turn.peeked == PLANS[turn.guesser].peeks[turn.round]
        by_hand = PLANS[turn.arranger].by_hand[turn.round] or len(turn.target) < len(FULL_SET)
        assert turn.name.endswith("!") == (by_hand and turn.arranger != LOSER)
    assert people[1].reopened == len(PLANS[1].reopens)
    assert match.regained(LOSER) == (PEEK_COST if Card.REGAIN in cards else 0)
    for round_, card in enumerate(cards, start=1):
        check_effect(match, people, round_, card)
    assert not one.errors


def outcome_of(desk: Desk) -> Outcome | None:
    record = desk.record()
    return None if record is None else record.ended()


def begin_sevens(desk: Desk, phone: Phone) -> None:
    """Starts the match by keys."""
    for _ in range(3):  # the first key may only move the focus to the button
        desk.press("Return")
        until_seen = time.monotonic() + SETTLE_SECONDS
        while time.monotonic() < until_seen:
            if has(phone, 'button[data-key="coin"]'):
                return
            time.sleep(0.1)
    raise AssertionError("the match does not begin")


def check_secrets(*people: Person) -> None:
    """Nobody sees what the other one builds."""
    for builder, other in (people, people[::-1]):
        screen = builder.look()
        if screen.private and screen.laid:
            seen = other.look()
            assert not seen.pieces
            assert not seen.targets


def check_effect(match: SevensMatch, people: list[Person], round_: int, card: Card) -> None:
    """What the card of the loser did in a round."""
    loser = people[LOSER]
    pieces = {len(turn.target) for turn in match.turns if turn.round == round_}
    assert pieces == {FEWER_PIECES if card is Card.FIVE else len(FULL_SET)}
    assert loser.outlines[round_] == (card is Card.UNVEIL)
    assert ("15" in loser.look_texts[round_]) == (card is Card.SECONDS)
