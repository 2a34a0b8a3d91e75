"""The pause of a match: its page, and the menu that carries out what is chosen there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from tabletop.engine import CHANCE, IllegalMove, Match, Ply, Seat, Text, joined, percent, say
from tabletop.engine.match import clock_text
from tabletop.input.actions import Action, Down, Tap
from tabletop.scenes.catalogue import seat_looks
from tabletop.scenes.destinations import OpenAppearance, OpenLanguage, OpenPlayers
from tabletop.scenes.match.agreements import (
    DRAW_REPLAYED,
    Agreements,
    draw_request,
    end_request,
    pause_request,
    undo_request,
)
from tabletop.scenes.match.seats import SeatChanges
from tabletop.scenes.match_setup import PRACTICE, Setup
from tabletop.scenes.play.board import (
    TURN_KEY,
    language_at_side,
    localised,
    next_side,
    only_person,
    preferences_at_side,
    reading_side,
    reading_sides,
    turn_button,
)
from tabletop.scenes.play.features import Handled, MatchFeature, MatchParts
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Point
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.live_game import (
    HELP_ENTRY,
    CallForHelp,
    OpenPhones,
    OpenRules,
    OpenSound,
    help_entry,
)
from tabletop.ui.core.scene import Change, Pop, Push
from tabletop.ui.core.tween import Timer
from tabletop.ui.draw import shapes
from tabletop.ui.text import typesetting
from tabletop.ui.text.label import Label
from tabletop.ui.theme.theme import (
    BODY_SIZE,
    CARD_SIZE,
    DIM,
    NAME_SIZE,
    PANEL,
    TEXT,
    TRAY,
    SeatLook,
)
from tabletop.ui.widgets.buttons import PushButton
from tabletop.ui.widgets.entry_trays import (
    RESUME_SIZE,
    EntryTray,
    draw_entry,
    entry_buttons,
    tray_layout,
)
from tabletop.ui.widgets.page import PageScene, Plate
from tabletop.ui.widgets.question_dialog import Answers, QuestionDialog

if TYPE_CHECKING:  # nothing of the phones is loaded while they are off
    from tabletop.party.views import SeatPlate

HOST_ENTRIES: Final = ("look", "size", "blank", "still")
"""Entries that are hidden in kiosk mode."""
HIDDEN_FROM_KIDS: Final = ("draw", "resign", "end", "players", "sound")
"""Entries that are also hidden from children."""
TEXT_SIZES: Final = (100, 125, 150, 175, 200)
"""The text scales on offer, in percent."""

ENTRIES: Final[Mapping[str, tuple[Text, str]]] = {
    "undo": (say("pause.undo", "Take back"), "undo"),
    "hint": (say("pause.hint", "Hint"), "hint"),
    "rules": (say("pause.rules", "Rules"), "book"),
    "review": (say("pause.review", "Back to the review"), "eye"),
    "draw": (say("pause.draw", "Offer a draw"), "draw"),
    "resign": (say("pause.resign", "Resign"), "flag"),
    "end": (say("pause.end", "End the game"), "stop"),
    "leave": (say("pause.leave", "Save and leave"), "keep"),
    "menu": (say("pause.menu", "Menu"), "menu"),
    "sound": (say("pause.sound", "Sound"), "call"),
    "size": (say("pause.size", "Text size"), "letters"),
    "language": (say("pause.language", "Language"), "globe"),
    "look": (say("pause.look", "Colours"), "look"),
    "players": (say("pause.players", "Players"), "person"),
    "phones": (say("pause.phones", "Phones"), "phone"),
    "help": HELP_ENTRY,
    "blank": (say("pause.blank", "Blank screen"), "moon"),
    "still": (say("pause.still", "Freeze screen"), "still"),
}
"""The label and icon of each entry."""


class PauseScene(PageScene):
    """Stops the match. Pops with the key of the entry that was chosen.

    Pages that it opens lie over it and lead back to it.
    """

    covers = False
    first_focus = "on"
    phone_keys = frozenset(("on", "undo", "hint", "draw", "resign"))
    """The others open pages that only the table can leave."""

    def __init__(
        self,
        table: AppContext,
        setup: Setup,
        match: Match,
        turns: int = 0,
        *,
        undo_refusal: Text | None = None,
        hints: bool = True,
        review: bool = False,
        change_players: Callable[[Setup], bool] = lambda _: False,
    ) -> None:
        """`hints`: they are offered. `review`: it is practice from a review.

        `undo_refusal`: why nothing can be taken back now; None if something can.

        `change_players` takes a changed setup; False if others are asked about it in the match.
        """
        super().__init__(turns)
        self.touched = False
        """The last action was a touch."""
        self.asker: Seat | None = None
        """Whose own device has pressed something last; None where nobody can know."""
        self.turned_round = False
        """Somebody has turned it to themselves."""
        self.table = table
        self.setup = setup
        self.match = match
        self.offers_hints = hints
        self._undo_refusal = undo_refusal
        self._told: Text | None = None
        """Why a dark entry was refused."""
        self._reviewed = review
        self._change_players = change_players
        self.clocks: tuple[Box, ...] = ()
        """Where the seats' clocks are shown; none without a time control."""

    @property
    def over(self) -> bool:
        return self.match.outcome is not None

    # -- layout -----------------------------------------------------------------------------------

    def lay_out(self) -> None:
        context, ticking = self.canvas.context, self.match.clock.ticking
        layout = tray_layout(
            context,
            self.room,
            self._trays(),
            turn=len(reading_sides(context, self.setup)) > 1,
            note=self._told is not None,
            clocks=self.match.seats if ticking else 0,
        )
        height = min(self.room[1], layout.tree.measure(layout.width)[1])
        plate = self.place(layout.width, height)
        boxes = layout.tree.place(plate)
        self.plates = (
            Plate(plate, PANEL, 40, lined=True),
            *(Plate(box, TRAY, 30) for box in boxes.all("tray")),
        )
        self.clocks = tuple(boxes.all("clock"))
        title = say("pause.over", "Game over") if self.over else say("pause.title", "Paused")
        labels = [Label(title, boxes["title"], CARD_SIZE, bold=True, most=1)]
        if self._told is not None:
            labels.append(Label(self._told, boxes["stopped"], BODY_SIZE, TEXT, most=2))
        elif "stopped" in boxes:
            stopped = say("pause.clock", "The clock is stopped.")
            labels.append(Label(stopped, boxes["stopped"], BODY_SIZE, DIM, most=2, spare=True))
        for tray, box in zip(layout.trays, boxes.all("question"), strict=True):
            labels.append(Label(tray.title, box, BODY_SIZE, DIM, bold=True, most=1))
        self.labels = tuple(labels)
        turns, about = self.turns, self.middle
        on = ("result", say("pause.result", "Show the result"), "star")
        if not self.over:
            on = ("on", say("pause.on", "Resume"), "play")
        turn = (
            turn_button(context, self.setup, boxes["turn"], turns, about) if "turn" in boxes else ()
        )
        self.buttons.replace(
            [
                PushButton(
                    on[0], boxes["on"], on[1], on[2], "main", RESUME_SIZE, turns=turns, about=about
                ),
                *turn,
                *(
                    replace(entry, enabled=entry.key != "undo" or self._undo_refusal is None)
                    for entry in entry_buttons(
                        self.canvas, layout, boxes, self._entry, turns=turns, about=about
                    )
                ),
            ]
        )

    def _entry(self, key: str) -> tuple[Text, str]:
        return help_entry(self.table) if key == "help" else ENTRIES[key]

    def _trays(self) -> tuple[EntryTray, ...]:
        official = self.setup.official
        helps = [*[("undo",)] * (not official), *[("hint",)] * self.offers_hints, ("rules",)]
        draw = [("draw",)] if self.match.game.draws else []
        finish: list[tuple[str, ...]] = [*draw, ("resign",), ("leave",)]
        if self._reviewed:
            finish[: len(draw)] = [("review",)]
        if not self.setup.persons:
            finish = [("end",), ("leave",)]
        table: list[tuple[str, ...]] = [("sound", "size"), ("language", "look")]
        table += [("players",)] * (not official or self.table.offers_phones)
        if self.table.offers_phones:
            table[-1] = ("phones",) if official else ("players", "phones")
        if self.table.event.state.has_staff:
            table.append(("help",))
        if self.over:
            helps, finish = [("rules",)], [("menu",)]
        if self.table.settings["look.projector"]:
            table.insert(2, ("blank", "still"))
        hidden = (HOST_ENTRIES if self.table.locked else ()) + (
            HIDDEN_FROM_KIDS if self.table.kids_mode else ()
        )
        trays = (
            EntryTray(say("pause.game", "This game"), tuple(helps)),
            EntryTray(say("pause.finish", "Finish"), tuple(finish)),
            EntryTray(say("pause.table", "The table"), tuple(table)),
        )
        return tuple(each for tray in trays if (each := tray.without(hidden)).rows)

    # -- what happens -----------------------------------------------------------------------------

    def handle(self, action: Action, /) -> Change:
        self.asker, self.touched = action.seat, isinstance(action, Tap)
        if isinstance(action, Tap) and self._holds_dark_entry(action.at):
            self._told = self._undo_refusal
            self.lay_out()
            return None
        return super().handle(action)

    def _holds_dark_entry(self, at: Point) -> bool:
        return any(not each.enabled and each.holds(at) for each in self.buttons.buttons)

    def pressed(self, key: str, /) -> Change:
        context, setup = self.canvas.context, self.setup
        readers = preferences_at_side(self.table.ui_context, setup, self.turns)
        match key:
            case "rules":
                return Push(OpenRules(self.match.game, playing=True)).for_seat(*readers)
            case "help":
                return Push(CallForHelp(self.turns % 4)).for_seat(*readers)
            case "sound":
                return Push(OpenSound())
            case "language":
                return Push(OpenLanguage(), self._set_language)
            case "look":
                return Push(OpenAppearance())
            case "size":
                return Push(self._text_size_dialog(), self._set_text_size)
            case "players":
                return Push(OpenPlayers(setup), self._players_chosen).for_seat(*readers)
            case "phones":
                return Push(OpenPhones(self.match.game.title, self._seats, self._looks))
            case "blank":
                self.table.blackout.lay("dark")
                return None
            case "still":
                self.table.blackout.lay("still")  # over the game, not over this page
                return Pop("on")
            case key if key == TURN_KEY:
                self.turns, self.turned_round = next_side(context, setup, self.turns), True
                self.language = language_at_side(context, setup, self.turns)
                self.lay_out_in_own_context(self.table.ui_context)
                return None
        return Pop(key)

    @property
    def _looks(self) -> tuple[SeatLook, ...]:
        return seat_looks(self.match.game)

    def _seats(self, context: UiContext) -> tuple[SeatPlate, ...]:
        """The seats that phones may take."""
        from tabletop.scenes.play.phone_view import seat_plates

        return seat_plates(self.setup, self._looks, None, context)

    def _text_size_dialog(self) -> QuestionDialog:
        now = self.table.settings["look.text_size"]
        answers: Answers = tuple(
            (str(size), percent(size), "main" if size == now else "plain") for size in TEXT_SIZES
        )
        question = say("pause.ask_size", "How large should the text be?")
        note = say("pause.ask_size_note", "For the whole table. Each player can choose their own.")
        return QuestionDialog(question, note, answers, self.turns)

    def _set_text_size(self, answer: object) -> Change:
        if isinstance(answer, str):
            self.table.change("look.text_size", int(answer))
            self._follow_table(size=True)
        return None

    def _set_language(self, answer: object) -> Change:
        if isinstance(answer, str):
            self._follow_table(language=True)
        return None

    def _follow_table(self, *, language: bool = False, size: bool = False) -> None:
        """Has the readers of this page, and computers, follow the table."""
        setup, context = self.setup, self.table.ui_context
        for seat in range(setup.seats):
            if setup.player(seat).is_computer or reading_side(context, setup, seat) == self.turns:
                setup = setup.following_table(seat, language=language, size=size)
        if setup != self.setup:
            self._change_players(setup)
            self.setup = setup
        readers = preferences_at_side(context, setup, self.turns)
        self.language, self.text_scale = readers
        self.lay_out_in_own_context(context)

    def _players_chosen(self, answer: object) -> Change:
        if not isinstance(answer, Setup) or answer == self.setup:
            return None
        if not self._change_players(answer):
            return Pop("on")  # where the others are asked
        self.setup = answer
        self.lay_out()
        return None

    def back(self) -> Change:
        return Pop("on")

    # -- drawing ----------------------------------------------------------------------------------

    def draw_one(self, frame: Frame, button: PushButton) -> None:
        if button.key not in ENTRIES:
            super().draw_one(frame, button)
            return
        focused = button.key == self.buttons.focus
        draw_entry(frame, button, pressed=self.is_held(button), focused=focused)

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


EARLY_SHARE: Final = 0.5
"""Before this share of a usual match a computer accepts no draw."""
MAX_SHARE_TO_ACCEPT_DRAW: Final = 0.9
"""A computer agrees to a draw if its chance is at most this much of a fair share."""


def end_question(match: Match, how: str, setup: Setup, seat: Seat, turns: int) -> QuestionDialog:
    """Asks whether to agree on a draw ("draw"), end without a result ("end") or resign.

    Only the devices of `seat` can answer; those of other seats can close it.
    """
    no = say("match.ask_no", "Keep playing")
    more: Answers = ()
    if how == "draw":
        question = say("match.ask_draw", "Offer a draw?")
        detail = say("match.ask_draw_detail", "Everyone must agree.")
        if setup.of_event.replays_draws:
            detail = DRAW_REPLAYED
        elif setup.computers:
            detail = say("match.ask_draw_computer", "The computer may decline.")
        yes = say("match.ask_draw_yes", "Offer a draw")
    elif how == "end":
        question = say("match.ask_stop", "End this game without a result?")
        detail = say("match.ask_stop_detail", "You can’t resume it.")
        yes = say("match.ask_stop_yes", "End the game")
    else:
        question = say("match.ask_resign", "Resign?")
        if len(setup.persons) > 1:
            question = say("match.ask_resign_who", "Does {who} resign?", who=setup.name(seat))
        detail = say("match.ask_resign_detail", "Then the others win this game.")
        if setup.after_practice is not None:
            detail = PRACTICE
        elif match.seats == 2:
            words = "Then {who} wins this game."
            detail = say("match.ask_resign_one", words, who=setup.name(1 - seat))
        yes = say("match.ask_resign_yes", "Resign")
        if len(setup.persons) > 1 and not setup.official:
            more = (("end", say("match.ask_resign_end", "End without a result"), "plain"),)
    answers: Answers = (("no", no, "main"), ("yes", yes, "plain"), *more)
    return QuestionDialog(question, detail, answers, turns, seat=seat)


@dataclass(frozen=True, slots=True)
class PauseActions:
    """What the pause asks of other features of the match."""

    chances: Callable[[], Mapping[Seat, float]]
    """What each computer thought of its own chances when it last thought."""
    walk_away: Callable[[], Change]
    """People leave the match."""
    offers_hints: Callable[[], bool]
    ask_hint: Callable[[Seat | None], Change]
    show_result: Callable[[], Change]
    reviewed: Callable[[], bool]
    """Whether this is practice from a review."""
    review: Callable[[], Change]
    """Goes back to that review."""


GUARD_SECONDS: Final = 0.35
"""After the pause was closed, new touches are ignored for so long: they were meant for it."""


class Pause(MatchFeature):
    """Opens the pause and does what is chosen there, once the seats that are asked agree."""

    def __init__(
        self, parts: MatchParts, agreements: Agreements, seats: SeatChanges, actions: PauseActions
    ) -> None:
        super().__init__(parts)
        self._agreements = agreements
        self._seats = seats
        self._actions = actions
        self._guard = Timer(0.0)

    # -- the feature ------------------------------------------------------------------------------

    @property
    def active(self) -> bool:
        return not self._guard.done

    def handle(self, action: Action, seat: Seat | None) -> Handled | None:
        """Keeps a second touch of a button of the pause from reaching the board."""
        del seat
        return Handled() if isinstance(action, Down) and not self._guard.done else None

    def update(self, dt: float) -> None:
        self._guard.run(dt)

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
        paused = PauseScene(
            self._table,
            session.setup,
            session.match,
            turns,
            undo_refusal=session.why_no_undo(plies_alone=True),
            hints=self._actions.offers_hints(),
            review=self._actions.reviewed(),
            change_players=self._seats.hand_over_at_once,
        )

        def then(answer: object) -> Change:
            self._guard = Timer(GUARD_SECONDS if paused.touched else 0.0)
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
            case "undo":
                return self.request_undo(asker)
            case "hint":
                return self._actions.ask_hint(asker)
            case "result":
                return self._actions.show_result()
            case "review":
                return self._actions.review()
            case "leave" | "menu":
                return self._actions.walk_away()
            case ("draw" | "resign" | "end") as end if not session.over:
                return self._request_end(str(end), asker)
            case _:
                pass
        return None

    # -- taking back ------------------------------------------------------------------------------

    def request_undo(self, seat: Seat | None) -> Change:
        """Somebody wants to take a ply back; `seat` is whose own device asks, if that is known.

        A seat takes back its own last ply alone. Where nobody can know whose hand it was, the
        owner of the ply is asked. People who sit side by side, and may share one mouse, take back
        one ply alone and are both asked for more.
        """
        session, agreements = self._session, self._agreements
        last, people = session.last_person_ply, frozenset(session.setup.persons)
        refused = last is None or last.seat == CHANCE or session.setup.official
        if last is None or refused or not agreements.needed:
            persons = session.setup.persons
            self.take_back(None, persons[0] if len(persons) == 1 else seat)
            return None
        back, asked = last, people
        if seat is not None:
            back = self._own_ply(seat) or last
            asked = frozenset() if back is last and last.seat == seat else people
        elif any(session.setup.edges):
            asked = frozenset((last.seat,))
        elif not session.recently_undone:
            asked = frozenset()
        return agreements.propose(undo_request(session.setup, session.match, back, seat, asked))

    def _own_ply(self, seat: Seat) -> Ply | None:
        """The last ply of a seat, if no dice were thrown since."""
        for ply in reversed(self._session.match.plies):
            if ply.seat in (seat, CHANCE):
                return ply if ply.seat == seat else None
        return None

    def take_back(self, back: Ply | None, asker: Seat | None = None) -> None:
        """Takes back to before `back`, or tells the asker why that cannot be."""
        try:
            self._session.take_back(back)
            self._notices.quiet()
        except IllegalMove as refused:
            why = joined("", refused.reason)
            if asker is None:
                self._notices.deny(why)
            else:
                self._notices.deny_seat(asker, why)

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
        if not self._table.settings["input.own_hands"]:
            # Every box serves every seat; a phone is still one person's.
            question.seat, question.answered_at_table = None, True
        if how == "resign":
            question.language = panel.language
        else:
            question.language = language_at_side(self._table.ui_context, setup, panel.turns)

        def then(answer: object) -> Change:
            if answer == "end":
                return self._request_end("end", asker)
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
        match, known = self._session.match, self._actions.chances()
        fair, early = 1 / match.seats, len(match.plies) < EARLY_SHARE * match.game.typical_plies
        for seat in self._session.setup.computers:
            chance = known.get(seat)
            if chance is None or early:
                words = "The computer declines the draw: it’s too early to tell."
                self._notices.tell(say("computer.draw_early", words))
                return False
            if chance > MAX_SHARE_TO_ACCEPT_DRAW * fair:
                words = "The computer declines the draw: it hopes to win."
                self._notices.tell(say("computer.draw_declined", words))
                return False
        return True
