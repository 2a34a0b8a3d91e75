"""The page that calls a host of the event, and says truthfully what has become of the call."""

from typing import Final

from tabletop.engine import Text, joined, say
from tabletop.input.event import CallHost, EventState
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.live_game import HELP_SENT
from tabletop.ui.core.scene import Change, Pop, Swap
from tabletop.ui.widgets.question_dialog import Answers, QuestionDialog

POLL_SECONDS: Final = 0.5
CALL: Final = "call"
CANCEL: Final = "cancel"


HELP_TOPIC: Final = "help"
"""`QuestionDialog.topic` of the page."""


def help_page(table: AppContext, turns: int = 0) -> QuestionDialog:
    """Asks whether to call a host, or shows the call; `turns`: the edge where it was asked for."""
    if table.event.state.help != "none":
        return _call_page(table, turns)
    answers: Answers = (
        ("close", say("help.ask_no", "Not now"), "plain"),
        (CALL, say("help.ask_yes", "Call a host"), "main"),
    )

    def chosen(key: str) -> Change:
        if key != CALL:
            return Pop(key)
        table.event.ask(CallHost(on=True, turns=turns))
        page = _call_page(table, turns)
        page.language, page.text_scale = dialog.language, dialog.text_scale
        return Swap(page)

    question = say("help.ask", "Call a host?")
    detail = say("help.ask_detail", "A member of staff will come to this table.")
    dialog = QuestionDialog(question, detail, answers, turns, chosen=chosen)
    dialog.topic = HELP_TOPIC
    dialog.answered_at_table = True
    return dialog


def _call_page(table: AppContext, turns: int) -> QuestionDialog:
    answers: Answers = (
        ("close", say("help.close", "Close"), "main"),
        (CANCEL, say("help.cancel", "Cancel the call"), "plain"),
    )

    def chosen(key: str) -> Change:
        if key == CANCEL:
            table.event.ask(CallHost(on=False))
        return Pop(key)

    title, detail = _words(table.event.state)
    dialog = QuestionDialog(title, detail, answers, turns, chosen=chosen)
    dialog.topic = HELP_TOPIC
    dialog.answered_at_table = True
    called = [table.event.state.help != "none"]

    def follow(_: float) -> float | None:
        """Shows how the call stands now; closes when the staff have ended it."""
        state = table.event.state
        called[0] = called[0] or state.help != "none"
        if not state.has_staff or (called[0] and state.help == "none"):
            return None
        words = _words(state)
        if words != (dialog.question, dialog.detail):
            dialog.question, dialog.detail = words
            dialog.lay_out()
        return POLL_SECONDS

    dialog.spend = follow
    return dialog


def _words(state: EventState) -> tuple[Text, Text]:
    if state.help == "sent" and state.helper:
        return _comes(state.helper), say("help.comes_detail", "Please wait at the table.")
    if state.help == "sent":
        return HELP_SENT, say("help.sent_detail", "The staff know. You can keep playing.")
    if state.link == "online":
        return say("help.calling", "Calling a host…"), say("help.calling_detail", "One moment.")
    words = "The staff can’t be reached right now. The call goes out by itself as soon as they can."
    return say("help.unsent", "Not sent yet"), say("help.unsent_detail", words)


def _comes(who: str) -> Text:
    return say("help.comes", "{who} is on the way", who=who)


def help_line(state: EventState) -> Text:
    """How a call stands, in one sentence; empty if no host is called."""
    if state.help == "none":
        return joined("")
    if state.help == "sent":
        return joined("", _comes(state.helper) if state.helper else HELP_SENT, ".")
    if state.link == "online":
        return say("help.calling", "Calling a host…")
    return say("help.later", "The host will be called when the network is back.")
