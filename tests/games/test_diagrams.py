"""The drawing of every board fits its game: places, pieces, and what the window shows."""

from functools import partial
from itertools import combinations
from math import cos, dist, pi, sin
from typing import Any

import pytest

from tabletop.engine import Picker
from tabletop.engine.diagram import Corners, Diagram, Point, Tile
from tabletop.games import view_of
from tabletop.ui.board.diagram import diagram_of
from tabletop.ui.board.view import BoardSnapshot, Tray, ViewLayout
from tabletop.ui.core.canvas import Box, Canvas
from tests.games.drop_in_games import drop_in_games
from tests.random_games import SETTINGS, Played, Setting, play_random

NEAR = 0.005
"""In cells; window boards are laid out in whole pixels."""

TRAY = Box(0, 4000, 1000, 400)


class Drawn:
    """The diagram of a setting, and the view of its game in a window."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        game = setting.game
        options = game.check_options(dict(setting.options))
        with drop_in_games():
            self.view = view_of(game)
        self.diagram: Diagram = diagram_of(game, self.view, setting.seats, options)
        canvas = Canvas((4000, 4000))
        trays = {seat: Tray(TRAY) for seat in range(setting.seats)}
        self.view.fit(ViewLayout(canvas, canvas.box, trays, options, setting.seats))
        self.tiles = {tile.spot: tile for tile in self.diagram.tiles}


@pytest.fixture(scope="module", params=SETTINGS, ids=str)
def drawn(request: pytest.FixtureRequest) -> Drawn:
    return Drawn(request.param)


@pytest.fixture(scope="module")
def played(drawn: Drawn) -> Played:
    return Played(drawn.setting, tuple(play_random(drawn.setting, seed) for seed in (0, 1)))


def outline(tile: Tile) -> Corners:
    if tile.corners:
        return tile.corners
    x, y = tile.centre
    angles = (2 * pi * k / 32 for k in range(32))
    return tuple((x + tile.radius * cos(a), y + tile.radius * sin(a)) for a in angles)


def apart(a: Corners, b: Corners) -> bool:
    """Whether two convex outlines do not overlap: some edge's normal separates them."""
    for corners in (a, b):
        for (x, y), (u, v) in zip(corners, (*corners[1:], corners[0]), strict=True):
            normal = v - y, x - u
            first, second = (
                [normal[0] * p + normal[1] * q for p, q in points] for points in (a, b)
            )
            if min(first) >= max(second) - 1e-9 or min(second) >= max(first) - 1e-9:
                return True
    return False


def turned(at: Point, quarters: int) -> Point:
    for _ in range(quarters):
        at = -at[1], at[0]
    return at


def test_tiles_are_the_places_of_the_view_in_the_same_arrangement(drawn: Drawn) -> None:
    assert drawn.tiles.keys() == drawn.view.spots.keys()
    first = drawn.diagram.tiles[0]
    for tile in drawn.diagram.tiles:
        for axis in (0, 1):
            shown = drawn.view.spots[tile.spot][axis] - drawn.view.spots[first.spot][axis]
            away = tile.centre[axis] - first.centre[axis]
            assert away == pytest.approx(shown / drawn.view.cell, abs=NEAR), tile.spot


def test_tiles_do_not_overlap_and_all_is_inside(drawn: Drawn) -> None:
    diagram = drawn.diagram
    for a, b in combinations(diagram.tiles, 2):
        if dist(a.centre, b.centre) < 1.5:
            assert apart(outline(a), outline(b)), (a.spot, b.spot)
    corners = [point for tile in diagram.tiles for point in outline(tile)]
    corners += [point for line in diagram.lines for point in line]
    corners += [*diagram.dots, *(sign.at for sign in diagram.signs)]
    # The point of an area's corner lies outside where the corner is round.
    corners += [point for area in diagram.areas if not area.rounding for point in area.corners]
    assert all(0 <= x <= diagram.width and 0 <= y <= diagram.height for x, y in corners)
    for tile in diagram.tiles:
        assert min(dist(tile.centre, point) for point in outline(tile)) >= tile.radius - 1e-9


def test_every_piece_has_a_glyph_with_a_name(drawn: Drawn, played: Played) -> None:
    glyphs = {glyph.letter: glyph for glyph in drawn.diagram.glyphs}
    assert len(glyphs) == len(drawn.diagram.glyphs)
    assert len({str(glyph.name) for glyph in glyphs.values()}) == len(glyphs)
    seats = {glyph.seat for glyph in glyphs.values()} - {None}
    assert seats == set(range(drawn.setting.seats))
    for moment in played.moments:
        standing = drawn.setting.game.pieces(moment.state)
        assert standing.keys() <= drawn.tiles.keys()
        assert set(standing.values()) <= glyphs.keys()


def offered(drawn: Drawn, state: Any, picker: Picker[Any]) -> set[str]:
    """The open places that are no tiles but can be chosen in another way."""
    game = drawn.setting.game
    snapshot = BoardSnapshot(
        game,
        state,
        game.acting(state),
        picked=picker.picked,
        open=picker.open,
        candidates=picker.candidates,
    )
    cards = {spot for card in drawn.view.cards(snapshot) for spot in card.word}
    buttons = {button.spot for button in drawn.view.choices(snapshot)}
    return cards | buttons | set(drawn.view.points(snapshot))


def test_every_touch_of_a_ply_is_a_tile_or_is_offered(drawn: Drawn, played: Played) -> None:
    game = drawn.setting.game
    for moment in played.some(12):
        state = moment.state
        moves = state.moves()
        words = {word[:n] for move in moves for word in game.spell(state, move) for n in (0, 1, 2)}
        for begun in sorted(words)[::7]:
            picker = Picker(moves, partial(game.spell, state))
            if not all(spot in picker.open and picker.pick(spot) is None for spot in begun):
                continue
            beside = {spot for spot in picker.open if not spot.startswith("die:")} - set(
                drawn.tiles
            )
            assert beside <= offered(drawn, state, picker), begun


def test_a_turned_board_is_the_same_board(drawn: Drawn) -> None:
    diagram = drawn.diagram
    assert len(diagram.turns) in (0, drawn.setting.seats)
    xs, ys = zip(*(tile.centre for tile in diagram.tiles), strict=True)
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    places = [(x - middle[0], y - middle[1]) for x, y in zip(xs, ys, strict=True)]
    for quarters in diagram.turns:
        for place in places:
            there = turned(place, quarters)
            assert min(dist(there, other) for other in places) < NEAR


def test_areas_that_hold_tiles_hold_them_all(drawn: Drawn) -> None:
    for area in drawn.diagram.areas:
        inner = [drawn.tiles[spot] for spot in area.spots]
        for tile in inner:
            assert not apart(outline(tile), area.corners)
        others = [tile for tile in drawn.diagram.tiles if area.spots and tile not in inner]
        assert all(apart(outline(tile), area.corners) for tile in others)
