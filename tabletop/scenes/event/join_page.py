"""The operator's page on which this table joins an event of many tables, or leaves it."""

from math import inf
from typing import Final

from tabletop.engine import Text, count, joined, say
from tabletop.input.actions import Action, Button, Press, Typed
from tabletop.input.event import FoundHub, JoinHub, LeaveHub, LookForHubs
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.layout import Boxes, Node, column, grid, item, padded, row, space, stack
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    BODY_SIZE,
    CORAL_WORDS,
    DIM,
    HEAD_SIZE,
    INK,
    LIVE_WORDS,
    NAME_SIZE,
    PANEL,
    SMALL_SIZE,
    TEXT,
    TRAY,
)
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton
from tabletop.ui.widgets.page import (
    PAGE_GAP,
    PageScene,
    Plate,
    back_button,
    layout_page,
    page_heading,
)
from tabletop.ui.widgets.question_dialog import Answers, QuestionDialog
from tabletop.ui.widgets.text_entry import NameEntry, NamePrompt, name_refusal

DIGITS: Final = "0123456789"
CODE_LENGTH: Final = 6
PAD_KEYS: Final = (*"123456789", "clear", "0", "less")
DIGIT_KEY: Final = "digit:"
HUB_KEY: Final = "hub:"
MAX_HUBS: Final = 2
"""Hubs that are offered at once."""
MAX_ADDRESS_LENGTH: Final = 60
PADDING: Final = 30.0
NUMBER_WIDTH: Final = 64.0
NARROW_RATIO: Final = 1.05
"""The ratio of width to height below which the pad stands under the steps."""

TITLE: Final = say("join.title", "Join an event")
NAME_PROMPT: Final = NamePrompt(
    say("join.name_question", "What is this table called?"),
    say("join.name_hint", "A short name, as Oak"),
    refusal=name_refusal,
)


def _clean_address(text: str) -> str:
    return "".join(text.split()).lower()


ADDRESS_PROMPT: Final = NamePrompt(
    say("join.address_question", "The hub’s address"),
    say("join.address_hint", "As the hub shows it"),
    refusal=lambda _: None,
    longest=MAX_ADDRESS_LENGTH,
    clean=_clean_address,
    signs=".:/[]_",
)

REASONS: Final = {
    "code": say("join.wrong_code", "That’s not the hub’s code. Look at it again."),
    "tries": say("join.tries", "Too many wrong codes. Wait a minute."),
    "name": say("join.name_taken", "Another table has that name. Choose a new one."),
    "address": say("join.no_address", "That’s not an address. Check step 2."),
    "away": say("join.away", "No hub answers at that address."),
    "disk": say("join.disk", "The key can’t be saved on this table’s disk."),
}
"""Why this table could not join, as in `JoinState.reason`."""
OTHER_REASON: Final = say("join.refused", "The hub doesn’t take this table.")


class JoinEventPage(PageScene):
    """Name, hub and code in this order; afterwards how things stand, and the way out."""

    of_operator = True
    writes = True

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table
        self._name = table.settings["event.name"]
        self._typed = ""
        self._address = ""
        """Typed, or of the chosen hub; empty: the first one that is found."""
        self._known = table.event.version
        self._numbers: tuple[Box, ...] = ()
        self._signs: tuple[tuple[str, Box], ...] = ()
        table.event.ask(LookForHubs(on=True))

    # -- laying out -----------------------------------------------------------------------------

    @property
    def _found(self) -> tuple[FoundHub, ...]:
        return self.table.event.state.found[:MAX_HUBS]

    @property
    def _hub(self) -> str:
        """The address that would be joined."""
        return self._address or (self._found[0].address if self._found else "")

    def lay_out(self) -> None:
        self._known = self.table.event.version
        page = layout_page(self.canvas, 0)
        self.head = page.band
        self._numbers, self._signs = (), ()
        if self.table.event.state.joined:
            self._lay_out_joined(page.body)
            below = joined("", self.table.event.state.hub)
        else:
            self._lay_out_steps(page.body)
            below = say("join.below", "Results wait here until the hub answers")
        self.labels = (*page_heading(page, TITLE, below), *self.labels)
        self.buttons.replace([back_button(page), *self.buttons.buttons])

    def _lay_out_steps(self, body: Box) -> None:
        narrow = body.w < NARROW_RATIO * body.h
        more = 0.05 * (len(self._found) > 1)
        steps = column(
            item("name", weight=0.27 - more),
            item("hub", weight=0.43 + 3 * more),
            item("told", weight=0.3 - 2 * more),
            gap=PAGE_GAP,
        )
        whole = (
            column(steps, "code", gap=PAGE_GAP) if narrow else row(steps, "code", gap=PAGE_GAP)
        ).place(body)
        name = self._name_tree().place(whole["name"])
        hub = self._hub_tree().place(whole["hub"])
        told = self._told_tree().place(whole["told"])
        code = self._code_tree().place(whole["code"])
        self._numbers = name["number"], hub["number"], code["number"]
        self._signs = (("check", told["plays sign"]), ("eye", told["gets sign"]))
        self.plates = (
            *(Plate(whole[key], PANEL) for key in ("name", "hub", "told", "code")),
            Plate(name["field"], TRAY, 20),
            *(Plate(box, TRAY, 18) for box in code.all("cell")),
        )
        self.labels = (*self._step_labels(name, hub, told), *self._code_labels(code))
        self.buttons.replace(
            [
                PushButton(
                    "name", name["keyboard"], say("join.keyboard", "Keyboard"), size=BODY_SIZE
                ),
                *self._hub_buttons(hub),
                *self._pad(code),
            ]
        )

    def _name_tree(self) -> Node:
        shown = stack("field", padded("own", (16, 4, 16, 4)))
        field = row(shown, item("keyboard", weight=0.42), gap=20)
        words = column(item("heading", 46), 8, field)
        return padded(row(item("number", NUMBER_WIDTH), 20, words), PADDING)

    def _hub_tree(self) -> Node:
        shown = ["found"] * max(1, len(self._found))
        words = column(item("heading", 46), 8, *shown, item("typed", weight=0.7), gap=14)
        return padded(row(item("number", NUMBER_WIDTH), 20, words), PADDING)

    def _told_tree(self) -> Node:
        lines = (row(item(f"{key} sign", 44), 24, item(key)) for key in ("plays", "gets"))
        return padded(column(*lines, gap=8), PADDING)

    def _code_tree(self) -> Node:
        cells = row(*["cell"] * 3, 30, *["cell"] * 3, gap=12)
        return padded(
            column(
                row(item("number", NUMBER_WIDTH), 20, "heading", size=NUMBER_WIDTH),
                cells,
                grid(["key"] * len(PAD_KEYS), columns=3, gap=14, weight=4.6),
                item("join", weight=1.25),
                gap=18,
            ),
            PADDING,
        )

    def _step_labels(self, name: Boxes, hub: Boxes, told: Boxes) -> tuple[Label, ...]:
        searching = say("join.searching", "Looking for hubs in this network…")
        heading = say("join.found", "Hub found nearby") if self._found else searching
        own = self._name or say("join.no_name", "No name yet")
        labels = [
            Label(say("join.name", "Name of this table"), name["heading"], BODY_SIZE, DIM, most=1),
            Label(
                own,
                name["own"],
                HEAD_SIZE if self._name else BODY_SIZE,
                TEXT if self._name else DIM,
                bold=bool(self._name),
                most=1,
            ),
            Label(heading, hub["heading"], BODY_SIZE, DIM, most=1),
            Label(
                say("join.plays", "Plays the same without it: results wait here."),
                told["plays"],
                BODY_SIZE - 4,
            ),
            Label(
                say("join.gets", "The hub gets games, results, names and health."),
                told["gets"],
                BODY_SIZE - 4,
            ),
        ]
        if not self._found:
            words = say("join.none", "None found so far.")
            labels.append(Label(words, hub.all("found")[0], BODY_SIZE, DIM, most=2))
        return tuple(labels)

    def _hub_buttons(self, hub: Boxes) -> list[PushButton]:
        found = [
            PushButton(
                f"{HUB_KEY}{number}",
                box,
                _hub_words(each),
                "screen",
                "chosen" if each.address == self._hub else "plain",
                BODY_SIZE,
            )
            for number, (each, box) in enumerate(zip(self._found, hub.all("found"), strict=False))
        ]
        typed = say("join.type", "Type an address instead")
        own = bool(self._address) and self._address not in [each.address for each in self._found]
        if own:
            typed = joined("", self._address)
        style: ButtonStyle = "chosen" if own else "plain"
        return [
            *found,
            PushButton("address", hub["typed"], typed, "pencil", style, BODY_SIZE),
        ]

    def _code_labels(self, code: Boxes) -> tuple[Label, ...]:
        said, wrong = self._said
        cells = code.all("cell")
        return (
            Label(said, code["heading"], BODY_SIZE, CORAL_WORDS if wrong else DIM, most=2),
            *(
                Label(sign, box, 0.7 * box.h, TEXT, True, "centre", most=1)
                for sign, box in zip(self._typed, cells, strict=False)
            ),
        )

    @property
    def _said(self) -> tuple[Text, bool]:
        """What stands above the digits, and whether it is a refusal."""
        state = self.table.event.state.join
        if state.phase == "asking":
            return say("join.asking", "Asking the hub…"), False
        if state.phase == "refused":
            return REASONS.get(state.reason, OTHER_REASON), True
        return say("join.code", "Pairing code, shown at the hub"), False

    def _pad(self, code: Boxes) -> list[PushButton]:
        asking = self.table.event.state.join.phase == "asking"
        found = []
        for key, box in zip(PAD_KEYS, code.all("key"), strict=True):
            if key in DIGITS:
                enabled = len(self._typed) < CODE_LENGTH and not asking
                button = PushButton(f"{DIGIT_KEY}{key}", box, key, size=NAME_SIZE, enabled=enabled)
            elif key == "clear":
                words = say("join.clear", "Clear")
                button = PushButton(key, box, words, size=BODY_SIZE, enabled=bool(self._typed))
            else:
                button = PushButton(key, box, icon="back", enabled=bool(self._typed))
            found.append(button)
        whole = len(self._typed) == CODE_LENGTH
        ready = whole and bool(self._name) and bool(self._hub) and not asking
        words = say("join.go", "Join")
        if self._name:
            words = say("join.go_as", "Join as {name}", name=self._name)
        style: ButtonStyle = "main" if ready else "plain"
        found.append(PushButton("join", code["join"], words, "", style, NAME_SIZE, ready))
        return found

    def _lay_out_joined(self, body: Box) -> None:
        state, name = self.table.event.state, self.table.settings["event.name"]
        n = state.tables
        head = count(
            "join.in", "{name} is in. {n} table.", "{name} is in. {n} tables.", n, name=name
        )
        line, colour = {
            "online": (say("join.online", "The hub answers."), LIVE_WORDS),
            "starting": (say("join.starting", "Looking for the hub…"), DIM),
            "removed": (
                say("join.removed", "The hub doesn’t know this table any more. Join again."),
                CORAL_WORDS,
            ),
        }.get(
            state.link,
            (say("join.no_answer", "The hub doesn’t answer. Results wait here."), CORAL_WORDS),
        )
        high = self.canvas.context.scaled_length(110, BODY_SIZE)
        boxes = column(
            space(0.4),
            item("head", 130),
            item("line", 90),
            item("hub", 60),
            space(),
            row(space(), item("leave event", 640), space(), size=high),
            gap=12,
            padding=PADDING,
        ).place(body)
        self.plates = (Plate(body, PANEL),)
        address = joined("", self.table.settings["event.hub"])
        self.labels = (
            Label(head, boxes["head"], 1.3 * HEAD_SIZE, bold=True, align="centre", most=2),
            Label(line, boxes["line"], NAME_SIZE, colour, align="centre", most=2),
            Label(address, boxes["hub"], SMALL_SIZE, DIM, align="centre", most=1),
        )
        words = say("join.leave", "Leave the event")
        self.buttons.replace(
            [PushButton("leave event", boxes["leave event"], words, "out", size=NAME_SIZE)]
        )

    # -- input ----------------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        match action:
            case Typed(sign=sign) if sign in DIGITS and not self.table.event.state.joined:
                return self.pressed(f"{DIGIT_KEY}{sign}")
            case Press(button=Button.UNDO):
                return self.pressed("less")
        return super().handle(action)

    def pressed(self, key: str, /) -> Change:
        event = self.table.event
        if key.startswith(DIGIT_KEY):
            self._typed = (self._typed + key.removeprefix(DIGIT_KEY))[:CODE_LENGTH]
        elif key.startswith(HUB_KEY):
            self._address = self._found[int(key.removeprefix(HUB_KEY))].address
        match key:
            case "leave":
                return self.back()
            case "clear":
                self._typed = ""
            case "less":
                self._typed = self._typed[:-1]
            case "name":
                return Push(NameEntry(self._name, prompt=NAME_PROMPT), self._named)
            case "address":
                return Push(NameEntry(self._address, prompt=ADDRESS_PROMPT), self._addressed)
            case "join":
                event.ask(JoinHub(self._name, self._hub, self._typed))
            case "leave event":
                return Push(self._question(), self._answered)
        self.lay_out()
        return None

    def _named(self, name: object) -> Change:
        if isinstance(name, str) and name:
            self._name = name
            self.lay_out()
        return None

    def _addressed(self, address: object) -> Change:
        if isinstance(address, str):
            self._address = address
            self.lay_out()
        return None

    def _question(self) -> QuestionDialog:
        answers: Answers = (
            ("stay", say("join.stay", "Stay in the event"), "main"),
            ("go", say("join.leave", "Leave the event"), "plain"),
        )
        detail = say("join.leave_detail", "Results that the hub doesn’t have yet aren’t sent.")
        return QuestionDialog(say("join.leave_question", "Leave the event?"), detail, answers)

    def _answered(self, answer: object) -> Change:
        if answer == "go":
            self._typed = ""
            self.table.event.ask(LeaveHub())
            self.table.log_operator_action("left the event")
        return None

    def back(self) -> Change:
        return Pop(None)

    def update(self, dt: float, /) -> Change:
        if self.table.event.version != self._known:
            if self.table.event.state.join.phase == "joined" and self._typed:
                self._typed = ""
                self.table.log_operator_action("joined an event")
            self.lay_out()
        return super().update(dt)

    def wakes_in(self) -> float:
        return 0.0 if self.table.event.version != self._known else inf

    def leave(self) -> None:
        self.table.event.ask(LookForHubs(on=False))

    # -- drawing --------------------------------------------------------------------------------

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        canvas = frame.canvas
        for number, box in enumerate(self._numbers, 1):
            at = (box.centre[0], box.y + NUMBER_WIDTH / 2)
            frame.put(shapes.disc(canvas.px(NUMBER_WIDTH / 2), INK), at)
            around = Box.around(at, NUMBER_WIDTH, NUMBER_WIDTH)
            Label(str(number), around, BODY_SIZE, TEXT, True, "centre", most=1).draw(frame)
        for name, box in self._signs:
            frame.put(icon(name, canvas.px(44), LIVE_WORDS), box.centre)


def _hub_words(hub: FoundHub) -> Text:
    """The name of a hub, and how it can be told from another."""
    if hub.tables < 0:
        return say("join.hub", "{name}\n{address}", name=hub.name, address=hub.address)
    tables = count("join.tables", "{n} table", "{n} tables", n=hub.tables)
    words = "{name}\n{tables} · {address}"
    return say("join.hub_tables", words, name=hub.name, tables=tables, address=hub.address)
