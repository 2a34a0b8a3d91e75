#!/usr/bin/env python3
"""Writes what the program does today to ``tests/goldens``, and says where it does otherwise.

``python3 tools/goldens.py write|check [--only PART ...] [--processes N] [FOLDER]``. The parts:

* ``perft``: counts of plies.
* ``pages``: what the command line prints of the rules of each game and of the settings.
* ``referee``: random games through the line protocol of the referee.
* ``data``: the data folders in ``data``, packed file by file: what the command line tells of each,
  and what the program keeps after it was opened on it.

``check`` prints each line that differs, ``-`` as it is in the folder and ``+`` as it is now, and
gives 1 if any does. Data folders are always those of ``tests/goldens``. Only the
command line of the program is used, and what the program keeps is read as files and as tables of
SQLite.
"""

from __future__ import annotations

import argparse
import difflib
import gzip
import hashlib
import json
import os
import random
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.environment import ROOT, sent_home

FOLDER: Final = ROOT / "tests" / "goldens"
PROGRAM: Final = (sys.executable, "-m", "tabletop")
SURROUNDINGS: Final = {
    "SDL_VIDEODRIVER": "dummy",
    "SDL_AUDIODRIVER": "dummy",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
}
"""Environment variables in which all goldens are made."""
MOST_TOLD: Final = 20
"""Lines of difference that are printed for each file."""

Files: TypeAlias = Mapping[str, str]
"""Text files by their path in the folder of goldens."""


def main(arguments: Sequence[str]) -> int:
    """Writes or compares the goldens, in the project's own environment if need be."""
    code = sent_home(Path(__file__), arguments, "play", ("pygame", "pymunk", "shapely"))
    if code is not None:
        return code
    asked = _asked(arguments)
    differences = 0
    with ProcessPoolExecutor(asked.processes, get_context("spawn"), _begin) as pool:
        for part in asked.only or PARTS:
            began = time.monotonic()
            files = PARTS[part](pool, FOLDER)
            if asked.action == "write":
                _write(asked.folder, files)
                words = f"{sum(map(len, files.values())) // 1024} kB written"
            else:
                differing = _compare(asked.folder, files)
                differences += differing
                words = f"{differing} lines differ" if differing else "ok"
            print(f"{part}: {words} ({time.monotonic() - began:.0f} s)", flush=True)
    return 1 if differences else 0


def _asked(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tools/goldens.py", description="Freeze what the program does, or compare it."
    )
    parser.add_argument("action", choices=("write", "check"))
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER, metavar="FOLDER")
    parser.add_argument("--only", action="append", choices=tuple(PARTS), metavar="PART")
    parser.add_argument("--processes", type=int, default=2, metavar="N")
    return parser.parse_intermixed_args(arguments)


def _begin() -> None:
    """Prepares a process that computes goldens; the programs that it starts see the same."""
    os.environ.update(SURROUNDINGS)
    os.environ.pop("LANGUAGE", None)


def _write(folder: Path, files: Files) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="\n")


def _compare(folder: Path, files: Files) -> int:
    """Prints how the files differ from those in the folder; gives the number of lines."""
    differing = 0
    for name, text in files.items():
        path = folder / name
        before = path.read_text("utf-8").splitlines() if path.exists() else []
        lines = [
            line
            for line in difflib.unified_diff(before, text.splitlines(), n=0, lineterm="")
            if not line.startswith(("---", "+++", "@@"))
        ]
        for line in lines[:MOST_TOLD]:
            print(f"{name}: {line}")
        if len(lines) > MOST_TOLD:
            print(f"{name}: and {len(lines) - MOST_TOLD} more")
        differing += len(lines)
    return differing


def digest(data: bytes) -> str:
    """A short hash."""
    return hashlib.blake2b(data, digest_size=8).hexdigest()


def _text(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


# -- counts of plies ----------------------------------------------------------------------------

COUNTS: Final = (
    ("shout7", 4, 2),
    ("shout7", 4, 2, "pits_count=true"),
    ("shout7", 4, 3),
    ("shout7", 4, 3, "pits_count=true"),
    ("shout7", 3, 4),
    ("shout7", 3, 4, "pits_count=true"),
    ("super7", 3, 2),
    ("super7", 3, 2, "strict_middle=true"),
    ("trelawney", 3, 2),
    ("trelawney", 3, 2, "intersections=true"),
    ("trelawney", 3, 2, "declare=true"),
    ("trelawney", 2, 2, "intersections=true", "declare=true"),
    ("shoo", 2, 2),
    ("shoo", 2, 2, "horses=7"),
    ("shoo", 2, 2, "hush=lose-move"),
    ("shoo", 2, 2, "hush=stable", "leave_home=true", "ply_limit=200"),
)
"""Game, depth, seats and options."""


def perft(pool: Executor, _: Path) -> Files:
    """A line ``GAME SEATS OPTIONS DEPTH COUNT`` for each count, through the command line."""
    return {
        "perft.txt": _text(sorted(line for each in pool.map(_counted, COUNTS) for line in each))
    }


def _counted(setting: tuple[str | int, ...]) -> list[str]:
    game, depth, seats, *options = map(str, setting)
    words = [word for option in options for word in ("--option", option)]
    told = program("perft", game, depth, "--seats", seats, *words)
    name = f"{game} {seats} {','.join(options) or '-'}"
    return [f"{name} {line}" for line in told.splitlines()]


def program(*arguments: str, given: str = "") -> str:
    """What the program prints; an error if it fails."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        cwd=ROOT,
        input=given,
        stdout=subprocess.PIPE,
        check=True,
        encoding="utf-8",
    ).stdout


# -- pages of the command line ------------------------------------------------------------------

PAGES: Final = (
    ("rules", "sevens"),
    ("rules", "shoo"),
    ("rules", "shout7"),
    ("rules", "super7"),
    ("rules", "trelawney"),
    ("settings", "--default"),
)


def pages(pool: Executor, _: Path) -> Files:
    """A file for each command with what it prints."""
    texts = [pool.submit(program, *page) for page in PAGES]
    return {
        f"pages/{page[-1].removeprefix('--')}.txt": text.result()
        for page, text in zip(PAGES, texts, strict=True)
    }


# -- random games through the referee -----------------------------------------------------------

GAMES: Final = (
    "shout7 seats=2",
    "shout7 seats=2 pits_count=true",
    "shout7 seats=3",
    "shout7 seats=4",
    "shout7 seats=4 pits_count=true",
    "super7",
    "super7 strict_middle=true",
    "trelawney",
    "trelawney intersections=true",
    "trelawney declare=true",
    "trelawney intersections=true declare=true",
    "shoo",
    "shoo horses=7",
    "shoo hush=lose-move ply_limit=200",
    "shoo hush=stable leave_home=true ply_limit=200",
    "shoo horses=7 leave_home=true ply_limit=800",
)
"""What is said after ``game`` for each of the settings that are played."""
PLAYED: Final = 4
"""Games of each setting."""
LONGEST: Final = 600
"""Plies after which a game is left."""
ILLEGAL: Final = 3
"""Plies that are asked about with ``why`` at each turn, most of them illegal."""


@dataclass
class Talk:
    """A running referee, and all that was said."""

    process: subprocess.Popen[str]
    lines: list[str] = field(default_factory=list)

    def ask(self, command: str) -> str:
        """Says one line and gives the answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().rstrip("\n")
        if not answer:
            raise RuntimeError(f"the referee does not answer: {command}")
        self.lines += [f"> {command}", f"< {answer}"]
        return answer


def referee(pool: Executor, _: Path) -> Files:
    """A line ``GAME OPTIONS NUMBER PLIES RESULT HASH`` a game; of each game one in full."""
    lines: list[str] = []
    shortest: dict[str, list[str]] = {}
    for setting, talks in zip(GAMES, pool.map(_played, GAMES), strict=True):
        key = setting.split()[0]
        for number, talk in enumerate(talks):
            plies = sum(line.startswith("> play ") for line in talk)
            result = next(line for line in reversed(talk) if line.startswith("< = "))
            hashed = digest(_text(talk).encode())
            ended = result.removeprefix("< = ").replace(" ", "_")
            lines.append(f"{setting.replace(' ', ',')} {number} {plies} {ended} {hashed}")
            shortest[key] = min(shortest.get(key, talk), talk, key=len)
    files = {f"referee/{key}.txt": _text(talk) for key, talk in shortest.items()}
    return files | {"referee.txt": _text(sorted(lines))}


def _played(setting: str) -> list[list[str]]:
    """What was said in some random games of one setting."""
    talks = []
    with subprocess.Popen(
        [*PROGRAM, "referee"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        for number in range(PLAYED):
            talk = Talk(process)
            _play_one(talk, setting, random.Random(f"{setting} {number}"))
            talks.append(talk.lines)
        Talk(process).ask("quit")
    return talks


def _play_one(talk: Talk, setting: str, luck: random.Random) -> None:
    """Plays one game at random, and asks about plies of earlier turns at each turn."""
    talk.ask(f"game {setting}")
    talk.ask("state")
    seen = ["", "nonsense"]
    for ply in range(LONGEST):
        moves = talk.ask("moves").removeprefix("=").split()
        # A long list is only kept as its hash; the plies that follow from it are said anyway.
        if len(moves) > 60:
            talk.lines[-1] = f"< = {len(moves)} plies {digest(' '.join(moves).encode())}"
        if not moves:
            break
        for _ in range(ILLEGAL):
            talk.ask(f"why {luck.choice(seen)}".rstrip())
        # Calls and other rare plies are played as often as common ones.
        kinds = sorted({_kind(move) for move in moves})
        kind = luck.choice(kinds)
        move = luck.choice([move for move in moves if ply % 2 or _kind(move) == kind])
        seen += [move, luck.choice(moves)]
        seen = seen[-40:]
        if ply % 17 == 16:
            talk.ask("undo")
            talk.ask(f"position {talk.ask('state').removeprefix('= ')}")
            continue
        talk.ask(f"play {move}")
        talk.ask("result")
    talk.ask("play nonsense")
    talk.ask("state")
    talk.ask("result")


def _kind(move: str) -> str:
    """What sort of ply it is: its notation without its places."""
    return "".join("#" if sign.isdigit() else sign for sign in move if not sign.islower())


# -- what the program says and keeps ------------------------------------------------------------

COLUMNS: Final = {
    "match": "finished, record",
    "result": "game, seats, result, reason, scores, fillers, options, plies, sources",
    "throw": "source, sides, dice, times",
    "figure_words": "game, key, english, plural, rule",
    "score": "game, level, way, number, wins, least, run, name, event",
    "kept_file": "name, text",
}
"""The columns of the database that are the same each time; others are times and random names."""
FIGURES: Final = "SELECT kind, game, what, sum(times) FROM figure GROUP BY kind, game, what"
"""The usage figures of all hours together: the hour is that of the real clock."""
RANDOM_NAME: Final = re.compile("[0-9a-f]{32}")


def watched(place: Path, *arguments: str, seconds: float = 0) -> list[str]:
    """Runs the program in a folder, with its data in ``data``; what it says and shows."""
    done = subprocess.run(
        [
            *(sys.executable, str(ROOT / "tools" / "goldens_recorder.py")),
            *("pictures.txt", str(seconds), "--data-dir", "data", *arguments),
        ],
        cwd=place,
        capture_output=True,
        encoding="utf-8",
    )
    pictures = (place / "pictures.txt").read_text("utf-8").splitlines()
    return [
        f"exit {done.returncode}",
        *(f"out {line}" for line in done.stdout.splitlines() if not line.startswith("pygame-ce")),
        *(f"error {line}" for line in done.stderr.splitlines()),
        *(f"picture {number:04} {line}" for number, line in enumerate(pictures, start=1)),
    ]


def kept(data: Path) -> list[str]:
    """What is kept in a data folder, a line for each row of the database and each small file."""
    lines = []
    with closing(sqlite3.connect(data / "tabletop.sqlite3")) as database:
        queries = {table: f"SELECT {columns} FROM {table}" for table, columns in COLUMNS.items()}
        for table, query in (queries | {"figure": FIGURES}).items():
            rows = database.execute(query).fetchall()
            told = [f"{table} {json.dumps(row, ensure_ascii=False)}" for row in rows]
            lines += sorted(RANDOM_NAME.sub("ID", line) for line in told)
        on_table = database.execute("SELECT text FROM note WHERE name = 'on table'").fetchone()
        lines.append(f"on table: {'a match' if on_table and on_table[0] else 'nothing'}")
    for name in ("settings.toml", "devices.json", "displays.json", "figures.txt"):
        path = data / name
        if path.exists():
            text = path.read_text("utf-8")
            lines += [f"{name}: {line}" for line in text.splitlines()]
    return lines


def unpack(packed: Path, folder: Path) -> None:
    """Copies a folder of files that are packed with gzip, one by one."""
    for path in packed.glob("*.gz"):
        (folder / path.name.removesuffix(".gz")).write_bytes(gzip.decompress(path.read_bytes()))


# -- data folders -------------------------------------------------------------------------------

TOLD: Final = (
    ("figures",),
    ("figures", "--day", "2026-11-23"),
    ("figures", "--csv", "figures.csv"),
    ("settings",),
    ("operator",),
    ("operator", "--unlock"),
)
"""Commands that tell of a data folder."""
OPENED: Final = 3.0
"""Seconds for which the window is open on a data folder."""


def data(pool: Executor, folder: Path) -> Files:
    """A file for each data folder with what the program tells of it and does with it."""
    files = {}
    for packed in sorted((folder / "data").iterdir()):
        if not packed.is_dir():
            continue
        commands = [pool.submit(_told_of, packed, command) for command in TOLD]
        opened = pool.submit(_opened, packed)
        text = "".join(command.result() for command in commands) + opened.result()
        files[f"data/{packed.name}.txt"] = text
    return files


def _told_of(packed: Path, command: Sequence[str]) -> str:
    """What one command prints."""
    with TemporaryDirectory(prefix="goldens-") as made:
        place = Path(made)
        (place / "data").mkdir()
        unpack(packed, place / "data")
        done = subprocess.run(
            [*PROGRAM, "--data-dir", "data", *command],
            cwd=place,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            capture_output=True,
            encoding="utf-8",
        )
        lines = [f"== {' '.join(command)}", f"exit {done.returncode}"]
        lines += [f"out {line}" for line in done.stdout.splitlines()]
        lines += [f"error {line}" for line in done.stderr.splitlines()]
        table = place / "figures.csv"
        if table.exists():
            lines += [f"table {line}" for line in table.read_text("utf-8").splitlines()]
        return _text(lines).replace(made, "FOLDER")


def _opened(packed: Path) -> str:
    """How the program begins on a data folder, and what is kept after its window was closed."""
    with TemporaryDirectory(prefix="goldens-") as made:
        place = Path(made)
        (place / "data").mkdir()
        unpack(packed, place / "data")
        said = watched(place, "--windowed", "--record", "evening.jsonl", seconds=OPENED)
        beginning = json.loads((place / "evening.jsonl").read_text("utf-8").splitlines()[0])
        for other in ("date", "program", "settings"):  # the settings are told above
            del beginning[other]
        lines = ["== opened", *(line for line in said if not line.startswith("picture "))]
        lines += [f"begins {key}: {json.dumps(beginning[key])}" for key in sorted(beginning)]
        return _text([*lines, *kept(place / "data")]).replace(made, "FOLDER")


PARTS: Final[Mapping[str, Callable[[Executor, Path], Files]]] = {
    "perft": perft,
    "pages": pages,
    "referee": referee,
    "data": data,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
