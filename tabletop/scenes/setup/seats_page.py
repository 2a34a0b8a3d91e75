"""The seats page: who sits where, and how the game is to be played.

In the middle are the cards of the seats and the choices. Along each edge of the table lies a strip,
upright for people at that edge, with the stones of those who sit there and a button to sit down.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, Final

from tabletop.ai import LEVELS
from tabletop.engine import Seat, Text, count, joined, percent, say
from tabletop.languages import all_languages, own_name
from tabletop.players.player_spec import ADAPTIVE, PERSON, PlayerSpec
from tabletop.scenes.catalogue import seat_looks
from tabletop.scenes.destinations import ChangeSeats, OpenLesson, StartMatch
from tabletop.scenes.match_setup import SERIES_LENGTHS, SeatAid, Setup, length_words
from tabletop.scenes.setup.seat_dialogs import SeatDialog, ask_player, player_icon
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.live_game import OpenRules
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.layout import Boxes, Node, best_fitting, column, item, padded, row, space, stack
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    CARD_SIZE,
    DIM,
    FOCUS,
    HEAD_SIZE,
    NAME_SIZE,
    PANEL,
    PANEL_ACTIVE,
    PANEL_LINE,
    SMALL_SIZE,
    TEXT,
    SeatLook,
)
from tabletop.ui.widgets.buttons import PushButton, draw_button
from tabletop.ui.widgets.choice import (
    LABEL_HEIGHT,
    ChoiceField,
    clock_choice,
    count_choice,
    edges_choice,
    label_height,
    option_choice,
)
from tabletop.ui.widgets.page import PageScene, Plate

MAX_SHARING: Final = 4
BUTTON_COUNT: Final = 3
"""The number of square buttons at the right end of a card."""
LANGUAGE_BUTTON_RATIO: Final = 1.5
"""The width of the button with the language's name, in heights."""
MIN_BUTTON: Final = 62.0
MIN_NAME_WIDTH: Final = 200.0
"""The least width for the seat's name beside the button for its language."""
CARD_TEXT_SIZE: Final = SMALL_SIZE + 3

OWN_KEY: Final = "own:"
"""The prefix of the key of a seat's stone and name."""


@dataclass(frozen=True)
class SeatCard:
    """The card of one seat: its stone, its name, who plays there, and its buttons."""

    setup: Setup
    seat: Seat
    box: Box
    context: UiContext
    strongest: str
    """The strongest level on offer."""
    language_name: str = ""
    """The language's name in itself, on the button that changes it; empty: no button."""

    @property
    def name(self) -> str:
        return self.setup.own_name(self.seat) or self.setup.game.seat_names[self.seat]

    @property
    def plate(self) -> Plate:
        return Plate(self.box, PANEL, 24)

    @property
    def _radius(self) -> float:
        return min(self.box.h * 0.29, self.box.w * 0.06)

    @cached_property
    def _boxes(self) -> Boxes:
        """Keys: own (over stone and text), name, player, language if it has room, and the squares:
        who, fewer, more.
        """
        box, projector = self.box, self.context.projector
        left = 2 * self._radius + 48
        side = min(80.0 if projector else 92.0, box.h - 20, max(64.0, box.w * 0.15))
        free = box.w - left - MIN_NAME_WIDTH - 16 - 14 - 12 * BUTTON_COUNT
        beside_language = free / (BUTTON_COUNT + LANGUAGE_BUTTON_RATIO)
        person = not self.setup.player(self.seat).is_computer
        language: tuple[Node | float, ...] = ()
        if self.language_name and person and not projector and beside_language >= MIN_BUTTON:
            side = min(side, beside_language)
            wide = LANGUAGE_BUTTON_RATIO * side
            language = (item("language", wide, cross_size=side, align="centre"), 12)
        square = partial(item, size=side, cross_size=side, align="centre")
        half = box.h / 2
        words = column(
            half * 0.28, item("name", half * 0.72), half * 0.04, item("player", half * 0.6)
        )
        return row(
            stack(row(6, padded("own", (0, 6, 0, 6)), 10), row(left, words, 16)),
            *language,
            *(square("who"), 12, square("fewer"), 12, square("more"), 14),
        ).place(box)

    @property
    def buttons(self) -> tuple[PushButton, ...]:
        """The button over stone and name, which opens the seat's dialog, the language, the player,
        and fewer or more people or a weaker or stronger level.
        """
        boxes, seat, player = self._boxes, self.seat, self.setup.player(self.seat)
        own = PushButton(f"{OWN_KEY}{seat}", boxes["own"])
        who = PushButton(f"who:{seat}", boxes["who"], icon=player_icon(player))
        left = PushButton("", boxes["fewer"], icon="minus")
        right = PushButton("", boxes["more"], icon="plus")
        if player.is_computer:
            can_sink, can_rise = player.level != LEVELS[0], player.level != self.strongest
            left = replace(left, key=f"weaker:{seat}", enabled=can_sink)
            right = replace(right, key=f"stronger:{seat}", enabled=can_rise)
            return own, who, left, right
        people = self.setup.team(seat)
        left = replace(left, key=f"fewer:{seat}", enabled=people > 1)
        right = replace(right, key=f"more:{seat}", enabled=people < MAX_SHARING)
        if "language" not in boxes:
            return own, who, left, right
        language = PushButton(
            f"speaks:{seat}", boxes["language"], self.language_name, size=CARD_TEXT_SIZE
        )
        return own, language, who, left, right

    @property
    def labels(self) -> tuple[Label, Label]:
        """The name, and below it who plays."""
        setup, seat, projector = self.setup, self.seat, self.context.projector
        player, people, aids = setup.player(seat), setup.team(seat), aid_words(setup.aid(seat))
        if player.is_computer:
            who = player.name if projector else player.words
        elif projector:
            who = joined("", f"x {people}" if people > 1 else "")
        else:
            who = count("seats.sharing", "one person", "shared by {n}", people)
            if aids:
                who = joined(" · ", *([who] if people > 1 else []), *aids)
        own, boxes = setup.language(seat), self._boxes
        return (
            Label(self.name, boxes["name"], NAME_SIZE, bold=True, most=1, language=own),
            Label(who, boxes["player"], CARD_TEXT_SIZE, DIM, most=1, language=own),
        )

    def draw(self, frame: Frame) -> None:
        """Draws the stone; the page draws the plate, the labels and the buttons."""
        radius, canvas = self._radius, frame.canvas
        x, y = self.box.x + radius + 24, self.box.centre[1]
        look = seat_looks(self.setup.game)[self.seat]
        frame.put(shapes.stone(look, radius * canvas.scale), (x, y))
        if not self.setup.player(self.seat).is_computer:
            sign = (x + 0.8 * radius, y + 0.7 * radius)
            frame.put(shapes.disc(canvas.px(0.5 * radius), PANEL_LINE), sign)
            frame.put(icon("pencil", canvas.px(0.62 * radius), TEXT), sign)


def draw_own(frame: Frame, button: PushButton, *, pressed: bool, focused: bool) -> None:
    """The highlight of the button over stone and name while it is pressed or focused."""
    canvas, box = frame.canvas, button.box
    size = canvas.px(box.w), canvas.px(box.h)
    if pressed:
        frame.put(shapes.rounded(*size, canvas.px(18), PANEL_ACTIVE), box.centre)
    if focused:
        frame.put(shapes.outline(*size, canvas.px(18), canvas.px(6), FOCUS), box.centre)


def aid_words(aid: SeatAid) -> tuple[Text, ...]:
    """A seat's help in a few words; only the number if there are several kinds."""
    time = say("aid.time", "{percent} more time", percent=percent(aid.time))
    told = (
        (aid.time, time),
        (aid.hints, say("aid.hints", "may ask for hints")),
        (aid.help, say("aid.help", "is shown good moves")),
    )
    given = tuple(words for helps, words in told if helps)
    several = count("aid.ways", "helped in {n} way", "helped in {n} ways", len(given))
    return given if len(given) < 2 else (several,)


COLUMN_GAP: Final = 72.0
PART_HEIGHTS: Final[Sequence[tuple[float, float, float]]] = (
    (104.0, 140.0, 30.0),
    (92.0, 124.0, 24.0),
    (84.0, 108.0, 18.0),
    (72.0, 96.0, 14.0),
    (68.0, 84.0, 10.0),
    (68.0, 80.0, 4.0),
)
"""Heights of answers, seats and gaps, from the largest to the smallest."""
PROJECTOR_PART_HEIGHTS: Final[Sequence[tuple[float, float, float]]] = (
    (122.0, 168.0, 20.0),
    (100.0, 156.0, 20.0),
    (84.0, 152.0, 18.0),
    (68.0, 146.0, 12.0),
    (64.0, 144.0, 8.0),
)
"""The same in projector mode, where a seat has two lines of text."""
SHRINK_FACTORS: Final = tuple(0.95**step for step in range(1, 60))
"""Shares of the smallest heights, for very small windows."""
MAX_EXTRA_GAP: Final = 20.0
"""By how much gaps may grow to fill a column."""


def is_single_column(body: Box) -> bool:
    return body.h >= 1.3 * body.w


@dataclass(frozen=True, slots=True)
class _PartSizes:
    """One candidate for the layout of the parts."""

    heights: Mapping[str, float]
    gap: float
    cuts: range
    """The numbers of parts that may stand in the left column."""


def layout_parts(
    order: Sequence[str],
    body: Box,
    start: float,
    context: UiContext,
    more: Mapping[str, float],
) -> Mapping[str, Box]:
    """A box for each part, by the largest sizes that fit.

    `start`: the height left free below the last column. `more`: extra heights of some parts.
    """

    def place(sizes: _PartSizes) -> Mapping[str, Box] | None:
        if is_single_column(body):
            whole = padded("parts", (0, 0, 0, start + 2 * sizes.gap)).place(body)["parts"]
            return _one_column(order, sizes, whole)
        return _two_columns(order, sizes, body, start)

    placed = best_fitting(_part_sizes(order, context, more), place)
    assert placed is not None, "the smallest sizes fit every window"
    return placed


def _part_sizes(
    order: Sequence[str], context: UiContext, more: Mapping[str, float]
) -> Iterator[_PartSizes]:
    """The sizes to try, from the largest to the smallest."""
    last_seat = max(at for at, key in enumerate(order) if key.startswith("seat:"))
    # Without other choices all seats stand in one column.
    last = max(last_seat + 1, len(order) - 1)
    special = next((at for at, key in enumerate(order) if key.startswith("option:")), last)
    steps, label = PART_HEIGHTS, LABEL_HEIGHT
    if context.projector:
        steps, label = PROJECTOR_PART_HEIGHTS, label_height(context)
    # Preferably the game's options have a column of their own; else the columns are balanced.
    ways = [(step, range(special, special + 1), 1.0) for step in steps[:2]]
    ways += [(step, range(last_seat + 1, last + 1), 1.0) for step in steps]
    # In very small windows the seats may be split between the columns.
    ways += [(steps[-1], range(1, len(order)), share) for share in (1.0, *SHRINK_FACTORS)]
    for (answer, seat, gap), cuts, share in ways:
        heights = {
            key: share * (seat if key.startswith("seat:") else label + answer + more.get(key, 0.0))
            for key in order
        }
        yield _PartSizes(heights, gap, cuts)


def _two_columns(
    order: Sequence[str], sizes: _PartSizes, body: Box, start: float
) -> dict[str, Box] | None:
    """Two balanced columns; None if the parts do not fit."""
    heights, gap = sizes.heights, sizes.gap
    right = padded("right", (0, 0, 0, start + 1.4 * gap))
    boxes = row("left", right, gap=COLUMN_GAP).place(body)

    def fullest(cut: int) -> float:
        first = sum(heights[key] + gap for key in order[:cut]) / boxes["left"].h
        return max(first, sum(heights[key] + gap for key in order[cut:]) / boxes["right"].h)

    cut = min(sizes.cuts, key=fullest)
    one = _one_column(order[:cut], sizes, boxes["left"])
    two = _one_column(order[cut:], sizes, boxes["right"])
    return None if one is None or two is None else {**one, **two}


def _one_column(order: Sequence[str], sizes: _PartSizes, box: Box) -> Mapping[str, Box] | None:
    """Parts one below the other; None if they do not fit."""
    parts = [item(key, sizes.heights[key]) for key in order]
    spare = box.h - sum(sizes.heights[key] + sizes.gap for key in order) + sizes.gap
    if spare < 0:
        return None
    gap = sizes.gap + min(MAX_EXTRA_GAP, spare / max(1, len(order) - 1))
    return column(*parts, gap=gap).place(box)


EDGE_INSET: Final = 8.0
STRIP_DEPTH: Final = 66.0
CHIP_GAP: Final = 10.0
EDGE_DEPTH: Final = EDGE_INSET + STRIP_DEPTH
"""The depth of the margin that the strips take."""
MAX_CHIP_WIDTH: Final = 210.0
"""The greatest width of a stone with its name."""
MIN_SIT_WIDTH: Final = 250.0
"""The least width of the button to sit down."""
EDGE_TEXT_SIZE: Final = 31.0

CHIP_KEY: Final = "mine:"
"""The prefix of the keys of the stones at the edges."""


def edge_buttons(canvas: Canvas, setup: Setup) -> list[PushButton]:
    """The buttons to sit down at each edge and corner, and the stones of those who sit there."""
    edges = setup.edges
    return [
        button
        for side in range(4)
        for button in _strip_buttons(
            canvas, setup, side, [seat for seat, edge in enumerate(edges) if edge == side]
        )
    ]


def _strip_buttons(
    canvas: Canvas, setup: Setup, side: int, sitting: list[Seat]
) -> list[PushButton]:
    """The strip of an edge and the corner left of it, laid out at the bottom and turned."""
    size = (canvas.width, canvas.height) if side % 2 == 0 else (canvas.height, canvas.width)
    about = canvas.box.centre
    free = size[0] - 2 * (EDGE_DEPTH + CHIP_GAP) - MIN_SIT_WIDTH
    chip = min(MAX_CHIP_WIDTH, free / max(1, len(sitting)) - CHIP_GAP)
    strip = row(
        EDGE_INSET,
        item("corner", STRIP_DEPTH),
        CHIP_GAP,
        *[part for _ in sitting for part in (item("chip", chip), CHIP_GAP)],
        "sit",
        EDGE_DEPTH + CHIP_GAP,
        size=STRIP_DEPTH,
    )
    boxes = column(space(), strip, EDGE_INSET).place(Box.around(about, *size))
    button = partial(PushButton, size=EDGE_TEXT_SIZE, turns=side, about=about)
    chips = [
        button(
            f"{CHIP_KEY}{seat}",
            box,
            setup.own_name(seat) or setup.game.seat_names[seat],
            language=setup.language(seat),
        )
        for seat, box in zip(sitting, boxes.all("chip"), strict=True)
    ]
    words = say("seats.sit_down", "Sit down here")
    return [
        *chips,
        button(f"sit:{side}", boxes["sit"], words, "finger"),
        PushButton(f"corner:{side}", boxes["corner"], icon="plus", turns=side, about=about),
    ]


def side_of_corner(setup: Setup, corner: int) -> int:
    """The edge that a touch of a corner chooses: the one with fewer people.

    Corner n lies between the edges n and n + 1, as in `table_layout.corners_of`.
    """
    here, after = corner % 4, (corner + 1) % 4
    return after if setup.edges.count(after) < setup.edges.count(here) else here


def seat_next_person(setup: Setup, side: int, before: int) -> Setup:
    """The setup after the next person has sat down at an edge; `before`: how many did so before.

    First the present seats are placed in turn. Then a seat is added as long as the game can
    have one more; after that the first seat moves again.
    """
    persons = setup.persons or (0,)
    more = [count for count in setup.game.seats if count > setup.seats]
    if before >= len(persons) and more:
        return setup.of_seats(min(more)).with_edge(setup.seats, side)
    return setup.with_edge(persons[before % len(persons)], side)


def draw_seat_chip(
    frame: Frame, button: PushButton, look: SeatLook, *, pressed: bool, focused: bool
) -> None:
    """Draws the stone of a seat at its edge, with the name beside it."""
    bare = replace(button, label="")
    draw_button(frame, bare, pressed=pressed, focused=focused)
    box, radius = button.box, button.box.h * 0.36
    at = (box.x + radius + 12, box.centre[1])
    frame.put(shapes.stone(look, radius * frame.canvas.scale), at)
    room = padded("name", (2 * radius + 22, 6, 10, 8)).place(box)["name"]
    if room.w >= 24:
        Label(
            button.label, room, button.size, TEXT, bold=True, most=1, language=button.language
        ).draw(frame)


def series_choice(best_of: int) -> ChoiceField:
    """The length of a series; one from the settings is offered after the usual ones."""
    lengths = SERIES_LENGTHS if best_of in SERIES_LENGTHS else (*SERIES_LENGTHS, best_of)
    names = tuple(map(length_words, lengths))
    return ChoiceField("series", say("series.label", "Series"), names, lengths, best_of)


PAGE_MARGIN: Final = EDGE_DEPTH + 14.0
HEAD_HEIGHT: Final = 84.0
PAGE_TOP: Final = EDGE_DEPTH + 12.0
GAP_BELOW_HEAD: Final = 18.0
MAX_TOOL_WIDTH: Final = 240.0
"""The greatest width of the buttons at the top."""
START_HEIGHT: Final = 124.0
MAX_COLUMN_WIDTH: Final = 900.0
ALONE_GAP: Final = 20.0
ALONE_TEXT_SIZE: Final = 38.0
MIN_ALONE_ICON_WIDTH: Final = 300.0
"""A narrower button has no icon."""


class SeatsScene(PageScene):
    """Everything that is chosen before a match, and the button that starts it."""

    def __init__(self, table: AppContext, setup: Setup) -> None:
        super().__init__()
        self.table = table
        # A new series begins: the order of players and the wins belong to the last one.
        self.setup = replace(
            setup, options=setup.game.check_options(setup.options), people=(), won=()
        ).at_most(table.strongest)
        self.seat_cards: tuple[SeatCard, ...] = ()
        self._sat = 0  # how often a person has sat down at an edge
        self._warm = False  # whether the engine has been started in advance

    @property
    def choices(self) -> tuple[ChoiceField, ...]:
        """The choices besides those on the seat cards, from the general to the special."""
        setup, game = self.setup, self.setup.game
        count = (count_choice(game, setup.seats),) if len(game.seats) > 1 else ()
        if self.table.kids_mode:
            return count
        options = (option_choice(option, setup.options[option.key]) for option in game.options)
        # In projector mode all text is upright, wherever people sit.
        sitting = () if self.canvas.context.projector else (edges_choice(setup.edges, setup.seats),)
        series = series_choice(setup.best_of)
        return (*count, *sitting, clock_choice(setup.clock), series, *options)

    def update(self, dt: float, /) -> Change:
        if not self._warm:
            self._warm = True
            self.table.analysis.warm(self.setup.game.key)
        return super().update(dt)

    # -- layout -----------------------------------------------------------------------------

    def lay_out(self) -> None:
        canvas = self.canvas
        boxes = self._frame()
        body = boxes["body"]
        choices = {choice.key: choice for choice in self.choices}
        names = [f"seat:{seat}" for seat in range(self.setup.seats)]
        order = [*(["count"] if "count" in choices else []), *names]
        order += [key for key in choices if key != "count"]
        wide = body.w if is_single_column(body) else (body.w - COLUMN_GAP) / 2
        more = {key: choice.extra_height(canvas, wide) for key, choice in choices.items()}
        places = layout_parts(order, body, START_HEIGHT, canvas.context, more)
        laid = {
            key: choices[key].laid_out(canvas, box) for key, box in places.items() if key in choices
        }
        cards = {key: self._card(seat, places[key]) for seat, key in enumerate(names)}
        self.seat_cards = tuple(cards.values())
        self.plates = (
            *(card.plate for card in self.seat_cards),
            *(plate for part in laid.values() for plate in part.plates),
        )
        self.labels = (
            Label(self.setup.game.title, boxes["title"], CARD_SIZE, bold=True, most=1),
            *(label for card in self.seat_cards for label in card.labels),
            *(label for part in laid.values() for label in part.labels),
        )
        buttons = self._frame_buttons(boxes)
        for key in order:
            buttons += cards[key].buttons if key in cards else laid[key].buttons
        # A projector's picture has no people at its edges.
        if not self.table.settings["look.projector"]:
            buttons += edge_buttons(canvas, self.setup)
        self.buttons.replace(buttons)

    def _card(self, seat: Seat, box: Box) -> SeatCard:
        language = ""
        if len(all_languages()) > 1:
            language = own_name(self.setup.language(seat) or self.table.language)
        return SeatCard(self.setup, seat, box, self.canvas.context, self.table.strongest, language)

    def _frame(self) -> Boxes:
        """The head, the body, and below its last column the button that starts the match."""
        canvas, reach = self.canvas, self.canvas.context.reach
        width = min(canvas.width - 2 * PAGE_MARGIN, 2 * MAX_COLUMN_WIDTH + COLUMN_GAP)
        # In a very tall window the start button stays near the choices.
        height = min(canvas.height - 2 * PAGE_TOP - HEAD_HEIGHT - GAP_BELOW_HEAD, 1700.0)
        tool = min(MAX_TOOL_WIDTH, width * 0.22)
        head = row(
            item("back", HEAD_HEIGHT + 8),
            28,
            "title",
            24,
            item("learn", tool),
            24,
            item("rules", tool),
            size=HEAD_HEIGHT,
        )
        single = is_single_column(Box(0, 0, width, height))
        start = row(
            *(("start",) if self.setup.computers else ("start", "alone")),
            gap=ALONE_GAP,
            size=width if single else (width - COLUMN_GAP) / 2,
        )
        body = stack(
            "body",
            column(space(), row(space(), start, size=START_HEIGHT)),
            size=height,
        )
        # In reach mode the head lies at the bottom.
        parts = (body, space(), head) if reach else (head, GAP_BELOW_HEAD, body, space())
        page = column(PAGE_TOP, *parts, PAGE_TOP, size=width)
        return row(page, justify="centre").place(canvas.box)

    def _frame_buttons(self, boxes: Boxes) -> list[PushButton]:
        # The lesson is highlighted until the game was taught or played at this table.
        new = self.setup.game.key not in self.table.taught
        learn = say("seats.learn", "Learn")
        buttons = [
            PushButton("back", boxes["back"], icon="back"),
            PushButton("rules", boxes["rules"], say("seats.rules", "Rules"), "book"),
            PushButton("learn", boxes["learn"], learn, "finger", "other" if new else "plain"),
        ]
        if "alone" in boxes:
            words, alone = say("seats.alone", "Play the\ncomputer"), boxes["alone"]
            sign = "computer" if alone.w > MIN_ALONE_ICON_WIDTH else ""
            buttons.append(PushButton("alone", alone, words, sign, "other", ALONE_TEXT_SIZE))
        label = say("seats.start", "Start")
        return [*buttons, PushButton("start", boxes["start"], label, "play", "main", HEAD_SIZE)]

    # -- input ------------------------------------------------------------------------------

    def pressed(self, key: str, /) -> Change:
        setup = self.setup
        kind, _, rest = key.partition(":")
        number = int(rest) if rest.isdecimal() else 0
        match kind:
            case "back":
                return self.back()
            case "rules":
                return Push(OpenRules(setup.game), self._learned)
            case "learn":
                return Push(OpenLesson(setup.game), self._learned)
            case "start":
                return self._start()
            case "alone":
                return self._alone()
            case "who":
                return ask_player(self, number)
            case "mine" | "own":
                return self._ask_own(number)
            case "fewer" | "more":
                people = setup.team(number) + (1 if kind == "more" else -1)
                self.setup = setup.with_team(number, min(MAX_SHARING, max(1, people)))
            case "weaker" | "stronger":
                other = setup.player(number).moved(1 if kind == "stronger" else -1)
                self.setup = setup.with_player(number, other.at_most(self.table.strongest))
            case "sit":
                self._sit(number)
            case "corner":
                self._sit(side_of_corner(setup, number))
            case "speaks":
                self.setup = setup.with_next_language(number, self.table)
            case _:
                self._choose(*key.rsplit("=", 1))
        self.lay_out()
        return None

    def _sit(self, side: int) -> None:
        self.setup = seat_next_person(self.setup, side, self._sat)
        self._sat += 1

    def _ask_own(self, seat: Seat) -> Change:
        """Opens the dialog of a seat, turned to its edge."""

        def then(answer: object) -> Change:
            if isinstance(answer, Setup):
                self.setup = answer
            self.lay_out()
            return None

        return Push(SeatDialog(self.table, self.setup, seat), then)

    def _alone(self) -> Change:
        """Starts with computers at all other seats."""
        seats = self.setup.seats
        setup = self.setup.with_players((PERSON, *(ADAPTIVE,) * (seats - 1)))
        self.setup = setup.with_edges(setup.edges[:1] * seats).at_most(self.table.strongest)
        self.lay_out()
        return self._start()

    def _learned(self, wanted: object) -> Change:
        """Starts after a lesson, against a beginner-level computer or a friend."""
        others = {"computer": PlayerSpec(LEVELS[0]), "friend": PERSON}
        if not isinstance(wanted, str) or wanted not in others:
            return None
        setup = self.setup.with_players((PERSON, *(others[wanted],) * (self.setup.seats - 1)))
        self.setup = setup.with_edges(setup.edges if wanted == "friend" else ())
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
                self.setup = replace(setup.with_edges(value), one_way=False)
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
        for card in self.seat_cards:
            card.draw(frame)
