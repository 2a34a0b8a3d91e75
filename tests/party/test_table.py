"""What the table keeps of phones, with a server that the test plays."""

from pathlib import Path
from typing import Final

import pytest

from tabletop.input.phones import Phones, PutOut
from tabletop.party.audience import Quiz
from tabletop.party.messages import (
    MAX_HOME_PAGES,
    Dismiss,
    GuessMove,
    HomePage,
    Joining,
    Open,
)
from tabletop.party.server_client import ServerClient
from tabletop.party.table import PartyRules, PartyTable
from tabletop.system.pin_lock import RemotePinCheck
from tests.party.fake_server import FakeServer, FakeServers

QUIZ: Final = Quiz("1", "name", "Which?", answers=("a", "b"))


class Evening:
    """A table with phones, one look of which takes a second."""

    def __init__(self, data_dir: Path) -> None:
        self.servers = FakeServers()
        self.phones = Phones()
        self.table = PartyTable(
            self.phones,
            ServerClient(lambda: self.servers(lambda: None)),
            PartyRules(),
            RemotePinCheck(data_dir / "operator.json"),
        )
        self.now = 100.0
        self.poll()
        self.poll()

    @property
    def server(self) -> FakeServer:
        return self.servers.last

    def poll(self) -> None:
        self.now += 1
        self.table.poll(self.now)


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_who_is_put_out_cannot_come_back_by_the_code_that_it_knows(evening: Evening) -> None:
    link, code = evening.phones.link, evening.phones.state.code
    evening.server.join(1, None, "Eve")
    evening.poll()
    evening.phones.ask(PutOut(1))
    evening.poll()
    assert evening.server.all_said(Dismiss) == [Dismiss(1, "put_out")]
    (joining,) = evening.server.all_said(Joining)
    assert joining.on
    assert joining.token not in link
    assert joining.code == evening.phones.state.code != code
    assert evening.phones.link.endswith(joining.token)
    evening.server.die()
    evening.poll()
    evening.poll()
    assert [opened.token for opened in evening.server.all_said(Open)] == [joining.token]


def test_who_comes_back_while_it_is_put_out_is_not_known_again(evening: Evening) -> None:
    evening.server.join(1, 0, "Eve")
    evening.poll()
    evening.phones.ask(PutOut(1))
    evening.server.arrive(1, known=True)  # on its way when the table decided
    evening.poll()
    assert evening.phones.state.phones == ()
    evening.server.die()
    evening.poll()
    evening.poll()
    (opened,) = evening.server.all_said(Open)
    assert opened.roster == ()


def test_points_of_phones_that_are_forgotten_are_forgotten(evening: Evening) -> None:
    evening.table.audience.ask(QUIZ)
    for number in range(1, 400):
        evening.server.join(number, None, f"n{number}")
        evening.server.act(number, GuessMove(1, ("a",)))
        evening.server.leave(number)
    evening.poll()
    evening.table.audience.reveal("1", ("a",))
    known = len(evening.table.roster.phones)
    assert known < 300
    score = evening.table.audience.score(399)
    assert score is not None
    assert score.of <= known


def test_old_pages_to_take_home_are_not_kept_for_the_next_server(evening: Evening) -> None:
    for number in range(3 * MAX_HOME_PAGES):
        evening.table.serve(HomePage(f"page-{number}", "<p>"))
    evening.server.die()
    evening.poll()
    evening.poll()
    kept = [page.key for page in evening.server.all_said(HomePage)]
    assert kept == [f"page-{n}" for n in range(2 * MAX_HOME_PAGES, 3 * MAX_HOME_PAGES)]
