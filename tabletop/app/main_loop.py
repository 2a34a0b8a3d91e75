"""The main loop: polls input, updates and draws the scenes, and recovers from their faults."""

import itertools
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from math import inf
from typing import TYPE_CHECKING, Final

import pygame

from tabletop.app.event import EventLink
from tabletop.app.event_orders import carry_out_order
from tabletop.app.event_pages import EventPages
from tabletop.app.opening import page_builder, prewarm_following, prewarm_pages
from tabletop.app.phones import PhoneLink, carry_out, reaches_scene, seat_question
from tabletop.app.reactions import Reactions
from tabletop.app.saved_games import resume_question
from tabletop.engine import say
from tabletop.engine.analysis import EngineUpdate
from tabletop.input.actions import (
    SYSTEM_ACTIONS,
    Action,
    AskForSeat,
    AskToResume,
    Beside,
    Button,
    Exposed,
    Focus,
    HostCommand,
    HubOrder,
    Lost,
    Press,
    Quit,
    Reaction,
    Resized,
)
from tabletop.input.gamepad import Gamepads
from tabletop.input.hub import ActionQueue, Hub, InputSource
from tabletop.input.keyboard import Keyboard
from tabletop.input.phones import PHONE_SOURCE
from tabletop.input.session import MICROSECONDS_PER_SECOND, SessionRecorder
from tabletop.input.window import SecondaryWindowSource, WindowSource
from tabletop.players.engine_client import EngineService
from tabletop.scenes.destinations import ShowMenu, ShowTitle
from tabletop.scenes.home.title_page import draw_idle_picture
from tabletop.scenes.kiosk.overlays import KioskOverlays
from tabletop.storage.repository import keeping_current_match
from tabletop.storage.usage_metrics import UsageMetric
from tabletop.system.process import freeze_startup_objects
from tabletop.ui.core import cache
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.cache import FrameBudget
from tabletop.ui.core.frame import MAX_SHARE_PER_TURN, Frame, Screen
from tabletop.ui.core.prewarm import Prewarmer
from tabletop.ui.core.scene import Destination, Push, Reset, Scene, SceneStack
from tabletop.ui.display.display_transform import PixelShift
from tabletop.ui.display.window import Display, SecondaryDisplay, show_pointer, to_canvas
from tabletop.ui.speech.speech import Utterance
from tabletop.ui.text import typesetting
from tabletop.ui.theme import theme

if TYPE_CHECKING:
    from tabletop.input.tuio import TuioSource

log = logging.getLogger(__name__)

FRAME_RATE: Final = 60.0
"""Frames a second while something moves."""
MAX_CONSECUTIVE_FAULTS: Final = 5
"""Consecutive faults after which the program ends; the match is saved."""
HEARTBEAT_SECONDS: Final = 2.0
"""Seconds after which the loop turns even if nothing happens."""
MAX_STEP_SECONDS: Final = 0.25
"""The most seconds that one turn counts while something moves."""
MAX_REST_SECONDS: Final = 3 * HEARTBEAT_SECONDS
"""The most seconds that one turn counts at rest: clocks stop while the machine sleeps."""
PREWARM_PAUSE_SECONDS: Final = 1.0
"""Seconds without long steps of prewarming after a touch: the next one would wait for their end."""
SPARE_SECONDS: Final = 0.006
"""A turn that has worked less than this has time for a short step before the next frame."""


class App:
    """Runs scenes until none is left."""

    def __init__(
        self,
        display: Display,
        table: AppContext,
        first: Scene | Destination,
        *,
        now: Callable[[], float] = time.monotonic,
        on_frame: Callable[[float, Sequence[pygame.Rect]], None] | None = None,
        on_turn: Callable[[bool], None] | None = None,
        recorder: SessionRecorder | None = None,
        pads: Gamepads | None = None,
        sources: Sequence[InputSource] = (),
        computers: EngineService | None = None,
        phones: PhoneLink | None = None,
        event: EventLink | None = None,
        prepares: bool = True,
        patience: float = inf,
        over: Callable[[], Scene | None] = lambda: None,
    ) -> None:
        """`over` makes the scene that lies over the first one, if there is one.

        `on_frame` gets the seconds of work and the rectangles of every frame drawn; `on_turn` is
        called after every turn, drawn or not, with whether somebody did something in it.

        `recorder` records the session. `sources` are polled beside the window and the pads.
        `computers` are the computer players, `phones` those that join, if the table has any, and
        `event` is the hub of an event.
        `prepares`: surfaces that may be needed soon are rendered while nobody does anything.
        `patience`: seconds of work in one turn; remaining actions, or the frame, wait for the next
        turn.
        """
        self._display = display
        self._table = table
        self._now = now
        self._on_frame, self._on_turn = on_frame, on_turn
        self._touched = False
        self._prewarms_at = -inf
        """When prewarming may go on after a touch, by `now`."""
        self._recorder = recorder
        self._computers = computers
        self._display_transform = table.display_transform
        self._pixel_shift = PixelShift()
        self.kiosk_overlays = KioskOverlays(table)
        self._keystone_problem: str | None = None
        """The last message that the keystone correction is off."""
        theme.switch_palette(table.settings["look.palette"])
        self._context, self._followed = table.ui_context, table.settings
        self._apply_display_transform()
        numbers = itertools.count(1)  # of the contacts of all sources
        self._second = make_second_window_source(table, now, numbers)
        self.secondary_display = SecondaryDisplay(table.secondary_display, self._second)
        self.window = make_window_source(table, self._second, pads, now, numbers)
        self._tuio = make_touch_frame(table, lambda: display.surface.get_size(), now, numbers)
        self._phones, self._link = phones, event
        self._event: EventLink | None = None
        self.event_pages: EventPages | None = None
        """These run from the moment when an event is joined or looked for."""
        others = [source for source in (self._tuio, pads, phones) if source is not None]
        self.hub = Hub([self.window, self._second, *others, *sources], now)
        self.actions = ActionQueue(patience)
        self._frame_budget = FrameBudget(patience)
        self._plugged = (0, 0, 0)
        self.screen = Screen(display.picture)
        if self._context.projector:
            self._show_pointer()
        self.scenes = SceneStack(first, self._canvas, page_builder(table), over)
        self._last = now()
        self.behind = True
        """Something is still to be drawn."""
        self._faults = 0
        """Turns in a row that have failed."""
        self._ending = False
        """Whether the program was told to end from outside."""
        self._announcer = Announcer(table)
        self._reactions = Reactions()
        self.preparing = Prewarmer(
            partial(prewarm_pages, table), following=prewarm_following, on=prepares
        )
        self._error_notices = ErrorNotices(table, recorder)
        for problem in typesetting.font_problems():
            table.warn_operator(problem)

    def run(self) -> int:
        """Turns until the last scene has gone; gives the exit code."""
        try:
            while self.behind and self.scenes.running:
                self.turn()
            # After the first picture: this starts a process, which would delay it.
            self._table.apply_volume()
            freeze_startup_objects()
            while self.scenes.running:
                self._sleep()
                self.turn()
        finally:
            self.close()
        return self._table.exit_code or 0

    def end(self) -> None:
        """Ends the program after this turn, as requested from outside."""
        self._ending = True
        keeping_current_match(self._table.store, self.scenes.close)

    def close(self) -> None:
        """Closes all scenes and input sources."""
        keeping_current_match(self._table.store, self.scenes.close)
        self.secondary_display.close()
        self.hub.stop()

    def turn(self) -> None:
        """One turn of the loop: input, update, drawing."""
        began = time.perf_counter()
        spent = max(0, round((self._now() - self._last) * MICROSECONDS_PER_SECOND))
        self._last += spent / MICROSECONDS_PER_SECOND
        rest = self.wakes_in()
        us = min(
            spent,
            round((MAX_STEP_SECONDS if rest == 0 else MAX_REST_SECONDS) * MICROSECONDS_PER_SECOND),
        )
        try:
            results = None if self._computers is None else self._computers.news()
            if results is not None and self._recorder is not None:
                self._recorder.record_engine(results)
            happened = self._advance(us, results, self._poll, self._error_notices.fresh)
            self._announcer.look(self.scenes)
            if self._table.settings is not self._followed:
                self._follow_ui_context()
            self._run_pixel_shift(
                us / MICROSECONDS_PER_SECOND, rests=rest > 0 and self.wakes_in() > 0
            )
            draws = self.scenes.running and (
                happened or rest <= spent / MICROSECONDS_PER_SECOND or self.behind
            )
            if draws:
                self.behind = True  # where the budget is used up, one of the next turns draws it
                frame = self._frame_budget.made(self._listed, began)
                if frame is not None:
                    self._show(frame, began)
            if self._phones is not None:
                self._phones.publish(self.scenes)
            if self._event is not None:
                self._event.publish(self.scenes, drew=draws)
            if self._touched:
                self._prewarms_at = self._now() + PREWARM_PAUSE_SECONDS
            quiet = not happened and rest > 0 and not self._frame_budget.over_budget(began)
            self.preparing.run(
                self.scenes,
                self._canvas,
                quiet=quiet and self._now() >= self._prewarms_at,
                brief=time.perf_counter() - began < SPARE_SECONDS,
            )
            self._faults = 0
        except Exception as fault:  # the program stays open and shows a message
            self._recover(fault)
        finally:
            if self._recorder is not None:
                self._recorder.turn(us)
            if self._on_turn is not None:
                self._on_turn(self._touched)

    def _advance(
        self,
        us: int,
        results: EngineUpdate | None,
        poll: Callable[[], Iterable[Action]],
        problems: Callable[[], Sequence[str]],
    ) -> bool:
        """Applies the time and the actions of one turn; False if nothing happened.

        Must be deterministic (no clock, no random source): session replay depends on it.
        """
        # Apply engine results first; `update()` reads them.
        if self._computers is not None and results is not None:
            self._computers.hear(results)
        # Time before actions: it counts for the state before them, as for the clock of the
        # seat that plays now.
        if self._table.blackout.active:  # time stands still
            self._table.blackout.begin_turn()
        else:
            self.scenes.update(us / MICROSECONDS_PER_SECOND)
        if self.scenes.running:
            for change in self.kiosk_overlays.run(us / MICROSECONDS_PER_SECOND, self.scenes):
                self.scenes.apply(change)
        if self._table.event.on and self.event_pages is None:
            self.event_pages = self._begin_event()
        if self.event_pages is not None and self.event_pages.active:
            for change in self.event_pages.run(us / MICROSECONDS_PER_SECOND, self.scenes):
                self.scenes.apply(change)
                self.behind = True
        if self._reactions.shown:
            self.behind |= self._reactions.run(us / MICROSECONDS_PER_SECOND)
        self._follow_viewport()
        happened = bool(results)
        for action in poll():
            happened = True
            self._handle(action)
        # After all actions, because they used the old viewport.
        self._follow_viewport()
        table = self._table
        plugged = table.devices.version, table.phones.version, table.event.version
        if self._plugged != plugged:
            self._plugged = plugged
            self._table.clear_recovered_losses()
            self.behind = True
        for sentence in problems():
            self._table.warn_operator(sentence)
            self.behind = True
        if self._table.exit_code is not None and not self._ending:
            self.end()
        if self._table.locked and not self.scenes.running and not self._ending:
            # In kiosk mode the program does not end.
            self.scenes.apply(Reset(ShowMenu()))
            self.scenes.apply(Push(ShowTitle()))
        return happened

    def _begin_event(self) -> EventPages:
        self._event = self._link
        if self._link is not None:
            self.hub.add(self._link)
        return EventPages(self._table)

    def _poll(self) -> Iterator[Action]:
        settings, self._touched = self._table.settings, False
        self.secondary_display.follow(settings["window.second"], settings["window.display"])
        self.actions.waiting.extend(self.hub.poll())
        if self._recorder is not None:
            self._recorder.record_devices(self._table.devices)
            self._recorder.record_phones(self._table.phones.state)
            self._recorder.record_event(self._table.event.state)
        for action in self.actions.take():
            self._touched |= not isinstance(action, (*SYSTEM_ACTIONS, Reaction))
            if self._recorder is not None:
                self._recorder.record_action(action)
            yield action

    def wakes_in(self) -> float:
        overlays = self.kiosk_overlays.wakes_in(self.scenes)
        if self._reactions.shown:
            overlays = min(overlays, self._reactions.wakes_in())
        if self.event_pages is not None and self.event_pages.active:
            overlays = min(overlays, self.event_pages.wakes_in(self.scenes))
        return overlays if self._table.blackout.active else min(self.scenes.wakes_in(), overlays)

    def _sleep(self) -> None:
        if self.behind or self.actions.waiting:
            return
        rest = self.wakes_in()
        pause = self._prewarms_at - self._now() if self.preparing.more else inf
        if rest > 0 and pause <= 0:
            return  # idle turns are used for prewarming, animations keep their frame rate
        if self.preparing.short:
            pause = min(pause, 1 / FRAME_RATE)
        spent = self._now() - self._last
        wait = (
            max(1 / FRAME_RATE - spent, 0.0)
            if rest <= 0
            else min(HEARTBEAT_SECONDS, rest - spent + 0.001, pause)
        )
        if self._phones is not None:
            wait = min(wait, self._phones.due_in)
        if self._event is not None:
            wait = min(wait, self._event.due_in)
        if wait > 0:
            self.window.wait(wait)

    def _handle(self, action: Action) -> None:
        if isinstance(action, Reaction):  # it wakes no table that was left
            self._reactions.add(action.kind)
            return
        self._pixel_shift.saw(action)
        if self.event_pages is not None and self.event_pages.takes(action, self._canvas):
            self.behind = True
            return
        writes = self.scenes.running and self.scenes.top.writes
        sifted = self.kiosk_overlays.sift(action, self.scenes, self._canvas)
        if sifted is not None:
            sifted = self._table.blackout.sift(sifted, self._canvas, writes=writes)
        match sifted:
            case None:
                pass  # consumed by an overlay
            case AskToResume():
                for change in resume_question(self._table, self.scenes, sifted):
                    self.scenes.apply(change)
            case _ if sifted.source == PHONE_SOURCE and not reaches_scene(sifted, self.scenes):
                pass
            case HostCommand():
                for change in carry_out(self._table, sifted):
                    self.scenes.apply(change)
            case HubOrder() if self.event_pages is not None:
                for change in carry_out_order(self._table, sifted, self.scenes, self.event_pages):
                    self.scenes.apply(change)
                self.behind = True
            case AskForSeat():
                self.scenes.apply(seat_question(self._table, sifted))
            case Quit():
                self.scenes.close()
            case Resized():
                self._cancel_contacts()
                self._fit()
            case Focus(gained=False):
                self._cancel_contacts()
                self.scenes.handle(sifted)
            case Beside(size=size):
                self._table.secondary_display.become(size, self._context)
                self.behind = True
            case Exposed():
                self.screen.forget()
                self.behind = True
            case Press(button=Button.FULLSCREEN):
                self._display.toggle()
                self._fit()
            case Lost(source=source, reason=reason):
                self._table.lose(source, reason)
            case _:
                if self.scenes.handle(sifted):
                    self._table.play("touch")

    def _fit(self) -> None:
        """Lays everything out for another window size or transform."""
        before = self._canvas, self._display_transform.key
        self._apply_display_transform()
        self.screen.forget(self._display.picture)
        self._apply_pixel_shift()
        self.behind = True
        # Windows also report a size that has not changed, as when they open.
        if (self._canvas, self._display_transform.key) != before:
            self.scenes.fit(self._canvas)

    def _run_pixel_shift(self, seconds: float, *, rests: bool) -> None:
        """Shifts the picture by some pixels from time to time, against burn-in."""
        on = self._table.settings["look.drift"]
        for scene in self.scenes.scenes:
            on = on or scene.always_pixel_shift
        if self._pixel_shift.run(seconds, on=on, rests=rests):
            self._apply_pixel_shift()

    def _apply_pixel_shift(self) -> None:
        """Applies the pixel shift to the picture and to touches."""
        self._display_transform.shift = self._pixel_shift.pixels(self._canvas.scale)
        if self.screen.move(self._display_transform.shift):
            self.behind = True

    def _apply_display_transform(self) -> None:
        """Fits the display transform to the window."""
        self._display_transform.fit(self._display.key, self._display.surface.get_size())
        cache.set_window_size(self._display.surface.get_size())
        self._display.apply_transform(self._display_transform.now)
        self._canvas = self._display_transform.canvas.with_context(self._context)
        self._version = self._display_transform.version
        trouble = self._display_transform.trouble
        if trouble is not None and trouble != self._keystone_problem:
            self._table.warn_operator(trouble)
        self._keystone_problem = trouble
        if self._recorder is not None:
            self._recorder.record_display((self._display.key, *self._display.surface.get_size()))

    def _follow_viewport(self) -> None:
        """Follows changes of the display transform.

        Contacts are cancelled, because the same touch now means another place on the canvas.
        """
        if self._display_transform.version != self._version:
            if not self._display_transform.following:
                self.window.cancel()
                self._cancel_contacts()
            self._fit()

    def _show_pointer(self) -> None:
        """Sets the pointer, large in projector mode."""
        show_pointer(room=self._context.projector, height=self._display.surface.get_height())

    def _follow_ui_context(self) -> None:
        """Lays everything out after a change of language, text size or palette."""
        self._followed = self._table.settings
        context = self._table.ui_context
        if context == self._context:
            return
        self._context = context
        self._show_pointer()
        if theme.switch_palette(self._context.palette):
            self.screen.forget()
        self._canvas = self._canvas.with_context(self._context)
        self._table.secondary_display.present(self._context)
        self.scenes.fit(self._canvas)
        self.behind = True

    def _cancel_contacts(self) -> None:
        """Ends the touches of the touch frame; the window ends its own."""
        if self._tuio is not None:
            self._tuio.cancel()

    def _listed(self) -> Frame:
        """The frame with everything that is visible."""
        frame = Frame(self._canvas)
        if not self._table.blackout.hides:
            self.scenes.draw(frame)
            if self._reactions.shown:
                self._reactions.draw(frame)
            if self.event_pages is not None and self.event_pages.active:
                self.event_pages.draw(frame)
        if self._table.blackout.active:
            self._table.blackout.draw(frame)
        self.kiosk_overlays.draw(frame)
        return frame

    def _draw_secondary(self, frame: Frame) -> None:
        """What the scene shows on the secondary display, or a picture where it shows nothing."""
        self.scenes.draw_secondary(frame)
        if len(frame.blits) <= 1:  # the background
            draw_idle_picture(frame, self._table)

    def _show(self, frame: Frame, began: float, *, whole: bool = False) -> None:
        self._display.stay_awake(self._table.blackout.laid != "closed")
        whole = whole or self._table.blackout.active or not self.scenes.top.in_parts
        rects = self.screen.show(frame, inf if whole else MAX_SHARE_PER_TURN)
        if rects:
            self._display.show(rects)
        if self._table.secondary_display.canvas is not None:
            hides = self._table.blackout.hides
            self.secondary_display.draw(None if hides else self._draw_secondary)
        self.behind = bool(self.screen.owed)
        if self._on_frame is not None:
            self._on_frame(time.perf_counter() - began, rects)

    def _recover(self, fault: Exception) -> None:
        """Goes back to the menu; raises the fault again after too many in a row."""
        self.screen.forget()
        self.behind = True
        log.error("a fault on the table", exc_info=fault)
        self._faults += 1
        if self._faults >= MAX_CONSECUTIVE_FAULTS:
            raise fault
        said = "Something went wrong, so the table is back at the menu. Your game is saved."
        self._table.report_fault(say("loop.fault", said))
        self.scenes.apply(Reset(ShowMenu()))


class Announcer:
    """Speaks the announcements of the topmost scene when they change."""

    def __init__(self, table: AppContext) -> None:
        self._table = table
        self._scene: Scene | None = None
        self._said: dict[str, tuple[str, str]] = {}
        """The last text and its language, by `Announcement.about`."""

    def look(self, scenes: SceneStack) -> None:
        """Speaks what is new; called after every turn of the main loop."""
        if not self._table.speaks:
            self._scene, self._said = None, {}
            return
        if not scenes.running:
            return
        top = scenes.top
        if top is not self._scene:
            self._scene, self._said = top, {}
        now = self._heard(top)
        fresh = [words for about, words in now.items() if self._said.get(about) != words]
        self._said = now
        if fresh:
            self._table.speech.say(*_joined(fresh, self._table.loud))

    def _heard(self, scene: Scene) -> dict[str, tuple[str, str]]:
        found = {}
        for saying in scene.sayings():
            language = saying.language or scene.language
            context = self._table.ui_context.override(language=language)
            if words := context.translate(saying.words).strip():
                found[saying.about] = words, context.language
        return found


def _joined(parts: list[tuple[str, str]], volume: float) -> list[Utterance]:
    """Texts of one language joined to one, each ended as a sentence, so that there is a pause."""
    return [
        Utterance(
            "\n".join(words if words[-1] in ".!?:…" else f"{words}." for words, _ in group),
            code,
            volume,
        )
        for code, group in groupby(parts, lambda part: part[1])
    ]


class ErrorNotices:
    """Finds new errors, and remembers which were told to the operator."""

    def __init__(self, table: AppContext, recorder: SessionRecorder | None) -> None:
        self._table = table
        self._recorder = recorder
        self._known = set(table.store.problems)  # told at the start
        self._disk_trouble: str | None = None

    def fresh(self) -> list[str]:
        """The errors since the last call, but for the disk's, which end by themselves."""
        store, recorder = self._table.store, self._recorder
        before, self._disk_trouble = self._disk_trouble, store.trouble
        if self._disk_trouble != before:
            self._log_disk(self._disk_trouble)
        said = {*store.problems, *self._table.sounds.problems}
        if recorder is not None and recorder.trouble is not None:
            said.add(recorder.trouble)
        found = sorted(said - self._known)
        self._known = said
        for warning in found:
            of_sound = warning in self._table.sounds.problems
            store.count(UsageMetric("device", what="sound" if of_sound else "disk"))
        if recorder is not None:
            recorder.record_notices(found)
        return found

    def _log_disk(self, trouble: str | None) -> None:
        """Logs and counts that saving has stopped working, or logs that it works again."""
        if trouble is None:
            log.warning("saving works again")
        else:
            log.error("%s", trouble)
            self._table.store.count(UsageMetric("device", what="disk"))


def make_window_source(
    table: AppContext,
    second: SecondaryWindowSource,
    pads: Gamepads | None,
    now: Callable[[], float],
    numbers: Iterator[int],
) -> WindowSource:
    """The main window; it hands on events of the second window and of gamepads."""
    settings, transform = table.settings, table.display_transform
    return WindowSource(
        transform.to_canvas,
        now,
        touched=transform.touched,
        drift=settings["input.drift_px"],
        flicker=settings["input.flicker_ms"] / 1000,
        numbers=numbers,
        keyboard=Keyboard(
            devices=table.devices, encoder=lambda: table.settings["devices.keyboard"]
        ),
        pads=pads,
        others=second.takes,
    )


def make_second_window_source(
    table: AppContext, now: Callable[[], float], numbers: Iterator[int]
) -> SecondaryWindowSource:
    """The secondary window, for one player alone."""
    return SecondaryWindowSource(
        to_canvas,
        now,
        drift=table.settings["input.drift_px"],
        flicker=table.settings["input.flicker_ms"] / 1000,
        numbers=numbers,
    )


def make_touch_frame(
    table: AppContext,
    size: Callable[[], tuple[int, int]],
    now: Callable[[], float],
    numbers: Iterator[int],
) -> "TuioSource | None":
    """The touch frame that the settings ask for; `size` gives the window's, in pixels."""
    settings = table.settings
    if settings["input.tuio"] == "off":
        return None
    from tabletop.input.tuio import TuioSource  # rarely used, and slow to import

    return TuioSource(
        table.display_transform.to_canvas,
        size,
        now,
        port=settings["input.tuio_port"],
        network=settings["input.tuio"] == "network",
        touched=table.display_transform.touched,
        drift=settings["input.drift_px"],
        flicker=settings["input.flicker_ms"] / 1000,
        numbers=numbers,
    )
