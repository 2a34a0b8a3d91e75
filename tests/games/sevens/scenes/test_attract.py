"""Sevens playing itself for people who pass by: real, untouchable, silent, and over in time."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import gc
import re
import weakref
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from inspect import getsource
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tabletop.engine import RuleNote, Text
from tabletop.games import find_game
from tabletop.games.sevens.computer.player import DoneStep, LayStep
from tabletop.games.sevens.figures import booklet
from tabletop.games.sevens.rules.events import Card
from tabletop.games.sevens.rules.match import GAME, Phase, SevensMatch
from tabletop.games.sevens.rules.pieces import gap
from tabletop.games.sevens.rules.score import Score
from tabletop.games.sevens.scenes import attract
from tabletop.games.sevens.scenes.attract import (
    ATTRACT_OPTIONS,
    RESULT_SECONDS,
    AttractMatchScene,
)
from tabletop.games.sevens.scenes.phases.computer import ComputerBuildPhase, building_order
from tabletop.games.sevens.scenes.phases.guessing import GuessPhase
from tabletop.games.sevens.view.layout import attract_layout, layout_for
from tabletop.input.actions import Button as Key
from tabletop.input.actions import Down, Press, Tap, Walk
from tabletop.scenes.catalogue import live_game
from tabletop.settings import Settings
from tabletop.storage import Store
from tabletop.ui.audio.sound_files import SoundName
from tabletop.ui.audio.sounds import Sounds
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Box, Canvas
from tabletop.ui.core.frame import Frame
from tests.games.sevens.scripted_match import seed_of
from tests.lanes import slow_except

SIZE = (760, 800)
"""What is left of a window beside the words."""
TICK = 1 / 15
IN_TIME = 240.0
"""Seconds in which every match is over, whoever plays it."""


def begun(table: AppContext, seed: int = 7, size: tuple[int, int] = SIZE) -> AttractMatchScene:
    table.seed = lambda: seed
    scene = live_game(find_game("sevens")).shown(table)
    assert isinstance(scene, AttractMatchScene)
    scene.fit(Canvas(size))
    return scene


def run(scene: AttractMatchScene, tick: float = TICK) -> Iterator[float]:
    """Lets time go by until it has ended; the seconds that have gone."""
    for turn in count(1):
        assert scene.update(tick) is None
        yield turn * tick
        if scene.done:
            return


def until(scene: AttractMatchScene, *phases: Phase) -> None:
    next(gone for gone in run(scene) if scene.context.match.phase in phases)


class Told:
    """What was said in a match, and what the match was by then."""

    def __init__(self, scene: AttractMatchScene) -> None:
        self.remarks: list[tuple[Phase, RuleNote]] = []
        self.lasted = 0.0
        for self.lasted in run(scene):
            assert scene.remark is not None
            said = scene.context.match.phase, scene.remark
            if not self.remarks or self.remarks[-1] != said:
                self.remarks.append(said)
        self.match = scene.context.match


@cache
def told_of(seed: int) -> Told:
    """A whole match, which the tests share."""
    with TemporaryDirectory() as folder, Store.open(Path(folder)) as store:
        table = AppContext(Settings(), store, Path(folder), lambda: "2030-01-01", lambda: seed)
        scene = begun(table, seed)
        told = Told(scene)
        scene.leave()
        return told


@cache
def seeds() -> tuple[int, ...]:
    """Seeds with which every card is drawn by the loser of a first round."""
    return tuple(seed_of(card, Card.UNVEIL) for card in Card)


@pytest.mark.parametrize("seed", slow_except([*seeds(), 1], 1))
def test_it_plays_a_whole_match_by_the_rules_in_time(seed: int) -> None:
    told = told_of(seed)
    match = told.match
    assert match.phase is Phase.OVER
    assert told.lasted <= IN_TIME
    assert len(match.turns) == 6
    again = SevensMatch.replay(match.record())
    assert again.totals == match.totals
    numbers = {rule.number for rule in GAME.rules}
    for _, remark in told.remarks:
        assert remark.rule in numbers
        assert isinstance(remark.said, Text)
        assert len(remark.said) <= 62
    phases = {phase for phase, _ in told.remarks}
    assert phases >= set(Phase) - {Phase.CARD, Phase.PEEK}


RULE_OF = {
    Phase.TOSS: {"1"},
    Phase.ARRANGE: {"2", "6", "8", "9"},
    Phase.READY: {"3", "6"},
    Phase.LOOK: {"3", "6"},
    Phase.GUESS: {"3", "6", "10"},
    Phase.PEEK: {"4"},
    Phase.SCORED: {"5", "6", "11"},
    Phase.CARD: {"6"},
    Phase.OVER: {"7"},
}


@pytest.mark.slow
def test_each_remark_is_of_a_rule_of_its_phase_and_all_are_made(table: AppContext) -> None:
    seen: set[str] = set()
    for seed in seeds():
        for phase, remark in told_of(seed).remarks:
            assert remark.rule in RULE_OF[phase], remark
            seen.add(key_of(remark))
    seen.update(rare_remarks(table))
    assert seen == set(re.findall(r'"(sevens\.remark\.[a-z_.]+)"', getsource(attract)))


def key_of(remark: RuleNote | None) -> str:
    assert remark is not None
    assert isinstance(remark.said, Text)
    return remark.said.key


def said_by(scene: AttractMatchScene) -> tuple[str, str]:
    assert scene.remark is not None
    return scene.remark.rule, str(scene.remark.said)


def rare_remarks(table: AppContext) -> Iterator[str]:
    """What is said where luck has it so: a longer look, an unveiled piece, a peek, a same shape."""
    scene = begun(table)
    match = scene.context.match
    until(scene, Phase.READY)
    match.cards, match.round = ((match.guesser, Card.SECONDS),), 1
    assert said_by(scene) == ("6", "The card gives Blue 10 seconds to look.")
    yield key_of(scene.remark)
    match.cards = ((match.arranger, Card.SECONDS),)
    assert said_by(scene) == ("3", "Blue sees the picture for 5 seconds.")
    match.round = 0
    until(scene, Phase.GUESS)
    match.unveiled = 0
    assert said_by(scene) == ("6", "The card shows Blue the place of one piece.")
    yield key_of(scene.remark)
    match.unveiled = None
    match.peek(match.now)
    assert said_by(scene) == ("4", "Blue peeks once more, for 2 points.")
    yield key_of(scene.remark)
    until(scene, Phase.SCORED)
    (turn,) = match.turns
    match.turns = (replace(turn, score=Score(3, True, 7)),)
    assert said_by(scene) == ("5", "A point for each piece that lies right.")
    next(gone for gone in run(scene) if "on" in [b.key for b in scene.phase.buttons.buttons])
    assert said_by(scene) == ("11", "The same shape counts in full, however it is laid.")
    yield key_of(scene.remark)


def test_no_hand_does_anything(table: AppContext) -> None:
    scene = begun(table)
    until(scene, Phase.GUESS)
    canvas = scene.context.canvas
    before = scene.context.match.events, scene.phase
    for x in range(40, round(canvas.width), 120):
        for y in range(40, round(canvas.height), 120):
            at = float(x), float(y)
            assert scene.handle(Down(source="touch", contact=1, at=at)) is None
            assert scene.handle(Tap(source="touch", contact=1, at=at)) is None
    for key in Key:
        assert scene.handle(Press(source="keyboard", button=key)) is None
    assert scene.handle(Walk(source="keyboard", by=1)) is None
    assert (scene.context.match.events, scene.phase) == before
    assert scene.sayings() == ()


class Heard(Sounds):
    """Remembers what was to be heard."""

    def __init__(self) -> None:
        super().__init__()
        self.played: list[str] = []

    def play(self, name: SoundName, loudness: float = 1.0) -> None:
        del loudness
        self.played.append(name)


def test_nothing_of_it_is_heard_or_kept(table: AppContext) -> None:
    heard = Heard()
    table.sounds = heard
    scene = begun(table)
    for _ in run(scene):
        pass
    scene.leave()
    table.store.flush()
    assert heard.played == []
    assert table.store.unfinished() == ()


def test_the_picture_is_built_on_the_board_by_a_hand_and_is_the_one_to_be_guessed(
    table: AppContext,
) -> None:
    scene = begun(table)
    until(scene, Phase.ARRANGE)
    phase = scene.phase
    assert isinstance(phase, ComputerBuildPhase)
    held = 0
    laid: list[int] = []
    for _ in run(scene):
        if scene.context.match.phase is not Phase.ARRANGE:
            break
        assert phase.surface is not None
        held += any(piece.held for piece in phase.surface.pieces.pieces)
        laid.append(phase.laid)
    assert held > 10
    assert laid == sorted(laid)
    assert set(laid) == set(range(8))
    target = scene.context.match.target
    assert target is not None
    assert phase.surface is not None
    shape = phase.surface.picture()
    (x, y), (tx, ty) = shape.middle, target.middle
    assert shape.kinds != ()
    apart = shape.shifted((tx - x, ty - y))
    for piece in target.pieces:
        same = (other for other in apart.pieces if other.kind == piece.kind)
        assert any(
            max(abs(a - b) for at, to in zip(sorted(piece.corners), sorted(other.corners),
                                            strict=True) for a, b in zip(at, to, strict=True))
            < 0.05
            for other in same
        )  # fmt: skip


def test_every_figure_is_built_so_that_each_piece_touches_another() -> None:
    for figure in booklet():
        *lays, last = building_order(figure.picture, 1.0)
        assert isinstance(last, DoneStep)
        numbers = [step.number for step in lays if isinstance(step, LayStep)]
        pieces = figure.picture.pieces
        assert sorted(numbers) == list(range(len(pieces)))
        for place, number in enumerate(numbers[1:], 1):
            own = pieces[number].corners
            assert min(gap(own, pieces[n].corners) for n in numbers[:place]) < 0.05


def test_another_window_goes_on_with_what_is_done(table: AppContext) -> None:
    scene = begun(table)
    until(scene, Phase.ARRANGE)
    for _ in range(60):
        scene.update(TICK)
    scene.fit(Canvas((1080, 1000)))
    until(scene, Phase.GUESS)
    phase = scene.phase
    assert isinstance(phase, GuessPhase)
    scene.fit(Canvas(SIZE))
    assert scene.phase is phase
    until(scene, Phase.SCORED)
    assert scene.context.match.target is not None


def test_it_sleeps_at_rest_and_wakes_for_what_comes(table: AppContext) -> None:
    scene = begun(table)
    gone, drawn = 0.0, 0
    while not scene.done:
        wait = min(2.0, scene.wakes_in())
        drawn += wait == 0
        step = wait or 1 / 60
        scene.update(step)
        gone += step
    assert gone <= IN_TIME
    assert scene.context.match.phase is Phase.OVER
    until_over = gone - RESULT_SECONDS
    assert drawn / 60 < 0.75 * until_over
    assert scene.wakes_in() > 1.0


def test_where_nothing_shall_move_it_goes_by_leaps(table: AppContext) -> None:
    table.settings = table.settings.but({"look.motion": "reduced"})
    scene = begun(table)
    until(scene, Phase.GUESS)
    phase = scene.phase
    for _ in range(400):
        scene.update(TICK)
        if phase is not scene.phase:
            break
        assert phase.surface is not None
        assert not any(piece.held for piece in phase.surface.pieces.pieces)


def test_it_leaves_nothing_behind(table: AppContext) -> None:
    scene = begun(table)
    until(scene, Phase.SCORED)
    scene.draw(Frame(Canvas(SIZE)))
    scene.leave()
    gone = weakref.ref(scene)
    del scene
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize("size", [SIZE, (1280, 800), (1080, 1920), (1024, 600), (1080, 1000)])
def test_nothing_lies_over_anything_else(size: tuple[int, int]) -> None:
    plan = layout_for(Canvas(size))
    for acting in (0, 1):
        shown = attract_layout(Canvas(size), acting)
        boxes = (shown.board, shown.near, shown.far, shown.head, shown.clock, shown.sheet)
        window = Canvas(size).box
        for number, box in enumerate(boxes):
            assert min(box.w, box.h) > 60
            assert window.holds((box.x, box.y))
            assert box.right <= window.right
            assert box.bottom <= window.bottom
            assert not any(meet(box, other) for other in boxes[number + 1 :])
        assert shown.board.w * shown.board.h > 0.98 * plan.board.w * plan.board.h
    assert attract_layout(Canvas(size), 0).near == attract_layout(Canvas(size), 1).far


def meet(one: Box, other: Box) -> bool:
    return (
        one.x < other.right
        and other.x < one.right
        and one.y < other.bottom
        and other.y < one.bottom
    )


def test_its_times_are_the_shortest_that_the_game_has() -> None:
    for option in GAME.options:
        if option.key in ATTRACT_OPTIONS:
            assert ATTRACT_OPTIONS[option.key] == option.choices[0]
