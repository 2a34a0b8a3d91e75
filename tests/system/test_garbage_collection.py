"""Garbage collection starts once the table is open, and covers all objects after it closed."""

import gc
from collections.abc import Iterator

import pytest

from tabletop.system import process


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    yield
    process.unfreeze_objects()


def test_while_the_table_opens_none_is_looked_for() -> None:
    process.disable_gc()
    assert not gc.isenabled()
    process.freeze_startup_objects()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0


def test_only_the_first_picture_settles_it() -> None:
    process.disable_gc()
    process.freeze_startup_objects()
    settled = gc.get_freeze_count()
    kept = [[number] for number in range(1000)]
    process.freeze_startup_objects()
    assert gc.get_freeze_count() <= settled
    assert len(kept) == 1000


def test_afterwards_all_is_looked_through_again() -> None:
    process.disable_gc()
    process.freeze_startup_objects()
    process.unfreeze_objects()
    assert gc.get_freeze_count() == 0
    assert gc.isenabled()
