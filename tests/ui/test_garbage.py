"""Python looks for garbage again once the table is open, and through everything once it closed."""

import gc
from collections.abc import Iterator

import pytest

from tabletop.ui import garbage


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    yield
    garbage.release()


def test_while_the_table_opens_none_is_looked_for() -> None:
    garbage.hold()
    assert not gc.isenabled()
    garbage.settle()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0


def test_only_the_first_picture_settles_it() -> None:
    garbage.hold()
    garbage.settle()
    settled = gc.get_freeze_count()
    kept = [[number] for number in range(1000)]
    garbage.settle()
    assert gc.get_freeze_count() <= settled
    assert len(kept) == 1000


def test_afterwards_all_is_looked_through_again() -> None:
    garbage.hold()
    garbage.settle()
    garbage.release()
    assert gc.get_freeze_count() == 0
    assert gc.isenabled()
