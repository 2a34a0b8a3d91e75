"""The pages that the arranging player opens, each turned to that seat and for its hands alone."""

from tabletop.engine import say
from tabletop.games.sevens.figures import Figure
from tabletop.games.sevens.phases.model import ModelAsk
from tabletop.games.sevens.phases.naming import NamingScene, Spend
from tabletop.games.sevens.phases.page import asks_only
from tabletop.games.sevens.phases.part import NOTHING
from tabletop.games.sevens.screen.desk import Desk
from tabletop.games.sevens.shelf.browse import BrowseScene
from tabletop.ui.tongue import speaking


def naming_page(desk: Desk, name: str, spend: Spend) -> NamingScene:
    """What the picture is; pops with the name."""
    with speaking(desk.language(desk.match.arranger)):
        scene = NamingScene(name, _turns(desk), spend)
    scene.asked = asks_only(desk, desk.match.arranger)
    return scene


def booklet_page(desk: Desk, spend: Spend) -> BrowseScene:
    """The booklet, to pick a figure from, and a word to the other seat; pops with the figure."""
    guesser = desk.match.guesser
    hint = say("sevens.browse.away", "{other}, please look away", other=desk.name(guesser))
    if desk.level(guesser) is not None:
        hint = NOTHING  # a computer player sees the picture only when it is shown
    # Face to face the word stands before the one who is to look away.
    away = 2 if desk.turned(guesser) else 0
    turns = _turns(desk)
    scene = BrowseScene(
        desk.table, pick=True, turns=turns, hint=hint, hint_turns=away if desk.facing else turns,
        spend=spend,
    )  # fmt: skip
    scene.asked = asks_only(desk, desk.match.arranger)
    scene.hint_language = desk.language(guesser)
    return scene


def model_page(desk: Desk, figure: Figure, spend: Spend) -> ModelAsk:
    """What shall be done with a figure; pops with the answer."""
    scene = ModelAsk(figure, _turns(desk), spend)
    scene.asked = asks_only(desk, desk.match.arranger)
    return scene


def _turns(desk: Desk) -> int:
    return 2 if desk.turned(desk.match.arranger) else 0
