"""What strangers, children and the operator see of a locked table."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from tabletop.engine import Text
from tabletop.games import all_games
from tabletop.input.actions import Button, Down, Opening
from tabletop.input.devices import Device, DeviceHealth
from tabletop.input.opening_hours import Override
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.home.title_page import TitleScene
from tabletop.scenes.kiosk.operator_pages import (
    AccessQuestions,
    ChoosePin,
    EnterPin,
    GamesQuestions,
    HoursQuestions,
    LogScene,
    LoudnessQuestions,
    OperatorPage,
    PinPad,
    QuestionsPage,
    ScreenCleaningScene,
    TimesQuestions,
    export_dialog,
    unlock_refused,
)
from tabletop.scenes.kiosk.overlays import (
    HOLD_SECONDS,
    RECORDING_TEXT,
    ClosingTime,
    OperatorUnlock,
    no_pin_text,
    pin_damaged_text,
    reopening_words,
)
from tabletop.scenes.kiosk.self_test import NO_SOUND, SelfTestScene, TouchTest, touch_finding
from tabletop.scenes.match_setup import last_setup
from tabletop.scenes.settings.settings_pages import SoundPage
from tabletop.scenes.setup.quick_start import QuickStartPage
from tabletop.system.pin_lock import DIGEST_BYTES, SALT_BYTES, HashedPin, PinLock, PinLockState
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import SceneStack
from tools.album.match import begun
from tools.album.stage import Drawn, Stage, press, run, tap, touch
from tools.album.stage import State as Moment

NOON: Final = datetime(2026, 11, 27, 12, 10)
SOME_PIN: Final = HashedPin(b"s" * SALT_BYTES, b"d" * DIGEST_BYTES)
"""Of no PIN that anybody knows; making one takes a tenth of a second."""


@dataclass(frozen=True, slots=True)
class Together:
    """Things that lie one over the other."""

    parts: tuple[Drawn, ...]

    def draw(self, frame: Frame) -> None:
        for part in self.parts:
            part.draw(frame)


def operator(stage: Stage) -> Iterator[Moment]:
    """The way in, and the operator's pages."""
    stage.set(kiosk_level="kiosk")
    table = stage.table
    table.clock = lambda: NOON
    yield from _unlock(stage)
    yield "shut", stage.shown(unlock_refused(RECORDING_TEXT))
    yield "shut-damaged", stage.shown(unlock_refused(pin_damaged_text(Path("/var/lib/tabletop"))))
    door = _door(stage, PinLockState(SOME_PIN))
    yield "pages", stage.shown(OperatorPage(table, door))
    yield "access", stage.shown(QuestionsPage(AccessQuestions(table)))
    stage.set(kiosk_hours="mon-fri 14:00-18:00 sat 10:00-24:00")
    yield "hours", stage.shown(QuestionsPage(HoursQuestions(table)))
    table.change("kiosk.today", str(Override(False, NOON + timedelta(hours=22))))
    table.change("kiosk.plan", "fri 09:30-18:15")
    yield "hours-closed", stage.shown(QuestionsPage(HoursQuestions(table)))
    table.warn_operator(no_pin_text(Path("/var/lib/tabletop")))
    table.warn_operator("/etc/tabletop/kiosk.toml:3: kiosk.strongest: there is no level grand")
    yield "pages-warned", stage.shown(OperatorPage(table, door))
    yield "warnings", stage.shown(LogScene(table, "warnings"))
    yield "games", stage.shown(QuestionsPage(GamesQuestions(table)))
    yield "times", stage.shown(QuestionsPage(TimesQuestions(table)))
    yield "volume", stage.shown(QuestionsPage(LoudnessQuestions(table)))
    yield "log-empty", stage.shown(LogScene(table))
    for number in range(30):
        table.log_operator_action(
            f"look.palette = {number}, as a line that is as long as lines can be here"
        )
    stack = stage.shown(LogScene(table))
    yield "log", stack
    table.operator = False
    yield "wiping", stage.shown(ScreenCleaningScene())
    stack = stage.shown(OperatorPage(table, door))
    touch(stack, "quit")
    yield "end-asked", stack
    stack = stage.shown(export_dialog(table))
    yield "export", stack
    yield from _tests(stage)


def _door(stage: Stage, state: PinLockState) -> PinLock:
    """A door whose file says so much."""
    path = stage.table.data_dir / "operator.json"
    path.write_text(state.as_text(), "utf-8")
    return PinLock(path, now=lambda: 0.0, boot=lambda: "album")


def _unlock(stage: Stage) -> Iterator[Moment]:
    canvas = stage.canvas
    game = next(game for game in all_games() if game.kind == "board")
    stack = begun(stage, game, plies=4)
    unlock = OperatorUnlock(stage.table)
    for contact, at in ((1, (20.0, 20.0)), (2, (canvas.width - 20.0, canvas.height - 20.0))):
        unlock.sift(Down(source="touch", contact=contact, at=at), canvas)
    list(unlock.run(0.8 * HOLD_SECONDS, stack))
    yield "held", Together((stack, unlock))
    stack = stage.shown(PinPad(EnterPin(_door(stage, PinLockState(SOME_PIN)))))
    yield "pin", stack
    touch(stack, "digit:1", "digit:3", "digit:5", "digit:8", "digit:9")
    yield "pin-typed", stack
    task = EnterPin(_door(stage, PinLockState(SOME_PIN, 3)))
    task.answered("wrong")
    task.lock.wait()
    scene = PinPad(task)
    yield "pin-wrong", stage.shown(scene)
    scene = PinPad(EnterPin(_door(stage, PinLockState(SOME_PIN, 9, 960.0))))
    scene.task.lock.wait()
    yield "pin-wait", stage.shown(scene)
    stack = stage.shown(PinPad(ChoosePin(_door(stage, PinLockState()))))
    yield "choose", stack
    touch(stack, *["digit:1"] * 4, "done")
    yield "choose-easy", stack
    touch(stack, *[f"digit:{digit}" for digit in "2480"], "done")
    yield "choose-again", stack


def _tests(stage: Stage) -> Iterator[Moment]:
    """The self-test while it works, and with every light."""
    table = stage.table
    scene = SelfTestScene(table)
    stack = stage.shown(scene)
    yield "test-begun", stack
    table.store.flush()
    run(stack, 4.0)
    table.devices.report(Device("a", "serial", "DR-7f3a", "", health=DeviceHealth.LIVE))
    scene.found["touch"] = touch_finding(10.0, 0)
    scene.found["sound"] = NO_SOUND
    stack.fit(stage.canvas)
    yield "test-lights", stack
    touch(stack, "sound")
    yield "test-sound", stack
    test = TouchTest()
    stack = stage.shown(test)
    yield "rings", stack
    tap(stack, test.marks[0])
    tap(stack, stage.canvas.box.centre)
    yield "rings-missed", stack


def locked(stage: Stage) -> Iterator[Moment]:
    """A table among strangers, and among children; at night, and shortly before."""
    table = stage.table
    stage.set(kiosk_level="kiosk", kiosk_loudest=50)
    game = next(game for game in all_games() if game.kind == "board")
    yield "menu", stage.shown(MenuScene(table))
    stack = begun(stage, game, plies=4)
    press(stack, Button.MENU)
    yield "paused", stack
    yield "sounds", stage.shown(SoundPage(table))
    yield from _closing(stage, begun(stage, game, plies=4))
    stage.set(kiosk_games_off=" ".join(game.key for game in all_games()[1:]))
    yield "one-game", stage.shown(TitleScene(table))
    yield "one-game-menu", stage.shown(MenuScene(table))
    stage.set(kiosk_games_off="", kiosk_level="kid")
    yield "kid-menu", stage.shown(MenuScene(table))
    stack = stage.shown(QuickStartPage(table, last_setup(table, game)))
    yield "kid-start", stack
    touch(stack, "seats")
    yield "kid-seats", stack
    stack = begun(stage, game, plies=4)
    press(stack, Button.MENU)
    yield "kid-paused", stack


def _closing(stage: Stage, stack: SceneStack) -> Iterator[Moment]:
    closing = ClosingTime(stage.table)
    for name, minutes in (("closes-soon", 10), ("closes-sooner", 2), ("closes", 0)):
        closing.heard(Opening(source="opening hours", open=minutes > 0, left=minutes))
        list(closing.run(0.0, stack))
        yield name, Together((stack, closing))
    cover = stage.table.blackout
    for step, again in ((0, reopening_words(5 * 1440 + 600)), (4, Text("", ""))):
        cover.close(again)
        cover.move_sign(step)
        yield f"closed-{step}", Together((cover,))
    cover.lift()
