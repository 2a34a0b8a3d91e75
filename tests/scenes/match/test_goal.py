"""The goal of the game is shown to people who meet it, and later by a tool."""

from typing import Any

import pytest

from tabletop.engine import Game, Match
from tabletop.games import find_game
from tabletop.input.actions import Action, Button, Down, Hover, Press, Tap
from tabletop.players.player_spec import PERSON, PLAYER_CHOICES
from tabletop.scenes.match.names import NAME_SECONDS
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import FACING_SIDES
from tabletop.storage import new_match_id
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas, Point
from tabletop.ui.core.scene import Push
from tests.games.drop_in_games import drop_in_games
from tests.scenes.setups import make_setup
from tools.album.notes import NotingFrame

BOARDS = ("shoo", "super7", "shout7", "trelawney")


def opened(table: AppContext, game: Game, plies: tuple[str, ...] = (), **setup: Any) -> MatchScene:
    match = Match(game, seed=3)
    for ply in plies:
        match.play(ply)
    scene = MatchScene(table, make_setup(game, **setup), match, new_match_id())
    scene.fit(Canvas((1280, 800)))
    return scene


@pytest.fixture
def strangers(table: AppContext) -> AppContext:
    """A table whose people have met no game."""
    table.met.clear()
    return table


def down(at: Point) -> Action:
    return Down(source="touch", contact=1, at=at)


def tap(scene: MatchScene, at: Point) -> None:
    scene.handle(down(at))
    scene.handle(Tap(source="touch", contact=1, at=at))


def ok_buttons(scene: MatchScene) -> list[Point]:
    return [button.centre for button in scene.buttons.buttons if button.key.startswith("goal:")]


@pytest.mark.parametrize("key", BOARDS)
def test_nothing_is_lit_before_the_goal_was_read(strangers: AppContext, key: str) -> None:
    scene = opened(strangers, find_game(key))
    assert scene.moment.notes.goal
    assert not scene.snapshot.open
    tap(scene, ok_buttons(scene)[0])
    assert not scene.moment.notes.goal
    assert scene.snapshot.open
    assert not scene.match.plies
    assert not scene.snapshot.picked


@pytest.mark.parametrize("key", BOARDS)
def test_it_stays_until_somebody_touches_it(strangers: AppContext, key: str) -> None:
    """A finger that is late for the button must not reach the board."""
    scene = opened(strangers, find_game(key))
    for _ in range(90):
        scene.update(1.0)
    assert scene.moment.notes.goal
    assert scene.wakes_in() > 1.0, "nothing moves any more"
    tap(scene, ok_buttons(scene)[0])
    assert not scene.moment.notes.goal
    assert not scene.match.plies
    assert scene.notices.notice is None


def test_a_touch_beside_it_plays_at_once(strangers: AppContext) -> None:
    scene = opened(strangers, find_game("shoo"))
    tap(scene, scene.view.points(scene.snapshot)["g3"])
    assert not scene.moment.notes.goal
    assert scene.snapshot.picked == ("g3",)


def test_a_touch_beside_it_where_nothing_can_be_done_only_hides_it(strangers: AppContext) -> None:
    scene = opened(strangers, find_game("super7"))
    tap(scene, scene.view.points(scene.snapshot)["5.5"])  # before the dice are rolled
    assert not scene.moment.notes.goal
    assert scene.notices.refused is None
    tap(scene, scene.view.points(scene.snapshot)["5.5"])
    assert scene.notices.refused is not None


def test_it_can_be_read_while_a_computer_moves(table: AppContext) -> None:
    scene = opened(table, find_game("shoo"), fillers=(PERSON, PLAYER_CHOICES[1]))
    scene.play(str(scene.match.state.moves()[0]))
    tap(scene, next(b.centre for b in scene.buttons.buttons if b.key.startswith("tool:goal")))
    assert scene.moment.notes.goal
    scene.play(str(scene.match.state.moves()[0]))  # as the computer does
    assert scene.moment.notes.goal


def test_a_touch_on_it_plays_nothing(strangers: AppContext) -> None:
    scene = opened(strangers, find_game("trelawney"))
    (at,) = ok_buttons(scene)
    tap(scene, (at[0] - 300, at[1]))
    assert not scene.moment.notes.goal
    assert not scene.snapshot.picked


def test_ok_only_hides_it(strangers: AppContext) -> None:
    scene = opened(strangers, find_game("shoo"))
    scene.handle(Press(source="pad", button=Button.OK))
    assert not scene.moment.notes.goal
    assert not scene.snapshot.picked
    assert scene.session.hand.cursor is None


def test_it_is_shown_once_for_each_game(strangers: AppContext) -> None:
    first = opened(strangers, find_game("shoo"))
    tap(first, ok_buttons(first)[0])
    assert not opened(strangers, find_game("shoo")).moment.notes.goal
    assert opened(strangers, find_game("super7")).moment.notes.goal


def test_it_is_not_shown_in_a_match_that_goes_on(strangers: AppContext) -> None:
    assert not opened(strangers, find_game("shoo"), ("g3-f4",)).moment.notes.goal


def test_it_is_not_shown_to_computers(strangers: AppContext) -> None:
    computer = PLAYER_CHOICES[1]
    assert not opened(strangers, find_game("shoo"), fillers=(computer, computer)).moment.notes.goal


def test_a_computer_waits_until_it_was_read(strangers: AppContext) -> None:
    scene = opened(strangers, find_game("trelawney"), fillers=(PLAYER_CHOICES[1], PERSON))
    for _ in range(5):
        scene.update(1.0)
    assert scene.moment.notes.goal
    assert not scene.match.plies
    tap(scene, ok_buttons(scene)[0])
    for _ in range(9):
        scene.update(1.0)
    assert scene.match.plies


def test_each_side_reads_it(strangers: AppContext) -> None:
    scene = opened(strangers, find_game("shoo"), sides=FACING_SIDES)
    near, far = ok_buttons(scene)
    middle = scene.board.layout.canvas.box.centre[1]
    assert near[1] > middle > far[1]
    tap(scene, far)
    assert not scene.moment.notes.goal


def test_the_tool_shows_and_hides_it_at_any_time(table: AppContext) -> None:
    scene = opened(table, find_game("shoo"), ("g3-f4", "c7-d6"))
    (tool,) = (button for button in scene.buttons.buttons if button.key == "tool:goal")
    assert not scene.moment.notes.goal
    tap(scene, tool.centre)
    assert scene.moment.notes.goal
    assert scene.snapshot.open  # the match goes on
    tap(scene, tool.centre)
    assert not scene.moment.notes.goal


def test_a_room_reads_it_in_the_banner(strangers: AppContext) -> None:
    strangers.settings = strangers.settings.but({"look.projector": True})
    match = Match(find_game("super7"), seed=3)
    scene = MatchScene(strangers, make_setup(match.game), match, new_match_id())
    scene.fit(Canvas((1280, 800), strangers.ui_context))
    assert scene.projector.text(scene.moment).line == match.game.goal
    scene.handle(Press(source="pad", button=Button.OK))
    assert scene.projector.text(scene.moment).line != match.game.goal


def test_a_game_without_marks_says_its_goal(strangers: AppContext) -> None:
    with drop_in_games() as (game,):
        scene = opened(strangers, game)
        assert scene.moment.notes.goal
        assert ok_buttons(scene)
        assert str(game.goal) in [said.words for said in scene.sayings()]


def tool_name(scene: MatchScene) -> str | None:
    return scene.names.tool


def test_a_tool_tells_its_name_when_it_is_touched(table: AppContext) -> None:
    scene = opened(table, find_game("shoo"), ("g3-f4", "c7-d6"))
    (tool,) = (button for button in scene.buttons.buttons if button.key == "tool:goal")
    assert tool_name(scene) is None
    tap(scene, tool.centre)
    assert tool_name(scene) == "Goal"
    assert scene.wakes_in() <= NAME_SECONDS + 0.01
    scene.update(NAME_SECONDS + 0.01)
    assert tool_name(scene) is None
    scene.handle(Hover(source="mouse", at=tool.centre))
    assert tool_name(scene) == "Close"
    scene.handle(down(scene.board.layout.board.centre))
    assert tool_name(scene) is None


def test_the_name_of_a_tool_goes_when_it_opens_a_page(table: AppContext) -> None:
    scene = opened(table, find_game("shoo"), ("g3-f4", "c7-d6"))
    (tool,) = (button for button in scene.buttons.buttons if button.key == "tool:menu")
    scene.handle(Hover(source="mouse", at=tool.centre))
    assert tool_name(scene) is not None
    scene.handle(down(tool.centre))
    assert isinstance(scene.handle(Tap(source="touch", contact=1, at=tool.centre)), Push)
    assert tool_name(scene) is None
    scene.resume()
    assert tool_name(scene) is None


def test_the_name_of_a_tool_covers_no_panel(table: AppContext) -> None:
    scene = opened(table, find_game("shout7"), ("h8", "h9"))
    for key in ("tool:first", "tool:hint", "tool:menu"):
        (tool,) = (button for button in scene.buttons.buttons if button.key == key)
        scene.handle(Hover(source="mouse", at=tool.centre))
        frame = NotingFrame(scene.board.layout.canvas)
        scene.draw(frame)
        (name,) = (line for line in frame.written if line.text == tool_name(scene))
        left, top, width, height = (part / frame.canvas.scale for part in name.ink)
        x, y = left + width / 2, top + height / 2
        panels = scene.board.layout.panels
        assert not any(box.holds((x, y)) for panel in panels for box in (panel.tray, panel.box))


def test_newcomers_are_told_once_how_a_traveller_is_shooed(strangers: AppContext) -> None:
    """In a seat's first turn in which one enemy more would do it, and before it is done."""
    shoo = find_game("shoo")
    position = (
        "b......../........./........./........./...b...../........./..w....../........./w........"
        " w 0,0 0,0 - 20"
    )
    scene = MatchScene(strangers, make_setup(shoo), Match(shoo, position=position), "one")
    scene.fit(Canvas((1280, 800)))
    scene.goal.close()
    scene.refresh()

    def said() -> str:
        return scene.moment.panels[scene.snapshot.seat].line

    usual = said()
    told = []
    for ply in ("c3-c4", "a9-a8", "a1-a2", "a8-a7"):
        scene.play(ply)
        scene.update(10.0)
        scene.update(10.0)
        told.append(said() != usual and "second enemy" in said())
    assert told == [True, True, False, False]
