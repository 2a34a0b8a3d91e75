"""A seat's language changed while people play, and what is said to all who sit at one side."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tabletop import languages
from tabletop.app.opening import page_builder
from tabletop.engine import TimeControl
from tabletop.games import find_game
from tabletop.input.actions import Down, Tap
from tabletop.players.player_spec import PERSON, PLAYER_CHOICES
from tabletop.scenes.destinations import OpenLesson
from tabletop.scenes.match.agreements import SETTLE_SECONDS
from tabletop.scenes.match.pause import PauseScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import FACING_SIDES, Setup
from tabletop.scenes.result.scene import ResultScene
from tabletop.scenes.setup.seat_dialogs import PlayerDialog, PlayersDialog
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Change, Pop, Push, SceneStack, Swap
from tabletop.ui.widgets.list_dialog import ListDialog
from tabletop.ui.widgets.page import PageScene
from tests.scenes.match.computer_matches import KEEN
from tests.scenes.opened_page import opened_page
from tests.scenes.setups import change_setup, make_setup, seat_languages
from tests.scenes.touches import SIZES, button, check_layout, keys, tap
from tests.scenes.visible_text import SIZE, read, tiny_languages

SHOUT = find_game("shout7")


@pytest.fixture(autouse=True)
def tiny(tmp_path: Path) -> Iterator[None]:
    with tiny_languages(tmp_path):
        yield


def match_of(table: AppContext, *own: str, facing: bool = True, **more: object) -> MatchScene:
    setup = make_setup(
        SHOUT, 2, sides=FACING_SIDES if facing else (), languages=own, clock=TimeControl()
    )
    setup = change_setup(setup, **more)
    scene = MatchScene(table, setup, setup.start(table), "m")
    scene.fit(Canvas(SIZE))
    return scene


def agree(scene: MatchScene, seat: int) -> None:
    """A seat touches the own pad, once the pads count touches."""
    scene.refresh()
    scene.update(SETTLE_SECONDS + 0.1)
    pads = scene.agreements.corner_pads.buttons.buttons
    at = next(pad.centre for pad in pads if pad.key == f"agree:{seat}")
    scene.handle(Down(source="touch", contact=1, at=at))
    scene.handle(Tap(source="touch", contact=1, at=at))


def asked(table: AppContext, change: Change) -> tuple[Any, Push]:
    assert isinstance(change, Push)
    return opened_page(table, change, SIZE), change


def answer(push: Push, result: object) -> object:
    assert push.then is not None
    return push.then(result)


def speak(table: AppContext, who: Any, code: str) -> None:
    """Chooses the language of a seat from the list."""
    among, push = asked(table, tap(who, "speaks"))
    assert isinstance(among, ListDialog)
    chosen = tap(among, code)
    assert isinstance(chosen, Pop)
    answer(push, chosen.result)


# -- the seat's own ---------------------------------------------------------------------------


def test_a_touch_on_its_stone_gives_a_seat_another_language(table: AppContext) -> None:
    scene = match_of(table, "", "de")
    who, push = asked(table, scene.seats.ask_who(1))
    assert isinstance(who, PlayerDialog)
    assert (who.language, button(who, "speaks").label) == ("de", "Deutsch")
    speak(table, who, "fr")
    assert (who.language, button(who, "speaks").label) == ("fr", "Français")
    answer(push, who.setup)
    scene.refresh()
    assert seat_languages(scene.setup) == ("", "fr")
    assert [panel.language for panel in scene.board.layout.panels] == ["", "fr"]
    while scene.match.state.turn != 1:
        scene.play(str(scene.match.state.moves()[0]))
    scene.session.timeline.stop()
    scene.refresh()
    assert ("À vous de jouer", 2) in read(scene)
    kept = scene.setup.with_headers(scene.match.record())
    assert seat_languages(Setup.of(SHOUT, scene.match, kept)) == ("", "fr")


def test_the_question_is_laid_out_anew_in_the_seats_language(
    table: AppContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    who, _ = asked(table, match_of(table, "", "").seats.ask_who(0))
    heard: list[str] = []
    monkeypatch.setattr(
        type(who), "lay_out", lambda page: heard.append(page.canvas.context.language)
    )
    for code in ("de", "fr", "en"):
        speak(table, who, code)
    assert heard == ["de", "fr", "en"]
    assert who.language == ""


def test_language_and_player_are_changed_on_one_question(table: AppContext) -> None:
    scene = match_of(table)
    who, push = asked(table, scene.seats.ask_who(1))
    speak(table, who, "de")
    gone = tap(who, f"who:{PLAYER_CHOICES.index(KEEN)}")
    assert isinstance(gone, Pop)
    answer(push, gone.result)
    for seat in scene.setup.persons:  # another player is agreed on
        agree(scene, seat)
    assert seat_languages(scene.setup) == ("", "de")
    assert scene.setup.player(1) == KEEN


def test_nobody_is_asked_where_nobody_reads_or_there_is_no_choice(
    table: AppContext, tmp_path: Path
) -> None:
    scene = match_of(table, fillers=(PERSON, KEEN))
    assert "speaks" not in keys(asked(table, scene.seats.ask_who(1))[0])
    assert "speaks" in keys(asked(table, scene.seats.ask_who(0))[0])
    empty = tmp_path / "empty"
    empty.mkdir()
    languages.use_folders(empty)
    assert "speaks" not in keys(asked(table, scene.seats.ask_who(0))[0])


def test_keys_find_the_languages_from_the_pause(table: AppContext) -> None:
    scene = match_of(table)
    pause, _ = asked(table, scene.pause.open())
    players, push = asked(table, tap(pause, "players"))
    assert isinstance(players, PlayersDialog)
    who, inner = asked(table, tap(players, "seat:1"))
    speak(table, who, "de")
    assert who.language == players.language == ""  # whoever sits there is not asked here
    answer(inner, who.setup)
    answer(push, players.setup)
    assert seat_languages(scene.setup) == ("", "de")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("turns", [0, 2])
def test_the_question_fits_with_its_languages(
    table: AppContext, size: tuple[int, int], turns: int
) -> None:
    setup = make_setup(SHOUT, 2, languages=("", "xx"))
    check_layout(PlayerDialog(table, setup, 1, turns, to_seat=True), size, least=60)


# -- what is said to all at one side ----------------------------------------------------------


def said_in(table: AppContext, scene: MatchScene) -> set[str]:
    """The languages of the pause, the players' page and the result."""
    pause, result = (
        asked(table, change)[0] for change in (scene.pause.open(), scene.results.show())
    )
    pages = [pause, asked(table, tap(pause, "players"))[0], result]
    kinds = [PauseScene, PlayersDialog, ResultScene]
    assert [type(page) for page in pages] == kinds
    return {page.language for page in pages}


def test_face_to_face_the_seat_that_a_page_is_turned_to_reads_it(table: AppContext) -> None:
    scene = match_of(table, "de", "fr")
    pauses = (scene.pause.open(), scene.pause.open(0))
    assert {asked(table, change)[0].language for change in pauses} == {"de"}
    assert asked(table, scene.pause.open(1))[0].language == "fr"
    result, _ = asked(table, scene.results.show())
    assert result.language == "", "each edge has its own"
    assert [place.language for place in result.places] == ["de", "fr"]


def test_who_is_to_give_up_is_asked_in_their_own_language(table: AppContext) -> None:
    for facing in (False, True):
        scene = match_of(table, "de", "fr", facing=facing)
        spoken = [asked(table, scene.pause.chosen("resign", seat))[0].language for seat in (0, 1)]
        assert spoken == ["de", "fr"]


def test_what_is_to_be_agreed_on_is_asked_in_each_seat_s_language(table: AppContext) -> None:
    scene = match_of(table, "de", "fr")
    assert scene.pause.chosen("draw") is None
    scene.refresh()
    assert [one.language for one in scene.agreements.corner_pads.asked] == ["de", "fr"]


def test_who_sit_side_by_side_read_what_they_have_in_common(table: AppContext) -> None:
    assert said_in(table, match_of(table, "de", "de", facing=False)) == {"de"}
    assert said_in(table, match_of(table, "de", "fr", facing=False)) == {""}
    assert said_in(table, match_of(table, "", "fr", facing=False)) == {""}


def test_a_person_among_computers_reads_their_own_language(table: AppContext) -> None:
    assert said_in(table, match_of(table, "de", "", facing=False, fillers=(PERSON, KEEN))) == {"de"}


# -- all of it ----------------------------------------------------------------------------------


def stack_of(table: AppContext, scene: MatchScene) -> SceneStack:
    stack = SceneStack(scene, Canvas(SIZE), page_builder(table))
    stack.update(0.0)
    return stack


def touched(stack: SceneStack, key: str) -> None:
    assert isinstance(stack.top, PageScene)
    stack.apply(tap(stack.top, key))


def test_computers_speak_the_language_that_all_people_share(table: AppContext) -> None:
    scene = match_of(table, "de", "fr", facing=False, fillers=(PERSON, KEEN), sizes=(150, 0))
    own = [(panel.language, panel.text_scale) for panel in scene.board.layout.panels]
    assert own == [("de", 150), ("de", 150)]
    scene.play(str(scene.match.state.moves()[0]))
    scene.session.timeline.stop()
    scene.refresh()
    assert all(panel.context.language == "de" for panel in scene.board.layout.panels)


def test_pages_behind_the_pause_speak_its_language(table: AppContext) -> None:
    scene = match_of(table, "de", "", facing=False, fillers=(PERSON, KEEN))
    stack = stack_of(table, scene)
    stack.apply(scene.pause.open())
    touched(stack, "rules")
    assert stack.top.language == "de"
    stack.apply(Swap(OpenLesson(SHOUT, playing=True)))
    assert stack.top.language == "de"
    stack.apply(Pop())
    touched(stack, "sound")
    assert stack.top.language == "de"


def test_a_language_chosen_in_the_pause_is_that_of_all_who_read_it(table: AppContext) -> None:
    scene = match_of(table, "de", "de", facing=False, fillers=(PERSON, KEEN))
    stack = stack_of(table, scene)
    stack.apply(scene.pause.open())
    touched(stack, "language")
    touched(stack, "look.language:fr")
    assert table.language == "fr"
    assert isinstance(stack.top, PauseScene)
    assert stack.top.language == ""
    assert seat_languages(scene.setup) == ("", "")
    stack.apply(Pop("on"))
    assert [panel.language for panel in scene.board.layout.panels] == ["", ""]


def test_face_to_face_the_other_side_keeps_its_own(table: AppContext) -> None:
    scene = match_of(table, "de", "fr")
    stack = stack_of(table, scene)
    stack.apply(scene.pause.open(0))
    touched(stack, "language")
    touched(stack, "look.language:en")
    assert seat_languages(scene.setup) == ("", "fr")
