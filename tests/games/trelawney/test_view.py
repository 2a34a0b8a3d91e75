"""How Trelawney's Glory looks: every touch is found, every stage is drawn, nothing overlaps."""

import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from math import dist
from random import Random
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from tabletop.engine import Match, Picker, Ply, Spot, Word
from tabletop.games.trelawney import GAME
from tabletop.games.trelawney.rules import State, spell
from tabletop.games.trelawney.view.pieces import (
    chevron,
    ghost_stone,
    lane_joint,
    lane_tile,
    lifted_stone,
    lit_lane_tile,
    lit_point,
    lit_tile,
    stone_bowl,
    token,
    win_stroke,
)
from tabletop.games.trelawney.view.view import TrelawneyView, make_view
from tabletop.ui.board.view import BoardSnapshot, PlyAnimation, Tray, ViewLayout
from tabletop.ui.core.canvas import Box, Canvas, Point
from tabletop.ui.core.frame import Frame, Screen
from tabletop.ui.draw import shapes
from tabletop.ui.theme.theme import AMBER, CORAL_DEEP, PETROL, plain

SIZES = ((1280, 800), (1920, 1080), (3840, 2160), (1080, 1920))
BOARDS: tuple[dict[str, Any], ...] = (
    {},
    {"intersections": True},
    {"declare": True},
    {"intersections": True, "declare": True},
)

# White has four on rank 3, and black stones stand next to f2: many shoves and drags, one a gift.
BUSY = "......../......../.B.W..../...BW.../..WWWW../......W./.WB...../......B. B 8"


@pytest.fixture(scope="module", autouse=True)
def screen() -> Iterator[None]:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((8, 8))
    yield
    pygame.display.quit()


def places(size: tuple[int, int] = (960, 540), **options: Any) -> ViewLayout:
    canvas = Canvas(size)
    board = Box.around(canvas.box.centre, 1000, 1000)
    trays = {0: Tray(Box(20, 40, 300, 130)), 1: Tray(Box(canvas.width - 320, 40, 300, 130), 2)}
    return ViewLayout(canvas, board, trays, GAME.check_options(options))


def fitted(size: tuple[int, int] = (960, 540), **options: Any) -> TrelawneyView:
    view = make_view(GAME)
    view.fit(places(size, **options))
    return view


def snapshot(state: State, *picked: Spot, **more: Any) -> BoardSnapshot:
    """The moment in which these places have been touched."""
    picker = Picker(state.moves(), lambda move: spell(state, move))
    for spot in picked:
        picker.pick(spot)
    return BoardSnapshot(
        game=GAME,
        state=state,
        seat=state.turn,
        picked=picker.picked,
        open=picker.open,
        candidates=picker.candidates,
        **more,
    )


def position(text: str, **options: Any) -> State:
    state: State = GAME.read_state(text, 2, **options)
    return state


def game(seed: int, **options: Any) -> Match:
    """A whole random match."""
    match = Match(GAME, 2, options, seed=seed)
    rng = Random(seed)
    while not match.outcome:
        match.play(rng.choice(match.state.moves()))
    return match


def stages(match: Match) -> Iterator[BoardSnapshot]:
    """Some ways of touching, before each ply of a match and after the last one."""
    rng = Random(1)
    last: Ply | None = None
    for ply in match.plies:
        state: State = ply.before
        words: list[Word] = [word for move in state.moves() for word in spell(state, move)]
        word = rng.choice([w for w in words if len(w) == 3] or words)
        for n in range(len(word)):
            yield replace(snapshot(state, *word[:n]), last=last)
        last = ply
    yield snapshot(match.state, last=last)


def drawn(view: TrelawneyView, moment: BoardSnapshot) -> pygame.Surface:
    """The picture of a moment."""
    canvas = view.places.canvas
    frame = Frame(canvas)
    base = pygame.Surface(canvas.size)
    view.draw_base(base)
    frame.put(base, canvas.box.centre)
    view.draw(frame, moment)
    for seat in (0, 1):
        view.draw_tray(frame, moment, seat)
    surface = pygame.Surface(canvas.size)
    Screen(surface).show(frame)
    return surface


def seen(view: TrelawneyView, picture: pygame.Surface, at: Point, reach: float = 0.5) -> set[Any]:
    """All colours round a point, within a share of a cell."""
    x, y = view.places.canvas.to_pixels(at)
    r = view.plan.px(reach)
    return {
        tuple(picture.get_at((x + dx, y + dy)))[:3]
        for dx in range(-r, r + 1)
        for dy in range(-r, r + 1)
    }


@pytest.mark.parametrize("options", BOARDS)
def test_every_touch_of_every_legal_ply_is_found_where_it_is_shown(options: Any) -> None:
    view = fitted(**options)
    for seed in range(2):
        for ply in game(seed, **options).plies[::3]:
            state: State = ply.before
            for move in state.moves():
                for word in spell(state, move):
                    for n, spot in enumerate(word):
                        moment = snapshot(state, *word[:n])
                        at = view.points(moment)[spot]
                        assert view.spot_at(moment, at) == spot
                        if spot in ("lay", "shove", "drag"):
                            assert spot in {choice.spot for choice in view.choices(moment)}


def test_a_touch_beside_an_open_place_still_finds_it() -> None:
    view = fitted()
    moment = snapshot(GAME.start(2))
    x, y = view.spots["c3"]
    assert view.spot_at(moment, (x + view.cell * 0.45, y - view.cell * 0.3)) == "c3"
    assert view.spot_at(moment, view.spots["ring:0,3"]) == "ring:0,3"
    assert view.spot_at(moment, (5.0, 5.0)) is None


def test_the_laid_stone_means_lay_unless_the_finger_still_holds_it() -> None:
    view = fitted()
    moment = snapshot(position(BUSY), "e2")
    at = view.spots["e2"]
    assert view.spot_at(moment, at) == "lay"
    assert view.spot_at(replace(moment, held=("e2", at)), at) == "e2"
    assert "e2" not in view.points(moment)


def test_a_ghost_off_the_board_can_be_touched() -> None:
    view = fitted()
    moment = snapshot(position(BUSY), "a2", "a1")
    assert moment.open == {"shove", "drag"}
    assert view.spot_at(moment, view.spots["ring:1,0"]) == "shove"
    assert view.spot_at(moment, view.spots["a3"]) == "drag"


@pytest.mark.parametrize("toward", [0.3, 0.5, 0.7], ids=["tail", "middle", "tip"])
def test_a_touch_of_an_arrow_is_for_the_stone_that_it_would_move(toward: float) -> None:
    """Half of an arrow lies on the laid stone, whose touch ends the turn."""
    view = fitted()
    moment = snapshot(position(BUSY), "e2")
    (ax, ay), (bx, by) = view.spots["e2"], view.spots["e3"]
    along = 0.5 + (toward - 0.5) * 0.8
    assert view.spot_at(moment, (ax + (bx - ax) * along, ay + (by - ay) * along)) == "e3"
    assert view.spot_at(moment, (ax + (bx - ax) * 0.15, ay + (by - ay) * 0.15)) == "lay"


@pytest.mark.parametrize("options", BOARDS)
def test_words_are_short_through_whole_games(options: Any) -> None:
    view = fitted(**options)
    for seed in range(6):
        match = game(seed, **options)
        for moment in stages(match):
            assert 1 <= len(view.prompt(moment).split()) <= 10
        for ply in match.plies:
            sentences = view.describe_ply(ply).split(". ")
            assert len(sentences) <= 2
            assert all(1 <= len(sentence.split()) <= 12 for sentence in sentences)
            assert 0 < view.seconds(ply) < 1.5


def test_the_words_for_each_stage() -> None:
    view = fitted()
    state = position(BUSY)
    assert view.prompt(snapshot(GAME.start(2))) == "Lay the first stone anywhere."
    assert view.prompt(snapshot(state, "a2")) == "What now?"
    assert [str(c.label) for c in view.choices(snapshot(state, "a2"))] == ["Leave it there"]
    labels = [(str(c.label), c.style) for c in view.choices(snapshot(state, "a2", "a1"))]
    assert labels == [("Shove", "main"), ("Drag", "other")]


@pytest.mark.parametrize(
    ("ply", "told"),
    [
        ("c5", "Black laid a stone."),
        ("c4>d3", "Black laid a stone and shoved White’s one step. A second stone filled the gap."),
        (
            "c4<d3",
            "Black laid a stone and dragged White’s one step. A second stone filled the gap.",
        ),
        (
            "e2>f1",
            "Black laid a stone and shoved White’s off the board. A second stone filled the gap.",
        ),
        (
            "a1<b2",
            "Black’s new stone went off the board and dragged White’s one step. "
            "A second stone filled the gap.",
        ),
    ],
)
def test_a_turn_is_told_with_all_that_it_did(ply: str, told: str) -> None:
    state = position("......../" * 4 + "....W.../..W...../......W./........ B 8")
    move = GAME.read_move(ply)
    assert fitted().describe_ply(Ply(0, move, state, state.play(move))) == told


def test_laying_alone_is_confirmed_by_a_second_touch() -> None:
    start = GAME.start(2)
    assert all(spell(start, move) == ((str(move), "lay"),) for move in start.moves())
    moment = snapshot(start, "c3")
    view = fitted()
    assert view.prompt(moment) == "Touch your stone again to confirm."
    assert view.spot_at(moment, view.spots["c3"]) == "lay"


def test_a_five_that_is_to_be_confirmed_is_lit() -> None:
    view = fitted()
    ready = position("......../" * 5 + "......W./..BBBB../........ B 8")
    moment = snapshot(ready, "f1")
    assert view.prompt(moment) == "Five in a line! Touch the stone again."
    assert [str(c.label) for c in view.choices(moment)] == ["Leave it there and win"]
    x, y = view.spots["d1"]
    rim = view.places.canvas.to_pixels((x - view.piece_radius - view.cell * 0.05, y))
    assert drawn(view, moment).get_at(rim)[:3] == plain(AMBER)
    assert drawn(view, snapshot(ready, "d4")).get_at(rim)[:3] != plain(AMBER)


@pytest.mark.parametrize("options", BOARDS)
def test_every_stage_of_a_game_is_drawn(options: Any) -> None:
    view = fitted((640, 400), **options)
    match = game(3, **options)
    screen = Screen(pygame.Surface((640, 400)))
    for moment in stages(match):
        moments = [moment, replace(moment, cursor="c3", refused=("d4", "ring:0,0"))]
        moments += [replace(moment, preview=move) for move in moment.candidates[:3]]
        if moment.picked:
            held = (moment.picked[0], view.spots["c3"])
            moments.append(replace(moment, held=held))
        if moment.last is not None:
            length = view.seconds(moment.last)
            for k in range(8):
                motion = PlyAnimation(moment.last, length * k / 7)
                moments.append(replace(moment, motion=motion, open=frozenset()))
        for each in moments:
            frame = Frame(view.places.canvas)
            view.draw(frame, each)
            for seat in (0, 1):
                view.draw_tray(frame, each, seat)
            screen.show(frame)
    for share in (0.0, 0.5, 1.0):
        view.draw(Frame(view.places.canvas), snapshot(match.state, finish=share))


def test_open_places_are_lit_and_only_they() -> None:
    view = fitted()
    state = GAME.start(2).play(GAME.read_move("c3"))
    moment = snapshot(state)
    lit, dark = drawn(view, moment), drawn(view, replace(moment, open=frozenset()))
    for spot, at in view.ground.items():
        same = lit.get_at(view.places.canvas.to_pixels(at)) == dark.get_at(
            view.places.canvas.to_pixels(at)
        )
        assert same == (spot not in moment.open)


def test_both_ways_are_shown_at_once_each_on_its_side() -> None:
    view = fitted()
    state = position(BUSY)
    moment = snapshot(state, "a2", "a1")
    picture, before = drawn(view, moment), drawn(view, snapshot(state, "a2"))
    for spot in ("ring:1,0", "a3"):
        at = view.spots[spot]
        assert seen(view, picture, at) != seen(view, before, at)
    shove = drawn(view, replace(moment, preview=GAME.read_move("a2>a1")))
    at = view.spots["a3"]
    assert seen(view, shove, at, 0.3) == seen(view, before, at, 0.3)


def test_a_way_that_gives_the_game_away_is_ringed_in_coral() -> None:
    view = fitted()
    trap = position("......../......../......../......../..WWWW../......W./......../........ B 8")
    moment = snapshot(trap, "f1", "f2", preview=GAME.read_move("f1>f2"))
    assert plain(CORAL_DEEP) in set().union(
        *(seen(view, drawn(view, moment), view.spots[s], 0.55) for s in ("b3", "f3"))
    )


def test_the_last_ply_stays_marked_until_a_stone_is_laid() -> None:
    view = fitted()
    state = position(BUSY)
    ply = Ply(0, GAME.read_move("a2>a1"), state, state.play(GAME.read_move("a2>a1")))
    moment = replace(snapshot(ply.after), last=ply)
    at = view.spots["ring:1,0"]
    unmarked = drawn(view, replace(moment, last=None))
    assert seen(view, drawn(view, moment), at, 0.45) != seen(view, unmarked, at, 0.45)
    assert plain(PETROL) in seen(view, drawn(view, moment), at, 0.45)


def test_the_winning_line_is_drawn_and_a_called_five_too() -> None:
    five = "......../......../......../......../......../.BBBBB../.WWW..../.W...... W 9"
    for declare in (False, True):
        view = fitted(declare=declare)
        moment = snapshot(position(five, declare=declare), finish=1.0)
        if not declare:
            assert moment.open == frozenset()
        picture = drawn(view, replace(moment, open=frozenset()))
        for spot in ("a2", "e2"):
            assert plain(AMBER) in seen(view, picture, view.spots[spot], 0.55)
        assert plain(AMBER) not in seen(view, picture, view.spots["a1"], 0.4)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("intersections", [False, True])
def test_places_lie_in_the_board_s_box_and_apart(
    size: tuple[int, int], intersections: bool
) -> None:
    view = make_view(GAME)
    view.fit(places(size, intersections=intersections))
    side = 9 if intersections else 8
    assert len(view.spots) == side * side
    assert len(view.spots) - len(view.ground) == (32 if intersections else 28)
    inner = view.places.board.inset(view.cell * 0.5)
    assert all(inner.holds(at) for at in view.spots.values())
    apart = min(dist(a, b) for a, b in combinations(view.spots.values(), 2))
    assert apart == pytest.approx(view.cell)
    assert 2 * view.piece_radius < view.cell


@pytest.mark.parametrize("options", BOARDS)
def test_no_picture_is_made_in_the_middle_of_a_game(options: Any) -> None:
    view = fitted((1280, 800), **options)
    for _ in view.preparing():
        pass
    makers: tuple[Any, ...] = (
        shapes.ring,
        shapes.disc,
        shapes.rounded,
        shapes.stone,
        shapes.sunk_stone,
        lit_tile,
        lit_point,
        lane_tile,
        lit_lane_tile,
        lane_joint,
        chevron,
        lifted_stone,
        ghost_stone,
        token,
        win_stroke,
        stone_bowl,
    )
    before = [maker.made for maker in makers]
    match = game(4, **options)
    for moment in stages(match):
        for preview in (None, *moment.candidates[:2]):
            each = replace(moment, preview=preview, cursor="c3", refused=("d4",))
            view.draw(Frame(view.places.canvas), each)
        if moment.last is not None:
            motion = PlyAnimation(moment.last, view.seconds(moment.last) * 0.7)
            view.draw(Frame(view.places.canvas), replace(moment, motion=motion))
    view.draw(Frame(view.places.canvas), snapshot(match.state, finish=1.0))
    assert [maker.made for maker in makers] == before


def test_the_emblem_needs_no_places() -> None:
    picture = make_view(GAME).emblem(300)
    assert picture.get_size() == (300, 300)
    assert picture.get_at((0, 0)).a == 0
    assert picture.get_at((150, 150)).a == 255


def card_title(text: str, kind: str, *, of: Spot, turns: int = 0) -> bytes:
    """The upper part of a card, with its title, after a stone was laid on c4."""
    moment = snapshot(position(text), "c4")
    view = fitted((1280, 800))
    card = next(c for c in view.cards(moment) if c.word[1] == of and c.word[-1] == kind)
    frame, picture = Frame(Canvas((1280, 800))), pygame.Surface((1280, 800))
    view.draw_card(frame, moment, card, Box(0, 0, 400, 200), turns)
    Screen(picture).show(frame)
    upper = pygame.Rect(0, 0, frame.canvas.px(400), frame.canvas.px(60))
    return pygame.image.tobytes(picture.subsurface(upper), "RGB")


def test_the_cards_of_two_stones_tell_the_way_of_each() -> None:
    two = "......../......../......../....W.../....W.../......../......../........ B 2"
    one = "......../......../......../....W.../......../......../......../........ B 2"
    titles = {card_title(two, kind, of=of) for kind in ("shove", "drag") for of in ("d3", "d4")}
    assert len(titles) == 4
    assert card_title(two, "shove", of="d4") != card_title(one, "shove", of="d4")


def test_the_way_on_a_card_is_as_its_reader_sees_the_board() -> None:
    east = "......../......../......../....W.../....W.../......../......../........ B 2"
    west = "......../......../......../..W...../....W.../......../......../........ B 2"
    assert card_title(east, "shove", of="d4", turns=2) == card_title(west, "shove", of="b4")
    assert card_title(east, "shove", of="d4") != card_title(west, "shove", of="b4")
