"""Fills the surface caches ahead of time, in small steps while the program is idle."""

import logging
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Final, TypeAlias
from weakref import WeakKeyDictionary

from tabletop.ui.core.cache import in_slices
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Scene, SceneStack

log = logging.getLogger(__name__)

_DONE: Final = object()

PagePrewarmer: TypeAlias = Callable[[Canvas], Iterator[object]]
FollowingPrewarmer: TypeAlias = Callable[[Scene, Canvas], Iterator[object]]


class Prewarmer:
    """Fills the caches for the open scenes, the topmost first, and for pages that may follow.

    The main loop takes a step in each turn in which nothing happens and nothing is animated. Steps
    only fill caches; they change no scene. Those of a scene on top that prepares in short steps
    (`Scene.prepares_shortly`) are also taken between touches and frames.
    """

    def __init__(
        self,
        pages: PagePrewarmer = lambda _: iter(()),
        *,
        following: FollowingPrewarmer = lambda *_: iter(()),
        on: bool = True,
    ) -> None:
        """`pages` gives the steps for pages that can be opened next; they come last.

        `following` gives those for the page that comes after a scene; they come after its own.
        """
        self._pages = pages
        self._following = following
        self._on = on
        self.short = False
        """Whether the next step is a short one of the scene on top."""
        self._for: tuple[Scene, Canvas] | None = None
        self._steps: Iterator[object] | None = None
        self._ready: WeakKeyDictionary[Scene, Canvas] = WeakKeyDictionary()
        """The scenes that are done, with the canvas for which they are."""

    @property
    def more(self) -> bool:
        """Whether there are steps left."""
        return self._steps is not None

    def run(self, scenes: SceneStack, canvas: Canvas, *, quiet: bool, brief: bool = False) -> None:
        """Takes a step if it is `quiet`: nothing happens and nothing is animated.

        `brief`: there is time for a short step.
        """
        if not self._on or not scenes.running:
            self._steps, self.short = None, False
            return
        if self._for is None or self._for[0] is not scenes.top or self._for[1] != canvas:
            self._for = scenes.top, canvas
            self._steps = self._all_of(scenes, canvas)
            self.short = scenes.top.prepares_shortly and self._ready.get(scenes.top) != canvas
        if (quiet or (brief and self.short)) and self._steps is not None:
            self._step(self._steps)

    def _all_of(self, stack: SceneStack, canvas: Canvas) -> Iterator[None]:
        """The steps of all scenes, the topmost first; covered ones are drawn off screen, too."""
        scenes = stack.scenes
        for number, scene in enumerate(reversed(scenes)):
            if self._ready.get(scene) == canvas:
                continue
            if number:
                stack.lay_out(scene)
                yield
                yield from _draw_offscreen(scene, canvas)
            for _ in scene.preparing():
                yield
            self.short = False
            yield  # what follows waits until it is quiet
            steps = self._following(scene, canvas)
            if number == len(scenes) - 1:
                steps = chain(steps, self._pages(canvas))
            while True:
                if next(steps, _DONE) is _DONE:
                    break
                yield
            self._ready[scene] = canvas

    def _step(self, steps: Iterator[object]) -> None:
        try:
            done = next(steps, _DONE) is _DONE
        except Exception:  # it will be raised again when the surface is needed
            log.exception("a picture could not be made in advance")
            done = True
        if done:
            self._steps, self.short = None, False


def prewarm(scene: Scene, canvas: Canvas) -> Iterator[None]:
    """Fills the caches for a page that is not shown yet, by drawing it off screen."""
    canvas = canvas.with_context(canvas.context.for_seat(scene))
    scene.fit(canvas)
    yield
    yield from _draw_offscreen(scene, canvas)


def _draw_offscreen(scene: Scene, canvas: Canvas) -> Iterator[None]:

    def draw() -> None:
        frame = Frame(canvas)
        with frame.in_context(frame.context.for_seat(scene)):
            scene.draw(frame)

    return in_slices(draw)
