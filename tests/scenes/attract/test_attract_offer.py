"""A touch of a game that shows itself: it stops at once, and can be played on."""

import pytest

from tabletop.app.opening import page_builder
from tabletop.engine import CHANCE, Match
from tabletop.games import find_game
from tabletop.input.actions import (
    Action,
    Button,
    Buzz,
    Down,
    Hover,
    Nudge,
    Press,
    Roll,
    Tap,
    Typed,
    Walk,
)
from tabletop.players.player_spec import ADAPTIVE
from tabletop.scenes.attract.scene import (
    CODE,
    OFFER_QUESTION,
    OFFER_TIMEOUT_SECONDS,
    AttractScene,
    has_resumable_code,
    play_offer,
)
from tabletop.scenes.destinations import ResultAnswer
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.home.resume import CodeEntryPage
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.setup.quick_start import QuickStartPage
from tabletop.storage.match_codes import code_of
from tabletop.storage.match_codes import match_of as match_of_code
from tabletop.storage.repository import load_current_match
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Pop, Push, SceneStack
from tabletop.ui.widgets.question_dialog import QuestionDialog
from tests.scenes.attract.attract_mode import BOARDS, match_of, shown, until
from tests.scenes.setups import make_setup
from tests.scenes.started_matches import record
from tests.scenes.touches import SIZES, button, check_layout, keys

HANDS: list[Action] = [
    Down(source="touch", contact=1, at=(400.0, 400.0)),
    Press(source="keyboard", button=Button.BACK),
    Press(source="serial", seat=1, button=Button.OK),
    Nudge(source="pad", dx=1, dy=0),
    Walk(source="serial", by=1),
    Buzz(source="serial", seat=0),
    Typed(source="keyboard", sign="x"),
    Roll(source="serial", device="one", values=(3, 4)),
]


def stacked(table: AppContext, key: str, plies: int = 3, speed: str = "off") -> SceneStack:
    """A game that shows itself, over the menu, so many plies from its beginning."""
    scene, _ = shown(table, key, speed=speed)
    stack = SceneStack(MenuScene(table), Canvas((1280, 800)), page_builder(table))
    stack.apply(Push(scene))
    until(scene, lambda one: len(one.match.plies) >= plies)
    return stack


def attract(stack: SceneStack) -> AttractScene:
    found = [scene for scene in stack.scenes if isinstance(scene, AttractScene)]
    return found[0]


def offer(stack: SceneStack) -> QuestionDialog:
    assert isinstance(stack.top, QuestionDialog)
    assert stack.top.question == OFFER_QUESTION
    return stack.top


def touch(stack: SceneStack) -> QuestionDialog:
    stack.handle(Down(source="touch", contact=9, at=(400.0, 400.0)))
    asked = offer(stack)
    stack.handle(Tap(source="touch", contact=9, at=(400.0, 400.0)))
    assert stack.top is asked, "the finger that stopped it has pressed something"
    return asked


def choose(stack: SceneStack, key: str) -> None:
    at = button(offer(stack), key).centre
    stack.handle(Down(source="touch", contact=2, at=at))
    stack.handle(Tap(source="touch", contact=2, at=at))


@pytest.mark.parametrize("action", HANDS, ids=lambda action: type(action).__name__)
def test_a_hand_stops_it_at_once_in_the_middle_of_a_motion(
    table: AppContext, action: Action
) -> None:
    stack = stacked(table, "trelawney", 0, speed="normal")
    until(attract(stack), lambda one: one.snapshot.motion is not None)
    one = match_of(attract(stack))
    before = one.snapshot
    stack.handle(action)
    offer(stack)
    for _ in range(50):
        stack.update(0.1)
    assert one.snapshot == before
    assert stack.wakes_in() > 1


def test_a_mouse_that_passes_stops_nothing(table: AppContext) -> None:
    stack = stacked(table, "trelawney")
    stack.handle(Hover(source="mouse", at=(400.0, 400.0)))
    assert stack.top is attract(stack)


def test_while_it_is_asked_nobody_thinks(table: AppContext) -> None:
    scene, asked = shown(table, "shoo", slow=True)
    scene.update(1.0)
    scene.update(1.0)
    assert len(asked.waiting) == 1
    scene.handle(HANDS[0])
    assert asked.waiting == set()


def test_untouched_it_goes_on_after_a_while(table: AppContext) -> None:
    stack = stacked(table, "trelawney")
    touch(stack)
    plies = len(match_of(attract(stack)).match.plies)
    for _ in range(round(OFFER_TIMEOUT_SECONDS) - 1):
        stack.update(1.0)
    touched = Down(source="touch", contact=5, at=(5.0, 5.0))
    stack.handle(touched)  # somebody is still there
    for _ in range(round(OFFER_TIMEOUT_SECONDS) - 1):
        offer(stack)
        stack.update(1.0)
    stack.update(stack.wakes_in())
    assert stack.top is attract(stack)
    assert len(match_of(attract(stack)).match.plies) == plies
    until(attract(stack), lambda one: len(one.match.plies) > plies)


@pytest.mark.parametrize("key", BOARDS)
def test_somebody_plays_on_from_the_very_position(table: AppContext, key: str) -> None:
    stack = stacked(table, key, 5)
    was = match_of(attract(stack)).match
    touch(stack)
    choose(stack, "alone")
    scene = stack.top
    assert isinstance(scene, MatchScene)
    assert len(stack.scenes) == 2, "nothing of the show stays below"
    assert [str(ply.move) for ply in scene.match.plies] == [str(ply.move) for ply in was.plies]
    assert scene.match.state == was.state
    acting = was.game.acting(was.state)
    assert scene.setup.persons == (acting,)
    assert {scene.setup.player(seat) for seat in scene.setup.computers} == {ADAPTIVE}
    assert table.taught == (key,)
    assert table.settings["play.last_game"] == key


def test_what_is_played_on_is_a_match_like_any_other(table: AppContext) -> None:
    stack = stacked(table, "trelawney", 4)
    touch(stack)
    choose(stack, "alone")
    scene = stack.top
    assert isinstance(scene, MatchScene)
    scene.play(str(scene.match.state.moves()[0]))
    table.store.flush()
    kept = table.store.unfinished()
    assert [len(one.record.plies) for one in kept] == [5]


def test_the_dice_of_a_game_that_is_taken_over_are_new(table: AppContext) -> None:
    seeds = iter(range(100))
    table.seed = lambda: next(seeds)
    stack = stacked(table, "super7", 6)
    seed = match_of(attract(stack)).match.seed
    touch(stack)
    choose(stack, "alone")
    assert isinstance(stack.top, MatchScene)
    assert stack.top.match.seed != seed
    assert any(ply.seat == CHANCE for ply in stack.top.match.plies)


def test_two_people_play_on_without_a_computer(table: AppContext) -> None:
    stack = stacked(table, "shout7", 3)
    touch(stack)
    choose(stack, "two")
    assert isinstance(stack.top, MatchScene)
    assert stack.top.setup.computers == ()
    assert len(stack.top.match.plies) == 3


def test_after_the_match_the_seats_can_be_changed_and_the_menu_lies_below(
    table: AppContext,
) -> None:
    stack = stacked(table, "trelawney")
    touch(stack)
    choose(stack, "alone")
    scene = stack.top
    assert isinstance(scene, MatchScene)
    stack.apply(scene.results.chosen(ResultAnswer("seats")))
    assert isinstance(stack.top, QuickStartPage)
    assert isinstance(stack.scenes[0], MenuScene)
    assert len(stack.scenes) == 2


def test_a_new_game_and_all_games_are_offered_too(table: AppContext) -> None:
    stack = stacked(table, "shoo")
    touch(stack)
    choose(stack, "new")
    assert isinstance(stack.top, QuickStartPage)
    assert stack.top.setup.game is find_game("shoo")
    stack = stacked(table, "shoo")
    touch(stack)
    choose(stack, "all")
    assert isinstance(stack.top, MenuScene)
    assert len(stack.scenes) == 1


def test_a_game_that_is_over_cannot_be_played_on(table: AppContext) -> None:
    stack = stacked(table, "trelawney")
    until(attract(stack), lambda one: one.match.outcome is not None)
    assert keys(touch(stack)) == ["new", "all"]


def test_who_was_attracted_is_counted_once_and_nobody_who_only_looked(table: AppContext) -> None:
    def counted() -> list[tuple[str, int]]:
        table.store.flush()
        figures = table.store.usage_counts()
        return [(one.game, one.times) for one in figures if one.kind == "attracted"]

    stack = stacked(table, "trelawney")
    touch(stack)
    choose(stack, "all")
    assert counted() == []
    for answer in ("alone", "new"):
        stack = stacked(table, "trelawney")
        touch(stack)
        choose(stack, answer)
    assert counted() == [("trelawney", 2)]


@pytest.mark.parametrize("size", SIZES)
def test_the_question_has_room(table: AppContext, size: tuple[int, int]) -> None:
    game = find_game("trelawney")
    scene, _ = shown(table, "trelawney")
    until(scene, lambda one: len(one.match.plies) >= 3)
    for match in (match_of(scene).match, None):
        check_layout(play_offer(game, match), size)
        check_layout(play_offer(game, match, by_code=True), size)


def test_a_code_is_asked_for_where_codes_are_given_and_a_game_is_kept_under_one(
    table: AppContext,
) -> None:
    table.settings = table.settings.but({"idle.on": "always"})
    assert not has_resumable_code(table)
    table.store.save(record(plies=3), "one")
    assert not has_resumable_code(table), "it was left without a code"
    code_of(table.store, "one", 7, table.today())
    assert has_resumable_code(table)
    table.settings = table.settings.but({"idle.on": "never"})
    assert not has_resumable_code(table)


def test_the_code_leads_to_the_page_of_the_menu_and_to_the_game(table: AppContext) -> None:
    table.settings = table.settings.but({"idle.on": "always"})
    table.store.save(record(plies=3), "one")
    code = code_of(table.store, "one", 7, table.today())
    stack = stacked(table, "trelawney")
    touch(stack)
    choose(stack, CODE)
    assert isinstance(stack.top, CodeEntryPage)
    assert [type(scene) for scene in stack.scenes] == [MenuScene, CodeEntryPage]
    for key in (*(f"sign:{sign}" for sign in code), "done"):
        stack.apply(stack.top.pressed(key))
        stack.update(0.0)
    assert isinstance(stack.top, MatchScene)
    assert len(stack.top.match.plies) == 3


def test_under_the_code_of_a_game_that_is_over_nobody_can_go_on(table: AppContext) -> None:
    table.settings = table.settings.but({"idle.on": "always"})
    match = Match.replay(find_game("shoo"), record(plies=3))
    match.resign(0)
    table.store.save(make_setup(match.game).with_headers(match.record()), "one")
    code_of(table.store, "one", 7, table.today())
    assert not has_resumable_code(table)


def test_the_code_stands_below_the_answers_and_is_smaller() -> None:
    scene = play_offer(find_game("shoo"), None, by_code=True)
    scene.fit(Canvas((1280, 800)))
    *answers, code = scene.buttons.buttons
    assert (code.key, code.label) == (CODE, "Resume a game")
    assert all(code.box.y > one.box.bottom and code.box.h < one.box.h for one in answers)
    assert scene.pressed(CODE) == Pop(CODE)


def test_the_keys_answer_it_too(table: AppContext) -> None:
    stack = stacked(table, "trelawney")
    stack.handle(Press(source="keyboard", button=Button.OK))
    offer(stack)
    stack.handle(Press(source="keyboard", button=Button.OK))
    stack.handle(Press(source="keyboard", button=Button.OK))
    assert isinstance(stack.top, MatchScene)


def test_what_is_played_on_is_kept_before_the_first_ply_of_its_people(table: AppContext) -> None:
    stack = stacked(table, "trelawney", 4)
    touch(stack)
    choose(stack, "alone")
    scene = stack.top
    assert isinstance(scene, MatchScene)
    code = code_of(table.store, scene.stand_ins.save_for_later(), 7, table.today())
    table.store.flush()
    record = table.store.find(match_of_code(table.store, code))
    assert len(record.plies) == 4
    assert load_current_match(table.store) is not None, "a power cut would have taken it away"
