"""The settings table, its files and its error messages."""

import tomllib
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.engine import TimeControl
from tabletop.settings import (
    TABLE,
    Settings,
    SettingsError,
    default_text,
    load,
    read_text,
    save,
    setting,
)
from tabletop.settings.schema import FlagKey, IntegerKey, TextKey, Value, format_value
from tests.lanes import examples

ROOT = Path(__file__).parent.parent.parent


def complaint(text: str) -> str:
    """The message about the first mistake of a file called ``t.toml``."""
    with pytest.raises(SettingsError) as caught:
        read_text(text, "t.toml")
    return str(caught.value)


def test_the_shipped_file_is_written_from_the_table() -> None:
    assert (ROOT / "config/default.toml").read_text("utf-8") == default_text()


def test_the_default_file_says_every_setting_and_changes_none() -> None:
    assert read_text(default_text()) == dict(Settings().values)


def test_the_file_for_parties_is_understood_and_made_for_a_room() -> None:
    settings, problems = load([ROOT / "config/party.toml"])
    assert problems == ()
    assert settings["look.projector"]
    assert settings["look.palette"] == "contrast"
    assert settings["window.fullscreen"]
    assert settings["sound.volume"] > Settings()["sound.volume"]
    assert settings["play.best_of"] == 3


def test_every_default_is_allowed() -> None:
    for entry in TABLE:
        assert entry.check(entry.default) == entry.default


def test_the_typed_keys_are_the_keys_of_the_table() -> None:
    by_type = {
        bool: set(get_args(FlagKey)),
        int: set(get_args(IntegerKey)),
        str: set(get_args(TextKey)),
    }
    for kind, keys in by_type.items():
        assert keys == {entry.key for entry in TABLE if type(entry.default) is kind}


def test_a_value_is_read_by_its_key() -> None:
    settings = Settings().but({"window.width": 1920, "play.clock": "move 60"})
    assert settings["window.width"] == 1920
    assert settings["play.clock"] == "move 60"
    assert settings["window.fullscreen"] is True


@given(st.text("nonemvsudicrt 0123456789+", max_size=20))
def test_a_clock_is_allowed_exactly_if_the_engine_can_read_it(text: str) -> None:
    assert allows_clock(text) == engine_reads(text)


@pytest.mark.parametrize(
    "text",
    [
        *("none", "none ", "", "move", "move 60", "move 0", "Move 60", "move 6\u0660", "move 60\n"),
        *("sudden 600", "sudden 1000000", "increment 300", "increment 300+5", "increment 0+5"),
        *("increment 300+0", "increment 300+12345"),
    ],
)
def test_clocks_of_note_are_read_as_the_engine_reads_them(text: str) -> None:
    assert allows_clock(text) == engine_reads(text)


def allows_clock(text: str) -> bool:
    try:
        setting("play.clock").check(text)
    except SettingsError:
        return False
    return True


def engine_reads(text: str) -> bool:
    try:
        TimeControl.read(text)
    except ValueError:
        return False
    return True


def test_a_misspelt_key_is_refused_with_its_line_and_the_nearest_one() -> None:
    said = complaint("[window]\nwidth = 800\n\nfulscreen = false\n")
    assert said == "t.toml:4: there is no setting window.fulscreen; did you mean window.fullscreen?"


def test_a_key_in_the_wrong_section_is_shown_its_own() -> None:
    assert complaint("[look]\nwidth = 800") == (
        "t.toml:2: there is no setting look.width; did you mean window.width?"
    )
    assert complaint("fullscreen = true").endswith("did you mean window.fullscreen?")


def test_a_misspelt_section_is_refused_with_the_nearest_one() -> None:
    assert complaint("# mine\n[windw]\n") == (
        "t.toml:2: there is no section [windw]; did you mean [window]?"
    )
    assert complaint("[zzz]").endswith(
        "; there are window, display, look, sound, speech, play, pieces, input, devices, dice, "
        "computer, kiosk, party, event, attract, idle, scores"
    )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("fullscreen = 1", "window.fullscreen cannot be 1; it can be true or false"),
        ("width = true", "window.width cannot be true; it can be a whole number from 320 to 16384"),
        ("width = 8e2", "window.width cannot be 800.0; it can be a whole number from 320 to 16384"),
        ("height = 10", "window.height cannot be 10; it can be a whole number from 240 to 16384"),
        ('width = "800"', 'window.width cannot be "800"; it can be a whole number'),
        ("width = [800]", "window.width cannot be a list"),
        ("width = {a=1}", "window.width cannot be a section"),
        ("width = 1979-05-27", "window.width cannot be a date"),
        (f"width = 0x{'f' * 5000}", "window.width cannot be so great a number"),
        ('framebuffer = "gpu"', 'it can be "auto", "software" or "accelerated"'),
    ],
)
def test_a_value_that_cannot_be_is_told_what_can(line: str, words: str) -> None:
    said = complaint(f"[window]\n{line}\n")
    assert said.startswith("t.toml:2: ")
    assert words in said


@pytest.mark.parametrize("value", ["1.5", "nan", "-0.1", "inf"])
def test_a_decimal_keeps_to_its_span_and_may_be_whole(value: str) -> None:
    told = f"pieces.snap_units cannot be {value}; it can be a number from 0 to 1"
    assert told in complaint(f"[pieces]\nsnap_units = {value}\n")
    assert read_text("[pieces]\nsnap_units = 1\n") == {"pieces.snap_units": 1.0}


def test_a_section_given_as_a_value_is_explained() -> None:
    assert complaint("window = 3") == (
        "t.toml:1: window is a section and stands on a line of its own: [window]"
    )


def test_text_that_is_no_toml_is_refused_with_its_line() -> None:
    said = complaint("[window]\nwidth = \n")
    assert said.startswith("t.toml:2: ")
    assert said.endswith("; nothing of this file is used")


def test_loading_takes_what_is_right_and_tells_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_text('[window]\nwidth = 900\nheight = "tall"\n[lok]\nspeed = "off"\n', "utf-8")
    settings, problems = load([path])
    assert settings["window.width"] == 900
    assert settings["window.height"] == 800
    assert len(problems) == 2
    assert problems[0].startswith(f"{path}:3: window.height cannot be")
    assert problems[1] == f"{path}:4: there is no section [lok]; did you mean [look]?"


def test_of_two_files_the_later_wins_and_a_missing_one_says_nothing(tmp_path: Path) -> None:
    first, second = tmp_path / "1.toml", tmp_path / "2.toml"
    first.write_text("window.width = 900\nwindow.height = 900", "utf-8")
    second.write_text("window.width = 1000", "utf-8")
    settings, problems = load([first, tmp_path / "none.toml", second])
    assert (settings["window.width"], settings["window.height"]) == (1000, 900)
    assert problems == ()


@pytest.mark.parametrize(
    "damaged", [b"[window\n", b"\xff\xfe\x00", b"x = " + b"[" * 5000, b"a = 1\na = 2", b"\x00"]
)
def test_a_damaged_file_is_reported_and_left_alone(tmp_path: Path, damaged: bytes) -> None:
    path = tmp_path / "s.toml"
    path.write_bytes(damaged)
    settings, problems = load([path])
    assert settings == Settings()
    assert len(problems) == 1
    assert "\n" not in problems[0]
    assert path.read_bytes() == damaged


def test_a_folder_in_place_of_a_file_is_reported(tmp_path: Path) -> None:
    settings, problems = load([tmp_path])
    assert settings == Settings()
    assert len(problems) == 1


@given(st.binary(max_size=80))
def test_no_file_whatsoever_stops_the_start(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes(data)
    settings, _ = load([path])
    assert set(settings.values) == set(Settings().values)


def test_a_mark_at_the_start_and_foreign_line_ends_are_read(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_bytes(b"\xef\xbb\xbf[window]\r\nwidth = 900\r\n")
    settings, problems = load([path])
    assert settings["window.width"] == 900
    assert problems == ()


def test_saving_writes_only_what_changed(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.toml"
    assert save(path, {"play.last_game": "shoo"}) is None
    assert tomllib.loads(path.read_text("utf-8")) == {"play": {"last_game": "shoo"}}
    assert list(path.parent.iterdir()) == [path]


def test_saving_keeps_comments_and_all_other_lines(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_text('# ours\n[play]\n# mind\nclock = "none"\n\n[future]\nx = 1\n', "utf-8")
    save(path, {"play.clock": "move 60", "play.seating": "facing", "window.width": 900})
    assert path.read_text("utf-8") == (
        '# ours\n[play]\nseating = "facing"\n# mind\nclock = "move 60"\n\n[future]\nx = 1\n'
        "\n[window]\nwidth = 900\n"
    )


def test_saving_over_a_damaged_file_sets_it_aside(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    for number in (1, 2):
        path.write_text("[play\n", "utf-8")
        aside = save(path, {"play.last_game": "shoo"})
        assert aside == tmp_path / f"s.damaged-{number}.toml"
        assert aside.read_text("utf-8") == "[play\n"
        assert read_text(path.read_text("utf-8")) == {"play.last_game": "shoo"}


def test_saving_into_an_odd_layout_loses_no_setting(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_text("window = {width = 900}\n", "utf-8")
    save(path, {"window.height": 700})
    assert read_text(path.read_text("utf-8")) == {"window.width": 900, "window.height": 700}


def test_a_wrong_change_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    with pytest.raises(SettingsError):
        save(path, {"window.width": 3})
    with pytest.raises(SettingsError):
        save(path, {"window.wide": 3})
    assert not path.exists()


@given(st.text())
def test_any_text_is_written_as_toml_reads_it(text: str) -> None:
    assert tomllib.loads(f"x = {format_value(text)}") == {"x": text}


@pytest.mark.parametrize("sign", ["\x00", "\n", "\x1b", "\x7f"])
def test_the_name_of_an_event_holds_no_sign_that_cannot_be_shown(sign: str) -> None:
    with pytest.raises(SettingsError):
        setting("kiosk.event").check(f"Spring{sign}fair")


def changes() -> st.SearchStrategy[dict[str, Value]]:
    """Any allowed values for some of the settings."""
    some: dict[str, st.SearchStrategy[Value]] = {}
    for entry in TABLE:
        if entry.choices:
            some[entry.key] = st.sampled_from(entry.choices)
        elif isinstance(entry.default, bool):
            some[entry.key] = st.booleans()
        elif isinstance(entry.default, int):
            some[entry.key] = st.integers(int(entry.span[0]), int(entry.span[1]))
        elif isinstance(entry.default, float):
            some[entry.key] = st.floats(*entry.span)
        else:
            some[entry.key] = st.from_regex(entry.form, fullmatch=True)
    return st.fixed_dictionaries({}, optional=some)


@examples(40)
@given(changes(), changes())
def test_what_is_saved_is_loaded_again(
    tmp_path_factory: pytest.TempPathFactory, first: dict[str, Value], second: dict[str, Value]
) -> None:
    path = tmp_path_factory.getbasetemp() / "again.toml"
    path.unlink(missing_ok=True)
    save(path, first)
    save(path, second)
    assert load([path]) == (Settings().but(first | second), ())


def test_a_secret_is_in_no_list_and_in_no_complaint() -> None:
    settings = Settings().but({"party.wifi_password": "hunter22"})
    assert settings["party.wifi_password"] == "hunter22"
    assert "hunter22" not in map(str, settings.listed.values())
    assert settings.listed.keys() == settings.values.keys()
    assert setting("party.wifi_password").shown("hunter22") != "hunter22"
    with pytest.raises(SettingsError) as refused:
        Settings().but({"party.wifi_password": "hunter22\n"})
    assert "hunter22" not in str(refused.value)
