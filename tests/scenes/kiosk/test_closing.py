"""Opening hours at the table: told before, a game may end, then it is dark."""

from collections.abc import Iterator

import pytest

from tabletop.app.opening import page_builder
from tabletop.engine import TimeControl
from tabletop.games import find_game
from tabletop.input.actions import Button, Down, Nudge, Opening, Press, Resized, Tap, Typed
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.home.title_page import TitleScene
from tabletop.scenes.kiosk.overlays import (
    GRACE_SECONDS,
    NOTICE_SECONDS,
    RESULT_SECONDS,
    WARNING_MINUTES,
    ClosingTime,
    reopening_words,
)
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import FACING_SIDES, last_setup
from tabletop.scenes.setup.quick_start import QuickStartPage
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Reset, SceneStack
from tabletop.ui.display.blackout import Blackout
from tests.scenes.kiosk.locked_table import CANVAS, Listening, Watched, change, quick_hashes
from tests.scenes.setups import make_setup, names
from tests.sound_listener import listening
from tools.album.notes import NotingFrame

SATURDAY = 5 * 1440 + 600


@pytest.fixture(autouse=True)
def _quick() -> Iterator[None]:
    with quick_hashes():
        yield


def said(open_: bool, left: int = 0, again: int = -1) -> Opening:
    return Opening(source="opening hours", open=open_, left=left, again=again)


def playing(table: AppContext) -> Watched:
    change(table, kiosk_level="kiosk", idle_on="never", look_speed="off")
    setup = make_setup(find_game("shoo"), clock=TimeControl("sudden", 3000))
    match = MatchScene(table, setup, setup.start(table), "m")
    return Watched(table, MenuScene(table), over=[match])


def test_people_are_told_ten_and_two_minutes_before(table: AppContext) -> None:
    watched = playing(table)
    for left in range(10, 0, -1):
        watched.do(said(True, left))
        words = watched.kiosk_overlays.closing.words
        assert (words is not None) == (left in WARNING_MINUTES)
        assert words is None or f" {left} minute" in str(words)
        watched.go(NOTICE_SECONDS + 0.2)
        assert watched.kiosk_overlays.closing.words is None


def test_the_notice_counts_down_while_it_is_shown(table: AppContext) -> None:
    watched = playing(table)
    for left in (7, 6):
        watched.do(said(True, left))
        assert f" {left} minutes" in str(watched.kiosk_overlays.closing.words)


def test_people_sit_on_after_the_notice(table: AppContext) -> None:
    watched = playing(table)
    watched.do(said(True, 10))
    assert isinstance(watched.top, MatchScene)


def test_a_game_may_end_within_five_minutes_and_then_it_is_dark(table: AppContext) -> None:
    watched = playing(table)
    watched.do(said(False, again=SATURDAY))
    watched.turn()
    assert "5 minutes" in str(watched.kiosk_overlays.closing.words)
    for _ in range(int(GRACE_SECONDS) - 2):
        watched.turn(1.0)
    assert watched.kind is MatchScene
    assert not table.blackout.active
    for _ in range(3):
        watched.turn(1.0)
    assert table.blackout.laid == "closed"
    assert "Sat 10:00" in str(table.blackout.again)
    assert isinstance(watched.top, TitleScene)


@pytest.mark.parametrize("key", ["shout7", "super7", "trelawney", "shoo"])
@pytest.mark.parametrize("sides", [(), FACING_SIDES])
@pytest.mark.parametrize("size", [(1024, 600), (1280, 800)])
def test_beside_a_board_it_is_told_in_the_panels_and_hides_no_place_in_play(
    table: AppContext, key: str, sides: tuple[int, ...], size: tuple[int, int]
) -> None:
    change(table, kiosk_level="kiosk", idle_on="never", look_speed="off")
    setup = make_setup(find_game(key), sides=sides)
    match = MatchScene(table, setup, setup.start(table), "m")
    canvas, closing = Canvas(size), ClosingTime(table)
    stack = SceneStack(match, canvas, page_builder(table))
    closing.heard(said(False))
    list(closing.run(0.0, stack))
    frame = NotingFrame(canvas)
    match.draw(frame)
    board = next(laid.rect for laid in frame.controls if laid.key == "board")
    frame = NotingFrame(canvas)
    closing.draw(frame)
    told = [laid.rect for laid in frame.controls if laid.key == "closing"]
    assert len(told) == 2
    for left, top, right, bottom in told:
        assert right <= board[0] or left >= board[2]
        assert 0 <= top < bottom <= size[1]


@pytest.mark.parametrize("text_size", [100, 200])
def test_in_a_panel_it_hides_whole_sentences_not_parts_of_them(
    table: AppContext, text_size: int
) -> None:
    change(table, kiosk_level="kiosk", look_speed="off", look_text_size=text_size)
    setup = make_setup(find_game("shout7"))
    match = MatchScene(table, setup, setup.start(table), "m")
    canvas, closing = Canvas((1280, 800), UiContext(text_scale=text_size)), ClosingTime(table)
    stack = SceneStack(match, canvas, page_builder(table))
    closing.heard(said(True, 2))
    list(closing.run(0.0, stack))
    frame, notice = NotingFrame(canvas), NotingFrame(canvas)
    match.draw(frame)
    closing.draw(notice)
    told = [laid.rect for laid in notice.controls if laid.key == "closing"]
    assert told
    for left, top, right, bottom in told:
        for words in frame.written:
            x, y, end, low = words.ink
            apart = end <= left or right <= x or low <= top + 2 or bottom <= y
            inside = left <= x and end <= right and top <= y and low <= bottom
            assert apart or inside, words.text


def test_when_the_game_is_over_its_result_can_be_read_for_a_minute(table: AppContext) -> None:
    watched = playing(table)
    watched.do(said(False))
    watched.turn()
    match = watched.top
    assert isinstance(match, MatchScene)
    match.match.resign(0)
    for _ in range(int(RESULT_SECONDS) - 2):
        watched.turn(1.0)
    assert not table.blackout.active
    for _ in range(4):
        watched.turn(1.0)
    assert table.blackout.laid == "closed"


def test_a_result_does_not_go_dark_when_the_hours_are_changed(table: AppContext) -> None:
    watched = playing(table)
    match = watched.top
    assert isinstance(match, MatchScene)
    match.match.resign(0)
    watched.turn(1.0)
    watched.do(said(False))
    watched.turn(1.0)
    assert not table.blackout.active


def test_where_nobody_plays_it_is_dark_at_once_and_light_again_in_the_morning(
    table: AppContext,
) -> None:
    change(table, kiosk_level="kiosk", idle_on="never")
    watched = Watched(table, MenuScene(table))
    watched.do(said(False, again=SATURDAY))
    watched.turn()
    assert table.blackout.laid == "closed"
    watched.go(2.0)
    watched.do(said(True))
    watched.turn()
    assert not table.blackout.active
    assert isinstance(watched.top, TitleScene)


def test_at_night_it_is_quiet_and_what_strangers_set_is_forgotten(table: AppContext) -> None:
    change(table, kiosk_level="kiosk", idle_on="never", sound_music=60)
    ear = listening(table)
    watched = Watched(table, MenuScene(table))
    table.change("look.language", "de")
    watched.do(said(False))
    watched.turn()
    assert ear.closed == 1
    assert table.settings["look.language"] == "auto"
    watched.do(said(True))
    watched.turn()
    assert ear.music


@pytest.mark.parametrize("level", ["kiosk", "full"])
def test_in_the_morning_nothing_is_left_of_strangers_but_of_friends(
    table: AppContext, level: str
) -> None:
    change(table, kiosk_level=level, idle_on="never", look_speed="off")
    game = find_game("shoo")
    page = QuickStartPage(table, make_setup(game, names=("Ann", "Bob")))
    watched = Watched(table, MenuScene(table), over=[page])
    watched.press("start")
    watched.scenes.apply(Reset(MenuScene(table)))
    table.chosen["sevens"] = "as Ann played it"
    watched.do(said(False))
    watched.turn()
    assert table.blackout.laid == "closed"
    watched.do(said(True))
    watched.turn()
    friends = level == "full"
    assert ("Ann" in names(last_setup(table, game))) is friends
    assert bool(table.chosen) is friends
    assert not table.met  # whoever comes then is shown the goals of the games again


def test_in_the_dark_time_stands_still_and_nothing_is_touched(table: AppContext) -> None:
    listening = Listening()
    change(table, idle_on="never")
    watched = Watched(table, listening)
    watched.down((500.0, 500.0))
    table.blackout.close(reopening_words(SATURDAY))
    watched.kiosk_overlays.closing.heard(said(False, again=SATURDAY))
    heard = len(listening.heard)
    watched.do(
        Tap(source="touch", contact=1, at=(500.0, 500.0)),
        Down(source="touch", contact=2, at=(300.0, 300.0)),
        Tap(source="touch", contact=2, at=(300.0, 300.0)),
        Press(source="keyboard", button=Button.BACK),
        Press(source="pad", button=Button.MENU),
        Press(source="keyboard", button=Button.BLANK),
        Typed(source="keyboard", sign="x"),
        Nudge(source="keyboard", dx=1, dy=0),
        Down(source="mouse", contact=3, at=(300.0, 300.0)),
    )
    assert table.blackout.laid == "closed"
    assert listening.cancelled == [1]  # the finger that lay there before is let go
    assert len(listening.heard) == heard + 1
    resized = Resized(source="window", size=(800, 600))
    assert table.blackout.sift(resized, CANVAS) is resized


def test_the_sign_wanders_and_sleeps_in_between(table: AppContext) -> None:
    change(table, kiosk_level="kiosk", idle_on="never")
    watched = Watched(table, MenuScene(table))
    watched.do(said(False, again=SATURDAY))
    watched.turn()
    places = set()
    for _ in range(5):
        assert watched.kiosk_overlays.wakes_in(watched.scenes) == pytest.approx(60.0, abs=0.5)
        frame = Frame(CANVAS)
        table.blackout.draw(frame)
        places.add((frame.blits[-1].x, frame.blits[-1].y))
        watched.turn(60.0)
    assert len(places) == 5


@pytest.mark.parametrize("size", [(1280, 800), (1080, 1920), (1024, 600), (3840, 2160), (300, 300)])
def test_the_sign_stays_inside_the_picture_wherever_it_wanders(size: tuple[int, int]) -> None:
    canvas = Canvas(size)
    cover = Blackout()
    cover.close(reopening_words(SATURDAY))
    for step in range(24):
        cover.move_sign(step)
        frame = Frame(canvas)
        cover.draw(frame)
        for blit in frame.blits[1:]:
            width, height = blit.surface.get_size()
            assert 0 <= blit.x <= size[0] - width
            assert 0 <= blit.y <= size[1] - height


def test_before_it_closes_nothing_keeps_the_loop_awake(table: AppContext) -> None:
    change(table, kiosk_level="kiosk", idle_on="never")
    watched = Watched(table, Listening())
    closing = ClosingTime(table)
    assert closing.wakes_in(watched.scenes) > 1e6
    closing.heard(said(True, 10))
    assert closing.wakes_in(watched.scenes) == NOTICE_SECONDS


def test_what_is_told_is_seen_from_both_sides(table: AppContext) -> None:
    closing = ClosingTime(table)
    closing.heard(said(True, 10))
    frame = Frame(CANVAS)
    closing.draw(frame)
    heights = sorted(blit.y for blit in frame.blits)
    assert heights[0] < CANVAS.px(CANVAS.height / 4)
    assert heights[-1] > CANVAS.px(3 * CANVAS.height / 4)
