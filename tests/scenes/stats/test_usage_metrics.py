"""What an evening comes to in the host's figures."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tabletop.ai import LEVELS
from tabletop.app.main_loop import ErrorNotices
from tabletop.app.opening import page_builder
from tabletop.engine import CHANCE, Match
from tabletop.engine.analysis import NullAnalysisService
from tabletop.games import all_games, find_game
from tabletop.input.actions import Button, Buzz, Down, Press, Tap
from tabletop.input.devices import Device
from tabletop.players.player_spec import PERSON, PlayerSpec
from tabletop.scenes.lesson.scene import lesson_for
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import Setup
from tabletop.storage import Store
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import SceneStack
from tests.scenes.lesson.lesson_driver import begun as lesson_begun
from tests.scenes.lesson.lesson_driver import solve
from tests.scenes.setups import change_setup, make_setup
from tests.storage.matches import another_program
from tools.album.devices import BOX

BOARDS = [game for game in all_games() if game.kind == "board"]
EASY = PlayerSpec(LEVELS[1])
Told = dict[tuple[str, str, str], int]


def told(table: AppContext) -> Told:
    """All that was counted, by kind, game and what."""
    assert table.store.flush()
    found: Counter[tuple[str, str, str]] = Counter()
    for row in table.store.usage_counts():
        found[row.kind, row.game, row.what] += row.times
    return dict(found)


def sat_down(
    table: AppContext, setup: Setup, match_id: str = "one", match: Match | None = None
) -> tuple[SceneStack, MatchScene]:
    """A match on the table, over nothing else."""
    table.settings = table.settings.but({"look.speed": "off"})
    scene = MatchScene(table, setup, match or setup.start(table), match_id)
    return SceneStack(scene, Canvas((1280, 800)), page_builder(table)), scene


def play(scene: MatchScene, plies: int = 10_000, seed: int = 7) -> None:
    """Plays so many plies, or to the end, by luck."""
    luck = Random(seed)
    while plies > 0 and scene.match.outcome is None:
        moves = scene.match.state.moves()
        scene.play("" if scene.match.state.turn == CHANCE else str(luck.choice(list(moves))))
        plies -= 1


def of_two(key: str = "trelawney") -> Setup:
    return make_setup(find_game(key))


def test_a_game_of_two_that_ends(table: AppContext) -> None:
    stack, scene = sat_down(table, change_setup(of_two(), teams=(1, 2), languages=("", "de")))
    play(scene, 2)
    for _ in range(80):
        stack.update(5.0)
    play(scene)
    assert scene.match.outcome is not None
    stack.close()
    assert told(table) == {
        ("begun", "trelawney", ""): 1,
        ("players", "trelawney", "3"): 1,
        ("language", "", "en"): 1,
        ("language", "", "de"): 1,
        ("finished", "trelawney", ""): 1,
        ("seconds", "trelawney", "600"): 1,
    }


@pytest.mark.parametrize(
    ("plies", "where"), [(1, "first"), (9, "middle"), (17, "last"), (2, "first")]
)
def test_a_game_that_is_left_is_told_by_how_far_it_has_come(
    table: AppContext, plies: int, where: str
) -> None:
    stack, scene = sat_down(table, of_two())
    play(scene, plies)
    stack.close()
    found = told(table)
    assert found["begun", "trelawney", ""] == 1
    assert found["abandoned", "trelawney", where] == 1
    assert ("finished", "trelawney", "") not in found


def test_a_game_that_nobody_began_is_none(table: AppContext) -> None:
    stack, _ = sat_down(table, of_two())
    stack.update(10.0)
    stack.close()
    assert told(table) == {}


def test_one_that_is_taken_up_ends_and_was_begun_once(table: AppContext) -> None:
    stack, scene = sat_down(table, of_two())
    play(scene, 3)
    stack.close()
    stack, scene = sat_down(table, of_two(), match=scene.match)
    stack.close()  # somebody only looked
    stack, scene = sat_down(table, of_two(), match=scene.match)
    play(scene)
    stack.close()
    assert told(table) == {
        ("begun", "trelawney", ""): 1,
        ("players", "trelawney", "2"): 1,
        ("language", "", "en"): 2,
        ("abandoned", "trelawney", "first"): 1,
        ("resumed", "trelawney", ""): 1,
        ("finished", "trelawney", ""): 1,
    }


def test_after_a_power_cut_the_same_game_goes_on_and_is_counted_once(
    table: AppContext, tmp_path: Path
) -> None:
    _, scene = sat_down(table, of_two())
    play(scene, 3)
    assert table.store.flush()  # and then the power goes: nobody leaves
    with Store.open(tmp_path) as store:
        after = replace(table, store=store)
        stack, scene = sat_down(after, of_two(), match=scene.match)
        stack.close()
        found = told(after)
    assert found["begun", "trelawney", ""] == found["abandoned", "trelawney", "first"] == 1
    assert ("resumed", "trelawney", "") not in found


def test_the_end_taken_back_and_come_to_again_is_one_end(table: AppContext) -> None:
    stack, scene = sat_down(table, of_two())
    play(scene)
    scene.match.undo()
    scene.session.mark_unsaved()
    scene.refresh()
    play(scene)
    stack.close()
    found = told(table)
    assert found["finished", "trelawney", ""] == 1
    assert not [key for key in found if key[0] == "abandoned"]


def test_computers_are_told_by_their_level_and_who_won(table: AppContext) -> None:
    setup = change_setup(of_two(), fillers=(PERSON, EASY))
    stack, scene = sat_down(table, setup)
    play(scene, 2)
    scene.match.resign(0)
    scene.session.end()
    scene.refresh()
    stack.close()
    found = told(table)
    assert found["players", "trelawney", "1"] == found["level", "trelawney", "easy"] == 1
    assert found["won", "trelawney", "easy computer"] == 1


def test_what_computers_play_among_themselves_is_no_game_begun(table: AppContext) -> None:
    stack, scene = sat_down(table, change_setup(of_two(), fillers=(EASY, EASY)))
    play(scene)
    stack.close()
    assert told(table) == {}


def test_a_seat_taken_by_a_person_makes_it_one(table: AppContext) -> None:
    stack, scene = sat_down(table, change_setup(of_two(), fillers=(EASY, EASY)))
    play(scene, 2)
    scene.session.reseat(scene.setup.with_player(0, PERSON))
    scene.refresh()
    play(scene, 1)
    stack.close()
    assert told(table)["begun", "trelawney", ""] == 1


@pytest.mark.parametrize("key", [game.key for game in BOARDS])
def test_a_wrong_touch_is_counted_by_its_reason_and_with_its_rule(
    table: AppContext, key: str
) -> None:
    _, scene = sat_down(table, make_setup(find_game(key)))
    luck = Random(3)
    for _ in range(60):
        places = list(scene.view.points(scene.snapshot).values())
        if scene.notices.refusals or not places:
            break
        at = luck.choice(places)
        scene.handle(Down(source="touch", contact=1, at=at))
        scene.handle(Tap(source="touch", contact=1, at=at))
    refused = scene.notices.refused
    assert refused is not None
    reason = refused.refusal.reason
    assert told(table)["refused", key, reason.key] == 1
    words = table.store.refusal_texts()[key, reason.key]
    assert words.rule == refused.refusal.rule
    assert words.rule in {rule.number for rule in find_game(key).rules}


def test_hands_that_come_too_early_are_counted_too(table: AppContext) -> None:
    table.settings = table.settings.but({"input.own_hands": True})
    _, scene = sat_down(table, change_setup(of_two(), sides=(0, 2), names=("Anna", "Bert")))
    scene.handle(Buzz(source="serial", seat=1))
    assert [key for key in told(table) if key[0] == "refused"]


def test_a_hint_that_is_asked_for_is_counted(table: AppContext) -> None:
    from tests.scenes.match.computer_matches import begun

    scene, _ = begun(table, PERSON, PERSON)
    scene.handle(Press(source="keyboard", button=Button.HINT))
    assert told(table)["hint", "trelawney", ""] == 1
    table.analysis = NullAnalysisService()


def test_a_lesson_is_told_by_its_last_step(table: AppContext) -> None:
    scene = lesson_begun(table, find_game("trelawney"))
    solve(scene)
    scene.pressed("next")
    scene.leave()
    assert told(table) == {
        ("lesson", "trelawney", "begun"): 1,
        ("lesson", "trelawney", "left 3"): 1,
    }


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_a_lesson_that_is_gone_through_is_finished(table: AppContext, game: object) -> None:
    scene = lesson_for(table, game)  # type: ignore[arg-type]
    scene.fit(Canvas((1280, 800)))
    scene.fit(Canvas((1024, 600)))
    scene.pressed("next")  # the goal
    for _ in range(scene.count):
        scene.pressed("skip")
    scene.pressed("earlier")
    scene.leave()
    assert told(table) == {
        ("lesson", scene.key, "begun"): 1,
        ("lesson", scene.key, "finished"): 1,
    }


def test_trouble_is_told_by_its_kind(table: AppContext) -> None:
    device: Device = BOX
    table.devices.report(device)
    table.lose(device.name, "it was unplugged")
    table.report_fault("Something went wrong")
    troubles = ErrorNotices(table, None)
    table.store._tell(table.devices.find(device.key).name)  # type: ignore[union-attr, arg-type]
    troubles.fresh()
    table.clear_recovered_losses()
    found = told(table)
    assert {what: times for (kind, _, what), times in found.items() if kind == "device"} == {
        "lost": 1,
        "fault": 1,
        "disk": 1,
        "back": 1,
    }


def test_no_name_is_in_what_was_counted(table: AppContext, tmp_path: Path) -> None:
    names = ("Wilhelmina", "Bartholomeus")
    setup = change_setup(of_two("shoo"), sides=(0, 2), names=names)
    table.settings = table.settings.but({"input.own_hands": True})
    stack, scene = sat_down(table, setup, "a match")
    play(scene, 5)
    for seat in (0, 1):
        scene.handle(Buzz(source="serial", seat=seat))
        scene.handle(Press(source="serial", seat=seat, button=Button.OK))
        scene.handle(Press(source="serial", seat=seat, button=Button.UNDO))
    table.lose("Annas Pad", "gone")
    stack.close()
    assert told(table)
    with another_program(tmp_path) as db:
        tables = ("figure", "figure_words", "figure_step")
        kept = str([db.execute(f"SELECT * FROM {name}").fetchall() for name in tables])
    for name in (*names, "Annas"):
        assert name not in kept
