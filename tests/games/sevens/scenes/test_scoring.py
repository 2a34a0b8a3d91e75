"""The scoring on the screen: what is compared, how it is told, and where it leads."""

from random import Random

import pytest

from tabletop.games.sevens import Picture, SevensMatch
from tabletop.games.sevens.rules.events import Card
from tabletop.games.sevens.rules.match import Phase, TurnScore
from tabletop.games.sevens.rules.score import TOLERANCE, score
from tabletop.games.sevens.scenes.phases.comparison import Comparison, compare
from tabletop.games.sevens.scenes.phases.result import (
    RESULT_GUARD_SECONDS,
    SheetRow,
    format_minutes,
    sheet_rows,
)
from tabletop.games.sevens.scenes.phases.scoring import (
    SKIP_GUARD_SECONDS,
    ScorePhase,
    SlideLayout,
    score_reveal,
)
from tabletop.input.actions import Button
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tests.games.sevens.match_driver import (
    SIZES,
    blits,
    button,
    ink,
    keys,
    press,
    scene_of,
    tap,
    touch,
    wait,
)
from tests.games.sevens.sample_pictures import SQUARE, assembled, scattered, without
from tests.games.sevens.scripted_match import (
    DIAMOND,
    FEWER,
    elsewhere,
    guessed,
    look,
    play,
    seed_of,
    show,
    take_turn,
    tossed,
)
from tools.album.notes import NotingFrame

MIRRORED = Picture.from_corners(
    [(p.kind, [(SQUARE.span[2] - x, y) for x, y in p.corners]) for p in SQUARE.pieces]
)
"""The same square, other pieces in most of its places."""


def turn_of(target: Picture, guess: Picture, *, peeked: bool = False) -> TurnScore:
    return TurnScore(0, 1, target, "Kite", guess, score(target, guess), peeked)


def compared(target: Picture, guess: Picture) -> Comparison:
    return compare(turn_of(target, guess), TOLERANCE)


def scored(points: int, *, peek: bool = False) -> SevensMatch:
    """A match after its first guess, which is seat 1's."""
    match = tossed(seed_of(Card.FIVE))
    take_turn(match, points, peek=peek)
    return match


def after_round(points: tuple[int, int]) -> SevensMatch:
    """A match after the first round's second guess; the points are by seat."""
    match = tossed(seed_of(Card.FIVE))
    take_turn(match, points[1])
    match.go_on(match.now + 5)
    take_turn(match, points[0])
    return match


# What is compared.


def test_every_piece_of_the_target_agrees_or_is_astray_once() -> None:
    rng = Random(5)
    for _ in range(20):
        target = assembled(rng)
        guess = without(scattered(rng), *rng.sample(range(7), rng.randrange(4)))
        shown = compared(target, guess)
        places = [t for t, _ in shown.agreed] + [t for t, _ in shown.astray]
        assert sorted(places) == list(range(7))
        laid = [g for _, g in (*shown.agreed, *shown.astray) if g is not None]
        assert sorted(laid) == list(range(len(guess)))
        for place, lies in (*shown.agreed, *shown.astray):
            if lies is not None:
                assert target.pieces[place].kind == guess.pieces[lies].kind


def test_a_shifted_guess_is_laid_onto_the_target() -> None:
    shown = compared(DIAMOND, elsewhere(DIAMOND, 5, (0.7, 0.9)).shifted((3, -2)))
    assert [t for t, _ in shown.agreed] == [0, 1, 2, 3, 4, 6]
    assert shown.astray == ((5, 5),)
    for there, here in zip(DIAMOND.pieces[0].corners, shown.guess.pieces[0].corners, strict=True):
        assert here == pytest.approx(there)
    assert shown.covering is None


def test_a_piece_that_stayed_in_the_tray_has_no_place_in_the_guess() -> None:
    assert compared(DIAMOND, without(DIAMOND, 2)).astray == ((2, None),)


def test_the_same_silhouette_is_covered_by_a_further_shift() -> None:
    shown = compared(SQUARE, MIRRORED.shifted((5, 1)))
    assert shown.covering is not None
    covering = shown.guess.shifted(shown.covering)
    assert covering.span == pytest.approx(SQUARE.span, abs=1e-3)


def test_a_perfect_guess_needs_no_exception() -> None:
    assert compared(SQUARE, SQUARE).covering is None


# How it is told.


@pytest.mark.parametrize("peeked", [False, True])
@pytest.mark.parametrize("points", range(8))
def test_the_count_rises_by_one_and_ends_at_the_points(points: int, peeked: bool) -> None:
    turn = turn_of(DIAMOND, guessed(DIAMOND, points), peeked=peeked)
    told = score_reveal(turn, compare(turn, TOLERANCE))
    counts = [told.at(k / 20).points for k in range(round(20 * told.length) + 2)]
    assert counts[0] == 0
    assert counts[-1] == turn.points
    before = [count for k, count in enumerate(counts) if not told.at(k / 20).paid]
    assert before == sorted(before)
    assert set(before) == set(range(points + 1))


def test_the_exception_lifts_the_count_to_all_points() -> None:
    turn = turn_of(SQUARE, MIRRORED)
    told = score_reveal(turn, compare(turn, TOLERANCE))
    assert turn.score.matched < 7
    assert told.at(told.length).points == 7
    assert told.at(told.length).same == 1


def test_between_two_steps_nothing_changes_for_the_time_that_is_said() -> None:
    turn = turn_of(SQUARE, MIRRORED, peeked=True)
    told = score_reveal(turn, compare(turn, TOLERANCE))
    now = 0.0
    while now < told.length:
        rest = told.changes_in(now)
        if rest > 0.002:
            assert told.at(now + rest - 0.001) == told.at(now)
        now += max(rest, 0.01)
    assert told.changes_in(now + 1) == float("inf")


# On the screen.


def test_the_telling_ends_by_itself_and_then_nothing_moves() -> None:
    with scene_of(scored(4)) as scene:
        assert scene.wakes_in() < 2
        wait(scene, 12)
        assert scene.wakes_in() == float("inf")
        assert "4 points" in scene.phase.prompt
        assert scene.phase.other_prompt == scene.phase.prompt
        assert blits(scene) == blits(scene)


def test_a_touch_anywhere_ends_the_telling_and_the_next_goes_on() -> None:
    with scene_of(scored(4)) as scene:
        wait(scene, SKIP_GUARD_SECONDS + 0.1)
        touch(scene, scene.context.plan.board.centre)
        assert keys(scene) == ["on"]
        assert "4 points" in scene.phase.prompt
        touch(scene, scene.context.plan.board.centre)
        touch(scene, button(scene, "on").box.centre)
        assert isinstance(scene.phase, ScorePhase), "a second tap was meant for the telling"
        tap(scene, "on")
        assert scene.context.match.phase is Phase.ARRANGE


def test_hands_that_are_busy_with_the_pieces_skip_nothing() -> None:
    with scene_of(scored(4)) as scene:
        touch(scene, scene.context.plan.board.centre)
        wait(scene, SKIP_GUARD_SECONDS / 2)
        tap(scene, "skip")
        assert keys(scene) == ["skip"]


def test_opening_the_menu_does_not_skip() -> None:
    with scene_of(scored(4)) as scene:
        wait(scene, 1)
        touch(scene, scene.context.plan.menu.centre)
        assert keys(scene) == ["skip"]


def test_the_keys_end_it_and_go_on() -> None:
    with scene_of(scored(4)) as scene:
        wait(scene, 1)
        press(scene, Button.OK)
        assert keys(scene) == ["on"]
        wait(scene, RESULT_GUARD_SECONDS)
        press(scene, Button.OK)
        press(scene, Button.OK)
        assert scene.context.match.phase is Phase.ARRANGE


def test_without_motion_all_is_there_at_once() -> None:
    with scene_of(scored(6, peek=True), speed="off") as scene:
        assert scene.wakes_in() == float("inf")
        assert "6 − 2 for the peek = 4" in scene.phase.prompt
        tap(scene, "on")
        assert scene.context.match.phase is Phase.ARRANGE


def test_face_to_face_the_guesser_at_the_far_side_touches_its_own_button() -> None:
    with scene_of(scored(6), facing=True, speed="off") as scene:
        assert scene.phase.turns == 2
        tap(scene, "on")
        assert scene.context.match.phase is Phase.ARRANGE


def test_the_exception_is_explained() -> None:
    match = tossed()
    show(match, SQUARE)
    look(match)
    match.told(match.now + 5, MIRRORED)
    match.done(match.now + 5)
    with scene_of(match, speed="off") as scene:
        assert "the shape is the same: 7 points" in scene.phase.prompt


def test_all_pieces_are_praised() -> None:
    with scene_of(scored(7), speed="off") as scene:
        assert scene.phase.prompt == "Perfect! All 7 pieces: 7 points."


def test_a_round_of_five_is_scored_out_of_five() -> None:
    match = after_round((7, 3))
    match.go_on(match.now + 1)
    match.turn_card(match.now + 1)
    match.go_on(match.now + 1)
    take_turn(match, 5)
    assert match.turns[-1].target == FEWER
    with scene_of(match, speed="off") as scene:
        assert scene.phase.prompt == "Perfect! All 5 pieces: 5 points."


def test_after_a_round_the_table_is_shown_and_who_gets_a_card() -> None:
    with scene_of(after_round((7, 3)), speed="off") as scene:
        tap(scene, "on")
        assert scene.phase.prompt == "Blue wins the round."
        frame = NotingFrame(scene.context.window)
        scene.draw(frame)
        assert "Red gets a lucky card" in " ".join(line.text for line in frame.written)
        tap(scene, "on")
        assert scene.context.match.phase is Phase.CARD


def test_after_equal_points_nobody_gets_a_card() -> None:
    with scene_of(after_round((5, 5)), speed="off") as scene:
        tap(scene, "on")
        assert "nobody gets a card" in scene.phase.prompt
        tap(scene, "on")
        assert (scene.context.match.phase, scene.context.match.round) == (Phase.ARRANGE, 1)


def test_after_the_last_round_comes_the_result() -> None:
    match = play(tossed(seed_of(Card.SECONDS, Card.SECONDS)), [(7, 5), (4, 6)])
    take_turn(match, 1)
    match.go_on(match.now + 5)
    take_turn(match, 4)
    with scene_of(match, speed="off") as scene:
        tap(scene, "on")
        assert match.phase is Phase.OVER


@pytest.mark.parametrize("size", SIZES)
def test_pictures_stay_on_the_board_and_apart(size: tuple[int, int]) -> None:
    rng = Random(2)
    with scene_of(scored(3), size=size) as scene:
        board = scene.context.plan.board
        for _ in range(10):
            shown = compared(assembled(rng), scattered(rng).shifted((rng.uniform(-9, 9), 4)))
            slide = SlideLayout.within(board, shown, UiContext())
            pictures = (shown.target, shown.guess)
            apart = [
                _spread(p, at, slide.units[0]) for p, at in zip(pictures, slide.apart, strict=True)
            ]
            together = [
                _spread(p, at, slide.units[1])
                for p, at in zip(pictures, slide.together, strict=True)
            ]
            for box in (*apart, *together):
                assert _within(box, board)
            one, other = apart
            assert one.right <= other.x or one.bottom <= other.y


def _spread(picture: Picture, at: tuple[float, float], unit: float) -> Box:
    left, top, right, bottom = picture.span
    return Box.around(at, (right - left) * unit, (bottom - top) * unit)


def _within(box: Box, other: Box) -> bool:
    inside = box.x >= other.x and box.y >= other.y
    return inside and box.right <= other.right and box.bottom <= other.bottom


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("facing", [False, True])
def test_nothing_is_put_outside_the_window(size: tuple[int, int], facing: bool) -> None:
    with scene_of(after_round((3, 7)), size=size, facing=facing, speed="off") as scene:
        for _ in range(2):
            frame = Frame(Canvas(size))
            scene.phase.draw_words(frame)
            for blit in frame.blits:
                assert ink(blit).clip((0, 0), size) == ink(blit)
            tap(scene, "on")
            if not isinstance(scene.phase, ScorePhase):
                break


# The score table.


def figures(made: tuple[SheetRow, ...]) -> list[tuple[str, str, str]]:
    return [(row.head, *row.cells) for row in made]


def test_the_sheet_s_own_table_comes_out() -> None:
    match = play(tossed(seed_of(Card.SECONDS, Card.SECONDS)), [(7, 5), (4, 6), (4, 1)])
    with scene_of(match) as scene:
        made = sheet_rows(scene.context)
        assert figures(made) == [
            ("1", "7", "5"),
            ("2", "4", "6"),
            ("3", "4", "1"),
            ("Total", "15", "12"),
        ]
        assert [row.time for row in made] == ["3", "2", "1", ""]
        assert [row.better for row in made] == [0, 1, 0, 0]


def test_player_one_has_the_left_column_whoever_it_is() -> None:
    match = tossed(first=1)
    take_turn(match, 5)
    assert match.turns[-1].guesser == 0
    with scene_of(match) as scene:
        assert figures(sheet_rows(scene.context))[0] == ("1", "\N{EN DASH}", "5")


def test_regained_points_have_a_line_of_their_own() -> None:
    match = tossed(seed_of(Card.REGAIN))
    play(match, [(7, 5)], {0: (False, True)})
    with scene_of(match) as scene:
        made = sheet_rows(scene.context)
        assert ("Refund", "", "+2") in figures(made)
        assert figures(made)[-1] == ("Total", "7", "5")


@pytest.mark.parametrize(("seconds", "said"), [(180, "3"), (90, "1:30"), (45, "0:45")])
def test_times_are_said_in_minutes(seconds: float, said: str) -> None:
    assert format_minutes(seconds) == said
