"""Nobody decides alone what concerns others: fingers on the pads agree or decline."""

import pytest

from tabletop.input.actions import (
    Button,
    Cancel,
    Drop,
    Pull,
)
from tabletop.scenes.match.agreements import (
    HOLD_SECONDS,
    MAX_TAP_SECONDS,
    PAD_GUARD_SECONDS,
    PALM_DISTANCE,
    REQUEST_TIMEOUT_SECONDS,
    SETTLE_SECONDS,
)
from tabletop.ui.core.app_context import AppContext
from tests.scenes.match.agreement_match import begun, down, drawn_out, over, pads, run, touch, up
from tests.scenes.match.dice_match import line, plies, press

SIZES = [(1280, 800), (1920, 1080), (1080, 1920), (1024, 600), (3840, 2160)]


def test_two_who_hold_their_pads_at_once_agree(table: AppContext) -> None:
    scene = begun(table)
    drawn_out(scene)
    run(scene, SETTLE_SECONDS + 0.1)
    places = pads(scene)
    down(scene, places["agree:0"], 1)
    run(scene, 3.0)
    assert not over(scene), "one alone may wait for the other"
    down(scene, places["agree:1"], 2)
    assert 0 < scene.wakes_in() <= HOLD_SECONDS + 0.01
    run(scene, HOLD_SECONDS - 0.1)
    assert not over(scene)
    scene.update(0.2)
    assert over(scene)
    up(scene, places["agree:0"], 1)
    up(scene, places["agree:1"], 2)
    assert plies(scene) == ["c3", "d4"], "their lifting means nothing else"


def test_one_after_the_other_is_as_good(table: AppContext) -> None:
    scene = begun(table)
    drawn_out(scene)
    touch(scene, "agree:1")
    assert not over(scene)
    assert "agree:1" not in pads(scene)
    run(scene, REQUEST_TIMEOUT_SECONDS - 3)
    touch(scene, "agree:0")
    assert over(scene)


def test_after_a_while_the_wish_goes(table: AppContext) -> None:
    scene = begun(table)
    drawn_out(scene)
    touch(scene, "agree:1")
    assert 0 < scene.wakes_in() <= REQUEST_TIMEOUT_SECONDS
    run(scene, REQUEST_TIMEOUT_SECONDS)
    assert pads(scene) == {}
    drawn_out(scene)
    touch(scene, "agree:0")
    assert not over(scene), "what was agreed to before is forgotten"


def test_the_same_person_twice_is_no_consent(table: AppContext) -> None:
    scene = begun(table)
    drawn_out(scene)
    touch(scene, "agree:1")
    for _ in range(3):
        press(scene, Button.OK, seat=1)
        run(scene, PAD_GUARD_SECONDS + 0.1)
    assert not over(scene)
    scene = begun(table)
    press(scene, Button.UNDO, seat=0)
    press(scene, Button.UNDO, seat=0)
    assert plies(scene) == ["c3", "d4"]


def test_a_palm_on_a_pad_is_no_finger(table: AppContext) -> None:
    scene = begun(table)
    drawn_out(scene)
    run(scene, SETTLE_SECONDS + 0.1)
    places = pads(scene)
    x, y = places["agree:0"]
    down(scene, (x, y), 1)
    down(scene, (x + PALM_DISTANCE * 0.5, y), 2)
    down(scene, places["agree:1"], 3)
    run(scene, MAX_TAP_SECONDS + 0.2)
    for contact in (1, 2):
        up(scene, (x, y), contact)
    assert not over(scene)
    up(scene, places["agree:1"], 3)
    assert "agree:1" in pads(scene), "who held in vain has not agreed for good"


def test_two_people_s_fingers_may_be_near_on_pads_side_by_side(table: AppContext) -> None:
    scene = begun(table, facing=False)
    drawn_out(scene)
    run(scene, SETTLE_SECONDS + 0.1)
    boxes = [button.box for button in scene.agreements.corner_pads.buttons.buttons]
    between = (boxes[0].right + boxes[1].x) / 2
    down(scene, (between - PALM_DISTANCE * 0.4, boxes[0].centre[1]), 1)
    down(scene, (between + PALM_DISTANCE * 0.4, boxes[0].centre[1]), 2)
    run(scene, HOLD_SECONDS - 0.1)
    scene.update(0.2)
    assert over(scene)


@pytest.mark.parametrize("end", [Cancel, Drop, Pull])
def test_what_slides_or_is_lost_agrees_to_nothing(table: AppContext, end: type) -> None:
    scene = begun(table)
    drawn_out(scene)
    run(scene, SETTLE_SECONDS + 0.1)
    at = pads(scene)["agree:0"]
    away = scene.board.layout.board.centre
    more = {} if end is Cancel else {"began": at}
    down(scene, at, 1)
    scene.handle(end(source="touch", contact=1, at=away, **more))
    up(scene, at, 1)
    assert "agree:0" in pads(scene)


def test_a_finger_that_rests_and_lifts_alone_has_not_agreed(table: AppContext) -> None:
    scene = begun(table)
    drawn_out(scene)
    run(scene, SETTLE_SECONDS + 0.1)
    at = pads(scene)["agree:0"]
    down(scene, at, 1)
    run(scene, MAX_TAP_SECONDS + 0.2)
    up(scene, at, 1)
    assert "agree:0" in pads(scene)


def test_a_finger_that_was_meant_for_what_lay_there_before_agrees_to_nothing(
    table: AppContext,
) -> None:
    scene = begun(table)
    drawn_out(scene)
    at = pads(scene)["agree:0"]
    down(scene, at, 1)
    run(scene, 0.2)
    up(scene, at, 1)
    assert "agree:0" in pads(scene)


def test_no_is_no_and_who_asked_is_told(table: AppContext) -> None:
    scene = begun(table)
    press(scene, Button.UNDO, seat=0)
    touch(scene, "refuse:1")
    assert pads(scene) == {}
    assert plies(scene) == ["c3", "d4"]
    assert line(scene, 0) == "Not agreed: the game goes on."


def test_the_pads_lie_upright_at_each_seat_and_inside_its_panel(table: AppContext) -> None:
    for size in SIZES:
        scene = begun(table, size=size)
        drawn_out(scene)
        layout = scene.board.layout
        assert [one.turns for one in scene.agreements.corner_pads.asked] == [0, 2]
        for one, panel in zip(scene.agreements.corner_pads.asked, layout.panels, strict=True):
            assert one.plate == panel.box
            for button in one.buttons:
                assert panel.box.holds((button.box.x, button.box.y))
                assert panel.box.holds((button.box.right - 1, button.box.bottom - 1))
                assert min(button.box.w, button.box.h) >= 60


def test_side_by_side_the_pads_lie_side_by_side(table: AppContext) -> None:
    scene = begun(table, facing=False)
    drawn_out(scene)
    (one,) = scene.agreements.corner_pads.asked
    assert [button.key for button in one.buttons] == ["agree:0", "agree:1", "refuse:"]
    touch(scene, "agree:1")
    touch(scene, "agree:0")
    assert over(scene)


def test_the_game_goes_on_round_the_pads_and_a_ply_is_an_answer(table: AppContext) -> None:
    scene = begun(table)
    drawn_out(scene)
    scene.play("a1")
    assert pads(scene) == {}
    assert plies(scene) == ["c3", "d4", "a1"]
    assert not over(scene)
