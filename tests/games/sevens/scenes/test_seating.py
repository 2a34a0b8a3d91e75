"""Two who sit at any two edges: all that is meant for a seat is at its edge and upright for it."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.ai import LEVELS, level_names
from tabletop.app.opening import page_builder
from tabletop.games.sevens.rules.match import Phase, SevensMatch
from tabletop.games.sevens.scenes.context import MatchContext, SeatEdges, Seating
from tabletop.games.sevens.scenes.match import SevensScene, with_seating
from tabletop.games.sevens.scenes.opening import OpeningPage
from tabletop.games.sevens.scenes.phases.arrange import ArrangePhase
from tabletop.games.sevens.scenes.phases.base import board_plan_for, work_area
from tabletop.games.sevens.view.layout import (
    MatchLayout,
    canvas_seen_from,
    layout_for,
    pivot,
    rotated_box,
)
from tabletop.input.actions import Action, Down, Drop, Nudge, Pull, Tap
from tabletop.scenes.setup.seats_page import SeatsScene
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.context import UiContext
from tabletop.ui.core.frame import turn_point
from tabletop.ui.core.scene import Push, Scene, SceneStack
from tabletop.ui.widgets.list_dialog import ListDialog
from tabletop.ui.widgets.text_entry import clean_name
from tests.games.sevens.scripted_match import guessing, play, tossed
from tests.games.sevens.seatings import seating
from tools.album.notes import NotingFrame, Written
from tools.album.stage import run, touch

SIZES = ((1280, 800), (1920, 1080), (1080, 1920), (1024, 600), (1440, 1080))
ROUND: tuple[SeatEdges, ...] = ((0, 1), (0, 2), (0, 3), (1, 0), (2, 1), (3, 2), (3, 1), (2, 2))
TICK = 1 / 60


def seated(
    table: AppContext, match: SevensMatch, sides: SeatEdges, size: tuple[int, int]
) -> SceneStack:
    context = MatchContext(table, match, Seating.at_edges(sides), now=match.now)
    return SceneStack(SevensScene(context), Canvas(size))


def of(stack: SceneStack) -> SevensScene:
    assert isinstance(stack.top, SevensScene)
    return stack.top


def seen(stack: SceneStack) -> list[Written]:
    frame = NotingFrame(of(stack).context.window)
    stack.draw(frame)
    return frame.written


def boxes_of(plan: MatchLayout) -> dict[str, Box]:
    names = ("board", "near", "far", "head", "menu", "clock", "sheet", "actions")
    return {name: getattr(plan, name) for name in names}


def overlap(one: Box, other: Box) -> bool:
    across = min(one.right, other.right) - max(one.x, other.x)
    return across > 0.01 and min(one.bottom, other.bottom) - max(one.y, other.y) > 0.01


# -- where everything lies --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "turns", "other", "reach", "percent"),
    list(product(SIZES, range(4), range(4), (False, True), (100, 200))),
)
def test_from_every_edge_all_has_its_place_in_the_window(
    size: tuple[int, int], turns: int, other: int, reach: bool, percent: int
) -> None:
    canvas = Canvas(size, UiContext(text_scale=percent))
    plan = layout_for(canvas_seen_from(canvas, turns), other, reach=reach)
    boxes = boxes_of(plan)
    for name, box in boxes.items():
        assert min(box.w, box.h) > 60, name
        real = rotated_box(box, turns, pivot(canvas, turns))
        assert min(real.x, real.y) >= 0, name
        assert real.right <= canvas.width + 1e-6, name
        assert real.bottom <= canvas.height + 1e-6, name
    for (one, a), (two, b) in combinations(boxes.items(), 2):
        assert not overlap(a, b), (one, two)
    assert min(plan.board.w, plan.board.h) > 380


@pytest.mark.parametrize("sides", ROUND)
def test_each_bar_lies_at_the_edge_of_its_seat(table: AppContext, sides: SeatEdges) -> None:
    stack = seated(table, tossed(first=1), sides, (1440, 1080))
    context, canvas = of(stack).context, Canvas((1440, 1080))
    seat = of(stack).phase.seat
    for each, box in ((seat, context.plan.near), (1 - seat, context.plan.far)):
        if sides[0] == sides[1] and each != seat:
            continue
        real = rotated_box(box, context.turns(seat), context.about(seat))
        x, y = turn_point(real.centre, -context.profile(each).edge, canvas.box.centre)
        whole = canvas_seen_from(canvas, context.profile(each).edge)
        low = canvas.box.centre[1] + whole.height / 2
        assert low - y < whole.height * 0.3, (each, x, y)


# -- what stands upright ----------------------------------------------------------------------


def moments() -> list[SevensMatch]:
    """A match in its kinds of moments."""
    ended = play(tossed(), [(7, 5), (4, 6), (4, 1)])
    return [SevensMatch(1), tossed(), tossed(first=1), guessing(), guessing(first=1), ended]


@pytest.mark.parametrize("size", [(1280, 800), (1080, 1920)])
@pytest.mark.parametrize("sides", ROUND)
def test_every_text_of_a_seat_is_upright_for_it(
    table: AppContext, sides: SeatEdges, size: tuple[int, int]
) -> None:
    for match in moments():
        stack = seated(table, match, sides, size)
        scene = of(stack)
        context, seat = scene.context, scene.phase.seat
        scale = context.window.scale
        far = rotated_box(context.plan.far, context.turns(seat), context.about(seat))
        theirs = set()
        for text in seen(stack):
            x, y = (text.ink[0] + text.ink[2]) / 2, (text.ink[1] + text.ink[3]) / 2
            reader = 1 - seat if far.holds((x / scale, y / scale)) else seat
            whose = scene.phase.curtain if isinstance(scene.phase, ArrangePhase) else None
            if whose is not None and text.text.startswith(("Red, please", "Blue, please")):
                reader = 1 - seat  # the curtain speaks to whoever is before it
            assert text.turns == sides[reader], (match.phase, text.text)
            theirs |= {text.text} if far.holds((x / scale, y / scale)) else set()
        assert str(context.name(1 - seat)) in theirs, (match.phase, "the other seat's bar")


@pytest.mark.parametrize("sides", [(0, 1), (0, 2), (3, 0)])
def test_the_other_seat_reads_the_time_the_sums_and_the_result_too(
    table: AppContext, sides: SeatEdges
) -> None:
    stack = seated(table, guessing(), sides, (1280, 800))
    seat = of(stack).phase.seat
    theirs = {text.text for text in seen(stack) if text.turns == sides[1 - seat]}
    mine = {text.text for text in seen(stack) if text.turns == sides[seat]}
    assert "3:00" in theirs
    assert "3:00" in mine
    assert "0" in theirs
    ended = seated(table, play(tossed(), [(7, 5), (4, 6), (4, 1)]), sides, (1280, 800))
    for side in sides:
        said = " ".join(text.text for text in seen(ended) if text.turns == side)
        assert "win" in said


@pytest.mark.parametrize("sides", [(0, 1), (1, 3), (2, 0)])
def test_questions_are_turned_to_whoever_is_asked(table: AppContext, sides: SeatEdges) -> None:
    stack = seated(table, tossed(), sides, (1280, 800))
    scene = of(stack)
    scene.phase.warn("no")
    for key, seat in (("name", 0), ("booklet", 0), ("looked", 1)):
        pushed = scene.phase.pressed(key)
        assert isinstance(pushed, Push)
        assert isinstance(pushed.scene, Scene)
        pushed.scene.fit(Canvas((1280, 800)))
        frame = NotingFrame(Canvas((1280, 800)))
        pushed.scene.draw(frame)
        wrong = [text.text for text in frame.written if text.turns != sides[seat]]
        assert {*wrong} <= {f"{scene.context.name(1)}, please look away"}, key
        if key == "looked":
            scene.context.match.deny(scene.context.now)


# -- hands ------------------------------------------------------------------------------------


def do(stack: SceneStack, *actions: Action) -> None:
    for action in actions:
        stack.handle(action)
        stack.update(TICK)


@pytest.mark.parametrize("sides", [(0, 1), (0, 3), (1, 2)])
def test_fingers_at_the_side_press_carry_and_lay(table: AppContext, sides: SeatEdges) -> None:
    stack = seated(table, guessing(), sides, (1280, 800))
    scene = of(stack)
    for _ in range(40):
        stack.update(TICK)
    surface = scene.phase.surface
    assert surface is not None
    assert surface.sight.turns == sides[1]
    piece = surface.pieces.pieces[0]
    room = work_area(board_plan_for(scene.context))
    aim = (room.left + room.width / 2, room.top + room.height / 2)
    began, end = surface.sight.to_canvas(piece.pose.at), surface.sight.to_canvas(aim)
    do(
        stack,
        Down(source="touch", contact=1, at=began),
        Pull(source="touch", contact=1, at=end, began=began),
    )
    for _ in range(30):
        stack.update(TICK)
    do(stack, Drop(source="touch", contact=1, at=end, began=began))
    x, y = surface.pieces.pieces[0].pose.at
    assert abs(x - aim[0]) + abs(y - aim[1]) < 0.5
    peek = next(button for button in scene.phase.buttons.buttons if button.key == "peek")
    at = scene.context.really(peek.centre, scene.phase.seat)
    do(stack, Down(source="touch", contact=2, at=at), Tap(source="touch", contact=2, at=at))
    assert scene.context.match.phase is Phase.PEEK


def test_arrows_of_the_keyboard_move_a_piece_as_the_screen_points(table: AppContext) -> None:
    for turns, way in ((1, (0, -1)), (3, (0, 1)), (2, (-1, 0))):
        stack = seated(table, guessing(), (0, turns), (1280, 800))
        surface = of(stack).phase.surface
        assert surface is not None
        assert surface._pointed(Nudge(source="keyboard", dx=1, dy=0), 1, 0) == way
        own = Nudge(source="serial", seat=1, dx=1, dy=0)
        assert surface._pointed(own, 1, 0) == (1, 0)


def test_what_lies_stays_when_the_words_are_turned_one_way(table: AppContext) -> None:
    stack = seated(table, tossed(first=1), (0, 1), (1280, 800))
    scene = of(stack)
    scene.opened("facing")
    assert scene.context.seating.edges == (0, 0)
    assert scene.phase.turns == 0
    scene.opened("facing")
    assert scene.context.seating.edges == (0, 1)


# -- who they are -----------------------------------------------------------------------------


def test_who_sits_where_is_kept_with_the_match() -> None:
    sitting = seating((0, 3), names=("Änne, die 1.", ""), sizes=(0, 150))
    record = with_seating(tossed().record(), sitting)
    assert Seating.from_lines(dict(record.extra)) == sitting
    assert Seating.from_lines({"Facing": "yes"}).edges == (0, 2)


LINES = st.sampled_from(["Facing", "Sides", "Names", "Sizes", "Players"])


@given(st.dictionaries(LINES, st.text()))
def test_damaged_lines_are_as_at_first(lines: dict[str, str]) -> None:
    sitting = Seating.from_lines(lines)
    assert all(side in range(4) for side in sitting.edges)
    assert all(each.text_scale == 0 or 100 <= each.text_scale <= 200 for each in sitting.seats)
    assert all(each.name == clean_name(each.name) for each in sitting.seats)


def test_people_are_called_by_their_names(table: AppContext) -> None:
    match = tossed()
    context = MatchContext(table, match, seating(names=("Anna", "")))
    stack = SceneStack(SevensScene(context), Canvas((1280, 800)))
    said = {text.text for text in seen(stack)}
    assert "Anna" in said
    assert "Please look away. Anna builds a picture." in said


def test_a_seats_own_size_of_words_holds_for_what_it_reads(table: AppContext) -> None:
    sizes: dict[int, int] = {}
    for size in (0, 200):
        context = MatchContext(table, tossed(), seating((0, 2), sizes=(0, size)))
        stack = SceneStack(SevensScene(context), Canvas((1920, 1080)))
        (told,) = (text for text in seen(stack) if text.text.startswith("Please look away"))
        sizes[size] = told.size
    assert sizes[200] > 1.25 * sizes[0]


def test_the_page_of_seats_is_that_of_all_games(table: AppContext) -> None:
    opening = OpeningPage(table, Scene)
    stack = SceneStack(opening, Canvas((1280, 800)), page_builder(table))
    run(stack, 1.0)
    touch(stack, "way:people", "seats")
    page = stack.top
    assert isinstance(page, SeatsScene)
    touch(stack, "size:0:150", "chip:0", "sit:3", "computer:1", "levels:1")
    levels = stack.top
    assert isinstance(levels, ListDialog)
    answers = {button.key for button in levels.buttons.buttons}
    assert answers == {"back", *(level_names(level).key for level in LEVELS)}  # none adapts
    touch(stack, "keen", "done")
    assert stack.top is opening
    blue, red = opening.start.seating.seats
    assert red.level == LEVELS[3]
    assert (blue.level, blue.text_scale, blue.edge) == (None, 150, 3)
    run(stack, 1.0)
    touch(stack, "seats", "person:1", "done")
    assert opening.start.seating[1].level is None
