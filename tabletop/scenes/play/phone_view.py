"""What phones show of a board game: the snapshot that the window draws, as data.

Loaded only while phones are connected.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tabletop.engine import CHANCE, ROLL, Game, Match, Ply, Seat, Spot, Step, Text, joined, say
from tabletop.engine.game import OptionValue
from tabletop.games import view_of
from tabletop.party.diagrams import diagram_json, diagram_key
from tabletop.party.views import (
    Arrow,
    Board,
    DiceState,
    LabelledButton,
    MatchView,
    PhoneButton,
    Question,
    ResultView,
    SeatPlate,
    phone_buttons,
)
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.play.board import (
    AGREE_ANSWER,
    CARD_KEY,
    DECLINE_ANSWER,
    SPOT_KEY,
    MatchSnapshot,
    turn_told,
)
from tabletop.scenes.play.session import MatchSession
from tabletop.ui.board.diagram import diagram_of
from tabletop.ui.board.marks import place_name
from tabletop.ui.board.view import BoardSnapshot, View, shared_phases
from tabletop.ui.core.context import DEFAULT_CONTEXT, UiContext
from tabletop.ui.theme.theme import SeatLook, hex_colour

CLOSE_GOAL: Final = "ok"
"""The key that closes the goal, as on the table's keyboard."""


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """The diagram of a match as a file for phones."""

    key: str
    content: bytes
    spots: frozenset[Spot]
    """The places that lie on the board."""
    beside: Mapping[Spot, Text]
    turns: tuple[int, ...]


def board_drawing(setup: Setup, context: UiContext) -> BoardDrawing:
    """The diagram of the board of a match, with the names of pieces in a phone's language."""
    options = setup.game.check_options(setup.options)
    return _drawing(setup.game, setup.seats, tuple(options.items()), context.language)


@lru_cache(maxsize=32)
def _drawing(
    game: Game, seats: int, options: tuple[tuple[str, OptionValue], ...], language: str
) -> BoardDrawing:
    diagram = diagram_of(game, view_of(game), seats, dict(options))
    content = diagram_json(diagram, DEFAULT_CONTEXT.override(language=language).plain)
    spots = frozenset(tile.spot for tile in diagram.tiles)
    beside = dict(diagram.beside)
    return BoardDrawing(diagram_key(content), content, spots, beside, diagram.turns)


def seat_plates(
    setup: Setup, looks: Sequence[SeatLook], acting: Seat | None, context: UiContext
) -> tuple[SeatPlate, ...]:
    """The seats of a match; who has a phone is added by the table."""
    return tuple(
        SeatPlate(
            number=seat,
            side=context.plain(setup.game.seat_names[seat]),
            name=_occupant(setup, seat, context),
            face=hex_colour(looks[seat].face),
            inlay=hex_colour(looks[seat].inlay),
            rim=hex_colour(looks[seat].rim),
            mark=looks[seat].mark,
            taken="computer" if setup.player(seat).is_computer else "",
            free=True,
            active=seat == acting,
        )
        for seat in range(setup.seats)
    )


def _occupant(setup: Setup, seat: Seat, context: UiContext) -> str:
    player = setup.player(seat)
    return context.plain(player.name) if player.is_computer else setup.own_names[seat]


def board_of(
    snapshot: BoardSnapshot, context: UiContext, *, seat: Seat | None, setup: Setup
) -> Board:
    """The board for a seat; what may be touched is lit only for the seat that is to act."""
    game, own = snapshot.game, seat == snapshot.seat
    drawing = board_drawing(setup, context)
    tiles = drawing.spots
    phases: Iterable[Iterable[Step]] = ()
    if own and snapshot.preview is not None:
        phases = game.effects(snapshot.state, snapshot.preview)
    elif snapshot.picked:
        phases = shared_phases(snapshot)
    coming = [step for phase in phases for step in phase if step.end is not None]
    last = snapshot.marked or snapshot.last
    over = snapshot.state.outcome() is not None
    return Board(
        diagram=drawing.key,
        turns=drawing.turns[seat] if seat is not None and drawing.turns else 0,
        pieces=dict(game.pieces(snapshot.state)),
        lit=tuple(sorted(snapshot.open & tiles)) if own else (),
        picked=tuple(spot for spot in snapshot.picked if spot in tiles),
        ghosts={step.end or "": step.becomes or step.piece for step in coming},
        arrows=_arrows(coming),
        last=_moved(snapshot, last) if last is not None and last.seat != CHANCE else (),
        refused=snapshot.refused if own else (),
        reasons=snapshot.reasons if own else (),
        hinted=snapshot.hinted if own else (),
        line=tuple(spot for line in game.lines(snapshot.state) for spot in line) if over else (),
    )


def _moved(snapshot: BoardSnapshot, ply: Ply) -> tuple[Arrow, ...]:
    phases = snapshot.game.effects(ply.before, ply.move)
    return _arrows([step for phase in phases for step in phase if step.end is not None])


def _arrows(steps: Iterable[Step]) -> tuple[Arrow, ...]:
    return tuple(Arrow(step.start or "", step.end or "") for step in steps)


def match_view(
    session: MatchSession,
    view: View,
    moment: MatchSnapshot,
    seat: Seat | None,
    context: UiContext,
    *,
    question: tuple[Text, Text] | None = None,
    waiting: Collection[Seat] = (),
    tools: Sequence[PhoneButton] = (),
    first: Text | None = None,
    throwable: bool = True,
) -> MatchView:
    """A running match as a seat, or a spectator, sees it.

    `question`: what the seat is asked, and the label of the answer that agrees. `waiting`: the
    seats that ask others or are asked, whose prompt is no refusal. `first`: the goal is shown
    before anybody plays, and this is the label that ends it. `throwable`: the dice are thrown on
    the screen.
    """
    say_ = context.plain
    snapshot, setup, game = moment.board, session.setup, session.match.game
    acting = snapshot.seat
    own = seat is not None and seat == acting and moment.live and session.match.outcome is None
    panel = moment.panels[acting if seat is None else seat]
    who = (
        joined("", setup.own_names[acting]) if setup.own_names[acting] else game.seat_names[acting]
    )
    head: str = panel.head if own else say("phone.turn", "{who}’s turn", who=who)
    prompt: str = panel.line if seat is not None and question is None else ""
    choices = _choices(view, moment, context, setup) if own else ()
    if first is not None and seat is not None:
        prompt, choices = game.goal, (PhoneButton(CLOSE_GOAL, say_(first), "main"),)
    last = snapshot.last
    told = (
        turn_told(view, session.match, last)
        if last is not None and last.seat not in (CHANCE, seat) and snapshot.motion is None
        else ""
    )
    return MatchView(
        game=game.key,
        title=say_(game.title),
        board=board_of(snapshot, context, seat=seat, setup=setup),
        seats=seat_plates(setup, view.looks, acting, context),
        active=own,
        head=say_(head),
        prompt=say_(prompt),
        warning=panel.warning and seat is not None and seat not in waiting,
        told=say_(told) if told != prompt else "",
        note=say_(panel.note) if seat is not None else "",
        goal=say_(game.goal),
        clock=panel.clock,
        dice=_dice(session, snapshot, throwable=own and throwable and ROLL in snapshot.open),
        choices=choices,
        tools=tuple(tools),
        question=_question(question, context),
        over=session.match.outcome is not None,
        plies=len(session.match.plies),
    )


def _question(asked: tuple[Text, Text] | None, context: UiContext) -> Question | None:
    if asked is None:
        return None
    words, yes = asked
    no = say("consent.no", "No")
    return Question(
        context.plain(words),
        PhoneButton(AGREE_ANSWER, context.plain(yes), "main"),
        PhoneButton(DECLINE_ANSWER, context.plain(no)),
    )


def _dice(session: MatchSession, snapshot: BoardSnapshot, *, throwable: bool) -> DiceState | None:
    """The dice of the turn, or those that were thrown last."""
    if not session.match.game.dice:
        return None
    due = snapshot.state.turn == CHANCE
    if snapshot.lying or due:
        return DiceState(snapshot.lying, throwable, lying=bool(snapshot.lying))
    last = snapshot.last
    if last is None or last.seat != CHANCE:
        return DiceState()
    return DiceState(tuple(int(value) for value in str(last.move).split("+")), lying=True)


def _choices(
    view: View, moment: MatchSnapshot, context: UiContext, setup: Setup
) -> tuple[PhoneButton, ...]:
    """Cards and choices of the acting seat, and open spots that lie beside the board."""
    snapshot = moment.board
    found = []
    for card in moment.cards:
        key, chosen = f"{CARD_KEY}{' '.join(card.word)}", card.word == snapshot.chosen
        label = context.plain(card.confirm)
        found.append(PhoneButton(key, label, "main" if chosen else "plain"))
    buttons = [button for button in moment.buttons if button.key.startswith(SPOT_KEY)]
    found += phone_buttons(buttons, context.plain)
    offered = {button.key.removeprefix(SPOT_KEY) for button in buttons}
    drawing = board_drawing(setup, context)
    beside = snapshot.open - drawing.spots - offered
    if moment.cards:
        beside -= {spot for card in moment.cards for spot in card.word}
    for spot in sorted(beside - {ROLL}):
        name = drawing.beside.get(spot) or place_name(view, snapshot, spot)
        label = context.plain(name) if name is not None else spot
        found.append(PhoneButton(f"{SPOT_KEY}{spot}", label))
    return tuple(found)


def result_view(
    setup: Setup,
    match: Match,
    headline: Text,
    line: Text,
    buttons: Iterable[LabelledButton],
    seat: Seat | None,
    context: UiContext,
) -> ResultView:
    """The end of a match as a seat, or a spectator, sees it."""
    view = view_of(match.game)
    last = match.plies[-1] if match.plies else None
    snapshot = BoardSnapshot(match.game, match.state, match.game.acting(match.state), last)
    own = seat is not None and match.outcome is not None and seat in match.outcome.winners
    return ResultView(
        game=match.game.key,
        title=context.plain(match.game.title),
        headline=context.plain(say("result.you_win", "You win!") if own else headline),
        line=context.plain(line),
        seats=seat_plates(setup, view.looks, None, context),
        won=own,
        board=board_of(snapshot, context, seat=seat, setup=setup),
        choices=phone_buttons(buttons, context.plain),
    )
