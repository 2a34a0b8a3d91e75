"""The question that a report of looking puts to the one who is to answer it."""

from tabletop.engine import say
from tabletop.games.sevens.phases.page import SeatAsk
from tabletop.games.sevens.screen.desk import Desk
from tabletop.ui.ask import Answers


def ask_looked(desk: Desk) -> SeatAsk:
    """The question, turned to the reported seat, or for the host; pops with "yes" or "no"."""
    match = desk.match
    name, other = desk.name(match.arranger), desk.name(match.guesser)
    question = say(
        "sevens.looked", "{name} says that {other} looked. Is that so?", name=name, other=other
    )
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


def answer_looked(desk: Desk, answer: object) -> None:
    """Tells the match what was answered; with None the question stays open."""
    if desk.match.pending is None or answer is None:
        return
    if answer == "yes":
        desk.match.confirm(desk.now)
    else:
        desk.match.deny(desk.now)
