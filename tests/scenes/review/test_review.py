"""The review after a match: the walk, the turning points, what was better, and playing on."""

import math
from collections.abc import Mapping
from math import inf
from random import Random
from typing import Any

import pytest

from tabletop.ai.match_analysis import LONGEST, NOT_READY, SHORTEST, ReviewAnalysis
from tabletop.app.opening import page_builder
from tabletop.engine import CHANCE, Match, TimeControl
from tabletop.engine.analysis import Analysis, AnalysisRequest, Candidate
from tabletop.games import all_games, find_game, view_of
from tabletop.input.actions import Button, Down, Press, Tap
from tabletop.players.player_spec import PERSON, PlayerSpec
from tabletop.scenes.destinations import ResultAnswer
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.play.hints import HINT_STEP_SECONDS
from tabletop.scenes.play.session import fork_match
from tabletop.scenes.result.scene import ResultScene
from tabletop.scenes.review.scene import (
    NO_TURNING_POINTS,
    ReviewScene,
    layout_review,
    put_chart,
)
from tabletop.scenes.review.scene import ended as ended_sentence
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Pop, Push, SceneStack
from tabletop.ui.theme.theme import CREAM
from tests.scenes.match.computer_matches import KEEN
from tests.scenes.setups import make_setup, players
from tests.scenes.touches import SIZES, button, check_layout, draw, keys, nudge, press, tap
from tools.album.scripted import think, thought

PLIES = "c3 d4 e5 b2 d5 c2"
BOARDS = [game for game in all_games() if game.kind == "board"]


def ended(plies: str = PLIES, key: str = "trelawney", loser: int = 1) -> Match:
    match = Match(find_game(key), seed=7)
    for ply in plies.split():
        match.play(ply)
    match.resign(loser)
    return match


def scripted(match: Match, better: Mapping[int, tuple[str, float]]) -> Any:
    """Likes what was played, at even chances, but for some plies: there it knows a better one."""

    def answer(question: AnalysisRequest) -> Analysis:
        at = len(question.plies)
        if at in better:
            move, share = better[at]
            values = (share, 1 - share) if match.plies[at].seat == 0 else (1 - share, share)
            return thought(move, *values)
        return thought(str(match.plies[at].move), 0.5, 0.5)

    return answer


def reviewed(
    table: AppContext, match: Match, better: Mapping[int, tuple[str, float]]
) -> ReviewScene:
    """A review whose walk is done."""
    thinking = think(table, scripted(match, better))
    scene = ReviewScene(table, match, ReviewAnalysis(thinking, match))
    scene.fit(Canvas((1280, 800)))
    for _ in range(3 * len(match.plies)):
        scene.update(0.1)
    assert scene.analysis.done
    return scene


def said(scene: ReviewScene) -> str:
    return " ".join(label.text for label in scene.labels)


def test_the_walk_asks_about_each_position_in_its_turn_and_says_how_far_it_is(
    table: AppContext,
) -> None:
    match = ended()
    thinking = think(table, scripted(match, {}), slow=True)
    scene = ReviewScene(table, match, ReviewAnalysis(thinking, match))
    scene.fit(Canvas((1280, 800)))
    scene.update(0.1)
    scene.update(0.1)
    assert [question.plies for question in thinking.asked] == [()]
    assert "Analysing: turn 1 of 6" in said(scene)
    assert 0.01 <= scene.wakes_in() <= 0.25
    thinking.slow = False
    for _ in range(4):
        scene.update(0.1)
    assert "Analysing: turn 3 of 6" in said(scene)
    assert scene.snapshot.last == match.plies[1], "the board walks along"
    for _ in range(12):
        scene.update(0.1)
    assert [len(question.plies) for question in thinking.asked] == [0, 1, 2, 3, 4, 5]
    assert thinking.waiting == set()
    assert scene.wakes_in() == inf


def test_a_long_match_is_walked_through_faster(table: AppContext) -> None:
    thinking = think(table, scripted(ended(), {}))
    assert ReviewAnalysis(thinking, ended()).seconds == LONGEST
    match, luck = Match(find_game("shoo")), Random(1)
    while len(match.plies) < 60 and match.outcome is None:
        match.play(luck.choice(match.state.moves()))
    match.resign(0)
    assert SHORTEST < ReviewAnalysis(thinking, match).seconds < LONGEST


def test_who_leaves_gives_up_the_thought_and_goes_on_later(table: AppContext) -> None:
    match = ended()
    thinking = think(table, scripted(match, {}), slow=True)
    walk = ReviewAnalysis(thinking, match)
    scene = ReviewScene(table, match, walk)
    scene.fit(Canvas((1280, 800)))
    scene.update(0.1)
    assert press(scene, Button.BACK) == Pop(None)
    scene.leave()
    assert thinking.waiting == set()
    assert walk.run(), "it asks anew"


def test_turning_points_are_shown_with_what_was_better(table: AppContext) -> None:
    match = ended()
    scene = reviewed(table, match, {1: ("d3", 0.8), 4: ("b3>c3", 0.9)})
    assert [turn.ply for turn in scene.turning_points] == [1, 4]
    assert [key for key in keys(scene) if key.startswith("turn:")] == ["turn:0", "turn:1"]
    assert "Turn 2: White laid a stone. White’s chance fell from 80% to 50%." in said(scene)
    assert "The board shows a better move: it " in said(scene)
    assert scene.snapshot.state == match.plies[1].before
    assert button(scene, "turn:1").label == "Turn 5\n−40%"
    tap(scene, "turn:1")
    assert "Black laid a stone." in said(scene)


def test_what_a_turn_cost_is_the_difference_of_the_chances_that_are_said(
    table: AppContext,
) -> None:
    match = ended()

    def answer(question: AnalysisRequest) -> Analysis:
        at = len(question.plies)
        known = {1: ("b3", 0.196), 2: (str(match.plies[2].move), 0.114)}
        move, share = known.get(at, (str(match.plies[at].move), 0.5))
        return thought(move, 1 - share, share)

    scene = ReviewScene(table, match, ReviewAnalysis(think(table, answer), match))
    scene.fit(Canvas((1280, 800)))
    for _ in range(3 * len(match.plies)):
        scene.update(0.1)
    assert "from 20% to 11%" in said(scene)
    assert "−9%" in str(button(scene, "turn:0").label)


def test_the_better_ply_is_lit_like_a_hint_and_then_shows_its_effect(table: AppContext) -> None:
    scene = reviewed(table, ended(), {1: ("d3", 0.8), 4: ("d4>c3", 0.9)})
    tap(scene, "turn:0")
    assert scene.snapshot.preview is None
    assert scene.wakes_in() <= HINT_STEP_SECONDS
    before = len(draw(scene).blits)
    scene.update(HINT_STEP_SECONDS)
    assert len(draw(scene).blits) > before
    scene.update(HINT_STEP_SECONDS * 4)
    assert str(scene.snapshot.preview) == "d3"
    assert scene.wakes_in() == inf


def test_what_was_played_is_shown_too(table: AppContext) -> None:
    match = ended()
    scene = reviewed(table, match, {1: ("d3", 0.8)})
    assert tap(scene, "played") is None
    assert scene.snapshot.state == match.plies[1].after
    assert scene.snapshot.last == match.plies[1]
    assert scene.snapshot.preview is None
    assert "the board shows" not in said(scene), "it shows what was played"
    assert "A better move: it " in said(scene)
    tap(scene, "better")
    assert scene.snapshot.state == match.plies[1].before


def test_one_steps_through_the_match_by_keys_and_on_the_chart(table: AppContext) -> None:
    match = ended()
    scene = reviewed(table, match, {1: ("d3", 0.8)})
    press(scene, Button.LAST)
    assert scene.at == 6
    press(scene, Button.LATER)
    assert scene.at == 6
    press(scene, Button.EARLIER)
    press(scene, Button.EARLIER)
    assert scene.at == 4
    assert "Looking back: turn 4 of 6. Chance of winning: Black 50%, White 50%." in said(scene)
    press(scene, Button.FIRST)
    assert scene.at == 0
    tap(scene, "later")
    assert scene.at == 1
    bands = layout_review(scene.canvas)["bands"]
    at = (bands.x + bands.w / 2, bands.centre[1])
    scene.handle(Down(source="touch", contact=1, at=at))
    scene.handle(Tap(source="touch", contact=1, at=at))
    assert scene.at == 3
    assert scene.turn is None


def test_keys_alone_reach_everything(table: AppContext) -> None:
    scene = reviewed(table, ended(), {1: ("d3", 0.8), 4: ("b3", 0.9)})
    nudge(scene, 0, 0)
    fresh = {scene.buttons.focus}
    reached: set[str | None] = set()
    while fresh - reached:
        here = (fresh - reached).pop()
        reached.add(here)
        for way in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            scene.buttons.focus = here
            nudge(scene, *way)
            fresh.add(scene.buttons.focus)
    assert {one.key for one in scene.buttons.buttons if one.enabled} <= reached


def test_a_match_without_losses_is_praised(table: AppContext) -> None:
    scene = reviewed(table, ended(), {})
    assert NO_TURNING_POINTS in said(scene)
    assert not [key for key in keys(scene) if key.startswith("turn:")]


def test_what_was_rolled_is_told_with_the_turn(table: AppContext) -> None:
    match = Match(find_game("super7"), seed=7)
    while len(match.plies) < 14:
        match.play(match.next_throw() if match.state.turn == CHANCE else match.state.moves()[0])
    match.resign(1)
    place = next(n for n in range(3, 8) if match.plies[n].seat != CHANCE)
    dice = match.plies[place - 1].move.dice
    rolled = f"rolled {sum(dice)}"
    seat = match.plies[place].seat

    def answer(question: AnalysisRequest) -> Analysis:
        at = len(question.plies)
        if at != place:
            return thought(str(match.plies[at].move), 0.5, 0.5)
        good, bad = ((0.9, 0.1), (0.3, 0.7)) if seat == 0 else ((0.1, 0.9), (0.7, 0.3))
        played = Candidate(str(match.plies[at].move), 100, bad)
        return thought(str(match.plies[at].before.moves()[-1]), *good, others=(played,))

    scene = ReviewScene(table, match, ReviewAnalysis(think(table, answer), match))
    scene.fit(Canvas((1280, 800)))
    for _ in range(3 * len(match.plies)):
        scene.update(0.1)
    assert scene.turn is not None
    assert rolled in said(scene)
    tap(scene, "played")
    assert rolled in said(scene)
    press(scene, Button.FIRST)
    assert "rolled" not in said(scene)
    for _ in range(place):
        press(scene, Button.LATER)
    assert rolled in said(scene), "while the dice lie"
    press(scene, Button.LATER)
    assert rolled in said(scene), "when the counter lies"


def test_one_may_say_that_it_is_enough(table: AppContext) -> None:
    match = ended()
    thinking = think(table, scripted(match, {1: ("d3", 0.8)}))
    scene = ReviewScene(table, match, ReviewAnalysis(thinking, match))
    scene.fit(Canvas((1280, 800)))
    for _ in range(6):
        scene.update(0.1)
    tap(scene, "enough")
    assert scene.analysis.done
    assert [turn.ply for turn in scene.turning_points] == [1]
    assert thinking.waiting == set()


def test_who_steps_while_it_walks_is_left_where_they_are(table: AppContext) -> None:
    match = ended()
    thinking = think(table, scripted(match, {1: ("d3", 0.8)}))
    scene = ReviewScene(table, match, ReviewAnalysis(thinking, match))
    scene.fit(Canvas((1280, 800)))
    scene.update(0.1)
    press(scene, Button.LAST)
    for _ in range(20):
        scene.update(0.1)
    assert scene.analysis.done
    assert scene.at == 6
    assert scene.turning_points


@pytest.mark.parametrize("answer", [None, Analysis("c3", (0.5, 0.5), guessed=True)])
def test_without_anybody_who_thinks_there_is_no_review(
    table: AppContext, answer: Analysis | None
) -> None:
    match = ended()
    thinking = think(table, lambda _: answer)
    scene = ReviewScene(table, match, ReviewAnalysis(thinking, match))
    scene.fit(Canvas((1280, 800)))
    for _ in range(5):
        scene.update(0.1)
    assert NOT_READY in said(scene)
    assert len(thinking.asked) == 1
    assert tap(scene, "back") == Pop(None)


def over(
    table: AppContext, match: Match, fillers: tuple[PlayerSpec, ...] = ()
) -> tuple[SceneStack, MatchScene]:
    """A match whose result is shown."""
    setup = make_setup(
        match.game, match.seats, won=(2, 1), clock=match.clock.control, fillers=fillers
    )
    scene = MatchScene(table, setup, match, "one")
    stack = SceneStack(scene, Canvas((1280, 800)), page_builder(table))
    stack.handle(Press(source="keyboard", button=Button.OK))
    stack.update(9)
    result = stack.top
    if not isinstance(result, ResultScene):
        change = scene.results.show()
        assert isinstance(change, Push)
        stack.apply(change)
    stack.update(9)
    return stack, scene


def walk_through(stack: SceneStack) -> ReviewScene:
    scene = stack.top
    assert isinstance(scene, ReviewScene)
    while not scene.analysis.done:
        stack.update(0.1)
    return scene


def test_the_result_leads_to_the_review_and_back(table: AppContext) -> None:
    match = ended()
    thinking = think(table, scripted(match, {1: ("d3", 0.8)}))
    stack, _ = over(table, match)
    assert isinstance(stack.top, ResultScene)
    stack.apply(Pop(ResultAnswer("review")))
    review = walk_through(stack)
    asked = len(thinking.asked)
    stack.apply(Pop(None))
    assert isinstance(stack.top, ResultScene)
    stack.handle(Press(source="keyboard", button=Button.OK))  # at once: nobody is busy any more
    stack.apply(Pop(ResultAnswer("review")))
    again = walk_through(stack)
    assert again is not review
    assert len(thinking.asked) == asked, "what was thought is kept"
    assert [turn.ply for turn in again.turning_points] == [1]


def test_a_review_that_nobody_could_make_is_begun_anew(table: AppContext) -> None:
    match = ended()
    thinking = think(table, lambda _: None)
    stack, _ = over(table, match)
    stack.apply(Pop(ResultAnswer("review")))
    assert NOT_READY in said(walk_through(stack))
    stack.apply(Pop(None))
    thinking.answers = scripted(match, {1: ("d3", 0.8)})
    stack.apply(Pop(ResultAnswer("review")))
    assert [turn.ply for turn in walk_through(stack).turning_points] == [1]


def test_playing_on_begins_a_match_of_its_own(table: AppContext) -> None:
    match = ended()
    think(table, scripted(match, {4: ("b3", 0.9)}))
    stack, scene = over(table, match)
    stack.apply(Pop(ResultAnswer("review")))
    review = walk_through(stack)
    stack.apply(review.pressed("on"))
    assert stack.top is scene
    assert scene.match is not match
    assert scene.match.outcome is None
    assert [str(ply.move) for ply in scene.match.plies] == PLIES.split()[:4]
    assert scene.setup.won == (3, 1), "the game that was lost stays counted"
    assert match.outcome is not None
    scene.draw(Frame(Canvas((1280, 800))))
    assert table.store.unfinished() == (), "nothing was played yet"
    scene.play("b3")
    (kept,) = table.store.unfinished()
    assert kept.match_id != "one"
    assert kept.record.plies == (*PLIES.split()[:4], "b3")


def test_one_plays_on_from_the_position_on_the_board(table: AppContext) -> None:
    match = ended()
    scene = reviewed(table, match, {1: ("d3", 0.8)})
    assert scene.pressed("on") == Pop(1)
    tap(scene, "played")
    assert scene.pressed("on") == Pop(2)
    tap(scene, "better")
    assert scene.pressed("on") == Pop(1)


def test_whoever_plays_on_where_only_computers_were_left_takes_the_seat_to_move(
    table: AppContext,
) -> None:
    think(table, scripted(ended(), {4: ("b3", 0.9)}))
    stack, scene = over(table, ended(), fillers=(KEEN, KEEN))
    stack.apply(Pop(ResultAnswer("review")))
    stack.apply(walk_through(stack).pressed("on"))
    assert stack.top is scene
    assert players(scene.setup) == (PERSON, KEEN)


def test_throws_stay_what_they_were_and_come_from_where_they_came() -> None:
    match = Match(find_game("super7"), seed=7, clock=TimeControl.read("increment 300+5"))
    match.play("2+3", "reader:DR-1")
    match.play(match.state.moves()[0])
    match.play("6+1", "typed")
    match.play(match.state.moves()[0])
    match.tick(100)
    match.resign(0)
    on = fork_match(match, 3, 99, "2030-02-02")
    assert [str(ply.move) for ply in on.plies] == [str(ply.move) for ply in match.plies[:3]]
    assert on.record().sources == ("reader:DR-1", "typed")
    assert (on.outcome, on.seed, on.date) == (None, 99, "2030-02-02")
    assert on.clock.left == (300.0, 300.0)
    assert fork_match(match, 0, 1, "").plies == ()


def test_of_a_game_that_is_over_one_can_not_play_on(table: AppContext) -> None:
    match = Match(find_game("trelawney"), seed=1)
    while match.outcome is None:
        match.play(match.state.moves()[0])
    scene = reviewed(table, match, {})
    press(scene, Button.LAST)
    assert not button(scene, "on").enabled
    press(scene, Button.EARLIER)
    assert scene.pressed("on") == Pop(len(match.plies) - 1)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.key)
def test_it_fits_every_window(table: AppContext, game: Any, size: tuple[int, int]) -> None:
    match = Match(game, max(game.seats), seed=3)
    while len(match.plies) < 14 and match.outcome is None:
        if match.state.turn < 0:
            match.roll()
        else:
            match.play(match.state.moves()[len(match.plies) % len(match.state.moves())])
    match.resign(0)
    decisions = [number for number, ply in enumerate(match.plies) if ply.seat >= 0][:5]

    def answer(question: AnalysisRequest) -> Analysis:
        at = len(question.plies)
        ply, seats = match.plies[at], match.seats
        even = tuple(1 / seats for _ in range(seats))
        played = Candidate(str(ply.move), 50, even)
        if at not in decisions:
            return Analysis(played.move, even, (played,))
        other = next((move for move in ply.before.moves() if move != ply.move), ply.move)
        values = tuple(0.9 if seat == ply.seat else 0.1 / (seats - 1) for seat in range(seats))
        return thought(str(other), *values, others=(played,))

    thinking = think(table, answer)
    scene = ReviewScene(table, match, ReviewAnalysis(thinking, match))
    check_layout(scene, size, least=44)
    while not scene.analysis.done:
        scene.update(0.1)
    scene.update(9)
    check_layout(scene, size, least=44)
    assert 1 <= len(scene.turning_points) <= 5
    draw(scene)


def test_the_curve_goes_through_the_numbers_that_are_said(table: AppContext) -> None:
    chances = (0.2, 1.0, 0.2)
    seen = []
    for middle in (chances[1], 0.6):
        row = tuple((share, 1 - share) for share in (chances[0], middle, chances[2]))
        frame = Frame(Canvas((1280, 800)))
        bands = Box(100, 100, 600, 300)
        looks = view_of(find_game("trelawney")).looks
        put_chart(frame, bands, bands, row, looks, (), 0, None)
        picture = next(blit.surface for blit in frame.blits if blit.surface.get_width() > 300)
        x, height = picture.get_width() // 2, picture.get_height()
        away = [math.dist(picture.get_at((x, y))[:3], CREAM) for y in range(height)]
        seen.append(1 - away.index(min(away)) / height)
    assert seen == pytest.approx([1.0, 0.6], abs=0.03)


def test_every_sentence_of_a_turning_point_ends(table: AppContext) -> None:
    scene = reviewed(table, ended(), {1: ("d3", 0.8)})
    for line in scene.labels[1].text.split("\n"):
        assert line.endswith(".")
    assert ended_sentence("White laid a stone") == "White laid a stone."
    assert ended_sentence("White laid a stone.") == "White laid a stone."


def test_the_only_person_sees_their_own_mistakes_worst_first(table: AppContext) -> None:
    match = ended()
    better = {1: ("d3", 0.95), 2: ("b3", 0.7), 4: ("b3>c3", 0.9)}
    analysis = ReviewAnalysis(think(table, scripted(match, better)), match)
    while not analysis.done:
        analysis.run()
    scene = ReviewScene(table, match, analysis, seat=0)
    scene.fit(Canvas((1280, 800)))
    assert [turn.ply for turn in scene.turning_points] == [2, 4]
    assert scene.at == 4  # at once, as the analysis was done already
    assert "Your chance fell from 90% to 50%." in said(scene)
    assert scene.snapshot.last is None  # the better ply alone has arrows
    other = ReviewScene(table, match, analysis, seat=1)
    other.fit(Canvas((1280, 800)))
    assert [turn.ply for turn in other.turning_points] == [1]
