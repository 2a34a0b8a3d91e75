"""Whatever is pressed on a locked table, nobody comes to a page that is the operator's."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest

from tabletop.input.actions import Action, Button, Buzz, Down, Nudge, Press, Tap, Typed, Walk
from tabletop.scenes.devices.binding_pages import ControlBindingPage, SeatBindingPage
from tabletop.scenes.devices.devices_page import DevicePage, DevicesPage, InputSettingsPage
from tabletop.scenes.devices.dice_fairness import DiceFairnessPage
from tabletop.scenes.devices.display_pages import DisplayPage, KeystoneScene, TouchCalibrationScene
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.home.title_page import TitleScene
from tabletop.scenes.kiosk.operator_pages import OperatorPage
from tabletop.scenes.settings.settings_pages import AccessibilityPage, AppearancePage
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.widgets.question_dialog import KEEP_QUESTION
from tests.scenes.kiosk.locked_table import Watched, change, quick_hashes, set_pin
from tests.scenes.touches import asks

OPERATORS: Final = (
    SeatBindingPage,
    TouchCalibrationScene,
    DevicePage,
    DevicesPage,
    AccessibilityPage,
    DiceFairnessPage,
    InputSettingsPage,
    KeystoneScene,
    AppearancePage,
    OperatorPage,
    ControlBindingPage,
    DisplayPage,
)
KEPT: Final = (
    "kiosk.",
    "look.palette",
    "look.drift",
    "look.reach",
    "display.",
    "window.",
    "input.",
)
"""What strangers may not change, not even for a while."""
STEPS: Final = 400
PATIENT: Final = 12
"""So many steps on the same page, and somebody goes back."""


@pytest.fixture(autouse=True)
def _quick() -> Iterator[None]:
    with quick_hashes():
        yield


def buttons(scene: Any) -> list[Any]:
    group = getattr(scene, "buttons", None) or getattr(scene, "_buttons", None)
    return [button for button in getattr(group, "buttons", ()) if button.enabled]


def step(watched: Watched, random: Random) -> None:
    """Somebody presses a button of the page, or any key."""
    found = buttons(watched.top)
    if found and random.random() < 0.8:
        at = random.choice(found).centre
        watched.do(Down(source="touch", contact=9, at=at), Tap(source="touch", contact=9, at=at))
        return
    source = random.choice(["keyboard", "serial", "pad"])
    keys: list[Action] = [Press(source=source, button=button) for button in Button]
    keys += [Nudge(source=source, dx=1, dy=0), Walk(source=source, by=1)]
    keys += [Buzz(source=source, seat=0), Typed(source="keyboard", sign="5")]
    watched.do(random.choice(keys))


@pytest.mark.parametrize("level", ["kiosk", "kid"])
@pytest.mark.parametrize("seed", range(3))
def test_no_road_leads_out_or_to_the_settings(table: AppContext, level: str, seed: int) -> None:
    change(table, kiosk_level=level, idle_on="never", look_speed="off", look_projector=seed == 1)
    set_pin(table)
    before = dict(table.settings.values)
    random = Random(seed)
    watched = Watched(table, MenuScene(table), over=[TitleScene(table)])
    same, last, seen = 0, watched.top, set[str]()
    for _ in range(STEPS):
        step(watched, random)
        if watched.scenes.running:
            watched.turn(0.25)
        assert watched.scenes.running, f"the last page has gone after {type(last).__name__}"
        reached = {type(scene) for scene in watched.scenes.scenes}
        assert not reached & set(OPERATORS), [kind.__name__ for kind in reached]
        assert not any(asks(scene, KEEP_QUESTION) for scene in watched.scenes.scenes)
        assert not table.blackout.active
        same = same + 1 if watched.top is last else 0
        last = watched.top
        seen.add(type(last).__name__)
        if same > PATIENT:
            same = 0
            watched.do(Press(source="keyboard", button=Button.BACK))
            watched.turn(0.25)
    changed = {key for key, value in table.settings.values.items() if before[key] != value}
    assert not [key for key in changed if key.startswith(KEPT)]
    assert len(seen) > 5
