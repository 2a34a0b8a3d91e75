"""Signing up for a tournament of the event at this table: by a new name, or by a visitor's code."""

from dataclasses import replace
from typing import Final

from tabletop.engine import Text, count, joined, say
from tabletop.input.event import OpenTournament, SignUp, SignUpState, VisitorState
from tabletop.scenes.catalogue import title_of
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.draw.images import qr_picture
from tabletop.ui.layout import column, item, padded, row, space
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    BODY_SIZE,
    CORAL_WORDS,
    DIM,
    HEAD_SIZE,
    INK,
    NAME_SIZE,
    PANEL,
    TEXT,
    TITLE_SIZE,
    TRAY,
    WHITE,
)
from tabletop.ui.widgets.buttons import PushButton, draw_button
from tabletop.ui.widgets.page import (
    PAGE_GAP,
    PageScene,
    Plate,
    back_button,
    layout_page,
    page_heading,
)
from tabletop.ui.widgets.text_entry import (
    OTHER_NAME_TEXT,
    SEAT_NAME_PROMPT,
    NameEntry,
    score_name_prompt,
)
from tabletop.ui.widgets.visitor_code import (
    ASKING_HUB,
    HUB_PATIENCE_SECONDS,
    TOO_MANY_CODES,
    visitor_entry,
)

SHOWN_SECONDS: Final = 30.0
"""For which the new code stays on the screen."""
MAX_OFFERED: Final = 4
PADDING: Final = 34.0
NARROW_RATIO: Final = 1.05
"""The ratio of width to height below which the parts of the page stand one below the other."""
QR_SHARE: Final = 0.94
HEADING: Final = 52.0
MAX_PICK: Final = 220.0
PICK_KEY: Final = "pick:"
ANSWER_KEY: Final = "pick=chosen"
"""Drawn as the answer that is chosen, without its words."""

TITLE: Final = say("signup.title", "Sign up")
AWAY: Final = say("signup.away", "The hub doesn’t answer right now. Try again soon.")
HINT: Final = say("signup.hint", "You get a code, and a page of your own for your phone.")
CLOSED: Final = say("signup.closed", "Sign-up is closed. A referee can still let you in.")
REASONS: Final = {
    "full": say("signup.full", "This tournament is full."),
    "closed": CLOSED,
    "name": OTHER_NAME_TEXT,
    "unknown": say("signup.unknown", "No visitor has this code any more."),
    "tries": say("signup.tries", "Too many sign-ups at this table. Try again later."),
}
"""Why nobody was signed up, as in `SignUpState.reason`."""


class SignUpPage(PageScene):
    """The tournament, who signs up, and then the new code for half a minute."""

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table
        self._tournament = 0
        """The id of the chosen one; 0: the first."""
        self._name = ""
        self._code = ""
        """Of the visitor who has typed it; empty for a new one."""
        self._asked: SignUp | None = None
        self._left = 0.0
        """Seconds for which the hub, and then people with their code, have time."""
        self._said: Text = HINT
        self._refused = False
        self._entered = ""
        """The name of the tournament that was asked for."""
        self._done: SignUpState | None = None
        self._qr: Box | None = None
        self._shown: dict[str, OpenTournament] = {}
        """The tournaments by the keys of their buttons."""
        self._known = table.event.version

    # -- laying out -----------------------------------------------------------------------------

    @property
    def _offered(self) -> tuple[OpenTournament, ...]:
        return self.table.event.state.open[:MAX_OFFERED]

    @property
    def _chosen(self) -> OpenTournament | None:
        offered = self._offered
        own = (each for each in offered if each.id == self._tournament)
        return next(own, offered[0] if offered else None)

    @property
    def _waiting(self) -> bool:
        return self._asked is not None and self._left > 0

    def lay_out(self) -> None:
        self._known = self.table.event.version
        page = layout_page(self.canvas, 0)
        self.head, self._qr, self._shown = page.band, None, {}
        if self._done is not None:
            self._lay_out_done(page.body, self._done)
        else:
            self._lay_out_form(page.body)
        below = joined("", self.table.event.state.hub)
        self.labels = (*page_heading(page, TITLE, below), *self.labels)
        self.buttons.replace([back_button(page), *self.buttons.buttons])

    @staticmethod
    def _is_narrow(body: Box) -> bool:
        return body.w < NARROW_RATIO * body.h

    def _lay_out_form(self, body: Box) -> None:
        offered, waiting = self._offered, self._waiting
        more = 0.22 * max(0, len(offered) - 2)
        heading = min(1.5 * HEADING, self.canvas.context.scaled_length(HEADING, BODY_SIZE))
        count = max(1, len(offered))
        picks = column(*["pick"] * count, gap=16, max_size=count * (MAX_PICK + 16) - 16)
        choices = padded(column(item("what", heading), picks, space(0.01), gap=16), PADDING)
        person = padded(
            column(
                item("who", heading),
                item("field", weight=1.0),
                row("type", "code", gap=16),
                item("said", weight=0.9),
                item("go", weight=1.1),
                gap=16,
            ),
            PADDING,
        )
        if self._is_narrow(body):
            whole = column(item("left", weight=0.5 + more), "right", space(0.6), gap=PAGE_GAP)
        else:
            whole = row(item("left", weight=0.9), "right", gap=PAGE_GAP)
        parts = whole.place(body)
        left, right = choices.place(parts["left"]), person.place(parts["right"])
        self.plates = (
            Plate(parts["left"], PANEL),
            Plate(parts["right"], PANEL),
            Plate(right["field"], TRAY, 20),
        )
        name = self._name or say("signup.no_name", "No name yet")
        colour = CORAL_WORDS if self._refused else DIM
        self.labels = (
            Label(say("signup.what", "Tournament"), left["what"], BODY_SIZE, DIM, most=1),
            Label(say("signup.who", "Who signs up?"), right["who"], BODY_SIZE, DIM, most=1),
            Label(
                name,
                padded("name", (24, 8, 24, 8)).place(right["field"])["name"],
                HEAD_SIZE if self._name else BODY_SIZE,
                TEXT if self._name else DIM,
                bold=bool(self._name),
                most=1,
            ),
            Label(self._said, right["said"], BODY_SIZE, colour, most=2),
        )
        if not offered:
            words = say("signup.none", "No tournament is open for sign-up right now.")
            self.labels = (*self.labels, Label(words, left["pick"], BODY_SIZE, most=3))
        buttons = [
            PushButton(
                f"{PICK_KEY}{each.id}",
                box,
                joined("\n", each.name, _note(each)),
                "",
                "chosen" if each == self._chosen else "plain",
                BODY_SIZE,
                not waiting,
            )
            for each, box in zip(offered, left.all("pick"), strict=False)
        ]
        typed = say("signup.type", "Type a name")
        code = say("signup.code", "I have a code")
        self._shown = {f"{PICK_KEY}{each.id}": each for each in offered}
        ready = bool(self._name and offered) and not waiting
        self.buttons.replace(
            [
                *buttons,
                PushButton("type", right["type"], typed, "pencil", "plain", BODY_SIZE, not waiting),
                PushButton("code", right["code"], code, "letters", "plain", BODY_SIZE, not waiting),
                PushButton(
                    "go",
                    right["go"],
                    say("signup.go", "Sign up"),
                    "",
                    "main" if ready else "plain",
                    NAME_SIZE,
                    ready,
                ),
            ]
        )

    def _lay_out_done(self, body: Box, done: SignUpState) -> None:
        words = column(
            space(0.3),
            item("name", weight=1.0),
            item("in", weight=0.7),
            space(0.2),
            item("your", weight=0.5),
            item("code", weight=1.2),
            item("keep", weight=1.0),
            space(0.3),
            item("done", weight=1.0),
            gap=10,
        )
        narrow = self._is_narrow(body)
        whole = column("qr", words, gap=PAGE_GAP) if narrow else row("qr", words, gap=2 * PAGE_GAP)
        boxes = padded(whole, PADDING).place(body)
        qr = boxes["qr"]
        side = QR_SHARE * min(qr.w, qr.h)
        self._qr = Box.around(qr.centre, side, side)
        self.plates = (Plate(body, PANEL), Plate(self._qr, WHITE, 20))
        half = len(done.code) // 2
        self.labels = (
            Label(joined("", done.name), boxes["name"], TITLE_SIZE, TEXT, True, most=1),
            Label(
                say("signup.in", "You’re in: {tournament}", tournament=self._entered),
                boxes["in"],
                BODY_SIZE,
                TEXT,
                most=2,
            ),
            Label(say("signup.your", "Your code"), boxes["your"], BODY_SIZE, DIM, most=1),
            Label(
                joined(" ", done.code[:half], done.code[half:]),
                boxes["code"],
                1.6 * TITLE_SIZE,
                TEXT,
                True,
                most=1,
            ),
            Label(
                say(
                    "signup.keep",
                    "Scan the picture for your page, or note the code. Keep it to yourself.",
                ),
                boxes["keep"],
                BODY_SIZE,
                DIM,
                most=3,
            ),
        )
        said = say("signup.done", "Done")
        self.buttons.replace([PushButton("done", boxes["done"], said, "check", "main", NAME_SIZE)])

    # -- time and input -------------------------------------------------------------------------

    def update(self, dt: float, /) -> Change:
        if self._done is not None:
            self._left -= dt
            return Pop() if self._left <= 0 else super().update(dt)
        if self._asked is not None:
            self._follow_answer(dt)
        if self._known != self.table.event.version:
            self.lay_out()
        return super().update(dt)

    def _follow_answer(self, dt: float) -> None:
        """Takes the answer of the hub, also one that comes after the patience has ended."""
        answer, waited = self.table.event.state.sign_up, self._waiting
        self._left -= dt
        if answer is None or answer.phase == "away":
            self._refuse(AWAY)
        elif answer.phase == "refused":
            self._refuse(self._reason(answer.reason))
        elif answer.phase == "done":
            self._done, self._left = answer, SHOWN_SECONDS
            self.table.play("hint")
            self.lay_out()
        elif waited and not self._waiting:
            self._said, self._refused = AWAY, True
            self.lay_out()

    def _refuse(self, words: Text) -> None:
        self._asked, self._said, self._refused = None, words, True
        self.table.play("refused")
        self.lay_out()

    def _reason(self, reason: str) -> Text:
        if reason == "entered":
            return say("signup.entered", "{name} is signed up already.", name=self._name)
        if reason == "taken" and self._code:
            words = "Another player is called {name} too. Ask a referee."
            return say("signup.namesake", words, name=self._name)
        if reason == "taken":
            words = "Another player is called {name}. Choose another name."
            return say("signup.taken", words, name=self._name)
        if reason == "tries" and self._code:
            return TOO_MANY_CODES
        return REASONS.get(reason, AWAY)

    def wakes_in(self) -> float:
        if self._known != self.table.event.version:
            return 0.0
        if self._done is not None or self._waiting:
            return max(0.0, self._left)
        return super().wakes_in()

    def pressed(self, key: str, /) -> Change:
        match key:
            case "leave" | "done":
                return self.back()
            case "type":
                prompt = replace(
                    score_name_prompt(initials=self.table.kids_mode),
                    question=SEAT_NAME_PROMPT.question,
                )
                return Push(NameEntry("" if self._code else self._name, prompt=prompt), self._named)
            case "code":
                return Push(visitor_entry(self.table, AWAY), self._found)
            case "go":
                self._sign_up()
            case _ if key.startswith(PICK_KEY):
                self._tournament = int(key.removeprefix(PICK_KEY))
                self._say_hint()
        self.lay_out()
        return None

    def _named(self, name: object) -> Change:
        if isinstance(name, str) and name:
            self._name, self._code = name, ""
            self._say_hint()
        self.lay_out()
        return None

    def _found(self, visitor: object) -> Change:
        if isinstance(visitor, VisitorState):
            self._name, self._code = visitor.name, visitor.code
            self._say_hint()
        self.lay_out()
        return None

    def _say_hint(self) -> None:
        self._asked, self._said, self._refused = None, HINT, False

    def _sign_up(self) -> None:
        tournament = self._chosen
        if tournament is None or not self._name or self._waiting:
            return
        self._tournament, self._entered = tournament.id, tournament.name
        name = "" if self._code else self._name
        self._asked, self._left = SignUp(tournament.id, name, self._code), HUB_PATIENCE_SECONDS
        self._said, self._refused = ASKING_HUB, False
        self.table.event.ask(self._asked)

    def back(self) -> Change:
        return Pop()

    # -- drawing --------------------------------------------------------------------------------

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        """A tournament has its name over the game; all else is an ordinary button."""
        tournament = self._shown.get(button.key)
        if tournament is None:
            super().draw_one(frame, button)
            return
        pressed, focused = self.is_held(button), button.key == self.buttons.focus
        chosen = button.style == "chosen"
        plate = replace(button, key=ANSWER_KEY if chosen else button.key, label="")
        draw_button(frame, plate, pressed=pressed, focused=focused)
        words = column(item("name", weight=1.5), "note", padding=(24, 10, 24, 22))
        boxes = words.place(button.box)
        ink = INK if chosen else TEXT
        name, note = joined("", tournament.name), _note(tournament)
        Label(name, boxes["name"], BODY_SIZE, ink, True, "centre", most=2).draw(frame)
        Label(note, boxes["note"], BODY_SIZE - 6, ink, False, "centre", most=1).draw(frame)

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        if self._qr is not None and self._done is not None:
            address = f"{self.table.event.state.url}/v/{self._done.code}"
            side = frame.canvas.px(self._qr.w)
            frame.put(qr_picture(address, side), self._qr.centre)


def _note(tournament: OpenTournament) -> Text:
    """Its game, and how many have signed up."""
    players = count("signup.players", "{n} player", "{n} players", tournament.players)
    return joined(" · ", title_of(tournament.game), players)
