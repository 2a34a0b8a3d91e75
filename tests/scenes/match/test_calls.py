"""Fives that win when they are called: the buttons, the waits, true and wrong calls."""

import pytest

from tabletop.engine import Match, Outcome, TimeControl
from tabletop.games import find_game
from tabletop.input.actions import Button, Buzz, Down, Press, Tap
from tabletop.players.player_spec import PLAYER_CHOICES
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import FACING_SIDES
from tabletop.scenes.play.features import CALL_KEY
from tabletop.scenes.play.session import CALL_WAIT_SECONDS
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Frame
from tests.scenes.setups import make_setup
from tests.scenes.touches import SIZES

EASY = PLAYER_CHOICES[2]
GAME = find_game("trelawney")
CALLED = GAME.check_options({"declare": True})
FOUR = "a1 b2 b1 c3 c1 d3 d1 e3"
"""Black has four in row 1 and is to move; White's stones are in nobody's way."""
GIFT = "b3 c3 a6 a2 b6 b2 e6 d2 f6 e2"
"""Shoving White's c3 down to c2 gives White a five in row 2."""


SPREAD = "c3 d2 f6 a1 f1 a6 d6 c1 a3"
"""Five stones of Black and four of White, in no line."""


def begun(
    table: AppContext,
    plies: str = "",
    *,
    called: bool = True,
    facing: bool = False,
    size: tuple[int, int] = (1280, 800),
    clock: TimeControl | None = None,
) -> MatchScene:
    options = CALLED if called else GAME.check_options({})
    setup = make_setup(
        GAME, options=options, sides=FACING_SIDES if facing else (), clock=clock or TimeControl()
    )
    match: Match = setup.start(table)
    for ply in plies.split():
        match.play(ply)
    scene = MatchScene(table, setup, match, "one")
    scene.fit(Canvas(size))
    return scene


def call_buttons(scene: MatchScene) -> list[str]:
    return [b.key for b in scene.buttons.buttons if b.key.startswith(CALL_KEY)]


def tap(scene: MatchScene, at: tuple[float, float]) -> None:
    scene.handle(Down(source="touch", contact=1, at=at))
    scene.handle(Tap(source="touch", contact=1, at=at))


def tap_button(scene: MatchScene, key: str) -> None:
    tap(scene, next(b.centre for b in scene.buttons.buttons if b.key == key))


def tap_place(scene: MatchScene, place: str) -> None:
    tap(scene, scene.view.points(scene.snapshot)[place])


def buzz(scene: MatchScene, seat: int) -> None:
    scene.handle(Buzz(source="keyboard", seat=seat))


def winners(scene: MatchScene) -> tuple[int, ...] | None:
    outcome = scene.match.outcome
    return outcome.winners if outcome else None


def told(scene: MatchScene) -> str:
    return str(scene.notices.notice or "")


def run(scene: MatchScene, seconds: float) -> None:
    for _ in range(round(seconds * 20)):
        scene.update(0.05)


def test_there_is_a_button_at_each_seat_only_where_fives_are_called(table: AppContext) -> None:
    assert call_buttons(begun(table)) == ["call:0", "call:1"]
    assert call_buttons(begun(table, called=False)) == []


def test_a_true_call_ends_the_match_and_the_line_is_drawn(table: AppContext) -> None:
    scene = begun(table, FOUR + " e1")
    tap_button(scene, "call:0")
    assert scene.match.outcome is not None
    assert (scene.match.outcome.winners, scene.match.outcome.reason) == ((0,), "Black called five.")
    assert call_buttons(scene) == []
    run(scene, 0.5)
    assert scene.snapshot.finish is not None
    assert Match.replay(GAME, scene.match.record()).outcome == scene.match.outcome


def test_a_wrong_call_does_nothing_but_a_word(table: AppContext) -> None:
    scene = begun(table, FOUR + " e1")
    tap_button(scene, "call:1")  # the five is Black's
    assert scene.match.outcome is None
    assert told(scene) == "White has no five right now."
    assert len(scene.match.plies) == 9


def test_each_seat_has_a_key(table: AppContext) -> None:
    scene = begun(table, FOUR + " e1")
    buzz(scene, 1)
    assert winners(scene) is None
    buzz(scene, 3)
    buzz(scene, 0)
    buzz(scene, 1)
    assert winners(scene) == (0,)


def test_the_keys_mean_nothing_where_nothing_is_called(table: AppContext) -> None:
    scene = begun(table, "a1 b2", called=False)
    buzz(scene, 0)
    assert winners(scene) is None
    assert told(scene) == ""


def test_a_five_can_be_called_while_its_stone_is_just_laid(table: AppContext) -> None:
    scene = begun(table, FOUR)
    tap_place(scene, "e1")
    assert len(scene.match.plies) == 8
    tap_button(scene, "call:0")
    assert scene.match.outcome is not None
    assert str(scene.match.plies[-1].move) == "e1"  # the laid stone stays


def test_the_table_waits_at_each_moment_and_a_touch_does_not_shorten_it(table: AppContext) -> None:
    scene = begun(table, SPREAD)
    scene.play("d3>c3")
    rests = scene.board.upright.rests(scene.match.plies[-1])
    assert len(rests) == 3
    run(scene, 0.6)
    for rest in rests:
        motion = scene.snapshot.motion
        assert motion is not None
        assert motion.spent == rest
        assert scene.wakes_in() > 0.2  # drawn once a second, for the countdown
        tap_place(scene, "a5")
        assert scene.snapshot.motion == motion
        run(scene, CALL_WAIT_SECONDS + 0.4)
    assert scene.snapshot.motion is None


def test_no_wait_where_fives_win_by_themselves_or_one_looks_back(table: AppContext) -> None:
    plain = begun(table, called=False)
    plain.play("c3")
    run(plain, 1.0)
    assert plain.snapshot.motion is None
    scene = begun(table, "c3 d4>c3")
    scene.handle(Press(source="keyboard", button=Button.FIRST))
    scene.handle(Press(source="keyboard", button=Button.LATER))
    run(scene, 1.0)
    assert scene.snapshot.motion is None
    assert call_buttons(scene) == []


def test_waits_stay_without_motion_and_the_clock_stands_meanwhile(table: AppContext) -> None:
    table.settings = table.settings.but({"look.speed": "off"})
    scene = begun(table, SPREAD, clock=TimeControl.read("sudden 60"))
    scene.play("e5")
    run(scene, 2.5)
    assert scene.snapshot.motion is not None
    assert scene.match.clock.left == (60.0, 60.0)
    run(scene, 1.0)
    assert scene.snapshot.motion is None


def test_a_five_by_the_move_can_be_called_from_the_move_on(table: AppContext) -> None:
    scene = begun(table, GIFT)
    scene.play("c4>c3")
    run(scene, 0.6)  # the lay
    buzz(scene, 1)
    assert winners(scene) is None
    run(scene, CALL_WAIT_SECONDS + 0.2)  # the stones have moved
    buzz(scene, 1)
    assert winners(scene) == (1,)


@pytest.mark.parametrize("facing", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_the_calls_fit_every_window(table: AppContext, size: tuple[int, int], facing: bool) -> None:
    scene = begun(table, "c3", size=size, facing=facing)
    tap_place(scene, "d4")
    tap_place(scene, "c3")
    boxes = [b for b in scene.buttons.buttons if b.key.startswith((CALL_KEY, "spot:"))]
    assert len(boxes) == 4
    for n, one in enumerate(boxes):
        assert one.box.w > 0
        assert one.box.h >= 20
        for other in boxes[:n]:
            if one.turns == other.turns:
                assert _apart(one.box, other.box), f"{one.key} {other.key}"
    scene.draw(Frame(Canvas(size)))


def _apart(one: Box, other: Box) -> bool:
    return (
        one.right <= other.x + 0.01
        or other.right <= one.x + 0.01
        or one.bottom <= other.y + 0.01
        or other.bottom <= one.y + 0.01
    )


def test_nobody_is_asked_for_a_call_before_five_stones_can_stand(table: AppContext) -> None:
    scene = begun(table)
    scene.play("c3")
    run(scene, 1.0)
    assert scene.snapshot.motion is None
    assert scene.moment.notes.wait is None


def test_a_computer_that_takes_the_seat_of_a_finished_match_confirms_no_laid_stone(
    table: AppContext,
) -> None:
    scene = begun(table, "a1 b2", called=False)
    tap_place(scene, "d4")
    scene.match.end(Outcome((1,), scene.match.game.title))
    assert scene.session.over
    scene.seats.apply(scene.setup.with_player(0, EASY))
    assert len(scene.match.plies) == 2
    assert scene.setup.player(0) == EASY
