"""Dice as a seat: readers, the screen, and what becomes of throws that cannot be."""

from dataclasses import replace

import pytest

from tabletop.engine import BadNotation, Match, Record
from tabletop.games import find_game
from tabletop.input.actions import Button, Roll, Walk
from tabletop.input.devices import DeviceHealth
from tabletop.scenes.match.pause import PauseScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Push
from tests.scenes.match.dice_match import (
    GAME,
    READER,
    SIMULATED,
    begun,
    choose,
    line,
    lose,
    plies,
    plug,
    press,
    roll,
    sources,
    strip,
    tap,
    told,
    touch,
)
from tests.scenes.setups import make_setup


def tray(scene: MatchScene, seat: int = 0) -> tuple[float, float]:
    panel = scene.board.layout.panels[seat]
    return panel.as_tray().on_canvas(panel.as_tray().above_foot.centre)


def test_two_dice_of_a_reader_are_played_as_they_lie_and_counted(table: AppContext) -> None:
    scene = begun(table, READER)
    roll(scene, 5, 2)
    assert (plies(scene), sources(scene)) == (["5+2"], ("reader:DR-1",))
    (counted,) = table.store.throws()
    assert counted.source == "reader:DR-1"


def test_a_reader_of_one_die_is_thrown_twice(table: AppContext) -> None:
    scene = begun(table, READER)
    roll(scene, 4)
    assert (plies(scene), scene.snapshot.lying) == ([], (4,))
    assert line(scene, 0) == "4 and …: roll the second die."
    roll(scene, 1)
    assert (plies(scene), sources(scene)) == (["4+1"], ("reader:DR-1",))
    assert scene.snapshot.lying == ()


def test_two_readers_of_one_die_each_are_both_in_the_record(table: AppContext) -> None:
    scene = begun(table, READER, SIMULATED)
    roll(scene, 4)
    roll(scene, 6, device=SIMULATED)
    assert sources(scene) == ("reader:DR-1,simulated:toy",)
    again = Match.replay(GAME, Record.from_text(scene.match.record().to_text()))
    assert again.record() == scene.match.record()
    assert {count.source for count in table.store.throws()} == {"reader:DR-1", "simulated:toy"}


@pytest.mark.parametrize(
    ("values", "sides", "words"),
    [
        ((1, 2, 3), 6, "Dice rolled: 3. You need 2."),
        ((), 6, "Dice rolled: 0. You need 2."),
        ((7, 1), 6, "7 + 1 can’t be rolled with these dice."),
        ((0, 1), 6, "0 + 1 can’t be rolled with these dice."),
        ((4, 4), 8, "That die has 8 sides. This game needs 6."),
    ],
)
def test_dice_that_do_not_fit_are_refused_in_words(
    table: AppContext, values: tuple[int, ...], sides: int, words: str
) -> None:
    scene = begun(table, READER)
    roll(scene, *values, sides=sides)
    assert (plies(scene), scene.snapshot.lying, told(scene)) == ([], (), words)


def test_two_dice_cannot_be_the_second_die(table: AppContext) -> None:
    scene = begun(table, READER)
    roll(scene, 4)
    roll(scene, 3, 3)
    assert (plies(scene), scene.snapshot.lying) == ([], (4,))
    assert told(scene) == "Dice rolled: 2. You need one."


def test_a_late_throw_is_shown_and_not_played(table: AppContext) -> None:
    scene = begun(table, READER)
    roll(scene, 4, 3, late=True)
    assert (plies(scene), told(scene)) == ([], "4 + 3 came too late and doesn’t count.")


def test_a_throw_while_a_seat_is_to_place_is_shown_and_not_played(table: AppContext) -> None:
    scene = begun(table, READER, plies="4+3")
    roll(scene, 4, 3)
    assert (plies(scene), told(scene)) == (["4+3"], "Blue has rolled already: 4 + 3 doesn’t count.")


def test_a_throw_of_the_other_seat_s_reader_is_not_played(table: AppContext) -> None:
    scene = begun(table, READER)
    roll(scene, 4, 3, seat=1)
    assert (plies(scene), told(scene)) == ([], "It’s Blue’s roll: 4 + 3 doesn’t count.")
    table.settings = table.settings.but({"input.own_hands": False})
    roll(scene, 4, 3, seat=1)
    assert plies(scene) == ["4+3"]


def test_a_throw_while_one_looks_back_or_when_it_is_over_is_not_played(table: AppContext) -> None:
    scene = begun(table, READER, plies="4+3 7.7")
    press(scene, Button.FIRST)
    roll(scene, 1, 2)
    assert told(scene) == "You’re looking back: 1 + 2 doesn’t count."
    press(scene, Button.LAST)
    scene.match.resign(0)
    roll(scene, 1, 2)
    assert told(scene) == "The game is over: 1 + 2 doesn’t count."
    assert plies(scene) == ["4+3", "7.7"]


def test_a_throw_while_the_last_counter_still_moves_counts(table: AppContext) -> None:
    scene = begun(table, READER, plies="4+3")
    table.settings = table.settings.but({"look.speed": "slow"})
    scene.play("7.7")
    assert scene.snapshot.motion is not None
    roll(scene, 6, 6)
    assert plies(scene) == ["4+3", "7.7", "6+6"]
    assert scene.snapshot.motion is not None
    assert str(scene.snapshot.motion.ply.move) == "6+6"


def test_a_first_die_that_comes_while_something_moves_is_seen_at_once(table: AppContext) -> None:
    scene = begun(table, READER, plies="4+3")
    table.settings = table.settings.but({"look.speed": "slow"})
    scene.play("7.7")
    roll(scene, 6)
    assert (scene.snapshot.motion, scene.snapshot.lying) == (None, (6,))


def test_dice_that_rolled_elsewhere_tumble_less_long(table: AppContext) -> None:
    scene = begun(table, READER)
    roll(scene, 4, 3)
    other = begun(table)
    other.play("4+3")
    real, shown = scene.match.plies[0], other.match.plies[0]
    assert scene.board.upright.seconds(real) < scene.board.upright.seconds(shown)


def test_a_tap_on_the_tray_of_a_reader_says_what_to_do(table: AppContext) -> None:
    scene = begun(table, READER)
    assert tap(scene, tray(scene)) is None
    assert (plies(scene), told(scene)) == ([], "Roll the real dice, or change it here.")
    assert line(scene, 0) == "Roll the real dice."
    assert not any(button.key == "spot:roll" for button in scene.buttons.buttons)


def test_the_strip_tells_by_what_and_changes_it(table: AppContext) -> None:
    scene = begun(table, READER)
    assert (strip(scene), strip(scene, 1)) == ("Dice reader\nDR-1",) * 2
    choose(scene, "screen")
    assert strip(scene) == "Use real dice"
    roll(scene, 4, 3)
    assert told(scene) == "4 + 3 doesn’t count. Dice are set to: on screen."
    tap(scene, tray(scene))
    assert sources(scene) == ("screen",)


def test_a_simulated_reader_is_marked_wherever_it_shows(table: AppContext) -> None:
    for size in ((1280, 800), (1080, 1920)):
        scene = begun(table, SIMULATED, size=size)
        assert "SIMULATED" in strip(scene)
        roll(scene, 4, 3, device=SIMULATED, late=True)
        assert told(scene).startswith("SIMULATED")
        roll(scene, 4, 3, device=SIMULATED)
        assert sources(scene) == ("simulated:toy",)
        press(scene, Button.EARLIER)
        press(scene, Button.LATER)
        change = touch(scene, "dice:0")
        assert isinstance(change, Push)
        offered = [answer.label for answer in getattr(change.scene, "answers", ())]
        assert "Only SIMULATED toy" in offered
        lose(table, scene, SIMULATED)
        assert scene.edge.words.startswith("SIMULATED toy is disconnected: unplugged")


def test_a_reader_that_dies_in_mid_throw_leaves_its_die_and_the_screen_goes_on(
    table: AppContext,
) -> None:
    scene = begun(table, READER)
    roll(scene, 4)
    lose(table, scene)
    assert scene.edge.words == "DR-1 is disconnected: unplugged.   ·   Dice now: on screen."
    assert (strip(scene), scene.snapshot.lying) == ("Use real dice", (4,))
    press(scene, Button.UNDO)
    assert told(scene) == "Rolls can’t be taken back."
    tap(scene, tray(scene))
    assert plies(scene)[0].startswith("4+")
    assert sources(scene) == ("reader:DR-1,screen",)


def test_a_reader_that_comes_back_takes_over_unless_people_chose_otherwise(
    table: AppContext,
) -> None:
    scene = begun(table, READER)
    lose(table, scene)
    plug(table, scene)
    assert scene.edge.words.endswith("Next roll: reader DR-1.")
    assert "DR-1 is back" in scene.edge.words
    assert strip(scene) == "Dice reader\nDR-1"
    choose(scene, "typed")
    lose(table, scene)
    plug(table, scene)
    assert strip(scene) == "Dice: entered by hand"


def test_the_loop_turns_at_once_when_a_device_changes(table: AppContext) -> None:
    scene = begun(table, READER)
    scene.update(0.01)
    assert scene.wakes_in() > 1
    table.devices.forget(READER.key)
    assert scene.wakes_in() == 0
    scene.update(0.01)
    assert strip(scene) == "Use real dice"


def test_each_seat_s_own_reader_is_the_one_that_throws(table: AppContext) -> None:
    table.devices.bindings.assign_seat(READER.key, 1)
    scene = begun(table, READER, SIMULATED)
    assert strip(scene) == "SIMULATED dice\ntoy"
    scene.play("4+3")
    scene.play("7.7")
    assert strip(scene) == "Dice reader\nDR-1"


def test_the_only_reader_serves_all_seats_though_its_buttons_are_one_seat_s(
    table: AppContext,
) -> None:
    table.devices.bindings.assign_seat(READER.key, 1)
    scene = begun(table, READER)
    assert strip(scene) == "Dice reader\nDR-1"
    roll(scene, 4, 3, seat=1)
    assert plies(scene) == ["4+3"]


def test_a_seat_whose_own_reader_is_lost_throws_on_the_screen(table: AppContext) -> None:
    table.devices.bindings.assign_seat(READER.key, 1)
    table.devices.bindings.assign_seat(SIMULATED.key, 0)
    scene = begun(table, READER, replace(SIMULATED, health=DeviceHealth.LOST))
    assert strip(scene) == "Use real dice"
    roll(scene, 4, 3, seat=1)
    assert (plies(scene), told(scene)) == ([], "It’s Blue’s roll: 4 + 3 doesn’t count.")


def test_a_reader_that_people_chose_throws_for_every_seat(table: AppContext) -> None:
    table.devices.bindings.assign_seat(READER.key, 1)
    table.devices.bindings.assign_seat(SIMULATED.key, 0)
    scene = begun(table, READER, SIMULATED)
    scene.throws.dice.choose(READER.key)
    roll(scene, 4, 3, seat=1)
    assert plies(scene) == ["4+3"]


def test_a_replay_is_recorded_as_such(table: AppContext) -> None:
    scene = begun(table)
    roll(scene, 4, 3, source="replay")
    assert (plies(scene), sources(scene)) == (["4+3"], ("replayed",))
    assert strip(scene) == "Dice: REPLAYED"


def test_looking_back_the_strip_says_where_the_dice_came_from(table: AppContext) -> None:
    scene = begun(table, READER)
    roll(scene, 4, 3)
    choose(scene, "screen")
    scene.play("7.7")
    press(scene, Button.EARLIER)
    assert strip(scene) == "Dice reader\nDR-1"


def test_a_throw_during_the_pause_is_told(table: AppContext) -> None:
    scene = begun(table, READER)
    change = press(scene, Button.MENU)
    assert isinstance(change, Push)
    assert isinstance(change.scene, PauseScene)
    scene.handle_covered(Roll(source="serial", device="k1", values=(4, 3), label="reader:DR-1"))
    assert scene.edge.words == "The game is paused: the roll doesn’t count."


def test_games_without_dice_say_so(table: AppContext) -> None:
    setup = make_setup(find_game("trelawney"))
    scene = MatchScene(table, setup, setup.start(table), "one")
    scene.fit(Canvas((1280, 800)))
    roll(scene, 4, 3)
    assert told(scene) == "4 + 3 was rolled, but this game has no dice."


@pytest.mark.parametrize("source", ["two words", "a*2", "line\nend", "tab\t"])
def test_a_source_that_a_record_cannot_keep_is_refused(source: str) -> None:
    match = Match(GAME)
    with pytest.raises(ValueError, match="source"):
        match.play("4+3", source)
    assert match.plies == ()


def test_a_record_with_such_a_source_is_no_record() -> None:
    match = Match(GAME)
    match.play("4+3", "reader:a")
    text = match.record().to_text().replace("reader:a*1", "reader*a*1")
    with pytest.raises(BadNotation, match="source"):
        Match.replay(GAME, Record.from_text(text))


def test_looking_at_the_next_throw_changes_nothing() -> None:
    match = Match(GAME, seed=3)
    seen = match.next_throw()
    assert match.plies == ()
    assert match.roll().move == seen


def test_the_keys_reach_the_strip(table: AppContext) -> None:
    scene = begun(table)
    seen = set()
    for _ in range(4):
        scene.handle(Walk(source="pad", by=1))
        seen.add(scene.buttons.focus)
    assert "dice:0" in seen
    while scene.buttons.focus != "dice:0":
        scene.handle(Walk(source="pad", by=1))
    assert isinstance(press(scene, Button.OK), Push)
