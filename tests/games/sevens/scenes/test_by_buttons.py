"""Sevens by boxes of buttons alone, from its first page to the result."""

from collections.abc import Callable

import pytest

from tabletop.games.sevens import figures
from tabletop.games.sevens.rules.events import Card
from tabletop.games.sevens.rules.match import Phase, SevensMatch
from tabletop.games.sevens.scenes.context import FACING, TOGETHER, Seating
from tabletop.games.sevens.scenes.match import MatchSetup
from tabletop.games.sevens.scenes.opening import OpeningPage, OptionsPage
from tabletop.games.sevens.scenes.pause import PausePage
from tabletop.games.sevens.scenes.phases.arrange import ArrangePhase
from tabletop.games.sevens.scenes.phases.base import LEAD_IT, MOVE_IT
from tabletop.games.sevens.view.piece_board import MAX_STRIDE, MIN_STRIDE, ButtonSteering
from tabletop.input.actions import Button as Key
from tabletop.input.actions import Nudge, Walk
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Scene
from tests.games.sevens.arranging import _unveiling
from tests.games.sevens.button_boxes import Boxes
from tests.games.sevens.scripted_match import guessing, seed_of, tossed


def boxes_at(table: AppContext, match: SevensMatch, *, facing: bool = False) -> Boxes:
    scene = MatchSetup(table, Scene, match.options).taken_up(match.record(), "one")
    scene.context.seating = Seating.at_edges(FACING if facing else TOGETHER)
    return Boxes(scene)


def all_keys(boxes: Boxes) -> set[str]:
    """The buttons that may be pressed now."""
    return {button.key for button in boxes.buttons.buttons if button.enabled}


def test_a_whole_match_is_played_with_four_buttons_a_seat(table: AppContext) -> None:
    table.seed = lambda: seed_of(Card.UNVEIL, Card.SECONDS)
    boxes = Boxes(OpeningPage(table, Scene))
    boxes.choose("way:people")
    boxes.choose("pick:facing")
    boxes.choose("start")
    boxes.press()  # the coin
    boxes.lead_on()
    match = boxes.match
    for turn in range(6):
        boxes.take_from_booklet(turn)
        if match.must_unveil:
            boxes.choose("done")
            boxes.open()
            phase = boxes.phase
            assert isinstance(phase, ArrangePhase)
            while phase.pointed is None:
                boxes.walk(1)
            boxes.press()
            assert match.unveiled == 0
        else:
            boxes.choose("done")
        boxes.wait_for(Phase.READY)
        assert match.target is not None
        # Player one lays everything once, and in each round more than the other.
        count = 7 if turn == 1 else (1 + turn % 2)
        boxes.rebuild(match.target, count)
        assert match.turns[-1].score.matched == count
        while match.phase in (Phase.SCORED, Phase.CARD):
            boxes.lead_on(("on", "turn"))
    boxes.wait_for(Phase.OVER)
    assert match.outcome is not None
    assert match.outcome.winners == (match.first,)
    boxes.choose("again")
    assert boxes.match.phase is Phase.TOSS


@pytest.mark.slow
@pytest.mark.parametrize("facing", [False, True])
def test_a_picture_is_built_named_and_shown_by_buttons(table: AppContext, facing: bool) -> None:
    boxes = boxes_at(table, tossed(first=1), facing=facing)
    boxes.open()
    boxes.build(figures.booklet()[0].picture)
    assert len(boxes.surface.picture()) == 7
    boxes.choose("name")
    for key in ("sign:c", "sign:a", "sign:t", "done"):
        boxes.choose(key)
    assert isinstance(boxes.phase, ArrangePhase)
    assert boxes.phase.name == "Cat"
    boxes.choose("done")
    assert boxes.match.phase is Phase.READY


@pytest.mark.parametrize("opened", [False, True])
def test_every_button_of_arranging_is_reached_by_left_and_by_right(
    table: AppContext, opened: bool
) -> None:
    for by in (-1, 1):
        boxes = boxes_at(table, tossed())
        if opened:
            boxes.open()
            boxes.select(3)
        for key in all_keys(boxes):
            boxes.reach(key, by)
        if opened:
            for number in range(7):
                boxes.select(number)
                assert boxes.buttons.focus is None, "one thing has the white frame"


def test_every_button_of_guessing_is_reached_past_the_pieces(table: AppContext) -> None:
    boxes = boxes_at(table, guessing())
    boxes.walk(1)
    assert boxes.surface.selected == 0
    for key in ("peek", "done"):
        boxes.reach(key)
        assert not boxes.surface.hands.keyed
    boxes.walk(1)
    assert boxes.surface.selected == 0
    boxes.walk(-1)
    assert boxes.buttons.focus == "done"


def test_the_prompt_says_what_left_right_and_ok_do_to_a_piece(table: AppContext) -> None:
    boxes = boxes_at(table, guessing())
    boxes.select(0)
    for stage in ("across", "along", "turn"):
        boxes.press()
        assert boxes.phase.prompt == LEAD_IT[stage]
    boxes.press()
    assert boxes.surface.taken is None
    boxes.select(6)
    for stage in ("across", "along", "over", "turn"):
        boxes.press()
        assert boxes.phase.prompt == LEAD_IT[stage]  # type: ignore[index]


def test_who_has_arrows_needs_no_stages(table: AppContext) -> None:
    boxes = boxes_at(table, guessing())
    boxes.select(0)
    boxes.press()
    boxes.do(Nudge(source="keyboard", dx=1, dy=0))
    assert boxes.phase.prompt == MOVE_IT
    boxes.press()
    assert boxes.surface.taken is None


def test_a_key_that_turns_and_then_ok_lays_the_piece_down(table: AppContext) -> None:
    boxes = boxes_at(table, guessing())
    boxes.select(0)
    boxes.press()
    boxes.press(Key.LATER)
    boxes.press()
    assert boxes.surface.taken is None


def test_back_lays_a_piece_back_and_only_then_pauses(table: AppContext) -> None:
    boxes = boxes_at(table, guessing())
    before = boxes.surface.pieces.pieces[0].pose.at
    boxes.select(0)
    boxes.press()
    for _ in range(6):
        boxes.walk(1)
    boxes.press(Key.BACK)
    boxes.settle()
    assert boxes.surface.pieces.pieces[0].pose.at == pytest.approx(before)
    boxes.press(Key.BACK)
    assert isinstance(boxes.top, PausePage)


def test_for_the_seat_opposite_right_is_right_as_it_sees_it(table: AppContext) -> None:
    boxes = boxes_at(table, guessing(first=0), facing=True)
    assert boxes.phase.turns == 2
    boxes.select(0)
    boxes.press()
    before = boxes.surface.sight.to_canvas(boxes.surface.pieces.pieces[0].pose.at)
    for _ in range(8):
        boxes.walk(1, seat=1)
    boxes.wait(0.3)
    after = boxes.surface.sight.to_canvas(boxes.surface.pieces.pieces[0].pose.at)
    assert after[0] < before[0] - 100, "on the screen that is leftward"
    boxes.do(Walk(source="keyboard", by=1))
    boxes.wait(0.3)
    again = boxes.surface.sight.to_canvas(boxes.surface.pieces.pieces[0].pose.at)
    assert again[0] > after[0], "a key of the table points as the screen does"


def test_steps_that_follow_quickly_grow_and_one_the_other_way_is_short() -> None:
    leading = ButtonSteering()
    leading.begin(over=False)
    steps = []
    for _ in range(6):
        leading.update(0.1)
        steps.append(leading.stride(1))
    assert steps[0] == MIN_STRIDE
    assert steps == sorted(steps)
    assert steps[-1] == MAX_STRIDE
    assert leading.stride(-1) == -MIN_STRIDE
    leading.update(2)
    assert leading.stride(-1) == -MIN_STRIDE


def test_the_pieces_to_unveil_and_the_buttons_are_one_ring(table: AppContext) -> None:
    match = _unveiling()
    boxes = boxes_at(table, match)
    boxes.take_from_booklet(0)
    boxes.choose("done")
    phase = boxes.phase
    assert isinstance(phase, ArrangePhase)
    boxes.open()
    for by in (1, -1):
        for key in ("curtain", "back")[::by]:
            boxes.reach(key, by)
            assert phase.pointed is None
        seen = set()
        for _ in range(20):
            boxes.walk(by)
            seen.add(phase.pointed)
        assert seen == {None, *range(7)}
    boxes.choose("back")
    assert not phase.unveiling


@pytest.mark.parametrize("page", [OpeningPage, OptionsPage])
def test_the_pages_before_a_match_are_worked_by_buttons(
    table: AppContext, page: Callable[[AppContext, MatchSetup], Scene]
) -> None:
    opening = OpeningPage(table, Scene)
    boxes = Boxes(opening)
    if page is OptionsPage:
        boxes.choose("options")
        assert isinstance(boxes.top, OptionsPage)
    for key in all_keys(boxes):
        boxes.reach(key)
    if page is OptionsPage:
        before = opening.start.options
        boxes.choose(next(key for key in all_keys(boxes) if key.startswith("option:tolerance=")))
        assert opening.start.options != before or "tolerance=2" in str(boxes.buttons.focus)
        boxes.press(Key.BACK)
        assert boxes.top is opening
    boxes.choose("way:people")
    boxes.choose("pick:facing")
    assert opening.start.seating.facing
