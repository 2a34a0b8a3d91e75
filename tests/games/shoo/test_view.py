"""The view of Shoo: everything can be found, said and drawn, at every size and in every stage."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import pygame
import pytest

from tabletop.engine import Match, Picker, Ply
from tabletop.games import view_of
from tabletop.games.shoo import GAME
from tabletop.games.shoo.kernel import NAMES
from tabletop.games.shoo.rules import LOOSE, STABLE_SPOT, TRAVELERS_SPOT, shooed
from tabletop.games.shoo.view.view import ShooView, risky_squares, takers, threats
from tabletop.ui.board.view import BoardSnapshot, PlyAnimation, Tray, ViewLayout
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Frame, Screen
from tabletop.ui.theme.theme import CORAL_DEEP

SIZES = ((1280, 800), (1920, 1080), (3840, 2160), (1080, 1920))
OPTIONS: tuple[dict[str, Any], ...] = tuple(
    {"horses": horses, "hush": hush, "leave_home": leave, "ply_limit": 200}
    for horses, hush, leave in product((9, 7), ("refuse", "lose-move", "stable"), (False, True))
)
SHOOED = (
    "bb......./b.w.b..../..b...Bh./.w.h.w.../....W.wb./.h......./...w...w./.....bw.b/........w "
    "b 3,1 0,0 b4 20"
)
CAPTURABLE = (
    "........./........./bb......./..h.b..../..wB...../...w...../........./......www/......www "
    "w 2,2 0,0 - 10"
)
CROWDED = (
    "bb......./b......../bbwh...../..W.b..../....B..../..h...w../...w.b..w/.......w./......w.. "
    "w 1,2 0,0 d7 20"
)
CLOSED = (
    "........./........./...b.b.../........./....w..../........./........./........./b.......w "
    "w 3,4 0,0 - 20"
)
ALMOST = (
    "wwwb...../ww......./wwww...../........./........b/........./......bb./......bbb/......bb. "
    "w 0,0 0,0 - 30"
)


@pytest.fixture(scope="module", autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((8, 8))


def fitted(
    size: tuple[int, int] = (640, 400), *, turns: int = 0, width: float = 300, **options: Any
) -> ShooView:
    view = view_of(GAME)
    assert isinstance(view, ShooView)
    canvas = Canvas(size)
    side = min(canvas.width, canvas.height) - 40
    board = Box.around(canvas.box.centre, side, side)
    if canvas.portrait:
        boxes = [Box(40, board.bottom + 30, width, 164), Box(40, 60, width, 164)]
    else:
        boxes = [Box(20, 700, width, 164), Box(board.right + 20, 700, width, 164)]
    trays = {
        0: Tray(boxes[0]),
        1: Tray(boxes[0], turns, canvas.box.centre) if turns else Tray(boxes[1]),
    }
    view.fit(ViewLayout(canvas, board, trays, GAME.check_options(options), 2))
    return view


def shown(state: Any, *picked: str, **more: Any) -> BoardSnapshot:
    picker = Picker([] if state.outcome() else state.moves(), lambda m: GAME.spell(state, m))
    for spot in picked:
        picker.pick(spot)
    candidates = picker.candidates
    return BoardSnapshot(
        GAME, state, state.turn, picked=picked, open=picker.open, candidates=candidates, **more
    )


def drawn(view: ShooView, snapshot: BoardSnapshot) -> pygame.Surface:
    frame = Frame(view.places.canvas)
    view.draw(frame, snapshot)
    for seat in (0, 1):
        tray = view.places.trays[seat]
        with frame.layer(2), frame.turned(tray.turns, tray.about):
            view.draw_tray(frame, snapshot, seat)
    surface = pygame.Surface(view.places.canvas.size)
    surface.fill((90, 90, 90))
    Screen(surface).show(frame)
    return surface


def positions(seed: int, plies: int = 60, **options: Any) -> Iterator[tuple[Any, Ply]]:
    rng = random.Random(seed)
    match = Match(GAME, 2, options, seed=seed)
    while match.outcome is None and len(match.plies) < plies:
        match.play(rng.choice(match.state.moves()))
        yield match.state, match.plies[-1]


def at_position(text: str, **options: Any) -> Any:
    return GAME.read_state(text, **options)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: f"{o['horses']}-{o['hush']}")
def test_every_spot_of_every_ply_can_be_touched_or_chosen(options: dict[str, Any]) -> None:
    view = fitted(**options)
    rng = random.Random(5)
    for state, _ in positions(7, 120, **options):
        if state.outcome() is not None:
            continue
        word = GAME.spell(state, rng.choice(state.moves()))[0]
        for stage in range(len(word)):
            snapshot = shown(state, *word[:stage])
            points = view.points(snapshot)
            buttons = {choice.spot for choice in view.choices(snapshot)}
            for spot in snapshot.open:
                assert spot in points or spot in buttons
                assert spot not in points or view.spot_at(snapshot, points[spot]) == spot
            assert buttons <= snapshot.open


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: f"{o['horses']}-{o['hush']}")
def test_what_is_said_is_short(options: dict[str, Any]) -> None:
    view = fitted(**options)
    rng = random.Random(9)
    for state, ply in positions(11, 200, **options):
        assert 0 < len(view.describe_ply(ply).split()) <= 8
        assert view.seconds(ply) < 2.5
        if state.outcome() is not None:
            assert view.prompt(shown(state))
            continue
        word = GAME.spell(state, rng.choice(state.moves()))[0]
        for stage in range(len(word)):
            said = view.prompt(shown(state, *word[:stage]))
            assert 0 < len(said.split()) <= 12
            assert said.key.startswith("shoo.")


@pytest.mark.parametrize("hush", ["refuse", "lose-move", "stable"])
def test_every_stage_of_a_ply_can_be_drawn(hush: str) -> None:
    view = fitted((320, 200), hush=hush)
    rng = random.Random(3)
    for number, (state, ply) in enumerate(positions(4, 150, hush=hush)):
        if number % 6 and ply.move.kind < 9:
            continue
        for share in (0.0, 0.3, 0.7, 1.0):
            motion = PlyAnimation(ply, share * view.seconds(ply))
            drawn(view, BoardSnapshot(GAME, state, state.turn, last=ply, motion=motion))
        if state.outcome() is not None:
            continue
        move = rng.choice(state.moves())
        word = GAME.spell(state, move)[0]
        for stage in range(len(word)):
            spot, at = word[max(0, stage - 1)], view.spots["e5"]
            drawn(view, shown(state, *word[:stage], last=ply, cursor="e5", refused=("a1",)))
            drawn(view, shown(state, *word[:stage], preview=move, held=(spot, at)))


@pytest.mark.parametrize("size", SIZES)
def test_the_board_fits_into_its_box_and_squares_do_not_overlap(size: tuple[int, int]) -> None:
    view = fitted(size)
    box, half = view.places.board, view.cell / 2
    assert len(view.spots) == 81
    for x, y in view.spots.values():
        assert box.x <= x - half
        assert box.y <= y - half
        assert x + half <= box.right
        assert y + half <= box.bottom
    xs = sorted({round(x, 3) for x, _ in view.spots.values()})
    assert len(xs) == 9
    assert min(b - a for a, b in pairwise(xs)) == pytest.approx(view.cell, abs=0.01)


@pytest.mark.parametrize("width", [240, 300, 480])
@pytest.mark.parametrize("count", [1, 4, 5, 9])
def test_horses_stay_inside_their_trough(width: float, count: int) -> None:
    for hush in ("refuse", "stable"):
        view = fitted((1920, 1080), width=width, hush=hush)
        for trough in view.yards.troughs(0):
            places, radius = trough.slots(count)
            assert trough.box.x < places[0][0] - radius
            assert places[-1][0] + radius < trough.box.right
            assert trough.box.y < places[0][1] - radius
            assert places[0][1] + radius < trough.box.bottom


def test_open_places_are_lit_and_closed_ones_are_not() -> None:
    view = fitted((1280, 800))
    state = at_position(SHOOED)
    dark = drawn(view, shown(state))
    snapshot = shown(state, "c7")
    lit = drawn(view, snapshot)
    for spot, (x, y) in view.spots.items():
        at = view.places.canvas.to_pixels((x - view.cell * 0.37, y - view.cell * 0.37))
        more = sum(lit.get_at(at)[:3]) - sum(dark.get_at(at)[:3])
        # The lamps' halos reach a little into their neighbours.
        assert (more > 120) == (spot in snapshot.open), spot


def test_nothing_is_lit_while_nothing_may_be_touched() -> None:
    view = fitted((1280, 800))
    state = GAME.start(2)
    still = BoardSnapshot(GAME, state, 0)
    calm, lit = drawn(view, still), drawn(view, shown(state))
    for spot in ("g3", "h3"):
        x, y = view.spots[spot]
        at = view.places.canvas.to_pixels((x - view.cell * 0.385, y))
        assert calm.get_at(at) != lit.get_at(at)
    trough = view.yards.troughs(0)[0].box
    at = view.places.canvas.to_pixels((trough.x + trough.w * 0.5, trough.y + trough.h * 0.2))
    assert calm.get_at(at) != lit.get_at(at)
    assert calm.get_at(at)[2] < 140


def test_a_turned_stable_is_touched_where_it_is_seen() -> None:
    view = fitted((1280, 800), turns=2)
    state = GAME.start(2).play(GAME.read_move("g3-f3"))
    snapshot = shown(state)
    point = view.points(snapshot)[STABLE_SPOT]
    width, height = view.places.canvas.width, view.places.canvas.height
    assert point[0] > width / 2
    assert point[1] < height / 2
    assert view.spot_at(snapshot, point) == STABLE_SPOT
    assert view.spot_at(snapshot, (width - point[0], height - point[1])) != STABLE_SPOT


def test_a_stable_is_not_touched_by_the_other_side() -> None:
    view = fitted((1280, 800))
    snapshot = shown(GAME.start(2))
    black = view.yards.point(1, STABLE_SPOT)
    assert black is not None
    assert view.spot_at(snapshot, black) is None


def test_the_prompt_says_who_shoos() -> None:
    view = fitted()
    state = at_position(SHOOED)
    assert shooed(state) == ("c7",)
    assert view.prompt(shown(state)) == "Shooed by two or more enemies: move away."
    assert view.prompt(shown(state, "c7")) == "Shooed by two or more enemies: move away."


def coral(view: ShooView, picture: pygame.Surface, spot: str) -> int:
    """How many pixels of a square are coral."""
    x, y = view.places.canvas.to_pixels(view.spots[spot])
    side = view.board.cell_px
    area = picture.subsurface((x - side // 2, y - side // 2, side, side))
    return pygame.mask.from_threshold(area, CORAL_DEEP, (8, 8, 8, 255)).count()


def test_those_who_shoo_are_ringed_on_the_board() -> None:
    view = fitted((1280, 800))
    state = at_position(SHOOED)
    for snapshot in (shown(state), shown(state, "c7")):
        picture = drawn(view, snapshot)
        assert coral(view, picture, "c8"), "stands beside c7"
        assert not coral(view, picture, "f6"), "stands far from it"


def test_those_who_close_a_square_are_ringed_when_a_traveller_is_picked() -> None:
    view = fitted((1280, 800))
    state = at_position(CLOSED)
    before, picked = drawn(view, shown(state)), drawn(view, shown(state, "e5"))
    for spot in ("d7", "f7"):
        assert not coral(view, before, spot)
        assert coral(view, picked, spot)
    assert not coral(view, picked, "a1"), "closes nothing"


@pytest.mark.parametrize("ply", ["c5*d5@d6", "c5*d5@d6~e5"])
def test_who_lost_a_horse_is_told_so_and_by_whom(ply: str) -> None:
    view = fitted()
    match = Match(GAME, 2, position=CAPTURABLE)
    match.play(ply)
    said = view.prompt(replace(shown(match.state), last=match.plies[-1]))
    assert said.startswith("White took your horse. ")
    match.play(str(match.state.moves()[0]))
    said = view.prompt(replace(shown(match.state), last=match.plies[-1]))
    assert "your horse" not in said


def test_a_capture_is_seen_whole_before_its_last_touch() -> None:
    view = fitted((1280, 800))
    state = at_position(CAPTURABLE)
    assert view.prompt(shown(state, "c5", "d5")) == "Where should Black’s rider go?"
    snapshot = shown(state, "c5", "d5", "d6")
    assert str(view.prompt(snapshot)).startswith("Ride on or stay.")
    assert [choice.spot for choice in view.choices(snapshot)] == ["stay"]
    before, after = drawn(view, shown(state)), drawn(view, snapshot)
    for spot in ("c5", "d5", "d6"):
        at = view.places.canvas.to_pixels(view.spots[spot])
        assert before.get_at(at) != after.get_at(at)


def test_a_walk_into_a_shoo_says_what_it_costs() -> None:
    word = ("c5", "d6")
    for hush, costs in (
        ("lose-move", "you’d lose the turn."),
        ("stable", "it goes to the stable."),
    ):
        view = fitted(hush=hush)
        snapshot = shown(at_position(CAPTURABLE, hush=hush), *word)
        assert view.prompt(snapshot).endswith(costs)
        assert [str(choice.label) for choice in view.choices(snapshot)] == ["Go anyway"]
        drawn(view, snapshot)


def test_riding_and_getting_off_are_two_choices() -> None:
    view = fitted()
    snapshot = shown(at_position(CROWDED), "c6", "b5")
    assert [choice.spot for choice in view.choices(snapshot)] == ["ride", "dismount"]
    assert view.prompt(snapshot) == "Ride there, or dismount?"
    drawn(view, snapshot)


def test_a_horse_can_be_held_or_taken_off() -> None:
    view = fitted()
    snapshot = shown(at_position(CROWDED), "c4")
    assert GAME.pieces(snapshot.state)["c4"] == LOOSE
    assert [choice.spot for choice in view.choices(snapshot)] == ["hold", "retire"]


def test_travelers_off_the_board_are_touched_in_the_stable() -> None:
    view = fitted(hush="stable")
    text = CROWDED.replace("0,0 d7", "2,1 d7")
    snapshot = shown(at_position(text, hush="stable"))
    assert TRAVELERS_SPOT in snapshot.open
    assert view.spot_at(snapshot, view.points(snapshot)[TRAVELERS_SPOT]) == TRAVELERS_SPOT
    assert view.spot_at(snapshot, view.points(snapshot)[STABLE_SPOT]) == STABLE_SPOT
    drawn(view, snapshot)


def test_the_filled_goal_is_drawn_square_by_square() -> None:
    view = fitted((1280, 800))
    match = Match(GAME, 2, position=ALMOST)
    match.play("d7-c8")
    assert match.outcome is not None
    state = match.state
    pictures = [
        pygame.image.tobytes(drawn(view, BoardSnapshot(GAME, state, 1, finish=share)), "RGB")
        for share in (0.0, 0.5, 1.0)
    ]
    assert len(set(pictures)) == 3


def test_no_picture_is_changed_after_it_was_shown() -> None:
    view = fitted((640, 400))
    state = at_position(SHOOED)
    first = drawn(view, shown(state))
    drawn(view, shown(state, "c7"))
    again = drawn(view, shown(state))
    assert pygame.image.tobytes(first, "RGB") == pygame.image.tobytes(again, "RGB")


def test_the_emblem_needs_no_room_of_its_own() -> None:
    picture = view_of(GAME).emblem(300)
    assert picture.get_size() == (300, 300)
    assert picture.get_at((0, 0))[3] == 0
    assert picture.get_at((150, 150))[3] == 255


def test_all_squares_have_points() -> None:
    view = fitted()
    assert set(view.points(shown(GAME.start(2)))) == {*NAMES, STABLE_SPOT}


TAKING = (
    "........./........./....b..../........./...wB..../........./........./......www/......www "
    "w 2,2 0,0 - 10"
)
"""White's traveler on d5 can take the horse of Black's rider on e5."""


def test_a_red_dot_is_named_where_there_is_one_and_only_there() -> None:
    """Taking a horse may cost it again; the dots come when it is ridden on, and so do the words."""
    view, state = fitted(), at_position(TAKING)
    assert risky_squares(shown(state, "d5")) == ()
    assert "Red dot" not in str(view.prompt(shown(state, "d5")))
    taken = shown(state, "d5", "e5", "f6")
    assert "e5" in risky_squares(taken), "Black's rider has been put beside it"
    assert len(set(risky_squares(taken))) < len(taken.candidates), "others are safe"
    assert "Red dot" in str(view.prompt(taken))
    frame = Frame(view.places.canvas)
    view.draw_extra(frame, taken)
    assert len(frame.blits) == 2 * len(risky_squares(taken)), "a dot and its rim at each"


def test_a_red_dot_lies_over_the_arrow_that_ends_at_its_square() -> None:
    view, taken = fitted((1280, 800)), shown(at_position(TAKING), "d5", "e5", "f6")
    picture = drawn(view, taken)
    seen = {spot: coral(view, picture, spot) for spot in risky_squares(taken)}
    assert min(seen.values()) > 0.9 * max(seen.values())


RISKY = (
    "........./........./........./....b..../........./....W..../........./......www/......www "
    "w 2,2 0,0 - 10"
)
"""White's rider on e4; on the squares beside e6 Black's traveler could take its horse."""


def test_a_ride_that_may_cost_the_horse_is_told_before_it_is_played() -> None:
    view, state = fitted(), at_position(RISKY)
    risky, safe = GAME.read_move("e4~e5"), GAME.read_move("e4~a4")
    assert takers(state, risky) == ("e6",)
    assert takers(state, safe) == ()
    assert "Black" in str(view.prompt(shown(state, "e4")))
    assert view.prompt(shown(state, "e4", preview=risky)).key == "shoo.view.risk"
    assert view.prompt(shown(state, "e4", preview=safe)).key != "shoo.view.risk"


def test_a_square_where_a_horse_may_be_lost_has_a_red_dot() -> None:
    view, state = fitted(), at_position(RISKY)
    red = {}
    for spot in ("e5", "a4"):
        picture = drawn(view, shown(state, "e4"))
        square = pygame.Rect(0, 0, view.board.cell_px, view.board.cell_px)
        square.center = tuple(view.places.canvas.px(part) for part in view.spots[spot])
        area = picture.subsurface(square)
        dots = pygame.mask.from_threshold(area, CORAL_DEEP, (8, 8, 8, 255)).count()
        red[spot] = dots
    assert red["e5"] > 0 == red["a4"]


def test_a_preview_tells_only_of_the_shoos_that_it_makes() -> None:
    state = at_position(
        "w......../.b......./w......../........./....b..../...w...../.....w.../......ww./"
        "......www w 2,2 0,0 - 10"
    )
    assert threats(state, GAME.read_move("f3-f4")) == (("e5", ("d4", "f4")),)  # b8 was before


def test_every_panel_counts_the_travelers_that_have_arrived() -> None:
    view, state = fitted(), at_position(ALMOST)
    notes = [str(view.score(shown(state), seat)) for seat in (0, 1)]
    assert "8 of 9" in notes[0]
    assert "7 of 9" in notes[1]


def test_a_stable_is_explained_while_its_horse_is_picked() -> None:
    view, state = fitted(), GAME.start()
    snapshot = shown(state, STABLE_SPOT)
    assert STABLE_SPOT in view.points(snapshot)
    contents = view.named(snapshot, STABLE_SPOT)
    assert contents is not None
    assert "White starts with 4, Black with 5" in str(contents.words)
