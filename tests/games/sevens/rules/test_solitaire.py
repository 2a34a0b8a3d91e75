"""A run from memory without a screen."""

from collections import Counter

import pytest

from tabletop.engine import IllegalMove
from tabletop.games.sevens import Picture, figures
from tabletop.games.sevens.figures import Figure
from tabletop.games.sevens.rules.match import Phase
from tabletop.games.sevens.rules.solitaire import FIGURES, Solitaire, next_difficulty
from tests.games.sevens.scripted_match import DIAMOND, elsewhere

LOOK, SLOWEST = 10, 180


def begun(seed: int = 1, difficulty: int = 1, *, named: bool = True) -> Solitaire:
    run = Solitaire(seed)
    run.begin(0, difficulty, named=named)
    return run


def rebuilt(run: Solitaire, pieces: int, *, peek: bool = False) -> None:
    """One figure is looked at, and so many of its pieces are laid as they were."""
    assert run.target is not None
    run.look(run.now)
    run.advance(run.now + LOOK)
    if peek:
        run.peek(run.now)
        run.advance(run.now + 5)
    run.told(run.now + 1, Picture(run.target.pieces[:pieces]))
    run.done(run.now + 1)


def played(points: list[int], seed: int = 1, difficulty: int = 1) -> list[int]:
    """The difficulties that the booklet asks for in a run that goes so."""
    run, asked = begun(seed, difficulty), []
    for pieces in points:
        asked.append(run.difficulty)
        rebuilt(run, pieces)
        run.go_on(run.now)
    return asked


def test_a_run_waits_until_it_is_begun() -> None:
    run = Solitaire(1)
    assert run.phase is Phase.TOSS
    assert run.target is None
    with pytest.raises(IllegalMove):
        run.look(0)


def test_the_booklet_arranges_at_once_and_the_person_guesses() -> None:
    run = begun()
    assert run.phase is Phase.READY
    assert run.figure is not None
    assert run.target == run.figure.picture.rounded()
    assert run.name == run.figure.name
    assert (run.guesser, run.arranger) == (0, 1)


def test_a_turn_goes_as_in_a_match() -> None:
    run = begun()
    run.look(3)
    assert run.look_left == LOOK
    run.advance(3 + LOOK)
    assert run.clock_left == SLOWEST
    run.peek(14)
    assert run.look_left == 5
    run.advance(19)
    assert not run.can_peek
    assert run.target is not None
    run.told(20, run.target.shifted((3, 1)))
    run.advance(13 + SLOWEST)
    assert run.phase is Phase.SCORED
    assert run.turns[-1].points == 5
    assert run.sum == 5


def test_a_run_has_seven_figures_and_then_its_sum() -> None:
    run = begun()
    for pieces in (7, 5, 3, 0, 1, 6, 7):
        assert run.outcome is None
        rebuilt(run, pieces)
        run.go_on(run.now)
    assert run.phase is Phase.OVER
    assert run.outcome is not None
    assert run.outcome.scores == (29, 0)
    assert run.outcome.reason == "29 of 49 points"
    assert [run.points(number, 0) for number in range(FIGURES)] == [7, 5, 3, 0, 1, 6, 7]


def test_all_figures_of_a_run_are_different() -> None:
    run = begun(5)
    for _ in range(FIGURES):
        rebuilt(run, 4)
        run.go_on(run.now)
    assert len(set(run.shown)) == FIGURES


def test_who_does_neither_well_nor_badly_meets_each_difficulty() -> None:
    assert played([3, 4, 3, 4, 3, 4, 3]) == [1, 1, 2, 2, 3, 4, 5]


def test_who_does_well_meets_harder_figures_soon() -> None:
    assert played([5, 7, 6, 5, 7, 7, 7]) == [1, 2, 3, 4, 5, 5, 5]


def test_who_does_badly_meets_easier_figures() -> None:
    assert played([2, 0, 2, 1, 2, 2, 2], difficulty=3) == [3, 2, 1, 1, 1, 1, 1]


@pytest.mark.parametrize("difficulty", range(1, 6))
@pytest.mark.parametrize("points", range(8))
def test_a_difficulty_is_always_one_to_five(difficulty: int, points: int) -> None:
    for number in range(FIGURES - 1):
        assert next_difficulty(difficulty, number, points) in range(1, 6)


def test_the_figure_is_as_hard_as_asked_for() -> None:
    for difficulty in range(1, 6):
        for seed in range(8):
            figure = begun(seed, difficulty).figure
            assert figure is not None
            assert figure.difficulty == difficulty


def test_the_figures_are_drawn_by_the_seed() -> None:
    assert begun(4).figure == begun(4).figure
    found = Counter(run.figure.name for run in map(begun, range(30)) if run.figure)
    assert len(found) > 3


def test_where_no_figure_is_as_hard_the_nearest_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    booklet = tuple(Figure(f"Kite {n}", "Toys", 2, DIAMOND) for n in range(2))
    monkeypatch.setattr(figures, "booklet", lambda: booklet)
    run = begun(1, 5)
    assert run.figure in booklet
    for _ in range(FIGURES):
        rebuilt(run, 7)
        run.go_on(run.now)
    assert run.sum == 49


def test_the_clock_is_shorter_for_later_figures() -> None:
    run, seconds = begun(), []
    for _ in range(FIGURES):
        seconds.append(run.round_seconds)
        rebuilt(run, 4)
        run.go_on(run.now)
    assert seconds == [180, 180, 180, 120, 120, 60, 60]


def test_a_figure_can_be_sent_back_for_another() -> None:
    run = begun()
    first = run.figure
    run.dispute(1, agreed=True)
    assert run.phase is Phase.READY
    assert run.figure != first
    assert run.round == 0


def test_an_untold_name_is_told_with_the_points() -> None:
    run = begun(named=False)
    assert run.figure is not None
    assert run.name == "Figure 1"
    rebuilt(run, 7)
    assert run.turns[-1].name == run.name == run.figure.name
    run.go_on(run.now)
    assert run.name == "Figure 2"


def test_the_same_shape_counts_though_pieces_lie_elsewhere() -> None:
    run = begun()
    assert run.target is not None
    run.look(0)
    run.advance(LOOK)
    run.told(11, elsewhere(run.target, 6, (9, 0)))
    run.done(12)
    assert run.turns[-1].score.matched == 6


def test_a_stopped_run_keeps_what_it_gave() -> None:
    run = begun()
    rebuilt(run, 6, peek=True)
    run.stop(run.now)
    assert run.phase is Phase.OVER
    assert run.outcome is not None
    assert run.outcome.winners == ()
    assert run.sum == 4


def test_an_unknown_difficulty_is_named() -> None:
    with pytest.raises(ValueError, match="1 to 5, not 6"):
        Solitaire(1).begin(0, 6)


def test_a_run_is_begun_once() -> None:
    run = begun()
    with pytest.raises(IllegalMove):
        run.begin(1)
