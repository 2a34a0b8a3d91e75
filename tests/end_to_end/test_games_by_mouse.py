"""Whole games by mouse with the real program on a real display."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop.engine import Match, Record
from tabletop.games import find_game
from tabletop.settings import FILE_NAME, Settings
from tabletop.system import crashes
from tests.end_to_end.expected_pages import Twin
from tests.end_to_end.pointing import STYLES, Eye
from tests.end_to_end.real_window import SIZE, Desk
from tests.end_to_end.scripted_players import PLAYERS, Player
from tests.lanes import slow_except

CLOSED_FROM_OUTSIDE = ("shout7", "shoo")
TINY = (300, 220)
CORNER = (16, 16)
"""Where on the title there is nothing."""
MOVING = ("trelawney",)
"""The games in which the pieces move; in the others every ply is there at once."""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with Desk(tmp_path) as opened:
        opened.data.mkdir()
        yield opened


@pytest.fixture
def twin(tmp_path: Path) -> Iterator[Twin]:
    opened = Twin(tmp_path / "twin", Settings(), SIZE)
    yield opened
    opened.close()


@pytest.mark.parametrize("key", slow_except(PLAYERS, "shout7"))
def test_a_whole_game_is_played_by_mouse(desk: Desk, twin: Twin, key: str) -> None:
    """Every ply is saved when it is played; the window looks as it should wherever it rests."""
    speed = "fast" if key in MOVING else "off"
    (desk.data / FILE_NAME).write_text(f'[look]\nspeed = "{speed}"\n')
    desk.start()
    reach_the_board(desk, twin, key)
    match = Match(find_game(key))
    eye = Eye(match, SIZE)
    finished = play(desk, eye, PLAYERS[key], 400)
    assert finished.ended() == match.outcome
    result = twin.finished(finished)
    again, picture = twin.button(result.top, "again"), twin.drawn(result)
    desk.click(again)  # too early: hands are still busy with the game
    desk.wait("the result", lambda: desk.shows(picture))
    desk.click(again)

    eye = Eye(Match(find_game(key)), SIZE, players=(1, 0))
    running = play(desk, eye, PLAYERS[key], 1)
    assert dict(running.extra)["People"] == "1,0"
    desk.click(eye.tool("menu"))
    paused = twin.paused(running)
    desk.click(twin.button(paused, "leave"))
    twin.keep(running, "running")
    leave(desk, twin, outside=key in CLOSED_FROM_OUTSIDE)


@pytest.mark.slow
def test_a_program_that_is_killed_has_the_match_on_the_table_when_it_starts_again(
    desk: Desk, twin: Twin
) -> None:
    (desk.data / FILE_NAME).write_text('[look]\nspeed = "off"\n')
    desk.start()
    reach_the_board(desk, twin, "trelawney")
    match = Match(find_game("trelawney"))
    eye = Eye(match, SIZE)
    play(desk, eye, PLAYERS["trelawney"], 5)
    time.sleep(1)
    left = desk.picture()
    desk.kill()
    desk.start()
    desk.wait("the match as it was", lambda: desk.shows(left))
    assert len(play(desk, eye, PLAYERS["trelawney"], 3).plies) == 8
    desk.close_window()
    assert desk.ended() == 0
    assert crashes.read_history(desk.data).restarts == 1, (
        "the second start has noticed the death of the first"
    )
    assert desk.complaints == "the previous run ended unexpectedly\n"


@pytest.mark.slow
def test_a_window_can_be_made_tiny_in_the_middle_of_a_ply(desk: Desk, twin: Twin) -> None:
    """One piece is picked in the large window, the other one in the small one."""
    (desk.data / FILE_NAME).write_text('[look]\nspeed = "off"\n')
    desk.start("--windowed")
    reach_the_board(desk, twin, "shoo")
    match = Match(find_game("shoo"))
    large, small = Eye(match, SIZE), Eye(match, TINY)
    player = PLAYERS["shoo"]
    for number, (first, second) in enumerate([(large, small), (small, large)] * 2):
        ply = player(match)
        start, end = first.gestures(ply)[0], second.gestures(ply)[1]
        desk.make([start])
        desk.resize(second.canvas.size)
        desk.make([end])
        desk.wait(f"ply {ply}", lambda: saved(desk) == number + 1)  # noqa: B023
        match.play(ply)
    record = desk.record()
    assert record is not None
    assert record.plies == tuple(str(ply.move) for ply in match.plies)
    desk.close_window()
    assert_sound_end(desk)


def reach_the_board(desk: Desk, twin: Twin, key: str) -> None:
    """From the title, when it has come, to a board for people who have read the goal."""
    menu, page = twin.menu(), twin.start(key)
    opened, offered = twin.drawn(menu), twin.drawn(page)
    pass_the_title(desk, twin)
    desk.wait("the menu", lambda: desk.shows(opened))
    desk.click(twin.button(menu, f"game:{key}"))
    desk.wait("the first page of the game", lambda: desk.shows(offered))
    desk.click(twin.button(page, "way:people"))
    page.pressed("way:people")
    chosen = twin.drawn(page)
    desk.wait("the choice of people", lambda: desk.shows(chosen))
    desk.click(twin.button(page, "start"))
    desk.click(twin.button(twin.begun(page.setup), "goal:0"))


def pass_the_title(desk: Desk, twin: Twin) -> None:
    """Touches the title beside its boards, once it has come."""
    begun = twin.drawn(twin.title())
    desk.wait("the title", lambda: desk.shows(begun))
    desk.click(CORNER)


def play(desk: Desk, eye: Eye, player: Player, plies: int) -> Record:
    """Plays so many plies, or to the end; gives what is kept in the end."""
    match, record = eye.match, None
    for _ in range(plies):
        if match.outcome is not None:
            break
        number, ply = len(match.plies), player(match)
        # What still moves is over with a touch, and a touch beside the board does no harm.
        desk.click(eye.beside)
        desk.make(eye.gestures(ply, STYLES[number % len(STYLES)]))
        desk.wait(f"ply {number}, {ply}", lambda: saved(desk) == number + 1)  # noqa: B023
        record = desk.record()
        assert record is not None
        assert ply in ("", record.plies[-1])
        match.play(record.plies[-1])
    assert record is not None
    assert record.plies == tuple(str(ply.move) for ply in match.plies)
    return record


def saved(desk: Desk) -> int:
    """How many plies are kept."""
    record = desk.record()
    return 0 if record is None else len(record.plies)


def leave(desk: Desk, twin: Twin, *, outside: bool) -> None:
    """Closes the table from the menu, by its own cross or by the window's."""
    menu = twin.menu()
    offered = twin.drawn(menu)
    desk.wait("the menu with the running game", lambda: desk.shows(offered))
    if outside:
        desk.close_window()
    else:
        desk.click(twin.button(menu, "close"))
        desk.click(twin.button(twin.asking(menu), "close"))
    assert_sound_end(desk)


def assert_sound_end(desk: Desk) -> None:
    assert desk.ended() == 0
    assert desk.complaints == ""
