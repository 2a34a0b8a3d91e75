"""Pages of Sevens: a double tap does nothing twice, choices last, and words say what was done."""

import pytest

from tabletop.games.sevens.scenes.booklet import BookletPage
from tabletop.games.sevens.scenes.context import NO_TEXT
from tabletop.games.sevens.scenes.match import MatchSetup
from tabletop.games.sevens.scenes.opening import OpeningPage, OptionsPage
from tabletop.games.sevens.scenes.phases.arrange import ArrangePhase
from tabletop.input.actions import Button as Key
from tabletop.input.actions import Down, Point, Press, Tap
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.frame import Blit, Frame
from tabletop.ui.core.scene import Scene, SceneStack
from tabletop.ui.widgets.page import TAP_GUARD_SECONDS, PageScene
from tests.games.sevens.button_boxes import Boxes
from tests.games.sevens.scenes.test_by_buttons import boxes_at
from tests.games.sevens.scripted_match import show, tossed

SIZE = (1280, 800)


class Taps:
    """Two quick taps at one place, as hands do that are not sure of the first."""

    def __init__(self, first: Scene) -> None:
        self.stack = SceneStack(first, Canvas(SIZE))
        self.wait()

    def above(self) -> Scene:
        """What lies on top now."""
        return self.stack.top

    def wait(self) -> None:
        for _ in range(round((TAP_GUARD_SECONDS + 0.2) * 30)):
            self.stack.update(1 / 30)

    def one(self, at: Point) -> None:
        for kind in (Down, Tap):
            self.stack.handle(kind(source="touch", contact=1, at=at))
            self.stack.update(1 / 60)

    def double(self, key: str) -> None:
        """Both taps where the button was before the first."""
        page = self.stack.top
        assert isinstance(page, PageScene)
        at = next(button for button in page.buttons.buttons if button.key == key).centre
        self.one(at)
        self.one(at)


def large(browse: BookletPage) -> bool:
    return browse.large is not None


def test_a_double_tap_opens_the_options_and_chooses_none_of_them(table: AppContext) -> None:
    opening = OpeningPage(table, Scene)
    taps = Taps(opening)
    before = dict(opening.start.options)
    taps.double("options")
    assert isinstance(taps.above(), OptionsPage)
    taps.wait()
    taps.double("back")
    assert taps.above() is opening, "the first page is not left with it"
    assert opening.start.options == before


def test_a_double_tap_in_the_booklet_goes_one_step(table: AppContext) -> None:
    opening = OpeningPage(table, Scene)
    taps = Taps(opening)
    taps.double("booklet")
    browse = taps.above()
    assert isinstance(browse, BookletPage)
    assert not large(browse)
    taps.wait()
    taps.double("figure:1")
    assert large(browse)
    seams = browse.seams
    taps.wait()
    assert browse.seams == seams
    taps.double("back")
    assert not large(browse)
    assert taps.above() is browse
    taps.wait()
    taps.double("back")
    assert taps.above() is opening


def test_pages_are_turned_and_answers_chosen_as_quickly_as_one_taps(table: AppContext) -> None:
    browse = BookletPage(table)
    taps = Taps(browse)
    taps.double("later")
    assert browse.page == 2
    opening = OpeningPage(table, Scene)
    taps = Taps(opening)
    taps.double("way:people")
    taps.double("pick:facing")
    assert opening.start.seating.facing
    taps.double("way:memory")
    taps.double("pick:5")
    assert opening.start.options["look_seconds"] == 5


def test_a_page_hears_keys_at_once(table: AppContext) -> None:
    opening = OpeningPage(table, Scene)
    stack = SceneStack(opening, Canvas(SIZE))
    assert opening.ignores_touches
    stack.handle(Press(source="keyboard", button=Key.OK))
    assert opening.buttons.focus == "start"


def test_what_was_chosen_stands_when_the_page_is_opened_again(table: AppContext) -> None:
    boxes = Boxes(OpeningPage(table, Scene))
    boxes.choose("way:people")
    boxes.choose("pick:facing")
    boxes.choose("way:memory")
    boxes.choose("pick:20")
    boxes.choose("options")
    boxes.choose("option:seams=1")
    chosen = OpeningPage(table, Scene).start
    assert chosen.seating.facing
    assert chosen.options["look_seconds"] == 20
    assert chosen.options["seams"] is False


def test_a_match_that_is_taken_up_changes_no_choices(table: AppContext) -> None:
    boxes = Boxes(OpeningPage(table, Scene))
    boxes.choose("way:memory")
    boxes.choose("pick:5")
    match = tossed(look_seconds=30)
    MatchSetup(table, Scene, match.options).taken_up(match.record(), "one")
    assert OpeningPage(table, Scene).start.options["look_seconds"] == 5


# -- words ------------------------------------------------------------------------------------


def drawn(scene: Scene) -> list[Blit]:
    frame = Frame(Canvas(SIZE))
    scene.draw(frame)
    return frame.blits


@pytest.mark.parametrize("first", [0, 1])
def test_face_to_face_the_booklet_asks_the_other_seat_to_look_away(
    table: AppContext, first: int
) -> None:
    boxes = boxes_at(table, tossed(first=first), facing=True)
    boxes.choose("booklet")
    browse = boxes.top
    assert isinstance(browse, BookletPage)
    assert (browse.turns, browse.hint_turns) == ((2, 0) if first else (0, 2))
    assert browse.hint not in [label.text for label in browse.labels]
    # It stands in the half of the table that is the other seat's.
    with_hint = drawn(browse)
    browse.hint = NO_TEXT
    hint = [blit for blit in with_hint if blit not in set(drawn(browse))]
    assert hint
    lower = [blit.y > SIZE[1] / 2 for blit in hint]
    assert all(lower) if first else not any(lower)


def test_on_one_side_the_words_stand_beside_the_title(table: AppContext) -> None:
    boxes = boxes_at(table, tossed(first=1))
    boxes.choose("booklet")
    browse = boxes.top
    assert isinstance(browse, BookletPage)
    assert browse.hint in [label.text for label in browse.labels]


def test_both_are_told_that_a_report_was_denied(table: AppContext) -> None:
    boxes = boxes_at(table, tossed())
    boxes.choose("looked")
    boxes.choose("no")
    phase = boxes.phase
    assert isinstance(phase, ArrangePhase)
    assert phase.prompt == phase.other_prompt
    assert phase.prompt.key == "sevens.looked.denied"
    boxes.wait(5)
    assert "Red says no" not in phase.prompt
    assert "look away" in phase.other_prompt


def test_both_are_told_that_a_dispute_was_agreed(table: AppContext) -> None:
    match = tossed()
    show(match)
    boxes = boxes_at(table, match)
    boxes.choose("dispute")
    boxes.choose("yes")
    phase = boxes.phase
    assert isinstance(phase, ArrangePhase)
    assert phase.prompt == phase.other_prompt
    assert phase.prompt.key == "sevens.dispute.agreed"
    boxes.wait(5)
    assert "Agreed" not in phase.prompt


def test_who_disputed_is_told_that_the_picture_stands(table: AppContext) -> None:
    match = tossed()
    show(match)
    boxes = boxes_at(table, match)
    boxes.choose("dispute")
    boxes.choose("no")
    assert "so it stays" in boxes.phase.prompt
    assert boxes.scene.wakes_in() < 5
    boxes.wait(5)
    assert "stands" not in boxes.phase.prompt
