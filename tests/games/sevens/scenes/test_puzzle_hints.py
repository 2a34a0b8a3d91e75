"""Hints in the puzzle, the figures that follow each other, and what is round them."""

import pytest

from tabletop.games.sevens import figures
from tabletop.games.sevens.rules.pieces import FULL_SET, Picture, Pose, corners_of
from tabletop.games.sevens.scenes.booklet import BookletPage
from tabletop.games.sevens.scenes.puzzle import (
    FigureSequence,
    PuzzleScene,
    SolutionSearch,
    hint_move_for,
)
from tabletop.input.actions import Button, Down, Drop, Walk
from tabletop.ui.core.scene import Pop, Push
from tests.games.sevens.puzzle_driver import (
    SHIFTED,
    _ways,
    held,
    hint,
    keyed,
    laid,
    lay,
    placed,
    puzzle_of,
    seconds,
)
from tests.games.sevens.sample_pictures import SQUARE
from tests.games.sevens.single_player import (
    SIZES,
    blits,
    check_layout,
    keys,
    press,
    shown,
    table_for_one,
    tap,
    touch,
    wait,
)


def test_pieces_laid_by_eye_are_put_right_beside_the_hinted_one() -> None:
    with puzzle_of() as scene:
        picture = placed(scene)
        off = ((0.08, 0.0), (0.0, -0.09), (-0.07, 0.06))
        for number, (dx, dy) in enumerate(off):
            pose = picture.pieces[number].pose
            there = Pose(pose.x + dx, pose.y + dy, pose.turn, pose.flipped)
            scene.puzzle.surface.pieces.place(number, there)
        wait(scene, 0.5)
        for _ in range(4):
            hint(scene)
        assert seconds(scene) is not None
        assert scene.puzzle.hints == 4


def test_a_piece_in_the_way_is_shown_and_goes_back_to_the_tray() -> None:
    with puzzle_of(SHIFTED, speed="normal") as scene:
        tap(scene, "board=1")
        lay(scene, 0, 1, 2, 3, 4, 6)
        table = scene.puzzle.surface.pieces
        table.place(6, Pose(5.0, 7.0, 0))
        wait(scene, 0.5)
        hole = placed(scene).pieces[6].pose
        table.place(5, Pose(hole.x, hole.y, 45))
        wait(scene, 0.5)
        tap(scene, "hint")
        wait(scene, 1.0)
        helping = scene.puzzle.helping
        while helping is not None and helping.stage in (None, "show"):
            assert not scene.puzzle.surface.enabled
            if helping.stage == "show":
                assert helping.move is not None
                for number in helping.move.aside:
                    assert scene.puzzle.surface.marks[number] == "overlap"
            scene.update(0.02)
        wait(scene, 4)
        assert scene.puzzle.helping is None
        assert scene.puzzle.surface.marks == {}
        assert scene.puzzle.surface.outlines == ()
        assert scene.puzzle.surface.enabled


def test_a_picture_that_is_right_needs_no_move() -> None:
    with puzzle_of() as scene:
        lay(scene, *range(7))
        board = scene.puzzle.surface
        assert hint_move_for(board, [placed(scene)], board.room, anywhere=True) is None
        assert hint_move_for(board, [placed(scene)], board.room, anywhere=False) is None


def test_a_picture_built_at_the_edge_moves_inward_as_a_whole() -> None:
    with puzzle_of() as scene:
        board = scene.puzzle.surface
        top = placed(scene).span[1]
        number = max(range(7), key=lambda n: placed(scene).pieces[n].pose.y)
        lay(scene, number, by=(0.0, -placed(scene).pieces[number].pose.y + 1.2))
        assert top > 0
        for _ in range(7):
            if seconds(scene) is None:
                hint(scene)
        assert seconds(scene) is not None
        assert laid(scene).span[1] >= board.room.top - 1e-6


def test_the_search_is_done_in_slices_and_says_that_it_thinks() -> None:
    with puzzle_of(SHIFTED) as scene:
        scene.puzzle.ways.done = False
        tap(scene, "hint")
        helping = scene.puzzle.helping
        assert helping is not None
        assert keys(scene) == ["booklet"]
        said = set()
        while helping.stage is None:
            said.add(str(scene.puzzle.prompt))
            scene.update(0.05)
        assert "Thinking…" in said


def test_a_search_ends_with_the_figure_itself_at_least() -> None:
    ways = SolutionSearch(Picture(SQUARE.pieces[:5]))
    while not ways.done:
        ways.work()
    assert ways.known[0] == Picture(SQUARE.pieces[:5])
    rough = Picture(
        tuple(type(p)(p.kind, corners_of(p.kind, p.pose)) for p in SQUARE.shifted((1, 1)).pieces)
    )
    assert len(_ways(rough)) > 1


@pytest.mark.parametrize("on_board", [False, True])
@pytest.mark.parametrize("stage", ["show", "clear", "lay", "lit"])
def test_in_another_window_a_hint_goes_on_where_the_shape_is_then(
    stage: str, on_board: bool
) -> None:
    with puzzle_of(SHIFTED, speed="normal") as scene:
        tap(scene, f"board={int(on_board)}")
        poses = {n: piece.pose for n, piece in enumerate(placed(scene).pieces)}
        # Each of the two lies in the way of the other.
        poses[5], poses[6] = Pose(*poses[6].at), Pose(*poses[5].at, poses[6].turn)
        scene.puzzle.surface.pieces.lay(poses)
        wait(scene, 0.5)
        tap(scene, "hint")
        for _ in range(2000):
            helping = scene.puzzle.helping
            if helping is not None and helping.stage == stage:
                break
            scene.update(0.02)
        else:
            raise AssertionError("no such stage of a hint")
        shown(scene, (1080, 1920))
        for _ in range(2000):
            if scene.puzzle.helping is None:
                break
            scene.update(0.02)
        wait(scene, 1)
        assert scene.puzzle.hints == 1
        assert scene.puzzle.surface.enabled
        assert scene.puzzle.surface.outlines == ()
        for _ in range(6):
            if seconds(scene) is None:
                hint(scene)
        assert seconds(scene) is not None
        if on_board:
            x, y = scene.puzzle.surface.middle
            assert laid(scene).middle == pytest.approx((x, y), abs=1e-6)


def test_while_a_hint_is_given_the_shape_stays_where_it_is_shown() -> None:
    with puzzle_of(speed="normal") as scene:
        tap(scene, "hint")
        assert {"board=0", "board=1"}.isdisjoint(keys(scene))
        while scene.puzzle.helping is not None:
            scene.update(0.02)
        assert {"board=0", "board=1"} <= set(keys(scene))


def test_a_piece_on_its_way_lies_in_the_hollow_of_another_window_too() -> None:
    with puzzle_of(speed="normal") as scene:
        tap(scene, "board=1")
        pose = placed(scene).pieces[0].pose
        scene.puzzle.surface.pieces.send(0, pose)
        scene.update(0.05)
        shown(scene, (1080, 1920))
        wait(scene, 1)
        wanted = placed(scene).pieces[0].pose.at
        assert scene.puzzle.surface.pieces.pieces[0].pose.at == pytest.approx(wanted, abs=1e-6)


def test_what_is_in_the_hand_is_let_go_when_the_pause_opens() -> None:
    with puzzle_of() as scene:
        at = scene.puzzle.surface.sight.to_canvas(scene.puzzle.surface.pieces.pieces[0].pose.at)
        scene.handle(Down(source="touch", contact=4, at=at))
        assert held(scene) == [0]
        change = touch(scene, scene.context.plan.menu.centre)
        assert isinstance(change, Push)
        assert change.then is not None
        assert held(scene) == []
        change.then("on")
        scene.resume()
        drop = Drop(source="touch", contact=4, at=(at[0] + 400, at[1]), began=at)
        assert scene.handle(drop) is None
        wait(scene, 0.5)
        assert len(laid(scene)) == 0


# -- which figure -----------------------------------------------------------------------------


def test_the_first_figure_is_easy_and_drawn_by_the_seed() -> None:
    drawn = [FigureSequence(seed).first() for seed in range(20)]
    assert all(figure.difficulty <= 2 for figure in drawn)
    assert len({figure.name for figure in drawn}) > 3
    assert FigureSequence(4).first() == FigureSequence(4).first()


def test_no_figure_comes_again_before_all_have_been_there() -> None:
    succession = FigureSequence(1)
    figure, seen = succession.first(), set()
    for _ in figures.booklet():
        assert figure.name not in seen
        seen.add(figure.name)
        figure = succession.after(figure, harder=False)
    assert figure.name in seen


def test_a_figure_is_chosen_from_the_booklet_by_one_touch() -> None:
    with puzzle_of() as scene:
        change = tap(scene, "booklet")
        assert isinstance(change, Push)
        assert isinstance(change.scene, BookletPage)
        assert change.then is not None
        change.scene.fit(scene.context.canvas)
        wanted = change.scene.shown[1]
        assert change.scene.pressed("figure:1") == Pop(wanted)
        change.then(wanted)
        assert scene.puzzle.figure == wanted
        change.then(None)
        assert scene.puzzle.figure == wanted


def test_the_booklet_gives_no_seams_away_and_stays_open() -> None:
    with table_for_one() as table:
        opened = PuzzleScene(table).puzzle.pressed("booklet")
        assert isinstance(opened, Push)
        booklet = opened.scene
        assert isinstance(booklet, BookletPage)
        assert not booklet.seams
        booklet.fit(PuzzleScene(table).context.canvas)
        for _ in range(40):
            assert booklet.update(1.0) is None


# -- round it ---------------------------------------------------------------------------------


def test_the_pause_leads_out() -> None:
    with puzzle_of() as scene:
        for change in (
            touch(scene, scene.context.plan.menu.centre),
            press(scene, Button.MENU),
        ):
            assert isinstance(change, Push)
            assert change.then is not None
            assert change.then("leave") == Pop()


def test_the_pause_empties_the_board_on_wish() -> None:
    with puzzle_of() as scene:
        lay(scene, 0, 1, 2)
        change = press(scene, Button.MENU)
        assert isinstance(change, Push)
        assert change.then is not None
        assert change.then("on") is None
        wait(scene, 0.5)
        assert len(laid(scene)) == 3
        change.then("anew")
        wait(scene, 0.5)
        assert len(laid(scene)) == 0


def test_the_key_for_going_back_first_lays_down_what_is_held() -> None:
    with puzzle_of() as scene:
        scene.handle(Walk(source="keyboard", by=1))
        press(scene, Button.OK)
        assert keyed(scene) == 0
        assert press(scene, Button.BACK) is None
        assert keyed(scene) is None
        assert isinstance(press(scene, Button.BACK), Push)


@pytest.mark.parametrize("size", SIZES)
def test_everything_has_its_place_in_every_window(size: tuple[int, int]) -> None:
    with puzzle_of() as scene:
        shown(scene, size)
        check_layout(scene)
        lay(scene, *range(7))
        check_layout(scene)
        assert blits(scene) > 20
        assert len(FULL_SET) == len(laid(scene))
