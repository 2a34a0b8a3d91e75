"""The page to take home from a finished match of a board game."""

from collections.abc import Sequence

from tabletop.ai.match_analysis import TurningPoint
from tabletop.engine import Game, Match, Outcome, Ply, percent, say
from tabletop.games import view_of
from tabletop.party.take_home import (
    HomeBoard,
    HomePly,
    HomeTurningPoint,
    TakeHome,
    with_names,
)
from tabletop.party.views import Arrow
from tabletop.scenes.match_setup import Setup, player_name
from tabletop.scenes.play.board import result_head
from tabletop.scenes.play.phone_view import seat_plates
from tabletop.ui.board.diagram import diagram_of
from tabletop.ui.core.context import UiContext


def home_page(
    match: Match, setup: Setup, context: UiContext, turning_points: Sequence[TurningPoint] = ()
) -> TakeHome:
    """What the page tells about a match, with its turning points if they are known.

    Its sentences name people as they called themselves. The context is that of whoever gets it.
    It takes some 0.3 ms a ply, so that a thread should make it for a long match.
    """
    game, outcome = match.game, match.outcome or Outcome((), "")
    names = {
        colour.key: player_name(setup, game, seat)
        for seat, colour in enumerate(game.seat_names[: match.seats])
        if setup.own_names[seat]
    }
    view = view_of(game)
    plies = tuple(
        HomePly(
            said=with_names(view.describe_ply(ply), names),
            turn=match.turns_until(number),
            pieces=dict(game.pieces(ply.after)),
            moved=moved_pieces(game, ply),
        )
        for number, ply in enumerate(match.plies, 1)
    )
    board = HomeBoard(
        diagram=diagram_of(game, view, match.seats, match.options),
        start=dict(game.pieces(match.first)),
        plies=plies,
        line=tuple(spot for line in game.lines(match.state) for spot in line),
        turning_points=tuple(
            HomeTurningPoint(
                turn.ply + 1,
                # NOTE: {told} is a sentence, as "White pushed two pieces."
                say(
                    "take_home.fell",
                    "{told} {who}’s chance of winning fell from {before} to {after}.",
                    told=plies[turn.ply].said,
                    who=player_name(setup, game, turn.seat),
                    before=percent(before),
                    after=percent(after),
                ),
            )
            for turn in turning_points
            for before, after in (turn.percents,)
        ),
    )
    return TakeHome(
        game=game.key,
        title=game.title,
        headline=with_names(result_head(match, outcome), names),
        line=with_names(outcome.reason, names),
        seats=seat_plates(setup, view.looks, None, context),
        board=board,
    )


def moved_pieces(game: Game, ply: Ply) -> tuple[Arrow, ...]:
    """What a ply moved, laid and took off."""
    phases = game.effects(ply.before, ply.move)
    return tuple(Arrow(step.start or "", step.end or "") for phase in phases for step in phase)
