"""The map of all pages: makes the page of each destination."""

from tabletop.scenes.attract.scene import AttractScene
from tabletop.scenes.catalogue import live_game
from tabletop.scenes.destinations import (
    ContinueMatch,
    EnterHighScore,
    OpenAppearance,
    OpenCodeEntry,
    OpenDevices,
    OpenDisplay,
    OpenGame,
    OpenLanguage,
    OpenLesson,
    OpenPlayer,
    OpenPlayers,
    OpenReview,
    OpenRules,
    OpenScores,
    OpenSeats,
    OpenSound,
    OpenUsage,
    ShowAttract,
    ShowMenu,
    ShowResult,
    ShowTitle,
    StartMatch,
)
from tabletop.scenes.devices.devices_page import DevicesPage
from tabletop.scenes.devices.display_page import DisplayPage
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.home.resume_code import CodeEntryPage
from tabletop.scenes.home.title_page import TitleScene
from tabletop.scenes.lesson.rules_page import RulesScene
from tabletop.scenes.lesson.scene import lesson_for
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import last_setup
from tabletop.scenes.result.scene import ResultScene
from tabletop.scenes.review.scene import ReviewScene
from tabletop.scenes.settings.appearance_page import AppearancePage
from tabletop.scenes.settings.language_page import LanguagePage
from tabletop.scenes.settings.sound_page import SoundPage
from tabletop.scenes.setup.seat_dialogs import PlayerDialog, PlayersDialog
from tabletop.scenes.setup.seats_page import SeatsScene
from tabletop.scenes.stats.scores_page import ScoresPage, winner_name_page
from tabletop.scenes.stats.usage_page import UsagePage
from tabletop.storage import new_match_id
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.scene import Destination, PageBuilder, Scene


def page_builder(table: AppContext) -> PageBuilder:
    """What a `SceneStack` makes the pages of destinations with."""

    def build(destination: Destination) -> Scene:
        return build_page(table, destination)

    return build


def build_page(table: AppContext, destination: Destination) -> Scene:
    """A new page for a destination."""
    match destination:
        case ShowMenu():
            return MenuScene(table)
        case ShowTitle():
            return TitleScene(table)
        case ShowAttract():
            return AttractScene(table)
        case OpenGame(game):
            if game.kind == "live":
                table.remember_last_game(game.key)
                return live_game(game).opening(table)
            return SeatsScene(table, last_setup(table, game))
        case OpenCodeEntry():
            return CodeEntryPage(table)
        case OpenSeats(setup):
            return SeatsScene(table, setup)
        case StartMatch(setup):
            return MatchScene(table, setup, setup.start(table), new_match_id())
        case ContinueMatch(setup, match, match_id):
            return MatchScene(table, setup, match, match_id)
        case ShowResult(setup, match, looks, named, seen):
            return ResultScene(setup, match, looks, named=named, seen=seen)
        case OpenReview(match, analysis, setup, turns):
            return ReviewScene(table, match, analysis, setup, turns)
        case OpenPlayer(setup, seat, turns, about):
            return PlayerDialog(table, setup, seat, turns, about, to_seat=True)
        case OpenPlayers(setup):
            return PlayersDialog(table, setup)
        case OpenRules(game, playing):
            return RulesScene(table, game, playing=playing)
        case OpenLesson(game, playing):
            return lesson_for(table, game, playing=playing)
        case OpenLanguage():
            return LanguagePage(table)
        case OpenSound():
            return SoundPage(table)
        case OpenAppearance():
            return AppearancePage(table)
        case OpenDevices():
            return DevicesPage(table)
        case OpenDisplay():
            return DisplayPage(table)
        case OpenScores(game, match_id, result):
            return ScoresPage(table, game, match_id, result)
        case EnterHighScore():
            return winner_name_page(table, destination)
        case OpenUsage():
            return UsagePage(table)
    raise LookupError(f"no page for {destination}")
