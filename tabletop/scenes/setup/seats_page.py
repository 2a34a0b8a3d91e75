"""Seats and names: where each player sits, what they are called, and who is a computer.

The table is shown from above. A player is moved by touching it and then an edge, or by dragging it
there. Beside the table each seat has a card.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from tabletop.ai import LEVELS, level_of_key
from tabletop.engine import Seat, Text, count, joined, percent, say
from tabletop.input.actions import Action, Cancel, Down, Drop, Pull
from tabletop.input.event import VisitorState
from tabletop.languages import all_languages, own_name
from tabletop.players.player_spec import ADAPTIVE, PERSON, PlayerSpec
from tabletop.scenes.catalogue import board_picture, seat_looks
from tabletop.scenes.match_setup import SERIES_LENGTHS, SeatAid, Setup, length_words
from tabletop.scenes.setup.seat_dialogs import (
    SEAT_TEXT_SIZES,
    SeatDialog,
)
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.draw.wood import wood_slab
from tabletop.ui.layout import Boxes, Node, aspect, column, grid, item, padded, row, space
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER,
    BLACK,
    BODY_SIZE,
    DIM,
    FOCUS,
    FRAME_WOOD,
    INK,
    NAME_SIZE,
    PANEL,
    PANEL_ACTIVE,
    SOFT,
    TEXT,
    TITLE_SIZE,
    TRAY,
    WHITE,
    mix,
)
from tabletop.ui.widgets.buttons import PushButton, draw_button
from tabletop.ui.widgets.choice import ChoiceField, count_choice
from tabletop.ui.widgets.page import PageScene, Plate, draw_round_button
from tabletop.ui.widgets.player_lists import ADAPTS, QUICK_LEVELS, language_dialog, level_dialog
from tabletop.ui.widgets.start_page import MORE_LEVELS
from tabletop.ui.widgets.text_entry import NameEntry, clean_name, seat_name_prompt
from tabletop.ui.widgets.visitor_code import visitor_entry

MARGIN: Final = 48.0
HEAD_HEIGHT: Final = 108.0
GAP: Final = 24.0
COLUMN_GAP: Final = 56.0
HINT_HEIGHT: Final = 62.0
COUNT_HEIGHT: Final = 132.0
COUNT_WIDTH: Final = 480.0
"""Where it stands beside the title."""
EDGE_DEPTH: Final = 96.0
EDGE_GAP: Final = 20.0
MAX_CARD_HEIGHT: Final = 270.0
CARD_PADDING: Final = 22.0
LEFT_SHARE: Final = 0.45
"""Of the width, for the table in landscape."""
MIN_CHIP_NAME: Final = 200.0
"""A narrower chip shows the stone alone."""
CHIP_NAME_SIZE: Final = 42.0
MIN_SIT_WORDS: Final = 220.0
"""A narrower place to sit down has only its icon."""
LABEL_SIZE: Final = 32.0
MAX_STONE_SHARE: Final = 0.125
"""Of a card's width: more is left to its name."""
MAX_PENCIL: Final = 52.0
CODE_SHARE: Final = 1.7
MAX_CODE_SHARE: Final = 0.16
"""The width of the button for a visitor's code, in heights of a line and widths of a card."""
# NOTE for translators: the code that each visitor of an event has
CODE: Final = say("seats.code", "Code")
DEAD_SHARE: Final = 0.3
"""Nobody is moved by a drop nearer to the middle than this share of the table's width."""
SIZE_SIGN: Final = 26.0
"""The size of the letter on the button of a text size of 100 percent."""


def aid_words(aid: SeatAid) -> tuple[Text, ...]:
    """A seat's help in a few words; only the number if there are several kinds."""
    time = say("aid.time", "{percent} extra time", percent=percent(aid.time))
    told = (
        (aid.time, time),
        (aid.hints, say("aid.hints", "hints")),
        (aid.help, say("aid.help", "suggested moves")),
    )
    given = tuple(words for helps, words in told if helps)
    several = count("aid.ways", "{n} aid", "{n} aids", len(given))
    return given if len(given) < 2 else (several,)


def series_choice(best_of: int) -> ChoiceField:
    """The length of a series; one from the settings is offered after the usual ones."""
    lengths = SERIES_LENGTHS if best_of in SERIES_LENGTHS else (*SERIES_LENGTHS, best_of)
    names = tuple(map(length_words, lengths))
    return ChoiceField("series", say("series.label", "Series"), names, lengths, best_of)


@dataclass(frozen=True, slots=True)
class _Drag:
    """A player under a finger."""

    contact: int
    seat: Seat
    at: Point
    moved: bool = False


class SeatsScene(PageScene):
    """Pops with the changed `Setup`, or with what `answer` makes of it."""

    first_focus = "done"

    def __init__(
        self, table: AppContext, setup: Setup, answer: Callable[[Setup], object] | None = None
    ) -> None:
        super().__init__()
        self.table = table
        self.setup = setup.at_most(table.strongest)
        self._answer = answer
        self.picked: Seat | None = None
        """The player who is to be moved."""
        self._drag: _Drag | None = None
        self._cards: tuple[Box, ...] = ()
        self._stones: tuple[Box, ...] = ()
        self._signs_above = False
        """The signs of a person and of a computer are above their words, not beside them."""
        self._table = Box(0, 0, 1, 1)
        self._joined = False
        """Whether the seats that are laid out take the codes of visitors."""

    # -- layout -----------------------------------------------------------------------------

    @property
    def _has_edges(self) -> bool:
        """A projector's picture has no people at its edges."""
        return not self.canvas.context.projector

    def lay_out(self) -> None:
        canvas, setup = self.canvas, self.setup
        self._joined = self.table.event.state.joined
        self.head = MARGIN + HEAD_HEIGHT + GAP / 2
        boxes = self._place()
        counts = (count_choice(setup.game, setup.seats),) if "count" in boxes else ()
        laid = [choice.laid_out(canvas, boxes["count"]) for choice in counts]
        self._cards = tuple(boxes.all("card"))
        self._table = boxes["table"] if self._has_edges else Box(0, 0, 1, 1)
        title = say("seats.title", "Seats & names")
        hint = say("seats.hint", "Touch a player, then an edge. Or drag.")
        hints = (Label(hint, boxes["hint"], BODY_SIZE, SOFT, most=2),) if "hint" in boxes else ()
        self.labels = (
            Label(
                title,
                boxes["title"],
                TITLE_SIZE,
                bold=True,
                most=2 if canvas.context.projector else 1,
            ),
            *hints,
            *(label for part in laid for label in part.labels),
        )
        self.plates = tuple(plate for part in laid for plate in part.plates)
        done = say("seats.done", "Done")
        cards = [self._card(seat, box) for seat, box in enumerate(self._cards)]
        self._stones = tuple(boxes["stone"] for boxes, _ in cards)
        words = self._in_one_size(
            [
                *(self._edge_buttons(boxes) if self._has_edges else ()),
                *(button for _, buttons in cards for button in buttons),
            ]
        )
        self.buttons.replace(
            [
                PushButton("back", boxes["back"], icon="back"),
                *(button for part in laid for button in part.buttons),
                *words,
                PushButton("done", boxes["done"], done, "check", "main", NAME_SIZE - 2),
            ]
        )

    def _in_one_size(self, buttons: Sequence[PushButton]) -> list[PushButton]:
        """The buttons with one size for all names, all names at edges, kinds of player, levels."""
        canvas = self.canvas
        kinds = [button for button in buttons if _is_kind(button, "person", "computer")]
        self._signs_above = _larger_below_signs(canvas, kinds)
        labels = (
            [(each, self._name_parts(each)[0]) for each in buttons if _is_kind(each, "name")],
            [(each, words) for each in buttons if (words := _chip_parts(each)[1]) is not None],
            [(each, self._segment_words(each)) for each in kinds],
            [(each, self._segment_words(each)) for each in buttons if _is_kind(each, "level")],
        )
        sizes = {
            button.key: canvas.context.unscaled_size(size / canvas.scale)
            for alike in labels
            for size in [min((words.typeset(canvas).size for _, words in alike), default=0)]
            for button, _ in alike
        }
        return [
            replace(button, size=min(button.size, sizes.get(button.key, button.size)))
            for button in buttons
        ]

    def _segment_words(self, button: PushButton) -> Label:
        return _segment_parts(button, above=self._signs_above)[1]

    def _place(self) -> Boxes:
        canvas, seats = self.canvas, self.setup.seats
        grown = canvas.context.scaled_length(1.0, BODY_SIZE)
        many = len(self.setup.game.seats) > 1
        beside = (item("count", COUNT_WIDTH), 24) if many and not self._has_edges else ()
        head = row(
            item("back", 92, cross_size=92, align="centre"),
            30,
            "title",
            24,
            *beside,
            item("done", min(420.0, 300 * grown)),
            size=COUNT_HEIGHT if beside else HEAD_HEIGHT,
        )
        counts = (GAP, item("count", COUNT_HEIGHT)) if many else ()
        hint = item("hint", HINT_HEIGHT * min(1.8, grown))
        around = column(hint, GAP, self._ring(), *counts)
        high = min(1.5, grown) * MAX_CARD_HEIGHT
        cards = grid(["card"] * seats, columns=1, gap=GAP, max_size=seats * (high + GAP) - GAP)
        if not self._has_edges:
            body = column(cards, space(weight=0.01))
        elif canvas.portrait:
            body = column(around, GAP, column(cards, size=0.42 * canvas.height))
        else:
            left = column(around, size=LEFT_SHARE * (canvas.width - 2 * MARGIN))
            body = row(left, COLUMN_GAP, column(cards, space(weight=0.01)))
        return column(head, GAP, body).place(canvas.box.inset(MARGIN))

    def _ring(self) -> Node:
        """The table with a strip at each edge."""
        corner = EDGE_DEPTH + EDGE_GAP
        return aspect(
            column(
                row(corner, "edge:2", corner, size=EDGE_DEPTH),
                EDGE_GAP,
                row(
                    item("edge:1", EDGE_DEPTH),
                    EDGE_GAP,
                    "table",
                    EDGE_GAP,
                    item("edge:3", EDGE_DEPTH),
                ),
                EDGE_GAP,
                row(corner, "edge:0", corner, size=EDGE_DEPTH),
            )
        )

    def _edge_buttons(self, boxes: Boxes) -> Iterator[PushButton]:
        """The players at each edge and, while one is to be moved, the places where it can sit."""
        setup = self.setup
        for side in range(4):
            strip = boxes[f"edge:{side}"]
            centre = strip.centre
            length, depth = max(strip.w, strip.h), min(strip.w, strip.h)
            sitting = [seat for seat, edge in enumerate(setup.edges) if edge == side]
            free = self.picked is not None and setup.edges[self.picked] != side
            parts = [*["chip"] * len(sitting), *["sit"] * free]
            placed = row(*parts, gap=12).place(Box.around(centre, length, depth))
            button = partial(PushButton, turns=side, about=centre)
            for seat, box in zip(sitting, placed.all("chip"), strict=True):
                name, language = self._name(seat), setup.language(seat)
                yield button(f"chip:{seat}", box, name, size=CHIP_NAME_SIZE, language=language)
            if free:
                words = say("seats.sit", "Sit here")
                yield button(f"sit:{side}", placed["sit"], words, "finger")

    def _name(self, seat: Seat) -> Text:
        own = self.setup.own_names[seat]
        return joined("", own) if own else self.setup.game.seat_names[seat]

    def _card(self, seat: Seat, box: Box) -> tuple[Boxes, list[PushButton]]:
        """The places and buttons of a seat's card."""
        setup, kids = self.setup, self.table.kids_mode
        player = setup.player(seat)
        person = not player.is_computer
        pad = min(CARD_PADDING, 0.08 * box.h)
        line = 0.5 * (box.h - 3 * pad)
        name = (
            ("name", item("pencil", min(0.5 * line, MAX_PENCIL)))
            if person and not kids
            else ("name",)
        )
        first = row(
            item("stone", min(line, MAX_STONE_SHARE * box.w)),
            16,
            row(*name, weight=0.37),
            12,
            row("person", "computer", gap=4, padding=4, key="tray", weight=0.63),
        )
        rows: list[Node | float] = [first]
        if not person:
            levels = row(*["level"] * len(self._levels), gap=4, padding=4, key="tray")
            rows += [pad, row(levels, 12, item("levels", 0.34 * box.w))]
        elif not kids:
            speaks = ("language", 12) if len(all_languages()) > 1 else ()
            sizes = row(*["size"] * len(SEAT_TEXT_SIZES), gap=4, padding=4, key="tray", weight=1.4)
            helps = ((12, item("help", line)),) if setup.game.kind == "board" else ()
            code = (
                (12, item("code", min(CODE_SHARE * line, MAX_CODE_SHARE * box.w)))
                if self._joined
                else ()
            )
            rows += [pad, row(*speaks, sizes, *code, *(part for each in helps for part in each))]
        elif self._joined:
            rows += [pad, row("code", space())]
        boxes = column(*rows, padding=(pad, pad, pad, pad)).place(box)
        return boxes, list(self._card_buttons(seat, boxes))

    @property
    def _levels(self) -> tuple[PlayerSpec, ...]:
        strongest = LEVELS.index(self.table.strongest)
        return tuple(
            PlayerSpec(level) for level in QUICK_LEVELS if LEVELS.index(level) <= strongest
        )

    def _card_buttons(self, seat: Seat, boxes: Boxes) -> Iterator[PushButton]:
        setup, player = self.setup, self.setup.player(seat)
        yield PushButton(f"stone:{seat}", boxes["stone"])
        editable = "pencil" in boxes
        name = boxes["name"]
        if editable:
            name = name._replace(w=boxes["pencil"].right - name.x)
        yield PushButton(f"name:{seat}", name, self._name(seat), size=NAME_SIZE, enabled=editable)
        kinds = (
            ("person", say("seats.person", "Person"), "person", not player.is_computer),
            ("computer", say("seats.computer", "Computer"), "computer", player.is_computer),
        )
        for key, label, sign, chosen in kinds:
            style = "chosen" if chosen else "plain"
            yield PushButton(f"{key}:{seat}", boxes[key], label, sign, style, LABEL_SIZE)  # type: ignore[arg-type]
        if player.is_computer:
            for level, box in zip(self._levels, boxes.all("level"), strict=True):
                chosen = level == player
                style = "chosen" if chosen else "plain"
                key = f"level:{seat}:{level.level_key}"
                yield PushButton(key, box, level.name, style=style, size=LABEL_SIZE)  # type: ignore[arg-type]
            usual = player in self._levels
            more = MORE_LEVELS
            words = more if usual else self._level_words(player)
            yield PushButton(f"levels:{seat}", boxes["levels"], words, "later")
            return
        if "language" in boxes:
            language = own_name(setup.language(seat) or self.table.language)
            yield PushButton(f"language:{seat}", boxes["language"], language, "globe")
        for size, box in zip(SEAT_TEXT_SIZES, boxes.all("size"), strict=bool(boxes.all("size"))):
            chosen = size == setup.text_scale(seat)
            style = "chosen" if chosen else "plain"
            yield PushButton(f"size:{seat}:{size}", box, style=style)  # type: ignore[arg-type]
        if "code" in boxes:
            style = "chosen" if setup.visitors[seat] else "plain"
            yield PushButton(f"code:{seat}", boxes["code"], CODE, style=style, size=LABEL_SIZE)  # type: ignore[arg-type]
        if "help" in boxes:
            yield PushButton(f"help:{seat}", boxes["help"], icon="dots")

    def _level_words(self, player: PlayerSpec) -> Text:
        return ADAPTS if player.adaptive else player.name

    # -- input ------------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        match action:
            case Down(contact=contact, at=at):
                hit = self.buttons.at(at)
                if hit is not None and hit.key.startswith("chip:"):
                    self._drag = _Drag(contact, int(hit.key.removeprefix("chip:")), at)
            case Pull(contact=contact, at=at) if self._dragged(contact):
                assert self._drag is not None
                if not self._drag.moved:
                    self.picked = self._drag.seat
                    self.lay_out()
                self._drag = replace(self._drag, at=at, moved=True)
            case Drop(contact=contact, at=at) if self._dragged(contact):
                self._dropped(at)
                self.buttons.held.pop(contact, None)
                return None
            case Cancel(contact=contact) if self._dragged(contact):
                self._drag = self.picked = None
                self.lay_out()
            case _:
                pass
        return super().handle(action)

    def _dragged(self, contact: int) -> bool:
        return self._drag is not None and self._drag.contact == contact

    def _dropped(self, at: Point) -> None:
        drag, self._drag, self.picked = self._drag, None, None
        assert drag is not None
        side = self._side_at(at)
        if side is not None:
            self.setup = self.setup.with_edge(drag.seat, side)
        self.lay_out()

    def _side_at(self, at: Point) -> int | None:
        """The edge of the table that a player was dropped at."""
        box = self._table
        x, y = at[0] - box.centre[0], at[1] - box.centre[1]
        far = max(abs(x), abs(y))
        if far < DEAD_SHARE * box.w or far > box.w / 2 + 2 * EDGE_DEPTH:
            return None
        if abs(x) > abs(y):
            return 1 if x < 0 else 3
        return 2 if y < 0 else 0

    def pressed(self, key: str, /) -> Change:
        setup = self.setup
        kind, _, rest = key.partition(":")
        first, _, value = rest.partition(":")
        seat = int(first) if first.isdecimal() else 0
        self._drag = None
        if kind in ("chip", "stone"):
            self.picked = None if self.picked == seat else seat
            self.lay_out()
            return None
        if kind == "sit" and self.picked is not None:
            self.setup = setup.with_edge(self.picked, seat)
            self.picked = None
        match kind:
            case "back" | "done":
                return self.back()
            case "name":
                return self._ask_name(seat)
            case "code":
                entry = visitor_entry(self.table, refusal=partial(self._other_seat, seat))
                entry.language = setup.language(seat)
                return Push(entry, partial(self._take_visitor, seat))
            case "language":
                return Push(
                    language_dialog(setup.language(seat) or self.table.language), self._spoken(seat)
                )
            case "levels":
                player = setup.player(seat)
                adaptive = player.adaptive if setup.game.kind == "board" else None
                asked = level_dialog(self.table.strongest, player.level, adaptive=adaptive)
                return Push(asked, self._levelled(seat))
            case "help":
                return Push(SeatDialog(self.table, setup, seat), self._changed)
            case "person":
                self.setup = setup.with_player(seat, PERSON)
            case "computer" if not setup.player(seat).is_computer:
                self._set_level(seat, PlayerSpec(QUICK_LEVELS[0]))
            case "level":
                self._set_level(seat, PlayerSpec(level_of_key(value) or QUICK_LEVELS[0]))
            case "size":
                self.setup = setup.with_text_scale(seat, int(value))
            case _ if key.startswith("count="):
                number = int(key.removeprefix("count="))
                self.picked = None
                self.setup = setup.of_seats(setup.game.seats[number])
        self.lay_out()
        return None

    def _set_level(self, seat: Seat, player: PlayerSpec) -> None:
        self.setup = self.setup.with_player(seat, player.at_most(self.table.strongest))

    def _spoken(self, seat: Seat) -> Callable[[object], Change]:
        def then(code: object) -> Change:
            if isinstance(code, str):
                own = "" if code == self.table.language else code
                self.setup = self.setup.with_language(seat, own)
            self.lay_out()
            return None

        return then

    def _levelled(self, seat: Seat) -> Callable[[object], Change]:
        def then(key: object) -> Change:
            if isinstance(key, str):
                level = level_of_key(key)
                self._set_level(seat, ADAPTIVE if level is None else PlayerSpec(level))
            self.lay_out()
            return None

        return then

    def _ask_name(self, seat: Seat) -> Change:
        def then(name: object) -> Change:
            if isinstance(name, str):
                self.setup = self.setup.with_name(seat, name)
            self.lay_out()
            return None

        entry = NameEntry(self.setup.own_names[seat], prompt=seat_name_prompt(self.table))
        entry.language = self.setup.language(seat)
        return Push(entry, then)

    def _other_seat(self, seat: Seat, visitor: VisitorState) -> Text | None:
        """Why a visitor cannot play here: nobody plays at two seats."""
        seats = [n for n, code in enumerate(self.setup.visitors) if code == visitor.code]
        if not seats or seats == [seat]:
            return None
        words = "{name} has another seat already."
        return say("seats.twice", words, name=visitor.name)

    def _take_visitor(self, seat: Seat, visitor: object) -> Change:
        if isinstance(visitor, VisitorState):
            name = clean_name(visitor.name)
            self.setup = self.setup.with_visitor(seat, visitor.code, name)
        self.lay_out()
        return None

    def _changed(self, answer: object) -> Change:
        if isinstance(answer, Setup):
            self.setup = answer
            self.picked = None
        self.lay_out()
        return None

    def update(self, dt: float, /) -> Change:
        if self._joined != self.table.event.state.joined:
            self.lay_out()
        return super().update(dt)

    def back(self) -> Change:
        return Pop(self.setup if self._answer is None else self._answer(self.setup))

    # -- drawing ----------------------------------------------------------------------------

    def draw_content(self, frame: Frame) -> None:
        if self._has_edges:
            self._draw_table(frame)
        for seat, box in enumerate(self._cards):
            self._draw_card(frame, seat, box)
        super().draw_content(frame)
        if self._drag is not None and self._drag.moved:
            with frame.layer(1):
                look = seat_looks(self.setup.game)[self._drag.seat]
                frame.put(shapes.stone(look, 44 * frame.canvas.scale), self._drag.at)

    def _draw_table(self, frame: Frame) -> None:
        canvas, box = frame.canvas, self._table
        width, thick = canvas.px(box.w), canvas.px(16)
        radius = 40 * canvas.scale
        side = mix(FRAME_WOOD, BLACK, 0.45)
        frame.put(wood_slab(width, width, radius, FRAME_WOOD, side, thick, 3), box.centre)
        inner = canvas.px(box.w * 0.9)
        frame.put(shapes.rounded(inner, inner, radius * 0.7, mix(PANEL, BLACK, 0.5)), box.centre)
        picture = board_picture(self.setup.game, canvas.px(box.w * 0.86))
        if picture is not None:
            frame.put(picture, box.centre)

    def _draw_card(self, frame: Frame, seat: Seat, box: Box) -> None:
        canvas, picked = frame.canvas, self.picked == seat
        Plate(box, PANEL_ACTIVE if picked else PANEL, 32).draw(frame)
        if picked:
            size = canvas.px(box.w), canvas.px(box.h)
            frame.put(shapes.outline(*size, 32 * canvas.scale, canvas.px(6), AMBER), box.centre)
        boxes, _ = self._card(seat, box)
        for tray in boxes.all("tray"):
            Plate(tray, TRAY, 24).draw(frame)

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        kind, _, rest = button.key.partition(":")
        pressed, focused = self.is_held(button), button.key == self.buttons.focus
        seat = int(rest.partition(":")[0]) if rest else 0
        match kind:
            case "back":
                draw_round_button(frame, button, pressed=pressed, focused=focused)
            case "chip":
                self._draw_chip(frame, button, seat, pressed=pressed, focused=focused)
            case "sit":
                _draw_sit(frame, button, pressed=pressed, focused=focused)
            case "stone":
                look = seat_looks(self.setup.game)[seat]
                _draw_focus(frame, button.box, focused=focused)
                radius = 0.44 * min(button.box.w, button.box.h) * frame.canvas.scale
                frame.put(shapes.stone(look, radius), button.box.centre)
            case "name":
                self._draw_name(frame, button, pressed=pressed, focused=focused)
            case "code" if button.style == "plain":
                draw_button(frame, button, pressed=pressed, focused=focused)
            case "person" | "computer" | "level" | "size" | "code":
                sign = 0.0
                if kind == "size":
                    scale = int(rest.partition(":")[2]) or frame.context.text_scale
                    sign = SIZE_SIGN * scale / 100
                _draw_segment(
                    frame, button, sign, above=self._signs_above, pressed=pressed, focused=focused
                )
            case "language" | "levels":
                _draw_list_button(frame, button, pressed=pressed, focused=focused)
            case _:
                draw_button(frame, button, pressed=pressed, focused=focused)

    def _draw_chip(
        self, frame: Frame, button: PushButton, seat: Seat, *, pressed: bool, focused: bool
    ) -> None:
        """A player at an edge: stone and name on a plate."""
        canvas, box = frame.canvas, button.box
        _draw_focus(frame, box, focused=focused)
        if self._drag is not None and self._drag.moved and self._drag.seat == seat:
            Plate(box, mix(PANEL, BLACK, 0.3), 28).draw(frame)
            return
        picked = self.picked == seat
        Plate(box, mix(PANEL_ACTIVE, WHITE, 0.2) if pressed else PANEL_ACTIVE, 28).draw(frame)
        if picked:
            size = canvas.px(box.w), canvas.px(box.h)
            frame.put(shapes.outline(*size, 28 * canvas.scale, canvas.px(6), AMBER), box.centre)
        place, name = _chip_parts(button)
        look = seat_looks(self.setup.game)[seat]
        frame.put(shapes.stone(look, place.w / 2 * canvas.scale), place.centre)
        if name is not None:
            name.draw(frame)

    def _draw_name(self, frame: Frame, button: PushButton, *, pressed: bool, focused: bool) -> None:
        """The name, with a pencil where it can be changed, and below it what else is agreed."""
        canvas, box = frame.canvas, button.box
        if pressed:
            Plate(box, mix(PANEL_ACTIVE, WHITE, 0.1), 20).draw(frame)
        _draw_focus(frame, box, focused=focused)
        name, note, sign = self._name_parts(button)
        name.draw(frame)
        if note is not None:
            note.draw(frame)
        if sign is not None:
            frame.put(icon("pencil", canvas.px(0.85 * sign.w), DIM), sign.centre)

    def _name_parts(self, button: PushButton) -> tuple[Label, Label | None, Box | None]:
        """A name, what else is agreed, and the place of the pencil."""
        box, setup = button.box, self.setup
        seat = int(button.key.partition(":")[2])
        sign = min(0.4 * box.h, MAX_PENCIL) if button.enabled else 0.0
        people = setup.team(seat)
        team = count("seats.team", "one person", "team of {n}", people)
        notes = (*([team] if people > 1 else []), *aid_words(setup.aids[seat]))
        low = 0.42 * box.h < self.canvas.context.min_text_size
        if low or setup.player(seat).is_computer:
            notes = ()
        below = (padded("note", (0, 0, 0, 5), size=0.42 * box.h),) if notes else ()
        words = column(padded("name", (0, 6, 0, 6)), *below)
        boxes = row(words, item("pencil", sign)).place(box)
        return (
            Label(button.label, boxes["name"], button.size, TEXT, True, most=1),
            Label(joined(" · ", *notes), boxes["note"], 26, DIM, most=1, spare=True)
            if notes
            else None,
            boxes["pencil"] if sign else None,
        )


def _chip_parts(button: PushButton) -> tuple[Box, Label | None]:
    """The place of a player's stone at an edge, and the name if there is room for it."""
    box = button.box
    stone = min(0.74 * box.h, 0.9 * box.w)
    if not _is_kind(button, "chip") or box.w < MIN_CHIP_NAME:
        return Box.around(box.centre, stone, stone), None
    boxes = row(14, item("stone", stone), 12, "name", 14).place(box)
    name = Label(
        button.label, boxes["name"], button.size, TEXT, True, most=1, language=button.language
    )
    return Box.around(boxes["stone"].centre, stone, stone), name


def _is_kind(button: PushButton, *kinds: str) -> bool:
    return button.key.partition(":")[0] in kinds


def _draw_focus(frame: Frame, box: Box, *, focused: bool) -> None:
    if not focused:
        return
    canvas, ring = frame.canvas, box.inset(-6.0)
    size = canvas.px(ring.w), canvas.px(ring.h)
    frame.put(shapes.outline(*size, 28 * canvas.scale, canvas.px(6), FOCUS), ring.centre)


def _draw_sit(frame: Frame, button: PushButton, *, pressed: bool, focused: bool) -> None:
    """A free place that the chosen player can take."""
    canvas, box = frame.canvas, button.box
    _draw_focus(frame, box, focused=focused)
    face = mix(PANEL, AMBER, 0.45 if pressed else 0.25)
    Plate(box, face, 28).draw(frame)
    size = canvas.px(box.w), canvas.px(box.h)
    frame.put(shapes.outline(*size, 28 * canvas.scale, canvas.px(5), AMBER), box.centre)
    if box.w < MIN_SIT_WORDS:
        frame.put(icon("finger", canvas.px(min(48.0, 0.5 * box.w)), TEXT), box.centre)
        return
    boxes = row(12, item("sign", 52), 10, "words", 12, justify="centre").place(box)
    frame.put(icon("finger", canvas.px(46), TEXT), boxes["sign"].centre)
    Label(button.label, boxes["words"], 42, TEXT, True, most=1).draw(frame)


def _draw_segment(
    frame: Frame, button: PushButton, letter: float, *, above: bool, pressed: bool, focused: bool
) -> None:
    """One of several answers in a tray: an icon with words, or a letter of some size."""
    canvas, box = frame.canvas, button.box
    draw_button(
        frame,
        replace(button, key="segment=0", label="", icon=""),
        pressed=pressed,
        focused=focused,
    )
    ink = INK if button.style == "chosen" else TEXT
    if letter:
        # NOTE: the letter whose size stands for the size of the text
        sign = say("seats.letter", "A")
        size = letter * min(1.0, box.h / 78) / canvas.context.scaled_length(1.0, letter)
        Label(sign, _segment_room(button), size, ink, True, "centre", most=1).draw(frame)
        return
    place, words = _segment_parts(button, above=above)
    if place is not None:
        frame.put(icon(button.icon, canvas.px(min(place.w, place.h)), ink), place.centre)
    replace(words, colour=ink).draw(frame)


def _segment_room(button: PushButton) -> Box:
    """The part of a segment that its words may use; accents and descenders reach out of it."""
    rim = min(8.0, 0.12 * button.box.h)
    below = 12.0 if button.style == "chosen" else rim
    return padded("words", (9, rim, 9, below)).place(button.box)["words"]


def _segment_parts(button: PushButton, *, above: bool) -> tuple[Box | None, Label]:
    """The place of a segment's icon, beside or above its words, and the words."""
    inner = _segment_room(button)
    words = Label(button.label, inner, button.size, bold=True, align="centre", most=1)
    if not button.icon or inner.w < 130:
        return None, words
    side = min(38.0, 0.6 * inner.h)
    sign = item("sign", side)
    tree = (
        column(sign, 8, "words", padding=(0, 0.08 * inner.h, 0, 0))
        if above
        else row(sign, 8, "words")
    )
    boxes = tree.place(inner)
    return Box.around(boxes["sign"].centre, side, side), replace(words, box=boxes["words"])


def _larger_below_signs(canvas: Canvas, buttons: Sequence[PushButton]) -> bool:
    """Whether words are larger below their signs: large words in high buttons are."""
    beside, below = (
        min(
            (_segment_parts(each, above=above)[1].typeset(canvas).size for each in buttons),
            default=0,
        )
        for above in (False, True)
    )
    return below > beside


def _draw_list_button(frame: Frame, button: PushButton, *, pressed: bool, focused: bool) -> None:
    """A button that opens a list: what is chosen, and an arrow."""
    canvas, box = frame.canvas, button.box
    _draw_focus(frame, box, focused=focused)
    Plate(box, mix(PANEL_ACTIVE, WHITE, 0.2 if pressed else 0.06), 22).draw(frame)
    sign = (item("sign", 40), 12) if button.icon == "globe" and box.w >= 200 else ()
    boxes = row(18, *sign, padded("words", (0, 6, 0, 6)), 8, item("arrow", 28), 12).place(box)
    if sign:
        frame.put(icon("globe", canvas.px(40), SOFT), boxes["sign"].centre)
    Label(button.label, boxes["words"], LABEL_SIZE, TEXT, True, most=1).draw(frame)
    frame.put(icon("later", canvas.px(26), SOFT), boxes["arrow"].centre)
