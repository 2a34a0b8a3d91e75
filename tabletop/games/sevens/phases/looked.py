"""The question that a report of looking puts to the one who is to answer it."""

from tabletop.engine import Text, say
from tabletop.games.sevens.phases.page import SeatAsk
from tabletop.games.sevens.screen.desk import Desk
from tabletop.ui.ask import Answers


def ask_looked(desk: Desk) -> SeatAsk:
    """The question, turned to the reported seat, or for the host; pops with "yes" or "no"."""
    match = desk.match
    name, other = desk.name(match.arranger), desk.name(match.guesser)
    words = "{name} says that {other} looked. Is that so?"
    question = say("sevens.looked", words, name=name, other=other)
    detail = say("sevens.looked.detail", "If so, {other} has lost the match.", other=other)
    no = say("sevens.looked.no", "No, I did not look")
    yes = say("sevens.looked.yes", "Yes, the match is lost")
    host = match.pending is not None and match.pending.asked is None
    if host:
        no = say("sevens.looked.host_no", "Host: no, go on")
        yes = say("sevens.looked.host_yes", "Host: yes, it is lost")
    answers: Answers = (("no", no, "main"), ("yes", yes, "plain"))
    scene = SeatAsk(desk, match.guesser, question, detail, answers)
    if host:
        scene.asked = None
    return scene


def denied_by_computer(desk: Desk) -> Text | None:
    """A computer player denies at once what is said of it, in these words; None: a person may."""
    match = desk.match
    if desk.level(match.guesser) is None:
        return None
    match.deny(desk.now)
    words = "{other} cannot look: the picture is shown to it when you are done."
    return say("sevens.looked.computer", words, other=desk.name(match.guesser))


def answer_looked(desk: Desk, answer: object) -> None:
    """Tells the match what was answered; with None the question stays open."""
    if desk.match.pending is None or answer is None:
        return
    if answer == "yes":
        desk.match.confirm(desk.now)
    else:
        desk.match.deny(desk.now)
