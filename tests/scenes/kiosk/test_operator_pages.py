"""The operator's pages: what they change, what is logged, and how the program is ended."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

import pytest

from tabletop.ai import level_names
from tabletop.games import all_games
from tabletop.input.actions import Button, Press
from tabletop.scenes.catalogue import offered_games
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.kiosk.operator_pages import (
    CLEANING_SECONDS,
    OPERATOR_TILES,
    AccessQuestions,
    ChoosePin,
    GamesQuestions,
    HoursQuestions,
    LogScene,
    LoudnessQuestions,
    OperatorPage,
    PinPad,
    Questions,
    QuestionsPage,
    ScreenCleaningScene,
    TimesQuestions,
    format_log_line,
)
from tabletop.scenes.settings.settings_pages import SoundPage
from tabletop.settings import load
from tabletop.settings.weekly_hours import MINUTES_PER_DAY, parse_hours
from tabletop.system.pin_lock import PinLock
from tabletop.system.process import EXIT_CLOSED
from tabletop.ui.core.app_context import OPERATOR_LOG_NOTE, AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Push, Scene
from tabletop.ui.widgets.question_dialog import QuestionDialog
from tests.scenes.kiosk.locked_table import (
    LEFT_TOP,
    PIN,
    RIGHT_BOTTOM,
    Watched,
    change,
    quick_hashes,
    set_pin,
)
from tests.scenes.touches import SIZES, check_layout, keys, tap


@pytest.fixture(autouse=True)
def _quick() -> Iterator[None]:
    with quick_hashes():
        yield


@pytest.fixture
def watched(table: AppContext) -> Watched:
    """The operator has come in to a table of strangers."""
    change(table, kiosk_level="kiosk", idle_on="never")
    set_pin(table)
    watched = Watched(table, MenuScene(table))
    watched.hold(LEFT_TOP, RIGHT_BOTTOM)
    watched.enter(PIN)
    assert isinstance(watched.top, OperatorPage)
    return watched


def shown(page: QuestionsPage) -> QuestionsPage:
    page.fit(Canvas((1280, 800)))
    return page


@pytest.mark.parametrize("key", [key for key in OPERATOR_TILES if key not in ("restart", "quit")])
def test_every_tile_opens_its_page_and_comes_back(watched: Watched, key: str) -> None:
    hub = watched.top
    watched.press(key)
    assert watched.top is not hub
    opened: Scene = watched.top
    if isinstance(opened, ScreenCleaningScene):
        watched.go(CLEANING_SECONDS + 0.2)
    else:
        button = "done" if isinstance(opened, QuestionDialog) else "leave"
        if button not in keys(opened):  # type: ignore[arg-type]
            button = "back"
        watched.press(button)
    assert watched.top is hub


def test_a_game_that_is_switched_off_is_gone_from_the_menu(table: AppContext) -> None:
    page = shown(QuestionsPage(GamesQuestions(table)))
    tap(page, "game:shoo=0")
    assert table.settings["kiosk.games_off"] == "shoo"
    menu = MenuScene(table)
    menu.fit(Canvas((1280, 800)))
    assert "game:shoo" not in keys(menu)
    tap(page, "game:shoo=1")
    menu.resume()
    assert "game:shoo" in keys(menu)


AFTERNOON: Final = datetime(2026, 11, 27, 15, 10)
"""A Friday."""


def opened_hours(table: AppContext, hours: str) -> QuestionsPage:
    table.clock = lambda: AFTERNOON
    change(table, kiosk_level="kiosk", kiosk_hours=hours)
    table.operator = True
    return shown(QuestionsPage(HoursQuestions(table)))


def chosen(page: QuestionsPage, key: str, name: str) -> None:
    """Touches the answer of that name."""
    (asked,) = (choice for choice in page.questions.choices if choice.key == key)
    tap(page, f"{key}={[str(each) for each in asked.names].index(name)}")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Until 18:00", "open 2026-11-27T18:00"),
        ("Close now", "closed 2026-11-28T10:00"),
        ("As planned", ""),
    ],
)
def test_the_hours_are_overridden_at_the_table_and_kept(
    table: AppContext, answer: str, expected: str
) -> None:
    page = opened_hours(table, "fri 14:00-16:00 sat 10:00-24:00")
    chosen(page, "hours.now", "Close now")
    chosen(page, "hours.now", answer)
    assert table.settings["kiosk.today"] == expected
    assert table.store.flush()
    kept, _ = load([table.data_dir / "settings.toml"])
    assert kept["kiosk.today"] == expected


def test_a_table_without_hours_is_closed_until_it_is_reopened(table: AppContext) -> None:
    page = opened_hours(table, "")
    chosen(page, "hours.now", "Close now")
    assert table.settings["kiosk.today"] == "closed"


def test_the_plan_is_changed_at_the_table(table: AppContext) -> None:
    page = opened_hours(table, "10:00-18:00")
    chosen(page, "hours.day", "Sat")
    chosen(page, "hours.closes", "22:00")
    chosen(page, "hours.day", "Mon")
    chosen(page, "hours.opens", "Closed")
    plan = parse_hours(table.settings["kiosk.plan"])
    assert not any(plan.is_open(minute) for minute in range(MINUTES_PER_DAY))
    saturday = 5 * MINUTES_PER_DAY
    assert plan.is_open(saturday + 21 * 60)
    assert not plan.is_open(saturday + 22 * 60)
    tap(page, "file")
    assert table.settings["kiosk.plan"] == ""


def test_warnings_are_on_the_operator_s_pages(table: AppContext) -> None:
    table.warn_operator("settings.toml:3: there is no setting look.sped")
    page = OperatorPage(table, PinLock(table.data_dir / "operator.json"))
    page.fit(Canvas((1280, 800)))
    (tile,) = (button for button in page.buttons.buttons if button.key == "warnings")
    assert str(tile.label) == "1 warning"
    log = LogScene(table, "warnings")
    log.fit(Canvas((1280, 800)))
    assert any("look.sped" in str(label.text) for label in log.labels)


def test_the_last_game_cannot_be_switched_off_for_people(table: AppContext) -> None:
    page = shown(QuestionsPage(GamesQuestions(table)))
    for game in all_games():
        tap(page, f"game:{game.key}=0")
    assert offered_games(table) == all_games()


def test_games_are_waited_for_as_long_as_is_set(table: AppContext) -> None:
    page = shown(QuestionsPage(TimesQuestions(table)))
    tap(page, "idle:shoo=2")
    tap(page, "idle:sevens=4")
    assert table.settings["idle.times"] == "shoo=120 sevens=600"
    tap(page, "idle:shoo=0")
    assert table.settings["idle.times"] == "sevens=600"
    tap(page, "attract.after=3")
    assert table.settings["attract.after"] == 300


def test_times_that_stand_in_a_file_are_offered_beside_the_usual_ones(table: AppContext) -> None:
    change(table, idle_page=45, idle_times="shoo=90")
    page = shown(QuestionsPage(TimesQuestions(table)))
    chosen = [button.key for button in page.buttons.buttons if button.style == "chosen"]
    assert "idle.page=1" in chosen
    assert "idle:shoo=2" in chosen


def test_the_strongest_level_and_who_is_here_are_set(table: AppContext) -> None:
    page = shown(QuestionsPage(GamesQuestions(table)))
    count = len(keys(page))
    asked = next(choice for choice in page.questions.choices if choice.key == "kiosk.strongest")
    page.questions.choose("kiosk.strongest", asked.values[1])
    assert level_names(table.strongest).title == asked.names[1]
    assert len(keys(page)) == count
    tap(shown(QuestionsPage(AccessQuestions(table))), "kiosk.level=2")
    assert table.kids_mode


def test_the_loudest_counts_at_once_whatever_people_set(table: AppContext) -> None:
    change(table, sound_volume=100)
    tap(shown(QuestionsPage(LoudnessQuestions(table))), "kiosk.loudest=1")
    assert table.loud == 0.25
    change(table, kiosk_level="kiosk")
    people = SoundPage(table)
    assert people.steps == (0, 25)
    assert [choice for choice in people.choices if choice.startswith("sound.")] == ["sound.volume"]


@pytest.mark.parametrize(("key", "code"), [("restart", 75), ("quit", 76)])
def test_the_program_ends_when_it_is_said_twice(watched: Watched, key: str, code: int) -> None:
    watched.press(key)
    assert isinstance(watched.top, QuestionDialog)
    watched.press("stay")
    assert watched.table.exit_code is None
    watched.press(key)
    watched.press("end")
    assert watched.table.exit_code == code


@pytest.mark.parametrize("level", ["full", "kiosk", "kid"])
def test_a_service_manager_leaves_it_closed_whoever_is_at_the_table(
    watched: Watched, level: str
) -> None:
    watched.press("access")
    page = watched.top
    assert isinstance(page, QuestionsPage)
    assert isinstance(page.questions, AccessQuestions)
    page.questions.choose("kiosk.level", level)
    watched.press("leave")
    watched.press("quit")
    watched.press("end")
    assert watched.table.exit_code == EXIT_CLOSED


def test_all_that_is_done_is_logged_and_nothing_that_is_typed(
    watched: Watched, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    watched.press("loud")
    watched.press("kiosk.loudest=2")
    watched.press("leave")
    watched.press("pin")
    assert isinstance(watched.top, PinPad)
    assert isinstance(watched.top.task, ChoosePin)
    watched.enter("8642")
    watched.enter("8642")
    watched.press("leave")
    done = watched.table.store.get_note(OPERATOR_LOG_NOTE)
    assert "came in" in done
    for words in ("opened loud", "kiosk.loudest = 50", "set another PIN", "left"):
        assert words in done
        assert words in caplog.text
    assert "8642" not in done + caplog.text


def test_what_strangers_change_is_neither_logged_nor_kept(table: AppContext) -> None:
    change(table, kiosk_level="kiosk")
    table.change("look.language", "de")
    assert table.settings["look.language"] == "de"
    assert table.store.get_note(OPERATOR_LOG_NOTE) == ""
    assert not (table.data_dir / "settings.toml").exists()
    table.reset_guest_settings()
    assert table.settings["look.language"] == "auto"


def test_what_the_operator_sets_outlives_the_strangers_wish(table: AppContext) -> None:
    change(table, kiosk_level="kiosk")
    table.change("sound.volume", 30)
    table.operator = True
    table.change("sound.volume", 100)
    table.operator = False
    table.reset_guest_settings()
    assert table.settings["sound.volume"] == 100
    table.store.flush()
    assert "volume = 100" in (table.data_dir / "settings.toml").read_text("utf-8")


def test_the_log_shows_the_newest_first_and_all_of_it(table: AppContext) -> None:
    for number in range(200):
        table.log_operator_action(f"did {number}")
    page = LogScene(table)
    page.fit(Canvas((1280, 800)))
    assert page.lines[0].endswith("did 199")
    first = [label.text for label in page.labels if "did" in label.text]
    tap(page, "later")
    second = [label.text for label in page.labels if "did" in label.text]
    assert not set(first) & set(second)
    table.log_lines = lambda: (
        '{"time": "2026-11-22T10:11:12.000", "level": "info", "said": "hello"}',
    )
    tap(page, "all")
    assert page.lines == ("11-22T10:11:12 info hello",)


@pytest.mark.parametrize("line", ["", "{", "[]", '{"time": 1}', "x" * 500])
def test_any_line_of_a_log_is_shown(line: str) -> None:
    assert len(format_log_line(line)) <= 160


def test_the_glass_is_wiped_in_peace_and_no_cloth_asks_for_the_pin(watched: Watched) -> None:
    hub = watched.top
    watched.press("wipe")
    scene = watched.top
    assert isinstance(scene, ScreenCleaningScene)
    pages = watched.scenes.scenes
    watched.hold(LEFT_TOP, RIGHT_BOTTOM)
    assert watched.scenes.scenes == pages
    watched.do(Press(source="keyboard", button=Button.OPERATOR))
    watched.turn()
    assert watched.scenes.scenes == pages
    watched.go(CLEANING_SECONDS)
    assert watched.top is hub
    assert watched.table.operator


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "kind", [GamesQuestions, TimesQuestions, LoudnessQuestions, AccessQuestions]
)
def test_the_pages_fit_every_window(
    table: AppContext, size: tuple[int, int], kind: type[Questions]
) -> None:
    check_layout(QuestionsPage(kind(table)), size, least=26.0)


@pytest.mark.parametrize("size", SIZES)
def test_the_log_fits_every_window(table: AppContext, size: tuple[int, int]) -> None:
    table.log_operator_action("did something")
    check_layout(LogScene(table), size, least=26.0)


@pytest.mark.parametrize("size", SIZES)
def test_the_first_page_has_room_for_every_tile(watched: Watched, size: tuple[int, int]) -> None:
    page, canvas = watched.top, Canvas(size)
    assert isinstance(page, OperatorPage)
    page.fit(canvas)
    boxes = [button.box for button in page.buttons.buttons]
    assert len(boxes) == len(OPERATOR_TILES) + 1
    for box in boxes:
        assert box.x >= 0
        assert box.right <= canvas.width
        assert box.bottom <= canvas.height
        assert min(box.w, box.h) >= 66.0


def test_the_pages_are_pushed_and_nothing_else(watched: Watched) -> None:
    hub = watched.top
    assert isinstance(hub, OperatorPage)
    assert isinstance(hub.pressed("games"), Push)
