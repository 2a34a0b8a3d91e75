"""The toss on the screen: a coin is touched, it flies, it lands, one goes on."""

from tabletop.games.sevens import SevensMatch
from tabletop.games.sevens.rules import events
from tabletop.games.sevens.rules.match import Phase
from tabletop.input.actions import Button
from tabletop.ui.widgets.page import TAP_GUARD_SECONDS
from tests.games.sevens.match_driver import blits, keys, press, scene_of, tap, touch, wait


def test_the_coin_lies_there_until_it_is_touched() -> None:
    with scene_of(SevensMatch(3)) as scene:
        wait(scene, 5)
        assert keys(scene) == ["coin", "real"]
        assert scene.wakes_in() == float("inf")
        assert scene.context.match.phase is Phase.TOSS


def test_a_touched_coin_says_who_is_player_one() -> None:
    for seed in range(6):
        with scene_of(SevensMatch(seed)) as scene:
            middle = scene.context.plan.stage.centre[0]
            touch(scene, (middle, scene.context.plan.stage.y + scene.context.plan.stage.h * 0.36))
            assert scene.wakes_in() == 0
            wait(scene, 2)
            name = scene.context.name(events.toss_coin(seed))
            assert name in scene.phase.prompt
            assert name in scene.phase.other_prompt
            tap(scene, "on")
            assert scene.context.match.first == events.toss_coin(seed)
            assert scene.context.match.phase is Phase.ARRANGE


def test_the_keys_toss_it_too() -> None:
    with scene_of(SevensMatch(3), speed="off") as scene:
        press(scene, Button.OK)
        assert keys(scene) == ["on"]
        press(scene, Button.OK)
        assert scene.phase.buttons.focus is None, "a key pressed twice goes on unseen"
        wait(scene, TAP_GUARD_SECONDS + 0.1)
        press(scene, Button.OK)  # shows what the next one presses
        press(scene, Button.OK)
        assert scene.context.match.first is not None


def test_a_coin_in_the_air_looks_different_from_frame_to_frame() -> None:
    with scene_of(SevensMatch(3)) as scene:
        press(scene, Button.OK)
        seen = set()
        for _ in range(8):
            scene.update(0.03)
            seen.add(frozenset(blit for blit in blits(scene)))
        assert len(seen) == 8
