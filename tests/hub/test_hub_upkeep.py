"""The commands ``tabletop hub --backup`` and ``--erase``."""

import sqlite3
import sys
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import select

from tabletop.cli import hub
from tabletop.cli.arguments import CommandError
from tabletop.engine.game import Outcome
from tabletop.event import messages as wire
from tabletop.hub import intake, visitors
from tabletop.hub.database import Database, file_url
from tabletop.hub.erase import erase_visitor
from tabletop.hub.schema import notice, result, visitor
from tests.hub.table_client import join_table, record_text

NAME = "Zuleikha"
EVENT = "Harbour Fair"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with a hub that knows a visitor."""
    database = Database(file_url(tmp_path / hub.DATABASE_FILE))
    database.do(partial(intake.set_setting, name=intake.EVENT_NAME, text=EVENT))
    code = database.do(partial(visitors.sign_up, typed=NAME, address="a", now=1.0))
    oak = join_table(database, "Oak")
    won = record_text(Outcome((0,), "x"), (NAME, "Bo"))
    oak.send(wire.MatchResult("m", won, visitors=(code, "")))
    database.close()
    return tmp_path


def type_in(monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    monkeypatch.setattr("builtins.input", lambda _: typed)


def files_with(folder: Path, words: str) -> list[str]:
    return [path.name for path in folder.iterdir() if words.encode() in path.read_bytes()]


def test_a_backup_has_everything_while_the_hub_is_open(folder: Path) -> None:
    options = hub.HubOptions(folder)
    database = Database(file_url(folder / hub.DATABASE_FILE))
    target = folder / "copy.db"
    try:
        assert hub.back_up(options, target) == 0
    finally:
        database.close()
    with sqlite3.connect(target) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    copy.close()
    restored = Database(file_url(target))
    assert restored.look(lambda db: db.execute(select(visitor.c.name)).scalars().all()) == [NAME]
    restored.close()
    with pytest.raises(CommandError, match="there already"):
        hub.back_up(options, target)
    with pytest.raises(CommandError, match="cannot be written"):
        hub.back_up(options, folder / "none" / "x")


def test_postgres_is_backed_up_by_its_own_program(database_url: str, tmp_path: Path) -> None:
    if database_url.startswith("sqlite"):
        return
    with pytest.raises(CommandError, match="pg_dump"):
        hub.back_up(hub.HubOptions(tmp_path, database_url), tmp_path / "x")


def test_erasing_leaves_no_byte_of_a_name(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert files_with(folder, NAME)
    type_in(monkeypatch, f" {EVENT} ")
    assert hub.erase(hub.HubOptions(folder)) == 0
    assert "1 visitor" in capsys.readouterr().out
    assert files_with(folder, NAME) == []
    database = Database(file_url(folder / hub.DATABASE_FILE))
    assert database.look(lambda db: db.execute(select(result.c.outcome)).scalars().all()) == ["0"]
    database.close()


@pytest.mark.parametrize("typed", ["", "yes", "harbour fair"])
def test_nothing_is_erased_without_the_name_of_the_event(
    folder: Path, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    type_in(monkeypatch, typed)
    with pytest.raises(CommandError, match="nothing was erased"):
        hub.erase(hub.HubOptions(folder))
    assert files_with(folder, NAME)


def test_a_hub_without_an_event_has_nothing_to_erase(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="nothing to erase"):
        hub.erase(hub.HubOptions(tmp_path))


@pytest.mark.skipif(sys.platform == "win32", reason="other rights")
def test_only_the_owner_can_read_a_database_and_its_backup(folder: Path) -> None:
    (folder / hub.DATABASE_FILE).chmod(0o644)  # as it was made before
    assert hub.back_up(hub.HubOptions(folder), folder / "copy.db") == 0
    database = Database(file_url(folder / hub.DATABASE_FILE))
    try:
        database.do(partial(intake.set_setting, name="a", text="b"))
        assert {path.stat().st_mode & 0o077 for path in folder.iterdir()} == {0}
    finally:
        database.close()


def test_nothing_of_a_visitor_who_was_deleted_is_left_in_the_file(folder: Path) -> None:
    database = Database(file_url(folder / hub.DATABASE_FILE))
    code = database.look(lambda db: db.execute(select(visitor.c.code)).scalar_one())
    # Much is deleted with it, so that pages of the file become free.
    long = "".join(f"{NAME} {number}. " for number in range(600))
    row = {"channel": "x", "body": long, "made": 1.0, "next_try": 1.0}
    database.do(lambda db: db.execute(notice.insert().values(row)))
    database.do(lambda db: db.execute(notice.delete()))
    assert database.do(partial(erase_visitor, code=code, now=9.0))
    database.close()
    assert files_with(folder, NAME) == []
