"""The menu: the boards on the table, and the matches that were not finished."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf
from typing import Final

from tabletop.engine import BadNotation, say
from tabletop.scenes.code_entry import CodeEntry
from tabletop.scenes.devices import DevicesScene
from tabletop.scenes.headline import headline
from tabletop.scenes.languages import LanguagesScene
from tabletop.scenes.look_page import LookPage
from tabletop.scenes.menu_card import Card
from tabletop.scenes.menu_layout import lay_cards
from tabletop.scenes.offered import offered_games
from tabletop.scenes.prepared import all_prepared
from tabletop.scenes.projector_layout import safe_area
from tabletop.scenes.resumed import resumed
from tabletop.scenes.scores_page import ScoresPage
from tabletop.scenes.sound_page import SoundPage
from tabletop.scenes.title import TitleScene
from tabletop.scenes.touched import page_of
from tabletop.scenes.unfinished import Going, Unfinished
from tabletop.ui import art
from tabletop.ui.ask import Answers, AskScene
from tabletop.ui.canvas import Box
from tabletop.ui.display import TITLE as NAME
from tabletop.ui.frame import Frame
from tabletop.ui.icons import icon
from tabletop.ui.label import Label
from tabletop.ui.lettering import grown, least
from tabletop.ui.scene import Change, Pop, Push
from tabletop.ui.sheet import Plate, Sheet, round_button, row, stacked
from tabletop.ui.table import Table
from tabletop.ui.theme import (
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
from tabletop.ui.widgets import PushButton, draw_button

MARGIN: Final = 56.0
CLOSE: Final = 88.0
STRIP: Final = 96.0
"""The height of a line below the cards: matches to go on with, or a problem."""
GAP: Final = 24.0
LEAST_GOING: Final = 440.0
"""The least width of a match to go on with."""
WIDEST_GOING: Final = 720.0
MOST_GOING: Final = 3
MOST_GROWN: Final = 1.5
"""What lies below the cards grows with the words up to so many times."""
RING: Final = 14.0
"""How far the ring of the keys lies from the headline."""
REST: Final = 1.0
"""Seconds at the menu after which computer players get ready."""


class MenuScene(Sheet):
    """The first screen. Popping it closes the table."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.games = offered_games(table)
        self.unfinished = Unfinished(table)
        self.cards: tuple[Card, ...] = ()
        self._shown_problem = ""
        self._rested = 0.0

    def lay_out(self) -> None:
        canvas = self.canvas
        self.games = offered_games(self.table)
        area = safe_area(canvas) if least() else canvas.box.inset(MARGIN)
        tall = canvas.height > 1.2 * canvas.width
        self.plates, self.labels = (), ()
        top, bottom = self._put_head(area, tall=tall), area.bottom + 20
        self.head = top - 16
        strip = _for_words(STRIP)
        lines: list[PushButton] = []
        self._shown_problem = self._problem_now
        if self._shown_problem:
            bottom -= strip
            lines.append(self._problem(Box(area.x, bottom, area.w, strip)))
            bottom -= GAP
        across = max(1, int((area.w + GAP) / (LEAST_GOING + GAP)))
        by_code = self.table.locked or self.table.has("idle.on")
        most = MOST_GOING if tall else min(MOST_GOING, across - by_code)
        # Strangers find their own game by its code, and nobody else's.
        going = () if self.table.locked else self.unfinished.going[: max(0, most)]
        count = len(going) + by_code
        if count:
            height = (count if tall else 1) * (strip + GAP) - GAP
            bottom -= height
            places = self._going_places(Box(area.x, bottom, area.w, height), count, tall)
            lines += self._going(going, places[: len(going)])
            if by_code:
                lines.append(_by_code(places[-1]))
            bottom -= GAP + 4
        self.cards = lay_cards(self.games, Box(area.x, top, area.w, bottom - top), canvas)
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
        tools = self._tools(Box(area.right - CLOSE, area.y - 8, CLOSE, CLOSE))
        self.buttons.replace([*cards, *lines, self._to_title(), *tools])

    def _tools(self, last: Box) -> list[PushButton]:
        """The buttons in the corner, up to a last place; strangers find no settings there."""
        icons = {"language": "globe"}
        if self.table.has("scores.on"):
            icons = {"scores": "cup", **icons}
        if not self.table.for_kids:
            icons["sound"] = "call"
        if not self.table.locked:
            icons |= {"look": "look", "devices": "plug", "close": "close"}
        step = CLOSE + GAP
        return [
            PushButton(key, last.moved((number + 1 - len(icons)) * step, 0), icon=icon)
            for number, (key, icon) in enumerate(icons.items())
        ]

    @property
    def _width_of_tools(self) -> float:
        count = max(5, len(self._tools(self.canvas.box)))
        return count * CLOSE + (count - 1) * GAP

    def _put_head(self, area: Box, *, tall: bool) -> float:
        """Sets the title, and gives the height where the cards can begin."""
        title = Box(area.x, area.y - 4, area.w - self._width_of_tools - 40, 88)
        if tall:  # below the buttons, where it has all the width
            title = Box(area.x, area.y + CLOSE + 8, area.w, 88)
        below = Box(area.x, title.bottom + 10, title.w, 58)
        call = say("menu.call", "Touch a board to play.")
        self.labels = (
            Label(headline(len(self.games)), title, TITLE_SIZE, bold=True, most=1),
            Label(call, below, NAME_SIZE, AMBER_WORDS, most=1),
        )
        return below.bottom + 32

    def _to_title(self) -> PushButton:
        """The headline leads back to the title."""
        head = self.labels[0]
        wide = min(head.box.w, head.set_on(self.canvas).width / self.canvas.scale)
        box = Box(head.box.x - RING, head.box.y - 6, wide + 2 * RING, head.box.h + 14)
        return PushButton("title", box, NAME)  # the name is spoken, and never drawn

    def _problem(self, strip: Box) -> PushButton:
        """Sets a line of words that can be put away."""
        away = Box(strip.right - 92, strip.y + 6, 84, 84)
        bar = Box(strip.x + 16, strip.y + 18, 8, strip.h - 36)
        words = Box(strip.x + 44, strip.y + 8, away.x - strip.x - 60, strip.h - 16)
        self.plates = (Plate(strip, PANEL, 24), Plate(bar, CORAL, 4))
        self.labels = (*self.labels, Label(self._shown_problem, words, BODY_SIZE - 4, DIM))
        return PushButton("read", away, icon="close")

    def _going_places(self, area: Box, count: int, tall: bool) -> list[Box]:
        if tall:
            return stacked(area, [_for_words(STRIP)] * count, GAP)
        width = min(area.w, count * _for_words(WIDEST_GOING) + (count - 1) * GAP)
        return row(Box(area.x, area.y, width, area.h), count, GAP)

    def _going(self, going: Sequence[Going], places: Sequence[Box]) -> list[PushButton]:
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
        if any(label.set_on(self.canvas).size < full for label in labels):
            labels = [
                replace(label, text=match.words_in_two, size=BODY_SIZE - 7, most=2)
                for label, match in zip(labels, going, strict=True)
            ]
        self.labels = (*self.labels, *labels)
        return buttons

    # -- what happens -----------------------------------------------------------------------

    def preparing(self) -> Iterator[None]:
        return all_prepared(self.table, self.canvas)

    def wakes_in(self) -> float:
        return inf if self._problem_now == self._shown_problem else 0.0

    def update(self, dt: float, /) -> Change:
        self._warm_up(dt)
        if self._problem_now != self._shown_problem:
            self.lay_out()
        return None

    def _warm_up(self, dt: float) -> None:
        """Has the computer players get ready once the table is open and nothing happens."""
        before, self._rested = self._rested, self._rested + dt
        if before < REST <= self._rested:
            boards = [game.key for game in self.games if game.kind == "board"]
            last = self.table.settings["play.last_game"]
            for key in [last] if last in boards else boards[:1]:
                self.table.thinking.warm(key)

    @property
    def _problem_now(self) -> str:
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
                return Push(page_of(self.table, touched))
            case "go":
                return self._go_on(name)
            case "forget":
                return self._ask_forget(name)
            case "code":
                return Push(CodeEntry(self.table))
            case "read":
                del self.table.problems[:1]
                self.lay_out()
            case "devices":
                return Push(DevicesScene(self.table))
            case "language":
                return Push(LanguagesScene(self.table))
            case "sound":
                return Push(SoundPage(self.table))
            case "look":
                return Push(LookPage(self.table))
            case "scores":
                return Push(ScoresPage(self.table))
            case "title":
                return Push(TitleScene(self.table))
            case "close":
                return _ask_close()
        return None

    def _go_on(self, match_id: str) -> Change:
        try:
            return Push(*resumed(self.table, self.unfinished.find(match_id)))
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
        return Push(AskScene(question, detail, answers), then)

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
            round_button(frame, button, pressed=pressed, focused=focused)

    def _draw_ring(self, frame: Frame, button: PushButton, *, lit: bool) -> None:
        """The headline is a button that looks like words, until it is touched."""
        if lit:
            canvas, box = frame.canvas, button.box
            size = (canvas.px(box.w), canvas.px(box.h))
            ring = art.outline(*size, 20 * canvas.scale, canvas.px(6), FOCUS)
            frame.put(ring, box.centre)


def _for_words(length: float) -> float:
    """A length that grows with the words, as far as the cards can spare it."""
    return min(grown(length, BODY_SIZE), MOST_GROWN * length)


def _by_code(place: Box) -> PushButton:
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
    scene = AskScene(question, detail, answers)
    return Push(scene, lambda answer: Pop() if answer == "close" else None)
