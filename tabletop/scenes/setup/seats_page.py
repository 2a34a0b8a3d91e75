"""Where the seats and the choices lie before a match.

The edges and corners of the seats page, where people sit down by touching them.

The page itself stands for the table: at each of its edges there is a strip, upright for whoever
stands there, with the stones of those who sit there and a place to sit down at.

Before a match: who sits where, and how the game is to be played.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from tabletop.ai import LEVELS
from tabletop.engine import Seat, say
from tabletop.languages import all_languages, own_name
from tabletop.players.player_spec import ADAPTIVE, PERSON, PlayerSpec
from tabletop.scenes.catalogue import seat_looks
from tabletop.scenes.destinations import ChangeSeats, OpenLesson, OpenRules, StartMatch
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.series import series_choice
from tabletop.scenes.setup.seat_card import MAX_SHARING, OWN_KEY, SeatCard, draw_own
from tabletop.scenes.setup.seat_dialogs import SeatDialog, ask_player
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import current_context, min_text_size, reach_mode
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.draw import stones
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import CARD_SIZE, HEAD_SIZE, TEXT, SeatLook
from tabletop.ui.widgets.buttons import PushButton, draw_button
from tabletop.ui.widgets.choice import LABEL_HEIGHT, ChoiceField, label_height
from tabletop.ui.widgets.match_options import (
    clock_choice,
    count_choice,
    edges_choice,
    option_choice,
)
from tabletop.ui.widgets.page import PageScene, split_row

COLUMN_GAP: Final = 72.0
"""From column to column."""
PART_HEIGHTS: Final = (
    (104.0, 140.0, 30.0),
    (92.0, 124.0, 24.0),
    (84.0, 108.0, 18.0),
    (72.0, 96.0, 14.0),
    (68.0, 84.0, 10.0),
    (68.0, 80.0, 4.0),
)
"""Answers, seats and gaps, from roomy to tight."""
ROOM_MODE_PART_HEIGHTS: Final = (
    (122.0, 168.0, 20.0),
    (100.0, 156.0, 20.0),
    (84.0, 152.0, 18.0),
    (68.0, 146.0, 12.0),
    (64.0, 144.0, 8.0),
)
"""The same where all words are for a room: a seat has two lines of them."""
SHRINK_FACTORS: Final = tuple(0.95**step for step in range(1, 60))
"""At last all is made smaller than anybody would have it: shares of the tightest heights."""
MAX_EXTRA_GAP: Final = 20.0
"""How much wider a gap may become where there is room to spare."""


NO_EXTRA_HEIGHT: Final[Mapping[str, float]] = MappingProxyType({})


def is_single_column(body: Box) -> bool:
    """Whether everything stands one below the other."""
    return body.h >= 1.3 * body.w


def layout_parts(
    order: Sequence[str], body: Box, start: float, more: Mapping[str, float] = NO_EXTRA_HEIGHT
) -> dict[str, Box]:
    """A box for each part, as roomy as they fit; below the last column lies the start button.

    `more`: how much higher than others some parts have to be.
    """
    last_seat = max(at for at, key in enumerate(order) if key.startswith("seat:"))
    # Where nothing can be chosen besides the seats, they stand together all the same.
    last = max(last_seat + 1, len(order) - 1)
    special = next((at for at, key in enumerate(order) if key.startswith("option:")), last)
    # Best the game's own options stand apart; else the columns are evened out.
    steps, label = (
        (ROOM_MODE_PART_HEIGHTS, label_height(current_context()))
        if min_text_size()
        else (PART_HEIGHTS, LABEL_HEIGHT)
    )
    ways = [(step, range(special, special + 1), 1.0) for step in steps[:2]]
    ways += [(step, range(last_seat + 1, last + 1), 1.0) for step in steps]
    # Whatever the window, nothing is left out: at last even the seats may part.
    ways += [(steps[-1], range(1, len(order)), share) for share in (1.0, *SHRINK_FACTORS)]
    for (answer, seat, gap), cuts, share in ways:
        heights = {
            key: share * (seat if key.startswith("seat:") else label + answer + more.get(key, 0.0))
            for key in order
        }
        if is_single_column(body):
            whole = Box(body.x, body.y, body.w, body.h - start - 2 * gap)
            placed = _one_column(order, heights, gap, whole)
        else:
            placed = _two_columns(order, heights, gap, body, start, cuts)
        if placed is not None:
            return placed
    raise AssertionError("no window is so low")


def _two_columns(
    order: Sequence[str],
    heights: dict[str, float],
    gap: float,
    body: Box,
    start: float,
    cuts: range,
) -> dict[str, Box] | None:
    """Two columns, the parts shared out so that both are about equally full."""
    width = (body.w - COLUMN_GAP) / 2
    left = Box(body.x, body.y, width, body.h)
    right = Box(body.right - width, body.y, width, body.h - start - 1.4 * gap)

    def fullest(cut: int) -> float:
        first = sum(heights[key] + gap for key in order[:cut]) / left.h
        return max(first, sum(heights[key] + gap for key in order[cut:]) / right.h)

    cut = min(cuts, key=fullest)
    one = _one_column(order[:cut], heights, gap, left)
    two = _one_column(order[cut:], heights, gap, right)
    return None if one is None or two is None else {**one, **two}


def _one_column(
    order: Sequence[str], heights: dict[str, float], gap: float, box: Box
) -> dict[str, Box] | None:
    """Parts one below the other; None if the box is too low for them."""
    spare = box.h - sum(heights[key] + gap for key in order) + gap
    if spare < 0:
        return None
    gap += min(MAX_EXTRA_GAP, spare / max(1, len(order) - 1))
    y, placed = box.y, {}
    for key in order:
        placed[key] = Box(box.x, y, box.w, heights[key])
        y += heights[key] + gap
    return placed


EDGE_INSET: Final = 8.0
"""From the window's edge to the strips."""
STRIP_DEPTH: Final = 66.0
"""How deep the strips are."""
CHIP_GAP: Final = 10.0
EDGE_DEPTH: Final = EDGE_INSET + STRIP_DEPTH
"""What the strips take of each side of the page."""
MAX_CHIP_WIDTH: Final = 210.0
"""How broad the stone of somebody who sits there is, with the name, where there is room."""
MIN_SIT_WIDTH: Final = 250.0
"""The least room of the place to sit down at."""
EDGE_TEXT_SIZE: Final = 31.0

SIT_KEY, CORNER_KEY, CHIP_KEY = "sit:", "corner:", "mine:"
"""What the keys begin with of edges, of corners, and of the stones of those who sit there."""


def edge_buttons(canvas: Canvas, setup: Setup) -> list[PushButton]:
    """A place to sit down at each edge and corner, and the stones of those who sit there."""
    buttons = []
    for side in range(4):
        sitting = [seat for seat in range(setup.seats) if _edge_of_seat(setup, seat) == side]
        buttons += _strip_buttons(canvas, setup, side, sitting)
        buttons.append(_corner_button(canvas, side))
    return buttons


def _edge_of_seat(setup: Setup, seat: Seat) -> int:
    """Where a seat sits, even if all words stand one way."""
    return setup.sides[seat] if setup.sides else 0


def _strip_buttons(
    canvas: Canvas, setup: Setup, side: int, sitting: list[Seat]
) -> list[PushButton]:
    """One edge's strip, as if it lay at the bottom, turned to its edge."""
    across, down = canvas.width, canvas.height
    if side % 2:
        across, down = down, across
    about = canvas.box.centre
    length = across - 2 * (EDGE_DEPTH + CHIP_GAP)
    x, y = about[0] - length / 2, about[1] + down / 2 - EDGE_DEPTH
    free = length - MIN_SIT_WIDTH
    chip = min(MAX_CHIP_WIDTH, free / max(1, len(sitting)) - CHIP_GAP)
    buttons = []
    for seat in sitting:
        name = setup.own_name(seat) or setup.game.seat_names[seat]
        button = PushButton(
            f"{CHIP_KEY}{seat}",
            Box(x, y, chip, STRIP_DEPTH),
            name,
            size=EDGE_TEXT_SIZE,
            turns=side,
            about=about,
        )
        buttons.append(replace(button, language=setup.language(seat)))
        x += chip + CHIP_GAP
    words = say("seats.sit_down", "Sit down here")
    room = Box(x, y, about[0] + length / 2 - x, STRIP_DEPTH)
    buttons.append(
        PushButton(
            f"{SIT_KEY}{side}", room, words, "finger", size=EDGE_TEXT_SIZE, turns=side, about=about
        )
    )
    return buttons


def _corner_button(canvas: Canvas, side: int) -> PushButton:
    """The corner at the left hand of whoever sits at an edge."""
    across, down = canvas.width, canvas.height
    if side % 2:
        across, down = down, across
    about = canvas.box.centre
    box = Box(
        about[0] - across / 2 + EDGE_INSET,
        about[1] + down / 2 - EDGE_DEPTH,
        STRIP_DEPTH,
        STRIP_DEPTH,
    )
    return PushButton(f"{CORNER_KEY}{side}", box, icon="plus", turns=side, about=about)


def side_of_corner(setup: Setup, corner: int) -> int:
    """The edge at which somebody sits down who touches a corner: the one with fewer people.

    Corners are counted as in `layout.corners_of`: n touches the edges n and n + 1.
    """
    there = [_edge_of_seat(setup, seat) for seat in range(setup.seats)]
    here, after = corner % 4, (corner + 1) % 4
    return after if there.count(after) < there.count(here) else here


def seat_next_person(setup: Setup, side: int, before: int) -> Setup:
    """The same after the next person has sat down at an edge; `before` how many did before.

    First those sit down who play already, in turn. Then a seat is added, as long as the game can
    have one; and then the first moves on again.
    """
    persons = setup.persons or (0,)
    more = [count for count in setup.game.seats if count > setup.seats]
    if before >= len(persons) and more:
        return setup.of_seats(min(more)).seated(setup.seats, side)
    return setup.seated(persons[before % len(persons)], side)


def draw_seat_chip(
    frame: Frame, button: PushButton, look: SeatLook, *, pressed: bool, focused: bool
) -> None:
    """The stone of somebody who sits at an edge, with the name beside it."""
    bare = replace(button, label="")
    draw_button(frame, bare, pressed=pressed, focused=focused)
    box, radius = button.box, button.box.h * 0.36
    at = (box.x + radius + 12, box.centre[1])
    frame.put(stones.stone(look, radius * frame.canvas.scale), at)
    room = Box(at[0] + radius + 10, box.y + 6, box.right - at[0] - radius - 20, box.h - 14)
    if room.w >= 24:
        Label(
            button.label, room, button.size, TEXT, bold=True, most=1, language=button.language
        ).draw(frame)


PAGE_MARGIN: Final = EDGE_DEPTH + 14.0
HEAD_HEIGHT: Final = 84.0
PAGE_TOP: Final = EDGE_DEPTH + 12.0
GAP_BELOW_HEAD: Final = 18.0
MAX_TOOL_WIDTH: Final = 240.0
"""How broad the buttons at the top are, where there is room."""
START_HEIGHT: Final = 124.0
MAX_COLUMN_WIDTH: Final = 900.0
"""A column wider than this pulls apart what belongs together."""
UNUSED_HEIGHTS: Final = (
    (100.0, 132.0, 30.0),
    (92.0, 120.0, 22.0),
    (80.0, 104.0, 16.0),
    (66.0, 88.0, 12.0),
)
"""Buttons, seat plates and gaps, from roomy to tight."""

ALONE_GAP: Final = 20.0
ALONE_TEXT_SIZE: Final = 38.0
MIN_ALONE_ICON_WIDTH: Final = 300.0
"""A narrower button has no room for its sign."""


class SeatsScene(PageScene):
    """Who plays and how, up to the button that starts the match."""

    def __init__(self, table: AppContext, setup: Setup) -> None:
        super().__init__()
        self.table = table
        # A new series begins here: who sat where and who won belongs to the last one.
        self.setup = replace(
            setup, options=setup.game.check_options(setup.options), people=(), won=()
        ).at_most(table.strongest)
        self.pads: tuple[SeatCard, ...] = ()
        self._sat = 0  # how often somebody has sat down at an edge
        self._warm = False  # whether the computer players get ready for it

    @property
    def choices(self) -> tuple[ChoiceField, ...]:
        """All that can be chosen besides who shares a seat, from the general to the special."""
        setup, game = self.setup, self.setup.game
        count = (count_choice(game, setup.seats),) if len(game.seats) > 1 else ()
        if self.table.kids_mode:
            return count
        options = (option_choice(option, setup.options[option.key]) for option in game.options)
        # Where a room looks on, all words stand upright for it, wherever people sit.
        sitting = () if min_text_size() else (edges_choice(setup.sides, setup.seats),)
        series = series_choice(setup.best_of)
        return (*count, *sitting, clock_choice(setup.clock), series, *options)

    def update(self, dt: float, /) -> Change:
        if not self._warm:
            self._warm = True
            self.table.thinking.warm(self.setup.game.key)
        return super().update(dt)

    # -- layout -----------------------------------------------------------------------------

    def lay_out(self) -> None:
        canvas = self.canvas
        body = self._body()
        choices = {choice.key: choice for choice in self.choices}
        names = [f"seat:{seat}" for seat in range(self.setup.seats)]
        order = [*(["count"] if "count" in choices else []), *names]
        order += [key for key in choices if key != "count"]
        column = body.w if is_single_column(body) else (body.w - COLUMN_GAP) / 2
        more = {key: choice.extra_height(canvas, column) for key, choice in choices.items()}
        places = layout_parts(order, body, START_HEIGHT, more)
        laid = [choices[key].laid_out(canvas, box) for key, box in places.items() if key in choices]
        self.pads = tuple(self._pad(int(key[5:]), places[key]) for key in names)
        self.plates = (
            *(pad.plate for pad in self.pads),
            *(plate for part in laid for plate in part.plates),
        )
        self.labels = (
            self._title(body),
            *(label for pad in self.pads for label in pad.labels),
            *(label for part in laid for label in part.labels),
        )
        in_order = {pad.seat: (pad.own, *pad.buttons) for pad in self.pads}
        answers = {part.buttons[0].key.rpartition("=")[0]: part.buttons for part in laid}
        buttons = self._frame_buttons(body)
        for key in order:
            buttons += answers[key] if key in answers else in_order[int(key[5:])]
        if not self.table.settings["look.projector"]:  # nobody stands at a projector's edges
            buttons += edge_buttons(canvas, self.setup)
        self.buttons.replace(buttons)

    def _body(self) -> Box:
        canvas = self.canvas
        width = min(canvas.width - 2 * PAGE_MARGIN, 2 * MAX_COLUMN_WIDTH + COLUMN_GAP)
        top = PAGE_TOP if reach_mode() else PAGE_TOP + HEAD_HEIGHT + GAP_BELOW_HEAD
        below = (
            HEAD_HEIGHT + GAP_BELOW_HEAD if reach_mode() else 0.0
        )  # in reach mode the head lies at the foot
        # In a very tall window the start button stays near what it starts.
        height = min(canvas.height - top - PAGE_TOP - below, 1700.0)
        return Box((canvas.width - width) / 2, top, width, height)

    @property
    def _head_at(self) -> float:
        return self.canvas.height - PAGE_TOP - HEAD_HEIGHT if reach_mode() else PAGE_TOP

    def _title(self, body: Box) -> Label:
        left = body.x + HEAD_HEIGHT + 36
        box = Box(
            left, self._head_at, body.right - 2 * self._tool(body) - 2 * 24 - left, HEAD_HEIGHT
        )
        return Label(self.setup.game.title, box, CARD_SIZE, bold=True, most=1)

    def _frame_buttons(self, body: Box) -> list[PushButton]:
        tool = self._tool(body)
        back = Box(body.x, self._head_at, HEAD_HEIGHT + 8, HEAD_HEIGHT)
        rules = Box(body.right - tool, self._head_at, tool, HEAD_HEIGHT)
        width = body.w if is_single_column(body) else (body.w - COLUMN_GAP) / 2
        start = Box(body.right - width, body.bottom - START_HEIGHT, width, START_HEIGHT)
        frame = [
            PushButton("back", back, icon="back"),
            PushButton("rules", rules, say("seats.rules", "Rules"), "book"),
            self._learn(rules.moved(-tool - 24, 0)),
        ]
        if not self.setup.computers:
            start, alone = split_row(start, 2, ALONE_GAP)
            words = say("seats.alone", "Play the\ncomputer")
            sign = "computer" if alone.w > MIN_ALONE_ICON_WIDTH else ""
            frame.append(PushButton("alone", alone, words, sign, "other", ALONE_TEXT_SIZE))
        label = say("seats.start", "Start")
        return [*frame, PushButton("start", start, label, "play", "main", HEAD_SIZE)]

    def _tool(self, body: Box) -> float:
        return min(MAX_TOOL_WIDTH, body.w * 0.22)

    def _learn(self, box: Box) -> PushButton:
        """The lesson: offered in colour where this table has neither taught nor played the game."""
        new = self.setup.game.key not in self.table.taught
        words = say("seats.learn", "Learn")
        return PushButton("learn", box, words, "finger", "other" if new else "plain")

    def _pad(self, seat: Seat, box: Box) -> SeatCard:
        setup, game = self.setup, self.setup.game
        name = setup.own_name(seat) or game.seat_names[seat]
        look = seat_looks(game)[seat]
        own = setup.language(seat)
        return SeatCard(
            seat,
            name,
            look,
            setup.team(seat),
            box,
            self.canvas.context,
            setup.filler(seat),
            language=own,
            own_name=own_name(own or self.table.language) if len(all_languages()) > 1 else "",
            aid=setup.aid(seat),
            strongest=self.table.strongest,
        )

    # -- what is chosen ---------------------------------------------------------------------

    def pressed(self, key: str, /) -> Change:
        match key.partition(":")[0], key:
            case "back", _:
                return self.back()
            case "rules", _:
                return Push(OpenRules(self.setup.game), self._learned)
            case "learn", _:
                return Push(OpenLesson(self.setup.game), self._learned)
            case "start", _:
                return self._start()
            case "alone", _:
                return self._alone()
            case "who", _:
                return ask_player(self, int(key.partition(":")[2]))
            case ("fewer" | "more") as way, _:
                self._share(int(key.partition(":")[2]), 1 if way == "more" else -1)
            case ("weaker" | "stronger") as way, _:
                seat = int(key.partition(":")[2])
                other = self.setup.filler(seat).moved(1 if way == "stronger" else -1)
                self.setup = self.setup.filled(seat, other.at_most(self.table.strongest))
            case "sit", _:
                self._sit(int(key.removeprefix(SIT_KEY)))
            case "corner", _:
                self._sit(side_of_corner(self.setup, int(key.removeprefix(CORNER_KEY))))
            case (("mine" | "own"), _):
                return self._ask_own(int(key.partition(":")[2]))
            case "speaks", _:
                self.setup = self.setup.with_next_language(int(key.partition(":")[2]), self.table)
            case _:
                self._choose(*key.rsplit("=", 1))
        self.lay_out()
        return None

    def _sit(self, side: int) -> None:
        """The next person sits down at an edge."""
        self.setup = seat_next_person(self.setup, side, self._sat)
        self._sat += 1

    def _ask_own(self, seat: Seat) -> Change:
        """Asks a seat, toward where it sits, for all that it has of its own."""

        def then(answer: object) -> Change:
            if isinstance(answer, Setup):
                self.setup = answer
            self.lay_out()
            return None

        return Push(SeatDialog(self.table, self.setup, seat), then)

    def _share(self, seat: int, by: int) -> None:
        teams = [self.setup.team(number) for number in range(self.setup.seats)]
        teams[seat] = min(MAX_SHARING, max(1, teams[seat] + by))
        self.setup = replace(self.setup, teams=tuple(teams))

    def _alone(self) -> Change:
        """Somebody is alone: computers take all other seats, and it begins."""
        self.setup = replace(
            self.setup,
            fillers=(PERSON, *(ADAPTIVE,) * (self.setup.seats - 1)),
            sides=self.setup.sides[:1] * self.setup.seats,
        ).at_most(self.table.strongest)
        self.lay_out()
        return self._start()

    def _learned(self, wanted: object) -> Change:
        """Who has learned the game plays at once: with a computer that begins too, or a friend."""
        others = {"computer": PlayerSpec(LEVELS[0]), "friend": PERSON}
        if not isinstance(wanted, str) or wanted not in others:
            return None
        fillers = (PERSON, *(others[wanted],) * (self.setup.seats - 1))
        sides = self.setup.sides if wanted == "friend" else ()
        self.setup = replace(self.setup, fillers=fillers, sides=sides)
        self.lay_out()
        return self._start()

    def _choose(self, key: str, number: str) -> None:
        choice = next(choice for choice in self.choices if choice.key == key)
        value: Any = choice.values[int(number)]
        setup = self.setup
        match key:
            case "count":
                self.setup = setup.of_seats(value)
            case "sitting":
                sides = value if any(value) else ()
                self.setup = replace(setup, sides=sides, one_way=False)
                self._sat = 0
            case "clock":
                self.setup = replace(setup, clock=value)
            case "series":
                self.setup = replace(setup, best_of=value)
            case _:
                option = key.removeprefix("option:")
                self.setup = replace(setup, options={**setup.options, option: value})

    def _start(self) -> Change:
        game = self.setup.game
        self.table.chosen[game.key] = self.setup
        self.table.remember_last_game(game.key)
        self.table.teach(game.key)

        def then(result: object) -> Change:
            if not isinstance(result, ChangeSeats):
                return Pop()
            played = result.setup.scored(result.winners).without_series
            self.setup = replace(played, options=self.setup.options, clock=self.setup.clock)
            self._sat = 0
            self.lay_out()
            return None

        return Push(StartMatch(self.setup), then)

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        pressed, focused = self.is_held(button), button.key == self.buttons.focus
        if button.key.startswith(CHIP_KEY):
            look = seat_looks(self.setup.game)[int(button.key.removeprefix(CHIP_KEY))]
            draw_seat_chip(frame, button, look, pressed=pressed, focused=focused)
        elif button.key.startswith(OWN_KEY):
            draw_own(frame, button, pressed=pressed, focused=focused)
        else:
            super().draw_one(frame, button)

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        for pad in self.pads:
            pad.draw(frame)
