"""What the table tells people: losses of devices only as long as they are true."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tabletop.input.devices import Device, DeviceHealth
from tabletop.settings import Settings
from tabletop.storage import Store
from tabletop.ui.audio.sound_files import SoundName
from tabletop.ui.core.app_context import AppContext
from tests.sound_listener import listening

BOX = Device("k1", "serial", "box", "/dev/one", "ttl/1", DeviceHealth.LOST)
LIVE = replace(BOX, health=DeviceHealth.LIVE)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AppContext]:
    with Store.open(tmp_path) as store:
        yield AppContext(Settings(), store, tmp_path, lambda: "2030-01-01", lambda: 7)


def test_a_device_that_is_back_is_not_told_as_lost(table: AppContext) -> None:
    table.tell("The disk is full.")
    table.devices.report(BOX)
    table.lose("box", "it was unplugged")
    table.clear_recovered_losses()
    assert table.problems == ["The disk is full.", "box: it was unplugged"]
    table.devices.report(LIVE)
    table.clear_recovered_losses()
    assert table.problems == ["The disk is full."]


def test_many_losses_of_one_device_are_one_sentence(table: AppContext) -> None:
    table.devices.report(BOX)
    for number in range(200):
        table.lose("box", f"read failed ({number})")
    assert table.problems == ["box: read failed (199)"]


def test_a_device_that_is_taken_off_the_list_is_nobody_s_loss(table: AppContext) -> None:
    table.devices.report(BOX)
    table.lose("box", "it was unplugged")
    table.devices.forget(BOX.key)
    table.clear_recovered_losses()
    assert table.problems == []


def test_of_two_devices_with_one_name_both_must_be_back(table: AppContext) -> None:
    twin = replace(BOX, key="k2")
    table.devices.report(BOX)
    table.devices.report(twin)
    table.lose("box", "it was unplugged")
    table.devices.report(LIVE)
    table.clear_recovered_losses()
    assert table.problems == ["box: it was unplugged"]
    table.devices.report(replace(twin, health=DeviceHealth.STALE))
    table.clear_recovered_losses()
    assert table.problems == []


def test_a_source_that_is_no_device_stays_told(table: AppContext) -> None:
    table.lose("tuio", "the port is taken")
    table.clear_recovered_losses()
    table.lose("tuio", "no network")
    table.clear_recovered_losses()
    assert table.problems == ["tuio: no network"]


@pytest.mark.parametrize(
    ("sound", "kind"),
    [("placed", "pieces"), ("landed", "dice"), ("won", "turns"), ("refused", "alerts")],
)
def test_a_sound_is_as_loud_as_all_and_its_kind_say(
    table: AppContext, sound: SoundName, kind: str
) -> None:
    ear = listening(table)
    table.settings = table.settings.but({"sound.volume": 50, f"sound.{kind}": 40})
    table.play(sound)
    ((heard, volume),) = ear.heard
    assert heard == sound
    assert volume == pytest.approx(0.2)


def test_the_music_follows_the_settings_as_they_change(table: AppContext) -> None:
    ear = listening(table)
    table.change("sound.music", 50)
    table.change("sound.volume", 80)
    table.change("look.speed", "slow")
    assert ear.music == [pytest.approx(0.3), pytest.approx(0.4)]
    assert ear.prepared == 2


def test_a_table_that_is_made_quiet_lets_go_of_the_device(table: AppContext) -> None:
    ear = listening(table)
    table.change("sound.volume", 0)
    assert ear.music == []
    assert (ear.prepared, ear.closed) == (0, 1)
