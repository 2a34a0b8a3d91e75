"""Saved matches on phones: looked up by their codes, and resumed if the table agrees."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Final

from tabletop.engine import BadNotation, Game, Match, Record, Text, joined, say
from tabletop.games import find_game, view_of
from tabletop.input.actions import AskToResume
from tabletop.input.phones import AnswerResume
from tabletop.scenes.catalogue import live_game
from tabletop.scenes.destinations import ResumeSaved
from tabletop.scenes.home.resume import (
    NoSavedGame,
    after_match,
    record_under_code,
    turn_text,
)
from tabletop.scenes.match_setup import Setup
from tabletop.storage import Store
from tabletop.storage.match_codes import code_date, parse_code
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.scene import Change, Pop, Push, SceneStack, Swap
from tabletop.ui.widgets.question_dialog import QuestionDialog

if TYPE_CHECKING:  # nothing of the phones is loaded while they are off
    from tabletop.party.views import FoundGame

log = logging.getLogger(__name__)

ASK_SECONDS: Final = 30.0
"""Seconds for which the table is asked whether to resume a match."""
TOO_MANY_TRIES: Final = say("phone.code.slow", "Too many tries. Wait a minute.")
NO_CODE: Final = say("code.form", "A code has 5 characters, such as K7W2X.")
ASKED: Final = say("phones.resume_asked", "Touch “Resume” on the table’s screen.")
READY: Final = say("phones.resume_ready", "The table asks first.")
UNREADABLE: Final = say("code.unread", "The game can’t be read. Try again in a moment.")
IN_USE: Final = say("phones.resume_later", "The table is in use. Wait until it’s free.")


@dataclass(slots=True)
class FoundSavedMatch:
    """What a phone has found under a code: a match, or why there is none."""

    context: Callable[[str], UiContext]
    """That of a phone, by its language."""
    refused: Text | None = None
    code: str = ""
    date: str = ""
    game: Game | None = None
    record: Record | None = None
    where: Text | None = None
    """How far the match is."""
    board: tuple[Setup, Match] | None = None
    """None for a game without a board."""
    _shown: tuple[object, FoundGame] | None = None
    """The last answer, and what it was made for."""

    def files(self, language: str) -> Mapping[str, bytes]:
        """The diagram by its key."""
        if self.board is None:
            return {}
        from tabletop.scenes.play.phone_view import board_drawing

        drawing = board_drawing(self.board[0], self.context(language))
        return {drawing.key: drawing.content}

    def shown(self, language: str, number: int, *, ready: bool, asked: bool) -> FoundGame:
        """The answer in a phone's language; see `tabletop.party.roster.FoundMatch`."""
        key = language, number, ready, asked
        if self._shown is None or self._shown[0] != key:
            note = ASKED if asked else READY if ready else IN_USE
            context = self.context(language)
            self._shown = key, self._show(context, number, note, ready=ready and not asked)
        return self._shown[1]

    def _show(self, context: UiContext, number: int, note: Text, *, ready: bool) -> FoundGame:
        from tabletop.party.views import FoundGame
        from tabletop.scenes.play.phone_view import board_of, seat_plates
        from tabletop.ui.board.view import BoardSnapshot

        say_, game, record = context.plain, self.game, self.record
        if game is None or record is None or self.where is None:
            return FoundGame(number, refused=say_(self.refused or UNREADABLE))
        where = say_(self.where)
        text, board = f"{where[:1].upper()}{where[1:]}.", None
        if self.board is None:
            seats = live_game(game).phone_seats(record, context)
        else:
            setup, match = self.board
            acting = game.acting(match.state)
            seats = seat_plates(setup, view_of(game).looks, acting, context)
            last = match.plies[-1] if match.plies else None
            snapshot = BoardSnapshot(game, match.state, acting, last)
            board = board_of(snapshot, context, seat=None, setup=setup)
            who = setup.own_names[acting] or game.seat_names[acting]
            text = f"{text} {say_(say('phones.found_turn', '{who}’s turn.', who=who))}"
        return FoundGame(
            number,
            code=self.code,
            title=say_(game.title),
            date=self.date,
            text=text,
            seats=tuple(seats),
            board=board,
            ready=ready,
            note=say_(note),
        )


class SavedMatchFinder:
    """Looks up matches for phones.

    They are replayed in a thread: a long match takes half a second, and others may be playing.
    """

    def __init__(
        self, store: Store, context: Callable[[str], UiContext], wake: Callable[[], None]
    ) -> None:
        """`context` gives that of a phone in a language; `wake` is called when a match is found."""
        self._store = store
        self._context = context
        self._wake = wake
        self._asked: Counter[int] = Counter()
        """How often each phone has asked: only the answer to the last time counts."""
        self._found: SimpleQueue[tuple[int, int, FoundSavedMatch]] = SimpleQueue()

    def find(self, phone: int, typed: str) -> None:
        """Looks up what a phone's owner has typed; empty if there were too many tries."""
        self._asked[phone] += 1
        answer = phone, self._asked[phone]
        found = FoundSavedMatch(self._context)
        try:
            code = parse_code(typed)
            if code is None:
                raise NoSavedGame(NO_CODE if typed else TOO_MANY_TRIES)
            _, record = record_under_code(self._store, code)
        except NoSavedGame as refused:
            found.refused = refused.reason
            self._found.put((*answer, found))
            return
        found.date = code_date(self._store, code)
        Thread(
            target=self._replay, args=(*answer, found, code, record), name="saved", daemon=True
        ).start()

    def _replay(
        self, phone: int, number: int, found: FoundSavedMatch, code: str, record: Record
    ) -> None:
        try:
            game = find_game(record.game)
            if game.kind == "live":
                found.where = live_game(game).how_far(record)
            else:
                match = Match.replay(game, record)
                found.where, found.board = turn_text(match), (Setup.of(game, match, record), match)
            found.code, found.game, found.record = code, game, record
        except BadNotation as problem:
            found.refused = joined("", problem.reason)
        except Exception:  # a fault in a record must end nothing else
            log.exception("a saved match cannot be shown")
        self._found.put((phone, number, found))
        self._wake()

    def finished(self) -> list[tuple[int, FoundSavedMatch]]:
        """What was found since the last call, with the number of the phone."""
        done = []
        with suppress(Empty):
            while True:
                phone, number, found = self._found.get_nowait()
                if number == self._asked[phone]:
                    done.append((phone, found))
        return done


def may_resume(table: AppContext, scenes: SceneStack | None) -> bool:
    """Whether a phone may ask now to resume a match: nobody plays, and no operator is here."""
    if scenes is None or not scenes.running or table.blackout.active or table.operator:
        return False
    top = scenes.top
    used = any(scene.of_operator or scene.on_table is not None for scene in scenes.scenes)
    return (top.at_rest or top.takes_saved_games) and not used


def resume_question(
    table: AppContext, scenes: SceneStack, asked: AskToResume
) -> tuple[Change, ...]:
    """Asks the people at the table whether to resume a phone's match; the changes of the stack."""
    if not may_resume(table, scenes):
        table.phones.ask(AnswerResume(asked.phone, asked.code, "busy"))
        return ()
    try:
        match_id, record = record_under_code(table.store, asked.code)
    except NoSavedGame:
        table.phones.ask(AnswerResume(asked.phone, asked.code, "gone"))
        return ()
    # It lies over the menu, or over the page that asks for a code, and so does the match.
    over_menu = scenes.top.at_rest

    def answered(key: object) -> Change:
        yes = key == "yes"
        table.phones.ask(AnswerResume(asked.phone, asked.code, "yes" if yes else "no"))
        if not yes:
            return None
        match = ResumeSaved(match_id)
        return Push(match, after_match) if over_menu else Swap(match, after_match)

    dialog = QuestionDialog(
        say(
            "phones.resume_question",
            "{name} wants to resume {game}.",
            name=asked.name or say("phones.someone", "Someone"),
            game=find_game(record.game).title,
        ),
        say(
            "phones.resume_detail",
            "The game is saved under {code}. Asked by phone.",
            code=asked.code,
        ),
        (
            ("no", say("phones.resume_no", "Not now"), "plain"),
            ("yes", say("code.go", "Resume"), "main"),
        ),
        timeout=ASK_SECONDS,
    )
    dialog.answered_at_table = True
    above_menu = scenes.scenes[1:] if over_menu else ()
    return (*(Pop() for _ in above_menu), Push(dialog, answered))
