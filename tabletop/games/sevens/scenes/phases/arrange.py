"""Arranging: a person builds a picture behind a curtain, names it, and shows it.

The module also has the layout of the tools, the countdown before a picture is shown to a room, the
pages opened while arranging, and the choice of the piece that the card Piece Unveil shows.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Final

import pygame

from tabletop.engine import IllegalMove, Refusal, Seat, Text, count, say
from tabletop.games.sevens.figures import Figure, figure_label
from tabletop.games.sevens.pieces.table import TOUCH_MARGIN
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.rules.pieces import FULL_SET, Picture, why_not_arranged
from tabletop.games.sevens.scenes.booklet import BookletPage, save_figure
from tabletop.games.sevens.scenes.context import NO_TEXT, MatchContext
from tabletop.games.sevens.scenes.dialogs import (
    NamePage,
    SpendSeconds,
    answer_about_looking,
    ask_about_looking,
    closing_warning,
    model_question,
    page_owner,
)
from tabletop.games.sevens.scenes.phases.base import (
    LAYING_SECONDS,
    TURN_HINT,
    BasePhase,
    ClockReading,
    LaidSteps,
    detached_pieces,
    lay_picture,
    new_piece_board,
    pieces_outside_tray,
    tray_marks,
)
from tabletop.games.sevens.scenes.phases.result import draw_score_strip
from tabletop.games.sevens.view.board import (
    Curtain,
    draw_clock,
    draw_curtain,
    draw_curtain_words,
    draw_number,
)
from tabletop.games.sevens.view.piece_board import Mark, PieceBoard
from tabletop.games.sevens.view.pieces import figure_picture, fitting_unit
from tabletop.input.actions import Action, Down, Drop, Focus, Nudge, Press, Tap, Walk
from tabletop.input.actions import Button as Key
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Push
from tabletop.ui.draw import annotations
from tabletop.ui.draw.shapes import stone
from tabletop.ui.layout import column, item, row, space
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BLACK, CREAM, HEAD_SIZE, NAME_SIZE, TEXT
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton
from tabletop.ui.widgets.page import PageGuard, Plate, split_row, stack_boxes

DARK_WARNING_SECONDS: Final = 4.0
"""Seconds in which everybody can look away, or somebody can cover the projector."""
COUNTDOWN_SIZE: Final = 420.0
"""The em of the countdown."""


def draw_warning(frame: Frame, context: MatchContext, left: int) -> None:
    """Draws the countdown over everything, turned to the arranging player."""
    canvas = context.canvas
    frame.put(_dark(canvas.size), canvas.box.centre)
    boxes = column(
        space(weight=61),
        item("away", weight=16),
        space(weight=2),
        item("cover", weight=14),
        space(weight=7),
        padding=(60, 0, 60, 0),
    ).place(canvas.box)
    size = canvas.px(min(COUNTDOWN_SIZE, canvas.height * 0.4))
    x, y = canvas.box.centre
    draw_number(frame, left, size, CREAM, (x, y - canvas.height * 0.12))
    name = context.name(context.match.arranger)
    cover = say("sevens.dark.stop", "Touch anything to keep the curtain closed.")
    if context.exposed:
        away = say("sevens.dark.away", "Everyone but {name}, look away.", name=name)
        cover = say("sevens.dark.cover", "Or cover the projector. Touch anything to stop.")
    else:
        other = context.name(context.match.guesser)
        away = say("sevens.dark.other", "{other}, please look away.", other=other)
    Label(away, boxes["away"], HEAD_SIZE, CREAM, True, "centre").draw(frame)
    Label(cover, boxes["cover"], HEAD_SIZE * 0.75, CREAM, False, "centre").draw(frame)


@surface_cache(most=2)
def _dark(size: tuple[int, int]) -> pygame.Surface:
    picture = pygame.Surface(size).convert()
    picture.fill(BLACK)
    annotations.annotate_face(picture)
    return picture


def _secret_guard(context: MatchContext) -> PageGuard:
    return PageGuard(page_owner(context, context.match.arranger), secret=True)


def naming_page(context: MatchContext, name: str, spend: SpendSeconds) -> NamePage:
    """Asks what the picture is; pops with the name."""
    arranger = context.match.arranger
    ui = context.context_for(arranger)
    page = NamePage(name, context.turns(arranger), spend, context=ui)
    page.guard = _secret_guard(context)
    return page


def booklet_page(context: MatchContext, spend: SpendSeconds) -> BookletPage:
    """The booklet, to pick a figure from, and a hint to the other seat; pops with the figure."""
    guesser = context.match.guesser
    hint = say("sevens.browse.away", "{other}, please look away", other=context.name(guesser))
    seen = context.level(guesser) is None and context.apart is None
    turns, away = context.turns(context.match.arranger), context.turns(guesser)
    page = BookletPage(
        context.table,
        pick=True,
        turns=turns,
        hint=hint if seen else NO_TEXT,
        hint_turns=away,
        spend=spend,
        closes=seen,
    )
    page.hint_language = context.language(guesser)
    page.guard = _secret_guard(context)
    return page


GAP: Final = 20.0
MAX_BUTTON_HEIGHT: Final = 132.0
TOOL_TEXT_SIZE: Final = 38.0
NAME_IT: Final = say("sevens.arrange.name.phone", "What is it? Write its name.")
MAX_NAME_LENGTH: Final = 15
"""Characters of the name on its button."""
MIN_ONE_LINE_WIDTH: Final = 290.0
"""Below this width a button has its words on two lines."""


@dataclass(frozen=True, slots=True)
class ArrangeState:
    """The state of arranging that the tools and the side panel show."""

    context: MatchContext
    curtain: Curtain
    name: str
    laid: int
    """The number of pieces outside the tray."""
    why: Refusal | None
    """Why the picture cannot be shown as it lies; None if it can."""
    unveiling: bool
    """The phase asks which piece the guessing player shall see."""
    model: Figure | None
    clock: ClockReading | None
    """The time to build; None without a limit."""
    undoable: bool
    """Whether there is a step to take back."""

    @property
    def unwatched(self) -> bool:
        """Whether a computer player guesses: the curtain stays open."""
        return self.context.level(self.context.match.guesser) is not None

    @property
    def apart(self) -> bool:
        """Whether it is built on another screen or a phone, so that nobody has to look away."""
        return self.context.apart is not None

    @property
    def on_phone(self) -> bool:
        """Whether it is built on the arranging player's phone."""
        return self.context.on_phone(self.context.match.arranger)

    @property
    def uncovered(self) -> bool:
        """Whether the curtain would hide the picture from nobody."""
        return self.unwatched or self.apart

    @property
    def other(self) -> Text:
        """The name of the player who is to look away."""
        return self.context.name(self.context.match.guesser)


def arrange_prompt(state: ArrangeState) -> Text:
    """What the arranging player is to do now."""
    match, other, opened = state.context.match, state.other, state.curtain.open
    few = match.piece_count < len(FULL_SET)
    if (left := state.curtain.closes_in) is not None:
        return count(
            "sevens.arrange.closing",
            "The curtain closes in 1 second. Touch anything to keep it open.",
            "The curtain closes in {n} seconds. Touch anything to keep it open.",
            n=left,
        )
    if state.unveiling:
        if opened:
            return say("sevens.arrange.touch", "Touch the piece to reveal to {other}.", other=other)
        return say(
            "sevens.arrange.unveil",
            "Open the curtain and choose a piece to reveal to {other}.",
            other=other,
        )
    if not opened and not state.laid:
        # NOTE for translators: "Open" is the word on the button.
        if state.context.exposed:
            return say("sevens.arrange.room", "Ask everyone to look away, then touch “Open”.")
        return say(
            "sevens.arrange.away", "Ask {other} to look away, then touch “Open”.", other=other
        )
    if not state.laid:
        if few:
            return say(
                "sevens.arrange.some",
                "Make a picture of a real thing, using {count} pieces.",
                count=match.piece_count,
            )
        return say("sevens.arrange.all", "Make a picture of a real thing, using all seven pieces.")
    if state.why is not None and not opened:
        return say("sevens.arrange.closed", "Touch “Open” to keep building.")
    if state.why is not None:
        early = match.round == 0 and state.laid < match.piece_count
        if early and match.arranger not in state.context.turners:
            return TURN_HINT
        return state.why.reason
    if not state.name:
        if state.on_phone:
            return NAME_IT
        return say("sevens.arrange.name", "What is it? Touch “Name”.")
    return say(
        "sevens.arrange.ready", "“{name}” is ready. Touch “Done”.", name=figure_label(state.name)
    )


def arrange_buttons(state: ArrangeState) -> list[PushButton]:
    """The curtain's button and Done at the seat's edge, the other tools above them."""
    plan, match = state.context.plan, state.context.match
    left, right = split_row(plan.actions, 2, GAP)
    if state.unveiling:
        last = PushButton(
            "back", right, say("sevens.build_on", "Keep building"), "back", size=TOOL_TEXT_SIZE
        )
    else:
        words_ = say("sevens.done", "Done")
        style: ButtonStyle = "main" if state.why is None else "plain"
        last = PushButton("done", right, words_, "check", style, HEAD_SIZE)
    if state.uncovered:
        last = replace(last, box=plan.actions)
    curtain: tuple[PushButton, ...] = ()
    if not state.uncovered:
        curtain = (_curtain_button(state, left),)
    if state.curtain.closes_in is not None:
        curtain = (*curtain, closing_warning(plan.board, state.curtain.closes_in)[2])
    if state.unveiling:
        return [*curtain, last]
    watched = not state.unwatched
    beside = watched and plan.portrait
    lines = [["name", *(["looked"] if beside else [])], ["undo", "clear"], ["booklet", "keep"]]
    if watched and not beside:
        lines.append(["looked"])
    high = min(MAX_BUTTON_HEIGHT, (plan.tools.h - GAP * (len(lines) - 1)) / len(lines))
    boxes = column(*(row(*line, gap=GAP, size=high) for line in lines), gap=GAP).place(plan.tools)
    # Cut where it would be set too small.
    named = state.context.context_for(match.arranger).translate(figure_label(state.name))
    if len(named) > MAX_NAME_LENGTH:
        named = named[: MAX_NAME_LENGTH - 1].rstrip() + "…"
    opened = state.curtain.open
    tools = [
        ("name", named or say("sevens.name", "Name"), "pencil", NAME_SIZE, True),
        (
            "undo",
            say("sevens.undo", "Take back"),
            "undo",
            TOOL_TEXT_SIZE,
            opened and state.undoable,
        ),
        ("clear", say("sevens.clear", "Clear"), "again", TOOL_TEXT_SIZE, opened and state.laid > 0),
        ("booklet", say("sevens.booklet.short", "Booklet"), "book", TOOL_TEXT_SIZE, True),
        ("keep", say("sevens.keep", "Save"), "keep", TOOL_TEXT_SIZE, True),
    ]
    laid = [
        PushButton(key, boxes[key], label, icon, size=size, enabled=enabled)
        for key, label, icon, size, enabled in tools
    ]
    if watched:
        box = boxes["looked"]
        # NOTE for translators: a narrow button; keep it on two lines.
        red = say("sevens.looked.button", "{other}\nlooked!", other=state.other)
        if box.w >= MIN_ONE_LINE_WIDTH:
            red = say("sevens.looked.button.broad", "{other} looked!", other=state.other)
        laid.append(PushButton("looked", box, red, "flag", size=TOOL_TEXT_SIZE))
    return [*curtain, last, *laid]


def _curtain_button(state: ArrangeState, box: Box) -> PushButton:
    curtain = state.curtain
    # NOTE for translators: the button that opens the curtain before the board.
    label = say("sevens.curtain.open", "Open")
    if curtain.stays:
        label = say("sevens.curtain.close", "Close")
    # The main style marks the one button to touch next.
    needed = not curtain.stays and (state.unveiling or state.why is not None)
    style: ButtonStyle = "main" if needed else "plain"
    return PushButton("curtain", box, label, "curtain", style, HEAD_SIZE)


def draw_arrange_curtain(frame: Frame, state: ArrangeState) -> None:
    """Draws the curtain, with words for the other seat."""
    context, drawn = state.context, state.curtain.drawn
    label = say("sevens.arrange.curtain", "{other}, please look away", other=state.other)
    if state.unwatched:
        label = say("sevens.arrange.cloth", "Build a picture")
    board, guesser = context.plan.board, context.match.guesser
    # Both halves show at the edges before the curtain closes by itself.
    warns = drawn == 1 and state.curtain.closes_in is not None
    draw_curtain(frame, board, CLOSING_SHARE if warns else drawn)
    if drawn == 0:
        turned = frame.turned(context.turns(guesser), context.about(guesser))
        with turned, frame.in_context(context.context_for(guesser, frame.context)):
            draw_curtain_words(frame, context.seen_by(board, guesser), label)


def draw_side_panel(frame: Frame, state: ArrangeState) -> None:
    """Draws the time left, if it is limited, the model, if there is one, or else the score."""
    context, plan = state.context, state.context.plan
    box = plan.seen
    # The model tells as much as the picture: both are hidden together.
    model = state.model if state.curtain.drawn >= 1 else None
    clock = state.clock
    if clock is not None:
        shown = box
        if model is not None:
            shown, box = split_row(box, 2, GAP)
        draw_clock(frame, shown, clock.left, clock.whole, clock.note)
    if model is not None:
        Plate(box, CREAM, 24).draw(frame)
        inner = box.inset(12)
        unit = fitting_unit(model.picture, inner.w, inner.h) * frame.canvas.scale
        frame.put(figure_picture(model.picture, unit), box.centre)
    elif clock is None and plan.portrait:
        _draw_sums(frame, state, box)
    elif clock is None:
        draw_score_strip(frame, context, box)


def _draw_sums(frame: Frame, state: ArrangeState, box: Box) -> None:
    """Draws both totals, where there is no room for the score table."""
    match, canvas = state.context.match, frame.canvas
    Plate(box).draw(frame)
    first = match.first or 0
    size = canvas.px(frame.context.scaled_size(HEAD_SIZE))
    for seat, each in zip((first, 1 - first), stack_boxes(box, [box.h / 2] * 2, 0.0), strict=True):
        y = each.centre[1]
        frame.put(stone(state.context.look(seat), 34 * canvas.scale), (each.x + each.w * 0.3, y))
        draw_number(frame, match.totals[seat], size, TEXT, (each.x + each.w * 0.68, y))


MAX_TAP_SECONDS: Final = 1.0
"""A touch of the curtain's button is a tap for up to this many seconds, unless another hand builds
meanwhile; a longer one opens the curtain only while it lasts."""
MISSING_PIECES: Final = say(
    "sevens.arrange.missing", "The marked pieces belong in the picture too. Drag them out."
)
CLOSING_SHARE: Final = 0.9
"""How far the curtain is drawn open in the seconds before it closes by itself."""
REOPEN_SECONDS: Final = 3.0
"""Seconds in which the other player can look away again after a question to them."""
NOTE_SECONDS: Final = 4.0
"""Seconds for which a note of what was done is shown."""
# NOTE for translators: "Open" is the word on the button.
CURTAIN_CLOSED_NOTE: Final = say(
    "sevens.arrange.cloth_touched", "The curtain is closed. Touch “Open”."
)


class ArrangePhase(BasePhase):
    shows_column = False

    def __init__(self, context: MatchContext) -> None:
        super().__init__(context)
        self.surface: PieceBoard = new_piece_board(context, FULL_SET, range(len(FULL_SET)))
        self.surface.enabled = False
        self.curtain = Curtain()
        self.unveiling = False
        """The picture is made; the phase asks which piece the guessing player shall see."""
        self.pointed: int | None = None
        """The piece that the keys point at, to be unveiled."""
        self._seen = Picture()
        self._why: Refusal | None = None
        self.name = ""
        self.model: Figure | None = None
        """The figure of the booklet that serves as a model."""
        self._held = 0.0
        """Seconds for which a finger has been on the curtain's button."""
        self._helped = False
        """Another hand has built meanwhile."""
        self._under = False
        """A page that this phase opened lies above; the curtain stays as it is."""
        self._reopens_in = 0.0
        """Seconds until the picture is shown again after that page."""
        self._steps = LaidSteps(self.surface, context.table.animation_scale)
        """Labelled with name and model."""
        self._booklet: BookletPage | None = None
        """The page of the booklet that was open last."""
        self._missing = False
        """The pieces in the tray are marked: somebody wished to be done without them."""
        self._said: Text = NO_TEXT
        self._saying = 0.0
        self._to_other: Text = NO_TEXT
        """What the other seat is told while the note is shown."""
        self._judge()
        events = context.match.events
        if events and events[-1].name == "disputed":
            agreed = say(
                "sevens.dispute.agreed",
                "Agreed. {name} makes another picture.",
                name=context.name(self.seat),
            )
            self.say(agreed, agreed)

    # -- what is said -------------------------------------------------------------------------

    @property
    def seat(self) -> Seat:
        return self.context.match.arranger

    @property
    def prompt(self) -> Text:
        if self._saying > 0:
            return self._said
        return self.taken_up or arrange_prompt(self.state)

    @property
    def other_prompt(self) -> Text:
        if self._saying > 0 and self._to_other:
            return self._to_other
        if self.state.on_phone:
            return say(
                "sevens.phone.told",
                "{name} builds on a phone. Nobody has to look away.",
                name=self.context.name(self.seat),
            )
        if self.state.apart:
            # The arranging player reads the prompt on the secondary display.
            return say(
                "sevens.apart.other",
                "{other} and the others only see that {name} builds.",
                other=self.context.name(self.context.match.guesser),
                name=self.context.name(self.seat),
            )
        if self.context.level(self.context.match.guesser) is not None:
            return say(
                "sevens.arrange.waits",
                "{name} builds a picture. The computer can’t see it.",
                name=self.context.name(self.seat),
            )
        return say(
            "sevens.arrange.told",
            "Please look away. {name} builds a picture.",
            name=self.context.name(self.seat),
        )

    @property
    def state(self) -> ArrangeState:
        return ArrangeState(
            self.context,
            self.curtain,
            self.name,
            len(self._seen),
            self._why,
            self.unveiling,
            self.model,
            self.clock if self.clock_runs else None,
            self._steps.undoable,
        )

    @property
    def counts(self) -> bool:
        return self.curtain.closes_in is not None

    # -- what hands do ------------------------------------------------------------------------

    def lay_out(self) -> None:
        if not self._under:
            # Contacts may have ended in the pause, and both players look at the table.
            self._close()
        self._steps.fit()
        if not self.state.on_phone:
            # Draws the board once in advance, so that opening the curtain is quick.
            self.surface.draw(Frame(self.context.display))

    def lay_buttons(self) -> list[PushButton]:
        return arrange_buttons(self.state)

    def handle(self, action: Action, /) -> Change:
        self._come_back()
        if self.curtain.opens_in is not None and isinstance(action, Down | Press):
            # Stops the countdown to opening; the picture stays covered.
            self._close()
            self.follow_curtain()
            return None
        if not isinstance(action, Focus):
            self.curtain.touched()
        if self._missing and isinstance(action, Down | Press):
            self._missing = False
            self._mark()
        if isinstance(action, Press) and action.button is Key.UNDO:
            return self._press("undo") if self.surface.enabled else None
        if self.unveiling and self._points(action):
            return None
        near = self.context.near(action, self.seat)
        if isinstance(near, Down):
            self._helped |= self.curtain.held
            if not self.curtain.open and self.context.plan.board.holds(near.at):
                self.warn(CURTAIN_CLOSED_NOTE)
        change = super().handle(action)
        if isinstance(change, Push):
            self._go_under()
        self.follow_curtain()
        return change

    def _go_under(self) -> None:
        """A page opens above: where somebody could look, the picture must not show through it."""
        self.buttons.held.clear()
        self._under = True
        if not self.state.unwatched:
            self.curtain.cover()

    def _come_back(self) -> None:
        """The page above is closed: the picture is shown again."""
        if self._under:
            self._under = False
            wait = DARK_WARNING_SECONDS if self.context.exposed else self._reopens_in
            self._reopens_in = 0.0
            self.curtain.uncover(wait)
            self._mind_guesser()
            self.follow_curtain()

    def follow_curtain(self) -> None:
        """Opens and closes the curtain as its button says; pieces can be moved only while it is
        open.
        """
        before = self.curtain.open
        self.curtain.held = "curtain" in self.buttons.held.values()
        if self.curtain.open and not before:
            self.clear_warning()
        shown = self.curtain.open and self.curtain.opens_in is None and not self.curtain.covered
        self.surface.enabled = shown and not self.unveiling
        self.buttons.replace(self.lay_buttons())

    def _close(self) -> None:
        self.buttons.held.clear()
        self.curtain.close()
        self._mind_guesser()
        self.surface.enabled = False

    def _mind_guesser(self) -> None:
        """A computer player may have taken or left the other seat meanwhile."""
        if self.curtain.lasts and not self.state.uncovered:
            self.curtain.close()
        self.curtain.lasts = self.state.uncovered
        self.curtain.stays |= self.state.uncovered
        self.curtain.waits = DARK_WARNING_SECONDS if self.context.exposed else 0.0

    def pressed(self, key: str, /) -> Change:
        self._saying = 0.0
        match key:
            case "curtain":
                self._touch_curtain()
            case "name":
                return Push(naming_page(self.context, self.name, self._spend), self._named)
            case "booklet":
                return self._browse()
            case "undo":
                self._undo()
            case "clear":
                self._clear()
            case "keep":
                self._keep()
            case "stay":
                self.curtain.touched()
            case "looked":
                self.context.match.report(self.context.now)
                return self._ask_looked()
            case "back":
                self._build_on()
            case _:
                return self._done()
        return None

    def _touch_curtain(self) -> None:
        """A touch opens or closes the curtain; one that held it open closes it."""
        if self.curtain.stays:
            self.curtain.stays = False
        else:
            self.curtain.stays = self._held < MAX_TAP_SECONDS and not self._helped
        self._held, self._helped = 0.0, False

    def say(self, words: Text, to_other: Text = NO_TEXT) -> None:
        """Shows a note for a while, and another one to the other seat."""
        self._said, self._saying, self._to_other = words, NOTE_SECONDS, to_other

    # -- the name and the booklet -------------------------------------------------------------

    def _spend(self, dt: float) -> float | None:
        """Spends time to build while another page is open."""
        match = self.context.match
        if match.arrange_left is None:
            return inf
        self.context.now += dt
        match.advance(self.context.now)
        return match.arrange_left

    def _named(self, name: object) -> Change:
        if isinstance(name, str):
            self.call_it(name)
        return None

    def call_it(self, name: str) -> None:
        """Gives the picture a name."""
        self.name = name
        self.buttons.replace(self.lay_buttons())

    def _browse(self) -> Change:
        if self.context.exposed and not self.surface.enabled:
            self.warn(
                say(
                    "sevens.arrange.browse",
                    "Open the curtain first: everyone would see the booklet.",
                )
            )
            return None
        page = booklet_page(self.context, self._spend)
        if self._booklet is not None:
            page.open_at(self._booklet.bookmark)
        self._booklet = page
        return Push(page, self._browsed)

    def _browsed(self, figure: object) -> Change:
        if not isinstance(figure, Figure):
            if self._booklet is not None and self._booklet.expired:
                self.say(
                    say(
                        "sevens.browse.closed",
                        "The booklet closed because nobody touched it. Touch “Booklet” to go on.",
                    )
                )
            return None
        page = model_question(figure, self.turns, self._spend, self.context.match.piece_count)
        page.guard = _secret_guard(self.context)

        def modelled(how: object) -> Change:
            if how in ("lay", "build"):
                self.use_figure(figure, build=how == "lay")
            return None

        return Push(page, modelled)

    def use_figure(self, figure: Figure, *, build: bool) -> None:
        """Takes a figure's name, and it as a model, or builds it."""
        self.name = figure.name
        self.model = None if build else figure
        if build:
            lay_picture(
                self.surface, figure.picture, LAYING_SECONDS * self.context.table.animation_scale
            )
            self._judge()
        self._build_on()
        self.buttons.replace(self.lay_buttons())

    def _keep(self) -> None:
        self.surface.unselect()
        table, picture = self.context.table, self.surface.picture()
        if not picture.pieces:
            raise IllegalMove(say("sevens.keep.empty", "Build something first."), "2")
        if not self.name:
            raise IllegalMove(say("sevens.keep.name", "It needs a name. Touch “Name” first."), "2")
        try:
            save_figure(table, self.name, picture)
        except OSError as problem:
            table.tell(say("sevens.keep.failed", "It can’t be saved: {why}", why=str(problem)))
            return
        name = figure_label(self.name)
        self.say(say("sevens.kept", "“{name}” is in the booklet now.", name=name))

    # -- the end of arranging -----------------------------------------------------------------

    def _done(self) -> Change:
        # A held piece finds its place first.
        self.surface.hands.let_go()
        self._judge()
        if self._why is not None:
            self._missing = len(self._seen) < self.context.match.piece_count
            self._mark()
            if self._missing:
                self.warn(MISSING_PIECES, self._why.rule)
                return None
            raise IllegalMove(self._why.reason, self._why.rule)
        if not self.name and self.state.on_phone:
            raise IllegalMove(NAME_IT, "2")
        if not self.name:

            def named(name: object) -> Change:
                self._named(name)
                return self._press("done") if isinstance(name, str) else None

            return Push(naming_page(self.context, "", self._spend), named)
        if self.context.match.must_unveil:
            self.unveiling = True
            self._mark()
            self.follow_curtain()
        else:
            self.show(None)
        return None

    def show(self, unveil: int | None) -> None:
        self.context.match.arranged(self.context.now, self.name, self._seen, unveil)

    def happened(self, piece_events: Sequence[object], /) -> None:
        del piece_events
        if self.surface.hands.has_turned:
            self.context.turners.add(self.seat)

    # -- which piece Piece Unveil shows -------------------------------------------------------

    def _build_on(self) -> None:
        self.unveiling, self.pointed = False, None
        self._mark()

    def _points(self, action: Action) -> bool:
        """Handles an action that chooses the piece to be unveiled; False if it does not."""
        if not self.curtain.open or self.curtain.drawn < 1:
            return False
        table = self.surface.pieces
        out = pieces_outside_tray(table)
        match action:
            case Tap(at=at, contact=contact) | Drop(at=at, contact=contact):
                if contact in self.buttons.held:
                    return False
                number = table.piece_at(self.surface.sight.to_units(at), TOUCH_MARGIN)
            case Walk(by=by):
                self._point_on(out, by)
                return True
            case Press(button=Key.OK) if self.pointed is not None:
                number = self.pointed
            case Nudge():
                self.pointed = None
                self._mark()
                return False
            case _:
                return False
        if number not in out:
            return False
        try:
            # Pieces of one kind stand in the picture in the order of their numbers.
            self.show(out.index(number))
        except IllegalMove as refused:
            self.warn(refused.reason, refused.rule)
        return True

    def _point_on(self, out: Sequence[int], by: int) -> None:
        """Moves the key focus to the next piece, and after the last one to the buttons."""
        usable = [button.key for button in self.buttons.buttons if button.enabled]
        focus, ends = self.buttons.focus, (0, -1) if by > 0 else (-1, 0)
        if focus is not None and focus != usable[ends[1]]:
            self.buttons.press(Walk(source="keyboard", by=by))
        elif self.pointed is not None and self.pointed == out[ends[1]]:
            self.pointed, self.buttons.focus = None, usable[ends[0]]
        else:
            self.buttons.focus = None
            place = out.index(self.pointed) + by if self.pointed is not None else ends[0]
            self.pointed = out[place]
        self._mark()

    def _mark(self) -> None:
        """Marks the pieces that keep the picture from being shown, or the piece pointed at."""
        table = self.surface.pieces
        marks: dict[int, Mark] = {}
        if self.pointed is not None:
            marks[self.pointed] = "agrees"
        elif self._missing:
            marks = tray_marks(table)
        elif self._why is not None and len(self._seen) == self.context.match.piece_count:
            marks = dict.fromkeys(detached_pieces(table), "overlap")
        self.surface.marks = marks

    # -- a report of looking ------------------------------------------------------------------

    def _ask_looked(self) -> Change:
        self._go_under()
        if not self.state.uncovered:
            self._reopens_in = REOPEN_SECONDS
        return Push(ask_about_looking(self.context), self._answered)

    def _answered(self, answer: object) -> Change:
        answer_about_looking(self.context, answer)
        match = self.context.match
        if match.phase is Phase.ARRANGE and match.pending is None:
            said = say(
                "sevens.looked.denied",
                "{other} didn’t look. {name} keeps building.",
                other=self.state.other,
                name=self.context.name(self.seat),
            )
            self.say(said, said)
        return None

    # -- time ---------------------------------------------------------------------------------

    def update(self, dt: float, /) -> Change:
        self._come_back()
        change = super().update(dt)
        self._saying = max(0.0, self._saying - dt)
        self._held = self._held + dt if self.curtain.held else 0.0
        self._helped &= self.curtain.held
        # A finger resting on a piece counts as activity.
        pieces, taken = self.surface.pieces.pieces, self.surface.taken
        busy = any(piece.held and piece.number != taken for piece in pieces)
        before = self.curtain.opens_in, self.curtain.closes_in
        self.curtain.update(dt, self.context.table.animation_scale, busy=busy)
        if any(
            now not in (then, None)
            for then, now in zip(
                before, (self.curtain.opens_in, self.curtain.closes_in), strict=True
            )
        ):
            self.context.table.play("tick")
        self._judge()
        self._steps.note((self.name, self.model))
        self.follow_curtain()
        match = self.context.match
        if match.phase is Phase.ARRANGE and match.pending is not None:
            return self._ask_looked()
        return change

    def wakes_in(self) -> float:
        match = self.context.match
        if match.phase is not Phase.ARRANGE or match.pending is not None or self._under:
            # Answers to questions take effect at the next update.
            return 0.0
        saying = self._saying if self._saying > 0 else inf
        return min(super().wakes_in(), self.curtain.wakes_in(), saying)

    def _undo(self) -> None:
        label = self._steps.undo()
        if isinstance(label, tuple):
            self.name, self.model = label
        self._judge()

    def _clear(self) -> None:
        """Puts all pieces back to the tray; that can be taken back."""
        self.surface.unselect()
        self.surface.hands.let_go()
        self._steps.lay({})
        self._judge()

    # -- the picture --------------------------------------------------------------------------

    def _judge(self) -> None:
        """Judges the picture as it lies, unless a piece is held."""
        pieces = self.surface.pieces
        if any(piece.held for piece in pieces.pieces):
            return
        picture = pieces.picture()
        if picture == self._seen and self._seen.pieces:
            return
        match = self.context.match
        if picture != self._seen:
            self.clear_warning()
            self._missing = False
        self._seen = picture
        self._why = why_not_arranged(picture, match.piece_count, loose=match.terms.loose)
        self._mark()

    # -- what is seen -------------------------------------------------------------------------

    def draw_board_layer(self, frame: Frame) -> None:
        # Nothing of the picture may be drawn behind a closed curtain.
        if self.curtain.drawn > 0:
            self.surface.draw(frame)

    def draw_words(self, frame: Frame) -> None:
        draw_arrange_curtain(frame, self.state)
        draw_side_panel(frame, self.state)
        if self.curtain.closes_in is not None:
            plate, label, _ = closing_warning(self.context.plan.board, self.curtain.closes_in)
            plate.draw(frame)
            label.draw(frame)
        if self.curtain.opens_in is not None:
            with frame.layer(60):
                draw_warning(frame, self.context, self.curtain.opens_in)
