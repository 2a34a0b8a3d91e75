"""Contests between computer players: entrants, games and ratings."""

import sys
from math import log10
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.ai import LEVELS
from tabletop.engine import CHANCE
from tabletop.games import find_game
from tools.contest import program
from tools.contest.entrants import BadEntrant, read_entrant
from tools.contest.fixtures import Fixture, Result, fixtures, opened, play, scored
from tools.contest.ratings import between, interval, ratings

TRELAWNEY = find_game("trelawney")


def planned(
    *players: str, game: str = "trelawney", seats: int = 2, games: int = 2
) -> list[Fixture]:
    return fixtures(
        game, (players[0], players[1]), games, seats=seats, opening=2, seed=1, options={}
    )


def result(players: tuple[str, ...], scores: tuple[float, ...], key: str = "") -> Result:
    return Result(key or str((players, scores)), "trelawney", players, scores, 9, "", 0.1)


# Who enters


def test_a_level_is_named_by_its_beginning_with_a_budget_and_weights() -> None:
    told = read_entrant("full+explore=0.7+leaning=2@2000p")
    assert (told.kind, told.name, told.playouts) == ("level", LEVELS[-1], 2000)
    assert dict(told.weights) == {"explore": 0.7, "leaning": 2.0}
    assert read_entrant("be@0.1s").seconds == 0.1
    assert read_entrant("Keen").seconds is None is read_entrant("Keen").playouts


def test_another_checkout_may_lie_anywhere() -> None:
    told = read_entrant("in:/games@home:old/tabletop:Keen@1s")
    assert (told.kind, told.folder, told.name) == ("in", "/games@home:old/tabletop", "Keen")
    assert told.seconds == 1.0


def test_a_command_may_have_blanks_and_signs_of_its_own() -> None:
    told = read_entrant("run:engine --mail me@home @0.5s")
    assert (told.name, told.seconds) == ("engine --mail me@home ", 0.5)
    assert read_entrant("run:engine --mail me@home").seconds is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is no player"),
        ("Grandmaster", "there are Beginner"),
        ("s", "is no player"),  # Steady or Sharp?
        ("full@0s", "budget"),
        ("full@-1s", "budget"),
        ("full@nan", "budget"),
        ("full@0p", "budget"),
        ("full+explore", "no weight"),
        ("full+explore=nan", "no weight"),
        ("full+=1", "no weight"),
        ("looker+explore=1", "no weights"),
        ("random@1s", "needs no budget"),
        ("in:somewhere", "in:FOLDER:LEVEL"),
        ("in:somewhere:Keen+explore=1", "no weights"),
        ("run:", "needs a command"),
        ("run:engine 'half", "no command"),
    ],
)
def test_a_word_that_names_nobody_is_refused(text: str, why: str) -> None:
    with pytest.raises(BadEntrant, match=why):
        read_entrant(text)


@given(st.text() | st.from_regex(r"(in:|run:|full|uct|be|looker)[+@=:.0-9a-z ps'-]*"))
def test_any_text_is_a_player_or_refused_in_words(text: str) -> None:
    try:
        told = read_entrant(text)
    except BadEntrant:
        return
    assert told.text == text
    assert told.seconds is None or 0 < told.seconds < 1e9
    assert told.playouts is None or told.playouts > 0


def test_weights_that_a_game_does_not_have_are_refused_before_it_begins() -> None:
    read_entrant("full+explore=2").check(TRELAWNEY)
    with pytest.raises(ValueError, match="cunning"):
        read_entrant("full+cunning=2").check(TRELAWNEY)
    with pytest.raises(ValueError, match="played live"):
        read_entrant("full").check(find_game("sevens"))


# What is played


def test_every_opening_is_played_from_both_sides_with_the_same_dice() -> None:
    for game in ("trelawney", "super7"):
        games = planned("a", "b", game=game, games=8)
        assert len({one.key for one in games}) == 8
        for one, other in zip(games[::2], games[1::2], strict=True):
            assert one.players == other.players[::-1]
            first, second = opened(one), opened(other)
            assert first.plies == second.plies
            assert first.state == second.state
            assert first.state.turn != CHANCE
            assert first.seed == second.seed
        assert len({opened(one).state for one in games}) > 1


def test_an_odd_number_of_games_gets_one_more() -> None:
    assert len(planned("a", "b", games=3)) == 4


def test_another_seed_is_another_series() -> None:
    one, other = (
        fixtures("trelawney", ("a", "b"), 2, seats=2, opening=2, seed=seed, options={})
        for seed in (1, 2)
    )
    assert {each.key for each in one}.isdisjoint(each.key for each in other)


def test_three_and_four_seats_are_filled_in_turn() -> None:
    three = planned("a", "b", seats=3)
    assert [one.players for one in three] == [("a", "b", "a"), ("b", "a", "b")]
    assert planned("a", "b", seats=4)[1].players == ("b", "a", "b", "a")


def test_a_game_is_played_to_its_end_and_shared_out() -> None:
    told = play(planned("looker", "random")[0])
    assert told.problem == ""
    assert sum(told.scores) == pytest.approx(1.0)
    assert told.plies > 4


def test_the_same_game_is_played_again_from_the_same_seed() -> None:
    one, again = (play(planned("looker", "random", game="super7")[1]) for _ in range(2))
    assert (one.plies, one.scores, one.reason) == (again.plies, again.scores, again.reason)


def test_who_looks_one_ply_ahead_beats_who_does_not_look() -> None:
    for player in ("looker", "glancer"):
        results = [play(one) for one in planned(player, "random", games=12)]
        assert between(results, player, "random").share > 0.7


def test_winners_share_a_point_and_a_draw_is_shared_by_all() -> None:
    assert scored((1,), 2) == (0.0, 1.0)
    assert scored((0, 2), 4) == (0.5, 0.0, 0.5, 0.0)
    assert scored((), 4) == (0.25,) * 4


# Other programs


def script(folder: Path, *lines: str) -> str:
    """A program that answers each line it reads by running these lines."""
    path = folder / "engine.py"
    body = "".join(f"    {line}\n" for line in lines)
    path.write_text(
        "import sys, time\nprint_ = print\n"
        "def print(*words): print_(*words, flush=True)\n"
        f"for line in sys.stdin:\n    word = line.split()[0]\n{body}"
    )
    return f"run:{sys.executable} {path}"


KNOWS: Any = ("if word != 'go': print('=')",)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ((*KNOWS, "else: print('= hello')"), "'hello', which is no legal ply"),
        ((*KNOWS, "else: print('hello')"), "answered 'hello' to 'go'"),
        ((*KNOWS, "else: print('? tired')"), r"answered '\? tired' to 'go'"),
        ((*KNOWS, "else: sys.exit()"), "said nothing to 'go'"),
        ((*KNOWS, "else: time.sleep(600)"), "said nothing to 'go'"),
        (("print('? no such game')",), "to 'game'"),
        (("sys.exit()",), "to 'game'|has gone"),
        (("sys.stdout.buffer.write(bytes([255, 10])); sys.stdout.flush()",), "to 'game'"),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_program_that_fails_loses_whoever_is_to_move(
    lines: tuple[str, ...], why: str, seat: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "PATIENCE", 1.0)
    engine = script(tmp_path, *lines)
    told = play(planned(engine, "random")[seat])
    assert told.players[seat] == engine
    assert told.scores[seat] == 0.0
    assert told.reason == "failed"
    with pytest.raises(AssertionError, match=why):
        raise AssertionError(told.problem)


def test_a_program_that_is_missing_loses() -> None:
    told = play(planned("random", "run:no-such-program")[0])
    assert told.scores == (1.0, 0.0)
    assert "no-such-program" in told.problem


def test_the_tables_own_referee_plays_a_whole_game_and_is_told_every_ply(tmp_path: Path) -> None:
    log = tmp_path / "log"
    wrapper = tmp_path / "wrapper.py"
    wrapper.write_text(
        "import sys\nfrom tabletop.cli.referee import Referee\nreferee = Referee()\n"
        f"log = open({str(log)!r}, 'w')\n"
        "for line in sys.stdin:\n"
        "    print(line, end='', file=log, flush=True)\n"
        "    if line.startswith('go'): line = 'moves'\n"
        "    print(' '.join(referee.answer(line).split()[:2]), flush=True)\n"
    )
    root = Path(__file__).resolve().parents[2]
    engine = f"run:env PYTHONPATH={root} {sys.executable} {wrapper} @20p"
    told = play(planned("random", engine, game="super7")[0])
    assert told.problem == ""
    lines = log.read_text().splitlines()
    assert lines[0] == "game super7 seats=2 strict_middle=false"
    assert lines[2] == "go playouts=20"
    played = [ply for line in lines if line.startswith("play ") for ply in line.split()[1:]]
    assert told.plies - len(played) in (1, 2)  # the last ply is not told any more
    assert any("+" in ply for ply in played)


# What the results say


def test_the_interval_is_wilsons() -> None:
    # By hand: p = .6, n = 100, z = 1.96: (.6 + .019208) / 1.038416 -+ 1.96 * sqrt(.0024 +
    # .00009604) / 1.038416 = .5963 -+ .0943
    score = interval(60, 100)
    assert score.low == pytest.approx(0.5020, abs=2e-4)
    assert score.high == pytest.approx(0.6906, abs=2e-4)
    assert interval(0, 10).low == 0.0
    assert interval(10, 10).high == 1.0
    assert interval(0, 0).share == 0.5


def test_a_side_gets_the_points_of_its_seats() -> None:
    results = [
        result(("a", "b"), (1.0, 0.0)),
        result(("b", "a"), (0.5, 0.5)),
        result(("a", "c"), (0.0, 1.0)),
    ]
    assert between(results, "a", "b").points == 1.5
    assert between(results, "b", "a").points == 0.5
    assert between(results, "a", "b").games == 2


def test_round_a_table_of_three_equal_players_are_equal() -> None:
    seats = [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]
    results = [
        result(players, scores)
        for players in (("a", "b", "a"), ("b", "a", "b"))
        for scores in seats
    ]
    assert between(results, "a", "b").share == 0.5 == between(results, "b", "a").share


def test_elo_is_what_the_share_says() -> None:
    results = [result(("a", "b"), (1.0, 0.0))] * 75 + [result(("b", "a"), (1.0, 0.0))] * 25
    first, second = ratings(results)
    assert first.player == "a"
    assert first.elo - second.elo == pytest.approx(400 * log10(75.5 / 25.5), abs=0.01)
    # The error of the difference is 1 / sqrt(n p q) in log-odds, and each has half of it.
    error = 1.96 * (400 / 2.302585) / (101 * 75.5 * 25.5 / 101**2) ** 0.5
    assert first.plus_minus == pytest.approx(error / 2, rel=1e-3)
    assert first.games == 100


def test_who_won_every_game_has_a_rating_within_reason() -> None:
    best, worst = ratings([result(("a", "b"), (1.0, 0.0))] * 20)
    assert best.elo == pytest.approx(200 * log10(20.5 / 0.5), abs=0.01)
    assert worst.elo == pytest.approx(-best.elo)


def test_ratings_of_several_are_in_order_and_players_who_never_met_are_no_trouble() -> None:
    chain = [result(("a", "b"), (1.0, 0.0))] * 3 + [result(("b", "c"), (1.0, 0.0))] * 3
    assert [one.player for one in ratings(chain)] == ["a", "b", "c"]
    apart = [result(("a", "b"), (1.0, 0.0)), result(("c", "d"), (0.0, 1.0))]
    assert {one.player for one in ratings(apart)[:2]} == {"a", "d"}
