"""What an operator takes along: to a stick, else into the data folder, and never in the way."""

import csv
from datetime import datetime
from pathlib import Path
from unittest.mock import patch

import pytest

from tabletop.engine import Match, Record
from tabletop.games import find_game
from tabletop.store import Store
from tabletop.store import export as exports
from tabletop.store.export import Export, sticks

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


def exported(store: Store, folder: Path, places: tuple[Path, ...] = ()) -> Export:
    export = Export(store, folder, places=places, now=lambda: NOW)
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
        assert sticks((tmp_path / "media",)) == (stick,)
        exported(store, tmp_path, (tmp_path / "media",))
    assert (stick / "tabletop-2030-01-02-030405" / "figures.csv").exists()
    assert not (tmp_path / "exports").exists()


def test_places_that_are_not_there_hold_no_stick(tmp_path: Path) -> None:
    assert sticks((tmp_path / "nowhere",)) == ()


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
