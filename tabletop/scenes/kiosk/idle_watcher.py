"""Detects that people have left the table, and suspends their match."""

from collections.abc import Iterable
from math import inf
from typing import Final

from tabletop.engine import Seat
from tabletop.input.actions import CONTACT_ACTIONS, Action, Down
from tabletop.input.window import SECONDARY_SOURCE
from tabletop.scenes.destinations import ShowAttract, ShowMenu, ShowTitle
from tabletop.scenes.kiosk.idle_input import IdleInputTracker
from tabletop.scenes.kiosk.saved_code_page import PLAY_ON_ANSWER, SavedCodePage
from tabletop.scenes.kiosk.still_playing import (
    StillPlayingPrompt,
    draw_stand_in_sign,
    place_asked_at,
)
from tabletop.storage.match_codes import code_of
from tabletop.storage.usage_metrics import UsageMetric
from tabletop.ui.core.active_match import ActiveMatch
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Destination, Push, Reset, Scene, SceneStack

OVERLAY_LAYER: Final = 9_000
"""The layer of the question; only the host's cover and the operator's words lie higher."""


class IdleWatcher:
    """Counts how long nobody has touched the table.

    Time counts only while the table waits for people: not while a computer thinks or something
    moves. A seat has been idle alone if the match has waited for it all that time, and others were
    there meanwhile.
    """

    def __init__(self, table: AppContext) -> None:
        self._table = table
        self._hands = IdleInputTracker()
        self._untouched = 0.0
        self._awaited_seat: Seat | None = None
        self._waited = 0.0
        """Seconds that the match has waited for that seat, without a hand of its people."""
        self._scene: Scene | None = None
        """The scene of the match."""
        self._on_top = False
        """Whether no other scene lies over it."""
        self._question: StillPlayingPrompt | None = None
        self._pending_change: Change = None
        """What follows after the reset to the menu."""

    @property
    def question(self) -> StillPlayingPrompt | None:
        """The prompt that is shown, if any."""
        return self._question

    # -- what people do -------------------------------------------------------------------------

    def sift(self, action: Action, scenes: SceneStack) -> Action | None:
        """What is left of an action for the scenes; answering or coming back is no move."""
        if self._table.cover.lies or not scenes.running:
            return action
        if self._hands.is_used(action):
            return None
        scene = _active_match_scene(scenes)
        match = scene.on_table if scene is not None else None
        seat = self._hands.whose(action, match)
        if not self._hands.count(action):
            return action
        if match is None or match.over:
            self._seen(None)
            return action
        own_device = not isinstance(action, CONTACT_ACTIONS)
        if seat in match.minded and (own_device or scenes.top is scene):
            match.resume_seat(seat)
            self._seen(None)
            return self._hands.use(action)
        return self._answered(action, match, seat)

    def _answered(self, action: Action, match: ActiveMatch, seat: Seat | None) -> Action | None:
        """The same while the prompt may be shown."""
        question, everybody = self._question, _present_seats(match)
        self._seen(seat)
        if question is None:
            return action
        answer = question.seats & {*_seats_at_question(action, question, match), seat}
        if answer:
            if self._awaited_seat in answer:
                self._waited = 0.0
            others = self._awaited_seat in question.seats - answer
            self._question = (
                question.only(question.seats & {self._awaited_seat}) if others else None
            )
            return self._hands.use(action)
        # Asked alone, whoever touches the board plays on; with all asked, one has only answered.
        alone = question.seats != everybody
        return action if alone or seat is not None else self._hands.use(action)

    def _seen(self, seat: Seat | None) -> None:
        """Somebody at that seat is there; None: somebody at any seat."""
        self._untouched = 0.0
        if seat is None or seat == self._awaited_seat:
            self._waited = 0.0
        if seat is None:
            self._question = None

    # -- time -----------------------------------------------------------------------------------

    def run(self, seconds: float, scenes: SceneStack) -> Iterable[Change]:
        """Lets time go by; gives the changes of the stack, each applied before the next."""
        if not scenes.running:
            return
        if self._pending_change is not None:
            change, self._pending_change = self._pending_change, None
            yield change
            return
        scene = _active_match_scene(scenes)
        match = scene.on_table if scene is not None else None
        if scene is not self._scene:
            self._begin(scene)
        self._on_top = scenes.top is scene
        if match is not None and match.left:
            match.left = False
            yield from self._suspend_match(match, None)
        elif not self._on:
            self._begin(scene)
        elif match is None or match.over:
            yield from self._wait_on_page(seconds, scenes.top)
        else:
            yield from self._wait_in_match(seconds, scenes.top, match)

    @property
    def _on(self) -> bool:
        return self._table.has("idle.on") and not self._table.operator

    def _begin(self, scene: Scene | None) -> None:
        """Starts to count for another match, or for none."""
        self._scene, self._question = scene, None
        self._untouched = self._waited = 0.0
        self._awaited_seat = None
        self._hands.forget()

    def _wait_on_page(self, seconds: float, top: Scene) -> Iterable[Change]:
        self._question = None
        self._untouched += seconds
        if self._untouched >= self._page_timeout(top):
            self._untouched = 0.0
            yield self._reset_to_menu()
            yield Push(self._rest_page if top.at_rest else ShowTitle())

    def _page_timeout(self, top: Scene) -> float:
        """Seconds untouched for which a page stays that is no match."""
        own = top.idle_timeout
        return self._table.settings["idle.page"] if own is None else own

    def _reset_to_menu(self) -> Reset:
        """The menu; in kiosk mode guests' names, setups and settings are forgotten."""
        if self._table.locked:
            self._table.chosen.clear()
            self._table.reset_guest_settings()
        return Reset(ShowMenu())

    @property
    def _rest_page(self) -> Destination:
        """What the table shows while nobody is there."""
        return ShowAttract() if self._table.has("attract.on") else ShowTitle()

    def _wait_in_match(self, seconds: float, top: Scene, match: ActiveMatch) -> Iterable[Change]:
        if match.waits or not self._on_top:
            self._untouched += seconds
        if not _present_seats(match):  # only computers play
            if self._untouched >= self._match_timeout(top, match):
                yield from self._suspend_match(match, self._rest_page)
            return
        awaited = match.awaited if self._on_top else None
        if awaited != self._awaited_seat:
            self._awaited_seat, self._waited = awaited, 0.0
            if self._question is not None and self._question.seats != _present_seats(match):
                self._question = None  # the match went on without an answer
        elif awaited is not None:
            self._waited += seconds
        if self._question is None:
            self._ask(match, self._match_timeout(top, match))
            return
        question = self._question = self._question.after(seconds)
        if question.left > 0:
            return
        self._question, everybody = None, _present_seats(match)
        if question.seats == everybody:
            yield from self._suspend_match(match, self._rest_page)
            return
        for seat in question.seats:
            match.mind(seat)
            self._table.store.count(UsageMetric("taken over", match.game.key))

    def _ask(self, match: ActiveMatch, patience: float) -> None:
        """Shows the prompt to those who have not acted for long."""
        whole = float(self._table.settings["idle.countdown"])
        if self._untouched >= patience:
            self._question = StillPlayingPrompt(_present_seats(match), whole, whole)
        elif self._awaited_seat is not None and self._waited >= patience:
            self._question = StillPlayingPrompt(frozenset({self._awaited_seat}), whole, whole)
        else:
            return
        self._table.play("hint")

    def _match_timeout(self, top: Scene, match: ActiveMatch) -> float:
        """Seconds untouched until people are asked; longer on a page with an `idle_timeout`."""
        own = _timeouts_by_game(self._table.settings["idle.times"]).get(
            match.game.key, match.time_to_think
        )
        return own if self._on_top else max(own, top.idle_timeout or 0.0)

    def _suspend_match(self, match: ActiveMatch, then: Destination | None) -> Iterable[Change]:
        """Saves the match and shows its code; then the menu, with `then` over it."""
        table = self._table
        match_id = match.save_for_later()

        def after(answer: object) -> Change:
            self._seen(None)
            if answer == PLAY_ON_ANSWER:
                return None
            self._pending_change = Push(then) if then is not None else None
            return self._reset_to_menu()

        if match_id:
            code = code_of(table.store, match_id, table.seed(), table.today())
            yield Push(SavedCodePage(code, match.places), after)
            return
        yield self._reset_to_menu()
        if then is not None:
            yield Push(then)

    def wakes_in(self, scenes: SceneStack) -> float:
        """Seconds until `run` has something to do if nothing happens before."""
        if self._pending_change is not None or not scenes.running:
            return 0.0
        scene = _active_match_scene(scenes)
        match = scene.on_table if scene is not None else None
        if match is not None and match.left:
            return 0.0
        if not self._on:
            return inf
        if match is None or match.over:
            return max(0.0, self._page_timeout(scenes.top) - self._untouched)
        if self._question is not None:
            return self._question.changes_in
        on_top = scenes.top is scene
        if not match.waits and on_top:
            return inf
        return max(0.0, self._match_timeout(scenes.top, match) - max(self._untouched, self._waited))

    # -- what is seen ---------------------------------------------------------------------------

    def draw(self, frame: Frame) -> None:
        """Draws the prompt and the signs of stand-ins above the scenes."""
        match = self._scene.on_table if self._scene is not None else None
        if match is None or match.over:
            return
        with frame.layer(OVERLAY_LAYER):
            for place in match.places:
                if self._question is not None and self._question.asks(place):
                    self._question.draw(frame, place)
                elif self._on_top and not match.minded.isdisjoint(place.seats):
                    draw_stand_in_sign(frame, place)


def _active_match_scene(scenes: SceneStack) -> Scene | None:
    """The scene with the active match; None if there is none."""
    return next((scene for scene in scenes.scenes if scene.on_table is not None), None)


def _seats_at_question(
    action: Action, question: StillPlayingPrompt, match: ActiveMatch
) -> tuple[Seat, ...]:
    """The seats that a touch of the prompt answers for."""
    if not isinstance(action, Down) or action.source == SECONDARY_SOURCE:
        return ()
    plate = place_asked_at(question, match.places, action.at)
    return plate.seats if plate is not None else ()


def _present_seats(match: ActiveMatch) -> frozenset[Seat]:
    """The seats whose people have not left."""
    return frozenset(match.people) - match.minded


def _timeouts_by_game(text: str) -> dict[str, float]:
    """The seconds for each game, of ``shoo=120 sevens=180``."""
    pairs = (part.partition("=") for part in text.split())
    return {game: float(seconds) for game, _, seconds in pairs}
