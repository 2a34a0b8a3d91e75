"""Pages in large words: everything is whole, in its place and can be hit."""

from collections.abc import Callable

import pytest

from tabletop.engine import TimeControl, say
from tabletop.games import all_games, find_game
from tabletop.scenes.devices import DevicesScene
from tabletop.scenes.hand_settings import HandSettings
from tabletop.scenes.languages import LanguagesScene
from tabletop.scenes.look_page import LookPage
from tabletop.scenes.match import MatchScene
from tabletop.scenes.menu import MenuScene
from tabletop.scenes.menu_layout import lay_cards
from tabletop.scenes.pause import PauseScene
from tabletop.scenes.rules_page import RulesScene
from tabletop.scenes.setup import Setup
from tabletop.scenes.sound_page import SoundPage
from tabletop.ui.ask import AskScene
from tabletop.ui.canvas import Box, Canvas
from tabletop.ui.lettering import lettering
from tabletop.ui.sheet import Sheet
from tabletop.ui.table import Table
from tabletop.ui.traces import Line, of
from tests.scenes.fingers import check_layout, draw
from tests.scenes.read_words import read

SIZES = ((1280, 800), (1920, 1080), (1080, 1920), (1024, 600))
at_sizes = pytest.mark.parametrize("size", SIZES)
in_percent = pytest.mark.parametrize("percent", [125, 150, 200])


def pause(table: Table) -> Sheet:
    setup = Setup(find_game("shoo"), clock=TimeControl("sudden", 600))
    return PauseScene(table, setup, setup.start(table))


def question(table: Table) -> Sheet:
    del table
    return AskScene(
        say("test.q", "Shall this game be forgotten although nobody has won it so far?"),
        say("test.d", "What is forgotten cannot be brought back, neither by you nor by others."),
        (
            ("no", say("test.no", "Keep it as it is"), "main"),
            ("yes", say("test.yes", "Forget it"), "plain"),
            ("later", say("test.later", "Ask me again tomorrow"), "plain"),
        ),
    )


PAGES: dict[str, Callable[[Table], Sheet]] = {
    "menu": MenuScene,
    "sound": SoundPage,
    "look": LookPage,
    "languages": LanguagesScene,
    "devices": DevicesScene,
    "hands": HandSettings,
    "pause": pause,
    "question": question,
}


@pytest.mark.parametrize("page", PAGES)
@at_sizes
@in_percent
def test_every_page_has_room(table: Table, page: str, size: tuple[int, int], percent: int) -> None:
    with lettering(percent):
        check_layout(PAGES[page](table), size, least=50)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
@at_sizes
def test_the_rules_are_all_there_on_more_pages(
    table: Table, game: object, size: tuple[int, int]
) -> None:
    scene = RulesScene(table, game)  # type: ignore[arg-type]
    scene.fit(Canvas(size))
    usual = scene.pages
    with lettering(200):
        scene.fit(Canvas(size))
        assert scene.pages > usual
        shown: list[str] = []
        for page in range(scene.pages):
            scene._turn(page)
            check_layout(scene, size)
            here = scene.columns[page * scene.across : (page + 1) * scene.across]
            shown += [item.text for column in here for item in column.items]
    told = " ".join(" ".join(shown).split())
    wanted = " ".join(f"{rule.title} {rule.body}" for rule in scene.game.rules)
    assert told == " ".join(wanted.split())


@at_sizes
def test_rules_are_read_twice_as_large(table: Table, size: tuple[int, int]) -> None:
    scene = RulesScene(table, find_game("shoo"))
    bodies = {}
    for percent in (100, 200):
        with lettering(percent):
            scene.fit(Canvas(size))
            scene._turn(1)
            lines = [label for label in scene.labels if label.stands == "top"]
            bodies[percent] = min(label.set_on(scene.canvas).size for label in lines)
    assert bodies[200] >= 1.9 * bodies[100]


def test_the_cards_of_the_menu_say_names_large_and_whole() -> None:
    canvas = Canvas((1280, 800))
    room = Box(56, 240, canvas.width - 112, 800)
    with lettering(200):
        cards = lay_cards(all_games(), room, canvas)
        for card in cards:
            for label in card.labels:
                assert label.set_on(canvas).complete
        sizes = {card.labels[0].set_on(canvas).size for card in cards}
    usual = {card.labels[0].set_on(canvas).size for card in lay_cards(all_games(), room, canvas)}
    assert min(sizes) >= 1.3 * max(usual)


def match_of(table: Table, **chosen: object) -> MatchScene:
    setup = Setup(find_game("trelawney"), **chosen)  # type: ignore[arg-type]
    return MatchScene(table, setup, setup.start(table), "one")


def largest(scene: MatchScene, words: str) -> int:
    """The pixels in which words are written on a scene."""
    frame = draw(scene)  # type: ignore[arg-type]
    lines = [trace for blit in frame.blits for trace in of(blit.surface) if isinstance(trace, Line)]
    return max(line.size for line in lines if words in line.text)


def test_a_seat_has_words_of_its_own_size(table: Table) -> None:
    scene = match_of(table, sizes=(150, 0))
    scene.fit(Canvas((1920, 1080)))
    scene.canvas = Canvas((1920, 1080))  # type: ignore[attr-defined]
    prompt = scene.view.prompt(scene.showing).split()[0]
    large = largest(scene, prompt)
    usual = match_of(table)
    usual.fit(Canvas((1920, 1080)))
    usual.canvas = Canvas((1920, 1080))  # type: ignore[attr-defined]
    assert large >= 1.3 * largest(usual, prompt)


def test_what_is_asked_of_a_seat_is_as_large_as_its_words(table: Table) -> None:
    scene = match_of(table, sizes=(175, 0))
    scene.fit(Canvas((1280, 800)))
    asked = scene._spoken_to(question(table))
    assert asked.percent == 175


@at_sizes
def test_every_word_of_a_match_is_still_there(table: Table, size: tuple[int, int]) -> None:
    usual = {word for text, _ in read(match_of(table), size=size) for word in text.split()}
    with lettering(200):
        large = {word for text, _ in read(match_of(table), size=size) for word in text.split()}
    assert usual == large
