"""A match of Sevens against the computer on the board of high scores."""

from tabletop.ai import LEVELS
from tabletop.engine import Record
from tabletop.games.sevens.rules.match import GAME, SevensMatch
from tabletop.games.sevens.scenes.context import Seating
from tabletop.games.sevens.scenes.match import MatchSetup, SevensScene
from tabletop.games.sevens.scenes.phases.result import RESULT_GUARD_SECONDS, ResultPhase
from tabletop.storage import scores
from tabletop.storage.scores import (
    ELIGIBILITY_TAG,
    HighScore,
    ScoreEligibility,
    ScoreScope,
    name_score,
)
from tabletop.ui.core.app_context import AppContext
from tabletop.ui.core.canvas import Canvas
from tabletop.ui.core.live_game import DISQUALIFIED, EnterHighScore
from tabletop.ui.core.scene import Change, Push, Scene, Swap
from tests.games.sevens.scenes.test_result import played
from tests.games.sevens.seatings import seating

KEEN = seating(levels=(None, LEVELS[3]))


def begun(table: AppContext, sitting: Seating = KEEN) -> SevensScene:
    table.settings = table.settings.but({"kiosk.level": "kiosk", "look.speed": "off"})
    scene = MatchSetup(table, Scene, GAME.check_options({}), sitting).match()
    scene.fit(Canvas((1280, 800)))
    scene.context.match.toss(0.0, 0)
    scene.update(0.1)
    return scene


def won(scene: SevensScene, match: SevensMatch | None = None) -> ResultPhase:
    """The match is over: Blue has 15 points, Red 12."""
    scene.context.match = match or played()
    scene.update(0.1)
    scene.update(RESULT_GUARD_SECONDS)
    assert isinstance(scene.phase, ResultPhase)
    return scene.phase


def keys(phase: ResultPhase) -> list[str]:
    return [button.key for button in phase.lay_buttons()]


def kept(table: AppContext, match_id: str) -> Record:
    assert table.store.flush()
    return table.store.find(match_id)


def test_a_win_counts_by_its_points_and_is_named(table: AppContext) -> None:
    scene = begun(table)
    phase = won(scene)
    assert scene.context.feat == ScoreEligibility(
        (), "keen", "points", 15, 1, "keen", scene.context.match_id
    )
    assert phase._why.endswith("Won with 15 points.")
    assert "name" in keys(phase)
    asked: Change = phase.pressed("name")
    assert isinstance(asked, Push)
    assert isinstance(asked.scene, EnterHighScore)
    assert asked.scene.match_id == scene.context.match_id
    table.store.write(name_score(asked.scene.match_id, "Anna", ""))
    assert asked.then is not None
    assert asked.then("Anna") is None
    assert "name" not in keys(phase)
    assert table.store.flush()
    nobody: tuple[HighScore, ...] = ()
    (entry,) = table.store.read(lambda db: scores.load_scores(db, ScoreScope()), nobody)
    assert (entry.name, entry.game, entry.feat.number) == ("Anna", GAME.key, 15)
    scene.leave()


def test_a_loss_and_a_match_of_two_people_do_not(table: AppContext) -> None:
    for sitting in (seating(levels=(LEVELS[3], None)), Seating()):
        scene = begun(table, sitting)
        phase = won(scene)
        assert "name" not in keys(phase)
        assert not any(words in phase._why for words in DISQUALIFIED.values())
        scene.leave()


def test_a_computer_that_has_played_for_the_person_spoils_it(table: AppContext) -> None:
    scene = begun(table)
    scene.on_table.mind(0)
    scene.on_table.resume_seat(0)
    phase = won(scene)
    assert phase._why.endswith(DISQUALIFIED["others"])
    assert "name" not in keys(phase)
    assert dict(kept(table, scene.context.match_id).extra)[ELIGIBILITY_TAG] == "spoilt=others"
    scene.leave()


def test_a_weaker_computer_on_the_way_spoils_it(table: AppContext) -> None:
    scene = begun(table)
    scene.context.seating = scene.context.seating.but(1, level=LEVELS[0])
    scene.update(0.1)
    assert scene.context.feat.spoilt == ("others",)
    scene.leave()


def test_what_spoilt_it_is_known_when_it_is_taken_up_again(table: AppContext) -> None:
    scene = begun(table)
    scene.context.feat = scene.context.feat.spoiled("others")
    scene.leave()
    record = kept(table, scene.context.match_id)
    again = MatchSetup(table, Scene, GAME.check_options({})).taken_up(
        record, scene.context.match_id
    )
    assert again.context.feat.spoilt == ("others",)
    again.leave()


def test_wins_in_a_row_go_on_in_the_next_match(table: AppContext) -> None:
    scene = begun(table)
    phase = won(scene)
    change = phase.pressed("again")
    assert isinstance(change, Swap)
    following = change.scene
    assert isinstance(following, SevensScene)
    assert following.context.feat == ScoreEligibility(
        wins=1, least="keen", run=scene.context.match_id
    )
    scene.leave()
    following.leave()


def test_at_home_nothing_counts(table: AppContext) -> None:
    scene = begun(table)
    table.settings = table.settings.but({"kiosk.level": "full"})
    phase = won(scene)
    assert "name" not in keys(phase)
    assert phase._why == phase.reason
    scene.leave()
