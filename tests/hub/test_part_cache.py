"""Parts of pages that are drawn once for all who ask."""

import asyncio
from itertools import count
from pathlib import Path

from tabletop.hub.pages.part_cache import MAX_AGE_SECONDS, MAX_PARTS, PartCache
from tests.hub.staff_client import HubSite, with_hub


class FakeClock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_part_is_drawn_once_for_all_until_something_changes_or_it_is_old(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        clock, drawn = FakeClock(), count()
        cache = PartCache(site.hub.changes, clock)

        def draw() -> str:
            return str(next(drawn))

        async def ask() -> set[str]:
            return set(await asyncio.gather(*(cache.get("part", draw) for _ in range(20))))

        assert await ask() == {"0"}
        assert await ask() == {"0"}
        clock.now += MAX_AGE_SECONDS
        assert await ask() == {"1"}
        clock.now += 1.0
        site.hub.changes.version += 1
        assert await ask() == {"2"}
        assert await cache.get("other", lambda: "x") == "x"

    with_hub(tmp_path, work)


def test_those_who_wait_get_the_next_drawing_even_if_more_changes_follow(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        clock, drawn = FakeClock(), count()
        cache = PartCache(site.hub.changes, clock)

        def draw() -> str:
            site.hub.changes.version += 1  # what was drawn is out of date at once
            clock.now += 2.0
            return str(next(drawn))

        got = await asyncio.gather(*(cache.get("part", draw) for _ in range(20)))
        assert set(got) == {"0"}

    with_hub(tmp_path, work)


def test_it_holds_a_limited_number_of_parts(tmp_path: Path) -> None:
    async def work(site: HubSite) -> None:
        drawn = count()
        cache = PartCache(site.hub.changes)

        def draw() -> str:
            return str(next(drawn))

        for number in range(2 * MAX_PARTS):
            await cache.get(str(number), draw)
        assert await cache.get(str(2 * MAX_PARTS - 1), draw) == str(2 * MAX_PARTS - 1)
        assert await cache.get("0", draw) == str(2 * MAX_PARTS)

    with_hub(tmp_path, work)
