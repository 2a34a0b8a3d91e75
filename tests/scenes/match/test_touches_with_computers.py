"""Hands at a table where computers play: hurrying, touching too early, taking back, ending."""

import pytest

from tabletop.engine import CHANCE
from tabletop.input.actions import Action, Button, Buzz, Down, Nudge, Press, Tap, Walk
from tabletop.players.player_spec import PERSON
from tabletop.scenes.destinations import OpenPlayer, OpenPlayers
from tabletop.scenes.match.pause import PauseScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.play.computers import UNWATCHED_SECONDS
from tabletop.ui.board.seat_panel import head_box
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Change, Push
from tabletop.ui.widgets.question_dialog import QuestionDialog
from tests.scenes.match.computer_matches import (
    KEEN,
    PACE,
    SHARP,
    begun,
    first_of,
    line,
    plies,
    run,
    told,
)
from tests.scenes.match.dice_match import press, tap
from tests.scenes.setups import players
from tests.scenes.touches import tap as tap_button
from tools.album.scripted import thought

HALF_A_MATCH = "a5 a6<a5 d5 c1 f3 c5>d5 e6<d5 c6 f5<e6 f4<e5 d2<c1 b5"
"""Plies of Trelawney's Glory."""


def centre(scene: MatchScene, seat: int) -> tuple[float, float]:
    """A place in a seat's panel, where no button lies."""
    panel = scene.board.layout.panels[seat]
    return panel.as_tray().on_canvas(panel.box.centre)


def stone(scene: MatchScene, seat: int) -> tuple[float, float]:
    """The stone in a seat's panel."""
    panel = scene.board.layout.panels[seat]
    return panel.as_tray().on_canvas(head_box(panel, scene.board.upright.tray_height > 0).centre)


def told_at(scene: MatchScene, seat: int) -> str:
    """What a seat alone is told."""
    return str(scene.notices.asides.get(seat, ""))


def square(scene: MatchScene, spot: str) -> tuple[float, float]:
    return scene.view.points(scene.snapshot)[spot]


def answered(change: Change, answer: object) -> Change:
    """Somebody answers what was asked."""
    assert isinstance(change, Push)
    assert change.then is not None
    return change.then(answer)


def agree(scene: MatchScene) -> None:
    """All who are asked touch their pads."""
    while scene.agreements.corner_pads.asked:
        run(scene, 0.4)
        tap(
            scene, next(b.centre for b in scene.agreements.corner_pads.buttons.buttons if b.enabled)
        )


def asked_of(change: Change) -> QuestionDialog:
    assert isinstance(change, Push)
    assert isinstance(change.scene, QuestionDialog)
    return change.scene


# -- while it thinks ------------------------------------------------------------------------


def test_touching_its_panel_has_it_play_now(table: AppContext) -> None:
    scene, asked = begun(table, slow=True)
    scene.play("c3")
    run(scene, 0.2)
    tap(scene, centre(scene, 1))
    assert asked.stopped == [0]
    run(scene, 0.1)
    assert len(plies(scene)) == 2


def test_touching_one_s_own_panel_hurries_nobody(table: AppContext) -> None:
    scene, asked = begun(table, slow=True)
    scene.play("c3")
    run(scene, 2)
    tap(scene, centre(scene, 0))
    assert asked.stopped == []


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_ok_has_it_play_now_whoever_presses(table: AppContext, seat: int | None) -> None:
    scene, asked = begun(table, slow=True)
    scene.play("c3")
    run(scene, 1)
    press(scene, Button.OK, seat)
    run(scene, 0.1)
    assert asked.stopped == [0]
    assert len(plies(scene)) == 2


def test_the_ok_that_ended_a_motion_does_not_end_the_thought_too(table: AppContext) -> None:
    scene, asked = begun(table, slow=True)
    scene.play("c3")
    run(scene, 0.2)
    press(scene, Button.OK)
    assert asked.stopped == []


def test_touching_the_board_says_whose_turn_it_is(table: AppContext) -> None:
    scene, _ = begun(table, slow=True)
    scene.play("c3")
    run(scene, 0.2)
    tap(scene, square(scene, "d4"))
    assert told(scene) == "The computer is thinking."
    assert plies(scene) == ["c3"]
    assert scene.snapshot.open == frozenset()
    assert scene.snapshot.picked == ()


def test_keys_and_pointers_play_nothing_for_it(table: AppContext) -> None:
    scene, _ = begun(table, slow=True)
    scene.play("c3")
    run(scene, 0.2)
    for _ in range(4):
        scene.handle(Walk(source="keyboard", by=1))
        scene.handle(Nudge(source="keyboard", dx=1, dy=0))
        scene.handle(Press(source="keyboard", button=Button.OK))
    assert plies(scene) == ["c3"]
    assert scene.snapshot.cursor is None


def test_the_buttons_of_its_seat_do_nothing(table: AppContext) -> None:
    scene, asked = begun(table, declare=True)
    actions: list[Action] = [
        Walk(source="serial", seat=1, by=1),
        Nudge(source="pad", seat=1, dx=1, dy=0),
        Press(source="serial", seat=1, button=Button.OK),
        Press(source="serial", seat=1, button=Button.BACK),
        Press(source="serial", seat=1, button=Button.UNDO),
        Buzz(source="serial", seat=1),
    ]
    scene.play("c3")
    run(scene, 20)
    count = len(plies(scene))
    for action in actions:
        assert scene.handle(action) is None
        assert line(scene, 1) == "A computer plays here now."
    assert len(plies(scene)) == count
    assert asked.stopped == []


def test_a_computer_has_no_call_to_press(table: AppContext) -> None:
    scene, _ = begun(table, declare=True)
    keys = [button.key for button in scene.buttons.buttons]
    assert "call:0" in keys
    assert "call:1" not in keys


def test_the_only_person_pauses_at_once(table: AppContext) -> None:
    scene, _ = begun(table)
    change = press(scene, Button.MENU, 0)
    assert isinstance(change, Push)
    assert isinstance(change.scene, PauseScene)


def test_two_persons_beside_a_computer_still_ask_each_other(table: AppContext) -> None:
    scene, _ = begun(table, PERSON, PERSON, KEEN, key="shout7")
    assert press(scene, Button.MENU, 0) is None


# -- taking back ----------------------------------------------------------------------------


def test_undo_goes_back_to_one_s_own_last_decision(table: AppContext) -> None:
    scene, _ = begun(table, plies="c3 b2")
    scene.play("d4")
    run(scene, PACE + 0.2)
    assert len(plies(scene)) == 4
    press(scene, Button.UNDO)
    assert plies(scene) == ["c3", "b2"]
    assert scene.match.state.turn == 0
    run(scene, 3)
    assert plies(scene) == ["c3", "b2"]


def test_undo_while_it_thinks_takes_back_one_s_own_ply(table: AppContext) -> None:
    scene, asked = begun(table, slow=True)
    scene.play("c3")
    run(scene, 0.5)
    press(scene, Button.UNDO, 0)
    run(scene, 0.1)
    assert plies(scene) == []
    assert asked.waiting == set()


def test_undo_goes_through_several_computers(table: AppContext) -> None:
    scene, _ = begun(table, PERSON, KEEN, SHARP, key="shout7")
    while scene.match.state.turn == 0:
        scene.play(first_of(scene))
    own = len(plies(scene))
    while scene.match.state.turn != 0:
        run(scene, PACE)
    assert len(plies(scene)) > own + 1
    press(scene, Button.UNDO, 0)
    assert len(plies(scene)) == own - 1


def test_undo_never_passes_a_throw_and_says_so(table: AppContext) -> None:
    scene, _ = begun(table, key="super7", plies="1+3")
    scene.play(first_of(scene))
    run(scene, 6)
    assert scene.match.plies[-1].seat == 1
    assert scene.match.state.turn == CHANCE
    scene.play("")
    before = plies(scene)
    press(scene, Button.UNDO, 0)
    assert plies(scene) == before
    assert told_at(scene, 0) == "Rolls can’t be taken back."


def test_one_s_own_counter_is_taken_back_although_the_computer_has_rolled(
    table: AppContext,
) -> None:
    scene, _ = begun(table, key="super7", plies="1+3")
    scene.play("3.4")
    run(scene, 6)
    before = plies(scene)
    assert scene.match.plies[-1].seat == 1
    press(scene, Button.UNDO, 0)
    assert plies(scene) == ["1+3"]
    scene.play("4.4")
    run(scene, 6)
    assert plies(scene)[:3] == ["1+3", "4.4", before[2]], "the computer’s dice fall as they fell"


def test_real_dice_of_the_computer_are_not_rolled_again(table: AppContext) -> None:
    scene, _ = begun(table, key="super7", plies="1+3 3.4")
    scene.session.play("2+4", "reader:DR-1")
    run(scene, 3)
    before = plies(scene)
    press(scene, Button.UNDO, 0)
    assert plies(scene) == before
    assert told_at(scene, 0) == "Rolls can’t be taken back."
    (undo,) = [button for button in scene.buttons.buttons if button.key == "tool:undo"]
    assert not undo.enabled


def test_there_is_nothing_to_take_back_before_a_person_has_played(table: AppContext) -> None:
    scene, _ = begun(table, KEEN, PERSON)
    run(scene, PACE + 0.2)
    press(scene, Button.UNDO, 1)
    assert len(plies(scene)) == 1
    assert told_at(scene, 1) == "Only the computers have moved so far."


# -- who plays ------------------------------------------------------------------------------


@pytest.mark.parametrize("facing", [False, True])
def test_a_seat_s_stone_asks_who_plays_there(table: AppContext, facing: bool) -> None:
    scene, _ = begun(table, facing=facing)
    change = tap(scene, stone(scene, 1))
    assert isinstance(change, Push)
    assert isinstance(change.scene, OpenPlayer)
    assert change.scene.seat == 1
    assert answered(change, scene.setup.with_player(1, SHARP)) is None
    assert players(scene.setup) == (PERSON, SHARP)


def test_a_seat_is_handed_over_in_the_middle_of_a_turn_and_taken_back(table: AppContext) -> None:
    scene, _ = begun(table, PERSON, PERSON, slow=True)
    scene.play("c3")
    answered(tap(scene, stone(scene, 1)), scene.setup.with_player(1, KEEN))
    assert scene.setup.persons == (0, 1), "both are asked"
    agree(scene)
    run(scene, 0.5)
    assert line(scene, 1) == "The computer is thinking."
    assert scene.snapshot.open == frozenset()
    answered(tap(scene, stone(scene, 1)), scene.setup.with_player(1, PERSON))
    run(scene, 3)
    assert plies(scene) == ["c3"]
    assert scene.snapshot.open


def test_a_stone_that_must_stay_is_played_before_the_seat_goes_to_a_computer(
    table: AppContext,
) -> None:
    scene, _ = begun(table, PERSON, PERSON, slow=True)
    scene.play("c3")
    tap(scene, square(scene, "d4"))
    assert len(scene.snapshot.picked) == 1
    answered(tap(scene, stone(scene, 1)), scene.setup.with_player(1, KEEN))
    agree(scene)
    assert plies(scene) == ["c3", "d4"]
    assert len(scene.snapshot.picked) == 0


def test_another_level_thinks_anew(table: AppContext) -> None:
    scene, asked = begun(table, slow=True)
    scene.play("c3")
    run(scene, 0.5)
    answered(tap(scene, stone(scene, 1)), scene.setup.with_player(1, SHARP))
    run(scene, 0.2)
    assert [question.level for question in asked.asked] == [KEEN.level, SHARP.level]
    assert asked.waiting == {1}


def test_who_plays_is_kept_with_the_match(table: AppContext) -> None:
    scene, _ = begun(table, PERSON, PERSON)
    scene.play("c3")
    answered(tap(scene, stone(scene, 1)), scene.setup.with_player(1, KEEN))
    agree(scene)
    assert dict(table.store.unfinished()[0].record.extra)["Fillers"] == "person,Keen"


def test_the_pause_leads_to_who_plays(table: AppContext) -> None:
    scene, _ = begun(table)
    change = press(scene, Button.MENU)
    assert isinstance(change, Push)
    pause = change.scene
    assert isinstance(pause, PauseScene)
    pause.fit(Canvas((1280, 800)))
    players_page = tap_button(pause, "players")
    assert isinstance(players_page, Push)
    assert isinstance(players_page.scene, OpenPlayers)
    filled: Setup = scene.setup.with_player(0, SHARP)
    assert answered(players_page, filled) is None, "nobody else is asked: back to the pause"
    assert pause.setup == filled
    answered(change, "on")
    assert players(scene.setup) == (SHARP, KEEN)


def test_computers_that_are_left_alone_finish_quickly_until_somebody_touches(
    table: AppContext,
) -> None:
    scene, _ = begun(table, PERSON, KEEN)
    table.settings = table.settings.but({"look.speed": "slow", "computer.pace": "slow"})
    scene.play("c3")
    answered(tap(scene, stone(scene, 0)), scene.setup.with_player(0, SHARP))
    run(scene, 3)
    quick = len(plies(scene))
    assert quick >= 4
    tap(scene, square(scene, "a1"))
    run(scene, 3)
    assert len(plies(scene)) <= quick + 2


def test_left_alone_they_do_not_use_all_the_time_of_their_levels(table: AppContext) -> None:
    scene, asked = begun(table, PERSON, KEEN)
    scene.play("c3")
    answered(tap(scene, stone(scene, 0)), scene.setup.with_player(0, SHARP))
    asked.slow = True
    number = len(asked.asked)
    run(scene, UNWATCHED_SECONDS + 0.2)
    assert number in asked.stopped
    tap(scene, square(scene, "a1"))
    run(scene, 0.1)
    number = len(asked.asked) - 1
    run(scene, UNWATCHED_SECONDS + 0.2)
    assert number not in asked.stopped, "somebody looks on again"


# -- ending ---------------------------------------------------------------------------------


def offered(scene: MatchScene, how: str = "draw") -> QuestionDialog:
    """Somebody pauses, chooses this, and says yes."""
    change = answered(press(scene, Button.MENU), how)
    asked = asked_of(change)
    answered(change, "yes")
    return asked


@pytest.mark.parametrize(("chance", "agrees"), [(0.45, True), (0.3, True), (0.46, False)])
def test_it_agrees_to_a_draw_where_it_has_not_much_to_hope_for(
    table: AppContext, chance: float, agrees: bool
) -> None:
    scene, asked = begun(table, plies=HALF_A_MATCH)
    asked.answers = lambda _: thought("b2", 1 - chance, chance)
    scene.play("a1")
    run(scene, PACE + 0.2)
    assert offered(scene).detail == "The computer may decline."
    assert (scene.match.outcome is not None) is agrees
    if not agrees:
        assert told(scene) == "The computer declines the draw: it hopes to win."


def test_it_declines_a_draw_in_the_first_half_of_a_match(table: AppContext) -> None:
    scene, asked = begun(table)
    asked.answers = lambda _: thought("b2", 0.7, 0.3)
    scene.play("c3")
    run(scene, PACE + 0.2)
    offered(scene)
    assert scene.match.outcome is None
    assert told(scene) == "The computer declines the draw: it’s too early to tell."


def test_no_draw_is_offered_where_the_rules_know_none(table: AppContext) -> None:
    for key, known in (("super7", False), ("shoo", True), ("shout7", True), ("trelawney", True)):
        change = press(begun(table, key=key)[0], Button.MENU)
        assert isinstance(change, Push)
        assert isinstance(change.scene, PauseScene)
        change.scene.fit(Canvas((1280, 800)))
        assert any(button.key == "draw" for button in change.scene.buttons.buttons) is known


def test_it_declines_a_draw_before_it_has_thought(table: AppContext) -> None:
    scene, _ = begun(table)
    offered(scene)
    assert scene.match.outcome is None
    assert told(scene) == "The computer declines the draw: it’s too early to tell."


@pytest.mark.parametrize("moves", ["", "c3"])
def test_a_person_gives_up_whoever_is_to_move(table: AppContext, moves: str) -> None:
    scene, _ = begun(table, plies=moves, slow=True)
    run(scene, 0.2)
    question = offered(scene, "resign")
    assert question.question == "Resign?"
    assert scene.match.outcome is not None
    assert scene.match.outcome.winners == (1,)


def test_a_press_of_the_stone_picks_nothing_and_needs_both_ends(table: AppContext) -> None:
    scene, _ = begun(table)
    assert scene.handle(Down(source="touch", contact=1, at=stone(scene, 1))) is None
    assert scene.notices.asides.get(1) is None
    change = scene.handle(Tap(source="touch", contact=1, at=stone(scene, 1)))
    assert isinstance(change, Push)
