"""Matches of Sevens with computer players on the screen, and people who play with them."""

import pytest

from tabletop.ai import LEVELS, level_names
from tabletop.games.sevens.computer.memory import skill_of
from tabletop.games.sevens.computer.player import guess_situation, plan_turn
from tabletop.games.sevens.figures import booklet
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.rules.score import score
from tabletop.games.sevens.scenes.context import Seating
from tabletop.games.sevens.scenes.opening import OpeningPage
from tabletop.games.sevens.scenes.pause import PausePage
from tabletop.games.sevens.scenes.phases.arrange import ArrangePhase
from tabletop.games.sevens.scenes.phases.computer import REBUILD_SECONDS, ComputerBuildPhase
from tabletop.games.sevens.scenes.phases.guessing import GuessPhase
from tabletop.games.sevens.scenes.phases.scoring import ScorePhase
from tabletop.games.sevens.scenes.puzzle import PuzzleScene
from tabletop.games.sevens.scenes.solo import SoloScene
from tabletop.input.actions import Button as Key
from tabletop.input.actions import Down, Press, Tap
from tabletop.scenes.setup.seats_page import SeatsScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Push, Scene
from tests.games.sevens.button_boxes import Boxes
from tests.games.sevens.computer_match import (
    arrange,
    begun,
    hurry,
    is_computers,
    lay,
    replayed,
    step,
    taken_up,
    toss,
    until,
)
from tests.games.sevens.seatings import levels_of, seating, set_levels
from tools.sevens_simulation import picture_at, run_to_end

KEEN, LOWEST, BEST = LEVELS[3], LEVELS[0], LEVELS[-1]
AGAINST = (None, KEEN)
"""A person is blue, a computer player red."""


def guessing(table: AppContext, level: str = KEEN) -> Boxes:
    """A match in which the computer player has begun to rebuild."""
    boxes = begun(table, (None, level))
    until(boxes, Phase.GUESS, computer=True)
    return boxes


# -- whole matches --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("levels", "facing", "size"),
    [(AGAINST, False, (1280, 800)), ((LOWEST, None), True, (1080, 1920))],
    ids=["red, landscape", "blue, portrait face to face"],
)
def test_a_person_plays_a_whole_match_against_a_computer(
    table: AppContext, levels: tuple[None, None], facing: bool, size: tuple[int, int]
) -> None:
    boxes = begun(table, levels, facing=facing, size=size)
    for _ in range(2000):
        if boxes.match.phase is Phase.OVER:
            break
        step(boxes)
    match = boxes.match
    assert match.phase is Phase.OVER
    assert len(match.turns) == 6
    assert replayed(match).totals == match.totals
    person = levels.index(None)
    assert [turn.points for turn in match.turns if turn.guesser == person] == [3, 3, 3]
    names = [turn.name for turn in match.turns if turn.arranger != person]
    assert len(set(names)) == 3
    assert set(names) <= {figure.name for figure in booklet()}


@pytest.mark.slow
def test_two_computers_play_by_themselves(table: AppContext) -> None:
    boxes = begun(table, (LOWEST, BEST), options={"clock": "90-60-45", "look_seconds": 5})
    for _ in range(40_000):
        if boxes.match.phase is Phase.OVER:
            break
        assert boxes.top.wakes_in() < 15  # or nobody would ever wake it
        boxes.stack.update(0.05)
    assert boxes.match.phase is Phase.OVER
    assert boxes.match.outcome is not None
    assert replayed(boxes.match).totals == boxes.match.totals


# -- arranging ------------------------------------------------------------------------------------


def test_it_arranges_behind_a_closed_curtain_and_shows_nothing(table: AppContext) -> None:
    boxes = begun(table, AGAINST)
    until(boxes, Phase.ARRANGE, computer=True)
    phase, match = boxes.phase, boxes.match
    assert isinstance(phase, ComputerBuildPhase)
    assert phase.surface is None
    assert "Red builds" in phase.prompt
    began = match.now
    while match.phase is Phase.ARRANGE:
        assert match.target is None
        boxes.wait(0.5)
    assert 4 < match.now - began < 20
    assert match.name in {figure.name for figure in booklet()}


def test_it_can_be_hurried_with_its_picture(table: AppContext) -> None:
    boxes = begun(table, AGAINST)
    until(boxes, Phase.ARRANGE, computer=True)
    boxes.choose("finish")
    assert boxes.match.phase is Phase.READY


def test_it_takes_no_figure_again_that_it_took_lately(table: AppContext) -> None:
    names = []
    for _ in range(2):
        boxes = begun(table, (None, LOWEST))
        for _ in range(2):
            until(boxes, Phase.READY, computer=False)
            names.append(boxes.match.name)
            until(boxes, Phase.ARRANGE, computer=False)
    assert len(set(names)) == 4


def test_its_figures_are_not_disputed(table: AppContext) -> None:
    boxes = begun(table, AGAINST)
    until(boxes, Phase.READY, computer=False)
    assert [button.key for button in boxes.buttons.buttons] == ["look"]


# -- guessing -------------------------------------------------------------------------------------


def test_it_looks_by_itself_and_rebuilds_before_peoples_eyes(table: AppContext) -> None:
    boxes = begun(table, AGAINST)
    until(boxes, Phase.READY, computer=True)
    assert "looks in a moment" in boxes.phase.prompt
    boxes.wait(2)
    assert boxes.match.phase is Phase.LOOK
    assert "Red looks" in boxes.phase.prompt
    boxes.wait_for(Phase.GUESS)
    phase = boxes.phase
    assert isinstance(phase, GuessPhase)
    for _ in range(60 * 30):
        boxes.wait(0.1)
        if len(boxes.surface.picture()) == 3:
            break
    assert "Red rebuilds" in phase.prompt
    boxes.wait_for(Phase.SCORED)
    done = boxes.match.turns[-1]
    assert len(done.guess) == 7
    guesses = [event for event in boxes.match.events if event.name == "guess"]
    assert len(guesses) >= 7


def test_it_comes_to_what_it_planned(table: AppContext) -> None:
    boxes = guessing(table)
    turn = guess_situation(boxes.match, skill_of(KEEN))
    expected = picture_at(run_to_end(plan_turn(turn)), turn.peek, turn.clock, turn.seen)
    boxes.wait_for(Phase.SCORED)
    assert score(expected, boxes.match.turns[-1].guess, tolerance=0.03).matched == len(expected)


def test_finishing_comes_to_the_same_picture_as_waiting(table: AppContext) -> None:
    boxes = guessing(table)
    turn, match = guess_situation(boxes.match, skill_of(KEEN)), boxes.match
    expected = picture_at(run_to_end(plan_turn(turn)), turn.peek, turn.clock, turn.seen)
    boxes.wait(9)
    began = match.now
    boxes.choose("finish")
    boxes.wait(0.3)
    assert match.phase is Phase.SCORED
    assert score(expected, match.turns[-1].guess, tolerance=0.03).matched == len(expected)
    assert match.now - began > 5  # on the match's clock; nobody waited for it
    assert match.events[-1].name == "done"


@pytest.mark.parametrize("speed", ["normal", "off"])
def test_who_touches_on_after_skipping_to_the_end_sees_the_points(
    table: AppContext, speed: str
) -> None:
    table.settings = table.settings.but({"look.speed": speed})
    boxes = guessing(table)
    boxes.wait(1)
    at = boxes.scene.context.plan.actions.centre
    for _ in range(4):  # all in the place of "Skip to the end"
        for kind in (Down, Tap):
            boxes.scene.handle(kind(source="touch", contact=1, at=at))
        boxes.wait(0.4 if speed == "normal" else 0.25)
    phase = boxes.phase
    assert isinstance(phase, ScorePhase)
    assert phase.comparison is not None, "the points, and not yet what follows"
    assert [button.key for button in phase.buttons.buttons] == ["on"]
    boxes.wait(30)
    assert boxes.phase is phase, "it waits for a touch"
    boxes.choose("on")
    assert boxes.phase is not phase or phase.comparison is None


def test_its_look_can_be_skipped_and_what_follows_is_still_seen(table: AppContext) -> None:
    boxes = begun(table, AGAINST)
    until(boxes, Phase.LOOK, computer=True)
    boxes.choose("finish")
    assert boxes.match.phase is Phase.GUESS
    boxes.wait(2)
    assert boxes.match.phase is Phase.GUESS
    boxes.wait_for(Phase.SCORED)
    assert replayed(boxes.match).turns == boxes.match.turns


@pytest.mark.parametrize("pace", ["slow", "normal", "fast"])
@pytest.mark.parametrize("level", [LOWEST, BEST])
def test_nobody_waits_long_for_it_and_it_comes_to_the_same(
    table: AppContext, level: str, pace: str
) -> None:
    table.change("computer.pace", pace)
    boxes = guessing(table, level)
    turn, match = guess_situation(boxes.match, skill_of(level)), boxes.match
    expected = picture_at(run_to_end(plan_turn(turn)), turn.peek, turn.clock, turn.seen)
    began = match.now
    boxes.wait_for(Phase.SCORED)
    assert match.now - began < REBUILD_SECONDS[pace] + turn.peek + 6
    assert match.events[-1].name == "done", "its clock has not run out"
    assert score(expected, match.turns[-1].guess, tolerance=0.03).matched == len(expected)


def test_in_a_short_time_the_lowest_level_leaves_pieces_out(table: AppContext) -> None:
    boxes = begun(table, (None, LOWEST), options={"clock": "90-60-45"})
    until(boxes, Phase.GUESS, computer=True)
    boxes.wait_for(Phase.SCORED)
    assert 3 <= len(boxes.match.turns[-1].guess) < 7


def test_hands_on_its_pieces_do_nothing(table: AppContext) -> None:
    boxes = guessing(table)
    surface = boxes.surface
    at = surface.sight.to_canvas(surface.pieces.pieces[6].pose.at)
    before = surface.pieces.pieces[6].pose
    boxes.do(Down(source="touch", contact=9, at=at))
    assert not surface.pieces.pieces[6].held
    boxes.do(Tap(source="touch", contact=9, at=at))
    assert surface.pieces.pieces[6].pose == before


def test_the_pause_stops_it_and_it_goes_on(table: AppContext) -> None:
    boxes = guessing(table)
    for _ in range(400):
        boxes.wait(0.05)
        if any(piece.held for piece in boxes.surface.pieces.pieces):
            break
    match, now = boxes.match, boxes.match.now
    boxes.press(Key.MENU)
    assert isinstance(boxes.top, PausePage)
    boxes.wait(20)
    assert match.now == pytest.approx(now, abs=0.2)
    boxes.choose("on")
    boxes.wait_for(Phase.SCORED)
    assert len(boxes.match.turns[-1].guess) == 7


def test_anybodys_box_may_go_on_after_its_turn(table: AppContext) -> None:
    boxes = guessing(table)
    boxes.choose("finish")
    boxes.wait(1)
    before = boxes.match.events
    assert (before[-1].name, boxes.phase.seat) == ("done", 1)
    for _ in range(60):
        boxes.do(Press(source="serial", seat=0, button=Key.OK))
        boxes.wait(0.2)
        if boxes.match.events != before:
            return
    pytest.fail("the person's box is refused")


def test_everything_is_turned_to_the_person_who_is_there(table: AppContext) -> None:
    boxes = begun(table, (LOWEST, None), facing=True)
    context = boxes.scene.context
    assert (context.turns(0), context.turns(1)) == (2, 2)
    set_levels(context, (None, LOWEST))
    assert (context.turns(0), context.turns(1)) == (0, 0)
    set_levels(context, (None, None))
    assert (context.turns(0), context.turns(1)) == (0, 2)


# -- who plays ------------------------------------------------------------------------------------


def test_a_fresh_table_offers_the_computer_at_an_easy_level(table: AppContext) -> None:
    boxes = Boxes(OpeningPage(table, Scene))
    boxes.choose("start")
    assert levels_of(boxes.scene.context.seating) == (None, LEVELS[1])


def test_players_are_chosen_on_the_first_page(table: AppContext) -> None:
    boxes = Boxes(OpeningPage(table, Scene))
    boxes.choose("pick:beginner")
    boxes.choose("start")
    assert levels_of(boxes.scene.context.seating) == (None, LOWEST)
    boxes = Boxes(OpeningPage(table, Scene))
    boxes.choose("list:levels")
    boxes.choose("keen")
    boxes.choose("start")
    assert levels_of(boxes.scene.context.seating) == (None, KEEN)
    boxes = Boxes(OpeningPage(table, Scene))
    boxes.choose("way:people")
    boxes.choose("start")
    assert levels_of(boxes.scene.context.seating) == (None, None)


@pytest.mark.parametrize(
    ("way", "scene"), [("memory", SoloScene), ("puzzle", PuzzleScene)], ids=str
)
def test_one_can_play_alone(table: AppContext, way: str, scene: type[Scene]) -> None:
    page = OpeningPage(table, Scene)
    page.fit(Canvas((1280, 800)))
    page.pressed(f"way:{way}")
    change = page.pressed("start")
    assert isinstance(change, Push)
    assert isinstance(change.scene, scene)


@pytest.mark.parametrize("way", ["computer", "people", "memory", "puzzle"])
def test_the_last_way_is_offered_after_a_restart(table: AppContext, way: str) -> None:
    page = OpeningPage(table, Scene)
    page.fit(Canvas((1280, 800)))
    page.pressed(f"way:{way}")
    page.pressed("start")
    table.chosen.clear()
    assert OpeningPage(table, Scene).way == way


def test_all_ways_are_there_after_the_lesson(table: AppContext) -> None:
    page = OpeningPage(table, Scene)
    page.fit(Canvas((1280, 800)))
    before = [button.key for button in page.buttons.buttons if button.key.startswith("way:")]
    change = page.pressed("learn")
    assert isinstance(change, Push)
    assert change.then is not None
    assert isinstance(change.then("computer"), Push)
    assert [b.key for b in page.buttons.buttons if b.key.startswith("way:")] == before


def test_a_computer_is_called_by_its_colour_and_a_lone_person_is_spoken_to(
    table: AppContext,
) -> None:
    context = begun(table, (KEEN, KEEN)).scene.context
    assert [context.label(seat) for seat in (0, 1)] == ["Blue", "Red"]
    context = begun(table, AGAINST).scene.context
    assert [context.label(seat) for seat in (0, 1)] == ["You", "Red"]
    context.sit(context.seating.but(0, name="Ada"))
    assert [context.label(seat) for seat in (0, 1)] == ["Ada", "Red"]
    context = begun(table, (None, None)).scene.context
    assert [context.label(seat) for seat in (0, 1)] == ["Blue", "Red"]


@pytest.mark.slow
def test_a_seat_is_taken_back_and_handed_over_in_the_middle_of_a_turn(table: AppContext) -> None:
    boxes = guessing(table)
    while len(boxes.surface.picture()) < 3:
        boxes.wait(0.2)
    hand_over(boxes, 0)
    assert type(boxes.phase) is GuessPhase
    assert boxes.surface.enabled
    assert len(boxes.surface.picture()) >= 3
    boxes.wait(3)
    lay(boxes, 7)
    assert len(boxes.surface.picture()) == 7
    hand_over(boxes, 6)
    phase = boxes.phase
    assert isinstance(phase, GuessPhase)
    assert phase.level == BEST
    boxes.wait_for(Phase.SCORED)
    assert len(boxes.match.turns[-1].guess) == 7
    assert replayed(boxes.match).turns == boxes.match.turns


def hand_over(boxes: Boxes, number: int) -> None:
    """Gives the red seat to a person (0) or a level, in the pause."""
    boxes.press(Key.MENU)
    boxes.choose("players")
    assert isinstance(boxes.top, SeatsScene)
    if number:
        boxes.choose("computer:1")
        boxes.choose("levels:1")
        boxes.choose(level_names(LEVELS[number - 1]).key)
    else:
        boxes.choose("person:1")
    boxes.choose("done")
    boxes.choose("on")
    boxes.wait(0.2)


def test_an_arranging_person_may_leave_the_picture_to_the_computer(table: AppContext) -> None:
    boxes = begun(table, (None, None))
    toss(boxes)
    assert isinstance(boxes.phase, ArrangePhase)
    seat = boxes.match.arranger
    boxes.press(Key.MENU)
    boxes.choose("players")
    boxes.choose(f"computer:{seat}")
    boxes.choose("done")
    boxes.choose("on")
    boxes.wait_for(Phase.READY)
    assert boxes.match.arranger == seat


def test_a_kept_match_knows_who_plays_and_goes_on_where_it_was(table: AppContext) -> None:
    boxes = guessing(table)
    while len(boxes.surface.picture()) < 4:
        boxes.wait(0.2)
    boxes.wait(3)
    boxes.scene.leave()
    again = taken_up(table)
    assert levels_of(again.scene.context.seating) == AGAINST
    assert isinstance(again.phase, GuessPhase)
    laid = len(again.surface.picture())
    assert laid >= 4
    again.wait(1)
    again.wait_for(Phase.SCORED)
    assert len(again.match.turns[-1].guess) == 7


@pytest.mark.parametrize("levels", [(None, BEST), (LOWEST, None), (KEEN, KEEN), (None, None)])
def test_players_are_read_as_they_were_written(levels: tuple[None, None]) -> None:
    lines = dict(seating(levels=levels).lines())
    assert levels_of(Seating.from_lines(lines)) == levels


@pytest.mark.parametrize("text", ["", "-", "Nobody,-", "-,-,-"])
def test_players_whom_nobody_knows_are_people(text: str) -> None:
    assert levels_of(Seating.from_lines({"Players": text})) == (None, None)


# -- frames ---------------------------------------------------------------------------------------


def test_its_hand_is_drawn_and_nothing_sleeps_while_it_moves(table: AppContext) -> None:
    boxes = guessing(table)
    boxes.wait(0.3)
    frame = Frame(boxes.scene.context.canvas)
    boxes.scene.draw(frame)
    drawn = len(frame.blits)
    for _ in range(200):
        boxes.wait(0.05)
        if any(piece.held for piece in boxes.surface.pieces.pieces):
            break
    assert boxes.scene.wakes_in() == 0
    assert drawn > 10


def test_it_needs_no_hurry_where_a_person_is_at_work(table: AppContext) -> None:
    boxes = begun(table, AGAINST)
    until(boxes, Phase.ARRANGE, computer=False)
    assert not is_computers(boxes)
    hurry(boxes)
    arrange(boxes)
    assert boxes.match.phase is Phase.READY
