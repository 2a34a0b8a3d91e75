"""A picture that takes long to make comes by and by, and the loop goes on turning meanwhile."""

from collections.abc import Callable
from math import inf

import pygame
import pytest

from tabletop.ui.core import cache
from tabletop.ui.core.cache import MAX_TRIES, FrameBudget, in_slices


class Work:
    """A thread's clock of work, which goes on by what is done; it stands in for the real one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(cache, "thread_time", lambda: self.now)

    def maker(self, cost: float, most: int = 64) -> cache.CachedFunction[[int], pygame.Surface]:
        """Something that makes small pictures, each of which is so much work."""

        def make(number: int) -> pygame.Surface:
            self.now += cost
            return pygame.Surface((1 + number, 1))

        return cache.CachedFunction(make, most)


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    return Work(monkeypatch)


def opened(patience: float, now: Callable[[], float] = lambda: 0.0) -> FrameBudget:
    """As it is once the first picture has been shown."""
    haste = FrameBudget(patience, now)
    assert haste.made(lambda: True)
    return haste


def turns(
    haste: FrameBudget, work: Work, page: cache.CachedFunction[[int], pygame.Surface]
) -> list[float]:
    """The seconds of work of every turn until a page of ten pictures has come."""
    found: list[float] = []
    shown = None
    while shown is None:
        began = work.now
        shown = haste.made(lambda: [page(number) for number in range(10)])
        found.append(work.now - began)
    assert [picture.get_width() for picture in shown] == list(range(1, 11))
    return found


def test_a_page_of_many_pictures_comes_in_several_turns_and_none_of_them_is_long(
    work: Work,
) -> None:
    spent = turns(opened(0.03), work, work.maker(0.02))
    assert max(spent) <= 0.03 + 0.02
    assert sum(spent) == pytest.approx(0.2)


def test_the_first_picture_of_all_is_made_at_once(work: Work) -> None:
    haste = FrameBudget(0.03, lambda: 5.0)
    assert haste.made(lambda: True, 1.0)
    haste = FrameBudget(0.03, lambda: 5.0)
    assert turns(haste, work, work.maker(0.02)) == [pytest.approx(0.2)]
    assert len(turns(haste, work, work.maker(0.02))) > 1


def test_all_comes_at_once_to_who_has_patience(work: Work) -> None:
    assert turns(FrameBudget(inf), work, work.maker(0.02)) == [pytest.approx(0.2)]


def test_a_page_that_is_never_whole_in_time_comes_all_the_same(work: Work) -> None:
    """So few of its pictures are kept that each try begins anew."""
    spent = turns(opened(0.03), work, work.maker(0.02, most=2))
    assert len(spent) > MAX_TRIES
    assert spent[-1] >= 0.16


def test_without_any_patience_each_turn_makes_one_picture_of_however_many(work: Work) -> None:
    part = work.maker(0.5)
    whole = cache.CachedFunction(lambda number: (part(number), part(number + 1)), 64)
    haste = opened(0.0)
    tries = 0
    while haste.made(lambda: [whole(number) for number in range(10)]) is None:
        tries += 1
    assert tries <= 2 * 11 + 10


def test_nobody_takes_what_is_not_ready_for_an_error(work: Work) -> None:
    page = work.maker(1.0)

    def careless() -> pygame.Surface | None:
        page(0)
        try:
            return page(1)
        except Exception:
            return None

    haste = opened(0.03)
    assert haste.made(careless) is None
    assert haste.made(careless) is None
    again = haste.made(careless)
    assert again is not None
    assert again.get_width() == 2


def test_what_has_been_worked_in_a_turn_is_taken_from_what_its_picture_may_cost(work: Work) -> None:
    page = work.maker(0.01)

    def found(began: float, tries: int = 1) -> int:
        """How many of ten pictures are there after so many tries."""
        page.cache_clear()
        haste, before = opened(0.035, lambda: 5.0), page.made
        for _ in range(tries):
            assert haste.made(lambda: [page(number) for number in range(10)], began) is None
        return page.made - before

    assert found(5.0) == 4
    assert found(4.98) == 2
    assert found(4.0) == 0, "it is put off to the next turn"
    assert found(4.0, tries=2) == 1, "one at least, or it would never come"


def test_what_is_kept_elsewhere_is_found_again_after_its_time_was_over(work: Work) -> None:
    shelf: list[int] = []

    def page() -> list[int]:
        while len(shelf) < 3:
            work.now += 1.0
            shelf.append(len(shelf))
            cache.check_time_limit()
        return shelf

    haste = opened(0.03)
    assert [haste.made(page) for _ in range(4)] == [None, None, None, [0, 1, 2]]


def test_a_hurry_within_a_hurry_is_no_part_of_it(work: Work) -> None:
    page = work.maker(1.0)
    with cache.time_limit(0.03):
        with cache.time_limit(inf):
            page(0)
        with pytest.raises(cache.BudgetExceeded):
            page(1)
    assert page.made == 2, "the outer one, too, makes one picture at least"


def test_what_is_made_by_and_by_is_made_in_steps_until_all_is_there(work: Work) -> None:
    page = work.maker(0.003)
    steps = list(in_slices(lambda: [page(number) for number in range(10)]))
    assert page.made == 10
    assert 5 <= len(steps) <= 6


def test_what_is_made_outside_of_a_hurry_has_all_the_time_there_is(work: Work) -> None:
    page = work.maker(1.0)
    haste = opened(0.03)
    assert haste.made(lambda: (page(0), page(1))) is None
    assert page(1).get_width() == 2


def test_a_turn_that_has_worked_long_leaves_the_picture_to_the_next_one_and_no_further() -> None:
    now = 5.0
    haste = opened(0.03, lambda: now)
    assert haste.made(lambda: True, now - 0.02)
    assert haste.made(lambda: True, now - 0.04) is None
    assert haste.made(lambda: True, now - 0.04)
    assert haste.made(lambda: True, now - 0.04) is None
