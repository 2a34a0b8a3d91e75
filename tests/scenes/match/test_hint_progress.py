"""Late in a game of Shoo hints bring the travellers home, and a position keeps its hint."""

import pytest

from tabletop.ai import Computer
from tabletop.engine import Match
from tabletop.engine.analysis import Analysis, AnalysisRequest
from tabletop.games import find_game
from tabletop.scenes.match.scene import MatchScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tests.scenes.match.hint_match import advised, ask, begun
from tests.scenes.setups import make_setup
from tools.album.scripted import think, thought

SHOO = find_game("shoo")

LATE = {
    # The search moved a horse, or gave an inside traveller another place, for all are as good.
    "ww......./www....../www....../.hw...h../......h../....bb.../.....h..b/...B..bb./......bbb"
    " w 2,2 0,0 - 140": ["c6-d7"],
    "ww......./wwwh...../.wwh...../.whw...../...b...../......h../.B...bbb./.......bb/..b.....b"
    " w 1,3 0,0 - 148": ["b6-a7"],
    "ww......./.wwh...../www....hW/..w....../........./.......b./.....hbbb/......bbb/....h..bb"
    " b 0,4 0,0 - 161": ["h4-g4", "h4-g5"],
    "ww.....h./wwwh...../.ww..h..W/.w..h..../........./........b/......bbb/......bbb/.......bb"
    " b 0,4 0,0 - 167": ["i4-h4", "i4-h5"],
    # The search had found a step, but a horse had a better reason.
    "wwwh....B/wwwh....h/.wwh...../...w...../....b..../.....bb../......b../.....bbb./.....h..b"
    " w 0,3 0,0 - 168": ["d6-c5", "d6-c6"],
}


def computer(question: AnalysisRequest) -> Analysis:
    """What the strongest level thinks in a search of a fixed length."""
    match = Match(SHOO, position=question.position)
    for ply in question.plies:
        match.play(ply)
    playouts = round(2000 * (question.seconds or 0))
    return Computer(SHOO, seed=9).think(match.state, playouts=playouts)


@pytest.mark.parametrize("position", LATE, ids=lambda text: text[-5:])
def test_a_late_hint_brings_the_nearest_traveller_home(table: AppContext, position: str) -> None:
    think(table, computer)
    scene = MatchScene(table, make_setup(SHOO), Match(SHOO, position=position), "one")
    scene.fit(Canvas((1280, 800)))
    ask(scene)
    assert advised(scene, 1.0) in LATE[position]


def test_a_position_keeps_its_hint(table: AppContext) -> None:
    """Another search of the same position may find another ply of the same worth."""
    found = iter(("d4>c3", "b3", "c4", "d2"))
    thinking = think(table, lambda _: thought(next(found), 0.5, 0.5))
    scene = begun(table, "trelawney", "c3")

    def hint() -> str:
        ask(scene)
        return advised(scene)

    assert [hint(), hint()] == ["d4>c3", "d4>c3"]
    scene.play("b2")
    assert hint() == "b3", "another position is searched"
    scene.session.take_back()
    scene.refresh()
    assert hint() == "d4>c3"
    assert len(thinking.asked) == 2
