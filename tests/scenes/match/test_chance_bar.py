"""The bar of chances: whose they are, when it asks, how it moves, and that it comes to rest."""

from math import inf

import pytest

from tabletop.engine.analysis import Analysis, AnalysisRequest
from tabletop.games import find_game
from tabletop.input.actions import Button, Press
from tabletop.players.player_spec import PlayerSpec
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import FACING_SIDES
from tabletop.scenes.play.hints import CHANCE_THINKING_SECONDS, EASE_SECONDS
from tabletop.ui.board.marks import part_edges
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Blit, Frame
from tests.scenes.setups import make_setup
from tools.album.scripted import think, thought


@pytest.fixture
def table(table: AppContext) -> AppContext:
    """A table that shows the bar."""
    table.settings = table.settings.but({"computer.chance_bar": True})
    return table


def by_ply(question: AnalysisRequest) -> Analysis:
    """The first seat fares better with every ply."""
    share = min(1.0, 0.5 + 0.1 * len(question.plies))
    rest = (1 - share) / (question.seats - 1)
    return thought("?", share, *[rest] * (question.seats - 1))


def begun(
    table: AppContext,
    key: str = "trelawney",
    *,
    size: tuple[int, int] = (1280, 800),
    **chosen: object,
) -> MatchScene:
    setup = make_setup(find_game(key), **chosen)  # type: ignore[arg-type]
    scene = MatchScene(table, setup, setup.start(table), "one")
    scene.fit(Canvas(size))
    return scene


def run(scene: MatchScene, seconds: float) -> None:
    for _ in range(round(seconds / 0.05)):
        scene.update(0.05)


def drawn(scene: MatchScene, size: tuple[int, int] = (1280, 800)) -> list[Blit]:
    frame = Frame(Canvas(size))
    scene.draw(frame)
    return frame.blits


def bars(scene: MatchScene, table: AppContext, size: tuple[int, int] = (1280, 800)) -> list[Blit]:
    """What is only seen because of the bar."""
    shown = drawn(scene, size)
    on = table.settings
    table.settings = on.but({"computer.chance_bar": False})
    hidden = set(drawn(scene, size))
    table.settings = on
    return [blit for blit in shown if blit not in hidden]


def test_every_position_that_somebody_is_to_decide_is_asked_about_once(table: AppContext) -> None:
    thinking = think(table, by_ply)
    scene = begun(table)
    run(scene, 1)
    assert [question.plies for question in thinking.asked] == [()]
    assert thinking.asked[0].seconds == CHANCE_THINKING_SECONDS
    assert scene.hints.chances.values == (0.5, 0.5)
    scene.play("c3")
    run(scene, 3)
    assert [question.plies for question in thinking.asked] == [(), ("c3",)]
    assert scene.hints.chances.values == (0.6, 0.4)
    assert thinking.waiting == set()


def test_nothing_is_asked_and_seen_where_it_is_switched_off(table: AppContext) -> None:
    table.settings = table.settings.but({"computer.chance_bar": False})
    thinking = think(table, by_ply)
    scene = begun(table)
    run(scene, 1)
    assert thinking.asked == []
    assert scene.hints.chances.values is None
    assert bars(scene, table) == []


def test_it_eases_to_the_new_value_and_comes_to_rest(table: AppContext) -> None:
    think(table, by_ply)
    scene = begun(table)
    run(scene, 1)
    assert scene.wakes_in() == inf
    scene.play("c3")
    while scene.hints.chances.values == (0.5, 0.5):
        scene.update(0.05)
    scene.update(EASE_SECONDS / 2)
    shown = scene.hints.chances.shown
    assert shown is not None
    assert 0.51 < shown[0] < 0.59
    assert scene.wakes_in() == 0
    run(scene, EASE_SECONDS)
    assert scene.hints.chances.shown == (0.6, 0.4)
    assert scene.wakes_in() == inf
    assert list(drawn(scene)) == list(drawn(scene))


def test_with_reduced_motion_it_is_there_at_once(table: AppContext) -> None:
    table.settings = table.settings.but({"look.speed": "off"})
    think(table, by_ply)
    scene = begun(table)
    run(scene, 0.2)
    scene.play("c3")
    run(scene, 0.2)
    assert scene.hints.chances.shown == (0.6, 0.4)


def test_it_waits_while_a_hint_is_thought_about_and_takes_what_that_found(
    table: AppContext,
) -> None:
    thinking = think(table, lambda _: thought("c3", 0.7, 0.3), slow=True)
    scene = begun(table)
    run(scene, 0.2)
    assert len(thinking.asked) == 1
    scene.handle(Press(source="keyboard", button=Button.HINT))
    run(scene, 0.5)
    assert thinking.waiting == {1}, "the hint alone is thought about"
    thinking.slow = False
    run(scene, 0.5)
    assert scene.hints.chances.values == (0.7, 0.3)
    assert len(thinking.asked) == 2


def test_dice_are_waited_for(table: AppContext) -> None:
    thinking = think(table, by_ply)
    scene = begun(table, "super7")
    run(scene, 1)
    assert thinking.asked == []
    assert scene.wakes_in() == inf
    scene.play("2+3")
    run(scene, 5)
    assert [question.plies for question in thinking.asked] == [("2+3",)]


def test_a_computers_own_thought_is_shown_and_nothing_else_is_asked(table: AppContext) -> None:
    thinking = think(table, lambda _: thought("c3", 0.9, 0.1), slow=True)
    scene = begun(table, fillers=(PlayerSpec("Keen"), PlayerSpec()))
    run(scene, 0.2)
    thinking.slow = False
    run(scene, 0.2)
    assert [question.level for question in thinking.asked] == ["Keen"]
    assert scene.hints.chances.values == (0.9, 0.1)


def test_a_result_is_a_certainty(table: AppContext) -> None:
    think(table, by_ply)
    scene = begun(table, "shout7", seats=3)
    run(scene, 1)
    scene.match.resign(1)
    run(scene, 1)
    assert scene.hints.chances.values == (0.5, 0.0, 0.5)


def test_guesses_and_silence_change_nothing(table: AppContext) -> None:
    thinking = think(table, lambda _: Analysis("c3", (1.0, 0.0), guessed=True))
    scene = begun(table)
    run(scene, 1)
    assert scene.hints.chances.values is None
    assert len(thinking.asked) == 1, "it is not asked again and again"
    assert scene.wakes_in() == inf
    assert bars(scene, table) == []


def test_a_question_that_has_become_old_is_given_up(table: AppContext) -> None:
    thinking = think(table, by_ply, slow=True)
    scene = begun(table)
    run(scene, 0.2)
    scene.play("c3")
    run(scene, 3)
    assert [question.plies for question in thinking.asked] == [(), ("c3",)]
    assert thinking.waiting == {1}
    scene.leave()
    assert thinking.waiting == set()


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (1080, 1920), (1440, 1080)])
@pytest.mark.parametrize(("key", "seats"), [("trelawney", 2), ("shout7", 3), ("shout7", 4)])
@pytest.mark.parametrize("facing", [False, True])
def test_it_lies_between_board_and_panels_and_face_to_face_there_are_two(
    table: AppContext, key: str, seats: int, size: tuple[int, int], facing: bool
) -> None:
    think(table, by_ply)
    sides = FACING_SIDES[:seats] if facing else ()
    scene = begun(table, key, size=size, seats=seats, sides=sides)
    run(scene, 1)
    found = bars(scene, table, size)
    assert len(found) == (2 if facing else 1)
    canvas, layout = Canvas(size), scene.board.layout
    for blit in found:
        rect = blit.rect
        assert rect.top >= 0
        assert rect.bottom <= size[1]
        board = layout.board
        scale = canvas.scale
        inside = board.inset(8)
        box = Box(rect.x / scale, rect.y / scale, rect.w / scale, rect.h / scale)
        assert box.bottom <= inside.y or box.y >= inside.bottom
        assert blit.surface.get_height() >= 18 * scale


def test_every_part_has_room_for_its_figure_and_they_fill_the_bar() -> None:
    assert part_edges((0.5, 0.5), 400, 50) == (0, 200, 400)
    assert part_edges((1.0, 0.0), 400, 50) == (0, 350, 400)
    assert part_edges((0.0, 0.25, 0.75), 310, 50) == (0, 50, 140, 310)
