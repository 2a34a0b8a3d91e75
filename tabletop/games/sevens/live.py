"""The scenes of Sevens, as the menu opens them (see `tabletop.ui.core.live_game.LiveGame`)."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tabletop.engine import Record, SeatProfile, Text, say
from tabletop.engine.game import OptionValue
from tabletop.games.sevens.rules.match import GAME, SevensMatch
from tabletop.games.sevens.scenes.attract import AttractMatchScene
from tabletop.games.sevens.scenes.context import Seating
from tabletop.games.sevens.scenes.lesson import SevensLesson
from tabletop.games.sevens.scenes.match import MatchSetup
from tabletop.games.sevens.scenes.opening import OpeningPage
from tabletop.games.sevens.scenes.showcase import moments
from tabletop.games.sevens.view.rule_pictures import rule_picture
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.live_game import OpenRules, OpenSound
from tabletop.ui.core.scene import Scene

if TYPE_CHECKING:  # nothing of the phones is loaded while they are off
    from tabletop.party.views import SeatPlate

__all__ = [
    "begin",
    "how_far",
    "lesson",
    "moments",
    "opening",
    "phone_seats",
    "rule_picture",
    "shown",
    "take_up",
]

lesson = SevensLesson
shown = AttractMatchScene


def opening(table: AppContext) -> Scene:
    """The page that the menu opens."""
    return OpeningPage(table, lambda: OpenRules(GAME), OpenSound, _match_rules)


def begin(
    table: AppContext,
    options: Mapping[str, OptionValue],
    profiles: Sequence[SeatProfile] = (),
    match_id: str = "",
) -> Scene:
    """A new match of two."""
    seating, chosen = Seating.by_settings(table), GAME.check_options(options)
    if profiles:
        first, second = profiles
        seating = Seating((first, second))
    setup = MatchSetup(table, _match_rules, chosen, seating, sound=OpenSound)
    return setup.match(match_id=match_id)


def take_up(table: AppContext, record: Record, match_id: str) -> Scene:
    """A saved match."""
    start = MatchSetup(table, _match_rules, GAME.check_options({}), sound=OpenSound)
    scene = start.taken_up(record, match_id)
    # A running clock stands still until somebody is ready.
    scene.waits = scene.context.match.next_due is not None
    return scene


def _match_rules() -> OpenRules:
    return OpenRules(GAME, playing=True)


def how_far(record: Record) -> Text:
    """How far a saved match has come."""
    match = SevensMatch.replay(record)
    # NOTE for translators: how far a kept match has come; it stands behind a name, in small
    # letters.
    return say("sevens.how_far", "round {number}", number=match.round + 1)


def phone_seats(record: Record, context: UiContext) -> "tuple[SeatPlate, ...]":
    """Who plays a saved match, as phones see it."""
    from tabletop.games.sevens.scenes.phone_view import profile_plates

    return profile_plates(Seating.from_lines(dict(record.extra)).seats, context)
