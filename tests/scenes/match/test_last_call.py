"""Calls from seats' own boxes, with keys that walk, and for the very last stone of a board."""

from math import ceil

from tabletop.engine import Match, Record
from tabletop.games import find_game
from tabletop.input.actions import Button, Buzz, Press, Walk
from tabletop.input.hub import order_calls
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.play.session import CALL_WAIT_SECONDS
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tests.scenes.setups import make_setup

GAME = find_game("trelawney")
FOUR = "a1 b2 b1 c3 c1 d3 d1 e3"
"""Black has four in row 1 and is to move."""


def begun(table: AppContext, plies: str = "", position: str = "") -> MatchScene:
    table.settings = table.settings.but({"look.speed": "off"})
    options = GAME.check_options({"declare": True})
    match = Match(GAME, 2, options, 7, position=position)
    for ply in plies.split():
        match.play(ply)
    scene = MatchScene(table, make_setup(GAME, options=options), match, "one")
    scene.fit(Canvas((1280, 800)))
    return scene


def almost_full(table: AppContext) -> MatchScene:
    """All squares but e1 are taken; Black, who is to move, has a1 to d1."""
    rows = ["BWBWWB", "WBWBBW", "BWBWWB", "WBWBBW", "WWBWWB", "BBBB.W"]
    inner = "/".join(f".{row}." for row in rows)
    return begun(table, position=f"......../{inner}/........ B 36")


def walk(scene: MatchScene, seat: int | None, by: int = 1) -> None:
    scene.handle(Walk(source="serial", seat=seat, by=by))


def ok(scene: MatchScene, seat: int | None) -> None:
    scene.handle(Press(source="serial", seat=seat, button=Button.OK))


def winners(scene: MatchScene) -> tuple[int, ...] | None:
    outcome = scene.match.outcome
    return None if outcome is None else outcome.winners


def rest(scene: MatchScene) -> None:
    """Time goes by until the waits are over, but not until the result is shown."""
    for _ in range(8):
        if scene.snapshot.motion is None:
            return
        scene.update(CALL_WAIT_SECONDS + 0.01)


def test_of_two_boxes_in_one_poll_the_earlier_call_wins(table: AppContext) -> None:
    scene = begun(table, FOUR + " e1")
    polled = [
        Buzz(source="serial", seat=1, when=5.001),
        Buzz(source="keyboard", seat=0, when=5.0),
    ]
    for action in order_calls([*polled]):
        scene.handle(action)
    assert winners(scene) == (0,)


def test_a_true_call_beats_a_false_one_that_came_earlier(table: AppContext) -> None:
    scene = begun(table, FOUR + " e1")
    for action in order_calls(
        [Buzz(source="serial", seat=0, when=5.1), Buzz(source="keyboard", seat=1, when=5.0)]
    ):
        scene.handle(action)
    assert winners(scene) == (0,)


def test_the_keys_reach_the_call_of_the_seat_to_move(table: AppContext) -> None:
    scene = begun(table, FOUR + " e1 a6")
    rest(scene)
    for _ in range(60):
        walk(scene, None)
        if scene.buttons.focus == "call:0":
            break
    assert scene.buttons.focus == "call:0"
    assert scene.snapshot.cursor is None
    ok(scene, None)
    assert winners(scene) == (0,)


def test_a_box_without_a_call_reaches_it_by_walking_whoever_is_to_move(table: AppContext) -> None:
    scene = begun(table, FOUR + " e1")
    before = scene.snapshot
    ok(scene, 0)
    assert winners(scene) is None, "it is not to move, and stands nowhere"
    walk(scene, 0)
    assert scene.snapshot == before, "the cursor is White's"
    assert next(b.style for b in scene.buttons.buttons if b.key == "call:0") == "chosen"
    ok(scene, 0)
    assert winners(scene) == (0,)


def test_walking_reaches_the_call_while_the_table_waits(table: AppContext) -> None:
    scene = begun(table, FOUR)
    scene.play("e1")
    scene.update(0.5)
    assert scene.snapshot.motion is not None
    walk(scene, 0)
    ok(scene, 0)
    assert winners(scene) == (0,)


def test_the_five_of_the_very_last_stone_can_be_called(table: AppContext) -> None:
    scene = almost_full(table)
    assert {str(move)[:2] for move in scene.match.state.moves()} == {"e1"}
    scene.play("e1")
    scene.update(0.5)
    assert winners(scene) == (), "the board is full"
    assert scene.update(1.0) is None
    assert scene.snapshot.motion is not None
    scene.handle(Buzz(source="serial", seat=1))
    assert winners(scene) == ()
    scene.handle(Buzz(source="serial", seat=0))
    assert winners(scene) == (0,)
    record = Record.from_text(scene.match.record().to_text())
    again = Match.replay(GAME, record)
    assert again.outcome == scene.match.outcome
    assert scene.snapshot.motion is None


def test_the_draw_of_a_full_board_stands_when_nobody_has_called(table: AppContext) -> None:
    scene = almost_full(table)
    scene.play("e1")
    rest(scene)
    scene.handle(Buzz(source="serial", seat=0))
    assert winners(scene) == ()
    assert not [b for b in scene.buttons.buttons if b.key.startswith("call:")]
    again = Match.replay(GAME, scene.match.record())
    assert again.outcome is not None
    assert again.outcome.winners == ()


def test_a_last_stone_that_is_laid_but_not_left_can_be_called_too(table: AppContext) -> None:
    scene = almost_full(table)
    while scene.snapshot.picked != ("e1",):
        walk(scene, 0)
        ok(scene, 0)
    scene.handle(Buzz(source="serial", seat=0))
    assert winners(scene) == (0,)
    assert [str(ply.move) for ply in scene.match.plies] == ["e1"]


def test_the_seconds_for_a_call_are_counted_down(table: AppContext) -> None:
    scene = begun(table, FOUR)
    scene.play("e1")
    told: list[str] = []
    for _ in range(200):
        if scene.snapshot.motion is None:
            break
        wait = scene.moment.notes.wait
        if wait is not None and (not told or told[-1] != wait):
            told.append(wait)
        scene.update(min(0.2, max(0.01, scene.wakes_in())))
    seconds = [int(str(said).split()[-1]) for said in told]
    assert seconds[0] == ceil(CALL_WAIT_SECONDS)
    assert set(seconds) == set(range(1, ceil(CALL_WAIT_SECONDS) + 1))
