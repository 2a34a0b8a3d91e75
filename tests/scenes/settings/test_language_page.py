"""The table's language and each seat's: found by anybody, kept, and spoken toward that seat."""

import sys
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from pathlib import Path

import pygame
import pytest

from tabletop import languages
from tabletop.engine import say
from tabletop.games import all_games, find_game
from tabletop.scenes.catalogue import live_game
from tabletop.scenes.destinations import OpenLanguage
from tabletop.scenes.home.game_cards import card_face
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.match.pause import PauseScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import FACING_SIDES, Setup
from tabletop.scenes.settings.settings_pages import LanguagePage
from tabletop.scenes.setup.seats_page import SeatsScene
from tabletop.settings import Settings
from tabletop.ui.core import cache
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame, Screen
from tabletop.ui.core.scene import Pop, Push, Scene
from tests.scenes.setups import make_setup, seat_languages
from tests.scenes.touches import SIZES, button, check_layout, keys, tap
from tests.scenes.visible_text import SIZE, read, tiny_languages

SHOUT, SUPER = find_game("shout7"), find_game("super7")


@pytest.fixture(autouse=True)
def tiny(tmp_path: Path) -> Iterator[None]:
    with tiny_languages(tmp_path):
        yield


def match_of(table: AppContext, setup: Setup) -> MatchScene:
    return MatchScene(table, setup, setup.start(table), "m")


# -- the table's language -------------------------------------------------------------------


def test_two_touches_on_the_menu_change_the_tables_language(table: AppContext) -> None:
    menu = MenuScene(table)
    menu.fit(Canvas(SIZE))
    change = tap(menu, "language")
    assert change == Push(OpenLanguage())
    page = LanguagePage(table)
    page.fit(Canvas(SIZE))
    assert [button(page, key).label for key in keys(page)[1:]] == ["English", "Deutsch", "Français"]
    assert tap(page, "look.language:fr") == Pop("fr")
    assert table.language == "fr"
    assert Settings().but({"look.language": "fr"}) == table.settings


def test_names_of_languages_are_never_translated(table: AppContext) -> None:
    said = [words for words, _ in read(LanguagePage(table), "de")]
    assert {"English", "Deutsch", "Français"} <= set(said)


@pytest.mark.parametrize("size", SIZES)
def test_the_page_of_languages_fits_every_window(table: AppContext, size: tuple[int, int]) -> None:
    check_layout(LanguagePage(table), size)


def test_a_language_that_the_table_has_not_is_english(table: AppContext) -> None:
    table.settings = table.settings.but({"look.language": "ja"})
    assert table.language == "en"


def test_the_menu_speaks_the_tables_language(table: AppContext) -> None:
    assert ("Berühre ein Brett.", 0) in read(MenuScene(table), "de")


# -- a seat's language ----------------------------------------------------------------------


def seats_page(table: AppContext) -> SeatsScene:
    scene = SeatsScene(table, make_setup(SHOUT))
    scene.fit(Canvas(SIZE))
    return scene


def test_with_english_alone_nobody_is_asked(table: AppContext, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    languages.use_folders(empty)
    assert not any(key.startswith("language") for key in keys(seats_page(table)))


def test_a_seats_language_goes_with_its_player_and_with_the_record(table: AppContext) -> None:
    setup = make_setup(SHOUT, 3, languages=("de", "", "fr"))
    assert seat_languages(setup.rotated()) == ("", "fr", "de")
    match = setup.start(table)
    kept = setup.with_headers(match.record())
    assert seat_languages(Setup.of(SHOUT, match, kept)) == ("de", "", "fr")
    plain = make_setup(SHOUT, 3)
    assert seat_languages(Setup.of(SHOUT, match, plain.with_headers(match.record()))) == (
        "",
        "",
        "",
    )


def test_a_record_that_names_a_strange_language_is_spoken_in_the_tables(table: AppContext) -> None:
    setup = make_setup(SHOUT, 2, languages=("ja", "fr"))
    match = setup.start(table)
    assert seat_languages(Setup.of(SHOUT, match, setup.with_headers(match.record()))) == ("", "fr")


def test_more_or_fewer_seats_keep_their_languages(table: AppContext) -> None:
    scene = seats_page(table)
    scene.setup = scene.setup.with_language(1, "de")
    tap(scene, "count=1")
    assert [scene.setup.language(seat) for seat in range(3)] == ["", "de", ""]
    tap(scene, "count=0")
    assert [scene.setup.language(seat) for seat in range(2)] == ["", "de"]


# -- a match --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [SIZE, (1080, 1920)])
def test_face_to_face_each_reads_their_own_language(
    table: AppContext, size: tuple[int, int]
) -> None:
    setup = make_setup(SHOUT, 2, sides=FACING_SIDES, languages=("de", "fr"))
    scene = match_of(table, setup)
    near = read(scene, size=size)
    assert ("Du bist dran", 0) in near
    assert not any("Your turn" in words for words, _ in near)
    while scene.match.state.turn != 1:
        scene.play(str(scene.match.state.moves()[0]))
    scene.session.timeline.stop()
    scene.refresh()
    far = read(scene, size=size)
    assert any(words.startswith("Posez") and turns == 2 for words, turns in far)
    assert ("À vous de jouer", 2) in far
    assert not any("Your turn" in words or "Lay " in words for words, _ in far)


def test_a_seat_without_a_language_reads_the_tables(table: AppContext) -> None:
    scene = match_of(table, make_setup(SHOUT, 2, languages=("", "fr")))
    assert ("Du bist dran", 0) in read(scene, "de")


def test_words_at_both_edges_are_said_to_each_in_their_own(table: AppContext) -> None:
    scene = match_of(table, make_setup(SHOUT, 2, sides=FACING_SIDES, languages=("de", "fr")))
    scene.edge.tell(say("match.your_turn", "Your turn"))
    said = read(scene)
    assert ("Du bist dran", 0) in said
    assert ("À vous de jouer", 2) in said


def test_a_question_at_a_tray_is_asked_in_the_seats_language(table: AppContext) -> None:
    scene = match_of(table, make_setup(SUPER, 2, languages=("de", "fr")))
    scene.fit(Canvas(SIZE))
    change = scene.throws.ask_source(1)
    assert isinstance(change, Push)
    assert isinstance(change.scene, Scene)
    assert change.scene.language == "fr"


def test_a_card_of_the_same_size_is_cut_anew_in_another_language(table: AppContext) -> None:
    menu = MenuScene(table)
    canvas = Canvas(SIZE)
    menu.fit(canvas)
    card = menu.cards[0]
    english = card_face(canvas, card)
    assert card_face(canvas.with_context(UiContext(language="xx")), card) is not english
    assert card_face(canvas, card) is english


# -- no picture in another language ----------------------------------------------------------


def pixels(scene: Scene, language: str) -> bytes:
    canvas = Canvas(SIZE, UiContext(language=language))
    scene.fit(canvas)
    frame = Frame(canvas)
    scene.draw(frame)
    surface = pygame.Surface(SIZE)
    Screen(surface).show(frame)
    return pygame.image.tobytes(surface, "RGB")


def forget_pictures() -> None:
    cache.clear_all()
    for name, module in tuple(sys.modules.items()):
        for thing in vars(module).values() if name.startswith("tabletop.") else ():
            if isinstance(thing, _lru_cache_wrapper):
                thing.cache_clear()


@pytest.mark.parametrize("name", ["menu", "seats", "pause", *(game.key for game in all_games())])
def test_what_was_drawn_in_english_before_is_not_seen_in_another_language(
    table: AppContext, name: str
) -> None:
    def made(language: str) -> Scene:
        table.settings = table.settings.but({"look.language": language})
        match name:
            case "menu":
                return MenuScene(table)
            case "seats":
                return SeatsScene(table, make_setup(SHOUT, 2))
            case "pause":
                setup = make_setup(SHOUT, 2)
                return PauseScene(table, setup, setup.start(table))
        game = find_game(name)
        if game.kind == "live":
            return live_game(game).begin(table, game.check_options({}))
        return match_of(table, make_setup(game, 2, game.check_options({}), sides=FACING_SIDES))

    english = pixels(made("en"), "en")
    after_english = pixels(made("xx"), "xx")
    assert after_english != english
    forget_pictures()
    languages.use_folders()
    assert pixels(made("xx"), "xx") == after_english
    assert pixels(made("en"), "en") == english
