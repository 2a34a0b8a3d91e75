"""Choosing a game, sitting down and playing it ply by ply."""

from collections.abc import Sequence

from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.result.scene import ResultScene
from tabletop.scenes.setup.quick_start import QuickStartPage
from tabletop.ui.core.canvas import Canvas
from tests.end_to_end.app_window import Room
from tests.end_to_end.pointing import STYLES, Eye, Pixel, Style
from tests.end_to_end.posted_touches import Fingers
from tests.end_to_end.scripted_players import PLAYERS, Player

STEADY: Sequence[Pixel] = ((0, 0),)


def sit_down(room: Room, hands: Fingers, key: str, *, facing: bool = False) -> Eye:
    """From the menu to the board, for people only."""
    hands.press(f"game:{key}")
    assert isinstance(room.top, QuickStartPage)
    hands.press("way:people")
    if facing:
        hands.press("options")
        hands.press("sitting=1")
        hands.press("done")
    hands.press("start")
    assert isinstance(room.top, MatchScene)
    assert room.match.game.key == key
    read_goal(room, hands)
    return Eye(room.match, room.display.picture.get_size(), facing=facing)


def sit_down_alone(room: Room, hands: Fingers, key: str) -> Eye:
    """From the menu to the board, against the computer."""
    hands.press(f"game:{key}")
    hands.press("way:computer")
    hands.press("start")
    assert isinstance(room.top, MatchScene)
    read_goal(room, hands)
    return Eye(room.match, room.display.picture.get_size(), facing=False)


def read_goal(room: Room, hands: Fingers) -> None:
    """Touches "Got it" where people meet the game."""
    if room.scene.goal.holds_back:
        hands.press("goal:0")


def play(
    room: Room,
    hands: Fingers,
    eye: Eye,
    player: Player,
    plies: int,
    *,
    styles: Sequence[Style] = STYLES,
    drifts: Sequence[Pixel] = STEADY,
) -> None:
    """Plays so many plies, or to the end; each must be on the table and on the shelf."""
    scene = room.scene
    for _ in range(plies):
        if scene.match.outcome is not None:
            return
        number = len(scene.match.plies)
        ply = player(scene.match)
        for gesture in eye.gestures(ply, styles[number % len(styles)]):
            hands.make(gesture, drift=drifts[number % len(drifts)])
        assert len(scene.match.plies) == number + 1, f"{ply} was not played"
        assert ply in ("", str(scene.match.plies[-1].move))
        if scene.match.outcome is None:
            room.rest()


def pad(room: Room, key: str) -> Pixel:
    """Where a pad that is lit lies in the picture."""
    canvas = Canvas(room.display.picture.get_size())
    lit = {button.key: button for button in room.scene.agreements.corner_pads.buttons.buttons}
    return canvas.to_pixels(lit[key].centre)


def agree(room: Room, hands: Fingers) -> None:
    """All who are asked touch their pads, one after the other."""
    while isinstance(room.top, MatchScene) and room.scene.agreements.corner_pads.asked:
        room.turn(0.5)
        lit = [
            button.key
            for button in room.scene.agreements.corner_pads.buttons.buttons
            if button.enabled
        ]
        hands.tap(pad(room, min(lit)))


def play_out(room: Room, hands: Fingers, eye: Eye, key: str) -> ResultScene:
    """To the end, and on to the result."""
    drifts = ((9, 0), (0, -9), (0, 0), (-6, 6))
    play(room, hands, eye, PLAYERS[key], 400, drifts=drifts)
    room.until(ResultScene)
    assert isinstance(room.top, ResultScene)
    return room.top
