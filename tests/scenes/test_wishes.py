"""Nobody decides alone what concerns others: fingers on pads, boxes and keys agree or decline."""

import pytest

from tabletop.engine import STOPPED, Match
from tabletop.games import find_game
from tabletop.input.actions import (
    Action,
    Button,
    Buzz,
    Cancel,
    Down,
    Drop,
    Press,
    Pull,
    Tap,
    Walk,
)
from tabletop.players.filler import PERSON
from tabletop.scenes.consent import STANDS
from tabletop.scenes.corner_pads import HOLD, LONGEST_TAP, PALM, SETTLE
from tabletop.scenes.match import MatchScene
from tabletop.scenes.match_wishes import CALM
from tabletop.scenes.pause import PauseScene
from tabletop.scenes.setup import FACING, Setup
from tabletop.ui.ask import AskScene
from tabletop.ui.canvas import Canvas, Point
from tabletop.ui.scene import Push
from tabletop.ui.table import Table
from tests.scenes.computers import KEEN
from tests.scenes.thrown import line, plies, press, told

SIZES = [(1280, 800), (1920, 1080), (1080, 1920), (1024, 600), (3840, 2160)]


def begun(
    table: Table,
    moves: str = "c3 d4",
    *,
    facing: bool = True,
    key: str = "trelawney",
    size: tuple[int, int] = (1280, 800),
    **chosen: object,
) -> MatchScene:
    """A match at which nothing moves; face to face unless it is told otherwise."""
    table.settings = table.settings.but({"look.speed": "off"})
    setup = Setup(find_game(key), sides=FACING if facing else (), **chosen)  # type: ignore[arg-type]
    match: Match = setup.start(table)
    for ply in moves.split():
        match.play(ply)
    scene = MatchScene(table, setup, match, "one")
    scene.fit(Canvas(size))
    return scene


def run(scene: MatchScene, seconds: float, step: float = 0.05) -> None:
    for _ in range(round(seconds / step)):
        assert scene.update(step) is None


def pads(scene: MatchScene) -> dict[str, Point]:
    """The pads that are lit, and where."""
    return {b.key: b.centre for b in scene.corner_pads.buttons.buttons if b.enabled}


def down(scene: MatchScene, at: Point, contact: int) -> None:
    scene.handle(Down(source="touch", contact=contact, at=at))


def up(scene: MatchScene, at: Point, contact: int) -> None:
    scene.handle(Tap(source="touch", contact=contact, at=at))


def touch(scene: MatchScene, key: str, contact: int = 1) -> None:
    """A finger taps a pad, once it means the pad."""
    run(scene, SETTLE + 0.1)
    at = pads(scene)[key]
    down(scene, at, contact)
    run(scene, 0.1)
    up(scene, at, contact)


def tool(scene: MatchScene, key: str) -> None:
    at = next(b.centre for b in scene.buttons.buttons if b.key == f"tool:{key}")
    down(scene, at, 1)
    up(scene, at, 1)


def drawn_out(scene: MatchScene) -> None:
    """Somebody offers a draw in the pause."""
    scene._after_pause("draw")


def over(scene: MatchScene) -> bool:
    return scene.match.outcome is not None and scene.match.outcome.winners == ()


# -- fingers on the pads ------------------------------------------------------------------------


def test_two_who_hold_their_pads_at_once_agree(table: Table) -> None:
    scene = begun(table)
    drawn_out(scene)
    run(scene, SETTLE + 0.1)
    places = pads(scene)
    down(scene, places["agree:0"], 1)
    run(scene, 3.0)
    assert not over(scene), "one alone may wait for the other"
    down(scene, places["agree:1"], 2)
    assert 0 < scene.wakes_in() <= HOLD + 0.01
    run(scene, HOLD - 0.1)
    assert not over(scene)
    scene.update(0.2)
    assert over(scene)
    up(scene, places["agree:0"], 1)
    up(scene, places["agree:1"], 2)
    assert plies(scene) == ["c3", "d4"], "their lifting means nothing else"


def test_one_after_the_other_is_as_good(table: Table) -> None:
    scene = begun(table)
    drawn_out(scene)
    touch(scene, "agree:1")
    assert not over(scene)
    assert "agree:1" not in pads(scene)
    run(scene, STANDS - 3)
    touch(scene, "agree:0")
    assert over(scene)


def test_after_a_while_the_wish_goes(table: Table) -> None:
    scene = begun(table)
    drawn_out(scene)
    touch(scene, "agree:1")
    assert 0 < scene.wakes_in() <= STANDS
    run(scene, STANDS)
    assert pads(scene) == {}
    drawn_out(scene)
    touch(scene, "agree:0")
    assert not over(scene), "what was agreed to before is forgotten"


def test_the_same_person_twice_is_no_consent(table: Table) -> None:
    scene = begun(table)
    drawn_out(scene)
    touch(scene, "agree:1")
    for _ in range(3):
        press(scene, Button.OK, seat=1)
        run(scene, CALM + 0.1)
    assert not over(scene)
    scene = begun(table)
    press(scene, Button.UNDO, seat=0)
    press(scene, Button.UNDO, seat=0)
    assert plies(scene) == ["c3", "d4"]


def test_a_palm_on_a_pad_is_no_finger(table: Table) -> None:
    scene = begun(table)
    drawn_out(scene)
    run(scene, SETTLE + 0.1)
    places = pads(scene)
    x, y = places["agree:0"]
    down(scene, (x, y), 1)
    down(scene, (x + PALM * 0.5, y), 2)
    down(scene, places["agree:1"], 3)
    run(scene, LONGEST_TAP + 0.2)
    for contact in (1, 2):
        up(scene, (x, y), contact)
    assert not over(scene)
    up(scene, places["agree:1"], 3)
    assert "agree:1" in pads(scene), "who held in vain has not agreed for good"


def test_two_people_s_fingers_may_be_near_on_pads_side_by_side(table: Table) -> None:
    scene = begun(table, facing=False)
    drawn_out(scene)
    run(scene, SETTLE + 0.1)
    boxes = [button.box for button in scene.corner_pads.buttons.buttons]
    between = (boxes[0].right + boxes[1].x) / 2
    down(scene, (between - PALM * 0.4, boxes[0].centre[1]), 1)
    down(scene, (between + PALM * 0.4, boxes[0].centre[1]), 2)
    run(scene, HOLD - 0.1)
    scene.update(0.2)
    assert over(scene)


@pytest.mark.parametrize("end", [Cancel, Drop, Pull])
def test_what_slides_or_is_lost_agrees_to_nothing(table: Table, end: type) -> None:
    scene = begun(table)
    drawn_out(scene)
    run(scene, SETTLE + 0.1)
    at = pads(scene)["agree:0"]
    away = scene.panels.layout.board.centre
    more = {} if end is Cancel else {"began": at}
    down(scene, at, 1)
    scene.handle(end(source="touch", contact=1, at=away, **more))
    up(scene, at, 1)
    assert "agree:0" in pads(scene)


def test_a_finger_that_rests_and_lifts_alone_has_not_agreed(table: Table) -> None:
    scene = begun(table)
    drawn_out(scene)
    run(scene, SETTLE + 0.1)
    at = pads(scene)["agree:0"]
    down(scene, at, 1)
    run(scene, LONGEST_TAP + 0.2)
    up(scene, at, 1)
    assert "agree:0" in pads(scene)


def test_a_finger_that_was_meant_for_what_lay_there_before_agrees_to_nothing(table: Table) -> None:
    scene = begun(table)
    drawn_out(scene)
    at = pads(scene)["agree:0"]
    down(scene, at, 1)
    run(scene, 0.2)
    up(scene, at, 1)
    assert "agree:0" in pads(scene)


def test_no_is_no_and_who_asked_is_told(table: Table) -> None:
    scene = begun(table)
    press(scene, Button.UNDO, seat=0)
    touch(scene, "refuse:1")
    assert pads(scene) == {}
    assert plies(scene) == ["c3", "d4"]
    assert line(scene, 0) == "Not agreed: the game goes on"


def test_the_pads_lie_upright_at_each_seat_and_inside_its_panel(table: Table) -> None:
    for size in SIZES:
        scene = begun(table, size=size)
        drawn_out(scene)
        layout = scene.panels.layout
        assert [one.turns for one in scene.corner_pads.asked] == [0, 2]
        for one, panel in zip(scene.corner_pads.asked, layout.panels, strict=True):
            assert one.plate == panel.box
            for button in one.buttons:
                assert panel.box.holds((button.box.x, button.box.y))
                assert panel.box.holds((button.box.right - 1, button.box.bottom - 1))
                assert min(button.box.w, button.box.h) >= 60


def test_side_by_side_the_pads_lie_side_by_side(table: Table) -> None:
    scene = begun(table, facing=False)
    drawn_out(scene)
    (one,) = scene.corner_pads.asked
    assert [button.key for button in one.buttons] == ["agree:0", "agree:1", "refuse:"]
    touch(scene, "agree:1")
    touch(scene, "agree:0")
    assert over(scene)


def test_the_game_goes_on_round_the_pads_and_a_ply_is_an_answer(table: Table) -> None:
    scene = begun(table)
    drawn_out(scene)
    scene.play("a1")
    assert pads(scene) == {}
    assert plies(scene) == ["c3", "d4", "a1"]
    assert not over(scene)


# -- whose ply ----------------------------------------------------------------------------------


def test_side_by_side_one_ply_is_taken_back_at_once_and_more_by_both(table: Table) -> None:
    scene = begun(table, facing=False)
    tool(scene, "undo")
    assert plies(scene) == ["c3"]
    tool(scene, "undo")
    assert plies(scene) == ["c3"]
    touch(scene, "agree:0")
    assert plies(scene) == ["c3"]
    touch(scene, "agree:1")
    assert plies(scene) == []


def test_face_to_face_nobody_takes_back_a_ply_without_its_owner_s_touch(table: Table) -> None:
    scene = begun(table)
    tool(scene, "undo")
    assert set(pads(scene)) == {"agree:1", "refuse:1"}
    touch(scene, "agree:1")
    assert plies(scene) == ["c3"]
    tool(scene, "undo")
    assert set(pads(scene)) == {"agree:0", "refuse:0"}
    touch(scene, "agree:0")
    assert plies(scene) == []


def test_one_s_own_device_takes_back_one_s_own_ply_at_once(table: Table) -> None:
    scene = begun(table)
    press(scene, Button.UNDO, seat=1)
    assert plies(scene) == ["c3"]
    press(scene, Button.UNDO, seat=0)
    assert plies(scene) == []


def test_who_wants_to_take_back_past_the_other_asks_the_other(table: Table) -> None:
    scene = begun(table)
    press(scene, Button.UNDO, seat=0)
    (one,) = scene.corner_pads.asked
    assert one.labels[0].text == "Black asks to take the last 2 moves back"
    touch(scene, "agree:1")
    assert plies(scene) == []


def test_where_the_table_asks_nobody_all_is_done_at_once(table: Table) -> None:
    scene = begun(table)
    table.settings = table.settings.but({"input.own_hands": False})
    press(scene, Button.UNDO, seat=0)
    assert plies(scene) == ["c3"]
    tool(scene, "undo")
    assert plies(scene) == []


def test_against_a_computer_nobody_is_asked(table: Table) -> None:
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
    table: Table, agrees: Action
) -> None:
    scene = begun(table)
    drawn_out(scene)
    touch(scene, "agree:1")
    scene = begun(table)
    drawn_out(scene)
    assert scene.handle(agrees) is None
    assert "agree:0" in pads(scene)
    run(scene, CALM + 0.1)
    scene.handle(agrees)
    assert "agree:0" not in pads(scene)
    press(scene, Button.OK, seat=1)
    assert over(scene)


def test_a_seat_s_back_button_declines(table: Table) -> None:
    scene = begun(table)
    drawn_out(scene)
    press(scene, Button.BACK, seat=0)
    assert pads(scene) == {}
    assert told(scene) == "Not agreed: the game goes on"


def test_keys_of_no_seat_walk_from_pad_to_pad(table: Table) -> None:
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


def test_all_agree_to_end_a_game_without_a_result(table: Table) -> None:
    scene = begun(table)
    scene._after_pause("end")
    touch(scene, "agree:0")
    touch(scene, "agree:1")
    assert scene.match.outcome is not None
    assert scene.match.outcome.reason == STOPPED


def test_who_is_alone_ends_it_after_a_question(table: Table) -> None:
    scene = begun(table, fillers=(PERSON, KEEN))
    change = scene._after_pause("end")
    assert isinstance(change, Push)
    assert isinstance(change.scene, AskScene)
    assert change.then is not None
    change.then("yes")
    assert over(scene)


def test_a_seat_is_handed_over_when_all_people_agree(table: Table) -> None:
    scene = begun(table)
    scene._hand_over(scene.setup.filled(1, KEEN))
    assert scene.setup.fillers == ()
    touch(scene, "agree:0")
    touch(scene, "agree:1")
    assert scene.setup.filler(1) == KEEN


def test_giving_up_is_one_s_own_and_asked_towards_that_seat(table: Table) -> None:
    scene = begun(table)
    change = scene._after_pause("resign", 1)
    assert isinstance(change, Push)
    assert isinstance(change.scene, AskScene)
    assert (change.scene.turns, change.scene.seat) == (2, 1)
    assert change.scene.question == "Does White give up?"


def test_who_turned_the_pause_round_is_who_may_give_up(table: Table) -> None:
    scene = begun(table)
    for turned, question in ((False, "Does Black give up?"), (True, "Does White give up?")):
        change = press(scene, Button.MENU)
        assert isinstance(change, Push)
        assert isinstance(change.scene, PauseScene)
        change.scene.fit(Canvas((1280, 800)))
        if turned:
            change.scene.pressed("turn")
        assert change.then is not None
        asked = change.then("resign")
        assert isinstance(asked, Push)
        assert isinstance(asked.scene, AskScene)
        assert asked.scene.question == question


def test_the_pause_is_turned_to_who_asked_for_it_and_can_be_turned_round(table: Table) -> None:
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
