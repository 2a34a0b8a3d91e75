"""What the phones at a match show: the acting seat's own board, and what all others may see.

A picture that is being made is in no view but that of who makes it. The shown picture is in the
view of who looks at it, while the look lasts. Both are in the views of all once a turn is scored.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from tabletop.engine import Seat, SeatProfile, Text, count, joined, say
from tabletop.games.sevens.figures import figure_label
from tabletop.games.sevens.messages import CARD_NAMES, SEAT_NAMES, TITLE
from tabletop.games.sevens.pieces.space import Zone
from tabletop.games.sevens.rules.match import GAME, Phase
from tabletop.games.sevens.rules.pieces import Corners, Picture, corners_of, length
from tabletop.games.sevens.rules.score import outlines
from tabletop.games.sevens.scenes.context import NO_TEXT, SEATS, MatchContext
from tabletop.games.sevens.scenes.phase_scene import round_title
from tabletop.games.sevens.scenes.phases.arrange import NAME_IT, ArrangePhase
from tabletop.games.sevens.scenes.phases.base import BasePhase, centred, work_area
from tabletop.games.sevens.scenes.phases.chance import COIN, ON, CardPhase, TossPhase
from tabletop.games.sevens.scenes.phases.computer import seen_soon_text
from tabletop.games.sevens.scenes.phases.guessing import GuessPhase
from tabletop.games.sevens.scenes.phases.result import ResultPhase
from tabletop.games.sevens.scenes.phases.scoring import ScorePhase
from tabletop.games.sevens.scenes.phones import (
    BOOKLET_KEY,
    BUILD_KEY,
    CLOSE_KEY,
    FIGURE_PREFIX,
    GROUP_PREFIX,
    MODEL_KEY,
    PAUSE_KEY,
    Browsing,
    PhoneSeats,
    is_offered,
    phone_away_text,
)
from tabletop.games.sevens.view.board import BoardPlan, board_plan
from tabletop.games.sevens.view.layout import PHONE_BOARD_RATIO
from tabletop.games.sevens.view.piece_board import PieceBoard
from tabletop.games.sevens.view.pieces import PIECE_COLOURS, piece_numbers
from tabletop.games.sevens.view.view import LOOKS
from tabletop.party.views import (
    ChoiceStyle,
    PhoneButton,
    PieceShape,
    PiecesView,
    ResultView,
    SeatPlate,
    View,
    WaitView,
)
from tabletop.ui.core.context import UiContext
from tabletop.ui.theme.theme import Colour
from tabletop.ui.widgets.buttons import ButtonStyle, PushButton

Rectangle: TypeAlias = tuple[float, float, float, float]
Polygon: TypeAlias = tuple[tuple[float, float], ...]

COIN_DECIDES: Final = say("sevens.shown.toss", "A coin decides who begins.")
UNDO: Final = say("sevens.undo", "Take back")
MARGIN: Final = 0.5
"""Units around a picture that is only looked at."""
GHOST_DISTANCE: Final = 1.0
"""Units that a piece moves at most when it snaps: further away nothing is previewed."""
STYLES: Final[dict[ButtonStyle, ChoiceStyle]] = {
    "main": "main",
    "other": "plain",
    "plain": "plain",
    "chosen": "main",
}


def seat_plates(context: MatchContext, phase: BasePhase, ui: UiContext) -> tuple[SeatPlate, ...]:
    """Both seats; a seat is not free while its phone would show a picture that is being made."""
    plates = []
    for plain in profile_plates(context.seating.seats, ui):
        seat, match = plain.number, context.match
        taken: Literal["", "phone", "computer"] = ""
        if context.level(seat) is not None:
            taken = "computer"
        elif context.on_phone(seat):
            taken = "phone"
        secret = match.phase is Phase.ARRANGE and seat == match.arranger
        plates.append(
            replace(
                plain,
                taken=taken,
                free=not secret and (not taken or match.phase is Phase.TOSS),
                active=(seat == phase.seat or phase.for_both) and match.phase is not Phase.OVER,
            )
        )
    return tuple(plates)


def profile_plates(profiles: Sequence[SeatProfile], ui: UiContext) -> tuple[SeatPlate, ...]:
    """Both seats before a match."""
    return tuple(
        SeatPlate(
            seat,
            ui.plain(SEAT_NAMES[seat]),
            profile.name,
            face=_hex(look.face),
            inlay=_hex(look.inlay),
            rim=_hex(look.rim),
            mark=look.mark,
            taken="computer" if profile.is_computer else "",
            free=True,
        )
        for seat, (profile, look) in enumerate(zip(profiles, LOOKS, strict=True))
    )


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def match_view(
    context: MatchContext, phase: BasePhase, phones: PhoneSeats, seat: Seat | None, ui: UiContext
) -> View:
    """What the phone at a seat shows, or that of a spectator (`seat` None)."""
    return _Viewer(context, phase, phones, seat, ui).view()


@dataclass(frozen=True, slots=True)
class _Viewer:
    context: MatchContext
    phase: BasePhase
    phones: PhoneSeats
    seat: Seat | None
    ui: UiContext

    # -- which view -----------------------------------------------------------------------------

    def view(self) -> View:
        phase, own = self.phase, self._acts
        match phase:
            case TossPhase():
                return self._toss(phase)
            case ArrangePhase() if own and self.context.apart is not None:
                browsing = self.phones.browsing
                return self._arranging(phase) if browsing is None else self._booklet(browsing)
            case GuessPhase() if phase.peeking:
                return self._picture() if own else self._guessing(phase)
            case GuessPhase():
                return self._guessing(phase)
            case ScorePhase():
                return self._scored(phase)
            case CardPhase():
                return self._card(phase)
            case ResultPhase():
                return self._result(phase)
            case _ if self.context.match.phase is Phase.LOOK and own:
                return self._picture()
            case _:
                return self._behind_curtain()

    @property
    def _acts(self) -> bool:
        """Whether the phone is that of the acting seat."""
        return self.seat == self.phase.seat and self.context.on_phone(self.seat)

    @property
    def _may_press(self) -> bool:
        return self.seat in self.context.phones and self.phones.may_press(self.seat)

    # -- words and buttons ----------------------------------------------------------------------

    def _t(self, text: str) -> str:
        return self.ui.plain(text)

    def _button(self, button: PushButton, label: str = "", note: str = "") -> PhoneButton:
        named = label or button.label or (UNDO if button.key == "undo" else NO_TEXT)
        said = self._t(named).replace("\n", " ")
        style = STYLES[button.style]
        return PhoneButton(button.key, said, style, button.icon, button.enabled, self._t(note))

    def _buttons(self, *keys: str, but: tuple[str, ...] = ()) -> tuple[PhoneButton, ...]:
        """The buttons of the phase that phones have: those of some keys, or all others."""
        if not self._may_press:
            return ()
        return tuple(
            self._button(button)
            for button in self.phase.buttons.buttons
            if is_offered(button.key)
            and (button.key in keys if keys else button.key not in but)
            and (button.label or keys)
        )

    @property
    def _tools(self) -> tuple[PhoneButton, ...]:
        """What every seat can do: but building without a clock is a pause itself."""
        builds = isinstance(self.phase, ArrangePhase) and self._acts
        if self.seat is None or (builds and not self.phase.clock_runs):
            return ()
        label = self._t(say("sevens.phone.pause", "Pause"))
        return (PhoneButton(PAUSE_KEY, label, "quiet", "pause"),)

    @property
    def _said(self) -> tuple[str, bool]:
        """What the phone says, and whether it is a refusal."""
        phase = self.phase
        if self.seat is None:
            return self._t(self._told), False
        if self.seat == phase.seat:
            return self._t(phase.warning or phase.prompt or phase.other_prompt), bool(phase.warning)
        return self._t(phase.refusal_note or phase.other_prompt or phase.prompt), bool(
            phase.refusal_note
        )

    @property
    def _told(self) -> Text:
        """What spectators are told."""
        context, phase, match = self.context, self.phase, self.context.match
        name = context.name(phase.seat)
        if match.phase is Phase.ARRANGE:
            return phone_away_text(context, match.arranger) or seen_soon_text(context)
        if match.phase is Phase.LOOK:
            thing = figure_label(match.name)
            return say(
                "sevens.computer.looks", "{name} looks at “{thing}”.", name=name, thing=thing
            )
        return phase.other_prompt or phase.prompt

    @property
    def _note(self) -> str:
        """How the match stands, once something was scored."""
        context, match = self.context, self.context.match
        if not match.turns:
            return ""
        stand = (joined(" ", context.name(seat), str(match.totals[seat])) for seat in range(SEATS))
        return self._t(joined("\N{EM SPACE}", *stand))

    @property
    def _head(self) -> str:
        return self._t(round_title(self.context.match))

    # -- pieces ---------------------------------------------------------------------------------

    def _pieces_view(
        self,
        zones: tuple[Zone, Zone | None],
        size: tuple[float, float],
        pieces: tuple[PieceShape, ...] = (),
        *,
        ghost: Corners = (),
        outline: Iterable[Corners] = (),
        targets: Iterable[Corners] = (),
        curtain: str = "",
        choices: tuple[PhoneButton, ...] = (),
        tools: tuple[PhoneButton, ...] = (),
        entry: str = "",
        entered: str = "",
        private: bool = False,
        hides: bool = False,
        moves: bool = True,
    ) -> PiecesView:
        """`moves`: whether whoever acts does something with what is shown."""
        phase, match = self.phase, self.context.match
        said, warning = self._said
        clock_runs = phase.clock_runs
        seconds = phase.clock.left if clock_runs else -1.0
        if hides and match.look_left is not None:
            seconds = match.look_left
        board, tray = zones
        return PiecesView(
            GAME.key,
            self._t(TITLE),
            round(size[0], 3),
            round(size[1], 3),
            seat_plates(self.context, phase, self.ui),
            active=self._acts and moves,
            private=private,
            head=self._head,
            prompt=said,
            warning=warning,
            pieces=pieces,
            ghost=_polygon(ghost),
            outline=tuple(map(_polygon, outline)),
            targets=tuple(map(_polygon, targets)),
            curtain=self._t(curtain),
            board=_rectangle(board),
            tray=(0, 0, 0, 0) if tray is None else _rectangle(tray),
            seconds=round(seconds, 2),
            ticking=clock_runs,
            hides=hides,
            note=self._note,
            choices=choices,
            tools=(*tools, *self._tools),
            entry=self._t(entry),
            entered=self._t(entered),
        )

    def _arranging(self, phase: ArrangePhase) -> View:
        surface, plan = phase.surface, _plan_of(phase.surface)
        targets: list[Corners] = []
        if phase.model is not None:
            targets = [piece.corners for piece in centred(phase.model.picture, plan).pieces]
        choices: list[PhoneButton] = []
        tools: list[PhoneButton] = []
        for button in phase.buttons.buttons:
            if button.key == "done":
                choices.append(self._done(phase, button))
            elif button.key == "back":
                choices.append(self._button(button))
            elif is_offered(button.key):
                tools.append(self._button(button))
        entry: Text = NO_TEXT
        if phase.state.why is None and not phase.unveiling:
            # Until the picture is made, the board has the room.
            entry = say("sevens.naming", "What is your picture?")
        if not phase.unveiling:
            label = self._t(say("sevens.booklet.short", "Booklet"))
            tools.append(PhoneButton(BOOKLET_KEY, label, "quiet", "book"))
        return self._pieces_view(
            (work_area(plan), plan.tray),
            (plan.width, plan.height),
            _shapes(surface),
            ghost=_ghost(surface),
            targets=targets,
            choices=tuple(choices),
            tools=tuple(tools),
            entry=entry,
            entered=figure_label(phase.name),
            private=True,
        )

    def _done(self, phase: ArrangePhase, button: PushButton) -> PhoneButton:
        """Done, with what happens next, or why it has to wait."""
        state, match = phase.state, self.context.match
        why: Text = NO_TEXT
        if state.laid < match.piece_count:
            why = count(
                "sevens.phone.missing",
                "One piece is still in the tray.",
                "{n} pieces are still in the tray.",
                n=match.piece_count - state.laid,
            )
        elif state.why is not None:
            reason = state.why.reason
            why = reason if isinstance(reason, Text) else joined("", reason)
        elif not phase.name:
            why = NAME_IT
        after = say(
            "sevens.phone.done.next",
            "{other} looks for {seconds} seconds",
            other=self.context.name(match.guesser),
            seconds=round(match.look_seconds),
        )
        made = self._button(button, note=why or after)
        return PhoneButton(
            made.key, made.label, "plain" if why else "main", made.icon, not why, made.note
        )

    def _guessing(self, phase: GuessPhase) -> View:
        """The board on which the guess is made: everybody sees it, too."""
        surface, plan = phase.surface, _plan_of(phase.surface)
        return self._pieces_view(
            (work_area(plan), plan.tray),
            (plan.width, plan.height),
            _shapes(surface) if not phase.peeking else (),
            ghost=_ghost(surface) if not phase.peeking else (),
            targets=[piece.corners for piece in surface.outlines],
            curtain=self._peeks if phase.peeking else "",
            choices=self._buttons("done", "finish"),
            tools=self._buttons("undo", "peek"),
        )

    @property
    def _peeks(self) -> Text:
        name = self.context.name(self.phase.seat)
        return say("sevens.phone.peeks", "{name} peeks", name=name)

    def _picture(self) -> View:
        """The picture that this seat may look at now."""
        match = self.context.match
        target = match.target or Picture()
        zone, moved = _set_out(target.span if target.pieces else (0, 0, 0, 0), target)
        seams = match.terms.seams
        (picture,) = moved
        return self._pieces_view(
            (zone, None),
            (zone.width, zone.height),
            _lying(picture) if seams else (),
            outline=() if seams else outlines(picture),
            moves=False,
            hides=True,
        )

    def _scored(self, phase: ScorePhase) -> View:
        shown = phase.comparison
        choices = self._buttons(but=("skip",)) or self._buttons("skip")
        if shown is None:
            said, _ = self._said
            note = self._note
            text = f"{said}\n{note}" if note else said
            return WaitView(self._head, text, choices)
        zone, (target, guess) = _set_out(shown.span, shown.target, shown.guess)
        agreed, astray = phase.revealed
        right = {lies for _, lies in shown.agreed[:agreed]}
        wrong = {lies for _, lies in shown.astray[:astray]}
        belong = [target.pieces[place].corners for place, _ in shown.astray[:astray]]
        numbers = shown.numbers or piece_numbers(guess.kinds)
        pieces = tuple(
            PieceShape(
                str(number),
                piece.kind,
                _colour(number),
                _polygon(piece.corners),
                mark="right" if n in right else "wrong" if n in wrong else "",
            )
            for n, (number, piece) in enumerate(zip(numbers, guess.pieces, strict=True))
        )
        return self._pieces_view(
            (zone, None),
            (zone.width, zone.height),
            pieces,
            targets=belong,
            choices=choices,
            moves=False,
        )

    def _behind_curtain(self) -> View:
        """A board that this phone may not see, or that is empty."""
        match, plan = self.context.match, board_plan(PHONE_BOARD_RATIO)
        work = work_area(plan)
        curtain = figure_label(match.name)
        if match.phase is Phase.ARRANGE:
            name = self.context.name(match.arranger)
            curtain = say("sevens.computer.builds", "{name} builds a picture.", name=name)
        return self._pieces_view(
            (work, None), (work.width, work.height), curtain=curtain, choices=self._buttons()
        )

    # -- pages of words -------------------------------------------------------------------------

    def _toss(self, phase: TossPhase) -> View:
        landed = any(button.key == ON for button in phase.buttons.buttons)
        title = say("sevens.phone.toss", "Who begins?")
        if self.seat not in self.context.phones:
            text = (
                phase.prompt if landed else say("sevens.shown.toss", "A coin decides who begins.")
            )
            return WaitView(self._t(title), self._t(text))
        choices = self._buttons()
        coin = next((each for each in phase.buttons.buttons if each.key == COIN), None)
        said = phase.warning or phase.prompt
        if coin is not None:
            label = self._t(say("sevens.phone.coin", "Toss the coin"))
            choices = (PhoneButton(COIN, label, "main"), *choices)
            said = COIN_DECIDES
        return WaitView(self._t(title), self._t(said), choices)

    def _card(self, phase: CardPhase) -> View:
        card, said = phase.card, self._said[0]
        title = say("sevens.card.lies", "Lucky card") if card is None else CARD_NAMES[card]
        if card is not None and (self._acts or self.seat is None):
            said = self._t(phase.effect if self._acts else phase.other_prompt)
        return WaitView(self._t(title), said, self._buttons())

    def _result(self, phase: ResultPhase) -> View:
        winner = phase.winner
        won = self.seat is not None and winner == self.seat
        headline = say("sevens.over.you", "You win!") if won else phase.headline
        note = self._note
        line = self._t(phase.reason)
        return ResultView(
            GAME.key,
            self._t(TITLE),
            self._t(headline),
            f"{line}\n{note}" if note else line,
            seat_plates(self.context, phase, self.ui),
            won=won,
            choices=self._buttons(),
        )

    def _booklet(self, shown: Browsing) -> View:
        """The booklet as a list: its groups, the figures of one, or what to do with one."""
        back = PhoneButton(CLOSE_KEY, self._t(say("sevens.phone.back", "Back")), "quiet", "back")
        figure = shown.figure
        if figure is not None:
            detail = say(
                "sevens.model",
                "It will be called {name}. You can still change the picture and the name.",
                name=figure_label(figure.name),
            )
            build = self._t(say("sevens.model.lay", "Build it for me"))
            model = self._t(say("sevens.model.build", "I’ll build it"))
            choices = [PhoneButton(MODEL_KEY, model)]
            if self.phones.fits(figure, build=True):
                choices.insert(0, PhoneButton(BUILD_KEY, build, "main"))
            else:
                detail = say(
                    "sevens.model.some",
                    "This round has {count} pieces, this figure {all}. Build it your own way.",
                    count=self.context.match.piece_count,
                    all=len(figure.picture),
                )
            title = self._t(figure_label(figure.name))
            return WaitView(title, self._t(detail), (*choices, back))
        names, prefix = shown.groups, GROUP_PREFIX
        title, text = say("sevens.booklet.short", "Booklet"), NO_TEXT
        if shown.group:
            names, prefix = tuple(each.name for each in shown.figures), FIGURE_PREFIX
            title = joined("", figure_label(shown.group))
        listed = (
            PhoneButton(f"{prefix}{number}", self._t(figure_label(name)))
            for number, name in enumerate(names)
        )
        return WaitView(self._t(title), self._t(text), (*listed, back))


# -- shapes ---------------------------------------------------------------------------------------


def _plan_of(surface: PieceBoard) -> BoardPlan:
    walls, tray = surface.pieces.walls, surface.pieces.tray
    assert tray is not None
    return BoardPlan(walls.width, walls.height, tray)


def _rectangle(zone: Zone) -> Rectangle:
    return (
        round(zone.left, 3),
        round(zone.top, 3),
        round(zone.width, 3),
        round(zone.height, 3),
    )


def _polygon(corners: Iterable[tuple[float, float]]) -> Polygon:
    """Corners as they are sent: a thousandth of a unit is less than a pixel."""
    return tuple((round(x, 3), round(y, 3)) for x, y in corners)


def _colour(number: int) -> str:
    return "#{:02x}{:02x}{:02x}".format(*PIECE_COLOURS[number])


def _shapes(surface: PieceBoard) -> tuple[PieceShape, ...]:
    """The pieces on a board: held ones where they are, others where they come to lie."""
    table, made = surface.pieces, []
    lying, places = table.pieces, table.places
    marks: dict[str, Literal["wrong", "right"]] = {"overlap": "wrong", "agrees": "right"}
    for number in table.order:
        piece, own = lying[number], surface.numbers[number]
        where: Literal["board", "tray", "hand"] = "tray" if table.in_tray(number) else "board"
        mark = surface.marks.get(number)
        made.append(
            PieceShape(
                str(own),
                piece.kind,
                _colour(own),
                _polygon(piece.corners if piece.held else places[number]),
                "hand" if piece.held else where,
                picked=number == surface.selected,
                mark="" if mark is None else marks[mark],
            )
        )
    return tuple(made)


def _ghost(surface: PieceBoard) -> Corners:
    """Where the held piece will snap to; empty if it stays where it is let go."""
    for piece in surface.pieces.pieces:
        pose = surface.pieces.snap_preview(piece.number) if piece.held else None
        if pose is not None and length(pose.at, piece.pose.at) < GHOST_DISTANCE:
            return corners_of(piece.kind, pose)
    return ()


def _lying(picture: Picture) -> tuple[PieceShape, ...]:
    """The pieces of a picture, in the colours of the set."""
    numbers = piece_numbers(picture.kinds)
    return tuple(
        PieceShape(str(number), piece.kind, _colour(number), _polygon(piece.corners))
        for number, piece in zip(numbers, picture.pieces, strict=True)
    )


def _set_out(span: Rectangle, *pictures: Picture) -> tuple[Zone, tuple[Picture, ...]]:
    """A board for pictures to look at, and the pictures on it; `span` holds them all."""
    left, top, right, bottom = span
    usual = work_area(board_plan(PHONE_BOARD_RATIO))
    width = max(usual.width, right - left + 2 * MARGIN)
    height = max(usual.height, bottom - top + 2 * MARGIN)
    by = (width - left - right) / 2, (height - top - bottom) / 2
    return Zone(0.0, 0.0, width, height), tuple(picture.shifted(by) for picture in pictures)
