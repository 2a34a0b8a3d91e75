"""A piece that snaps is heard, and one that is only laid down is not."""

from tabletop.games.sevens import SevensMatch
from tabletop.games.sevens.figures import booklet
from tabletop.games.sevens.rules.pieces import Pose
from tests.games.sevens.match_driver import scene_of, wait
from tests.sound_listener import listening


def guessing() -> SevensMatch:
    match = SevensMatch(1)
    match.toss(0)
    match.arranged(1, booklet()[0].name, booklet()[0].picture)
    match.look(2)
    match.advance(13)
    return match


def test_a_snap_clicks_and_laying_down_alone_does_not() -> None:
    with scene_of(guessing()) as scene:
        ear = listening(scene.context.table)
        surface = scene.phase.surface
        assert surface is not None
        surface.pieces.put(0, Pose(7.0, 4.0, 0.0))
        wait(scene, 1.0)
        assert ear.heard == []
        beside = surface.pieces.pieces[0].corners[1]
        surface.pieces.put(5, Pose(beside[0] + 0.6, beside[1] + 0.6, 0.0))
        wait(scene, 1.0)
        assert ear.heard == [("snap", 0.6)]
