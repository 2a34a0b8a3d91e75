"""A damaged small file is restored as it was saved last; an edited one is kept."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.app.startup import CONFIG_FILE_CHECKS
from tabletop.storage import Store
from tabletop.storage.database import is_damaged_file, restore_damaged_files
from tests.storage.conftest import Opener

KEPT = {
    "settings.toml": '[look]\npalette = "light"\n',
    "devices.json": '{"box": {"seat": 1, "controls": {}}}\n',
    "displays.json": '{"window": {"turn": 90}}\n',
    "figures.txt": "Kite\t3\tL0,0;2,0;0,2\n",
}


@pytest.fixture
def data(open_store: Opener, folder: Path) -> Path:
    """A data folder with copies of all its files."""
    with Store.open(folder, now=lambda: "2026-11-20T19:00:00.000+00:00") as store:
        for name, text in KEPT.items():
            store.keep_file(folder / name, text)
    return folder


@pytest.mark.parametrize("name", KEPT)
@pytest.mark.parametrize(
    "damage", [b"", b"  \n", bytes(100), b"\xff\xfe", b"{\x00", b"[[[\x01"], ids=str
)
def test_a_damaged_file_is_set_aside_and_brought_back(data: Path, name: str, damage: bytes) -> None:
    (data / name).write_bytes(damage)
    (said,) = restore_damaged_files(data, CONFIG_FILE_CHECKS)
    aside = Path(name).stem + ".damaged-1" + Path(name).suffix
    assert said == (
        f"{name} was damaged and is now {aside}. The data saved on 2026-11-20 is used instead."
    )
    assert (data / name).read_text("utf-8") == KEPT[name]
    assert (data / aside).read_bytes() == damage
    assert restore_damaged_files(data, CONFIG_FILE_CHECKS) == ()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("settings.toml", "[look]\nspede = 1\n"),
        ("settings.toml", "# nothing\n"),
        ("devices.json", "{}"),
        ("displays.json", "\ufeff{}"),
        ("figures.txt", "no figure at all"),
    ],
)
def test_what_somebody_wrote_by_hand_wins(data: Path, name: str, text: str) -> None:
    (data / name).write_text(text, encoding="utf-8")
    assert restore_damaged_files(data, CONFIG_FILE_CHECKS) == ()
    assert (data / name).read_text("utf-8") == text


def test_a_file_that_was_deleted_stays_away(data: Path) -> None:
    for name in KEPT:
        (data / name).unlink()
    assert restore_damaged_files(data, CONFIG_FILE_CHECKS) == ()
    assert not any((data / name).exists() for name in KEPT)


def test_what_is_right_as_json_and_no_binding_is_damage(data: Path) -> None:
    for name, text in (
        ("devices.json", '{"box": {"seat": 99}}'),
        ("displays.json", '{"window": {"turn": 91}}'),
    ):
        (data / name).write_text(text, encoding="utf-8")
    assert len(restore_damaged_files(data, CONFIG_FILE_CHECKS)) == 2


def test_each_damaged_file_keeps_a_name_of_its_own(data: Path) -> None:
    for number in range(1, 4):
        (data / "devices.json").write_text("{")
        assert (
            f"devices.damaged-{number}.json" in restore_damaged_files(data, CONFIG_FILE_CHECKS)[0]
        )


def test_what_cannot_be_written_is_said(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise OSError(30, "Read-only file system")

    (data / "devices.json").write_text("{")
    monkeypatch.setattr(Path, "write_bytes", refuse)
    assert restore_damaged_files(data, CONFIG_FILE_CHECKS) == (
        "devices.json is damaged and can’t be repaired: Read-only file system.",
    )


def test_without_a_database_there_is_nothing_to_mend(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("[")
    assert restore_damaged_files(tmp_path, CONFIG_FILE_CHECKS) == ()
    (tmp_path / "tabletop.sqlite3").write_bytes(b"no database")
    assert restore_damaged_files(tmp_path, CONFIG_FILE_CHECKS) == ()


def test_a_file_changed_by_hand_is_what_is_kept_from_the_next_start_on(
    data: Path, open_store: Opener
) -> None:
    by_hand = '[look]\npalette = "contrast"\n'
    (data / "settings.toml").write_text(by_hand)
    store = open_store()
    store.copy_file(data / "settings.toml")
    store.copy_file(data / "missing.json")
    store.close()
    (data / "settings.toml").write_text("[")
    restore_damaged_files(data, CONFIG_FILE_CHECKS)
    assert (data / "settings.toml").read_text() == by_hand


@given(text=st.text(max_size=60), name=st.sampled_from(sorted(CONFIG_FILE_CHECKS)))
def test_any_text_is_damaged_or_not(
    tmp_path_factory: pytest.TempPathFactory, text: str, name: str
) -> None:
    path = tmp_path_factory.mktemp("text") / name
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    assert is_damaged_file(path, CONFIG_FILE_CHECKS[name]) in (True, False)
