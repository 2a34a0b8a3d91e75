"""Every board game is learned by playing it, and whatever is touched is answered."""

from itertools import islice

import pytest

from tabletop.ai import LEVELS
from tabletop.engine import CHANCE, Game
from tabletop.games import all_games, find_game
from tabletop.input.actions import Button, Buzz, Hover, Roll
from tabletop.scenes.destinations import OpenLesson, StartMatch
from tabletop.scenes.lesson.rules_page import RulesScene
from tabletop.scenes.lesson.scene import lesson_for
from tabletop.scenes.match_setup import last_setup
from tabletop.scenes.setup.quick_start import QuickStartPage
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import turn_point
from tabletop.ui.core.scene import Pop, Push, Swap
from tabletop.ui.widgets.lesson_page import COMPUTER, FRIEND
from tests.default_context import default_context
from tests.scenes import touches as fingers
from tests.scenes.lesson.lesson_driver import (
    BOARDS,
    begun,
    by_keys,
    check_fits,
    closed,
    drawn,
    others,
    press,
    solve,
    tap,
    tap_at,
    touch,
    wait,
)
from tools.album.lessons import place_of, word

SIZES = ((1280, 800), (1920, 1080), (3840, 2160), (1080, 1920), (1024, 600), (1440, 1080))
every_game = pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.key)


@every_game
def test_a_lesson_is_driven_to_its_end_by_the_touches_that_it_teaches(
    table: AppContext, game: Game
) -> None:
    scene = begun(table, game)
    for number in range(scene.count):
        assert scene.index == number
        task = scene.progress.task
        solve(scene, number)
        assert scene.solved
        assert (scene.tone, scene.answer) == ("done", task.done)
        assert tap(scene, "next") is None
        wait(scene)
    assert scene.over
    assert tap(scene, COMPUTER) == Pop(COMPUTER)


@every_game
def test_keys_alone_lead_through_it(table: AppContext, game: Game) -> None:
    scene = begun(table, game)
    for _ in range(scene.count):
        while not scene.solved:
            for spot in word(scene):
                by_keys(scene, spot)
            wait(scene)
        assert press(scene, Button.OK) is None
        wait(scene)
    assert press(scene, Button.OK) == Pop(COMPUTER)


@every_game
def test_wrong_touches_are_explained_at_every_step(table: AppContext, game: Game) -> None:
    scene = begun(table, game)
    for number in range(scene.count):
        match = scene.progress.match
        before, plies = match.state, len(match.plies)
        for spot in islice(closed(scene), 40):
            touch(scene, spot)
            assert scene.tone == "why", (number, spot)
            assert scene.answer, (number, spot)
            assert (match.state, len(match.plies)) == (before, plies)
            assert not scene.hand.picker.picked
        solve(scene)
        assert scene.solved, number
        tap(scene, "next")
        wait(scene)


@every_game
def test_what_the_rules_allow_but_is_not_asked_for_is_put_back_kindly(
    table: AppContext, game: Game
) -> None:
    scene, met = begun(table, game), 0
    for _ in range(scene.count):
        task = scene.progress.task
        for spot in islice(others(scene), 5):
            met += 1
            touch(scene, spot)
            assert (scene.tone, scene.answer) == ("why", task.other)
        solve(scene)
        tap(scene, "next")
        wait(scene)
    assert met


@every_game
def test_in_the_middle_of_a_word_wrong_touches_are_explained_too(
    table: AppContext, game: Game
) -> None:
    scene = begun(table, game)
    for number in range(scene.count):
        spots = word(scene)
        if len(spots) > 1:
            touch(scene, spots[0])
            far = [spot for spot in closed(scene) if spot not in spots]
            if far:
                touch(scene, far[-1])
                assert scene.answer, number
                assert scene.tone == "why", number
        while scene.hand.back():
            pass
        if scene.hand.picker.picked:  # what is laid stays
            for spot in spots[1:]:
                touch(scene, spot)
            wait(scene)
        if not scene.solved:
            solve(scene)
        assert scene.solved, number
        tap(scene, "next")
        wait(scene)


@every_game
def test_after_two_wrong_touches_the_right_place_beats(table: AppContext, game: Game) -> None:
    scene = begun(table, game)
    tap(scene, "skip")
    wait(scene)
    quiet = len(drawn(scene).blits)
    spot = next(closed(scene))
    touch(scene, spot)
    assert scene.wakes_in() > 1
    touch(scene, spot)
    assert 0 < scene.wakes_in() < 1
    assert len(drawn(scene).blits) > quiet
    solve(scene)
    assert scene.wakes_in() > 1


@every_game
def test_at_rest_nothing_moves(table: AppContext, game: Game) -> None:
    scene = begun(table, game)
    for _ in range(scene.count):
        assert scene.wakes_in() > 100
        solve(scene)
        assert scene.wakes_in() > 100
        tap(scene, "next")
        wait(scene)
    assert scene.wakes_in() > 100


@every_game
def test_back_again_and_skip_lead_to_where_a_step_began(table: AppContext, game: Game) -> None:
    scene = begun(table, game)
    states = []
    for _ in range(scene.count):
        states.append(scene.progress.match.state)
        tap(scene, "skip")
        wait(scene)
    assert scene.over
    scene._reset(scene.count - 1)
    scene.refresh()
    for number in reversed(range(scene.count)):
        assert scene.index == number
        assert scene.progress.match.state == states[number]
        solve(scene)
        tap(scene, "earlier")
        assert scene.progress.match.state == states[number]
        assert not scene.solved
        tap(scene, "earlier")
    assert scene.shows_goal
    assert not next(b for b in scene.buttons.buttons if b.key == "earlier").enabled


@every_game
def test_nothing_is_kept_but_that_the_table_knows_the_game(table: AppContext, game: Game) -> None:
    scene = begun(table, game)
    assert game.key not in table.taught
    for _ in range(scene.count):
        tap(scene, "skip")
        wait(scene)
    assert table.taught == (game.key,)
    assert not table.store.unfinished()
    assert press(scene, Button.BACK) == Pop()


@pytest.mark.parametrize("size", SIZES)
@every_game
def test_every_step_fits_in_words_that_are_longer(
    table: AppContext, game: Game, size: tuple[int, int]
) -> None:
    with default_context(language="xx"):
        scene = begun(table, game, size)
        for _ in range(scene.count):
            check_fits(scene)
            for spot in islice(closed(scene), 1):
                touch(scene, spot)
                check_fits(scene)
            while not scene.solved:
                for spot in word(scene):
                    touch(scene, spot)
                    check_fits(scene)
                wait(scene)
                check_fits(scene)
            drawn(scene)
            tap(scene, "next")
            wait(scene)
        check_fits(scene)


@pytest.mark.parametrize("size", SIZES)
@every_game
def test_a_learner_on_the_other_side_sees_all_words_upright(
    table: AppContext, game: Game, size: tuple[int, int]
) -> None:
    scene = begun(table, game, size)
    tap(scene, "swap")
    check_fits(scene)
    assert all(button.turns == 2 for button in scene.buttons.buttons)
    board = scene.plan.board
    words = turn_point(scene.plan.words.centre, 2, scene.plan.about)
    assert not board.holds(words)
    for number in range(scene.count):
        solve(scene, number)
        assert scene.solved
        tap(scene, "next")
        wait(scene)
    assert tap(scene, FRIEND) == Pop(FRIEND)


@every_game
def test_another_window_in_the_middle_of_a_step_loses_nothing(
    table: AppContext, game: Game
) -> None:
    scene = begun(table, game)
    spots = word(scene)
    touch(scene, spots[0])
    scene.fit(Canvas((1080, 1920)))
    if not scene.solved:
        for spot in spots[len(scene.hand.picker.picked) :]:
            touch(scene, spot)
    assert scene.solved


@every_game
def test_the_goal_is_the_first_step(table: AppContext, game: Game) -> None:
    scene = lesson_for(table, game)
    scene.fit(Canvas((1280, 800)))
    assert game.goal in [label.text for label in scene.labels()]
    assert 0 < scene.wakes_in() < 1  # it pulses
    assert press(scene, Button.OK) is None
    assert game.goal not in [label.text for label in scene.labels()]
    assert scene.index == 0


@every_game
def test_a_refusal_goes_with_the_next_right_touch(table: AppContext, game: Game) -> None:
    scene = begun(table, game)
    for _ in range(scene.count):
        for spot in islice(closed(scene), 1):
            touch(scene, spot)
            assert scene.tone == "why"
        spots = word(scene)
        touch(scene, spots[0])
        assert scene.tone != "why"
        tap(scene, "skip" if not scene.solved else "next")
        wait(scene)


def test_a_rider_may_go_near_and_far(table: AppContext) -> None:
    """All squares that the rules allow are lit, not only the far ones."""
    scene = begun(table, find_game("shoo"))
    for _ in range(3):
        solve(scene)
        tap(scene, "next")
        wait(scene)
    state = scene.progress.match.state
    rides = {str(move)[3:] for move in state.moves() if "~" in str(move) and "*" not in str(move)}
    touch(scene, word(scene)[0])
    assert scene.snapshot.open == rides


def test_what_the_game_says_of_a_wrong_touch_is_said(table: AppContext) -> None:
    """Not the lesson's words, where the rules forbid it: the game knows better why."""
    shoo = find_game("shoo")
    scene = begun(table, shoo)
    touch(scene, "a7")
    refused = shoo.why_touch(scene.progress.match.state, ("a7",))
    assert refused is not None
    assert scene.answer == refused.reason
    assert scene.snapshot.refused == ("a7",)
    assert scene.snapshot.open == scene.hand.open != frozenset()


def test_a_box_with_one_button_and_real_dice_lead_on(table: AppContext) -> None:
    scene = begun(table, find_game("super7"))
    assert scene.progress.match.state.turn == CHANCE
    scene.handle(Roll(source="serial", device="dice", values=(6, 6)))
    wait(scene)
    # The dice of a lesson know what to show.
    assert str(scene.progress.match.plies[-1].move) == "1+3"
    assert scene.handle(Buzz(source="serial", seat=0)) is None
    assert scene.index == 1


@pytest.mark.parametrize("way", ["earlier", Button.BACK, Button.UNDO])
@pytest.mark.parametrize("number", [0, 1])
def test_a_stone_that_lies_is_taken_away_by_beginning_the_step_anew(
    table: AppContext, way: str | Button, number: int
) -> None:
    scene = begun(table, find_game("trelawney"))
    for _ in range(number):
        tap(scene, "skip")
    before = scene.progress.match.state
    touch(scene, word(scene)[0])
    assert scene.hand.bound
    assert (tap(scene, way) if isinstance(way, str) else press(scene, way)) is None
    assert scene.index == number
    assert scene.progress.match.state == before
    assert not scene.hand.picker.picked
    solve(scene)
    assert scene.solved


def test_a_touch_on_the_stone_that_lies_says_how_the_shove_goes_on(table: AppContext) -> None:
    scene = begun(table, find_game("trelawney"))
    tap(scene, "skip")
    laid = word(scene)[0]
    touch(scene, laid)
    touch(scene, laid)
    assert scene.progress.task.lies is not None
    assert (scene.tone, scene.answer) == ("why", scene.progress.task.lies)


def test_to_be_looked_at_changes_nothing(table: AppContext) -> None:
    scene = begun(table, find_game("super7"))
    assert scene.snapshot.open
    scene._motion.held = True
    assert not scene.snapshot.open
    scene._motion.held = False
    solve(scene)
    assert scene._motion.held
    tap(scene, "next")
    wait(scene)
    assert not scene._motion.held


def test_a_pointer_shows_what_a_touch_would_do(table: AppContext) -> None:
    scene = begun(table, find_game("super7"))
    solve(scene)
    tap(scene, "next")
    spot = word(scene)[0]
    scene.handle(Hover(source="mouse", at=place_of(scene, spot)))
    assert str(scene.snapshot.preview) == spot
    scene.handle(Hover(source="mouse", at=None))
    assert scene.snapshot.preview is None


def test_a_touch_ends_what_moves_and_means_nothing_else(table: AppContext) -> None:
    scene = begun(table, find_game("shoo"))
    for spot in word(scene):
        touch(scene, spot)
    assert scene.wakes_in() == 0
    tap_at(scene, scene.plan.board.centre)
    assert scene.wakes_in() > 0
    assert scene.tone == "done"


# -- the ways to a lesson ---------------------------------------------------------------------


@every_game
def test_two_touches_from_the_card_and_one_to_the_game(table: AppContext, game: Game) -> None:
    page = QuickStartPage(table, last_setup(table, game))
    page.fit(Canvas((1280, 800)))
    pushed = fingers.tap(page, "learn")
    assert isinstance(pushed, Push)
    assert pushed.scene == OpenLesson(game)
    assert pushed.then is not None
    begins = pushed.then(COMPUTER)
    assert isinstance(begins, Push)
    assert begins.scene == StartMatch(page.setup)
    assert [page.setup.player(seat).level for seat in range(2)] == ["", LEVELS[0]]
    assert isinstance(pushed.then(FRIEND), Push)
    assert page.setup.persons == tuple(range(page.setup.seats))
    assert pushed.then(None) is None


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_the_rules_page_leads_to_the_lesson(table: AppContext, game: Game) -> None:
    page = RulesScene(table, game, playing=True)
    page.fit(Canvas((1280, 800)))
    swap = fingers.tap(page, "learn")
    assert swap == Swap(OpenLesson(game, playing=True))


def test_over_a_match_a_lesson_ends_there(table: AppContext) -> None:
    scene = lesson_for(table, find_game("shoo"), playing=True)
    scene.fit(Canvas((1280, 800)))
    check_fits(scene)
    tap(scene, "next")
    for _ in range(scene.count):
        tap(scene, "skip")
        wait(scene)
    check_fits(scene)
    assert press(scene, Button.OK) == Pop()
    assert tap(scene, "leave") == Pop()
