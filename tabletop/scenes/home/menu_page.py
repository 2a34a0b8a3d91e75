"""The menu: a card for each game, and the unfinished matches."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Final

from tabletop.engine import BadNotation, Text, joined, say
from tabletop.scenes.catalogue import offered_games, sign_up_words
from tabletop.scenes.destinations import (
    OpenAppearance,
    OpenCodeEntry,
    OpenDevices,
    OpenGame,
    OpenLanguage,
    OpenScores,
    OpenSignUp,
    ShowTitle,
)
from tabletop.scenes.home.game_cards import GameCard, layout_cards
from tabletop.scenes.home.resume import ResumableMatch, ResumableMatches, after_match, resume_match
from tabletop.scenes.home.title_page import heading
from tabletop.ui.board.table_layout import safe_area
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.live_game import HELP_ENTRY, CallForHelp, OpenSound
from tabletop.ui.core.scene import Change, Destination, Pop, Push
from tabletop.ui.display.window import WINDOW_TITLE as NAME
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
from tabletop.ui.layout import CONTENT, Boxes, Node, column, item, padded, row, space, stack
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER_WORDS,
    BODY_SIZE,
    CORAL,
    DIM,
    FOCUS,
    NAME_SIZE,
    PANEL,
    TEXT,
    TITLE_SIZE,
)
from tabletop.ui.widgets.buttons import PushButton, draw_button
from tabletop.ui.widgets.page import PageScene, Plate, draw_round_button
from tabletop.ui.widgets.question_dialog import Answers, QuestionDialog

MARGIN: Final = 56.0
CLOSE_BUTTON_SIZE: Final = 88.0
STRIP_HEIGHT: Final = 96.0
"""The height of a line below the cards, for matches to resume or a problem."""
GAP: Final = 24.0
MIN_RESUME_WIDTH: Final = 440.0
MAX_RESUME_WIDTH: Final = 720.0
MAX_RESUME_BUTTONS: Final = 3
MAX_TEXT_GROWTH: Final = 1.5
"""What lies below the cards grows with the text up to this factor."""
FOCUS_RING_GAP: Final = 14.0
"""From the headline to the focus ring around it."""
PREWARM_AFTER_SECONDS: Final = 1.0
"""Seconds without input after which an engine is started in advance."""


PAGES: Final[Mapping[str, Callable[[], Destination]]] = {
    "code": OpenCodeEntry,
    "devices": OpenDevices,
    "help": CallForHelp,
    "language": OpenLanguage,
    "look": OpenAppearance,
    "scores": OpenScores,
    "signup": OpenSignUp,
    "sound": OpenSound,
    "title": ShowTitle,
}
"""The pages that buttons open, by the key of the button."""


class MenuScene(PageScene):
    """The first screen. Popping it ends the program."""

    at_rest = True

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table
        self.games = offered_games(table)
        self.unfinished = ResumableMatches(table)
        self.cards: tuple[GameCard, ...] = ()
        self._displayed_problem = ""
        self._has_staff = False
        """Whether the page that is laid out is of a table of an event."""
        self._sign_up: Text | None = None
        self._rested = 0.0

    def lay_out(self) -> None:
        canvas = self.canvas
        self.games = offered_games(self.table)
        self._displayed_problem = self._current_problem
        self._has_staff = self.table.event.state.has_staff
        area = safe_area(canvas) if canvas.context.projector else canvas.box.inset(MARGIN)
        # At an event games are kept at other tables too.
        by_code = self.table.resumes_by_code or self._has_staff
        self._sign_up = sign_up_words(self.table)
        keys = ["signup"] * (self._sign_up is not None) + ["code"] * by_code
        count = MAX_RESUME_BUTTONS
        if not self._tall:
            across = max(1, int((area.w + GAP) / (MIN_RESUME_WIDTH + GAP)))
            count = max(0, min(count, across - len(keys)))
        # In locked mode people find their own game by its code, and no one else's.
        going = () if self.table.locked else self.unfinished.going[:count]
        boxes = self._place_menu(area, len(going), keys)
        self.head = boxes["cards"].y - 16
        call = say("menu.call", "Touch a board to play.")
        title = Label(
            heading(self.table, len(self.games)), boxes["title"], TITLE_SIZE, bold=True, most=1
        )
        if here := self.table.name_at_event:
            call = joined(" · ", say("event.table", "Table {name}", name=here), call)
        self.labels = (title, Label(call, boxes["call"], NAME_SIZE, AMBER_WORDS, most=1))
        self.plates = ()
        self.cards = layout_cards(self.games, boxes["cards"], canvas)
        last = self.table.settings["play.last_game"]
        keys = [card.key for card in sorted(self.cards, key=lambda card: card.game.key != last)]
        self.first_focus = keys[0] if keys else ""
        # The titles are drawn by the cards, and spoken by the buttons.
        cards = [PushButton(card.key, card.box, card.game.title) for card in self.cards]
        lines = []
        if self._displayed_problem:
            self.plates = (Plate(boxes["problem"], PANEL, 24), Plate(boxes["bar"], CORAL, 4))
            problem = Label(self._displayed_problem, boxes["problem words"], BODY_SIZE - 4, DIM)
            self.labels = (*self.labels, problem)
            lines.append(PushButton("read", boxes["away"], icon="close"))
        lines += self._going(going, boxes)
        if self._sign_up is not None:
            size = BODY_SIZE + 4
            lines.append(PushButton("signup", boxes["signup"], self._sign_up, "cup", size=size))
        if by_code:
            words = say("menu.code", "Resume a game")
            lines.append(PushButton("code", boxes["code"], words, "play", size=BODY_SIZE + 4))
        tools = [
            PushButton(key, box, icon=icon)
            for (key, icon), box in zip(self._tools.items(), boxes.all("tool"), strict=True)
        ]
        self.buttons.replace([*cards, *lines, self._title_button(title), *tools])

    @property
    def _tall(self) -> bool:
        return self.canvas.height > 1.2 * self.canvas.width

    def _place_menu(self, area: Box, going: int, keys: Sequence[str]) -> Boxes:
        """The headline and the tools, the cards, the matches to resume, a problem."""
        title = (item("title", 88), 10, item("call", 58))
        count = max(5, len(self._tools))
        tools = row(
            *[item("tool", CLOSE_BUTTON_SIZE, cross_size=CLOSE_BUTTON_SIZE)] * len(self._tools),
            gap=GAP,
            justify="end",
            size=count * CLOSE_BUTTON_SIZE + (count - 1) * GAP,
            offset=(0, -8),
        )
        if self._tall:  # the headline stands below the tools, where it has all the width
            head = column(row(space(), tools, size=CLOSE_BUTTON_SIZE), 8, *title, size=CONTENT)
        else:
            head = row(column(*title, offset=(0, -4)), 40, tools, size=88 + 10 + 58)
        strip = self._scaled_with_text(STRIP_HEIGHT)
        go_on = row(
            stack("go", padded("words", (84, 6, 20, 6)), padding=(0, 0, 0, 8)),
            10,
            item("forget", 84, cross_size=84, align="centre", offset=(0, -2)),
        )
        more = [padded(key, (0, 0, 0, 8)) for key in keys]
        problem = row(
            16,
            padded("bar", (0, 18, 0, 18), size=8),
            20,
            padded("problem words", (0, 8, 0, 8)),
            16,
            item("away", 84, cross_size=84, offset=(0, 6)),
            8,
            key="problem",
            size=strip,
        )
        return column(
            head,
            32 if self._tall else 28,
            "cards",
            *self._resume_lines([*[go_on] * going, *more]),
            *((GAP, problem) if self._displayed_problem else ()),
        ).place(area._replace(h=area.h + 20))  # the lowest line may stand below the margin

    def _resume_lines(self, entries: Sequence[Node]) -> tuple[Node | float, ...]:
        """Matches to resume: one below the other in tall windows, else side by side."""
        if not entries:
            return ()
        count, strip = len(entries), self._scaled_with_text(STRIP_HEIGHT)
        if self._tall:
            return GAP + 4, column(*entries, gap=GAP, size=count * (strip + GAP) - GAP)
        width = count * self._scaled_with_text(MAX_RESUME_WIDTH) + (count - 1) * GAP
        return GAP + 4, row(*entries, gap=GAP, size=strip, cross_size=width)

    def _scaled_with_text(self, length: float) -> float:
        """A length that grows with the text, up to `MAX_TEXT_GROWTH`."""
        scaled = self.canvas.context.scaled_length(length, BODY_SIZE)
        return min(scaled, MAX_TEXT_GROWTH * length)

    @property
    def _tools(self) -> dict[str, str]:
        """The keys of the buttons in the corner with their icons; no settings in locked mode."""
        icons = {"language": "globe"}
        if self._has_staff:
            icons = {"help": HELP_ENTRY[1], **icons}
        if self.table.has("scores.on"):
            icons = {"scores": "cup", **icons}
        if not self.table.kids_mode:
            icons["sound"] = "call"
        if not self.table.locked:
            icons |= {"look": "look", "devices": "plug", "close": "close"}
        return icons

    def _title_button(self, head: Label) -> PushButton:
        """The headline is a button that opens the title page."""
        x, y, w, h = head.box
        wide = min(w, head.typeset(self.canvas).width / self.canvas.scale)
        box = Box(x - FOCUS_RING_GAP, y - 6, wide + 2 * FOCUS_RING_GAP, h + 14)
        return PushButton("title", box, NAME)  # spoken, not drawn

    def _going(self, going: Sequence[ResumableMatch], boxes: Boxes) -> list[PushButton]:
        """Adds a button for each match to resume, and one that deletes the match."""
        labels = [
            Label(match.words, words, BODY_SIZE, TEXT, bold=True, most=1)
            for match, words in zip(going, boxes.all("words"), strict=True)
        ]
        full = self.canvas.px(BODY_SIZE)
        if any(label.typeset(self.canvas).size < full for label in labels):
            labels = [
                replace(label, text=match.words_in_two, size=BODY_SIZE - 7, most=2)
                for label, match in zip(labels, going, strict=True)
            ]
        self.labels = (*self.labels, *labels)
        buttons = []
        for match, go_on, forget in zip(going, boxes.all("go"), boxes.all("forget"), strict=True):
            buttons.append(PushButton(f"go:{match.match_id}", go_on, match.words, "play"))
            buttons.append(PushButton(f"forget:{match.match_id}", forget, icon="close"))
        return buttons

    # -- input -----------------------------------------------------------------------------

    @property
    def idle_timeout(self) -> float | None:
        settings = self.table.settings
        return settings["attract.after"] if self.table.has("attract.on") else None

    def wakes_in(self) -> float:
        return 0.0 if self._is_outdated else inf

    @property
    def _is_outdated(self) -> bool:
        at_event = self.table.event.state.has_staff, sign_up_words(self.table)
        changed = at_event != (self._has_staff, self._sign_up)
        return changed or self._current_problem != self._displayed_problem

    def update(self, dt: float, /) -> Change:
        if self._is_outdated:
            self.lay_out()
        # Starts the engine of the game played last once the menu has been idle.
        before, self._rested = self._rested, self._rested + dt
        if before < PREWARM_AFTER_SECONDS <= self._rested:
            boards = [game.key for game in self.games if game.kind == "board"]
            last = self.table.settings["play.last_game"]
            for key in [last] if last in boards else boards[:1]:
                self.table.analysis.warm(key)
        return None

    @property
    def _current_problem(self) -> str:
        """The message to show; empty if there is none."""
        return self.table.problems[0] if self.table.problems else ""

    def resume(self) -> None:
        self.unfinished.look()
        super().resume()

    def back(self) -> Change:
        return self.pressed("title" if self.table.locked else "close")

    def pressed(self, key: str, /) -> Change:
        kind, _, name = key.partition(":")
        match kind:
            case "game":
                touched = next(game for game in self.games if game.key == name)
                return Push(OpenGame(touched))
            case "go":
                return self._go_on(name)
            case "forget":
                return self._ask_forget(name)
            case "read":
                del self.table.problems[:1]
                self.lay_out()
                return None
            case "close":
                return _ask_close()
        return Push(PAGES[kind]())

    def _go_on(self, match_id: str) -> Change:
        try:
            return Push(resume_match(self.table, self.unfinished.find(match_id)), after_match)
        except BadNotation as problem:
            self.table.problems.append(problem.reason)
            self.resume()
            return None

    def _ask_forget(self, match_id: str) -> Change:
        going = next(going for going in self.unfinished.going if going.match_id == match_id)
        question = say("menu.forget", "Delete this game?")
        detail = say("menu.forget_detail", "{game} You can’t get it back.", game=going.told)
        keep = say("menu.forget_no", "Keep it")
        forget = say("menu.forget_yes", "Delete")

        def then(answer: object) -> Change:
            if answer == "forget":
                self.table.store.forget(match_id)
                self.resume()
            return None

        answers: Answers = (("keep", keep, "main"), ("forget", forget, "plain"))
        dialog = QuestionDialog(question, detail, answers)
        dialog.answered_at_table = True
        return Push(dialog, then)

    # -- drawing ----------------------------------------------------------------------------

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        pressed, focused = self.is_held(button), button.key == self.buttons.focus
        kind = button.key.partition(":")[0]
        if kind == "game":
            card = next(card for card in self.cards if card.key == button.key)
            card.draw(frame, pressed=pressed, focused=focused)
        elif kind == "title":
            self._draw_ring(frame, button, lit=pressed or focused)
        elif kind in ("code", "signup"):
            super().draw_one(frame, button)
        elif kind == "go":
            draw_button(frame, replace(button, label="", icon=""), pressed=pressed, focused=focused)
            at = (button.box.x + 46, button.box.centre[1])
            frame.put(icon("play", frame.canvas.px(36), AMBER_WORDS), at)
        else:
            draw_round_button(frame, button, pressed=pressed, focused=focused)

    def _draw_ring(self, frame: Frame, button: PushButton, *, lit: bool) -> None:
        """A ring around the headline while it is pressed or focused."""
        if lit:
            canvas, box = frame.canvas, button.box
            size = (canvas.px(box.w), canvas.px(box.h))
            ring = shapes.outline(*size, 20 * canvas.scale, canvas.px(6), FOCUS)
            frame.put(ring, box.centre)


def _ask_close() -> Push:
    question = say("menu.close", "Close the table?")
    detail = say("menu.close_detail", "Unfinished games are saved.")
    stay = say("menu.close_no", "Stay")
    close = say("menu.close_yes", "Close")
    answers: Answers = (("stay", stay, "main"), ("close", close, "plain"))
    scene = QuestionDialog(question, detail, answers)
    scene.answered_at_table = True
    return Push(scene, lambda answer: Pop() if answer == "close" else None)
