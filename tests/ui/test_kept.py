"""Pictures are kept while there is room: the eldest make way, of their own kind or of all."""

from collections.abc import Iterator
from dataclasses import dataclass

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.ui import kept as module
from tabletop.ui.inks import Ink
from tabletop.ui.kept import DEPTH, LEAST, WINDOWS, Kept, fit, forget_all, kept, size_of, weight
from tabletop.ui.theme import use

ROOM = WINDOWS * DEPTH * LEAST
SIDE = 512
BYTES = SIDE * SIDE * DEPTH


@pytest.fixture(autouse=True)
def _empty() -> Iterator[None]:
    """Nothing is kept at first, and what a test has made is forgotten."""
    forget_all()
    kinds = list(module._pool.kinds)
    fit((1, 1))
    yield
    forget_all()
    module._pool.kinds[:] = kinds


def maker(most: int = 1000) -> Kept[[object], pygame.Surface]:
    @kept(most=most)
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
    @kept(most=8)
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
    assert weight() == 2 * BYTES


def test_of_all_kinds_together_what_was_not_seen_for_longest_makes_way() -> None:
    stones, words = maker(), maker()
    room = ROOM // BYTES
    seen = stones("always seen")
    for number in range(3 * room):
        words(number)
        assert stones("always seen") is seen
        assert weight() <= ROOM
    assert stones.made == 1
    assert len(words) == room - 1


def test_a_larger_window_has_room_for_more_and_a_smaller_one_gives_up_at_once() -> None:
    picture = maker()
    fit((3840, 2160))
    for number in range(2 * ROOM // BYTES):
        picture(number)
    assert weight() > ROOM
    fit((640, 480))
    assert weight() <= ROOM


def test_a_picture_larger_than_all_room_is_kept_while_it_is_the_newest() -> None:
    @kept(most=4)
    def huge(name: str) -> tuple[pygame.Surface, ...]:
        return (pygame.Surface((SIDE, SIDE), depth=32),) * (ROOM // BYTES + 1)

    assert huge("a") is huge("a")
    assert len(huge) == 1
    huge("b")
    assert len(huge) == 1


def test_what_is_made_of_a_picture_counts_with_it() -> None:
    """As long as the turned one is kept the upright one lives, whoever else has given it up."""

    @kept(most=4)
    def turned(picture: pygame.Surface) -> pygame.Surface:
        return pygame.transform.rotate(picture, 90)

    turned(pygame.Surface((SIDE, SIDE), depth=32))
    assert weight() == 2 * BYTES


def test_a_maker_that_fails_leaves_nothing() -> None:
    @kept(most=4)
    def broken(name: str) -> pygame.Surface:
        raise OSError(name)

    for _ in range(2):
        with pytest.raises(OSError, match="a"):
            broken("a")
    assert (len(broken), weight()) == (0, 0)


def test_one_that_is_made_of_itself_is_counted_once() -> None:
    @kept(most=8)
    def nested(depth: int) -> pygame.Surface:
        if depth:
            nested(depth - 1)
        return pygame.Surface((SIDE, SIDE), depth=32)

    nested(3)
    assert (len(nested), weight()) == (4, 4 * BYTES)


def test_after_a_change_of_palette_nothing_of_the_one_before_is_kept() -> None:
    @kept(most=8)
    def inked(colour: Ink) -> pygame.Surface:
        return pygame.Surface((SIDE, SIDE), depth=32)

    inked(Ink("text"))
    try:
        assert use("light")
        assert (len(inked), weight()) == (0, 0)
    finally:
        use("dark")


@dataclass(frozen=True)
class Drawn:
    picture: pygame.Surface
    corner: tuple[int, int]


def test_pictures_are_weighed_wherever_they_are() -> None:
    small = pygame.Surface((10, 10), depth=24)
    assert size_of(small) == 300
    assert size_of(((small, 3, 4), [small], None, "words")) == 600
    assert size_of(Drawn(small, (1, 2))) == 300


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 40)), max_size=200))
def test_whatever_is_asked_for_the_weight_is_that_of_what_is_kept(
    asked: list[tuple[int, int]],
) -> None:
    forget_all()
    kinds = [maker(most=most) for most in (1, 8, 400)]
    for kind, name in asked:
        kinds[kind](name)
        assert weight() == sum(map(len, kinds)) * BYTES <= ROOM
    forget_all()
    assert weight() == 0
