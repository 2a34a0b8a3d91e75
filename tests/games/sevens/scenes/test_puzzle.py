"""The classic puzzle on the screen, its hollow, and its hints."""

from math import inf
from random import Random

import pytest

from tabletop.games.sevens import figures
from tabletop.games.sevens.rules.pieces import Pose
from tabletop.games.sevens.rules.score import same_silhouette
from tabletop.games.sevens.scenes.puzzle import Hollow, similar_size
from tests.games.sevens.puzzle_driver import (
    CAT,
    SHIFTED,
    _alike,
    _fits_the_board,
    _rounded,
    _ways,
    fits_together,
    hint,
    laid,
    lay,
    placed,
    puzzle_of,
    seconds,
)
from tests.games.sevens.sample_pictures import SQUARE, assembled
from tests.games.sevens.scripted_match import DIAMOND
from tests.games.sevens.single_player import (
    blits,
    button,
    drag,
    keys,
    shown,
    tap,
    touch,
    wait,
)

# -- the figure is laid -----------------------------------------------------------------------


def test_a_figure_that_is_laid_is_noticed_by_itself() -> None:
    with puzzle_of() as scene:
        wait(scene, 61)
        lay(scene, *range(6))
        assert seconds(scene) is None
        assert scene.puzzle.prompt == "One piece to go."
        lay(scene, 6)
        assert seconds(scene) is not None
        assert scene.puzzle.prompt.startswith("Solved in 1:0")
        assert scene.puzzle.prompt.endswith("without a hint!")
        assert "hint" not in keys(scene)
        assert scene.wakes_in() == inf


def test_it_may_be_laid_anywhere_and_in_another_way() -> None:
    other = next(way for way in _ways(SQUARE) if not _alike(way, SQUARE))
    with puzzle_of(SHIFTED) as scene:
        (x, y), (ax, ay) = scene.puzzle.surface.middle, other.middle
        there = other.shifted((x - ax + 1, y - ay - 1))
        for number, piece in enumerate(there.pieces):
            scene.puzzle.surface.pieces.place(number, piece.pose)
        wait(scene, 0.5)
        assert seconds(scene) is not None


def test_all_pieces_in_another_shape_are_no_solution() -> None:
    with puzzle_of(SHIFTED) as scene:
        lay(scene, *range(7))
        assert seconds(scene) is not None
        scene.puzzle.show(CAT)
        shown(scene)
        (x, y), (ax, ay) = scene.puzzle.surface.middle, SQUARE.middle
        for number, piece in enumerate(SQUARE.shifted((x - ax, y - ay)).pieces):
            scene.puzzle.surface.pieces.place(number, piece.pose)
        wait(scene, 0.5)
        assert seconds(scene) is None
        assert scene.puzzle.prompt == "All pieces are laid, but the shape is different."


def test_a_piece_in_the_hand_is_not_laid_yet() -> None:
    with puzzle_of() as scene:
        lay(scene, *range(6))
        there = placed(scene).pieces[6].pose
        table = scene.puzzle.surface.pieces
        table.place(6, Pose(5.0, 1.0, there.turn, there.flipped))
        wait(scene, 0.5)
        table.lift(1, table.pieces[6].pose.at)
        table.drag(1, there.at)
        wait(scene, 1)
        assert len(laid(scene)) == 7
        assert seconds(scene) is None
        table.drop(1)
        wait(scene, 1)
        assert seconds(scene) is not None


def test_the_pieces_glow_one_after_the_other() -> None:
    with puzzle_of(speed="normal") as scene:
        lay(scene, *range(7))
        assert seconds(scene) is not None
        assert scene.wakes_in() == 0
        glowing = blits(scene)
        wait(scene, 2)
        assert scene.wakes_in() == inf
        assert blits(scene) < glowing


def test_a_second_touch_where_the_hint_was_does_not_leave_the_solved_picture() -> None:
    with puzzle_of() as scene:
        lay(scene, *range(6))
        hint = button(scene, "hint").box
        lay(scene, 6)
        assert seconds(scene) is not None
        touch(scene, hint.centre)
        assert scene.puzzle.figure == CAT


def test_a_solved_figure_is_followed_by_another() -> None:
    with puzzle_of() as scene:
        lay(scene, *range(7))
        tap(scene, "next")
        assert scene.puzzle.figure != CAT
        assert seconds(scene) is None
        assert len(laid(scene)) == 0
        assert scene.puzzle.figure.difficulty == CAT.difficulty + 1


def test_pictures_of_other_sizes_are_not_compared() -> None:
    rng = Random(3)
    for _ in range(40):
        a, b = assembled(rng), assembled(rng)
        if same_silhouette(a, b):
            assert similar_size(a, b)
    assert similar_size(SQUARE, SQUARE.shifted((3, 4)))
    assert not similar_size(SQUARE, DIAMOND)


# -- on the board -----------------------------------------------------------------------------


def test_a_piece_let_go_near_the_edge_of_the_hollow_lies_flush_in_it() -> None:
    with puzzle_of(SHIFTED) as scene:
        tap(scene, "board=1")
        wanted = placed(scene).pieces[0].pose
        scene.puzzle.surface.pieces.place(0, Pose(7.0, 7.0, wanted.turn))
        wait(scene, 0.5)
        drag(scene, 0, (wanted.x + 0.16, wanted.y - 0.12))
        lies = scene.puzzle.surface.pieces.pieces[0].pose
        assert lies.at == pytest.approx(wanted.at, abs=1e-3)


def test_beside_the_board_nothing_draws_a_piece() -> None:
    with puzzle_of(SHIFTED) as scene:
        wanted = placed(scene).pieces[0].pose
        scene.puzzle.surface.pieces.place(0, Pose(7.0, 7.0, wanted.turn))
        wait(scene, 0.5)
        drag(scene, 0, (wanted.x + 0.16, wanted.y - 0.12))
        lies = scene.puzzle.surface.pieces.pieces[0].pose
        assert abs(lies.x - wanted.x) > 0.1


def test_a_hollow_keeps_what_lies_inside_only() -> None:
    hollow = Hollow(SQUARE)
    for piece in SQUARE.pieces:
        assert hollow.keeps([complex(*at) for at in piece.corners])
        moved = [complex(x - 0.5, y) for x, y in piece.corners]
        assert hollow.keeps(moved) == (min(at.real for at in moved) >= -0.02)


def test_a_hollow_draws_no_piece_from_afar_or_turned() -> None:
    hollow, pose = Hollow(SQUARE), SQUARE.pieces[0].pose
    near = Pose(pose.x + 0.2, pose.y - 0.2, pose.turn)
    found = hollow.place("L", near, 0.3)
    assert found is not None
    assert found.at == pytest.approx(pose.at, abs=1e-6)
    assert hollow.place("L", Pose(pose.x, pose.y - 3, pose.turn), 0.3) is None
    assert hollow.place("L", Pose(near.x, near.y, pose.turn + 20), 0.3) is None


@pytest.mark.parametrize("other", [(1080, 1920), (1024, 600), (1440, 1080)])
def test_in_another_window_the_pieces_still_lie_in_the_hollow(other: tuple[int, int]) -> None:
    with puzzle_of() as scene:
        tap(scene, "board=1")
        lay(scene, 0, 1, 2)
        for size in (other, (1280, 800)):
            shown(scene, size)
            wait(scene, 0.5)
            for number in (0, 1, 2):
                wanted = placed(scene).pieces[number].pose.at
                lies = scene.puzzle.surface.pieces.pieces[number].pose.at
                assert lies == pytest.approx(wanted, abs=1e-6)


# -- hints ------------------------------------------------------------------------------------


def test_a_hint_lays_one_piece_where_it_belongs() -> None:
    with puzzle_of() as scene:
        tap(scene, "board=1")
        hint(scene)
        assert scene.puzzle.hints == 1
        assert len(laid(scene)) == 1
        (piece,) = laid(scene).pieces
        ways = [set(_rounded(p.corners)) for way in _ways(placed(scene)) for p in way.pieces]
        assert set(_rounded(piece.corners)) in ways


@pytest.mark.parametrize("on_board", [False, True])
def test_hints_alone_lay_the_whole_figure(on_board: bool) -> None:
    with puzzle_of() as scene:
        tap(scene, f"board={int(on_board)}")
        for _ in range(7):
            hint(scene)
        assert seconds(scene) is not None
        assert scene.puzzle.prompt.endswith("with 7 hints.")


@pytest.mark.parametrize("seed", range(8))
def test_hints_help_out_of_any_muddle(seed: int) -> None:
    rng = Random(seed)
    figure = rng.choice([f for f in figures.booklet() if _fits_the_board(f)])
    with puzzle_of(figure) as scene:
        tap(scene, f"board={seed % 2}")
        table = scene.puzzle.surface.pieces
        for number in range(7):
            x, y = rng.uniform(4, 11), rng.uniform(1, 7)
            table.put(number, Pose(x, y, 45 * rng.randrange(8), rng.random() < 0.5))
        wait(scene, 2)
        for _ in range(7):
            if seconds(scene) is None:
                hint(scene)
            assert fits_together(scene)
        assert seconds(scene) is not None


def test_a_hint_goes_on_from_what_is_right() -> None:
    with puzzle_of() as scene:
        lay(scene, 0, 1, 2, by=(0.5, -0.3))
        before = {str(piece.kind): piece.corners for piece in laid(scene).pieces}
        hint(scene)
        assert len(laid(scene)) == 4
        for piece in laid(scene).pieces:
            if piece.kind == "M":
                assert _rounded(piece.corners) == _rounded(before["M"])
