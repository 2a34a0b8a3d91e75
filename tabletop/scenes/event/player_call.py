"""The call of the players of a match: each half of the page is read from its own edge."""

from dataclasses import dataclass
from math import ceil, inf
from typing import Final

import pygame

from tabletop.engine import Game, Seat, Text, joined, say
from tabletop.games import find_game
from tabletop.input.event import PlayerCall, ReportAbsence, ReportReady, round_words
from tabletop.scenes.catalogue import goal_picture, seat_looks
from tabletop.scenes.destinations import StartCalledMatch
from tabletop.scenes.match_setup import FACING_SIDES
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.cache import surface_cache
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Swap
from tabletop.ui.draw import shapes
from tabletop.ui.layout import Boxes, Node, column, item, padded, row, space
from tabletop.ui.speech.speech import Announcement
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Align, Label
from tabletop.ui.theme.theme import (
    AMBER,
    CREAM,
    DIM,
    HEAD_SIZE,
    PANEL,
    PANEL_ACTIVE,
    TEXT,
    TRAY,
)
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import PageScene, Plate
from tabletop.ui.widgets.question_dialog import seconds_to_next_figure

MARGIN: Final = 54.0
GAP: Final = 40.0
PAD: Final = 34.0
BAND_SHARE: Final = 0.245
"""The height of the seats at one edge, as a share of the canvas."""
CROWDED_BAND_SHARE: Final = 0.31
"""The same where two seats share an edge."""
NAME_SIZE: Final = 116.0
NARROW_NAME_SIZE: Final = 84.0
LINE_SIZE: Final = 46.0
HERE_SIZE: Final = 56.0
ABSENT_SIZE: Final = 38.0
CLOCK_SIZE: Final = 66.0
GLOW: Final = 8.0
"""The width of the bright edge of a seat that is waited for."""
RING_STEPS: Final = 60
HERE_KEY, ABSENT_KEY = "here:", "absent:"


@dataclass(frozen=True, slots=True)
class SeatPlace:
    """The areas of a seat, as seen from its edge."""

    seat: Seat
    turns: int
    box: Box
    boxes: Boxes


class PlayerCallScene(PageScene):
    """Swaps to the match as soon as everybody has said that they are there."""

    idle_timeout = inf
    always_pixel_shift = True
    on_phones = False

    def __init__(self, table: AppContext, call: PlayerCall) -> None:
        super().__init__()
        self.table = table
        self.call = call
        self.game: Game = find_game(call.game)
        self._here = set[Seat]()
        self._absent = set[Seat]()
        """Those of whom it was said that they do not come."""
        self._left = call.wait
        self._places: tuple[SeatPlace, ...] = ()
        self._middle: Boxes | None = None

    @property
    def edges(self) -> tuple[int, ...]:
        """The edge of each seat, in quarter turns clockwise from the near one."""
        return called_edges(self.table, len(self.call.seats))

    # -- laying out -----------------------------------------------------------------------------

    def lay_out(self) -> None:
        canvas, edges = self.canvas, self.edges
        crowded = max(edges.count(0), len(edges) - edges.count(0)) > 1
        narrow = canvas.width < canvas.height
        share = (0.7 if narrow else 1.0) * (CROWDED_BAND_SHARE if crowded else BAND_SHARE)
        high = share * canvas.height
        page = column(
            item("far", high), item("middle"), item("near", high), gap=GAP, padding=MARGIN
        ).place(canvas.box)
        found = []
        facing = any(edges)
        for side, band in ((0, page["near"]), (2, page["far"])):
            seats = self._seats_at(side)
            if side == 2 and facing:
                # As seen from there: it lies at their near edge.
                band = page["near"]
            wide = row(*["seat"] * len(seats), gap=GAP).place(band).all("seat")
            for seat, box in zip(seats, wide, strict=True):
                boxes = self._seat_tree(box).place(box)
                found.append(SeatPlace(seat, side if facing else 0, box, boxes))
        self._places = tuple(sorted(found, key=lambda place: place.seat))
        self._middle = self._middle_tree(page["middle"]).place(page["middle"])
        self.labels = ()
        self.buttons.replace([button for place in self._places for button in self._keys(place)])

    def _seats_at(self, side: int) -> tuple[Seat, ...]:
        """The seats of a band, from left to right as seen from it."""
        edges = FACING_SIDES if not any(self.edges) else self.edges
        return tuple(
            seat for seat in range(len(self.call.seats)) if (edges[seat] == 2) == (side == 2)
        )

    def _seat_tree(self, box: Box) -> Node:
        """Mark, name and buttons in a row; in a narrow box in two."""
        words = column(item("name", weight=0.62), item("line", weight=0.38))
        if _is_wide(box):
            high = box.h - 2 * PAD
            absent = item("absent", 0.21 * box.w, cross_size=0.72 * high, align="centre")
            here = item("here", 0.23 * box.w, cross_size=0.9 * high, align="centre")
            inside = row(item("mark", high), GAP, words, 24, here, 24, absent)
        else:
            keys = row("here", item("absent", weight=0.8), gap=24)
            head = row(item("mark", 0.38 * box.h), 24, words)
            inside = column(head, keys, gap=18)
        return padded(inside, PAD)

    def _middle_tree(self, box: Box) -> Node:
        side = min(box.h, 0.26 * box.w) if box.w > box.h else min(0.5 * box.h, 0.5 * box.w)
        if box.w > 1.6 * box.h:
            ring = min(0.62 * box.h, 0.14 * box.w)
            return row(
                "words",
                item("clock", ring),
                item("board", box.h),
                item("far clock", ring),
                "far words",
                gap=GAP,
            )
        ring = min(0.24 * box.h, 0.3 * box.w)
        return column(
            row("far words", item("far clock", ring), gap=GAP, size=ring),
            row(space(), item("board", side), space(), size=side),
            row("words", item("clock", ring), gap=GAP, size=ring),
            gap=GAP,
            justify="centre",
        )

    def _keys(self, place: SeatPlace) -> list[PushButton]:
        seat, boxes, about = place.seat, place.boxes, self.canvas.box.centre
        here = seat in self._here
        words = say("call.in", "You’re in") if here else say("call.here", "I’m here")
        found = [
            PushButton(
                f"{HERE_KEY}{seat}",
                boxes["here"],
                words,
                "check" if here else "",
                "chosen" if here else "main",
                HERE_SIZE,
                turns=place.turns,
                about=about,
            )
        ]
        missing = self._missing(seat)
        if self._left <= 0 and missing and not self._absent.issuperset(missing):
            found.append(
                PushButton(
                    f"{ABSENT_KEY}{seat}",
                    boxes["absent"],
                    self._absent_label(seat, missing),
                    size=ABSENT_SIZE,
                    turns=place.turns,
                    about=about,
                )
            )
        return found

    def _missing(self, seat: Seat) -> tuple[Seat, ...]:
        """Of whom a seat can say that they are not here: of itself, or of all others."""
        if seat not in self._here:
            return (seat,)
        return tuple(n for n in range(len(self.call.seats)) if n not in self._here)

    def _absent_label(self, seat: Seat, missing: tuple[Seat, ...]) -> Text:
        if missing == (seat,):
            return say("call.absent", "Not here")
        if len(missing) == 1:
            who = self.call.seats[missing[0]].name
            return say("call.other_absent", "{who} isn’t here", who=who)
        return say("call.others_absent", "They aren’t here")

    # -- time and input -------------------------------------------------------------------------

    def update(self, dt: float, /) -> Change:
        before = self._left
        self._left = max(0.0, self._left - dt)
        if before > 0 and self._left <= 0:
            self._absent.update(set(range(len(self.call.seats))) - self._here)
            self._report_absence(on=True)
            self.lay_out()
        return super().update(dt)

    def wakes_in(self) -> float:
        return seconds_to_next_figure(self._left) if self._left > 0 else super().wakes_in()

    def pressed(self, key: str, /) -> Change:
        kind, _, number = key.rpartition(":")
        seat = int(number)
        if f"{kind}:" == HERE_KEY:
            self._here ^= {seat}
            if seat in self._absent:
                self._absent.discard(seat)
                self._report_absence(on=bool(self._absent))
            if len(self._here) == len(self.call.seats):
                self.table.event.ask(ReportReady(self.call.pairing))
                return Swap(StartCalledMatch(self.call))
        else:
            self._absent.update(self._missing(seat))
            self._report_absence(on=True)
        self.lay_out()
        return None

    def _report_absence(self, *, on: bool) -> None:
        """Tells the referee, who decides."""
        names = " and ".join(self.call.seats[seat].name for seat in sorted(self._absent))
        words = f"{names} did not come to {self.call.round} of {self.call.tournament}."
        self.table.event.ask(ReportAbsence(self.call.pairing, words, on))

    def back(self) -> Change:
        return None

    # -- drawing --------------------------------------------------------------------------------

    def _line(self, seat: Seat) -> Text:
        others = [n for n in range(len(self.call.seats)) if n not in self._here and n != seat]
        if seat in self._absent or (seat in self._here and set(others) & self._absent):
            return say("call.told", "The referee knows.")
        if seat not in self._here:
            return say("call.sit", "Please sit down.")
        if len(others) == 1:
            return say("call.waiting", "Waiting for {who}.", who=self.call.seats[others[0]].name)
        return say("call.waiting_more", "Waiting for the others.")

    def sayings(self) -> tuple[Announcement, ...]:
        names = joined(" – ", *(seat.name for seat in self.call.seats))
        return (Announcement("call", joined(": ", round_words(self.call.round), names)),)

    def draw_content(self, frame: Frame) -> None:
        about = frame.canvas.box.centre
        for place in self._places:
            with frame.turned(place.turns, about):
                self._draw_seat(frame, place)
        self._draw_middle(frame)
        super().draw_content(frame)

    def _draw_seat(self, frame: Frame, place: SeatPlace) -> None:
        canvas, boxes, seat = frame.canvas, place.boxes, place.seat
        plate = place.box
        missing = seat not in self._here
        if missing and self._here:  # the others wait for this one
            edge = Box.around(plate.centre, plate.w + 2 * GLOW, plate.h + 2 * GLOW)
            Plate(edge, AMBER, 40).draw(frame)
        Plate(plate, PANEL, 34).draw(frame)
        mark = boxes["mark"]
        radius = 0.46 * min(mark.w, mark.h)
        frame.put(shapes.stone(seat_looks(self.game)[seat], canvas.px(radius)), mark.centre)
        name = self.call.seats[seat].name
        size = NAME_SIZE if _is_wide(plate) else NARROW_NAME_SIZE
        Label(joined("", name), boxes["name"], size, TEXT, True, most=1).draw(frame)
        Label(self._line(seat), boxes["line"], LINE_SIZE, DIM, most=1).draw(frame)

    def _draw_middle(self, frame: Frame) -> None:
        boxes, canvas = self._middle, frame.canvas
        if boxes is None:
            return
        board = boxes["board"]
        side = min(board.w, board.h)
        picture = goal_picture(self.game, canvas.px(0.94 * side))
        if picture is not None:
            frame.put(picture, board.centre)
        self._draw_round(frame, boxes["words"], boxes["clock"], "left")
        far_words, far_clock = boxes["far words"], boxes["far clock"]
        if not any(self.edges):
            self._draw_round(frame, far_words, far_clock, "right")
            return
        about = canvas.box.centre
        with frame.turned(2, about):
            words, clock = (_opposite(box, canvas) for box in (far_words, far_clock))
            self._draw_round(frame, words, clock, "left")

    def _draw_round(self, frame: Frame, words: Box, clock: Box, align: Align) -> None:
        lines = column(
            space(), item("table", 110), item("round", 60), item("names", 76), space()
        ).place(words)
        name = self.table.name_at_event
        if name:
            here = say("event.table", "Table {name}", name=name)
            Label(here, lines["table"], NAME_SIZE, TEXT, True, align, most=1).draw(frame)
        names = joined(" – ", *(seat.name for seat in self.call.seats))
        told = self.call.tournament, round_words(self.call.round)
        said = joined(" · ", *(each for each in told if each))
        Label(said, lines["round"], HEAD_SIZE, DIM, align=align, most=1).draw(frame)
        Label(names, lines["names"], HEAD_SIZE, TEXT, True, align, most=1).draw(frame)
        radius = frame.canvas.px(0.5 * min(clock.w, clock.h))
        share = self._left / self.call.wait if self.call.wait else 0.0
        frame.put(_ring(radius, ceil(RING_STEPS * share)), clock.centre)
        seconds = ceil(self._left)
        text, size = f"{seconds // 60}:{seconds % 60:02d}", frame.canvas.px(CLOCK_SIZE)
        figure = typesetting.tabular_line(text, size, TEXT, context=frame.context)
        frame.put(figure, clock.centre)


def _is_wide(seat: Box) -> bool:
    """Whether a seat's name and its buttons stand in one row."""
    return seat.w > 3.4 * seat.h


def called_edges(table: AppContext, seats: int) -> tuple[int, ...]:
    """Where the players of a called match sit: face to face, unless all look at one picture."""
    return (0,) * seats if table.settings["look.projector"] else FACING_SIDES[:seats]


def _opposite(box: Box, canvas: Canvas) -> Box:
    """A box as seen from the far edge."""
    x, y = canvas.box.centre
    return Box.around((2 * x - box.centre[0], 2 * y - box.centre[1]), box.w, box.h)


@surface_cache(most=16)
def _ring(radius: int, steps: int) -> pygame.Surface:
    """A dial of which so many of `RING_STEPS` are left."""
    width = max(3.0, 0.12 * radius)
    picture = shapes.copy_surface(shapes.ring(radius, width, PANEL_ACTIVE))
    shapes.blit_centred(picture, shapes.disc(radius - width, TRAY))
    for step in range(steps):
        at = pygame.Vector2(0, -(radius - width / 2)).rotate(-360 * step / RING_STEPS)
        shapes.blit_centred(picture, shapes.disc(width / 2, CREAM), at.x, at.y)
    return picture
