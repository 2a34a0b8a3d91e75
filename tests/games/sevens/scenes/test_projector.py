"""A projector shows the match to a room: what the guessing player must not see is not on it."""

import pytest

from tabletop.ai import LEVELS
from tabletop.games.sevens.messages import SEAT_NAMES
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.scenes.context import MatchContext
from tabletop.games.sevens.scenes.match import SevensScene
from tabletop.games.sevens.scenes.pause import PausePage
from tabletop.games.sevens.scenes.phases.arrange import DARK_WARNING_SECONDS
from tabletop.games.sevens.scenes.phases.guessing import ReadyPhase
from tabletop.games.sevens.view.board import AUTO_CLOSE_SECONDS
from tabletop.input.actions import Button as Key
from tabletop.input.actions import Down, Drop, Point, Press, Pull, Tap
from tabletop.input.window import SECONDARY_SOURCE
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import Frame
from tabletop.ui.core.scene import SceneStack
from tests.games.sevens.arranging import Hands
from tests.games.sevens.scripted_match import DIAMOND, tossed
from tests.games.sevens.seatings import set_levels
from tools.album.notes import NotingFrame

PROJECTED = UiContext(projector=True, palette="dark")
ALL = Canvas((1280, 800), PROJECTED)
OWN = Canvas((1920, 1080), PROJECTED)
TICK = 1 / 60


@pytest.fixture
def projected(table: AppContext) -> AppContext:
    """A table whose picture a projector shows."""
    table.settings = table.settings.but({"look.projector": True})
    return table


class Room(Hands):
    """Two people's hands before a room, on one screen or on two."""

    def second(self, canvas: Canvas | None) -> None:
        """Another screen is plugged in, or pulled out."""
        self.context.table.secondary_display.canvas = canvas
        self.stack.update(TICK)

    def beside(self, key: str) -> None:
        """A touch on a button on the screen of the arranging player."""
        at = next(each for each in self.phase.buttons.buttons if each.key == key).centre
        self.touch_beside(at)

    def touch_beside(self, at: Point) -> None:
        for kind in (Down, Tap):
            self.stack.handle(kind(source=SECONDARY_SOURCE, contact=5, at=at))
        self.stack.update(TICK)

    def for_all(self) -> NotingFrame:
        frame = NotingFrame(ALL)
        self.stack.draw(frame)
        return frame

    def for_one(self) -> NotingFrame:
        frame = NotingFrame(OWN)
        self.stack.draw_secondary(frame)
        return frame


# -- one screen -------------------------------------------------------------------------------


def test_before_the_curtain_opens_a_room_is_warned_in_the_dark(projected: AppContext) -> None:
    room = Room(projected)
    room.lay()
    room.tap("curtain")
    counted = []
    while not room.phase.curtain.drawn:
        assert not room.shows_wood()
        said = [text.text for text in room.for_all().written if text.alpha == 1.0]
        counted.append(next(text for text in reversed(said) if text.isdigit()))
        assert any("look away" in text for text in said)
        room.wait(0.1)
    assert [*dict.fromkeys(counted)] == ["4", "3", "2", "1"]
    room.wait(0.5)
    assert room.shows_wood()
    assert room.phase.surface.enabled


def test_the_dark_hides_all_else(projected: AppContext) -> None:
    room = Room(projected)
    room.tap("curtain")
    frame = Frame(ALL)
    room.stack.draw(frame)
    covers = [blit for blit in frame.blits if blit.surface.get_size() == ALL.size]
    last = frame.blits.index(covers[-1])
    assert last > len(frame.blits) - 6, "what comes after it are the words of the warning"


def test_a_touch_calls_the_warning_off(projected: AppContext) -> None:
    room = Room(projected)
    room.tap("curtain")
    room.touch((600.0, 500.0))
    assert room.phase.curtain.opens_in is None
    room.wait(DARK_WARNING_SECONDS + 1)
    assert not room.shows_wood()
    room.tap("curtain")
    room.press(Key.BACK)
    room.wait(DARK_WARNING_SECONDS + 1)
    assert not room.shows_wood()


def test_hands_do_nothing_while_it_is_counted(projected: AppContext) -> None:
    room = Room(projected)
    room.tap("curtain")
    assert not room.phase.surface.enabled


def test_held_open_it_is_counted_too_and_let_go_it_stays_shut(projected: AppContext) -> None:
    room = Room(projected)
    at = room.at("curtain")
    room.down(at)
    room.wait(DARK_WARNING_SECONDS - 1)
    assert not room.shows_wood()
    room.up(at)
    room.wait(DARK_WARNING_SECONDS)
    assert not room.shows_wood()
    room.down(at)
    room.wait(DARK_WARNING_SECONDS + 0.5)
    assert room.shows_wood()


def test_without_a_hand_it_shuts_again(projected: AppContext) -> None:
    room = Room(projected)
    room.tap("curtain")
    room.wait(DARK_WARNING_SECONDS + AUTO_CLOSE_SECONDS - 0.5)
    assert room.shows_wood()
    room.wait(1.5)
    assert not room.shows_wood()


def test_the_booklet_is_not_opened_before_a_room_that_looks(projected: AppContext) -> None:
    room = Room(projected)
    room.tap("booklet")
    assert room.top is room.scene
    assert "curtain" in room.phase.warning
    room.tap("curtain")
    room.wait(DARK_WARNING_SECONDS + 0.5)
    room.tap("booklet")
    assert room.top is not room.scene


def test_the_room_is_told_when_it_may_look_again(projected: AppContext) -> None:
    match = tossed()
    match.arranged(10, "Kite", DIAMOND)
    scene = SevensScene(MatchContext(projected, match, now=match.now))
    SceneStack(scene, ALL)
    assert isinstance(scene.phase, ReadyPhase)
    assert "Everyone may look again" in scene.phase.prompt


def test_a_room_reads_in_words_that_a_picture_can_be_disputed(projected: AppContext) -> None:
    match = tossed()
    match.arranged(10, "Kite", DIAMOND)
    scene = SevensScene(MatchContext(projected, match, now=match.now))
    stack, frame = SceneStack(scene, ALL), NotingFrame(ALL)
    stack.draw(frame)
    assert "Not a real thing?" in [text.text for text in frame.written]


def test_a_table_without_a_projector_counts_nothing(hands: Hands) -> None:
    hands.tap("curtain")
    assert hands.phase.curtain.opens_in is None
    hands.wait(0.3)
    assert hands.shows_wood()
    assert not hands.context.table.secondary_display.wanted


# -- two screens ------------------------------------------------------------------------------


def test_a_second_screen_is_asked_for_as_long_as_the_match_lasts(projected: AppContext) -> None:
    room = Room(projected)
    assert projected.secondary_display.wanted
    room.match.agree(room.context.now)
    room.wait(0.1)
    assert not projected.secondary_display.wanted


def test_it_is_let_go_with_the_match(projected: AppContext) -> None:
    room = Room(projected)
    assert projected.secondary_display.wanted
    room.stack.close()
    assert not projected.secondary_display.wanted


def test_against_a_computer_there_is_nothing_to_hide(projected: AppContext) -> None:
    room = Room(projected)
    set_levels(room.context, (None, LEVELS[2]))
    room.wait(0.1)
    assert not projected.secondary_display.wanted


def test_what_is_built_apart_is_on_one_screen_alone(projected: AppContext) -> None:
    room = Room(projected)
    room.second(OWN)
    before = list(room.for_all().blits)
    room.lay()
    own = {id(blit.surface) for blit in room.for_one().blits}
    board = Frame(room.context.display)
    room.phase.surface.draw(board)
    pieces = {id(blit.surface) for blit in board.blits}
    assert pieces <= own
    assert list(room.for_all().blits) == before
    said = " ".join(text.text for text in room.for_all().written)
    assert "Blue builds a picture on another screen." in said
    assert "please look away" not in said


def test_what_stands_there_in_the_strip_of_the_other_is_true_of_the_other(
    projected: AppContext,
) -> None:
    room = Room(projected)
    room.second(OWN)
    assert room.phase.other_prompt.key == "sevens.apart.other"
    assert (room.phase.other_prompt.args["other"], room.phase.other_prompt.args["name"]) == (
        SEAT_NAMES[1],
        SEAT_NAMES[0],
    )


def test_the_room_reads_large_words_and_the_one_who_builds_usual_ones(
    projected: AppContext,
) -> None:
    room = Room(projected)
    room.second(OWN)
    least = 45 * ALL.scale
    assert all(text.size >= least - 1 for text in room.for_all().written)
    assert min(text.size for text in room.for_one().written) < 45 * OWN.scale


def test_pieces_are_carried_there_and_the_picture_gets_its_name_there(
    projected: AppContext,
) -> None:
    room = Room(projected)
    room.second(OWN)
    sight = room.phase.surface.sight
    began, end = room.place(0), sight.to_canvas((9.0, 4.0))
    room.stack.handle(Down(source=SECONDARY_SOURCE, contact=2, at=began))
    room.stack.handle(Pull(source=SECONDARY_SOURCE, contact=2, at=end, began=began))
    room.wait(0.5)
    room.stack.handle(Drop(source=SECONDARY_SOURCE, contact=2, at=end, began=began))
    room.wait(0.3)
    x, y = room.phase.surface.pieces.pieces[0].pose.at
    assert abs(x - 9) + abs(y - 4) < 0.5
    room.beside("name")
    room.wait(0.6)
    assert room.top is room.scene, "the page lies on the other screen"
    assert any(text.text == "What is your picture?" for text in room.for_one().written)
    assert not any("your picture" in text.text for text in room.for_all().written)


def test_keys_work_where_the_picture_is_built(projected: AppContext) -> None:
    room = Room(projected)
    room.second(OWN)
    room.stack.handle(Press(source="keyboard", button=Key.LATER))
    room.stack.handle(Press(source="keyboard", button=Key.MENU))
    assert isinstance(room.top, PausePage)
    assert not room.for_one().written, "in the pause the picture is covered there too"


def test_fingers_on_the_picture_for_all_only_open_the_menu(projected: AppContext) -> None:
    room = Room(projected)
    room.second(OWN)
    room.lay()
    before = [piece.pose for piece in room.phase.surface.pieces.pieces]
    for x in range(100, 1700, 200):
        for y in range(100, 1000, 200):
            room.touch((float(x), float(y)))
            if room.top is not room.scene:
                assert isinstance(room.top, PausePage)
                room.tap("on")
    assert [piece.pose for piece in room.phase.surface.pieces.pieces] == before
    assert room.match.phase is Phase.ARRANGE


def test_a_screen_that_is_pulled_out_costs_no_piece_and_shows_nothing(
    projected: AppContext,
) -> None:
    room = Room(projected)
    room.second(OWN)
    room.lay()
    assert len(room.phase.surface.picture()) == 7
    room.second(None)
    assert len(room.phase.surface.picture()) == 7
    assert not room.shows_wood()
    assert room.phase.curtain.waits == DARK_WARNING_SECONDS
    room.second(OWN)
    room.wait(0.4)
    assert len(room.phase.surface.picture()) == 7
    assert any(text.text == "Done" for text in room.for_one().written)


def test_when_it_is_done_the_room_goes_on(projected: AppContext) -> None:
    room = Room(projected)
    room.second(OWN)
    room.lay()
    room.phase.name = "Kite"
    room.beside("done")
    assert room.match.phase is Phase.READY
    assert isinstance(room.scene.phase, ReadyPhase)
    assert room.context.apart is None
    assert any(text.text == "Look at the big screen." for text in room.for_one().written)
    assert any(text.text == "Look" for text in room.for_all().written)


def test_a_limit_to_building_runs_on_while_a_page_lies_there(projected: AppContext) -> None:
    room = Room(projected, tossed(arrange_seconds=60))
    room.second(OWN)
    room.beside("name")
    before = room.match.arrange_left
    room.wait(3.0)
    assert before is not None
    assert room.match.arrange_left == pytest.approx(before - 3.0, abs=0.1)
    room.wait(60.0)
    assert room.match.phase is Phase.READY
    assert isinstance(room.scene.phase, ReadyPhase)


def test_a_match_is_left_without_a_trace_of_the_second_screen(projected: AppContext) -> None:
    room = Room(projected)
    room.second(OWN)
    room.stack.close()
    assert (projected.secondary_display.wanted, projected.secondary_display.canvas) == (False, None)
