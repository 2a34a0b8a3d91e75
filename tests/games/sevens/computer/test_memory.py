"""What a computer player keeps of a picture, how it fills it up, and what its levels come to."""

from dataclasses import replace
from statistics import fmean

import pytest

from tabletop.ai import LEVELS
from tabletop.games.sevens.computer.memory import (
    SKILLS,
    Memory,
    RandomSource,
    clarity,
    exposed,
    level_named,
    remember_look,
    remember_peek,
    skill_of,
)
from tabletop.games.sevens.computer.player import (
    DoneStep,
    GuessSituation,
    LayStep,
    PeekStep,
    PlanStep,
    fit_forgotten,
    plan_turn,
)
from tabletop.games.sevens.figures import booklet
from tabletop.games.sevens.rules.match import Phase, SevensMatch
from tabletop.games.sevens.rules.pieces import Picture, overlapping_pairs
from tabletop.games.sevens.rules.score import score
from tests.games.sevens.sample_pictures import SQUARE
from tests.games.sevens.scripted_match import DIAMOND
from tools.sevens_simulation import picture_at, play_to_end, run_to_end

TURNS = 24
LOW, MIDDLE, TOP = SKILLS[0], SKILLS[2], SKILLS[-1]


def seen(number: int) -> Picture:
    """A figure of the booklet, its middle at (0, 0)."""
    picture = booklet()[number].picture
    x, y = picture.middle
    return picture.shifted((-x, -y))


def known(picture: Picture, seconds: float, *, seams: bool = True, skill: int = 2) -> float:
    """How many of its pieces are known after a look, on average."""
    return fmean(
        len(picture)
        - remember_look(
            picture, seconds, SKILLS[skill], RandomSource(seed, "look"), seams=seams
        ).unsure
        for seed in range(200)
    )


def turn(level: int, seed: int, clock: float = 180.0, *, seams: bool = True) -> GuessSituation:
    return GuessSituation(seen(seed * 5), SKILLS[level], seed, 0, 10.0, 5.0, clock, seams=seams)


def points(level: int, clock: float = 180.0, *, seams: bool = True) -> float:
    """What a level gets on average; a peek is paid for."""
    found = []
    for seed in range(TURNS):
        now = turn(level, seed, clock, seams=seams)
        steps = run_to_end(plan_turn(now))
        cost = 2 * any(isinstance(step, PeekStep) for step in steps)
        guess = picture_at(steps, now.peek, clock, now.seen)
        found.append(max(0, score(now.seen, guess).points - cost))
    return fmean(found)


# -- memory ---------------------------------------------------------------------------------------


def test_a_longer_look_leaves_more() -> None:
    picture = seen(3)
    assert known(picture, 5) < known(picture, 10) < known(picture, 15)


def test_fewer_pieces_are_kept_better() -> None:
    five = Picture(DIAMOND.pieces[:5])
    assert known(five, 10) / 5 > known(DIAMOND, 10) / 7 + 0.05


def test_the_bare_silhouette_leaves_less() -> None:
    assert known(SQUARE, 10, seams=False) < known(SQUARE, 10) - 1


def test_a_higher_level_keeps_more() -> None:
    kept = [known(seen(3), 10, skill=level) for level in range(6)]
    assert kept == sorted(kept)
    assert kept[-1] > kept[0] + 2


def test_what_is_mirrored_or_comes_twice_stands_out() -> None:
    large = clarity(DIAMOND, 0, seams=True)
    alone = clarity(Picture((DIAMOND.pieces[0], *DIAMOND.pieces[2:])), 0, seams=True)
    assert large > alone


def test_a_piece_is_exposed_by_the_edges_that_are_outside() -> None:
    assert exposed(Picture(DIAMOND.pieces[:1]), 0) == pytest.approx(1)
    assert exposed(SQUARE, 0) == pytest.approx(4 / (4 + 2 * 8**0.5), abs=0.02)


def test_an_unveiled_piece_is_known() -> None:
    for seed in range(50):
        memory = remember_look(seen(3), 10, LOW, RandomSource(seed, "look"), shown=6)
        assert memory.traces[6].sure
        assert memory.traces[6].pose == seen(3).pieces[6].pose


def test_a_peek_goes_to_what_is_not_known_and_takes_nothing_away() -> None:
    picture, gained = seen(3), 0
    for seed in range(60):
        memory = remember_look(picture, 10, MIDDLE, RandomSource(seed, "look"))
        after = remember_peek(memory, picture, 5, MIDDLE, RandomSource(seed, "peek"))
        for before, now in zip(memory.traces, after.traces, strict=True):
            assert now.sure or not before.sure
        gained += memory.unsure - after.unsure
    assert gained > 60


def test_the_same_seed_remembers_the_same() -> None:
    one, other, third = (
        remember_look(seen(3), 10, MIDDLE, RandomSource(seed, "look")) for seed in (1, 1, 2)
    )
    assert one == other != third


# -- fitting --------------------------------------------------------------------------------------


def forgetful(picture: Picture, *numbers: int, silhouette: bool = True) -> Memory:
    """A memory in which only these pieces are not known."""
    whole = remember_look(picture, 10, replace(TOP, recall=1.0, slip=0.0), RandomSource(0, "look"))
    traces = [
        replace(trace, place=False, pose=replace(trace.pose, x=-3.0, y=0.0))
        if n in numbers
        else trace
        for n, trace in enumerate(whole.traces)
    ]
    return Memory(tuple(traces), silhouette)


def fill(memory: Memory, picture: Picture, patience: int) -> Memory:
    working = fit_forgotten(memory, picture, patience)
    while True:
        try:
            next(working)
        except StopIteration as over:
            filled: Memory = over.value
            return filled


def test_forgotten_pieces_are_fitted_into_the_silhouette_in_mind() -> None:
    filled = fill(forgetful(DIAMOND, 1, 4, 6), DIAMOND, 1000)
    assert filled.unsure == 0
    guess = Picture.from_poses((trace.kind, trace.pose) for trace in filled.traces)
    assert score(DIAMOND, guess).points == 7


@pytest.mark.parametrize(("silhouette", "patience"), [(False, 1000), (True, 0), (True, 1)])
def test_nothing_is_fitted_without_the_silhouette_or_patience(
    silhouette: bool, patience: int
) -> None:
    memory = forgetful(DIAMOND, 0, 1, 2, 3, 4, silhouette=silhouette)
    assert fill(memory, DIAMOND, patience) == memory


def test_what_is_remembered_wrongly_keeps_the_rest_from_fitting() -> None:
    memory = forgetful(DIAMOND, 3)
    wrong = replace(memory.traces[0], pose=replace(memory.traces[0].pose, x=5.0))
    memory = replace(memory, traces=(wrong, *memory.traces[1:]))
    assert fill(memory, DIAMOND, 1000) == memory


# -- plans ----------------------------------------------------------------------------------------


def laid(steps: tuple[PlanStep, ...]) -> list[int]:
    return [step.number for step in steps if isinstance(step, LayStep)]


@pytest.mark.parametrize("level", range(6))
def test_every_piece_is_laid_and_none_upon_another(level: int) -> None:
    for seed in range(6):
        now = turn(level, seed)
        steps = run_to_end(plan_turn(now))
        assert set(laid(steps)) == set(range(7))
        assert isinstance(steps[-1], DoneStep)
        guess = picture_at(steps, now.peek, 1e9, now.seen)
        assert guess.kinds == now.seen.kinds
        assert overlapping_pairs([piece.corners for piece in guess.pieces]) == ()


def test_a_plan_follows_from_its_situation_alone() -> None:
    assert run_to_end(plan_turn(turn(2, 5))) == run_to_end(plan_turn(turn(2, 5)))
    assert run_to_end(plan_turn(turn(2, 5))) != run_to_end(plan_turn(replace(turn(2, 5), turn=1)))


def test_what_is_not_laid_when_the_clock_runs_out_is_left_in_the_tray() -> None:
    now = turn(0, 1)
    steps = run_to_end(plan_turn(now))
    counts = [len(picture_at(steps, now.peek, clock, now.seen)) for clock in (0, 30, 60, 180)]
    assert counts[0] == 0
    assert 1 <= counts[1] < counts[2] < 7


def test_a_peek_that_costs_nothing_is_taken_where_anything_was_forgotten() -> None:
    for seed in range(12):
        now = replace(turn(5, seed), price=0, skill=replace(TOP, recall=0.4, outline=0.0))
        steps = run_to_end(plan_turn(now))
        assert any(isinstance(step, PeekStep) for step in steps)


def test_who_knows_everything_does_not_peek() -> None:
    sure = replace(LOW, recall=1.0)
    for seed in range(12):
        steps = run_to_end(plan_turn(replace(turn(0, seed), skill=sure)))
        assert not any(isinstance(step, PeekStep) for step in steps)


# -- levels ---------------------------------------------------------------------------------------


def test_each_level_has_its_talent() -> None:
    assert [skill_of(level) for level in LEVELS] == list(SKILLS)
    assert [level_named(str(level)) for level in LEVELS] == list(LEVELS)
    assert level_named("Nobody") is None


def test_points_rise_with_the_level_and_fall_with_the_clock() -> None:
    long = [points(level) for level in range(6)]
    assert long == sorted(long)
    assert 1.7 <= long[0] <= 3.2
    assert 6.0 <= long[-1] <= 7.0
    assert points(1, 60.0) < long[1]
    assert points(5, 60.0) < long[5]
    assert points(3, seams=False) < long[3]


def test_a_rehearsed_match_replays_to_the_same_scores() -> None:
    match = play_to_end(SevensMatch(3), (SKILLS[1], SKILLS[4]))
    assert match.phase is Phase.OVER
    assert SevensMatch.replay(match.record()).totals == match.totals
    again = play_to_end(SevensMatch(3), (SKILLS[1], SKILLS[4]))
    assert again.events == match.events
    names = [turn.name for turn in match.turns]
    assert len(set(names)) == 6


def test_figures_suit_the_level_that_arranges() -> None:
    difficulty = {figure.name: figure.difficulty for figure in booklet()}
    for seed in range(4):
        match = play_to_end(SevensMatch(seed), (LOW, TOP))
        for done in match.turns:
            wants = (LOW, TOP)[done.arranger].wants
            assert difficulty[done.name] in wants
