"""Pages and dialogs: their base class, and the usual arrangement of a page.

A page has a head with a title, a body, and a foot with buttons (`layout_page`). A dialog is a page
that does not cover the scene below it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Final

import pygame

from tabletop.engine import Seat, Text, say
from tabletop.input.actions import Action, Buzz, Down, Nudge, Press, PressKey, Walk
from tabletop.input.actions import Button as Key
from tabletop.input.devices import printable_text
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame, undo_header_lowering
from tabletop.ui.core.scene import Change, Pop, Scene
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.draw.wood import ground
from tabletop.ui.layout import column, grid, item, row
from tabletop.ui.speech.speech import Announcement, focus_announcement
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    BLACK,
    BODY_SIZE,
    BUTTON_SIZE,
    CARD_SIZE,
    DIM,
    FOCUS,
    OUTLINE,
    PANEL,
    PANEL_ACTIVE,
    PANEL_LINE,
    TEXT,
    TRAY,
    VEIL,
    WHITE,
    Colour,
    active_palette,
    mix,
)
from tabletop.ui.widgets.button_names import put_button_name
from tabletop.ui.widgets.buttons import ButtonGroup, PushButton, draw_button

if TYPE_CHECKING:  # nothing of the phones is loaded while they are off
    from tabletop.party.views import View

VEIL_ALPHA: Final = 0.62
"""The opacity of the veil over the scene below a dialog."""
PAGE_TURN_KEYS: Final = {Key.EARLIER: "earlier", Key.LATER: "later"}


@dataclass(frozen=True, slots=True)
class Plate:
    """A plain plate behind labels and buttons."""

    box: Box
    colour: Colour = PANEL
    radius: float = 28.0
    lined: bool = False
    """With a thin outline, for plates on a background of the same colour."""

    def draw(self, frame: Frame) -> None:
        canvas = frame.canvas
        width, height = canvas.px(self.box.w), canvas.px(self.box.h)
        radius = self.radius * canvas.scale
        if self.lined or (active_palette().edge and self.colour in (PANEL, TRAY)):
            edge = canvas.px(active_palette().edge or 3)
            around = (width + 2 * edge, height + 2 * edge, radius + edge)
            line = OUTLINE if active_palette().edge else PANEL_LINE
            frame.put(shapes.rounded(*around, line), self.box.centre)
        frame.put(shapes.rounded(width, height, radius, self.colour), self.box.centre)


TAP_GUARD_SECONDS: Final = 0.45
"""Seconds for which a guarded page ignores touches at first: the second tap of a double tap was
meant for the page before."""


class PageGuard:
    """Ignores touches that come too early or from another seat."""

    def __init__(self, seat: Seat | None = None, *, secret: bool = False) -> None:
        self.seat = seat
        """The seat whose page it is; None: of all seats."""
        self.secret = secret
        """Only that seat may see the page: it belongs on the secondary display, if there is one."""
        self._left = TAP_GUARD_SECONDS

    @property
    def ignores_touches(self) -> bool:
        """Whether touches come too early."""
        return self._left > 0

    def restart(self) -> None:
        """Ignores touches for a moment again, because the content has changed."""
        self._left = TAP_GUARD_SECONDS

    def update(self, dt: float) -> None:
        self._left = max(0.0, self._left - dt)

    def is_other_seat(self, action: Action) -> bool:
        return self.seat is not None and action.seat not in (None, self.seat)

    def ignores(self, action: Action) -> bool:
        return (isinstance(action, Down) and self.ignores_touches) or self.is_other_seat(action)


class PagePart:
    """What a page consists of besides its widgets, if it sees input or time by itself."""

    def handle(self, action: Action) -> bool:
        """Whether it consumed the action; the page is then laid out."""
        del action
        return False

    def update(self, dt: float) -> bool:
        """Whether the page has to be laid out."""
        del dt
        return False

    def wakes_in(self) -> float:
        """Seconds until `update` may give True."""
        return inf

    def stop(self) -> None:
        """The page is closed."""


class PageScene(Scene):
    """A page with buttons: laying out, pressing, drawing.

    One that does not cover the scene below is a dialog: a plate over that scene, which is veiled,
    turned to a seat if need be.
    """

    clicks = True
    """Whether buttons make a sound; False if their effects do."""
    head = 0.0
    """The height of the head. In reach mode the head is drawn at the bottom, so everything must lie
    either inside it or below it.
    """

    turns_pages = False
    """Whether the page turning keys press the buttons "earlier" and "later"."""

    first_focus = ""
    """The button that gets the focus with the first key, or with the key that opened the page.

    Empty: the first key leads to one.
    """

    phone_keys: frozenset[str] | None = None
    """The buttons that the phones of seats show; None: all that have words."""
    on_phones: bool | None = None
    """Whether phones show it, and press its buttons; None: if it is a dialog."""

    guard: PageGuard | None = None
    part: PagePart | None = None

    def __init__(self, turns: int = 0, about: Point | None = None) -> None:
        """For dialogs: `turns` are the quarter turns of the seat that it faces.

        `about` is the wanted middle of its plate; None: the middle of the table.
        """
        self.turns = turns
        self.wanted = about
        self.middle: Point = (0.0, 0.0)
        """The centre of the plate, about which it is turned."""
        self.canvas = Canvas((1280, 800))
        self.buttons = ButtonGroup()
        self.labels: tuple[Label, ...] = ()
        self.plates: tuple[Plate, ...] = ()

    @property
    def ignores_touches(self) -> bool:
        """Whether touches come too early to be meant for this page."""
        return self.guard is not None and self.guard.ignores_touches

    # -- what a page fills in ---------------------------------------------------------------

    def lay_out(self) -> None:
        """Sets `buttons`, `labels` and `plates` for `canvas`."""
        raise NotImplementedError

    def pressed(self, key: str, /) -> Change:
        """Handles a pressed button."""
        raise NotImplementedError

    def back(self) -> Change:
        """Handles the back key."""
        return Pop()

    # -- what follows -----------------------------------------------------------------------

    def fit(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.lay_out()

    def lay_out_in_own_context(self, context: UiContext) -> None:
        """Lays out after the page has changed its own language; `context` is the program's."""
        self.canvas = self.canvas.with_context(context.for_seat(self))
        self.lay_out()

    def resume(self) -> None:
        self.buttons.pointed = None  # the pointer has moved over the page above
        self.lay_out()
        if self.guard is not None:
            self.guard.restart()

    def update(self, dt: float, /) -> Change:
        if self.guard is not None:
            self.guard.update(dt)
        if self.part is not None and self.part.update(dt):
            self.lay_out()
        return None

    def wakes_in(self) -> float:
        return inf if self.part is None else self.part.wakes_in()

    def leave(self) -> None:
        if self.part is not None:
            self.part.stop()

    def handle(self, action: Action, /) -> Change:
        if self.guard is not None and self.guard.ignores(action):
            return None
        if self.part is not None and self.part.handle(action):
            self.lay_out()
            return None
        action = as_confirmation(action)
        if self._lowered:
            action = undo_header_lowering(action, self._lowered, self.canvas.height)
        keys = isinstance(action, Nudge | Walk) or (
            isinstance(action, Press) and action.button is Key.OK
        )
        if keys and self._takes_first_focus():
            return None
        if isinstance(action, PressKey) and action.key == "back" and self.covers:
            action = Press(source=action.source, seat=action.seat, button=Key.BACK)
        if isinstance(action, Press):
            if action.button is Key.BACK:
                return self._gone(self.back())
            if self.turns_pages and action.button in PAGE_TURN_KEYS:
                return self.pressed(PAGE_TURN_KEYS[action.button])
            if action.button is Key.OK and self.buttons.focus is None:
                # Without focus the first OK only moves the focus to a button.
                action = Nudge(source=action.source, dx=0, dy=0)
        key = self.buttons.press(action)
        if isinstance(action, PressKey) and self._for_phones:
            shown = self.phone_keys is None or action.key in self.phone_keys
            key = self.buttons.named(action.key) if shown else None
        if key is None:
            return None
        self.presses += self.clicks
        return self._gone(self.pressed(key))

    def take_focus(self) -> None:
        self._takes_first_focus()

    def _takes_first_focus(self) -> bool:
        if self.buttons.focus is not None or self.buttons.named(self.first_focus) is None:
            return False
        self.buttons.focus = self.first_focus
        return True

    @property
    def owner(self) -> Seat | None:
        """The seat whose devices can answer; None: all seats."""
        return self.guard.seat if self.guard is not None else None

    @property
    def _for_phones(self) -> bool:
        if self.guard is not None and self.guard.secret:
            return False
        return not self.covers if self.on_phones is None else self.on_phones

    def phone_state(self) -> object:
        return self.labels, self.buttons.buttons

    def phone_view(self, seat: Seat | None, context: UiContext) -> "View | None":
        """A dialog with its buttons, for the phones of seats; other pages show nothing there."""
        if not self._for_phones:
            return None
        from tabletop.party.views import WaitView, phone_buttons

        words = [context.plain(label.text) for label in self.labels]
        answers = seat is not None and self.owner in (None, seat) and not self.answered_at_table
        shown = self.phone_keys
        buttons = [b for b in self.buttons.buttons if shown is None or b.key in shown]
        choices = phone_buttons(buttons, context.plain) if answers else ()
        text = words[1:] if shown is None else ()  # else they are headings of what is left out
        return WaitView(words[0] if words else "", "\n".join(text), choices)

    def sayings(self) -> tuple[Announcement, ...]:
        """The first label of a page, all labels of a dialog, and the focused button."""
        said = (
            tuple(Announcement("page", label.text, label.language) for label in self.labels[:1])
            if self.covers
            else tuple(
                Announcement(f"words:{number}", label.text, label.language)
                for number, label in enumerate(self.labels)
            )
        )
        return (*said, *focus_announcement(self.buttons.buttons, self.buttons.focus))

    @property
    def _lowered(self) -> float:
        """The height of the head if it is drawn at the bottom, else 0."""
        return self.head if self.canvas.context.reach else 0.0

    def _gone(self, change: Change) -> Change:
        if change is not None:
            # Contacts that are still down will lift on another page.
            self.buttons.held.clear()
        return change

    def draw(self, frame: Frame) -> None:
        if self.covers:
            frame.put(ground(*self.canvas.size), self.canvas.box.centre)
            with frame.header_lowered(self._lowered):
                self.draw_content(frame)
                put_button_name(frame, self.buttons.unlabelled)
            return
        frame.put(veil(self.canvas.size), self.canvas.box.centre, VEIL_ALPHA)
        with frame.turned(self.turns, self.middle):
            self.draw_content(frame)
            put_button_name(frame, self.buttons.unlabelled)

    @property
    def room(self) -> tuple[float, float]:
        """The largest width and height of a plate, as the seat sees it."""
        width, height = self.canvas.width - 48, self.canvas.height - 48
        return (width, height) if self.turns % 2 == 0 else (height, width)

    def place(self, width: float, height: float) -> Box:
        """The box of a plate, as near to the wanted point as the window allows."""
        canvas = self.canvas
        across, down = (width, height) if self.turns % 2 == 0 else (height, width)
        x, y = self.wanted or canvas.box.centre
        if canvas.context.reach and (x, y) == canvas.box.centre:
            x, y = _edge(canvas, self.turns)
        x = min(max(x, across / 2 + 24), canvas.width - across / 2 - 24)
        y = min(max(y, down / 2 + 24), canvas.height - down / 2 - 24)
        self.middle = (x, y)
        return Box.around(self.middle, width, height)

    def draw_content(self, frame: Frame) -> None:
        """Draws plates, buttons and labels, in this order."""
        for plate in self.plates:
            plate.draw(frame)
        for button in self.buttons.buttons:
            with frame.turned(button.turns, button.about):
                frame.touchable(button.key, button.box)
                self.draw_one(frame, button)
        for label in self.labels:
            label.draw(frame)

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        """Draws one button; overridden by pages with buttons of another shape."""
        draw_button(
            frame, button, pressed=self.is_held(button), focused=button.key == self.buttons.focus
        )

    def is_held(self, button: PushButton) -> bool:
        return button.key in self.buttons.held.values()


def _edge(canvas: Canvas, turns: int) -> Point:
    """The middle of an edge."""
    x, y = canvas.box.centre
    return ((x, canvas.height), (0.0, y), (x, 0.0), (canvas.width, y))[turns % 4]


@surface_cache(most=2)
def veil(size: tuple[int, int]) -> pygame.Surface:
    """The veil over the scene below a dialog."""
    picture = pygame.Surface(size).convert()
    picture.fill(VEIL)
    return picture


def as_confirmation(action: Action) -> Action:
    """A call (`Buzz`) as OK: pages have nothing to call, and a box may have only that button.

    Calls from the keyboard stay: it has an OK key, and their letters mean other things on pages.
    """
    if not isinstance(action, Buzz) or action.source == "keyboard":
        return action
    return Press(source=action.source, seat=action.seat, when=action.when, button=Key.OK)


def draw_round_button(frame: Frame, button: PushButton, *, pressed: bool, focused: bool) -> None:
    """A small round button with an icon."""
    canvas = frame.canvas
    radius = min(button.box.w, button.box.h) / 2 * canvas.scale
    thick = max(1, canvas.px(5))
    x, y = button.box.centre
    if focused:
        frame.put(shapes.disc(radius + thick, FOCUS), (x, y))
    face = mix(PANEL_ACTIVE, WHITE, 0.25) if pressed else PANEL_ACTIVE
    if active_palette().edge:
        frame.put(shapes.disc(radius - thick + canvas.px(active_palette().edge), OUTLINE), (x, y))
    if not pressed:
        frame.put(
            shapes.disc(radius - thick, mix(face, BLACK, 0.45)), (x, y + 2 * thick / canvas.scale)
        )
    sunk = thick / canvas.scale if pressed else 0.0
    frame.put(shapes.disc(radius - thick, face), (x, y + sunk))
    frame.put(icon(button.icon, max(5, round(radius * 0.72)), TEXT), (x, y + sunk))


def split_row(box: Box, count: int, gap: float) -> list[Box]:
    """Equal parts of a box side by side."""
    return row(*["part"] * count, gap=gap).place(box).all("part")


def stack_boxes(box: Box, heights: Sequence[float], gap: float) -> list[Box]:
    """Boxes of these heights one below the other, from the top of a box."""
    placed, y = [], box.y
    for height in heights:
        placed.append(box._replace(y=y, h=height))
        y += height + gap
    return placed


PAGE_MARGIN: Final = 56.0
HEAD_HEIGHT: Final = 108.0
GAP_BELOW_HEAD: Final = 28.0
FOOT_HEIGHT: Final = 104.0
PAGE_GAP: Final = 22.0
COLUMN_GAP: Final = 40.0
MAX_PAGE_WIDTH: Final = 2200.0
BACK_WIDTH: Final = 96.0
"""The width of the back button at the left of the head."""
ROUND_BUTTON_SIZE: Final = 88.0
MAX_TEXT_GROWTH: Final = 1.5
"""The greatest factor by which the foot grows with the text."""
MIN_TEXT_SHRINK: Final = 0.7
"""The least share of its size to which a line shrinks before text is elided."""


@dataclass(frozen=True, slots=True)
class PageLayout:
    head: Box
    body: Box
    foot: tuple[Box, ...]
    """One box for each button."""

    @property
    def band(self) -> float:
        """The height of the head, for `PageScene.head`."""
        return self.head.bottom + GAP_BELOW_HEAD / 2


def layout_page(canvas: Canvas, buttons: int) -> PageLayout:
    """A page with that many buttons in the foot; in narrow windows in several rows."""
    width = min(canvas.width - 2 * PAGE_MARGIN, MAX_PAGE_WIDTH)
    context = canvas.context
    high = min(
        context.scaled_length(HEAD_HEIGHT, BODY_SIZE), max(HEAD_HEIGHT, 0.15 * canvas.height)
    )
    tall = _scaled_with_text(context, FOOT_HEIGHT, BUTTON_SIZE)
    least = context.scaled_length(360, BUTTON_SIZE)
    across = max(1, min(buttons, int((width + PAGE_GAP) / (least + PAGE_GAP))))
    rows = -(-buttons // across)
    across = -(-buttons // max(1, rows))  # rows as equal as possible
    low = rows * tall + max(0, rows - 1) * PAGE_GAP
    page = column(
        40,
        item("head", high),
        GAP_BELOW_HEAD,
        "body",
        32 if buttons else 0,
        grid(["foot"] * buttons, columns=across, gap=PAGE_GAP, row_height=tall, size=low),
        44,
        size=width,
    )
    boxes = row(page, justify="centre").place(canvas.box)
    return PageLayout(boxes["head"], boxes["body"], tuple(boxes.all("foot")))


def _scaled_with_text(context: UiContext, height: float, size: float) -> float:
    """A height that grows with the text, up to `MAX_TEXT_GROWTH`."""
    return min(context.scaled_length(height, size), MAX_TEXT_GROWTH * height)


TITLE_GAP: Final = 16.0
"""What keeps a title clear of what lies at its right."""


def page_heading(
    page: PageLayout, title: str, below: Text | str, room: float = 0.0
) -> tuple[Label, ...]:
    """The title and a line below it; `room` is left free at their right."""
    share = page.head.h / HEAD_HEIGHT
    words = column(item("title", 64 * share, offset=(0, -2)), 2 * share, item("below", 42 * share))
    boxes = row(BACK_WIDTH + 32, words, room and room + TITLE_GAP).place(page.head)
    return (
        Label(title, boxes["title"], CARD_SIZE, bold=True, most=1),
        Label(below, boxes["below"], BODY_SIZE - 6, DIM, most=2, spare=True),
    )


def elide_label(label: Label, canvas: Canvas) -> Label:
    """The label with the middle of its text elided until it is readable in one line."""
    for most in (52, 44, 36, 30, 24, 18, 12):
        if label.typeset(canvas).size >= MIN_TEXT_SHRINK * canvas.px(label.size):
            break
        label = replace(label, text=printable_text(canvas.context.translate(label.text), most))
    return label


def back_button(page: PageLayout) -> PushButton:
    box = row(item("back", BACK_WIDTH, cross_size=92)).place(page.head)["back"]
    return PushButton("leave", box, icon="back")


def column_count(body: Box, least: float = 780.0) -> int:
    """The number of columns, one or two, for cards at least that wide."""
    return max(1, min(2, int((body.w + COLUMN_GAP) / (least + COLUMN_GAP))))


def card_boxes(
    context: UiContext, body: Box, height: float, across: int, most: float = 0.0
) -> tuple[Box, ...]:
    """Boxes for as many cards as fit, at least one row, row by row.

    Cards grow up to the height `most`. Both heights are for text at 100 percent.
    """
    height, most = (
        min(context.scaled_length(height, BODY_SIZE), body.h),
        context.scaled_length(most, BODY_SIZE),
    )
    down = max(1, int((body.h + PAGE_GAP) / (height + PAGE_GAP)))
    height = max(height, min(most, (body.h + PAGE_GAP) / down - PAGE_GAP))
    cards = grid(
        ["card"] * (across * down), columns=across, gap=(COLUMN_GAP, PAGE_GAP), row_height=height
    )
    return tuple(cards.place(body).all("card"))


def pager(page: PageLayout, number: int, pages: int) -> tuple[list[PushButton], list[Label]]:
    """Two buttons that turn pages, and the page number between them; nothing for one page."""
    if pages < 2:
        return [], []
    button = partial(item, size=ROUND_BUTTON_SIZE, cross_size=ROUND_BUTTON_SIZE)
    number_box = item("number", 118 if pages < 10 else 160, cross_size=ROUND_BUTTON_SIZE)
    boxes = row(button("earlier"), 6, number_box, 6, button("later"), justify="end").place(
        page.head
    )
    words = say("devices.page", "{page} / {pages}", page=number + 1, pages=pages)
    return [
        PushButton("earlier", boxes["earlier"], icon="earlier", enabled=number > 0),
        PushButton("later", boxes["later"], icon="later", enabled=number < pages - 1),
    ], [Label(words, boxes["number"], BODY_SIZE, DIM, align="centre", most=1)]


PAGER_WIDTH: Final = 2 * ROUND_BUTTON_SIZE + 150
"""The width of the head that the pager takes."""


def paginate(count: int, number: int, each: int) -> tuple[int, int, Sequence[int]]:
    """The page number (clamped), the number of pages, and the indices on the page."""
    pages = max(1, -(-count // each))
    number = min(max(0, number), pages - 1)
    return number, pages, range(number * each, min(count, (number + 1) * each))
