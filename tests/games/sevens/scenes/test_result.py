"""The result on the screen: who won, why, and what one may do then."""

import pytest

from tabletop.ai import LEVELS, level_names
from tabletop.games.sevens import SevensMatch
from tabletop.games.sevens.rules.events import Card
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.scenes.match import SevensScene
from tabletop.games.sevens.scenes.phases.comparison import TurnPage
from tabletop.games.sevens.scenes.phases.result import RESULT_GUARD_SECONDS, TURN_KEY, ResultPhase
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Pop, Push, Scene, Swap
from tabletop.ui.widgets.celebration import FALL_SECONDS, SPREAD_SECONDS
from tests.games.sevens.match_driver import SIZES, button, ink, keys, scene_of, tap, touch, wait
from tests.games.sevens.scripted_match import play, seed_of, take_turn, tossed
from tools.album.notes import NotingFrame

SHEET = [(7, 5), (4, 6), (4, 1)]


def played(rounds: list[tuple[int, int]] | None = None) -> SevensMatch:
    match = play(tossed(seed_of(Card.SECONDS, Card.SECONDS)), rounds or SHEET)
    assert match.phase is Phase.OVER
    return match


def said(scene: SevensScene) -> tuple[str, str, str]:
    """The headline, and what either seat is told."""
    assert isinstance(scene.phase, ResultPhase)
    return scene.phase.headline, scene.phase.prompt, scene.phase.other_prompt


def test_the_winner_and_both_sums_are_said() -> None:
    with scene_of(played()) as scene:
        headline, near, far = said(scene)
        assert headline == "Blue wins!"
        assert near == "You win! Blue 15, Red 12."
        assert far.startswith("Blue wins! Blue 15, Red 12.")


def test_a_tie_is_said_to_both() -> None:
    with scene_of(played([(5, 5), (3, 3), (2, 2)])) as scene:
        headline, near, far = said(scene)
        assert headline == "A draw"
        assert near == far == "Both have 10."


def test_a_resignation_says_who_gave_up() -> None:
    match = tossed()
    take_turn(match, 3)
    match.resign(match.now + 1, 0)
    with scene_of(match) as scene:
        headline, near, _ = said(scene)
        assert headline == "Red wins!"
        assert near == "Red wins! Blue resigned."


def test_a_disqualification_says_why() -> None:
    match = tossed()
    match.report(5)
    match.confirm(6)
    with scene_of(match) as scene:
        headline, _, far = said(scene)
        assert headline == "Blue wins!"
        assert "Red looked" in far


def test_a_match_that_was_stopped_has_no_winner() -> None:
    match = tossed()
    match.agree(5)
    with scene_of(match) as scene:
        assert said(scene)[:2] == ("Nobody wins", "You agreed to stop here.")


def test_a_second_tap_on_what_came_before_starts_nothing() -> None:
    with scene_of(played()) as scene:
        assert keys(scene) == []
        assert scene.wakes_in() <= RESULT_GUARD_SECONDS
        assert touch(scene, button(scene, "again").box.centre) is None
        wait(scene, RESULT_GUARD_SECONDS + 0.1)
        assert keys(scene)[:2] == ["menu", "again"]
        assert scene.wakes_in() == 0, "a win is celebrated"
        wait(scene, FALL_SECONDS + SPREAD_SECONDS)
        assert scene.wakes_in() == float("inf")


def test_every_turn_can_be_opened_with_both_pictures_side_by_side() -> None:
    with scene_of(played(), speed="off") as scene:
        turns = scene.context.match.turns
        opened = [key for key in keys(scene) if key.startswith(TURN_KEY)]
        assert len(opened) == len(turns)
        change = tap(scene, opened[2])
        assert isinstance(change, Push)
        page = change.scene
        assert isinstance(page, TurnPage)
        assert page.turn is turns[2]
        page.fit(scene.context.window)
        frame = NotingFrame(scene.context.window)
        page.draw(frame)
        said = " ".join(text.text for text in frame.written)
        assert f"{turns[2].score.matched} of {len(turns[2].target)} pieces" in said
        page.pressed("later")
        assert page.turn is turns[3]
        assert page.pressed("leave") == Pop(None)


@pytest.mark.parametrize(
    ("points", "key"), [((7, 3), "sevens.over.you"), ((3, 7), "sevens.over.lost")]
)
def test_against_the_computer_the_end_speaks_to_the_person(
    points: tuple[int, int], key: str
) -> None:
    match = played([points] * 3)
    with scene_of(match, speed="off") as scene:
        context = scene.context
        first = match.first or 0
        context.sit(context.seating.but(1 - first, level=LEVELS[2]))
        context.again = Scene
        scene.follow()
        assert isinstance(scene.phase, ResultPhase)
        assert scene.phase.headline.key == key
        for said in (scene.phase.prompt, scene.phase.other_prompt):
            assert "!." not in said
        button = next(each for each in scene.phase.buttons.buttons if each.key == "level")
        named = level_names(LEVELS[3 if key == "sevens.over.you" else 1]).title
        assert named in button.label, "it says which level it means"
        tap(scene, "level")
        harder = key == "sevens.over.you"
        assert context.level(1 - first) == LEVELS[3 if harder else 1]


def test_a_narrow_loss_is_called_one() -> None:
    match = played([(7, 7), (7, 7), (7, 6)])
    with scene_of(match) as scene:
        assert "1 point" in scene.phase.other_prompt or "1 point" in scene.phase.prompt


def test_the_buttons_say_what_comes_next() -> None:
    with scene_of(played(), speed="off") as scene:
        assert tap(scene, "menu") == Pop()
        another = Scene()
        scene.context.again = lambda: another
        assert tap(scene, "again") == Swap(another)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("facing", [False, True])
def test_nothing_is_put_outside_the_window(size: tuple[int, int], facing: bool) -> None:
    early = tossed()
    early.resign(3, 1)
    short = tossed()
    take_turn(short, 0)
    short.agree(short.now + 1)
    for match in (played(), played([(5, 5), (3, 3), (2, 2)]), early, short):
        with scene_of(match, size=size, facing=facing) as scene:
            frame = Frame(scene.context.canvas)
            scene.phase.draw_words(frame)
            assert frame.blits
            for blit in frame.blits:
                assert ink(blit).clip((0, 0), size) == ink(blit)
