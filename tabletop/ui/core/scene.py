"""Scenes, the stack of scenes, and the changes of the stack that a scene asks for."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from tabletop.engine import Game, Seat
from tabletop.input.actions import Action, Press
from tabletop.input.window import SECONDARY_SOURCE
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame, turn_point
from tabletop.ui.core.phone_match import PhoneMatch
from tabletop.ui.draw.wood import ground
from tabletop.ui.speech.speech import Announcement

if TYPE_CHECKING:  # nothing of the phones is loaded while they are off
    from tabletop.party.views import SeatPlate, View

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SeatArea:
    """The area of people at the table, as if they sat at the bottom, and how it is turned."""

    seats: tuple[Seat, ...]
    """The seats of these people: one, or all that share an edge and an area."""
    box: Box
    strip: Box
    """The part in which a button hides nothing important."""
    turns: int
    about: Point
    language: str = ""
    """A language code; "" for the program's language."""
    text_scale: int = 0
    """In percent; 0 for the program's text scale."""
    words: Box | None = None
    """The part of a panel with its sentences: below the name, above buttons and tray."""

    def holds(self, at: Point) -> bool:
        return self.box.holds(turn_point(at, -self.turns, self.about))

    def on_strip(self, at: Point) -> bool:
        return self.strip.holds(turn_point(at, -self.turns, self.about))


class ActiveMatch(Protocol):
    """A match as the idle watcher sees it: people may walk away from it."""

    left: bool
    """People have said that they leave: they are shown how to find the match again."""

    @property
    def game(self) -> Game: ...

    @property
    def time_to_think(self) -> float:
        """Seconds without a touch for which people may be thinking now."""

    @property
    def over(self) -> bool: ...

    @property
    def waits(self) -> bool:
        """Whether it waits for people: no computer thinks, and nothing is animated."""

    @property
    def awaited(self) -> Seat | None:
        """The seat that is to act, if it is only one, and people play there."""

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of people, with those that a computer minds."""

    @property
    def minded(self) -> frozenset[Seat]:
        """The seats of people for whom a computer plays until they come back."""

    @property
    def places(self) -> tuple[SeatArea, ...]:
        """The areas of all people."""

    def whose(self, action: Action) -> Seat | None:
        """The seat whose people did this; None if that is not known."""

    def mind(self, seat: Seat) -> None:
        """Has a computer play for a seat until its people come back."""

    def resume_seat(self, seat: Seat) -> None:
        """The people of a seat are back: they play on."""

    def save_for_later(self) -> str:
        """Saves the match with all seats given back to people; returns its name.

        "" if there is nothing to continue.
        """


class Destination:
    """A page to open, as a frozen value. The stack has it built by its `PageBuilder`."""

    __slots__ = ()


class Scene:
    """One screenful: a menu, a match, a question. Override what you need."""

    covers = True
    """False lets the scene below show through."""
    language = ""
    """A language code; "" for the program's. Set by the maker of a scene for a seat."""
    text_scale = 0
    """In percent; 0 for the program's. Set by the maker of a scene for a seat."""
    writes = False
    """True while keys write text instead of being commands."""
    in_parts = False
    """Whether a large change of its picture may be drawn in several turns of the main loop."""
    presses = 0
    """The number of pressed buttons that make a sound."""
    of_operator = False
    """True for the operator's pages and those that lead to them."""
    keeps_operator_unlocked = False
    """True during a task: the operator is not locked out for lack of input."""
    at_rest = False
    """True for the pages that stay open without input: the menu, the title, attract mode."""
    takes_saved_games = False
    """True for the page that asks for a code: a phone may ask there, too, to resume its game."""
    takes_phone_contacts = False
    """Whether fingers on phones reach it: it shows them a view whose places it understands."""
    answered_at_table = False
    """Whether only the people at the table, not the phones of seats, may press its buttons."""
    always_pixel_shift = False
    """True if the pixel shift is on whatever the settings say: a page shown for hours."""

    @property
    def idle_timeout(self) -> float | None:
        """Seconds untouched after which people are taken to have left.

        None: the setting ``idle.page``. Infinite where the scene looks after that itself.
        """
        return None

    @property
    def on_table(self) -> ActiveMatch | None:
        """The match that people play on it, if it is one that they may walk away from."""
        return None

    def fit(self, canvas: Canvas) -> None:
        """Lays out for a canvas: before the first frame, and after a change of size or context."""

    prepares_shortly = False
    """Whether a step of `preparing` takes a few milliseconds at most (`SLICE_SECONDS`)."""

    def preparing(self) -> Iterator[object]:
        """Prewarms caches step by step while the program is idle (`Prewarmer`).

        A step takes less than a tenth of a second and changes no scene.
        """
        return iter(())

    def resume(self) -> None:
        """Called when the scene above has gone."""

    def take_focus(self) -> None:
        """Called when a key made this scene the top one: shows what the next OK does."""

    def handle(self, action: Action, /) -> Change:
        """Called for each action while this scene is on top."""
        return None

    def handle_covered(self, action: Action, /) -> None:
        """Called for each action while other scenes lie over this one."""

    def update(self, dt: float, /) -> Change:
        """Called while this scene is on top, with the seconds gone by."""
        return None

    def wakes_in(self) -> float:
        """Seconds until `update` changes something; 0 during an animation."""
        return inf

    def update_in_background(self, dt: float, /) -> None:
        """The stack calls it instead of `update` while this scene is visible below another one.

        `update` may call it, too.
        """

    def wakes_in_background(self) -> float:
        """Seconds until `update_in_background` changes something."""
        return inf

    def draw(self, frame: Frame) -> None:
        """Draws the scene. Must not change anything."""

    def handle_secondary(self, action: Action, /) -> Change:
        """Called for an action on the secondary display while this scene is on top."""
        return None

    def draw_secondary(self, frame: Frame) -> None:
        """Draws what the secondary display shows."""

    def phone_state(self) -> object:
        """What `phone_view` depends on besides its arguments: views are made anew if it changes."""
        return None

    def phone_seats(self, context: UiContext) -> tuple[SeatPlate, ...]:
        """The seats that phones may take while this scene is on top, in a phone's language."""
        del context
        return ()

    def phone_view(self, seat: Seat | None, context: UiContext) -> View | None:
        """What the phone at a seat shows, or a spectator's; None: that something else goes on."""
        del seat, context
        return None

    def phone_match(self) -> PhoneMatch | None:
        """What phones get of the match besides views; None for scenes that are no match."""
        return None

    def sayings(self) -> tuple[Announcement, ...]:
        """What the announcer may speak now, while this scene is on top."""
        return ()

    def leave(self) -> None:
        """Called once when the scene is removed or the program ends."""


@dataclass(frozen=True, slots=True)
class Push:
    """Puts a scene on top. `then` gets its result when it pops."""

    scene: Scene | Destination
    then: Callable[[Any], Change] | None = None
    language: str = ""
    """In which the page of a destination speaks; "" for the program's language."""
    text_scale: int = 0
    """In percent; 0 for the program's text scale."""

    def for_seat(self, language: str, text_scale: int) -> Push:
        """The same for the people of a seat; a scene that has its own language keeps it."""
        if isinstance(self.scene, Destination):
            return replace(
                self,
                language=self.language or language,
                text_scale=self.text_scale or text_scale,
            )
        self.scene.language = self.scene.language or language
        self.scene.text_scale = self.scene.text_scale or text_scale
        return self


@dataclass(frozen=True, slots=True)
class Pop:
    """Takes this scene away."""

    result: object = None


@dataclass(frozen=True, slots=True)
class Swap:
    """Takes this scene away and puts another in its place.

    Without a `then` of its own its result is for whoever waited for this one's.
    """

    scene: Scene | Destination
    then: Callable[[Any], Change] | None = None


@dataclass(frozen=True, slots=True)
class Reset:
    """Takes every scene away and starts over with another."""

    scene: Scene | Destination


Change: TypeAlias = Push | Pop | Swap | Reset | None
"""What a scene asks of the stack. None leaves it as it is."""


PageBuilder: TypeAlias = Callable[[Destination], Scene]
"""Makes the page of a destination."""


def no_pages(destination: Destination) -> Scene:
    """The builder of a stack whose scenes open no destinations."""
    raise LookupError(f"nothing builds the page of {destination}")


def _inherit(scene: Scene, opener: Scene) -> None:
    """Gives a page the language and text scale of the one that opened it, unless it has its own."""
    scene.language = scene.language or opener.language
    scene.text_scale = scene.text_scale or opener.text_scale


class SceneStack:
    """The open scenes, the topmost last. It lays out and draws each in its own context."""

    def __init__(
        self,
        first: Scene | Destination,
        canvas: Canvas,
        build: PageBuilder = no_pages,
        over: Callable[[], Scene | None] = lambda: None,
    ) -> None:
        """`over` makes the scene that lies over the first one, if there is one."""
        self._canvas = canvas
        self._build = build
        self.scenes: tuple[Scene, ...] = ()
        """All of them, the lowest first."""
        self._waiting: list[Callable[[Any], Change] | None] = []
        """Who gets the result of each."""
        self._faded: list[Scene] = []
        """Scenes that are not laid out yet for this canvas, context and palette."""
        lowest, top = self.page(first), over()
        if top is None:
            self.apply(Push(lowest))
        else:  # the lowest is laid out when it is seen
            self.scenes, self._waiting, self._faded = (lowest,), [None], [lowest]
            self.apply(Push(top))

    @property
    def running(self) -> bool:
        """False once the last scene has popped."""
        return bool(self.scenes)

    @property
    def top(self) -> Scene:
        return self.scenes[-1]

    def fit(self, canvas: Canvas) -> None:
        """Lays out every scene for a canvas: visible ones now, others when they become visible."""
        self._canvas = canvas
        self.repaint()

    def repaint(self) -> None:
        """Lays out every scene again: visible ones now, others when they become visible."""
        self._faded = list(self.scenes)
        self._paint()

    def _paint(self) -> None:
        for scene in self._seen() if self._faded else ():
            self.lay_out(scene)

    def lay_out(self, scene: Scene) -> None:
        """Lays out a scene that still has to be, before it is seen."""
        if scene in self._faded:
            self._faded.remove(scene)
            scene.fit(self._canvas_for(scene))

    def _canvas_for(self, scene: Scene) -> Canvas:
        return self._canvas.with_context(self._canvas.context.for_seat(scene))

    def handle(self, action: Action) -> bool:
        """Hands an action to the scenes; True if it pressed a button that makes a sound."""
        if not self.running:
            return False
        for covered in self.scenes[:-1]:
            covered.handle_covered(action)
        top, before = self.top, self.top.presses
        beside = action.source == SECONDARY_SOURCE
        change = top.handle_secondary(action) if beside else top.handle(action)
        self.apply(change)
        if isinstance(action, Press) and self.running and self.top is not top:
            self.top.take_focus()
        return top.presses > before

    def update(self, dt: float) -> None:
        if self.running:
            for scene in self._seen()[:-1]:
                scene.update_in_background(dt)
            change = self.top.update(dt)
            self.apply(change)

    def wakes_in(self) -> float:
        """Seconds until a visible scene changes by itself; 0 without scenes."""
        if not self.running:
            return 0.0
        *behind, top = self._seen()
        soonest = top.wakes_in()
        for scene in behind:
            soonest = min(soonest, scene.wakes_in_background())
        return soonest

    def draw(self, frame: Frame) -> None:
        """Draws the visible scenes, each on layers of its own."""
        for number, scene in enumerate(self._seen()):
            context = frame.context.for_seat(scene)
            with frame.layer(number * 100), frame.in_context(context):
                scene.draw(frame)

    def draw_secondary(self, frame: Frame) -> None:
        """Draws the secondary display of the topmost scene."""
        frame.put(ground(*frame.canvas.size), frame.canvas.box.centre)
        if self.running:
            with frame.in_context(frame.context.for_seat(self.top)):
                self.top.draw_secondary(frame)

    def _seen(self) -> list[Scene]:
        """The topmost scene that covers the screen, and all above it."""
        seen: list[Scene] = []
        for scene in reversed(self.scenes):
            seen.insert(0, scene)
            if scene.covers:
                break
        return seen

    def close(self) -> None:
        """Removes every scene; an error in one does not keep the others."""
        while self.scenes:
            scene, _ = self._pop()
            try:
                self._leave(scene)
            except Exception:
                log.exception("a scene could not leave in order")

    def apply(self, change: Change) -> None:
        if change is None:
            return
        match change:
            case Push(to, then, language, text_scale):
                scene = self.page(to)
                scene.language = scene.language or language
                scene.text_scale = scene.text_scale or text_scale
                if self.running:
                    _inherit(scene, self.top)
                self._push(scene, then)
            case Pop(result):
                popped, waiting = self._pop()
                self._leave(popped)
                self._paint()
                if self.running:
                    self.top.resume()
                if waiting is not None:
                    # The callback belongs to the scene below, and so does the change it returns.
                    after = waiting(result)
                    self.apply(after)
            case Swap(to, then):
                scene = self.page(to)
                old, waiting = self._pop()
                self._leave(old)
                _inherit(scene, old)
                self._push(scene, then or waiting)
            case Reset(to):
                scene = self.page(to)
                self.close()
                self._push(scene)
        self._paint()

    def page(self, to: Scene | Destination) -> Scene:
        """The scene itself, or the page that is made for a destination."""
        return self._build(to) if isinstance(to, Destination) else to

    def _push(self, scene: Scene, then: Callable[[Any], Change] | None = None) -> None:
        scene.fit(self._canvas_for(scene))
        self.scenes = (*self.scenes, scene)
        self._waiting.append(then)

    def _pop(self) -> tuple[Scene, Callable[[Any], Change] | None]:
        """Takes the topmost scene off, and gives it with who waits for its result."""
        scene, self.scenes = self.scenes[-1], self.scenes[:-1]
        return scene, self._waiting.pop()

    def _leave(self, scene: Scene) -> None:
        """Tells a scene that it is removed, and forgets it."""
        self._faded = [faded for faded in self._faded if faded is not scene]
        scene.leave()
