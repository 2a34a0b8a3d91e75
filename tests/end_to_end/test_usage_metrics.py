"""The usage metrics of a session of real touches."""

from collections import Counter
from pathlib import Path

from tabletop.games import find_game
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.lesson.scene import lesson_for
from tabletop.scenes.stats.usage_page import UsagePage
from tabletop.ui.core.scene import Push
from tests.end_to_end.app_window import Room
from tests.end_to_end.playing import play, play_out, sit_down
from tests.end_to_end.pointing import Eye
from tests.end_to_end.posted_touches import Fingers
from tests.end_to_end.scripted_players import PLAYERS

Told = dict[tuple[str, str, str], int]


def told(room: Room) -> Told:
    """All that was counted, by kind, game and what."""
    assert room.table.store.flush()
    found: Counter[tuple[str, str, str]] = Counter()
    for row in room.table.store.usage_counts():
        found[row.kind, row.game, row.what] += row.times
    return dict(found)


def touch_wrongly(room: Room, hands: Fingers) -> str:
    """Touches places until one is refused; gives the key of the reason."""
    scene = room.scene
    for at in scene.view.points(scene.snapshot).values():
        hands.tap(scene.board.layout.canvas.to_pixels(at))
        if scene.notices.refused is not None:
            return scene.notices.refused.refusal.reason.key
        hands.press("tool:undo")
    raise AssertionError("everything can be touched")


def test_an_evening_of_two_games_and_a_lesson(tmp_path: Path) -> None:
    with Room(tmp_path) as room:
        hands = Fingers(room)
        eye = sit_down(room, hands, "trelawney")
        play_out(room, hands, eye, "trelawney")
        room.hear()
        hands.press("menu")
        eye = sit_down(room, hands, "shoo")
        play(room, hands, eye, PLAYERS["shoo"], 4)
        refusal = touch_wrongly(room, hands)
        _leave(room, hands)
        room.app.scenes.apply(Push(lesson_for(room.table, find_game("shoo"))))
        hands.press("leave")
        expected = {
            ("begun", "trelawney", ""): 1,
            ("players", "trelawney", "2"): 1,
            ("finished", "trelawney", ""): 1,
            ("begun", "shoo", ""): 1,
            ("players", "shoo", "2"): 1,
            ("abandoned", "shoo", "first"): 1,
            ("refused", "shoo", refusal): 1,
            ("lesson", "shoo", "begun"): 1,
            ("lesson", "shoo", "left 1"): 1,
            ("language", "", "en"): 4,
        }
        found = told(room)
        (length,) = [key for key in found if key[0] == "seconds"]
        del found[length]
        assert found == expected
        _look_at_the_page(room, hands)


def _leave(room: Room, hands: Fingers) -> None:
    hands.press("tool:menu")
    hands.press("leave")
    assert isinstance(room.top, MenuScene)


def _look_at_the_page(room: Room, hands: Fingers) -> None:
    page = UsagePage(room.table)
    room.app.scenes.apply(Push(page))
    assert "2 | games begun | 50% | finished | 4 | people played" in room.said
    hands.press("save")
    assert room.table.store.flush()
    room.turn(0.3)
    assert "Saved as" in room.said
    assert page.export is not None
    assert page.export.path.is_file()


def test_a_game_goes_on_after_a_power_cut_and_is_counted_once(tmp_path: Path) -> None:
    room = Room(tmp_path)
    hands = Fingers(room)
    eye = sit_down(room, hands, "trelawney")
    play(room, hands, eye, PLAYERS["trelawney"], 4)
    room.table.store.close()  # all is on the disk, and then the power goes: nobody leaves
    with Room(tmp_path) as again:
        hands = Fingers(again)
        goes_on = next(
            button.key
            for button in again.top.buttons.buttons  # type: ignore[attr-defined]
            if button.key.startswith("go:")
        )
        hands.press(goes_on)
        eye = Eye(again.match, again.display.picture.get_size(), facing=False)
        play_out(again, hands, eye, "trelawney")
        found = told(again)
    assert {key: times for key, times in found.items() if key[1]} == {
        ("begun", "trelawney", ""): 1,
        ("players", "trelawney", "2"): 1,
        ("finished", "trelawney", ""): 1,
    }
