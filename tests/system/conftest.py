"""Fixtures of the tests of `tabletop.system`."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop.system import logs
from tests.system.pin_locks import Machine


@pytest.fixture(autouse=True)
def _no_names() -> Iterator[None]:
    """Forgets the names that an earlier test has hidden from the logs."""
    logs.forget_names()
    yield
    logs.forget_names()


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "operator.json"
