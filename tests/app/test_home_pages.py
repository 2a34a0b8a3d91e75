"""Pages to take home are made one after the other, whatever changes meanwhile."""

from dataclasses import dataclass, field
from threading import Event
from typing import Any, cast

from tabletop.app.home_pages import HomePages
from tabletop.party.take_home import TakeHome
from tabletop.ui.core.context import DEFAULT_CONTEXT, UiContext
from tests.party.home_pages import PLATES

PATIENCE = 20.0


@dataclass
class Finished:
    """A match that is over."""

    subject: object = field(default_factory=object)
    over: bool = True
    made: int = 0
    may_go_on: Event = field(default_factory=Event)

    def home(self, context: UiContext) -> TakeHome:
        del context
        self.made += 1
        assert self.may_go_on.wait(PATIENCE)
        return TakeHome("shoo", "Shoo", "Ada wins", "", PLATES)


def test_what_changes_while_pages_are_made_is_looked_at_when_they_are_ready() -> None:
    ready = Event()
    homes = HomePages(lambda _: DEFAULT_CONTEXT, ready.set)
    match = Finished()
    for state in range(50):
        homes.follow(cast(Any, match), state, {"en"})
    match.may_go_on.set()
    assert ready.wait(PATIENCE)
    assert match.made == 1
    assert len(homes.finished()) == 1
    assert homes.path("en")
    ready.clear()
    homes.follow(cast(Any, match), 50, {"en"})
    assert ready.wait(PATIENCE)
    assert match.made == 2
    assert len(homes.finished()) == 1
