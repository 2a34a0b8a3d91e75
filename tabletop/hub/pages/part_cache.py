"""Parts of pages that are the same for all viewers: drawn once for each version of `Changes`."""

import asyncio
import gzip
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from aiohttp import web

from tabletop.hub.changes import Changes

DRAW_SECONDS: Final = 0.5
"""The least seconds between two drawings of a part."""
MAX_AGE_SECONDS: Final = 10.0
"""After which a part is drawn anew although nothing has changed: it tells ages."""
MAX_PARTS: Final = 64


@dataclass(slots=True)
class _Part:
    html: str = ""
    packed: bytes = b""
    version: int = -1
    at: float = float("-inf")
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class PartCache:
    """Draws in a thread, each part at most once in `DRAW_SECONDS`; those who ask wait for it."""

    def __init__(self, changes: Changes, now: Callable[[], float] = time.monotonic) -> None:
        self._changes = changes
        self._now = now
        self._parts: OrderedDict[str, _Part] = OrderedDict()

    async def get(self, key: str, draw: Callable[[], str]) -> str:
        """A part as HTML. `draw` runs in a thread; `key` tells what it draws."""
        return (await self._fresh(key, draw)).html

    async def answer(self, request: web.Request, key: str, draw: Callable[[], str]) -> web.Response:
        """The part alone, for a page that follows along."""
        part = await self._fresh(key, draw)
        if "gzip" not in request.headers.get("Accept-Encoding", ""):
            return web.Response(text=part.html, content_type="text/html", charset="utf-8")
        headers = {"Content-Encoding": "gzip", "Content-Type": "text/html; charset=utf-8"}
        return web.Response(body=part.packed, headers=headers)

    async def _fresh(self, key: str, draw: Callable[[], str]) -> _Part:
        part = self._parts.setdefault(key, _Part())
        self._parts.move_to_end(key)
        if len(self._parts) > MAX_PARTS:
            self._parts.popitem(last=False)
        if not self._is_fresh(part):
            asked = self._now()
            async with part.lock:
                # What was drawn since then shows all that this request has to, or more changes
                # would keep it waiting for ever.
                if part.at < asked and not self._is_fresh(part):
                    await asyncio.sleep(part.at + DRAW_SECONDS - self._now())
                    await self._draw(part, draw)
        return part

    def _is_fresh(self, part: _Part) -> bool:
        return part.version == self._changes.version and self._now() < part.at + MAX_AGE_SECONDS

    async def _draw(self, part: _Part, draw: Callable[[], str]) -> None:
        version, part.at = self._changes.version, self._now()

        def work() -> tuple[str, bytes]:
            html = draw()
            return html, gzip.compress(html.encode(), 1)

        part.html, part.packed = await asyncio.to_thread(work)
        part.version = version
