"""Pictures are kept while there is room: the eldest make way, of their own kind or of all."""

from collections.abc import Iterator
from dataclasses import dataclass

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.ui.core import cache as module
from tabletop.ui.core.cache import (
    BUDGET_WINDOWS,
    BYTES_PER_PIXEL,
    MIN_WINDOW_PIXELS,
    CachedFunction,
    clear_all,
    set_window_size,
    surface_bytes,
    surface_cache,
    total_bytes,
)
from tabletop.ui.theme.theme import ThemeColor, switch_palette

ROOM = BUDGET_WINDOWS * BYTES_PER_PIXEL * MIN_WINDOW_PIXELS
SIDE = 512
BYTES = SIDE * SIDE * BYTES_PER_PIXEL


@pytest.fixture(autouse=True)
def _empty() -> Iterator[None]:
    """Nothing is kept at first, and what a test has made is forgotten."""
    clear_all()
    kinds = list(module._pool.kinds)
    set_window_size((1, 1))
    yield
    clear_all()
    module._pool.kinds[:] = kinds


def maker(most: int = 1000) -> CachedFunction[[object], pygame.Surface]:
    @surface_cache(most=most)
    def picture(name: object) -> pygame.Surface:
        """A picture with that name."""
        return pygame.Surface((SIDE, SIDE), depth=32)

    return picture


def test_a_picture_is_made_once_and_is_the_same_one_afterwards() -> None:
    picture = maker()
    assert picture("a") is picture("a")
    assert picture("b") is not picture("a")
    assert picture.made == 2
    assert picture.__doc__ == "A picture with that name."


def test_pictures_that_are_asked_for_by_name_are_kept_too() -> None:
    @surface_cache(most=8)
    def square(*, side: int) -> pygame.Surface:
        return pygame.Surface((side, side))

    assert square(side=4) is square(side=4)
    assert square(side=5).get_width() == 5


def test_of_one_kind_as_many_are_kept_as_its_maker_says() -> None:
    picture = maker(most=2)
    first = picture("a")
    picture("b")
    assert picture("a") is first
    picture("c")  # b was not asked for for longest
    assert picture("a") is first
    assert len(picture) == 2
    assert total_bytes() == 2 * BYTES


def test_of_all_kinds_together_what_was_not_seen_for_longest_makes_way() -> None:
    stones, words = maker(), maker()
    room = ROOM // BYTES
    seen = stones("always seen")
    for number in range(3 * room):
        words(number)
        assert stones("always seen") is seen
        assert total_bytes() <= ROOM
    assert stones.made == 1
    assert len(words) == room - 1


def test_a_larger_window_has_room_for_more_and_a_smaller_one_gives_up_at_once() -> None:
    picture = maker()
    set_window_size((3840, 2160))
    for number in range(2 * ROOM // BYTES):
        picture(number)
    assert total_bytes() > ROOM
    set_window_size((640, 480))
    assert total_bytes() <= ROOM


def test_a_picture_larger_than_all_room_is_kept_while_it_is_the_newest() -> None:
    @surface_cache(most=4)
    def huge(name: str) -> tuple[pygame.Surface, ...]:
        return (pygame.Surface((SIDE, SIDE), depth=32),) * (ROOM // BYTES + 1)

    assert huge("a") is huge("a")
    assert len(huge) == 1
    huge("b")
    assert len(huge) == 1


def test_what_is_made_of_a_picture_counts_with_it() -> None:
    """As long as the turned one is kept the upright one lives, whoever else has given it up."""

    @surface_cache(most=4)
    def turned(picture: pygame.Surface) -> pygame.Surface:
        return pygame.transform.rotate(picture, 90)

    turned(pygame.Surface((SIDE, SIDE), depth=32))
    assert total_bytes() == 2 * BYTES


def test_a_maker_that_fails_leaves_nothing() -> None:
    @surface_cache(most=4)
    def broken(name: str) -> pygame.Surface:
        raise OSError(name)

    for _ in range(2):
        with pytest.raises(OSError, match="a"):
            broken("a")
    assert (len(broken), total_bytes()) == (0, 0)


def test_one_that_is_made_of_itself_is_counted_once() -> None:
    @surface_cache(most=8)
    def nested(depth: int) -> pygame.Surface:
        if depth:
            nested(depth - 1)
        return pygame.Surface((SIDE, SIDE), depth=32)

    nested(3)
    assert (len(nested), total_bytes()) == (4, 4 * BYTES)


def test_after_a_change_of_palette_nothing_of_the_one_before_is_kept() -> None:
    @surface_cache(most=8)
    def inked(colour: ThemeColor) -> pygame.Surface:
        return pygame.Surface((SIDE, SIDE), depth=32)

    inked(ThemeColor("text"))
    try:
        assert switch_palette("light")
        assert (len(inked), total_bytes()) == (0, 0)
    finally:
        switch_palette("dark")


@dataclass(frozen=True)
class Drawn:
    picture: pygame.Surface
    corner: tuple[int, int]


def test_pictures_are_weighed_wherever_they_are() -> None:
    small = pygame.Surface((10, 10), depth=24)
    assert surface_bytes(small) == 300
    assert surface_bytes(((small, 3, 4), [small], None, "words")) == 600
    assert surface_bytes(Drawn(small, (1, 2))) == 300


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 40)), max_size=200))
def test_whatever_is_asked_for_the_weight_is_that_of_what_is_kept(
    asked: list[tuple[int, int]],
) -> None:
    clear_all()
    kinds = [maker(most=most) for most in (1, 8, 400)]
    for kind, name in asked:
        kinds[kind](name)
        assert total_bytes() == sum(map(len, kinds)) * BYTES <= ROOM
    clear_all()
    assert total_bytes() == 0
