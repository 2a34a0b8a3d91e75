"""A match of Super Seven, its readers, and the hands that throw in it."""

from dataclasses import replace

from tabletop.engine import TimeControl
from tabletop.games import find_game
from tabletop.input.actions import Button, Down, Press, Roll, Tap
from tabletop.input.devices import Device, DeviceHealth
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import FACING_SIDES
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.scene import Change
from tests.scenes.setups import make_setup

GAME = find_game("super7")
READER = Device("k1", "serial", "DR-1", "/dev/one", "ttl/1", DeviceHealth.LIVE, sides=6)
SIMULATED = Device(
    "k2", "serial", "toy", "pty", "ttl/1", DeviceHealth.LIVE, sides=6, simulated=True
)


def begun(
    table: AppContext,
    *devices: Device,
    plies: str = "",
    facing: bool = False,
    size: tuple[int, int] = (1280, 800),
    clock: str = "none",
) -> MatchScene:
    """A match at a table with these devices, where nothing moves."""
    table.settings = table.settings.but({"look.speed": "off"})
    for device in devices:
        table.devices.report(device)
    setup = make_setup(GAME, sides=FACING_SIDES if facing else (), clock=TimeControl.read(clock))
    match = setup.start(table)
    for ply in plies.split():
        match.play(ply)
    scene = MatchScene(table, setup, match, "one")
    scene.fit(Canvas(size))
    return scene


def roll(
    scene: MatchScene,
    *values: int,
    device: Device = READER,
    seat: int | None = None,
    late: bool = False,
    sides: int = 6,
    source: str = "serial",
) -> None:
    """A device throws."""
    thrown = Roll(
        source=source,
        seat=seat,
        device=device.key,
        values=values,
        sides=sides,
        label=device.label,
        late=late,
        simulated=device.simulated,
    )
    assert scene.handle(thrown) is None


def lose(table: AppContext, scene: MatchScene, device: Device = READER) -> None:
    """A device is unplugged, and the loop turns."""
    table.devices.report(replace(device, health=DeviceHealth.LOST, why="unplugged"))
    scene.update(0.01)


def plug(table: AppContext, scene: MatchScene, device: Device = READER) -> None:
    table.devices.report(device)
    scene.update(0.01)


def choose(scene: MatchScene, how: str) -> None:
    """Somebody touches the strip at the first tray, and says by what."""
    change = touch(scene, "dice:0")
    assert change is not None
    then = getattr(change, "then", None)
    assert then is not None
    then(how)


def touch(scene: MatchScene, key: str) -> Change:
    at = next(button.centre for button in scene.buttons.buttons if button.key == key)
    return tap(scene, at)


def tap(scene: MatchScene, at: tuple[float, float], seat: int | None = None) -> Change:
    scene.handle(Down(source="touch", contact=1, at=at, seat=seat))
    return scene.handle(Tap(source="touch", contact=1, at=at, seat=seat))


def press(scene: MatchScene, button: Button, seat: int | None = None) -> Change:
    return scene.handle(Press(source="serial", button=button, seat=seat))


def plies(scene: MatchScene) -> list[str]:
    return [str(ply.move) for ply in scene.match.plies]


def sources(scene: MatchScene) -> tuple[str, ...]:
    return scene.match.record().sources


def told(scene: MatchScene) -> str:
    """What everybody is told over the board."""
    return str(scene.notices.notice or "")


def line(scene: MatchScene, seat: int) -> str:
    """What a seat's panel says."""
    return str(scene.moment.panels[seat].line)


def strip(scene: MatchScene, seat: int = 0) -> str:
    """What stands at a tray."""
    return next(b.label for b in scene.buttons.buttons if b.key == f"dice:{seat}")
