"""A win against the computer, the name of the winner, and the high scores after a restart."""

from pathlib import Path
from random import Random

from tabletop.engine import Match
from tabletop.scenes.home.menu_page import MenuScene
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.result.scene import ResultScene
from tabletop.scenes.stats.scores_page import ScoresPage
from tabletop.ui.widgets.text_entry import NameEntry
from tests.end_to_end.app_window import Room
from tests.end_to_end.playing import sit_down_alone
from tests.end_to_end.pointing import STYLES, Eye
from tests.end_to_end.posted_touches import Fingers
from tests.scenes.match.computer_matches import first
from tools.album.scripted import think


def bold(match: Match) -> str:
    """Wins where that can be, and lets nobody else win with the next ply if it sees how."""
    state, luck = match.state, Random(len(match.plies))
    moves = list(state.moves())
    ends = {move: state.play(move).outcome() for move in moves}
    wins = [move for move in moves if (end := ends[move]) and state.turn in end.winners]
    quiet = [move for move in moves if ends[move] is None]
    return str(luck.choice(wins or quiet or moves))


def play_to_the_result(room: Room, hands: Fingers) -> int:
    """Plays as the person against the computer; gives how many turns that took."""
    eye = Eye(room.match, room.display.picture.get_size(), facing=False)
    scene, turns = room.scene, 0
    for _ in range(3000):
        if isinstance(room.top, ResultScene):
            return turns
        match = scene.match
        course_rests = room.top is scene and not scene.session.timeline.busy
        if course_rests and match.outcome is None and match.state.turn == 0:
            for gesture in eye.gestures(bold(match), STYLES[0]):
                hands.make(gesture)
            turns += 1
        room.turn(0.2)
    raise AssertionError("the game does not end")


def write(room: Room, hands: Fingers, name: str) -> None:
    assert isinstance(room.top, NameEntry)
    while room.top.letters.text:
        hands.press("delete")
    for sign in name.lower():
        hands.press(f"sign:{sign}")
    hands.press("done")


def test_a_visitor_wins_and_is_on_the_board_the_next_morning(tmp_path: Path) -> None:
    with Room(tmp_path, kiosk_level="kiosk") as room:
        think(room.table, first)
        hands = Fingers(room)
        sit_down_alone(room, hands, "trelawney")
        turns = play_to_the_result(room, hands)
        scenes = room.app.scenes.scenes
        (played,) = (scene for scene in scenes if isinstance(scene, MatchScene))
        outcome = played.match.outcome
        assert outcome is not None
        assert outcome.winners == (0,)
        room.hear()
        room.turn()
        hands.press("name")
        write(room, hands, "h1tler")
        assert "Choose another name." in room.said
        write(room, hands, "anna")
        assert isinstance(room.top, ScoresPage)
        assert room.table.store.flush()
        room.turn(0.2)
        assert [entry.name for entry in room.top.entries] == ["Anna"]
    with Room(tmp_path, kiosk_level="kiosk") as room:
        hands = Fingers(room)
        assert isinstance(room.top, MenuScene)
        hands.press("scores")
        hands.press("game:trelawney")
        page = room.top
        assert isinstance(page, ScoresPage)
        (entry,) = page.entries
        assert (entry.name, entry.feat.number) == ("Anna", turns)
        assert not list(tmp_path.glob("**/*.log"))
