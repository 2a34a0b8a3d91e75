"""The pages that the arranging player opens, each turned to that seat and for its hands alone."""

from typing import TypeVar

from tabletop.engine import say
from tabletop.games.sevens.figures import Figure
from tabletop.games.sevens.phases.model import ModelAsk
from tabletop.games.sevens.phases.naming import NamingScene, Spend
from tabletop.games.sevens.phases.page import Page, asks_only
from tabletop.games.sevens.phases.part import NOTHING
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.shelf.browse import BrowseScene
from tabletop.ui.tongue import speaking

AnyPage = TypeVar("AnyPage", bound=Page)


def naming_page(desk: Desk, name: str, spend: Spend) -> NamingScene:
    """What the picture is; pops with the name."""
    with speaking(desk.language(desk.match.arranger)):
        scene = NamingScene(name, _turns(desk), spend)
    return _secret(desk, scene)


def booklet_page(desk: Desk, spend: Spend) -> BrowseScene:
    """The booklet, to pick a figure from, and a word to the other seat; pops with the figure."""
    guesser = desk.match.guesser
    hint = say("sevens.browse.away", "{other}, please look away", other=desk.name(guesser))
    if desk.level(guesser) is not None or desk.apart is not None:
        hint = NOTHING  # who guesses sees the picture only when it is shown
    # The word stands before the one who is to look away.
    turns, away = _turns(desk), desk.turns(guesser)
    scene = BrowseScene(desk.table, pick=True, turns=turns, hint=hint, hint_turns=away, spend=spend)
    scene.hint_language = desk.language(guesser)
    return _secret(desk, scene)


def model_page(desk: Desk, figure: Figure, spend: Spend) -> ModelAsk:
    """What shall be done with a figure; pops with the answer."""
    return _secret(desk, ModelAsk(figure, _turns(desk), spend))


def _secret(desk: Desk, scene: AnyPage) -> AnyPage:
    """The same page, for the arranging player alone."""
    scene.asked, scene.secret = asks_only(desk, desk.match.arranger), True
    return scene


def _turns(desk: Desk) -> int:
    return desk.turns(desk.match.arranger)
