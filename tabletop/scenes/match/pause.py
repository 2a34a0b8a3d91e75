"""The pause of a match: its page, and the menu that carries out what is chosen there."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from tabletop.engine import CHANCE, IllegalMove, Match, Ply, Seat, Text, joined, say
from tabletop.engine.match import clock_text
from tabletop.input.actions import Action
from tabletop.scenes.catalogue import seat_looks
from tabletop.scenes.destinations import OpenAppearance, OpenDevices, OpenLesson
from tabletop.scenes.match.agreements import (
    Agreements,
    draw_request,
    end_request,
    pause_request,
    undo_request,
)
from tabletop.scenes.match.seats import SeatChanges
from tabletop.scenes.match_setup import SERIES_LENGTHS, Setup, length_words, series_words
from tabletop.scenes.play.board import (
    TURN_KEY,
    language_at_side,
    localised,
    next_side,
    only_person,
    reading_sides,
    turn_button,
)
from tabletop.scenes.play.features import MatchParts
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.live_game import OpenRules, OpenSound
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.draw import shapes
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import BODY_SIZE, DIM, HEAD_SIZE, NAME_SIZE, PANEL, TEXT
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton
from tabletop.ui.widgets.choice import SPEED_NAMES
from tabletop.ui.widgets.page import PageScene, Plate, split_row
from tabletop.ui.widgets.question_dialog import Answers, QuestionDialog

WIDTH: Final = 980.0
PAD: Final = 48.0
GAP: Final = 24.0
BUTTON: Final = 108.0
CLOCK: Final = 92.0
TURN_WIDTH: Final = 96.0
PROJECTOR_COLUMNS: Final = 4
"""The number of buttons in a row in projector mode."""
NARROW_WIDTH: Final = 1200.0
"""Below this width half as many: otherwise the buttons would have no room for their text."""

HOST_ENTRIES: Final = ("devices", "look", "blank", "still")
"""Entries that are hidden in kiosk mode."""
HIDDEN_FROM_KIDS: Final = (
    "draw",
    "resign",
    "end",
    "players",
    "series",
    "chances",
    "sound",
    "speed",
)
"""Entries that are also hidden from children."""

YES, NO = say("yes", "yes"), say("no", "no")


class PauseScene(PageScene):
    """Stops the match, and pops with the key of what was chosen."""

    covers = False

    def __init__(self, table: AppContext, setup: Setup, match: Match, turns: int = 0) -> None:
        super().__init__(turns)
        self.asker: Seat | None = None
        """Whose own device has pressed something last; None where nobody can know."""
        self.turned_round = False
        """Somebody has turned it to themselves."""
        self.table = table
        self.setup = setup
        self.match = match
        self.clocks: tuple[Box, ...] = ()
        """Where the seats' clocks are shown; none without a time control."""

    def lay_out(self) -> None:
        across, down = self.room
        width = (
            across
            if self.canvas.context.projector
            else min(self.canvas.context.scaled_length(WIDTH, BODY_SIZE), across)
        )
        rows = self._rows()
        clock = CLOCK + GAP if self.match.clock.ticking else 0.0
        head = 84.0
        taken = 2 * PAD + head + clock + (len(rows) - 1) * GAP
        each = min(self.canvas.context.scaled_length(BUTTON, BODY_SIZE), (down - taken) / len(rows))
        height = taken + len(rows) * each
        plate = self.place(width, height)
        inner = Box(plate.x + PAD, plate.y + PAD, plate.w - 2 * PAD, plate.h - 2 * PAD)
        self.plates = (Plate(plate, PANEL, 40, lined=True),)
        self._head(Box(inner.x, inner.y - 6, inner.w, head - 14))
        clocks = Box(inner.x, inner.y + head, inner.w, CLOCK)
        self.clocks = tuple(split_row(clocks, self.match.seats, GAP)) if clock else ()
        round_box = Box(inner.right - TURN_WIDTH, inner.y - 14, TURN_WIDTH, head - 2)
        buttons = [
            *turn_button(self.canvas.context, self.setup, round_box, self.turns, self.middle)
        ]
        y = inner.y + head + clock
        for keys in rows:
            boxes = split_row(Box(inner.x, y, inner.w, each), len(keys), GAP)
            buttons += [self._button(key, box) for key, box in zip(keys, boxes, strict=True)]
            y += each + GAP
        self.buttons.replace(buttons)

    def _rows(self) -> list[tuple[str, ...]]:
        end = ("draw", "resign", "end") if self.setup.persons else ("draw", "end")
        rows: list[tuple[str, ...]] = [("on",), ("rules", "learn", "speed"), end]
        # A board turns only where people sit round it.
        board = ("board",) if self.setup.facing else ()
        # For a room all words are turned to it, wherever people sit.
        turned = ("facing", *board) if not self.table.settings["look.projector"] else ()
        rows += [(*turned, "devices"), ("players", "series", "chances")]
        rows += [("look", "sound"), ("leave",)]
        if self.match.outcome is not None:
            del rows[2]
        if self.table.settings["look.projector"]:
            rows.insert(-1, ("blank", "still"))
        rows = self._allowed(rows)
        across = PROJECTOR_COLUMNS if self.room[0] >= NARROW_WIDTH else PROJECTOR_COLUMNS // 2
        return rows if not self.canvas.context.projector else broad_rows(rows, across)

    def _allowed(self, rows: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """The rows without the entries that are hidden now."""
        table = self.table
        hidden = (HOST_ENTRIES if table.locked else ()) + (
            HIDDEN_FROM_KIDS if table.kids_mode else ()
        )
        left = [tuple(key for key in keys if key not in hidden) for keys in rows]
        return [keys for keys in left if keys]

    def _head(self, box: Box) -> None:
        title = Label(say("pause.title", "Paused"), box, HEAD_SIZE, bold=True, most=1)
        self.labels = (title,)
        if self.match.clock.ticking:
            still = say("pause.clock", "The clocks stand still.")
            room = box.w * 0.6 - (TURN_WIDTH + GAP) * (
                len(reading_sides(self.canvas.context, self.setup)) > 1
            )
            half = Box(box.x + box.w * 0.4, box.y, room, box.h)
            told = Label(still, half, BODY_SIZE, DIM, align="right", most=1, spare=True)
            self.labels = (title, told)

    def _button(self, key: str, box: Box) -> PushButton:
        label, picture, style = self._faces()[key]
        size = NAME_SIZE if key == "on" else 40.0
        turns, about = self.turns, self.middle
        return PushButton(key, box, label, picture, style, size, turns=turns, about=about)

    def _faces(self) -> dict[str, tuple[Text | str, str, ButtonStyle]]:
        """What each button says, its icon and its style."""
        speed = SPEED_NAMES[self.table.settings["look.speed"]]
        facing = YES if self.setup.facing else NO
        turns = YES if self.table.settings["look.board"] == "turns" else NO
        seen = YES if self.table.settings["computer.chance_bar"] else NO
        kept = say("pause.kept", "(the game is kept)")
        leave = say("pause.leave", "Leave")
        if not self.canvas.context.projector:
            leave = joined(" ", leave, kept)
        return {
            "on": (say("pause.on", "Play on"), "play", "main"),
            "rules": (say("pause.rules", "Rules"), "book", "plain"),
            "learn": (say("pause.learn", "Learn"), "finger", "plain"),
            "speed": (say("pause.speed", "Animation: {speed}", speed=speed), "later", "plain"),
            "draw": (say("pause.draw", "Offer a draw"), "draw", "plain"),
            "resign": (say("pause.resign", "Give up"), "flag", "plain"),
            "end": (say("pause.end", "End the game"), "stop", "plain"),
            "facing": (say("pause.turned", "Words turned: {yes}", yes=facing), "swap", "plain"),
            "board": (say("pause.board", "Board turns: {yes}", yes=turns), "turn", "plain"),
            "devices": (say("pause.devices", "Devices"), "plug", "plain"),
            "chances": (say("pause.chances", "Show chances: {yes}", yes=seen), "chances", "plain"),
            "players": (say("pause.players", "Who plays?"), "computer", "plain"),
            "sound": (say("pause.sound", "Sound"), "call", "plain"),
            "look": (say("pause.look", "Colours"), "look", "plain"),
            "series": (series_words(self.setup.best_of), "again", "plain"),
            "blank": (say("pause.blank", "Dark picture"), "moon", "plain"),
            "still": (say("pause.still", "Picture stands still"), "still", "plain"),
            "leave": (leave, "out", "plain"),
        }

    def handle(self, action: Action, /) -> Change:
        self.asker = action.seat
        return super().handle(action)

    def pressed(self, key: str, /) -> Change:
        if key == TURN_KEY:
            self.turns, self.turned_round = (
                next_side(self.canvas.context, self.setup, self.turns),
                True,
            )
            self.language = language_at_side(self.canvas.context, self.setup, self.turns)
            self.lay_out_in_own_context(self.table.ui_context)
            return None
        if key == "devices":
            return Push(OpenDevices())
        if key == "look":
            return Push(OpenAppearance())
        if key == "sound":
            return Push(OpenSound())
        if key == "blank":
            self.table.blackout.lay("dark")
            return None
        if key == "still":
            self.table.blackout.lay("still")  # over the game, not over this page
            return Pop("on")
        if key == "board":
            still = self.table.settings["look.board"] == "still"
            self.table.change("look.board", "turns" if still else "still")
            self.lay_out()
            return None
        if key == "chances":
            self.table.change("computer.chance_bar", not self.table.settings["computer.chance_bar"])
            self.lay_out()
            return None
        if key != "speed":
            return Pop(key)
        order = list(SPEED_NAMES)
        here = order.index(self.table.settings["look.speed"])
        self.table.change("look.speed", order[(here + 1) % len(order)])
        self.lay_out()
        return None

    def back(self) -> Change:
        return Pop("on")

    def draw_content(self, frame: Frame) -> None:
        super().draw_content(frame)
        canvas, looks = self.canvas, seat_looks(self.match.game)
        for seat, box in enumerate(self.clocks):
            radius = box.h * 0.36
            text = clock_text(self.match.clock.left[seat])
            large = min(frame.context.scaled_size(NAME_SIZE), box.h)
            size = typesetting.fitting_size(
                text, canvas.px(large), canvas.px(box.w - 3 * radius), True, context=frame.context
            )
            picture = typesetting.tabular_line(text, size, TEXT, context=frame.context)
            x, y = box.x + radius + 4, box.centre[1]
            frame.put(shapes.stone(looks[seat], radius * canvas.scale), (x, y))
            frame.put(picture, (x + radius + 20 + picture.get_width() / canvas.scale / 2, y))


def broad_rows(rows: list[tuple[str, ...]], across: int) -> list[tuple[str, ...]]:
    """The same buttons in as few rows as possible, for projector mode."""
    first, *others = rows
    keys = [key for keys in others for key in keys]
    lines = -(-len(keys) // across)
    each = -(-len(keys) // lines)
    return [first, *(tuple(keys[at : at + each]) for at in range(0, len(keys), each))]


MAX_SHARE_TO_ACCEPT_DRAW: Final = 0.9
"""A computer agrees to a draw if its chance is at most this much of a fair share."""


def end_question(match: Match, how: str, setup: Setup, seat: Seat, turns: int) -> QuestionDialog:
    """Asks whether it shall be a draw ("draw"), end without a result ("end") or be given up."""
    no = say("match.ask_no", "Play on")
    if how == "draw":
        question = say("match.ask_draw", "Call it a draw?")
        detail = say("match.ask_draw_detail", "Only if all of you agree.")
        if setup.computers:
            detail = say("match.ask_draw_computer", "The computer may say no.")
        yes = say("match.ask_draw_yes", "Yes, a draw")
    elif how == "end":
        question = say("match.ask_stop", "End this game without a result?")
        detail = say("match.ask_stop_detail", "It cannot be taken up again.")
        yes = say("match.ask_stop_yes", "Yes, end it")
    else:
        question = say("match.ask_resign", "Does {who} give up?", who=setup.name(seat))
        detail = say("match.ask_resign_detail", "The others win this game.")
        if match.seats == 2:
            detail = say("match.ask_resign_one", "{who} wins this game.", who=setup.name(1 - seat))
        yes = say("match.ask_resign_yes", "Yes, give up")
    answers: Answers = (("no", no, "main"), ("yes", yes, "plain"))
    return QuestionDialog(question, detail, answers, turns)


class MatchMenu:
    """Opens the pause and does what is chosen there, once the seats that are asked agree."""

    def __init__(
        self,
        parts: MatchParts,
        agreements: Agreements,
        seats: SeatChanges,
        *,
        chances: Callable[[], Mapping[Seat, float]],
        relayout: Callable[[], None],
        walk_away: Callable[[], Change],
    ) -> None:
        """`chances`: what each computer thought of its own chances when it last thought."""
        self._table, self._session, self._board = parts.table, parts.session, parts.board
        self._notices = parts.notices
        self._agreements = agreements
        self._seats = seats
        self._chances = chances
        self._relayout = relayout
        self._walk_away = walk_away

    # -- the pause --------------------------------------------------------------------------------

    def request_pause(self, seat: Seat | None) -> Change:
        """A seat's own button asks the others first, while they may be thinking."""
        if seat is None or self._session.over:
            return self.open(seat)
        return self._agreements.propose(pause_request(self._session.setup, seat))

    def open(self, asker: Seat | None = None) -> Change:
        """Opens the pause, turned to who is known to have asked for it."""
        self._agreements.drop()
        session, layout = self._session, self._board.layout
        session.hand.let_go()
        turns = layout.sides[0] if asker is None else layout.panels[asker].turns
        paused = PauseScene(self._table, session.setup, session.match, turns)

        def then(answer: object) -> Change:
            by = paused.asker
            if by is None and answer == "resign" and (asker is not None or paused.turned_round):
                by = only_person(
                    self._table.ui_context, session.setup, paused.turns
                )  # it is they who read the page
            return self.chosen(answer, by)

        return Push(localised(paused, self._table.ui_context, session.setup), then)

    def chosen(self, answer: object, asker: Seat | None = None) -> Change:
        """Does what was chosen; `asker` is whose own device chose it, if that is known."""
        session = self._session
        match answer:
            case "rules":
                return Push(OpenRules(session.match.game, playing=True))
            case "learn":
                return Push(OpenLesson(session.match.game, playing=True))
            case "facing":
                session.setup = session.setup.turned_round()
                self._relayout()
            case "players":
                return self._seats.ask_players()
            case "series":
                return ask_series(session.setup.best_of, self._play_series)
            case "leave":
                return self._walk_away()
            case ("draw" | "resign" | "end") as end if not session.over:
                return self._request_end(str(end), asker)
            case _:
                pass
        return None

    def _play_series(self, best_of: int) -> None:
        self._session.setup = replace(self._session.setup, best_of=best_of)
        self._session.mark_unsaved()

    # -- taking back ------------------------------------------------------------------------------

    def request_undo(self, seat: Seat | None) -> Change:
        """Somebody wants to take a ply back; `seat` is whose own device asks, if that is known.

        A seat takes back its own last ply alone. Where nobody can know whose hand it was, the
        owner of the ply is asked. People who sit side by side, and may share one mouse, take back
        one ply alone and are both asked for more.
        """
        session, agreements = self._session, self._agreements
        last, people = session.last_person_ply, frozenset(session.setup.persons)
        if last is None or last.seat == CHANCE or not agreements.needed:
            self.take_back(None)
            return None
        back, asked = last, people
        if seat is not None:
            back = self._own_ply(seat) or last
            asked = frozenset() if back is last and last.seat == seat else people
        elif any(session.setup.edges):
            asked = frozenset((last.seat,))
        elif not agreements.recently_undone:
            asked = frozenset()
        return agreements.propose(undo_request(session.setup, session.match, back, seat, asked))

    def _own_ply(self, seat: Seat) -> Ply | None:
        """The last ply of a seat, if no dice were thrown since."""
        for ply in reversed(self._session.match.plies):
            if ply.seat in (seat, CHANCE):
                return ply if ply.seat == seat else None
        return None

    def take_back(self, back: Ply | None) -> None:
        """Takes back to before `back`, or tells why that cannot be."""
        try:
            self._session.take_back(back)
        except IllegalMove as refused:
            self._notices.deny(joined("", refused.reason))

    # -- ending -----------------------------------------------------------------------------------

    def _request_end(self, how: str, asker: Seat | None) -> Change:
        """Somebody wants a draw, to give up, or to end it without a result."""
        if how == "resign" or not self._agreements.needed:
            return self._ask_end(how, asker)
        if how == "draw" and not self._computers_agree():
            return None
        make = draw_request if how == "draw" else end_request
        return self._agreements.propose(make(self._session.setup, asker))

    def _ask_end(self, how: str, asker: Seat | None) -> Change:
        session, setup = self._session, self._session.setup
        # Nobody gives up for a computer: it is the next person who asks.
        seat = setup.next_person(session.acting)
        seat = asker if asker in setup.persons else seat
        panel = self._board.layout.panels[seat]
        question = end_question(session.match, how, setup, seat, panel.turns)
        if how == "resign":
            # Nobody else's device can give up for a seat.
            question.seat = seat if self._table.settings["input.own_hands"] else None
            question.language = panel.language
        else:
            question.language = language_at_side(self._table.ui_context, setup, panel.turns)

        def then(answer: object) -> Change:
            if answer != "yes" or session.over:
                return None
            if how == "resign":
                session.resign(seat)
            elif how == "end":
                session.stop()
            elif self._computers_agree():
                session.agree()
            return None

        return Push(question, then)

    def _computers_agree(self) -> bool:
        """Whether all computers agree to a draw; it is told if one does not."""
        fair, known = 1 / self._session.match.seats, self._chances()
        for seat in self._session.setup.computers:
            chance = known.get(seat)
            if chance is None:
                words = "The computer declines the draw: it is too early to say"
                self._notices.tell(say("computer.draw_early", words))
                return False
            if chance > MAX_SHARE_TO_ACCEPT_DRAW * fair:
                words = "The computer declines the draw: it hopes to win"
                self._notices.tell(say("computer.draw_declined", words))
                return False
        return True


def ask_series(best_of: int, chosen: Callable[[int], None]) -> Push:
    """Asks for the length of the series and gives `chosen` the answer."""
    answers: Answers = tuple(
        (str(length), length_words(length), "main" if length == best_of else "plain")
        for length in SERIES_LENGTHS
    )

    def then(answer: object) -> Change:
        if isinstance(answer, str):
            chosen(int(answer))
        return None

    question = say("series.ask", "How long is the series?")
    detail = say("series.ask_detail", "Whoever wins most of the games has won it.")
    return Push(QuestionDialog(question, detail, answers), then)
