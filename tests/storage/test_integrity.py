"""Damage that SQLite does not recognise: the file is set aside all the same."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tabletop.storage import Store
from tabletop.storage.database import HEADER_BYTES, DamagedDatabase, check_header
from tests.storage.conftest import Opener
from tests.storage.matches import another_program, ids, plies, record

DAMAGED = (
    "The file of saved games was damaged. It is now tabletop.damaged-1.sqlite3, "
    "and a new file has been started."
)


@pytest.fixture
def file(open_store: Opener, folder: Path) -> Path:
    """A sound database with a match in it."""
    store = open_store()
    store.save(record(3), "old")
    store.close()
    (folder / "tabletop.now").unlink()
    return folder / "tabletop.sqlite3"


def keeps(folder: Path) -> tuple[str, ...]:
    """The problems of a store that saves; AssertionError if it does not."""
    with Store.open(folder) as store:
        told = store.problems
        store.save(record(2), "new")
        store.set_note("small", "thing")
        assert store.flush(2)
        assert store.problems == told
    (folder / "tabletop.now").unlink()  # the journal would restore it
    with Store.open(folder) as store:
        assert plies(store)["new"] == 2
        assert store.get_note("small") == "thing"
    return told


def in_a_folder(tmp_path: Path, content: bytes) -> Path:
    folder = tmp_path / "spoilt"
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    (folder / "tabletop.sqlite3").write_bytes(content)
    return folder


@pytest.mark.parametrize(
    ("at", "value"),
    [(18, 3), (18, 255), (19, 3), (19, 255), (47, 5), (47, 255)],
)
def test_a_header_of_no_version_is_damage(file: Path, tmp_path: Path, at: int, value: int) -> None:
    content = bytearray(file.read_bytes())
    content[at] = value
    folder = in_a_folder(tmp_path, bytes(content))
    assert keeps(folder) == (DAMAGED,)
    assert (folder / "tabletop.damaged-1.sqlite3").read_bytes() == content


def test_whatever_byte_of_the_header_is_changed_all_is_kept(file: Path, tmp_path: Path) -> None:
    content = file.read_bytes()
    for at in range(16, HEADER_BYTES):
        spoilt = bytes([*content[:at], content[at] ^ 0xFF, *content[at + 1 :]])
        assert keeps(in_a_folder(tmp_path, spoilt)) in ((), (DAMAGED,)), at


def test_a_file_that_is_sound_or_not_there_has_no_damaged_header(
    file: Path, tmp_path: Path
) -> None:
    check_header(file)
    check_header(tmp_path / "nowhere")
    short = tmp_path / "short"
    short.write_bytes(file.read_bytes()[:16])
    check_header(short)
    short.write_bytes(file.read_bytes()[:18] + b"\7")
    with pytest.raises(DamagedDatabase):
        check_header(short)


def test_whatever_name_in_the_schema_is_changed_all_is_kept(file: Path, tmp_path: Path) -> None:
    content = file.read_bytes()
    with closing(sqlite3.connect(file)) as db:
        made = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
    assert len(made) > 8
    for table, sql in made:
        for name in sorted(set(re.findall(r"[a-z_]+", sql))):
            told = re.sub(rf"\b{name}\b", f"{name[:-1]}q", sql, count=1)
            spoilt = content.replace(sql.encode(), told.encode())
            assert spoilt != content
            assert keeps(in_a_folder(tmp_path, spoilt)) == (DAMAGED,), (table, name)


def test_a_changed_name_in_the_list_of_tables_is_damage(file: Path, tmp_path: Path) -> None:
    content = file.read_bytes()
    spoilt = content.replace(b"notenote", b"notfnote")
    assert spoilt != content
    assert keeps(in_a_folder(tmp_path, spoilt)) == (DAMAGED,)


@pytest.mark.parametrize("name", ["match", "throw", "score"])
def test_a_changed_letter_in_a_step_is_not_a_newer_version(
    file: Path, folder: Path, name: str
) -> None:
    with another_program(folder) as db:
        db.execute("UPDATE migration SET name = ? WHERE name = ?", (f"{name[:-1]}q", name))
    assert keeps(folder) == (DAMAGED,)


@pytest.mark.parametrize("name", ["match", "throw", "score"])
def test_a_step_that_is_lost_is_damage(file: Path, folder: Path, name: str) -> None:
    with another_program(folder) as db:
        db.execute("DELETE FROM migration WHERE name = ?", (name,))
    assert keeps(folder) == (DAMAGED,)


def test_somebody_elses_tables_and_indexes_are_no_damage(
    file: Path, folder: Path, open_store: Opener
) -> None:
    with another_program(folder) as db:
        db.execute("CREATE TABLE visitors (name, day)")
        db.execute("CREATE INDEX by_day ON visitors (day)")
        db.execute("ANALYZE")
    store = open_store()
    assert (ids(store), store.problems) == (["old"], ())


def test_a_program_that_died_in_its_first_step_has_damaged_nothing(
    folder: Path, open_store: Opener
) -> None:
    folder.mkdir()
    with another_program(folder) as db:
        db.execute("CREATE TABLE migration (name TEXT PRIMARY KEY NOT NULL, ran TEXT)")
    assert open_store().problems == ()
