"""Hints keep what lies right, and say which piece goes where and what is in its way."""

import pytest

from tabletop.games.sevens.rules.pieces import (
    FULL_SET,
    SQRT2,
    Corners,
    Kind,
    Picture,
    Piece,
    shifted,
)
from tabletop.games.sevens.solver import Outline, next_piece, search, solve

SQUARE = Outline.from_rings([[(0, 0), (2 * SQRT2, 0), (2 * SQRT2, 2 * SQRT2), (0, 2 * SQRT2)]])


def laid(picture: Picture) -> list[tuple[Kind, Corners]]:
    return [(piece.kind, piece.corners) for piece in picture.pieces]


def square() -> Picture:
    way = solve(SQUARE)
    assert way is not None
    return way


def test_a_hint_lays_a_piece_until_all_are_right() -> None:
    way = square()
    done: list[tuple[Kind, Corners]] = []
    for _ in FULL_SET:
        hint = next_piece([way], done)
        assert hint is not None
        assert hint.right == tuple(range(len(done)))
        assert (hint.taken, hint.in_the_way) == (None, ())
        done.append((hint.piece.kind, hint.piece.corners))
    assert next_piece([way], done) is None
    assert Outline.of(Picture.from_corners(done)).area == pytest.approx(8)


def test_a_hint_follows_the_way_that_keeps_most_of_what_lies() -> None:
    ways = list(filter(None, search(SQUARE)))
    for way in ways:
        some = laid(way)[2:]
        hint = next_piece(ways, some, anywhere=False)
        assert hint is not None
        assert hint.right == (0, 1, 2, 3, 4)
        assert hint.piece in way.pieces


def test_a_hint_is_given_where_the_picture_is_built() -> None:
    way = square()
    some = laid(way.shifted((3.25, -1.5)))[1:]
    hint = next_piece([way], some)
    assert hint is not None
    assert hint.right == (0, 1, 2, 3, 4, 5)
    x, y = Picture((hint.piece,)).middle
    wanted = Picture((Piece("L", shifted(way.pieces[0].corners, (3.25, -1.5))),)).middle
    assert (x, y) == pytest.approx(wanted)


def test_a_hint_names_the_piece_to_take_and_what_lies_in_the_way() -> None:
    way = square()
    corners = dict(laid(way))
    q = corners["Q"]
    astray = shifted(q, (0.5, 0.1))
    some = [piece for piece in laid(way) if piece[0] != "Q"]
    hint = next_piece([way], [("Q", astray), *some], anywhere=False)
    assert hint is not None
    assert (hint.piece.kind, hint.piece.corners) == ("Q", q)
    assert hint.taken == 0
    assert hint.in_the_way == (0,)
    assert hint.right == (1, 2, 3, 4, 5, 6)


def test_a_hint_takes_the_free_one_of_two_alike_pieces() -> None:
    way = square()
    some = [piece for piece in laid(way) if piece[0] != "S"]
    elsewhere: Corners = ((9.0, 9.0), (10.0, 9.0), (9.0, 10.0))
    one_astray = next_piece([way], [*some, ("S", elsewhere)])
    assert one_astray is not None
    assert one_astray.taken is None
    both = next_piece([way], [*some, ("S", elsewhere), ("S", shifted(elsewhere, (2, 0)))])
    assert both is not None
    assert both.taken in (5, 6)


def test_a_hint_needs_a_way() -> None:
    with pytest.raises(ValueError, match="No solution"):
        next_piece([None], [])
