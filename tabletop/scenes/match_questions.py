"""The questions before a match is ended by hand."""

from collections.abc import Callable

from tabletop.engine import Match, Seat, Text, say
from tabletop.ui.ask import Answers, AskScene
from tabletop.ui.scene import Change, Push


def ask_end(
    match: Match,
    how: str,
    ended: Callable[[], None],
    *,
    own_hands: bool,
    seat: Seat,
    names: Callable[[Seat], Text],
    computers: bool,
    agreed: Callable[[], bool],
    turns: int = 0,
) -> Push:
    """Asks whether it shall be a draw (`how` is "draw"), end so ("end") or a seat gives up.

    With `own_hands` nobody else's device can give up for that seat; `names` tells what seats are
    called. `computers`: there are some, and `agreed` is asked whether they agree to a draw that
    the people want. `turns`: how whoever is asked sits.
    """
    no = say("match.ask_no", "Play on")
    if how == "draw":
        question = say("match.ask_draw", "Call it a draw?")
        detail = say("match.ask_draw_detail", "Only if all of you agree.")
        if computers:
            detail = say("match.ask_draw_computer", "The computer may say no.")
        yes = say("match.ask_draw_yes", "Yes, a draw")
    elif how == "end":
        question = say("match.ask_stop", "End this game without a result?")
        detail = say("match.ask_stop_detail", "It cannot be taken up again.")
        yes = say("match.ask_stop_yes", "Yes, end it")
    else:
        question = say("match.ask_resign", "Does {who} give up?", who=names(seat))
        detail = say("match.ask_resign_detail", "The others win this game.")
        if match.seats == 2:
            detail = say("match.ask_resign_one", "{who} wins this game.", who=names(1 - seat))
        yes = say("match.ask_resign_yes", "Yes, give up")

    def then(answer: object) -> Change:
        if answer == "yes" and match.outcome is None:
            if how == "draw" and not agreed():
                return None
            if how == "draw":
                match.agree()
            elif how == "end":
                match.stop()
            else:
                match.resign(seat)
            ended()
        return None

    answers: Answers = (("no", no, "main"), ("yes", yes, "plain"))
    whose = seat if own_hands and how == "resign" else None
    return Push(AskScene(question, detail, answers, turns, seat=whose), then)
