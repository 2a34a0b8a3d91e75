"""Touches on pages of Sevens, which ignore input for a moment after they open."""

from tabletop.ui.core.scene import Change
from tabletop.ui.widgets.page import PageScene
from tests.scenes import touches as fingers


def heard(page: PageScene) -> None:
    """Waits until the page hears fingers."""
    while page.ignores_touches:
        assert page.update(0.05) is None


def tap(page: PageScene, key: str) -> Change:
    """A tap on a button, as soon as it is heard."""
    heard(page)
    return fingers.tap(page, key)
