"""The page of the host's figures: what it tells, and the table that it saves."""

import csv
from collections.abc import Iterator
from io import StringIO
from math import inf
from pathlib import Path

import pytest

from tabletop.engine import say
from tabletop.input.actions import Button
from tabletop.languages import PSEUDO
from tabletop.scenes.stats.usage_page import SAVE_KEY, UsagePage
from tabletop.scenes.stats.usage_text import date_ranges
from tabletop.settings import Settings
from tabletop.storage import Store
from tabletop.storage.usage_metrics import UsageMetric
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Pop
from tests.default_context import default_context
from tests.scenes.devices.fake_devices import words
from tests.scenes.touches import SIZES, button, check_layout, draw, keys, least_size, press, tap
from tools.album.kiosk_figures import busy

TODAY = "2030-01-01"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AppContext]:
    """A table at noon, with an empty shelf."""
    at = "2030-01-01T12:00:00.000+00:00"
    with Store.open(tmp_path, now=lambda: at) as store:
        yield AppContext(Settings(), store, tmp_path, lambda: TODAY, lambda: 7)


def opened(table: AppContext, size: tuple[int, int] = (1280, 800)) -> UsagePage:
    scene = UsagePage(table)
    scene.fit(Canvas(size))
    return scene


def leaves(scene: UsagePage) -> Iterator[str]:
    """What each page says, from the present one on."""
    yield words(scene)
    while any(button.key == "later" and button.enabled for button in scene.buttons.buttons):
        assert tap(scene, "later") is None
        yield words(scene)


def all_words(scene: UsagePage) -> str:
    return " || ".join(leaves(scene))


def count(table: AppContext, *figures: UsageMetric) -> None:
    table.store.count(*figures)
    assert table.store.flush()


def test_an_empty_day_says_so(table: AppContext) -> None:
    said = all_words(opened(table))
    assert said.count("No data for these days.") == 3
    assert "0 | games begun | none | finished | 0 | people played" in said


def test_the_large_figures_are_there(table: AppContext) -> None:
    count(
        table,
        UsageMetric("begun", "shoo", times=4),
        UsageMetric("finished", "shoo", times=3),
        UsageMetric("players", "shoo", "2", 4),
        UsageMetric("seconds", "shoo", "600", 3),
    )
    said = words(opened(table))
    for told in ("4 | games begun", "75% | finished", "8 | people played", "5 to 10 min"):
        assert told in said


def test_what_became_of_the_games_is_told_in_parts_and_numbers(table: AppContext) -> None:
    count(
        table,
        UsageMetric("begun", "shoo", times=9),
        UsageMetric("finished", "shoo", times=4),
        UsageMetric("abandoned", "shoo", "middle", 3),
        UsageMetric("begun", "sevens", times=2),
        UsageMetric("abandoned", "sevens", "guess", 1),
    )
    said = all_words(opened(table))
    assert "Shoo | 4 + 3 + 2 | Left at: middle: 3" in said
    assert "Sevens | 0 + 1 + 1 | Left at: rebuilding: 1" in said


def test_refusals_are_told_in_words_with_their_rule(table: AppContext) -> None:
    reason = say("shoo.refused.near", "{who} stands next to {square}", who="Anna", square="e4")
    figure = UsageMetric.refused("shoo", reason, "3")
    assert figure is not None
    count(table, figure, figure)
    said = all_words(opened(table))
    assert "2 | … stands next to … | Shoo, rule 3: One action per turn" in said
    assert "Anna" not in said


def test_only_ten_refusals_are_told_the_most_frequent_first(table: AppContext) -> None:
    count(table, *(UsageMetric("refused", "shoo", f"shoo.r{n}", n + 1) for n in range(15)))
    said = all_words(opened(table))
    assert "15 | shoo.r14" in said
    assert "6 | shoo.r5 |" in said
    assert "shoo.r4 " not in said


def test_games_that_are_not_here_any_more_keep_their_key(table: AppContext) -> None:
    count(table, UsageMetric("begun", "halma"), UsageMetric("refused", "halma", "halma.no"))
    said = all_words(opened(table))
    assert "halma | 0 + 0 + 1" in said


def test_the_ranges_are_a_day_a_week_and_all() -> None:
    found = [(days.key, days.since, days.until) for days in date_ranges("2030-03-02")]
    assert found == [
        ("today", "2030-03-02", "2030-03-02"),
        ("week", "2030-02-24", "2030-03-02"),
        ("all", "", "2030-03-02"),
    ]


def test_each_range_has_its_figures_and_begins_at_its_first_page(table: AppContext) -> None:
    busy(table)
    scene = opened(table)
    today = scene.tally.begun
    tap(scene, "later")
    tap(scene, "week")
    assert scene.page == 0
    assert "2029-12-26 to 2030-01-01" in words(scene)
    assert scene.tally.begun > today > 0
    assert button(scene, "week").style == "chosen"
    tap(scene, "all")
    assert "Up to 2030-01-01" in words(scene)
    tap(scene, "today")
    assert scene.tally.begun == today


def test_the_event_is_named(table: AppContext) -> None:
    table.settings = table.settings.but({"kiosk.event": "Autumn Fair"})
    assert "Autumn Fair: 2030-01-01" in words(opened(table))


def test_keys_turn_the_pages_and_lead_back(table: AppContext) -> None:
    busy(table)
    scene = opened(table)
    press(scene, Button.LATER)
    assert scene.page == 1
    press(scene, Button.EARLIER)
    assert scene.page == 0
    assert isinstance(press(scene, Button.BACK), Pop)
    assert isinstance(tap(scene, "leave"), Pop)


def test_the_table_is_saved_without_waiting_and_says_where(table: AppContext) -> None:
    busy(table)
    scene = opened(table)
    assert scene.wakes_in() == inf
    tap(scene, SAVE_KEY)
    assert scene.wakes_in() < 1
    assert "figures-2030-01-01.csv" in words(scene)
    assert table.store.flush()
    scene.update(0.25)
    assert f"Saved as {table.data_dir / 'exports' / 'figures-2030-01-01.csv'}" in words(scene)
    assert scene.wakes_in() == inf


def test_while_it_is_being_saved_nobody_can_save_it_again(
    table: AppContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = opened(table)
    monkeypatch.setattr(table.store, "write", lambda _: None)
    tap(scene, SAVE_KEY)
    assert not button(scene, SAVE_KEY).enabled
    assert "Saving as" in words(scene)


def test_a_table_that_cannot_be_saved_says_why(table: AppContext) -> None:
    (table.data_dir / "exports").write_text("a file where a folder should be")
    scene = opened(table)
    tap(scene, SAVE_KEY)
    assert table.store.flush()
    scene.update(0.25)
    assert "can’t be written: " in words(scene)
    assert button(scene, SAVE_KEY).enabled


@pytest.mark.parametrize("key", ["today", "week", "all"])
def test_the_page_tells_the_same_numbers_as_the_table(table: AppContext, key: str) -> None:
    busy(table)
    scene = opened(table)
    tap(scene, key)
    tap(scene, SAVE_KEY)
    assert table.store.flush()
    assert scene.export is not None
    text = scene.export.path.read_text("utf-8-sig")
    rows = list(csv.DictReader(StringIO(text, newline="")))

    def summed(kind: str, **wanted: str) -> int:
        fits = [r for r in rows if r["kind"] == kind and wanted.items() <= r.items()]
        return sum(int(r["times"]) for r in fits)

    assert summed("begun") == scene.tally.begun == sum(scene.tally.by_hour)
    assert summed("finished") == scene.tally.finished
    for game in scene.tally.games:
        assert summed("begun", game=game.game) == game.begun
        assert summed("abandoned", game=game.game) == game.left
    for game_key, refusal, times in scene.tally.refusals:
        assert summed("refused", game=game_key, what=refusal) == times
    said = all_words(scene)
    for told in scene.tally.refusals[:10]:
        assert f"| {told[2]} | " in said


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("percent", [100, 150])
def test_every_page_fits_its_window(table: AppContext, size: tuple[int, int], percent: int) -> None:
    busy(table)
    with default_context(text_scale=percent):
        scene = opened(table, size)
        while True:
            check_layout(scene, size)
            draw(scene)
            if not any(b.key == "later" and b.enabled for b in scene.buttons.buttons):
                break
            scene.pressed("later")
        tap(scene, SAVE_KEY)
        assert table.store.flush()
        scene.update(0.25)
        check_layout(scene, size)


@pytest.mark.parametrize("size", [(1280, 800), (1024, 600), (1080, 1920)])
def test_words_can_be_read_in_a_longer_language(table: AppContext, size: tuple[int, int]) -> None:
    busy(table)
    with default_context(language=PSEUDO):
        scene = opened(table, size)
        while True:
            check_layout(scene, size)
            assert least_size(scene) >= 15
            if not any(b.key == "later" and b.enabled for b in scene.buttons.buttons):
                break
            scene.pressed("later")


def test_where_there_is_little_room_one_button_goes_through_the_days(table: AppContext) -> None:
    with default_context(text_scale=150):
        scene = opened(table, (1024, 600))
        assert keys(scene)[-2:] == ["week", SAVE_KEY]
        tap(scene, "week")
        tap(scene, "all")
        assert keys(scene)[-2:] == ["today", SAVE_KEY]
