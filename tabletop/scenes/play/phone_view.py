"""What phones show of a board game: the snapshot that the window draws, as data.

Loaded only while phones are connected.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from tabletop.engine import CHANCE, Game, Match, Ply, Seat, Spot, Text, say
from tabletop.engine.game import OptionValue
from tabletop.games import view_of
from tabletop.party.audience import Quiz
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
from tabletop.scenes.play.board import CARD_KEY, SPOT_KEY, MatchSnapshot, turn_told
from tabletop.scenes.play.session import ROLL, MatchSession
from tabletop.ui.board.diagram import diagram_of
from tabletop.ui.board.marks import place_name
from tabletop.ui.board.view import BoardSnapshot, View
from tabletop.ui.core.context import DEFAULT_CONTEXT, UiContext
from tabletop.ui.theme.theme import Colour, SeatLook

MIN_GUESSES: Final = 3
"""With fewer possibilities nobody is asked."""
AGREE: Final = "ok"
DECLINE: Final = "back"
"""The keys of the answers to a question: those of the keys on the table's keyboard."""


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """The diagram of a match as a file for phones."""

    key: str
    content: bytes
    spots: frozenset[Spot]
    """The places that lie on the board."""
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
    return BoardDrawing(diagram_key(content), content, spots, diagram.turns)


def seat_plates(
    setup: Setup, looks: Sequence[SeatLook], acting: Seat | None, context: UiContext
) -> tuple[SeatPlate, ...]:
    """The seats of a match; who has a phone is added by the table."""
    return tuple(
        SeatPlate(
            number=seat,
            side=context.plain(setup.game.seat_names[seat]),
            name=_occupant(setup, seat, context),
            face=_hex(looks[seat].face),
            inlay=_hex(looks[seat].inlay),
            rim=_hex(looks[seat].rim),
            mark=looks[seat].mark,
            taken="computer" if setup.player(seat).is_computer else "",
            free=True,
            active=seat == acting,
        )
        for seat in range(setup.seats)
    )


def _occupant(setup: Setup, seat: Seat, context: UiContext) -> str:
    player = setup.player(seat)
    return context.plain(player.name) if player.is_computer else setup.own_name(seat)


def _hex(colour: Colour) -> str:
    return "#" + "".join(f"{colour[part]:02x}" for part in range(3))


def board_of(
    snapshot: BoardSnapshot, context: UiContext, *, seat: Seat | None, setup: Setup
) -> Board:
    """The board for a seat; what may be touched is lit only for the seat that is to act."""
    game, own = snapshot.game, seat == snapshot.seat
    drawing = board_drawing(setup, context)
    tiles = drawing.spots
    ghosts, arrows = (
        _effects_of(snapshot, snapshot.preview) if own and snapshot.preview else ({}, ())
    )
    last = snapshot.marked or snapshot.last
    over = snapshot.state.outcome() is not None
    return Board(
        diagram=drawing.key,
        turns=drawing.turns[seat] if seat is not None and drawing.turns else 0,
        pieces=dict(game.pieces(snapshot.state)),
        lit=tuple(sorted(snapshot.open & tiles)) if own else (),
        picked=tuple(spot for spot in snapshot.picked if spot in tiles) if own else (),
        ghosts=ghosts,
        arrows=arrows,
        last=_moved(snapshot, last) if last is not None and last.seat != CHANCE else (),
        refused=snapshot.refused if own else (),
        reasons=snapshot.reasons if own else (),
        hinted=snapshot.hinted if own else (),
        line=tuple(spot for line in game.lines(snapshot.state) for spot in line) if over else (),
    )


def _moved(snapshot: BoardSnapshot, ply: Ply) -> tuple[Arrow, ...]:
    phases = snapshot.game.effects(ply.before, ply.move)
    steps = (step for phase in phases for step in phase if step.end is not None)
    return tuple(Arrow(step.start or "", step.end or "") for step in steps)


def _effects_of(snapshot: BoardSnapshot, move: object) -> tuple[dict[str, str], tuple[Arrow, ...]]:
    """The pieces that a ply would put down, by spot, and how they would get there."""
    ply = Ply(snapshot.seat, move, snapshot.state, snapshot.state)
    phases = snapshot.game.effects(ply.before, ply.move)
    steps = [step for phase in phases for step in phase if step.end is not None]
    ghosts = {step.end or "": step.becomes or step.piece for step in steps}
    return ghosts, _moved(snapshot, ply)


def match_view(
    session: MatchSession,
    view: View,
    moment: MatchSnapshot,
    seat: Seat | None,
    context: UiContext,
    *,
    question: tuple[Text, Text] | None = None,
    tools: Sequence[PhoneButton] = (),
    first: Text | None = None,
    throwable: bool = True,
) -> MatchView:
    """A running match as a seat, or a spectator, sees it.

    `question`: what the seat is asked, and the label of the answer that agrees. `first`: the
    goal is shown before anybody plays, and this is the label that ends it. `throwable`: the dice
    are thrown on the screen.
    """
    say_ = context.plain
    snapshot, setup, game = moment.board, session.setup, session.match.game
    acting = snapshot.seat
    own = seat is not None and seat == acting and moment.live and session.match.outcome is None
    panel = moment.panels[acting if seat is None else seat]
    head: str = panel.head if own else say("phone.turn", "{who}’s turn", who=setup.name(acting))
    prompt: str = panel.line if seat is not None else ""
    choices = _choices(view, moment, context, setup) if own else ()
    if first is not None and seat is not None:
        prompt, choices = game.goal, (PhoneButton(AGREE, say_(first), "main"),)
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
        warning=panel.warning and seat is not None,
        told=say_(told) if told != prompt else "",
        note=say_(panel.note) if seat is not None else "",
        goal=say_(game.goal),
        clock=panel.clock,
        dice=_dice(session, snapshot, throwable=own and throwable and ROLL in snapshot.open),
        choices=choices,
        tools=tuple(tools),
        question=_question(question, context),
        over=session.match.outcome is not None,
    )


def _question(asked: tuple[Text, Text] | None, context: UiContext) -> Question | None:
    if asked is None:
        return None
    words, yes = asked
    no = say("consent.no", "No")
    return Question(
        context.plain(words),
        PhoneButton(AGREE, context.plain(yes), "main"),
        PhoneButton(DECLINE, context.plain(no)),
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
    beside = snapshot.open - board_drawing(setup, context).spots - offered
    if moment.cards:
        beside -= {spot for card in moment.cards for spot in card.word}
    for spot in sorted(beside - {ROLL}):
        name = place_name(view, snapshot, spot)
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


def move_quiz(session: MatchSession) -> Quiz | None:
    """Where the person to move will play, for spectators to guess; None while nobody is to move."""
    state = session.match.state
    still = session.timeline.still or session.timeline.at is not None
    if still or state.turn == CHANCE or not session.is_person(session.acting):
        return None
    ends: dict[str, set[str]] = {}
    for move in state.moves():
        places = _first_and_last(session, state, move)
        if places:
            ends.setdefault(places[0], set()).add(places[-1])
    if sum(map(len, ends.values())) < MIN_GUESSES:
        return None
    who = session.setup.name(session.acting)
    return Quiz(
        f"{session.keeper.match_id} {len(session.match.plies)}",
        "move",
        say("phone.guess_move", "Where will {who} move?", who=who),
        starts={
            first: () if last == {first} else tuple(sorted(last))
            for first, last in sorted(ends.items())
        },
    )


def quiz_answer(session: MatchSession, key: str) -> tuple[str, ...]:
    """The places of the ply that a quiz asked for, once it is played."""
    match_id, _, number = key.rpartition(" ")
    plies = session.match.plies
    if match_id != session.keeper.match_id or not number.isdigit() or int(number) >= len(plies):
        return ()
    ply = plies[int(number)]
    return _first_and_last(session, ply.before, ply.move)


def _first_and_last(session: MatchSession, state: Any, move: Any) -> tuple[str, ...]:
    """The first and the last place of a ply on the board; only one if they are the same."""
    spots = board_drawing(session.setup, DEFAULT_CONTEXT).spots
    word = [spot for spot in session.match.game.spell(state, move)[0] if spot in spots]
    return tuple(dict.fromkeys((word[0], word[-1]))) if word else ()
