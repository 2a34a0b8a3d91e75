"""The operator's pages: what they change, what is logged, and how the program is ended."""

from collections.abc import Iterator

import pytest

from tabletop.games import all_games
from tabletop.input.actions import Button, Press
from tabletop.scenes.exporting import ExportScene
from tabletop.scenes.menu import MenuScene
from tabletop.scenes.offered import offered_games
from tabletop.scenes.operator import TILES, OperatorScene
from tabletop.scenes.operator_log import LogScene, told
from tabletop.scenes.operator_pages import (
    AccessPage,
    GamesPage,
    LoudnessPage,
    QuestionsPage,
    TimesPage,
)
from tabletop.scenes.pin_page import ChooseScene
from tabletop.scenes.sound_page import SoundPage
from tabletop.scenes.wiping import LASTS, WipeScene
from tabletop.supervision.exits import CLOSED
from tabletop.ui.ask import AskScene
from tabletop.ui.canvas import Canvas
from tabletop.ui.scene import Push, Scene
from tabletop.ui.table import OPERATED, Table

from .fingers import SIZES, check_layout, keys, tap
from .operators import LEFT_TOP, PIN, RIGHT_BOTTOM, Watched, change, quick_hashes, set_pin


@pytest.fixture(autouse=True)
def _quick() -> Iterator[None]:
    with quick_hashes():
        yield


@pytest.fixture
def watched(table: Table) -> Watched:
    """The operator has come in to a table of strangers."""
    change(table, kiosk_level="kiosk", idle_on="never")
    set_pin(table)
    watched = Watched(table, MenuScene(table))
    watched.hold(LEFT_TOP, RIGHT_BOTTOM)
    watched.enter(PIN)
    assert isinstance(watched.top, OperatorScene)
    return watched


def shown(page: QuestionsPage) -> QuestionsPage:
    page.fit(Canvas((1280, 800)))
    return page


@pytest.mark.parametrize("key", [key for key in TILES if key not in ("restart", "quit")])
def test_every_tile_opens_its_page_and_comes_back(watched: Watched, key: str) -> None:
    hub = watched.top
    watched.press(key)
    assert watched.top is not hub
    opened: Scene = watched.top
    if isinstance(opened, WipeScene):
        watched.go(LASTS + 0.2)
    else:
        button = "done" if isinstance(opened, ExportScene) else "leave"
        if button not in keys(opened):  # type: ignore[arg-type]
            button = "back"
        watched.press(button)
    assert watched.top is hub


def test_a_game_that_is_switched_off_is_gone_from_the_menu(table: Table) -> None:
    page = shown(GamesPage(table))
    tap(page, "game:shoo=0")
    assert table.settings["kiosk.games_off"] == "shoo"
    menu = MenuScene(table)
    menu.fit(Canvas((1280, 800)))
    assert "game:shoo" not in keys(menu)
    tap(page, "game:shoo=1")
    menu.resume()
    assert "game:shoo" in keys(menu)


def test_the_last_game_cannot_be_switched_off_for_people(table: Table) -> None:
    page = shown(GamesPage(table))
    for game in all_games():
        tap(page, f"game:{game.key}=0")
    assert offered_games(table) == all_games()


def test_games_are_waited_for_as_long_as_is_set(table: Table) -> None:
    page = shown(TimesPage(table))
    tap(page, "idle:shoo=2")
    tap(page, "idle:sevens=4")
    assert table.settings["idle.times"] == "shoo=120 sevens=600"
    tap(page, "idle:shoo=0")
    assert table.settings["idle.times"] == "sevens=600"
    tap(page, "attract.after=3")
    assert table.settings["attract.after"] == 300


def test_times_that_stand_in_a_file_are_offered_beside_the_usual_ones(table: Table) -> None:
    change(table, idle_page=45, idle_times="shoo=90")
    page = shown(TimesPage(table))
    chosen = [button.key for button in page.buttons.buttons if button.style == "chosen"]
    assert "idle.page=1" in chosen
    assert "idle:shoo=2" in chosen


def test_the_strongest_level_and_who_is_here_are_set(table: Table) -> None:
    page = shown(GamesPage(table))
    count = len(keys(page))
    asked = next(choice for choice in page.choices if choice.key == "kiosk.strongest")
    page.choose("kiosk.strongest", asked.values[1])
    assert table.strongest == asked.names[1]
    assert len(keys(page)) == count
    tap(shown(AccessPage(table)), "kiosk.level=2")
    assert table.for_kids


def test_the_loudest_counts_at_once_whatever_people_set(table: Table) -> None:
    change(table, sound_volume=100)
    tap(shown(LoudnessPage(table)), "kiosk.loudest=1")
    assert table.loud == 0.25
    change(table, kiosk_level="kiosk")
    people = SoundPage(table)
    assert people.steps == (0, 25)
    assert [choice for choice in people.choices if choice.startswith("sound.")] == ["sound.volume"]


@pytest.mark.parametrize(("key", "code"), [("restart", 75), ("quit", 76)])
def test_the_program_ends_when_it_is_said_twice(watched: Watched, key: str, code: int) -> None:
    watched.press(key)
    assert isinstance(watched.top, AskScene)
    watched.press("stay")
    assert watched.table.ending is None
    watched.press(key)
    watched.press("end")
    assert watched.table.ending == code


@pytest.mark.parametrize("level", ["full", "kiosk", "kid"])
def test_a_service_manager_leaves_it_closed_whoever_is_at_the_table(
    watched: Watched, level: str
) -> None:
    watched.press("access")
    page = watched.top
    assert isinstance(page, AccessPage)
    page.choose("kiosk.level", level)
    watched.press("leave")
    watched.press("quit")
    watched.press("end")
    assert watched.table.ending == CLOSED


def test_all_that_is_done_is_logged_and_nothing_that_is_typed(
    watched: Watched, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    watched.press("loud")
    watched.press("kiosk.loudest=2")
    watched.press("leave")
    watched.press("pin")
    assert isinstance(watched.top, ChooseScene)
    watched.enter("8642")
    watched.enter("8642")
    watched.press("leave")
    done = watched.table.store.noted(OPERATED)
    assert "came in" in done
    for words in ("opened loud", "kiosk.loudest = 50", "set another PIN", "left"):
        assert words in done
        assert words in caplog.text
    assert "8642" not in done + caplog.text


def test_what_strangers_change_is_neither_logged_nor_kept(table: Table) -> None:
    change(table, kiosk_level="kiosk")
    table.change("look.language", "de")
    assert table.settings["look.language"] == "de"
    assert table.store.noted(OPERATED) == ""
    assert not (table.data_dir / "settings.toml").exists()
    table.forget_guests()
    assert table.settings["look.language"] == "auto"


def test_what_the_operator_sets_outlives_the_strangers_wish(table: Table) -> None:
    change(table, kiosk_level="kiosk")
    table.change("sound.volume", 30)
    table.operator = True
    table.change("sound.volume", 100)
    table.operator = False
    table.forget_guests()
    assert table.settings["sound.volume"] == 100
    table.store.flush()
    assert "volume = 100" in (table.data_dir / "settings.toml").read_text("utf-8")


def test_the_log_shows_the_newest_first_and_all_of_it(table: Table) -> None:
    for number in range(200):
        table.operated(f"did {number}")
    page = LogScene(table)
    page.fit(Canvas((1280, 800)))
    assert page.lines[0].endswith("did 199")
    first = [label.text for label in page.labels if "did" in label.text]
    tap(page, "later")
    second = [label.text for label in page.labels if "did" in label.text]
    assert not set(first) & set(second)
    table.lines = lambda: ('{"time": "2026-11-22T10:11:12.000", "level": "info", "said": "hello"}',)
    tap(page, "other")
    assert page.lines == ("11-22T10:11:12 info hello",)


@pytest.mark.parametrize("line", ["", "{", "[]", '{"time": 1}', "x" * 500])
def test_any_line_of_a_log_is_shown(line: str) -> None:
    assert len(told(line)) <= 160


def test_the_glass_is_wiped_in_peace_and_no_cloth_asks_for_the_pin(watched: Watched) -> None:
    hub = watched.top
    watched.press("wipe")
    scene = watched.top
    assert isinstance(scene, WipeScene)
    pages = watched.scenes.scenes
    watched.hold(LEFT_TOP, RIGHT_BOTTOM)
    assert watched.scenes.scenes == pages
    watched.do(Press(source="keyboard", button=Button.OPERATOR))
    watched.turn()
    assert watched.scenes.scenes == pages
    watched.go(LASTS)
    assert watched.top is hub
    assert watched.table.operator


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", [GamesPage, TimesPage, LoudnessPage, AccessPage, LogScene])
def test_the_pages_fit_every_window(
    table: Table, size: tuple[int, int], kind: type[QuestionsPage]
) -> None:
    table.operated("did something")
    check_layout(kind(table), size, least=26.0)


@pytest.mark.parametrize("size", SIZES)
def test_the_first_page_has_room_for_every_tile(watched: Watched, size: tuple[int, int]) -> None:
    page, canvas = watched.top, Canvas(size)
    assert isinstance(page, OperatorScene)
    page.fit(canvas)
    boxes = [button.box for button in page.buttons.buttons]
    assert len(boxes) == len(TILES) + 1
    for box in boxes:
        assert box.x >= 0
        assert box.right <= canvas.width
        assert box.bottom <= canvas.height
        assert min(box.w, box.h) >= 80.0


def test_the_pages_are_pushed_and_nothing_else(watched: Watched) -> None:
    hub = watched.top
    assert isinstance(hub, OperatorScene)
    assert isinstance(hub.pressed("games"), Push)
