"""What all tests of supervision begin with."""

from collections.abc import Iterator

import pytest

from tabletop.supervision import discretion


@pytest.fixture(autouse=True)
def _nobody() -> Iterator[None]:
    """No name is known from an earlier test."""
    discretion.forget()
    yield
    discretion.forget()
