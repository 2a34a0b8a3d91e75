"""What all tests of supervision begin with."""

from collections.abc import Iterator

import pytest

from tabletop.system import log_redaction


@pytest.fixture(autouse=True)
def _nobody() -> Iterator[None]:
    """No name is known from an earlier test."""
    log_redaction.forget_names()
    yield
    log_redaction.forget_names()
