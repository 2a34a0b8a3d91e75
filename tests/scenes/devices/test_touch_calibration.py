"""Four crosses: what they come to, what is refused, and that nobody is ever locked out."""

from dataclasses import replace
from typing import Any

import pytest

from tabletop.input.actions import Button, Cancel, Down, Drop, Hover, Point, Pull, Tap
from tabletop.input.viewport import CALIBRATION_TARGETS, Calibration, Margins
from tabletop.scenes.devices.display_pages import (
    TIMEOUT_SECONDS,
    DisplayPage,
    TouchCalibrationScene,
)
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.display.display_transform import DisplayProfile
from tabletop.ui.widgets.question_dialog import KEEP_QUESTION, QuestionDialog, confirm_change
from tests.scenes.touches import SIZES, button, check_layout, draw, keys, press, tap

ASKEW = ((0.14, 0.06), (0.83, 0.12), (0.88, 0.97), (0.07, 0.85))
CROSSED = (
    CALIBRATION_TARGETS[0],
    CALIBRATION_TARGETS[2],
    CALIBRATION_TARGETS[1],
    CALIBRATION_TARGETS[3],
)


def opened(
    table: AppContext, size: tuple[int, int] = (1280, 800), **mounting: Any
) -> TouchCalibrationScene:
    """The scene as the loop opens it, at a screen mounted so."""
    table.display_transform.fit("window", size)
    table.display_transform.try_out(DisplayProfile(**mounting))
    table.display_transform.keep()
    scene = TouchCalibrationScene(table)
    scene.fit(table.display_transform.canvas)
    scene.fit(table.display_transform.canvas)
    return scene


def touch(scene: TouchCalibrationScene, at: Point, source: str = "touch") -> None:
    assert scene.handle(Down(source=source, contact=1, at=at)) is None
    scene.handle(Tap(source=source, contact=1, at=at))


def phase_of(scene: TouchCalibrationScene) -> str:
    return scene.phase


def touch_all(scene: TouchCalibrationScene, felt: Any, source: str = "touch") -> None:
    """Touches where the window's crosses are felt there, in the order in which they are asked."""
    device = Calibration.from_touches(CALIBRATION_TARGETS, felt) if felt is not CROSSED else None
    for number in range(4):
        glass = scene.table.display_transform
        share = glass.share(scene.crosses[number])
        touch(scene, glass.seen(device.feels(share) if device else felt[number]), source)


@pytest.mark.parametrize("size", SIZES)
def test_every_phase_fits_every_window(table: AppContext, size: tuple[int, int]) -> None:
    scene = opened(table, size)
    check_layout(scene, size)
    touch_all(scene, CROSSED)
    assert phase_of(scene) == "refused"
    check_layout(scene, size)
    tap(scene, "again")
    touch_all(scene, ASKEW)
    assert phase_of(scene) == "trial"
    check_layout(scene, size)
    tap(scene, "again")
    touch_all(scene, ASKEW, "mouse")
    check_layout(scene, size)


@pytest.mark.parametrize(
    "mounting",
    [{}, {"turns": 1}, {"mirror": True}, {"turns": 3, "margins": Margins(0.02, 0.1, 0.0, 0.05)}],
)
def test_four_touches_correct_all_others(table: AppContext, mounting: dict[str, Any]) -> None:
    scene = opened(table, **mounting)
    touch_all(scene, ASKEW)
    assert scene.phase == "trial"
    found = table.display_transform.now.calibration
    assert found is not None
    for known, felt in zip(ASKEW, found.felt, strict=True):
        assert felt == pytest.approx(known)
    assert table.display_transform.kept.calibration is None
    assert tap(scene, "keep") == Pop("keep")
    scene.leave()
    assert table.display_transform.kept == DisplayProfile(**mounting, calibration=found)
    assert table.display_transform.mounting == table.display_transform.kept


def test_crosses_are_touched_raw_even_where_touches_were_corrected(table: AppContext) -> None:
    scene = opened(table, calibration=Calibration(ASKEW))
    assert table.display_transform.touched(100, 100) == (100, 100)
    scene.leave()
    assert table.display_transform.touched(100, 100) != (100, 100)
    assert table.display_transform.now.calibration == Calibration(ASKEW)


@pytest.mark.parametrize("number", [0, 2, 4])
def test_another_screen_or_window_begins_anew_and_raw(table: AppContext, number: int) -> None:
    scene = opened(table)
    table.display_transform.fit("screen 0 1920x1080", (1920, 1080))
    table.display_transform.try_out(DisplayProfile(calibration=Calibration(ASKEW)))
    table.display_transform.keep()
    table.display_transform.fit("window", (1280, 800))
    for _ in range(number):
        touch(scene, scene.crosses[scene.number])
    assert phase_of(scene) == ("trial" if number == 4 else "crosses")
    table.display_transform.fit("screen 0 1920x1080", (1920, 1080))
    scene.fit(table.display_transform.canvas)
    assert (phase_of(scene), scene.number) == ("crosses", 0)
    assert table.display_transform.raw
    assert table.display_transform.touched(100, 100) == (100, 100)
    scene.leave()
    assert table.display_transform.mounting == DisplayProfile(calibration=Calibration(ASKEW))


def test_crossed_touches_are_refused_in_words_and_change_nothing(table: AppContext) -> None:
    scene = opened(table)
    touch_all(scene, CROSSED)
    assert "cross over" in scene.labels[0].text
    assert not table.display_transform.raw
    assert table.display_transform.mounting == DisplayProfile()
    assert tap(scene, "again") is None
    assert phase_of(scene) == "crosses"
    assert table.display_transform.raw


@pytest.mark.parametrize("phase", ["crosses", "refused", "trial"])
def test_without_an_answer_all_is_as_it_was(table: AppContext, phase: str) -> None:
    scene = opened(table, calibration=Calibration(ASKEW))
    if phase != "crosses":
        touch_all(scene, CROSSED if phase == "refused" else CALIBRATION_TARGETS)
    assert scene.phase == phase
    change: Change = None
    waited = 0.0
    while change is None:
        step = scene.wakes_in()
        assert 0 < step <= 1
        waited += step
        change = scene.update(step)
        assert waited < TIMEOUT_SECONDS + 1
    assert change == Pop(None)
    assert waited == pytest.approx(TIMEOUT_SECONDS, abs=0.1)
    scene.leave()
    assert table.display_transform.mounting == DisplayProfile(calibration=Calibration(ASKEW))


@pytest.mark.parametrize("phase", ["crosses", "refused", "trial"])
def test_a_key_leaves_at_any_time(table: AppContext, phase: str) -> None:
    scene = opened(table)
    if phase != "crosses":
        touch_all(scene, CROSSED if phase == "refused" else ASKEW)
    assert press(scene, Button.BACK) == Pop()
    scene.leave()
    assert table.display_transform.mounting == DisplayProfile()
    assert not table.display_transform.raw


def test_a_finger_felt_on_the_button_touches_a_cross_and_the_mouse_leaves(
    table: AppContext,
) -> None:
    scene = opened(table)
    at = button(scene, "back").centre
    touch(scene, at)
    assert scene.number == 1
    assert scene.handle(Down(source="mouse", contact=2, at=at)) is None
    assert scene.handle(Tap(source="mouse", contact=2, at=at)) == Pop("back")


def test_a_second_finger_and_one_that_is_cancelled_touch_no_cross(table: AppContext) -> None:
    scene = opened(table)
    at = scene.crosses[0]
    scene.handle(Down(source="touch", contact=1, at=at))
    scene.handle(Down(source="touch", contact=2, at=at))
    scene.handle(Tap(source="touch", contact=2, at=at))
    assert scene.number == 0
    scene.handle(Cancel(source="touch", contact=1, at=at))
    assert scene.number == 0
    touch(scene, at)
    assert scene.number == 1


def test_a_cross_counts_where_the_finger_lifts(table: AppContext) -> None:
    scene = opened(table)
    for number, at in enumerate(scene.crosses):
        scene.handle(Down(source="tuio", contact=number, at=(at[0] + 40, at[1])))
        scene.handle(Pull(source="tuio", contact=number, at=at, began=at))
        assert scene.dots == {0: at}
        scene.handle(Drop(source="tuio", contact=number, at=at, began=at))
    assert scene.found is not None
    assert scene.found.touched((0.3, 0.7)) == pytest.approx((0.3, 0.7))


def test_in_the_trial_a_dot_follows_every_finger(table: AppContext) -> None:
    scene = opened(table)
    touch_all(scene, ASKEW)
    scene.handle(Down(source="touch", contact=5, at=(200, 300)))
    scene.handle(Down(source="touch", contact=6, at=(900, 300)))
    scene.handle(Pull(source="touch", contact=6, at=(950, 300), began=(900, 300)))
    assert scene.dots == {5: (200, 300), 6: (950, 300)}
    assert len(draw(scene).blits) > 10
    scene.handle(Tap(source="touch", contact=5, at=(200, 300)))
    assert list(scene.dots) == [6]


def test_the_mouse_tries_it_out_and_changes_nothing_by_itself(table: AppContext) -> None:
    scene = opened(table)
    touch_all(scene, ASKEW, "mouse")
    assert scene.phase == "trial"
    assert table.display_transform.now.calibration is None
    felt = table.display_transform.seen(ASKEW[0])
    scene.handle(Hover(source="mouse", at=felt))
    (dot,) = scene.dots.values()
    assert dot == pytest.approx(table.display_transform.seen(CALIBRATION_TARGETS[0]))
    assert tap(scene, "keep") == Pop("keep")
    assert table.display_transform.kept.calibration is not None


# -- the page ----------------------------------------------------------------------------------


def page(table: AppContext, size: tuple[int, int] = (1280, 800), **mounting: Any) -> DisplayPage:
    table.display_transform.fit("window", size)
    table.display_transform.try_out(DisplayProfile(**mounting))
    table.display_transform.keep()
    scene = DisplayPage(table)
    scene.fit(table.display_transform.canvas)
    return scene


def asked(change: Change) -> QuestionDialog:
    assert isinstance(change, Push)
    assert isinstance(change.scene, QuestionDialog)
    assert change.scene.question == KEEP_QUESTION
    return change.scene


ALL: dict[str, Any] = {
    "turns": 0,
    "mirror": False,
    "margins": Margins(),
    "calibration": Calibration(ASKEW),
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "mounting", [{}, ALL, {"mirror": True}], ids=["as set", "chosen", "mirrored"]
)
def test_the_page_fits_every_window(
    table: AppContext, size: tuple[int, int], mounting: dict[str, Any]
) -> None:
    check_layout(page(table, size, **mounting), size)
    check_layout(confirm_change(table), size)


def test_behind_a_projection_the_page_says_what_to_do_about_touches(table: AppContext) -> None:
    def told(**mounting: Any) -> bool:
        return any("wrong side" in label.text for label in page(table, **mounting).labels)

    assert told(mirror=True)
    assert not told()
    assert not told(mirror=True, calibration=Calibration(ASKEW))


def test_a_turn_holds_only_if_it_is_kept(table: AppContext) -> None:
    scene = page(table)
    question = asked(tap(scene, "turn=1"))
    assert table.display_transform.now.turns == 1
    question.fit(table.display_transform.canvas)
    assert tap(question, "keep") == Pop("keep")
    question.leave()
    assert (
        table.display_transform.mounting == table.display_transform.kept == DisplayProfile(turns=1)
    )


def test_without_an_answer_the_picture_is_as_it_was(table: AppContext) -> None:
    scene = page(table)
    question = asked(tap(scene, "mirror=1"))
    question.fit(table.display_transform.canvas)
    said = {question.detail}
    for _ in range(14):
        assert question.update(question.wakes_in() + 0.0001) is None
        said.add(question.detail)
    assert len(said) == 15
    assert question.update(1.1) == Pop(None)
    question.leave()
    assert table.display_transform.mounting == table.display_transform.kept == DisplayProfile()


def test_margins_are_of_the_side_that_people_see(table: AppContext) -> None:
    for turns in range(4):
        for mirror in (False, True):
            scene = page(table, turns=turns, mirror=mirror)
            glass = table.display_transform.now
            width, height = glass.picture_size
            sides = ((0, height / 2), (width / 2, 0), (width, height / 2), (width / 2, height))
            for side, at in enumerate(sides):
                pixel = glass.to_window(*at)
                assert table.display_transform.now.to_picture(*pixel) is not None
                tap(scene, f"more:{side}")
                scene.fit(table.display_transform.canvas)
                assert table.display_transform.now.to_picture(*pixel) is None


def test_margins_go_by_half_percents_up_to_the_most_and_back(table: AppContext) -> None:
    scene = page(table)
    assert not button(scene, "less:0").enabled
    for _ in range(30):
        tap(scene, "more:0")
    assert table.display_transform.kept.margins == Margins(left=0.15)
    assert not button(scene, "more:0").enabled
    assert "Left  15.0%" in [label.text for label in scene.labels]
    tap(scene, "less:0")
    assert table.display_transform.kept.margins == Margins(left=0.145)


def test_each_choice_can_be_given_back_to_the_settings_file(table: AppContext) -> None:
    table.display_transform._settings = table.settings.but({"display.overscan": 3.0})
    scene = page(table, **{**ALL, "turns": 2, "mirror": True})
    tap(scene, "file:margins")
    assert set(table.display_transform.now.margins) == {0.03}
    tap(scene, "file:calibration")
    assert table.display_transform.now.calibration is None
    question = asked(tap(scene, "file:turns"))
    question.pressed("keep")
    question.leave()
    scene.resume()
    asked(tap(scene, "file:mirror")).pressed("keep")
    assert table.display_transform.kept == DisplayProfile()
    scene.resume()
    assert not [key for key in keys(scene) if key.startswith("file:")]


def test_giving_back_what_is_the_same_asks_nothing(table: AppContext) -> None:
    scene = page(table, turns=0)
    assert tap(scene, "file:turns") is None
    assert table.display_transform.kept == DisplayProfile()


def test_a_memory_that_cannot_be_written_is_told(
    table: AppContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError("the disk is full")

    scene = page(table)
    monkeypatch.setattr(table.display_transform, "keep", full)
    tap(scene, "more:2")
    assert "the disk is full" in table.operator_notices[0]


def test_the_crosses_are_opened_from_the_page(table: AppContext) -> None:
    change = tap(page(table), "crosses")
    assert isinstance(change, Push)
    assert isinstance(change.scene, TouchCalibrationScene)


def test_an_edge_line_goes_all_round_the_picture(table: AppContext) -> None:
    frame = draw(page(table))
    around = [blit.rect for blit in frame.blits[-4:]]
    assert around[0].unionall(around[1:]).size == (1280, 800)
    assert replace(table.display_transform.now, turns=0).plain
