"""What the panels and the result say about a match."""

from tabletop.engine import (
    CHANCE,
    STOPPED,
    Match,
    Outcome,
    Ply,
    Seat,
    Text,
    joined,
    listed,
    say,
)
from tabletop.engine.match import TENTHS_BELOW_SECONDS, clock_text
from tabletop.scenes.match_setup import SeatAid, Setup
from tabletop.ui.board.seat_panel import PanelText
from tabletop.ui.board.view import BoardSnapshot, View

LOOKING_TOUCH = say("match.looking_touch", "You are looking back: touch the last arrow to return")
PAUSED_THROW = say("match.paused_throw", "The game is paused: the throw is not played")
UNDO_BOUND = say("match.undo_bound", "A laid stone stays: finish this turn first")


def not_to_move(who: Text) -> Text:
    """What a seat is told that acted too early; `who` is to move."""
    # NOTE: {who} is the colour of a seat, Black, White, Red, Green or Blue, or a person's name
    # with it: Anna (Red).
    return say("match.not_to_move", "{who} is to move", who=who)


def sits_out(seat: Seat) -> Text:
    """What is said of a device whose seat does not play."""
    words = "This device belongs to seat {number}: nobody plays there now"
    return say("match.sits_out", words, number=seat + 1)


def panel_words(
    setup: Setup,
    match: Match,
    view: View,
    snapshot: BoardSnapshot,
    seat: Seat,
    refusal: Text | None,
    *,
    live: bool,
    wait: Text | None = None,
    aside: Text | None = None,
    hinted: Text | None = None,
    doing: Text | None = None,
) -> PanelText:
    """What a seat's panel says; `live` is false while one looks back, when nobody is to move.

    While something moves, nobody is asked for anything; `wait` is said while it waits for a call,
    and `aside` before all else. `hinted` is what the acting seat is advised, if it has asked;
    `doing` is said of a computer that is to act.
    """
    moving = snapshot.motion is not None
    active = live and seat == snapshot.seat and match.outcome is None
    left = match.clock.left[seat]
    line: str = ""
    warning = False
    if aside:
        line, warning = aside, True
    elif wait:
        line = wait
    elif active and not moving:
        line = doing or refusal or hinted or view.prompt(snapshot)
        warning = refusal is not None and not doing
    elif snapshot.last is not None and _shows_last_ply(setup, snapshot, seat):
        line = view.describe_ply(snapshot.last)
    elif live and (own := _own_last(setup, match, seat)) is not None:
        line = view.describe_ply(own)
    return PanelText(
        name=setup.own_name(seat) or match.game.seat_names[seat],
        look=view.looks[seat],
        active=active,
        head=say("match.your_turn", "Your turn") if active and not moving and not doing else "",
        line=line,
        warning=warning,
        note=seat_note(setup, match, seat),
        computer=setup.filler(seat).is_computer,
        aided=setup.aid(seat) != SeatAid(),
        clock=clock_text(left),
        hurried=left < TENTHS_BELOW_SECONDS,
    )


def seat_note(setup: Setup, match: Match, seat: Seat) -> Text:
    """Who sits at a seat, where that needs a word: the player, whose hand it is, games won."""
    parts: list[Text] = []
    filler = setup.filler(seat)
    if filler.is_computer:
        if not setup.won:
            return filler.words
        return joined(" · ", filler.name, say("match.won", "won {count}", count=setup.wins(seat)))
    if setup.own_name(seat):
        parts.append(match.game.seat_names[seat])
    elif setup.won:
        parts.append(say("match.player", "Player {number}", number=setup.who(seat) + 1))
    if setup.won:
        won = say("match.won", "won {count}", count=setup.wins(seat))
        parts.append(won)
    team = setup.team(seat)
    if team > 1:
        played = sum(ply.seat == seat for ply in match.plies)
        number = played % team + 1
        parts.append(say("match.hand", "person {number} of {team}", number=number, team=team))
    return joined(" · ", *parts)


def result_head(match: Match, outcome: Outcome, setup: Setup | None = None) -> Text:
    """The headline of a result: who won, by name where the setup knows one."""
    called = setup.name if setup is not None else match.game.seat_names.__getitem__
    names = [called(seat) for seat in outcome.winners]
    if not names and outcome.reason == STOPPED:
        return say("result.stopped", "No result.")
    if not names:
        return say("result.draw", "A draw.")
    if len(names) == 1:
        return say("result.won", "{who} wins.", who=names[0])
    return say("result.tie", "{names} share the win.", names=listed(names))


def looking_back(at: int, count: int) -> Text:
    """Where one is while stepping through the plies."""
    if at == 0:
        return say("match.looking_start", "Looking back: the start, of {count} moves", count=count)
    return say("match.looking", "Looking back: move {at} of {count}", at=at, count=count)


def _own_last(setup: Setup, match: Match, seat: Seat) -> Ply | None:
    """What a computer did since a person has played; several may have played one after another."""
    computers = setup.computers
    for ply in match.plies[::-1] if seat in computers else ():
        if ply.seat == seat:
            return ply
        if ply.seat != CHANCE and ply.seat not in computers:
            return None
    return None


def _shows_last_ply(setup: Setup, snapshot: BoardSnapshot, seat: Seat) -> bool:
    """Whether a seat's panel tells the last ply: its player's, or all that face another way."""
    ply = snapshot.last
    if ply is None or (snapshot.motion is not None and ply.seat == CHANCE):
        return False  # dice that still tumble tell nothing
    return setup.facing or _mover(ply, snapshot) == seat


def _mover(ply: Ply, snapshot: BoardSnapshot) -> Seat:
    return snapshot.game.acting(ply.before) if ply.seat == CHANCE else ply.seat
