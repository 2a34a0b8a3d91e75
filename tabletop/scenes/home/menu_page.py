"""The menu: the boards on the table, and the matches that were not finished."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Final

from tabletop.engine import BadNotation, say
from tabletop.scenes.catalogue import offered_games
from tabletop.scenes.destinations import (
    OpenAppearance,
    OpenCodeEntry,
    OpenDevices,
    OpenGame,
    OpenLanguage,
    OpenScores,
    OpenSound,
    ShowTitle,
)
from tabletop.scenes.home.game_cards import GameCard, layout_cards
from tabletop.scenes.home.resume import ResumableMatch, ResumableMatches, after_match, resume_match
from tabletop.scenes.home.title_page import headline
from tabletop.ui.board.table_layout import safe_area
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.context import min_text_size, scaled_length
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.display.window import WINDOW_TITLE as NAME
from tabletop.ui.draw import shapes
from tabletop.ui.draw.icons import icon
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
from tabletop.ui.widgets.page import PageScene, Plate, draw_round_button, split_row, stack_boxes
from tabletop.ui.widgets.question_dialog import Answers, QuestionDialog

MARGIN: Final = 56.0
CLOSE_BUTTON_SIZE: Final = 88.0
STRIP_HEIGHT: Final = 96.0
"""The height of a line below the cards: matches to go on with, or a problem."""
GAP: Final = 24.0
MIN_RESUME_WIDTH: Final = 440.0
"""The least width of a match to go on with."""
MAX_RESUME_WIDTH: Final = 720.0
MAX_RESUME_BUTTONS: Final = 3
MAX_TEXT_GROWTH: Final = 1.5
"""What lies below the cards grows with the words up to so many times."""
FOCUS_RING_GAP: Final = 14.0
"""How far the ring of the keys lies from the headline."""
PREWARM_AFTER_SECONDS: Final = 1.0
"""Seconds at the menu after which computer players get ready."""


class MenuScene(PageScene):
    """The first screen. Popping it closes the table."""

    at_rest = True

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table
        self.games = offered_games(table)
        self.unfinished = ResumableMatches(table)
        self.cards: tuple[GameCard, ...] = ()
        self._displayed_problem = ""
        self._rested = 0.0

    def lay_out(self) -> None:
        canvas = self.canvas
        self.games = offered_games(self.table)
        area = safe_area(canvas) if min_text_size() else canvas.box.inset(MARGIN)
        tall = canvas.height > 1.2 * canvas.width
        self.plates, self.labels = (), ()
        top, bottom = self._put_head(area, tall=tall), area.bottom + 20
        self.head = top - 16
        strip = _scaled_with_text(STRIP_HEIGHT)
        lines: list[PushButton] = []
        self._displayed_problem = self._current_problem
        if self._displayed_problem:
            bottom -= strip
            lines.append(self._problem(Box(area.x, bottom, area.w, strip)))
            bottom -= GAP
        across = max(1, int((area.w + GAP) / (MIN_RESUME_WIDTH + GAP)))
        by_code = self.table.locked or self.table.has("idle.on")
        most = MAX_RESUME_BUTTONS if tall else min(MAX_RESUME_BUTTONS, across - by_code)
        # Strangers find their own game by its code, and nobody else's.
        going = () if self.table.locked else self.unfinished.going[: max(0, most)]
        count = len(going) + by_code
        if count:
            height = (count if tall else 1) * (strip + GAP) - GAP
            bottom -= height
            places = self._resume_boxes(Box(area.x, bottom, area.w, height), count, tall)
            lines += self._going(going, places[: len(going)])
            if by_code:
                lines.append(_code_button(places[-1]))
            bottom -= GAP + 4
        self.cards = layout_cards(self.games, Box(area.x, top, area.w, bottom - top), canvas)
        last = self.table.settings["play.last_game"]
        cards = [
            # The keys begin at the game that was played last.
            PushButton(
                card.key,
                card.box,
                card.game.title,  # is drawn by the card, and spoken by the button
                style="chosen" if card.game.key == last else "plain",
            )
            for card in self.cards
        ]
        tools = self._tools(
            Box(area.right - CLOSE_BUTTON_SIZE, area.y - 8, CLOSE_BUTTON_SIZE, CLOSE_BUTTON_SIZE)
        )
        self.buttons.replace([*cards, *lines, self._title_button(), *tools])

    def _tools(self, last: Box) -> list[PushButton]:
        """The buttons in the corner, up to a last place; strangers find no settings there."""
        icons = {"language": "globe"}
        if self.table.has("scores.on"):
            icons = {"scores": "cup", **icons}
        if not self.table.kids_mode:
            icons["sound"] = "call"
        if not self.table.locked:
            icons |= {"look": "look", "devices": "plug", "close": "close"}
        step = CLOSE_BUTTON_SIZE + GAP
        return [
            PushButton(key, last.moved((number + 1 - len(icons)) * step, 0), icon=icon)
            for number, (key, icon) in enumerate(icons.items())
        ]

    @property
    def _tools_width(self) -> float:
        count = max(5, len(self._tools(self.canvas.box)))
        return count * CLOSE_BUTTON_SIZE + (count - 1) * GAP

    def _put_head(self, area: Box, *, tall: bool) -> float:
        """Sets the title, and gives the height where the cards can begin."""
        title = Box(area.x, area.y - 4, area.w - self._tools_width - 40, 88)
        if tall:  # below the buttons, where it has all the width
            title = Box(area.x, area.y + CLOSE_BUTTON_SIZE + 8, area.w, 88)
        below = Box(area.x, title.bottom + 10, title.w, 58)
        call = say("menu.call", "Touch a board to play.")
        self.labels = (
            Label(headline(len(self.games)), title, TITLE_SIZE, bold=True, most=1),
            Label(call, below, NAME_SIZE, AMBER_WORDS, most=1),
        )
        return below.bottom + 32

    def _title_button(self) -> PushButton:
        """The headline leads back to the title."""
        head = self.labels[0]
        wide = min(head.box.w, head.typeset(self.canvas).width / self.canvas.scale)
        box = Box(
            head.box.x - FOCUS_RING_GAP, head.box.y - 6, wide + 2 * FOCUS_RING_GAP, head.box.h + 14
        )
        return PushButton("title", box, NAME)  # the name is spoken, and never drawn

    def _problem(self, strip: Box) -> PushButton:
        """Sets a line of words that can be put away."""
        away = Box(strip.right - 92, strip.y + 6, 84, 84)
        bar = Box(strip.x + 16, strip.y + 18, 8, strip.h - 36)
        words = Box(strip.x + 44, strip.y + 8, away.x - strip.x - 60, strip.h - 16)
        self.plates = (Plate(strip, PANEL, 24), Plate(bar, CORAL, 4))
        self.labels = (*self.labels, Label(self._displayed_problem, words, BODY_SIZE - 4, DIM))
        return PushButton("read", away, icon="close")

    def _resume_boxes(self, area: Box, count: int, tall: bool) -> list[Box]:
        if tall:
            return stack_boxes(area, [_scaled_with_text(STRIP_HEIGHT)] * count, GAP)
        width = min(area.w, count * _scaled_with_text(MAX_RESUME_WIDTH) + (count - 1) * GAP)
        return split_row(Box(area.x, area.y, width, area.h), count, GAP)

    def _going(self, going: Sequence[ResumableMatch], places: Sequence[Box]) -> list[PushButton]:
        """Sets the matches to go on with, and beside each the cross that forgets it."""
        buttons, labels = [], []
        for match, place in zip(going, places, strict=True):
            forget = Box(place.right - 84, place.centre[1] - 44, 84, 84)
            go_on = Box(place.x, place.y, place.w - 84 - 10, place.h - 8)
            words = Box(go_on.x + 84, go_on.y + 6, go_on.w - 84 - 20, go_on.h - 12)
            labels.append(Label(match.words, words, BODY_SIZE, TEXT, bold=True, most=1))
            buttons.append(PushButton(f"go:{match.match_id}", go_on, match.words, "play"))
            if not self.table.locked:  # it may be somebody else's
                buttons.append(PushButton(f"forget:{match.match_id}", forget, icon="close"))
        full = self.canvas.px(BODY_SIZE)
        if any(label.typeset(self.canvas).size < full for label in labels):
            labels = [
                replace(label, text=match.words_in_two, size=BODY_SIZE - 7, most=2)
                for label, match in zip(labels, going, strict=True)
            ]
        self.labels = (*self.labels, *labels)
        return buttons

    # -- what happens -----------------------------------------------------------------------

    @property
    def idle_timeout(self) -> float | None:
        settings = self.table.settings
        return settings["attract.after"] if self.table.has("attract.on") else None

    def wakes_in(self) -> float:
        return inf if self._current_problem == self._displayed_problem else 0.0

    def update(self, dt: float, /) -> Change:
        self._warm_up(dt)
        if self._current_problem != self._displayed_problem:
            self.lay_out()
        return None

    def _warm_up(self, dt: float) -> None:
        """Has the computer players get ready once the table is open and nothing happens."""
        before, self._rested = self._rested, self._rested + dt
        if before < PREWARM_AFTER_SECONDS <= self._rested:
            boards = [game.key for game in self.games if game.kind == "board"]
            last = self.table.settings["play.last_game"]
            for key in [last] if last in boards else boards[:1]:
                self.table.thinking.warm(key)

    @property
    def _current_problem(self) -> str:
        """The sentence that people should read next; empty if there is none."""
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
            case "code":
                return Push(OpenCodeEntry())
            case "read":
                del self.table.problems[:1]
                self.lay_out()
            case "devices":
                return Push(OpenDevices())
            case "language":
                return Push(OpenLanguage())
            case "sound":
                return Push(OpenSound())
            case "look":
                return Push(OpenAppearance())
            case "scores":
                return Push(OpenScores())
            case "title":
                return Push(ShowTitle())
            case "close":
                return _ask_close()
        return None

    def _go_on(self, match_id: str) -> Change:
        try:
            return Push(resume_match(self.table, self.unfinished.find(match_id)), after_match)
        except BadNotation as problem:
            self.table.problems.append(problem.reason)
            self.resume()
            return None

    def _ask_forget(self, match_id: str) -> Change:
        going = next(going for going in self.unfinished.going if going.match_id == match_id)
        question = say("menu.forget", "Forget this game?")
        detail = say("menu.forget_detail", "{game} It cannot be brought back.", game=going.told)
        keep = say("menu.forget_no", "Keep it")
        forget = say("menu.forget_yes", "Forget it")

        def then(answer: object) -> Change:
            if answer == "forget":
                self.table.store.forget(match_id)
                self.resume()
            return None

        answers: Answers = (("keep", keep, "main"), ("forget", forget, "plain"))
        return Push(QuestionDialog(question, detail, answers), then)

    # -- drawing ----------------------------------------------------------------------------

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        pressed, focused = self.is_held(button), button.key == self.buttons.focus
        kind = button.key.partition(":")[0]
        if kind == "game":
            card = next(card for card in self.cards if card.key == button.key)
            card.draw(frame, pressed=pressed, focused=focused)
        elif kind == "title":
            self._draw_ring(frame, button, lit=pressed or focused)
        elif kind == "code":
            super().draw_one(frame, button)
        elif kind == "go":
            draw_button(frame, replace(button, label="", icon=""), pressed=pressed, focused=focused)
            at = (button.box.x + 46, button.box.centre[1])
            frame.put(icon("play", frame.canvas.px(36), AMBER_WORDS), at)
        else:
            draw_round_button(frame, button, pressed=pressed, focused=focused)

    def _draw_ring(self, frame: Frame, button: PushButton, *, lit: bool) -> None:
        """The headline is a button that looks like words, until it is touched."""
        if lit:
            canvas, box = frame.canvas, button.box
            size = (canvas.px(box.w), canvas.px(box.h))
            ring = shapes.outline(*size, 20 * canvas.scale, canvas.px(6), FOCUS)
            frame.put(ring, box.centre)


def _scaled_with_text(length: float) -> float:
    """A length that grows with the words, as far as the cards can spare it."""
    return min(scaled_length(length, BODY_SIZE), MAX_TEXT_GROWTH * length)


def _code_button(place: Box) -> PushButton:
    """What leads to the game that was left under a code."""
    words = say("menu.code", "Go on with a code")
    box = Box(place.x, place.y, place.w, place.h - 8)
    return PushButton("code", box, words, "play", size=BODY_SIZE + 4)


def _ask_close() -> Push:
    question = say("menu.close", "Close the table?")
    detail = say("menu.close_detail", "Games that are not finished are kept.")
    stay = say("menu.close_no", "Stay")
    close = say("menu.close_yes", "Close")
    answers: Answers = (("stay", stay, "main"), ("close", close, "plain"))
    scene = QuestionDialog(question, detail, answers)
    return Push(scene, lambda answer: Pop() if answer == "close" else None)
