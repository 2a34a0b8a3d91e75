"""The page Phones by mouse, fingers and keys, and the host's phone."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from tabletop.games import find_game
from tabletop.party.messages import Choose, Dismiss, Host, Joining, Remote, Sit
from tabletop.scenes.destinations import OpenGame, ShowAttract
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.match.pause import PauseScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.party.phones_page import PhonesPage, wifi_text
from tabletop.scenes.setup.quick_start import QuickStartPage
from tabletop.system.pin_lock import FILE_NAME, PinLock
from tabletop.ui.core.scene import Push
from tests.end_to_end.app_window import Room
from tests.end_to_end.posted_touches import Fingers, Keys, Mouse
from tests.party.fake_server import ADDRESS, PORT, FakeServer, FakeServers


class Table:
    """A room on the first page of Shoo, with a server."""

    def __init__(self, room: Room, servers: FakeServers) -> None:
        self.room = room
        self.servers = servers
        self.hands = Fingers(room)
        room.app.scenes.apply(Push(OpenGame(find_game("shoo"))))
        self.turn()

    def turn(self) -> None:
        for _ in range(3):
            self.room.turn(0.2)

    @property
    def server(self) -> FakeServer:
        return self.servers.last

    def open_phones(self) -> PhonesPage:
        self.hands.press("phones")
        self.turn()
        assert isinstance(self.room.top, PhonesPage)
        return self.room.top

    def make_host(self, phone: int) -> None:
        self.server.act(phone, Host("claim"))
        self.turn()
        self.hands.press("claim")
        self.hands.press("yes")
        self.turn()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    servers = FakeServers()
    with Room(tmp_path, server=servers) as room:
        yield Table(room, servers)


def test_the_button_lets_phones_in_and_the_page_shows_how(table: Table) -> None:
    assert table.servers.runs == []
    page = table.open_phones()
    assert table.room.table.settings["party.on"]
    assert f"{ADDRESS}:{PORT}" in table.room.said
    assert table.room.table.phones.link.startswith(f"http://{ADDRESS}:{PORT}/j/")
    before = table.room.pixels()
    table.server.join(1, 0, "Ada")
    table.server.join(2, None, "Ben")
    table.turn()
    assert table.room.pixels() != before
    table.hands.press("done")
    table.turn()
    start = table.room.top
    assert isinstance(start, QuickStartPage)
    assert start.setup.own_names[0] == "Ada"
    assert page.state.watching == 1


def test_a_phone_in_place_of_the_computer_makes_the_seat_a_persons(table: Table) -> None:
    start = table.room.top
    assert isinstance(start, QuickStartPage)
    table.hands.press("way:computer")
    assert start.setup.computers
    (seat,) = start.setup.computers
    table.room.table.change("party.on", True)
    table.turn()
    table.server.join(1, seat, "Ada")
    table.turn()
    assert start.setup.computers == ()
    assert start.setup.own_names[seat] == "Ada"


def test_joining_is_locked_and_opened_again(table: Table) -> None:
    table.open_phones()
    Mouse(table.room).press("lock")
    table.turn()
    assert [each.on for each in table.server.all_said(Joining)] == [False]
    Mouse(table.room).press("unlock")
    table.turn()
    assert [each.on for each in table.server.all_said(Joining)] == [False, True]


def test_a_seated_phone_and_a_spectator_are_put_out(table: Table) -> None:
    table.open_phones()
    table.server.join(1, 0, "Ada")
    for number in range(2, 9):
        table.server.join(number, None, f"G{number}")
    table.turn()
    table.hands.press("seat:0")
    table.hands.press("no")
    table.turn()
    assert table.server.all_said(Dismiss) == []
    table.hands.press("seat:0")
    table.hands.press("out")
    table.turn()
    assert [each.phone for each in table.server.all_said(Dismiss)] == [1]
    table.hands.press("watch")
    table.hands.press("more")
    table.hands.press("phone:8")
    table.hands.press("out")
    table.turn()
    assert [each.phone for each in table.server.all_said(Dismiss)] == [1, 8]


def test_phones_are_turned_off_by_keys(table: Table) -> None:
    table.open_phones()
    keys = Keys(table.room)
    top = table.room.top
    assert isinstance(top, PhonesPage)
    keys.press(pygame.K_RIGHT)
    for _ in range(12):
        if top.buttons.focus == "off":
            break
        keys.press(pygame.K_TAB)
    keys.press(pygame.K_RETURN)
    table.turn()
    assert not table.room.table.settings["party.on"]
    assert table.server.closed
    assert isinstance(table.room.top, QuickStartPage)


@pytest.mark.parametrize(
    ("name", "password", "text"),
    [
        ("Sunnyside", "", "WIFI:T:nopass;S:Sunnyside;;"),
        ('a;b:"c"', "p,\\q", 'WIFI:T:WPA;S:a\\;b\\:\\"c\\";P:p\\,\\\\q;;'),
    ],
)
def test_the_code_of_the_wifi(name: str, password: str, text: str) -> None:
    assert wifi_text(name, password) == text


def test_the_password_of_the_wifi_is_in_no_word(tmp_path: Path) -> None:
    servers = FakeServers()
    with Room(
        tmp_path, server=servers, party_wifi_name="Sunnyside", party_wifi_password="hunter22"
    ) as room:
        table = Table(room, servers)
        table.open_phones()
        assert "Sunnyside" in room.said
        assert "hunter22" not in room.said


def test_the_host_is_confirmed_at_the_table_and_commands_it(table: Table) -> None:
    table.open_phones()
    table.server.join(1, 0, "Ada")
    table.server.join(2, 1, "Ben")
    table.turn()
    table.server.act(1, Host("volume", number=10))
    table.server.act(1, Remote("back"))
    table.turn()
    assert table.room.table.settings["sound.volume"] == 60
    assert isinstance(table.room.top, PhonesPage)
    table.make_host(1)
    assert table.server.you(1).host
    assert not table.server.you(2).host
    table.server.act(1, Host("volume", number=10))
    table.turn()
    assert table.room.table.settings["sound.volume"] == 10
    panel = table.server.you(1).panel
    assert panel is not None
    assert panel.volume == 10
    assert [guest.name for guest in panel.guests] == ["Ada", "Ben"]
    assert len(panel.games) == 5
    table.server.act(1, Remote("back"))
    table.turn()
    assert isinstance(table.room.top, QuickStartPage)


def test_the_host_pauses_blanks_moves_and_chooses_the_next_game(table: Table) -> None:
    table.open_phones()
    table.server.join(1, 0, "Ada")
    table.server.join(2, 1, "Ben")
    table.turn()
    table.make_host(1)
    table.hands.press("done")
    table.hands.press("start")
    table.turn()
    assert isinstance(table.room.top, MatchScene)
    table.server.act(1, Host("pause"))
    table.turn()
    assert isinstance(table.room.top, PauseScene)
    panel = table.server.you(1).panel
    assert panel is not None
    assert panel.paused
    table.server.act(1, Host("resume"))
    table.turn()
    assert isinstance(table.room.top, MatchScene)
    table.server.act(1, Host("blank"))
    table.turn()
    assert table.room.table.blackout.laid == "dark"
    table.server.act(1, Host("blank"))
    table.turn()
    assert not table.room.table.blackout.active
    table.server.act(1, Host("move", number=2, seat=0))
    table.turn()
    assert table.server.you(2).seat == 0
    assert table.server.you(1).seat is None
    table.server.act(1, Host("put_out", number=2))
    table.turn()
    assert [each.phone for each in table.server.all_said(Dismiss)] == [2]
    table.server.act(1, Host("joining", text="off"))
    table.server.act(1, Host("reactions", text="off"))
    table.server.act(1, Host("next", text="shout7"))
    table.turn()
    assert not table.room.table.phones.state.joining
    assert not table.room.table.settings["party.reactions"]
    top = table.room.top
    assert isinstance(top, QuickStartPage)
    assert top.setup.game.key == "shout7"


def test_in_kiosk_mode_only_the_pin_makes_a_host(tmp_path: Path) -> None:
    lock = PinLock(tmp_path / FILE_NAME)
    lock.set_pin("2580")
    lock.wait()
    servers = FakeServers()
    with Room(
        tmp_path, server=servers, kiosk_level="kiosk", party_kiosk=True, party_on=True
    ) as room:
        table = Table(room, servers)
        table.open_phones()
        assert {button.key for button in room.top.buttons.buttons}.isdisjoint({"lock", "off"})  # type: ignore[attr-defined]
        table.server.join(1, 0, "Ada")
        table.server.act(1, Host("claim", text="1111"))
        table.turn()
        wait_for(table, lambda: bool(table.server.you(1).refused))
        assert not table.server.you(1).host
        table.server.act(1, Host("claim", text="2580"))
        wait_for(table, lambda: table.server.you(1).host)
        assert PinLock(tmp_path / FILE_NAME).failed == 0  # the operator is not locked out


def wait_for(table: Table, there: Callable[[], bool]) -> None:
    for _ in range(200):
        if there():
            return
        table.room.turn(0.05)
        pygame.time.wait(20)
    raise AssertionError("it does not come")


def test_a_guest_without_seats_can_still_join_at_the_menu(tmp_path: Path) -> None:
    servers = FakeServers()
    with Room(tmp_path, server=servers, party_on=True) as room:
        assert isinstance(room.top, MenuScene)
        room.turn()
        servers.last.arrive(1)
        servers.last.act(1, Sit(None, "Ada"))
        for _ in range(3):
            room.turn(0.2)
        assert servers.last.you(1).joined
        assert servers.last.you(1).seats == ()
        assert servers.last.view(1)["type"] == "wait"


def test_who_queues_is_called_although_the_games_play_themselves(tmp_path: Path) -> None:
    servers = FakeServers()
    with Room(tmp_path, server=servers, party_on=True) as room:
        room.app.scenes.apply(Push(ShowAttract()))
        room.turn()
        servers.last.join(1, None, "Ada")
        for _ in range(3):
            room.turn(0.2)
        waiting = servers.last.view(1)
        servers.last.act(1, Choose("queue"))
        for _ in range(3):
            room.turn(0.2)
        assert servers.last.view(1)["title"] != waiting["title"]
        assert [each["key"] for each in servers.last.view(1)["choices"]] == ["unqueue"]
