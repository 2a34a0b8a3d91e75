"""Button boxes at the seats: whose they are, and what those with few buttons can reach."""

import pytest

from tabletop.engine import Game, say
from tabletop.games import all_games, find_game
from tabletop.input.actions import Action, Button, Buzz, Press, Walk
from tabletop.scenes.destinations import ResultAnswer, ShowResult
from tabletop.scenes.match.pause import PauseScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.play.session import CALL_WAIT_SECONDS
from tabletop.scenes.result.scene import INPUT_GUARD_SECONDS, ResultScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Pop, Push, Scene
from tabletop.ui.widgets.question_dialog import QuestionDialog
from tests.scenes.match.dice_match import READER, begun, line, plies, press, roll, told
from tests.scenes.setups import make_setup

BOARDS = [game for game in all_games() if game.kind == "board"]
CANVAS = Canvas((1280, 800))


def match_of(table: AppContext, key: str, **options: bool) -> MatchScene:
    table.settings = table.settings.but({"look.speed": "off"})
    setup = make_setup(find_game(key), 2, options)
    scene = MatchScene(table, setup, setup.start(table), "one")
    scene.fit(CANVAS)
    return scene


def buzz(scene: Scene, seat: int = 0, source: str = "serial") -> object:
    return scene.handle(Buzz(source=source, seat=seat, when=1.0))


def walk(scene: MatchScene, seat: int, by: int = 1) -> None:
    scene.handle(Walk(source="serial", seat=seat, by=by))


# -- boxes of seats that do not play ------------------------------------------------------------


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.key)
def test_the_box_of_a_seat_that_does_not_play_does_nothing_and_is_told_so(
    table: AppContext, game: Game
) -> None:
    scene = match_of(table, game.key)
    before = scene.match.record()
    done: list[Action] = [Press(source="serial", seat=3, button=button) for button in Button]
    done += [Walk(source="serial", seat=3, by=1), Buzz(source="serial", seat=7)]
    for action in done:
        scene.notices.quiet()
        assert scene.handle(action) is None
        scene.draw(Frame(CANVAS))
        assert told(scene).startswith("Nobody plays at seat ")
    assert scene.match.record() == before
    assert scene.snapshot.cursor is None


def test_the_letters_for_the_calls_of_four_say_nothing_between_two(table: AppContext) -> None:
    scene = match_of(table, "trelawney", declare=True)
    buzz(scene, 3, "keyboard")
    assert told(scene) == ""


def test_where_all_hands_are_alike_every_box_plays(table: AppContext) -> None:
    scene = match_of(table, "super7")
    table.settings = table.settings.but({"input.own_hands": False})
    press(scene, Button.OK, 3)
    assert len(plies(scene)) == 1


# -- whose turn it is ---------------------------------------------------------------------------


def test_keys_that_stood_on_the_call_walk_on_to_the_places(table: AppContext) -> None:
    scene = match_of(table, "trelawney", declare=True)
    scene.play("a1")
    walk(scene, 1)  # too early: Black's stone still waits for calls
    for _ in range(4):
        scene.update(CALL_WAIT_SECONDS + 0.1)
    walk(scene, 1)
    spot = scene.snapshot.cursor
    press(scene, Button.OK, 1)
    assert spot is not None
    assert scene.snapshot.picked == (spot,)
    assert told(scene) == ""


def test_a_buzzer_that_is_not_to_move_is_told_who_is(table: AppContext) -> None:
    scene = match_of(table, "super7")
    buzz(scene, 1)
    assert (plies(scene), line(scene, 1)) == ([], "It’s Blue’s turn.")
    buzz(scene, 0)
    assert len(plies(scene)) == 1


def test_face_to_face_the_far_seat_can_read_what_everybody_is_told(table: AppContext) -> None:
    scene = begun(table, READER, plies="4+3", facing=True)
    roll(scene, 1, 2)
    assert line(scene, 1) == told(scene) == "Blue has rolled already: 1 + 2 doesn’t count."
    assert line(scene, 0) != told(scene)


# -- one button ---------------------------------------------------------------------------------


def test_a_buzzer_answers_a_question_after_it_has_seen_which(table: AppContext) -> None:
    del table
    answers = (("no", say("no", "No"), "main"), ("yes", say("yes", "Yes"), "plain"))
    scene = QuestionDialog(say("ask", "Sure?"), say("ask.more", ""), answers)  # type: ignore[arg-type]
    scene.fit(CANVAS)

    def focus() -> str | None:
        return scene.buttons.focus

    assert buzz(scene, source="keyboard") is None
    assert focus() is None
    assert buzz(scene) is None
    assert focus() == "no"
    assert buzz(scene) == Pop("no")


def test_a_buzzer_that_is_not_to_move_agrees_to_a_pause(table: AppContext) -> None:
    scene = match_of(table, "super7")
    assert press(scene, Button.MENU, 0) is None
    assert buzz(scene, 0) is None  # its own, who asked
    assert press(scene, Button.MENU, 0) is None
    change = buzz(scene, 1)
    assert isinstance(change, Push)
    assert isinstance(change.scene, PauseScene)


def test_a_buzzer_ends_the_pause(table: AppContext) -> None:
    scene = match_of(table, "super7")
    change = press(scene, Button.MENU)
    assert isinstance(change, Push)
    assert isinstance(change.scene, PauseScene)
    change.scene.fit(CANVAS)
    assert buzz(change.scene) is None
    assert buzz(change.scene) == Pop("on")


def test_a_buzzer_plays_again_but_not_while_hands_are_still_busy(table: AppContext) -> None:
    match = match_of(table, "super7")
    match.match.resign(0)
    scene = ResultScene(make_setup(match.match.game), match.match, match.view.looks)
    scene.fit(CANVAS)
    assert (buzz(scene), buzz(scene), buzz(scene)) == (None, None, None)
    scene.update(INPUT_GUARD_SECONDS + 0.1)
    assert buzz(scene) is None
    assert buzz(scene) == Pop(ResultAnswer("again"))


def test_three_buttons_lead_through_a_finished_match_and_back_to_its_result(
    table: AppContext,
) -> None:
    scene = begun(table, plies="4+3 7.7")
    scene.match.resign(0)
    scene.results.chosen(ResultAnswer("look"))
    for by, shown in ((-1, 1), (-1, 0), (-1, 0), (1, 1), (1, 2), (1, 2)):
        walk(scene, 0, by)
        scene.update(0.1)
        assert scene.session.timeline.count == shown
    change = press(scene, Button.OK, 1)
    assert isinstance(change, Push)
    assert isinstance(change.scene, ShowResult)


def test_nobody_else_s_box_gives_up_for_a_seat(table: AppContext) -> None:
    scene = match_of(table, "super7")
    push = scene.pause.chosen("resign")
    assert isinstance(push, Push)
    asked = push.scene
    assert isinstance(asked, QuestionDialog)
    asked.fit(CANVAS)

    def gives_up(seat: int) -> object:
        asked.buttons.focus = None
        asked.handle(Walk(source="serial", seat=seat, by=2))
        return asked.handle(Press(source="serial", seat=seat, button=Button.OK))

    assert gives_up(1) is None
    assert asked.handle(Press(source="serial", seat=1, button=Button.BACK)) == Pop(None)
    assert gives_up(0) == Pop("yes")
    table.settings = table.settings.but({"input.own_hands": False})
    free = scene.pause.chosen("resign")
    assert isinstance(free, Push)
    assert getattr(free.scene, "seat", 0) is None


# -- dice under a page --------------------------------------------------------------------------


def test_a_throw_under_a_page_is_told_for_what_it_is(table: AppContext) -> None:
    scene = begun(table, READER)

    def overheard() -> str:
        seen: list[Action] = []
        scene.handle, kept = seen.append, scene.handle  # type: ignore[method-assign,assignment]
        roll(scene, 4, 3)
        scene.handle = kept  # type: ignore[method-assign]
        scene.handle_covered(seen[0])
        return scene.edge.words.rpartition("  ")[2].strip()

    assert overheard() == "The game is paused: the roll doesn’t count."
    scene.play("4+3")
    assert overheard() == "Blue has rolled already: 4 + 3 doesn’t count."
    scene.match.resign(0)
    assert overheard() == "The game is over: 4 + 3 doesn’t count."
    assert plies(scene) == ["4+3"]
