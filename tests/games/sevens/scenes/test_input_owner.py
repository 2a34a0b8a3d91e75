"""Whose hand it is: the seat that is not asked is told so, and changes nothing."""

from dataclasses import replace
from typing import Any

import pytest

from tabletop.games.sevens.rules.match import Phase, SevensMatch
from tabletop.games.sevens.scenes.booklet import BookletPage
from tabletop.games.sevens.scenes.dialogs import NamePage
from tabletop.games.sevens.scenes.match import MatchSetup, SevensScene
from tabletop.games.sevens.scenes.pause import PausePage
from tabletop.games.sevens.scenes.phases.base import WARNING_SECONDS
from tabletop.input.actions import Button as Key
from tabletop.input.actions import (
    Buzz,
    Down,
    Drop,
    Nudge,
    Press,
    Pull,
    Tap,
    Twist,
    Walk,
)
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Scene
from tabletop.ui.widgets.question_dialog import QuestionDialog
from tests.games.sevens.arranging import _unveiling
from tests.games.sevens.button_boxes import Boxes
from tests.games.sevens.match_driver import blits
from tests.games.sevens.scenes.test_by_buttons import boxes_at
from tests.games.sevens.scripted_match import guessing, play, show, tossed


def told(boxes: Boxes) -> str:
    return str(boxes.phase.refusal_note)


def seen(boxes: Boxes) -> frozenset[object]:
    return frozenset(blit for blit in blits(boxes.scene))


def state(boxes: Boxes) -> tuple[object, ...]:
    phase, surface = boxes.phase, boxes.phase.surface
    lying = surface.pieces.pieces if surface is not None else ()
    keyed = surface and (surface.hands.keyed, surface.selected)
    return boxes.match.events, boxes.match.phase, phase.buttons.focus, keyed, lying, boxes.top


ACTIONS: tuple[Walk | Nudge | Press | Twist | Buzz, ...] = (
    Walk(source="serial", by=1),
    Nudge(source="pad", dx=1, dy=0),
    Press(source="serial", button=Key.OK),
    Press(source="serial", button=Key.BACK),
    Press(source="pad", button=Key.FLIP),
    Twist(source="mouse", at=(0.0, 0.0), by=1),
    Buzz(source="serial", seat=0),
)


@pytest.mark.parametrize("act", ACTIONS)
def test_the_seat_that_is_not_asked_is_refused_with_a_word(
    table: AppContext, act: Walk | Nudge | Press | Twist | Buzz
) -> None:
    boxes = boxes_at(table, guessing())
    boxes.walk(1)
    at = boxes.surface.sight.to_canvas(boxes.surface.pieces.pieces[0].pose.at)
    other = 1 - boxes.phase.seat
    if isinstance(act, Twist):
        act = replace(act, at=at)
    before, picture, scene = state(boxes), seen(boxes), boxes.scene
    boxes.do(replace(act, seat=other))
    assert state(boxes) == before
    assert "Red" in told(boxes)
    assert seen(boxes) != picture, "its own bar says so"
    assert boxes.scene.wakes_in() <= WARNING_SECONDS
    boxes.wait(WARNING_SECONDS + 0.2)
    assert told(boxes) == ""
    boxes.do(replace(act, seat=boxes.phase.seat))
    done = boxes.top is not scene or state(boxes) != before
    assert done, "the seat that is asked may"


def test_a_finger_of_the_wrong_seat_moves_nothing_from_down_to_up(table: AppContext) -> None:
    boxes = boxes_at(table, guessing())
    sight = boxes.surface.sight
    began = sight.to_canvas(boxes.surface.pieces.pieces[0].pose.at)
    end = sight.to_canvas((9.0, 4.0))
    finger: dict[str, Any] = {"source": "tuio", "contact": 4, "seat": 0}
    before = state(boxes)
    boxes.do(Down(at=began, **finger))
    assert "Red" in told(boxes)
    boxes.do(Pull(at=end, began=began, **finger))
    boxes.do(Drop(at=end, began=began, **finger))
    boxes.wait(0.3)
    assert state(boxes) == before
    # The same finger, come down anew for the seat that is asked.
    finger["seat"] = 1
    boxes.do(Down(at=began, **finger))
    boxes.do(Pull(at=end, began=began, **finger))
    boxes.do(Drop(at=end, began=began, **finger))
    boxes.settle()
    assert state(boxes) != before


def test_the_wrong_seats_finger_unveils_nothing(table: AppContext) -> None:
    match = _unveiling()
    boxes = boxes_at(table, match)
    boxes.take_from_booklet(0)
    boxes.choose("done")
    boxes.open()
    at = boxes.surface.sight.to_canvas(boxes.surface.pieces.pieces[0].pose.at)
    asked = boxes.phase.seat
    for seat, phase in ((1 - asked, Phase.ARRANGE), (asked, Phase.READY)):
        boxes.do(Down(source="tuio", contact=1, at=at, seat=seat))
        # Only coming down tells for sure whose it is.
        boxes.do(Tap(source="tuio", contact=1, at=at))
        boxes.wait_for(phase)


@pytest.mark.parametrize("facing", [False, True])
def test_a_touch_on_the_other_seats_bar_is_that_seats(table: AppContext, facing: bool) -> None:
    boxes = boxes_at(table, guessing(), facing=facing)
    plan, context = boxes.scene.context.plan, boxes.scene.context
    far, near = (context.really(box.centre, boxes.phase.seat) for box in (plan.far, plan.near))
    for at, refused in ((near, False), (far, True)):
        boxes.do(Down(source="touch", contact=1, at=at))
        boxes.do(Tap(source="touch", contact=1, at=at))
        assert bool(told(boxes)) == refused


def test_where_both_are_asked_either_box_is_heard(table: AppContext) -> None:
    for seat in (0, 1):
        boxes = Boxes(_coin(table))
        boxes.press(seat=seat)
        assert told(boxes) == ""
        boxes.wait(2)
        assert boxes.match.phase is Phase.TOSS
        assert not boxes.phase.for_both, "the coin lies"
        boxes.press(seat=1 - boxes.phase.seat)
        boxes.press(seat=1 - boxes.phase.seat)
        assert boxes.match.phase is Phase.TOSS, "only player one goes on"


def _coin(table: AppContext) -> Scene:
    return MatchSetup(table, Scene, SevensMatch().options).match()


def test_after_the_match_either_box_begins_another(table: AppContext) -> None:
    for seat in (0, 1):
        boxes = boxes_at(table, play(tossed(), [(7, 5), (4, 6), (4, 1)]))
        boxes.wait(2)
        while boxes.buttons.focus != "again":
            boxes.walk(1, seat)
        boxes.press(seat=seat)
        assert boxes.match.phase is Phase.TOSS


def test_either_seat_may_ask_for_the_pause(table: AppContext) -> None:
    for seat in (0, 1):
        boxes = boxes_at(table, guessing())
        boxes.press(Key.MENU, seat)
        assert isinstance(boxes.top, PausePage)


def test_a_table_may_let_anybody_play_for_anybody(table: AppContext) -> None:
    table.settings = table.settings.but({"input.own_hands": False})
    boxes = boxes_at(table, guessing())
    boxes.walk(1, seat=0)
    assert boxes.surface.hands.keyed
    boxes.press(seat=0)
    assert boxes.surface.taken == 0
    assert told(boxes) == ""


def test_what_belongs_to_no_seat_is_the_asked_ones(table: AppContext) -> None:
    boxes = boxes_at(table, guessing())
    boxes.do(Walk(source="keyboard", by=1))
    assert boxes.surface.hands.keyed
    assert told(boxes) == ""


def test_the_call_button_confirms_for_the_seat_that_is_asked(table: AppContext) -> None:
    match = tossed()
    show(match)
    boxes = boxes_at(table, match)
    boxes.wait(0.6)
    focus = []
    for seat in (0, 1):
        boxes.call(seat)
        focus.append(boxes.buttons.focus)
    assert focus == [None, "look"], "the first shows what a second one presses"
    assert "Red" in told(boxes)
    boxes.call(1)
    assert boxes.match.phase is Phase.LOOK


# -- pages above the match --------------------------------------------------------------------


def test_a_question_is_answered_by_the_seat_that_it_is_for(table: AppContext) -> None:
    boxes = boxes_at(table, tossed())
    match = boxes.match
    boxes.choose("looked")
    assert isinstance(boxes.top, QuestionDialog)
    assert boxes.asked == 1
    boxes.wait(0.6)
    for _ in range(3):
        boxes.walk(1, seat=0)
        boxes.press(seat=0)
    assert match.pending is not None, "the one who reports does not answer"
    assert "Red" in boxes.top.detail
    boxes.choose("no")
    assert match.pending is None


def test_a_question_for_the_host_is_for_anybody(table: AppContext) -> None:
    match = tossed(host=True)
    match.report(match.now)
    match.deny(match.now)
    boxes = boxes_at(table, match)
    boxes.wait(0.7)
    assert isinstance(boxes.top, QuestionDialog)
    boxes.reach("no")
    boxes.press(seat=0)
    assert boxes.match.pending is None


def test_the_arrangers_pages_do_not_hear_the_others_box(table: AppContext) -> None:
    for key, kind in (("name", NamePage), ("booklet", BookletPage)):
        boxes = boxes_at(table, tossed())
        boxes.choose(key)
        assert isinstance(boxes.top, kind)
        boxes.wait(0.6)
        page = boxes.top
        boxes.walk(1, seat=1)
        boxes.press(Key.BACK, seat=1)
        boxes.press(Key.LATER, seat=1)
        assert boxes.top is page
        assert boxes.buttons.focus is None
        boxes.press(Key.BACK, seat=0)
        assert isinstance(boxes.stack.top, SevensScene)


def test_a_digit_that_is_typed_is_no_call(table: AppContext) -> None:
    boxes = boxes_at(table, tossed())
    boxes.choose("name")
    page = boxes.top
    boxes.do(Buzz(source="keyboard", seat=0))
    assert boxes.top is page
    assert boxes.buttons.focus is None
