"""The page that calls a host of the event, and says truthfully what has become of the call."""

from typing import Final

from tabletop.engine import Text, say
from tabletop.input.event import CallHost, EventState
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.live_game import HELP_SENT
from tabletop.ui.core.scene import Change, Pop
from tabletop.ui.widgets.question_dialog import Answers, QuestionDialog

POLL_SECONDS: Final = 0.5
CANCEL: Final = "cancel"


def help_page(table: AppContext) -> QuestionDialog:
    """Calls a host unless one is called already."""
    if table.event.state.help == "none":
        table.event.ask(CallHost(on=True))
    answers: Answers = (
        ("close", say("help.close", "Close"), "main"),
        (CANCEL, say("help.cancel", "Cancel the call"), "plain"),
    )

    def chosen(key: str) -> Change:
        if key == CANCEL:
            table.event.ask(CallHost(on=False))
        return Pop(key)

    title, detail = _words(table.event.state)
    dialog = QuestionDialog(title, detail, answers, chosen=chosen)
    dialog.answered_at_table = True
    called = [table.event.state.help != "none"]

    def follow(_: float) -> float | None:
        """Shows how the call stands now; closes when the staff have ended it."""
        state = table.event.state
        called[0] = called[0] or state.help != "none"
        if not state.joined or (called[0] and state.help == "none"):
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
        comes = say("help.comes", "{who} is coming", who=state.helper)
        return comes, say("help.comes_detail", "Please wait at the table.")
    if state.help == "sent":
        return HELP_SENT, say("help.sent_detail", "The staff know. You can keep playing.")
    if state.link == "online" and state.help == "none":
        return say("help.calling", "Calling a host…"), say("help.calling_detail", "One moment.")
    words = "The staff can’t be reached right now. The call goes out by itself as soon as they can."
    return say("help.unsent", "Not sent yet"), say("help.unsent_detail", words)
