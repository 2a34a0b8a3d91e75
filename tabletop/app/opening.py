"""The first pages of the program, and the way to the others without loading them at the start.

The modules of all pages take 70 ms to import. Title and menu are made here; `navigation` is loaded
in a thread once the first picture is shown, or when somebody opens a page before that.
"""

from collections.abc import Iterator
from importlib import import_module
from threading import Thread

from tabletop.app.start_request import StartRequest
from tabletop.scenes.destinations import ShowMenu, ShowTitle
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.home.title_page import TitleScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Destination, PageBuilder, Scene


def page_builder(table: AppContext) -> PageBuilder:
    """What a `SceneStack` makes the pages of destinations with."""

    def build(destination: Destination) -> Scene:
        match destination:
            case ShowMenu():
                return MenuScene(table)
            case ShowTitle():
                return TitleScene(table)
        from tabletop.app.navigation import build_page

        return build_page(table, destination)

    return build


def first_scene(table: AppContext, start: StartRequest) -> Scene | None:
    """The scene that lies over the menu at the start; None for the menu alone."""
    if start == ("title",):
        return TitleScene(table)
    from tabletop.app import navigation

    return navigation.first_scene(table, start)


def prewarm_pages(table: AppContext, canvas: Canvas) -> Iterator[None]:
    """Loads the modules of all pages in a thread, then prewarms those that can be opened next."""
    loading = Thread(
        target=import_module, args=("tabletop.app.navigation",), name="loading", daemon=True
    )
    loading.start()
    while loading.is_alive():
        yield
    from tabletop.app import navigation

    yield from navigation.prewarm_pages(table, canvas)


def prewarm_following(scene: Scene, canvas: Canvas) -> Iterator[None]:
    """Prewarms the page that comes after a scene."""
    if scene.at_rest:
        return
    from tabletop.app import navigation

    yield from navigation.prewarm_following(scene, canvas)
