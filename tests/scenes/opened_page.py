"""The page that a scene asks to open."""

from tabletop.app.opening import page_builder
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Change, Push, Scene, SceneStack


def opened_page(table: AppContext, change: Change, size: tuple[int, int] = (1280, 800)) -> Scene:
    """The page, laid out as the stack does it."""
    assert isinstance(change, Push)
    stack = SceneStack(Scene(), Canvas(size), page_builder(table))
    stack.apply(change)
    return stack.top
