"""The toss by a coin of one's own, and by dice that a reader sees."""

from dataclasses import replace
from typing import Any

import pytest

from tabletop.games.sevens import SevensMatch
from tabletop.games.sevens.rules import events
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.scenes.match import SevensScene
from tabletop.games.sevens.scenes.pause import PausePage
from tabletop.games.sevens.scenes.phases import chance
from tabletop.games.sevens.scenes.phases.base import NO_THROW
from tabletop.input.actions import Button, Roll, Walk
from tabletop.input.devices import Device, DeviceHealth
from tabletop.ui.core.scene import Push
from tabletop.ui.text import typesetting
from tests.games.sevens.match_driver import SIZES, keys, press, scene_of, tap, touch, wait
from tests.games.sevens.scripted_match import guessing

READER = Device("one", "serial", "DR-7f3a", "/dev/reader", health=DeviceHealth.LIVE, sides=6)
ROLL = Roll(source="serial", device="one", values=(4,), label=READER.label)


def read(scene: SevensScene, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All lines of words that are set for one drawing of the scene."""
    from tabletop.ui.core.frame import Frame

    said: list[str] = []
    block = typesetting.block

    def noted(text: str, *rest: Any, **more: Any) -> object:
        said.append(text.replace("\n", " "))
        return block(text, *rest, **more)

    with monkeypatch.context() as patch:
        patch.setattr(typesetting, "block", noted)
        scene.draw(Frame(scene.context.canvas))
    return said


@pytest.mark.parametrize("seat", [0, 1])
def test_what_a_real_coin_showed_is_touched_and_recorded_as_typed(seat: int) -> None:
    with scene_of(SevensMatch(3)) as scene:
        tap(scene, "real")
        assert keys(scene) == ["side:0", "side:1", "back"]
        tap(scene, f"side:{seat}")
        assert scene.context.name(seat) in scene.phase.prompt
        assert scene.phase.seat == seat
        tap(scene, "on")
        match = scene.context.match
        assert (match.phase, match.first) == (Phase.ARRANGE, seat)
        assert match.source_of("toss") == "typed"
        assert f"toss@{match.events[0].at}:{seat}|typed" == str(match.events[0])


def test_a_side_that_was_touched_by_mistake_can_be_taken_back() -> None:
    with scene_of(SevensMatch(3)) as scene:
        tap(scene, "real")
        tap(scene, "side:1")
        tap(scene, "back")
        assert keys(scene) == ["side:0", "side:1", "back"]
        tap(scene, "back")
        assert keys(scene) == ["coin", "real"]
        assert scene.context.match.phase is Phase.TOSS


def test_the_key_for_going_back_leaves_the_question_before_it_pauses() -> None:
    with scene_of(SevensMatch(3)) as scene:
        tap(scene, "real")
        assert press(scene, Button.BACK) is None
        assert keys(scene) == ["coin", "real"]
        change = press(scene, Button.BACK)
        assert isinstance(change, Push)
        assert isinstance(change.scene, PausePage)


def test_a_double_tap_on_the_question_answers_nothing() -> None:
    with scene_of(SevensMatch(3)) as scene:
        tap(scene, "real")
        place = next(b for b in scene.phase.buttons.buttons if b.key == "side:0").box.centre
        touch(scene, place)
        assert scene.phase.for_both, "nobody is player one yet"


def test_the_coin_on_the_screen_is_found_by_walking_too() -> None:
    with scene_of(SevensMatch(3), speed="off") as scene:
        for _ in range(3):
            scene.handle(Walk(source="serial", by=1))
        assert scene.phase.buttons.focus == "coin"
        press(scene, Button.OK)
        assert keys(scene) == ["on"]
        assert scene.phase.seat == events.toss_coin(3)


@pytest.mark.parametrize(
    ("values", "seat"), [((2,), 0), ((3,), 1), ((1, 3), 0), ((6, 5), 1), ((6, 6), 0)]
)
def test_dice_that_a_reader_sees_decide_by_even_and_odd(values: tuple[int, ...], seat: int) -> None:
    for seed in (1, 2, 3, 4):
        with scene_of(SevensMatch(seed)) as scene:
            scene.handle(replace(ROLL, values=values))
            wait(scene, 2)
            assert scene.phase.seat == seat
            assert keys(scene) == ["on"], "what a reader saw is not taken back"
            tap(scene, "on")
            assert scene.context.match.first == seat
            assert str(scene.context.match.events[0]).endswith(f":{seat}|reader:DR-7f3a")
            (counted,) = scene.context.table.store.throws()
            assert counted.source == "reader:DR-7f3a"


def test_even_and_odd_give_both_the_same_chance() -> None:
    faces = range(1, 7)
    one = [chance.seat_by(replace(ROLL, values=(a,))) for a in faces]
    two = [chance.seat_by(replace(ROLL, values=(a, b))) for a in faces for b in faces]
    assert sum(one) * 2 == len(one)
    assert sum(two) * 2 == len(two)


@pytest.mark.parametrize(
    "roll",
    [
        replace(ROLL, late=True),
        replace(ROLL, values=(1, 2, 3)),
        replace(ROLL, values=()),
        replace(ROLL, values=(3,), sides=5),
        replace(ROLL, values=(9,)),
    ],
)
def test_a_throw_that_does_not_fit_is_refused_in_words_and_decides_nothing(roll: Roll) -> None:
    with scene_of(SevensMatch(3)) as scene:
        scene.handle(roll)
        assert scene.phase.warning in (chance.LATE, chance.UNFIT)
        assert keys(scene) == ["coin", "real"]
        assert scene.context.table.store.throws() == ()


def test_a_throw_decides_nothing_once_the_coin_lies_or_the_match_goes_on() -> None:
    with scene_of(SevensMatch(3), speed="off") as scene:
        press(scene, Button.OK)
        seat = scene.phase.seat
        scene.handle(replace(ROLL, values=(1 + seat,)))
        assert scene.phase.warning == NO_THROW
        assert scene.phase.seat == seat
    with scene_of(guessing()) as scene:
        events = scene.context.match.events
        scene.handle(ROLL)
        assert scene.phase.warning == NO_THROW
        assert scene.context.match.events == events


def test_a_simulated_reader_is_marked_where_it_is_offered_and_where_it_decided(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for simulated in (False, True):
        device = replace(READER, simulated=simulated)
        with scene_of(SevensMatch(3)) as scene:
            assert not any("die" in line for line in read(scene, monkeypatch))
            scene.context.table.devices.report(device)
            offered = read(scene, monkeypatch)
            assert any("roll a die" in line for line in offered)
            assert any("SIMULATED" in line for line in offered) == simulated
            scene.handle(replace(ROLL, label=device.label, simulated=simulated))
            wait(scene, 2)
            decided = read(scene, monkeypatch)
            assert any("DR-7f3a shows 4: even." in line for line in decided)
            assert any("SIMULATED" in line for line in decided) == simulated
            tap(scene, "on")
            kind = "simulated" if simulated else "reader"
            assert scene.context.match.source_of("toss") == f"{kind}:DR-7f3a"


def test_a_recording_that_is_played_is_told_counted_and_recorded_as_replayed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tape = replace(READER, where="replay:evening.jsonl")
    with scene_of(SevensMatch(3)) as scene:
        scene.context.table.devices.report(tape)
        scene.handle(replace(ROLL, label=tape.label))
        wait(scene, 2)
        assert any(
            "A recording shows 4: even. REPLAYED" in line for line in read(scene, monkeypatch)
        )
        tap(scene, "on")
        assert scene.context.match.source_of("toss") == "replayed"
        (counted,) = scene.context.table.store.throws()
        assert counted.source == "replayed"


@pytest.mark.parametrize("source", ["screen", "typed"])
def test_where_dice_are_not_for_readers_a_reader_decides_nothing(
    source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with scene_of(SevensMatch(3)) as scene:
        table = scene.context.table
        table.settings = table.settings.but({"dice.source": source})
        table.devices.report(READER)
        assert not any("roll a die" in line for line in read(scene, monkeypatch))
        scene.handle(ROLL)
        assert scene.phase.warning == chance.ELSEWHERE
        assert scene.context.table.store.throws() == ()
        assert scene.phase.for_both


def test_a_table_whose_dice_are_typed_asks_for_the_coin_at_once() -> None:
    with scene_of(SevensMatch(3)) as scene:
        table = scene.context.table
        table.settings = table.settings.but({"dice.source": "typed"})
        match = SevensMatch(3)
        scene.context.match = match
        phase = type(scene.phase)(scene.context)
        phase.fit()
        assert [button.key for button in phase.buttons.buttons] == ["side:0", "side:1", "back"]


@pytest.mark.parametrize("size", SIZES)
def test_the_sides_lie_inside_the_window_and_apart(size: tuple[int, int]) -> None:
    with scene_of(SevensMatch(3), size=size) as scene:
        tap(scene, "real")
        stage = scene.context.plan.stage
        boxes = [button.box for button in scene.phase.buttons.buttons]
        for box in boxes:
            assert stage.x - 1 <= box.x
            assert box.right <= stage.right + 1
            assert stage.y - 1 <= box.y
            assert box.bottom <= stage.bottom + 1
        one, other, back = boxes
        assert one.right < other.x
        assert max(one.bottom, other.bottom) < back.y
