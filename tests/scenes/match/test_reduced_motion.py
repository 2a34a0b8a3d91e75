"""With reduced motion all is there at once, and what has changed is marked."""

from math import inf

import pytest

from tabletop.engine import CHANCE, Match
from tabletop.games import all_games, find_game
from tabletop.games.sevens.pieces.table import PieceLaid, PieceTable
from tabletop.games.sevens.rules.pieces import Kind, Pose
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.play.computers import DOTS
from tabletop.scenes.play.hints import ALL_DOTS
from tabletop.ui.core.app_context import SECONDS_PER_ANIMATION_SECOND, AppContext
from tabletop.ui.core.canvas import Canvas
from tests.scenes.match.computer_matches import begun as begun_with_computers
from tests.scenes.settings.test_appearance_page import opened as look_page
from tests.scenes.setups import make_setup
from tests.scenes.touches import tap

BOARDS = [game.key for game in all_games() if game.kind == "board"]


def begun(table: AppContext, key: str) -> MatchScene:
    setup = make_setup(find_game(key), 2)
    scene = MatchScene(table, setup, Match(setup.game, 2, seed=7), "one")
    scene.fit(Canvas((640, 400)))
    return scene


def reduced(table: AppContext) -> AppContext:
    table.settings = table.settings.but({"look.motion": "reduced"})
    return table


@pytest.mark.parametrize("speed", SECONDS_PER_ANIMATION_SECOND)
def test_nothing_takes_time_however_fast_pieces_move(table: AppContext, speed: str) -> None:
    table.settings = table.settings.but({"look.speed": speed})
    assert table.animation_scale == SECONDS_PER_ANIMATION_SECOND[speed]
    assert reduced(table).animation_scale == 0.0


@pytest.mark.parametrize("key", BOARDS)
def test_a_ply_lies_at_once_and_is_marked(table: AppContext, key: str) -> None:
    scene = begun(reduced(table), key)
    if scene.match.state.turn == CHANCE:
        scene.play("")
    scene.play(str(scene.match.state.moves()[0]))
    assert scene.snapshot.motion is None
    assert scene.snapshot.last is scene.match.plies[-1]
    assert scene.wakes_in() > 0
    assert scene.board.upright.seconds(scene.match.plies[-1]) > 0, "this ply would not move anyhow"


def test_with_motion_the_same_ply_moves(table: AppContext) -> None:
    scene = begun(table, "trelawney")
    scene.play(str(scene.match.state.moves()[0]))
    assert scene.snapshot.motion is not None
    assert scene.wakes_in() == 0.0


def test_the_dots_of_a_computer_that_thinks_stand(table: AppContext) -> None:
    scene, _ = begun_with_computers(table, slow=True)
    reduced(table)
    scene.play(str(scene.match.state.moves()[0]))
    for _ in range(8):
        scene.update(0.2)
        assert scene.moment.notes.dots == DOTS


def test_the_dots_of_a_hint_stand() -> None:
    assert str(ALL_DOTS).endswith("···")


def test_pieces_of_sevens_are_where_they_belong_at_the_next_step() -> None:
    kinds: list[Kind] = ["L", "S"]
    for still in (True, False):
        pieces = PieceTable(20, 12, kinds, [Pose(4, 4), Pose(12, 6)])
        pieces.still = still
        pieces.send(1, Pose(15, 8))
        happened = pieces.step(1 / 60)
        lying = pieces.pieces[1]
        assert ((lying.pose.x, lying.pose.y) == pytest.approx((15, 8))) is still
        assert (PieceLaid(1) in happened) is still


def test_it_is_chosen_on_the_page_of_looks_and_kept(table: AppContext) -> None:
    page = look_page(table)
    tap(page, "look.motion=1")
    assert table.settings["look.motion"] == "reduced"
    tap(page, "look.motion=0")
    assert table.settings["look.motion"] == "full"
    tap(page, "look.drift=1")
    assert table.settings["look.drift"] is True
    assert table.store.flush()
    kept = (table.data_dir / "settings.toml").read_text("utf-8")
    assert 'motion = "full"' in kept
    assert "drift = true" in kept


def test_at_rest_nothing_wakes_a_match_with_reduced_motion(table: AppContext) -> None:
    scene = begun(reduced(table), "shoo")
    assert scene.wakes_in() == inf
