"""Fingers on the pages of Sevens, which are deaf for a moment when they have just come."""

from tabletop.ui.core.scene import Change
from tabletop.ui.widgets.page import PageScene
from tests.scenes import touches as fingers


def heard(page: PageScene) -> None:
    """Waits until the page hears fingers."""
    while page.deaf:
        assert page.update(0.05) is None


def tap(page: PageScene, key: str) -> Change:
    """A tap on a button, as soon as it is heard."""
    heard(page)
    return fingers.tap(page, key)
