"""Phones in the real main loop, with a server that the test plays."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tabletop.engine import say
from tabletop.games import find_game
from tabletop.input.actions import (
    Action,
    Cancel,
    Down,
    Drop,
    LeaveSeat,
    Press,
    PressKey,
    Pull,
    TakeSeat,
    Tap,
    TouchSpot,
    Twist,
    WriteText,
)
from tabletop.input.phones import MakeHost
from tabletop.party.messages import (
    Choose,
    Consider,
    Contact,
    Dismiss,
    Host,
    Show,
    Sit,
    Speak,
    Tell,
    Throw,
    Touch,
    Turn,
    Write,
)
from tabletop.party.views import SeatPlate, View, WaitView
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.home.title_page import TitleScene
from tabletop.scenes.match.pause import end_question
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.scene import Change, Pop, Push, Scene
from tabletop.ui.widgets.question_dialog import QuestionDialog
from tests.end_to_end.app_window import Room
from tests.end_to_end.posted_touches import Fingers
from tests.party.fake_server import FakeServer, FakeServers
from tests.scenes.kiosk.idle_table import wait
from tests.scenes.setups import make_setup


class Stage(Scene):
    """A page with two seats that writes down what it gets."""

    takes_phone_contacts = True

    def __init__(self, names: tuple[str, ...] = ("", "")) -> None:
        self.got: list[Action] = []
        self.shown = "A"
        self.names = names

    def handle(self, action: Action, /) -> Change:
        self.got.append(action)
        return None

    def phone_state(self) -> object:
        return self.shown

    def phone_seats(self, context: UiContext) -> tuple[SeatPlate, ...]:
        side = context.translate(say("keep.keep", "Keep it"))
        return tuple(
            SeatPlate(number, side, name, "#000000", "#ffffff", "#ffffff", "disc", free=True)
            for number, name in enumerate(self.names)
        )

    def phone_view(self, seat: int | None, context: UiContext) -> View:
        return WaitView(f"{self.shown} {seat}", context.language)

    def of_phones(self) -> list[Action]:
        return [action for action in self.got if action.source == "phone"]


class Party:
    """A room with the page `Stage` on top and a server."""

    def __init__(self, data_dir: Path, servers: FakeServers) -> None:
        self.servers = servers
        self.stage = Stage()
        self.room = Room(data_dir, server=servers, party_on=True)
        self.show(self.stage)

    def show(self, stage: Stage) -> Stage:
        self.stage = stage
        self.room.app.scenes.apply(Push(stage))
        self.turn()
        return stage

    @property
    def server(self) -> FakeServer:
        return self.servers.last

    def turn(self, seconds: float = 0.2) -> None:
        self.room.turn(seconds)
        self.room.turn(seconds)


@pytest.fixture
def party(tmp_path: Path) -> Iterator[Party]:
    party = Party(tmp_path, FakeServers())
    yield party
    party.room.close()


def test_what_a_seated_phone_does_reaches_the_scene_with_its_seat(party: Party) -> None:
    party.server.join(1, 1, "Ada")
    for act in (
        Touch("e5"),
        Consider("e6"),
        Consider(""),
        Choose("pass"),
        Throw(),
        Write("a fox"),
        Contact("down", 0, 1.0, 2.0),
        Contact("move", 0, 1.1, 2.0),
        Contact("move", 0, 3.0, 2.0),
        Contact("up", 0, 3.0, 2.5),
        Contact("down", 1, 4.0, 4.0),
        Contact("up", 1, 4.1, 4.0),
        Contact("down", 2, 5.0, 5.0),
        Contact("cancel", 2, 5.0, 5.0),
        Turn(by=-2, flip=True),
    ):
        party.server.act(1, act)
    party.turn()
    got: list[Any] = [*party.stage.of_phones()]
    assert got[0] == TakeSeat(source="phone", seat=1, name="Ada")
    assert {action.seat for action in got} == {1}
    assert [type(action) for action in got[1:]] == [
        TouchSpot, TouchSpot, TouchSpot, PressKey, TouchSpot, WriteText,
        Down, Pull, Drop, Down, Tap, Down, Cancel, Twist, Press,
    ]  # fmt: skip
    drag, tap, ended = got[7:10], got[10:12], got[12:14]
    numbers = [{action.contact for action in part} for part in (drag, tap, ended)]
    assert [len(each) for each in numbers] == [1, 1, 1]
    assert len(set.union(*numbers)) == 3
    assert drag[2].began == (1.0, 2.0)
    assert drag[2].at == (3.0, 2.5)


def test_a_spectator_and_an_unknown_phone_play_nothing(party: Party) -> None:
    party.server.join(1, None, "Ada")
    for phone in (1, 7):
        for act in (Touch("e5"), Choose("pass"), Throw(), Contact("down", 0, 1, 1)):
            party.server.act(phone, act)
    party.turn()
    assert party.stage.of_phones() == []
    assert party.server.you(1).joined


def test_fingers_of_phones_reach_only_scenes_that_show_them_pieces(party: Party) -> None:
    party.server.join(1, 0, "Ada")
    party.turn()
    party.stage.takes_phone_contacts = False
    party.server.act(1, Contact("down", 0, 60, 60))
    party.server.act(1, Contact("up", 0, 60, 60))
    party.turn()
    assert [type(action) for action in party.stage.of_phones()] == [TakeSeat]


def test_a_finger_on_a_phone_that_leaves_is_lifted(party: Party) -> None:
    party.server.join(1, 0, "Ada")
    party.server.act(1, Contact("down", 0, 2, 3))
    party.server.leave(1)
    party.turn()
    down, ended = party.stage.of_phones()[1:]
    assert isinstance(down, Down)
    assert isinstance(ended, Cancel)
    assert ended.contact == down.contact


def test_views_are_made_for_each_seat_and_language_and_sent_only_when_they_change(
    party: Party,
) -> None:
    server = party.server
    server.join(1, 0, "Ada")
    server.join(2, 1, "Ben", "de-AT")
    server.join(3, None, "Cleo", "de")
    server.join(4, None, "Dan", "de")
    party.turn()
    assert [server.view(phone)["title"] for phone in (1, 2, 3)] == ["A 0", "A 1", "A None"]
    assert server.view(2)["text"] == "de"
    assert server.you(1).seats[0].side == "Keep it"
    assert server.you(2).seats[0].side != "Keep it"
    audience = [show for show in server.all_said(Show) if 3 in show.phones]
    assert [show.phones for show in audience] == [(3, 4)]
    before = len(server.said)
    for _ in range(20):
        party.turn()
    assert len(server.said) == before
    party.stage.shown = "B"
    party.turn()
    assert len(server.all_said(Show)) == len({"seat 0", "seat 1", "audience"}) * 2
    assert server.view(1)["title"] == "B 0"
    server.act(3, Speak("fr"))
    party.turn()
    assert server.view(3)["text"] == "fr"
    assert server.view(4)["text"] == "de"


def test_at_most_ten_views_a_second_and_the_last_one_is_not_lost(party: Party) -> None:
    party.server.join(1, 0, "Ada")
    party.turn()
    before = len(party.server.all_said(Show))
    for number in range(60):
        party.stage.shown = str(number)
        party.room.turn(1 / 60)
    assert 8 <= len(party.server.all_said(Show)) - before <= 11
    party.turn()
    assert party.server.view(1)["title"] == "59 0"


def test_seats_are_told_with_who_holds_them(party: Party) -> None:
    server = party.server
    server.join(1, 0, "Ada")
    server.arrive(2)
    party.turn()
    seat, other = server.you(2).seats
    assert (seat.name, seat.taken, seat.free) == ("Ada", "phone", False)
    assert (other.taken, other.free) == ("", True)
    assert not server.you(2).joined
    assert not [show for show in server.all_said(Show) if 2 in show.phones]
    server.leave(1)
    party.turn()
    assert server.you(2).seats[0].taken == "away"


def test_a_lost_process_is_started_again_with_all_phones(party: Party) -> None:
    party.server.join(1, 1, "Ada", "fr")
    party.turn()
    first = party.server
    first.die()
    party.turn()
    party.turn()
    assert len(party.servers.runs) == 2
    opened = party.server.said[0]
    assert opened.token == first.said[0].token  # type: ignore[union-attr]
    assert opened.code == first.said[0].code  # type: ignore[union-attr]
    assert [(each.phone, each.secret, each.language) for each in opened.roster] == [  # type: ignore[union-attr]
        (1, "secret 1", "fr")
    ]
    party.server.arrive(1, "fr", known=True)
    party.turn()
    assert party.server.you(1).seat == 1
    assert party.server.view(1)["title"] == "A 1"
    party.server.act(1, Touch("e5"))
    party.turn()
    assert party.stage.of_phones()[-1] == TouchSpot(source="phone", seat=1, spot="e5")


def test_a_process_that_hangs_is_killed(party: Party) -> None:
    first = party.server
    first.beats = False
    for _ in range(12):
        party.turn(1.0)
    assert first.killed
    assert len(party.servers.runs) > 1


def test_a_seat_of_another_phone_is_taken_only_with_the_consent_of_the_table(party: Party) -> None:
    server = party.server
    server.join(1, 0, "Ada")
    server.join(2, 0, "Ben")
    party.turn()
    assert server.you(2).seat is None
    assert server.you(2).refused
    hands = Fingers(party.room)
    hands.press("no")
    party.turn()
    assert server.you(2).seat is None
    assert server.you(1).seat == 0
    for _ in range(4):
        party.turn(5)
    server.act(2, Sit(0, "Ben"))
    party.turn()
    server.act(1, Choose("yes"))  # no phone answers for the table
    party.turn()
    assert server.you(2).seat is None
    hands.press("yes")
    party.turn()
    assert server.you(2).seat == 0
    assert server.you(1).seat is None
    assert party.stage.of_phones()[-1] == TakeSeat(source="phone", seat=0, name="Ben")


def test_a_phone_is_told_when_nobody_at_the_table_answers(party: Party) -> None:
    server = party.server
    server.join(1, 0, "Ada")
    server.join(2, 0, "Ben")
    party.turn()
    asking = server.you(2).refused
    Fingers(party.room).press("no")
    party.turn()
    told_no = server.you(2).refused
    for _ in range(8):
        party.turn(5)
    server.act(2, Sit(0, "Ben"))
    party.turn()
    assert server.you(2).refused == asking
    for _ in range(12):
        party.turn(5)
    assert server.you(2).seat is None
    assert server.you(2).refused not in ("", asking, told_no)


def test_switching_phones_off_ends_the_process_and_forgets_them(party: Party) -> None:
    party.server.join(1, 0, "Ada")
    party.turn()
    assert party.room.table.phones.link
    party.room.table.change("party.on", False)
    party.turn()
    assert party.room.table.phones.state.status == "off"
    assert party.room.table.phones.link == ""


def test_who_is_put_out_is_dismissed_and_its_seat_is_free(party: Party) -> None:
    from tabletop.input.phones import PutOut

    party.server.join(1, 0, "Ada")
    party.turn()
    party.room.table.phones.ask(PutOut(1))
    party.turn()
    assert party.server.all_said(Dismiss) == [Dismiss(1, "put_out")]
    assert party.stage.of_phones()[-1] == LeaveSeat(source="phone", seat=0)
    assert party.room.table.phones.state.phones == ()


def test_phones_follow_their_names_to_the_next_match(party: Party) -> None:
    party.server.join(1, 0, "Ada")
    party.server.join(2, 1, "Ben")
    party.turn()
    stage = party.show(Stage(("Ben", "Ada")))
    party.turn()
    assert party.server.you(1).seat == 1
    assert party.server.you(2).seat == 0
    assert [action.seat for action in stage.of_phones()] == [1, 0]
    party.show(Stage(("Cleo", "Dora")))
    party.turn()
    assert party.server.you(1).seat is None
    assert [told.you.seat for told in party.server.all_said(Tell)][-2:] == [None, None]


def test_in_kiosk_mode_phones_need_the_permission_of_the_operator(tmp_path: Path) -> None:
    servers = FakeServers()
    with Room(tmp_path, server=servers, party_on=True, kiosk_level="kiosk") as room:
        room.turn()
        assert servers.runs == []
        room.table.settings = room.table.settings.but({"party.kiosk": True})
        room.turn()
        (server,) = servers.runs
        assert server.said[0].filtered  # type: ignore[union-attr]


def test_phones_of_a_home_are_unknown_once_strangers_use_the_table(tmp_path: Path) -> None:
    servers = FakeServers()
    with Room(tmp_path, server=servers, party_on=True, party_kiosk=True) as room:
        room.turn()
        servers.last.join(1, None, "Ada")
        servers.last.act(1, Host("claim"))
        room.turn()
        room.table.phones.ask(MakeHost(1))
        room.turn()
        (phone,) = room.table.phones.state.phones
        assert phone.host
        link = room.table.phones.link
        room.table.settings = room.table.settings.but({"kiosk.level": "kiosk"})
        room.turn()
        room.turn()
        assert len(servers.runs) == 2
        assert room.table.phones.state.phones == ()
        assert room.table.phones.link != link
        servers.last.join(1, None, "Eve")
        servers.last.act(1, Host("claim"))
        room.turn()
        assert room.table.phones.state.claims == ()


def test_phones_see_nothing_of_the_pages_of_the_operator(party: Party) -> None:
    party.server.join(1, None, "Ada")
    party.turn()
    assert party.server.view(1)["title"] == "A None"
    stage = Stage()
    stage.of_operator = True
    party.show(stage)
    party.turn()
    assert "A None" not in str(party.server.view(1))


def test_no_phone_of_a_seat_closes_the_table(party: Party) -> None:
    party.server.join(1, 0, "Ada")
    party.turn()
    party.room.app.scenes.apply(Pop())
    party.room.turn()
    assert isinstance(party.room.top, MenuScene)
    party.room.app.scenes.apply(party.room.top.pressed("close"))
    party.turn()
    assert isinstance(party.room.top, QuestionDialog)
    assert not party.server.view(1).get("choices")
    party.server.act(1, Choose("close"))
    party.turn()
    assert isinstance(party.room.top, QuestionDialog)


def test_who_asks_for_a_seat_does_not_keep_a_kiosk_awake(tmp_path: Path) -> None:
    servers = FakeServers()
    with Room(
        tmp_path, server=servers, party_on=True, party_kiosk=True, kiosk_level="kiosk"
    ) as room:
        room.app.scenes.apply(Push(Stage()))
        room.turn()
        servers.last.join(1, 0, "Ada")
        servers.last.join(2, None, "Eve")
        room.turn()
        wait(room, 50, step=2)
        servers.last.act(2, Sit(0, "Eve"))
        room.turn()
        assert isinstance(room.top, QuestionDialog)
        wait(room, 36, step=2)  # the question counts as a no
        assert isinstance(room.top, TitleScene)


def test_phones_of_people_who_have_left_a_kiosk_hold_no_seats(tmp_path: Path) -> None:
    servers = FakeServers()
    with Room(
        tmp_path, server=servers, party_on=True, party_kiosk=True, kiosk_level="kiosk"
    ) as room:
        room.app.scenes.apply(Push(Stage()))
        room.turn()
        servers.last.join(1, 0, "Ada")
        room.turn()
        assert room.table.phones.state.at_seat(0) is not None
        wait(room, 70, step=2)
        assert isinstance(room.top, TitleScene)
        assert room.table.phones.state.at_seat(0) is None
        room.app.scenes.apply(Push(Stage()))
        room.turn()
        room.turn()
        assert room.table.phones.state.at_seat(0) is None
        assert [phone.name for phone in room.table.phones.state.phones] == ["Ada"]


def test_no_phone_resigns_for_another_seat(party: Party) -> None:
    party.server.join(1, 0, "Ada")
    party.server.join(2, 1, "Ben")
    party.turn()
    setup = make_setup(find_game("shoo"), seats=2)
    party.room.app.scenes.apply(
        Push(end_question(setup.start(party.room.table), "resign", setup, 0, 0))
    )
    party.turn()
    assert not party.server.view(2).get("choices")
    party.server.act(2, Choose("yes"))
    party.turn()
    assert isinstance(party.room.top, QuestionDialog)
