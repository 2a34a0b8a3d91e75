"""The pages to take home from the last finished match, made in a thread."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Collection
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Final

from tabletop.ui.core.context import UiContext
from tabletop.ui.core.phone_match import PhoneMatch

if TYPE_CHECKING:  # nothing of the phones is loaded while they are off
    from tabletop.party.messages import HomePage

log = logging.getLogger(__name__)

KEY_BYTES: Final = 9
"""Of the random part of a page's address: who has not seen it cannot guess it."""


class HomePages:
    """One page for each language in use. A long match takes 0.1 s, so no turn waits for it.

    What changes while pages are made is looked at when they are ready: phones that come and go
    change the state of some results, and must not keep the processor busy.
    """

    def __init__(self, context: Callable[[str], UiContext], wake: Callable[[], None]) -> None:
        """`context` gives that of a phone in a language; `wake` is called when a page is ready."""
        self._context = context
        self._wake = wake
        self._subject: object = None
        self._state: object = None
        self._key = ""
        self._asked: set[str] = set()
        self._ready: set[str] = set()
        self._busy = False
        self._made: SimpleQueue[tuple[object, dict[str, HomePage]]] = SimpleQueue()

    def follow(self, match: PhoneMatch | None, state: object, languages: Collection[str]) -> None:
        """Has the pages made that are missing; all anew if `state` has changed.

        Without a match, or while it goes on, the pages of the last one stay.
        """
        if match is None or not match.over or self._busy:
            return
        if match.subject is not self._subject:
            self._subject, self._key = match.subject, secrets.token_urlsafe(KEY_BYTES)
            self._ready.clear()
            self._asked.clear()
        if state != self._state:
            self._state = state
            self._asked.clear()
        new = set(languages) - self._asked
        if new:
            self._asked |= new
            self._busy = True
            contexts = {language: self._context(language) for language in sorted(new)}
            Thread(
                target=self._make, args=(match, self._key, contexts), name="home", daemon=True
            ).start()

    def _make(self, match: PhoneMatch, key: str, contexts: dict[str, UiContext]) -> None:
        from tabletop.party.messages import HomePage
        from tabletop.party.take_home import take_home_page

        pages: dict[str, HomePage] = {}
        try:
            for language, context in contexts.items():
                page = match.home(context)
                if page is not None:
                    html = take_home_page(page, language, context.plain)
                    pages[language] = HomePage(f"{key}-{language}", html)
        except Exception:  # a fault in a page must end nothing else
            log.exception("the page to take home could not be made")
        self._made.put((match.subject, pages))
        self._wake()

    def finished(self) -> list[HomePage]:
        """The pages that are ready since the last call."""
        found: list[HomePage] = []
        try:
            while True:
                subject, pages = self._made.get_nowait()
                self._busy = False
                if subject is self._subject:
                    self._ready |= pages.keys()
                    found += pages.values()
        except Empty:
            return found

    def path(self, language: str) -> str:
        """The address of the page on the server; "" while there is none."""
        return f"/home/{self._key}-{language}" if language in self._ready else ""
