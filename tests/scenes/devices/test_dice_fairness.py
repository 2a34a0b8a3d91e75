"""The page of the dice's counts."""

import random

import pytest

from tabletop.scenes.devices import dice_fairness
from tabletop.scenes.devices.dice_fairness import DiceFairnessPage, source_name
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Pop
from tests.scenes.devices.fake_devices import words
from tests.scenes.touches import SIZES, button, check_layout, draw, least_size, tap


def opened(table: AppContext, size: tuple[int, int] = (1280, 800)) -> DiceFairnessPage:
    scene = DiceFairnessPage(table)
    scene.fit(Canvas(size))
    return scene


def throw(table: AppContext, source: str, faces: tuple[int, ...]) -> None:
    """Throws single dice so often that each face comes up as often as told."""
    for face, times in enumerate(faces, 1):
        for _ in range(times):
            table.store.note_throw(source, len(faces), (face,))


def test_without_throws_it_says_so(table: AppContext) -> None:
    assert "No dice have been rolled yet" in words(opened(table))


def test_each_source_has_its_counts_and_a_judgement(table: AppContext) -> None:
    throw(table, "screen", (9, 10, 11, 10, 12, 8))
    throw(table, "typed", (2, 2, 2, 2, 2, 2))
    throw(table, "reader:DR-7f3a", (10, 12, 9, 11, 10, 30))
    said = words(opened(table))
    assert "Rolled on screen | 60 rolls, 60 dice |" in said
    assert "The dice look fair." in said
    assert "Not enough dice rolled yet: 12 of 30." in said
    assert "Reader DR-7f3a" in said
    assert "less than one time in 1000. These dice are very likely not fair." in said
    assert said.count("| 30 | 6 |") == 1


def test_bars_are_as_high_as_their_counts(table: AppContext) -> None:
    throw(table, "screen", (10, 20, 40, 40, 20, 10))
    (plate,) = opened(table).shown
    heights = [bar.box.h for bar in plate.plates()[1:7]]
    assert (
        heights[2] == heights[3] == pytest.approx(2 * heights[1]) == pytest.approx(4 * heights[0])
    )
    line, tops = plate.plates()[7].box, [bar.box.y for bar in plate.plates()[1:7]]
    assert max(tops[2], tops[3]) < line.centre[1] < min(tops[0], tops[1])


def test_what_is_simulated_is_marked(table: AppContext, monkeypatch: pytest.MonkeyPatch) -> None:
    marks: list[object] = []
    monkeypatch.setattr(dice_fairness, "put_badge", lambda _, at: marks.append(at))
    throw(table, "reader:A", (1, 1, 1, 1, 1, 1))
    draw(opened(table))
    assert marks == []
    throw(table, "simulated:A", (1, 1, 1, 1, 1, 1))
    scene = opened(table)
    draw(scene)
    (at,) = marks
    assert [plate.simulated for plate in scene.shown] == [False, True]
    assert scene.shown[1].box.holds(at)  # type: ignore[arg-type]


def test_many_sources_need_pages_and_all_are_reached(table: AppContext) -> None:
    for number in range(12):
        throw(table, f"reader:{number}", (12 - number,) * 6)
    scene = opened(table)
    seen = [plate.count.source for plate in scene.shown]
    while button(scene, "later").enabled:
        tap(scene, "later")
        seen += [plate.count.source for plate in scene.shown]
    assert seen == [f"reader:{number}" for number in range(12)]
    assert tap(scene, "leave") == Pop()


def test_coming_back_counts_what_was_thrown_meanwhile(table: AppContext) -> None:
    scene = opened(table)
    throw(table, "screen", (1, 0, 0, 0, 0, 0))
    scene.resume()
    assert "1 roll, 1 die" in words(scene)


def test_sources_are_said_as_people_call_them() -> None:
    assert source_name("screen") == "Rolled on screen"
    assert source_name("typed") == "Entered by hand"
    assert source_name("reader:DR-1") == "Reader DR-1"
    assert source_name("simulated:DR-1") == "DR-1"
    assert source_name("an old word") == "an old word"


@pytest.mark.parametrize("size", SIZES)
def test_it_fits_every_window(table: AppContext, size: tuple[int, int]) -> None:
    luck = random.Random(3)
    for source, sides, times in (
        ("screen", 6, 500),
        ("reader:a-rather-long-name-of-forty-letters", 6, 30),
        ("simulated:tower", 6, 4000),
        ("simulated:a-rather-long-name-of-forty-letters-too", 20, 40),
        ("reader:d20", 20, 400),
        ("typed", 2, 9),
    ):
        for _ in range(times):
            table.store.note_throw(source, sides, (luck.randint(1, sides),))
    scene = DiceFairnessPage(table)
    check_layout(scene, size, least=80)
    if min(size) >= 600:
        assert least_size(scene) >= 18
    for plate in scene.shown:
        inside = [part.box for part in plate.plates()[1:]]
        assert all(plate.box.x <= box.x and box.right <= plate.box.right for box in inside)
        assert all(plate.box.y <= box.y and box.bottom <= plate.box.bottom for box in inside)
