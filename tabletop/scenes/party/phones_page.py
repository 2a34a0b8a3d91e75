"""The page "Phones": a QR code, a code to type, who has joined, and help if nothing opens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from tabletop.engine import Text, count, say
from tabletop.input.phones import SOMEONE, LetIn, MakeHost, Phone, PhonesState, PutOut
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Push
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.draw.images import qr_picture
from tabletop.ui.layout import Boxes, Node, column, grid, item, padded, row
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    BODY_SIZE,
    BUTTON_SIZE,
    CREAM,
    DIM,
    FOCUS,
    INK,
    NAME_SIZE,
    PANEL,
    SOFT,
    TEXT,
    TRAY,
    WHITE,
    Colour,
    SeatLook,
    mix,
)
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import (
    PageLayout,
    PageScene,
    Plate,
    back_button,
    layout_page,
    page_heading,
)
from tabletop.ui.widgets.question_dialog import Answers, QuestionDialog

if TYPE_CHECKING:  # nothing of the phones is loaded while they are off
    from tabletop.party.views import SeatPlate

SEAT_KEY: Final = "seat:"
PHONE_KEY: Final = "phone:"
PORTRAIT_RATIO: Final = 1.15
"""From this ratio of height to width on, the code stands above the seats."""
GAP: Final = 24.0
LETTER_SIZE: Final = 84.0
ADDRESS_HEIGHT: Final = 84.0
CARD_HEIGHT: Final = 132.0
WATCH_HEIGHT: Final = 84.0
MAX_LISTED: Final = 5
"""Spectators among whom one can be chosen at a time."""

TITLE: Final = say("phones.title", "Play by phone")
BELOW: Final = say("phones.below", "Nothing to install. Point your camera at the code.")
LOCKED: Final = say("phones.locked", "No new phones can join now.")
UNREACHABLE: Final = say("phones.unreachable", "Phones can’t join yet.")
STARTING: Final = say("phones.starting", "One moment…")
CODE: Final = say("phones.code", "Code")
WIFI: Final = say("phones.wifi", "Not on the Wi-Fi?")
HELP: Final = say("phones.help", "Nothing opens?")
FREE: Final = say("phones.free", "free")
AWAY: Final = say("phones.seat_away", "away")
BY_PHONE: Final = say("phones.by_phone", "plays by phone")
COMPUTER: Final = say("phones.by_computer", "computer")


def wifi_text(name: str, password: str) -> str:
    """What a QR code holds so that a camera joins a Wi-Fi."""
    if not password:
        return f"WIFI:T:nopass;S:{_escaped(name)};;"
    return f"WIFI:T:WPA;S:{_escaped(name)};P:{_escaped(password)};;"


def _escaped(text: str) -> str:
    return "".join(f"\\{sign}" if sign in '\\;,:"' else sign for sign in text)


class PhonesPage(PageScene):
    """Lets phones join, and shows who has. Opening it turns phones on."""

    first_focus = "done"

    def __init__(
        self,
        table: AppContext,
        title: Text,
        seats: Callable[[UiContext], Sequence[SeatPlate]],
        looks: Sequence[SeatLook],
    ) -> None:
        """`title` is the game's; `seats` are those that phones may take, with their `looks`."""
        super().__init__()
        self.table = table
        self.title = title
        self._seats = seats
        self._looks = looks
        self._known = -1
        self._plates: tuple[SeatPlate, ...] = ()
        self._boxes: Boxes
        if not table.settings["party.on"]:
            table.change("party.on", True)

    @property
    def state(self) -> PhonesState:
        return self.table.phones.state

    @property
    def idle_timeout(self) -> float | None:
        """It stays: people join for as long as it is open."""
        return None if self.table.locked else float("inf")

    # -- layout -------------------------------------------------------------------------------

    def lay_out(self) -> None:
        self._known = self.table.phones.version
        self._plates = tuple(self._seats(self.canvas.context))
        # Large text fills its boxes but moves none: the codes and names would have no room.
        context = self.canvas.context.override(text_scale=100)
        page = layout_page(self.canvas.with_context(context), 1 if self.table.locked else 3)
        self.head = page.band
        cards = self._cards()
        self._boxes = boxes = self._arrangement(context, page.body, len(cards)).place(page.body)
        self.plates = tuple(Plate(box, TRAY) for box in boxes.all("card"))
        labels = [
            *page_heading(page, TITLE, self._below),
            Label(self.title, boxes["game"], NAME_SIZE, bold=True, most=1),
            Label(CODE, boxes["code"], BODY_SIZE, DIM, most=1, spare=True),
            Label(self._address, boxes["address"], NAME_SIZE, bold=True, most=1),
        ]
        for (head, words), above, below in zip(
            cards, boxes.all("head"), boxes.all("words"), strict=True
        ):
            labels.append(Label(head, above, BODY_SIZE, bold=True, most=1))
            labels.append(Label(words, below, BODY_SIZE - 6, DIM, most=2, spare=True))
        self.labels = tuple(labels)
        self.buttons.replace(self._all_buttons(page, boxes))

    def _arrangement(self, context: UiContext, body: Box, cards: int) -> Node:
        """The code and its letters beside, or above, the seats; the cards below both."""
        portrait = body.h > PORTRAIT_RATIO * body.w
        low = min(context.scaled_length(CARD_HEIGHT, BODY_SIZE), 0.24 * body.h)
        address = min(context.scaled_length(ADDRESS_HEIGHT, NAME_SIZE), 0.14 * body.h)
        watch = min(context.scaled_length(WATCH_HEIGHT, BODY_SIZE), 0.14 * body.h)
        room = body.h - low - GAP
        side = min(room - address, 0.36 * body.w) if not portrait else min(0.5 * body.w, 0.4 * room)
        tile = min(side * 0.36, 170.0)
        letters = column(
            item("code", 48),
            grid(["letter"] * 4, columns=2, gap=14, row_height=tile, size=2 * tile + 14),
            size=2 * tile + 14,
        )
        code = row(item("qr", side, cross_size=side), GAP, letters, size=side)
        join = column(code, padded("address", (0, 12, 0, 0), size=address))
        places = grid(["seat"] * len(self._plates), columns=2, gap=GAP) if self._plates else "none"
        who = column(item("game", 64), 8, places, GAP, item("watch", watch))
        line = [self._card() for _ in range(cards)]
        below = column(*line, gap=GAP) if portrait else row(*line, gap=GAP)
        if portrait:
            tall = cards * low + (cards - 1) * GAP
            return column(
                column(join, size=side + address), GAP, who, GAP, column(below, size=tall)
            )
        wide = side + GAP + 2 * tile + 14
        return column(
            row(column(join, size=wide), 2 * GAP, who, size=room), GAP, column(below, size=low)
        )

    def _card(self) -> Node:
        words = column("head", 6, item("words", weight=1.3), padding=(0, 12, 20, 12))
        return row(8, item("sign", 132), words, key="card")

    def _cards(self) -> list[tuple[Text | str, Text]]:
        """The heading and the words of each card at the foot."""
        cards: list[tuple[Text | str, Text]] = []
        name = self.table.settings["party.wifi_name"]
        if name:
            cards.append((WIFI, say("phones.wifi_how", "Scan this first: {name}", name=name)))
        return [*cards, (HELP, self._help)]

    @property
    def _help(self) -> Text:
        """Why a phone may reach nothing, by what is known here."""
        state = self.state
        if state.status == "failed":
            return say("phones.failed", "The port can’t be opened: {why}", why=state.trouble)
        if state.status == "open" and not state.addresses:
            return say("phones.no_network", "This computer is in no network. Connect it first.")
        if self.canvas.context.projector:
            return say("phones.isolated_short", "Guest Wi-Fi keeps phones out.")
        if any(phone.connected for phone in state.phones):
            words = "Other phones get through. Check this one’s Wi-Fi; turn mobile data off."
            return say("phones.works", words)
        return say(
            "phones.isolated",
            "Use the same Wi-Fi as this computer. Guest Wi-Fi often keeps phones apart.",
        )

    @property
    def _below(self) -> Text:
        state = self.state
        if state.status == "failed" or (state.status == "open" and not state.address):
            return UNREACHABLE
        if state.status != "open":
            return STARTING
        return BELOW if state.joining else LOCKED

    @property
    def _address(self) -> Text | str:
        address = self.state.address
        return say("phones.address", "or open {address}", address=address) if address else ""

    def _all_buttons(self, page: PageLayout, boxes: Boxes) -> list[PushButton]:
        state = self.state
        joining = (
            ("lock", say("phones.lock", "Let nobody else in"), "lock")
            if state.joining
            else ("unlock", say("phones.unlock", "Let phones in"), "phone")
        )
        hosts = []
        if not self.table.locked:  # guests in kiosk mode only join
            lock, off = page.foot[1:]
            hosts = [
                PushButton(joining[0], lock, joining[1], joining[2]),
                PushButton("off", off, say("phones.off", "Turn phones off"), "close"),
            ]
        asking = next((each for each in state.phones if each.number in state.claims), None)
        watch: list[PushButton] = []
        if asking is not None:
            words = "Make {name}’s phone the remote control"
            label = say("phones.claim", words, name=asking.name or SOMEONE)
            watch = [PushButton("claim", boxes["watch"], label, "lock", size=BODY_SIZE)]
        elif state.watching and not self.table.locked:
            label = count("phones.watching", "{n} is watching", "{n} are watching", state.watching)
            watch = [PushButton("watch", boxes["watch"], label, "eye", size=BODY_SIZE)]
        return [
            back_button(page),
            *(
                PushButton(f"{SEAT_KEY}{plate.number}", box, plate.name or plate.side)
                for plate, box in zip(self._plates, boxes.all("seat"), strict=True)
            ),
            *watch,
            PushButton("done", page.foot[0], say("phones.done", "Done"), "check", "main"),
            *hosts,
        ]

    # -- what happens -------------------------------------------------------------------------

    def update(self, dt: float, /) -> Change:
        if self._known != self.table.phones.version:
            self.lay_out()
        return super().update(dt)

    def wakes_in(self) -> float:
        return 0.0 if self._known != self.table.phones.version else super().wakes_in()

    def pressed(self, key: str, /) -> Change:
        match key:
            case "lock" | "unlock":
                self.table.phones.ask(LetIn(key == "unlock"))
                return None
            case "off":
                self.table.change("party.on", False)
                return self.back()
            case "watch":
                return self._list_spectators(0)
            case "claim":
                return self._ask_claim()
            case _ if key.startswith(SEAT_KEY):
                phone = self.state.at_seat(int(key.removeprefix(SEAT_KEY)))
                if phone is None or self.table.locked:
                    return None
                return self._ask_to_put_out(phone)
        return self.back()

    def _ask_to_put_out(self, phone: Phone) -> Change:
        answers: Answers = (
            ("no", say("phones.keep", "Keep"), "main"),
            ("out", say("phones.put_out", "Put out"), "plain"),
        )
        question = say("phones.ask_out", "Put out {name}?", name=phone.name or SOMEONE)
        detail = say("phones.ask_out_detail", "The phone is sent away and its seat is free again.")

        def then(answer: object) -> Change:
            if answer == "out":
                self.table.phones.ask(PutOut(phone.number))
            return None

        return Push(self._question(question, detail, answers), then)

    def _list_spectators(self, first: int) -> Change:
        """Asks which spectator to put out, a few at a time."""
        watching = [each for each in self.state.phones if each.here and each.seat is None]
        listed = watching[first : first + MAX_LISTED]
        answers: Answers = (
            ("no", say("phones.close_list", "Close"), "main"),
            *((f"{PHONE_KEY}{each.number}", _named(each), "plain") for each in listed),
        )
        if len(watching) > first + MAX_LISTED:
            answers = (*answers, ("more", say("phones.more", "More"), "plain"))
        question = say("phones.who_watches", "Who is watching")
        detail = say("phones.who_watches_detail", "Touch a name to put that phone out.")

        def then(answer: object) -> Change:
            if answer == "more":
                return self._list_spectators(first + MAX_LISTED)
            for each in listed:
                if answer == f"{PHONE_KEY}{each.number}":
                    return self._ask_to_put_out(each)
            return None

        return Push(self._question(question, detail, answers), then)

    def _ask_claim(self) -> Change:
        state = self.state
        phone = next((each for each in state.phones if each.number in state.claims), None)
        if phone is None:
            return None
        question = say(
            "phones.ask_claim", "Is {name}’s phone the host’s?", name=phone.name or SOMEONE
        )
        detail = say(
            "phones.ask_claim_detail",
            "It can then pause, choose games, set the volume and put phones out.",
        )
        answers: Answers = (
            ("no", say("phones.claim_no", "No"), "plain"),
            ("yes", say("phones.claim_yes", "Yes"), "main"),
        )

        def then(answer: object) -> Change:
            self.table.phones.ask(MakeHost(phone.number, yes=answer == "yes"))
            return None

        return Push(self._question(question, detail, answers), then)

    def _question(self, question: Text, detail: Text, answers: Answers) -> QuestionDialog:
        dialog = QuestionDialog(question, detail, answers)
        dialog.answered_at_table = True
        return dialog

    # -- drawing ------------------------------------------------------------------------------

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        canvas, boxes = frame.canvas, self._boxes
        link = self.table.phones.link
        if link and self.state.joining:
            draw_code(frame, link, boxes["qr"])
        else:
            Plate(boxes["qr"], TRAY, 36).draw(frame)
            sign = "lock" if self.state.status == "open" else "phone"
            frame.put(icon(sign, canvas.px(0.3 * boxes["qr"].w), SOFT), boxes["qr"].centre)
        for letter, box in zip(self.state.code.ljust(4), boxes.all("letter"), strict=True):
            _draw_tile(frame, letter, box)
        signs = boxes.all("sign")
        name = self.table.settings["party.wifi_name"]
        if name:
            wifi = wifi_text(name, self.table.settings["party.wifi_password"])
            draw_code(frame, wifi, signs[0].inset(6))
        frame.put(icon("wifi", canvas.px(64), SOFT), signs[-1].centre)

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        if not button.key.startswith(SEAT_KEY):
            super().draw_one(frame, button)
            return
        number = int(button.key.removeprefix(SEAT_KEY))
        plate = next(each for each in self._plates if each.number == number)
        phone = self.state.at_seat(number)
        focused = button.key == self.buttons.focus
        _draw_seat(
            frame, button.box, plate, phone, self._looks[number],
            pressed=self.is_held(button), focused=focused,
        )  # fmt: skip


def _named(phone: Phone) -> Text:
    return say("phones.named", "{name}", name=phone.name or SOMEONE)


def draw_code(frame: Frame, text: str, box: Box) -> None:
    """A QR code on its white ground."""
    picture = qr_picture(text, frame.canvas.px(min(box.w, box.h)))
    side = picture.get_width()
    frame.put(shapes.rounded(side, side, 0.08 * side, WHITE), box.centre)
    frame.put(picture, box.centre)


def _draw_tile(frame: Frame, letter: str, box: Box) -> None:
    canvas = frame.canvas
    size = canvas.px(box.w), canvas.px(box.h)
    frame.put(shapes.lit_plate(*size, 22 * canvas.scale, CREAM), box.centre)
    Label(letter, box.inset(8), LETTER_SIZE, INK, True, "centre", most=1).draw(frame)


def _draw_seat(
    frame: Frame,
    box: Box,
    plate: SeatPlate,
    phone: Phone | None,
    look: SeatLook,
    *,
    pressed: bool,
    focused: bool,
) -> None:
    """A seat: in its colours once a phone has it, else a quiet plate with its stone."""
    canvas = frame.canvas
    size = canvas.px(box.w), canvas.px(box.h)
    if focused:
        ring = box.inset(-6)
        frame.put(
            shapes.rounded(canvas.px(ring.w), canvas.px(ring.h), 34 * canvas.scale, FOCUS),
            box.centre,
        )
    here = phone is not None and phone.connected
    face: Colour = look.face if here else PANEL
    inks: tuple[Colour, Colour] = (look.inlay, look.inlay) if here else (TEXT, DIM)
    frame.put(shapes.rounded(*size, 28 * canvas.scale, look.rim), box.centre)
    inner = canvas.px(box.w - 8), canvas.px(box.h - 8)
    shade = mix(face, WHITE, 0.15) if pressed else face
    frame.put(shapes.rounded(*inner, 24 * canvas.scale, shade), box.centre)
    side = min(box.h, 0.28 * box.w)
    high = min(64.0, 0.4 * box.h)
    told = column(item("name", high), item("words", 0.8 * high), justify="centre")
    parts = row(item("sign", side), told, 20).place(box)
    if here:
        mark = shapes.mark_picture(look.mark, 0.26 * side * canvas.scale, look.inlay)
        frame.put(mark, parts["sign"].centre)
    else:
        frame.put(shapes.stone(look, 0.3 * side * canvas.scale), parts["sign"].centre)
    name = (phone.name if phone is not None else plate.name) or plate.side
    words: Text = FREE
    if phone is not None:
        words = BY_PHONE if phone.connected else AWAY
    elif plate.taken == "computer":
        words = COMPUTER
    Label(name, parts["name"], BUTTON_SIZE, inks[0], True, most=1).draw(frame)
    Label(words, parts["words"], BODY_SIZE, inks[1], most=1, spare=True).draw(frame)
