"""A table that people walk away from: hands, time without them, and what is asked then."""

from tabletop.scenes.attract.scene import AttractScene
from tabletop.scenes.kiosk.idle_watcher import SavedCodePage, StillPlayingPrompt
from tabletop.storage.match_codes import parse_code
from tabletop.ui.core.canvas import Point
from tabletop.ui.core.frame import turn_point
from tests.end_to_end.app_window import Room
from tests.end_to_end.playing import play, sit_down
from tests.end_to_end.pointing import Eye
from tests.end_to_end.posted_touches import Fingers
from tests.end_to_end.scripted_players import PLAYERS

GAME = "trelawney"
PATIENCE = 90.0
COUNTDOWN = 20.0


def begun(room: Room, plies: int = 2) -> tuple[Fingers, Eye]:
    hands = Fingers(room)
    eye = sit_down(room, hands, GAME, facing=True)
    play(room, hands, eye, PLAYERS[GAME], plies)
    room.rest()
    return hands, eye


def wait(room: Room, seconds: float, step: float = 0.5) -> None:
    for _ in range(round(seconds / step)):
        room.turn(step)


def question(room: Room) -> StillPlayingPrompt | None:
    return room.app.kiosk_overlays.idle_watcher.question


def asked(room: Room) -> set[int]:
    stands = question(room)
    return set() if stands is None else set(stands.seats)


def at_panel(room: Room, seat: int) -> tuple[int, int]:
    """A place in a seat's panel that is nothing else."""
    panel = room.scene.board.layout.panels[seat]
    at: Point = (panel.box.centre[0], panel.box.y + 0.42 * panel.box.h)
    return room.scene.board.layout.canvas.to_pixels(turn_point(at, panel.turns, panel.about))


def wait_beside(room: Room, hands: Fingers, seat: int, seconds: float) -> None:
    """Time goes by in which only the people of one seat touch the table."""
    for _ in range(round(seconds / 10)):
        wait(room, 10)
        hands.tap(at_panel(room, seat))
    room.turn(0.5)


def acting(room: Room) -> int:
    return room.match.game.acting(room.match.state)


def all_gone(room: Room) -> None:
    """Nobody answers, and the table shows its games."""
    wait(room, PATIENCE + COUNTDOWN + 1)
    assert isinstance(room.top, AttractScene)


def code_shown(room: Room) -> str:
    """All have gone; one comes back, touches the table, and is shown the code."""
    all_gone(room)
    Fingers(room).tap((600, 400))
    room.turn()
    page = room.top
    assert isinstance(page, SavedCodePage)
    assert parse_code(page.code) == page.code
    return page.code
