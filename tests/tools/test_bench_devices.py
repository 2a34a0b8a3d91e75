"""The measurements of devices, made small."""

from pathlib import Path

from tools.bench import devices


def test_an_unplugged_reader_loses_nothing(tmp_path: Path) -> None:
    told = devices.measure(tmp_path, "unplugged", cycles=3)
    assert (told["events"], told["lost"], told["doubled"], told["out_of_order"]) == (9, 0, 0, 0)
    assert (told["descriptors_leaked"], told["threads_leaked"]) == (0, 0)


def test_a_flood_loses_nothing(tmp_path: Path) -> None:
    told = devices.measure(tmp_path, "flood", seconds=0.5)
    assert told["presses"] > 0
    assert (told["lost"], told["wrong"], told["in_order"]) == (0, 0, True)
