"""The forced wins of the games' golden files: each is proved by looking at everything."""

import pytest

from tabletop.ai.compilation import CompilationCache, can_compile, compile_game
from tabletop.games import find_game
from tools.prove import fault, read_wins, wins_of

GAMES = ("shout7", "trelawney", "shoo")


@pytest.mark.parametrize("key", GAMES)
def test_there_are_twelve_forced_wins_or_more_and_some_are_far(key: str) -> None:
    wins = wins_of(find_game(key))
    assert len(wins) >= 12
    assert {win.turns for win in wins} == {1, 2, 3}
    assert len({win.position for win in wins}) == len(wins)


@pytest.mark.slow
@pytest.mark.skipif(not can_compile(), reason="uncompiled it takes minutes")
@pytest.mark.parametrize("key", GAMES)
def test_every_forced_win_is_proved(key: str, compiled: CompilationCache) -> None:
    game = find_game(key)
    functions = compile_game(game, compiled.game_folder(game))
    for win in wins_of(game):
        assert fault(functions, game, win) == "", f"{win.position} ({win.shows})"


@pytest.mark.slow
def test_a_wrong_line_is_noticed(compiled: CompilationCache) -> None:
    game = find_game("trelawney")
    functions = compile_game(game, compiled.game_folder(game))
    board = "......../......../......../......../......../.WWW..../.BBBB.../........ B 8"
    (wrong,) = read_wins(f"1 | {board} | a2 | no")
    assert "what wins is" in fault(functions, game, wrong)
    (late,) = read_wins(f"2 | {board} | e1 | no")
    assert "in 1 turns already" in fault(functions, game, late)
    with pytest.raises(ValueError, match="line 2"):
        list(read_wins("\nnot a line"))
