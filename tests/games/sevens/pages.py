"""Fingers on the pages of Sevens, which are deaf for a moment when they have just come."""

from tabletop.games.sevens.phases.page import Page
from tabletop.ui.scene import Change
from tests.scenes import fingers


def heard(page: Page) -> None:
    """Waits until the page hears fingers."""
    while page.deaf:
        assert page.update(0.05) is None


def tap(page: Page, key: str) -> Change:
    """A tap on a button, as soon as it is heard."""
    heard(page)
    return fingers.tap(page, key)
