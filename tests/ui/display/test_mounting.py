"""How a screen is mounted is kept for that screen, and what cannot be used is said."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.input.viewport import CALIBRATION_TARGETS, Calibration, Keystone, Margins
from tabletop.settings import Settings
from tabletop.ui.display.display_transform import (
    DISPLAYS_FILE,
    DisplayProfile,
    DisplayTransform,
    display_key,
    load_profiles,
    read_profiles,
)

KEYSTONE = Keystone(((0.1, 0.05), (0.9, 0.0), (1.0, 1.0), (0.0, 0.95)))
CHOSEN = DisplayProfile(
    1, True, Margins(0.01, 0.02, 0.03, 0.04), Calibration(CALIBRATION_TARGETS), KEYSTONE
)
BIG, SMALL = display_key(0, (1920, 1080)), display_key(1, (1280, 800))


def test_what_was_kept_is_there_at_the_next_start(tmp_path: Path) -> None:
    pane = DisplayTransform(path=tmp_path / DISPLAYS_FILE)
    pane.fit(BIG, (1920, 1080))
    pane.try_out(CHOSEN)
    pane.keep()
    again = DisplayTransform(path=tmp_path / DISPLAYS_FILE)
    again.fit(BIG, (1920, 1080))
    assert again.mounting == CHOSEN
    assert again.now == pane.now


def test_what_was_only_tried_is_not_kept(tmp_path: Path) -> None:
    pane = DisplayTransform(path=tmp_path / DISPLAYS_FILE)
    pane.try_out(CHOSEN)
    assert not (tmp_path / DISPLAYS_FILE).exists()
    pane.go_back()
    assert pane.mounting == DisplayProfile()


def test_each_screen_and_each_window_has_its_own(tmp_path: Path) -> None:
    pane = DisplayTransform(path=tmp_path / DISPLAYS_FILE)
    pane.fit(BIG, (1920, 1080))
    pane.try_out(CHOSEN)
    pane.keep()
    pane.fit(SMALL, (1280, 800))
    assert pane.mounting == DisplayProfile()
    pane.fit(BIG, (1920, 1080))
    assert pane.mounting == CHOSEN
    pane.fit("window", (800, 600))
    assert pane.now.plain


def test_what_was_not_chosen_is_as_the_settings_say() -> None:
    settings = Settings().but({"display.turn": "270", "display.overscan": 2.5})
    viewport = DisplayProfile(mirror=True).viewport((800, 600), settings)
    assert (viewport.turns, viewport.mirror, viewport.margins) == (
        3,
        True,
        Margins.all_round(0.025),
    )


def test_every_change_has_a_version() -> None:
    pane = DisplayTransform()
    before = pane.version
    pane.fit(BIG, (1920, 1080))
    assert pane.version == before
    pane.try_out(CHOSEN)
    pane.go_back()
    pane.go_back()
    assert pane.version == before + 2


def test_raw_touches_are_not_dropped_outside_the_picture() -> None:
    pane = DisplayTransform()
    pane.try_out(DisplayProfile(margins=Margins.all_round(0.1)))
    assert pane.to_canvas(0, 0) is None
    pane.raw = True
    at = pane.to_canvas(0, 0)
    assert at is not None
    assert min(at) < 0
    assert pane.share(at) == pytest.approx((0, 0), abs=1e-9)
    assert pane.seen((0, 0)) == pytest.approx(at)


@pytest.mark.parametrize(
    "entry",
    [
        3,
        {"turn": 45},
        {"turn": "90"},
        {"mirror": 1},
        {"margins": [0.1]},
        {"margins": [0.1, 0.1, 0.1, 0.5]},
        {"margins": [0.1, 0.1, 0.1, float("nan")]},
        {"calibration": [[0.1, 0.1]]},
        {"calibration": [[0.1, 0.1], [0.9, 0.9], [0.9, 0.1], [0.1, 0.9]]},
        {"calibration": [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, None]]},
        {"keystone": [[0.1, 0.1]]},
        {"keystone": [[0, 0], [1, 1], [1, 0], [0, 1]]},
        {"keystone": [[0, 0], [1, 0], [1, 9], [0, 1]]},
    ],
)
def test_a_screen_that_makes_no_sense_is_left_out_and_the_others_stay(
    tmp_path: Path, entry: Any
) -> None:
    path = tmp_path / DISPLAYS_FILE
    path.write_text(json.dumps({"a": entry, "b": {"turn": 90}}), encoding="utf-8")
    known, wrong = load_profiles(path)
    assert known == {"b": DisplayProfile(turns=1)}
    assert wrong is not None
    assert (tmp_path / "displays.damaged-1.json").exists()
    assert load_profiles(path) == (known, None)


@given(st.binary(max_size=60) | st.recursive(st.none() | st.integers() | st.text(), lambda inner: (
    st.lists(inner) | st.dictionaries(st.text(), inner)
)).map(lambda thing: json.dumps(thing).encode()))  # fmt: skip
def test_any_file_can_be_read(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("any") / DISPLAYS_FILE
    path.write_bytes(content)
    known, wrong = read_profiles(path)
    assert isinstance(known, dict)
    assert wrong is None or wrong.key == "mounting.damaged"


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    pane = DisplayTransform(path=tmp_path / "no folder" / DISPLAYS_FILE)
    (tmp_path / "no folder").write_text("a file")
    pane.try_out(CHOSEN)
    with pytest.raises(OSError, match="no folder"):
        pane.keep()
    assert pane.kept == CHOSEN
