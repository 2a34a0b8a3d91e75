"""Games that show themselves: the rule beside each ply, in turn, and nothing of it is kept."""

import gc
import weakref
from collections.abc import Sequence

import pytest

from tabletop.ai import LEVELS
from tabletop.engine import CHANCE, RuleNote, say
from tabletop.engine.analysis import NullAnalysisService
from tabletop.games import find_game
from tabletop.scenes.attract.captions import FAST_FORWARD, WELCOME, Caption, rule_label
from tabletop.scenes.attract.scene import (
    MAX_FAST_SECONDS,
    MAX_SLOW_SECONDS,
    OPENING_SECONDS,
    RESULT_SECONDS,
    AttractScene,
    MatchExhibit,
)
from tabletop.ui.core.app_context import AppContext
from tests.scenes.attract.attract_mode import BOARDS, drawn, match_of, run, shown, until
from tests.scenes.visible_text import read
from tests.sound_listener import listening
from tools.album.kiosk_attract import some


@pytest.mark.parametrize("key", BOARDS)
def test_each_ply_stands_beside_the_rule_that_it_used(table: AppContext, key: str) -> None:
    scene, _ = shown(table, key)
    game = find_game(key)
    assert match_of(scene).told == WELCOME
    for count in range(1, 8):
        until(scene, lambda one, count=count: len(one.match.plies) >= count)  # type: ignore[misc]
        one = match_of(scene)
        ply = one.match.plies[-1]
        known = [
            Caption(rule_label(game, r.rule), r.said) for r in game.rule_notes(ply.before, ply.move)
        ]
        assert one.told in known
        assert one.told.head in {rule.title for rule in game.rules}


def test_what_was_just_said_is_not_said_again_where_there_is_more_to_say(table: AppContext) -> None:
    scene, _ = shown(table, "trelawney")
    one = match_of(scene)
    first, second = (RuleNote("1", say(f"test.{word}", word)) for word in ("first", "second"))
    said = []
    for remarks in ((first, second), (first, second), (first, second), (second,), ()):
        one.tell(remarks)
        said.append(str(one.told.line))
    assert said == ["first", "second", "first", "second", "second"]


def test_computers_of_several_levels_play_that_err_as_people_do(table: AppContext) -> None:
    levels = set()
    for seed in range(12):
        table.seed = lambda seed=seed: seed  # type: ignore[misc]
        scene, _ = shown(table, "shoo")
        setup = match_of(scene).setup
        assert setup.persons == ()
        levels |= {setup.player(seat).level for seat in setup.computers}
    assert levels == set(LEVELS[1:4])


def test_the_computers_wait_until_people_have_read_it(table: AppContext) -> None:
    scene, _ = shown(table, "trelawney")
    for _ in range(6):
        count, told = len(match_of(scene).match.plies), match_of(scene).told
        assert told.seconds >= 2.6
        run(scene, told.seconds * 0.65)
        assert len(match_of(scene).match.plies) == count
        until(scene, lambda one, count=count: len(one.match.plies) > count)  # type: ignore[misc]


def test_a_throw_is_made_by_the_screen_whatever_dice_people_use(table: AppContext) -> None:
    table.settings = table.settings.but({"dice.source": "typed"})
    scene, _ = shown(table, "super7")
    until(scene, lambda one: any(ply.seat == CHANCE for ply in one.match.plies))
    assert match_of(scene).match.plies[0].source == "screen"


def test_a_result_stands_for_a_while_and_is_said_with_its_rule(table: AppContext) -> None:
    scene, _ = shown(table, "trelawney")
    until(scene, lambda one: one.match.outcome is not None and one.left < RESULT_SECONDS)
    one = match_of(scene)
    assert one.match.outcome is not None
    assert one.match.outcome.reason in one.told.line
    assert "wins" in one.told.line
    run(scene, RESULT_SECONDS - 1)
    assert scene.shown is one
    assert 0 < scene.wakes_in() < 1.5, "nobody wakes the loop for the next game"
    run(scene, 2)
    assert scene.shown is not one


def test_a_game_that_does_not_end_gives_way(table: AppContext) -> None:
    scene, _ = shown(table, "shoo", answers=some)
    one = match_of(scene)
    run(scene, MAX_SLOW_SECONDS - 1, 0.2)
    assert scene.shown is one
    run(scene, MAX_FAST_SECONDS + 12, 0.2)
    assert scene.shown is not one


def test_the_middle_of_a_long_game_goes_by_quickly_and_its_end_does_not(table: AppContext) -> None:
    scene, _ = shown(table, "shoo", answers=some)
    one = match_of(scene)
    run(scene, OPENING_SECONDS)
    slow = len(one.match.plies)
    assert slow < 16
    run(scene, 1)
    assert one.told == FAST_FORWARD
    until(scene, lambda one: one.told != FAST_FORWARD)
    assert len(one.match.plies) > 6 * slow
    late = len(one.match.plies)
    run(scene, 20)
    assert late < len(one.match.plies) < late + 8
    assert one.told.head in {rule.title for rule in one.game.rules}


def test_nothing_rushes_with_reduced_motion(table: AppContext) -> None:
    table.settings = table.settings.but({"look.motion": "reduced"})
    scene, _ = shown(table, "shoo", answers=some)
    run(scene, OPENING_SECONDS + 20)
    assert len(match_of(scene).match.plies) < 24


def test_a_game_gives_way_even_if_nobody_ever_answers(table: AppContext) -> None:
    scene, asked = shown(table, "shoo", slow=True)
    one = match_of(scene)
    run(scene, 240, 0.2)
    assert scene.shown is not one
    assert len(asked.waiting) == 1


def test_all_games_come_in_turn_but_those_that_are_not_offered(table: AppContext) -> None:
    offered = [key for key in BOARDS if key != "shoo"]
    scene, _ = shown(table, *offered)
    seen, last = [scene.shown.game.key], scene.shown
    while len(seen) < 2 * len(offered):
        scene.update(0.25)
        if scene.shown is not last:
            last = scene.shown
            seen.append(last.game.key)
    turned = seen[: len(offered)]
    assert sorted(turned) == sorted(offered)
    assert seen == [*turned, *turned]
    at = BOARDS.index(turned[0])
    assert turned == [key for key in (*BOARDS[at:], *BOARDS[:at]) if key != "shoo"]


def test_the_words_change_sides_from_game_to_game(table: AppContext) -> None:
    scene, _ = shown(table, "trelawney")
    sides = [match_of(scene).plan.side]
    for _ in range(2):
        one = scene.shown
        while scene.shown is one:
            scene.update(0.25)
        sides.append(match_of(scene).plan.side)
    assert sides == ["right", "left", "right"]
    assert scene.always_pixel_shift


def test_it_plays_where_nobody_can_think(table: AppContext) -> None:
    scene, _ = shown(table, "shout7")
    table.analysis = NullAnalysisService()
    scene = type(scene)(table)
    scene.fit(match_of(shown(table, "shout7")[0]).plan.canvas)
    until(scene, lambda one: len(one.match.plies) >= 3)


# -- unseen by the house ------------------------------------------------------------------------


def rows(table: AppContext) -> Sequence[str]:
    """All that the store holds."""
    table.store.flush()
    return table.store.read(lambda db: tuple(db.iterdump()), ())


@pytest.mark.parametrize("key", BOARDS)
def test_nothing_of_it_is_kept(table: AppContext, key: str) -> None:
    before = rows(table)
    assert before
    scene, _ = shown(table, key)
    one = scene.shown
    while scene.shown is one:
        scene.update(0.25)
    run(scene, 20)
    scene.leave()
    assert rows(table) == before


def test_nothing_of_it_is_heard(table: AppContext) -> None:
    ear = listening(table)
    scene, _ = shown(table, "super7", speed="normal")
    run(scene, 40)
    assert len(match_of(scene).match.plies) > 4
    assert ear.names() == []


def test_at_leaving_nobody_thinks_on(table: AppContext) -> None:
    scene, asked = shown(table, "shoo", slow=True)
    run(scene, 5)
    assert len(asked.waiting) == 1
    scene.leave()
    assert asked.waiting == set()


def test_a_game_that_has_been_shown_is_forgotten(table: AppContext) -> None:
    scene, asked = shown(table, "trelawney")
    gone = weakref.ref(scene.shown)
    while scene.shown is gone():
        scene.update(0.25)
    assert len(asked.waiting) <= 1
    gc.collect()
    assert gone() is None


def test_while_a_computer_thinks_the_loop_sleeps(table: AppContext) -> None:
    scene, _ = shown(table, "shoo", slow=True)
    run(scene, 1)
    turns = 0
    for _ in range(50):
        rest = scene.wakes_in()
        turns += rest < 0.05
        scene.update(rest + 0.001)
    assert turns <= 1


def seen(scene: AttractScene) -> list[tuple[int, int, int, int]]:
    """All pictures that it hands in."""
    return [(id(surface), x, y, alpha) for surface, x, y, alpha in drawn(scene).blits]


def test_nothing_changes_before_it_says_so(table: AppContext) -> None:
    """What is drawn is the same until the moment at which it wants to be looked at again."""
    scene, _ = shown(table, "super7", speed="normal")
    run(scene, 10)
    for _ in range(120):
        rest = scene.wakes_in()
        if rest > 0.02:
            before = seen(scene)
            scene.update(rest - 0.01)
            assert seen(scene) == before
            scene.update(0.011)
        else:
            scene.update(1 / 60)


def test_no_place_of_the_match_can_be_touched(table: AppContext) -> None:
    scene, _ = shown(table, "shout7")
    until(scene, lambda one: len(one.match.plies) == 3)
    one = match_of(scene)
    assert isinstance(one, MatchExhibit)
    assert one.snapshot.open == frozenset()


def test_the_name_of_the_event_is_shown(table: AppContext) -> None:
    table.settings = table.settings.but({"kiosk.event": "Long Night"})
    scene, _ = shown(table, "shoo")
    assert any("Long Night" in words for words, _ in read(scene))
