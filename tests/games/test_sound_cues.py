"""The sounds of plies in each board game."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from collections.abc import Iterator
from random import Random
from typing import Any

import pygame
import pytest

from tabletop.engine import CHANCE, Game, Match, Ply
from tabletop.games import all_games, find_game, view_of
from tabletop.ui.audio.sound_files import SOUND_NAMES, SoundName
from tabletop.ui.audio.sounds import clock_tick
from tabletop.ui.board.table_layout import table_layout
from tabletop.ui.board.view import PHASE_PAUSE_SECONDS, View
from tabletop.ui.core.canvas import Canvas

BOARDS = [game for game in all_games() if game.kind == "board"]
CAPTURE = (
    "........./........./bb......./..h.b..../..wB...../...w...../........./......www/......www "
    "w 2,2 0,0 - 10"
)
SHOOED = (
    "bb......./b.w.b..../..b...Bh./.w.h.w.../....W.wb./.h......./...w...w./.....bw.b/........w "
    "b 3,1 0,0 b4 20"
)


@pytest.fixture(scope="module", autouse=True)
def display() -> None:
    """Something that pictures can be made for."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((320, 240))


def view_for(match: Match) -> View:
    """The game's view, laid out."""
    view: View = view_of(match.game)
    plan = table_layout(Canvas((1280, 800)), (0,) * match.seats, view.tray_height)
    view.fit(plan.places(match.options))
    return view


def random_plies(game: Game, seed: int, most: int = 80) -> Iterator[Ply]:
    """The plies of a random game of two."""
    luck, match = Random(seed), Match(game, seed=seed)
    while match.outcome is None and len(match.plies) < most:
        if match.state.turn == CHANCE:
            yield match.roll()
        else:
            yield match.play(luck.choice(match.state.moves()))


def heard(view: View, ply: Ply) -> list[SoundName]:
    return [cue.sound for cue in view.cues(ply)]


def heard_at(key: str, position: str, text: str) -> list[SoundName]:
    """What one ply in a position is heard as."""
    game = find_game(key)
    state: Any = game.read_state(position)
    move: Any = game.read_move(text)
    assert move in state.moves()
    ply = Ply(state.turn, move, state, state.play(move))
    return heard(view_for(Match(game)), ply)


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.key)
def test_cues_come_in_the_order_of_time_and_while_the_ply_is_shown(game: Game) -> None:
    view = view_for(Match(game))
    for ply in random_plies(game, 3):
        times = [cue.at for cue in view.cues(ply)]
        assert times == sorted(times)
        assert all(0 <= at <= view.seconds(ply) for at in times)
        assert all(sound in SOUND_NAMES for sound in heard(view, ply))


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: game.key)
def test_whatever_moves_a_piece_is_heard(game: Game) -> None:
    view = view_for(Match(game))
    moved = 0
    for ply in random_plies(game, 4):
        if game.effects is not None and game.effects(ply.before, ply.move):
            assert heard(view, ply), f"{ply.move} is silent"
            moved += 1
    assert moved > 10


def test_super_seven_lets_hear_throws_counters_that_leave_and_boxes_that_are_won() -> None:
    game = find_game("super7")
    view, met = view_for(Match(game)), set()
    for ply in (ply for seed in range(4) for ply in random_plies(game, seed, 300)):
        sounds = heard(view, ply)
        if ply.move.is_throw:
            assert sounds == ["shaken", "landed"]
        elif not ply.move.is_pass:
            won = ply.before.owners != ply.after.owners
            left = bool(ply.before.squares[ply.move.code])
            assert sounds == ["shooed"] * left + ["placed"] + ["box", "placed"] * won
            met |= {("won", won), ("left", left)}
    assert met == {("won", True), ("won", False), ("left", True), ("left", False)}


def test_real_dice_are_only_heard_to_fall() -> None:
    match = Match(find_game("super7"))
    ply = match.play("4+3", "reader:DR-1")
    assert heard(view_for(match), ply) == ["landed"]


def test_trelawney_lets_hear_stones_that_are_laid_pushed_and_pushed_out() -> None:
    game = find_game("trelawney")
    view, met = view_for(Match(game)), set()
    for ply in (ply for seed in range(4) for ply in random_plies(game, seed)):
        steps = [step for phase in view_effects(game, ply) for step in phase]
        pushed = any(step.start for step in steps)
        out = any((step.end or "").startswith("ring:") for step in steps)
        sounds = heard(view, ply)
        assert sounds[0] == "placed"
        assert ("slid" in sounds) == (pushed and not out)
        assert ("shooed" in sounds) == out
        met.add((pushed, out))
    assert met == {(False, False), (True, False), (True, True)}


def view_effects(game: Game, ply: Ply) -> Any:
    return game.effects(ply.before, ply.move)


def test_shout_7_lets_hear_the_pair_slide_and_each_piece_that_is_laid() -> None:
    game = find_game("shout7")
    view, met = view_for(Match(game)), set()
    for ply in random_plies(game, 2):
        if not ply.move.is_pass:
            pushed, phases = ply.move.is_push, view_effects(game, ply)
            laid = len(phases) == 2
            expected = ["slid", "placed"] + ["placed", "placed"] * laid if pushed else ["placed"]
            if not ply.move.is_removal:
                assert heard(view, ply) == expected
            met.add(pushed)
    assert met == {True, False}


def test_shoo_is_heard_as_each_phase_comes_to_lie() -> None:
    game = find_game("shoo")
    state: Any = game.read_state(CAPTURE)
    move: Any = game.read_move("d4*d5@d6~g5")
    view, ply = view_for(Match(game)), Ply(0, move, state, state.play(move))
    _, *placed = [cue.at for cue in view.cues(ply)]
    assert len(placed) == len(view_effects(game, ply)) == 3
    assert placed == sorted(set(placed))
    assert placed[-1] == pytest.approx(view.seconds(ply) - PHASE_PAUSE_SECONDS)


@pytest.mark.parametrize(
    ("position", "ply", "sounds"),
    [
        (CAPTURE, "d4*d5@d6", ["shooed", "placed", "placed"]),
        (CAPTURE, "+c1", ["placed"]),
        (CAPTURE, "=c6", ["snap"]),
        (SHOOED, "c7-d8", ["placed"]),
        (SHOOED, "c7^d6", ["placed"]),
    ],
)
def test_shoo_lets_hear_who_is_chased_off(position: str, ply: str, sounds: list[SoundName]) -> None:
    assert heard_at("shoo", position, ply) == sounds


@pytest.mark.parametrize(
    ("left", "now"), [(10.0, 10.0), (9.99, 10.0), (3.01, 4.0), (3.0, 3.0), (2.6, 3.0), (2.5, 2.5)]
)
def test_a_clock_ticks_once_a_second_and_twice_in_its_last_three(left: float, now: float) -> None:
    assert clock_tick(left) == now
