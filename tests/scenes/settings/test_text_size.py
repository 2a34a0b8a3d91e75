"""Pages in large words: everything is whole, in its place and can be hit."""

from collections.abc import Callable

import pytest

from tabletop.engine import TimeControl, say
from tabletop.games import all_games, find_game
from tabletop.scenes.devices.devices_page import DevicesPage, InputSettingsPage
from tabletop.scenes.home.game_cards import layout_cards
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.lesson.exact_rules_page import ExactRulesScene
from tabletop.scenes.match.pause import PauseScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.play.board import localised
from tabletop.scenes.settings.settings_pages import AppearancePage, LanguagePage, SoundPage
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.draw.annotations import TextLine, annotations_of
from tabletop.ui.widgets.page import PageScene
from tabletop.ui.widgets.question_dialog import QuestionDialog
from tests.default_context import default_context
from tests.scenes.setups import make_setup
from tests.scenes.touches import check_layout, draw
from tests.scenes.visible_text import read

SIZES = ((1280, 800), (1920, 1080), (1080, 1920), (1024, 600))
at_sizes = pytest.mark.parametrize("size", SIZES)
in_percent = pytest.mark.parametrize("percent", [125, 150, 200])


def pause(table: AppContext) -> PageScene:
    setup = make_setup(find_game("shoo"), clock=TimeControl("sudden", 600))
    return PauseScene(table, setup, setup.start(table))


def question(table: AppContext) -> PageScene:
    del table
    return QuestionDialog(
        say("test.q", "Shall this game be forgotten although nobody has won it so far?"),
        say("test.d", "What is forgotten cannot be brought back, neither by you nor by others."),
        (
            ("no", say("test.no", "Keep it as it is"), "main"),
            ("yes", say("test.yes", "Forget it"), "plain"),
            ("later", say("test.later", "Ask me again tomorrow"), "plain"),
        ),
    )


PAGES: dict[str, Callable[[AppContext], PageScene]] = {
    "menu": MenuScene,
    "sound": SoundPage,
    "look": AppearancePage,
    "languages": LanguagePage,
    "devices": DevicesPage,
    "hands": InputSettingsPage,
    "pause": pause,
    "question": question,
}


@pytest.mark.parametrize("page", PAGES)
@at_sizes
@in_percent
def test_every_page_has_room(
    table: AppContext, page: str, size: tuple[int, int], percent: int
) -> None:
    with default_context(text_scale=percent):
        check_layout(PAGES[page](table), size, least=50)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
@at_sizes
def test_the_rules_are_all_there_on_more_pages(
    table: AppContext, game: object, size: tuple[int, int]
) -> None:
    scene = ExactRulesScene(table, game)  # type: ignore[arg-type]
    scene.fit(Canvas(size))
    usual = scene.pages
    with default_context(text_scale=200):
        scene.fit(Canvas(size))
        assert scene.pages > usual
        shown: list[str] = []
        for page in range(scene.pages):
            scene.turn_to(page)
            check_layout(scene, size)
            here = scene.columns[page * scene.across : (page + 1) * scene.across]
            shown += [item.text for column in here for item in column.items]
    told = " ".join(" ".join(shown).split())
    wanted = " ".join(f"{rule.title} {rule.body}" for rule in scene.rules)
    assert told == " ".join(wanted.split())


@at_sizes
def test_rules_are_read_twice_as_large(table: AppContext, size: tuple[int, int]) -> None:
    scene = ExactRulesScene(table, find_game("shoo"))
    bodies = {}
    for percent in (100, 200):
        with default_context(text_scale=percent):
            scene.fit(Canvas(size))
            scene.turn_to(1)
            lines = [label for label in scene.labels if label.stands == "top"]
            bodies[percent] = min(label.typeset(scene.canvas).size for label in lines)
    assert bodies[200] >= 1.9 * bodies[100]


def test_the_cards_of_the_menu_say_names_large_and_whole() -> None:
    small = Canvas((1280, 800))
    canvas = small.with_context(UiContext(text_scale=200))
    room = Box(56, 240, canvas.width - 112, 800)
    cards = layout_cards(all_games(), room, canvas)
    for card in cards:
        for label in card.labels:
            assert label.typeset(canvas).complete
    sizes = {card.labels[0].typeset(canvas).size for card in cards}
    usual = {card.labels[0].typeset(small).size for card in layout_cards(all_games(), room, small)}
    assert min(sizes) >= 1.3 * max(usual)


def match_of(table: AppContext, **chosen: object) -> MatchScene:
    setup = make_setup(find_game("trelawney"), **chosen)  # type: ignore[arg-type]
    return MatchScene(table, setup, setup.start(table), "one")


def largest(scene: MatchScene, words: str) -> int:
    """The pixels in which words are written on a scene."""
    frame = draw(scene)  # type: ignore[arg-type]
    lines = [
        trace
        for blit in frame.blits
        for trace in annotations_of(blit.surface)
        if isinstance(trace, TextLine)
    ]
    return max(line.size for line in lines if words in line.text)


def test_a_seat_has_words_of_its_own_size(table: AppContext) -> None:
    scene = match_of(table, sizes=(150, 0))
    scene.fit(Canvas((1920, 1080)))
    scene.canvas = Canvas((1920, 1080))  # type: ignore[attr-defined]
    prompt = scene.board.upright.prompt(scene.snapshot).split()[0]
    large = largest(scene, prompt)
    usual = match_of(table)
    usual.fit(Canvas((1920, 1080)))
    usual.canvas = Canvas((1920, 1080))  # type: ignore[attr-defined]
    assert large >= 1.3 * largest(usual, prompt)


def test_what_is_asked_of_a_seat_is_as_large_as_its_words(table: AppContext) -> None:
    scene = match_of(table, sizes=(175, 0))
    scene.fit(Canvas((1280, 800)))
    asked = localised(question(table), table.ui_context, scene.setup)
    assert asked.text_scale == 175


@at_sizes
def test_every_word_of_a_match_is_still_there(table: AppContext, size: tuple[int, int]) -> None:
    usual = {word for text, _ in read(match_of(table), size=size) for word in text.split()}
    with default_context(text_scale=200):
        large = {word for text, _ in read(match_of(table), size=size) for word in text.split()}
    assert usual == large
