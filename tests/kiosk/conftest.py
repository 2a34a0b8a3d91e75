"""What the tests of the door have in common."""

from pathlib import Path

import pytest

from tests.kiosk.doors import Machine


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "operator.json"
