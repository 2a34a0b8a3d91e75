"""Games load in the background; a broken one stops nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

from tabletop import games

PROGRAM = """
import sys
from tabletop.games import all_games, load_games
load_games()
there = set(sys.modules)
for game in all_games():
    assert f"tabletop.games.{game.key}.view" in there, game.key
"""


def test_all_games_and_their_views_are_there_when_they_were_loaded() -> None:
    subprocess.run([sys.executable, "-c", PROGRAM], check=True)


def test_a_game_that_cannot_be_loaded_is_told_to_who_asks_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "broken_by_a_guest"
    folder.mkdir()
    (folder / "__init__.py").write_text("raise OSError('half a file')\n")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    games.all_games.cache_clear()
    try:
        games.load_games()
        with pytest.raises(OSError, match="half a file"):
            games.all_games()
    finally:
        games.all_games.cache_clear()
