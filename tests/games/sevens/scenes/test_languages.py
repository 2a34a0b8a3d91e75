"""Each seat of a match of Sevens reads in its own language."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.ai import LEVELS
from tabletop.app.opening import page_builder
from tabletop.games.sevens.live import begin
from tabletop.games.sevens.scenes.context import Seating
from tabletop.games.sevens.scenes.dialogs import NamePage
from tabletop.games.sevens.scenes.match import MatchSetup, SevensScene, with_seating
from tabletop.games.sevens.scenes.opening import OpeningPage
from tabletop.input.actions import Button as Key
from tabletop.languages import PSEUDO, use_folders
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import Push, Scene, SceneStack
from tabletop.ui.draw import annotations
from tabletop.ui.widgets.question_dialog import QuestionDialog
from tabletop.ui.widgets.text_entry import TextEntry
from tests.default_context import default_context
from tests.games.sevens.arranging import _overlap
from tests.games.sevens.page_touches import tap
from tests.games.sevens.scripted_match import tossed
from tests.games.sevens.seatings import seating, set_levels
from tools.album.stage import press, run, touch

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
SIZES = ((1280, 800), (1920, 1080), (3840, 2160), (1080, 1920), (1024, 600))


@pytest.fixture
def german(tmp_path: Path) -> Iterator[None]:
    """A table that speaks German, for a word."""
    folder = tmp_path / "languages"
    folder.mkdir()
    said = 'msgctxt "language.name"\nmsgid "English"\nmsgstr "Deutsch"\n'
    keys = 'msgctxt "letters.more"\nmsgid "-\'"\nmsgstr "äöüß-\'"\n'
    (folder / "de.po").write_text(f"{HEAD}\n{said}\n{keys}", encoding="utf-8")
    use_folders(folder)
    yield
    use_folders()


def match(table: AppContext, *languages: str) -> SevensScene:
    """A match of which the first picture is being made by seat 0."""
    scene = begin(table, {})
    assert isinstance(scene, SevensScene)
    context = scene.context
    context.seating = seating(languages=(languages[0], languages[1]))
    scene.fit(Canvas((1280, 800)))
    context.match.toss(context.now, 0)
    scene.update(0.0)
    return scene


def read(scene: Scene, canvas: Canvas) -> set[str]:
    """All words that are to be read."""
    frame = Frame(canvas)
    scene.draw(frame)
    return {
        trace.text
        for picture, *_ in frame.blits
        for trace in annotations.annotations_of(picture)
        if isinstance(trace, annotations.TextLine)
    }


def test_each_bar_speaks_to_its_own_seat(table: AppContext) -> None:
    canvas = Canvas((1280, 800))
    both = read(match(table, "", PSEUDO), canvas)
    english = read(match(table, "", ""), canvas)
    assert {"Done", "Blue"} <= both & english
    assert "Please look away. Blue builds a picture." in english - both
    (away,) = (words for words in both if words.startswith("Pl") and words not in english)
    assert away.startswith("Pléé")


def test_what_belongs_to_the_acting_seat_is_in_its_language(table: AppContext) -> None:
    said = read(match(table, PSEUDO, ""), Canvas((1280, 800)))
    assert "Done" not in said
    assert "Please look away. Blue builds a picture." in said


def test_pages_above_speak_the_acting_seats_language(table: AppContext) -> None:
    scene = match(table, PSEUDO, "")
    pushed = scene.prepare_push(Push(NamePage("Swan")))
    assert isinstance(pushed, Push)
    assert isinstance(pushed.scene, NamePage)
    assert pushed.scene.language == PSEUDO
    asked = scene.phase.pressed("looked")
    assert isinstance(asked, Push)
    assert isinstance(asked.scene, QuestionDialog)
    assert asked.scene.language == "en"
    assert scene.prepare_push(asked) is asked
    assert asked.scene.language == "en"


def test_what_a_computer_player_does_is_told_in_the_persons_language(table: AppContext) -> None:
    scene = match(table, "", PSEUDO)
    set_levels(scene.context, (LEVELS[0], None))
    assert scene.context.language(0) == scene.context.language(1) == PSEUDO


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("size", SIZES)
def test_a_seats_language_is_chosen_before_a_match_and_in_its_pause(
    table: AppContext, size: tuple[int, int]
) -> None:
    opening = OpeningPage(table, Scene)
    stack = SceneStack(opening, Canvas(size), page_builder(table))
    run(stack, 1.0)
    touch(stack, "way:people", "seats", "language:1", "de", "done")
    start = opening.start
    assert [each.language for each in start.seating.seats] == ["", "de"]
    scene = start.match()
    stack = SceneStack(scene, Canvas(size), page_builder(table))
    assert scene.context.language(1) == "de"
    run(stack, 1.0)
    press(stack, Key.MENU)
    run(stack, 1.0)
    touch(stack, "players", "language:1", "en", "done")
    assert [each.language for each in scene.context.seating.seats] == ["", ""]


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("size", SIZES)
def test_names_are_written_with_the_letters_of_the_language(size: tuple[int, int]) -> None:
    with default_context(language="de"):
        scene = NamePage()
        scene.fit(Canvas(size))
        buttons = scene.buttons.buttons
        labels = {button.key: button.label for button in buttons}
        assert labels["sign:ä"] == "Ä"
        assert labels["sign:ß"] == "ß"
        boxes = [button.box for button in buttons]
        assert not any(_overlap(a, b) for a, b in combinations(boxes, 2))
        tap(scene, "sign:ö")
        assert scene.letters.text == "Ö"
    assert "sign:ä" not in {button.key for button in TextEntry("", 9).keys(boxes[0], UiContext())}


def test_a_kept_match_is_taken_up_in_its_languages(table: AppContext) -> None:
    record = with_seating(tossed().record(), seating(languages=("", PSEUDO)))
    scene = MatchSetup(table, Scene, tossed().options).taken_up(record, "one")
    assert [each.language for each in scene.context.seating.seats] == ["", PSEUDO]


@given(st.text(max_size=20))
def test_any_line_of_languages_is_read(text: str) -> None:
    read = Seating.from_lines({"Languages": text})
    assert {each.language for each in read.seats} <= {"", "en", "de", "fr", "es", PSEUDO}
    assert Seating.from_lines(dict(read.lines())) == read
