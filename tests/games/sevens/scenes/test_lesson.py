"""Sevens is learned with the pieces: by fingers, by taps alone, by keys, from either side."""

import pytest

from tabletop.games.sevens.rules.match import GAME
from tabletop.games.sevens.rules.pieces import Point, Pose
from tabletop.games.sevens.scenes.lesson import TASKS, SevensLesson, kinds_of
from tabletop.games.sevens.scenes.match import SevensScene
from tabletop.games.sevens.scenes.opening import OpeningPage
from tabletop.games.sevens.view.piece_board import PieceBoard
from tabletop.input.actions import Button, Down, Drop, Press, Pull, Walk
from tabletop.scenes.catalogue import live_game
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.live_game import OpenRules
from tabletop.ui.core.scene import Change, Pop, Push, Scene
from tabletop.ui.widgets.lesson_page import COMPUTER, FRIEND
from tests.default_context import default_context
from tests.scenes.lesson.lesson_driver import check_fits, drawn, press, tap, tap_at, wait

SIZES = ((1280, 800), (1920, 1080), (1080, 1920), (1024, 600), (1440, 1080))


def begun(table: AppContext, size: tuple[int, int] = (1280, 800)) -> SevensLesson:
    """A lesson whose goal has been read."""
    scene = SevensLesson(table)
    scene.fit(Canvas(size))
    assert scene.shows_goal
    tap(scene, "next")
    return scene


def surface(scene: SevensLesson) -> PieceBoard:
    assert scene.surface is not None
    return scene.surface


def seen(scene: SevensLesson, at: Point) -> Point:
    """Where a place in units is seen."""
    return surface(scene).sight.to_canvas(at)


def lies(scene: SevensLesson, number: int) -> Pose:
    return surface(scene).pieces.pieces[number].pose


def drag(scene: SevensLesson, start: Point, end: Point) -> None:
    a, b = seen(scene, start), seen(scene, end)
    scene.handle(Down(source="touch", contact=1, at=a))
    scene.handle(Pull(source="touch", contact=1, at=b, began=a))
    wait(scene, 1.0)
    scene.handle(Drop(source="touch", contact=1, at=b, began=a))
    wait(scene, 2.0)


def touch_piece(scene: SevensLesson, number: int) -> None:
    tap_at(scene, seen(scene, lies(scene, number).at))
    wait(scene, 1.0)


def control(scene: SevensLesson, action: str) -> None:
    """Touches the round sign beside a piece."""
    spot = next(each for each in surface(scene).controls if each.action == action)
    tap_at(scene, seen(scene, spot.at))
    wait(scene, 1.0)


def bring(scene: SevensLesson, number: int, belongs: Pose, *, by_taps: bool = False) -> None:
    """Turns a piece over and round as it belongs, and lays it there."""
    if belongs.flipped != lies(scene, number).flipped:
        control(scene, "flip")
    kind = surface(scene).pieces.pieces[number].kind
    whole = {"Q": 90, "P": 180}.get(kind, 360)
    if by_taps:
        touch_piece(scene, number)  # the first touch takes it up
    for _ in range(8):
        if abs((lies(scene, number).turn - belongs.turn + 1) % whole - 1) < 1:
            break
        touch_piece(scene, number)
    if by_taps:
        tap_at(scene, seen(scene, belongs.at))
        wait(scene, 2.0)
    else:
        drag(scene, lies(scene, number).at, belongs.at)


def solve(scene: SevensLesson, *, by_taps: bool = False) -> None:
    task = scene.task
    kinds = kinds_of(task, scene.index)
    wait(scene, 0.5)
    if task.doing == "curtain":
        tap(scene, "curtain")
        wait(scene, 2.0)
        assert not scene.solved
        tap(scene, "curtain")
        return
    if task.doing == "card":
        tap(scene, "card")
        return
    if task.doing == "look":
        tap(scene, "look")
        assert len(surface(scene).picture()) == 3  # it is seen
        wait(scene, 6.0)
        assert not surface(scene).picture().pieces
        return
    for piece in scene.target.pieces:
        if task.doing == "rebuild" or piece.kind == task.kind:
            bring(scene, kinds.index(piece.kind), piece.pose, by_taps=by_taps)
    if task.doing == "rebuild":
        tap(scene, "done")


@pytest.mark.parametrize("hold", ["drag", "tap"])
@pytest.mark.parametrize("size", [(1280, 800), (1080, 1920)])
def test_it_is_driven_to_its_end_by_what_it_teaches(
    table: AppContext, hold: str, size: tuple[int, int]
) -> None:
    table.settings = table.settings.but({"pieces.hold": hold})
    scene = begun(table, size)
    for task in TASKS:
        solve(scene, by_taps=hold == "tap")
        assert scene.solved, scene.answer
        assert (scene.tone, scene.answer) == ("done", task.done)
        tap(scene, "next")
    assert scene.over
    assert table.taught == ("sevens",)
    assert tap(scene, COMPUTER) == Pop(COMPUTER)


def test_a_learner_on_the_other_side_can_do_it_all(table: AppContext) -> None:
    scene = begun(table)
    tap(scene, "swap")
    assert surface(scene).sight.turns == 2
    for _ in TASKS:
        solve(scene)
        assert scene.solved
        tap(scene, "next")
    assert scene.over


def test_a_wrong_touch_is_explained_at_every_step(table: AppContext) -> None:
    scene = begun(table)
    for task in TASKS:
        target = scene.target.span
        wood = seen(scene, (target[2] + 1.2, target[1]))  # beside the picture: nothing lies there
        if task.doing == "card":
            wood = (scene.plan.board.x + 60, scene.plan.board.y + 60)
        tap_at(scene, wood)
        assert scene.tone == "why"
        assert scene.answer == task.other
        solve(scene)
        assert scene.solved
        tap(scene, "next")


def test_a_piece_beside_its_outline_is_not_enough(table: AppContext) -> None:
    scene = begun(table)
    piece = next(piece for piece in scene.target.pieces if piece.kind == "L")
    number = kinds_of(scene.task, 0).index("L")
    x, y = piece.pose.at
    drag(scene, lies(scene, number).at, (x + 2.2, y))
    assert (scene.tone, scene.solved) == ("why", False)
    drag(scene, lies(scene, number).at, piece.pose.at)
    assert scene.solved


def test_what_is_rebuilt_wrongly_is_counted(table: AppContext) -> None:
    scene = begun(table)
    for _ in range(5):
        tap(scene, "skip")
    tap(scene, "done")
    assert scene.answer == scene.task.other  # the pieces lie in the tray
    kinds = kinds_of(scene.task, 5)
    for piece in scene.target.pieces:
        far = piece.pose.at if piece.kind != "Q" else (piece.pose.x, piece.pose.y + 1.6)
        belongs = Pose(*far, piece.pose.turn, piece.pose.flipped)
        bring(scene, kinds.index(piece.kind), belongs)
    tap(scene, "done")
    assert str(scene.answer).startswith("2 of 3 pieces")
    assert not scene.solved


def test_a_peek_is_offered_and_keeps_what_was_built(table: AppContext) -> None:
    scene = begun(table)
    for _ in range(5):
        tap(scene, "skip")
    kinds = kinds_of(scene.task, 5)
    first = scene.target.pieces[0]
    bring(scene, kinds.index(first.kind), first.pose)
    assert len(surface(scene).picture()) == 1
    tap(scene, "peek")
    assert len(surface(scene).picture()) == 3
    wait(scene, 4.0)
    assert len(surface(scene).picture()) == 1
    assert not scene.solved
    assert [button.key for button in scene.choices()] == ["done"]  # once is all
    for piece in scene.target.pieces[1:]:
        bring(scene, kinds.index(piece.kind), piece.pose)
    tap(scene, "done")
    assert scene.solved


def test_a_refusal_goes_when_a_piece_is_taken_up_again(table: AppContext) -> None:
    scene = begun(table)
    number = kinds_of(scene.task, 0).index("L")
    x, y = next(piece for piece in scene.target.pieces if piece.kind == "L").pose.at
    drag(scene, lies(scene, number).at, (x + 2.2, y))
    assert scene.tone == "why"
    at = seen(scene, lies(scene, number).at)
    scene.handle(Down(source="touch", contact=1, at=at))
    assert not scene.answer


def test_the_card_can_be_touched_itself(table: AppContext) -> None:
    scene = begun(table)
    for _ in range(6):
        tap(scene, "skip")
    tap_at(scene, scene.plan.board.centre)
    assert scene.solved


def test_the_look_counts_down_and_ends_by_itself(table: AppContext) -> None:
    scene = begun(table)
    for _ in range(4):
        tap(scene, "skip")
    assert scene.wakes_in() > 100
    tap(scene, "look")
    assert "5 seconds" in scene.words
    wait(scene, 1.5)
    assert "4 seconds" in scene.words
    assert scene.wakes_in() < 1.1
    wait(scene, 4.0)
    assert scene.solved
    assert scene.wakes_in() > 100


def test_keys_reach_the_pieces_and_the_buttons(table: AppContext) -> None:
    scene = begun(table)
    walk = Walk(source="keyboard", by=1)
    reached: set[str] = set()
    for _ in range(12):
        scene.handle(walk)
        hands = surface(scene).hands
        reached.add(str(hands.selected) if hands.keyed else scene.buttons.focus or "")
    assert {"0", "1", "skip", "leave"} <= reached
    assert press(scene, Button.MENU) == Pop()
    for _ in range(4):
        tap(scene, "skip")
    scene.handle(Press(source="keyboard", button=Button.OK))  # the one thing to do: Look
    wait(scene, 6.0)
    assert scene.solved
    press(scene, Button.OK)
    assert scene.index == 5


@pytest.mark.parametrize("hold", ["drag", "tap"])
@pytest.mark.parametrize("size", SIZES)
def test_every_step_fits_in_words_that_are_longer(
    table: AppContext, size: tuple[int, int], hold: str
) -> None:
    table.settings = table.settings.but({"pieces.hold": hold})
    with default_context(language="xx"):
        scene = begun(table, size)
        for task in TASKS:
            check_fits(scene)
            scene.show_refusal(task.other)
            scene.refresh()
            check_fits(scene)
            scene.show_success(task.done)
            scene.refresh()
            check_fits(scene)
            drawn(scene)
            tap(scene, "next")
        check_fits(scene)


def test_another_window_begins_the_step_anew_and_loses_no_piece(table: AppContext) -> None:
    scene = begun(table)
    solve(scene)
    tap(scene, "next")
    scene.fit(Canvas((1080, 1920)))
    scene.fit(Canvas((1024, 600)))
    solve(scene)
    assert scene.solved


def test_over_a_match_the_confirm_key_leads_back_to_it(table: AppContext) -> None:
    scene = begun(table)
    scene.playing = True
    for _ in TASKS:
        tap(scene, "skip")
    assert scene.over
    assert press(scene, Button.OK) == Pop()


@pytest.mark.parametrize("over_match", [False, True])
def test_the_rules_know_whether_a_match_waits(table: AppContext, over_match: bool) -> None:
    page = live_game(GAME).opening(table)
    page.fit(Canvas((1280, 800)))
    assert isinstance(page, OpeningPage)
    if over_match:
        matches = (page.start.match(), live_game(GAME).begin(table, {}))
        rules = [match.context.rules for match in matches if isinstance(match, SevensScene)]
        opened = [make() for make in rules if make is not None]
        assert len(opened) == 2
    else:
        change: Change = page.pressed("rules")
        assert isinstance(change, Push)
        opened = [change.scene]
    assert all(opens == OpenRules(GAME, playing=over_match) for opens in opened)


def test_from_the_first_page_to_the_lesson_and_into_a_match(table: AppContext) -> None:
    page = OpeningPage(table, Scene)
    page.fit(Canvas((1280, 800)))
    change: Change = page.pressed("learn")
    assert isinstance(change, Push)
    assert isinstance(change.scene, SevensLesson)
    assert change.then is not None
    assert isinstance(change.then(COMPUTER), Push)
    assert page.start.seating[0].level is None
    assert page.start.seating[1].level is not None
    assert isinstance(change.then(FRIEND), Push)
    assert page.start.seating.computers == 0
    assert change.then(None) is None
    assert table.taught == ("sevens",)
