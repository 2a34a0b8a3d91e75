from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.input.serial.wire import Wire


@pytest.fixture
def wire(tmp_path: Path) -> Iterator[Wire]:
    wire = Wire(tmp_path / "device")
    yield wire
    wire.unplug()
