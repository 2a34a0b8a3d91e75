"""The operator's export: to a stick, else into the data folder."""

import csv
import os
from datetime import datetime
from pathlib import Path
from sqlite3 import Connection
from unittest.mock import patch

import pytest

from tabletop.engine import Match, Record
from tabletop.games import find_game
from tabletop.storage import Store
from tabletop.storage import export as exports
from tabletop.storage.export import DataExport, memory_sticks

NOW = datetime(2030, 1, 2, 3, 4, 5)


def filled(store: Store) -> list[Record]:
    records = []
    for number in range(3):
        match = Match(find_game("shoo"), seed=number)
        match.play(match.state.moves()[0])
        records.append(match.record())
        store.save(records[-1], f"match{number}")
    store.flush()
    return records


def exported(store: Store, folder: Path, places: tuple[Path, ...] = ()) -> DataExport:
    export = DataExport(store, folder, places=places, now=lambda: NOW)
    export.wait(10)
    assert export.said is not None
    return export


def test_matches_and_figures_lie_in_a_folder_of_the_day(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        records = filled(store)
        export = exported(store, tmp_path)
    assert not export.failed
    folder = tmp_path / "exports" / "tabletop-2030-01-02-030405"
    assert str(folder) in str(export.said)
    kept = sorted((folder / "matches").iterdir())
    assert [Record.from_text(path.read_text("utf-8")) for path in kept] == records
    with (folder / "figures.csv").open(encoding="utf-8-sig", newline="") as file:
        assert next(csv.reader(file))[0] == "day"


def test_a_stick_that_is_plugged_in_is_taken_first(tmp_path: Path) -> None:
    stick = tmp_path / "media" / "me" / "STICK"
    stick.mkdir(parents=True)
    with Store.open(tmp_path) as store, patch.object(Path, "is_mount", lambda path: path == stick):
        filled(store)
        assert memory_sticks((tmp_path / "media",)) == (stick,)
        exported(store, tmp_path, (tmp_path / "media",))
    assert (stick / "tabletop-2030-01-02-030405" / "figures.csv").exists()
    assert not (tmp_path / "exports").exists()


def test_places_that_are_not_there_hold_no_stick(tmp_path: Path) -> None:
    assert memory_sticks((tmp_path / "nowhere",)) == ()


@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), RuntimeError("odd")])
def test_what_cannot_be_written_is_said(tmp_path: Path, fault: Exception) -> None:
    with Store.open(tmp_path) as store:
        filled(store)
        with patch.object(exports, "write_atomically", side_effect=fault):
            export = exported(store, tmp_path)
    assert export.failed
    assert str(fault.args[-1]) in str(export.said)


def test_an_empty_table_has_an_empty_export(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        export = exported(store, tmp_path)
    assert not export.failed
    assert "0 matches" in str(export.said)


def drop(db: Connection, table: str) -> None:
    db.execute(f"DROP TABLE {table}")


@pytest.mark.parametrize("gone", ["match", "figure", "figure_words", "score"])
def test_what_cannot_be_read_is_said_and_all_else_is_there(tmp_path: Path, gone: str) -> None:
    with Store.open(tmp_path) as store:
        records = filled(store)
        store.write(lambda db: drop(db, gone))
        assert store.flush()
        export = exported(store, tmp_path)
    folder = tmp_path / "exports" / "tabletop-2030-01-02-030405"
    assert export.failed
    assert export.said == f"Not everything could be read. The rest is in {folder}"
    assert len(list((folder / "matches").iterdir())) == (0 if gone == "match" else len(records))
    assert (folder / "figures.csv").exists() == (gone != "figure")


def spoil_the_last(db: Connection) -> None:
    """From now on two matches can be read, and then there is an error."""
    db.execute("DROP TABLE match")
    db.execute("CREATE TABLE sound AS SELECT 'one' AS id, 'no number' AS record, 1 AS serial")
    db.execute("INSERT INTO sound VALUES ('two', 'none either', 2)")
    second = "SELECT id, json(record), serial FROM sound"
    db.execute(f"CREATE VIEW match AS SELECT * FROM sound UNION ALL {second}")


def test_the_matches_before_one_that_cannot_be_read_are_there(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        filled(store)
        store.write(spoil_the_last)
        assert store.flush()
        export = exported(store, tmp_path)
    assert export.failed
    matches = tmp_path / "exports" / "tabletop-2030-01-02-030405" / "matches"
    assert (matches / "one.txt").read_text("utf-8") == "no number"


def test_the_disk_is_waited_for_once_and_before_the_figures_are_there(tmp_path: Path) -> None:
    waits: list[list[str]] = []
    folder = tmp_path / "exports" / "tabletop-2030-01-02-030405"
    with Store.open(tmp_path) as store:
        for number in range(40):
            store.save(Match(find_game("shoo"), seed=number).record(), f"match{number}")
        assert store.flush()
        with (
            patch.object(os, "fsync", side_effect=lambda _: waits.append([])),
            patch.object(
                os,
                "sync",
                side_effect=lambda: waits.append([path.name for path in folder.iterdir()]),
                create=True,
            ),
        ):
            exported(store, tmp_path)
    assert len(list((folder / "matches").iterdir())) == 40
    assert waits[0] == ["matches"]
    assert len(waits) < 10


def test_its_end_is_told_in_the_threads_time_and_done_in_the_tables(tmp_path: Path) -> None:
    ended: list[str] = []
    with Store.open(tmp_path) as store:
        DataExport(
            store,
            tmp_path,
            places=(),
            ended=lambda said: store.on_release(lambda: ended.append(str(said))),
        ).wait(10)
        assert ended == []
        store.release()
        store.release()
    assert ["0 matches" in said for said in ended] == [True]
