"""Fingers on the pages of Sevens, which are deaf for a moment when they have just come."""

from tabletop.games.sevens.scenes.dialogs import GuardedPage
from tabletop.ui.core.scene import Change
from tests.scenes import touches as fingers


def heard(page: GuardedPage) -> None:
    """Waits until the page hears fingers."""
    while page.deaf:
        assert page.update(0.05) is None


def tap(page: GuardedPage, key: str) -> Change:
    """A tap on a button, as soon as it is heard."""
    heard(page)
    return fingers.tap(page, key)
