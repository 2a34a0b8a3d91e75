"""The golden files of the games: perft counts and played games."""

import pytest

from tabletop.cli.rules import perft
from tabletop.engine import Game
from tabletop.games import all_games
from tests.golden_files import Line, check_playthrough, golden_lines, playthroughs, setting_of
from tests.lanes import THOROUGH

BOARD_GAMES = [game for game in all_games() if game.kind == "board"]
MOST = 100_000 if THOROUGH else 35_000
"""Longer counts than this are only compared by hand, with `tabletop perft`."""

each_game = pytest.mark.parametrize("game", BOARD_GAMES, ids=lambda game: game.key)
each_count = pytest.mark.parametrize(
    ("game", "line"),
    [(game, line) for game in BOARD_GAMES for line in golden_lines(game, "perft.txt")],
    ids=lambda part: part.key if isinstance(part, Game) else f"{part.number}",
)
each_playthrough = pytest.mark.parametrize(
    ("game", "name"),
    [(game, name) for game in BOARD_GAMES for name in playthroughs(game)],
    ids=lambda part: part.key if isinstance(part, Game) else part,
)


@each_count
def test_there_are_as_many_ways_to_play_as_written(game: Game, line: Line) -> None:
    head, _, counts = line.text.partition(" : ")
    seats, *given = head.split()
    players, options = setting_of(game, iter([f"seats={seats}", *(g for g in given if g != "-")]))
    state = game.start(players, **options)
    written = [int(number) for number in counts.split()]
    assert written, f"{line} counts nothing"
    for depth, leaves in enumerate(written, start=1):
        if leaves <= MOST:
            assert perft(state, depth) == leaves, f"{line} is wrong at depth {depth}"


@each_playthrough
def test_a_golden_game_plays_as_written(game: Game, name: str) -> None:
    check_playthrough(game, name)


@each_game
def test_every_game_has_counts_for_each_number_of_players_and_three_games(game: Game) -> None:
    counted = {int(line.text.split()[0]) for line in golden_lines(game, "perft.txt")}
    assert counted == set(game.seats)
    assert len(playthroughs(game)) >= 3
