"""Nobody decides alone what concerns others: whose ply it is, boxes, keys, and all else asked."""

import pytest

from tabletop.engine import STOPPED
from tabletop.input.actions import (
    Action,
    Button,
    Buzz,
    Press,
    Walk,
)
from tabletop.players.player_spec import PERSON
from tabletop.scenes.match.agreements import PAD_GUARD_SECONDS
from tabletop.scenes.match.pause import PauseScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Push
from tabletop.ui.widgets.question_dialog import QuestionDialog
from tests.scenes.match.agreement_match import begun, drawn_out, over, pads, run, tool, touch
from tests.scenes.match.computer_matches import KEEN
from tests.scenes.match.dice_match import plies, press, told

# -- whose ply ----------------------------------------------------------------------------------


def test_side_by_side_one_ply_is_taken_back_at_once_and_more_by_both(table: AppContext) -> None:
    scene = begun(table, facing=False)
    tool(scene, "undo")
    assert plies(scene) == ["c3"]
    tool(scene, "undo")
    assert plies(scene) == ["c3"]
    touch(scene, "agree:0")
    assert plies(scene) == ["c3"]
    touch(scene, "agree:1")
    assert plies(scene) == []


def test_face_to_face_nobody_takes_back_a_ply_without_its_owner_s_touch(table: AppContext) -> None:
    scene = begun(table)
    tool(scene, "undo")
    assert set(pads(scene)) == {"agree:1", "refuse:1"}
    touch(scene, "agree:1")
    assert plies(scene) == ["c3"]
    tool(scene, "undo")
    assert set(pads(scene)) == {"agree:0", "refuse:0"}
    touch(scene, "agree:0")
    assert plies(scene) == []


def test_one_s_own_device_takes_back_one_s_own_ply_at_once(table: AppContext) -> None:
    scene = begun(table)
    press(scene, Button.UNDO, seat=1)
    assert plies(scene) == ["c3"]
    press(scene, Button.UNDO, seat=0)
    assert plies(scene) == []


def test_who_wants_to_take_back_past_the_other_asks_the_other(table: AppContext) -> None:
    scene = begun(table)
    press(scene, Button.UNDO, seat=0)
    (one,) = scene.agreements.corner_pads.asked
    assert one.labels[0].text == "Black wants to take back the last 2 moves."
    assert one.labels[1].text == "Do you agree?"
    touch(scene, "agree:1")
    assert plies(scene) == []


@pytest.mark.parametrize("facing", [False, True])
def test_how_to_agree_is_said_with_the_words_that_stand_on_the_pads(
    table: AppContext, facing: bool
) -> None:
    scene = begun(table, facing=facing)
    scene.pause.chosen("end", None)
    scene.refresh()
    for plate in scene.agreements.corner_pads.asked:
        pads_say = {str(one.label) for one in plate.buttons if one.key.startswith("agree:")}
        how = plate.labels[1].text
        if facing:
            assert pads_say == {"End it"}
            assert how == "Both players: touch “End it”."
        else:
            assert pads_say == {"Black", "White"}
            assert how == "Both players: touch your name."


def test_where_the_table_asks_nobody_all_is_done_at_once(table: AppContext) -> None:
    scene = begun(table)
    table.settings = table.settings.but({"input.own_hands": False})
    press(scene, Button.UNDO, seat=0)
    assert plies(scene) == ["c3"]
    tool(scene, "undo")
    assert plies(scene) == []


def test_against_a_computer_nobody_is_asked(table: AppContext) -> None:
    scene = begun(table, fillers=(PERSON, KEEN))
    tool(scene, "undo")
    assert plies(scene) == []
    assert pads(scene) == {}


# -- boxes and keys -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "agrees",
    [
        Press(source="serial", seat=0, button=Button.OK),
        Press(source="serial", seat=0, button=Button.MENU),
        Buzz(source="serial", seat=0),
    ],
    ids=["ok", "menu", "buzz"],
)
def test_a_seat_s_own_button_agrees_but_not_the_press_that_was_under_way(
    table: AppContext, agrees: Action
) -> None:
    scene = begun(table)
    drawn_out(scene)
    touch(scene, "agree:1")
    scene = begun(table)
    drawn_out(scene)
    assert scene.handle(agrees) is None
    assert "agree:0" in pads(scene)
    run(scene, PAD_GUARD_SECONDS + 0.1)
    scene.handle(agrees)
    assert "agree:0" not in pads(scene)
    press(scene, Button.OK, seat=1)
    assert over(scene)


def test_a_seat_s_back_button_declines(table: AppContext) -> None:
    scene = begun(table)
    drawn_out(scene)
    press(scene, Button.BACK, seat=0)
    assert pads(scene) == {}
    assert told(scene) == "Not agreed: the game goes on."


def test_keys_of_no_seat_walk_from_pad_to_pad(table: AppContext) -> None:
    scene = begun(table, facing=False)
    drawn_out(scene)
    for _ in range(2):
        scene.handle(Walk(source="keyboard", by=1))
        assert scene.handle(Press(source="keyboard", button=Button.OK)) is None
    assert over(scene)
    scene = begun(table, facing=False)
    drawn_out(scene)
    scene.handle(Press(source="keyboard", button=Button.BACK))
    assert pads(scene) == {}


# -- what else is agreed on ---------------------------------------------------------------------


def test_all_agree_to_end_a_game_without_a_result(table: AppContext) -> None:
    scene = begun(table)
    scene.pause.chosen("end")
    scene.refresh()
    touch(scene, "agree:0")
    touch(scene, "agree:1")
    assert scene.match.outcome is not None
    assert scene.match.outcome.reason == STOPPED


def test_who_is_alone_ends_it_after_a_question(table: AppContext) -> None:
    scene = begun(table, fillers=(PERSON, KEEN))
    change = scene.pause.chosen("end")
    assert isinstance(change, Push)
    assert isinstance(change.scene, QuestionDialog)
    assert change.then is not None
    change.then("yes")
    assert over(scene)


def test_a_seat_is_handed_over_when_all_people_agree(table: AppContext) -> None:
    scene = begun(table)
    scene.seats.hand_over(scene.setup.with_player(1, KEEN))
    assert not scene.setup.computers
    touch(scene, "agree:0")
    touch(scene, "agree:1")
    assert scene.setup.player(1) == KEEN


def test_giving_up_is_one_s_own_and_asked_towards_that_seat(table: AppContext) -> None:
    scene = begun(table)
    change = scene.pause.chosen("resign", 1)
    assert isinstance(change, Push)
    assert isinstance(change.scene, QuestionDialog)
    assert (change.scene.turns, change.scene.seat) == (2, 1)
    assert change.scene.question == "Does White resign?"
    assert change.scene.detail == "Then Black wins this game.", "there are no others"
    many = begun(table, "", key="shout7", seats=3).pause.chosen("resign", 1)
    assert isinstance(many, Push)
    assert isinstance(many.scene, QuestionDialog)
    assert many.scene.detail == "Then the others win this game."


def test_who_turned_the_pause_round_is_who_may_give_up(table: AppContext) -> None:
    scene = begun(table)
    for turned, question in ((False, "Does Black resign?"), (True, "Does White resign?")):
        change = press(scene, Button.MENU)
        assert isinstance(change, Push)
        assert isinstance(change.scene, PauseScene)
        change.scene.fit(Canvas((1280, 800)))
        if turned:
            change.scene.pressed("turn")
        assert change.then is not None
        asked = change.then("resign")
        assert isinstance(asked, Push)
        assert isinstance(asked.scene, QuestionDialog)
        assert asked.scene.question == question


def test_the_pause_is_turned_to_who_asked_for_it_and_can_be_turned_round(table: AppContext) -> None:
    scene = begun(table)
    press(scene, Button.MENU, seat=1)
    change = press(scene, Button.MENU, seat=0)
    assert isinstance(change, Push)
    assert isinstance(change.scene, PauseScene)
    change.scene.fit(Canvas((1280, 800)))
    assert change.scene.turns == 2
    change.scene.pressed("turn")
    assert change.scene.turns == 0
    assert all(button.turns == 0 for button in change.scene.buttons.buttons)
