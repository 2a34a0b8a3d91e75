"""What is spoken at the table: the acting seat's panel in its language, and where keys stand."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop.app.main_loop import Announcer
from tabletop.app.opening import page_builder
from tabletop.engine import say
from tabletop.games import find_game
from tabletop.input.actions import Button, Nudge, Press, Walk
from tabletop.players.player_spec import PERSON, PLAYER_CHOICES
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.result.scene import ResultScene
from tabletop.scenes.settings.settings_pages import SoundPage
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Scene, SceneStack
from tabletop.ui.speech.speech import Speech, Utterance
from tabletop.ui.widgets.question_dialog import QuestionDialog, confirm_change
from tests.scenes.setups import make_setup
from tests.scenes.touches import button
from tests.scenes.visible_text import tiny_languages


class Mouth(Speech):
    """Notes what would be spoken."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[Utterance] = []
        self.hushed = 0

    def say(self, *parts: Utterance) -> None:
        self.said += parts

    def hush(self) -> None:
        self.hushed += 1

    def words(self) -> str:
        """What was said since this was last asked."""
        said = " | ".join(part.words.replace("\n", " ") for part in self.said)
        self.said.clear()
        return said


class Evening:
    """A table that speaks, and the scenes on it."""

    def __init__(self, table: AppContext, first: Scene) -> None:
        table.settings = table.settings.but(
            {"speech.prompts": True, "look.speed": "off", "look.language": "en"}
        )
        self.mouth = table.speech = Mouth()
        self.table = table
        self.stack = SceneStack(first, Canvas((1280, 800), table.ui_context), page_builder(table))
        self.prompter = Announcer(table)

    def turn(self, *actions: Nudge | Press | Walk) -> str:
        """One turn of the loop; gives what is spoken after it."""
        for action in actions:
            self.stack.handle(action)
        self.stack.update(0.05)
        self.prompter.look(self.stack)
        return self.mouth.words()


def press(which: Button) -> Press:
    return Press(source="keyboard", button=which)


def walk() -> Walk:
    return Walk(source="keyboard", by=1)


def match_of(table: AppContext, key: str = "shout7", **chosen: object) -> MatchScene:
    setup = make_setup(find_game(key), **chosen)  # type: ignore[arg-type]
    return MatchScene(table, setup, setup.start(table), "one")


def play_for(scene: MatchScene, seat: int) -> None:
    """Plays for a seat as long as it is to move."""
    while scene.match.game.acting(scene.match.state) == seat:
        scene.play(str(scene.match.state.moves()[0]))


def test_the_first_seat_is_told_its_turn_and_what_to_do(table: AppContext) -> None:
    scene = match_of(table)
    evening = Evening(table, scene)
    said = evening.turn()
    panel = scene.moment.panels[0]
    assert panel.name in said
    assert panel.head in said
    assert panel.line in said


def test_what_was_said_is_not_said_again(table: AppContext) -> None:
    evening = Evening(table, match_of(table))
    assert evening.turn()
    assert evening.turn() == ""


def test_after_a_ply_the_other_seat_is_spoken_to(table: AppContext) -> None:
    scene = match_of(table)
    evening = Evening(table, scene)
    evening.turn()
    play_for(scene, 0)
    said = evening.turn()
    assert scene.match.game.seat_names[scene.snapshot.seat] in said
    assert "Your turn" in said


def test_a_refusal_is_spoken(table: AppContext) -> None:
    scene = match_of(table)
    evening = Evening(table, scene)
    evening.turn()
    scene.notices.deny(say("test.denied", "That cannot be"))
    scene.refresh()
    assert evening.turn() == "That cannot be."


def test_each_seat_hears_its_own_language(table: AppContext, tmp_path: Path) -> None:
    with tiny_languages(tmp_path):
        scene = match_of(table, languages=("de", ""))
        evening = Evening(table, scene)
        evening.stack.update(0.05)
        evening.prompter.look(evening.stack)
        assert {part.language for part in evening.mouth.said} == {"de"}


def test_a_computers_ply_is_told_and_its_panel_is_not_asked(table: AppContext) -> None:
    scene = match_of(table, fillers=(PLAYER_CHOICES[2], PERSON))
    evening = Evening(table, scene)
    assert "Your turn" not in evening.turn()
    play_for(scene, 0)
    told = scene.board.upright.describe_turn(scene.match.plies)
    said = evening.turn()
    assert told in said
    assert "Your turn" in said


def test_the_place_that_the_keys_reach_is_named(table: AppContext) -> None:
    scene = match_of(table)
    evening = Evening(table, scene)
    evening.turn()
    said = evening.turn(walk())
    cursor = scene.snapshot.cursor
    assert cursor is not None
    assert cursor in said


def test_the_result_is_spoken(table: AppContext) -> None:
    scene = match_of(table)
    evening = Evening(table, scene)
    evening.turn()
    scene.match.resign(0)
    scene.session.end()
    scene.refresh()
    said = evening.turn()
    assert "wins" in said
    assert isinstance(evening.stack.top, MatchScene | ResultScene)


def test_on_a_page_its_title_is_spoken_and_then_what_the_keys_reach(table: AppContext) -> None:
    page = SoundPage(table)
    evening = Evening(table, page)
    assert "Sound" in evening.turn()
    said = evening.turn(Nudge(source="keyboard", dx=1, dy=0))
    assert page.buttons.focus is not None
    assert said.rstrip(".") == button(page, page.buttons.focus).label


def test_a_button_with_a_picture_is_called_by_what_it_means(table: AppContext) -> None:
    menu = MenuScene(table)
    evening = Evening(table, menu)
    evening.turn()
    found = set()
    for _ in menu.buttons.buttons:
        found.add(evening.turn(walk()))
    assert "Devices." in found
    assert "Shoo." in found or "Shoo!" in found


def test_a_question_is_spoken_whole(table: AppContext) -> None:
    asked = QuestionDialog(
        say("test.q", "Close the table?"),
        say("test.d", "All is kept."),
        (("no", say("test.no", "Stay"), "main"),),
    )
    said = Evening(table, asked).turn()
    assert said == "Close the table? All is kept."


def test_a_countdown_is_not_spoken_every_second(table: AppContext) -> None:
    evening = Evening(table, confirm_change(table))
    assert evening.turn() == "Keep the picture like this?"
    for _ in range(40):
        assert evening.turn() == ""


def test_nothing_is_spoken_unless_wanted_nor_where_all_is_quiet(table: AppContext) -> None:
    evening = Evening(table, match_of(table))
    for changed in ({"speech.prompts": False}, {"speech.prompts": True, "sound.volume": 0}):
        table.settings = table.settings.but(changed)
        assert evening.turn() == ""


def test_turning_it_off_hushes_what_is_being_said(table: AppContext) -> None:
    evening = Evening(table, match_of(table))
    evening.turn()
    table.change("speech.prompts", False)
    assert evening.mouth.hushed == 1


def test_every_button_with_a_picture_alone_has_a_name(table: AppContext) -> None:
    from tabletop.ui.speech.speech import accessible_name

    for scene in scenes(table):
        scene.fit(Canvas((1280, 800)))
        for found in scene.buttons.buttons:  # type: ignore[attr-defined]
            assert accessible_name(found), f"{found.key} of {type(scene).__name__}"


def scenes(table: AppContext) -> Iterator[Scene]:
    yield MenuScene(table)
    yield SoundPage(table)
    yield match_of(table)


@pytest.mark.parametrize("key", ["shoo", "shout7", "super7", "trelawney"])
def test_every_game_can_be_followed_by_ear(table: AppContext, key: str) -> None:
    scene = match_of(table, key)
    evening = Evening(table, scene)
    for _ in range(6):
        assert evening.turn() or scene.match.state.turn < 0
        if scene.match.state.turn < 0:
            scene.play("")
        else:
            scene.play(str(scene.match.state.moves()[0]))
