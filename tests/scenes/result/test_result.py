"""The result: to whom it speaks, what it offers next, and what it celebrates."""

import re
from dataclasses import replace
from functools import partial

import pytest

from tabletop.ai import LEVELS
from tabletop.engine import Game, Match, Outcome, TimeControl
from tabletop.engine.analysis import Analysis, AnalysisRequest
from tabletop.games import all_games, find_game
from tabletop.players.player_spec import PERSON, PlayerSpec
from tabletop.scenes.destinations import OpenReview, ResultAnswer, ShowResult
from tabletop.scenes.match.pause import end_question
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import FACING_SIDES, PRACTICE, Setup
from tabletop.scenes.play.board import looking_back
from tabletop.scenes.result.scene import INPUT_GUARD_SECONDS, ResultScene, ResultSummary
from tabletop.storage.scores import NO_SCORE
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.core.scene import Push
from tabletop.ui.theme.theme import SeatLook
from tests.scenes.opened_page import opened_page
from tests.scenes.setups import make_setup, players
from tools.album.scripted import think, thought

CANVAS = Canvas((1280, 800))
GAME = find_game("trelawney")
BOARDS = [game for game in all_games() if game.kind == "board"]
MEDIUM = PlayerSpec(LEVELS[2])
AGAINST = (PERSON, MEDIUM)
BLACK_WINS = "a1 b1 a2 d3 a3 c5 a4 f6 a5"
SIZES = ((1280, 800), (1920, 1080), (1080, 1920), (1024, 600), (640, 480), (3840, 2160))


def finished(setup: Setup, plies: str = BLACK_WINS) -> Match:
    match: Match = Match(setup.game, setup.seats, setup.options)
    for ply in plies.split():
        match.play(ply)
    assert match.outcome is not None
    return match


def result_of(
    table: AppContext, setup: Setup, plies: str = BLACK_WINS
) -> tuple[MatchScene, ResultScene]:
    scene = MatchScene(table, setup, finished(setup, plies), "one")
    scene.fit(CANVAS)
    shown = opened_page(table, scene.results.show())
    assert isinstance(shown, ResultScene)
    shown.fit(CANVAS)
    return scene, shown


def keys(scene: ResultScene) -> list[str]:
    return [button.key for button in scene.buttons.buttons]


def heard(scene: ResultScene) -> list[str]:
    return [str(saying.words) for saying in scene.sayings()]


# -- to whom it speaks ------------------------------------------------------------------------


def test_the_only_person_is_told_that_they_won_and_with_what(table: AppContext) -> None:
    _, shown = result_of(table, make_setup(GAME, fillers=AGAINST))
    assert heard(shown)[:2] == ["You win!", "5 in a line, in 9 turns."]
    assert shown.summary.near is None
    assert shown.page.celebrates


def test_the_result_counts_turns_as_the_review_does(table: AppContext) -> None:
    _, shown = result_of(table, make_setup(GAME, fillers=AGAINST))
    match = shown.summary.match
    at_the_end = str(looking_back(match, len(match.plies)))
    assert re.findall(r"\d+", shown.summary.line)[-1:] == re.findall(r"\d+", at_the_end)[-1:]


def test_a_loser_is_told_what_they_nearly_had(table: AppContext) -> None:
    near = "c3 b2 d3 c2 e3 d2 b3 e2 f6 f2"
    _, shown = result_of(table, make_setup(GAME, fillers=AGAINST), near)
    summary = shown.summary
    assert summary.kind == "lost"
    assert summary.near is not None
    assert summary.near.places == ("b3", "c3", "d3", "e3")
    assert summary.head == "So close!"
    assert summary.line == "You had four in a line. Five in a line for White."
    assert not shown.page.celebrates


def test_a_winner_is_told_that_the_other_side_s_move_made_the_line(table: AppContext) -> None:
    given = "b3 a2 c3 a5 d3 c6 f2 e6 e3 f1>f2"
    _, shown = result_of(table, make_setup(GAME, fillers=AGAINST), given)
    assert shown.summary.kind == "won"
    assert shown.summary.line == "Five in a line for Black: White moved the stones there."


def test_who_resigned_is_not_told_that_it_was_close(table: AppContext) -> None:
    setup = make_setup(GAME, fillers=AGAINST)
    match = setup.start(table)
    match.resign(0)
    summary = ResultSummary.of(setup, match)
    assert (summary.kind, summary.near) == ("lost", None)
    assert summary.line == "You resigned after 0 turns. White wins."


def test_among_people_the_winner_is_named(table: AppContext) -> None:
    _, shown = result_of(table, make_setup(GAME, names=("Ada", "Ben")))
    assert heard(shown)[0] == "Ada (Black) wins!"


@pytest.mark.parametrize("key", ["trelawney", "shout7", "super7", "shoo"])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_said_to_have_been_near_stands_on_the_board(key: str, seed: int) -> None:
    match: Match = Match(find_game(key), 2, seed=seed)
    while match.outcome is None:
        moves = match.state.moves()
        match.play(moves[(7 * seed + 13 * len(match.plies)) % len(moves)])
    pieces = match.game.pieces(match.state)
    for seat in range(2):
        near = match.game.nearly(match.state, seat)
        if near is not None and near.radius <= 0.5:
            assert len({pieces[spot] for spot in near.places}) == 1
    if len(match.outcome.winners) == 1:
        assert match.game.won_by(match.state) is not None


# -- what is offered --------------------------------------------------------------------------


def test_a_rematch_gives_the_seat_that_the_button_named(table: AppContext) -> None:
    scene, shown = result_of(table, make_setup(GAME, fillers=AGAINST))
    assert shown.summary.who_plays_what() == "You play White now"
    scene.results.chosen(ResultAnswer("again"))
    assert players(scene.setup) == (MEDIUM, PERSON)


def test_who_tries_again_after_a_loss_keeps_the_seat(table: AppContext) -> None:
    scene, shown = result_of(table, make_setup(GAME, fillers=(MEDIUM, PERSON)))
    assert shown.summary.who_plays_what() == "You play White again"
    scene.results.chosen(ResultAnswer("again"))
    assert players(scene.setup) == (MEDIUM, PERSON)


def test_among_people_it_is_said_who_plays_which_colour(table: AppContext) -> None:
    _, shown = result_of(table, make_setup(GAME, names=("Ada", "Ben")))
    assert shown.summary.who_plays_what() == "Ada: White\u00a0· Ben: Black"
    assert shown.summary.who_plays_what(1) == "You start as Black"


def test_a_person_stays_where_they_sat(table: AppContext) -> None:
    setup = make_setup(GAME, fillers=AGAINST)
    scene, _ = result_of(table, setup)
    before = scene.board.layout.panels[0]
    scene.results.chosen(ResultAnswer("again"))
    scene.refresh()
    after = scene.board.layout.panels[scene.setup.persons[0]]
    assert (after.box, after.turns) == (before.box, before.turns)


def test_an_easier_computer_is_one_touch_away_after_a_loss(table: AppContext) -> None:
    scene, shown = result_of(table, make_setup(GAME, fillers=(MEDIUM, PERSON)))
    assert "easier" in keys(shown)
    assert "harder" not in keys(shown)
    scene.results.chosen(ResultAnswer("easier"))
    assert players(scene.setup) == (MEDIUM.moved(-1), PERSON)


def test_there_is_none_easier_than_the_easiest_nor_for_one_that_adapts(table: AppContext) -> None:
    for computer in (PlayerSpec(LEVELS[0]), PlayerSpec(LEVELS[2], adaptive=True)):
        _, shown = result_of(table, make_setup(GAME, fillers=(computer, PERSON)))
        assert "easier" not in keys(shown)


def test_a_win_leads_to_a_stronger_computer_and_wins_in_a_row_are_counted(
    table: AppContext,
) -> None:
    setup = make_setup(GAME, fillers=AGAINST)
    scene, shown = result_of(table, setup)
    assert "harder" in keys(shown)
    scene.results.chosen(ResultAnswer("again"))
    assert scene.setup.streak == 1
    scene, shown = result_of(table, replace(setup, streak=1))
    assert shown.summary.after.streak == 2
    assert "harder" in keys(shown)
    scene.results.chosen(ResultAnswer("harder"))
    assert players(scene.setup) == (PERSON, MEDIUM.moved(1))
    assert not scene.setup.won, "wins against the computer before"
    assert replace(setup, streak=3).scored((1,)).streak == 0


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.key)
def test_against_another_level_one_keeps_the_seat(table: AppContext, game: Game) -> None:
    for seats, winner in [(seats, winner) for seats in game.seats for winner in (0, 1)]:
        fillers = (PERSON, *(MEDIUM,) * (seats - 1))
        setup = replace(make_setup(game, seats, fillers=fillers), best_of=3)
        match = setup.start(table)
        match.play(match.next_throw() if game.dice else match.state.moves()[0])
        match.end(Outcome((winner,), game.title))
        scene = MatchScene(table, setup, match, "one")
        scene.fit(CANVAS)
        by, key = ((1, "harder"), (-1, "easier"))[winner]
        scene.results.chosen(ResultAnswer(key))
        assert players(scene.setup) == (PERSON, *(MEDIUM.moved(by),) * (seats - 1))


def test_no_computer_is_stronger_than_the_strongest_that_is_offered(table: AppContext) -> None:
    table.settings = table.settings.but({"kiosk.level": "kid"})
    _, shown = result_of(table, replace(make_setup(GAME, fillers=AGAINST), streak=4))
    assert "harder" not in keys(shown)


def test_a_computer_has_no_place_at_the_table(table: AppContext) -> None:
    _, shown = result_of(table, make_setup(GAME, fillers=AGAINST, sides=FACING_SIDES))
    assert shown.places == ()
    assert shown.covers
    _, shown = result_of(table, make_setup(GAME, sides=FACING_SIDES))
    assert [place.turns for place in shown.places] == [0, 2]


# -- practice ---------------------------------------------------------------------------------


def test_playing_on_from_a_position_counts_nothing_and_erases_nothing(table: AppContext) -> None:
    setup = replace(make_setup(GAME, fillers=(MEDIUM, PERSON)), won=(1, 4), streak=0)
    scene, shown = result_of(table, setup)
    shown.update(INPUT_GUARD_SECONDS + 1)
    review = scene.results.chosen(ResultAnswer("review"))
    assert isinstance(review, Push)
    assert review.then is not None
    review.then(3)
    assert scene.setup.won == (2, 4), "the loss stays counted"
    assert scene.setup.scored((1,)).won == (2, 4)
    record = scene.setup.with_headers(scene.match.record())
    assert Setup.of(GAME, scene.match, record).after_practice is not None
    scene.match.end(Outcome((1,), GAME.title))
    scene.results.chosen(ResultAnswer("again"))
    assert (scene.setup.won, scene.setup.after_practice) == ((2, 4), None)
    assert players(scene.setup) == (MEDIUM, PERSON)


def test_a_streak_outlives_practice(table: AppContext) -> None:
    setup = replace(make_setup(GAME, fillers=AGAINST), streak=2)
    scene, _ = result_of(table, setup)
    review = scene.results.chosen(ResultAnswer("review"))
    assert isinstance(review, Push)
    assert review.then is not None
    review.then(3)
    assert scene.setup.streak == 3
    scene.match.end(Outcome((1,), GAME.title))
    scene.results.chosen(ResultAnswer("again"))
    assert scene.setup.streak == 3
    assert scene.setup.feat == NO_SCORE


def _loses_at_turn_3(match: Match, question: AnalysisRequest) -> Analysis:
    """Finds the third turn of White the mistake that loses the match."""
    at = len(question.plies)
    return thought("f1", 0.1, 0.9) if at == 5 else thought(str(match.plies[at].move), 1, 0)


def test_the_turning_point_is_offered_only_once_it_is_known(table: AppContext) -> None:
    setup = make_setup(GAME, fillers=(MEDIUM, PERSON))
    scene = MatchScene(table, setup, finished(setup), "one")
    scene.fit(CANVAS)

    def label(shown: ResultScene) -> str:
        return next(str(button.label) for button in shown.buttons.buttons if button.key == "review")

    think(table, partial(_loses_at_turn_3, scene.match))
    shown = opened_page(table, scene.results.show())
    assert isinstance(shown, ResultScene)
    shown.fit(CANVAS)
    for _ in range(5):
        shown.update(0.2)
    places = {button.key: button.box for button in shown.buttons.buttons}
    assert label(shown) == "Review"
    for _ in range(60):
        shown.update(0.2)
    assert "turning point" in str(shown.page.turning)
    assert label(shown) == "See the turning point"
    # No button moves under a finger that is about to touch it.
    assert {button.key: button.box for button in shown.buttons.buttons} == places


@pytest.mark.parametrize("end", ["resigned", "time"])
def test_a_game_that_was_cut_short_has_no_turning_point(table: AppContext, end: str) -> None:
    setup = replace(make_setup(GAME, fillers=(MEDIUM, PERSON)), clock=TimeControl("sudden", 60))
    match = setup.start(table)
    for ply in BLACK_WINS.split()[: 8 if end == "resigned" else 7]:
        match.play(ply)
    if end == "resigned":
        match.resign(1)
    else:
        match.tick(61.0)  # White is to move
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    scene = MatchScene(table, setup, match, "one")
    scene.fit(CANVAS)
    think(table, partial(_loses_at_turn_3, match))
    shown = opened_page(table, scene.results.show())
    assert isinstance(shown, ResultScene)
    shown.fit(CANVAS)
    for _ in range(80):
        shown.update(0.2)
    assert not shown.page.turning
    assert shown.page.snapshot.finish is None, "no line is shown as if it had won"


def test_practice_says_so_and_leads_back_to_the_review(table: AppContext) -> None:
    scene, _ = result_of(table, make_setup(GAME, fillers=AGAINST))
    reviewed = scene.match
    review = scene.results.chosen(ResultAnswer("review"))
    assert isinstance(review, Push)
    assert review.then is not None
    review.then(3)
    scene.refresh()
    assert scene.moment.notice == PRACTICE
    question = end_question(scene.match, "resign", scene.setup, 0, 0)
    assert question.detail == PRACTICE
    again = scene.pause.chosen("review")
    assert isinstance(again, Push)
    assert isinstance(again.scene, OpenReview)
    assert again.scene.match is reviewed
    assert again.then is not None
    practised = scene.match
    again.then(None)
    assert scene.match is practised
    again.then(5)
    assert len(scene.match.plies) == 5
    scene.results.chosen(ResultAnswer("again"))
    scene.refresh()
    assert scene.results.reviewed is None


# -- how it looks -----------------------------------------------------------------------------


def test_with_reduced_motion_nothing_moves(table: AppContext) -> None:
    _, shown = result_of(table, make_setup(GAME, fillers=AGAINST))
    shown.draw(Frame(CANVAS))
    assert shown.wakes_in() == 0.0
    shown.fit(CANVAS.with_context(UiContext(reduced_motion=True)))
    assert shown.wakes_in() > 0.0


def test_what_celebrates_lies_on_no_word_and_no_button(table: AppContext) -> None:
    _, shown = result_of(table, make_setup(GAME, fillers=AGAINST))
    shown.update(9.0)
    shown.draw(Frame(CANVAS))
    places = shown.page.celebration.places
    assert len(places) > 10
    for button in shown.buttons.buttons:
        assert not any(button.box.holds(at) for at in places)


@pytest.mark.parametrize("scale", [100, 200])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "setup",
    [
        make_setup(GAME, fillers=AGAINST),
        make_setup(GAME, fillers=(MEDIUM, PERSON)),
        make_setup(GAME, won=(3, 4), best_of=9, names=("Alexandra", "Maximilian")),
        make_setup(GAME, sides=FACING_SIDES),
        make_setup(GAME, fillers=AGAINST, sides=(1, 3)),
    ],
    ids=["won", "lost", "series", "facing", "side"],
)
def test_buttons_lie_apart_in_every_window(
    table: AppContext, setup: Setup, size: tuple[int, int], scale: int
) -> None:
    shown = ResultScene(replace(setup, streak=4), finished(setup), _looks(table, setup))
    canvas = Canvas(size).with_context(UiContext(text_scale=scale))
    shown.fit(canvas)
    boxes = [_seen(button.box, button.turns, canvas) for button in shown.buttons.buttons]
    for number, box in enumerate(boxes):
        assert box.x >= -0.1
        assert box.y >= -0.1
        assert box.right <= canvas.width + 0.1
        assert box.bottom <= canvas.height + 0.1
        assert min(box.w, box.h) >= 60
        for other in boxes[:number]:
            apart = box.x >= other.right - 0.1 or other.x >= box.right - 0.1
            assert apart or box.y >= other.bottom - 0.1 or other.y >= box.bottom - 0.1
    shown.draw(Frame(canvas))


def _looks(table: AppContext, setup: Setup) -> tuple[SeatLook, ...]:
    scene = MatchScene(table, setup, finished(setup), "one")
    return scene.view.looks


def _seen(box: Box, turns: int, canvas: Canvas) -> Box:
    middle = turn_point(box.centre, turns, canvas.box.centre)
    return Box.around(middle, *((box.w, box.h) if turns % 2 == 0 else (box.h, box.w)))


def test_the_analysis_tells_where_it_turned(table: AppContext) -> None:
    scene, _ = result_of(table, make_setup(GAME, fillers=(MEDIUM, PERSON)))
    change = scene.results.show()
    assert isinstance(change, Push)
    assert isinstance(change.scene, ShowResult)
    assert change.scene.analysis is not None
    won, _ = result_of(table, make_setup(GAME, fillers=AGAINST))
    change = won.results.show()
    assert isinstance(change, Push)
    assert isinstance(change.scene, ShowResult)
    assert change.scene.analysis is None, "nobody asks after a win"


def test_who_won_may_keep_the_colour(table: AppContext) -> None:
    setup = make_setup(GAME, fillers=AGAINST)
    scene, shown = result_of(table, setup)
    assert "keep" in keys(shown)
    before = scene.board.layout.panels[0]
    scene.results.chosen(ResultAnswer("keep"))
    scene.refresh()
    assert players(scene.setup) == AGAINST
    assert scene.board.layout.panels[0].turns == before.turns
    _, shown = result_of(table, make_setup(GAME, fillers=(MEDIUM, PERSON)))
    assert "keep" not in keys(shown), "who lost keeps the seat anyway"
