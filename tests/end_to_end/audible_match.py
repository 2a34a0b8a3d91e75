"""A program that plays random plies of Super Seven with all sounds and the music.

``python -m tests.end_to_end.audible_match DIR SECONDS FASTER``

Plays SECONDS of match time, FASTER times as fast. SDL_AUDIODRIVER chooses the audio driver.
"""

import os
import sys
import time
from pathlib import Path
from random import Random

os.environ |= {"SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}

import pygame

from tabletop.app.startup import open_app_context
from tabletop.engine import CHANCE
from tabletop.games import find_game
from tabletop.scenes.match.scene import MatchScene
from tabletop.settings import Settings
from tabletop.ui.audio.sounds import MixerClient, Sounds
from tabletop.ui.core.canvas import Canvas
from tests.scenes.setups import make_setup

FRAME = 1 / 60


def main(folder: str, seconds: str, faster: str) -> int:
    """Plays, and gives 0 if there was a device that worked to the end."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1, 1))
    settings = Settings().but({"sound.volume": 100, "sound.music": 60})
    table = open_app_context(settings, Path(folder))
    table.sounds = Sounds(MixerClient())
    table.apply_volume()
    luck, setup = Random(3), make_setup(find_game("super7"))
    scene = MatchScene(table, setup, setup.start(table), "aloud")
    scene.fit(Canvas((640, 400)))
    for _ in range(round(float(seconds) / FRAME)):
        if scene.snapshot.motion is None:
            state = scene.match.state
            scene.play("" if state.turn == CHANCE else str(luck.choice(state.moves())))
        scene.update(FRAME)
        time.sleep(FRAME / float(faster))
    worked = table.sounds.works
    table.sounds.end(wait=5.0)
    table.store.close()
    print(len(scene.match.plies), table.sounds.problems, table.sounds.device_closed)
    return 0 if worked else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
