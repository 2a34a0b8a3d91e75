"""The base scene of Sevens: one phase, the two seats' bars, the menu and the pause.

Also which phase of a match is shown, and what is pressed for computer players.
"""

from collections.abc import Mapping
from dataclasses import replace
from math import inf
from threading import Thread
from typing import TYPE_CHECKING, Final, Literal

import pygame

from tabletop.engine import Seat, Text, say
from tabletop.games.sevens.figures import booklet
from tabletop.games.sevens.messages import CARD_NAMES
from tabletop.games.sevens.rules import score
from tabletop.games.sevens.rules.events import Card
from tabletop.games.sevens.rules.match import Phase, SevensMatch
from tabletop.games.sevens.scenes.context import NO_TEXT, MatchContext, TouchPolicy
from tabletop.games.sevens.scenes.pause import PausePage, pause_trays
from tabletop.games.sevens.scenes.phases.arrange import ArrangePhase
from tabletop.games.sevens.scenes.phases.base import BasePhase
from tabletop.games.sevens.scenes.phases.chance import CardPhase, TossPhase
from tabletop.games.sevens.scenes.phases.computer import ComputerBuildPhase, is_shortened
from tabletop.games.sevens.scenes.phases.guessing import GuessPhase, LookPhase, ReadyPhase
from tabletop.games.sevens.scenes.phases.result import ResultPhase, draw_score_strip
from tabletop.games.sevens.scenes.phases.scoring import ScorePhase
from tabletop.games.sevens.view.board import (
    draw_clock,
    draw_line,
    draw_number,
    draw_panel,
    format_clock,
    prewarm_clock,
)
from tabletop.games.sevens.view.layout import MatchLayout
from tabletop.input.actions import CONTACT_ACTIONS, Action, Down, Hover, Press, PressKey
from tabletop.input.actions import Button as Key
from tabletop.players.player_spec import PlayerSpec
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.live_game import CallForHelp
from tabletop.ui.core.scene import Change, Pop, Push, Scene
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.draw.shapes import stone
from tabletop.ui.draw.wood import ground
from tabletop.ui.speech.speech import Announcement, focus_announcement
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label, min_text_pixels
from tabletop.ui.theme.theme import (
    AMBER,
    BODY_SIZE,
    CORAL,
    DIM,
    NAME_SIZE,
    OUTLINE,
    PANEL,
    PANEL_ACTIVE,
    PANEL_LINE,
    SMALL_SIZE,
    TEXT,
    active_palette,
)
from tabletop.ui.widgets.button_names import put_button_name
from tabletop.ui.widgets.buttons import ButtonGroup, PushButton
from tabletop.ui.widgets.entry_trays import EntryTray
from tabletop.ui.widgets.event_result import CLAIM_GAP, CLAIM_WORDS_WIDTH, ResultClaims
from tabletop.ui.widgets.page import as_confirmation, draw_round_button

if TYPE_CHECKING:  # nothing of the phones is loaded while they are off
    from tabletop.party.views import View

BAR_PADDING: Final = 22.0
NAME_WIDTH_SHARE: Final = 0.3
SHORT_NAME_WIDTH_SHARE: Final = 0.22
"""The largest share of a bar for a name; the second where time and totals are in it too."""
LEVEL_WIDTH_SHARE: Final = 0.38
"""The same for the level of a computer player."""
MIN_CHIP_BAR_WIDTHS: Final = (600.0, 780.0)
"""Below this width the card in force is left out; the second in projector mode."""
NARROW_BAR_WIDTH: Final = 480.0
"""Below this width the text may take a third line."""
MAX_STONE_RADIUS: Final = 48.0
SUM_STONE_RADIUS: Final = 17.0
"""The radius of the stones beside the totals."""
CLAIM_PADDING: Final = 14.0
NAME_PADDING: Final = 5.0
"""Above and below a name with a level below it."""
LINE_HEIGHT_EMS: Final = 1.26
"""The line height of the text, in ems."""


def draw_bars(frame: Frame, context: MatchContext, phase: BasePhase, told: Text) -> None:
    """Draws the acting seat's bar, and the other one with the text `told`, each turned to its seat.

    A warning takes the place of the prompt. In projector mode there is one bar for all.
    """
    plan, seat = context.plan, phase.seat
    warning = bool(phase.warning)
    turned = frame.turned(context.turns(seat), context.about(seat))
    with turned, frame.in_context(context.context_for(seat)):
        said = phase.warning or phase.prompt
        if plan.alone and phase.refusal_note:
            said, warning = phase.refusal_note, True
        if said == told and not plan.alone and context.turns(0) == context.turns(1):
            # Both read it at the same edge: it stands once, for the person if there is one.
            said, told = (NO_TEXT, told) if context.you == 1 - seat else (said, NO_TEXT)
        reader = context.you == 1 - seat and phase.for_reader
        right = plan.near.right - BAR_PADDING if reader else None
        _draw_seat_bar(
            frame, context, seat, plan.near, said, active=not reader, warning=warning, right=right
        )
    if plan.alone:
        return
    other = 1 - seat
    computer = context.level(other) is not None
    both = reader or (phase.for_both and not computer)
    # What a computer player would be told concerns nobody else.
    told, rebuffed = phase.refusal_note or (NO_TEXT if computer else told), bool(phase.refusal_note)
    turned = frame.turned(context.turns(other), context.about(other))
    with turned, frame.in_context(context.context_for(other, frame.context)):
        # Each seat sees its own bar at its own lower edge.
        far = context.seen_by(plan.far, other)
        plated = reader or other in context.claims.links
        right = None if plated else far.right - BAR_PADDING
        if context.turns(other) != context.turns(seat) and not plated:
            right = _draw_standing(frame, context, phase, other, far) - 20
        _draw_seat_bar(frame, context, other, far, told, active=both, warning=rebuffed, right=right)


def draw_banner(frame: Frame, context: MatchContext, seat: Seat, plan: MatchLayout) -> None:
    """Draws a seat's bar for everybody while it builds, and that of the other seat."""
    said = say("sevens.apart.banner", "Builds a picture. Nobody has to look away.")
    _draw_seat_bar(frame, context, seat, plan.near, said, active=True, warning=False)
    if not plan.alone:
        _draw_seat_bar(frame, context, 1 - seat, plan.far, NO_TEXT, active=False, warning=False)


def _draw_seat_bar(
    frame: Frame,
    context: MatchContext,
    seat: Seat,
    box: Box,
    said: str,
    *,
    active: bool,
    warning: bool,
    right: float | None = None,
) -> None:
    """Draws a bar; `right` is the right end of the room for text."""
    canvas, ui, match = frame.canvas, frame.context, context.match
    wide = right is None
    if right is None:
        frame.put(_bar_picture(canvas.size, box.w, box.h, active), box.centre)
        right = box.right - BAR_PADDING
    claims = context.claims if context.plan.alone else context.claims.of((seat,))
    if claims.links:
        right = _draw_claims(frame, claims, box, right)
    radius = min(box.h * 0.31, MAX_STONE_RADIUS)
    x, y = box.x + BAR_PADDING + radius, box.centre[1]
    frame.put(stone(context.look(seat), radius * canvas.scale), (x, y))
    if context.level(seat) is not None:
        badge = (x + 0.75 * radius, y + 0.7 * radius)
        frame.put(shapes.disc(canvas.px(0.56 * radius), PANEL_LINE), badge)
        frame.put(icon("computer", canvas.px(0.73 * radius), TEXT), badge)
    share = NAME_WIDTH_SHARE if wide else SHORT_NAME_WIDTH_SHARE
    large = NAME_SIZE if ui.projector else ui.scaled_size(NAME_SIZE)  # the sentence needs the room
    # The name of the seat, not "You": what is said beside it may be about the other seat.
    name, size = context.name(seat), canvas.px(large)
    size = typesetting.fitting_size(name, size, canvas.px(box.w * share), True, context=ui)
    left = x + radius + 20
    stacked = bool(claims.links)
    """The text stands below the name."""
    high = LINE_HEIGHT_EMS * size / canvas.scale
    at = (left, box.y + BAR_PADDING + high / 2 if stacked else y)
    level = None if context.attract or stacked else context.level(seat)
    if level is None:
        end = draw_line(frame, name, size, TEXT, at, bold=True, align="left")
    else:
        room = Box(left, box.y, box.w * LEVEL_WIDTH_SHARE, box.h)
        end = _draw_computer_name(frame, name, size, PlayerSpec(level).words, room)
    left += 0 if stacked else end + 32
    card = match.card_in_force if match.card_refund is None else None  # a card is used once
    crowded = bool(said) and right - left < MIN_CHIP_BAR_WIDTHS[ui.projector]
    if card is not None and card[0] == seat and match.phase is not Phase.OVER and not crowded:
        right = _chip(frame, card[1], box, left, right) - 18
    if warning:
        draw_panel(frame, Box.around((left + 4, y), 8, box.h * 0.5), CORAL, 4)
        left += 26
    above = BAR_PADDING + high + 6 if stacked else 12
    room = Box(left, box.y + above, right - left, box.h - above - 12)
    most = 2
    if ui.projector or stacked:
        least = ui.min_text_size or ui.scaled_size(BODY_SIZE)
        most = max(2, int(room.h / (LINE_HEIGHT_EMS * least)))
    if room.w < NARROW_BAR_WIDTH:
        most = 3
    stands: Literal["top", "middle"] = "top" if stacked else "middle"
    Label(said, room, BODY_SIZE, TEXT if active else DIM, most=most, stands=stands).draw(frame)


def _draw_computer_name(frame: Frame, name: Text, size: int, level: Text, room: Box) -> float:
    """Draws the name of a computer player and its level below it; gives the width."""
    canvas, ui = frame.canvas, frame.context
    high = canvas.px(room.h - 2 * NAME_PADDING) / LINE_HEIGHT_EMS
    small = max(
        min_text_pixels(canvas), round(min(canvas.px(ui.scaled_size(SMALL_SIZE)), 0.42 * high))
    )
    small = typesetting.fitting_size(level, small, canvas.px(room.w), context=ui)
    size = min(size, round(high - small))
    middle, step = room.centre[1], 0.5 * LINE_HEIGHT_EMS / canvas.scale
    upper, lower = (room.x, middle - step * small), (room.x, middle + step * size)
    wide = draw_line(frame, name, size, TEXT, upper, bold=True, align="left")
    return max(wide, draw_line(frame, level, small, DIM, lower, align="left"))


def _draw_claims(frame: Frame, claims: ResultClaims, box: Box, right: float) -> float:
    """Draws the codes at the right of a bar; gives their left end."""
    side = box.h - 2 * CLAIM_PADDING
    wide = CLAIM_WORDS_WIDTH + len(claims.links) * (side + CLAIM_GAP)
    x = right + BAR_PADDING - CLAIM_PADDING - wide
    claims.draw(frame, Box(x, box.y + CLAIM_PADDING, wide, side))
    return x - BAR_PADDING


def _draw_standing(
    frame: Frame, context: MatchContext, phase: BasePhase, seat: Seat, box: Box
) -> float:
    """Draws the other bar with the time and the totals at its right; gives their left end."""
    canvas, radius = frame.canvas, SUM_STONE_RADIUS
    frame.put(_bar_picture(canvas.size, box.w, box.h, phase.for_both), box.centre)
    size = canvas.px(frame.context.scaled_size(BODY_SIZE))
    left, y = box.right - BAR_PADDING, box.centre[1]
    for each in (1 - seat, seat):
        total = context.match.totals[each]
        left -= draw_number(frame, total, size, TEXT, (left, y), align="right") + 12 + radius
        frame.put(stone(context.look(each), radius * canvas.scale), (left, y))
        left -= radius + 24
    if not phase.clock_runs:
        return left
    time = format_clock(phase.clock.left)
    return left - draw_number(frame, time, size, TEXT, (left, y), align="right") - 12


def _chip(frame: Frame, card: Card, box: Box, left: float, right: float) -> float:
    """Draws the seat's card in force between the name and the right end; gives its left end."""
    canvas, ui = frame.canvas, frame.context
    size = typesetting.fitting_size(
        CARD_NAMES[card],
        canvas.px(ui.scaled_size(SMALL_SIZE)),
        canvas.px(right - left - 36),
        True,
        context=ui,
    )
    text = typesetting.line(CARD_NAMES[card], size, TEXT, True, context=frame.context)
    width, height = text.get_width() / frame.canvas.scale + 36, min(box.h * 0.6, 90.0)
    at = (right - width / 2, box.centre[1])
    draw_panel(frame, Box.around(at, width, height), PANEL_LINE, 14)
    frame.put(text, at)
    return right - width


@surface_cache(most=8)
def _bar_picture(
    size: tuple[int, int], width: float, height: float, active: bool
) -> pygame.Surface:
    canvas = Canvas(size)
    w, h, radius = canvas.px(width), canvas.px(height), canvas.px(28)
    plate = shapes.copy_surface(shapes.rounded(w, h, radius, PANEL_ACTIVE if active else PANEL))
    if active:
        # Only the acting seat has a highlighted edge.
        plate.blit(shapes.outline(w, h, radius, canvas.px(5), AMBER), (0, 0))
    elif active_palette().edge:
        plate.blit(shapes.outline(w, h, radius, canvas.px(active_palette().edge), OUTLINE), (0, 0))
    return plate


MENU_KEY: Final = "menu"
SOLO_PATIENCE_SECONDS: Final = 150.0
"""Seconds without a touch after which a person who plays alone is taken to have left."""


class PhaseScene(Scene):
    """Shows one phase at a time, and everything around it."""

    def __init__(self, context: MatchContext, phase: BasePhase) -> None:
        self.context = context
        self.phase = phase
        self._menu = ButtonGroup()
        self._laid_for: Seat | None = None
        """The seat that everything is laid out for."""
        self.shown_moment: tuple[object, ...] = ()
        """The moment that the present phase was made for."""
        Thread(target=_prewarm, daemon=True).start()

    # -- what a scene fills in ----------------------------------------------------------------

    @property
    def head(self) -> Text:
        return NO_TEXT

    @property
    def other_prompt(self) -> Text:
        """The text of the other seat's bar."""
        return self.phase.other_prompt

    @property
    def pause_trays(self) -> tuple[EntryTray, ...]:
        """The entries of the pause."""
        return pause_trays((), ("leave",), self.table_entries)

    @property
    def pause_labels(self) -> Mapping[str, tuple[Text, str]]:
        """Labels and icons of entries that are other than usual."""
        return {}

    @property
    def table_entries(self) -> tuple[str, ...]:
        """Entries of the pause that change something at the table."""
        sound = () if self.context.sound is None else ("sound",)
        return (*sound, *["help"] * self.context.table.event.state.has_staff)

    def opened(self, entry: str, /) -> Change:
        """The change that opens the page of an entry over the pause; None for what ends it."""
        if entry == "sound" and self.context.sound is not None:
            return Push(self.context.sound())
        return Push(CallForHelp(self.turns % 4)) if entry == "help" else None

    @property
    def still(self) -> Text:
        """What is said in the pause."""
        if self.phase.clock_runs:
            return say("sevens.pause.still", "The clock is stopped, and the picture is covered.")
        if self.phase.surface is not None:
            return say("sevens.pause.covered", "The picture is covered.")
        return NO_TEXT

    def answered(self, answer: str, /) -> Change:
        """Does what an entry of the pause says that has no page of its own."""
        raise NotImplementedError(answer)

    def refuses(self, action: Action, /) -> bool:
        """Whether an action comes from a seat whose turn it is not."""
        del action  # anybody may do anything here
        return False

    @property
    def moment(self) -> tuple[object, ...]:
        """A value that changes when another phase has to be shown."""
        return self.shown_moment

    def next_phase(self) -> BasePhase:
        return self.phase

    def follow(self) -> None:
        """Shows the phase for what has happened."""
        moment = self.moment
        if moment != self.shown_moment:
            self.phase.tell()  # a player who takes over continues from what lies there
            first, self.shown_moment = not self.shown_moment, moment
            self.show(self.next_phase(), first=first)

    def draw_column(self, frame: Frame) -> None:
        """Draws what stands beside the board, turned to the acting seat."""

    def draw_answers(self, frame: Frame) -> None:
        """Draws the text of buttons whose keys are ``question=number``."""

    # -- what follows -------------------------------------------------------------------------

    def fit(self, canvas: Canvas) -> None:
        self.let_go()
        self.context.window = canvas
        self.follow()
        self.lay_out()

    def lay_out(self) -> None:
        seat = self.phase.seat
        self.context.acting = self._laid_for = seat
        self._menu.replace([PushButton(MENU_KEY, self.context.plan.menu, icon="menu")])
        self.phase.fit()

    def resume(self) -> None:
        self._menu.pointed = None
        self.lay_out()

    def handle(self, action: Action, /) -> Change:
        change = self._handled(action)
        if self._laid_for != self.phase.seat:
            self.lay_out()  # another seat acts now
        return self.prepare_push(change)

    def prepare_push(self, change: Change) -> Change:
        """Prepares a change: a pushed page gets the context of the acting seat, and all contacts
        end here.
        """
        if isinstance(change, Push):
            self.let_go()
            seat = self.phase.seat
            return change.for_seat(self.context.language(seat), self.context.size(seat))
        return change

    def let_go(self) -> None:
        self._menu.held.clear()
        self.phase.let_go()

    def _handled(self, action: Action) -> Change:
        if self.refuses(action):
            return None
        action, context, phase = as_confirmation(action), self.context, self.phase
        near = context.near(action, phase.seat)
        # Keys have a key of their own for the pause, so the key focus skips this button.
        mine = context.apart is None
        if isinstance(near, Hover):
            self._menu.press(near)
        if mine and isinstance(near, CONTACT_ACTIONS) and self._menu.press(near) == MENU_KEY:
            return self.pause()
        match near:
            case Press(button=Key.MENU):
                return self.pause()
            case Press(button=Key.BACK):
                # A piece in the hand is put back first.
                surface = phase.surface
                taken = surface is not None and surface.enabled and surface.handle(action)
                return None if taken or phase.step_back() else self.pause()
            case Down(at=at) if phase.ignores_touches and phase.buttons.at(at) is not None:
                return None
            case Press(button=Key.OK) | PressKey() if phase.ignores_touches:
                return None
            case _:
                pass
        change = phase.handle(action)
        self.follow()
        return change

    def show(self, phase: BasePhase, *, first: bool = False) -> None:
        """Shows another phase; the first one accepts touches at once."""
        if phase is not self.phase:
            self.phase = phase
            if not first:
                phase.ignore_touches()
        self.lay_out()

    def update(self, dt: float, /) -> Change:
        change = self._updated(dt)
        if self._laid_for != self.phase.seat:
            self.lay_out()
        return self.prepare_push(change)

    def _updated(self, dt: float) -> Change:
        """Lets time go by for the match and for its phase."""
        context, match = self.context, self.context.match
        due = match.next_due
        if due is not None and context.now + dt >= due:
            self.phase.tell()
        context.now += dt
        match.advance(context.now)
        self.follow()
        change = self.phase.update(dt)
        self.follow()
        return change

    def wakes_in(self) -> float:
        due = self.context.match.next_due
        return max(0.0, min(self.phase.wakes_in(), inf if due is None else due - self.context.now))

    # -- the pause ----------------------------------------------------------------------------

    def pause(self) -> Change:
        """Stops the time, covers the board, and asks what to do."""
        return Push(self.pause_page(), self._paused)

    def pause_page(self) -> PausePage:
        return PausePage(
            self.still, self.pause_trays, self.turns, self._open_entry, self.pause_labels
        )

    def _open_entry(self, entry: str) -> Change:
        change = self.opened(entry)
        if isinstance(change, Push):
            seat = self.phase.seat
            return change.for_seat(self.context.language(seat), self.context.size(seat))
        return change

    @property
    def turns(self) -> int:
        """The quarter turns of questions to the acting seat."""
        return self.phase.turns

    def _paused(self, answer: object) -> Change:
        if answer == "leave":
            return Pop()
        if isinstance(answer, str) and answer != "on":
            change = self.answered(answer)
            self.follow()
            return change
        return None

    def sayings(self) -> tuple[Announcement, ...]:
        """The prompt of the acting seat, unless it counts seconds."""
        phase, language = self.phase, self.context.language(self.phase.seat)
        focus = focus_announcement(phase.buttons.buttons, phase.buttons.focus)
        if phase.counts:
            return focus
        return (Announcement("prompt", phase.warning or phase.prompt, language), *focus)

    def phone_state(self) -> object:
        return self.head

    def phone_view(self, seat: Seat | None, context: UiContext) -> "View | None":
        """That somebody plays alone: only a match has something for phones to do."""
        from tabletop.party.views import WaitView

        del seat
        if self.context.attract:
            return None
        said = say("sevens.phone.alone", "One person plays alone at the big screen.")
        return WaitView(context.plain(self.head), context.plain(said))

    # -- drawing ------------------------------------------------------------------------------

    def draw(self, frame: Frame) -> None:
        with frame.in_context(self.context.context_for(self.phase.seat)):
            self.draw_stage(frame)
            draw_bars(frame, self.context, self.phase, self.other_prompt)

    def draw_stage(self, frame: Frame) -> None:
        """Draws everything but the bars, turned to the acting seat."""
        context, phase = self.context, self.phase
        frame.put(ground(*frame.canvas.size), frame.canvas.box.centre)
        phase.draw_board_layer(frame)
        with frame.turned(self.turns, context.about(phase.seat)):
            if phase.shows_column:
                self.draw_column(frame)
            phase.draw_words(frame)
            phase.draw_buttons(frame)
            self.draw_answers(frame)
            for button in self._menu.buttons if context.apart is None else ():
                pressed = button.key in self._menu.held.values()
                draw_round_button(frame, button, pressed=pressed, focused=False)
            self.draw_head(frame)
        menu = self._menu.unlabelled
        if menu is not None and context.apart is None:
            about = context.about(phase.seat)
            put_button_name(frame, replace(menu, turns=self.turns, about=about))

    def draw_head(self, frame: Frame) -> None:
        plan = self.context.plan
        if self.head:
            lines = 2 if plan.alone else 1
            Label(self.head, plan.head, NAME_SIZE, TEXT, bold=True, most=lines).draw(frame)


def _prewarm() -> None:
    """Loads in advance what takes long: Shapely and the booklet."""
    score.warm()
    booklet()


PHASE_TYPES: Final[dict[Phase, type[BasePhase]]] = {
    Phase.TOSS: TossPhase,
    Phase.ARRANGE: ArrangePhase,
    Phase.READY: ReadyPhase,
    Phase.LOOK: LookPhase,
    Phase.GUESS: GuessPhase,
    Phase.PEEK: GuessPhase,
    Phase.SCORED: ScorePhase,
    Phase.CARD: CardPhase,
    Phase.OVER: ResultPhase,
}


def phase_for(context: MatchContext, before: BasePhase | None = None) -> BasePhase:
    """What shows the phase of a match; a peek keeps what shows the guessing."""
    match = context.match
    arranging = match.phase is Phase.ARRANGE
    context.acting = match.arranger if arranging else match.guesser
    if arranging and context.policy(context.acting) is not TouchPolicy.PERSON:
        return ComputerBuildPhase(context)
    wanted = PHASE_TYPES[match.phase]
    if wanted is not GuessPhase or not isinstance(before, GuessPhase):
        return wanted(context)
    return before if before.level == context.level(context.acting) else wanted(context)


def match_moment(context: MatchContext) -> tuple[object, ...]:
    """What changes when another phase is to be shown: the turn, or who plays."""
    match = context.match
    turn = match.phase, match.round, match.turn_in_round, len(match.turns), match.arranger
    return *turn, *(profile.level for profile in context.seating.seats)


def round_title(match: SevensMatch) -> Text:
    """How far a match has come, in a few words."""
    if match.phase is Phase.TOSS:
        return say("sevens.title", "Sevens")
    if match.phase is Phase.OVER:
        return say("sevens.after", "After the match")
    return say("sevens.round_of", "Round {number} of 3", number=match.round + 1)


def draw_match_column(frame: Frame, context: MatchContext, phase: BasePhase) -> None:
    """Draws the clock and the score table beside the board."""
    plan, clock = context.plan, phase.clock
    prewarm_clock(frame.canvas, plan.clock)
    draw_clock(frame, plan.clock, clock.left, clock.whole, clock.note)
    draw_score_strip(frame, context, plan.sheet)


PRESS_DELAY_SECONDS: Final = 1.6
READING_SECONDS: Final = 4.0
"""Seconds before a button is pressed; the second where there is something to read first."""
SHORT_READING_SHARE: Final = 0.45
"""The share of the reading time in a turn that attract mode shortens."""
_COMPUTER_PRESSES: Final = {Phase.CARD: (("turn", PRESS_DELAY_SECONDS),)}
"""For each phase the buttons that a computer player presses, and after how many seconds."""
_UNATTENDED_PRESSES: Final = {
    Phase.TOSS: (("coin", PRESS_DELAY_SECONDS), ("on", PRESS_DELAY_SECONDS)),
    Phase.SCORED: (("on", READING_SECONDS),),
    Phase.CARD: (("turn", PRESS_DELAY_SECONDS), ("on", READING_SECONDS)),
}
"""The same where computer players have both seats."""


class AutoPress:
    """Presses the buttons that are a computer player's to press."""

    def __init__(self, context: MatchContext) -> None:
        self._context = context
        self._waits_for: tuple[object, str] | None = None
        self._waited = 0.0

    def update(self, dt: float, phase: BasePhase) -> Change:
        """Lets seconds go by, and presses a button when it is time."""
        wish = self._next(phase)
        if wish is None:
            self._waits_for = None
            return None
        key, after = wish
        if self._waits_for != (phase, key):
            self._waits_for, self._waited = (phase, key), 0.0
        self._waited += dt
        if self._waited < after:
            return None
        self._waits_for = None
        change = phase.pressed(key)
        phase.buttons.replace(phase.lay_buttons())
        return change

    def wakes_in(self, phase: BasePhase) -> float:
        """Seconds until it presses a button."""
        wish = self._next(phase)
        if wish is None:
            return inf
        waited = self._waited if self._waits_for == (phase, wish[0]) else 0.0
        return max(0.0, wish[1] - waited)

    def _next(self, phase: BasePhase) -> tuple[str, float] | None:
        """The button to press next, and after how many seconds."""
        context, waits_for = self._context, self._context.match.phase
        if context.unattended:
            wishes = _UNATTENDED_PRESSES.get(waits_for, ())
        elif context.level(phase.seat) is not None:
            wishes = _COMPUTER_PRESSES.get(waits_for, ())
        else:
            return None
        usable = {button.key for button in phase.buttons.buttons if button.enabled}
        wish = next((wish for wish in wishes if wish[0] in usable), None)
        if wish and context.attract and waits_for is Phase.SCORED and is_shortened(context.match):
            return wish[0], wish[1] * SHORT_READING_SHARE
        return wish
