"""What is compiled plays as the source does, and is found again by the next process."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tabletop.ai import Computer, compilation
from tabletop.ai.compilation import CompilationCache, link_game, source_files
from tabletop.games import all_games, find_game
from tests.ai.compare_compiled import compare
from tests.ai.nim import NIM, heaps

BOARD = [game.key for game in all_games() if game.kind == "board"]
ROOT = Path(__file__).resolve().parents[2]


COMPUTER = """
from pathlib import Path
from tabletop.ai import Computer
from tabletop.ai.compilation import CompilationCache
from tests.ai.nim import NIM, heaps
cache = CompilationCache(Path({folder!r}))
one = Computer(NIM, cache=cache)
def answer(): print(one.choose(heaps(1, 2, 2), playouts=500), one.compiled)
"""
"""The beginning of a program that plays Nim with what is compiled in a folder."""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CompilationCache:
    """An empty cache, and numba is wanted."""
    monkeypatch.delenv(compilation.DISABLE_COMPILATION_ENV, raising=False)
    return CompilationCache(tmp_path)


def run(words: list[str], folder: Path, **more: str) -> str:
    """What a fresh process prints, run beside this one."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)} | more
    environment.pop("TABLETOP_UNCOMPILED", None)
    ran = subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    return ran.stdout


@pytest.mark.slow
@pytest.mark.parametrize("key", BOARD)
def test_seeded_games_are_the_same_compiled_and_within_their_buffers(
    key: str, tmp_path: Path
) -> None:
    words = ["-m", "tests.ai.compare_compiled", str(tmp_path), key]
    # Hardly optimised: compiling is nearly all that this costs.
    told = run(words, ROOT, NUMBA_BOUNDSCHECK="1", NUMBA_OPT="0").split()
    assert told[0] == key
    assert int(told[1]) > 50


@pytest.fixture(scope="session")
def nim_compiled(compiled: CompilationCache) -> Path:
    """A folder in which Nim has been compiled by another process; of two, one waits."""
    folder = compiled.folder.with_name("compiled-nim")
    assert run(["-m", "tabletop.ai.compilation", str(folder), "tests.ai.nim"], ROOT) == ""
    return folder


@pytest.mark.slow
def test_what_one_process_compiled_the_next_one_loads(nim_compiled: Path, tmp_path: Path) -> None:
    shutil.copytree(nim_compiled, tmp_path, dirs_exist_ok=True)
    assert CompilationCache(tmp_path).is_ready(NIM)
    asks = COMPUTER.format(folder=str(tmp_path)) + (
        "answer(); search = cache.load(NIM).mcts.search\n"
        "print(sum(search.stats.cache_hits.values()))\n"
    )
    assert run(["-c", asks], ROOT).split() == ["a1", "True", "1"]


def test_another_source_is_another_folder(
    cache: CompilationCache, tmp_path: Path, monkeypatch: Any
) -> None:
    before = cache.game_folder(NIM)
    kernel = tmp_path / "kernel.py"
    kernel.write_text("changed", encoding="utf-8")
    monkeypatch.setattr(compilation, "source_files", lambda game: (*source_files(game)[1:], kernel))
    assert cache.game_folder(NIM) != before
    assert cache.game_folder(find_game("shoo")) != before


def test_the_same_source_of_another_time_is_another_folder(
    cache: CompilationCache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after an installation of the same version: numba would compile it all in one's way."""
    copy = Path(shutil.copy(source_files(NIM)[0], tmp_path / "copy.py"))
    monkeypatch.setattr(compilation, "source_files", lambda _: (copy,))
    before = cache.game_folder(NIM)
    assert cache.game_folder(NIM) == before
    os.utime(copy, (5, 5))
    assert cache.game_folder(NIM) != before


def test_a_computer_answers_before_anything_is_compiled(
    cache: CompilationCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Any] = []

    class Builder:
        def __init__(self, words: list[str], **_: Any) -> None:
            begun.append(words)

        def poll(self) -> None: ...

    monkeypatch.setattr("tabletop.ai.compilation.subprocess.Popen", Builder)
    computer = Computer(NIM, cache=cache)
    for _ in range(3):
        assert str(computer.choose(heaps(1, 2, 2), playouts=300)) == "a1"
    Computer(NIM, cache=cache).choose(heaps(1, 2, 2), playouts=300)
    assert not computer.compiled
    assert [words[-1] for words in begun] == ["tests.ai.nim"]


def test_of_two_processes_that_compile_the_same_one_leaves_it(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with compilation.build_lock(home) as first, compilation.build_lock(home) as second:
        assert first
        assert not second
    with compilation.build_lock(home) as later:
        assert later
    mark = home / compilation.LOCK_FILE
    mark.touch()
    os.utime(mark, (0, 0))
    with compilation.build_lock(home) as much_later:
        assert much_later


def test_where_nothing_can_be_written_that_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(compilation.DISABLE_COMPILATION_ENV, raising=False)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    cache = CompilationCache(tmp_path / "file")
    assert not cache.build_failed(NIM)
    computer = Computer(NIM, cache=cache)
    assert str(computer.choose(heaps(1, 2, 2), playouts=300)) == "a1"
    deadline = time.monotonic() + 60
    while not cache.build_failed(NIM) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert cache.build_failed(NIM)
    assert str(computer.choose(heaps(1, 2, 2), playouts=300)) == "a1"


def test_without_numba_everything_runs_uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilation, "find_spec", lambda _: None)
    monkeypatch.delenv(compilation.DISABLE_COMPILATION_ENV, raising=False)
    assert not compilation.can_compile()
    computer = Computer(NIM)
    assert str(computer.choose(heaps(1, 2, 2), playouts=300)) == "a1"
    assert not computer.compiled


@pytest.mark.slow
def test_what_lies_where_nothing_can_be_written_is_loaded_all_the_same(
    nim_compiled: Path, tmp_path: Path
) -> None:
    asks = COMPUTER.format(folder=str(nim_compiled)) + (
        "import os; home, may = cache.game_folder(NIM), os.access\n"
        "os.access = lambda path, how: path != home and may(path, how)\n"
        "answer(); stats = cache.load(NIM).mcts.search.stats\n"
        "print(sum(stats.cache_hits.values()), stats.cache_path)\n"
    )
    told = run(["-c", asks], ROOT, TMPDIR=str(tmp_path)).split()
    assert told[:3] == ["a1", "True", "1"]
    assert Path(told[3]).is_relative_to(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "left"), [("old-{:020x}", compilation.MAX_CACHE_FOLDERS), ("holiday-{}", 21)]
)
def test_old_folders_are_forgotten_and_what_else_lies_there_is_not(
    tmp_path: Path, name: str, left: int
) -> None:
    for i in range(20):
        (tmp_path / name.format(i)).mkdir()
    home = tmp_path / f"new-{0:020x}"
    home.mkdir()
    compilation.remove_old_folders(home)
    assert home.exists()
    assert left <= len(list(tmp_path.iterdir())) <= left + 1


@pytest.mark.slow
def test_what_was_cut_off_on_the_disk_is_compiled_anew(nim_compiled: Path, tmp_path: Path) -> None:
    shutil.copytree(nim_compiled, tmp_path, dirs_exist_ok=True)
    for file in CompilationCache(tmp_path).game_folder(NIM).rglob("*.nbi"):
        file.write_bytes(file.read_bytes()[:40])
    asks = COMPUTER.format(folder=str(tmp_path)) + (
        "import time\nanswer()\nwhile not cache.is_ready(NIM): time.sleep(0.05)\nanswer()\n"
    )
    assert run(["-c", asks], ROOT).split() == ["a1", "False", "a1", "True"]


def test_a_builder_waits_for_another_one_and_does_its_work_if_that_was_ended(
    cache: CompilationCache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = cache.game_folder(NIM)
    home.mkdir()
    (home / compilation.LOCK_FILE).touch()
    built: list[Any] = []
    monkeypatch.setattr("tabletop.ai.compilation.warm_up", lambda _, game: built.append(game))
    monkeypatch.setattr(compilation, "compile_game", lambda *_: None)
    ages = iter((0.0, 5.0, compilation.STALE_LOCK_SECONDS + 5.0))

    def sleep(_: float) -> None:
        past = time.time() - next(ages)
        os.utime(home / compilation.LOCK_FILE, (past, past))

    monkeypatch.setattr("tabletop.ai.compilation.time.sleep", sleep)
    monkeypatch.setattr("tabletop.ai.compilation.os.nice", lambda _: 0)
    assert compilation.main([str(tmp_path), "tests.ai.nim"]) == 0
    assert built == [NIM]


def test_whoever_plays_next_takes_the_functions_that_are_loaded() -> None:
    asks = (
        "from tests.ai.nim import NIM; from tabletop.ai.compilation import compilation_cache\n"
        "print(compilation_cache().load(NIM) is compilation_cache().load(NIM))"
    )
    assert run(["-c", asks], ROOT).strip() == "True"


def test_the_comparison_itself_notices_a_difference() -> None:
    game = find_game("trelawney")
    odd = link_game(game)
    real = odd.kernel.apply

    def wrong(s: list[int], move: int) -> None:
        real(s, move)
        s[2] += s[2] == 7

    odd.kernel.apply = wrong  # type: ignore[attr-defined]
    with pytest.raises(AssertionError, match="ply 6"):
        compare(game, odd)
