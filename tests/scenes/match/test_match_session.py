"""A match as a model without a window, and how often a scene refreshes."""

from collections.abc import Callable
from random import Random

import pytest

from tabletop.engine import CHANCE, Game, IllegalMove, Match, Ply, Text
from tabletop.games import all_games, find_game
from tabletop.input.actions import Down, Hover, Tap
from tabletop.players.player_spec import DEFAULT_LEVEL, PERSON, PlayerSpec
from tabletop.scenes.match.scene import MatchScene
from tabletop.scenes.match_setup import Setup
from tabletop.scenes.play.features import Feature
from tabletop.scenes.play.session import (
    Arrived,
    Begun,
    Ended,
    MatchSession,
    Played,
    SeatsChanged,
    TakenBack,
)
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas, Point
from tests.scenes.setups import make_setup

GAME = find_game("trelawney")
BOARD_GAMES = [game for game in all_games() if game.kind != "live"]
COMPUTER = PlayerSpec(DEFAULT_LEVEL)


class Timing:
    """Plies are shown for one second."""

    def seconds(self, ply: Ply) -> float:
        del ply
        return 1.0

    def rests(self, ply: Ply) -> tuple[float, ...]:
        del ply
        return ()


class Keeper:
    """Remembers which setups were saved."""

    match_id = "one"

    def __init__(self, setup: Setup, match: Match, match_id: str) -> None:
        del setup, match, match_id
        self.saved: list[Setup] = []

    def run(self, dt: float) -> bool:
        del dt
        return False

    def save(self, setup: Setup) -> None:
        self.saved.append(setup)

    def leave(self) -> None: ...

    def close(self) -> None: ...

    def count_refusal(self, reason: Text, rule: str) -> None: ...

    def count_hint(self) -> None: ...


def begun(speed: float = 0.0, fillers: tuple[PlayerSpec, ...] = ()) -> MatchSession:
    setup = make_setup(GAME, fillers=fillers)
    return MatchSession(
        setup, Match(GAME, 2), "", timing=Timing(), keep=Keeper, animation_scale=lambda _: speed
    )


def saved(session: MatchSession) -> list[Setup]:
    session.save()
    assert isinstance(session.keeper, Keeper)
    return session.keeper.saved


def test_a_ply_queues_one_event_and_is_saved_once() -> None:
    session = begun()
    ply = session.play("c3")
    assert session.drain() == (Played(ply),)
    assert session.drain() == ()
    assert len(saved(session)) == 1
    assert len(saved(session)) == 1, "nothing has changed since"


def test_an_illegal_ply_changes_nothing() -> None:
    session = begun()
    with pytest.raises(IllegalMove):
        session.play("z9")
    assert not session.events
    assert saved(session) == []


def test_a_ply_arrives_when_its_animation_has_ended() -> None:
    session = begun(speed=1.0)
    ply = session.play("c3")
    session.drain()
    session.run(0.5, clock_runs=True)
    assert session.drain() == ()
    session.run(0.6, clock_runs=True)
    assert session.drain() == (Arrived(ply),)
    assert session.timeline.motion is None


def test_taking_back_and_ending_are_events() -> None:
    session = begun()
    session.play("c3")
    session.take_back()
    session.play("d4")
    session.resign(0)
    kinds = [type(event) for event in session.drain()]
    assert kinds == [Played, TakenBack, Played, Ended]
    assert session.over
    session.begin(session.setup, Match(GAME, 2))
    assert [type(event) for event in session.drain()] == [Begun]
    assert not session.over


def test_a_minded_seat_is_saved_as_its_people_s() -> None:
    session = begun()
    before = session.setup
    session.mind(0, COMPUTER)
    assert session.drain() == (SeatsChanged(before),)
    assert session.minded == {0}
    assert list(session.setup.persons) == [1]
    assert list(saved(session)[-1].persons) == [0, 1]
    session.resume_seat(0)
    assert session.minded == frozenset()
    assert list(session.setup.persons) == [0, 1]


def test_the_game_runs_unwatched_once_no_person_plays() -> None:
    session = begun(fillers=(PERSON, COMPUTER))
    session.mind(0, COMPUTER)
    assert session.unwatched
    session.resume_seat(0)
    assert not session.unwatched


# -- refreshes ------------------------------------------------------------------------------------


@pytest.fixture
def refreshes(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How often matches were refreshed since the last call."""
    made: list[MatchScene] = []
    refresh = MatchScene.refresh

    def counted(scene: MatchScene, *, turn_at_once: bool = False) -> None:
        made.append(scene)
        refresh(scene, turn_at_once=turn_at_once)

    monkeypatch.setattr(MatchScene, "refresh", counted)

    def since() -> int:
        count = len(made)
        made.clear()
        return count

    return since


def shown(table: AppContext, speed: str) -> MatchScene:
    table.settings = table.settings.but({"look.speed": speed})
    setup = Setup(GAME)
    scene = MatchScene(table, setup, setup.start(table), "one")
    scene.fit(Canvas((1280, 800)))
    return scene


def tap(scene: MatchScene, at: Point) -> None:
    scene.handle(Down(source="mouse", contact=1, at=at))
    scene.handle(Tap(source="mouse", contact=1, at=at))


def spent(scene: MatchScene) -> float:
    """Seconds of the animation that is shown; 0 for none."""
    motion = scene.snapshot.motion
    return motion.spent if motion is not None else 0.0


def run(scene: MatchScene, seconds: float) -> None:
    for _ in range(round(seconds / 0.02)):
        scene.update(0.02)


def test_a_ply_refreshes_the_match_once(table: AppContext, refreshes: Callable[[], int]) -> None:
    scene = shown(table, "off")
    at = scene.view.points(scene.snapshot)["c3"]
    tap(scene, at)
    scene.handle(Hover(source="mouse", at=at))  # shows what the next touch does
    refreshes()
    tap(scene, at)
    assert len(scene.match.plies) == 1
    run(scene, 2.0)
    assert refreshes() == 1


def test_an_animated_ply_refreshes_the_match_once(
    table: AppContext, refreshes: Callable[[], int]
) -> None:
    scene = shown(table, "normal")
    refreshes()
    scene.play("c3")
    scene.update(0.02)
    assert spent(scene) > 0, "the snapshot follows the animation"
    run(scene, 3.0)
    assert spent(scene) == 0
    assert refreshes() == 1


@pytest.mark.parametrize("game", BOARD_GAMES, ids=lambda game: game.key)
def test_after_an_animation_all_is_shown_as_a_refresh_shows_it(
    table: AppContext, game: Game
) -> None:
    luck = Random(game.key)
    table.settings = table.settings.but({"look.speed": "normal", "look.board": "turns"})
    setup = Setup(game, max(game.seats)).turned_round()
    scene = MatchScene(table, setup, setup.start(table), "one")
    scene.fit(Canvas((1280, 800)))
    for _ in range(24):
        if scene.match.outcome is not None:
            break
        state = scene.match.state
        scene.play("" if state.turn == CHANCE else str(luck.choice(state.moves())))
        while scene.session.timeline.motion is not None:
            scene.update(0.05)
        moment, buttons = scene.moment, scene.buttons.buttons
        scene.refresh()
        assert (scene.moment, scene.buttons.buttons) == (moment, buttons)


def test_a_touch_that_changes_nothing_refreshes_nothing(
    table: AppContext, refreshes: Callable[[], int]
) -> None:
    scene = shown(table, "off")
    at = scene.view.points(scene.snapshot)["c3"]
    scene.handle(Hover(source="mouse", at=at))
    refreshes()
    before = scene.moment
    for _ in range(5):
        scene.handle(Hover(source="mouse", at=at))
    assert refreshes() == 0
    assert scene.moment is before


def test_no_class_of_a_match_is_inherited_deeply() -> None:
    def own(kind: type) -> list[type]:
        return [base for base in kind.__mro__ if base.__module__.startswith("tabletop.")]

    assert len(own(MatchScene)) <= 3
    assert all(len(own(kind)) <= 3 for kind in Feature.__subclasses__())
