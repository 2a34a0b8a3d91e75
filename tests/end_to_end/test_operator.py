"""A locked kiosk in the main loop: visitors cannot leave, the operator can unlock it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from tabletop.app.session_replay import SessionReplay, load_recording
from tabletop.input.actions import Action, Opening
from tabletop.scenes.home.title_page import TitleScene
from tabletop.scenes.kiosk.operator_pages import EnterPin, OperatorPage, PinPad
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.setup.quick_start import QuickStartPage
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.widgets.question_dialog import QuestionDialog
from tests.end_to_end.app_window import WINDOW, Room
from tests.end_to_end.playing import play, sit_down
from tests.end_to_end.posted_touches import Fingers, Keys
from tests.end_to_end.scripted_players import PLAYERS
from tests.scenes.kiosk.locked_table import PIN, WRONG, quick_hashes, set_pin

CORNERS = ((4, 4), (WINDOW[0] - 5, WINDOW[1] - 5))


class Hours:
    """A source that says what it is told to say."""

    name = "opening hours"

    def __init__(self) -> None:
        self.next: list[Action] = []

    def start(self) -> None:
        """Nothing."""

    def poll(self) -> list[Action]:
        said, self.next = self.next, []
        return said

    def stop(self) -> None:
        """Nothing."""

    def say(self, *, open_: bool, left: int = 0) -> None:
        self.next.append(Opening(source=self.name, open=open_, left=left))


@pytest.fixture(autouse=True)
def _quick() -> Iterator[None]:
    with quick_hashes():
        yield


def kiosk(folder: Path, hours: Hours | None = None, **more: object) -> Room:
    def sources(table: AppContext) -> list[Hours]:
        set_pin(table)
        return [hours] if hours is not None else []

    settings = {"kiosk_level": "kiosk", "idle_on": "never", "attract_on": "never", **more}
    return Room(folder, sources=sources, **settings)  # type: ignore[arg-type]


def hold(room: Room, hands: Fingers) -> None:
    for number, at in enumerate(CORNERS, 11):
        hands.down(at, number)
    for _ in range(32):
        room.turn(0.1)
    for number in (11, 12):
        hands.up(number)


def enter(room: Room, hands: Fingers, pin: str) -> None:
    for digit in pin:
        hands.press(f"digit:{digit}")
    hands.press("done")
    room.app.kiosk_overlays.unlock.pin_lock.wait()
    room.turn()
    room.turn()


def test_the_operator_comes_into_a_game_and_leaves_it_as_it_was(tmp_path: Path) -> None:
    with kiosk(tmp_path) as room:
        hands = Fingers(room)
        eye = sit_down(room, hands, "trelawney")
        play(room, hands, eye, PLAYERS["trelawney"], 2)
        room.rest()
        plies = len(room.match.plies)
        hold(room, hands)
        assert isinstance(room.top, PinPad)
        assert isinstance(room.top.task, EnterPin)
        enter(room, hands, WRONG)
        assert isinstance(room.top, PinPad)
        assert isinstance(room.top.task, EnterPin)
        enter(room, hands, PIN)
        assert isinstance(room.top, OperatorPage)
        hands.press("loud")
        hands.press("kiosk.loudest=1")
        for _ in range(62):
            room.turn(1.0)
        assert type(room.scene) is MatchScene
        assert room.table.locked
        assert room.table.settings["kiosk.loudest"] == 25
        assert len(room.match.plies) == plies
        play(room, hands, eye, PLAYERS["trelawney"], 1)
        assert len(room.match.plies) == plies + 1


def test_no_key_and_no_window_event_leads_out(tmp_path: Path) -> None:
    with kiosk(tmp_path) as room:
        keys = Keys(room)
        for _ in range(5):
            for key in (pygame.K_ESCAPE, pygame.K_AC_BACK, pygame.K_b, pygame.K_p, pygame.K_F11):
                keys.press(key)
            for key, mod in (
                (pygame.K_F4, pygame.KMOD_ALT),
                (pygame.K_q, pygame.KMOD_CTRL),
                (pygame.K_w, pygame.KMOD_CTRL),
                (pygame.K_RETURN, pygame.KMOD_ALT),
                (pygame.K_RETURN, 0),
            ):
                keys.press(key, mod)
            for kind in (pygame.QUIT, pygame.WINDOWCLOSE):
                pygame.event.post(pygame.event.Event(kind))
                room.turn()
            assert room.app.scenes.running
            assert not room.table.blackout.active
            assert not room.display.fullscreen


def test_the_chord_opens_the_pad_and_digits_of_a_keyboard_are_taken(tmp_path: Path) -> None:
    with kiosk(tmp_path) as room:
        Keys(room).press(pygame.K_o, pygame.KMOD_LCTRL | pygame.KMOD_LALT)
        room.turn()
        assert isinstance(room.top, PinPad)
        assert isinstance(room.top.task, EnterPin)
        for digit in PIN:
            key = pygame.key.key_code(digit)
            fields = {"key": key, "mod": 0, "unicode": digit, "scancode": 0}
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, fields))
            pygame.event.post(pygame.event.Event(pygame.KEYUP, fields))
            room.turn()
        Keys(room).press(pygame.K_RETURN)
        room.app.kiosk_overlays.unlock.pin_lock.wait()
        room.turn()
        assert isinstance(room.top, OperatorPage)


def test_at_night_it_is_dark_and_the_operator_still_comes_in(tmp_path: Path) -> None:
    hours = Hours()
    with kiosk(tmp_path, hours) as room:
        hands = Fingers(room)
        hours.say(open_=False)
        room.turn()
        room.turn()
        assert room.table.blackout.laid == "closed"
        assert pygame.display.get_allow_screensaver()
        middle = room.display.surface.get_at((WINDOW[0] // 2, WINDOW[1] // 4))
        assert tuple(middle)[:3] == (0, 0, 0)
        hands.tap((WINDOW[0] // 2, WINDOW[1] // 2))
        Keys(room).press(pygame.K_RETURN)
        assert isinstance(room.top, TitleScene)
        hold(room, hands)
        assert isinstance(room.top, PinPad)
        assert isinstance(room.top.task, EnterPin)
        enter(room, hands, PIN)
        assert isinstance(room.top, OperatorPage)
        hands.press("leave")
        room.turn()
        room.turn()
        assert room.table.blackout.laid == "closed"
        hours.say(open_=True)
        room.turn()
        room.turn()
        assert not room.table.blackout.active
        assert not pygame.display.get_allow_screensaver()


def test_a_table_at_night_wakes_once_a_minute(tmp_path: Path) -> None:
    hours = Hours()
    with kiosk(tmp_path, hours) as room:
        hours.say(open_=False)
        room.turn()
        room.turn()
        assert room.app.wakes_in() > 50.0


def test_the_host_of_a_locked_table_restarts_it_with_an_exit_code(tmp_path: Path) -> None:
    with kiosk(tmp_path) as room:
        hands = Fingers(room)
        hold(room, hands)
        enter(room, hands, PIN)
        hands.press("restart")
        hands.press("end")
        assert not room.app.scenes.running
        assert room.table.exit_code == 75
        assert room.app.run() == 75


def test_no_digit_of_a_pin_comes_into_a_written_evening(tmp_path: Path) -> None:
    hours = Hours()
    diary = tmp_path / "evening.jsonl"
    with kiosk(tmp_path, hours, diary=diary) as room:
        hands = Fingers(room)
        hours.say(open_=True, left=10)
        room.turn()
        hold(room, hands)
        assert isinstance(room.top, QuestionDialog)
        assert room.top.of_operator
        hands.press("leave")
        hands.press("game:shoo")
        assert isinstance(room.top, QuickStartPage)
        hours.say(open_=False)
        room.turn()
        room.turn()
        assert room.table.blackout.laid == "closed"
        seen = room.pixels()
    lines = [json.loads(line) for line in diary.read_text("utf-8").splitlines()]
    said = [action["do"] for line in lines for action in line.get("do", ())]
    assert said.count("Opening") == 2
    assert "Typed" not in said
    (tmp_path / "again").mkdir()
    playback = SessionReplay(load_recording(diary), tmp_path / "again")
    try:
        playback.run()
        assert playback.table.blackout.laid == "closed"
        assert pygame.image.tobytes(playback.surface, "RGB") == seen
    finally:
        playback.close()
