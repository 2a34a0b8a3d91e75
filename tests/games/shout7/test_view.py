"""The view of Shout 7: every touch finds its place, every moment can be drawn and told."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import random
from collections.abc import Iterator
from dataclasses import replace
from math import dist
from typing import Any

import pygame
import pytest

from tabletop.engine import Match, Picker, Ply
from tabletop.games.shout7 import GAME
from tabletop.games.shout7.rules import State
from tabletop.games.shout7.view.pieces import push_choices
from tabletop.games.shout7.view.view import Shout7View, make_view
from tabletop.ui.board.marks import CORNERS, marks_of_word
from tabletop.ui.board.view import BoardSnapshot, PlyAnimation, Tray, ViewLayout
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Frame, Screen, turn_point

SIZES = ((1280, 800), (1920, 1080), (3840, 2160), (1080, 1920))
WAYS = frozenset(("e", "ne", "nw", "w", "sw", "se"))


@pytest.fixture(scope="module", autouse=True)
def display() -> Iterator[None]:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((8, 8))
    yield
    pygame.display.quit()


def places(size: tuple[int, int] = (960, 600), seats: int = 2, width: float = 300) -> ViewLayout:
    canvas = Canvas(size)
    side = min(canvas.width, canvas.height) - 60
    board = Box.around((canvas.width / 2, canvas.height / 2), side, side)
    turns = (0, 2, 2, 0)
    boxes = {seat: Box(20, 40 + 200 * seat, width, 150) for seat in range(seats)}
    about = canvas.box.centre
    trays = {seat: Tray(box, turns[seat], about) for seat, box in boxes.items()}
    return ViewLayout(canvas, board, trays, {}, seats)


def view_for(seats: int = 2, size: tuple[int, int] = (960, 600)) -> Shout7View:
    view = make_view(GAME)
    view.fit(places(size, seats))
    return view


def snapshot(state: State, *picked: str, **more: Any) -> BoardSnapshot:
    """A moment with the places lit that can be touched after `picked`."""
    over = state.outcome() is not None
    picker = Picker([] if over else state.moves(), lambda move: GAME.spell(state, move))
    for spot in picked:
        picker.pick(spot)
    moment = BoardSnapshot(GAME, state, state.turn, None, picked, picker.open, picker.candidates)
    return replace(moment, **more)


def random_match(seats: int, seed: int, pits_count: bool = False) -> Match:
    match = Match(GAME, seats, {"pits_count": pits_count}, seed=seed)
    luck = random.Random(seed)
    while match.outcome is None:
        match.play(luck.choice(match.state.moves()))
    return match


def drawn(view: Shout7View, moment: BoardSnapshot, seats: int = 2) -> bytes:
    """The pixels of one moment, on a plain ground."""
    canvas = view.places.canvas
    frame = Frame(canvas)
    ground = pygame.Surface(canvas.size)
    ground.fill((40, 60, 70))
    frame.put(ground, canvas.box.centre)
    view.draw(frame, moment)
    for seat in range(seats):
        with frame.layer(2):
            view.draw_tray(frame, moment, seat)
    screen = Screen(pygame.Surface(canvas.size))
    screen.show(frame)
    return pygame.image.tobytes(screen.surface, "RGB")


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (2, 3), (3, 2), (4, 5)])
def test_every_touch_of_every_legal_ply_finds_its_place(seats: int, seed: int) -> None:
    view = view_for(seats)
    for ply in random_match(seats, seed).plies[::3]:
        state = ply.before
        for move in state.moves():
            for word in GAME.spell(state, move):
                for n, spot in enumerate(word):
                    moment = snapshot(state, *word[:n])
                    at = view.points(moment).get(spot)
                    if at is None:
                        assert spot in [choice.spot for choice in view.choices(moment)]
                    else:
                        assert view.spot_at(moment, at) == spot
                break  # the other spelling only begins with the other piece


@pytest.mark.parametrize("seed", range(4))
def test_a_ghost_or_an_arrow_of_a_way_means_that_way(seed: int) -> None:
    view = view_for()
    for ply in random_match(2, seed).plies[4::4]:
        state = ply.before
        for move in (move for move in state.moves() if move.is_push):
            word = GAME.spell(state, move)[0]
            moment = snapshot(state, *word[:2])
            (pushed, *_) = GAME.effects(state, move)
            found = {view.spot_at(moment, view.spots[step.end or ""]) for step in pushed}
            ways = push_choices(moment.candidates, moment.picked)
            ends = [end for way in ways for end in way.ends]
            assert all(spot in WAYS or ends.count(spot or "") > 1 for spot in found)
            assert word[2] in found
            assert view.spot_at(moment, view.spots[word[0]]) == word[1], "the pair is one thing"


def test_a_pull_goes_the_same_way_from_either_piece() -> None:
    view = view_for()
    state = GAME.read_state(after("h8", "i8", "h7", "g7"))
    word = ("g7", "h7", "sw")
    moment = snapshot(state, *word[:2])
    assert word[2] in moment.open
    x, y = view.cell, 0.866 * view.cell
    for piece in word[:2]:
        start = view.spots[piece]
        view.spot_at(moment, start)
        end = start[0] - x / 2, start[1] + y
        assert view.spot_at(replace(moment, held=(word[1], end)), end) == "sw"
        back = replace(moment, held=(word[1], start))
        assert view.spot_at(back, start) == word[1]


def test_one_pulled_on_at_once_is_measured_from_where_it_was_taken() -> None:
    view = view_for()
    state = GAME.read_state(after("h8", "i8", "h7", "g7"))
    view.spot_at(snapshot(state, "g7"), view.spots["h7"])
    assert view.grip == "h7"


def test_beside_the_ways_other_pieces_can_still_be_touched() -> None:
    view = view_for()
    state = GAME.read_state(after("h8", "i8", "h7", "g7"))
    moment = snapshot(state, "g7", "h7")
    assert view.spot_at(moment, view.spots["h8"]) == "h8"
    assert view.spot_at(moment, view.spots["c4"]) == "c4"
    assert view.spot_at(moment, (2.0, 2.0)) is None


def after(*plies: str) -> str:
    state = GAME.start()
    for ply in plies:
        state = state.play(GAME.read_move(ply))
    return str(state)


@pytest.mark.parametrize("pits_count", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_can_be_told_in_few_words(seats: int, pits_count: bool) -> None:
    view = view_for(seats)
    for seed in range(6):
        match = random_match(seats, seed, pits_count)
        for ply in match.plies:
            assert 2 <= len(view.describe_ply(ply).split()) <= 8
            moment = snapshot(ply.before)
            words = [view.prompt(moment), view.prompt(replace(moment, preview=ply.move))]
            if ply.move.is_push:
                word = GAME.spell(ply.before, ply.move)[0]
                words += [view.prompt(snapshot(ply.before, *word[:n])) for n in (1, 2)]
            assert all(2 <= len(text.split()) <= 10 for text in words)
            assert all(len(choice.label.split()) == 1 for choice in view.choices(moment))
            assert 0 <= view.seconds(ply) < 1.6
        assert view.prompt(snapshot(match.state)) == "The game is over."


def test_prompts_say_what_is_asked_for() -> None:
    view = view_for()
    state = GAME.start()
    for ply in ("h8", "i8", "h7", "g7", "g7h7:sw", "g7h8:ne"):
        state = state.play(GAME.read_move(ply))
    assert "one black piece" in view.prompt(snapshot(state))
    pushing = state.play(GAME.read_move("xi9"))
    assert "two white pieces" in view.prompt(snapshot(pushing))


def test_the_number_beside_a_rack_is_told_in_words() -> None:
    view, match = view_for(), Match(GAME, 2, {})
    match.play("h8")
    moment = snapshot(match.state)
    score, tray = view.score(moment, 0), view.named(moment, "tray:0")
    assert score is not None
    assert tray is not None
    assert score.args["n"] == tray.words.args["n"] == 62
    assert tray.seat == 0


@pytest.mark.parametrize("seats", [2, 3])
def test_the_first_push_of_each_seat_is_told_what_takes_their_places(seats: int) -> None:
    view, match, told = view_for(), Match(GAME, seats, {}), list[bool]()
    while len(told) < 2 * seats:
        state, moves = match.state, match.state.moves()
        if moves[0].is_push:
            told.append("take their places" in view.prompt(snapshot(state)))
        match.play(str(moves[0]))
    assert told == [True] * seats + [False] * seats


@pytest.mark.parametrize("counts", [False, True])
def test_a_pit_says_that_it_counts_in_no_line_unless_it_does(counts: bool) -> None:
    state = GAME.start(pits_count=counts)
    named = view_for().named(snapshot(state), "a1")
    assert named is not None
    assert ("no line" in named.words) is not counts


def test_both_pieces_of_a_set_up_are_told_and_marked() -> None:
    view = view_for()
    match = Match(GAME, 2, {})
    for ply in ("h8", "i8", "h7", "g7"):
        match.play(GAME.read_move(ply))
    both, second = match.plies[2:4], match.plies[3]
    assert view.describe_turn(both) != view.describe_ply(second)
    one, two = Frame(view.places.canvas), Frame(view.places.canvas)
    view.draw_last(one, match.plies[2])
    view.draw_last(two, second)
    assert len(two.blits) == 2 * len(one.blits)


def test_why_white_takes_a_piece_off_is_told_with_it() -> None:
    view = view_for()
    match = Match(GAME, 2, {})
    for ply in ("h8", "i8", "h7", "g7", "g7h7:sw", "g7h8:ne", "xi9"):
        match.play(GAME.read_move(ply))
    told = view.describe_turn(match.plies[5:7])
    assert view.describe_ply(match.plies[6]) not in told
    assert "because" in told


def test_the_last_ply_is_not_marked_while_pieces_are_picked() -> None:
    view = view_for()
    match = Match(GAME, 2, {})
    for ply in ("h8", "i8", "h7", "g7", "g7h7:sw"):
        match.play(GAME.read_move(ply))
    state, last = match.state, match.plies[-1]
    for picked in (("h8",), ("h8", "i8")):
        plain = drawn(view, snapshot(state, *picked))
        assert drawn(view, snapshot(state, *picked, last=last)) == plain
        assert drawn(view, snapshot(state, *picked, marked=last)) == plain


def test_a_hint_leaves_the_pair_where_it_is_to_be_touched() -> None:
    view = view_for()
    match = Match(GAME, 2, {})
    for ply in ("h8", "i8", "h7", "g7", "g7h7:sw"):
        match.play(GAME.read_move(ply))
    move = next(move for move in match.state.moves() if move.is_push)
    word = GAME.spell(match.state, move)[0]
    advice = snapshot(match.state, preview=move, hinted=word)
    pieces = [view.picture("B", spot) for spot in word[:2]]
    shown = Frame(view.places.canvas)
    view.draw(shown, advice)
    at = [(blit.x, blit.y) for blit in shown.blits if blit.surface is pieces[0]]
    held = Frame(view.places.canvas)
    view.draw(held, snapshot(match.state))
    assert at == [(blit.x, blit.y) for blit in held.blits if blit.surface is pieces[0]]


@pytest.mark.parametrize("turns", [0, 2])
def test_the_numbers_of_a_hint_cover_no_arrow(turns: int) -> None:
    view = view_for(size=(1280, 800))
    for ply in random_match(2, 3).plies[6:30:3]:
        state = ply.before
        for move in [move for move in state.moves() if move.is_push][::5]:
            word = GAME.spell(state, move)[0]
            *_, way = marks_of_word(view, snapshot(state), word, turns)
            for mark in marks_of_word(view, snapshot(state), word, turns):
                dx, dy = CORNERS[mark.corner]
                badge = turn_point(
                    (mark.at[0] + dx * view.cell, mark.at[1] + dy * view.cell), turns, mark.at
                )
                assert dist(badge, way.at) > 0.5 * view.cell


def test_a_ply_that_ends_the_game_says_so_before_it_is_played() -> None:
    view = view_for()
    matches = (random_match(2, seed) for seed in range(50))
    last = next(match.plies[-1] for match in matches if match.state.lines())
    words = view.prompt(snapshot(last.before, preview=last.move))
    assert "seven" in words.lower()


@pytest.mark.parametrize("seats", [2, 4])
def test_every_moment_of_a_game_can_be_drawn(seats: int) -> None:
    view = view_for(seats, (480, 320))
    match = random_match(seats, 1)
    last: Ply | None = None
    for ply in match.plies:
        moment = snapshot(ply.before, last=last, cursor="h8", refused=("g7",))
        drawn(view, moment, seats)
        drawn(view, replace(moment, preview=ply.move), seats)
        for spent in (0.0, 0.2, 0.5, 0.8, view.seconds(ply)):
            still = replace(moment, open=frozenset(), motion=PlyAnimation(ply, spent))
            drawn(view, still, seats)
        if ply.move.is_push:
            word = GAME.spell(ply.before, ply.move)[0]
            for n in (1, 2):
                held = (word[n - 1], view.spots["c4"])
                drawn(view, snapshot(ply.before, *word[:n], cursor=word[n], held=held), seats)
        last = ply
    for share in (0.0, 0.4, 1.0):
        drawn(view, snapshot(match.state, last=last, finish=share), seats)


def test_what_may_be_touched_is_lit() -> None:
    view = view_for()
    state = GAME.start()
    for ply in ("", "h8", "i8", "h7", "g7", "g7h7:sw", "g7h8:ne"):
        state = state.play(GAME.read_move(ply)) if ply else state
        moment = snapshot(state)
        assert drawn(view, moment) != drawn(view, replace(moment, open=frozenset()))


def test_each_choice_changes_the_picture() -> None:
    view = view_for()
    state = GAME.read_state(after("h8", "i8", "h7", "g7"))
    pair = snapshot(state, "g7", "h7")
    pictures = [drawn(view, snapshot(state)), drawn(view, snapshot(state, "g7")), drawn(view, pair)]
    pictures += [drawn(view, replace(pair, preview=move)) for move in pair.candidates]
    assert len(set(pictures)) == len(pictures)


def test_the_pot_shrinks_when_a_piece_leaves_the_rack() -> None:
    view = view_for()
    before = GAME.read_state(after("h8", "i8", "h7", "g7"))
    move = GAME.read_move("g7h7:sw")
    ply = Ply(0, move, before, before.play(move))
    moment = snapshot(before.play(move), open=frozenset())
    counts = [
        view.pot_shown(replace(moment, motion=PlyAnimation(ply, spent)), 0)
        for spent in (0.0, 0.3, view.seconds(ply) - 0.01)
    ]
    assert counts == [61, 61, 59]
    assert view.pot_shown(moment, 0) == 59


@pytest.mark.parametrize("size", SIZES)
def test_everything_fits_the_board(size: tuple[int, int]) -> None:
    view = view_for(2, size)
    box = view.places.board
    rim = view.cell * 0.83
    for x, y in view.spots.values():
        assert box.x <= x - rim * 0.9
        assert x + rim * 0.9 <= box.right
        assert box.y <= y - rim
        assert y + rim <= box.bottom
    points = list(view.spots.values())
    least = min(dist(a, b) for i, a in enumerate(points) for b in points[:i])
    assert least > 2 * view.piece_radius * 1.15
    assert least == pytest.approx(view.cell)


@pytest.mark.parametrize("width", [240, 300, 480])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_racks_stay_in_their_trays(width: float, seats: int) -> None:
    view = make_view(GAME)
    view.fit(places(seats=seats, width=width))
    for rack in view.racks.values():
        box = rack.tray.box
        for index in range((0, 0, 63, 42, 31)[seats]):
            x, y = rack.piece_at(index)
            assert rack.bed.x <= x - rack.radius
            assert x + rack.radius <= rack.bed.right
            assert rack.bed.y <= y - rack.radius
            assert y + rack.radius <= rack.bed.bottom
        assert rack.board.x >= box.x
        figures = rack.figure_size * 1.2
        assert rack.board.right < rack.number_at[0] - figures / 2
        assert rack.number_at[0] + figures / 2 <= box.right + 1


def test_a_small_window_can_be_drawn() -> None:
    for size in ((300, 220), (200, 320)):
        view = view_for(2, size)
        surface = pygame.Surface(size)
        view.draw_base(surface)
        drawn(view, snapshot(GAME.start()))


def test_the_emblem_is_a_board_on_nothing() -> None:
    picture = make_view(GAME).emblem(120)
    assert picture.get_size() == (120, 120)
    assert picture.get_at((0, 0)).a == 0
    assert picture.get_at((60, 60)).a == 255


def test_a_push_and_the_removal_after_it_are_told_together() -> None:
    view = view_for()
    match = Match(GAME, 2, {"pits_count": False}, seed=1)
    for ply in ("h8", "i8", "h7", "g7", "g7h7:sw", "g7h8:ne", "xi9"):
        match.play(ply)
    push, removal = match.plies[-2:]
    told = view.describe_turn((push, removal))
    assert told.key == "shout7.view.told.both"
    assert view.describe_turn((push,)) == view.describe_ply(push)


def test_a_place_where_two_pushes_end_asks_which() -> None:
    view = view_for()
    state = GAME.start()
    for ply in ("h8", "i8", "h7", "g7"):
        state = state.play(GAME.read_move(ply))
    pair = ("h7", "g7")
    moment = snapshot(state, *pair)
    ways = {way.spot: way for way in push_choices(moment.candidates, moment.picked)}
    ends = [end for way in ways.values() for end in way.ends]
    shared = {end for end in ends if ends.count(end) > 1} - {way.arrow for way in ways.values()}
    assert shared
    for spot in shared:
        assert view.spot_at(moment, view.spots[spot]) == spot
        refusal = GAME.why_touch(state, (*moment.picked, spot))
        assert refusal is not None
        assert refusal.places == (spot,)
    for way in ways.values():
        assert view.spot_at(moment, view.spots[way.arrow]) == way.spot
