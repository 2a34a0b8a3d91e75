"""``--demo`` plays every game without a display and saves a picture of every ply."""

import subprocess
import sys
from pathlib import Path

import pytest

from tabletop.games import all_games


@pytest.mark.slow
def test_a_picture_of_every_ply_of_every_game_is_written(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tabletop", "--demo", str(tmp_path), "--size", "320x240"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    told = dict(line.split(": ") for line in done.stdout.splitlines() if " in " in line)
    for game in all_games():
        if game.kind == "live":
            continue
        plies = int(told[game.title].split()[0])
        pictures = sorted(path.name for path in tmp_path.glob(f"{game.key}-*.png"))
        assert pictures == [f"{game.key}-{ply:03d}.png" for ply in range(plies + 1)]
    for game in all_games():
        if game.kind == "live":
            seen = sorted(path.name for path in tmp_path.glob(f"{game.key}-*.png"))
            assert len(seen) == int(told[game.title].split()[0]) > 20
            assert seen[0] == f"{game.key}-00-opening.png"
