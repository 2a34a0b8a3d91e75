"""Super Seven on the table: every ply can be touched, every moment drawn, every sentence short."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from math import dist

import pygame
import pytest

from tabletop.engine import CHANCE, Match, Ply, Text
from tabletop.games.super7 import GAME
from tabletop.games.super7.rules import State
from tabletop.games.super7.view.pieces import LID_SECONDS, ROLL_SECONDS, dice_display, resting_die
from tabletop.games.super7.view.view import Super7View, make_view
from tabletop.ui.board.view import BoardSnapshot, PlyAnimation, Tray, ViewLayout
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Frame, Screen

SIZES = ((1280, 800), (1920, 1080), (3840, 2160), (1080, 1920))
MIDGAME = (
    "BBBBBBBBB/.R...B.R./B...R..../..B.RB..R/R..BB...R/.R.B..B../RRRRRRRRR/..B.R..../.B..R...."
)
WON = (
    "BBBBBBBBB/.R...B.R./BBBBBBBBB/RRRRRRRRR/R..BB...R/BBBBBBBBB/RRRRRRRRR/..B.R..../BBBBBBBBB"
    " R - 0"
)


@pytest.fixture(scope="module", autouse=True)
def _pygame() -> Iterator[None]:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((8, 8))
    yield
    pygame.display.quit()


def places(size: tuple[int, int], width: float = 300, turns: int = 0) -> ViewLayout:
    canvas = Canvas(size)
    if canvas.portrait:
        board = Box(20, canvas.height / 2 - 520, 1040, 1040)
        trays = [Box(40, board.bottom + 40, width, 226), Box(40, 60, width, 226)]
    else:
        board = Box(canvas.width / 2 - 500, 40, 1000, 1000)
        trays = [Box(10, 560, width, 280), Box(board.right + 10, 560, width, 280)]
    middle = canvas.box.centre
    seats = {0: Tray(trays[0]), 1: Tray(trays[1], turns, middle)}
    return ViewLayout(canvas, board, seats, GAME.check_options({}), 2)


def view_at(size: tuple[int, int] = (320, 200), turns: int = 0) -> Super7View:
    view = make_view(GAME)
    view.fit(places(size, turns=turns))
    return view


@pytest.fixture(scope="module")
def view(_pygame: None) -> Super7View:
    return view_at()


def snapshot(state: State, last: Ply | None = None) -> BoardSnapshot:
    if state.outcome() is not None:
        return BoardSnapshot(GAME, state, state.side, last, finish=0.7)
    words = [word for move in state.moves() for word in GAME.spell(state, move)]
    spots = {"roll"} if state.turn == CHANCE else {word[0] for word in words}
    return BoardSnapshot(GAME, state, state.side, last, open=frozenset(spots))


def position(text: str) -> State:
    state: State = GAME.read_state(text)
    return state


def random_match(seed: int, strict: bool) -> Iterator[Match]:
    match = Match(GAME, 2, {"strict_middle": strict}, seed)
    luck = random.Random(seed)
    while True:
        yield match
        if match.outcome:
            return
        if match.state.turn == CHANCE:
            match.roll()
        else:
            match.play(luck.choice(match.state.moves()))


def picture(view: Super7View, moment: BoardSnapshot) -> pygame.Surface:
    canvas = view.places.canvas
    surface = pygame.Surface(canvas.size)
    view.draw_base(surface)
    back = surface.copy()
    frame = Frame(canvas)
    frame.put(back, canvas.box.centre)
    view.draw(frame, moment)
    for seat, tray in view.places.trays.items():
        with frame.layer(2), frame.turned(tray.turns, tray.about):
            view.draw_tray(frame, moment, seat)
    Screen(surface).show(frame)
    return surface


def patch(view: Super7View, moment: BoardSnapshot, spot: str, *, edge: bool = False) -> bytes:
    """The pixels in the middle of a square; with `edge`, those of the whole square."""
    x, y = view.places.canvas.to_pixels(view.spots[spot])
    half = view.board.px(42) if edge else 2
    part = picture(view, moment).subsurface((x - half, y - half, 2 * half, 2 * half))
    return pygame.image.tobytes(part, "RGB")


def short(text: Text, most: int) -> bool:
    return 0 < len(text.split()) <= most and "{" not in text


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_every_ply_can_be_touched_and_every_moment_said(
    view: Super7View, seed: int, strict: bool
) -> None:
    for match in random_match(seed, strict):
        last = match.plies[-1] if match.plies else None
        moment = snapshot(match.state, last)
        points = view.points(moment)
        offered = {choice.spot for choice in view.choices(moment)}
        for spot in moment.open:
            assert spot in offered or view.spot_at(moment, points[spot]) == spot
        assert "roll" not in moment.open or view.spot_at(moment, points["roll"]) == "roll"
        assert short(view.prompt(moment), 12)
        if last is not None:
            assert short(view.describe_ply(last), 8)
            assert 0 <= view.seconds(last) < 2.5


@pytest.mark.parametrize("seed", range(2))
def test_every_moment_of_a_game_is_drawn(view: Super7View, seed: int) -> None:
    for match in random_match(seed, False):
        last = match.plies[-1] if match.plies else None
        moment = snapshot(match.state, last)
        frame = Frame(view.places.canvas)
        view.draw(frame, moment)
        view.draw_tray(frame, moment, 0)
        if last is not None:
            for share in (0.0, 0.3, 0.6, 0.9, 1.0):
                motion = PlyAnimation(last, share * view.seconds(last))
                moving = BoardSnapshot(GAME, match.state, moment.seat, last, motion=motion)
                view.draw(frame, moving)
                for seat in (0, 1):
                    view.draw_tray(frame, moving, seat)
        assert frame.blits


def test_the_tray_answers_only_while_the_dice_are_to_be_thrown(view: Super7View) -> None:
    start = GAME.start()
    at = view.points(snapshot(start))["roll"]
    assert view.spot_at(snapshot(start), at) == "roll"
    thrown = start.play(GAME.read_move("4+3"))
    assert view.spot_at(snapshot(thrown), at) is None


def test_a_near_miss_still_reaches_an_open_square(view: Super7View) -> None:
    moment = snapshot(position(MIDGAME + " B 5+3 1"))
    x, y = view.spots["8.3"]
    assert view.spot_at(moment, (x - view.cell * 0.5, y - view.cell * 0.2)) == "8.3"


@pytest.mark.parametrize(
    ("dice", "spot"), [("5+3", "8.3"), ("6+6", "8.4"), ("1+1", "11.11"), ("2+5", "4.7")]
)
def test_an_open_square_is_lit_and_a_closed_one_is_not(
    view: Super7View, dice: str, spot: str
) -> None:
    moment = snapshot(position(f"{MIDGAME} B {dice} 1"))
    dark = BoardSnapshot(GAME, moment.state, moment.seat)
    assert spot in moment.open
    assert patch(view, moment, spot, edge=True) != patch(view, dark, spot, edge=True)
    # A lamp shines: the square as a whole is much brighter than before.
    assert sum(patch(view, moment, spot, edge=True)) > sum(patch(view, dark, spot, edge=True)) + 900
    assert ("10.11" in moment.open) == (patch(view, moment, "10.11") != patch(view, dark, "10.11"))


def test_a_throw_lights_the_label_of_its_box(view: Super7View) -> None:
    moment = snapshot(position(MIDGAME + " B 5+3 1"))
    dark = BoardSnapshot(GAME, moment.state, moment.seat)
    x, y = view.places.canvas.to_pixels(view.board.label(5))
    lit, plain = picture(view, moment).get_at((x - 3, y)), picture(view, dark).get_at((x - 3, y))
    assert sum(lit[:3]) > sum(plain[:3])


def test_touching_a_winning_square_shows_the_whole_box_first(view: Super7View) -> None:
    state = position(MIDGAME + " B 2+5 1")
    moment = snapshot(state)
    touching = BoardSnapshot(GAME, state, 0, open=moment.open, preview=GAME.read_move("7.8"))
    # A far corner of the box changes too: the lid that would close it is to be seen.
    assert patch(view, touching, "7.9") != patch(view, moment, "7.9")
    plain = BoardSnapshot(GAME, state, 0, open=moment.open, preview=GAME.read_move("7.4"))
    assert patch(view, plain, "7.9") == patch(view, moment, "7.9")


def test_dice_lie_with_whoever_threw_them() -> None:
    start = GAME.start()
    unthrown = dice_display(snapshot(start), 0)
    assert unthrown is not None
    assert unthrown.kind == ""
    assert dice_display(snapshot(start), 1) is None
    match = Match(GAME)
    match.play("5+3")
    lies = dice_display(snapshot(match.state, match.plies[-1]), 0)
    assert lies is not None
    assert (lies.faces, lies.kind) == ((5, 3), "lamp")
    match.play("8.3")
    lies = dice_display(snapshot(match.state, match.plies[-1]), 0)
    assert lies is not None
    assert (lies.faces, lies.kind) == ((5, 3), "petrol")
    match.play("6+2")
    assert dice_display(snapshot(match.state, match.plies[-1]), 0) is None


def test_a_throw_without_a_square_says_how_many_are_left(view: Super7View) -> None:
    match = Match(GAME)
    said = []
    for _ in range(3):
        match.play("6+6")
        moment = snapshot(match.state, match.plies[-1])
        said.append(view.prompt(moment))
        lies = dice_display(moment, 0)
        assert lies is not None
        assert lies.kind == "coral"
    assert said == [
        "12 fits no square: two rolls left.",
        "12 fits no square: one roll left.",
        "No square for 12: you pass.",
    ]
    assert [choice.spot for choice in view.choices(moment)] == ["pass"]


def test_the_dice_tumble_and_settle_on_what_was_thrown(view: Super7View) -> None:
    match = Match(GAME)
    ply = match.play("2+6")
    felt = view.felts[0]

    def shown(spent: float) -> list[pygame.Surface]:
        frame = Frame(view.places.canvas)
        moment = BoardSnapshot(GAME, match.state, 0, ply, motion=PlyAnimation(ply, spent))
        view.draw_tray(frame, moment, 0)
        return [blit.surface for blit in frame.blits]

    settled = [resting_die(slot, face, felt.die) for slot, face in enumerate((2, 6))]
    assert all(die in shown(ROLL_SECONDS) for die in settled)
    assert not any(die in shown(ROLL_SECONDS / 2) for die in settled)
    assert shown(0.31) == shown(0.31)
    assert view.seconds(ply) > ROLL_SECONDS


def test_a_won_box_gets_its_lid_at_the_end_of_the_wave(view: Super7View) -> None:
    match = Match(GAME, position=MIDGAME + " B 2+5 1")
    ply = match.play("7.8")
    lid = view.pictures.lid("B")

    def lids(spent: float) -> int:
        frame = Frame(view.places.canvas)
        view.draw(frame, BoardSnapshot(GAME, match.state, 1, ply, motion=PlyAnimation(ply, spent)))
        return sum(blit.surface is lid for blit in frame.blits)

    assert lids(0.1) == lids(view.seconds(ply) - LID_SECONDS - 0.01) == 1
    assert lids(view.seconds(ply)) == 2


def test_the_deciding_boxes_are_framed_one_by_one(view: Super7View) -> None:
    state = position(WON)
    frame_picture = view.pictures.box_frame(amber=True)

    def framed(share: float) -> int:
        frame = Frame(view.places.canvas)
        view.draw(frame, BoardSnapshot(GAME, state, 1, finish=share))
        return sum(blit.surface is frame_picture for blit in frame.blits)

    assert [framed(share) for share in (0.0, 0.34, 0.67, 1.0)] == [0, 1, 2, 3]


@pytest.mark.parametrize("size", SIZES)
def test_all_places_lie_on_the_board_and_apart(size: tuple[int, int]) -> None:
    where = places(size)
    view = make_view(GAME)
    view.fit(where)
    side = view.board.unit * 84
    for point in view.spots.values():
        assert where.board.inset(side / 2).holds(point)
    gaps = [dist(a, b) for a, b in combinations(view.spots.values(), 2)]
    assert min(gaps) > side
    for box in range(9):
        assert where.board.inset(view.board.unit * 20).holds(view.board.label(box))


@pytest.mark.parametrize("width", [240, 300, 480])
@pytest.mark.parametrize("turns", [0, 2])
def test_a_tray_keeps_to_its_box(width: float, turns: int) -> None:
    view = make_view(GAME)
    view.fit(places((480, 270), width, turns))
    for felt in view.felts.values():
        assert 2 * felt.radius <= min(felt.tray.box.w, felt.tray.box.h)
        assert felt.tray.holds(felt.middle)


def test_the_emblem_needs_no_places_and_keeps_its_edges_clear() -> None:
    emblem = make_view(GAME).emblem(200)
    assert emblem.get_size() == (200, 200)
    assert emblem.get_at((0, 0))[3] == 0
    assert emblem.get_at((100, 100))[3] == 255


def test_an_emblem_as_small_as_an_icon_is_drawn() -> None:
    emblem = make_view(GAME).emblem(20)
    assert emblem.get_size() == (20, 20)
    assert emblem.get_at((10, 10))[3] == 255


def test_boxes_won_are_counted_at_each_seat(view: Super7View) -> None:
    boxes = ["." * 9] * 9
    boxes[0] = boxes[4] = boxes[5] = "B" * 9
    boxes[8] = "R" * 9
    state = GAME.read_state(f"{'/'.join(boxes)} B - 0")
    blue, red = (view.score(snapshot(state, None), seat) for seat in (0, 1))
    assert blue is not None
    assert red is not None
    assert (blue.args["n"], red.args["n"]) == (3, 1)


def test_the_box_that_wins_is_counted(view: Super7View) -> None:
    boxes = ["B" * 9, "B" * 9, "BB......."] + ["." * 9] * 6
    before = GAME.read_state(f"{'/'.join(boxes)} B 1+4 1")
    after = before.play(GAME.read_move("5.5"))
    assert after.outcome() is not None
    ply = Ply(0, GAME.read_move("5.5"), before, after)
    moving = replace(snapshot(after, ply), motion=PlyAnimation(ply, 0.2), finish=None)
    for moment in (moving, snapshot(after, ply)):
        score = view.score(moment, 0)
        assert score is not None
        assert score.args["n"] == 3


def test_the_last_move_leaves_the_winning_line_clear(view: Super7View) -> None:
    """The counter that won is under the lid of its box: the frame round the box says enough."""
    boxes = ["B" * 9, "B" * 9, "BB......."] + ["." * 9] * 6
    before = GAME.read_state(f"{'/'.join(boxes)} B 1+4 1")
    after = before.play(GAME.read_move("5.5"))
    pictures = []
    for last in (None, Ply(0, GAME.read_move("5.5"), before, after)):
        frame = Frame(view.places.canvas)
        view.draw(frame, replace(snapshot(after, last), finish=1.0))
        pictures.append([(blit[0].get_size(), blit[1:3]) for blit in frame.blits])
    alone, marked = pictures
    added = [one for one in marked if marked.count(one) > alone.count(one)]
    lid = max(size[0] for size, _ in alone)
    assert all(size[0] >= 0.9 * lid for size, _ in added)


def test_the_prompt_offers_only_what_is_open(view: Super7View) -> None:
    """Box 7 is named after a 7 only while it is open; so is its label lit."""
    open_box = position("/".join(["." * 9] * 9) + " B 3+4 1")
    closed = position("/".join(["." * 9] * 4 + ["R" * 9] + ["." * 9] * 4) + " B 3+4 1")
    assert view.prompt(snapshot(open_box)).key == "super7.view.seven"
    assert view.prompt(snapshot(closed)).key == "super7.view.stars"
    label = view.pictures.called_label(7)
    for state, lit in ((open_box, True), (closed, False)):
        frame = Frame(view.places.canvas)
        view.draw(frame, snapshot(state))
        assert any(blit[0] is label for blit in frame.blits) is lit


def test_one_square_that_fits_is_called_one(view: Super7View) -> None:
    full = ["R" * 9, "R" * 9, "B" * 9, "B" * 9, "....R....", "R" * 9, "R" * 9, "B" * 9, "B" * 9]
    full[4] = "BRBRB.R.."
    state = position("/".join(full) + " B 3+5 1")
    assert len(state.moves()) == 1
    assert view.prompt(snapshot(state)).key == "super7.view.single"


def test_all_numbers_face_the_seat_to_move(view: Super7View) -> None:
    """Engraved and lit numbers are turned alike, so a far seat never sees both."""
    state = GAME.read_state(f"{'/'.join(['.' * 9] * 9)} R 4+2 1")
    moment = snapshot(state, None)
    places = replace(view.places, canvas=Canvas((1280, 800)), board=Box(350, 32, 1016, 1016))
    far = {1: Tray(places.trays[1].box, 2, places.board.centre), 0: places.trays[0]}
    pictures: list[set[int]] = []
    for trays in (places.trays, far):
        turned = Super7View(GAME)
        turned.fit(replace(places, trays=trays))
        frame = Frame(places.canvas)
        turned.draw(frame, moment)
        pictures.append({id(blit.surface) for blit in frame.blits})
    unturned = Super7View(GAME)
    unturned.fit(places)
    signs = {id(unturned.board.square_sign(here)) for here in range(9) if here != 4}
    assert signs & pictures[0]
    assert not signs & pictures[1]
