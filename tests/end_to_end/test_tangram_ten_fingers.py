"""Two people move tangram pieces with two fingers each while a third taps buttons; and all again.

In the process by posted events, and by TUIO at the real program on a screen nobody sees.
"""

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from tabletop.app.session_replay import ReplayDiverged, SessionReplay, load_recording
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.rules.pieces import Pose
from tabletop.games.sevens.scenes.match import SevensScene
from tabletop.input.actions import Drop, Pull
from tests.end_to_end.app_window import Room
from tests.end_to_end.pointing import Pixel
from tests.end_to_end.posted_touches import Fingers
from tests.end_to_end.real_window import ROOT
from tests.end_to_end.tangram_hands import Tangram
from tests.end_to_end.test_sevens_by_touch import open_sevens, toss
from tests.end_to_end.touch_team import Team, arrange_together


def poses(scene: object) -> tuple[Pose, ...]:
    """How all pieces of the match on top lie, to the last bit."""
    assert isinstance(scene, SevensScene)
    assert scene.phase.surface is not None
    return tuple(piece.pose for piece in scene.phase.surface.pieces.pieces)


def near(some: tuple[Pose, ...], others: tuple[Pose, ...]) -> bool:
    return all(abs(one.x - other.x) < 1e-6 for one, other in zip(some, others, strict=True))


def posted(hands: Fingers, room: Room, tangram: Tangram) -> Team:
    """A team whose fingers are posted events; a turn goes by with every frame."""
    down: dict[int, Pixel] = {}

    def show(now: Mapping[int, Pixel]) -> None:
        for finger in down.keys() - now.keys():
            hands.post(pygame.FINGERUP, down.pop(finger), finger)
        for finger, at in now.items():
            if finger not in down:
                hands.post(pygame.FINGERDOWN, at, finger)
            elif down[finger] != at:
                hands.post(pygame.FINGERMOTION, at, finger)
            down[finger] = at
        room.turn()

    def until(what: str, seen: object) -> None:
        assert callable(seen)
        for _ in range(400):
            if seen():
                return
            room.turn()
        raise AssertionError(f"{what} does not come")

    return Team(tangram, show, until)


@pytest.fixture
def lived(tmp_path: Path) -> tuple[Path, tuple[Pose, ...], bytes]:
    """An evening by posted fingers: its file, how the pieces lay at the end, and the picture."""
    path = tmp_path / "evening.jsonl"
    with Room(tmp_path / "first", diary=path) as room:
        hands = Fingers(room, doubled=False)
        tangram = open_sevens(room, hands)
        toss(tangram)
        team = posted(hands, room, tangram)
        before = poses(room.top)
        arrange_together(team)
        room.rest()
        after = poses(room.top)
        assert team.most == 10
        assert all(one != other for one, other in zip(before, after, strict=True))
        assert tangram.match.phase is Phase.ARRANGE
        return path, after, room.pixels()


def test_ten_fingers_lay_seven_pieces_and_two_turn_each(
    lived: tuple[Path, tuple[Pose, ...], bytes],
) -> None:
    _, after, _ = lived
    kinds = [pose.turn % 360 for pose in after]
    assert len({round(turn, 6) for turn in kinds}) > 3


def test_the_written_evening_ends_in_the_same_poses_to_the_last_bit(
    lived: tuple[Path, tuple[Pose, ...], bytes], tmp_path: Path
) -> None:
    path, after, picture = lived
    for again in ("second", "third"):
        playback = SessionReplay(load_recording(path), _fresh(tmp_path / again))
        playback.run()
        assert poses(playback.app.scenes.top) == after
        assert pygame.image.tobytes(playback.surface, "RGB") == picture
        playback.close()


PRINT_POSES = """
import sys
from pathlib import Path
import pygame
from tabletop.app.session_replay import SessionReplay, load_recording
from tests.end_to_end.test_tangram_ten_fingers import poses
pygame.font.init()
playback = SessionReplay(load_recording(Path(sys.argv[1])), Path(sys.argv[2]))
playback.run()
for pose in poses(playback.app.scenes.top):
    print(pose)
playback.close()
"""


@pytest.mark.slow
def test_another_process_comes_to_the_same_poses(
    lived: tuple[Path, tuple[Pose, ...], bytes], tmp_path: Path
) -> None:
    path, after, _ = lived
    run = [sys.executable, "-c", PRINT_POSES, str(path), str(_fresh(tmp_path / "other"))]
    told = subprocess.run(
        run,
        cwd=ROOT,
        env=os.environ | {"SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    ).stdout
    assert told.splitlines() == [str(pose) for pose in after]


def test_fingers_that_lay_a_hair_beside_lead_to_other_poses(
    lived: tuple[Path, tuple[Pose, ...], bytes], tmp_path: Path
) -> None:
    """What is compared above can differ."""
    path, after, _ = lived
    playback = SessionReplay(load_recording(path), _fresh(tmp_path / "second"))
    for turn in playback.recording.turns:
        beside = tuple(
            replace(action, at=(action.at[0] + 1e-9, action.at[1]))
            if isinstance(action, Pull | Drop)
            else action
            for action in turn.actions
        )
        playback.live(replace(turn, actions=beside), drawn=False)
    assert poses(playback.app.scenes.top) != after
    assert near(poses(playback.app.scenes.top), after)
    playback.close()


def test_an_evening_that_needs_another_seed_went_another_way(
    lived: tuple[Path, tuple[Pose, ...], bytes], tmp_path: Path
) -> None:
    path, _, _ = lived
    lines = path.read_text().splitlines(keepends=True)
    seeded = [number for number, line in enumerate(lines) if '"seeds"' in line]
    assert seeded
    path.write_text(
        "".join(line.replace('"seeds"', '"told"').replace("[7]", "[]") for line in lines)
    )
    playback = SessionReplay(load_recording(path), _fresh(tmp_path / "second"))
    with pytest.raises(ReplayDiverged, match="went another way"):
        playback.run()
    playback.close()


def _fresh(folder: Path) -> Path:
    folder.mkdir()
    return folder
