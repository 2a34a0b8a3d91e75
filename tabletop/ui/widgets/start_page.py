"""The page before a game: the board, the goal, who plays, and the button that starts.

`StartSheet` lays out and draws a `StartContent`; a page says what its content is and answers the
keys: ``way:KEY`` and ``pick:KEY`` for what can be chosen, ``start``, ``list:levels``,
``back`` and the keys of the links.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import pygame

from tabletop.engine import Text, say
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.draw.images import qr_picture
from tabletop.ui.layout import CONTENT, Boxes, Node, column, grid, item, padded, row
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER,
    BLACK,
    BODY_SIZE,
    BUTTON_SIZE,
    CREAM,
    DIM,
    FOCUS,
    INK,
    PANEL,
    PANEL_ACTIVE,
    SOFT,
    TEXT,
    TRAY,
    WHITE,
    Colour,
    mix,
)
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import PageScene, Plate, draw_round_button

WAY_KEY, PICK_KEY = "way:", "pick:"

MARGIN: Final = 48.0
CARD_THICKNESS: Final = 16.0
COLUMN_GAP: Final = 56.0
PORTRAIT_RATIO: Final = 1.15
"""From this ratio of height to width on, the board stands above the rest."""
BOARD_SHARE: Final = 0.54
"""The most of the width that the board's card takes beside the rest."""
COMPACT_BOARD_SHARE: Final = 0.36
"""With large words, and in windows that are nearly square: there the links are below the board."""
ROOM_BOARD_SHARE: Final = 0.39
"""Before a room that share in a window that is nearly square: its links have large words."""
MIN_RATIO: Final = 1.45
BOARD_ON_CARD: Final = 0.98
"""The side of the board's picture, which has a margin, as a share of the card's shorter side."""
JOIN_SHARE: Final = 0.24
"""The side of the QR code for phones in the corner of the card, as a share of the board's."""
MIN_JOIN_SIDE: Final = 220.0
HEADING_SIZE: Final = 104.0
HEADING_HEIGHT: Final = 126.0
HEADING_GAP: Final = 8.0
LENGTH_HEIGHT: Final = 40.0
"""Of how long a game takes, below the title."""
GOAL_SIZE: Final = 48.0
START_SIZE: Final = 76.0
NOTE_SIZE: Final = 34.0
LINK_SIZE: Final = 31.0
TRAY_PADDING: Final = 14.0
PICK_HEIGHT: Final = 104.0
COMPACT_PICK_HEIGHT: Final = 112.0
COMPACT_LINK_HEIGHT: Final = 72.0
ROOM_PICK_HEIGHT: Final = 120.0
ROOM_MORE_HEIGHT: Final = 54.0
MIN_TALL_WAY: Final = 120.0
"""From this height on the picture of a way is above its words."""
MIN_TALL_PROJECTED_WAY: Final = 200.0


@dataclass(frozen=True, slots=True)
class Way:
    """One of the ways to play a game."""

    key: str
    label: Text
    icon: str = ""
    """Empty: as many heads as `people`."""
    people: int = 0


@dataclass(frozen=True, slots=True)
class Pick:
    """One answer in the row that belongs to the chosen way."""

    key: str
    label: Text
    pips: int = 0
    """How many of `most_pips` dots below the label are filled."""
    most_pips: int = 0
    people: int = 0
    """How many heads stand beside the label."""


SITTING: Final = (
    Pick("same", say("start.same_side", "Same side")),
    Pick("facing", say("start.facing", "Face to face")),
)
"""How two people sit."""
SITTING_EDGES: Final[Mapping[str, tuple[int, int]]] = {"same": (0, 0), "facing": (0, 2)}


def sitting_key(edges: Sequence[int]) -> str:
    """The key of the answer of `SITTING` for these edges; empty if people sit otherwise."""
    return next((key for key, value in SITTING_EDGES.items() if value == tuple(edges)), "")


@dataclass(frozen=True, slots=True)
class Link:
    """A quiet button to another page."""

    key: str
    label: Text
    icon: str


LEARN: Final = Link("learn", say("start.learn", "Learn in 1 minute"), "finger")
RULES: Final = Link("rules", say("start.rules", "Rules"), "book")
SEATS_AND_NAMES: Final = Link("seats", say("start.seats", "Seats & names"), "person")
OPTIONS: Final = Link("options", say("start.options", "Options"), "switches")
PHONES: Final = Link("phones", say("start.phones", "Phones"), "phone")
PLAY_THE_COMPUTER: Final = say("start.computer", "Play the computer")
TWO_PLAYERS: Final = say("start.two_players", "2 players")
MORE_LEVELS: Final = say("start.more_levels", "More levels")
START: Final = say("start.start", "Start")
MINUTES_STEP: Final = 5
"""Lengths of games are told in steps of so many minutes."""
WATCH: Final = say("start.watch", "Watch the computers play")


def length_words(seconds: float) -> Text:
    """How long a game takes that usually takes so many seconds."""
    steps = max(1, round(seconds / 60 / MINUTES_STEP))
    return say("start.minutes", "About {n} minutes", n=steps * MINUTES_STEP)


@dataclass(frozen=True, slots=True)
class StartContent:
    """What a start page shows."""

    title: Text
    goal: Text
    """The goal of the game in one sentence."""
    colour: Colour
    """Of the board's card, as in the menu."""
    picture: Callable[[int], pygame.Surface | None]
    """The board in a square of so many pixels."""
    ways: Sequence[Way]
    way: str
    """The key of the chosen way."""
    picks: Sequence[Pick]
    """What can be chosen for that way; empty: nothing."""
    pick: str
    more: Text | None
    """The label of the button to further picks, if there are any: if one of those is chosen, its
    name."""
    start: Text
    note: Text
    """What happens after the touch of Start."""
    links: Sequence[Link]
    join: str = ""
    """The address by which phones join, shown as a QR code; empty: none."""
    length: Text | None = None
    """How long a game takes."""

    @property
    def further_pick(self) -> Pick | None:
        """The chosen one of the further picks, if one is chosen."""
        return None if self.more in (None, MORE_LEVELS) else Pick("levels", self.more)


class StartSheet:
    """Arranges and draws the contents of a page before a game; the page has one."""

    def __init__(self) -> None:
        self.canvas: Canvas
        self._content: StartContent
        self._card: Box

    # -- layout -----------------------------------------------------------------------------

    def lay_out(self, page: PageScene, content: StartContent) -> None:
        """Sets the plates, labels and buttons of the page."""
        self.canvas, self._content = page.canvas, content
        boxes = self._place()
        self._card = boxes["card"]
        page.plates = (Plate(boxes["tray"], TRAY, 36),)
        page.labels = (
            Label(content.title, boxes["title"], HEADING_SIZE, bold=True, most=1),
            Label(content.goal, boxes["goal"], GOAL_SIZE, most=3),
        )
        if content.length is not None:
            length = Label(content.length, boxes["length"], NOTE_SIZE, DIM, most=1)
            page.labels = (*page.labels, length)
        ways = [
            PushButton(f"{WAY_KEY}{way.key}", box, way.label, way.icon)
            for way, box in zip(content.ways, boxes.all("way"), strict=True)
        ]
        picks = [
            PushButton(f"{PICK_KEY}{pick.key}", box, pick.label)
            for pick, box in zip(content.picks, boxes.all("pick"), strict=True)
        ]
        more = (
            [] if content.more is None else [PushButton("list:levels", boxes["more"], content.more)]
        )
        links = [
            PushButton(link.key, box, link.label, link.icon)
            for link, box in zip(content.links, boxes.all("link"), strict=True)
        ]
        page.buttons.replace(
            [
                PushButton("back", boxes["back"], icon="back"),
                *ways,
                *picks,
                *more,
                PushButton("start", boxes["start"], content.start, "play", "main"),
                *links,
            ]
        )

    def _place(self) -> Boxes:
        canvas = self.canvas
        if canvas.height >= PORTRAIT_RATIO * canvas.width:
            return self._portrait().place(canvas.box.inset(MARGIN))
        return self._landscape().place(canvas.box.inset(MARGIN))

    def _landscape(self) -> Node:
        """The board on the left, everything that is touched on the right."""
        area, canvas, compact = self.canvas.box.inset(MARGIN), self.canvas, self._compact
        projector, narrow = canvas.context.projector, area.w < MIN_RATIO * area.h
        heading, card = self._heading(), padded("card", (0, 0, 0, CARD_THICKNESS))
        # In reach mode the button back is at the near edge.
        first, last = ((), (24, heading)) if canvas.context.reach else ((heading, 14), ())
        more = () if compact else (38, self._link_lines())
        rest = column(
            *first,
            item("goal", 170 if compact and (narrow or not projector) else 118, weight=0),
            14,
            self._choices(),
            26,
            item("start", 150 if compact else 136),
            *more,
            *last,
        )
        if compact:
            links = [item("link", COMPACT_LINK_HEIGHT)] * len(self._content.links)
            room = projector and narrow
            side = (ROOM_BOARD_SHARE if room else COMPACT_BOARD_SHARE) * canvas.width
            left = column(card, 34, column(*links, gap=12, size=CONTENT), size=side)
            return row(left, COLUMN_GAP, rest)
        side = min(area.h - CARD_THICKNESS, BOARD_SHARE * canvas.width)
        return row(column(card, size=side), COLUMN_GAP, rest)

    def _portrait(self) -> Node:
        """One below the other; the board takes what the rest leaves."""
        large, heading = self._large_text, self._heading()
        first, last = ((), (24, heading)) if self.canvas.context.reach else ((heading, 22), ())
        return column(
            *first,
            item("goal", 118 if not large else 170),
            30,
            padded("card", (0, 0, 0, CARD_THICKNESS)),
            32,
            column(self._choices(), size=376 if not large else 520),
            32,
            item("start", 142 if not large else 190),
            42,
            self._link_rows(124 if not large else 170),
            *last,
        )

    def _link_rows(self, high: float) -> Node:
        """The links in a narrow window: one line, or two of up to three."""
        links = len(self._content.links)
        if links <= 4:
            return row(*["link"] * links, gap=14, size=high)
        return grid(["link"] * links, columns=3, gap=14, size=1.5 * high)

    def _link_lines(self) -> Node:
        """Two lines of links: of four, the first of a line has the longer words."""
        links = len(self._content.links)
        if links > 4:
            first = 2 if links < 6 else 3
            lines = [row(*["link"] * first, gap=14), row(*["link"] * (links - first), gap=14)]
        else:
            line = row(item("link", weight=0.57), 14, item("link", weight=0.43))
            lines = [line, line if links == 4 else row("link")]
        return column(*lines, gap=14, size=156)

    @property
    def _large_text(self) -> bool:
        context = self.canvas.context
        return context.projector or context.scaled_length(1.0, BODY_SIZE) > 1.2

    @property
    def _compact(self) -> bool:
        area = self.canvas.box.inset(MARGIN)
        return self._large_text or area.w < MIN_RATIO * area.h

    def _heading(self) -> Node:
        """The button back beside the title and, below it, how long a game takes."""
        length = self.canvas.context.scaled_length(LENGTH_HEIGHT, NOTE_SIZE)
        words = column("title", item("length", min(length, 0.38 * HEADING_HEIGHT)), gap=HEADING_GAP)
        return row(item("back", 92, cross_size=92, align="centre"), 30, words, size=HEADING_HEIGHT)

    def _choices(self) -> Node:
        """The tray with the ways and, below them, the row of the chosen one."""
        content = self._content
        columns = 2 if len(content.ways) != 3 else 3
        ways = grid(["way"] * len(content.ways), columns=columns, gap=TRAY_PADDING)
        if not content.picks:
            return column(ways, key="tray", padding=TRAY_PADDING)
        picks = ["pick"] * len(content.picks)
        if content.more is None:
            answers = row(*picks, gap=8, size=PICK_HEIGHT)
        elif self.canvas.context.projector and len(content.ways) > 2:
            # Four ways leave no room for two rows of levels.
            levels = row(*picks, gap=8, size=ROOM_PICK_HEIGHT)
            more = item("more", ROOM_MORE_HEIGHT)
            answers = column(levels, more, size=ROOM_PICK_HEIGHT + ROOM_MORE_HEIGHT)
        elif self._large_text:
            high = 2 * COMPACT_PICK_HEIGHT + 8
            answers = grid([*picks, "more"], columns=2, gap=8, size=high)
        else:
            answers = row(row(*picks, gap=8), 8, item("more", 138), size=PICK_HEIGHT)
        return column(ways, TRAY_PADDING, answers, key="tray", padding=TRAY_PADDING)

    # -- drawing ----------------------------------------------------------------------------

    def draw_board(self, frame: Frame) -> None:
        """Draws the card with the board; the page draws everything else on top."""
        canvas, box, colour = frame.canvas, self._card, self._content.colour
        _draw_slab(frame, box, colour, 40.0, CARD_THICKNESS, shadow=16.0)
        side = min(box.w, box.h) * BOARD_ON_CARD
        frame.put(shapes.soft_glow(canvas.px(side * 0.55)), box.centre)
        picture = self._content.picture(canvas.px(side))
        if picture is not None:
            frame.put(picture, box.centre)
        if self._content.join:
            code = qr_picture(self._content.join, canvas.px(max(MIN_JOIN_SIDE, JOIN_SHARE * side)))
            width, height = (each / canvas.scale for each in code.get_size())
            frame.put(code, (box.right - 16 - width / 2, box.bottom - 16 - height / 2))

    def draw_button(
        self, frame: Frame, button: PushButton, *, pressed: bool, focused: bool
    ) -> None:
        """Draws one button of the page by the kind that its key tells."""
        if button.key == "back":
            draw_round_button(frame, button, pressed=pressed, focused=focused)
            return
        if focused:
            ring = button.box.inset(-8.0)
            size = frame.canvas.px(ring.w), frame.canvas.px(ring.h)
            frame.put(shapes.rounded(*size, 34 * frame.canvas.scale, FOCUS), ring.centre)
        kind, _, key = button.key.partition(":")
        match kind:
            case "way":
                way = next(way for way in self._content.ways if way.key == key)
                _draw_way(frame, button, way, chosen=key == self._content.way, pressed=pressed)
            case "pick":
                pick = next(pick for pick in self._content.picks if pick.key == key)
                _draw_pick(frame, button, pick, chosen=key == self._content.pick, pressed=pressed)
            case "start":
                _draw_start(frame, button, self._content.note, pressed=pressed)
            case "list":
                further = self._content.further_pick
                if further is None:
                    _draw_more(frame, button, pressed=pressed)
                else:
                    _draw_pick(frame, button, further, chosen=True, pressed=pressed)
            case _:
                _draw_link(frame, button, pressed=pressed)


def _draw_slab(
    frame: Frame,
    box: Box,
    face: Colour,
    radius: float,
    thick: float,
    *,
    shadow: float = 0.0,
    pressed: bool = False,
) -> None:
    """A solid plate; the box is its face, its thickness lies below."""
    canvas = frame.canvas
    width, height, deep = canvas.px(box.w), canvas.px(box.h), canvas.px(thick)
    round_ = radius * canvas.scale
    x, y = box.centre
    if shadow:
        below = shapes.rounded_shadow(width, height + deep, round_, canvas.px(shadow))
        frame.put(below, (x, y + thick / 2))
    if deep:
        side = shapes.rounded(width, height + deep, round_, mix(face, BLACK, 0.45))
        frame.put(side, (x, y + thick / 2))
    lit = mix(face, WHITE, 0.2) if pressed else face
    down = thick * 0.6 if pressed else 0.0
    frame.put(_face(width, height, round_, lit), (x, y + down))


@surface_cache(most=48)
def _face(width: int, height: int, radius: float, colour: Colour) -> pygame.Surface:
    return shapes.lit_plate(width, height, radius, colour)


def _draw_heads(
    frame: Frame, at: tuple[float, float], size: float, colour: Colour, people: int
) -> None:
    step = size * 0.62
    for number in range(people):
        x = at[0] + (number - (people - 1) / 2) * step
        frame.put(icon("person", frame.canvas.px(size), colour), (x, at[1]))


def _draw_way(frame: Frame, button: PushButton, way: Way, *, chosen: bool, pressed: bool) -> None:
    """A card: a picture above the words, or beside them where the card is low."""
    canvas = frame.canvas
    box = button.box._replace(h=button.box.h - 10)
    ink = INK if chosen else TEXT
    _draw_slab(frame, box, CREAM if chosen else PANEL_ACTIVE, 28.0, 10.0, pressed=pressed)
    projector = canvas.context.projector
    high = box.h >= (MIN_TALL_PROJECTED_WAY if projector else MIN_TALL_WAY)
    if high:
        boxes = column(
            box.h * 0.08,
            item("sign", box.h * (0.3 if projector else 0.44)),
            padded("words", (14, 0, 14, box.h * 0.1)),
        ).place(box)
        align = "centre"
    elif projector:
        boxes = row(item("sign", 0.0), padded("words", (12, 4, 12, 0))).place(box)
        align = "centre"
    else:
        boxes = row(14, item("sign", box.h * 0.86), padded("words", (8, 6, 12, 6))).place(box)
        align = "left"
    sign = min(84.0, boxes["sign"].h if high else 0.56 * box.h)
    if projector and not high:
        pass  # the words alone have room
    elif way.icon:
        frame.put(icon(way.icon, canvas.px(sign), ink), boxes["sign"].centre)
    else:
        _draw_heads(frame, boxes["sign"].centre, sign * 0.88, ink, way.people)
    size = BUTTON_SIZE if box.w > 340 else 38.0
    Label(way.label, boxes["words"], size, ink, True, align, most=2).draw(frame)  # type: ignore[arg-type]
    if chosen and high:
        tick = (box.right - 34, box.y + 34)
        frame.put(shapes.disc(canvas.px(22), mix(CREAM, BLACK, 0.16)), tick)
        frame.put(icon("check", canvas.px(28), INK), tick)


def _draw_pick(
    frame: Frame, button: PushButton, pick: Pick, *, chosen: bool, pressed: bool
) -> None:
    """A plate with the words above a row of dots, or beside so many heads."""
    canvas, ink = frame.canvas, INK if chosen else TEXT
    box = button.box._replace(h=button.box.h - 8)
    _draw_slab(
        frame, box, CREAM if chosen else PANEL, 22.0, 8.0 if chosen else 0.0, pressed=pressed
    )
    if pick.most_pips:
        boxes = column(8, padded("words", (8, 0, 8, 0)), item("pips", 30), 4).place(box.inset(6))
        Label(pick.label, boxes["words"], 37, ink, True, "centre", most=1).draw(frame)
        x, y = boxes["pips"].centre
        for number in range(pick.most_pips):
            radius = canvas.px(7)
            dot = (
                shapes.disc(radius, ink)
                if number < pick.pips
                else shapes.ring(radius - 1, max(1.5, radius * 0.35), ink, 150)
            )
            frame.put(dot, (x + (number - (pick.most_pips - 1) / 2) * 22, y))
    elif pick.people:
        heads = min(24.0 * pick.people + 16, box.w * 0.55)
        boxes = row(12, item("words", 50), item("heads", heads), justify="centre").place(box)
        Label(pick.label, boxes["words"], 54, ink, True, "centre", most=1).draw(frame)
        size = min(38.0, heads / (0.62 * pick.people + 0.4))
        _draw_heads(frame, boxes["heads"].centre, size, ink, pick.people)
    else:
        Label(pick.label, box.inset(8), 42, ink, True, "centre", most=2).draw(frame)


def _draw_start(frame: Frame, button: PushButton, note: Text, *, pressed: bool) -> None:
    canvas, box = frame.canvas, button.box
    _draw_slab(frame, box, AMBER, 40.0, 14.0, shadow=10.0, pressed=pressed)
    boxes = column("words", item("note", 0.36 * box.h)).place(box.inset(10))
    words = Label(button.label, boxes["words"], START_SIZE, INK, True, most=1)
    width = words.typeset(canvas).width / canvas.scale
    sign = min(64.0, boxes["words"].h * 0.8)
    free = min(boxes["words"].w, width + sign + 26)
    line = row(item("sign", sign), 22, "words", size=free)
    placed = row(line, justify="centre").place(boxes["words"])
    frame.put(icon("play", canvas.px(sign), INK), placed["sign"].centre)
    replace(words, box=placed["words"]).draw(frame)
    Label(note, boxes["note"], NOTE_SIZE, INK, align="centre", most=1, spare=True).draw(frame)


def _draw_more(frame: Frame, button: PushButton, *, pressed: bool) -> None:
    boxes = row("words", item("sign", 30), 4).place(button.box)
    colour = WHITE if pressed else DIM
    Label(button.label, boxes["words"], 30, colour, align="centre", most=2).draw(frame)
    frame.put(icon("later", frame.canvas.px(28), colour), boxes["sign"].centre)


def _draw_link(frame: Frame, button: PushButton, *, pressed: bool) -> None:
    """A quiet plate: the icon beside the words, or above them where it is narrow."""
    canvas, box = frame.canvas, button.box
    Plate(box, mix(PANEL, WHITE, 0.12) if pressed else PANEL, 22).draw(frame)
    if box.w >= 2.6 * box.h:
        boxes = row(18, item("sign", 40), padded("words", (10, 8, 8, 8))).place(box)
        label = Label(button.label, boxes["words"], LINK_SIZE, SOFT, True, most=2)
    else:
        boxes = column(8, item("sign", box.h * 0.36), padded("words", (6, 0, 6, 4))).place(box)
        label = Label(button.label, boxes["words"], LINK_SIZE, SOFT, True, "centre", most=2)
    frame.put(icon(button.icon, canvas.px(38), SOFT), boxes["sign"].centre)
    label.draw(frame)
