"""The computer player as its callers see it."""

from random import Random
from typing import Any

import pytest

from tabletop.ai import LEVELS, Computer, alphabeta, level_names, level_of_key, mcts
from tabletop.ai.weights import (
    ALPHABETA_PARAMETERS,
    DEFAULT_LEVELS,
    MCTS_PARAMETERS,
    BadWeights,
    Level,
    LevelCandidate,
    Weights,
    choose_candidate,
    parse_weights,
)
from tabletop.engine import CHANCE, Match
from tabletop.games import all_games, find_game
from tests.ai.nim import NIM, heaps

BOARD = [game for game in all_games() if game.kind == "board"]
each_game = pytest.mark.parametrize("game", BOARD, ids=lambda game: game.key)


@pytest.fixture(autouse=True)
def _uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_UNCOMPILED", "1")


def test_there_are_six_levels_and_the_first_is_called_beginner() -> None:
    assert len(LEVELS) == 6 == len(set(LEVELS))
    assert [level_names(level).title for level in LEVELS][:4] == [
        "Beginner",
        "Easy",
        "Medium",
        "Hard",
    ]


def test_old_records_settings_and_scores_name_the_same_levels() -> None:
    old = ("Beginner", "Easygoing", "Steady", "Keen", "Sharp", "Full strength")
    assert old == LEVELS
    keys = ("beginner", "easy", "steady", "keen", "sharp", "full")
    assert tuple(level_of_key(key) for key in keys) == old
    assert level_of_key("grandmaster") is None


@each_game
def test_every_level_plays_legal_plies(game: Any) -> None:
    for name in LEVELS:
        match = Match(game, game.seats[0], seed=5)
        computer = Computer(game, name, seed=1)
        for _ in range(6):
            if match.state.turn == CHANCE:
                match.roll()
            else:
                match.play(computer.choose(match.state, playouts=12))


@each_game
def test_the_same_seed_and_play_outs_give_the_same_ply(game: Any) -> None:
    state: Any = game.start()
    while state.turn == CHANCE:
        state = state.play(state.moves()[7])
    told = [Computer(game, LEVELS[2], seed=9).choose(state, playouts=40) for _ in range(2)]
    assert told[0] == told[1]
    again = Computer(game, LEVELS[2], seed=9)
    again.choose(state, playouts=25)
    assert again.choose(state, playouts=40) == told[0]


def test_a_shout_of_three_and_four_seats_is_played() -> None:
    game = find_game("shout7")
    for seats in (3, 4):
        match = Match(game, seats, {"pits_count": True}, seed=2)
        computer = Computer(game, seed=1)
        for _ in range(10):
            thought = computer.think(match.state, playouts=10)
            assert len(thought.values) == seats
            assert sum(thought.values) == pytest.approx(1.0)
            match.play(thought.move)


def test_a_game_played_live_has_another_player() -> None:
    with pytest.raises(ValueError, match="played live"):
        Computer(find_game("sevens"))


def test_an_unknown_level_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="Beginner"):
        Computer(NIM, "Grandmaster")


def test_a_level_is_found_by_name_in_any_case_and_by_number() -> None:
    assert Computer(NIM, "beginner").level == 0
    assert Computer(NIM, 5).level == 5


def test_a_game_that_is_over_is_not_thought_about() -> None:
    state = heaps(1, 0, 0)
    with pytest.raises(ValueError, match="over"):
        Computer(NIM).choose(state.play(state.moves()[0]))


def test_a_thought_can_be_stopped_and_answers_with_the_best_so_far() -> None:
    asked = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 3

    thought = Computer(NIM).think(heaps(9, 9, 9), seconds=600, stop=stop)
    assert thought.move
    assert len(asked) == 4


def test_a_thought_tells_of_itself_on_the_way() -> None:
    time = [0.0]

    def clock() -> float:
        time[0] += 0.05
        return time[0]

    told: list[Any] = []
    game = find_game("trelawney")
    computer = Computer(game, seed=4, clock=clock)
    computer.think(game.start(), seconds=3, report=told.append)
    assert len(told) > 2
    assert all(one.candidates and one.move for one in told)


def test_who_is_told_of_a_thought_on_the_way_does_not_change_it() -> None:
    """A level that errs draws lots; how often it tells depends on how fast the machine is."""
    state = find_game("trelawney").start()
    for seed in range(8):
        time = [0.0]

        def clock(time: list[float] = time) -> float:
            time[0] += 0.15
            return time[0]

        told: list[Any] = []
        computer = Computer(find_game("trelawney"), LEVELS[0], seed=seed, clock=clock)
        thought = computer.think(state, playouts=60, report=told.append)
        assert told
        assert thought.move == str(
            Computer(find_game("trelawney"), LEVELS[0], seed=seed).choose(state, playouts=60)
        )


def test_counted_play_outs_give_the_same_ply_before_and_after_compiling(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Uncompiled trees are small, but not where that would change what is found."""
    state = heaps(9, 9, 9)
    large = Computer(NIM, uct=True).think(state, playouts=900)
    monkeypatch.setattr("tabletop.ai.computer.MAX_NODES_UNCOMPILED", 100)
    computer = Computer(NIM, uct=True)
    computer.think(state, seconds=0.01)
    small = computer.think(state, playouts=900)
    assert small.candidates == large.candidates


def test_a_time_that_is_over_at_once_is_still_enough_for_a_few_looks() -> None:
    time = [0.0]

    def clock() -> float:
        time[0] += 1.0
        return time[0]

    thought = Computer(NIM, clock=clock).think(heaps(3, 4, 5), seconds=0.001)
    assert 0 < thought.sims < 100


def test_a_win_at_once_is_played_by_the_strongest() -> None:
    game = find_game("trelawney")
    state = game.read_state(
        "......../......../......../......../.WWWW.../.BBBB.../......../........ B 8"
    )
    thought = Computer(game).think(state, playouts=50)
    assert thought.proven
    assert thought.values == (1.0, 0.0)
    assert state.play(game.read_move(thought.move)).outcome() is not None


def test_a_repetition_that_the_board_does_not_show_is_seen_as_a_draw() -> None:
    game = find_game("shoo")
    match = Match(game)
    for _ in range(2):
        for ply in ("g3-f4", "c7-d6", "f4-g3", "d6-c7"):
            if match.outcome is None and len(match.plies) < 7:
                match.play(ply)
    third = next(move for move in match.state.moves() if str(move) == "d6-c7")
    assert match.state.play(third).outcome() is not None
    computer = Computer(game)
    thought = computer.think(match.state, playouts=30)
    branch = next(one for one in computer.searches[0].branches if one.code == third.code)
    assert branch.proof == 1
    assert thought.move


# Levels


def choices(*promises: float) -> list[LevelCandidate]:
    return [LevelCandidate(i, 100 - i, promise, False) for i, promise in enumerate(promises)]


def test_the_strongest_level_always_plays_the_first_choice() -> None:
    for seed in range(50):
        assert choose_candidate(DEFAULT_LEVELS[-1], choices(0.4, 0.9), Random(seed)).code == 0


def test_a_level_never_plays_what_promises_far_less_than_the_best_it_saw() -> None:
    level = Level(10, 1.0, heat=0.5, misses=0.0, slack=0.2)
    for seed in range(200):
        assert choose_candidate(level, choices(0.8, 0.7, 0.3), Random(seed)).code != 2


def test_who_misses_much_overlooks_the_best_now_and_then() -> None:
    level = Level(10, 1.0, misses=0.5)
    played = [
        choose_candidate(level, choices(0.8, 0.7, 0.6), Random(seed)).code for seed in range(400)
    ]
    assert 120 < played.count(0) < 280
    assert played.count(1) > played.count(2) > 0


def test_a_driven_level_prefers_gains_where_all_plies_are_worth_about_the_same() -> None:
    level = Level(10, 1.0, heat=0.01, drive=0.03)
    known = [
        LevelCandidate(0, 9, 0.9, False, gain=-1.0),
        LevelCandidate(1, 9, 0.899, False, gain=1.0),
        LevelCandidate(2, 9, 0.2, False, gain=1.0),
    ]
    played = [choose_candidate(level, known, Random(seed)).code for seed in range(400)]
    assert played.count(1) > 380
    assert 2 not in played


def test_levels_of_a_file_are_read_and_odd_ones_refused() -> None:
    told = {"levels": [{"sims": 5}, {}, {}, {}, {}, {}]}
    assert parse_weights(told, ()).levels[0].sims == 5
    assert parse_weights(told, ()).levels[1] == DEFAULT_LEVELS[1]
    with pytest.raises(BadWeights, match="levels"):
        parse_weights({"levels": [{}]}, ())
    with pytest.raises(ValueError, match="cleverness"):
        parse_weights({"levels": [{"cleverness": 1}, {}, {}, {}, {}, {}]}, ())


# Weights


@each_game
def test_a_games_weights_are_those_that_its_guide_names(game: Any) -> None:
    assert Computer(game).weights().how


def test_weights_that_nobody_knows_are_refused_in_words() -> None:
    with pytest.raises(BadWeights, match="cunning"):
        Computer(NIM, weights={"cunning": 1}).weights()
    with pytest.raises(BadWeights, match="differ in odd"):
        parse_weights({"weights": {"odd": 1}}, ())
    with pytest.raises(BadWeights, match="no number"):
        parse_weights({"search": {"explore": "much"}}, ())
    with pytest.raises(BadWeights, match="there is no search"):
        parse_weights({"method": "oracle"}, ())
    with pytest.raises(BadWeights, match="object"):
        parse_weights([], ())


def test_changed_weights_leave_the_others_alone() -> None:
    weights = Weights().but({"explore": 3.0})
    assert weights.search["explore"] == 3.0
    assert weights.search["heat"] == Weights().search["heat"]


def test_a_sure_win_that_is_seen_is_played_and_a_sure_loss_is_not() -> None:
    level = Level(10, 1.0, heat=9.0)
    known = [
        LevelCandidate(0, 5, 0.5, False),
        LevelCandidate(1, 4, 1.0, True),
        LevelCandidate(2, 3, 0.0, True),
    ]
    for seed in range(60):
        assert choose_candidate(level, known, Random(seed)).code == 1
        assert choose_candidate(level, [known[0], known[2]], Random(seed)).code == 0
        assert choose_candidate(level, [known[2]], Random(seed)).code == 2


def test_a_loss_that_is_not_noticed_is_played_like_any_other_ply() -> None:
    level = Level(10, 1.0, heat=0.01, misses=0.4)
    known = [*choices(0.6, 0.6, 0.6), *(LevelCandidate(9 + i, 1, 0.0, True) for i in range(6))]
    played = [choose_candidate(level, known, Random(seed)).code for seed in range(400)]
    assert 80 < sum(code >= 9 for code in played) < 320


def test_the_parameters_are_told_in_the_order_of_the_searchs_buffer() -> None:
    places = [getattr(mcts, f"PARAM_{name.upper()}") for name in MCTS_PARAMETERS]
    assert places == list(range(len(MCTS_PARAMETERS)))
    steps = [getattr(alphabeta, f"PARAM_{name.upper()}") for name in ALPHABETA_PARAMETERS]
    assert steps == sorted(steps)
    assert len(Weights().steps(3)) == alphabeta.PARAM_MOST + 1
    assert Weights().steps(3)[alphabeta.PARAM_SPREAD] == 3
