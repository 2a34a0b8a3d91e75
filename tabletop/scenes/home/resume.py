"""Stored matches that can be resumed: those of the menu, and the page that asks for a code."""

import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Final
from urllib.parse import unquote

from tabletop.engine import BadNotation, Game, Match, Record, Text, count, joined, say
from tabletop.engine.record import NAMES_HEADER, UNFINISHED_RESULT
from tabletop.games import find_game
from tabletop.input.actions import Action
from tabletop.input.event import FindKept, round_words
from tabletop.scenes.catalogue import live_game
from tabletop.scenes.destinations import ChangeSeats, ContinueMatch, OpenStart
from tabletop.scenes.match_setup import Setup
from tabletop.storage import Store, StoredMatch, repository
from tabletop.storage.match_codes import (
    CODE_DIGITS,
    CODE_LENGTH,
    CODE_LETTERS,
    append_character,
    characters_at,
    match_of,
    parse_code,
)
from tabletop.storage.outbox import MATCH_NOTE_PREFIX, TAKEN_NOTE_PREFIX, MatchOfEvent, event_of
from tabletop.storage.repository import event_of_match
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Change, Destination, Pop, Push, Scene, Swap
from tabletop.ui.draw.images import qr_picture
from tabletop.ui.layout import Boxes, Node, column, item, padded, row, space, stack
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    AMBER,
    BODY_SIZE,
    CORAL_WORDS,
    DIM,
    HEAD_SIZE,
    PANEL,
    TEXT,
    TRAY,
)
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.page import PageScene, Plate
from tabletop.ui.widgets.text_entry import CHARACTER_KEY, DELETE, DONE, TextEntry, TextEntryInput

MAX_OFFERED: Final = 3
"""At most this many are shown in the menu, the newest first."""


@dataclass(frozen=True, slots=True)
class ResumableMatch:
    """An unfinished match that can be resumed."""

    match_id: str
    game: Game
    where: Text
    """The progress in words: ``move 12``."""
    record: Record
    round: str = ""
    """The round of the tournament that it belongs to."""

    @property
    def _players(self) -> Text:
        names = dict(self.record.extra).get(NAMES_HEADER, "").split(",")
        return joined(" – ", *(unquote(name) for name in names))

    @property
    def words(self) -> Text:
        """The label of its button."""
        if self.round:
            return joined(": ", round_words(self.round), self._players)
        words = "Resume: {game}, {where}"
        return say("menu.go_on", words, game=self.game.title, where=self.where)

    @property
    def words_in_two(self) -> Text:
        """The label in two lines, for a narrow button."""
        if self.round:
            return joined("\n", round_words(self.round), self._players)
        words = "{game}\nResume at {where}"
        return say("menu.go_on_two", words, game=self.game.title, where=self.where)

    @property
    def told(self) -> Text:
        """A sentence that describes the match."""
        return say("menu.which", "{game}, {where}.", game=self.game.title, where=self.where)


class ResumableMatches:
    """The newest matches that can be resumed. Call `look` after a match was saved or deleted."""

    def __init__(self, table: AppContext) -> None:
        self._table = table
        self._told: set[tuple[str, str]] = set()
        """The unreadable matches that were reported, each in the state it had then."""
        self._tried: dict[tuple[str, str], ResumableMatch | None] = {}
        self.going: tuple[ResumableMatch, ...] = ()
        self.look()

    def look(self) -> None:
        """Reads the stored matches. One that cannot be replayed is reported once and kept.

        In locked mode none is shown. No more are read than can be shown: after an event there
        are hundreds, and each costs time at every return to the menu.
        """
        if self._table.locked:
            self._tried, self.going = {}, ()
            return
        limit = MAX_OFFERED
        while not self._look_at(self._table.store.unfinished(limit), limit):
            limit *= 2

    def _look_at(self, newest: Sequence[StoredMatch], limit: int) -> bool:
        """Takes the resumable ones of the newest matches; False if more have to be read."""
        tried: dict[tuple[str, str], ResumableMatch | None] = {}
        for kept in newest:
            known = (kept.match_id, kept.changed)
            tried[known] = (
                self._tried[known] if known in self._tried else self._try(*known, kept.record)
            )
        self._tried = tried
        self.going = tuple(going for going in tried.values() if going is not None)[:MAX_OFFERED]
        return len(self.going) == MAX_OFFERED or len(newest) < limit

    def find(self, match_id: str) -> ResumableMatch:
        return next(going for going in self.going if going.match_id == match_id)

    def _try(self, match_id: str, changed: str, record: Record) -> ResumableMatch | None:
        try:
            own = event_of_match(self._table.store, match_id)
            return replace(resumable_match(match_id, record), round=own.round)
        except BadNotation as problem:
            self._tell((match_id, changed), problem.reason)
            return None

    def _tell(self, known: tuple[str, str], why: str) -> None:
        if known not in self._told:
            self._told.add(known)
            words = "A saved game can’t be resumed: {why}"
            self._table.warn_operator(say("menu.kept_bad", words, why=why))


def resumable_match(match_id: str, record: Record) -> ResumableMatch:
    """A stored match to resume; BadNotation if its record cannot be replayed."""
    game = _game_of(record)
    return ResumableMatch(match_id, game, _progress_text(game, record), record)


def _game_of(record: Record) -> Game:
    try:
        return find_game(record.game)
    except KeyError:
        words = "there is no game {game} here"
        raise BadNotation(say("menu.game_gone", words, game=record.game)) from None


def _progress_text(game: Game, record: Record) -> Text:
    if game.kind == "live":
        return live_game(game).how_far(record)
    return turn_text(Match.replay(game, record))


def turn_text(match: Match) -> Text:
    """How far a match of a board game is, as ``turn 12``."""
    return say("menu.at_move", "turn {ply}", ply=match.turns_until(len(match.plies)))


def resume_match(table: AppContext, going: ResumableMatch) -> Scene | Destination:
    """The scene of a stored match, with its setup; BadNotation if it cannot be replayed."""
    if going.game.kind == "live":
        return live_game(going.game).take_up(table, going.record, going.match_id)
    match = Match.replay(going.game, going.record)
    setup = Setup.of(going.game, match, going.record)
    setup = setup.with_visitors(repository.visitors_of(table.store, going.match_id))
    own = event_of_match(table.store, going.match_id)
    return ContinueMatch(
        replace(setup, of_event=own) if own.official else setup, match, going.match_id
    )


def after_match(result: object) -> Change:
    """What follows a match that was opened from the menu: the first page of its game, or none."""
    return Push(OpenStart(result.setup)) if isinstance(result, ChangeSeats) else None


MAX_ENTRY_WIDTH: Final = 1180.0
MAX_ENTRY_HEIGHT: Final = 960.0
ENTRY_PADDING: Final = 36.0
ENTRY_GAP: Final = 16.0
ENTRY_HEAD_HEIGHT: Final = 84.0
MESSAGE_HEIGHT: Final = 96.0
KEYS_PER_ROW: Final = 7
ENTRY_KEY_ROWS: Final = 4
"""Two rows of letters, one of digits, and the button that goes on."""
PHONE_GAP: Final = 24.0
MIN_PHONE_WIDTH: Final = 200.0
"""Of the QR code for phones, which narrow pages do not have."""
MIN_QR_PIXELS: Final = 110
"""A QR code of fewer pixels could not be read."""
MIN_CELL_RATIO: Final = 0.9
"""The least ratio of width to height of the cells beside it."""
PHONE_WORDS_HEIGHT: Final = 44.0
RESUME_PAGE: Final = "#resume"
"""Leads a phone to its page for saved games at once."""
CURSOR_HEIGHT: Final = 8.0
"""The height of the line below the next character."""

CODE_QUESTION: Final = say("code.asked", "Which code did the table show when you left?")


class CodeLetters(TextEntry):
    """A code that is being typed; characters that no code has are ignored."""

    def __init__(self) -> None:
        super().__init__("", CODE_LENGTH)

    def write(self, sign: str) -> None:
        self.text = append_character(self.text, sign)


class CodeEntryPage(PageScene):
    """Cells for the characters and keys for all that codes consist of. Swaps to the match."""

    covers = False
    writes = True
    takes_saved_games = True

    def __init__(self, table: AppContext) -> None:
        super().__init__()
        self.table = table
        self.letters = CodeLetters()
        self._input = TextEntryInput(self, self.letters, super().handle, self._changed)
        self._refused: Text | None = None
        self._asked_hub = ""
        """The code that the hub of the event is asked for."""
        self._told = 0
        """The seconds of waiting that are displayed."""
        self._link = ""
        """The address by which phones join, as displayed; "" for none."""
        self._qr: Box | None = None
        """Where its QR code is."""

    # -- laying out -----------------------------------------------------------------------------

    def lay_out(self) -> None:
        across, down = self.room
        plate = self.place(min(MAX_ENTRY_WIDTH, across), min(MAX_ENTRY_HEIGHT, down))
        inner = plate.inset(ENTRY_PADDING)
        # The cells and the rows of keys are equally high.
        lines = ENTRY_KEY_ROWS + 1
        high = (inner.h - ENTRY_HEAD_HEIGHT - MESSAGE_HEIGHT - (lines + 1) * ENTRY_GAP) / lines
        cell = stack(
            "cell",
            padded("letter", 10),
            column(space(), padded("cursor", (24, 0, 24, 0), size=CURSOR_HEIGHT), 12),
        )
        wide = min(inner.w, 1.25 * CODE_LENGTH * high)
        keys = row(*["key"] * KEYS_PER_ROW, gap=ENTRY_GAP)
        self._link = link = self.table.phones.link
        narrower = min(wide, inner.w - PHONE_GAP - MIN_PHONE_WIDTH)
        tall = high + ENTRY_GAP + MESSAGE_HEIGHT
        large = self.canvas.px(tall - PHONE_WORDS_HEIGHT) >= MIN_QR_PIXELS
        by_phone = bool(link) and large and narrower >= MIN_CELL_RATIO * CODE_LENGTH * high
        wide = narrower if by_phone else wide
        aside = inner.w - wide - PHONE_GAP
        cells = row(*[cell] * CODE_LENGTH, gap=ENTRY_GAP, size=wide)
        message = padded("message", (8, 0, 8, 0), size=MESSAGE_HEIGHT)
        typed: tuple[Node, ...] = (row(cells, justify="centre"), message)
        if by_phone:
            phone = column(item("phone words", PHONE_WORDS_HEIGHT), 6, "qr", size=aside)
            entry = column(row(cells), message, gap=ENTRY_GAP, size=wide)
            typed = (row(entry, PHONE_GAP, phone, size=tall),)
        boxes = column(
            row(8, "title", 24, item("leave", ENTRY_HEAD_HEIGHT), size=ENTRY_HEAD_HEIGHT),
            *typed,
            *[keys] * (ENTRY_KEY_ROWS - 1),
            "done",
            gap=ENTRY_GAP,
        ).place(inner)
        written = len(self.letters.text)
        cursor = boxes.all("cursor")[written : written + 1]
        self.plates = (
            Plate(plate, PANEL, 40, lined=True),
            *(Plate(box, TRAY, 20) for box in boxes.all("cell")),
            *(Plate(box, AMBER, CURSOR_HEIGHT / 2) for box in cursor),
        )
        words, refused = self._said
        asked = say("code.title", "Resume a game")
        self.labels = (
            Label(asked, boxes["title"], HEAD_SIZE, TEXT, bold=True, most=1),
            Label(words, boxes["message"], BODY_SIZE, CORAL_WORDS if refused else DIM, most=2),
            *(
                Label(sign, box, 0.7 * high, TEXT, True, "centre", most=1)
                for sign, box in zip(self.letters.text, boxes.all("letter"), strict=False)
            ),
        )
        self._qr = boxes["qr"] if by_phone else None
        if by_phone:
            words = say("code.by_phone", "Or by phone")
            box = boxes["phone words"]
            phone_label = Label(words, box, BODY_SIZE - 4, DIM, align="centre", most=1)
            self.labels = (*self.labels, phone_label)
        leave = PushButton("leave", boxes["leave"], icon="close")
        self.buttons.replace([leave, *self._keys(boxes)])

    def _keys(self, boxes: Boxes) -> list[PushButton]:
        """Letters, digits, delete and done. Only characters that can come next are enabled."""
        high = boxes["done"].h
        half = (len(CODE_LETTERS) + 1) // 2
        busy = bool(self._waits or self._asked_hub)
        open_signs = "" if busy else characters_at(len(self.letters.text))
        places = boxes.all("key")
        keys = [
            PushButton(
                CHARACTER_KEY + sign, box, sign, size=high * 0.56, enabled=sign in open_signs
            )
            for line, signs in enumerate((CODE_LETTERS[:half], CODE_LETTERS[half:], CODE_DIGITS))
            for sign, box in zip(signs, places[line * KEYS_PER_ROW :], strict=False)
        ]
        keys.append(PushButton(DELETE, places[-1], icon="back", enabled=bool(self.letters.text)))
        words = say("code.go", "Resume")
        ready = len(self.letters.text) == CODE_LENGTH and not busy
        size = high * 0.5
        return [*keys, PushButton(DONE, boxes["done"], words, "play", "main", size, enabled=ready)]

    @property
    def _said(self) -> tuple[Text, bool]:
        """The message below the cells, and whether it is a refusal."""
        if self._waits:
            self._told = ceil(self._waits)
            one = "Too many wrong codes. Wait 1 second."
            many = "Too many wrong codes. Wait {n} seconds."
            return count("code.wait", one, many, self._told), True
        if self._asked_hub:
            return say("code.asking", "Looking at the other tables…"), False
        return (CODE_QUESTION, False) if self._refused is None else (self._refused, True)

    @property
    def _waits(self) -> float:
        """Seconds until another code is accepted; the rate limiter sets them."""
        return self.table.code_tries.waits

    # -- input -----------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        return self._input.handle(action)

    def update(self, dt: float, /) -> Change:
        super().update(dt)
        if self._link != self.table.phones.link:
            self.lay_out()
        if self._waits:
            self.table.code_tries.run(dt)
            if ceil(self._waits) != self._told:
                self.lay_out()
        if self._hub_answers:
            return self._take_answer()
        return self._input.settle()

    @property
    def _hub_answers(self) -> bool:
        """Whether the hub has said what it has under the code."""
        kept = self.table.event.state.kept
        asked, answer = self._asked_hub, kept is not None and kept.phase != "asking"
        if not asked:
            return False
        return (answer and kept is not None and kept.code == asked) or not (
            self.table.event.state.joined
        )

    def wakes_in(self) -> float:
        changed = self._link != self.table.phones.link
        if self.letters.waiting or self._hub_answers or changed:
            return 0.0
        if self._waits:
            return self._waits - (ceil(self._waits) - 1) + 0.001
        return super().wakes_in()

    def _changed(self) -> None:
        self._refused, self._asked_hub = None, ""
        self.lay_out()

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        if self._qr is not None:
            side = min(self._qr.w, self._qr.h)
            picture = qr_picture(f"{self._link}{RESUME_PAGE}", frame.canvas.px(side))
            frame.put(picture, self._qr.centre)

    def pressed(self, key: str, /) -> Change:
        if key == "leave":
            return self.back()
        if key == DONE:
            return self._open()
        self.letters.pressed(key)
        return None

    def back(self) -> Change:
        return Pop(None)

    def _open(self) -> Change:
        """Opens the match, or shows why it cannot be opened."""
        code = parse_code(self.letters.text)
        if code is None or self._waits or self._asked_hub:
            return None
        if self.table.event.state.joined and self._is_elsewhere(code):
            self._asked_hub = code
            self.table.event.ask(FindKept(code))
            self.lay_out()
            return None
        return self._open_found(lambda: self._found(code))

    def _open_found(self, find: Callable[[], Scene | Destination]) -> Change:
        try:
            found = find()
        except NoSavedGame as refused:
            if refused.wrong:
                self.table.code_tries.failed()
            self._refused = refused.reason
            self._input.clear()
            self.buttons.focus = None
            self.table.play("refused")
            self.lay_out()
            return None
        self.table.code_tries.succeeded()
        return Swap(found, after_match)

    def _is_elsewhere(self, code: str) -> bool:
        """Whether only another table of the event can have a match under a code."""
        store = self.table.store
        return not match_of(store, code) and not store.get_note(f"{TAKEN_NOTE_PREFIX}{code}")

    def _take_answer(self) -> Change:
        """Takes up the match that the hub has found, or says why it cannot."""
        code, self._asked_hub = self._asked_hub, ""
        return self._open_found(lambda: self._found_at_hub(code))

    def _found_at_hub(self, code: str) -> Scene | Destination:
        table, kept = self.table, self.table.event.state.kept
        if kept is None or kept.code != code or kept.phase == "away":
            words = "The other tables can’t be asked right now. Try again soon."
            raise NoSavedGame(say("code.away", words))
        if kept.phase == "none":
            words = "No game is saved under {code}."
            raise NoSavedGame(say("code.none", words, code=code), wrong=True)
        try:
            record = Record.from_text(kept.record)
            going = resumable_match(kept.match, record)
        except BadNotation as problem:
            raise NoSavedGame(joined("", problem.reason)) from problem
        own = event_of(record)
        if own != MatchOfEvent():
            table.store.set_note(f"{MATCH_NOTE_PREFIX}{kept.match}", own.to_text())
        table.store.save(record, kept.match)
        fact = {"type": "Released", "match": kept.match, "code": code}
        table.store.tell_event("Released", json.dumps(fact))
        return resume_match(table, going)

    def _found(self, code: str) -> Scene | Destination:
        try:
            return resume_match(self.table, match_under_code(self.table.store, code))
        except BadNotation as problem:
            raise NoSavedGame(joined("", problem.reason)) from problem


class NoSavedGame(Exception):
    """No match can be resumed under a code; `reason` says why."""

    def __init__(self, reason: Text, *, wrong: bool = False) -> None:
        """`wrong`: the code was never given, or is forgotten; it may have been guessed."""
        super().__init__(reason)
        self.reason = reason
        self.wrong = wrong


def match_under_code(store: Store, code: str) -> ResumableMatch:
    """The match that is saved under a code; NoSavedGame if none can be resumed."""
    match_id, record = record_under_code(store, code)
    try:
        return resumable_match(match_id, record)
    except BadNotation as problem:
        raise NoSavedGame(joined("", problem.reason)) from problem


def record_under_code(store: Store, code: str) -> tuple[str, Record]:
    """The id and the record of that match, without replaying it."""
    match_id = match_of(store, code)
    taken_to = store.get_note(f"{TAKEN_NOTE_PREFIX}{code}").partition(" ")[2]
    if not match_id and taken_to:
        raise NoSavedGame(say("code.elsewhere", "That game goes on at {table}.", table=taken_to))
    if not match_id:
        words = "No game is saved under {code}."
        raise NoSavedGame(say("code.none", words, code=code), wrong=True)
    try:
        record = store.find(match_id)
        if record.result != UNFINISHED_RESULT:
            raise NoSavedGame(say("code.over", "That game is already over."))
        if record.ruleset != _game_of(record).ruleset:
            words = "Another version of the program saved that game. It can’t be resumed here."
            raise NoSavedGame(say("code.version", words))
        return match_id, record
    except KeyError:
        raise NoSavedGame(say("code.gone", "That game is no longer saved.")) from None
    except BadNotation as problem:
        raise NoSavedGame(joined("", problem.reason)) from problem
    except sqlite3.Error as problem:
        words = "The game can’t be read. Try again in a moment."
        raise NoSavedGame(say("code.unread", words)) from problem
