"""The map of all pages: makes the page of each destination.

It also chooses the first scene, by the command line.
"""

import logging
from collections.abc import Iterator, Mapping
from functools import partial
from threading import Thread

from tabletop import languages
from tabletop.app.start_request import StartRequest
from tabletop.engine import BadNotation, Game, Match, Record, SeatProfile, TimeControl, say
from tabletop.engine.game import OptionValue
from tabletop.games import find_game, live_of, view_of
from tabletop.input.event import CALL_NOTE, PlayerCall
from tabletop.scenes.attract.scene import AttractScene, prewarm_board
from tabletop.scenes.catalogue import live_game, offered_games
from tabletop.scenes.destinations import (
    ContinueMatch,
    OpenAppearance,
    OpenCodeEntry,
    OpenDevices,
    OpenDisplay,
    OpenEvent,
    OpenGame,
    OpenLanguage,
    OpenLesson,
    OpenOptions,
    OpenPlayer,
    OpenPlayers,
    OpenReview,
    OpenScores,
    OpenSeats,
    OpenSignUp,
    OpenStart,
    OpenTakeHome,
    OpenUsage,
    ResumeSaved,
    ShowAttract,
    ShowPlayerCall,
    ShowResult,
    StartCalledMatch,
    StartMatch,
)
from tabletop.scenes.devices.devices_page import DevicesPage
from tabletop.scenes.devices.display_pages import DisplayPage
from tabletop.scenes.event.help import help_page
from tabletop.scenes.event.join_page import JoinEventPage
from tabletop.scenes.event.player_call import PlayerCallScene, called_edges
from tabletop.scenes.event.sign_up_page import SignUpPage
from tabletop.scenes.home.resume import CodeEntryPage, resumable_match, resume_match
from tabletop.scenes.home.title_page import TitleScene
from tabletop.scenes.lesson.rules_page import rules_page
from tabletop.scenes.lesson.scene import lesson_for
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import (
    FACING_SIDES,
    SeatSetup,
    Setup,
    last_setup,
    profiles_of,
    setup_of_profiles,
)
from tabletop.scenes.party.phones_page import PhonesPage
from tabletop.scenes.party.take_home_page import TakeHomePage
from tabletop.scenes.play.board import prewarm_panels
from tabletop.scenes.result.scene import ResultScene, prewarm_result
from tabletop.scenes.review.scene import ReviewScene
from tabletop.scenes.settings.settings_pages import AppearancePage, LanguagePage, SoundPage
from tabletop.scenes.setup.options_page import OptionsPage
from tabletop.scenes.setup.quick_start import QuickStartPage
from tabletop.scenes.setup.seat_dialogs import PlayerDialog, PlayersDialog
from tabletop.scenes.setup.seats_page import SeatsScene
from tabletop.scenes.stats.scores_page import ScoresPage, winner_name_page
from tabletop.scenes.stats.usage_page import UsagePage
from tabletop.storage import database, new_match_id
from tabletop.storage.outbox import MATCH_NOTE_PREFIX, MatchOfEvent
from tabletop.ui.board.table_layout import match_layout
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.cache import in_slices
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.live_game import (
    CallForHelp,
    EnterHighScore,
    OpenLiveSeats,
    OpenPhones,
    OpenRules,
    OpenSound,
)
from tabletop.ui.core.prewarm import prewarm
from tabletop.ui.core.scene import Destination, Scene
from tabletop.ui.draw.wood import ground
from tabletop.ui.widgets.event_result import FollowingEvent, claim_links
from tabletop.ui.widgets.text_entry import clean_name


def build_page(table: AppContext, destination: Destination) -> Scene:
    """A new page for a destination; title and menu are made by `opening.page_builder`."""
    match destination:
        case ShowAttract():
            return AttractScene(table)
        case OpenGame(game):
            if game.kind == "live":
                table.remember_last_game(game.key)
                return live_game(game).opening(table)
            return QuickStartPage(table, last_setup(table, game))
        case OpenCodeEntry():
            return CodeEntryPage(table)
        case OpenStart(setup):
            return QuickStartPage(table, setup)
        case OpenSeats(setup):
            return SeatsScene(table, setup)
        case OpenLiveSeats(game, profiles):
            return SeatsScene(table, setup_of_profiles(game, profiles), profiles_of)
        case OpenOptions(setup):
            return OptionsPage(table, setup)
        case StartMatch(setup):
            return MatchScene(table, setup, setup.start(table), new_match_id())
        case ResumeSaved(match_id):
            return _resume_saved(table, match_id)
        case ContinueMatch(setup, match, match_id):
            return MatchScene(table, setup, match, match_id)
        case ShowResult(setup, match, looks):
            return ResultScene(
                setup,
                match,
                looks,
                named=destination.named,
                seen=destination.seen,
                following=destination.following,
                analysis=destination.analysis,
                strongest=destination.strongest,
                device_notices=destination.device_notices,
                take_home=destination.take_home,
                claims=_claim_links(table, setup, destination.match_id),
                following_event=FollowingEvent(table, destination.match_id),
            )
        case OpenReview(match, analysis, setup, turns, seat, practises):
            return ReviewScene(table, match, analysis, setup, turns, seat=seat, practises=practises)
        case OpenPlayer(setup, seat, turns, about):
            return PlayerDialog(table, setup, seat, turns, about, to_seat=True)
        case OpenPlayers(setup):
            return PlayersDialog(table, setup)
        case OpenRules(game, playing):
            return rules_page(table, game, playing=playing)
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
        case OpenTakeHome():
            return TakeHomePage(table)
        case OpenPhones(title, seats, looks):
            return PhonesPage(table, title, seats, looks)
        case OpenDisplay():
            return DisplayPage(table)
        case CallForHelp(turns):
            return help_page(table, turns)
        case OpenEvent():
            return JoinEventPage(table)
        case OpenSignUp():
            return SignUpPage(table)
        case ShowPlayerCall(call):
            return PlayerCallScene(table, call)
        case StartCalledMatch(call):
            return _called_match(table, call)
        case OpenScores(game, match_id, result):
            return ScoresPage(table, game, match_id, result)
        case EnterHighScore():
            return winner_name_page(table, destination)
        case OpenUsage():
            return UsagePage(table)
    raise LookupError(f"no page for {destination}")


log = logging.getLogger(__name__)


def first_scene(table: AppContext, start: StartRequest) -> Scene | None:
    """The scene that lies over the menu at the start; None for the menu alone."""
    match start:
        case ("title",):
            return TitleScene(table)
        case ("on table", match_id, text):
            return _resume_interrupted(table, str(match_id), str(text))
        case ("play", key, seats, options):
            return new_match_scene(table, str(key), int(seats), options)
        case ("record", text):
            record = Record.from_text(text)
            try:
                game = find_game(record.game)
            except KeyError as unknown:
                raise BadNotation(str(unknown.args[0])) from unknown
            if game.kind == "live":
                return live_game(game).take_up(table, record, new_match_id())
            match = Match.replay(game, record)
            scene = MatchScene(table, Setup.of(game, match, record), match, new_match_id())
            scene.rewind()
            return scene
        case _:
            return None


def _resume_saved(table: AppContext, match_id: str) -> Scene:
    """A match that was left a moment ago."""
    try:
        text = table.store.find(match_id).to_text()
    except (KeyError, BadNotation, *database.READ_ERRORS) as problem:
        log.warning("the match %s cannot be read: %s", match_id, problem)
        return TitleScene(table)
    return _resume_interrupted(table, match_id, text)


def _resume_interrupted(table: AppContext, match_id: str, text: str) -> Scene:
    """The match that was open when the program crashed, or the title if it cannot go on."""
    try:
        found = resume_match(table, resumable_match(match_id, Record.from_text(text)))
    except BadNotation as problem:
        log.warning("the match %s cannot go on: %s", match_id, problem)
        words = "The last game can’t be resumed: {why}"
        table.warn_operator(say("opening.gone", words, why=problem.reason))
        return TitleScene(table)
    scene = build_page(table, found) if isinstance(found, Destination) else found
    if isinstance(scene, MatchScene):
        scene.paused = scene.match.clock.ticking and scene.match.outcome is None
    return scene


def new_match_scene(
    table: AppContext, key: str, seats: int, options: Mapping[str, OptionValue]
) -> Scene:
    """A new match of a game with the options of the settings."""
    game = find_game(key)
    if game.kind == "live":
        game.check_seats(seats)
        return live_game(game).begin(table, options)
    clock = TimeControl.read(table.settings["play.clock"])
    setup = Setup(game, seats, options, clock)
    if table.settings["play.seating"] == "facing":
        setup = setup.with_edges(FACING_SIDES)
    return MatchScene(table, setup, setup.start(table), new_match_id())


def _claim_links(table: AppContext, setup: Setup, match_id: str) -> tuple[str, ...]:
    if setup.after_practice is not None:
        return ()
    record = Record(game=setup.game.key, seats=setup.seats, extra=setup.headers())
    return claim_links(table, match_id, record)


def _called_match(table: AppContext, call: PlayerCall) -> Scene:
    """The match of a tournament whose players have come."""
    game, match_id = find_game(call.game), new_match_id()
    visitors = tuple(seat.visitor for seat in call.seats)
    own = MatchOfEvent(call.pairing, visitors, call.round, call.replays_draws)
    table.store.set_note(f"{MATCH_NOTE_PREFIX}{match_id}", own.to_text())
    table.store.set_note(CALL_NOTE, "")
    profiles = tuple(
        SeatProfile(clean_name(seat.name), edge=edge)
        for seat, edge in zip(call.seats, called_edges(table, len(call.seats)), strict=True)
    )
    if game.kind == "live":
        return live_game(game).begin(table, call.options, profiles, match_id)
    seating = tuple(SeatSetup(profile) for profile in profiles)
    options, clock = game.check_options(call.options), TimeControl.read(call.clock)
    setup = Setup(game, len(call.seats), options, clock, seating=seating, best_of=1, of_event=own)
    return MatchScene(table, setup, setup.start(table), match_id)


def prewarm_pages(table: AppContext, canvas: Canvas) -> Iterator[None]:
    """First page, board and lesson of every offered game, then attract mode and the languages."""
    games = offered_games(table)
    for game in games:
        yield from _prewarm_first_page(table, game, canvas)
    for game in games:
        if game.kind == "board":
            yield from prewarm_match(last_setup(table, game), canvas)
    for game in games:
        lesson = lesson_for(table, game)
        lesson.rehearsed = True
        yield from prewarm(lesson, canvas)
    if table.has("attract.on"):
        for game in games:
            if game.kind == "board":
                yield from prewarm_board(game, canvas)
    yield from languages.compile_all()


def prewarm_following(scene: Scene, canvas: Canvas) -> Iterator[None]:
    """The result of a match, while the match is played: its board has a size of its own."""
    if isinstance(scene, MatchScene):
        session = scene.session
        result = ResultScene(session.setup, session.match, scene.view.looks, seen=True)
        yield from prewarm(result, canvas)


def prewarm_match(setup: Setup, canvas: Canvas) -> Iterator[None]:
    """The board, the pieces and the panels of a match as it is about to begin."""
    view = view_of(setup.game)
    plan = match_layout(canvas, setup.around, view.tray_height)
    view.fit(plan.places(setup.options))
    yield
    yield from view.preparing()
    yield from in_slices(lambda: view.draw_base(ground(*canvas.size).copy()))
    yield from prewarm_panels(plan, view)
    yield from in_slices(partial(prewarm_result, plan, view.looks[: len(plan.panels)]))


def _prewarm_first_page(table: AppContext, game: Game, canvas: Canvas) -> Iterator[None]:
    if game.kind == "live":
        yield from _prewarm_live_game(table, game, canvas)
    else:
        yield from prewarm(QuickStartPage(table, last_setup(table, game)), canvas)


def _prewarm_live_game(table: AppContext, game: Game, canvas: Canvas) -> Iterator[None]:
    """Loads a game's modules in a thread, then prewarms its first page."""
    loading = Thread(target=lambda: live_of(game), name="loading", daemon=True)
    loading.start()
    while loading.is_alive():
        yield
    page = live_game(game).opening(table)
    yield from prewarm(page, canvas)
    for _ in page.preparing():
        yield
